package atommaster

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/games/atommaster/bot"
	"attic/games/atommaster/idea"
	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

var (
	errNoAdvice = errors.New("only the solver can ask for hints, while the atoms are hidden")
	errNoFit    = errors.New("it would take too long to find a layout that fits the answers")
)

// advise shows something that follows from the answers and that the solver has not set or noted yet, an atom if one is certain, with a smallest
// set of beams that proves it: first which beams, then what they prove, then how. If nothing follows it recommends a beam, or
// setting the atoms. Its work is bounded and does not depend on the number of nodes.
func (v seen) advise(ctx context.Context) (game.Advice, error) {
	if v.Phase != Solving || v.Hider {
		return game.Advice{}, errNoAdvice
	}
	for _, wanted := range []func(infer.Claim) bool{
		func(c infer.Claim) bool { return v.mistaken(c) },
		func(c infer.Claim) bool { return c.Atom && v.unknown(c) },
		func(c infer.Claim) bool { return v.unknown(c) },
	} {
		switch p, found, _, err := infer.Prove(ctx, v.knowledge(), wanted, v.Marks); {
		case err != nil:
			return game.Advice{}, err
		case found:
			return v.proof(ctx, p)
		}
	}
	return v.beam(ctx)
}

// mistaken reports whether a claim says that an atom set is wrong.
func (w work) mistaken(c infer.Claim) bool { return !c.Atom && w.Marks.Has(c.Square) }

// unknown reports whether a claim is about a square that is neither set nor noted.
func (w work) unknown(c infer.Claim) bool {
	if c.Atom {
		return !w.Marks.Has(c.Square) && !w.Notes[noteKind("sure")].Has(c.Square)
	}
	return w.Marks.Has(c.Square) || !w.Notes[noteKind("free")].Has(c.Square)
}

// certain tells whether advise has something to prove. Spectators can ask too.
func (v seen) certain() string {
	switch found, sure, err := infer.Follows(context.Background(), v.knowledge(), func(c infer.Claim) bool { return v.unknown(c) }); {
	case err != nil:
		return phrase.Capital(err.Error()) + "."
	case found:
		return "Yes: more can be deduced from the answers than is set or noted."
	case !sure:
		return "Perhaps: it would take too long to find out whether more can be deduced from the answers."
	case len(v.Shots) == 0:
		return "No: nothing can be deduced before a beam is fired."
	case v.settled():
		return "No: every square is set or noted already."
	case v.blocked():
		return "No: nothing more can be deduced from the answers, and every port shows a result."
	}
	return "No: nothing more can be deduced from the answers without another beam."
}

// settled reports whether an atom is set, or surely one or none is noted, on every square.
func (w work) settled() bool {
	for s := range w.Field.Squares() {
		if !w.Marks.Has(s) && !w.Notes[noteKind("sure")].Has(s) && !w.Notes[noteKind("free")].Has(s) {
			return false
		}
	}
	return true
}

// bare reports whether nothing is set or noted on a square.
func (w work) bare(s rules.Square) bool { return !w.Marks.Has(s) && w.Notes.at(s) < 0 }

// remaining says how many layouts agree with the answers.
func (v seen) remaining() string {
	survey, err := infer.Look(context.Background(), v.knowledge(), 0)
	switch s := (split{Survey: survey}); {
	case err != nil:
		return phrase.Capital(err.Error()) + "."
	case s.Total == 1:
		return "One layout agrees with the answers."
	case s.Counted:
		return s.total() + " layouts agree with the answers."
	default:
		return phrase.Capital(s.total()) + " layouts agree with the answers, estimated from a sample."
	}
}

// ports names the ports of beams in their order around the field: "7", "7 and 12".
func ports(shots []rules.Shot) string {
	list := slices.Clone(shots)
	slices.SortStableFunc(list, func(a, b rules.Shot) int { return int(a.Port) - int(b.Port) })
	var names []string
	for _, s := range list {
		names = append(names, fmt.Sprint(s.Port))
	}
	return phrase.List(names)
}

