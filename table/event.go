package table

import (
	"errors"
	"slices"
	"strings"

	"attic/game"
	"attic/match"
)

// What is the kind of an event.
type What uint8

// The kinds of events.
const (
	Played    What = iota // By played Move
	Resigned              // By gave up
	Undone                // moves were taken back
	Redone                // moves were brought back
	Round                 // the next round has begun
	Began                 // another game has begun; the one before is abandoned
	Loaded                // another game was put on the table
	Seated                // seats, sides, levels or the seed have changed
	Thinking              // Report is what the program in seat By expects at present
	Failed                // the Player that played for the program in seat By found no move: Err; a person takes over
	NotKept               // something cannot be written, and what: Err; every later change tries again
	KeptAgain             // the journal is complete again, after NotKept or after another program changed its file, as Text describes
	Paced                 // the programs' pace has changed, or they were paused or resumed
	Hinted                // the Advice for seat By that the person has asked for, or Err
	Presence              // the other side, on another machine, has come or gone; see Situation.Other. Err: what answers in its place, if anything does
	Parted                // playing with another machine has ended, because seat By has left or for the reason Err
	Offered               // seat By proposes Offer; see Situation.Offer
	Declined              // the offer no longer stands: seat By has declined or withdrawn it, or it has expired (By is game.Nobody)
	Said                  // seat By has sent the line Text
	Revealed              // the host, on another machine, has revealed what was hidden; Err: why it should not be believed
	Claimable             // the game can be claimed from now on, because seat By is away or has not moved: see Situation.Claim
	Claimed               // seat By has claimed the game: Situation.Claimed, until the host has answered; if Err is set, it says why the claim was rejected
	Watched               // spectators have come or gone; see Situation.Watchers
	Missed                // too many events were waiting and were dropped; Now is current
	Aided                 // seat By has help, of the kind Text, which the host allows: see Situation.Hints. "": it had help before, see Now.Aids
)

// Event is something that happened at a table, as one person may know it.
type Event struct {
	What What

	// Lines are the record lines of the event: match.Follow applies them to a copy of the match. Nil if the person may not
	// read the record, and for Began and Loaded. The settings of the computer's play are only for those who may set up.
	Lines []string

	By      int // the seat that acted, or game.Anyone if both may act
	Program bool
	Move    game.Move   // for Played; if the move is secret from the person, its Text is only the label
	Report  game.Report // for Thinking
	Player  match.Player
	Advice  game.Advice
	Offer   Offer
	Text    string // for Said, Aided and KeptAgain; for Loaded: what was restored, or ""
	Err     error

	Sight // after the event

	ends bool // the event ends the position for which a hint was being computed
}

var errNoMove = errors.New("it found no move")

// seen returns the event as w may know it, and whether w may know about it at all.
func (e Event) seen(w who, s Sight) (Event, bool) {
	e.Sight = s
	if _, ok := s.FullMatch(); !ok {
		e.Lines = nil
	}
	if e.Move.Secret && (w.here || !w.plays(e.By, s.m)) {
		e.Move.Text, e.Move.Spots = e.Move.Label, nil
	}
	if w.rights&SetsUp == 0 {
		e.Lines = anonymous(e.Lines)
		switch e.What {
		case Thinking, NotKept, KeptAgain:
			return e, false
		case Failed:
			e.Player.Engine = e.Player.EngineLabel()
			e.Err = errNoMove
		}
	}
	return e, true
}

// anonymous returns record lines without the settings of the host's programs.
func anonymous(lines []string) []string {
	lines = slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return strings.HasPrefix(line, "seed ") })
	for i, line := range lines {
		if strings.HasPrefix(line, "seat ") {
			lines[i] = strings.Replace(line, " program level ", " person level ", 1)
		}
	}
	return lines
}

// Record returns the record as the machine of the player at a place may know it, without the settings of the programs here. In it, Match.Side is the
// seat of the other side. For an open game it is the whole record. For a game with hidden information it is nil until the first round is over, and then
// the record up to the end of the round that Closed returns, with everything that was hidden.
func (e Event) Record(to Place) []string {
	m := e.m
	if !e.open() {
		if e.Closed() == 0 {
			return nil
		}
		m, _ = m.Closed()
	}
	usual, _ := match.New(m.Game(), game.Setup{})
	m.Seed, m.Side, m.Players = 0, to.opposite().seat(m), slices.Clone(m.Players)
	for i := range m.Players {
		m.Players[i] = match.Player{Level: usual.Players[i].Level, Name: m.Players[i].Name}
	}
	return m.Lines()
}
