package ataxx

import (
	"context"
	"fmt"
	"strings"

	"attic/game"
	"attic/game/bridge"
	"attic/games/ataxx/idea"
	"attic/games/ataxx/puzzle"
	"attic/games/ataxx/rules"
	"attic/internal/phrase"
)

// Limits on the work of judging a move, in positions; together they take less than half a second.
const (
	endingWork = 10_000  // positions whose moves are tried to find the winner
	lineWork   = 200_000 // to find the margin
)

// judgeOf returns the judge of a goal of lessons or puzzles.
func judgeOf(name string) bridge.Goal[state] {
	if lessonGoals[name] != nil {
		return tryLesson
	}
	if _, measured := puzzle.MeasureOf(name); measured || name == puzzle.Ending {
		return tryPuzzle
	}
	return nil
}

func tryPuzzle(_ context.Context, a bridge.Attempt[state]) (game.Tried, error) {
	switch {
	case a.Before.setting || a.After.setting:
		return game.Tried{}, game.Illegal("the game has not started")
	case a.Goal == puzzle.Ending:
		return tryEnding(a.Before, a.After)
	}
	return tryMeasure(a), nil
}

func tryEnding(st, after state) (game.Tried, error) {
	solver, name := puzzle.NewSolver(), st.move(after.last).Text
	good, known := solver.Loses(after.pos, endingWork)
	if !known {
		return game.Tried{}, fmt.Errorf("it would take too long to find out who wins after %s", name)
	}
	t := game.Tried{Good: good, Why: fmt.Sprintf("%s wins by force.", phrase.Capital(st.pos.Turn().String()))}
	if !good {
		t.Why = fmt.Sprintf("After %s %s no longer wins.", name, st.pos.Turn())
	}
	_, moves, known := solver.Best(after.pos, lineWork)
	switch {
	case !known:
	case after.pos.Over():
		t.Why = fmt.Sprintf("%s ends the game: %s.", name, ended(after.pos, ""))
	case good:
		t.Why = phrase.Capital(ended(last(after.pos, moves), " with best play")) + continued(after.pos, moves)
	default:
		t.Why = fmt.Sprintf("After %s %s%s", name, ended(last(after.pos, moves), " with best play"), continued(after.pos, moves))
	}
	if good || after.pos.Over() {
		return t, nil
	}
	answer, _ := solver.Holds(after.pos)
	if known && len(moves) > 0 {
		answer = moves[0]
	}
	if answer != rules.Pass {
		t.Answer = after.pos.GuideText(answer)
	}
	return t, nil
}

// ended describes the end of a game, with the parameter how after the verb: "blue wins with best play, 27 to
// 22".
func ended(end rules.Position, how string) string {
	red, blue := end.Count(rules.Red), end.Count(rules.Blue)
	winner := rules.Red
	if blue > red {
		winner = rules.Blue
	}
	switch {
	case red == blue:
		return fmt.Sprintf("the game ends in a draw%s, %d each", how, red)
	case red == 0 || blue == 0:
		return fmt.Sprintf("%s takes every %s piece%s", winner, winner.Other(), how)
	}
	return fmt.Sprintf("%s wins%s, %d to %d", winner, how, max(red, blue), min(red, blue))
}

// last returns the position after moves have been played from pos.
func last(pos rules.Position, moves []rules.Move) rules.Position {
	for _, m := range moves {
		pos = pos.Play(m)
	}
	return pos
}

// fewMoves is the maximum number of moves of a line that a sentence names.
const fewMoves = 8

// continued ends a sentence with a line from a position: ": b3-c4, a1-a2."
func continued(pos rules.Position, moves []rules.Move) string {
	if len(moves) == 0 {
		return "."
	}
	texts := named(pos, moves)
	if len(texts) > fewMoves {
		texts = append(texts[:fewMoves:fewMoves], "...")
	}
	return ": " + strings.Join(texts, ", ") + "."
}

func named(pos rules.Position, moves []rules.Move) []string {
	texts := line(pos, moves...)
	for i, m := range moves {
		if m == rules.Pass {
			texts[i] = "a pass"
		}
	}
	return texts
}

