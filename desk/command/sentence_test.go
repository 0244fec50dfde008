package command_test

import (
	"testing"

	"attic/desk/command"
	"attic/game"
	"attic/games/ataxx"
	"attic/table"
)

func TestIDs(t *testing.T) {
	g := ataxx.Game{}
	for text, want := range map[string]string{
		"ataxx":             "",
		"Ataxx blocks=3#5":  "blocks=3#5",
		"blocks=3#5":        "blocks=3#5",
		"#5":                "#5",
		"ataxx blocks=3gh ": "blocks=3gh",
	} {
		if s, err := command.ParseID(g, text); err != nil || s.String() != want {
			t.Errorf("%q is read as %q, %v", text, s, err)
		}
	}
	for _, text := range []string{"atom4", "atom4#3", "ataxx#x", "ataxx size=3", "ataxx blocks=z", "blocks", "3"} {
		if s, err := command.ParseID(g, text); err == nil {
			t.Errorf("%q is accepted as %q", text, s)
		}
	}
}

func TestSentences(t *testing.T) {
	for text, want := range map[string]string{
		"there is nothing to redo": "There is nothing to redo.",
		"it is over.":              "It is over.",
		"a7 is empty":              "a7 is empty.",
		`"x" is no side`:           `"x" is no side.`,
		"été":                      "Été.",
	} {
		if got := command.Sentence(game.Illegal("%s", text)); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// Between two machines nobody is sent back to the set-up.
func TestNoWayBackToTheSetUp(t *testing.T) {
	w := game.Word{Name: "start", When: game.Before}
	for other, want := range map[table.Other]string{
		table.Near:    "start works only during set-up; type clear to go back to it",
		table.Present: "start works only during set-up",
		table.Away:    "start works only during set-up",
	} {
		if err := command.Untimely(w, table.Now{Situation: table.Situation{Other: other}}); game.Typed(err.Error()) != want {
			t.Errorf("%v: %v", other, err)
		}
	}
}
