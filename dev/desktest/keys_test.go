package desktest

import (
	"slices"
	"strings"
	"testing"

	"attic/desk"
	"attic/dev/race"
	"attic/game"
)

// All games share one key map: no game gives a shared key another meaning. Games may only define n for a new round or game, and i for their seed.
func TestOneKeyMap(t *testing.T) {
	for _, g := range Menu(t) {
		words, ok := g.(game.Words)
		if !ok {
			continue
		}
		h := sitBareAt(t, Seat(t, game.ID(g.Info().Name, game.Setup{}), ""), "")
		for _, w := range words.Words() {
			for key := range strings.FieldsSeq(w.Key) {
				if _, general := h.desk.Play.Labelled(key); general && w.Same != "next" && w.Same != "seed" && w.Same != w.Name {
					t.Errorf("%s: %s is %s, but means something else in every game", g.Info().Name, key, w.Name)
				}
			}
		}
		if _, general := h.desk.Play.Labelled("l"); general {
			t.Errorf("%s: l is a key of every game", g.Info().Name)
		}
		h.desk.Key("-")
		if got := h.desk.Play.Person.Now().Ply; got != 0 {
			t.Errorf("%s: - played something", g.Info().Name)
		}
	}
}

// The controls and their order stay the same throughout a phase, and no key appears twice. The first position of play is a phase of its own.
func TestControlsOfADesk(t *testing.T) {
	for _, c := range []struct{ id, script string }{
		{"atom4", "i10 h10 h11 g11"},
		{"ataxx", "blocks_3gh start a7-b6 g7-f6"},
		{"atommaster#17", "atoms_5 balls fire_1 fire_2 set_e5 sure_a1 resign"},
	} {
		h := sitBareAt(t, Seat(t, c.id, ""), "")
		type part struct {
			game.Phase
			begins bool
		}
		seen := map[part]string{}
		look := func(after string) {
			list := h.desk.Play.Controls()
			var keys []string
			once := map[string]bool{}
			for _, part := range [][]desk.Button{list.Bar, list.Own, list.Drawer} {
				for _, b := range part {
					if once[b.Key] || b.Label == "" {
						t.Errorf("%s after %s: %+v is there twice, or has no label", c.id, after, b)
					}
					once[b.Key] = true
					keys = append(keys, b.Key)
				}
				keys = append(keys, "|")
			}
			now, text := h.desk.Play.Now, strings.Join(keys, " ")
			phase := part{game.PhaseOf(now.ToMove), now.Ply == 0 && now.ToMove >= 0}
			if seen[phase] != "" && seen[phase] != text {
				t.Errorf("%s after %s: the controls are\n%s\nbut were\n%s", c.id, after, text, seen[phase])
			}
			seen[phase] = text
			if len(list.Bar) != 8 || list.Bar[7].Label != "more" {
				t.Errorf("%s: the bar is %v", c.id, list.Bar)
			}
		}
		look("the beginning")
		for text := range strings.FieldsSeq(c.script) {
			h.desk.Paste(strings.ReplaceAll(text, "_", " "))
			look(text)
		}
		if len(seen) < map[string]int{"atom4": 1, "ataxx": 2, "atommaster#17": 3}[c.id] {
			t.Errorf("%s had only %d phases", c.id, len(seen))
		}
	}
}

// A control that switches something shows whether it is on.
func TestSwitchesTellTheirState(t *testing.T) {
	race.Plain(t)
	on := func(h *bare, key string) bool {
		c := h.desk.Play.Controls()
		for _, b := range slices.Concat(c.Bar, c.Own, c.Drawer) {
			if b.Key == key {
				return b.On
			}
		}
		t.Errorf("there is no control %q", key)
		return false
	}
	for _, c := range []struct{ id, script, key string }{
		{"atommaster#17", "fire_1 set_a1 set_b1 set_c1 set_d1 evaluate", "x"},
		{"atommaster#17", "fire_1", "p"},
		{"atommaster#17", "", "b"},
		{"atommaster#17", "", "l"},
		{"atommaster#17", "fire_1", desk.LineKey + "coach"},
		{"atom4", "i10", "s"},
		{"ataxx", "start", desk.LineKey + "coach"},
	} {
		h := sitBareAt(t, Seat(t, c.id, ""), "")
		for text := range strings.FieldsSeq(c.script) {
			h.Type(strings.ReplaceAll(text, "_", " "))
		}
		for _, press := range []string{"first", "second"} {
			before := on(h, c.key)
			if line, ok := strings.CutPrefix(c.key, desk.LineKey); ok {
				h.Type(line)
			} else {
				h.Press(c.key)
			}
			if c.key == "l" && press == "second" { // l hides new atoms
				continue
			}
			if on(h, c.key) == before {
				t.Errorf("%s after %q: the %s press of %s does not show", c.id, c.script, press, c.key)
			}
		}
	}
}

