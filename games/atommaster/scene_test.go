package atommaster_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"attic/draw/scene"
	"attic/game"
	"attic/games/atommaster"
)

const settled = known + ";fire 6;fire 12;sure b6;maybe d5;free a1;set b6"

// drawn lists the keys of the shapes of a spot, with the texts of letters.
func drawn(list []scene.Shape, spot string) string {
	var words []string
	for _, sh := range list {
		if key, ok := strings.CutPrefix(sh.Key, spot+" "); ok {
			if sh.Kind == scene.Letters {
				key = sh.Text
			}
			words = append(words, key)
		}
	}
	return strings.Join(words, " ")
}

// anAtom lists the shapes of an atom, which are always the same.
const anAtom = "behind atom nucleus before electron"

func TestWhatIsDrawn(t *testing.T) {
	const over = known + ";fire 6;fire 1;set b6;set c3;set e4;set a1;evaluate"
	for _, c := range []struct {
		clause, moves string
		seat          int
		spot, want    string
	}{
		{"a free port shows its number", "", solver, "port12", "12"},
		{"an absorbed beam shows A, and the last one a frame", known + ";fire 6", solver, "port6", "A last"},
		{"a reflected beam shows R", known + ";fire 29;fire 6", solver, "port29", "R"},
		{"a pass shows a marble with a letter", known + ";fire 2;fire 6", solver, "port2", "ball K"},
		{"and the same one where it leaves", known + ";fire 2;fire 6", solver, "port32", "ball K"},
		{"in billiard mode a ball with a number", "balls;" + known + ";fire 2;fire 6", solver, "port32", "ball disc 1"},
		{"while atoms are missing, an open beam has no sign", known + ";fire 6;set a1", solver, "port6", "A"},
		{"what is contradicted has a sign", known + ";fire 6;set a1;set a2;set a4;set a5", solver, "port6", "A no no 1 no 2"},
		{"what is explained has none", known + ";fire 6;set c3;set g8;set h7;set h8", solver, "port6", "A"},
		{"an empty square is empty", settled, solver, "h8", ""},
		{"an atom that is set, its note beside it, and the frame of the last move", settled, solver, "b6", "last " + anAtom + " note note 2"},
		{"an atom that is taken away leaves the frame", known + ";fire 6;set a1;set a1", solver, "a1", "last"},
		{"a note: perhaps", settled, solver, "d5", "note"},
		{"a note: free", settled, solver, "a1", "note"},
		{"the solver does not see hidden atoms", settled, solver, "c3", ""},
		{"nor does a spectator", settled, spectator, "c3", ""},
		{"the hider sees them in a ring", settled, hider, "c3", "hidden " + anAtom},
		{"and whether one is set there", settled, hider, "b6", "last hidden " + anAtom + " note note 2"},
		{"learning mode shows atoms", "learn;" + known, solver, "c3", anAtom},
		{"a right atom has a tick", over, solver, "b6", anAtom + " tick tick 1 tick 2 found"},
		{"a wrong one is a crossed ring", over, solver, "a1", "wrong wrong 1 wrong 2 wrong"},
		{"a missed one a word", over, solver, "f4", anAtom + " missed"},
	} {
		if got := drawn(play(t, "", c.moves).View(c.seat).Scene().Shapes, c.spot); got != c.want {
			t.Errorf("%s: %q, want %q", c.clause, got, c.want)
		}
	}
}

func find(t *testing.T, list []scene.Shape, key string) scene.Shape {
	t.Helper()
	i := slices.IndexFunc(list, func(sh scene.Shape) bool { return sh.Key == key })
	if i < 0 {
		t.Fatalf("there is no %q", key)
	}
	return list[i]
}

// Right, wrong and missed atoms differ in characters, even without colour, in shapes and in words.
func TestRightWrongAndMissedDiffer(t *testing.T) {
	v := play(t, "", known+";fire 6;set b6;set c3;set e4;set a1;evaluate").View(solver)
	for _, look := range []func(square string) string{
		func(square string) string { return drawn(v.Scene().Shapes, square) },
		func(square string) string {
			said, err := atommaster.Game{}.At(v, square)
			if err != nil {
				t.Fatal(err)
			}
			return strings.TrimPrefix(said, square)[:30]
		},
		func(square string) string { return at(v.Grid(0, 0), square) },
		func(square string) string { return at(v.Grid(45, 20), square) },
		func(square string) string { return at(v.Grid(160, 50), square) },
	} {
		right, wrong, missed := look("b6"), look("a1"), look("f4")
		if right == wrong || wrong == missed || missed == right {
			t.Errorf("right %q, wrong %q, missed %q", right, wrong, missed)
		}
	}
}

