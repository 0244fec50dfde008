package atommaster

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/game/editor"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/picture"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

// view is the view of one seat. Its methods use only facts that the seat may know.
type view struct{ deal.View }

type travelling struct {
	Field   string            `json:"field"`
	Atoms   int               `json:"atoms"`
	Phase   deal.Phase        `json:"phase"`
	ByHand  bool              `json:"by_hand,omitempty"`
	Begun   bool              `json:"begun,omitempty"`
	Balls   bool              `json:"balls,omitempty"`
	Label   bool              `json:"label,omitempty"`
	Colours string            `json:"colours,omitempty"`
	Shots   []string          `json:"shots,omitempty"` // "12:A", "3:R", "12:28"
	Marks   string            `json:"marks,omitempty"`
	Notes   map[string]string `json:"notes,omitempty"` // maps the word of a note to its squares: "sure": "a1,b2"
	Last    string            `json:"last,omitempty"`
	Changed []string          `json:"changed,omitempty"`
	GaveUp  bool              `json:"gave_up,omitempty"`
	Shades  bool              `json:"shades,omitempty"`
	Helped  bool              `json:"helped,omitempty"`
	Hider   bool              `json:"hider,omitempty"`
	Watch   bool              `json:"watch,omitempty"`
	Table   bool              `json:"table,omitempty"`
	Layout  string            `json:"layout,omitempty"`

	Difficulty string `json:"difficulty,omitempty"`
	Nearest    bool   `json:"nearest,omitempty"`
}

// MarshalText writes the view.
func (v view) MarshalText() ([]byte, error) {
	t := travelling{
		Field: v.Field.String(), Atoms: v.Atoms, Phase: v.Phase, ByHand: v.ByHand, Begun: v.Begun,
		Balls: v.Balls, Label: v.Label, Colours: v.Colours, Marks: deal.Squares(v.Marks), Last: v.Last, GaveUp: v.GaveUp, Shades: v.Shades, Helped: v.Helped, Hider: v.Hider, Watch: v.Watch, Table: v.Table,
		Layout: deal.Squares(v.Layout), Changed: v.Changed,
	}
	if v.Difficulty != deal.AnyDeal {
		t.Difficulty, t.Nearest = deal.DifficultyTexts[v.Difficulty], v.Nearest
	}
	for kind, l := range v.Notes {
		if l.Count() > 0 {
			if t.Notes == nil {
				t.Notes = map[string]string{}
			}
			t.Notes[deal.NoteKinds[kind].Word] = deal.Squares(l)
		}
	}
	for _, s := range v.Shots {
		t.Shots = append(t.Shots, fmt.Sprintf("%d:%v", s.Port, s.Answer))
	}
	return json.Marshal(t)
}

// Bare implements [game.Worded].
func (v view) Bare() game.View {
	v.Last = ""
	return v
}

