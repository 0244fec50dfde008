package pgn_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"

	"attic/games"
	"attic/games/ataxx"
	"attic/match/pgn"
)

// sheet is a game as the generator wrote it, and as it should be read.
type sheet struct {
	text     string // as UTF-8 with line feeds, with the empty lines behind it
	moves    []string
	names    [2]string
	result   string
	tags     int
	headed   bool // they begin with [Event]
	ended    bool // a result follows the moves
	numbered bool // the first move has its number before it
}

func (s sheet) String() string {
	return s.names[0] + "-" + s.names[1] + " " + s.result + ": " + strings.Join(s.moves, " ")
}

// played returns random legal games.
var played = sync.OnceValue(func() (list [][]string) {
	chance := rand.New(rand.NewPCG(5, 0))
	for seed := range uint64(20) {
		var moves []string
		p := ataxx.Game{}.Opening(seed)
		for p.ToMove() >= 0 {
			all := p.Moves()
			text := all[chance.IntN(len(all))]
			next, err := p.Play(text)
			if err != nil {
				panic(err)
			}
			p, moves = next, append(moves, text)
		}
		list = append(list, moves)
	}
	return list
})

// tailor writes games in random dress.
type tailor struct {
	*rand.Rand
	latin bool // only characters of Windows-1252
}

func (d tailor) one(list ...string) string { return list[d.IntN(len(list))] }

func (d tailor) often(percent int) bool { return d.IntN(100) < percent }

// glyph returns a sign that judges a move.
func (d tailor) glyph() string {
	if d.latin {
		return d.one("!", "??", "±")
	}
	return d.one("!?", "∓", "±", "⩲", "□")
}

// comment returns a comment. A comment in braces may hold what elsewhere begins a game.
func (d tailor) comment() string {
	switch d.IntN(6) {
	case 0:
		return "; to the end { of the ( line 1-0\n"
	case 1:
		return "{as in\n[Event \"other\"]\nand (so} "
	case 2:
		return "{two\n\nparagraphs; 1-0\n}"
	case 3:
		return "\n% 1. a1 { 1-0 [\n"
	case 4:
		return "{[Event \"quoted\"] 1. e4 *} "
	}
	return d.one("{+0.35/12 0.101s} ", "{}", "{ a, b } ", "{%clk 1} ")
}

// behind returns what may follow a move.
func (d tailor) behind(deep int) string {
	switch d.IntN(12) {
	case 0, 1:
		return d.one("", " ") + d.comment()
	case 2:
		return d.one("$1 ", " $14 ", "$3 $4\n", "!$6 ", "?? ", "$1")
	case 3:
		return d.one("", " ") + d.glyph() + " "
	case 4, 5:
		if deep < 3 {
			return d.one(" (", "( ") + d.one("", "1. ", "3...") + "a1 " + d.behind(deep+1) + d.one("1-0", "b2", "{)}") + d.one(")", " )\n")
		}
	}
	return " "
}