func TestMissedAtomsAreFainter(t *testing.T) {
	s := play(t, "", known+";fire 6;set b6;set c3;set e4;set a1;evaluate").View(solver).Scene().Shapes
	if set, missed := find(t, s, "b6 atom"), find(t, s, "f4 atom"); missed.Fade <= set.Fade {
		t.Errorf("a missed atom is faded %v, a set one %v", missed.Fade, set.Fade)
	}
}

func TestTheCorners(t *testing.T) {
	for _, c := range []struct{ clause, moves, want string }{
		{"before the first beam there is nothing", "", ""},
		{"the kind of marbles once it was changed: balls", "balls", "1 balls"},
		{"and back: plain", "balls;balls", "Y plain"},
		{"until the first beam", "balls;fire 1", "0/4 set"},
		{"the atoms set are counted", known + ";fire 6;set a1;set a2", "2/4 set"},
		{"learning mode has an L", "learn", "L"},
		{"after the evaluation there is nothing", "fire 1;resign", ""},
	} {
		s := play(t, "", c.moves).View(solver).Scene()
		var words []string
		for _, sh := range s.Shapes {
			if spot := s.At(sh.X, sh.Y); sh.Kind == scene.Letters && spot == "" {
				words = append(words, sh.Text)
			}
		}
		if got := strings.Join(words, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.clause, got, c.want)
		}
	}
}

func TestSpotsAreLabelled(t *testing.T) {
	const over = known + ";fire 2;set b6;set c3;set e4;set a1;evaluate"
	for _, c := range []struct {
		moves string
		seat  int
		want  string
	}{
		{"", solver, "port 17, not fired"},
		{known + ";fire 6", solver, "port 6, absorbed"},
		{known + ";fire 29", solver, "port 29, reflected"},
		{known + ";fire 2", solver, "port 2, its beam left at 32"},
		{known + ";fire 2", solver, "port 32, exit of the beam fired at 2"},
		{known + ";fire 2", solver, "c3, empty"},
		{settled, solver, "b6, atom set, noted: certainly an atom"},
		{settled, solver, "a1, empty, noted: no atom"},
		{settled, hider, "c3, hidden atom"},
		{settled, hider, "b6, hidden atom, set, noted: certainly an atom"},
		{"learn;" + known, solver, "c3, atom"},
		{over, solver, "b6, atom, found"},
		{over, solver, "a1, no atom, wrong here"},
		{over, solver, "f4, atom, missed here"},
	} {
		labels := map[string]bool{}
		for _, spot := range play(t, "", c.moves).View(c.seat).Scene().Spots {
			labels[spot.Label] = true
		}
		if !labels[c.want] {
			t.Errorf("after %q seat %d does not read %q", c.moves, c.seat, c.want)
		}
	}
}

// Neighbouring squares and ports are 1 apart, in all sizes.
func TestPlaces(t *testing.T) {
	for _, options := range []string{"size=5", "", "size=12"} {
		s := play(t, options, "").View(solver).Scene()
		at := func(name string) (x, y float64) {
			spot, ok := s.Spot(name)
			if !ok {
				t.Fatalf("%q has no spot %s", options, name)
			}
			return spot.Middle()
		}
		last := len(slices.DeleteFunc(slices.Clone(s.Spots), func(sp scene.Spot) bool { return !strings.HasPrefix(sp.Name, "port") }))
		side := last / 4
		for _, pair := range [][2]string{
			{"a1", "b1"},
			{"a1", "a2"},
			{"a1", fmt.Sprint("port", side)},
			{"a1", fmt.Sprint("port", side+1)},
			{fmt.Sprint("a", side), "port1"},
			{fmt.Sprint("a", side), fmt.Sprint("port", last)},
			{"port1", "port2"},
			{"corner", "port1"},
		} {
			x, y := at(pair[0])
			tx, ty := at(pair[1])
			if d := math.Hypot(x-tx, y-ty); math.Abs(d-1) > 1e-9 {
				t.Errorf("%q: %v are %v apart", options, pair, d)
			}
		}
	}
}

