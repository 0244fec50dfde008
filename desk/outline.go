package desk

import (
	"slices"
	"strconv"
	"strings"

	"attic/draw/grid"
	"attic/game"
	"attic/match/tree"
	"attic/table"
)

// outline lays out the tree of an analysis as rows of the list of moves. It keeps the rows until the tree or the room changes, and the pieces as long as
// the analysis is at the table: rows that are not visible cost nothing after the first layout.
type outline struct {
	info    game.Info
	tree    tree.Tree
	at      tree.ID // the move shown
	columns []int
	turns   int // the number of the last turn of the main line

	laid   tree.Tree // the tree and the room of the rows
	room   Room
	rows   []Turn
	widest float64 // the width of the widest move of the main line
	pieces map[tree.ID]grid.Role
}

// over makes the outline one of the analysis in a sight, and returns the columns of its list: those of the line shown and of the main line.
func (o *outline) over(live table.Sight, info game.Info, at int, columns []int) []int {
	t, _, _ := live.Study()
	o.info, o.at = info, table.StudyAt(live, at)
	if t != o.tree || o.columns == nil {
		o.tree, o.columns, o.turns = t, nil, 0
		for id := t.Next(tree.Root); ; id = t.Next(id) {
			turn, seat := t.Turn(id)
			if o.turns = max(o.turns, turn); seat >= 0 && !slices.Contains(o.columns, seat) {
				o.columns = append(o.columns, seat)
			}
			if t.Next(id) == id {
				break
			}
		}
	}
	for _, seat := range columns {
		if !slices.Contains(o.columns, seat) {
			o.columns = append(o.columns, seat)
		}
	}
	slices.Sort(o.columns)
	return o.columns
}

// Numbers returns the number of the last turn of the list.
func (l MoveList) Numbers() int {
	if l.Tree() {
		return l.outline.turns
	}
	return len(l.Turns)
}

// Widest returns the width of the widest move of the main line of an analysis that is laid out.
func (l MoveList) Widest() float64 {
	if l.whole {
		return l.outline.widest
	}
	return 0
}

// Room is the room for the rows of variations, in the units of a front-end.
type Room struct {
	Width float64 // of a row that is not indented
	Blank float64 // before a move
	Piece float64 // of a piece before a move, if the game has such pieces
	Step  float64 // of an indent
}

// deepestIndent is the number of indents of the deepest variation; those inside it have no further indent.
const deepestIndent = 6

// Indent returns the indent of a row of a variation or a comment.
func (r Room) Indent(t Turn) float64 { return r.Step * float64(min(t.Nest, deepestIndent)) }

// Laid returns the list with all lines of an analysis as its rows; it returns the list of a game as it is. Rows of variations, which have Flows set, are
// broken to fit the room. The function measure returns the width of a text.
func (l MoveList) Laid(room Room, measure func(text string) float64) MoveList {
	if o := l.outline; l.Tree() {
		if o.rows == nil || o.laid != o.tree || o.room != room {
			o.laid, o.room, o.rows, o.widest = o.tree, room, nil, 0
			for _, row := range o.tree.Rows() {
				o.lay(row, measure)
			}
		}
		l.Turns, l.whole = o.rows, true
	}
	return l
}

