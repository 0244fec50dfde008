package scene

// Coat returns the two colours that are mixed in the fill of a shape, the share of the second one, and the opacity of the fill without Fade;
// both are from 0 to 1.
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
	BallPure     = 0.45       // where on that radius the ball has its own colour
)

// A ball has a rim in a colour between its own and the colour Rim.
const (
	RimWidth = 0.035 // as a fraction of the ball's width
	RimShare = 0.7   // of the colour Rim
)

// The shadow of a shape with a Lift above 0 has the form of the shape, moved by Lift times ShadowX and ShadowY. At its edge it
// goes from ShadowShare of the colour Shadow to none, over ShadowBlur times Lift to both sides.
const (
	ShadowX, ShadowY = 0.25, 0.7
	ShadowBlur       = 1
	ShadowShare      = 0.45
)

// A Rect with a Lift below 0 has SunkShare of the colour Shadow at its upper edge, less and less down to the depth -Lift, and
// LightShare of white along its lower edge.
const SunkShare, LightShare = 0.3, 0.1

// Dim returns the share of the colour Shadow at a part of the depth of a sunken Rect, from 0 to 1.
func Dim(part float64) float64 { return SunkShare * (1 - part) * (1 - part) }

// Cased returns what is drawn below a line in the colour Last where a theme has the colour Edge, or below one in the colour Accent
// on a board that has the colour Halo, and whether the shape is such a line; unit is the length of a pixel or point.
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

// BallShares returns the share of white in the light spot of a ball of this colour, and the share of black at the end of the gradient. Very
// dark and very light balls keep more of their own colour, so that black stays black and white stays white.
func BallShares(r, g, b uint8) (white, black float64) {
	const (
		lightest, lightestOfDark = 0.55, 0.34
		darkest, darkestOfLight  = 0.45, 0.24
	)
	dark := min(max(1-float64(max(r, g, b))/255/0.4, 0), 1)
	pale := min(max((float64(min(r, g, b))/255-0.6)/0.35, 0), 1)
	return lightest + (lightestOfDark-lightest)*dark, darkest + (darkestOfLight-darkest)*pale
}
