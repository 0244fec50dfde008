package atommaster_test

import (
	"fmt"
	"strings"
	"testing"

	"attic/game"
	"attic/games/atommaster"
	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
	"attic/match"
)

// grades returns the smallest and the largest proof that a difficulty allows.
func grades(name string) (least, most int) {
	return map[string]int{"easy": 1, "medium": 3, "hard": 4}[name], map[string]int{"easy": 2, "medium": 3, "hard": 99}[name]
}

// graded reports whether a hidden arrangement has a difficulty, according to infer.Difficulty. known is false if the limit was reached.
func graded(l rules.Layout, name string) (has, known bool) {
	least, most := grades(name)
	beams, _, sure := infer.Difficulty(l, 6, 100_000)
	if _, twin, _ := rules.Twin(l); beams == 0 && !twin {
		beams = 7
	}
	return beams >= least && beams <= most, sure
}

// Deals have the requested difficulty, even the next deal, a deal with another number of atoms, and a deal after learning mode. Equal
// setups deal equal atoms.
func TestDealsOfADifficulty(t *testing.T) {
	g := atommaster.Game{}
	for _, name := range []string{"easy", "medium", "hard"} {
		layouts := map[rules.Layout]bool{}
		check := func(where string, s game.State) {
			t.Helper()
			l := hidden(t, s)
			if has, known := graded(l, name); known && !has {
				t.Errorf("%s, %s: %v is not", name, where, l)
			}
			layouts[l] = true
		}
		for seed := range uint64(4) {
			setup := game.Setup{Options: "difficulty=" + name, Seed: 100 + seed}
			first, err := g.New(setup)
			if err != nil {
				t.Fatal(err)
			}
			check("first", first)
			if again, err := g.New(setup); err != nil || hidden(t, again) != hidden(t, first) {
				t.Errorf("%s: %v, then %v, %v", name, hidden(t, first), hidden(t, again), err)
			}
			next := g.Next(setup, first)
			if !strings.Contains(next.Options, "difficulty="+name) {
				t.Errorf("%s: the next deal is %+v", name, next)
			}
			second, err := g.New(next)
			if err != nil {
				t.Fatal(err)
			}
			check("next", second)
			check("three atoms", playFrom(t, first, "atoms 5;atoms 4"))
			check("after learning mode", playFrom(t, first, "learn;learn"))
			other, err := g.New(game.Setup{Seed: 100 + seed})
			if err != nil {
				t.Fatal(err)
			}
			changed := playFrom(t, other, "difficulty "+name)
			if hidden(t, changed) != hidden(t, first) {
				t.Errorf("%s: the command deals %v, the option %v", name, hidden(t, changed), hidden(t, first))
			}
			if placed, err := g.Placed(game.Setup{Seed: 100 + seed}, []string{"difficulty " + name, "start"}); err != nil || placed != setup {
				t.Errorf("%s: placed as %+v, %v, want %+v", name, placed, err, setup)
			}
		}
		if len(layouts) < 8 {
			t.Errorf("%s: only %d different layouts", name, len(layouts))
		}
	}
}

func playFrom(t *testing.T, s game.State, moves string) game.State {
	t.Helper()
	for text := range strings.SplitSeq(moves, ";") {
		next, _, err := s.Play(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		s = next
	}
	return s
}

// On every field, with every number of atoms, there is a deal for each difficulty. If no deal with the difficulty is found, it is the
// closest one.
func TestEveryFieldHasDealsOfADifficulty(t *testing.T) {
	said := map[bool]int{}
	for size := 5; size <= 12; size += 7 {
		for atoms := 3; atoms <= 6; atoms += 3 {
			for _, name := range []string{"easy", "medium", "hard"} {
				s, err := atommaster.Game{}.New(game.Setup{Options: fmt.Sprintf("size=%d atoms=%d difficulty=%s", size, atoms, name), Seed: 5})
				if err != nil {
					t.Fatal(err)
				}
				if n := hidden(t, s).Count(); n != atoms {
					t.Errorf("%d atoms on %d squares a side, %s: %d atoms", atoms, size, name, n)
				}
				turn := s.View(solver).Status().Turn
				claims := strings.Contains(turn, " "+name+" deal")
				if has, known := graded(hidden(t, s), name); claims && !(has && known) || !claims && !strings.Contains(turn, "deal found") {
					t.Errorf("%d atoms on %d squares a side: it is %v (%v) that the deal is %s, and %q", atoms, size, has, known, name, turn)
				}
				said[claims]++
			}
		}
	}
	if said[true] == 0 || said[false] == 0 {
		t.Errorf("%d deals have their difficulty, %d are the nearest ones", said[true], said[false])
	}
}

// During the search everybody sees the difficulty, unless a person hid the atoms.
func TestTheDifficultyIsSaid(t *testing.T) {
	for _, c := range []struct{ options, moves, want string }{
		{"difficulty=hard", "", "Find 4 atoms in a hard deal: fire a beam at a port."},
		{"difficulty=easy", "start", "Find 4 atoms in an easy deal: fire a beam at a port."},
		{"DIFFICULTY=Medium", "", "Find 4 atoms in a medium deal: fire a beam at a port."},
		{"difficulty=any", "", "Find 4 atoms: fire a beam at a port."},
		{"difficulty=hard", "difficulty any", "Find 4 atoms: fire a beam at a port."},
		{"difficulty=hard", "hide a1,b2,c3,d4", "Find 4 atoms: fire a beam at a port."},
	} {
		m, err := match.New(atommaster.Game{}, game.Setup{Options: c.options, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		s := m.State()
		if c.moves != "" {
			s = playFrom(t, s, c.moves)
		}
		for _, seat := range []int{solver, game.Nobody} {
			if got := s.View(seat).Status().Turn; got != c.want && seat == solver {
				t.Errorf("%+v: %q", c, got)
			}
			text, err := s.View(seat).MarshalText()
			if err != nil {
				t.Fatal(err)
			}
			far, err := atommaster.Game{}.ParseView(text)
			if err != nil || far.Status().Turn != s.View(seat).Status().Turn {
				t.Errorf("%+v: from text %q, %v", c, far.Status().Turn, err)
			}
		}
	}
	for _, bad := range []string{"difficulty=5", "difficulty=harder"} {
		if _, err := (atommaster.Game{}).New(game.Setup{Options: bad, Seed: 3}); err == nil || !strings.Contains(err.Error(), "easy, medium, hard or any") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
