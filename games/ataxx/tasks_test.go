package ataxx_test

import (
	"strings"
	"testing"

	"attic/game/learn"
	"attic/games/ataxx"
)

// The task of a puzzle names the side that answers, in sentences of at most 25 words.
func TestTasksNameWhoAnswers(t *testing.T) {
	list, err := learn.PuzzlesOf(ataxx.Game{})
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]bool{}
	for _, p := range list {
		c, err := learn.NewPuzzle(ataxx.Game{}, p)
		if err != nil {
			t.Fatal(err)
		}
		turn, task, _ := strings.Cut(c.Text(), ". ")
		other := map[string]string{"Your move: red": "blue", "Your move: blue": "red"}[turn]
		if want := "Find the safest move: " + other + "'s best answer takes as few pieces as possible."; p.Theme == "consolidate" && task != want {
			t.Errorf("%s asks %q, want %q", p.ID, c.Text(), want)
		}
		if names := strings.Contains(task, other); strings.ContainsAny(task, "{}") || !names && p.Theme != "last" {
			t.Errorf("%s asks %q", p.ID, c.Text())
		}
		for _, sentence := range strings.SplitAfter(task, ". ") {
			if n := len(strings.Fields(sentence)); n > 25 && !told[p.Theme] {
				t.Errorf("%s: %d words: %s", p.Theme, n, sentence)
			}
		}
		told[p.Theme] = true
	}
}
