package compose

import (
	"strconv"
	"strings"

	"attic/desk"
	"attic/draw/scene"
	"attic/draw/scene/face"
	"attic/match/store"
)

type seats struct {
	*page
	desk.Players
}

// composeSeat draws the card of a player: upright, in two lines or, with little room, in one.
func (c seats) composeSeat(seat int, r scene.Rectangle) {
	if r.H < r.W && (r.H < 40 || r.W < leastSeat) {
		c.composeLine(seat, r)
		return
	}
	c.card(r)
	s, is, ink := c.desk.Play.Info.Seats[seat], c.List[seat], c.ring(seat, r)
	if r.H > min(r.W, 120) { // upright: character, name, score
		side, room := max(0, uprightFace(r.W)-max(0, c.uprightHeight(r.W)-r.H)), r.W-12 // in a low window the character is smaller
		if side >= leastFace {
			c.composeFace(seat, scene.Rectangle{X: r.X + (r.W-side)/2, Y: r.Y + 14, W: side, H: side})
		}
		x, y := r.X+r.W/2, r.Y+14+side+20
		c.centre(x, y, room, textSize, true, s.Name, scene.Text)
		c.centre(x, y+20, room, labelSize, is.Turn || is.Won, c.said(is, room, labelSize, true), ink)
		c.centre(x, y+52, room, displaySize, true, is.Score, scene.Text)
		c.composeClock(seat, x+scene.TextWidth(is.Clock, titleSize, true)/2, r.Y+r.H-24, titleSize)
		return
	}
	x, y := r.X+12, r.Y+r.H/2
	if s.Colour != scene.None {
		side := r.H - 16
		c.composeFace(seat, scene.Rectangle{X: r.X + 8, Y: r.Y + 8, W: side, H: side})
		x += side + 8
	}
	end, score, size := r.X+r.W-14, y, float64(titleSize)
	if is.Clock != "" && r.W < wideSeat { // below the score
		score, size = y-9, nameSize
		end -= max(c.composeClock(seat, end, y+11, nameSize)-scene.TextWidth(is.Score, size, true)-clockGap, 0)
	} else {
		end -= c.composeClock(seat, end, y, size)
	}
	room := end - scene.TextWidth(is.Score, size, true) - 6 - x
	if is.Says() == "" {
		c.bold(x, y, room, textSize, s.Name, scene.Text)
	} else {
		c.bold(x, y-9, room, textSize, s.Name, scene.Text)
		c.word(x, y+10, room, labelSize, c.said(is, room, labelSize, true), ink)
	}
	c.right(end, score, size, true, is.Score, scene.Text)
}

// The least width of a card on which a clock is beside the score, the gap between them, and the height that a clock adds to an upright card.
const (
	wideSeat  = 280
	clockGap  = 16
	clockRoom = 34
	leastFace = 16 // the least side of a character
)

func clocked(c seats) bool { return len(c.List) > 0 && c.List[0].Clock != "" }

// composeClock writes the time that a player has left, ending at x, and returns the width that it needs with a gap, or 0 in a game without clocks.
func (c seats) composeClock(seat int, x, y, size float64) float64 {
	is, ink := c.List[seat], scene.Muted
	if is.Clock == "" {
		return 0
	}
	if is.Runs {
		ink = scene.Text
	}
	c.right(x, y, size, true, is.Clock, ink)
	return max(scene.TextWidth(is.Clock, size, true), scene.TextWidth("00:00", size, true)) + clockGap
}

// said returns the description of a player. If it is wider than room in letters of the given size, said leaves out what the player is doing: the edge of
// the card shows who is to move.
func (c seats) said(is desk.Player, room, size float64, bold bool) string {
	who := fitted(is.Says(), room, size)
	if scene.TextWidth(who, size, bold) > room {
		who = fitted(is.Who, room, size)
	}
	if scene.TextWidth(who, size, bold) > room { // the buttons show what a claim would do
		who, _, _ = strings.Cut(who, ": ")
	}
	if !c.desk.Play.Now.Shared() && scene.TextWidth(who, size, bold) > room { // the name of a level, which the controls show
		return ""
	}
	return who
}

// uprightFace returns the side of the character on an upright card of the given width.
func uprightFace(width float64) float64 { return width*0.9 - 20.8 }

// uprightHeight returns the height that an upright card of the given width needs.
func (c seats) uprightHeight(width float64) float64 {
	if clocked(c) {
		return uprightFace(width) + 110 + clockRoom
	}
	return uprightFace(width) + 110
}

// ring marks the card of a player who is to move or has won, and returns the colour of the player's description.
func (c seats) ring(seat int, r scene.Rectangle) scene.Colour {
	ink, edge, width := scene.Text, scene.Last, 3.0
	switch is := c.List[seat]; {
	case is.Won:
	case is.Turn:
		ink, edge, width = scene.Accent, scene.Accent, 2
	default:
		return scene.Muted
	}
	c.edge(r, 12, width, edge)
	return ink
}

// fitted shortens a player's description that is wider than room: of "level 2, NAME", only the name remains.
func fitted(who string, room, size float64) string {
	number, name, ok := strings.Cut(who, ", ")
	if !ok || !strings.HasPrefix(number, "level ") || scene.TextWidth(who, size, false) <= room {
		return who
	}
	if scene.TextWidth(name, size, false) > room {
		name, _, _ = strings.Cut(name, ", ")
	}
	return name
}

// centre writes one line with its middle at x.
func (p *page) centre(x, y, width, size float64, bold bool, text string, colour scene.Colour) {
	sh := scene.Word(x, y, size, scene.Clip(text, size, bold, width), scene.Centre, colour)
	sh.Bold = bold
	p.add(sh)
}

