package table_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"attic/game"
	"attic/game/example/toy"
	"attic/games/atom4"
	"attic/match"
	"attic/table"
)

// running runs f in its own synctest bubble, at a table of g whose programs move. No goroutine may be left at the end.
func running(t *testing.T, g game.Game, setup game.Setup, programs string, f func(t *testing.T, tb *table.Table)) {
	synctest.Test(t, func(t *testing.T) {
		tb := table.New(table.Config{Match: newMatch(t, g, setup, programs), Chance: chance})
		ctx, stop := context.WithCancel(t.Context())
		stopped := tb.Go(ctx)
		synctest.Wait()
		f(t, tb)
		stop()
		stopped()
		synctest.Wait()
		must(t, tb.Close())
	})
}

// script returns a function that chooses these moves one after another. After the last move, the function fails.
func script(moves ...string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) {
		if len(moves) == 0 {
			return "", errors.New("out of moves")
		}
		text := moves[0]
		moves = moves[1:]
		return text, nil
	}
}

func TestTheProgramAnswers(t *testing.T) {
	g := bots{choose: script("h8", "g10")}
	running(t, g, game.Setup{}, "person program", func(t *testing.T, tb *table.Table) {
		w := from(tb, here)
		must(t, do(t, tb, "i8"))
		synctest.Wait()
		if got, want := seen(w), []string{"played 0 i8", "played 1 h8 by program"}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		must(t, set(tb, table.Undo()))
		synctest.Wait()
		if got := told(tb); got != "" {
			t.Errorf("undo against the computer leaves %q", got)
		}
		must(t, set(tb, table.Redo()))
		synctest.Wait()
		if got := told(tb); got != "i8 h8" {
			t.Errorf("redo brings back %q", got)
		}
	})
}

func TestTheProgramBegins(t *testing.T) {
	running(t, bots{choose: script("i8")}, game.Setup{}, "program person", func(t *testing.T, tb *table.Table) {
		if got := told(tb); got != "i8" {
			t.Errorf("history %q", got)
		}
		if err := set(tb, table.Undo()); !errors.Is(err, table.ErrNone) {
			t.Errorf("undo of the computer's first move: %v", err)
		}
		if got := told(tb); got != "i8" {
			t.Errorf("after the undo the history is %q", got)
		}
	})
}

func TestProgramsPlayEachOther(t *testing.T) {
	running(t, toy.Game{}, game.Setup{Seed: 2}, "program program", func(t *testing.T, tb *table.Table) {
		if got := told(tb); got != "" {
			t.Errorf("the computer moves during set-up: %q", got)
		}
		must(t, do(t, tb, "start"))
		synctest.Wait()
		if got := told(tb); got != "start guess 10 guess 5 guess 2" {
			t.Errorf("history %q", got)
		}
		must(t, do(t, tb, "next; start"))
		synctest.Wait()
		if now := from(tb, game.Nobody).Now(); !now.Over || now.Round != 2 {
			t.Errorf("in the second round: %+v", now)
		}
	})
}

// sleeper chooses a legal move, but only once its context is done.
type sleeper struct{ began, ended int }

func (s *sleeper) choose(ctx context.Context) (string, error) {
	s.began++
	<-ctx.Done()
	s.ended++
	return "h8", nil
}

// Each case: requests while the computer thinks, how often the computer is asked before the requests and stopped by them, and the history afterwards.
// The computer's late answer, although legal, is never played.
func TestThinkingIsCancelled(t *testing.T) {
	for _, c := range []struct {
		by           string
		began, ended int
		history      string
	}{
		{"undo", 1, 1, ""},
		{"undo; redo", 1, 1, "i8"},
		{"clear", 1, 1, ""},
		{"resign", 1, 1, "i8 resign"},
		{"person 2", 1, 1, "i8"},
		{"level 3", 1, 1, "i8"},
		{"seed", 1, 1, "i8"},
		{"side 2", 1, 1, "i8"},
	} {
		t.Run(c.by, func(t *testing.T) {
			s := &sleeper{}
			running(t, bots{choose: s.choose}, game.Setup{}, "person program", func(t *testing.T, tb *table.Table) {
				must(t, do(t, tb, "i8"))
				synctest.Wait()
				if s.began != 1 || s.ended != 0 || !from(tb, 0).Now().Thinking {
					t.Fatalf("asked %d times, stopped %d times", s.began, s.ended)
				}
				must(t, do(t, tb, c.by))
				synctest.Wait()
				again := 0 // how often the computer is asked again because it is still to move
				if from(tb, 0).Now().Thinking {
					again = 1
				}
				if s.began != c.began+again || s.ended != c.ended {
					t.Errorf("asked %d times, stopped %d times", s.began, s.ended)
				}
				if got := told(tb); got != c.history {
					t.Errorf("history %q, want %q", got, c.history)
				}
			})
			if s.began != s.ended {
				t.Errorf("asked %d times, stopped %d times", s.began, s.ended)
			}
		})
	}
}

