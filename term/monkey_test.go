package term

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"attic/game"
	"attic/games"
	"attic/match"
	"attic/store"
	"attic/table"
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

// A monkey at the keyboard and the mouse, while programs play: nothing breaks, and what is saved on the way
// comes back as it was.
func TestMonkey(t *testing.T) {
	t.Chdir(t.TempDir()) // it saves games under any name
	for i, g := range games.All() {
		for _, programs := range []string{"", "2"} {
			t.Run(fmt.Sprint(g.Info().Name, " programs ", programs), func(t *testing.T) {
				m := &monkey{rng: rand.New(rand.NewPCG(uint64(i), uint64(len(programs)+5)))}
				m.driver = driver{t, newScreen(Config{
					Games: games.All(), Store: store.Open(t.TempDir(), games.Find), Table: seat(t, g.Info().Name, programs),
					Open: func(g game.Game, _ store.GameSettings) (*table.Table, error) {
						return seat(t, g.Info().Name, programs), nil
					},
				})}.begin(80, 24)
				for n := range monkeyEvents(t) / 2 {
					m.act()
					if n%500 == 499 {
						m.checkSave()
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

const monkeyKeys = `up down left right up down left right enter enter enter enter space tab esc 1 3 7 9 pgup pgdown ctrl
a b c e f g h i j k l m n o p s t u w x y 0 - + < > [ ] ctrl+r , . ? f5 f1 shift+up shift+down U Z \ backspace home end`

var monkeyLines = strings.Split(`undo|redo|i10|a7-b6|-|start|fire 3|set e5|hide a1,b2,c3,d4|level 1|side other|opponent human|opponent ai|next|clear|history|describe|moves|name 1 Anna|
resign|nonsense|size 12|size 5|atoms 6|blocks 3gh|fen x|seed 4|xray|score|dump|preview i10|resume|auto|id|save /dev/full|load /dev/null|help undo|learn|now`, "|")

// act does something at random.
func (m *monkey) act() {
	s := m.s
	switch n := m.rng.IntN(100); {
	case n < 65:
		keys := strings.Fields(monkeyKeys)
		m.press(keys[m.rng.IntN(len(keys))])
	case n < 78:
		at := tea.Mouse{X: m.rng.IntN(s.w + 1), Y: m.rng.IntN(s.h + 1), Button: tea.MouseLeft}
		m.send(tea.MouseMotionMsg{X: at.X, Y: at.Y})
		m.send(tea.MouseClickMsg(at))
	case n < 80:
		m.send(tea.MouseWheelMsg{Button: []tea.MouseButton{tea.MouseWheelUp, tea.MouseWheelDown}[m.rng.IntN(2)]})
	case n < 84:
		m.press("esc esc")
		m.typeLine(strings.TrimSpace(monkeyLines[m.rng.IntN(len(monkeyLines))]))
	case n < 87:
		m.send(tea.WindowSizeMsg{Width: 1 + m.rng.IntN(200), Height: 1 + m.rng.IntN(70)})
	case n < 90:
		m.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	case n < 91:
		m.send(tea.PasteMsg{Content: "i10 h10\n1. i8\na7-a6, a1-a2"})
	case n < 93:
		m.send(tea.KeyReleaseMsg{Code: tea.KeyLeftCtrl})
	default:
		m.send(motionMsg{s.motion.number})
		m.send(newsMsg{s.desk.Play})
	}
	_ = s.View()
}

// checkSave saves the game and reads it again.
func (m *monkey) checkSave() {
	p := m.s.desk.Play
	if p == nil {
		return
	}
	var saved strings.Builder
	must(m.t, p.Table.Save(&saved))
	back, err := match.Read(strings.NewReader(saved.String()), games.Find)
	if err != nil {
		m.t.Fatalf("what was saved cannot be read: %v\n%s", err, saved.String())
	}
	again := table.New(table.Config{Match: back})
	var second strings.Builder
	must(m.t, again.Save(&second))
	if saved.String() != second.String() {
		m.t.Errorf("saved\n%s\nand saved again\n%s", saved.String(), second.String())
	}
	got, want := tableText(m.t, again), tableText(m.t, p.Table)
	var still strings.Builder
	must(m.t, p.Table.Save(&still))
	if got != want && still.String() == saved.String() { // no program has moved meanwhile
		m.t.Errorf("what was saved shows\n%s\nnot\n%s", got, want)
	}
	must(m.t, again.Close())
}
