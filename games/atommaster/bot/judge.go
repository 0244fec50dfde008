package bot

import (
	"context"
	"math"

	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
)

// Step is a decision of a solver, judged by the knowledge at the time of the decision.
type Step struct {
	Shot    rules.Shot   // the beam that was fired; its port is rules.NoPort in the last step of a game, which sets Layout
	Layout  rules.Layout // in the last step: the atoms that were set
	Points  int          // the price of the beam or of the missed atoms
	Best    Decision     // the computer's decision; its Expect is the points expected from here to the end of the game
	Lost    float64      // the points expected to be lost compared with the best known decision, at least 0
	Left    float64      // the number of layouts that agreed with the answers before the decision; an estimate unless Counted is set; 0 if Blind or Open is set
	Counted bool
	Luck    float64 // the points by which the result of this decision was worse than expected
	Exact   bool    // the decisions were compared with all layouts that agreed with the answers, not only with some
	Blind   bool    // no layout that agrees with the answers was found within the limits: Best is empty, Lost is 0, and Luck includes the loss
	Open    bool    // ctx was done before this decision was judged; the other fields are as if Blind
}

// Judgement is the result of judging a game of a solver. Its numbers are estimates. They differ from the score in one way: if the solver
// sets a layout that no beam can distinguish from the hidden one, no atom counts as missed. They are consistent: Par plus the Lost and
// the Luck of all steps equals the Points of all steps.
type Judgement struct {
	Par   float64      // the points that the computer expected before the first beam
	Steps []Step       // in order; the last step sets the atoms
	Left  infer.Survey // the layouts that agreed with all answers at the end; none if the last step is Open
}

// Judge judges a game: the shots of k in order, and the atoms set at the end, which may be too few. The shots must be the answers of
// solution. The work is proportional to the number of shots. When ctx is done, the decisions not yet judged stay Open. Errors are those of
// infer.Look, and ctx.Err() if ctx is done before the first decision is judged.
//
// The cost of a position is estimated as in Choose: by playing on with all layouts that are left, or with some of them if there are many.
// Par is the estimate before the first beam. A decision loses the difference between the points expected after it and after the best
// decision known, either the computer's or this one. Its luck is its price plus the points expected after its answer, minus the points
// expected before.
func Judge(ctx context.Context, k infer.Knowledge, solution, set rules.Layout) (Judgement, error) {
	shots := k.Shots
	var j Judgement
	expected := 0.0 // the points expected after the previous decision, including its price
	for i := range len(shots) + 1 {
		k.Shots = shots[:i:i]
		step := Step{Layout: set}
		if i < len(shots) {
			step = Step{Shot: shots[i], Points: shots[i].Answer.Points()}
		}
		best, after, survey, err := step.judge(ctx, k)
		if step.Open = i > 0 && ctx.Err() != nil; step.Open {
			step.Best, step.Exact, survey, err = Decision{}, false, infer.Survey{}, nil
		}
		switch {
		case err != nil:
			return Judgement{}, err
		case i == 0:
			j.Par = best
		case step.Blind, step.Open:
			best = expected - float64(j.Steps[i-1].Points)
			after = best
		default:
			best = min(best, after)
			before := &j.Steps[i-1]
			before.Luck = float64(before.Points) + best - expected
		}
		step.Lost, step.Left, step.Counted = max(0, after-best), survey.Total, survey.Counted
		expected, j.Left = best+step.Lost, survey
		j.Steps = append(j.Steps, step)
	}
	last := &j.Steps[len(shots)]
	if !rules.SameAnswers(solution, set) || set.Count() != k.Atoms {
		last.Points = rules.PointsMissed * (k.Atoms - solution.Common(set))
	}
	last.Luck = float64(last.Points) - expected
	return j, nil
}

// Weigh judges the decision to set atoms now: those in the parameter set, which may be too few. It returns the step without its points
// and luck, the expected cost of the missed atoms, and the layouts that agree with the answers. Its numbers are those that Judge finds at
// the end of the game. Errors are those of infer.Look.
func Weigh(ctx context.Context, k infer.Knowledge, set rules.Layout) (step Step, missed float64, survey infer.Survey, err error) {
	step.Layout = set
	best, missed, survey, err := step.judge(ctx, k)
	step.Lost = max(0, missed-best)
	return step, missed, survey, err
}

