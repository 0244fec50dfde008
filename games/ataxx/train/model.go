package train

import (
	"math"
	"math/rand/v2"
	"sync"

	"attic/games/ataxx/bot"
	"attic/games/ataxx/corpus"
)

const allRows = bot.Windows * bot.Patterns

// model is the weights while they are fitted, in one slice: the rows, the bias, the weights of the lanes in each bucket, and
// the constant that each bucket adds. A unit is bot.Scale hundredths of a piece.
type model []float32

// Where the parts are.
const (
	biasAt = allRows * bot.Lanes
	outAt  = biasAt + bot.Lanes
	addAt  = outAt + bot.Buckets*bot.Lanes
	size   = addAt + bot.Buckets
)

func (m model) rows() *row        { return (*row)(m) }
func (m model) bias() *row        { return (*row)(m[biasAt:]) }
func (m model) out(b int) *row    { return (*row)(m[outAt+b*bot.Lanes:]) }
func (m model) add(b int) float32 { return m[addAt+b] }

// newModel returns random initial weights.
func newModel(r *rand.Rand) model {
	m := make(model, size)
	for i := range m[:biasAt] {
		m[i] = float32(r.NormFloat64() * 0.02)
	}
	for lane := range m.bias() {
		m.bias()[lane] = 0.3
	}
	for i := outAt; i < addAt; i++ {
		m[i] = float32(r.NormFloat64() * 0.18)
	}
	return m
}

// rowsOf holds for each window and pattern the rows after each symmetry.
var rowsOf = sync.OnceValue(func() *[allRows][bot.Symmetries]uint16 {
	of := new([allRows][bot.Symmetries]uint16)
	for i := range of {
		for symmetry := range of[i] {
			of[i][symmetry] = uint16(bot.Row(i/bot.Patterns, i%bot.Patterns, symmetry))
		}
	}
	return of
})

// sample is a position in the form that the model needs.
type sample struct {
	rows   [bot.Symmetries][bot.Windows]uint16
	bucket int
	owned  float32 // the part of the evaluation besides the network
	target float32 // the target: the probability of winning
}

// set sets the sample to the position of an entry. trust is the part of the target that comes from the search; the rest is the result.
func (s *sample) set(e corpus.Entry, trust float64) {
	rows := rowsOf()
	for window, pattern := range bot.PatternsOf(e.Own, e.Theirs, e.Blocks) {
		for symmetry, number := range &rows[window*bot.Patterns+int(pattern)] {
			s.rows[symmetry][window] = number
		}
	}
	p := e.Position()
	s.bucket = bot.Bucket(p.Empty())
	s.owned = 0
	if e.Blocks != 0 {
		own, theirs := bot.Owned(p)
		s.owned = float32(own.Count()-theirs.Count()) * bot.OwnedScore / bot.Scale
	}
	s.target = float32(trust*logistic(float64(e.Score)/bot.Scale) + (1-trust)*float64(e.Result+1)/2)
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// sums are the lanes of a position.
type sums [bot.Symmetries]row

// value returns the model's value of a sample, in units of bot.Scale, and sets lanes to the clamped lanes.
func (m model) value(s *sample, lanes *sums) float32 {
	value := m.add(s.bucket) + s.owned
	out := m.out(s.bucket)
	for symmetry := range lanes {
		l := &lanes[symmetry]
		addUp(m.rows(), &s.rows[symmetry], m.bias(), l)
		for i, x := range l {
			x = min(max(x, 0), 1)
			l[i] = x
			value += x * x * out[i]
		}
	}
	return value
}

// learn adds the gradient of the cross entropy at a sample to gradient, and returns how wrong the model was.
func (m model) learn(s *sample, gradient model, lanes *sums) (wrong float32) {
	wrong = float32(logistic(float64(m.value(s, lanes)))) - s.target
	gradient[addAt+s.bucket] += wrong
	out, outGradient, biasGradient := m.out(s.bucket), gradient.out(s.bucket), gradient.bias()
	var twice row
	for i, x := range out {
		twice[i] = 2 * wrong * x
	}
	for symmetry := range lanes {
		var back row
		for i, x := range &lanes[symmetry] {
			outGradient[i] += wrong * x * x
			if x < 1 { // at 0 the product is 0 anyway
				back[i] = twice[i] * x
			}
			biasGradient[i] += back[i]
		}
		addTo(gradient.rows(), &s.rows[symmetry], &back)
	}
	return wrong
}

// clip keeps the weights within the range of bot's numbers.
func (m model) clip() {
	for i := outAt; i < addAt; i++ {
		m[i] = within(m[i], bot.MostOut, bot.PerOut)
	}
}

func within(x float32, most, per float32) float32 { return min(max(x, -most/per), most/per) }

// weights rounds the model.
func (m model) weights() *bot.Weights {
	round := func(x, most, per float32) int16 { return int16(math.Round(float64(within(x, most, per) * per))) }
	w := new(bot.Weights)
	for i, x := range m[:biasAt] {
		w.Rows[i/bot.Lanes][i%bot.Lanes] = round(x, bot.MostRow, bot.One)
	}
	for lane, x := range m.bias() {
		w.Bias[lane] = round(x, bot.MostRow, bot.One)
	}
	for bucket := range w.Out {
		for lane, x := range m.out(bucket) {
			w.Out[bucket][lane] = round(x, bot.MostOut, bot.PerOut)
		}
		w.Add[bucket] = round(m.add(bucket), bot.MostAdd, bot.Scale)
	}
	return w
}
