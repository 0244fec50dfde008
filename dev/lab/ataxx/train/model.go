package train

import (
	"math"
	"math/rand/v2"
	"slices"

	"attic/dev/lab/ataxx/corpus"
	"attic/games/ataxx/bot"
)

type shape struct {
	patterns []int // the patterns that occur
	rows     int
	number   [bot.Windows * bot.Patterns][bot.Symmetries]uint16 // the row number of each window and pattern, after each symmetry
}

// batch is the number of positions in a step.
const batch = 1024

// newShape returns the shape of a network for boards without or with blocks.
func newShape(open bool) *shape {
	s := &shape{patterns: bot.PatternsOn(open)}
	s.rows = bot.Windows * len(s.patterns)
	var rank [bot.Patterns]int
	for i, pattern := range s.patterns {
		rank[pattern] = i
	}
	for i := range s.number {
		for symmetry := range s.number[i] {
			row := bot.Row(i/bot.Patterns, i%bot.Patterns, symmetry)
			s.number[i][symmetry] = uint16(row/bot.Patterns*len(s.patterns) + rank[row%bot.Patterns])
		}
	}
	return s
}

// model holds the weights while they are fitted, in one slice: the rows, the bias and the weights of the lanes in each bucket; then the
// constant that each bucket adds. Values are in units of bot.Scale hundredths of a piece.
type model struct {
	*shape
	all []float32
}

// The offsets of the parts of a model in its slice, and its size.
func (s *shape) biasAt() int          { return s.rows * bot.Lanes }
func (s *shape) outAt(bucket int) int { return s.biasAt() + (1+bucket)*bot.Lanes }
func (s *shape) addAt() int           { return s.outAt(bot.Buckets) }
func (s *shape) size() int            { return s.addAt() + bot.Buckets }

// place returns the index of a row in a bot.Network.
func (s *shape) place(row int) int {
	return row/len(s.patterns)*bot.Patterns + s.patterns[row%len(s.patterns)]
}

// The parts of a model.
func (m model) firstRow() *row          { return (*row)(m.all) }
func (m model) bias() *row              { return (*row)(m.all[m.biasAt():]) }
func (m model) out(bucket int) *row     { return (*row)(m.all[m.outAt(bucket):]) }
func (m model) add(bucket int) *float32 { return &m.all[m.addAt()+bucket] }

func zero(s *shape) model { return model{s, make([]float32, s.size())} }

// newModel returns random initial weights.
func newModel(s *shape, r *rand.Rand) model {
	m := zero(s)
	rows := m.all[:m.biasAt()]
	for i := range rows {
		rows[i] = float32(r.NormFloat64() * 0.02)
	}
	for lane := range m.bias() {
		m.bias()[lane] = 0.3
	}
	for bucket := range bot.Buckets {
		for lane := range m.out(bucket) {
			m.out(bucket)[lane] = float32(r.NormFloat64() * 0.18)
		}
	}
	return m
}

// modelOf returns the weights of a network.
func modelOf(s *shape, n *bot.Network) model {
	m := zero(s)
	for row := range m.rows {
		to := at(m.firstRow(), uint16(row))
		for lane, x := range n.Rows[m.place(row)] {
			to[lane] = float32(x) / bot.One
		}
	}
	for lane, x := range n.Bias {
		m.bias()[lane] = float32(x) / bot.One
	}
	for bucket := range n.Out {
		for lane, x := range n.Out[bucket] {
			m.out(bucket)[lane] = float32(x) / float32(n.Per[bucket])
		}
	}
	for bucket, x := range n.Add {
		*m.add(bucket) = float32(x) / bot.Scale
	}
	return m
}

// sample is a position in the form that the model needs.
type sample struct {
	rows   [bot.Symmetries][bot.Windows]uint16 // the rows that each group of lanes adds up
	bucket int
	owned  float32 // the part of the evaluation that does not come from the network
	target float32 // the target: the probability of winning
	weight float32 // the weight in the loss
}

// set sets the sample to the position of an entry.
func (s *sample) set(of *shape, e corpus.Entry) {
	for window, pattern := range bot.PatternsOf(e.Own, e.Theirs, e.Blocks) {
		for group, number := range of.number[window*bot.Patterns+int(pattern)] {
			s.rows[group][window] = number
		}
	}
	p := e.Position()
	s.bucket = bot.Bucket(p.Empty())
	s.owned = 0
	if e.Blocks != 0 {
		own, theirs := bot.Owned(p)
		s.owned = float32(own.Count()-theirs.Count()) * bot.OwnedScore / bot.Scale
	}
	t := target(e)
	s.target, s.weight = float32(t), float32(weight(t))
}

// target returns the probability of winning that corresponds to the score of an entry.
func target(e corpus.Entry) float64 { return logistic(float64(e.Score) / bot.Scale) }

// result returns the result of the game of an entry as a probability of winning.
func result(e corpus.Entry) float64 { return float64(e.Result+1) / 2 }

