package ataxx

import (
	"fmt"
	"strconv"

	"attic/game/bridge"
	"attic/games/ataxx/idea"
	"attic/games/ataxx/rules"
	"attic/internal/phrase"
)

type effect struct {
	pos, next rules.Position // before and after
	move      rules.Move     // with its source
	taken     int            // pieces that the move takes
	lost      int            // the most pieces that one reply takes
	taker     rules.Move     // the first reply that takes this number of pieces
}

func effectOf(pos rules.Position, m rules.Move) effect {
	e := effect{pos: pos, next: pos.Play(m.Canonical()), move: pos.Sourced(m)}
	if m != rules.Pass {
		e.taken = pos.Turned(m.To()).Count()
	}
	e.taker, e.lost = e.hitting(^rules.Bitboard(0))
	return e
}

func (e effect) replies() []rules.Move {
	if e.next.Over() {
		return nil
	}
	return e.next.Moves(nil)
}

// coup describes the immediate win by the move; "" if there is none.
func (e effect) coup() string { return coup(e.pos, e.move.Canonical()) }

// refuted describes the other side's immediate win after the move; "" if there is none.
func (e effect) refuted() string {
	if e.next.Over() {
		return ""
	}
	if end, lost := endingOf(e.next); lost && end.winner == e.next.Turn() {
		return fmt.Sprintf("%s could not move again, and %s could fill the board and win, %d to %d", e.pos.Turn(), end.winner, end.own, end.theirs)
	}
	t, ok := settled(e.next)
	if !ok || t.Score < 0 {
		return ""
	}
	return fmt.Sprintf("%v could then %s", e.next.Sourced(t.Best), coup(e.next, t.Best))
}

// ahead returns the mover's lead in p, in pieces.
func (e effect) ahead(p rules.Position) int {
	return p.Count(e.pos.Turn()) - p.Count(e.pos.Turn().Other())
}

// worst returns the reply that is worst for the mover, and the mover's lead after that reply, as the function after
// measures it.
func (e effect) worst(after func(rules.Position) int) (reply rules.Move, ahead int) {
	reply, ahead = rules.Pass, e.ahead(e.next)
	for i, r := range e.replies() {
		if n := after(e.next.Play(r)); i == 0 || n < ahead {
			reply, ahead = r, n
		}
	}
	return e.next.Sourced(reply), ahead
}

// answered returns the largest lead that the mover can have after its next move in p.
func (e effect) answered(p rules.Position) int {
	if p.Over() {
		return e.ahead(p)
	}
	best := 0
	for i, m := range p.Moves(nil) {
		if n := e.ahead(p.Play(m)); i == 0 || n > best {
			best = n
		}
	}
	return best
}

// open returns the number of the mover's pieces that a reply could take.
func (e effect) open() int {
	var open rules.Bitboard
	for _, r := range e.replies() {
		if r != rules.Pass {
			open |= e.next.Turned(r.To())
		}
	}
	return open.Count()
}

// again returns the position after the move with the mover to move once more.
func (e effect) again() rules.Position { return e.next.WithTurn(e.pos.Turn()) }

// menaces returns the most pieces that the mover could take if it moved once more.
func (e effect) menaces() int { return idea.Most(e.again()) }

// room returns the number of empty squares that the side to move can reach with one move.
func room(p rules.Position) int { return (p.Own().Reach() & p.Free()).Count() }

// does describes the move, to follow "would": "take three", "extend", "jump".
func (e effect) does() string {
	switch {
	case e.move == rules.Pass:
		return "pass"
	case e.taken > 0:
		return "take " + phrase.Number(e.taken)
	case e.move.IsJump():
		return "jump"
	}
	return "extend"
}

type measure = bridge.Measure[effect]

// matters is the least difference in pieces that a measure counts; numbers of squares and of pieces open to capture must differ by
// twice as much.
const matters = 2

