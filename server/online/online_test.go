package online

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/desktest"
	"attic/dev/wait"
	"attic/games"
	"attic/match/store"
	"attic/server"
	"attic/server/files"
	"attic/table/newgame"
	"attic/table/wire"
)

// opened opens a hall on this machine, as atticd does, and returns its address.
func opened(t *testing.T) string {
	t.Helper()
	port, stop := openedAt(t, t.TempDir(), 0)
	t.Cleanup(stop)
	return (wire.Address{Host: "127.0.0.1", Port: port}).Place()
}

// openedAt opens a hall in a folder, at a port or at any free one.
func openedAt(t *testing.T, folder string, at int) (port int, stop func()) {
	t.Helper()
	place, err := files.Open(folder, games.Find)
	must(t, err)
	hall, err := server.Open(server.Config{Storage: place, Games: games.All()})
	must(t, err)
	listener, err := wire.Listen(at, wire.Server{At: "127.0.0.1", Page: hall.Handler(), Limits: wire.Limits{Conns: 64, Joining: 32}}, hall.Serve)
	must(t, err)
	return listener.Port(), func() {
		must(t, hall.Close())
		must(t, listener.Close())
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

type person struct {
	t    *testing.T
	desk *desk.Desk
}

type quiet struct{ desk.Display }

func (quiet) Settings() []desk.MenuItem { return nil }
func (quiet) Unthemed() string          { return "" }
func (quiet) Columns() int              { return 1 }

func sits(t *testing.T, at store.Store) person {
	t.Helper()
	return called(t, at, "")
}

// called is like sits, for a person with a temporary name.
func called(t *testing.T, at store.Store, name string) person {
	t.Helper()
	d := desk.New(desk.Config{
		Name: name, Games: games.All(), Store: at, May: command.Everything, Open: newgame.Tables{Store: at}.Remembered, NoMotion: true, Display: quiet{}, Online: Open,
		Net: wire.Network{Find: games.Find, Seat: func(address string) (wire.Seat, error) { return at.Seats.Take(address) }},
	})
	p := person{t, d}
	t.Cleanup(func() { must(t, d.Close()) })
	return p
}

func (p person) online() {
	p.t.Helper()
	desktest.Unfold(p.desk.Menu)
	for _, it := range p.desk.Menu.Items() {
		if it.Label == "Online" {
			it.Do()
			return
		}
	}
	p.t.Fatal("the menu has no line Online")
}

// until handles events until so returns true.
func (p person) until(what string, so func() bool) {
	p.t.Helper()
	ctx, stop := wait.Context()
	defer stop()
	for p.desk.News(); !so(); p.desk.News() {
		select {
		case <-p.desk.Ready():
		case <-ctx.Done():
			p.t.Fatalf("waited in vain for %s; the form says %q and shows %q", what, p.desk.Form.Message(), p.rows())
		}
	}
}

func (p person) rows() (titles []string) {
	for _, f := range p.desk.Form.Fields {
		for _, r := range f.Rows {
			titles = append(titles, r.Title)
		}
	}
	return titles
}

// choose waits for a row of the list and chooses it.
func (p person) choose(title string) {
	p.t.Helper()
	p.until(title, func() bool { return slices.Contains(p.rows(), title) })
	f := p.desk.Form.Fields[0]
	f.At = slices.Index(p.rows(), title)
	p.desk.Key("enter")
}

// seated waits until a game is shown.
func (p person) seated() {
	p.t.Helper()
	p.until("a game", func() bool { return p.desk.Play != nil && p.desk.Play.Now.Situation.Hall })
}

func TestPlayingAtAHall(t *testing.T) {
	place := opened(t)
	folder := store.Open(t.TempDir(), games.Find)
	ann, bo, cy := sits(t, folder), sits(t, store.Open(t.TempDir(), games.Find)), sits(t, store.Open(t.TempDir(), games.Find))
	for _, p := range []person{ann, bo, cy} {
		p.online()
		p.desk.Paste(place)
		p.desk.Key("enter")
	}
	bo.until("the address", func() bool { return bo.desk.Store.Profile.Settings().Hall == "http://"+place })

	ann.choose("Ataxx: new table")
	ann.desk.Key("right") // anybody
	ann.desk.Key("enter")
	ann.seated()
	if now := ann.desk.Play.Now; now.Situation.Link != "" {
		t.Errorf("a table for anybody has the link %s", now.Situation.Link)
	}
	side := ann.desk.Play.Info.Seats[1-ann.desk.Play.Now.Seat].Name
	bo.choose("Ataxx: play as " + side)
	bo.seated()
	cy.choose("Ataxx: watch")
	cy.seated()
	if now := cy.desk.Play.Now; now.Seat >= 0 {
		t.Errorf("the spectator has seat %d", now.Seat)
	}

	must(t, ann.desk.Close()) // the program ends
	ann = sits(t, folder)
	ann.online()
	ann.choose("Ataxx: your game")
	ann.seated()
	if got := ann.desk.Play.Info.Seats[1-ann.desk.Play.Now.Seat].Name; got != side {
		t.Errorf("the other side is %s now, before it was %s", got, side)
	}
}

func TestATableForAFriend(t *testing.T) {
	place := opened(t)
	folder := store.Open(t.TempDir(), games.Find)
	ann := sits(t, folder)
	ann.desk.Set(func(s *store.Settings) { s.Hall = "http://" + place })
	ann.online()
	ann.choose("Atom-4: new table")
	ann.desk.Key("enter")
	ann.seated()
	link := ann.desk.Play.Now.Situation.Link
	if !strings.HasPrefix(link, "http://"+place+"/#") {
		t.Fatalf("the link is %q", link)
	}
	ann.until("the link", func() bool { return ann.desk.Play.Remote.Scan() != nil })
	if ann.desk.Key("Q"); ann.desk.Pages.Top() != ann.desk.Play.Remote.Scan() {
		t.Error("Q shows no QR code")
	}
	must(t, ann.desk.Close()) // the program ends
	ann = sits(t, folder)
	ann.online()
	ann.choose("Atom-4: your game")
	ann.seated()
	if now := ann.desk.Play.Now; now.Situation.Link != link {
		t.Errorf("the link is %q now, before it was %q", now.Situation.Link, link)
	}
	bo := sits(t, store.Open(t.TempDir(), games.Find))
	bo.desk.Paste("attic join " + link)
	bo.seated()
	ann.until("the friend", func() bool { return ann.desk.Play.Remote.Scan() == nil })
}

// Temporary names reach the other player, whoever has made the table, even after a restart of the hall.
func TestNamesAtAHall(t *testing.T) {
	folder := t.TempDir()
	port, stop := openedAt(t, folder, 0)
	ann, bo := called(t, store.Open(t.TempDir(), games.Find), "Ann"), called(t, store.Open(t.TempDir(), games.Find), "Bo")
	ann.desk.Set(func(s *store.Settings) { s.Hall = fmt.Sprintf("http://127.0.0.1:%d", port) })
	ann.online()
	ann.choose("Atom-4: new table")
	ann.desk.Key("enter")
	ann.seated()
	link := ann.desk.Play.Now.Situation.Link
	bo.desk.Paste("attic join " + link)
	bo.seated()
	names := func() {
		t.Helper()
		for _, p := range []person{ann, bo} {
			p.until("both names", func() bool {
				list := p.desk.Play.Now.Players
				return p.desk.Play.Now.Situation.Here() && list[p.desk.Play.Now.Seat].Name != "" && list[1-p.desk.Play.Now.Seat].Name != ""
			})
		}
		if got, other := ann.desk.Play.Now.Situation.Name, bo.desk.Play.Now.Situation.Name; got != "Bo" || other != "Ann" {
			t.Errorf("they see %q and %q", got, other)
		}
	}
	names()
	stop()
	ann.until("the hall is away", func() bool { return ann.desk.Play.Now.Situation.Lost })
	bo.until("the hall is away", func() bool { return bo.desk.Play.Now.Situation.Lost })
	_, stop = openedAt(t, folder, port)
	t.Cleanup(stop)
	names()
}

// Errors are sentences that tell people what to do.
func TestWhatIsWrong(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") }))
	defer other.Close()
	newer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"v":2}`) }))
	defer newer.Close()
	nobody := httptest.NewServer(nil)
	nobody.Close()
	secret := httptest.NewUnstartedServer(nil)
	secret.Config.ErrorLog = log.New(io.Discard, "", 0) // the handshake fails
	secret.StartTLS()
	defer secret.Close()
	place := func(s *httptest.Server) string { _, at, _ := strings.Cut(s.URL, "://"); return at }
	for _, c := range []struct{ address, want string }{
		{"no such thing", `"no such thing" is not the address of a hall: write it as in a browser, such as games.example or 192.168.1.20:7117`},
		{"ftp://games.example", `"ftp://games.example" is not the address of a hall: write it as in a browser, such as games.example or 192.168.1.20:7117`},
		{place(other), "something other than a hall answers at " + place(other) + "; check the address"},
		{newer.URL, "the hall at " + place(newer) + " needs a newer attic"},
		{nobody.URL, "no hall answers at " + place(nobody) + "; check the address, or try again later"},
		{place(secret), "the certificate of " + place(secret) + " is not trusted; ask whoever runs the hall"},
	} {
		if _, err := Dial(t.Context(), c.address, store.Open(t.TempDir(), games.Find).Profile); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.address, err, c.want)
		}
	}

	ann := sits(t, store.Open(t.TempDir(), games.Find))
	ann.online()
	ann.desk.Paste(place(nobody))
	ann.desk.Key("enter")
	ann.until("an error", func() bool { return strings.HasPrefix(ann.desk.Form.Said, "No hall answers at ") })
	if got := ann.desk.Form.Fields[0].String(); got != place(nobody) || ann.desk.Settings.Hall != "" {
		t.Errorf("the form has %q, the settings %q", got, ann.desk.Settings.Hall)
	}

	hall, err := Dial(t.Context(), opened(t), store.Open(t.TempDir(), games.Find).Profile)
	must(t, err)
	_, err = hall.take(t.Context(), "kq3vyd4b2wmz7x5c")
	if want := "that table is gone; choose another one"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	made, err := hall.sit(t.Context(), "tables", wish{Game: "ataxx", With: anybody})
	must(t, err)
	list, err := hall.list(t.Context(), []store.Sitting{{Address: hall.join(made.ID, false)}, {Address: "x@elsewhere"}})
	must(t, err)
	if len(list.own) != 1 || len(list.Free) != 0 {
		t.Fatalf("own tables %v, free ones %v", list.own, list.Free)
	}
	_, err = hall.take(t.Context(), list.own[0].ID)
	must(t, err)
	_, err = hall.take(t.Context(), list.own[0].ID)
	if want := "somebody else has just taken that seat; choose another table"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// An address that a person types leads to the right addresses to try.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"games.example":                 "x@games.example:443 tls, x@games.example",
		" games.example:7200 ":          "x@games.example:7200 tls, x@games.example:7200",
		"https://games.example/":        "x@games.example:443 tls",
		"http://[::1]:7117/#held27":     "x@[::1]",
		"HTTP://192.168.1.20":           "x@192.168.1.20:80",
		"games.example/hall":            "",
		"https://me@games.example":      "",
		"games.example:70000":           "",
		"https://games.example/?q":      "",
		"":                              "",
		"https://https://games.example": "",
	} {
		list, err := parse(text)
		var got []string
		for _, a := range list {
			a.ID = "x"
			got = append(got, a.String())
		}
		if strings.Join(got, ", ") != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
	}
}

// A hall cannot put arbitrary text into the list.
func TestStrangeTables(t *testing.T) {
	many := table{ID: "held2700", Game: "ataxx", Seats: []string{"person", "free"}, Names: []string{"A\x1b[2J\nB" + strings.Repeat("m", 999), ""}}
	many.Tournament = &round{strings.Repeat("Club\x1b\n", 99), 2}
	wrong := many
	wrong.Seats = nil
	unknown := many
	unknown.Game = "chess"
	odd := many
	odd.ID = "a b"
	list := known(desktest.Menu(t), []table{many, wrong, unknown, odd})
	if len(list) != 1 {
		t.Fatalf("%d tables", len(list))
	}
	if who := list[0].who(); strings.ContainsAny(who, "\x1b\n") || len(who) > 200 {
		t.Errorf("the people are %q", who)
	}
	if text := list[0].round(); strings.ContainsAny(text, "\x1b\n") || len(text) > 200 || !strings.HasPrefix(text, "Club") || !strings.HasSuffix(text, ", round 2") {
		t.Errorf("the round is %q", text)
	}
}
