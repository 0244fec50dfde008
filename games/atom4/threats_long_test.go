//go:build long

package atom4

import (
	"os"
	"strconv"
	"testing"

	"attic/game/search"
	"attic/games/atom4/bot"
	"attic/games/atom4/rules"
	"attic/games/atom4/rules/rulestest"
	"attic/games/atom4/solve"
)

// TestThreatsInPlay plays GAMES rounds between equals of LEVEL, or with PLAY nodes a move, from random openings, and the same again with wins by continuous threats, whatever the level. It
// tells the share of rounds that are decided, and in those of the first kind how many plies before the search of the winner, which has to stay sure from then on,
// threats saw the win.
func TestThreatsInPlay(t *testing.T) {
	games, level, nodes := number(t, "GAMES", 40), number(t, "LEVEL", 6), number(t, "PLAY", 0)
	engine := bot.NewEngine(1, 1)
	var decided [2]int
	earlier, won := 0, 0
	for g := range games {
		for kind := range 2 {
			engine.Forget()
			p := Game{}.Opening(uint64(g)).(position).pos
			var seen [2][2]int // by player: the ply at which the search and at which threats have become sure; -1: never
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

// number returns a number of the environment.
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

// TestThreatsInHints looks at the positions 5 to 15 plies before the end of recorded rounds, the winner to move, with the NODES of a hint: in how many the search sees a
// win, and in how many it does with threats.
func TestThreatsInHints(t *testing.T) {
	nodes := int64(number(t, "NODES", 20_000))
	positions, plain, threats, longest := 0, 0, 0, 0
	for _, round := range rulestest.Games(t, "rules/testdata/games.jsonl.gz") {
		last := len(round.Positions) - 1
		if !round.Last().Won() {
			continue
		}
		for back := 5; back <= 15 && back <= last; back += 2 {
			a, err := bot.Advise(t.Context(), round.Positions[last-back], nodes)
			if err != nil {
				t.Fatal(err)
			}
			both, err := advise(t.Context(), round.Positions[last-back], nodes)
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