var measures = []measure{
	{
		Better: func(a, b effect) bool { return a.lost < b.lost && a.taken-a.lost >= b.taken-b.lost+matters },
		Speaks: effect.exchange,
		Lacks:  func(b effect) string { return fmt.Sprintf("%v could then take %s", b.taker, phrase.Number(b.lost)) },
	},
	{
		Better: func(a, b effect) bool { return a.taken >= b.taken+matters && a.lost <= b.lost },
		Speaks: effect.exchange,
		Lacks:  func(effect) string { return "another move would take more" },
	},
	{
		Better: func(a, b effect) bool { return second(a.worst(a.ahead)) >= second(b.worst(b.ahead))+matters },
		Speaks: func(a effect) string {
			_, n := a.worst(a.ahead)
			return fmt.Sprintf(would+"leave %s %s, whatever %s plays", a.pos.Turn(), atLeast(n), a.next.Turn())
		},
		Lacks: func(b effect) string {
			reply, n := b.worst(b.ahead)
			return fmt.Sprintf("after %s %s would be %s", replied(reply, b.next), b.pos.Turn(), standing(n))
		},
	},
	{
		Better: func(a, b effect) bool { return second(a.worst(a.answered)) >= second(b.worst(b.answered))+matters },
		Speaks: func(a effect) string {
			_, n := a.worst(a.answered)
			return fmt.Sprintf("whatever %s plays, the next move could leave %s %s", a.next.Turn(), a.pos.Turn(), atLeast(n))
		},
		Lacks: func(b effect) string {
			reply, n := b.worst(b.answered)
			return fmt.Sprintf("after %s the next move would leave %s %s at best", replied(reply, b.next), b.pos.Turn(), standing(n))
		},
	},
	{
		Better: func(a, b effect) bool { return a.lost+matters <= b.lost },
		Speaks: effect.exchange,
		Lacks:  func(b effect) string { return fmt.Sprintf("%v could then take %s", b.taker, phrase.Number(b.lost)) },
	},
	{
		Better: func(a, b effect) bool { return a.open()+2*matters <= b.open() },
		Speaks: func(a effect) string {
			return fmt.Sprintf(would+"leave only %s of %s's pieces open to capture", phrase.Number(a.open()), a.pos.Turn())
		},
		Lacks: func(b effect) string {
			return fmt.Sprintf("%s of %s's pieces would then be open to capture", phrase.Number(b.open()), b.pos.Turn())
		},
	},
	{
		Better: func(a, b effect) bool { return a.menaces() >= b.menaces()+matters },
		Speaks: func(a effect) string {
			return fmt.Sprintf(would+"threaten to take %s next", phrase.Number(a.menaces()))
		},
		Lacks: func(b effect) string {
			if n := b.menaces(); n > 0 {
				return fmt.Sprintf("it would threaten to take only %s next", phrase.Number(n))
			}
			return "it would threaten nothing"
		},
	},
	{
		Better: func(a, b effect) bool { return room(a.again()) >= room(b.again())+2*matters },
		Speaks: func(a effect) string {
			return fmt.Sprintf(would+"put %s within reach of %s", phrase.Count(room(a.again()), "square"), a.pos.Turn())
		},
		Lacks: func(b effect) string {
			return fmt.Sprintf("only %s would then be within reach of %s", phrase.Count(room(b.again()), "square"), b.pos.Turn())
		},
	},
	{
		Better: func(a, b effect) bool { return room(a.next)+2*matters <= room(b.next) },
		Speaks: func(a effect) string {
			return fmt.Sprintf(would+"leave %s only %s within reach", a.next.Turn(), phrase.Count(room(a.next), "square"))
		},
		Lacks: func(b effect) string {
			return fmt.Sprintf("%s would then be within reach of %s", phrase.Count(room(b.next), "square"), b.next.Turn())
		},
	},
}

func (e effect) exchange() string {
	other := e.next.Turn()
	if e.lost == 0 {
		return fmt.Sprintf(would+"%s, and %s could take nothing in return", e.does(), other)
	}
	return fmt.Sprintf(would+"%s, and %s could take at most %s in return", e.does(), other, phrase.Number(e.lost))
}

func second(_ rules.Move, n int) int { return n }

// replied names the reply m in p: "f7-g7", or "blue passes".
func replied(m rules.Move, p rules.Position) string {
	if m == rules.Pass {
		return p.Turn().String() + " passes"
	}
	return m.String()
}

// standing describes a lead of n pieces: "3 pieces ahead", "level", "1 piece behind".
func standing(n int) string { return leading(n, strconv.Itoa) }

// leading describes a lead of n pieces, which the function number writes.
func leading(n int, number func(int) string) string {
	switch {
	case n > 0:
		return number(n) + " " + phrase.Plural(n, "piece") + " ahead"
	case n < 0:
		return number(-n) + " " + phrase.Plural(-n, "piece") + " behind"
	}
	return "level"
}

func atLeast(n int) string {
	switch {
	case n > 0:
		return "at least " + standing(n)
	case n < 0:
		return "at most " + standing(n)
	}
	return "at least level"
}
