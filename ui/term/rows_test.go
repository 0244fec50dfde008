package term

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"attic/draw/grid"
	"attic/draw/palette"
)

// page returns a view of text.
func page(text string) view {
	return view{text: text}
}

// someGrid returns a grid of random words in random roles.
func someGrid(r *rand.Rand, w, h int) grid.Grid {
	g := grid.New(w, h)
	for range r.IntN(3 * h) {
		word := []string{"a", "red on i10", "─┼─", "▸", "  ", "e\u0301a", "名前", "·  ·", "שלום", "👨\u200d👩x", "한", "🇩🇪"}[r.IntN(12)]
		g.Put(r.IntN(w-width(word)+1), r.IntN(h), word, grid.Role(r.IntN(int(grid.Roles))), "")
	}
	return g
}

// changed returns a grid that differs from g in a few words, or is g scrolled.
func changed(r *rand.Rand, g grid.Grid) grid.Grid {
	next := grid.New(g.W, g.H)
	switch by := r.IntN(g.H) - g.H/2; r.IntN(4) {
	case 0:
		return someGrid(r, g.W, g.H)
	case 1: // scrolled up or down, except for the top and bottom rows
		next.Draw(0, by, g)
		for x := range g.W {
			next.Set(x, 0, g.At(x, 0))
			next.Set(x, g.H-1, g.At(x, g.H-1))
		}
	default:
		next.Draw(0, 0, g)
		for range 1 + r.IntN(3) {
			next.Put(r.IntN(g.W-1), r.IntN(g.H), string([]rune("x· ─名")[r.IntN(5)]), grid.Role(r.IntN(int(grid.Roles))), "")
		}
	}
	return next
}

// A terminal that gets only the changes shows the same text in the same colours as a terminal that gets each whole page. This holds for any colour
// depth and size, and also for characters that are wide or have accents.
func TestChangesShowTheWholePage(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, depth := range []palette.Depth{palette.None, palette.Eight, palette.Sixteen, palette.Indexed, palette.True} {
		for _, own := range []bool{false, true} {
			t.Run(fmt.Sprint(depth, own), func(t *testing.T) {
				theme, _ := palette.Find("dark")
				painter := palette.Painter{Theme: theme, Depth: depth, Own: own}
				w, h := 40, 12
				kept := vt.NewEmulator(w, h)
				changes := output{to: kept}
				changes.sized(w, h)
				g := someGrid(r, w, h)
				for range 50 {
					switch r.IntN(20) {
					case 0:
						w, h = 12+r.IntN(60), 2+r.IntN(20)
						kept.Resize(w, h)
						changes.sized(w, h)
						g = someGrid(r, w, h)
					case 1:
						changes.synced = !changes.synced
					default:
						g = changed(r, g)
					}
					text := painter.Paint(g)
					must(t, changes.draw(page(text)))
					fresh := vt.NewEmulator(w, h)
					whole := output{to: fresh}
					whole.sized(w, h)
					must(t, whole.draw(page(text)))
					if where := differ(kept, fresh); where != "" {
						t.Fatalf("%s; the changes show\n%s\nthe whole page\n%s", where, kept, fresh)
					}
				}
			})
		}
	}
}

// A whole page shows each character of the grid in the style that its code sets.
func TestAPageIsShownAsItIsPainted(t *testing.T) {
	const w, h = 60, 20
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 3))
		g := someGrid(r, w, h)
		for y := range h {
			for x := range w {
				if c := g.At(x, y); c.Rune > '▸' || c.Rune == '\u0301' { // only characters of one column
					c.Rune = '?'
					g.Set(x, y, c)
				}
			}
		}
		theme, _ := palette.Find("light")
		painted := palette.Painter{Theme: theme, Depth: palette.True, Own: seed%2 == 0}.Paint(g)
		shown, typed := vt.NewEmulator(w, h), vt.NewEmulator(w, h)
		o := output{to: shown}
		o.sized(w, h)
		must(t, o.draw(page(painted)))
		_, _ = typed.WriteString(strings.ReplaceAll(painted, "\n", "\r\n")) // never fails
		if where := differ(shown, typed); where != "" {
			t.Fatalf("seed %d: %s; the page shows\n%s\nwant\n%s", seed, where, shown, typed)
		}
	}
}

