package arena

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/dev/race"
	"attic/game"
)

func games(t *testing.T, entrants []Entrant, s Settings) ([]Game, Standing) {
	t.Helper()
	var list []Game
	standing, err := Run(t.Context(), heap{}, entrants, s, func(g Game, _ *Tournament) error {
		list = append(list, g)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list, standing.Meetings[0]
}

func TestAMatchOfLevels(t *testing.T) {
	entrants := []Entrant{entrant(t, "level:1"), entrant(t, "level:3")}
	one, standing := games(t, entrants, Settings{Games: 60, Seed: 7, Concurrency: 1})
	two, again := games(t, entrants, Settings{Games: 60, Seed: 7, Concurrency: 3})
	if record(t, one) != record(t, two) || standing.Tally != again.Tally {
		t.Error("concurrency changes the games")
	}
	other, _ := games(t, entrants, Settings{Games: 60, Seed: 8, Concurrency: 1})
	if record(t, one) == record(t, other) {
		t.Error("another seed gives the same games")
	}
	var won, drawn, lost int
	var pairs [5]int
	for i, g := range one {
		if g.Number != i+1 {
			t.Fatalf("game %d is reported as number %d", g.Number, i+1)
		}
		if i%2 == 1 && (g.Start != one[i-1].Start || g.Names[0] != one[i-1].Names[1] || g.Names[1] != one[i-1].Names[0]) {
			t.Errorf("games %d and %d are not a pair: %+v", i, i+1, g)
		}
		if err := Check(heap{}, g); err != nil {
			t.Errorf("game %d: %v", g.Number, err)
		}
		points := func(g Game) int {
			switch {
			case g.Winner == game.Nobody:
				return 1
			case g.Names[g.Winner] == "level:1":
				return 2
			}
			return 0
		}
		switch points(g) {
		case 2:
			won++
		case 1:
			drawn++
		default:
			lost++
		}
		if i%2 == 1 {
			pairs[points(g)+points(one[i-1])]++
		}
	}
	want := Tally{Won: won, Drawn: drawn, Lost: lost, Pairs: pairs}
	if standing.Tally != want || won >= lost {
		t.Errorf("the standing is %+v, want %+v", standing.Tally, want)
	}
	if standing.Asked[0]+standing.Asked[1] < 60 || standing.Names != [2]string{"level:1", "level:3"} {
		t.Errorf("the standing is %+v", standing)
	}
}

func TestOpeningsOfAMatch(t *testing.T) {
	entrants := []Entrant{entrant(t, "level:1"), entrant(t, "level:1")}
	list, standing := games(t, entrants, Settings{Games: 6, Openings: []string{"startpos", "fen 9 1"}})
	for i, want := range []string{"startpos", "startpos", "fen 9 1", "fen 9 1", "startpos", "startpos"} {
		if list[i].Start != want {
			t.Errorf("game %d begins from %q, want %q", i+1, list[i].Start, want)
		}
	}
	if standing.Names != [2]string{"level:1 (1)", "level:1 (2)"} || list[1].Names != [2]string{"level:1 (2)", "level:1 (1)"} {
		t.Errorf("the names are %q and, in the second game, %q", standing.Names, list[1].Names)
	}
	_, err := Run(t.Context(), heap{}, entrants, Settings{Games: 2, Openings: []string{"fen x"}}, func(Game, *Tournament) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "is not a heap") {
		t.Errorf("an invalid opening: %v", err)
	}
}

// An engine that makes a mistake loses the game, is reported with the reason, and plays the next game.
func TestEnginesThatDoWrongLose(t *testing.T) {
	for _, c := range []struct {
		how   string
		fault Fault
		why   string
	}{
		{crashing, Ended, "Fake crashing has ended: panic: no more stones."},
		{cheating, Illegal, `Fake cheating has played "3", which is not a legal move here.`},
		{passing, Illegal, "Fake passing has answered 0000, which is not a legal pass: there are moves to play."},
		{confused, Illegal, `Fake confused has answered 0000, which is not a pass: it has reported an error, move 3: there are too many stones.`},
	} {
		entrants := []Entrant{entrant(t, command(t, c.how)), entrant(t, "level:2")}
		list, standing := games(t, entrants, Settings{Games: 4, Openings: []string{"startpos"}, Limits: game.Limits{Depth: 1}, Concurrency: 2})
		for _, g := range list {
			if g.Fault != c.fault || g.Why != c.why || g.Names[g.Winner] != "level:2" || len(g.Moves) < 2 {
				t.Errorf("%s: %+v", c.how, g)
			}
			if err := Check(heap{}, g); err != nil {
				t.Error(err)
			}
		}
		if standing.Faults[0][c.fault] != 4 || standing.Lost != 4 {
			t.Errorf("%s: the standing is %+v", c.how, standing)
		}
	}
}

// inProcess returns an entrant whose fake engine runs in this process, so that it shares the test's clock.
func inProcess(t *testing.T, how string, patience time.Duration) Entrant {
	return Entrant{Open: func(context.Context) (Player, error) { return piped(t, how, patience) }}
}

func TestTimeIsKept(t *testing.T) {
	race.Plain(t)
	for _, c := range []struct {
		how    string
		l      game.Limits
		margin time.Duration
		fault  Fault
		why    string
	}{
		{late, game.Limits{Move: 100 * time.Millisecond}, 25 * time.Millisecond, Late, "Fake late exceeded its time by 50ms."},
		{late, game.Limits{Move: 100 * time.Millisecond}, 50 * time.Millisecond, None, ""},
		{late, game.Limits{Clock: 120 * time.Millisecond}, 25 * time.Millisecond, Late, "Fake late exceeded its time by 30ms."},
		{late, game.Limits{Clock: 120 * time.Millisecond, Increment: 10 * time.Millisecond}, 25 * time.Millisecond, None, ""},
		{late, game.Limits{Depth: 1}, 0, None, ""},
		{hanging, game.Limits{Move: 100 * time.Millisecond}, 25 * time.Millisecond, Silent, `Fake hanging has not answered "go movetime 100" within 2.1s.`},
	} {
		synctest.Test(t, func(t *testing.T) {
			entrants := []Entrant{inProcess(t, c.how, 2*time.Second), inProcess(t, perfect, 2*time.Second)}
			list, _ := games(t, entrants, Settings{Games: 2, Openings: []string{"startpos"}, Limits: c.l, Margin: c.margin})
			for _, g := range list {
				if g.Fault != c.fault || c.why != "" && g.Why != c.why || c.fault != None && g.Names[g.Loser()] != "Fake "+strings.TrimPrefix(c.how, "engine=") {
					t.Errorf("%s, %+v: %+v, want %q", c.how, c.l, g, c.why)
				}
			}
			if c.how == late && list[0].Used[0] != 150*time.Millisecond {
				t.Errorf("%s: the time used is %v", c.how, list[0].Used)
			}
		})
	}
}

// With a clock, a player has its unused time and its increments.
func TestClocks(t *testing.T) {
	var seen []string
	p := spy{see: func(turn Turn) time.Duration {
		seen = append(seen, fmt.Sprint(turn.Limits.Clock, turn.Theirs))
		return time.Duration(len(seen)) * 100 * time.Millisecond
	}}
	l := game.Limits{Clock: time.Second, Increment: 50 * time.Millisecond}
	g, err := Play(t.Context(), heap{}, [2]Player{p, p}, "fen 6 0", Terms{Limits: [2]game.Limits{l, l}}, 1)
	if err != nil || g.Fault != None {
		t.Fatalf("%+v, %v", g, err)
	}
	want := "1s 1s, 1s 950ms, 950ms 850ms, 850ms 700ms, 700ms 500ms"
	if got := strings.Join(seen, ", "); got != want {
		t.Errorf("the clocks are %s, want %s", got, want)
	}
}

type spy struct {
	Player
	see func(Turn) time.Duration
}

func (spy) Name() string                          { return "spy" }
func (spy) Bound() bool                           { return true }
func (spy) NewGame(context.Context, uint64) error { return nil }
func (s spy) Move(_ context.Context, t Turn, _ func(game.Report)) (string, game.Report, error) {
	return "1", game.Report{Elapsed: s.see(t)}, nil
}

type cheat struct{ spy }

func (cheat) Close() error { return nil }

func (cheat) Move(context.Context, Turn, func(game.Report)) (string, game.Report, error) {
	return "3", game.Report{}, nil
}

func TestATestEndsAMatch(t *testing.T) {
	cheat := Entrant{Open: func(context.Context) (Player, error) { return cheat{}, nil }}
	entrants := []Entrant{cheat, entrant(t, "think")}
	s := Settings{Games: 10_000, Openings: []string{"startpos"}, Limits: game.Limits{Depth: 1}, Concurrency: 2, Test: &Test{Elo0: -200, Elo1: 0}}
	list, standing := games(t, entrants, s)
	if n := len(list); n > 40 || n%2 != 0 || s.Test.Verdict(standing.Tally) != -1 {
		t.Errorf("the match ends after %d games: %+v", n, standing)
	}
}

func TestAMatchThatIsCalledOff(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	entrants := []Entrant{entrant(t, command(t, perfect)), entrant(t, command(t, perfect))}
	standing, err := Run(ctx, heap{}, entrants, Settings{Games: 1000, Concurrency: 2, Limits: game.Limits{Depth: 1}}, func(g Game, _ *Tournament) error {
		if g.Number == 3 {
			stop()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || standing.Games() < 3 || standing.Games() > 999 {
		t.Errorf("%v after %d games", err, standing.Games())
	}
	full := errors.New("no room")
	standing, err = Run(t.Context(), heap{}, entrants, Settings{Games: 8}, func(Game, *Tournament) error { return full })
	if !errors.Is(err, full) || standing.Games() != 1 {
		t.Errorf("an error of report: %v after %d games", err, standing.Games())
	}
	if _, err := Run(t.Context(), heap{}, []Entrant{entrants[0], inProcess(t, deaf, time.Millisecond)}, Settings{Games: 2}, nil); err == nil {
		t.Error("a match starts with an engine that never answers")
	}
	entrants[1].Open = func(context.Context) (Player, error) { return nil, errors.New("no such engine") }
	if _, err := Run(t.Context(), heap{}, entrants, Settings{Games: 2}, nil); err == nil || err.Error() != "no such engine" {
		t.Errorf("an engine that does not start: %v", err)
	}
}

// An engine that cannot be started again loses the remaining games.
func TestAnEngineThatDoesNotComeBack(t *testing.T) {
	entrants := []Entrant{entrant(t, command(t, crashing)), entrant(t, "level:2")}
	open, started := entrants[0].Open, false
	entrants[0].Open = func(ctx context.Context) (Player, error) {
		if started {
			return nil, errors.New("is gone")
		}
		started = true
		return open(ctx)
	}
	list, _ := games(t, entrants, Settings{Games: 4, Limits: game.Limits{Depth: 1}, Openings: []string{"startpos"}})
	for _, g := range list[1:] {
		if g.Why != "Fake crashing is gone." || g.Names[g.Winner] != "level:2" || len(g.Moves) > 0 {
			t.Errorf("%+v", g)
		}
	}
}
