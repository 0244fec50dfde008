package rules

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrBoard is wrapped by the errors of ParseBoard.
var ErrBoard = errors.New("not a board")

// ErrIllegal is wrapped by the errors of Check.
var ErrIllegal = errors.New("illegal move")

// Check returns nil if placing a piece on s is legal, otherwise an error with the reason: the round is over, s is
// occupied, or it is not beside two adjacent pieces. The error wraps ErrIllegal.
func (p Position) Check(s Square) error {
	if p.Legal(s) {
		return nil
	}
	return illegal{s, p.At(s), p.result}
}

// illegal is the error for a vertex on which a piece is illegal. Its text is made when Error is called.
type illegal struct {
	s      Square
	piece  Color // the piece on the square, or Empty
	result Result
}

func (e illegal) Error() string {
	switch {
	case e.result != Running:
		return fmt.Sprintf("%v: the round is over: %s", ErrIllegal, e.result)
	case e.piece != Empty:
		return fmt.Sprintf("%v: a %s piece stands on %s; choose an empty vertex", ErrIllegal, e.piece, e.s)
	}
	return fmt.Sprintf("%v: %s does not touch two adjacent pieces; choose a vertex that does", ErrIllegal, e.s)
}

func (e illegal) Unwrap() error { return ErrIllegal }

// Board returns the pieces as text: the 16 rows from the top, joined by "/"; in a row a number is that
// many empty vertices and a letter is a piece (see Color.Letter).
func (p Position) Board() string {
	var text strings.Builder
	for y := range Side {
		if y > 0 {
			text.WriteByte('/')
		}
		empty := 0
		for x := range Side {
			c := p.At(SquareAt(x, y))
			if c == Empty {
				empty++
				continue
			}
			if empty > 0 {
				text.WriteString(strconv.Itoa(empty))
				empty = 0
			}
			text.WriteByte(c.Letter())
		}
		if empty > 0 {
			text.WriteString(strconv.Itoa(empty))
		}
	}
	return text.String()
}

// String returns the board text, the colour to play and, if the round is over, the result.
func (p Position) String() string {
	text := p.Board() + " " + p.turn.String()
	if p.Over() {
		text += ", " + p.result.String()
	}
	return text
}

// ParseBoard reads a board text as Board writes it, with the colour to play.
//
// Only a move can win, and the text does not say which move was the last. So a position from text is
// a draw if the board is full and otherwise running, even if there is a row on it. A board that is not full must have
// two adjacent pieces, because otherwise no move would be possible. Errors wrap ErrBoard.
func ParseBoard(board string, toPlay Color) (Position, error) {
	p, err := ParsePieces(board, toPlay)
	if err != nil {
		return p, err
	}
	p.findLegal()
	switch {
	case p.count == Squares:
		p.result = Draw
	case p.legal == Set{}:
		return Position{}, fmt.Errorf("%w: no two pieces touch, so no move is possible", ErrBoard)
	}
	return p, nil
}

// ParsePieces reads any board text, for a board editor: no move is legal in the position, and Changed changes it.
func ParsePieces(board string, toPlay Color) (Position, error) {
	if !toPlay.OnWheel() {
		name := "that"
		if toPlay <= Empty {
			name = toPlay.String()
		}
		return Position{}, fmt.Errorf("%w: %s is never played; use red, yellow, green, cyan, blue or purple", ErrBoard, name)
	}
	if n := strings.Count(board, "/") + 1; n != Side {
		return Position{}, fmt.Errorf("%w: the number of rows is %d; %d are needed, joined by /", ErrBoard, n, Side)
	}
	p := Position{turn: toPlay}
	y := 0
	for row := range strings.SplitSeq(board, "/") {
		if err := p.parseRow(row, y); err != nil {
			return Position{}, fmt.Errorf("%w: row %d (%d from the top): %w", ErrBoard, Side-y, y+1, err)
		}
		y++
	}
	return p, nil
}

// Changed returns a position of ParsePieces with a piece of colour c on s, or for Empty without one.
func Changed(p Position, s Square, c Color) Position {
	if p.At(s) != Empty {
		p.rows[s.Y()+1] &^= vertexMask << s.X()
		p.count--
	}
	if c != Empty {
		p.put(s, c)
	}
	return p
}

func (p *Position) parseRow(row string, y int) error {
	x := 0
	for i := 0; i < len(row); {
		if digits := len(row[i:]) - len(strings.TrimLeft(row[i:], "0123456789")); digits > 0 {
			n, err := strconv.Atoi(row[i : i+digits])
			if err != nil || n < 1 || n > Side || row[i] == '0' {
				return fmt.Errorf("%.12q is not a number of empty vertices; use 1 to %d", row[i:i+digits], Side)
			}
			x += n
			i += digits
			continue
		}
		c := Color(max(0, strings.IndexByte(letters, row[i])))
		if c == Empty || c.Letter() != row[i] {
			return fmt.Errorf("%q is not a piece; the letters are %s", []rune(row[i:min(i+4, len(row))])[0], letters[:Empty])
		}
		if x < Side {
			p.put(SquareAt(x, y), c)
		}
		x++
		i++
	}
	if x != Side {
		return fmt.Errorf("it has %d vertices; %d are needed", x, Side)
	}
	return nil
}
