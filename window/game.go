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
	margin      = 24
	slimMargin  = 12
	columnUpTo  = 640 // up to this width, everything is in one column
	narrowPanel = 188
	widePanel   = 360
	listPanel   = 252 // the least width of a form with a list of games
	cardWidth   = 112 // of a player beside the board
	stripsFrom  = 480 // the least height of a window with strips for what has no room as a list
	stripHeight = 22  // of the list of moves as a strip
	listFrom    = 100 // the least height of a list below the board
)

// measures holds the heights of the parts of a game's page, in points, and the sizes of the gaps between them.
type measures struct {
	margin   float64
	title    float64 // of the title row
	goal     float64 // the size of its letters
	status   float64 // of the game's status bar
	lines    float64 // of the two sentences
	letters  float64 // their size
	control  float64 // of a row of controls
	gap      float64
	narrow   bool // everything is in one column
	tiny     bool // there is only one row of controls
	bestBar  int  // how many controls of the bar are side by side
	fullBar  bool // the bar is as wide as the window
	flanked  bool // the players are beside the board
	panelled float64

	asks int     // in a lesson or puzzle: how many lines its question has; else 0
	row  float64 // then: the height of a line of the question
	keys float64 // and of the line with keys and buttons
}

// measure returns the measures for a window of width by height points. Everything else shrinks before the board does.
func (w *window) measure(width, height float64) measures {
	m := measures{margin: 20, title: 44, goal: textSize, status: 40, lines: 48, letters: textSize + 1, control: 40, gap: 6, bestBar: 8}
	if width < 1000 || height < 600 {
		m.margin, m.title, m.goal, m.status, m.lines, m.control = 12, 36, labelSize, 28, 42, 32
		m.letters = textSize
	}
	m.narrow = width < 500 || width < height*0.9
	if m.narrow {
		m.margin, m.bestBar = 8, 4
		if m.tiny = height < 560; m.tiny {
			m.title, m.status, m.lines, m.letters, m.control, m.gap, m.bestBar = 20, 22, 32, labelSize, 28, 4, 4
		}
		return m
	}
	m.panelled = min(max(width*0.225, narrowPanel), widePanel)
	if _, lists := w.fieldsHeight(0); w.desk.Form.On && lists {
		m.panelled = max(m.panelled, listPanel)
	}
	left := width - 3*m.margin - m.panelled
	m.fullBar = left < 8*84
	inner := left - 2*cardWidth - 8
	m.flanked = w.desk.Play.Info.Flanked && inner >= (height-m.title-m.lines-m.control-m.gap-14)*0.95
	return m
}

// composeGame composes the page of a game.
func (w *window) composeGame(p *page) {
	w.is = w.asking(w.measure(p.w, p.h), p.w)
	m := w.is
	if m.narrow {
		w.composeColumn(p)
		return
	}
	w.desk.Play.Unplaced = nil
	foot := min(m.margin, 14)
	box := scene.Rectangle{X: m.margin, Y: m.title, W: p.w - 3*m.margin - m.panelled}
	if !m.fullBar {
		box.W += m.margin - 12
	}
	bar := scene.Rectangle{X: m.margin, Y: p.h - foot - m.control, W: box.W, H: m.control}
	panel := scene.Rectangle{X: p.w - m.margin - m.panelled, Y: m.title + 4, W: m.panelled}
	panel.H = bar.Y + bar.H - panel.Y
	if m.fullBar {
		bar.W = p.w - 2*m.margin
		panel.H = bar.Y - 8 - panel.Y
	}
	box.H = bar.Y - m.gap - box.Y
	lines := box
	if m.flanked { // the players are left and right of the board
		inner := box.W - 2*cardWidth - 8
		lines.X, lines.W = box.X+cardWidth+4+32, box.W-cardWidth-4-32
		w.composeBoard(p, scene.Rectangle{X: box.X + cardWidth + 4, Y: box.Y, W: inner, H: box.H}, lines)
		w.composeSeat(p, 0, scene.Rectangle{X: box.X, Y: panel.Y, W: cardWidth, H: 190})
		w.composeSeat(p, 1, scene.Rectangle{X: box.X + box.W - cardWidth, Y: panel.Y, W: cardWidth, H: 190})
	} else {
		w.composeBoard(p, box, lines)
	}
	end := w.composeIcons(p, p.w-m.margin, m.title/2+2, m.title-8)
	w.composeTitle(p, m.margin, m.title/2+2, end-m.margin)
	w.composePanel(p, panel)
	w.composeControls(p, bar, rows{8, m.control, 6}, w.desk.Play.Controls().Bar, w.primary())
}

