package match

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"attic/game"
	"attic/internal/phrase"
)

// seating holds the players of the seats, for statistics.
type seating struct {
	side    int
	players []Player // never changed
}

func seatingOf(m Match) seating { return seating{m.Side, slices.Clone(m.Players)} }

// is reports whether w describes the seats of m; the names of the players do not matter.
func (w seating) is(m Match) bool {
	return w.side == m.Side && slices.EqualFunc(w.players, m.Players, func(a, b Player) bool {
		return a.Program == b.Program && a.Level == b.Level
	})
}

// Round is one round of a match, for statistics.
type Round struct {
	Ply     int          // the ply after its last step; see Match.At
	Acted   []bool       // the seats that have moved, resigned or left
	Over    bool         // the round has ended
	Outcome game.Outcome // valid if Over is set
	Side    int          // Match.Side at the time of its last step
	Players []Player     // the players of the seats at that time; do not change it
	Changed bool         // after its first move, seats changed, or the level of a computer whose level matters
	Engine  bool         // an engine moved, or the computer with a time per move instead of a level
	Filed   bool         // at least one step was read from a saved game
	Instead bool         // a step was played in place of a step that was taken back
	Advised bool         // a person had advice in this round, or in an earlier round with the same number that was taken back
}

// Rounds returns the rounds of m so far, in order; none of an analysis. Its time grows with the length of the match.
func Rounds(m Match) []Round {
	if m.study != nil {
		return nil
	}
	var list []Round
	var of *round
	seats := m.game.Info().Seats
	var who seating
	ended := func(outcome *game.Outcome) {
		if outcome != nil && len(list) > 0 {
			last := &list[len(list)-1]
			last.Over, last.Outcome = true, *outcome
		}
	}
	for _, s := range path(m.now) {
		if s.from.round != of {
			of = s.from.round
			ended(of.last)
			list = append(list, Round{Acted: make([]bool, len(seats)), Side: s.from.who.side, Players: s.from.who.players, Advised: slices.Contains(m.advised, of.number)})
		}
		r := &list[len(list)-1]
		r.Ply = int(s.index)
		if s.kind == began || s.seat < 0 {
			continue
		}
		if slices.Contains(r.Acted, true) && who.differs(s.from.who, seats) {
			r.Changed = true
		}
		who = s.from.who
		r.Acted[s.seat], r.Side, r.Players = true, who.side, who.players
		r.Engine, r.Filed, r.Instead = r.Engine || s.engine, r.Filed || s.filed, r.Instead || s.instead
	}
	ended(m.outcome)
	return list
}

// Played returns the moves of the round up to the position of m.
func Played(m Match) (texts []string) {
	for s := m.now; s.kind != began; s = s.prev {
		if s.kind == moved {
			texts = append(texts, s.text)
		}
	}
	slices.Reverse(texts)
	return texts
}

// Opposite returns the seat of the other player.
func (m Match) Opposite(seat int) int { return (seat + 1) % len(m.Players) }

// Acted reports whether a seat has moved in the round.
func (m Match) Acted(seat int) bool { return m.now.acted(seat) }

func (s *step) acted(seat int) bool {
	for ; s.kind != began; s = s.prev {
		if s.kind == moved && int(s.seat) == seat {
			return true
		}
	}
	return false
}

// differs reports whether the players of the seats have changed, or the computer's level in a seat where the level matters.
func (w seating) differs(from seating, seats []game.Seat) bool {
	if w.side != from.side || len(w.players) != len(from.players) {
		return true
	}
	for i, a := range w.players {
		b := from.players[i]
		if a.Program != b.Program || a.Program && !seats[i].Fixed && a.Level != b.Level {
			return true
		}
	}
	return false
}

// The journal comments that record the origin of steps, and that a person had advice at a step. Versions of attic that do not know the comments ignore them.
const (
	engineNote  = "# engine "
	filedNote   = "# file "
	advisedNote = "# hint "
	aidNote     = "# aid "
)

// Aids returns, for each seat, the number of times its player had help in a game with another machine; nil if nobody had help.
func (m Match) Aids() []int { return m.aids }

// Aid counts one more use of help by the player of a seat in a game with another machine. It returns the changed match and the journal comment that records
// the help: the seat, the count and the kind of help.
func (m Match) Aid(seat int, what string) (Match, string) {
	aids := make([]int, len(m.Players))
	copy(aids, m.aids)
	aids[seat]++
	m.aids = aids
	return m, aidLine(seat, aids[seat]) + " " + what
}

func aidLine(seat, times int) string { return fmt.Sprint(aidNote, seat+1, " ", times) }

// Note returns the journal comment that records that an engine, or the computer with a time per move, played the last step; "" for other steps.
func (m Match) Note() string {
	if m.now == nil || !m.now.engine {
		return ""
	}
	return engineNote + strconv.Itoa(m.Ply())
}

// Advise returns m with its round marked as one in which a person had advice, for statistics. Undo does not remove the mark. The journal comment that records
// it is "" if the round was marked already.
func (m Match) Advise() (marked Match, note string) {
	if slices.Contains(m.advised, m.Round()) {
		return m, ""
	}
	m.advised = append(slices.Clip(m.advised), m.Round())
	return m, advisedNote + strconv.Itoa(m.Ply())
}

