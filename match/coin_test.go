package match_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"attic/game"
	"attic/game/example/toy"
	"attic/games"
	"attic/match"
)

// coin is a game in rounds of two moves: seat 1 tosses, then seat 2 names the winner. A round cannot be left before its end. The setup
// holds the number of the round.
type coin struct{}

func (coin) Info() game.Info {
	return game.Info{Name: "coin", Title: "Coin", Open: true, Seats: []game.Seat{{Name: "One"}, {Name: "Two"}}}
}

func (coin) New(s game.Setup) (game.State, error) {
	_, err := game.SplitOptions(s.Options, "round")
	return coinState(""), err
}

func (coin) ParseView([]byte) (game.View, error) { return nil, nil }

func (coin) Next(last game.Setup, _ game.State) game.Setup {
	round := 1
	_, _ = fmt.Sscanf(last.Options, "round=%d", &round) // without an option: the first round
	return game.Setup{Options: fmt.Sprintf("round=%d", round+1), Seed: last.Seed}
}

func (coin) Abandon() bool { return false }

// coinState is the last move.
type coinState string

func (s coinState) ToMove() int {
	switch s {
	case "":
		return 0
	case "toss":
		return 1
	}
	return game.Nobody
}

func (s coinState) moves() []game.Move {
	if s.ToMove() == 0 {
		return []game.Move{{Text: "toss"}}
	}
	return []game.Move{{Text: "one"}, {Text: "two"}, {Text: "draw"}}
}

func (s coinState) Play(text string) (game.State, game.Move, error) {
	for _, m := range s.moves() {
		if m.Text == strings.ToLower(text) {
			return coinState(m.Text), m, nil
		}
	}
	return nil, game.Move{}, game.Illegal("not now")
}

func (s coinState) Outcome() game.Outcome {
	winner := map[coinState]int{"one": 0, "two": 1, "draw": game.Nobody}[s]
	return game.Outcome{Winner: winner, Text: string(s)}
}

func (s coinState) View(int) game.View {
	return coinView{nil, s}
}

// coinView has only the parts of a view that these tests need.
type coinView struct {
	game.View
	state coinState
}

func (v coinView) Moves() []game.Move           { return v.state.moves() }
func (v coinView) MarshalText() ([]byte, error) { return []byte(v.state), nil }

// find returns the games that these tests play.
func find(name string) (game.Game, bool) {
	switch name {
	case "toy":
		return toy.Game{}, true
	case "coin":
		return coin{}, true
	}
	return games.Find(name)
}

// chance returns the seed for rounds with a random seed.
func chance() uint64 { return 3 }

// begin returns a new match with the given game ID.
func begin(t testing.TB, id string) match.Match {
	t.Helper()
	name, setup, err := game.ParseID(id)
	g, ok := find(name)
	if err != nil || !ok {
		t.Fatalf("game ID %q: %v", id, err)
	}
	m, err := match.New(g, setup)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// step applies one action to a match: undo, redo, next, "resign 2", "name 2 Anna", or a move.
func step(m match.Match, what string) (match.Match, error) {
	switch word, rest, _ := strings.Cut(what, " "); word {
	case "undo":
		return m.Undo()
	case "redo":
		return m.Redo()
	case "next":
		return m.Next(chance)
	case "resign":
		return m.Resign(int(rest[0] - '1'))
	case "stop":
		how, seat, _ := strings.Cut(rest, " ")
		return m.Stop(match.Stop(how), int(seat[0]-'1'))
	case "level":
		m.Players = slices.Clone(m.Players)
		for seat := range m.Players {
			m.Players[seat].Level = int(rest[0] - '0')
		}
		return m, nil
	case "name":
		m.Players = slices.Clone(m.Players)
		m.Players[rest[0]-'1'].Name = rest[2:]
		return m, m.CheckSeats()
	}
	m, _, err := m.Play(what)
	return m, err
}

// steps applies actions separated by semicolons; only the last may fail.
func steps(t testing.TB, m match.Match, script string) (match.Match, error) {
	t.Helper()
	var err error
	for what := range strings.SplitSeq(script, ";") {
		if err != nil {
			t.Fatalf("%s: %v", script, err)
		}
		if what = strings.TrimSpace(what); what != "" {
			m, err = step(m, what)
		}
	}
	return m, err
}

// told returns a history in the form "toss one / toss".
func told(m match.Match) string {
	var rounds []string
	for _, e := range m.History() {
		if e.Text == "" {
			rounds = append(rounds, "")
			continue
		}
		last := &rounds[len(rounds)-1]
		*last = strings.TrimSpace(*last + " " + e.Text)
	}
	return strings.Join(rounds, " / ")
}
