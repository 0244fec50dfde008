package desk

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"attic/desk/command"
	"attic/game"
	"attic/internal/phrase"
)

// Form is a form beside the board: fields below each other, a button that submits it and one that cancels. While it is on, it has the keyboard
// focus; the mouse can still play.
type Form struct {
	On     bool
	Title  string
	Hint   string // what the form does
	Said   string // what was wrong, shown in place of Hint, or ""
	Fields []*Field
	Graph  Graph  // shown above a List where there is plenty of room; not shown if it has no bars
	Focus  int    // the field with the keyboard; len(Fields) is the submit button, len(Fields)+1 the cancel button
	Label  string // the label of the submit button

	pastes bool // a pasted game ID is played instead of being put into a field

	from int                    // the last field that had the keyboard
	do   func() (string, error) // submits the form and returns the message; after an error the form stays open
	then func()                 // opens what follows the form once it has closed; nil: nothing
}

// FieldKind is the kind of content of a Field.
type FieldKind uint8

// The kinds of fields.
const (
	Text   FieldKind = iota // a line of text
	Number                  // digits with or without a sign
	Choice                  // one of Options
	List                    // one of Rows
)

// Field is a part of a Form.
type Field struct {
	Kind    FieldKind
	Label   string
	Options []string // the options of a Choice
	Rows    []Row    // the rows of a List
	At      int      // the option or row that is chosen

	Suggested bool         // the content of a Text is a suggestion that typing replaces
	line                   // the text of a Text or Number
	need      string       // what the person has to type, such as "a file name"; "" if the field can stay empty
	changed   func()       // called when the chosen option has changed; may be nil
	scroll    Scroll       // the scrolling of a List
	more      func() []Row // returns all rows of a List that has only the first ones; nil: it has all
}

// Row is a line of a List: a game that can be opened.
type Row struct {
	Title string    // the title of the game, or the name of a file, or the effect of choosing the row
	When  string    // when the game was last played
	Who   string    // the players, such as "computer (level 2)"; "" if unknown
	State string    // such as "move 6 blue, unfinished" or "damaged at line 7"
	View  game.View // the current position of the game; nil if there is no picture
	Game  string    // with a View: the name of the kind of game

	Load func(*Row) // completes the row when it is first shown; nil: it is complete

	do   func() // the action of choosing the row; nil: it opens a game
	name string // the kind of the game; "": the file says it
	what string // the number of a kept game, or a file
}

// Opens reports whether choosing the row opens a game, which may have a picture.
func (r Row) Opens() bool { return r.do == nil }

// Spots of a form. FieldSpot is followed by the number of a field. PickSpot is followed by the number of a field and the number of one of its options
// or rows. The keys of the form's buttons are "enter" and "esc".
const (
	FieldSpot = ButtonSpot + "field "
	PickSpot  = ButtonSpot + "pick "
)

// Shown returns the rows of a List to show in a given room: the first of them, and the one after the last. The parameter room is a number of rows,
// and the result scroll is the position of the rows in the List.
func (f *Field) Shown(room int) (first, end int, scroll *Scroll) {
	room = max(1, room)
	f.scroll.Fit(len(f.Rows), room)
	f.scroll.show(f.At)
	if f.more != nil && f.scroll.top+room >= len(f.Rows) {
		f.extend()
		f.scroll.Fit(len(f.Rows), room)
	}
	return f.scroll.top, min(f.scroll.top+room, len(f.Rows)), &f.scroll
}

// extend adds the remaining rows of a List. The chosen row stays chosen.
func (f *Field) extend() {
	all, at := f.more(), f.Rows[f.At]
	if f.more = nil; len(all) < len(f.Rows) {
		return
	}
	f.Rows = all
	f.At = max(0, slices.IndexFunc(all, func(r Row) bool { return r.name == at.name && r.what == at.what && r.Title == at.Title }))
}

// Row returns a row of a List, completed for showing.
func (f *Field) Row(i int) Row {
	r := &f.Rows[i]
	if r.Load != nil {
		r.Load(r)
		r.Load = nil
	}
	return *r
}

func (f *Field) value() string { return strings.TrimSpace(f.String()) }

func (f *Field) typed() bool { return f.Kind == Text || f.Kind == Number }

func (f *Field) pick(i int) {
	if f.more != nil && i >= len(f.Rows)-1 {
		f.extend()
	}
	at := f.At
	f.At = max(0, min(i, max(len(f.Options), len(f.Rows))-1))
	if f.At != at && f.changed != nil {
		f.changed()
	}
}

