package advice

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/infer"
	"attic/games/atommaster/picture"
	"attic/games/atommaster/rules"
)

// mostNext is the number of beams that a hint on the solver's table names.
const mostNext = 3

// next returns advice on the beam to fire next on the solver's table: it compares all beams by the number of arrangements that they leave on average, looking
// one beam ahead.
func next(ctx context.Context, w deal.Work) (game.Advice, error) {
	k := w.Knowledge()
	survey, err := infer.Look(ctx, k, 0)
	switch {
	case errors.Is(err, infer.ErrContradiction):
		return takeBack(w, unfit(w, err)), nil
	case err != nil:
		return game.Advice{}, err
	case len(survey.Set) == 0:
		return game.Advice{}, errNoFit
	}
	type beam struct {
		port rules.Port
		deal.Split
	}
	var list []beam
	free := k.Free()
	for _, p := range free {
		if s := deal.SplitBy(survey, p); s.Parts > 1 {
			list = append(list, beam{p, s})
		}
	}
	if len(list) == 0 {
		return settledTable(w, survey), nil
	}
	slices.SortStableFunc(list, func(a, b beam) int {
		return cmp.Or(cmp.Compare(a.Squares, b.Squares), cmp.Compare(a.Passed, b.Passed))
	})
	list = list[:min(len(list), mostNext)]
	a := offered(w, survey, list[0].port)
	var ports, others []string
	for i, b := range list {
		ports = append(ports, fmt.Sprint(b.port))
		a.Area.Marks = append(a.Area.Marks, grid.Mark{Spot: deal.PortSpot(b.port), Rune: '?', Role: grid.Accent})
		if i > 0 {
			others = append(others, fmt.Sprintf("port %d, %s, %s left", b.port, b.Price(), b.Average()))
		}
	}
	a.Area.Shapes = a.Move.Shapes
	a.Area.Sentence = fmt.Sprintf("Best of %d ports, looking one beam ahead: %s.", len(free), strings.Join(ports, ", "))
	if len(others) > 0 {
		a.Follow.Sentence += " Next best: " + strings.Join(others, "; ") + "."
	}
	return a, nil
}

// takeBack returns advice to remove the answer that was entered last among those that contradict each other. The parameter why says that they do.
func takeBack(w deal.Work, why error) game.Advice {
	last := w.Shots[len(w.Shots)-1]
	for _, s := range w.Shots {
		if w.Clashes(s) {
			last = s
		}
	}
	a := game.Advice{Text: fmt.Sprintf("answer %d none", last.Port)}
	a.Move.Sentence = fmt.Sprintf("%s: %s.", a.Text, why)
	for _, s := range w.Shots {
		if w.Clashes(s) || s == last {
			a.Move.Marks = append(a.Move.Marks, grid.Mark{Spot: deal.PortSpot(s.Port), Rune: '?', Role: grid.Accent})
			a.Move.Shapes = append(a.Move.Shapes, picture.Framed(w.Field, s.Port, scene.Accent))
		}
	}
	a.Line, a.Follow = []string{a.Text}, a.Move
	return a
}

// settledTable returns advice where no beam tells more.
func settledTable(w deal.Work, survey infer.Survey) game.Advice {
	l := survey.Boards.Layout(survey.Set[0])
	a := game.Advice{Text: deal.Note(deal.NoteKind("sure"), slices.Collect(l.Atoms())...)}
	a.Move.Sentence = fmt.Sprintf("The atoms are on %s: only this arrangement fits.", deal.Listed(l))
	if n := len(survey.Set); n > 1 {
		a.Move.Sentence = fmt.Sprintf("Every beam has the same answer in all %d arrangements that fit. One of them has atoms on %s.", n, deal.Listed(l))
	}
	for s := range l.Atoms() {
		at := picture.SquarePoint(w.Field, s)
		a.Move.Marks = append(a.Move.Marks, grid.Mark{Spot: s.String(), Rune: '+', Role: grid.Accent})
		a.Move.Shapes = append(a.Move.Shapes, scene.Ring(at.X, at.Y, 0.44, 0.05, scene.Accent))
	}
	a.Line, a.Follow = []string{a.Text}, a.Move
	return a
}

// unfit returns an error about the answers on the solver's table in the words of its board.
func unfit(w deal.Work, err error) error {
	if !w.Table || !errors.Is(err, infer.ErrContradiction) {
		return err
	}
	if text := w.Clashing(); text != "" {
		return errors.New(strings.ToLower(text[:1]) + strings.TrimSuffix(text[1:], "."))
	}
	return refused(w.Knowledge(), err)
}
