package desk

import (
	"slices"

	"attic/draw/scene"
	"attic/game"
)

// Cursor is the part of a page that points and touches: the position of the cursor in each input mode, and the spots touched so far. It knows the
// board shown only by the board's tracks and legal moves.
type Cursor struct {
	Tracks  []game.Track      // the input modes of the board shown
	Moves   []game.Move       // the legal moves there
	Track   string            // the current input mode
	Cursors map[string]string // the spot under the cursor, by track
	Aim     int               // the column the cursor keeps when moving up and down, or -1
	Hover   string            // a spot under the mouse that is outside the track
	Chosen  []string          // the spots touched so far
	Picked  map[string]bool   // the spots collected on a track with Pick

	early bool // the cursors were placed before the person could move, and nobody has moved them since
	away  bool // on a touched page while no finger is on it: the cursor points at nothing that the person wants
}

// fit adapts the cursors to another position. The parameter running says whether a person is to move.
func (c *Cursor) fit(tracks []game.Track, running bool) {
	c.Tracks = tracks
	if c.Cursors == nil {
		c.Cursors = map[string]string{}
	}
	if _, ok := c.FindTrack(c.Track); !ok {
		c.Track, c.Picked = "", nil
		if len(c.Tracks) > 0 {
			c.Track = c.Tracks[0].Name
		}
	}
	for _, t := range c.Tracks {
		at, legal := c.Cursors[t.Name], c.Legal(t)
		switch {
		case t.Ring && len(legal) == 0 && running:
			if !slices.Contains(t.Spots, at) {
				c.Cursors[t.Name] = t.Park
			}
		case !slices.Contains(t.Spots, at):
			c.Cursors[t.Name] = first(t, legal)
		}
	}
	if t, ok := c.FindTrack(c.Track); ok && t.Pick > 0 && c.Picked == nil {
		c.Picked = map[string]bool{}
		for _, spot := range t.Picked {
			c.Picked[spot] = true
		}
	}
}

// FindTrack returns a track of the board shown.
func (c *Cursor) FindTrack(name string) (game.Track, bool) {
	i := slices.IndexFunc(c.Tracks, func(t game.Track) bool { return t.Name == name })
	if i < 0 {
		return game.Track{}, false
	}
	return c.Tracks[i], true
}

// Legal returns the spots of a track that begin a legal move.
func (c *Cursor) Legal(t game.Track) map[string]bool {
	spots := map[string]bool{}
	for _, m := range c.Moves {
		if len(m.Spots) > 0 && m.Track == t.Name && m.Key == "" {
			spots[m.Spots[0]] = true
		}
	}
	return spots
}

// first returns the first spot of a track that begins a legal move, or else its first spot.
func first(t game.Track, legal map[string]bool) string {
	for _, spot := range t.Spots {
		if legal[spot] {
			return spot
		}
	}
	if len(t.Spots) > 0 {
		return t.Spots[0]
	}
	return ""
}

// Pointed returns the track and spot under the cursor or the mouse.
func (c *Cursor) Pointed() (track, spot string) {
	if c.away && len(c.Chosen) == 0 {
		return c.Track, ""
	}
	if c.Hover != "" {
		for _, t := range c.Tracks {
			if t.Pick == 0 && slices.Contains(t.Spots, c.Hover) {
				return t.Name, c.Hover
			}
		}
		return c.Track, c.Hover
	}
	return c.Track, c.Cursors[c.Track]
}

// goRound moves the cursor of a ring to the next spot with a legal move.
func (c *Cursor) goRound(m game.Move) {
	for _, t := range c.Tracks {
		if legal := c.Legal(t); t.Ring && t.Name == m.Track && len(m.Spots) > 0 {
			c.Cursors[t.Name] = t.Park
			if len(legal) > 0 {
				c.Cursors[t.Name] = ring(t, m.Spots[0], 1, legal)
			}
		}
	}
}

// used reports whether a ring has a spot without a legal move, because a move was made there.
func (c *Cursor) used() bool {
	for _, t := range c.Tracks {
		legal := c.Legal(t)
		if t.Ring && slices.ContainsFunc(t.Spots, func(spot string) bool { return spot != t.Park && !legal[spot] }) {
			return true
		}
	}
	return false
}