// proof shows a proof.
func (w work) proof(ctx context.Context, p infer.Proof) (game.Advice, error) {
	square := p.Square.String()
	because, theme, err := w.because(ctx, p)
	if err != nil {
		return game.Advice{}, err
	}
	a := game.Advice{Area: game.Preview{Sentence: fmt.Sprintf("Look at the beams at %s together.", ports(p.Beams))}}
	if len(p.Beams) == 1 {
		a.Area.Sentence = fmt.Sprintf("Look at the beam at %s.", ports(p.Beams))
	}
	for _, s := range p.Beams {
		a.Area.Shapes = append(a.Area.Shapes, w.ends(s)...)
		a.Area.Paths = append(a.Area.Paths, grid.Path{Spots: []string{portSpot(s.Port)}, Role: grid.Accent})
		for _, port := range []rules.Port{s.Port, s.Answer.Port()} {
			if port != rules.NoPort {
				a.Area.Marks = append(a.Area.Marks, grid.Mark{Spot: portSpot(port), Rune: '<', Role: grid.Accent})
			}
		}
	}
	at := squarePoint(w.Field, p.Square)
	ring := scene.Ring(at.x, at.y, 0.44, 0.05, scene.Accent)
	sign := '-'
	switch {
	case p.Atom && w.Marks.Count() < w.Atoms:
		a.Text, a.Move.Sentence, sign = setting(p.Square), fmt.Sprintf("%s has an atom.", square), '+'
	case p.Atom:
		a.Text, a.Move.Sentence, sign = noting(noteKind("sure"), p.Square), fmt.Sprintf("%s has an atom; one of those you set is wrong.", square), '+'
	case w.Marks.Has(p.Square):
		a.Text, a.Move.Sentence = setting(p.Square), fmt.Sprintf("%s is empty, so remove the atom there.", square)
	default:
		a.Text, a.Move.Sentence = noting(noteKind("free"), p.Square), fmt.Sprintf("%s is empty.", square)
	}
	if a.Theme = theme; because != "" {
		a.Move.Sentence += " " + because
	}
	a.Move.Marks = append(a.Area.Marks, grid.Mark{Spot: square, Rune: sign, Role: grid.Accent})
	a.Move.Shapes = append(append([]scene.Shape{}, a.Area.Shapes...), ring)
	also, proved := 0, []rules.Square{p.Square}
	for _, c := range p.Also {
		if c.Atom == p.Atom {
			also++
			proved = append(proved, c.Square)
			at := squarePoint(w.Field, c.Square)
			ring := scene.Ring(at.x, at.y, 0.3, 0.03, scene.Accent)
			a.Move.Marks = append(a.Move.Marks, grid.Mark{Spot: c.Square.String(), Rune: sign, Role: grid.Accent})
			a.Move.Shapes = append(a.Move.Shapes, ring)
		}
	}
	if also > 0 {
		by := "beams prove"
		if len(p.Beams) == 1 {
			by = "beam proves"
		}
		a.Move.Sentence += fmt.Sprintf(" The same %s this of %s.", by, more(also))
	}
	a.Line = []string{a.Text}
	kind := noteKind("free")
	if p.Atom {
		kind = noteKind("sure")
	}
	a.Note = noting(kind, proved...)
	steps, p := infer.Chain(w.knowledge(), p, w.Marks)
	a.Follow = w.contrary(p, steps)
	return a, nil
}

// more writes a number of further squares.
func more(n int) string {
	if n == 1 {
		return "one more square"
	}
	return phrase.Count(n, "more square")
}