// differ returns the first difference between the looks of two terminals, or "". The ink of blanks is invisible.
func differ(one, two *vt.Emulator) string {
	for y := range one.Height() {
		for x := range one.Width() {
			a, b := *one.CellAt(x, y), *two.CellAt(x, y)
			for _, c := range []*uv.Cell{&a, &b} {
				if c.Content == " " && c.Style.Attrs&uv.AttrReverse == 0 {
					c.Style = uv.Style{Bg: c.Style.Bg}
				}
			}
			if !a.Equal(&b) {
				return fmt.Sprintf("cell %d,%d is %+v and %+v", x, y, a, b)
			}
		}
	}
	return ""
}

type count struct{ writes, bytes int }

func (c *count) Write(p []byte) (int, error) {
	c.writes++
	c.bytes += len(p)
	return len(p), nil
}

// Each change is one piece of few bytes; without a change, nothing is written. A line of help may be a row of a board with its colours.
func TestOutputIsSmall(t *testing.T) {
	d := sitAgainst(t, "atom4", "", 80, 24)
	d.s.painter.Depth = palette.Indexed
	var c count
	o := output{to: &c, synced: true}
	o.sized(80, 24)
	draw := func(keys string) count {
		d.press(keys)
		c = count{}
		must(t, o.draw(d.s.View()))
		return c
	}
	for _, step := range []struct {
		keys  string
		limit int
	}{{"", 4200}, {"", 0}, {"right", 240}, {":", 80}, {"i", 20}, {"1", 20}, {"esc", 120}, {"?", 3600}, {"down", 300}, {"ctrl", 0}} {
		got := draw(step.keys)
		if got.writes != min(1, step.limit) || got.bytes > step.limit {
			t.Errorf("after %q: %d bytes in %d pieces, want at most %d in one", step.keys, got.bytes, got.writes, step.limit)
		}
	}
}

// Moving rows takes fewer bytes than writing them.
func TestScrolledRowsAreNotWrittenAgain(t *testing.T) {
	var lines []string
	for n := range 40 {
		lines = append(lines, fmt.Sprintf("%d %s", n, strings.Repeat("a long line ", 5)))
	}
	var c count
	o := output{to: &c}
	o.sized(80, 20)
	show := func(first int) {
		t.Helper()
		c = count{}
		rows := slices.Concat([]string{"head"}, lines[first:first+18], []string{"foot"})
		must(t, o.draw(page(strings.Join(rows, "\n"))))
	}
	show(10)
	for _, first := range []int{11, 10, 14, 12} {
		if show(first); c.bytes > 400 {
			t.Errorf("scrolling to line %d takes %d bytes", first, c.bytes)
		}
	}
}

// Only terminals that may know kitty's pictures are asked about them, at most once. If a terminal prints the question, the page in the same piece
// erases it.
func TestAQuestionLeavesNothing(t *testing.T) {
	for _, early := range []bool{true, false} {
		d := sit(t, "ataxx", 80, 24)
		d.s.painter.Depth = palette.Indexed
		var said strings.Builder
		o := output{to: &said}
		o.sized(80, 24)
		if !early {
			must(t, o.draw(d.s.View()))
		}
		said.Reset()
		d.send(uv.PrimaryDeviceAttributesEvent{62, 22})
		must(t, o.draw(d.s.View()))
		_, after, asked := strings.Cut(said.String(), askKitty)
		if clear := strings.Index(after, ansi.EraseEntireScreen); !asked || clear < 0 || strings.ContainsAny(after[:clear], "│┼") {
			t.Errorf("early %t: %.200q", early, said.String())
		}
		said.Reset()
		must(t, o.draw(d.press("right").s.View()))
		if strings.Contains(said.String(), askKitty) || strings.Contains(said.String(), ansi.EraseEntireScreen) {
			t.Errorf("it is asked again: %.200q", said.String())
		}
	}
	d := sit(t, "ataxx", 80, 24)
	d.send(uv.PrimaryDeviceAttributesEvent{6})
	if d.s.View().asks != "" {
		t.Error("an older terminal is asked")
	}
}
