package command_test

import (
	"strings"
	"testing"

	"attic/desk/command"
	"attic/game"
	"attic/game/example/toy"
	"attic/match"
	"attic/table"
)

// The news that a guest at a hall gets about the other guest, and about the hall.
func TestNewsOfAHall(t *testing.T) {
	g := toy.Game{}
	m, err := match.New(g, game.Setup{})
	must(t, err)
	now := func(other table.Other, lost, prepares bool, to int) table.Now {
		return table.Now{
			Situation: table.Situation{
				Case: table.WaitingForPlayer, Other: other, Hall: true, Lost: lost, Name: "the other player", Claims: to != game.Anyone,
			}, Prepares: prepares, ToMove: to, View: m.State().View(0), Players: m.Players, Round: 1,
		}
	}
	for _, c := range []struct {
		before, after table.Now
		want          string
	}{
		{now(table.Present, false, false, 0), now(table.Awaited, false, false, 0), "The other player has not joined yet."},
		{now(table.Awaited, false, false, 0), now(table.Present, false, false, 0), "The other player has joined"},
		{now(table.Present, false, false, 0), now(table.Away, true, false, 0), "The hall cannot be reached."},
		{now(table.Away, true, false, 0), now(table.Present, false, false, 0), "The hall can be reached again."},
		{now(table.Present, false, false, 1), now(table.Away, false, false, 1), "The other player is away. If they stay away for a minute"},
		{now(table.Present, false, false, game.Anyone), now(table.Away, false, false, game.Anyone), "The other player is away."},
		{now(table.Away, false, false, 0), now(table.Present, false, false, 0), "The other player is back."},
		{now(table.Present, false, false, 0), now(table.Present, false, false, 0), ""},
	} {
		e := table.Event{What: table.Presence, Sight: table.Far(m, c.after)}
		if text := e.News(c.before).Line(table.Typed); !strings.HasPrefix(text, c.want) || c.want == "" && text != "" {
			t.Errorf("from %v to %v is told as %q, not %q", c.before.Situation.Other, c.after.Situation.Other, text, c.want)
		}
	}
	said := table.Event{What: table.Said, By: game.Anyone, Text: "the operator of this hall has removed red from this game", Sight: table.Far(m, now(table.Present, false, false, 0))}
	if text := said.News(said.Now).Line(table.Typed); text != "The operator of this hall has removed red from this game." {
		t.Errorf("what the hall says is told as %q", text)
	}
	if text := command.Turn(now(table.Present, false, false, game.Anyone), g.Info()); text != "Waiting for the other player to set up and start the game." {
		t.Errorf("who waits is told %q", text)
	}
	if text := command.Turn(now(table.Present, false, true, game.Anyone), g.Info()); strings.Contains(text, "host") {
		t.Errorf("who prepares is told %q", text)
	}
	hides := game.Word{Name: "hide", Host: true}
	if command.Usable(hides, now(table.Present, false, false, game.Anyone)) || !command.Usable(hides, now(table.Present, false, true, game.Anyone)) {
		t.Error("the wrong player hides")
	}
	if q := command.Ends(table.Now{Situation: table.Situation{Rests: true, Hall: true}}); !strings.Contains(q.Full, "does not end") {
		t.Errorf("who leaves is asked %q", q.Full)
	}
}
