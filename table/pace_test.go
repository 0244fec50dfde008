package table_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"attic/game"
	"attic/table"
)

// paced runs f in a synctest bubble, at a table with this pace. The computer answers after the time given as thought; programs names the player of
// each seat.
func paced(t *testing.T, pace table.Pace, thought time.Duration, programs string, f func(t *testing.T, tb *table.Table)) {
	choose := script("i8", "h8", "g10", "j8")
	g := bots{choose: func(ctx context.Context) (string, error) {
		<-time.After(thought) // in the bubble, where it takes no real time
		return choose(ctx)
	}}
	synctest.Test(t, func(t *testing.T) {
		tb := table.New(table.Config{Match: newMatch(t, g, game.Setup{}, programs), Chance: chance, Pace: pace})
		ctx, stop := context.WithCancel(t.Context())
		stopped := tb.Go(ctx)
		synctest.Wait()
		f(t, tb)
		stop()
		stopped()
		<-time.After(thought)
		synctest.Wait()
		must(t, tb.Close())
	})
}

// later waits for d in a synctest bubble, and then until all other goroutines are blocked.
func later(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

// Each case: a pace, the computer's thinking time, the players, and the moves after 0.5 s, 1 s and 2 s.
func TestPace(t *testing.T) {
	const second = time.Second
	for _, c := range []struct {
		clause   string
		pace     table.Pace
		thought  time.Duration
		programs string
		want     []string
	}{
		{"the computer keeps the pace when it plays all seats", table.Pace{Least: second}, 0, "program program", []string{"", "i8", "i8 h8"}},
		{"thinking time counts", table.Pace{Least: second}, 700 * time.Millisecond, "program program", []string{"", "i8", "i8 h8"}},
		{"the pace does not shorten thinking", table.Pace{Least: second}, 2 * second, "program program", []string{"", "", "i8"}},
		{"the computer moves at once against a person", table.Pace{Least: second}, 0, "program person", []string{"i8", "i8", "i8"}},
		{"with Always it keeps the pace against a person too", table.Pace{Least: second, Always: true}, 0, "program person", []string{"", "i8", "i8"}},
		{"a pace of zero", table.Pace{}, 700 * time.Millisecond, "program person", []string{"", "i8", "i8"}},
	} {
		t.Run(c.clause, func(t *testing.T) {
			paced(t, c.pace, c.thought, c.programs, func(t *testing.T, tb *table.Table) {
				var got []string
				for _, wait := range []time.Duration{500, 500, 1000} {
					later(wait * time.Millisecond)
					got = append(got, told(tb))
				}
				if !slices.Equal(got, c.want) {
					t.Errorf("%q, want %q", got, c.want)
				}
			})
		})
	}
}

func TestANewPaceHoldsAtOnce(t *testing.T) {
	paced(t, table.Pace{Least: time.Hour}, 0, "program program", func(t *testing.T, tb *table.Table) {
		w := from(tb, here)
		later(time.Minute)
		set(tb, table.Speed(table.Pace{Least: 2 * time.Minute}))
		later(time.Second)
		if got := told(tb); got != "" {
			t.Errorf("after one minute out of two: %q", got)
		}
		later(time.Minute)
		if got := told(tb); got != "i8" {
			t.Errorf("after two minutes: %q", got)
		}
		if got := seen(w); !slices.Equal(got, []string{"paced", "played 0 i8 by program"}) {
			t.Errorf("the events are %q", got)
		}
		w.Close()
	})
}

func TestHurryDoesNotWaitForThePace(t *testing.T) {
	paced(t, table.Pace{Least: time.Hour}, 0, "program program", func(t *testing.T, tb *table.Table) {
		must(t, do(t, tb, "hurry"))
		synctest.Wait()
		if got := told(tb); got != "i8" {
			t.Errorf("history %q", got)
		}
	})
}

func TestPause(t *testing.T) {
	paced(t, table.Pace{}, time.Second, "program program", func(t *testing.T, tb *table.Table) {
		w := from(tb, here)
		must(t, do(t, tb, "pause"))
		later(time.Hour)
		if now := from(tb, 0).Now(); told(tb) != "" || !now.Paused || !now.Thinking {
			t.Errorf("during the pause: %q, %+v", told(tb), now)
		}
		must(t, do(t, tb, "hurry")) // one move
		later(time.Hour)
		if got := told(tb); got != "i8" {
			t.Errorf("after Hurry during the pause: %q", got)
		}
		must(t, do(t, tb, "on"))
		synctest.Wait()
		if got := told(tb); got != "i8 h8" || from(tb, 0).Now().Paused {
			t.Errorf("after the pause: %q", got)
		}
		want := []string{"paced", "played 0 i8 by program", "paced", "played 1 h8 by program"}
		if got := seen(w); !slices.Equal(got, want) {
			t.Errorf("the events are %q, want %q", got, want)
		}
		w.Close()
	})
}

func TestAnotherGameDoesNotBeginWithAPause(t *testing.T) {
	for _, other := range []string{"clear", "load"} {
		paced(t, table.Pace{}, time.Second, "program program", func(t *testing.T, tb *table.Table) {
			must(t, do(t, tb, "pause"))
			if other == "load" {
				tb.Load(newMatch(t, bots{}, game.Setup{}, "person person"), nil)
			} else {
				must(t, do(t, tb, other))
			}
			if from(tb, 0).Now().Paused {
				t.Errorf("still paused after %s", other)
			}
		})
	}
}

// Hold(true) keeps the computer from moving until Hold(false) or Hurry. It causes no event.
func TestHold(t *testing.T) {
	for _, c := range []struct {
		what string
		do   func(t *testing.T, tb *table.Table)
		want string
	}{
		{"held", func(*testing.T, *table.Table) {}, ""},
		{"held twice", func(_ *testing.T, tb *table.Table) { tb.Hold(true) }, ""},
		{"released", func(_ *testing.T, tb *table.Table) { tb.Hold(false) }, "i8"},
		{"hurried", func(t *testing.T, tb *table.Table) { must(t, do(t, tb, "hurry")) }, "i8"},
		{"released, but paused", func(t *testing.T, tb *table.Table) { set(tb, table.Pause()); tb.Hold(false) }, ""},
		{"no longer paused, but held", func(t *testing.T, tb *table.Table) { set(tb, table.Pause()); set(tb, table.GoOn()) }, ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			paced(t, table.Pace{Least: time.Second, Always: true}, 0, "program person", func(t *testing.T, tb *table.Table) {
				w := from(tb, here)
				tb.Hold(true)
				later(time.Hour)
				if got := append(seen(w), told(tb)); !slices.Equal(got, []string{""}) {
					t.Errorf("while the computer is held: %q", got)
				}
				c.do(t, tb)
				later(time.Hour)
				if got := told(tb); got != c.want {
					t.Errorf("history %q, want %q", got, c.want)
				}
				w.Close()
			})
		})
	}
}

// If an account has a time limit, the computer plays its best move so far when the time is over, at each table with that account.
func TestTheMostThatTheComputerThinks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := thinkers{choose: func(ctx context.Context, progress func(game.Report)) (string, error) {
			progress(game.Report{Line: []string{"i10"}})
			<-ctx.Done()
			return "", ctx.Err()
		}}
		account := &table.Account{Most: 5 * time.Second}
		for range 2 {
			tb := table.New(table.Config{Match: newMatch(t, g, game.Setup{}, "person program"), Chance: chance, Pool: table.NewPool(1), Account: account})
			ctx, stop := context.WithCancel(t.Context())
			stopped := tb.Go(ctx)
			must(t, do(t, tb, "i8"))
			later(4 * time.Second)
			if got := told(tb); got != "i8" {
				t.Errorf("after 4 s the history is %q", got)
			}
			later(2 * time.Second)
			if got := told(tb); got != "i8 i10" {
				t.Errorf("after 6 s the history is %q", got)
			}
			stop()
			stopped()
			must(t, tb.Close())
		}
	})
}
