//go:build !nobrowser

package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// front stands in front of a hall in a test: it is a proxy that can fail, and records the requests of browsers.
type front struct {
	mu    sync.Mutex
	fails func(r *http.Request) bool // the proxy answers 502 in place of the hall
	cuts  func(r *http.Request) bool // the hall carries the request out, but the answer is lost
	heard []string                   // the bodies of requests
	begin chan struct{}              // closed to end the answers that are still being sent
}

// ends ends all answers that are being sent, such as lists of changes.
func (f *front) ends() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.begin != nil {
		close(f.begin)
	}
	f.begin = nil
}

// set changes which requests fail and which answers are cut off.
func (f *front) set(fails, cuts func(r *http.Request) bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fails, f.cuts, f.heard = fails, cuts, nil
}

// said returns the bodies that have arrived since the last call of set.
func (f *front) said() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return strings.Join(f.heard, "\n")
}

func (f *front) before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		f.mu.Lock()
		fails, cuts := f.fails != nil && f.fails(r), f.cuts != nil && f.cuts(r)
		f.heard = append(f.heard, string(body))
		if f.begin == nil {
			f.begin = make(chan struct{})
		}
		end := f.begin
		f.mu.Unlock()
		ctx, stop := context.WithCancel(r.Context())
		defer stop()
		go func() {
			select {
			case <-end:
				stop()
			case <-ctx.Done():
			}
		}()
		switch {
		case fails:
			w.WriteHeader(http.StatusBadGateway)
		case cuts:
			next.ServeHTTP(&lost{head: http.Header{}}, r)
			panic(http.ErrAbortHandler)
		default:
			next.ServeHTTP(w, r.WithContext(ctx))
		}
	})
}

// lost swallows answers.
type lost struct{ head http.Header }

func (l *lost) Header() http.Header              { return l.head }
func (l *lost) Write(text []byte) (int, error)   { return len(text), nil }
func (l *lost) WriteHeader(int)                  {}
func posts(path string) func(*http.Request) bool { return asks("POST", path) }

// asks returns a function that reports whether a request asks for a path of the hall.
func asks(method, path string) func(*http.Request) bool {
	return func(r *http.Request) bool { return r.Method == method && r.URL.Path == "/hall/"+path }
}

func all(*http.Request) bool { return true }

// lobby opens the lobby of a hall and waits for it.
func (e *evening) lobby(b *browser, address string) *tab {
	e.t.Helper()
	p := b.early(e.t, address+"lobby.html", 1200, 800)
	p.torn = true
	p.inLobby()
	return p
}

func (p *tab) inLobby() {
	p.t.Helper()
	p.until("the lobby", `document.querySelectorAll('#games input').length === 3 && document.getElementById('make').textContent === 'Get the links'`)
}

// named takes a name in the lobby.
func (p *tab) named(name string) (phrase string) {
	p.t.Helper()
	p.value(fmt.Sprintf(`document.querySelector('#join input').value = %q; document.querySelector('#join button').click()`, name), nil)
	p.until("the phrase", `/^(\w{4}-){6}\w{4}$/.test(document.getElementById('phrase').value)`)
	p.value(`document.getElementById('phrase').value`, &phrase)
	return phrase
}

// table makes a table for a friend in the lobby, and returns the IDs of both seats.
func (p *tab) table() (mine, friend string) {
	p.t.Helper()
	p.value(`document.getElementById('made').hidden = true; document.querySelector('input[value=ataxx]').click(); document.querySelector('select[name=side]').value = '0'; document.getElementById('make').click()`, nil)
	p.until("the links", `!document.getElementById('made').hidden`)
	p.value(`document.getElementById('go').hash.slice(1)`, &mine)
	p.value(`document.getElementById('friend').value.split('#')[1]`, &friend)
	return mine, friend
}

// swap replaces the open hall by a hall on another folder.
func (e *evening) swap(dir string) {
	e.t.Helper()
	e.close()
	e.dir = dir
	e.open()
}