// Marbles of the same colour have the same letter, no two passes have the same colour, and billiard balls
// from the ninth on have stripes.
func TestMarblesAreToldApart(t *testing.T) {
	for _, mode := range []string{"", "balls;"} {
		colours, passes := map[string]scene.Colour{}, 0
		for _, seats := range []string{"hide a1,a3,a5,a7,a9,a11", "hide f6,f7,g6,g7,a12,l1"} {
			s := play(t, "size=12 atoms=6", mode+seats)
			for port := 1; port <= 48; port++ {
				if next, _, err := s.Play(fmt.Sprint("fire ", port)); err == nil {
					s = next
				}
			}
			shapes := s.View(solver).Scene().Shapes
			seen := map[string]int{}
			for port := 1; port <= 48; port++ {
				spot := fmt.Sprint("port", port)
				if !strings.HasPrefix(drawn(shapes, spot), "ball") {
					continue
				}
				text, ball := find(t, shapes, spot+" text").Text, find(t, shapes, spot+" ball").Fill
				if i := slices.IndexFunc(shapes, func(sh scene.Shape) bool { return sh.Key == spot+" stripe" }); i >= 0 {
					ball += shapes[i].Fill * 100
				}
				if before, ok := colours[text]; ok && before != ball {
					t.Errorf("%q%q: %s is on the colours %v and %v", mode, seats, text, before, ball)
				}
				colours[text] = ball
				seen[text]++
			}
			passes = max(passes, len(seen))
			for text, n := range seen {
				if n != 2 {
					t.Errorf("%q%q: %s is at %d ports", mode, seats, text, n)
				}
			}
		}
		if passes < 9 {
			t.Errorf("%q: there are only %d passes to look at", mode, passes)
		}
	}
}

// A square picked for hiding shows an atom in a ring.
func TestPickedSquaresShowAtoms(t *testing.T) {
	for _, moves := range []string{"", "learn"} {
		tracks := play(t, "", moves).View(solver).Tracks()
		track := tracks[len(tracks)-1]
		balls, rings := 0, 0
		for _, sh := range track.Stamp {
			switch {
			case sh.Shade == scene.Ball:
				balls++
			case sh.Kind == scene.Circle && sh.Fill == scene.None && sh.Stroke == scene.Accent && sh.Dash == 0:
				rings++
			}
		}
		if track.Name != "hide" || balls != 1 || rings != 1 {
			t.Errorf("after %q the track %q has %d balls and %d rings on the picked squares", moves, track.Name, balls, rings)
		}
	}
}

// lines lists the segments of a beam in order.
func lines(list []scene.Shape, port int) []scene.Shape {
	var way []scene.Shape
	for i := 1; ; i++ {
		at := slices.IndexFunc(list, func(sh scene.Shape) bool { return sh.Key == fmt.Sprintf("beam %d %d", port, i) })
		if at < 0 {
			return way
		}
		way = append(way, list[at])
	}
}

func TestBeamsTravel(t *testing.T) {
	for _, c := range []struct {
		clause, moves string
		port, steps   int
	}{
		{"straight through", "learn;" + known + ";fire 8", 8, 9},
		{"around a corner", "learn;" + known + ";fire 2", 2, 3},
		{"to an atom", "learn;" + known + ";fire 3", 3, 2},
		{"to an atom at the edge", "learn;" + known + ";fire 30", 30, 1},
		{"to the edge, where it is reflected", "learn;" + known + ";fire 29", 29, 1},
		{"there and back", "learn;hide c3,e3,a8,h8;fire 12", 12, 4},
	} {
		s := play(t, "", c.moves).View(solver).Scene()
		way := lines(s.Shapes, c.port)
		if len(way) != c.steps {
			t.Fatalf("%s: %d lines, want %d", c.clause, len(way), c.steps)
		}
		spot, _ := s.Spot(fmt.Sprint("port", c.port))
		if x, y := spot.Middle(); math.Abs(math.Hypot(way[0].X-x, way[0].Y-y)-spot.Area.W/2) > 1e-9 {
			t.Errorf("%s: it begins at %v, %v, not at the edge of its port at %v, %v", c.clause, way[0].X, way[0].Y, x, y)
		}
		for i, line := range way {
			if line.Kind != scene.Segment || !line.Grow || line.Step != i+1 {
				t.Errorf("%s: line %d is %+v", c.clause, i+1, line)
			}
			if i > 0 && math.Hypot(way[i-1].X+way[i-1].W-line.X, way[i-1].Y+way[i-1].H-line.Y) > 1e-9 {
				t.Errorf("%s: line %d does not begin where the last one ends", c.clause, i+1)
			}
		}
		if result := find(t, s.Shapes, fmt.Sprintf("port%d text", c.port)); result.Step < c.steps {
			t.Errorf("%s: the result comes in step %d of %d", c.clause, result.Step, c.steps)
		}
	}
}

