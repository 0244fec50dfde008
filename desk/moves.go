package desk

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"attic/draw/grid"
	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/match/tree"
	"attic/table"
	"attic/teach/review"
)

// MoveList is the list of moves of the round shown: the set-up, then the turns, with a column for each seat.
type MoveList struct {
	Name    string   // the title of the list, if it does not contain the moves of the round
	Round   int      // the number of the round, from 1; 0 in a game without rounds
	Columns []int    // the seats that move in this game, in order
	Scores  []string // in a review, how well each seat played: "81%"
	Setup   []Step   // the steps of the set-up
	Turns   []Turn
	First   int    // the step of the match with which the round began
	Last    int    // the last step of this round that can be shown
	At      int    // the step shown
	Where   string // the position shown, as a title: "Move 19 of 33, red"

	begun    int  // the step before the first move
	now, end int  // the current step, and the last one that can be shown
	back     bool // an earlier position than the latest is shown
	least    int  // the earliest step that can be shown: in a lesson or puzzle, the position where it begins
	scrolled *int // rows by which the list is scrolled up

	outline *outline // the lines of an analysis; nil for a game
	whole   bool     // Turns has all lines of the analysis
}

// Tree reports whether the list has the lines of an analysis.
func (l MoveList) Tree() bool { return l.outline != nil && l.Scores == nil }

// Exists reports whether the page has a list of moves.
func (l MoveList) Exists() bool { return l.Columns != nil }

// Title returns the title of the list.
func (l MoveList) Title() string {
	if l.Round > 0 {
		return fmt.Sprintf("Moves of round %d", l.Round)
	}
	return "Moves"
}

// Shown returns the turns to show in a given room, which is a number of turns: the last turns, or those around the position shown, unless the list
// was scrolled.
func (l MoveList) Shown(room int) []Turn {
	last := max(0, len(l.Turns)-room)
	end := last
	for i, t := range l.Turns {
		if slices.ContainsFunc(t.Steps, func(m Step) bool { return m.Chosen }) || l.whole && l.outline.holds(t) {
			end = min(end, max(0, i-room/2))
		}
	}
	if l.At <= l.begun { // before the first move
		end = 0
	}
	*l.scrolled = max(end-last, min(*l.scrolled, end))
	first := end - *l.scrolled
	list := l.Turns[first:min(first+room, len(l.Turns))]
	if l.whole {
		return l.outline.shown(list)
	}
	return list
}

// Played returns the steps of the turns in order.
func (l MoveList) Played() (list []Step) {
	for _, t := range l.Turns {
		for _, s := range t.Steps {
			if s.Text != "" {
				list = append(list, s)
			}
		}
	}
	return list
}

// Turn is one row of a MoveList: at most one move of each seat or, if Flows is set, moves of a variation or a comment.
type Turn struct {
	Number int    // from 1
	Steps  []Step // by column; Text is "" for a seat that did not move in this turn
	Flows  bool   // Steps follow each other, indented
	Nest   int    // as tree.Tree.Nest
	Words  string // a comment, instead of Steps
}

// Step is one entry of a MoveList, and stands for the position after it.
type Step struct {
	Text   string
	Ply    int       // as in [Shown]
	Piece  grid.Role // the role of the piece that it placed, in games where players do not always place the same
	Seat   int       // the seat that moved
	Said   string    // the effect of the step, as a sentence
	Chosen bool      // the position after the step is shown
	Judged bool      // the step belongs to a review, and stands for the position before it
	Best   int       // its number in the best line of a review, or in a line of the engine; 0: the step was played
	Line   int       // the number of the engine's line, threatLine for the threat; 0: none
	Turn   int       // the number of its turn; 0: it has none
	Name   string    // the name from [game.Info.Step]
	Cost   string    // in a review, the text after the move: its mark and its loss, such as "?? -31%"
	Kind   review.Grade
	Node   tree.ID // in an analysis: its move; tree.Root in the list of a game
	Before string  // the number before a move of a variation: "12." or "12..."
}

// Spot returns the spot that shows the position after the step.
func (s Step) Spot() string {
	switch {
	case s.Line > 0:
		return fmt.Sprint(ButtonSpot, aheadKey, s.Line, " ", s.Best)
	case s.Best > 0:
		return BestSpot(s.Best)
	}
	if s.Node != tree.Root {
		return StepSpot + nodeMark + strconv.Itoa(int(s.Node))
	}
	return StepSpot + strconv.Itoa(s.Ply)
}

// Entry returns the text of the step, followed by its Cost.
func (s Step) Entry() string { return strings.TrimSpace(s.Text + " " + s.Cost) }

// Label returns what a click on the step does.
func (s Step) Label() string {
	if s.Judged {
		return "show the position before " + numbered(s.Name, s.Entry())
	}
	if s.Line == threatLine {
		return "threat, " + s.Text
	}
	if s.Line > 0 {
		return fmt.Sprintf("line %d, the position after %s", s.Line, s.Text)
	}
	if s.Best > 0 {
		return "best line, the position after " + s.Text
	}
	if s.Node != tree.Root {
		return "show the position after " + strings.TrimSpace(s.Name+" "+s.Cost)
	}
	return "show the position after " + numbered(s.Name, s.Text)
}

