package infer

import (
	"context"
	"math"
	"math/rand/v2"
	"sort"

	"attic/games/atommaster/rules"
	"attic/internal/turns"
)

// The limits of a survey.
const (
	maxLayouts = 16384 // the largest number of layouts that are listed
	maxCases   = 24576 // cases judged one by one
	sampleSize = 4096  // layouts in a sample
	fairSample = 1024  // layouts that are enough if all are equally likely
	mostTries  = 32768 // layouts tried for a fair sample
	swarmSize  = 1024  // cases judged in parallel if no fair sample is found
)

// Survey is the result of Look: the layouts that agree with the answers.
type Survey struct {
	Boards  *Boards
	Set     []int32 // the layouts of Boards that agree with the answers: all of them, or a sample
	Total   float64 // the number of layouts that agree; an estimate unless Counted
	Listed  bool    // Set contains every layout that agrees, each exactly once
	Counted bool    // Total is exact
	Fair    bool    // all layouts that agree were equally likely to be in Set; always true if Listed
}

// Split groups the layouts of Set by the answer of a port.
func (s Survey) Split(p rules.Port) map[rules.Answer][]int32 {
	parts := map[rules.Answer][]int32{}
	answers := s.Boards.Answers(p)
	for _, i := range s.Set {
		parts[answers[i]] = append(parts[answers[i]], i)
	}
	return parts
}

// Look makes a survey. With a table, it lists all layouts that agree, and also if at most maxLayouts agree and are found
// within the limits. Otherwise it draws a sample that depends on seed. If enough of the layouts drawn at random agree, all
// that agree are equally likely to be in the sample; otherwise the sample is right only on average. Set is empty if no
// layout is found within the limits, which happens only on large fields full of atoms.
//
// An error wraps ErrKnowledge or ErrContradiction, or is ctx.Err().
func Look(ctx context.Context, k Knowledge, seed uint64) (Survey, error) {
	if err := k.Check(); err != nil {
		return Survey{}, err
	}
	switch table, err := whole(ctx, k.Field, k.Atoms); {
	case err != nil:
		return Survey{}, err
	case table != nil:
		set := table.agree(k.Shots)
		if len(set) == 0 {
			return Survey{}, k.contradiction()
		}
		return Survey{Boards: table, Set: set, Total: float64(len(set)), Listed: true, Counted: true, Fair: true}, nil
	}
	return Glance(ctx, k, seed)
}

