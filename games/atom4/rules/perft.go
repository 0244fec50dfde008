package rules

import "math/bits"

// Perft counts the sequences of exactly depth moves from p, and the number of those whose last move wins. Sequences
// end with a win. If every is true, it makes every move; otherwise it counts the moves of the last ply without making
// them, except where one could win. Both give the same numbers. If depth is 0 or less it returns 1 and 0.
func Perft(p Position, depth int, every bool) (leaves, wins uint64) {
	if depth <= 0 {
		return 1, 0
	}
	return p.perft(depth, every)
}

func (p *Position) perft(depth int, every bool) (leaves, wins uint64) {
	row := p.mayWin()
	if depth == 1 && !every && !row {
		return uint64(p.legal.Count()), 0
	}
	m := &movers[p.turn&7]
	var next Position // outside the loop, so that it is allocated once
	for i, word := range p.legal {
		for ; word != 0; word &= word - 1 {
			next = *p
			next.place(Square(i<<6|bits.TrailingZeros64(word)), p, m, row)
			if depth > 1 {
				l, w := next.perft(depth-1, every)
				leaves += l
				wins += w
				continue
			}
			leaves++
			if next.result != Running && next.result != Draw {
				wins++
			}
		}
	}
	return leaves, wins
}
