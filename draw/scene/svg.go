package scene

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"attic/draw/svg"
)

// fonts is the font-family of SVG files. The window uses the first of these fonts.
const fonts = "Go, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"

// capitals is the distance from the middle of capitals down to the baseline, as a fraction of the size of the letters.
const capitals = 0.36

// SVG returns the View of the scene as a complete SVG file, width points wide, on the colour Background. rgb returns the components of a
// colour. If width or the width of View is not above 0, one unit is one point. Layers are not drawn. A spot shows its label under the
// mouse. Equal scenes and colours result in equal files. Shapes that are invisible or not finite are omitted.
func (s Scene) SVG(width float64, rgb func(Colour) (r, g, b uint8)) string {
	d := drawing{rgb: rgb, scale: 1, x: s.View.X, y: s.View.Y, measured: s.Measured, defined: map[string]bool{}}
	if s.View.W > 0 && width > 0 {
		d.scale = width / s.View.W
	}
	w, h := whole(s.View.W*d.scale), whole(s.View.H*d.scale)
	for _, shape := range s.Shapes {
		d.draw(shape)
	}
	if len(s.Spots) > 0 {
		var spots strings.Builder
		for _, spot := range s.Spots {
			spots.WriteString(d.spot(spot))
		}
		d.body.WriteString(svg.Around("g", "\n"+spots.String(), "fill", "none", "stroke", "none", "pointer-events", "all") + "\n")
	}
	return d.file(w, h, "", d.body.String())
}

// file returns a complete file of w by h points: top, such as a title, then elements on the colour Background.
func (d *drawing) file(w, h float64, top, elements string) string {
	file := svg.Element("rect", "width", w, "height", h, "fill", d.colour(Background)) + "\n" + elements
	if d.defs.Len() > 0 {
		file = svg.Around("defs", d.defs.String()) + "\n" + file
	}
	return svg.File(w, h, top+file, "font-family", fonts, "style", "font-variant-numeric:tabular-nums", "stroke-linecap", "round", "stroke-linejoin", "round")
}

// Pen writes shapes as SVG elements one by one, for a page that replaces only those that have changed.
type Pen struct{ drawing drawing }

// NewPen returns a pen with these colours. One unit is one point.
func NewPen(rgb func(Colour) (r, g, b uint8)) *Pen {
	return &Pen{drawing{rgb: rgb, scale: 1, defined: map[string]bool{}}}
}

// Element returns the element of a shape; the element of an invisible shape draws nothing.
func (p *Pen) Element(sh Shape) string {
	d := &p.drawing
	d.body.Reset()
	d.draw(sh)
	switch text := d.body.String(); strings.Count(text, "\n") {
	case 0:
		return svg.Element("g")
	case 1:
		return text
	default: // several elements, such as a shape with a shadow
		return svg.Around("g", text)
	}
}

// File returns a complete SVG file, w by h points: top, such as a title and styles, then elements, on the colour Background. The file
// includes the definitions that Defs would return.
func (p *Pen) File(w, h float64, top, elements string) string {
	return p.drawing.file(whole(w), whole(h), top, elements)
}

// Defs returns the definitions that elements need and earlier calls have not returned.
func (p *Pen) Defs() string {
	defs := p.drawing.defs.String()
	p.drawing.defs.Reset()
	return defs
}

type drawing struct {
	rgb         func(Colour) (r, g, b uint8)
	scale, x, y float64 // points per unit, and the upper left corner of the view
	measured    bool    // words get an attribute for their width
	body, defs  strings.Builder
	defined     map[string]bool // the names of the gradients and filters written
}

func (d *drawing) draw(sh Shape) {
	if !sh.Finite() || sh.Fade >= 1 {
		return
	}
	d.place(sh.Moved(-d.x*d.scale, -d.y*d.scale, d.scale, ""))
}

