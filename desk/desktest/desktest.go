// Package desktest plays at any front-end of a desk, to check that a person can: every move of every game in
// every way of moving, scripts of keys and clicks, and what a monkey would do. A front-end's tests need no more
// than [Hands].
package desktest

import (
	"fmt"
	"strings"
	"testing"

	"attic/desk"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/table"
)

// Menu returns the games of a menu whose look or keys a test knows. What other games there are matters to no such test.
func Menu(t testing.TB) (list []game.Game) {
	t.Helper()
	for _, name := range []string{"atom4", "ataxx", "atommaster"} {
		g, ok := games.Find(name)
		if !ok {
			t.Fatalf("there is no game %s", name)
		}
		list = append(list, g)
	}
	return list
}

// Hands are a person's in front of a front-end. Whatever they do has been done, and is shown, when they return.
type Hands interface {
	// Desk returns the desk of the front-end.
	Desk() *desk.Desk
	// Press presses keys by their names, with blanks between them.
	Press(keys string)
	// Type types a line after a colon, with Enter after it.
	Type(line string)
	// Paste pastes a text that was copied elsewhere.
	Paste(text string)
	// Point moves the mouse to a spot, and reports whether the spot is shown.
	Point(spot string) bool
	// Click moves the mouse to a spot and clicks, and reports whether the spot is shown.
	Click(spot string) bool
	// Choose clicks on a line of the chooser, and reports whether it can be found there.
	Choose(line string) bool
	// Take lets an event happen at the table.
	Take(e table.Event)
	// Shown returns what can be read now.
	Shown() string
}

// Seat returns a table of a game ID; programs names the seats where the program sits: "2".
func Seat(t testing.TB, id, programs string) *table.Table {
	t.Helper()
	name, setup, err := game.ParseID(id)
	must(t, err)
	return Table(t, find(t, name), setup, programs, nil)
}

// Table is [Seat] for any game and set-up, with a journal, if begin is not nil.
func Table(t testing.TB, g game.Game, setup game.Setup, programs string, begin func() (table.Journal, error)) *table.Table {
	t.Helper()
	m, err := match.New(g, setup)
	must(t, err)
	for i := range m.Players {
		m.Players[i].Program = strings.Contains(programs, fmt.Sprint(i+1))
	}
	m.Side = 0
	m.Given = !m.Game().Info().Open
	return table.New(table.Config{Match: m, Chance: func() uint64 { return 77 }, Begin: begin})
}

// TableText returns what somebody at a table sees now, as text.
func TableText(t testing.TB, p *table.Person) string {
	t.Helper()
	return viewText(t, p.Now().View)
}

// Record returns the game that somebody at a table plays, as it is saved.
func Record(t testing.TB, p *table.Person) string {
	t.Helper()
	m, ok := p.Sight().FullMatch()
	if !ok {
		t.Fatal("the match cannot be read")
	}
	var saved strings.Builder
	must(t, m.Save(&saved))
	return saved.String()
}

func viewText(t testing.TB, v game.View) string {
	t.Helper()
	text, err := v.MarshalText()
	must(t, err)
	return string(text)
}

func find(t testing.TB, name string) game.Game {
	t.Helper()
	g, ok := games.Find(name)
	if !ok {
		t.Fatalf("no game %q", name)
	}
	return g
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
