package desktest

import (
	"fmt"
	"os"
	"testing"

	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/store"
)

// The menu does not continue a game that another program has open. It names that program, even when it then continues an older game.
func TestTheMenuNamesWhoHasAGame(t *testing.T) {
	s := store.Open(t.TempDir(), games.Find)
	move := func(m match.Match) match.Match { return plays(t, m, game.MovesOf(m.State())[0].Text) }
	keep(t, s, "atom4", "", 2, move)
	hold := func(number int) (match.Ledger, string) {
		t.Helper()
		k, ok := s.Library.Kept("atom4")
		if !ok || k.Number != number {
			t.Fatalf("game %d is kept: %v", k.Number, ok)
		}
		j, _, err := s.Library.Resume(k, k.Left)
		must(t, err)
		must(t, os.WriteFile(k.Path+".lock", fmt.Appendf(nil, "\x00%d other\n", os.Getpid()), 0o600))
		return j, fmt.Sprintf("Game %d is open in another attic (process %d).", number, os.Getpid())
	}
	j, want := hold(1)
	b := sitMenu(t, s)
	if first := b.desk.Menu.Items()[0]; first.Label != "Continue" || first.Value != "open in another attic" {
		t.Errorf("the menu offers %+v", first)
	}
	if b.Press("c"); b.desk.Play != nil || b.desk.Menu.Said != want {
		t.Errorf("it says %q, want %q", b.desk.Menu.Said, want)
	}
	must(t, j.Archive())
	if b.Press("c"); b.desk.Play == nil { // the other program has left the game
		t.Fatalf("it is not continued: %q", b.desk.Menu.Said)
	}
	must(t, b.desk.Close())

	keep(t, s, "atom4", "", 2, move)
	j, want = hold(2)
	b = sitMenu(t, s)
	if b.Press("c"); b.desk.Play == nil || b.desk.Play.Now.Ply != 1 || b.desk.Play.Message.Said != want {
		t.Errorf("an older game: %+v, want %q", b.desk.Play, want)
	}
	must(t, j.Archive())
}
