// Package match holds a match as a value: its rounds, each with its setup and its moves as text. Undo, redo, scores, further rounds, saved games and replay
// are implemented here once, for all games: a game only plays moves.
//
// A [Match] comes from [New] or [Read]. Its methods return changed copies, which share what never changes, so a copy costs little: [Match.Play] and
// [Match.Undo] return the match one step later and earlier, [Match.At] as it was at any step. Undo stops at a move that revealed something hidden.
//
// The record of a match is text, a line for each thing that happened: [Match.Lines], written by [Match.Save] and read by [Read]. Lines are sealed by a
// [Chain] of hashes, so that damage is noticed. A game that is being played is written to a [Ledger] line by line; package store keeps ledgers in
// files, and package jet in streams of NATS. The example takes a move back, saves the match, reads it and plays the move again.
//
// A match may have an analysis of each round, in package tree: [Analysis] and [Analyse].
//
// record.go reads and writes saved games and journals; past.go has a journal's records besides the match; rounds.go decides which rounds count in
// statistics. A step holds its text. Every 16th step has a checkpoint with the state, from which the steps between are replayed.
package match

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"attic/game"
	"attic/internal/phrase"
)

const (
	spacing    = 16       // the number of steps after which another checkpoint is kept
	resignText = "resign" // how a history writes a resignation
)

// The errors of methods that cannot carry out a request.
var (
	ErrNothing = errors.New("there is nothing to take back")
	ErrNoRedo  = errors.New("there is nothing to redo")
	ErrFinal   = errors.New("the last move revealed or hid something and cannot be taken back")
	ErrRound   = errors.New("the round is not over")
	ErrOver    = game.Illegal("the game is over")
)

// Match is one match. It is a value: its methods return changed copies, which share what never changes.
// All methods except Lines, History and Results take time that does not depend on the length of the match.
type Match struct {
	Seed    uint64   // for the computer's random choices; never used as the seed of a game's setup
	Side    int      // the seat chosen for the person at this machine
	Players []Player // one for each seat

	// Given is set if a person gave the seed of the first round. The seeds of later rounds then follow from that seed; otherwise each round with
	// hidden information has its own seed (see Next).
	Given bool

	game    game.Game
	sighted bool          // see Sightings
	now     *step         // the last step that has happened
	end     *step         // the last step that can be redone, or now; now is always on the path to end
	state   game.State    // after now
	before  *trail        // the states before state, if steps were taken back
	outcome *game.Outcome // nil while the round is being played
	advised []int         // the numbers of the rounds in which a person had advice; never changed
	aids    []int         // see Aids; never changed
	trees   []analysis    // of the rounds that were analysed; never changed
	study   *study        // not nil: the match is an analysis
}

// step is one recorded action. Steps never change, so matches share them. A step holds no state: the state is replayed from the last checkpoint.
type step struct {
	prev *step       // nil for the first step, which begins a round
	far  *step       // an earlier step, chosen so that the method at is fast; the first step refers to itself
	from *checkpoint // the last checkpoint up to this step

	text  string  // the move, as the game writes it, or the Stop
	label *string // the text of a secret move for others; nil for other steps

	index     int32 // from 0
	floor     int32 // the index of the earliest step to which undo can go back: the first step, or a final move
	seat      int8  // the seat that moved, resigned or left
	kind      kind
	disclosed bool // something hidden was set or shown in this round
	alone     bool // a move of this round is only for people who share a machine
	instead   bool // the step was played in place of a step that was taken back
	engine    bool // an engine, or the computer with a time per move, played the step
	filed     bool // this step and all earlier ones were read from a saved game
	opens     bool // this is the first move of play, which ended the set-up
}

type kind uint8

const (
	began kind = iota
	moved
	resigned
	stopped
)

// checkpoint is the state after the step at index. Every round begins with a checkpoint, and there is one after every change of players.
type checkpoint struct {
	state game.State
	index int32
	round *round
	who   seating // the players of the seats from this step until the next checkpoint
}