// While another hall is at the address, a browser keeps the name and the seats of its own hall, and does not send them.
func testAnotherHall(t *testing.T, b *browser) {
	e := &evening{t: t, dir: t.TempDir()}
	right, wrong := e.dir, t.TempDir()
	e.open()
	address := e.serve()
	zoe := e.lobby(b, address)
	phrase := zoe.named("Zoe")
	seat, _ := zoe.table()
	zoe.until("her game", `document.querySelectorAll('#own li:not(.lost)').length === 1`)
	game := zoe.beside(address+"#"+seat, 800, 600)
	game.torn = true
	game.says("not joined yet")

	e.front.set(nil, nil)
	e.swap(wrong)
	zoe.until("another hall", `document.querySelector('#own li.lost')?.textContent.includes('another hall') && !document.getElementById('nameless').hidden`)
	game.says("nother hall is at this address now")
	var kept string
	zoe.value(`JSON.stringify(localStorage)`, &kept)
	if !strings.Contains(kept, phrase) || !strings.Contains(kept, seat) {
		t.Errorf("while another hall is there, the browser keeps %s", kept)
	}
	zoe.accessible("a lobby with seats of another hall")
	guest := zoe.named("Zoe here")
	zoe.do(t, zoe.session, "Page.reload", map[string]any{}, nil)
	zoe.inLobby()
	zoe.until("the name at the other hall", fmt.Sprintf(`document.getElementById('phrase').value === %q`, guest))
	if said := e.front.said(); strings.Contains(said, phrase) || strings.Contains(said, seat) {
		t.Errorf("the other hall was sent %s", said)
	}

	e.swap(right)
	zoe.until("her game again", fmt.Sprintf(`document.querySelectorAll('#own li:not(.lost)').length === 1 && document.querySelectorAll('#own li').length === 1 && document.getElementById('phrase').value === %q`, phrase))
	game.until("the table again", fmt.Sprintf(`!(%s).includes("another hall")`, sentences))

	zoe.value(`document.getElementById('made').hidden = true; localStorage.setItem('seats', JSON.stringify([...JSON.parse(localStorage.getItem('seats')), {id: 'aaaabbbbccccdddd'}]))`, nil)
	zoe.until("a link that leads to nothing", `document.querySelector('#own li.lost button')?.textContent === 'Remove'`)
	zoe.value(`document.querySelector('#own li.lost button').click()`, nil)
	zoe.until("nothing of it", `!document.querySelector('#own li.lost') && JSON.parse(localStorage.getItem('seats')).length === 1`)
}

