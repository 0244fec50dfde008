package window

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"testing"
	"time"

	"attic/desk"
	"attic/dev/desktest"
	"attic/game"
	"attic/games"
	"attic/match/store"
	"attic/table"
	"attic/ui/window/x11"
)

// With random input from the keyboard and the mouse, also while the computer plays, nothing breaks, and the display shows the
// page.
func TestMonkey(t *testing.T) {
	t.Chdir(t.TempDir()) // random input may save games under any name
	for i, g := range games.All() {
		for _, programs := range []string{"", "2"} {
			t.Run(fmt.Sprint(g.Info().Name, " programs ", programs), func(t *testing.T) {
				m := newMonkey(t, g.Info().Name, programs, uint64(i))
				for n := range desktest.MonkeyEvents(t) / 4 {
					did := m.act()
					if n%80 == 79 {
						m.wantPainted(did)
					}
					if t.Failed() {
						t.Fatal(m.words())
					}
				}
			})
		}
	}
}

// Random input leaks no memory. With SOAK=10m the test runs for 10 minutes, as in "make soak".
func TestSoak(t *testing.T) {
	t.Chdir(t.TempDir())
	long, err := time.ParseDuration(os.Getenv("SOAK"))
	if text := os.Getenv("SOAK"); text != "" {
		must(t, err)
	}
	ataxx, _ := games.Find("ataxx")
	for _, options := range []string{"start=yes", "start=yes blocks=3gh"} { // Ataxx has a network for each
		s, err := ataxx.New(game.Setup{Options: options})
		must(t, err)
		_, err = ataxx.(game.Advisor).Advise(t.Context(), s.View(0), 100)
		must(t, err)
	}
	for _, g := range games.All() { // load all data that is loaded only once
		d := sit(t, g.Info().Name, tiny)
		if advisor, ok := g.(game.Advisor); ok {
			_, err := advisor.Advise(t.Context(), d.do(":start").play().Now.View, 100)
			must(t, err)
		}
	}
	m := newMonkey(t, "", "2", 99)
	spend := func(events int, long time.Duration) {
		for end := time.Now().Add(long); events > 0 || time.Now().Before(end); events-- {
			m.act()
		}
	}
	spend(400, long/10)
	before := m.heap()
	spend(800, long)
	after := m.heap()
	t.Logf("the heap is %d KB before and %d KB after", before>>10, after>>10)
	most := uint64(3 << 20)
	if long > 0 {
		most = 1 << 20
	}
	if after > before+most {
		t.Errorf("the heap grows by %d KB", (after-before)>>10)
	}
}

// heap returns the memory in use while a window of a fixed size shows the menu, with nothing cached for other sizes.
func (m *monkey) heap() uint64 {
	m.press("esc esc esc M ctrl+0")
	m.x.asked = nil
	m.resize(800, 600)
	for _, scale := range []float64{2, 1} {
		m.x.scale = scale
		m.send(x11.ScaleChanged{Scale: scale})
	}
	if m.w.pages.Desk.Play != nil {
		m.t.Fatal("the window does not show the menu")
	}
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
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
	return &monkey{begin(t, c, size{800, 600, 0.25}), rand.New(rand.NewPCG(seed, uint64(len(programs)+5)))}
}

const monkeyKeys = desktest.MonkeyKeys + " tab shift+tab f6 f11 ctrl+c ctrl+v ctrl++ ctrl+- ctrl+0 é"

// act makes a random input and returns a description of it.
func (m *monkey) act() string {
	if m.w.pages.Desk.Quitting { // quitting would end the test
		m.w.pages.Desk.Quitting = false
	}
	switch n := m.rng.IntN(100); {
	case n < 50:
		key := desktest.MonkeyKey(m.rng, monkeyKeys)
		m.press(key)
		return key
	case n < 65:
		x, y := m.rng.IntN(m.x.canvas.W+20)-10, m.rng.IntN(m.x.canvas.H+20)-10
		m.send(x11.Motion{X: x, Y: y})
		if m.rng.IntN(3) > 0 {
			m.send(x11.Press{X: x, Y: y, Button: 1 + m.rng.IntN(3)})
			if m.rng.IntN(3) > 0 { // otherwise the button stays down
				m.send(x11.Release{X: x + m.rng.IntN(40) - 20, Y: y, Button: 1})
			}
		}
		return fmt.Sprint("the mouse at ", x, ",", y)
	case n < 75:
		spots := m.page().Spots
		if len(spots) == 0 {
			return "nothing"
		}
		spot := spots[m.rng.IntN(len(spots))]
		x, y := spot.Middle()
		at := x11.Motion{X: int(x * m.x.scale), Y: int(y * m.x.scale)}
		m.send(at, x11.Press{X: at.X, Y: at.Y, Button: 1})
		return "a click on " + spot.Name
	case n < 78:
		m.send(x11.Wheel{X: m.rng.IntN(m.x.canvas.W), Y: m.rng.IntN(m.x.canvas.H), By: 1 - 2*m.rng.IntN(2)})
		return "the wheel"
	case n < 83:
		line := desktest.MonkeyLine(m.rng)
		m.press("esc esc")
		m.typeLine(line)
		return ":" + line
	case n < 85:
		m.resize(float64(leastW+m.rng.IntN(900)), float64(leastH+m.rng.IntN(600)))
		return "another size"
	case n < 86:
		text := []string{"i10 h10\n1. i8\na7-a6, a1-a2", "ataxx blocks=3gh\nstart", "chess#1", "\xff\x00", "atommaster#5"}[m.rng.IntN(5)]
		m.send(x11.Paste{Text: text})
		return "the paste " + text
	case n < 87:
		m.send([]x11.Event{x11.Leave{}, x11.Expose{}, x11.Focus{In: m.rng.IntN(2) > 0}, x11.CtrlAlone{}, x11.CloseAsked{}}[m.rng.IntN(5)])
		return "another event"
	case n < 90:
		m.x.scale = []float64{0.15, 0.25, 0.5}[m.rng.IntN(3)]
		m.send(x11.ScaleChanged{Scale: m.x.scale})
		return "another scale"
	}
	m.w.pages.Desk.News()
	long := time.Duration(m.rng.IntN(300)) * time.Millisecond
	m.wait(long)
	return "waiting for " + long.String()
}
