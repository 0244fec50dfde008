package compose

import (
	"strings"
	"testing"
	"time"

	"attic/draw/scene"
)

// The events of a finger, as a browser sends them.
func held(x, y float64) event { return func(p *Pages) { p.Point(x, y, true); p.Hold(x, y) } }

func tapped(x, y float64) event {
	return func(p *Pages) {
		p.Point(x, y, true)
		p.Tap(x, y)
		p.Refresh()
		p.Release(x, y)
		p.Leave()
	}
}
func lifted(x, y float64) event   { return func(p *Pages) { p.Release(x, y); p.Leave() } }
func slid(x, y float64) event     { return func(p *Pages) { p.Drag(x, y) } }
func canceled(_, _ float64) event { return func(p *Pages) { p.Release(-1, -1); p.Leave() } }

// phone returns the pages of a game on a touch screen.
func phone(t *testing.T, id string, at size) driver {
	d := sit(t, id, at)
	d.p.Desk.Fingers = true
	return d.send()
}

// loupe returns the title of the loupe, or "" if there is none.
func loupe(d driver) string {
	for i, sh := range d.p.page.scene.Shapes {
		if strings.HasPrefix(sh.Key, "loupe ") || sh.Kind == scene.Letters && sh.Bold && sh.Align == scene.Centre && i > 0 && d.p.page.scene.Shapes[i-1].Stroke == scene.Accent && d.p.page.scene.Shapes[i-1].R == 12 {
			return sh.Text
		}
	}
	return ""
}

var portrait, small = size{390, 844}, size{320, 568}

// A finger that rests on the board shows a loupe above it and what it would do, follows the finger, and touches the spot when it is lifted.
func TestAiming(t *testing.T) {
	for _, c := range []struct {
		game, from, to, loupe, said, played, chosen string
		ends                                        func(x, y float64) event
	}{
		{"atom4", "h10", "i10", "i10, empty, a legal move", "Red on i10 would turn h9 yellow.", "i10", "", lifted},
		{"atom4", "i10", "i10", "i10, empty, a legal move", "Lift to play; slide off the board to cancel.", "i10", "", lifted},
		{"atom4", "i10", "i10", "i10, empty, a legal move", "Lift to play; slide off the board to cancel.", "", "", canceled},
		{"atom4", "i10", "", "", "", "", "", lifted},
		{"ataxx", "g1", "g1", "g1, red", "The piece on g1 can extend", "start", "g1", lifted},
		{"ataxx", "g1", "f2", "f2, empty", "g1-f2 would extend", "start, g1-f2", "", lifted},
		{"ataxx", "g1", "f2", "f2, empty", "g1-f2 would extend", "start", "", canceled},
		{"ataxx", "d4", "c4", "c4, empty", "", "start", "", lifted},
		{"atommaster", "port3", "port4", "port 4, not fired", "A beam at port 4 would cost 1 or 2 points.", "fire 4", "", lifted},
		{"atommaster", "port3", "", "", "", "", "", lifted},
	} {
		t.Run(c.game+" "+c.from+" "+c.to, func(t *testing.T) {
			d := phone(t, c.game, portrait)
			if c.game == "ataxx" {
				d.do(":start")
			}
			before := d.played()
			x, y, _ := d.middle(c.from)
			d.send(held(x, y))
			if got := loupe(d); !strings.HasPrefix(got, strings.Replace(c.from, "port", "port ", 1)+", ") {
				t.Fatalf("the loupe says %q", got)
			}
			tx, ty := 1.0, 1.0
			if c.to != "" {
				tx, ty, _ = d.middle(c.to)
			}
			if c.from != c.to {
				d.send(slid(x, y), moved(tx, ty))
			}
			if got := loupe(d); got != c.loupe {
				t.Errorf("the loupe says %q, want %q", got, c.loupe)
			}
			d.want(c.said)
			d.send(c.ends(tx, ty))
			if got := d.played(); got != c.played && (c.played != "" || got != before) {
				t.Errorf("played %q, want %q", got, c.played)
			}
			if got := strings.Join(d.play().Cursor.Chosen, " "); got != c.chosen {
				t.Errorf("chose %q, want %q", got, c.chosen)
			}
			if got := loupe(d); got != "" || strings.Contains(d.words(), "Lift to play") {
				t.Errorf("the loupe %q stays:\n%s", got, d.words())
			}
		})
	}
}

// Where a board is too fine for fingers, a tap zooms it; the second tap plays, also if the spot has moved away under the finger. A move, a tap beside the
// board, Esc, the button, and the way back show the whole board again.
func TestZoomingByTap(t *testing.T) {
	for _, c := range []struct{ game, before, spot, played string }{
		{"atom4", ":i8", "i10", "i8, i10"}, {"atommaster", ":fire 5", "port3", "fire 5, fire 3"}, {"atommaster", ":fire 5", "d4", "fire 5, set d4"},
	} {
		d := phone(t, c.game, small).do(c.before)
		x, y, _ := d.middle(c.spot)
		fine := d.p.page.unit
		d.send(tapped(x, y))
		if d.p.page.unit < zoomedUnit || fine >= fineUnit || d.played() == c.played {
			t.Errorf("%s: after a tap a square has %.1f points, before %.1f; played %q", c.game, d.p.page.unit, fine, d.played())
		}
		sx, sy, ok := d.middle(c.spot)
		if !ok {
			t.Fatalf("%s: %s is not on the zoomed board", c.game, c.spot)
		}
		d.want("Whole board")
		for what, leave := range map[string]func(){
			"Esc": func() { d.press("esc") }, "the button": func() { d.click("key:" + wholeKey) }, "a tap beside the board": func() { d.send(tapped(2, 2)) },
			"the way back": func() { d.p.Back(); d.send() },
		} {
			leave()
			if d.p.page.unit != fine || d.p.Desk.Play == nil {
				t.Errorf("%s: after %s a square has %.1f points", c.game, what, d.p.page.unit)
			}
			*d.clock = d.clock.Add(time.Second)
			d.send(tapped(x, y))
		}
		d.send(tapped(sx, sy))
		if got := d.played(); got != c.played || d.p.page.unit != fine {
			t.Errorf("%s: played %q, want %q; a square has %.1f points", c.game, got, c.played, d.p.page.unit)
		}
	}
	t.Run("twice in the same place", func(t *testing.T) {
		d := phone(t, "atommaster", small)
		x, y, _ := d.middle("port3")
		d.send(tapped(x, y), tapped(x+2, y-2))
		if got := d.played(); got != "fire 3" {
			t.Errorf("played %q", got)
		}
	})
	t.Run("large enough", func(t *testing.T) {
		d := phone(t, "ataxx", portrait).do(":start")
		x, y, _ := d.middle("g1")
		unit := d.p.page.unit
		d.send(tapped(x, y))
		if got := d.play().Cursor.Chosen; len(got) != 1 || d.p.page.unit != unit {
			t.Errorf("chose %q; a square has %.1f points, before %.1f", got, d.p.page.unit, unit)
		}
	})
	t.Run("a piece is chosen at once", func(t *testing.T) {
		d := phone(t, "ataxx", size{844, 390}).do(":start")
		x, y, _ := d.middle("g1")
		d.send(tapped(x, y))
		fx, fy, _ := d.middle("f1")
		if *d.clock = d.clock.Add(time.Second); d.p.page.unit < zoomedUnit {
			t.Errorf("a square has %.1f points", d.p.page.unit)
		}
		d.send(tapped(fx, fy))
		if got := d.played(); got != "start, g1-f1" {
			t.Errorf("played %q", got)
		}
	})
}
