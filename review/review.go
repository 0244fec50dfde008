// Package review looks back on a round that was played: who stood how well at every turn, and the moves
// at which the game turned, each with the better one and the reason.
package review

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"attic/game"
	"attic/match"
)

// Nodes is how many nodes a position usually costs, so that a game of 80 moves takes about 20 seconds. In rounds of more
// than usualMoves moves it is fewer, so that they take little longer.
const (
	Nodes      = 200_000
	usualMoves = 100
)

// Why there is nothing to review.
var (
	ErrNoMoves  = errors.New("nothing has been played yet; a review looks at the moves of a game")
	errNoAdvice = errors.New("cannot be reviewed: the program cannot judge its positions")
)

// A round has at most so many turns, and a move is one if it cost at least so much of the chance to win.
const (
	mostTurns = 3
	leastLoss = 0.08
)

// Review is what has been found out about a round.
type Review struct {
	Info    game.Info
	Points  []Point // at least two
	Judged  int     // how many of Points have been judged, from the first on
	Turns   []Turn  // in the order of play
	Over    bool
	Outcome game.Outcome // when Over
}

// Point is a position of the round in which a seat was to move, or the last position.
type Point struct {
	Step   int    // how many steps of the match led to it
	Number int    // of the move played in it, as the history counts, from 1
	Seat   int    // to move, or game.Nobody
	Text   string // the move played, "resign", a match.Stop, or "" in the last position
	Ended  bool   // Text is no move

	// Of points that have been judged:
	Chance float64     // of the first seat to win, from 0 to 1, a draw counting a half
	Advice game.Advice // for Seat; the zero value when it is over
	Best   bool        // the move played is the one advised
}

// Turn is a move after which the game stood otherwise.
type Turn struct {
	Point int     // its index in Points
	Loss  float64 // how much of its chance to win the seat lost against the better move
}

// Done reports whether all has been found out.
func (r Review) Done() bool { return r.Judged == len(r.Points) }

// For returns the chance of a seat to win at a point that has been judged.
func (r Review) For(seat, point int) float64 {
	if seat == 0 {
		return r.Points[point].Chance
	}
	return 1 - r.Points[point].Chance
}

// TurnAt returns which turn, from 1, the move played at a point was, or 0.
func (r Review) TurnAt(point int) int {
	return slices.IndexFunc(r.Turns, func(t Turn) bool { return t.Point == point }) + 1
}

// Begin lists the points of the last round in which moves were played, none of them judged. It refuses with
// ErrNoMoves, or if the game judges no positions.
func Begin(m match.Match) (Review, error) {
	info := m.Game().Info()
	if _, ok := m.Game().(game.Advisor); !ok || !info.Open || len(info.Seats) != 2 {
		return Review{}, fmt.Errorf("%s %w", info.Title, errNoAdvice)
	}
	entries := m.History()
	end := len(entries)
	for end > 0 {
		first := end
		for first > 0 && entries[first-1].Round == entries[end-1].Round {
			first--
		}
		r := Review{Info: info}
		for i := first + 1; i < end; i++ {
			if e := entries[i]; e.Seat >= 0 {
				seat := m.At(i - 1).ToMove() // one may resign at the other's turn
				r.Points = append(r.Points, Point{Step: i - 1, Number: i - first, Seat: seat, Text: e.Text, Ended: e.Ended})
			}
		}
		if len(r.Points) > 0 {
			last := m.At(end - 1)
			r.Points = append(r.Points, Point{Step: end - 1, Number: end - first, Seat: last.ToMove()})
			if last.ToMove() == game.Nobody {
				r.Over, r.Outcome = true, last.Outcome()
			}
			return r, nil
		}
		end = first
	}
	return Review{}, ErrNoMoves
}

// Run judges the round that Begin lists, each position by a search of about so many nodes, or as many as usual if that
// is 0, and some moves by one more. progress, unless it is nil, gets what has been found out after every position. When ctx is done Run
// returns soon, with what it has and ctx's error. Equal matches and nodes give equal reviews.
func Run(ctx context.Context, m match.Match, nodes int64, progress func(Review)) (Review, error) {
	r, err := Begin(m)
	if err != nil {
		return r, err
	}
	if nodes == 0 {
		nodes = Nodes * usualMoves / int64(max(usualMoves, len(r.Points)))
	}
	j := judge{ctx, m, m.Game().(game.Advisor), nodes}
	for i := range r.Points {
		// A review that was handed out stays as it is.
		r.Points, r.Turns = slices.Clone(r.Points), slices.Clone(r.Turns)
		if err := j.point(&r.Points[i], r.Outcome); err != nil {
			return r, err
		}
		r.Judged = i + 1
		if i > 0 {
			turn, ok, err := j.turn(r, i-1)
			if err != nil {
				r.Judged = i
				return r, err
			}
			if ok {
				r.add(turn)
			}
		}
		if progress != nil {
			progress(r)
		}
	}
	return r, nil
}

