package game

import (
	"strings"
	"testing"
)

func TestCommandsInSentences(t *testing.T) {
	button := func(line string) string { return strings.ToUpper(line) + " (x)" }
	for _, c := range []struct{ sentence, typed, keyed string }{
		{"Red to move.", "Red to move.", "Red to move."},
		{"this is over; " + Type("new") + " to deal again", "this is over; type new to deal again", "this is over; press NEW (x) to deal again"},
		{Type("more") + " or " + Type("fewer"), "type more or type fewer", "press MORE (x) or press FEWER (x)"},
		{Capital(Type("start")) + ".", "Type start.", "Press START (x)."},
		{Command("start") + " works only before", "start works only before", "START (x) works only before"},
		{Capital(Command("start") + " works only before"), "Start works only before", "START (x) works only before"},
		{Type("resume ./2"), "type resume ./2", "press RESUME ./2 (x)"},
		{Capital("red wins"), "Red wins", "Red wins"},
	} {
		if got := Typed(c.sentence); got != c.typed {
			t.Errorf("%q typed is %q, want %q", c.sentence, got, c.typed)
		}
		if got := Keyed(c.sentence, "press", button); got != c.keyed {
			t.Errorf("%q keyed is %q, want %q", c.sentence, got, c.keyed)
		}
	}
}