// ParseView reads a text of MarshalText. It makes the sentence about the last beam from the beam's answer, because the sentence in the text may come
// from another version, or from a dishonest host.
func (Game) ParseView(text []byte) (game.View, error) {
	var t travelling
	if err := json.Unmarshal(text, &t); err != nil {
		return nil, fmt.Errorf("not a view of Atommaster: %w", err)
	}
	f, err := rules.ParseField(t.Field)
	if err != nil {
		return nil, err
	}
	if f.W != f.H || f.W < deal.Smallest || (t.Atoms < deal.Fewest || t.Atoms > deal.Mostest) && t.Phase != deal.Editing ||
		!slices.Contains([]deal.Phase{deal.Setting, deal.Solving, deal.Learning, deal.Finished, deal.Editing}, t.Phase) {
		return nil, fmt.Errorf("%d atoms on %v in phase %q are not played", t.Atoms, f, phrase.Clip(string(t.Phase)))
	}
	v := view{deal.View{Hider: t.Hider, Watch: t.Watch}}
	v.Public = deal.Public{
		Work:   deal.Work{Evidence: deal.Evidence{Field: f, Atoms: t.Atoms, Balls: t.Balls, Colours: t.Colours, Table: t.Table}, Phase: t.Phase},
		ByHand: t.ByHand, Begun: t.Begun, Label: t.Label, Last: t.Last, Changed: t.Changed, GaveUp: t.GaveUp, Shades: t.Shades, Helped: t.Helped,
	}
	if t.Difficulty != "" {
		if v.Difficulty, err = parseDifficulty(t.Difficulty); err != nil {
			return nil, err
		}
		v.Nearest = t.Nearest
	}
	if v.Marks, err = rules.ParseLayout(t.Field + " " + t.Marks); err != nil {
		return nil, err
	}
	if v.Layout, err = rules.ParseLayout(t.Field + " " + t.Layout); err != nil {
		return nil, err
	}
	if v.Notes, err = parseNotes(f, t.Notes); err != nil {
		return nil, err
	}
	switch {
	case v.Notes.Count() > 0 && v.Phase != deal.Solving:
		return nil, fmt.Errorf("there are notes in phase %q", v.Phase)
	case v.Table && (v.Phase != deal.Solving || v.Hider || v.Known()):
		return nil, errors.New("something is hidden on the solver's table")
	case v.Shades && !v.Helped:
		return nil, errors.New("there are shades in a deal without help")
	case v.Marks.Count() > v.Atoms:
		return nil, fmt.Errorf("%d of %d atoms are set", v.Marks.Count(), v.Atoms)
	case v.Layout.Count() != v.Atoms && (v.Known() || v.Phase == deal.Finished || v.Phase == deal.Learning || v.Phase == deal.Editing):
		return nil, fmt.Errorf("%d of %d atoms are shown", v.Layout.Count(), v.Atoms)
	case v.Colours != "" && !deal.IsOrder(v.Colours):
		return nil, fmt.Errorf("%q is not an order of the colours", phrase.Clip(v.Colours))
	case strings.ContainsFunc(v.Last, unicode.IsControl):
		return nil, errors.New("the last sentence is not text")
	}
	for _, text := range t.Shots {
		from, to, _ := strings.Cut(text, ":")
		s, err := deal.ParseShot(f, from, to)
		if err != nil {
			return nil, err
		}
		for _, p := range []rules.Port{s.Port, s.Answer.Port()} {
			if p != rules.NoPort && !v.Free(p) || s.Answer.Port() == s.Port {
				return nil, fmt.Errorf("the beam %q is not possible: port %d shows another result", text, p)
			}
		}
		v.Shots = append(v.Shots, s)
	}
	if shot, ok := v.Fired(); ok {
		v.Last = deal.Sentence(shot)
	}
	v.Work = v.Work.Compared(0)
	return v, nil
}

func parseNotes(f rules.Field, texts map[string]string) (deal.Notes, error) {
	n := deal.Blank(f)
	for word, text := range texts {
		kind := deal.NoteKind(word)
		if kind < 0 {
			return n, fmt.Errorf("%q is not a note", phrase.Clip(word))
		}
		l, err := rules.ParseLayout(f.String() + " " + text)
		if err != nil {
			return n, err
		}
		for s := range l.Atoms() {
			if n.At(s) >= 0 {
				return n, fmt.Errorf("%v has two notes", s)
			}
		}
		n[kind] = l
	}
	return n, nil
}

