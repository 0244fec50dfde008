// Package advice draws conclusions from the answers in a deal of Atommaster and proves them, for hints, the command why, warnings before the
// evaluation, and other programs.
package advice

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/games/atommaster/bot"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/idea"
	"attic/games/atommaster/infer"
	"attic/games/atommaster/picture"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

var (
	errNoAdvice = errors.New("only the solver can ask for hints, while the atoms are hidden")
	errNoFit    = errors.New("it would take too long to find an arrangement that fits the answers")
)

// Advise shows a conclusion from the answers that the solver has not set or noted yet, about an atom if one is certain, with a smallest set of
// beams that proves the conclusion. First it names the beams, then the conclusion, then the proof. If there is no conclusion, it recommends a
// beam, or to set the atoms. Its work is limited.
func Advise(ctx context.Context, v deal.View) (game.Advice, error) {
	if v.Phase != deal.Solving || v.Hider {
		return game.Advice{}, errNoAdvice
	}
	if v.Table {
		return next(ctx, v.Work)
	}
	for _, wanted := range []func(infer.Claim) bool{
		func(c infer.Claim) bool { return !c.Atom && v.Marks.Has(c.Square) }, // a wrong atom is set
		func(c infer.Claim) bool { return c.Atom && unknown(v.Work, c) },
		func(c infer.Claim) bool { return unknown(v.Work, c) },
	} {
		switch p, found, _, err := infer.Prove(ctx, v.Knowledge(), wanted, v.Marks); {
		case err != nil:
			return game.Advice{}, err
		case found:
			return proof(ctx, v.Work, p)
		}
	}
	return beam(ctx, v.Work)
}

// unknown reports whether the atoms set and the notes do not show the claim yet.
func unknown(w deal.Work, c infer.Claim) bool {
	if c.Atom {
		return !w.Marks.Has(c.Square) && !w.Notes[deal.NoteKind("sure")].Has(c.Square)
	}
	return w.Marks.Has(c.Square) || !w.Notes[deal.NoteKind("free")].Has(c.Square)
}

// Certain returns a sentence that tells whether Advise has something to prove. Spectators may ask too.
func Certain(v deal.View) string {
	switch found, sure, err := infer.Follows(context.Background(), v.Knowledge(), func(c infer.Claim) bool { return unknown(v.Work, c) }); {
	case err != nil:
		return phrase.Capital(unfit(v.Work, err).Error()) + "."
	case found:
		return "Yes: more can be deduced from the answers than is set or noted."
	case !sure:
		return "Perhaps: it would take too long to find out whether more can be deduced from the answers."
	case len(v.Shots) == 0:
		return "No: nothing can be deduced before a beam is fired."
	case settled(v.Work):
		return "No: every square is set or noted already."
	case v.Blocked():
		return "No: nothing more can be deduced from the answers, and every port shows a result."
	}
	return "No: nothing more can be deduced from the answers without another beam."
}

// settled reports whether every square has an atom set, or is noted as certainly an atom or as free.
func settled(w deal.Work) bool {
	for s := range w.Field.Squares() {
		if !w.Marks.Has(s) && !w.Notes[deal.NoteKind("sure")].Has(s) && !w.Notes[deal.NoteKind("free")].Has(s) {
			return false
		}
	}
	return true
}

// Remaining returns a sentence with the number of arrangements that agree with the answers.
func Remaining(v deal.View) string {
	survey, err := infer.Look(context.Background(), v.Knowledge(), 0)
	switch s := (deal.Split{Survey: survey}); {
	case err != nil:
		return phrase.Capital(unfit(v.Work, err).Error()) + "."
	case s.Total == 1:
		return "One arrangement fits the answers."
	case s.Counted:
		return s.Count() + " arrangements fit the answers."
	default:
		return phrase.Capital(s.Count()) + " arrangements fit the answers, estimated from a sample."
	}
}

