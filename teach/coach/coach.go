// Package coach judges the moves of a person at a table. While it judges a move that was played, the computer waits with its answer, so
// that the move can be taken back; in a game.Cautious game it judges moves before they are played. It asks nothing itself: the line mode
// and the screens ask what a Verdict says.
package coach

import (
	"context"
	"slices"
	"strings"

	"attic/game"
	"attic/internal/later"
	"attic/match"
	"attic/table"
	"attic/teach/review"
)

// Coach judges one move at a time. It is not safe for concurrent use.
type Coach struct {
	person  *table.Person
	table   *table.Table
	on      *bool
	judging *later.Result[string] // nil: no move is being judged
	move    game.Move             // the move being judged, if it has not been played yet; otherwise its Text is ""
	act     table.Act             // plays move
	seen    uint64                // the number of the last change before the move is played
	ply     int                   // after the move that was played
	held    bool                  // the computer waits
	asks    asks
}

// asks counts the questions of one round.
type asks struct {
	round, ply int // of the first one; the ply tells a new game from the one before
	number     int
}

// more reports whether there may be another question at a ply of a round. It forgets those of an earlier game.
func (a *asks) more(round, ply int) bool {
	if round != a.round || ply < a.ply {
		*a = asks{}
	}
	return a.number < Most
}

func (a *asks) add(round, ply int) {
	if a.number == 0 {
		a.round, a.ply = round, ply
	}
	a.number++
}

const (
	// Most is how often a coach asks in one round.
	Most = 3
	// Beginners is the highest level of the computer against which a coach takes a person for a beginner: see review.Warning.
	Beginners = 6
)

// New returns a coach of a person, who is woken when a judgement is ready. It judges moves while on is set and nobody plays from another
// machine: in an open game with hints those that were played, in a game.Cautious game those that are to be played. t is the table, whose
// computer has to wait; if it is nil, because it belongs to another person, moves that were played are not judged.
func New(p *table.Person, t *table.Table, on *bool) *Coach {
	return &Coach{person: p, table: t, on: on}
}

// Verdict is a judgement of a move.
type Verdict struct {
	Warning string    // what is wrong with the move; "" if it may stand
	Move    game.Move // the move, if it has not been played yet; otherwise its Text is ""
	Act     table.Act // what yes to Question does: plays Move, or takes back the move that was played
}

// Question returns what to ask about a move with a Warning, and what yes does.
func (v Verdict) Question() (text, yes string) {
	if v.Move.Text == "" {
		return v.Warning + " Take it back?", "take it back"
	}
	return v.Warning + " " + v.Move.Label + " anyway?", strings.ToLower(v.Move.Label)
}

// Holds reports whether the coach holds a move back, to judge it before it is played: then do not send it, because Verdict returns it.
// Otherwise send it and tell the coach with Sent.
func (c *Coach) Holds(a table.Act) bool {
	c.Stop()
	look, ok := c.doubts(a)
	if ok {
		c.act, c.seen = a, c.person.Now().N
		c.judging = later.Go(c.person.Waker(), look)
		return true
	}
	c.hold(c.judges())
	return false
}

// Holding reports whether a move is held back and being judged.
func (c *Coach) Holding() bool { return c.judging != nil && c.move.Text != "" }

// Sent tells the coach that a move was sent which it does not hold, and why it was refused, or nil. It begins to judge the move if it judges such
// moves.
func (c *Coach) Sent(refused error) {
	m, open := c.person.Sight().Match()
	if refused != nil || !c.held || !open {
		c.Stop()
		return
	}
	c.ply = m.Ply()
	if !c.asks.more(m.Round(), c.ply) {
		c.Stop()
		return
	}
	beginner := slices.ContainsFunc(m.Players, func(p match.Player) bool { return p.Program && p.Engine == "" && p.Level <= Beginners })
	c.judging = later.Go(c.person.Waker(), func(ctx context.Context) (string, error) {
		return review.Warning(review.In(ctx, c.person.Search), m, beginner)
	})
}

// judges reports whether the person's next move is judged after it was played.
func (c *Coach) judges() bool {
	g, now := c.person.Game(), c.person.Now()
	_, advises := g.(game.Advisor)
	return *c.on && c.table != nil && advises && g.Info().Open && !now.Shared() && now.ToMove >= 0 && !now.Thinking
}

// doubts returns what judges the move of an act before it is played, and false if it is not judged then. It sets c.move.
func (c *Coach) doubts(a table.Act) (look func(context.Context) (string, error), ok bool) {
	cautious, ok := c.person.Game().(game.Cautious)
	now := c.person.Now()
	if !ok || !*c.on || a.Verb != table.Play("").Verb || now.Shared() || now.ToMove < 0 || now.Seat != now.ToMove || now.Thinking ||
		!c.asks.more(now.Round, now.Ply) {
		return nil, false
	}
	moves := c.person.Sight().Moves()
	i := slices.IndexFunc(moves, func(m game.Move) bool { return m.Text == strings.ToLower(strings.TrimSpace(a.Text)) })
	if i < 0 || !cautious.Early(moves[i].Text) {
		return nil, false
	}
	c.move = moves[i]
	return func(ctx context.Context) (text string, err error) {
		err = c.person.Search(ctx, func() (err error) {
			text, err = cautious.Caution(ctx, now.View, a.Text)
			return err
		})
		return text, err
	}, true
}

// Judging reports whether a move is being judged.
func (c *Coach) Judging() bool { return c.judging != nil }

// Asks reports whether Verdict has returned a warning about a move that was played, for which the computer still waits.
func (c *Coach) Asks() bool { return c.judging == nil && c.held }

// Verdict returns the judgement of a move when it is ready, once. If the game has gone on meanwhile, or the move could not be judged, there
// is nothing to say against the move; one that has not been played and no longer fits is dropped. The computer
// waits for the answer to a warning until Stop is called.
func (c *Coach) Verdict() (v Verdict, ok bool) {
	if !c.judging.Ready() {
		return Verdict{}, false
	}
	text, err := c.judging.Get()
	v = Verdict{Warning: text, Move: c.move, Act: c.act}
	if v.Move.Text == "" {
		v.Act = table.Undo()
	}
	c.judging, c.move = nil, game.Move{}
	now := c.person.Now()
	switch {
	case v.Move.Text != "" && now.N != c.seen:
		return Verdict{}, false
	case err != nil, v.Move.Text == "" && now.Ply != c.ply:
		v.Warning = ""
	}
	if v.Warning == "" {
		c.Stop()
	} else {
		c.asks.add(now.Round, now.Ply)
	}
	return v, true
}

// Stop ends judging, and lets the computer move.
func (c *Coach) Stop() {
	c.judging.End()
	c.judging, c.move = nil, game.Move{}
	c.hold(false)
}

func (c *Coach) hold(on bool) {
	if c.held != on {
		c.held = on
		c.table.Hold(on)
	}
}