// contrary shows what follows from the opposite of a proof: one of its beams would have had another answer, while all others could have come out
// as they did. The steps are those of its chain, or none.
func (w work) contrary(p infer.Proof, steps []infer.Step) game.Preview {
	suppose, rest := "an atom on "+p.Square.String(), "the other "+being(w.Atoms-1)
	if p.Atom {
		suppose, rest = p.Square.String()+" is empty", "the "+being(w.Atoms)
	}
	would := fate(p.Shown, p.Wrong.Port)
	met := infer.Met(p.Shown, p.Beams)
	with := "with no atom in the way"
	var shown []string
	for s := range met.Atoms() {
		shown = append(shown, s.String())
	}
	switch {
	case len(shown) == 0:
	case len(shown) == 1 && met.Has(p.Square):
		with = "with that atom alone in the way"
	case len(shown) == 1:
		with = "with an atom on " + shown[0] + ", for example,"
	default:
		with = "with atoms on " + phrase.List(shown) + ", for example,"
	}
	var q game.Preview
	switch {
	case len(p.Beams) == 1:
		q.Sentence = fmt.Sprintf("Suppose %s: wherever %s, the beam at %d cannot come out as it did; %s it would %s.", suppose, rest, p.Wrong.Port, with, would)
	case len(steps) > 0:
		var needs []string
		for _, s := range steps[:len(steps)-1] {
			needs = append(needs, fmt.Sprintf("then the beam at %d needs %s", s.Beam.Port, needed(s.Needs)))
			for _, c := range s.Needs {
				if c.Atom {
					met = met.With(c.Square)
					continue
				}
				ring := scene.Ring(0, 0, 0.3, 0.03, scene.Accent)
				ring.Dash = 0.1
				q.Marks = append(q.Marks, grid.Mark{Spot: c.Square.String(), Rune: '-', Role: grid.Accent})
				q.Shapes = append(q.Shapes, place(w.Field, c.Square, append(unkeyed(sign(noteKind("free"), scene.Accent)), ring)...)...)
			}
		}
		q.Sentence = fmt.Sprintf("Suppose %s: %s, and then the beam at %d cannot come out as it did; %s it would %s.", suppose, strings.Join(needs, ", "), p.Wrong.Port, with, would)
	default:
		q.Sentence = fmt.Sprintf("Suppose %s: wherever %s, not all of %s come out as they did; %s the beam at %d would %s.", suppose, rest, ports(p.Beams), with, p.Wrong.Port, would)
	}
	for _, s := range p.Beams {
		way, role, colour := path(p.Shown, s.Port), grid.Good, scene.Good
		if s == p.Wrong {
			role, colour = grid.Bad, scene.Bad
		}
		way.Dashed, way.Role = true, role
		q.Paths = append(q.Paths, way)
		q.Shapes = append(q.Shapes, w.ends(s)...)
		q.Shapes = append(q.Shapes, supposed(w.Field, way, colour)...)
	}
	q = q.With(w.assumed(met.Without(p.Square), 'o'))
	if p.Atom {
		at := squarePoint(w.Field, p.Square)
		ring := scene.Ring(at.x, at.y, 0.44, 0.035, scene.Accent)
		ring.Dash = 0.1
		q.Shapes = append(q.Shapes, ring)
		q.Marks = append(q.Marks, grid.Mark{Spot: p.Square.String(), Rune: '?', Role: grid.Accent, Place: true})
	} else {
		q.Shapes = append(q.Shapes, place(w.Field, p.Square, append(unkeyed(atom(0.5)), asked('?')...)...)...)
		q.Marks = append(q.Marks, supposedAt(p.Square, '?')...)
	}
	return q
}

// needed says what a beam needs: "an atom on c3", "a1 and b1 empty, and atoms on c3 and d4".
func needed(claims []infer.Claim) string {
	var with, without, parts []string
	for _, c := range claims {
		if c.Atom {
			with = append(with, c.Square.String())
		} else {
			without = append(without, c.Square.String())
		}
	}
	if len(without) > 0 {
		parts = append(parts, phrase.List(without)+" empty")
	}
	switch len(with) {
	case 0:
	case 1:
		parts = append(parts, "an atom on "+with[0])
	default:
		parts = append(parts, "atoms on "+phrase.List(with))
	}
	return strings.Join(parts, ", and ")
}

