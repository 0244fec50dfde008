package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// plain is a second version of the rules, written from their text with an array of squares and loops
// over all of them. Columns run from 0 for a, rows from 0 for rank 7.
type plain struct {
	cells [7][7]byte // [row][column]: 'x', 'o', '-' for a block, ' ' for empty
	turn  byte       // 'x' or 'o'
	clock int
	full  int
	rules RuleSet
}

type plainMove struct{ fromRow, fromCol, row, col int }

func (m plainMove) Distance() int {
	return max(abs(m.fromRow-m.row), abs(m.fromCol-m.col))
}

func (p plain) other() byte {
	if p.turn == 'x' {
		return 'o'
	}
	return 'x'
}

// movesOf lists every pair of squares that a side may move between.
func (p plain) movesOf(player byte) []plainMove {
	var list []plainMove
	for fromRow := range 7 {
		for fromCol := range 7 {
			if p.cells[fromRow][fromCol] != player {
				continue
			}
			for row := range 7 {
				for col := range 7 {
					m := plainMove{fromRow, fromCol, row, col}
					if p.cells[row][col] == ' ' && m.Distance() <= 2 {
						list = append(list, m)
					}
				}
			}
		}
	}
	return list
}

func (p plain) count(what byte) int {
	n := 0
	for _, row := range p.cells {
		for _, c := range row {
			if c == what {
				n++
			}
		}
	}
	return n
}

func (p plain) end() End {
	if p.rules == Community && (p.count('x') == 0 || p.count('o') == 0) {
		return NoPieces
	}
	if len(p.movesOf('x')) == 0 && len(p.movesOf('o')) == 0 {
		return NoMoves
	}
	if p.rules == Guide && p.clock >= 45 || p.rules == Community && p.clock >= 100 {
		return Stopped
	}
	return NotOver
}

func (p plain) result() Result {
	end := p.end()
	red, blue := p.count('x'), p.count('o')
	switch {
	case end == NotOver:
		return Running
	case end == Stopped && p.rules == Community:
		return Draw
	case red > blue:
		return RedWins
	case red < blue:
		return BlueWins
	}
	return Draw
}

func (p plain) play(m *plainMove) plain {
	mover, other := p.turn, p.other()
	if mover == 'o' {
		p.full++
	}
	p.turn = other
	if m == nil {
		if p.rules == Community {
			p.clock++
		}
		return p
	}
	if m.Distance() == 2 {
		p.cells[m.fromRow][m.fromCol] = ' '
		p.clock++
	} else {
		p.clock = 0
	}
	p.cells[m.row][m.col] = mover
	for row := range 7 {
		for col := range 7 {
			touching := max(abs(row-m.row), abs(col-m.col)) == 1
			if touching && p.cells[row][col] == other {
				p.cells[row][col] = mover
			}
		}
	}
	return p
}

// fen writes the position with a 1 for each empty square, and then adds up runs of them.
func (p plain) fen() string {
	var rows []string
	for _, row := range p.cells {
		text := strings.ReplaceAll(string(row[:]), " ", "1")
		for n := 7; n > 1; n-- {
			text = strings.ReplaceAll(text, strings.Repeat("1", n), fmt.Sprint(n))
		}
		rows = append(rows, text)
	}
	return fmt.Sprintf("%s %c %d %d", strings.Join(rows, "/"), p.turn, p.clock, p.full)
}

func (m plainMove) text() string {
	to := fmt.Sprintf("%c%d", 'a'+m.col, 7-m.row)
	if m.Distance() == 1 {
		return to
	}
	return fmt.Sprintf("%c%d", 'a'+m.fromCol, 7-m.fromRow) + to
}

// legal lists the legal moves, with only one extension to each square; nil is a pass.
func (p plain) legal() []*plainMove {
	if p.end() != NotOver {
		return nil
	}
	var list []*plainMove
	var extended [7][7]bool
	for _, m := range p.movesOf(p.turn) {
		if m.Distance() == 1 {
			if extended[m.row][m.col] {
				continue
			}
			extended[m.row][m.col] = true
		}
		list = append(list, &m)
	}
	if len(list) == 0 {
		list = append(list, nil)
	}
	return list
}

// next returns the position after each legal move, by its text in UAI.
func (p plain) next() map[string]plain {
	list := map[string]plain{}
	for _, m := range p.legal() {
		text := "0000"
		if m != nil {
			text = m.text()
		}
		list[text] = p.play(m)
	}
	return list
}

func (p plain) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	n := uint64(0)
	for _, m := range p.legal() {
		n += p.play(m).perft(depth - 1)
	}
	return n
}

