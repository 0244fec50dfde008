package compose

import (
	"attic/desk"
	"attic/draw/qr"
	"attic/draw/scene"
)

// pageHead and pageFoot are the heights above and below what grows on a page without a board.
const pageHead, pageFoot = 64, 64

// leastReading is the least height of a text beside or below a board; with less room, the text has the whole page.
const leastReading = 200

// pagePlace says where the blocks of a page are.
type pagePlace struct {
	body  scene.Rectangle // for what grows
	below scene.Rectangle // below the board, above the buttons
	keys  scene.Rectangle
	kept  bool // the board stays

	title, letters float64 // the middle of the title, and the size of its letters
}

// composePage composes the page that covers the menu or the game from its blocks, beside or below the board where that stays.
func composePage(p *page, blocks []desk.Block) {
	at, where := placed(p, blocks), ""
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
	p.bold(at.keys.X, at.title, p.w-2*at.keys.X, at.letters, desk.PartOf[desk.Heading](blocks).Title, scene.Text) // above what a figure may cover
	composeKeys(p, at.keys, desk.PartOf[desk.Buttons](blocks), where, at.kept)
}

// placed draws the board, if the page has one and there is room, and returns where the blocks are.
func placed(p *page, blocks []desk.Block) pagePlace {
	m := marginOf(p)
	whole := pagePlace{
		body: scene.Rectangle{X: m, Y: pageHead, W: p.w - 2*m, H: p.h - pageHead - pageFoot},
		keys: scene.Rectangle{X: m, Y: p.h - 48, W: p.w - 2*m, H: answerHeight}, title: 30, letters: titleSize,
	}
	board := desk.PartOf[*desk.Board](blocks)
	if board == nil || board.Wide && p.w < columnUpTo {
		return whole
	}
	before := len(p.scene.Shapes)
	g := newGamePage(p)
	rest, below := g.composeKept()
	if board.Kept = desk.PartOf[*desk.Pager](blocks) == nil || rest.H >= leastReading && rest.W >= 1.8*leastReading; !board.Kept {
		p.scene.Shapes = p.scene.Shapes[:before]
		return whole
	}
	below.H -= answerHeight
	made := pagePlace{rest, below, scene.Rectangle{X: below.X, Y: below.Y + below.H, W: below.W, H: answerHeight}, true, g.is.title/2 + 1, titleSize}
	if g.is.tiny {
		made.letters = textSize
	}
	return made
}

// composeSays writes sentences: below the board if that stays, otherwise above what grows.
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
		size := fitting(text, textSize, at.body.W)
		for _, text := range scene.Wrap(text, size, false, at.body.W) { // whole, as somebody may type it
			p.word(at.body.X, at.body.Y, at.body.W, size, text, scene.Muted)
			at.body.Y, at.body.H = at.body.Y+size+6, at.body.H-size-6
		}
	}
}

// composeKeys draws the buttons of a page, and at the right of them which part of it is shown.
func composeKeys(p *page, r scene.Rectangle, b desk.Buttons, where string, kept bool) {
	const least, whereRoom = 80, 64
	list, widest := b.List(), 112.0
	if where != "" {
		p.right(r.X+r.W, r.Y+r.H/2, labelSize, false, where, scene.Muted)
		r.W -= whereRoom
	}
	list = desk.Fewer(list, int((r.W+buttonGap)/least))
	if kept && len(list) > 2 { // as wide as the board above them
		r.W, widest = min(r.W, 600), r.W
	}
	composeRow(p, r, list, widest, b.Primary)
}
