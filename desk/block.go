package desk

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/table"
	"attic/teach/review"
)

// A Block is a part of a page. A page is described once, by its Blocks from the top, and each front-end lays these out in its own units:
// fixed-height blocks stay at the top and bottom, and those that grow share the room between them. A new page needs no code in any front-end as long as it is made of these:
//
//   - *[Board], first and not nil: where there is room, the board of the position shown stays visible, with the page beside or below it;
//   - [Heading], [Says], [Graph] and [Buttons], which have a height of their own;
//   - *[Pager], *[Chooser], [MoveList] and qr.Code, which grow: a text, a list to choose from, moves, a picture;
//   - of a game, its [Players] and [Controls], in an analysis the [Engine], and a *[Scan] in place of the moves;
//   - of a review, its [Position], [Sides], [Progress] and [ButtonBar], the [BestLine] where the sentences leave room, and [Turns] and [Outlook] where there is plenty of room;
//   - of the menu, its [Card] list, and of a form, its [FieldPlace] list: a [Strip] of choices, a line of text, or a list that grows.
//
// The type of a block is also its role for screen readers.
type Block any

// Heading is the title of a page, and a remark on where the person is in the page.
type Heading struct{ Title, Remark string }

// Says holds sentences. Live sentences are read out when they change; quiet ones are less important than the text around them.
type Says struct {
	Lines       []string
	Live, Quiet bool
}

// Shown returns the sentences that are not empty.
func (s Says) Shown() []string {
	return slices.DeleteFunc(slices.Clone(s.Lines), func(l string) bool { return l == "" })
}

// Buttons are the buttons of a page, the most important first. The button with the key Primary is the one to press next. List is called after the
// blocks above have been laid out.
type Buttons struct {
	List    func() []Button
	Primary string
}

// Board says that the board stays beside a page, with the controls Keys. A wide board stays only where there is plenty of room. The front-end sets Kept.
type Board struct {
	Wide, Kept bool
	Keys       []Button
}

// ButtonBar holds the buttons where there is little room, and on a touch screen: those that step, the last of which opens a list of the others, and those that
// do something with the position shown.
type ButtonBar struct{ Steps, Acts, rest []Button }

// Strip is a row of choices.
type Strip []Option

// Option is one of several choices.
type Option struct {
	Text, Spot string
	Chosen     bool
	Active     bool // the option is chosen, and keys act on it
}

// Graph is a graph of the moves of a round. Its upper and lower halves have names and colours.
type Graph struct {
	Names [2]string
	Inks  [2]scene.Colour
	Said  string // describes the position shown, if nothing else on the page does
	Bars  []Bar
	Spare bool // shown only where there is plenty of room: the page says the same in words

	Letters func(w, h int) grid.Grid // draws the graph in characters, each bar in letters of its colour; nil: not possible
}

// Bar is a move of a Graph.
type Bar struct {
	Text, Key  string // its name, or "", and the key that shows its position, or ""
	Says, Spot string // a sentence on the move, and the spot that shows the position, or "" if it cannot be shown

	Up, Down float64
	Here     bool // the position is shown, or a position between it and the next bar's
	Bad      bool // the move is one of the three that lost the most
}

// Position is a board that a page shows in place of the game's board, with a preview drawn on it. If only the part in play is shown, that part is as
// large as the view Last needs, so that its size is the same at every step.
type Position struct {
	View, Last game.View
	Next       game.Preview
}

// Outlook is a later position, with a sentence on how the round gets there. It needs plenty of room.
type Outlook struct {
	Said string
	View game.View
}

// Sides are the sides of a round, with how well they played.
type Sides []Side

// Side is one of Sides.
type Side struct {
	Name  string
	Ink   scene.Colour
	Score string   // "81%"; "" until the score is known
	Kinds []Labels // the grades of its moves, the best first
}

// Labels is the number of moves with a grade, followed by the sign of the grade: "2 ??".
type Labels struct {
	Text string
	Kind review.Grade
}

// Progress is the progress of a piece of work. Said is a phrase, or "" once the work is done; Share is from 0 to 1; Bar draws a bar of w columns.
type Progress struct {
	Said  string
	Share float64
	Bar   func(w int) string
}

// BestLine is the best line from the position shown. If there is no such line, it has no turns.
type BestLine struct{ MoveList }

// Turns are the moves at which a round turned, and other moves worth a look. None is the sentence to show if there are no such moves.
// At tells which of the person's moves among them is shown, or how many there are.
type Turns struct {
	List     []Label
	None, At string
}

