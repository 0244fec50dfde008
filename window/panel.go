package window

import (
	"slices"
	"strings"

	"attic/desk"
	"attic/match"
	"attic/scene"
	"attic/table"
)

// composePanel composes what stands right of the board.
func (w *window) composePanel(p *page, r scene.Rectangle) {
	d := w.desk.Play
	const gap = 12
	y := r.Y
	if !d.Info.Flanked {
		y = w.composeSeats(p, r) + gap
	}
	if w.desk.Form.On {
		w.composeForm(p, scene.Rectangle{X: r.X, Y: y, W: r.W, H: r.Y + r.H - y})
		return
	}
	answers := d.Answers()
	room := r.H - (y - r.Y) - gap
	if d.Urges() {
		room -= answerHeight + gap
	}
	buttons := w.fit(r.W, keySize{104, 32, 8, min(room, r.H*0.5)}, keySize{96, 29, 6, min(room, r.H*0.6)})
	bottom := r.Y + r.H - buttons.used
	w.composeButtons(p, scene.Rectangle{X: r.X, Y: bottom, W: r.W, H: buttons.used}, buttons)
	bottom -= gap
	if len(answers) > 0 && bottom-y >= answerHeight {
		bottom -= answerHeight
		w.composeRow(p, scene.Rectangle{X: r.X, Y: bottom, W: r.W, H: answerHeight}, answers, d.Urges())
		bottom -= gap
	}
	const pad = 16
	const moves = 96 // the least room for the list of moves
	if room := bottom - y - 2*pad; room > 0 {
		aside := w.beside(r.W-2*pad, room-min(moves, room/3))
		if h := aside.View.H; h > 0 && h <= room {
			p.card(scene.Rectangle{X: r.X, Y: y, W: r.W, H: h + 2*pad})
			w.drawBeside(p, aside, r.X+pad, y+pad)
			y += h + 2*pad + gap
		}
	}
	switch begins := d.Elsewhere(); {
	case len(begins) > 0: // there are no moves yet
		if bottom-y >= answerHeight {
			w.composeRow(p, scene.Rectangle{X: r.X, Y: bottom - answerHeight, W: r.W, H: answerHeight}, begins, false)
		}
		if bottom-y >= answerHeight+32 {
			p.bold(r.X, bottom-answerHeight-18, r.W, labelSize, "Another machine", scene.Muted)
		}
	case bottom-y >= 64:
		w.composeMoves(p, scene.Rectangle{X: r.X, Y: y, W: r.W, H: bottom - y})
	}
}

// answerHeight is that of the buttons that answer an offer.
const answerHeight = 32

// composeRow draws buttons beside each other, so that no other button moves. The first may be the one to press next.
func (w *window) composeRow(p *page, r scene.Rectangle, buttons []desk.Button, primary bool) {
	each := (r.W - 8*float64(len(buttons)-1)) / float64(len(buttons))
	for i, b := range buttons {
		p.button(scene.Rectangle{X: r.X + float64(i)*(each+8), Y: r.Y, W: each, H: r.H}, b, primary && i == 0)
	}
}

// pointAside shows the cursor in the list beside the board.
func (w *window) pointAside(p *page, aside scene.Scene, x, y float64) {
	_, at := w.desk.Play.Pointed()
	for _, spot := range aside.Spots {
		if spot.Name == at {
			a := spot.Area
			p.edge(scene.Rectangle{X: x + a.X - 6, Y: y + a.Y, W: a.W + 12, H: a.H}, 6, 1.5, scene.Accent)
		}
	}
}

// general are the buttons of every game in their order, and those of them that go where there is little room,
// the first ones first.
var (
	general = strings.Fields("u ctrl+r h v n [ ] : l w o W s N M ? q")
	spare   = strings.Fields("W [ ] o w s l : ctrl+r v h n")
)

// hurry is the key that lets the program move now. Its button is there whenever a program plays, so that the
// others stay where they are.
const hurry = "space"

