package table

import (
	"context"
	"slices"
	"sync"

	"attic/game"
	"attic/match"
)

// What says what has happened.
type What uint8

// The kinds of events.
const (
	Played   What = iota // By played Move
	Resigned             // By gave up
	Undone               // moves were taken back
	Redone               // moves were brought back
	Round                // the next round has begun
	Began                // another game has begun, the one before is abandoned
	Loaded               // another game was put on the table
	Seated               // seats, sides, levels or the seed have changed
	Thinking             // the program in seat By expects Thought so far
	Failed               // the Player that played for the program in seat By found no move: Err; a person goes on
	NotKept              // the game cannot be kept on disk any more: Err
	Paced                // the programs' pace has changed, or they pause or go on
	Hinted               // the Advice for seat By that the watcher has asked for, or Err
)

// Event is something that has happened at a table, as one watcher may know it.
type Event struct {
	What    What
	By      int // the seat that acted, or game.Anyone
	Program bool
	Move    game.Move // of Played; its Text is only the label if it is secret from the watcher
	Thought game.Thought
	Player  match.Player
	Advice  game.Advice
	Err     error
	Now     Now
}

// Now is how a table stands, as one watcher may know it.
type Now struct {
	View     game.View
	Seat     int // whose view it is
	ToMove   int
	Thinking bool // a program is to move
	Paused   bool // and waits with its moves
	Over     bool
	Outcome  game.Outcome // when Over
	Round    int
	Score    []int
	Players  []match.Player
	Side     int
	Ply      int // how many steps have happened since the very first; the last one's index in History
	Redo     int // how many steps can be redone
}

// Here is the seat to watch from as the person at this table, wherever that person sits.
const Here = -3

// Watch is a watcher's queue of events.
type Watch struct {
	table *Table
	seat  int
	queue []Event
	ready chan struct{}

	asked   context.Context // for a hint; nil if none is being worked out, done when none is wanted any more
	unasked context.CancelFunc
	working sync.WaitGroup // on hints
}

// Watch begins to watch from a seat, from Here, or as a spectator from game.Nobody.
func (t *Table) Watch(seat int) *Watch {
	w := &Watch{table: t, seat: seat, ready: make(chan struct{}, 1)}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.watchers = append(t.watchers, w)
	return w
}

// Ready receives something whenever there are events to Take.
func (w *Watch) Ready() <-chan struct{} { return w.ready }

// Take returns the events since the last Take, oldest first.
func (w *Watch) Take() []Event {
	w.table.mu.Lock()
	defer w.table.mu.Unlock()
	events := w.queue
	w.queue = nil
	return events
}

// Close ends watching, and what was begun for the watcher.
func (w *Watch) Close() {
	w.table.mu.Lock()
	w.table.watchers = slices.DeleteFunc(w.table.watchers, func(x *Watch) bool { return x == w })
	w.unhint()
	w.table.mu.Unlock()
	w.working.Wait()
}

// from returns the seat that the watcher sees from now.
func (w *Watch) from() int {
	if w.seat == Here {
		return w.table.here()
	}
	return w.seat
}

// queued adds an event to the watcher's queue.
func (w *Watch) queued(e Event) {
	w.queue = append(w.queue, e)
	select {
	case w.ready <- struct{}{}:
	default:
	}
}

// tell adds an event to every watcher's queue.
func (t *Table) tell(e Event) {
	nows := map[int]Now{} // by seat: watchers from one seat are told the same
	for _, w := range t.watchers {
		seen := e
		if e.Move.Secret && w.seat != e.By {
			seen.Move.Text, seen.Move.Spots = e.Move.Label, nil
		}
		seat := w.from()
		if _, ok := nows[seat]; !ok {
			nows[seat] = t.now(t.m, seat)
		}
		seen.Now = nows[seat]
		w.queued(seen)
	}
}

// now is how the table stands with m on it.
func (t *Table) now(m match.Match, seat int) Now {
	if seat == Here {
		seat = t.here()
	}
	return Now{
		View: m.State().View(seat), Seat: seat, ToMove: m.ToMove(), Thinking: thinking(m), Paused: t.paused,
		Over: m.ToMove() == game.Nobody, Outcome: m.Outcome(),
		Round: m.Round(), Score: m.Score(), Players: m.Players, Side: m.Side,
		Ply: m.Ply(), Redo: m.Ahead(),
	}
}

// Now returns how the table stands, for a watcher from seat.
func (t *Table) Now(seat int) Now {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.now(t.m, seat)
}

// At returns how the table stood after ply steps, or would stand if they were redone, for a watcher from
// seat, and the moves that PlayAt can play there. Below 0 that is the beginning, beyond the last step the
// end, which Now.Ply then tells. Of a game with hidden things nothing is shown that was taken back, and
// earlier rounds only as spectators know them, for whoever looks may have sat elsewhere then.
func (t *Table) At(seat, ply int) (Now, []game.Move) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.game.Info().Open {
		ply = min(ply, t.m.Ply())
	}
	m := t.m.At(ply)
	if !t.game.Info().Open && m.Round() != t.m.Round() {
		seat = game.Nobody
	}
	now := t.now(m, seat)
	if _, _, err := t.reach(now.Ply); err != nil {
		return now, nil
	}
	return now, moves(m)
}

// Game returns the game that is played here.
func (t *Table) Game() game.Game { return t.game }

// Moves lists what the person at this table may do; nothing while a program is to move.
func (t *Table) Moves() []game.Move {
	t.mu.Lock()
	defer t.mu.Unlock()
	return moves(t.m)
}

// moves lists what a person may do in m.
func moves(m match.Match) []game.Move {
	if thinking(m) || m.ToMove() == game.Nobody {
		return nil
	}
	return game.MovesOf(m.State())
}

// Try returns what everybody would see after a move, without playing it, and whether it can be played. Of a game
// in which something is hidden it tells nothing.
func (t *Table) Try(text string) (game.View, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.game.Info().Open {
		return nil, false
	}
	next, _, err := t.m.State().Play(text)
	if err != nil {
		return nil, false
	}
	return next.View(game.Nobody), true
}

// History lists what has happened, for anybody's eyes.
func (t *Table) History() []match.Entry {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.m.History()
}

// Results returns how the rounds have ended, as match.Match.Results does.
func (t *Table) Results() map[int]game.Outcome {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.m.Results()
}

// ID returns the game ID of the round.
func (t *Table) ID() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return game.ID(t.game.Info().Name, t.m.Setup())
}
