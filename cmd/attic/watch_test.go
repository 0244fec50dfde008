//go:build unix

package main

import (
	"strings"
	"testing"
	"time"

	"attic/engine/arena"
	"attic/game"
	"attic/games"
)

// A match is watched to its end; once a key leaves the page, results are printed as usual.
func TestAMatchIsWatched(t *testing.T) {
	x := newHome(t).full(80, 24, colours256, "attic", "match", "ataxx", "--engine", "level:1", "--engine", "level:2", "--games", "2", "--seed", "5", "--watch")
	text := x.sees("the match is over", "after 2 games:", "level:2")
	if strings.Contains(text, "score   ") {
		t.Errorf("the summary is on the page:\n%s", text)
	}
	x.write("q")
	x.sees("   1  level:1 - level:2", "   2  level:2 - level:1", "score   level:1")
	if status := x.end(); status != 0 {
		t.Errorf("it ends with %d", status)
	}
}

// Ctrl-C on the page lets the current games finish; a second Ctrl-C stops the match.
func TestCtrlCOnTheWatchedPage(t *testing.T) {
	x := newHome(t).full(80, 24, colours256, "attic", "match", "ataxx", "--engine", "attic engine ataxx", "--engine", "level:2", "--tc", "none", "--patience", "1h", "--watch")
	x.sees("game 1", "> Red: attic")
	x.write("\x03")
	x.sees("finishing the games in progress")
	x.write("\x03")
	if status := x.end(); status != 130 {
		t.Errorf("it ends with %d", status)
	}
}

func TestWatchedPages(t *testing.T) {
	g, _ := games.Find("atom4")
	w := newWatcher(g, 2)
	pos, err := g.(game.Engines).ReadPosition("startpos")
	if err != nil {
		t.Fatal(err)
	}
	l := arena.Live{Slot: 1, Now: pos, Clocks: [2]time.Duration{5 * time.Minute, 0}, Since: time.Now().Add(time.Hour)}
	l.Number, l.Names, l.Winner = 3, [2]string{"new", "old"}, game.Nobody
	l.Used = [2]time.Duration{0, 65 * time.Second}
	l.Told[1] = game.Report{Scored: true, Score: -12, Depth: 4, Line: []string{"i10", "h10"}}
	w.take(l)
	pages := w.games()
	if pages[0].Title != "Atom-4: no game here yet" || pages[1].Title != "Atom-4, game 3" || pages[1].View == nil {
		t.Errorf("the pages are %+v", pages)
	}
	one, two := pages[1].Players[0], pages[1].Players[1]
	if one.Seat != "Player 1" || one.Name != "new" || !one.ToMove || !strings.HasPrefix(one.Clock, "1:0") || two.ToMove || two.Clock != "1:05 used" || two.Thinks != "cp -12 depth 4 i10 h10" {
		t.Errorf("they are %+v and %+v", one, two)
	}
	l.Over, l.Winner, l.Why = true, 1, "It is over."
	w.take(l)
	if page := w.games()[1]; page.Result != "0-1  It is over." || page.Players[0].ToMove || page.Players[0].Clock != "5:00" {
		t.Errorf("at the end the page is %+v", page)
	}
}

func TestClockTexts(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0.0 s", 9940 * time.Millisecond: "9.9 s", 65 * time.Second: "1:05", 600 * time.Second: "10:00", 3723 * time.Second: "1:02:03",
	} {
		if got := clockText(d); got != want {
			t.Errorf("%v is %s, want %s", d, got, want)
		}
	}
}
