package tree_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"attic/game"
	"attic/games/ataxx"
	"attic/match/tree"
)

// move is a node of the naive model: a tree of pointers that edits change in place, and that is copied before each edit.
type move struct {
	text   string
	said   map[tree.Verb]string
	kids   []*move
	played bool
}

func (m *move) copy() *move {
	c := &move{text: m.text, said: map[tree.Verb]string{}, played: m.played}
	for k, v := range m.said {
		c.said[k] = v
	}
	for _, k := range m.kids {
		c.kids = append(c.kids, k.copy())
	}
	return c
}

func (m *move) String() string {
	var b strings.Builder
	fmt.Fprint(&b, m.text, m.played)
	for _, do := range []tree.Verb{tree.Comment, tree.Before, tree.Marks, tree.Shapes, tree.Judge, tree.Clock} {
		if m.said[do] != "" {
			fmt.Fprintf(&b, " %s=%q", do, m.said[do])
		}
	}
	for _, k := range m.kids {
		fmt.Fprint(&b, "(", k, ")")
	}
	return b.String()
}

// shown writes a tree as the model is written.
func shown(t tree.Tree, id tree.ID) string {
	var b strings.Builder
	fmt.Fprint(&b, t.Text(id), t.Played(id))
	s := t.Said(id)
	put := func(do tree.Verb, text string) {
		if text != "" {
			fmt.Fprintf(&b, " %s=%q", do, text)
		}
	}
	put(tree.Comment, s.Comment)
	put(tree.Before, s.Before)
	var list []string
	for _, m := range s.Marks {
		list = append(list, tree.Sign(m))
	}
	put(tree.Marks, strings.Join(list, " "))
	list = nil
	for _, x := range s.Shapes {
		list = append(list, x.String())
	}
	put(tree.Shapes, strings.Join(list, " "))
	if s.Judged != nil {
		put(tree.Judge, s.Judged.String())
	}
	if s.Clock != nil {
		put(tree.Clock, tree.ClockText(*s.Clock))
	}
	for _, k := range t.Moves(id) {
		fmt.Fprint(&b, "(", shown(t, k), ")")
	}
	return b.String()
}

// find returns the move at a path, the one before it, and its index there.
func (m *move) find(p tree.Path) (at, parent *move, index int) {
	at = m
	first := func() {
		parent, at, index = at, at.kids[0], 0
	}
	for i, part := range strings.Split(string(p), "/") {
		run := part
		if i > 0 {
			var number string
			number, run, _ = strings.Cut(part, "+")
			n, _ := strconv.Atoi(number)
			parent, at, index = at, at.kids[n-1], n-1
		}
		for n, _ := strconv.Atoi(run); n > 0; n-- {
			first()
		}
	}
	return at, parent, index
}

// each returns the paths of all moves.
func (m *move) each(p tree.Path, list []tree.Path) []tree.Path {
	list = append(list, p)
	for i, k := range m.kids {
		list = k.each(child(p, i), list)
	}
	return list
}

func child(p tree.Path, i int) tree.Path {
	if i > 0 {
		return p + tree.Path(fmt.Sprintf("/%d", i+1))
	}
	at := strings.LastIndexAny(string(p), "/+")
	if at >= 0 && p[at] == '/' {
		return p + "+1"
	}
	n, _ := strconv.Atoi(string(p[at+1:]))
	return p[:at+1] + tree.Path(strconv.Itoa(n+1))
}

// do changes the model and reports whether the edit is allowed.
func (m *move) do(e tree.Edit) bool {
	at, parent, index := m.find(e.At)
	switch e.Do {
	case tree.Add:
	next:
		for text := range strings.SplitSeq(e.Text, tree.Then) {
			for _, k := range at.kids {
				if k.text == text {
					at = k
					continue next
				}
			}
			at.kids = append(at.kids, &move{text: text, said: map[tree.Verb]string{}})
			at = at.kids[len(at.kids)-1]
		}
	case tree.Cut, tree.Order:
		if at.played {
			return false
		}
		to := len(parent.kids)
		if e.Do == tree.Order {
			if to, _ = strconv.Atoi(e.Text); to == 1 && parent.kids[0].played {
				return false
			}
		}
		parent.kids = slices.Delete(parent.kids, index, index+1)
		if e.Do == tree.Order {
			parent.kids = slices.Insert(parent.kids, to-1, at)
		}
	default:
		if parent == nil && e.Text != "" && (e.Do == tree.Marks || e.Do == tree.Before) {
			return false
		}
		at.said[e.Do] = e.Text
	}
	return true
}

