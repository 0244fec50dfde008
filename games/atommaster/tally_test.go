package atommaster

import (
	"strings"
	"testing"

	"attic/game"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/rules"
)

// The statistics get the right result of a round, and the manual's own score does not change.
func TestTally(t *testing.T) {
	for _, c := range []struct {
		clause, options, layout, steps string
		want                           game.Tally
		score                          string // the score according to the manual
	}{
		{
			"all found", "", "a1 b2 c3 d4", "fire 1;fire 2;set a1;set b2;set c3;set d4;evaluate",
			game.Tally{Kind: "size=8 atoms=4", Points: 4, Flawless: true},
			"Score: 4, 4 of 4",
		},
		{
			"two wrong", "", "a1 b2 c3 d4", "fire 1;set a1;set b2;set h8;set g8;evaluate",
			game.Tally{Kind: "size=8 atoms=4", Points: 12},
			"Score: 12, 2 of 4",
		},
		{
			"no beam can tell it from the hidden one", "atoms=3", "a8 a6 h6", "fire 1;fire 2;set h8;set h6;set a6;evaluate",
			game.Tally{Kind: "size=8 atoms=3", Points: 2, Flawless: true},
			"Score: 7, 2 of 3",
		},
		{
			"given up", "size=5 atoms=6", "a1 b1 c1 d1 e1 a2", "fire 1;resign",
			game.Tally{Kind: "size=5 atoms=6", Points: 32, GaveUp: true},
			"Score: 32, 0 of 6",
		},
	} {
		t.Run(c.clause, func(t *testing.T) {
			first, err := Game{}.New(game.Setup{Options: c.options, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			st := first.(state)
			st.layout = st.Field.Empty()
			for name := range strings.FieldsSeq(c.layout) {
				s, err := st.Field.ParseSquare(name)
				if err != nil {
					t.Fatal(err)
				}
				st.layout = st.layout.With(s)
			}
			var end game.State = st
			for step := range strings.SplitSeq(c.steps, ";") {
				if end, _, err = end.Play(step); err != nil {
					t.Fatalf("%s: %v", step, err)
				}
			}
			if got := end.Outcome().Text; !strings.HasPrefix(got, c.score) {
				t.Errorf("the manual's score is %q, want %q", got, c.score)
			}
			if got := end.Outcome().Tally; got != c.want {
				t.Errorf("the tally is %+v, want %+v", got, c.want)
			}
		})
	}
}

// A layout hidden by hand does not count.
func TestNoTallyOfWhatWasHiddenByHand(t *testing.T) {
	var end game.State
	end, err := Game{}.New(game.Setup{Seed: 1})
	for step := range strings.SplitSeq("hide a1,b2,c3,d4;fire 1;resign", ";") {
		if err == nil {
			end, _, err = end.Play(step)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := end.Outcome().Tally; got != (game.Tally{}) {
		t.Errorf("the tally is %+v", got)
	}
}

// Every kind that can be played has its own name, and only kinds with 8 by 8 squares and any difficulty have a par.
func TestKinds(t *testing.T) {
	names, keys := map[string]bool{}, map[string]bool{}
	for _, k := range (Game{}).Info().Kinds {
		if names[k.Name] || !strings.Contains(k.Name, " atoms") {
			t.Errorf("%s is called %q", k.Key, k.Name)
		}
		names[k.Name], keys[k.Key] = true, true
		if (k.Par > 0) != (strings.HasPrefix(k.Key, "size=8 ") && !strings.Contains(k.Key, "difficulty=")) {
			t.Errorf("%s: par is %v", k.Name, k.Par)
		}
	}
	for size := deal.Smallest; size <= deal.Largest; size++ {
		for atoms := deal.Fewest; atoms <= deal.Mostest; atoms++ {
			st := state{Public: deal.Public{Work: deal.Work{Evidence: deal.Evidence{Field: rules.Field{W: uint8(size), H: uint8(size)}, Atoms: atoms}}}}
			for st.Difficulty = deal.AnyDeal; st.Difficulty <= deal.HardDeal; st.Difficulty++ {
				if !keys[st.kind()] {
					t.Errorf("%s is no kind", st.kind())
				}
			}
			if !keys[kind(size, atoms)] {
				t.Errorf("%d atoms on %d squares a side are no kind", atoms, size)
			}
		}
	}
}
