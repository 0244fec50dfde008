package ataxx

import (
	"attic/game"
	"attic/game/search"
	"attic/games/ataxx/bot"
	"attic/games/ataxx/rules"
)

func (v view) standing() game.Standing {
	s := game.Standing{Lead: v.pos.Own().Count() - v.pos.Theirs().Count()}
	if v.setting || v.pos.Over() {
		return s
	}
	pos := v.pos
	for _, m := range rest(pos) {
		s.Rest = append(s.Rest, view{pos: pos}.move(m).Text)
		pos = pos.Play(m.Canonical())
	}
	switch e, won := endingOf(v.pos); {
	case won && e.winner == v.pos.Turn():
		s.Settled = 1
	case won:
		s.Settled = -1
	}
	return s
}

// rest returns the moves that fill the board when one side is stuck: it has no pieces, or no piece that can ever reach an empty
// square again. The other side extends, or jumps if it cannot extend, and the stuck side passes. If the stuck side would get a move
// before the end, rest returns nil. The game must not be over in pos.
func rest(pos rules.Position) []rules.Move {
	stuck := pos.Turn()
	if pos.CanMove() {
		stuck = stuck.Other()
	}
	var list []rules.Move
	for !pos.Over() {
		m := rules.Pass
		switch can := pos.CanMove(); {
		case pos.Turn() == stuck && can:
			return nil
		case can:
			m = filling(pos)
		}
		list = append(list, m)
		pos = pos.Play(m.Canonical())
	}
	return list
}

// ending describes the end of a game in which one side is stuck for good while the other one fills the board and wins.
type ending struct {
	winner      rules.Side
	own, theirs int          // the winner's pieces at the end, and the other side's
	moves       []rules.Move // to the end of the game
}

// endingOf returns the ending of a position; won is false if there is none, or the game is over.
func endingOf(pos rules.Position) (e ending, won bool) {
	if pos.Over() || pos.CanMove() && pos.WithTurn(pos.Turn().Other()).CanMove() {
		return ending{}, false
	}
	filler := pos.Turn()
	if !pos.CanMove() {
		filler = filler.Other()
	}
	e.moves = rest(pos)
	for _, m := range e.moves {
		pos = pos.Play(m.Canonical())
	}
	e.winner, won = pos.Result().Winner()
	e.own, e.theirs = pos.Count(filler), pos.Count(filler.Other())
	return e, len(e.moves) > 0 && won && e.winner == filler
}

// wonBy reports whether a side has won, or wins by filling the board, and in how many plies.
func wonBy(side rules.Side, pos rules.Position) (plies int, won bool) {
	if pos.Over() {
		winner, decided := pos.Result().Winner()
		return 0, decided && winner == side
	}
	e, won := endingOf(pos)
	return len(e.moves), won && e.winner == side
}

// settled returns a win or loss of the side to move that follows from the rules without a search: a side is stuck for good, or a move
// makes the other side stuck. Among several such moves it chooses one that ends the game soonest.
func settled(pos rules.Position) (t bot.Thought, ok bool) {
	if e, won := endingOf(pos); won {
		t.Line, t.Score = canonical(e.moves), search.Win-len(e.moves)
		if e.winner != pos.Turn() {
			t.Score = -t.Score
		}
		t.Best = t.Line[0]
		return t, true
	}
	for _, m := range pos.Moves(nil) {
		next := pos.Play(m)
		plies, won := wonBy(pos.Turn(), next)
		if score := search.Win - 1 - plies; won && score > t.Score {
			t.Best, t.Score, t.Line, ok = m, score, []rules.Move{m}, true
			if !next.Over() {
				e, _ := endingOf(next)
				t.Line = append(t.Line, canonical(e.moves)...)
			}
		}
	}
	return t, ok
}

func canonical(moves []rules.Move) []rules.Move {
	list := make([]rules.Move, len(moves))
	for i, m := range moves {
		list[i] = m.Canonical()
	}
	return list
}

// filling returns the move that fills the board best: the extension or, if none is legal, the jump that takes the most.
func filling(pos rules.Position) rules.Move {
	best, most := rules.Pass, -1
	var buf [rules.MaxSourcedMoves]rules.Move
	for _, m := range pos.SourcedMoves(buf[:0]) {
		gain := pos.Turned(m.To()).Count()
		if m.IsExtension() {
			gain += rules.Board.Count()
		}
		if gain > most {
			best, most = m, gain
		}
	}
	return best
}
