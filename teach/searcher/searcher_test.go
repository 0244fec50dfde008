package searcher_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"attic/game"
	"attic/game/example/reversi"
	"attic/games/ataxx"
	"attic/games/atom4"
	"attic/match"
	"attic/table"
	"attic/teach/searcher"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// after returns an analysis of a game after the given number of random moves, which seed decides.
func after(t *testing.T, g game.Game, seed uint64, plies int) match.Match {
	t.Helper()
	m, err := match.New(g, game.Setup{}.With(g.Info().Started))
	must(t, err)
	rng := rand.New(rand.NewPCG(seed, 7))
	for range plies {
		list := game.MovesOf(m.State())
		list = slices.DeleteFunc(list, func(m game.Move) bool { return m.Alone })
		if m.ToMove() < 0 || len(list) == 0 {
			break
		}
		next, _, err := m.Play(list[rng.IntN(len(list))].Text)
		must(t, err)
		if next.ToMove() < 0 {
			break
		}
		m = next
	}
	m, err = match.Studied(m)
	must(t, err)
	return m
}

func sit(t *testing.T, m match.Match) *table.Person {
	t.Helper()
	p := table.New(table.Config{Match: m}).Here()
	t.Cleanup(p.Close)
	return p
}

// scripted is an engine that reports what it gets by reports and then searches until its context is done.
type scripted struct {
	game.Engine
	reports <-chan game.Report
	ended   chan<- string
}

func (e scripted) Search(ctx context.Context, p game.Position, _ game.Limits, progress func(game.Report)) game.Report {
	for {
		select {
		case r := <-e.reports:
			progress(r)
		case <-ctx.Done():
			e.ended <- p.Text()
			return game.Report{}
		}
	}
}

func (scripted) Resize(int, int) {}

type scriptedGame struct {
	ataxx.Game
	e scripted
}

func (g scriptedGame) NewEngine() game.Engine { return g.e }

// A search goes on until the position changes, the page is hidden or the engine is turned off, and begins again at once.
func TestSearcher(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reports, ended := make(chan game.Report), make(chan string, 1)
		g := scriptedGame{e: scripted{reports: reports, ended: ended}}
		m := after(t, g, 1, 4)
		p := table.New(table.Config{Match: m}).Here()
		defer p.Close()
		s := searcher.New(p)
		if s.See(m); len(ended) > 0 {
			t.Error("it searches before it is on")
		}
		s.On = true
		s.See(m)
		s.See(m)
		report := func(number, depth, win int, first string) {
			reports <- game.Report{Number: number, Depth: depth, Win: win, Score: 500, Nodes: int64(1000 * depth), Line: []string{first, "a1a1"}}
			synctest.Wait()
		}
		at, err := g.ReadPosition(text(t, g, m))
		must(t, err)
		moves := at.Moves()
		report(1, 3, 0, moves[0])
		report(2, 3, -4, moves[1])
		select {
		case <-p.Ready():
		default:
			t.Error("nobody was woken")
		}
		f := s.Found()
		if len(f.Lines) != 2 || f.Lines[0].Depth != 3 || f.Nodes != 3000 || f.Ended != "" || len(f.Lines[0].Moves) != 1 || f.Lines[1].Win != -4 || f.Lines[1].Chance != 0 {
			t.Errorf("it has found %+v", f)
		}
		report(1, 4, 0, moves[1]) // the order has changed: the same move is not there twice
		if f := s.Found(); len(f.Lines) != 1 || f.Lines[0].Depth != 4 {
			t.Errorf("it has found %+v", f)
		}
		next := after(t, g, 1, 3)
		s.See(next)
		if got, want := <-ended, "fen "+strings.TrimPrefix(at.Text(), "fen "); got != want {
			t.Errorf("it stopped searching %s, not %s", got, want)
		}
		if f := s.Found(); len(f.Lines) > 0 {
			t.Errorf("in a new position it shows %+v", f)
		}
		synctest.Wait() // until it searches
		s.Hide(true)
		s.See(next)
		<-ended
		s.Hide(false)
		s.See(next)
		synctest.Wait()
		s.Close()
		<-ended
		if s.On || s.Take() != nil {
			t.Error("it is on after Close")
		}
	})
}

func text(t *testing.T, g game.Engines, m match.Match) string {
	t.Helper()
	var texts []string
	for _, e := range m.History()[:m.Ply()+1] {
		if e.Text != "" {
			texts = append(texts, e.Text)
		}
	}
	start, moves, err := g.PositionOf(m.Setup(), texts)
	must(t, err)
	p, err := g.ReadPosition(start)
	for _, move := range moves {
		must(t, err)
		p, err = p.Play(move)
	}
	must(t, err)
	return p.Text()
}

// other is another program: it reports a win, or fails.
type other struct {
	err    error
	closed bool
}

