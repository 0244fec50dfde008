package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"attic/games/atom4/rules"
)

// player returns the move of a player in a game with a seed; r is the game's own chance.
type player func(p rules.Position, seed uint64, r *rand.Rand) rules.Square

// byLevel is the program at a level.
func byLevel(level int) player {
	return func(p rules.Position, seed uint64, _ *rand.Rand) rules.Square {
		got, err := Choose(context.Background(), p, level, seed, nil)
		if err != nil {
			panic(err)
		}
		return got.Best
	}
}

// careless wins if it can, makes any move 30 % of the time, and otherwise the first of the twelve moves that make
// most goal pieces that does not let the other player win at once; ties are broken by chance.
func careless(p rules.Position, _ uint64, r *rand.Rand) rules.Square {
	moves := p.Moves(nil)
	r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	if i := slices.IndexFunc(moves, p.WinsBy); i >= 0 {
		return moves[i]
	}
	if r.IntN(100) < 30 {
		return moves[0]
	}
	slices.SortStableFunc(moves, func(a, b rules.Square) int { return makes(p, b) - makes(p, a) })
	for _, m := range moves[:min(12, len(moves))] {
		if next := p.Play(m); next.Threats(next.Turn()) == (rules.Set{}) {
			return m
		}
	}
	return moves[0]
}

// makes returns how many pieces of the mover's goal colour a move makes.
func makes(p rules.Position, m rules.Square) int {
	goal := p.Player().Goal()
	n := 0
	for _, c := range p.Changes(m, nil) {
		if c.New == goal {
			n++
		}
	}
	return n
}

// game plays a round between the first player and the second one and returns its last position and its moves.
func game(p rules.Position, seed uint64, players [2]player) (last rules.Position, moves []rules.Square) {
	r := rand.New(rand.NewPCG(seed, 16))
	for !p.Over() {
		m := players[p.Player()](p, seed, r)
		moves = append(moves, m)
		p = p.Play(m)
	}
	return p, moves
}

// opening returns a position after two plies by chance, from the starts of all rounds in turn.
func opening(seed uint64) rules.Position {
	r := rand.New(rand.NewPCG(seed, 4))
	p := rules.Start(1 + int(seed%6))
	for range 2 {
		list := p.Moves(nil)
		p = p.Play(list[r.IntN(len(list))])
	}
	return p
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
	{"careless against level 0", 0, careless, byLevel(0), 40, 60},
	{"careless against level 2", 2, careless, byLevel(2), 0, 30},
	neighbours(1, 63, 75), neighbours(2, 63, 75), neighbours(3, 63, 75), neighbours(4, 63, 75), neighbours(5, 63, 75),
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
