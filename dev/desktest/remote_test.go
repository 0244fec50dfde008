package desktest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"attic/desk"
	"attic/desk/command"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/store"
	"attic/table"
	"attic/table/wire"
)

// lan connects desks in memory, like a network. A test can cut the connection.
type lan struct {
	t     *testing.T
	desks []*bare

	mu    sync.Mutex // guests connect in separate goroutines
	host  *wire.Host
	conns []wire.Conn // the connections of the guest
	deaf  bool        // no connection can be made
	why   error       // the reason, or nil
	port  int
	taken int    // the port that is in use, or 0
	id    string // the ID that the host has chosen
	watch bool   // others may watch
	hints bool   // help is allowed
	clock table.ClockRule
	keeps bool // desks keep their games
}

// Listens implements table.Network.
func (l *lan) Listens() int { return l.port }

// On implements table.Network.
func (l *lan) On(port int, clock table.ClockRule) table.Network {
	if l.port = port; clock != (table.ClockRule{}) {
		l.clock = clock
	}
	return l
}

// Host implements table.Network.
func (l *lan) Host(t *table.Table, id string) error {
	l.id = id
	if l.taken != 0 && l.port == l.taken {
		return &table.PortError{Port: l.port, Why: fmt.Sprintf("port %d is in use", l.port)}
	}
	h, err := wire.NewHost(wire.HostConfig{Table: t, ID: "held27", Invite: "held27@here", Chat: true, Watch: l.watch, Hints: l.hints, Clock: l.clock})
	if err == nil {
		l.mu.Lock()
		l.host = h
		l.mu.Unlock()
	}
	return err
}

// Join implements table.Network.
func (l *lan) Join(t *table.Table, address string) error {
	_, err := l.guest(address, wire.GuestConfig{Table: t})
	return err
}

// Meet implements table.Network.
func (l *lan) Meet(address, name string, open func(g game.Game) (*table.Table, error)) (table.Guest, error) {
	return l.guest(address, wire.GuestConfig{Name: name, Open: open})
}

func (l *lan) guest(address string, c wire.GuestConfig) (*wire.Guest, error) {
	id, host, _ := strings.Cut(address, "@")
	if host != "here" {
		return nil, errors.New("an address is ID@HOST")
	}
	c.ID, c.Find, c.Patience = id, games.Find, 5*time.Second
	c.Dial = func(context.Context) (wire.Conn, error) {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.deaf || l.host == nil {
			return nil, cmp.Or(l.why, errors.New("nobody listens there"))
		}
		b, a := wire.Pipe("localhost")
		l.conns = append(l.conns, a)
		host := l.host
		go host.Serve(context.Background(), b)
		return a, nil
	}
	return wire.NewGuest(c)
}

// cut ends the connection, and prevents new ones.
func (l *lan) cut() {
	l.unplug(true)
	l.mu.Lock()
	last := l.conns[len(l.conns)-1]
	l.mu.Unlock()
	must(l.t, last.Close("cut"))
	l.settle()
}

// unplug prevents new connections if deaf is true, and otherwise allows them.
func (l *lan) unplug(deaf bool) {
	l.mu.Lock()
	l.deaf = deaf
	l.mu.Unlock()
}

// desk returns a new desk, at the menu.
func (l *lan) desk() *bare {
	l.t.Helper()
	b, kept := &bare{}, store.Open(l.t.TempDir(), games.Find)
	b.desk = desk.New(desk.Config{
		Games: Menu(l.t), May: command.Everything, Store: kept, NoMotion: true, Display: b, Net: l,
		Open: func(g game.Game, wish store.GameSettings) (*table.Table, error) {
			setup, err := game.ParseSetup(wish.Options)
			must(l.t, err)
			begin := func() (match.Ledger, error) { return kept.Library.Begin(g.Info().Name, time.Now()) }
			if !l.keeps {
				begin = nil
			}
			return Table(l.t, g, setup, map[string]string{"both": "12", "program": "2"}[wish.Opponent], begin), nil
		},
	})
	l.t.Cleanup(func() { must(l.t, b.desk.Close()); l.settle() })
	l.desks = append(l.desks, b)
	return b
}

// settle waits until everything has arrived and every desk shows it.
func (l *lan) settle() {
	for range 8 {
		synctest.Wait()
		for _, b := range l.desks {
			select {
			case <-b.desk.Ready():
				b.desk.News()
			default:
			}
		}
	}
}

// do presses keys at a desk, and waits until their effects have arrived.
func (l *lan) do(b *bare, keys string) {
	b.Press(keys)
	l.settle()
}

