package bot

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
	"attic/internal/turns"
)

// Decision is the next move: fire at Port or, if Port is rules.NoPort, set exactly Layout and evaluate.
type Decision struct {
	Port   rules.Port
	Layout rules.Layout
	Expect float64 // the expected points from here to the end; an estimate if there are many layouts, 0 if Choose did not need it
}

// The limits of a choice, depending on the number n of layouts that are left. The best ports by the measure are compared. If n is at
// most nestedLayouts, nestedPorts ports are compared by all layouts; if n is at most allLayouts, nestedFinal ports by all layouts.
// Otherwise finalPorts ports are compared by rolloutLayouts layouts, or by a sample if there are too many to list. The nestedFinal or
// finalPorts ports are the best of rolloutPorts ports by someLayouts layouts. If n is above sampledLayouts, a sample predicts the end of
// the game too poorly, and the bot fires at the best port by the measure.
const (
	nestedLayouts  = 256
	nestedPorts    = 12
	allLayouts     = 4096
	nestedFinal    = 6
	finalPorts     = 6
	rolloutLayouts = 6144
	rolloutPorts   = 16
	someLayouts    = 768
	sampledLayouts = 1 << 22
	innerPorts     = 6 // the number of ports compared for the next beam after this one, if n is at most allLayouts
	lastPorts      = 2 // the number for the beam after that, if at most lastLayouts layouts are left then
	lastLayouts    = 64
	firstLayouts   = 2048 // if there are more layouts, the first beam enters at the second port from a corner
)

// Choose returns the best decision that it finds.
//
// The first beam enters at the second port from a corner, except on small fields. Later beams enter where an answer gives the most
// information for its expected price; the measure is entropy per point. The best ports by that measure are compared by the expected
// cost of the rest of the game if all later beams are chosen by the measure. If there are many layouts, only some of them are used. If
// there are few, the next one or two beams are also chosen by such comparisons. As soon as missed atoms are expected to cost less than
// further beams, the bot sets the squares on which most of the possible layouts have an atom.
//
// Equal arguments give equal decisions. Errors are those of infer.Look.
func Choose(ctx context.Context, k infer.Knowledge, seed uint64) (Decision, error) {
	if opens(k) {
		return Decision{Port: opening(k.Field, seed)}, nil
	}
	d, _, _, err := consider(ctx, k, seed)
	return d, err
}

// opens reports whether the first beam is fired without a survey.
func opens(k infer.Knowledge) bool {
	all := rules.NewCase(k.Field, k.Atoms)
	return len(k.Shots)+len(k.Spent) == 0 && all.Count() > firstLayouts
}

// Consider is like Choose, but also returns the survey behind the decision, and always sets Expect.
func Consider(ctx context.Context, k infer.Knowledge, seed uint64) (Decision, infer.Survey, error) {
	d, survey, g, err := consider(ctx, k, seed)
	if err == nil && g != nil && d.Port != rules.NoPort && (opens(k) || !survey.Listed || len(survey.Set) > allLayouts) {
		d.Expect = g.estimate(survey.Set, openPorts(k), d.Port, survey.Total)
	}
	return d, survey, err
}

// consider decides by a survey. It returns the survey, and the game made from it, which is nil if no layout is known.
func consider(ctx context.Context, k infer.Knowledge, seed uint64) (Decision, infer.Survey, *game, error) {
	survey, err := infer.Look(ctx, k, seed)
	if err != nil {
		return Decision{}, infer.Survey{}, nil, err
	}
	if len(survey.Set) == 0 {
		return blind(k, k.Free(), seed), survey, nil, nil
	}
	g := newGame(k, survey.Boards, len(survey.Set))
	if opens(k) {
		return Decision{Port: opening(k.Field, seed)}, survey, g, nil
	}
	d, err := g.decide(ctx, survey, openPorts(k))
	return d, survey, g, err
}

func openPorts(k infer.Knowledge) (open uint64) {
	for _, p := range k.Free() {
		open |= 1 << p
	}
	return open
}

// steepens corrects the estimates for the first beam on 8 by 8 squares with 4, 5 and 6 atoms, where the mean score is known
// (docs/science.md). It is in points per squared bit; the bits are the binary logarithm of the ratio of all layouts to those played
// to the end. According to a few games on larger fields, it falls with the square of the number of squares.
const steepens, steepened = 0.0118, 64