// place draws a shape whose lengths are in points.
func (d *drawing) place(sh Shape) {
	d.shadow(sh)
	if line, ok := sh.Cased(1); ok && d.colour(line.Stroke) != (colour{}) {
		d.place(line)
	}
	if sh.Kind == Circle && sh.Shade == Ball && (sh.Stroke == None || sh.Width <= 0) && sh.Fill != None { // the rim
		rim := RimWidth * max(sh.W, sh.H)
		sh.W, sh.H, sh.Width = max(sh.W-rim, 0), max(sh.H-rim, 0), rim
	}
	paint := d.paint(sh)
	if paint == nil {
		return
	}
	element := func(name string, attributes ...any) {
		d.body.WriteString(svg.Element(name, append(attributes, paint...)...) + "\n")
	}
	switch sh.Kind {
	case Circle:
		if sh.W == sh.H {
			element("circle", "cx", sh.X, "cy", sh.Y, "r", sh.W/2)
		} else {
			element("ellipse", "cx", sh.X, "cy", sh.Y, "rx", sh.W/2, "ry", sh.H/2)
		}
	case Rect:
		var corners any
		if r := min(sh.R, sh.W/2, sh.H/2); r > 0 {
			corners = r
		}
		element("rect", "x", sh.X-sh.W/2, "y", sh.Y-sh.H/2, "width", sh.W, "height", sh.H, "rx", corners)
	case Segment:
		element("path", "d", "M"+point(sh.X, sh.Y)+"L"+point(sh.X+sh.W, sh.Y+sh.H))
	case Path:
		var path strings.Builder
		for c := range sh.Outline() {
			path.WriteByte(c.Op)
			for i, p := range c.Points() {
				if i > 0 {
					path.WriteByte(' ')
				}
				path.WriteString(point(p.X, p.Y))
			}
		}
		if path.Len() > 0 {
			element("path", "d", path.String())
		}
	case Letters:
		anchor, weight := [...]any{Centre: "middle", Left: nil, Right: "end"}[sh.Align%3], any(nil)
		if sh.Bold {
			weight = 700
		}
		place := []any{"x", sh.X, "y", sh.Y + capitals*sh.H, "font-size", sh.H, "text-anchor", anchor, "font-weight", weight}
		if d.measured && len(sh.Text) > 2 {
			place = append(place, "textLength", TextWidth(sh.Text, sh.H, sh.Bold), "lengthAdjust", "spacingAndGlyphs")
		}
		d.body.WriteString(svg.Text("text", sh.Text, append(place, paint...)...) + "\n")
	}
}

func point(x, y float64) string { return svg.Number(x) + " " + svg.Number(y) }

// paint returns the attributes of fill, stroke and transparency, or nil if the shape is invisible.
func (d *drawing) paint(sh Shape) []any {
	var fill any
	var stroke []any
	colour, seen := d.fill(sh)
	seen *= 1 - max(sh.Fade, 0)
	switch empty := (sh.Kind != Path && sh.Kind != Segment) && (sh.H <= 0 || sh.Kind != Letters && sh.W <= 0); {
	case empty:
		return nil
	case sh.Kind == Segment || seen <= 0:
	case sh.Kind == Circle && sh.Shade == Ball:
		fill = "url(#" + d.ball(colour) + ")"
		if sh.Stroke == None {
			stroke = []any{"stroke", colour.mix(d.colour(Rim), RimShare), "stroke-width", sh.Width}
		}
	case sh.Kind == Rect && sh.Lift < 0:
		fill = "url(#" + d.sunk(colour, min(-sh.Lift/sh.H, 1)) + ")"
	default:
		fill = colour
	}
	if sh.Stroke != None && sh.Width > 0 {
		stroke = []any{"stroke", d.colour(sh.Stroke), "stroke-width", sh.Width}
		if sh.Dash > 0 {
			stroke = append(stroke, "stroke-dasharray", sh.Dash, "stroke-linecap", "butt")
		}
		if sh.Kind == Letters {
			stroke = append(stroke, "paint-order", "stroke")
		}
	}
	strong := 1 - max(sh.Fade, 0)
	opacity := func(o float64) any {
		if o >= 1 {
			return nil
		}
		return o
	}
	var ofFill, ofStroke, ofBoth any
	switch {
	case fill == nil && stroke == nil:
		return nil
	case fill == nil:
		if ofBoth = opacity(strong); sh.Kind != Segment {
			fill = "none"
		}
	case stroke == nil || seen == strong:
		ofBoth = opacity(seen)
	default:
		ofFill, ofStroke = opacity(seen), opacity(strong)
	}
	return slices.Concat([]any{"fill", fill, "fill-opacity", ofFill}, stroke, []any{"stroke-opacity", ofStroke, "opacity", ofBoth})
}

type colour struct{ r, g, b uint8 }

func (d *drawing) colour(c Colour) colour {
	r, g, b := d.rgb(c)
	return colour{r, g, b}
}