// Match returns the move made by touching these spots in order, and whether a longer move begins with them.
func (c *Cursor) Match(track string, spots []string) (move *game.Move, more bool) {
	for i, m := range c.Moves {
		if m.Track != track || m.Key != "" || len(m.Spots) < len(spots) || !slices.Equal(m.Spots[:len(spots)], spots) {
			continue
		}
		if len(m.Spots) == len(spots) {
			return &c.Moves[i], false
		}
		more = true
	}
	return nil, more
}

// plays reports whether touching a spot plays a move.
func (c *Cursor) plays(track, spot string) bool {
	move, _ := c.Match(track, append(slices.Clone(c.Chosen), spot))
	alone, _ := c.Match(track, []string{spot})
	return move != nil || alone != nil
}

// collect adds a spot on a track with Pick or removes it, and reports whether there was room for it.
func (c *Cursor) collect(t game.Track, spot string) bool {
	switch {
	case c.Picked[spot]:
		delete(c.Picked, spot)
	case len(c.Picked) == t.Pick:
		return false
	default:
		c.Picked[spot] = true
	}
	return true
}

// picks returns the spots collected on a track, in the order of the track, and whether they differ from the initial ones.
func (c *Cursor) picks(t game.Track) (spots []string, changed bool) {
	for _, spot := range t.Spots {
		if c.Picked[spot] {
			spots = append(spots, spot)
		}
	}
	return spots, len(spots) != len(t.Picked) || slices.ContainsFunc(t.Picked, func(s string) bool { return !c.Picked[s] })
}

func (c *Cursor) turnTo(track string) {
	if c.Picked != nil { // the old position of the cursor must not be shown
		delete(c.Cursors, c.Track)
	}
	c.Track, c.Picked, c.Aim = track, nil, -1
}

func (c *Cursor) letGo() { c.Chosen, c.Hover = nil, "" }

// touching returns the spots that would count as touched if spot were touched.
func (c *Cursor) touching(track, spot string) []string {
	touched := append(slices.Clone(c.Chosen), spot)
	if len(c.Chosen) > 0 && c.Chosen[len(c.Chosen)-1] == spot {
		return c.Chosen
	}
	if move, more := c.Match(track, touched); move == nil && !more {
		if move, more := c.Match(track, touched[len(touched)-1:]); move != nil || more { // the spot begins another move
			return touched[len(touched)-1:]
		}
	}
	return touched
}

// steer moves the cursor over a board, or only over the part of the board in play. The function list returns the spots of the list beside the board.
func (c *Cursor) steer(d direction, board scene.Scene, part bool, list func() []string) {
	c.Hover, c.early = "", false
	t, ok := c.FindTrack(c.Track)
	if !ok {
		return
	}
	at := c.Cursors[t.Name]
	switch legal := c.Legal(t); {
	case !t.Ring:
		places := places(board, part, t)
		if d.dx != 0 {
			c.Aim = -1
		} else if c.Aim < 0 {
			c.Aim = column(places, at)
		}
		c.Cursors[t.Name] = walk(places, at, d, max(c.Aim, 0))
	case d.dy == 0:
		c.Cursors[t.Name] = ring(t, at, d.dx, legal)
	case d.dx == 0:
		free := t
		free.Spots = slices.DeleteFunc(slices.Clone(t.Spots), func(s string) bool { return len(legal) > 0 && !legal[s] && s != at })
		places := places(board, part, free)
		c.Cursors[t.Name] = walk(places, at, d, column(places, at))
	default: // through the list beside the board
		c.Cursors[t.Name] = listed(t, list(), at, d.dy)
	}
}

// hop moves to the next spot with a legal move in the order of the track, or to the previous one if the parameter by is negative.
func (c *Cursor) hop(by int) {
	c.Hover, c.early = "", false
	t, ok := c.FindTrack(c.Track)
	if !ok {
		return
	}
	goal := c.Legal(t)
	if n := len(c.Chosen); n > 0 {
		goal = map[string]bool{}
		for _, m := range c.Moves {
			if m.Track == t.Name && m.Key == "" && len(m.Spots) > n && slices.Equal(m.Spots[:n], c.Chosen) {
				goal[m.Spots[n]] = true
			}
		}
	}
	if len(goal) > 0 || t.Pick > 0 {
		c.Cursors[t.Name], c.Aim = ring(t, c.Cursors[t.Name], by, goal), -1
	}
}

