package atom4

import (
	"math"
	"slices"
	"testing"

	"attic/game/search"
	"attic/games/atom4/bot"
	"attic/games/atom4/rules"
	"attic/games/atom4/solve"
)

// early calls visit with each position of a round after at most bookPlies plies.
func early(p rules.Position, plies int, visit func(p rules.Position, plies int)) {
	visit(p, plies)
	if plies == bookPlies {
		return
	}
	for _, m := range p.Moves(nil) {
		early(p.Play(m), plies+1, visit)
	}
}

// The book has moves for all positions of the first plies of every round, and the same moves in mirror images and in other
// rounds.
func TestTheBookKnowsEveryOpening(t *testing.T) {
	known := map[rules.Position]bool{}
	for round := 1; round <= 6; round++ {
		early(rules.Start(round), 0, func(p rules.Position, plies int) {
			moves, value := opened(p)
			if known[p] = true; plies == bookPlies {
				if len(moves) > 0 {
					t.Errorf("%s: the book still has moves after %d plies", p, plies)
				}
				return
			}
			mirrored, _ := p.Mirror()
			theirs, same := opened(mirrored)
			turned, still := opened(p.Rotate())
			if len(moves) == 0 || same != value || still != value || len(theirs) != len(moves) || !slices.Equal(turned, moves) {
				t.Errorf("%s: %v of %d, mirrored %v of %d, in the next round %v of %d", p, moves, value, theirs, same, turned, still)
			}
			for _, m := range moves {
				if !p.Legal(m) {
					t.Errorf("%s: %v is not legal", p, m)
				}
			}
		})
	}
	if len(known) != 6*153 {
		t.Errorf("%d positions", len(known))
	}
	if moves, _ := opened(rules.Start(1).WithTurn(rules.Green)); len(moves) > 0 {
		t.Errorf("the book knows %v with another colour to play", moves)
	}
}

// The book and the search for threats are for this level, whatever its number.
func TestTheLevelsOfTheBookAndOfThreats(t *testing.T) {
	if book, threats := bot.LevelName(bookLevel), bot.LevelName(threatLevel); book != "grandmaster" || threats != book {
		t.Errorf("the book begins at %s, threats at %s", book, threats)
	}
}

// From bookLevel on, the computer plays a move of the book, which the seed chooses; lower levels do not use the book.
func TestPlayByTheBook(t *testing.T) {
	early(rules.Start(4), 0, func(p rules.Position, plies int) {
		moves, _ := opened(p)
		if len(moves) == 0 {
			return
		}
		seen := map[rules.Square]bool{}
		for seed := range uint64(60) {
			for level := bookLevel; level <= bot.FullLevel; level++ {
				found, err := choose(t.Context(), p, level, seed, nil)
				if err != nil || found.Nodes > 0 || !slices.Contains(moves, found.Best) {
					t.Fatalf("%s: level %d plays %+v, %v; the book has %v", p, level, found, err, moves)
				}
				seen[found.Best] = true
			}
		}
		if len(seen) != len(moves) {
			t.Errorf("%s: of %v only %v are played", p, moves, seen)
		}
	})
	if found, err := choose(t.Context(), rules.Start(1), bookLevel-1, 1, nil); err != nil || found.Nodes == 0 {
		t.Errorf("level %d plays %+v, %v", bookLevel-1, found, err)
	}
}

// Short searches of the book's last positions agree with it on average, and the solver finds no win in a sample of them.
func TestTheBookIsTrue(t *testing.T) {
	const nodes, far, plies = 5000, 15, 12
	engine, solver := bot.NewEngine(8, 1), solve.New(16)
	list, off := leaves(), 0.0
	for i, l := range list {
		engine.Forget()
		found := engine.Search(t.Context(), l.position(), search.Limits{Nodes: nodes}, nil)
		off += math.Abs(float64(found.Score-l.value)) / float64(len(list))
		if i%20 == 0 {
			if r := solver.Solve(t.Context(), l.position(), plies, solve.Result{}, nil); r.Win > 0 || r.None < plies {
				t.Errorf("%v: %+v", l.moves, r)
			}
		}
	}
	if t.Logf("the values differ by %.1f in the mean", off); off > far {
		t.Errorf("%.1f is too much", off)
	}
}
