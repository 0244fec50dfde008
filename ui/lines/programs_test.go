package lines_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/desk/command"
	"attic/game"
	"attic/game/example/toy"
	"attic/match"
	"attic/match/store"
	"attic/table"
	"attic/teach/advice"
	"attic/ui/lines"
)

// leisurely is a person who types one line a second, in a synctest bubble, where that takes no real time.
type leisurely struct{ terminal }

func (p *leisurely) ReadLine() (string, error) {
	<-time.After(time.Second)
	return p.terminal.ReadLine()
}

// leisure runs a session on a terminal in which a person types the lines of the script, one a second, and returns the output.
func leisure(t *testing.T, kept store.Store, seat func(t *testing.T) *table.Table, script string) (said string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		tb := seat(t)
		in := &leisurely{terminal{lines: strings.Split(script, ";")}}
		s := lines.New(command.Config{Person: tb.Here(), Owner: tb, May: command.Everything, Store: kept, Terminal: true}, in, &out)
		must(t, s.Run(t.Context()))
		must(t, tb.Close())
		said = out.String()
	})
	return said
}

// toyAt returns a function that opens a table of the game id; see open.
func toyAt(id, programs string) func(t *testing.T) *table.Table {
	return func(t *testing.T) *table.Table { return open(t, id, programs) }
}

// inOrder returns the first of parts that does not occur in the text after the parts before it, or "".
func inOrder(text string, parts ...string) string {
	for _, part := range parts {
		_, rest, ok := strings.Cut(text, part)
		if !ok {
			return part
		}
		text = rest
	}
	return ""
}

func TestATerminalShowsAHint(t *testing.T) {
	said := leisure(t, store.Open(t.TempDir(), find), toyAt("toy#2", "person person"), "start;hint;hint;undo;hint")
	if missing := inOrder(said,
		"Thinking of a hint.", " 10?", "guess 10: halves what is left, 1 to 20.",
		" 10?", "Then the middle of what is left.",
		"Taken back: start.", "Hints are available once the game starts; type start."); missing != "" {
		t.Errorf("%q is missing in\n%s", missing, said)
	}
}

func TestATerminalWarnsOfThreats(t *testing.T) {
	warning := "Hider wins if the next guess is wrong."
	for _, c := range []struct {
		clause, programs, script string
		warned                   bool
	}{
		{"threats of the computer at a low level", "person program", "start;guess 20;guess 19;guess 18", true},
		{"not of a person", "person person", "start;guess 20;guess 19;guess 18", false},
		{"threats of a person too, with warn on", "person person", "warn on;start;guess 20;guess 19;guess 18", true},
		{"not with warn off", "person program", "warn off;start;guess 20;guess 19;guess 18", false},
		{"not two guesses before the end", "person program", "start;guess 20;guess 19", false},
	} {
		said := leisure(t, store.Open(t.TempDir(), find), toyAt("toy#2", c.programs), c.script)
		if got := strings.Contains(said, warning) && strings.Contains(said, "1!"); got != c.warned {
			t.Errorf("%s: warned %v in\n%s", c.clause, got, said)
		}
	}
}

func TestThreat(t *testing.T) {
	m, err := match.New(toy.Game{}, game.Setup{Seed: 2})
	must(t, err)
	for _, text := range []string{"start", "guess 20", "guess 19", "guess 18"} {
		m, _, err = m.Play(text)
		must(t, err)
	}
	now := func(players ...match.Player) table.Now {
		return table.Now{View: m.State().View(0), ToMove: 0, Players: players}
	}
	person, weak, strong := match.Player{}, match.Player{Program: true, Level: 4}, match.Player{Program: true, Level: 5}
	engine := match.Player{Program: true, Level: 1, Engine: "think:5s"}
	mine := now(person, weak)
	thinking := mine
	thinking.Thinking = true
	elsewhere := mine
	elsewhere.Seat = 1
	for _, c := range []struct {
		clause string
		now    table.Now
		warn   string
		warned bool
	}{
		{"a low level", mine, "", true},
		{"a higher level", now(person, strong), "", false},
		{"a higher level, with warn on", now(person, strong), "on", true},
		{"an engine has no level", now(person, engine), "", false},
		{"an engine, with warn on", now(person, engine), "on", true},
		{"a low level, with warn off", mine, "off", false},
		{"the computer is thinking", thinking, "on", false},
		{"the other seat is to move", elsewhere, "on", false},
	} {
		if _, warned := advice.Threat(toy.Game{}, c.now, c.warn); warned != c.warned {
			t.Errorf("%s: warned %v", c.clause, warned)
		}
	}
}

