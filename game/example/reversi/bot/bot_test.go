package bot

import (
	"context"
	"testing"

	"attic/game/example/reversi/rules"
	"attic/game/search"
)

// Each level beats the one below it in most of its games, with either colour.
func TestLevels(t *testing.T) {
	const games = 4
	for level := LowestLevel + 1; level < HighestLevel; level++ {
		points := 0 // two for a win, one for a draw
		for seed := range uint64(games) {
			p := rules.Start(false)
			stronger := rules.Black + rules.Disc(seed%2)
			for !p.Over() {
				l := level
				if p.Turn() != stronger {
					l--
				}
				r, err := Choose(context.Background(), p, l, seed, nil)
				if err != nil {
					t.Fatal(err)
				}
				p = p.Play(r.Best)
			}
			switch p.Winner() {
			case stronger:
				points += 2
			case rules.Empty:
				points++
			}
		}
		if points <= games {
			t.Errorf("level %d has %d of %d points against the level below", level, points, 2*games)
		}
	}
}

// Near the end the search finds the same result as plain minimax.
func TestTheEndIsSeen(t *testing.T) {
	for _, fen := range []string{"xxxxxxx1/oooooox1/oooooxx1/ooooxxx1/oooxxxx1/ooxxxxx1/oxxxxxx1/xxxxxxx1 o", "1ooooooo/xooooooo/xxoooooo/xxxooooo/xxxxoooo/xxxxxooo/xxxxxxo1/xxxxxx11 x"} {
		p, err := rules.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		r := NewEngine(1, 1).Search(context.Background(), p, search.Limits{Depth: 20}, nil)
		want := minimax(p)
		got := 0
		if r.Wins() > 0 {
			got = 1
		} else if r.Wins() < 0 {
			got = -1
		}
		if got != want {
			t.Errorf("%s: %+v, and the result is %d", fen, r, want)
		}
	}
}

// minimax returns 1, 0 or -1 for the side to move.
func minimax(p rules.Position) int {
	moves := p.Moves(nil)
	if len(moves) == 0 {
		switch p.Winner() {
		case rules.Empty:
			return 0
		case p.Turn():
			return 1
		}
		return -1
	}
	best := -1
	for _, m := range moves {
		best = max(best, -minimax(p.Play(m)))
	}
	return best
}
