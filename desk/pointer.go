package desk

import (
	"fmt"
	"slices"
	"strings"

	"attic/desk/command"
	"attic/game"
)

// pointer is the part of a page for the mouse and for fingers, which point at spots, touch them and drag pieces.
type pointer struct {
	play   *Play
	held   string // the spot chosen when the mouse button went down, or ""
	again  bool   // the spot was already chosen; releasing the button there drops it
	tapped tapped
	pen    pen
	rests  bool // a finger rests on the spot under the cursor, and touches it when it is lifted
}

// touch handles Enter or a click on a spot.
func (h *pointer) touch(track, spot string) {
	p := h.play
	if p.Now.Watches() {
		p.Message.says(command.Sentence(command.ErrWatching))
		return
	}
	t, ok := p.Cursor.FindTrack(track)
	if !ok || spot == "" || h.pen.touch(p, spot) {
		return
	}
	switch {
	case p.Ahead.on():
		if p.Ahead.touch(track, spot) {
			return
		}
	case p.Thinking():
		p.Message.Said = "It is not your turn yet; " + either("Space lets the computer move now.", "tap Move now to let the computer move.")
		return
	case p.Ahead.theirs() && !p.Back:
		p.Message.says("It is not your turn yet.")
		return
	}
	if why := p.shut(len(p.Cursor.Moves)); why != "" {
		p.Message.says(why)
		return
	}
	if t.Pick > 0 {
		if p.Message.Fresh, p.Message.Said = false, ""; !p.Cursor.collect(t, spot) {
			p.Message.Said = fmt.Sprintf("All %d are placed; %s one to remove it.", t.Pick, either("press Enter on", "tap"))
		}
		return
	}
	if n := len(p.Cursor.Chosen); n > 0 && p.Cursor.Chosen[n-1] == spot { // a spot touched again is dropped
		p.Cursor.Chosen = p.Cursor.Chosen[:n-1]
		p.Message.Fresh = false
		return
	}
	for _, way := range [][]string{append(slices.Clone(p.Cursor.Chosen), spot), {spot}} {
		move, more := p.Cursor.Match(track, way)
		switch {
		case move != nil && !p.Ahead.on():
			p.play(move.Text)
			return
		case move != nil:
			p.Ahead.add(*move)
			return
		case more:
			p.Cursor.Chosen, p.Message.Fresh, p.Message.Said = way, false, ""
			return
		}
	}
	if stopped(p.Now, p.Back, p.past.of(p.Person.Sight())) { // no move begins with this spot
		return
	}
	p.Message.Fresh = false
	switch {
	case p.Ahead.alone():
		p.Message.Said = "It is not your turn yet."
	case p.Ahead.on():
		p.Message.Said = "It is not your turn yet. Choose one of your pieces to prepare your next move."
	default:
		p.Message.Said = p.Now.View.Look(track, append(slices.Clone(p.Cursor.Chosen), spot)...).Sentence
	}
}

// nextTrack switches to the next input mode, or to the next one that has the given key. It plays a complete pick, and asks before it discards an
// incomplete one.
func (h *pointer) nextTrack(key string) {
	p := h.play
	p.Cursor.letGo()
	i := slices.IndexFunc(p.Cursor.Tracks, func(t game.Track) bool { return t.Name == p.Cursor.Track })
	for n := 1; i >= 0 && n < len(p.Cursor.Tracks); n++ {
		next := p.Cursor.Tracks[(i+n)%len(p.Cursor.Tracks)]
		if key != "" && !hasKey(next.Key, key) {
			continue
		}
		turn := func() {
			p.Cursor.turnTo(next.Name)
			p.Message.says("")
			p.ready()
		}
		t := p.Cursor.Tracks[i]
		switch spots, changed := p.Cursor.picks(t); {
		case !changed:
			turn()
		case len(spots) == t.Pick:
			if p.play(t.Word + " " + strings.Join(spots, ",")) {
				turn()
			}
		default:
			p.Message.ask(fmt.Sprintf("Only %d of %d placed. Discard and leave?", len(spots), t.Pick), "leave", turn)
			p.Message.question.no = "keep placing"
		}
		return
	}
}

// point moves to a spot under the mouse.
func (h *pointer) point(spot string, click bool) {
	p := h.play
	if enginePoints(p, spot) || p.desk.Pages.Covers() || spot == "" || p.Now.Watches() || strings.HasPrefix(spot, ButtonSpot) {
		return
	}
	p.Cursor.away = false
	if t, ok := p.Cursor.FindTrack(p.Cursor.Track); ok && slices.Contains(t.Spots, spot) {
		if p.Cursor.Cursors[t.Name] != spot || p.Cursor.Hover != "" {
			p.Cursor.Cursors[t.Name], p.Cursor.Hover, p.Cursor.early = spot, "", false
			p.Cursor.Aim = -1
			if !click || !p.Message.Fresh {
				p.Message.says("")
			}
		}
	} else if p.Cursor.Hover != spot {
		p.Cursor.Hover, p.Message.Fresh, p.Message.Said = spot, false, ""
	}
}

