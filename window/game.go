package window

import (
	"fmt"
	"slices"
	"strings"

	"attic/desk"
	"attic/game"
	"attic/scene"
)

// The parts of a game's page, in points.
const (
	margin       = 24
	slimMargin   = 12
	titleHeight  = 48
	linesHeight  = 60 // of the two sentences
	barHeight    = 40
	narrowPanel  = 232
	widePanel    = 400
	columnUpTo   = 640 // a window that is narrower has everything in one column
	leastFlanked = 380 // the least width of a board that players stand beside
)

// composeGame composes the page of a game.
func (w *window) composeGame(p *page) {
	narrow := p.w < columnUpTo || p.w < p.h*0.9
	switch {
	case narrow && w.desk.Form.On:
		w.composeFormBelow(p)
		return
	case narrow:
		w.composeColumn(p)
		return
	}
	m := float64(margin)
	if p.w < 1000 {
		m = 16
	}
	panel := min(max(p.w*0.29, narrowPanel), widePanel)
	left := scene.Rectangle{X: m, Y: 0, W: p.w - panel - 3*m, H: p.h - m/2}
	right := scene.Rectangle{X: p.w - m - panel, Y: m, W: panel, H: p.h - 2*m}
	box := scene.Rectangle{X: left.X, Y: titleHeight, W: left.W, H: left.H - titleHeight}
	const card, slim = 124, 64
	switch inner := box.W - 2*card - 24; {
	case !w.desk.Play.Info.Flanked:
		w.composeBoard(p, box, box)
	case inner >= leastFlanked: // the players stand left and right of the board
		w.composeBoard(p, scene.Rectangle{X: box.X + card + 12, Y: box.Y, W: inner, H: box.H}, box)
		w.composeSeat(p, 0, scene.Rectangle{X: box.X, Y: box.Y + 20, W: card, H: 190})
		w.composeSeat(p, 1, scene.Rectangle{X: box.X + box.W - card, Y: box.Y + 20, W: card, H: 190})
	default:
		below := scene.Rectangle{X: box.X, Y: box.Y + slim + 12, W: box.W, H: box.H - slim - 12}
		w.composeBoard(p, below, below)
		half := (box.W - 12) / 2
		w.composeSeat(p, 0, scene.Rectangle{X: box.X, Y: box.Y, W: half, H: slim})
		w.composeSeat(p, 1, scene.Rectangle{X: box.X + half + 12, Y: box.Y, W: half, H: slim})
	}
	w.composeTitle(p, left.X, titleHeight/2+4, left.W)
	w.composePanel(p, right)
}

// composeColumn composes the page of a game in a narrow window: everything below each other.
func (w *window) composeColumn(p *page) {
	m := float64(slimMargin)
	r := scene.Rectangle{X: m, Y: 0, W: p.w - 2*m, H: p.h - m}
	const top, slim = 36.0, 52
	y := top + slim + 8
	part := 0.34 // of the room, for buttons
	if p.h < 560 {
		part = 0.24
	}
	buttons := w.fit(r.W, keySize{108, 30, 6, (p.h - y) * part}, keySize{84, 28, 5, (p.h - y) * part})
	bottom := p.h - m - buttons.used
	w.composeButtons(p, scene.Rectangle{X: r.X, Y: bottom, W: r.W, H: buttons.used}, buttons)
	if answers := w.desk.Play.Answers(); len(answers) > 0 {
		bottom -= answerHeight + buttons.gap
		w.composeRow(p, scene.Rectangle{X: r.X, Y: bottom, W: r.W, H: answerHeight}, answers, w.desk.Play.Urges())
	}
	room := bottom - y - 8
	board := min(room, r.W*1.02+w.below())
	box := scene.Rectangle{X: r.X, Y: y, W: r.W, H: board}
	w.composeBoard(p, box, box)
	w.composeTitle(p, r.X, 20, r.W)
	seats := len(w.desk.Play.Info.Seats)
	each := (r.W - 8*float64(seats-1)) / float64(seats)
	for seat := range seats {
		w.composeSeat(p, seat, scene.Rectangle{X: r.X + float64(seat)*(each+8), Y: top, W: each, H: slim})
	}
	if spare := room - board; spare >= 60 {
		aside := w.beside(r.W-2*barWidth, spare-12)
		if h := aside.View.H; h > 0 && h <= spare-12 {
			w.drawBeside(p, aside, r.X, bottom-8-h)
		}
	}
}