// takes reports whether text can be inserted at the caret.
func (f *Field) takes(text string) bool {
	if f.Kind != Number {
		return true
	}
	digits := text
	if f.caret == 0 && !strings.HasPrefix(f.String(), "-") && !strings.HasPrefix(f.String(), "+") {
		digits = strings.TrimLeft(text, "+-")
		if len(text)-len(digits) > 1 {
			return false
		}
	}
	return strings.Trim(digits, "0123456789") == ""
}

// key handles a key in the field, and reports whether the key had an effect.
func (f *Field) key(key string) bool {
	switch f.Kind {
	case Choice:
		to, ok := map[string]int{"left": f.At - 1, "right": f.At + 1, "space": (f.At + 1) % len(f.Options)}[key]
		if ok {
			f.pick(to)
		}
		return ok
	case List:
		room := f.scroll.room
		to, ok := map[string]int{"up": f.At - 1, "down": f.At + 1, "pgup": f.At - room, "pgdown": f.At + room, "home": 0, "end": math.MaxInt}[key]
		if ok = ok && (key != "down" || f.At < len(f.Rows)-1); ok {
			f.pick(to)
		}
		return ok
	default:
		switch {
		case key == "up" || key == "down":
			return false
		case f.Kind == Number && (key == "space" || key == "shift+space"):
			return true
		}
		if f.Suggested && (key == "backspace" || key == "delete") {
			f.set("")
		}
		f.Suggested = false
		f.line.key(key)
	}
	return true
}

func (f *Field) suggest(text string) {
	f.set(text)
	f.Suggested = true
}

// open shows a form, with the keyboard focus in its first field that is not empty.
func (f *Form) open(shown Form) {
	*f = shown
	f.On = true
	for f.Focus < len(f.Fields)-1 && f.Fields[f.Focus].Kind == List && len(f.Fields[f.Focus].Rows) == 0 {
		f.Focus++
	}
	f.from = f.Focus
}

// Typing reports whether keys enter text in a form or in the line below the board.
func (d *Desk) Typing() bool { return d.filling() || d.Prompt() != nil }

// filling reports whether a form is open with no page over it, so that the form has the keyboard focus.
func (d *Desk) filling() bool { return d.Form.On && d.Pages.Top() == nil }

// Buttons returns the buttons of the form. The button with the keyboard focus is On.
func (f *Form) Buttons() []Button {
	at := f.Focus - len(f.Fields)
	return []Button{{Key: "enter", Label: f.Label, On: at == 0}, {Key: "esc", Label: "cancel", On: at == 1}}
}

// key handles a key, and reports whether the form is to be submitted.
func (f *Form) key(key string) (submits bool) {
	button := f.Focus >= len(f.Fields)
	switch key {
	case "esc", "ctrl+g":
		*f = Form{}
		return false
	case "enter":
		if f.Focus > len(f.Fields) {
			*f = Form{}
			return false
		}
		return true
	case "tab":
		f.walk(1)
		return false
	case "shift+tab":
		f.walk(-1)
		return false
	}
	if !button {
		field := f.Fields[f.Focus]
		if typesText(key) && field.typed() {
			f.insert(key)
			return false
		}
		if field.key(key) {
			f.Said = ""
			return false
		}
	}
	switch {
	case key == "up" || key == "left" && button:
		f.walk(-1)
	case key == "down" || key == "right" && button:
		f.walk(1)
	case key == "space" && button:
		return f.key("enter")
	case typesText(key):
		f.insert(key)
	}
	return false
}

// walk moves the keyboard focus to the next field or button, or to the previous one if the parameter by is negative.
func (f *Form) walk(by int) {
	n := len(f.Fields) + 2
	f.focus((f.Focus + by + n) % n)
}

func (f *Form) focus(i int) {
	f.Focus = i
	if i < len(f.Fields) {
		f.from = i
	}
}

// insert inserts text into the field with the keyboard, or else into the first field that takes text.
func (f *Form) insert(text string) {
	at := f.Focus
	if at >= len(f.Fields) || !f.Fields[at].typed() {
		at = slices.IndexFunc(f.Fields, (*Field).typed)
	}
	if at < 0 {
		return
	}
	f.focus(at)
	f.Said = ""
	if field := f.Fields[at]; field.takes(text) {
		if field.Suggested {
			field.set("")
			field.Suggested = false
		}
		field.insert(text)
	} else {
		f.Said = "Digits only, optionally signed."
	}
}

