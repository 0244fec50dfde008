package compose

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"attic/desk"
	"attic/dev/desktest"
)

// touchSizes are the sizes of touch screens.
var touchSizes = []size{{390, 844}, {320, 568}, {844, 390}}

// touchedPages are pages of a touch screen, besides those of [desktest.Visits].
var touchedPages = []desktest.Visit{
	{Name: "menu, more", Script: "click entry 1\nto More\nenter"},
	{Name: "menu, more of a game that was played", ID: library, Script: "click entry 1\nto More\nenter"},
	{Name: "menu, a friend", Script: "to Play a friend\nenter"},
	{Name: "menu, more beside a friend", Script: "to Play a friend\nenter\nto More\nenter"},
	{Name: "menu, hosting", Script: "to Play a friend\nenter\nto Host\nenter"},
	{Name: "menu, games to continue", ID: library},
	{Name: "review, the best line", ID: "ataxx, played", Script: "v n b"},
	{Name: "review, the end", ID: "ataxx, played", Script: "v end"},
	{Name: "review, more", ID: "atom4, played", Script: "v n ,"},
	{Name: "today", ID: "ataxx", Script: ":today list"},
}

// namesKey matches sentences that name a key.
var namesKey = regexp.MustCompile(`\b(F\d+|Esc|Enter|Tab|PgUp|PgDn|Ctrl|Shift|arrows|Left and Right)\b|\b[Pp]ress \w\b|\b[a-z?]: `)

// On a touch screen, everything that can be touched on a page that is not a running game has the size of a finger, nothing overlaps, and no sentence names a key.
func TestFingersReachEverything(t *testing.T) {
	for _, page := range append(touchedPages, desktest.Visits...) {
		t.Run(page.Name, func(t *testing.T) {
			t.Parallel()
			d := begin(t, desktest.Visit{ID: page.ID, Programs: page.Programs}.Begin(t), usual)
			d.p.Desk.Fingers, d.p.Lays = true, true // as in a browser
			d.do(page.Script)
			over := d.p.Desk.Form.On || d.p.Desk.Pages.Covers()
			if d.p.Desk.Play != nil && !over {
				return
			}
			for _, at := range touchSizes {
				d.p.stage.asides = asides{}
				d.p.Leave()
				d.resize(at.w, at.h)
				for _, wrong := range d.fingerErrors(at) {
					t.Errorf("%s: %s", at, wrong)
				}
				for text := range strings.Lines(d.words()) {
					if namesKey.MatchString(text) {
						t.Errorf("%s: %q names a key", at, text)
					}
				}
			}
		})
	}
}

// keyInRules matches text of a README that names a key or a device for which there is none.
var keyInRules = regexp.MustCompile(namesKey.String() + "|\\b(keys?|[Cc]licks?|with the wheel)\\b|`[hyevcut(]`")

// On a touch screen, the help of a game names no key, neither in a game nor in the menu; with a keyboard it does.
func TestHelpNamesNoKeysToFingers(t *testing.T) {
	for i, id := range []string{"atom4", "ataxx", "atommaster"} {
		for from, script := range map[string]string{"a game": "?", "the menu": fmt.Sprintf("M %d ?", i+1)} {
			for _, fingers := range []bool{true, false} {
				d := begin(t, desktest.Visit{ID: id}.Begin(t), usual)
				d.p.Desk.Fingers = fingers
				d.do(script)
				named := 0
				for _, b := range desktest.On[*desk.Pager](d.p.Desk).Text {
					for _, text := range append(slices.Concat(b.Rows...), b.Text) {
						if keyInRules.MatchString(text) {
							if named++; fingers {
								t.Errorf("%s, help from %s: %q names a key", id, from, text)
							}
						}
					}
				}
				if !fingers && named < 10 {
					t.Errorf("%s, help from %s: only %d sentences name a key", id, from, named)
				}
			}
		}
	}
}

