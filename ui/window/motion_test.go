package window

import (
	"context"
	"strings"
	"testing"
	"time"

	"attic/desk"
	"attic/dev/desktest"
	"attic/dev/wait"
	"attic/ui/compose"
	"attic/ui/window/x11"
)

// moving returns the window of a game between people that shows its moves step by step.
func moving(t testing.TB, id string, at size) driver {
	t.Helper()
	return begin(t, desk.Config{Store: emptyStore(t), Table: desktest.Seat(t, id, "")}, at)
}

// sitSlow returns the window of Atom-4 against a slow computer, which plays seat 2.
func sitSlow(t testing.TB) driver {
	t.Helper()
	return begin(t, desk.Config{Store: emptyStore(t), Table: desktest.SlowSeat(t)}, tiny)
}

// until handles changes at the table until the function so returns true.
func (d driver) until(so func() bool) {
	d.t.Helper()
	ctx, done := wait.Context()
	defer done()
	for ; !so(); d.w.draw() {
		select {
		case <-d.w.pages.Desk.Ready():
			d.w.pages.Desk.News()
		case <-ctx.Done():
			d.t.Fatalf("the condition was not reached: %v:\n%s", context.Cause(ctx), d.words())
		}
	}
}

// frames lets time pass in frames of the given length until nothing moves, and calls the function each after
// every frame.
func (d driver) frames(long time.Duration, each func(at time.Duration)) time.Duration {
	d.t.Helper()
	for at := time.Duration(0); ; at += long {
		if !d.w.pages.Moving() {
			return at
		}
		if at > 5*time.Second {
			d.t.Fatal("motion does not end")
		}
		d.wait(long)
		each(at + long)
	}
}

// frame is the time between the frames that the tests look at.
const frame = 97 * time.Millisecond

// twoSteps is a move of Atom-4 that places a piece and changes another piece.
const twoSteps = ":i10"

// In every frame of a move, the display shows the same picture as if the whole page had been painted.
func TestFramesArePainted(t *testing.T) {
	for _, c := range []struct {
		what, id, before, moves string
		at                      size
	}{
		{"placing and changing", "atom4", ":i10;h10;h11;g11;g9;i8", ":g10;i11;h8", usual},
		{"a part of the board in a narrow window", "atom4", ":i10;h10;h11", ":g11;g9;i8", size{400, 700, 1}},
		{"between pixels", "atom4", ":i10;h10;h11", ":g11;g9", size{400, 500, 1.5}},
		{"a jump that takes", "ataxx", ":fen xo5/o6/7/3xo2/4o2/7/7 x;start", ":d4-f5;a6-a5", size{800, 600, 1}},
		{"blocks", "ataxx", "b", ":blocks 3gh;start;a7-b7", size{400, 700, 1}},
		{"beams", "atommaster#17", ":fire 1", ":fire 6;fire 30;set b6;fire 12", size{800, 600, 1}},
		{"beams with a known path", "atommaster#17", "l\n:hide b6,c3,f4,c8", ":fire 12;fire 2;fire 6", size{400, 700, 2}},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			d := moving(t, c.id, c.at).do(c.before)
			d.wait(time.Second)
			shown := 0
			for move := range strings.SplitSeq(strings.TrimPrefix(c.moves, ":"), ";") {
				if d.typeLine(move); d.w.pages.Moving() {
					shown++
				}
				d.wantPainted(move + ", at the beginning")
				d.frames(frame, func(at time.Duration) { d.wantPainted(move + " after " + at.String()) })
			}
			if shown == 0 {
				t.Error("no move was shown step by step")
			}
		})
	}
}

// Painting one page after another gives the same picture as painting it from scratch, whatever the two pages are.
func TestWhatIsNewIsPainted(t *testing.T) {
	for _, c := range []struct{ what, id, script string }{
		{"the mouse in Atom-4", "atom4", ":i10;h10;h11;g11\npoint i8\npoint key:u\npoint h8\nclick i8\npoint e5\npoint key:h"},
		{"the mouse in Ataxx", "ataxx", ":start\npoint a7\nclick a7\npoint b6\npoint c5\nclick c5\npoint " + compose.FaceSpot + "0\nclick " + compose.FaceSpot + "0"},
		{"the mouse in Atommaster", "atommaster#17", "point port3\nclick port3\npoint port9\npoint c3\nclick c3\ntab\npoint d4\nclick d4\nx"},
		{"the keys", "atom4", "right right up\nenter\n:i10\nf6 tab tab shift+tab esc\n: a b c\nesc\n[\n]\nu\ns s"},
		{"help, lists and the menu", "ataxx", "?\npgdown\nend\nesc\nb\np\nright down\nenter\nM\nright\ndown down right\nright\nesc"},
		{"another size", "atom4", ":i10\nsize 400 700\n:h10\nsize 320 400\nsize 1000 500"},
		{"themes", "", "right right right down right\nright\nright"},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			d := begin(t, desk.Config{Store: emptyStore(t), NoMotion: true}, size{800, 600, 1})
			if c.id != "" {
				d = sit(t, c.id, size{800, 600, 1})
			}
			for line := range strings.Lines(c.script) {
				d.do(line)
				d.wantPainted(strings.TrimSpace(line))
			}
		})
	}
	t.Run("another scale", func(t *testing.T) {
		d := sit(t, "atom4", size{400, 500, 1})
		d.x.scale = 1.5
		d.send(x11.ScaleChanged{Scale: 1.5})
		d.wantPainted("at 1.5")
		d.point("i10")
		d.wantPainted("after it")
	})
}