// Notes returns all journal comments that record the origin of the steps of m, and the rounds with advice.
func Notes(m Match) []string {
	var list []string
	filed, round := 0, 0
	for _, s := range path(m.end) {
		if s.engine {
			list = append(list, engineNote+strconv.Itoa(int(s.index)))
		}
		if n := s.from.round.number; n != round && slices.Contains(m.advised, n) {
			list = append(list, advisedNote+strconv.Itoa(int(s.index)))
		}
		round = s.from.round.number
		if s.filed {
			filed = int(s.index)
		}
	}
	if filed > 0 {
		list = append(list, filedNote+strconv.Itoa(filed))
	}
	for seat, n := range m.aids {
		if n > 0 {
			list = append(list, aidLine(seat, n))
		}
	}
	return list
}

// noted applies a comment of a journal if it is a note. It may change steps, because only the reader has them so far.
func (p *reader) noted(line string) {
	word, rest, _ := strings.Cut(strings.TrimPrefix(line, "# "), " ")
	number, err := strconv.Atoi(rest)
	var s *step // that the number names
	if err == nil && p.Match.now != nil && 0 <= number && number <= int(p.Match.end.index) {
		s = p.Match.end.at(number)
	}
	switch note := "# " + word + " "; {
	case !strings.HasPrefix(line, "# "):
	case note == claimNote && isID(rest):
		p.Claim = rest
	case note == hostedNote+" ":
		settings := p.Hosted.settings()
		for _, word := range strings.Fields(rest) {
			if set := settings[word]; set != nil && p.Hosted.ID != "" {
				*set = true
			}
		}
	case note == offerNote+" ":
		_, err := fmt.Sscan(rest, &p.Offer.What, &p.Offer.Seat, &p.Offer.Ply, &p.Offer.Until)
		if p.Offer.Seat--; err != nil || p.Offer.Seat < 0 {
			p.Offer = Offer{}
		}
	case note == hallNote:
		f := strings.Fields(rest)
		if len(f) == 3 && p.Hosted.ID != "" && isID(f[0]) && (f[1] == none || isHex(f[1])) && (f[2] == none || isID(f[2])) {
			p.Hosted.First, p.Hosted.Watchers = Ticket{f[0], strings.TrimPrefix(f[1], none)}, strings.TrimPrefix(f[2], none)
		}
	case note == aidNote:
		var seat, n int
		_, err := fmt.Sscan(rest, &seat, &n)
		if err == nil && 0 < seat && seat <= len(p.Match.Players) && 0 < n && n < 1<<31 {
			m, _ := p.Match.Aid(seat-1, "")
			m.aids[seat-1], p.Match = n, m
		}
	case s == nil:
	case note == engineNote:
		s.engine = true
	case note == advisedNote:
		p.Match.advised = append(p.Match.advised, s.from.round.number)
	case note == filedNote:
		s.fromFile()
	}
}

// fromFile marks a step and those before it as read from a saved game.
func (s *step) fromFile() {
	for ; s != nil; s = s.prev {
		s.filed = true
	}
}

// Resign ends the round: seat loses, the next seat wins.
func (m Match) Resign(seat int) (Match, error) {
	return m.ended(step{kind: resigned, seat: int8(seat)})
}

// ended returns m after a step without a move that ends the round.
func (m Match) ended(s step) (Match, error) {
	switch {
	case m.study != nil:
		return m, errStudy
	case m.outcome != nil:
		return m, ErrOver
	case m.ToMove() == game.Anyone:
		return m, errors.New("the game has not started")
	}
	s.floor, s.disclosed, s.alone = m.now.floor, m.now.disclosed, m.now.alone
	return m.with(s, m.state, nil), nil
}

// Stop is a way in which people end a round before the rules end it.
type Stop string

// The ways to stop.
const (
	Drawn     Stop = "draw" // both players have agreed, or one has claimed a draw; see ClaimedDraw
	Forfeit   Stop = "left" // a player was away, and the player in the next seat claimed the win
	NoResult  Stop = "none" // a player has left, or has not made the first move
	OutOfTime Stop = "time" // a seat has run out of time, and the next seat wins
	Awarded   Stop = "won"  // a seat wins by a decision in a game record, such as an adjudication
	Halved    Stop = "even" // a draw by such a decision
)

// ClaimedDraw is the seat for Stop if a round ends as Drawn because one player was away and the other claimed a draw.
const ClaimedDraw = 1

// Stop ends the round. seat is the seat that left, ran out of time or is awarded the win; 0 for Halved; and 0 or ClaimedDraw for Drawn.
func (m Match) Stop(how Stop, seat int) (Match, error) { return m.stop(how, seat, "") }

// Award ends the round with the decision in a game record. winner is a seat, or game.Nobody after a draw; why is the reason in the record's words, or "".
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

// Claimed reports whether one player ended the round: by claiming a win or a draw against a player who was away, or by ending it without a result
// because the other player did not move or has left.
func Claimed(m Match) bool {
	how, _ := m.now.stop()
	return m.now.kind == stopped && (how == Forfeit || how == NoResult || how == Drawn && m.now.seat == ClaimedDraw)
}

// Agreed reports whether the round has ended as a draw that the players agreed on, or that one of them claimed.
func Agreed(m Match) bool {
	how, _ := m.now.stop()
	return m.now.kind == stopped && how == Drawn
}

// stopOutcome returns the outcome of a round of m that ended with s, which is not a move.
func stopOutcome(m Match, s *step) *game.Outcome {
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

// stop returns the way in which a round was stopped, and the reason in a game record, or "".
func (s *step) stop() (how Stop, why string) {
	word, why := phrase.Cut(s.text)
	return Stop(word), why
}