func (h *pointer) click(spot string) {
	p := h.play
	ply := p.Now.Ply
	p.Ahead.hasty = p.Motion.Moving
	p.Motion.jump()
	unseen := p.Now.Ply != ply
	p.Message.switched, p.saved = 0, ""
	key, button := strings.CutPrefix(spot, ButtonSpot)
	if p.Message.question != nil && (p.Message.answered(key) || !button) {
		p.Message.unask()
		return
	}
	switch pages := &p.desk.Pages; {
	case button:
		p.Prompt.close()
		if key = strings.TrimPrefix(key, OfferKey); !pages.click(key) {
			if !engineKey(p, key) {
				p.use(key)
			}
		}
	case pages.Covers() || spot == "":
	default:
		*pages = nil // the drawer
		engineBack(p)
		h.point(spot, true)
		if track, at := p.Cursor.Pointed(); !unseen || !p.Cursor.plays(track, at) { // nobody wants to answer a move that they have not seen
			h.touch(track, at)
		}
	}
}

func (h *pointer) wheel(over Area, by int) {
	p := h.play
	p.Message.unask()
	switch top := p.desk.Pages.Top(); {
	case top != nil && top.wheel(by):
	case over == OverMoves:
		p.listing.scrolled -= by
	case over == OverBeside:
		p.List.scroll(by)
	case over == OverBoard:
		p.Motion.jump()
		p.step(by)
	}
}

// press handles a click on a spot. It does not drop a piece that was already chosen, because the person may be about to drag it.
func (h *pointer) press(spot string) {
	p := h.play
	h.held, h.again, h.rests = "", false, false
	if chosen := p.Cursor.last(); chosen != "" && chosen == spot && p.desk.Pages.Top() == nil && (!p.Waiting() || p.Ahead.on()) {
		p.Motion.jump()
		h.held, h.again = spot, true
		return
	}
	h.click(spot)
	if !strings.HasPrefix(spot, ButtonSpot) && p.desk.Play == p && p.Cursor.last() == spot {
		h.held = spot
	}
}

// release ends dragging. On a spot that completes or continues a move, it plays or continues the move; elsewhere it drops the choice.
func (h *pointer) release(spot string) {
	p := h.play
	d := *h
	h.held, h.again = "", false
	if d.held == "" || p.Cursor.last() != d.held {
		return
	}
	switch move, more := p.Cursor.Match(p.Cursor.Track, append(slices.Clone(p.Cursor.Chosen), spot)); {
	case spot == d.held && !d.again:
	case spot == d.held || move != nil || more:
		h.point(spot, true)
		h.touch(p.Cursor.Pointed())
	default:
		p.Cursor.letGo()
		p.Message.says("")
	}
}

// shows shows the move that the first touch of a spot would play, and reports whether the touch has no other effect.
func (h *pointer) shows(spot string) bool {
	p := h.play
	was := h.tapped
	h.tapped = tapped{}
	if len(p.Cursor.Tracks) == 0 || p.Now.Watches() || p.Study.Course() != nil || len(p.Cursor.Chosen) > 0 || h.pen.ink != 0 || !slices.Contains(p.Cursor.Tracks[0].Spots, spot) {
		return false
	}
	p.Motion.jump()
	now := tapped{spot, p.Now.N, p.Now.Ply}
	if p.Back {
		now.ply = p.Ply
	}
	if p.Waiting() || was == now || !p.Cursor.plays(p.Cursor.Tracks[0].Name, spot) {
		return false
	}
	h.point(spot, false)
	h.tapped = now
	return true
}

// Aim handles a finger that rests on a spot of the board, and touches it when it is lifted. Until then, the page shows what that would do.
func Aim(d *Desk, spot string) {
	p := d.Play
	p.Motion.jump()
	p.Pointer.point(spot, false)
	p.Message.says("")
	p.Pointer.rests, p.Pointer.tapped = true, tapped{}
}

func (c *Cursor) last() string {
	if n := len(c.Chosen); n > 0 {
		return c.Chosen[n-1]
	}
	return ""
}

// Dragged returns the spot from which a piece is being dragged, or "".
func (h *pointer) Dragged() string {
	if h.held == "" || h.held != h.play.Cursor.last() {
		return ""
	}
	return h.held
}

// tapped is the spot that a finger has touched to preview a move, and the position in which that happened.
type tapped struct {
	spot string
	n    uint64
	ply  int
}

// Drag handles a finger that slides away from a spot. It picks up the piece there if a move of several spots begins with it. Otherwise it does
// nothing, because a finger that slides taps nothing. A call of Release must follow.
func (d *Desk) Drag(spot string) {
	p := d.Play
	if p == nil || Covered(d) {
		return
	}
	if _, begins := p.Cursor.Match(p.Cursor.Track, []string{spot}); begins {
		d.Press(spot)
	}
}

// Tap handles a finger touching a spot, as Press does. But a finger hides the spot: if a touch would immediately play a move, the first touch only
// shows the move, and the second plays it. A mark, which another touch removes, needs no second touch. If the board is too fine for fingers, a touch
// does nothing but show a move or choose a piece. A call of Release must follow.
func (d *Desk) Tap(spot string, fine bool) {
	p := d.Play
	if p == nil || Covered(d) {
		d.Press(spot)
		return
	}
	if fine {
		p.Pointer.tapped = tapped{}
	}
	_, begins := p.Cursor.Match(p.Cursor.Track, []string{spot})
	switch {
	case p.Pointer.shows(spot):
		d.News()
	case fine && !begins:
		p.Pointer.point(spot, false)
		p.Pointer.tapped = tapped{spot: spot}
	default:
		d.Press(spot)
	}
}
