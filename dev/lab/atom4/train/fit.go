// Package train fits the weights of the evaluation of Atom-4 to rounds of self-play.
package train

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"attic/dev/lab/atom4/corpus"
	"attic/game/search"
	"attic/games/atom4/bot"
	"attic/games/atom4/rules"
)

// Options are the options of Fit.
type Options struct {
	Epochs int
	Trust  float64 // the share of the position's search in a target; the rest is the target of the next position
	Rate   float64 // the initial learning rate
	Seed   uint64
}

// Progress is the progress of Fit after an epoch.
type Progress struct {
	Epoch, Positions, Held int
	Loss                   float64 // the weighted mean squared error of the chance of winning, in rounds that are held back
}

// The units of values.
const (
	Points = 550 // points of the evaluation for odds of e to 1; larger values make the search prune less
	Scale  = 250 // the scale that converts the scores in a corpus to chances of winning
)

// holding: one round in holding is held back, to measure the loss.
const holding = 10

// numbers is the number of values of a knot, which are in the order of bot.Knot.
const numbers = 2*bot.Things + 1

// term is something of value in a position: the number of its value in a knot, and the number of times that it occurs.
type term struct{ number, times uint8 }

type sample struct {
	terms          []term
	pieces         int
	target, weight float64
}

// Fit fits the weights to the rounds. After each epoch it calls tell. When ctx is done, it returns the current weights.
func Fit(ctx context.Context, rounds [][]corpus.Entry, o Options, tell func(Progress)) (*bot.Weights, error) {
	var taught, held []sample
	for i, round := range rounds {
		if i%holding == 0 {
			held = append(held, samples(round, o.Trust)...)
		} else {
			taught = append(taught, samples(round, o.Trust)...)
		}
	}
	if len(taught) < batch || len(held) == 0 {
		return nil, errors.New("too few positions to train on; play more with attic-train selfplay atom4")
	}
	m, r := new(model), rand.New(rand.NewPCG(o.Seed, 4))
	m.steps = o.Epochs * (len(taught) / batch)
	for epoch := range o.Epochs {
		r.Shuffle(len(taught), func(i, j int) { taught[i], taught[j] = taught[j], taught[i] })
		for ; len(taught[m.at:]) >= batch && ctx.Err() == nil; m.at += batch {
			for i := range taught[m.at : m.at+batch] {
				m.learn(&taught[m.at+i])
			}
			m.step(o.Rate)
		}
		m.at = 0
		tell(Progress{Epoch: epoch + 1, Positions: len(taught) + len(held), Held: len(held), Loss: m.loss(held)})
		if ctx.Err() != nil {
			break
		}
	}
	return m.weights(), nil
}

// samples returns the positions of a round that are useful for training.
func samples(round []corpus.Entry, trust float64) (list []sample) {
	p, targets := rules.Start(1), targets(round, trust)
	for i, e := range round {
		if !e.Opened {
			if mover, other, known := bot.Tallies(p); !known {
				list = append(list, sampleOf(p, &mover, &other, targets[i]))
			}
		}
		p = p.Play(e.Move)
	}
	return list
}

func sampleOf(p rules.Position, mover, other *bot.Tally, target float64) sample {
	s := sample{pieces: p.Count(), target: target, weight: weight(target)}
	for side, t := range [2]*bot.Tally{mover, other} {
		for thing, n := range t {
			if n != 0 {
				s.terms = append(s.terms, term{uint8(side*bot.Things + thing), uint8(min(n, math.MaxUint8))})
			}
		}
	}
	return s
}

