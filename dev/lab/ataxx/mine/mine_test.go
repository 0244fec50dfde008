package mine

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"attic/game/learn"
	"attic/games/ataxx/puzzle"
	"attic/games/ataxx/rules"
)

// A position in which another move wins immediately is not a puzzle, whatever the theme.
func TestNoPuzzleHasARival(t *testing.T) {
	p, err := placed("fen 1ooo1oo/1oo4/o1o4/1o1o1oo/5xx/1o4x/o4xx o 0 16;start")
	if err != nil {
		t.Fatal(err)
	}
	for _, theme := range themes {
		if k, ok := solve(theme, p); ok {
			t.Errorf("%s: a puzzle with the key %v, %v", theme, k.Move, k.None)
		}
	}
	text, err := os.ReadFile("../../../../games/ataxx/puzzles.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(fields[0], puzzle.Ending) { // every move is proved
			continue
		}
		p, err := placed(fields[2])
		if err != nil {
			t.Fatal(err)
		}
		k := solution{None: fields[3] == learn.None}
		if !k.None {
			m, err := rules.ParseMove(fields[3])
			if err != nil {
				t.Fatal(err)
			}
			k.Move = m.Canonical()
		}
		for _, m := range p.Moves(nil) {
			if puzzle.Wins(p, m) && (k.None || m != k.Move) {
				t.Errorf("%s: %s wins at once, the key is %s", fields[0], p.GuideText(m), fields[3])
			}
		}
	}
}

// The levels say how hard a puzzle is: a greedy player solves only puzzles of level 1, and a player who counts a move and its answer solves
// none of level 4. Taking the most pieces solves at most a sixth of a theme's puzzles.
func TestLevelsSayHowHardAPuzzleIs(t *testing.T) {
	text, err := os.ReadFile("../../../../games/ataxx/puzzles.txt")
	if err != nil {
		t.Fatal(err)
	}
	all, greedy := map[string]int{}, map[string]int{}
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		id, level, place, key := fields[0], fields[1], fields[2], fields[3]
		theme, _, _ := strings.Cut(id, "-")
		all[theme]++
		for _, who := range People() {
			if who.Easy == 0 || key == learn.None {
				continue
			}
			share, err := who.Share(theme, place, key)
			if err != nil {
				t.Fatal(err)
			}
			if share >= 0.75 && level > fmt.Sprint(who.Easy) {
				t.Errorf("%s is of level %s, %s finds it in %.0f %% of the tries", id, level, who.Name, 100*share)
			}
			if share == 1 && who.Easy == 1 {
				greedy[theme]++
			}
		}
	}
	for theme, n := range greedy {
		if n > all[theme]/6+1 {
			t.Errorf("greed solves %d of %d puzzles of %s", n, all[theme], theme)
		}
	}
}
