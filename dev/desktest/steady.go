package desktest

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"attic/desk"
	"attic/game"
	"attic/games"
	"attic/match"
)

// Place is the area in which a front-end shows a control, in columns and rows or in points.
type Place struct{ X, Y, W, H float64 }

// covers reports whether two places share more than an edge.
func (p Place) covers(o Place) bool {
	const tiny = 1e-6
	return p.X < o.X+o.W-tiny && o.X < p.X+p.W-tiny && p.Y < o.Y+o.H-tiny && o.Y < p.Y+p.H-tiny
}

// SteadyGames returns the number of random games that [Steady] plays of each game: 2, or the value of the environment variable STEADY.
func SteadyGames(t testing.TB) int {
	t.Helper()
	text := os.Getenv("STEADY")
	if text == "" {
		return 2
	}
	n, err := strconv.Atoi(text)
	must(t, err)
	return n
}

// Board is the key of the board among the places of controls.
const Board = "board"

// Steady plays random games of each kind at a front-end. In every state it checks that no control has moved since the phase began
// (set-up, play, over), that no control has disappeared, and that no control covers another. places returns the place of each control
// by its key. Controls whose keys are in the list passing, and offers of the next step, may disappear. If places returns a Board,
// controls may move when the board moves or changes its size.
func Steady(t *testing.T, plies int, sit func(t testing.TB, id string) Hands, places func(h Hands) map[string]Place, passing ...string) {
	for _, g := range games.All() {
		t.Run(g.Info().Name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(16, 5))
			for range SteadyGames(t) {
				steadily(t, sit(t, RandomID(g, rng)), rng, plies, places, passing)
			}
		})
	}
}

func steadily(t testing.TB, h Hands, rng *rand.Rand, plies int, places func(Hands) map[string]Place, passing []string) {
	t.Helper()
	seen, board := map[game.Phase]map[string]Place{}, Place{}
	p := h.Desk().Play
	look := func(after string) {
		t.Helper()
		now, phase := places(h), game.PhaseOf(p.Now.ToMove)
		if size, ok := now[Board]; ok && size != board {
			board = size
			clear(seen) // the places of every phase
		}
		if seen[phase] == nil {
			seen[phase] = map[string]Place{}
		}
		for key, at := range now {
			if before, ok := seen[phase][key]; ok && before != at {
				t.Fatalf("after %q %s is at %v, but was at %v", after, key, at, before)
			}
			seen[phase][key] = at
			for other, there := range now {
				if key < other && key != Board && other != Board && at.covers(there) {
					t.Fatalf("after %q %s at %v covers %s at %v", after, key, at, other, there)
				}
			}
		}
		for key := range seen[phase] {
			if _, ok := now[key]; !ok && !slices.Contains(passing, key) && !strings.HasPrefix(key, desk.OfferKey) {
				t.Fatalf("after %q %s has disappeared", after, key)
			}
		}
	}
	look("the beginning")
	id, _ := p.Person.Sight().ID()
	_, setup, err := game.ParseID(id)
	must(t, err)
	m, err := match.New(p.Person.Game(), setup)
	must(t, err)
	for range plies {
		moves := game.MovesOf(m.State())
		if len(moves) == 0 {
			break
		}
		move := moves[rng.IntN(len(moves))]
		if m, _, err = m.Play(move.Text); err != nil {
			t.Fatal(err)
		}
		h.Type(move.Text)
		look(move.Text)
		for _, key := range []string{"[", "]", "right", "esc"} {
			h.Press(key)
			look(move.Text + " " + key)
		}
		if rng.IntN(8) == 0 && !move.Final {
			h.Press("u")
			look("undo")
			h.Press("ctrl+r")
			look("redo")
		}
	}
}
