package term

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"

	"attic/desk"
	"attic/dev/desktest"
	"attic/draw/grid"
	"attic/draw/prose"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// scripts are the parts of the names in the tests.
var scripts = []string{
	"漢字かな한글ＡＢ", "e\u0301o\u0308\u0323x\u20dd", "שלום\u05b7עולם", "مرحبا\u064eبك", "👍😀🌍🏽🇩🇪❤\ufe0f1", "क्षत्रियनमस्ते", "ภาษาไทยกำ", "\u1112\u1161\u11ab\u1100\u1173\u11af", "Anna-Maria ",
}

func someName(r *rand.Rand) string {
	for {
		var name []rune
		for range 1 + r.IntN(3) {
			letters := []rune(scripts[r.IntN(len(scripts))])
			from := r.IntN(len(letters))
			name = append(name, letters[from:from+1+r.IntN(len(letters)-from)]...)
		}
		if n := string(name[:min(len(name), 20)]); match.CheckName(n) == nil {
			return n
		}
	}
}

// TestNamesKeepTheBorders gives people names of wide, joined and right-to-left letters, on all pages that have names and at four sizes. Frames and
// boards must be in the same columns as with plain names, on terminals that measure letters in different ways.
func TestNamesKeepTheBorders(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(7, 7))
	for _, size := range []Size{{W: 80, H: 24}, {W: 100, H: 40}, {W: 60, H: 20}, {W: 150, H: 50}} {
		for _, id := range []string{"atom4", "ataxx", "atommaster"} {
			plain := everywhereNamed(t, id, "Anna", "Bert", size)
			for _, names := range [][2]string{{"漢字かな", "שלום 12"}, {someName(r), someName(r)}} {
				for title, page := range everywhereNamed(t, id, names[0], names[1], size) {
					t.Run(fmt.Sprintf("%s in %dx%d, %s, %q", id, size.W, size.H, title, names), func(t *testing.T) {
						page.shownRight(t)
						if page.frame() != plain[title].frame() {
							t.Errorf("the frames are not where they are with plain names:\n%s\n%s", page, plain[title])
						}
					})
				}
			}
		}
	}
}

// shot is a page in two forms: as it is drawn, and as it is written to a terminal.
type shot struct {
	grid.Grid
	view
}

// everywhereNamed returns all pages that show the names of two people.
func everywhereNamed(t *testing.T, id, first, second string, size Size) map[string]shot {
	t.Helper()
	shots := map[string]shot{}
	begin := func(tb *table.Table, kept store.Store) driver {
		return driver{t, opened(desk.Config{Games: desktest.Menu(t), Store: kept, Table: tb, NoMotion: true, Paused: true, Net: desktest.Nowhere{}, Clock: desktest.Noon})}.begin(size.W, size.H)
	}
	take := func(d driver, title, keys, pasted string) {
		d.press(keys)
		d.send(uv.PasteEvent{Content: pasted})
		d.s.desk.News()
		shots[title] = shot{d.screen(), d.s.View()}
	}
	name := func(p *table.Person, seat int, name string) { must(t, p.Do(table.Name(seat, name)).Err()) }

	tb := desktest.Seat(t, id, "")
	name(tb.Here(), 0, first)
	name(tb.Here(), 1, second)
	d := begin(tb, store.Open(t.TempDir(), games.Find))
	take(d, "a game", "", "")
	take(d, "a line being typed", ":", "")
	take(d, "a name being typed", "", "name "+first)
	if at, from := shots["a name being typed"].caret.X, shots["a line being typed"].caret.X; at-from != width("name "+first) {
		t.Errorf("%q: the caret goes from column %d to %d", first, from, at)
	}
	take(d, "a name being edited", "home", second)
	take(d, "the moves", "esc "+desk.MovesKey, "")

	for _, state := range []string{"waiting", "offered"} {
		tb := desktest.Apart(t, id, state)
		here, guest := tb.Here(), tb.Player(table.Second)
		name(here, here.Now().Seat, first)
		name(guest, guest.Now().Seat, second)
		d := begin(tb, store.Open(t.TempDir(), games.Find))
		must(t, guest.Do(table.Say(second)).Err())
		take(d, state, "", "")
		take(d, state+", what can be done", "N", "")
	}

	kept := store.Open(t.TempDir(), games.Find)
	m, err := match.New(tb.Here().Game(), game.Setup{})
	must(t, err)
	tb = table.New(table.Config{Match: m, Begin: func() (match.Ledger, error) { return kept.Library.Begin(id, desktest.Noon()) }})
	must(t, tb.Here().Do(table.PersonIn(1)).Err())
	name(tb.Here(), 0, first)
	name(tb.Here(), 1, second)
	must(t, tb.Here().Do(table.Play(tb.Here().Sight().Moves()[0].Text)).Err())
	must(t, tb.Close())
	d = begin(nil, kept)
	take(d, "the menu", "", "")
	take(d, "kept games", "o", "")
	take(d, "a field being typed", "tab", first+" "+second)
	must(t, os.WriteFile("names.pgn", []byte(strings.Repeat(fmt.Sprintf("[Event \"e\"]\n[Black %q]\n[White %q]\n\n1. f2 *\n\n", first, second), 3)), 0o600))
	d.s.desk.OpenFile("names.pgn")
	must(t, os.Remove("names.pgn")) // otherwise it would be listed as a kept game with the next names
	take(d, "games of a file", "", "")
	return shots
}

