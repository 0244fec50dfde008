package term

import (
	"strconv"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"attic/desk"
	"attic/dev/desktest"
	"attic/dev/race"
	"attic/draw/grid"
	"attic/game"
	"attic/games"
	"attic/match/store"
	"attic/table"
)

// TestEveryMoveCanBeMadeInEveryWay plays random games of each kind with keys alone, with the mouse alone, and by typing. Each
// move must lead to the same state as its text.
func TestEveryMoveCanBeMadeInEveryWay(t *testing.T) {
	race.Plain(t)
	for _, size := range [][2]int{{80, 24}, {160, 50}} {
		t.Run(strconv.Itoa(size[0]), func(t *testing.T) {
			t.Parallel()
			desktest.EveryWay(t, 2, 60, 3, func(t testing.TB, id string) desktest.Hands { return sit(t, id, size[0], size[1]) })
		})
	}
}

// sitAt returns a driver of an 80x24 screen at the table tb, where the computer moves by itself.
func sitAt(t testing.TB, tb *table.Table) desktest.Hands {
	return driver{t, opened(desk.Config{
		Games: games.All(), Store: store.Open(t.TempDir(), games.Find), Table: tb, NoMotion: true,
	})}.begin(80, 24)
}

// TestFirstMinute chooses Play in the menu and plays a first game of each kind, on the smallest screen: once with keys alone and
// once with the mouse alone.
func TestFirstMinute(t *testing.T) {
	desktest.FirstMinute(t, func(t testing.TB, name string, open desktest.Opener) desktest.Hands {
		w, h := leastW, leastH
		if name == "atom4" {
			w, h = 64, 20
		}
		return driver{t, opened(desk.Config{
			Games: desktest.Menu(t), Store: store.Open(t.TempDir(), games.Find), Open: open, NoMotion: true,
		})}.begin(w, h)
	})
}

func TestAdvice(t *testing.T) { desktest.Advice(t, sitAt) }

func TestPrograms(t *testing.T) { desktest.Programs(t, sitAt) }

func TestSituations(t *testing.T) { desktest.Situations(t, sitAt) }

func TestForms(t *testing.T) {
	race.Plain(t)
	for _, size := range [][2]int{{80, 24}, {120, 60}} {
		t.Run(strconv.Itoa(size[0]), func(t *testing.T) {
			desktest.Forms(t, func(t testing.TB, s store.Store, tb *table.Table, open func(game.Game, store.GameSettings) (*table.Table, error)) desktest.Hands {
				return driver{t, opened(desk.Config{Games: games.All(), Store: s, Table: tb, Open: open, NoMotion: true})}.begin(size[0], size[1])
			})
		})
	}
}

var _ desktest.Hands = driver{}

func (d driver) Desk() *desk.Desk { return d.s.desk }

func (d driver) Press(keys string) {
	d.press(keys)
	_ = d.s.View() // the library draws after every message
}

func (d driver) Type(line string) { d.typeLine(line) }

func (d driver) Paste(text string) { d.send(uv.PasteEvent{Content: text}) }

func (d driver) Point(spot string) bool {
	g := d.screen()
	cells := g.Cells(spot)
	if len(cells) > 0 {
		d.send(mouseTo(cells[0]%g.W, cells[0]/g.W))
	}
	return len(cells) > 0
}

func (d driver) Click(spot string) bool { return d.click(spot) }

// Choose clicks the line; all lines of a chooser are on the screen.
func (d driver) Choose(line string) bool { return d.click(desk.LineSpot + line) }

func (d driver) Take(e table.Event) { d.play().Motion.Take(e) }

// Shown returns the text of the screen. The texts of frames that are side by side come one after the other, without the frames.
func (d driver) Shown() string {
	g := d.screen()
	for line := range strings.Lines(g.String()) {
		before, _, beside := strings.Cut(line, "╮ ╭")
		if !beside {
			continue
		}
		left := grid.New(width(before)+1, g.H)
		left.Draw(0, 0, g)
		right := grid.New(g.W-left.W, g.H)
		right.Draw(-left.W, 0, g)
		return strings.ReplaceAll(left.String()+right.String(), "│", " ")
	}
	return g.String()
}