// Each case: the lines that the program has reported, its answer to Hurry, and the history afterwards.
func TestHurry(t *testing.T) {
	failed := errors.New("no time")
	for _, c := range []struct {
		clause   string
		expected [][]string
		text     string
		err      error
		history  string
	}{
		{"its answer is played", nil, "h8", nil, "i8 h8"},
		{"its answer is played, not the move it has reported", [][]string{{"i10"}}, "h8", nil, "i8 h8"},
		{"no answer: the first move of the last line", [][]string{{"h8"}, {"j8", "h8"}}, "", failed, "i8 j8"},
		{"no answer and an illegal move in the last line: any move", [][]string{{"h8"}, {"a1"}}, "", failed, "i8 i10"},
		{"no answer and no line: any move", nil, "", failed, "i8 i10"},
		{"no answer and an empty last line: any move", [][]string{{"h8"}, nil}, "", failed, "i8 i10"},
		{"an illegal answer and no line: any move", nil, "a1", nil, "i8 i10"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			g := thinkers{choose: func(ctx context.Context, progress func(game.Report)) (string, error) {
				for _, line := range c.expected {
					progress(game.Report{Line: line})
				}
				<-ctx.Done()
				return c.text, c.err
			}}
			running(t, g, game.Setup{}, "person program", func(t *testing.T, tb *table.Table) {
				w := from(tb, here)
				must(t, do(t, tb, "i8"))
				synctest.Wait()
				if got := told(tb); got != "i8" {
					t.Fatalf("before Hurry: %q", got)
				}
				must(t, do(t, tb, "name 2 Bo; hurry; hurry"))
				synctest.Wait()
				if got := told(tb); got != c.history {
					t.Errorf("history %q, want %q", got, c.history)
				}
				events := w.Take()
				if last := events[len(events)-1]; last.What != table.Played || !last.Program || last.By != 1 {
					t.Errorf("the last event is %+v", last)
				}
			})
		})
	}
}

func TestHurryForgetsWhatWasExpectedInAnEarlierTurn(t *testing.T) {
	asked := 0
	g := thinkers{choose: func(ctx context.Context, progress func(game.Report)) (string, error) {
		if asked++; asked == 1 {
			progress(game.Report{Line: []string{"j8"}})
		}
		<-ctx.Done()
		return "", ctx.Err()
	}}
	running(t, g, game.Setup{}, "person program", func(t *testing.T, tb *table.Table) {
		must(t, do(t, tb, "i8"))
		synctest.Wait()
		must(t, do(t, tb, "level 3"))
		synctest.Wait()
		must(t, do(t, tb, "hurry"))
		synctest.Wait()
		if got := told(tb); got != "i8 i10" {
			t.Errorf("history %q", got)
		}
	})
}

// thinkers is Atom-4 whose programs choose moves, and report progress, with the function choose.
type thinkers struct {
	atom4.Game
	choose func(ctx context.Context, progress func(game.Report)) (string, error)
}

func (g thinkers) NewBot(int, uint64) game.Bot { return thinker(g.choose) }

type thinker func(ctx context.Context, progress func(game.Report)) (string, error)

func (b thinker) Choose(ctx context.Context, _ game.View, progress func(game.Report)) (string, error) {
	return b(ctx, progress)
}