// Glance is like Look, but uses no table: it is faster on first use, and less often exact.
func Glance(ctx context.Context, k Knowledge, seed uint64) (Survey, error) {
	if err := k.Check(); err != nil {
		return Survey{}, err
	}
	f := forest{shots: rules.Evidence(k.Shots)}
	f.push(rules.NewCase(k.Field, k.Atoms))
	if err := f.split(ctx, maxCases); err != nil {
		return Survey{}, err
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	counted := len(f.heap) == 0
	switch {
	case counted && len(f.settled) == 0:
		return Survey{}, k.contradiction()
	case counted && f.weight <= maxLayouts:
		return f.survey(k, f.list(), Survey{Listed: true, Counted: true, Fair: true}), nil
	case counted:
		return f.survey(k, f.draw(rng), Survey{Counted: true, Fair: true}), nil
	}
	layouts, tries, err := f.try(ctx, rng)
	if err != nil {
		return Survey{}, err
	}
	if len(layouts) >= fairSample {
		f.weight = (f.weight + f.doubt) * float64(len(layouts)) / float64(tries)
		return f.survey(k, layouts, Survey{Fair: true}), nil
	}
	if err := f.swarm(ctx, swarmSize, rng); err != nil {
		return Survey{}, err
	}
	return f.survey(k, f.draw(rng), Survey{}), nil
}

// survey fills in the boards, the set and the total of s.
func (f *forest) survey(k Knowledge, layouts []rules.Layout, s Survey) Survey {
	s.Boards, s.Total, s.Set = NewBoards(k.Field, k.Atoms, layouts), f.weight, make([]int32, len(layouts))
	for i := range s.Set {
		s.Set[i] = int32(i)
	}
	return s
}

// try draws layouts from all cases, settled or not, and returns those that agree. All layouts are equally likely. It stops
// when sampleSize layouts agree or after mostTries tries, and returns the number of tries.
func (f *forest) try(ctx context.Context, rng *rand.Rand) (layouts []rules.Layout, tries int, err error) {
	cases := make([]*rules.Case, 0, len(f.settled)+len(f.heap))
	for i := range f.settled {
		cases = append(cases, &f.settled[i].Case)
	}
	for _, b := range f.heap {
		cases = append(cases, &f.cases[b.at])
	}
	upTo, sum := make([]float64, len(cases)), 0.0
	for i, c := range cases {
		sum += c.Count()
		upTo[i] = sum
	}
	for tries < mostTries && len(layouts) < sampleSize {
		if tries%1024 == 0 {
			if turns.Give(); ctx.Err() != nil {
				return nil, tries, ctx.Err()
			}
		}
		tries++
		mark := rng.Float64() * sum
		i := sort.Search(len(upTo)-1, func(i int) bool { return upTo[i] > mark })
		if l := cases[i].Draw(rng); i < len(f.settled) || rules.Consistent(l, f.shots) {
			layouts = append(layouts, l)
		}
	}
	return layouts, tries, nil
}

// forest is a set of cases that contains every possible layout and no layout twice.
type forest struct {
	shots   []rules.Shot
	settled []grove      // cases in which every layout is possible
	weight  float64      // number of layouts in settled
	heap    []branch     // cases that depend on open squares, the largest on top
	doubt   float64      // number of layouts in heap
	cases   []rules.Case // the cases of heap
	unused  []int32      // unused indexes of cases
	born    int32
}

// grove is a case that represents several cases: itself and others that were omitted at random.
type grove struct {
	rules.Case
	times float64 // the number of cases that it represents, on average; at least 1
}

func (g *grove) weight() float64 { return g.times * g.Count() }

// negligible is the divisor for the share of layouts that may be left in undecided cases when a sample is drawn: 1 in 64.
const negligible = 64

type branch struct {
	count float64
	born  int32 // breaks ties between equal counts, so that the order is always the same
	at    int32
}

func (b branch) before(c branch) bool {
	return b.count > c.count || b.count == c.count && b.born < c.born
}

// split repeatedly divides the largest case. It stops when no case is left, when the rest is negligible, or when it has
// judged the number of cases in the parameter work.
func (f *forest) split(ctx context.Context, work int) error {
	for ; len(f.heap) > 0 && work > 0; work-- {
		if work%256 == 0 {
			if turns.Give(); ctx.Err() != nil {
				return ctx.Err()
			}
		}
		if f.weight > maxLayouts && f.doubt < f.weight/negligible {
			return nil
		}
		c := f.pop()
		switch verdict, s := c.Judge(f.shots); verdict {
		case rules.Holds:
			f.settle(grove{c, 1})
		case rules.Depends:
			f.push(c.With(s))
			f.push(c.Without(s))
		}
	}
	return nil
}

func (f *forest) push(c rules.Case) {
	count := c.Count()
	if count == 0 {
		return
	}
	f.doubt += count
	at := int32(len(f.cases))
	if n := len(f.unused); n > 0 {
		at, f.unused = f.unused[n-1], f.unused[:n-1]
		f.cases[at] = c
	} else {
		f.cases = append(f.cases, c)
	}
	f.heap = append(f.heap, branch{count, f.born, at})
	f.born++
	for i := len(f.heap) - 1; i > 0; {
		parent := (i - 1) / 2
		if !f.heap[i].before(f.heap[parent]) {
			break
		}
		f.heap[i], f.heap[parent] = f.heap[parent], f.heap[i]
		i = parent
	}
}

func (f *forest) pop() rules.Case {
	top := f.heap[0]
	last := len(f.heap) - 1
	f.heap[0] = f.heap[last]
	f.heap = f.heap[:last]
	for i := 0; ; {
		largest := i
		for child := 2*i + 1; child <= 2*i+2 && child < last; child++ {
			if f.heap[child].before(f.heap[largest]) {
				largest = child
			}
		}
		if largest == i {
			break
		}
		f.heap[i], f.heap[largest] = f.heap[largest], f.heap[i]
		i = largest
	}
	f.doubt -= top.count
	f.unused = append(f.unused, top.at)
	return f.cases[top.at]
}

func (f *forest) settle(g grove) {
	f.settled = append(f.settled, g)
	f.weight += g.weight()
}

// swarm settles the cases of the heap at random. It divides all cases in parallel, and whenever there are too many, it
// keeps a random few to represent all of them. On average, every layout has the right weight.
func (f *forest) swarm(ctx context.Context, size int, rng *rand.Rand) error {
	groves := make([]grove, len(f.heap))
	for i, b := range f.heap {
		groves[i] = grove{f.cases[b.at], 1}
	}
	f.heap, f.doubt = nil, 0
	var next []grove
	for len(groves) > 0 {
		if turns.Give(); ctx.Err() != nil {
			return ctx.Err()
		}
		next = next[:0]
		for _, g := range thin(groves, size, rng) {
			switch verdict, s := g.Judge(f.shots); verdict {
			case rules.Holds:
				f.settle(g)
			case rules.Depends:
				for _, c := range [...]rules.Case{g.With(s), g.Without(s)} {
					if c.Count() > 0 {
						next = append(next, grove{c, g.times})
					}
				}
			}
		}
		groves, next = next, groves
	}
	return nil
}

// thin keeps about size groves at random and prefers those that probably have more layouts.
func thin(groves []grove, size int, rng *rand.Rand) []grove {
	if len(groves) <= size {
		return groves
	}
	// Few cases agree with an additional beam by chance, so each of them is worth several others.
	promise := func(g *grove) float64 { return g.weight() * math.Pow(4, float64(g.Held())) }
	sum := 0.0
	for i := range groves {
		sum += promise(&groves[i])
	}
	share := sum / float64(size)
	kept := groves[:0]
	for i := range groves {
		g := groves[i]
		chance := promise(&g) / share
		if chance < 1 {
			if rng.Float64() >= chance {
				continue
			}
			g.times /= chance
		}
		kept = append(kept, g)
	}
	return kept
}

func (f *forest) list() []rules.Layout {
	var layouts []rules.Layout
	for i := range f.settled {
		for l := range f.settled[i].Layouts() {
			layouts = append(layouts, l)
		}
	}
	return layouts
}

// draw draws layouts from the settled cases at random, in proportion to the weights of the cases.
func (f *forest) draw(rng *rand.Rand) []rules.Layout {
	if len(f.settled) == 0 {
		return nil
	}
	upTo := make([]float64, len(f.settled))
	sum := 0.0
	for i := range upTo {
		sum += f.settled[i].weight()
		upTo[i] = sum
	}
	layouts := make([]rules.Layout, 0, sampleSize)
	for range sampleSize {
		mark := rng.Float64() * sum
		i := sort.Search(len(upTo)-1, func(i int) bool { return upTo[i] > mark })
		layouts = append(layouts, f.settled[i].Draw(rng))
	}
	return layouts
}
