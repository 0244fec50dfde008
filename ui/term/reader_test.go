package term

import (
	"fmt"
	"strings"
	"testing"

	"attic/desk"
	"attic/dev/desktest"
	"attic/dev/race"
	"attic/draw/prose"
	"attic/game"
	"attic/games"
)

// In 40 to 120 columns, help shows each picture of the lessons and every word unbroken, but no Markdown marks.
func TestHelpFits(t *testing.T) {
	race.Plain(t)
	for _, g := range games.All() {
		info := g.Info()
		pager := desktest.On[*desk.Pager](sit(t, info.Name, 80, 24).press("?").s.desk)
		if pager == nil || len(pager.Lessons) != len(game.Lessons(g)) {
			t.Fatalf("%s: help lacks lessons: %v", info.Name, pager)
		}
		for _, w := range []int{40, 44, 64, 80, 120} {
			c := newCanvas(w, 2000)
			drawBlocks(nil, c, pager.Blocks())
			all := c.grid.String()
			for _, shown := range pager.Lessons {
				for _, v := range []game.View{shown.First, shown.Then} {
					text := v.Grid(0, 0)
					for row := range strings.Lines(v.Grid(text.W, text.H).Part(shown.Part...).String()) {
						if row = strings.TrimSpace(row); !strings.Contains(all, row) {
							t.Errorf("%s in %d columns: the lesson %q lacks %q", info.Name, w, shown.Title, row)
						}
					}
				}
			}
			for _, b := range pager.Text {
				for _, word := range strings.Fields(prose.Text(b.Text)) {
					if !strings.Contains(all, word) {
						t.Errorf("%s in %d columns: %q is lost or broken", info.Name, w, word)
					}
				}
				for _, row := range b.Rows {
					for _, word := range strings.Fields(prose.Text(strings.Join(row, " "))) {
						if !strings.Contains(all, word) {
							t.Errorf("%s in %d columns: %q of a table is lost or broken", info.Name, w, word)
						}
					}
				}
			}
			if strings.Contains(all, "|--") || strings.Contains(all, "**") {
				t.Errorf("%s in %d columns: Markdown marks are shown", info.Name, w)
			}
		}
	}
}

// Help begins with the lesson; then it explains how to move, the game's keys, the keys of every game, and the keys of
// the full screen.
func TestHelpBeginsWithTheLesson(t *testing.T) {
	race.Plain(t)
	for i, g := range games.All() {
		for _, from := range []string{"game", "menu"} {
			d := sit(t, g.Info().Name, 80, 24)
			if from == "menu" {
				d.press("M " + fmt.Sprint(i+1))
			}
			if d.press("?"); desktest.On[*desk.Pager](d.s.desk) == nil {
				t.Fatalf("%s: ? opens no help in the %s", g.Info().Name, from)
			}
			c := newCanvas(80, 2000)
			drawBlocks(d.s, c, d.s.desk.Pages.Blocks())
			all, at := c.grid.String(), 0
			parts := []string{"\n  Keys ", "Keys of every game"}
			if strings.Contains(g.Info().Rules, "\n## On the full screen") {
				parts = append(parts, "On the full screen")
			}
			if strings.Contains(g.Info().Rules, "\n## How to move\n") {
				parts = append([]string{"How to move"}, parts...)
			}
			if lessons := g.Info().Lessons; len(lessons) > 0 {
				parts = append([]string{lessons[0].Title + ". "}, parts...)
			}
			for _, want := range parts {
				i := strings.Index(all[at:], want)
				if i < 0 {
					t.Errorf("%s: the help of the %s lacks %q after\n%.1000s", g.Info().Name, from, want, all[:at])
					break
				}
				at += i
			}
			if d.press("?"); desktest.On[*desk.Pager](d.s.desk) != nil {
				t.Errorf("%s: ? does not close the help of the %s", g.Info().Name, from)
			}
		}
	}
}