func TestOnlyTheLastBeamTravels(t *testing.T) {
	s := play(t, "", "learn;"+known+";fire 8;fire 2").View(solver).Scene()
	for _, line := range lines(s.Shapes, 8) {
		if line.Step != 0 || line.Grow || line.Stroke != scene.Beam {
			t.Errorf("an older beam is %+v", line)
		}
	}
	for _, line := range lines(s.Shapes, 2) {
		if line.Step == 0 || line.Stroke != scene.Last || line.Width <= lines(s.Shapes, 8)[0].Width {
			t.Errorf("the last beam is %+v", line)
		}
	}
}

// There is a glow between and under the lines of a beam, and its pieces do not overlap.
func TestLightMeetsAtCorners(t *testing.T) {
	s := play(t, "", "learn;"+known+";fire 2").View(solver).Scene()
	var light []scene.Shape
	for _, sh := range s.Shapes {
		if sh.Kind == scene.Rect && sh.Fill == scene.Last {
			light = append(light, sh)
		}
	}
	if len(light) != 4 {
		t.Fatalf("%d pieces of light, want 2 around each of 2 lines", len(light))
	}
	for i := 0; i < len(light); i += 2 {
		a, b := light[i], light[i+1]
		across := min(a.X+a.W/2, b.X+b.W/2) - max(a.X-a.W/2, b.X-b.W/2)
		down := min(a.Y+a.H/2, b.Y+b.H/2) - max(a.Y-a.H/2, b.Y-b.H/2)
		if across < -1e-9 || down < -1e-9 || across > 1e-9 && down > 1e-9 {
			t.Errorf("%+v and %+v overlap by %v, %v", a, b, across, down)
		}
	}
}

func TestXray(t *testing.T) {
	const over = known + ";fire 2;fire 6;resign"
	for _, c := range []struct {
		clause, moves string
		seat, beams   int
		layer         bool
	}{
		{"the solver has none while it searches", known + ";fire 2", solver, 0, false},
		{"nor has a spectator", known + ";fire 2", spectator, 0, false},
		{"the hider has", known + ";fire 2", hider, 1, true},
		{"after the evaluation everybody has", over, spectator, 2, true},
		{"learning mode shows the beams at once", "learn;" + known + ";fire 2", solver, 0, false},
	} {
		s := play(t, "", c.moves).View(c.seat).Scene()
		if (len(s.Layers) == 1 && s.Layers[0].Name == "xray") != c.layer {
			t.Errorf("%s: layers %v", c.clause, s.Layers)
			continue
		}
		beams := 0
		for port := range 33 {
			if c.layer && len(lines(s.Layers[0].Shapes, port)) > 0 {
				beams++
			}
		}
		if beams != c.beams {
			t.Errorf("%s: %d beams, want %d", c.clause, beams, c.beams)
		}
	}
}

// The evaluation judges the atoms set one by one, and then shows the missed atoms.
func TestTheEvaluationGoesStepByStep(t *testing.T) {
	s := play(t, "", known+";fire 6;set b6;set c3;set e4;set a1;evaluate").View(solver).Scene().Shapes
	for i, key := range []string{"a1 wrong", "c3 tick", "e4 wrong", "b6 tick", "f4 atom", "c8 atom"} {
		if got, want := find(t, s, key).Step, min(i+1, 5); got != want {
			t.Errorf("%s comes in step %d, want %d", key, got, want)
		}
	}
}

