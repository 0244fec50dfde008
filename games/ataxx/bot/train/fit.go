package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"attic/games/ataxx/bot"
)

// scale is how many hundredths of a piece go into a unit of the logistic function, which makes a
// probability of winning out of a score.
const scale = 400

// trust is the part of what is fitted that comes from the search; the rest is the result of the game.
const trust = 0.7

// row is what one feature adds to the lanes: to the score in units of scale, and to each curve.
type row [bot.Lanes]float32

// model is weights while they are fitted: the rows of the features, then the bias, then what the curves count.
type model []row

func newModel(r *rand.Rand) model {
	_, features := bot.Features()
	m := make(model, features+2)
	for i := range m {
		for lane := 1; lane < bot.Lanes; lane++ {
			m[i][lane] = float32(r.NormFloat64() * 0.1)
		}
	}
	return m
}

// adam is the optimiser of Kingma and Ba 2014.
type adam struct {
	mean, square model
	steps        int
}

func (a *adam) step(m, gradient model, rate float64) {
	a.steps++
	const keepMean, keepSquare = 0.9, 0.999
	rate *= math.Sqrt(1-math.Pow(keepSquare, float64(a.steps))) / (1 - math.Pow(keepMean, float64(a.steps)))
	for i := range m {
		for lane := range m[i] {
			g := gradient[i][lane]
			a.mean[i][lane] = keepMean*a.mean[i][lane] + (1-keepMean)*g
			a.square[i][lane] = keepSquare*a.square[i][lane] + (1-keepSquare)*g*g
			m[i][lane] -= float32(rate) * a.mean[i][lane] / (float32(math.Sqrt(float64(a.square[i][lane]))) + 1e-8)
		}
	}
}

const (
	batch     = 1024
	firstRate = 0.01
	lastRate  = 0.0001
)

// fit returns weights that say of the samples what is known of them, as well as they can.
func fit(samples []sample, seed uint64, epochs int) bot.Weights {
	r := rand.New(rand.NewPCG(seed, uint64(len(samples))))
	m := newModel(r)
	featureOf, _ := bot.Features()
	var fitted, tested []int
	for i, s := range samples {
		if s.tested {
			tested = append(tested, i)
		} else {
			fitted = append(fitted, i)
		}
	}
	optimiser := adam{mean: make(model, len(m)), square: make(model, len(m))}
	gradient := make(model, len(m))
	steps := epochs * (len(fitted) / batch)
	for range epochs {
		r.Shuffle(len(fitted), func(i, j int) { fitted[i], fitted[j] = fitted[j], fitted[i] })
		for at := 0; at+batch <= len(fitted); at += batch {
			clear(gradient)
			for _, i := range fitted[at : at+batch] {
				m.learn(&samples[i], featureOf, gradient)
			}
			done := float64(optimiser.steps) / float64(steps)
			optimiser.step(m, gradient, firstRate*math.Pow(lastRate/firstRate, done))
			m.clip()
		}
	}
	fmt.Printf("loss %.5f of %d samples, %.5f of %d not fitted\n", m.loss(samples, fitted, featureOf), len(fitted), m.loss(samples, tested, featureOf), len(tested))
	return m.weights()
}

// target returns the probability of winning that a sample speaks for.
func (s *sample) target() float64 {
	t := logistic(float64(s.score) / scale)
	if s.played {
		t = trust*t + (1-trust)*float64(s.result+1)/2
	}
	return t
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func tanh(x float32) float32 { return float32(math.Tanh(float64(x))) }

// value returns the score of a sample in units of scale, and what its curves are.
func (m model) value(s *sample, featureOf *[bot.Windows][bot.Patterns]uint16) (value float32, curves row) {
	sum := m[len(m)-2]
	for window, pattern := range s.patterns {
		part := &m[featureOf[window][pattern]]
		for lane := range sum {
			sum[lane] += part[lane]
		}
	}
	value = sum[0] + float32(s.owned)*bot.OwnedScore/scale
	out := &m[len(m)-1]
	for lane := 1; lane < bot.Lanes; lane++ {
		curves[lane] = tanh(sum[lane])
		value += out[lane] * curves[lane]
	}
	return value, curves
}

// learn adds what a sample says to the gradient of the cross entropy.
func (m model) learn(s *sample, featureOf *[bot.Windows][bot.Patterns]uint16, gradient model) {
	value, curves := m.value(s, featureOf)
	wrong := float32((logistic(float64(value)) - s.target()) / batch)
	var back row
	back[0] = wrong
	out := &m[len(m)-1]
	for lane := 1; lane < bot.Lanes; lane++ {
		gradient[len(m)-1][lane] += wrong * curves[lane]
		back[lane] = wrong * out[lane] * (1 - curves[lane]*curves[lane])
	}
	for window, pattern := range s.patterns {
		part := &gradient[featureOf[window][pattern]]
		for lane := range back {
			part[lane] += back[lane]
		}
	}
	for lane := range back {
		gradient[len(m)-2][lane] += back[lane]
	}
}

// loss returns the mean square of what is wrong.
func (m model) loss(samples []sample, which []int, featureOf *[bot.Windows][bot.Patterns]uint16) float64 {
	sum := 0.0
	for _, i := range which {
		value, _ := m.value(&samples[i], featureOf)
		wrong := logistic(float64(value)) - samples[i].target()
		sum += wrong * wrong
	}
	return sum / float64(max(len(which), 1))
}

// What bot's fixed point numbers can hold, so that no sum of all windows overflows.
const (
	most      = 32767 / (bot.Windows + 1)
	mostOut   = 32767
	perLinear = scale * bot.PerScore
	perHidden = bot.PerSum
	perOut    = scale * bot.PerOut / bot.CurveMax
)

func (m model) clip() {
	for i := range m[:len(m)-1] {
		m[i][0] = min(max(m[i][0], -float32(most)/perLinear), float32(most)/perLinear)
		for lane := 1; lane < bot.Lanes; lane++ {
			m[i][lane] = min(max(m[i][lane], -float32(most)/perHidden), float32(most)/perHidden)
		}
	}
	for lane := range m[len(m)-1] {
		out := &m[len(m)-1][lane]
		*out = min(max(*out, -float32(mostOut)/perOut), float32(mostOut)/perOut)
	}
}

// weights rounds the model.
func (m model) weights() bot.Weights {
	round := func(x float32) int16 { return int16(math.Round(float64(x))) }
	w := bot.Weights{Parts: make([][bot.Lanes]int16, len(m)-2)}
	for i := range m[:len(m)-1] {
		lanes := &w.Bias
		if i < len(w.Parts) {
			lanes = &w.Parts[i]
		}
		lanes[0] = round(m[i][0] * perLinear)
		for lane := 1; lane < bot.Lanes; lane++ {
			lanes[lane] = round(m[i][lane] * perHidden)
		}
	}
	for lane := 1; lane < bot.Lanes; lane++ {
		w.Out[lane] = round(m[len(m)-1][lane] * perOut)
	}
	return w
}
