package compose

import (
	"math"
	"slices"
	"time"

	"attic/desk"
	"attic/draw/scene"
)

// The distances between neighbouring squares of a board, in points, that matter to a finger.
const (
	fineUnit   = 36 // below this, a tap first zooms the board
	coverUnit  = 64 // below this, a finger covers a square: a loupe shows it
	zoomedUnit = 48 // the least distance on a zoomed board
	loupeUnit  = 46 // the distance in the loupe
	loupeSize  = 4  // the greatest size of the part in the loupe with its frame, in squares
	loupeTitle = 24 // the height of the loupe's title
	loupeGap   = 34 // the gap between a finger and the loupe
	slip       = 20 // the greatest distance between two taps on the same place
)

// zoom is the spot around which the board is zoomed, in one position, and the tap that zoomed it.
type zoom struct {
	spot string
	of   *desk.Play
	ply  int
	when time.Time
	at   point
}

// zoomed returns the spot around which the board is zoomed, and whether it is. A move shows the whole board again, but not in the board editor.
func (c *stage) zoomed() (scene.Spot, bool) {
	if p := c.desk.Play; p == nil || c.zoom.of != p || c.zoom.ply != p.Now.Ply && !p.Now.Edits {
		return scene.Spot{}, false
	}
	return c.sceneNow().Spot(c.zoom.spot)
}

// close shows the whole board again, and reports whether it was zoomed.
func (c *stage) close() bool {
	_, was := c.zoomed()
	c.zoom = zoom{}
	return was
}

// closeUp returns the part of the board around a spot with its marks; with the frame, it is up to w by h squares large.
func (c gamePage) closeUp(around scene.Spot, w, h float64) scene.Scene {
	sc := c.stage.shown()
	var board scene.Rectangle
	for _, s := range sc.Spots {
		board = board.Union(s.Area)
	}
	w, h = w-(sc.View.W-board.W), h-(sc.View.H-board.H) // without the frame
	x, y := around.Middle()
	part := scene.Rectangle{X: max(board.X, min(x-w/2, board.X+board.W-w)), Y: max(board.Y, min(y-h/2, board.Y+board.H-h)), W: w, H: h}
	var spots []string
	for _, s := range sc.Spots {
		if s.Area.Within(part) {
			spots = append(spots, s.Name)
		}
	}
	sc.Shapes = slices.Clip(sc.Shapes)
	sc.Add(c.marks(sc)...)
	sc.Add(c.sketch.drawn(sc, c.over, desk.Drawn(c.desk.Play))...)
	return sc.Part(spots...)
}

// composeLoupe draws the spot under a finger that rests on the board, enlarged and above the finger.
func (c gamePage) composeLoupe() {
	spot, ok := c.stage.sceneNow().Spot(c.over)
	if !ok || !c.aims || c.unit >= coverUnit {
		return
	}
	const pad = 4
	part := c.closeUp(spot, loupeSize, loupeSize)
	r := scene.Rectangle{W: part.View.W*loupeUnit + 2*pad, H: part.View.H*loupeUnit + 2*pad + loupeTitle}
	r.X, r.Y = c.mouse.x-r.W/2, c.mouse.y-loupeGap-r.H
	if r.Y < 0 { // beside the finger
		r.Y, r.X = 0, c.mouse.x+loupeGap
		if c.mouse.x > c.w/2 {
			r.X = c.mouse.x - loupeGap - r.W
		}
	}
	r.X = max(0, min(r.X, c.w-r.W))
	c.card(r)
	c.edge(r, 12, 2, scene.Accent)
	title := cutTop(&r, loupeTitle, 0)
	room := title.W - 2*buttonPad
	c.centre(title.X+title.W/2, title.Y+title.H/2+2, room, fitting(spot.Label, textSize, room), true, spot.Label, scene.Text)
	c.picture(c.desk.Play.Info.Name, part, scene.Rectangle{X: r.X + pad, Y: r.Y + pad, W: r.W - 2*pad, H: r.H - 2*pad}, "loupe ")
}

// near returns the spot of the board that a finger at x, y means if it is between spots, or "".
func near(p *Pages, x, y float64) (spot string) {
	least := 0.75 * p.page.unit
	for _, s := range p.page.scene.Spots {
		mx, my := s.Middle()
		if far := math.Hypot(mx-x, my-y); far < least {
			if _, ok := p.stage.sceneNow().Spot(s.Name); ok {
				spot, least = s.Name, far
			}
		}
	}
	return spot
}

// Tap handles a short touch at x, y; see [desk.Desk.Tap]. Where the board is too fine for fingers, the first tap zooms it. A tap beside a zoomed board
// shows the whole board again.
func (p *Pages) Tap(x, y float64) {
	if p.aims { // Release touches the spot
		return
	}
	p.point(x, y)
	fine := aimed(p) && p.page.unit < fineUnit
	does := func(spot string) { p.Desk.Tap(spot, fine) }
	switch z, _ := p.stage.zoomed(); {
	case fine:
		p.stage.zoom = zoom{p.over, p.Desk.Play, p.Desk.Play.Now.Ply, p.Now(), p.mouse}
	case z.Name != "" && p.Now().Sub(p.stage.zoom.when) < twice && math.Hypot(x-p.stage.zoom.at.x, y-p.stage.zoom.at.y) < slip: // the spot under the finger has moved away
		does = func(string) { p.Desk.Tap(z.Name, false) }
	case p.over == "":
		p.stage.close()
	}
	p.press(x, y, does)
}

// Hold handles a finger that rests at x, y. On the board it aims: a loupe shows the spot under the finger, and lifting the finger touches the spot.
func (p *Pages) Hold(x, y float64) {
	p.Skip()
	p.moved(x, y)
	p.aims = aimed(p)
	aim(p)
}

// aimed reports whether the spot under the finger is on a board that nothing lies over.
func aimed(p *Pages) bool { return p.spotOfBoard() != "" && !desk.Covered(p.Desk) }

// aim shows what the finger that rests on the board would do.
func aim(p *Pages) {
	switch {
	case !p.aims:
	case aimed(p):
		desk.Aim(p.Desk, p.over)
	default:
		p.Desk.Leave()
	}
}

// Back handles the button of a browser or a phone that goes back: first from a zoomed board to the whole board; see [desk.Back].
func (p *Pages) Back() {
	p.Skip()
	if !p.stage.close() {
		desk.Back(p.Desk)
	}
}