// compare checks that both versions agree on a position. It returns the moves.
func compare(t *testing.T, fast Position, slow plain) []Move {
	t.Helper()
	fen := slow.fen()
	if got := fast.FEN(); got != fen {
		t.Fatalf("FEN %s, plain %s", got, fen)
	}
	if again := position(t, fen, slow.rules); again != fast {
		t.Fatalf("%s reads as %+v, not %+v", fen, again, fast)
	}
	if fast.End() != slow.end() || fast.Over() != (slow.end() != NotOver) || fast.Result() != slow.result() {
		t.Fatalf("%s: end %v, over %t, result %v; plain %v, %v", fen, fast.End(), fast.Over(), fast.Result(), slow.end(), slow.result())
	}
	if fast.Count(Red) != slow.count('x') || fast.Count(Blue) != slow.count('o') || fast.Empty() != slow.count(' ') || fast.Blocks().Count() != slow.count('-') {
		t.Fatalf("%s: counts differ", fen)
	}
	moves := fast.Moves(nil)
	var texts []string
	for _, m := range moves {
		texts = append(texts, m.UAI())
		if legal, err := fast.Check(m); err != nil || legal != m {
			t.Fatalf("%s: the listed move %s is refused: %v", fen, m, err)
		}
	}
	slices.Sort(texts)
	if want := slices.Sorted(maps.Keys(slow.next())); !slices.Equal(texts, want) {
		t.Fatalf("%s: moves %v, plain %v", fen, texts, want)
	}
	return moves
}

func comparePerft(t *testing.T, fast Position, slow plain, depth int) {
	t.Helper()
	want := slow.perft(depth)
	if counted, made := Perft(fast, depth, false), Perft(fast, depth, true); counted != want || made != want {
		t.Fatalf("perft %d of %s: counted %d, made %d, plain %d", depth, slow.fen(), counted, made, want)
	}
}

// readPlain makes a position from arbitrary bytes, and returns the unused bytes.
func readPlain(data []byte) (plain, []byte) {
	next := func() byte {
		if len(data) == 0 {
			return 0
		}
		b := data[0]
		data = data[1:]
		return b
	}
	flags := next()
	p := plain{turn: 'x', full: 1, rules: RuleSet(flags & 1), clock: int(next() % 101)}
	if flags&2 != 0 {
		p.turn = 'o'
	}
	if flags&4 != 0 {
		p.clock = p.rules.Limit() - 1 - p.clock%4
	}
	for i := range 49 {
		p.cells[i/7][i%7] = ' '
	}
	if flags&8 != 0 { // a start position with blocks
		p.cells[0][0], p.cells[6][6], p.cells[0][6], p.cells[6][0] = 'x', 'x', 'o', 'o'
		for range flags >> 5 {
			if at := next() % 49; p.cells[at/7][at%7] == ' ' {
				p.cells[at/7][at%7] = '-'
			}
		}
		return p, data
	}
	kinds := "xo -"
	if flags&16 != 0 { // a crowded board
		kinds = "xoo--x-x"
	}
	for i := range 49 {
		if b := next(); b != 0 {
			p.cells[i/7][i%7] = kinds[int(b)%len(kinds)]
		}
	}
	return p, data
}

func FuzzFastRulesEqualPlainRules(f *testing.F) {
	for _, seed := range plainSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(followPlain)
}

var plainSeeds = []string{
	"\x08", "\x09\x00abcdefghijklmnopqrst", "\x0a\x07zyxwvutsrq", "\x8d\x02\x11\x18\x1fabcdefgh",
	"\x00\x00\x01", "\x01\x00\x01", "\x05\x00" + "\x04\x00\x00\x00\x00\x00\x05", "\x04\x01" + "\x04\x00\x00\x00\x00\x00\x05" + strings.Repeat("\x00", 42) + "abcdef",
	"\x11\x00" + strings.Repeat("\x01\x02\x03\x04\x05\x06\x07", 7) + "hello world",
	"\x10\x00" + strings.Repeat("\x04\x03\x01\x04\x05\x00\x07\x06", 6) + "hello world",
}

// followPlain plays a game with both versions. The bytes choose the position and the moves.
func followPlain(t *testing.T, data []byte) {
	slow, choices := readPlain(data)
	fast := position(t, slow.fen(), slow.rules)
	moves := compare(t, fast, slow)
	comparePerft(t, fast, slow, 2)
	if len(moves) < 8 {
		comparePerft(t, fast, slow, 3)
	}
	for _, choice := range choices[:min(len(choices), 120)] {
		if len(moves) == 0 {
			break
		}
		m := moves[int(choice)%len(moves)]
		fast, slow = fast.Play(m), slow.next()[m.UAI()]
		moves = compare(t, fast, slow)
	}
	comparePerft(t, fast, slow, 2)
}

func BenchmarkPlainPerft(b *testing.B) {
	slow := plain{turn: 'x', full: 1, rules: Community}
	for i := range 49 {
		slow.cells[i/7][i%7] = ' '
	}
	slow.cells[0][0], slow.cells[6][6], slow.cells[0][6], slow.cells[6][0] = 'x', 'x', 'o', 'o'
	b.ReportAllocs()
	for b.Loop() {
		if n := slow.perft(3); n != 6460 {
			b.Fatal(n)
		}
	}
}

func abs(n int) int { return max(n, -n) }
