package compose

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"attic/desk"
	"attic/draw/qr"
	"attic/draw/scene"
)

// pageHead and pageFoot are the heights above and below the body of a page without a board.
const pageHead, pageFoot = 64, 64

// leastReading is the least height of a text beside or below a board; with less room, the text fills the page.
const leastReading = 200

// pagePlace holds the areas of a page's blocks.
type pagePlace struct {
	body  scene.Rectangle // for text, a graph, a list or a code
	below scene.Rectangle // below the board, above the buttons
	keys  scene.Rectangle
	kept  bool // the board stays visible

	title float64 // the middle of the title
}

// composePage composes a page of the desk from its blocks. The page covers the menu or the game; if the board stays visible, it is beside or below the
// board.
func composePage(p *page, blocks []desk.Block) {
	at, where := placed(p, blocks), ""
	if !at.kept && desk.PartOf[desk.MoveList](blocks).Tree() { // the sentence is above the list
		composeSays(p, desk.PartOf[desk.Says](blocks), &at)
		blocks = slices.DeleteFunc(slices.Clone(blocks), func(b desk.Block) bool { _, says := b.(desk.Says); return says })
	}
	for _, b := range blocks {
		switch b := b.(type) {
		case desk.Says:
			composeSays(p, b, &at)
		case desk.Graph:
			composeGraph(p, graphPlace(p, &at), b)
		case *desk.Pager:
			if lays(p, Text{at.body, b.Title, b.Text, b.Lessons, b}) {
				b.Fit(0, 0)
			} else {
				composeReading(p, b, at.body)
			}
		case *desk.Chooser:
			where = composeChooser(p, b, at.body, at.kept)
		case desk.MoveList:
			moveList{page: p, tells: true}.composeMoves(at.body, b, at.body.H >= leastSlider)
		case qr.Code:
			composeCode(p, at.body, b)
		}
	}
	p.bold(at.keys.X, at.title, p.w-2*at.keys.X, titleSize, desk.PartOf[desk.Heading](blocks).Title, scene.Text) // drawn last, above a figure
	composeKeys(p, at.keys, desk.PartOf[desk.Buttons](blocks), where, at.kept)
}

// placed draws the board, if the page has one and there is room, and returns the areas of the blocks.
func placed(p *page, blocks []desk.Block) pagePlace {
	m, high := marginOf(p), p.touch(answerHeight)
	whole := pagePlace{
		body: scene.Rectangle{X: m, Y: pageHead, W: p.w - 2*m, H: p.h - pageHead - pageFoot},
		keys: scene.Rectangle{X: m, Y: p.h - (pageFoot+high)/2, W: p.w - 2*m, H: high}, title: 30,
	}
	board := desk.PartOf[*desk.Board](blocks)
	ch := desk.PartOf[*desk.Chooser](blocks)
	if board == nil || board.Wide && p.w < columnUpTo || p.desk.Fingers && (ch != nil && ch.List || p.w < columnUpTo && desk.PartOf[desk.MoveList](blocks).Tree()) { // a long list needs the page
		return whole
	}
	before := len(p.scene.Shapes)
	g := newGamePage(p)
	rest, below := g.composeKept()
	if board.Kept = desk.PartOf[*desk.Pager](blocks) == nil || rest.H >= leastReading && rest.W >= 1.8*leastReading; !board.Kept {
		p.scene.Shapes = p.scene.Shapes[:before]
		return whole
	}
	below.H -= high
	return pagePlace{rest, below, scene.Rectangle{X: below.X, Y: below.Y + below.H, W: below.W, H: high}, true, g.is.title/2 + 1}
}

