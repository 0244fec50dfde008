//go:build !nobrowser

package web_test

import (
	"fmt"
	"testing"

	"attic/dev/wait"
)

// testInOneTab runs the parts that can share a tab, one after another, so that the core starts only once. Each part begins at the menu, in its own size.
// Games kept by earlier parts may exist; no part depends on them. After a part that fails, the next part gets a new tab.
func testInOneTab(t *testing.T, b *browser, address string) {
	var p *tab
	for _, part := range []struct {
		name string
		w, h int
		try  func(t *testing.T, p *tab)
	}{
		{"hearing", 1200, 800, testHearing}, // first: nothing has been played before
		{"taps", 390, 844, testTaps},        // before other games of Atom-4: a sentence about a kept game would hide that of the first tap
		{"editor", 390, 844, testEditor},
		{"wishes", 390, 844, testWishes},
		{"shares", 390, 844, testShares},
		{"back", 390, 844, testBack},
		{"thinking", 1200, 800, testThinking},
		{"drawing", 1200, 800, testDrawing},
		{"sounds", 1200, 800, testSounds},
		{"texts", 390, 844, testTexts},
		{"phone", 390, 844, testPhone},
		{"files", 1200, 800, func(t *testing.T, p *tab) { testFiles(t, p, address) }}, // after texts, which writes a file with another name
		{"manuals", 1200, 800, testManuals},
		{"links", 390, 844, func(t *testing.T, p *tab) { testLinks(t, p, address) }},
	} {
		if p == nil {
			p = b.tab(t, address, part.w, part.h)
		}
		ok := t.Run(part.name, func(t *testing.T) {
			p.t = t
			p.downloads()
			p.home()
			p.resize(part.w, part.h)
			part.try(t, p)
			p.reports()
		})
		p.t = t
		if !ok {
			p = nil
		}
	}
}

// home goes to the menu with no item chosen.
func (p *tab) home() {
	p.t.Helper()
	wait.Until(p.t, "the menu", func() (any, bool) {
		for _, key := range []string{"Escape", "Escape", "M"} { // out of a page or a form, out of the items of a menu, out of a game
			p.key(key)
		}
		return p.said(), p.soon(`document.title === 'attic' && document.querySelector('#texts [data-page]') === null && document.querySelector('[data-spot="entry 0"]') !== null`)
	})
}

// begins starts a new game from the menu, even if a game is kept; key and title are those of the game's entry.
func (p *tab) begins(key, title string) {
	p.t.Helper()
	p.key(key)
	p.until("a new game of "+title, fmt.Sprintf(`(() => {
		const found = [...document.querySelectorAll('#spots button')].find((b) => b.ariaLabel.startsWith('Play ') && !b.ariaLabel.startsWith('Play a friend') && b.getAttribute('aria-description') === %q);
		found?.click();
		return found !== undefined;
	})()`, title))
	p.until("the title", fmt.Sprintf(`document.title.includes(%q)`, title))
}

// asks sets what the system asks for: dark or light colours, and reduce or no-preference for motion.
func (p *tab) asks(scheme, motion string) {
	p.t.Helper()
	p.do(p.t, p.session, "Emulation.setEmulatedMedia", map[string]any{"features": []any{
		map[string]any{"name": "prefers-color-scheme", "value": scheme}, map[string]any{"name": "prefers-reduced-motion", "value": motion},
	}}, nil)
}

// touches switches a touch screen on or off.
func (p *tab) touches(on bool) {
	p.t.Helper()
	p.do(p.t, p.session, "Emulation.setTouchEmulationEnabled", map[string]any{"enabled": on, "maxTouchPoints": 5}, nil)
}

