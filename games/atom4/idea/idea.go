// Package idea finds the named ideas of Atom-4 in a move. The rules alone decide, without a search, whether an idea holds for the move. In the
// definitions, the move is made by one player, the mover, against the other player. The goal is the mover's goal colour, the target the other
// player's. The colours after the placed one are, in order: the reply, which the other player places; the mover's next colour; the other player's
// next colour; and the mover's last colour. A line is four vertices in line, of which some may be empty. A colour makes pieces if a piece of that
// colour, placed on a legal vertex, turns them to the goal colour of its player. It makes n in line if n pieces of a line then have that colour, and
// it made at least one of them. For later colours, the board is assumed not to change until then.
//
// A move after which the round is over, or after which the reply could win immediately, has no ideas.
package idea

import (
	"slices"

	"attic/games/atom4/rules"
)

// The names of the ideas, the strongest first.
const (
	// DoubleThreat: Colour, the next one, would win on each of At, at least two vertices, by completing Rows, and no reply prevents all wins. Count
	// is 0.
	DoubleThreat = "double threat"
	// CounterThreat: the reply would win if the mover passed, by completing Rows[0] among others, and cannot win after the move; Colour, the next one,
	// would win on each of At. Count is 0.
	CounterThreat = "counter-threat"
	// ToCome: the move lets the mover's colours that come next do more than they could if the mover passed. It has three forms. With Then, Colour,
	// the next one, on At[0] and the last colour on Then[0] would complete a row with the line Rows[0]; without the move they could not complete a
	// row with that line; Count is 0. With Rows only, the next colour on At[0] would make Count in line, at least three, on Rows[0]. Without Rows, it
	// would make Pieces on At[0], Count of them. Both counts are the most that the next colour can reach anywhere, and more than if the mover passed.
	ToCome = "colours to come"
	// BrokenPlan: if the mover passed, Colour, the reply, on At[0] and the other player's next colour on Then[0] would complete a row with the line
	// Rows[0]. After the move these two colours cannot complete any row. Count is 0.
	BrokenPlan = "broken plan"
	// SafePieces: the move makes one of Pieces, the Count pieces of the goal colour on the line Rows[0], and no reply changes any of them.
	SafePieces = "safe pieces"
	// FarPropagator: the move changes Pieces[0] through At, one piece or more of the goal colour. It makes that piece, or takes one of the target
	// colour. Count is 0.
	FarPropagator = "far propagator"
	// Crossing: the move takes Pieces[0], a piece of the target colour that is on Rows, Count lines in different directions, 2 or 3, with at least two
	// pieces of that colour each.
	Crossing = "crossing piece"
	// BrokenLine: the move takes Pieces[0], a piece of the target colour on the line Rows[0], which has Count pieces of that colour, at least three.
	BrokenLine = "broken line"
	// TwoWays: after every reply Colour, the next one, makes at least Count in line, which is 3, if there are Rows, and otherwise at least Count
	// pieces, which is 2 or more. No reply ends the round.
	TwoWays = "two ways"
	// SpoiledColour: if the mover passed, Colour, the reply, would make Pieces on At[0], the most that it could make. After the move it can make
	// fewer, at most Count.
	SpoiledColour = "spoiled colour"
)

// Names lists the names, the strongest first.
func Names() []string {
	return []string{DoubleThreat, CounterThreat, ToCome, BrokenPlan, SafePieces, FarPropagator, Crossing, BrokenLine, TwoWays, SpoiledColour}
}

// Idea is an idea that holds for a move.
type Idea struct {
	Name   string
	Count  int
	Colour rules.Color
	At     []rules.Square
	Then   []rules.Square
	Pieces []rules.Square
	Rows   []rules.Row

	form int // the index in forms
}

// forms finds the ideas of a move, the strongest first. An idea may have several forms.
var forms = [...]func(*move) (Idea, bool){
	(*move).doubleThreat, (*move).counterThreat, (*move).rowToCome, (*move).brokenPlan, (*move).ways, (*move).safePieces, (*move).farPropagator,
	(*move).lineToCome, (*move).crossing, (*move).brokenLine, (*move).piecesToCome, (*move).piecesBothWays, (*move).spoiledColour,
}

// Of returns the ideas that hold for a legal move on s, the strongest first.
func Of(p rules.Position, s rules.Square) (list []Idea) {
	m := moveOn(p, s)
	if !m.sound() {
		return nil
	}
	for i, find := range forms {
		if idea, ok := find(m); ok {
			idea.form = i
			list = append(list, idea)
		}
	}
	return list
}

// Holds reports whether an idea of the same form, at least as strong as i, holds for a legal move on s.
func (i Idea) Holds(p rules.Position, s rules.Square) bool {
	m := moveOn(p, s)
	if !m.sound() {
		return false
	}
	other, ok := forms[i.form](m)
	if i.Name == SpoiledColour {
		return ok && other.Count <= i.Count
	}
	return ok && other.Count >= i.Count
}

