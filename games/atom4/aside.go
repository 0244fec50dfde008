package atom4

import (
	"fmt"
	"math"

	"attic/draw/scene"
	"attic/games/atom4/rules"
)

// Heights of the parts beside the board, in points. If there is room, the next colours and the needs follow.
const (
	asideRow   = 40  // the height of the row
	asideWheel = 150 // the least height with a wheel
	wheelSize  = 184 // the size of the wheel; smaller if there is less room
	nextSize   = 28
	goalSize   = 28 // the height for each player
	goalsSize  = 2*goalSize + 8
)

// Aside shows the colours in the order they are played: as a wheel, or as a row if there is less room.
func (v view) Aside(w, h float64) scene.Scene {
	if h < asideRow {
		return scene.Scene{}
	}
	var sc scene.Scene
	y := 0.
	if h < asideWheel {
		v.rowOfColours(&sc, w)
		y = asideRow
	} else {
		y = min(h, wheelSize)
		v.wheelOfColours(&sc, w/2, y/2, y/wheelSize)
	}
	if h >= y+nextSize {
		if turn := v.pos.Turn(); !v.pos.Over() {
			sc.Add(scene.Word(w/2, y+nextSize/2, 13, fmt.Sprintf("next: %s, then %s", turn.Next(), turn.Next().Next()), scene.Centre, scene.Muted))
		}
		y += nextSize
	}
	if h >= y+goalsSize {
		for i, p := range [...]rules.Player{rules.Player1, rules.Player2} {
			v.goal(&sc, w/2, y+8+goalSize*(float64(i)+0.5), p)
		}
		y += goalsSize
	}
	sc.View = scene.Rectangle{W: w, H: y}
	return sc
}

// wheelOfColours draws the colours in a ring, clockwise, around the number of the player who is to move.
func (v view) wheelOfColours(sc *scene.Scene, x, y, scale float64) {
	const ring = 64
	sc.Add(scene.Ring(x, y, ring*scale, 1.5*scale, scene.Line))
	place := func(i int) (px, py float64) {
		sin, cos := math.Sincos((float64(i) - 2) * math.Pi / 3)
		return x + ring*scale*cos, y + ring*scale*sin
	}
	v.inOrder(sc, place, 18*scale, 23*scale)
	if !v.pos.Over() {
		v.player(sc, x, y, 25*scale)
	}
}

func (v view) rowOfColours(sc *scene.Scene, w float64) {
	step := min(w/7.4, 38)
	place := func(i int) (x, y float64) { return w/2 + step*(float64(i)-2), asideRow / 2 }
	v.inOrder(sc, place, 0.38*step, 0.42*step)
	if !v.pos.Over() {
		x, y := place(-1)
		v.player(sc, x, y, 0.38*step)
	}
}

// inOrder draws the colours as balls of radius r. The current colour has a ring and the radius current.
func (v view) inOrder(sc *scene.Scene, place func(i int) (x, y float64), r, current float64) {
	turn := v.pos.Turn()
	for i, c := range order {
		x, y := place(i)
		now, step := c == turn && !v.pos.Over(), 0
		if v.moved() && (now || c == v.placed) {
			step = 1
		}
		if now {
			sc.Add(ball(x, y, current, c, "wheel "+c.String(), step)...)
			ring := scene.Ring(x, y, current*1.15, current*0.1, scene.Accent)
			ring.Key, ring.Step = "wheel now", step
			sc.Add(ring)
			continue
		}
		sc.Add(ball(x, y, r, c, "wheel "+c.String(), step)...)
	}
}

func (v view) player(sc *scene.Scene, x, y, r float64) {
	disc := scene.Disc(x, y, r, scene.Text)
	disc.Key = "player"
	number := scene.Word(x, y, 1.1*r, fmt.Sprint(int(v.pos.Player())+1), scene.Centre, scene.On(scene.Text))
	number.Bold, number.Key = true, "player number"
	if v.moved() {
		number.Step = 1
	}
	sc.Add(disc, number)
}

func (v view) goal(sc *scene.Scene, x, y float64, p rules.Player) {
	const r, next, arrow = 9, 21, 16
	x -= (4.*arrow + 6*next) / 2
	colour := scene.Muted
	if p == v.pos.Player() && !v.pos.Over() {
		colour = scene.Text
	}
	number := scene.Word(x, y, 15, fmt.Sprint(int(p)+1), scene.Centre, colour)
	number.Bold = true
	sc.Add(number)
	x += 1.5 * arrow
	for _, c := range order {
		if c.Owner() == p {
			sc.Add(ball(x, y, r, c, "", 0)...)
			x += next
		}
	}
	tip := x + arrow/2
	sc.Add(
		scene.Stroke(x-4, y, tip, y, 1.5, colour),
		scene.Stroke(tip-4, y-4, tip, y, 1.5, colour),
		scene.Stroke(tip-4, y+4, tip, y, 1.5, colour),
	)
	x += 1.5*arrow + 1
	band := scene.Stroke(x, y, x+3*next, y, 2*r+4, scene.Last)
	band.Fade = 0.5
	sc.Add(band)
	for i := range 4 {
		sc.Add(ball(x+float64(i)*next, y, r, p.Goal(), "", 0)...)
	}
}
