package pgn

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"attic/game"
)

func old(name string) bool { return name == "ataxx" }

// all reads text to its end. It returns each game in the form "1@3 b-w 1-0: moves", and each error.
func all(t *testing.T, text string) []string {
	t.Helper()
	var list []string
	r := NewReader(strings.NewReader(text), old)
	for range 100 {
		g, err := r.Next()
		bad := (*Error)(nil)
		switch {
		case errors.Is(err, io.EOF):
			return list
		case errors.As(err, &bad):
			list = append(list, err.Error())
			continue
		case err != nil:
			t.Fatal(err)
		}
		var moves []string
		for _, m := range g.Moves {
			moves = append(moves, m.Text)
		}
		text := fmt.Sprintf("%d@%d %s-%s %s: %s", g.Number, g.Line, g.Names[0], g.Names[1], g.Result, strings.Join(moves, " "))
		for _, p := range g.Passed {
			text += fmt.Sprintf(", but line %d: %v", p.Line, p.Why)
		}
		if g.Cut {
			text += ", cut"
		}
		list = append(list, text)
	}
	t.Fatal("it does not end")
	return nil
}

func TestForms(t *testing.T) {
	const tags = "[Event \"e\"]\n[Black \"b\"]\n[White \"w\"]\n"
	for _, c := range []struct {
		clause, text string
		want         []string
	}{
		{"nothing", "", nil},
		{"only blanks", "\n \t\r\n", nil},
		{"one line", tags + "\n1. f2 a2 2. g3 1-0\n", []string{"1@1 b-w 1-0: f2 a2 g3"}},
		{"wrapped", tags + "\n1. f2\na2\n2.\ng3 1-0", []string{"1@1 b-w 1-0: f2 a2 g3"}},
		{"no empty line", tags + "1. f2 0-1\n", []string{"1@1 b-w 0-1: f2"}},
		{"carriage returns and a byte order mark", "\ufeff" + strings.ReplaceAll(tags+"\n1. f2\na2 *\n", "\n", "\r\n"), []string{"1@1 b-w *: f2 a2"}},
		{"old carriage returns", strings.ReplaceAll(tags+"\n1. f2\na2 *\n", "\n", "\r"), []string{"1@1 b-w *: f2 a2"}},
		{"numbers glued to moves, any first number, three dots", "7...a2 8.f2 8... g3 *", []string{"1@1 ?-? *: a2 f2 g3"}},
		{"no numbers", "a2 f2 0000 1/2-1/2", []string{"1@1 ?-? 1/2-1/2: a2 f2 0000"}},
		{"comments", "1. f2 {a (b} a2{c\nd} ; 1-0 (\n2. g3!? $14 g4?? *", []string{"1@1 ?-? *: f2 a2 g3 g4"}},
		{"an escaped line", "% 1. a1\n1. f2\n% 1-0 {\n*", []string{"1@2 ?-? *: f2"}},
		{"variations", "1. f2 (1. g2 {)} (1. a7) 1... b1 1-0) 1... a2 *", []string{"1@1 ?-? *: f2 a2"}},
		{"an indented tag", "  [Black \"b\"]\n 1. f2 *", []string{"1@1 b-? *: f2"}},
		{"tags in any capitals", "[black \"b\"]\n[WHITE \"w\"]\n*", []string{"1@1 b-w *: "}},
		{"quotes", `[Black "a \"b\" \\"]` + "\n*", []string{`1@1 a "b" \-? *: `}},
		{"two games", tags + "\nf2 1-0\n\n" + tags + "\na2 0-1\n", []string{"1@1 b-w 1-0: f2", "2@7 b-w 0-1: a2"}},
		{"the result only in the tag", "[Result \"0-1\"]\n\nf2\n\n[Event \"\"]\n\na2", []string{"1@1 ?-? 0-1: f2", "2@5 ?-? *: a2"}},
		{"the result * and in the tag", "[Result \"0-1\"]\n\nf2 *", []string{"1@1 ?-? 0-1: f2"}},
		{"a strange result in the tag", "[Result \"won\"]\n\nf2", []string{"1@1 ?-? *: f2"}},
		{"other results", "[Result \"1-0\"]\n\nf2 0-1\n[Event \"\"]\n\na2 *", []string{
			"1@1 ?-? 0-1: f2, but line 1: the moves end with 0-1, but the tag [Result] is 1-0", "2@4 ?-? *: a2",
		}},
		{"a tag without quotes", tags + "[Result 1-0]\n\nf2 1-0\n\n" + tags + "a2 1-0\n", []string{
			`1@1 b-w 1-0: f2, but line 4: the tag Result has no quotes: a tag is written [Name "value"]`, "2@8 b-w 1-0: a2",
		}},
		{"several tags in a line, and a comment, text or moves behind them", "[Event \"e\"] [Black \"b\"][White \"w\"] {note}\n[Round \"1\"] ; first\n[Site \"s\"] in Rome\n[Date \"d\"] 1. f2 *", []string{
			"1@1 b-w *: f2, but line 3: text after a tag: in Rome",
		}},
		{"quotes that are not escaped, and curly ones", "[Black \"Bob \"Ace\" X\"]\n[White “w”]\n*", []string{`1@1 Bob "Ace" X-w *: `}},
		{"a tag without a value", "[Black]\n*", []string{`game 1, line 1: a tag is written [Name "value"], not [Black]`}},
		{"a comment that quotes a tag", tags + "1. f2 {quoting:\n[Event \"other\"]\nend} a2 *", []string{"1@1 b-w *: f2 a2"}},
		{"signs behind moves and alone", "1. f2$1 a2$2 2. g3± g4 = 3. e2 +/- e4! ∓ $14 *", []string{"1@1 ?-? *: f2 a2 g3 g4 e2 e4"}},
		{"passes", "1. - -- 2. 0000 @@@@ *", []string{"1@1 ?-? *: - 0000 0000 0000"}},
		{"look-alikes", "1.\u00a0f2 a2\u200b\u00a02.…g3–g4 1–0", []string{"1@1 ?-? 1-0: f2 a2 g3-g4"}},
		{"draws", "f2 ½\n\na2 1/2\n\ng3 ½–½", []string{"1@1 ?-? 1/2-1/2: f2", "2@3 ?-? 1/2-1/2: a2", "3@5 ?-? 1/2-1/2: g3"}},
		{"zero bytes at the end", tags + "f2 *\n\x00\x00\x00\n", []string{"1@1 b-w *: f2"}},
		{"a game without moves", tags + "\n" + tags + "\nf2 *\n\n[White \"x\"]\n\n[White \"y\"]\n\na2 *", []string{"1@1 b-w *: ", "2@5 b-w *: f2", "3@11 ?-x *: ", "4@13 ?-y *: a2"}},
		{"a game that is cut", tags + "[Result \"1-0\"]\n\nf2 1-0\n\n" + tags + "[Result \"1-0\"]\n\nf2 ", []string{"1@1 b-w 1-0: f2", "2@8 b-w *: f2, cut"}},
		{"a sign between two moves without blanks", "1. f2$1a2 *", []string{"1@1 ?-? *: f2 a2"}},
		{"a comment and a variation behind the last result", "f2 1-0 {the end} (a2)\n", []string{"1@1 ?-? 1-0: f2"}},
		{"a game without moves and one with other tags", "[Black \"b\"]\n\n[Event \"e\"]\n[White \"w\"]\n\nf2 *", []string{"1@1 b-? *: ", "2@3 ?-w *: f2"}},
		{"games in a line", "[Event \"e\"] f2 1-0 [Event \"f\"] a2 0-1", []string{"1@1 ?-? 1-0: f2", "2@1 ?-? 0-1: a2"}},
		{"no tags and no results", "1. f2 a2\n1. g2 b1\n", []string{"1@1 ?-? *: f2 a2", "2@2 ?-? *: g2 b1"}},
		{"an error in a game without tags", "f2 } a2 1-0\n\ng2 *", []string{"game 1, line 1: there is a } without a { before it", "2@3 ?-? *: g2"}},
		{"an empty line between tags", "[Black \"b\"]\n\n[White \"w\"]\n\nf2 *", []string{"1@1 b-w *: f2, but line 3: an empty line between tags; they count as tags of one game"}},
		{"a brace in a comment", "f2\n{a {b} a2 *", []string{"1@1 ?-? *: f2 a2, but line 2: the comment that begins here has a { inside, so its } may be missing"}},
		{"a repeated tag", "[Black \"b\"]\n[Black \"w\"]\n*", []string{"1@1 b-? *: , but line 2: the tag Black is repeated; only its first value counts"}},
		{"a comment that is not closed before other tags", "f2 {a\n[Black \"b\"]\n[White \"w\"]\na2 {c} *", []string{
			"game 1, line 1: the comment that begins here has no } at its end", "2@2 b-w *: a2",
		}},
		{"a variation that is not closed in a game without moves", tags + "(f2\n\n[Black \"c\"]\na2 *", []string{
			"game 1, line 4: the variation that begins here has no ) at its end", "2@6 c-? *: a2",
		}},
		{"a comment that is not closed", "f2 { 1-0\n\n" + tags + "\na2 *", []string{
			"game 1, line 1: the comment that begins here has no } at its end", "2@3 b-w *: a2",
		}},
		{"a comment that is not closed at the end", "f2\n{ 1-0", []string{"game 1, line 2: the comment that begins here has no } at its end"}},
		{"a variation that is not closed", "f2 ( 1-0\n\n" + tags + "\na2 *", []string{
			"game 1, line 1: the variation that begins here has no ) at its end", "2@3 b-w *: a2",
		}},
		{"too many brackets", "f2 ) g2 *\n[Event \"\"]\na2 *", []string{"game 1, line 1: there is a ) without a ( before it", "2@2 ?-? *: a2"}},
		{"too many braces", "f2 } g2 *\n[Event \"\"]\na2 *", []string{"game 1, line 1: there is a } without a { before it", "2@2 ?-? *: a2"}},
		{"not text", "a\x00b *", []string{"game 1, line 1: this is not text"}},
		{"a long word", strings.Repeat("x", longWord+1) + " *", []string{"game 1, line 1: a token in the moves is longer than 256 characters: " + strings.Repeat("x", 40) + "..."}},
		{"a long line", "[Event \"\"] [Black \"a\"] [White \"b\"] 1. a1 {" + strings.Repeat("x ", longTag) + "} b2 1-0\n[Event \"\"]\n*", []string{"1@1 a-b 1-0: a1 b2", "2@2 ?-? *: "}},
		{"a long tag", "[Black \"" + strings.Repeat("x", longTag) + "\"]\n*\n[Event \"\"]\n*", []string{"game 1, line 1: a tag is longer than 8192 characters", "2@3 ?-? *: "}},
		{"no UTF-8", "[Black \"J\xfcrgen\"]\n[White \"\x1b[1m\"]\n*", []string{"1@1 Jürgen-\ufffd[1m *: "}},
	} {
		got := all(t, c.text)
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.want) {
			t.Errorf("%s: it is\n%q, want\n%q", c.clause, got, c.want)
		}
	}
}

