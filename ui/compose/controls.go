package compose

import (
	"slices"
	"strings"

	"attic/desk"
	"attic/draw/scene"
	"attic/internal/phrase"
)

// drawings holds the icons of the controls that all games share, by key, drawn around 0, 0 within -1 to 1.
var drawings = map[string]string{
	"u":      "M-0.95 -0.3L-0.4 -0.85M-0.95 -0.3L-0.4 0.25M-0.95 -0.3L0.3 -0.3C1.1 -0.3 1.1 0.8 0.3 0.8L-0.4 0.8",
	"ctrl+r": "M0.95 -0.3L0.4 -0.85M0.95 -0.3L0.4 0.25M0.95 -0.3L-0.3 -0.3C-1.1 -0.3 -1.1 0.8 -0.3 0.8L0.4 0.8",
	"h":      "M0 -1L0.28 -0.28L1 0L0.28 0.28L0 1L-0.28 0.28L-1 0L-0.28 -0.28Z",
	"v":      "M-1 -0.9L-1 0.9L1 0.9M-0.6 0.4L-0.1 -0.3L0.3 0.1L0.9 -0.8",
	"[":      "M0.6 -0.85L-0.8 0L0.6 0.85Z",
	"]":      "M-0.6 -0.85L0.8 0L-0.6 0.85Z",
	"A":      "M0 0.95L0 0.3L-0.75 -0.35L-0.75 -0.95M0 0.3L0.75 -0.35L0.75 -0.95",
	"n":      "M0 -0.9L0 0.9M-0.9 0L0.9 0",
	"«":      "M-0.1 -0.8L-0.9 0L-0.1 0.8M0.8 -0.8L0 0L0.8 0.8",
	"»":      "M0.1 -0.8L0.9 0L0.1 0.8M-0.8 -0.8L0 0L-0.8 0.8",
	",":      "M-0.95 0L-0.6 0M-0.17 0L0.17 0M0.6 0L0.95 0",
	"M":      "M-0.9 -0.7L0.9 -0.7M-0.9 0L0.9 0M-0.9 0.7L0.9 0.7",
	FullKey:  "M-0.3 -0.9L-0.9 -0.9L-0.9 -0.3M0.3 -0.9L0.9 -0.9L0.9 -0.3M-0.3 0.9L-0.9 0.9L-0.9 0.3M0.3 0.9L0.9 0.9L0.9 0.3",
	wholeKey: "M0 -0.95L0.95 0.75L-0.95 0.75ZM-0.48 -0.1L0.48 -0.1L0 0.75Z",
}

const leastControl = 58

// leastButton is the least width of a button in a row.
const leastButton = 80

// iconSize is half the width of an icon; iconRoom is the width that an icon needs beside a label.
const (
	iconSize = 6.5
	iconRoom = 2*iconSize + 7
)

func drawIcon(p *page, key string, x, y float64, ink scene.Colour) {
	sh := scene.Shape{Kind: scene.Path, X: x, Y: y, W: iconSize, H: iconSize, D: drawings[key], Stroke: ink, Width: 1.7}
	if strings.Contains("h[]", key) {
		sh.Fill, sh.Stroke, sh.Width = ink, scene.None, 0
	}
	p.add(sh)
}

// rows is a layout of controls in rows and columns.
type rows struct {
	columns     int
	height, gap float64
}

// room returns the height that n controls need.
func (g rows) room(n int) float64 {
	if n == 0 {
		return 0
	}
	return float64((n+g.columns-1)/g.columns)*(g.height+g.gap) - g.gap
}

// composeControls draws controls in rows from the top of an area. primary is the key of the control to press next.
func composeControls(p *page, r scene.Rectangle, g rows, list []desk.Button, primary string) {
	each := (r.W - float64(g.columns-1)*g.gap) / float64(g.columns)
	size := lettering(p, each, true, list...)
	for i, b := range list {
		p.control(scene.Rectangle{
			X: r.X + float64(i%g.columns)*(each+g.gap), Y: r.Y + float64(i/g.columns)*(g.height+g.gap), W: each, H: g.height,
		}, b, b.Key == primary, size)
	}
}