// After learning mode, the new deal begins with the cursor at the start of a round. A larger field does not move the cursor.
func TestTheCursorAfterLearningMode(t *testing.T) {
	h := sitBareAt(t, Seat(t, "atommaster#17", ""), "")
	p := h.desk.Play
	at := func() string { return p.Cursor.Track + " " + p.Cursor.Cursors[p.Cursor.Track] }
	begun := at()
	h.Press("l")
	h.Type("fire 5")
	if at() == begun {
		t.Fatalf("after a beam the cursor is on %s still", begun)
	}
	h.Press("l")
	if got := at(); got != begun {
		t.Errorf("the new deal begins with the cursor on %s, want %s", got, begun)
	}
	h.Press("right")
	moved := at()
	h.Press("}")
	if got := at(); moved == begun || got != moved {
		t.Errorf("the cursor was on %s, and on a larger field is on %s", moved, got)
	}
}

// Undo is Off exactly where it would do nothing.
func TestUndoIsOffWhereItDoesNothing(t *testing.T) {
	for _, c := range []struct {
		id, programs, script string
		off                  bool
	}{
		{"atom4", "", "", true},
		{"atom4", "", ":i10", false},
		{"atom4", "", ":i10\nu", true},
		{"atom4", "", ":i10;h10\n[ [", false},
		{"ataxx", "", "", true},
		{"ataxx", "", ":blocks 3", false},
		{"ataxx start=yes", "2", "", true},
		{"ataxx start=yes", "", ":a7-b7;clear", false},
		{"atommaster#17", "2", "", true},
		{"atommaster#17", "2", ":fire 2", true},
		{"atommaster#17", "2", ":fire 2;set b6", false},
	} {
		b := sitBareAt(t, Seat(t, c.id, c.programs), "")
		Do(t, b, c.script, nil)
		p := b.desk.Play
		before := p.Person.Now().N
		if undo := p.Controls().Bar[0]; undo.Key != "u" || undo.Off != c.off {
			t.Errorf("%s after %q: %+v", c.id, c.script, undo)
		}
		if b.Press("u"); (p.Person.Now().N == before) != c.off {
			t.Errorf("%s after %q: u did something: %v", c.id, c.script, c.off)
		}
	}
}

// The level can be changed if the game has several levels and the computer plays at one of them.
func TestTheStepperOfTheLevel(t *testing.T) {
	for _, c := range []struct {
		id, programs string
		down, up     bool
	}{
		{"ataxx start=yes", "2", true, true}, {"ataxx start=yes", "", false, false}, {"atommaster#17", "2", false, false},
	} {
		b := sitBareAt(t, Seat(t, c.id, c.programs), "")
		level := b.desk.Play.Controls().Level
		if level == nil || level.Down.Off == c.down || level.Up.Off == c.up {
			t.Errorf("%s, programs %q: %+v", c.id, c.programs, level)
		}
	}
}

// The end of the set-up and a forced move are due. No move is due in Atommaster, where firing a beam starts play.
func TestWhatIsDue(t *testing.T) {
	for _, c := range []struct{ id, programs, script, due string }{
		{"ataxx", "2", "", "start"},
		{"ataxx start=yes", "2", "", ""},
		{"ataxx", "", ":fen xoo4/ooo4/ooo4/7/7/7/7 x;start", "-"},
		{"atom4", "2", "", ""},
		{"atommaster#17", "2", "", ""},
		{"atommaster#17", "", "", ""},
		{"atommaster#17", "2", ":side hider", "start"},
	} {
		b := sitBareAt(t, Seat(t, c.id, c.programs), "")
		Do(t, b, c.script, nil)
		if m := b.desk.Play.Controls().Due; m.Text != c.due {
			t.Errorf("%s, programs %q, after %q: %q is due", c.id, c.programs, c.script, m.Text)
		}
	}
}

// A key in an offer has the same label as among the other buttons.
func TestOneKeyHasOneLabel(t *testing.T) {
	for _, c := range []struct{ id, script, key, label string }{
		{"ataxx start=yes", "", "c", "Set up"},
		{"ataxx start=yes", ":a7-b7", "c", "Reset"},
		{"atommaster#17", ":fire 2", "n", "New"},
		{"atommaster#17", ":fire 2;resign", "n", "Play again"},
	} {
		b := sitBareAt(t, Seat(t, c.id, ""), "")
		Do(t, b, c.script, nil)
		controls := b.desk.Play.Controls()
		for _, list := range [][]desk.Button{controls.Game, append(controls.Own, controls.Drawer...)} {
			for _, button := range list {
				if button.Key == c.key && button.Label != c.label {
					t.Errorf("%s after %q: %s is %q", c.id, c.script, c.key, button.Label)
				}
			}
		}
	}
}
