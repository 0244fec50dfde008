package compose

import (
	"fmt"
	"strings"

	"attic/desk"
	"attic/draw/prose"
	"attic/draw/scene"
	"attic/game"
)

// Text is a text of the page. A device that lays out texts itself shows the text in its area, and scrolls it if it does not
// fit.
type Text struct {
	Area   scene.Rectangle
	Title  string // the name of the text
	Blocks []prose.Block
	Shown  []game.Shown // the figures that Blocks names by their numbers
	Of     any          // the page, if it consists of this text only; keys scroll it. nil: the text is only a part of a page
}

// Field is an editable line of text. A device with its own text fields shows one in this area, with this text.
type Field struct {
	Spot   string
	Label  string
	Area   scene.Rectangle
	Text   string
	Secret bool // the text must not be shown
	Number bool // it accepts only digits
	Picked bool // the text is selected: typing replaces all of it
	On     bool // it has the keyboard focus
}

// Texts returns the texts of the page, if Lays is set.
func (p *Pages) Texts() []Text { return p.page.texts }

// Fields returns the editable lines of text of the page.
func (p *Pages) Fields() []Field { return p.page.fields }

// lays reports whether the device lays out texts itself, and if so, adds t to them.
func lays(p *page, t Text) bool {
	if p.laid {
		p.texts = append(p.texts, t)
	}
	return p.laid
}

// Figure returns the two pictures of a figure in a lesson, for texts of the given width on the pages of a desk.
func Figure(d *desk.Desk, shown game.Shown, width float64) scene.Scene {
	p := page{}
	both := reader{w: width, taste: desk.TasteOf(&d.Settings, "")}.pictures(shown)
	composePictures(&p, "", both, shown.Title)
	p.scene.View = both.first.Union(both.then)
	return p.scene
}

// found returns the sentences of a review about the point shown.
func found(said []string) (list []prose.Block) {
	for _, line := range said {
		list = append(list, prose.Block{Text: line})
	}
	return list
}

// labels returns the turns of a review as a list of links.
func labels(turns desk.Turns) (list []prose.Block) {
	if len(turns.List) == 0 {
		return []prose.Block{{Text: turns.None}}
	}
	for _, t := range turns.List {
		list = append(list, prose.Block{Text: strings.TrimSpace(t.Number + " " + linked(t.Text, t.Spot, t.Here) + " " + t.Said)})
	}
	return list
}

// sheet returns the moves of a round as a table; if tells is set, the table also describes what each move did.
func sheet(p *desk.Play, list desk.MoveList, tells bool) []prose.Block {
	move := func(s desk.Step) string {
		text := linked(s.Text, s.Spot(), s.Chosen)
		if piece, ok := pieces[s.Piece]; ok {
			text = "`" + string(piece.letter) + "` " + text
		}
		return text
	}
	var setup []string
	for _, s := range list.Setup {
		setup = append(setup, move(s))
	}
	table := prose.Block{Kind: prose.Table, Headed: true, Rows: [][]string{{"turn", "player", "move", "what it did"}}}
	if tells {
		for _, s := range list.Played() {
			table.Rows = append(table.Rows, []string{fmt.Sprint(s.Turn), p.Info.Seats[s.Seat].Name, move(s), s.Said})
		}
	} else {
		table.Rows[0] = []string{"turn"}
		for _, seat := range list.Columns {
			table.Rows[0] = append(table.Rows[0], p.Info.Seats[seat].Name)
		}
		for _, t := range list.Turns {
			row := []string{fmt.Sprint(t.Number)}
			for _, s := range t.Steps {
				if row = append(row, ""); s.Text != "" {
					row[len(row)-1] = move(s)
				}
			}
			table.Rows = append(table.Rows, row)
		}
	}
	var blocks []prose.Block
	if len(setup) > 0 {
		blocks = append(blocks, prose.Block{Text: "Set-up: " + strings.Join(setup, ", ")})
	}
	if len(list.Turns) == 0 {
		return append(blocks, prose.Block{Text: "No move has been played yet."})
	}
	return append(blocks, table)
}

// linked returns a link with the given text that presses a spot; it is bold if the spot is chosen.
func linked(text, spot string, chosen bool) string {
	text = fmt.Sprintf("[%s](%s%s)", text, prose.PressKey, spot)
	if chosen {
		text = "**" + text + "**"
	}
	return text
}
