package desk

import (
	"cmp"
	"slices"

	"attic/draw/scene"
	"attic/game"
)

// A Block is a part of a page. A page is described once, by its Blocks from the top, and each front-end lays these out in its own units: what stays as high
// as it is at the top and the bottom, and between them what grows. A new page needs no code in any front-end as long as it is made of these:
//
//   - *Board, first: the board of the position shown stays where there is room, and the page stands beside or below it;
//   - [Heading], [Says], [Graph] and [Buttons], which have a height of their own;
//   - *[Pager], *[Chooser], [MoveList] and qr.Code, which grow: a text, a list to choose from, moves, a picture.
//
// The kind of a block is its role too: those who hear a page are told of headings, lists and live sentences by it.
type Block any

// Heading is the title of a page, and a remark on where in it the person is.
type Heading struct{ Title, Remark string }

// Says holds sentences. Live ones are read out when they change; quiet ones are less important than what is around them.
type Says struct {
	Lines       []string
	Live, Quiet bool
}

// Shown returns the sentences that are not empty.
func (s Says) Shown() []string {
	return slices.DeleteFunc(slices.Clone(s.Lines), func(l string) bool { return l == "" })
}

// Buttons are the buttons of a page, the most important first. The one with the key Primary is to be pressed next. A list is asked for when what is above it
// has been laid out.
type Buttons struct {
	List    func() []Button
	Primary string
}

// Board says that the board stays beside a page, with the controls Keys. A wide one stays only where there is much room. The front-end sets Kept.
type Board struct {
	Wide, Kept bool
	Keys       []Button
}

// Graph is a graph of the moves of a round: what is above the middle and below it has names and colours.
type Graph struct {
	Names [2]string
	Inks  [2]scene.Colour
	Said  string // of the position shown, if nothing else on the page says it
	Bars  []Bar
}

// Bar is a move of a Graph.
type Bar struct {
	Text, Key  string // its name, or "", and the key that shows its position, or ""
	Says, Spot string // what is said of it, and what shows the position, or "" if that cannot be shown

	Up, Down float64
	Here     bool // the position is shown, or one between it and the next
	Bad      bool // it is one of the three that lost the most
}

// PartOf returns the first block of a kind, or its zero value if a page has none.
func PartOf[B any](blocks []Block) (part B) {
	for _, b := range blocks {
		if part, ok := b.(B); ok {
			return part
		}
	}
	return part
}

// decided returns the graph of the decisions of a round, as the history has them: how much was still unknown before each, and the points that it
// lost.
func (p *Play) decided(decisions []game.Decision) Graph {
	g := Graph{Names: [2]string{"unknown", "lost"}, Inks: [2]scene.Colour{scene.Accent, scene.Bad}}
	moves, last, most := p.MoveList(), -1, 0.5
	var steps []Step
	for _, t := range moves.Turns {
		steps = append(steps, t.Steps...)
	}
	for i, d := range decisions {
		b := Bar{Text: d.Text, Says: d.Says, Up: max(0, d.Open), Down: d.Lost}
		if n := slices.IndexFunc(steps, func(s Step) bool { return s.Text == d.Text }); n >= 0 {
			b.Spot = steps[n].Spot()
			if steps[n].Ply <= moves.At {
				last = i
			}
			steps = steps[n+1:]
		}
		g.Bars, most = append(g.Bars, b), max(most, d.Lost)
	}
	var worst []*Bar
	for i := range g.Bars {
		b := &g.Bars[i]
		if b.Down /= most; b.Down > 0 {
			worst = append(worst, b)
		}
	}
	slices.SortStableFunc(worst, func(a, b *Bar) int { return cmp.Compare(b.Down, a.Down) })
	for _, b := range worst[:min(3, len(worst))] {
		b.Bad = true
	}
	if last >= 0 {
		g.Bars[last].Here, g.Said = true, g.Bars[last].Says
	}
	return g
}
