package game_test

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"attic/game"
	"attic/games"
)

func TestIDs(t *testing.T) {
	for _, c := range []struct {
		id   string // as people write it
		name string
		s    game.Setup
	}{
		{"ataxx", "ataxx", game.Setup{}},
		{"ataxx#17", "ataxx", game.Setup{Seed: 17}},
		{"ataxx blocks=3gh", "ataxx", game.Setup{Options: "blocks=3gh"}},
		{"ataxx blocks=3gh#17", "ataxx", game.Setup{Options: "blocks=3gh", Seed: 17}},
		{"atommaster atoms=5 size=9#18446744073709551615", "atommaster", game.Setup{Options: "atoms=5 size=9", Seed: math.MaxUint64}},
	} {
		if got := game.ID(c.name, c.s); got != c.id {
			t.Errorf("ID is %q, want %q", got, c.id)
		}
		name, s, err := game.ParseID(c.id)
		if name != c.name || s != c.s || err != nil {
			t.Errorf("%q is %q %+v, %v", c.id, name, s, err)
		}
	}
}

func TestOtherSpellingsOfIDs(t *testing.T) {
	for text, want := range map[string]string{
		"  ATAXX  ":               "ataxx",
		"Ataxx#0":                 "ataxx",
		"ataxx #17":               "ataxx#17",
		"ataxx # 17 ":             "ataxx#17",
		"ataxx#017":               "ataxx#17",
		"ataxx\tblocks=3gh":       "ataxx blocks=3gh",
		"atommaster  a=1 \t b=2 ": "atommaster a=1 b=2",
		"atommaster a=1  b=2 # 3": "atommaster a=1 b=2#3",
	} {
		name, s, err := game.ParseID(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := game.ID(name, s); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestSeedsThatAreNone(t *testing.T) {
	for _, id := range []string{"ataxx#", "ataxx#x", "ataxx#-1", "ataxx#1.5", "ataxx#18446744073709551616", "ataxx#1#2", "ataxx#1 2", "ataxx#" + strings.Repeat("9", 9999)} {
		_, s, err := game.ParseID(id)
		if err == nil {
			t.Errorf("%.50q is read as %+v", id, s)
			continue
		}
		if text := err.Error(); !strings.Contains(text, "18446744073709551615") || len(text) > 200 {
			t.Errorf("%.50q: %q does not say what a seed is", id, text)
		}
	}
}

func TestSplitOptions(t *testing.T) {
	got, err := game.SplitOptions(" Size=9  atoms=A=b ", "atoms", "size")
	if want := []game.Option{{Name: "size", Value: "9"}, {Name: "atoms", Value: "A=b"}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := game.SplitOptions("", "size"); len(got) != 0 || err != nil {
		t.Errorf("no options: %v, %v", got, err)
	}
	for _, c := range []struct{ options, want string }{
		{"size", "write it as size=VALUE"},
		{"size=", "write it as size=VALUE"},
		{"depth=3", `unknown option "depth"; the options are atoms, size`},
		{"=3", "unknown option"},
		{"size=3 SIZE=4", `"size" is given twice`},
		{strings.Repeat("x", 9999) + "=1", "unknown option"},
		{strings.Repeat("x", 9999), "has no value"},
	} {
		_, err := game.SplitOptions(c.options, "atoms", "size")
		if err == nil {
			t.Errorf("%.50q is read", c.options)
			continue
		}
		if text := err.Error(); !strings.Contains(text, c.want) || len(text) > 200 {
			t.Errorf("%.50q: %.300q, want %q", c.options, text, c.want)
		}
	}
}

func TestPhases(t *testing.T) {
	for toMove, want := range map[int]game.Phase{game.Anyone: game.Before, game.Nobody: game.After, 0: game.During, 1: game.During} {
		if got := game.PhaseOf(toMove); got != want || got&game.Always == 0 {
			t.Errorf("%d to move: phase %d, want %d", toMove, got, want)
		}
	}
}

func TestRefusals(t *testing.T) {
	sentinel := errors.New("rules: illegal")
	for _, c := range []struct {
		err      error
		text     string
		notation bool
	}{
		{game.Illegal("no piece on %s", "a1"), "no piece on a1", false},
		{game.Unreadable("a move is written %q", "a1"), `a move is written "a1"`, true},
		{game.Refuse(errors.New("rules: illegal: 100% full"), sentinel), "100% full", false},
	} {
		if c.err.Error() != c.text || !errors.Is(c.err, game.ErrIllegal) || errors.Is(c.err, game.ErrNotation) != c.notation {
			t.Errorf("%q wraps %v", c.err, errors.Unwrap(c.err))
		}
	}
}

// A game ID that was read stays the same when it is written and read again, in a form of this program if another program made it.
func FuzzIDsRoundTrip(f *testing.F) {
	for _, id := range []string{"ataxx blocks=3gh#17", "ATOM4", "#5", "a b=#", " \t# 0", "x\u00a0#1", "w8h8m5M5:b2bff65a8ec4eb1d27e468ef", "w8h8m5M6:b2", "w8h8m5M5:b"} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		if g, s, ok, err := game.FindID(games.All(), id); ok && err == nil {
			if start, err := g.New(s); err == nil {
				_, same, _, err := game.FindID(games.All(), game.ID(g.Info().Name, s))
				if again, wrong := g.New(same); err != nil || wrong != nil || !reflect.DeepEqual(again.View(game.Nobody).Status(), start.View(game.Nobody).Status()) {
					t.Fatalf("%q is %+v, then %+v, %v, %v", id, s, same, err, wrong)
				}
			}
		}
		name, s, err := game.ParseID(id)
		if err != nil {
			if text := err.Error(); len(text) > 300 || strings.Contains(text, "\n") {
				t.Fatalf("the error is not one line: %q", text)
			}
			return
		}
		if f := strings.Fields(name); len(f) != 1 || f[0] != name {
			return // no game can have this name
		}
		written := game.ID(name, s)
		again, same, err := game.ParseID(written)
		if err != nil || again != name || same != s {
			t.Fatalf("%q is %q %+v; written %q it is %q %+v, %v", id, name, s, written, again, same, err)
		}
	})
}

func TestOperationsOfEPD(t *testing.T) {
	for line, want := range map[string]string{
		"x/o x hmvc 3; fmvn 7;": "x/o x 3 7", "x/o o bm f6; id \"a 1\";": "x/o o", "x/o x fmvn 2;": "x/o x 0 2", "x/o o 0 1;": "x/o o 0 1", "x/o o 0 1; id \"a\";": "x/o o 0 1", "x/o x": "x/o x",
	} {
		if got := game.FEN(line); got != want {
			t.Errorf("%s is read as %s, not %s", line, got, want)
		}
	}
}
