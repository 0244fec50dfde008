package rules

import (
	"strconv"
	"strings"
)

// The maximum values of the counters in a FEN.
const (
	maxClock    = 9_999
	maxFullmove = 999_999_999
)

// ParseFEN reads "<ranks 7..1> <x|o> [<stop clock> [<full moves>]]": x is red, o is blue, - is a block and a digit
// stands for that many empty squares; capitals are allowed. The counters default to 0 and 1. A board may also have the letters
// of other programs: r and b, or P, p and * for a block (Fairy-Stockfish), with sides in the same letters or w and b; r and P
// move first, as red does. An error wraps ErrFEN and describes the fault and its position in the text.
func ParseFEN(fen string, rules RuleSet) (Position, error) {
	fields := strings.Fields(fen)
	if len(fields) < 2 || len(fields) > 4 {
		return Position{}, because(ErrFEN, "a FEN has 2 to 4 parts: a board, a side and optionally two counters; this FEN has %d", len(fields))
	}
	fields[0], fields[1] = native(fields[0], fields[1])
	red, blue, free, err := parseBoard(fields[0])
	if err != nil {
		return Position{}, err
	}
	p := newPosition(red, blue, free, rules)
	switch fields[1] {
	case "x", "X":
	case "o", "O":
		p = p.WithTurn(Blue)
	default:
		return Position{}, because(ErrFEN, "the side to move is %q; it must be x (red) or o (blue)", clip(fields[1]))
	}
	clock, full := 0, 1
	if len(fields) > 2 {
		if clock, err = parseCounter("stop clock", fields[2], maxClock); err != nil {
			return Position{}, err
		}
	}
	if len(fields) > 3 {
		if full, err = parseCounter("number of full moves", fields[3], maxFullmove); err != nil {
			return Position{}, err
		}
	}
	return p.withCounters(uint16(clock), uint32(full)), nil
}

// native translates a board and a side from the letters of another program, unless the board has letters of ours.
func native(board, side string) (string, string) {
	switch {
	case strings.ContainsAny(board, "xXoO"):
		return board, side
	case strings.ContainsAny(board, "pP"):
		return strings.NewReplacer("P", "x", "p", "o", "*", "-").Replace(board), strings.NewReplacer("w", "x", "b", "o").Replace(side)
	case strings.ContainsAny(board, "rRbB"):
		red := strings.NewReplacer("r", "x", "R", "x", "b", "o", "B", "o")
		return red.Replace(board), red.Replace(side)
	}
	return board, side
}

func parseBoard(text string) (red, blue, free Bitboard, err error) {
	ranks := strings.Split(text, "/")
	if len(ranks) != size {
		return 0, 0, 0, because(ErrFEN, "the board has %d ranks; it must have 7, with / between them", len(ranks))
	}
	for i, row := range ranks {
		rank := size - i
		file := 0
		for _, c := range row {
			// Past the end of the rank the bit is 0, and the length is refused below.
			bit := SquareAt(file, rank).bit() & Board
			switch c {
			case 'x', 'X':
				red |= bit
			case 'o', 'O':
				blue |= bit
			case '-':
			case '1', '2', '3', '4', '5', '6', '7', '8', '9':
				for range c - '1' {
					free |= bit
					file++
					bit = SquareAt(file, rank).bit() & Board
				}
				free |= bit
			default:
				return 0, 0, 0, because(ErrFEN, "rank %d has %q; write ranks with x, o, - and 1 to 7", rank, c)
			}
			file++
		}
		if file != size {
			return 0, 0, 0, because(ErrFEN, "rank %d has %d squares; a rank has 7", rank, file)
		}
	}
	return red, blue, free, nil
}

func parseCounter(name, text string, most int) (int, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n > uint64(most) {
		return 0, because(ErrFEN, "the %s is %q; it must be a number from 0 to %d", name, clip(text), most)
	}
	return int(n), nil
}

// FEN returns the position as ParseFEN reads it, with both counters.
func (p Position) FEN() string {
	var b strings.Builder
	for rank := size; rank >= 1; rank-- {
		run := 0
		for file := range size {
			cell := p.At(SquareAt(file, rank))
			if cell == Empty {
				run++
				continue
			}
			writeRun(&b, run)
			run = 0
			b.WriteByte("?xo-"[cell])
		}
		writeRun(&b, run)
		if rank > 1 {
			b.WriteByte('/')
		}
	}
	b.WriteByte(' ')
	b.WriteByte("xo"[p.Turn()&1])
	b.WriteByte(' ')
	b.WriteString(strconv.Itoa(p.Clock()))
	b.WriteByte(' ')
	b.WriteString(strconv.Itoa(int(p.tally / oneFull)))
	return b.String()
}

// writeRun writes the number of consecutive empty squares, or nothing for 0.
func writeRun(b *strings.Builder, n int) {
	if n > 0 {
		b.WriteByte(byte('0' + n))
	}
}

// String returns the FEN.
func (p Position) String() string { return p.FEN() }

// Dump returns the board as the guide's dump prints it (IV.A.1.d), with the lines of === and a line end
// after the last: r red, b blue, X block, - empty.
func (p Position) Dump() string {
	var b strings.Builder
	b.WriteString("===\n")
	for rank := size; rank >= 1; rank-- {
		b.WriteByte(' ')
		for file := range size {
			b.WriteByte(' ')
			b.WriteByte("-rbX"[p.At(SquareAt(file, rank))])
		}
		b.WriteByte('\n')
	}
	b.WriteString("===\n")
	return b.String()
}
