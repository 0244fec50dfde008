package atom4_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"attic/draw/scene"
	"attic/game"
	"attic/games/atom4"
)

// shape returns the shape with a key, and whether there is one.
func shape(s scene.Scene, key string) (scene.Shape, bool) {
	i := slices.IndexFunc(s.Shapes, func(sh scene.Shape) bool { return sh.Key == key })
	if i < 0 {
		return scene.Shape{}, false
	}
	return s.Shapes[i], true
}

// vertex returns the position of a vertex: odd rows, counted from the top, are shifted half a step to the right.
func vertex(name string) (x, y float64) {
	column, row := float64(name[0]-'a'), 0
	fmt.Sscan(name[1:], &row)
	row = 16 - row
	return column + float64(row%2)/2, float64(row) * math.Sqrt(3) / 2
}

func isAt(x, y float64, name string) bool {
	wx, wy := vertex(name)
	return math.Hypot(x-wx, y-wy) < 1e-9
}

var pieceColours = map[string]scene.Colour{
	"K": scene.Black, "R": scene.Red, "G": scene.Green, "Y": scene.Yellow,
	"B": scene.Blue, "P": scene.Purple, "C": scene.Cyan, "W": scene.White,
}

// The balls with their letters are the pieces of the grid, and the dots are its legal vertices.
func TestTheSceneShowsThePosition(t *testing.T) {
	eachState(t, func(s game.State) {
		v := s.View(0)
		picture, board := v.Scene(), v.Grid(0, 0)
		pieces, dots := 0, 0
		for _, sh := range picture.Shapes {
			name, what, _ := strings.Cut(sh.Key, " ")
			switch {
			case sh.Kind == scene.Circle && sh.Shade == scene.Ball:
				pieces++
				letter, _ := shape(picture, name+" letter")
				c := pieceColours[letter.Text]
				if what != "" || sh.Fill != c || letter.Fill != scene.On(c) || !letter.Bold {
					t.Fatalf("%q is %+v with the letter %+v", sh.Key, sh, letter)
				}
				if !isAt(sh.X, sh.Y, name) || !isAt(letter.X, letter.Y, name) {
					t.Fatalf("%q stands at %v, %v with its letter at %v, %v", name, sh.X, sh.Y, letter.X, letter.Y)
				}
				i := board.Cells(name)[0]
				if got := strings.ToUpper(string(board.At(i%board.W, i/board.W).Rune)); got != letter.Text {
					t.Fatalf("%q is %s, and %s on the grid", name, letter.Text, got)
				}
			case what == "legal":
				dots++
				if !isAt(sh.X, sh.Y, name) || !slices.ContainsFunc(game.MovesOf(s), func(m game.Move) bool { return m.Text == name }) {
					t.Fatalf("%q at %v, %v is no legal vertex", name, sh.X, sh.Y)
				}
			}
		}
		if said := fmt.Sprintf("%d pieces", pieces); !strings.HasSuffix(v.Status().Scores[0], said) || dots != len(game.MovesOf(s)) {
			t.Fatalf("%s and %d dots; it is %s with %d moves", said, dots, v.Status().Scores[0], len(game.MovesOf(s)))
		}
	})
}

