package match_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"attic/game"
	"attic/game/example/toy"
	"attic/match"
)

var errAny = errors.New("some error")

// Each line: the actions, the error of the last one, and the history after it.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		clause, id, script string
		err                error
		history            string
	}{
		{"play: a move is recorded as the game writes it", "ataxx", "START; B6", nil, "start a7-b6"},
		{"play: an illegal move changes nothing", "coin", "toss; toss", game.ErrIllegal, "toss"},
		{"play: nothing is played when the game is over", "coin", "toss; one; toss", game.ErrIllegal, "toss one"},
		{"play: that error says that it is over", "coin", "toss; one; toss", match.ErrOver, "toss one"},
		{"play: nothing is played after a resignation", "coin", "resign 1; toss", match.ErrOver, "resign"},
		{"undo: there must be something", "coin", "undo", match.ErrNothing, ""},
		{"undo: takes a move back", "coin", "toss; undo", nil, ""},
		{"undo: takes the last move of a game back", "coin", "toss; one; undo", nil, "toss"},
		{"undo: without limit", "coin", "toss; one; next; toss; undo; undo; undo; undo", nil, ""},
		{"undo: not beyond the beginning", "coin", "toss; one; next; toss; undo; undo; undo; undo; undo", match.ErrNothing, ""},
		{"undo: takes a resignation back", "coin", "toss; resign 2; undo", nil, "toss"},
		{"undo: takes next back at a round's start", "coin", "toss; one; next; undo", nil, "toss one"},
		{"undo: not past a final move", "toy#1", "start; guess 10; undo", match.ErrFinal, "start guess 10"},
		{"undo: not past a secret move that is final", "toy", "hide 3; undo", match.ErrFinal, "hide"},
		{"undo: back to a final move", "toy", "hide 3; start; undo", nil, "hide"},
		{"undo: next is taken back though a final move came before", "toy#1", "start; guess 10; next; undo", nil, "start guess 10"},
		{"undo: but not that final move itself", "toy#1", "start; guess 10; next; undo; undo", match.ErrFinal, "start guess 10"},
		{"redo: there must be something", "coin", "toss; redo", match.ErrNoRedo, "toss"},
		{"redo: brings a move back", "coin", "toss; undo; redo", nil, "toss"},
		{"redo: one at a time, in the order of play", "coin", "toss; two; undo; undo; redo", nil, "toss"},
		{"redo: without limit, over rounds", "coin", "toss; two; next; toss; undo; undo; undo; undo; redo; redo; redo; redo", nil, "toss two / toss"},
		{"redo: no more than was taken", "coin", "toss; undo; redo; redo", match.ErrNoRedo, "toss"},
		{"redo: brings a resignation back", "coin", "resign 1; undo; redo", nil, "resign"},
		{"redo: a different move loses it", "coin", "toss; one; undo; two; redo", match.ErrNoRedo, "toss two"},
		{"redo: an illegal move does not lose it", "coin", "toss; one; undo; toss", game.ErrIllegal, "toss"},
		{"redo: the same move brings it back and keeps the rest", "coin", "toss; one; undo; undo; toss; redo", nil, "toss one"},
		{"redo: in any spelling", "coin", "toss; one; undo; undo; TOSS; redo", nil, "toss one"},
		{"redo: also over rounds", "coin", "toss; one; next; toss; undo; undo; undo; one; redo; redo", nil, "toss one / toss"},
		{"redo: playing the last move again leaves nothing to redo", "coin", "toss; one; undo; one; redo", match.ErrNoRedo, "toss one"},
		{"redo: a different move after the same one loses the rest", "coin", "toss; one; undo; undo; toss; two; redo", match.ErrNoRedo, "toss two"},
		{"redo: a resignation loses it", "coin", "toss; one; undo; resign 1; redo", match.ErrNoRedo, "toss resign"},
		{"redo: undo refused does not lose it", "toy#1", "start; guess 10; next; start; undo; undo; undo", match.ErrFinal, "start guess 10"},
		{"resign: ends the round", "coin", "toss; resign 2", nil, "toss resign"},
		{"resign: not when it is over", "coin", "toss; one; resign 1", match.ErrOver, "toss one"},
		{"resign: not twice", "coin", "resign 1; resign 2", match.ErrOver, "resign"},
		{"resign: not before play", "ataxx", "resign 1", errAny, ""},
		{"stop: a claimed draw ends the round", "coin", "toss; stop draw 2", nil, "toss draw"},
		{"stop: a draw by agreement ends the round", "coin", "toss; stop draw 1", nil, "toss draw"},
		{"stop: a seat that has left loses", "coin", "toss; stop left 2", nil, "toss left"},
		{"stop: a seat without time loses", "coin", "toss; stop time 2", nil, "toss time"},
		{"stop: without a result", "coin", "toss; stop none 1", nil, "toss none"},
		{"stop: a win by decision", "coin", "toss; stop won 2", nil, "toss won"},
		{"stop: a draw by decision can be taken back", "coin", "toss; stop even 1; undo", nil, "toss"},
		{"stop: not when it is over", "coin", "toss; one; stop draw 1", match.ErrOver, "toss one"},
		{"stop: not before play", "ataxx", "stop draw 1", errAny, ""},
		{"undo: takes a stop back", "coin", "toss; stop none 2; undo", nil, "toss"},
		{"redo: brings a stop back", "coin", "toss; stop left 1; undo; redo", nil, "toss left"},
		{"next: refused while a round is on", "coin", "toss; next", match.ErrRound, "toss"},
		{"next: when the round is over", "coin", "toss; one; next", nil, "toss one / "},
		{"next: after a draw", "coin", "toss; draw; next", nil, "toss draw / "},
		{"next: after a resignation", "coin", "resign 2; next", nil, "resign / "},
		{"next: at any time in a game whose rounds can be abandoned", "toy#1", "start; next", nil, "start / "},
		{"next: not in a game without rounds", "ataxx", "start; resign 1; next", errAny, "start resign"},
		{"next: loses what could be redone", "coin", "toss; one; undo; resign 1; next; redo", match.ErrNoRedo, "toss resign / "},
		{"history: shows only the label of a secret move", "toy", "hide 3; hide 4; start", nil, "hide hide start"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			m, err := steps(t, begin(t, c.id), c.script)
			if c.err == errAny {
				if err == nil {
					t.Error("no error")
				}
			} else if !errors.Is(err, c.err) {
				t.Errorf("error %v, want %v", err, c.err)
			}
			if got := told(m); got != c.history {
				t.Errorf("history %q, want %q", got, c.history)
			}
		})
	}
}