// A page without settings of its own is light, and still, where the system asks for that, and changes when the system does.
func testWishes(_ *testing.T, p *tab) {
	p.click("entry 3")
	for _, c := range []struct{ scheme, motion, back, moves string }{
		{"light", "reduce", "#f6f1e7", "off"}, {"dark", "no-preference", "#12141c", "on"},
	} {
		p.asks(c.scheme, c.motion)
		p.until("a "+c.scheme+" page", fmt.Sprintf(`getComputedStyle(document.documentElement).getPropertyValue('--back') === %q && document.querySelector('meta[name=theme-color]').content === %[1]q`, c.back))
		p.until("motion "+c.moves, fmt.Sprintf(`document.querySelector('[aria-label="Motion"]').ariaValueText === %q`, c.moves))
	}
}

// share is a script that stands in for a phone's list of ways to share. The variable how is the name of the error, or "".
const share = `window.how = '', window.shared = [], window.copied = [], window.shakes = 0,
	Object.defineProperty(navigator, 'clipboard', {configurable: true, value: {writeText: async (text) => { copied.push(text); }}}),
	Navigator.prototype.share = async ({url}) => { shared.push(url); if (how) throw new DOMException('', how); },
	Navigator.prototype.vibrate = () => ++shakes, true`

// A phone shares links in its own way, and vibrates when it is the person's turn if they want that. A mouse copies links.
func testShares(t *testing.T, p *tab) {
	p.value(share, new(bool))
	defer p.value(`delete navigator.clipboard, delete Navigator.prototype.share`, new(bool))
	p.touches(true)
	defer p.touches(false)
	p.click("entry 3")
	const switched = `document.querySelector('#spots [aria-label="Vibration"]').ariaValueText === %q`
	p.until("no vibration", fmt.Sprintf(switched, "off"))
	p.value(`document.querySelector('#spots [aria-label="Vibration"]').click()`, nil)
	p.until("vibration", fmt.Sprintf(switched, "on")+` && shakes === 1`)
	p.begins("1", "Atom-4")
	p.line("i10")
	p.until("the turn", `shakes === 2`)
	for i, c := range []struct{ how, says string }{{"", "Your move: green"}, {"AbortError", "Your move: green"}, {"NotAllowedError", "This device could not share it. Copied: the link"}} {
		p.value(fmt.Sprintf(`how = %q`, c.how), new(string))
		p.click("key:,")
		p.has("share link")
		p.click("key:line link")
		p.until("the link", fmt.Sprintf(`shared.length === %d && shared[%[2]d].includes('/#game/atom4;i10;')`, i+1, i))
		p.says(c.says)
		if c.how != "NotAllowedError" {
			p.until("nothing else", `copied.length === 0 && !document.getElementById('said').textContent.includes('opied')`)
		}
	}
	p.until("a copy", `copied.length === 1 && copied[0] === shared[2]`)
	p.touches(false)
	p.click("key:,")
	p.has("copy link")
	p.key("Escape")
}

// The browser's back button closes what lies over a game, then goes to the menu. A page that is loaded again continues a lesson, and so does one that is
// opened as an app.
func testBack(_ *testing.T, p *tab) {
	back := func() { p.value(`(history.back(), true)`, new(bool)) }
	p.begins("2", "Ataxx")
	p.key("?")
	p.until("help", `document.querySelector('#texts article h2') !== null`)
	back()
	p.until("the game", `document.querySelector('#texts article h2') === null && document.title.includes('Ataxx') && history.state === 'here'`)
	back()
	p.until("the menu", `document.title === 'attic' && history.state === 'below'`)
	p.key("?")
	p.until("help", `document.querySelector('#texts article h2') !== null && history.state === 'here'`)
	p.key("Escape")
	p.until("the menu", `document.querySelector('#texts article h2') === null && history.state === 'below'`)
	p.begins("1", "Atom-4")
	p.line("lesson 2")
	p.until("the lesson", `document.title.includes('Lesson 2')`)
	p.reload()
	p.until("the lesson again", `document.title.includes('Lesson 2')`)
	var script struct{ Identifier string }
	p.do(p.t, p.session, "Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": `const matches = matchMedia; window.matchMedia = (what) => (what === '(display-mode: standalone)' ? {matches: true} : matches(what))`}, &script)
	p.again(func() { p.value(`onbeforeunload = null, location.assign('?app'), true`, new(bool)) })
	p.until("the lesson in an app", `document.title.includes('Lesson 2')`)
	p.do(p.t, p.session, "Page.removeScriptToEvaluateOnNewDocument", map[string]any{"identifier": script.Identifier}, nil)
	p.downloads()
}

