package compose

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"attic/desk"
	"attic/dev/desktest"
	"attic/dev/wait"
	"attic/draw/scene"
	"attic/match/store"
	"attic/table"
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
	for ; !so(); d.draw() {
		select {
		case <-d.p.Desk.Ready():
			d.p.Desk.News()
		case <-ctx.Done():
			d.t.Fatalf("the condition was not reached: %v:\n%s", context.Cause(ctx), d.words())
		}
	}
}

// frames lets time pass in frames of the given length until nothing moves, and calls the function each
// after every frame.
func (d driver) frames(long time.Duration, each func(at time.Duration)) time.Duration {
	d.t.Helper()
	for at := time.Duration(0); ; at += long {
		if !d.p.Moving() {
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

// Moves are shown step by step for at most 300 ms, and end with the same picture as without motion.
func TestMovesAreShownInSteps(t *testing.T) {
	for _, c := range []struct {
		what, id, before, moves string
		at                      size
	}{
		{"placing and changing", "atom4", ":i10;h10;h11;g11;g9;i8", ":g10;i11;h8", usual},
		{"a part of the board in a narrow window", "atom4", ":i10;h10;h11", ":g11;g9;i8", size{400, 700}},
		{"between pixels", "atom4", ":i10;h10;h11", ":g11;g9", size{400, 500}},
		{"a jump that takes", "ataxx", ":fen xo5/o6/7/3xo2/4o2/7/7 x;start", ":d4-f5;a6-a5", size{800, 600}},
		{"blocks", "ataxx", "b", ":blocks 3gh;start;a7-b7", size{400, 700}},
		{"beams", "atommaster#17", ":fire 1", ":fire 6;fire 30;set b6;fire 12", size{800, 600}},
		{"beams with a known path", "atommaster#17", "l\n:hide b6,c3,f4,c8", ":fire 12;fire 2;fire 6", size{400, 700}},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			d := moving(t, c.id, c.at).do(c.before)
			d.wait(time.Second)
			still := begin(t, desk.Config{Store: emptyStore(t), Table: desktest.Seat(t, c.id, ""), NoMotion: true}, c.at).do(c.before)
			shown := 0
			for move := range strings.SplitSeq(strings.TrimPrefix(c.moves, ":"), ";") {
				if d.typeLine(move); d.p.Moving() {
					shown++
				}
				long := d.frames(frame, func(time.Duration) {})
				if long > 300*time.Millisecond+frame {
					t.Errorf("%s takes %v", move, long)
				}
				still.typeLine(move)
				if !slices.Equal(d.p.page.scene.Shapes, still.p.page.scene.Shapes) {
					t.Errorf("%s ends with a different picture than without motion", move)
				}
			}
			if shown == 0 {
				t.Error("no move was shown step by step")
			}
		})
	}
}

// twoSteps is a move of Atom-4 that places a piece and changes another piece.
const twoSteps = ":i10"

// Some inputs end motion; others do not.
func TestMotionEnds(t *testing.T) {
	for _, c := range []struct {
		what, script string
		ends         bool
	}{
		{"a key of the cursor", "right", true},
		{"a key without a function", "x", true},
		{"Enter", "enter", true},
		{"Ctrl", "ctrl", true},
		{"a click", "click e5", true},
		{"a click on a button", "click key:s", true},
		{"the wheel", "wheel -1", true},
		{"a paste", "paste z", true},
		{"time", "wait 701ms", true},
		{"some time", "wait 50ms", false},
		{"another size", "size 800 600", false},
		{"the mouse going by", "point e5", false},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := moving(t, "atom4", tiny).do(twoSteps)
			if !d.play().Motion.Moving {
				t.Fatal("the move is not shown step by step")
			}
			d.do(c.script)
			if d.p.Moving() == c.ends {
				t.Errorf("motion is on: %v", d.p.Moving())
			}
		})
	}
}

