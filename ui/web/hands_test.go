//go:build long && unix && !nobrowser

package web_test

import (
	"fmt"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"attic/dev/wait"
)

// pointing is a page under a pointer of a page of a size: a mouse, or the fingers of a device with a touch screen.
type pointing struct {
	*tab
	fingers bool
}

// A screen is one of a device with a mouse, or with a touch screen.
type screen struct {
	w, h    int
	fingers bool
}

// screens are those on which whole games are played with fingers and with a mouse.
var screens = []screen{{390, 844, true}, {320, 568, true}, {844, 390, true}, {768, 1024, true}, {1200, 800, false}, {1920, 1080, false}}

// held opens an address on a screen.
func (b *browser) held(t *testing.T, address string, s screen) pointing {
	t.Helper()
	p := b.early(t, "about:blank", s.w, s.h)
	if s.fingers {
		p.do(t, p.session, "Emulation.setDeviceMetricsOverride", map[string]any{"width": s.w, "height": s.h, "deviceScaleFactor": 1, "mobile": true}, nil)
		p.do(t, p.session, "Emulation.setTouchEmulationEnabled", map[string]any{"enabled": true, "maxTouchPoints": 5}, nil)
	}
	p.do(t, p.session, "Page.navigate", map[string]any{"url": address}, nil)
	return pointing{p, s.fingers}
}

// place is a spot of the page; Name is its label with its description.
type place struct {
	Name, Spot string
	Area       [4]float64
}

// places returns the spots of the page that can be pressed.
func (p pointing) places() (list []place) {
	p.t.Helper()
	p.value(`[...document.querySelectorAll('#spots [data-spot]:not([aria-disabled])')].map((b) => ({Name: b.ariaLabel + ' (' + (b.getAttribute('aria-description') ?? '') + ')', Spot: b.dataset.spot, Area: b.area}))`, &list)
	return list
}

// finds waits for a spot whose name matches one of the patterns, the earlier ones first, and returns it.
func (p pointing) finds(patterns ...string) (found place) {
	p.t.Helper()
	wait.Until(p.t, strings.Join(patterns, " or "), func() (any, bool) {
		p.calm()
		list := p.places()
		for _, pattern := range patterns {
			is := regexp.MustCompile(pattern)
			for _, found = range list {
				if is.MatchString(found.Name) {
					return nil, true
				}
			}
		}
		return p.said(), false
	})
	return found
}

// takes presses the middle of what finds returns.
func (p pointing) takes(patterns ...string) place {
	p.t.Helper()
	found := p.finds(patterns...)
	p.press(found.Area[0]+found.Area[2]/2, found.Area[1]+found.Area[3]/2)
	return found
}

// plays presses the first spot whose name matches one of the patterns until it is no longer empty or not fired, or has another name: the first touch may ask
// for a second one, or zoom the board.
func (p pointing) plays(patterns ...string) {
	p.t.Helper()
	first := p.finds(patterns...)
	look := fmt.Sprintf(`JSON.stringify([...document.querySelectorAll('#spots [data-spot=%q]')].map((b) => [b.ariaLabel, b.getAttribute('aria-description'), b.area]).concat(document.getElementById('said').textContent))`, first.Spot)
	for to := first; ; {
		p.value(`(window.was = `+look+`, true)`, new(bool))
		p.press(to.Area[0]+to.Area[2]/2, to.Area[1]+to.Area[3]/2)
		p.until("an answer to "+to.Name, look+` !== window.was`)
		p.calm()
		list := p.places()
		i := slices.IndexFunc(list, func(s place) bool {
			for _, state := range []string{", not fired", ", empty"} {
				if strings.Contains(first.Name, state) {
					return s.Spot == first.Spot && strings.Contains(s.Name, state)
				}
			}
			return s.Spot == first.Spot && s.Name == first.Name
		})
		if i < 0 {
			return
		}
		to = list[i]
	}
}

// calm waits until nothing moves.
func (p pointing) calm() {
	p.t.Helper()
	p.until("a calm page", `(() => {
		const now = [...document.querySelectorAll('#spots [data-spot]')].map((b) => b.area).join() + document.getElementById('shapes').childElementCount;
		if (now !== window.last) [window.last, window.since] = [now, performance.now()];
		return performance.now() - since > 150;
	})()`)
}

// press presses a point of the page.
func (p pointing) press(x, y float64) {
	p.t.Helper()
	if p.fingers {
		p.touch("touchStart", [2]float64{x, y})
		p.touch("touchEnd")
		return
	}
	for _, kind := range []string{"mouseMoved", "mousePressed", "mouseReleased"} {
		p.do(p.t, p.session, "Input.dispatchMouseEvent", map[string]any{"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}, nil)
	}
}

// control presses the control of this name, which may be below More.
func (p pointing) control(name string) {
	p.t.Helper()
	if got := p.takes(`(?i)^`+name, `^more `); strings.HasPrefix(got.Name, "more ") {
		p.takes(`(?i)^` + name)
	}
}

// Whole games are played with fingers and with a mouse. Each press changes what is pressed, or the sentences.
func TestWholeGamesByHand(t *testing.T) {
	server := httptest.NewServer(page(t))
	t.Cleanup(server.Close) // closed after the tabs, which may still send it requests
	b := open(t)
	for _, c := range screens {
		for _, name := range []string{"Ataxx", "Atom-4", "Atommaster"} {
			t.Run(fmt.Sprintf("%dx%d/%s", c.w, c.h, name), func(t *testing.T) {
				p := b.held(t, server.URL, c)
				p.begun()
				if got := p.takes(`^Play against.*\(`+name+`\)`, `^`+name+` `); !strings.HasPrefix(got.Name, "Play") { // a low page shows one game at a time
					p.takes(`^Play against.*`)
				}
				p.until("a game", fmt.Sprintf(`document.title.startsWith(%q)`, name))
				if name != "Atommaster" {
					p.wholeGame(func() {
						p.plays(`would extend`, `would jump`, `a legal move`, `can extend`, `can jump`, `^Pass`)
					})
					p.ends()
					return
				}
				for range 4 {
					p.plays(`^port \d+, not fired`)
				}
				p.control("Set atoms")
				for _, square := range []string{"b7", "c3", "f6", "g2"} {
					p.plays(`^` + square + `, empty`)
				}
				p.control("Evaluate")
				p.ends()
			})
		}
	}
}
