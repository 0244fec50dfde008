//go:build !nobrowser

package web_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// Long texts are HTML, with headings, and text is typed into fields of the browser; both have the keyboard.
func testTexts(t *testing.T, b *browser, address string) {
	p := b.tab(t, address, 390, 844)
	p.key("2")
	p.key("?")
	p.until("help that has the keyboard", `document.activeElement.matches('#texts article') && document.activeElement.querySelector('h2 ~ p') !== null`)
	p.until("pictures", `document.querySelectorAll('#texts figure svg').length === 2`)
	p.accessible("help")
	p.key("Escape")
	p.until("no text", `document.getElementById('texts').childElementCount === 0`)
	p.key("Enter")
	p.key("Enter")
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

// Somebody who only hears the page plays by names, keys and typed commands, and hears of each move once.
func testHearing(t *testing.T, b *browser, address string) {
	p := b.tab(t, address, 1200, 800)
	p.value(`(window.heard = [], new MutationObserver(() => heard.push(document.getElementById('news').textContent)).observe(document.getElementById('news'), {childList: true}), true)`, new(bool))
	p.key("2")
	p.until("the chosen item, in its game", `document.activeElement.ariaLabel?.startsWith('New game') && document.activeElement.getAttribute('aria-description') === 'Ataxx'`)
	p.key("Enter")
	for _, name := range []string{"g1, red: g1 can extend", "f2, empty: g1-f2 would extend"} {
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
	p.until("the score", `document.getElementById('about').textContent.includes('Blue (level 1, first game): ')`)
}