// targets returns the target for each position of a round, a chance of winning for the player to move: trust times the chance found by the search,
// plus 1-trust times the target of the next position, or the result after the last position. Before a random move only the search counts.
func targets(round []corpus.Entry, trust float64) []float64 {
	list := make([]float64, len(round))
	for i := len(round) - 1; i >= 0; i-- {
		e := round[i]
		found := search.Chance(e.Score, Scale)
		next := float64(e.Result+1) / 2
		if i+1 < len(round) {
			next = 1 - list[i+1]
		}
		switch {
		case e.Opened:
			list[i] = next
		case e.Stray:
			list[i] = found
		default:
			list[i] = trust*found + (1-trust)*next
		}
	}
	return list
}

// weight returns the weight of a position. Even positions weigh more, since an evaluation has to choose between them.
func weight(chance float64) float64 {
	even := 4 * chance * (1 - chance)
	return even*even + 0.03
}

// batch is the number of positions in a step.
const batch = 512

// model holds the values at the knots while they are fitted with Adam (Kingma and Ba 2014).
type model struct {
	values, slopes, mean, square [bot.Knots * numbers]float64
	at, done, steps              int
}

// between returns the values at the knots before and after the given number of pieces, and the share of the second knot.
func between(all []float64, pieces int) (before, after []float64, part float64) {
	knot := min(pieces/bot.KnotEvery, bot.Knots-2)
	return all[knot*numbers:][:numbers], all[(knot+1)*numbers:][:numbers], float64(pieces)/bot.KnotEvery - float64(knot)
}

// chance returns the model's chance of winning.
func (m *model) chance(s *sample) float64 {
	before, after, part := between(m.values[:], s.pieces)
	a, b := before[numbers-1], after[numbers-1]
	for _, t := range s.terms {
		a += before[t.number] * float64(t.times)
		b += after[t.number] * float64(t.times)
	}
	return 1 / (1 + math.Exp(-a*(1-part)-b*part))
}

// learn adds the slope of the weighted cross entropy at a position.
func (m *model) learn(s *sample) {
	before, after, part := between(m.slopes[:], s.pieces)
	slope := (m.chance(s) - s.target) * s.weight / batch
	a, b := slope*(1-part), slope*part
	before[numbers-1] += a
	after[numbers-1] += b
	for _, t := range s.terms {
		before[t.number] += a * float64(t.times)
		after[t.number] += b * float64(t.times)
	}
}

// step changes the values by the slopes, and clears the slopes.
func (m *model) step(rate float64) {
	const keepMean, keepSquare, decay = 0.9, 0.999, 0.0001
	m.done++
	fall := 0.01 + 0.99*(1+math.Cos(math.Pi*float64(m.done)/float64(m.steps)))/2
	rate *= fall * math.Sqrt(1-math.Pow(keepSquare, float64(m.done))) / (1 - math.Pow(keepMean, float64(m.done)))
	for i, slope := range m.slopes {
		m.mean[i] += (1 - keepMean) * (slope - m.mean[i])
		m.square[i] += (1 - keepSquare) * (slope*slope - m.square[i])
		m.values[i] -= rate * (m.mean[i]/(math.Sqrt(m.square[i])+1e-8) + decay*m.values[i])
	}
	clear(m.slopes[:])
}

// loss returns the weighted mean squared error of the chance of winning.
func (m *model) loss(list []sample) float64 {
	sum, weights := 0.0, 0.0
	for i := range list {
		wrong := m.chance(&list[i]) - list[i].target
		sum += wrong * wrong * list[i].weight
		weights += list[i].weight
	}
	return sum / weights
}

// weights returns the values as weights of the engine, where terms of the other player count against the mover.
func (m *model) weights() *bot.Weights {
	w := new(bot.Weights)
	for k := range w {
		round := func(number int, sign float64) int16 {
			x := math.Round(sign * m.values[k*numbers+number] * Points * bot.Unit)
			return int16(min(max(x, math.MinInt16), math.MaxInt16))
		}
		for thing := range bot.Things {
			w[k].Value[0][thing] = round(thing, 1)
			w[k].Value[1][thing] = round(bot.Things+thing, -1)
		}
		w[k].Move = round(numbers-1, 1)
	}
	return w
}
