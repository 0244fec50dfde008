//go:build long

package bot

import (
	"context"
	"math"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"attic/dev/lab/ladder"
	"attic/game/search"
	"attic/games/atom4/rules"
)

// The default tuning of the search plays against a tuning with the changes in TRIAL, such as "LateBase=50 Null=3". NODES limits each move; GAMES
// games start from random openings of four plies, each opening twice with sides swapped. The error is the half-width of a 95 % confidence interval,
// computed from the pairs. SEED chooses other openings.
func TestTrial(t *testing.T) {
	changed := options(2, 1)
	for _, field := range strings.Fields(os.Getenv("TRIAL")) {
		name, value, _ := strings.Cut(field, "=")
		n, err := strconv.Atoi(value)
		f := reflect.ValueOf(&changed.Tuning).Elem().FieldByName(name)
		if err != nil || !f.IsValid() {
			t.Fatalf("%q is no field of search.Tuning with a number", field)
		}
		f.SetInt(int64(n))
	}
	games, nodes, first := ladder.Number(t, "GAMES", 400), int64(ladder.Number(t, "NODES", 2000)), ladder.Number(t, "SEED", 0)
	engines := [2]*search.Engine[node, rules.Square]{search.New[node](changed), search.New[node](options(2, 1))}
	var sum, squares float64
	var won, drawn int
	pairs := games / 2
	for i := range pairs {
		pair := 0.0
		for side := range rules.Player(2) {
			switch winner, ok := match(engines, openingOf(uint64(first+i), 4), side, nodes); {
			case !ok:
				drawn++
				pair += 0.25
			case winner == side:
				won++
				pair += 0.5
			}
		}
		sum += pair
		squares += pair * pair
	}
	n := float64(pairs)
	mean := sum / n
	t.Logf("%s: %.1f ± %.1f %% of %d games: %d won, %d drawn, %d lost", os.Getenv("TRIAL"),
		100*mean, 196*math.Sqrt((squares/n-mean*mean)/n), 2*pairs, won, drawn, 2*pairs-won-drawn)
}

// match plays a game between two engines, and returns its winner. The parameter first is the player whose moves engines[0] makes.
func match(engines [2]*search.Engine[node, rules.Square], p rules.Position, first rules.Player, nodes int64) (winner rules.Player, won bool) {
	for _, e := range engines {
		e.Forget()
	}
	for !p.Over() {
		e := engines[0]
		if p.Player() != first {
			e = engines[1]
		}
		p = p.Play(e.Search(context.Background(), at(p), nil, search.Limits{Nodes: nodes}, nil).Best)
	}
	return p.Result().Winner()
}