// Each case: requests between Hurry and the computer's answer to i8, and the history after the answer.
func TestChangesBeforeAHurriedAnswer(t *testing.T) {
	for _, c := range []struct{ by, history string }{
		{"", "i8 h8"},
		{"name 1 Anna", "i8 h8"},
		{"hurry", "i8 h8"},
		{"undo", ""},
		{"clear", ""},
		{"resign", "i8 resign"},
		{"person 2", "i8"},
		{"undo; i10", "i10"}, // the computer starts to think about its answer to i10
		{"level 3", "i8"},
	} {
		t.Run(c.by, func(t *testing.T) {
			var answer chan struct{}
			g := bots{choose: func(ctx context.Context) (string, error) {
				<-ctx.Done()
				<-answer
				return "h8", nil
			}}
			running(t, g, game.Setup{}, "person program", func(t *testing.T, tb *table.Table) {
				answer = make(chan struct{}) // made in the bubble, so that a goroutine waiting on the channel counts as blocked
				must(t, do(t, tb, "i8; hurry"))
				synctest.Wait()
				must(t, do(t, tb, c.by))
				close(answer)
				synctest.Wait()
				if got := told(tb); got != c.history {
					t.Errorf("history %q, want %q", got, c.history)
				}
			})
		})
	}
}

func TestHurryWhenNobodyThinksDoesNothing(t *testing.T) {
	s := &sleeper{}
	running(t, bots{choose: s.choose}, game.Setup{}, "person program", func(t *testing.T, tb *table.Table) {
		must(t, do(t, tb, "hurry; i8"))
		synctest.Wait()
		if got := told(tb); got != "i8" || s.ended != 0 {
			t.Errorf("history %q, stopped %d times", got, s.ended)
		}
		must(t, do(t, tb, "resign; hurry"))
		synctest.Wait()
		if got := told(tb); got != "i8 resign" {
			t.Errorf("history %q", got)
		}
	})
}

func TestANameDoesNotDisturbAProgramThatThinks(t *testing.T) {
	s := &sleeper{}
	running(t, bots{choose: s.choose}, game.Setup{}, "person program", func(t *testing.T, tb *table.Table) {
		must(t, do(t, tb, "i8"))
		synctest.Wait()
		must(t, do(t, tb, "name 1 Anna"))
		synctest.Wait()
		if s.began != 1 || s.ended != 0 {
			t.Errorf("asked %d times, stopped %d times", s.began, s.ended)
		}
	})
}

func TestLoadingAnotherGameCancelsThinking(t *testing.T) {
	s := &sleeper{}
	running(t, bots{choose: s.choose}, game.Setup{}, "person program", func(t *testing.T, tb *table.Table) {
		must(t, do(t, tb, "i8"))
		synctest.Wait()
		tb.Load(newMatch(t, atom4.Game{}, game.Setup{}, "person person"), nil)
		synctest.Wait()
		if s.ended != 1 || told(tb) != "" {
			t.Errorf("stopped %d times, history %q", s.ended, told(tb))
		}
	})
}

func TestTheEndOfRunCancelsThinking(t *testing.T) {
	s := &sleeper{}
	running(t, bots{choose: s.choose}, game.Setup{}, "program person", func(t *testing.T, tb *table.Table) {
		if s.began != 1 {
			t.Errorf("asked %d times", s.began)
		}
	})
	if s.ended != 1 {
		t.Errorf("stopped %d times", s.ended)
	}
}

// A person replaces a program that fails. Each case: the answer of the program.
func TestAProgramThatFails(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		clause string
		choose func(context.Context) (string, error)
		err    error
	}{
		{"an error", func(context.Context) (string, error) { return "", broken }, broken},
		{"an illegal move", script("a1"), game.ErrIllegal},
		{"no move", script(""), game.ErrNotation},
		{"a move from another game", script("a7-b6"), game.ErrIllegal},
	} {
		t.Run(c.clause, func(t *testing.T) {
			running(t, bots{choose: c.choose}, game.Setup{}, "person program", func(t *testing.T, tb *table.Table) {
				w := from(tb, 0)
				must(t, do(t, tb, "i8"))
				synctest.Wait()
				events := w.Take()
				if len(events) != 2 || events[1].What != table.Failed || events[1].By != 1 || !errors.Is(events[1].Err, c.err) {
					t.Fatalf("the events are %+v", events)
				}
				if now := from(tb, 0).Now(); now.Thinking || now.Players[1].Program || now.ToMove != 1 {
					t.Errorf("afterwards: %+v", now)
				}
				must(t, do(t, tb, "h8"))
				if got := told(tb); got != "i8 h8" {
					t.Errorf("history %q", got)
				}
			})
		})
	}
}

