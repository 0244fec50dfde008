package review

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/internal/phrase"
	"attic/match"
)

var update = flag.Bool("update", false, "rewrite testdata/*.golden")

// chances returns n moves of plain after which the chances go up and down.
func chances(n int) string {
	var list []string
	for i := range n {
		wave := math.Sin(float64(i)/6) * math.Sin(float64(i)/40+0.4)
		list = append(list, fmt.Sprintf("%.0f", 50+48*wave))
	}
	return strings.Join(list, " ")
}

// The texts of whole reviews match their files, each of which a person has read.
func TestText(t *testing.T) {
	for _, c := range []struct{ name, moves string }{
		{"short", "50 75 75 40"},
		{"won", "50 55 60 58 70 w3 50 55 52 60 35 w5 l4 w3 l2 w1 0-1"},
		{"long", chances(120)},
		{"quiet", "51 50 52 50 1/2"},
		{"resigned", "60 60 80 85 resign2"},
		{"missed", "50 w1 45/40 80 w1 60 55 50"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := Run(t.Context(), played(t, newPlain(), "", c.moves), Nodes, nil)
			must(t, err)
			got := r.Text()
			for line := range strings.Lines(got) {
				if n := utf8.RuneCountInString(line) - 1; n > textWidth || strings.HasSuffix(line, " \n") {
					t.Errorf("%d columns: %q", n, line)
				}
			}
			file := filepath.Join("testdata", c.name+".golden")
			if *update {
				must(t, os.MkdirAll("testdata", 0o755))
				must(t, os.WriteFile(file, []byte(got), 0o644))
				return
			}
			want, err := os.ReadFile(file)
			must(t, err)
			if got != string(want) {
				t.Errorf("wanted\n%s\nand got\n%s", want, got)
			}
		})
	}
}

// Graphs of all sizes: every point can be found, the bars are on the leader's side and as long as the lead, and the
// graph shows the same information without colour.
func TestGraph(t *testing.T) {
	for _, moves := range []int{1, 2, 7, 30, 80, 300} {
		r, err := Run(t.Context(), played(t, newPlain(), "", chances(moves)), Nodes, nil)
		must(t, err)
		for _, size := range [][2]int{{20, 3}, {20, 4}, {40, 6}, {78, 9}, {78, 11}, {160, 25}} {
			w, h := size[0], size[1]
			at := moves / 2
			g := r.Graph(w, h, at, func(point int) string { return fmt.Sprint("point ", point) })
			if g.W != w || g.H != h {
				t.Fatalf("it is %d by %d, not %d by %d", g.W, g.H, w, h)
			}
			half := 0
			for half+1 < h && !strings.Contains(strings.Split(g.String(), "\n")[half], "even") {
				half++
			}
			text := g.String()
			for i, turn := range r.Turns {
				row := 2*half + 1
				if h == 3 {
					row = half
				}
				if !strings.Contains(strings.Split(text, "\n")[row], fmt.Sprint(i+1)) {
					t.Errorf("turn %d, at %d of %d, is not marked in\n%s", i+1, turn.Point, moves, text)
				}
			}
			if strings.Count(text, "┼") < 1 && h > 3 {
				t.Errorf("the current point is not marked in\n%s", text)
			}
			last := -1
			for x := range w {
				var point int
				if _, err := fmt.Sscanf(g.At(x, half).Spot, "point %d", &point); err != nil {
					continue
				}
				if point < last || moves < 15 && point > last+1 {
					t.Fatalf("after point %d comes %d in\n%s", last, point, text)
				}
				last = point
				up, down := 0, 0
				for y := range 2*half + 1 {
					switch role := g.At(x, y).Role; {
					case y < half && role == grid.Red:
						up++
					case y > half && role == grid.Blue:
						down++
					}
				}
				lead := 2*r.Points[point].Chance - 1
				if want := lead * float64(half); math.Abs(float64(up-down)-want) > 1 || up > 0 && down > 0 {
					t.Errorf("a lead of %.2f is %d rows up and %d down in\n%s", lead, up, down, text)
				}
				for y := range 2*half + 1 {
					cell := g.At(x, y)
					if (cell.Role == grid.Red || cell.Role == grid.Blue) != strings.ContainsRune("rb56789", cell.Rune) && half > 1 {
						t.Errorf("%q has role %d", cell.Rune, cell.Role)
					}
				}
			}
			if last != len(r.Points)-1 {
				t.Errorf("the last point is %d of %d in\n%s", last, len(r.Points), text)
			}
		}
	}
}

// The graph of an incomplete review shows the points that have not been judged yet.
func TestGraphOfAPart(t *testing.T) {
	r, err := Begin(played(t, newPlain(), "", "60 70 80"))
	must(t, err)
	r.Points[0].Chance, r.Judged = 0.9, 1
	if got, want := r.Graph(20, 4, 2, nil).String(), "Red    9\neven  ───···+++···\nBlue\n7: 70%       ▴\n"; got != want {
		t.Errorf("it is\n%s\nwant\n%s", got, want)
	}
}

