package table

import (
	"errors"

	"attic/game"
	"attic/match"
)

// What says what has happened.
type What uint8

// The kinds of events.
const (
	Played    What = iota // By played Move
	Resigned              // By gave up
	Undone                // moves were taken back
	Redone                // moves were brought back
	Round                 // the next round has begun
	Began                 // another game has begun, the one before is abandoned
	Loaded                // another game was put on the table
	Seated                // seats, sides, levels or the seed have changed
	Thinking              // the program in seat By expects Thought so far
	Failed                // the Player that played for the program in seat By found no move: Err; a person goes on
	NotKept               // the game cannot be kept on disk now: Err; it is tried again at every change
	KeptAgain             // the game can be kept on disk again, all of it
	Paced                 // the programs' pace has changed, or they pause or go on
	Hinted                // the Advice for seat By that the person has asked for, or Err
	Missed                // more has happened than was taken: only how it stands now is told
)

// Event is something that has happened at a table, as one person may know it.
type Event struct {
	What What

	// Lines are those of the record that the event stands for, by which a copy of the match can follow it (match.Follow);
	// none for somebody who may not have the record, and none when another game was begun or loaded.
	Lines []string

	By      int // the seat that acted, or game.Anyone
	Program bool
	Move    game.Move // of Played; its Text is only the label if it is secret from the person
	Thought game.Thought
	Player  match.Player
	Advice  game.Advice
	Err     error

	Sight // after the event; an event that changes nothing in the match has the N of the last one that did

	ends bool // what programs and hints think about
}

var errNoMove = errors.New("it found no move")

// seen returns the event as somebody may know it, and whether they are told of it at all.
func (e Event) seen(w who, s Sight) (Event, bool) {
	e.Sight = s
	if _, ok := s.Record(); !ok {
		e.Lines = nil
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
