package review

import (
	"context"
	"fmt"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
)

// Warning returns a sentence on what is wrong with the last move of m, such as what it lets the other side do, or "" if it lost less
// than 20 % of the chance to win. It first searches Nodes/10 nodes a position, and then Nodes if that finds a loss of at least 10 %.
// The sentence is true according to the rules and that search.
func Warning(ctx context.Context, m match.Match) (string, error) {
	entries := m.History()
	last := len(entries) - 1
	advisor, ok := m.Game().(game.Advisor)
	if !ok || last < 1 || entries[last].Ended || m.At(last-1).ToMove() < 0 {
		return "", nil
	}
	r := Review{Info: m.Game().Info(), Points: []Point{
		{Step: last - 1, Seat: m.At(last - 1).ToMove(), Text: entries[last].Text},
		{Step: last, Seat: m.ToMove()},
	}}
	if m.ToMove() == game.Nobody {
		r.Over, r.Outcome = true, m.State().Outcome()
	}
	j := judge{ctx: ctx, match: m, advisor: advisor, looks: map[look]Point{}}
	for _, nodes := range []int64{Nodes / passShare, Nodes} {
		least := leastLoss[Blunder]
		if nodes < Nodes {
			least = leastLoss[Mistake]
		}
		if loss, err := j.loss(&r, 0, nodes); err != nil || loss < least-enough {
			return "", err
		}
	}
	return r.allows(m), nil
}

// allows returns the sentence on what the move of the first point lets the other side do.
func (r Review) allows(m match.Match) string {
	p, next := r.Points[0], r.Points[1]
	loss := max(0, r.For(p.Seat, 0)-r.For(p.Seat, 1))
	switch {
	case r.Over:
		return "That ends the game. " + r.Outcome.Text
	case next.Seat == p.Seat:
		return fmt.Sprintf("That lost %d%% of your chance to win.", percent(loss))
	}
	other := r.Info.Seats[next.Seat].Name
	if next.Advice.Win > 0 {
		return fmt.Sprintf("That lets %s win %s, with %s.", other, within(next.Advice.Win), next.Advice.Text)
	}
	if n := m.State().View(next.Seat).Preview(next.Advice.Text).Takes; n > 0 {
		if better, _, err := m.At(p.Step).State().Play(p.Advice.Text); err == nil && n > most(better) {
			return fmt.Sprintf("That lets %s take %s.", other, phrase.Number(n))
		}
	}
	return fmt.Sprintf("That lost %d%% of your chance to win; %s has %s.", percent(loss), other, next.Advice.Text)
}

// most returns the largest number of pieces that the seat to move can take with one move.
func most(s game.State) (n int) {
	if s.ToMove() < 0 {
		return 0
	}
	v := s.View(s.ToMove())
	for _, m := range v.Moves() {
		n = max(n, v.Preview(m.Text).Takes)
	}
	return n
}
