//go:build long

package rules

import "testing"

// TestLongestBeamsOfFourAtoms follows every beam of every board with four atoms.
func TestLongestBeamsOfFourAtoms(t *testing.T) {
	turns, squares := 0, 0
	eachLayout(Field{8, 8}, 4, func(l Layout) {
		for p := Port(1); p <= 32; p++ {
			path := Trace(l, p)
			if path.Answer.Port() == NoPort {
				continue
			}
			turns, squares = max(turns, path.Turns()), max(squares, len(path.Squares()))
		}
	})
	if turns != 6 || squares != 26 {
		t.Errorf("at most %d turns and %d squares, want 6 and 26", turns, squares)
	}
}

// TestTwinsOfFiveAtoms groups every board with five atoms.
func TestTwinsOfFiveAtoms(t *testing.T) {
	boards, largest := 0, 0
	for _, group := range twins(Field{8, 8}, 5) {
		boards += len(group)
		largest = max(largest, len(group))
	}
	if boards != 397964 || largest != 16 {
		t.Errorf("%d boards have a twin, the largest group is %d, want 397964 and 16", boards, largest)
	}
}
