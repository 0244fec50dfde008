package compose

import (
	"cmp"

	"attic/desk"
	"attic/draw/prose"
	"attic/draw/scene"
	"attic/game"
)

// reader composes text set for a width of w points, with its lessons.
type reader struct {
	w       float64
	lessons []game.Shown
	game    string // its name; "" if the text is about none
}

// measure returns the width of text in a style.
func measure(text string, style prose.Style) float64 {
	size, bold := lettersOf(style)
	return scene.TextWidth(text, size, bold)
}

// lettersOf returns the size of letters of a style, and whether they are bold.
func lettersOf(style prose.Style) (size float64, bold bool) {
	switch style {
	case prose.Head:
		return nameSize, true
	case prose.Bold:
		return textSize, true
	case prose.Name:
		return labelSize, true
	}
	return textSize, false
}

var styleInks = [...]scene.Colour{
	prose.Normal: scene.Text, prose.Bold: scene.Text, prose.Code: scene.Accent, prose.Head: scene.Text, prose.Name: scene.Muted,
}

// setting returns how the text is set.
func (r reader) setting() desk.Setting {
	return desk.Setting{
		Setter: prose.Setter{
			Width: r.w, Measure: measure, Indent: 16, Gap: 20,
			Verbatim: func(texts []string) []prose.Line { return broken(texts, r.w) },
		},
		Line: pagerLine, Beside: 24, LeastBeside: 190, Above: 8,
		Pictures: func(shown game.Shown) (w, h float64) {
			p := r.pictures(shown)
			return p.then.X + p.then.W, p.then.Y + p.then.H
		},
	}
}

// compose composes a line whose top is at y. The first visible line of a lesson composes the whole lesson.
func (r reader) compose(p *page, x, y float64, l prose.Line, first bool) {
	if l.Figure {
		if l.Row == 0 || first {
			r.composeLesson(p, x, y-pagerLine*float64(l.Row), r.lessons[l.Number])
		}
		return
	}
	for _, rule := range l.Rules {
		p.add(scene.Stroke(x+rule.X, y+6, x+rule.X+rule.W, y+6, 1, scene.Line))
	}
	parts(p, x, y, r.w, l, scene.None)
}

// parts writes the parts of a line as far as there is room, in the colour ink unless that is none.
func parts(p *page, x, y, width float64, l prose.Line, ink scene.Colour) {
	for _, part := range l.Parts {
		size, bold := lettersOf(part.Style)
		size = cmp.Or(part.Size, size)
		colour := ink
		if colour == scene.None {
			colour = styleInks[part.Style]
		}
		word := scene.Word(x+part.X, y+pagerLine/2, size, scene.Clip(part.Text, size, bold, width-part.X), scene.Left, colour)
		word.Bold = bold
		p.add(word)
	}
}

// The parts of a lesson: the gap between the pictures, with an arrow, and the sizes of a square of the board.
const (
	arrowGap               = 48
	smallPlace, largePlace = 22, 44
)

// pictures are the two pictures of a lesson and their areas; the upper left corner of the first one is at 0, 0.
type pictures struct {
	scenes      [2]scene.Scene
	first, then scene.Rectangle
}

// pictures lays out the pictures of a lesson side by side, or one below the other where there is no room for that.
func (r reader) pictures(shown game.Shown) pictures {
	p := pictures{scenes: [2]scene.Scene{shown.First.Scene().Part(shown.Part...), shown.Then.Scene().Part(shown.Part...)}}
	view := p.scenes[0].View
	scale := min(largePlace, (r.w-arrowGap)/(2*view.W))
	across := scale >= smallPlace
	if !across {
		scale = min(largePlace, r.w/view.W)
	}
	p.first = scene.Rectangle{W: view.W * scale, H: view.H * scale}
	p.then = p.first
	if across {
		p.then.X = p.first.W + arrowGap
	} else {
		p.then.Y = p.first.H + arrowGap
	}
	return p
}

// composeLesson composes a lesson with its upper left corner at x, y.
func (r reader) composeLesson(p *page, x, y float64, shown game.Shown) {
	l, both := r.setting().Lay(shown), r.pictures(shown)
	for _, r := range []*scene.Rectangle{&both.first, &both.then} {
		r.X, r.Y = r.X+x, r.Y+y+l.Y
	}
	composePictures(p, r.game, both, shown.Title)
	for i, line := range l.Text {
		parts(p, x+l.X, y+pagerLine*float64(i), l.W, line, scene.None)
	}
	for i, line := range l.Said {
		parts(p, x+l.X, y+l.SaidY+pagerLine*float64(i), l.W, line, scene.Muted)
	}
}

// composePictures composes the pictures of a lesson where they are, with an arrow between them.
func composePictures(p *page, game string, both pictures, title string) {
	first, second := both.first, both.then
	p.picture(game, both.scenes[0], first, title+" before ")
	p.picture(game, both.scenes[1], second, title+" after ")
	if first.Y == second.Y {
		drawArrow(p, first.X+first.W+10, first.Y+first.H/2, second.X-10, first.Y+first.H/2)
	} else {
		drawArrow(p, first.X+first.W/2, first.Y+first.H+10, first.X+first.W/2, second.Y-10)
	}
}

// drawArrow draws an arrow to the right or downwards.
func drawArrow(p *page, x, y, tx, ty float64) {
	const head = 7
	p.add(scene.Stroke(x, y, tx, ty, 2, scene.Muted))
	for _, side := range []float64{-1, 1} {
		if y == ty {
			p.add(scene.Stroke(tx-head, ty+side*head, tx, ty, 2, scene.Muted))
		} else {
			p.add(scene.Stroke(tx+side*head, ty-head, tx, ty, 2, scene.Muted))
		}
	}
}