func TestRedoLeadsToTheSameEnd(t *testing.T) {
	m, _ := steps(t, begin(t, "toy#1"), "start; guess 10; next; hide 7; start; guess 10; guess 5; next; start")
	far := m
	for {
		back, err := m.Undo()
		if err != nil {
			break
		}
		m = back
	}
	for {
		on, err := m.Redo()
		if err != nil {
			break
		}
		m = on
	}
	if !slices.Equal(m.Lines(), far.Lines()) {
		t.Errorf("after undo and redo:\n%q\nbefore:\n%q", m.Lines(), far.Lines())
	}
}

// Each line: the actions, the ply to view, the history there, and the number of steps before and after it.
func TestAt(t *testing.T) {
	const rounds = "toss; one; next; toss; two; undo; undo"
	for _, c := range []struct {
		clause, id, script string
		at                 int
		history            string
		ply, ahead         int
	}{
		{"where one is", "coin", rounds, 3, "toss one / ", 3, 2},
		{"back", "coin", rounds, 1, "toss", 1, 4},
		{"the beginning", "coin", rounds, 0, "", 0, 5},
		{"before the beginning", "coin", rounds, -7, "", 0, 5},
		{"forth in what was taken back", "coin", rounds, 4, "toss one / toss", 4, 1},
		{"the end", "coin", rounds, 5, "toss one / toss two", 5, 0},
		{"beyond the end", "coin", rounds, 99, "toss one / toss two", 5, 0},
		{"back past a final move", "toy#1", "start; guess 10", 1, "start", 1, 1},
	} {
		t.Run(c.clause, func(t *testing.T) {
			m, err := steps(t, begin(t, c.id), c.script)
			if err != nil {
				t.Fatal(err)
			}
			before := facts(m)
			at := m.At(c.at)
			if got := told(at); got != c.history || at.Ply() != c.ply || at.Ahead() != c.ahead {
				t.Errorf("history %q, ply %d, %d ahead", got, at.Ply(), at.Ahead())
			}
			if at.Ply() != len(at.History())-1 {
				t.Error("Ply is not the last index of the history")
			}
			if back := facts(at.At(m.Ply())); back != before || facts(m) != before {
				t.Errorf("after viewing the match is\n%s\nbefore\n%s", back, before)
			}
		})
	}
}