// composeSays writes sentences: below the board if it stays visible, otherwise at the top of the body.
func composeSays(p *page, b desk.Says, at *pagePlace) {
	const line = textSize * 1.4
	for _, text := range b.Shown() {
		if at.kept {
			var rows []scene.Rectangle
			for y := at.below.Y + line/2; y+line/2 <= at.below.Y+at.below.H-slimGap; y += line {
				rows = append(rows, scene.Rectangle{X: at.below.X, Y: y, W: at.below.W})
			}
			if len(rows) > 0 {
				composeSentence(p, rows, textSize, text)
			}
			continue
		}
		lines, size := linesOf(text, at.body.W)
		for _, text := range lines { // not cut off: it may be a command to type
			p.word(at.body.X, at.body.Y, at.body.W, size, text, scene.Muted)
			at.body.Y, at.body.H = at.body.Y+size+6, at.body.H-size-6
		}
	}
}

// composeKeys draws the buttons of a page. The text where, to their right, names the part of the page that is shown, such as "12 of 40".
func composeKeys(p *page, r scene.Rectangle, b desk.Buttons, where string, kept bool) {
	const least, whereRoom = 80, 64
	list, widest := b.List(), 112.0
	if where != "" {
		p.right(r.X+r.W, r.Y+r.H/2, labelSize, false, where, scene.Muted)
		r.W -= whereRoom
	}
	if p.desk.Fingers && b.Primary == "enter" { // a touch of an item chooses it
		list = list[1:]
	}
	list = desk.Fewer(list, int((r.W+buttonGap)/least))
	if kept && len(list) > 2 { // as wide as the board above them
		r.W, widest = min(r.W, 600), r.W
	}
	composeRow(p, r, list, widest, b.Primary)
}

// chartHeight is the height of a graph that shares a column with text, in points.
const chartHeight = 96

