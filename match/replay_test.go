package match_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"attic/game"
	"attic/match"
)

// stands describes a match after its last step. It omits the steps that can be redone.
func stands(m match.Match) string {
	text := fmt.Sprintf("%d %v %d %v %v %v %+v", m.Round(), m.Setup(), m.ToMove(), m.Score(), m.Results(), match.Disclosed(m), m.Outcome())
	for seat := game.Nobody; seat < len(m.Players); seat++ {
		seen, err := m.State().View(seat).MarshalText()
		text += fmt.Sprintf("\n%s %v", seen, err)
	}
	return text
}

// However a step is reached, the match is the same as when the step was made. The test plays long games over several rounds, in which
// random steps are taken back, redone and viewed.
func TestStepsStandAsTheyWereMade(t *testing.T) {
	for _, id := range []string{"toy#11", "coin", "ataxx", "atom4", "atommaster size=5#11", "atommaster atoms=3 size=5 unique=yes#11"} {
		t.Run(id, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, 3))
			m := begin(t, id)
			made := []string{stands(m)}
			for range 600 {
				var err error
				before := m
				switch choice := rng.IntN(20); {
				case choice < 2:
					m, err = m.Undo()
				case choice < 4:
					m, err = m.Redo()
				case choice == 4:
					m, err = m.Reach(m.Ply() + rng.IntN(80) - 40)
				case choice == 5 && m.Ply() > 0:
					at := m.At(rng.IntN(len(made)))
					if got := stands(at); got != made[at.Ply()] {
						t.Fatalf("viewed from step %d, step %d is\n%s\nwant\n%s", m.Ply(), at.Ply(), got, made[at.Ply()])
					}
					continue
				case choice == 6 && rng.IntN(10) == 0:
					m, err = m.Resign(rng.IntN(2))
				case m.ToMove() == game.Nobody:
					m, err = m.Next(rng.Uint64)
				default:
					moves := game.MovesOf(m.State())
					m, _, err = m.Play(moves[rng.IntN(len(moves))].Text)
				}
				if err != nil {
					m = before
				}
				if m.Ply() == before.Ply()+1 && m.Ahead() == 0 { // this may be a new step
					made = append(made[:m.Ply()], stands(m))
				}
				if got := stands(m); got != made[m.Ply()] {
					t.Fatalf("after step %d, step %d is\n%s\nwant\n%s", before.Ply(), m.Ply(), got, made[m.Ply()])
				}
			}
			if m.Ply() < 40 && id != "ataxx" {
				t.Errorf("only %d steps", m.Ply())
			}
		})
	}
}

// Each line: the actions, the ply to reach, and the error of Undo or Redo.
func TestReach(t *testing.T) {
	for _, c := range []struct {
		clause, id, script string
		ply                int
		err                error
	}{
		{"back", "coin", "toss; one; next; toss", 1, nil},
		{"the beginning", "coin", "toss; one; next; toss", 0, nil},
		{"before the beginning", "coin", "toss; one; next; toss", -1, match.ErrNothing},
		{"forth", "coin", "toss; one; undo; undo", 2, nil},
		{"beyond the end", "coin", "toss; one; undo; undo", 3, match.ErrNoRedo},
		{"back to a final move", "toy#1", "start; guess 10; next; start", 2, nil},
		{"past a final move", "toy#1", "start; guess 10; next; start", 1, match.ErrFinal},
		{"far past a final move", "toy#1", "start; guess 10; next; start", -5, match.ErrFinal},
		{"where one is, which is final", "toy#1", "start; guess 10", 2, nil},
	} {
		m, err := steps(t, begin(t, c.id), c.script)
		if err != nil {
			t.Fatal(err)
		}
		there, err := m.Reach(c.ply)
		if err != c.err || err == nil && there.Ply() != c.ply || err != nil && there.Ply() != m.Ply() {
			t.Errorf("%s: step %d, %v", c.clause, there.Ply(), err)
		}
	}
}

// A seed given by a person determines all rounds, and a record keeps the fact that it was given. Otherwise each round of a game with
// hidden information has a seed of its own.
func TestSeedsOfRounds(t *testing.T) {
	for _, c := range []struct {
		clause, id string
		given      bool
		want       string
	}{
		{"by chance", "toy#9", false, "deal=3#102"},
		{"given", "toy#9", true, "deal=3#9"},
		{"nothing is hidden", "coin#9", false, "round=3#9"},
	} {
		seed := uint64(100)
		chance := func() uint64 { seed++; return seed }
		m := begin(t, c.id)
		m.Given = c.given
		for range 2 {
			if m.Game().Info().Open {
				m, _ = m.Resign(0)
			}
			var err error
			if m, err = read(save(t, m)); err != nil {
				t.Fatal(err)
			}
			if m, err = m.Next(chance); err != nil {
				t.Fatal(err)
			}
		}
		if got := m.Setup().String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.clause, got, c.want)
		}
		back, _ := m.Undo()
		if again, err := back.Redo(); err != nil || again.Setup() != m.Setup() {
			t.Errorf("%s: redo deals %q, %v", c.clause, again.Setup(), err)
		}
	}
}