type move struct {
	p, next            rules.Position // before and after
	goal               rules.Color
	reply, own, theirs rules.Color // the three colours that come after the one placed
	changes            []rules.Change
	made               []rules.Square
	replies            []after // in the order of the vertices; see answers
}

// after is a position after a reply, with the best of the mover's next colour there.
type after struct {
	next rules.Position
	best best
}

func moveOn(p rules.Position, s rules.Square) *move {
	m := &move{p: p, next: p.Play(s), goal: p.Player().Goal(), changes: p.Changes(s, nil), made: p.Made(s)}
	m.reply = p.Turn().Next()
	m.own = m.reply.Next()
	m.theirs = m.own.Next()
	return m
}

// sound reports whether the round continues after the move, and the reply cannot win immediately.
func (m *move) sound() bool { return !m.next.Over() && m.next.Threats(m.reply) == (rules.Set{}) }

func (m *move) doubleThreat() (Idea, bool) {
	at := m.next.Threats(m.own)
	if at.Count() < 2 {
		return Idea{}, false
	}
	_, stopped := Stopper(m.next, m.own)
	return Idea{Name: DoubleThreat, Colour: m.own, At: at.Squares(), Rows: rows(m.next, m.own, at)}, !stopped
}

// Stopper returns the first move after which a colour cannot win on any of the vertices where it could before, if there is one.
func Stopper(p rules.Position, c rules.Color) (s rules.Square, ok bool) {
	at := p.Threats(c).Squares()
	for _, s := range p.Moves(nil) {
		still := p.Play(s).Threats(c)
		if !slices.ContainsFunc(at, still.Has) {
			return s, true
		}
	}
	return 0, false
}

func (m *move) counterThreat() (Idea, bool) {
	theirs, own := m.p.Threats(m.reply), m.next.Threats(m.own)
	return Idea{Name: CounterThreat, Colour: m.own, At: own.Squares(), Rows: rows(m.p, m.reply, theirs)}, theirs != rules.Set{} && own != rules.Set{}
}

func (m *move) rowToCome() (Idea, bool) {
	before := plans(m.p, m.own)
	for _, plan := range plans(m.next, m.own) {
		if !slices.ContainsFunc(before, func(b Idea) bool { return b.Rows[0] == plan.Rows[0] }) {
			plan.Name = ToCome
			return plan, true
		}
	}
	return Idea{}, false
}

func (m *move) brokenPlan() (Idea, bool) {
	before := plans(m.p, m.reply)
	if len(before) == 0 || len(plans(m.next, m.reply)) > 0 {
		return Idea{}, false
	}
	before[0].Name = BrokenPlan
	return before[0], true
}

// answers returns the positions after the replies, or nil if a reply ends the round.
func (m *move) answers() []after {
	if m.replies == nil {
		for _, r := range m.next.Moves(nil) {
			q := m.next.Play(r)
			if q.Over() {
				return nil
			}
			m.replies = append(m.replies, after{q, most(q, m.own)})
		}
	}
	return m.replies
}

func (m *move) ways() (Idea, bool) {
	idea := Idea{Name: TwoWays, Colour: m.own, Count: 3}
	for _, a := range m.answers() {
		if a.best.inLine < 3 {
			return Idea{}, false
		}
		idea.Rows = []rules.Row{a.best.line}
	}
	return idea, idea.Rows != nil
}

func (m *move) piecesBothWays() (Idea, bool) {
	idea := Idea{Name: TwoWays, Colour: m.own}
	for i, a := range m.answers() {
		if n := len(a.best.pieces); i == 0 || n < idea.Count {
			idea.Count = n
		}
	}
	return idea, idea.Count >= 2
}

func (m *move) safePieces() (Idea, bool) {
	idea := Idea{Name: SafePieces}
	for _, line := range rules.Fours(m.made...) {
		n := m.next.CountIn(line, m.goal)
		if n > idea.Count && !slices.ContainsFunc(m.next.Moves(nil), func(r rules.Square) bool {
			q := m.next.Play(r)
			return q.CountIn(line, m.goal) < n
		}) {
			idea.Count, idea.Rows = n, []rules.Row{line}
		}
	}
	if idea.Rows == nil {
		return Idea{}, false
	}
	for _, s := range idea.Rows[0].Squares(nil) {
		if m.next.At(s) == m.goal {
			idea.Pieces = append(idea.Pieces, s)
		}
	}
	return idea, true
}

func (m *move) farPropagator() (Idea, bool) {
	for _, c := range m.changes {
		if c.Passed > 0 && (c.New == m.goal || c.Old == m.goal.Opposite()) {
			path := rules.Row{First: c.At, Dir: c.Dir.Opposite(), Len: c.Passed + 1}.Squares(nil)
			slices.Reverse(path[1:])
			return Idea{Name: FarPropagator, Pieces: path[:1], At: path[1:], Colour: c.New}, true
		}
	}
	return Idea{}, false
}

