// Package table is a live match: who sits where, whose turn it is, programs that think, everything kept
// on disk before it is shown, and every watcher told what it may see. Front-ends play through a Table.
package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"attic/game"
	"attic/match"
)

// Why a table refuses.
var (
	ErrTurn  = errors.New("it is the program's turn")
	ErrFixed = errors.New("seats cannot be changed once something was hidden or shown")
	ErrNone  = errors.New("there is nothing of yours to take back")
)

// Journal keeps the lines of a match's record. When Append returns nil the lines are safe.
type Journal interface {
	Append(lines ...string) error
	Close() error   // keeps the game for later
	Reopen() error  // undoes Close, or says why it cannot
	Discard() error // forgets it
}

// Config is what a Table is made from.
type Config struct {
	Match   match.Match
	Journal Journal                 // of Match if it was kept before; otherwise nil
	Begin   func() (Journal, error) // makes the journal of a new game; nil: games are not kept
	Chance  func() uint64           // seeds for new games

	// Opponent returns what a player's Engine names, to play in the program's place, or says what is wrong with the
	// name. It returns at once: what takes time is left for the first move. nil: no engine can sit here.
	Opponent func(engine string) (Opponent, error)
	Pace     Pace
}

// Table is a live match. Its methods may be called from several goroutines.
type Table struct {
	game   game.Game
	begin  func() (Journal, error)
	chance func() uint64

	mu       sync.Mutex
	m        match.Match
	journal  Journal
	watchers []*Watch
	turn     context.Context // done as soon as anything changes
	change   context.CancelFunc
	hurried  context.Context // done when turn is, or when the program is to move at once
	hurry    context.CancelFunc
	expected game.Thought // by the program whose turn it is
	closed   bool

	opponent func(engine string) (Opponent, error)
	pace     Pace
	paused   bool
	paced    chan struct{} // closed when pace or paused change
	left     *left         // what Start has abandoned, until the next game begins
}

// New returns a table with a match on it. Close it in the end.
func New(c Config) *Table {
	t := &Table{
		game: c.Match.Game(), begin: c.Begin, chance: c.Chance, m: c.Match, journal: c.Journal,
		opponent: c.Opponent, pace: c.Pace, paced: make(chan struct{}),
	}
	t.await()
	return t
}

// Close ends the table. The game is kept unless nothing has happened in it.
func (t *Table) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	t.change()
	if t.journal == nil {
		return nil
	}
	journal := t.journal
	t.journal = nil
	if !t.m.Begun() {
		return journal.Discard()
	}
	return journal.Close()
}

// Kept reports whether the game is on disk and there is something to play in it.
func (t *Table) Kept() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.journal != nil && t.m.Unfinished()
}

// Play plays a move for the person whose turn it is, or sets the game up before play.
func (t *Table) Play(text string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if thinking(t.m) {
		return fmt.Errorf("%w: wait for %s to move", ErrTurn, t.game.Info().Seats[t.m.ToMove()].Name)
	}
	return t.play(t.m, text, false)
}

// PlayAt goes back, or forth in what can be redone, to where the match stood after ply steps and plays a
// move there as Play does, or changes nothing. Watchers are told of the move alone.
func (t *Table) PlayAt(ply int, text string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	m, lines, err := t.reach(ply)
	if err != nil {
		return err
	}
	if thinking(m) {
		return fmt.Errorf("%w there: go to a turn of your own", ErrTurn)
	}
	return t.play(m, text, false, lines...)
}

// reach undoes or redoes until ply steps have happened, and returns the lines that record it.
func (t *Table) reach(ply int) (m match.Match, lines []string, err error) {
	m = t.m
	line, by := "undo", match.Match.Undo
	if ply > m.Ply() {
		line, by = "redo", match.Match.Redo
	}
	for m.Ply() != ply {
		if m, err = by(m); err != nil {
			return m, nil, err
		}
		lines = append(lines, line)
	}
	return m, lines, nil
}

// play plays a move in m, to which the lines before have led.
func (t *Table) play(m match.Match, text string, program bool, before ...string) error {
	seat := m.ToMove()
	m, move, err := m.Play(text)
	if err != nil {
		return err
	}
	t.become(m, append(before, m.LastLine())...)
	t.tell(Event{What: Played, By: seat, Program: program, Move: move})
	return nil
}

