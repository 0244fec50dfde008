//go:build long && unix && !nobrowser

package web_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"attic/dev/wait"
)

// node is an element of a page as a screen reader gets it.
type node struct {
	Ignored                 bool
	Role, Name, Description struct{ Value string }
	BackendDOMNodeID        int
	NodeID                  string
	ChildIDs                []string
}

// tree returns the accessibility tree of the page, in the order in which it is read.
func (p *tab) tree() (nodes []node) {
	p.t.Helper()
	var got struct{ Nodes []node }
	p.do(p.t, p.session, "Accessibility.getFullAXTree", map[string]any{}, &got)
	by := map[string]node{}
	for _, n := range got.Nodes {
		by[n.NodeID] = n
	}
	var walk func(n node)
	walk = func(n node) {
		if !n.Ignored {
			nodes = append(nodes, n)
		}
		for _, id := range n.ChildIDs {
			walk(by[id])
		}
	}
	if len(got.Nodes) > 0 {
		walk(got.Nodes[0])
	}
	return nodes
}

// presses waits for a button in the accessibility tree whose name matches one of the patterns; earlier patterns have priority. It presses the button
// as a screen reader does, and returns its name.
func (p *tab) presses(patterns ...string) (name string) {
	p.t.Helper()
	wait.Until(p.t, strings.Join(patterns, " or "), func() (any, bool) {
		nodes := p.tree()
		for _, pattern := range patterns {
			is := regexp.MustCompile(pattern)
			i := slices.IndexFunc(nodes, func(n node) bool {
				return n.Role.Value == "button" && is.MatchString(n.Name.Value+" ("+n.Description.Value+")")
			})
			if i < 0 {
				continue
			}
			var object struct{ Object struct{ ObjectID string } }
			if !p.try(p.t, p.session, "DOM.resolveNode", map[string]any{"backendNodeId": nodes[i].BackendDOMNodeID}, &object) {
				continue
			}
			name = nodes[i].Name.Value
			p.do(p.t, p.session, "Runtime.callFunctionOn", map[string]any{"objectId": object.Object.ObjectID, "functionDeclaration": "function() { this.click(); }"}, nil)
			return nil, true
		}
		return p.said(), false
	})
	return name
}

// ended matches the sentences at the end of a game, also in a script.
const ended = `You (won|lost)|you have (won|lost)|A draw|Score: \d+`

var over = regexp.MustCompile(ended)

// Whole games are played only through the accessibility tree, and only with the keyboard.
func TestWholeGames(t *testing.T) {
	server := httptest.NewServer(page(t))
	t.Cleanup(server.Close) // closed after the tabs, which may still send it requests
	b := open(t)
	for _, name := range []string{"Ataxx", "Atom-4", "Atommaster"} {
		t.Run("tree/"+name, func(t *testing.T) {
			p := b.tab(t, server.URL, 1200, 800)
			p.presses(`^Play against.*\(` + name + `\)`)
			p.until("a game", fmt.Sprintf(`document.title.startsWith(%q)`, name))
			if name == "Atommaster" {
				for _, port := range []string{"1", "12", "20", "27"} {
					p.presses(`^port ` + port + `, not fired: A beam`)
					p.says("Port " + port)
				}
				p.presses(`^Set atoms`)
				for _, square := range []string{"b7", "c3", "f6", "g2"} {
					p.presses(`^` + square + `, empty.*would`)
					p.says("set on " + square)
				}
				p.presses(`^Evaluate`)
			} else {
				p.wholeGame(func() {
					name := p.presses(`would extend`, `would jump`, `a legal move`, `can extend`, `can jump`, `^Pass`)
					p.until("what was pressed, changed", fmt.Sprintf(`%[1]q === 'Pass' || ![...document.querySelectorAll('#spots button')].some((b) => b.ariaLabel === %[1]q)`, name))
				})
			}
			p.ends()
		})
		t.Run("keys/"+name, func(t *testing.T) {
			p := b.tab(t, server.URL, 1200, 800)
			p.key(map[string]string{"Atom-4": "1", "Ataxx": "2", "Atommaster": "3"}[name])
			p.key("Enter")
			p.until("a game", fmt.Sprintf(`document.title.startsWith(%q)`, name))
			if name == "Atommaster" {
				for range 3 {
					before := p.said()
					p.key("Enter")
					p.until("an answer", fmt.Sprintf(`document.getElementById('said').textContent !== %q`, before))
					p.key("PageDown")
				}
				p.key("Tab")
				for range 4 {
					p.key("PageDown")
					p.key("Enter")
				}
				p.key("e")
			} else {
				p.wholeGame(func() {
					p.key("PageDown")
					p.key("Enter")
				})
			}
			p.ends()
		})
	}
}

