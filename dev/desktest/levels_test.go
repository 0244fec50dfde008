package desktest

import (
	"slices"
	"testing"

	"attic/desk"
	"attic/game"
)

// A level is shown with its name. If it is lowered below the lowest level, it follows the person's results.
func TestLevelsOnAScreen(t *testing.T) {
	b := sitBareAt(t, Seat(t, "ataxx", "2"), "")
	for _, c := range []struct{ keys, says string }{
		{"_", "The level is 2, newcomer."},
		{"_", "The level is 1, novice."},
		{"_", "The level is 0, raw novice."},
		{"_", "The level is 0, raw novice, and adapts to your results: up when you win, down when you lose."},
		{"_", "The level is 0, raw novice, and adapts to your results: up when you win, down when you lose."},
		{"+", "The level is 1, novice."},
	} {
		b.Press(c.keys)
		if said := b.desk.Play.Message.Said; said != c.says {
			t.Fatalf("after %s the message is %q, want %q", c.keys, said, c.says)
		}
	}
	if who := who(b.desk.Play, 1); who != "level 1, novice" {
		t.Errorf("the computer's card shows %q", who)
	}
	for _, line := range []string{"level 4", "level auto", "start", "resign", "clear"} {
		b.Type(line)
		b.desk.News()
	}
	wish := b.desk.Store.Profile.Settings().Game("ataxx")
	if level := b.desk.Play.Now.Players[1].Level; level != 3 || wish.Level == nil || *wish.Level != 3 || !wish.Auto {
		t.Errorf("after a game lost at level 4 the level is %d, and the settings keep %+v", level, wish)
	}
	for _, line := range []string{"start", "resign", "menu"} {
		b.Type(line)
		b.desk.News()
	}
	if b.desk.Menu == nil {
		t.Fatal("the menu is not open")
	}
	Unfold(b.desk.Menu)
	level := func() desk.MenuItem {
		items := b.desk.Menu.Items()
		return items[slices.IndexFunc(items, func(i desk.MenuItem) bool { return i.Label == "Level" })]
	}
	b.desk.Menu.Entry = slices.IndexFunc(b.desk.Games, func(g game.Game) bool { return g.Info().Name == "ataxx" })
	for _, c := range []struct {
		by   int
		want string
	}{
		{0, "auto: 1, novice"},
		{1, "1, novice"},
		{1, "2, newcomer"},
		{-1, "1, novice"},
		{-1, "0, raw novice"},
		{-1, "auto: 0, raw novice"},
		{-1, "auto: 0, raw novice"},
		{1, "0, raw novice"},
	} {
		if c.by != 0 {
			level().Change(c.by)
		}
		if got := level().Value; got != c.want {
			t.Errorf("the level in the menu is %q, want %q", got, c.want)
		}
	}
}

// who returns the description of a seat's player on a page.
func who(p *desk.Play, seat int) string { return desk.Who(p.Person.Game(), p.Now, seat) }
