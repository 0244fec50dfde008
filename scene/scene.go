// Package scene is a picture as a list of shapes, in units in which two neighbouring places of a board are
// 1 apart. One scene of a position gives the window, the page, an SVG, a PNG, the animation (shapes with
// equal keys in two scenes are the same thing) and the place under the mouse. Colours are semantic; a
// theme of package palette says what they look like.
package scene

import "math"

// Colour says what something is; a theme turns it into red, green and blue.
type Colour uint8

// The colours. Pieces are named by their colour.
const (
	None       Colour = iota // not drawn
	Background               // of everything
	Panel                    // an area that stands out from it
	Line                     // borders and lines that one need not see
	Square                   // a place of a board
	Block                    // a place that nothing can stand on
	Text
	Muted  // text and signs of less weight
	Accent // what is pointed at, chosen, to be done
	Legal  // where one may play
	Last   // the last move, a winning row
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
	Rim     // around what is black on black
	Query   // the cursor of a ring around the board, which asks there
	Waiting // that cursor while another one moves on the board
	plain
)

// Colours is how many values of Colour there are, those of On included.
const Colours = 2 * int(plain)

// On returns the colour of letters and signs on a ground of colour c.
func On(c Colour) Colour { return c%plain + plain }

// Ground returns the colour c and false, or the colour on which On(c) is read and true.
func Ground(c Colour) (ground Colour, on bool) { return c % plain, c >= plain }

// Kind is a kind of shape.
type Kind uint8

// The kinds of shapes.
const (
	Circle  Kind = iota // around X, Y, W wide and H high
	Rect                // around X, Y, W wide and H high, with corners rounded by R
	Segment             // a straight line from X, Y to X+W, Y+H with round ends, Width wide, in the colour Stroke
	Path                // D with its coordinates times W and H, moved to X, Y
	Letters             // Text in letters of size H at X, Y: the middle of the capitals' height
)

// Align says where the X of Letters is.
type Align uint8

// The alignments.
const (
	Centre Align = iota
	Left
	Right
)

// Shade is how a Circle is filled.
type Shade uint8

// The shades.
const (
	Flat Shade = iota
	Ball       // a ball with light from the upper left
)

// Shape is one thing drawn. Shapes are values and can be compared.
type Shape struct {
	Kind       Kind
	X, Y, W, H float64
	R          float64 // of a Rect
	D          string  // of a Path: an SVG path of M, L, C, Q, Z with absolute coordinates
	Text       string  // of Letters
	Bold       bool
	Align      Align

	Fill   Colour
	Shade  Shade
	Stroke Colour
	Width  float64 // of the stroke, which lies on both sides of the edge
	Dash   float64 // length of dashes and of the gaps between them; 0 is solid
	Fade   float64 // from 0, opaque, to 1, not to be seen

	To  Colour  // while the fill changes:
	Mix float64 // how much of it is To already, from 0 to 1

	Key  string // names the same thing in the scenes before and after; unique in a scene, or ""
	From string // the Key of the thing before from whose place it comes, if its own was not there; "" is none
	Step int    // in which step of showing the last move it comes or changes, from 1; 0 did neither. What goes does so in the first
	Turn bool   // it changes by turning over. Letters become small instead of narrow
	Edge bool   // a coordinate, which moves to the edge of what is seen where not all is seen
	Grow bool   // a Segment comes by growing from X, Y
}

// Rectangle is an area.
type Rectangle struct{ X, Y, W, H float64 } // from its upper left corner

// Contains reports whether a point lies in it.
func (r Rectangle) Contains(x, y float64) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Within reports whether r lies in o, up to rounding.
func (r Rectangle) Within(o Rectangle) bool {
	const tiny = 1e-6
	return r.X >= o.X-tiny && r.Y >= o.Y-tiny && r.X+r.W <= o.X+o.W+tiny && r.Y+r.H <= o.Y+o.H+tiny
}

// Union returns the smallest area that holds both; one without width and height holds nothing.
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

// Spot is a place that can be touched.
type Spot struct {
	Name  string
	Area  Rectangle
	Round bool   // the ellipse within Area
	Label string // what stands there, in words: "i10, empty"; for those who do not see it
}

// Middle returns the middle of a spot.
func (s Spot) Middle() (x, y float64) { return s.Area.X + s.Area.W/2, s.Area.Y + s.Area.H/2 }

func (s Spot) contains(x, y float64) bool {
	if !s.Round {
		return s.Area.Contains(x, y)
	}
	mx, my := s.Middle()
	return math.Hypot((x-mx)/s.Area.W, (y-my)/s.Area.H) <= 0.5
}

// Layer is a list of shapes that can be laid over a scene. Its label and key are those of the layer of the
// same name of the view's grid.
type Layer struct {
	Name   string
	Shapes []Shape
}

// SmallPlace is how large a place is at least, in units of 1/96 inch or pixels of a picture, if the whole of a scene is
// shown; where it would be smaller the Focus is.
const SmallPlace = 30