// The speed and the warnings that a person chooses at one table apply at the next one; a script changes no settings.
func TestSpeedAndWarningsAreRemembered(t *testing.T) {
	kept := store.Open(t.TempDir(), find)
	leisure(t, kept, toyAt("toy", "person program"), "speed 2.5;warn on")
	if s := kept.Profile.Settings(); s.Speed != "2.5" || s.Warn != "on" {
		t.Errorf("the settings kept are %+v", s)
	}
	said := leisure(t, kept, toyAt("toy", "person program"), "speed;warn;speed normal;warn auto")
	if missing := inOrder(said, "The computer's speed is 2.5 seconds a move.", "You will be warned when the opponent threatens to win.", "normal", "level 4 or lower"); missing != "" {
		t.Errorf("%q is missing in\n%s", missing, said)
	}
	if s := kept.Profile.Settings(); s.Speed != "" || s.Warn != "" {
		t.Errorf("the settings kept are %+v", s)
	}
	must(t, kept.Profile.Set(&store.Settings{}, func(s *store.Settings) { *s = store.Settings{Speed: "hare"} })) // as if edited by hand
	if said := leisure(t, kept, toyAt("toy", "person program"), "speed"); !strings.Contains(said, "The computer's speed is normal.") {
		t.Errorf("the output is\n%s", said)
	}
	piped(t, open(t, "toy", "person person"), "speed 9;warn on")
	if s := kept.Profile.Settings(); s.Speed != "hare" || s.Warn != "" {
		t.Errorf("a script changed the settings: %+v", s)
	}
}

// Each case is a script that a person types, one line a second, and the number of moves that two computer players make in the meantime.
// The game ends after three of them.
func TestTwoProgramsAtSpeed(t *testing.T) {
	for _, c := range []struct {
		clause, script string
		moves          int
	}{
		{"the default", "start", 1},
		{"fast", "speed fast;start", 3},
		{"slow", "speed slow;start", 0},
		{"slow, over a longer time", "speed slow;start;id;id", 1},
		{"in seconds", "speed 0.4;start", 2},
		{"paused", "start;pause;id;id;id", 1},
		{"paused, move by move", "start;pause;now;now", 3},
		{"after a pause", "start;pause;id;pause;id", 3},
	} {
		said := leisure(t, store.Open(t.TempDir(), find), toyAt("toy#2", "program program"), c.script)
		moves := strings.Count(said, "Lower than") + strings.Count(said, "It is 2.")
		if moves != c.moves {
			t.Errorf("%s: %d moves, want %d, in\n%s", c.clause, moves, c.moves, said)
		}
	}
}

// fellow is an opponent that chooses the first legal move, or fails if fails is not nil.
type fellow struct{ fails error }

func (f fellow) Choose(_ context.Context, m match.Match, progress func(game.Report)) (string, error) {
	progress(game.Report{Depth: 3, Line: []string{"guess 10"}})
	return game.MovesOf(m.State())[0].Text, f.fails
}

func (fellow) Close() error { return nil }

// engines returns a function that opens a table of the toy where engines can play; they fail if fails is not nil.
func engines(fails error) func(t *testing.T) *table.Table {
	return func(t *testing.T) *table.Table {
		m, err := match.New(toy.Game{}, game.Setup{Seed: 2})
		must(t, err)
		m.Players[0].Program, m.Players[1].Program, m.Side = false, false, 1
		return table.New(table.Config{
			Match: m, Chance: func() uint64 { return 77 },
			Opponent: func(string) (table.Opponent, error) { return fellow{fails}, nil },
		})
	}
}

func TestOpponents(t *testing.T) {
	for _, c := range []struct {
		clause, script string
		fails          error
		want           []string
	}{
		{"an engine", "opponent engine:/opt/Tiktaxx -q;opponent;name", nil, []string{"Guesser is played by the engine Tiktaxx.", "Guesser is played by the engine Tiktaxx.", "Guesser: the engine Tiktaxx."}},
		{"time to think", "opponent THINK:5s;name", nil, []string{"Guesser is played by the computer, 5s a move.", "Guesser: the computer, 5s a move."}},
		{"an engine plays", "opponent engine:x;start", nil, []string{"Higher than 1."}},
		{"an engine's thoughts are printed", "thoughts;opponent engine:x;start", nil, []string{"Higher than 1.", "It looked 3 moves ahead and expects guess 10."}},
		{"the computer replaces an engine", "opponent engine:x;opponent ai;name", nil, []string{"Guesser is played by the computer.", "Guesser: the computer, level 1."}},
		{"a person replaces an engine", "opponent engine:x;opponent human;name", nil, []string{"Guesser is played by a person.", "Guesser: a person."}},
		{"an engine fails", "opponent engine:x;start;guess 3", errors.New("it has ended"), []string{"It has ended. You play on in place of the engine x.", "Lower than 3."}},
		{"an invalid time", "opponent think:soon", nil, []string{"\"soon\" is not a thinking time; write 5s, 500ms or 1m30s, at most 1h."}},
		{"an engine without a name", "opponent engine:", nil, []string{"Name the command that starts the engine."}},
	} {
		said := leisure(t, store.Open(t.TempDir(), find), engines(c.fails), c.script)
		if missing := inOrder(said, c.want...); missing != "" {
			t.Errorf("%s: %q is missing in\n%s", c.clause, missing, said)
		}
	}
}
