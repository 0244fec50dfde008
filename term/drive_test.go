package term

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"attic/command"
	"attic/desk"
	"attic/desk/desktest"
	"attic/game"
	"attic/games"
	"attic/grid"
	"attic/store"
	"attic/table"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// driver operates a screen in the tests.
type driver struct {
	t testing.TB
	s *screen
}

// sit returns a driver of a screen of w by h cells with the game id: people play all sides, and moves are shown at once.
func sit(t testing.TB, id string, w, h int) driver {
	t.Helper()
	return driver{t, opened(desk.Config{
		Games: games.All(), Store: store.Open(t.TempDir(), games.Find), Table: desktest.Seat(t, id, ""), NoMotion: true,
		Open: func(g game.Game, wish store.GameSettings) (*table.Table, error) {
			return desktest.Seat(t, g.Info().Name, wish.Opponent), nil
		},
	})}.begin(w, h)
}

// sitAgainst is sit with the computer in the seats that programs names, as for [desktest.Seat]. The computer never moves by
// itself.
func sitAgainst(t testing.TB, id, programs string, w, h int) driver {
	t.Helper()
	return driver{t, opened(desk.Config{
		Games: games.All(), Store: store.Open(t.TempDir(), games.Find), Table: desktest.Seat(t, id, programs), NoMotion: true, Paused: true,
	})}.begin(w, h)
}

// opened returns the screen of a person who may use everything on this machine.
func opened(c desk.Config) *screen {
	c.May = command.Everything
	return newScreen(Config{Desk: c})
}

func (d driver) begin(w, h int) driver {
	d.t.Cleanup(func() { must(d.t, d.s.desk.Close()) })
	d.s.Init()
	d.send(tea.WindowSizeMsg{Width: w, Height: h})
	return d
}

func (d driver) send(msg tea.Msg) { d.s.Update(msg) }

// press presses the named keys, which are separated by blanks.
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
	if rest, ok := strings.CutPrefix(name, "alt+"); ok {
		k.Mod, name = tea.ModAlt, rest
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

// typeLine presses the colon, types the line and presses Enter.
func (d driver) typeLine(line string) driver {
	d.press(":")
	for _, r := range line {
		d.send(tea.KeyPressMsg(tea.Key{Code: r, Text: string(r)}))
	}
	return d.press("enter")
}

// click moves the mouse to the first cell of a spot and clicks; it reports whether the spot is on the screen.
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

// do runs a script for [desktest.Do], which may have these lines too:
//
//	ctrl                     press Ctrl alone and hold it
//	release ctrl             release it
//	wheel up                 turn the mouse wheel up, or down, over the spot under the cursor
//	wheel up key:step 1      turn it over another spot
//	size 120 40              resize the terminal
func (d driver) do(script string) {
	d.t.Helper()
	desktest.Do(d.t, d, script, map[string]func(string){
		"release": func(key string) { d.send(tea.KeyReleaseMsg(keyNamed(key))) },
		"wheel": func(how string) {
			to, spot, named := strings.Cut(how, " ")
			if p := d.s.desk.Play; !named && p != nil {
				spot = p.Cursors[p.Track]
			}
			at := tea.Mouse{Button: map[string]tea.MouseButton{"up": tea.MouseWheelUp, "down": tea.MouseWheelDown}[to]}
			g := d.screen()
			if cells := g.Cells(spot); len(cells) > 0 {
				at.X, at.Y = cells[0]%g.W, cells[0]/g.W
			} else if named {
				d.t.Fatalf("%s is not shown:\n%s", spot, d.Shown())
			}
			d.send(tea.MouseWheelMsg(at))
		},
		"size": func(size string) {
			var msg tea.WindowSizeMsg
			_, err := fmt.Sscan(size, &msg.Width, &msg.Height)
			must(d.t, err)
			d.send(msg)
		},
	})
}

// screen draws the screen and returns its cells.
func (d driver) screen() grid.Grid {
	c := newCanvas(d.s.w, d.s.h)
	d.s.draw(c)
	return c.grid
}

func (d driver) play() play { return d.s.play() }

// want checks that all texts are on the screen.
func (d driver) want(texts ...string) {
	d.t.Helper()
	shown := d.screen().String()
	for _, text := range texts {
		if !strings.Contains(shown, text) {
			d.t.Errorf("%q is not on the screen:\n%s", text, shown)
		}
	}
}

// lacks checks that none of the texts is on the screen.
func (d driver) lacks(texts ...string) {
	d.t.Helper()
	shown := d.screen().String()
	for _, text := range texts {
		if strings.Contains(shown, text) {
			d.t.Errorf("%q is on the screen:\n%s", text, shown)
		}
	}
}

var colourCode = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// bare returns painted text without colour codes and without blanks at the ends of lines.
func bare(painted string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(colourCode.ReplaceAllString(painted, ""), "\n") {
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

func mouseTo(x, y int) tea.Msg { return tea.MouseMotionMsg{X: x, Y: y} }