// estimate returns the points expected from firing p when total layouts are left. It plays only some of them to the end and extrapolates
// by the logarithm of the number of layouts.
func (g *game) estimate(set []int32, open uint64, p rules.Port, total float64) float64 {
	some, few := thin(set, rolloutLayouts/2), thin(set, rolloutLayouts/16)
	cost := g.cost(some, open, p, 1, math.Inf(1))
	if len(some) == len(few) || total <= float64(len(some)) {
		return cost
	}
	slope := (cost - g.cost(few, open, p, 1, math.Inf(1))) / math.Log2(float64(len(some))/float64(len(few)))
	more := math.Log2(total / float64(len(some)))
	larger := max(1, float64(g.knowledge.Field.Size())/steepened)
	return cost + slope*more + steepens/(larger*larger)*more*more
}

func (g *game) decide(ctx context.Context, survey infer.Survey, open uint64) (Decision, error) {
	set, listed := survey.Set, survey.Listed
	best := Decision{Layout: g.best(set), Expect: g.loss(set)}
	if g.fair && len(set) <= fairLayouts {
		if i, lost := g.guess(set); lost < best.Expect {
			best = Decision{Layout: g.boards.Layout(i), Expect: lost}
		}
	}
	ranked, live := g.rank(set, open)
	if len(ranked) == 0 {
		return best, nil
	}
	if !survey.Fair || survey.Total > sampledLayouts {
		return Decision{Port: ranked[0].port}, nil
	}
	ranked = ranked[:min(len(ranked), rolloutPorts)]
	inner := 1
	switch n := len(set); {
	case listed && n <= nestedLayouts:
		ranked, inner = ranked[:min(len(ranked), nestedPorts)], innerPorts
	default:
		some := thin(set, someLayouts)
		for i, c := range ranked {
			if ctx.Err() != nil {
				return Decision{}, ctx.Err()
			}
			ranked[i].worth = -g.cost(some, live, c.port, 1, math.Inf(1))
		}
		slices.SortStableFunc(ranked, func(a, b candidate) int { return cmp.Compare(b.worth, a.worth) })
		if listed && n <= allLayouts {
			ranked, inner = ranked[:min(len(ranked), nestedFinal)], innerPorts
			break
		}
		ranked = ranked[:min(len(ranked), finalPorts)]
		set, best.Expect = thin(set, rolloutLayouts), math.Inf(1) // with so many layouts left, a guess never pays
	}
	for _, c := range ranked {
		if ctx.Err() != nil {
			return Decision{}, ctx.Err()
		}
		if cost := g.cost(set, live, c.port, inner, best.Expect); cost < best.Expect {
			best = Decision{Port: c.port, Expect: cost}
		}
	}
	return best, nil
}

