package compose

import (
	"testing"

	"attic/desk"
	"attic/dev/desktest"
	"attic/game"
	"attic/match/store"
	"attic/table"
)

// conformSizes are the sizes in which every way of moving is tested, with the number of moves made in
// each.
var conformSizes = []struct {
	size
	plies int
}{
	{usual, 36},
	{size{800, 600}, 12},
	{size{400, 700}, 24},
	{size{1200, 800}, 6},
}

// In every game, random games are played with keys alone, with the mouse alone, and by typing. Each
// move leads to the same state as its text.
func TestEveryMoveCanBeMadeInEveryWay(t *testing.T) {
	for i, at := range conformSizes {
		t.Run(at.String(), func(t *testing.T) {
			t.Parallel()
			desktest.EveryWay(t, 1, at.plies, uint64(i), func(t testing.TB, id string) desktest.Hands { return sit(t, id, at.size) })
		})
	}
}

// sitAt returns the window of the table tb, at which the computer moves by itself.
func sitAt(t testing.TB, tb *table.Table) desktest.Hands {
	return begin(t, desk.Config{Store: emptyStore(t), Table: tb, NoMotion: true}, usual)
}

// A person chooses Play in the menu and plays a first game: in every game and in every way.
func TestFirstMinute(t *testing.T) {
	desktest.FirstMinute(t, func(t testing.TB, _ string, open desktest.Opener) desktest.Hands {
		return begin(t, desk.Config{Store: emptyStore(t), Open: open, NoMotion: true}, usual)
	})
}

func TestAdvice(t *testing.T) { desktest.Advice(t, sitAt) }

func TestPrograms(t *testing.T) { desktest.Programs(t, sitAt) }

func TestSituations(t *testing.T) { desktest.Situations(t, sitAt) }

func TestForms(t *testing.T) {
	for _, at := range []size{usual, {640, 480}, {400, 700}} {
		t.Run(at.String(), func(t *testing.T) {
			desktest.Forms(t, func(t testing.TB, s store.Store, tb *table.Table, open func(game.Game, store.GameSettings) (*table.Table, error)) desktest.Hands {
				return begin(t, desk.Config{Store: s, Table: tb, Open: open, NoMotion: true}, at)
			})
		})
	}
}

var _ desktest.Hands = driver{}

func (d driver) Desk() *desk.Desk { return d.p.Desk }

func (d driver) Press(keys string) { d.press(keys) }

func (d driver) Type(line string) { d.typeLine(line) }

func (d driver) Paste(text string) { d.send(pasted(text)) }

func (d driver) Point(spot string) bool { return d.point(spot) }

func (d driver) Click(spot string) bool { return d.click(spot) }

// Choose turns the wheel until the line is visible.
func (d driver) Choose(line string) bool {
	for range desktest.On[*desk.Chooser](d.p.Desk).Word.Items {
		if d.click(desk.LineSpot + line) {
			return true
		}
		d.do("wheel 1")
	}
	return false
}

func (d driver) Take(e table.Event) {
	d.play().Motion.Take(e)
	d.draw()
}

func (d driver) Shown() string {
	d.draw() // show changes that came without input
	return d.words()
}
