package compose

import (
	"math"
	"strings"

	"attic/game"
	"attic/internal/prose"
	"attic/scene"
)

// reader composes text set for a width of w points, with its lessons.
type reader struct {
	w       float64
	lessons []game.Shown
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

func (r reader) setter() prose.Setter {
	return prose.Setter{
		Width: r.w, Measure: measure, Indent: 16, Gap: 20,
		Verbatim: func(texts []string) []prose.Line { return broken(texts, r.w) },
		Figure:   func(n int) int { return r.lesson(n).lines },
	}
}

// compose composes a line whose top is at y. The first visible line of a lesson composes the whole lesson.
func (r reader) compose(p *page, x, y float64, l prose.Line, first bool) {
	if l.Figure {
		if l.Row == 0 || first {
			r.lesson(l.Number).compose(p, x, y-pagerLine*float64(l.Row))
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
		colour := ink
		if colour == scene.None {
			colour = styleInks[part.Style]
		}
		word := scene.Word(x+part.X, y+pagerLine/2, size, scene.Clip(part.Text, size, bold, width-part.X), scene.Left, colour)
		word.Bold = bold
		p.add(word)
	}
}

// The parts of a lesson: the gap between the pictures, with an arrow, the gap between pictures and text, the least width of
// text beside pictures, and the sizes of a square of the board.
const (
	arrowGap               = 48
	textGap                = 24
	leastBeside            = 190
	smallPlace, largePlace = 22, 44
	pictureGap             = 8 // between pictures and text above or below them
)

// lesson is a lesson with its layout.
type lesson struct {
	key          string // of its shapes
	pictures     [2]scene.Scene
	scale        float64
	across       bool // the pictures are side by side
	y            float64
	text, said   []prose.Line
	textX, textW float64
	saidY        float64
	lines        int
	picW, picH   float64
}

// lesson lays out a lesson: text beside the pictures, or above and below them where there is no room for it.
func (r reader) lesson(n int) lesson {
	shown := r.lessons[n]
	l := lesson{key: shown.Title, pictures: [2]scene.Scene{shown.First.Scene().Part(shown.Part...), shown.Then.Scene().Part(shown.Part...)}}
	view := l.pictures[0].View
	l.textW = r.w
	l.scale = min(largePlace, (r.w-arrowGap)/(2*view.W))
	if l.across = l.scale >= smallPlace; !l.across {
		l.scale = min(largePlace, r.w/view.W)
	}
	l.picW, l.picH = view.W*l.scale, view.H*l.scale
	pairW, pairH := 2*l.picW+arrowGap, l.picH
	if !l.across {
		pairW, pairH = l.picW, 2*l.picH+arrowGap
	}
	set := func(text string, w float64) []prose.Line {
		return prose.Setter{Width: w, Measure: measure}.Set([]prose.Block{{Kind: prose.Paragraph, Text: text}})
	}
	text, said := "**"+shown.Title+".** "+shown.Text, strings.Join(shown.Said, " ")
	height := 0.0
	if w := r.w - pairW - textGap; w >= leastBeside {
		l.textX, l.textW = pairW+textGap, w
		l.text, l.said = set(text, w), set(said, w)
		l.saidY = pagerLine * float64(len(l.text))
		height = max(pairH, l.saidY+pagerLine*float64(len(l.said)))
	} else {
		l.text, l.said = set(text, r.w), set(said, r.w)
		l.y = pagerLine*float64(len(l.text)) + pictureGap
		l.saidY = pagerLine * math.Ceil((l.y+pairH+pictureGap)/pagerLine)
		height = l.saidY + pagerLine*float64(len(l.said))
	}
	l.lines = int(math.Ceil(height / pagerLine))
	return l
}

// area returns the area of a picture if the upper left corner of the lesson is at x, y.
func (l lesson) area(n int, x, y float64) scene.Rectangle {
	r := scene.Rectangle{X: x, Y: y + l.y, W: l.picW, H: l.picH}
	switch {
	case n == 1 && l.across:
		r.X += l.picW + arrowGap
	case n == 1:
		r.Y += l.picH + arrowGap
	}
	return r
}

// compose composes the lesson with its upper left corner at x, y.
func (l lesson) compose(p *page, x, y float64) {
	first, second := l.area(0, x, y), l.area(1, x, y)
	p.picture(l.pictures[0], first, l.key+" before ")
	p.picture(l.pictures[1], second, l.key+" after ")
	if l.across {
		p.arrow(first.X+first.W+10, first.Y+first.H/2, second.X-10, first.Y+first.H/2)
	} else {
		p.arrow(x+l.picW/2, first.Y+first.H+10, x+l.picW/2, second.Y-10)
	}
	for i, line := range l.text {
		parts(p, x+l.textX, y+pagerLine*float64(i), l.textW, line, scene.None)
	}
	for i, line := range l.said {
		parts(p, x+l.textX, y+l.saidY+pagerLine*float64(i), l.textW, line, scene.Muted)
	}
}

// arrow draws an arrow to the right or downwards.
func (p *page) arrow(x, y, tx, ty float64) {
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
