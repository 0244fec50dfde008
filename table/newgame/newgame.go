// Package newgame puts new games on tables as a person asks for them: with a setup and a seed, players and their levels, and a journal that keeps the
// game. Every program that plays attic's games starts them with this package.
package newgame

import (
	cryptorand "crypto/rand"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"attic/game"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// Wish holds a person's choices for a new game. [Usual] returns the defaults, which are not all zero.
type Wish struct {
	Setup    game.Setup
	Seeded   bool    // the seed of Setup was asked for, even if it is 0
	Seed     *uint64 // for the computer's play and for what is hidden; nil: random
	Side     int     // the person's seat, or -1 for the game's default
	Opponent string  // as in store.GameSettings
	Program  int     // the only seat that the computer plays, whatever Opponent is, or -1
	Engine   string  // the engine that plays in place of the computer, as in match.Player; "": none
	Level    int     // the computer's; -1: the level that follows the person's results or, without one, the game's default
	Name     string  // the person's name, or ""
}

// Usual returns the Wish of a person who has made no choices.
func Usual() Wish { return Wish{Side: -1, Program: -1, Level: -1} }

// Remembered returns the wish recorded in the settings for g.
func Remembered(g game.Game, settings store.GameSettings) (Wish, error) {
	setup, err := game.ParseSetup(settings.Options)
	w := Usual()
	w.Setup, w.Side, w.Opponent, w.Level = setup, settings.Side, settings.Opponent, settings.LevelFor(g)
	return w, err
}

// Tables makes tables for new games.
type Tables struct {
	Store    store.Store   // keeps games and remembers levels
	Patience time.Duration // how long a player must be away before the game can be claimed; 0: a minute

	Pool    *table.Pool    // limits searches; nil: the default pool of the process
	Account *table.Account // counts the cost of the searches of all tables; nil: each table has its own

	// Engines returns a function that starts an engine for g, to play in place of the computer; nil: there are no engines.
	Engines func(g game.Game) func(spec string) (table.Opponent, error)
	// Journal begins the journal of a game of g; nil: in the Store.
	Journal func(g game.Game) (match.Ledger, error)
}

// Remembered returns a table with a new game of g, set up as the settings say and kept in the Store.
func (t Tables) Remembered(g game.Game, settings store.GameSettings) (*table.Table, error) {
	w, err := Remembered(g, settings)
	if err != nil {
		return nil, err
	}
	return t.Open(g, w, true)
}

// Open returns a table with a new game of g, kept in the Store if keep is set. The error says what is wrong with the setup, or is an [EngineError].
func (t Tables) Open(g game.Game, w Wish, keep bool) (*table.Table, error) {
	seed, chance, public := w.chance()
	hides := !g.Info().Open
	if hides && w.Setup.Seed == 0 && !w.Seeded {
		w.Setup.Seed = chance()
		w.Setup = game.Shuffled(g, w.Setup, public)
	}
	m, err := match.New(g, w.Setup)
	if err != nil {
		return nil, err
	}
	m.Seed, m.Given = seed, hides && (w.Seeded || w.Seed != nil)
	if keep && w.Level < 0 {
		if settings := t.Store.Profile.Settings().Game(g.Info().Name); settings.Auto && settings.Level != nil {
			w.Level = *settings.Level
		}
	}
	w.Seat(&m)
	config := table.Config{Match: m, Chance: chance, Public: public, Patience: t.Patience, Pool: t.Pool, Account: t.Account}
	config.Unaided = func(m match.Match) bool {
		return slices.Contains(t.Store.Profile.Settings().Unaided, match.Fingerprint(m))
	}
	if _, ok := g.(game.Engines); ok && t.Engines != nil {
		config.Opponent = t.Engines(g)
	}
	if w.Engine != "" {
		if err := try(config.Opponent, w.Engine); err != nil {
			return nil, err
		}
	}
	if keep {
		config.Unclaim = t.Store.Library.Unclaim
		config.Begin = func() (match.Ledger, error) { return t.journal(g) }
	}
	return table.New(config), nil
}

// EngineError says why an engine cannot be started.
type EngineError struct{ Err error }

// Error implements error.
func (e *EngineError) Error() string { return e.Err.Error() }

// Unwrap returns e.Err.
func (e *EngineError) Unwrap() error { return e.Err }

// try starts an engine once; the table starts its own.
func try(start func(spec string) (table.Opponent, error), engine string) error {
	if start == nil {
		return &EngineError{errors.New("no engine can play here")}
	}
	there, err := start(engine)
	if err != nil {
		return &EngineError{err}
	}
	_ = there.Close() // nothing was asked of it
	return nil
}

func (t Tables) journal(g game.Game) (match.Ledger, error) {
	if t.Journal != nil {
		return t.Journal(g)
	}
	journal, err := t.Store.Library.Begin(g.Info().Name, time.Now())
	if err != nil {
		return nil, err
	}
	return journal, nil
}

// chance returns the seed of the computer's play, the source of the seeds for layouts, and the source of the public numbers. A seed given by a
// person always leads to the same seeds; without such a seed, no seed reveals another. The public numbers reveal no seed: they are the same for
// every seed that a person gives.
func (w Wish) chance() (seed uint64, seeds, public func() uint64) {
	if w.Seed != nil {
		return *w.Seed, rand.New(rand.NewPCG(*w.Seed, 0)).Uint64, rand.New(rand.NewPCG(0, 0)).Uint64
	}
	var key [32]byte
	_, _ = cryptorand.Read(key[:]) // never fails
	seeds = rand.NewChaCha8(key).Uint64
	return seeds(), seeds, seeds
}

// Seat seats the person and the computer at a new match.
func (w Wish) Seat(m *match.Match) {
	if w.Side >= 0 && w.Side < len(m.Players) {
		m.Players[w.Side].Program, m.Players[m.Side].Program = m.Players[m.Side].Program, m.Players[w.Side].Program
		m.Side = w.Side
	}
	if w.Program >= 0 {
		m.Side = m.Opposite(w.Program)
	}
	for i := range m.Players {
		switch {
		case w.Program >= 0:
			m.Players[i].Program = i == w.Program
		case w.Opponent == store.OpponentBoth:
			m.Players[i].Program = true
		case w.Opponent != "" && i != m.Side:
			m.Players[i].Program = w.Opponent == store.OpponentProgram
		case w.Engine != "" && i != m.Side:
			m.Players[i].Program = true
		}
		if m.Players[i].Program {
			m.Players[i].Engine = w.Engine
		}
		if w.Level >= 0 {
			m.Players[i].Level = w.Level
		}
	}
	if w.Name != "" && !m.Players[m.Side].Program {
		m.Players[m.Side].Name = w.Name
	}
}