func (p *tab) wholeGame(act func()) {
	p.t.Helper()
	for range 3000 {
		p.until("my turn", `/Your move|can (extend|jump)|have to pass|`+ended+`/.test(document.getElementById('said').textContent)`)
		if over.MatchString(p.said()) {
			return
		}
		act()
	}
}

func (p *tab) ends() {
	p.t.Helper()
	wait.Until(p.t, "the end of the game", func() (any, bool) { return p.said(), over.MatchString(p.said()) })
	p.t.Log(p.said())
}

// A page is read in this order: its title, the sentences, the line for commands, texts, the board, the controls.
func TestOrderOfReading(t *testing.T) {
	server := httptest.NewServer(page(t))
	t.Cleanup(server.Close) // closed after the tabs, which may still send it requests
	b := open(t)
	for _, c := range []struct {
		page, fragment, keys string
		order                []string // patterns of role and name
	}{
		{"menu", "", "", []string{`^heading attic`, `^textbox Type a move`, `^button Play against.*`, `^button More`}},
		{"Atom-4", "", "1", []string{`^heading Atom-4`, `^StaticText You need four`, `^StaticText .*Your move`, `^textbox`, `^heading Board`, `^button i10, empty`, `^heading Buttons`, `^button menu`, `^button undo`, `^button more`}},
		{"Ataxx", "", "2", []string{`^heading Ataxx`, `^StaticText You are red`, `^StaticText .*Your move`, `^textbox`, `^heading Board`, `^button a7, red`, `^button g1, red`, `^heading Buttons`, `^button menu`, `^button Pass`, `^button undo`}},
		{"Atommaster", "", "3", []string{`^heading Atommaster`, `^StaticText Find`, `^textbox`, `^heading Board`, `^button a8, empty`, `^button port 32`, `^heading Buttons`, `^button menu`, `^button (Set|Hide) atoms`, `^button undo`}},
		{"help", "", "2?", []string{`^heading Ataxx`, `^textbox`, `^article Ataxx: help`, `^heading How to move`, `^heading Keys`, `^button close`}},
		{"a lesson", "#lesson/ataxx/1", "", []string{`^heading Lesson 1`, `^StaticText You are red, on d3`, `^textbox`, `^button a7`, `^button go on`}},
		{"a puzzle", "#puzzle/ataxx/daily", "", []string{`^heading Puzzle of`, `^StaticText Your move`, `^textbox`, `^button a7`, `^button hint`}},
	} {
		p := b.tab(t, server.URL+"/"+c.fragment, 1200, 800)
		for _, key := range c.keys {
			p.key(string(key))
			if key != '?' {
				p.key("Enter")
				p.until("a game", `document.title !== 'attic'`)
			}
		}
		wait.Until(t, c.page+", read in order", func() (any, bool) {
			left, read := c.order, []string{}
			for _, n := range p.tree() {
				text := n.Role.Value + " " + n.Name.Value
				read = append(read, text)
				if len(left) > 0 && regexp.MustCompile(left[0]).MatchString(text) {
					left = left[1:]
				}
			}
			return fmt.Sprint(left, read), len(left) == 0
		})
	}
}

