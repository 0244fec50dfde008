package review

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"attic/game"
)

// Kind says how bad a move was, by how much of its side's chance to win it lost.
type Kind uint8

// The kinds of moves, from the best to the worst.
const (
	Fine       Kind = iota // it lost less than 5 %
	Inaccuracy             // from 5 %
	Mistake                // from 10 %
	Blunder                // from 20 %
)

// leastLoss is the least part of the chance to win that a move of a kind lost.
var leastLoss = [...]float64{Inaccuracy: 0.05, Mistake: 0.10, Blunder: 0.20}

// enough makes up for rounding where two chances are subtracted.
const enough = 1e-9

// KindOf returns the kind of a move that lost so much of the chance to win.
func KindOf(loss float64) Kind {
	kind := Fine
	for k := Inaccuracy; k <= Blunder; k++ {
		if loss >= leastLoss[k]-enough {
			kind = k
		}
	}
	return kind
}

// String returns the name of a kind: "mistake"; "" for Fine.
func (k Kind) String() string { return [...]string{"", "inaccuracy", "mistake", "blunder"}[k] }

// named returns the kind with its article: "an inaccuracy".
func (k Kind) named() string {
	if k == Inaccuracy {
		return "an " + k.String()
	}
	return "a " + k.String()
}

// plural returns a count of the kind: "1 mistake", "2 inaccuracies".
func (k Kind) plural(n int) string {
	text := k.String() + "s"
	if k == Inaccuracy {
		text = "inaccuracies"
	}
	if n == 1 {
		return "1 " + k.String()
	}
	return fmt.Sprintf("%d %s", n, text)
}

// Count returns how many moves of a kind a seat played.
func (r Review) Count(seat int, k Kind) int {
	n := 0
	for _, t := range r.Faults {
		if t.Kind == k && r.Points[t.Point].Seat == seat {
			n++
		}
	}
	return n
}

// FaultsOf returns the labelled moves of a seat in the order of play, or those of both seats for game.Nobody.
func (r Review) FaultsOf(seat int) []Turn {
	if seat == game.Nobody {
		return r.Faults
	}
	return slices.DeleteFunc(slices.Clone(r.Faults), func(t Turn) bool { return r.Points[t.Point].Seat != seat })
}

// Accuracy returns how well a seat played, from 0 to 1, and false if it has played no move that was judged. It is the mean over
// its moves of 1.0317 exp(-4.354 loss) - 0.0317, where loss is how much of its chance to win the move lost: 1 for a move that lost
// nothing, 0.8 for one that lost 5 %, 0.4 for one that lost 20 %.
func (r Review) Accuracy(seat int) (accuracy float64, ok bool) {
	n, sum := 0, 0.0
	for _, p := range r.Points[:max(0, r.Judged-1)] {
		if p.Seat == seat && !p.Ended {
			n, sum = n+1, sum+max(0, 1.0317*math.Exp(-4.354*p.Loss)-0.0317)
		}
	}
	return sum / float64(max(n, 1)), n > 0
}

// Marks says how well each side played, a sentence a side: "Red: accuracy 91%, 2 inaccuracies, 1 mistake."
func (r Review) Marks() []string {
	var list []string
	for seat, s := range r.Info.Seats {
		accuracy, ok := r.Accuracy(seat)
		if !ok {
			continue
		}
		parts := []string{fmt.Sprintf("accuracy %.0f%%", 100*accuracy)}
		for k := Inaccuracy; k <= Blunder; k++ {
			if n := r.Count(seat, k); n > 0 {
				parts = append(parts, k.plural(n))
			}
		}
		list = append(list, s.Name+": "+strings.Join(parts, ", ")+".")
	}
	return list
}
