package arena

import (
	"fmt"

	"attic/game"
)

// adjudicated begins the sentence that says why a game was adjudicated.
const adjudicated = "Adjudicated: "

// Adjudication ends games before they are over on the board. The zero Adjudication ends none.
type Adjudication struct {
	Resign   *Resign
	Draw     *Draw
	Moves    int  // of each side, after which a game is drawn; 0: no end
	Material int  // pieces by which the side to move has to lead to win; 0: none. The game's positions are game.Counted
	EasyFill bool // whoever wins by filling the board while the other side can only pass has won. The game's positions are game.Counted
}

// Resign ends a game that an engine gives up: it has reported a score of at most -Score for Moves of its moves in a row. With Both
// the other engine must have reported at least Score for as many.
type Resign struct {
	Score int // in hundredths of a piece or the like, from 0
	Moves int // from 1
	Both  bool
}

// Draw ends a game as a draw when both engines have reported scores from -Score to Score for Moves moves in a row each, once each
// side has played From moves. Score is in hundredths of a piece.
type Draw struct {
	Score, Moves, From int
}

// judge watches over a game for an Adjudication.
type judge struct {
	Adjudication
	lost   [2]int // moves in a row after which each seat gave itself up
	loser  int    // whom the last reports agree on, or game.Nobody
	agreed int    // plies in a row for which they have
	even   int    // plies in a row that were called even
}

// hear takes what a player has told about its move.
func (j *judge) hear(seat int, r game.Report) {
	if d := j.Draw; d != nil {
		j.even++
		if !r.Scored || r.Win != 0 || max(r.Score, -r.Score) > d.Score {
			j.even = 0
		}
	}
	d := j.Resign
	if d == nil {
		return
	}
	loser := game.Nobody
	switch {
	case !r.Scored:
	case r.Win < 0 || r.Win == 0 && r.Score <= -d.Score:
		loser = seat
	case r.Win > 0 || r.Score >= d.Score:
		loser = 1 - seat
	}
	j.lost[seat]++
	if loser != seat {
		j.lost[seat] = 0
	}
	j.agreed++
	if loser != j.loser || loser == game.Nobody {
		j.loser, j.agreed = loser, 1
	}
}

// verdict decides a game that goes on after plies plies. It returns the winner and why; ok is false if the game is not decided.
func (j *judge) verdict(p game.Position, plies int, names [2]string) (winner int, why string, ok bool) {
	if d := j.Resign; d != nil {
		if d.Both && j.loser != game.Nobody && j.agreed >= 2*d.Moves {
			return 1 - j.loser, fmt.Sprintf("for %d moves both engines gave %s a score of -%d or less.", d.Moves, names[j.loser], d.Score), true
		}
		for seat := range 2 {
			if !d.Both && j.lost[seat] >= d.Moves {
				return 1 - seat, fmt.Sprintf("for %d moves %s gave itself a score of -%d or less.", d.Moves, names[seat], d.Score), true
			}
		}
	}
	if d := j.Draw; d != nil && plies >= 2*d.From && j.even >= 2*d.Moves {
		return game.Nobody, fmt.Sprintf("for %d moves both engines gave scores within %d of even.", d.Moves, d.Score), true
	}
	if counted, ok := p.(game.Counted); ok {
		if lead := counted.Lead(); j.Material > 0 && lead >= j.Material {
			return p.ToMove(), fmt.Sprintf("%s leads by %d pieces.", names[p.ToMove()], lead), true
		}
		if seat, ok := counted.Settled(); ok && j.EasyFill {
			return seat, fmt.Sprintf("%s can fill the board and win, and %s can only pass.", names[seat], names[1-seat]), true
		}
	}
	if j.Moves > 0 && plies >= 2*j.Moves {
		return game.Nobody, fmt.Sprintf("%d moves of each side are played.", j.Moves), true
	}
	return game.Nobody, "", false
}
