package tree

import (
	"fmt"
	"slices"
	"strings"

	"attic/game"
)

// Row is a row of the list of moves.
type Row struct {
	Nest  int  // as Tree.Nest of its moves
	Turn  int  // the turn of its first move; 0: a move of the set-up
	Moves []ID // in the main line, of one turn; in a variation, up to the next place with variations
	First bool // begins a variation
}

// Rows lists the moves in the order of reading: the main line with a row for each turn, and after a move the variations in its place. What was said of
// a move stands after its row; front-ends decide where to break rows for it.
func (t Tree) Rows() []Row { return t.rows(nil, t.Next(Root), 0) }

// rows appends the rows of the line from a node on.
func (t Tree) rows(list []Row, id ID, nest int) []Row {
	if id == Root {
		return list
	}
	first := nest > 0
	var row Row
	flush := func() {
		if len(row.Moves) > 0 {
			list = append(list, row)
		}
		row = Row{}
	}
	for at := id; ; at = t.Next(at) {
		n := t.node(at)
		if nest == 0 && (int(n.turn) != row.Turn || n.turn == 0) {
			flush()
		}
		if len(row.Moves) == 0 {
			row = Row{Nest: nest, Turn: int(n.turn), First: first}
			first = false
		}
		row.Moves = append(row.Moves, at)
		if beside := t.node(n.parent).kids; beside[0] == at && len(beside) > 1 {
			flush()
			for _, other := range beside[1:] {
				list = t.rows(list, other, nest+1)
			}
		}
		if len(n.kids) == 0 {
			flush()
			return list
		}
	}
}

// name returns a move with its number for sentences: "move 12 red f3-g4".
func (t Tree) name(info game.Info, id ID) string {
	n := t.node(id)
	said := game.Said(t.Label(id))
	switch {
	case id == Root:
		return "the start"
	case n.turn == 0:
		return "set-up " + said
	}
	return info.Step(int(n.turn), int(n.seat)) + " " + said
}

// Words says where a node is, for people who do not see the list: "move 12 red f3-g4", and in a variation also "in variation 2 of 3 after move 11 blue
// a1-b2"; in a variation of a variation "depth 2" follows.
func (t Tree) Words(info game.Info, id ID) string {
	text := t.name(info, id)
	start := t.Start(id)
	if start == Root {
		return text
	}
	parent := t.Parent(start)
	others := t.node(parent).kids
	in := "in "
	if start == id {
		in = ""
	}
	text = fmt.Sprintf("%s, %svariation %d of %d after %s", text, in, slices.Index(others, start), len(others)-1, t.name(info, parent))
	if depth := t.Nest(id); depth > 1 {
		text += fmt.Sprint(", depth ", depth)
	}
	return text
}

// Line returns the line that continues from a node on as one line of text: "12. f3-g4! a1-b2 13. c1". A variation is copied from its Start.
func (t Tree) Line(id ID) string {
	var list []string
	turn := int32(0)
	if id == Root {
		id = t.Next(id)
	}
	for at := id; at != Root; at = t.Next(at) {
		n := t.node(at)
		if n.turn != turn {
			turn = n.turn
			dots := "."
			if n.seat > 0 {
				dots = "..."
			}
			list = append(list, fmt.Sprint(turn, dots))
		}
		text := t.Label(at)
		for _, m := range t.Said(at).Marks {
			if m < len(signs) {
				text += Sign(m)
			}
		}
		list = append(list, text)
		if len(n.kids) == 0 {
			break
		}
	}
	return strings.Join(list, " ")
}