// Resign gives the game up for the person whose turn it is, or the person whose side this is.
func (t *Table) Resign() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	seat := t.m.ToMove()
	if seat < 0 || t.m.Players[seat].Program {
		seat = t.here()
	}
	if seat < 0 {
		return errors.New("programs play both sides, and nobody is here to resign")
	}
	m, err := t.m.Resign(seat)
	if err != nil {
		return err
	}
	t.become(m, m.LastLine())
	t.tell(Event{What: Resigned, By: seat})
	return nil
}

// Next goes on to the next round.
func (t *Table) Next() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	m, err := t.m.Next()
	if err != nil {
		return err
	}
	t.become(m, m.LastLine())
	t.tell(Event{What: Round})
	return nil
}

// Undo takes moves back to a person's last turn, or brings the game back that Clear or Start has just abandoned.
func (t *Table) Undo() error {
	return t.step("undo", Undone, match.Match.Undo, ErrNone)
}

// Redo brings back what Undo took.
func (t *Table) Redo() error {
	return t.step("redo", Redone, match.Match.Redo, match.ErrNoRedo)
}

// step goes back or forth in the match until it is not a program's turn.
func (t *Table) step(line string, what What, by func(match.Match) (match.Match, error), none error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	m, err := by(t.m)
	if what == Undone && t.left != nil && errors.Is(err, match.ErrNothing) {
		return t.restore()
	}
	if err != nil {
		return err
	}
	record := []string{line}
	for thinking(m) {
		before := m
		if m, err = by(m); err != nil {
			if what == Redone {
				m = before
				break
			}
			return none
		}
		record = append(record, line)
	}
	t.become(m, record...)
	t.tell(Event{What: what})
	return nil
}

// Clear abandons the game and begins the usual one anew. Whoever played by choice plays again.
func (t *Table) Clear() error {
	return t.Start(game.Setup{})
}

// Start abandons the game and begins another one. In a game with hidden things a setup without a seed
// gets one by chance.
func (t *Table) Start(setup game.Setup) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.game.Info().Open && setup.Seed == 0 {
		setup.Seed = t.chance()
	}
	m, err := match.New(t.game, setup)
	if err != nil {
		return err
	}
	m.Seed, m.Side, m.Players = t.m.Seed, t.m.Side, slices.Clone(t.m.Players)
	m.Players[m.Side].Program, m.Players[m.Side].Engine = false, ""
	t.leave()
	t.paused = false
	t.become(m)
	t.tell(Event{What: Began})
	return nil
}

// Load puts another match on the table; the one that was there is kept. journal is that of a kept
// match, or nil.
func (t *Table) Load(m match.Match, journal Journal) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.drop(Journal.Close)
	t.journal, t.paused, t.left = journal, false, nil
	t.become(m)
	t.tell(Event{What: Loaded})
}

// Save writes the match as a save file.
func (t *Table) Save(w io.Writer) error {
	t.mu.Lock()
	m := t.m
	t.mu.Unlock()
	return m.Save(w)
}

// become makes m the match of the table; lines record the change.
func (t *Table) become(m match.Match, lines ...string) {
	t.m = m
	if m.Begun() {
		t.left = nil
	}
	t.keep(lines...)
	t.change()
	t.await()
}

// await begins to wait for the next change.
func (t *Table) await() {
	t.turn, t.change = context.WithCancel(context.Background())
	t.hurried, t.hurry = context.WithCancel(t.turn)
	t.expected = game.Thought{}
}

// keep writes lines to the journal, which begins with the first move.
func (t *Table) keep(lines ...string) {
	var err error
	switch {
	case len(lines) == 0 || t.journal == nil && (t.begin == nil || !t.m.Begun()):
		return
	case t.journal == nil:
		var journal Journal
		if journal, err = t.begin(); err != nil {
			break
		}
		if err = journal.Append(append([]string{match.JournalHead}, t.m.Lines()...)...); err != nil {
			_ = journal.Discard() // there is nothing in it that could be resumed
			break
		}
		t.journal = journal
	default:
		err = t.journal.Append(lines...)
	}
	if err != nil {
		t.drop(Journal.Close)
		t.begin = nil
		t.tell(Event{What: NotKept, Err: err})
	}
}

// drop ends the journal, if there is one. What cannot be closed or removed now stays as it is.
func (t *Table) drop(end func(Journal) error) {
	if t.journal != nil {
		_ = end(t.journal)
		t.journal = nil
	}
}
