package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"attic/game"
	"attic/internal/phrase"
	"attic/match/pgn"
)

// Game is a game between two players.
type Game struct {
	Number int       // its number in the match, from 1
	Names  [2]string // the players' names, by seat
	Start  string    // the position from which the game began, as game.Engines reads it
	Moves  []string  // in the engines' notation
	Winner int       // a seat, or game.Nobody
	Why    string    // the reason for the result, as a sentence
	Open   bool      // the game was broken off and has no result

	Adjudicated bool // the rules of the match ended it before it was over on the board

	Reports []game.Report    // the players' reports about their moves; nil if unknown
	Fault   Fault            // the loser's fault, if it did not lose on the board
	Used    [2]time.Duration // by seat: time spent thinking
	Asked   [2]int           // by seat: the moves that took Used

	Passed []*pgn.Error // what ReadGames has passed over
}

// Loser returns the seat that lost, or game.Nobody.
func (g Game) Loser() int {
	if g.Winner < 0 {
		return game.Nobody
	}
	return 1 - g.Winner
}

// Terms are the rules of a match for a game.
type Terms struct {
	Names  [2]string      // of the players, by seat; "": the player's own
	Limits [2]game.Limits // by seat; a Clock is the time at the start, to which each move adds the Increment
	Margin time.Duration  // the time by which a player may exceed a limit
	Adjudication
	Live func(Live) // if not nil, called for every change, by one goroutine
}

// Live is the state of a game that is being played.
type Live struct {
	Game                    // the game so far
	Slot   int              // its number among the games played at the same time, from 0
	Now    game.Position    // nil before the game has begun
	Clocks [2]time.Duration // by seat: the time left after the last move, for seats that play by a clock
	Since  time.Time        // when the side to move began to think
	Told   [2]game.Report   // by seat: its last report
	Over   bool
}

// Play plays a game from the position start, as game.Engines reads it. Both players begin a new game with the seed. Play returns the
// error of ctx, or an error that describes why start cannot be read; the returned Game is then not valid.
func Play(ctx context.Context, g game.Engines, players [2]Player, start string, terms Terms, seed uint64) (Game, error) {
	played := Game{Start: start, Winner: game.Nobody}
	for seat, p := range players {
		played.Names[seat] = cmp.Or(terms.Names[seat], p.Name())
	}
	now, err := g.ReadPosition(start)
	if err != nil {
		return played, err
	}
	for seat, p := range players {
		if err := p.NewGame(ctx, seed); err != nil {
			return played, played.fail(ctx, seat, err)
		}
	}
	clocks := [2]time.Duration{terms.Limits[0].Clock, terms.Limits[1].Clock}
	judge := judge{Adjudication: terms.Adjudication, loser: game.Nobody}
	live := Live{}
	tell := func() {
		if terms.Live != nil {
			live.Game, live.Now, live.Clocks = played, now, clocks
			terms.Live(live)
		}
	}
	for now.ToMove() >= 0 {
		if winner, why, ok := judge.verdict(now, len(played.Moves), played.Names); ok {
			played.Winner, played.Why, played.Adjudicated = winner, adjudicated+why, true
			return played, nil
		}
		seat := now.ToMove()
		p, l, other := players[seat], terms.Limits[seat], terms.Limits[1-seat]
		turn := Turn{Start: start, Moves: played.Moves, Now: now, Limits: l, Theirs: clocks[1-seat], Gets: other.Increment}
		if other.Clock == 0 {
			turn.Theirs = -1
		}
		turn.Limits.Clock = clocks[seat]
		live.Since = time.Now()
		tell()
		move, report, err := p.Move(ctx, turn, func(r game.Report) {
			live.Told[seat] = r
			tell()
		})
		if ctx.Err() != nil {
			return played, ctx.Err()
		}
		played.Used[seat] += report.Elapsed
		played.Asked[seat]++
		if err != nil {
			return played, played.fail(ctx, seat, err)
		}
		if p.Bound() {
			if over := over(turn.Limits, report.Elapsed); over > terms.Margin {
				return played, played.fail(ctx, seat, &Failure{Late, fmt.Sprintf("exceeded its time by %v", over.Round(time.Millisecond))})
			}
			clocks[seat] = max(clocks[seat]-report.Elapsed, 0) + l.Increment
		}
		next, err := legal(now, move)
		if err != nil {
			return played, played.fail(ctx, seat, err)
		}
		played.Moves = append(slices.Clip(played.Moves), move)
		played.Reports = append(played.Reports, report)
		judge.receive(seat, report)
		now = next
	}
	played.Winner, played.Why = now.Outcome().Winner, now.Outcome().Why
	tell()
	return played, nil
}

// over returns the time by which a move exceeded its limit. took is the time of the move. The result is not positive if the move was
// in time.
func over(l game.Limits, took time.Duration) time.Duration {
	switch {
	case l.Move > 0:
		return took - l.Move
	case l.Clock > 0:
		return took - l.Clock
	}
	return 0
}

// legal plays a move, which must be written exactly as engines write it. The error is a *Failure.
func legal(p game.Position, move string) (game.Position, error) {
	var next game.Position
	err := error(game.Illegal("not a legal move"))
	if slices.Contains(p.Moves(), move) {
		next, err = p.Play(move)
	}
	if err != nil {
		return nil, &Failure{Illegal, fmt.Sprintf("has played %q, which is not a legal move here", phrase.Clip(move))}
	}
	return next, nil
}

// fail ends a game that the player at seat loses by its own fault, which err describes. It returns the error of ctx if ctx is done.
func (g *Game) fail(ctx context.Context, seat int, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	g.Winner, g.Fault = 1-seat, Ended
	if failure, ok := errors.AsType[*Failure](err); ok {
		g.Fault = failure.Fault
	}
	g.Why = fmt.Sprintf("%s %s.", g.Names[seat], err)
	return nil
}

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
	lost   [2]int // by seat: the number of its last moves in a row with reports of a loss
	loser  int    // the seat that the last reports agree is losing, or game.Nobody
	agreed int    // plies in a row for which the reports have agreed on loser
	even   int    // plies in a row with a score that Draw counts as even
}

// receive takes the report that a seat's player made about its move.
func (j *judge) receive(seat int, r game.Report) {
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

// verdict decides whether to end a game after plies plies. It returns the winner and the reason; ok is false if the game continues.
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
