package term

import (
	"fmt"
	"math/rand/v2"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"attic/desk"
	"attic/dev/desktest"
	"attic/game"
	"attic/games"
	"attic/match/store"
	"attic/table"
)

// TestMonkey sends random keys, mouse events and lines, in games between people and against the computer. Nothing may break, a
// saved game must be read back unchanged, and no sentence may tell the person to type a command.
func TestMonkey(t *testing.T) {
	t.Chdir(t.TempDir()) // the monkey saves games under any name
	for i, g := range games.All() {
		for _, programs := range []string{"", "2"} {
			t.Run(fmt.Sprint(g.Info().Name, " programs ", programs), func(t *testing.T) {
				m := &monkey{rng: rand.New(rand.NewPCG(uint64(i), uint64(len(programs)+5)))}
				m.driver = driver{t, opened(desk.Config{
					Games: games.All(), Store: store.Open(t.TempDir(), games.Find), Table: desktest.Seat(t, g.Info().Name, programs),
					Open: func(g game.Game, _ store.GameSettings) (*table.Table, error) {
						return desktest.Seat(t, g.Info().Name, programs), nil
					},
				})}.begin(80, 24)
				for n := range desktest.MonkeyEvents(t) / 2 {
					m.act()
					p := m.s.desk.Play
					if p != nil && n%500 == 499 {
						desktest.CheckSave(t, p.Person)
					}
					if p != nil {
						desktest.CheckSentences(t, m.s.desk)
					}
				}
			})
		}
	}
}

type monkey struct {
	driver
	rng *rand.Rand
}

func (m *monkey) act() {
	s := m.s
	switch n := m.rng.IntN(100); {
	case n < 65:
		m.press(desktest.MonkeyKey(m.rng, desktest.MonkeyKeys))
	case n < 78:
		at := uv.Mouse{X: m.rng.IntN(s.w + 1), Y: m.rng.IntN(s.h + 1), Button: uv.MouseLeft}
		m.send(uv.MouseMotionEvent{X: at.X, Y: at.Y})
		m.send(uv.MouseClickEvent(at))
		if m.rng.IntN(3) > 0 { // otherwise the button stays down
			at.X += m.rng.IntN(9) - 4
			m.send(uv.MouseReleaseEvent(at))
		}
	case n < 80:
		m.send(uv.MouseWheelEvent{X: m.rng.IntN(s.w + 1), Y: m.rng.IntN(s.h + 1), Button: []uv.MouseButton{uv.MouseWheelUp, uv.MouseWheelDown}[m.rng.IntN(2)]})
	case n < 84:
		m.press("esc esc")
		m.typeLine(desktest.MonkeyLine(m.rng))
	case n < 87:
		m.send(uv.WindowSizeEvent{Width: 1 + m.rng.IntN(200), Height: 1 + m.rng.IntN(70)})
	case n < 90:
		m.send(uv.WindowSizeEvent{Width: 80, Height: 24})
	case n < 91:
		m.send(uv.PasteEvent{Content: "i10 h10\n1. i8\na7-a6, a1-a2"})
	case n < 93:
		m.send(uv.KeyReleaseEvent{Code: uv.KeyLeftCtrl})
	default:
		m.send(motionMsg{s.motion.number})
		m.send(newsMsg{s.desk.Play})
	}
	_ = s.View()
}
