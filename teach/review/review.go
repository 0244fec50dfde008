// Package review looks back on a round: the sides' chances to win at every turn, and the moves at which the game turned, each with the
// better move and the reason.
package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"

	"attic/game"
	"attic/match"
)

// Nodes is the default number of nodes of each search that judges whether a move was bad. The searches that confirm a bad move have
// sureTimes as many nodes. The pass over the whole round finds the moves to look at; its searches have nodes/passShare nodes. In rounds of
// more than usualMoves moves they have fewer, so that the first label is found within 5 million nodes. If there are many moves to look at,
// the searches for the last ones are smaller, but have at least nodes/leastShare nodes; see halved.
const (
	Nodes      = 200_000
	passShare  = 10
	sureTimes  = 4
	usualMoves = 80
	leastShare = 16

	usualBudget = 50 * Nodes // the nodes for a round of a game that is not a game.Rememberer, if the program runs in a browser
	natively    = 3          // the factor by which the budget is larger outside a browser
	perSearch   = 2000       // the overhead of a search, in nodes
)

// The errors for rounds that cannot be reviewed.
var (
	ErrNoMoves  = errors.New("there is nothing to review: no move has been played yet")
	errNoAdvice = errors.New("cannot be reviewed: the computer cannot judge its positions")
)

// mostTurns is the maximum number of Turns of a round. If the pass finds that a move loses at least leastDoubt of the chance to win, the
// move is looked at more closely.
const (
	mostTurns  = 3
	leastDoubt = 0.03
)

// Review is a review of a round, complete or in progress.
type Review struct {
	Info    game.Info
	Points  []Point // at least two
	Judged  int     // the number of Points judged, counted from the first
	Doubts  int     // the number of bad or good moves that need a closer look; known when all Points have been judged
	Checked int     // the number of these moves that have been looked at
	Spent   int64   // the work done, in nodes
	Left    int64   // the maximum amount of work left, in nodes; it never grows
	Faults  []Turn  // the moves labelled because they lost at least 5 %, in the order of play
	Praise  []Turn  // the only moves and the brilliant ones, in the order of play
	Turns   []Turn  // the Faults that lost most, at most three, in the order of play
	Over    bool
	Outcome game.Outcome // valid if Over is set
}

// Point is a position of the round in which a seat was to move, or the last position.
type Point struct {
	Step   int    // the number of steps of the match before this position
	Number int    // the number of the move played here, as in histories, from 1
	Turn   int    // the number of that move's turn, as shown to people: the 7 in "move 7 red"; see match.Entry
	By     int    // the seat that played it; differs from Seat if a player resigned on the other's turn
	Seat   int    // the seat to move, or game.Nobody
	Text   string // the move played, "resign", a match.Stop, or "" in the last position
	Ended  bool   // Text is not a move

	// Only for points that have been judged:
	Chance float64     // the first seat's chance to win, from 0 to 1; a draw counts as a half
	Advice game.Advice // advice for Seat; the zero value when the round is over
	Best   bool        // the played move is the advised move
	Loss   float64     // the part of its chance to win, from 0 to 1, that the seat lost by playing this move; known when the next point is judged
	Rough  bool        // Loss comes from the pass alone, and a closer look is still to come

	nodes int64 // the size of the search that judged the point
}

// Turn is a labelled move: a move that lost a part of its seat's chance to win or, in [Review.Praise], a move whose alternatives would
// have lost one.
type Turn struct {
	Point int     // the index of the move in Points
	Loss  float64 // the part of its chance to win, from 0 to 1, that the seat lost compared with the better move, or would have lost by the best other move
	Kind  Grade
	Rival string // for a brilliant move, the move that a short look prefers
	Theme string // for a fault, the name of the idea that the better move has and this move lacks; "" if there is none
	Says  string // a sentence about what the better move would have done with that idea, or about the opportunity that this move gave; may be ""
}

// Done reports whether the review is complete.
func (r Review) Done() bool { return r.Judged == len(r.Points) && r.Checked == r.Doubts }