// numbered puts the name of a step, if it has one, before its move: "move 19 red, c4".
func numbered(name, move string) string { return strings.TrimPrefix(name+", "+move, ", ") }

// listing makes the list of moves of a page, caches the list, and holds how far it is scrolled.
type listing struct {
	of   glance
	list MoveList

	first    int           // the first step of the round listed
	entries  []match.Entry // the entries of that round
	pieces   []grid.Role   // the pieces that they placed
	said     []string      // the effects of the entries
	outline  outline
	scrolled int // rows by which the list is scrolled up
}

// glance holds everything on which a list of moves depends; as long as it is the same, the list is the same.
type glance struct {
	n         uint64
	ply, last int  // the step shown, and the last one that can be shown
	back      bool // an earlier position than the latest is shown
	course    bool // a lesson or puzzle is open
}

// MoveList returns the moves of the round shown, without events that have not been shown yet.
func (p *Play) MoveList() MoveList {
	live := p.Person.Sight()
	of := glance{live.N, p.Now.Ply, p.end(live.Now), p.Back, p.Study.Course() != nil}
	if l := &p.listing; l.of != of || l.list.Columns == nil {
		l.of, l.list = of, MoveList{scrolled: &l.scrolled}
		l.make(p.Person.Game(), p.Now, live, p.past.of(live))
		if _, rounds := p.Person.Game().(game.Rounds); !rounds || live.Studies {
			l.list.Round = 0
		}
	}
	return p.listing.list
}

// make makes the list for the position shown, from all entries of a match.
func (l *listing) make(g game.Game, shown table.Now, live table.Sight, all []match.Entry) {
	entries, first, end := l.of.round(all)
	list, info := &l.list, g.Info()
	list.First, list.Last, list.At, list.now, list.end, list.back = first, end, shown.Ply, live.Ply, l.of.last, l.of.back
	if end == live.Ply { // steps that were taken back can be shown too
		list.Last = max(l.of.last, end)
	}
	if len(entries) > 0 {
		list.Round = entries[0].Round
	}
	entries = entries[min(1, len(entries)):]
	if l.of.course { // the list begins at the position of the lesson or puzzle
		n := preparations(entries)
		first, entries, list.First, list.least = first+n, entries[n:], first+n, first+n
	}
	list.Columns, list.begun = columns(entries, shown), first+preparations(entries)
	if live.Studies {
		list.Columns = l.outline.over(live, info, list.At, list.Columns)
		list.outline = &l.outline
	}
	l.look(first, entries, live)
	replaced := match.Replaced(g, entries)
	for i, e := range entries {
		s := Step{Text: review.Entry(e.Text, e.Ended), Ply: first + 1 + i, Piece: l.pieces[i], Said: l.said[i], Chosen: first+1+i == list.At}
		if e.Seat == game.Anyone && e.Number > 0 {
			after, _ := live.At(first + 1 + i)
			e.Seat = max(after.ToMove, 0)
		}
		if e.Seat == game.Anyone {
			if s.Text = shortly(s.Text); !replaced[i] {
				list.Setup = append(list.Setup, s)
			}
			continue
		}
		s.Seat, s.Turn, s.Name = e.Seat, e.Turn, info.Step(e.Turn, e.Seat)
		if live.Studies {
			s.Cost = remarks(live, s.Ply)
		}
		for len(list.Turns) < s.Turn {
			list.Turns = append(list.Turns, Turn{Number: len(list.Turns) + 1, Steps: make([]Step, len(list.Columns))})
		}
		list.Turns[s.Turn-1].Steps[max(0, slices.Index(list.Columns, s.Seat))] = s
	}
	list.Where = list.where(info, entries, live)
}

// where returns a name of the position shown. For steps that were taken back, only the sides are known.
func (l MoveList) where(info game.Info, entries []match.Entry, live table.Sight) string {
	if l.At == l.First {
		return "The beginning"
	}
	var at, last match.Entry
	for ply := l.First; ply < l.Last; ply++ {
		if i := ply - l.First; i < len(entries) {
			last = entries[i]
		} else if now, _ := live.At(ply); now.Over {
			break
		} else {
			if now.ToMove >= 0 {
				last.Turn = last.Next(now.ToMove)
			}
			last.Seat = now.ToMove
		}
		if ply < l.At {
			at = last
		}
	}
	if at.Turn == 0 {
		return "Set-up"
	}
	where := fmt.Sprintf("%s of %d", phrase.Capital(info.Step(at.Turn, game.Nobody)), last.Turn)
	if info.Open && at.Seat >= 0 {
		where += ", " + info.Side(at.Seat)
	}
	return where
}

// preparations returns the number of a round's entries that set up its position.
func preparations(entries []match.Entry) int {
	if n := slices.IndexFunc(entries, func(e match.Entry) bool { return e.Number > 0 }); n >= 0 {
		return n
	}
	return len(entries)
}

