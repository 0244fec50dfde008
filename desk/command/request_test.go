package command_test

import (
	"testing"

	"attic/desk/command"
	"attic/dev/desktest"
	"attic/game"
	"attic/game/example/toy"
	"attic/games"
	"attic/match/store"
	"attic/table"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// What a line asks for, in the vocabulary of a person at their own table.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		id, line, err string
		want          command.Request
	}{
		{"ataxx", "", "", command.Request{}},
		{"ataxx", "# undo", "", command.Request{}},
		{"ataxx", " undo ", "", command.Request{Verb: command.Undo, By: "undo"}},
		{"ataxx", "UNDO", "", command.Request{Verb: command.Undo, By: "undo"}},
		{"ataxx", "undo 2", `undo takes no argument; leave out "2"`, command.Request{}},
		{"ataxx", "level  4", "", command.Request{Verb: command.Level, Text: "4", By: "level"}},
		{"ataxx", "?", "", command.Request{Verb: command.Help, By: "help"}},
		{"ataxx", "q", "", command.Request{Verb: command.Quit, By: "quit"}},
		{"ataxx", "color blue", "", command.Request{Verb: command.Sit, Text: "blue", By: "color"}},
		{"ataxx", "start", "", command.Request{Verb: command.Play, Text: "start", By: "start"}},
		{"ataxx", "dump", "", command.Request{Verb: command.Print, By: "dump"}},
		{"ataxx", "blocks 3gh", "", command.Request{Verb: command.Play, Text: "blocks 3gh", By: "blocks"}},
		{"ataxx", "A7 b7", "", command.Request{Verb: command.Play, Text: "A7 b7"}},
		{"atommaster", "new", "", command.Request{Verb: command.Next, By: "new"}},
		{"atommaster", "hide", "", command.Request{Verb: command.Secret, By: "hide"}},
		{"atommaster", "hide a1,b2", "", command.Request{Verb: command.Secret, Text: "a1,b2", By: "hide"}},
		{"toy", "hint", "", command.Request{Verb: command.Hint, By: "hint"}},
		{"toy", "review now", "", command.Request{Verb: command.Review, Text: "now"}},
	} {
		g, ok := games.Find(c.id)
		if !ok {
			g = toy.Game{}
		}
		tb := desktest.Table(t, g, game.Setup{}, "2", nil)
		p := tb.Here()
		q := command.NewRequests(command.Config{Person: p, Owner: tb, May: command.Everything, Store: store.Open(t.TempDir(), games.Find)})
		got, err := q.Read(c.line)
		text := ""
		if err != nil {
			text = game.Typed(err.Error())
		}
		if got != c.want || text != c.err {
			t.Errorf("%s: %q is %+v, %q; want %+v, %q", c.id, c.line, got, text, c.want, c.err)
		}
		p.Close()
		must(t, tb.Close())
	}
}

// A key of a game's own command makes the request of its line.
func TestOf(t *testing.T) {
	for _, c := range []struct {
		word game.Word
		want command.Request
	}{
		{game.Word{Name: "color", Same: "side", Line: "color other"}, command.Request{Verb: command.Sit, Text: "other", By: "color"}},
		{game.Word{Name: "seed", Same: "seed", Line: "seed "}, command.Request{Verb: command.Seed, Text: " ", By: "seed"}},
		{game.Word{Name: "fire", Line: "fire "}, command.Request{Verb: command.Play, Text: "fire ", By: "fire"}},
		{game.Word{Name: "start"}, command.Request{Verb: command.Play, Text: "start", By: "start"}},
		{game.Word{Name: "rows", Says: "Five."}, command.Request{Verb: command.Print, By: "rows"}},
	} {
		if got := command.Of(c.word); got != c.want {
			t.Errorf("%+v asks for %+v, want %+v", c.word, got, c.want)
		}
	}
}

// A person who may not start long computations cannot start one by typing its command.
func TestHintsNeedThatRight(t *testing.T) {
	for _, line := range []string{"hint", "review"} {
		tb := desktest.Seat(t, "ataxx", "")
		q := command.NewRequests(command.Config{Person: tb.Here(), Owner: tb, May: command.Kept})
		must(t, q.Person.Do(table.Play("start")).Err())
		r, err := q.Read(line)
		must(t, err)
		if _, err := q.Check(r); err == nil || err.Error() != "hints and reviews are not available here" {
			t.Errorf("%s: the error is %v", line, err)
		}
		q.Person.Close()
		must(t, tb.Close())
	}
}
