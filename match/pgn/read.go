package pgn

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"attic/internal/lines"
	"attic/internal/phrase"
	"attic/match/tree"
)

// The limits of one game, so that no file can exhaust memory.
const (
	mostMoves  = 100_000
	mostTags   = 200
	longTag    = 8 << 10 // bytes of a tag
	longWord   = 256     // bytes of a move
	longNote   = 256     // bytes of a comment that can be a Move.Note
	longNumber = 8       // bytes of a $ code
	mostDeep   = 501     // variations inside each other that are kept: those of a tree, and one that repeats the last move
	longSaid   = tree.MostComment

	mostPassed = 20 // things passed over that are noted
)

// Error is an error in one game of a file. The reader can still read the games after it.
type Error struct {
	Game int // the number of the game in the file, from 1
	Line int // from 1
	Why  error
	Cut  int // the line where this game begins, if the file ends in the middle of it; otherwise 0
}

// Error names the game and the line.
func (e *Error) Error() string { return fmt.Sprintf("game %d, line %d: %v", e.Game, e.Line, e.Why) }

// Unwrap returns Why.
func (e *Error) Unwrap() error { return e.Why }

// Reader reads games one after the other.
type Reader struct {
	in     *bufio.Reader
	held   string // text that is read again before the rest of in
	line   int    // line of the next byte, from 1
	fresh  bool   // only blanks and tags precede the next byte in its line
	number int    // number of the game begun last, from 1
	old    func(event string) bool
}

// NewReader returns a reader of r. old reports whether a text is the name of a game: attic's old records have such a name in the tag [Event].
func NewReader(r io.Reader, old func(name string) bool) *Reader {
	return &Reader{in: bufio.NewReader(lines.Text(r)), line: 1, fresh: true, old: old}
}

// Next returns the next game, or io.EOF after the last one. An *Error concerns one game, and Next can be called again; any other error comes
// from the input. The moves are not checked.
func (r *Reader) Next() (Game, error) {
	p := parse{Reader: r, lines: make([]run, 1)}
	err := p.game()
	switch {
	case errors.Is(err, io.EOF) && !p.begun:
		return Game{}, io.EOF
	case err != nil && !errors.Is(err, io.EOF):
		wrong := (*Error)(nil)
		if !errors.As(err, &wrong) {
			return Game{}, err
		}
		if e := p.skip(); e != nil && !errors.Is(e, io.EOF) {
			return Game{}, e
		}
		return Game{}, wrong
	}
	p.settle()
	return p.finish()
}

// read returns the next byte.
func (r *Reader) read() (c byte, err error) {
	if r.held != "" {
		c, r.held = r.held[0], r.held[1:]
	} else if c, err = r.in.ReadByte(); err != nil {
		return 0, err
	}
	r.fresh = c == '\n'
	if r.fresh {
		r.line++
	}
	return c, nil
}

// peek returns the next byte without reading it, or 0 at the end.
func (r *Reader) peek() byte {
	if next := r.ahead(1); next != "" {
		return next[0]
	}
	return 0
}

// ahead returns the next n bytes without reading them, or fewer at the end.
func (r *Reader) ahead(n int) string {
	if len(r.held) >= n {
		return r.held[:n]
	}
	next, _ := r.in.Peek(n - len(r.held))
	return r.held + string(next)
}

// again makes the reader read a text again that it has just read.
func (r *Reader) again(text string) {
	r.held = text + r.held
	r.line -= strings.Count(text, "\n")
}

const event = `[Event "`

// tagged reports whether a tag with the name Event and a value begins here.
func (r *Reader) tagged() bool { return strings.EqualFold(r.ahead(len(event)), event) }

// headed reports whether a game begins here, inside a comment: with two tags, or with one between empty lines or with the name Event. A comment may
// quote a single tag.
func (r *Reader) headed(empty bool) bool {
	if r.peek() != '[' {
		return false
	}
	line, next, ended := strings.Cut(r.ahead(r.in.Size()), "\n")
	t, rest, ok := cutTag(line)
	if rest = strings.TrimSpace(rest); rest == "" || rest[0] == '{' || rest[0] == ';' {
		rest = strings.TrimLeft(next, " \t")
	}
	return ok && !t.bare && (strings.HasPrefix(rest, "[") || (empty || r.tagged()) && (!ended || rest == "" || rest[0] == '\n'))
}

