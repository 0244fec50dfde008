package desktest

import (
	"strings"
	"testing"

	"attic/desk"
	"attic/game"
)

// One key map: no game gives a key of every game another meaning. What a game has for n is its way to begin again,
// and for i its seed.
func TestOneKeyMap(t *testing.T) {
	for _, g := range Menu(t) {
		words, ok := g.(game.Words)
		if !ok {
			continue
		}
		h := sitBareAt(t, Seat(t, game.ID(g.Info().Name, game.Setup{}), ""), "")
		for _, w := range words.Words() {
			for key := range strings.FieldsSeq(w.Key) {
				if _, general := h.desk.Play.Labelled(key); general && w.Same != "next" && w.Same != "seed" {
					t.Errorf("%s: %s is %s, and something else in every game", g.Info().Name, key, w.Name)
				}
			}
		}
		if _, general := h.desk.Play.Labelled("l"); general {
			t.Errorf("%s: l is a key of every game", g.Info().Name)
		}
		h.desk.Key("-")
		if got := h.desk.Play.Person.Now().Ply; got != 0 {
			t.Errorf("%s: - has played something", g.Info().Name)
		}
	}
}

// The same controls stand in the same order through all of a phase, and no key twice.
func TestControlsOfADesk(t *testing.T) {
	for _, c := range []struct{ id, script string }{
		{"atom4", "i10 h10 h11 g11"},
		{"ataxx", "blocks_3gh start a7-b6 g7-f6"},
		{"atommaster#17", "atoms_5 balls fire_1 fire_2 set_e5 sure_a1 resign"},
	} {
		h := sitBareAt(t, Seat(t, c.id, ""), "")
		seen := map[game.Phase]string{}
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
			phase, text := game.PhaseOf(h.desk.Play.Now.ToMove), strings.Join(keys, " ")
			if seen[phase] != "" && seen[phase] != text {
				t.Errorf("%s after %s: the controls are\n%s\nand were\n%s", c.id, after, text, seen[phase])
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
			t.Errorf("%s has had only %d phases", c.id, len(seen))
		}
	}
}