// seatDot draws the colour of a seat as a dot. Black and white have a rim, in case the page has the same colour.
func seatDot(x, y float64, colour scene.Colour) scene.Shape {
	return rimmed(scene.Disc(x, y, 5, colour))
}

// composeFace draws the character of a seat; a click changes it.
func (c seats) composeFace(seat int, r scene.Rectangle) {
	s := c.desk.Play.Info.Seats[seat]
	colour := s.Colour
	if colour == scene.None {
		colour = scene.Accent
	}
	n := faceOf(c.desk, seat)
	c.scene.Draw(scene.Scene{Shapes: face.Draw(n, colour)}, r.X+r.W/2, r.Y+r.H/2, r.W, "")
	spot := FaceSpot + strconv.Itoa(seat)
	if more := (finger - r.W) / 2; c.desk.Fingers && more > 0 {
		r = scene.Rectangle{X: r.X - more, Y: r.Y - more, W: finger, H: finger}
	}
	if c.over == spot {
		c.edge(r, r.W/8, 1.5, scene.Muted)
	}
	c.spot(spot, s.Name+"'s character, "+face.Name(n), r)
	c.focusable(spot, r)
}

// faceOf returns the number of a seat's character: the character that the person has chosen, or by default a robot for a computer and an animal for a
// person.
func faceOf(d *desk.Desk, seat int) int {
	if chosen := d.Settings.Game(d.Play.Info.Name).Faces; seat < len(chosen) {
		return chosen[seat]
	}
	players := d.Play.Now.Players
	if seat >= len(players) || !players[seat].Program {
		return face.Animal + seat
	}
	for _, p := range players[:seat] {
		if p.Program { // two computers
			return face.Astronaut
		}
	}
	return face.Robot
}

func (p *Pages) nextFace(number string) {
	seat, err := strconv.Atoi(number)
	info := p.Desk.Play.Info
	if err != nil || seat >= len(info.Seats) {
		return
	}
	wish := p.Desk.Settings.Game(info.Name)
	faces := make([]int, len(info.Seats))
	for i := range faces {
		faces[i] = faceOf(p.Desk, i)
	}
	faces[seat] = (faces[seat] + 1) % face.Count()
	if len(faces) > 1 && face.Name(faces[seat]) == face.Name(faces[len(faces)-1-seat]) { // the characters must differ
		faces[seat] = (faces[seat] + 1) % face.Count()
	}
	wish.Faces = faces
	p.Desk.Set(func(s *store.Settings) { s.Games[info.Name] = wish })
}

// composeSeats draws one card for all players and returns its height.
func (c seats) composeSeats(r scene.Rectangle) float64 {
	const each, pad = 50, 14 // the padding keeps a winner's frame apart from the line above
	h := float64(each*len(c.List) + 2*pad - 8 + 22*len(c.Scores))
	c.card(scene.Rectangle{X: r.X, Y: r.Y, W: r.W, H: h})
	y := r.Y + pad
	for seat, is := range c.List {
		x, room := r.X+pad, r.W-2*pad-scene.TextWidth(is.Score, titleSize, true)-8
		c.bold(x, y+8, room, textSize, is.Name, scene.Text)
		c.right(r.X+r.W-pad, y+12, titleSize, true, is.Score, scene.Text)
		room = r.W - 2*pad - c.composeClock(seat, r.X+r.W-pad, y+33, nameSize)
		ink := scene.Muted
		switch {
		case is.Won:
			ink = c.ring(seat, scene.Rectangle{X: r.X + 4, Y: y - 8, W: r.W - 8, H: each - 2})
		case is.Turn:
			ink = scene.Accent
			c.add(scene.Disc(x+4, y+28, 4, ink))
			x, room = x+14, room-14
		}
		c.word(x, y+28, room, labelSize, c.said(is, room, labelSize, false), ink)
		y += each
	}
	for _, text := range c.Scores {
		c.word(r.X+pad, y+6, r.W-2*pad, labelSize, text, scene.Muted)
		y += 22
	}
	return h
}

func (c seats) composeSlim(r scene.Rectangle) {
	each := (r.W+buttonGap)/float64(len(c.List)) - buttonGap
	for seat := range c.List {
		c.composeSeat(seat, cutLeft(&r, each, buttonGap))
	}
}

func (c seats) composeLine(seat int, r scene.Rectangle) {
	c.card(r)
	s, is, y, ink := c.desk.Play.Info.Seats[seat], c.List[seat], r.Y+r.H/2, c.ring(seat, r)
	x, end := r.X+8, r.X+r.W-8
	switch side := r.H - 6; {
	case s.Colour == scene.None:
	case r.H < 28 || r.W < 120:
		c.add(seatDot(x+5, y, s.Colour))
		x += 15
	default:
		c.composeFace(seat, scene.Rectangle{X: r.X + 6, Y: y - side/2, W: side, H: side})
		x += side
	}
	end -= c.composeClock(seat, end, y, textSize)
	c.right(end, y, textSize, true, is.Score, scene.Text)
	end -= scene.TextWidth(is.Score, textSize, true) + 6
	c.bold(x, y, end-x, fitting(s.Name, labelSize, end-x), s.Name, scene.Text)
	x += scene.TextWidth(s.Name, labelSize, true) + 6
	if who := c.said(is, end-x, leastLabel, false); end-x > 24 && (who != "you" || scene.TextWidth(who, leastLabel, false) <= end-x) { // a name may be cut off, "you" may not
		c.word(x, y, end-x, leastLabel, who, ink)
	}
}