// Label is a move among Turns.
type Label struct {
	Number, Text, Said string // the number or sign of the move, and two sentences on it
	Spot               string // the spot that shows the position before the move
	Kind               review.Grade
	Here               bool       // its position is the one shown
	After              game.State // the position after it
}

// Players are the seats of a game, and the scores that belong to no seat.
type Players struct {
	List   []Player
	Scores []string
}

// Player is a seat of a game as its page shows it.
type Player struct {
	Name, Who   string // the seat's name, and who plays it, or ""
	Doing       string // "won", "thinking" or "to move", or ""
	Score, Text string // Score is the score in the position, or else in the match, or ""; Text is Name, with the score if the position has one
	Clock       string // the time left, or ""
	Runs        bool   // the Clock runs
	Turn, Won   bool
}

// Says returns who plays the seat and what they are doing, or "".
func (p Player) Says() string { return strings.Trim(p.Who+", "+p.Doing, ", ") }

// PlayersOf returns the seats of a game in the position shown, and their scores.
func PlayersOf(g game.Game, s *Shown) (all Players) {
	scores := s.Now.View.Status().Scores
	_, rounds := g.(game.Rounds)
	own := len(scores) == len(s.Info.Seats)
	for seat, is := range s.Info.Seats {
		p := Player{Name: is.Name, Text: is.Name, Who: Who(g, s.Now, seat), Turn: s.Now.ToMove == seat, Won: s.Now.Won(seat)}
		if clocked(s) {
			p.Clock, p.Runs = table.ClockText(s.Now.Clock.Of(seat, time.Now())), s.Now.Clock.Runs == seat
		}
		switch {
		case p.Won:
			p.Doing = "won"
		case p.Turn && s.Now.Thinking:
			p.Doing = "thinking"
		case p.Turn:
			p.Doing = "to move"
		}
		if own {
			p.Text, p.Score = scores[seat], strings.TrimSpace(strings.TrimPrefix(scores[seat], is.Name))
		} else if rounds {
			p.Score = strconv.Itoa(s.Now.Score[seat])
		}
		all.List = append(all.List, p)
	}
	if !own {
		all.Scores = scores
	}
	return all
}

// Under returns the parts of the menu or the game, which pages may cover. In a game these are, besides its board: the title with the goal, the players, the sentences,
// the controls and, outside lessons and puzzles, the list of moves. While a hosted game waits for its guest, a *[Scan] replaces that list.
func Under(d *Desk) []Block {
	if d.Menu != nil {
		return d.Menu.Blocks()
	}
	p := d.Play
	p.advices.quiet = true
	first, second := p.Sentences(func(string) bool { return true })
	p.advices.quiet = false
	blocks := []Block{
		Heading{p.Info.Title, p.Goal()},
		PlayersOf(p.Person.Game(), &p.Shown),
		Says{Lines: []string{p.Question(), first, second}, Live: true},
		p.Controls(),
		p.Remote.Scan(),
	}
	if e, on := EngineOf(p); on {
		blocks = append(blocks, e)
	}
	if p.Study.Course() == nil { // in lessons and puzzles, the moves belong to the question
		blocks = append(blocks, p.MoveList())
	}
	return blocks
}

// Spoken returns the live sentences of the page on top, and the person's position in that page. If the page has no live sentences, Spoken returns
// those of the menu or game below.
func Spoken(d *Desk) (told []string) {
	blocks := d.Pages.Blocks()
	if at := PartOf[Heading](blocks).Remark; at != "" {
		told = []string{strings.TrimSuffix(at, ".") + "."}
	}
	for _, b := range append(blocks, Under(d)...) {
		if says, ok := b.(Says); ok && says.Live {
			return append(told, says.Lines...)
		}
	}
	return told
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

// decided returns the graph of the decisions of a round, in the order of the history. It shows how much was unknown before each decision, and the
// points that the decision lost.
func (p *Play) decided(decisions []game.Decision) Graph {
	g := Graph{Names: [2]string{"unknown", "lost"}, Inks: [2]scene.Colour{scene.Accent, scene.Bad}}
	moves, last, most := p.MoveList(), -1, 0.5
	steps := moves.Played()
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
	for i := range g.Bars {
		g.Bars[i].Down /= most
	}
	for range 3 {
		worst := &Bar{}
		for i := range g.Bars {
			if b := &g.Bars[i]; !b.Bad && b.Down > worst.Down {
				worst = b
			}
		}
		worst.Bad = true
	}
	if last >= 0 {
		g.Bars[last].Here, g.Said = true, g.Bars[last].Says
	}
	return g
}
