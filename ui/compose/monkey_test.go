package compose

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"attic/desk"
	"attic/dev/desktest"
	"attic/game"
	"attic/games"
	"attic/match/store"
	"attic/table"
)

// With random input from the keyboard and the mouse, also while the computer plays, nothing breaks and nothing
// overlaps.
func TestMonkey(t *testing.T) {
	t.Chdir(t.TempDir()) // random input may save games under any name
	for i, g := range games.All() {
		for _, programs := range []string{"", "2"} {
			t.Run(fmt.Sprint(g.Info().Name, " programs ", programs), func(t *testing.T) {
				m := newMonkey(t, g.Info().Name, programs, uint64(i))
				for n := range desktest.MonkeyEvents(t) / 2 {
					did := m.act()
					desktest.CheckSentences(t, m.p.Desk)
					if n%20 == 19 && !m.p.Moving() {
						at := *m.size
						for _, wrong := range m.layoutErrors(at) {
							t.Errorf("after %s at %s: %s", did, at, wrong)
						}
					}
					if t.Failed() {
						t.Fatal(m.words())
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

// newMonkey starts random input in the game id, or in the menu if id is "". In every game, the computer plays the seats
// listed in programs.
func newMonkey(t *testing.T, id, programs string, seed uint64) *monkey {
	t.Helper()
	c := desk.Config{Store: emptyStore(t), Open: func(g game.Game, wish store.GameSettings) (*table.Table, error) {
		return desktest.Seat(t, g.Info().Name, programs), nil
	}}
	if id != "" {
		c.Table = desktest.Seat(t, id, programs)
	}
	return &monkey{begin(t, c, size{800, 600}), rand.New(rand.NewPCG(seed, uint64(len(programs)+5)))}
}

const monkeyKeys = desktest.MonkeyKeys + " tab shift+tab f6 f11 ctrl+c ctrl+v ctrl++ ctrl+- ctrl+0 é"

// act makes a random input and returns a description of it.
func (m *monkey) act() string {
	if m.p.Desk.Quitting { // quitting would end the test
		m.p.Desk.Quitting = false
	}
	switch n := m.rng.IntN(100); {
	case n < 50:
		key := desktest.MonkeyKey(m.rng, monkeyKeys)
		m.press(key)
		return key
	case n < 65:
		x, y := float64(m.rng.IntN(int(m.size.w)+20)-10), float64(m.rng.IntN(int(m.size.h)+20)-10)
		m.send(moved(x, y))
		if m.rng.IntN(3) > 0 {
			m.send(pressed(x, y))
			if m.rng.IntN(3) > 0 { // otherwise the button stays down
				m.send(released(x+float64(m.rng.IntN(40)-20), y))
			}
		}
		return fmt.Sprint("the pointer at ", x, ",", y)
	case n < 75:
		spots := m.p.page.scene.Spots
		if len(spots) == 0 {
			return "nothing"
		}
		spot := spots[m.rng.IntN(len(spots))]
		x, y := spot.Middle()
		m.send(moved(x, y), pressed(x, y))
		return "a click on " + spot.Name
	case n < 78:
		m.send(wheeled(float64(m.rng.IntN(int(m.size.w))), float64(m.rng.IntN(int(m.size.h))), 1-2*m.rng.IntN(2)))
		return "the wheel"
	case n < 83:
		line := desktest.MonkeyLine(m.rng)
		m.press("esc esc")
		m.typeLine(line)
		return ":" + line
	case n < 85:
		m.resize(float64(320+m.rng.IntN(900)), float64(400+m.rng.IntN(600)))
		return "another size"
	case n < 86:
		text := []string{"i10 h10\n1. i8\na7-a6, a1-a2", "ataxx blocks=3gh\nstart", "chess#1", "\xff\x00", "atommaster#5"}[m.rng.IntN(5)]
		m.send(pasted(text))
		return "the paste " + text
	case n < 87:
		m.send([]event{(*Pages).Leave, (*Pages).Refresh, func(p *Pages) { p.Desk.Control() }, func(p *Pages) { desk.Quit(p.Desk) }}[m.rng.IntN(4)])
		return "another event"
	}
	m.p.Desk.News()
	long := time.Duration(m.rng.IntN(300)) * time.Millisecond
	m.wait(long)
	return "waiting for " + long.String()
}
