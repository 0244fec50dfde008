// Package glicko computes ratings by Glicko-2 (M. E. Glickman, "Example of the Glicko-2 system", 2022).
package glicko

import "math"

// Rating is an estimate of a player's strength.
type Rating struct {
	Points     float64 `json:"points"`
	Deviation  float64 `json:"deviation"`  // with a probability of 95 %, the strength is within twice the Deviation of Points
	Volatility float64 `json:"volatility"` // the expected fluctuation of the strength
}

// Result is the result of a game: 1 for a win, 0.5 for a draw, 0 for a loss. Other is the rating of the other player before the period.
type Result struct {
	Other Rating
	Score float64
}

// The constants of the system: the Deviation that is 1 on its internal scale, the limit on changes of the volatility, and the precision of the
// volatility.
const (
	scale = 173.7178
	tau   = 0.5
	exact = 0.000001
)

// After returns the rating after a period with these results. The steps are numbered as in the paper.
func (r Rating) After(results ...Result) Rating {
	// Step 2. Points are relative to r, so they need no shift.
	phi, sigma := r.Deviation/scale, r.Volatility
	// Steps 3 and 4: the estimated variance and improvement.
	var inverse, sum float64
	for _, c := range results {
		other := c.Other.Deviation / scale
		g := 1 / math.Sqrt(1+3*other*other/(math.Pi*math.Pi))
		e := 1 / (1 + math.Exp(-g*(r.Points-c.Other.Points)/scale))
		inverse += g * g * e * (1 - e)
		sum += g * (c.Score - e)
	}
	if inverse == 0 {
		r.Deviation = scale * math.Sqrt(phi*phi+sigma*sigma)
		return r
	}
	v := 1 / inverse
	delta := v * sum
	// Step 5: the new volatility, by the Illinois algorithm.
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(tau*tau)
	}
	low, high := a, math.Log(max(delta*delta-phi*phi-v, math.SmallestNonzeroFloat64))
	if delta*delta <= phi*phi+v {
		for high = a - tau; f(high) < 0; {
			high -= tau
		}
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > exact {
		next := low + (low-high)*fLow/(fHigh-fLow)
		fNext := f(next)
		if fNext*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = next, fNext
	}
	r.Volatility = math.Exp(low / 2)
	// Steps 6 to 8: the new deviation and points.
	before := phi*phi + r.Volatility*r.Volatility
	phi = 1 / math.Sqrt(1/before+1/v)
	r.Points += scale * phi * phi * sum
	r.Deviation = scale * phi
	return r
}
