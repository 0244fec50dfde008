package desktest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"attic/desk"
	"attic/desk/command"
	"attic/game"
	"attic/games"
	"attic/match/store"
	"attic/table"
	"attic/table/wire"
)

// The menu sets the person's name for hosting and joining, refuses a name that is too long, and can remove the name.
func TestTheNameOfTheSettings(t *testing.T) {
	b := &bare{}
	b.desk = desk.New(desk.Config{
		Games: games.All(), May: command.Everything, Store: store.Open(t.TempDir(), games.Find), NoMotion: true, Display: b,
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
		t.Errorf("after a name that is too long: %q, %s", name, b.desk.Menu.Said)
	}
	b.Press("enter backspace backspace backspace - enter")
	if name := b.desk.Settings.Name; name != "" {
		t.Errorf("after the name is removed: %q", name)
	}
}

// The guide of Ataxx, V.A.3 and V.A.4: before a game is hosted, a form asks for its ID, the person's name and the port.
func TestTheFormOfAHost(t *testing.T) {
	l := &lan{t: t, port: 7117}
	b := &bare{}
	b.desk = desk.New(desk.Config{
		Games: games.All(), May: command.Everything, Store: store.Open(t.TempDir(), games.Find), NoMotion: true, Display: b, Net: l,
		Open: func(g game.Game, _ store.GameSettings) (*table.Table, error) { return Seat(t, g.Info().Name, ""), nil },
	})
	defer func() { must(t, b.desk.Close()) }()
	menu, form := b.desk.Menu, &b.desk.Form
	host := func(keys string) {
		t.Helper()
		Unfold(menu)
		menu.Item = slices.IndexFunc(menu.Items(), func(i desk.MenuItem) bool { return i.Label == "Host" })
		if menu.Item < 0 {
			t.Fatalf("there is no Host in %v", menu.Items())
		}
		b.Press("enter " + keys)
	}
	holds := func(want string) {
		t.Helper()
		var list []string
		for _, f := range form.Fields {
			text, _ := f.Edited(nil)
			list = append(list, f.Label+" "+string(text))
		}
		if got := strings.Join(list, ", "); !form.On || got != want {
			t.Errorf("the form is open: %v; it holds %q, want %q", form.On, got, want)
		}
	}
	refused := func(want string) {
		t.Helper()
		if !form.On || !strings.Contains(form.Said, want) || b.desk.Play != nil {
			t.Errorf("the form is open: %v; it shows %q, want %q", form.On, form.Said, want)
		}
	}
	menu.Entry = 1
	host("")
	holds("Game ID , Your name , Port 7117, Clock ")
	b.Press("h 2 space x enter")
	refused("one word")
	b.Press("backspace backspace tab tab 7 0 0 0 0 enter")
	refused("from 1 to 65535")
	b.Press("backspace backspace backspace backspace backspace enter")
	refused("a port")
	b.Press("0 shift+tab")
	b.Paste("a name that is much too long for anybody")
	b.Press("enter")
	refused("at most 20 characters")
	b.Press("esc")
	if form.On || b.desk.Settings.Name != "" || menu.Items()[menu.Item].Label != "Host" {
		t.Errorf("after Esc the form is open: %v, name %q, menu at %+v", form.On, b.desk.Settings.Name, menu.Items()[menu.Item])
	}
	l.taken = 7117
	host("h 2 tab A n n enter")
	refused("Port 7117 is in use: type another port, or 0 for any free one.")
	if form.Focus != 2 || b.desk.Menu != menu {
		t.Errorf("the focus is on field %d, or the menu was replaced", form.Focus)
	}
	b.Press("0 tab right right right enter")
	if form.On || b.desk.Play == nil {
		t.Fatalf("the form is open: %v; it shows %q", form.On, form.Said)
	}
	if now := b.desk.Play.Now; l.id != "h2" || l.port != 0 || now.Situation.Other != table.Awaited || now.Players[now.Side].Name != "Ann" {
		t.Errorf("hosted as %q on port %d: %+v", l.id, l.port, now)
	}
	if c := b.desk.Play.Now.Clock; len(c.Left) != 2 || c.Left[0] != 10*time.Minute || c.Extra != 5*time.Second {
		t.Errorf("the clock is %+v", c)
	}
	if got := b.Shown(); !strings.Contains(got, "This ID is short") {
		t.Errorf("after a short ID %q is shown", got)
	}
}

// Host in the set-up of a game, in the list of N and in the drawer opens the same form as Host in the menu. If the port is in use, the form
// stays open, and the game can be hosted on another port.
func TestHostOpensItsFormEverywhere(t *testing.T) {
	chosen := func(b *bare) {
		b.Press("N")
		ch := On[*desk.Chooser](b.desk)
		ch.At = slices.IndexFunc(ch.Word.Items, func(i game.Item) bool { return i.Label == "Host this game" })
		b.Press("enter")
	}
	more := func(b *bare) { // Host in the drawer
		b.Press(",")
		ch := On[*desk.Chooser](b.desk)
		ch.At = slices.IndexFunc(ch.Word.Items, func(i game.Item) bool { return i.Label == "N network" })
		b.Press("enter")
		ch = On[*desk.Chooser](b.desk)
		ch.At = slices.IndexFunc(ch.Word.Items, func(i game.Item) bool { return i.Label == "Host this game" })
		b.Press("enter")
	}
	for _, c := range []struct {
		id   string
		open func(b *bare)
	}{
		{"ataxx", func(b *bare) { b.Press("g") }},
		{"ataxx start=yes", func(b *bare) { b.Press("g") }},
		{"ataxx", chosen},
		{"atom4", chosen},
		{"atom4", more},
		{"atommaster#5", chosen},
		{"atommaster#5", more},
	} {
		bubble(t, func(t *testing.T, l *lan) {
			l.port, l.taken = 7117, 7117
			b := l.desk()
			name, setup, err := game.ParseID(c.id)
			must(t, err)
			b.desk.Menu.Entry = slices.IndexFunc(b.desk.Games, func(x game.Game) bool { return x.Info().Name == name })
			b.Paste(game.ID(name, setup))
			if b.desk.Play == nil {
				t.Fatalf("%s does not open: %s", c.id, b.desk.Menu.Said)
			}
			c.open(b)
			form := &b.desk.Form
			if !form.On || form.Title != "Host a game" || len(form.Fields) != 4 {
				t.Fatalf("%s: the form is %+v", c.id, form)
			}
			b.Press("g r e e n - k e t t l e tab A n n enter")
			if want := "Port 7117 is in use: type another port, or 0 for any free one."; !form.On || form.Said != want || form.Focus != 2 {
				t.Errorf("%s: the form is open: %v, at field %d; it shows %q", c.id, form.On, form.Focus, form.Said)
			}
			if now := b.desk.Play.Person.Now(); now.Situation.Other != table.Near {
				t.Errorf("%s: the game is %+v", c.id, now)
			}
			b.Press("7 2 0 0 enter")
			l.settle()
			if now := b.desk.Play.Now; form.On || now.Situation.Other != table.Awaited || l.port != 7200 || l.id != "green-kettle" || now.Players[now.Side].Name != "Ann" {
				t.Errorf("%s: the form is open: %v (%s); hosted as %q on port %d: %+v", c.id, form.On, form.Said, l.id, l.port, now)
			}
			l.shows(b, "attic join held27@here")
		})
	}
}

// The page of a game also warns of a short ID, and still does so after hosting has begun.
func TestAShortIDIsToldOnThePage(t *testing.T) {
	bubble(t, func(t *testing.T, l *lan) {
		b := l.desk()
		b.Paste("ataxx")
		b.Press("g h 2 enter")
		l.settle()
		if l.id != "h2" {
			t.Fatalf("hosted as %q: %s", l.id, b.desk.Form.Said)
		}
		l.shows(b, "This ID is short")
	})
}

// Each side's remaining time is shown below the board, and the page must be redrawn as time passes.
func TestClocksAreShown(t *testing.T) {
	tb := Seat(t, "atom4", "")
	must(t, tb.Share(false, table.Hosting{Clock: table.ClockRule{Each: time.Hour}}))
	guest := tb.Player(table.Second)
	must(t, guest.Do(table.Name(1, "Bo")).Err())
	b := &bare{}
	b.desk = desk.New(desk.Config{Games: games.All(), May: command.Everything, Store: store.Open(t.TempDir(), games.Find), Table: tb, NoMotion: true, Display: b})
	defer func() { must(t, b.desk.Close()) }()
	look := func(when, want string, ticks bool) {
		t.Helper()
		b.desk.News()
		b.Press("esc")
		if got := b.Shown(); !strings.Contains(got, want) || b.desk.Ticks() != ticks {
			t.Errorf("%s: %q, want %q; it ticks: %v", when, got, want, b.desk.Ticks())
		}
	}
	if got := b.Shown(); strings.Contains(got, "60:00") {
		t.Errorf("before anybody has joined: %q", got)
	}
	tb.Met(table.Present)
	look("before the first move", "You 60:00, Bo 60:00. Your move: red.", false)
	b.Click("i8")
	must(t, guest.Do(table.Play("h8")).Err())
	look("when the host's time passes", "You ", true)
	must(t, guest.Do(table.Resign()).Err())
	b.desk.News()
	if got := b.Shown(); strings.Contains(got, "60:00") || b.desk.Ticks() {
		t.Errorf("after the end: %q", got)
	}
}

// A host with several addresses offers an invitation for each.
func TestInvitationsByOtherAddresses(t *testing.T) {
	const other = "held27@[2001:db8::7]"
	tb := Seat(t, "atom4", "")
	must(t, tb.Share(false, table.Hosting{Invite: Invite, Others: []string{other}}))
	b := &bare{}
	b.desk = desk.New(desk.Config{Games: games.All(), May: command.Everything, Store: store.Open(t.TempDir(), games.Find), Table: tb, NoMotion: true, Display: b})
	defer func() { must(t, b.desk.Close()) }()
	b.Press("N")
	ch := On[*desk.Chooser](b.desk)
	items := ch.Word.Items
	i := slices.IndexFunc(items, func(item game.Item) bool { return item.Label == "Copy "+other })
	if i < 0 {
		t.Fatalf("%v is offered", items)
	}
	ch.At = i
	b.Press("enter")
	if want := "attic join " + other; !strings.Contains(b.Shown(), want) {
		t.Errorf("%q is shown, want %q", b.Shown(), want)
	}
}

// Unthemed implements desk.Display.
func (*bare) Unthemed() string { return "none" }

// Settings implements desk.Display.
func (*bare) Settings() []desk.MenuItem { return nil }

// Each side sees that the other player is away. After a minute, the win can be claimed.
func TestTheOtherPlayerIsAway(t *testing.T) {
	bubble(t, func(t *testing.T, l *lan) {
		here, there := l.meet("1")
		l.do(there, ": n a m e space 2 space B o enter")
		here.Click("i10")
		l.settle()
		if who := who(here.desk.Play, 1); who != "Bo" {
			t.Errorf("the guest is %q", who)
		}
		l.cut()
		l.shows(here, "Bo is away; attic reconnects by itself. After a minute, press N to claim")
		l.shows(there, "The other player is away; attic reconnects by itself.")
		if who := who(here.desk.Play, 1) + "/" + who(there.desk.Play, 0); who != "Bo, away/host, away" {
			t.Errorf("the seats are %s", who)
		}
		if got := labels(here); slices.Contains(got, "Claim the win") {
			t.Errorf("at once N offers %q", got)
		}
		<-time.After(61 * time.Second)
		l.settle()
		l.shows(here, "Bo has been away for a minute. N: claim the win or a draw.")
		if got := labels(here); !slices.Contains(got, "Call it a draw") {
			t.Errorf("after a minute N offers %q", got)
		}
		if got := labels(there); slices.Contains(got, "Claim the win") {
			t.Errorf("N offers the player to move %q", got)
		}
		l.pick(here, "Claim the win")
		l.shows(here, "You won. Player 2 was away.", "The game stays open for ten minutes, so that the other player can come back and see the result.")
		l.unplug(false)
		<-time.After(5 * time.Second)
		l.settle()
		l.shows(there, "You lost. You were away.")
		if now := there.desk.Play.Now; now.Situation.Other != table.Present {
			t.Errorf("the guest does not come back: %+v", now)
		}
	})
}

// Whoever looks at an earlier position also hears that the other player has gone and come back.
func TestTheOtherPlayerReturnsWhileEarlierMovesAreShown(t *testing.T) {
	bubble(t, func(t *testing.T, l *lan) {
		here, there := l.meet("1")
		here.Click("i10")
		l.settle()
		there.Press("[")
		l.cut()
		<-time.After(2 * time.Second)
		l.settle()
		l.shows(there, "The other player is away; attic reconnects by itself.")
		l.unplug(false)
		<-time.After(5 * time.Second)
		l.settle()
		l.shows(there, "The other player is back.")
		if !there.desk.Play.Back {
			t.Error("the earlier position is not shown any more")
		}
	})
}

// A request made while the other player is away is answered immediately: a sentence says what will happen to the request. Chat is not offered.
func TestRequestsWhileTheOtherIsAway(t *testing.T) {
	bubble(t, func(t *testing.T, l *lan) {
		here, there := l.meet("1")
		here.Click("i10")
		l.settle()
		l.cut()
		for _, b := range []*bare{here, there} {
			if got := labels(b); slices.Contains(got, "Say something") {
				t.Errorf("N offers %q", got)
			}
			b.Press("esc")
		}
		here.Press("u")
		l.settle()
		l.shows(here, "The other player is away: they will see your take-back request if they come back within a minute.")
		there.Click("h10")
		l.shows(there, "The other player is away: attic will send your request when they are back.")
		there.Click("h10")
		l.shows(there, "Your last request is still waiting for the other player to come back.")
		l.do(there, "esc : s a y space h i enter")
		l.shows(there, "The other player is away and would not see your message; send it again later.")
		there.Press("esc")
		l.shows(there, "The other player is away: attic will send your request when they are back.")
		l.unplug(false)
		<-time.After(5 * time.Second)
		l.settle()
		if ply := here.desk.Play.Now.Ply; ply != 2 {
			t.Errorf("after %d moves", ply)
		}
	})
}

// A guest whose host is away can only claim the game. The claim is shown as not confirmed. The host, who was only cut off from the network,
// refuses it.
func TestAGuestClaims(t *testing.T) {
	bubble(t, func(t *testing.T, l *lan) {
		here, there := l.meet("1")
		here.Click("i10")
		l.settle()
		there.Click("h10")
		l.settle()
		l.cut()
		<-time.After(61 * time.Second)
		l.settle()
		l.shows(there, "The other player has been away for a minute. N: claim the win or a draw.")
		l.pick(there, "Call it a draw")
		l.shows(there, "You claimed a draw. attic asks the host to confirm it once the host is back.", "If you quit, run attic join again to deliver the claim.")
		if got := labels(there); !slices.Equal(got, []string{"Mute the chat", "Leave"}) {
			t.Errorf("after the claim N offers %q", got)
		}
		l.unplug(false)
		<-time.After(5 * time.Second)
		l.settle()
		l.shows(there, "The host refused your claim: attic was running on the host's machine and only the connection was lost, so play continues.")
		l.shows(here, "Player 2 claimed the game while the connection was lost. attic was running here, so the claim is refused and play continues.")
		if now := there.desk.Play.Now; now.Over || now.Situation.Claimed != "" {
			t.Errorf("after the refusal: %+v", now)
		}
	})
}

// A player who has waited a minute for the first move may end the game without a result.
func TestTheOtherPlayerIsSilent(t *testing.T) {
	bubble(t, func(t *testing.T, l *lan) {
		here, there := l.meet("1")
		here.Click("i10")
		l.settle()
		if got := labels(here); slices.Contains(got, "End without a result") {
			t.Errorf("at once N offers %q", got)
		}
		<-time.After(61 * time.Second)
		l.settle()
		l.shows(here, "The other player has not moved for a minute. N: end the game without a result.")
		l.pick(here, "End without a result")
		l.shows(here, "No result. Player 2 did not move.")
		l.shows(there, "No result. You did not move.")
		if now := there.desk.Play.Now; now.Situation.Other != table.Present {
			t.Errorf("the two are parted: %+v", now)
		}
	})
}

// A guest reads that another program answers in place of the host, and that attic keeps trying.
func TestSomethingElseAnswersThere(t *testing.T) {
	bubble(t, func(t *testing.T, l *lan) {
		_, there := l.meet("1")
		l.mu.Lock()
		l.why = wire.ErrNotAttic
		l.mu.Unlock()
		l.cut()
		<-time.After(5 * time.Second)
		l.settle()
		l.shows(there, "Another program answers at your host's address now; attic keeps trying until your host is back.", "The other player is away; attic reconnects by itself.")
		l.do(there, "down")
		<-time.After(time.Minute)
		l.settle()
		if got := there.Shown(); strings.Contains(got, "Another program") {
			t.Errorf("the same sentence is shown again: %q", got)
		}
		l.unplug(false)
		<-time.After(5 * time.Second)
		l.settle()
		l.shows(there, "The other player is back.")
	})
}