// While the computer thinks, keys work, and the person can make it move. At this level it would think for hours.
func testThinking(_ *testing.T, p *tab) {
	p.begins("1", "Atom-4")
	p.line("level 1000")
	p.says("The level is 1000")
	p.beyondTheBook()
	p.says("Space: make it move")
	p.key("?")
	p.until("help", `document.getElementById('texts').textContent.includes('Mix colours until four pieces')`)
	p.key("Escape")
	p.key(" ")
	p.says("Your move: red")
	p.line("level 0") // the menu remembers the level
	p.says("The level is 0")
	p.key("v")
	p.until("a review", `document.querySelector('#texts article')?.ariaLabel === 'About this position'`)
	p.accessible("a review")
}

// beyondTheBook plays the first moves of a round of Atom-4 for both sides, and then a move outside the opening book, which the computer has to answer.
func (p *tab) beyondTheBook() {
	p.t.Helper()
	p.line("opponent human")
	for _, m := range [][2]string{{"i10", "red"}, {"i8", "yellow"}, {"j10", "green"}, {"h10", "cyan"}} {
		p.line(m[0])
		p.until(m[1]+" on "+m[0], fmt.Sprintf(`document.querySelector('[data-spot="%s"]').ariaLabel.includes('%s')`, m[0], m[1]))
	}
	p.line("opponent ai")
	p.line("h8")
}

// On a phone, all spots lie on the page, which does not scroll.
func testPhone(t *testing.T, p *tab) {
	small := [2]int{320, 568}
	p.begins("2", "Ataxx")
	p.until("the board", `document.querySelector('#spots [data-spot="g1"]') !== null`)
	for _, size := range [][2]int{{390, 844}, small} {
		p.resize(size[0], size[1])
		p.until("a page that does not scroll", `document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth`)
		var outside []string
		p.value(`[...document.querySelectorAll('#spots button')].filter((b) => b.area[0] < 0 || b.area[1] < 0 || b.area[0] + b.area[2] > innerWidth + 0.5 || b.area[1] + b.area[3] > innerHeight + 0.5).map((b) => b.ariaLabel)`, &outside)
		if len(outside) > 0 {
			t.Errorf("%d x %d: outside the page: %q", size[0], size[1], outside)
		}
	}
	p.key("c")
	p.says("Set-up")
	p.accessible("the set-up")
	p.line("menu")
	p.until("the menu", `document.title === 'attic'`)
	p.resize(390, 844)
	p.begins("3", "Atommaster")
	p.until("a deal", `document.querySelector('[data-spot="d4"]') !== null`)
	for _, line := range []string{"1", "a1", "h8", "c3", "f6", "evaluate", "evaluate", "review"} {
		p.line(line)
	}
	p.tables()
	p.resize(small[0], small[1])
	p.tables()
}

