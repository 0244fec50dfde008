package lines_test

import (
	"io"
	"strings"
	"testing"

	"attic/desk/command"
	"attic/draw/qr"
	"attic/match/store"
	"attic/table"
	"attic/ui/lines"
)

// gone is the connection to a host who is away.
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
	copied = open(t, id, "person person")
	joins(t, copied, id, moves...)
	return copied
}

// joins makes a table a guest's copy of a host's table on which these moves were played.
func joins(t *testing.T, copied *table.Table, id string, moves ...string) {
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
	end, err := copied.Attach(gone{})
	must(t, err)
	must(t, end.Follow(table.Event{What: table.Loaded, Sight: guest.Sight()}))
	copied.Met(table.Present)
}

// A script reads the host's move also if the host was faster than the connection.
func TestAMoveBeforeTheGuestIsThere(t *testing.T) {
	tb := open(t, "atom4", "person person")
	first := true
	got := talk(t, tb, lines.NewPipe(reads(func(p []byte) (int, error) {
		if !first {
			return 0, io.EOF
		}
		first = false
		joins(t, tb, "atom4", "i8")
		return copy(p, "# nothing\n"), nil
	})), false)
	if want := "Red on i8 turned h9 yellow.\n"; got != want {
		t.Errorf("the script reads %q, want %q", got, want)
	}
}

type reads func(p []byte) (int, error)

func (r reads) Read(p []byte) (int, error) { return r(p) }

// A line typed while the host is away is answered immediately with what will happen to it.
func TestLinesWhileTheHostIsAway(t *testing.T) {
	const later = "The other player is away: attic will send your request when they are back, unless you quit first.\n"
	tb := joined(t, "atom4", "i8")
	tb.Met(table.Away)
	var got []string
	script := []string{"h8", "i10", "undo", "draw", "resign", "name Zoe", "accept", "claim", "say hello"}
	attend(t, tb, true, func(_ *lines.Session, heard string) string {
		if got = append(got, heard); len(got) > len(script) {
			return ""
		}
		return script[len(got)-1]
	})
	for i, want := range []string{
		later, "Your last request is still waiting for the other player to come back.\n", "There is nothing to take back", later, later, later,
		"There is no offer to answer.\n", "A game can be claimed only on the turn of the side that is away.\n", "The other player is away and would not see your message; send it again later.\n",
	} {
		if heard := got[i+1]; !strings.HasPrefix(heard, want) {
			t.Errorf("after %q: %q, want %q", script[i], heard, want)
		}
	}
}

// News is not lost if it arrives just before a command.
func TestNewsJustBeforeACommand(t *testing.T) {
	tb := joined(t, "atom4", "i8")
	tb.Met(table.Away)
	var out strings.Builder
	s := lines.New(command.Config{Person: tb.Here(), May: command.Everything, Store: store.Open(t.TempDir(), find), Terminal: true}, &terminal{lines: []string{"quit"}}, &out)
	s.First = command.Request{Verb: command.Score}
	tb.Met(table.Present)
	must(t, s.Run(t.Context()))
	must(t, tb.Close())
	if want := "The other player is back."; !strings.Contains(out.String(), want) {
		t.Errorf("the output lacks %q:\n%s", want, out.String())
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

// The link of a hosted game is drawn as a QR code: automatically in line mode, and on a command for people who listen. A script gets
// the link.
func TestTheQRCode(t *testing.T) {
	hosting := table.Hosting{Invite: "toy-game-1@h", Link: "http://h:7117/#toy-game-1"}
	code := qr.Encode(hosting.Link).Grid(qr.Quiet, qr.Terminal{}).String()
	for _, c := range []struct {
		listens bool
		alone   bool // the code is printed automatically
	}{{false, true}, {true, false}} {
		tb := open(t, "atom4", "person person")
		var heard []string
		attend(t, tb, c.listens, func(_ *lines.Session, text string) string {
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
