package command_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"attic/command"
	"attic/game"
	"attic/games"
	"attic/store"
)

// On a terminal help begins with the lesson, and its lines fit; a pipe gets the words, and the README as it is.
func TestHelpOnATerminal(t *testing.T) {
	for _, g := range games.All() {
		info := g.Info()
		for _, width := range []int{40, 60, 80, 200} {
			help := func(line string) string {
				var out strings.Builder
				tb := seat(t, g, game.Setup{}, "")
				s := command.New(command.Config{
					Person: tb.Here(), Owner: tb, May: command.Everything, Store: store.Open(t.TempDir(), find), Out: &out, Terminal: true,
					In: &terminal{lines: []string{line}}, Columns: func() int { return width },
				})
				must(t, s.Run(t.Context()))
				_, text, _ := strings.Cut(out.String(), "\n")
				return text
			}
			text := help("help")
			for _, l := range game.Lessons(g) {
				if !strings.Contains(text, l.Title+". ") || !strings.Contains(text, l.Grid(width).String()) {
					t.Errorf("%s in %d columns: help lacks the lesson %q:\n%s", info.Name, width, l.Title, text)
				}
			}
			words := strings.Index(text, "These are the words:")
			if words < strings.Index(text, info.Lessons[0].Title+". ") {
				t.Errorf("%s in %d columns: the words come before the lesson", info.Name, width)
			}
			rules := help("help rules")
			if strings.Contains(rules, "**") || strings.Contains(rules, "|--") {
				t.Errorf("%s in %d columns: the rules show marks:\n%s", info.Name, width, rules)
			}
			_, rules, _ = strings.Cut(rules, "\n"+info.Title+"\n")
			for line := range strings.Lines(text[max(words, 0):] + rules) {
				if n := utf8.RuneCountInString(strings.TrimSpace(line)); n > width {
					t.Errorf("%s: %q has %d columns of %d", info.Name, line, n, width)
				}
			}
		}
		if got := piped(t, seat(t, g, game.Setup{}, ""), "help"); !strings.HasPrefix(got, "A move is played by typing it.") {
			t.Errorf("%s: on a pipe help begins with %.80q", info.Name, got)
		}
	}
}
