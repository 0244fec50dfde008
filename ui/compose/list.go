package compose

import (
	"attic/desk"
	"attic/draw/scene"
	"attic/game"
)

// endless is the height at which a list beside the board has all its rows.
const endless = 1e5

// beside returns the game's aside for an area of this width and height. If the aside is a longer list, it returns the
// part to which the user has scrolled.
func (c gamePage) beside(width, height float64) scene.Scene {
	p := c.desk.Play
	aside := c.stage.aside(width, height)
	if len(aside.Spots) == 0 {
		p.List.Fit(0, 0)
		return aside
	}
	whole := c.stage.aside(width, endless)
	first := whole.Spots[0].Area
	room := int((height - first.Y) / first.H)
	top := p.List.Fit(len(whole.Spots), room)
	if len(whole.Spots) <= room {
		return whole
	}
	part := scene.Scene{View: scene.Rectangle{W: whole.View.W, H: first.Y + float64(room)*first.H}}
	seen := scene.Rectangle{Y: first.Y + float64(top)*first.H, W: width, H: float64(room) * first.H}
	for _, sh := range whole.Shapes {
		if sh.Y < first.Y {
			part.Add(sh)
		} else if sh.Y >= seen.Y && sh.Y < seen.Y+seen.H {
			part.Add(sh.Moved(0, first.Y-seen.Y, 1, ""))
		}
	}
	for _, spot := range whole.Spots[top : top+room] {
		spot.Area.Y += first.Y - seen.Y
		part.Spots = append(part.Spots, spot)
	}
	return part
}

// asides caches the game's asides of a position by width and height.
type asides struct {
	of      *desk.Play
	changes int
	made    map[[2]float64]scene.Scene
}

// aside returns the game's aside of this width and height. The caller must not change it.
func (c *stage) aside(width, height float64) scene.Scene {
	p, a := c.desk.Play, &c.asides
	const most = 8 // a window that is being resized asks for many
	if a.of != p || a.changes != p.Changes || len(a.made) == most {
		*a = asides{p, p.Changes, map[[2]float64]scene.Scene{}}
	}
	at := [2]float64{width, height}
	made, ok := a.made[at]
	if !ok {
		made = p.Now.View.Aside(width, height)
		a.made[at] = made
	}
	return made
}

func (c *stage) strip(width float64) scene.Scene {
	return c.aside(max(width, 200), stripOf(c.desk.Play.Info))
}

// stripOf returns the height of a game's device in a row.
func stripOf(info game.Info) float64 {
	if info.Flanked { // the players show the numbers
		return 12
	}
	return 40
}

// The width of the scroll bar beside a list, and how far from the bar a click still counts.
const (
	barWidth = 6
	grip     = 9
)

// drawBeside draws the result of beside at x, y, with the cursor. A list that scrolls has a scroll bar on its right; a click on
// half of the bar scrolls by a page.
func (c gamePage) drawBeside(aside scene.Scene, x, y, scale float64) {
	c.scene.Draw(aside, x, y, scale, "aside ")
	if len(aside.Spots) == 0 {
		return
	}
	_, at := c.desk.Play.Cursor.Pointed()
	for _, spot := range aside.Spots {
		if a := spot.Area; spot.Name == at {
			c.edge(scene.Rectangle{X: x + a.X*scale - 6, Y: y + a.Y*scale, W: a.W*scale + 12, H: a.H * scale}, 6, 1.5, scene.Accent)
		}
	}
	first := aside.Spots[0].Area
	bar := scene.Rectangle{X: x + aside.View.W*scale + 1, Y: y + first.Y*scale, W: barWidth, H: float64(len(aside.Spots)) * first.H * scale}
	c.wheels[desk.OverBeside] = scene.Rectangle{X: x, Y: y, W: aside.View.W*scale + 1 + barWidth, H: first.Y*scale + bar.H}
	above, below := c.desk.Play.List.More()
	if !above && !below {
		return
	}
	scrollBar(c.page, bar, scene.Line, &c.desk.Play.List)
	for i, half := range []struct {
		key, label string
		more       bool
	}{{"(", "scroll the list up", above}, {")", "scroll the list down", below}} {
		spot, r := desk.ButtonSpot+half.key, scene.Rectangle{X: bar.X - grip, Y: bar.Y + float64(i)*bar.H/2, W: bar.W + 2*grip, H: bar.H / 2}
		c.off[spot] = !half.more
		c.spot(spot, half.label, r)
		c.focusable(spot, r)
	}
}
