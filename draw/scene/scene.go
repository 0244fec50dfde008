// Package scene describes a picture as a list of shapes, independent of any device. A game describes each position once. The same [Scene] is drawn in
// the window and on the page, written as SVG, PNG and GIF files, animated, read aloud, and used to find the square under the mouse.
//
// The unit of length is the distance between two neighbouring squares of a board. A [Shape] is a circle, a rectangle, a path or a word; [Disc], [Box],
// [Ring], [Word] and other functions make them, and [Lattice] and [Hex] whole boards. A [Spot] is an area that can be selected, with its contents in
// words. A [Colour] is a meaning, such as a legal move or a red piece, not a look: a theme of package palette defines the look.
//
// A shape with a Key is the same object in all pictures of a game. From two scenes, [Between] can therefore derive how one becomes the other: which
// objects move, turn over, appear and disappear, in the order of their Steps. The example moves a disc from one square to the next.
package scene

import "math"

// Colour is the meaning of a colour; a theme turns it into red, green and blue.
type Colour uint8

// The colours. The colours of pieces have the names of real colours.
const (
	None       Colour = iota // not drawn
	Background               // the background of the whole picture
	Panel                    // an area that stands out from the background
	Raised                   // a part of a page that is pointed at or chosen
	Line                     // borders and lines that carry no information
	Frame                    // the frame of a board, and the gaps between its squares
	Square                   // a square of a board
	Plate                    // the surface of a board without squares
	Grid                     // the lines on a Plate
	Grain                    // the lines in the wood of a board
	Block                    // a blocked square
	Halo                     // the edges of lines in the colour Accent; 0 on a board without them
	Text
	Muted  // text and signs of minor importance
	Accent // an item that is pointed at, selected or due
	Legal  // a legal move
	Last   // the last move, a winning line
	Good   // right, agreeing
	Bad    // wrong, contradicting
	Beam   // the path of a beam
	Red
	Yellow
	Green
	Cyan
	Blue
	Purple
	Black
	White
	Rim     // mixed into the edges of balls, so that every ball is visible on every board
	Shadow  // mixed into areas that lie in a shadow
	Edge    // the edges of lines in the colour Last; 0 in a theme without them
	Query   // the cursor on the ports around the board
	Waiting // the cursor on the ports while another cursor moves on the board
	plain
)

// Boards is the number of boards that a theme has colours for.
const Boards = 3

// Colours is the number of values of Colour, including those of On and OnBoard.
const Colours = Boards * 2 * int(plain)

// On returns the colour of letters and signs on a background of colour c.
func On(c Colour) Colour { return c - c%(2*plain) + c%plain + plain }

// Ground undoes On: for c = On(d) it returns d and true, and for any other colour c and false. The result is always a colour on the board numbered 0.
func Ground(c Colour) (ground Colour, on bool) { return c % plain, c%(2*plain) >= plain }

// OnBoard returns a colour as it is on the board with the given number; 0 is the theme's default board. Only the colours of boards differ, and the
// colour Accent, because its lines can have a halo on a board.
func (c Colour) OnBoard(board int) Colour {
	if ground := c % plain; ground != Accent && (ground < Frame || ground > Halo) {
		return c
	}
	return c%(2*plain) + Colour(board)*2*plain
}

// Board returns the number of the board that OnBoard was given.
func (c Colour) Board() int { return int(c / (2 * plain)) }

// ShapeKind is the kind of a shape.
type ShapeKind uint8

// The kinds of shapes.
const (
	Circle  ShapeKind = iota // around X, Y, W wide and H high
	Rect                     // around X, Y, W wide and H high, with corners of radius R
	Segment                  // a straight line from X, Y to X+W, Y+H with round ends, Width wide, in the colour Stroke
	Path                     // D with its coordinates multiplied by W and H, then moved by X, Y
	Letters                  // Text in letters of size H; X is the point that Align names, Y the middle of the capitals
)

// Align is the point of Letters that is at X.
type Align uint8

// The alignments.
const (
	Centre Align = iota
	Left
	Right
)

// Shade is the kind of filling of a Circle.
type Shade uint8

// The shades.
const (
	Flat Shade = iota
	Ball       // a ball lit from the upper left
)

