package advice

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"attic/draw/grid"
	"attic/game"
	"attic/games/atommaster/bot"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/idea"
	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

// Explain explains what the answers show about a square, whatever is set or noted there. If it is certain that the square has an atom or is empty,
// Explain names the fewest beams that prove it. Otherwise it gives the number of fitting layouts with an atom there, and an example with an atom and
// one without. The parameter about is a square, a port, or a move there. For a port, Explain explains what its beam reveals.
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
		return game.Advice{}, unfit(v.Work, err)
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

// Spot returns the square or the port named in text, which may begin with a word such as fire.
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

func beamAt(ctx context.Context, w deal.Work, p rules.Port) (game.Advice, error) {
	a := aimed(w, p)
	survey, err := infer.Look(ctx, w.Knowledge(), 0)
	switch shot, fired := w.Shot(p); {
	case err != nil:
		return game.Advice{}, unfit(w, err)
	case fired:
		var meant string
		meant, a.Theme = meanings(shot, survey)
		a.Move.Sentence = strings.Join(strings.Fields(deal.Sentence(shot)+" "+meant+" "+w.ComparedWith(shot)), " ")
	case !slices.Contains(w.Knowledge().Free(), p):
		a.Move.Sentence = fmt.Sprintf("Port %d already shows a result.", p)
	case len(survey.Set) == 0:
		return game.Advice{}, errNoFit
	default:
		return offered(w, survey, p), nil
	}
	a.Follow = a.Move
	return a, nil
}

// Example returns the layout of a survey that meets a condition and has the most atoms in common with the atoms set. found is false if no layout
// meets the condition.
func Example(w deal.Work, survey infer.Survey, meets func(rules.Layout) bool) (best rules.Layout, found bool) {
	for _, i := range survey.Set {
		if l := survey.Boards.Layout(i); meets(l) && (!found || l.Common(w.Marks) > best.Common(w.Marks)) {
			best, found = l, true
		}
	}
	return best, found
}

