package compose

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"attic/desk"
	"attic/game"
	"attic/games/ataxx"
	"attic/match"
	"attic/match/tree"
	"attic/table"
)

// grown returns an analysis with n moves.
func grown(b testing.TB, n int) match.Match {
	m, err := match.New(ataxx.Game{}, game.Setup{Options: "start=yes"})
	must(b, err)
	rng := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		moves := game.MovesOf(m.State())
		if len(moves) == 0 {
			break
		}
		m, _, err = m.Play(moves[rng.IntN(len(moves))].Text)
		must(b, err)
	}
	m, err = match.Studied(m)
	must(b, err)
	t, _, _ := match.Study(m)
	nodes := []tree.ID{tree.Root}
	for at := t.Next(tree.Root); at != t.Last(); at = t.Next(at) {
		nodes = append(nodes, at)
	}
	for len(nodes) < n {
		at := nodes[rng.IntN(len(nodes))]
		moves := game.MovesOf(t.State(at))
		if len(moves) == 0 {
			continue
		}
		next, id, err := t.Play(at, moves[rng.IntN(len(moves))].Text)
		must(b, err)
		if id > nodes[len(nodes)-1] {
			nodes = append(nodes, id)
		}
		if t = next; len(nodes)%20 == 0 {
			t, err = t.Apply(tree.Edit{Do: tree.Comment, At: t.Path(id), Text: "A thought about this move."})
			must(b, err)
		}
	}
	m, err = match.WithAnalysis(m, 1, t.Settled())
	must(b, err)
	return m
}

// With 10,000 moves in an analysis: the first page with its list, a step through the list, and an edit, each with the page composed.
func BenchmarkAnalysis(b *testing.B) {
	m := grown(b, 10_000)
	shown := func() (driver, *table.Table) {
		tb := table.New(table.Config{Match: m})
		return begin(b, desk.Config{Store: emptyStore(b), Table: tb, NoMotion: true}, size{1280, 800}), tb
	}
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			shown()
		}
	})
	b.Run("step", func(b *testing.B) {
		d, _ := shown()
		d.press(desk.MovesKey + " home")
		for b.Loop() {
			d.press("down")
		}
	})
	b.Run("edit", func(b *testing.B) {
		d, tb := shown()
		n := 0
		for b.Loop() {
			n++
			d.send(func(p *Pages) {
				must(b, tb.Here().Do(table.Edit(tree.Edit{Do: tree.Comment, At: "3", Text: fmt.Sprint(n)})).Err())
				p.Desk.News()
			})
		}
	})
}
