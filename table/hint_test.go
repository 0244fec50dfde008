package table_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/dev/race"
	"attic/game"
	"attic/game/example/toy"
	"attic/games/ataxx"
	"attic/games/atom4"
	"attic/games/atommaster"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// advised is Atom-4 with hints from the function advise.
type advised struct {
	atom4.Game
	advise func(ctx context.Context) (game.Advice, error)
}

func (g advised) Advise(ctx context.Context, _ game.View, nodes int64) (game.Advice, error) {
	if nodes != game.HintNodes {
		return game.Advice{}, errors.New("a different number of nodes")
	}
	return g.advise(ctx)
}

func (g advised) Compare(ctx context.Context, v game.View, _ string, nodes int64) (game.Advice, error) {
	return g.Advise(ctx, v, nodes)
}

func (advised) Why(ctx context.Context, _ game.View, move string, nodes int64) (game.Advice, error) {
	if nodes != game.HintNodes {
		return game.Advice{}, errors.New("a different number of nodes")
	}
	return game.Advice{Text: "h8", Move: game.Preview{Sentence: "About " + move + "."}}, ctx.Err()
}

func (advised) Threat(game.View) (game.Preview, bool) { return game.Preview{}, false }

// mute is a game without optional features such as hints.
type mute struct{ game.Game }

// said returns an advise function that recommends the move text immediately.
func said(text string) func(context.Context) (game.Advice, error) {
	return func(context.Context) (game.Advice, error) { return game.Advice{Text: text}, nil }
}

func TestAHintIsToldToWhoAsks(t *testing.T) {
	running(t, advised{advise: said("h8")}, game.Setup{}, "person program", func(t *testing.T, tb *table.Table) {
		w, other := from(tb, here), from(tb, here)
		must(t, w.Hint(table.Latest, ""))
		synctest.Wait()
		<-w.Ready()
		events := w.Take()
		if len(events) != 1 || events[0].What != table.Hinted || events[0].Advice.Text != "h8" || events[0].By != 0 || events[0].Now.ToMove != 0 {
			t.Errorf("the events are %+v", events)
		}
		if w.Hinting() {
			t.Error("the hint is still being computed")
		}
		if got := seen(other); len(got) != 0 {
			t.Errorf("another person gets %q", got)
		}
		w.Close()
		other.Close()
	})
}

// Why replaces a hint that is being computed. It refuses illegal moves and games that do not compare moves.
func TestWhyIsAnsweredToWhoAsks(t *testing.T) {
	under := func(ctx context.Context) (game.Advice, error) { // a hint that runs until it is cancelled
		<-ctx.Done()
		return game.Advice{}, ctx.Err()
	}
	running(t, advised{advise: under}, game.Setup{}, "person program", func(t *testing.T, tb *table.Table) {
		w := from(tb, here)
		must(t, w.Hint(table.Latest, ""))
		must(t, w.Why(table.Latest, "i10"))
		synctest.Wait()
		if events := w.Take(); len(events) != 1 || events[0].What != table.Hinted || events[0].Advice.Move.Sentence != "About i10." {
			t.Errorf("there are %d events, or it is the wrong one", len(events))
		}
		if err := w.Why(table.Latest, "a1"); !errors.Is(err, game.ErrIllegal) {
			t.Errorf("why a1: %v", err)
		}
		w.Close()
	})
	running(t, toy.Game{}, game.Setup{}, "person person", func(t *testing.T, tb *table.Table) {
		w := from(tb, here)
		if err := w.Why(table.Latest, "guess 3"); !errors.Is(err, table.ErrHint) {
			t.Errorf("why guess 3 in the toy: %v", err)
		}
		w.Close()
	})
}

func TestAHintThatFailsIsToldToo(t *testing.T) {
	broken := errors.New("broken")
	fails := func(context.Context) (game.Advice, error) { return game.Advice{}, broken }
	running(t, advised{advise: fails}, game.Setup{}, "person person", func(t *testing.T, tb *table.Table) {
		w := from(tb, here)
		must(t, w.Hint(table.Latest, ""))
		synctest.Wait()
		if events := w.Take(); len(events) != 1 || !errors.Is(events[0].Err, broken) {
			t.Errorf("the events are %+v", events)
		}
		w.Close()
	})
}