// Rules, Board: a vertex has six neighbours at distance 1, so there are 705 edges. Each is drawn exactly once.
func TestTheLatticeIsDrawnOnce(t *testing.T) {
	drawn := map[[4]int]int{} // by the coordinates of the two ends, in thousandths
	for _, sh := range play(t, "", "").View(0).Scene().Shapes {
		if sh.Kind != scene.Segment || sh.Stroke != scene.Grid {
			continue
		}
		n := int(math.Round(math.Hypot(sh.W, sh.H)))
		point := func(i int) (x, y int) {
			part := float64(i) / float64(n)
			return int(math.Round(1000 * (sh.X + part*sh.W))), int(math.Round(1000 * (sh.Y + part*sh.H)))
		}
		for i := range n {
			x, y := point(i)
			tx, ty := point(i + 1)
			if tx < x {
				x, y, tx, ty = tx, ty, x, y
			}
			drawn[[4]int{x, y, tx, ty}]++
		}
	}
	wanted := 0
	for _, from := range play(t, "", "").View(0).Tracks()[0].Spots {
		for _, to := range play(t, "", "").View(0).Tracks()[0].Spots {
			x, y := vertex(from)
			tx, ty := vertex(to)
			if math.Abs(math.Hypot(tx-x, ty-y)-1) > 1e-9 || x > tx {
				continue
			}
			wanted++
			round := func(v float64) int { return int(math.Round(1000 * v)) }
			if n := drawn[[4]int{round(x), round(y), round(tx), round(ty)}]; n != 1 {
				t.Errorf("the edge from %s to %s is drawn %d times", from, to, n)
			}
		}
	}
	if wanted != 705 || len(drawn) != 705 {
		t.Errorf("%d edges of %d are drawn; there are 705", len(drawn), wanted)
	}
}

