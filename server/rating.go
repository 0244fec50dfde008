package server

import "math"

// Rating is a player's strength by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2022), on the scale on which 1500 is a new player.
// The zero value is that of a new player.
type Rating struct {
	Points     float64 `json:"points"`
	Deviation  float64 `json:"deviation"`  // of Points: about 95 % lie within twice as much
	Volatility float64 `json:"volatility"` // how much the strength itself changes
}

// What a new player has, and the constants of the system.
const (
	newPoints, newDeviation, newVolatility = 1500, 350, 0.06

	glickoScale = 173.7178 // points per unit of the paper's own scale
	tau         = 0.5      // how fast volatilities change
	tolerance   = 1e-6     // of a volatility
)

// Faced is one game of a rating period: the opponent as they were before the period, and the player's score: 1, 0.5 or 0.
type Faced struct {
	Opponent Rating
	Score    float64
}

func (r Rating) known() Rating {
	if r == (Rating{}) {
		return Rating{newPoints, newDeviation, newVolatility}
	}
	return r
}

// After returns the rating after a period with these games. Without any, only the deviation grows.
func (r Rating) After(games []Faced) Rating {
	r = r.known()
	mu, phi := (r.Points-newPoints)/glickoScale, r.Deviation/glickoScale
	var inverse, gain float64 // of the variance of mu by the games alone; the sum of what was scored beyond what was expected
	for _, f := range games {
		o := f.Opponent.known()
		g := 1 / math.Sqrt(1+3*math.Pow(o.Deviation/glickoScale/math.Pi, 2))
		expected := 1 / (1 + math.Exp(-g*(mu-(o.Points-newPoints)/glickoScale)))
		inverse += g * g * expected * (1 - expected)
		gain += g * (f.Score - expected)
	}
	if len(games) == 0 {
		phi = math.Min(math.Hypot(phi, r.Volatility), newDeviation/glickoScale)
		return Rating{r.Points, phi * glickoScale, r.Volatility}
	}
	v := 1 / inverse
	sigma := volatility(r.Volatility, phi, v, v*gain)
	phi = 1 / math.Sqrt(1/(phi*phi+sigma*sigma)+inverse)
	return Rating{(mu+phi*phi*gain)*glickoScale + newPoints, phi * glickoScale, sigma}
}

// volatility returns the volatility after a period: the zero of the paper's function f, which the Illinois method finds (its step 5).
func volatility(sigma, phi, v, delta float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(tau*tau)
	}
	low, high := a, math.Log(delta*delta-phi*phi-v)
	if delta*delta <= phi*phi+v {
		k := 1.0
		for f(a-k*tau) < 0 {
			k++
		}
		high = a - k*tau
	}
	atLow, atHigh := f(low), f(high)
	for math.Abs(high-low) > tolerance {
		x := low + (low-high)*atLow/(atHigh-atLow)
		at := f(x)
		if at*atHigh <= 0 {
			low, atLow = high, atHigh
		} else {
			atLow /= 2
		}
		high, atHigh = x, at
	}
	return math.Exp(low / 2)
}