// item chooses a game of the menu by its key, and then a line by its label.
func (l *lan) item(b *bare, game, label string) {
	l.t.Helper()
	if b.desk.Menu.Item >= 0 {
		b.Press("esc")
	}
	b.Press(game)
	goToLine(l.t, b, label)
	b.Press("enter")
	if label == "Host" { // submit the unchanged form
		b.Press("enter")
	}
	l.settle()
}

// pick chooses one of the lines that N offers, by its label.
func (l *lan) pick(b *bare, label string) {
	l.t.Helper()
	b.Press("N")
	i := -1
	if ch := On[*desk.Chooser](b.desk); ch != nil {
		i = slices.IndexFunc(ch.Word.Items, func(it game.Item) bool { return it.Label == label })
	}
	if i < 0 {
		l.t.Fatalf("N offers no %q: %q", label, labels(b))
	}
	b.Press(strings.Repeat("down ", i) + "enter")
	l.settle()
}

// labels returns the labels of the lines that N offers.
func labels(b *bare) (list []string) {
	b.Press("N")
	if ch := On[*desk.Chooser](b.desk); ch != nil {
		for _, it := range ch.Word.Items {
			list = append(list, it.Label)
		}
		b.Press("esc")
	}
	return list
}

// shows checks that texts are shown below the board.
func (l *lan) shows(b *bare, texts ...string) {
	l.t.Helper()
	for _, text := range texts {
		if !strings.Contains(b.Shown(), text) {
			l.t.Errorf("%q is shown, want %q", b.Shown(), text)
		}
	}
}

// meet lets one desk host a game, named by its key in the menu, and another desk join it.
func (l *lan) meet(game string) (here, there *bare) {
	l.t.Helper()
	here, there = l.desk(), l.desk()
	l.item(here, game, "Host")
	l.join(there, "held27@here")
	if there.desk.Play == nil {
		l.t.Fatalf("no game was joined: %s", there.desk.Menu.Said)
	}
	return here, there
}

// join types an address at Join in the menu, in place of the text already there.
func (l *lan) join(b *bare, address string) {
	l.t.Helper()
	l.item(b, "1", "Join")
	b.Press("ctrl+u")
	for _, r := range address {
		b.Press(strings.ReplaceAll(string(r), " ", "space"))
	}
	l.do(b, "enter")
}

func bubble(t *testing.T, do func(t *testing.T, l *lan)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { do(t, &lan{t: t}) })
}

// Until a guest joins, the host sees the line for the guest to type, and all keys work. Esc stops waiting.
func TestWaitingForAGuest(t *testing.T) {
	for i, name := range []string{"atom4", "ataxx", "atommaster"} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, l *lan) {
				b := l.desk()
				l.item(b, string(rune('1'+i)), "Host")
				l.shows(b, "Tell the other player to type: attic join held27@here", "No page for browsers: make build adds it. Y copies that line; Esc stops.")
				if b.Press("Y"); b.copied != "attic join held27@here" {
					t.Errorf("Y copies %q", b.copied)
				}
				l.shows(b, "Copied: attic join held27@here\n", "Waiting: attic join held27@here")
				if who := who(b.desk.Play, b.desk.Play.Now.Side) + "/" + who(b.desk.Play, 1-b.desk.Play.Now.Side); who != "you/nobody" {
					t.Errorf("the seats are %s", who)
				}
				track, at := b.desk.Play.Cursor.Pointed()
				b.Press("right down left down")
				if _, now := b.desk.Play.Cursor.Pointed(); now == at {
					t.Errorf("the cursor of %q stays at %s", track, at)
				}
				l.shows(b, "Waiting: attic join held27@here")
				if b.Press("?"); !strings.Contains(fmt.Sprint(On[*desk.Pager](b.desk).Text), "`N`") {
					t.Error("help does not list N")
				}
				b.Press("esc")
				if got := labels(b); !slices.Equal(got, []string{"Copy the invitation", "Stop waiting"}) {
					t.Errorf("N offers %q", got)
				}
				b.copied = ""
				if l.pick(b, "Copy the invitation"); b.copied != "attic join held27@here" {
					t.Errorf("the chooser copies %q", b.copied)
				}
				l.do(b, "esc")
				l.shows(b, "You stopped waiting; nobody can join now.")
				if now := b.desk.Play.Now; now.Situation.Other != table.Near || now.Over || b.desk.Play.Waiting() {
					t.Errorf("%+v", now)
				}
				if got := labels(b); !slices.Equal(got, []string{"Host this game", "Join another game"}) {
					t.Errorf("after Esc N offers %q", got)
				}
				other := l.desk()
				l.join(other, "held27@here")
				if other.desk.Menu == nil || other.desk.Form.Message() == "" || other.desk.Form.Title != "Joining a game" {
					t.Error("a guest joined a host that has stopped waiting")
				}
			})
		})
	}
}