// Pictures of the main pages, on screens of all sizes, light, dark and in strong contrast, enlarged to 200 percent, with large letters, and in the system's
// colours, for checks by eye.
func TestPicturesOfPages(t *testing.T) {
	server := httptest.NewServer(page(t))
	t.Cleanup(server.Close) // closed after the tabs, which may still send it requests
	b := open(t)
	var version struct{ Product string }
	b.do(t, "", "Browser.getVersion", map[string]any{}, &version)
	t.Log(version.Product)
	for _, kind := range []struct {
		name, asks, value string // a feature of the system and its value
		screen            screen
	}{
		{"wide", "prefers-color-scheme", "light", screens[4]},
		{"phone", "prefers-color-scheme", "light", screens[0]},
		{"dark phone", "prefers-color-scheme", "dark", screens[0]},
		{"contrast", "prefers-contrast", "more", screens[0]},
		{"small", "prefers-color-scheme", "dark", screens[1]},
		{"landscape", "prefers-color-scheme", "light", screens[2]},
		{"tablet", "prefers-color-scheme", "dark", screens[3]},
		{"large", "prefers-color-scheme", "dark", screens[5]},
		{"enlarged", "prefers-color-scheme", "light", screen{600, 400, false}},
		{"forced", "forced-colors", "active", screens[4]},
		{"letters", "prefers-color-scheme", "light", screens[0]},
	} {
		p := b.held(t, "about:blank", kind.screen)
		if kind.name == "enlarged" {
			p.do(t, p.session, "Emulation.setDeviceMetricsOverride", map[string]any{"width": 600, "height": 400, "deviceScaleFactor": 2, "mobile": false}, nil)
		}
		if kind.name == "letters" {
			p.do(t, p.session, "Page.setFontSizes", map[string]any{"fontSizes": map[string]any{"standard": 24}}, nil)
		}
		p.do(t, p.session, "Emulation.setEmulatedMedia", map[string]any{"features": []any{map[string]any{"name": kind.asks, "value": kind.value}}}, nil)
		p.do(t, p.session, "Page.navigate", map[string]any{"url": server.URL}, nil)
		p.begun()
		shot := func(what string) {
			t.Helper()
			p.until("a calm page", `(() => {
				const now = document.getElementById('shapes').innerHTML;
				if (now !== window.last) [window.last, window.since] = [now, performance.now()];
				return performance.now() - since > 300;
			})()`)
			p.keeps(kind.name + " " + what)
			var outside []string
			p.value(`[...document.querySelectorAll('#spots > *')].filter(({area: [x, y, w, h]}) => x + w / 2 < 0 || y + h / 2 < 0 || x + w / 2 > innerWidth || y + h / 2 > innerHeight).map((b) => b.ariaLabel)`, &outside)
			if len(outside) > 0 {
				t.Errorf("%s, %s: outside the page: %q", kind.name, what, outside)
			}
		}
		if kind.name == "forced" {
			p.until("strong contrast", `getComputedStyle(document.body).backgroundColor === 'rgb(0, 0, 0)'`)
		}
		shot("menu")
		for i, c := range []struct{ title, move string }{{"Atom-4", "i10"}, {"Ataxx", "g1-f2"}, {"Atommaster", "fire 4"}} {
			spot := map[string]string{"Atom-4": `i10, red`, "Ataxx": `f2, red`, "Atommaster": `port 4, not`}[c.title]
			shown := fmt.Sprintf(`[...document.querySelectorAll('#spots button')].some((b) => b.ariaLabel.startsWith(%q))`, spot)
			p.key(fmt.Sprint(i + 1))
			p.key("Enter")
			p.until("a game", fmt.Sprintf(`document.title.includes(%q)`, c.title))
			p.line(c.move)
			if c.title == "Atommaster" {
				shown = "!" + shown
			}
			p.until("the move", shown)
			shot(c.title)
			p.key("?")
			p.until("help, no wider than the page", `document.querySelector('#texts article h2') !== null && document.querySelector('#texts article').scrollWidth <= document.querySelector('#texts article').clientWidth`)
			shot("help of " + c.title)
			p.key("Escape")
			p.until("no help", `document.querySelector('#texts article h2') === null`)
			if c.title == "Ataxx" {
				for _, page := range []struct{ key, name, is string }{
					{"v", "review", `document.querySelector('#texts article')?.ariaLabel === 'About this position'`},
					{"r", "moves", `document.querySelector('#texts th') !== null`},
					{"w", "form", `document.activeElement.ariaLabel === 'File name'`},
					{",", "more", `document.querySelector('[data-spot="key:w"]') !== null`},
				} {
					p.key(page.key)
					p.until(page.name, page.is)
					shot(page.name)
					wait.Until(t, "the game", func() (any, bool) {
						var left bool
						if p.value(fmt.Sprintf(`!(%s)`, page.is), &left); !left {
							p.key("Escape")
						}
						return nil, left
					})
				}
			}
			p.key("M")
			p.until("the menu", `document.title === 'attic'`)
		}
		p.value(`[...document.querySelectorAll('#spots button')].find((b) => b.ariaLabel.startsWith('Settings')).click()`, new(json.RawMessage))
		shot("settings")
		for _, link := range []string{"lesson/ataxx/1", "puzzle/atommaster/daily"} {
			p.follow(link)
			shot(strings.ReplaceAll(link, "/", " "))
		}
	}
}