// For returns a seat's chance to win at a point that has been judged, from 0 to 1.
func (r Review) For(seat, point int) float64 {
	if seat == 0 {
		return r.Points[point].Chance
	}
	return 1 - r.Points[point].Chance
}

// TurnAt returns the number, from 1, of the move played at a point among Turns, or 0.
func (r Review) TurnAt(point int) int {
	return slices.IndexFunc(r.Turns, func(t Turn) bool { return t.Point == point }) + 1
}

// FaultAt returns the fault at a point, and whether the move played there has a label.
func (r Review) FaultAt(point int) (Turn, bool) {
	i := slices.IndexFunc(r.Faults, func(t Turn) bool { return t.Point == point })
	if i < 0 {
		return Turn{}, false
	}
	return r.Faults[i], true
}

// Begin lists the points of the last round in which moves were played, without judging them. If there is no such round, the error is
// ErrNoMoves. It also fails if the game is not an open game.Advisor for two seats.
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
				seat := m.At(i - 1).ToMove() // a player may resign on the other's turn
				r.Points = append(r.Points, Point{Step: i - 1, Number: e.Number, Turn: e.Turn, By: e.Seat, Seat: seat, Text: e.Text, Ended: e.Ended})
			}
		}
		if len(r.Points) > 0 {
			last, toMove := entries[end-1], m.At(end-1).ToMove()
			r.Points = append(r.Points, Point{Step: end - 1, Number: last.Number + 1, Turn: last.Next(max(toMove, 0)), By: toMove, Seat: toMove})
			if toMove == game.Nobody {
				r.Over, r.Outcome = true, m.At(end-1).Outcome()
			}
			return r, nil
		}
		end = first
	}
	return Review{}, ErrNoMoves
}

// Run judges the round that Begin lists. A pass judges every position. Then two searches judge each move that seems to have lost some of
// the chance to win, beginning with the largest loss. The size of the first search is at most nodes, and the second is 4 times as large;
// the label depends on the smaller loss. The work is limited, whatever the length of the round. If nodes is 0, Nodes is used. If progress
// is not nil, it is called with the review so far after every position and every closer look. When ctx is done, Run soon returns the
// review so far and ctx's error. Equal matches and nodes give equal reviews.
func Run(ctx context.Context, m match.Match, nodes int64, progress func(Review)) (Review, error) {
	return run(ctx, m, game.Nobody, nodes, progress)
}

// Faults is like Run, but looks more closely only at the losses of one seat.
func Faults(ctx context.Context, m match.Match, seat int, nodes int64) (Review, error) {
	return run(ctx, m, seat, nodes, nil)
}

