package engine_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"attic/engine"
	"attic/game"
	"attic/games"
)

// eachGame runs a test for each game that engines play.
func eachGame(t *testing.T, test func(*testing.T, game.Engines)) {
	n := 0
	for _, g := range games.All() {
		if e, ok := g.(game.Engines); ok {
			n++
			t.Run(g.Info().Name, func(t *testing.T) { test(t, e) })
		}
	}
	if n < 2 {
		t.Errorf("%d games are played by engines, want two at least", n)
	}
}

// eachPosition visits the positions of games from openings, moved by chance.
func eachPosition(t *testing.T, g game.Engines, f func(game.Position)) {
	rng := rand.New(rand.NewPCG(5, 5))
	for seed := range uint64(6) {
		pos := g.Opening(seed)
		for range 120 {
			f(pos)
			list := pos.Moves()
			if len(list) == 0 {
				break
			}
			var err error
			if pos, err = pos.Play(list[rng.IntN(len(list))]); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestPositionsKeepTheirPromises(t *testing.T) {
	eachGame(t, func(t *testing.T, g game.Engines) {
		eachPosition(t, g, func(pos game.Position) {
			over := pos.ToMove() == game.Nobody
			if n := len(pos.Moves()); over != (n == 0) {
				t.Fatalf("%s: %d moves, over %v", pos.Text(), n, over)
			}
			if pos.Print() == "" || pos.Explain() == "" || pos.View() == nil {
				t.Errorf("%s: nothing to show", pos.Text())
			}
			if over {
				if pos.Outcome().Text == "" {
					t.Errorf("%s: nothing is said of the end", pos.Text())
				}
				return
			}
			again, err := engine.ReadPosition(g, pos.Text())
			if err != nil || again.Text() != pos.Text() || again.ToMove() != pos.ToMove() || !slices.Equal(again.Moves(), pos.Moves()) {
				t.Fatalf("%s is read as %v, %v", pos.Text(), again, err)
			}
			p, err := g.(game.Perfter).Perft(strings.TrimPrefix(pos.Text(), "fen "))
			if err != nil {
				t.Fatal(err)
			}
			if n, _ := p.Count(1, true); n != int64(len(pos.Moves())) {
				t.Errorf("%s: %d moves, and %d are counted", pos.Text(), len(pos.Moves()), n)
			}
			for _, move := range []string{"", "z9", "0000 0000", "startpos"} {
				if _, err := pos.Play(move); !errors.Is(err, game.ErrIllegal) {
					t.Errorf("%s: %q gives %v", pos.Text(), move, err)
				}
			}
		})
	})
}

// winsAtOnce reports whether the side to move has a move that wins.
func winsAtOnce(t *testing.T, pos game.Position) bool {
	for _, move := range pos.Moves() {
		next, err := pos.Play(move)
		if err != nil {
			t.Fatal(err)
		}
		if next.ToMove() == game.Nobody && next.Outcome().Winner == pos.ToMove() {
			return true
		}
	}
	return false
}

func TestOpenings(t *testing.T) {
	eachGame(t, func(t *testing.T, g game.Engines) {
		seen := map[string]bool{}
		const many = 100
		for seed := range uint64(many) {
			pos := g.Opening(seed)
			if again := g.Opening(seed); again.Text() != pos.Text() {
				t.Fatalf("seed %d: %s and then %s", seed, pos.Text(), again.Text())
			}
			if pos.ToMove() == game.Nobody || winsAtOnce(t, pos) {
				t.Errorf("seed %d: %s is decided", seed, pos.Text())
			}
			seen[pos.Text()] = true
		}
		if len(seen) < many/2 {
			t.Errorf("of %d openings %d differ", many, len(seen))
		}
	})
}

// check looks whether a report's moves can be made.
func check(t *testing.T, pos game.Position, r game.Report) {
	t.Helper()
	from := pos
	for _, move := range r.Line {
		if !slices.Contains(from.Moves(), move) {
			t.Fatalf("%s: the line %v has an illegal move", pos.Text(), r.Line)
		}
		next, err := from.Play(move)
		if err != nil {
			t.Fatal(err)
		}
		from = next
	}
	if r.Deepest > 0 && r.Deepest < r.Depth || r.HashFull < 0 || r.HashFull > 1000 {
		t.Errorf("%s: %+v", pos.Text(), r)
	}
}

func TestEnginesKeepTheirPromises(t *testing.T) {
	eachGame(t, func(t *testing.T, g game.Engines) {
		e := g.NewEngine()
		e.Resize(1, 1)
		gone, end := context.WithCancel(t.Context())
		end()
		for seed := range uint64(6) {
			pos := g.Opening(seed)
			e.Forget()
			nodes := int64(0)
			r := e.Search(t.Context(), pos, game.Limits{Nodes: 2000}, func(r game.Report) {
				check(t, pos, r)
				if r.Nodes < nodes {
					t.Errorf("after %d nodes there are %d", nodes, r.Nodes)
				}
				nodes = r.Nodes
			})
			check(t, pos, r)
			if len(r.Line) == 0 || r.Nodes < nodes {
				t.Errorf("%s: it answers %+v after %d nodes", pos.Text(), r, nodes)
			}
			e.Forget()
			again := e.Search(t.Context(), pos, game.Limits{Nodes: 2000}, nil)
			again.Elapsed = r.Elapsed
			if !slices.Equal(again.Line, r.Line) || again.Nodes != r.Nodes || again.Score != r.Score {
				t.Errorf("%s: %+v and then %+v", pos.Text(), r, again)
			}
			if r := e.Search(gone, pos, game.Limits{}, nil); len(r.Line) == 0 {
				t.Errorf("%s: no move when there is no time", pos.Text())
			} else {
				check(t, pos, r)
			}
		}
	})
}

func TestBenchPositions(t *testing.T) {
	eachGame(t, func(t *testing.T, g game.Engines) {
		list, depth := g.Bench()
		seen := map[string]bool{}
		for _, text := range list {
			pos, err := engine.ReadPosition(g, text)
			if err != nil || pos.ToMove() == game.Nobody || seen[pos.Text()] {
				t.Errorf("%s: %v; it must be another one that is running", text, err)
				continue
			}
			seen[pos.Text()] = true
		}
		if len(list) < 8 || depth < 1 {
			t.Errorf("%d positions, depth %d", len(list), depth)
		}
		signature := func() string {
			var out bytes.Buffer
			if err := engine.Carry(t.Context(), []string{"bench 2"}, &out, g, ""); err != nil {
				t.Error(err)
			}
			words := strings.Fields(out.String())
			if len(words) < 4 || words[len(words)-1] != "nps" {
				t.Fatalf("it ends with %q", out.String())
			}
			return words[len(words)-4]
		}
		if first := signature(); first != signature() {
			t.Error("the signature differs from time to time")
		}
	})
}

// Real engines on several threads, stopped at once, with next to no memory or time, at any depth: each go has its
// answer, and it can be played.
func TestEveryGoIsAnswered(t *testing.T) {
	eachGame(t, func(t *testing.T, g game.Engines) {
		var in strings.Builder
		var asked []game.Position
		in.WriteString("setoption name Threads value 3\n")
		for seed := range uint64(4) {
			pos := g.Opening(seed)
			in.WriteString("setoption name Hash value 1\nposition " + pos.Text() + "\n")
			for _, how := range []string{"infinite", "depth 200", "movetime 0", "movetime 1", "nodes 1", "btime 1 wtime 1", "btime -5 wtime -5 movestogo 1", ""} {
				in.WriteString("go " + how + "\nisready\nstop\n")
				asked = append(asked, pos)
			}
		}
		var out bytes.Buffer
		if err := engine.Serve(t.Context(), strings.NewReader(in.String()), &out, g, ""); err != nil {
			t.Error(err)
		}
		for line := range strings.Lines(out.String()) {
			move, ok := strings.CutPrefix(line, "bestmove ")
			if !ok {
				continue
			}
			if len(asked) == 0 || !slices.Contains(asked[0].Moves(), strings.TrimSpace(move)) {
				t.Fatalf("%s is no move, or there are too many, when %d are left to come", move, len(asked))
			}
			asked = asked[1:]
		}
		if len(asked) > 0 || strings.Contains(out.String(), "error") {
			t.Errorf("%d of go have no answer:\n%s", len(asked), &out)
		}
	})
}
