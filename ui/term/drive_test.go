package term

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/desktest"
	"attic/draw/grid"
	"attic/game"
	"attic/games"
	"attic/match/store"
	"attic/table"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

type driver struct {
	t testing.TB
	s *screen
}

// sit returns a driver of a screen of w by h cells with the game id: people play all sides, and moves are shown without
// motion.
func sit(t testing.TB, id string, w, h int) driver {
	t.Helper()
	return driver{t, opened(desk.Config{
		Games: games.All(), Store: store.Open(t.TempDir(), games.Find), Table: desktest.Seat(t, id, ""), NoMotion: true, Clock: desktest.Noon,
		Open: func(g game.Game, wish store.GameSettings) (*table.Table, error) {
			return desktest.Seat(t, g.Info().Name, wish.Opponent), nil
		},
	})}.begin(w, h)
}

// sitAgainst is like sit, but with the computer in the seats that programs names, as for [desktest.Seat]. The computer
// never moves by itself.
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
	d.send(uv.WindowSizeEvent{Width: w, Height: h})
	return d
}

func (d driver) send(msg uv.Event) { d.s.Update(msg) }

// press presses the named keys, which are separated by blanks.
func (d driver) press(keys string) driver {
	for key := range strings.FieldsSeq(keys) {
		d.send(uv.KeyPressEvent(keyNamed(key)))
	}
	return d
}

var namedKeys = map[string]rune{
	"enter": uv.KeyEnter, "space": uv.KeySpace, "tab": uv.KeyTab, "esc": uv.KeyEscape, "backspace": uv.KeyBackspace,
	"up": uv.KeyUp, "down": uv.KeyDown, "left": uv.KeyLeft, "right": uv.KeyRight,
	"home": uv.KeyHome, "end": uv.KeyEnd, "pgup": uv.KeyPgUp, "pgdown": uv.KeyPgDown, "f1": uv.KeyF1, "f5": uv.KeyF5,
	"ctrl": uv.KeyLeftCtrl,
}

func keyNamed(name string) uv.Key {
	var k uv.Key
	if rest, ok := strings.CutPrefix(name, "ctrl+"); ok {
		k.Mod, name = uv.ModCtrl, rest
	}
	if rest, ok := strings.CutPrefix(name, "shift+"); ok {
		k.Mod, name = uv.ModShift, rest
	}
	if rest, ok := strings.CutPrefix(name, "alt+"); ok {
		k.Mod, name = uv.ModAlt, rest
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
		d.send(uv.KeyPressEvent(uv.Key{Code: r, Text: string(r)}))
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
	at := uv.Mouse{X: cells[0] % g.W, Y: cells[0] / g.W, Button: uv.MouseLeft}
	d.send(uv.MouseMotionEvent{X: at.X, Y: at.Y})
	d.send(uv.MouseClickEvent(at))
	d.send(uv.MouseReleaseEvent(at))
	return true
}

// do runs a script for [desktest.Do], which may also have these lines:
//
//	ctrl                     press Ctrl alone and hold it
//	release ctrl             release it
//	wheel up                 turn the mouse wheel up, or down, over the spot under the cursor
//	wheel up key:step 1      turn it over another spot
//	size 120 40              resize the terminal
func (d driver) do(script string) {
	d.t.Helper()
	desktest.Do(d.t, d, script, map[string]func(string){
		"release": func(key string) { d.send(uv.KeyReleaseEvent(keyNamed(key))) },
		"wheel": func(how string) {
			to, spot, named := strings.Cut(how, " ")
			if p := d.s.desk.Play; !named && p != nil {
				spot = p.Cursor.Cursors[p.Cursor.Track]
			}
			at := uv.Mouse{Button: map[string]uv.MouseButton{"up": uv.MouseWheelUp, "down": uv.MouseWheelDown}[to]}
			g := d.screen()
			if cells := g.Cells(spot); len(cells) > 0 {
				at.X, at.Y = cells[0]%g.W, cells[0]/g.W
			} else if named {
				d.t.Fatalf("%s is not shown:\n%s", spot, d.Shown())
			}
			d.send(uv.MouseWheelEvent(at))
		},
		"size": func(size string) {
			var msg uv.WindowSizeEvent
			_, err := fmt.Sscan(size, &msg.Width, &msg.Height)
			must(d.t, err)
			d.send(msg)
		},
	})
}

// screen draws the screen and returns its cells.
func (d driver) screen() grid.Grid {
	fit(d.s)
	d.s.drawn()
	return d.s.cells.Mark()
}

func (d driver) play() *desk.Play { return d.s.desk.Play }

// unsolid returns a grid as it is shown without colours: solids are blank, except for letters, and pieces cover no lines.
func unsolid(g grid.Grid) grid.Grid {
	g = g.Mark()
	for y := range g.H {
		for x := range g.W {
			c := g.At(x, y)
			if c.Role.Solid() && c.Rune > '~' {
				c.Rune = ' '
			}
			if c.Under != 0 && c.Rune == ' ' {
				c.Rune = rune(c.Under)
			}
			g.Set(x, y, c)
		}
	}
	return g
}

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

func mouseTo(x, y int) uv.Event { return uv.MouseMotionEvent{X: x, Y: y} }