// A lobby behind a proxy that fails for a while reports the failure, and continues by itself when the hall is back, even if the failure was there from
// the start.
func testStale(t *testing.T, b *browser) {
	e := &evening{t: t, dir: t.TempDir()}
	e.open()
	address := e.serve()
	p := e.lobby(b, address)
	make := func(n int) {
		t.Helper()
		answer, err := http.Post(address+"hall/tables", "application/json", strings.NewReader(`{"game":"ataxx","with":"anybody","clock":"3d"}`))
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		p.until(fmt.Sprint(n, " tables"), fmt.Sprintf(`document.querySelectorAll('#free li').length === %d && document.getElementById('stale').hidden`, n))
	}
	make(1)
	e.front.set(all, nil)
	e.front.ends()
	p.until("that it is stale", `!document.getElementById('stale').hidden && /^The hall has not answered since .*What you see may be out of date/.test(document.getElementById('stale').textContent)`)
	p.accessible("a stale lobby")
	e.front.set(func(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/hall/") }, nil) // the files of the page still arrive
	late := b.early(t, address+"lobby.html", 390, 844)
	late.torn = true
	late.until("that the hall is away", `/^The hall has not answered since /.test(document.getElementById('stale')?.textContent)`)
	e.front.set(nil, nil)
	make(2)
	late.inLobby()
	late.until("the tables", `document.querySelectorAll('#free li').length === 2 && document.getElementById('stale').hidden`)
}

// After a lost answer, nothing is lost and nothing is done twice: the same request is sent again, even by a page that has been reloaded.
func testLostAnswers(t *testing.T, b *browser) {
	e := &evening{t: t, dir: t.TempDir()}
	e.open()
	address := e.serve()
	p := e.lobby(b, address)
	count := func(want int) {
		t.Helper()
		var kept []struct{ ID string }
		p.until("the seats", fmt.Sprintf(`document.querySelectorAll('#own li:not(.lost)').length === %d && JSON.parse(localStorage.getItem('asked')).length === 0`, want))
		p.value(`JSON.parse(localStorage.getItem('seats'))`, &kept)
		if len(kept) != want {
			t.Errorf("the browser has the seats %v", kept)
		}
		if n := strings.Count(e.front.said(), `"secret"`); n < 2 {
			t.Errorf("the request was sent %d times", n)
		}
	}
	again := func(path string, ask func()) {
		t.Helper()
		e.front.set(nil, posts(path))
		ask()
		p.until("the error", `/attic will ask again/.test(document.body.textContent)`)
		e.front.mu.Lock()
		e.front.cuts = nil
		e.front.mu.Unlock()
		e.front.ends() // interrupts the lobby for a moment, as such a cut does
	}
	again("tables", func() { p.value(`document.getElementById('make').click()`, nil) })
	count(1)
	again("tables", func() { p.value(`document.getElementById('make').click()`, nil) })
	p.do(t, p.session, "Page.reload", map[string]any{}, nil)
	p.inLobby()
	count(2)
	again("people/join", func() {
		p.value(`document.querySelector('#join input').value = 'Ann'; document.querySelector('#join button').click()`, nil)
	})
	p.until("the phrase", `/^(\w{4}-){6}\w{4}$/.test(document.getElementById('phrase').value)`)

	answer, err := http.Post(address+"hall/tables", "application/json", strings.NewReader(`{"game":"ataxx","with":"anybody","clock":"3d"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var made struct{ Table string }
	if err := json.NewDecoder(answer.Body).Decode(&made); err != nil {
		t.Fatal(err)
	}
	p.until("a free table", `document.querySelectorAll('#free li button').length === 1`)
	again("tables/"+made.Table+"/take", func() { p.value(`document.querySelector('#free li button').click()`, nil) })
	count(3)
}

// Two tables are played in two tabs of one browser. A seat is in one tab at a time, and the other tab reports that. Both tabs have the same files.
func testTwoTables(t *testing.T, b *browser) {
	e := &evening{t: t, dir: t.TempDir()}
	e.open()
	address := e.serve()
	p := e.lobby(b, address)
	one, _ := p.table()
	two, friend := p.table()
	open := func(id string) *tab {
		t.Helper()
		tab := p.beside(address+"#"+id, 800, 600)
		tab.torn = true
		tab.says("not joined yet")
		return tab
	}
	first, second := open(one), open(two)
	zoe := b.tab(t, address+"#"+friend, 390, 844)
	zoe.says("You have joined")
	second.line("a7-b6")
	zoe.says("a7-b6")
	first.says("not joined yet")
	const ended = `document.getElementById('note').textContent`
	for _, tab := range []*tab{first, second} {
		tab.until("no end", ended+` === ''`)
	}
	third := open(one)
	first.until("the end of the first", ended+`.startsWith('This game is open in another tab.')`)
	first.do(t, first.session, "Page.reload", map[string]any{}, nil)
	first.says("not joined yet")
	third.until("the end of the third", ended+`.startsWith('This game is open in another tab.')`)
	third.until("a note beside the picture, not over it", `document.getElementById('stage').getBoundingClientRect().bottom <= document.getElementById('note').getBoundingClientRect().top`)
	third.until("the button", `document.querySelector('#note button').textContent === 'Use it here'`)
	second.reload()
	second.says("Waiting")
	zoe.line("g7-f6")
	second.says("g7-f6")
}

// A link to a hall that is away for a while shows what it waits for, offers to try again, and finally leads to the table, also for a spectator.
func testALinkWaits(t *testing.T, b *browser) {
	e := &evening{t: t, dir: t.TempDir()}
	e.open()
	address := e.serve()
	ann := e.lobby(b, address)
	_, friend := ann.table()
	var sights string
	ann.value(`document.getElementById('sights').value`, &sights)
	e.close()
	for _, c := range [][2]string{{address + "#" + friend, "You have joined|not joined yet"}, {sights, "as a spectator"}} { // a page that had to join twice no longer shows that it has joined
		p := b.tab(t, c[0], 390, 844)
		p.torn = true
		p.says("Joining a game at 127.0.0.1:")
		p.says("attic has been trying since")
		p.has("try again")
		e.open()
		p.value(`[...document.querySelectorAll('#spots button')].find((b) => b.ariaLabel.startsWith('try again')).click()`, nil)
		p.until("the table: "+c[1], fmt.Sprintf(`/%s/.test(%s)`, c[1], sentences))
		p.do(t, p.session, "Page.navigate", map[string]any{"url": "about:blank"}, nil) // its return would be news for the next spectator
		e.close()
	}
	e.open()
}

// The lobby and the games have the same colours, whatever the system prefers and whichever theme the person has chosen.
func testOneLook(t *testing.T, b *browser) {
	e := &evening{t: t, dir: t.TempDir()}
	e.open()
	address := e.serve()
	p := e.lobby(b, address)
	p.asks("light", "no-preference")
	colour := func() (colour string) {
		t.Helper()
		p.value(`getComputedStyle(document.body).backgroundColor`, &colour)
		return colour
	}
	lobby := colour()
	p.again(func() { p.do(t, p.session, "Page.navigate", map[string]any{"url": address + "index.html"}, nil) })
	p.begun()
	if table := colour(); lobby != table {
		t.Errorf("the lobby is %s, the games are %s", lobby, table)
	}
	p.again(func() { p.do(t, p.session, "Page.navigate", map[string]any{"url": address + "lobby.html"}, nil) })
	p.inLobby()
	for _, scheme := range []string{"dark", "light"} { // the lobby follows the system even after a game
		p.asks(scheme, "no-preference")
		p.until("a lobby as the system asks, "+scheme, fmt.Sprintf(`(getComputedStyle(document.body).backgroundColor === %q) === %t && getComputedStyle(document.documentElement).colorScheme === %q`, lobby, scheme == "light", scheme))
	}
	p.again(func() { p.do(t, p.session, "Page.navigate", map[string]any{"url": address + "index.html"}, nil) })
	p.begun()
	for _, label := range []string{"Settings", "Colours"} { // the theme after the default is the dark one
		find := fmt.Sprintf(`document.querySelector('#spots [aria-label^=%q]')`, label)
		p.until(label, find+` !== null`)
		p.value(find+`.click()`, nil)
	}
	p.until("another theme", fmt.Sprintf(`getComputedStyle(document.body).backgroundColor !== %q`, lobby))
	table := colour()
	p.again(func() { p.do(t, p.session, "Page.navigate", map[string]any{"url": address + "lobby.html"}, nil) })
	p.inLobby()
	if lobby := colour(); lobby != table {
		t.Errorf("with another theme the lobby is %s, the games are %s", lobby, table)
	}
	p.accessible("a lobby in another theme")

	p.do(t, p.session, "Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": share}, nil)
	p.touches(true)
	p.size(320, 568)
	p.again(func() { p.do(t, p.session, "Page.reload", map[string]any{}, nil) })
	p.inLobby()
	p.table()
	p.named("Zoe")
	var small []string
	p.value(`[...document.querySelectorAll('a, button, select, summary, .tick, .row span, .cards span')].filter((e) => e.checkVisibility() && Math.min(e.offsetHeight, e.offsetWidth) < 44).map((e) => e.outerHTML)`, &small)
	if len(small) > 0 {
		t.Errorf("too small for a finger: %q", small)
	}
	p.until("a page that does not scroll sideways", `document.documentElement.scrollWidth <= 320`)
	send := func(how, label string, copies int) {
		t.Helper()
		const button = `document.querySelector('[data-copy=friend]')`
		p.value(fmt.Sprintf(`how = %q, %s.click()`, how, button), nil)
		p.until("the button "+label, fmt.Sprintf(`%s.textContent === %q && copied.length === %d && shared.at(-1) === document.getElementById('friend').value`, button, label, copies))
	}
	p.until("no error", `document.getElementById('wrong').textContent === ''`)
	send("", "Share link", 0)
	send("AbortError", "Share link", 0)
	send("NotAllowedError", "Copied", 1)
	p.until("that it could not be shared", `document.getElementById('wrong').textContent.startsWith('This device could not share the link.')`)
}