// A tap counts where the finger went down, even if it slips across the edge of a square or another finger touches the page at the same time. If a tap
// would play a move, the first tap previews the move. A finger that rests on the board shows a loupe, and plays when it is lifted.
func testTaps(t *testing.T, p *tab) {
	p.touches(true)
	defer p.touches(false)
	p.begins("2", "Ataxx")
	slips := func(spot string) {
		area := p.area(spot)
		at := [2]float64{area[0] + 3, area[1] + area[3]/2}
		p.touch("touchStart", at)
		p.touch("touchMove", [2]float64{at[0] - 9, at[1] + 4})
		p.touch("touchEnd")
	}
	for _, move := range [][2]string{{"g1", "f1"}, {"a7", "b7"}} {
		wait.Until(t, "the move to "+move[1], func() (any, bool) { // on a busy machine the finger may stay so long that it aims
			slips(move[0])
			slips(move[1])
			return p.said(), p.soon(fmt.Sprintf(`document.querySelector('[data-spot=%q]').ariaLabel.includes(', red')`, move[1]))
		})
		p.says("Your move")
	}
	middle := func(spot string) [2]float64 {
		area := p.area(spot)
		return [2]float64{area[0] + area[2]/2, area[1] + area[3]/2}
	}
	menu := middle("key:M")
	p.touch("touchStart", middle("key:u")) // a finger that slides away from a button or to one presses neither
	p.touch("touchMove", menu)
	p.touch("touchEnd")
	pinch := func(from, to float64) { // two fingers press nothing; they zoom the page
		y := menu[1] + 300
		p.touch("touchStart", menu)
		p.touch("touchStart", [2]float64{195 - from, y}, [2]float64{195 + from, y})
		for i := range 10 {
			at := from + (to-from)*float64(i+1)/10
			p.touch("touchMove", [2]float64{195 - at, y}, [2]float64{195 + at, y})
		}
		p.touch("touchEnd")
	}
	pinch(20, 120)
	p.until("a zoomed page", `visualViewport.scale > 1.5`)
	pinch(180, 9)
	p.until("the page at its size", `visualViewport.scale === 1`)
	from, to := middle("f1"), middle("e2")
	p.touch("touchStart", from) // a finger drags a piece
	p.touch("touchMove", [2]float64{(from[0] + to[0]) / 2, (from[1] + to[1]) / 2})
	p.touch("touchMove", to)
	p.touch("touchEnd")
	p.until("the move to e2", `document.querySelector('[data-spot="e2"]').ariaLabel.includes(', red')`)
	p.says("Your move")
	p.key("v")
	const bars = `[...document.querySelectorAll('[data-spot^="key:step "]')]`
	p.until("a review", `document.querySelector('[data-spot="key:left"]') !== null`)
	var graph [][4]float64
	p.value(bars+`.map((bar) => bar.area)`, &graph)
	bar := func(i int) [2]float64 { return [2]float64{graph[i][0] + graph[i][2]/2, graph[i][1] + graph[i][3]/2} }
	p.touch("touchStart", bar(3)) // a finger drags along the graph, and leaves the position there
	p.touch("touchMove", bar(2))
	p.says("Move 2 red")
	p.touch("touchMove", bar(0))
	p.touch("touchEnd")
	p.says("Move 1 red")
	p.key("Escape") // stops the review
	p.key("Escape")
	loupe := func(title string) { // in the loupe above a finger that rests on the board
		p.until("the loupe: "+title, fmt.Sprintf(`[...document.querySelectorAll('#shapes text')].some((e) => e.textContent.startsWith(%q))`, title))
	}
	p.home()
	p.begins("1", "Atom-4")
	p.line("opponent human")
	p.says("Player 2 is played by a person")
	p.touch("touchStart", middle("h10"))
	loupe("h10, empty")
	p.touch("touchMove", middle("i10")) // the loupe follows the finger
	loupe("i10, empty")
	p.touch("touchStart", middle("i10"), [2]float64{20, 700}) // a second finger cancels
	p.until("no loupe", `![...document.querySelectorAll('#shapes text')].some((e) => e.textContent.includes('i10, empty'))`)
	p.touch("touchEnd")
	for _, says := range []string{"Red on i10 would turn h9 yellow. Tap again to make this move.", "Red on i10 turned h9 yellow."} {
		area := p.area("i10")
		p.touch("touchStart", [2]float64{area[0] + 9, area[1] + 9})
		p.touch("touchEnd")
		p.says(says)
	}
	p.touch("touchStart", middle("i8"))
	loupe("i8, empty")
	p.touch("touchEnd") // lifting the finger plays
	p.until("the move to i8", `document.querySelector('[data-spot="i8"]').ariaLabel.includes('yellow')`)
}