// Scene is a picture of a position.
type Scene struct {
	View   Rectangle // all of it
	Focus  Rectangle // what is to be seen where there is little room; the zero value means all
	Shapes []Shape   // a later one covers an earlier one
	Spots  []Spot
	Layers []Layer
}

// At returns the spot at a point, "" if there is none. A later spot covers an earlier one.
func (s Scene) At(x, y float64) string {
	for i := len(s.Spots) - 1; i >= 0; i-- {
		if s.Spots[i].contains(x, y) {
			return s.Spots[i].Name
		}
	}
	return ""
}

// Spot returns the spot of this name and whether there is one.
func (s Scene) Spot(name string) (Spot, bool) {
	for _, spot := range s.Spots {
		if spot.Name == name {
			return spot, true
		}
	}
	return Spot{}, false
}

// Within returns the part of a scene in an area, as its View: without the spots whose middle lies outside, and
// with the coordinates moved to its edge. What sticks out of it is still there, and lines, paths and letters beside it may be.
func (s Scene) Within(r Rectangle) Scene {
	part := Scene{View: r, Layers: s.Layers, Shapes: make([]Shape, 0, len(s.Shapes)/2)}
	const wide, high = 0.7, 0.44 // strips for labels at the edges of the part, over what the board has there
	striped := map[Rectangle]bool{}
	for _, sh := range s.Shapes {
		if sh.beside(r) && !sh.Edge {
			continue
		}
		if sh.Edge {
			x, y := min(max(sh.X, r.X+wide/2), r.X+r.W-wide/2), min(max(sh.Y, r.Y+high/2), r.Y+r.H-high/2)
			if x != sh.X && y != sh.Y {
				continue
			}
			if x != sh.X || y != sh.Y {
				edge := Rectangle{X: r.X, Y: r.Y, W: wide, H: r.H}
				switch {
				case x < sh.X:
					edge.X = r.X + r.W - wide
				case y > sh.Y:
					edge.W, edge.H = r.W, high
				case y < sh.Y:
					edge.Y, edge.W, edge.H = r.Y+r.H-high, r.W, high
				}
				if !striped[edge] {
					striped[edge] = true
					part.Add(Box(edge.X, edge.Y, edge.W, edge.H, 0, Background))
				}
				sh.Align = Centre
			}
			sh.X, sh.Y = x, y
		}
		part.Shapes = append(part.Shapes, sh)
	}
	for _, spot := range s.Spots {
		if r.Contains(spot.Middle()) {
			part.Spots = append(part.Spots, spot)
		}
	}
	return part
}

// beside reports whether all of a Circle or Rect lies beside an area.
func (sh Shape) beside(r Rectangle) bool {
	if sh.Kind != Circle && sh.Kind != Rect {
		return false
	}
	w, h := sh.W/2+sh.Width, sh.H/2+sh.Width
	return sh.X+w < r.X || sh.X-w > r.X+r.W || sh.Y+h < r.Y || sh.Y-h > r.Y+r.H
}

// Add adds shapes.
func (s *Scene) Add(shapes ...Shape) { s.Shapes = append(s.Shapes, shapes...) }

// Draw adds another scene, its coordinates times scale and then moved by x, y: shapes, spots and layers.
// What Key and From name gets a prefix, so that two pictures in one do not share it.
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

// Moved returns a shape with its coordinates times scale and then moved by x, y, and a prefix to what its
// Key and From name.
func (sh Shape) Moved(x, y, scale float64, prefix string) Shape {
	sh.X, sh.Y = x+sh.X*scale, y+sh.Y*scale
	sh.W, sh.H, sh.R = sh.W*scale, sh.H*scale, sh.R*scale
	sh.Width, sh.Dash = sh.Width*scale, sh.Dash*scale
	if sh.Key != "" {
		sh.Key = prefix + sh.Key
	}
	if sh.From != "" {
		sh.From = prefix + sh.From
	}
	return sh
}

// Disc returns a filled circle of radius r.
func Disc(x, y, r float64, fill Colour) Shape {
	return Shape{Kind: Circle, X: x, Y: y, W: 2 * r, H: 2 * r, Fill: fill}
}

// Ring returns the edge of a circle of radius r.
func Ring(x, y, r, width float64, stroke Colour) Shape {
	return Shape{Kind: Circle, X: x, Y: y, W: 2 * r, H: 2 * r, Stroke: stroke, Width: width}
}

// Box returns a filled rectangle by its upper left corner, its size and the radius of its corners.
func Box(x, y, w, h, r float64, fill Colour) Shape {
	return Shape{Kind: Rect, X: x + w/2, Y: y + h/2, W: w, H: h, R: r, Fill: fill}
}

// Stroke returns a straight line between two points.
func Stroke(x, y, tx, ty, width float64, stroke Colour) Shape {
	return Shape{Kind: Segment, X: x, Y: y, W: tx - x, H: ty - y, Stroke: stroke, Width: width}
}

// Word returns text of a size; x is where align says, y the middle of the capitals.
func Word(x, y, size float64, text string, align Align, fill Colour) Shape {
	return Shape{Kind: Letters, X: x, Y: y, H: size, Text: text, Align: align, Fill: fill}
}
