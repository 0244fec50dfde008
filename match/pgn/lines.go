package pgn

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"attic/match/tree"
)

// run is an open line of moves, with what belongs to its next move.
type run struct {
	moves    []Move
	numbered bool     // the number of the next move was read
	before   []string // Move.Before
	marks    []int
	others   [][]Move // variations before the first move
}

// rest reads the rest of the line and returns as much of it as is kept of a comment.
func (p *parse) rest() (text []byte, err error) {
	for {
		c, err := p.read()
		if err != nil && !errors.Is(err, io.EOF) || c == '\n' {
			return text, err
		}
		if err != nil {
			return text, nil
		}
		if len(text) <= longSaid {
			text = append(text, c)
		}
	}
}

// now returns the open line that is being read, or nil inside variations that are passed over.
func (p *parse) now() *run {
	if p.deep > mostDeep {
		return nil
	}
	return &p.lines[len(p.lines)-1]
}

// last returns the last move of a line, or nil.
func (l *run) last() *Move {
	if len(l.moves) == 0 {
		return nil
	}
	return &l.moves[len(l.moves)-1]
}

// shut ends a variation.
func (p *parse) shut() {
	if p.deep--; p.deep >= mostDeep {
		return
	}
	l := p.now()
	p.end(l)
	p.lines = p.lines[:len(p.lines)-1]
	above := p.now()
	switch m := above.last(); {
	case len(l.moves) == 0: // only comments
		if m != nil {
			m.Comments = append(m.Comments, l.before...)
		} else {
			above.before = append(above.before, l.before...)
		}
	case m == nil:
		above.others = append(above.others, l.moves)
	default:
		m.Others = append(m.Others, l.moves)
	}
}

// end gives what should belong to a next move to the last one.
func (p *parse) end(l *run) {
	if m := l.last(); m != nil {
		m.Comments, m.Marks, l.before, l.marks = append(m.Comments, l.before...), append(m.Marks, l.marks...), nil, nil
	}
}

// settle ends the main line.
func (p *parse) settle() {
	l := &p.lines[0]
	p.end(l)
	p.moves = l.moves
	p.said = append(p.said, l.before...)
}

// remark adds a comment where the line is.
func (l *run) remark(text string) {
	if m := l.last(); m != nil && !l.numbered {
		if m.Comments = append(m.Comments, text); len(m.Comments) == 1 && len(text) <= longNote {
			m.Note = text
		}
		return
	}
	l.before = append(l.before, text)
}

// comments keeps a comment.
func (p *parse) comments(at int, text []byte) {
	l := p.now()
	if l == nil {
		return
	}
	if len(text) > longSaid {
		p.passes(at, "a comment is longer than %d characters; the rest is left out", longSaid)
		text = text[:longSaid]
	}
	blank := func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }
	said := strings.Join(strings.FieldsFunc(strings.ToValidUTF8(string(text), "?"), blank), " ")
	switch {
	case said == "":
	case p.deep == 0 && len(l.moves) == 0 && !l.numbered: // about the game
		p.said = append(p.said, said)
	default:
		l.remark(said)
	}
}

// mark keeps the marks in a sign such as "$14" or "?!±". What is none becomes a comment.
func (p *parse) mark(at int, sign string) {
	l := p.now()
	for l != nil && sign != "" {
		code, n, ok := sign, 0, false
		for ; code != "" && !ok; code = code[:len(code)-1] {
			if n, ok = markOf(code); ok {
				break
			}
		}
		if !ok {
			p.comments(at, []byte(sign))
			return
		}
		sign = sign[len(code):]
		list := &l.marks
		if m := l.last(); m != nil && !l.numbered {
			list = &m.Marks
		}
		if !slices.Contains(*list, n) {
			*list = append(*list, n)
		}
	}
}

// signs are the marks with a sign that other programs write, apart from those of package tree.
var signs = map[string]int{
	"‼": 3, "⁇": 4, "⁉": 5, "⁈": 6,
	"□": 7, "=": 10, "∞": 13, "⩲": 14, "+=": 14, "+/=": 14, "⩱": 15, "=+": 15, "=/+": 15, "±": 16, "+/-": 16, "∓": 17, "-/+": 17, "+-": 18, "-+": 19,
	"⊙": 22, "⌓": 142, "↑": 36, "→": 40, "⇆": 132,
}

func markOf(sign string) (int, bool) {
	if n, ok := signs[sign]; ok {
		return n, true
	}
	return tree.Mark(sign)
}

// movetext returns the tokens of a line of moves with its variations. ply is 0 for a move of the first seat.
func movetext(moves []Move, ply int) (list []string) {
	numbered := true // the move needs a number even if it is the second seat's
	for _, m := range moves {
		switch {
		case ply%2 == 0:
			list = append(list, fmt.Sprintf("%d.", ply/2+1))
		case numbered || len(m.Before) > 0:
			list = append(list, fmt.Sprintf("%d...", ply/2+1))
		}
		list = append(append(list, braced(m.Before)...), m.Text)
		for _, n := range m.Marks {
			list = append(list, "$"+strconv.Itoa(n))
		}
		if len(m.Comments) == 0 && m.Note != "" {
			list = append(list, braced([]string{m.Note})...)
		}
		list = append(list, braced(m.Comments)...)
		for _, other := range m.Others {
			if line := movetext(other, ply); len(line) > 0 {
				line[0] = "(" + line[0]
				line[len(line)-1] += ")"
				list = append(list, line...)
			}
		}
		numbered = len(m.Others) > 0
		ply++
	}
	return list
}

// braced returns comments as PGN writes them. One with a brace inside goes to the end of its line, because PGN has no other way to write it.
func braced(comments []string) (list []string) {
	for _, text := range comments {
		if strings.Contains(text, "}") {
			list = append(list, "; "+text+"\n")
		} else {
			list = append(list, "{"+text+"}")
		}
	}
	return list
}
