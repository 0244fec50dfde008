//go:build !nobrowser

package web_test

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"attic/server"
)

// The page of those who run a hall: an owner on a large screen, an organiser on a phone. Dangerous things ask first, HTML of others stays text, and a withdrawn link
// shows nothing any more.
func TestManage(t *testing.T) {
	e, address := lobbies(t)
	b := open(t)
	operator := httptest.NewRequest("POST", "/owner?name=Ola", nil)
	operator.Host = "localhost"
	operator.Header.Set("Authorization", "Bearer secret")
	answer := httptest.NewRecorder()
	e.hall.Load().Admin("secret").ServeHTTP(answer, operator)
	var made struct{ Key string }
	if err := json.Unmarshal(answer.Body.Bytes(), &made); err != nil || made.Key == "" {
		t.Fatal(answer.Body)
	}
	const evil = `<b onclick=x>Eve</b>`
	for _, name := range []string{evil, "Bo"} {
		phrase, err := e.hall.Load().Join(name, "", "192.0.2.1")
		if err != nil {
			t.Fatal(err)
		}
		seat, err := e.hall.Load().Make(server.Wish{Game: "ataxx", With: server.Friend, Phrase: phrase}, "192.0.2.1")
		if err != nil {
			t.Fatal(err)
		}
		if err := e.hall.Load().Report(seat.Table, evil+" is rude to "+name, "192.0.2.1"); err != nil {
			t.Fatal(err)
		}
	}

	page := func(path string, w, h int) *tab {
		p := b.early(t, address+path, w, h)
		p.torn = true // the hall refuses some things
		return p
	}
	stranger := page("manage.html", 390, 844)
	stranger.until("how to get a link", `!document.getElementById('none').hidden && document.getElementById('all').hidden`)
	stranger.accessible("the page without a link")

	ola := page("manage.html#"+made.Key, 1280, 800)
	answers := func(p *tab, confirm, prompt string) {
		p.value(fmt.Sprintf(`void (window.asked = [], window.confirm = (text) => (asked.push(text), %s), window.prompt = (text) => (asked.push(text), %s))`, confirm, prompt), nil)
	}
	ola.until("an owner", `/an owner$/.test(document.getElementById('who').textContent) && document.querySelectorAll('#tables li').length === 2 && location.hash === ''`)
	answers(ola, "false", "null")
	ola.until("HTML as text", fmt.Sprintf(`document.querySelector('#tables').textContent.includes(%q) && document.querySelectorAll('#reports li')[1].textContent.includes(%q) && !document.querySelector('[onclick]')`, evil, evil))
	ola.accessible("the page of an owner")

	ola.value(fmt.Sprintf(`document.querySelector('#notice input').value = %q; document.querySelector('#notice button').click()`, evil), nil)
	ola.until("a notice", `document.getElementById('said').textContent === 'The notice is changed.'`)
	ann := page("lobby.html", 390, 844)
	ann.until("the notice in the lobby", fmt.Sprintf(`document.getElementById('notice')?.textContent === %q && !document.querySelector('[onclick]') && document.getElementById('runs').hidden`, evil))
	ann.accessible("the lobby with a notice")
	ola.value(`document.querySelector('#notice input').value = ''; document.querySelector('#notice button').click()`, nil)
	ann.until("no notice", `document.getElementById('notice').hidden`)

	ola.value(`document.querySelector('#links input[name=name]').value = 'Orla'; document.querySelector('#links form button').click()`, nil)
	ola.until("a link", `!document.getElementById('made').hidden && document.activeElement === document.getElementById('made') && document.querySelectorAll('#links li').length === 2`)
	var link string
	ola.value(`document.getElementById('link').value`, &link)
	orla := page(strings.TrimPrefix(link, address), 390, 844)
	orla.until("an organiser", `/an organiser$/.test(document.getElementById('who').textContent) && document.getElementById('links').hidden && document.getElementById('settings').hidden`)
	orla.accessible("the page of an organiser")
	answers(orla, "false", "null")
	press := func(p *tab, label, until string) {
		t.Helper()
		p.value(fmt.Sprintf(`void [...document.querySelectorAll('button')].find((one) => one.ariaLabel?.startsWith(%q)).click()`, label), nil)
		p.until("after "+label, until)
	}
	press(orla, "Ban "+evil, `asked.length === 1 && !document.querySelector('#bans li')`)
	answers(orla, "true", "' <i>rude</i> '")
	press(orla, "Ban "+evil, fmt.Sprintf(`document.querySelector('#bans li')?.textContent.startsWith(%q)`, evil+"<i>rude</i>"))
	press(orla, "Open again", `!document.querySelector('#bans li')`)
	press(orla, "Close: Ataxx", `document.querySelectorAll('#tables li').length === 1`)
	orla.value(`document.getElementById('read').click()`, nil)
	orla.until("reports that are read", `document.getElementById('read').hidden && document.querySelectorAll('#reports li').length === 2`)
	orla.value(`document.querySelector('#expire button').click()`, nil)
	orla.until("nothing to expire", `document.getElementById('said').textContent === 'There is no such table.'`)

	ola.value(`document.querySelector('#settings textarea').value = ' Ann \n\nANN'; document.querySelector('#settings button').click()`, nil)
	ola.until("what is wrong", `/looks like/.test(document.getElementById('wrong').textContent)`)
	ola.value(`document.querySelector('#settings textarea').value = ' Ann \n\nBen'; document.querySelector('[name=cups]').checked = true; document.querySelector('#settings button').click()`, nil)
	ola.until("the settings", `document.getElementById('said').textContent === 'The settings are saved.' && document.querySelector('#settings textarea').value === 'Ann\nBen'`)
	ann.value(`document.querySelector('#join input').value = 'Cem'; document.querySelector('#join button').click()`, nil)
	ann.until("another name is refused", `/only the names in its list/.test(document.getElementById('wrong-name').textContent)`)
	ann.value(`document.querySelector('#join input').value = 'Ann'; document.querySelector('#join button').click()`, nil)
	ann.until("a name of the list", `!document.getElementById('named').hidden`)

	// Whoever runs the hall makes tournaments and organises all, without a link that could be passed on.
	goes := func(p *tab, path string) {
		t.Helper()
		p.do(t, p.session, "Page.navigate", map[string]any{"url": "about:blank"}, nil)
		p.until("nothing", `location.href === 'about:blank'`)
		p.do(t, p.session, "Page.navigate", map[string]any{"url": address + path}, nil)
	}
	goes(orla, "lobby.html")
	orla.until("the way to the page", `document.getElementById('runs')?.hidden === false && !document.getElementById('cups').hidden`)
	goes(ann, "tournament.html")
	ann.until("no form", `document.getElementById('all')?.hidden === false && document.getElementById('new').hidden`)
	phrase, err := e.hall.Load().Join("Ben", "", "192.0.2.1")
	if err != nil {
		t.Fatal(err)
	}
	goes(orla, "lobby.html#you/"+phrase)
	orla.until("Ben", `document.getElementById('named')?.hidden === false`)
	goes(orla, "tournament.html")
	orla.until("the form", `document.getElementById('new')?.hidden === false`)
	orla.value(`document.querySelector('#new input[name=name]').value = 'Thursday'; document.getElementById('make').click()`, nil)
	orla.until("the tournament", `document.getElementById('name')?.textContent === 'Thursday' && document.getElementById('organise')?.hidden === false && !document.getElementById('keys').hidden`)
	var id string
	orla.value(`location.hash.slice(1)`, &id)
	goes(ola, "tournament.html#"+id)
	ola.until("an organiser without a link to pass on", `document.getElementById('organise')?.hidden === false && document.getElementById('keys').hidden`)

	goes(ola, "manage.html")
	ola.until("the tournament", `document.querySelector('#cups li')?.textContent.startsWith('Thursday')`)
	answers(ola, "true", "''")
	ola.downloads()
	ola.value(`document.getElementById('export').click()`, nil)
	archive, err := zip.OpenReader(ola.downloaded("hall-*.zip"))
	if err != nil {
		t.Fatal(err)
	}
	if len(archive.File) != 4 {
		t.Errorf("the export has %d files", len(archive.File))
	}
	if err := archive.Close(); err != nil {
		t.Error(err)
	}
	goes(ola, "manage.html#aaaaaaaaaaaaaaaa")
	ola.until("a wrong link, which does not replace the right one", fmt.Sprintf(`/not the link/.test(document.getElementById('wrong')?.textContent) && localStorage.getItem('manage').includes(%q)`, made.Key))
	goes(ola, "manage.html")
	ola.until("the right link", `document.querySelectorAll('#links li').length === 2`)
	answers(ola, "true", "''")
	press(ola, "Withdraw: Orla", `document.querySelectorAll('#links li').length === 1`)
	goes(orla, "manage.html")
	orla.until("a link that is withdrawn", `/not the link/.test(document.getElementById('wrong').textContent) && document.getElementById('all').hidden && !document.getElementById('none').hidden`)
	answers(orla, "true", "''")
	orla.value(`void document.getElementById('leave').click()`, nil)
	orla.until("a browser without the link", `location.pathname === '/lobby.html' && localStorage.getItem('manage') === 'null'`)
}