// fill returns the colour that fills a shape and its opacity, from 0 to 1.
func (d *drawing) fill(sh Shape) (c colour, seen float64) {
	from, to, part, seen := sh.Coat()
	return d.colour(from).mix(d.colour(to), part), seen
}

// mix blends c with o; part is the share of o, from 0 to 1.
func (c colour) mix(o colour, part float64) colour {
	one := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (float64(b)-float64(a))*part)) }
	return colour{one(c.r, o.r), one(c.g, o.g), one(c.b, o.b)}
}

// ball returns the name of the gradient for balls of colour c, and writes the gradient if it is new. The name is the same in all files.
func (d *drawing) ball(c colour) string {
	return d.define(fmt.Sprintf("ball%02x%02x%02x", c.r, c.g, c.b), func(name string) string {
		white, black := BallShares(c.r, c.g, c.b)
		stops := svg.Element("stop", "stop-color", c.mix(colour{255, 255, 255}, white)) + svg.Element("stop", "offset", BallPure, "stop-color", c) +
			svg.Element("stop", "offset", 1, "stop-color", c.mix(colour{}, black))
		return svg.Around("radialGradient", stops, "id", name, "cx", BallX, "cy", BallY, "r", BallReach)
	})
}

// sunk returns the name of the gradient for a sunken Rect of colour c; deep is its depth as a fraction of its height.
func (d *drawing) sunk(c colour, deep float64) string {
	return d.define(fmt.Sprintf("sunk%02x%02x%02x-%.0f", c.r, c.g, c.b, 1000*deep), func(name string) string {
		var stops strings.Builder
		stop := func(at float64, c colour) {
			stops.WriteString(svg.Element("stop", "offset", at, "stop-color", c))
		}
		for _, part := range []float64{0, 0.5, 1} {
			stop(part*deep, c.mix(d.colour(Shadow), Dim(part)))
		}
		stop(1-deep/5, c)
		stop(1-deep/5, c.mix(colour{255, 255, 255}, LightShare))
		return svg.Around("linearGradient", stops.String(), "id", name, "x2", 0, "y2", 1)
	})
}

func (d *drawing) shadow(sh Shape) {
	if sh.Lift <= 0 || sh.Kind != Circle && sh.Kind != Rect || sh.W <= 0 || sh.H <= 0 {
		return
	}
	_, seen := d.fill(sh)
	if seen *= (1 - max(sh.Fade, 0)) * ShadowShare; seen <= 0 {
		return
	}
	x, y, c := sh.X+ShadowX*sh.Lift, sh.Y+ShadowY*sh.Lift, d.colour(Shadow)
	if sh.Kind == Rect {
		soft := d.define("soft"+svg.Number(sh.Lift), func(name string) string {
			return svg.Around("filter", svg.Element("feGaussianBlur", "stdDeviation", ShadowBlur*sh.Lift/2), "id", name)
		})
		var corners any
		if sh.R > 0 {
			corners = sh.R
		}
		d.body.WriteString(svg.Element("rect", "x", x-sh.W/2, "y", y-sh.H/2, "width", sh.W, "height", sh.H, "rx", corners, "fill", c, "opacity", seen,
			"filter", "url(#"+soft+")") + "\n")
		return
	}
	out := 1 + 2*ShadowBlur*sh.Lift/min(sh.W, sh.H)
	in := max(2-out, 0) / out
	shade := d.define(fmt.Sprintf("shade%02x%02x%02x-%.0f", c.r, c.g, c.b, 1000*in), func(name string) string {
		var stops strings.Builder
		for _, part := range []float64{0, 0.25, 0.5, 0.75, 1} {
			strong := (1 - part) * (1 - part) * (1 + 2*part)
			stops.WriteString(svg.Element("stop", "offset", in+(1-in)*part, "stop-color", c, "stop-opacity", strong))
		}
		return svg.Around("radialGradient", stops.String(), "id", name)
	})
	d.body.WriteString(svg.Element("ellipse", "cx", x, "cy", y, "rx", sh.W/2*out, "ry", sh.H/2*out, "fill", "url(#"+shade+")", "opacity", seen) + "\n")
}

func (d *drawing) define(name string, element func(name string) string) string {
	if !d.defined[name] {
		d.defined[name] = true
		d.defs.WriteString(element(name))
	}
	return name
}

