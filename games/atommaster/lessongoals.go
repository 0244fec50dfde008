package atommaster

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"attic/game"
	"attic/game/bridge"
	"attic/games/atommaster/advice"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/idea"
	"attic/games/atommaster/infer"
	"attic/games/atommaster/picture"
	"attic/games/atommaster/puzzle"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

// beamGoals holds the goals of lessons that ask for a beam. Each judges the beam by its path and its last step. The parameter value is the word
// after the name of the goal.
var beamGoals = map[string]func(p rules.Path, end rules.Step, value string) bool{
	"hit": func(p rules.Path, end rules.Step, square string) bool {
		return p.Answer == rules.Absorbed && deal.Squares(end.Atoms) == square
	},
	"exit": func(p rules.Path, _ rules.Step, port string) bool {
		return p.Answer.Port() != rules.NoPort && p.Answer.String() == port
	},
	"turns": func(p rules.Path, _ rules.Step, number string) bool {
		return p.Answer.Port() != rules.NoPort && strconv.Itoa(p.Turns()) == number
	},
	"back": func(_ rules.Path, end rules.Step, _ string) bool { return end.Act == rules.TurnBack },
	"edge": func(_ rules.Path, end rules.Step, _ string) bool { return end.Act == rules.Reflect },
}

// came describes the result of a beam, in words that follow "That beam".
func came(p rules.Path, end rules.Step) string {
	turned := ""
	if n := p.Turns(); n == 1 {
		turned = ", turned once"
	} else if n > 1 {
		turned = fmt.Sprintf(", turned %s times", phrase.Number(n))
	}
	switch end.Act {
	case rules.Absorb:
		return "is absorbed by the atom on " + deal.Squares(end.Atoms) + turned
	case rules.Reflect:
		return "is reflected at its port, before it enters"
	case rules.TurnBack:
		return "turns back between the atoms on " + strings.ReplaceAll(deal.Squares(end.Atoms), ",", " and ")
	}
	if turned == "" {
		turned = " without a turn"
	}
	return fmt.Sprintf("leaves at port %v%s", p.Answer, turned)
}

// judgeOf returns the judge of a goal of lessons or puzzles.
func judgeOf(name string) bridge.Goal[state] {
	if beamGoals[name] != nil {
		return tryBeamGoal
	}
	return map[string]bridge.Goal[state]{
		"proved": proved(true), "empty": proved(false), "decide": surveyed(decides), "done": surveyed(done), "first": surveyed(first), "price": surveyed(price), game.WholeGame: goOn,
		puzzle.Atom: tryPuzzle, puzzle.Beam: tryPuzzle, puzzle.Tells: tryPuzzle, puzzle.Known: tryPuzzle, puzzle.Decided: tryPuzzle,
	}[name]
}

func tryBeamGoal(_ context.Context, a bridge.Attempt[state]) (game.Tried, error) {
	name, value := phrase.Cut(a.Goal)
	word, rest := phrase.Cut(a.Move.Text)
	if word != "fire" {
		return fireOne, nil
	}
	port, err := a.Before.Field.ParsePort(rest)
	if err != nil {
		return game.Tried{}, err
	}
	p := rules.Trace(a.Before.layout, port)
	end := p.Steps[len(p.Steps)-1]
	t := game.Tried{Good: beamGoals[name](p, end, value), Why: fmt.Sprintf("That beam %s.", came(p, end))}
	if !t.Good && a.Before.Phase == deal.Learning {
		t.Shown = picture.Flown(a.Before.Field, picture.Path(a.Before.layout, port))
	}
	return t, nil
}

