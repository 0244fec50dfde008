package desk

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"attic/game"
	"attic/grid"
	"attic/internal/phrase"
	"attic/match"
	"attic/table"
)

// MoveList is the list of moves of the round shown: the set-up, then the turns, with a column for each seat.
type MoveList struct {
	Round   int    // its number, from 1; 0 in a game without rounds
	Columns []int  // the seats that move in this game, in order
	Setup   []Step // the steps of the set-up
	Turns   []Turn
	First   int // the step of the match with which the round began
	Last    int // the last step of this round that can be shown
	At      int // the step shown
	Moves   int // the number of moves up to Last, without the set-up
}

// Turn is one row of a MoveList: at most one move of each seat.
type Turn struct {
	Number int    // from 1
	Steps  []Step // by column; Text is "" for a seat that did not move in this turn
}

// Step is one entry of a MoveList, and stands for the position after it.
type Step struct {
	Text  string
	Ply   int       // as in [Past]
	Piece grid.Role // of the piece it placed, in games where that differs from move to move
}

// Where names the position shown: "Move 7 of 21".
func (l MoveList) Where() string {
	first := l.First + len(l.Setup) // the last step before the first move
	switch {
	case l.At > first:
		return fmt.Sprintf("Move %d of %d", l.At-first, l.Moves)
	case l.At == l.First:
		return "The beginning"
	}
	return "Set-up"
}

// ends holds the texts for ends of a round that are not moves.
var ends = map[string]string{
	"resign": "resigns", string(match.Drawn): "draw", string(match.Forfeit): "left", string(match.OutOfTime): "out of time", string(match.NoResult): "no result",
	string(match.Awarded): "wins", string(match.Halved): "draw",
}

// listing caches the list made last, and what it was made for.
type listing struct {
	n         uint64
	ply, last int
	back      bool
	list      MoveList

	first   int           // the first step of the round that is listed
	entries []match.Entry // the entries of that round
	pieces  []grid.Role   // the pieces that they placed
}

// MoveList returns the moves of the round shown, without events that have not been shown yet.
func (p *Play) MoveList() MoveList {
	live := p.Person.Sight()
	last := p.Last(live.Now)
	if l := &p.listing; l.n == live.N && l.ply == p.Now.Ply && l.last == last && l.back == p.Back && l.list.Columns != nil {
		return l.list
	}
	entries, first, end := p.round()
	list := MoveList{First: first, Last: end, At: p.Now.Ply}
	if end == live.Ply { // steps that were taken back can be shown too
		list.Last = max(last, end)
	}
	if _, rounds := p.Person.Game().(game.Rounds); rounds && len(entries) > 0 {
		list.Round = entries[0].Round
	}
	entries = entries[min(1, len(entries)):]
	if p.Study.Course() != nil { // the list begins at the position of the lesson or puzzle
		n := preparations(entries)
		first, entries, list.First = first+n, entries[n:], first+n
	}
	list.Columns = p.columns(entries)
	pieces := p.pieces(first, entries)
	for i, e := range entries {
		s := Step{Text: e.Text, Ply: first + 1 + i, Piece: pieces[i]}
		if said, ok := ends[e.Text]; ok && e.Ended {
			s.Text = said
		}
		if e.Seat == game.Anyone && e.Number > 0 {
			after, _ := live.At(first + 1 + i)
			e.Seat = max(after.ToMove, 0)
		}
		if e.Seat == game.Anyone {
			s.Text = shortly(s.Text)
			list.Setup = append(list.Setup, s)
			continue
		}
		list.add(s, max(0, slices.Index(list.Columns, e.Seat)))
	}
	list.Moves = list.Last - list.First - len(list.Setup)
	p.listing.n, p.listing.ply, p.listing.last, p.listing.back, p.listing.list = live.N, p.Now.Ply, last, p.Back, list
	return list
}

// preparations returns how many of the entries of a round set up its position.
func preparations(entries []match.Entry) int {
	if n := slices.IndexFunc(entries, func(e match.Entry) bool { return e.Number > 0 }); n >= 0 {
		return n
	}
	return len(entries)
}

// least returns the first step to look back to: in a lesson or puzzle the position where it begins.
func least(p *Play) int {
	if p.Study.Course() == nil {
		return 0
	}
	return p.MoveList().First
}

// longSetup is the length in characters from which a step of the set-up is shortened to its command.
const longSetup = 20

// shortly returns a step of the set-up as lists show it: a long one, such as a position, without its argument.
func shortly(text string) string {
	if word, rest := phrase.Cut(text); rest != "" && utf8.RuneCountInString(text) >= longSetup {
		return word + " …"
	}
	return text
}

