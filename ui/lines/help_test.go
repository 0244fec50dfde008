package lines_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"attic/desk/command"
	"attic/game"
	"attic/games"
	"attic/match/store"
	"attic/ui/lines"
)

// On a terminal of 80 columns or more, help fits into 24 rows. At any width the rules contain the lessons and no Markdown marks, and no
// line is too wide. On a pipe, help begins with how to move, with an example if a move is possible.
func TestHelpOnATerminal(t *testing.T) {
	for _, g := range games.All() {
		info := g.Info()
		for _, width := range []int{40, 60, 80, 200} {
			help := func(line string) string {
				var out strings.Builder
				tb := seat(t, g, game.Setup{}, "")
				s := lines.New(command.Config{
					Person: tb.Here(), Owner: tb, May: command.Everything, Store: store.Open(t.TempDir(), find), Terminal: true, Columns: width,
				}, &terminal{lines: []string{line}}, &out)
				must(t, s.Run(t.Context()))
				text := out.String()
				return text[max(0, strings.Index(text, "Type a move to play it")):]
			}
			text := help("help")
			rules := help("help rules")
			for _, l := range game.Lessons(g) {
				if !strings.Contains(rules, l.Title+". ") || !strings.Contains(rules, l.Grid(width, true).String()) {
					t.Errorf("%s in %d columns: the rules lack the lesson %q:\n%s", info.Name, width, l.Title, rules)
				}
			}
			if n := strings.Count(text, "\n"); width >= 80 && n > 23 {
				t.Errorf("%s in %d columns: help has %d lines:\n%s", info.Name, width, n, text)
			}
			if strings.Contains(rules, "**") || strings.Contains(rules, "|--") {
				t.Errorf("%s in %d columns: the rules show Markdown marks:\n%s", info.Name, width, rules)
			}
			_, rules, _ = strings.Cut(rules, "\n"+info.Title+"\n")
			for line := range strings.Lines(text + help("help all") + rules) {
				if n := utf8.RuneCountInString(strings.TrimSpace(line)); n > width {
					t.Errorf("%s: %q has %d columns; the terminal has %d", info.Name, line, n, width)
				}
			}
		}
		tb := seat(t, g, game.Setup{}, "")
		begins := "Type a move to play it"
		if moves := tb.Here().Sight().Moves(); slices.ContainsFunc(moves, func(m game.Move) bool { return len(m.Spots) > 0 && !m.Secret }) {
			begins += ", such as "
		}
		if got := piped(t, tb, "help"); !strings.HasPrefix(got, begins) {
			t.Errorf("%s: on a pipe help begins with %.80q", info.Name, got)
		}
	}
}

// Help names 10 to 16 main commands if the game chooses them, and all of them exist; otherwise help names the general ones.
func TestHelpNamesTheMainCommands(t *testing.T) {
	for _, g := range everyGame() {
		all := piped(t, seat(t, g, game.Setup{}, ""), "help all")
		first := piped(t, seat(t, g, game.Setup{}, ""), "help")
		names := g.Info().Basics
		if names == nil {
			if !strings.Contains(first, "\n  moves ") {
				t.Errorf("%s: help is\n%s", g.Info().Name, first)
			}
			continue
		}
		if len(names) < 10 || len(names) > 16 {
			t.Errorf("%s: help names %d commands, want 10 to 16", g.Info().Name, len(names))
		}
		for _, name := range names {
			if !strings.Contains(all, "\n  "+name+" ") || !strings.Contains(first, "\n  "+name+" ") {
				t.Errorf("%s: %s is not listed", g.Info().Name, name)
			}
		}
	}
}