// proved returns the judge of a goal. If atom is true, the move must set an atom that is certain; otherwise it must note a certainly empty square
// as free.
func proved(atom bool) bridge.Goal[state] {
	return func(ctx context.Context, a bridge.Attempt[state]) (game.Tried, error) {
		st := a.Before
		word, square := phrase.Cut(a.Move.Text)
		s, err := st.Field.ParseSquare(square)
		switch {
		case atom && (word != "set" || err != nil || st.Marks.Has(s)):
			return game.Tried{Aside: true, Why: "Set an atom here, on a square that certainly holds one."}, nil
		case !atom && (word != "free" || err != nil || st.Notes.At(s) == deal.NoteKind(word)):
			return game.Tried{Aside: true, Why: "Find a square that is certainly empty and note it as free."}, nil
		}
		atoms, empty, _, err := infer.Certain(ctx, st.Knowledge())
		switch {
		case err != nil:
			return game.Tried{}, err
		case atom && atoms.Has(s):
			return game.Tried{Good: true, Why: fmt.Sprintf("Every arrangement that fits the answers has an atom on %v.", s)}, nil
		case empty.Has(s):
			return game.Tried{Good: !atom, Why: fmt.Sprintf("No arrangement that fits the answers has an atom on %v.", s)}, nil
		}
		survey, err := infer.Look(ctx, st.Knowledge(), 0)
		l, found := advice.Example(st.Work, survey, func(l rules.Layout) bool { return l.Has(s) != atom })
		var t game.Tried
		if found {
			t.Shown = picture.Overlooked(st.Work, s, l)
		}
		switch with := deal.Listed(l); {
		case atom && found:
			t.Why = fmt.Sprintf("There may be an atom on %v, but the answers do not prove it: an arrangement with atoms on %s fits too.", s, with)
		case atom:
			t.Why = fmt.Sprintf("There may be an atom on %v, but the answers do not prove it.", s)
		case found:
			t.Why = fmt.Sprintf("There may be an atom on %v: an arrangement with atoms on %s fits the answers.", s, with)
		default:
			t.Why = fmt.Sprintf("Some arrangement that fits the answers has an atom on %v.", s)
		}
		return t, err
	}
}

// surveyed returns the goal whose judge gets all arrangements that fit the answers. port is the port at which the move fires a beam, or NoPort.
func surveyed(judge func(st state, survey infer.Survey, move string, port rules.Port) game.Tried) bridge.Goal[state] {
	return func(ctx context.Context, a bridge.Attempt[state]) (game.Tried, error) {
		port := rules.NoPort
		if word, rest := phrase.Cut(a.Move.Text); word == "fire" {
			port, _ = a.Before.Field.ParsePort(rest) // the move is legal
		}
		survey, err := infer.Look(ctx, a.Before.Knowledge(), 0)
		if err != nil {
			return game.Tried{}, err
		}
		return judge(a.Before, survey, a.Move.Text, port), nil
	}
}

// fireOne is the answer to a move of another kind in a step that asks for a beam.
var fireOne = game.Tried{Aside: true, Why: "This step asks for a beam. Fire one."}

func decides(st state, survey infer.Survey, _ string, port rules.Port) game.Tried {
	if port == rules.NoPort {
		return fireOne
	}
	kinds, most := puzzle.Groups(survey, port)
	var shown game.Preview
	if a, b, _, alike := puzzle.Alike(survey, port); alike {
		shown = picture.Either(st.Work, a, b)
	}
	switch {
	case kinds == 1:
		return game.Tried{Shown: shown, Why: fmt.Sprintf("Port %d gives the same answer in all arrangements that fit: a beam there would tell you nothing.", port)}
	case most > 1 || !survey.Listed:
		return game.Tried{Shown: shown, Why: fmt.Sprintf("After a beam at port %d, more than one arrangement of the atoms may still fit.", port)}
	}
	return game.Tried{Good: true, Why: fmt.Sprintf("Port %d gives a different answer in each arrangement, so only one arrangement is left now.", port)}
}

// first judges whether a first beam leaves fewer layouts on average than a beam at a corner port.
func first(st state, survey infer.Survey, _ string, port rules.Port) game.Tried {
	if port == rules.NoPort {
		return fireOne
	}
	f, good := idea.OfBeam(st.Knowledge(), survey, port)
	leaves := func(share float64) string { return deal.Rounded(100 * share) }
	if !good {
		return game.Tried{Why: fmt.Sprintf("A beam at port %d leaves about %s%% of the arrangements on average, no fewer than a beam at a corner port.", port, leaves(f.Left))}
	}
	return game.Tried{Good: true, Why: fmt.Sprintf("A beam at port %d leaves about %s%% of the arrangements on average, and a beam at a corner port about %s%%.", port, leaves(f.Left), leaves(f.Corner))}
}

