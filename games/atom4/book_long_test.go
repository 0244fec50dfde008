//go:build long

package atom4

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"attic/game/search"
	"attic/games/atom4/bot"
	"attic/games/atom4/rules"
	"attic/games/atom4/solve"
)

// TestSearchForTheBook searches all positions after at most bookPlies plies with NODES each, proves that nobody can force a win within PLIES further ones, and writes
// book.txt.
func TestSearchForTheBook(t *testing.T) {
	nodes, plies := int64(number(t, "NODES", 1_000_000)), number(t, "PLIES", 18)
	engine, solver := bot.NewEngine(128, 1), solve.New(64)
	var file strings.Builder
	var visit func(p rules.Position, moves []rules.Square)
	visit = func(p rules.Position, moves []rules.Square) {
		engine.Forget()
		found := engine.Search(t.Context(), p, search.Limits{Nodes: nodes}, nil)
		proved := solver.Solve(t.Context(), p, plies, solve.Result{}, nil)
		if proved.Win > 0 || proved.None < plies {
			t.Errorf("%v: %+v", moves, proved)
		}
		line := fmt.Sprintf("%s\t%d\n", strings.Join(texts(moves), " "), found.Score)
		t.Logf("%d plies: %s", found.Depth, line)
		if len(moves) == bookPlies {
			file.WriteString(line)
			return
		}
		list := p.Moves(nil)
		if len(moves) == 0 {
			list = list[:1] // the other one is its mirror image
		}
		for _, m := range list {
			visit(p.Play(m), append(moves[:len(moves):len(moves)], m))
		}
	}
	visit(rules.Start(1), nil)
	if err := os.WriteFile("book.txt", []byte(file.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestTheStarterScores plays GAMES rounds between equals, from PLIES random plies after the starts of all rounds in turn, and tells what the player who begins scores.
// In each round both search the same number of nodes for a move, NODES or up to half as many more, by which rounds without random plies differ.
func TestTheStarterScores(t *testing.T) {
	games, nodes, plies := number(t, "GAMES", 400), number(t, "NODES", 2000), number(t, "PLIES", 4)
	engines := [2]*bot.Engine{bot.NewEngine(1, 1), bot.NewEngine(1, 1)}
	won, lost, moves := 0, 0, 0
	for g := range games {
		random := rand.New(rand.NewPCG(uint64(g), uint64(plies)))
		p := rules.Start(1 + g%6)
		starter := p.Player()
		for range plies {
			list := p.Moves(nil)
			p = p.Play(list[random.IntN(len(list))])
		}
		limits := search.Limits{Nodes: int64(nodes + random.IntN(nodes/2))}
		engines[0].Forget()
		engines[1].Forget()
		for ; !p.Over(); moves++ {
			p = p.Play(engines[p.Player()].Search(t.Context(), p, limits, nil).Best)
		}
		if winner, decided := p.Result().Winner(); decided && winner == starter {
			won++
		} else if decided {
			lost++
		}
		n := float64(g + 1)
		mean := 0.5 + float64(won-lost)/2/n
		variance := float64(won+lost)/4/n - (mean-0.5)*(mean-0.5)
		if (g+1)%20 == 0 || g+1 == games {
			t.Logf("%d rounds of %d plies in the mean: the starter won %d, drew %d, lost %d: %.1f ± %.1f %% (95 %%)",
				g+1, moves/(g+1)+plies, won, g+1-won-lost, lost, 100*mean, 196*math.Sqrt(variance/n))
		}
	}
}

// TestTheBookAsATable prints the table of docs/science.md: for each position of round 1 but mirror images its value for the player to move, and what each move is worth.
func TestTheBookAsATable(t *testing.T) {
	known := book()
	for _, l := range leaves() {
		for plies := range bookPlies {
			p, at := rules.Start(1), "the start"
			for _, m := range l.moves[:plies] {
				p = p.Play(m)
			}
			if plies > 0 {
				at = strings.Join(texts(l.moves[:plies]), " ")
			}
			if _, there := known[p]; !there {
				continue
			}
			list := p.Moves(nil)
			slices.SortStableFunc(list, func(a, b rules.Square) int { return known[p.Play(a)] - known[p.Play(b)] })
			var worth []string
			for _, m := range list {
				worth = append(worth, fmt.Sprintf("%v %+d", m, -known[p.Play(m)]))
			}
			good, value := opened(p)
			fmt.Printf("| %s | %+d | %s | %d |\n", at, value, strings.Join(worth, ", "), len(good))
			delete(known, p)
		}
	}
}
