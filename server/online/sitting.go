package online

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"attic/game"
	"attic/internal/rescue"
	"attic/match"
	at "attic/table"
	"attic/table/wire"
)

const (
	levelTime  = 10 * time.Second       // the longest thought
	leastTime  = 50 * time.Millisecond  // the shortest time for a move
	hurryTime  = 500 * time.Millisecond // how long a bot that ends may think about its move
	endTime    = time.Second            // how long it may take to play that move
	lingerTime = time.Minute            // how long it stays at a table after a game, for a rematch
	tiredTime  = 30 * 24 * time.Hour    // how long it waits for a move of a player who is away; without an end, it would have no room for others
	knownTime  = 500 * time.Millisecond // after the table, the hall reports within this time that the other seat is free
	againMove  = 2 * time.Second        // between two attempts to play a move that the hall refuses, for instance because its disk is full
)

// sitting is a bot at a table. Its fields belong to the goroutine of play, unless a comment says otherwise.
type sitting struct {
	of    *visits
	game  game.Game
	table table
	seed  uint64

	busy  bool // the other player is not away; guarded by visits.mu
	waits bool // nobody has taken the other seat yet; guarded by visits.mu

	person   *at.Person
	opponent at.Opponent // nil: none is open
	told     int         // reports on the other player since the bot has joined
	on       bool        // a game is in progress
	failed   bool        // the engine has failed in this game
	ending   bool        // the program ends

	thinks uint64             // the position about which it thinks: Sight.N; 0: none
	stop   context.CancelFunc // ends the thought
	moves  chan choice
	sent   *at.Answer // to the move that was played last; nil: it has arrived
	pause  <-chan time.Time
	leaves <-chan time.Time // when it leaves after a game

	n     uint64           // Sight.N of the last change
	since time.Time        // when that was
	tired <-chan time.Time // when it gives up a game whose other player is away
}

// choice is the result of a thought.
type choice struct {
	text string
	err  error
}

// play joins a table and plays there until the game is over, or until ctx is done. It returns why the hall has ended the connection, if it has.
func (x *sitting) play(ctx context.Context, address string) error {
	guest, err := wire.Network{Find: x.of.game}.Meet(address, "", func(g game.Game) (*at.Table, error) {
		m, err := match.New(g, game.Setup{}.With(g.Info().Started))
		if err != nil {
			return nil, err
		}
		t := at.New(at.Config{Match: m, Chance: rand.Uint64, Public: rand.Uint64})
		x.person = t.Here() // before the hall reports anything
		return t, nil
	})
	if err != nil {
		return err
	}
	select {
	case <-guest.Arrived():
	case <-guest.Done():
		return guest.Err()
	case <-ctx.Done():
		<-guest.Rest()
		return nil
	}
	t := guest.Table()
	defer func() {
		x.person.Close()
		_ = t.Close() // a copy has no journal
		x.close()
	}()
	x.pause = time.After(knownTime)
	stops := ctx.Done()
	var hurry, end <-chan time.Time
	for {
		x.look()
		var answered <-chan struct{}
		if x.sent != nil {
			answered = x.sent.Done()
		}
		if x.ending && x.thinks == 0 && x.sent == nil {
			<-guest.Rest()
			return nil
		}
		select {
		case <-x.person.Ready():
		case c := <-x.moves:
			x.chosen(c)
		case <-answered:
			if err := x.sent.Err(); err != nil && !errors.Is(err, at.ErrStale) {
				x.pause = time.After(againMove)
			}
			x.sent = nil
		case <-x.pause:
			x.pause = nil
		case <-x.tired:
			if x.person.Now().Situation.Away() {
				_ = x.person.Do(at.Resign()) // after an error, again
			}
			x.tired = time.After(min(lingerTime, x.of.tired))
		case <-x.leaves:
			<-guest.Leave()
			return nil
		case <-guest.Done():
			return guest.Err()
		case <-hurry:
			if x.thinks != 0 {
				x.stop()
			}
		case <-end:
			<-guest.Rest()
			return nil
		case <-stops:
			stops, x.ending = nil, true
			hurry, end = time.After(hurryTime), time.After(endTime)
		}
	}
}