type round struct {
	number int // from 1
	setup  game.Setup
	before *round        // nil for the first round
	last   *game.Outcome // outcome of the previous round; nil if it was left before its end
	score  []int         // rounds won before this one, by seat
}

type trail struct {
	state game.State
	more  *trail
}

// New returns a match of g that begins with setup and has the default players.
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
	m.Side = FirstPerson(m.Players)
	first := step{kind: began, from: &checkpoint{state, 0, &round{number: 1, setup: setup, score: make([]int, len(m.Players))}, seatingOf(m)}}
	first.far = &first
	m.end = &first
	return m.after(&first, state, nil), nil
}

// FirstPerson returns the first seat that a person plays, or the last seat.
func FirstPerson(players []Player) int {
	seat := slices.IndexFunc(players, func(p Player) bool { return !p.Program })
	if seat < 0 {
		seat = len(players) - 1
	}
	return seat
}

// with returns m after one more step, which leads to state and removes everything that could be redone. begins is the round that s begins, or nil.
func (m Match) with(s step, state game.State, begins *round) Match {
	s.prev, s.far, s.from, s.index = m.now, m.now.skip(), m.now.from, m.now.index+1
	others := !s.from.who.is(m)
	if begins == nil && (others || s.index-s.from.index >= spacing) {
		begins = s.from.round
	}
	if begins != nil {
		s.from = &checkpoint{state, s.index, begins, s.from.who}
		if others {
			s.from.who = seatingOf(m)
		}
	}
	s.instead = m.end != m.now
	m.end = &s
	return m.after(&s, state, nil)
}

// skip returns the far step of the step after s.
func (s *step) skip() *step {
	if far := s.far; s.index-far.index == far.index-far.far.index {
		return far.far
	}
	return s
}

// after returns m with s, which leads to state, as the last step that has happened.
func (m Match) after(s *step, state game.State, before *trail) Match {
	m.now, m.state, m.before, m.outcome = s, state, before, nil
	switch {
	case s.kind == resigned || s.kind == stopped:
		m.outcome = stopOutcome(m, s)
	case state.ToMove() == game.Nobody:
		outcome := state.Outcome()
		m.outcome = &outcome
	}
	return m
}

// at returns m with s, which lies on the path to m.end, as the last step that has happened.
func (m Match) at(s *step) Match {
	switch {
	case s == m.now:
		return m
	case s.prev == m.now:
		return m.after(s, s.play(m.state), nil)
	case m.now.prev == s && m.before != nil:
		return m.after(s, m.before.state, m.before.more)
	}
	state, before := s.replay()
	return m.after(s, state, before)
}

// at returns the step with that index on the path to s. Its time grows with the logarithm of the distance (Myers, An applicative
// random-access stack, 1983).
func (s *step) at(index int) *step {
	for int(s.index) > index {
		if int(s.far.index) >= index {
			s = s.far
		} else {
			s = s.prev
		}
	}
	return s
}

// replay returns the state after s, and the states before it back to the last checkpoint.
func (s *step) replay() (game.State, *trail) {
	if s.index == s.from.index {
		return s.from.state, nil
	}
	state, before := s.prev.replay()
	return s.play(state), &trail{state, before}
}

// play returns the state after s; state is the one before s.
func (s *step) play(state game.State) game.State {
	switch {
	case s.from.index == s.index:
		return s.from.state
	case s.kind == resigned, s.kind == stopped:
		return state
	}
	next, _, err := state.Play(s.text)
	if err != nil { // equal texts give equal states, so the game is broken
		panic(fmt.Sprintf("step %d cannot be played again: %v", s.index, err))
	}
	return next
}

func path(last *step) []*step {
	list := make([]*step, last.index+1)
	for s := last; s != nil; s = s.prev {
		list[s.index] = s
	}
	return list
}

// Game returns the game that is played.
func (m Match) Game() game.Game { return m.game }

// State returns the game's state. After a resignation or a Stop, the game is not over in this state.
func (m Match) State() game.State { return m.state }