// graphPlace reserves the area of a graph in at: above the text or, where there is more room, below the board. It is empty if graph and text do not
// both fit.
func graphPlace(p *page, at *pagePlace) scene.Rectangle {
	r := scene.Rectangle{X: at.body.X, Y: at.body.Y, W: at.body.W, H: chartHeight}
	wide := p.w - 2*at.below.X
	low := at.kept && at.below.H > 2*buttonGap+leastChart && wide > at.body.W
	if low { // over the full width
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

// composeGraph draws a graph: a bar for each move, above or below the middle line or both, with its name or number below it if there is room. The moves
// that lost the most are marked. A click on a bar shows its position, and the graph can be dragged along.
func composeGraph(p *page, r scene.Rectangle, g desk.Graph) {
	const pad, head, foot, each = 12.0, 22.0, 16.0, 16.0
	if r.H == 0 {
		return
	}
	p.card(r)
	y0, high := r.Y+6, r.H-8-foot
	if g.Said != "" && high >= 2*head+leastChart/2 {
		lines, size := linesOf(g.Said, r.W-2*pad)
		for i, line := range lines[:min(len(lines), 2)] {
			p.word(r.X+pad, y0+head/2-7*float64(i), r.W-2*pad, min(size, labelSize), line, scene.Text)
			y0, high = y0+head-7*float64(i), high-head+7*float64(i)
		}
	}
	middle, half, x0 := y0+high/2, high/2, r.X+pad
	if names := 14 + max(scene.TextWidth(g.Names[0], labelSize, false), scene.TextWidth(g.Names[1], labelSize, false)); names+12 <= r.W/4 && !(p.desk.Fingers && r.W < columnUpTo) {
		for i, ink := range g.Inks {
			y := middle + max(9, half/2)*float64(2*i-1)
			p.add(rimmed(scene.Disc(x0+4, y, 4, ink)))
			p.word(x0+14, y, names, labelSize, g.Names[i], scene.Muted)
		}
		x0 += names + 12
	}
	width := r.X + r.W - pad - x0
	step := width / float64(len(g.Bars))
	labels, named := 0, true // the number of bars with a name, and whether the names have room
	for _, b := range g.Bars {
		if b.Text != "" {
			labels++
			named = named && scene.TextWidth(b.Text, leastLabel, true) <= step-4
		}
	}
	free, number := x0-each, 0
	reach := high // of a bar, for the pointer
	if p.desk.Fingers {
		reach += foot
	}
	slides := slider{area: scene.Rectangle{X: x0, Y: y0, W: width, H: reach}, x: x0 + step/2, w: width - step, last: len(g.Bars) - 1, bars: g.Bars}
	for i, b := range g.Bars {
		x := x0 + step*float64(i)
		column := scene.Rectangle{X: x, Y: y0, W: step, H: high}
		if p.over == b.Spot && b.Spot != "" || b.Here {
			p.add(scene.Box(column.X, column.Y, column.W, column.H, min(4, step/2), scene.Raised))
		}
		bar := max(step-4, step*0.8)
		if b.Spot == "" { // a bar that cannot be clicked, such as that of a week; such a graph may have few bars
			bar = min(bar, 64)
		}
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
			if b.Bad || wide == step { // the names are side by side, each below its bar if possible
				at := min(max(x+step/2, free+(wide+each)/2), x0+width-wide/2-float64(labels-number)*each)
				if wide == step {
					at = x + step/2
				}
				free = at + (wide-each)/2
				p.centre(at, y0+high+foot/2, wide, leastLabel, b.Bad, label, ink)
				if area := (scene.Rectangle{X: at - wide/2, Y: y0 + high, W: wide, H: foot}); b.Key != "" && !p.desk.Fingers {
					p.spot(desk.ButtonSpot+b.Key, b.Says, area)
					p.focusable(desk.ButtonSpot+b.Key, area)
				}
			}
		}
		if b.Here {
			slides.here = b.Spot
		}
		if b.Spot != "" {
			p.spot(b.Spot, b.Says, scene.Rectangle{X: x, Y: y0, W: step, H: reach})
			p.slider = slides
		}
	}
	p.add(scene.Stroke(x0, middle, x0+width, middle, 1, scene.Muted))
}

// leastModule is the least side of a module of a QR code, in points.
const leastModule = 3

// composeCode draws a QR code in the middle of an area, dark on light in every theme, and reports whether the area is large enough.
func composeCode(p *page, r scene.Rectangle, code qr.Code) bool {
	border := qr.Quiet
	module := math.Floor(min(r.W, r.H) / float64(code.Size+2*border))
	if module < leastModule {
		border = qr.Narrow
		module = math.Floor(min(r.W, r.H) / float64(code.Size+2*border))
	}
	if code.Size == 0 || module < leastModule {
		return false
	}
	side := module * float64(code.Size+2*border)
	x, y := math.Floor(r.X+(r.W-side)/2), math.Floor(r.Y+(r.H-side)/2)
	dark := scene.Shape{Kind: scene.Path, X: x + module*float64(border), Y: y + module*float64(border), W: module, H: module, D: outline(code), Fill: scene.On(scene.White)}
	p.add(scene.Box(x, y, side, side, 0, scene.White), dark)
	return true
}

// outline returns the dark modules of a code as a path with a rectangle for each run of adjacent modules in a row; a module is one unit.
func outline(code qr.Code) string {
	var d strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			from := x
			for code.Dark(x, y) {
				x++
			}
			if x > from {
				fmt.Fprintf(&d, "M%d %dL%d %dL%d %dL%d %dZ", from, y, x, y, x, y+1, from, y+1)
			}
		}
	}
	return d.String()
}

// composeScanBeside shows the QR code of a hosted game on a card in place of the moves until the other player joins. It reports whether there is room.
func (c *gamePage) composeScanBeside(r scene.Rectangle) bool {
	const head, pad = 30, 8
	first := len(c.scene.Shapes)
	if c.scan == nil {
		return false
	}
	c.card(r)
	c.bold(r.X+movePad, r.Y+18, r.W-2*movePad, labelSize, c.scan.Title(), scene.Muted)
	if !composeCode(c.page, scene.Rectangle{X: r.X + pad, Y: r.Y + head, W: r.W - 2*pad, H: r.H - head - pad}, c.scan.Code) {
		c.scene.Shapes = c.scene.Shapes[:first]
		return false
	}
	return true
}
