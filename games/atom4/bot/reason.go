package bot

import (
	"context"
	"slices"

	"attic/game/search"
	"attic/games/atom4/idea"
	"attic/games/atom4/rules"
)

// Advice is a recommended move and the reason for it.
type Advice struct {
	Line   []rules.Square // the expected moves, the recommended one first
	Depth  int            // plies searched to the end
	Chance float64        // of the player to move to win, from 0 to 1; a draw counts half
	Win    int            // plies to a proved win of that player; negative: to a proved loss; 0: unknown
	Reason Reason
}

// ReasonKind is the kind of a reason for a move.
type ReasonKind uint8

// The kinds, the strongest reasons first. The mover is the player to move, the other is the opponent; a line is four vertices in line.
const (
	Wins       ReasonKind = iota // the move completes Rows
	Forces                       // the mover wins within Plies whatever the other does; if At is not empty, always by Colour on one of At
	Alone                        // the move is the only legal one
	Dead                         // nobody can complete a row any more
	Drawn                        // a complete search found that nobody can force a row
	Loses                        // whatever the mover does, the other wins within Plies; if that is 2, by Colour on any of At
	Stops                        // the other would complete Rows[0] by Colour on any of At next turn; after the move it cannot win then
	Threatens                    // the move turns Turned to the goal colour, which makes Count on the line Rows[0]; next turn Colour on any of At would complete it
	Opens                        // next turn Colour on any of At would complete Rows[0]
	Prepares                     // like Threatens, for the turn after the next
	Forestalls                   // like Stops, but for the other's turn after the next: Colour could not win then if the board stayed as it is after the move
	Searched                     // the search finds nothing better within Plies, and no other reason is known
)

// Reason is the reason for a move. Fields that the kind does not name are empty. Unless the kind says so, the other player cannot win next.
type Reason struct {
	Kind   ReasonKind
	Plies  int
	Colour rules.Color
	At     []rules.Square // ascending
	Rows   []rules.Row
	Turned []rules.Square
	Count  int

	Next []rules.Square // of Stops: where the mover's next colour would win after the move; ascending
	Else int            // the plies within which every other move loses; 0: not proved, or implied by the kind
}

// The limits of a search for advice.
const (
	adviceHash = 8 // megabytes
	otherDepth = 3 // the depth to which the replies to other moves are searched, in plies
	otherShare = 8 // 1/otherShare of the nodes may be used for that, and as many for the end of a winning line
)

// NewAdviser returns an engine for Advise.
func NewAdviser() *Engine { return NewEngine(adviceHash, 1) }

// Advise searches about nodes positions for the best move of the player to move and the reason for it. A new engine on one thread gives equal
// advice for equal positions and nodes. When ctx is done, Advise returns the best move found so far. The only error is ErrOver.
func (e *Engine) Advise(ctx context.Context, p rules.Position, nodes int64) (Advice, error) {
	if p.Over() {
		return Advice{}, ErrOver
	}
	var whole Thought // the last complete iteration
	found := e.Search(ctx, p, search.Limits{Nodes: max(nodes, 1)}, func(t Thought) { whole = t })
	plies, decided := search.Decided(found.Score)
	if decided && found.Score < 0 && found.Score != whole.Score {
		decided, found = false, whole // the best move of the last iteration loses, but not all other moves have been searched
	}
	a := Advice{Line: found.Line, Depth: found.Depth, Chance: chance(found.Score), Win: found.Wins()}
	if decided {
		a.Line = finish(ctx, e, p, a.Line, plies, nodes/otherShare)
	}
	a.Reason = advised{Advice: a, p: p, next: p.Play(found.Best), move: found.Best}.reason()
	if a.Reason.Kind > Loses {
		a.Reason.Else = others(ctx, e, p, found.Best, nodes/otherShare)
	}
	return a, nil
}

// chance converts a score to a chance of winning, from 0 to 1.
func chance(score int) float64 { return search.Chance(score, ChanceScale) }

// ChanceScale is the score at which a player wins about three rounds in four if both make human mistakes; see docs/science.md.
const ChanceScale = 110

// finish completes a line that ends with a win within plies plies from p: a search cuts off its line where every move loses.
func finish(ctx context.Context, e *Engine, p rules.Position, line []rules.Square, plies int, nodes int64) []rules.Square {
	for _, s := range line {
		p = p.Play(s)
	}
	for !p.Over() && len(line) < plies && nodes > 0 && ctx.Err() == nil {
		t := e.Search(ctx, p, search.Limits{Depth: plies - len(line), Nodes: nodes}, nil)
		nodes -= t.Nodes
		if _, decided := search.Decided(t.Score); !decided {
			break
		}
		for _, s := range t.Line {
			line, p = append(line, s), p.Play(s)
		}
	}
	return line
}

