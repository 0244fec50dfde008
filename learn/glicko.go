package learn

import "math"

// Strength is a rating by Glicko-2 (M. E. Glickman, "Example of the Glicko-2 system", 2022).
type Strength struct {
	Rating     float64
	Deviation  float64 // of the rating: with 95 % certainty the strength is at most twice as far from it
	Volatility float64 // how much the strength is expected to change
}

// Contest is the result of a contest: 1 for a win, 0 for a loss.
type Contest struct {
	Other Strength
	Score float64
}

// The constants of the system: what Deviation 173.7178 is on its own scale, how much the volatility may change, and how exactly it is computed.
const (
	glickoScale = 173.7178
	glickoTau   = 0.5
	glickoExact = 0.000001
)

// After returns the strength after a period with these contests. The numbers of the steps are those of the paper.
func (s Strength) After(contests ...Contest) Strength {
	// Step 2. Ratings count from s, so none of them has to be shifted.
	phi, sigma := s.Deviation/glickoScale, s.Volatility
	// Steps 3 and 4: the estimated variance and improvement.
	var inverse, sum float64
	for _, c := range contests {
		other := c.Other.Deviation / glickoScale
		g := 1 / math.Sqrt(1+3*other*other/(math.Pi*math.Pi))
		e := 1 / (1 + math.Exp(-g*(s.Rating-c.Other.Rating)/glickoScale))
		inverse += g * g * e * (1 - e)
		sum += g * (c.Score - e)
	}
	if inverse == 0 {
		s.Deviation = glickoScale * math.Sqrt(phi*phi+sigma*sigma)
		return s
	}
	v := 1 / inverse
	delta := v * sum
	// Step 5: the new volatility, by the Illinois algorithm.
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(glickoTau*glickoTau)
	}
	low, high := a, math.Log(max(delta*delta-phi*phi-v, math.SmallestNonzeroFloat64))
	if delta*delta <= phi*phi+v {
		for high = a - glickoTau; f(high) < 0; {
			high -= glickoTau
		}
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > glickoExact {
		next := low + (low-high)*fLow/(fHigh-fLow)
		fNext := f(next)
		if fNext*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = next, fNext
	}
	s.Volatility = math.Exp(low / 2)
	// Steps 6 to 8: the new deviation and rating.
	before := phi*phi + s.Volatility*s.Volatility
	phi = 1 / math.Sqrt(1/before+1/v)
	s.Rating += glickoScale * phi * phi * sum
	s.Deviation = glickoScale * phi
	return s
}
