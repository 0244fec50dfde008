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
