package ataxx_test

import (
	"fmt"
	"strings"
	"testing"

	"attic/dev/gametest"
	"attic/draw/grid"
	"attic/game"
)

// sizes holds an area for each size of the board's drawing.
var sizes = []struct{ w, h int }{{0, 0}, {45, 16}, {45, 23}, {59, 30}, {73, 37}, {87, 44}}

// The middle of a game on a board with blocks: red has just jumped to f3 and taken f4, blue is to move.
const middle = "start;a7-a5;a1-a3;a5-a4;g7-g5;g1-f1;g5-f4;f1-f3"

// The boards in every size, without and with the marks of a chosen piece and of a move.
func TestGoldenSizes(t *testing.T) {
	v := play(t, "ataxx blocks=3gh", middle).View(0)
	var b strings.Builder
	for _, size := range sizes {
		g := v.Grid(size.w, size.h)
		fmt.Fprintf(&b, "%d by %d\n%s", g.W, g.H, g)
		for _, spots := range [][]string{{"g5"}, {"g5", "g3"}} {
			look := v.Look("moves", spots...)
			fmt.Fprintf(&b, "\n%s: %s\n%s", strings.Join(spots, " "), look.Sentence, g.Mark(look.Marks...))
		}
		b.WriteByte('\n')
	}
	gametest.Compare(t, "sizes.golden", b.String())
}

func TestTheLargestBoardThatFitsIsDrawn(t *testing.T) {
	v := play(t, "ataxx", "").View(0)
	for _, c := range []struct {
		place string
		w, h  int
		want  string
	}{
		{"no room", 0, 0, "31x15"},
		{"80 by 24", 44, 19, "31x15"},
		{"a column too few", 44, 99, "31x15"},
		{"a row too few", 99, 22, "45x16"},
		{"100 by 30", 64, 25, "45x23"},
		{"120 by 40", 84, 35, "59x30"},
		{"a column less", 58, 99, "45x23"},
		{"132 by 43", 96, 38, "73x37"},
		{"160 by 50", 124, 45, "87x44"},
		{"more than can be used", 400, 200, "87x44"},
	} {
		if g := v.Grid(c.w, c.h); fmt.Sprintf("%dx%d", g.W, g.H) != c.want {
			t.Errorf("%s: it is %dx%d, want %s", c.place, g.W, g.H, c.want)
		}
	}
}

// Every drawing shows the same contents in the middle of a square, and leaves its last cell free for a mark.
func TestEverySizeShowsThePosition(t *testing.T) {
	eachState(t, func(s game.State) {
		v := s.View(0)
		small := v.Grid(0, 0)
		for _, size := range sizes[1:] {
			g := v.Grid(size.w, size.h)
			for _, spot := range v.Tracks()[0].Spots {
				x, y, _ := small.Middle(spot)
				want := small.At(x, y)
				if want.Rune == '.' {
					want.Rune, want.Role = '·', grid.Line
				}
				if want.Rune == '#' {
					want.Rune, want.Role = '█', grid.Muted
				}
				x, y, ok := g.Middle(spot)
				if got := g.At(x, y); !ok || got != want {
					t.Fatalf("%dx%d has %+v on %s, want %+v", g.W, g.H, got, spot, want)
				}
				cells := g.Cells(spot)
				if last := cells[len(cells)-1]; !strings.ContainsRune(" )'", g.At(last%g.W, last/g.W).Rune) && !g.At(last%g.W, last/g.W).Role.Solid() {
					t.Fatalf("%dx%d leaves no room for a mark on %s", g.W, g.H, spot)
				}
			}
		}
	})
}

// Colour alone carries no information: different boards look different without it, and each mark is visible.
func TestNothingLooksEqualWithoutColour(t *testing.T) {
	for _, size := range sizes {
		boards := map[string]string{}
		eachState(t, func(s game.State) {
			v := s.View(0)
			g := v.Grid(size.w, size.h)
			text := g.String()
			board, _, _ := strings.Cut(shown(t, v, "fen"), " ")
			if other, ok := boards[text]; ok && other != board {
				t.Fatalf("%s and %s look alike:\n%s", other, board, text)
			}
			boards[text] = board
			moves := game.MovesOf(s)
			if len(moves) == 0 {
				return
			}
			m := moves[len(boards)%len(moves)]
			for n := range m.Spots {
				for _, mark := range v.Look(m.Track, m.Spots[:n+1]...).Marks {
					if g.Mark(mark).String() == text {
						t.Fatalf("the mark %c on %s is not visible", mark.Rune, mark.Spot)
					}
				}
			}
		})
	}
}