// run implements Run for game.Nobody, and Faults for a seat.
func run(ctx context.Context, m match.Match, seat int, nodes int64, progress func(Review)) (Review, error) {
	r, err := Begin(m)
	if err != nil {
		return r, err
	}
	if nodes == 0 {
		nodes = Nodes
	}
	pass := nodes / passShare * usualMoves / int64(max(usualMoves, len(r.Points)))
	j := judge{ctx: ctx, match: m, advisor: m.Game().(game.Advisor), looks: map[look]Point{}, spent: new(int64)}
	budget := int64(usualBudget)
	if g, ok := m.Game().(game.Rememberer); ok {
		j.advisor, budget = g.Remember()
	}
	if runtime.GOOS != "js" {
		budget *= natively
	}
	budget = budget * nodes / Nodes
	r.Left = math.MaxInt64
	tell := func(left int64) {
		if r.Left, r.Spent = min(r.Left, left), *j.spent; progress != nil {
			progress(r)
		}
	}
	var doubts, rare []int // the moves to look at more closely: bad moves, and moves that may be only moves
	for i := range r.Points {
		r.Points = slices.Clone(r.Points) // a review given to progress does not change
		if r.Points[i], err = j.point(r, i, pass); err != nil {
			return r, err
		}
		r.Judged = i + 1
		if i > 0 {
			before := &r.Points[i-1]
			before.Loss = max(0, r.For(before.Seat, i-1)-r.For(before.Seat, i))
			if !before.Ended && before.Loss >= leastDoubt && (seat == game.Nobody || before.Seat == seat) {
				before.Rough = true
				doubts = append(doubts, i-1)
			} else if before.Best {
				before.Loss = 0
			}
		}
		if r.Judged == len(r.Points) {
			if seat == game.Nobody {
				rare = j.candidates(r)
			}
			r.Doubts = len(doubts) + len(rare)
		}
		tell((pass+perSearch)*int64(len(r.Points)-r.Judged) + budget + perSearch*int64(r.Doubts))
	}
	praising := halved(nodes, budget/4/praiseCost/int64(max(len(rare), 1)))
	praise := praiseCost * praising // for each of the rare moves
	budget += *j.spent - praise*int64(len(rare))
	left := func(doubts int) int64 {
		all := int64(r.Doubts - r.Checked)
		return min(max(0, budget-*j.spent)+perSearch*all, checkCost*nodes*int64(doubts)) + praise*(all-int64(doubts))
	}
	slices.SortStableFunc(doubts, func(a, b int) int { return cmp.Compare(r.Points[b].Loss, r.Points[a].Loss) })
	for k, i := range doubts {
		next := r
		next.Points = slices.Clone(r.Points)
		others := int64(len(doubts) - k - 1)
		if err := j.check(&next, i, halved(nodes, (budget-*j.spent)/checkCost-nodes/leastShare*others)); err != nil {
			return r, err
		}
		r = next
		r.Checked++
		tell(left(int(others)))
	}
	for _, i := range rare {
		t, ok, err := j.praise(r, i, praising)
		if err != nil {
			return r, err
		}
		if ok {
			r.Praise = append(slices.Clip(r.Praise), t)
		}
		r.Checked++
		tell(left(0))
	}
	return r, nil
}

// halved halves nodes until the result is at most the number most, or nodes/leastShare.
func halved(nodes, most int64) int64 {
	n := nodes
	for n > max(most, nodes/leastShare, 1) {
		n = (n + 1) / 2
	}
	return n
}

// The average cost of check and praise, in searches of the size given to them.
const (
	checkCost  = 9
	praiseCost = 4
)

// check looks more closely at the move played at point i, by searches of the size nodes and, if these label the move, by larger ones.
func (j judge) check(r *Review, i int, nodes int64) error {
	loss, err := j.loss(r, i, nodes)
	if err != nil {
		return err
	}
	r.Points[i].Loss, r.Points[i].Rough = loss, false
	if GradeOf(loss) == Fine {
		return nil
	}
	larger, err := j.loss(r, i, sureTimes*nodes)
	if err != nil {
		return err
	}
	loss = min(loss, larger) // both searches have found at least this loss
	p := &r.Points[i]
	p.Loss = loss
	if kind := GradeOf(loss); kind > Fine && !p.Best { // a larger search for the previous move may have found that this move is the best
		t := Turn{Point: i, Loss: loss, Kind: kind}
		if themer, ok := j.match.Game().(game.Themer); ok {
			t.Theme, t.Says = themer.Theme(j.match.At(p.Step).State().View(p.Seat), p.Advice.Text, p.Text)
		}
		add(r, t)
	}
	return nil
}

// add adds a fault to Faults and, if it is among the largest, to Turns.
func add(r *Review, t Turn) {
	later := func(a, b Turn) int { return a.Point - b.Point }
	r.Faults = append(slices.Clip(r.Faults), t)
	slices.SortStableFunc(r.Faults, later)
	r.Turns = slices.Clone(r.Faults)
	slices.SortStableFunc(r.Turns, func(a, b Turn) int { return cmp.Compare(b.Loss, a.Loss) })
	r.Turns = r.Turns[:min(len(r.Turns), mostTurns)]
	slices.SortStableFunc(r.Turns, later)
}

type judge struct {
	ctx     context.Context
	match   match.Match
	advisor game.Advisor
	looks   map[look]Point // the points judged so far
	spent   *int64         // the work done, in nodes, or nil
}

type look struct {
	point int
	nodes int64
}

