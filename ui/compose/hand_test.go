package compose

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"attic/desk"
	"attic/dev/desktest"
	"attic/draw/scene"
	"attic/match"
	"attic/table"
)

// handSizes are the sizes of phones and tablets.
var handSizes = []size{{390, 844}, {320, 568}, {360, 640}, {844, 390}, {667, 375}, {768, 1024}, {1024, 768}}

// byFinger returns a page for fingers of a game, or false if the visit leads elsewhere.
func byFinger(t *testing.T, page desktest.Visit) (d driver, ok bool) {
	d = open(t, page.ID, page.Programs, page.Script, usual)
	d.p.Desk.Fingers = true
	return d, d.p.Desk.Play != nil && !d.p.Desk.Pages.Covers() && !d.p.Desk.Form.On
}

// at composes the page in a size, with no pointer over it.
func (d driver) at(s size) {
	d.p.stage.asides = asides{}
	*d.size = s
	d.send(moved(-1, -1))
	d.draw() // the drawer has what had no room
}

// fingerErrors returns the errors in the layout of a page for fingers. Spots of the board are as large as the board allows, and one drags along a graph.
func (d driver) fingerErrors(s size) (wrong []string) {
	wrong = d.layoutErrors(s)
	board := d.boardSpots()
	for _, spot := range d.p.page.scene.Spots {
		if a := spot.Area; !board[spot.Name] && (a.W < finger || a.H < finger) && !a.Within(d.p.page.slider.area) {
			wrong = append(wrong, fmt.Sprintf("%s, %q, is %.0f by %.0f points", spot.Name, spot.Label, a.W, a.H))
		}
	}
	return wrong
}

// On a page for fingers, everything of a game but its board is large enough to touch, and nothing overlaps, also while the drawer is open.
func TestFingers(t *testing.T) {
	for _, page := range desktest.Visits {
		t.Run(page.Name, func(t *testing.T) {
			t.Parallel()
			d, ok := byFinger(t, page)
			if !ok {
				return
			}
			for _, s := range handSizes {
				d.at(s)
				for _, wrong := range d.fingerErrors(s) {
					t.Errorf("%s: %s", s, wrong)
				}
			}
			if d.p.Desk.Typing() || d.p.Desk.Pages.Drawer() != nil {
				return
			}
			d.press(", ,") // answers a question of the page
			shown := map[string]bool{}
			for _, s := range handSizes {
				d.at(s)
				clear(shown)
				for spot := range d.buttons() {
					shown[strings.TrimPrefix(strings.TrimPrefix(spot, desk.ButtonSpot), desk.OfferKey)] = true
				}
				d.press(",")
				d.at(s)
				for _, wrong := range d.fingerErrors(s) {
					t.Errorf("%s, with the drawer: %s", s, wrong)
				}
				for spot := range d.buttons() {
					shown[strings.TrimPrefix(spot, desk.ButtonSpot)] = true
				}
				c := d.play().Controls()
				for _, list := range [][]desk.Button{c.Bar, c.Own, c.Other, c.Drawer} {
					for _, b := range list {
						if !shown[b.Key] {
							t.Errorf("%s: %s (%s) is neither on the page nor in the drawer", s, b.Key, b.Label)
						}
					}
				}
				d.press(",")
			}
		})
	}
}

// Buttons above the bar that all do nothing, such as Pass, are only in the drawer, which marks none of its controls before an arrow has moved.
func TestNothingIdleHoldsARow(t *testing.T) {
	d := begin(t, desktest.Visit{ID: "ataxx", Programs: "2"}.Begin(t), size{390, 844})
	d.p.Desk.Fingers, d.p.Lays = true, true
	marked := func() (n int) {
		for _, sh := range d.p.page.scene.Shapes {
			if sh.Stroke == scene.Accent && sh.Fill == scene.None && area(sh).Y > 250 {
				n++
			}
		}
		return n
	}
	passes := func() bool { _, ok := d.p.page.scene.Spot(desk.ButtonSpot + desk.LineKey + "pass"); return ok }
	d.do(":start")
	if d.resize(390, 844); passes() {
		t.Error("Pass has a place on the page")
	}
	d.press(",")
	if d.resize(390, 844); !passes() || marked() != 0 {
		t.Errorf("in the drawer: Pass %v, want true; %d controls are marked, want none", passes(), marked())
	}
	d.press("down")
	if d.resize(390, 844); marked() == 0 {
		t.Error("an arrow marks nothing in the drawer")
	}
}

