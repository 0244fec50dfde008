package rules

import (
	"math/bits"
	"slices"
)

// MayWin reports whether there are four vertices in line whose pieces all have the mover's goal colour, or would have it if the move
// changed every piece that lacks it. Without such a line no move wins; with one, WinsBy reports whether a move wins. MayWin costs about
// as much as two or three moves. It returns false when the round is over.
func (p Position) MayWin() bool { return p.mayWin() }

func (p *Position) mayWin() bool {
	if p.result != Running {
		return false
	}
	m := &movers[p.turn&7]
	adds := m.adds * lane
	near := func(row uint64) uint64 { return full(row^m.flip|adds) & (row >> occupiedLane) }
	var set Set
	for i := range set {
		rows := p.rows[4*i+1:][:4]
		if rows[0]|rows[1]|rows[2]|rows[3] == 0 {
			continue
		}
		set[i] = near(rows[0]) | near(rows[1])<<16 | near(rows[2])<<32 | near(rows[3])<<48
	}
	return set.Count() >= 4 && set.hasFour()
}

// WinsBy reports whether placing a piece on s wins immediately. The caller guarantees that s is legal.
func (p Position) WinsBy(s Square) bool {
	m := &movers[p.turn&7]
	ring := p.ring(s)
	light := ring ^ m.flip
	occupied := ring >> occupiedLane & uint64(onBoard[s])
	if full(light|occupied*m.adds)&occupied == 0 {
		return false // no piece next to s gets the goal colour or passes a change on
	}
	p.play(s)
	return p.Won()
}

// WithTurn returns the position with the colour c to play, a colour of the wheel. It shows the position after a pass,
// or helps to look ahead to a later turn. Pieces, legal vertices and result are the same.
func (p Position) WithTurn(c Color) Position {
	p.turn = c
	return p
}

// Threats returns the legal vertices where a piece of colour c, a colour of the wheel, would win immediately if it were that colour's turn.
func (p Position) Threats(c Color) Set {
	var set Set
	p.turn = c
	if !p.mayWin() {
		return set
	}
	for i, word := range p.legal {
		for ; word != 0; word &= word - 1 {
			if s := Square(i<<6 | bits.TrailingZeros64(word)); p.WinsBy(s) {
				set.Add(s)
			}
		}
	}
	return set
}

// Change is the change of a piece's colour by a move.
type Change struct {
	At       Square
	Old, New Color
	Dir      Direction // the direction from the placed piece to At
	Passed   int       // propagators between the placed piece and At
}

// Path appends the squares from the piece placed on s to the changed one, including both.
func (c Change) Path(s Square, buf []Square) []Square {
	return Row{First: s, Dir: c.Dir, Len: c.Passed + 2}.Squares(buf)
}

// Changes appends the changes by a piece placed on s, at most one piece in each direction, clockwise from upper left (rules "Colour
// change"). The caller guarantees that s is legal.
func (p Position) Changes(s Square, buf []Change) []Change {
	m := &movers[p.turn&7]
	for d := range Direction(Directions) {
		passed, end, ok := p.run(s, d, m.flip)
		if !ok {
			continue
		}
		old := p.At(end)
		if old == Empty || old.Mixed(p.turn) == old {
			continue
		}
		buf = append(buf, Change{At: end, Old: old, New: old.Mixed(p.turn), Dir: d, Passed: passed})
	}
	return buf
}

// Row is an unbroken line of vertices on an axis.
type Row struct {
	First Square
	Dir   Direction // from First to the last vertex; for a winning row upper right, right or lower right
	Len   int
}

// Squares appends the vertices of the row from First to the last.
func (r Row) Squares(buf []Square) []Square {
	s := r.First
	for range r.Len {
		buf = append(buf, s)
		s, _ = s.Step(r.Dir)
	}
	return buf
}

// WinningRows returns the rows that placing a piece on s completes, in full length, or nil if the move does not win.
// p is the position before the move; the caller guarantees that s is legal.
func (p Position) WinningRows(s Square) []Row {
	m := &movers[p.turn&7]
	next := p.Play(s)
	if !next.Won() {
		return nil
	}
	var rows []Row
	for _, c := range p.Changes(s, nil) {
		if c.New != p.Player().Goal() {
			continue
		}
		for d := UpperRight; d <= LowerRight; d++ {
			ahead, _, _ := next.run(c.At, d, m.flip)
			back, _, _ := next.run(c.At, d.Opposite(), m.flip)
			row := Row{First: c.At, Dir: d, Len: ahead + 1 + back}
			for range back {
				row.First, _ = row.First.Step(d.Opposite())
			}
			if row.Len >= 4 && !slices.Contains(rows, row) {
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// Touched returns the effect of a piece placed on s on the pieces that touch s: the number that get the mover's goal colour, that lose
// the other player's goal colour, and that change between two other colours. Pieces that a change reaches through propagators are not
// counted. It costs less than a move. s must be legal.
func (p *Position) Touched(s Square) (made, broken, other int) {
	m := &movers[p.turn&7]
	ring := p.ring(s)
	light := ring ^ m.flip
	occupied := ring >> occupiedLane & uint64(onBoard[s])
	missing := occupied &^ full(light)
	changed := missing * m.adds &^ light
	ends := full(light|changed) & missing
	dark := missing &^ (light | light>>16 | light>>32)
	all := (changed | changed>>16 | changed>>32) & missing
	made, broken = bits.OnesCount64(ends), bits.OnesCount64(dark)
	return made, broken, bits.OnesCount64(all) - made - broken
}