// Every kind of game can be joined from the menu. Its address is remembered, and errors are shown.
func TestJoiningFromTheMenu(t *testing.T) {
	for i, name := range []string{"atom4", "ataxx", "atommaster"} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, l *lan) {
				here, there := l.desk(), l.desk()
				l.item(here, string(rune('1'+i)), "Host")
				must(t, there.desk.Store.Profile.Set(&store.Settings{}, func(s *store.Settings) { *s = there.desk.Settings }))
				l.join(there, "held27")
				if m := there.desk.Menu; m == nil || m.Said != "An address is ID@HOST." {
					t.Fatalf("an address without a host: %+v", m)
				}
				l.join(there, "held28@here")
				if text := there.desk.Form.Message(); text != "No game with this ID is hosted here now; ask the host for the link or ID of the game that is open." {
					t.Fatalf("a wrong ID: %q", text)
				}
				there.Press("esc")
				l.item(there, "1", "Join")
				if text, _ := there.desk.Prompt().Line(nil); string(text) != "held28@here" {
					t.Errorf("the line to correct is %q", string(text))
				}
				there.Paste("  attic join held27@here\n")
				l.do(there, "enter")
				p := there.desk.Play
				if p == nil || p.Info.Name != name {
					t.Fatalf("%s was not joined", name)
				}
				l.shows(there, "You have joined the game as "+p.Info.Side(p.Now.Seat)+".")
				l.shows(here, "The other player has joined as "+p.Info.Side(p.Now.Seat)+"; you are ")
				if h, g := here.calls(), there.calls(); h != 1 || g != 1 {
					t.Errorf("the host was called %d times, and the guest %d times", h, g)
				}
				if kept := there.desk.Store.Profile.Settings().Joined; !slices.Equal(kept, []string{"held27@here"}) {
					t.Errorf("%q is remembered", kept)
				}
				if who := who(p, p.Now.Seat) + "/" + who(p, 1-p.Now.Seat); who != "you/host" {
					t.Errorf("the seats are %s", who)
				}
				there.Press("M")
				l.settle()
				l.item(there, "1", "Join")
				if text, _ := there.desk.Prompt().Line(nil); string(text) != "held27@here" {
					t.Errorf("next time the line is %q", string(text))
				}
				there.Press("esc")
			})
		})
	}
}

// Up and Down fetch the addresses joined last. While attic connects, and after it has failed, a form shows the state and lets the person try again;
// Esc stops connecting.
func TestAddressesInTheMenu(t *testing.T) {
	bubble(t, func(t *testing.T, l *lan) {
		l.unplug(true)
		b := l.desk()
		for _, a := range []string{"a", "b", "c", "d", "e", "b", "f"} {
			b.desk.Settings.Join(a + "234@here")
		}
		l.item(b, "2", "Join")
		for _, c := range []struct{ key, want string }{
			{"home", "f"}, {"up", "b"}, {"up", "e"}, {"up", "d"}, {"up", "c"}, {"up", "c"}, {"down", "d"},
		} {
			b.Press(c.key)
			if text, _ := b.desk.Prompt().Line(nil); string(text) != c.want+"234@here" {
				t.Errorf("after %s the line is %q, want %s", c.key, string(text), c.want)
			}
		}
		l.do(b, "enter")
		m, form := b.desk.Menu, &b.desk.Form
		const joining = "Joining a game at here. Nobody listens there. attic has been trying since 00:00:00."
		if !form.On || form.Hint != joining {
			t.Errorf("the form says %q", form.Hint)
		}
		if l.do(b, "enter"); !form.On || form.Hint != joining {
			t.Errorf("tried again, the form says %q", form.Hint)
		}
		if l.do(b, "esc"); form.On || m.Said != "You stopped joining." || b.desk.Ready() != nil {
			t.Errorf("after Esc the message is %q", m.Said)
		}
		l.item(b, "1", "Join")
		l.do(b, "enter")
		<-time.After(6 * time.Second)
		if l.settle(); !form.On || form.Hint != "Nobody listens there." {
			t.Errorf("when nobody answers, the form says %q", form.Hint)
		}
		if l.do(b, "enter"); form.Hint != joining[:len(joining)-3]+"06." {
			t.Errorf("tried again, the form says %q", form.Hint)
		}
	})
}

