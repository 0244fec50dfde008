// Package tree holds an analysis: a tree of moves that begins with those of a game, with what was said of each.
//
// A [Tree] is a value, like a match: [Tree.Apply] returns the tree after an [Edit] and shares with the old one whatever did not change, so an edit of a
// tree of 10,000 moves costs microseconds. Moves are checked by the rules of the game. The moves that were played come first and stay; a move that
// differs from them begins a variation. A tree without played moves is an analysis of its own, in which any line can become the main line.
//
// An [ID] names a move while the program holds the tree, whatever else is edited. A [Path] names it as text, for records, commands and links. Edits
// hold paths, so [Edit.String] is a line for a journal, and [Tree.Edits] is a whole tree as such lines. The example adds a variation and a comment.
//
// tree.go has the nodes, edit.go the edits, said.go what is said of a move, and show.go lists and sentences. docs/analysis.md has the rules.
package tree

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"attic/game"
)

// ID names a node: a move and the position after it. Edits of other moves do not change it, and it is not used again after a cut. Its decimal number is
// valid as long as the program holds the tree; other programs need a Path.
type ID int32

// Root is the position before the first move.
const Root ID = 0

// Limits of one tree, so that no record can exhaust memory.
const (
	MostNodes   = 1 << 20  // nodes ever made, including those that were cut
	MostComment = 16 << 10 // bytes of a comment
	mostNesting = 500      // variations inside variations
)

// spacing is the number of moves after which a node holds its state. Other states are played again from there.
const spacing = 4

// Tree is an analysis. It is an immutable value: its methods return changed copies. Several goroutines may use it.
type Tree struct {
	content
	next        ID // the first ID that was never used
	past, ahead *moment
}

// content is what Undo restores.
type content struct {
	nodes array
	last  ID // the last move that was played, or Root
}

// node is one move. Nodes never change.
type node struct {
	text   string
	label  string // what everybody may read of the move, if that is not text
	said   *Said  // nil: nothing
	state  game.State
	kids   []ID
	parent ID
	depth  int32 // moves from the root
	turn   int32
	seat   int8
	hidden bool // label counts
	played bool
}

// array is persistent: set copies 4 arrays of 32 pointers.
type (
	array  struct{ top *[32]*upper }
	upper  [32]*lower
	lower  [32]*bottom
	bottom [32]*node
)

func (v array) get(id ID) *node {
	if id < 0 || id >= MostNodes || v.top == nil {
		return nil
	}
	if u := v.top[id>>15]; u != nil {
		if l := u[id>>10&31]; l != nil {
			if b := l[id>>5&31]; b != nil {
				return b[id&31]
			}
		}
	}
	return nil
}

func copied[T any](p *T) *T {
	c := new(T)
	if p != nil {
		*c = *p
	}
	return c
}

func (v array) set(id ID, n *node) array {
	v.top = copied(v.top)
	u := copied(v.top[id>>15])
	l := copied(u[id>>10&31])
	b := copied(l[id>>5&31])
	v.top[id>>15], u[id>>10&31], l[id>>5&31], b[id&31] = u, l, b, n
	return v
}

// New returns the tree of a game that begins with a state and in which the moves played were made. The error names the move that is illegal.
func New(begin game.State, played ...string) (Tree, error) {
	t := Tree{next: 1}
	t.nodes = t.nodes.set(Root, &node{state: begin, parent: -1, seat: game.Nobody, played: true})
	return t.Follow(played)
}

// Follow returns the tree after a change of the moves that were played, which are the main line. A move that was played no longer, because it was taken
// back, becomes a variation if something was said or tried there; otherwise it is removed. If anything changes, no edit can be undone any more.
func (t Tree) Follow(played []string) (Tree, error) {
	if t.follows(played) {
		return t, nil
	}
	was := t
	at := Root
	t.past, t.ahead = nil, nil
	for _, text := range played {
		id, err := t.enter(at, text)
		if err != nil {
			return was, err
		}
		if first := t.nodes.get(at).kids[0]; first != id {
			t.leave(first)
			t.reorder(at, id, 0)
		}
		if n := t.nodes.get(id); !n.played {
			t.change(id, func(n *node) { n.played = true })
		}
		at = id
	}
	t.last = at
	if kids := t.nodes.get(at).kids; len(kids) > 0 {
		t.leave(kids[0])
	}
	return t, nil
}