func TestWhatTheCursorShows(t *testing.T) {
	const over = known + ";fire 1;fire 2;set c3;set f4;set b6;set c7;evaluate"
	for _, c := range []struct{ clause, moves, track, spot, want string }{
		{"a free port: an arrow into the field", known, "query", "port2", "-- - -"},
		{"an open beam: its ports", known + ";fire 2", "query", "port2", "[port2] [port32]"},
		{"an open one that was absorbed: its port", known + ";fire 6", "query", "port6", "[port6]"},
		{"one that is open: also its way through those set, dashed", known + ";fire 2;set b6", "query", "port2", "[port2] [port32] -- --"},
		{"one that is explained: likewise", known + ";fire 30;set c8", "query", "port30", "[port30] --"},
		{"one that is contradicted: also the port where it would leave", known + ";fire 30;set b6;set a1;set b1;set a2", "query", "port30", "[port30] -- -- [port23]"},
		{"one that would be absorbed: no port", known + ";fire 2;set d7", "query", "port32", "[port2] [port32] --"},
		{"after the evaluation: the true way", over, "query", "port2", "[port2] [port32] - - - - - - -- -- --"},
		{"and the other one, where it differs", over, "query", "port1", "[port1] - - - -- -- [port31]"},
		{"in learning mode: the way", "learn;" + known + ";fire 2", "query", "port2", "[port2] [port32] - - -"},
		{"a square: the atom that would be set", known + ";fire 2", "set", "e5", "(atom)"},
		{"an atom: how it would go", known + ";fire 2;set e5", "set", "e5", "() -"},
		{"a square that is only looked at", over, "set", "e5", ""},
	} {
		v := play(t, "", c.moves).View(solver)
		got := signs(v.Scene(), v.Look(c.track, c.spot).Shapes)
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.clause, got, c.want)
		}
	}
}

// signs writes the shapes of a preview: frames as "[port]", lines as "-", dashed lines as "--", and dashed
// rings as "()" with their contents. It omits light and the parts of atoms and signs.
func signs(s scene.Scene, list []scene.Shape) string {
	var words []string
	for _, sh := range list {
		switch {
		case sh.Kind == scene.Rect && sh.Fill == scene.None:
			words = append(words, "["+s.At(sh.X, sh.Y)+"]")
		case sh.Kind == scene.Segment && sh.Dash > 0:
			words = append(words, "--")
		case sh.Kind == scene.Segment && sh.Stroke != scene.On(scene.Bad):
			words = append(words, "-")
		case sh.Kind == scene.Circle && sh.Dash > 0:
			words = append(words, "()")
		case sh.Kind == scene.Circle && sh.Shade == scene.Ball:
			words[len(words)-1] = "(atom)"
		}
	}
	return strings.Join(words, " ")
}

func TestNotesArePreviewedWhereTheyWouldStand(t *testing.T) {
	v := play(t, "", known+";fire 6;set b6;sure c1").View(solver)
	for _, c := range []struct{ move, spot string }{{"sure d4", "d4"}, {"maybe d4", "d4"}, {"free b6", "b6"}, {"free c1", "c1"}} {
		shapes := v.Preview(c.move).Shapes
		if len(shapes) < 2 || v.Scene().At(shapes[0].X, shapes[0].Y) != c.spot || shapes[0].Dash == 0 {
			t.Errorf("%s: %+v", c.move, shapes)
		}
	}
	if shapes := v.Preview("sure c1").Shapes; len(shapes) > 0 {
		t.Errorf("a note that would be taken away shows %+v", shapes)
	}
}

// aside returns the texts beside the board: a line for each row, with its words from left to right.
func aside(s scene.Scene) string {
	rows := map[float64][]scene.Shape{}
	var tops []float64
	for _, sh := range s.Shapes {
		if sh.Kind != scene.Letters {
			continue
		}
		if rows[sh.Y] == nil {
			tops = append(tops, sh.Y)
		}
		rows[sh.Y] = append(rows[sh.Y], sh)
	}
	slices.Sort(tops)
	var lines []string
	for _, y := range tops {
		slices.SortStableFunc(rows[y], func(a, b scene.Shape) int { return int(a.X - b.X) })
		var words []string
		for _, sh := range rows[y] {
			words = append(words, sh.Text)
		}
		lines = append(lines, strings.Join(words, " "))
	}
	return strings.Join(lines, "\n")
}