// beam recommends a beam, or setting the atoms, when nothing is certain.
func (w work) beam(ctx context.Context) (game.Advice, error) {
	step, missed, survey, err := bot.Weigh(ctx, w.knowledge(), w.Marks)
	if err != nil {
		return game.Advice{}, err
	}
	d := step.Best
	if w.Marks.Count() == w.Atoms && step.Lost < noticed {
		d = bot.Decision{Layout: w.Marks, Expect: missed}
	}
	switch {
	case survey.Boards == nil || len(survey.Set) == 0:
		return game.Advice{}, errNoFit
	case d.Port == rules.NoPort:
		return w.guess(d, survey), nil
	}
	port := portSpot(d.Port)
	a := game.Advice{Text: firing(d.Port), Area: game.Preview{
		Sentence: "Nothing more follows from the answers: fire a beam.",
		Marks:    []grid.Mark{{Spot: port, Rune: '?', Role: grid.Accent}},
		Shapes:   []scene.Shape{framed(w.Field, d.Port, scene.Accent)},
	}}
	switch {
	case len(w.Shots) == 0:
		a.Area.Sentence = "Nothing is known yet: fire a beam."
	case w.Marks.Count() == w.Atoms && len(w.Clash) == 0:
		a.Area.Sentence = "The answers do not settle all atoms yet: fire a beam."
	}
	a.Line = []string{a.Text}
	s := splitBy(survey, d.Port)
	a.Move = game.Preview{
		Sentence: fmt.Sprintf("%s would cost %s and leave %s.", a.Text, s.price(), s.left()),
		Marks:    a.Area.Marks, Shapes: aim(w.Field, d.Port),
	}
	if f, ok := idea.OfBeam(w.knowledge(), survey, d.Port); ok {
		a.Theme = f.Kind.String()
		a.Move.Sentence += " " + s.pays(f)
	}
	a.Follow = game.Preview{Sentence: s.told(d.Port), Marks: a.Area.Marks, Shapes: aim(w.Field, d.Port)}
	return a, nil
}

// split is how a beam would split the layouts that are left.
type split struct {
	infer.Survey
	absorbed, reflected, passed int // layouts of the set
	parts, largest              int
	squares                     float64 // the sum of the squared sizes of the parts
}

func splitBy(survey infer.Survey, p rules.Port) split {
	s := split{Survey: survey}
	sizes := map[rules.Answer]int{}
	answers := survey.Boards.Answers(p)
	for _, i := range survey.Set {
		sizes[answers[i]]++
	}
	for a, n := range sizes {
		switch a {
		case rules.Absorbed:
			s.absorbed = n
		case rules.Reflected:
			s.reflected = n
		default:
			s.passed += n
		}
		s.parts++
		s.largest = max(s.largest, n)
		s.squares += float64(n) * float64(n)
	}
	return s
}

// price says what the beam could cost.
func (s split) price() string {
	switch {
	case s.passed == 0:
		return "1 point"
	case s.passed == len(s.Set):
		return "2 points"
	}
	return "1 or 2 points"
}

// left says how many layouts the beam would leave.
func (s split) left() string {
	n := float64(len(s.Set))
	if s.Listed {
		return fmt.Sprintf("%s of %s layouts on average, at most %s", rounded(s.squares/n), s.total(), thousands(float64(s.largest)))
	}
	return fmt.Sprintf("about %s %% of %s layouts on average, at most about %s %%, estimated from a sample", rounded(100*s.squares/n/n), s.total(), rounded(100*float64(s.largest)/n))
}

// total says how many layouts there are, rounded to two digits where that is an estimate.
func (s split) total() string {
	if s.Counted {
		return thousands(s.Total)
	}
	unit := math.Pow(10, max(0, math.Floor(math.Log10(s.Total))-1))
	return "about " + thousands(math.Round(s.Total/unit)*unit)
}

