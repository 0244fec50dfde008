package compose

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"

	"attic/desk"
	"attic/dev/desktest"
	"attic/draw/paint"
	"attic/draw/scene"
)

var layoutSizes = []size{
	{320, 400},
	{360, 640},
	{400, 700},
	{495, 602},
	{500, 1400},
	{639, 480},
	{640, 480},
	{640, 700},
	{800, 600},
	{1024, 768},
	{1200, 800},
	{1280, 500},
	{1920, 1080},
	{2560, 700},
	{3840, 2160},
}

// lowSizes are windows in which little has room, so the gaps between cards vary.
var lowSizes = []size{{671, 634}, {873, 400}, {925, 404}, {965, 441}}

// gallerySizes are the sizes of the pages in the gallery.
var gallerySizes = []size{{320, 480}, {400, 800}, {640, 480}, usual, {1920, 1080}, {2560, 1440}, {3840, 2160}}

// On every page, in windows of all sizes, the blocks of the page are shown, nothing overlaps and everything is inside the window. "make gallery" shows the pages.
func TestLayout(t *testing.T) {
	font := base64.StdEncoding.EncodeToString
	inside, err := sfnt.Parse(goregular.TTF)
	must(t, err)
	gallery := desktest.NewGallery(t, "window", "@font-face { font-family: Go; src: url(data:font/ttf;base64,"+font(goregular.TTF)+") }\n"+
		"@font-face { font-family: Go; font-weight: bold; src: url(data:font/ttf;base64,"+font(gobold.TTF)+") }")
	for _, page := range desktest.Visits {
		t.Run(page.Name, func(t *testing.T) {
			t.Parallel()
			d := open(t, page.ID, page.Programs, page.Script, usual)
			for _, at := range slices.Concat(layoutSizes, lowSizes) {
				d.p.stage.asides = asides{}
				d.p.page = d.p.compose(at.w, at.h)
				wrong := d.layoutErrors(at)
				if !slices.Contains(lowSizes, at) {
					wrong = append(wrong, d.marginErrors(at)...)
				}
				for _, wrong := range wrong {
					t.Errorf("%s: %s", at, wrong)
				}
				for r := range strings.SplitSeq(d.words(), "") { // a browser would take a missing letter from another font
					if i, err := inside.GlyphIndex(nil, []rune(r)[0]); r != "\n" && (err != nil || i == 0) {
						t.Errorf("%s: the font has no %q", at, r)
					}
				}
				if missing := desktest.Missing(d.p.Desk, d.words()); len(missing) > 0 {
					t.Errorf("%s: the page lacks %q", at, missing)
				}
			}
			for _, at := range gallerySizes {
				if !gallery.Wants(page) {
					break
				}
				large := Magnified(at.w, at.h)
				gallery.Hang(page, at.String(), func(l desktest.Look, asPNG bool) []byte {
					d.p.Desk.Settings.Board = l.Board
					shown := d.p.compose(at.w/large, at.h/large).scene
					if !asPNG {
						return []byte(shown.SVG(at.w, l.Theme.RGB))
					}
					var out bytes.Buffer
					must(t, png.Encode(&out, paint.Image(shown, l.Theme, int(at.w), int(at.h))))
					return out.Bytes()
				})
			}
		})
	}
}