// Shape is one drawn object. Shapes are values and can be compared.
type Shape struct {
	Kind       ShapeKind
	X, Y, W, H float64
	R          float64 // radius of the corners of a Rect
	D          string  // for a Path: an SVG path of M, L, C, Q, Z with absolute coordinates
	Text       string  // for Letters
	Bold       bool
	Align      Align

	Fill   Colour
	To     Colour // the fill to change to
	Shade  Shade
	Stroke Colour
	Width  float64 // the width of the stroke, which is centred on the edge
	Dash   float64 // length of dashes and of the gaps between them; 0 is solid
	Fade   float64 // from 0, opaque, to 1, invisible
	Mix    float64 // the share of To in the fill, from 0 to 1
	Lift   float64 // above 0: the height of a Circle or Rect above its surroundings, on which it casts a soft shadow; below 0: the depth to which a Rect is sunk, with its upper part in the shadow

	Key  string // identifies the object in earlier and later scenes; unique in a scene, or ""
	From string // the Key of another object, or "". A shape whose own Key is new starts from that object of the earlier scene; if its Key is not new, its new colour comes from the side of that object, which may be new
	Step int    // the step, from 1, of the last move's animation in which the shape appears or changes; 0: the last move does not affect it. Objects disappear in step 1
	Turn bool   // the shape changes by turning over; Letters shrink instead of narrowing
	Edge bool   // the shape is a coordinate, or a Rect under the board: if only a part of the scene is shown, it keeps its distance from the edge
	Aims bool   // the shape points in a direction of the board, and turns with it even inside a spot
	Grow bool   // a Segment appears by growing from X, Y
}

// Rectangle is an area: its upper left corner X, Y, its width W and its height H.
type Rectangle struct{ X, Y, W, H float64 }

// Contains reports whether the point x, y lies in r. The left and upper edges belong to r, the others do not.
func (r Rectangle) Contains(x, y float64) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Within reports whether r lies in o, up to rounding.
func (r Rectangle) Within(o Rectangle) bool {
	const tiny = 1e-6
	return r.X >= o.X-tiny && r.Y >= o.Y-tiny && r.X+r.W <= o.X+o.W+tiny && r.Y+r.H <= o.Y+o.H+tiny
}

// Union returns the smallest area that contains r and the other area; an area without width and height is ignored.
func (r Rectangle) Union(o Rectangle) Rectangle {
	switch {
	case r.W <= 0 && r.H <= 0:
		return o
	case o.W <= 0 && o.H <= 0:
		return r
	}
	x, y := min(r.X, o.X), min(r.Y, o.Y)
	return Rectangle{x, y, max(r.X+r.W, o.X+o.W) - x, max(r.Y+r.H, o.Y+o.H) - y}
}

// Spot is an area of a scene that can be selected, such as a square or a port.
type Spot struct {
	Name  string
	Area  Rectangle
	Round bool   // the spot is the ellipse inscribed in Area
	Label string // the contents in words, "i10, empty"; for people who cannot see the picture
}

// Middle returns the middle of the spot's area.
func (s Spot) Middle() (x, y float64) { return s.Area.X + s.Area.W/2, s.Area.Y + s.Area.H/2 }

func (s Spot) contains(x, y float64) bool {
	if !s.Round {
		return s.Area.Contains(x, y)
	}
	mx, my := s.Middle()
	return math.Hypot((x-mx)/s.Area.W, (y-my)/s.Area.H) <= 0.5
}

// Layer is a list of shapes that can be drawn over a scene. The layer of the same name in the view's grid has the label and the key.
type Layer struct {
	Name   string
	Shapes []Shape
}

// SmallPlace is the least size of a square, in units of 1/96 inch or in pixels of a picture, at which the whole scene is shown. If squares would be
// smaller, only the Focus is shown.
const SmallPlace = 30

// Scene is a picture of a position.
type Scene struct {
	View   Rectangle // the whole picture
	Focus  Rectangle // the part to show where there is little room; the zero value means everything
	Shapes []Shape   // later shapes cover earlier ones
	Spots  []Spot
	Layers []Layer

	Measured bool // in an SVG file, words keep the width that they have in the program's font, whatever font the viewer uses
}

// At returns the name of the spot at the point x, y, or "" if there is none. Later spots cover earlier ones.
func (s Scene) At(x, y float64) string {
	for i := len(s.Spots) - 1; i >= 0; i-- {
		if s.Spots[i].contains(x, y) {
			return s.Spots[i].Name
		}
	}
	return ""
}

