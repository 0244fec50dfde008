package scene

import (
	"maps"
	"math"
	"slices"
	"time"
)

// Times of a motion.
const (
	stepLong  = 160 * time.Millisecond // the length of a step, if there are few steps
	stepShort = 120 * time.Millisecond // the length of a step, if there are many; the steps then overlap
	longest   = 300 * time.Millisecond // the length of all steps together
)

// settling is the size at which a new object starts to grow, as a fraction of its final size.
const settling = 0.6

// Motion is an animation from one scene to another. It is immutable.
type Motion struct {
	before  []Shape
	after   Scene
	changes []change // in drawing order
	total   time.Duration
	room    int // upper limit for the number of shapes in a picture
}

// change is the change of one object. from and to are the object's indexes in the shapes before and after, or none.
type change struct {
	from, to int
	how      how
	copied   bool // another change continues the object with the index from, so this change draws nothing before its start
	step     int
	start    time.Duration
	length   time.Duration
}

const none = -1

type how uint8

const (
	stays   how = iota
	moves       // from one position, size and fill to another
	recoats     // moves, and the new look fades in over the old one
	mixes       // moves, and the new colour spreads from one side
	swaps       // moves, and the old look fades out while the new one fades in
	turns       // narrows with the old look and widens with the new one
	settles     // fades in and grows
	appears     // fades in
	grows       // a line appears from one end to the other
	goes        // fades out
)

// Between returns the motion from one scene to another. Shapes with equal keys are the same object, and so are shapes without a key that
// are equal except for their colours. If the From of a new object is a key in the earlier scene, the new object starts as that object,
// which may itself stay, move or disappear. An object appears or changes in the Step of its shape in the later scene, or in the first
// step if Step is 0. Objects disappear in the first step. If a circle that is in both scenes has a From, its new colour flows in from the
// side nearest the object named by From.
//
// A step takes 120 to 160 ms, and all steps together at most 300 ms: the more steps there are, the more they overlap. Steps in which
// nothing changes take no time.
func Between(before, after Scene) Motion {
	m := Motion{before: before.Shapes, after: after}
	pairs := match(before.Shapes, after.Shapes)
	kept := make([]int, len(before.Shapes)) // for each shape in before, its index in after, or none
	for i := range kept {
		kept[i] = none
	}
	changes := make([]change, len(after.Shapes))
	for i, from := range pairs {
		c := change{from: from, to: i, step: max(after.Shapes[i].Step, 1)}
		c.how = m.how(c)
		changes[i] = c
		if from != none && (kept[from] == none || after.Shapes[i].Key == before.Shapes[from].Key) {
			kept[from] = i
		}
	}
	for i, from := range pairs {
		changes[i].copied = from != none && kept[from] != i
	}

	// An object that disappears keeps its layer: it is drawn directly after the last shape below it that remains.
	over, last := map[int][]change{}, none
	for from, place := range kept {
		if place != none {
			last = place
			continue
		}
		over[last] = append(over[last], change{from: from, to: none, how: goes, step: 1})
	}
	m.changes = append(make([]change, 0, len(after.Shapes)+len(before.Shapes)), over[none]...)
	for i, c := range changes {
		m.changes = append(append(m.changes, c), over[i]...)
	}
	m.time()
	return m
}

// match returns, for every shape in the list after, the index of the same shape in the list before, or none.
func match(before, after []Shape) []int {
	keyed := make(map[string]int, len(before))
	var bare []int // without a key
	for i, sh := range before {
		if sh.Key != "" {
			keyed[sh.Key] = i
		} else {
			bare = append(bare, i)
		}
	}
	pairs := make([]int, len(after))
	taken := make([]bool, len(before))
	for i, sh := range after {
		pairs[i] = none
		if from, ok := keyed[sh.Key]; ok && sh.Key != "" && !taken[from] {
			pairs[i], taken[from] = from, true
		}
	}
	for _, part := range []func(Shape) Shape{looks, form} {
		places := map[Shape][]int{}
		for _, i := range bare {
			if !taken[i] {
				places[part(before[i])] = append(places[part(before[i])], i)
			}
		}
		for i, sh := range after {
			if sh.Key != "" || pairs[i] != none || len(places) == 0 {
				continue
			}
			if list := places[part(sh)]; len(list) > 0 {
				pairs[i], taken[list[0]] = list[0], true
				places[part(sh)] = list[1:]
			}
		}
	}
	for i, sh := range after {
		if from, ok := keyed[sh.From]; ok && sh.From != "" && pairs[i] == none {
			pairs[i] = from
		}
	}
	return pairs
}