// follow changes the moves that were played in the model.
func (m *move) follow(played []string) {
	at := m
	for _, text := range played {
		i := slices.IndexFunc(at.kids, func(k *move) bool { return k.text == text })
		if i < 0 {
			at.kids = append(at.kids, &move{text: text, said: map[tree.Verb]string{}})
			i = len(at.kids) - 1
		}
		now := at.kids[i]
		if i > 0 {
			at.kids = slices.Delete(at.kids, i, i+1)
			at.left()
			at.kids = slices.Insert(at.kids, 0, now)
		}
		now.played = true
		at = now
	}
	at.left()
}

// left handles the first continuation of m, which is not played any more.
func (m *move) left() {
	if len(m.kids) == 0 || !m.kids[0].played {
		return
	}
	bare := true
	for k := m.kids[0]; ; k = k.kids[0] {
		k.played = false
		for _, text := range k.said {
			bare = bare && text == ""
		}
		bare = bare && len(k.kids) < 2
		if len(k.kids) == 0 {
			break
		}
	}
	if bare {
		m.kids = m.kids[1:]
	}
}

var texts = map[tree.Verb][]string{
	tree.Comment: {"", "good", "two\nremarks", `a \n backslash`, "Grüße } { ; $1"}, tree.Before: {"", "now"},
	tree.Marks: {"", "!", "?! $14", "$146 !!"}, tree.Shapes: {"", "Ga1", "Ra1>b2 Bc3"}, tree.Judge: {"", "+0.35/12 n=5120", "-M4", "+0.00"},
	tree.Clock: {"", "0:09:58", "1:00:00.25"},
}

// source is random bytes, which a fuzzer chooses.
type source struct{ data []byte }

func (s *source) n(most int) int {
	if len(s.data) == 0 {
		return 0
	}
	c := int(s.data[0])
	s.data = s.data[1:]
	return c % most
}

