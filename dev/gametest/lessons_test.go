package gametest

import (
	"testing"

	"attic/game"
	"attic/game/example/reversi"
)

// taught is Reversi with its lesson changed.
type taught struct {
	reversi.Game
	change func(*game.Lesson)
}

func (g taught) Info() game.Info {
	info := g.Game.Info()
	l := info.Lessons[0]
	g.change(&l)
	info.Lessons = []game.Lesson{l}
	return info
}

func TestEveryFaultOfLessonsIsNoticed(t *testing.T) {
	for _, f := range []struct {
		name   string
		change func(*game.Lesson)
	}{
		{"", func(*game.Lesson) {}},
		{"", func(l *game.Lesson) { l.Before, l.Moves = []string{"f5", "d6"}, []string{"c3"} }},
		{"no title", func(l *game.Lesson) { l.Title = "" }},
		{"a text of two lines", func(l *game.Lesson) { l.Text += "\nMore." }},
		{"no moves", func(l *game.Lesson) { l.Moves = nil }},
		{"an illegal move", func(l *game.Lesson) { l.Moves = []string{"a1"} }},
		{"an illegal move before", func(l *game.Lesson) { l.Before = []string{"a1"} }},
		{"an unknown setup", func(l *game.Lesson) { l.Setup.Options = "start=zigzag" }},
		{"an unknown part", func(l *game.Lesson) { l.Part = []string{"z9"} }},
		{"a part in which nothing changes", func(l *game.Lesson) { l.Part = []string{"a1", "a2"} }},
		{"a part without a disc that turns", func(l *game.Lesson) { l.Part = []string{"f5", "g6"} }},
	} {
		t.Run(f.name, func(t *testing.T) {
			keeps(t, "lessons show the effects of their moves", taught{change: f.change}, f.name == "")
		})
	}
}