// Status returns the status bar of the manual and the sentences beside it.
func (v view) Status() game.Status {
	s := game.Status{Goal: v.goal(), Last: v.Last, Bar: v.bar(), Sounds: v.sounds()}
	points := rules.Points(v.Shots)
	s.Scores = []string{fmt.Sprintf("Points: %d%s", points, help(v.Public))}
	switch {
	case v.Table:
		s.Turn = v.tableStatus()
		s.Script = strings.TrimSpace(s.Last + " " + s.Turn)
	case v.Phase == deal.Editing:
		return editor.Status("place 3 to 6 atoms.", v.Last, "A friend can look for these atoms.", phrase.Count(v.Atoms, "atom"), Game{}.Playable(v))
	case v.Phase == deal.Setting && v.Hider:
		s.Turn = fmt.Sprintf("Hide %d atoms, or leave those that were dealt; %s to begin.", v.Atoms, game.Type(start.Text))
	case v.Phase == deal.Setting && v.Watch:
		s.Turn = fmt.Sprintf("Set-up: the solver will look for %d atoms.", v.Atoms)
	case v.Phase == deal.Setting:
		s.Turn = fmt.Sprintf("Find %s: fire a beam at a port.", task(v.Public))
	case v.Phase == deal.Learning && v.Blocked():
		s.Turn = fmt.Sprintf("Every port shows a result; %s for a new deal.", game.Type(unlearn.Text))
	case v.Phase == deal.Learning:
		s.Turn = fmt.Sprintf("Fire a beam and watch its path, or %s for a new deal.", game.Type(unlearn.Text))
	case v.Stopped:
		s.Turn, s.Ended = "This deal is over.", "The atoms were at "+deal.Spaced(deal.Squares(v.Layout))+"."
	case v.Phase == deal.Finished:
		s.Turn, s.Result, s.Ended = "This deal is over.", v.ended(), v.slips()
		s.Scores = []string{fmt.Sprintf("Score: %d%s", v.Score(), help(v.Public))}
	default:
		s.Turn = v.search()
	}
	return s
}

func (v view) search() string {
	left := v.Atoms - v.Marks.Count()
	switch {
	case v.Hider, v.Watch:
		return fmt.Sprintf("Solver to move: %d of %d atoms set.", v.Atoms-left, v.Atoms)
	case left == 0:
		return fmt.Sprintf("All %d atoms are set: %s, or change them.", v.Atoms, game.Type(evaluate.Text))
	case !v.Begun:
		return fmt.Sprintf("Find %s: fire a beam at a port.", task(v.Public))
	case v.Blocked():
		return fmt.Sprintf("Every port shows a result: %d of %d atoms left to set.", left, v.Atoms)
	}
	return fmt.Sprintf("Fire a beam, or set an atom: %d of %d atoms left to set.", left, v.Atoms)
}

// goal returns the task of the seat, in at most 38 characters for narrow screens.
func (v view) goal() string {
	switch {
	case v.Table:
		return fmt.Sprintf("Enter answers to find %d atoms.", v.Atoms)
	case v.Phase == deal.Learning:
		return "Learning mode: see how beams run."
	case v.Hider:
		return fmt.Sprintf("Hide %d atoms as well as you can.", v.Atoms)
	case v.Watch:
		return fmt.Sprintf("Solver: find %d atoms with few beams.", v.Atoms)
	}
	return fmt.Sprintf("Find %d atoms. Beams cost points.", v.Atoms)
}

func (v view) ended() string {
	right := v.Layout.Common(v.Marks)
	found := fmt.Sprintf("found %d of %d atoms", right, v.Atoms)
	if right == v.Atoms {
		found = fmt.Sprintf("found all %d atoms", v.Atoms)
	}
	end := ". "
	if right < v.Atoms && v.Marks.Count() == v.Atoms && rules.SameAnswers(v.Layout, v.Marks) {
		end = ", but the answer is as good: no beam can tell it from the hidden atoms. "
	}
	who := "You "
	if v.Hider || v.Watch {
		who = "The solver "
	}
	return fmt.Sprintf("%s%s%sScore: %d%s.", who, found, end, v.Score(), help(v.Public))
}

func (v view) slips() string {
	without := func(l, others rules.Layout) string {
		var list []string
		for s := range l.Atoms() {
			if !others.Has(s) {
				list = append(list, s.String())
			}
		}
		return phrase.List(list)
	}
	text := ""
	if v.GaveUp {
		text = "Given up. "
	}
	missed, wrong := without(v.Layout, v.Marks), without(v.Marks, v.Layout)
	if missed == "" {
		return text + "No atom was missed."
	}
	if text += "Missed: " + missed + "."; wrong != "" {
		text += " Wrong: " + wrong + "."
	}
	return text
}