// judge fills in Best, Exact and Blind, and returns the points expected from the computer's decision and from this one.
func (step *Step) judge(ctx context.Context, k infer.Knowledge) (best, after float64, survey infer.Survey, err error) {
	if survey, err = infer.Look(ctx, k, 0); err != nil {
		return 0, 0, survey, err
	}
	if len(survey.Set) == 0 {
		step.Blind = true
		return 0, 0, survey, nil
	}
	set, open := survey.Set, openPorts(k)
	g := newGame(k, survey.Boards, len(set))
	g.fair = true
	if opens(k) {
		step.Best = Decision{Port: opening(k.Field, 0)}
	} else if step.Best, err = g.decide(ctx, survey, open); err != nil {
		return 0, 0, survey, err
	}
	some, inner := thin(set, rolloutLayouts/2), 1
	many := len(set) > len(some) || !survey.Listed
	if !many {
		inner = innerPorts
	}
	step.Exact = survey.Listed && len(some) == len(set)
	cost := func(p rules.Port) float64 {
		if len(k.Shots) == 0 {
			p = sameByTurning(k.Field, p)
		}
		return g.cost(some, open, p, inner, math.Inf(1))
	}
	best = step.Best.Expect
	switch {
	case step.Best.Port == rules.NoPort:
	case many:
		best = g.estimate(set, open, step.Best.Port, survey.Total)
	default:
		best = cost(step.Best.Port)
	}
	step.Best.Expect = best
	switch fired := step.Shot.Port; {
	case fired == rules.NoPort:
		after = g.fairLoss(set, step.Layout)
	case fired == step.Best.Port:
		after = best
	case g.weigh(set, fired) == 0: // the answer was certain before
		after = best + float64(step.Points)
	case step.Best.Port == rules.NoPort:
		after = cost(fired)
	default:
		after = best + cost(fired) - cost(step.Best.Port)
	}
	return best, after, survey, nil
}

// sameByTurning returns the port in the upper half of the left side that corresponds to p if the field is rotated or mirrored. If the
// field is not square, it returns p.
func sameByTurning(f rules.Field, p rules.Port) rules.Port {
	if f.W != f.H {
		return p
	}
	_, line := f.Place(p)
	line = max(line, int(f.H)-1-line) // rows count from the bottom
	return f.PortAt(rules.Left, line)
}

// The largest sets of layouts in which a guess is compared with each layout.
const (
	fairLayouts = 256 // for the guess that is itself a possible decision
	fairInner   = 8   // for each of the many guesses after later beams
)

func (g *game) same(i, j int32) bool {
	for p := rules.Port(1); int(p) <= g.knowledge.Field.Ports(); p++ {
		if answers := g.boards.Answers(p); answers[i] != answers[j] {
			return false
		}
	}
	return true
}

// common returns the number of squares on which both layouts have an atom.
func (g *game) common(i, j int32) (n int) {
	for _, a := range g.boards.Squares(i) {
		for _, b := range g.boards.Squares(j) {
			if a == b {
				n++
			}
		}
	}
	return n
}

// guess returns the best layout of the parameter set as an answer, and the points that it is expected to lose if layouts that no beam can
// distinguish from the hidden one count as found.
func (g *game) guess(set []int32) (best int32, lost float64) {
	least := math.MaxInt
	for _, i := range set {
		missed := 0
		for _, j := range set {
			if n := g.knowledge.Atoms - g.common(i, j); n > 0 && !g.same(i, j) {
				missed += n
			}
		}
		if missed < least {
			best, least = i, missed
		}
	}
	return best, rules.PointsMissed * float64(least) / float64(len(set))
}

// fairLoss returns the points that setting these atoms is expected to lose if layouts that no beam can distinguish from the hidden one
// count as found.
func (g *game) fairLoss(set []int32, atoms rules.Layout) float64 {
	missed := 0
	for _, i := range set {
		l := g.boards.Layout(i)
		if n := g.knowledge.Atoms - l.Common(atoms); n > 0 && (atoms.Count() < g.knowledge.Atoms || !rules.SameAnswers(l, atoms)) {
			missed += n
		}
	}
	return rules.PointsMissed * float64(missed) / float64(len(set))
}
