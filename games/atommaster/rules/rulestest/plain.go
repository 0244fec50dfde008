// Package rulestest is a second, slow and simple implementation of Atommaster for tests. It was written from the text of
// the rules, and shares with package rules only the types of squares and answers.
package rulestest

import (
	"iter"
	"slices"

	"attic/games/atommaster/rules"
)

// Answer follows a beam from a port of a square field, square by square. The keys of atoms are columns and rows, from 0.
func Answer(side int, atoms map[[2]int]bool, port int) rules.Answer {
	line := (port - 1) % side
	var x, y, dx, dy int
	switch (port - 1) / side {
	case 0: // left, from the top down
		x, y, dx, dy = -1, side-1-line, 1, 0
	case 1: // bottom, from the left
		x, y, dx, dy = line, -1, 0, 1
	case 2: // right, from the bottom up
		x, y, dx, dy = side, line, -1, 0
	default: // top, from the right
		x, y, dx, dy = side-1-line, side, 0, -1
	}
	portAt := func(x, y int) int {
		switch {
		case x < 0:
			return side - y
		case y < 0:
			return side + 1 + x
		case x >= side:
			return 2*side + 1 + y
		default:
			return 4*side - x
		}
	}
	inside := false
	for {
		ahead, left, right := atoms[[2]int{x + dx, y + dy}], atoms[[2]int{x + dx - dy, y + dy + dx}], atoms[[2]int{x + dx + dy, y + dy - dx}]
		switch {
		case ahead:
			return rules.Absorbed
		case !inside && (left || right), left && right:
			return rules.Reflected
		case left:
			dx, dy = dy, -dx
		case right:
			dx, dy = -dy, dx
		default:
			x, y = x+dx, y+dy
			if x < 0 || y < 0 || x >= side || y >= side {
				if out := portAt(x, y); out != port {
					return rules.Answer(out)
				}
				return rules.Reflected
			}
			inside = true
		}
	}
}

// Answers returns the answers of all ports of a square field, from port 1 on.
func Answers(side int, atoms []rules.Square) []rules.Answer {
	at := map[[2]int]bool{}
	for _, s := range atoms {
		at[[2]int{s.Column(), s.Row()}] = true
	}
	answers := make([]rules.Answer, 4*side)
	for i := range answers {
		answers[i] = Answer(side, at, i+1)
	}
	return answers
}

// Boards yields every layout of the given number of atoms on a square field.
func Boards(side, atoms int) iter.Seq[[]rules.Square] {
	return func(yield func([]rules.Square) bool) {
		var place func(board []rules.Square, from int) bool
		place = func(board []rules.Square, from int) bool {
			if len(board) == atoms {
				return yield(slices.Clone(board))
			}
			for i := from; i < side*side; i++ {
				if !place(append(board, rules.SquareAt(i%side, i/side)), i+1) {
					return false
				}
			}
			return true
		}
		place(nil, 0)
	}
}
