package train

import (
	"math"
	"math/rand/v2"
	"slices"

	"attic/dev/lab/ataxx/corpus"
	"attic/games/ataxx/bot"
)

type shape struct {
	groups   int   // as in bot.Network
	patterns []int // the patterns that occur
	rows     int
	number   [bot.Windows * bot.Patterns][bot.Symmetries]uint16 // the row number of each window and pattern, after each symmetry
	batch    int                                                // the number of positions in a step; larger for more weights, since a step changes all weights
}

// newShape returns the shape of a tied or free network for boards without or with blocks.
func newShape(open, free bool) *shape {
	s := &shape{groups: 1, patterns: bot.PatternsOn(open), batch: 1024}
	if free {
		s.groups, s.batch = bot.Symmetries, 4096
	}
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

// model holds the weights while they are fitted, in one slice: for each group the rows, the bias and the weights of the lanes in
// each bucket; then the constant that each bucket adds. Values are in units of bot.Scale hundredths of a piece.
type model struct {
	*shape
	all []float32
}

// The offsets of the parts of a model in its slice, and their sizes.
func (s *shape) biasAt(group int) int        { return group*s.perGroup() + s.rows*bot.Lanes }
func (s *shape) outAt(group, bucket int) int { return s.biasAt(group) + (1+bucket)*bot.Lanes }
func (s *shape) addAt() int                  { return s.groups * s.perGroup() }
func (s *shape) perGroup() int               { return (s.rows + 1 + bot.Buckets) * bot.Lanes }
func (s *shape) size() int                   { return s.addAt() + bot.Buckets }

// place returns the index of a row in a bot.Group.
func (s *shape) place(row int) int {
	return row/len(s.patterns)*bot.Patterns + s.patterns[row%len(s.patterns)]
}

// The parts of the bot.Symmetries groups of lanes. In a tied network, all groups share the same weights.
func (m model) rowsOf(group int) *row      { return (*row)(m.all[group%m.groups*m.perGroup():]) }
func (m model) bias(group int) *row        { return (*row)(m.all[m.biasAt(group%m.groups):]) }
func (m model) out(group, bucket int) *row { return (*row)(m.all[m.outAt(group%m.groups, bucket):]) }
func (m model) add(bucket int) *float32    { return &m.all[m.addAt()+bucket] }

func zero(s *shape) model { return model{s, make([]float32, s.size())} }

// newModel returns random initial weights.
func newModel(s *shape, r *rand.Rand) model {
	m := zero(s)
	for group := range m.groups {
		rows := m.all[group*m.perGroup() : m.biasAt(group)]
		for i := range rows {
			rows[i] = float32(r.NormFloat64() * 0.02)
		}
		for lane := range m.bias(group) {
			m.bias(group)[lane] = 0.3
		}
		for bucket := range bot.Buckets {
			for lane := range m.out(group, bucket) {
				m.out(group, bucket)[lane] = float32(r.NormFloat64() * 0.18)
			}
		}
	}
	return m
}

// startNoise is the initial difference between the groups of a free network that begins with a tied network. Without it, all groups would
// learn the same.
const startNoise = 0.005

// modelOf returns the weights of a network.
func modelOf(s *shape, n *bot.Network, r *rand.Rand) model {
	m := zero(s)
	noise := func() float32 { return 0 }
	if s.groups > len(n.Groups) {
		noise = func() float32 { return float32(r.NormFloat64() * startNoise) }
	}
	for group := range m.groups {
		from, symmetry := n.Group(group)
		for row := range m.rows {
			window, pattern := m.place(row)/bot.Patterns, m.place(row)%bot.Patterns
			to := at(m.rowsOf(group), uint16(row))
			for lane, x := range from.Rows[bot.Row(window, pattern, symmetry)] {
				to[lane] = float32(x)/bot.One + noise()
			}
		}
		for lane, x := range from.Bias {
			m.bias(group)[lane] = float32(x)/bot.One + noise()
		}
		for bucket := range from.Out {
			for lane, x := range from.Out[bucket] {
				m.out(group, bucket)[lane] = float32(x) / float32(n.Per[bucket])
			}
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

// set sets the sample to the position of an entry. For a free network, a symmetry is applied to it first.
func (s *sample) set(of *shape, e corpus.Entry, symmetry int) {
	for window, pattern := range bot.PatternsOf(e.Own, e.Theirs, e.Blocks) {
		numbers := &of.number[window*bot.Patterns+int(pattern)]
		for group := range s.rows {
			if of.groups == 1 {
				s.rows[group][window] = numbers[group]
			} else {
				s.rows[group][window] = numbers[symmetry]
			}
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
	for group := range lanes {
		l, out := &lanes[group], m.out(group, s.bucket)
		addUp(m.rowsOf(group), &s.rows[group], m.bias(group), l)
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
	for group := range lanes {
		out, outGradient, biasGradient := m.out(group, s.bucket), gradient.out(group, s.bucket), gradient.bias(group)
		var back row
		for i, x := range &lanes[group] {
			outGradient[i] += slope * x * x
			if x < 1 { // at 0 the product is 0 anyway
				back[i] = 2 * slope * out[i] * x
			}
			biasGradient[i] += back[i]
		}
		addTo(gradient.rowsOf(group), &s.rows[group], &back)
	}
	return wrong
}

// mostOut is the largest absolute weight of a lane.
const mostOut = 1

// clip limits the weights of the lanes, so that rounding stays precise.
func (m model) clip() {
	for group := range m.groups {
		for i := m.outAt(group, 0); i < m.outAt(group, bot.Buckets); i++ {
			m.all[i] = within(m.all[i], mostOut)
		}
	}
}

func within(x, most float32) float32 { return min(max(x, -most), most) }

// round rounds the model. Each bucket has its own unit for the weights of the lanes, the smallest unit with which the largest weight fits.
func (m model) round() *bot.Network {
	round := func(x, most float32) int16 { return int16(math.Round(float64(within(x, most)))) }
	n := &bot.Network{Groups: make([]bot.Group, m.groups)}
	for bucket := range bot.Buckets {
		largest := float32(0)
		for group := range m.groups {
			for _, x := range m.out(group, bucket) {
				largest = max(largest, x, -x)
			}
		}
		n.Per[bucket] = int16(within(bot.MostOut/max(largest, 1e-6), bot.MostPer))
		n.Add[bucket] = round(*m.add(bucket)*bot.Scale, bot.MostAdd)
	}
	for group := range n.Groups {
		to := &n.Groups[group]
		for row := range m.rows {
			for lane, x := range at(m.rowsOf(group), uint16(row)) {
				to.Rows[m.place(row)][lane] = round(x*bot.One, bot.MostRow)
			}
		}
		for lane, x := range m.bias(group) {
			to.Bias[lane] = round(x*bot.One, bot.MostRow)
		}
		for bucket := range to.Out {
			for lane, x := range m.out(group, bucket) {
				to.Out[bucket][lane] = round(x*float32(n.Per[bucket]), bot.MostOut)
			}
		}
	}
	return n
}
