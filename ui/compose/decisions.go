package compose

import (
	"fmt"
	"slices"

	"attic/desk"
	"attic/draw/scene"
)

// chartHeight is the height of a graph of decisions that shares a column with text, in points.
const chartHeight = 96

// composeDecisions draws the graph of an analysed round: for each decision, above the middle how much was still unknown, and below it the
// points that it lost. The three that lost the most are marked, and what is said of the one whose position is shown stands at the top. A click
// on a decision shows its position.
func (p *page) composeDecisions(r scene.Rectangle, list []desk.Decided) {
	const pad, head, foot, widest = 12.0, 22.0, 16.0, 120.0
	p.card(r)
	y0, high := r.Y+6, r.H-8-foot
	if at := slices.IndexFunc(list, func(d desk.Decided) bool { return d.Here }); high >= 2*head+leastChart/2 {
		if at >= 0 {
			says := shortened(list[at].Says, leastLabel, r.W-2*pad)
			p.word(r.X+pad, y0+head/2, r.W-2*pad, fitting(says, labelSize, r.W-2*pad), says, scene.Text)
		}
		y0, high = y0+head, high-head
	}
	middle, half := y0+high/2, high/2
	x0, names := r.X+pad, []string{"still unknown", "points lost"}
	if r.W < 2*columnUpTo/3 {
		names = []string{"unknown", "lost"}
	}
	for i, ink := range []scene.Colour{scene.Accent, scene.Bad} {
		y := middle + half/2*float64(2*i-1)
		p.add(scene.Disc(x0+4, y, 4, ink))
		p.word(x0+14, y, widest, labelSize, names[i], scene.Muted)
	}
	x0 += 14 + max(scene.TextWidth(names[0], labelSize, false), scene.TextWidth(names[1], labelSize, false)) + 12
	step := (r.X + r.W - pad - x0) / float64(len(list))
	most, worst := 0.5, desk.Worst(list)
	for _, d := range list {
		most = max(most, d.Lost)
	}
	labels := slices.ContainsFunc(list, func(d desk.Decided) bool { return scene.TextWidth(d.Text, leastLabel, true) > step-4 })
	for i, d := range list {
		x := x0 + step*float64(i)
		column := scene.Rectangle{X: x, Y: y0, W: step, H: high + foot}
		if p.over == d.Spot && d.Spot != "" || d.Here {
			p.add(scene.Box(column.X, column.Y, column.W, column.H, 4, scene.Raised))
		}
		bar := max(2, step-4)
		if up := half * d.Open; up >= 1 {
			p.add(scene.Box(x+(step-bar)/2, middle-up, bar, up, 2, scene.Accent))
		}
		if down := half * d.Lost / most; down >= 1 {
			p.add(scene.Box(x+(step-bar)/2, middle, bar, down, 2, scene.Bad))
		}
		label, ink := d.Text, scene.Muted
		if labels {
			label = fmt.Sprint(i + 1)
		}
		bad := slices.Contains(worst, i)
		if bad {
			ink = scene.Bad
		}
		if scene.TextWidth(label, leastLabel, bad) <= step-2 {
			p.centre(x+step/2, y0+high+foot/2, step, leastLabel, bad, label, ink)
		}
		if d.Spot != "" {
			p.spot(d.Spot, d.Says, column)
		}
	}
	p.add(scene.Stroke(x0, middle, x0+step*float64(len(list)), middle, 1, scene.Muted))
}
