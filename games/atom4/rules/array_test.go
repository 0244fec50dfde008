package rules

// This is a third version of the game, an array board written for speed and used only to compare speeds. With one
// empty cell between the rows and one empty row around them, steps are plain additions. The legal vertices are kept up
// to date as a second kind of empty cell, only rows with legal vertices are searched, and a move copies only the
// array.

const (
	arrayWidth = Side + 1
	arrayCells = arrayWidth*(Side+2) + 1
	arrayEmpty = uint8(Empty)     // this and higher values are not pieces
	arrayLegal = uint8(Empty) + 1 // empty and legal
)

type arrayBoard struct {
	at          [arrayCells]uint8
	first, last uint16 // legal cells are in first..last-1
	count       uint16
	turn        Color
	result      Result
}

// arraySteps are the offsets in even and odd rows of the board, clockwise from upper left.
var arraySteps = [2][6]int{
	{-arrayWidth - 1, -arrayWidth, 1, arrayWidth, arrayWidth - 1, -1},
	{-arrayWidth, -arrayWidth + 1, 1, arrayWidth + 1, arrayWidth, -1},
}

// arrayOdd holds the parity of each cell's row, and arrayInside is true for cells that are vertices.
var arrayOdd, arrayInside = func() (odd [arrayCells]uint8, inside [arrayCells]bool) {
	for s := range Squares {
		c := arrayCell(Square(s))
		odd[c], inside[c] = uint8(s/16%2), true
	}
	return odd, inside
}()

func arrayCell(s Square) int { return (int(s)/16+1)*arrayWidth + int(s)%16 + 1 }

func arrayFrom(p Position) *arrayBoard {
	b := &arrayBoard{turn: p.Turn(), result: p.Result(), count: uint16(p.Count()), first: arrayCells}
	for c := range b.at {
		b.at[c] = arrayEmpty
	}
	for s := range Squares {
		b.at[arrayCell(Square(s))] = uint8(p.At(Square(s)))
		if p.Legal(Square(s)) {
			b.allow(arrayCell(Square(s)))
		}
	}
	return b
}

func (b *arrayBoard) allow(c int) {
	b.at[c] = arrayLegal
	b.first, b.last = min(b.first, uint16(c)), max(b.last, uint16(c)+1)
}

func (b *arrayBoard) play(c int) {
	placed := uint8(b.turn)
	additive := b.turn.Additive()
	goal, result := uint8(White), Win1
	if !additive {
		goal, result = uint8(Black), Win2
	}
	b.count++
	b.turn = b.turn.Next()
	b.at[c] = placed
	around := &arraySteps[arrayOdd[c]]

	var made [6]int
	n := 0
	for d, step := range around {
		e := c + step
		old := b.at[e]
		for old == goal {
			e += arraySteps[arrayOdd[e]][d]
			old = b.at[e]
		}
		if old >= arrayEmpty {
			continue
		}
		if additive {
			old |= placed
		} else {
			old &= placed
		}
		b.at[e] = old
		if old == goal {
			made[n] = e
			n++
		}
	}
	for _, e := range made[:n] {
		for d := range 3 {
			if 1+b.line(e, d, goal)+b.line(e, d+3, goal) >= 4 {
				b.result = result
				return
			}
		}
	}
	if b.count == Squares {
		b.result = Draw
	}

	before := b.at[c+around[5]] < arrayEmpty
	here := b.at[c+around[0]] < arrayEmpty
	for d, step := range around {
		next := b.at[c+around[(d+1)%6]] < arrayEmpty
		if !here && (before || next) && arrayInside[c+step] {
			b.allow(c + step)
		}
		before, here = here, next
	}
}

func (b *arrayBoard) line(e, d int, goal uint8) (n int) {
	for e += arraySteps[arrayOdd[e]][d]; b.at[e] == goal; e += arraySteps[arrayOdd[e]][d] {
		n++
	}
	return n
}

func (b *arrayBoard) perft(depth int) (leaves, wins uint64) {
	var next arrayBoard
	for c := b.first; c < b.last; c++ {
		if b.at[c] != arrayLegal {
			continue
		}
		next = *b
		next.play(int(c))
		won := next.result == Win1 || next.result == Win2
		switch {
		case depth == 1 && won:
			leaves, wins = leaves+1, wins+1
		case depth == 1:
			leaves++
		case !won:
			l, w := next.perft(depth - 1)
			leaves, wins = leaves+l, wins+w
		}
	}
	return leaves, wins
}
