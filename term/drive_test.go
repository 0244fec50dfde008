package term

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"attic/game"
	"attic/games"
	"attic/grid"
	"attic/match"
	"attic/store"
	"attic/table"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// driver sits before a screen in the tests.
type driver struct {
	t testing.TB
	s *screen
}

// sit returns the screen of a game in which persons play all sides, moves shown at once.
func sit(t testing.TB, id string, w, h int) driver {
	t.Helper()
	return driver{t, newScreen(Config{
		Games: games.All(), Store: store.Open(t.TempDir(), games.Find), Table: seat(t, id, ""), NoMotion: true,
		Open: func(g game.Game, wish store.GameSettings) (*table.Table, error) {
			return seat(t, g.Info().Name, wish.Opponent), nil
		},
	})}.begin(w, h)
}

// seat returns a table of a game ID; programs names the seats where the program sits: "2".
func seat(t testing.TB, id, programs string) *table.Table {
	t.Helper()
	name, setup, err := game.ParseID(id)
	must(t, err)
	g, ok := games.Find(name)
	if !ok {
		t.Fatalf("no game %q", name)
	}
	m, err := match.New(g, setup)
	must(t, err)
	for i := range m.Players {
		m.Players[i].Program = strings.Contains(programs, string(rune('1'+i)))
	}
	m.Side = 0
	return table.New(table.Config{Match: m, Chance: func() uint64 { return 77 }})
}

func (d driver) begin(w, h int) driver {
	d.t.Cleanup(func() { must(d.t, d.s.close()) })
	d.s.Init()
	d.send(tea.WindowSizeMsg{Width: w, Height: h})
	return d
}

func (d driver) send(msg tea.Msg) { d.s.Update(msg) }

// press presses keys by their names, with blanks between them.
func (d driver) press(keys string) driver {
	for key := range strings.FieldsSeq(keys) {
		d.send(tea.KeyPressMsg(keyNamed(key)))
	}
	return d
}

var namedKeys = map[string]rune{
	"enter": tea.KeyEnter, "space": tea.KeySpace, "tab": tea.KeyTab, "esc": tea.KeyEscape, "backspace": tea.KeyBackspace,
	"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
	"home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "f1": tea.KeyF1, "f5": tea.KeyF5,
	"ctrl": tea.KeyLeftCtrl,
}

func keyNamed(name string) tea.Key {
	var k tea.Key
	if rest, ok := strings.CutPrefix(name, "ctrl+"); ok {
		k.Mod, name = tea.ModCtrl, rest
	}
	if rest, ok := strings.CutPrefix(name, "shift+"); ok {
		k.Mod, name = tea.ModShift, rest
	}
	if code, ok := namedKeys[name]; ok {
		k.Code = code
		return k
	}
	k.Code = []rune(name)[0]
	if k.Mod == 0 {
		k.Text = name
	}
	return k
}

// typeLine types a line after a colon.
func (d driver) typeLine(line string) driver {
	d.press(":")
	for _, r := range line {
		d.send(tea.KeyPressMsg(tea.Key{Code: r, Text: string(r)}))
	}
	return d.press("enter")
}

// click moves the mouse to a cell of a spot and clicks; it reports whether the screen has the spot.
func (d driver) click(spot string) bool {
	g := d.screen()
	cells := g.Cells(spot)
	if len(cells) == 0 {
		return false
	}
	at := tea.Mouse{X: cells[0] % g.W, Y: cells[0] / g.W, Button: tea.MouseLeft}
	d.send(tea.MouseMotionMsg{X: at.X, Y: at.Y})
	d.send(tea.MouseClickMsg(at))
	d.send(tea.MouseReleaseMsg(at))
	return true
}

// screen returns what stands on the screen.
func (d driver) screen() grid.Grid {
	c := newCanvas(d.s.w, d.s.h)
	d.s.page.draw(c)
	return c.grid
}

func (d driver) play() *play { return d.s.page.(*play) }

// want checks that texts stand on the screen.
func (d driver) want(texts ...string) {
	d.t.Helper()
	shown := d.screen().String()
	for _, text := range texts {
		if !strings.Contains(shown, text) {
			d.t.Errorf("%q is not on the screen:\n%s", text, shown)
		}
	}
}

// lacks checks that texts do not stand on the screen.
func (d driver) lacks(texts ...string) {
	d.t.Helper()
	shown := d.screen().String()
	for _, text := range texts {
		if strings.Contains(shown, text) {
			d.t.Errorf("%q is on the screen:\n%s", text, shown)
		}
	}
}

func mouseTo(x, y int) tea.Msg { return tea.MouseMotionMsg{X: x, Y: y} }
