package desktest

import (
	"testing"

	"attic/desk"
	"attic/desk/command"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// A lesson or puzzle started in the menu leads back to the menu, however it ends, and leaves no game in the library. A lesson started in a game
// leads back to that game.
func TestLessonsLeadBack(t *testing.T) {
	b := &bare{}
	kept := store.Open(t.TempDir(), games.Find)
	b.desk = desk.New(desk.Config{
		Games: games.All(), May: command.Everything, Store: kept, NoMotion: true, Paused: true, Display: b, Clock: Noon,
		Open: func(g game.Game, _ store.GameSettings) (*table.Table, error) {
			return Table(t, g, game.Setup{}.With(g.Info().Started), "", func() (match.Ledger, error) { return kept.Library.Begin(g.Info().Name, Noon()) }), nil
		},
	})
	t.Cleanup(func() { must(t, b.desk.Close()) })
	for n, number := range []string{"1", "2", "3"} {
		for _, row := range []string{"Learn", "Lessons", "Today", "Puzzles"} {
			for _, leave := range []string{"esc", "0\nesc\nesc", "click key:esc", ":leave"} {
				b.Press(number)
				goToLine(t, b, row)
				b.Press("enter")
				if b.desk.Play == nil || b.desk.Play.Study.Course() == nil {
					t.Fatalf("%s: %s begins nothing:\n%s", number, row, b.Shown())
				}
				Do(t, b, leave, nil)
				if p := b.desk.Play; p != nil && asking(p) {
					b.Press("enter")
				}
				if p := b.desk.Play; p != nil {
					t.Fatalf("%s, %s: %q leads to no menu, but to\n%s\n%s", number, row, leave, p.Goal(), b.Shown())
				}
				if b.desk.Menu.Entry != n || b.desk.Menu.Said != "" {
					t.Errorf("%s, %s: after %q the menu is at %d and says %q", number, row, leave, b.desk.Menu.Entry, b.desk.Menu.Said)
				}
			}
		}
	}
	if list, err := kept.Library.Games(""); err != nil || len(list) > 0 {
		t.Errorf("lessons and puzzles left games: %+v, %v", list, err)
	}

	b.Press("2")
	goToLine(t, b, "Play")
	b.Press("enter")
	p := b.desk.Play
	Do(t, b, ":"+p.Cursor.Moves[0].Text, nil)
	before := viewText(t, p.Now.View)
	Do(t, b, ":lesson 2\n:leave", nil)
	if b.desk.Play != p || p.Study.Course() != nil || viewText(t, p.Now.View) != before {
		t.Errorf("a lesson begun in a game does not lead back to that game:\n%s", b.Shown())
	}
}