// lay appends a row of the tree: a turn of the main line, or the moves of a variation in as many rows as they need. Comments have rows of their own.
func (o *outline) lay(row tree.Row, measure func(string) float64) {
	if row.Nest == 0 && row.Turn == 0 { // the set-up has its own row
		return
	}
	words := func(text string) {
		if text != "" {
			o.rows = append(o.rows, Turn{Nest: row.Nest, Flows: true, Words: strings.ReplaceAll(text, "\n", " ")})
		}
	}
	one := Turn{Nest: row.Nest, Flows: row.Nest > 0}
	if !one.Flows {
		one.Number = row.Turn
	}
	left := 0.0
	flush := func() {
		if one.Steps != nil {
			o.rows = append(o.rows, one)
		}
		one.Steps, left = nil, o.room.Width-o.room.Indent(one)
	}
	flush()
	before := -1 // the turn of the last move of this row
	for _, id := range row.Moves {
		turn, seat := o.tree.Turn(id)
		said := o.tree.Said(id)
		s := Step{Text: o.tree.Label(id), Seat: max(seat, 0), Turn: turn, Node: id, Cost: costOf(said)}
		if said.Before != "" {
			flush()
			words(said.Before)
		}
		if row.Nest == 0 {
			if one.Steps == nil {
				one.Steps = make([]Step, len(o.columns))
			}
			one.Steps[max(0, slices.Index(o.columns, s.Seat))] = s
			o.widest = max(o.widest, measure(s.Entry()))
		} else {
			number := strconv.Itoa(turn) + "."
			if seat > 0 {
				number += ".."
			}
			if turn != before && turn > 0 || one.Steps == nil {
				s.Before = number
			}
			wide := o.room.Blank + o.room.Piece + measure(strings.TrimSpace(s.Before+" "+s.Entry()))
			if wide > left && one.Steps != nil {
				flush()
				s.Before = number
			}
			left -= wide
			one.Steps = append(one.Steps, s)
		}
		if before = turn; said.Comment != "" {
			flush()
			words(said.Comment)
			before = -1
		}
	}
	flush()
}

// costOf returns what follows a move in the list: its marks.
func costOf(said tree.Said) string { return signs(said.Marks) }

// shown completes copies of the rows that are visible: which move is shown, the pieces, and the words for people who do not see the list.
func (o *outline) shown(rows []Turn) []Turn {
	list := slices.Clone(rows)
	for i := range list {
		list[i].Steps = slices.Clone(list[i].Steps)
		for n := range list[i].Steps {
			if s := &list[i].Steps[n]; s.Node != tree.Root {
				s.Chosen, s.Name = s.Node == o.at, o.tree.Words(o.info, s.Node)
				if o.room.Piece > 0 {
					s.Piece = o.piece(s.Node)
				}
			}
		}
	}
	return list
}

// piece returns the role of the piece that a move placed.
func (o *outline) piece(id tree.ID) grid.Role {
	piece, known := o.pieces[id]
	if !known {
		piece = o.tree.State(id).View(game.Nobody).Status().Piece
		if o.pieces == nil {
			o.pieces = map[tree.ID]grid.Role{}
		}
		o.pieces[id] = piece
	}
	return piece
}

// holds reports whether a row has the move shown.
func (o *outline) holds(t Turn) bool {
	return slices.ContainsFunc(t.Steps, func(s Step) bool { return s.Node == o.at && s.Text != "" })
}

// beside returns the move that is by moves further in the order of the list as it was laid out last.
func (o *outline) beside(by int) tree.ID {
	list := []tree.ID{tree.Root}
	at := 0
	for _, row := range o.rows {
		for _, s := range row.Steps {
			if s.Text == "" {
				continue
			}
			if s.Node == o.at {
				at = len(list)
			}
			list = append(list, s.Node)
		}
	}
	return list[max(0, min(at+by, len(list)-1))]
}

// nodeMark is the start of the steps that are moves of an analysis, after stepKey.
const nodeMark = "@"

// goTo shows the position of a step: a number of steps, or a move of an analysis.
func goTo(p *Play, step string) {
	number, node := strings.CutPrefix(step, nodeMark)
	if !node {
		p.look(stepOf(step))
		return
	}
	visit(p, tree.ID(stepOf(number)))
}

// visit shows the position of an analysis after a move. The line through it becomes the one that is stepped through.
func visit(p *Play, id tree.ID) {
	s := p.Person.Sight()
	t, _, on := s.Study()
	if !on {
		return
	}
	if depth := t.Depth(id); depth <= s.Ply+s.Redo && table.StudyAt(s, depth) == id {
		p.look(depth)
		return
	}
	p.Back = false
	p.Message.Said = ""
	p.Message.complain(p.requests.Act(table.Show(t.Path(id))))
	p.desk.News()
}
