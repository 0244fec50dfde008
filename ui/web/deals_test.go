//go:build !nobrowser

package web_test

import (
	"fmt"
	"testing"
)

// A tournament of Atommaster in the browser: everybody solves the same deal. Nobody can look at another's table before the organiser has set the last result.
func testDeals(t *testing.T, b *browser) {
	e := &evening{t: t, dir: t.TempDir()}
	e.open()
	address := e.serve()
	ann := e.tournament(b, address+"tournament.html", 1280, 1400)
	ann.called("Ann")
	ann.value(`document.querySelector('#new input[name=name]').value = 'Deals'; void document.querySelector('input[value=atommaster]').click()`, nil)
	ann.until("the form for deals", `document.querySelector('fieldset.pairs').hidden && document.querySelector('select[name=clock]').value === '10' && document.querySelector('input[name=rounds]').value === '3'`)
	ann.accessible("the form of deals")
	ann.value(`document.querySelector('input[value=ataxx]').click(); void document.querySelector('input[value=atommaster]').click()`, nil)
	ann.press("make", "the tournament", `document.getElementById('about')?.textContent === 'Atommaster · 10 min · everybody solves the same deals' && !document.getElementById('organise').hidden`)
	var link string
	ann.value(`document.getElementById('link').value`, &link)
	ann.press("join", "Ann as a player", `document.querySelector('#table tr.me')?.textContent.includes('Ann')`)
	bob := e.tournament(b, link, 390, 844)
	bob.called("Bob")
	bob.until("a player", `document.querySelector('#table tr.me')?.textContent.includes('Bob')`)
	look := func(p *tab) { p.value(`void document.dispatchEvent(new Event('visibilitychange'))`, nil) }
	look(ann)
	ann.until("both players", `document.querySelectorAll('#table tbody tr').length === 2`)
	const controls = `[...document.querySelectorAll('#round li')].map((line) => line.querySelector('button, a:not(.name)')?.textContent ?? '').join()`
	ann.press("next", "round 1", fmt.Sprintf(`%s === 'Play,' && document.getElementById('next').textContent === 'Start round 2'`, controls))
	look(bob)
	bob.until("his own deal", fmt.Sprintf(`%s === ',Play'`, controls))
	bob.accessible("a deal on a phone")

	set := func(board, result, note, until string) {
		t.Helper()
		ann.value(fmt.Sprintf(`(() => { const form = document.querySelector('#correct form'); form.elements.board.value = '1/%s'; form.elements.board.onchange(); form.elements.score.value = %q; form.elements.note.value = %q; form.querySelector('button').click(); })()`, board, result, note), nil)
		ann.until("a result of "+result, until)
	}
	set("1", "10/83", "", fmt.Sprintf(`document.querySelector('#round li').textContent.includes('10 points in 1:23 · set by the organiser') && %s === ','`, controls))
	set("2", "-", "", fmt.Sprintf(`document.querySelector('#round').textContent.includes('52 points in 10:00') && %s === 'View,View'`, controls))
	set("2", "12/90", "the hall stood still", `document.querySelector('#table').textContent.includes('Seconds') && [...document.querySelectorAll('#table tbody td')].map((cell) => cell.textContent).join() === '1,10,1,10,83,2,12,2,12,90'`)
	ann.until("no games as PGN, but a picture", `document.getElementById('pgn').hidden && document.getElementById('svg').href.endsWith('.svg')`)
	ann.value(`void (document.getElementById('correct').open = true)`, nil)
	ann.accessible("a tournament of deals with its organiser")
	var text string
	if ann.value(`fetch(document.getElementById('svg').href).then((answer) => answer.text())`, &text); len(text) < 500 {
		t.Errorf("the picture is %q", text)
	}
	look(bob)
	bob.until("the results", `document.querySelector('#table').textContent.includes('Seconds')`)
}