func TestMotion(t *testing.T) {
	t.Run("a piece is there before what it changes", func(t *testing.T) {
		d := moving(t, "atom4", tiny)
		before := map[string]scene.Colour{}
		for _, sh := range d.p.page.scene.Shapes {
			before[sh.Key] = sh.Fill
		}
		d.do(twoSteps)
		d.wait(d.p.stage.motion.Duration() / 4)
		if got := d.fill("i10"); got != scene.Red {
			t.Errorf("i10 has the colour %d at first", got)
		}
		changed := 0
		first := map[string]scene.Colour{}
		for _, sh := range d.p.page.scene.Shapes {
			first[sh.Key] = sh.Fill
		}
		d.wait(time.Second)
		for key, was := range before {
			if at, there := first[key]; key != "" && there && d.fill(key) != was && d.fill(key) != scene.None {
				if changed++; at != was {
					t.Errorf("%s has the colour %d at first, and had %d", key, at, was)
				}
			}
		}
		if changed == 0 {
			t.Error("nothing changes")
		}
	})
	t.Run("a key pressed during the motion acts on the position after the move", func(t *testing.T) {
		d := moving(t, "atom4", tiny).do(":i10;h10")
		if got := d.played(); got != "i10, h10" {
			t.Errorf("played %q", got)
		}
	})
	t.Run("the computer's answer is shown after the move before it", func(t *testing.T) {
		d := sitSlow(t).do(twoSteps)
		p := d.play()
		p.Person.Do(table.Hurry())
		d.until(func() bool { return p.Person.Now().Ply == 2 })
		if p.Now.Ply != 1 || !p.Motion.Moving {
			t.Fatalf("step %d is shown, moving: %v", p.Now.Ply, p.Motion.Moving)
		}
		d.frames(frame, func(time.Duration) {
			if p.Now.Ply == 2 && !p.Motion.Moving && d.fill("h10") == scene.None {
				t.Error("the answer is over before it was shown")
			}
		})
		if p.Now.Ply != 2 {
			t.Errorf("the motion ends with step %d", p.Now.Ply)
		}
	})
	t.Run("a click does not answer a move that has not been shown", func(t *testing.T) {
		d := sitSlow(t).do(twoSteps)
		p := d.play()
		p.Person.Do(table.Hurry())
		d.until(func() bool { return p.Person.Now().Ply == 2 })
		d.p.Desk.News()
		if p.Now.Ply != 1 || !p.Motion.Moving {
			t.Fatalf("step %d is shown, moving: %v", p.Now.Ply, p.Motion.Moving)
		}
		spot := p.Person.Sight().Moves()[0].Spots[0]
		for _, ply := range []int{2, 3} {
			d.click(spot)
			if now := p.Person.Now(); now.Ply != ply {
				t.Errorf("after a click there are %d moves, want %d", now.Ply, ply)
			}
		}
	})
	for what, script := range map[string]string{"looking at another step": "right [ ]", "undo and redo": "right u ctrl+r"} {
		t.Run(what+" has none", func(t *testing.T) {
			if d := moving(t, "atom4", tiny).do(twoSteps + "\n" + script); d.p.Moving() {
				t.Error("the page is in motion")
			}
		})
	}
	t.Run("the option NoMotion", func(t *testing.T) {
		if d := sit(t, "atom4", tiny).do(twoSteps); d.p.Moving() {
			t.Error("the page is in motion")
		}
	})
	t.Run("the setting NoMotion", func(t *testing.T) {
		kept := emptyStore(t)
		must(t, kept.Profile.Set(&store.Settings{}, func(s *store.Settings) { *s = store.Settings{NoMotion: true} }))
		if d := begin(t, desk.Config{Store: kept, Table: desktest.Seat(t, "atom4", "")}, tiny).do(twoSteps); d.p.Moving() {
			t.Error("the page is in motion")
		}
	})
}

// judged is a finished deal of Atommaster.
const judged = ":hide b6,c3,f4,c8;fire 6;fire 30;fire 12;fire 2;set b6;set c3;set e4;set a1\ne"

// A layer also appears with motion, which ends early if the position changes.
func TestLayersComeInSteps(t *testing.T) {
	t.Run("it ends by itself, as it is without motion", func(t *testing.T) {
		d := moving(t, "atommaster#17", size{800, 600}).do(judged + "\nwait 800ms\nx")
		if !d.p.Moving() {
			t.Fatal("the layer appears without motion")
		}
		long := d.frames(frame, func(time.Duration) {})
		if long > 300*time.Millisecond+frame {
			t.Errorf("the motion takes %v", long)
		}
		still := sit(t, "atommaster#17", size{800, 600}).do(judged + "\nx")
		if !slices.Equal(d.p.page.scene.Shapes, still.p.page.scene.Shapes) {
			t.Error("the motion ends with a different picture than without motion")
		}
	})
	for what, script := range map[string]string{"looking back": "[", "undo": "u", "the next deal": "n"} {
		t.Run(what+" ends it", func(t *testing.T) {
			d := moving(t, "atommaster#17", tiny).do(judged + "\nwait 800ms\nx\nwait 20ms")
			if !d.p.Moving() {
				t.Fatal("the layer appears without motion")
			}
			if d.do(script); d.p.Moving() {
				t.Error("the motion continues")
			}
		})
	}
}

// shape returns the shape with a key on the page, or the zero value if there is none.
func (d driver) shape(key string) scene.Shape {
	for _, sh := range d.p.page.scene.Shapes {
		if sh.Key == key {
			return sh
		}
	}
	return scene.Shape{}
}

func (d driver) fill(key string) scene.Colour { return d.shape(key).Fill }