// wear writes a game. before is the game before it in the file.
func (d tailor) wear(before sheet, moves []string, number int) sheet {
	s := sheet{moves: moves, names: [2]string{"?", "?"}, result: "*"}
	fresh := before.ended || number == 1 // even a game without tags can be told from the one before it
	bare := len(before.moves) == 0 && !before.ended
	tagged := d.often(85) || !fresh && len(before.moves) < 2
	s.headed = tagged && (d.often(70) || !fresh && bare)
	s.ended = d.often(75)
	told := d.one("", "", "*", "1-0", "0-1", "1/2-1/2")
	if s.ended {
		s.result = d.one("1-0", "0-1", "1/2-1/2", "*")
	}
	var b strings.Builder
	if tagged {
		var tags []string
		if s.headed {
			tags = append(tags, fmt.Sprintf(`[Event "%s"]`, d.one("cup", `a \"big\" ] one`, "?", `the [Event \"x\"] cup`)))
		}
		s.names[0] = d.one("Ann", "José", "Zoë [x] {y", "?") + fmt.Sprint(number)
		tags = append(tags, fmt.Sprintf(`[%s "%s"]`, d.one("Black", "black", "BLACK"), s.names[0]))
		if d.often(80) {
			s.names[1] = d.one("Bob", "Bob % ; $", "Jürgen")
			tags = append(tags, fmt.Sprintf(`[White %s"%s"  ]`, d.one("", " "), s.names[1]))
		}
		if d.often(50) {
			tags = append(tags, d.one(`[Round "1"]`, "[Round 1]", `[Site "a\\b"]`, `[Date "2026.11.29"]`, `[PlyCount "3"]`))
		}
		if told != "" {
			tags = append(tags, fmt.Sprintf(`[Result "%s"]`, told))
			if s.result == "*" {
				s.result = told
			}
		}
		s.tags = len(tags)
		for i, tag := range tags {
			b.WriteString(tag)
			switch {
			case i == len(tags)-1:
				b.WriteString(d.one("\n", "\n\n", "\n\n", " {first} \n"))
			default:
				b.WriteString(d.one("\n", "\n", "\n", " ", "", " ; note\n", " {note}\n", "\n  "))
			}
		}
	} else if d.often(30) {
		b.WriteString("% a game without tags\n")
	}
	style := d.IntN(5)
	if !tagged && !fresh {
		style = min(style, 3)
	}
	s.numbered = style < 4
	for i, text := range moves {
		number := fmt.Sprintf("%d.", i/2+1)
		switch {
		case i%2 == 0 && style < 2:
			b.WriteString(number + " ")
		case i%2 == 0 && style < 4:
			b.WriteString(number)
		case i%2 == 1 && style == 3:
			b.WriteString(number + "..")
		}
		b.WriteString(text)
		behind := d.behind(0)
		if end := strings.TrimRight(behind, "0123456789"); end != behind && i+1 < len(moves) && i%2 == 1 && style < 4 {
			behind += " " // $1 and 2. would be one number
		}
		b.WriteString(behind)
		if d.often(10) {
			b.WriteString("\n")
		}
	}
	if s.ended {
		b.WriteString(" " + s.result)
		if told != "" && tagged && s.result == told && d.often(20) { // the moves end with *
			s.text = strings.TrimSuffix(b.String(), s.result) + "*"
			b.Reset()
			b.WriteString(s.text)
		}
		b.WriteString(d.one("\n", "\n\n", "\n\n\n", "\n \n"))
	} else {
		b.WriteString(d.one("\n\n", "\n\n\n"))
	}
	s.text = b.String()
	return s
}

// sheets writes n games. The moves of the last one end with a result.
func (d tailor) sheets(n int) []sheet {
	var list []sheet
	var before sheet
	for number := 1; number <= n; number++ {
		moves := played()[d.IntN(len(played()))]
		moves = moves[:min(len(moves), d.IntN(12)*d.IntN(3))]
		s := d.wear(before, moves, number)
		for number == n && !s.ended || len(s.moves) == 0 && s.tags == 0 {
			s = d.wear(before, played()[0][:3], number)
		}
		list, before = append(list, s), s
	}
	return list
}

// encode writes a text as some program might have stored it.
func (d tailor) encode(text string) []byte {
	if end := d.one("\n", "\n", "\r\n", "\r"); end != "\n" {
		text = strings.ReplaceAll(text, "\n", end)
	}
	if d.often(10) {
		text += d.one("\x1a", "\x00\x00", "\x00\n\x1a\n")
	}
	file := []byte(text)
	switch way := d.IntN(6); {
	case d.latin:
		file = nil
		for _, c := range text {
			file = append(file, byte(c)) // only characters that Latin-1 has too
		}
	case way == 0:
		file = []byte("\ufeff" + text)
	case way <= 2:
		file = nil
		if way == 1 || d.often(50) {
			text = "\ufeff" + text
		}
		big := d.often(50)
		for _, unit := range utf16.Encode([]rune(text)) {
			if big {
				file = append(file, byte(unit>>8), byte(unit))
			} else {
				file = append(file, byte(unit), byte(unit>>8))
			}
		}
	}
	if d.often(10) {
		var zip bytes.Buffer
		w := gzip.NewWriter(&zip)
		_, _ = w.Write(file) // a Buffer does not fail
		_ = w.Close()
		return zip.Bytes()
	}
	return file
}

