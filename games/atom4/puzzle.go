package atom4

import (
	"context"
	"fmt"
	"slices"

	"attic/game"
	"attic/game/bridge"
	"attic/games/atom4/idea"
	"attic/games/atom4/puzzle"
	"attic/games/atom4/rules"
	"attic/games/atom4/solve"
	"attic/internal/phrase"
)

// Limits on the work of judging a move; together they take less than a second.
const (
	tryTable  = 4       // megabytes
	tryWork   = 200_000 // nodes
	replyWork = 30_000  // nodes to find out whether one reply refutes the move, or whether it wins too late
)

func judgeOf(name string) bridge.Goal[state] {
	switch {
	case lessonGoals[name] != nil:
		return tryLesson
	case name == puzzle.Defence || puzzle.Near(name) || slices.Contains(winGoals, name):
		return tryPuzzle
	}
	return nil
}

// winGoals are the goals that ask for a win within a number of moves, which is the index of each. Each of the others leads to win1.
var winGoals = []string{1: "win1", 2: "win2", 3: "win3", 4: "win4", 5: "win5"}

func tryPuzzle(ctx context.Context, tried bridge.Attempt[state]) (t game.Tried, err error) {
	a := attempt{ctx: ctx, solver: solve.New(tryTable), state: tried.Before, move: tried.After.last, next: tried.After.pos}
	switch {
	case tried.Goal == puzzle.Defence:
		return a.defence()
	case puzzle.Near(tried.Goal):
		t = a.near(tried.Goal)
	default:
		t, err = a.win(slices.Index(winGoals, tried.Goal))
	}
	if t.Good {
		return t, err
	}
	if said := a.later(); said != "" {
		return game.Tried{Aside: true, Why: said}, nil
	}
	return t, err
}

type attempt struct {
	ctx    context.Context
	solver *solve.Solver
	state  state
	move   rules.Square
	next   rules.Position
}

// win judges a move that must win within the given number of the player's moves, counting itself.
func (a attempt) win(moves int) (t game.Tried, err error) {
	if t.Good = a.next.Won(); t.Good {
		t.Why = "You complete " + a.row() + "."
		return t, nil
	}
	r, known := puzzle.After(a.ctx, a.solver, a.state.pos, a.move, moves, tryWork)
	switch {
	case !known:
		return t, a.tooMuch()
	case r.Win > 0:
		left := r.Win / 2
		t.Good, t.Goal = true, winGoals[left]
		t.Why = fmt.Sprintf("After %v you win within %s %s, whatever %s answers.", a.move, phrase.Number(left), phrase.Plural(left, "more move"), a.next.Player())
		if len(r.Line) == 0 {
			return t, a.tooMuch()
		}
		t.Reply = r.Line[0].String()
		return t, nil
	}
	t.Why, t.Answer, err = a.refuted(moves)
	return t, err
}

// later returns a sentence if the move wins, but later than required; "" if it does not win within the longest goal.
func (a attempt) later() string {
	r, _ := puzzle.After(a.ctx, a.solver, a.state.pos, a.move, len(winGoals)-1, replyWork)
	if r.Win == 0 || a.next.Over() {
		return ""
	}
	return fmt.Sprintf("After %v you win too, but too slowly: it takes up to %s more moves.", a.move, phrase.Number(r.Win/2))
}

func (a attempt) row() string {
	goal := a.state.pos.Player().Goal()
	var rows []string
	for _, row := range a.state.pos.WinningRows(a.move) {
		rows = append(rows, completed(row, goal))
	}
	return phrase.List(rows)
}

// refuted returns the reason why a move does not win within the given number of the player's moves, counting itself, and the answer that
// proves it.
func (a attempt) refuted(moves int) (why, answer string, err error) {
	switch {
	case moves == 1:
		return fmt.Sprintf("%v does not complete a line of %ss.", a.move, a.state.pos.Player().Goal()), "", nil
	case a.next.Over():
		return "The board is full, and the round is drawn.", "", nil
	}
	left := "you cannot win with the next move"
	if moves > 2 {
		left = fmt.Sprintf("you can no longer win in %s moves", phrase.Number(moves-1))
	}
	for _, m := range a.next.Moves(nil) {
		if a.next.WinsBy(m) {
			return fmt.Sprintf("After %v %s wins at once with %v.", a.move, a.next.Player(), m), m.String(), nil
		}
	}
	work := int64(tryWork)
	for _, m := range a.next.Moves(nil) {
		r, known := puzzle.Within(a.ctx, a.solver, a.next.Play(m), moves-1, min(replyWork, work))
		if work -= r.Nodes; work <= 0 {
			break
		}
		if known && r.Win == 0 {
			return fmt.Sprintf("After %v %s answers %v, and %s.", a.move, a.next.Player(), m, left), m.String(), nil
		}
	}
	return "", "", a.tooMuch()
}

