//go:build !nobrowser

package web_test

import (
	"fmt"
	"strings"
	"testing"
)

// tournament opens the page of tournaments.
func (e *evening) tournament(b *browser, address string, w, h int) *tab {
	p := b.early(e.t, address, w, h)
	p.torn = true
	p.until("the page of tournaments", `!document.getElementById('new').hidden || !document.getElementById('one').hidden`)
	p.value(`void (window.confirm = () => true)`, nil)
	return p
}

// called takes a name on the page of tournaments.
func (p *tab) called(name string) {
	p.t.Helper()
	p.value(fmt.Sprintf(`document.querySelector('#nameless input').value = %q; document.querySelector('#nameless button').click()`, name), nil)
	p.until("the phrase", `!document.getElementById('kept').hidden && /^(\w{4}-){6}\w{4}$/.test(document.getElementById('phrase').value)`)
}

// press clicks a button, and waits until something is true.
func (p *tab) press(id, what, until string) {
	p.t.Helper()
	p.value(fmt.Sprintf(`document.getElementById(%q).click()`, id), nil)
	p.until(what, until)
}

// A club's evening in the browser. Ann organises on a large screen; two others join through the link on phones. The organiser pairs rounds, sets and corrects
// a result, and removes a player. The players' link does not make anybody an organiser.
func testTournament(t *testing.T, b *browser) {
	e := &evening{t: t, dir: t.TempDir()}
	e.open()
	address := e.serve()

	ann := e.tournament(b, address+"tournament.html", 1280, 800)
	ann.accessible("the form of a tournament")
	ann.value(`document.querySelector('#new input[name=name]').value = '<b>Thursday</b>'; void document.querySelector('input[value=ataxx]').click()`, nil)
	ann.press("make", "a demand for a name", `document.getElementById('wrong').textContent.includes('name first')`)
	ann.called("Ann")
	ann.press("make", "the tournament", `document.getElementById('name')?.textContent === '<b>Thursday</b>' && !document.getElementById('organise').hidden`)
	ann.value(`void (window.confirm = () => true)`, nil)
	var link, key, shown string
	ann.value(`document.getElementById('link').value`, &link)
	ann.value(`document.getElementById('key').value`, &key)
	ann.value(`location.href`, &shown)
	if shown != link || !strings.HasPrefix(key, link+"/") || len(key) < len(link)+16 {
		t.Errorf("the address is %s, the link of players %s, that of organisers %s", shown, link, key)
	}
	ann.until("the QR code of the link", `document.querySelector('#code svg path')?.getAttribute('d').length > 1000`)
	ann.press("join", "Ann as a player", `document.querySelector('#table tr.me')?.textContent.includes('Ann')`)

	var tabs []*tab
	for _, name := range []string{"<img src onerror=b>", "Çelik the Long Named"} {
		p := e.tournament(b, link, 390, 844)
		p.called(name)
		p.until("a player", fmt.Sprintf(`document.querySelector('#table tr.me')?.textContent.includes(%q) && !document.getElementById('leave').hidden`, name))
		tabs = append(tabs, p)
	}
	bob := tabs[0]
	var hidden bool
	if bob.value(`document.getElementById('organise').hidden`, &hidden); !hidden {
		t.Error("a player is an organiser")
	}
	bob.until("a phrase that can be read to its end", `(({scrollWidth, clientWidth}) => scrollWidth <= clientWidth)(document.getElementById('phrase'))`)
	bob.accessible("a tournament on a phone, before it starts")

	look := func(p *tab) { p.value(`void document.dispatchEvent(new Event('visibilitychange'))`, nil) }
	ann.press("next", "round 1", `document.querySelectorAll('#round li').length === 2 && document.getElementById('next').textContent === 'Pair round 2'`)
	ann.accessible("a tournament with its organiser")
	look(bob)
	bob.until("his table", `document.querySelector('#round li button')?.textContent === 'Play' || document.querySelector('#round').textContent.includes('bye')`)
	bob.accessible("a round on a phone")
	ann.until("three players", `document.querySelectorAll('#table tbody tr').length === 3`)

	set := func(result, note, until string) {
		t.Helper()
		ann.value(fmt.Sprintf(`(() => { const form = document.querySelector('#correct form'); form.elements.result.value = %q; form.elements.note.value = %q; form.querySelector('button').click(); })()`, result, note), nil)
		ann.until("a result of "+result, until)
	}
	set("1-0", "", `document.querySelector('#round li').textContent.includes(' won · set by the organiser')`)
	set("1/2-1/2", "it was a <i>draw</i>", `document.querySelector('#round li').textContent.includes('corrected from 1-0: it was a <i>draw</i>') && document.querySelector('#table tbody tr:nth-child(2)').textContent.includes('½')`)

	ann.value(`document.querySelectorAll('details').forEach((one) => one.open = true)`, nil)
	ann.size(390, 844)
	ann.until("the organiser's page on a phone, with names, titles and notes as text", `innerWidth === 390 && document.documentElement.scrollWidth <= 390 && document.querySelector('#organise form').getClientRects().length === 1 && !document.querySelector('[onerror], main img, #name b, #round i, #lost b')`)
	ann.accessible("the organiser's page on a phone")
	ann.size(1280, 800)
	ann.press("next", "round 2", `document.getElementById('which').value === '2' && document.querySelectorAll('#round li').length === 2`)
	ann.value(`document.querySelector('#remove select').value = '3'; document.querySelector('#remove button').click()`, nil)
	ann.until("two players and one who has left", `document.getElementById('table').textContent.includes('Çelik the Long Named (left)')`)
	look(tabs[1])
	tabs[1].until("the way back", `!document.getElementById('leave').hidden || !document.getElementById('join').hidden`)

	// Whoever has a game in this round goes to the own seat, twice by the same link.
	var player *tab
	for _, p := range []*tab{ann, bob, tabs[1]} {
		look(p)
		var plays bool
		if p.until("round 2", `document.getElementById('which').value === '2'`); player == nil {
			if p.value(`Boolean(document.querySelector('#round li button'))`, &plays); plays {
				player = p
			}
		}
	}
	if player == nil {
		t.Fatal("nobody has a game")
	}
	var seats [2]string
	for i := range seats {
		player.value(`document.querySelector('#round li button').click()`, nil)
		player.until("the table", `location.pathname === '/' && location.hash.length > 10`)
		player.value(`location.hash`, &seats[i])
		player.do(t, player.session, "Page.navigate", map[string]any{"url": link}, nil)
		player.until("the tournament again", `document.querySelector('#round li button')?.textContent === 'Play'`)
	}
	if seats[0] != seats[1] {
		t.Errorf("the seat has two links: %s, %s", seats[0], seats[1])
	}

	// Only who made the tournament gets a new link, and the earlier one stops working.
	bob.press("regain", "a refusal", `document.getElementById('wrong').textContent.includes('not made this tournament')`)
	ann.value(`void localStorage.removeItem('organiser ' + location.hash.slice(1))`, nil)
	ann.do(t, ann.session, "Page.navigate", map[string]any{"url": "about:blank"}, nil)
	ann.do(t, ann.session, "Page.navigate", map[string]any{"url": link}, nil)
	ann.until("a page of a player", `document.getElementById('lost')?.hidden === false && document.getElementById('organise').hidden`)
	ann.press("regain", "the organiser again", `document.getElementById('organise')?.hidden === false`)
	var other string
	if ann.value(`document.getElementById('key').value`, &other); other == key || !strings.HasPrefix(other, link+"/") {
		t.Errorf("the new link is %s, the earlier one %s", other, key)
	}

	e.front.set(all, nil)
	look(bob)
	bob.until("a stale page", `!document.getElementById('stale').hidden`)
	bob.accessible("a stale tournament")
	e.front.set(nil, nil)
	look(bob)
	bob.until("a page that is up to date", `document.getElementById('stale').hidden`)

	lobby := e.lobby(b, address)
	lobby.until("the tournament in the lobby", `document.querySelector('#tournaments li')?.textContent.includes('<b>Thursday</b>')`)
	lobby.accessible("a lobby with a tournament")
}
