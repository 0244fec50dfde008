package pgn

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"attic/internal/phrase"
)

// The limits of one game, so that no file can exhaust memory.
const (
	mostMoves = 100_000
	mostTags  = 200
	longTag   = 8 << 10 // bytes of a line with a tag
	longWord  = 256     // bytes of a move
	longNote  = 256     // bytes of a comment that is kept
)

// Error is an error in one game of a file. The reader can still read the games after it.
type Error struct {
	Game int // the number of the game in the file, from 1
	Line int // from 1
	Why  error
}

// Error names the game and the line.
func (e *Error) Error() string { return fmt.Sprintf("game %d, line %d: %v", e.Game, e.Line, e.Why) }

// Unwrap returns Why.
func (e *Error) Unwrap() error { return e.Why }

// Reader reads games one after the other.
type Reader struct {
	in     *bufio.Reader
	line   int  // line of the next byte, from 1
	fresh  bool // the next byte is the first of its line
	number int  // number of the game begun last, from 1
	old    func(event string) bool
}

// NewReader returns a reader of r. old reports whether a text is the name of a game: attic's old records have such a name in the tag [Event].
func NewReader(r io.Reader, old func(name string) bool) *Reader {
	in := bufio.NewReader(r)
	if mark, _ := in.Peek(3); bytes.Equal(mark, []byte("\ufeff")) {
		_, _ = in.Discard(len(mark)) // cannot fail after Peek
	}
	return &Reader{in: in, line: 1, fresh: true, old: old}
}

// Next returns the next game, or io.EOF after the last one. An *Error concerns one game, and Next can be called again; any other error comes
// from the input. The moves are not checked.
func (r *Reader) Next() (Game, error) {
	p := parse{Reader: r}
	err := p.game()
	switch {
	case errors.Is(err, io.EOF) && !p.begun:
		return Game{}, io.EOF
	case err != nil && !errors.Is(err, io.EOF):
		wrong := (*Error)(nil)
		if !errors.As(err, &wrong) {
			return Game{}, err
		}
		if e := r.skip(); e != nil && !errors.Is(e, io.EOF) {
			return Game{}, e
		}
		return Game{}, wrong
	}
	return p.finish()
}

// read returns the next byte. Line ends are '\n', even where the file has carriage returns.
func (r *Reader) read() (byte, error) {
	c, err := r.in.ReadByte()
	if err != nil {
		return 0, err
	}
	if c == '\r' {
		if next, _ := r.in.Peek(1); len(next) == 1 && next[0] == '\n' {
			_, _ = r.in.Discard(1) // cannot fail after Peek
		}
		c = '\n'
	}
	r.fresh = c == '\n'
	if r.fresh {
		r.line++
	}
	return c, nil
}

// peek returns the next byte without reading it, or 0 at the end.
func (r *Reader) peek() byte {
	next, _ := r.in.Peek(1)
	if len(next) == 0 {
		return 0
	}
	return next[0]
}

// tagged reports whether a tag with a value begins here.
func (r *Reader) tagged() bool {
	start, _ := r.in.Peek(len(`[Event "`))
	return strings.EqualFold(string(start), `[Event "`)
}

// skip moves on to the line with which the next game begins: a tag after a line that is not a tag.
func (r *Reader) skip() error {
	tags := r.peek() == '[' && r.fresh // the error is in the tags or before them
	for {
		if r.fresh {
			switch c := r.peek(); {
			case r.tagged():
				return nil
			case c == '[' && !tags:
				return nil
			case c != '[':
				tags = false
			}
		}
		for {
			c, err := r.read()
			if err != nil {
				return err
			}
			if c == '\n' {
				break
			}
		}
	}
}

type parse struct {
	*Reader
	begun bool
	at    int // the line where the game begins
	tags  []pair
	moves []Move
	ended string // the result after the moves
	deep  int    // the number of open variations
}

type pair struct{ name, value string }

