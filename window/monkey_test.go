package window

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"attic/game"
	"attic/games"
	"attic/store"
	"attic/table"
	"attic/window/x11"
)

// monkeyEvents is how many events each game gets; make monkey sets more.
func monkeyEvents(t *testing.T) int {
	text := os.Getenv("MONKEY")
	if text == "" {
		return 5000 / len(games.All())
	}
	n, err := strconv.Atoi(text)
	must(t, err)
	return n / len(games.All())
}

// A monkey at the keyboard and the mouse, while programs play: nothing breaks, nothing lies over anything else,
// and the display holds what it should.
func TestMonkey(t *testing.T) {
	t.Chdir(t.TempDir()) // it saves games under any name
	for i, g := range games.All() {
		for _, programs := range []string{"", "2"} {
			t.Run(fmt.Sprint(g.Info().Name, " programs ", programs), func(t *testing.T) {
				m := newMonkey(t, g.Info().Name, programs, uint64(i))
				for n := range monkeyEvents(t) / 2 {
					did := m.act()
					if n%80 == 79 {
						m.wantPainted(did)
					}
					if n%20 == 19 && !m.w.moving() {
						at := size{m.w.page.w, m.w.page.h, m.x.scale}
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

// Random input leaves nothing behind. With SOAK=10m it goes on so long, as make soak does.
func TestSoak(t *testing.T) {
	t.Chdir(t.TempDir())
	long, err := time.ParseDuration(os.Getenv("SOAK"))
	if text := os.Getenv("SOAK"); text != "" {
		must(t, err)
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
		t.Errorf("it grows by %d KB", (after-before)>>10)
	}
}

// heap returns how much memory is in use at the menu in a window of one size, with nothing cached of others.
func (m *monkey) heap() uint64 {
	m.press("esc esc esc M")
	m.x.asked = nil
	m.resize(800, 600)
	for _, scale := range []float64{2, 1} {
		m.x.scale = scale
		m.send(x11.ScaleChanged{Scale: scale})
	}
	if m.w.desk.Play != nil {
		m.t.Fatal("it is not at the menu")
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

// newMonkey sits a monkey before a game, or before the menu; programs play the seats in every game.
func newMonkey(t *testing.T, id, programs string, seed uint64) *monkey {
	t.Helper()
	c := Config{Store: emptyStore(t), Open: func(g game.Game, wish store.GameSettings) (*table.Table, error) {
		return seat(t, g.Info().Name, programs), nil
	}}
	if id != "" {
		c.Table = seat(t, id, programs)
	}
	return &monkey{begin(t, c, size{800, 600, 0.25}), rand.New(rand.NewPCG(seed, uint64(len(programs)+5)))}
}

const monkeyKeys = `up down left right up down left right enter enter enter enter space tab tab shift+tab f6 esc 1 3 7 9 pgup pgdown ctrl
a b c e f g h i j k l m n o p s t u w x y 0 - + < > [ ] ctrl+r , . ? f5 f1 shift+up shift+down U Z \ backspace home end ctrl+c ctrl+v é`

var monkeyLines = strings.Split(`undo|redo|i10|a7-b6|-|start|fire 3|set e5|hide a1,b2,c3,d4|level 1|side other|opponent human|opponent ai|next|clear|history|describe|moves|name 1 Anna|
resign|nonsense|size 12|size 5|atoms 6|blocks 3gh|fen x|seed 4|xray|score|dump|preview i10|resume|auto|id|save /dev/full|load /dev/null|help undo|learn|now`, "|")

// act does something at random, and says what.
func (m *monkey) act() string {
	if m.w.desk.Quitting { // it would be over
		m.w.desk.Quitting = false
	}
	switch n := m.rng.IntN(100); {
	case n < 50:
		keys := strings.Fields(monkeyKeys)
		key := keys[m.rng.IntN(len(keys))]
		m.press(key)
		return key
	case n < 65:
		x, y := m.rng.IntN(m.x.canvas.W+20)-10, m.rng.IntN(m.x.canvas.H+20)-10
		m.send(x11.Motion{X: x, Y: y})
		if m.rng.IntN(3) > 0 {
			m.send(x11.Press{X: x, Y: y, Button: 1 + m.rng.IntN(3)}, x11.Release{X: x, Y: y, Button: 1})
		}
		return fmt.Sprint("the mouse at ", x, ",", y)
	case n < 75:
		spots := m.w.page.scene.Spots
		if len(spots) == 0 {
			return "nothing"
		}
		spot := spots[m.rng.IntN(len(spots))]
		x, y := spot.Middle()
		at := x11.Motion{X: int(x * m.x.scale), Y: int(y * m.x.scale)}
		m.send(at, x11.Press{X: at.X, Y: at.Y, Button: 1})
		return "a click on " + spot.Name
	case n < 78:
		m.send(x11.Wheel{By: 1 - 2*m.rng.IntN(2)})
		return "the wheel"
	case n < 83:
		line := strings.TrimSpace(monkeyLines[m.rng.IntN(len(monkeyLines))])
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
	m.w.desk.News()
	long := time.Duration(m.rng.IntN(300)) * time.Millisecond
	m.wait(long)
	return "waiting for " + long.String()
}
