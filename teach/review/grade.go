package review

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"attic/game"
	"attic/internal/phrase"
)

// Grade is the grade of a bad move, according to the part of its side's chance to win that it lost, or of a good move.
type Grade uint8

// The grades: first the grades by loss, in ascending order, then the grades of [Review.Praise].
const (
	Fine       Grade = iota // less than 5 % lost
	Inaccuracy              // at least 5 %
	Mistake                 // at least 10 %
	Blunder                 // at least 20 %
	Only                    // every other move loses at least 10 %
	Brilliant               // an only move that looks like an inaccuracy or worse in a short search
)

// leastLoss is the smallest loss of a move of a grade, from 0 to 1.
var leastLoss = [...]float64{Inaccuracy: 0.05, Mistake: 0.10, Blunder: 0.20}

// enough is the tolerance for rounding when two chances are subtracted.
const enough = 1e-9

// GradeOf returns the grade of a move that lowered the chance to win by loss, from 0 to 1.
func GradeOf(loss float64) Grade {
	kind := Fine
	for k := Inaccuracy; k <= Blunder; k++ {
		if loss >= leastLoss[k]-enough {
			kind = k
		}
	}
	return kind
}

// String returns the name of a grade: "mistake"; "" for Fine.
func (k Grade) String() string {
	return [...]string{"", "inaccuracy", "mistake", "blunder", "only move", "brilliant move"}[k]
}

// Sign returns the mark of a grade in a list of moves: "??" for a blunder; "" for Fine.
func (k Grade) Sign() string { return [...]string{"", "?!", "?", "??", "!", "!!"}[k] }

func (k Grade) named() string {
	switch k {
	case Inaccuracy:
		return "an " + k.String()
	case Only:
		return "the " + k.String()
	}
	return "a " + k.String()
}

// Count returns the number of labelled moves of a grade that a seat played.
func (r Review) Count(seat int, k Grade) int {
	n := 0
	for _, t := range slices.Concat(r.Faults, r.Praise) {
		if t.Kind == k && r.Points[t.Point].Seat == seat {
			n++
		}
	}
	return n
}

// Mark returns the grade of the move played at a point, and the part of its side's chance to win, from 0 to 1, that it lost. For a move in
// Praise, loss is the part that every other move would have lost.
func (r Review) Mark(point int) (k Grade, loss float64) {
	for _, t := range slices.Concat(r.Faults, r.Praise) {
		if t.Point == point {
			return t.Kind, t.Loss
		}
	}
	return Fine, r.Points[point].Loss
}

// Cost returns the text after the move played at a point in a list of moves: its mark and its loss, "?? -31%"; "" if it has neither. If only
// the pass over the round has found a loss, the text is "~31%".
func (r Review) Cost(point int) string {
	if r.Points[point].Ended || point+1 >= r.Judged {
		return ""
	}
	kind, loss := r.Mark(point)
	if n := int(math.Round(100 * loss)); kind < Only && n > 0 {
		if r.Points[point].Rough {
			return fmt.Sprintf("~%d%%", n)
		}
		return strings.TrimSpace(fmt.Sprintf("%s -%d%%", kind.Sign(), n))
	}
	return kind.Sign()
}

// Rows returns the points at which moves were played, with a row for each turn. A seat that did not move in the turn has -1.
func (r Review) Rows() (rows [][]int) {
	for i, p := range r.Points {
		if p.Text == "" {
			break
		}
		for len(rows) < p.Turn {
			rows = append(rows, slices.Repeat([]int{-1}, len(r.Info.Seats)))
		}
		rows[p.Turn-1][p.By] = i
	}
	return rows
}

// FaultsOf returns the labelled moves of a seat in the order of play, or of both seats for game.Nobody.
func (r Review) FaultsOf(seat int) []Turn {
	if seat == game.Nobody {
		return r.Faults
	}
	return slices.DeleteFunc(slices.Clone(r.Faults), func(t Turn) bool { return r.Points[t.Point].Seat != seat })
}

// Accuracy returns the accuracy of a seat's moves, from 0 to 1, and false if none of its moves has been judged. It is the mean over its
// moves of 1.0317 exp(-4.354 loss) - 0.0317, where loss is the part of its chance to win that a move lost. A move that lost nothing
// counts 1, a move that lost 5 % counts 0.8, and a move that lost 20 % counts 0.4.
func (r Review) Accuracy(seat int) (accuracy float64, ok bool) {
	n, sum := 0, 0.0
	for _, p := range r.Points[:max(0, r.Judged-1)] {
		if p.Seat == seat && !p.Ended {
			n, sum = n+1, sum+max(0, 1.0317*math.Exp(-4.354*p.Loss)-0.0317)
		}
	}
	return sum / float64(max(n, 1)), n > 0
}

// Missed returns the names of the ideas that a seat's faults lacked, the most frequent first, and the number of times that each was missed.
func (r Review) Missed(seat int) (names []string, times map[string]int) {
	times = map[string]int{}
	for _, t := range r.FaultsOf(seat) {
		if t.Theme == "" {
			continue
		}
		if times[t.Theme]++; times[t.Theme] == 1 {
			names = append(names, t.Theme)
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return times[b] - times[a] })
	return names, times
}

// Marks returns a text about how well each side played: "Red: accuracy 91%, 2 inaccuracies, 1 mistake. Ideas missed: hole (2), cut."
func (r Review) Marks() []string {
	var list []string
	for seat, s := range r.Info.Seats {
		accuracy, ok := r.Accuracy(seat)
		if !ok {
			continue
		}
		parts := []string{fmt.Sprintf("accuracy %.0f%%", 100*accuracy)}
		for k := Inaccuracy; k <= Brilliant; k++ {
			if n := r.Count(seat, k); n > 0 {
				parts = append(parts, phrase.Count(n, k.String()))
			}
		}
		text := s.Name + ": " + strings.Join(parts, ", ") + "."
		if names, times := r.Missed(seat); len(names) > 0 {
			for i, name := range names {
				if n := times[name]; n > 1 {
					names[i] = fmt.Sprintf("%s (%d)", name, n)
				}
			}
			text += " Ideas missed: " + strings.Join(names, ", ") + "."
		}
		list = append(list, text)
	}
	return list
}