// A review has buttons that step back and forward in windows of all sizes, with and without fingers.
func TestAReviewStepsBackAndForward(t *testing.T) {
	for _, fingers := range []bool{false, true} {
		d := openNamed(t, "ataxx, review, a turn", usual)
		d.p.Desk.Fingers = fingers
		for _, at := range append(touchSizes, layoutSizes...) {
			d.resize(at.w, at.h)
			at0 := desktest.On[*desk.Review](d.p.Desk).At
			if !d.click(desk.ButtonSpot+"left") || desktest.On[*desk.Review](d.p.Desk).At != at0-1 {
				t.Errorf("%s: no button steps back", at)
			}
			if !d.click(desk.ButtonSpot+"right") || desktest.On[*desk.Review](d.p.Desk).At != at0 {
				t.Errorf("%s: no button steps forward", at)
			}
		}
	}
}

// A mouse or a finger that is dragged along the graph of a review shows the positions, and leaves the last one there.
func TestTheGraphIsDraggedAlong(t *testing.T) {
	for name, start := range map[string]func(p *Pages, x, y float64){"mouse": (*Pages).Press, "finger": (*Pages).Drag} {
		for _, at := range append(touchSizes, usual) {
			d := openNamed(t, "ataxx, review", at)
			d.p.Desk.Fingers = name == "finger"
			d.draw()
			s := d.p.page.slider
			y, shown := s.area.Y+s.area.H/2, func() int { return desktest.On[*desk.Review](d.p.Desk).At }
			for _, c := range []struct {
				what string
				do   event
				at   int
			}{
				{"at its beginning", func(p *Pages) { start(p, s.x, y) }, 0},
				{"to the middle", drawn(s.x+s.w/2, y), s.last / 2},
				{"above the graph", drawn(s.x+s.w, y-100), s.last},
				{"back", drawn(s.x+s.w/s.w, y), 0},
				{"to the third bar", drawn(s.x+2*s.w/float64(s.last), y), 2},
				{"let go", released(s.x+2*s.w/float64(s.last), y), 2},
				{"moved without a button", moved(s.x+s.w, y), 2},
			} {
				if d.send(c.do); shown() != c.at {
					t.Errorf("%s, %s, %s: point %d is shown, want %d", at, name, c.what, shown(), c.at)
				}
			}
		}
	}
	d := openNamed(t, "ataxx, middle", size{390, 844})
	d.p.Desk.Fingers = true
	ply := d.play().Now.Ply
	d.send(func(p *Pages) { p.Drag(200, 300) }, drawn(300, 300), released(300, 300))
	if d.play().Now.Ply != ply || d.p.sliding {
		t.Error("a page without a graph is dragged along")
	}
}

// A finger that slides over a list scrolls it from the first row on.
func TestAFingerScrollsLists(t *testing.T) {
	for _, c := range []struct {
		name, first string
		at          size
	}{
		{"ataxx, the lessons", "1 Extend", size{320, 568}},
		{"insights, the mistakes behind a line", "Back to all", size{844, 390}},
	} {
		d := openNamed(t, c.name, c.at)
		d.p.Desk.Fingers = true
		d.draw()
		r := d.p.page.wheels[desk.OverForm]
		before := d.words()
		x, y := r.X+r.W/2, r.Y+r.H-5
		d.send(func(p *Pages) { p.Drag(x, y) })
		for i := 1.0; i <= 4; i++ {
			d.send(drawn(x, y-30*i))
		}
		d.send(released(x, y-120))
		if after := d.words(); after == before || strings.Contains(before, c.first) == strings.Contains(after, c.first) {
			t.Errorf("%s: after two rows, the list shows\n%s", c.name, after)
		}
		d.send(func(p *Pages) { p.Drag(x, r.Y+5) }, drawn(x, r.Y+400), released(x, r.Y+400))
		if !strings.Contains(d.words(), c.first) {
			t.Errorf("%s: the list does not go back:\n%s", c.name, d.words())
		}
	}
}
