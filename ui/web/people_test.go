//go:build !nobrowser

package web_test

import (
	"fmt"
	"net/http"
	"testing"

	"attic/server"
	"attic/server/lobby"
	"attic/table/wire"
	"attic/ui/web"
)

// lobbies serves a hall without boards, and returns its address.
func lobbies(t *testing.T) (e *evening, address string) {
	t.Helper()
	e = &evening{t: t, dir: t.TempDir()}
	e.open()
	files, _ := lobby.Files() // the error says that there are no boards
	mux := http.NewServeMux()
	mux.Handle("/", web.Serve(files))
	mux.HandleFunc(server.Prefix, func(w http.ResponseWriter, r *http.Request) { e.hall.Load().Handler().ServeHTTP(w, r) })
	l, err := wire.Listen(0, wire.Server{At: "127.0.0.1", Page: mux}, e.hall.Load().Serve)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		e.close()
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return e, fmt.Sprintf("http://127.0.0.1:%d/", l.Port())
}

// People at a hall: a challenge by name, the page of a person, another device, blocked people, and cards for a class. Names with HTML stay text. The boards
// of the page are not needed.
func TestPeople(t *testing.T) {
	e, address := lobbies(t)
	b := open(t)
	const evil = `<b onclick=x>Eve</b>`
	phrases, err := map[string]string{}, error(nil)
	for _, name := range []string{"Bo", evil} {
		if phrases[name], err = e.hall.Load().Join(name, "", "192.0.2.1"); err != nil {
			t.Fatal(err)
		}
	}
	goes := func(p *tab, path string) {
		t.Helper()
		p.do(t, p.session, "Page.navigate", map[string]any{"url": "about:blank"}, nil)
		p.until("nothing", `location.href === 'about:blank'`)
		p.do(t, p.session, "Page.navigate", map[string]any{"url": address + path}, nil)
	}
	is := func(p *tab, name string) {
		t.Helper()
		p.until("the person "+name, fmt.Sprintf(`!document.getElementById('named').hidden && document.querySelector('#rename input').value === %q && location.hash === ''`, name))
	}

	ann := b.early(t, address+"lobby.html", 1280, 800)
	ann.until("the lobby", `document.querySelectorAll('#games input').length === 3 && document.getElementById('by-name').hidden`)
	ann.value(`document.querySelector('#join input').value = 'Ann'; document.querySelector('#join button').click()`, nil)
	is(ann, "Ann")
	challenge := func(path string) {
		t.Helper()
		goes(ann, path)
		ann.until("the name in the form", `document.querySelector('#to input').value === 'Bo' && document.getElementById('make').textContent === 'Challenge'`)
		ann.value(`document.getElementById('make').click()`, nil)
		ann.until("her table", `location.pathname === '/' && location.hash.length > 10`)
	}
	challenge("lobby.html#challenge/Bo")

	bo := b.early(t, address+"lobby.html#you/"+phrases["Bo"], 390, 844) // the card of a class
	is(bo, "Bo")
	bo.until("a challenge", `/Ann challenges you/.test(document.querySelector('#challenges:not([hidden]) li').textContent) && document.querySelector('#challenges a').hash === '#Ann'`)
	bo.value(`document.querySelectorAll('#you details').forEach((one) => one.open = true)`, nil)
	bo.accessible("a challenge")
	bo.value(`document.querySelectorAll('#challenges button')[1].click()`, nil)
	bo.until("no challenge", `document.getElementById('challenges').hidden`)
	goes(ann, "lobby.html")
	ann.until("why her table is gone", `/the challenge was declined/.test(document.querySelector('#own li').textContent)`)

	goes(ann, "person.html#Bo")
	ann.until("his page", `document.getElementById('name').textContent === 'Bo' && !document.getElementById('acts').hidden`)
	ann.accessible("the page of a person")
	ann.value(`document.getElementById('challenge').click()`, nil)
	ann.until("the form", `document.querySelector('#to input').value === 'Bo'`)
	ann.accessible("a challenge to make")
	challenge("lobby.html#challenge/Bo")
	goes(bo, "lobby.html")
	bo.until("a challenge", `document.querySelectorAll('#challenges:not([hidden]) button').length === 2`)
	bo.value(`document.querySelector('#challenges button').click()`, nil)
	bo.until("the table", `location.pathname === '/' && location.hash.length > 10`)

	goes(bo, "person.html#"+"%3Cb%20onclick%3Dx%3EEve%3C%2Fb%3E")
	bo.until("a name that is HTML", fmt.Sprintf(`document.getElementById('name').textContent === %q && !document.querySelector('[onclick]')`, evil))
	bo.accessible("the page of a person")
	goes(bo, "person.html#%zz")
	bo.until("an address that names nobody", `/names nobody/.test(document.getElementById('wrong').textContent)`)

	var code string
	ann.value(`JSON.parse(localStorage.getItem('you')).phrase`, &code)
	ann.value(fmt.Sprintf(`fetch('hall/people/link', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({phrase: %q})}).then((reply) => reply.json()).then(({link}) => link)`, code), &code)
	phone := b.early(t, address+"lobby.html#device/"+code, 390, 844)
	is(phone, "Ann")
	thief := b.early(t, address+"lobby.html#device/"+code, 390, 844)
	thief.torn = true // the hall refuses
	thief.until("a refusal", `/used before/.test(document.getElementById('wrong').textContent) && !document.getElementById('nameless').hidden && location.hash === ''`)

	goes(ann, "lobby.html")
	is(ann, "Ann")
	ann.value(`document.getElementById('devices').open = document.getElementById('blocks').open = true; document.getElementById('device').click()`, nil)
	ann.until("a QR code", `document.querySelector('#code svg path').getAttribute('d').length > 1000`)
	ann.value(fmt.Sprintf(`document.querySelector('#block input').value = %q; document.querySelector('#block button').click()`, evil), nil)
	ann.until("who is blocked", fmt.Sprintf(`document.querySelector('#blocks li b').textContent === %q`, evil))
	ann.accessible("the part of a person")
	ann.value(`document.querySelector('#blocks li button').click()`, nil)
	ann.until("nobody is blocked", `!document.querySelector('#blocks li')`)

	bo.do(t, bo.session, "Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": "window.confirm = () => false"}, nil)
	goes(bo, "lobby.html#you/"+phrases[evil])
	bo.until("the person has not agreed", `location.hash === '' && document.querySelector('#rename input').value === 'Bo'`)
	bo.value(`localStorage.removeItem('you')`, nil)
	goes(bo, "lobby.html#you/"+phrases[evil])
	is(bo, evil)
	goes(ann, "class.html")
	ann.until("the form", `document.readyState === 'complete' && document.querySelector('textarea') !== null`)
	ann.torn = true // the hall refuses names
	ann.value(`document.querySelector('textarea').value = 'Cem\n\n ANN \nDäumling\n<i>Zoe</i>\nmuch too long for a name\nCem'; document.getElementById('make').click()`, nil)
	ann.until("three cards", `document.querySelectorAll('.card svg').length === 3 && !document.getElementById('make').disabled`)
	ann.until("what is wrong with the other names", `/ANN: .*taken.*/.test(document.getElementById('problems').textContent) && document.querySelector('textarea').value === 'ANN\nmuch too long for a name'`)
	ann.until("names as text", `document.querySelectorAll('.card b')[2].textContent === '<i>Zoe</i>' && !document.querySelector('.card i')`)
	ann.accessible("cards for a class")
	ann.do(t, ann.session, "Emulation.setEmulatedMedia", map[string]any{"media": "print"}, nil)
	ann.until("a sheet of cards alone", `document.getElementById('print').getClientRects().length === 0 && document.querySelector('.card svg').getBoundingClientRect().width > 100`)
	goes(ann, "class.html")
	ann.until("the cards again", `document.querySelectorAll('.card svg').length === 3`)
}