// Round returns the number of the round, from 1.
func (m Match) Round() int { return m.now.from.round.number }

// Setup returns the setup of the round.
func (m Match) Setup() game.Setup { return m.now.from.round.setup }

// Placed returns a setup that begins with the position after the set-up phase of the round. The error gives the reason if there is no such setup.
func (m Match) Placed() (game.Setup, error) {
	placer, ok := m.game.(game.Placer)
	if !ok {
		return m.Setup(), nil
	}
	var texts []string
	for s := m.now; s.kind != began; s = s.prev {
		if s.kind == moved && s.seat == game.Anyone {
			texts = append(texts, s.text)
		}
	}
	slices.Reverse(texts)
	return placer.Placed(m.Setup(), texts)
}

// ToMove returns the seat to move, game.Anyone or game.Nobody.
func (m Match) ToMove() int {
	if m.outcome != nil {
		return game.Nobody
	}
	return m.state.ToMove()
}

// Outcome returns the outcome of the round, or the zero Outcome unless ToMove is game.Nobody.
func (m Match) Outcome() game.Outcome {
	if m.outcome == nil {
		return game.Outcome{}
	}
	return *m.outcome
}

// Results returns the outcomes of the rounds that have ended, by their numbers from 1. A round that was left before its end has no outcome.
func (m Match) Results() map[int]game.Outcome {
	results := map[int]game.Outcome{}
	for r, o := m.now.from.round, m.outcome; r != nil; r, o = r.before, r.last {
		if o != nil {
			results[r.number] = *o
		}
	}
	return results
}

// Score returns the number of rounds that each seat has won.
func (m Match) Score() []int {
	score := slices.Clone(m.now.from.round.score)
	if m.outcome != nil && m.outcome.Winner >= 0 {
		score[m.outcome.Winner]++
	}
	return score
}

// Play plays a move in any spelling and returns it as it was recorded. If the move was just taken back, it works like Redo and keeps later steps.
func (m Match) Play(text string) (Match, game.Move, error) {
	if m.outcome != nil {
		return m, game.Move{}, ErrOver
	}
	state, move, err := m.state.Play(text)
	if err != nil {
		return m, game.Move{}, err
	}
	if m.study != nil {
		return try(m, move)
	}
	if m.end != m.now {
		if s := m.end.at(m.Ply() + 1); s.kind == moved && s.text == move.Text {
			return m.after(s, state, nil), move, nil
		}
	}
	return m.with(stepOf(m, move, state), state, nil), move, nil
}

// stepOf returns the step of a move of m that leads to state.
func stepOf(m Match, move game.Move, state game.State) step {
	s := step{kind: moved, seat: int8(m.ToMove()), text: move.Text, floor: m.now.floor}
	s.disclosed = m.now.disclosed || move.Final || move.Secret
	s.alone = m.now.alone || move.Alone
	s.opens = s.seat == game.Anyone && len(move.Spots) > 0 && state.ToMove() != game.Anyone
	if s.seat >= 0 {
		s.engine = m.Players[s.seat].Program && m.Players[s.seat].Engine != ""
	}
	if move.Secret {
		label := move.Label
		s.label = &label
	}
	if move.Final && m.study == nil {
		s.floor = m.now.index + 1
	}
	return s
}

// Next begins the next round. If the game has hidden information, the function chance returns the seed of its setup, so that somebody who knows the
// setup of one round does not know the next. If the seeds are Given, chance is not called: equal seeds give equal rounds.
func (m Match) Next(chance func() uint64) (Match, error) {
	rounds, ok := m.game.(game.Rounds)
	if !ok {
		return m, notInRounds(m.game)
	}
	setup := rounds.Next(m.Setup(), m.state)
	if !m.game.Info().Open && !m.Given {
		setup.Seed = chance()
	}
	return m.begin(setup)
}

func notInRounds(g game.Game) error { return fmt.Errorf("%s is not played in rounds", g.Info().Title) }