// item is a game that was read, or an error.
type item struct {
	text   string // of a game, as sheet.String
	line   int
	passed []int // lines
	err    error
	moves  int
}

func readAll(t *testing.T, in io.Reader) (list []item) {
	t.Helper()
	r := pgn.NewReader(in, func(string) bool { return false })
	for {
		g, err := r.Next()
		bad := (*pgn.Error)(nil)
		switch {
		case errors.Is(err, io.EOF):
			return list
		case errors.As(err, &bad):
			list = append(list, item{line: bad.Line, err: err})
			continue
		case err != nil:
			t.Fatal(err)
		}
		s := sheet{names: g.Names, result: g.Result}
		for _, m := range g.Moves {
			s.moves = append(s.moves, m.Text)
		}
		it := item{text: s.String(), line: g.Line, moves: len(g.Moves)}
		for _, p := range g.Passed {
			it.passed = append(it.passed, p.Line)
		}
		list = append(list, it)
	}
}

// newTailor returns a tailor and n games in random dress.
func newTailor(seed uint64, n int) (tailor, []sheet) {
	d := tailor{rand.New(rand.NewPCG(seed, 7)), seed%5 == 0}
	return d, d.sheets(n)
}

func joined(list []sheet) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(s.text)
	}
	return b.String()
}

// Games in any dress are read as the generator wrote them: as many, and each with its moves, names and result.
func TestGamesInAnyDressAreRead(t *testing.T) {
	wrong := 0
	for seed := range uint64(1000) {
		d, list := newTailor(seed, 1+int(seed%7))
		text := joined(list)
		got := readAll(t, bytes.NewReader(d.encode(text)))
		same := len(got) == len(list)
		for i := range min(len(got), len(list)) {
			same = same && got[i].err == nil && got[i].text == list[i].String()
		}
		if !same {
			if wrong++; wrong > 3 {
				t.FailNow()
			}
			t.Errorf("seed %d: %d games are\n%s\nand are read as", seed, len(list), text)
			for i, g := range got {
				t.Log(g.text, g.err)
				if i < len(list) {
					t.Log(list[i])
				}
			}
		}
	}
}

// damage changes a text as the bytes of edits say.
func damage(text, other string, edits []byte) string {
	const signs = "{}()[]\"%;$*\\\n -.1x\x00\xff\x1a"
	for len(edits) >= 4 && len(text) > 0 {
		op, at, n := edits[0], (int(edits[1])|int(edits[2])<<8)%len(text), int(edits[3])
		edits = edits[4:]
		to := min(len(text), at+n)
		switch op % 8 {
		case 0:
			text = text[:at] + string(signs[n%len(signs)]) + text[at+1:]
		case 1:
			text = text[:at] + string(signs[n%len(signs)]) + text[at:]
		case 2:
			text = text[:at] + text[to:]
		case 3:
			text = text[:at] + string([]byte{byte(n)}) + text[at+1:]
		case 4:
			text = text[:at]
		case 5: // a line twice
			from := strings.LastIndex(text[:at], "\n") + 1
			end := at + strings.Index(text[at:]+"\n", "\n")
			text = text[:from] + text[from:end] + "\n" + text[from:]
		case 6:
			text = text[:at] + text[at:to] + text[at:]
		case 7: // a piece of another game
			from := at % len(other)
			text = text[:at] + other[from:min(len(other), from+n)] + text[at:]
		}
	}
	return text
}

