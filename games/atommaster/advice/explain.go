package advice

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"attic/draw/grid"
	"attic/game"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/idea"
	"attic/games/atommaster/infer"
	"attic/games/atommaster/picture"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

// Explain tells what follows from the answers about a square, whatever is set or noted: that it has an atom or is empty, with the fewest beams that prove it, or
// how many of the layouts that fit have an atom there, with one of each kind. about is a square, or a move on one.
func Explain(ctx context.Context, v deal.View, about string) (game.Advice, error) {
	if v.Phase != deal.Solving || v.Hider {
		return game.Advice{}, errNoAdvice
	}
	s, port, err := Spot(v.Work, about)
	if err != nil {
		return game.Advice{}, err
	}
	if port != rules.NoPort {
		return beamAt(ctx, v.Work, port)
	}
	switch p, found, _, err := infer.Prove(ctx, v.Knowledge(), func(c infer.Claim) bool { return c.Square == s }, v.Marks); {
	case err != nil:
		return game.Advice{}, err
	case found:
		a, err := proof(ctx, v.Work, p)
		if err != nil {
			return game.Advice{}, err
		}
		a.Area.Sentence, a.Move.Sentence = "", a.Move.Sentence+" "+a.Area.Sentence
		return a, nil
	}
	survey, err := infer.Look(ctx, v.Knowledge(), 0)
	if err != nil {
		return game.Advice{}, err
	}
	return open(v.Work, s, survey)
}

// Spot returns the square or the port that a text names, with a word such as fire before it or without.
func Spot(w deal.Work, text string) (rules.Square, rules.Port, error) {
	name := text[strings.LastIndexByte(strings.TrimSpace(text), ' ')+1:]
	if port, err := w.Field.ParsePort(strings.TrimPrefix(strings.ToLower(name), "port")); err == nil {
		return rules.NoSquare, port, nil
	}
	s, err := w.Field.ParseSquare(name)
	if err != nil {
		last := rules.SquareAt(int(w.Field.W)-1, int(w.Field.H)-1)
		err = fmt.Errorf("%q is neither a square nor a port; squares are a1 to %v, ports 1 to %d", phrase.Clip(text), last, w.Field.Ports())
	}
	return s, rules.NoPort, err
}

// beamAt tells how a beam came out, or could come out.
func beamAt(ctx context.Context, w deal.Work, p rules.Port) (game.Advice, error) {
	a := game.Advice{Text: deal.Fire(p), Move: game.Preview{Marks: []grid.Mark{{Spot: deal.PortSpot(p), Rune: '?', Role: grid.Accent}}, Shapes: picture.Aim(w.Field, p)}}
	a.Line = []string{a.Text}
	survey, err := infer.Look(ctx, w.Knowledge(), 0)
	switch shot, fired := w.Shot(p); {
	case err != nil:
		return game.Advice{}, err
	case fired:
		var meant string
		meant, a.Theme = meanings(shot, survey)
		a.Move.Sentence = strings.Join(strings.Fields(deal.Sentence(shot)+" "+meant+" "+w.ComparedWith(shot)), " ")
	case !slices.Contains(w.Knowledge().Free(), p):
		a.Move.Sentence = fmt.Sprintf("Port %d shows a result already.", p)
	case len(survey.Set) == 0:
		return game.Advice{}, errNoFit
	default:
		s := deal.SplitBy(survey, p)
		a.Move.Sentence = fmt.Sprintf("%s would cost %s and leave %s.", a.Text, s.Price(), s.Left())
		if f, ok := idea.OfBeam(w.Knowledge(), survey, p); ok {
			a.Theme = f.Kind.String()
			a.Move.Sentence += " " + pays(s, f)
		}
		a.Follow = game.Preview{Sentence: s.Told(p), Marks: a.Move.Marks, Shapes: a.Move.Shapes}
		return a, nil
	}
	a.Follow = a.Move
	return a, nil
}

// Example returns the layout of a survey that meets a condition and has the most atoms in common with those set, and whether there is one.
func Example(w deal.Work, survey infer.Survey, meets func(rules.Layout) bool) (best rules.Layout, found bool) {
	for _, i := range survey.Set {
		if l := survey.Boards.Layout(i); meets(l) && (!found || l.Common(w.Marks) > best.Common(w.Marks)) {
			best, found = l, true
		}
	}
	return best, found
}

// open tells how many of the layouts that fit have an atom on a square, and shows one of each kind.
func open(w deal.Work, s rules.Square, survey infer.Survey) (game.Advice, error) {
	with := 0
	for _, i := range survey.Set {
		if survey.Boards.Layout(i).Has(s) {
			with++
		}
	}
	var examples [2]rules.Layout
	examples[0], _ = Example(w, survey, func(l rules.Layout) bool { return l.Has(s) })
	examples[1], _ = Example(w, survey, func(l rules.Layout) bool { return !l.Has(s) })
	all := len(survey.Set)
	share := fmt.Sprintf("about %s %% of %s", deal.Rounded(100*float64(with)/float64(max(all, 1))), deal.Split{Survey: survey}.Count())
	if survey.Listed {
		share = fmt.Sprintf("%s of %s", deal.Thousands(float64(with)), deal.Thousands(float64(all)))
	}
	a := game.Advice{Text: deal.Set(s), Move: game.Preview{Marks: []grid.Mark{{Spot: s.String(), Rune: '?', Role: grid.Accent}}}}
	a.Line = []string{a.Text}
	switch sentence := fmt.Sprintf("%v has an atom in %s layouts that fit the answers", s, share); {
	case all == 0:
		return game.Advice{}, errNoFit
	case with == 0 || with == all:
		a.Move.Sentence = sentence + ", but how that follows would take too long to find."
		a.Follow = a.Move
	default:
		a.Move.Sentence = sentence + ": it is not certain."
		a.Follow.Sentence = fmt.Sprintf("Both fit: an atom there, as in %s, and none, as in %s.", deal.Spaced(deal.Squares(examples[0])), deal.Spaced(deal.Squares(examples[1])))
		a.Follow.Marks = append(a.Follow.Marks, a.Move.Marks...)
		for l, sign := range map[int]rune{0: '+', 1: '-'} {
			for other := range examples[l].Atoms() {
				if other != s && examples[l].Has(other) {
					a.Follow.Marks = append(a.Follow.Marks, grid.Mark{Spot: other.String(), Rune: sign, Role: grid.Muted})
				}
			}
		}
	}
	return a, nil
}
