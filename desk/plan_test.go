package desk

import (
	"fmt"
	"strings"
	"testing"

	"attic/draw/prose"
	"attic/game"
)

// A list gets the room that the other fields and the message leave, but at least its minimum height.
func TestPlan(t *testing.T) {
	f := Form{Hint: "one two three", Focus: 1, Fields: []*Field{{Kind: List}, {Kind: Text}, {Kind: Choice}}}
	sizes := FormSizes{Height: 30, Head: 2, Foot: 2, Label: 1, Box: 1, Gap: 1, List: 4, Line: 1, Lines: 2}
	for _, c := range []struct {
		height float64
		said   string
		want   string
	}{
		{30, "", "list 2+18, 21, 24; one two… at 26"},
		{30, "wrong", "list 2+19, 22, 25; wrong at 27"},
		{10, "", "list 2+4, 7, 10; one two… at 6"},
	} {
		sizes.Height, f.Said = c.height, c.said
		p := f.Plan(sizes, strings.Fields)
		got := fmt.Sprintf("list %g+%g, %g, %g; %s at %g", p.Fields[0].Y, p.Fields[0].H, p.Fields[1].Y, p.Fields[2].Y, strings.Join(p.Lines, " "), p.LinesY)
		if got != c.want {
			t.Errorf("height %g, %q: %s, want %s", c.height, c.said, got, c.want)
		}
		if p.Wrong != (c.said != "") || p.Fields[0].Active || !p.Fields[1].Active {
			t.Errorf("height %g, %q: %+v", c.height, c.said, p)
		}
	}
	if height, lists := f.Needs(sizes); height != 12 || !lists {
		t.Errorf("the form needs %g, and has lists: %v", height, lists)
	}
}

// The text of a lesson is beside its pictures if it has room there, otherwise above and below them.
func TestLay(t *testing.T) {
	shown := game.Shown{Lesson: game.Lesson{Title: "Extend", Text: "The piece stays."}, Said: []string{"Red took c6."}}
	for _, c := range []struct {
		width int
		want  string
	}{
		{60, "pictures at 0, text at 13, 47 wide, then at 1; 5 lines"},
		{30, "pictures at 0, text at 13, 17 wide, then at 2; 5 lines"},
		{20, "pictures at 3, text at 0, 20 wide, then at 9; 10 lines"},
	} {
		s := Setting{Setter: prose.Columns(c.width), Line: 1, Beside: 3, LeastBeside: 15, Above: 1, Pictures: func(game.Shown) (w, h float64) { return 10, 5 }}
		l := s.Lay(shown)
		if got := fmt.Sprintf("pictures at %g, text at %g, %g wide, then at %g; %d lines", l.Y, l.X, l.W, l.SaidY, l.Lines); got != c.want {
			t.Errorf("in %d columns: %s, want %s", c.width, got, c.want)
		}
	}
}

// The beginning of a line that is too long is left out, so that the part before the caret fits.
func TestEdited(t *testing.T) {
	l := line{}
	l.set("abcdef")
	for _, c := range []struct {
		keys, want string
		caret      int
	}{{"", "def", 3}, {"left left", "bcdef", 3}, {"home", "abcdef", 0}} {
		for key := range strings.FieldsSeq(c.keys) {
			l.key(key)
		}
		if text, caret := l.Edited(func(before string) bool { return len(before) <= 3 }); string(text) != c.want || caret != c.caret {
			t.Errorf("after %q: %q with the caret at %d, want %q at %d", c.keys, string(text), caret, c.want, c.caret)
		}
	}
}
