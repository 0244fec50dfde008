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
	NotKept               // the journal cannot be written: Err; every later change tries again
	KeptAgain             // the journal is complete again, after NotKept or after another program changed its file, as Text describes
	Paced                 // the programs' pace has changed, or they were paused or resumed
	Hinted                // the Advice for seat By that the person has asked for, or Err
	Presence              // the other side, on another machine, has come or gone; see Now.Other. Err: what answers in its place, if anything does
	Parted                // playing with another machine has ended, because seat By has left or for the reason Err
	Offered               // seat By proposes Offer; see Now.Offer
	Declined              // the offer no longer stands: seat By has declined or withdrawn it, or it has expired (By is game.Nobody)
	Said                  // seat By has sent the line Text
	Revealed              // the host, on another machine, has revealed what was hidden; Err: why it should not be believed
	Claimable             // the game can be claimed from now on, because seat By is away or has not moved: see Now.Claim
	Claimed               // seat By has claimed the game: Now.Claimed, until the host has answered; if Err is set, it says why the claim was rejected
	Watched               // spectators have come or gone; see Now.Watchers
	Missed                // too many events were waiting and were dropped; Now is current
)

// Event is something that happened at a table, as one person may know it.
type Event struct {
	What What

	// Lines are the record lines of the event: match.Follow applies them to a copy of the match. Nil if the person may not
	// read the record, and for Began and Loaded. The seed of the computer's play is only for those who may set up.
	Lines []string

	By      int // the seat that acted, or game.Anyone if both may act
	Program bool
	Move    game.Move   // for Played; if the move is secret from the person, its Text is only the label
	Report  game.Report // for Thinking
	Player  match.Player
	Advice  game.Advice
	Offer   Offer
	Text    string // for Said and KeptAgain; for Loaded: what was restored, or ""
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
	if w.rights&SetsUp == 0 {
		e.Lines = slices.DeleteFunc(slices.Clone(e.Lines), func(line string) bool { return strings.HasPrefix(line, "seed ") })
	}
	if e.Move.Secret && (w.here || !w.plays(e.By, s.m)) {
		e.Move.Text, e.Move.Spots = e.Move.Label, nil
	}
	if w.rights&SetsUp == 0 {
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

// fits returns an error if no table of the game could send such a fact.
func (f Fact) fits(info game.Info) error {
	changes := f.What != Offered && f.What != Declined && f.What != Said && f.What != Revealed && f.What != Watched
	switch {
	case f.By < game.Anyone || f.By >= len(info.Seats), (f.What == Offered || f.What == Said) && f.By < 0:
		return errors.New("the event names a seat that does not exist")
	case changes && info.Open && f.Sights != nil, changes && !info.Open && f.Sights == nil:
		return errors.New("this game reports its changes in another way")
	}
	return nil
}
