package compose

import (
	"slices"
	"strings"
	"testing"

	"attic/desk"
	"attic/dev/desktest"
	"attic/draw/scene"
	"attic/table"
)

// apart returns pages of Ataxx in which the person has jumped from a7 to c5 and waits for Bo, and a function that plays a
// move for Bo.
func apart(t *testing.T, moves bool) (d driver, answer func(move string)) {
	t.Helper()
	tb := desktest.Apart(t, "ataxx", "set-up")
	d = begin(t, desk.Config{Store: emptyStore(t), Table: tb, NoMotion: !moves}, usual).do(":start\n:a7-c5")
	d.wait(1e9)
	bo := tb.Player(table.Second)
	t.Cleanup(bo.Close)
	return d, func(move string) {
		t.Helper()
		must(t, bo.Do(table.Play(move)).Err())
		d.p.Desk.News()
		d.p.Desk.News() // the premove is played
		d.draw()
	}
}

// While Bo thinks, the person chooses a move as on their own turn. It is played after Bo's move, if it is legal then.
func TestPremove(t *testing.T) {
	for _, c := range []struct{ what, script, shown, bo, played, chosen, says string }{
		{"nothing", "", "Waiting for Bo", "a1-b1", "", "", "Your move"},
		{"a premove", "click g1\nclick f2", "g1-f2 is played on your turn", "a1-b1", "g1-f2", "", "Red extended g1-f2"},
		{"its effect is shown", "click c5\nclick c3", "Premove: c5-c3 would jump", "a1-b1", "c5-c3", "", "Red jumped"},
		{"with keys", "point g1\npress enter up left enter", "g1-f2 is played on your turn", "a1-b1", "g1-f2", "", ""},
		{"no longer legal", "click c5\nclick c3", "Touch elsewhere to cancel", "a1-c3", "", "", "Your premove c5-c3 is not legal any more, so it was dropped."},
		{"touched elsewhere", "click g1\nclick f2\nclick d4", "The premove is cancelled.", "a1-b1", "", "", "Your move"},
		{"another one begun", "click g1\nclick f2\nclick f2", "Premove: The piece on f2 can extend", "a1-b1", "g1-f2", "", ""},
		{"Esc", "click g1\nclick f2\npress esc", "Waiting for Bo", "a1-b1", "", "", ""},
		{"another one", "click g1\nclick f2\nclick c5\nclick c4", "g1-f2, c5-c4 are played on your turns", "a1-b1", "g1-f2", "", ""},
		{"another one cancelled", "click g1\nclick f2\nclick c5\nclick c4\npress esc", "g1-f2 is played", "a1-b1", "g1-f2", "", ""},
		{"both cancelled", "click g1\nclick f2\nclick c5\nclick c4\npress esc esc", "Waiting for Bo", "a1-b1", "", "", ""},
		{"looking back", "click g1\nclick f2\npress [ ]", "Waiting for Bo", "a1-b1", "", "", ""},
		{"only begun", "click g1", "Premove: The piece on g1 can extend", "a1-b1", "", "g1", "Blue extended a1-b1"},
		{"an empty square", "click d4", "Choose one of your pieces to prepare your next move", "a1-b1", "", "", ""},
		{"a piece of the other side", "click g7", "Choose one of your pieces", "a1-b1", "", "", ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			d, bo := apart(t, false)
			d.do(c.script)
			d.want(c.shown)
			if got := d.played(); got != "start, a7-c5" {
				t.Fatalf("before Bo has moved: %q", got)
			}
			bo(c.bo)
			want := "start, a7-c5, " + c.bo
			if c.played != "" {
				want += ", " + c.played
			}
			if got := d.played(); got != want {
				t.Errorf("played %q, want %q", got, want)
			}
			if got := strings.Join(d.play().Cursor.Chosen, " "); got != c.chosen {
				t.Errorf("chosen is %q, want %q", got, c.chosen)
			}
			d.want(c.says)
		})
	}
}

// A click that ends the motion of the person's own move chooses nothing, and neither does dragging.
func TestNoPremoveByHaste(t *testing.T) {
	d, bo := apart(t, true)
	bo("a1-b1")
	d.wait(1e9)
	d.do(":g1-f2")
	if !d.play().Motion.Moving {
		t.Fatal("nothing moves")
	}
	if d.click("c5"); len(d.play().Cursor.Chosen) > 0 || d.play().Motion.Moving {
		t.Errorf("chosen in haste: %v, moving %v", d.play().Cursor.Chosen, d.play().Motion.Moving)
	}
	if d.click("c5"); len(d.play().Cursor.Chosen) != 1 {
		t.Errorf("chosen after the motion: %v", d.play().Cursor.Chosen)
	}
}

