package tree_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"attic/game"
	"attic/games/ataxx"
	"attic/match/tree"
)

// start returns a tree of Ataxx with these moves played, and the edits in lines.
func start(t *testing.T, played string, lines ...string) tree.Tree {
	t.Helper()
	begin, err := ataxx.Game{}.New(game.Setup{Options: "start=yes"})
	if err != nil {
		t.Fatal(err)
	}
	now, err := tree.New(begin, strings.Fields(played)...)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		e, wrong := tree.ParseEdit(line)
		if wrong != nil {
			t.Fatal(wrong)
		}
		if now, err = now.Apply(e); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return now
}

func at(t *testing.T, now tree.Tree, p tree.Path) tree.ID {
	t.Helper()
	id, err := now.At(p)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func listed(now tree.Tree) string {
	var b strings.Builder
	for _, r := range now.Rows() {
		fmt.Fprintf(&b, "%s%d%s", strings.Repeat(">", r.Nest), r.Turn, map[bool]string{true: "!"}[r.First])
		for _, id := range r.Moves {
			b.WriteString(" " + now.Text(id))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// The list has the main line by turns, and each variation after the move in whose place it stands.
func TestRows(t *testing.T) {
	now := start(t, "a7-b7 g7-f7 b7-c7", "add 1 a1-b1 | b7-c7 | b1-c1", "add 1/2 a7-a6 | b1-c1", "add 0 a7-b6", "add 3 a1-b1")
	want := `1 a7-b7
>1! a7-b6
1 g7-f7
>1! a1-b1 b7-c7
>>2! a7-a6 b1-c1
>1 b1-c1
2 b7-c7 a1-b1
`
	want = strings.Replace(want, ">1 b1-c1", ">2 b1-c1", 1)
	if got := listed(now); got != want {
		t.Errorf("the rows are\n%s\nwant\n%s", got, want)
	}
	for path, want := range map[tree.Path]string{
		"0":       "the start",
		"3":       "move 2 red b7-c7",
		"0/2":     "move 1 red a7-b6, variation 1 of 1 after the start",
		"1/2+2":   "move 2 blue b1-c1, in variation 1 of 1 after move 1 red a7-b7",
		"1/2/2+1": "move 2 blue b1-c1, in variation 1 of 1 after move 1 blue a1-b1, depth 2",
	} {
		if got := now.Words(ataxx.Game{}.Info(), at(t, now, path)); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
	now, err := now.Apply(tree.Edit{Do: tree.Marks, At: "1/2", Text: "!? $14"})
	if got := now.Line(at(t, now, "1/2")); err != nil || got != "1... a1-b1!? 2. b7-c7 b1-c1" {
		t.Errorf("the variation is copied as %q, %v", got, err)
	}
	if got := now.Line(tree.Root); got != "1. a7-b7 g7-f7 2. b7-c7 a1-b1" {
		t.Errorf("the main line is copied as %q", got)
	}
}

// A variation moves up among the others, but not before a move that was played; in an analysis of its own it can become the main line.
func TestOrder(t *testing.T) {
	lines := []string{"add 0 a7-b7 | g7-f7", "add 1 a1-b1 | b7-c7", "add 1 g7-f6", "add 1/2 a7-a6"}
	played := start(t, "a7-b7 g7-f7", lines...)
	third := at(t, played, "1/3")
	e, err := played.Promote(third)
	if err != nil || e.String() != "order 1/3 2" {
		t.Fatalf("promoted by %q, %v", e, err)
	}
	played, err = played.Apply(e)
	if err != nil || played.Path(third) != "1/2" || played.Beside(third, 1) != at(t, played, "1/3") || played.Beside(third, -1) != at(t, played, "2") {
		t.Errorf("now it is %s, %v", played.Path(third), err)
	}
	if _, err := played.Promote(third); !errors.Is(err, tree.ErrPlayed) {
		t.Errorf("before a move that was played: %v", err)
	}
	if _, err := played.Main(third); !errors.Is(err, tree.ErrPlayed) {
		t.Errorf("in place of a move that was played: %v", err)
	}
	if _, err := played.Promote(at(t, played, "2")); err == nil {
		t.Error("the main line is promoted")
	}
	own := start(t, "", lines...)
	deep := at(t, own, "1/2/2")
	edits, err := own.Main(deep)
	if err != nil || fmt.Sprint(edits) != "[order 1/2/2 1 order 1/2 1]" {
		t.Fatalf("the main line by %q, %v", edits, err)
	}
	if own, err = own.Apply(edits...); err != nil || own.Path(deep) != "3" || own.Nest(deep) != 0 {
		t.Errorf("now it is %s, %v", own.Path(deep), err)
	}
	if own, _, err = own.Undo(); err != nil || own.Path(deep) != "1/2/2" {
		t.Errorf("after undo it is %s, %v", own.Path(deep), err)
	}
}

// A cursor stays where it is while other moves are cut, promoted and added, and goes to the nearest move that is left when its own is cut. A number is not
// used again after an undo.
func TestCursor(t *testing.T) {
	now := start(t, "a7-b7 g7-f7", "add 1 a1-b1 | b7-c7 | b1-c1", "add 1 g7-f6", "add 1/2 a7-a6 | b1-c1")
	cursor := at(t, now, "1/2/2+1")
	for _, e := range []tree.Edit{{Do: tree.Order, At: "1/2/2", Text: "1"}, {Do: tree.Cut, At: "1/3"}, {Do: tree.Add, At: "2", Text: "b7-c7"}} {
		was := now.Text(cursor)
		var err error
		if now, err = now.Apply(e); err != nil || now.Near(cursor) != cursor || now.Text(cursor) != was {
			t.Fatalf("after %s the cursor is at %s, %v", e, now.Path(now.Near(cursor)), err)
		}
	}
	cut, err := now.Apply(tree.Edit{Do: tree.Cut, At: now.Path(now.Start(cursor))})
	if err != nil || cut.Path(cut.Near(cursor)) != "1" {
		t.Errorf("after its variation is cut, the cursor is at %s, %v", cut.Path(cut.Near(cursor)), err)
	}
	back, _, err := cut.Undo()
	if err != nil || back.Near(cursor) != cursor {
		t.Errorf("after undo, the cursor is at %s, %v", back.Path(back.Near(cursor)), err)
	}
	added, one, err := now.Play(at(t, now, "2"), "a7-a6")
	if err != nil {
		t.Fatal(err)
	}
	added, _, _ = added.Undo()
	if _, two, err := added.Play(at(t, now, "2"), "b7-b6"); err != nil || two == one {
		t.Errorf("two moves have the number %d, %v", one, err)
	}
	if same, again, err := back.Play(tree.Root, "a7-b7"); err != nil || again != 1 || len(same.Edits()) != len(back.Edits()) {
		t.Errorf("a move that was there is %d, %v", again, err)
	}
}

// Rows has every move once, in the order of reading, each with its line.
func checkRows(t *testing.T, tr tree.Tree) {
	t.Helper()
	var want []tree.ID
	var line func(id tree.ID)
	line = func(id tree.ID) {
		for at := id; ; at = tr.Next(at) {
			want = append(want, at)
			if beside := tr.Moves(tr.Parent(at)); beside[0] == at {
				for _, other := range beside[1:] {
					line(other)
				}
			}
			if tr.Next(at) == at {
				return
			}
		}
	}
	if first := tr.Next(tree.Root); first != tree.Root {
		line(first)
	}
	var got []tree.ID
	for _, row := range tr.Rows() {
		for i, id := range row.Moves {
			if got = append(got, id); tr.Nest(id) != row.Nest {
				t.Fatalf("%s is in a row of nest %d", tr.Path(id), row.Nest)
			}
			if turn, _ := tr.Turn(id); i == 0 && turn != row.Turn || row.Nest == 0 && turn != row.Turn {
				t.Fatalf("%s has turn %d in a row of turn %d", tr.Path(id), turn, row.Turn)
			}
			if starts := tr.Start(id) == id; starts != (row.First && i == 0) {
				t.Fatalf("%s begins a variation: %v, in the row %+v", tr.Path(id), starts, row)
			}
		}
	}
	if !slices.Equal(got, want) {
		t.Fatalf("the rows have the moves %v, want %v", got, want)
	}
}
