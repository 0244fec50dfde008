// Package desktest tests any front-end of a desk by playing there like a person: games of every kind with every way of
// moving, scripts of keys and clicks, and random input. A front-end's tests only have to provide [Hands].
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

// Menu returns the games for tests that expect a certain look or certain keys of the menu, so that other games do not affect them.
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

// Hands are a person's hands at a front-end. When a method returns, its effect is shown.
type Hands interface {
	// Desk returns the desk of the front-end.
	Desk() *desk.Desk
	// Press presses keys, given by their names with blanks between them.
	Press(keys string)
	// Type types a colon, a line and Enter.
	Type(line string)
	// Paste pastes text copied elsewhere.
	Paste(text string)
	// Point moves the mouse to a spot, and reports whether the spot is shown.
	Point(spot string) bool
	// Click moves the mouse to a spot and clicks, and reports whether the spot is shown.
	Click(spot string) bool
	// Choose clicks a line of the chooser, and reports whether the chooser has it.
	Choose(line string) bool
	// Take passes an event of the table to the desk.
	Take(e table.Event)
	// Shown returns the text shown now.
	Shown() string
}

// Seat returns a table for the game with this ID. programs lists the numbers of the seats that the computer plays, from 1: "2".
func Seat(t testing.TB, id, programs string) *table.Table {
	t.Helper()
	name, setup, err := game.ParseID(id)
	must(t, err)
	return Table(t, find(t, name), setup, programs, nil)
}

// Table is like [Seat], for any game and set-up. If begin is not nil, it makes the journal.
func Table(t testing.TB, g game.Game, setup game.Setup, programs string, begin func() (match.Ledger, error)) *table.Table {
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

// TableText returns p's present view as text.
func TableText(t testing.TB, p *table.Person) string {
	t.Helper()
	return viewText(t, p.Now().View)
}

// Record returns the game that p plays, in the save format.
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

// asking reports whether the page of a game shows a question that Enter answers.
func asking(p *desk.Play) bool {
	answers := p.Controls().Answers
	return len(answers) > 0 && answers[0].Key == "enter"
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
