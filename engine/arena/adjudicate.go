package arena

import (
	"fmt"

	"attic/game"
	"attic/internal/phrase"
)

// adjudicated is the first word of a Game's Why when the game was adjudicated.
const adjudicated = "Adjudicated: "

// Adjudication holds the rules by which a match ends games before they are over on the board. The zero Adjudication ends none.
type Adjudication struct {
	Resign   *Resign
	Draw     *Draw
	Moves    int  // a game is drawn after this many moves of each side; 0: no limit
	Material int  // the side to move wins with a lead of this many pieces; 0: off. The game must be game.Info.Counted
	EasyFill bool // a side wins once it can fill the board and win while the other can only pass. The game must be game.Info.Counted
}

// Resign ends a game when an engine has reported a score of at most -Score, or a proved loss, for Moves of its moves in a row; that
// engine loses. With Both the other engine must also have reported at least Score, or a proved win, for Moves moves in a row.
type Resign struct {
	Score int // in hundredths of a piece or the like, at least 0
	Moves int // at least 1
	Both  bool
}

// Draw ends a game as a draw when both engines have reported scores from -Score to Score for Moves moves in a row each, once each
// side has played From moves. Score is in hundredths of a piece or the like.
type Draw struct {
	Score, Moves, From int
}

type judge struct {
	Adjudication
	lost   [2]int // by seat: how many of its last moves in a row it reported as lost
	loser  int    // the seat that the last reports agree is losing, or game.Nobody
	agreed int    // plies in a row for which the reports have agreed on loser
	even   int    // plies in a row with a score that Draw counts as even
}

// hear takes the report that a seat's player made about its move.
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

// verdict decides whether to end a game after plies plies. It returns the winner and the reason; ok is false if the game goes on.
func (j *judge) verdict(p game.Position, plies int, names [2]string) (winner int, why string, ok bool) {
	if d := j.Resign; d != nil {
		if d.Both && j.loser != game.Nobody && j.agreed >= 2*d.Moves {
			return 1 - j.loser, fmt.Sprintf("for %s both engines gave %s a score of -%d or less.", phrase.Count(d.Moves, "move"), names[j.loser], d.Score), true
		}
		for seat := range 2 {
			if !d.Both && j.lost[seat] >= d.Moves {
				return 1 - seat, fmt.Sprintf("for %s %s gave itself a score of -%d or less.", phrase.Count(d.Moves, "move"), names[seat], d.Score), true
			}
		}
	}
	if d := j.Draw; d != nil && plies >= 2*d.From && j.even >= 2*d.Moves {
		return game.Nobody, fmt.Sprintf("for %s both engines gave scores within %d of even.", phrase.Count(d.Moves, "move"), d.Score), true
	}
	if j.Material > 0 || j.EasyFill {
		seat, s := p.ToMove(), p.View().Status().Standing
		if j.Material > 0 && s.Lead >= j.Material {
			return seat, fmt.Sprintf("%s leads by %s.", names[seat], phrase.Count(s.Lead, "piece")), true
		}
		if s.Settled < 0 {
			seat = 1 - seat
		}
		if j.EasyFill && s.Settled != 0 {
			return seat, fmt.Sprintf("%s can fill the board and win, and %s can only pass.", names[seat], names[1-seat]), true
		}
	}
	if j.Moves > 0 && plies >= 2*j.Moves {
		return game.Nobody, fmt.Sprintf("each side has played %s.", phrase.Count(j.Moves, "move")), true
	}
	return game.Nobody, "", false
}
