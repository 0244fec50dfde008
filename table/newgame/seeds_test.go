package newgame_test

import (
	"testing"

	"attic/game"
	"attic/games/ataxx"
	"attic/games/atommaster"
	"attic/table"
	"attic/table/newgame"
)

// Each line: a game, the wish, and the game IDs of three rounds; "" stands for a seed not seen before.
func TestSeeds(t *testing.T) {
	seen := map[uint64]bool{}
	number := func(n uint64) *uint64 { return &n }
	for _, c := range []struct {
		clause string
		change func(*newgame.Wish)
		want   [3]string
	}{
		{"by chance", func(*newgame.Wish) {}, [3]string{}},
		{"by chance again", func(*newgame.Wish) {}, [3]string{}},
		{"options alone", func(w *newgame.Wish) { w.Setup.Options = "atoms=5" }, [3]string{}},
		{"a game ID", func(w *newgame.Wish) { w.Setup.Seed, w.Seeded = 5, true }, [3]string{"atommaster#5", "atommaster deal=2#5", "atommaster deal=3#5"}},
		{"a game ID of seed 0", func(w *newgame.Wish) { w.Seeded = true }, [3]string{"atommaster", "atommaster deal=2", "atommaster deal=3"}},
		{"a seed", func(w *newgame.Wish) { w.Seed = number(1) }, [3]string{"atommaster unique=auto colours=14871#11035966612244867331", "atommaster unique=auto deal=2 colours=14871#11035966612244867331", "atommaster unique=auto deal=3 colours=14871#11035966612244867331"}},
		{"another seed has the same public number", func(w *newgame.Wish) { w.Seed = number(2) }, [3]string{"atommaster unique=auto colours=14871#12572491717070668399", "atommaster unique=auto deal=2 colours=14871#12572491717070668399", "atommaster unique=auto deal=3 colours=14871#12572491717070668399"}},
	} {
		w := newgame.Usual()
		c.change(&w)
		tb, err := newgame.Tables{}.Open(atommaster.Game{}, w, false)
		if err != nil {
			t.Fatal(err)
		}
		p := tb.Here()
		for round, want := range c.want {
			if round > 0 {
				if err := p.Do(table.Next()).Err(); err != nil {
					t.Fatal(err)
				}
			}
			id, _ := p.Sight().ID()
			_, setup, err := game.ParseID(id)
			if err != nil {
				t.Fatal(err)
			}
			if want == "" && (setup.Seed == 0 || seen[setup.Seed]) || want != "" && id != want {
				t.Errorf("%s: round %d is %q, want %q", c.clause, round+1, id, want)
			}
			seen[setup.Seed] = true
		}
		if err := tb.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// An open game has no seed, whatever is given, so that its game ID stays short.
func TestOpenGamesHaveNoSeed(t *testing.T) {
	tb, err := newgame.Tables{}.Open(ataxx.Game{}, newgame.Usual(), false)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := tb.Here().Sight().ID(); got != "ataxx" {
		t.Errorf("the game is %q", got)
	}
	if err := tb.Close(); err != nil {
		t.Fatal(err)
	}
}