// defence judges a move that must stop every win of the opponent within puzzle.Defended moves.
func (a attempt) defence() (t game.Tried, err error) {
	switch {
	case a.next.Won():
		return game.Tried{Good: true, Why: "You complete " + a.row() + "."}, nil
	case a.next.Over():
		return game.Tried{Good: true, Why: "The board is full, and the round is drawn."}, nil
	}
	r, known := puzzle.Within(a.ctx, a.solver, a.next, puzzle.Defended, tryWork)
	switch other := a.next.Player(); {
	case !known || r.Win > 0 && len(r.Line) == 0:
		return t, a.tooMuch()
	case r.Win == 0:
		t.Good = true
		t.Why = fmt.Sprintf("After %v %s has no forced win within %s moves.", a.move, other, phrase.Number(puzzle.Defended))
	case r.Win == 1:
		t.Why = fmt.Sprintf("After %v %s wins at once with %v.", a.move, other, r.Line[0])
		t.Answer = r.Line[0].String()
	default:
		t.Why = fmt.Sprintf("After %v %s wins within %s moves, starting with %v.", a.move, other, phrase.Number((r.Win+1)/2), r.Line[0])
		t.Answer = r.Line[0].String()
	}
	return t, nil
}

// near judges a move by a theme that looks at the next two plies.
func (a attempt) near(theme string) (t game.Tried) {
	pos, next, other := a.state.pos, a.next, a.next.Player()
	switch {
	case next.Won():
		return game.Tried{Good: true, Why: "You complete " + a.row() + ", which wins."}
	case next.Over():
		return game.Tried{Why: "The board is full, and the round is drawn."}
	}
	answers := next.Threats(next.Turn()).Squares()
	if len(answers) > 0 {
		return game.Tried{Why: fmt.Sprintf("After %v %s wins at once with %v.", a.move, other, answers[0]), Answer: answers[0].String()}
	}
	t.Good = puzzle.Meets(pos, a.move, theme)
	switch theme {
	case puzzle.Spoil:
		m, n := puzzle.Maker(next)
		if t.Good {
			t.Why = fmt.Sprintf("After %v %s can turn no piece %s with the next move.", a.move, other, other.Goal())
			return t
		}
		t.Why, t.Answer = fmt.Sprintf("After %v %s on %v turns %s %s.", a.move, next.Turn(), m, phrase.Count(n, "piece"), other.Goal()), m.String()
		return t
	case puzzle.Keep:
		goal, made := pos.Player().Goal(), pos.Made(a.move)
		m, _, _ := puzzle.Changer(next, made)
		switch {
		case len(made) == 0:
			t.Why = fmt.Sprintf("%v turns no piece %s.", a.move, goal)
		case t.Good:
			t.Why = fmt.Sprintf("%v turns %s %s, and no answer changes %s.", a.move, phrase.Count(len(made), "piece"), goal, map[bool]string{true: "it", false: "any of them"}[len(made) == 1])
		default:
			t.Why, t.Answer = fmt.Sprintf("%v turns %s %s, but %s on %v changes one of them.", a.move, phrase.Count(len(made), "piece"), goal, next.Turn(), m), m.String()
			if len(made) == 1 {
				t.Why = fmt.Sprintf("%v turns a piece %s, but %s on %v changes it.", a.move, goal, next.Turn(), m)
			}
		}
		return t
	}
	own := next.Turn().Next()
	aims := next.Threats(own).Squares()
	names := texts(aims)
	switch {
	case len(aims) == 0:
		t.Why = fmt.Sprintf("After %v your %s cannot win anywhere yet.", a.move, own)
	case t.Good && theme == puzzle.Counter:
		t.Why = fmt.Sprintf("After %v %s cannot win at once, and your %s would win on %s.", a.move, other, own, phrase.List(names))
	case t.Good:
		t.Why = fmt.Sprintf("After %v your %s would win on %s, and no answer stops that.", a.move, own, phrase.List(names))
	case theme == puzzle.Counter:
		t.Why = fmt.Sprintf("%s did not threaten to win.", phrase.Capital(other.String()))
	case len(aims) == 1:
		t.Why = fmt.Sprintf("After %v your %s would win only on %s.", a.move, own, names[0])
	default:
		m, _ := idea.Stopper(next, own)
		t.Why, t.Answer = fmt.Sprintf("After %v your %s would win on %s, but %v stops that.", a.move, own, phrase.List(names), m), m.String()
	}
	return t
}

func (a attempt) tooMuch() error {
	if err := a.ctx.Err(); err != nil {
		return err
	}
	return fmt.Errorf("it would take too long to find out who wins after %v", a.move)
}
