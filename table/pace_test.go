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

// paced runs a table of programs that answer after thought, at a pace.
func paced(t *testing.T, pace table.Pace, thought time.Duration, programs string, f func(t *testing.T, tb *table.Table)) {
	choose := script("i8", "h8", "g10", "j8")
	g := bots{choose: func(ctx context.Context) (string, error) {
		<-time.After(thought) // in a bubble, where it takes no time
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

// later lets time go by in a bubble.
func later(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

// Each line: a pace, how long a program thinks, who sits where, and the moves after half a second, 1 and 2 seconds.
func TestPace(t *testing.T) {
	const second = time.Second
	for _, c := range []struct {
		clause   string
		pace     table.Pace
		thought  time.Duration
		programs string
		want     []string
	}{
		{"programs among themselves keep it", table.Pace{Least: second}, 0, "program program", []string{"", "i8", "i8 h8"}},
		{"the time they think counts", table.Pace{Least: second}, 700 * time.Millisecond, "program program", []string{"", "i8", "i8 h8"}},
		{"it does not make them faster", table.Pace{Least: second}, 2 * second, "program program", []string{"", "", "i8"}},
		{"nobody waits where a person plays", table.Pace{Least: second}, 0, "program person", []string{"i8", "i8", "i8"}},
		{"but always means always", table.Pace{Least: second, Always: true}, 0, "program person", []string{"", "i8", "i8"}},
		{"a pace of nothing", table.Pace{}, 700 * time.Millisecond, "program person", []string{"", "i8", "i8"}},
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
			t.Errorf("after a minute of two: %q", got)
		}
		later(time.Minute)
		if got := told(tb); got != "i8" {
			t.Errorf("after two minutes: %q", got)
		}
		if got := seen(w); !slices.Equal(got, []string{"paced", "played 0 i8 by program"}) {
			t.Errorf("told %q", got)
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
			t.Errorf("in the pause: %q, %+v", told(tb), now)
		}
		must(t, do(t, tb, "hurry")) // one move
		later(time.Hour)
		if got := told(tb); got != "i8" {
			t.Errorf("after one move in the pause: %q", got)
		}
		must(t, do(t, tb, "on"))
		synctest.Wait()
		if got := told(tb); got != "i8 h8" || from(tb, 0).Now().Paused {
			t.Errorf("after the pause: %q", got)
		}
		want := []string{"paced", "played 0 i8 by program", "paced", "played 1 h8 by program"}
		if got := seen(w); !slices.Equal(got, want) {
			t.Errorf("told %q, want %q", got, want)
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
				t.Errorf("a pause after %s", other)
			}
		})
	}
}

// Hold keeps a program from moving, however long it thinks, until it is let go, hurried or the turn changes; nobody is told.
func TestHold(t *testing.T) {
	for _, c := range []struct {
		what string
		do   func(t *testing.T, tb *table.Table)
		want string
	}{
		{"held", func(*testing.T, *table.Table) {}, ""},
		{"held twice", func(_ *testing.T, tb *table.Table) { tb.Hold(true) }, ""},
		{"let go", func(_ *testing.T, tb *table.Table) { tb.Hold(false) }, "i8"},
		{"hurried", func(t *testing.T, tb *table.Table) { must(t, do(t, tb, "hurry")) }, "i8"},
		{"let go, but paused", func(t *testing.T, tb *table.Table) { set(tb, table.Pause()); tb.Hold(false) }, ""},
		{"no more paused, but held", func(t *testing.T, tb *table.Table) { set(tb, table.Pause()); set(tb, table.GoOn()) }, ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			paced(t, table.Pace{Least: time.Second, Always: true}, 0, "program person", func(t *testing.T, tb *table.Table) {
				w := from(tb, here)
				tb.Hold(true)
				later(time.Hour)
				if got := append(seen(w), told(tb)); !slices.Equal(got, []string{""}) {
					t.Errorf("while it is held: %q", got)
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