// composeStepper draws the control for the level.
func (c *gamePage) composeStepper(r scene.Rectangle) {
	level, p := c.controls.Level, c.page
	if level == nil {
		return
	}
	p.card(r)
	y, side := r.Y+r.H/2, c.touch(min(r.H, 36))
	ink := scene.Text
	if level.Down.Off && level.Up.Off {
		ink = scene.Muted
	}
	label := "Level"
	if level.Auto {
		if label = "Level, automatic"; scene.TextWidth(label, leastLabel, true) > r.W-3*side-20 {
			label = "Auto"
		}
	}
	p.word(r.X+14, y, r.W-3*side-20, fitting(label, labelSize, r.W-3*side-20), label, ink)
	for _, part := range []struct {
		desk.Button
		x    float64
		sign string
	}{{level.Down, r.X + r.W - 3*side - 4, "−"}, {level.Up, r.X + r.W - side - 4, "+"}} {
		spot := desk.ButtonSpot + part.Key
		area := scene.Rectangle{X: part.x, Y: r.Y + (r.H-side)/2, W: side, H: side}
		ink := scene.Text
		if part.Off {
			ink, p.off[spot] = scene.Muted, true
		} else if p.over == spot {
			p.edge(area, 6, 1, scene.Muted)
		}
		p.centre(part.x+side/2, y, side, nameSize, false, part.sign, ink)
		p.spot(spot, part.Label, area)
		p.focusable(spot, area)
	}
	p.centre(r.X+r.W-1.5*side-4, y, side, textSize, true, level.Value, ink)
}

// barOf returns the buttons of the bar. A button whose key is suggested beside the sentences has the suggestion's label, so that no suggestion is shown
// twice.
func (c *gamePage) barOf(list []desk.Button, asides []desk.Button) []desk.Button {
	list = slices.Clone(list)
	for _, aside := range asides {
		for i, b := range list {
			if aside.Key != "" && strings.TrimPrefix(aside.Key, desk.OfferKey) == b.Key {
				list[i].Label = aside.Label
				c.barred = append(c.barred, aside.Key)
			}
		}
	}
	return list
}

// composeAsides draws the controls beside the sentences, from the right, and returns the width that is left of the second line. Offers are as wide as
// their labels and keys.
func (c *gamePage) composeAsides(r scene.Rectangle) (left float64) {
	const pad, gap = 10, buttonGap
	list := c.controls.Asides
	if c.is.hand { // they are above the bar
		list = nil
	}
	each, left, end := min(142, r.W/4.2), r.W, r.W
	for _, b := range list {
		if slices.Contains(c.barred, b.Key) {
			continue
		}
		wide := each
		if strings.HasPrefix(b.Key, desk.OfferKey) {
			needs := scene.TextWidth(phrase.Capital(b.Label), labelSize, true) + scene.TextWidth(desk.KeyName(b.Key), leastLabel, false)
			wide = max(each, min(needs+3*pad, r.W/3))
		}
		if b.Key != "" {
			left = end - wide - gap
			c.control(scene.Rectangle{X: r.X + end - wide, Y: r.Y, W: wide, H: r.H}, b, b.Key == c.controls.Primary, lettering(c.page, wide, true, b))
		}
		end -= wide + gap
	}
	return left
}

// drawerList returns the controls of the drawer. If the page has a title row, it leaves out the controls there and those beside the sentences.
func (c *gamePage) drawerList(titled bool) []desk.Button {
	list := slices.DeleteFunc(slices.Clone(c.controls.Drawer), func(b desk.Button) bool {
		return slices.ContainsFunc(c.controls.Other, func(other desk.Button) bool { return other.Key == b.Key }) && !slices.Contains(c.desk.Play.Unplaced, b.Key)
	})
	more := []desk.Button{{Key: FullKey, Label: "full screen", Group: desk.BoardGroup}}
	if c.stage.framable() {
		more = append(more, desk.Button{Key: wholeKey, Label: "whole board", Group: desk.BoardGroup})
	}
	for i, b := range list { // beside the other controls of its group
		if b.Group != desk.BoardGroup && i > 0 && list[i-1].Group == desk.BoardGroup {
			list = slices.Insert(list, i, more...)
			break
		}
	}
	if !titled {
		return list
	}
	return slices.DeleteFunc(list, func(b desk.Button) bool {
		return slices.ContainsFunc(slices.Concat(c.titleRow(), c.controls.Asides), func(other desk.Button) bool { return strings.TrimPrefix(other.Key, desk.OfferKey) == b.Key })
	})
}

// groupGap is the gap between the controls of two groups of the drawer, for the heading of the second.
const groupGap = 24