// proof returns the advice that shows a proof.
func proof(ctx context.Context, w deal.Work, p infer.Proof) (game.Advice, error) {
	square := p.Square.String()
	because, theme, err := because(ctx, w, p)
	if err != nil {
		return game.Advice{}, err
	}
	a := game.Advice{Area: game.Preview{Sentence: fmt.Sprintf("Look at the beams at ports %s together.", deal.Ports(p.Beams))}}
	if len(p.Beams) == 1 {
		a.Area.Sentence = fmt.Sprintf("Look at the beam at port %s.", deal.Ports(p.Beams))
	}
	for _, s := range p.Beams {
		a.Area.Shapes = append(a.Area.Shapes, picture.Ends(w, s)...)
		a.Area.Paths = append(a.Area.Paths, grid.Path{Spots: []string{deal.PortSpot(s.Port)}, Role: grid.Accent})
		for _, port := range []rules.Port{s.Port, s.Answer.Port()} {
			if port != rules.NoPort {
				a.Area.Marks = append(a.Area.Marks, grid.Mark{Spot: deal.PortSpot(port), Rune: '<', Role: grid.Accent})
			}
		}
	}
	at := picture.SquarePoint(w.Field, p.Square)
	ring := scene.Ring(at.X, at.Y, 0.44, 0.05, scene.Accent)
	sign := '-'
	switch {
	case p.Atom && w.Marks.Count() < w.Atoms:
		a.Text, a.Move.Sentence, sign = deal.Set(p.Square), fmt.Sprintf("%s has an atom.", square), '+'
	case p.Atom:
		a.Text, a.Move.Sentence, sign = deal.Note(deal.NoteKind("sure"), p.Square), fmt.Sprintf("%s has an atom; one of the atoms you set is wrong.", square), '+'
	case w.Marks.Has(p.Square):
		a.Text, a.Move.Sentence = deal.Set(p.Square), fmt.Sprintf("%s is empty, so remove the atom there.", square)
	default:
		a.Text, a.Move.Sentence = deal.Note(deal.NoteKind("free"), p.Square), fmt.Sprintf("%s is empty.", square)
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
			at := picture.SquarePoint(w.Field, c.Square)
			ring := scene.Ring(at.X, at.Y, 0.3, 0.03, scene.Accent)
			a.Move.Marks = append(a.Move.Marks, grid.Mark{Spot: c.Square.String(), Rune: sign, Role: grid.Accent})
			a.Move.Shapes = append(a.Move.Shapes, ring)
		}
	}
	if also > 0 {
		by := "beams prove"
		if len(p.Beams) == 1 {
			by = "beam proves"
		}
		a.Move.Sentence += fmt.Sprintf(" The same %s this for %s.", by, more(also))
	}
	a.Line = []string{a.Text}
	kind := deal.NoteKind("free")
	if p.Atom {
		kind = deal.NoteKind("sure")
	}
	a.Note = deal.Note(kind, proved...)
	steps, p := infer.Chain(w.Knowledge(), p, w.Marks)
	a.Follow = contrary(w, p, steps)
	return a, nil
}

func more(n int) string {
	if n == 1 {
		return "one more square"
	}
	return phrase.Count(n, "more square")
}

// contrary shows what would follow if the claim of a proof were false: one of its beams would have had a different answer, while all others
// could have come out as they did. steps is the proof's chain, or nil.
func contrary(w deal.Work, p infer.Proof, steps []infer.Step) game.Preview {
	suppose, rest := "an atom on "+p.Square.String(), "the other "+deal.Being(w.Atoms-1)
	if p.Atom {
		suppose, rest = p.Square.String()+" is empty", "the "+deal.Being(w.Atoms)
	}
	would := deal.Fate(p.Shown, p.Wrong.Port)
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
				q.Shapes = append(q.Shapes, picture.Place(w.Field, c.Square, append(picture.Unkeyed(picture.Sign(deal.NoteKind("free"), scene.Accent)), ring)...)...)
			}
		}
		q.Sentence = fmt.Sprintf("Suppose %s: %s, and then the beam at %d cannot come out as it did; %s it would %s.", suppose, strings.Join(needs, ", "), p.Wrong.Port, with, would)
	default:
		q.Sentence = fmt.Sprintf("Suppose %s: wherever %s, not all of %s come out as they did; %s the beam at %d would %s.", suppose, rest, deal.Ports(p.Beams), with, p.Wrong.Port, would)
	}
	for _, s := range p.Beams {
		way, role, colour := picture.Path(p.Shown, s.Port), grid.Good, scene.Good
		if s == p.Wrong {
			role, colour = grid.Bad, scene.Bad
		}
		way.Dashed, way.Role = true, role
		q.Paths = append(q.Paths, way)
		q.Shapes = append(q.Shapes, picture.Ends(w, s)...)
		q.Shapes = append(q.Shapes, picture.Supposed(w.Field, way, colour)...)
	}
	q = q.With(picture.Assumed(w, met.Without(p.Square), 'o'))
	if p.Atom {
		at := picture.SquarePoint(w.Field, p.Square)
		ring := scene.Ring(at.X, at.Y, 0.44, 0.035, scene.Accent)
		ring.Dash = 0.1
		q.Shapes = append(q.Shapes, ring)
		q.Marks = append(q.Marks, grid.Mark{Spot: p.Square.String(), Rune: '?', Role: grid.Accent, Place: true})
	} else {
		q.Shapes = append(q.Shapes, picture.Place(w.Field, p.Square, append(picture.Unkeyed(picture.Atom(0.5)), picture.Asked('?')...)...)...)
		q.Marks = append(q.Marks, picture.SupposedAt(p.Square, '?')...)
	}
	return q
}

// needed returns the claims in words that follow "needs": "an atom on c3", "a1 and b1 empty, and atoms on c3 and d4".
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

