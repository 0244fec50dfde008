package bot

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"attic/dev/lab/ladder"
	"attic/games/ataxx/rules"
)

// adviser plays the move with the highest value; ties are broken at random.
func adviser(value func(p rules.Position, m rules.Move) int) ladder.Player[rules.Position, rules.Move] {
	return func(p rules.Position, _ uint64, r *rand.Rand) rules.Move {
		moves := p.Moves(nil)
		r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		best, most := moves[0], -1<<30
		for _, m := range moves {
			if v := value(p, m); v > most {
				best, most = m, v
			}
		}
		return best
	}
}

// taken returns how many pieces a move takes.
func taken(p rules.Position, m rules.Move) int {
	if m == rules.Pass {
		return 0
	}
	return p.Turned(m.To()).Count()
}

// profit returns by how many pieces a move changes the lead.
func profit(p rules.Position, m rules.Move) int {
	n := 2 * taken(p, m)
	if m.IsExtension() {
		n++
	}
	return n
}

// afterReply returns the profit of a move minus that of the best reply.
func afterReply(p rules.Position, m rules.Move) int {
	next := p.Play(m)
	most := 0
	if !next.Over() {
		for _, reply := range next.Moves(nil) {
			most = max(most, profit(next, reply))
		}
	}
	return profit(p, m) - most
}

// holes returns how many empty squares touch two or more of the mover's pieces after a move.
func holes(p rules.Position, m rules.Move) int {
	next, n := p.Play(m), 0
	for s := range rules.Square(64) {
		if s.Valid() && next.Free().Has(s) && (s.Near()&next.Theirs()).Count() >= 2 {
			n++
		}
	}
	return n
}

// wall returns how many of the mover's pieces are on the edge after a move.
func wall(p rules.Position, m rules.Move) int {
	next, n := p.Play(m), 0
	for s := range rules.Square(64) {
		if s.Valid() && next.Theirs().Has(s) && (s.File() == 0 || s.File() == 6 || s.Rank() == 1 || s.Rank() == 7) {
			n++
		}
	}
	return n
}

// strategyGames is the number of games that test each piece of advice.
const strategyGames = 400

// compared returns how many of strategyGames games a wins and b wins, from random openings, each with both sides.
func compared(a, b ladder.Player[rules.Position, rules.Move]) (wins, losses int) {
	for n := range strategyGames {
		seed := uint64(n / 2)
		r := rand.New(rand.NewPCG(seed, 99))
		p := opening(seed)
		for !p.Over() {
			player := a
			if (int(p.Turn())+n)%2 == 1 {
				player = b
			}
			p = p.Play(player(p, seed, r))
		}
		if side, decided := p.Result().Winner(); decided {
			if (int(side)+n)%2 == 0 {
				wins++
			} else {
				losses++
			}
		}
	}
	return wins, losses
}

// The manual's advice on strategy was measured, and is measured here again: the players differ only in whether they
// follow a piece of advice.
func TestStrategy(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	readme := strings.Join(strings.Fields(string(text)), " ")
	for _, c := range []struct {
		advice string
		a, b   ladder.Player[rules.Position, rules.Move]
		format string
	}{
		{"extend", adviser(profit), adviser(taken), "who counts both won %d of %d games and lost %d"},
		{"look at the reply", adviser(afterReply), adviser(profit), "who also counts the best reply won %d of %d games and lost %d"},
		{
			"leave no holes", adviser(func(p rules.Position, m rules.Move) int { return 100*profit(p, m) - holes(p, m) }), adviser(profit),
			"who leaves as few as possible won %d of %d games and lost %d",
		},
		{
			"leave the edge", adviser(func(p rules.Position, m rules.Move) int { return 100*profit(p, m) - wall(p, m) }), adviser(profit),
			"who stays away from the edge won %d of %d games and lost %d",
		},
	} {
		wins, losses := compared(c.a, c.b)
		want := fmt.Sprintf(c.format, wins, strategyGames, losses)
		t.Logf("%s: %d to %d", c.advice, wins, losses)
		if wins <= losses || !strings.Contains(readme, want) {
			t.Errorf("%s: won %d, lost %d of %d; the manual lacks %q", c.advice, wins, losses, strategyGames, want)
		}
	}
}
