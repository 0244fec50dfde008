package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"attic/games/ataxx/rules"
)

// player returns the move of a player in a game with a seed; r is the game's own chance.
type player func(p rules.Position, seed uint64, r *rand.Rand) rules.Move

// byLevel is the program at a level.
func byLevel(level int) player {
	return func(p rules.Position, seed uint64, _ *rand.Rand) rules.Move {
		got, err := Choose(context.Background(), p, level, seed, nil)
		if err != nil {
			panic(err)
		}
		return got.Best
	}
}

// greedy takes the most pieces, an extension counting one more; ties are broken by chance.
func greedy(p rules.Position, _ uint64, r *rand.Rand) rules.Move {
	moves := p.Moves(nil)
	r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	best, most := moves[0], -1
	for _, m := range moves {
		if gain := (node{Position: p}).gain(m); gain > most {
			best, most = m, gain
		}
	}
	return best
}

// careless is greedy 70 % of the time and otherwise makes any move but a jump that takes nothing.
func careless(p rules.Position, seed uint64, r *rand.Rand) rules.Move {
	if r.IntN(100) < 70 {
		return greedy(p, seed, r)
	}
	moves := without(p.Moves(nil), func(m rules.Move) bool { return m.IsJump() && p.Turned(m.To()) == 0 })
	return moves[r.IntN(len(moves))]
}

// game plays a game between the player of red and that of blue and returns its last position and its moves.
func game(p rules.Position, seed uint64, players [2]player) (last rules.Position, moves []rules.Move) {
	r := rand.New(rand.NewPCG(seed, 16))
	for !p.Over() {
		m := players[p.Turn()](p, seed, r)
		moves = append(moves, m)
		p = p.Play(m)
	}
	return p, moves
}

// opening returns a position after four plies by chance, for every other seed on a board with blocks.
func opening(seed uint64) rules.Position {
	r := rand.New(rand.NewPCG(seed, 7))
	for {
		p := rules.Start(rules.Guide)
		if seed%2 == 1 {
			pattern := "0"
			for _, letter := range rules.Letters {
				if r.IntN(5) == 0 {
					pattern += string(letter)
				}
			}
			p, _ = p.SetBlocks(pattern) // no letter stands for a corner
		}
		for range 4 {
			if moves := p.Moves(nil); len(moves) > 0 {
				p = p.Play(moves[r.IntN(len(moves))])
			}
		}
		if !p.Over() {
			return p
		}
	}
}

// meeting is a match that the ladder is measured by.
type meeting struct {
	name        string
	level       int // the higher one
	a, b        player
	least, most float64 // what a should score in percent
}

// neighbours is a level against the one below.
func neighbours(level int, least, most float64) meeting {
	return meeting{fmt.Sprintf("level %d against %d", level, level-1), level, byLevel(level), byLevel(level - 1), least, most}
}

// ladder are the reference players against the lowest levels, and the levels up to the middle of the ladder against each other.
var ladder = []meeting{
	{"careless against level 1", 1, careless, byLevel(1), 40, 60},
	{"careless against level 3", 3, careless, byLevel(3), 0, 30},
	{"greedy against level 1", 1, greedy, byLevel(1), 60, 100},
	neighbours(2, 63, 75), neighbours(3, 63, 75), neighbours(4, 63, 75), neighbours(5, 63, 75),
}

const peopleFile = "testdata/people.txt"

// Every match of the ladder begins with the same two games on every machine.
func TestTheLadderRepeats(t *testing.T) {
	var b strings.Builder
	for _, m := range ladder {
		for i := range 2 {
			players := [2]player{m.a, m.b}
			if i == 1 {
				players = [2]player{m.b, m.a}
			}
			last, moves := game(opening(uint64(i)), uint64(i), players)
			fmt.Fprintf(&b, "%s, game %d, %v in %d plies:", m.name, i+1, last.Result(), len(moves))
			for _, move := range moves {
				fmt.Fprintf(&b, " %v", move)
			}
			b.WriteByte('\n')
		}
	}
	if *update {
		if err := os.WriteFile(peopleFile, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(peopleFile)
	if err != nil {
		t.Fatal(err)
	}
	now, before := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(now), len(before)) {
		if now[i] != before[i] {
			t.Fatalf("another game than in %s (-update writes it; make ladder measures the levels):\n%s", peopleFile, now[i])
		}
	}
	if len(now) != len(before) {
		t.Errorf("%d games, but %s has %d", len(now)-1, peopleFile, len(before)-1)
	}
}
