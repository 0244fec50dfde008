package scene

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
)

// fonts is the font-family of SVG files. The window uses the first of them.
const fonts = "Go, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"

// Proportions of letters and balls.
const (
	capitals = 0.36 // from the middle of capitals down to the baseline, as a fraction of their size

	lightX, lightY = 0.36, 0.30 // the light spot of a ball, as fractions of its width and height
	lightReach     = 0.75       // radius of the gradient around the light spot, as a fraction of the ball's width
	pureAt         = 0.45       // where on that radius the ball has its own colour
	lightest       = 0.55       // share of white in the light spot
	darkest        = 0.45       // share of black at the end

	lightestOfDark = 0.34 // lightest for dark balls, so that black stays black
	darkestOfLight = 0.24 // darkest for light balls, so that white stays white
)

// SVG returns the View of the scene as a complete SVG file, width points wide, on the colour Background. rgb gives the parts
// of each colour. If width or the width of View is not above 0, one unit is one point. Layers are not drawn. A spot shows its
// label under the mouse. Equal scenes and colours give equal files. Shapes that are invisible or not finite are left out.
func (s Scene) SVG(width float64, rgb func(Colour) (r, g, b uint8)) string {
	d := drawing{rgb: rgb, scale: 1, x: s.View.X, y: s.View.Y, balls: map[string]bool{}}
	if s.View.W > 0 && width > 0 {
		d.scale = width / s.View.W
	}
	w, h := whole(s.View.W*d.scale), whole(s.View.H*d.scale)
	for _, shape := range s.Shapes {
		d.draw(shape)
	}
	if len(s.Spots) > 0 {
		d.printf(`<g fill="none" stroke="none" pointer-events="all">` + "\n")
		for _, spot := range s.Spots {
			d.spot(spot)
		}
		d.printf("</g>\n")
	}
	var file strings.Builder
	fmt.Fprintf(&file, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%[1]s" height="%[2]s" font-family="%s" style="font-variant-numeric:tabular-nums" stroke-linecap="round" stroke-linejoin="round">`+"\n", round(w), round(h), fonts)
	if d.defs.Len() > 0 {
		fmt.Fprintf(&file, "<defs>%s</defs>\n", d.defs.String())
	}
	fmt.Fprintf(&file, `<rect width="%s" height="%s" fill="%s"/>`+"\n", round(w), round(h), hex(d.colour(Background)))
	file.WriteString(d.body.String())
	file.WriteString("</svg>\n")
	return file.String()
}

// drawing is an SVG file being written.
type drawing struct {
	rgb         func(Colour) (r, g, b uint8)
	scale, x, y float64 // points per unit, and the upper left corner of the view
	body, defs  strings.Builder
	balls       map[string]bool // names of the gradients written
}

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(&d.body, format, args...) }

func (d *drawing) draw(sh Shape) {
	if !sh.finite() || sh.Fade >= 1 {
		return
	}
	sh = sh.Moved(-d.x*d.scale, -d.y*d.scale, d.scale, "")
	paint := d.paint(sh)
	if paint == "" {
		return
	}
	switch sh.Kind {
	case Circle:
		if sh.W == sh.H {
			d.printf(`<circle cx="%s" cy="%s" r="%s"%s/>`, round(sh.X), round(sh.Y), round(sh.W/2), paint)
			break
		}
		d.printf(`<ellipse cx="%s" cy="%s" rx="%s" ry="%s"%s/>`, round(sh.X), round(sh.Y), round(sh.W/2), round(sh.H/2), paint)
	case Rect:
		corners := ""
		if r := min(sh.R, sh.W/2, sh.H/2); r > 0 {
			corners = fmt.Sprintf(` rx="%s"`, round(r))
		}
		d.printf(`<rect x="%s" y="%s" width="%s" height="%s"%s%s/>`, round(sh.X-sh.W/2), round(sh.Y-sh.H/2), round(sh.W), round(sh.H), corners, paint)
	case Segment:
		d.printf(`<path d="M%s %sL%s %s"%s/>`, round(sh.X), round(sh.Y), round(sh.X+sh.W), round(sh.Y+sh.H), paint)
	case Path:
		var path strings.Builder
		for c := range sh.Outline() {
			path.WriteByte(c.Op)
			for i, p := range c.Points() {
				if i > 0 {
					path.WriteByte(' ')
				}
				path.WriteString(round(p.X) + " " + round(p.Y))
			}
		}
		if path.Len() == 0 {
			return
		}
		d.printf(`<path d="%s"%s/>`, path.String(), paint)
	case Letters:
		anchor := [...]string{Centre: ` text-anchor="middle"`, Left: "", Right: ` text-anchor="end"`}[sh.Align%3]
		if sh.Bold {
			anchor += ` font-weight="700"`
		}
		d.printf(`<text x="%s" y="%s" font-size="%s"%s%s>%s</text>`, round(sh.X), round(sh.Y+capitals*sh.H), round(sh.H), anchor, paint, html.EscapeString(printable(sh.Text)))
	}
	d.printf("\n")
}

