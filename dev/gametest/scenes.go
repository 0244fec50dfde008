package gametest

import (
	"errors"
	"fmt"
	"hash/maphash"
	"math"
	"slices"
	"strings"
	"unicode"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
)

// The promises about pictures.

// asides holds sizes of areas beside a board in points, from the smallest area to that on a large screen.
var asides = []struct{ w, h float64 }{{200, 0}, {200, 30}, {200, 100}, {240, 300}, {320, 640}, {600, 1200}}

// pictures returns all scenes that a view draws without a request.
func pictures(v game.View) []scene.Scene {
	list := []scene.Scene{v.Scene()}
	for _, room := range asides {
		list = append(list, v.Aside(room.w, room.h))
	}
	return list
}

// unlike returns an error that names the first difference between two lists of pictures.
func unlike(a, b []scene.Scene) error {
	for i := range a {
		x, y := a[i], b[i]
		what := "board"
		if i > 0 {
			what = fmt.Sprintf("picture beside it for %v by %v", asides[i-1].w, asides[i-1].h)
		}
		if x.View != y.View || x.Focus != y.Focus || len(x.Layers) != len(y.Layers) || !slices.Equal(x.Spots, y.Spots) {
			return fmt.Errorf("the %s has the view %v, the focus %v, the spots %v and %d layers, or %v, %v, %v and %d",
				what, x.View, x.Focus, x.Spots, len(x.Layers), y.View, y.Focus, y.Spots, len(y.Layers))
		}
		if err := differ(x.Shapes, y.Shapes); err != nil {
			return fmt.Errorf("the %s %w", what, err)
		}
		for j, l := range x.Layers {
			if l.Name != y.Layers[j].Name {
				return fmt.Errorf("the %s has the layer %q or %q", what, l.Name, y.Layers[j].Name)
			}
			if err := differ(l.Shapes, y.Layers[j].Shapes); err != nil {
				return fmt.Errorf("the layer %q of the %s %w", l.Name, what, err)
			}
		}
	}
	return nil
}

// differ returns an error that names the first difference between two lists of shapes.
func differ(a, b []scene.Shape) error {
	for i := range max(len(a), len(b)) {
		switch {
		case i >= len(a):
			return fmt.Errorf("has %+v only once", b[i])
		case i >= len(b):
			return fmt.Errorf("has %+v only once", a[i])
		case a[i] != b[i]:
			return fmt.Errorf("has %+v or %+v", a[i], b[i])
		}
	}
	return nil
}

func scenesAreSound(t *trial) error {
	for _, p := range t.plays {
		for _, seen := range t.views(p.states[0]) {
			for _, sh := range seen.view.Scene().Shapes {
				if sh.Step != 0 {
					return fmt.Errorf("nothing was played, but there is step %d: %+v", sh.Step, sh)
				}
			}
		}
	}
	return t.each(func(s game.State) error {
		for _, seen := range t.views(s) {
			seat, picture, board := seen.seat, seen.view.Scene(), seen.view.Grid(0, 0)
			if err := soundScene(picture); err != nil {
				return fmt.Errorf("the scene of seat %d %w", seat, err)
			}
			var drawn, wanted []string
			for _, l := range picture.Layers {
				drawn = append(drawn, l.Name)
			}
			for _, l := range board.Layers {
				wanted = append(wanted, l.Name)
			}
			if !slices.Equal(drawn, wanted) {
				return fmt.Errorf("the scene of seat %d has the layers %q, the grid %q", seat, drawn, wanted)
			}
		}
		return nil
	})
}

// soundScene returns an error if a scene cannot be drawn.
func soundScene(s scene.Scene) error {
	if bad(s.View.X, s.View.Y, s.View.W, s.View.H) || s.View.W <= 0 || s.View.H <= 0 {
		return fmt.Errorf("is %+v; it must have a size", s.View)
	}
	if bad(s.Focus.X, s.Focus.Y, s.Focus.W, s.Focus.H) || s.Focus != (scene.Rectangle{}) && !s.Focus.Within(s.View) {
		return fmt.Errorf("has the focus %+v, which is not within %+v", s.Focus, s.View)
	}
	if err := soundShapes(s.Shapes, s.View, nil); err != nil {
		return err
	}
	for _, l := range s.Layers {
		if err := soundShapes(l.Shapes, s.View, keys(s)); err != nil {
			return fmt.Errorf("with the layer %q %w", l.Name, err)
		}
	}
	return soundSpots(s)
}

