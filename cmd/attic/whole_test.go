//go:build unix

package main

import (
	"fmt"
	"testing"
)

// hand plays a move, with the arrow keys and Enter or with the mouse.
type hand struct {
	name  string
	touch func(x *terminal, spot string)
}

var hands = []hand{
	{"keys", func(x *terminal, spot string) {
		x.t.Helper()
		x.steer(spot)
		x.write(enter)
	}},
	{"mouse", func(x *terminal, spot string) {
		x.t.Helper()
		x.click(spot)
	}},
}

func eachHand(t *testing.T, test func(t *testing.T, h hand)) {
	for _, h := range hands {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			test(t, h)
		})
	}
}

// resizes makes the terminal larger, then too small, then restores its size: the game continues.
func (x *terminal) resizes() {
	x.t.Helper()
	x.rests()
	before := x.vt.String()
	x.resize(160, 50)
	x.until("the last row is used", func() bool { return len(x.rows()) == 50 })
	x.resize(39, 15)
	x.sees("this terminal is 39x15.")
	x.resize(80, 24)
	x.shows(before)
}

// quits leaves with q and checks that the terminal is restored.
func (x *terminal) quits() {
	x.t.Helper()
	x.write("q")
	if got := x.end(); got != 0 {
		x.t.Errorf("exit status %d, want 0", got)
	}
	x.left()
}

// Atom-4: two people play a round until there is a row of four blacks.
func TestAtom4FillsTheScreen(t *testing.T) {
	t.Parallel()
	colours := []string{"red", "yellow", "green", "cyan", "blue", "purple"}
	moves := []string{"i10", "h10", "h11", "i11", "i12", "g11", "g9", "h12", "g12", "g10"}
	eachHand(t, func(t *testing.T, h hand) {
		x := newHome(t).full(80, 24, colours256, "attic", "atom4")
		x.sees("Player 1 to play red.", "q quit")
		for i, move := range moves {
			if i == 0 {
				x.hover("j10")
				x.sees("Only i9 touches j10")
			}
			if i == 4 {
				x.resizes()
			}
			h.touch(x, move)
			if i < len(moves)-1 {
				x.sees(fmt.Sprintf("Player %d to play %s.", 1+(i+1)%2, colours[(i+1)%6]))
			}
		}
		x.sees("Player 2 won the round")
		x.write("n")
		x.sees("Player 2 to play ")
		x.quits()
	})
}

// Ataxx: blocks are placed and a position is typed in, then two people play until the board is full.
func TestAtaxxFillsTheScreen(t *testing.T) {
	t.Parallel()
	eachHand(t, func(t *testing.T, h hand) {
		x := newHome(t).full(80, 24, colours256, "attic", "ataxx")
		x.sees("Your move: red.", "q quit") // a new game begins immediately
		x.write("c")
		x.sees("press Start (t) to begin", "set-up")
		x.write("b")
		x.sees("b Set moves")
		h.touch(x, "c5")
		x.sees("Blocks h")
		x.write("b")
		x.sees("b Set blocks")
		x.write(":opponent human" + enter)
		x.write(":fen x11111o/-------/-------/-------/-------/-------/------- x" + enter)
		x.sees(" 5 empty")
		x.resizes()
		x.button("t Start")
		x.sees("Red to move.")
		x.hides("set-up") // even after the terminal was resized
		for i, move := range []struct{ from, to, said string }{
			{"a7", "b7", "Red"},
			{"g7", "f7", "Blue"},
			{"b7", "d7", "Red"},
			{"f7", "e7", "Blue"},
			{"a7", "b7", "Red"},
			{"d7", "c7", "Blue"},
		} {
			h.touch(x, move.from)
			x.sees("<")
			h.touch(x, move.to)
			if i < 5 {
				x.sees([]string{"Blue", "Red"}[i%2] + " to move.")
			}
		}
		x.sees("Blue won, ")
		x.quits()
	})
}

// Atommaster: beams are fired from all four sides, then the atoms are set and evaluated.
func TestAtommasterFillsTheScreen(t *testing.T) {
	t.Parallel()
	eachHand(t, func(t *testing.T, h hand) {
		x := newHome(t).full(80, 24, colours256, "attic", "atommaster", "--seed", "3")
		x.sees("Find 4 atoms", "q quit")
		for i, port := range []string{"2", "11", "20", "30"} {
			h.touch(x, "port "+port)
			x.sees(fmt.Sprintf("Trials: %d ", i+1))
		}
		x.resizes()
		x.write(tab)
		x.sees("Tab Fire beams")
		for i, square := range []string{"g3", "f4", "c5", "c8"} {
			h.touch(x, square)
			x.sees(fmt.Sprintf("%d/4 ", i+1))
		}
		x.write("e")
		x.sees("Correct: 4 Incorrect: 0")
		x.quits()
	})
}