// Spot returns the spot called name and whether there is one.
func (s Scene) Spot(name string) (Spot, bool) {
	for _, spot := range s.Spots {
		if spot.Name == name {
			return spot, true
		}
	}
	return Spot{}, false
}

// Within returns the scene with r as its View. The shapes under the board are cut so that they keep their distance from the edge; the coordinates of
// the remaining rows and columns move with the edge. Lines are cut off at the edge of the board. Spots whose middle lies outside r are omitted, and so
// are circles and rectangles that lie wholly outside; paths and letters outside may remain.
func (s Scene) Within(r Rectangle) Scene { return s.cut(r, Rectangle{}) }

// cut does the work of Within. Unless inner is the zero value, lines end at the edge of inner, and shapes and spots whose middle lies outside inner are
// omitted.
func (s Scene) cut(r, inner Rectangle) Scene {
	part := Scene{View: r, Layers: s.Layers, Shapes: make([]Shape, 0, len(s.Shapes)/2)}
	var board Rectangle // the board without its coordinates
	for _, spot := range s.Spots {
		board = board.Union(spot.Area)
	}
	// place moves a point outside the board so that it is as far from the edge of r as it was from the edge of the whole scene.
	place := func(x, y float64) (float64, float64) {
		at := func(v, middle, from, wide, to, toWide float64) float64 {
			if v < middle {
				return v - from + to
			}
			return v - from - wide + to + toWide
		}
		x = at(x, board.X+board.W/2, s.View.X, s.View.W, r.X, r.W)
		return x, at(y, board.Y+board.H/2, s.View.Y, s.View.H, r.Y, r.H)
	}
	shown := r // the board within r
	between := func(at, from, wide float64) bool {
		const edge = 0.2
		return at >= from+edge && at <= from+wide-edge
	}
	for _, sh := range s.Shapes {
		switch {
		case sh.Edge && sh.Kind == Rect:
			sh = sh.between(place)
			shown = Rectangle{X: sh.X - sh.W/2, Y: sh.Y - sh.H/2, W: sh.W, H: sh.H}
		case sh.Edge:
			row := sh.X < board.X || sh.X >= board.X+board.W // the coordinate of a row, not of a column
			if row && !between(sh.Y, shown.Y, shown.H) || !row && !between(sh.X, shown.X, shown.W) {
				continue
			}
			if x, y := place(sh.X, sh.Y); row {
				sh.X = x
			} else {
				sh.Y = y
			}
		case sh.Kind == Segment:
			edge := shown
			if inner.W > 0 {
				edge = inner
			}
			var ok bool
			if sh, ok = sh.within(edge); !ok {
				continue
			}
		case inner.W > 0 && !inner.Contains(sh.X, sh.Y), inner.W == 0 && sh.beside(r):
			continue
		}
		part.Shapes = append(part.Shapes, sh)
	}
	if inner.W > 0 {
		r = inner
	}
	for _, spot := range s.Spots {
		if r.Contains(spot.Middle()) {
			part.Spots = append(part.Spots, spot)
		}
	}
	return part
}

// beside reports whether a Circle or Rect lies wholly outside r. For other kinds of shapes, it returns false.
func (sh Shape) beside(r Rectangle) bool {
	if sh.Kind != Circle && sh.Kind != Rect {
		return false
	}
	w, h := sh.W/2+sh.Width, sh.H/2+sh.Width
	return sh.X+w < r.X || sh.X-w > r.X+r.W || sh.Y+h < r.Y || sh.Y-h > r.Y+r.H
}

// Add appends shapes, which cover those already there.
func (s *Scene) Add(shapes ...Shape) { s.Shapes = append(s.Shapes, shapes...) }

// Draw adds the shapes, spots and layers of another scene, their coordinates multiplied by scale and then moved by x, y. Every Key and From starts
// with prefix, so that two pictures in one scene have different keys.
func (s *Scene) Draw(o Scene, x, y, scale float64, prefix string) {
	for _, shape := range o.Shapes {
		s.Shapes = append(s.Shapes, shape.Moved(x, y, scale, prefix))
	}
	for _, spot := range o.Spots {
		a := spot.Area
		spot.Area = Rectangle{x + a.X*scale, y + a.Y*scale, a.W * scale, a.H * scale}
		s.Spots = append(s.Spots, spot)
	}
	for _, layer := range o.Layers {
		shapes := make([]Shape, len(layer.Shapes))
		for i, shape := range layer.Shapes {
			shapes[i] = shape.Moved(x, y, scale, prefix)
		}
		s.Layers = append(s.Layers, Layer{layer.Name, shapes})
	}
}

