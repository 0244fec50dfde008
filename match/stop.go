package match

import (
	"errors"
	"strings"
	"unicode"

	"attic/game"
	"attic/internal/phrase"
)

// Resign ends the round: seat loses, the next seat wins.
func (m Match) Resign(seat int) (Match, error) {
	return m.ended(step{kind: resigned, seat: int8(seat)})
}

// ended returns m after a step without a move that ends the round.
func (m Match) ended(s step) (Match, error) {
	switch {
	case m.outcome != nil:
		return m, ErrOver
	case m.ToMove() == game.Anyone:
		return m, errors.New("the game has not started")
	}
	s.floor, s.disclosed, s.alone = m.now.floor, m.now.disclosed, m.now.alone
	return m.with(s, m.state, nil), nil
}

// Stop is a way for people to end a round before the rules end it.
type Stop string

// The ways to stop.
const (
	Drawn     Stop = "draw" // both have agreed, or one has claimed a draw; see ClaimedDraw
	Forfeit   Stop = "left" // a player was away, and the player in the next seat claimed the win
	NoResult  Stop = "none" // somebody has left, or has not made the first move
	OutOfTime Stop = "time" // a seat has run out of time, and the next seat wins
	Awarded   Stop = "won"  // a seat wins by a decision that a game record reports, such as an adjudication
	Halved    Stop = "even" // a draw by such a decision
)

// ClaimedDraw is the seat with which Stop ends a round as Drawn because one player, whichever, was away and the other claimed a draw.
const ClaimedDraw = 1

// Stop ends the round; seat is the one that left, ran out of time or is awarded the win, 0 for Halved, and for Drawn 0 or ClaimedDraw.
func (m Match) Stop(how Stop, seat int) (Match, error) { return m.stop(how, seat, "") }

// Award ends the round as a game record reports that it was decided. The winner is a seat, or game.Nobody after a draw; why is the reason
// in the words of the record, or "".
func (m Match) Award(winner int, why string) (Match, error) {
	if winner == game.Nobody {
		return m.stop(Halved, 0, why)
	}
	return m.stop(Awarded, winner, why)
}

// longestWhy is the number of bytes of a record's reason that are kept.
const longestWhy = 160

func (m Match) stop(how Stop, seat int, why string) (Match, error) {
	why = strings.Join(strings.FieldsFunc(why, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	if len(why) > longestWhy {
		why = strings.ToValidUTF8(why[:longestWhy], "")
	}
	return m.ended(step{kind: stopped, text: strings.TrimSpace(string(how) + " " + why), seat: int8(seat)})
}

// Claimed reports whether one player ended the round: by claiming a win or a draw against a player who was away, or without a result
// because the other did not move or has left.
func (m Match) Claimed() bool {
	how, _ := m.now.stop()
	return m.now.kind == stopped && (how == Forfeit || how == NoResult || how == Drawn && m.now.seat == ClaimedDraw)
}

// Agreed reports whether the round has ended as a draw that the players agreed on, or that one claimed.
func (m Match) Agreed() bool {
	how, _ := m.now.stop()
	return m.now.kind == stopped && how == Drawn
}

// stopOutcome returns the outcome of a round that ended with s, which is not a move.
func (m Match) stopOutcome(s *step) *game.Outcome {
	seats, seat := m.game.Info().Seats, int(s.seat)
	name, next := seats[seat].Name, m.Opposite(seat)
	won := func(winner int, why string) *game.Outcome {
		return &game.Outcome{Winner: winner, Text: seats[winner].Name + " wins.", Why: why}
	}
	drawn := func(why string) *game.Outcome { return &game.Outcome{Winner: game.Nobody, Text: "Draw.", Why: why} }
	how, reason := s.stop()
	if reason != "" {
		reason = " Adjudicated: " + strings.TrimSuffix(reason, ".") + "."
	}
	switch {
	case s.kind == resigned:
		return won(next, name+" has resigned.")
	case how == Forfeit:
		return won(next, name+" was away.")
	case how == OutOfTime:
		return won(next, name+" has run out of time.")
	case how == Awarded:
		return won(seat, "The record awards the game to "+name+"."+reason)
	case how == Halved:
		return drawn("The record reports a draw." + reason)
	case how == Drawn && seat == ClaimedDraw:
		return drawn("One player was away, and the other claimed a draw.")
	case how == Drawn:
		return drawn("Both players agreed.")
	}
	why := " has left."
	toMove := m.state.ToMove()
	if m.sighted {
		toMove = s.prev.from.state.ToMove()
	}
	if toMove == seat && !s.prev.acted(seat) {
		why = " has not moved."
	}
	return &game.Outcome{Winner: game.Nobody, Text: "No result.", Why: name + why}
}

// stop returns how a round was stopped, and the reason that a game record gave for it, or "".
func (s *step) stop() (how Stop, why string) {
	word, why := phrase.Cut(s.text)
	return Stop(word), why
}