// A file may be larger than the memory, but a single game has limits.
func TestLongFiles(t *testing.T) {
	const games = 3000
	text := strings.Repeat("[Event \"e\"]\n\n1. f2 {"+strings.Repeat("long ", 500)+"} *\n\n", games)
	r := NewReader(strings.NewReader(text), old)
	for n := 1; ; n++ {
		g, err := r.Next()
		if errors.Is(err, io.EOF) && n == games+1 {
			break
		}
		if err != nil || g.Number != n || g.Line != 4*n-3 || len(g.Moves) != 1 {
			t.Fatalf("game %d is %+v, %v", n, g, err)
		}
	}
	if got := all(t, strings.Repeat("f2 ", mostMoves+1)); len(got) != 1 || !strings.Contains(got[0], "at most 100000 moves") {
		t.Errorf("too many moves: %.100q", got)
	}
	if got := all(t, strings.Repeat("[A \"\"]\n", mostTags+1)); len(got) != 1 || !strings.Contains(got[0], "at most 200 tags") {
		t.Errorf("too many tags: %.100q", got)
	}
}

// broken is an input that fails after some text.
type broken struct{ text *strings.Reader }

var errBroken = errors.New("the disk is gone")

func (b broken) Read(p []byte) (int, error) {
	if n, err := b.text.Read(p); err == nil {
		return n, nil
	}
	return 0, errBroken
}

