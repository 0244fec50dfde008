package desktest

import (
	"slices"
	"strings"
	"testing"

	"attic/desk"
	"attic/desk/command"
)

// blocksOf opens a page of statistics and returns its blocks.
func blocksOf(t *testing.T, b *bare) []desk.Block {
	t.Helper()
	goToLine(t, b, "Statistics")
	b.Press("enter")
	if b.desk.Pages.Top() == nil {
		t.Fatalf("there are no statistics: %q", b.Shown())
	}
	return b.desk.Pages.Blocks()
}

// Statistics have a graph by week, a picture of the last game, and buttons for their advice, but name no shell command. The buttons open insights,
// practice, a lesson and the last game.
func TestStatisticsLeadOn(t *testing.T) {
	begin := func() *bare {
		b := &bare{}
		c := Visit{ID: Faulty}.Begin(t)
		c.Display, c.May = b, command.Everything
		b.desk = desk.New(c)
		t.Cleanup(func() { must(t, b.desk.Close()) })
		b.Press("2")
		return b
	}
	for _, c := range []struct {
		key  string
		then func(b *bare) bool
	}{
		{"i", func(b *bare) bool { return b.desk.Form.On && len(b.desk.Form.Graph.Bars) > 0 }},
		{"t", func(b *bare) bool { return b.desk.Play != nil && b.desk.Play.Study.Practises() }},
		{"l", func(b *bare) bool { return b.desk.Play != nil && b.desk.Play.Study.Course().Number > 0 }},
		{"v", func(b *bare) bool { return b.desk.Play != nil && len(b.desk.Play.MoveList().Turns) > 0 }},
	} {
		b := begin()
		blocks := blocksOf(t, b)
		graph, text := desk.PartOf[desk.Graph](blocks), desk.PartOf[*desk.Pager](blocks)
		if len(graph.Bars) == 0 || !strings.Contains(graph.Said, "week of") || graph.Bars[0].Up+graph.Bars[0].Down == 0 {
			t.Errorf("the graph is %+v", graph)
		}
		if len(text.Lessons) != 1 || text.Lessons[0].Then == nil {
			t.Errorf("there is no picture of the last game")
		}
		for _, block := range text.Text {
			if strings.Contains(block.Text, "attic stats") {
				t.Errorf("a command of the shell is named: %s", block.Text)
			}
		}
		keys := desk.PartOf[desk.Buttons](blocks).List()
		if !slices.ContainsFunc(keys, func(b desk.Button) bool { return b.Key == c.key && b.Label != "" }) {
			t.Errorf("there is no button %s: %v", c.key, keys)
		}
		b.Press(c.key)
		if b.desk.Play != nil {
			b.desk.News()
		}
		if !c.then(b) {
			t.Errorf("%s leads to %q", c.key, b.Shown())
		}
	}
}
