package ataxx_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// plain is a second, simple implementation of the rules that checks the claims of hints. In at, x and o are pieces, - is a block
// and a blank is an empty square.
type plain struct {
	at   [7][7]byte // by file and rank, from a1
	turn byte
}

// step is a move of plain: from one square to another, or a pass.
type step struct{ fx, fy, tx, ty int }

var passing = step{-1, -1, -1, -1}

func plainOf(fen string) plain {
	fields := strings.Fields(fen)
	p := plain{turn: fields[1][0]}
	for i, row := range strings.Split(fields[0], "/") {
		x := 0
		for _, c := range row {
			if c >= '1' && c <= '7' {
				for range c - '0' {
					p.at[x][6-i] = ' '
					x++
				}
				continue
			}
			p.at[x][6-i] = byte(c)
			x++
		}
	}
	return p
}

func (p plain) fen() string {
	var rows []string
	for y := 6; y >= 0; y-- {
		row := ""
		for x := range 7 {
			row += string(p.at[x][y])
		}
		for n := 7; n > 0; n-- {
			row = strings.ReplaceAll(row, strings.Repeat(" ", n), fmt.Sprint(n))
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/") + " " + string(p.turn) + " 0 1"
}

func against(side byte) byte { return 'x' + 'o' - side }

// far returns the distance between the two squares in king's moves.
func (s step) far() int { return max(max(s.fx-s.tx, s.tx-s.fx), max(s.fy-s.ty, s.ty-s.fy)) }

func (s step) String() string {
	if s == passing {
		return "-"
	}
	return fmt.Sprintf("%c%d-%c%d", 'a'+s.fx, s.fy+1, 'a'+s.tx, s.ty+1)
}

// canonical returns the step without its source if that does not matter.
func (s step) canonical() step {
	if s.far() == 1 {
		s.fx, s.fy = s.tx, s.ty
	}
	return s
}

func stepOf(text string) step {
	if len(text) != 5 {
		return passing
	}
	return step{int(text[0] - 'a'), int(text[1] - '1'), int(text[3] - 'a'), int(text[4] - '1')}
}

// reaches lists the steps of a side: from every piece to every empty square at most two away.
func (p plain) reaches(side byte) []step {
	var list []step
	for n := range 7 * 7 {
		tx, ty := n%7, n/7
		if p.at[tx][ty] != ' ' {
			continue
		}
		for fy := max(ty-2, 0); fy <= min(ty+2, 6); fy++ {
			for fx := max(tx-2, 0); fx <= min(tx+2, 6); fx++ {
				if p.at[fx][fy] == side {
					list = append(list, step{fx, fy, tx, ty})
				}
			}
		}
	}
	return list
}

// moves lists the legal moves: only a pass if the side to move has none and the other side has one, nothing when the game is over.
func (p plain) moves() []step {
	if list := p.reaches(p.turn); list != nil {
		return list
	}
	if p.reaches(against(p.turn)) != nil {
		return []step{passing}
	}
	return nil
}

// play plays a move and lists the squares that it takes.
func (p plain) play(s step) (next plain, taken [][2]int) {
	next = p
	next.turn = against(p.turn)
	if s == passing {
		return next, nil
	}
	if s.far() == 2 {
		next.at[s.fx][s.fy] = ' '
	}
	next.at[s.tx][s.ty] = p.turn
	for x := max(s.tx-1, 0); x <= min(s.tx+1, 6); x++ {
		for y := max(s.ty-1, 0); y <= min(s.ty+1, 6); y++ {
			if p.at[x][y] == next.turn {
				next.at[x][y] = p.turn
				taken = append(taken, [2]int{x, y})
			}
		}
	}
	return next, taken
}

func (p plain) takes(s step) int {
	_, taken := p.play(s)
	return len(taken)
}

func (p plain) count(side byte) (n int) {
	for _, column := range p.at {
		for _, c := range column {
			if c == side {
				n++
			}
		}
	}
	return n
}

func (p plain) ahead(side byte) int { return p.count(side) - p.count(against(side)) }

// most returns the number of pieces the side to move can take with one move.
func (p plain) most() (n int) {
	for _, s := range p.moves() {
		n = max(n, p.takes(s))
	}
	return n
}

// worst returns the lowest value of a position after a move of the side to move.
func (p plain) worst(value func(plain) int) int {
	moves := p.moves()
	if moves == nil {
		return value(p)
	}
	n := 99
	for _, s := range moves {
		next, _ := p.play(s)
		n = min(n, value(next))
	}
	return n
}

// best returns the largest lead that the side to move can have after its move.
func (p plain) best() int {
	moves := p.moves()
	if moves == nil {
		return p.ahead(p.turn)
	}
	n := -99
	for _, s := range moves {
		next, _ := p.play(s)
		n = max(n, next.ahead(p.turn))
	}
	return n
}

// open returns the number of pieces that at least one move of the side to move can take.
func (p plain) open() int {
	all := map[[2]int]bool{}
	for _, s := range p.moves() {
		_, taken := p.play(s)
		for _, sq := range taken {
			all[sq] = true
		}
	}
	return len(all)
}

func (p plain) room(side byte) int {
	all := map[[2]int]bool{}
	for _, s := range p.reaches(side) {
		all[[2]int{s.tx, s.ty}] = true
	}
	return len(all)
}

// menaces returns the number of pieces that a side could take with one move if it were its turn.
func (p plain) menaces(side byte) int {
	p.turn = side
	return p.most()
}

// wins reports whether the side to move can force a win within the given number of plies.
func (p plain) wins(plies int) bool {
	moves := p.moves()
	if moves == nil {
		return p.ahead(p.turn) > 0
	}
	for _, s := range moves {
		if next, _ := p.play(s); plies > 0 && next.loses(plies-1) {
			return true
		}
	}
	return false
}

// loses reports whether the side to move loses within the given number of plies after any move.
func (p plain) loses(plies int) bool {
	moves := p.moves()
	if moves == nil {
		return p.ahead(p.turn) < 0
	}
	for _, s := range moves {
		if next, _ := p.play(s); plies == 0 || !next.wins(plies-1) {
			return false
		}
	}
	return true
}

// filled reports whether a side has won, or will win by filling the board while the other side is stuck for good.
func (p plain) filled(side byte) bool {
	if p.moves() == nil {
		return p.ahead(side) > 0
	}
	if len(p.reaches(against(side))) > 0 {
		return false
	}
	end := p.final(side)
	return end.moves() == nil && end.ahead(side) > 0
}

// overcomes reports whether a side wins within the given number of plies by making the other side stuck within depth plies.
func (p plain) overcomes(side byte, plies, depth int) bool {
	switch moves := p.moves(); {
	case moves == nil:
		return p.ahead(side) > 0
	case p.filled(side):
		n := 0
		for ; p.moves() != nil; n++ {
			p = p.filledOnce(side)
		}
		return n <= plies
	case depth == 0:
		return false
	default:
		wins := func(s step) bool {
			next, _ := p.play(s)
			return next.overcomes(side, plies-1, depth-1)
		}
		if p.turn == side {
			return slices.ContainsFunc(moves, wins)
		}
		return !slices.ContainsFunc(moves, func(s step) bool { return !wins(s) })
	}
}

// final lets a side extend as long as it can and otherwise jump. It returns the position at the end, or as soon as the other side
// can move.
func (p plain) final(side byte) plain {
	for p.moves() != nil && len(p.reaches(against(side))) == 0 {
		p = p.filledOnce(side)
	}
	return p
}

// filledOnce returns the position after one ply of final.
func (p plain) filledOnce(side byte) plain {
	best := passing
	for _, s := range p.reaches(side) {
		if worth := func(s step) int { return p.takes(s) - 100*s.far() }; best == passing || worth(s) > worth(best) {
			best = s
		}
	}
	if p.turn != side {
		best = passing
	}
	p, _ = p.play(best)
	return p
}

// fills reports whether one side is stuck in p and the other side wins by the numbers of pieces in most and least, if it always
// extends with the most captures, or jumps if it cannot extend.
func fills(p plain, most, least int) bool {
	stuck := p.turn
	if len(p.reaches(stuck)) > 0 {
		stuck = against(stuck)
	}
	for p.moves() != nil {
		best := passing
		for _, s := range p.reaches(against(stuck)) {
			if worth := func(s step) int { return p.takes(s) - 100*s.far() }; best == passing || worth(s) > worth(best) {
				best = s
			}
		}
		if len(p.reaches(stuck)) > 0 {
			return false
		}
		if p.turn == stuck {
			best = passing
		}
		p, _ = p.play(best)
	}
	return p.count(against(stuck)) >= p.count(stuck) && most > least && most+least == p.count('x')+p.count('o')
}

// positions returns positions from games in which half of the moves take the most pieces and the others are random.
func positions(n int) []plain {
	r := rand.New(rand.NewPCG(17, 2))
	boards := []string{"x5o/7/7/7/7/7/o5x x 0 1", "x5o/1-3-1/2-1-2/2-1-2/2-1-2/1-3-1/o5x x 0 1", "x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1"}
	var all []plain
	for len(all) < n {
		p := plainOf(boards[r.IntN(len(boards))])
		for range 100 {
			moves := p.moves()
			if moves == nil {
				break
			}
			stuck := len(p.reaches('x')) == 0 || len(p.reaches('o')) == 0 // a few of these are enough
			if r.IntN(12) == 0 && (!stuck || r.IntN(10) == 0) {
				all = append(all, p)
			}
			s := moves[r.IntN(len(moves))]
			if r.IntN(2) == 0 {
				for _, other := range moves {
					if other != passing && p.takes(other) > p.takes(s) {
						s = other
					}
				}
			}
			p, _ = p.play(s)
		}
	}
	return all[:n]
}

// endings returns positions like those at the end of careless games: a side has two pieces, one or none, a side is shut in, or the
// board is nearly full. In a few positions nobody can move.
func endings(n int) []plain {
	r := rand.New(rand.NewPCG(17, 3))
	var all []plain
	for len(all) < n {
		p := plain{turn: "xo"[r.IntN(2)]}
		empty, few := 1+r.IntN(40), "xo"[r.IntN(2)]
		var at [][2]int
		for x := range 7 {
			for y := range 7 {
				p.at[x][y] = ' '
				at = append(at, [2]int{x, y})
			}
		}
		r.Shuffle(len(at), func(i, j int) { at[i], at[j] = at[j], at[i] })
		kind := r.IntN(4)
		for i, sq := range at[empty:] {
			c := against(few)
			switch {
			case r.IntN(8) == 0:
				c = '-'
			case kind == 0 && i < 2 || kind == 1 && i < 1, kind == 3 && r.IntN(3) > 0:
				c = few
			}
			p.at[sq[0]][sq[1]] = c
		}
		if r.IntN(3) == 0 {
			side := p.turn
			p = plainOf(strings.TrimPrefix(crowded(r), "fen "))
			p.turn = side
		}
		if p.count('x')+p.count('o') > 0 {
			all = append(all, p)
		}
	}
	return all
}
