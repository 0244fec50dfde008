package command

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"attic/game"
	"attic/internal/phrase"
	"attic/table"
)

// listening lists the commands that answer questions about a position in short sentences. They exist in every mode, and replace boards for
// a person who listens (Config.Listens).
var listening = []word{
	{Word: game.Word{Name: "board", Help: "print the board"}},
	{Word: game.Word{Name: "at", Args: "WHERE", Help: "describe one square, vertex or port and its neighbours"}},
	{Word: game.Word{Name: "last", Help: "report what the last move did"}},
	{Word: game.Word{Name: "threats", Help: "report who can win at once, and where"}},
	{Word: game.Word{Name: "who", Help: "report who plays, whose turn it is and the score"}},
}

// pageOf is the number of list entries printed at a time for a person who listens.
const pageOf = 10

// pages holds the entries of a list that have not been printed yet.
type pages struct {
	Listing
	from int // the number of the next entry
}

// list prints a list; for a person who listens it begins with the number of entries and comes ten at a time.
func (s *Session) list(l Listing) {
	if !s.Listens {
		s.print(joined(l.Entries, l.Between, s.width()))
		return
	}
	if l.Between == "" {
		l.Between = ", "
	}
	if len(l.Entries) > 0 {
		s.rest = pages{Listing: l}
		s.more()
	}
}

// more prints the next entries of a list and reports whether there were any.
func (s *Session) more() bool {
	text := s.rest.next(s.width())
	s.print(text)
	return text != ""
}

// next returns the next entries in lines of at most width columns, with their numbers before them and what to do for more after them, or ""
// if there are none.
func (p *pages) next(width int) string {
	n := len(p.Entries)
	if n == 0 {
		return ""
	}
	to := min(p.from+pageOf, n)
	head := fmt.Sprintf("%s %d to %d of %d:", phrase.Capital(p.Noun), p.from+1, to, n)
	switch {
	case n == 1:
		head = "1 " + strings.TrimSuffix(p.Noun, "s") + ":"
	case n <= pageOf:
		head = fmt.Sprintf("%d %s:", n, p.Noun)
	}
	text := head + "\n" + joined(p.Entries[p.from:to], p.Between, width)
	if p.from = to; to == n {
		*p = pages{}
		return text
	}
	return text + fmt.Sprintf("\nPress Enter for the next %s.", map[bool]string{true: phrase.Number(min(pageOf, n-to)), false: "one"}[n-to > 1])
}

// joined joins entries: one per line if between is a line feed, otherwise several per line of at most width columns, separated by between; ""
// chooses a comma or a blank.
func joined(entries []string, between string, width int) string {
	if between == "\n" {
		return strings.Join(entries, between)
	}
	return wrap(entries, between, width)
}

// itemised returns the lines of a list with pictures for a person who listens: "blocks 0x: Centre".
func itemised(items []game.Item) (list []string) {
	for _, item := range items {
		list = append(list, item.Text+": "+item.Label)
	}
	return list
}

// difference returns the lines of a description that the description of an earlier position lacks.
func difference(earlier, description string) string {
	old := strings.Split(earlier, "\n")
	return strings.Join(slices.DeleteFunc(strings.Split(description, "\n"), func(line string) bool { return slices.Contains(old, line) }), "\n")
}

// whoIs describes the player of a seat of g to the person here.
func whoIs(g game.Game, now table.Now, seat int) string {
	p, people := now.Players[seat], len(now.Players)-now.Programs()
	switch {
	case (people == 1 && seat == now.Side || now.Other != table.Near && seat == now.Seat) && !p.Program:
		return strings.TrimPrefix(p.Name+", you", ", ")
	case p.Program && p.Engine == "" && g.Info().Seats[seat].Fixed: // the computer's level means nothing
		return "the computer"
	}
	return Who(g, p)
}

// touching returns the moves that start at, end at or name a spot.
func touching(moves []game.Move, spot string) (list []game.Move) {
	spot = strings.ToLower(spot)
	for _, m := range moves {
		names := strings.FieldsFunc(m.Text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if slices.Contains(m.Spots, spot) || slices.Contains(names, spot) {
			list = append(list, m)
		}
	}
	return list
}
