package bot

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"

	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
)

// Decision is what to do next: fire Port, or, when that is rules.NoPort, set exactly Layout and evaluate.
type Decision struct {
	Port   rules.Port
	Layout rules.Layout
	Expect float64 // points still to come, 0 where that was not worked out
}

// Bounds of the work of a choice.
const (
	rolloutLayouts = 2048 // up to so many layouts the best ports are played to the end
	rolloutPorts   = 8
)

// Choose decides what to do next.
//
// The first beam enters at the second port from a corner. Later ones go where an answer tells most
// for its expected price, measured as entropy; with up to rolloutLayouts possible layouts, on small
// fields from the first beam on, the eight best ports are compared by what the game costs to its end
// when all later beams are chosen that way. It sets the squares on which most of the possible layouts
// have an atom, as soon as atoms missed are expected to cost less than further beams.
//
// Equal input and seed give equal decisions. Errors are those of infer.Look.
func Choose(ctx context.Context, k infer.Knowledge, seed uint64) (Decision, error) {
	d, _, err := Consider(ctx, k, seed)
	return d, err
}

// Consider is Choose, and returns the survey on which the decision rests; at the first beam that is the zero Survey.
func Consider(ctx context.Context, k infer.Knowledge, seed uint64) (Decision, infer.Survey, error) {
	free := k.Free()
	all := rules.NewCase(k.Field, k.Atoms)
	if len(k.Shots) == 0 && all.Count() > rolloutLayouts {
		return Decision{Port: opening(k.Field, seed)}, infer.Survey{}, nil
	}
	survey, err := infer.Look(ctx, k, seed)
	if err != nil {
		return Decision{}, infer.Survey{}, err
	}
	set := survey.Set
	if len(set) == 0 {
		return blind(k, free, seed), survey, nil
	}
	g := newGame(k, survey.Boards, len(set))
	var open uint64
	for _, p := range free {
		open |= 1 << p
	}
	best := Decision{Layout: g.best(set), Expect: g.loss(set)}
	ports := g.rank(set, open)
	if len(ports) == 0 {
		return best, survey, nil
	}
	if !survey.Listed || len(set) > rolloutLayouts {
		return Decision{Port: ports[0].port}, survey, nil
	}
	for _, c := range ports[:min(len(ports), rolloutPorts)] {
		if ctx.Err() != nil {
			return Decision{}, survey, ctx.Err()
		}
		if cost := g.cost(set, open, c.port); cost < best.Expect {
			best = Decision{Port: c.port, Expect: cost}
		}
	}
	return best, survey, nil
}

// opening returns the second port from one of the corners.
func opening(f rules.Field, seed uint64) rules.Port {
	var ports []rules.Port
	for p := rules.Port(1); int(p) <= f.Ports(); p++ {
		side, line := f.Place(p)
		length := int(f.H)
		if side == rules.Bottom || side == rules.Top {
			length = int(f.W)
		}
		if min(line, length-1-line) == min(1, (length-1)/2) {
			ports = append(ports, p)
		}
	}
	return ports[rand.New(rand.NewPCG(seed, 1)).IntN(len(ports))]
}

// blind decides without knowing any possible layout.
func blind(k infer.Knowledge, free []rules.Port, seed uint64) Decision {
	rng := rand.New(rand.NewPCG(seed, 2))
	if len(free) > 0 {
		return Decision{Port: free[rng.IntN(len(free))]}
	}
	all := rules.NewCase(k.Field, k.Atoms)
	return Decision{Layout: all.Draw(rng)}
}

// game plays on with sets of layouts, which are lists of their numbers among boards.
type game struct {
	knowledge infer.Knowledge
	boards    *infer.Boards
	nlogn     []float64          // n times its binary logarithm
	count     [answerKinds]int32 // scratch of weigh, all 0 between calls
}

// answerKinds is more than the largest Answer.
const answerKinds = 64

// newGame prepares for sets of at most most layouts.
func newGame(k infer.Knowledge, boards *infer.Boards, most int) *game {
	g := &game{knowledge: k, boards: boards, nlogn: make([]float64, most+1)}
	for n := range g.nlogn[1:] {
		g.nlogn[n+1] = float64(n+1) * math.Log2(float64(n+1))
	}
	return g
}

// candidate is a port that may be fired.
type candidate struct {
	port  rules.Port
	worth float64 // bits of entropy for a point of expected price
}