func TestMatchesAreValues(t *testing.T) {
	old, _ := steps(t, begin(t, "coin"), "toss; one; undo")
	before := fmt.Sprint(old.Lines(), old.ToMove(), old.Score())
	for _, script := range []string{"two", "one", "redo; next; toss", "undo", "resign 1"} {
		if _, err := steps(t, old, script); err != nil {
			t.Fatal(err)
		}
		if after := fmt.Sprint(old.Lines(), old.ToMove(), old.Score()); after != before {
			t.Fatalf("%s changed an older match from %s to %s", script, before, after)
		}
	}
}

// Each line: the actions, and the state of the match after them.
func TestScores(t *testing.T) {
	for _, c := range []struct {
		clause, script string
		round, toMove  int
		score          []int
		winners        map[int]int // by round
	}{
		{"nothing yet", "", 1, 0, []int{0, 0}, nil},
		{"an unfinished round scores nothing", "toss", 1, 1, []int{0, 0}, nil},
		{"a round won scores one", "toss; two", 1, game.Nobody, []int{0, 1}, map[int]int{1: 1}},
		{"a draw scores nothing but is a result", "toss; draw", 1, game.Nobody, []int{0, 0}, map[int]int{1: game.Nobody}},
		{"scores go on over rounds", "toss; one; next; toss; draw; next; toss; two; next; toss; one", 4, game.Nobody, []int{2, 1}, map[int]int{1: 0, 2: game.Nobody, 3: 1, 4: 0}},
		{"the next seat wins by a resignation", "toss; resign 1", 1, game.Nobody, []int{0, 1}, map[int]int{1: 1}},
		{"the first seat comes after the last", "toss; resign 2", 1, game.Nobody, []int{1, 0}, map[int]int{1: 0}},
		{"undo takes the result back", "toss; one; next; toss; one; undo", 2, 1, []int{1, 0}, map[int]int{1: 0}},
		{"undo of next keeps the result before", "toss; one; next; undo", 1, game.Nobody, []int{1, 0}, map[int]int{1: 0}},
		{"another result counts instead", "toss; one; undo; two", 1, game.Nobody, []int{0, 1}, map[int]int{1: 1}},
		{"redo counts again", "toss; one; undo; undo; redo; redo", 1, game.Nobody, []int{1, 0}, map[int]int{1: 0}},
	} {
		t.Run(c.clause, func(t *testing.T) {
			m, err := steps(t, begin(t, "coin"), c.script)
			if err != nil {
				t.Fatal(err)
			}
			winners := map[int]int{}
			for round, o := range m.Results() {
				winners[round] = o.Winner
			}
			if m.Round() != c.round || m.ToMove() != c.toMove || !slices.Equal(m.Score(), c.score) || !maps.Equal(winners, c.winners) {
				t.Errorf("round %d, to move %d, score %v, winners %v", m.Round(), m.ToMove(), m.Score(), winners)
			}
		})
	}
}

func TestRoundsOfTheGames(t *testing.T) {
	for _, c := range []struct {
		id    string
		given bool
		want  string
	}{
		{"atom4", false, "round=2"},
		{"atom4 round=9", false, "round=10"},
		{"coin#8", false, "round=2#8"},
		{"toy#5", false, "deal=2#3"},
		{"toy#5", true, "deal=2#5"},
		{"atommaster#5", false, "deal=2#3"},
		{"atommaster#5", true, "deal=2#5"},
		{"atommaster atoms=5 size=9 deal=3#5", true, "atoms=5 size=9 deal=4#5"},
	} {
		id := c.id
		m := begin(t, id)
		m.Given = c.given
		if _, ok := m.State().(coinState); ok {
			m, _ = steps(t, m, "toss; one")
		} else if m.ToMove() >= 0 {
			m, _ = m.Resign(0)
		}
		next, err := m.Next(chance)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		if got := next.Setup().String(); got != c.want || next.Round() != 2 {
			t.Errorf("%s: the next round is %d, %q, want %q", id, next.Round(), got, c.want)
		}
		if back, err := next.Undo(); err != nil || back.Setup() != m.Setup() {
			t.Errorf("%s: undo returns to %q, %v", id, back.Setup(), err)
		}
	}
}