func (v view) sounds() []game.Sound {
	if v.Stopped {
		return nil
	}
	if v.Phase == deal.Finished {
		if v.Marks.Count() == v.Atoms && rules.SameAnswers(v.Layout, v.Marks) {
			return []game.Sound{game.Win}
		}
		return []game.Sound{game.Refused}
	}
	if len(v.Changed) == 0 {
		return nil
	}
	if shot, ok := v.Fired(); ok {
		switch shot.Answer {
		case rules.Absorbed:
			return []game.Sound{game.Absorbed}
		case rules.Reflected:
			return []game.Sound{game.Reflected}
		}
		return []game.Sound{game.Beam}
	}
	if s, err := v.Field.ParseSquare(v.Changed[0]); err == nil && (v.Marks.Has(s) || v.Notes.At(s) >= 0) {
		return []game.Sound{game.Place}
	}
	return nil
}

// bar returns the status bar, worded as in the manual.
func (v view) bar() string {
	if v.Phase != deal.Finished || v.Stopped {
		return fmt.Sprintf("Atoms: %d Trials: %d Correct: 0 Incorrect: 0 Points: %d", v.Atoms, len(v.Shots), rules.Points(v.Shots))
	}
	right := v.Layout.Common(v.Marks)
	return fmt.Sprintf("Atoms: %d Trials: %d Correct: %d Incorrect: %d Score: %d", v.Atoms, len(v.Shots), right, v.Atoms-right, v.Score())
}

// Describe returns the whole position in sentences.
func (v view) Describe() string {
	f := v.Field
	side := int(f.W)
	var b strings.Builder
	fmt.Fprintf(&b, "A field of %d by %d squares, a1 at the bottom left, with %d atoms", side, side, v.Atoms)
	switch {
	case v.Phase == deal.Editing:
		b.WriteString(", in the board editor")
	case v.Phase == deal.Learning:
		b.WriteString(", shown in learning mode")
	case v.Table:
		b.WriteString(", to be found from your answers")
	case v.ByHand && v.Phase != deal.Finished:
		b.WriteString(", hidden by a person")
	case v.Phase != deal.Finished:
		b.WriteString(", hidden")
	}
	fmt.Fprintf(&b, ".\nPorts %d to %d run down the left side, and %d to %d along the bottom to the right.\nPorts %d to %d run up the right side, and %d to %d along the top to the left.\n",
		1, side, side+1, 2*side, 2*side+1, 3*side, 3*side+1, 4*side)
	if len(v.Shots) == 0 {
		b.WriteString(map[bool]string{false: "No beam has been fired.\n", true: "No answer is entered.\n"}[v.Table])
	}
	for _, s := range v.Shots {
		fmt.Fprintln(&b, strings.TrimSpace(deal.Sentence(s)+" "+v.ComparedWith(s)))
	}
	if text := v.Clashing(); text != "" {
		fmt.Fprintln(&b, text)
	}
	if n := v.Marks.Count(); n > 0 {
		fmt.Fprintf(&b, "%d of %d atoms are set: %s.\n", n, v.Atoms, deal.Spaced(deal.Squares(v.Marks)))
	} else if v.Phase == deal.Solving {
		b.WriteString("No atom is set.\n")
	}
	if v.Notes.Count() > 0 {
		fmt.Fprintln(&b, describeNotes(v.Work))
	}
	if v.Table && !v.Torn {
		fmt.Fprintln(&b, v.tableStatus())
	}
	if text := v.Chances().Describe(); text != "" {
		fmt.Fprintln(&b, text)
	}
	if v.Known() {
		fmt.Fprintf(&b, "The atoms are at %s.\n", deal.Spaced(deal.Squares(v.Layout)))
	}
	if text := picture.Told(v.View); text != "" {
		fmt.Fprintln(&b, text)
	}
	b.WriteString(v.bar())
	return b.String()
}