// price judges whether a beam saves more points than it costs. It accepts the evaluation if the missed atoms are expected to cost no more than the
// cheapest beam.
func price(st state, survey infer.Survey, move string, port rules.Port) game.Tried {
	f, stop := idea.OfStop(survey)
	if move == evaluate.Text {
		missed := 0
		for _, i := range survey.Set {
			missed += st.Atoms - st.Marks.Common(survey.Boards.Layout(i))
		}
		loses := float64(rules.PointsMissed*missed) / float64(len(survey.Set))
		return game.Tried{Good: stop && loses <= f.Now+advice.Noticed, Why: fmt.Sprintf("These atoms lose %s points on average, and another beam costs at least 1.", deal.Rounded(loses))}
	}
	if port == rules.NoPort {
		return game.Tried{Aside: true, Why: "Fire a beam, or evaluate."}
	}
	f, good := idea.OfBeam(st.Knowledge(), survey, port)
	costs, saves := idea.Saving(survey, port)
	return game.Tried{Good: good && f.Kind == idea.Stop, Why: fmt.Sprintf("A beam at port %d costs %s points on average, and saves %s.", port, deal.Rounded(costs), deal.Rounded(saves))}
}

func done(st state, survey infer.Survey, move string, port rules.Port) game.Tried {
	switch {
	case !survey.Listed || len(survey.Set) != 1 || survey.Boards.Layout(survey.Set[0]) != st.Marks:
		return game.Tried{Why: "The atoms that are set are not certain yet."}
	case move == evaluate.Text:
		return game.Tried{Good: true, Why: "Every atom was certain, so you lost no points for a missed atom."}
	case port != rules.NoPort:
		return game.Tried{Why: "All atoms are certain. Another beam would only cost points."}
	}
	return game.Tried{Why: "All atoms are certain. Leave them as they are, and evaluate."}
}

// goOn judges a move in a lesson with a whole deal. Any move is good except a switch to learning mode, which would show the atoms.
func goOn(ctx context.Context, a bridge.Attempt[state]) (game.Tried, error) {
	s, t := a.After, game.Tried{Good: true, Goal: game.WholeGame}
	word, _ := phrase.Cut(a.Move.Text)
	switch {
	case a.Move.Text == learn.Text:
		return game.Tried{Why: "Learning mode would show the atoms and end this deal without a score."}, nil
	case s.Phase == deal.Finished:
		o := s.Outcome()
		t.Goal, t.Why = "", o.Text+" "+o.Why
	case word == "fire":
		survey, err := infer.Look(ctx, s.Knowledge(), 0)
		if err != nil {
			return t, err
		}
		if survey.Counted {
			t.Why = fmt.Sprintf("%.0f arrangements of the atoms fit all answers now.", survey.Total)
			if survey.Total == 1 {
				t.Why = "Only one arrangement of the atoms fits all answers now."
			}
		}
	}
	return t, nil
}

// tryPuzzle judges a move by a goal of puzzles, from the answers of the beams alone.
func tryPuzzle(ctx context.Context, a bridge.Attempt[state]) (game.Tried, error) {
	st, goal := a.Before, a.Goal
	word, rest := phrase.Cut(a.Move.Text)
	sets := goal == puzzle.Atom || goal == puzzle.Decided
	switch {
	case sets && word != "set":
		return game.Tried{Aside: true, Why: "Set an atom to answer: name its square."}, nil
	case !sets && word != "fire":
		return game.Tried{Aside: true, Why: "Fire a beam to answer: name its port."}, nil
	}
	survey, ok := puzzle.Left(ctx, st.Knowledge())
	switch {
	case ctx.Err() != nil:
		return game.Tried{}, ctx.Err()
	case !ok:
		return game.Tried{}, errors.New("too many arrangements fit the answers to judge a move")
	}
	q := puzzle.Question{Knowledge: st.Knowledge(), Survey: survey, Marks: st.Field.Empty()}
	switch goal {
	case puzzle.Decided:
		q.Marks = st.Marks
		q.Survey = puzzle.Containing(survey, q.Marks)
		s, err := st.Field.ParseSquare(rest)
		return st.trySquare(q.Survey, s, "that fits the answers and the atoms set", "that fit the answers and the atoms set"), err
	case puzzle.Atom:
		s, err := st.Field.ParseSquare(rest)
		return st.trySquare(survey, s, "that fits", "that fit"), err
	}
	p, err := st.Field.ParsePort(rest)
	if goal == puzzle.Beam || err != nil {
		return st.tryBeam(survey, p), err
	}
	return st.tryPort(q, p, goal), nil
}