// begin begins a round with setup, if a round may begin now.
func (m Match) begin(setup game.Setup) (Match, error) {
	switch rounds, ok := m.game.(game.Rounds); {
	case !ok:
		return m, notInRounds(m.game)
	case m.study != nil:
		return m, errStudy
	case m.outcome == nil && !rounds.Abandon():
		return m, ErrRound
	}
	state, err := m.game.New(setup)
	if err != nil {
		return m, err
	}
	next := round{number: m.Round() + 1, setup: setup, before: m.now.from.round, last: m.outcome, score: m.Score()}
	return m.with(step{kind: began, floor: m.now.floor}, state, &next), nil
}

// Undo takes back the last step, which Redo can restore. Taking back the beginning of a round returns to the end of the previous round.
func (m Match) Undo() (Match, error) { return m.Reach(m.Ply() - 1) }

// Redo restores the step that Undo took back.
func (m Match) Redo() (Match, error) { return m.Reach(m.Ply() + 1) }

// Reach calls Undo or Redo until ply steps have happened and returns the result.
func (m Match) Reach(ply int) (Match, error) {
	switch floor := int(m.now.floor); {
	case ply > int(m.end.index):
		return m, ErrNoRedo
	case ply < floor && floor > 0:
		return m, ErrFinal
	case ply < floor:
		return m, ErrNothing
	}
	return m.at(m.end.at(ply)), nil
}

// Ply returns the number of steps since the first round began: moves, resignations, further rounds. It is the index of the last step in History.
func (m Match) Ply() int { return int(m.now.index) }

// Ahead returns the number of steps that can be redone.
func (m Match) Ahead() int { return int(m.end.index - m.now.index) }

// At returns the match as it was after ply steps, or as it will be when they are redone. A ply below 0 means the beginning; a ply beyond the last
// step means the end. At is for viewing: unlike Undo, it goes back past final moves.
func (m Match) At(ply int) Match { return m.at(m.end.at(max(ply, 0))) }

// Begun reports whether anything has happened since the beginning, even if it was taken back.
func (m Match) Begun() bool { return m.end.index > 0 }

// Unfinished reports whether the match is worth continuing another time: it has begun and is not over. An analysis is no such match.
func (m Match) Unfinished() bool {
	_, rounds := m.game.(game.Rounds)
	return m.study == nil && m.Begun() && (rounds || m.ToMove() != game.Nobody)
}

// Entry is one line of a match's history.
type Entry struct {
	Round int
	Seat  int    // the seat that acted; game.Anyone during set-up
	Text  string // the move; for a secret move, its label; "resign"; a Stop; or "" for the beginning of a round
	Ended bool   // Text is "resign" or a Stop
	Why   string // the reason that a game record gave for an award, or ""

	// Number counts the entries of a round from 1, without its set-up, for records and programs. It is 0 for a set-up move and for the beginning of a
	// round. A move that ends the set-up and is also the first move of play has number 1, although its Seat is game.Anyone.
	Number int
	// Turn is the number of the turn, as people count turns: a turn has at most one entry of each seat, the first seat's before the second's. [game.Info.Step]
	// uses it to name entries.
	Turn int
}

// Next returns the number of the turn in which seat acts if it acts right after e.
func (e Entry) Next(seat int) int {
	if 0 <= e.Seat && e.Seat < seat && e.Turn > 0 {
		return e.Turn
	}
	return e.Turn + 1
}

// Where describes the position of a match by its last move: "move 19 red", "round 2, step 7", "set-up", or "" at the beginning.
func Where(m Match) string {
	list, info, where := m.History(), m.game.Info(), ""
	at := list[len(list)-1]
	if at.Ended { // the last move is more informative than the end of the round
		at = list[len(list)-2]
	}
	switch {
	case at.Number > 0:
		where = info.Step(at.Turn, at.Seat)
	case at.Text != "":
		where = "set-up"
	}
	if at.Round > 1 {
		where = strings.TrimSuffix(fmt.Sprintf("round %d, %s", at.Round, where), ", ")
	}
	return where
}

