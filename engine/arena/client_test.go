package arena

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/game"
)

// turn returns the turn after moves are played from the start.
func turn(t *testing.T, l game.Limits, moves ...string) Turn {
	t.Helper()
	now, err := follow(heap{}, startWord, moves)
	turn := Turn{Start: startWord, Moves: moves, Now: now}
	if err != nil {
		t.Fatal(err)
	}
	turn.Limits = l
	return turn
}

func TestAConversation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, err := piped(t, perfect, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		if p.Name() != "Fake perfect" || !p.Bound() {
			t.Errorf("the name is %q", p.Name())
		}
		if err := p.NewGame(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		var heard []string
		move, r, err := p.Move(t.Context(), turn(t, game.Limits{Depth: 3}, "1", "1"), func(r game.Report) { heard = append(heard, r.Line...) })
		if err != nil || move != solve(stones{left: usualHeap - 2}) {
			t.Errorf("Move returns %q, %v", move, err)
		}
		if r.Depth != 3 || r.Deepest != 4 || r.Score != 5 || r.Nodes != 9 || r.Elapsed != 0 || !slices.Equal(heard, r.Line) || len(r.Line) != 3 {
			t.Errorf("the report is %+v, progress got %q", r, heard)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		if _, _, err := p.Move(t.Context(), turn(t, game.Limits{}), nil); err == nil {
			t.Error("Move works after Close")
		}
	})
}

// Each fault of an engine is reported, at the right time.
func TestEnginesThatFail(t *testing.T) {
	for _, c := range []struct {
		how   string
		l     game.Limits
		fault Fault
		after time.Duration
		why   string
	}{
		{crashing, game.Limits{Move: time.Second}, Ended, 0, "has ended (gone)"},
		{hanging, game.Limits{Move: time.Second}, Silent, 6 * time.Second, `has not answered "go movetime 1000" within 6s`},
		{hanging, game.Limits{Clock: 2 * time.Second}, Silent, 7 * time.Second, "go btime 2000 wtime 1"},
		{hanging, game.Limits{Depth: 7}, Silent, untimed + 5*time.Second, "go depth 7"},
	} {
		synctest.Test(t, func(t *testing.T) {
			p, err := piped(t, c.how, 5*time.Second)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			if _, _, err := p.Move(t.Context(), turn(t, c.l), func(game.Report) {}); err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			_, _, err = p.Move(t.Context(), turn(t, c.l), func(game.Report) {})
			failure, ok := errors.AsType[*Failure](err)
			if !ok || failure.Fault != c.fault || !strings.Contains(failure.Why, c.why) {
				t.Errorf("%s, %+v: %v, want %q", c.how, c.l, err, c.why)
			}
			if took := time.Since(began); took != c.after {
				t.Errorf("%s, %+v: noticed after %v, want %v", c.how, c.l, took, c.after)
			}
			if err := p.NewGame(t.Context(), 1); err == nil {
				t.Errorf("%s: the engine still runs after its fault", c.how)
			}
		})
	}
}

func TestEnginesThatDoNotIntroduceThemselves(t *testing.T) {
	for how, want := range map[string]string{
		deaf:     `piped: has not answered "uai" within 3s`,
		stubborn: `Fake stubborn: has not answered "isready" within 3s`,
	} {
		synctest.Test(t, func(t *testing.T) {
			if _, err := piped(t, how, 3*time.Second); err == nil || err.Error() != want {
				t.Errorf("%s: %v, want %s", how, err, want)
			}
		})
	}
}

// A cancelled search ends with the move that the engine has found so far, or soon without a move.
func TestCallingASearchOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, err := piped(t, hanging, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		for _, want := range []string{solve(stones{left: usualHeap}), "2"} {
			ctx, stop := context.WithTimeout(t.Context(), 70*time.Millisecond)
			move, _, err := p.Move(ctx, turn(t, game.Limits{}), func(game.Report) {})
			stop()
			if move != want || err != nil {
				t.Errorf("Move returns %q, %v, want %s", move, err, want)
			}
		}
	})
	synctest.Test(t, func(t *testing.T) {
		p, err := piped(t, late, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		if _, _, err := p.Move(ctx, turn(t, game.Limits{}), func(game.Report) {}); err != nil {
			t.Fatal(err)
		}
		stop()
		if _, _, err := p.Move(ctx, turn(t, game.Limits{}), func(game.Report) {}); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled before the engine was ready: %v", err)
		}
		began := time.Now()
		if err := p.Close(); err != nil || time.Since(began) > 2*leave {
			t.Errorf("Close takes %v: %v", time.Since(began), err)
		}
	})
}