func (t Tree) follows(played []string) bool {
	n := t.nodes.get(t.last)
	if int(n.depth) != len(played) {
		return false
	}
	for i := len(played) - 1; i >= 0; i-- {
		if n.text != played[i] {
			return false
		}
		n = t.nodes.get(n.parent)
	}
	return true
}

// leave makes a line that was played an ordinary one, or removes it if it holds nothing else.
func (t *Tree) leave(id ID) {
	n := t.nodes.get(id)
	if !n.played {
		return
	}
	bare := true
	for m := n; ; m = t.nodes.get(m.kids[0]) {
		bare = bare && m.said == nil && len(m.kids) <= 1
		if len(m.kids) == 0 {
			break
		}
	}
	if bare {
		t.change(n.parent, func(p *node) { p.kids = without(p.kids, id) })
		return
	}
	for n.played {
		t.change(id, func(n *node) { n.played = false })
		if len(n.kids) == 0 {
			return
		}
		id = n.kids[0]
		n = t.nodes.get(id)
	}
}

func without(kids []ID, id ID) []ID {
	return slices.DeleteFunc(slices.Clone(kids), func(k ID) bool { return k == id })
}

func (t *Tree) change(id ID, change func(*node)) {
	n := copied(t.nodes.get(id))
	change(n)
	t.nodes = t.nodes.set(id, n)
}

func (t *Tree) reorder(parent, id ID, to int) {
	t.change(parent, func(p *node) { p.kids = slices.Insert(without(p.kids, id), to, id) })
}

// enter returns the node of a move after another, which it makes if there is none.
func (t *Tree) enter(at ID, text string) (ID, error) {
	for _, k := range t.nodes.get(at).kids {
		if t.nodes.get(k).text == text {
			return k, nil
		}
	}
	before := t.State(at)
	state, move, err := before.Play(text)
	if err != nil {
		return 0, err
	}
	from := t.nodes.get(at)
	for _, k := range from.kids {
		if t.nodes.get(k).text == move.Text {
			return k, nil
		}
	}
	if t.next >= MostNodes {
		return 0, fmt.Errorf("an analysis has at most %d moves", MostNodes-1)
	}
	n := &node{text: move.Text, parent: at, depth: from.depth + 1, seat: int8(before.ToMove()), hidden: move.Secret}
	if move.Secret {
		n.label = move.Label
	}
	if n.depth%spacing == 0 {
		n.state = state
	}
	if before.ToMove() != game.Anyone || len(move.Spots) > 0 && state.ToMove() != game.Anyone { // as match.Entry.Turn
		n.turn = from.turn + 1
		if 0 <= from.seat && from.seat < n.seat && from.turn > 0 {
			n.turn = from.turn
		}
	}
	id := t.next
	t.next++
	t.nodes = t.nodes.set(id, n)
	t.change(at, func(p *node) { p.kids = append(slices.Clip(p.kids), id) })
	return id, nil
}

// State returns the position after a move. It plays at most 3 moves again. It returns nil if there is no such node.
func (t Tree) State(id ID) game.State {
	n := t.nodes.get(id)
	switch {
	case n == nil:
		return nil
	case n.state != nil:
		return n.state
	}
	state, _, err := t.State(n.parent).Play(n.text)
	if err != nil { // equal texts give equal states, so the game is broken
		panic(fmt.Sprintf("move %d cannot be played again: %v", n.depth, err))
	}
	return state
}

// Text returns a move as the game writes it, or "" for Root.
func (t Tree) Text(id ID) string { return t.node(id).text }

// Label returns a move as everybody may read it.
func (t Tree) Label(id ID) string {
	if n := t.node(id); n.hidden {
		return n.label
	}
	return t.node(id).text
}

// node is get for a node that may be missing.
func (t Tree) node(id ID) *node {
	if n := t.nodes.get(id); n != nil {
		return n
	}
	return &node{parent: -1, seat: game.Nobody}
}

// Said returns what was said of a move.
func (t Tree) Said(id ID) Said {
	if s := t.node(id).said; s != nil {
		return *s
	}
	return Said{}
}

// Played reports whether a move was played in the game. Root counts as played.
func (t Tree) Played(id ID) bool { return t.node(id).played }

// Last returns the last move that was played, or Root: in an analysis of its own there is none.
func (t Tree) Last() ID { return t.last }

// Turn returns the turn and the seat of a move, numbered as in match.Entry. A move of the set-up has turn 0.
func (t Tree) Turn(id ID) (turn, seat int) { n := t.node(id); return int(n.turn), int(n.seat) }

