package bot

import (
	"context"
	"slices"

	"attic/game/search"
	"attic/games/atom4/rules"
)

// Advice is a recommended move and the reason for it.
type Advice struct {
	Line   []rules.Square // the expected moves, the recommended one first
	Depth  int            // plies searched to the end
	Chance float64        // that the player to move wins, from 0 to 1, a draw counting half
	Win    int            // plies to a proved win of that player; negative: to a proved loss; 0: unknown
	Reason Reason
}

// Kind is the kind of a reason for a move.
type Kind uint8

// The kinds, the strongest reasons first. The mover is the player who is to move, the other one is the other
// player; a line is four vertices in line.
const (
	Wins       Kind = iota // the move completes Rows
	Forces                 // the mover wins within Plies whatever the other does; if there are At, always by Colour on one of them
	Alone                  // the move is the only legal one
	Dead                   // whatever is played from now on, nobody completes a row any more
	Drawn                  // a complete search found that nobody can force a row
	Loses                  // whatever the mover does, the other wins within Plies; if that is 2, by Colour on any of At
	Stops                  // the other would complete Rows[0] by Colour on any of At next turn, and cannot win then after the move
	Threatens              // it turns Turned to the goal colour, which makes Count on the line Rows[0]; next turn Colour on any of At would complete it
	Opens                  // next turn Colour on any of At would complete Rows[0]
	Prepares               // like Threatens, for the turn after the next
	Forestalls             // like Stops, for the other's turn after the next: with the board as it is after the move, Colour wins nowhere
	Searched               // the search finds nothing better within Plies, and nothing else is known
)

