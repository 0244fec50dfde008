//go:build !nobrowser

package web_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// Long texts are HTML with headings, and text is typed into fields of the browser; both can have the keyboard focus.
func testTexts(t *testing.T, p *tab) {
	p.key("2")
	p.key("?")
	p.until("help that has the keyboard", `document.activeElement.matches('#texts article') && document.activeElement.querySelector('h2 ~ p') !== null`)
	p.until("pictures", `document.querySelectorAll('#texts figure svg').length === 2`)
	p.accessible("help")
	p.key("Escape")
	p.until("no text", `document.getElementById('texts').childElementCount === 0`)
	p.begins("2", "Ataxx")
	p.line("g1-f2")
	p.says("Your move: red")
	p.key("r")
	p.until("the moves", `[...document.querySelectorAll('#texts th')].map((th) => th.textContent).join() === 'turn,Red,Blue'`)
	p.accessible("the list of moves")
	p.value(`document.querySelector('#texts [data-spot="key:step 1"]').click()`, new(json.RawMessage))
	p.until("the position after the first move", `document.querySelector('#texts b').textContent === 'g1-f2'`)
	p.key("Escape")
	p.key("w")
	p.until("a field with a name that typing replaces", `document.activeElement.ariaLabel === 'File name' && document.activeElement.selectionEnd === 'ataxx.attic'.length`)
	p.do(t, p.session, "Input.insertText", map[string]any{"text": "später.attic"}, nil)
	p.until("what was typed", `document.activeElement.value === 'später.attic'`)
	p.key("Enter")
	p.downloaded("*.attic")
	p.key("W")
	p.until("a choice", `document.activeElement.ariaLabel === 'Kind: SVG' && document.activeElement.ariaChecked === 'true'`)
	p.accessible("a form")
}

// With a screen reader, a person plays by labels, keys and typed commands, and hears each move once.
func testHearing(t *testing.T, p *tab) {
	p.value(`(window.heard = [], new MutationObserver(() => heard.push(document.getElementById('news').textContent)).observe(document.getElementById('news'), {childList: true}), true)`, new(bool))
	p.key("2")
	p.until("the chosen item, in its game", `document.activeElement.ariaLabel?.startsWith('Play ') && document.activeElement.getAttribute('aria-description') === 'Ataxx'`)
	p.key("Enter")
	p.until("a heading before the board, and one before the buttons", `[...document.querySelectorAll('#spots h2')].map((h) => h.textContent + ' ' + h.nextSibling.dataset.spot).join() === 'Board a7,Buttons key:offer c'`)
	for _, name := range []string{"g1, red: The piece on g1 can extend", "f2, empty: g1-f2 would extend"} {
		p.has(name)
		p.value(fmt.Sprintf(`[...document.querySelectorAll('#spots button')].find((b) => b.ariaLabel.startsWith(%q)).click()`, name), new(json.RawMessage))
	}
	p.until("what Blue did", `heard.some((text) => text.startsWith('Blue'))`)
	p.has("f2, red: ")
	p.click("d4")
	p.says("d4 is empty")
	p.do(t, p.session, "Input.dispatchMouseEvent", map[string]any{"type": "mouseMoved", "x": 1199, "y": 799}, nil)
	p.key("ArrowRight")
	p.until("the cursor", `document.activeElement.ariaLabel?.startsWith('e4, empty')`)
	p.value(`(document.querySelector('#command input').value = 'who', document.getElementById('command').requestSubmit(), true)`, new(bool))
	p.until("who plays", `document.activeElement.matches('#texts article') && document.activeElement.textContent.includes('Red: you.')`)
	p.key("Escape")
	var heard []string
	p.value(`heard`, &heard)
	if n := len(regexp.MustCompile(`(^|\n)(Blue (extended|jumped))`).FindAllString(strings.Join(heard, "\n"), -1)); n != 1 {
		t.Errorf("Blue's move was told %d times: %q", n, heard)
	}
	p.until("the score", `document.getElementById('about').textContent.includes('Blue (level 0, raw novice): ')`)
}

// Sounds are played, and in between the browser plays nothing, which would take power.
func testSounds(_ *testing.T, p *tab) {
	p.value(`(() => {
		const {start} = AudioBufferSourceNode.prototype;
		AudioBufferSourceNode.prototype.start = function () {
			window.sounds = this.context;
			start.call(this);
		};
		window.played = 0;
		return true;
	})()`, new(bool))
	p.begins("1", "Atom-4")
	p.line("opponent human")
	for _, move := range []string{"i10", "i8"} {
		p.line(move)
		p.until("a sound, and then none after "+move, `sounds.currentTime > played && sounds.state === 'suspended'`)
		p.value(`played = sounds.currentTime`, new(float64))
	}
}

// If the browser's default text is larger than usual, the page is larger too, and touches still reach the right spots. On a phone, which has no room
// for a larger page, only the texts beside the picture are larger.
func testLargeTexts(t *testing.T, b *browser, address string) {
	p := b.early(t, "about:blank", 1200, 800)
	p.do(t, p.session, "Page.setFontSizes", map[string]any{"fontSizes": map[string]any{"standard": 32}}, nil)
	for _, c := range []struct {
		w, h int
		size string // the size of the page
	}{{1200, 800, "600 400"}, {390, 844, "320 693"}} {
		p.size(c.w, c.h)
		p.do(t, p.session, "Page.navigate", map[string]any{"url": address}, nil)
		p.begun()
		p.until("a page that is enlarged", fmt.Sprintf(`document.getElementById('picture').getAttribute('viewBox') === '0 0 %s'`, c.size))
		p.begins("2", "Ataxx")
		p.area("g1")
		var at [2]float64
		p.value(`(({left, top, width, height}) => [left + width / 2, top + height / 2])(document.querySelector('[data-spot="g1"]').getBoundingClientRect())`, &at)
		for _, kind := range []string{"mousePressed", "mouseReleased"} {
			p.do(t, p.session, "Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1}, nil)
		}
		p.says("The piece on g1 can extend")
		p.key("?")
		p.until("help in large letters", `parseFloat(getComputedStyle(document.querySelector('#texts article')).fontSize) * document.documentElement.style.getPropertyValue('--zoom') >= 29.9`)
	}
}

// tables checks that the tables of a review fit the page without breaking words.
func (p *tab) tables() {
	p.t.Helper()
	p.until("tables whose words are whole", `document.querySelector('#texts table + table') !== null && [...document.querySelectorAll('#texts :is(td, th):not(:last-child)')].every((cell) => {
		const range = document.createRange(), text = cell.firstChild
		return text === null || [...text.textContent.matchAll(/\S+/g)].every((word) => (range.setStart(text, word.index), range.setEnd(text, word.index + word[0].length), range.getClientRects().length === 1))
	})`)
	p.until("no text to the right of the page", `document.querySelector('#texts article').scrollWidth <= document.querySelector('#texts article').clientWidth`)
}
