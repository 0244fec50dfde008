package desktest

import (
	"strings"
	"testing"

	"attic/desk/command"
	"attic/dev/race"
	"attic/games"
	"attic/games/ataxx"
	"attic/match/store"
	"attic/ui/lines"
)

// Every command works in line mode and on the page of a game, whether command.Requests or the front-end carries it out.
func TestBothCarryOutEveryCommand(t *testing.T) {
	race.Plain(t)
	t.Parallel()
	const none = "here is no command"
	try := func(id string, script ...string) {
		var out strings.Builder
		tb := Seat(t, id, "2")
		s := lines.New(command.Config{Person: tb.Here(), Owner: tb, May: command.Everything, Store: store.Open(t.TempDir(), games.Find)}, lines.NewPipe(strings.NewReader(strings.Join(script, "\n"))), &out)
		must(t, s.Run(t.Context()))
		must(t, tb.Close())
		if strings.Contains(out.String(), none) {
			t.Errorf("%s, %v: the line mode says %q", id, script, out.String())
		}
		b := sitBareAt(t, Seat(t, id, "2"), "")
		for _, line := range script {
			if b.Type(line); strings.Contains(b.Shown(), none) {
				t.Errorf("%s, %s: the page says %q", id, line, b.Shown())
			}
		}
	}
	for _, g := range games.All() {
		for _, w := range command.WordsOf(g) {
			if name := g.Info().Name; w.Name != "menu" { // the line mode does not have this command
				try(name, w.Name)
			}
		}
	}
	for _, line := range []string{"question", "hint", "none", "next", "leave"} {
		try(ataxx.Game{}.Info().Name, "lesson", line)
	}
}
