package prose

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

// shown returns text set in width columns.
func shown(text string, width int) string {
	var lines []string
	s := Columns(width)
	s.Figure = func(int) int { return 0 }
	for _, l := range s.Set(Parse(text)) {
		lines = append(lines, l.Text())
	}
	return strings.Join(lines, "\n")
}

func TestSet(t *testing.T) {
	const table = "| key | what it does |\n|---|---|\n| `u` | take back |\n| `?` | help |"
	for _, c := range []struct {
		what, text string
		width      int
		want       string
	}{
		{"the lines of a paragraph are joined", "one\ntwo three\nfour", 40, "one two three four"},
		{"and broken at the given width", "one\ntwo three\nfour", 9, "one two\nthree\nfour"},
		{"paragraphs stay apart", "one\n\n\ntwo", 40, "one\n\ntwo"},
		{"a heading", "# One\ntwo\n\n## Three\n\nfour", 40, "One\ntwo\n\nThree\nfour"},
		{"a list", "- one two\n  three\n- four", 9, "• one two\n  three\n• four"},
		{"marks are not shown", "**one** two `three` *four* [five](six.md)", 40, "one two three four five"},
		{"code that contains marks", "`a * b` `**`", 40, "a * b **"},
		{"a mark beside a word", "(`a7-b6`), then", 40, "(a7-b6), then"},
		{"a picture", "![a board](board.svg)", 40, "a board"},
		{"verbatim text", "one\n\n    a  b\n\n    c\ntwo", 40, "one\n\na  b\n\nc\n\ntwo"},
		{"fenced text", "```\na\n  b\n```", 40, "a\n  b"},
		{"a table", table, 40, "key  what it does\n---  ------------\nu    take back\n?    help"},
		{"a table with little room", table, 14, "key  what it\n     does\n---  ---------\nu    take back\n?    help"},
		{"a table without names", "| | |\n|---|---|\n| a | b |", 40, "a  b"},
		{"a table for which there is no room", table, 8, "u\n  take\n  back\n?\n  help"},
		{"columns that would be indistinguishable", "| | red | blue |\n|---|---|---|\n| black | red | blue |", 12, "black\n  red: red,\n  blue: blue"},
		{"a word that is too long", "abcdefgh ij", 5, "abcde\nfgh\nij"},
		{"letters beyond ASCII", "één twéé", 5, "één\ntwéé"},
		{"a bar within a cell", "| a \\| b | c |", 40, "a | b  c"},
		{"nothing", "", 5, ""},
	} {
		if got := shown(c.text, c.width); got != c.want {
			t.Errorf("%s: %q in %d columns is\n%s\nwant\n%s", c.what, c.text, c.width, got, c.want)
		}
	}
}

// The texts of this repository fit into any width; no word is lost or broken.
func TestReadmesFit(t *testing.T) {
	for _, file := range []string{
		"../../README.md", "../../docs/playing.md", "../../games/atom4/README.md", "../../games/ataxx/README.md", "../../games/atommaster/README.md",
		"../../game/example/reversi/README.md",
	} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range Parse(string(data)) {
			if b.Kind == Verbatim {
				continue // the lines of verbatim text are not broken
			}
			var want string
			for _, text := range append([]string{b.Text}, b.all()...) {
				want += " " + Text(text)
			}
			longest := 0
			for _, w := range strings.Fields(want) {
				longest = max(longest, utf8.RuneCountInString(w))
			}
			for _, width := range []int{36, 46, 76, 100} {
				got := ""
				for _, l := range Columns(width).Set([]Block{b}) {
					text := l.Text()
					if n := utf8.RuneCountInString(text); n > width {
						t.Errorf("%s: %q has %d columns of %d", file, text, n, width)
					}
					if strings.Contains(text, "| ") || strings.Contains(text, " |") || strings.Contains(text, "**") {
						t.Errorf("%s: %q shows marks", file, text)
					}
					got += " " + text
				}
				have := map[string]bool{}
				for _, w := range strings.Fields(got) {
					have[strings.TrimRight(w, ",:")] = true
				}
				for _, w := range strings.Fields(want) {
					if !have[strings.TrimRight(w, ",:")] && longest < width-2 && b.Kind != Table {
						t.Errorf("%s: the word %q is lost or broken in %d columns", file, w, width)
					}
				}
			}
		}
	}
}