// layoutErrors returns the errors in the layout of the current page.
func (d driver) layoutErrors(at size) (wrong []string) {
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	s := d.p.page.scene
	cards, texts := cardsOf(s), textsOf(s)
	for i, card := range cards {
		if !card.Within(s.View) {
			say("the card %v is not inside", card)
		}
		for _, other := range cards[:i] {
			if overlap(card, other) && !card.Within(other) { // a card may lie inside another card, such as a button in a form
				say("the cards %v and %v overlap", other, card)
			}
		}
	}
	pressed := map[string]string{}
	for spot, button := range d.buttons() {
		key := strings.TrimPrefix(strings.TrimPrefix(spot, desk.ButtonSpot), desk.OfferKey)
		if other, ok := pressed[key]; ok {
			say("%s and %s are the same button", other, spot)
		}
		pressed[key] = spot
		for _, text := range texts {
			const pad = 3
			inside := scene.Rectangle{X: button.X + pad, Y: button.Y, W: button.W - 2*pad, H: button.H}
			if !strings.HasPrefix(spot, desk.PickSpot) && overlap(text.area, button) && !text.area.Within(inside) && len([]rune(text.text)) > 1 {
				say("the text %q is less than %d points from the edge of the button %s", text.text, pad, spot)
			}
		}
	}
	games := map[string]bool{} // the scaled texts: those of boards and of the devices beside them
	var drawn []scene.Scene
	for _, made := range d.p.stage.asides.made {
		drawn = append(drawn, made)
	}
	for _, made := range d.p.samples {
		drawn = append(drawn, made.small)
	}
	if d.p.Desk.Play != nil {
		drawn = append(drawn, d.p.stage.sceneNow())
	}
	for _, made := range drawn {
		for _, sh := range made.Shapes {
			games[sh.Text] = true
		}
	}
	for _, sh := range s.Shapes {
		scale := []float64{leastLabel, labelSize, textSize, nameSize, titleSize, displaySize}
		if sh.Kind == scene.Letters && len([]rune(sh.Text)) > 3 && !games[sh.Text] && !slices.Contains(scale, sh.H) {
			say("the text %q has the size %g, which is none of %v", sh.Text, sh.H, scale)
		}
	}
	for _, text := range texts { // sentences end with a word
		start := strings.TrimSuffix(text.text, ellipsis)
		if at := strings.Index(d.p.Desk.Cut, start); start != text.text && strings.Contains(start, " ") && at >= 0 && strings.LastIndexByte(start, ' ') >= len(start)/2 {
			if next := d.p.Desk.Cut[at+len(start)]; strings.ContainsRune(" ,;:.\n", rune(next)) {
				continue
			}
			say("the text %q is cut within a word of %q", text.text, d.p.Desk.Cut)
		}
	}
	for _, text := range texts {
		if strings.HasSuffix(text.text, "…") && !d.toldInFull(text) {
			say("the text %q is cut off, and nothing shows all of it", text.text)
		}
	}
	var places, others []scene.Spot // the spots of the board and all others
	board := d.boardSpots()
	for _, spot := range s.Spots {
		if !spot.Area.Within(s.View) && !(board[spot.Name] && s.View.Contains(spot.Middle())) {
			say("%s, %v, is not inside", spot.Name, spot.Area)
		}
		if got := s.At(spot.Middle()); got != spot.Name {
			say("the middle of %s is covered by %s", spot.Name, got)
		}
		if board[spot.Name] {
			for _, other := range places {
				if at.w >= 400 && at.h >= 700 && far(spot, other) < 20 && d.p.Desk.Pages.Drawer() == nil && !d.p.Desk.Form.On { // an open drawer or form has priority
					say("the distance from %s to %s is %.1f", other.Name, spot.Name, far(spot, other))
				}
			}
			places = append(places, spot)
			for _, card := range cards {
				if card.Contains(spot.Middle()) && !d.listed(spot.Name) {
					say("the spot %s is covered by the card %v", spot.Name, card)
				}
			}
			continue
		}
		for _, other := range others {
			if overlap(spot.Area, other.Area) {
				say("%s and %s overlap", other.Name, spot.Name)
			}
		}
		others = append(others, spot)
	}
	for i, text := range texts {
		if !text.area.Within(s.View) {
			say("the text %q is not inside", text.text)
		}
		for _, card := range cards {
			if overlap(text.area, card) && !text.area.Within(card) {
				say("the text %q is partly on the card %v", text.text, card)
			}
		}
		for _, other := range texts[:i] {
			if overlap(text.area, other.area) {
				say("the texts %q and %q overlap", other.text, text.text)
			}
		}
	}
	return wrong
}

