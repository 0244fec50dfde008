// Package match is the record of a match as a plain value: rounds of a setup and the texts played in
// them. Undo, redo, scores, saving and replay come from here for all games.
package match

import (
	"errors"
	"fmt"

	"attic/game"
)

// Why a match cannot do what was asked.
var (
	ErrNothing = errors.New("there is nothing to take back")
	ErrNoRedo  = errors.New("there is nothing to redo")
	ErrFinal   = errors.New("the last move has shown or hidden something and cannot be taken back")
	ErrRound   = errors.New("the round is not over")
	ErrOver    = game.Illegal("the game is over")
)

// Match is the record of one match. It is a value: its methods return changed copies.
type Match struct {
	Seed    uint64   // of all chance in the programs' play; never that of a game's setup
	Side    int      // the seat that the person in front of this program plays by choice
	Players []Player // one a seat

	game   game.Game
	now    *step   // the last that has happened
	undone *undone // what can be redone
}

// undone is a step that was taken back, and those that were taken back before it.
type undone struct {
	step *step
	more *undone
}

// step is one recorded action with what it led to. Steps never change, so matches share them.
type step struct {
	prev  *step // nil for the first, which begins a round
	index int   // from 0
	kind  kind
	setup game.Setup // of a round
	seat  int        // who moved or resigned
	move  game.Move

	state   game.State
	round   int // from 1
	outcome game.Outcome
	over    bool
}

type kind uint8

const (
	began kind = iota
	moved
	resigned
)

// New returns a match of g that begins with setup, with the players that sit there by default.
func New(g game.Game, setup game.Setup) (Match, error) {
	state, err := g.New(setup)
	if err != nil {
		return Match{}, err
	}
	m := Match{game: g}
	usual := 0
	if bots, ok := g.(game.Bots); ok {
		_, _, usual = bots.Levels()
	}
	for _, seat := range g.Info().Seats {
		m.Players = append(m.Players, Player{Program: seat.Program, Level: usual})
	}
	for m.Side = 0; m.Side < len(m.Players)-1 && m.Players[m.Side].Program; {
		m.Side++
	}
	return m.with(step{kind: began, setup: setup, state: state, round: 1}), nil
}

// with returns m after one more step; what could be redone is gone.
func (m Match) with(s step) Match {
	if s.kind != resigned && s.state.ToMove() == game.Nobody {
		s.over, s.outcome = true, s.state.Outcome()
	}
	if m.now != nil {
		s.prev, s.index = m.now, m.now.index+1
	}
	m.now, m.undone = &s, nil
	return m
}

// path returns the steps up to and with last.
func path(last *step) []*step {
	list := make([]*step, last.index+1)
	for s := last; s != nil; s = s.prev {
		list[s.index] = s
	}
	return list
}

// Game returns the game that is played.
func (m Match) Game() game.Game { return m.game }

// State returns the game's state; after a resignation the game itself is not over in it.
func (m Match) State() game.State { return m.now.state }

// Round returns the number of the round, from 1.
func (m Match) Round() int { return m.now.round }

// Setup returns the setup of the round.
func (m Match) Setup() game.Setup {
	s := m.now
	for s.kind != began {
		s = s.prev
	}
	return s.setup
}

// ToMove returns the seat to move, game.Anyone or game.Nobody.
func (m Match) ToMove() int {
	if m.now.over {
		return game.Nobody
	}
	return m.State().ToMove()
}

// Outcome returns how the round ended; it means something only when ToMove is game.Nobody.
func (m Match) Outcome() game.Outcome { return m.now.outcome }

// Results returns the outcomes of the rounds that have ended, by round from 1; a round that was left
// before its end has none.
func (m Match) Results() map[int]game.Outcome {
	results := map[int]game.Outcome{}
	for _, s := range path(m.now) {
		if s.over {
			results[s.round] = s.outcome
		} else {
			delete(results, s.round)
		}
	}
	return results
}

// Score returns how many rounds each seat has won.
func (m Match) Score() []int {
	score := make([]int, len(m.Players))
	for _, o := range m.Results() {
		if o.Winner >= 0 {
			score[o.Winner]++
		}
	}
	return score
}

// Play plays a move in any spelling and returns it as it was recorded. The move that was just taken back
// comes back as by Redo: what followed it can still be redone.
func (m Match) Play(text string) (Match, game.Move, error) {
	if m.now.over {
		return m, game.Move{}, ErrOver
	}
	seat := m.ToMove()
	state, move, err := m.State().Play(text)
	if err != nil {
		return m, game.Move{}, err
	}
	if u := m.undone; u != nil && u.step.kind == moved && u.step.move.Text == move.Text {
		return m.forth(), move, nil
	}
	return m.with(step{kind: moved, seat: seat, move: move, state: state, round: m.Round()}), move, nil
}

// Resign ends the round: seat loses, the next seat wins.
func (m Match) Resign(seat int) (Match, error) {
	switch {
	case m.now.over:
		return m, ErrOver
	case m.ToMove() == game.Anyone:
		return m, errors.New("the game has not begun")
	}
	seats := m.game.Info().Seats
	winner := (seat + 1) % len(seats)
	return m.with(step{
		kind: resigned, seat: seat, state: m.State(), round: m.Round(), over: true,
		outcome: game.Outcome{
			Winner: winner,
			Text:   seats[winner].Name + " wins.",
			Why:    seats[seat].Name + " has resigned.",
		},
	}), nil
}