// Whatever is damaged inside one game, all others are read whole. Where the damage hides a game without tags, a line of the damage is named.
func checkDamage(t *testing.T, seed uint64, edits []byte) {
	const games = 5
	_, list := newTailor(seed, games)
	hurt := int(seed / 8 % games)
	body := strings.TrimRight(list[hurt].text, "\n ")
	gap := list[hurt].text[len(body):]
	from := strings.Count(joined(list[:hurt]), "\n") + 1
	changed := damage(body, list[(hurt+1)%games].text, edits)
	to := from + strings.Count(changed+gap, "\n")
	text := joined(list[:hurt]) + changed + gap + joined(list[hurt+1:])
	got := readAll(t, strings.NewReader(text))
	inside := func(line int) bool { return from <= line && line <= to }
	at, end := 0, 1
	for i, s := range list {
		begin := end
		if i == hurt+1 {
			begin = from // tags that are left of the damaged game are taken for its own
		}
		if end += strings.Count(s.text, "\n"); i == hurt {
			end = to
			continue
		}
		near := func(line int) bool { return from <= line && line <= end }
		said := slices.ContainsFunc(got, func(it item) bool { return it.err != nil && near(it.line) || slices.ContainsFunc(it.passed, near) })
		next := at
		for next < len(got) && (got[next].text != s.String() || got[next].line < begin || got[next].line > end) {
			next++
		}
		switch {
		case next < len(got):
			at = next + 1
		case i == hurt-1 && !s.ended: // the damage may look like more of its moves
		case i > hurt && s.tags < 2 && said: // hidden in a comment, for example
		case i == hurt+1 && s.tags == 0 && (!s.numbered || slices.ContainsFunc(got, func(it item) bool {
			return strings.HasSuffix(it.text, " "+strings.Join(s.moves, " ")) && it.moves <= len(s.moves)+1
		})):
			// nothing can tell them apart, or the damage left tags and at most one move, and these are the moves behind them
		case i == hurt+1 && said && (gap == "\n" || !s.headed && slices.ContainsFunc(got, func(it item) bool { return it.err == nil && inside(it.line) })):
			// its tags follow those of the damaged game
		default:
			t.Errorf("seed %d, game %d damaged (lines %d to %d), said %v: game %d, %v, is not found in\n%s", seed, hurt+1, from, to, said, i+1, s, text)
			for _, it := range got {
				t.Log(it.line, it.text, it.err, it.passed)
			}
			return
		}
	}
}

func FuzzDamageInOneGame(f *testing.F) {
	chance := rand.New(rand.NewPCG(1, 1))
	for seed := range uint64(300) {
		f.Add(seed, binary.LittleEndian.AppendUint32(nil, chance.Uint32()))
	}
	f.Fuzz(checkDamage)
}

// Whatever bytes of a file are damaged, in whatever encoding, each game and each error has a line behind the one before it, and an error is one line.
// A game can be played or refused.
func FuzzDamagedFiles(f *testing.F) {
	var files [][]byte
	names, err := filepath.Glob("testdata/*.pgn")
	if err != nil || len(names) == 0 {
		f.Fatal("no records", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		files = append(files, text)
	}
	for seed := range uint64(40) {
		d, list := newTailor(seed, 3)
		files = append(files, d.encode(joined(list)))
		f.Add(seed, []byte{byte(seed), byte(seed * 5), 0, byte(seed * 3)})
	}
	f.Fuzz(func(t *testing.T, file uint64, edits []byte) {
		text := damage(string(files[file%uint64(len(files))]), string(files[(file+1)%uint64(len(files))]), edits)
		r := pgn.NewReader(strings.NewReader(text), func(string) bool { return false })
		line := 0
		for n := 1; ; n++ {
			g, err := r.Next()
			bad := (*pgn.Error)(nil)
			switch {
			case errors.As(err, &bad):
				if say := err.Error(); bad.Game != n || bad.Line < line || strings.Contains(say, "\n") || len(say) > 1000 {
					t.Fatalf("after line %d, game %d: %s", line, n, say)
				}
				line = bad.Line
				continue
			case err != nil: // the end, or what gzip says
				return
			}
			if g.Number != n || g.Line < line {
				t.Fatalf("after line %d, game %d is number %d in line %d", line, n, g.Number, g.Line)
			}
			line = g.Line
			if m, err := g.Match(games.Find); err == nil && m.Ply() < len(g.Moves) {
				t.Fatalf("%d of %d moves are played", m.Ply(), len(g.Moves))
			}
		}
	})
}
