package table

import (
	"errors"
	"slices"
	"strings"

	"attic/game"
	"attic/match"
)

// Now is the state of a table as one person sees it.
type Now struct {
	// N counts the changes of the match, from 1. It never decreases, not even when moves are taken back.
	N        uint64
	View     game.View // as Seat sees it; if one person plays several seats of an open game, as a spectator sees it
	Seat     int       // whose view it is
	ToMove   int
	Thinking bool // the computer is to move
	Paused   bool // the computer's moves are held back
	Over     bool
	Outcome  game.Outcome // when Over
	Round    int
	Score    []int
	Players  []match.Player // for a person without the right to set up, Engine is only a name
	Side     int
	Ply      int  // the number of steps since the first; the index of the last step in History
	Redo     int  // the number of steps that can be redone
	Kept     bool // the game is on disk and stays there when the table is closed
	Prepares bool // the person here has to do the set-up before play begins
	Studies  bool // this is an analysis
	Edits    bool // this is a board editor: see game.Editor
	Clock    Clock

	Situation Situation // the state apart from the game
}

// Won reports whether a seat has won the round.
func (n Now) Won(seat int) bool { return n.Over && n.Outcome.Winner == seat }

// SeatAt returns the seat of the player at a place.
func (n Now) SeatAt(place Place) int {
	if place == First {
		return n.Side
	}
	return (n.Side + 1) % len(n.Players)
}

// Programs returns how many seats the computer plays.
func (n Now) Programs() (programs int) {
	for _, p := range n.Players {
		if p.Program {
			programs++
		}
	}
	return programs
}

// Self returns the only seat of the person here, or game.Nobody for a spectator or if two people play at this machine.
func (n Now) Self() int {
	if n.Situation.Other != Near {
		return n.Seat
	}
	self := game.Nobody
	for seat, player := range n.Players {
		switch {
		case player.Program:
		case self >= 0:
			return game.Nobody
		default:
			self = seat
		}
	}
	return self
}

// Sight is everything that one person may know about a match at one moment: its state, the legal moves, its history. It is
// immutable, so it can be read while play continues.
type Sight struct {
	Now
	m    match.Match
	who  who
	left *left // the abandoned game that Undo may bring back, or nil
}

// who identifies a kind of viewer: people with equal values see the same.
type who struct {
	here   bool   // the person at this machine, who plays every seat that no computer plays or, if shared, only the seat at place
	far    bool   // a player on another machine
	place  Place  // the place of a player on another machine; First for the person at this machine
	seats  string // the seats of any other person, one per byte, so that who is comparable
	rights Rights

	shared   bool // whether the person is here and the other seats belong to another machine
	copies   bool // the table is a copy, so the host sets up
	watches  bool // shared, without a seat
	arranges bool // a player at a hall's table, who may do the set-up before play begins
}

func (w who) plays(seat int, m match.Match) bool {
	if seat < 0 || seat >= len(m.Players) {
		return false
	}
	switch {
	case w.watches:
		return false
	case w.far, w.here:
		return !m.Players[seat].Program && (!w.shared && w.here || placeOf(m, seat) == w.place)
	}
	return strings.IndexByte(w.seats, byte(seat)) >= 0
}

// foreign reports whether the parameter move belongs to a seat that w does not play. This move ended the set-up; next is the seat to move after it.
func (w who) foreign(m match.Match, move game.Move, next int) bool {
	return next >= 0 && !move.Begins && !move.Secret && !w.plays(next, m)
}

// playsAll reports whether w plays all seats of m that people play.
func (w who) playsAll(m match.Match) bool {
	for seat, player := range m.Players {
		if !player.Program && !w.plays(seat, m) {
			return false
		}
	}
	return true
}

// sits reports whether w has a seat at all; otherwise w is a spectator.
func (w who) sits() bool { return w.here && !w.watches || w.far || w.seats != "" }

func (w who) setsUp() bool { return w.rights&SetsUp != 0 && !w.copies }

// prepares reports whether w may do the set-up of m before play begins. At a hall's table, only the player who hides something may, or either player
// if nobody hides anything.
func (w who) prepares(m match.Match) bool {
	hides := hider(m.Game())
	return w.setsUp() || w.arranges && w.sits() && (hides < 0 || w.own(m) == hides || m.Players[hides].Program)
}