// composeTitle writes the game's name and what is being played.
func (w *window) composeTitle(p *page, x, y, width float64) {
	d := w.desk.Play
	p.bold(x, y, width, titleSize, d.Info.Title, scene.Text)
	x += scene.TextWidth(d.Info.Title, titleSize, true) + 12
	about := d.Info.Brief
	if _, ok := d.Person.Game().(game.Rounds); ok {
		about = fmt.Sprintf("Round %d", d.Now.Round)
	}
	if goal := d.Now.View.Status().Goal; goal != "" {
		about = goal
	}
	end := x + width - scene.TextWidth(d.Info.Title, titleSize, true) - 12 - 40
	w.composeNote(p, end+26, y)
	w.composeFill(p, end-4, y)
	end -= 30
	if t, ok := d.FindTrack(d.Track); ok && len(d.Tracks) > 1 { // the mode
		wide := scene.TextWidth(t.Label, labelSize, true) + 20
		pill := scene.Box(x, y-12, wide, 24, 12, scene.Accent)
		p.add(pill)
		p.bold(x+10, y, wide, labelSize, t.Label, scene.On(scene.Accent))
		x += wide + 10
	}
	p.word(x, y+1, end-x, textSize, about, scene.Muted)
}

// below returns how much room the bar and the sentences need.
func (w *window) below() float64 {
	if w.desk.Play.Now.View.Status().Bar != "" {
		return linesHeight + barHeight
	}
	return linesHeight
}

// composeBoard draws the board, the bar and the sentences; these in the columns of lines.
func (w *window) composeBoard(p *page, box, lines scene.Rectangle) {
	d := w.desk.Play
	status := d.Now.View.Status()
	sc := w.shown()
	area := scene.Rectangle{X: box.X, Y: box.Y, W: box.W, H: box.H - w.below()}
	p.board = area
	from, part := sc.View, false
	x, y, scale := place(from, area)
	if sc.Focus.W > 0 && scale < scene.SmallPlace {
		from, part = sc.Focus, true
		x, y, scale = place(from, area)
		sc = sc.Within(from)
	}
	sc.Layers = nil
	p.scene.Draw(sc, x, y, scale, "")
	for _, m := range append(w.marks(sc), w.carried(sc, (w.mouse.x-x)/scale, (w.mouse.y-y)/scale)...) {
		p.add(m.Moved(x, y, scale, ""))
	}
	if part {
		p.cover(scene.Rectangle{X: x + from.X*scale, Y: y + from.Y*scale, W: from.W * scale, H: from.H * scale})
	}
	for _, move := range d.Moves {
		if len(move.Spots) > len(d.Chosen) && move.Track == d.Track && move.Key == "" && slices.Equal(move.Spots[:len(d.Chosen)], d.Chosen) {
			p.hands[move.Spots[len(d.Chosen)]] = true
		} else if len(move.Spots) > 0 && move.Track == d.Track && move.Key == "" {
			p.hands[move.Spots[0]] = true
		}
	}
	bottom := min(area.Y+area.H, area.Y+(area.H+from.H*scale)/2+4)
	if status.Bar != "" {
		w.composeBar(p, scene.Rectangle{X: lines.X, Y: bottom, W: lines.W, H: barHeight - 6}, status.Bar)
		bottom += barHeight
	}
	text := scene.Rectangle{X: lines.X, Y: bottom, W: lines.W, H: linesHeight}
	w.composeLines(p, text)
	if d.Switched() {
		w.drawSpeaker(p, sc, x, y, scale, text)
	}
}

// marks returns what lies on the board beside the position: previews, what is chosen and picked, the cursor.
func (w *window) marks(sc scene.Scene) []scene.Shape {
	d := w.desk.Play
	track, at := d.Pointed()
	list := waiting(d, track, sc)
	if d.Moving {
		return list
	}
	t, _ := d.FindTrack(track)
	look, ok := d.Looking()
	if ok && t.Pick == 0 {
		list = append(list, look.Shapes...)
	}
	list = append(list, d.Advised().Shapes...)
	legal := d.Legal(t)
	for _, spot := range sc.Spots {
		x, y := spot.Middle()
		half := min(spot.Area.W, spot.Area.H) / 2
		if t.Pick > 0 && slices.Contains(t.Spots, spot.Name) {
			if slices.Contains(t.Picked, spot.Name) { // the scene shows it, and it may have been let go
				list = append(list, scene.Disc(x, y, half*0.92, scene.Square))
			}
			if d.Picked[spot.Name] {
				list = append(list, stamp(t, x, y, half)...)
			}
		}
		if slices.Contains(d.Chosen, spot.Name) {
			ring := around(spot, 0.02, scene.Accent)
			ring.Width = 0.07
			list = append(list, ring)
		}
		if spot.Name != at {
			continue
		}
		switch {
		case t.Ring && t.Sign != 0:
			list = append(list, cursor(spot, t, scene.Query, legal[at])...)
		case ok && t.Pick > 0 && !d.Picked[at]:
			list = append(list, look.Shapes...)
			list = append(list, around(spot, 0, scene.Accent))
		case !slices.Contains(d.Chosen, at) && !slices.ContainsFunc(look.Shapes, func(sh scene.Shape) bool { return spot.Area.Contains(sh.X, sh.Y) }):
			list = append(list, around(spot, 0, scene.Accent))
		}
	}
	return list
}

// waiting draws the cursors of rings that wait while another one moves on a track.
func waiting(d *desk.Play, track string, sc scene.Scene) (list []scene.Shape) {
	for _, t := range d.Tracks {
		if spot, ok := sc.Spot(d.Cursors[t.Name]); ok && t.Name != track && t.Ring && t.Sign != 0 {
			list = append(list, cursor(spot, t, scene.Waiting, d.Legal(t)[spot.Name])...)
		}
	}
	return list
}

