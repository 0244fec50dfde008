package ataxx

import (
	"attic/game"
	"attic/games/ataxx/rules"
)

// Rest returns the moves that fill the board once a side has no pieces, or none that could ever reach an empty square again: the
// other side extends, jumping only where nothing else is left, and the stuck side passes. It returns nil if the stuck side
// would get a move before the end.
func (Game) Rest(s game.State) []string {
	st, ok := s.(state)
	if !ok || st.setting || st.pos.Over() {
		return nil
	}
	pos := st.pos
	var list []string
	for _, m := range rest(pos) {
		list = append(list, view{pos: pos}.move(m).Text)
		pos = pos.Play(m.Canonical())
	}
	return list
}

// rest is Rest from a position in which the game is not over.
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

// ending returns how many pieces the sides have in the end if one of them is stuck for good and the other fills the board
// and wins, and which side that is.
func ending(pos rules.Position) (winner rules.Side, own, theirs int, won bool) {
	if pos.Over() || pos.CanMove() && pos.WithTurn(pos.Turn().Other()).CanMove() {
		return 0, 0, 0, false
	}
	filler := pos.Turn()
	if !pos.CanMove() {
		filler = filler.Other()
	}
	list := rest(pos)
	for _, m := range list {
		pos = pos.Play(m.Canonical())
	}
	winner, won = pos.Result().Winner()
	return winner, pos.Count(filler), pos.Count(filler.Other()), len(list) > 0 && won && winner == filler
}

// filling returns the move that fills the board best: an extension if there is one, and of those the one that takes the most.
func filling(pos rules.Position) rules.Move {
	best, most := rules.Pass, -1
	for _, m := range pos.SourcedMoves(nil) {
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