func (m *move) crossing() (idea Idea, ok bool) {
	target := m.goal.Opposite()
	for _, c := range m.changes {
		if c.Old != target {
			continue
		}
		var longest [rules.Directions]rules.Row
		for _, line := range rules.Fours(c.At) {
			if n := m.p.CountIn(line, target); n >= 2 && (longest[line.Dir].Len == 0 || n > m.p.CountIn(longest[line.Dir], target)) {
				longest[line.Dir] = line
			}
		}
		across := slices.DeleteFunc(longest[:], func(line rules.Row) bool { return line.Len == 0 })
		if len(across) > max(idea.Count, 1) {
			idea = Idea{Name: Crossing, Count: len(across), Pieces: []rules.Square{c.At}, Rows: across, Colour: c.New}
		}
	}
	return idea, idea.Count > 0
}

func (m *move) brokenLine() (idea Idea, ok bool) {
	target := m.goal.Opposite()
	for _, c := range m.changes {
		if c.Old != target {
			continue
		}
		for _, line := range rules.Fours(c.At) {
			if n := m.p.CountIn(line, target); n >= 3 && n > idea.Count {
				idea = Idea{Name: BrokenLine, Count: n, Pieces: []rules.Square{c.At}, Rows: []rules.Row{line}, Colour: c.New}
			}
		}
	}
	return idea, idea.Count > 0
}

func (m *move) lineToCome() (Idea, bool) {
	now, was := most(m.next, m.own), most(m.p, m.own)
	return Idea{Name: ToCome, Colour: m.own, Count: now.inLine, At: []rules.Square{now.lineAt}, Rows: []rules.Row{now.line}}, now.inLine >= 3 && now.inLine > was.inLine
}

func (m *move) piecesToCome() (Idea, bool) {
	now, was := most(m.next, m.own), most(m.p, m.own)
	n := len(now.pieces)
	return Idea{Name: ToCome, Colour: m.own, Count: n, At: []rules.Square{now.piecesAt}, Pieces: now.pieces}, n > len(was.pieces)
}

func (m *move) spoiledColour() (Idea, bool) {
	now, was := most(m.next, m.reply), most(m.p, m.reply)
	return Idea{Name: SpoiledColour, Colour: m.reply, Count: len(now.pieces), At: []rules.Square{was.piecesAt}, Pieces: was.pieces}, len(now.pieces) < len(was.pieces)
}

// best is the most that a colour can make by one move, and the first vertex on which it does.
type best struct {
	pieces   []rules.Square
	piecesAt rules.Square
	inLine   int
	lineAt   rules.Square
	line     rules.Row
}

// most returns the best of a colour in a position, if it moved now.
func most(p rules.Position, c rules.Color) (b best) {
	p = p.WithTurn(c)
	goal := p.Player().Goal()
	for _, s := range p.Moves(nil) {
		made := p.Made(s)
		if made == nil {
			continue
		}
		if len(made) > len(b.pieces) {
			b.pieces, b.piecesAt = made, s
		}
		next := p.Play(s)
		for _, line := range rules.Fours(made...) {
			if n := next.CountIn(line, goal); n > b.inLine {
				b.inLine, b.line, b.lineAt = n, line, s
			}
		}
	}
	return b
}

// plans returns the lines that are in a row after the colour c and then the same player's next colour, which completes the row. Each line is Rows[0]
// of one of the results, with Colour, At and Then.
func plans(p rules.Position, c rules.Color) (list []Idea) {
	last := c.Next().Next()
	p = p.WithTurn(c)
	for _, x := range p.Moves(nil) {
		q := p.Play(x)
		if q.Over() {
			continue
		}
		q = q.WithTurn(last)
		for _, y := range q.Threats(last).Squares() {
			for _, row := range q.WinningRows(y) {
				on := row.Squares(nil)
				for k := range len(on) - 3 {
					line := rules.Row{First: on[k], Dir: row.Dir, Len: 4}
					if !slices.ContainsFunc(list, func(i Idea) bool { return i.Rows[0] == line }) {
						list = append(list, Idea{Colour: c, At: []rules.Square{x}, Then: []rules.Square{y}, Rows: []rules.Row{line}})
					}
				}
			}
		}
	}
	return list
}

// rows returns the rows that a colour would complete on the vertices in the parameter at, each row once.
func rows(p rules.Position, c rules.Color, at rules.Set) (list []rules.Row) {
	p = p.WithTurn(c)
	for _, s := range at.Squares() {
		for _, row := range p.WinningRows(s) {
			if !slices.Contains(list, row) {
				list = append(list, row)
			}
		}
	}
	return list
}
