package table_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"attic/game"
	"attic/match"
	"attic/table"
)

// hall opens engines and counts how many it opens and closes.
type hall struct {
	choose         func(context.Context) (string, error)
	asked          int
	opened         []string
	closed         int
	refuses, fails error
}

func (h *hall) open(engine string) (table.Opponent, error) {
	h.asked++
	if h.refuses != nil && h.asked > 1 {
		return nil, h.refuses
	}
	if engine == "none" {
		return nil, errors.New("there is no such engine")
	}
	h.opened = append(h.opened, engine)
	return sitter{h}, nil
}

// sitter is an engine that a hall has opened.
type sitter struct{ *hall }

func (s sitter) Choose(ctx context.Context, m match.Match, progress func(game.Report)) (string, error) {
	progress(game.Report{Depth: m.Ply(), Line: []string{"h8"}})
	if s.fails != nil {
		return "", s.fails
	}
	return s.choose(ctx)
}

func (s sitter) Close() error {
	s.closed++
	return nil
}

// seated runs f at a table of Atom-4 with engines from h. The computer itself plays i10 once. All engines must be closed at the end.
func seated(t *testing.T, h *hall, programs string, f func(t *testing.T, tb *table.Table)) {
	synctest.Test(t, func(t *testing.T) {
		tb := table.New(table.Config{
			Match: newMatch(t, bots{choose: script("i10")}, game.Setup{}, programs), Chance: chance, Opponent: h.open,
		})
		ctx, stop := context.WithCancel(t.Context())
		stopped := tb.Go(ctx)
		synctest.Wait()
		f(t, tb)
		stop()
		stopped()
		synctest.Wait()
		must(t, tb.Close())
	})
	if len(h.opened) != h.closed {
		t.Errorf("%d engines are opened, %d closed", len(h.opened), h.closed)
	}
}

func TestAnEngineAnswers(t *testing.T) {
	h := &hall{choose: script("h8", "i10")}
	seated(t, h, "person person", func(t *testing.T, tb *table.Table) {
		must(t, do(t, tb, "engine 2 tiktaxx -q"))
		w := from(tb, here)
		must(t, do(t, tb, "i8"))
		synctest.Wait()
		if got, want := seen(w), []string{"played 0 i8", "thinking", "played 1 h8 by program"}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		must(t, do(t, tb, "j8"))
		synctest.Wait()
		if got := told(tb); got != "i8 h8 j8 i10" || !slices.Equal(h.opened, []string{"tiktaxx -q", "tiktaxx -q"}) {
			t.Errorf("the history is %q, the engines are %q", got, h.opened)
		}
		if p := from(tb, 0).Now().Players[1]; !p.Program || p.Engine != "tiktaxx -q" {
			t.Errorf("the player is %+v", p)
		}
		w.Close()
	})
}

// Each case: a request that removes an engine from its seat, and the engine in that seat afterwards, if any.
func TestWhatEndsAnEngine(t *testing.T) {
	for _, c := range []struct{ by, engine string }{
		{"person 2", ""},
		{"program 2", ""},
		{"engine 2 other", "other"},
	} {
		h := &hall{choose: script("h8")}
		seated(t, h, "person person", func(t *testing.T, tb *table.Table) {
			must(t, do(t, tb, "engine 2 one; i8"))
			synctest.Wait()
			closed := h.closed
			must(t, do(t, tb, c.by))
			synctest.Wait()
			if got := from(tb, 0).Now().Players[1].Engine; got != c.engine || h.closed == closed {
				t.Errorf("%s: afterwards the engine is %q; %d are closed", c.by, got, h.closed)
			}
		})
	}
}

func TestAnEngineStaysForTheNextGame(t *testing.T) {
	h := &hall{choose: script("h8", "h8")}
	seated(t, h, "person person", func(t *testing.T, tb *table.Table) {
		must(t, do(t, tb, "engine 2 one; i8"))
		synctest.Wait()
		must(t, do(t, tb, "clear; i8"))
		synctest.Wait()
		if got := told(tb); got != "i8 h8" || len(h.opened) != 2 {
			t.Errorf("history %q, opened %q", got, h.opened)
		}
	})
}

// A person replaces an engine that fails. Each case: how the engine fails.
func TestAnEngineThatFails(t *testing.T) {
	broken := errors.New("it has ended")
	for _, c := range []struct {
		clause string
		hall   *hall
		err    error
	}{
		{"the engine cannot be started", &hall{refuses: broken}, broken},
		{"it ends", &hall{fails: broken}, broken},
		{"an illegal move", &hall{choose: script("a1")}, game.ErrIllegal},
	} {
		t.Run(c.clause, func(t *testing.T) {
			seated(t, c.hall, "person person", func(t *testing.T, tb *table.Table) {
				w := from(tb, 0)
				must(t, do(t, tb, "engine 2 one; i8"))
				synctest.Wait()
				events := w.Take()
				if len(events) == 0 {
					t.Fatal("there are no events")
				}
				e := events[len(events)-1]
				if e.What != table.Failed || e.By != 1 || e.Player.Engine != "one" || !errors.Is(e.Err, c.err) {
					t.Errorf("the last event is %+v", e)
				}
				if now := from(tb, 0).Now(); now.Thinking || now.Players[1].Engine != "" || now.Players[1].Program {
					t.Errorf("afterwards: %+v", now)
				}
				must(t, do(t, tb, "h8"))
				w.Close()
			})
		})
	}
}

// A change of the position stops an engine's search but does not close the engine. If the engine returns no move, Hurry plays the last one
// that it reported.
func TestAnEngineIsStopped(t *testing.T) {
	h := &hall{}
	h.choose = func(ctx context.Context) (string, error) {
		<-ctx.Done()
		return "", ctx.Err()
	}
	seated(t, h, "person person", func(t *testing.T, tb *table.Table) {
		must(t, do(t, tb, "engine 2 one; i8"))
		synctest.Wait()
		must(t, do(t, tb, "undo; i8"))
		synctest.Wait()
		if now := from(tb, 0).Now(); !now.Thinking || len(h.opened) != 2 || h.closed != 1 {
			t.Errorf("%d engines are opened, %d closed, %+v", len(h.opened), h.closed, now)
		}
		must(t, do(t, tb, "hurry"))
		synctest.Wait()
		if got := told(tb); got != "i8 h8" { // h8 is the move that the engine reported
			t.Errorf("history %q", got)
		}
	})
}

func TestWhereNoEngineCanSit(t *testing.T) {
	tb := open(t, "atom4", "person person")
	if err := do(t, tb, "engine 2 one"); err == nil || err.Error() != "engines cannot play at this table" {
		t.Errorf("engine 2 one: %v", err)
	}
	must(t, tb.Close())
	h := &hall{}
	seated(t, h, "person person", func(t *testing.T, tb *table.Table) {
		for _, engine := range []string{"think:soon", "none"} {
			if err := do(t, tb, "engine 2 "+engine); err == nil || from(tb, 0).Now().Players[1].Program {
				t.Errorf("%s: %v, %+v", engine, err, from(tb, 0).Now().Players[1])
			}
		}
	})
}
