package gametest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"attic/game"
	"attic/game/learn"
)

// longestStep and mostSteps limit lessons, so that the text of a step fits into two lines of a terminal with 80 columns, and a lesson takes
// only a few minutes.
const (
	longestStep = 152
	mostSteps   = 10
)

// coursesCanBeTaken follows every lesson by its hints. It checks that all puzzles can be set up, and solves some puzzles of
// each theme with their keys.
func coursesCanBeTaken(t *trial) error {
	if t.info.Course.Try == nil {
		return nil
	}
	lessons, err := learn.Of(t.game)
	if err != nil {
		return fmt.Errorf("the lessons: %w", err)
	}
	titles := map[string]bool{}
	for i, l := range lessons {
		if l.Title == "" || titles[l.Title] || len(l.Steps) == 0 || len(l.Steps) > mostSteps {
			return fmt.Errorf("lesson %d, %q, needs a title of its own and 1 to %d steps, not %d", i+1, l.Title, mostSteps, len(l.Steps))
		}
		titles[l.Title] = true
		for at, step := range l.Steps {
			if asks := step.Goal != "" && step.Goal != game.WholeGame; asks && (step.Hint == "" || utf8.RuneCountInString(step.Hint) > longestStep) {
				return fmt.Errorf("lesson %d, %q, step %d: the hint has %d characters, want 1 to %d", i+1, l.Title, at+1, utf8.RuneCountInString(step.Hint), longestStep)
			}
		}
		if err := takeLesson(t.game, i+1); err != nil {
			return fmt.Errorf("lesson %d, %q: %w", i+1, l.Title, err)
		}
	}
	return puzzlesCanBeSolved(t.game)
}

// takeLesson goes through a lesson by its hints, up to its end or to a step that asks for a whole game.
func takeLesson(g game.Game, n int) error {
	c, err := learn.NewLesson(g, n)
	if err != nil {
		return err
	}
	for {
		at, _ := c.Step()
		text := c.Text()
		if n := utf8.RuneCountInString(text); n == 0 || n > longestStep || !strings.ContainsAny(text[len(text)-1:], ".!?") {
			return fmt.Errorf("step %d has %d characters, want sentences of at most %d: %q", at, n, longestStep, text)
		}
		if c.Free() {
			return nil
		}
		if c.Asks() {
			if err := follow(c); err != nil {
				return fmt.Errorf("step %d, %q: %w", at, text, err)
			}
			continue
		}
		if c.Over() {
			return nil
		}
		if err := c.Next(); err != nil {
			return fmt.Errorf("after step %d: %w", at, err)
		}
	}
}

// follow answers a question with its solution.
func follow(c *learn.Course) error {
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	answer, err := c.Solution(ctx)
	if err != nil {
		return err
	}
	a, err := c.Try(ctx, answer)
	if err == nil && !a.Good {
		err = fmt.Errorf("%s is not right: %s", answer, a.Said)
	}
	return err
}

// solvedOf is the number of puzzles of each theme that the test solves with their keys.
const solvedOf = 3

func puzzlesCanBeSolved(g game.Game) error {
	list, err := learn.PuzzlesOf(g)
	if err != nil {
		return fmt.Errorf("the puzzles: %w", err)
	}
	themes := g.Info().Course.Themes
	solved := map[string]int{}
	places := map[string]string{}
	for _, p := range list {
		c, err := learn.NewPuzzle(g, p)
		if err != nil {
			return fmt.Errorf("puzzle %s: %w", p.ID, err)
		}
		if same, ok := places[p.Place.String()]; ok {
			return fmt.Errorf("puzzles %s and %s have the same position", same, p.ID)
		}
		places[p.Place.String()] = p.ID
		if p.Key != learn.None {
			if _, _, err := c.State().Play(p.Key); err != nil {
				return fmt.Errorf("puzzle %s: its key: %w", p.ID, err)
			}
		}
		if solved[p.Theme]++; solved[p.Theme] > solvedOf {
			continue
		}
		for c.Asks() {
			if err := follow(c); err != nil {
				return fmt.Errorf("puzzle %s: %w", p.ID, err)
			}
		}
	}
	for _, t := range themes {
		if t.Name != strings.ToLower(t.Name) || strings.ContainsAny(t.Name, " -") || t.Title == "" || t.Task == "" || t.Hint == "" {
			return fmt.Errorf("the theme %+v needs a name in lower case without blanks, a title, a task and a hint", t)
		}
		if len(list) > 0 && solved[t.Name] == 0 {
			return fmt.Errorf("no puzzle has the theme %s", t.Name)
		}
	}
	if slices.ContainsFunc(themes, func(t game.Theme) bool { return t.Name == "daily" || t.Name == learn.None }) {
		return fmt.Errorf("a theme has a name that means something else")
	}
	return nil
}
