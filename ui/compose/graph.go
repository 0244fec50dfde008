package compose

import (
	"fmt"

	"attic/desk"
	"attic/draw/scene"
)

// chartHeight is the height of a graph that shares a column with text, in points.
const chartHeight = 96

// graphPlace takes the room of a graph: above the text or, where there is more room, below the board. Without room for both it is empty.
func graphPlace(p *page, at *pagePlace) scene.Rectangle {
	r := scene.Rectangle{X: at.body.X, Y: at.body.Y, W: at.body.W, H: chartHeight}
	wide := p.w - 2*at.below.X
	low := at.kept && at.below.H > 2*buttonGap+leastChart && wide > at.body.W
	if low { // over the whole width
		r = scene.Rectangle{X: at.below.X, Y: at.below.Y, W: wide, H: at.below.H - buttonGap}
	}
	switch {
	case at.body.H < leastReading+r.H:
		return scene.Rectangle{}
	case low:
		at.body.H = min(at.body.H, r.Y-buttonGap-at.body.Y)
	default:
		at.body.Y, at.body.H = at.body.Y+r.H+buttonGap, at.body.H-r.H-buttonGap
	}
	return r
}

// composeGraph draws a graph: a bar for each move, above or below the middle or both, and under it its name or number, if it has one and there is room.
// The moves that lost the most are marked. A click on a bar shows its position.
func composeGraph(p *page, r scene.Rectangle, g desk.Graph) {
	const pad, head, foot, each = 12.0, 22.0, 16.0, 16.0
	if r.H == 0 {
		return
	}
	p.card(r)
	y0, high := r.Y+6, r.H-8-foot
	if g.Said != "" && high >= 2*head+leastChart/2 {
		says := shortened(g.Said, leastLabel, r.W-2*pad)
		p.word(r.X+pad, y0+head/2, r.W-2*pad, fitting(says, labelSize, r.W-2*pad), says, scene.Text)
		y0, high = y0+head, high-head
	}
	middle, half, x0 := y0+high/2, high/2, r.X+pad
	if names := 14 + max(scene.TextWidth(g.Names[0], labelSize, false), scene.TextWidth(g.Names[1], labelSize, false)); names+12 <= r.W/4 {
		for i, ink := range g.Inks {
			y := middle + max(9, half/2)*float64(2*i-1)
			p.add(rimmed(scene.Disc(x0+4, y, 4, ink)))
			p.word(x0+14, y, names, labelSize, g.Names[i], scene.Muted)
		}
		x0 += names + 12
	}
	width := r.X + r.W - pad - x0
	step := width / float64(len(g.Bars))
	labels, named := 0, true // how many bars have a name, and whether the names have room
	for _, b := range g.Bars {
		if b.Text != "" {
			labels++
			named = named && scene.TextWidth(b.Text, leastLabel, true) <= step-4
		}
	}
	free, number := x0-each, 0
	for i, b := range g.Bars {
		x := x0 + step*float64(i)
		column := scene.Rectangle{X: x, Y: y0, W: step, H: high}
		if p.over == b.Spot && b.Spot != "" || b.Here {
			p.add(scene.Box(column.X, column.Y, column.W, column.H, min(4, step/2), scene.Raised))
		}
		bar := max(step-4, step*0.8)
		for i, h := range []float64{half * b.Up, half * b.Down} {
			if h >= 0.5 {
				p.add(rimmed(scene.Box(x+(step-bar)/2, middle-h*float64(1-i), bar, h, min(2, bar/4), g.Inks[i])))
			}
		}
		if b.Here && step < 2*each {
			p.add(scene.Stroke(x+step/2, y0-2, x+step/2, y0+high+2, 2, scene.Text))
		}
		if b.Text != "" {
			number++
			label, wide := b.Text, step
			if !named {
				label, wide = fmt.Sprint(number), max(step, each)
			}
			ink := scene.Muted
			if b.Bad {
				ink = scene.Bad
			}
			if b.Bad || wide == step { // beside each other, and below their bars as far as possible
				at := min(max(x+step/2, free+(wide+each)/2), x0+width-wide/2-float64(labels-number)*each)
				if wide == step {
					at = x + step/2
				}
				free = at + (wide-each)/2
				p.centre(at, y0+high+foot/2, wide, leastLabel, b.Bad, label, ink)
				if area := (scene.Rectangle{X: at - wide/2, Y: y0 + high, W: wide, H: foot}); b.Key != "" {
					p.spot(desk.ButtonSpot+b.Key, b.Says, area)
					p.focusable(desk.ButtonSpot+b.Key, area)
				}
			}
		}
		if b.Spot != "" {
			p.spot(b.Spot, b.Says, column)
		}
	}
	p.add(scene.Stroke(x0, middle, x0+width, middle, 1, scene.Muted))
}