// marginErrors returns the places where the current page does not keep the margin of all pages or a gap between cards and buttons, and the texts that touch the
// edge of a card.
func (d driver) marginErrors(at size) (wrong []string) {
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	s := d.p.page.scene
	cards, texts := cardsOf(s), textsOf(s)
	left, right := at.w, 0.0
	for _, card := range cards {
		left, right = min(left, card.X), max(right, card.X+card.W)
	}
	for _, text := range texts {
		left, right = min(left, text.area.X), max(right, text.area.X+text.area.W)
	}
	const tiny = 1e-6
	switch m := marginOf(&d.p.page); {
	case at.w <= 1920 && math.Abs(left-m) > tiny:
		say("the page begins at %g, not at %g", left, m)
	case right > at.w-m+tiny || left < m-tiny:
		say("the page is from %g to %g, the margin is %g", left, right, m)
	}
	between := func(a, b scene.Rectangle) bool { // whether another card, or the bar that compares the players, is between two cards
		both := a.Union(b)
		return slices.ContainsFunc(cards, func(c scene.Rectangle) bool {
			return c != a && c != b && overlap(c, both) && !a.Within(c) && !b.Within(c)
		}) || slices.ContainsFunc(s.Shapes, func(sh scene.Shape) bool {
			c := area(sh)
			return sh.Kind == scene.Rect && c.Y >= min(a.Y+a.H, b.Y+b.H) && c.Y+c.H <= max(a.Y, b.Y) && overlap(c, both)
		})
	}
	for i, a := range cards {
		for _, b := range cards[:i] {
			across := max(a.X-b.X-b.W, b.X-a.X-a.W)
			down := max(a.Y-b.Y-b.H, b.Y-a.Y-a.H)
			gap := max(across, down)
			if across < -tiny == (down < -tiny) || gap > margin || between(a, b) {
				continue
			}
			if gaps := []float64{slimGap, buttonGap, cardGap, middleMargin, margin}; !slices.ContainsFunc(gaps, func(g float64) bool { return math.Abs(g-gap) < tiny }) {
				say("the gap between the cards %v and %v is %.2f, none of %v", b, a, gap, gaps)
			}
		}
	}
	for _, text := range texts {
		for _, card := range cards {
			inside := min(text.area.X-card.X, card.X+card.W-text.area.X-text.area.W)
			if overlap(text.area, card) && inside < leastPad-tiny && len([]rune(text.text)) > 1 {
				say("the text %q is %.2f from the edge of the card %v", text.text, inside, card)
			}
		}
	}
	return wrong
}

// toldInFull reports whether a person can read all of a text that is cut off: with F2, in the label of its spot, or by moving the caret.
func (d driver) toldInFull(text written) bool {
	start := strings.TrimSuffix(text.text, "…")
	if strings.Contains(d.p.Desk.Cut, start) || d.p.Desk.Typing() || desktest.On[*desk.Review](d.p.Desk) != nil {
		return true
	}
	if p := d.p.Desk.Play; p != nil {
		for seat := range p.Info.Seats { // sentences have the full names of players
			if strings.HasPrefix(desk.Who(p.Person.Game(), p.Now, seat), start) {
				return true
			}
		}
	}
	for _, spot := range d.p.page.scene.Spots {
		if overlap(spot.Area, text.area) && strings.Contains(strings.ToLower(spot.Label), strings.ToLower(start)) {
			return true
		}
	}
	return false
}

// far returns the distance between the middles of two spots.
func far(a, b scene.Spot) float64 {
	x, y := a.Middle()
	ox, oy := b.Middle()
	return math.Hypot(x-ox, y-oy)
}

// listed reports whether a spot of the board is also in the list beside the board.
func (d driver) listed(spot string) bool {
	return d.p.Desk.Play != nil && slices.Contains(desk.Listed(d.play().Now.View), spot)
}

