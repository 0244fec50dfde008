package ataxx_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"attic/draw/scene"
	"attic/game"
	"attic/games/ataxx"
)

// The last move is drawn in order: first its source and the piece placed, then the pieces taken, which
// turn over one after another, the nearest first.
func TestSceneSteps(t *testing.T) {
	const near = "fen x-5/--o4/-1o4/7/7/7/6o x;start"
	for _, c := range []struct{ name, played, want string }{
		{"nothing yet", "start", ""},
		{"an extension", "start;a7-b6", "1: a7-b6, b6, b6 sign, a7-b6 to"},
		{"a jump leaves its square", "start;a7-c7", "1: a7-c7, a7-c7 from, c7, c7 sign, a7-c7 to"},
		{
			"what it takes, the nearest first", near + ";a7-b5",
			"1: a7-b5, a7-b5 from, b5, b5 sign, a7-b5 to; 2: c5 turns, c5 sign turns, a7-b5 c5; 3: c6 turns, c6 sign turns, a7-b5 c6",
		},
		{"a pass", redShutIn + ";start;-", ""},
		{"in the set-up too", "a7-b6", "1: a7-b6, b6, b6 sign, a7-b6 to"},
		{"blocks", "a7-b6;blocks x", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, "ataxx", c.played).View(0).Scene()
			steps := map[int][]string{}
			for _, sh := range s.Shapes {
				if sh.Step != 0 {
					name := sh.Key
					if sh.Turn {
						name += " turns"
					}
					steps[sh.Step] = append(steps[sh.Step], name)
				}
			}
			var list []string
			for i := 1; len(steps[i]) > 0; i++ {
				list = append(list, fmt.Sprintf("%d: %s", i, strings.Join(steps[i], ", ")))
			}
			if got := strings.Join(list, "; "); got != c.want {
				t.Errorf("steps\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestTheLastMoveIsDrawn(t *testing.T) {
	s := play(t, "ataxx", "fen x-5/--o4/7/7/7/7/6o x;start;a7-b5").View(0).Scene()
	for _, c := range []struct {
		key  string
		want scene.Shape
	}{
		{"a7-b5", scene.Shape{Kind: scene.Segment, X: 0, Y: 0, W: 1, H: 2, Stroke: scene.Last, Grow: true}},
		{"a7-b5 from", scene.Shape{Kind: scene.Circle, X: 0, Y: 0, W: 0.24, H: 0.24, Fill: scene.Square, Stroke: scene.Last}},
		{"a7-b5 to", scene.Shape{Kind: scene.Circle, X: 1, Y: 2, W: 0.82, H: 0.82, Stroke: scene.Last}},
		{"a7-b5 c6", scene.Shape{Kind: scene.Circle, X: 2.37, Y: 1.37, W: 0.11, H: 0.11, Fill: scene.Last, Stroke: scene.Last, Step: 3}},
	} {
		c.want.Key, c.want.Step = c.key, max(c.want.Step, 1)
		i := slices.IndexFunc(s.Shapes, func(sh scene.Shape) bool { return sh.Key == c.key })
		if i < 0 {
			t.Errorf("there is no %s", c.key)
			continue
		}
		got := s.Shapes[i]
		got.Fade, got.Width = 0, 0
		if got != c.want {
			t.Errorf("%s is\n%+v\nwant\n%+v", c.key, got, c.want)
		}
	}
	for i, sh := range s.Shapes {
		if from := map[string]string{"b5": "a7", "b5 sign": "a7 sign"}[sh.Key]; sh.From != from {
			t.Errorf("shape %d, %q, comes from %q, want %q", i, sh.Key, sh.From, from)
		}
	}
	if last := s.Shapes[len(s.Shapes)-1]; last.Key != "a7-b5 to" {
		t.Errorf("%+v is drawn over the piece that moved", last)
	}
}

// Halfway through a move, a piece that jumps has left its square, and a piece that extends is drawn twice.
func TestPiecesGlide(t *testing.T) {
	for _, c := range []struct{ name, move, want string }{
		{"a jump", "a7-c5", "red 1.50, 1.50"},
		{"an extension", "a7-b6", "red 0.00, 0.00; red 0.75, 0.75"},
		{"an extension that names no source", "b6", "red 0.00, 0.00; red 0.75, 0.75"},
	} {
		s := play(t, "ataxx", "start")
		next, _, err := s.Play(c.move)
		if err != nil {
			t.Fatal(err)
		}
		m := scene.Between(s.View(0).Scene(), next.View(0).Scene())
		var list []string
		for _, sh := range m.At(m.Duration() / 2).Shapes {
			if sh.Shade == scene.Ball && sh.Fill == scene.Red && (sh.X < 5 || sh.Y < 5) { // without the piece on g1, which does not move
				list = append(list, fmt.Sprintf("red %.2f, %.2f", sh.X, sh.Y))
			}
		}
		if got := strings.Join(list, "; "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// The drawing of a square agrees with its label: a red ball has a triangle, a blue ball a square, and a
// block a cross.
func TestSceneShowsThePosition(t *testing.T) {
	drawn := map[string]string{
		"red":     "square, red ball, sign 3",
		"blue":    "square, blue ball, sign 1",
		"blocked": "block, sign 3",
		"empty":   "square",
	}
	eachState(t, func(s game.State) {
		v := s.View(0)
		picture := v.Scene()
		at := map[string][]string{}
		for _, sh := range picture.Shapes {
			spot := picture.At(sh.X, sh.Y)
			switch {
			case sh.Edge: // the frame and its coordinates
			case strings.Contains(sh.Key, "-"): // the last move
			case sh.Kind == scene.Rect && sh.Fill == scene.Square:
				at[spot] = append(at[spot], "square")
			case sh.Kind == scene.Rect && sh.Fill == scene.Block:
				at[spot] = append(at[spot], "block")
			case sh.Shade == scene.Ball && sh.Fill == scene.Red && sh.Key == spot:
				at[spot] = append(at[spot], "red ball")
			case sh.Shade == scene.Ball && sh.Fill == scene.Blue && sh.Key == spot:
				at[spot] = append(at[spot], "blue ball")
			case spot != "":
				at[spot] = append(at[spot], fmt.Sprint("sign ", sh.Kind))
			}
		}
		if len(picture.Spots) != 49 {
			t.Fatalf("there are %d spots", len(picture.Spots))
		}
		_, text, _ := strings.Cut(v.Grid(0, 0).String(), "\n")
		for _, spot := range picture.Spots {
			name, what, _ := strings.Cut(spot.Label, ", ")
			if got := strings.Join(at[spot.Name], ", "); name != spot.Name || drawn[what] != got {
				t.Fatalf("%s shows %s:\n%s", spot.Label, got, text)
			}
			x, y := float64(name[0]-'a'), float64('7'-name[1])
			if mx, my := spot.Middle(); mx != x || my != y || spot.Area.W != 1 || spot.Area.H != 1 {
				t.Fatalf("%s is at %+v", name, spot.Area)
			}
		}
		counts := []int{strings.Count(fmt.Sprint(at), "red ball"), strings.Count(fmt.Sprint(at), "blue ball")}
		if scores := v.Status().Scores; scores[0] != fmt.Sprint("Red ", counts[0]) || scores[1] != fmt.Sprint("Blue ", counts[1]) {
			t.Fatalf("%v pieces are drawn, but the scores are %v", counts, scores)
		}
	})
}

// The shapes of a preview show the same changes as its marks, except that a target has no dot under the
// piece that moves to it.
func TestShapesSayWhatMarksSay(t *testing.T) {
	compare := func(p game.Preview) {
		t.Helper()
		want := map[string]string{}
		for _, m := range strings.Fields(marks(p)) {
			want[m[:2]] = m[2:] // a later mark covers an earlier one
		}
		got := map[string]string{}
		for _, sh := range p.Shapes {
			spot := fmt.Sprintf("%c%d", 'a'+rune(math.Round(sh.X)), 7-int(math.Round(sh.Y)))
			if sign := signOf(sh); sign != "" {
				got[spot] = sign
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%s\nthe marks are %v, the shapes %v", p.Sentence, want, got)
		}
	}
	eachState(t, func(s game.State) {
		v := s.View(0)
		for _, m := range game.MovesOf(s) {
			compare(v.Preview(m.Text))
			for n := range m.Spots {
				compare(v.Look(m.Track, m.Spots[:n+1]...))
			}
		}
	})
	compare(play(t, "ataxx blocks=x", "").View(0).Preview("fen x6/7/7/7/7/7/6o x"))
	compare(play(t, "ataxx", "start").View(0).Look("moves", "a7", "d4"))
}

// signOf returns the mark that a shape represents, or "" if the shape only accompanies another.
func signOf(sh scene.Shape) string {
	sides := map[scene.Colour]string{scene.Red: "r", scene.Blue: "b"}
	switch {
	case sh.Fill == scene.Legal:
		return "=+"
	case sh.Stroke == scene.Legal:
		return "=^"
	case sh.Shade == scene.Ball && sh.W > 0.5 && sh.Fade > 0:
		return "=" + sides[sh.Fill]
	case sh.Shade == scene.Ball && sh.W < 0.5:
		return sides[sh.Fill]
	case sh.Stroke == scene.Muted:
		return "=."
	case sh.Fill == scene.Block:
		return "=#"
	case sh.Kind == scene.Rect && sh.Fill == scene.Square:
		return "." // the square is emptied, unless another shape is drawn there
	}
	return ""
}

// Different positions look different even if all pieces have the same colour.
func TestScenesDifferWithoutColour(t *testing.T) {
	boards := map[string]string{}
	eachState(t, func(s game.State) {
		v := s.View(0)
		picture := v.Scene()
		for i, sh := range picture.Shapes {
			if sh.Fill != scene.None {
				picture.Shapes[i].Fill = scene.Text
			}
			picture.Shapes[i].Key = ""
		}
		text := fmt.Sprint(picture.Shapes)
		board, _, _ := strings.Cut(shown(t, v, "fen"), " ")
		if other, ok := boards[text]; ok && other != board {
			t.Fatalf("%s and %s look alike", other, board)
		}
		boards[text] = board
	})
}

func TestAside(t *testing.T) {
	const jumpy = "fen xo5/7/7/7/7/7/5ox x %d;start"
	for _, c := range []struct {
		name, played string
		w, h         float64
		size, want   string
	}{
		{"too narrow", "start", 199, 100, "0x0", ""},
		{"too low", "start", 300, 9, "0x0", ""},
		{"only the bar", "start", 302, 31, "302x10", "red 0-150, blue 152-302"},
		{"the empty squares too", "start", 302, 32, "302x32", "red 0-150, blue 152-302, 45 empty"},
		{"red has more", "start;a7-b6", 302, 100, "302x32", "red 0-180, blue 182-302, 44 empty"},
		{"only red has pieces", "fen 7/7/7/3x3/7/7/7 x;start", 300, 10, "300x10", "red 0-300"},
		{"only blue has pieces", "fen 7/7/7/3o3/7/7/7 x;start", 300, 10, "300x10", "blue 0-300"},
		{"no pieces", "fen 7/7/7/7/7/7/7 x;start", 300, 10, "300x10", ""},
		{"few are seen", "fen xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/o6 x;start", 200, 10, "200x10", "red 0-188, blue 190-200"},
		{"the set-up", "blocks 3gh", 302, 300, "302x76", "red 0-150, blue 152-302, 35 empty, Red begins, Blocks 3gh"},
		{"a line has no room", "blocks 3gh", 302, 75, "302x54", "red 0-150, blue 152-302, 35 empty, Red begins"},
		{"few jumps", fmt.Sprintf(jumpy, 9), 302, 300, "302x32", "red 0-150, blue 152-302, 45 empty"},
		{"jumps", fmt.Sprintf(jumpy, 10), 302, 300, "302x54", "red 0-150, blue 152-302, 45 empty, 10 of 45 jumps in a row"},
		{"the end", "fen xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo x;start", 302, 300, "302x32", "red 0-171, blue 173-302, 0 empty"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, "ataxx", c.played).View(0).Aside(c.w, c.h)
			var list []string
			for _, sh := range s.Shapes {
				switch sh.Kind {
				case scene.Rect:
					if sh.Key != "" {
						list = append(list, fmt.Sprintf("%s %.0f-%.0f", sh.Key, sh.X-sh.W/2, sh.X+sh.W/2))
					}
				case scene.Letters:
					list = append(list, sh.Text)
				}
			}
			if got := strings.Join(list, ", "); got != c.want {
				t.Errorf("it shows\n%s\nwant\n%s", got, c.want)
			}
			if got := fmt.Sprintf("%vx%v", s.View.W, s.View.H); got != c.size || len(s.Spots) > 0 {
				t.Errorf("it is %s with %d spots, want %s and none", got, len(s.Spots), c.size)
			}
		})
	}
}

func TestSounds(t *testing.T) {
	for _, c := range []struct{ name, played, want string }{
		{"nothing played", "", ""},
		{"the start", "start", ""},
		{"a move", "start;a7-b6", "place"},
		{"a move in the set-up", "a7-b6", "place"},
		{"two taken", "fen x-5/--o4/-1o4/7/7/7/6o x;start;a7-b5", "place change change"},
		{"seven taken", "fen oo5/oo5/3oo2/2oxo2/2ooo2/2o1o2/2xxo2 x;start;d4-d2", "place change change change"},
		{"a pass", redShutIn + ";start;-", ""},
		{"the last move", "fen xxxxxxx/xxxxxxx/xxxxxxx/xxx-xxx/ooooxxx/ooooxxx/oooooo1 x;start;g1", "place change win"},
		{"over at its start", "fen xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo x;start", "win"},
		{"nobody won", "blocks deagfbch;start", ""},
	} {
		list := []string{}
		for _, sound := range play(t, "ataxx", c.played).View(0).Status().Sounds {
			list = append(list, string(sound))
		}
		if got := strings.Join(list, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// The game's sample ends with a jump that takes pieces, in a game that is not over.
func TestSample(t *testing.T) {
	info := ataxx.Game{}.Info()
	s := play(t, "ataxx", strings.Join(info.Sample, ";"))
	effect := s.View(0).Status().Last
	if n := len(info.Sample); n < 10 || n > 16 || s.ToMove() < 0 || !strings.HasSuffix(effect, " and took d5, e5, d4 and e3.") {
		t.Errorf("after %d moves it is %d's turn: %s", n, s.ToMove(), effect)
	}
}

// Guide V.A: the menu buttons; Help and Quit are the same in every game.
func TestMenuButtons(t *testing.T) {
	labels := map[string]bool{}
	for _, w := range (ataxx.Game{}).Words() {
		labels[w.Label] = w.Bar != 0
	}
	s := play(t, "ataxx", "")
	for _, m := range game.MovesOf(s) {
		labels[m.Label] = m.Key != ""
	}
	for _, track := range s.View(0).Tracks() {
		labels[track.Label] = track.Key != ""
	}
	for _, want := range []string{
		"Start", "Pass", "Host", "Join", "AI seed", "Load", "Reset", "Set moves", "Set blocks", "Auto", "P1 = SIDE",
	} {
		if !labels[want] {
			t.Errorf("there is no button %s", want)
		}
	}
}
