package desktest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"attic/desk"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/store"
)

// A page that hosted a game long ago does not host the game again by itself. It says that nobody can join, and offers to host it again.
func TestAGameHostedLongAgoCanBeHostedAgain(t *testing.T) {
	s := store.Open(t.TempDir(), games.Find)
	b := sitMenu(t, s)
	if b.desk.HostAgain(); b.desk.Menu.Said != "" {
		t.Errorf("without a game: %q", b.desk.Menu.Said)
	}
	m, err := match.New(find(t, "ataxx"), game.Setup{})
	must(t, err)
	j, err := s.Library.Begin("ataxx", time.Now())
	must(t, err)
	_, err = j.Append(0, append(append([]string{match.JournalHead}, m.Lines()...), match.Hosted{ID: "held27", Port: 7117, Guest: strings.Repeat("0", 64)}.Lines()...)...)
	must(t, err)
	must(t, j.Archive())
	if b.desk.HostAgain(); b.desk.Play != nil || !strings.HasPrefix(b.desk.Menu.Said, "Nobody can join the game of Ataxx that you hosted on ") {
		t.Fatalf("it says %q", b.desk.Menu.Said)
	}
	b.Press("down")
	if !slices.ContainsFunc(b.desk.Menu.Buttons(), func(c desk.Button) bool { return c.Key == "r" }) {
		t.Error("no button hosts it again")
	}
	if b.Press("r"); b.desk.Play == nil || b.desk.Play.Info.Name != "ataxx" {
		t.Error("it is not hosted again")
	}
}