func soundSpots(s scene.Scene) error {
	seen := map[string]bool{}
	for _, spot := range s.Spots {
		x, y := spot.Middle()
		switch {
		case seen[spot.Name] || spot.Name == "":
			return fmt.Errorf("has the spot %q twice, or it has no name", spot.Name)
		case strings.TrimSpace(spot.Label) == "" || strings.ContainsFunc(spot.Label, unicode.IsControl):
			return fmt.Errorf("has the spot %q with the label %q; it must be one line of words", spot.Name, spot.Label)
		case bad(spot.Area.X, spot.Area.Y, spot.Area.W, spot.Area.H) || spot.Area.W <= 0 || spot.Area.H <= 0 || !spot.Area.Within(s.View):
			return fmt.Errorf("has the spot %q at %+v; it must have a size and lie within %+v", spot.Name, spot.Area, s.View)
		case s.At(x, y) != spot.Name:
			return fmt.Errorf("has the spot %q, in the middle of which there is %q", spot.Name, s.At(x, y))
		}
		seen[spot.Name] = true
	}
	return nil
}

// keys returns the keys of a scene's shapes.
func keys(s scene.Scene) map[string]bool {
	taken := map[string]bool{}
	for _, sh := range s.Shapes {
		taken[sh.Key] = sh.Key != ""
	}
	return taken
}

// soundShapes returns an error if a shape cannot be drawn within a view or has a key that is taken.
func soundShapes(list []scene.Shape, view scene.Rectangle, taken map[string]bool) error {
	seen := map[string]bool{}
	for _, sh := range list {
		area := bounds(sh)
		switch {
		case bad(sh.X, sh.Y, sh.W, sh.H, sh.R, sh.Width, sh.Dash, sh.Fade, sh.Mix):
			return fmt.Errorf("has a shape with a number that is not finite: %+v", sh)
		case sh.Kind > scene.Letters || sh.Shade > scene.Ball || sh.Align > scene.Right || int(max(sh.Fill, sh.Stroke, sh.To)) >= scene.Colours:
			return fmt.Errorf("has a shape with an unknown kind, shade, alignment or colour: %+v", sh)
		case sh.Fade < 0 || sh.Fade > 1 || sh.Mix < 0 || sh.Mix > 1 || sh.Width < 0 || sh.Dash < 0 || sh.R < 0 || sh.Kind != scene.Segment && (sh.W < 0 || sh.H < 0):
			return fmt.Errorf("has a shape with a number out of range: %+v", sh)
		case sh.Kind == scene.Path && (area == scene.Rectangle{} || !readable(sh.D)):
			return fmt.Errorf("has a path that cannot be read to its end: %+v", sh)
		case sh.Kind == scene.Letters && (strings.TrimSpace(sh.Text) == "" || strings.ContainsFunc(sh.Text, unicode.IsControl)):
			return fmt.Errorf("has letters without a printable text: %+v", sh)
		case sh.Step < 0 || sh.Step > 255:
			return fmt.Errorf("has a step that is not among 1 to 255: %+v", sh)
		case sh.Key != "" && (seen[sh.Key] || taken[sh.Key]):
			return fmt.Errorf("has two shapes with the key %q", sh.Key)
		case sh.From != "" && (sh.Key == "" || sh.From == sh.Key || sh.Step == 0):
			return fmt.Errorf("has a shape that comes from %q without a key and a step of its own: %+v", sh.From, sh)
		case !area.Within(view):
			return fmt.Errorf("is %+v and has a shape beside it: %+v, which is %+v", view, area, sh)
		}
		seen[sh.Key] = true
	}
	return nil
}