func beam(ctx context.Context, w deal.Work) (game.Advice, error) {
	step, missed, survey, err := bot.Weigh(ctx, w.Knowledge(), w.Marks)
	if err != nil {
		return game.Advice{}, err
	}
	d := step.Best
	if w.Marks.Count() == w.Atoms && step.Lost < Noticed {
		d = bot.Decision{Layout: w.Marks, Expect: missed}
	}
	switch {
	case survey.Boards == nil || len(survey.Set) == 0:
		return game.Advice{}, errNoFit
	case d.Port == rules.NoPort:
		return guess(w, d, survey), nil
	}
	a := offered(w, survey, d.Port)
	a.Area = game.Preview{
		Sentence: "Nothing more follows from the answers: fire a beam.",
		Marks:    a.Move.Marks, Shapes: []scene.Shape{picture.Framed(w.Field, d.Port, scene.Accent)},
	}
	switch {
	case len(w.Shots) == 0:
		a.Area.Sentence = "Nothing is known yet: fire a beam."
	case w.Marks.Count() == w.Atoms && len(w.Clash) == 0:
		a.Area.Sentence = "The answers do not settle all atoms yet: fire a beam."
	}
	return a, nil
}

// aimed returns the beginning of advice about a beam at a port: the move and its marks.
func aimed(w deal.Work, p rules.Port) game.Advice {
	text := deal.Fire(p)
	return game.Advice{Text: text, Line: []string{text}, Move: game.Preview{
		Marks: []grid.Mark{{Spot: deal.PortSpot(p), Rune: '?', Role: grid.Accent}}, Shapes: picture.Aim(w.Field, p),
	}}
}

// offered returns advice about a beam at a port: its price, and the number of arrangements that it would leave.
func offered(w deal.Work, survey infer.Survey, p rules.Port) game.Advice {
	a, s := aimed(w, p), deal.SplitBy(survey, p)
	if w.Table { // the most likely answer
		a.Text = deal.Answered(rules.Shot{Port: p, Answer: s.Likely})
		a.Line = []string{a.Text}
	}
	a.Move.Sentence = fmt.Sprintf("A beam at port %d would cost %s and leave %s.", p, s.Price(), s.Left())
	if f, ok := idea.OfBeam(w.Knowledge(), survey, p); ok {
		a.Theme = f.Kind.String()
		a.Move.Sentence += " " + pays(f)
	}
	a.Follow = game.Preview{Sentence: s.Told(p), Marks: a.Move.Marks, Shapes: a.Move.Shapes}
	return a
}

func guess(w deal.Work, d bot.Decision, survey infer.Survey) game.Advice {
	fits, loses := fmt.Sprintf("%s arrangements fit", deal.Split{Survey: survey}.Count()), fmt.Sprintf("setting these atoms loses %s points on average", deal.Rounded(d.Expect))
	if survey.Listed && len(survey.Set) == 1 {
		fits, loses = "only one arrangement fits", "setting it loses no points"
	}
	because, do := fits+", and "+loses, "set the atoms"
	if w.Marks == d.Layout {
		do = "evaluate the atoms you set"
	}
	a := game.Advice{Text: deal.Evaluate, Area: game.Preview{Sentence: fmt.Sprintf("No beam would tell you more: %s.", do)}}
	for _, p := range w.Knowledge().Free() {
		if deal.SplitBy(survey, p).Parts > 1 {
			a.Area.Sentence = fmt.Sprintf("No beam is worth its points: %s.", do)
		}
	}
	a.Move.Sentence = fmt.Sprintf("Evaluate: %s.", because)
	var marks []grid.Mark
	var shapes []scene.Shape
	for s := range d.Layout.Atoms() {
		at := picture.SquarePoint(w.Field, s)
		shapes = append(shapes, scene.Ring(at.X, at.Y, 0.44, 0.05, scene.Accent))
		if !w.Marks.Has(s) {
			marks = append(marks, picture.SupposedAt(s, '?')...)
		}
	}
	switch wrong, missing := odd(w, d.Layout); {
	case wrong != rules.NoSquare:
		a.Text = deal.Set(wrong)
		a.Move.Sentence = fmt.Sprintf("Remove the atom on %v: atoms on %s are more likely.", wrong, deal.Listed(d.Layout))
	case missing != rules.NoSquare:
		a.Text = deal.Set(missing)
		a.Move.Sentence = fmt.Sprintf("Set an atom on %v: %s.", missing, because)
	}
	if f, ok := idea.OfStop(survey); ok {
		a.Theme = f.Kind.String()
		a.Move.Sentence += " Another beam costs at least 1 point."
	}
	a.Area.Marks, a.Area.Shapes, a.Line = marks, shapes, []string{a.Text}
	a.Move.Marks, a.Move.Shapes = marks, shapes
	a.Follow = game.Preview{Sentence: fmt.Sprintf("Set %s: %s.", deal.Spaced(deal.Squares(d.Layout)), because), Marks: marks, Shapes: shapes}
	return a
}

// odd returns two squares: the first has an atom set but none in the layout, and the second has an atom in the layout but none set. Each may
// be rules.NoSquare.
func odd(w deal.Work, l rules.Layout) (wrong, missing rules.Square) {
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