// looks returns a shape with only its visible fields.
func looks(sh Shape) Shape {
	sh.Key, sh.From, sh.Step, sh.Turn, sh.Edge, sh.Grow = "", "", 0, false, false, false
	return sh
}

// form returns a shape without its colours and transparency, its key and its animation.
func form(sh Shape) Shape {
	return Shape{Kind: sh.Kind, X: sh.X, Y: sh.Y, W: sh.W, H: sh.H, R: sh.R, D: sh.D, Text: sh.Text, Bold: sh.Bold, Align: sh.Align, Dash: sh.Dash}
}

// how returns the kind of change of an object that is in the later scene.
func (m Motion) how(c change) how {
	to := m.after.Shapes[c.to]
	turning := to.Turn && to.Kind != Segment
	if c.from == none {
		switch {
		case to.Kind == Segment && to.Grow:
			return grows
		case turning:
			return turns
		case to.Key != "" && (to.Kind == Circle || to.Kind == Path || to.Kind == Letters):
			return settles
		}
		return appears
	}
	from := m.before[c.from]
	redrawn := from.Kind != to.Kind || from.D != to.D || from.Text != to.Text || from.Bold != to.Bold ||
		from.Align != to.Align || (from.Dash > 0) != (to.Dash > 0)
	recoated := from.Shade != to.Shade || from.Mix != 0 || to.Mix != 0 || stroked(from) && stroked(to) && from.Stroke != to.Stroke
	switch {
	case looks(from) == looks(to):
		return stays
	case turning && from.Kind != Segment:
		return turns
	case to.From != "" && to.From != to.Key && from.Kind == Circle && to.Kind == Circle && from.Fill != to.Fill && from.Key == to.Key:
		return mixes
	case redrawn, recoated && from.Fill != None && to.Fill == None:
		return swaps
	case recoated:
		return recoats
	}
	return moves
}

func stroked(sh Shape) bool { return sh.Stroke != None && sh.Width > 0 }

func (m *Motion) time() {
	found := map[int]bool{}
	for _, c := range m.changes {
		if m.room++; c.how == recoats || c.how == swaps || c.how == mixes {
			m.room++
		}
		if c.how != stays {
			found[c.step] = true
		}
	}
	steps := slices.Sorted(maps.Keys(found))
	n := time.Duration(len(steps))
	if n == 0 {
		return
	}
	length := max(min(longest/n, stepLong), stepShort)
	stride := length
	if n > 1 {
		stride = min(length, (longest-length)/(n-1))
	}
	m.total = stride*(n-1) + length
	for i, c := range m.changes {
		if c.how == stays {
			continue
		}
		rank, _ := slices.BinarySearch(steps, c.step)
		m.changes[i].start, m.changes[i].length = stride*time.Duration(rank), length
		if c.how == grows {
			m.changes[i].length = stride // so that beams neither pause nor overtake themselves
		}
	}
}

// Duration returns the length of the motion, at most 300 ms; it is 0 if nothing moves.
func (m Motion) Duration() time.Duration { return m.total }

// At returns the picture at time t. At 0 and before, it has the shapes of the earlier scene; from Duration on, it is the later scene. Its
// view, focus, spots and layers are always those of the later scene.
func (m Motion) At(t time.Duration) Scene {
	s := m.after
	switch {
	case t >= m.total:
		return s
	case t <= 0:
		s.Shapes = m.before
		return s
	}
	s.Shapes = make([]Shape, 0, m.room)
	for _, c := range m.changes {
		switch {
		case c.how == stays || c.to != none && t >= c.start+c.length:
			s.Shapes = append(s.Shapes, m.after.Shapes[c.to])
		case t >= c.start+c.length:
		case t > c.start:
			s.Shapes = m.during(s.Shapes, c, float64(t-c.start)/float64(c.length))
		case c.from != none && !c.copied:
			s.Shapes = append(s.Shapes, m.before[c.from])
		}
	}
	return s
}

