// Package infer draws conclusions from the answers of beams: which layouts still agree with the answers, and which beams prove something about a
// square. Its input is the size of the field, the number of atoms and the answers, never the hidden layout.
//
//	k := infer.Knowledge{Field: rules.Field{W: 8, H: 8}, Atoms: 4, Shots: shots}
//	survey, err := infer.Look(ctx, k, seed) // the layouts that agree: all, or a sample and an estimate of their number
//	proof, err := infer.Prove(ctx, k, nil, rules.Layout{})  // a smallest set of beams that proves something about a square
//
// If there are at most as many layouts as for 4 atoms on 8 by 8 squares, a survey comes from a table of all layouts, which is built on first use, and is
// always exact. Otherwise sets of layouts are divided square by square; a survey is exact only if few enough layouts are left, and it reports this.
// Every function does a limited amount of work and obeys its context. Equal input gives equal output.
package infer

import (
	"errors"
	"fmt"
	"slices"

	"attic/games/atommaster/rules"
)

// Knowledge is everything a solver may know.
type Knowledge struct {
	Field rules.Field
	Atoms int // hidden atoms, 0..Field.Size()
	Shots []rules.Shot
	Spent []rules.Port // ports with a result that is not among Shots: the result is ignored, but no beam can be fired there
}

// ErrKnowledge is wrapped by the errors of Check.
var ErrKnowledge = errors.New("impossible")

// Check returns an error if there are too many atoms for the field or a port shows two results. It does not check whether any layout gives the
// answers.
func (k Knowledge) Check() error {
	if k.Atoms < 0 || k.Atoms > k.Field.Size() {
		return fmt.Errorf("%w: %d atoms on a field of %d squares", ErrKnowledge, k.Atoms, k.Field.Size())
	}
	var shows [rules.MaxPorts + 1]bool
	for _, s := range k.Shots {
		ports := []rules.Port{s.Port}
		if exit := s.Answer.Port(); exit != rules.NoPort {
			ports = append(ports, exit)
		}
		for i, p := range ports {
			switch {
			case p == rules.NoPort || int(p) > k.Field.Ports():
				return fmt.Errorf("%w: no port %d; the ports go from 1 to %d", ErrKnowledge, p, k.Field.Ports())
			case i == 1 && p == s.Port:
				return fmt.Errorf("%w: a beam that leaves at port %d, where it entered, is R", ErrKnowledge, p)
			case shows[p]:
				return fmt.Errorf("%w: port %d shows two results", ErrKnowledge, p)
			}
			shows[p] = true
		}
	}
	return nil
}

// Free returns the ports without a result, at which beams can be fired, in order.
func (k Knowledge) Free() []rules.Port {
	var shows [rules.MaxPorts + 1]bool
	for _, p := range k.Spent {
		shows[p] = true
	}
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

// ErrContradiction is wrapped by errors about answers that no layout gives.
var ErrContradiction = errors.New("no arrangement gives these answers")

func (k Knowledge) contradiction() error {
	return fmt.Errorf("%d atoms on %v, %d shots: %w", k.Atoms, k.Field, len(k.Shots), ErrContradiction)
}

// Boards is a list of layouts with the answers of all their ports.
type Boards struct {
	field   rules.Field
	atoms   int
	squares []rules.Square   // the squares of the atoms, layout after layout
	answers [][]rules.Answer // indexed by port - 1 and by the number of the layout
}

// NewBoards lists layouts that all have the given number of atoms on field f.
func NewBoards(f rules.Field, atoms int, layouts []rules.Layout) *Boards {
	b := newBoards(f, atoms, len(layouts))
	for _, l := range layouts {
		b.add(l)
	}
	return b
}

func newBoards(f rules.Field, atoms, room int) *Boards {
	b := &Boards{field: f, atoms: atoms, squares: make([]rules.Square, 0, room*atoms), answers: make([][]rules.Answer, f.Ports())}
	for p := range b.answers {
		b.answers[p] = make([]rules.Answer, 0, room)
	}
	return b
}

func (b *Boards) add(l rules.Layout) {
	for s := range l.Atoms() {
		b.squares = append(b.squares, s)
	}
	var room [rules.MaxPorts]rules.Answer
	for p, a := range rules.Answers(l, room[:]) {
		b.answers[p] = append(b.answers[p], a)
	}
}

// Len returns the number of layouts.
func (b *Boards) Len() int { return len(b.answers[0]) }

// Squares returns the squares of the atoms of layout i, row by row from a1. The caller must not change the slice.
func (b *Boards) Squares(i int32) []rules.Square {
	return b.squares[int(i)*b.atoms : (int(i)+1)*b.atoms : (int(i)+1)*b.atoms]
}

// Layout returns layout i.
func (b *Boards) Layout(i int32) rules.Layout {
	l := b.field.Empty()
	for _, s := range b.Squares(i) {
		l = l.With(s)
	}
	return l
}

// Answers returns the answer of port p in each layout. The caller must not change the slice.
func (b *Boards) Answers(p rules.Port) []rules.Answer { return b.answers[p-1] }

// Alike reports whether no beam distinguishes the layouts in the parameter set.
func (b *Boards) Alike(set []int32) bool {
	return !slices.ContainsFunc(set, func(i int32) bool { return !rules.SameAnswers(b.Layout(i), b.Layout(set[0])) })
}

// Marginals returns, for each square, the number of layouts in the parameter set with an atom on the square.
func (b *Boards) Marginals(set []int32) (count [256]int32) {
	for _, i := range set {
		for _, s := range b.Squares(i) {
			count[s]++
		}
	}
	return count
}

// agree returns the indexes of the layouts that give all answers.
func (b *Boards) agree(shots []rules.Shot) []int32 {
	set := make([]int32, 0, b.Len())
	if len(shots) == 0 {
		for i := range b.Len() {
			set = append(set, int32(i))
		}
		return set
	}
	first, answers := shots[0], b.Answers(shots[0].Port)
	for i, a := range answers {
		if a == first.Answer {
			set = append(set, int32(i))
		}
	}
	for _, s := range shots[1:] {
		answers := b.Answers(s.Port)
		set = slices.DeleteFunc(set, func(i int32) bool { return answers[i] != s.Answer })
	}
	return set
}
