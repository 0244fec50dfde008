//go:build !nobrowser

package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"attic/games"
	"attic/server"
	folder "attic/server/files"
	"attic/server/lobby"
	"attic/table/wire"
	"attic/ui/web"
)

// evening is a hall in this process. While the hall is closed, its port still answers, because browsers report an error for a port that does not
// answer.
type evening struct {
	t     *testing.T
	dir   string
	front front
	hall  atomic.Pointer[server.Hall]
}

func (e *evening) open() {
	e.t.Helper()
	place, err := folder.Open(e.dir, games.Find)
	if err != nil {
		e.t.Fatal(err)
	}
	h, err := server.Open(server.Config{Storage: place, Games: games.All(), Loose: true})
	if err != nil {
		e.t.Fatal(err)
	}
	e.hall.Store(h)
}

func (e *evening) close() {
	e.t.Helper()
	if err := e.hall.Load().Close(); err != nil {
		e.t.Error(err)
	}
}

// serve serves the open hall, and returns its address.
func (e *evening) serve() (address string) {
	e.t.Helper()
	files, err := files()
	if err != nil {
		e.t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/", web.Serve(lobby.With(files)))
	mux.HandleFunc(server.Prefix, func(w http.ResponseWriter, r *http.Request) { e.hall.Load().Handler().ServeHTTP(w, r) })
	known := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(wire.HallHeader, e.hall.Load().Identity())
		mux.ServeHTTP(w, r)
	})
	l, err := wire.Listen(0, wire.Server{At: "127.0.0.1", Page: e.front.before(known)}, func(conn wire.Conn) { e.hall.Load().Serve(conn) })
	if err != nil {
		e.t.Fatal(err)
	}
	e.t.Cleanup(func() {
		e.close()
		if err := l.Close(); err != nil {
			e.t.Error(err)
		}
	})
	return fmt.Sprintf("http://127.0.0.1:%d/", l.Port())
}

// An evening at a hall. Ann, who takes a name, makes a table in the lobby and sends the link. A friend plays through the link on a phone, somebody
// watches from the lobby, and the hall is closed and reopened in the middle of the game.
func testHall(t *testing.T, b *browser) {
	e := &evening{t: t, dir: t.TempDir()}
	e.open()
	address := e.serve()

	ann := b.early(t, address, 1200, 800)
	ann.until("the lobby", `location.pathname === '/lobby.html' && document.querySelectorAll('#games input').length === 3`)
	ann.accessible("the lobby")
	ann.value(`document.querySelector('#join input').value = 'Ann'; document.querySelector('#join button').click()`, nil)
	ann.until("the phrase", `/^(\w{4}-){6}\w{4}$/.test(document.getElementById('phrase').value)`)
	ann.value(`document.querySelector('input[value=ataxx]').click(); document.querySelector('select[name=side]').value = '0'; document.getElementById('make').click()`, nil)
	ann.until("the links", `!document.getElementById('made').hidden`)
	ann.accessible("the links of a table")
	var link string
	ann.value(`document.getElementById('friend').value`, &link)
	ann.value(`document.getElementById('go').click()`, nil)
	ann.begun()
	ann.says("not joined yet")

	zoe := b.tab(t, link, 390, 844)
	zoe.says("Waiting for Ann to move")
	eve := b.early(t, address, 1200, 800)
	eve.until("a game to watch", `document.querySelector('#playing li')?.textContent.includes('Ann')`)
	eve.value(`document.querySelector('#playing li a:not(.name)').click()`, nil)
	eve.begun()
	eve.says("You are watching")

	move := func(p *tab, text string, others ...*tab) {
		t.Helper()
		p.line(text)
		for _, o := range others {
			o.says(text)
		}
	}
	move(ann, "a7-b6", zoe, eve)
	all := []*tab{ann, zoe, eve}
	e.close()
	for _, p := range all {
		p.says("cannot be reached")
	}
	e.open()
	for _, p := range all { // a page that reconnects after the move does not report the move
		p.until("the hall again", fmt.Sprintf(`!(%s).includes("cannot be reached")`, sentences))
	}
	move(zoe, "g7-f6", ann, eve)
	move(ann, "b6-c5", zoe, eve)
	eve.line("menu")
	eve.has("Play a friend")
	eve.value(`document.querySelector('#spots [aria-label^="Play a friend"]').click()`, nil)
	eve.has("Online tables of a hall")
	eve.value(`document.querySelector('#spots [aria-label="Online tables of a hall"]').click()`, nil)
	eve.until("the lobby again", `location.pathname === '/lobby.html' && document.querySelectorAll('#playing li').length === 1`)
	if !strings.HasPrefix(link, address+"#") {
		t.Errorf("the link of the friend is %s", link)
	}
}