// thousands writes a whole number with commas.
func thousands(x float64) string {
	text := fmt.Sprintf("%.0f", x)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// told says how many of the remaining layouts give each answer.
func (s split) told(p rules.Port) string {
	share := func(n int) string {
		if s.Listed {
			return thousands(float64(n))
		}
		return fmt.Sprintf("about %s %%", rounded(100*float64(n)/float64(len(s.Set))))
	}
	return fmt.Sprintf("Of %s layouts that fit, %s would absorb a beam at %d, %s would reflect it, and %s would let it leave elsewhere: %d different answers.",
		s.total(), share(s.absorbed), p, share(s.reflected), share(s.passed), s.parts)
}

// rounded writes a number, with one decimal if it is small and not whole.
func rounded(x float64) string {
	if text := fmt.Sprintf("%.1f", x); x < 10 && !strings.HasSuffix(text, ".0") {
		return text
	}
	return thousands(x)
}

// guess recommends setting the atoms, because no other beam is worth its price or would tell more.
func (w work) guess(d bot.Decision, survey infer.Survey) game.Advice {
	fits, loses := fmt.Sprintf("%s layouts fit", split{Survey: survey}.total()), fmt.Sprintf("setting these atoms loses %s points on average", rounded(d.Expect))
	if survey.Listed && len(survey.Set) == 1 {
		fits, loses = "only one layout fits", "it loses no points"
	}
	because, do := fits+", and "+loses, "set the atoms"
	if w.Marks == d.Layout {
		do = "evaluate the atoms you set"
	}
	a := game.Advice{Text: evaluating, Area: game.Preview{Sentence: fmt.Sprintf("No beam would tell you more: %s.", do)}}
	for _, p := range w.knowledge().Free() {
		if splitBy(survey, p).parts > 1 {
			a.Area.Sentence = fmt.Sprintf("No beam is worth its points: %s.", do)
		}
	}
	a.Move.Sentence = fmt.Sprintf("evaluate: %s.", because)
	var marks []grid.Mark
	var shapes []scene.Shape
	for s := range d.Layout.Atoms() {
		at := squarePoint(w.Field, s)
		shapes = append(shapes, scene.Ring(at.x, at.y, 0.44, 0.05, scene.Accent))
		if !w.Marks.Has(s) {
			marks = append(marks, supposedAt(s, '?')...)
		}
	}
	switch wrong, missing := w.odd(d.Layout); {
	case wrong != rules.NoSquare:
		a.Text = setting(wrong)
		a.Move.Sentence = fmt.Sprintf("%s: remove the atom there; %s would be more likely.", a.Text, spaced(squares(d.Layout)))
	case missing != rules.NoSquare:
		a.Text = setting(missing)
		a.Move.Sentence = fmt.Sprintf("%s: %s.", a.Text, because)
	}
	if f, ok := idea.OfStop(survey); ok {
		a.Theme = f.Kind.String()
		a.Move.Sentence += " Another beam costs at least 1 point."
	}
	a.Area.Marks, a.Area.Shapes, a.Line = marks, shapes, []string{a.Text}
	a.Move.Marks, a.Move.Shapes = marks, shapes
	a.Follow = game.Preview{Sentence: fmt.Sprintf("Set %s: with these %s.", spaced(squares(d.Layout)), because), Marks: marks, Shapes: shapes}
	return a
}

// odd returns a square on which an atom is set but the layout has none, and one on which the layout has an atom but none is set.
func (w work) odd(l rules.Layout) (wrong, missing rules.Square) {
	wrong, missing = rules.NoSquare, rules.NoSquare
	for s := range w.Field.Squares() {
		switch {
		case w.Marks.Has(s) && !l.Has(s) && wrong == rules.NoSquare:
			wrong = s
		case !w.Marks.Has(s) && l.Has(s) && missing == rules.NoSquare:
			missing = s
		}
	}
	return wrong, missing
}
