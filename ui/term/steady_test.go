package term

import (
	"fmt"
	"strings"
	"testing"

	"attic/desk"
	"attic/dev/desktest"
	"attic/dev/race"
	"attic/game"
)

// In every state of random games, no control moves within a phase, and no two controls overlap. The keys listed belong to
// temporary controls: move now, pause, answers and offers.
func TestControlsAreSteady(t *testing.T) {
	race.Plain(t)
	for _, size := range [][2]int{{64, 20}, {80, 24}, {100, 32}, {160, 50}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			desktest.Steady(t, 24, func(t testing.TB, id string) desktest.Hands { return sit(t, id, size[0], size[1]) }, controls,
				"space", "P", "enter", "esc", desk.LineKey+"accept", desk.LineKey+"decline")
		})
	}
}

// controls returns the first cell of each control of the screen, except controls in lists, which move with the list. During set-up
// it also returns the size of the board, because all controls move when the size of the field changes.
func controls(h desktest.Hands) map[string]desktest.Place {
	list := map[string]desktest.Place{}
	g := h.(driver).screen()
	for y := range g.H {
		for x := range g.W {
			key, ok := strings.CutPrefix(g.At(x, y).Spot, desk.ButtonSpot)
			if !ok || key == "(" || key == ")" || key == desk.MovesKey || key == desk.ReadKey || strings.HasPrefix(g.At(x, y).Spot, desk.StepSpot) {
				continue
			}
			if _, begun := list[key]; !begun {
				list[key] = desktest.Place{X: float64(x), Y: float64(y), W: 1, H: 1}
			}
		}
	}
	if p := h.Desk().Play; game.PhaseOf(p.Now.ToMove) == game.Before {
		board := h.(driver).s.play().current().board
		list[desktest.Board] = desktest.Place{W: float64(board.W), H: float64(board.H)}
	}
	return list
}