// composeColumn composes the page of a game in a narrow window, in one column. The board is drawn first, because cutting it
// off covers its surroundings.
func (w *window) composeColumn(p *page) {
	d, m := w.desk.Play, w.is
	r := scene.Rectangle{X: m.margin, W: p.w - 2*m.margin}
	controls := d.Controls()
	device := w.strip(r.W)
	var heads, feet []func()
	top := m.title
	head := func(height, gap float64, draw func(scene.Rectangle)) {
		at := scene.Rectangle{X: r.X, Y: top, W: r.W, H: height}
		heads = append(heads, func() { draw(at) })
		top += height + gap
	}
	bottom := p.h - 4
	foot := func(height float64, draw func(scene.Rectangle)) {
		bottom -= height
		at := scene.Rectangle{X: r.X, Y: bottom, W: r.W, H: height}
		feet = append(feet, func() { draw(at) })
		bottom -= m.gap
	}
	switch {
	case m.tiny && d.Info.Flanked:
		head(22, 2, func(at scene.Rectangle) { w.composeSlim(p, at) })
	case m.tiny && d.Now.View.Status().Bar == "" && device.View.H > 0:
		head(24, 2, func(at scene.Rectangle) { p.picture(device, at, "aside ") })
	case !m.tiny:
		head(48, 4, func(at scene.Rectangle) { w.composeSlim(p, at) })
	}
	moves := func(at scene.Rectangle) { w.composeStrip(p, at) }
	upper, lower := float64(stripHeight), 0.0 // the strips above the controls
	drawUpper, drawLower := moves, func(at scene.Rectangle) { p.picture(device, at, "aside ") }
	if !m.tiny || d.Info.Flanked || d.Now.View.Status().Bar != "" { // it is not at the top
		lower = device.View.H
	}
	if len(w.aside(max(r.W, 200), endless).Spots) > 0 { // the list of the game comes before that of the moves
		upper, lower, drawUpper, drawLower = lower, upper, drawLower, drawUpper
	}
	board, strips := r.W*1.02, upper+lower+2*m.gap
	switch {
	case p.h < stripsFrom:
		upper, lower, strips = 0, 0, 0
	case m.tiny: // the board becomes smaller
		strips = 0
	default:
		board = r.W * 0.96
	}
	g, wide := rows{m.bestBar, m.control, m.gap}, rows{3, m.control, m.gap}
	row := func(g rows, list []desk.Button) {
		foot(g.room(len(list)), func(at scene.Rectangle) { w.composeControls(p, at, g, list, w.primary()) })
	}
	room := p.h - top - board - w.below() - m.gap - strips // for controls
	all := g.room(len(controls.Bar)) + wide.room(len(controls.Own)) + 2*m.gap
	bar, own := controls.Bar, controls.Own
	if d.Unplaced = nil; room < all {
		n := m.bestBar * max(1, int((room+m.gap)/(m.control+m.gap)))
		bar, d.Unplaced = few(controls, n)
		own = nil
	}
	row(g, bar)
	_, levels := d.Level()
	stepped := levels && room >= all+m.control+m.gap
	if stepped {
		foot(m.control, func(at scene.Rectangle) { w.composeStepper(p, at) })
	}
	open := w.drawerOpen()
	kept, under := len(feet), bottom // these stay while the drawer is open
	if len(own) > 0 {
		row(wide, own)
	}
	if lower > 0 {
		foot(lower, drawLower)
	}
	full := r.W*1.05 + w.below()
	if free := (scene.Rectangle{X: r.X, Y: top + full + m.gap, W: r.W, H: bottom - top - full - m.gap}); free.H >= listFrom {
		feet = append(feet, func() { w.composeFree(p, free) })
	} else if upper > 0 {
		foot(upper, drawUpper)
	}
	box := scene.Rectangle{X: r.X, Y: top, W: r.W, H: min(full, bottom-top)}
	// A form or the drawer is below the board, which stays in place, or takes up the page.
	over := w.desk.Form.On || open
	if over {
		below := box.Y + box.H - w.below()
		place := scene.Rectangle{X: r.X, Y: below, W: r.W, H: under - below}
		list := w.drawerList(!m.tiny)
		need, ends := wide.fitting(len(list), r.W, place.H).room(len(list)), under
		if feet = feet[:kept]; w.desk.Form.On {
			feet, need, ends = nil, w.formHeight(), p.h-m.margin
			place.H = ends - below
		}
		if place.H < need {
			heads = nil
			place.Y, place.H = m.title+4, ends-m.title-4
			box.H = 0
			if open && levels && !stepped {
				place.H -= m.control + m.gap
				at := scene.Rectangle{X: r.X, Y: place.Y + place.H + m.gap, W: r.W, H: m.control}
				feet = append(feet, func() { w.composeStepper(p, at) })
			}
		}
		feet = append(feet, func() {
			if w.desk.Form.On {
				w.composeForm(p, place)
			} else {
				w.composeDrawer(p, place, wide, list)
			}
		})
	}
	if box.H > 0 {
		lines := box
		if over {
			lines.W = 0
		}
		w.composeBoard(p, box, lines)
	}
	end := p.w - m.margin
	if !m.tiny {
		end = w.composeIcons(p, end, m.title/2+1, m.title-8)
	}
	for _, draw := range append(heads, feet...) {
		draw()
	}
	w.composeTitle(p, r.X, m.title/2+1, end-r.X)
}

