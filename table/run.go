package table

import (
	"context"
	"errors"
	"time"

	"attic/game"
	"attic/match"
)

// Opponent plays a seat in the program's place: an engine.
type Opponent interface {
	// Choose returns the move of the seat to move. When ctx is done it returns soon, with the best move it has or
	// an error. While it thinks it may call progress, which is not nil. After an error, but for ctx's, it is closed.
	Choose(ctx context.Context, m match.Match, progress func(game.Thought)) (text string, err error)
	Close() error
}

// opponents are those that Run has opened, by what they play.
type opponents map[chair]Opponent

// chair is a seat and the Engine of its player.
type chair struct {
	seat   int
	engine string
}

// at returns the opponent that sits there, opened by open if it is new.
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

// leave closes those opponents that are not among players any more.
func (o opponents) leave(players []match.Player) {
	for c := range o {
		if c.seat >= len(players) || !players[c.seat].Program || players[c.seat].Engine != c.engine {
			o.dismiss(c)
		}
	}
}

// dismiss closes the opponent that sits there. It plays no more, whatever becomes of it.
func (o opponents) dismiss(c chair) {
	_ = o[c].Close()
	delete(o, c)
}

var errNoEngines = errors.New("engines cannot play at this table")

// Run lets the programs at the table move until ctx is done or the table is closed.
func (t *Table) Run(ctx context.Context) {
	seated := opponents{}
	defer seated.leave(nil)
	for ctx.Err() == nil {
		t.mu.Lock()
		m, turn, hurried, closed := t.m, t.turn, t.hurried, t.closed
		t.mu.Unlock()
		if closed {
			return
		}
		seated.leave(m.Players)
		if !thinking(m) {
			select {
			case <-turn.Done():
			case <-ctx.Done():
			}
			continue
		}
		began := time.Now()
		think, stop := context.WithCancel(ctx)
		forget := context.AfterFunc(hurried, stop)
		seat := m.ToMove()
		tell := func(expected game.Thought) { t.expect(turn, seat, expected) }
		text, err := t.choose(think, seated, m, tell)
		forget()
		stop()
		if err == nil {
			t.linger(ctx, hurried, began)
		}
		t.answer(ctx, turn, hurried, text, err)
	}
}

// expect tells what a program expects unless something has changed since it was asked.
func (t *Table) expect(turn context.Context, seat int, expected game.Thought) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if turn.Err() == nil {
		t.expected = expected
		t.tell(Event{What: Thinking, By: seat, Thought: expected})
	}
}

// answer plays a program's choice unless something has changed since it was asked.
func (t *Table) answer(ctx, turn, hurried context.Context, text string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if turn.Err() != nil || ctx.Err() != nil {
		return
	}
	if err == nil {
		err = t.play(t.m, text, true)
	}
	if err != nil && hurried.Err() != nil { // it had no time for better
		err = t.play(t.m, t.found(), true)
	}
	if err != nil { // a fault of the program: a person goes on in its place
		seat := t.m.ToMove()
		player := t.m.Players[seat]
		t.seat(seat, false, "")
		t.tell(Event{What: Failed, By: seat, Player: player, Err: err})
	}
}

// found returns the move that the program whose turn it is has found so far, or else any legal one.
func (t *Table) found() string {
	if line := t.expected.Line; len(line) > 0 {
		if _, _, err := t.m.Play(line[0]); err == nil {
			return line[0]
		}
	}
	return game.MovesOf(t.m.State())[0].Text
}

// Hurry makes the program whose turn it is move at once, by what it has found so far. When it is not a
// program's turn nothing happens.
func (t *Table) Hurry() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hurry()
}

// thinking reports whether a program is to move.
func thinking(m match.Match) bool {
	seat := m.ToMove()
	return seat >= 0 && m.Players[seat].Program
}

// choose asks the program or the engine whose turn it is in m for its move.
func (t *Table) choose(ctx context.Context, seated opponents, m match.Match, progress func(game.Thought)) (string, error) {
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
	opponent, err := seated.at(c, t.opponent)
	if err != nil {
		return "", err
	}
	text, err := opponent.Choose(ctx, m, progress)
	if err != nil && ctx.Err() == nil { // it may be in any state
		seated.dismiss(c)
	}
	return text, err
}