// own returns the seat whose view w has, or game.Nobody for a spectator. At this machine it is m.Side, even while the computer plays that seat for
// the person; when the computer plays all seats the person is a spectator.
func (w who) own(m match.Match) int {
	switch {
	case !w.sits() || w.here && !w.shared && alone(m):
		return game.Nobody
	case w.far, w.here:
		return w.place.seat(m)
	}
	return int(w.seats[0])
}

// viewer returns the seat for which the person in a seat sees the goal and the result: game.Nobody if the person plays more than one.
func (w who) viewer(m match.Match, seat int) int {
	if !m.Game().Info().Open {
		return seat
	}
	for other := range m.Players {
		if seat >= 0 && other != seat && w.plays(other, m) {
			return game.Nobody
		}
	}
	return seat
}

// sight returns what w may know about m. The caller fills in N, Paused and Kept.
func (w who) sight(m match.Match) Sight {
	if w.rights&SetsUp == 0 { // only those who set up see engines and seeds
		m.Seed, m.Players = 0, slices.Clone(m.Players)
		for i := range m.Players {
			m.Players[i].Engine = m.Players[i].EngineLabel()
		}
	}
	return Sight{Now: w.at(Now{}, m, w.own(m)), m: m, who: w}
}

// at returns the parameter now, changed to the state of m as the given seat sees it.
func (w who) at(now Now, m match.Match, seat int) Now {
	now.View, now.Seat, now.ToMove, now.Thinking = m.State().View(w.viewer(m, seat)), seat, m.ToMove(), thinking(m)
	now.Over, now.Outcome, now.Round, now.Score = m.ToMove() == game.Nobody, m.Outcome(), m.Round(), m.Score()
	now.Players, now.Side, now.Ply, now.Redo = m.Players, m.Side, m.Ply(), m.Ahead()
	now.Prepares = m.ToMove() == game.Anyone && w.prepares(m)
	_, _, now.Studies = match.Study(m)
	now.Edits = game.Edits(m.Setup())
	return now
}

// At returns the state after ply steps, some of which may have been undone, and the moves that PlayAt accepts there. ply is clamped to the existing
// steps; see Now.Ply. In a game with hidden information, undone steps are not shown, and earlier rounds are shown as a spectator sees them, because
// the person may have had another seat in them.
func (s Sight) At(ply int) (Now, []game.Move) {
	open := s.open()
	if !open {
		ply = min(ply, s.m.Ply())
	}
	m := s.m.At(ply)
	seat := s.who.own(m)
	if !open && m.Round() != s.m.Round() {
		seat = game.Nobody
	}
	now := s.who.at(s.Now, m, seat)
	if _, _, err := reach(s.m, now.Ply); err != nil {
		return now, nil
	}
	return now, s.moves(m)
}

// Revealed returns s for display at this machine. After a round that has ended without a move, it includes the hidden information, if this machine knows
// it. Without Revealed, s does not include it: another machine gets hidden information with the host's reveal, and checks it against earlier answers.
func (s Sight) Revealed() Sight {
	state := s.m.State()
	if hid, ok := state.(game.Revealer); ok && s.Over && state.ToMove() != game.Nobody {
		s.View = hid.Revealed().View(s.who.viewer(s.m, s.Seat))
	}
	return s
}

// Earlier returns the person's sight after ply steps; see At.
func (s Sight) Earlier(ply int) Sight {
	s.Now, _ = s.At(ply)
	s.m = s.m.At(s.Ply)
	return s
}

// Moves lists the person's legal moves; there are none on somebody else's turn.
func (s Sight) Moves() []game.Move { return s.moves(s.m) }