// grouped returns the vertical positions of a drawer's controls, with each group in rows of its own below a heading, and the total height.
func (g rows) grouped(list []desk.Button) (tops []float64, height float64) {
	column := 0
	for i, b := range list {
		if first := i == 0 || b.Group != list[i-1].Group; first || column == g.columns {
			if column = 0; i > 0 {
				height += g.height + g.gap
			}
			if first {
				height += groupGap - g.gap
			}
		}
		tops = append(tops, height)
		column++
	}
	return tops, height + g.height
}

// grouping returns rows for a drawer of the given width and height. If the controls do not fit, it adds columns, as long as the labels have room, and
// then makes the controls lower.
func (g rows) grouping(list []desk.Button, width, height float64) rows {
	const lowest = 22 // the least height of a control
	for {
		tops, high := g.grouped(list)
		if high <= height {
			return g
		}
		if width < float64(g.columns+1)*(leastControl+g.gap)-g.gap {
			down := float64(len(slices.Compact(tops)))
			g.height = max(min(lowest, g.height), g.height-(high-height)/down)
			return g
		}
		g.columns++
	}
}

// composeDrawer draws the controls of the drawer in rows by groups, in narrower columns if necessary. If the area cannot hold all rows, it shows the
// rows around the chosen control.
func (c *gamePage) composeDrawer(r scene.Rectangle, g rows, list []desk.Button) {
	g = g.grouping(list, r.W, r.H)
	drawer := c.desk.Pages.Drawer()
	drawer.Columns = g.columns
	tops, high := g.grouped(list)
	skip := 0.0
	if at := slices.IndexFunc(list, drawer.On); at >= 0 {
		skip = max(0, min(tops[at]-r.H/2, high-r.H))
	}
	each, column := (r.W-float64(g.columns-1)*g.gap)/float64(g.columns), 0
	size := lettering(c.page, each, true, list...)
	for i, b := range list {
		if column++; i == 0 || tops[i] != tops[i-1] {
			column = 0
		}
		at := scene.Rectangle{X: r.X + float64(column)*(each+g.gap), Y: r.Y + tops[i] - skip, W: each, H: g.height}
		if head := at.Y - (groupGap-g.gap)/2 - 1; (i == 0 || b.Group != list[i-1].Group) && head >= r.Y+6 && head+6 < r.Y+r.H {
			c.bold(r.X, head, r.W, leastLabel, b.Group, scene.Muted)
		}
		if at.Y < r.Y || at.Y+at.H > r.Y+r.H+1 {
			continue
		}
		if c.control(at, b, false, size); drawer.On(b) {
			if !c.desk.Fingers || drawer.Moved { // a finger has no cursor
				c.edge(at, 8, 2, scene.Accent)
			}
			c.chosen = desk.ButtonSpot + b.Key
		}
	}
}

// titleRow returns the controls of the title row, from the right.
func (c *gamePage) titleRow() []desk.Button {
	list := []desk.Button{{Key: "M", Label: "menu"}, {Key: "s", Label: "sound"}, {Key: FullKey, Label: "full screen", Group: desk.BoardGroup}}
	column, _, _ := handColumn(c)
	if c.desk.Fingers {
		list = list[:1]
	}
	if _, zoomed := c.stage.zoomed(); c.stage.framable() && !zoomed && (!c.desk.Fingers || column.W >= wholeFrom) {
		list = append(list, desk.Button{Key: wholeKey, Label: "whole board", Group: desk.BoardGroup})
	}
	return list
}

// composeIcons draws the controls of the title row, from the right, and returns their left end.
func (c *gamePage) composeIcons(end, y, side float64) float64 {
	for _, b := range c.titleRow() {
		key, spot := b.Key, desk.ButtonSpot+b.Key
		r := scene.Rectangle{X: end - side, Y: y - side/2, W: side, H: side}
		fill, edge := scene.Panel, scene.Line
		if c.over == spot {
			fill, edge = scene.Raised, scene.Muted
		}
		c.box(r, 8, fill, edge, 1)
		if key == "s" {
			c.composeNote(end-side/2, y)
		} else {
			drawIcon(c.page, key, end-side/2, y, scene.Text)
		}
		if key == wholeKey && !c.desk.Part {
			lit(c.page, r, scene.Accent)
		}
		c.spot(spot, b.Label, r)
		c.focusable(spot, r)
		end -= side + buttonGap
	}
	return end
}