func TestOutcomeOfResigning(t *testing.T) {
	m, _ := steps(t, begin(t, "coin"), "toss; resign 1")
	if got, want := m.Outcome(), (game.Outcome{Winner: 1, Text: "Two wins.", Why: "One has resigned."}); got != want {
		t.Errorf("outcome %+v, want %+v", got, want)
	}
	if m.State().ToMove() != 1 {
		t.Error("a resignation changed the game's state")
	}
}

func TestDisclosed(t *testing.T) {
	for _, c := range []struct {
		clause, id, script string
		want               bool
	}{
		{"not at the beginning", "toy#1", "", false},
		{"not by a move that can be taken back", "toy#1", "start", false},
		{"by a secret", "toy", "hide 3", true},
		{"by an answer", "toy#1", "start; guess 10", true},
		{"until the next round", "toy#1", "start; guess 10; next", false},
		{"again when next is taken back", "toy#1", "start; guess 10; next; undo", true},
		{"still after a resignation", "toy#1", "start; guess 10; resign 1", true},
		{"never in an open game", "coin", "toss; one", false},
	} {
		m, err := steps(t, begin(t, c.id), c.script)
		if err != nil {
			t.Fatal(err)
		}
		if match.Disclosed(m) != c.want {
			t.Errorf("%s: %v", c.clause, !c.want)
		}
	}
}

func TestBegun(t *testing.T) {
	for script, want := range map[string]bool{"": false, "toss": true, "toss; undo": true, "resign 1": true} {
		m, _ := steps(t, begin(t, "coin"), script)
		if m.Begun() != want {
			t.Errorf("after %q: %v", script, !want)
		}
	}
}

func TestHistoryNamesWhoActed(t *testing.T) {
	m, _ := steps(t, begin(t, "toy#1"), "start; guess 10; resign 1; next")
	want := []match.Entry{
		{Round: 1},
		{Round: 1, Seat: game.Anyone, Text: "start"},
		{Round: 1, Seat: 0, Text: "guess 10", Number: 1, Turn: 1},
		{Round: 1, Seat: 0, Text: "resign", Ended: true, Number: 2, Turn: 2},
		{Round: 2},
	}
	if got := m.History(); !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
}

func TestPlayersByDefault(t *testing.T) {
	for id, want := range map[string]string{
		"coin":       "[{false 0  } {false 0  }] 0",
		"toy":        "[{false 1  } {true 1  }] 0",
		"atom4":      "[{false 2  } {false 2  }] 0",
		"ataxx":      "[{false 3  } {true 3  }] 0",
		"atommaster": "[{false 5  } {true 5  }] 0",
	} {
		m := begin(t, id)
		if got := fmt.Sprint(m.Players, m.Side); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
		if err := m.CheckSeats(); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
}

func TestCheckSeats(t *testing.T) {
	for _, c := range []struct {
		clause, id string
		players    []match.Player
		side       int
		ok         bool
	}{
		{"a level", "ataxx", []match.Player{{true, 15, "", ""}, {false, 1, "", ""}}, 1, true},
		{"a level too high", "ataxx", []match.Player{{true, 24, "", ""}, {false, 1, "", ""}}, 0, false},
		{"a level too low", "ataxx", []match.Player{{true, 1, "", ""}, {false, -1, "", ""}}, 0, false},
		{"a side that is none", "ataxx", []match.Player{{true, 1, "", ""}, {false, 1, "", ""}}, 2, false},
		{"a side below the first", "ataxx", []match.Player{{true, 1, "", ""}, {false, 1, "", ""}}, -1, false},
		{"no program for this game", "coin", []match.Player{{false, 0, "", ""}, {true, 0, "", ""}}, 0, false},
		{"a name, also without programs", "coin", []match.Player{{false, 0, "Anna  name Müller", ""}, {false, 0, "名", ""}}, 0, true},
		{"an engine", "ataxx", []match.Player{{true, 3, "", "/opt/engine -x"}, {false, 1, "", ""}}, 1, true},
		{"an engine in two lines", "ataxx", []match.Player{{true, 3, "", "engine\nrm"}, {false, 1, "", ""}}, 1, false},
		{"a time to think", "ataxx", []match.Player{{true, 3, "", "think:5s"}, {false, 1, "", ""}}, 1, true},
		{"no time to think", "ataxx", []match.Player{{true, 3, "", "think:0s"}, {false, 1, "", ""}}, 1, false},
		{"a name of 20 characters", "coin", []match.Player{{false, 0, strings.Repeat("é", 20), ""}, {}}, 0, true},
		{"a name of 21 characters", "coin", []match.Player{{false, 0, strings.Repeat("e", 21), ""}, {}}, 0, false},
		{"a name in two lines", "coin", []match.Player{{}, {false, 0, "Anna\nundo", ""}}, 0, false},
		{"a name that moves the cursor", "coin", []match.Player{{}, {false, 0, "\x1b[2J", ""}}, 0, false},
		{"a name that turns the line around", "coin", []match.Player{{}, {false, 0, "a\u202eb", ""}}, 0, false},
		{"a name that is not text", "coin", []match.Player{{}, {false, 0, "a\xff", ""}}, 0, false},
		{"a name with a blank before it", "coin", []match.Player{{}, {false, 0, " Anna", ""}}, 0, false},
		{"a name with a blank after it", "coin", []match.Player{{}, {false, 0, "Anna ", ""}}, 0, false},
		{"a name of blanks", "coin", []match.Player{{}, {false, 0, " ", ""}}, 0, false},
	} {
		m := begin(t, c.id)
		m.Players, m.Side = c.players, c.side
		if err := m.CheckSeats(); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.clause, err)
		}
	}
}

