// Package coach judges the moves of a person at a table. While it judges a move that was played, the computer does not answer, so that the move
// can be taken back; in a game.Cautious game it judges moves before they are played. It asks nothing itself; front-ends ask the question of a
// Verdict.
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
	seen    uint64                // the number of the table's last change when the move was held back
	ply     int                   // the ply after the move that was played
	held    bool                  // the computer is waiting
	asks    asks
}

// asks counts the questions of one round.
type asks struct {
	round, ply int // round and ply of the first question; an earlier ply shows that a new game has begun or moves were taken back
	number     int
}

// more reports whether another question is allowed at a ply of a round. It forgets the questions if the round is another one or the ply is earlier
// than that of the first question.
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
	// Most is the largest number of questions that a coach asks in one round.
	Most = 3
	// Beginners is the highest level of the computer against which a person counts as a beginner; see review.Warning.
	Beginners = 6
)

// New returns a coach for a person, who is woken when a judgement is ready. The coach judges moves while *on is true and nobody plays from
// another machine. In open games with hints it judges moves after they were played, in game.Cautious games before. t is the table whose computer
// must wait. If t is nil, because the table belongs to another person, moves are not judged after they were played.
func New(p *table.Person, t *table.Table, on *bool) *Coach {
	return &Coach{person: p, table: t, on: on}
}

// Verdict is a judgement of a move.
type Verdict struct {
	Warning string    // a sentence about the fault of the move; "" if there is none
	Move    game.Move // the move, if it has not been played yet; otherwise its Text is ""
	Act     table.Act // the act if Question is answered with yes: to play Move, or to take back the move that was played
}

// Question returns the question about a move with a Warning, and the wording of the answer yes.
func (v Verdict) Question() (text, yes string) {
	if v.Move.Text == "" {
		return v.Warning + " Take it back?", "take it back"
	}
	return v.Warning + " " + v.Move.Label + " anyway?", strings.ToLower(v.Move.Label)
}

// Holds reports whether the coach holds back the act a to judge it before it is played. If so, do not send it, because Verdict will return it.
// Otherwise send it, and then call Sent.
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

// Sent tells the coach that a move that it does not hold back was sent; refused is the error if the move was refused, or nil. Sent starts to
// judge the move if moves are judged after they were played.
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

// judges reports whether the person's next move will be judged after it was played.
func (c *Coach) judges() bool {
	g, now := c.person.Game(), c.person.Now()
	_, advises := g.(game.Advisor)
	return *c.on && c.table != nil && advises && g.Info().Open && !now.Shared() && now.ToMove >= 0 && !now.Thinking
}

// doubts returns a function that judges the move of an act before it is played, and sets c.move. ok is false if it is not judged in advance.
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

// Asks reports whether the computer is still waiting because Verdict has returned a warning about a move that was played.
func (c *Coach) Asks() bool { return c.judging == nil && c.held }

// Verdict returns the judgement of a move once, when it is ready. If the game has continued meanwhile, or the move could not be judged, the
// Warning is "". A move that was held back is dropped if the table has changed. After a warning, the computer waits until Stop is called.
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

// Stop stops judging and lets the computer move.
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