func (s Sight) moves(m match.Match) []game.Move {
	switch seat := m.ToMove(); {
	case s.Situation.Other == Awaited && seat != game.Anyone, seat == game.Nobody, seat == game.Anyone && !s.who.prepares(m), seat >= 0 && !s.who.plays(seat, m):
		return nil
	}
	list := game.MovesOf(m.State())
	if s.Situation.Other != Near {
		list = slices.DeleteFunc(list, func(m game.Move) bool { return m.Alone })
	}
	if m.ToMove() == game.Anyone {
		list = slices.DeleteFunc(list, func(move game.Move) bool {
			if len(move.Spots) == 0 { // such moves are buttons, which set up or begin the game, and trying a deal is slow
				return false
			}
			next, _, err := m.State().Play(move.Text)
			return err == nil && s.who.foreign(m, move, next.ToMove())
		})
	}
	return list
}

// Try returns what a spectator would see after a move, without playing it, and whether the move is legal. In a game with hidden information
// it returns false.
func (s Sight) Try(text string) (game.View, bool) {
	if !s.open() {
		return nil, false
	}
	next, _, err := s.m.State().Play(text)
	if err != nil {
		return nil, false
	}
	return next.View(game.Nobody), true
}

// History lists the steps of the match, with labels for secret moves.
func (s Sight) History() []match.Entry { return s.m.History() }

// Results returns the outcomes of the rounds, by round from 1; an abandoned round has none.
func (s Sight) Results() map[int]game.Outcome { return s.m.Results() }

// Decided reports whether the game is decided, so that Finish can play it to its end.
func (s Sight) Decided() bool {
	return s.ToMove >= 0 && s.View.Status().Rest != nil
}

// Undoes reports whether Undo would have an effect: take a step back, ask the other player for that, or restore an abandoned game.
func (s Sight) Undoes() bool {
	switch {
	case !s.who.sits():
		return false
	case s.who.playsAll(s.m), s.ToMove == game.Anyone && s.who.setsUp():
	case s.Situation.Other != Near && s.ToMove != game.Anyone:
		_, _, err := backFor(s.m, s.Seat)
		return err == nil
	default:
		return false
	}
	if t, _, studies := s.Study(); studies {
		_, _, err := t.Undo()
		return err == nil
	}
	to, _, err := stepped(s.m, match.Match.Undo)
	return err == nil || s.left.undone(to, err)
}

// Setup returns the setup of the round, or false if it would reveal hidden information to the person.
func (s Sight) Setup() (game.Setup, bool) {
	if _, ok := s.FullMatch(); !ok && !s.Over || s.m.Sighted() {
		return game.Setup{}, false
	}
	return s.m.Setup(), true
}

// Match returns the match, or false in a game with hidden information.
func (s Sight) Match() (match.Match, bool) {
	if !s.open() {
		return match.Match{}, false
	}
	return s.m, true
}

// FullMatch returns the match with its hidden information, or false if the person may not see that.
func (s Sight) FullMatch() (match.Match, bool) {
	if !s.open() && s.who.rights&SeesAll == 0 || s.m.Sighted() {
		return match.Match{}, false
	}
	return s.m, true
}

// ErrHidden is returned if a game ID would reveal hidden information to the person.
var ErrHidden = errors.New("the game ID would reveal hidden information; ask again when the round is over")

// ID returns the game ID of the round, which includes everything that was set up before play. The error is ErrHidden, or the reason why no ID can
// represent the round.
func (s Sight) ID() (string, error) {
	if _, ok := s.Setup(); !ok {
		return "", ErrHidden
	}
	setup, err := s.m.Placed()
	if err != nil {
		return "", err
	}
	return game.ID(s.m.Game().Info().Name, setup), nil
}

// open reports whether nothing is hidden: also in an analysis, which begins after the end of a round, and in a board editor.
func (s Sight) open() bool {
	_, _, studies := s.Study()
	return studies || s.Edits || s.m.Game().Info().Open
}

// Glances returns the views after the last step, or after all steps if whole is set. The result kept is the number of steps before those in list.
func (s Sight) Glances(whole bool) (kept int, list []match.Glance) {
	from := s.Ply
	if whole {
		from = 0
	}
	history := s.History()
	for ply := from; ply <= s.Ply; ply++ {
		now, _ := s.At(ply)
		list = append(list, match.Glance{
			Entry: history[ply], View: now.View, ToMove: now.ToMove, Outcome: now.Outcome, Score: now.Score,
		})
	}
	return from, list
}