// ready reports whether all fields are filled in; if not, the form says what is missing.
func (f *Form) ready() bool {
	for i, field := range f.Fields {
		if field.need != "" && field.value() == "" {
			f.focus(i)
			f.Said = "Type " + field.need + " first."
			return false
		}
	}
	f.Said = ""
	return true
}

// LineField is the spot of the line below the board while somebody types in it.
const LineField = ButtonSpot + "line"

// Edit replaces the text of the field at a spot and puts the caret after the text's first caret characters. It is for front-ends in which a person
// edits the text themselves. If the field does not accept the text, nothing changes.
func (d *Desk) Edit(spot, text string, caret int) {
	if pr := d.Prompt(); pr != nil && spot == LineField {
		pr.input.edit(text, caret)
		return
	}
	for at, field := range d.Form.Fields {
		if d.filling() && field.typed() && spot == FieldSpot+strconv.Itoa(at) {
			d.Form.edit(at, text, caret)
		}
	}
}

// Line carries out a line of text, such as a move or a command, as if it had been typed below the board.
func (d *Desk) Line(text string) {
	switch {
	case strings.TrimSpace(text) == "":
	case d.Play == nil:
		d.Menu.Said = "Start a game first: commands work only in a game."
	default:
		d.Pages, d.Form = nil, Form{}
		d.Play.Message.unask()
		d.Play.Motion.jump()
		d.Play.carry(text)
		d.News()
	}
}

func (f *Form) edit(at int, text string, caret int) {
	field := f.Fields[at]
	f.focus(at)
	f.Said = ""
	if empty := (Field{Kind: field.Kind}); !empty.takes(text) {
		f.Said = "Digits only, optionally signed."
		return
	}
	field.Suggested = false
	field.line.edit(text, caret)
}

func (d *Desk) submit() {
	f := &d.Form
	if !f.ready() {
		return
	}
	text, err := f.do()
	if err != nil {
		f.Said = plainly(err)
		if d.Play != nil {
			d.Play.Message.sound("", game.Refused)
		}
		return
	}
	then := f.then
	d.Form = Form{}
	d.say(text)
	if then != nil {
		then()
	}
}

func (d *Desk) say(text string) {
	switch {
	case text == "":
	case d.Play != nil:
		d.Play.Message.tell(text)
	default:
		d.Menu.Said = text
	}
}

// click handles a click on a spot. It reports whether the spot belongs to the form, and whether the click submits the form.
func (f *Form) click(spot string) (took, submits bool) {
	kind, at, n := "", -1, 0
	_, _ = fmt.Sscan(strings.TrimPrefix(spot, ButtonSpot), &kind, &at, &n) // a spot may have fewer numbers, or none
	switch {
	case strings.HasPrefix(spot, FieldSpot) || strings.HasPrefix(spot, PickSpot):
		if at < 0 || at >= len(f.Fields) {
			return true, false
		}
		f.focus(at)
		if kind == "pick" {
			f.Fields[at].pick(n)
			f.Said, submits = "", f.Fields[at].Kind == List
		}
		return true, submits
	case spot == ButtonSpot+"enter":
		f.Focus = f.from
		return true, true
	case spot == ButtonSpot+"esc":
		*f = Form{}
		return true, false
	}
	return false, false
}

func (f *Form) paste(text string) {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	f.insert(first)
}

func (f *Form) wheel(by int) {
	for _, field := range f.Fields {
		if field.Kind == List {
			field.pick(field.At + by)
			f.Said = ""
		}
	}
}

// filling returns a form for the argument of a command, such as a number or a file name. run carries out the command.
func filling(w game.Word, run func(command.Request) (string, error)) Form {
	field := &Field{Label: w.Args, need: "a value"}
	f := Form{Title: w.Label, Hint: phrase.Capital(w.Help) + ".", Label: "OK", Fields: []*Field{field}}
	switch {
	case w.Same == "seed":
		field.Kind, field.Label, field.need = Number, "Seed", "a number"
		f.Hint = "With the same seed the computer plays the same moves. Any whole number of 64 bits, with or without a sign."
	case w.Args == "FILE":
		field.Label, field.need = "File name", "a file name"
	case !strings.Contains(w.Args, "@"):
		field.Label = phrase.Capital(strings.ToLower(w.Args))
	}
	f.do = func() (string, error) {
		r := command.Of(w)
		r.Text = strings.TrimSpace(r.Text + field.value())
		text, err := run(r)
		if err == nil && text == "" && w.Same == "seed" {
			text = "The seed is " + field.value() + "."
		}
		return text, err
	}
	return f
}