// uprights are the parts of frames and boards with a fixed column.
const uprights = "│╭╮╰╯├┤┌┐└┘┬┴┼╱╲"

// frame returns the parts of frames and boards in their places.
func (s shot) frame() string {
	var b strings.Builder
	for y := range s.H {
		for x := range s.W {
			if r := s.At(x, y).Rune; strings.ContainsRune(uprights, r) {
				fmt.Fprintf(&b, "%c %d,%d\n", r, x, y)
			}
		}
	}
	return b.String()
}

// shownRight checks that terminals show the parts of frames and boards in the right places, however they measure letters.
func (s shot) shownRight(t *testing.T) {
	t.Helper()
	emulator := vt.NewEmulator(s.W, s.H)
	o := output{to: emulator}
	o.sized(s.W, s.H)
	must(t, o.draw(view{text: s.text}))
	simple := &paper{cells: map[grid.Point]rune{}, width: func(rune) int { return 1 }}
	by := &paper{cells: map[grid.Point]rune{}, width: func(r rune) int { return prose.Width(string(r)) }}
	for _, p := range []*paper{simple, by} {
		o := output{to: p}
		o.sized(s.W, s.H)
		must(t, o.draw(view{text: s.text}))
	}
	for y := range s.H {
		for x := range s.W {
			r := s.At(x, y).Rune
			if !strings.ContainsRune(uprights, r) {
				continue
			}
			at := grid.Point{X: x, Y: y}
			if shown := emulator.CellAt(x, y).Content; shown != string(r) || simple.cells[at] != r || by.cells[at] != r {
				t.Fatalf("%c at %v is %q on one terminal, %q and %q on others\n%s", r, at, shown, simple.cells[at], by.cells[at], s)
			}
		}
	}
}

// paper is a terminal that gives each character width columns, and knows only the codes of a first page.
type paper struct {
	at    grid.Point
	cells map[grid.Point]rune
	width func(rune) int
}

var code = regexp.MustCompile(`^\x1b(\[([?0-9;]*)([A-Za-z])|\][^\a]*\a)`)

func (p *paper) Write(text []byte) (int, error) {
	for rest := string(text); rest != ""; {
		if c := code.FindStringSubmatch(rest); c != nil {
			rest = rest[len(c[0]):]
			var numbers [2]int
			for i, n := range strings.SplitN(c[2], ";", 2) {
				numbers[i], _ = strconv.Atoi(n) // 0 stands for none
			}
			switch c[3] {
			case "H":
				p.at = grid.Point{X: max(numbers[1], 1) - 1, Y: max(numbers[0], 1) - 1}
			case "C":
				p.at.X += max(numbers[0], 1)
			}
			continue
		}
		r, size := utf8.DecodeRuneInString(rest)
		switch rest = rest[size:]; r {
		case '\r':
			p.at.X = 0
		case '\n':
			p.at.Y++
		default:
			p.cells[p.at] = r
			p.at.X += p.width(r)
		}
	}
	return len(text), nil
}
