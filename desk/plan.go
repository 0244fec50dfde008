package desk

import (
	"cmp"
	"fmt"
	"strings"
)

// FormSizes are the sizes of a form and its parts, in the units of a front-end.
type FormSizes struct {
	Height     float64
	Head, Foot float64 // above the fields, with the title; below the message, with the buttons
	Label, Box float64 // of a field: its label, and below it the box with its content or its options
	Gap        float64 // below a field
	Rest       float64 // below a list, and above the message
	List       float64 // the least height of a list
	Line       float64 // of the message
	Lines      int     // the most lines of the message
}

// FormPlan says where the parts of a form are; positions count from the top of the form.
type FormPlan struct {
	Fields []FieldPlace
	Lines  []string // of the message
	LinesY float64
	Wrong  bool // the message is about something wrong
}

// FieldPlace says where a field is.
type FieldPlace struct {
	*Field
	Number int     // from 0
	Y, H   float64 // of a list, otherwise of the box below the label
	Active bool    // it has the keyboard
}

// least returns the height of all fields but lists, and how many lists there are.
func (s FormSizes) least(f *Form) (height float64, lists int) {
	for _, field := range f.Fields {
		if field.Kind == List {
			lists++
		} else {
			height += s.Label + s.Box + s.Gap
		}
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

// Plan lays out the form: the fields from the top, the message from the bottom, and a list in what room there is left. wrap breaks the message
// into lines.
func (f *Form) Plan(s FormSizes, wrap func(text string) []string) FormPlan {
	p := FormPlan{Lines: wrap(f.Message()), Wrong: f.Said != ""}
	if len(p.Lines) > s.Lines {
		p.Lines = p.Lines[:s.Lines]
		p.Lines[s.Lines-1] = strings.TrimSuffix(p.Lines[s.Lines-1], ".") + "…"
	}
	fixed, lists := s.least(f)
	if over := s.Head + fixed + s.Foot + s.Line*float64(len(p.Lines)) - s.Gap - s.Height; over > 0 && lists == 0 { // the fields move together, and the hint makes room
		gap := min(s.Gap, over/float64(len(f.Fields)-1))
		s.Gap -= gap
		over -= gap * float64(len(f.Fields)-1)
		for ; over > 0 && len(p.Lines) > 0 && !p.Wrong; over -= s.Line {
			p.Lines = p.Lines[:len(p.Lines)-1]
		}
	}
	p.LinesY = s.Height - s.Foot - s.Line*float64(len(p.Lines))
	y := s.Head
	for i, field := range f.Fields {
		at := FieldPlace{Field: field, Number: i, Y: y, H: s.Box, Active: f.Focus == i}
		if field.Kind == List {
			at.H = max(s.List, p.LinesY-s.Rest-y-fixed)
			y += at.H + s.Rest
		} else {
			at.Y += s.Label
			y = at.Y + at.H + s.Gap
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