// add adds a turn if it is among the largest.
func (r *Review) add(t Turn) {
	r.Turns = append(r.Turns, t)
	if len(r.Turns) > mostTurns {
		least := r.smallest()
		r.Turns = slices.DeleteFunc(r.Turns, func(t Turn) bool { return t == least })
	}
}

// smallest returns the turn that cost least, the later one of equals.
func (r *Review) smallest() Turn {
	return slices.MinFunc(r.Turns, func(a, b Turn) int {
		switch {
		case a.Loss != b.Loss && a.Loss < b.Loss:
			return -1
		case a.Loss != b.Loss:
			return 1
		}
		return b.Point - a.Point
	})
}

// judge judges the positions of a match.
type judge struct {
	ctx     context.Context
	match   match.Match
	advisor game.Advisor
	nodes   int64
}

// point judges a position of the round; outcome is how the round ended.
func (j judge) point(p *Point, outcome game.Outcome) error {
	if p.Seat == game.Nobody {
		p.Chance = chanceAfter(outcome)
		return nil
	}
	state := j.match.At(p.Step).State()
	advice, chance, err := j.running(state)
	if err != nil {
		return err
	}
	p.Advice, p.Chance = advice, chance
	if p.Text == "" || p.Ended {
		return nil
	}
	_, move, err := state.Play(advice.Text)
	if err != nil {
		return fmt.Errorf("the advice %q cannot be played: %w", advice.Text, err)
	}
	p.Best = match.Public(move) == p.Text
	return nil
}

// running judges a position in which a seat is to move: its advice, and the first seat's chance.
func (j judge) running(s game.State) (game.Advice, float64, error) {
	seat := s.ToMove()
	advice, err := j.advisor.Advise(j.ctx, s.View(seat), j.nodes)
	if stopped := j.ctx.Err(); stopped != nil { // what a search that was stopped has found may be nothing much
		return game.Advice{}, 0, stopped
	}
	if err != nil {
		return game.Advice{}, 0, err
	}
	switch {
	case advice.Win > 0:
		advice.Chance = 1
	case advice.Win < 0:
		advice.Chance = 0
	}
	chance := min(max(advice.Chance, 0), 1)
	if seat != 0 {
		chance = 1 - chance
	}
	return advice, chance, nil
}

// chanceAfter returns the first seat's chance when it is over.
func chanceAfter(o game.Outcome) float64 {
	switch o.Winner {
	case game.Nobody:
		return 0.5
	case 0:
		return 1
	}
	return 0
}

// turn returns the turn that the move played at a point was, if it was one and is among the largest so far; the
// point after it has been judged. What the search saw before the move is compared with what it sees after it, one
// ply deeper; so that this difference alone makes no turn, the position after the better move is judged too, unless a
// win was proved.
func (j judge) turn(r Review, point int) (Turn, bool, error) {
	p := r.Points[point]
	if p.Best || p.Ended {
		return Turn{}, false, nil
	}
	after := r.For(p.Seat, point+1)
	t := Turn{Point: point, Loss: r.For(p.Seat, point) - after}
	worth := func() bool {
		return t.Loss >= leastLoss && (len(r.Turns) < mostTurns || t.Loss > r.smallest().Loss)
	}
	if !worth() || p.Advice.Win > 0 {
		return t, worth(), nil
	}
	better, _, err := j.match.At(p.Step).State().Play(p.Advice.Text)
	if err != nil {
		return t, false, fmt.Errorf("the advice %q cannot be played: %w", p.Advice.Text, err)
	}
	chance := 0.0
	if better.ToMove() == game.Nobody {
		chance = chanceAfter(better.Outcome())
	} else if _, chance, err = j.running(better); err != nil {
		return t, false, err
	}
	if p.Seat != 0 {
		chance = 1 - chance
	}
	t.Loss = min(t.Loss, chance-after)
	return t, worth(), nil
}
