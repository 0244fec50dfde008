package desktest

import (
	"slices"
	"strings"
	"testing"

	"attic/desk"
	"attic/game"
	"attic/games"
	"attic/store"
	"attic/table"
)

// The name of the settings goes with whoever hosts or joins.
func TestTheNameOfTheSettings(t *testing.T) {
	b := &bare{}
	b.desk = desk.New(desk.Config{
		Games: games.All(), Store: store.Open(t.TempDir(), games.Find), NoMotion: true, Display: b,
		Open: func(g game.Game, _ store.GameSettings) (*table.Table, error) { return Seat(t, g.Info().Name, ""), nil },
	})
	defer func() { must(t, b.desk.Close()) }()
	b.desk.Menu.Entry, b.desk.Menu.Item = len(games.All()), 0
	b.desk.Menu.Item = slices.IndexFunc(b.desk.Menu.Items(), func(i desk.MenuItem) bool { return i.Label == "Your name" })
	b.Press("enter A n n enter")
	if name := b.desk.Settings.Name; name != "Ann" {
		t.Fatalf("the name is %q: %s", name, b.desk.Menu.Said)
	}
	b.Press("enter")
	b.Paste("a name that is much too long for anybody")
	b.Press("enter")
	if name := b.desk.Settings.Name; name != "Ann" || !strings.Contains(b.desk.Menu.Said, "at most 20 characters") {
		t.Errorf("a long name: %q, %s", name, b.desk.Menu.Said)
	}
	b.Press("enter backspace backspace backspace - enter")
	if name := b.desk.Settings.Name; name != "" {
		t.Errorf("a name that is removed: %q", name)
	}
}

// Unthemed implements desk.Display.
func (*bare) Unthemed() string { return "none" }

// Settings implements desk.Display.
func (*bare) Settings() []desk.MenuItem { return nil }