// First the placed piece, its ring and the dots, then each changed piece in order, then the row.
func TestStepsOfAScene(t *testing.T) {
	for _, c := range []struct {
		name string
		v    game.View
		want string
	}{
		{"the start", play(t, "", "").View(0), ""},
		{"a move", play(t, "", middle).View(0), "1 g7 legal, h8, h8 last, h8 letter; 2 h7, h7 changed, h7 letter, h9, h9 changed, h9 letter, i8, i8 changed, i8 letter"},
		{"no change", play(t, "", "i10;h10;h11;g11;g9;i8;g10;i11").View(0), "1 i11, i11 last, i11 letter, i12 legal"},
		{"a falling row", play(t, "", shortest).View(0), "1 h8, h8 last, h8 letter; 2 g9, g9 changed, g9 letter, h9, h9 changed, h9 letter, i8, i8 changed, i8 letter; 3 row g11 i8, row g11 i8 rim"},
		{"a rising row", wonRising(t), "1 h10, h10 last, h10 letter; 2 h9, h9 changed, h9 letter, i10, i10 changed, i10 letter; 3 row g6 h9, row g6 h9 rim"},
		{"a level row", wonLevel(t), "1 h10, h10 last, h10 letter; 2 h9, h9 changed, h9 letter; 3 row e9 i9, row e9 i9 rim"},
	} {
		steps := map[int][]string{}
		for _, sh := range c.v.Scene().Shapes {
			if sh.Step > 0 {
				steps[sh.Step] = append(steps[sh.Step], sh.Key)
			}
		}
		var list []string
		for _, step := range slices.Sorted(maps.Keys(steps)) {
			slices.Sort(steps[step])
			list = append(list, fmt.Sprintf("%d %s", step, strings.Join(steps[step], ", ")))
		}
		if got := strings.Join(list, "; "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The part of a ring at a changed piece lies on its far side, seen from the placed piece, even behind propagators.
func TestMarksOfChanges(t *testing.T) {
	for _, c := range []struct{ name, pieces, move, changed string }{
		{"to the left", "h9 cyan, i10 red", "i9", "h9"},
		{"to the upper left", "i10 cyan, j10 red", "i9", "i10"},
		{"to the upper right", "j10 cyan, i10 red", "i9", "j10"},
		{"to the right", "j9 cyan, j10 red", "i9", "j9"},
		{"to the lower right", "j8 cyan, i8 red", "i9", "j8"},
		{"to the lower left", "i8 cyan, j8 red", "i9", "i8"},
		{"behind a propagator", "j9 white, k9 cyan, j10 red", "i9", "k9"},
	} {
		mark, ok := shape(board(t, c.pieces, "red", c.move).Scene(), c.changed+" changed")
		if !ok || mark.Stroke != scene.Last || mark.Fill != scene.None {
			t.Errorf("%s: %s has the mark %+v", c.name, c.changed, mark)
			continue
		}
		x, y := vertex(c.changed)
		fx, fy := vertex(c.move)
		length := math.Hypot(x-fx, y-fy)
		var ends []scene.Point
		for command := range mark.Outline() {
			points := command.Points()
			ends = append(ends, points[len(points)-1])
		}
		if len(ends) != 2 {
			t.Fatalf("%s: the mark goes through %v", c.name, ends)
		}
		mx, my := (ends[0].X+ends[1].X)/2-x, (ends[0].Y+ends[1].Y)/2-y
		if along := (mx*(x-fx) + my*(y-fy)) / length; along < 0.3 || math.Hypot(mx, my)-along > 1e-3 {
			t.Errorf("%s: the mark lies at %.3f, %.3f from %s, which is at %.3f, %.3f from %s", c.name, mx, my, c.changed, x-fx, y-fy, c.move)
		}
	}
}

// A winning row has a band from its first to its last piece, behind the balls.
func TestWinningRows(t *testing.T) {
	for _, c := range []struct {
		name, first, last string
		v                 game.View
	}{
		{"falling", "g11", "i8", play(t, "", shortest).View(0)},
		{"rising", "g6", "h9", wonRising(t)},
		{"level", "e9", "i9", wonLevel(t)},
	} {
		picture := c.v.Scene()
		band, ok := shape(picture, "row "+c.first+" "+c.last)
		if !ok || !isAt(band.X, band.Y, c.first) || !isAt(band.X+band.W, band.Y+band.H, c.last) || band.Stroke != scene.Last || !band.Grow {
			t.Errorf("%s: the band is %+v", c.name, band)
		}
		ball, _ := shape(picture, c.first)
		if band.Width <= ball.W {
			t.Errorf("%s: the band is %v wide and the balls on it %v", c.name, band.Width, ball.W)
		}
		if slices.Index(picture.Shapes, band) > slices.Index(picture.Shapes, ball) {
			t.Errorf("%s: the band covers the balls", c.name)
		}
	}
}

func TestSpotsSayWhatIsThere(t *testing.T) {
	for _, c := range []struct{ name, played, spot, want string }{
		{"empty", "", "a1", "a1, empty"},
		{"legal", "", "i10", "i10, empty, a legal move"},
		{"a piece", "", "h9", "h9, green"},
		{"placed", "i10", "i10", "i10, red, the last move"},
		{"changed", "i10", "h9", "h9, yellow, changed from green"},
		{"in the row", shortest, "g11", "g11, white, in the winning row"},
		{"changed, in the row", shortest, "h9", "h9, white, changed from purple, in the winning row"},
		{"no more legal", shortest, "h7", "h7, empty"},
	} {
		picture := play(t, "", c.played).View(0).Scene()
		spot, _ := picture.Spot(c.spot)
		if spot.Label != c.want {
			t.Errorf("%s: %q, want %q", c.name, spot.Label, c.want)
		}
		x, y := spot.Middle()
		if !spot.Round || !isAt(x, y, c.spot) || picture.At(x+0.45, y) != c.spot || picture.At(x+0.5, y) != "" {
			t.Errorf("%s: %s is %+v", c.name, c.spot, spot)
		}
	}
}

// The focus shows the part of the board that has pieces, with a margin of two vertices. It has at least eight columns and
// rows, and the coordinates where the board ends.
func TestFocus(t *testing.T) {
	round, full := fullBoard(t)
	for _, c := range []struct {
		name                         string
		v                            game.View
		left, right, top, bottom     float64 // the range of visible columns and rows
		coordinatesLeft, lettersDown bool
	}{
		{"the start", play(t, "", "").View(0), 4, 11, 4, 11, false, false},
		{"the middle of a round", play(t, "", middle).View(0), 4, 13, 4, 11, false, false},
		{"in the lower left corner", board(t, "a1 red, b1 green", "red", ""), 0, 7, 8, 15, true, true},
		{"in the upper right corner", board(t, "p16 red, o16 green", "red", ""), 8, 15, 0, 7, false, false},
		{"all of the board", play(t, fmt.Sprintf("round=%d", round), strings.Join(full, ";")).View(0), 0, 15, 0, 15, true, true},
	} {
		picture := c.v.Scene()
		f, all := picture.Focus, picture.View
		wanted := scene.Rectangle{X: c.left - 0.6, Y: c.top*math.Sqrt(3)/2 - 0.6}
		wanted.W, wanted.H = c.right+1.1-wanted.X, c.bottom*math.Sqrt(3)/2+0.6-wanted.Y
		if !wanted.Within(f) {
			t.Errorf("%s: %+v is seen; it must hold %+v", c.name, f, wanted)
		}
		if f.W > wanted.W+1.5 || f.H > wanted.H+1.5 {
			t.Errorf("%s: %+v is seen; %+v is enough", c.name, f, wanted)
		}
		if (f.X == all.X) != c.coordinatesLeft || (f.Y+f.H == all.Y+all.H) != c.lettersDown {
			t.Errorf("%s: %+v of %+v is seen", c.name, f, all)
		}
	}
}

// The focus holds all pieces and legal vertices, and the shapes around them.
func TestFocusHoldsWhatMatters(t *testing.T) {
	eachState(t, func(s game.State) {
		picture := s.View(0).Scene()
		for _, sh := range picture.Shapes {
			if around := (scene.Rectangle{X: sh.X - 0.5, Y: sh.Y - 0.5, W: 1, H: 1}); sh.Kind == scene.Circle && !around.Within(picture.Focus) {
				t.Fatalf("%q at %v, %v is not within %+v", sh.Key, sh.X, sh.Y, picture.Focus)
			}
		}
	})
}

// A preview draws the piece with a dashed ring, a small ball with a letter on each changed piece, and the row.
func TestShapesOfPreviews(t *testing.T) {
	for _, c := range []struct{ name, played, move, want string }{
		{"a change", "", "i10", "R on i10, Y at h9"},
		{"no change", "i10;h10;h11;g11;g9;i8;g10", "i11", "Y on i11"},
		{"a row", strings.TrimSuffix(shortest, ";h8"), "h8", "G on h8, W at g9, W at h9, W at i8, a row from g11 to i8"},
		{"a piece is there", "", "h9", ""},
		{"nothing near", "", "a16", ""},
		{"no vertex", "", "x", ""},
		{"at the end", shortest, "h7", ""},
	} {
		v := play(t, "", c.played).View(0)
		shapes := v.Preview(c.move).Shapes
		if looked := v.Look("", c.move).Shapes; !slices.Equal(shapes, looked) {
			t.Errorf("%s: a look shows %+v and a preview %+v", c.name, looked, shapes)
		}
		var list []string
		dashed := 0
		for i, sh := range shapes {
			spot := v.Scene().At(sh.X, sh.Y)
			switch {
			case sh.Key != "" || sh.Step != 0:
				t.Errorf("%s: %+v would take part in the motion", c.name, sh)
			case sh.Kind == scene.Path && sh.Stroke == scene.Last:
				list = append(list, rowWithin(v.Scene(), sh))
			case sh.Dash > 0:
				dashed++
				if sh.Stroke != scene.Accent || !isAt(sh.X, sh.Y, c.move) {
					t.Errorf("%s: the dashed ring is %+v", c.name, sh)
				}
			case sh.Kind == scene.Letters && isAt(sh.X, sh.Y, c.move):
				list = append(list, sh.Text+" on "+spot)
				if ball := shapes[i-1]; ball.Fade == 0 || ball.Fill != pieceColours[sh.Text] {
					t.Errorf("%s: the piece to be placed is %+v", c.name, ball)
				}
			case sh.Kind == scene.Letters:
				list = append(list, sh.Text+" at "+spot)
				if ball := shapes[i-1]; ball.Fade != 0 || ball.Fill != pieceColours[sh.Text] || ball.X != sh.X || ball.Y != sh.Y {
					t.Errorf("%s: the new colour of %s is %+v", c.name, spot, ball)
				}
			}
		}
		slices.Sort(list)
		if got := strings.Join(list, ", "); got != c.want || (dashed == 1) != (c.want != "") {
			t.Errorf("%s: %q with %d dashed rings, want %q", c.name, got, dashed, c.want)
		}
	}
}

// rowWithin returns the vertices at the two ends of a closed path around pieces.
func rowWithin(picture scene.Scene, path scene.Shape) string {
	var corners []scene.Point
	for command := range path.Outline() {
		if command.Op == 'M' || command.Op == 'L' || command.Op == 'C' {
			points := command.Points()
			corners = append(corners, points[len(points)-1])
		}
	}
	between := func(a, b scene.Point) string { return picture.At((a.X+b.X)/2, (a.Y+b.Y)/2) }
	ends := []string{between(corners[0], corners[1]), between(corners[2], corners[3])}
	slices.Sort(ends)
	return "a row from " + strings.Join(ends, " to ")
}

// Manual, X11 INTERFACE: the wheel shows the order of play clockwise, the current colour stands out, and the
// number of the player is in the middle.
func TestWheel(t *testing.T) {
	for round, c := range []struct{ current, number, next string }{
		{"red", "1", "next: yellow, then green"},
		{"yellow", "2", "next: green, then cyan"},
		{"green", "1", "next: cyan, then blue"},
		{"cyan", "2", "next: blue, then purple"},
		{"blue", "1", "next: purple, then red"},
		{"purple", "2", "next: red, then yellow"},
	} {
		aside := play(t, fmt.Sprintf("round=%d", round+1), "").View(0).Aside(240, 300)
		number, _ := shape(aside, "player number")
		disc, _ := shape(aside, "player")
		if number.Text != c.number || disc.W == 0 {
			t.Errorf("%s: the number is %+v on %+v", c.current, number, disc)
		}
		now, _ := shape(aside, "wheel now")
		turned, widths := math.NaN(), []float64{}
		for _, name := range []string{"red", "yellow", "green", "cyan", "blue", "purple"} {
			ball, _ := shape(aside, "wheel "+name)
			letter, _ := shape(aside, "wheel "+name+" letter")
			if !strings.HasPrefix(name, strings.ToLower(letter.Text)) || letter.Text == "" || ball.Fill != pieceColours[letter.Text] {
				t.Errorf("%s: on the wheel %s is %+v with %+v", c.current, name, ball, letter)
			}
			widths = append(widths, ball.W)
			if ringed := now.X == ball.X && now.Y == ball.Y; ringed != (name == c.current) || ringed && ball.W >= now.W {
				t.Errorf("%s: %s is %v wide, and the ring at %v, %v is %v wide", c.current, name, ball.W, now.X, now.Y, now.W)
			}
			angle := math.Atan2(ball.Y-disc.Y, ball.X-disc.X)
			if step := math.Mod(angle-turned+4*math.Pi, 2*math.Pi); !math.IsNaN(turned) && math.Abs(step-math.Pi/3) > 1e-9 {
				t.Errorf("%s: %s is %.2f further on the wheel", c.current, name, step)
			}
			turned = angle
		}
		if widths[round] != slices.Max(widths) || slices.Min(widths) == slices.Max(widths) {
			t.Errorf("%s: the colours are %v wide", c.current, widths)
		}
		if !slices.ContainsFunc(aside.Shapes, func(sh scene.Shape) bool { return sh.Text == c.next }) {
			t.Errorf("%s: it does not say %q", c.current, c.next)
		}
	}
}

// With less room, first the parts below the wheel disappear, and then the wheel becomes a row.
func TestAsides(t *testing.T) {
	for _, c := range []struct {
		name, played string
		w, h         float64
		want         string  // the letters and words, line by line from left to right
		tall         float64 // the height
	}{
		{"everything", middle, 326, 400, "R Y|P 1 G|B C|next: purple, then red|1 R G B W W W W|2 Y C P K K K K", 276},
		{"the narrowest", middle, 200, 276, "R Y|P 1 G|B C|next: purple, then red|1 R G B W W W W|2 Y C P K K K K", 276},
		{"without what each needs", middle, 200, 275, "R Y|P 1 G|B C|next: purple, then red", 212},
		{"the wheel", middle, 200, 211, "R Y|P 1 G|B C", 184},
		{"a small wheel", middle, 200, 150, "R Y|P 1 G|B C", 150},
		{"a row with all", middle, 200, 149, "1 R Y G C B P|next: purple, then red|1 R G B W W W W|2 Y C P K K K K", 132},
		{"a row with what is next", middle, 200, 68, "1 R Y G C B P|next: purple, then red", 68},
		{"a row", middle, 200, 40, "1 R Y G C B P", 40},
		{"nothing", middle, 200, 39, "", 0},
		{"at the end", shortest, 240, 300, "R Y|P G|B C|1 R G B W W W W|2 Y C P K K K K", 276},
		{"a row at the end", shortest, 240, 70, "R Y G C B P", 68},
	} {
		aside := play(t, "", c.played).View(0).Aside(c.w, c.h)
		lines := map[int][]scene.Shape{}
		for _, sh := range aside.Shapes {
			if sh.Kind == scene.Letters {
				y := int(math.Round(sh.Y))
				lines[y] = append(lines[y], sh)
			}
		}
		var list []string
		for _, y := range slices.Sorted(maps.Keys(lines)) {
			slices.SortFunc(lines[y], func(a, b scene.Shape) int { return int(math.Copysign(1, a.X-b.X)) })
			var words []string
			for _, sh := range lines[y] {
				words = append(words, sh.Text)
			}
			list = append(list, strings.Join(words, " "))
		}
		if got := strings.Join(list, "|"); got != c.want || aside.View.H != c.tall {
			t.Errorf("%s: %q, %v high, want %q, %v high", c.name, got, aside.View.H, c.want, c.tall)
		}
		_, current := shape(aside, "wheel now")
		if over := c.played == shortest; current == (over || c.want == "") {
			t.Errorf("%s: a colour is current: %t", c.name, current)
		}
	}
}

func TestSounds(t *testing.T) {
	for _, c := range []struct {
		name string
		v    game.View
		want string
	}{
		{"the start", play(t, "", "").View(0), "[]"},
		{"no change", play(t, "", "i10;h10;h11;g11;g9;i8;g10;i11").View(0), "[place]"},
		{"a change", play(t, "", "i10").View(0), "[place change]"},
		{"more than three", board(t, "h9 cyan, j9 cyan, h10 cyan, i10 cyan", "red", "i9"), "[place change change change]"},
		{"a row", wonLevel(t), "[place change win]"},
	} {
		if got := fmt.Sprint(c.v.Status().Sounds); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// The picture of the game has all eight colours and a move that changes something.
func TestSample(t *testing.T) {
	moves := atom4.Game{}.Info().Sample
	s := play(t, "", strings.Join(moves, ";"))
	seen := map[scene.Colour]bool{}
	for _, sh := range s.View(0).Scene().Shapes {
		if sh.Shade == scene.Ball {
			seen[sh.Fill] = true
		}
	}
	if s.ToMove() == game.Nobody || len(moves) < 14 || len(moves) > 20 || len(seen) != 8 || len(s.View(0).Status().Sounds) < 3 {
		t.Errorf("after %d moves %s there are %d colours and it is %s's turn", len(moves), s.View(0).Status().Last, len(seen), s.View(0).Status().Turn)
	}
}
