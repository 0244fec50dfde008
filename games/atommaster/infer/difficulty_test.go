package infer

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"attic/games/atommaster/rules"
	"attic/games/atommaster/rules/rulestest"
)

// difficulty tries all sets of at most five ports. For each atom of a board it finds the smallest set whose answers no board
// without that atom gives. It returns the size of the largest of these sets, or 0 if an atom has no such set.
func (t tried) difficulty(board int) (largest int) {
	for _, atom := range t.boards[board] {
		var masks []uint64 // for each board without the atom, the ports with a different answer
		for i, other := range t.boards {
			if slices.Contains(other, atom) {
				continue
			}
			mask := uint64(0)
			for p := range t.answers[i] {
				if t.answers[i][p] != t.answers[board][p] {
					mask |= 1 << p
				}
			}
			if mask == 0 {
				return 0
			}
			masks = append(masks, mask)
		}
		slices.SortFunc(masks, func(a, b uint64) int { return bits.OnesCount64(a) - bits.OnesCount64(b) })
		masks = slices.Compact(masks)
		proves := func(set uint64) bool {
			return !slices.ContainsFunc(masks, func(mask uint64) bool { return mask&set == 0 })
		}
		var try func(set uint64, from, n int) bool
		try = func(set uint64, from, n int) bool {
			if n == 0 {
				return proves(set)
			}
			for p := from; p < 4*t.side; p++ {
				if try(set|1<<p, p+1, n-1) {
					return true
				}
			}
			return false
		}
		n := 1
		for ; n <= 5 && !try(0, 0, n); n++ {
		}
		if n > 5 {
			return 0
		}
		largest = max(largest, n)
	}
	return largest
}

// The difficulty of a layout equals the result of a trial of all sets of ports.
func TestDifficultyIsThatOfAllSets(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 17))
	count := map[int]int{}
	for _, c := range []struct {
		all   tried
		times int
	}{{tryAll(3, 2), 36}, {tryAll(4, 3), 60}, {tryAll(4, 4), 40}, {tryAll(5, 3), 25}, {tryAll(5, 4), 3}} {
		for range c.times {
			board := rng.IntN(len(c.all.boards))
			l := rules.Field{W: uint8(c.all.side), H: uint8(c.all.side)}.Empty()
			for _, s := range c.all.boards[board] {
				l = l.With(s)
			}
			got, _, sure := Difficulty(l, 5, cases)
			want := c.all.difficulty(board)
			if got != want || !sure {
				t.Errorf("%v has difficulty %d, sure: %v, want %d", l, got, sure, want)
			}
			if less, _, _ := Difficulty(l, want-1, cases); less != 0 {
				t.Errorf("%v has difficulty %d by proofs of at most %d beams", l, less, want-1)
			}
			count[want]++
		}
	}
	t.Log(count)
	for n := range 6 {
		if count[n] == 0 {
			t.Errorf("no layout has difficulty %d: %v", n, count)
		}
	}
}

const cases = 100_000

// If the limit is reached, Difficulty soon returns that it is not sure. Beams returns the beams that can be fired one after
// another.
func TestDifficultyEnds(t *testing.T) {
	f := rules.Field{W: 12, H: 12}
	unsure := 0
	for k := range uint64(6) {
		l := rules.Deal(f, 6, 3, k)
		if _, _, sure := Difficulty(l, 5, cases); !sure {
			unsure++
		}
		fired := Knowledge{Field: f, Atoms: 6}
		for _, s := range Beams(l) {
			if s.Answer != rulestest.Answers(12, slices.Collect(l.Atoms()))[s.Port-1] || !slices.Contains(fired.Free(), s.Port) {
				t.Errorf("%v: the beam %v", l, s)
			}
			fired.Shots = append(fired.Shots, s)
		}
		if len(fired.Free()) > 0 {
			t.Errorf("%v: no beam at %v", l, fired.Free())
		}
	}
	if unsure == 0 {
		t.Error("nothing was too much work, so this shows nothing")
	}
}