// Requests to the other player are answered with buttons or with N, and both screens show the state of the request.
func TestOffersOnAScreen(t *testing.T) {
	bubble(t, func(t *testing.T, l *lan) {
		here, there := l.meet("1")
		if _, at := there.desk.Play.Cursor.Pointed(); at != "i10" {
			t.Errorf("the cursor of the waiting player starts at %s", at)
		}
		here.Click("i10")
		l.settle()
		l.shows(here, "Waiting for the other player to move.")
		l.shows(there, "Your move: yellow.")
		there.calls()
		here.Click("h8")
		l.shows(here, "It is not your turn yet.")
		if here.Press("down space"); strings.Contains(here.Shown(), "program") {
			t.Errorf("after Space %q is shown", here.Shown())
		}
		if look, ok := here.desk.Play.Looking(); !ok || look.Sentence == "" {
			t.Error("no move is previewed while the other player thinks")
		}
		if list := there.desk.Play.Controls().Answers; len(list) > 0 {
			t.Error("an answer is offered, but nothing was asked")
		}
		l.do(here, "u")
		l.shows(here, "Your take-back request is waiting for an answer.")
		l.shows(there, "The other player asks to take back a move.", "Choose Accept or Decline, or press N.")
		if n := there.calls(); n != 1 {
			t.Errorf("the guest was called %d times", n)
		}
		if list := there.desk.Play.Controls().Answers; len(list) != 2 || list[0].Label != "Accept" || list[1].Label != "Decline" {
			t.Errorf("the buttons are %+v", list)
		}
		there.Press("down")
		l.shows(there, "The other player asks to take back a move. N: accept or decline.")
		there.Click(desk.LineSpot + "decline")
		l.settle()
		l.shows(here, "The other player declined.")
		l.pick(here, "Ask to take back a move")
		there.Click(desk.LineSpot + "accept")
		l.settle()
		l.shows(here, "The other player agreed.", "Your move: red.")
		l.shows(there, "You agreed to the take-back.")
		if ply := there.desk.Play.Now.Ply; ply != 0 {
			t.Errorf("after the take-back %d moves are left", ply)
		}
		here.Click("i10")
		l.settle()
		l.pick(there, "Offer a draw")
		l.shows(there, "Your move. Your draw offer is waiting for an answer; a move withdraws it.")
		l.shows(here, "The other player offers a draw.")
		l.pick(there, "Withdraw your request")
		l.shows(there, "You withdrew your draw offer.")
		l.shows(here, "The other player withdrew the draw offer.")
		l.pick(there, "Offer a draw")
		l.pick(here, "Accept")
		l.shows(there, "Draw.")
		l.pick(here, "Ask for a rematch")
		l.pick(there, "Accept")
		if now := there.desk.Play.Now; now.Over || now.Ply != 0 || now.Seat != 0 {
			t.Errorf("the rematch is %+v", now)
		}
		l.pick(there, "Say something")
		if text, _ := there.desk.Prompt().Line(nil); string(text) != "say " {
			t.Errorf("the line to complete is %q", string(text))
		}
		l.do(there, "h i enter")
		l.shows(here, "hi")
		l.pick(here, "Mute the chat")
		l.shows(here, "What the other player says is hidden now; press Other player (N) again to see it.")
		here.Press("esc")
		l.do(there, ": s a y space s p a m enter")
		l.shows(there, "spam")
		if got := here.Shown(); strings.Contains(got, "spam") {
			t.Errorf("muted, the other player shows %q", got)
		}
		l.pick(here, "Show the chat again")
		l.shows(here, "What the other player says is shown again.")
		l.do(there, ": s a y space b y e enter")
		l.shows(here, "bye")
	})
}

// Pasting the line that a host copied joins the game, in the menu and before the first move of the same game.
func TestPastingAnInvitation(t *testing.T) {
	for _, menu := range []bool{true, false} {
		bubble(t, func(t *testing.T, l *lan) {
			here, there := l.desk(), l.desk()
			l.item(here, "2", "Host")
			here.Press("Y")
			if !menu {
				l.item(there, "2", "Play")
			}
			there.Paste(here.copied + "\n")
			l.settle()
			if p := there.desk.Play; p == nil || p.Now.Situation.Other != table.Present || p.Now.Seat != 1 {
				t.Fatalf("at the menu: %v: no game was joined", menu)
			}
			l.shows(there, "You have joined the game as blue.")
			if kept := there.desk.Store.Profile.Settings().Joined; !slices.Equal(kept, []string{"held27@here"}) {
				t.Errorf("%q is remembered", kept)
			}
		})
	}
}

