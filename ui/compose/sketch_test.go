package compose

import (
	"testing"

	"attic/draw/scene"
)

// drawnOn returns the numbers of arrows and rings that a person has drawn.
func drawnOn(d driver) (arrows, rings int) {
	for _, sh := range d.p.page.scene.Shapes {
		switch {
		case sh.Fade == sketchFade && sh.Fill == scene.Good:
			arrows++
		case sh.Fade == sketchFade && sh.Stroke == scene.Good:
			rings++
		}
	}
	return arrows, rings
}

// The right button draws arrows and rings in every game. Drawing one again removes it, and a click or a move removes
// all.
func TestSketch(t *testing.T) {
	for id, spots := range map[string][2]string{"ataxx": {"b2", "d4"}, "atom4": {"i10", "h10"}, "atommaster#17": {"b2", "d4"}} {
		d := sit(t, id, usual)
		second := func(spot string, down bool) {
			x, y, ok := d.middle(spot)
			if !ok {
				t.Fatalf("%s has no %s", id, spot)
			}
			d.send(func(p *Pages) { p.Draw(x, y, down, 0) })
		}
		want := func(what string, arrows, rings int) {
			t.Helper()
			if a, r := drawnOn(d); a != arrows || r != rings {
				t.Errorf("%s, %s: %d arrows and %d rings, want %d and %d", id, what, a, r, arrows, rings)
			}
		}
		before := d.played()
		second(spots[0], true)
		d.point(spots[1])
		want("while it is drawn", 1, 0)
		second(spots[1], false)
		want("drawn", 1, 0)
		second(spots[1], true)
		second(spots[1], false)
		want("with a ring", 1, 1)
		second(spots[0], true)
		second(spots[1], false)
		want("drawn again", 0, 1)
		if d.press("right"); d.played() != before {
			t.Errorf("%s: drawing played %q", id, d.played())
		}
		want("after a key", 0, 1)
		d.send(pressed(1, 1), released(1, 1))
		want("after a click", 0, 0)
	}
}

// A move removes the arrows and rings, and the right button cancels a choice before it draws.
func TestASketchGoesWithAMove(t *testing.T) {
	d := sit(t, "ataxx", usual).do(":start\nclick a7")
	x, y, _ := d.middle("d4")
	d.send(func(p *Pages) { p.Draw(x, y, true, 0) }, func(p *Pages) { p.Draw(x, y, false, 0) })
	if _, rings := drawnOn(d); len(d.play().Cursor.Chosen) > 0 || rings != 0 {
		t.Errorf("chosen is %v, with %d rings", d.play().Cursor.Chosen, rings)
	}
	d.send(func(p *Pages) { p.Draw(x, y, true, 0) }, func(p *Pages) { p.Draw(x, y, false, 0) })
	if _, rings := drawnOn(d); rings != 1 {
		t.Errorf("%d rings", rings)
	}
	d.typeLine("a7-b6")
	if _, rings := drawnOn(d); rings != 0 {
		t.Errorf("%d rings after a move", rings)
	}
}