// listed moves on in the list beside the board: it returns the spot that comes a number of entries after the given one.
func listed(t game.Track, list []string, at string, step int) string {
	list = slices.DeleteFunc(slices.Clone(list), func(spot string) bool { return !slices.Contains(t.Spots, spot) })
	if len(list) == 0 {
		return at
	}
	i := slices.Index(list, at)
	if i < 0 && step < 0 {
		i = 0
	}
	return list[((i+step)%len(list)+len(list))%len(list)]
}

// direction is a step of the cursor: columns to the right and rows down.
type direction struct{ dx, dy int }

// directions holds the keys that move the cursor. The digits are those of the keypad.
var directions = map[string]direction{
	"left": {-1, 0}, "right": {1, 0}, "up": {0, -1}, "down": {0, 1},
	"4": {-1, 0}, "6": {1, 0}, "8": {0, -1}, "2": {0, 1},
	"7": {-1, -1}, "9": {1, -1}, "1": {-1, 1}, "3": {1, 1},
	"home": {-1, -1}, "end": {-1, 1},
}

// place is the position of a spot on the board from its upper left corner, in thousandths of a scene's unit.
type place struct {
	spot string
	x, y int
}

// places returns the positions of the spots of a track. If part is set, it leaves out spots outside the part in play.
func places(board scene.Scene, part bool, t game.Track) (list []place) {
	at := map[string]place{}
	for _, spot := range board.Spots {
		if x, y := spot.Middle(); !part || board.Focus.W == 0 || board.Focus.Contains(x, y) {
			at[spot.Name] = place{spot.Name, int((x - board.View.X) * 1000), int((y - board.View.Y) * 1000)}
		}
	}
	for _, spot := range t.Spots {
		if p, ok := at[spot]; ok {
			list = append(list, p)
		}
	}
	return list
}

// column returns the column of a spot, or 0.
func column(list []place, spot string) int {
	if i := slices.IndexFunc(list, func(p place) bool { return p.spot == spot }); i >= 0 {
		return list[i].x
	}
	return 0
}

// walk returns the spot that the cursor reaches in a direction from the spot in the parameter from, or that spot if there is none. Sideways it stays
// in the row; up and down it goes to the spot of the next row that is nearest to the column aim; diagonally it goes to the nearest spot of the next
// row on that side.
func walk(list []place, from string, d direction, aim int) string {
	i := slices.IndexFunc(list, func(p place) bool { return p.spot == from })
	if i < 0 {
		return from
	}
	at := list[i]
	best, bestCost := from, 0
	for _, p := range list {
		dx, dy := p.x-at.x, p.y-at.y
		cost := 0
		switch {
		case d.dy == 0:
			if dy != 0 || dx*d.dx <= 0 {
				continue
			}
			cost = 1 + abs(dx)
		case dy*d.dy <= 0 || d.dx != 0 && dx*d.dx <= 0:
			continue
		case d.dx != 0:
			cost = 1 + abs(dy)*1000 + abs(dx)
		default:
			cost = 1 + abs(dy)*1000 + abs(p.x-aim)
		}
		if bestCost == 0 || cost < bestCost {
			best, bestCost = p.spot, cost
		}
	}
	return best
}

// ring returns the spot that the cursor reaches around the board after step spots in the order of the track. If any spot has a legal move, ring skips
// those without one.
func ring(t game.Track, from string, step int, moves map[string]bool) string {
	n := len(t.Spots)
	at := slices.Index(t.Spots, from)
	if at < 0 { // parked: start at an end of the ring
		at = 0
		if step > 0 {
			at = n - 1
		}
	}
	for i := 1; i <= n; i++ {
		spot := t.Spots[((at+i*step)%n+n)%n]
		if len(moves) == 0 || moves[spot] {
			return spot
		}
	}
	return from
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