func (b Block) all() []string {
	var list []string
	for _, row := range b.Rows {
		list = append(list, row...)
	}
	return list
}

func TestSection(t *testing.T) {
	blocks := Parse("# A\none\n\n## How to move\ntwo\n\n### More\nthree\n\n## B\nfour")
	section, rest := Section(blocks, "How to move")
	text := func(blocks []Block) string {
		var list []string
		for _, b := range blocks {
			list = append(list, b.Text)
		}
		return strings.Join(list, "|")
	}
	if got, want := text(section)+"; "+text(rest), "How to move|two|More|three; A|one|B|four"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if section, rest := Section(blocks, "Keys"); section != nil || len(rest) != len(blocks) {
		t.Errorf("a missing section is %v", section)
	}
}

func FuzzSet(f *testing.F) {
	f.Add("# A\n- **b** `c`\n\n| d | e |\n|---|---|\n| f | g |\n\n    h", 12)
	f.Add("| a |\n| b | c |\n```\n", 1)
	f.Fuzz(func(t *testing.T, text string, width int) {
		width = 1 + (width%120+120)%120
		for _, b := range Parse(text) {
			if b.Kind == Item && width < 4 || b.Kind == Table {
				continue // list items are indented, and stacked tables repeat the names of columns
			}
			for _, l := range Columns(width).Set([]Block{b}) {
				if got := l.Text(); Width(got) > max(width, 2) {
					t.Errorf("%q has more than %d columns", got, width)
				}
			}
		}
	})
}

func TestRoff(t *testing.T) {
	for text, want := range map[string]string{
		"# One\n\ntwo":                                ".SH \"ONE\"\ntwo\n",
		"### One\n\ntwo. Three\n\nfour":               ".SS \"One\"\ntwo.\nThree\n.PP\nfour\n",
		"- one `-a`\n- **two**":                       ".IP \\(bu 2\none \\fB\\-a\\fR\n.IP \\(bu 2\n\\fBtwo\\fR\n",
		"| | |\n|---|---|\n| `a b` | c |":             ".TP\n\\fBa\\fR \\fBb\\fR\nc\n",
		"`.x` and a\\b, ^ ~ \" é":                     ".PP\n\\fB.x\\fR and a\\eb, \\(ha \\(ti \\(dq \\[u00E9]\n",
		".x 'y":                                       ".PP\n\\&.x 'y\n",
		"one\n\n    'a' -b\n    .c":                   ".PP\none\n.PP\n.RS 4\n.EX\n\\(aqa\\(aq \\-b\n\\&.c\n.EE\n.RE\n",
		"| a | b | c |\n|---|---|---|\n| d | e | f |": ".PP\n.RS 4\n.EX\na  b  c\n\\-  \\-  \\-\nd  e  f\n.EE\n.RE\n",
	} {
		if got := Roff(Parse(text)); got != want {
			t.Errorf("%q is\n%s\nwant\n%s", text, got, want)
		}
	}
	for line := range strings.Lines(Roff(Parse(strings.Repeat("word ", 99)))) {
		if len(line) > 80 {
			t.Errorf("%q is too long", line)
		}
	}
}

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"see [the rules](rules.md#moves), [f](x) and ![a board](board.svg)": "see the rules, f and a board",
		"a [square] of [two](x) (or *three*), 2*3*4, *so*":                  "a [square] of two (or three), 2*3*4, so",
		"**bold** [not (closed](x and `[code](x) *too*`":                    "bold [not (closed](x and [code](x) *too*",
	} {
		if got := Text(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}