// skip moves on to the line with which the next game begins: a tag after a line that is not a tag, or an empty line after a result.
func (p *parse) skip() error {
	tags := p.peek() == '[' && p.fresh && !p.next // the error is in the tags or before them
	for {
		if p.fresh {
			switch c := p.peek(); {
			case p.tagged():
				return nil
			case c == '[' && !tags:
				return nil
			case c != '[':
				tags = false
			}
		}
		var last []byte // word of the line
		for {
			c, err := p.read()
			if err != nil {
				return err
			}
			if c == '\n' {
				break
			}
			if c == ' ' {
				last = last[:0]
			} else if len(last) <= len(Drawn) {
				last = append(last, c)
			}
		}
		if p.peek() == '\n' && slices.Contains(results, string(last)) {
			return nil
		}
	}
}

type parse struct {
	*Reader
	begun  bool
	at     int // the line where the game begins
	tags   []pair
	next   bool     // the next game begins, although a comment of this one is not closed
	gap    bool     // an empty line follows the tags
	apart  bool     // an empty line stands between two tags
	moves  []Move   // the main line
	said   []string // the comments before it
	ended  string   // the result after the moves
	lines  []run    // the open lines: the main line, and the variations that are being read
	deep   int      // the number of open variations; those beyond mostDeep are passed over
	open   int      // the line where the outermost one begins
	count  int      // moves in all lines
	passed []*Error
}

type pair struct {
	name, value string
	bare        bool // the value has no quotes
}

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
	return &Error{Game: p.number, Line: line, Why: fmt.Errorf(format, args...)}
}

// short returns an error about the end of the file in the middle of this game.
func (p *parse) short(line int, why string) error {
	p.begin()
	return &Error{p.number, line, errors.New(why), p.at}
}

// passes notes something in this game that the reader passes over.
func (p *parse) passes(line int, format string, args ...any) {
	if number := p.number; len(p.passed) < mostPassed {
		if !p.begun {
			number++
		}
		p.passed = append(p.passed, &Error{Game: number, Line: line, Why: fmt.Errorf(format, args...)})
	}
}

const unclosed = "the variation that begins here has no ) at its end"

// game reads up to the end of one game.
func (p *parse) game() error {
	for p.ended == "" {
		if (p.fresh || !p.begun) && p.peek() == '[' {
			if len(p.lines[0].moves) > 0 || p.deep > 0 { // the next game begins, so this game lacks the result that should follow its moves
				return nil
			}
			if next, err := p.tag(); next || err != nil {
				return err
			}
			continue
		}
		fresh, line := p.fresh, p.line
		c, err := p.read()
		switch {
		case err != nil && p.deep > 0 && errors.Is(err, io.EOF):
			return p.short(p.open, unclosed)
		case err != nil:
			return err
		case c == '\n':
			p.gap = p.gap || fresh
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			p.fresh = fresh // a tag may be indented
		case c == '%' && fresh:
			_, err = p.rest()
		case c == ';':
			var text []byte
			if text, err = p.rest(); err == nil {
				p.comments(line, text)
			}
		case c == '{': // the end of a file may have a comment after the last result
			err = p.comment(line)
		case c == '(':
			if p.deep++; p.deep == 1 {
				p.open = line
			}
			if p.deep <= mostDeep {
				p.lines = append(p.lines, run{})
			} else if p.deep == mostDeep+1 {
				p.passes(line, "variations are nested more than %d deep; the deeper ones are left out", mostDeep)
			}
		case c == ')' && p.deep == 0:
			return p.wrong(line, "there is a ) without a ( before it")
		case c == ')':
			p.shut()
		case c == '}':
			return p.wrong(line, "there is a } without a { before it")
		case c == '$': // a move may follow without a blank
			code := "$"
			for '0' <= p.peek() && p.peek() <= '9' && err == nil {
				if c, err = p.read(); len(code) < longNumber {
					code += string(rune(c))
				}
			}
			p.mark(line, code)
		default:
			var word string
			word, err = p.word(c, line)
			if first, more := strings.CutPrefix(word, "1."); more && !strings.HasPrefix(first, ".") && fresh && p.deep == 0 && len(p.lines[0].moves) > 1 {
				p.Reader.again(word) // the next game begins, without tags, and this one lacks its result
				p.fresh = true
				return nil
			}
			for _, part := range strings.Fields(lines.Alike(word)) { // it may have other blanks inside
				if err == nil {
					err = p.take(part, line)
				}
			}
		}
		if err != nil {
			return err
		}
	}
	// A comment in the line of the result belongs to this game.
	if after, _, _ := strings.Cut(p.ahead(longSaid), "\n"); strings.HasPrefix(strings.TrimLeft(after, " \t"), "{") && strings.Contains(after, "}") {
		for c := byte(' '); c != '{'; c, _ = p.read() {
			continue
		}
		return p.comment(p.line)
	}
	return nil
}

