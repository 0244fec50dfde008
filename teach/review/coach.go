package review

import (
	"context"
	"fmt"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
)

// Warning returns a sentence about the fault of m's last move, such as an opportunity that it gives the other side, or "" if the move lost less
// than 20 % of the chance to win. It first searches Nodes/10 nodes for each position and, if that finds a loss of at least 10 %, Nodes. The
// sentence is true according to the rules and that search.
//
// In a counted game it also warns a beginner of a move that, according to both searches, lost at least 5 % and four pieces. The pieces lost are
// the difference between the leads after the better move and its answer, and after this move and its answer.
func Warning(ctx context.Context, m match.Match, beginner bool) (string, error) {
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
	why := ""
	for _, nodes := range []int64{Nodes / passShare, Nodes} {
		least := leastLoss[Blunder]
		if nodes < Nodes {
			least = leastLoss[Mistake]
		}
		loss, err := j.loss(&r, 0, nodes)
		if err != nil {
			return "", err
		}
		why = ""
		if loss >= least-enough {
			continue
		}
		if !beginner || loss < leastLoss[Inaccuracy]-enough {
			return "", nil
		}
		if why, err = j.costs(r, nodes); err != nil || why == "" {
			return "", err
		}
	}
	said := allowed(r, m)
	if said != "" {
		return said, nil
	}
	if why != "" {
		return why, nil
	}
	next := r.Points[1]
	said = costly(r)
	switch why, err := j.costs(r, Nodes); {
	case err != nil:
		return "", err
	case why != "":
		return said + ". " + why, nil
	}
	return fmt.Sprintf("%s; %s's best answer is %s.", said, r.Info.Seats[next.Seat].Name, next.Advice.Text), nil
}

// manyPieces is the smallest loss of pieces of which a beginner is warned.
const manyPieces = 4

// costs returns a sentence about the pieces that the move of the first point costs, according to the answers that searches of the size nodes
// expect. It returns "" if the move costs fewer than manyPieces, if the round ends before the answers have been played, and in games that are
// not counted.
func (j judge) costs(r Review, nodes int64) (string, error) {
	p, next := r.Points[0], r.Points[1]
	if !r.Info.Counted || r.Over || next.Seat == p.Seat {
		return "", nil
	}
	better, _, err := j.match.At(p.Step).State().Play(p.Advice.Text)
	if err != nil || better.ToMove() != next.Seat {
		return "", err
	}
	answer, _, err := j.running(better, nodes)
	if err != nil {
		return "", err
	}
	lead := func(s game.State, answer string) (int, bool) {
		after, _, err := s.Play(answer)
		if err != nil || after.ToMove() != p.Seat {
			return 0, false
		}
		return after.View(p.Seat).Status().Lead, true
	}
	good, ok := lead(better, answer.Text)
	bad, also := lead(j.match.State(), next.Advice.Text)
	if !ok || !also || good-bad < manyPieces {
		return "", nil
	}
	return fmt.Sprintf("If %s answers %s, you are %s; a different move would leave you %s after %[1]s's best answer.",
		r.Info.Seats[next.Seat].Name, next.Advice.Text, standing(bad), standing(good)), nil
}

// standing describes a lead in pieces: "two pieces ahead", "level".
func standing(lead int) string {
	switch {
	case lead > 0:
		return phrase.Count(lead, "piece") + " ahead"
	case lead < 0:
		return phrase.Count(-lead, "piece") + " behind"
	}
	return "level"
}

// allowed returns a sentence about the opportunity that the move of the first point gives the other side, if the board shows it; otherwise "".
func allowed(r Review, m match.Match) string {
	p, next := r.Points[0], r.Points[1]
	switch {
	case r.Over:
		return "That ends the game. " + r.Outcome.Text
	case next.Seat == p.Seat:
		return costly(r) + "."
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
	return ""
}

// costly returns a sentence, without its full stop, about the part of the chance to win that the move of the first point lost.
func costly(r Review) string {
	seat := r.Points[0].Seat
	return fmt.Sprintf("That lost %d%% of your chance of winning", percent(max(0, r.For(seat, 0)-r.For(seat, 1))))
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
