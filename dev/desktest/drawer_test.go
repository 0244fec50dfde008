package desktest

import (
	"slices"
	"strings"
	"testing"

	"attic/desk"
)

// The drawer has the groups game, board, help, files and, last, quitting. Hosting, joining, the seed and the set-up options are in the drawer
// only before the first move at one machine. No button of the page concerns another machine.
func TestTheDrawerIsGrouped(t *testing.T) {
	for _, c := range []struct{ id, begins, first string }{
		{"atom4", "", "i10"},
		{"ataxx", "start", "b6"},
		{"ataxx start=yes", "", "b6"},
		{"atommaster", "size 5", "fire 1"},
	} {
		b := sitBareAt(t, Seat(t, c.id, "2"), "")
		b.desk.Net = &lan{t: t}
		setUp := []string{"N network", "i seed", "options"}
		for _, begun := range []bool{false, true} {
			b.Press(",")
			ch := On[*desk.Chooser](b.desk)
			var heads, items []string
			for _, item := range ch.Word.Items {
				if item.Text == "" {
					heads = append(heads, item.Label)
				} else {
					items = append(items, item.Label)
				}
			}
			if got := strings.Join(heads, " "); got != "Game Board Help Files Leave" && got != "Board Help Files Leave" {
				t.Errorf("%s: the groups are %s", c.id, got)
			}
			if at := len(items); items[at-2] != "M menu" || items[at-1] != "q quit" {
				t.Errorf("%s: the drawer ends with %q", c.id, items[at-2:])
			}
			for _, label := range setUp {
				if begun && slices.Contains(items, label) {
					t.Errorf("%s: %q is there during the game: %q", c.id, label, items)
				}
			}
			if !begun && !slices.Contains(items, setUp[0]) {
				t.Errorf("%s: before the first move there is %q", c.id, items)
			}
			controls := b.desk.Play.Controls()
			for _, button := range slices.Concat(controls.Bar, controls.Asides, controls.Answers, controls.Own) {
				if strings.Contains(button.Key, "join") || begun && (button.Label == "Host" || button.Label == "Join") {
					t.Errorf("%s: begun: %v; beside the board there is %+v", c.id, begun, button)
				}
			}
			b.Press("esc")
			for _, line := range []string{c.begins, c.first} {
				if line != "" && !begun {
					b.Type(line)
					b.desk.News()
				}
			}
		}
	}
}

// The arrows skip the headings of the drawer, with any number of columns, and reach every control.
func TestTheArrowsReachEveryControlOfTheDrawer(t *testing.T) {
	for columns := 1; columns <= 5; columns++ {
		b := sitBareAt(t, Seat(t, "ataxx", "2"), "")
		b.Press(",")
		ch := On[*desk.Chooser](b.desk)
		ch.Rows(columns)
		seen, todo := map[int]bool{ch.At: true}, []int{ch.At}
		for len(todo) > 0 {
			from := todo[0]
			todo = todo[1:]
			for _, key := range []string{"up", "down", "left", "right"} {
				ch.At = from
				b.Press(key)
				if ch.Word.Items[ch.At].Text == "" {
					t.Fatalf("%d columns: %s from %q leads to the heading %q", columns, key, ch.Word.Items[from].Label, ch.Word.Items[ch.At].Label)
				}
				if !seen[ch.At] {
					seen[ch.At] = true
					todo = append(todo, ch.At)
				}
			}
		}
		controls := len(b.desk.Play.Controls().Drawer)
		if len(seen) != controls {
			t.Errorf("%d columns: the arrows reach %d of %d controls", columns, len(seen), controls)
		}
	}
}

// Lessons, puzzles and timed runs have no list of moves and no level, and no controls of the game that have no effect.
func TestLecturesHaveNothingThatDoesNothing(t *testing.T) {
	for _, id := range []string{"atom4", "ataxx start=yes", "atommaster#17"} {
		b := sitBareAt(t, Seat(t, id, "2"), "")
		has := func(want bool, when string) {
			t.Helper()
			blocks, c := desk.Under(b.desk), b.desk.Play.Controls()
			if got := desk.PartOf[desk.MoveList](blocks).Exists(); got != want {
				t.Errorf("%s, %s: there is a list of moves: %v", id, when, got)
			}
			if got := c.Level != nil; got != want {
				t.Errorf("%s, %s: there is a level: %v", id, when, got)
			}
			if off := slices.ContainsFunc(c.Own, func(b desk.Button) bool { return b.Off }); off && !want {
				t.Errorf("%s, %s: a control does nothing: %v", id, when, c.Own)
			}
		}
		has(true, "a game")
		for _, line := range []string{"lesson 1", "next", "puzzle", "puzzle run"} {
			b.Type(line)
			b.desk.News()
			has(false, line)
		}
		b.Type("leave")
		b.desk.News()
		has(true, "the game again")
	}
}