// A card of the menu tells once whom a game is played against.
func TestACardTellsOnce(t *testing.T) {
	for _, s := range []size{{390, 844}, {768, 1024}, {820, 1180}} {
		d := begin(t, desktest.Visit{}.Begin(t), s)
		d.p.Desk.Fingers, d.p.Lays = true, true
		d.resize(s.w, s.h)
		if n := strings.Count(d.words(), "against the computer"); n != 3 {
			t.Errorf("%s: three cards tell %d times whom a game is played against:\n%s", s, n, d.words())
		}
	}
}

// frameOf returns the area of the board's frame.
func (d driver) frameOf() (frame scene.Rectangle) {
	for _, sh := range d.p.page.scene.Shapes {
		if sh.Fill == scene.Frame && sh.Edge {
			return area(sh)
		}
	}
	return frame
}

// The board has the width of a phone and, if the phone lies on its side, the height.
func TestTheBoardOnAPhone(t *testing.T) {
	for _, id := range []string{"atom4", "ataxx", "atommaster#17"} {
		for _, script := range []string{"", "sample"} {
			d, _ := byFinger(t, desktest.Visit{ID: id, Script: script})
			for s, least := range map[size]float64{{390, 844}: 360, {360, 640}: 300, {320, 568}: 240} {
				d.at(s)
				if got := d.frameOf(); max(got.W, got.H) < least {
					t.Errorf("%s, %s: the board is %g by %g, not %g wide", id, s, got.W, got.H, least)
				}
			}
			for _, s := range []size{{844, 390}, {667, 375}} {
				d.at(s)
				if got := d.frameOf(); got.H < 0.75*s.h {
					t.Errorf("%s, %s: the board is only %g high", id, s, got.H)
				}
			}
		}
	}
}

// The players' cards have the clocks of both sides and the time for which the other side has been away, and buttons for the other player are on the page.
func TestTheOtherPlayerBesideTheBoard(t *testing.T) {
	for _, id := range []string{"atom4", "ataxx", "atommaster#17"} {
		for _, s := range append([]size{usual, {800, 600}, {1280, 500}, {400, 700}, {320, 400}}, handSizes...) {
			for _, fingers := range []bool{true, false} {
				d := open(t, id+" with Bo clocked", "", "", s)
				d.p.Desk.Fingers = fingers
				now := &d.play().Now
				now.Clock.Left = []time.Duration{time.Hour - time.Second, 83 * time.Second}
				d.at(s)
				words := d.words()
				for _, clock := range []string{"59:59", "1:23"} {
					if strings.Count(words, clock) != 1 {
						t.Errorf("%s, %s, fingers %v: the clock %s is not shown once:\n%s", id, s, fingers, clock, words)
					}
				}
				for _, key := range []string{"say ", "draw", "undo"} {
					if _, ok := d.p.page.scene.Spot(desk.LineSpot + key); !ok && (fingers || s.w >= 400 && s.h >= 500) {
						t.Errorf("%s, %s, fingers %v: there is no button %q", id, s, fingers, key)
					}
				}
				now.Situation.Other, now.Situation.Since, now.Situation.Claim = table.Away, time.Now().Add(-42*time.Minute), match.Forfeit
				d.at(s)
				if fingers && !strings.Contains(d.words(), "Bo, away 42:0") {
					t.Errorf("%s, %s: the card does not say that Bo is away:\n%s", id, s, d.words())
				}
				if c := d.play().Controls(); c.Primary != desk.LineKey+"claim" {
					t.Errorf("the button to press next is %q, not the claim", c.Primary)
				}
			}
		}
	}
}

// A clock that runs changes no more than its card.
func TestAClockChangesItsCard(t *testing.T) {
	d := open(t, "ataxx with Bo clocked", "", "", size{390, 844})
	d.p.Desk.Fingers = true
	now := &d.play().Now
	now.Clock.Runs, now.Clock.At = 1, time.Now().Add(-5*time.Second)
	d.at(size{390, 844})
	before := d.p.page.scene.Shapes
	now.Clock.At = now.Clock.At.Add(-30 * time.Second)
	d.draw()
	changed := 0
	for i, sh := range d.p.page.scene.Shapes {
		if sh != before[i] {
			changed++
		}
	}
	if changed != 1 {
		t.Errorf("%d shapes change with the clock, not 1", changed)
	}
}