func (st state) tryPort(q puzzle.Question, p rules.Port, goal string) game.Tried {
	right := q.Right(goal)
	t := game.Tried{Good: len(right) == 1 && right[0] == fmt.Sprintf("fire %d", p)}
	kinds, most := puzzle.Groups(q.Survey, p)
	if goal == puzzle.Known {
		answer := q.Boards.Answers(p)[q.Set[0]]
		t.Why = fmt.Sprintf("All %s that fit give the answer %v at port %d.", phrase.Count(len(q.Set), "arrangement"), answer, p)
		if kinds > 1 {
			other := slices.IndexFunc(q.Set, func(i int32) bool { return q.Boards.Answers(p)[i] != answer })
			a, b := q.Boards.Layout(q.Set[0]), q.Boards.Layout(q.Set[other])
			t.Why = fmt.Sprintf("Port %d may give %v or %v: atoms on %s, or on %s.", p, answer, q.Boards.Answers(p)[q.Set[other]], deal.Listed(a), deal.Listed(b))
			t.Shown = picture.Either(st.Work, a, b)
		}
		return t
	}
	t.Why = fmt.Sprintf("At worst, a beam at port %d leaves %d of %s", p, most, phrase.Count(len(q.Set), "arrangement"))
	best := len(q.Set)
	for _, other := range q.Free() {
		if other != p {
			_, n := puzzle.Groups(q.Survey, other)
			best = min(best, n)
		}
	}
	t.Why += bridge.Rank(-most, -best, false, fmt.Sprintf("another beam leaves at most %d", best), "another beam does as well", "; every other beam may leave more")
	if a, b, _, alike := puzzle.Alike(q.Survey, p); alike && !t.Good {
		t.Shown = picture.Either(st.Work, a, b)
	}
	return t
}

// trySquare judges an atom on a square by the layouts of a survey. The parameter one describes a single layout ("that fits"), and many describes
// several ("that fit").
func (st state) trySquare(s infer.Survey, square rules.Square, one, many string) game.Tried {
	with, without := 0, -1
	for i, n := range s.Set {
		if s.Boards.Layout(n).Has(square) {
			with++
		} else if without < 0 {
			without = i
		}
	}
	switch {
	case st.Marks.Has(square):
		return game.Tried{Why: fmt.Sprintf("That would remove the atom on %v.", square)}
	case with == len(s.Set) && with == 1:
		return game.Tried{Good: true, Why: fmt.Sprintf("The only arrangement %s has an atom on %v.", one, square)}
	case with == len(s.Set):
		return game.Tried{Good: true, Why: fmt.Sprintf("All %s %s have an atom on %v.", phrase.Count(with, "arrangement"), many, square)}
	}
	l := s.Boards.Layout(s.Set[without])
	example, shown := "an arrangement with atoms on "+deal.Listed(l)+" fits", picture.Overlooked(st.Work, square, l)
	if with == 0 {
		return game.Tried{Shown: shown, Why: fmt.Sprintf("No arrangement %s has an atom on %v; %s, for example.", one, square, example)}
	}
	return game.Tried{Shown: shown, Why: fmt.Sprintf("%v may be empty: %s too.", square, example)}
}

func (st state) tryBeam(s infer.Survey, p rules.Port) game.Tried {
	a, b, answer, alike := puzzle.Alike(s, p)
	if !alike {
		return game.Tried{Good: true, Why: fmt.Sprintf("Each of the %d arrangements that fit gives a different answer at port %d.", len(s.Set), p)}
	}
	return game.Tried{Shown: picture.Either(st.Work, a, b), Why: fmt.Sprintf("If port %d gives %v, at least two arrangements still fit: atoms on %s, or on %s.", p, answer, deal.Listed(a), deal.Listed(b))}
}
