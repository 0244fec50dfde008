package bot

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"attic/dev/lab/atom4/people"
	"attic/dev/lab/ladder"
	"attic/games/atom4/rules"
)

// adviser plays the best move by a value.
func adviser(value func(p rules.Position, m rules.Square) int) ladder.Player[rules.Position, rules.Square] {
	return func(p rules.Position, _ uint64, r *rand.Rand) rules.Square {
		return people.Best(p, r, func(m rules.Square) int { return value(p, m) })
	}
}

// given returns the largest number of goal pieces that the other player could make after a move.
func given(p rules.Position, m rules.Square) int {
	next, most := p.Play(m), 0
	for _, reply := range next.Moves(nil) {
		most = max(most, people.Makes(next, reply))
	}
	return most
}

// ripe returns how many pieces would get the mover's goal colour if the mover's next colour were placed next to them.
func ripe(p rules.Position, m rules.Square) int {
	next := p.Play(m)
	return next.Vertices(next.Turn().Next().Opposite()).Count()
}

// strategyGames is the number of games that test each piece of advice.
const strategyGames = 80

// compared returns how many of strategyGames games a wins and b wins, from random openings, each with both sides.
func compared(a, b ladder.Player[rules.Position, rules.Square]) (wins, losses int) {
	for n := range strategyGames {
		seed := uint64(n / 2)
		r := rand.New(rand.NewPCG(seed, 99))
		p := opening(seed)
		for !p.Over() {
			player := a
			if (int(p.Player())+n)%2 == 1 {
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
	careful := adviser(func(p rules.Position, m rules.Square) int { return people.Safe(p, m) + people.Makes(p, m) })
	for _, c := range []struct {
		advice string
		a, b   ladder.Player[rules.Position, rules.Square]
		format string
	}{
		{"look at the next colour of the other", careful, adviser(people.Makes), "who does so won %d of %d games and lost %d"},
		{
			"ripen", adviser(func(p rules.Position, m rules.Square) int { return people.Safe(p, m) + people.Makes(p, m) + ripe(p, m) }), careful,
			"who counts these too won %d of %d games and lost %d",
		},
		{
			"give nothing", adviser(func(p rules.Position, m rules.Square) int {
				return people.Safe(p, m) + people.Makes(p, m) - given(p, m)
			}), careful,
			"who gives as little as possible won %d of %d games and lost %d",
		},
		{
			"threaten twice", adviser(func(p rules.Position, m rules.Square) int {
				return people.Safe(p, m) + people.Makes(p, m) + 10*people.Threatens(p, m)
			}), careful,
			"who threatens at as many vertices as possible won %d of %d games and lost %d",
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
