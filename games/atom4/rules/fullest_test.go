package rules

import (
	"math/bits"
	"os"
	"strings"
	"testing"
)

// fullest is a board with 183 pieces of a goal colour and no four in line: the missing vertices, '.', hit each line of four.
const fullest = `
WWW.W.WWW.W.WW.W
W.WWW.WW.WWW.WWW
WWW.WWW.WWW.WW.W
W.WWW.WW.WWW.WWW
WWW.W.WWW.W.WW.W
W.W.WW..WW.W.WWW
WWW.W.WWW.W.WW.W
W.WWW.WW.WWW.WWW
WWW.WWW.WWW.WW.W
W.WWW.WW.WWW.WWW
WWW.W.WWW.W.WW.W
W.W.WW..WW.W.WWW
WWW.W.WWW.W.WW.W
W.WWW.WW.WWW.WWW
WWW.WWW.WWW.WW.W
W.WWW.WW.WWW.WWW
`

// missed returns the least number of vertices that hit all lines of four in a strip of rows. parity is the parity of the first row. Column by
// column, it keeps the least number so far for each choice of vertices in the last three columns.
func missed(rows, parity int) int {
	var lines []uint32 // with a bit for each vertex in four columns; the first column has the lowest bits
	for s := range 4 * rows {
		for _, d := range []Direction{UpperRight, Right, LowerRight} {
			line, x, y := uint32(0), s/rows, s%rows
			n := 0
			for ; n < 4 && x >= 0 && x < 4 && y >= 0 && y < rows; n++ {
				line |= 1 << (x*rows + y)
				step := steps[d]
				x, y = x+step.dx[(y+parity)&1], y+step.dy
			}
			if n == 4 {
				lines = append(lines, line)
			}
		}
	}
	const none = 255
	least, next := make([]uint8, 1<<(3*rows)), make([]uint8, 1<<(3*rows))
	for chosen := range least {
		least[chosen] = uint8(bits.OnesCount(uint(chosen)))
	}
	for range Side - 3 {
		for i := range next {
			next[i] = none
		}
		for chosen, n := range least {
			if n == none {
				continue
			}
			var left []uint32 // the lines that the new column must hit
			for _, line := range lines {
				if uint32(chosen)&line == 0 {
					left = append(left, line>>(3*rows))
				}
			}
		columns:
			for column := range uint32(1) << rows {
				for _, line := range left {
					if column&line == 0 {
						continue columns
					}
				}
				to := &next[(uint32(chosen)|column<<(3*rows))>>rows]
				*to = min(*to, n+uint8(bits.OnesCount32(column)))
			}
		}
		least, next = next, least
	}
	best := uint8(none)
	for _, n := range least {
		best = min(best, n)
	}
	return int(best)
}

// TestTheFullestBoard checks the board with 183 pieces of one colour and the upper bound of 188, the total of the vertices that each strip of rows
// must leave empty. With FULLEST set, larger strips give the bound of 185.
func TestTheFullestBoard(t *testing.T) {
	var board Set
	for y, row := range strings.Fields(fullest) {
		for x, c := range row {
			if c == 'W' {
				board.Add(SquareAt(x, y))
			}
		}
	}
	if board.Count() != 183 || board.hasFour() {
		t.Errorf("the board has %d pieces, and four in line: %v", board.Count(), board.hasFour())
	}
	strips, most := []int{4, 4, 4, 4}, 188
	if os.Getenv("FULLEST") != "" {
		strips, most = []int{5, 5, 6}, 185
	}
	row, miss := 0, 0
	for _, rows := range strips {
		n := missed(rows, row&1)
		t.Logf("%d rows miss at least %d", rows, n)
		row, miss = row+rows, miss+n
	}
	if Squares-miss != most {
		t.Errorf("at most %d pieces, not %d", Squares-miss, most)
	}
}