// during appends the visible shapes of a change in progress; part, from 0 to 1, is the share of the change's time that has passed.
func (m Motion) during(list []Shape, c change, part float64) []Shape {
	var from, to Shape
	if c.from != none {
		from = m.before[c.from]
	}
	if c.to != none {
		to = m.after.Shapes[c.to]
	}
	done := part * (2 - part) // fast first, then slower
	switch c.how {
	case moves:
		return append(list, blend(from, to, done))
	case recoats:
		old, new := blend(from, to, done), blend(from, to, done)
		old.Shade, old.Fill, old.To, old.Mix = from.Shade, from.Fill, from.To, from.Mix
		old.Key = ""
		if stroked(from) {
			old.Stroke = from.Stroke
		}
		new.Fill, new.To, new.Mix = to.Fill, to.To, to.Mix
		return append(list, old, faded(new, done))
	case mixes:
		old, new := placed(from, from, to, done), placed(to, from, to, done)
		old.Key = ""
		x, y := m.source(to)
		if far := math.Hypot(x-new.X, y-new.Y); far > 0 { // the new colour starts at the edge on that side
			new.X += (x - new.X) / far * new.W / 2 * (1 - done)
			new.Y += (y - new.Y) / far * new.H / 2 * (1 - done)
		}
		new.W, new.H, new.Lift = new.W*done, new.H*done, 0
		return append(list, old, new)
	case swaps:
		old, new := from, to
		if from.Kind == to.Kind {
			old, new = placed(from, from, to, done), placed(to, from, to, done)
		}
		old.Key = ""
		return append(list, faded(old, 1-done), faded(new, done))
	case turns:
		switch {
		case done < 0.5 && c.from == none:
			return list
		case done < 0.5:
			from.Key = to.Key
			return append(list, narrow(from, 1-2*done))
		}
		return append(list, narrow(to, 2*done-1))
	case settles:
		return append(list, faded(sized(to, settling+(1-settling)*done), done))
	case appears:
		return append(list, faded(to, done))
	case grows:
		to.W, to.H = to.W*part, to.H*part
		return append(list, to)
	}
	return append(list, faded(from, 1-done))
}

// source returns the middle of the object from which the new colour of a shape comes, or the middle of the shape if there is none.
func (m Motion) source(sh Shape) (x, y float64) {
	for _, o := range m.after.Shapes {
		if o.Key == sh.From {
			return o.X, o.Y
		}
	}
	return sh.X, sh.Y
}

// blend returns a shape between two shapes of the same kind; done is 0 for the shape from and 1 for the shape to.
func blend(from, to Shape, done float64) Shape {
	sh := placed(to, from, to, done)
	sh.Fade = lerp(from.Fade, to.Fade, done)
	if from.Fill != to.Fill {
		sh.Fill, sh.To, sh.Mix = from.Fill, to.Fill, done
	}
	switch {
	case stroked(from) && stroked(to):
	case stroked(from):
		sh.Stroke, sh.Width = from.Stroke, lerp(from.Width, 0, done)
	case stroked(to):
		sh.Width = lerp(0, to.Width, done)
	}
	return sh
}

// placed returns sh with a position and size between those of from and to; done is 0 for the shape from and 1 for the shape to.
func placed(sh, from, to Shape, done float64) Shape {
	sh.X, sh.Y = lerp(from.X, to.X, done), lerp(from.Y, to.Y, done)
	sh.W, sh.H = lerp(from.W, to.W, done), lerp(from.H, to.H, done)
	sh.R, sh.Width, sh.Dash = lerp(from.R, to.R, done), lerp(from.Width, to.Width, done), lerp(from.Dash, to.Dash, done)
	sh.Lift = lerp(from.Lift, to.Lift, done)
	return sh
}

func lerp(a, b, done float64) float64 { return a + (b-a)*done }

// faded returns a shape with its opacity multiplied by seen.
func faded(sh Shape, seen float64) Shape {
	sh.Fade = 1 - (1-sh.Fade)*seen
	return sh
}

// sized returns a shape with its size multiplied by factor; X and Y stay.
func sized(sh Shape, factor float64) Shape {
	sh.W, sh.H, sh.R = sh.W*factor, sh.H*factor, sh.R*factor
	sh.Width, sh.Dash, sh.Lift = sh.Width*factor, sh.Dash*factor, sh.Lift*factor
	return sh
}

// narrow returns a shape that is turning over, with its width multiplied by factor. Letters, which have no width, shrink.
func narrow(sh Shape, factor float64) Shape {
	if sh.Kind == Letters {
		return sized(sh, factor)
	}
	sh.W *= factor
	return sh
}