// FormSizes are the sizes of a form and its parts, in the units of a front-end.
type FormSizes struct {
	Height     float64
	Head, Foot float64 // the part with the title, above the fields; the part with the buttons, below the message
	Label, Box float64 // the label of a field; the box below the label, with the content or the options
	Gap        float64 // the gap below a field
	Rest       float64 // the gap below a list and above the message
	List       float64 // the minimum height of a list
	Line       float64 // the height of a line of the message
	Lines      int     // the maximum number of lines of the message
	Columns    int     // the number of fields side by side, unless they are lists; 0: one
}

// FormPlan holds the positions of the parts of a form, counted from its top.
type FormPlan struct {
	Fields []FieldPlace
	Lines  []string // the lines of the message
	LinesY float64
	Wrong  bool // the message is about an error
}

// FieldPlace is the position of a field.
type FieldPlace struct {
	*Field
	Number int     // from 0
	Column int     // from 0
	Y, H   float64 // the position and height of a list, or of the box below the label
	Active bool    // it has the keyboard
}

// least returns the total height of all fields that are not lists, and the number of lists.
func (s FormSizes) least(f *Form) (height float64, lists int) {
	for _, field := range f.Fields {
		if field.Kind == List {
			lists++
		} else {
			height += s.Label + s.Box + s.Gap
		}
	}
	if n := len(f.Fields) - lists; s.Columns > 1 && n > 0 {
		height *= math.Ceil(float64(n)/float64(s.Columns)) / float64(n)
	}
	return height, lists
}

// Needs returns the height that the form needs, and whether it can use more, for a list.
func (f *Form) Needs(s FormSizes) (height float64, lists bool) {
	height, n := s.least(f)
	return height + s.Head + s.Foot + s.Rest + s.Line*float64(s.Lines), n > 0
}

// Message returns what is wrong, or else the hint.
func (f *Form) Message() string { return cmp.Or(f.Said, f.Hint) }

// Plan lays out the form: the fields from the top, the message from the bottom, and a list in the remaining room. wrap breaks the message into
// lines.
func (f *Form) Plan(s FormSizes, wrap func(text string) []string) FormPlan {
	p := FormPlan{Lines: wrap(f.Message()), Wrong: f.Said != ""}
	if len(p.Lines) > s.Lines {
		p.Lines = p.Lines[:s.Lines]
		p.Lines[s.Lines-1] = strings.TrimSuffix(p.Lines[s.Lines-1], ".") + "…"
	}
	fixed, lists := s.least(f)
	if over := s.Head + fixed + s.Foot + s.Line*float64(len(p.Lines)) - s.Gap - s.Height; over > 0 && lists == 0 { // the form is too high: move the fields closer together, and shorten the hint
		gap := min(s.Gap, over/float64(len(f.Fields)-1))
		s.Gap -= gap
		over -= gap * float64(len(f.Fields)-1)
		for ; over > 0 && len(p.Lines) > 0 && !p.Wrong; over -= s.Line {
			p.Lines = p.Lines[:len(p.Lines)-1]
		}
	}
	p.LinesY = s.Height - s.Foot - s.Line*float64(len(p.Lines))
	y := s.Head
	column := 0
	for i, field := range f.Fields {
		at := FieldPlace{Field: field, Number: i, Y: y, H: s.Box, Active: f.Focus == i}
		if field.Kind == List {
			at.H = max(s.List, p.LinesY-s.Rest-y-fixed)
			y += at.H + s.Rest
		} else {
			at.Y, at.Column = y+s.Label, column
			if column++; column >= s.Columns {
				y, column = at.Y+at.H+s.Gap, 0
			}
		}
		p.Fields = append(p.Fields, at)
	}
	return p
}

// Spot returns the spot of the field.
func (p FieldPlace) Spot() string { return fmt.Sprint(FieldSpot, p.Number) }

// Option returns an option or a row of the field.
func (p FieldPlace) Option(n int) Option {
	is := Option{Spot: fmt.Sprint(PickSpot, p.Number, " ", n), Chosen: n == p.At, Active: n == p.At && p.Active}
	if p.Kind == Choice {
		is.Text = p.Options[n]
	}
	return is
}

// Strip returns the options of a Choice.
func (p FieldPlace) Strip() (list Strip) {
	for n := range p.Options {
		list = append(list, p.Option(n))
	}
	return list
}

// Joined joins texts that are not empty with a comma.
func Joined(a, b string) string { return strings.Trim(a+", "+b, ", ") }
