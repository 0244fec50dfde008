package desk

import (
	"strings"
	"testing"

	"attic/desk/command"
	"attic/game"
	"attic/games"
	"attic/table"
)

func TestBar(t *testing.T) {
	for _, c := range []struct {
		at, last int
		want     string
	}{
		{0, 4, "[--------]"}, {1, 4, "[==------]"}, {4, 4, "[========]"}, {0, 0, "[--------]"}, {7, 1000, "[--------]"},
	} {
		if got := bar(c.at, c.last, 10); got != c.want {
			t.Errorf("%d of %d is %s, want %s", c.at, c.last, got, c.want)
		}
	}
}

func TestUnnumbered(t *testing.T) {
	for text, want := range map[string]string{
		"":            "",
		"a7-b6":       "a7-b6",
		"1. a7-b6":    "a7-b6",
		"12.a7-b6":    "a7-b6",
		" 3. fire 2 ": "fire 2",
		"4.":          "",
		"1... i10":    "i10",
		"12":          "12",
		"12 a":        "12 a",
		"-":           "-",
		"1. -":        "-",
		"0000":        "0000",
		"e5.":         "e5.",
	} {
		if got := command.Move(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// The cursor's ring: forward and back in the order of the spots, skipping spots without a move, and around the ends.
func TestRing(t *testing.T) {
	track := game.Track{Spots: strings.Fields("a b c d e")}
	for _, c := range []struct {
		from string
		step int
		free string
		want string
	}{
		{"a", 1, "a b c d e", "b"},
		{"e", 1, "a b c d e", "a"},
		{"a", -1, "a b c d e", "e"},
		{"a", 1, "a d", "d"},
		{"a", -1, "a d", "d"},
		{"b", 1, "a", "a"},
		{"b", -1, "b", "b"},
		{"c", 1, "", "d"},
		{"corner", 1, "a b c d e", "a"},
		{"corner", -1, "a b c d e", "e"},
		{"corner", 1, "c", "c"},
	} {
		free := map[string]bool{}
		for _, spot := range strings.Fields(c.free) {
			free[spot] = true
		}
		if got := ring(track, c.from, c.step, free); got != c.want {
			t.Errorf("from %s by %d with moves on %s: %s, want %s", c.from, c.step, c.free, got, c.want)
		}
	}
}

// IsKey knows the name of every key that does something.
func TestEveryKeyHasItsName(t *testing.T) {
	var keys []string
	for _, a := range new(Play).generalKeys() {
		keys = append(keys, strings.Fields(a.keys)...)
	}
	for key := range directions {
		keys = append(keys, key)
	}
	for _, g := range games.All() {
		s, err := g.New(game.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range game.MovesOf(s) {
			keys = append(keys, strings.Fields(m.Key)...)
		}
		if own, ok := g.(game.Words); ok {
			for _, w := range own.Words() {
				keys = append(keys, strings.Fields(w.Key)...)
			}
		}
	}
	for _, name := range append(keys, "enter", "esc", "backspace", "ctrl+left", "alt+b") {
		if !IsKey(name) {
			t.Errorf("IsKey does not know %q", name)
		}
	}
	for _, name := range []string{"", "ctrl+", "nothing", "shift+nothing", "F1"} {
		if IsKey(name) {
			t.Errorf("IsKey takes %q for a key", name)
		}
	}
}

// If the earlier position shown cannot be continued, the page says why, in a sentence that is true of the game.
func TestShut(t *testing.T) {
	open, hidden := game.Info{Open: true, Seats: []game.Seat{{Name: "Red"}, {Name: "Blue"}}}, game.Info{}
	for _, c := range []struct {
		shown Shown
		moves int
		want  string
	}{
		{Shown{Info: open}, 0, ""},
		{Shown{Info: open, Back: true}, 3, ""},
		{Shown{Info: open, Back: true, Now: table.Now{ToMove: game.Nobody}}, 0, ""},
		{Shown{Info: open, Back: true, Now: table.Now{ToMove: game.Anyone}}, 0, "The set-up cannot be changed from here; ] steps forward."},
		{Shown{Info: open, Back: true, Now: table.Now{ToMove: 1}}, 0, "It was Blue's move here; ] steps forward."},
		{Shown{Info: open, Back: true, Now: table.Now{ToMove: 1, Thinking: true}}, 0, "It was the computer's move here; ] steps forward."},
		{Shown{Info: hidden, Back: true}, 0, "You cannot play on from here: something hidden has been revealed since."},
	} {
		if got := c.shown.shut(c.moves); got != c.want {
			t.Errorf("%+v, %d moves: %q, want %q", c.shown, c.moves, got, c.want)
		}
	}
}

func TestFaster(t *testing.T) {
	for _, c := range []struct {
		speed, faster, slower string
	}{
		{"", "0.3", "1.2"},
		{"normal", "0.3", "1.2"},
		{"slow", "1.2", "4"},
		{"2", "1.2", "4"}, // typed, as slow as slow
		{"3", "slow", "4"},
		{"fast", "fast", "0.3"},
		{"0", "fast", "0.3"},
		{"8", "4", "8"},
		{"50", "8", "8"},
	} {
		if faster, slower := faster(c.speed, 1), faster(c.speed, -1); faster != c.faster || slower != c.slower {
			t.Errorf("%q: %q and %q, want %q and %q", c.speed, faster, slower, c.faster, c.slower)
		}
	}
}