// Depth returns the number of moves from Root to a node.
func (t Tree) Depth(id ID) int { return int(t.node(id).depth) }

// Moves returns the moves after a node: its main continuation first, then the variations. Do not change the list.
func (t Tree) Moves(id ID) []ID { return t.node(id).kids }

// Parent returns the node before a move, or Root for Root.
func (t Tree) Parent(id ID) ID { return max(t.node(id).parent, Root) }

// Next returns the main continuation after a node, or the node itself at the end of its line.
func (t Tree) Next(id ID) ID {
	if kids := t.node(id).kids; len(kids) > 0 {
		return kids[0]
	}
	return id
}

// Beside returns another move in place of this one: the next in the list for step 1, the previous for -1, without end. Without others it returns id.
func (t Tree) Beside(id ID, step int) ID {
	n := t.node(id)
	if n.parent < 0 {
		return id
	}
	list := t.node(n.parent).kids
	i := slices.Index(list, id)
	if i < 0 {
		return id
	}
	return list[((i+step)%len(list)+len(list))%len(list)]
}

// Near returns id if the tree has this node, otherwise the nearest one before it that the tree has, for example after a cut.
func (t Tree) Near(id ID) ID {
	if t.nodes.get(id) == nil {
		return Root
	}
	near := id
	for at := id; at > Root; {
		p := t.node(at).parent
		if !slices.Contains(t.node(p).kids, at) {
			near = p
		}
		at = p
	}
	return near
}

// Nest returns 0 for a node of the main line, 1 in a variation, 2 in a variation of a variation and so on.
func (t Tree) Nest(id ID) (nest int) {
	for at := id; at > Root; at = t.Parent(at) {
		if t.node(t.Parent(at)).kids[0] != at {
			nest++
		}
	}
	return nest
}

// Path names a node by the way to it from Root: "12" is the node after 12 moves of the main line, "12/2+3" follows the second move after that and then 3
// moves of its line. Edits of moves that are not on the way do not change it, unless they change the order of moves there.
type Path string

var errPath = errors.New(`a place in an analysis is written 12, or 12/2+3: from move 12 the second continuation, and 3 moves on`)

// Path returns the path of a node.
func (t Tree) Path(id ID) Path {
	var list []string
	run := 0
	for at := id; at > Root; at = t.Parent(at) {
		i := slices.Index(t.node(t.Parent(at)).kids, at)
		if i == 0 {
			run++
			continue
		}
		list = append(list, step(i, run))
		run = 0
	}
	list = append(list, strconv.Itoa(run))
	slices.Reverse(list)
	return Path(strings.Join(list, ""))
}

// step is the part of a path that follows the move with an index, and then run moves of its line.
func step(index, run int) string {
	if run == 0 {
		return fmt.Sprintf("/%d", index+1)
	}
	return fmt.Sprintf("/%d+%d", index+1, run)
}

// child returns the path of the move with an index after the node at a path.
func (p Path) child(index int) Path {
	if index > 0 {
		return p + Path(step(index, 0))
	}
	return p.on(1)
}

// on returns the path of the node that is n moves of its line after the node at p.
func (p Path) on(n int) Path {
	if n == 0 {
		return p
	}
	i := strings.LastIndexAny(string(p), "/+")
	if i >= 0 && p[i] == '/' {
		return p + Path(fmt.Sprintf("+%d", n))
	}
	was, _ := strconv.Atoi(string(p[i+1:]))
	return p[:i+1] + Path(strconv.Itoa(was+n))
}

// At returns the node at a path.
func (t Tree) At(p Path) (ID, error) {
	at := Root
	for i, part := range strings.Split(string(p), "/") {
		if i > 0 {
			number, rest, more := strings.Cut(part, "+")
			n, err := strconv.ParseUint(number, 10, 31)
			if part = rest; !more {
				part = "0"
			}
			kids := t.node(at).kids
			if err != nil || n == 0 {
				return 0, errPath
			}
			if int(n) > len(kids) {
				return 0, fmt.Errorf("there is no move at %s in the analysis", p)
			}
			at = kids[n-1]
		}
		run, err := strconv.ParseUint(part, 10, 31)
		if err != nil {
			return 0, errPath
		}
		for range run {
			kids := t.node(at).kids
			if len(kids) == 0 {
				return 0, fmt.Errorf("there is no move at %s in the analysis", p)
			}
			at = kids[0]
		}
	}
	return at, nil
}