// retell replaces the scores of a game by a mixture of the search and the rest of the game. The new probability of winning at a position
// is trust times that of its search plus 1-trust times the new probability at the next position, or the result after the last position
// (the lambda return of Sutton 1988, with lambda = 1-trust). A shallow search thus learns from searches a few moves later. Before a random
// move, after which the same side is to move again in the corpus, only the search counts.
func retell(game []corpus.Entry, trust float64) {
	const least = 1e-5 // the least distance of the probability from 0 and 1, so that its score is finite
	for i := len(game) - 1; i >= 0; i-- {
		e := &game[i]
		next := result(*e)
		if i+1 < len(game) {
			switch next = target(game[i+1]); {
			case game[i+1].Turn != e.Turn:
				next = 1 - next
			case e.Stray:
				next = target(*e)
			}
		}
		p := min(max(trust*target(*e)+(1-trust)*next, least), 1-least)
		e.Score = int(math.Round(bot.Scale * math.Log(p/(1-p))))
	}
}

// retold returns a copy of game after retell.
func retold(game []corpus.Entry, trust float64) []corpus.Entry {
	game = slices.Clone(game)
	retell(game, trust)
	return game
}

// weight returns the weight of a position in the fit. target is a probability of winning. In a decided game a network need only predict the
// winner, but it has to choose between even positions. A network of this size cannot learn both well.
func weight(target float64) float64 {
	even := 4 * target * (1 - target)
	return even*even + 0.03
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// sums holds the values of all lanes for a position.
type sums [bot.Symmetries]row

// value returns the model's value of a sample, in units of bot.Scale, and sets lanes to the clamped lanes.
func (m model) value(s *sample, lanes *sums) float32 {
	value := *m.add(s.bucket) + s.owned
	out := m.out(s.bucket)
	for group := range lanes {
		l := &lanes[group]
		addUp(m.firstRow(), &s.rows[group], m.bias(), l)
		for i, x := range l {
			x = min(max(x, 0), 1)
			l[i] = x
			value += x * x * out[i]
		}
	}
	return value
}

// learn adds the gradient of the weighted cross entropy at a sample to gradient, and returns the error of the model's probability.
func (m model) learn(s *sample, gradient model, lanes *sums) (wrong float32) {
	wrong = float32(logistic(float64(m.value(s, lanes)))) - s.target
	slope := wrong * s.weight
	*gradient.add(s.bucket) += slope
	out, outGradient, biasGradient := m.out(s.bucket), gradient.out(s.bucket), gradient.bias()
	for group := range lanes {
		var back row
		for i, x := range &lanes[group] {
			outGradient[i] += slope * x * x
			if x < 1 { // at 0 the product is 0 anyway
				back[i] = 2 * slope * out[i] * x
			}
			biasGradient[i] += back[i]
		}
		addTo(gradient.firstRow(), &s.rows[group], &back)
	}
	return wrong
}

// The largest absolute values of the weights of a row and of a lane.
const (
	mostRow = float32(bot.MostRow) / bot.One
	mostOut = 1
)

// clip limits the weights of the rows, which must fit into bytes, and of the lanes, so that rounding stays precise.
func (m model) clip() {
	limit(m.all[:m.biasAt()], mostRow)
	limit(m.all[m.outAt(0):m.addAt()], mostOut)
}

func limit(all []float32, most float32) {
	for i, x := range all {
		all[i] = min(max(x, -most), most)
	}
}

// roundRows sets the rows and biases of a model to those of another, rounded as they will be in the network. A model learns with rounded rows, so that
// it makes up for the rounding (Bengio, Léonard and Courville 2013, straight-through estimator); everything else is shared.
func (m model) roundRows(from model) {
	for i, x := range from.all[:m.outAt(0)] {
		m.all[i] = float32(math.Round(float64(x*bot.One))) / bot.One
	}
	copy(m.all[m.outAt(0):], from.all[m.outAt(0):])
}

// round rounds the model. Each bucket has its own unit for the weights of the lanes, the smallest unit with which the largest weight fits.
func (m model) round() *bot.Network {
	round := func(x, most float32) int16 { return int16(math.Round(float64(min(max(x, -most), most)))) }
	n := new(bot.Network)
	for bucket := range bot.Buckets {
		largest := float32(1e-6)
		for _, x := range m.out(bucket) {
			largest = max(largest, x, -x)
		}
		n.Per[bucket] = int16(min(bot.MostOut/largest, bot.MostPer))
		n.Add[bucket] = round(*m.add(bucket)*bot.Scale, bot.MostAdd)
		for lane, x := range m.out(bucket) {
			n.Out[bucket][lane] = round(x*float32(n.Per[bucket]), bot.MostOut)
		}
	}
	for row := range m.rows {
		for lane, x := range at(m.firstRow(), uint16(row)) {
			n.Rows[m.place(row)][lane] = int8(round(x*bot.One, bot.MostRow))
		}
	}
	for lane, x := range m.bias() {
		n.Bias[lane] = round(x*bot.One, bot.MostBias)
	}
	return n
}