// Preview returns the effect of a move, using only facts that this seat may know.
func (v view) Preview(text string) game.Preview {
	// Whether the move is legal does not depend on the layout, which this seat may not know. The next state is not used.
	st := state{Public: v.Public, layout: v.Layout, draft: true}
	if v.Phase == deal.Editing {
		after, _, err := st.edit(text)
		return editor.Preview(after.Last, err)
	}
	_, m, err := st.Play(text)
	if err != nil {
		return game.Preview{Sentence: "Not possible: " + err.Error() + "."}
	}
	word, rest, _ := strings.Cut(m.Text, " ")
	if kind := deal.NoteKind(word); kind >= 0 {
		return v.previewNote(kind, rest)
	}
	switch word {
	case answerWord:
		return v.previewAnswer(m)
	case "fire":
		p := game.Preview{Sentence: fmt.Sprintf("A beam at port %s would cost 1 or 2 points.", rest)}
		p.Marks = []grid.Mark{{Spot: m.Spots[0], Rune: '?', Role: grid.Accent}}
		if port, err := v.Field.ParsePort(rest); err == nil {
			p.Shapes = picture.Aim(v.Field, port)
		}
		return p
	case "set":
		p := game.Preview{Sentence: "This would set an atom on " + rest + "."}
		if s, err := v.Field.ParseSquare(rest); err == nil {
			p.Marks = picture.SupposedAt(s, '?')
			if v.Marks.Has(s) {
				p.Sentence = "This would remove the atom from " + rest + "."
				p.Marks = []grid.Mark{{Spot: rest, Rune: '-', Role: grid.Accent}}
			}
			p.Shapes = picture.ToSet(v.Work, s)
			if v.Notes.At(s) >= 0 {
				p.Sentence += fmt.Sprintf(" Noted here: %s.", deal.NoteKinds[v.Notes.At(s)].Says)
			}
		}
		return p
	case "learn":
		switch {
		case v.Phase == deal.Learning:
			return game.Preview{Sentence: "This would end learning mode and start a new deal."}
		case v.Phase == deal.Solving:
			return game.Preview{Sentence: "This would end the deal without a score and show its atoms and beams."}
		}
		if v.ByHand {
			return game.Preview{Sentence: "This would show the atoms hidden by hand and all beams."}
		}
		return game.Preview{Sentence: "This would deal new atoms and show them and all beams."}
	case shadesWord:
		switch {
		case v.Shades:
			return game.Preview{Sentence: "This would hide how likely atoms are."}
		case v.Helped:
			return game.Preview{Sentence: "This would show how likely atoms are."}
		}
		return game.Preview{Sentence: "This would show how likely atoms are; the deal would count as played with help."}
	}
	return game.Preview{Sentence: cmp.Or(commands[word].would, "This would deal new atoms: "+m.Label+".")}
}

func (v view) previewNote(kind int, square string) game.Preview {
	k := deal.NoteKinds[kind]
	s, err := v.Field.ParseSquare(square)
	if err == nil && v.Notes[kind].Has(s) {
		return game.Preview{Sentence: "This would remove the note from " + square + "."}
	}
	return game.Preview{
		Sentence: fmt.Sprintf("This would note on %s: %s.", square, k.Says),
		Marks:    []grid.Mark{{Spot: square, Rune: k.Sign, Role: grid.Accent}},
		Shapes:   picture.ToNote(v.View, kind, s),
	}
}

// Grid draws the field with its ring of ports.
func (v view) Grid(w, h int) grid.Grid { return picture.Grid(v.View, w, h) }

// Scene draws the field with its ring of ports.
func (v view) Scene() scene.Scene { return picture.Scene(v.View) }

// Panel lists the beams in characters.
func (v view) Panel(w, h int) grid.Grid { return picture.Panel(v.View, w, h) }

// Aside lists the beams in shapes.
func (v view) Aside(w, h float64) scene.Scene { return picture.Aside(v.View, w, h) }

// Moves lists the legal moves, except those that hide atoms by hand.
func (v view) Moves() []game.Move {
	if v.Phase == deal.Editing {
		return v.editorMoves()
	}
	return moves(v.Public)
}