func tryMeasure(a bridge.Attempt[state]) game.Tried {
	q, _ := puzzle.MeasureOf(a.Goal)
	pos, m := a.Before.pos, a.After.last.Canonical()
	mine := q.Of(pos, m)
	best, others := 0, 0
	for _, other := range pos.Moves(nil) {
		if other == m {
			continue
		}
		if n := q.Of(pos, other); others == 0 || n > best {
			best = n
		}
		others++
	}
	t := game.Tried{Good: mine >= q.Least && (others == 0 || mine >= best+q.Gap)}
	c := counted{effectOf(pos, a.After.last), a.Move.Text, mine, best, others > 0}
	var reply rules.Move
	if !t.Good && puzzle.Wins(pos, m) { // whatever the goal
		return game.Tried{Good: true, Why: fmt.Sprintf("%s wins at once: %s.", a.Move.Text, ended(a.After.pos, ""))}
	}
	if t.Why, reply = c.why(a.Goal); !t.Good && reply != rules.Pass {
		t.Answer = c.next.GuideText(reply)
	}
	return t
}

type counted struct {
	effect
	name       string
	mine, best int  // the theme's count for the move, and its highest count for another move
	others     bool // there are other moves
}

// why describes the move by the theme's count, and returns the reply that shows the move's flaw, or rules.Pass.
func (c counted) why(theme string) (why string, reply rules.Move) {
	other := c.next.Turn().String()
	taker := c.taker.Canonical()
	switch theme {
	case puzzle.Exchange:
		return c.exchange()
	case puzzle.Last:
		return c.saved(), rules.Pass
	case puzzle.Safe:
		return c.kept(other)
	case puzzle.Hole:
		switch {
		case c.taken < idea.Crowd:
			return fmt.Sprintf("%s takes %s.", c.name, phrase.Number(c.taken)), rules.Pass
		case c.mine == 0 && c.lost == 0:
			return fmt.Sprintf("%s ends the game.", c.name), rules.Pass
		case c.mine == 0:
			return fmt.Sprintf("%s takes %s, but %v could then take %s.", c.name, phrase.Number(c.taken), c.taker, phrase.Number(c.lost)), taker
		case c.lost == 0:
			return fmt.Sprintf("%s takes %s, and no answer takes anything", c.name, phrase.Number(c.taken)) + c.alone(), rules.Pass
		}
		return fmt.Sprintf("%s takes %s, and no answer takes more than %s", c.name, phrase.Number(c.taken), phrase.Number(c.lost)) + c.alone(), rules.Pass
	case puzzle.Fill:
		return c.filled(other)
	case puzzle.Cut:
		n := idea.CutOff(c.pos, c.next).Count()
		most := ", more than any other move"
		if n < idea.Wide {
			most = ""
		}
		return fmt.Sprintf("%s cuts %s off from %s", c.name, other, squaresOf(n)) +
			bridge.Rank(n, c.best, !c.others, "another move cuts it off from "+phrase.Number(c.best), "another move does as much", most), rules.Pass
	case puzzle.Sacrifice:
		n := idea.CutOff(c.pos, c.next).Count()
		said := fmt.Sprintf("%s cuts %s off from %s", c.name, other, squaresOf(n))
		switch {
		case c.mine > 0:
			return fmt.Sprintf("%s, and gives up %s for %s", said, phrase.Number(c.lost), phrase.Number(c.taken)) + c.alone(), rules.Pass
		case n < idea.Wide:
			return said + ".", rules.Pass
		case c.next.Over():
			return fmt.Sprintf("%s ends the game.", c.name), rules.Pass
		}
		return fmt.Sprintf("%s, but it is not a sacrifice: no answer takes more than it does.", said), rules.Pass
	}
	said := fmt.Sprintf("After %s %v could take nothing", c.name, c.next.Turn()) // puzzle.Consolidate
	if c.lost > 0 {
		said = fmt.Sprintf("After %s %v could take %s", c.name, c.taker, phrase.Number(c.lost))
	}
	most := fmt.Sprintf("; after any other move %v could take more", c.next.Turn())
	if c.lost == 0 {
		most = "; after any other move it could"
	}
	if c.best < c.mine || !c.others {
		taker = rules.Pass
	}
	return said + c.rank("after another move no answer takes "+moreThan(-c.best, "anything"), "another move is just as safe", most), taker
}