func TestAnInputThatFails(t *testing.T) {
	for _, text := range []string{"", "[Event", "f2 ", "f2 {a", "f2 ; a", "% a", ") 1\n"} {
		r := NewReader(broken{strings.NewReader(text)}, old)
		if _, err := r.Next(); !errors.Is(err, errBroken) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzReader(f *testing.F) {
	for _, text := range []string{
		"[Event \"ataxx\"]\n[White \"a\"]\n\n1. f2 {x} a2 (1. g2) 1-0\n", "[A \"\\\\\"]\n{", "}{} 1/2-1/2", "\ufeff% x\n; y\n7...0000 $1 *", "[FEN \"7/7\"]\n[Start \"x\"]\nf2", "1.*", "1.2...f2! 3.1-0", "1.$",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := NewReader(strings.NewReader(text), old)
		for n := 1; ; n++ {
			g, err := r.Next()
			bad := (*Error)(nil)
			switch {
			case errors.Is(err, io.EOF):
				return
			case errors.As(err, &bad):
				if bad.Game != n || bad.Line < 1 {
					t.Fatalf("error %v is not about game %d", err, n)
				}
				continue
			case err != nil:
				t.Fatal(err)
			}
			if g.Number != n || n > len(text)+1 {
				t.Fatalf("game %d has the number %d", n, g.Number)
			}
			again(t, g)
		}
	})
}

// again writes a game and reads it back.
func again(t *testing.T, g Game) {
	t.Helper()
	var b strings.Builder
	if g.Variant == "" {
		g.Variant = "ataxx" // the tag that distinguishes new records from old ones
	}
	if err := Write(&b, g); err != nil {
		t.Fatal(err)
	}
	r := NewReader(strings.NewReader(b.String()), old)
	back, err := r.Next()
	if err != nil {
		t.Fatalf("%v in\n%s", err, b.String())
	}
	same := func(a, b string) bool {
		return strings.Join(strings.Fields(a), " ") == strings.Join(strings.Fields(b), " ")
	}
	if len(back.Moves) != len(g.Moves) || back.Result != g.Result || !same(back.Variant, g.Variant) || !same(back.Why, g.Why) {
		t.Fatalf("%+v is written as\n%s\nand read as %+v", g, b.String(), back)
	}
	for i, m := range back.Moves {
		if m.Text != g.Moves[i].Text {
			t.Fatalf("move %d of %+v is read as %q", i+1, g, m.Text)
		}
	}
}

func TestNotes(t *testing.T) {
	for want, r := range map[string]game.Report{
		"":                         {Depth: 1, Elapsed: 1e6}, // the report of a level
		"0.00/1 0.000s, n=1":       {Depth: 1, Nodes: 1},
		"+0.35/12 0.101s, n=12345": {Score: 35, Depth: 12, Elapsed: 101e6, Nodes: 12345},
		"-12.00/3 62.500s":         {Score: -1200, Depth: 3, Elapsed: 62.5e9},
		"+M5/9 0.001s, n=2":        {Win: 5, Depth: 9, Elapsed: 1e6, Nodes: 2},
		"-M4/9 0.000s, n=2":        {Win: -4, Depth: 9, Nodes: 2},
	} {
		if got := Note(r); got != want {
			t.Errorf("%+v is %q, want %q", r, got, want)
		}
		if want == "" {
			continue
		}
		r.Scored = true
		if got, ok := ReadNote(want); !ok || !reflect.DeepEqual(got, r) {
			t.Errorf("%q is read as %+v, %v, want %+v", want, got, ok, r)
		}
	}
	for _, note := range []string{
		"", "a fine move", "+0.35/12", "0.101s", "+0.35/12 0.101", "+0.35/12 -1s", "+0.35/x 1s", "x/12 1s", "+-1/12 1s", "NaN/1 1s", "0/1 Infs", "+M/3 1s",
		"+0.35/12 0.1s, n=", "+0.35/12 0.1s, n=-1", "+0.35/12 0.1s, n=99999999999999999999",
	} {
		if got, ok := ReadNote(note); ok {
			t.Errorf("%q is read as %+v", note, got)
		}
	}
}

// The first comment after a move is kept, unless it is long or in a variation.
func TestCommentsAreKept(t *testing.T) {
	text := "1. { before } f2 {+0.35/12\n 0.101s} {again} a2 ({other}) {" + strings.Repeat("x", longNote+1) + "} 2. e2 {y} *"
	g, err := NewReader(strings.NewReader(text), func(string) bool { return false }).Next()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"+0.35/12 0.101s", "", "y"} {
		if g.Moves[i].Note != want {
			t.Errorf("the comment after move %d is %q, want %q", i+1, g.Moves[i].Note, want)
		}
	}
}