// thin returns n evenly spaced layouts of the parameter set, or all if there are at most n.
func thin(set []int32, n int) []int32 {
	if len(set) <= n {
		return set
	}
	part := make([]int32, n)
	for i := range part {
		part[i] = set[i*len(set)/n]
	}
	return part
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

// blind returns a random decision, for positions in which no possible layout is known.
func blind(k infer.Knowledge, free []rules.Port, seed uint64) Decision {
	rng := rand.New(rand.NewPCG(seed, 2))
	if len(free) > 0 {
		return Decision{Port: free[rng.IntN(len(free))]}
	}
	all := rules.NewCase(k.Field, k.Atoms)
	return Decision{Layout: all.Draw(rng)}
}

// game continues a game with sets of layouts, which are lists of indexes into boards.
type game struct {
	knowledge infer.Knowledge
	boards    *infer.Boards
	nlogn     []float64          // n times the binary logarithm of n, by n
	fair      bool               // setting a layout that no beam can distinguish from the hidden one loses nothing
	count     [answerKinds]int32 // scratch space of weigh, all 0 between calls
}

// answerKinds is larger than every Answer.
const answerKinds = 64

func newGame(k infer.Knowledge, boards *infer.Boards, most int) *game {
	g := &game{knowledge: k, boards: boards, nlogn: make([]float64, most+1)}
	for n := range g.nlogn[1:] {
		g.nlogn[n+1] = float64(n+1) * math.Log2(float64(n+1))
	}
	return g
}

type candidate struct {
	port  rules.Port
	worth float64 // bits of entropy per point of expected price
}

// weigh returns the information from firing p for its price, in bits per point; 0 if the answer is known.
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

// rank returns the ports in the parameter open whose beams give information, as a list with the ports worth most first, and as a set.
// The other ports in open will give no information later either.
func (g *game) rank(set []int32, open uint64) (ranked []candidate, live uint64) {
	for rest := open; rest != 0; rest &= rest - 1 {
		p := rules.Port(bits.TrailingZeros64(rest))
		worth := g.weigh(set, p)
		if worth == 0 {
			continue
		}
		live |= 1 << p
		ranked = append(ranked, candidate{p, worth})
		for i := len(ranked) - 1; i > 0 && ranked[i].worth > ranked[i-1].worth; i-- {
			ranked[i], ranked[i-1] = ranked[i-1], ranked[i]
		}
	}
	return ranked, live
}

// giving is the least number of layouts with which cost takes so long that it lets other goroutines run.
const giving = 32

// cost returns the points expected from firing p and then continuing as the method value does with the parameter ports. If they reach
// the parameter limit, it may return any number that is at least limit.
func (g *game) cost(set []int32, open uint64, p rules.Port, ports int, limit float64) float64 {
	if len(set) >= giving {
		turns.Give()
	}
	answers := g.boards.Answers(p)
	var start [answerKinds + 1]int32
	for _, i := range set {
		start[answers[i]%answerKinds+1]++
	}
	points := len(set) * rules.PointsPass
	points -= int(start[rules.Absorbed+1]+start[rules.Reflected+1]) * (rules.PointsPass - rules.PointsMarked)
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
	sum, most := float64(points), limit*float64(len(set))
	for a := range rules.Answer(answerKinds) {
		part := sorted[start[a]:start[a+1]]
		if len(part) < 2 {
			continue
		}
		if sum >= most {
			return limit
		}
		left := open &^ (1<<p | 1<<a.Port())
		sum += float64(len(part)) * g.value(part, left, ports)
	}
	return sum / float64(len(set))
}

// value returns the points still expected. For the next beam it compares the ports worth most (the parameter ports limits their number),
// by their cost if every later beam enters at the port worth most. If at most lastLayouts layouts are left, it does the same for the
// beam after the next. The atoms are set as soon as that is cheaper.
func (g *game) value(set []int32, open uint64, ports int) float64 {
	if len(set) == 1 {
		return 0
	}
	if len(set) == 2 {
		return g.pair(set[0], set[1], open)
	}
	if ports == 1 {
		best, live := candidate{}, uint64(0)
		for rest := open; rest != 0; rest &= rest - 1 {
			p := rules.Port(bits.TrailingZeros64(rest))
			worth := g.weigh(set, p)
			if worth > 0 {
				live |= 1 << p
			}
			if worth > best.worth {
				best = candidate{p, worth}
			}
		}
		if best.port == rules.NoPort {
			return g.untold(set)
		}
		cost := g.cost(set, live, best.port, 1, math.Inf(1))
		if cost <= rules.PointsMarked {
			return cost
		}
		return min(cost, g.loss(set))
	}
	ranked, live := g.rank(set, open)
	if len(ranked) == 0 {
		return g.untold(set)
	}
	best, next := g.loss(set), 1
	if len(set) <= lastLayouts {
		next = lastPorts
	}
	for i, c := range ranked {
		if i == ports || best <= rules.PointsMarked {
			break
		}
		best = min(best, g.cost(set, live, c.port, next, best))
	}
	return best
}

// pair is like value, for two layouts: the price of the cheapest beam that distinguishes them or, if that is less, the loss from a
// guess.
func (g *game) pair(a, b int32, open uint64) float64 {
	price := math.Inf(1)
	for rest := open; rest != 0; rest &= rest - 1 {
		answers := g.boards.Answers(rules.Port(bits.TrailingZeros64(rest)))
		if answers[a] != answers[b] {
			price = min(price, float64(answers[a].Points()+answers[b].Points())/2)
		}
	}
	switch set := []int32{a, b}; {
	case price <= rules.PointsMarked:
		return price
	case math.IsInf(price, 1):
		return g.untold(set)
	default:
		return min(price, g.loss(set))
	}
}

// untold returns the loss from a guess when no beam can give more information.
func (g *game) untold(set []int32) float64 {
	if g.fair {
		return 0
	}
	return g.loss(set)
}

// top returns the squares with the largest counts, one for each atom; among equal counts it prefers squares with smaller numbers.
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

func (g *game) loss(set []int32) float64 {
	lost := g.squaresLost(set)
	if g.fair && len(set) <= fairInner {
		_, guessed := g.guess(set)
		return min(lost, guessed)
	}
	return lost
}

// squaresLost is like loss, but counts every missed atom, even if no beam can distinguish the layouts.
func (g *game) squaresLost(set []int32) float64 {
	count := g.boards.Marginals(set)
	found := 0.0
	for _, s := range g.top(&count) {
		found += float64(count[s])
	}
	return rules.PointsMissed * (float64(g.knowledge.Atoms) - found/float64(len(set)))
}

// best returns the layout to set: a possible layout if it is as good as the most frequent squares, otherwise those squares.
func (g *game) best(set []int32) rules.Layout {
	count := g.boards.Marginals(set)
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