// Moves returns the number of moves in all rounds so far, without the set-up: the entries of History that have a Number.
func Moves(m Match) (n int) {
	for s := m.now; s != nil; s = s.prev {
		if s.counts() {
			n++
		}
	}
	return n
}

// counts reports whether a step has a Number in History.
func (s *step) counts() bool { return s.kind != began && (s.opens || s.seat != game.Anyone) }

// History lists what has happened, in texts that everybody may read.
func (m Match) History() []Entry {
	var list []Entry
	last := Entry{} // the last entry of the round that has a Number
	for _, s := range path(m.now) {
		e := Entry{Round: s.from.round.number, Seat: int(s.seat), Text: s.text}
		switch {
		case s.label != nil:
			e.Text = *s.label
		case s.kind == resigned:
			e.Text, e.Ended = resignText, true
		case s.kind == stopped:
			how, why := s.stop()
			e.Text, e.Why, e.Ended = string(how), why, true
		}
		switch {
		case s.kind == began:
			last = Entry{}
		case s.counts():
			e.Number, e.Turn = last.Number+1, last.Next(e.Seat)
			last = e
		}
		list = append(list, e)
	}
	return list
}

// Replaced reports, for each entry of a history, whether a later step of the same set-up has replaced it; see game.Word.Sets.
func Replaced(g game.Game, history []Entry) []bool {
	replaced := make([]bool, len(history))
	if _, ok := g.(game.Words); !ok {
		return replaced
	}
	for _, w := range g.(game.Words).Words() {
		last := -1
		for i, e := range history {
			switch name, _ := phrase.Cut(e.Text); {
			case !w.Sets:
			case e.Text == "": // a round begins
				last = -1
			case name != w.Name || e.Number > 0:
			case last >= 0 && w.Args == "":
				replaced[last], replaced[i], last = true, true, -1
			case last >= 0:
				replaced[last], last = true, i
			default:
				last = i
			}
		}
	}
	return replaced
}

// Public returns the text of a move as everybody may read it.
func Public(m game.Move) string {
	if m.Secret {
		return m.Label
	}
	return m.Text
}

// CheckSeats returns an error if m.Players or m.Side, which callers may change, is not valid.
func (m Match) CheckSeats() error {
	if m.Side < 0 || m.Side >= len(m.Players) {
		return fmt.Errorf("there is no seat %d; there are seats 1 to %d", m.Side+1, len(m.Players))
	}
	bots, ok := m.game.(game.Bots)
	for i, p := range m.Players {
		if err := recorded(p.Name); err != nil {
			return err
		}
		if p.Engine != "" {
			if err := CheckEngine(p.Engine); err != nil {
				return err
			}
		}
		if !ok {
			if p.Program && !m.game.Info().Seats[i].Program {
				return fmt.Errorf("the computer does not play %s", m.game.Info().Title)
			}
			continue
		}
		if low, high, _ := bots.Levels(); p.Level < low || p.Level > high {
			return fmt.Errorf("there is no level %d; %s", p.Level, Levels(bots))
		}
	}
	return nil
}

// Levels describes the levels, such as "levels go from 1 to 10 (default 3)".
func Levels(bots game.Bots) string {
	low, high, usual := bots.Levels()
	switch {
	case low == high:
		return fmt.Sprintf("there is only level %d", low)
	case high >= 1<<30:
		return fmt.Sprintf("levels are numbers from %d (default %d)", low, usual)
	default:
		return fmt.Sprintf("levels go from %d to %d (default %d)", low, high, usual)
	}
}

// LevelText returns a level of a game with its name: "level 3, beginner".
func LevelText(g game.Game, level int) string {
	text := fmt.Sprintf("level %d", level)
	if bots, ok := g.(game.Bots); ok {
		if name := bots.LevelName(level); name != "" {
			text += ", " + name
		}
	}
	return text
}

// Disclosed reports whether something hidden was set or shown in this round, so that seats can no longer be changed.
func Disclosed(m Match) bool { return m.now.disclosed }

// Alone reports whether a move of this round is only for people who share a machine.
func Alone(m Match) bool { return m.now.alone }
