package table

import (
	"context"
	"errors"
	"time"

	"attic/game"
	"attic/match"
)

// Opponent plays a seat instead of the built-in computer player: an engine.
type Opponent interface {
	// Choose returns a move for the seat to move. Once ctx is done it returns soon, with the best move it has or an error. While it thinks
	// it may call progress, which is not nil. Unless the error is ctx.Err(), an Opponent that returned an error is closed.
	Choose(ctx context.Context, m match.Match, progress func(game.Report)) (text string, err error)
	Close() error
}

// opponents are the opponents in play, by seat and engine.
type opponents map[chair]Opponent

// chair is a seat and the Engine of its player.
type chair struct {
	seat   int
	engine string
}

// at returns the opponent in that chair, opened by open if it is new.
func (o opponents) at(c chair, open func(string) (Opponent, error)) (Opponent, error) {
	if there, ok := o[c]; ok {
		return there, nil
	}
	opened, err := open(c.engine)
	if err == nil {
		o[c] = opened
	}
	return opened, err
}

// leave closes the opponents that are no longer among players.
func (o opponents) leave(players []match.Player) {
	for c := range o {
		if !c.in(players) {
			o.dismiss(c)
		}
	}
}

// left reports whether any opponent is no longer among players.
func (o opponents) left(players []match.Player) bool {
	for c := range o {
		if !c.in(players) {
			return true
		}
	}
	return false
}

func (c chair) in(players []match.Player) bool {
	return c.seat < len(players) && players[c.seat].Program && players[c.seat].Engine == c.engine
}

// dismiss closes the opponent in that chair, which does not play again.
func (o opponents) dismiss(c chair) {
	_ = o[c].Close()
	delete(o, c)
}

var errNoEngines = game.Because(ErrSeat, "engines cannot play at this table")

// Go lets the computer play its seats until ctx is done or the table is closed. No goroutine runs while a person is to
// move. After cancelling ctx or closing the table, call stop, which returns when no program is thinking and all engines are closed.
func (t *Table) Go(ctx context.Context) (stop func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.programs = ctx
	t.wake()
	return func() {
		t.mu.Lock()
		t.programs = nil
		t.mu.Unlock()
		t.working.Wait()
		t.seated.leave(nil)
	}
}

// wake starts the goroutine that moves for the computer if there is work and it is not running.
func (t *Table) wake() {
	if !t.busy && t.work() {
		t.busy = true
		t.working.Go(t.move)
	}
}

// work reports whether the computer is to move or an engine that lost its seat has to be closed.
func (t *Table) work() bool {
	return !t.closed && !t.alone() && t.programs != nil && t.programs.Err() == nil && (thinking(t.m) || len(t.seated) > 0 && t.seated.left(t.m.Players))
}

// move plays the computer's moves for as long as it is the computer's turn.
func (t *Table) move() {
	for {
		t.mu.Lock()
		if !t.work() {
			t.busy = false
			t.mu.Unlock()
			return
		}
		m, ctx, turn, hurried := t.m, t.programs, t.turn, t.hurried
		t.mu.Unlock()
		t.seated.leave(m.Players)
		if !thinking(m) {
			continue
		}
		began := time.Now()
		think, stop := context.WithCancel(ctx)
		forget := context.AfterFunc(hurried, stop)
		seat := m.ToMove()
		tell := func(expected game.Report) { t.expect(turn, seat, expected) }
		var text string
		err := t.pool.use(think, func() (err error) {
			text, err = t.choose(think, m, tell)
			return err
		})
		forget()
		stop()
		if err == nil {
			t.linger(ctx, hurried, began)
		}
		if err == nil {
			var sent bool
			if sent, err = t.sendChoice(ctx, turn, text); sent {
				continue
			}
		}
		t.answer(ctx, turn, hurried, text, err)
	}
}

// sendChoice sends a program's choice to the host, if this table is a copy of the host's, and waits until something has changed. sent is
// false if there is no host, or if the host refuses the move; err is then the reason.
func (t *Table) sendChoice(ctx, turn context.Context, text string) (sent bool, err error) {
	t.mu.Lock()
	if t.link == nil || turn.Err() != nil {
		t.mu.Unlock()
		return false, nil
	}
	l, act := t.link.Link, Act{Verb: play, Text: text, After: t.n}
	t.mu.Unlock()
	refused := make(chan error, 1)
	l.Send(act, func(err error) {
		if err != nil {
			refused <- err
		}
	})
	for {
		select {
		case <-turn.Done():
			return true, nil
		case <-ctx.Done():
			return true, nil
		case err = <-refused:
			if !errors.Is(err, ErrStale) { // otherwise the news is on its way
				return false, err
			}
		}
	}
}

// expect shows what a program expects, unless something has changed since the program was asked.
func (t *Table) expect(turn context.Context, seat int, expected game.Report) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if turn.Err() == nil {
		t.expected = expected.Line
		t.tell(Event{What: Thinking, By: seat, Report: expected})
	}
}

// answer plays a program's choice, unless something has changed since the program was asked.
func (t *Table) answer(ctx, turn, hurried context.Context, text string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if turn.Err() != nil || ctx.Err() != nil {
		return
	}
	var c change
	if err == nil {
		c, err = played(t.m, text, true)
	}
	if err != nil && hurried.Err() != nil { // it had no time to find a better one
		c, err = played(t.m, t.found(), true)
	}
	if err == nil {
		err = t.become(c)
	}
	if err != nil { // the program failed or its move cannot be kept: a person takes its seat
		seat := t.m.ToMove()
		player := t.m.Players[seat]
		c = t.sit(seat, false, "")
		c.event = Event{What: Failed, By: seat, Player: player, Err: err}
		if t.become(c) != nil {
			t.put(c, nil) // otherwise the program would be asked again forever
		}
	}
}

// found returns the best move so far of the program whose turn it is, or else any legal move.
func (t *Table) found() string {
	if line := t.expected; len(line) > 0 {
		if _, _, err := t.m.Play(line[0]); err == nil {
			return line[0]
		}
	}
	return game.MovesOf(t.m.State())[0].Text
}

// thinking reports whether a program is to move.
func thinking(m match.Match) bool {
	seat := m.ToMove()
	return seat >= 0 && m.Players[seat].Program
}

// choose asks the program or the engine whose turn it is in m for its move.
func (t *Table) choose(ctx context.Context, m match.Match, progress func(game.Report)) (string, error) {
	seat := m.ToMove()
	player := m.Players[seat]
	if player.Engine == "" {
		bot := t.game.(game.Bots).NewBot(player.Level, m.Seed)
		return bot.Choose(ctx, m.State().View(seat), progress)
	}
	if t.opponent == nil {
		return "", errNoEngines
	}
	c := chair{seat, player.Engine}
	opponent, err := t.seated.at(c, t.opponent)
	if err != nil {
		return "", err
	}
	text, err := opponent.Choose(ctx, m, progress)
	if err != nil && ctx.Err() == nil { // after a failure the opponent may be in any state
		t.seated.dismiss(c)
	}
	return text, err
}
