package desktest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"attic/desk"
	"attic/desk/command"
	"attic/game"
	"attic/games"
	"attic/match/store"
	"attic/table"
)

// A timed run from the menu: the time passes, a mistake is shown for a while, and the result can be copied at the end. The menu then shows the best
// run.
func TestATimedRunFromTheMenu(t *testing.T) {
	now := Noon()
	b := &bare{}
	b.desk = desk.New(desk.Config{
		Games: Menu(t), May: command.Everything, Store: store.Open(t.TempDir(), games.Find), NoMotion: true, Paused: true, Display: b,
		Open:  func(g game.Game, _ store.GameSettings) (*table.Table, error) { return Seat(t, g.Info().Name, ""), nil },
		Clock: func() time.Time { return now },
	})
	t.Cleanup(func() { must(t, b.desk.Close()) })
	b.Press("2")
	goToLine(t, b, "Puzzles")
	b.Press("right enter")
	tick := func(seconds int) {
		t.Helper()
		for range seconds {
			if !b.desk.Ticks() {
				t.Fatal("the page does not change with the time")
			}
			now = now.Add(time.Second)
			b.desk.Tick()
			b.desk.News()
		}
	}
	says := func(want string) {
		t.Helper()
		if text := b.desk.Play.Goal() + "\n" + b.desk.Play.Study.Question() + "\n" + b.Shown(); !strings.Contains(text, want) {
			t.Errorf("%q is not shown:\n%s", want, text)
		}
	}
	says("Run: 3:00 left, 0 solved, 0 missed")
	tick(5)
	says("Run: 2:55 left, 0 solved, 0 missed")
	b.Press("h")
	says("There are no hints in a timed run.")
	if slices.ContainsFunc(b.desk.Play.Controls().Bar, func(c desk.Button) bool { return c.Key == "h" }) {
		t.Error("a timed run has a control for hints, which it refuses")
	}
	for b.desk.Play.Study.Course().Puzzle.Key == "none" {
		b.Press("0")
	}
	missed := b.desk.Play.Study.Course().Puzzle.ID
	b.Press("0")
	says("Wrong: there is such a move.")
	says("n: go on.")
	tick(3)
	if b.desk.Play.Study.Course().Puzzle.ID != missed {
		t.Error("the miss is not shown for long")
	}
	tick(1)
	if b.desk.Play.Study.Course().Puzzle.ID == missed {
		t.Error("the run does not continue by itself")
	}
	b.Press("esc")
	says("End this run? Its result will not be kept.")
	b.Press("esc")
	tick(175) // the clock was stopped while the mistake was shown
	says("Time is up: ")
	says("Y: copy the result. n: another run. Esc: end.")
	if b.desk.Ticks() {
		t.Error("the time continues after the end")
	}
	b.Press("Y")
	if !strings.HasPrefix(b.copied, "attic, Ataxx timed run of 2026-11-23 (edition ") {
		t.Errorf("copied: %q", b.copied)
	}
	b.Press("esc M")
	goToLine(t, b, "Puzzles")
	b.Press("right")
	if it := b.desk.Menu.Items()[b.desk.Menu.Item]; !strings.HasPrefix(it.Value, "timed run; best ") {
		t.Errorf("the menu shows %q", it.Value)
	}
}
