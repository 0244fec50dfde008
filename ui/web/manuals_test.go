//go:build !nobrowser

package web_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"attic/dev/desktest"
	"attic/dev/wait"
	"attic/game"
)

// hands play in the page for the tests of the manuals.
type hands struct{ *tab }

// Begin begins a new game. The computer hides the atoms; Ataxx begins with its set-up.
func (h hands) Begin(g game.Game) {
	h.t.Helper()
	title := g.Info().Title
	h.home()
	h.begins(fmt.Sprint(1+strings.Index("atom4 ataxx atommaster", g.Info().Name)/6), title)
	if g.Info().Open {
		h.line("opponent human")
	} else {
		h.line("id " + game.ID(g.Info().Name, game.Setup{Seed: 17}))
	}
	if g.Info().Started != "" {
		h.line("clear")
		h.line("opponent human")
	}
}

// Press presses keys, by the names that a desk gives them.
func (h hands) Press(keys string) {
	h.t.Helper()
	for key := range strings.FieldsSeq(keys) {
		if key == "ctrl" {
			h.key("Control")
			h.do(h.t, h.session, "Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": "Control"}, nil)
			continue
		}
		params := map[string]any{"type": "keyDown"}
		if bare, with := strings.CutPrefix(key, "shift+"); with {
			key, params["modifiers"] = bare, 8
		}
		name, named := map[string]string{
			"enter": "Enter", "esc": "Escape", "space": " ", "tab": "Tab", "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight", "f5": "F5",
		}[key]
		if !named {
			name = key
		}
		if params["key"] = name; len(name) == 1 {
			params["text"] = name
		}
		h.do(h.t, h.session, "Input.dispatchKeyEvent", params, nil)
	}
}

// Type types a line.
func (h hands) Type(line string) {
	h.t.Helper()
	h.line(line)
	h.until("the end of "+line, `document.querySelector('#spots input') === null`)
}

// Click clicks a spot.
func (h hands) Click(spot string) { h.click(spot) }

// Point moves the mouse to a spot.
func (h hands) Point(spot string) {
	h.t.Helper()
	at := h.area(spot)
	h.do(h.t, h.session, "Input.dispatchMouseEvent", map[string]any{"type": "mouseMoved", "x": at[0] + at[2]/2, "y": at[1] + at[3]/2}, nil)
}

// See waits for a text of the page: in its sentences, its texts, the labels of its spots, or its description of the game.
func (h hands) See(text string) {
	h.t.Helper()
	h.until("the text "+text, fmt.Sprintf(`[...document.querySelectorAll('#said, #about, #texts, #spots')].map((part) => [part.textContent, ...[...part.querySelectorAll('button, input')].map((button) => button.ariaLabel + ' ' + button.value)].join(' ')).join(' ').replaceAll(/\s+/g, ' ').includes(%q)`, text))
}

// Stands waits until the board shows a position.
func (h hands) Stands(state game.State) { h.shows(state, 0) }

// shows waits until the page shows a position: each spot of the board, in words.
func (p *tab) shows(state game.State, seat int) {
	p.t.Helper()
	want := map[string]string{}
	for _, spot := range state.View(seat).Scene().Spots {
		want[spot.Name] = spot.Label
	}
	text, _ := json.Marshal(want)
	wait.Until(p.t, "the position", func() (any, bool) {
		var found struct {
			Right int
			Wrong []string
		}
		p.evaluate(fmt.Sprintf(`((want) => {
			const board = [...document.querySelectorAll('#spots button')].filter((button) => button.dataset.spot in want);
			const wrong = board.filter((button) => !button.ariaLabel.startsWith(want[button.dataset.spot]));
			return {right: board.length - wrong.length, wrong: wrong.map((button) => button.ariaLabel)};
		})(%s)`, text), &found)
		return found, found.Right > 8 && len(found.Wrong) == 0
	})
}

// Left waits until the page shows the menu; a page does not close its tab.
func (h hands) Left() {
	h.t.Helper()
	h.until("the menu", `document.title === 'attic'`)
}

// The page keeps all promises of the manuals of the three games. Moves are shown at once, because pictures of each move under way would take a third of
// the time; the other parts in this tab show them.
func testManuals(t *testing.T, p *tab) {
	p.asks("dark", "reduce")
	defer p.asks("dark", "no-preference")
	desktest.Manuals(t, "page", func(t testing.TB) desktest.Face {
		p.t = t.(*testing.T)
		return hands{p}
	})
	p.t = t
}
