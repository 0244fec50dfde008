package bot

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sort"

	"attic/games/atommaster/rules"
)

// Knowledge is all that a solver may know.
type Knowledge struct {
	Field rules.Field
	Atoms int // hidden atoms, 0..Field.Size()
	Shots []rules.Shot
}

// Free returns the ports that show no result yet, in order: those that may be fired.
func (k Knowledge) Free() []rules.Port {
	var shows [rules.MaxPorts + 1]bool
	for _, s := range k.Shots {
		shows[s.Port], shows[s.Answer.Port()] = true, true
	}
	var free []rules.Port
	for p := rules.Port(1); int(p) <= k.Field.Ports(); p++ {
		if !shows[p] {
			free = append(free, p)
		}
	}
	return free
}

// ErrContradiction is wrapped when no layout gives the answers known.
var ErrContradiction = errors.New("no layout gives these answers")

// Bounds of the work of a survey.
const (
	maxLayouts = 16384 // layouts listed
	maxCases   = 24576 // cases judged one by one
	swarmSize  = 1024  // cases judged at once after that
)

// Survey is what can be deduced from the answers.
type Survey struct {
	Layouts []rules.Layout // the possible layouts, or a sample of them
	Total   float64        // how many there are, an estimate unless Counted
	Listed  bool           // Layouts is all of them, each once
	Counted bool           // Total is exact
}

// Look makes a survey. It lists up to maxLayouts layouts; where there are more, or too many cases, it
// draws a sample, of which the seed is the chance. Should the work run out before one layout is
// found, which takes a large field full of atoms, Layouts is empty.
// Its error wraps ErrContradiction or is that of the context.
func Look(ctx context.Context, k Knowledge, seed uint64) (Survey, error) {
	f := forest{shots: rules.Evidence(k.Shots)}
	f.push(rules.NewCase(k.Field, k.Atoms))
	if err := f.split(ctx, maxCases); err != nil {
		return Survey{}, err
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	counted := len(f.heap) == 0
	if f.doubt >= f.weight/negligible {
		if err := f.swarm(ctx, swarmSize, rng); err != nil {
			return Survey{}, err
		}
	}
	switch {
	case counted && len(f.settled) == 0:
		return Survey{}, fmt.Errorf("%d atoms on %v, %d shots: %w", k.Atoms, k.Field, len(k.Shots), ErrContradiction)
	case counted && f.weight <= maxLayouts:
		return f.list(), nil
	default:
		s := f.draw(rng)
		s.Counted = counted
		return s, nil
	}
}

// forest is a set of cases that no layout is in twice and every possible layout is in.
type forest struct {
	shots   []rules.Shot
	settled []grove      // every layout in them is possible
	weight  float64      // layouts in settled
	heap    []branch     // cases that depend on open squares, the largest on top
	doubt   float64      // layouts in heap
	cases   []rules.Case // what heap points at
	unused  []int32      // places in cases
	born    int32
}

// grove is a case that stands for several: itself and others that were left out by chance.
type grove struct {
	rules.Case
	times float64 // number of cases, on average; at least 1
}

func (g *grove) weight() float64 { return g.times * g.Count() }

// negligible is the part of the possible layouts that need not be looked at.
const negligible = 64

type branch struct {
	count float64
	born  int32 // breaks ties, so that the order never depends on chance
	at    int32
}

func (b branch) before(c branch) bool {
	return b.count > c.count || b.count == c.count && b.born < c.born
}

// split takes the largest cases apart until none is left, or the rest hardly matters, or so many
// cases have been judged.
func (f *forest) split(ctx context.Context, work int) error {
	for ; len(f.heap) > 0 && work > 0; work-- {
		if work%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
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

// swarm settles the cases of the heap by chance: all are taken apart at the same time, and whenever
// there are too many a few stand for all. What comes out is settled; on average every layout counts
// as often as it should.
func (f *forest) swarm(ctx context.Context, size int, rng *rand.Rand) error {
	groves := make([]grove, len(f.heap))
	for i, b := range f.heap {
		groves[i] = grove{f.cases[b.at], 1}
	}
	f.heap, f.doubt = nil, 0
	var next []grove
	for len(groves) > 0 {
		if ctx.Err() != nil {
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

// thin leaves about size groves, more likely those that promise more layouts.
func thin(groves []grove, size int, rng *rand.Rand) []grove {
	if len(groves) <= size {
		return groves
	}
	// A beam is as good as unlikely to be met by chance: what meets one more is worth some of the others.
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

// list returns the survey of all settled layouts.
func (f *forest) list() Survey {
	s := Survey{Total: f.weight, Listed: true, Counted: true}
	for i := range f.settled {
		for l := range f.settled[i].Layouts() {
			s.Layouts = append(s.Layouts, l)
		}
	}
	return s
}

// draw takes layouts at random, out of settled cases in proportion to their weight.
func (f *forest) draw(rng *rand.Rand) Survey {
	s := Survey{Total: f.weight}
	if len(f.settled) == 0 {
		return s
	}
	upTo := make([]float64, len(f.settled))
	sum := 0.0
	for i := range upTo {
		sum += f.settled[i].weight()
		upTo[i] = sum
	}
	for range maxLayouts {
		mark := rng.Float64() * sum
		i := sort.Search(len(upTo)-1, func(i int) bool { return upTo[i] > mark })
		s.Layouts = append(s.Layouts, f.settled[i].Draw(rng))
	}
	return s
}