// cursor draws the cursor of a ring: its sign on a ground, where the spot is one to play on or shows nothing. Else it would
// cover what stands there, and is an edge.
func cursor(spot scene.Spot, t game.Track, ground scene.Colour, free bool) []scene.Shape {
	if !free && spot.Name != t.Park {
		return []scene.Shape{around(spot, 0.02, ground)}
	}
	x, y := spot.Middle()
	box := around(spot, 0, scene.On(ground))
	box.Fill = ground
	return []scene.Shape{box, letter(x, y, min(spot.Area.W, spot.Area.H)/2, t.Sign, scene.On(ground))}
}

// stamp draws what stands on a picked spot.
func stamp(t game.Track, x, y, half float64) []scene.Shape {
	if len(t.Stamp) == 0 {
		return []scene.Shape{scene.Disc(x, y, half*0.7, scene.Accent), letter(x, y, half, t.Mark, scene.On(scene.Accent))}
	}
	list := make([]scene.Shape, len(t.Stamp))
	for i, sh := range t.Stamp {
		list[i] = sh.Moved(x, y, 1, "")
	}
	return list
}

// around draws the edge of a spot, grown by some of a place.
func around(spot scene.Spot, grow float64, colour scene.Colour) scene.Shape {
	x, y := spot.Middle()
	sh := scene.Shape{X: x, Y: y, W: spot.Area.W + 2*grow, H: spot.Area.H + 2*grow, Stroke: colour, Width: 0.045}
	if !spot.Round {
		sh.Kind, sh.R = scene.Rect, 0.1
	}
	return sh
}

func letter(x, y, size float64, r rune, colour scene.Colour) scene.Shape {
	sh := scene.Word(x, y, size, string(r), scene.Centre, colour)
	sh.Bold = true
	return sh
}

// composeLines writes the two sentences, or what is being typed in place of the second one.
func (w *window) composeLines(p *page, r scene.Rectangle) {
	d := w.desk.Play
	fits := func(text string) bool { return scene.TextWidth(text, textSize+1, false) <= r.W }
	first, second := d.Sentences(fits)
	if !fits(first) { // the context gives way
		lines := scene.Wrap(first, textSize+1, false, r.W)
		first, second = lines[0], strings.Join(lines[1:], " ")
	}
	if first == d.Result() && first != "" {
		p.bold(r.X, r.Y+14, r.W, titleSize, first, scene.Text)
	} else {
		p.word(r.X, r.Y+16, r.W, textSize+1, first, scene.Text)
	}
	if !d.Prompt.On {
		p.word(r.X, r.Y+40, r.W, textSize-1, second, scene.Muted)
		return
	}
	w.composePrompt(p, &d.Prompt, scene.Rectangle{X: r.X, Y: r.Y + 29, W: r.W, H: 30})
}

// composePrompt draws the line that is being typed.
func (w *window) composePrompt(p *page, pr *desk.Prompt, r scene.Rectangle) {
	field := scene.Box(r.X, r.Y, r.W, r.H, 8, scene.Panel)
	field.Stroke, field.Width = scene.Accent, 1.5
	p.add(field)
	x, y := r.X+10, r.Y+r.H/2
	p.bold(x, y, r.W, textSize, pr.Question, scene.Accent)
	x += scene.TextWidth(pr.Question, textSize, true) + 4
	text, caret := pr.Line()
	p.typed(x, y, r.X+r.W-10-x, text, caret, true)
}

// typed writes a line that is edited, the end of a long one, with its caret.
func (p *page) typed(x, y, room float64, text []rune, caret int, active bool) {
	for caret > 0 && scene.TextWidth(string(text[:caret]), textSize, false) > room-4 {
		text, caret = text[1:], caret-1
	}
	p.word(x, y, room, textSize, string(text), scene.Text)
	if active {
		x += scene.TextWidth(string(text[:caret]), textSize, false)
		p.add(scene.Stroke(x, y-9, x, y+9, 1.5, scene.Accent))
	}
}

// composeNote draws a note, crossed out when there is silence; a click switches sound.
func (w *window) composeNote(p *page, x, y float64) {
	const spot = desk.ButtonSpot + "s"
	ink := scene.Muted
	if w.desk.Play.Switched() || p.over == spot { // just switched
		ink = scene.Accent
	}
	p.add(
		scene.Disc(x-3, y+5, 3.6, ink), scene.Stroke(x, y+5, x, y-8, 1.6, ink),
		scene.Stroke(x, y-8, x+5, y-5, 2.4, ink),
	)
	if w.desk.Settings.Silent {
		p.add(scene.Stroke(x-8, y+9, x+8, y-9, 1.8, scene.Bad))
	}
	p.spot(spot, "sound", scene.Rectangle{X: x - 13, Y: y - 13, W: 26, H: 26})
}
