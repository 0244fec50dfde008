package bot

import (
	"slices"
	"strings"
	"testing"

	"attic/game/search"
	"attic/games/atom4/rules"
)

// forced reports by plain minimax whether the player to move wins within plies plies, an odd number.
func forced(p rules.Position, plies int) bool {
	if len(wins(p)) > 0 {
		return true
	}
	if plies < 3 || p.Over() {
		return false
	}
	return slices.ContainsFunc(p.Moves(nil), func(s rules.Square) bool { return loses(p.Play(s), plies-1) })
}

// loses reports whether the player to move loses within plies plies, an even number.
func loses(p rules.Position, plies int) bool {
	if p.Over() || len(wins(p)) > 0 {
		return false
	}
	return !slices.ContainsFunc(p.Moves(nil), func(s rules.Square) bool { return !forced(p.Play(s), plies-1) })
}

// In the recorded games, the search finds exactly the wins in three plies, and the wins in five plies that it
// claims are real.
func TestWinsInThreeAndFiveAreFound(t *testing.T) {
	found := map[int]int{}
	e := NewEngine(1, 1)
	for i, game := range recorded(t) {
		for left := 3; left <= 5; left += 2 {
			if len(game) <= left {
				continue
			}
			p := game[len(game)-1-left]
			if len(wins(p)) > 0 || i%3 != 0 {
				continue
			}
			e.Forget()
			got := e.Search(t.Context(), p, search.Limits{Nodes: 3000}, nil)
			plies, decided := search.Decided(got.Score)
			won := decided && got.Score > 0
			if three := forced(p, 3); three != (won && plies == 3) {
				t.Errorf("%v: %+v; a win in three: %v", p, got, three)
			}
			if won && (plies > 5 || loses(p.Play(got.Best), plies-1)) {
				found[plies]++
			} else if won {
				t.Errorf("%v: %+v does not win in %d", p, got, plies)
			}
		}
	}
	if found[3] < 3 || found[5] < 2 {
		t.Errorf("too few wins were found; by plies: %v", found)
	}
}

// If the other player threatens to win, the node offers all moves, and reports whether all of them lose.
func TestLossesInTwoAreKnown(t *testing.T) {
	lost, threatened := 0, 0
	for _, p := range running(t) {
		n := at(p)
		if len(wins(p)) > 0 {
			continue
		}
		if want := p.Threats(p.Turn().Next()) != (rules.Set{}); n.threatened != want {
			t.Fatalf("%v: threatened %v", p, n.threatened)
		}
		if n.threatened {
			threatened++
			score, _, known := n.Known()
			if want := loses(p, 2); known != want || known && score != -search.Win+2 {
				t.Fatalf("%v: known %v, %d; loses at the next ply: %v", p, known, score, want)
			}
			if known {
				lost++
			}
		}
	}
	if lost < 5 || threatened < 50 {
		t.Errorf("%d lost of %d threatened positions", lost, threatened)
	}
}

// The evaluation stays the same if the colours are rotated together with the players, or the board is reflected.
func TestEvaluationIsSymmetric(t *testing.T) {
	reflected := 0
	for _, p := range running(t) {
		n, turned := at(p), at(p.Rotate())
		if n.score != turned.score || (n.win < 0) != (turned.win < 0) || n.threatened != turned.threatened || n.lost != turned.lost {
			t.Fatalf("%v: %d, but %d with the wheel and the players turned", p, n.score, turned.score)
		}
		me, turnedMe := p.Player(), p.Rotate().Player()
		eager, calm := seen(p, keen{me, 40}, usual()), seen(p, keen{me.Other(), 40}, usual())
		if eager.score < n.score || calm.score > n.score || seen(p.Rotate(), keen{turnedMe, 40}, usual()).score != eager.score {
			t.Fatalf("%v: %d if the mover is keen, %d, %d if the other one is", p, eager.score, n.score, calm.score)
		}
		// The board has one row more below than above, which matters to lines through that row.
		const free = "16/16/16/"
		m, ok := p.Mirror()
		if !ok || !strings.HasPrefix(p.Board(), free) || !strings.HasPrefix(m.Board(), free) {
			continue
		}
		reflected++
		mirrored := at(m)
		if n.score != mirrored.score || (n.win < 0) != (mirrored.win < 0) || n.threatened != mirrored.threatened || n.lost != mirrored.lost {
			t.Fatalf("%v: %d, but %d reflected", p, n.score, mirrored.score)
		}
	}
	if reflected < 100 {
		t.Errorf("only %d positions reflected", reflected)
	}
}

func TestNodesAllocateNothing(t *testing.T) {
	n := at(openGame(t))
	moves := n.Moves(nil)
	looks := n.Looks(moves, nil)
	var sum int
	if allocs := testing.AllocsPerRun(10, func() {
		for _, m := range moves {
			next := n.Play(m)
			known, _, _ := next.Known()
			sum += next.Score() + known
		}
		looks = n.Looks(moves, looks[:0])
	}); allocs != 0 {
		t.Errorf("%v allocations for %d nodes (%d)", allocs, len(moves), sum)
	}
}

// After any moves, a node sees the same wins as the rules, for both players and for each of their turns.
func FuzzNodesSeeTheWinsOfTheRules(f *testing.F) {
	f.Add([]byte("a round like any other, with many moves, none of them chosen with a thought of what comes next"))
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28})
	f.Fuzz(func(t *testing.T, choices []byte) {
		p := rules.Start(1)
		for _, choice := range choices {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			p = p.Play(moves[int(choice)%len(moves)])
		}
		if p.Over() {
			return
		}
		var mover, other side
		survey(&p, &mover, &other)
		c := p.Turn()
		for i := range 6 {
			s := &mover
			if i%2 == 1 {
				s = &other
			}
			if want := p.Threats(c); s.wins[i/2] != want {
				t.Errorf("%v: %s wins on %v, want %v", p, c, s.wins[i/2], want)
			}
			c = c.Next()
		}
	})
}