// Fitted returns the shapes of the scene, enlarged or reduced so that its View fits into w by h, and centred.
func (s Scene) Fitted(w, h float64) (fitted Scene) {
	scale := 1.0
	if s.View.W > 0 && s.View.H > 0 {
		scale = min(w/s.View.W, h/s.View.H)
	}
	fitted.Draw(Scene{Shapes: s.Shapes}, (w-s.View.W*scale)/2-s.View.X*scale, (h-s.View.H*scale)/2-s.View.Y*scale, scale, "")
	return fitted
}

// Moved returns the shape with its coordinates multiplied by scale and then moved by x, y, and with prefix before its Key and From.
func (sh Shape) Moved(x, y, scale float64, prefix string) Shape {
	sh.X, sh.Y = x+sh.X*scale, y+sh.Y*scale
	sh.W, sh.H, sh.R = sh.W*scale, sh.H*scale, sh.R*scale
	sh.Width, sh.Dash, sh.Lift = sh.Width*scale, sh.Dash*scale, sh.Lift*scale
	if sh.Key != "" {
		sh.Key = prefix + sh.Key
	}
	if sh.From != "" {
		sh.From = prefix + sh.From
	}
	return sh
}

// Disc returns a filled circle of radius r around x, y.
func Disc(x, y, r float64, fill Colour) Shape {
	return Shape{Kind: Circle, X: x, Y: y, W: 2 * r, H: 2 * r, Fill: fill}
}

// Ring returns the outline, width wide, of a circle of radius r around x, y.
func Ring(x, y, r, width float64, stroke Colour) Shape {
	return Shape{Kind: Circle, X: x, Y: y, W: 2 * r, H: 2 * r, Stroke: stroke, Width: width}
}

// Box returns a filled rectangle with its upper left corner at x, y, w wide and h high, with corners of radius r.
func Box(x, y, w, h, r float64, fill Colour) Shape {
	return Shape{Kind: Rect, X: x + w/2, Y: y + h/2, W: w, H: h, R: r, Fill: fill}
}

// Stroke returns a straight line, width wide, from x, y to tx, ty.
func Stroke(x, y, tx, ty, width float64, stroke Colour) Shape {
	return Shape{Kind: Segment, X: x, Y: y, W: tx - x, H: ty - y, Stroke: stroke, Width: width}
}

// Word returns text in letters of the given size. align is the point of the text that is at x; y is the middle of the capitals.
func Word(x, y, size float64, text string, align Align, fill Colour) Shape {
	return Shape{Kind: Letters, X: x, Y: y, H: size, Text: text, Align: align, Fill: fill}
}

// Part returns the part of a scene around the named spots, without layers. Lines are cut off at the edge of the part; any other shape or spot is kept
// if its middle lies inside. Text around the board, such as coordinates, moves to the edge of the part. If the scene has none
// of the spots, Part returns the whole scene.
func (s Scene) Part(spots ...string) Scene {
	var whole, r Rectangle
	for _, spot := range s.Spots {
		whole = whole.Union(spot.Area)
		for _, name := range spots {
			if name == spot.Name {
				r = r.Union(spot.Area)
			}
		}
	}
	if r.W == 0 {
		return Scene{View: s.View, Shapes: s.Shapes}
	}
	part := s.cut(Rectangle{
		X: r.X + s.View.X - whole.X, Y: r.Y + s.View.Y - whole.Y, W: r.W + s.View.W - whole.W, H: r.H + s.View.H - whole.H,
	}, r)
	part.Layers = nil
	return part
}

// between returns a Rect with its upper left and its lower right corner moved.
func (sh Shape) between(move func(x, y float64) (float64, float64)) Shape {
	x, y := move(sh.X-sh.W/2, sh.Y-sh.H/2)
	toX, toY := move(sh.X+sh.W/2, sh.Y+sh.H/2)
	sh.X, sh.Y, sh.W, sh.H = (x+toX)/2, (y+toY)/2, toX-x, toY-y
	return sh
}