// Reason says why a move is good. Fields that the kind does not name are empty. Unless the kind says so, the other player cannot
// win at once after the move.
type Reason struct {
	Kind   Kind
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

// Advise searches about nodes nodes on one thread for a move of the player to move, and finds why it is good. Equal
// positions and nodes give equal advice. When ctx is done it returns the best move found so far. The only error is
// ErrOver.
func Advise(ctx context.Context, p rules.Position, nodes int64) (Advice, error) {
	if p.Over() {
		return Advice{}, ErrOver
	}
	e := NewEngine(adviceHash, 1)
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
	m := advised{Advice: a, p: p, move: found.Best, next: p.Play(found.Best)}
	m.changes = p.Changes(m.move, nil)
	a.Reason = m.reason()
	if a.Reason.Kind > Loses {
		a.Reason.Else = others(ctx, e, p, m.move, nodes/otherShare)
	}
	return a, nil
}

// chance converts a score to a chance of winning, from 0 to 1.
func chance(score int) float64 { return search.Chance(score, ChanceScale) }

// ChanceScale is the score at which a player wins about three rounds in four, if both players err as people do: docs/science.md, "Chances to win".
const ChanceScale = 110

// finish completes a line that ends with a win within plies plies from p: a search cuts off its line where every move
// loses.
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

// others returns the number of plies within which every move except move loses, or 0 if that is not proved within nodes
// nodes.
func others(ctx context.Context, e *Engine, p rules.Position, move rules.Square, nodes int64) (plies int) {
	var unclear []rules.Position
	for _, s := range p.Moves(nil) {
		next := p.Play(s)
		if s != move && (next.Over() || !threatened(next)) {
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

func threatened(p rules.Position) bool { return p.Threats(p.Turn()) != rules.Set{} }

type advised struct {
	Advice
	p, next rules.Position // before and after
	move    rules.Square
	changes []rules.Change
}

func (m advised) reason() Reason {
	for _, holds := range []func(advised) (Reason, bool){
		advised.wins, advised.forces, advised.alone, advised.dead, advised.drawn, advised.loses, advised.stops, advised.threatens, advised.opens,
		advised.prepares, advised.forestalls,
	} {
		if r, ok := holds(m); ok {
			return r
		}
	}
	return Reason{Kind: Searched, Plies: m.Depth}
}

func (m advised) wins() (Reason, bool) {
	return Reason{Kind: Wins, Rows: m.p.WinningRows(m.move)}, m.next.Won()
}

func (m advised) forces() (Reason, bool) {
	r := Reason{Kind: Forces, Plies: m.Win}
	if m.Win == 3 {
		r.Colour = m.own(1)
		at := m.next.Threats(r.Colour)
		for _, s := range m.next.Moves(nil) {
			if answered := m.next.Play(s); meet(answered.Threats(r.Colour), at) == (rules.Set{}) {
				at = rules.Set{}
				break
			}
		}
		r.At = at.Squares()
	}
	return r, m.Win > 0
}

func (m advised) alone() (Reason, bool) { return Reason{Kind: Alone}, m.p.MoveCount() == 1 }

// A round with more empty vertices than deadEnd, or more than deadTries positions to try, is never called dead. deadTries
// is enough to fill eight vertices in every order.
const (
	deadEnd   = 10
	deadTries = 120_000
)

func (m advised) dead() (Reason, bool) {
	left := deadTries
	return Reason{Kind: Dead}, rules.Squares-m.p.Count() <= deadEnd && never(m.p, &left)
}

// never reports whether nobody can complete a row, whatever is played; false if there are more than left positions to try.
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

func (m advised) drawn() (Reason, bool) {
	return Reason{Kind: Drawn}, m.Depth == search.MaxDepth && m.Win == 0 && m.Chance == chance(0)
}

func (m advised) loses() (Reason, bool) {
	r := Reason{Kind: Loses, Plies: -m.Win}
	if r.Plies == 2 {
		r.Colour = m.next.Turn()
		r.At = m.next.Threats(r.Colour).Squares()
	}
	return r, m.Win < 0
}

func (m advised) stops() (Reason, bool) {
	r, ok := m.denies(Stops, m.p.Turn().Next())
	r.Next = m.next.Threats(m.own(1)).Squares()
	return r, ok
}

func (m advised) forestalls() (Reason, bool) { return m.denies(Forestalls, m.p.Turn().Opposite()) }

// denies looks for a row that the other player would complete with a colour, and cannot complete with it after the move.
func (m advised) denies(kind Kind, c rules.Color) (Reason, bool) {
	would := completions(m.p, c)
	if len(would) == 0 || m.next.Threats(c) != (rules.Set{}) {
		return Reason{}, false
	}
	r := Reason{Kind: kind, Colour: c, Rows: would[0].rows[:1]}
	r.At = completing(would, r.Rows[0])
	return r, true
}

func (m advised) threatens() (Reason, bool) { return m.completes(Threatens, m.own(1)) }

func (m advised) prepares() (Reason, bool) { return m.completes(Prepares, m.own(2)) }

// completes looks for a line with a piece that the move turned to the goal colour and that a colour would complete.
func (m advised) completes(kind Kind, c rules.Color) (Reason, bool) {
	would := completions(m.next, c)
	r := Reason{Kind: kind, Colour: c}
	for _, line := range rules.Fours(m.made()...) {
		n := m.next.CountIn(line, m.goal())
		if at := completing(would, line); len(at) > 0 && n > r.Count {
			r.Count, r.Rows, r.At, r.Turned = n, []rules.Row{line}, at, within(line, m.made())
		}
	}
	return r, r.Count > 0
}

func (m advised) opens() (Reason, bool) {
	r := Reason{Kind: Opens, Colour: m.own(1)}
	would := completions(m.next, r.Colour)
	if len(would) == 0 {
		return r, false
	}
	r.Rows = would[0].rows[:1]
	r.At = completing(would, r.Rows[0])
	return r, true
}

func (m advised) goal() rules.Color { return m.p.Player().Goal() }

// own returns the mover's colour after turns turns.
func (m advised) own(turns int) rules.Color {
	c := m.p.Turn()
	for range turns {
		c = c.Next().Next()
	}
	return c
}

func (m advised) made() []rules.Square {
	var list []rules.Square
	for _, c := range m.changes {
		if c.New == m.goal() {
			list = append(list, c.At)
		}
	}
	return list
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

func within(row rules.Row, list []rules.Square) []rules.Square {
	in := row.Squares(nil)
	return slices.DeleteFunc(slices.Clone(list), func(s rules.Square) bool { return !slices.Contains(in, s) })
}

func meet(a, b rules.Set) rules.Set {
	for i := range a {
		a[i] &= b[i]
	}
	return a
}
