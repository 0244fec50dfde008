package command_test

import (
	"strings"
	"testing"

	"attic/desk/command"
	"attic/draw/qr"
	"attic/game"
	"attic/game/example/toy"
	"attic/match"
	"attic/table"
)

// gone is the way to a host who is away.
type gone struct{}

func (gone) Send(table.Act, func(error)) {}
func (g gone) Rest() <-chan struct{}     { return g.Leave() }
func (gone) Leave() <-chan struct{} {
	told := make(chan struct{})
	close(told)
	return told
}

// joined returns a guest's copy of a host's table on which these moves were played.
func joined(t *testing.T, id string, moves ...string) (copied *table.Table) {
	t.Helper()
	host := open(t, id, "person person")
	here := host.Here()
	must(t, host.Share(false, table.Hosting{}))
	guest := host.Player(table.Second)
	host.Met(table.Present)
	for i, move := range moves {
		p := here
		if i%2 == 1 {
			p = guest
		}
		must(t, p.Do(table.Play(move)).Err())
	}
	copied = open(t, id, "person person")
	must(t, copied.Attach(gone{}))
	must(t, copied.Follow(table.Event{What: table.Loaded, Sight: guest.Sight()}))
	copied.Met(table.Present)
	return copied
}

// A line typed while the host is away says at once what becomes of it.
func TestLinesWhileTheHostIsAway(t *testing.T) {
	const later = "The other player is away: attic sends it when they are back, unless you quit first.\n"
	tb := joined(t, "atom4", "i8")
	tb.Met(table.Away)
	var got []string
	lines := []string{"h8", "i10", "undo", "draw", "resign", "name Zoe", "accept", "claim", "say hello"}
	attend(t, tb, true, func(_ *command.Session, heard string) string {
		if got = append(got, heard); len(got) > len(lines) {
			return ""
		}
		return lines[len(got)-1]
	})
	for i, want := range []string{
		later, "Your last move still waits until the other player is back.\n", "There is nothing to take back", later, later, later,
		"There is no offer to answer.\n", "A game can be claimed only on the turn of the side that is away.\n", "The other player is away and would not read that; say it again later.\n",
	} {
		if heard := got[i+1]; !strings.HasPrefix(heard, want) {
			t.Errorf("after %q: %q, want %q", lines[i], heard, want)
		}
	}
}

// Whoever has one side names themselves without naming the side.
func TestNames(t *testing.T) {
	for _, c := range []struct{ clause, id, players, script, want string }{
		{"one person", "ataxx", "person program", "name Zoe Smith;name", "Red: Zoe Smith, you.\nBlue: the computer, level 3, beginner.\n"},
		{"the other side", "ataxx", "program person", "name Zoe;name", "Red: the computer, level 3, beginner.\nBlue: Zoe.\n"},
		{"the solver", "atommaster", "person program", "name Zoe;name", "Solver: Zoe, you.\nHider: the computer.\n"},
		{"two people", "ataxx", "person person", "name Zoe", "Name needs a side first: name red Zoe.\n"},
		{"a side", "ataxx", "person person", "name blue Zoe;name", "Red: a person.\nBlue: Zoe.\n"},
		{"a side of two words", "atom4", "person program", "name player 1 Ann;name", "Player 1: Ann, you.\nPlayer 2: the computer, level 2, newcomer.\n"},
		{"a side alone", "ataxx", "person program", "name Red", "A name is missing: name red NAME names the player of that side.\n"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			if got := piped(t, open(t, c.id, c.players), c.script); got != c.want {
				t.Errorf("%s prints\n%s\nwant\n%s", c.script, got, c.want)
			}
		})
	}
}