func TestTheListOfBeams(t *testing.T) {
	const fired = known + ";fire 6;fire 2;fire 29;fire 12"
	for _, c := range []struct {
		clause, moves string
		w, h          float64
		want          string
	}{
		{"lower: a row", fired, 300, 50, "Beams 12 →18 D 29 R 2 →32 K +1"},
		{"too low: nothing", fired, 300, 20, ""},
		{"before the first beam it says what can happen", "", 300, 300, "What the marks mean\nA absorbed: it hit an atom\nR reflected: it came back\nY same marble: its exit"},
		{"no atom set: open", fired, 300, 300, "Beams 0 of 4 atoms set\n12 → 18 D open\n29 R open\n2 → 32 K open\n6 A open"},
		{"one that is contradicted comes first and says why, the first that is explained says so in full", fired + ";set b6;set c3;set c7;set f4", 300, 300, "Beams 4 of 4 atoms set\n29 R contradicted: would exit at 24\n12 → 18 D explained by your atoms\n2 → 32 K explained\n6 A explained"},
		{"why: an atom absorbs it", known + ";fire 2;set d7;set e1;set f1;set g1", 340, 300, "Beams 4 of 4 atoms set\n2 → 32 K contradicted: would hit your d7"},
		{"why: it would come back", known + ";fire 2;set a8", 300, 300, "Beams 1 of 4 atoms set\n2 → 32 K contradicted: would return"},
		{"narrow: in short", known + ";fire 2;set a8", 200, 300, "Beams 1 of 4 atoms set\n2 → 32 K contradicted"},
		{"those that clash come first, and name each other", clash, 300, 300, "Beams 2 of 4 atoms set\n31 R open, clashes with 5\n5 → 3 D open, clashes with 31\n24 A open\n17 → 8 Y open"},
		{"narrow: those that clash have a sign", clash, 200, 300, "Beams 2 of 4 atoms set\n31 R open !\n5 → 3 D open !\n24 A open\n17 → 8 Y open"},
		{"low: the last ones, and how many", fired, 300, 90, "Beams, 2 of 4 0 of 4 atoms set\n12 → 18 D open\n29 R open"},
		{"after the evaluation: the score", known + ";fire 6;resign", 300, 300, "Beams score 21\nfound wrong missed\n6 A open"},
		{"in learning mode: what each beam did", "learn;" + known + ";fire 8;fire 2;fire 6;fire 29", 300, 300, "Beams\n29 R reflection\n6 A absorption\n2 → 32 C deflection\n8 → 17 W miss"},
		{"a detour", "learn;hide d5,b1,a8,h8;fire 5", 300, 300, "Beams\n5 → 18 K detour"},
	} {
		if got := aside(play(t, "", c.moves).View(solver).Aside(c.w, c.h)); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.clause, got, c.want)
		}
	}
}

func TestRowsBelongToPorts(t *testing.T) {
	s := play(t, "", known+";fire 6;fire 2").View(solver).Aside(300, 300)
	if got := fmt.Sprint(s.At(150, 14), "|", s.At(150, 41), "|", s.At(299, 67)); got != "|port2|port6" {
		t.Errorf("the rows belong to %s", got)
	}
}

func TestSounds(t *testing.T) {
	for _, c := range []struct {
		clause, moves string
		want          []game.Sound
	}{
		{"the start is silent", "", nil},
		{"a beam that leaves elsewhere", known + ";fire 2", []game.Sound{game.Beam}},
		{"an absorbed one", known + ";fire 6", []game.Sound{game.Absorbed}},
		{"a reflected one", known + ";fire 29", []game.Sound{game.Reflected}},
		{"in learning mode too", "learn;" + known + ";fire 2", []game.Sound{game.Beam}},
		{"an atom that is set", known + ";fire 2;set a1", []game.Sound{game.Place}},
		{"an atom that is taken away", known + ";fire 2;set a1;set a1", nil},
		{"a note", known + ";fire 2;sure a1", []game.Sound{game.Place}},
		{"hiding", known, nil},
		{"all right", known + ";fire 2;set b6;set c3;set f4;set c8;evaluate", []game.Sound{game.Win}},
		{"not all right", known + ";fire 2;set b6;set c3;set f4;set c7;evaluate", []game.Sound{game.Refused}},
		{"given up", known + ";fire 2;resign", []game.Sound{game.Refused}},
	} {
		if got := play(t, "", c.moves).View(solver).Status().Sounds; !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.clause, got, c.want)
		}
	}
	if got := play(t, "atoms=3", "hide a8,a6,h6;fire 1;fire 2;set h8;set h6;set a6;evaluate").View(solver).Status().Sounds; !slices.Equal(got, []game.Sound{game.Win}) {
		t.Errorf("as good as the solution: %q", got)
	}
}
