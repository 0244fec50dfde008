//go:build long

package atom4

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"attic/game/search"
	"attic/games/atom4/bot"
	"attic/games/atom4/rules"
	"attic/games/atom4/rules/rulestest"
	"attic/games/atom4/solve"
)

// TestSearchForTheBook searches all positions after at most bookPlies plies with NODES each, proves that nobody can force a win within PLIES further
// plies, and writes book.txt.
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
			list = list[:1] // the other move is its mirror image
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

// TestTheStarterScores plays GAMES rounds between equals, each after PLIES random plies, from the starts of all rounds in turn, and prints the
// starter's score. In each round, both players search the same number of nodes for a move: NODES, or up to half as many more, so that rounds without
// random plies differ.
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

// TestTheBookAsATable prints the book as a table: for each position of round 1, except mirror images, its value for the player to move, and the value
// of each move.
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

// TestThreatsInPlay plays GAMES rounds between equals at LEVEL, or with PLAY nodes for each move, from random openings: once without and once with
// wins by continuous threats. It prints the share of rounds that are decided. For rounds without threats, it also prints the number of plies by which
// threats saw the win earlier than the winner's search. From that ply on, the search must stay sure of the win.
func TestThreatsInPlay(t *testing.T) {
	games, level, nodes := number(t, "GAMES", 40), number(t, "LEVEL", 6), number(t, "PLAY", 0)
	engine := bot.NewEngine(1, 1)
	var decided [2]int
	earlier, won := 0, 0
	for g := range games {
		for kind := range 2 {
			engine.Forget()
			p := Game{}.Opening(uint64(g)).(position).pos
			var seen [2][2]int // by player: the plies at which the search and the threats became sure of a win; -1: never
			seen[0], seen[1] = [2]int{-1, -1}, [2]int{-1, -1}
			for ply := 0; !p.Over(); ply++ {
				r, _ := solve.Threats(p, threatPlies, threatNodes)
				if kind == 1 && r.Win > 0 {
					p = p.Play(r.Line[0])
					continue
				}
				var found bot.Thought
				var err error
				if nodes > 0 {
					found = engine.Search(t.Context(), p, search.Limits{Nodes: int64(nodes)}, nil)
				} else if found, err = bot.Choose(t.Context(), p, level, uint64(g), nil); err != nil {
					t.Fatal(err)
				}
				for i, sure := range [2]bool{found.Wins() > 0, r.Win > 0 || found.Wins() > 0} {
					if now := &seen[p.Player()][i]; !sure {
						*now = -1
					} else if *now < 0 {
						*now = ply
					}
				}
				p = p.Play(found.Best)
			}
			if winner, ok := p.Result().Winner(); ok {
				decided[kind]++
				if by := seen[winner]; kind == 0 && by[0] >= 0 {
					won++
					earlier += by[0] - by[1]
				}
			}
		}
		t.Logf("%d rounds: %d decided without threats, %d with them; in %d of the former threats saw the win %.2f plies earlier in the mean",
			g+1, decided[0], decided[1], won, float64(earlier)/float64(max(won, 1)))
	}
	if decided[0] == 0 {
		t.Error("no round was decided")
	}
}

func number(t *testing.T, name string, usual int) int {
	t.Helper()
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return usual
}

// TestNoEarlyWinByThreats looks for a win by continuous threats in all positions of the first plies.
func TestNoEarlyWinByThreats(t *testing.T) {
	const plies = 60
	positions := map[rules.Position]bool{rules.Start(1): true}
	for ply := range number(t, "EARLY", 9) {
		wins := map[int]int{}
		next := map[rules.Position]bool{}
		for p := range positions {
			r, known := solve.Threats(p, plies, 1_000_000)
			if !known {
				t.Fatalf("%s: too much work", p)
			}
			wins[r.Win]++
			for _, m := range p.Moves(nil) {
				if after := p.Play(m); !after.Over() {
					next[after] = true
				}
			}
		}
		t.Logf("after %d plies %d positions, by the plies of a win by threats, 0 for none: %v", ply, len(positions), wins)
		if ply < 8 && len(wins) > 1 {
			t.Error("there is a win")
		}
		positions = next
	}
}

// TestThreatsInHints prints the number of positions in which a search of NODES sees a win, without and with threats. The positions are 5 to 15 plies
// before the end of recorded rounds, with the winner to move.
func TestThreatsInHints(t *testing.T) {
	nodes := int64(number(t, "NODES", 20_000))
	positions, plain, threats, longest := 0, 0, 0, 0
	for _, round := range rulestest.Games(t, "rules/testdata/games.jsonl.gz") {
		last := len(round.Positions) - 1
		if !round.Last().Won() {
			continue
		}
		for back := 5; back <= 15 && back <= last; back += 2 {
			a, err := bot.NewAdviser().Advise(t.Context(), round.Positions[last-back], nodes)
			if err != nil {
				t.Fatal(err)
			}
			both, err := advise(t.Context(), bot.NewAdviser(), round.Positions[last-back], nodes)
			if err != nil {
				t.Fatal(err)
			}
			positions++
			if a.Win > 0 {
				plain++
			}
			if both.Win > 0 {
				threats++
			}
			if a.Win == 0 {
				longest = max(longest, both.Win)
			}
		}
	}
	t.Logf("%d nodes: of %d positions the search sees a win in %d, and with threats in %d; the longest win that only threats see takes %d plies", nodes, positions, plain, threats, longest)
	if threats < plain || positions == 0 {
		t.Error("threats hide wins")
	}
}