// composeFree composes the game's list below the board, or else the list of moves.
func (w *window) composeFree(p *page, r scene.Rectangle) {
	const pad = 10
	if aside := w.beside(r.W-2*pad-2*barWidth, r.H-2*pad); len(aside.Spots) > 0 {
		p.card(r)
		w.drawBeside(p, aside, r.X+pad, r.Y+pad, 1)
		return
	}
	w.composeMoves(p, r, r.H >= leastSlider)
}

// composeTitle writes the game's name, if there is room, and the goal.
func (w *window) composeTitle(p *page, x, y, width float64) {
	d := w.desk.Play
	goal := d.Goal()
	if goal == "" {
		goal = d.Info.Brief
	}
	if _, ok := d.Person.Game().(game.Rounds); ok && d.Now.Round > 1 {
		goal = fmt.Sprintf("Round %d. %s", d.Now.Round, goal)
	}
	end := x + width
	if t, ok := d.FindTrack(d.Track); ok && len(d.Tracks) > 1 && !w.is.narrow { // the mode
		wide := scene.TextWidth(t.Label, labelSize, true) + 20
		p.add(scene.Box(end-wide, y-12, wide, 24, 12, scene.Accent))
		p.bold(end-wide+10, y, wide, labelSize, t.Label, scene.On(scene.Accent))
		end -= wide + 10
	}
	if title := scene.TextWidth(d.Info.Title, titleSize, true) + 12; !w.is.tiny && title+scene.TextWidth(goal, leastLabel, false) <= end-x {
		p.bold(x, y, width, titleSize, d.Info.Title, scene.Text)
		x += title
	}
	if lines := scene.Wrap(goal, leastLabel, false, end-x); len(lines) == 2 && !w.is.tiny {
		if one, two, ok := strings.Cut(goal, ". "); ok && max(scene.TextWidth(one+".", leastLabel, false), scene.TextWidth(two, leastLabel, false)) <= end-x {
			lines = []string{one + ".", two}
		}
		p.word(x, y-6, end-x, leastLabel, lines[0], scene.Muted)
		p.word(x, y+8, end-x, leastLabel, lines[1], scene.Muted)
		return
	}
	goal = shortened(goal, end-x)
	p.word(x, y+1, end-x, fitting(goal, w.is.goal, end-x), goal, scene.Muted)
}

// below returns the height that the bar and the sentences need.
func (w *window) below() float64 {
	if w.desk.Play.Now.View.Status().Bar != "" {
		return w.is.lines + w.is.status
	}
	return w.is.lines
}