// open returns advice on the number of fitting layouts that have an atom on a square, with one example with an atom and one without.
func open(w deal.Work, s rules.Square, survey infer.Survey) (game.Advice, error) {
	with := 0
	if len(survey.Set) > 0 {
		with = int(survey.Boards.Marginals(survey.Set)[s])
	}
	var examples [2]rules.Layout
	examples[0], _ = Example(w, survey, func(l rules.Layout) bool { return l.Has(s) })
	examples[1], _ = Example(w, survey, func(l rules.Layout) bool { return !l.Has(s) })
	all := len(survey.Set)
	share := fmt.Sprintf("about %s%% of the", deal.Rounded(100*float64(with)/float64(max(all, 1))))
	if survey.Listed && (all <= deal.MostExact || with == 0 || with == all) {
		share = fmt.Sprintf("%s of %s", deal.Thousands(float64(with)), deal.Thousands(float64(all)))
	}
	a := game.Advice{Text: deal.Set(s), Move: game.Preview{Marks: []grid.Mark{{Spot: s.String(), Rune: '?', Role: grid.Accent}}}}
	a.Line = []string{a.Text}
	switch sentence := fmt.Sprintf("%v has an atom in %s arrangements that fit the answers", s, share); {
	case all == 0:
		return game.Advice{}, errNoFit
	case with == 0 || with == all:
		a.Move.Sentence = sentence + ", but it would take too long to find a proof."
		a.Follow = a.Move
	default:
		a.Move.Sentence = sentence + ": it is not certain."
		a.Follow.Sentence = fmt.Sprintf("Both fit: an atom there, as in %s, and no atom there, as in %s.", deal.Spaced(deal.Squares(examples[0])), deal.Spaced(deal.Squares(examples[1])))
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

// Theme returns the name of the idea that the move in the parameter better has and the one in played lacks, in a position in which the solver knows k;
// "" if there is none.
func Theme(ctx context.Context, k infer.Knowledge, better, played string) string {
	survey, err := infer.Look(ctx, k, 0)
	if err != nil {
		return ""
	}
	of := func(move string) (idea.Found, bool) {
		word, rest := phrase.Cut(strings.ToLower(move))
		switch port, err := k.Field.ParsePort(rest); {
		case word == deal.Evaluate:
			return idea.OfStop(survey)
		case word == "fire" && err == nil:
			return idea.OfBeam(k, survey, port)
		}
		return idea.Found{}, false
	}
	a, has := of(better)
	if b, also := of(played); !has || also && b.Kind == a.Kind {
		return ""
	}
	return a.Kind.String()
}

// because returns a sentence about the idea of a proof, to follow the sentence about its square, and the idea's name; both are "" if it has none.
func because(ctx context.Context, w deal.Work, p infer.Proof) (says, name string, err error) {
	k := w.Knowledge()
	survey, err := infer.Look(ctx, k, 0)
	if err != nil {
		return "", "", err
	}
	f, ok := idea.OfProof(k, survey, p)
	if !ok {
		return "", "", nil
	}
	switch f.Kind {
	case idea.Edge:
		says = fmt.Sprintf("It reflected the beam at %d at its port.", f.Beam)
	case idea.Flank:
		with := "another atom"
		if f.Other != rules.NoSquare {
			with = fmt.Sprintf("the atom on %v", f.Other)
		}
		says = fmt.Sprintf("It turned the beam at %d back, together with %s.", f.Beam, with)
	case idea.Absorb:
		says = fmt.Sprintf("It absorbed the beam at %d.", f.Beam)
	case idea.Deflect:
		says = fmt.Sprintf("It deflected the beam at %d.", f.Beam)
	case idea.Clear:
		says = fmt.Sprintf("The beam at %d would have met an atom there.", f.Beam)
	case idea.Count:
		switch {
		case p.Atom:
			says = fmt.Sprintf("With only %s, this square could be empty, but there are %d.", phrase.Count(w.Atoms-1, "atom"), w.Atoms)
		case len(p.Beams) == 1:
			says = fmt.Sprintf("The beam needs all %d atoms elsewhere.", w.Atoms)
		default:
			says = fmt.Sprintf("The beams need all %d atoms elsewhere.", w.Atoms)
		}
	}
	return says, f.Kind.String(), nil
}

// pays returns a sentence about the idea of a beam, to follow the sentence about its price.
func pays(f idea.Found) string {
	if f.Kind == idea.Stop {
		return fmt.Sprintf("Setting the atoms now would lose %s points on average; this beam costs %s on average, and setting them afterwards loses %s.", deal.Rounded(f.Now), deal.Rounded(f.Price), deal.Rounded(f.After))
	}
	return fmt.Sprintf("At a corner port it would leave about %s%%.", deal.Rounded(100*f.Corner))
}

// meanings returns a sentence about the ways that a fired beam may have taken in the layouts that fit, and the name of the idea that
// they show, if any.
func meanings(shot rules.Shot, survey infer.Survey) (says, name string) {
	if !survey.Listed || len(survey.Set) == 0 || len(survey.Set) > mostMeanings {
		return "", ""
	}
	var ways []string
	switch shot.Answer {
	case rules.Absorbed:
		ways, name = []string{"was absorbed straight ahead", "after a turn"}, idea.Absorb.String()
	case rules.Reflected:
		ways = []string{"was reflected at its port", "between two atoms"}
	default:
		ways = []string{"flew straight through", "turned once", "turned more often"}
	}
	counts := make([]int, len(ways))
	for _, i := range survey.Set {
		path := rules.Trace(survey.Boards.Layout(i), shot.Port)
		way := min(path.Turns(), len(ways)-1)
		if shot.Answer == rules.Reflected {
			way = 0
			if path.Steps[len(path.Steps)-1].Act == rules.TurnBack {
				way = 1
			}
		}
		counts[way]++
	}
	all := len(survey.Set)
	var parts []string
	for way, n := range counts {
		first := way == 0 || len(parts) == 0 && n > 0
		doing := ways[way]
		if first && way > 0 && shot.Answer.Port() == rules.NoPort { // only the first way in the sentence has the verb
			doing = strings.Join(strings.Fields(ways[0])[:2], " ") + " " + doing
		}
		switch {
		case n == 0:
		case n == all && all == 1:
			parts = append(parts, doing+" in the only arrangement that fits")
		case n == all:
			parts = append(parts, fmt.Sprintf("%s in all %s arrangements that fit", doing, deal.Thousands(float64(all))))
		case len(parts) == 0:
			parts = append(parts, fmt.Sprintf("%s in %s of %s arrangements that fit", doing, deal.Thousands(float64(n)), deal.Thousands(float64(all))))
		default:
			parts = append(parts, fmt.Sprintf("%s in %s", doing, deal.Thousands(float64(n))))
		}
	}
	if shot.Answer == rules.Reflected {
		switch all {
		case counts[0]:
			name = idea.Edge.String()
		case counts[1]:
			name = idea.Flank.String()
		}
	}
	return "It " + phrase.List(parts) + ".", name
}

// mostMeanings is the largest number of layouts in which the path of a beam is examined.
const mostMeanings = 20_000

// Noticed is the smallest loss in points that is worth a warning: it rounds to a tenth.
const Noticed = 0.05

// Caution warns before the evaluation that the atoms set do not fit the answers, or that several layouts fit and a beam or other atoms would lose
// fewer points. It returns "" if no other decision is expected to lose fewer points: then hints and the review recommend the evaluation as well.
func Caution(ctx context.Context, v deal.View, move string) (string, error) {
	if move != deal.Evaluate || v.Phase != deal.Solving || v.Hider || v.Marks.Count() < v.Atoms {
		return "", nil
	}
	step, missed, survey, err := bot.Weigh(ctx, v.Knowledge(), v.Marks)
	misfits := Misfits(v.Work)
	switch {
	case err != nil:
		return "", err
	case step.Blind:
		return misfits, nil
	case step.Lost < Noticed:
		return "", nil
	case misfits != "":
		return misfits, nil
	}
	s := deal.Split{Survey: survey}
	text := phrase.Capital(s.Count()) + " arrangements fit; "
	if step.Best.Port == rules.NoPort {
		return text + fmt.Sprintf("setting %s loses %s on average, and the atoms set lose %s.", deal.Spaced(deal.Squares(step.Best.Layout)), deal.Rounded(step.Best.Expect), deal.Rounded(missed)), nil
	}
	s = deal.SplitBy(survey, step.Best.Port)
	would := "leave " + s.Left()
	if survey.Listed {
		would = fmt.Sprintf("leave %s of them on average", deal.Rounded(s.Squares/float64(len(survey.Set))))
	}
	parts := slices.Collect(maps.Values(survey.Split(step.Best.Port))) // if no beam can distinguish the layouts within any part, this beam decides
	if survey.Listed && !slices.ContainsFunc(parts, func(part []int32) bool { return !survey.Boards.Alike(part) }) {
		would = "settle it"
	}
	return text + fmt.Sprintf("a beam at port %d would %s (%s; guessing loses %s on average).", step.Best.Port, would, s.Price(), deal.Rounded(missed)), nil
}

// Misfits returns a sentence that names the beams that contradict the atoms set; "" if there are none, or if not all atoms are set.
func Misfits(w deal.Work) string {
	if w.Marks.Count() < w.Atoms {
		return ""
	}
	var wrong []rules.Shot
	for _, s := range w.Shots {
		if rules.Fire(w.Marks, s.Port) != s.Answer {
			wrong = append(wrong, s)
		}
	}
	if len(wrong) == 0 {
		return ""
	}
	return fmt.Sprintf("The atoms set do not fit the %s at %s.", phrase.Plural(len(wrong), "beam"), deal.Ports(wrong))
}