func (p *parse) begin() {
	if !p.begun {
		p.begun = true
		p.number++
		p.at = p.line
	}
}

// wrong returns an error at a line of this game.
func (p *parse) wrong(line int, format string, args ...any) error {
	p.begin()
	return &Error{p.number, line, fmt.Errorf(format, args...)}
}

// game reads up to the end of one game.
func (p *parse) game() error {
	for p.ended == "" {
		if p.fresh && p.peek() == '[' {
			if len(p.moves) > 0 { // the next game begins, so this game lacks the result that should follow its moves
				return nil
			}
			if err := p.tag(); err != nil {
				return err
			}
			continue
		}
		fresh, line := p.fresh, p.line
		c, err := p.read()
		switch {
		case err != nil && p.deep > 0 && errors.Is(err, io.EOF):
			return p.wrong(line, "a variation has no ) at its end")
		case err != nil:
			return err
		case c == '\n':
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			p.fresh = fresh // a tag may be indented
		case c == '%' && fresh, c == ';':
			err = p.rest()
		case c == '{':
			p.begin()
			err = p.comment(line)
		case c == '(':
			p.begin()
			p.deep++
		case c == ')' && p.deep == 0:
			return p.wrong(line, "there is a ) without a ( before it")
		case c == ')':
			p.deep--
		case c == '}':
			return p.wrong(line, "there is a } without a { before it")
		case c == '$':
			_, err = p.word(c, line)
		default:
			var word string
			if word, err = p.word(c, line); err == nil {
				err = p.take(word, line)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *parse) rest() error {
	for {
		if c, err := p.read(); err != nil || c == '\n' {
			return err
		}
	}
}

// comment reads a comment after its brace and keeps the first comment after each move, unless it is long. An unclosed comment ends where the
// next game begins.
func (p *parse) comment(line int) error {
	var note []byte
	for {
		if p.fresh && p.tagged() {
			return p.wrong(line, "the comment that begins here has no } at its end")
		}
		switch c, err := p.read(); {
		case errors.Is(err, io.EOF):
			return p.wrong(line, "the comment that begins here has no } at its end")
		case err != nil:
			return err
		case c == '}':
			if n := len(p.moves); n > 0 && p.deep == 0 && p.moves[n-1].Note == "" && len(note) <= longNote {
				p.moves[n-1].Note = strings.Join(strings.Fields(strings.ToValidUTF8(string(note), "?")), " ")
			}
			return nil
		case len(note) <= longNote:
			note = append(note, c)
		}
	}
}

// word reads a word that begins with c.
func (p *parse) word(c byte, line int) (string, error) {
	word := []byte{c}
	for {
		next := p.peek()
		if next <= ' ' || strings.IndexByte("{}();", next) >= 0 {
			return strings.ToValidUTF8(string(word), "?"), nil
		}
		if _, err := p.read(); err != nil {
			return "", err
		}
		if len(word) == longWord {
			return "", p.wrong(line, "a token in the moves is longer than %d characters: %s", longWord, phrase.Clip(string(word)))
		}
		word = append(word, next)
	}
}

// take handles a word in the list of moves: a number, a move, or the result.
func (p *parse) take(word string, line int) error {
	p.begin()
	if p.deep > 0 {
		return nil
	}
	if strings.ContainsFunc(word, unicode.IsControl) {
		return p.wrong(line, "this is not text")
	}
	for { // "12...b6" is the move b6, even if the number is repeated
		number := strings.TrimLeft(word, "0123456789")
		if !strings.HasPrefix(number, ".") {
			break
		}
		word = strings.TrimLeft(number, ".")
	}
	if word = strings.TrimRight(word, "!?"); word == "" {
		return nil
	}
	if word == "½-½" {
		word = Drawn
	}
	if slices.Contains([]string{FirstWon, SecondWon, Drawn, Unknown}, word) {
		p.ended = word
		return nil
	}
	if first, _ := utf8.DecodeRuneInString(word); !unicode.IsLetter(first) && !unicode.IsDigit(first) && first != '-' {
		return p.wrong(line, "%q is not a move", phrase.Clip(word))
	}
	if len(p.moves) == mostMoves {
		return p.wrong(line, "a game has at most %d moves", mostMoves)
	}
	p.moves = append(p.moves, Move{Text: word, Line: line})
	return nil
}

func (p *parse) tag() error {
	p.begin()
	line := p.line
	var text []byte
	for {
		c, err := p.read()
		if errors.Is(err, io.EOF) || err == nil && c == '\n' {
			break
		}
		if err != nil {
			return err
		}
		if text = append(text, c); len(text) > longTag {
			return p.wrong(line, "a tag is longer than %d characters", longTag)
		}
	}
	whole := strings.TrimSpace(strings.ToValidUTF8(string(text), "?"))
	inner, ok := strings.CutSuffix(strings.TrimPrefix(whole, "["), "]")
	name, value := phrase.Cut(strings.TrimSpace(inner))
	if !ok || len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"' {
		return p.wrong(line, `a tag is written [Name "value"], not %s`, phrase.Clip(whole))
	}
	if len(p.tags) == mostTags {
		return p.wrong(line, "a game has at most %d tags", mostTags)
	}
	value = phrase.Printable(strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(value[1 : len(value)-1]))
	p.tags = append(p.tags, pair{name, value})
	return nil
}

// value returns the value of a tag, or "".
func (p *parse) value(name string) string {
	for _, t := range p.tags {
		if strings.EqualFold(t.name, name) {
			return t.value
		}
	}
	return ""
}

func (p *parse) finish() (Game, error) {
	if p.deep > 0 {
		return Game{}, p.wrong(p.at, "a variation has no ) at its end")
	}
	g := Game{
		Number: p.number, Line: p.at, Moves: p.moves, Start: startWord, Result: p.ended,
		Variant: p.value("Variant"), Event: p.value("Event"), Site: p.value("Site"), Date: p.value("Date"), Round: p.value("Round"),
		Why: p.value("Termination"), Adjudicated: p.value("Adjudicated"),
	}
	if fen := p.value("FEN"); fen != "" {
		g.Start = fenWord + fen
	} else if start := p.value("Start"); start != "" {
		g.Start = start
	}
	switch told := p.value("Result"); {
	case g.Result == "":
		g.Result = Unknown
		if slices.Contains([]string{FirstWon, SecondWon, Drawn}, told) {
			g.Result = told
		}
	case g.Result != told && told != "" && told != Unknown && g.Result != Unknown:
		return Game{}, p.wrong(p.at, "the moves end with %s, but the tag [Result] is %s", g.Result, phrase.Clip(told))
	case g.Result == Unknown && slices.Contains([]string{FirstWon, SecondWon, Drawn}, told):
		g.Result = told
	}
	p.credit(&g)
	for i, name := range g.Names {
		if name == "" {
			g.Names[i] = unknown
		}
	}
	return g, nil
}

// cute is the value of the tag Site in the records of cuteataxx.
const cute = "CuteAtaxx"

// credit sets the names of the players by seat.
func (p *parse) credit(g *Game) {
	g.Names = [2]string{p.value("Black"), p.value("White")}
	switch {
	case g.Site == cute: // the first of the two players is x, whatever the names of the colours
		i := slices.IndexFunc(p.tags, func(t pair) bool { return strings.EqualFold(t.name, "Round") })
		if i >= 0 && i+2 < len(p.tags) {
			g.Names = [2]string{p.tags[i+1].value, p.tags[i+2].value}
		}
	case g.Variant == "" && g.Site == "" && g.Date == "" && p.old(g.Event): // attic's old records
		g.Names[0], g.Names[1] = g.Names[1], g.Names[0]
		g.Variant = g.Event
	}
}
