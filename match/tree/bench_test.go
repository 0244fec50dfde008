package tree_test

import (
	"math/rand/v2"
	"testing"

	"attic/game"
	"attic/games/ataxx"
	"attic/games/atom4"
	"attic/match/tree"
)

// grown returns the start of a game, a line of at most 400 moves that was played, and a tree with that line and at least n moves.
func grown(b testing.TB, g game.Game, options string, n int) (begin game.State, played []string, t tree.Tree) {
	begin, err := g.New(game.Setup{Options: options})
	if err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for state := begin; len(played) < 400 && state.ToMove() != game.Nobody; {
		moves := game.MovesOf(state)
		next, move, err := state.Play(moves[rng.IntN(len(moves))].Text)
		if err != nil {
			b.Fatal(err)
		}
		state, played = next, append(played, move.Text)
	}
	if t, err = tree.New(begin, played...); err != nil {
		b.Fatal(err)
	}
	nodes := []tree.ID{tree.Root}
	for at := t.Next(tree.Root); ; at = t.Next(at) {
		nodes = append(nodes, at)
		if t.Next(at) == at {
			break
		}
	}
	for len(nodes) < n {
		at := nodes[rng.IntN(len(nodes))]
		for range 1 + rng.IntN(10) {
			state := t.State(at)
			if state.ToMove() == game.Nobody {
				break
			}
			moves := game.MovesOf(state)
			next, id, err := t.Play(at, moves[rng.IntN(len(moves))].Text)
			if err != nil {
				b.Fatal(err)
			}
			if next.Depth(id) > 0 && t.Text(id) == "" {
				nodes = append(nodes, id)
			}
			t, at = next, id
		}
		if t, err = t.Apply(tree.Edit{Do: tree.Comment, At: t.Path(at), Text: "A thought about this move."}); err != nil {
			b.Fatal(err)
		}
	}
	return begin, played, t.Settled()
}

// each runs a benchmark for a tree of 10,000 moves in two games.
func each(b *testing.B, run func(b *testing.B, begin game.State, played []string, t tree.Tree)) {
	for _, g := range []struct {
		game    game.Game
		options string
	}{{ataxx.Game{}, "start=yes"}, {atom4.Game{}, ""}} {
		b.Run(g.game.Info().Name, func(b *testing.B) {
			begin, played, t := grown(b, g.game, g.options, 10_000)
			b.ResetTimer()
			run(b, begin, played, t)
		})
	}
}

func BenchmarkOpen(b *testing.B) {
	each(b, func(b *testing.B, begin game.State, played []string, t tree.Tree) {
		edits := t.Edits()
		for b.Loop() {
			n, err := tree.New(begin, played...)
			if err == nil {
				for _, e := range edits {
					if e, err = tree.ParseEdit(e.String()); err == nil {
						n, err = n.Apply(e)
						n = n.Settled()
					}
				}
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkStep(b *testing.B) {
	each(b, func(b *testing.B, _ game.State, _ []string, t tree.Tree) {
		at := tree.Root
		for b.Loop() {
			next := t.Next(at)
			if next == at {
				next = tree.Root
			}
			at = next
			t.State(at)
		}
	})
}

func BenchmarkEdit(b *testing.B) {
	each(b, func(b *testing.B, _ game.State, _ []string, t tree.Tree) {
		last := t.Path(t.Last())
		i := 0
		for b.Loop() {
			i++
			n, err := t.Apply(tree.Edit{Do: tree.Comment, At: last, Text: "Another thought."})
			if err != nil || n.Said(n.Last()).Comment == "" {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkPlay(b *testing.B) {
	each(b, func(b *testing.B, _ game.State, _ []string, t tree.Tree) {
		at := t.Parent(t.Last())
		move := ""
		for _, m := range game.MovesOf(t.State(at)) {
			if m.Text != t.Text(t.Last()) {
				move = m.Text
			}
		}
		for b.Loop() {
			if _, _, err := t.Play(at, move); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkRows(b *testing.B) {
	each(b, func(b *testing.B, _ game.State, _ []string, t tree.Tree) {
		for b.Loop() {
			t.Rows()
		}
	})
}
