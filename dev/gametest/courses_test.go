package gametest

import (
	"context"
	"strings"
	"testing"

	"attic/game"
	"attic/game/example/reversi"
	"attic/game/example/toy"
	"attic/game/learn"
)

// school is Reversi with a lesson and a puzzle.
type school struct {
	reversi.Game
	lessons, puzzles string
	themes           []game.Theme
}

func (g school) Info() game.Info {
	info := g.Game.Info()
	info.Course = game.Course{Lessons: g.lessons, Puzzles: g.puzzles, Themes: g.themes, Try: g.Try}
	return info
}

func (school) Try(_ context.Context, s game.State, goal, move string) (game.Tried, error) {
	_, _, err := s.Play(move)
	return game.Tried{Good: goal == "any" || goal == "edge" && move == "a1"}, err
}

func TestEveryFaultOfCoursesIsNoticed(t *testing.T) {
	const lesson, puzzle = "lesson One\nat f5\nsay Read this.\nask play d6: Play d6.\nhint Look.\nask any: Play on.\nhint Look.\n", "any-1\t1\tf5\td6\nany-2\t1\tf5;d6\tnone\n"
	theme := game.Theme{Name: "any", Title: "Any", Task: "Play.", Hint: "Look."}
	for _, f := range []struct {
		name   string
		change func(*school)
	}{
		{"", func(*school) {}},
		{"", func(g *school) { g.lessons, g.puzzles = "", "" }},
		{"a text that cannot be read", func(g *school) { g.lessons += "show this\n" }},
		{"a lesson without steps", func(g *school) { g.lessons += "lesson Two\n" }},
		{"two lessons with the same name", func(g *school) { g.lessons += lesson }},
		{"too many steps", func(g *school) { g.lessons += strings.Repeat("say More.\n", mostSteps) }},
		{"a step with too long a text", func(g *school) { g.lessons += "say " + strings.Repeat("x", longestStep) + ".\n" }},
		{"a step that is not a sentence", func(g *school) { g.lessons += "say More\n" }},
		{"an unknown position", func(g *school) { g.lessons += "at a1\nsay More.\n" }},
		{"an illegal answer", func(g *school) { g.lessons += "ask play a1: Play.\nhint Look.\n" }},
		{"a question without a hint", func(g *school) { g.lessons += "ask any: Play.\n" }},
		{"a question without an answer", func(g *school) { g.lessons += "ask edge: Play.\nhint Look.\n" }},
		{"an illegal reply to an answer", func(g *school) { g.lessons += "ask any: Play.\nhint Look.\nthen a1\n" }},
		{"puzzles that cannot be read", func(g *school) { g.puzzles += "any\n" }},
		{"an unknown theme", func(g *school) { g.puzzles += "other-1\t1\tf5;f6\te6\n" }},
		{"an impossible position", func(g *school) { g.puzzles += "any-3\t1\ta1\tb1\n" }},
		{"the same position twice", func(g *school) { g.puzzles += "any-3\t1\tf5\td6\n" }},
		{"an illegal key", func(g *school) { g.puzzles += "any-3\t1\tf5;f6\ta1\n" }},
		{"a theme without a title", func(g *school) { g.themes[0].Title = "" }},
		{"a theme without a hint", func(g *school) { g.themes[0].Hint = "" }},
		{"a theme without puzzles", func(g *school) {
			g.themes = append(g.themes, game.Theme{Name: "b", Title: "B", Task: "B.", Hint: "B."})
		}},
		{"a theme with a name in use", func(g *school) {
			g.themes[0].Name = "daily"
			g.puzzles = strings.ReplaceAll(puzzle, "any-", "daily-")
		}},
	} {
		t.Run(f.name, func(t *testing.T) {
			g := school{lessons: lesson, puzzles: puzzle, themes: []game.Theme{theme}}
			f.change(&g)
			keeps(t, "lessons and puzzles can be done", g, f.name == "")
		})
	}
	if _, err := learn.Of(toy.Game{}); err == nil {
		t.Error("a game without lessons has some")
	}
}
