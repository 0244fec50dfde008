package tree

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"attic/game"
	"attic/internal/phrase"
)

// Verb is the kind of an Edit.
type Verb string

// The kinds of edits. Those from Comment on set one thing that is said of a move, or remove it if Text is "".
const (
	Add   Verb = "add"   // play the moves in Text, separated by Then, after At; moves that are there already are followed
	Cut   Verb = "cut"   // remove At and all that follows
	Order Verb = "order" // make At the continuation with the number in Text, from 1, the main one

	Comment Verb = "comment" // see Said.Comment
	Before  Verb = "before"  // see Said.Before
	Marks   Verb = "marks"   // signs separated by blanks: "!? $14"
	Shapes  Verb = "shapes"  // as Shape.String writes them, separated by blanks
	Judge   Verb = "judge"   // as Judgement.String writes it
	Clock   Verb = "clock"   // as ClockText writes it
)

var sets = []Verb{Comment, Before, Marks, Shapes, Judge, Clock}

// Then separates the moves of an Add.
const Then = " | "

// Edit is a change of a tree. It is plain text.
type Edit struct {
	Do   Verb
	At   Path
	Text string
}

var escape, unescape = strings.NewReplacer(`\`, `\\`, "\n", `\n`), strings.NewReplacer(`\\`, `\`, `\n`, "\n")

// String writes an edit as one line of printable text, as ParseEdit reads it: "comment 12/2+3 A better way."
func (e Edit) String() string {
	return strings.TrimSpace(fmt.Sprintf("%s %s %s", e.Do, e.At, escape.Replace(e.Text)))
}

// ParseEdit reads what Edit.String writes. Apply checks the rest.
func ParseEdit(line string) (Edit, error) {
	do, rest := phrase.Cut(line)
	at, text := phrase.Cut(rest)
	if do := Verb(do); do != Add && do != Cut && do != Order && !slices.Contains(sets, do) {
		return Edit{}, fmt.Errorf("unknown edit %q; edits are add, cut, order, comment, before, marks, shapes, judge and clock", phrase.Clip(string(do)))
	}
	return Edit{Verb(do), Path(at), unescape.Replace(text)}, nil
}

func blank(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\ufeff' }

// moment is a state of the tree to which Undo or Redo returns, and the edits between it and the present one.
type moment struct {
	content
	edits []Edit
	more  *moment
}

// Errors of Undo, Redo and edits.
var (
	ErrNothing = errors.New("there is no edit to take back")
	ErrNoRedo  = errors.New("there is no edit to redo")
	ErrPlayed  = errors.New("the moves of the game stay as they were played, as the main line; only variations can be changed")
)

// Apply returns the tree after edits, which Undo takes back as one. After an error, which says what is wrong, nothing has changed.
func (t Tree) Apply(edits ...Edit) (Tree, error) {
	was := t.content
	n := t
	for _, e := range edits {
		if err := n.apply(e); err != nil {
			return t, err
		}
	}
	n.past, n.ahead = &moment{was, edits, t.past}, nil
	return n, nil
}

// Play plays a move after a node: it returns the node of the move, and the tree with it, which is t if it had the move already.
func (t Tree) Play(at ID, move string) (Tree, ID, error) {
	n, err := t.Apply(Edit{Add, t.Path(at), move})
	if err != nil {
		return t, at, err
	}
	if n.next > t.next {
		return n, n.next - 1, nil
	}
	id, err := n.enter(at, move)
	return t, id, err
}

func (t *Tree) apply(e Edit) error {
	at, err := t.At(e.At)
	if err != nil {
		return err
	}
	n := t.nodes.get(at)
	switch e.Do {
	case Add:
		if strings.Count(string(e.At), "/") >= mostNesting {
			return fmt.Errorf("variations can be nested at most %d deep", mostNesting)
		}
		for text := range strings.SplitSeq(e.Text, Then) {
			next := t.next
			if at, err = t.enter(at, text); err != nil {
				return err
			}
			if t.next > next && t.nodes.get(at).hidden {
				return game.Illegal("a variation cannot have a hidden move")
			}
		}
	case Cut:
		if n.played {
			return ErrPlayed
		}
		t.change(n.parent, func(p *node) { p.kids = without(p.kids, at) })
	case Order:
		if at == Root || n.played {
			return ErrPlayed
		}
		kids := t.nodes.get(n.parent).kids
		to, err := strconv.Atoi(e.Text)
		switch {
		case err != nil || to < 1 || to > len(kids):
			return fmt.Errorf("there is no continuation %q; there are 1 to %d", phrase.Clip(e.Text), len(kids))
		case to == 1 && t.nodes.get(kids[0]).played:
			return ErrPlayed
		}
		t.reorder(n.parent, at, to-1)
	default:
		if at == Root && (e.Do == Marks || e.Do == Before) && e.Text != "" {
			return errors.New("this is the start; marks, and comments before a move, need a move")
		}
		said, err := n.said.set(e.Do, e.Text)
		if err != nil {
			return err
		}
		t.change(at, func(n *node) { n.said = said })
	}
	return nil
}

// Promote returns the edit that moves a variation one step up among the continuations.
func (t Tree) Promote(id ID) (Edit, error) {
	i := slices.Index(t.node(t.Parent(id)).kids, id)
	if i < 1 {
		return Edit{}, errors.New("this is the first continuation already")
	}
	e := Edit{Order, t.Path(id), strconv.Itoa(i)}
	if n := t; n.apply(e) != nil {
		return Edit{}, ErrPlayed
	}
	return e, nil
}

// Main returns the edits that make the line through a node the main line. In the tree of a game it fails with ErrPlayed where a move was played.
func (t Tree) Main(id ID) (edits []Edit, err error) {
	for start := t.Start(id); start != Root; start = t.Start(id) {
		e := Edit{Order, t.Path(start), "1"}
		if err := t.apply(e); err != nil {
			return nil, err
		}
		edits = append(edits, e)
	}
	return edits, nil
}

// Start returns the first move of the variation that a node is in, or Root in the main line. To cut or promote a variation, pass its start.
func (t Tree) Start(id ID) ID {
	for ; id > Root; id = t.Parent(id) {
		if t.node(t.Parent(id)).kids[0] != id {
			return id
		}
	}
	return Root
}

// Undo takes back the last Apply. It also returns the edits that do the same, for a journal.
func (t Tree) Undo() (Tree, []Edit, error) {
	m := t.past
	if m == nil {
		return t, nil, ErrNothing
	}
	var back []Edit
	for n, i := (Tree{content: m.content, next: t.next}), 0; i < len(m.edits); i++ {
		undo := n.inverse(m.edits[i])
		if err := n.apply(m.edits[i]); err != nil {
			return t, nil, err
		}
		back = append(undo, back...)
	}
	return Tree{m.content, t.next, m.more, &moment{t.content, m.edits, t.ahead}}, back, nil
}

// Redo restores what Undo took back. It also returns the edits.
func (t Tree) Redo() (Tree, []Edit, error) {
	m := t.ahead
	if m == nil {
		return t, nil, ErrNoRedo
	}
	return Tree{m.content, t.next, &moment{t.content, m.edits, t.past}, m.more}, m.edits, nil
}

// Settled returns t without the edits that Undo and Redo hold.
func (t Tree) Settled() Tree {
	t.past, t.ahead = nil, nil
	return t
}

// inverse returns the edits that take back an edit of t.
func (t Tree) inverse(e Edit) []Edit {
	at, _ := t.At(e.At)
	n := t.node(at)
	switch e.Do {
	case Add:
		path := e.At
		for text := range strings.SplitSeq(e.Text, Then) {
			next := t.next
			id, _ := t.enter(at, text)
			if t.next > next {
				return []Edit{{Cut, path.child(len(t.node(at).kids) - 1), ""}}
			}
			path, at = path.child(slices.Index(t.node(at).kids, id)), id
		}
		return nil
	case Cut:
		kids := t.node(n.parent).kids
		parent := t.Path(n.parent)
		index := slices.Index(kids, at)
		edits := t.line(nil, at, parent, parent.child(len(kids)-1))
		if index < len(kids)-1 {
			edits = append(edits, Edit{Order, parent.child(len(kids) - 1), strconv.Itoa(index + 1)})
		}
		return edits
	case Order:
		to, _ := strconv.Atoi(e.Text)
		kids := t.node(n.parent).kids
		return []Edit{{Order, t.Path(n.parent).child(to - 1), strconv.Itoa(slices.Index(kids, at) + 1)}}
	}
	return []Edit{{e.Do, e.At, n.said.text(e.Do)}}
}

// mostAdded is the number of moves in one Add of Edits, so that lines stay short.
const mostAdded = 100

// Edits returns the edits that make t out of a tree that has only the moves that were played. They hold all of it but what Undo and Redo need.
func (t Tree) Edits() []Edit {
	return t.line(nil, Root, "", "0")
}

// line appends the edits that make a node, which will be at a path after the node at parent, and all that follows.
func (t Tree) line(edits []Edit, id ID, parent, path Path) []Edit {
	var list []ID // the line, from id
	for at := id; ; at = t.Next(at) {
		list = append(list, at)
		if len(t.node(at).kids) == 0 {
			break
		}
	}
	var moves []string
	from := parent
	for i, at := range list {
		if t.node(at).played {
			continue
		}
		if len(moves) == 0 && i > 0 {
			from = path.on(i - 1)
		}
		moves = append(moves, t.node(at).text)
		if len(moves) == mostAdded || i == len(list)-1 {
			edits, moves = append(edits, Edit{Add, from, strings.Join(moves, Then)}), nil
		}
	}
	for i, at := range list {
		here := path.on(i)
		if s := t.node(at).said; s != nil {
			edits = append(edits, Saying(here, *s)...)
		}
		for k := 1; k < len(t.node(at).kids); k++ {
			edits = t.line(edits, t.node(at).kids[k], here, here.child(k))
		}
	}
	return edits
}