// comment reads a comment after its brace and keeps it. An unclosed comment ends where the next game begins.
func (p *parse) comment(line int) error {
	var note []byte
	empty, open := false, false
	for {
		if p.next = p.fresh && p.headed(empty); p.next {
			return p.wrong(line, "the comment that begins here has no } at its end")
		}
		fresh := p.fresh
		c, err := p.read()
		if c == ' ' {
			p.fresh = fresh
		} else {
			empty = c == '\n' && fresh
		}
		if c == '{' && !open {
			open = true
			p.passes(line, "the comment that begins here has a { inside, so its } may be missing")
		}
		switch {
		case errors.Is(err, io.EOF):
			return p.short(line, "the comment that begins here has no } at its end")
		case err != nil:
			return err
		case c == '}':
			p.comments(line, note)
			return nil
		case len(note) <= longSaid:
			note = append(note, c)
		}
	}
}

// word reads a word that begins with c.
func (p *parse) word(c byte, line int) (string, error) {
	word := []byte{c}
	for {
		next := p.peek()
		if next <= ' ' || strings.IndexByte("{}();$", next) >= 0 {
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

var results = []string{FirstWon, SecondWon, Drawn, Unknown}

// glyphs are the signs with which people judge a move or a position.
const glyphs = "!?‼⁇⁉⁈=±∓⩲⩱∞□⊙⌓↑→⇆"

// take handles a word in the list of moves: a number, a move, or the result.
func (p *parse) take(word string, line int) error {
	l := p.now()
	if l == nil {
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
		l.numbered = true
	}
	if word == "" {
		return nil
	}
	if glyph := strings.Trim(word, glyphs+"+-/") == ""; glyph && word != "-" && word != "--" { // "-" is a pass
		p.mark(line, word)
		return nil
	}
	whole := word
	word = strings.TrimRight(word, glyphs)
	for _, sign := range []string{"+/-", "-/+", "+-", "-+"} {
		word = strings.TrimSuffix(word, sign)
	}
	sign := whole[len(word):]
	switch word {
	case "1/2":
		word = Drawn
	case "--", "@@@@": // as Fairy-Stockfish and others write a pass
		word = "0000"
	}
	if slices.Contains(results, word) {
		if p.deep == 0 {
			p.begin()
			p.ended = word
		} else if word != Unknown {
			p.comments(line, []byte(word))
		}
		return nil
	}
	if first, _ := utf8.DecodeRuneInString(word); !unicode.IsLetter(first) && !unicode.IsDigit(first) && first != '-' {
		if p.deep > 0 {
			p.comments(line, []byte(whole))
			return nil
		}
		return p.wrong(line, "%q is not a move", phrase.Clip(word))
	}
	if p.count++; p.count > mostMoves {
		return p.wrong(line, "a game has at most %d moves", mostMoves)
	}
	if p.deep == 0 {
		p.begin()
	}
	l.moves = append(l.moves, Move{Text: word, Line: line, Before: l.before, Marks: l.marks, Others: l.others})
	l.numbered, l.before, l.marks, l.others = false, nil, nil, nil
	p.mark(line, sign)
	return nil
}

// tag reads a tag. If the tag belongs to the next game, it stays unread.
func (p *parse) tag() (next bool, err error) {
	line := p.line
	var text []byte
	for err == nil {
		var c byte
		if c, err = p.read(); err == nil {
			text = append(text, c)
		}
		if c == '\n' {
			break
		}
		if len(text) > longTag { // the moves may be in the same line
			if _, _, ok := cutTag(string(text)); ok {
				break
			}
			return false, p.wrong(line, "a tag is longer than %d characters", longTag)
		}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	whole := string(text)
	t, rest, ok := cutTag(whole)
	if !ok {
		t, rest, ok = cutTag(lines.Alike(whole))
	}
	switch {
	case !ok && errors.Is(err, io.EOF):
		return false, p.short(line, "the file ends inside a tag")
	case !ok:
		return false, p.wrong(line, `a tag is written [Name "value"], not %s`, phrase.Clip(strings.TrimSpace(whole)))
	case len(p.tags) == mostTags:
		return false, p.wrong(line, "a game has at most %d tags", mostTags)
	case strings.EqualFold(t.name, "Event") && (p.gap && len(p.tags) > 0 || p.has(t.name)), p.gap && p.has(t.name): // the game has no moves
		p.Reader.again(whole)
		p.fresh = true
		return true, nil
	}
	p.begin()
	p.at = min(p.at, line)
	if t.bare {
		p.passes(line, `the tag %s has no quotes: a tag is written [Name "value"]`, phrase.Clip(t.name))
	}
	if p.has(t.name) && p.value(t.name) != t.value {
		p.passes(line, "the tag %s is repeated; only its first value counts", phrase.Clip(t.name))
	}
	if p.gap && len(p.tags) > 0 && !p.apart {
		p.apart = true
		p.passes(line, "an empty line between tags; they count as tags of one game")
	}
	p.tags, p.gap = append(p.tags, t), false
	if after := strings.TrimSpace(rest); after != "" && strings.IndexByte("[{;(*$%", after[0]) < 0 && !strings.ContainsAny(strings.Fields(after)[0], "0123456789") {
		p.passes(line, "text after a tag: %s", phrase.Clip(after))
		rest = ""
	}
	if strings.TrimSpace(rest) != "" { // otherwise its line end would look like an empty line
		p.Reader.again(rest)
	}
	p.fresh = true
	return false, nil
}

// cutTag cuts a tag off the beginning of a line.
func cutTag(line string) (t pair, rest string, ok bool) {
	const blank = " \t\n"
	text := strings.TrimLeft(strings.TrimPrefix(line, "["), blank)
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-' })
	if end <= 0 {
		return t, "", false
	}
	t.name, text = text[:end], strings.TrimLeft(text[end:], blank)
	if !strings.HasPrefix(text, `"`) {
		t.value, rest, ok = strings.Cut(text, "]")
		t.value, t.bare = phrase.Printable(strings.TrimSpace(t.value)), true
		return t, rest, ok && t.value != "" && !strings.ContainsAny(t.value, `"“”„`)
	}
	var value []byte
	for i := 1; i < len(text); i++ {
		after := strings.TrimLeft(text[i+1:], blank)
		switch {
		case text[i] == '\\' && (strings.HasPrefix(after, `"`) || strings.HasPrefix(after, `\`)):
			i++
		case text[i] == '"' && strings.HasPrefix(after, "]"):
			t.value = phrase.Printable(string(value))
			return t, after[1:], true
		}
		value = append(value, text[i])
	}
	return t, "", false
}

// has reports whether the game has a tag of this name.
func (p *parse) has(name string) bool {
	return slices.ContainsFunc(p.tags, func(t pair) bool { return strings.EqualFold(t.name, name) })
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
		return Game{}, p.wrong(p.open, unclosed)
	}
	g := Game{
		Number: p.number, Line: p.at, Comments: p.said, Moves: p.moves, Start: startWord, Result: p.ended,
		Passed: p.passed, Variant: lines.Alike(p.value("Variant")), Event: p.value("Event"), Site: p.value("Site"), Date: p.value("Date"), Round: p.value("Round"),
		Why: p.value("Termination"), Adjudicated: p.value("Adjudicated"),
	}
	if fen := lines.Alike(p.value("FEN")); fen != "" {
		g.Start = fenWord + fen
	} else if start := p.value("Start"); start != "" {
		g.Start = start
	}
	told := lines.Alike(p.value("Result"))
	if told == "1/2" {
		told = Drawn
	}
	decided := told != Unknown && slices.Contains(results, told)
	switch {
	case g.Result == "" && p.peek() == 0 && (decided || len(g.Moves) == 0):
		g.Result, g.Cut = Unknown, true
	case g.Result == "" && decided, g.Result == Unknown && decided:
		g.Result = told
	case g.Result == "":
		g.Result = Unknown
	case g.Result != told && told != "" && told != Unknown:
		p.passes(p.at, "the moves end with %s, but the tag [Result] is %s", g.Result, phrase.Clip(told))
		g.Passed = p.passed
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
	board, fen := strings.CutPrefix(g.Start, fenWord) // in the letters of Fairy-Stockfish: P and p
	switch {
	case g.Site == cute: // the first of the two players is x, whatever the names of the colours
		i := slices.IndexFunc(p.tags, func(t pair) bool { return strings.EqualFold(t.name, "Round") })
		if i >= 0 && i+2 < len(p.tags) {
			g.Names = [2]string{p.tags[i+1].value, p.tags[i+2].value}
		}
	case strings.Contains(g.Site, "pychess.org") || fen && strings.Contains(board, "P") && !strings.ContainsAny(board, "xXoO"): // White moves first
		g.Names[0], g.Names[1] = g.Names[1], g.Names[0]
	case g.Variant == "" && g.Site == "" && g.Date == "" && p.old(g.Event): // attic's old records
		g.Names[0], g.Names[1] = g.Names[1], g.Names[0]
		g.Variant = g.Event
	}
}