// look answers what has changed at the table: it begins a thought, answers an offer, or reports the end of a game.
func (x *sitting) look() {
	events, s := x.person.Look()
	for _, e := range events {
		if e.What == at.Presence && e.Situation.Hall && e.By != e.Seat {
			x.told++
		}
	}
	if x.told < 2 && x.pause != nil { // the first event reports the connection, the second one a player who is not there
		return
	}
	other, mine := s.Situation.Other, s.ToMove >= 0 && s.ToMove == s.Seat && len(s.Moves()) > 0
	if s.N != x.n {
		if x.n != 0 {
			x.since = time.Now()
		}
		x.n, x.tired = s.N, time.After(time.Until(x.since.Add(x.of.tired)))
	}
	x.of.mu.Lock()
	x.busy, x.waits = mine || other != at.Away, other == at.Awaited
	x.of.mu.Unlock()
	switch {
	case other != at.Awaited && !s.Over && !x.on:
		x.pause = nil
		x.on, x.failed, x.leaves = true, false, nil
		verb := "begun"
		if s.Ply > 1 {
			verb = "continued"
		}
		x.of.Say(x.line(verb))
	case s.Over && x.on:
		x.of.Say(x.line("ended") + ": " + strings.TrimSpace(s.Outcome.Text+" "+s.Outcome.Why))
		x.on = false
		x.leaves = time.After(lingerTime)
	case s.Over && other == at.Away:
		x.leaves = time.After(0)
	}
	if s.Asked(false) && !x.ending {
		answer := at.Accept()
		if s.Situation.Offer == at.DrawOffer {
			answer = at.Decline()
		}
		_ = x.person.Do(answer) // after an error, the offer is gone
	}
	switch {
	case x.thinks != 0 && x.thinks != s.N:
		x.stop() // the result does not count
	case x.thinks != 0 || x.sent != nil || x.pause != nil || x.ending:
	case mine:
		x.think(s)
	case s.Prepares && other != at.Awaited: // the bot hides something; chance decides what
		for _, move := range s.Moves() {
			if move.Begins {
				x.sent = x.person.Do(at.Play(move.Text))
			}
		}
	case other == at.Away:
		x.close()
	}
}

// line returns the beginning of a line of the log.
func (x *sitting) line(verb string) string {
	s := x.person.Sight()
	name := s.Players[(s.Seat+1)%len(s.Players)].Name
	if name == "" {
		name = "somebody without a name"
	}
	clock := x.table.Clock
	if clock == "" {
		clock = "no clock"
	}
	return fmt.Sprintf("%s: %s as %s against %s, %s, table %s", verb, x.game.Info().Title, x.game.Info().Side(s.Seat), name, clock, x.table.ID)
}

// think chooses a move for s in the background.
func (x *sitting) think(s at.Sight) {
	v := x.of
	ctx, stop := context.WithCancel(context.Background())
	if limit, clocked := limitOf(s); clocked || v.Engine == nil { // without a clock, an engine has the time that it gets from its opponent
		ctx, stop = context.WithTimeout(context.Background(), limit)
	}
	x.thinks, x.stop = s.N, stop
	v.games.Go(func() {
		defer stop()
		var c choice
		var best []string
		progress := func(r game.Report) { best = r.Line }
		c.err = rescue.Try(func() (err error) {
			m, _ := s.Match()
			if v.Engine == nil || !forEngines(m) {
				c.text, err = x.game.(game.Bots).NewBot(v.Level(x.game), x.seed).Choose(ctx, s.View, progress)
				return err
			}
			if x.opponent == nil {
				if x.opponent, err = v.Engine(x.game); err != nil {
					return err
				}
			}
			c.text, err = x.opponent.Choose(ctx, m, progress)
			return err
		})
		switch {
		case c.err == nil || ctx.Err() == nil:
		case v.Engine != nil && errors.Is(ctx.Err(), context.DeadlineExceeded):
			c.err = errors.New("it has not answered in time")
		default: // there was no time to find a better move
			if c.err, c.text = nil, s.Moves()[0].Text; len(best) > 0 {
				c.text = best[0]
			}
		}
		x.moves <- c
	})
}

// forEngines reports whether engines know the position of m. They do not if the game is over under their rules; then the computer plays on.
func forEngines(m match.Match) bool {
	engines, ok := m.Game().(game.Engines)
	if ok {
		_, _, err := engines.PositionOf(m.Setup(), match.Played(m))
		ok = err == nil
	}
	return ok
}

// limitOf returns how long the bot may think about its move in s, and whether a clock runs.
func limitOf(s at.Sight) (limit time.Duration, clocked bool) {
	if clock := s.Clock; len(clock.Left) > s.Seat && !clock.Days() {
		left := clock.Of(s.Seat, time.Now())
		return max(leastTime, min(levelTime, left/30+clock.Extra*3/4, left/3)), true
	}
	return levelTime, false
}

// chosen plays the result of a thought, unless the position has changed. An engine that fails is started again once; then the game is resigned.
func (x *sitting) chosen(c choice) {
	n := x.thinks
	x.thinks = 0
	switch s := x.person.Sight(); {
	case s.N != n:
		if c.err != nil {
			x.opponent = nil // it has closed itself
		}
	case c.err == nil:
		act := at.Play(c.text)
		act.After = n
		x.sent = x.person.Do(act)
	case x.failed:
		x.opponent = nil
		x.of.Say(x.line("failed") + ": the engine failed again: " + c.err.Error() + "; the game is resigned")
		x.sent = x.person.Do(at.Resign())
	default:
		x.opponent, x.failed = nil, true
		x.of.Say(x.line("failed") + ": the engine failed: " + c.err.Error() + "; it is started again")
	}
}

// close ends a thought and the engine.
func (x *sitting) close() {
	if x.thinks != 0 {
		x.stop()
		<-x.moves
		x.thinks = 0
	}
	if x.opponent != nil {
		_ = x.opponent.Close()
		x.opponent = nil
	}
}