func TestSentences(t *testing.T) {
	r, err := Run(t.Context(), played(t, newPlain(), "", "50 75 73 w3 45 w5 l4"), Nodes, nil)
	must(t, err)
	for i, want := range []string{
		"Move 1 red, 50: the best move, with a 50% chance of winning. 50: at 50 it is best.",
		"Move 1 blue, 75: a blunder; the chance of winning fell from 50 to 25%. The better move was 50: at 50 it is best. Red's best answer was 75: at 75 it is best.",
		"Move 2 red, 73: the chance of winning went from 75 to 73%. The computer prefers 75: at 75 it is best.",
		"Move 2 blue, w3: a blunder; the chance of winning fell from 27 to 0%. The better move was 73: at 73 it is best. The move played let Red win in 2 moves, with l2.",
		"Move 3 red, 45: a blunder; the chance of winning fell from 100 to 45%. There was a win in 2 moves, with l2. Blue's best answer was 45: at 45 it is best.",
		"Move 3 blue, w5: a blunder; the chance of winning fell from 55 to 0%. The better move was 45: at 45 it is best. The move played let Red win in 3 moves, with l4.",
		"Move 4 red, l4: the best move, with a 100% chance of winning. l4: at w5 it is best.",
		"Blue to move, with a 0% chance of winning. The best move is w3: at l4 it is best.",
	} {
		if got := strings.Join(r.Sentences(i), " "); got != want {
			t.Errorf("about point %d it says\n%q, want\n%q", i, got, want)
		}
	}
}

func TestStandings(t *testing.T) {
	r, err := Run(t.Context(), played(t, newPlain(), "", "99.9 50.2 0.1 w3 1-0"), Nodes, nil)
	must(t, err)
	r.Points[1].Chance, r.Points[2].Chance, r.Points[3].Chance = 0.999, 0.502, 0.0001
	for i, want := range []string{"Even, 50%", "Red 99%", "Even, 50%", "Blue 99%", "Red 100%", "Red wins."} {
		if got := r.Standing(i); got != want {
			t.Errorf("at point %d: %q, want %q", i, got, want)
		}
	}
	r.Judged = 3
	if got := r.Standing(3); got != "Not judged yet" {
		t.Errorf("about a point that is not judged: %q", got)
	}
}

// The story lists the leads one by one, or sums them up in a sentence if there are many.
func TestStory(t *testing.T) {
	for _, c := range []struct{ moves, want string }{
		{"50 50 50", "Nobody led."},
		{"50 60 60", "Red led from move 2 red."},
		{"52 40 52 60", "Blue led from move 2 red and Red from move 3 red."},
		{"60 40 60 40", "Red led from move 1 blue, Blue from move 2 red, Red from move 2 blue and Blue from move 3 red."},
		{"60 60 40 60 40 60", "The lead changed 4 times; Red had it for 4 moves, Blue for 2."},
	} {
		r, err := Run(t.Context(), played(t, newPlain(), "", c.moves), Nodes, nil)
		must(t, err)
		if got := r.Story(); got != c.want {
			t.Errorf("%s: %q, want %q", c.moves, got, c.want)
		}
	}
	for _, c := range []struct{ moves, end, want string }{
		{"", "resign 1", "No move was played. Blue wins. Red has resigned."},
		{"50", "resign 2", "No move was an inaccuracy or worse. Nobody led. Red wins. Blue has resigned."},
		{"60 60", "resign 1", "No move was an inaccuracy or worse. Red led from move 1 blue. Blue wins. Red has resigned."}, // the leader resigns
		{"50", "stop", "No move was an inaccuracy or worse. Nobody led. No result. Red has left."},
		{"50", "time", "No move was an inaccuracy or worse. Nobody led. Red wins. Blue has run out of time."},
	} {
		m := played(t, newPlain(), "", c.moves)
		var err error
		switch how, seat, _ := strings.Cut(c.end, " "); how {
		case "resign":
			m, err = m.Resign(int(seat[0] - '1'))
		case "stop":
			m, err = m.Stop(match.NoResult, 0)
		case "time":
			m, err = m.Stop(match.OutOfTime, 1)
		}
		must(t, err)
		r, err := Run(t.Context(), m, Nodes, nil)
		must(t, err)
		if got := r.Summary(); got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.moves, c.end, got, c.want)
		}
		head := fmt.Sprintf("Plain, %s. ", phrase.Count(len(strings.Fields(c.moves)), "move"))
		if c.moves == "" {
			head = "Plain, no moves. "
		}
		if got, _, _ := strings.Cut(r.Said(), "\n"); !strings.HasPrefix(got, head) {
			t.Errorf("%s, %s: the text begins with %q, want %q", c.moves, c.end, got, head)
		}
	}
	r, err := Run(t.Context(), played(t, newPlain(), "", "60 60"), Nodes, nil)
	must(t, err)
	r.Points[0].Chance = 0.7
	if got := r.Story(); got != "Red led throughout." {
		t.Errorf("it says %q", got)
	}
}

// Seats without a colour have numbers.
func TestSignsOfSeats(t *testing.T) {
	for _, c := range []struct {
		colour scene.Colour
		seat   int
		letter rune
		role   grid.Role
	}{
		{scene.Red, 0, 'r', grid.Red},
		{scene.Black, 0, 'K', grid.Black},
		{scene.White, 1, 'W', grid.White},
		{scene.None, 0, '1', grid.Accent},
		{scene.None, 1, '2', grid.Last},
		{scene.Muted, 1, '2', grid.Last},
	} {
		if l, r := seatLetter(game.Seat{Colour: c.colour}, c.seat), seatRole(game.Seat{Aim: c.colour}, c.seat); l != c.letter || r != c.role {
			t.Errorf("colour %d of seat %d is %c in role %d", c.colour, c.seat, l, r)
		}
	}
}