// Each case: an event while a hint is being computed, and whether the hint survives it. The late answer to a cancelled hint causes no event.
func TestWhatEndsAHint(t *testing.T) {
	for _, c := range []struct {
		by    string
		still bool
	}{
		{"h8", false},
		{"undo", false},
		{"resign", false},
		{"clear", false},
		{"side 2", false},
		{"program 1", false},
		{"level 3", false},
		{"unhint", false},
		{"close", false},
		{"name 1 Anna", true},
		{"hurry", true},
		{"pause", true},
	} {
		t.Run(c.by, func(t *testing.T) {
			began, ended := 0, 0
			g := advised{advise: func(ctx context.Context) (game.Advice, error) {
				began++
				<-ctx.Done()
				ended++
				return game.Advice{Text: "h8"}, nil
			}}
			running(t, g, game.Setup{}, "person person", func(t *testing.T, tb *table.Table) {
				w := from(tb, here)
				must(t, do(t, tb, "i8"))
				must(t, w.Hint(table.Latest, ""))
				must(t, w.Hint(table.Latest, "")) // a second Hint changes nothing
				synctest.Wait()
				w.Take()
				if began != 1 || !w.Hinting() {
					t.Fatalf("advise is called %d times", began)
				}
				switch c.by {
				case "unhint":
					w.Unhint()
				case "close":
					w.Close()
				default:
					must(t, do(t, tb, c.by))
				}
				synctest.Wait()
				if w.Hinting() != c.still || ended == 1 == c.still {
					t.Errorf("the hint is still being computed: %v, advise returned %d times", w.Hinting(), ended)
				}
				if slices.Contains(seen(w), "hinted") {
					t.Error("the late answer causes an event")
				}
				w.Close()
			})
			if began != ended {
				t.Errorf("advise is called %d times and returns %d times", began, ended)
			}
		})
	}
}

// Each case: a game, who plays each seat, the requests before Hint, and why Hint is refused.
func TestWhenThereAreNoHints(t *testing.T) {
	for _, c := range []struct {
		g                      game.Game
		programs, script, want string
	}{
		{mute{atom4.Game{}}, "person person", "", "there are no hints in Atom-4 yet"},
		{advised{}, "person program", "i8", "it is the computer's turn; you can ask for a hint on your own turn"},
		{advised{}, "person person", "i8; resign", "the game is over, so there are no hints"},
		{toy.Game{}, "person person", "", "hints are available once the game starts; " + game.Type("start")},
		{toy.Game{}, "person person", "side 2; start", "only the side to move may see a hint"},
	} {
		tb := table.New(table.Config{Match: newMatch(t, c.g, game.Setup{}, c.programs), Chance: chance})
		must(t, do(t, tb, c.script))
		w := from(tb, here)
		if err := w.Hint(table.Latest, ""); err == nil || err.Error() != c.want || w.Hinting() {
			t.Errorf("after %q: %v, want %q", c.script, err, c.want)
		}
		w.Close()
		must(t, tb.Close())
	}
}

// If the first move of play begins the game, hints are available before that move, to the person who will make it.
func TestHintsBeforeTheFirstMove(t *testing.T) {
	race.Plain(t)
	for _, c := range []struct {
		g                      game.Game
		programs, script, want string
	}{
		{atommaster.Game{}, "person program", "", ""},
		{atommaster.Game{}, "person program", "atoms 3", ""},
		{atommaster.Game{}, "program person", "", "hints are available once the game starts; " + game.Type("start")},
		{ataxx.Game{}, "person program", "", "hints are available once the game starts; " + game.Type("start")}, // a move belongs to the set-up
	} {
		running(t, c.g, game.Setup{Seed: 2}, c.programs, func(t *testing.T, tb *table.Table) {
			must(t, do(t, tb, c.script))
			w := from(tb, here)
			defer w.Close()
			if err := w.Hint(table.Latest, ""); fmt.Sprint(err) != cmp.Or(c.want, "<nil>") {
				t.Errorf("%s, %q: %v, want %q", c.programs, c.script, err, c.want)
			}
			synctest.Wait()
			for _, e := range w.Take() {
				if e.What != table.Hinted {
					continue
				}
				if e.Err != nil || !strings.HasPrefix(e.Advice.Text, "fire ") {
					t.Errorf("%s, %q: the hint is %+v, %v", c.programs, c.script, e.Advice, e.Err)
				}
				must(t, do(t, tb, e.Advice.Text))
				return
			}
			if c.want == "" {
				t.Errorf("%s, %q: no hint comes", c.programs, c.script)
			}
		})
	}
}