// composeBoard draws the board, and below it the bar and the sentences in the columns of lines, unless lines has no width.
func (w *window) composeBoard(p *page, box, lines scene.Rectangle) {
	d, m := w.desk.Play, w.is
	status := d.Now.View.Status()
	sc := w.shown()
	area := scene.Rectangle{X: box.X, Y: box.Y, W: box.W, H: box.H - w.below()}
	p.board = area
	from, part := w.framed(sc)
	x, y, scale := place(from, area)
	if part {
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
	if lines.W == 0 {
		return
	}
	bottom := area.Y + area.H
	if status.Bar != "" {
		w.composeBar(p, scene.Rectangle{X: lines.X, Y: bottom, W: lines.W, H: m.status - 6}, status.Bar)
		bottom += m.status
	}
	text := scene.Rectangle{X: lines.X, Y: bottom, W: lines.W, H: m.lines}
	w.composeLines(p, text)
	if d.Switched() {
		w.drawSpeaker(p, sc, x, y, scale, text)
	}
}

// framed returns the part of the board to show: the focus of the scene, unless it has none or the user wants the whole
// board. The part grows during the animation of a move that enlarges the focus.
func (w *window) framed(sc scene.Scene) (from scene.Rectangle, part bool) {
	if sc.Focus.W == 0 || w.whole {
		return sc.View, false
	}
	to, old := sc.Focus, w.motion.from
	if !w.moving() || w.motion.layer || old.W == 0 {
		return to, true
	}
	done := min(1, float64(w.now().Sub(w.motion.begun))/float64(max(w.motion.Duration(), 1)))
	between := func(a, b float64) float64 { return a + (b-a)*done }
	return scene.Rectangle{X: between(old.X, to.X), Y: between(old.Y, to.Y), W: between(old.W, to.W), H: between(old.H, to.H)}, true
}

// marks returns what is drawn on top of the position: previews, chosen and picked spots, the cursor.
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
			if slices.Contains(t.Picked, spot.Name) { // the scene shows the pick, which the user may have undone
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

// waiting draws the cursors of rings that wait while another track is in use.
func waiting(d *desk.Play, track string, sc scene.Scene) (list []scene.Shape) {
	for _, t := range d.Tracks {
		if spot, ok := sc.Spot(d.Cursors[t.Name]); ok && t.Name != track && t.Ring && t.Sign != 0 {
			list = append(list, cursor(spot, t, scene.Waiting, d.Legal(t)[spot.Name])...)
		}
	}
	return list
}

// cursor draws the cursor of a ring: its sign on the colour ground if the spot has a legal move or shows nothing, otherwise
// only an edge, so that it does not cover the contents of the spot.
func cursor(spot scene.Spot, t game.Track, ground scene.Colour, free bool) []scene.Shape {
	if !free && spot.Name != t.Park {
		return []scene.Shape{around(spot, 0.02, ground)}
	}
	x, y := spot.Middle()
	box := around(spot, 0, scene.On(ground))
	box.Fill = ground
	return []scene.Shape{box, letter(x, y, min(spot.Area.W, spot.Area.H)/2, t.Sign, scene.On(ground))}
}

// stamp draws the mark of a picked spot.
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

// around draws the edge of a spot, enlarged by grow.
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

// composeLines writes the two sentences, or the line being typed in place of the second. A first sentence that is too long for a line
// takes both.
func (w *window) composeLines(p *page, r scene.Rectangle) {
	d, m := w.desk.Play, w.is
	if m.asks > 0 {
		w.composeLecture(p, r)
		return
	}
	least := min(m.letters, labelSize)
	fits := func(text string) bool { return scene.TextWidth(text, least, false) <= r.W }
	first, second := d.Sentences(fits)
	heading := first == d.Result() && first != ""
	height := m.lines * 0.55
	line := scene.Rectangle{X: r.X, Y: r.Y + r.H - height, W: r.W, H: height}
	line.W = w.composeAsides(p, line)
	rows := []scene.Rectangle{{X: r.X, Y: r.Y + r.H*0.2, W: r.W}, {X: r.X, Y: r.Y + r.H*0.72, W: line.W}}
	size := fitting(first, m.letters, r.W)
	switch {
	case heading:
		p.bold(r.X, r.Y+r.H*0.19, r.W, fitting(first, min(titleSize, r.H*0.42), r.W), first, scene.Text)
	case fits(first):
		p.word(r.X, rows[0].Y, r.W, size, first, scene.Text)
	default:
		if d.Prompt.On {
			rows = rows[:1]
		}
		p.composeSentence(rows, m.letters, first)
		second = ""
	}
	if d.Prompt.On {
		w.composePrompt(p, &d.Prompt, line)
		return
	}
	second = shortened(second, line.W)
	if second == "" || line.W < r.W/3 && scene.TextWidth(second, leastLabel, false) > line.W { // too narrow to be useful
		return
	}
	p.word(r.X, rows[len(rows)-1].Y, line.W, fitting(second, min(m.letters-2, size), line.W), second, scene.Muted)
}

// shortened returns a text without the last of its sentences that do not fit into a line, but at least its first sentence.
func shortened(text string, width float64) string {
	for scene.TextWidth(text, leastLabel, false) > width {
		end := strings.LastIndex(strings.TrimSuffix(text, "."), ". ")
		if end < 0 {
			break
		}
		text = text[:end+1]
	}
	return text
}

// composePrompt draws the line being typed.
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

// typed writes a line being edited with its caret; of a long line, the end.
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

// composeNote draws a musical note, crossed out if sound is off.
func (w *window) composeNote(p *page, x, y float64) {
	ink := scene.Text
	if w.desk.Play.Switched() {
		ink = scene.Accent
	}
	p.add(
		scene.Disc(x-3, y+5, 3.6, ink), scene.Stroke(x, y+5, x, y-8, 1.6, ink),
		scene.Stroke(x, y-8, x+5, y-5, 2.4, ink),
	)
	if w.desk.Settings.Silent {
		p.add(scene.Stroke(x-8, y+9, x+8, y-9, 1.8, scene.Bad))
	}
}
