package compose

import (
	"strings"
	"testing"

	"attic/desk"
	"attic/dev/desktest"
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
		{"no longer legal", "click c5\nclick c3", "Touch it again to cancel", "a1-c3", "", "", "Your premove c5-c3 is not legal any more, so it was dropped."},
		{"touched again", "click g1\nclick f2\nclick f2", "The premove is cancelled.", "a1-b1", "", "", "Your move"},
		{"its piece touched again", "click g1\nclick f2\nclick g1", "The premove is cancelled.", "a1-b1", "", "", ""},
		{"Esc", "click g1\nclick f2\npress esc", "Waiting for Bo", "a1-b1", "", "", ""},
		{"another one", "click g1\nclick f2\nclick c5\nclick c4", "c5-c4 is played", "a1-b1", "c5-c4", "", ""},
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
	if d.play().Ahead.Move() == nil {
		t.Error("an offer drops the premove")
	}
	d.do("press esc")
	if d.play().Ahead.Move() != nil {
		t.Error("Esc does not drop it")
	}
}

// A spectator has no premoves, and neither has a game without this feature.
func TestNoPremove(t *testing.T) {
	d := begin(t, desk.Config{Store: emptyStore(t), Table: desktest.Apart(t, "atom4", "waiting"), NoMotion: true}, usual).do("click i10")
	d.want("It is not your turn yet.")
	if d.play().Ahead.Move() != nil {
		t.Error("a premove in Atom-4")
	}
}
