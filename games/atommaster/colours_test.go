package atommaster_test

import (
	"fmt"
	"strings"
	"testing"

	"attic/game"
	"attic/games/atommaster"
	"attic/match"
)

// passing fires four beams that leave the field.
const passing = "hide a1,b1,c1,d1;fire 1;fire 2;fire 3;fire 4"

// marbles returns the marbles at ports in plain mode, in the order of the ports.
func marbles(t *testing.T, s game.State, ports ...int) string {
	t.Helper()
	board := s.View(solver).Grid(0, 0)
	var list []string
	for _, p := range ports {
		list = append(list, strings.TrimSpace(at(board, fmt.Sprintf("port%d", p))))
	}
	return strings.Join(list, "")
}

// Manual, "Beam passes": the marbles come in a random order of colours. The order follows from the public number,
// differs from deal to deal, and does not depend on anything hidden.
func TestTheOrderOfColoursIsPublic(t *testing.T) {
	order := func(options, moves string, seed uint64) string {
		s, err := atommaster.Game{}.New(game.Setup{Options: options, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		for text := range strings.SplitSeq(moves, ";") {
			if s, _, err = s.Play(text); err != nil {
				t.Fatal(err)
			}
		}
		return marbles(t, s, 1, 2, 3, 4)
	}
	same := order("colours=17", passing, 1)
	if len(same) != 4 || strings.ContainsAny(same, "AR1234") {
		t.Fatalf("%q are not four marbles", same)
	}
	if got := order("colours=17", passing, 2); got != same {
		t.Errorf("beside another seed the order is %s, not %s", got, same)
	}
	if got := order("colours=17", "hide a1,b1,c1,e1;fire 1;fire 2;fire 3;fire 4", 3); got != same {
		t.Errorf("with other atoms the order is %s, not %s", got, same)
	}
	for what, options := range map[string]string{"another number": "colours=18", "the next deal": "deal=2 colours=17"} {
		if got := order(options, passing, 1); got == same {
			t.Errorf("%s has the same order", what)
		}
	}
	if got := order("colours=17", "learn;learn;"+passing, 1); got == same {
		t.Error("after learning mode the order is the same")
	}
	seen := map[byte]bool{}
	for n := range 40 {
		seen[order(fmt.Sprintf("colours=%d", n+1), passing, 1)[0]] = true
	}
	if len(seen) != 8 {
		t.Errorf("only %d of 8 colours ever come first", len(seen))
	}
}

// A game saved by a version without public numbers shows the same marbles as it did in that version.
func TestOldRecordsKeepTheirOrder(t *testing.T) {
	const record = "attic save 1\ngame atommaster\nseed 1\nside 1\nseat 1 person level 1\nseat 2 program level 1\nround #17\n" +
		"move fire 4\nmove fire 5\nmove fire 8\nmove fire 14\nmove fire 19\nmove fire 25\nend 13\n"
	find := func(string) (game.Game, bool) { return atommaster.Game{}, true }
	m, err := match.Read(strings.NewReader(record), find)
	if err != nil {
		t.Fatal(err)
	}
	if got := marbles(t, m.State(), 4, 5, 8, 25); got != "ydpg" {
		t.Errorf("the marbles are %s, and were ydpg", got)
	}
}

// The number is recorded in addition to the seed, in the round's setup, and is kept in later rounds. The order of colours
// survives saving.
func TestThePublicNumberIsRecorded(t *testing.T) {
	setup := game.Shuffled(atommaster.Game{}, game.Setup{Seed: 5}, func() uint64 { return 99 })
	m, err := match.New(atommaster.Game{}, setup)
	if err != nil {
		t.Fatal(err)
	}
	if m, err = m.Next(func() uint64 { return 6 }); err != nil {
		t.Fatal(err)
	}
	for text := range strings.SplitSeq("hide a1,b1,c1,d1;start;fire 1;fire 2;fire 3", ";") {
		if m, _, err = m.Play(text); err != nil {
			t.Fatal(err)
		}
	}
	var saved strings.Builder
	if err := m.Save(&saved); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"round unique=auto colours=100#5 ", "round unique=auto deal=2 colours=100#6 "} {
		if !strings.Contains(saved.String(), line) {
			t.Errorf("the record has no %q:\n%s", line, saved.String())
		}
	}
	back, err := match.Read(strings.NewReader(saved.String()), func(string) (game.Game, bool) { return atommaster.Game{}, true })
	if err != nil {
		t.Fatal(err)
	}
	if a, b := marbles(t, m.State(), 1, 2, 3), marbles(t, back.State(), 1, 2, 3); a != b {
		t.Errorf("the marbles were %s and are read back as %s", a, b)
	}
	id := game.ID("atommaster", m.Setup())
	if id != "atommaster unique=auto deal=2 colours=100#6" {
		t.Errorf("the game ID is %s", id)
	}
}

func TestViewsWithAWrongOrderAreRefused(t *testing.T) {
	const view = `{"field":"8x8","atoms":4,"phase":"setting","colours":"%s"}`
	for order, good := range map[string]bool{"dygcbpkw": true, "wkpbcgyd": true, "": true, "dygcbpk": false, "dygcbpkk": false, "dygcbpkwe": false, "rygcbpkw": false} {
		if _, err := (atommaster.Game{}).ParseView(fmt.Appendf(nil, view, order)); (err == nil) != good {
			t.Errorf("%q: %v", order, err)
		}
	}
}