// rank ends a sentence by comparing the move with the others, see bridge.Rank.
func (c counted) rank(better, equal, most string) string {
	return bridge.Rank(c.mine, c.best, !c.others, better, equal, most)
}

// alone ends a sentence about a move that meets the theme, but must be the only such move.
func (c counted) alone() string {
	if c.best > 0 && c.others {
		return "; but it is not the only such move."
	}
	return "."
}

// squaresOf returns "four empty squares".
func squaresOf(n int) string { return phrase.Number(n) + " empty " + phrase.Plural(n, "square") }

// kept judges a capture by the answers that take it back.
func (c counted) kept(other string) (why string, reply rules.Move) {
	taken := rules.Bitboard(0)
	if c.move != rules.Pass {
		taken = c.pos.Turned(c.move.To())
	}
	switch {
	case c.taken == 0:
		return fmt.Sprintf("%s takes nothing.", c.name), rules.Pass
	case c.next.Over():
		return fmt.Sprintf("%s ends the game.", c.name), rules.Pass
	case c.mine > 0:
		return fmt.Sprintf("%s takes %s, and no answer takes %s back", c.name, phrase.Number(c.taken), map[bool]string{true: "it", false: "any"}[c.taken == 1]) + c.alone(), rules.Pass
	}
	reply, back := c.hitting(taken)
	reply = reply.Canonical()
	return fmt.Sprintf("%s takes %s, but %s could take %s back with %s.", c.name, phrase.Number(c.taken), other, phrase.Number(back), c.next.GuideText(reply)), reply
}

func (c counted) filled(other string) (why string, reply rules.Move) {
	if c.move == rules.Pass {
		return "A pass fills nothing.", rules.Pass
	}
	to := c.move.To()
	around := (to.Near() & c.pos.Own()).Count()
	switch {
	case around < idea.Crowd:
		return fmt.Sprintf("%v is beside %s of your pieces.", to, phrase.Number(around)), rules.Pass
	case !c.pos.Theirs().Reach().Has(to):
		return fmt.Sprintf("%s cannot reach %v now.", phrase.Capital(other), to), rules.Pass
	case c.mine > 0:
		return fmt.Sprintf("%s fills the hole at %v, from which %s could take %s", c.name, to, other, phrase.Number(around)) + c.alone(), rules.Pass
	case c.next.Over() || c.lost < around:
		return fmt.Sprintf("%s leaves %s without a move.", c.name, other), rules.Pass
	}
	return fmt.Sprintf("%s fills the hole at %v, but %v could then take %s.", c.name, to, c.taker, phrase.Number(c.lost)), c.taker.Canonical()
}

func (c counted) exchange() (why string, reply rules.Move) {
	_, moves := puzzle.Exchanged(c.next, puzzle.Exchanges-1)
	if len(moves) > 0 {
		reply = moves[0]
	}
	names := append([]string{c.name}, named(c.next, moves)...)
	most := "; no other move leaves you better than " + leading(c.best, phrase.Number)
	if c.mine < c.best+puzzle.Standout {
		most = fmt.Sprintf("; another move leaves you %s, only one piece worse", leading(c.best, phrase.Number))
	}
	return fmt.Sprintf("After %s you are %s", phrase.List(names), leading(c.mine, phrase.Number)) +
		c.rank("another move leaves you "+leading(c.best, phrase.Number), "another move leaves you just as well off", most), reply
}

func (c counted) saved() string {
	said := fmt.Sprintf("After %s only you can reach %s", c.name, squaresOf(c.mine))
	if c.mine == 0 {
		said = fmt.Sprintf("After %s there is no empty square that only you can reach", c.name)
	}
	return said + c.rank("another move leaves you "+phrase.Number(c.best), "another move does as much", ", and no other move leaves you as many")
}

// ahead describes a lead in pieces: "two pieces ahead".