// boardSpots returns the names of the spots of the board shown.
func (d driver) boardSpots() map[string]bool {
	spots := map[string]bool{}
	if d.p.Desk.Play != nil && !d.p.Desk.Pages.Covers() {
		for _, spot := range d.p.stage.sceneNow().Spots {
			spots[spot.Name] = true
		}
	}
	return spots
}

// overlap reports whether two areas share more than an edge.
func overlap(a, b scene.Rectangle) bool {
	const tiny = 1e-6
	return a.X < b.X+b.W-tiny && b.X < a.X+a.W-tiny && a.Y < b.Y+b.H-tiny && b.Y < a.Y+a.H-tiny
}

// area returns the area that a shape covers, without its stroke.
func area(sh scene.Shape) scene.Rectangle {
	switch sh.Kind {
	case scene.Letters:
		w := scene.TextWidth(sh.Text, sh.H, sh.Bold)
		x := sh.X
		switch sh.Align {
		case scene.Centre:
			x -= w / 2
		case scene.Right:
			x -= w
		}
		return scene.Rectangle{X: x, Y: sh.Y - 0.36*sh.H, W: w, H: 0.72 * sh.H} // the height of capitals
	case scene.Segment:
		return scene.Rectangle{X: min(sh.X, sh.X+sh.W), Y: min(sh.Y, sh.Y+sh.H), W: max(sh.W, -sh.W), H: max(sh.H, -sh.H)}
	case scene.Path:
		return scene.Rectangle{X: sh.X - sh.W, Y: sh.Y - sh.H, W: 2 * sh.W, H: 2 * sh.H}
	}
	return scene.Rectangle{X: sh.X - sh.W/2, Y: sh.Y - sh.H/2, W: sh.W, H: sh.H}
}

// cardsOf returns the areas of cards and buttons.
func cardsOf(s scene.Scene) (list []scene.Rectangle) {
	for _, sh := range s.Shapes {
		if sh.Kind == scene.Rect && sh.Width >= 1 && (sh.R == 8 || sh.R == 12) && (sh.Fill == scene.Panel || sh.Fill == scene.Raised || sh.Fill == scene.Accent && sh.Stroke == sh.Fill) {
			list = append(list, area(sh))
		}
	}
	return list
}

// written is a text of a page.
type written struct {
	text string
	y    float64
	area scene.Rectangle
}

// textsOf returns the visible texts: those whose middle is not covered by a later shape.
func textsOf(s scene.Scene) (list []written) {
	for i, sh := range s.Shapes {
		if sh.Kind != scene.Letters || strings.TrimSpace(sh.Text) == "" || strings.HasPrefix(sh.Key, "dragged ") { // a piece being dragged covers what is below
			continue
		}
		text := written{sh.Text, sh.Y, area(sh)}
		covered := slices.ContainsFunc(s.Shapes[i+1:], func(over scene.Shape) bool {
			return (over.Kind == scene.Rect || over.Kind == scene.Circle) && over.Fill != scene.None && over.Fade < 0.5 &&
				area(over).Contains(text.area.X+text.area.W/2, text.y)
		})
		if !covered {
			list = append(list, text)
		}
	}
	return list
}

// The parts of the panel stay in place while the mouse moves and while the game continues.
func TestThePanelStaysWhereItIs(t *testing.T) {
	for _, c := range []struct{ what, id, programs, script string }{
		{"the mouse moves in Atom-4", "atom4", "", "point i10\npoint g8\npoint key:h\npoint j7\npoint key:,"},
		{"the mouse moves in Ataxx", "ataxx", "", "point a7\npoint d4\npoint key:n\npoint g1"},
		{"the mouse moves in Atommaster", "atommaster#17", "", "point a1\npoint port3\npoint key:u"},
		{"moves in Atom-4", "atom4", "", ":i10\n:h10\n:h11\nu"},
		{"moves in Ataxx", "ataxx", "", ":start\n:a7-b6\n:g7-f6\nu"},
		{"beams in Atommaster", "atommaster#17", "", ":fire 1\n:fire 2\n:fire 17\nu"},
		{"looking back", "atom4", "", ":i10\n:h10\n[\n["},
		{"the computer thinks", "atom4", "2", "up\n:i10\nthinks 3 h10\nu"},
		{"the computer thinks in Ataxx", "ataxx", "2", ":start\n:a7-b6\nthinks 3 g7-f6\nu"},
	} {
		for _, at := range []size{usual, {800, 600}, {400, 700}} {
			t.Run(c.what+", "+at.String(), func(t *testing.T) {
				d := open(t, c.id, c.programs, "", at)
				var before map[string]scene.Rectangle
				for line := range strings.Lines(c.script) {
					d.do(line)
					now := d.buttons()
					for spot, area := range before {
						if at, ok := now[spot]; ok && at != area {
							t.Errorf("after %q %s is at %v, and was at %v", strings.TrimSpace(line), spot, at, area)
						}
					}
					before = now
				}
			})
		}
	}
}