// A premove is dragged like a move.
func TestDraggingAPremove(t *testing.T) {
	d, bo := apart(t, false)
	x, y, _ := d.middle("g1")
	tx, ty, _ := d.middle("f2")
	d.send(moved(x, y), pressed(x, y), drawn(tx, ty), released(tx, ty))
	d.want("g1-f2 is played on your turn")
	if bo("a1-b1"); d.played() != "start, a7-c5, a1-b1, g1-f2" {
		t.Errorf("played %q", d.played())
	}
}

// A take-back drops a premove silently.
func TestATakeBackDropsAPremove(t *testing.T) {
	tb := desktest.Apart(t, "ataxx", "set-up")
	d := begin(t, desk.Config{Store: emptyStore(t), Table: tb, NoMotion: true}, usual).do(":start\n:a7-c5\nclick g1\nclick f2")
	bo := tb.Player(table.Second)
	defer bo.Close()
	must(t, bo.Do(table.Ask(table.UndoOffer)).Err())
	d.p.Desk.News()
	d.draw()
	d.want("Bo asks to take back a move")
	if len(d.play().Ahead.Queue) == 0 {
		t.Error("an offer drops the premove")
	}
	d.do("press esc")
	if len(d.play().Ahead.Queue) != 0 {
		t.Error("Esc does not drop it")
	}
}

// Premoves are played one after another, each if it is legal when its turn comes; a move that is not drops those after it.
func TestPremovesInARow(t *testing.T) {
	for _, c := range []struct{ what, script, shown, bo, played, says string }{
		{"two pieces", "click g1\nclick f2\nclick c5\nclick c4", "g1-f2, c5-c4 are played on your turns while they are legal. Touch elsewhere to cancel c5-c4.", "a1-b1 b1-c1 c1-d1", "g1-f2 c5-c4", "Your move"},
		{"the same piece", "click c5\nclick c3\nclick c3\nclick e3\nclick e3\nclick e2", "Premove: e3-e2 would extend", "a1-b1 b1-c1 g7-f7", "c5-c3 c3-e3 e3-e2", ""},
		{"the second is not legal", "click g1\nclick f2\nclick c5\nclick c3\nclick c3\nclick d3\nclick g1\nclick g2", "", "a1-a2 a2-c3", "g1-f2", "Your premove c5-c3 is not legal any more, so it and the 2 premoves after it were dropped."},
		{"at most nine", "click g1\nclick g2\nclick g1\nclick f1\nclick g1\nclick f2\nclick g2\nclick g3\nclick g3\nclick f3\nclick f3\nclick e3\nclick e3\nclick e2\nclick e2\nclick e1\nclick e1\nclick d1\nclick d1\nclick d2", "You can choose at most 9 premoves.", "a1-b1", "g1-g2", ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			d, bo := apart(t, false)
			d.do(c.script)
			d.want(c.shown)
			want, mine := []string{"start", "a7-c5"}, strings.Fields(c.played)
			for i, move := range strings.Fields(c.bo) {
				bo(move)
				if want = append(want, move); i < len(mine) {
					want = append(want, mine[i])
				}
			}
			if got := d.played(); got != strings.Join(want, ", ") {
				t.Errorf("played %q, want %q", got, want)
			}
			d.want(c.says)
		})
	}
}

// In Atom-4 a touch chooses a premove. The board shows the numbers of the premoves.
func TestPremovesInAtom4(t *testing.T) {
	tb := desktest.Apart(t, "atom4", "waiting")
	d := begin(t, desk.Config{Store: emptyStore(t), Table: tb, NoMotion: true}, usual).do("")
	first, second := d.play().Cursor.Moves[0].Text, d.play().Cursor.Moves[1].Text
	d.do("click " + first + "\nclick " + second)
	d.want(first + ", " + second + " are played on your turns while they are legal.")
	for _, number := range []string{"1", "2"} {
		if !slices.ContainsFunc(d.p.page.scene.Shapes, func(sh scene.Shape) bool { return sh.Text == number && sh.Fill == scene.On(scene.Accent) }) {
			t.Errorf("the board does not show the number %s", number)
		}
	}
	bo := tb.Player(table.Second)
	t.Cleanup(bo.Close)
	before := d.played()
	must(t, bo.Do(table.Play(first)).Err())
	d.p.Desk.News()
	d.draw()
	d.want("Your premove " + first + " is not legal any more, so it and the 1 premove after it were dropped.")
	if got := d.played(); got != before+", "+first {
		t.Errorf("played %q after %q", got, before)
	}
}
