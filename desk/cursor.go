package desk

import (
	"slices"

	"attic/game"
	"attic/grid"
)

// direction is a step of the cursor: columns to the right and rows down.
type direction struct{ dx, dy int }

// directions holds the keys that move the cursor. The digits are those of the keypad.
var directions = map[string]direction{
	"left": {-1, 0}, "right": {1, 0}, "up": {0, -1}, "down": {0, 1},
	"4": {-1, 0}, "6": {1, 0}, "8": {0, -1}, "2": {0, 1},
	"7": {-1, -1}, "9": {1, -1}, "1": {-1, 1}, "3": {1, 1},
	"home": {-1, -1}, "pgup": {1, -1}, "end": {-1, 1}, "pgdown": {1, 1},
}

// place is where a spot lies on the board.
type place struct {
	spot string
	x, y int
}

// places returns where the spots of a track lie; those that the board does not show are left out.
func places(at map[string]grid.Point, t game.Track) []place {
	var list []place
	for _, spot := range t.Spots {
		if m, ok := at[spot]; ok {
			list = append(list, place{spot, m.X, m.Y})
		}
	}
	return list
}

// walk returns the spot to which the cursor goes from one spot in a direction, the same if there is none.
// Sideways it stays in the row; up and down it goes to the next row, to the spot nearest to the column
// aim; diagonally to the nearest spot of the next row on that side.
func walk(list []place, from string, d direction, aim int) string {
	i := slices.IndexFunc(list, func(p place) bool { return p.spot == from })
	if i < 0 {
		return from
	}
	at := list[i]
	best, bestCost := from, 0
	for _, p := range list {
		dx, dy := p.x-at.x, p.y-at.y
		cost := 0
		switch {
		case d.dy == 0:
			if dy != 0 || dx*d.dx <= 0 {
				continue
			}
			cost = 1 + abs(dx)
		case dy*d.dy <= 0 || d.dx != 0 && dx*d.dx <= 0:
			continue
		case d.dx != 0:
			cost = 1 + abs(dy)*1000 + abs(dx)
		default:
			cost = 1 + abs(dy)*1000 + abs(p.x-aim)
		}
		if bestCost == 0 || cost < bestCost {
			best, bestCost = p.spot, cost
		}
	}
	return best
}

// ring returns the spot to which the cursor goes around the board: step spots forth in the order of the
// track, past what is no move, if there is any.
func ring(t game.Track, from string, step int, moves map[string]bool) string {
	n := len(t.Spots)
	at := slices.Index(t.Spots, from)
	if at < 0 { // parked: from the beginning
		at = 0
		if step > 0 {
			at = n - 1
		}
	}
	for i := 1; i <= n; i++ {
		spot := t.Spots[((at+i*step)%n+n)%n]
		if len(moves) == 0 || moves[spot] {
			return spot
		}
	}
	return from
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