// paint returns the attributes of fill, stroke and transparency, or "" if the shape is invisible.
func (d *drawing) paint(sh Shape) string {
	fill, stroke := "", ""
	colour, seen := d.fill(sh)
	seen *= 1 - max(sh.Fade, 0)
	switch empty := (sh.Kind != Path && sh.Kind != Segment) && (sh.H <= 0 || sh.Kind != Letters && sh.W <= 0); {
	case empty:
		return ""
	case sh.Kind == Segment || seen <= 0:
	case sh.Kind == Circle && sh.Shade == Ball:
		fill = fmt.Sprintf(` fill="url(#%s)"`, d.ball(colour))
	default:
		fill = fmt.Sprintf(` fill="%s"`, hex(colour))
	}
	strong := 1 - max(sh.Fade, 0)
	if sh.Stroke != None && sh.Width > 0 {
		stroke = fmt.Sprintf(` stroke="%s" stroke-width="%s"`, hex(d.colour(sh.Stroke)), round(sh.Width))
		if sh.Dash > 0 {
			stroke += fmt.Sprintf(` stroke-dasharray="%s" stroke-linecap="butt"`, round(sh.Dash))
		}
		if sh.Kind == Letters {
			stroke += ` paint-order="stroke"`
		}
	}
	opacity := func(name string, o float64) string {
		if o >= 1 {
			return ""
		}
		return fmt.Sprintf(` %s="%s"`, name, round(o))
	}
	switch {
	case fill == "" && stroke == "":
		return ""
	case fill == "" && sh.Kind == Segment:
		return stroke + opacity("opacity", strong)
	case fill == "":
		return ` fill="none"` + stroke + opacity("opacity", strong)
	case stroke == "" || seen == strong:
		return fill + stroke + opacity("opacity", seen)
	}
	return fill + opacity("fill-opacity", seen) + stroke + opacity("stroke-opacity", strong)
}

type colour struct{ r, g, b uint8 }

func (d *drawing) colour(c Colour) colour {
	r, g, b := d.rgb(c)
	return colour{r, g, b}
}

// fill returns the colour that fills a shape and its opacity, from 0 to 1.
func (d *drawing) fill(sh Shape) (c colour, seen float64) {
	part := min(max(sh.Mix, 0), 1)
	switch from, to := sh.Fill, sh.To; {
	case part == 0 && from == None || part == 1 && to == None || from == None && to == None:
		return colour{}, 0
	case part == 0:
		return d.colour(from), 1
	case part == 1:
		return d.colour(to), 1
	case from == None:
		return d.colour(to), part
	case to == None:
		return d.colour(from), 1 - part
	}
	return d.colour(sh.Fill).mix(d.colour(sh.To), part), 1
}

// mix blends c with o; part is the share of o, from 0 to 1.
func (c colour) mix(o colour, part float64) colour {
	one := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (float64(b)-float64(a))*part)) }
	return colour{one(c.r, o.r), one(c.g, o.g), one(c.b, o.b)}
}

// ball returns the name of the gradient for balls of colour c and writes the gradient if it is new. Equal colours have
// equal names in all files.
func (d *drawing) ball(c colour) string {
	name := fmt.Sprintf("ball%02x%02x%02x", c.r, c.g, c.b)
	if !d.balls[name] {
		d.balls[name] = true
		fmt.Fprintf(&d.defs, `<radialGradient id="%s" cx="%v" cy="%v" r="%v"><stop stop-color="%s"/><stop offset="%v" stop-color="%s"/><stop offset="1" stop-color="%s"/></radialGradient>`,
			name, lightX, lightY, lightReach, hex(c.light()), pureAt, hex(c), hex(c.shadow()))
	}
	return name
}

// light returns the colour of the light on a ball.
func (c colour) light() colour {
	dark := min(max(1-float64(max(c.r, c.g, c.b))/255/0.4, 0), 1)
	return c.mix(colour{255, 255, 255}, lightest+(lightestOfDark-lightest)*dark)
}

// shadow returns the colour of a ball where it is darkest.
func (c colour) shadow() colour {
	pale := min(max((float64(min(c.r, c.g, c.b))/255-0.6)/0.35, 0), 1)
	return c.mix(colour{}, darkest+(darkestOfLight-darkest)*pale)
}

func (d *drawing) spot(s Spot) {
	a := s.Area
	if !finite(a.X, a.Y, a.W, a.H) || a.W <= 0 || a.H <= 0 {
		return
	}
	x, y, w, h := (a.X-d.x)*d.scale, (a.Y-d.y)*d.scale, a.W*d.scale, a.H*d.scale
	name, end := "rect", "</rect>"
	place := fmt.Sprintf(`x="%s" y="%s" width="%s" height="%s"`, round(x), round(y), round(w), round(h))
	if s.Round {
		name, end = "ellipse", "</ellipse>"
		place = fmt.Sprintf(`cx="%s" cy="%s" rx="%s" ry="%s"`, round(x+w/2), round(y+h/2), round(w/2), round(h/2))
	}
	d.printf(`<%s %s role="img"><title>%s</title>%s`+"\n", name, place, html.EscapeString(printable(s.Label)), end)
}

func (sh Shape) finite() bool {
	return finite(sh.X, sh.Y, sh.W, sh.H, sh.R, sh.Width, sh.Dash, sh.Fade, sh.Mix)
}

func finite(list ...float64) bool {
	for _, v := range list {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

// whole rounds v up to a whole number of points, so that the edge of a picture is sharp. It ignores rounding errors up to 0.01.
func whole(v float64) float64 { return math.Ceil(v - 0.01) }

// round writes v with at most two decimals.
func round(v float64) string {
	v = math.Round(v*100) / 100
	if v == 0 {
		v = 0 // not -0
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// hex writes a colour in its shortest form, #rgb or #rrggbb.
func hex(c colour) string {
	if c.r%17 == 0 && c.g%17 == 0 && c.b%17 == 0 {
		return fmt.Sprintf("#%x%x%x", c.r/17, c.g/17, c.b/17)
	}
	return fmt.Sprintf("#%02x%02x%02x", c.r, c.g, c.b)
}

// printable makes text valid in an XML file: it drops control characters, U+FFFE and U+FFFF, and replaces invalid UTF-8 by U+FFFD.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
}