// longSetup is the length in characters at which a step of the set-up is shortened to its command.
const longSetup = 20

// shortly returns a step of the set-up in the form for lists: a long step, such as a position, has no argument.
func shortly(text string) string {
	if word, rest := phrase.Cut(text); rest != "" && utf8.RuneCountInString(text) >= longSetup {
		return word + " …"
	}
	return text
}

// round returns the entries of the round shown, and the steps of the first and the last entry.
func (l glance) round(all []match.Entry) (entries []match.Entry, first, last int) {
	if !l.back { // events may be waiting to be shown
		all = all[:min(l.ply+1, len(all))]
	}
	last = len(all) - 1
	for i, e := range all {
		switch {
		case e.Text != "":
		case i > l.ply:
			return all[first:i], first, i - 1
		default:
			first = i
		}
	}
	return all[first:], first, last
}

// columns returns the seats that have moved or are to move. The other seats only set up the game.
func columns(entries []match.Entry, shown table.Now) []int {
	var columns []int
	for seat := range shown.Players {
		if seat == shown.ToMove || slices.ContainsFunc(entries, func(e match.Entry) bool { return e.Seat == seat }) {
			columns = append(columns, seat)
		}
	}
	if len(columns) == 0 {
		columns = append(columns, 0)
	}
	return columns
}

// look finds the piece that each entry of a round placed, and the sentence on the entry.
func (l *listing) look(first int, entries []match.Entry, live table.Sight) {
	known := 0
	for l.first == first && known < min(len(entries), len(l.entries)) && l.entries[known] == entries[known] {
		known++
	}
	l.first, l.entries, l.pieces, l.said = first, entries, l.pieces[:known:known], l.said[:known:known]
	for i := known; i < len(entries); i++ {
		piece, said := grid.Plain, ""
		if entries[i].Seat != game.Anyone || entries[i].Number > 0 {
			now, _ := live.At(first + 1 + i)
			status := now.View.Status()
			if said = status.Last; !entries[i].Ended {
				piece = status.Piece
			}
		}
		l.pieces, l.said = append(l.pieces, piece), append(l.said, said)
	}
}

// played returns the moves of the round up to a step, among all entries of a match.
func played(entries []match.Entry, ply int) []string {
	var texts []string
	for i, e := range entries {
		switch {
		case e.Text == "":
			texts = nil
		case i <= ply:
			texts = append(texts, e.Text)
		}
	}
	return texts
}

// history caches the history of a sight, which is needed whenever the page is drawn.
type history struct {
	n       uint64
	entries []match.Entry
}

func (h *history) of(s table.Sight) []match.Entry {
	if h.n != s.N {
		*h = history{s.N, s.History()}
	}
	return h.entries
}

// MovesKey is the key that opens the page of the list of moves.
const MovesKey = "r"

// Sheet is the page with the list of moves; cursor keys step through the positions.
type Sheet struct {
	list  func() MoveList
	last  func() string // returns the sentence on the position shown
	step  func(by int)
	look  func(ply int)     // shows a position
	goTo  func(step string) // shows the position of a step
	visit func(tree.ID)     // shows the position after a move of an analysis
}

// Blocks implements [Page].
func (s *Sheet) Blocks() []Block {
	list := s.list()
	return []Block{&Board{}, Heading{list.Title(), strings.NewReplacer("Move ", "", ",", "").Replace(list.Where)}, list, Says{Lines: []string{s.last()}, Live: true}, Buttons{List: s.keys}}
}

func (s *Sheet) keys() []Button {
	list := s.list()
	var lines, edits []Button
	if list.Tree() {
		edits, lines = []Button{{Key: "A", Label: "edit"}}, []Button{{Key: "up", Label: "previous"}, {Key: "down", Label: "next"}}
	}
	return slices.Concat([]Button{{Key: "esc", Label: "board"}}, edits, []Button{
		{Key: "[", Label: "back", Off: list.At <= 0},
		{Key: "]", Label: "forward", Off: list.At >= list.end},
	}, lines, []Button{
		{Key: "home", Label: "first", Off: list.At <= list.First},
		{Key: "end", Label: "last", Off: !list.back},
	})
}

// key steps through the positions. Keys without a function here leave the page and then have their usual effect.
func (s *Sheet) key(key string) reply {
	list := s.list()
	key = cmp.Or(keypadKeys[key], key)
	step, chosen := strings.CutPrefix(key, stepKey)
	switch by := strides[key]; {
	case chosen:
		s.goTo(step)
	case list.outline != nil && (key == "up" || key == "down"): // through all lines
		s.visit(list.outline.beside(by))
	case by == wholeStride:
		s.look(list.now)
	case by == 1 || by == -1:
		s.step(by)
	case by != 0:
		s.look(max(list.First, min(list.At+by, list.Last)))
	default:
		return reply{took: slices.Contains([]string{"esc", "enter", "space", MovesKey}, key), closes: key != "q"} // q quits, as on every page
	}
	return reply{took: true}
}

func (s *Sheet) wheel(int) bool { return false }