func TestAHintIsForTheSeatToMove(t *testing.T) {
	running(t, toy.Game{}, game.Setup{Seed: 2}, "person program", func(t *testing.T, tb *table.Table) {
		must(t, do(t, tb, "hide 13; start"))
		w := from(tb, here)
		must(t, w.Hint(table.Latest, ""))
		synctest.Wait()
		events := w.Take()
		if len(events) != 1 || events[0].Advice.Text != "guess 10" || knows(events[0].Now.View) {
			t.Errorf("the events are %+v", events)
		}
		w.Close()
	})
}

// A move that a person plays after a hint is marked in the journal, for statistics. A hint that fails does not count.
func TestAMoveAfterAHintIsNoted(t *testing.T) {
	for _, c := range []struct {
		clause string
		err    error
		ask    bool
		helped bool
	}{
		{"a hint", nil, true, true},
		{"no hint", nil, false, false},
		{"a hint that fails", errors.New("broken"), true, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			lib := store.Open(t.TempDir(), find)
			g := advised{advise: func(context.Context) (game.Advice, error) { return game.Advice{Text: "i10"}, c.err }}
			tb := table.New(table.Config{
				Match: newMatch(t, g, game.Setup{}, "person program"), Chance: chance,
				Begin: func() (match.Ledger, error) { return lib.Library.Begin("atom4", time.Now()) },
			})
			w := from(tb, here)
			if c.ask {
				must(t, w.Hint(table.Latest, ""))
				synctest.Wait()
			}
			must(t, w.Do(table.Play("i10")).Err())
			must(t, w.Do(table.Resign()).Err())
			w.Close()
			must(t, tb.Close())
			kept, err := lib.Library.Games("atom4")
			must(t, err)
			if len(kept) != 1 || len(kept[0].Rounds) != 1 || kept[0].Rounds[0].Left != store.Counts || kept[0].Rounds[0].Helped != c.helped {
				t.Errorf("%s: the library holds %+v", c.clause, kept)
			}
		})
	}
}

// The mark of a hint, or of an answer to Why, survives an undo and a restart of the program.
func TestAHintOutlivesUndoAndRestart(t *testing.T) {
	for _, why := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			lib := store.Open(t.TempDir(), find)
			g := advised{advise: func(context.Context) (game.Advice, error) { return game.Advice{Text: "i8"}, nil }}
			config := table.Config{Match: newMatch(t, g, game.Setup{}, "person person"), Chance: chance, Begin: func() (match.Ledger, error) { return lib.Library.Begin("atom4", time.Now()) }}
			tb := table.New(config)
			w := from(tb, here)
			must(t, w.Do(table.Play("i10")).Err())
			if why {
				must(t, w.Why(table.Latest, w.Sight().Moves()[0].Text))
			} else {
				must(t, w.Hint(table.Latest, ""))
			}
			synctest.Wait()
			must(t, w.Do(table.Undo()).Err())
			w.Close()
			must(t, tb.Close())
			kept, ok := lib.Library.Latest("atom4")
			if !ok {
				t.Fatal("no game is kept")
			}
			journal, m, err := lib.Library.Resume(kept, time.Now())
			must(t, err)
			if rounds := match.Rounds(m); len(rounds) != 1 || !rounds[0].Advised {
				t.Errorf("why %v: after a restart the rounds are %+v", why, rounds)
			}
			config.Match, config.Journal = m, journal
			tb = table.New(config)
			w = from(tb, here)
			must(t, w.Do(table.Play("i8")).Err())
			if m, _ := w.Sight().FullMatch(); !match.Rounds(m)[0].Advised {
				t.Errorf("why %v: after another move the hint is forgotten", why)
			}
			w.Close()
			must(t, tb.Close())
		})
	}
}