// within clips a Segment to r and reports whether a part of it lies in r.
func (sh Shape) within(r Rectangle) (Shape, bool) {
	from, to := 0.0, 1.0 // fractions of the way along the line
	for _, edge := range [...]struct{ along, room float64 }{
		{-sh.W, sh.X - r.X}, {sh.W, r.X + r.W - sh.X}, {-sh.H, sh.Y - r.Y}, {sh.H, r.Y + r.H - sh.Y},
	} {
		switch at := edge.room / edge.along; {
		case edge.along == 0 && edge.room < 0:
			return sh, false
		case edge.along < 0:
			from = max(from, at)
		case edge.along > 0:
			to = min(to, at)
		}
	}
	if from >= to {
		return sh, false
	}
	sh.X, sh.Y, sh.W, sh.H = sh.X+from*sh.W, sh.Y+from*sh.H, (to-from)*sh.W, (to-from)*sh.H
	return sh, true
}

// Coat returns the two colours that are mixed in the fill of a shape, the share of the second colour, and the opacity of the fill, before Fade is
// applied. Share and opacity are from 0 to 1.
func (sh Shape) Coat() (from, to Colour, part, seen float64) {
	part = min(max(sh.Mix, 0), 1)
	from, to, seen = sh.Fill, sh.To, 1
	switch {
	case part == 0:
		to = from
	case part == 1:
		from = to
	}
	switch {
	case from == None && to == None:
		seen = 0
	case from == None:
		from, seen = to, part
	case to == None:
		to, seen = from, 1-part
	}
	return from, to, part, seen
}

// The colours of a ball change from a light spot outward.
const (
	BallX, BallY = 0.36, 0.30 // the light spot, as fractions of the ball's width and height
	BallReach    = 0.75       // radius of the gradient around the light spot, as a fraction of the ball's width
	BallPure     = 0.45       // the point on that radius at which the ball has its own colour
)

// A ball has a rim in a colour between its own and the colour Rim.
const (
	RimWidth = 0.035 // the width of the rim, as a fraction of the ball's width
	RimShare = 0.7   // the share of the colour Rim
)

// The shadow of a shape with a Lift above 0 has the form of the shape, moved by Lift times ShadowX and ShadowY. Around its edge, the colour Shadow
// fades from ShadowShare to none, over a distance of ShadowBlur times Lift to both sides.
const (
	ShadowX, ShadowY = 0.25, 0.7
	ShadowBlur       = 1
	ShadowShare      = 0.45
)

// A Rect with a Lift below 0 has SunkShare of the colour Shadow at its upper edge, decreasing to none at the depth -Lift, and LightShare of white
// along its lower edge.
const SunkShare, LightShare = 0.3, 0.1

// Dim returns the share of the colour Shadow in a sunken Rect; part is the depth there as a fraction of the whole depth, from 0 to 1.
func Dim(part float64) float64 { return SunkShare * (1 - part) * (1 - part) }

// Cased returns the shape to draw below a line so that the line has edges, and whether sh is a line with edges. Lines in the colour Last have edges in
// the colour Edge, and lines in the colour Accent on a board have edges in the colour Halo. unit is the length of a pixel or point.
func (sh Shape) Cased(unit float64) (Shape, bool) {
	var casing Colour
	switch board := sh.Stroke.Board(); {
	case sh.Width <= 0 || sh.Kind == Letters || sh.Kind == Segment && sh.Fade > 0:
		return Shape{}, false
	case sh.Stroke == Last && sh.Dash <= 0:
		casing = Edge
	case board > 0 && sh.Stroke == Accent.OnBoard(board):
		casing = Halo.OnBoard(board)
	default:
		return Shape{}, false
	}
	sh.Stroke, sh.Width, sh.Fill, sh.To, sh.Mix, sh.Lift = casing, sh.Width+2*min(max(unit, sh.Width/4), 2*unit), None, None, 0, 0
	return sh, true
}

// BallShares returns the share of white in the light spot of a ball of this colour, and the share of black at the end of the gradient. Very dark and
// very light balls keep more of their own colour, so that black balls look black and white balls look white.
func BallShares(r, g, b uint8) (white, black float64) {
	const (
		lightest, lightestOfDark = 0.55, 0.34
		darkest, darkestOfLight  = 0.45, 0.24
	)
	dark := min(max(1-float64(max(r, g, b))/255/0.4, 0), 1)
	pale := min(max((float64(min(r, g, b))/255-0.6)/0.35, 0), 1)
	return lightest + (lightestOfDark-lightest)*dark, darkest + (darkestOfLight-darkest)*pale
}