// Below a path of another site, the pages of a hall show only the reason why that cannot work; the page of a single game shows the reason if it is
// opened by a link.
func testBelowAPath(t *testing.T, b *browser) {
	plain, err := files()
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/games/", http.StripPrefix("/games", web.Serve(lobby.With(plain))))
	mux.Handle("/host/", http.StripPrefix("/host", web.Serve(plain)))
	site := httptest.NewServer(mux)
	defer site.Close()
	for _, path := range []string{"games/", "games/lobby.html", "games/#kx3f9qbd5e7m", "games/index.html#kx3f9qbd5e7m/watch"} {
		p := b.early(t, site.URL+"/"+path, 1200, 800)
		p.until("the reason", `document.title === 'attic does not work here' && /keys of your seats/.test(document.body.textContent) && !document.querySelector('form, canvas, svg, iframe')`)
	}
	p := b.early(t, site.URL+"/host/#kx3f9qbd5e7m", 1200, 800)
	p.until("the reason", `/a path of 127.0.0.1/.test(document.getElementById('note').textContent)`)
}

// Two lobbies in one browser keep each other's seats, whichever lobby makes a table first.
func testTwoLobbies(t *testing.T, b *browser) {
	e := &evening{t: t, dir: t.TempDir()}
	e.open()
	address := e.serve() + "lobby.html"
	one := b.early(t, address, 1200, 800)
	two := one.beside(address, 1200, 800)
	for _, p := range []*tab{one, two} { // both lobbies have read that there are no seats
		p.until("the lobby", `document.querySelectorAll('#games input').length === 3 && document.getElementById('make').textContent === 'Get the links'`)
	}
	var seats []string
	for _, p := range []*tab{two, one, two} {
		p.value(`document.getElementById('make').click()`, nil)
		p.until("the links", `!document.getElementById('made').hidden`)
		var seat string
		p.value(`document.getElementById('go').hash.slice(1)`, &seat)
		seats = append([]string{seat}, seats...)
		p.value(`document.getElementById('made').hidden = true`, new(bool))
	}
	var kept []struct{ ID string }
	one.until("what the other tab has kept", `JSON.parse(localStorage.getItem('seats')).length === 3`)
	one.value(`JSON.parse(localStorage.getItem('seats'))`, &kept)
	if len(kept) != len(seats) {
		t.Fatalf("the browser has the seats %v, not %v", kept, seats)
	}
	for i, seat := range seats {
		if kept[i].ID != seat {
			t.Errorf("seat %d of the browser is %s, not %s", i, kept[i].ID, seat)
		}
	}
	// At the same moment: the first tab does not see the list of the second yet, and overwrites it.
	one.value(`(() => { const was = localStorage.getItem('seats'), get = Storage.prototype.getItem; Storage.prototype.getItem = function (name) { return name === 'seats' ? was : get.call(this, name); }; return true; })()`, new(bool))
	for _, p := range []*tab{two, one} {
		p.value(`document.getElementById('make').click()`, nil)
		p.until("the links", `!document.getElementById('made').hidden`)
		p.value(`document.getElementById('made').hidden = true`, new(bool))
	}
	two.do(t, two.session, "Page.navigate", map[string]any{"url": "about:blank"}, nil) // otherwise it may overwrite the seats that this tab adds
	two.until("nothing", `location.href === 'about:blank'`)
	one.value(`localStorage.setItem('seats', JSON.stringify([...Array(70).keys()].map((n) => ({id: 'gone' + n})).concat(JSON.parse(localStorage.getItem('seats')))))`, nil) // more seats than a hall is asked about at once
	one.do(t, one.session, "Page.reload", map[string]any{}, nil)
	one.until("all tables, and after them the links that lead to none", `document.querySelectorAll('#own li:not(.lost)').length === 5 && document.querySelectorAll('#own li:not(.lost) ~ li.lost').length === 70`)
}