// others returns the number of plies within which every move except the one in the parameter move loses, or 0 if the given number of nodes
// does not prove that.
func others(ctx context.Context, e *Engine, p rules.Position, move rules.Square, nodes int64) (plies int) {
	var unclear []rules.Position
	for _, s := range p.Moves(nil) {
		next := p.Play(s)
		if s != move && (next.Over() || next.Threats(next.Turn()) == (rules.Set{})) {
			unclear = append(unclear, next)
		}
	}
	plies = 2
	for _, next := range unclear {
		if next.Over() || nodes <= 0 || ctx.Err() != nil {
			return 0
		}
		t := e.Search(ctx, next, search.Limits{Depth: otherDepth, Nodes: nodes}, nil)
		nodes -= t.Nodes
		n, decided := search.Decided(t.Score)
		if !decided || t.Score < 0 {
			return 0
		}
		plies = max(plies, n+1)
	}
	return plies
}

type advised struct {
	Advice
	p, next rules.Position // before and after
	move    rules.Square
}

func (m advised) reason() Reason {
	reply := m.p.Turn().Next()
	own, left := reply.Next(), deadTries
	switch {
	case m.next.Won():
		return Reason{Kind: Wins, Rows: m.p.WinningRows(m.move)}
	case m.Win > 0:
		r := Reason{Kind: Forces, Plies: m.Win}
		if m.Win == 3 {
			r.Colour = own
			if _, stopped := idea.Stopper(m.next, own); !stopped {
				r.At = m.next.Threats(own).Squares()
			}
		}
		return r
	case m.p.LegalSet().Count() == 1:
		return Reason{Kind: Alone}
	case rules.Squares-m.p.Count() <= deadEnd && never(m.p, &left):
		return Reason{Kind: Dead}
	case m.Depth == search.MaxDepth && m.Win == 0 && m.Chance == chance(0):
		return Reason{Kind: Drawn}
	case m.Win < 0:
		r := Reason{Kind: Loses, Plies: -m.Win}
		if r.Plies == 2 {
			r.Colour = reply
			r.At = m.next.Threats(reply).Squares()
		}
		return r
	}
	if r, ok := m.denies(Stops, reply); ok {
		r.Next = m.next.Threats(own).Squares()
		return r
	}
	if r, ok := m.completes(Threatens, own); ok {
		return r
	}
	if r, ok := row(Opens, own, m.next); ok {
		return r
	}
	if r, ok := m.completes(Prepares, own.Next().Next()); ok {
		return r
	}
	if r, ok := m.denies(Forestalls, own.Next()); ok {
		return r
	}
	return Reason{Kind: Searched, Plies: m.Depth}
}

// A round with more empty vertices than deadEnd, or more than deadTries positions to try, is never called dead. deadTries
// is enough to fill eight vertices in every order.
const (
	deadEnd   = 10
	deadTries = 120_000
)

// never reports whether nobody can complete a row, whatever is played. It returns false if more than *left positions would have to be
// tried.
func never(p rules.Position, left *int) bool {
	if p.Over() {
		return !p.Won()
	}
	if *left--; *left < 0 {
		return false
	}
	for _, s := range p.Moves(nil) {
		if !never(p.Play(s), left) {
			return false
		}
	}
	return true
}

// denies looks for a row that the other player would complete with a colour, and cannot complete with it after the move.
func (m advised) denies(kind ReasonKind, c rules.Color) (Reason, bool) {
	r, ok := row(kind, c, m.p)
	return r, ok && m.next.Threats(c) == (rules.Set{})
}

// row returns a reason with a row that a colour would complete in p.
func row(kind ReasonKind, c rules.Color, p rules.Position) (Reason, bool) {
	would := completions(p, c)
	if len(would) == 0 {
		return Reason{}, false
	}
	line := would[0].rows[0]
	return Reason{Kind: kind, Colour: c, Rows: []rules.Row{line}, At: completing(would, line)}, true
}

// completes looks for a line that the colour c would complete, with a piece that the move turned to the goal colour.
func (m advised) completes(kind ReasonKind, c rules.Color) (Reason, bool) {
	would := completions(m.next, c)
	r, made := Reason{Kind: kind, Colour: c}, m.p.Made(m.move)
	for _, line := range rules.Fours(made...) {
		n := m.next.CountIn(line, m.p.Player().Goal())
		if at := completing(would, line); len(at) > 0 && n > r.Count {
			r.Count, r.Rows, r.At, r.Turned = n, []rules.Row{line}, at, within(line, made)
		}
	}
	return r, r.Count > 0
}

// completion is a legal vertex and the rows that a piece there would complete.
type completion struct {
	at   rules.Square
	rows []rules.Row
}

// completions returns where the colour c would win in p if it were c's turn.
func completions(p rules.Position, c rules.Color) []completion {
	p = p.WithTurn(c)
	var list []completion
	for _, s := range p.Threats(c).Squares() {
		list = append(list, completion{s, p.WinningRows(s)})
	}
	return list
}

// completing returns the vertices of the completions that complete the line, or a row that contains it.
func completing(list []completion, line rules.Row) []rules.Square {
	var at []rules.Square
	part := line.Squares(nil)
	for _, c := range list {
		if slices.ContainsFunc(c.rows, func(row rules.Row) bool { return len(within(row, part)) == len(part) }) {
			at = append(at, c.at)
		}
	}
	return at
}

// within returns the squares of list that lie in row.
func within(row rules.Row, list []rules.Square) []rules.Square {
	in := row.Squares(nil)
	return slices.DeleteFunc(slices.Clone(list), func(s rules.Square) bool { return !slices.Contains(in, s) })
}
