// Package learntest checks the lessons and puzzles of a game for its tests.
package learntest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"attic/game"
	"attic/game/learn"
)

// The limits: the characters of a text, which must fit into the two lines below the board on a narrow terminal; the
// characters of a title; and the number of steps of a lesson.
const (
	longestText  = 152
	longestTitle = 40
	mostSteps    = 10
)

// Asked is a step that asks for a move, in a position in which it may be shown.
type Asked struct {
	Where string // the lesson and the number of the step, for messages
	Part  string // the part of the course
	State game.State
	Goal  string
	Text  string
	Moves []string                // the legal moves
	Right []string                // the right moves
	Why   map[string]string       // the sentence about each move
	Shown map[string]game.Preview // the drawing for each move; empty for right moves
	Then  []string                // the moves that follow a right move
	After string                  // the text of the next step if it asks no question and keeps the position; otherwise ""
}

// Lessons checks that a game has count lessons. Their texts must have a proper form and length, hints must know the ideas that they teach, their
// positions and the moves that follow must be legal, and each step that asks for a move must have a right one. Lessons calls check with each
// such step, to compare the right moves with the rules.
func Lessons(t *testing.T, g game.Game, count int, check func(Asked)) {
	t.Helper()
	list, err := learn.Lessons(g.Info().Course.Lessons)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != count {
		t.Errorf("there are %d lessons, not %d", len(list), count)
	}
	var ideas []string
	if themer, ok := g.(game.Themer); ok {
		ideas = themer.Themes()
	}
	for _, name := range ideas {
		if !slices.ContainsFunc(list, func(l learn.Lesson) bool { return slices.Contains(l.Teaches, name) }) {
			t.Errorf("no lesson teaches %q", name)
		}
	}
	titles := map[string]bool{}
	for _, l := range list {
		if titles[l.Title] || l.Title == "" || utf8.RuneCountInString(l.Title) > longestTitle {
			t.Errorf("the title %q", l.Title)
		}
		titles[l.Title] = true
		for _, name := range l.Teaches {
			if !slices.Contains(ideas, name) {
				t.Errorf("%s teaches %q, which is none of the ideas %q", l.Title, name, ideas)
			}
		}
		if len(l.Steps) == 0 || len(l.Steps) > mostSteps {
			t.Errorf("%s: %d steps", l.Title, len(l.Steps))
		}
		if !slices.ContainsFunc(l.Steps, func(s learn.Step) bool { return s.Goal != "" }) {
			t.Errorf("%s asks for no move", l.Title)
		}
		lesson(t, g, l, check)
	}
}

func lesson(t *testing.T, g game.Game, l learn.Lesson, check func(Asked)) {
	t.Helper()
	var now []game.State // the possible positions of the step
	for n, step := range l.Steps {
		where := fmt.Sprintf("%s, step %d", l.Title, n+1)
		if why := Sentence(step.Text); why != "" {
			t.Errorf("%s: %q %s", where, step.Text, why)
		}
		if why := Sentence(step.Well); step.Well != "" && why != "" {
			t.Errorf("%s: %q %s", where, step.Well, why)
		}
		if step.New {
			s, err := step.Place.State(g)
			if err != nil {
				t.Fatalf("%s: %v", where, err)
			}
			now = []game.State{s}
		}
		if step.Goal == "" {
			continue
		}
		var next []game.State
		for _, s := range now {
			a := Try(t, g, where, s, step)
			if a.Part = l.Part; n+1 < len(l.Steps) && l.Steps[n+1].Goal == "" && !l.Steps[n+1].New {
				a.After = l.Steps[n+1].Text
			}
			check(a)
			next = append(next, follow(t, where, s, step, a.Right)...)
		}
		now = next
	}
}

