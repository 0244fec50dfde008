//go:build !nobrowser

package web_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"attic/desk/command"
	"attic/dev/wait"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/store"
	"attic/table"
	"attic/table/newgame"
	"attic/table/wire"
)

// The guide of Ataxx, V.A.3 and V.A.4: a page that "attic page" has opened hosts a game with hidden information for a guest and a spectator, whose browsers and programs never receive
// it. The game continues after a reload of the page, and after a restart of the program that passes the connections on.
func testHost(t *testing.T, b *browser) {
	const key = "k7h3"
	var relay atomic.Pointer[wire.Relay]
	startRelay := func() { relay.Store(&wire.Relay{Key: key, Server: wire.Server{Page: page(t)}}) }
	startRelay()
	all := http.NewServeMux()
	all.Handle("/", page(t))
	all.HandleFunc(wire.RelayPath, func(w http.ResponseWriter, r *http.Request) { relay.Load().ServeHTTP(w, r) })
	server := httptest.NewServer(all)
	defer server.Close()
	defer func() { relay.Load().Close() }()

	p := b.tab(t, server.URL+"/#host/"+key, 1200, 800)
	p.key("3")
	p.area("item 3 0") // Atom-4 is no longer chosen
	p.click("item 3")  // Play a friend
	p.click("item 5")
	p.until("the form", `document.querySelectorAll('#spots input').length === 3`)
	for _, key := range []string{"Tab", "Tab", "0", "Enter"} {
		p.key(key)
	}
	p.says("http://")
	p.accessible("a host")
	link := regexp.MustCompile(`http://[^ ]+:(\d+)/#([a-z0-9]+)`)
	found := link.FindStringSubmatch(p.said())
	p.reload()
	p.says(found[0]) // nobody has joined, and nothing has been played

	heard := make(chan []byte, 1000)
	join := func(watch bool) (*wire.Guest, *table.Person) {
		port, err := strconv.Atoi(found[1])
		if err != nil {
			t.Fatal(err)
		}
		guest, err := wire.NewGuest(wire.GuestConfig{
			ID: found[2], Name: "Zoe", Watch: watch, Find: games.Find, Patience: time.Minute,
			Dial: func(ctx context.Context) (wire.Conn, error) {
				conn, err := wire.Dial(ctx, wire.Address{Host: "127.0.0.1", Port: port}, nil)
				return listening{conn, heard}, err
			},
			Open: func(g game.Game) (*table.Table, error) {
				m, err := match.New(g, game.Setup{})
				return table.New(table.Config{Match: m}), err
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		ctx, done := wait.Context()
		defer done()
		select {
		case <-guest.Arrived():
		case <-ctx.Done():
			t.Fatalf("the guest does not arrive: %v", guest.Err())
		}
		person := guest.Table().Here()
		t.Cleanup(func() {
			<-guest.Leave()
			person.Close()
		})
		return guest, person
	}
	_, guest := join(false)
	p.says("Zoe has joined as the solver")
	join(true)
	p.key("Tab")
	p.says("Hide atoms")
	for i, square := range []string{"b2", "c7", "f3", "g6"} {
		p.click(square)
		p.says(fmt.Sprint(i+1, " of 4"))
	}
	p.key("Tab")
	fired := func(port int) {
		t.Helper()
		p.until("a beam", fmt.Sprintf(`/^port %d, (?!not fired)/.test(document.querySelector('[data-spot="port%[1]d"]').ariaLabel)`, port))
	}
	fires := func(port int) {
		t.Helper()
		wait.Until(t, "a beam of the guest", func() (any, bool) {
			err := guest.Do(table.Play(fmt.Sprint("fire ", port))).Err()
			return fmt.Sprint(err, ": ", p.said()), err == nil
		})
		fired(port)
	}
	fires(4)
	phone := b.tab(t, "http://127.0.0.1:"+found[1]+"/#"+found[2]+"/watch", 390, 844)
	phone.says("You have joined the game as a spectator")
	area := phone.area("port1")
	phone.touch("touchStart", [2]float64{area[0] + 9, area[1] + 9})
	phone.touch("touchEnd")
	phone.says(command.Sentence(command.ErrWatching))
	p.reload()
	fired(4)
	fires(9)
	layout := regexp.MustCompile(`b2(\W{1,3}c7|c7\W{0,3}f3)|secret|atoms? (was|were) at|"seed":"?[1-9]`) // b2c7 alone may occur in a hash
	var kept, said string
	const files = `new Promise((done) => { indexedDB.open("attic").onsuccess = ({target}) => { target.result.transaction('files').objectStore('files').getAll().onsuccess = ({target}) => done(target.result.map((file) => new TextDecoder().decode(file.data)).join('\n')); }; })`
	if phone.value(files, &kept); layout.MatchString(kept) {
		t.Errorf("a spectator's browser keeps what is hidden: %q", kept)
	}
	if phone.value(`document.documentElement.outerHTML`, &said); layout.MatchString(said) {
		t.Error("a spectator's page shows what is hidden")
	}
	phone.value(`[...document.querySelectorAll('#spots button')].map((b) => b.ariaLabel).join()`, &said)
	if strings.Contains(said, "Host") {
		t.Errorf("a guest may host: %s", said)
	}
	phone.do(t, phone.session, "Page.navigate", map[string]any{"url": "about:blank"}, nil) // otherwise it would report that nobody is there
	relay.Load().Close()
	startRelay()
	fires(12)

	if p.value(files, &kept); !layout.MatchString(kept) {
		t.Errorf("the journal of the host does not hold the layout: %q", kept)
	}
	if len(heard) < 10 {
		t.Errorf("only %d messages were heard", len(heard))
	}
	for range len(heard) {
		if message := <-heard; layout.Match(message) {
			t.Errorf("what is hidden was sent: %s", message)
		}
	}
	p.line("quit")
	p.says("Leave?")
	p.key("Enter")
	p.has("Play a friend")
	wait.Until(t, "a port that is closed", func() (any, bool) {
		answer, err := http.Get("http://127.0.0.1:" + found[1])
		if err == nil {
			answer.Body.Close()
		}
		return err, err != nil
	})
}

// listening is a connection that records the data that arrives.
type listening struct {
	wire.Conn
	heard chan<- []byte
}

func (l listening) Read(ctx context.Context) ([]byte, error) {
	message, err := l.Conn.Read(ctx)
	if err == nil {
		l.heard <- message
	}
	return message, err
}

// A browser joins by a link, plays, and has its seat again after a reload. Others watch, or are told what is wrong with their link.
func testGuest(t *testing.T, b *browser) {
	kept := store.Open(t.TempDir(), games.Find)
	g, _ := games.Find("ataxx")
	wish := newgame.Usual()
	wish.Opponent = store.OpponentPerson
	wish.Setup = wish.Setup.With(g.Info().Started)
	network := wire.Network{Find: games.Find, Watch: true, Chat: true, Server: wire.Server{Page: page(t)}}
	hosted := func() (*table.Table, *table.Person) {
		t.Helper()
		tb, err := newgame.Tables{Store: kept}.Open(g, wish, false)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = tb.Close() })
		if err := network.Host(tb, ""); err != nil {
			t.Fatal(err)
		}
		person := tb.Here()
		t.Cleanup(person.Close)
		return tb, person
	}
	tb, person := hosted()
	host := func(what string, ok func(table.Sight) bool) {
		t.Helper()
		wait.Until(t, what, func() (any, bool) {
			now := person.Sight()
			return now.Situation.Other, ok(now)
		})
	}
	id, place, _ := strings.Cut(person.Now().Situation.Invite, "@")
	_, port, _ := strings.Cut(place, ":")
	link := "http://127.0.0.1:" + port + "/#" + id
	if now := person.Now(); now.Situation.Sights != now.Situation.Link+wire.Watching || !strings.Contains(now.Situation.Line(table.Typed), "\nLink for spectators: "+now.Situation.Sights) {
		t.Errorf("spectators are told %q", now.Situation.Sights)
	}
	p := b.tab(t, link, 390, 844)
	p.says("You have joined")
	host("the guest", func(now table.Sight) bool { return now.Situation.Other == table.Present })
	p.accessible("a guest")
	if err := person.Do(table.Play("f1")).Err(); err != nil {
		t.Fatal(err)
	}
	p.says("Red extended g1-f1")
	p.click("a1")
	p.click("b2")
	host("the guest's move", func(now table.Sight) bool { return now.Ply == 2 })
	for _, c := range []struct {
		act  table.Act
		says string
	}{{table.Say("good luck"), "good luck"}, {table.Ask(table.DrawOffer), "offers a draw"}} {
		if err := person.Do(c.act).Err(); err != nil {
			t.Fatal(err)
		}
		p.says(c.says)
	}
	p.reload()
	p.has("b2, blue")
	p.says("offers a draw")
	p.line("decline")
	host("an offer that is declined", func(now table.Sight) bool { return now.Situation.Offer == table.NoOffer })
	p.line("draw")
	host("the guest's offer", func(now table.Sight) bool { return now.Situation.Offer == table.DrawOffer })
	p.reload()
	p.says("Your draw offer")
	p.line("decline")
	host("an offer that is withdrawn", func(now table.Sight) bool { return now.Situation.Offer == table.NoOffer })
	host("the guest again", func(now table.Sight) bool { return now.Situation.Other == table.Present })
	for _, hidden := range []bool{true, false} {
		var ok bool
		p.value(fmt.Sprintf(`Object.defineProperty(document, 'hidden', {configurable: true, value: %v}), document.dispatchEvent(new Event('visibilitychange'))`, hidden), &ok)
		host("a guest who is asleep, or no longer", func(now table.Sight) bool { return now.Situation.Asleep == hidden })
	}
	spectator := b.tab(t, link+wire.Watching, 390, 844)
	spectator.says("You have joined the game as a spectator")
	spectator.has("b2, blue")
	answer, err := http.Get("http://127.0.0.1:" + port + "/core.wasm")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if n, _ := io.Copy(io.Discard, answer.Body); n < 1<<20 {
		t.Errorf("a core of %d bytes", n)
	}

	third := spectator
	third.follow(id)
	third.says("Both sides of this game are taken, so you are watching")
	third.has("b2, blue")
	third.follow("x" + id)
	third.says("No game with this ID is hosted here now; ask the host")
	third.follow("%E0" + id + "!")
	third.says("This link cannot be opened")

	tb.Leave()
	p.says("The other player has left")
	network.Watch = false
	if network.Port, err = strconv.Atoi(port); err != nil {
		t.Fatal(err)
	}
	_, person = hosted()
	p.reload() // the link of a game that is over
	p.says("No game with this ID is hosted here now")
	id, _, _ = strings.Cut(person.Now().Situation.Invite, "@")
	p.follow(id)
	p.says("You have joined the game as blue")
	for fragment, says := range map[string]string{id: "Both sides of this game are taken; if one of them is yours", id + wire.Watching: "The host does not allow spectators in this game"} {
		third.follow(fragment)
		third.says(says)
	}
}