// weigh returns what firing p tells for its price, 0 when the answer is known.
func (g *game) weigh(set []int32, p rules.Port) float64 {
	answers := g.boards.Answers(p)
	kinds := uint64(0)
	for _, i := range set {
		a := answers[i] % answerKinds
		g.count[a]++
		kinds |= 1 << a
	}
	marked := g.count[rules.Absorbed] + g.count[rules.Reflected]
	sum := 0.0
	for rest := kinds; rest != 0; rest &= rest - 1 {
		a := bits.TrailingZeros64(rest)
		sum += g.nlogn[g.count[a]]
		g.count[a] = 0
	}
	if kinds&(kinds-1) == 0 {
		return 0
	}
	price := rules.PointsPass*len(set) - (rules.PointsPass-rules.PointsMarked)*int(marked)
	return (g.nlogn[len(set)] - sum) / float64(price)
}

// rank returns the ports of the set open whose answer is not known, the one worth most first.
func (g *game) rank(set []int32, open uint64) []candidate {
	var ranked []candidate
	for p := rules.Port(1); int(p) <= g.knowledge.Field.Ports(); p++ {
		if open>>p&1 == 0 {
			continue
		}
		worth := g.weigh(set, p)
		if worth == 0 {
			continue
		}
		ranked = append(ranked, candidate{p, worth})
		for i := len(ranked) - 1; i > 0 && ranked[i].worth > ranked[i-1].worth; i-- {
			ranked[i], ranked[i-1] = ranked[i-1], ranked[i]
		}
	}
	return ranked
}

// cost returns the points expected from firing p and then going on as value does.
func (g *game) cost(set []int32, open uint64, p rules.Port) float64 {
	answers := g.boards.Answers(p)
	var start [answerKinds + 1]int32
	for _, i := range set {
		start[answers[i]%answerKinds+1]++
	}
	for a := range answerKinds {
		start[a+1] += start[a]
	}
	sorted := make([]int32, len(set))
	next := start
	for _, i := range set {
		a := answers[i] % answerKinds
		sorted[next[a]] = i
		next[a]++
	}
	sum := 0.0
	for a := range rules.Answer(answerKinds) {
		part := sorted[start[a]:start[a+1]]
		if len(part) == 0 {
			continue
		}
		left := open &^ (1<<p | 1<<a.Port())
		sum += float64(len(part)) * (float64(a.Points()) + g.value(part, left))
	}
	return sum / float64(len(set))
}

// value returns the points still expected when each beam is the one worth most, and the atoms are
// set as soon as that is cheaper.
func (g *game) value(set []int32, open uint64) float64 {
	if len(set) == 1 {
		return 0
	}
	best := candidate{}
	for p := rules.Port(1); int(p) <= g.knowledge.Field.Ports(); p++ {
		if open>>p&1 == 0 {
			continue
		}
		if worth := g.weigh(set, p); worth > best.worth {
			best = candidate{p, worth}
		}
	}
	if best.port == rules.NoPort {
		return g.loss(set)
	}
	cost := g.cost(set, open, best.port)
	if cost <= rules.PointsMarked {
		return cost
	}
	return min(cost, g.loss(set))
}

// marginals returns on how many layouts of the set each square has an atom.
func (g *game) marginals(set []int32) (count [256]int32) {
	for _, i := range set {
		for _, s := range g.boards.Squares(i) {
			count[s]++
		}
	}
	return count
}

// top returns the Atoms squares with the largest counts, those with smaller numbers first.
func (g *game) top(count *[256]int32) []rules.Square {
	squares := make([]rules.Square, 0, g.knowledge.Atoms+1)
	for s := range g.knowledge.Field.Squares() {
		squares = append(squares, s)
		for i := len(squares) - 1; i > 0 && count[squares[i]] > count[squares[i-1]]; i-- {
			squares[i], squares[i-1] = squares[i-1], squares[i]
		}
		if len(squares) > g.knowledge.Atoms {
			squares = squares[:g.knowledge.Atoms]
		}
	}
	return squares
}

// loss returns the points that the atoms not found are expected to cost when all are set now.
func (g *game) loss(set []int32) float64 {
	count := g.marginals(set)
	found := 0.0
	for _, s := range g.top(&count) {
		found += float64(count[s])
	}
	return rules.PointsMissed * (float64(g.knowledge.Atoms) - found/float64(len(set)))
}

// best returns what to set: the squares that most layouts have, and a possible layout if one is as good.
func (g *game) best(set []int32) rules.Layout {
	count := g.marginals(set)
	best := g.knowledge.Field.Empty()
	most := int32(0)
	for _, s := range g.top(&count) {
		best = best.With(s)
		most += count[s]
	}
	for _, i := range set {
		sum := int32(0)
		for _, s := range g.boards.Squares(i) {
			sum += count[s]
		}
		if sum == most {
			return g.boards.Layout(i)
		}
	}
	return best
}
