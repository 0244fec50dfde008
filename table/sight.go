package table

import (
	"maps"
	"slices"

	"attic/game"
	"attic/match"
)

// Now is how a table stands, as one person may know it.
type Now struct {
	// N counts the changes of the match at this table, from 1. It never falls, also when moves are taken back.
	N        uint64
	View     game.View
	Seat     int // whose view it is
	ToMove   int
	Thinking bool // a program is to move
	Paused   bool // and waits with its moves
	Over     bool
	Outcome  game.Outcome // when Over
	Round    int
	Score    []int
	Results  map[int]game.Outcome
	Players  []match.Player // of an engine only the name, if the person may not set it up
	Side     int
	Ply      int  // how many steps have happened since the very first; the last one's index in History
	Redo     int  // how many steps can be redone
	Kept     bool // the game is on disk and will be there when the table is closed
}

// Sight is all that one person may know of a match at one moment: how it stands, what can be done, and what has been.
// It never changes, so it can be looked at while play goes on.
type Sight struct {
	Now
	m   match.Match
	who who
}

// who says what somebody is at a table.
type who struct {
	here   bool   // at this machine: whatever a person plays and nobody else has taken is theirs
	theirs string // the seats that are theirs, one a byte, or those that are not if here
	rights Rights
}

// plays reports whether a seat is theirs.
func (w who) plays(seat int, m match.Match) bool {
	if seat < 0 || seat >= len(m.Players) {
		return false
	}
	if w.here {
		return !m.Players[seat].Program
	}
	return slices.Contains(w.seats(), seat)
}

// seats returns the seats that somebody has who is not here.
func (w who) seats() []int {
	var list []int
	for _, b := range []byte(w.theirs) {
		list = append(list, int(b))
	}
	return list
}

// own returns the seat from which somebody looks at a match, or game.Nobody. At this machine it is the side that was
// chosen, also while a program plays it for the person; who lets programs play all seats looks on.
func (w who) own(m match.Match) int {
	if !w.here {
		if len(w.theirs) == 0 {
			return game.Nobody
		}
		return w.seats()[0]
	}
	if alone(m) {
		return game.Nobody
	}
	return m.Side
}

// sight is what somebody may know of m, without what the match does not tell: N, Paused and Kept.
func (w who) sight(m match.Match) Sight {
	return Sight{Now: w.now(m, w.own(m)), m: m, who: w}
}

func (w who) now(m match.Match, seat int) Now {
	players := m.Players
	if w.rights&SetsUp == 0 && slices.ContainsFunc(players, func(p match.Player) bool { return p.Engine != "" }) {
		players = slices.Clone(players)
		for i := range players {
			players[i].Engine = players[i].EngineLabel()
		}
	}
	return Now{
		View: m.State().View(seat), Seat: seat, ToMove: m.ToMove(), Thinking: thinking(m),
		Over: m.ToMove() == game.Nobody, Outcome: m.Outcome(),
		Round: m.Round(), Score: m.Score(), Results: maps.Clone(m.Results()),
		Players: players, Side: m.Side,
		Ply: m.Ply(), Redo: m.Ahead(),
	}
}

// At returns how the match stood after ply steps, or would stand if they were redone, and the moves that PlayAt can play
// there. Below 0 that is the beginning, beyond the last step the end, which Now.Ply then tells. Of a game with hidden
// things nothing is shown that was taken back, and earlier rounds only as spectators know them, for whoever looks may
// have sat elsewhere then.
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
	now := s.who.now(m, seat)
	now.N, now.Paused, now.Kept = s.N, s.Paused, s.Kept
	if _, _, err := reach(s.m, now.Ply); err != nil {
		return now, nil
	}
	return now, s.moves(m)
}

// Moves lists what the person may do; nothing while it is somebody else's turn.
func (s Sight) Moves() []game.Move { return s.moves(s.m) }

func (s Sight) moves(m match.Match) []game.Move {
	switch seat := m.ToMove(); {
	case seat == game.Nobody, seat == game.Anyone && s.who.rights&SetsUp == 0, seat >= 0 && !s.who.plays(seat, m):
		return nil
	}
	return game.MovesOf(m.State())
}

// Try returns what everybody would see after a move, without playing it, and whether it can be played. Of a game in
// which something is hidden it tells nothing.
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

// History lists what has happened.
func (s Sight) History() []match.Entry { return s.m.History() }

// Match returns the match and true, or false of a game in which something is hidden.
func (s Sight) Match() (match.Match, bool) {
	if !s.open() {
		return match.Match{}, false
	}
	return s.m, true
}

// Record returns the match with all that is hidden in it and true, or false for somebody who may not have it.
func (s Sight) Record() (match.Match, bool) {
	if !s.open() && s.who.rights&SeesAll == 0 {
		return match.Match{}, false
	}
	return s.m, true
}

// ID returns the game ID of the round and true, or false where it would tell somebody what is hidden.
func (s Sight) ID() (string, bool) {
	if _, ok := s.Record(); !ok && !s.Over {
		return "", false
	}
	return game.ID(s.m.Game().Info().Name, s.m.Setup()), true
}

func (s Sight) open() bool { return s.m.Game().Info().Open }