// Next begins the next round.
func (m Match) Next() (Match, error) {
	rounds, ok := m.game.(game.Rounds)
	if !ok {
		return m, m.notInRounds()
	}
	return m.begin(rounds.Next(m.Setup(), m.State()))
}

func (m Match) notInRounds() error {
	return fmt.Errorf("%s is not played in rounds", m.game.Info().Title)
}

// begin begins a round with a setup, if one may begin now.
func (m Match) begin(setup game.Setup) (Match, error) {
	switch rounds, ok := m.game.(game.Rounds); {
	case !ok:
		return m, m.notInRounds()
	case !m.now.over && !rounds.Abandon():
		return m, ErrRound
	}
	state, err := m.game.New(setup)
	if err != nil {
		return m, err
	}
	return m.with(step{kind: began, setup: setup, state: state, round: m.Round() + 1}), nil
}

// Undo takes the last step back, which Redo can bring again. Taking back the beginning of a round
// returns to the end of the one before.
func (m Match) Undo() (Match, error) {
	switch {
	case m.now.prev == nil:
		return m, ErrNothing
	case m.now.move.Final:
		return m, ErrFinal
	}
	return m.back(), nil
}

func (m Match) back() Match {
	m.undone = &undone{m.now, m.undone}
	m.now = m.now.prev
	return m
}

// Redo brings back what Undo took.
func (m Match) Redo() (Match, error) {
	if m.undone == nil {
		return m, ErrNoRedo
	}
	return m.forth(), nil
}

func (m Match) forth() Match {
	m.now, m.undone = m.undone.step, m.undone.more
	return m
}

// Ply returns how many steps have happened since the first round began: moves, resignations, further
// rounds. It is the index of the last one in History.
func (m Match) Ply() int { return m.now.index }

// Ahead returns how many steps can be redone.
func (m Match) Ahead() int {
	n := 0
	for u := m.undone; u != nil; u = u.more {
		n++
	}
	return n
}

// At returns the match as it was after ply steps, or will be when they are redone; below 0 that is the
// beginning, beyond the last step the end. It is for looking: unlike Undo it goes back past final moves.
func (m Match) At(ply int) Match {
	for m.now.index > max(ply, 0) {
		m = m.back()
	}
	for m.now.index < ply && m.undone != nil {
		m = m.forth()
	}
	return m
}

// Begun reports whether anything has happened since the beginning, even if it was taken back.
func (m Match) Begun() bool { return m.now.prev != nil || m.undone != nil }

// Unfinished reports whether one would want to go on with the match another time: it has begun, and
// there is something to play.
func (m Match) Unfinished() bool {
	_, rounds := m.game.(game.Rounds)
	return m.Begun() && (rounds || m.ToMove() != game.Nobody)
}

// Entry is one line of a match's history.
type Entry struct {
	Round int
	Seat  int    // who acted; game.Anyone before play
	Text  string // the move; the label of a secret one; "resign"; "" for the beginning of a round
}

// History lists what has happened, for anybody's eyes.
func (m Match) History() []Entry {
	var list []Entry
	for _, s := range path(m.now) {
		e := Entry{Round: s.round, Seat: s.seat}
		switch s.kind {
		case moved:
			e.Text = Public(s.move)
		case resigned:
			e.Text = "resign"
		}
		list = append(list, e)
	}
	return list
}

// Public returns the text of a move as everybody may read it.
func Public(m game.Move) string {
	if m.Secret {
		return m.Label
	}
	return m.Text
}

// CheckSeats reports what is wrong with m.Players and m.Side, which callers may change.
func (m Match) CheckSeats() error {
	if m.Side < 0 || m.Side >= len(m.Players) {
		return fmt.Errorf("there is no seat %d; there are seats 1 to %d", m.Side+1, len(m.Players))
	}
	bots, ok := m.game.(game.Bots)
	for i, p := range m.Players {
		if err := checkName(p.Name); err != nil {
			return err
		}
		if p.Engine != "" {
			if err := CheckEngine(p.Engine); err != nil {
				return err
			}
		}
		if !ok {
			if p.Program && !m.game.Info().Seats[i].Program {
				return fmt.Errorf("the program does not play %s", m.game.Info().Title)
			}
			continue
		}
		if low, high, _ := bots.Levels(); p.Level < low || p.Level > high {
			return fmt.Errorf("there is no level %d; %s", p.Level, Levels(bots))
		}
	}
	return nil
}

// Levels says in words which levels there are.
func Levels(bots game.Bots) string {
	low, high, usual := bots.Levels()
	switch {
	case low == high:
		return fmt.Sprintf("there is only level %d", low)
	case high >= 1<<30:
		return fmt.Sprintf("levels are numbers from %d, usually %d", low, usual)
	default:
		return fmt.Sprintf("levels go from %d to %d, usually %d", low, high, usual)
	}
}

// Disclosed reports whether in this round something hidden was set or shown, so that nobody may change
// seats any more.
func (m Match) Disclosed() bool {
	for s := m.now; s.kind != began; s = s.prev {
		if s.move.Final || s.move.Secret {
			return true
		}
	}
	return false
}