// The changes of the last move appear in order: the piece with its brackets first, then the pieces it took.
func TestSteps(t *testing.T) {
	for _, c := range []struct{ name, played, want string }{
		{"nothing yet", "start", ""},
		{"an extension", "start;a7-b6", "b6:1"},
		{"a jump leaves its square", "start;a7-c7", "a7:1 c7:1"},
		{"what it takes, the nearest first", "fen oo5/oo5/3oo2/2oxo2/2ooo2/2o1o2/2xxo2 x;start;d4-d2", "d4:1 c3:3 d3:2 e3:3 c2:2 d2:1 e2:2 e1:3"},
		{"a pass", redShutIn + ";start;-", ""},
		{"in the set-up too", "a7-b6", "b6:1"},
		{"blocks", "a7-b6;blocks x", ""},
	} {
		for _, size := range sizes {
			g := play(t, "ataxx", c.played).View(0).Grid(size.w, size.h)
			var steps []string
			seen := map[string]bool{}
			brackets := 0
			for y := range g.H {
				for x := range g.W {
					cell := g.At(x, y)
					switch {
					case cell.Rune == '(' || cell.Rune == ')':
						if brackets++; cell.Step != 1 {
							t.Errorf("%s: a bracket comes in step %d", c.name, cell.Step)
						}
					case cell.Step != 0 && cell.Spot != "" && !seen[cell.Spot]:
						seen[cell.Spot] = true
						steps = append(steps, fmt.Sprintf("%s:%d", cell.Spot, cell.Step))
					}
				}
			}
			if got := strings.Join(steps, " "); got != c.want || (brackets == 2) != (c.want != "") {
				t.Errorf("%s in %dx%d: %q and %d brackets, want %q", c.name, g.W, g.H, got, brackets, c.want)
			}
		}
	}
}

// The panel in each part of a game.
func TestGoldenPanel(t *testing.T) {
	const over = "fen xxxxxxx/xxxxxxx/xxxxxxx/xxx-xxx/ooooxxx/ooooxxx/oooooo1 x;start;g1"
	var b strings.Builder
	for _, c := range []struct{ name, id, played string }{
		{"the start of the set-up", "ataxx", ""},
		{"blue begins, with blocks", "ataxx blocks=3gh", "a7-a6"},
		{"all the blocks there can be", "ataxx blocks=de4agf5bch6123x", ""},
		{"blocks that have no letters", "ataxx", "fen x5o/-6/7/3-3/7/7/7 x"},
		{"while playing", "ataxx blocks=3gh", middle},
		{"30 jumps", "ataxx", "fen xo5/7/7/7/7/7/5oo x 30;start"},
		{"a last empty square", "ataxx", "fen xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooo1o o;start"},
		{"no red piece", "ataxx", redShutInAndTaken},
		{"the end", "ataxx", over},
		{"the end by jumps", "ataxx", "fen xo5/7/7/7/7/7/7 x 44;start;a7-c7"},
	} {
		v := play(t, c.id, c.played).View(0)
		for _, w := range []int{12, 40, 60} {
			fmt.Fprintf(&b, "%s, %d columns\n%s\n", c.name, w, v.Panel(w, 10))
		}
	}
	gametest.Compare(t, "panel.golden", b.String())
}

// Only blue has pieces.
const redShutInAndTaken = "fen 7/7/7/3o3/7/7/7 x;start"

func TestThePanelFits(t *testing.T) {
	eachState(t, func(s game.State) {
		for _, w := range []int{0, 11, 12, 13, 31, 46, 100} {
			for h := range 8 {
				g := s.View(0).Panel(w, h)
				if g.W > w || g.H > h || g.W > 0 && g.W < 12 || (w < 12 || h < 2) != (g.H == 0) {
					t.Fatalf("for %dx%d it is %dx%d", w, h, g.W, g.H)
				}
			}
		}
	})
}

func TestTracks(t *testing.T) {
	for played, want := range map[string]string{
		"":                       "moves (b, Set moves) blocks (b, Set blocks)",
		"a7-b6":                  "moves (b, Set moves) blocks (b, Set blocks)",
		"start":                  "moves (, Move)",
		redShutIn + ";start":     "moves (, Move)",
		redShutInAndTaken:        "moves (, Move)",
		redShutInAndTaken + ";-": "moves (, Move)",
	} {
		s := play(t, "ataxx", played)
		var list []string
		for _, track := range s.View(0).Tracks() {
			list = append(list, fmt.Sprintf("%s (%s, %s)", track.Name, track.Key, track.Label))
			if len(track.Spots) != 49 || track.Ring || track.Pick != 0 {
				t.Errorf("%q: the track %s is %+v", played, track.Name, track)
			}
		}
		if got := strings.Join(list, " "); got != want {
			t.Errorf("%q: tracks %s, want %s", played, got, want)
		}
		for _, m := range game.MovesOf(s) {
			if len(m.Spots) > 0 && !strings.Contains(want, m.Track+" (") {
				t.Errorf("%q: %s is on no track", played, m.Text)
			}
		}
	}
}