func TestLevelsInWords(t *testing.T) {
	for id, want := range map[string]string{
		"toy":   "there is only level 1",
		"atom4": "levels are numbers from 0 (default 2)",
		"ataxx": "levels go from 0 to 22 (default 3)",
	} {
		g, _ := find(id)
		if got := match.Levels(g.(game.Bots)); got != want {
			t.Errorf("%s: %q", id, got)
		}
	}
}

func TestNewRefusesAWrongSetup(t *testing.T) {
	for _, options := range []string{"deal=x", "blocks=3"} {
		if _, err := match.New(toy.Game{}, game.Setup{Options: options}); err == nil {
			t.Errorf("%q is accepted as a setup", options)
		}
	}
}

// Each line: the Engine, its time per move, its name, and the error that CheckEngine returns for it.
func TestEngines(t *testing.T) {
	for _, c := range []struct {
		engine string
		thinks time.Duration
		name   string
		wrong  string
	}{
		{"think:5s", 5 * time.Second, "", ""},
		{"think:1m30s", 90 * time.Second, "", ""},
		{"think:1h", time.Hour, "", ""},
		{"think:61m", 0, "", "\"61m\" is not a thinking time; write 5s, 500ms or 1m30s, at most 1h"},
		{"think:", 0, "", "\"\" is not a thinking time; write 5s, 500ms or 1m30s, at most 1h"},
		{"think:5", 0, "", "\"5\" is not a thinking time; write 5s, 500ms or 1m30s, at most 1h"},
		{"think:-5s", 0, "", "\"-5s\" is not a thinking time; write 5s, 500ms or 1m30s, at most 1h"},
		{"/opt/games/tiktaxx", 0, "tiktaxx", ""},
		{"tiktaxx --threads 2 /dev/null", 0, "tiktaxx", ""},
		{"  ", 0, "", "name the command that starts the engine"},
		{"a\tb", 0, "a", "the command \"a\\tb\" must be plain text on one line"},
	} {
		p := match.Player{Program: true, Engine: c.engine}
		if thinks, _ := p.Thinks(); thinks != c.thinks {
			t.Errorf("%q thinks %v, want %v", c.engine, thinks, c.thinks)
		}
		wrong := ""
		if err := match.CheckEngine(c.engine); err != nil {
			wrong = err.Error()
		}
		if wrong != c.wrong {
			t.Errorf("the error of %q is %q, want %q", c.engine, wrong, c.wrong)
		}
		if strings.TrimSpace(c.engine) == "" {
			continue
		}
		if got := p.EngineName(); got != c.name {
			t.Errorf("the name of %q is %q, want %q", c.engine, got, c.name)
		}
	}
}

// The Engine of a seat is not saved, so that no file can start a command.
func TestEnginesAreNotSaved(t *testing.T) {
	m := begin(t, "ataxx")
	m.Players[1] = match.Player{Program: true, Level: 3, Engine: "/opt/engine"}
	for _, line := range m.Lines() {
		if strings.Contains(line, "engine") {
			t.Errorf("recorded: %q", line)
		}
	}
}