// add puts a step in a column of the last turn if no seat from that column on has moved in that turn, and otherwise of a new turn.
func (l *MoveList) add(s Step, column int) {
	n := len(l.Turns) - 1
	if n < 0 || slices.ContainsFunc(l.Turns[n].Steps[column:], func(s Step) bool { return s.Text != "" }) {
		n++
		l.Turns = append(l.Turns, Turn{Number: n + 1, Steps: make([]Step, len(l.Columns))})
	}
	l.Turns[n].Steps[column] = s
}

// round returns the entries of the round shown, and the steps of the first and the last.
func (p *Play) round() (entries []match.Entry, first, last int) {
	all := p.past.of(p.Person.Sight())
	if !p.Back { // events may be waiting to be shown
		all = all[:min(p.Now.Ply+1, len(all))]
	}
	last = len(all) - 1
	for i, e := range all {
		switch {
		case e.Text != "":
		case i > p.Now.Ply:
			return all[first:i], first, i - 1
		default:
			first = i
		}
	}
	return all[first:], first, last
}

// columns returns the seats that have moved or are to move. The other seats only set up the game.
func (p *Play) columns(entries []match.Entry) []int {
	moves := make([]bool, len(p.Info.Seats))
	for _, e := range entries {
		if e.Seat >= 0 {
			moves[e.Seat] = true
		}
	}
	if seat := p.Now.ToMove; seat >= 0 {
		moves[seat] = true
	}
	columns := []int{}
	for seat, on := range moves {
		if on {
			columns = append(columns, seat)
		}
	}
	if len(columns) == 0 {
		columns = append(columns, 0)
	}
	return columns
}

// pieces returns the piece that each entry of a round placed. Results are cached; if the first move of a game placed none, no
// later entry is examined.
func (p *Play) pieces(first int, entries []match.Entry) []grid.Role {
	l, known := &p.listing, 0
	for l.first == first && known < min(len(entries), len(l.entries)) && l.entries[known] == entries[known] {
		known++
	}
	l.first, l.entries, l.pieces = first, entries, l.pieces[:known:known]
	begun := slices.IndexFunc(entries, func(e match.Entry) bool { return e.Seat >= 0 })
	for i := known; i < len(entries); i++ {
		piece := grid.Plain
		if begun >= 0 && !entries[i].Ended && (i == begun || i > begun && l.pieces[begun] != grid.Plain) {
			now, _ := p.Person.Sight().At(first + 1 + i)
			piece = now.View.Status().Piece
		}
		l.pieces = append(l.pieces, piece)
	}
	return l.pieces
}

// played returns the moves of the current round up to the position shown.
func (p *Play) played() []string {
	var texts []string
	for i, e := range p.past.of(p.Person.Sight()) {
		switch {
		case e.Text == "":
			texts = nil
		case i <= p.Now.Ply:
			texts = append(texts, e.Text)
		}
	}
	return texts
}

// history caches the history of a sight, because every picture shows it.
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
type Sheet struct{ On bool }

// sheetPage is the number of moves that PgUp and PgDn skip.
const sheetPage = 10

// SheetKeys returns the buttons of the page with the list of moves.
func (p *Play) SheetKeys() []Button {
	list := p.MoveList()
	return []Button{
		{Key: "esc", Label: "board"},
		{Key: "[", Label: "back", Off: list.At <= 0},
		{Key: "]", Label: "forward", Off: list.At >= p.Last(p.Person.Now())},
		{Key: "home", Label: "first", Off: list.At <= list.First},
		{Key: "end", Label: "last", Off: !p.Back},
	}
}

// openSheet opens the page.
func (p *Play) openSheet() {
	if p.Review.On {
		p.Review.leave()
	}
	p.Sheet.On, p.Said = true, ""
}

// sheetKey handles a key on the page, and reports whether the key was for it. Other keys leave the page and then do what
// they do on a board.
func (p *Play) sheetKey(key string) bool {
	switch key {
	case "[", "up", "left", "8", "4":
		p.step(-1)
	case "]", "down", "right", "2", "6":
		p.step(1)
	case "pgup", "9":
		p.look(max(p.Now.Ply-sheetPage, p.MoveList().First))
	case "pgdown", "3":
		p.look(min(p.Now.Ply+sheetPage, p.MoveList().Last))
	case "home", "7":
		p.look(p.MoveList().First)
	case "end", "1":
		p.look(p.Person.Now().Ply)
	case "q":
		return false // q quits, as everywhere
	default:
		p.Sheet.On = false
		return key == "esc" || key == "enter" || key == "space" || key == "5" || key == MovesKey
	}
	return true
}