// In the board editor a tap places the chosen piece at once, and a second one removes it; where the board is too fine for fingers, the first tap only
// zooms it.
func testEditor(t *testing.T, p *tab) {
	p.touches(true)
	defer p.touches(false)
	tap := func(spot string) {
		area := p.area(spot)
		p.touch("touchStart", [2]float64{area[0] + area[2]/2, area[1] + area[3]/2})
		p.touch("touchEnd")
	}
	edit := func(key, title string) {
		p.home()
		p.begins(key, title)
		p.line("edit")
		p.says("This is the board editor")
	}
	edit("2", "Ataxx")
	tap("key:b")
	for _, says := range []string{"Placed a blue piece on d4.", "Removed the blue piece from d4.", "Placed a blue piece on d4."} {
		tap("d4")
		p.says(says)
	}
	p.line("empty")
	p.says("Not ready: red has no pieces.")
	tap("key:u")
	p.says("Red is to move.")
	tap("key:m")
	p.says("Blue is to move.")
	tap("key:t")
	p.until("the list", `[...document.querySelectorAll('#spots button')].some((b) => b.ariaLabel.startsWith('Two people here'))`)
	p.key("Escape")
	p.line("start people")
	p.says("The game begins. Your board is kept.")
	p.line("analyse")
	p.says("This is an analysis")
	edit("3", "Atommaster")
	for _, spot := range []string{"c3", "f6"} {
		tap(spot)
	}
	p.says("Not ready: place 3 to 6 atoms, not 2.")
	tap("a1")
	p.says("Placed an atom on a1.")
	p.line("start")
	p.says("The atoms are hidden now")
	edit("1", "Atom-4")
	tap("key:y")
	place := func(spot string) { // on a slow page, a tap can last as long as a press that rests, which places the piece without zooming
		says := fmt.Sprintf(`(%s).includes("Placed a yellow piece on %s.")`, sentences, spot)
		before, placed := p.area(spot), false
		tap(spot)
		p.until(spot+" is larger, or has a piece", fmt.Sprintf(`%s || document.querySelector('#spots [data-spot=%q]')?.area?.[2] > %f`, says, spot, before[2]))
		if p.value(says, &placed); !placed {
			tap(spot)
			p.until("a piece on "+spot, says)
		}
	}
	place("d4")
	place("e4")
}

// The right mouse button draws arrows and rings that only this person sees and that a click removes. It does not open the browser's menu.
func testDrawing(t *testing.T, p *tab) {
	p.value(`(window.menus = 0, addEventListener('contextmenu', (event) => { if (!event.defaultPrevented) menus++; }), true)`, new(bool))
	p.begins("2", "Ataxx")
	draw := func(from, to string) {
		t.Helper()
		for _, c := range []struct{ kind, spot string }{{"mousePressed", from}, {"mouseMoved", to}, {"mouseReleased", to}} {
			area := p.area(c.spot)
			p.do(t, p.session, "Input.dispatchMouseEvent", map[string]any{"type": c.kind, "x": area[0] + area[2]/2, "y": area[1] + area[3]/2, "button": "right", "clickCount": 1}, nil)
		}
	}
	drawn := func(what, want string) {
		t.Helper()
		p.until(what, fmt.Sprintf(`[...document.querySelectorAll('#shapes [opacity="0.8"]')].map((e) => e.localName).join() === %q`, want))
	}
	draw("b2", "d4")
	drawn("an arrow", "path")
	draw("e5", "e5")
	drawn("an arrow and a ring", "path,circle")
	draw("b2", "d4")
	drawn("the ring alone", "circle")
	p.click("g1")
	drawn("nothing drawn", "")
	p.says("The piece on g1 can extend")
	var menus int
	if p.value(`menus`, &menus); menus > 0 {
		t.Errorf("the browser opened a menu %d times", menus)
	}
}