// spot returns the element of a spot's area, or "" for an empty area.
func (d *drawing) spot(s Spot) string {
	a := s.Area
	if !finite(a.X, a.Y, a.W, a.H) || a.W <= 0 || a.H <= 0 {
		return ""
	}
	x, y, w, h := (a.X-d.x)*d.scale, (a.Y-d.y)*d.scale, a.W*d.scale, a.H*d.scale
	title := svg.Text("title", s.Label)
	if s.Round {
		return svg.Around("ellipse", title, "cx", x+w/2, "cy", y+h/2, "rx", w/2, "ry", h/2, "role", "img") + "\n"
	}
	return svg.Around("rect", title, "x", x, "y", y, "width", w, "height", h, "role", "img") + "\n"
}

// Finite reports whether all numbers of a shape are within ±100 million, so that the shape can be drawn.
func (sh Shape) Finite() bool {
	return finite(sh.X, sh.Y, sh.W, sh.H, sh.R, sh.Width, sh.Dash, sh.Fade, sh.Mix, sh.Lift)
}

func finite(list ...float64) bool {
	return !slices.ContainsFunc(list, func(v float64) bool { return !(math.Abs(v) < 1e8) })
}

// whole rounds v up to a whole number of points, so that the edge of a picture is sharp. It ignores rounding errors up to 0.01.
func whole(v float64) float64 { return math.Ceil(v - 0.01) }

// String returns a colour in its shortest form, #rgb or #rrggbb.
func (c colour) String() string {
	const digits = "0123456789abcdef"
	if c.r%17 == 0 && c.g%17 == 0 && c.b%17 == 0 {
		return string([]byte{'#', digits[c.r/17], digits[c.g/17], digits[c.b/17]})
	}
	return string([]byte{'#', digits[c.r>>4], digits[c.r&15], digits[c.g>>4], digits[c.g&15], digits[c.b>>4], digits[c.b&15]})
}

// Command is one command of a path with its points: M and L have one, C three, Q two, Z none.
type Command struct {
	Op byte
	P  [3]Point
}

// Point is a point of a scene.
type Point struct{ X, Y float64 }

// Points returns the points of the command; the last point is its end.
func (d Command) Points() []Point { return d.P[:pointsOf[d.Op]] }

var pointsOf = ['Z' + 1]int{'M': 1, 'L': 1, 'C': 3, 'Q': 2}

// Outline returns the commands in D of a Path, with the coordinates multiplied by W and H and then moved by X, Y. It stops before the first
// command or number that is not valid. For other kinds of shapes, it is empty.
func (sh Shape) Outline() iter.Seq[Command] {
	return func(yield func(Command) bool) {
		if sh.Kind != Path {
			return
		}
		rest, op, first := sh.D, byte(0), true
		for {
			rest = skipBlanks(rest)
			switch {
			case rest == "":
				return
			case rest[0] == 'M' || rest[0] == 'L' || rest[0] == 'C' || rest[0] == 'Q':
				op, rest = rest[0], rest[1:]
			case rest[0] == 'Z' && !first:
				op, rest = 0, rest[1:]
				if !yield(Command{Op: 'Z'}) {
					return
				}
				continue
			case op == 'M': // further points after an M are the ends of lines
				op = 'L'
			}
			if op == 0 || first && op != 'M' {
				return
			}
			d := Command{Op: op}
			for i := range pointsOf[op] {
				x, after, okX := number(rest)
				y, end, okY := number(after)
				if !okX || !okY {
					return
				}
				d.P[i], rest = Point{sh.X + x*sh.W, sh.Y + y*sh.H}, end
			}
			if first = false; !yield(d) {
				return
			}
		}
	}
}

func skipBlanks(s string) string {
	for s != "" && (s[0] == ' ' || s[0] == ',' || s[0] == '\n' || s[0] == '\t' || s[0] == '\r') {
		s = s[1:]
	}
	return s
}

// number reads a finite number, after blanks, at the start of s. rest is the text after it.
func number(s string) (n float64, rest string, ok bool) {
	s = skipBlanks(s)
	end, point, power, digits := 0, false, false, false
scan:
	for ; end < len(s); end++ {
		switch c := s[end]; {
		case c >= '0' && c <= '9':
			digits = true
		case (c == '-' || c == '+') && (end == 0 || s[end-1] == 'e' || s[end-1] == 'E'):
		case c == '.' && !point && !power:
			point = true
		case (c == 'e' || c == 'E') && digits && !power:
			power = true
		default:
			break scan
		}
	}
	n, err := strconv.ParseFloat(s[:end], 64)
	return n, s[end:], err == nil && !math.IsInf(n, 0) && !math.IsNaN(n)
}