// The link of a hosted game is drawn as a QR code: by itself in line mode, for people who listen by a command. A script gets the link.
func TestTheQRCode(t *testing.T) {
	hosting := table.Hosting{Invite: "toy-game-1@h", Link: "http://h:7117/#toy-game-1"}
	code := qr.Encode(hosting.Link).Grid(qr.Quiet, qr.Terminal{}).String()
	for _, c := range []struct {
		listens bool
		alone   bool // the code is printed by itself
	}{{false, true}, {true, false}} {
		tb := open(t, "atom4", "person person")
		var heard []string
		attend(t, tb, c.listens, func(_ *command.Session, text string) string {
			switch heard = append(heard, text); len(heard) {
			case 1:
				return "qr"
			case 2:
				must(t, tb.Share(false, hosting))
				return "score"
			case 3:
				return "qr"
			}
			return ""
		})
		for i, want := range []bool{false, false, c.alone, true} {
			if got := strings.Contains(heard[i], code); got != want {
				t.Errorf("listens: %v: output %d is\n%s", c.listens, i, heard[i])
			}
		}
		if want := "A QR code shows the link of a game that you host"; !strings.HasPrefix(heard[1], want) {
			t.Errorf("without a hosted game: %s", heard[1])
		}
	}
	tb := open(t, "atom4", "person person")
	must(t, tb.Share(false, hosting))
	q := command.NewRequests(command.Config{Person: tb.Here(), Owner: tb, May: command.Everything})
	if _, err := q.Do(command.Request{Verb: command.QR}); err == nil || err.Error() != "a QR code needs a terminal; the link is "+hosting.Link {
		t.Errorf("a script gets %v", err)
	}
}

// What a guest at a hall is told of the other guest, and of the hall.
func TestNewsOfAHall(t *testing.T) {
	g := toy.Game{}
	m, err := match.New(g, game.Setup{})
	must(t, err)
	now := func(other table.Other, lost, prepares bool, to int) table.Now {
		return table.Now{
			Other: other, Hall: true, Lost: lost, Prepares: prepares, ToMove: to, View: m.State().View(0), Players: m.Players, Round: 1,
		}
	}
	for _, c := range []struct {
		before, after table.Now
		want          string
	}{
		{now(table.Present, false, false, 0), now(table.Awaited, false, false, 0), "The other player has not joined yet."},
		{now(table.Awaited, false, false, 0), now(table.Present, false, false, 0), "The other player has joined"},
		{now(table.Present, false, false, 0), now(table.Away, true, false, 0), command.Unreached},
		{now(table.Away, true, false, 0), now(table.Present, false, false, 0), "The hall can be reached again."},
		{now(table.Present, false, false, 1), now(table.Away, false, false, 1), "The other player is away. After a minute"},
		{now(table.Present, false, false, game.Anyone), now(table.Away, false, false, game.Anyone), "The other player is away."},
		{now(table.Away, false, false, 0), now(table.Present, false, false, 0), "The other player is back."},
		{now(table.Present, false, false, 0), now(table.Present, false, false, 0), ""},
	} {
		e := table.Event{What: table.Presence, Sight: table.Far(m, c.after)}
		if text := command.SharedNews(e, c.before, g.Info()); !strings.HasPrefix(text, c.want) || c.want == "" && text != "" {
			t.Errorf("from %v to %v is told as %q, not %q", c.before.Other, c.after.Other, text, c.want)
		}
	}
	if text := command.Turn(now(table.Present, false, false, game.Anyone), g.Info()); text != "The other player sets up the game." {
		t.Errorf("who waits is told %q", text)
	}
	if text := command.Turn(now(table.Present, false, true, game.Anyone), g.Info()); strings.Contains(text, "host") {
		t.Errorf("who prepares is told %q", text)
	}
	hides := game.Word{Name: "hide", Host: true}
	if command.Usable(hides, now(table.Present, false, false, game.Anyone)) || !command.Usable(hides, now(table.Present, false, true, game.Anyone)) {
		t.Error("the wrong player hides")
	}
	if q := command.Ends(table.Now{Rests: true, Hall: true}); !strings.Contains(q.Full, "goes on") {
		t.Errorf("who leaves is asked %q", q.Full)
	}
}
