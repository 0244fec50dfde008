package compose

import (
	"fmt"
	"strings"
	"testing"

	"attic/desk"
	"attic/dev/desktest"
	"attic/draw/scene/face"
	"attic/game"
	"attic/match/store"
)

// The guide of Ataxx, V.B: a click on a character changes it to the next character that the other seat does not have, and the choice is
// remembered.
func TestCharacters(t *testing.T) {
	kept := emptyStore(t)
	d := begin(t, desk.Config{Store: kept, Table: desktest.Seat(t, "ataxx", ""), NoMotion: true}, tiny)
	seen := map[int]bool{}
	for n := range 3 * face.Count() {
		seat := n % 2
		before := d.seatFace(seat)
		if !d.click(FaceSpot + []string{"0", "1"}[seat]) {
			t.Fatal("there is no character")
		}
		if now := d.seatFace(seat); now == before || now == d.seatFace(1-seat) || face.Name(now) == face.Name(d.seatFace(1-seat)) {
			t.Errorf("character %d is followed by %d, and the other seat has %d", before, now, d.seatFace(1-seat))
		}
	}
	for range face.Count() {
		d.click(FaceSpot + "0")
		seen[d.seatFace(0)] = true
	}
	if len(seen) != face.Count()-1 { // all but the other seat's
		t.Errorf("only %d of %d characters appear", len(seen), face.Count())
	}
	if got := d.played(); got != "" {
		t.Errorf("played %q", got)
	}
	again := begin(t, desk.Config{Store: kept, Table: desktest.Seat(t, "ataxx", ""), NoMotion: true}, tiny)
	if again.seatFace(0) != d.seatFace(0) || again.seatFace(1) != d.seatFace(1) {
		t.Errorf("the characters remembered are %d and %d, want %d and %d", again.seatFace(0), again.seatFace(1), d.seatFace(0), d.seatFace(1))
	}
	point := d.words()
	if d.point(FaceSpot + "0"); d.words() != point {
		t.Errorf("with the mouse over a character, the page is\n%s\nand was\n%s", d.words(), point)
	}
	for _, faces := range [][]int{{3, 3}, {-1, -1}, {99}, {1, 2, 3}, {1 << 40, 1 << 40}} {
		settings := kept.Profile.Settings()
		settings.Games["ataxx"] = store.GameSettings{Side: game.Nobody, Faces: faces}
		must(t, kept.Profile.Set(&store.Settings{}, func(s *store.Settings) { *s = settings }))
		d := begin(t, desk.Config{Store: kept, Table: desktest.Seat(t, "ataxx", ""), NoMotion: true}, tiny)
		if d.click(FaceSpot + "1"); face.Name(d.seatFace(0)) == face.Name(d.seatFace(1)) {
			t.Errorf("with %v remembered both are %s", faces, face.Name(d.seatFace(0)))
		}
	}
}

// By default, a computer is a robot and a person is not.
func TestCharactersByDefault(t *testing.T) {
	for _, c := range []struct{ programs, want string }{{"", "Cat Owl"}, {"1", "Robot Owl"}, {"2", "Cat Robot"}, {"12", "Robot Astronaut"}} {
		d := open(t, "ataxx", c.programs, "", tiny)
		if got := face.Name(d.seatFace(0)) + " " + face.Name(d.seatFace(1)); got != c.want {
			t.Errorf("with computers at %q: %s, want %s", c.programs, got, c.want)
		}
	}
}

func TestTheWheelStepsThroughTheGame(t *testing.T) {
	d := sit(t, "atom4", tiny).do(":i10;h10;h11")
	for _, c := range []struct {
		by, ply int
		back    bool
	}{{-1, 2, true}, {-1, 1, true}, {1, 2, true}, {1, 3, false}, {1, 3, false}, {-1, 2, true}} {
		d.do(fmt.Sprint("wheel ", c.by))
		if p := d.play(); p.Back != c.back || p.Now.Ply != c.ply {
			t.Errorf("the wheel by %d leads to step %d, looking back: %v", c.by, p.Now.Ply, p.Back)
		}
	}
	if got := d.played(); got != "i10, h10, h11" {
		t.Errorf("played %q", got)
	}
	t.Run("beside the board it does nothing", func(t *testing.T) {
		d := sit(t, "atom4", usual).do(":i10;h10;h11").send(wheeled(1, 1, -1))
		if p := d.play(); p.Back {
			t.Errorf("step %d is shown", p.Now.Ply)
		}
	})
	t.Run("over the list of moves it scrolls the list", func(t *testing.T) {
		d := sit(t, "ataxx", size{1200, 700}).do(":start")
		for range 30 {
			d.typeLine(d.play().Cursor.Moves[0].Text)
		}
		last := fmt.Sprint(desk.StepSpot, d.play().Now.Ply)
		if _, _, ok := d.middle(last); !ok {
			t.Fatalf("the last move is not in the list:\n%s", d.words())
		}
		d.do(strings.Repeat("wheel -1 "+last+"\n", 1))
		if _, _, ok := d.middle(last); ok || d.play().Back {
			t.Errorf("the list is not scrolled, or the board shows an earlier position: %v", d.play().Back)
		}
		d.send(wheeled(d.p.page.wheels[desk.OverMoves].X+20, d.p.page.wheels[desk.OverMoves].Y+20, 1))
		if _, _, ok := d.middle(last); !ok {
			t.Error("the list does not scroll back")
		}
	})
	t.Run("a click on a move in the list shows its position", func(t *testing.T) {
		d := sit(t, "atom4", usual).do(":i10;h10;h11\nclick key:step 1")
		if p := d.play(); !p.Back || p.Now.Ply != 1 {
			t.Errorf("%d is shown", p.Now.Ply)
		}
	})
}

func (d driver) seatFace(seat int) int {
	return faceOf(d.p.Desk, seat)
}