func TestWhatEnginesAreTold(t *testing.T) {
	fen := Turn{Start: "fen 9 0", Moves: []string{"1"}, Now: stones{left: 8, seat: 1}}
	for want, got := range map[string]string{
		"position startpos":                     positionLine(turn(t, game.Limits{})),
		"position startpos moves 1 2":           positionLine(turn(t, game.Limits{}, "1", "2")),
		"position startpos round 2 moves 1":     positionLine(Turn{Start: "startpos round 2", Moves: []string{"1"}, Now: stones{}}),
		"position fen 8 1":                      positionLine(fen),
		"go":                                    goLine(fen),
		"go depth 4":                            goLine(Turn{Limits: game.Limits{Depth: 4}}),
		"go nodes 5000":                         goLine(Turn{Limits: game.Limits{Nodes: 5000}}),
		"go movetime 20":                        goLine(Turn{Limits: game.Limits{Move: 20 * time.Millisecond}}),
		"go movetime 1":                         goLine(Turn{Limits: game.Limits{Move: time.Microsecond}}),
		"go btime 7 wtime 3000 binc 50 winc 50": goLine(Turn{Limits: game.Limits{Clock: 3 * time.Second, Increment: 50 * time.Millisecond}, Theirs: 7 * time.Millisecond, Gets: 50 * time.Millisecond, Now: stones{9, 1}}),
		"go btime 3000 wtime 7 movestogo 9":     goLine(Turn{Limits: game.Limits{Clock: 3 * time.Second, MovesToGo: 9}, Theirs: 7 * time.Millisecond, Now: stones{9, 0}}),
		"go depth 4 movetime 5":                 goLine(Turn{Limits: game.Limits{Depth: 4, Move: 5 * time.Millisecond}}),
		"go btime 1 wtime 1":                    goLine(Turn{Limits: game.Limits{Clock: 1}, Now: stones{9, 0}}),
	} {
		if got != want {
			t.Errorf("the line is %q, want %q", got, want)
		}
	}
}

func TestWhatEnginesTell(t *testing.T) {
	for text, want := range map[string]game.Report{
		"depth 9 seldepth 14 score cp -31 time 5 nodes 700 nps 9 hashfull 12 pv b6 a1c1": {Depth: 9, Deepest: 14, Score: -31, Nodes: 700, HashFull: 12, Line: []string{"b6", "a1c1"}},
		"depth 4 multipv 1 score cp 3 pv a":                                              {Depth: 4, Score: 3, Scored: true, Line: []string{"a"}},
		"depth 4 multipv 2 score cp 3 pv a":                                              {},
		"score mate 2 pv x":                                                              {Win: 3, Line: []string{"x"}},
		"score mate -2":                                                                  {Win: -4},
		"score win 5":                                                                    {Win: 5},
		"score loss 4":                                                                   {Win: -4},
		"depth 3 score 46 time 0":                                                        {Depth: 3, Score: 46},
		"score cp 5 lowerbound depth 2":                                                  {Score: 5, Depth: 2},
		"depth 2 string depth 9":                                                         {Depth: 2},
		"score":                                                                          {},
		"score cp":                                                                       {},
		"score cp x depth 4":                                                             {Depth: 4},
		"depth":                                                                          {},
		"pv":                                                                             {},
		"":                                                                               {},
		"nonsense 4 depth 99999999999999999999":                                          {},
	} {
		var r game.Report
		if line := learn(text, &r); line != (len(want.Line) > 0) {
			t.Errorf("%q: learn reports a line: %v", text, line)
		}
		if r.Depth != want.Depth || r.Deepest != want.Deepest || r.Score != want.Score || r.Scored != (r.Score != 0 || r.Win != 0) || r.Win != want.Win || r.Nodes != want.Nodes ||
			r.HashFull != want.HashFull || !slices.Equal(r.Line, want.Line) {
			t.Errorf("%q: %+v, want %+v", text, r, want)
		}
	}
}

func FuzzInfoLinesNeverPanic(f *testing.F) {
	for _, text := range []string{"depth 9 score cp -31 pv b6 a1c1", "score mate", "string x", "score mate 0 depth", "pv pv pv"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var r game.Report
		if learn(text, &r) && len(r.Line) == 0 {
			t.Errorf("%q: learn reports a line without moves", text)
		}
	})
}

// A program that ignores stop is killed, together with its child processes.
func TestNothingOfAnEngineIsLeft(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	open, err := Opener(heap{}, command(t, brood+path), Config{Patience: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := open(ctx)
		done <- err
	}()
	conn, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	stop()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if n, err := conn.Read(make([]byte, 1)); err == nil || n > 0 {
		t.Errorf("the child writes something: %d, %v", n, err)
	}
}

func TestAnEngineThatEndsSaysWhy(t *testing.T) {
	p, err := entrant(t, command(t, crashing)).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	l := game.Limits{Depth: 1}
	if _, _, err = p.Move(t.Context(), turn(t, l), func(game.Report) {}); err != nil {
		t.Fatal(err)
	}
	_, _, err = p.Move(t.Context(), turn(t, l), func(game.Report) {})
	if err == nil || err.Error() != "has ended: panic: no more stones" {
		t.Errorf("the error is %v", err)
	}
}

func TestOptionsOfEngines(t *testing.T) {
	for _, c := range []struct {
		o    Option
		want string
	}{{Option{"hash", "16"}, ""}, {Option{"Book", "no"}, `Fake perfect: has no option "Book"`}} {
		open, err := Opener(heap{}, command(t, perfect), Config{Patience: time.Minute, Options: []Option{c.o}})
		if err != nil {
			t.Fatal(err)
		}
		p, err := open(t.Context())
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%v: %v, want %q", c.o, err, c.want)
		}
		if err == nil {
			_ = p.Close()
		}
	}
}