// Try returns a step that asks for a move, after judging all legal moves of the position by its goal.
func Try(t *testing.T, g game.Game, where string, s game.State, step learn.Step) Asked {
	t.Helper()
	a := Asked{Where: where, State: s, Goal: step.Goal, Text: step.Text, Then: step.Then, Why: map[string]string{}, Shown: map[string]game.Preview{}}
	named, plays := strings.CutPrefix(step.Goal, "play ")
	for _, m := range game.MovesOf(s) {
		a.Moves = append(a.Moves, m.Text)
		if plays { // the lesson names the right moves itself
			if slices.Contains(strings.Split(named, ", "), m.Text) {
				a.Right = append(a.Right, m.Text)
			}
			continue
		}
		tried, err := g.Info().Course.Try(context.Background(), s, step.Goal, m.Text)
		if err != nil {
			t.Fatalf("%s, %s: %v", where, m.Text, err)
		}
		if why := Sentence(tried.Why); why != "" {
			t.Errorf("%s, %s: %q %s", where, m.Text, tried.Why, why)
		}
		if why := drawn(s, m, tried); why != "" {
			t.Errorf("%s, %s: the drawing %s", where, m.Text, why)
		}
		a.Why[m.Text], a.Shown[m.Text] = tried.Why, tried.Shown
		if tried.Good {
			a.Right = append(a.Right, m.Text)
		}
	}
	if len(a.Right) == 0 {
		t.Fatalf("%s: no move is right", where)
	}
	return a
}

// drawn returns the fault in the answer to a wrong move or in its drawing, or "" if there is none.
func drawn(s game.State, m game.Move, tried game.Tried) string {
	if after, _, err := s.Play(m.Text); err == nil && tried.Answer != "" {
		if _, _, err := after.Play(tried.Answer); err != nil {
			return fmt.Sprintf("is of an illegal answer: %v", err)
		}
	}
	sc := s.View(max(s.ToMove(), 0)).Scene()
	switch p := tried.Shown; {
	case len(p.Marks)+len(p.Paths)+len(p.Shapes) == 0:
		return ""
	case tried.Good || tried.Aside: // nothing refutes such a move
		return "is not of a wrong answer"
	case len(p.Marks) == 0 || len(p.Shapes) == 0:
		return "is only for characters, or only for shapes"
	case p.Sentence != "":
		return "has a sentence"
	default:
		for _, m := range p.Marks {
			if _, ok := sc.Spot(m.Spot); !ok {
				return fmt.Sprintf("marks %q, which is not on the board", m.Spot)
			}
		}
	}
	return ""
}

// Refutes checks the drawing for a wrong answer: it must have the number 1 on the last spot of move, and the number 2 on the last spot of answer.
// If answer is "", it must have no numbers.
func Refutes(t *testing.T, where string, shown game.Preview, move, answer string) {
	t.Helper()
	want := map[string]string{}
	for number, text := range map[string]string{"1": move, "2": answer} {
		if answer != "" {
			want[number] = text[strings.LastIndexAny(text, "- ")+1:]
		}
	}
	got := map[string]string{}
	for _, m := range shown.Marks {
		if unicode.IsDigit(m.Rune) {
			got[string(m.Rune)] = m.Spot
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("%s, %s: the numbers are on %v, want %v", where, move, got, want)
	}
}

// follow returns the positions from which a lesson may continue after a right move.
func follow(t *testing.T, where string, s game.State, step learn.Step, right []string) []game.State {
	t.Helper()
	var list []game.State
	for _, move := range right {
		next := s
		for _, text := range append([]string{move}, step.Then...) {
			var err error
			if next, _, err = next.Play(text); err != nil {
				t.Fatalf("%s: after %s, %s: %v", where, move, text, err)
			}
		}
		list = append(list, next)
	}
	return list
}

// Sentence returns a fault of a text for people, such as "is 200 characters long", or "" if there is none.
func Sentence(text string) string {
	first, _ := utf8.DecodeRuneInString(text)
	switch {
	case text == "" || strings.TrimSpace(text) != text || strings.Contains(text, "  ") || strings.ContainsFunc(text, unicode.IsControl):
		return "is not a line of words"
	case utf8.RuneCountInString(text) > longestText:
		return fmt.Sprintf("is %d characters long", utf8.RuneCountInString(text))
	case !unicode.IsUpper(first) && !unicode.IsDigit(first):
		return "does not begin with a capital"
	case !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "?"):
		return "does not end as a sentence"
	}
	return ""
}

// Taught checks that each idea that hints and reviews of a game name is taught by a lesson.
func Taught(t *testing.T, g interface {
	game.Game
	game.Themer
},
) {
	t.Helper()
	for _, name := range g.Themes() {
		if n, _ := learn.Teaching(g, name); n == 0 {
			t.Errorf("no lesson teaches %q", name)
		}
	}
}