func (o *other) Watch(ctx context.Context, m match.Match, lines int, progress func(game.Report)) error {
	if o.err != nil {
		return o.err
	}
	progress(game.Report{Number: lines, Win: 3, Depth: 9, Line: []string{game.MovesOf(m.State())[0].Text}})
	<-ctx.Done()
	return ctx.Err()
}

func (o *other) Close() error {
	o.closed = true
	return nil
}

// A win that another program claims counts as no proof. A program that fails is left with a sentence.
func TestAnotherProgram(t *testing.T) {
	m := after(t, ataxx.Game{}, 2, 6)
	p := sit(t, m)
	s := searcher.New(p)
	defer s.Close()
	o := &other{}
	s.Use("boaster", o)
	s.On = true
	s.See(m)
	for len(s.Found().Lines) == 0 {
		<-p.Ready()
	}
	if l := s.Found().Lines[0]; l.Win != 0 || l.Chance != 0.99 || l.Depth != 9 {
		t.Errorf("it shows %+v", l)
	}
	s.Use("breaker", &other{err: errors.New("it has ended")})
	if !o.closed {
		t.Error("the first program was not closed")
	}
	s.See(m)
	err := s.Take()
	for ; err == nil; err = s.Take() {
		<-p.Ready()
	}
	if want := "the engine breaker failed: it has ended; attic searches in its place"; err.Error() != want || s.Name() != "" {
		t.Errorf("it says %q, not %q", err, want)
	}
}

// The engine's lines are those of the game's engine with the same nodes, and no more is claimed than it has proved.
func TestLinesAreThoseOfTheEngine(t *testing.T) { lines(t, 1) }

func lines(t *testing.T, positions int) (won int) {
	for _, g := range []game.Game{ataxx.Game{}, atom4.Game{}, reversi.Game{}} {
		for seed := range uint64(positions) {
			m := after(t, g, seed, int(44-17*seed%40))
			p := table.New(table.Config{Match: m}).Here()
			s := searcher.New(p)
			s.Want(2, seed%2 == 0)
			got, err := s.Search(t.Context(), m, true)
			if err != nil { // over by the rules of engines
				p.Close()
				continue
			}
			e := g.(game.Engines)
			at, err := e.ReadPosition(text(t, e, m))
			must(t, err)
			if passer, ok := at.(game.Passer); !ok {
				t.Errorf("%s has no threats", g.Info().Name)
			} else if passed, ok := passer.Passed(); ok && passed.ToMove() != 1-at.ToMove() {
				t.Errorf("after a pass the same side is to move in %s", at.Text())
			} else if ok && s.Threat() && (len(got.Threat.Moves) == 0 || got.Threat.Seat != passed.ToMove()) {
				t.Errorf("%s: the threat is %+v", at.Text(), got.Threat)
			}
			want := map[int]game.Report{}
			e.NewEngine().Search(t.Context(), at, game.Limits{Nodes: 100_000, Lines: 2}, func(r game.Report) { want[r.Number] = r })
			if len(got.Lines) != len(want) {
				t.Fatalf("%s: %d lines, not %d", at.Text(), len(got.Lines), len(want))
			}
			for i, l := range got.Lines {
				r := want[i+1]
				after, err := at.Play(r.Line[0])
				must(t, err)
				mine, err := at.Play(l.Moves[0])
				must(t, err)
				if l.Depth != r.Depth || l.Win != r.Win || r.Win == 0 && l.Score != r.Score || mine.Text() != after.Text() {
					t.Errorf("%s: line %d is %+v, not %+v", at.Text(), i+1, l, r)
				}
				if (l.Chance == 0 || l.Chance == 1) != (r.Win != 0) {
					t.Errorf("%s: the chance is %v without a proof", at.Text(), l.Chance)
				}
				if r.Win != 0 {
					won++
				}
			}
			p.Close()
		}
	}
	return won
}

// Only a proved win has the chance 1, and only a proved loss 0.
func TestGuard(t *testing.T) {
	for _, c := range []struct {
		r      game.Report
		proves bool
		scale  float64
		want   searcher.Line
	}{
		{game.Report{Score: 30_000}, true, 500, searcher.Line{Score: 30_000, Chance: 0.99}},
		{game.Report{Score: -30_000}, true, 500, searcher.Line{Score: -30_000, Chance: 0.01}},
		{game.Report{Win: 3}, true, 500, searcher.Line{Win: 3, Chance: 1}},
		{game.Report{Win: -4}, true, 500, searcher.Line{Win: -4, Chance: 0}},
		{game.Report{Win: 3}, false, 500, searcher.Line{Score: 9999, Chance: 0.99}},
		{game.Report{Win: -4}, false, 0, searcher.Line{Score: -9999, Chance: -1}},
		{game.Report{Score: 35}, true, 0, searcher.Line{Score: 35, Chance: -1}},
	} {
		if got := searcher.LineOf(c.scale, c.r, 0, c.proves); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v: %+v, not %+v", c.r, got, c.want)
		}
	}
}