// buttons returns the areas of the buttons by their spots.
func (d driver) buttons() map[string]scene.Rectangle {
	list := map[string]scene.Rectangle{}
	for _, spot := range d.p.page.scene.Spots {
		if strings.HasPrefix(spot.Name, desk.ButtonSpot) && !strings.HasPrefix(spot.Name, desk.StepSpot) {
			list[spot.Name] = spot.Area
		}
	}
	return list
}

// Whoever wins, the frame of the winner does not touch the descriptions of the players, and "you" is never cut off.
func TestTheFrameOfTheWinner(t *testing.T) {
	const apart, capital, descender = 4, 0.36, 0.21 // the least distance between letters and the middle of the frame's line, which is 3 wide; heights as fractions of the letters' size
	for _, c := range []struct{ id, programs, script string }{
		{"atom4", "", ":i10;h10;h11;g11;g9;i8;g10;i11;h8;opponent ai"},
		{"atom4", "", ":i10;h10;h11;g11;g9;i8;g10;i11;h8;opponent ai;side 2"},
		{"ataxx", "2", ":fen xxxxxxx/xxxxxxx/xxxxxxx/xxx-xxx/ooooxxx/ooooxxx/oooooo1 x;start;g1"},
		{"ataxx", "2", ":fen ooooooo/ooooooo/ooooooo/ooo-ooo/xxxxooo/xxxxooo/xxxxxx1 x;start;g1"},
		{"atommaster#17", "2", ":fire 1;resign"},
	} {
		for _, at := range layoutSizes {
			d := open(t, c.id, c.programs, c.script, at)
			frames := 0
			for _, frame := range d.p.page.scene.Shapes {
				if frame.Stroke != scene.Last || frame.Kind != scene.Rect || frame.Fill != scene.None || frame.W > at.w/2+40 {
					continue
				}
				frames++
				for _, sh := range d.p.page.scene.Shapes {
					if sh.Kind != scene.Letters || !strings.HasPrefix(sh.Text, "y") {
						continue
					}
					if strings.HasPrefix("you", strings.TrimSuffix(sh.Text, "…")) && sh.Text != "you" {
						t.Errorf("%s, %s: %q is shown", c.id, at, sh.Text)
					}
					wide := scene.TextWidth(sh.Text, sh.H, sh.Bold)
					left := sh.X
					switch sh.Align {
					case scene.Centre:
						left -= wide / 2
					case scene.Right:
						left -= wide
					}
					above, below := frame.Y-frame.H/2, frame.Y+frame.H/2
					across := left < frame.X+frame.W/2 && left+wide > frame.X-frame.W/2
					for _, line := range []float64{above, below} {
						if across && line > sh.Y-capital*sh.H-apart && line < sh.Y+(capital+descender)*sh.H+apart {
							t.Errorf("%s, %s: %q at %g is on the frame at %g", c.id, at, sh.Text, sh.Y, line)
						}
					}
				}
			}
			if frames == 0 && at.h >= 480 {
				t.Errorf("%s, %s: no frame", c.id, at)
			}
		}
	}
}