func TestAProgramIsMadeByTheLevelAndTheSeedOfTheMatch(t *testing.T) {
	var got []uint64
	g := levels{made: func(level int, seed uint64) { got = append(got, uint64(level), seed) }}
	m := newMatch(t, g, game.Setup{Options: "round=3", Seed: 5}, "program person")
	m.Seed, m.Players[0].Level = 42, 7
	synctest.Test(t, func(t *testing.T) {
		tb := table.New(table.Config{Match: m, Chance: chance})
		ctx, stop := context.WithCancel(t.Context())
		stopped := tb.Go(ctx)
		synctest.Wait()
		stop()
		stopped()
		must(t, tb.Close())
	})
	if !slices.Equal(got, []uint64{7, 42}) {
		t.Errorf("the program is made with the level and the seed %v", got)
	}
}

// levels is Atom-4 whose programs fail. It calls made with the level and the seed of each program.
type levels struct {
	atom4.Game
	made func(level int, seed uint64)
}

func (g levels) NewBot(level int, seed uint64) game.Bot {
	g.made(level, seed)
	return bot(script())
}

func TestAProgramSeesOnlyTheViewOfItsSeat(t *testing.T) {
	g := peeking{views: make(chan game.View, 9)}
	running(t, g, game.Setup{}, "person program", func(t *testing.T, tb *table.Table) {
		must(t, do(t, tb, "hide 13; start; program 1"))
		synctest.Wait()
		if v := <-g.views; knows(v) {
			t.Error("the guesser's program sees the hidden number")
		}
	})
}

// peeking is the toy whose programs send the views that they get to the channel views.
type peeking struct {
	toy.Game
	views chan game.View
}

func (g peeking) NewBot(int, uint64) game.Bot { return g }

func (g peeking) Choose(_ context.Context, v game.View, _ func(game.Report)) (string, error) {
	g.views <- v
	return "", match.ErrNothing
}

// chatty is the toy whose programs report immediately, and again once their context is done.
type chatty struct{ toy.Game }

func (g chatty) NewBot(int, uint64) game.Bot { return g }

func (chatty) Choose(ctx context.Context, _ game.View, progress func(game.Report)) (string, error) {
	progress(game.Report{Depth: 1, Line: []string{"guess 10"}})
	<-ctx.Done()
	progress(game.Report{Depth: 2, Line: []string{"guess 11"}})
	return "", ctx.Err()
}

func TestWhatAProgramExpectsIsToldWhileItThinks(t *testing.T) {
	running(t, chatty{}, game.Setup{}, "program person", func(t *testing.T, tb *table.Table) {
		w := from(tb, game.Nobody)
		must(t, do(t, tb, "start"))
		synctest.Wait()
		must(t, do(t, tb, "undo"))
		synctest.Wait()
		events := w.Take()
		if len(events) != 3 || events[1].What != table.Thinking || events[2].What != table.Undone {
			t.Fatalf("the events are %+v", events)
		}
		if e := events[1]; e.By != 0 || e.Report.Depth != 1 || !slices.Equal(e.Report.Line, []string{"guess 10"}) || !e.Now.Thinking {
			t.Errorf("the event is %+v", e)
		}
	})
}

func TestClosingEndsThePrograms(t *testing.T) {
	for _, programs := range []string{"program person", "person person"} {
		s := &sleeper{}
		synctest.Test(t, func(t *testing.T) {
			tb := table.New(table.Config{Match: newMatch(t, bots{choose: s.choose}, game.Setup{}, programs), Chance: chance})
			stop := tb.Go(t.Context())
			synctest.Wait()
			must(t, tb.Close())
			stop()
			if s.began != s.ended || s.began > 1 {
				t.Errorf("asked %d times, stopped %d times", s.began, s.ended)
			}
		})
	}
}
