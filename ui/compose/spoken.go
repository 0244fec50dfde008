package compose

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"attic/desk"
	"attic/draw/scene"
)

// Spot is a place on the page that can be touched, as a screen reader describes it.
type Spot struct {
	scene.Spot
	Off   bool   // it does nothing now
	On    bool   // it has the keyboard focus
	Role  Role   // button, option or value
	Value string // the value of a spot with the role Value; its label is then only its name
	About string // the name of the card that it belongs to, or ""
	Part  string // the heading of the part of the page that begins with this spot, or ""
}

// The headings of the parts of a game's page; the part with the moves has the title of the list of moves.
const (
	boardPart   = "Board"
	buttonsPart = "Buttons"
)

// Role is the kind of a spot.
type Role uint8

// The roles.
const (
	Press  Role = iota // a button
	Option             // one of several options
	Chosen             // the chosen option
	Value              // a value that the left and right keys change
)

// trait describes a spot that is more than a button.
type trait struct {
	role         Role
	value, about string
}

// oneOf records that a spot is one of several options, and whether it is the chosen one.
func oneOf(p *page, spot string, chosen bool) {
	p.traits[spot] = trait{role: Option}
	if chosen {
		p.traits[spot] = trait{role: Chosen}
	}
}

// Spots returns the spots of the page, without the slider, which can only be dragged. Where two spots overlap, a touch reaches the later one.
func (p *Pages) Spots() []Spot {
	lists, parts := map[string][]Spot{}, []string{} // the spots by heading, and the headings in the order of the page
	on := activeSpot(p)
	for _, s := range p.page.scene.Spots {
		if s.Name == sliderSpot {
			continue
		}
		is := p.page.traits[s.Name]
		if is.role == Value {
			s.Label = strings.TrimSpace(strings.TrimSuffix(s.Label, is.value))
		}
		if play := p.Desk.Play; play != nil && slices.Contains(play.Cursor.Chosen, s.Name) {
			s.Label += ", chosen"
		}
		if would := wouldDo(p, s.Name); would != "" {
			s.Label += ": " + would
		}
		spot, part := Spot{s, p.page.off[s.Name], s.Name == on, is.role, is.value, is.about, ""}, partOf(p, s.Name)
		if !slices.Contains(parts, part) {
			spot.Part, parts = part, append(parts, part)
		}
		lists[part] = append(lists[part], spot)
	}
	var list []Spot
	for _, part := range parts {
		list = append(list, lists[part]...)
	}
	return list
}

// partOf returns the heading of the part of the page where a spot is, or "".
func partOf(p *Pages, spot string) string {
	if part, ok := p.page.heads[spot]; ok || p.Desk.Play == nil {
		return part
	}
	return boardPart
}

// activeSpot returns the spot that has the keyboard focus: the spot of the cursor, if keys have moved it, or a part of a form.
func activeSpot(p *Pages) string {
	switch play := p.Desk.Play; {
	case p.page.active != "":
		return p.page.active
	case !p.byKey || p.Desk.Typing():
		return ""
	case p.focus != "":
		return p.focus
	case p.page.chosen != "":
		return p.page.chosen
	case play != nil && p.Desk.Pages.Top() == nil:
		_, spot := play.Cursor.Pointed()
		return spot
	}
	return ""
}

// Focus moves the pointer to x, y, the middle of a spot to which the device has given the keyboard focus. It counts as input from keys.
func (p *Pages) Focus(x, y float64) {
	p.point(x, y)
	p.byKey = true
}

// reading records what a screen reader has read out.
type reading struct {
	sentences []string
	last      string // the last sentence about a move; n and ply are its position
	n         uint64
	ply       int

	would map[string]string // the effects of touching spots; valid for the position and choices in the field of
	of    string
}

// wouldDo returns the effect of touching a spot of the board, or "".
func wouldDo(p *Pages, spot string) string {
	play := p.Desk.Play
	if partOf(p, spot) != boardPart {
		return ""
	}
	h := &p.hearing
	if of := fmt.Sprint(play.Info.Name, play.Changes, play.Motion.Moving, play.Cursor.Track, play.Cursor.Chosen); h.would == nil || h.of != of {
		h.of, h.would = of, map[string]string{}
	}
	text, known := h.would[spot]
	if !known {
		text = play.Would(spot)
		h.would[spot] = text
	}
	return text
}

// Said returns the sentences that the page shows, for screen readers.
func (p *Pages) Said() string { return strings.TrimSpace(strings.Join(p.sentences(), " ")) }

func (p *Pages) sentences() []string {
	return append(desk.Spoken(p.Desk), string(p.Desk.Unsaved()))
}

// News returns the sentences that are new since the last call. The sentence about a move is new only once, even if another sentence has
// replaced it in between. A sentence in which only numbers have changed, such as a clock, is not new, nor are reports about the computer's
// thinking.
func (p *Pages) News() string {
	var news []string
	h, sentences := &p.hearing, p.sentences()
	for _, s := range sentences {
		if s == "" || slices.ContainsFunc(h.sentences, func(old string) bool { return unnumbered(old) == unnumbered(s) }) {
			continue
		}
		if play := p.Desk.Play; play != nil {
			if now := play.Now; s == now.View.Status().Last {
				if h.last == s && h.n == now.N && h.ply == now.Ply {
					continue
				}
				h.last, h.n, h.ply = s, now.N, now.Ply
			}
			if play.Thinking() && slices.ContainsFunc(h.sentences, func(old string) bool { return strings.Contains(old, ", thinking") }) {
				continue
			}
		}
		news = append(news, s)
	}
	h.sentences = sentences
	return strings.Join(news, " ")
}

// unnumbered returns a sentence with every digit replaced by 0. Regular expressions would add half a megabyte to the page's module.
func unnumbered(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return '0'
		}
		return r
	}, s)
}

// About describes the goal and the players of a game, with their activities and their scores. The page shows these besides the board and the
// sentences.
func (p *Pages) About() string {
	if p.Desk.Play == nil {
		return ""
	}
	blocks := desk.Under(p.Desk)
	list := []string{desk.PartOf[desk.Heading](blocks).Remark}
	players := desk.PartOf[desk.Players](blocks)
	for _, is := range players.List {
		text := strings.TrimSuffix(is.Name+" ("+is.Says()+")", " ()")
		if is.Score != "" {
			text += ": " + is.Score
		}
		if is.Clock != "" {
			text += ", " + is.Clock + " left"
		}
		list = append(list, text)
	}
	list = append(list, players.Scores...)
	for i := range list {
		list[i] = strings.TrimSuffix(list[i], ".") + "."
	}
	return strings.Join(list, " ")
}