// bad reports whether any of the numbers is not finite.
func bad(list ...float64) bool {
	return slices.ContainsFunc(list, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}

// bounds returns the area of a shape without its stroke, or the zero value for a path that is not valid.
func bounds(sh scene.Shape) scene.Rectangle {
	around := scene.Rectangle{X: sh.X - sh.W/2, Y: sh.Y - sh.H/2, W: sh.W, H: sh.H}
	switch sh.Kind {
	case scene.Segment:
		return scene.Rectangle{X: min(sh.X, sh.X+sh.W), Y: min(sh.Y, sh.Y+sh.H), W: math.Abs(sh.W), H: math.Abs(sh.H)}
	case scene.Letters:
		const capitals = 0.72 // the height of capitals, as a fraction of the size
		w := scene.TextWidth(sh.Text, sh.H, sh.Bold)
		left := [...]float64{scene.Centre: w / 2, scene.Left: 0, scene.Right: w}
		return scene.Rectangle{X: sh.X - left[sh.Align%3], Y: sh.Y - capitals/2*sh.H, W: w, H: capitals * sh.H}
	case scene.Path:
		return pathBounds(sh)
	}
	return around
}

// pathBounds returns the area around some points on a path.
func pathBounds(sh scene.Shape) scene.Rectangle {
	low, high := scene.Point{X: math.Inf(1), Y: math.Inf(1)}, scene.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	var at scene.Point
	for c := range sh.Outline() {
		points := c.Points()
		if len(points) == 0 {
			continue
		}
		for i := 1; i <= 8; i++ {
			x := bezier(float64(i)/8, append([]scene.Point{at}, points...))
			if c.Op == 'M' {
				x = points[0]
			}
			low, high = scene.Point{X: min(low.X, x.X), Y: min(low.Y, x.Y)}, scene.Point{X: max(high.X, x.X), Y: max(high.Y, x.Y)}
		}
		at = points[len(points)-1]
	}
	if low.X > high.X {
		return scene.Rectangle{}
	}
	return scene.Rectangle{X: low.X, Y: low.Y, W: high.X - low.X, H: high.Y - low.Y}
}

// bezier returns the point of a curve at the parameter part, from 0 to 1.
func bezier(part float64, points []scene.Point) scene.Point {
	for n := len(points) - 1; n > 0; n-- {
		for i := range n {
			a, b := points[i], points[i+1]
			points[i] = scene.Point{X: a.X + (b.X-a.X)*part, Y: a.Y + (b.Y-a.Y)*part}
		}
	}
	return points[0]
}

// readable reports whether a path is valid to its end, so that a command appended to it is read too.
func readable(d string) bool {
	count := func(d string) int {
		n := 0
		for range (scene.Shape{Kind: scene.Path, W: 1, H: 1, D: d}).Outline() {
			n++
		}
		return n
	}
	return count(d+"M0 0") == count(d)+1
}

func spotsAreOnTheScene(t *trial) error {
	for _, p := range t.plays {
		sizes := map[int]map[string]scene.Spot{} // the spots seen so far, by the number of spots on a board
		for _, i := range p.sample(looked) {
			for _, seen := range t.views(p.states[i]) {
				v, seat := seen.view, seen.seat
				where := func(err error) error {
					return fmt.Errorf("%s after %s: the scene of seat %d %w", t.id(p), texts(p.moves[:i]), seat, err)
				}
				picture, board := v.Scene(), spotsOf(v.Grid(0, 0))
				for _, track := range v.Tracks() {
					for _, name := range track.Spots {
						if _, ok := picture.Spot(name); !ok {
							return where(fmt.Errorf("lacks the spot %q of the track %q", name, track.Name))
						}
					}
				}
				places := sizes[len(picture.Spots)]
				if places == nil {
					places = map[string]scene.Spot{}
					sizes[len(picture.Spots)] = places
				}
				for _, spot := range picture.Spots {
					if !slices.Contains(board, spot.Name) {
						return where(fmt.Errorf("has the spot %q, which the grid does not have", spot.Name))
					}
					spot.Label = ""
					if before, ok := places[spot.Name]; ok && before != spot {
						return where(fmt.Errorf("has the spot %q at %+v; it was at %+v", spot.Name, spot.Area, before.Area))
					}
					places[spot.Name] = spot
				}
			}
		}
	}
	return nil
}

func asidesFit(t *trial) error {
	return t.some(func(s game.State) error {
		for _, seen := range t.views(s) {
			v, seat := seen.view, seen.seat
			board := v.Scene()
			for _, room := range asides {
				a := v.Aside(room.w, room.h)
				where := fmt.Sprintf("the picture beside the board of seat %d, for %v by %v,", seat, room.w, room.h)
				if len(a.Shapes) == 0 && len(a.Spots) == 0 && a.View == (scene.Rectangle{}) {
					continue
				}
				if a.View.X != 0 || a.View.Y != 0 || a.View.W != room.w || a.View.H > room.h || len(a.Layers) > 0 {
					return fmt.Errorf("%s is %+v with %d layers; it must begin at 0, 0, be as wide and fit, without layers", where, a.View, len(a.Layers))
				}
				if err := soundScene(a); err != nil {
					return fmt.Errorf("%s %w", where, err)
				}
				for _, spot := range a.Spots {
					if _, ok := board.Spot(spot.Name); !ok {
						return fmt.Errorf("%s has the spot %q, which is not on the board", where, spot.Name)
					}
				}
			}
		}
		return nil
	})
}

// drawable returns an error if a preview cannot be drawn on a scene with this view and the keys in taken, or if
// it can be drawn only on a grid or only on a scene.
func drawable(p game.Preview, view scene.Rectangle, taken map[string]bool) error {
	if err := soundShapes(p.Shapes, view, taken); err != nil {
		return err
	}
	if onGrid := len(p.Marks)+len(p.Paths) > 0; onGrid != (len(p.Shapes) > 0) {
		return fmt.Errorf("has %d marks, %d paths and %d shapes; a preview must be drawn both on the grid and on the scene, or on neither",
			len(p.Marks), len(p.Paths), len(p.Shapes))
	}
	return nil
}

// samePreview reports whether two previews have the same sentence and drawings.
func samePreview(a, b game.Preview) bool {
	return slices.Equal(a.Shapes, b.Shapes) && inWords(a) == inWords(b)
}

// inWords writes a preview without its shapes.
func inWords(p game.Preview) string {
	p.Shapes = nil
	return fmt.Sprintf("%+v", p)
}

// scenesShowTheMoves compares the scenes before and after each move, spot by spot.
func scenesShowTheMoves(t *trial) error {
	for _, p := range t.plays {
		for _, i := range p.sample(looked) {
			if i == len(p.moves) {
				break
			}
			for _, seen := range t.views(p.states[i+1]) {
				for _, before := range t.views(p.states[i]) {
					if !slices.ContainsFunc(seen.seats, func(seat int) bool { return slices.Contains(before.seats, seat) }) {
						continue
					}
					if err := showsTheMove(before.view, seen.view); err != nil {
						return fmt.Errorf("%s after %s: to seat %d, %q %w", t.id(p), texts(p.moves[:i]), seen.seat, p.moves[i].Text, err)
					}
				}
			}
		}
	}
	return nil
}

// showsTheMove returns an error if a move changes something on the grid but not on the scene, or if the From of a shape is not a key of the earlier
// scene. For a shape that is in both scenes, From may also be a key of the later scene.
func showsTheMove(before, after game.View) error {
	a, b := before.Scene(), after.Scene()
	there, here := keys(a), keys(b)
	for _, sh := range b.Shapes {
		if sh.From != "" && !there[sh.From] && !(there[sh.Key] && here[sh.From]) {
			return fmt.Errorf("makes %q come from %q, which was not there", sh.Key, sh.From)
		}
	}
	was, is := prints(a.Shapes), prints(b.Shapes)
	for _, name := range changed(before.Grid(0, 0), after.Grid(0, 0)) {
		old, _ := a.Spot(name)
		now, _ := b.Spot(name)
		if on(was, old.Area).look == on(is, now.Area).look {
			return fmt.Errorf("changes %q on the grid and not on the scene", name)
		}
	}
	return nil
}

// changed lists the spots where the characters of two grids of the same size differ.
func changed(a, b grid.Grid) []string {
	if a.W != b.W || a.H != b.H {
		return nil
	}
	var list []string
	note := func(name string) {
		if name != "" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	for y := range b.H {
		for x := range b.W {
			if here, there := a.At(x, y), b.At(x, y); here.Spot != there.Spot || here.Rune != there.Rune {
				note(here.Spot)
				note(there.Spot)
			}
		}
	}
	return list
}

// seed is the seed of all digests, which need to be equal only within one run of the tests.
var seed = maphash.MakeSeed()

// fingerprint represents a shape, or all shapes in an area, without motion.
type fingerprint struct {
	area scene.Rectangle
	look uint64 // digest of everything visible
	form uint64 // the digest without colours
}

func prints(list []scene.Shape) []fingerprint {
	marks := make([]fingerprint, len(list))
	for i, sh := range list {
		marks[i] = fingerprint{bounds(sh), maphash.Comparable(seed, still(sh)), maphash.Comparable(seed, colourless(sh))}
	}
	return marks
}

// on returns the fingerprint of all shapes that meet an area.
func on(list []fingerprint, area scene.Rectangle) fingerprint {
	all := fingerprint{area: area}
	for _, f := range list {
		if meet(f.area, area) {
			all.look, all.form = all.look*31+f.look, all.form*31+f.form
		}
	}
	return all
}

// meet reports whether two areas overlap by more than a rounding error. An area without width or height can cross another area.
func meet(a, b scene.Rectangle) bool {
	const tiny = 1e-6
	return a.X+a.W > b.X+tiny && b.X+b.W > a.X+tiny && a.Y+a.H > b.Y+tiny && b.Y+b.H > a.Y+tiny
}

// digest returns the digest of all pictures in a list.
func digest(list []scene.Scene) uint64 {
	d := uint64(0)
	for _, s := range list {
		d = d*31 + maphash.Comparable(seed, [2]scene.Rectangle{s.View, s.Focus})
		d = d*31 + digestOf(s.Shapes)
		for _, spot := range s.Spots {
			d = d*31 + maphash.Comparable(seed, spot)
		}
		for _, l := range s.Layers {
			d = d*31 + maphash.String(seed, l.Name)
			d = d*31 + digestOf(l.Shapes)
		}
	}
	return d
}

// digestOf returns the digest of a list of shapes.
func digestOf(list []scene.Shape) uint64 {
	d := uint64(0)
	for _, sh := range list {
		d = d*31 + maphash.Comparable(seed, sh)
	}
	return d
}

// still returns a shape without the properties that matter only in motion.
func still(sh scene.Shape) scene.Shape {
	sh.Key, sh.From, sh.Step, sh.Turn, sh.Edge, sh.Grow = "", "", 0, false, false, false
	return sh
}

// colourless returns a still shape with all its colours made the same.
func colourless(sh scene.Shape) scene.Shape {
	sh = still(sh)
	for _, c := range []*scene.Colour{&sh.Fill, &sh.Stroke, &sh.To} {
		if *c != scene.None {
			*c = scene.Text
		}
	}
	return sh
}

// scenesDoNotTellByColourAlone compares all drawings of each spot: equal shapes must have equal colours.
func scenesDoNotTellByColourAlone(t *trial) error {
	type place struct {
		spot scene.Spot
		form uint64 // digest of its shapes without colours
	}
	seen := map[place]uint64{} // digests with colours
	differs := func(s scene.Scene, list []fingerprint) error {
		for _, spot := range s.Spots {
			spot.Label = ""
			here := on(list, spot.Area)
			if before, ok := seen[place{spot, here.form}]; ok && before != here.look {
				return fmt.Errorf("%q has been drawn with the same shapes in different colours, which nothing else shows", spot.Name)
			}
			seen[place{spot, here.form}] = here.look
		}
		return nil
	}
	return t.some(func(s game.State) error {
		moves := game.MovesOf(s)
		for _, seen := range t.views(s) {
			v, seat := seen.view, seen.seat
			picture := v.Scene()
			board := prints(picture.Shapes)
			pictures := [][]fingerprint{board}
			for _, l := range picture.Layers {
				pictures = append(pictures, slices.Concat(board, prints(l.Shapes)))
			}
			for _, m := range moves[:min(len(moves), 6)] {
				if p := v.Preview(m.Text); len(p.Shapes) > 0 {
					pictures = append(pictures, slices.Concat(board, prints(p.Shapes)))
				}
			}
			for _, list := range pictures {
				if err := differs(picture, list); err != nil {
					return fmt.Errorf("to seat %d, %w", seat, err)
				}
			}
		}
		return nil
	})
}

func soundsAreKnown(t *trial) error {
	return t.each(func(s game.State) error {
		for _, seen := range t.views(s) {
			for _, sound := range seen.view.Status().Sounds {
				if !slices.Contains(Sounds(), sound) {
					return fmt.Errorf("the sound %q is not one of %q", sound, Sounds())
				}
			}
		}
		return nil
	})
}

func samplesArePlayable(t *trial) error {
	if len(t.info.Sample) == 0 {
		return errors.New("there are no moves to a position for pictures")
	}
	s, err := t.game.New(game.Setup{})
	for _, text := range t.info.Sample {
		if err != nil {
			return err
		}
		if s, _, err = s.Play(text); err != nil {
			return fmt.Errorf("%q among the moves %q to the position for pictures: %w", text, t.info.Sample, err)
		}
	}
	return err
}

// Sounds lists all sounds that moves may have.
func Sounds() []game.Sound {
	return []game.Sound{game.Place, game.Change, game.Win, game.Beam, game.Absorbed, game.Reflected, game.Refused, game.Hint, game.Chat, game.Late}
}
