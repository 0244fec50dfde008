package review

import (
	"context"
	"fmt"
	"slices"

	"attic/game"
	"attic/match"
)

// Retry leads a person through the labelled moves of a review. At each one, the person looks for a better move.
type Retry struct {
	Review Review
	Faults []Turn // the moves to try again, in the order of play
	At     Turn   // the move being tried again, after From was called

	found map[int]bool // points at which a better move was found
	seen  map[int]bool // points at which the better move was shown before the person found one
}

// NewRetry returns a Retry for the labelled moves of a seat, or of both seats for game.Nobody.
func NewRetry(r Review, seat int) *Retry {
	return &Retry{Review: r, Faults: r.FaultsOf(seat), found: map[int]bool{}, seen: map[int]bool{}}
}

// Renew replaces the review with one that has made more progress. The better moves found so far stay found.
func (y *Retry) Renew(r Review, seat int) {
	y.Review, y.Faults = r, r.FaultsOf(seat)
	if now, ok := r.FaultAt(y.At.Point); ok {
		y.At = now
	}
}

// From goes to the first fault at or after a point, or to the first of all if there is none. It reports whether there is any fault.
func (y *Retry) From(point int) bool {
	if len(y.Faults) == 0 {
		return false
	}
	y.At = y.Faults[max(0, slices.IndexFunc(y.Faults, func(t Turn) bool { return t.Point >= point }))]
	return true
}

// Next goes forward by the number by of faults, or back if by < 0. It reports whether there is such a fault; if not, it does nothing.
func (y *Retry) Next(by int) bool {
	to := slices.IndexFunc(y.Faults, func(t Turn) bool { return t.Point == y.At.Point }) + by
	if to < 0 || to >= len(y.Faults) {
		return false
	}
	y.At = y.Faults[to]
	return true
}

// Attempt is a move tried in place of a labelled move, and its judgement.
type Attempt struct {
	Point   int
	Text    string  // the move, as the history writes it
	Loss    float64 // the part of the chance to win that it loses compared with the better move, from 0 to 1
	Best    bool    // Text is the better move
	Again   bool    // Text is the move that was played
	Against float64 // the chance with the better move
}

// Good reports whether the move counts as found: it loses less than 5 %.
func (a Attempt) Good() bool { return !a.Again && (a.Best || GradeOf(a.Loss) == Fine) }

// Try judges the move text in place of the move played at the fault t. m is the match of the review, and nodes the number given to Run. The search
// is as large as the search that confirmed the label. If text is not legal, the error wraps game.ErrIllegal.
func (r Review) Try(ctx context.Context, m match.Match, t Turn, text string, nodes int64) (Attempt, error) {
	p := r.Points[t.Point]
	state := m.At(p.Step).State()
	_, move, err := state.Play(text)
	if err != nil {
		return Attempt{}, err
	}
	_, better, err := state.Play(p.Advice.Text)
	if err != nil {
		return Attempt{}, err
	}
	a := Attempt{Point: t.Point, Text: match.Public(move), Against: r.For(p.Seat, t.Point+1) + t.Loss}
	switch a.Text {
	case p.Text:
		a.Again, a.Loss = true, t.Loss
		return a, nil
	case match.Public(better):
		a.Best = true
		return a, nil
	}
	if nodes == 0 {
		nodes = Nodes
	}
	j := judge{ctx: ctx, match: m, advisor: m.Game().(game.Advisor)}
	chance, err := j.after(p, a.Text, sureTimes*nodes)
	a.Loss = max(0, a.Against-chance)
	return a, err
}

// Loss judges a move of the side to move, without a match, by a search of the size Nodes. chance is the chance to win that a review found for the
// better move. Loss returns the difference between chance and the chance after this move. If text is not legal, the error wraps game.ErrIllegal.
func Loss(ctx context.Context, g game.Advisor, s game.State, chance float64, text string) (float64, error) {
	after, err := judge{ctx: ctx, advisor: g}.chance(s, text, Nodes)
	return max(0, chance-after), err
}

// Task returns the task at a fault: "Move 12 red, c4, was a mistake; the chance of winning fell from 62 to 50%. Find a better move."
func (y *Retry) Task(t Turn) string {
	r := y.Review
	after := r.For(r.Points[t.Point].Seat, t.Point+1)
	return fmt.Sprintf("%s, was %s; the chance of winning fell from %d to %d%%. Find a better move.", r.Played(t.Point), t.Kind.named(), percent(after+t.Loss), percent(after))
}

// Take returns sentences about the result of an attempt, the most important first. If the attempt is good, it counts as found.
func (y *Retry) Take(a Attempt) []string {
	switch {
	case a.Again:
		return []string{fmt.Sprintf("%s is the move that was played; it lost %d%%. Try another one.", a.Text, percent(a.Loss))}
	case !a.Good():
		return []string{fmt.Sprintf("%s loses %d%%. Try another one.", a.Text, percent(a.Loss))}
	}
	if !y.seen[a.Point] {
		y.found[a.Point] = true
	}
	advice := y.Review.Points[a.Point].Advice
	switch lost := percent(a.Loss); {
	case a.Best:
		return []string{"Found. " + advice.Move.Sentence}
	case lost == 0:
		return []string{fmt.Sprintf("Found: %s is as good as the expected move.", a.Text), advice.Move.Sentence}
	default:
		return []string{fmt.Sprintf("Close enough: %s loses only %d%%. It counts as found.", a.Text, lost), "The best was " + named(advice)}
	}
}

// Show returns the sentence about the better move. If the person has not found a better move at t, one found later does not count.
func (y *Retry) Show(t Turn) string {
	if !y.found[t.Point] {
		y.seen[t.Point] = true
	}
	return y.Review.Points[t.Point].Advice.Move.Sentence
}

// Score returns the number of better moves found: "3 of 4 found."
func (y *Retry) Score() string { return fmt.Sprintf("%d of %d found.", len(y.found), len(y.Faults)) }