// point returns point i of the round, judged by a search of the size nodes.
func (j judge) point(r Review, i int, nodes int64) (Point, error) {
	p := r.Points[i]
	if known, ok := j.looks[look{i, nodes}]; ok {
		known.Loss, known.Rough = p.Loss, p.Rough
		return known, nil
	}
	if p.Seat == game.Nobody {
		p.Chance = chanceAfter(r.Outcome)
		return p, nil
	}
	state := j.match.At(p.Step).State()
	p.nodes = nodes
	var err error
	if p.Advice, p.Chance, err = j.running(state, nodes); err != nil {
		return r.Points[i], err
	}
	if p.Text != "" && !p.Ended {
		_, move, err := state.Play(p.Advice.Text)
		if err != nil {
			return r.Points[i], fmt.Errorf("the advice %q cannot be played: %w", p.Advice.Text, err)
		}
		p.Best = match.Public(move) == p.Text
	}
	j.looks[look{i, nodes}] = p
	return p, nil
}

// loss judges the points before and after a move with searches of the size nodes. It returns the part of its chance to win that the seat
// lost by the move. The search before the move sees one ply less of the game than the search after it. So that this difference does not
// count as a loss, loss also judges the position after the better move, unless a win was proved.
func (j judge) loss(r *Review, i int, nodes int64) (float64, error) {
	look := func(i int) (p Point, err error) {
		if p, err = j.point(*r, i, nodes); err == nil && p.nodes >= r.Points[i].nodes { // the result of a larger search is kept
			r.Points[i] = p
		}
		return p, err
	}
	before, err := look(i)
	if err != nil || before.Best {
		return 0, err
	}
	after, err := look(i + 1)
	if err != nil {
		return 0, err
	}
	better, then := before.Chance, after.Chance
	if before.Seat != 0 {
		better, then = 1-better, 1-then
	}
	if before.Advice.Win <= 0 {
		chance, err := j.after(before, before.Advice.Text, nodes)
		if err != nil {
			return 0, err
		}
		better = min(better, chance)
	}
	return max(0, better-then), nil
}

// after returns the chance to win of the seat to move at point p if it plays the move text.
func (j judge) after(p Point, text string, nodes int64) (float64, error) {
	return j.chance(j.match.At(p.Step).State(), text, nodes)
}

// chance returns the chance to win of the seat to move in s if it plays the move text.
func (j judge) chance(s game.State, text string, nodes int64) (float64, error) {
	next, _, err := s.Play(text)
	if err != nil {
		return 0, fmt.Errorf("%q cannot be played: %w", text, err)
	}
	chance := 0.0
	if next.ToMove() == game.Nobody {
		chance = chanceAfter(next.Outcome())
	} else if _, chance, err = j.running(next, nodes); err != nil {
		return 0, err
	}
	if s.ToMove() != 0 {
		chance = 1 - chance
	}
	return chance, nil
}

// turnKey is the key under which In puts a function into a context.
type turnKey struct{}

// In returns a context for Run, Faults, Warning and Try. With it, the function turn runs each of their searches, when its turn comes.
func In(ctx context.Context, turn func(ctx context.Context, search func() error) error) context.Context {
	return context.WithValue(ctx, turnKey{}, turn)
}

// Wait runs a search. With a context of In, it waits until it is the search's turn.
func Wait(ctx context.Context, search func() error) error {
	if turn, waits := ctx.Value(turnKey{}).(func(context.Context, func() error) error); waits {
		return turn(ctx, search)
	}
	return search()
}

// running judges a position in which a seat is to move. It returns the advice, and the first seat's chance to win.
func (j judge) running(s game.State, nodes int64) (advice game.Advice, _ float64, err error) {
	seat := s.ToMove()
	search := func() error {
		if j.spent != nil {
			*j.spent += nodes + perSearch
		}
		advice, err = j.advisor.Advise(j.ctx, s.View(seat), nodes)
		return err
	}
	err = Wait(j.ctx, search)
	if stopped := j.ctx.Err(); stopped != nil { // a search that was stopped has no result
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

// chanceAfter returns the first seat's chance to win at the end of a round: 1, 0 or a half.
func chanceAfter(o game.Outcome) float64 {
	switch o.Winner {
	case game.Nobody:
		return 0.5
	case 0:
		return 1
	}
	return 0
}
