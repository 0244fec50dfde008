package term

import (
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"attic/desk"
	"attic/dev/desktest"
	"attic/draw/grid"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// moving returns a driver of a screen at the table tb that shows moves in steps.
func moving(t testing.TB, tb *table.Table) driver {
	t.Helper()
	return driver{t, opened(desk.Config{Games: games.All(), Store: store.Open(t.TempDir(), games.Find), Table: tb})}.begin(80, 24)
}

// shownNow returns the board as it is currently drawn.
func (d driver) shownNow() grid.Grid {
	p := d.s.play()
	board := p.current().board
	if !p.Play.Motion.Moving {
		return p.drawBoard(board)
	}
	c := newCanvas(board.W, board.H)
	p.screen.motion.draw(c, 0, 0, board)
	return c.grid
}

// In random games, the changes of each move appear one after another, each in its own step, and the whole move takes at most
// 0.3 s.
func TestMovesAreShownInSteps(t *testing.T) {
	var all atomic.Int64
	t.Cleanup(func() {
		if all.Load() == 0 {
			t.Error("no move was shown in steps")
		}
	})
	for _, g := range games.All() {
		t.Run(g.Info().Name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(11, 4))
			d := moving(t, desktest.Seat(t, desktest.RandomID(g, rng), ""))
			p := d.play()
			for range 80 {
				if len(p.Cursor.Moves) == 0 {
					break
				}
				before := d.s.play().current().board
				must(t, p.Person.Do(table.Play(p.Cursor.Moves[rng.IntN(len(p.Cursor.Moves))].Text)).Err())
				d.send(newsMsg{p})
				if p.Motion.Moving {
					d.checkSteps(before)
					all.Add(1) // in some games a whole move has a single step
				}
			}
		})
	}
}

func (d driver) checkSteps(before grid.Grid) {
	d.t.Helper()
	p := d.play()
	after := d.s.play().current().board
	if total := time.Duration(d.s.motion.last) * d.s.motion.each; total > wholeMove || d.s.motion.each <= 0 {
		d.t.Errorf("%d steps of %v take %v", d.s.motion.last, d.s.motion.each, total)
	}
	number, step := d.s.motion.number, 1
	for ; p.Motion.Moving; step++ {
		shown := d.shownNow()
		for y := range shown.H {
			for x := range shown.W {
				want := after.At(x, y)
				if int(want.Step) > step {
					want = before.At(x, y)
				}
				if got := shown.At(x, y); got != want {
					d.t.Fatalf("in step %d cell %d,%d is %+v, want %+v", step, x, y, got, want)
				}
			}
		}
		if step > d.s.motion.last {
			d.t.Fatal("the motion does not end")
		}
		d.send(motionMsg{number})
	}
	if step != d.s.motion.last {
		d.t.Errorf("the motion ends with step %d of %d", step, d.s.motion.last)
	}
}

// twoSteps is a move of Atom-4 that places a piece and changes another piece.
const twoSteps = ":i10"

// Keys, clicks, the wheel and pastes end a motion; resizing, moving the mouse, pressing Ctrl and releasing a key do not.
func TestMotionEnds(t *testing.T) {
	for _, c := range []struct {
		what, script string
		ends         bool
	}{
		{"a key of the cursor", "right", true},
		{"the whole board", "z", true},
		{"a key that means nothing", "}", true},
		{"Enter", "enter", true},
		{"a click", "click e5", true},
		{"the wheel", "wheel up", true},
		{"a paste", "paste z", true},
		{"another size", "size 80 25", false},
		{"the mouse going by", "point e5", false},
		{"Ctrl going down", "ctrl", false},
		{"Shift going up", "release shift+up", false},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := moving(t, desktest.Seat(t, "atom4", ""))
			d.do(twoSteps)
			if !d.play().Motion.Moving {
				t.Fatal("the move is not shown in steps")
			}
			d.do(c.script)
			if d.play().Motion.Moving == c.ends {
				t.Errorf("the board is in motion: %v", d.play().Motion.Moving)
			}
		})
	}
}

func TestMotion(t *testing.T) {
	t.Run("a piece appears before what it changes", func(t *testing.T) {
		d := moving(t, desktest.Seat(t, "atom4", ""))
		d.do(twoSteps)
		if first := d.shownNow().String(); !strings.Contains(first, "( r )") || strings.Contains(first, "y'") {
			t.Errorf("the first step shows\n%s", first)
		}
		d.send(motionMsg{d.s.motion.number})
		d.press("esc")
		d.want("[ r ]", "y'")
	})
	t.Run("a late step of an earlier motion does nothing", func(t *testing.T) {
		d := moving(t, desktest.Seat(t, "atom4", ""))
		d.do(twoSteps)
		late := motionMsg{d.s.motion.number}
		d.do("u\n:i8")
		if d.send(late); !d.play().Motion.Moving || d.s.motion.step != 1 {
			t.Errorf("the new motion has ended, or is in step %d", d.s.motion.step)
		}
	})
	t.Run("the program's answer is shown after the move before it", func(t *testing.T) {
		d := sitSlow(t)
		d.s.desk.NoMotion = false
		d.do(twoSteps)
		p := d.play()
		p.Person.Do(table.Hurry())
		d.until(func() bool { return p.Person.Now().Ply == 2 })
		if p.Now.Ply != 1 || !p.Motion.Moving {
			t.Errorf("ply %d is shown, in motion: %v", p.Now.Ply, p.Motion.Moving)
		}
		for p.Now.Ply < 2 {
			if !p.Motion.Moving {
				t.Fatal("the answer is not shown")
			}
			d.send(motionMsg{d.s.motion.number})
		}
	})
	t.Run("looking at another step has none", func(t *testing.T) {
		d := moving(t, desktest.Seat(t, "atom4", ""))
		d.do(twoSteps + "\nright [ ]")
		if d.play().Motion.Moving {
			t.Error("the board is in motion")
		}
	})
	t.Run("undo has none", func(t *testing.T) {
		d := moving(t, desktest.Seat(t, "atom4", ""))
		d.do(twoSteps + "\nright u ctrl+r")
		if d.play().Motion.Moving {
			t.Error("the board is in motion")
		}
	})
	t.Run("the option NoMotion", func(t *testing.T) {
		d := sit(t, "atom4", 80, 24)
		d.do(twoSteps)
		if d.play().Motion.Moving {
			t.Error("the board is in motion")
		}
	})
	t.Run("the setting NoMotion", func(t *testing.T) {
		kept := store.Open(t.TempDir(), games.Find)
		must(t, kept.Profile.Set(&store.Settings{}, func(s *store.Settings) { *s = store.Settings{NoMotion: true} }))
		g, _ := games.Find("atom4")
		m, err := match.New(g, game.Setup{})
		must(t, err)
		d := driver{t, opened(desk.Config{Games: games.All(), Store: kept, Table: table.New(table.Config{Match: m})})}.begin(80, 24)
		d.do(twoSteps)
		if d.play().Motion.Moving {
			t.Error("the board is in motion")
		}
	})
}