// buttons returns the buttons of the page: the game's own, then those of every game.
func (w *window) buttons() []desk.Button {
	d := w.desk.Play
	var list []desk.Button
	own := map[string]bool{}
	if slices.ContainsFunc(d.Now.Players, func(player match.Player) bool { return player.Program }) {
		list = append(list, desk.Button{Key: hurry, Label: "move now", Off: !d.Thinking()})
	}
	if pausing, ok := d.Pausing(); ok {
		list = append(list, pausing)
	}
	for _, b := range d.Buttons(true) {
		own[b.Key] = true
		list = append(list, b)
	}
	for _, key := range general {
		if own[key] || key == "N" && !d.Reaches() {
			continue
		}
		b, has := d.Labelled(key)
		if !has {
			continue
		}
		switch key {
		case "s":
			b.Label = "sound on"
			if w.desk.Settings.Silent {
				b.Label = "sound off"
			}
		case "N":
			if d.Now.Other == table.Near {
				b.Label = "network"
			}
		case "[":
			b.Label = "back"
		case "]":
			b.Label = "forward"
		}
		list = append(list, b)
	}
	return list
}

// keySize says how large buttons are: their least width, their height, the gaps between them, and the most
// room that all have.
type keySize struct{ least, height, gap, room float64 }

// keys are buttons with their size, and how much room they use.
type keys struct {
	keySize
	list []desk.Button
	used float64
}

// fit returns the buttons for a width in the first of some sizes in which all have room, or else in the last one
// those that one needs most.
func (w *window) fit(width float64, sizes ...keySize) keys {
	list := w.buttons()
	for _, size := range sizes {
		if _, used := cells(scene.Rectangle{W: width}, len(list), size.least, size.height, size.gap); used <= size.room {
			return keys{size, list, used}
		}
	}
	size := sizes[len(sizes)-1]
	for {
		_, used := cells(scene.Rectangle{W: width}, len(list), size.least, size.height, size.gap)
		if used <= size.room || len(list) < 3 {
			return keys{size, list, used}
		}
		list = fewer(list)
	}
}

// fewer leaves out the button that is needed least: first of those that every game has, then of those that mean
// nothing now. Help and what leaves the game stay.
func fewer(list []desk.Button) []desk.Button {
	drop := -1
	for _, key := range spare {
		if drop < 0 {
			drop = slices.IndexFunc(list, func(b desk.Button) bool { return b.Key == key })
		}
	}
	if drop < 0 {
		drop = slices.IndexFunc(list, func(b desk.Button) bool { return b.Off && b.Key != hurry })
	}
	for i := len(list) - 1; i >= 0 && drop < 0; i-- {
		if !strings.Contains("?qMuN", list[i].Key) {
			drop = i
		}
	}
	drop = max(drop, 0)
	return slices.Delete(slices.Clone(list), drop, drop+1)
}

// composeButtons draws the buttons.
func (w *window) composeButtons(p *page, r scene.Rectangle, buttons keys) {
	places, _ := cells(r, len(buttons.list), buttons.least, buttons.height, buttons.gap)
	primary := w.primary(buttons.list)
	for i, b := range buttons.list {
		p.button(places[i], b, b.Key == primary)
	}
}

// primary returns the key of what one will want to press next, or "".
func (w *window) primary(list []desk.Button) string {
	d := w.desk.Play
	var key string
	switch {
	case d.Urges(): // the first of the answers
	case d.Thinking():
		key = hurry
	default:
		for _, m := range d.Moves { // there is nothing to choose, or the set-up is to end
			if len(m.Spots) == 0 && (len(d.Moves) == 1 || m.Begins) {
				key, _, _ = strings.Cut(m.Key, " ")
			}
		}
	}
	if slices.ContainsFunc(list, func(b desk.Button) bool { return b.Key == key && !b.Off }) {
		return key
	}
	return ""
}