// Edits, undo, redo, changes of the game, and the lines of records have the same effect on a tree and on the naive model.
func FuzzModel(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 12 {
		data := make([]byte, 400)
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		f.Add(data)
	}
	begin, err := ataxx.Game{}.New(game.Setup{Options: "start=yes"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in := &source{data[:min(len(data), 400)]}
		random := func(from game.State, most int) (list []string) {
			for range 1 + in.n(most) {
				moves := game.MovesOf(from)
				if len(moves) == 0 {
					break
				}
				text := moves[in.n(min(len(moves), 5))].Text
				next, move, err := from.Play(text)
				if err != nil {
					t.Fatal(err)
				}
				from, list = next, append(list, move.Text)
			}
			return list
		}
		played := random(begin, 4)
		now, err := tree.New(begin, played...)
		if err != nil {
			t.Fatal(err)
		}
		model := &move{said: map[tree.Verb]string{}}
		model.follow(played)
		model.played = true
		journal := now // follows the lines only
		write := func(edits []tree.Edit) {
			for _, e := range edits {
				read, err := tree.ParseEdit(e.String())
				if err != nil || read != e {
					t.Fatalf("%q is read as %q, %v", e, read, err)
				}
				if journal, err = journal.Apply(read); err != nil {
					t.Fatalf("%q in a journal: %v", e, err)
				}
			}
		}
		type moment struct {
			model *move
			tree  tree.Tree
		}
		var past, ahead []moment
		for len(in.data) > 0 {
			checkRows(t, now)
			was := moment{model.copy(), now}
			paths := model.each("0", nil)
			at := paths[in.n(len(paths))]
			id, err := now.At(at)
			if err != nil || now.Path(id) != at {
				t.Fatalf("the path %s leads to %d, whose path is %s, %v", at, id, now.Path(id), err)
			}
			var edits []tree.Edit
			switch in.n(8) {
			case 0, 1, 2:
				if now.State(id).ToMove() == game.Nobody {
					continue
				}
				edits = []tree.Edit{{Do: tree.Add, At: at, Text: strings.Join(random(now.State(id), 3), tree.Then)}}
			case 3:
				do := []tree.Verb{tree.Comment, tree.Before, tree.Marks, tree.Shapes, tree.Judge, tree.Clock}[in.n(6)]
				edits = []tree.Edit{{Do: do, At: at, Text: texts[do][in.n(len(texts[do]))]}}
			case 4:
				edits = []tree.Edit{{Do: tree.Cut, At: at}}
			case 5:
				if id == tree.Root {
					continue
				}
				edits = []tree.Edit{{Do: tree.Order, At: at, Text: strconv.Itoa(1 + in.n(len(now.Moves(now.Parent(id)))))}}
			case 6:
				var back []tree.Edit
				list, other, step := &past, &ahead, tree.Tree.Undo
				if in.n(2) == 1 {
					list, other, step = &ahead, &past, tree.Tree.Redo
				}
				next, back, err := step(now)
				if (err == nil) != (len(*list) > 0) {
					t.Fatalf("there are %d edits to take back or redo, but %v", len(*list), err)
				}
				if err != nil {
					continue
				}
				write(back)
				last := (*list)[len(*list)-1]
				*list, *other = (*list)[:len(*list)-1], append(*other, was)
				model, now = last.model.copy(), next
			case 7:
				played = played[:in.n(len(played)+1)]
				state := begin
				for _, text := range played {
					state, _, _ = state.Play(text)
				}
				if state.ToMove() != game.Nobody {
					played = append(played, random(state, 2)...)
				}
				same := slices.Equal(now.Edits(), journal.Edits())
				if now, err = now.Follow(played); err == nil {
					journal, err = journal.Follow(played)
				}
				if err != nil || !same {
					t.Fatal(err, same)
				}
				before := model.String()
				if model.follow(played); model.String() != before {
					past, ahead = nil, nil
				}
			}
			if edits != nil {
				next, err := now.Apply(edits...)
				allowed := model.do(edits[0])
				if (err == nil) != allowed {
					t.Fatalf("%s: %v, but the model says %v", edits[0], err, allowed)
				}
				if err == nil {
					write(edits)
					past, ahead, now = append(past, was), nil, next
				}
			}
			if got, want := shown(now, tree.Root), model.String(); got != want {
				t.Fatalf("the tree is\n%s\nwant\n%s", got, want)
			}
			if got, want := shown(was.tree, tree.Root), was.model.String(); got != want {
				t.Fatalf("the tree before is now\n%s\nwant\n%s", got, want)
			}
			if got, want := shown(journal, tree.Root), model.String(); got != want {
				t.Fatalf("the journal has\n%s\nwant\n%s", got, want)
			}
			if now.Near(id) != id { // it was cut or removed
				if p := now.Path(now.Near(id)); !strings.HasPrefix(string(at), strings.TrimRight(string(p), "0123456789")) {
					t.Fatalf("near %s is %s", at, p)
				}
			}
		}
		again, err := tree.New(begin, played...)
		if err == nil {
			again, err = again.Apply(now.Edits()...)
		}
		if err != nil || shown(again, tree.Root) != model.String() {
			t.Fatalf("the edits %q make\n%s\n%v, want\n%s", now.Edits(), shown(again, tree.Root), err, model)
		}
		rows, seen := now.Rows(), map[tree.ID]bool{}
		for _, r := range rows {
			for _, id := range r.Moves {
				if seen[id] || now.Nest(id) != r.Nest {
					t.Fatalf("a row has %s twice, or at another depth: %+v", now.Path(id), r)
				}
				seen[id] = true
			}
		}
		if paths := model.each("0", nil); len(seen) != len(paths)-1 {
			t.Fatalf("the rows have %d of %d moves", len(seen), len(paths)-1)
		}
	})
}