// In a game without rounds, n asks for a rematch and keeps the other player.
func TestNextWithTheOtherPlayer(t *testing.T) {
	bubble(t, func(t *testing.T, l *lan) {
		here, there := l.meet("2")
		l.shows(there, "Waiting for the other player to set up and start the game. N: leave.")
		for _, b := range there.desk.Play.Controls().Game {
			if (b.Label == "Start" || b.Label == "Boards" || b.Label == "Host") && !b.Off {
				t.Errorf("the guest is offered %+v", b)
			}
		}
		l.do(here, "t")
		l.do(here, ": r e s i g n enter")
		l.shows(there, "n: ask for a rematch.")
		l.cut()
		l.shows(there, "is away")
		if got := there.Shown(); strings.Contains(got, "rematch") {
			t.Errorf("while nobody is there to agree, the screen shows %q", got)
		}
		there.Press("N")
		for _, item := range On[*desk.Chooser](there.desk).Word.Items {
			if strings.Contains(item.Label, "Ask") || strings.Contains(item.Label, "Offer") {
				t.Errorf("while nobody is there to agree, %q is offered", item.Label)
			}
		}
		there.Press("esc")
		l.unplug(false)
		<-time.After(10 * time.Second)
		l.settle()
		l.shows(there, "The other player is back.")
		l.do(there, "n")
		l.shows(there, "Your rematch request is waiting for an answer. N: withdraw it.")
		l.shows(here, "The other player asks for a rematch.")
		l.pick(here, "Accept")
		if now := there.desk.Play.Now; now.Situation.Other != table.Present || now.Over || now.Seat != 0 {
			t.Errorf("after the rematch was accepted: %+v", now)
		}
	})
}

// When the other player leaves, the game ends without a result and its position stays. Undo continues from that position.
func TestTheOtherPlayerLeaves(t *testing.T) {
	for _, c := range []struct {
		what string
		host bool // the host leaves
	}{{"the guest", false}, {"the host", true}} {
		t.Run(c.what, func(t *testing.T) {
			bubble(t, func(t *testing.T, l *lan) {
				here, there := l.meet("1")
				here.Click("i10")
				l.settle()
				leaves, stays := there, here
				if c.host {
					leaves, stays = here, there
				}
				stays.calls()
				l.pick(leaves, "Leave")
				l.shows(leaves, "You have left. u: keep playing from here. n: next round.")
				l.shows(stays, "The other player has left. u: keep playing from here. n: next round.", "No result.")
				if stays.calls() != 1 {
					t.Error("the player who stays was not called")
				}
				for _, b := range []*bare{leaves, stays} {
					if l.do(b, "u"); b.desk.Play.Now.Over || b.desk.Play.Now.Ply != 1 {
						t.Errorf("undo leads to %+v", b.desk.Play.Now)
					}
					b.Click("h10")
					if l.do(b, ""); b.desk.Play.Now.Ply != 2 {
						t.Errorf("the game cannot be continued: %q", b.Shown())
					}
					l.do(b, ": c l e a r enter")
					if got := labels(b); !slices.Equal(got, []string{"Host this game", "Join another game"}) {
						t.Errorf("after clear N offers %q", got)
					}
				}
			})
		})
	}
}

// Without a network, the desk offers no control that needs one.
func TestWithoutANetwork(t *testing.T) {
	b := sitBare(t, "atom4", "")
	b.Press("N")
	if got := b.Shown(); !strings.Contains(got, "No other machine can be reached from here.") || b.desk.Pages.Top() != nil {
		t.Errorf("N shows %q", got)
	}
	if list := b.desk.Play.Controls().Drawer; slices.ContainsFunc(list, func(b desk.Button) bool { return b.Key == "N" }) {
		t.Errorf("%+v are offered", list)
	}
}

// A guest can view the host's set-up, and reads that it cannot be changed.
func TestAGuestTouchesTheSetUp(t *testing.T) {
	bubble(t, func(t *testing.T, l *lan) {
		here, there := l.meet("2")
		for _, line := range []string{"blocks 3gh", "start"} {
			here.Type(line)
			l.settle()
		}
		for _, try := range []func(){func() { there.Click("a7") }, func() { there.Type("a7-a6") }} {
			there.Press("[ [")
			if p := there.desk.Play; !p.Back || p.Now.ToMove != game.Anyone {
				t.Fatalf("step %d is shown", p.Ply)
			}
			try()
			l.shows(there, "The set-up cannot be changed from here; ] steps forward.")
			there.Press("] ]")
		}
	})
}
