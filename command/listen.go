package command

import (
	"errors"
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
	{Word: game.Word{Name: boardWord, Help: "print the board"}, run: (*Session).dump},
	{Word: game.Word{Name: atWord, Args: "WHERE", Help: "describe one square, vertex or port and its neighbours"}, run: (*Session).at},
	{Word: game.Word{Name: "last", Help: "report what the last move did"}, run: (*Session).last},
	{Word: game.Word{Name: threatsWord, Help: "report who can win at once, and where"}, run: (*Session).threats},
	{Word: game.Word{Name: "who", Help: "report who plays, whose turn it is and the score"}, run: (*Session).who},
}

const (
	boardWord   = "board"
	atWord      = "at"
	threatsWord = "threats"
)

// pageOf is the number of list entries printed at a time for a person who listens.
const pageOf = 10

// pages holds the entries of a list that have not been printed yet.
type pages struct {
	noun    string // the plural of the entries
	list    []string
	from    int    // the number of the next entry
	between string // the separator of entries
}

// list prints the entries of a list; noun is their plural in lower case. For a person who listens, the list begins with the number of
// entries and comes ten at a time.
func (s *Session) list(noun string, entries []string, between string) {
	if !s.Listens {
		s.print(joined(entries, between, s.widest()))
		return
	}
	if between == "" {
		between = ", "
	}
	s.rest = pages{noun, entries, 0, between}
	s.more()
}

// more prints the next entries of a list and reports whether there were any.
func (s *Session) more() bool {
	text := s.rest.next(s.widest())
	s.print(text)
	return text != ""
}

// next returns the next entries in lines of at most width columns, with their numbers before them and what to do for more after them, or ""
// if there are none.
func (p *pages) next(width int) string {
	n := len(p.list)
	if n == 0 {
		return ""
	}
	to := min(p.from+pageOf, n)
	head := fmt.Sprintf("%s %d to %d of %d:", phrase.Capital(p.noun), p.from+1, to, n)
	switch {
	case n == 1:
		head = "1 " + strings.TrimSuffix(p.noun, "s") + ":"
	case n <= pageOf:
		head = fmt.Sprintf("%d %s:", n, p.noun)
	}
	text := head + "\n" + joined(p.list[p.from:to], p.between, width)
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

// at reports what is on a spot.
func (s *Session) at(arg string) error {
	if arg == "" {
		return errors.New("name a square, vertex or port: at WHERE, such as at d4")
	}
	text, err := s.Person.Game().(game.Speaker).At(s.now.View, strings.ToLower(arg))
	if err != nil {
		return err
	}
	s.print(text)
	return nil
}

// last reports what the last move did.
func (s *Session) last(string) error {
	if text := s.now.View.Status().Last; text != "" {
		s.print(text)
		return nil
	}
	return errors.New("nothing has been played")
}

// who reports who plays, whose turn it is and the score.
func (s *Session) who(string) error {
	seats := s.Person.Game().Info().Seats
	for seat := range s.now.Players {
		s.print(fmt.Sprintf("%s: %s.", seats[seat].Name, whoIs(s.Person.Game(), s.now, seat)))
	}
	if Watches(s.now) {
		s.print("You are watching.")
	} else if n := s.now.Watchers; n > 0 {
		s.print(watching(n) + ".")
	}
	if s.now.Over {
		s.print(join(ended(s)))
	} else {
		s.print(join(Turn(s.now, s.Person.Game().Info()), Clocks(s.now, s.Person.Game().Info())))
	}
	s.print(strings.Join(s.now.View.Status().Scores, ", ") + ".")
	return nil
}

// whoIs describes the player of a seat of g to the person here.
func whoIs(g game.Game, now table.Now, seat int) string {
	p, people := now.Players[seat], 0
	for _, p := range now.Players {
		if !p.Program {
			people++
		}
	}
	switch {
	case (people == 1 && seat == now.Side || now.Other != table.Near && seat == now.Seat) && !p.Program:
		return strings.TrimPrefix(p.Name+", you", ", ")
	case p.Program && p.Engine == "" && g.Info().Seats[seat].Fixed: // the computer's level means nothing
		return "the computer"
	}
	return Who(g, p)
}

// threats reports how the side to move could win at once, and how the other side threatens to.
func (s *Session) threats(string) error {
	if s.now.Over {
		return errors.New("the game is over")
	}
	seat := s.now.ToMove
	if seat < 0 {
		return errors.New("the game has not started; " + game.Type("start"))
	}
	mine := "no move wins at once"
	if wins := wins(s.Person.Sight(), seat); len(wins) > 0 {
		mine = phrase.List(wins) + " would win at once"
	}
	turn := s.Person.Game().Info().Seats[seat].Name + " to move"
	if strings.HasPrefix(s.now.View.Status().Turn, "Your move") {
		turn = "Your move"
	}
	s.print(turn + ": " + mine + ".")
	if threat, ok := s.Person.Game().(game.Warner).Threat(s.now.View); ok {
		s.print(threat.Sentence)
	} else {
		s.print("The other side threatens no win.")
	}
	return nil
}

// wins lists the moves that win at once for a seat, which must be to move.
func wins(now table.Sight, seat int) (list []string) {
	m, ok := now.Match()
	if !ok {
		return nil
	}
	for _, move := range m.State().View(seat).Moves() {
		next, _, err := m.State().Play(move.Text)
		if err == nil && next.ToMove() == game.Nobody && next.Outcome().Winner == seat && !slices.Contains(list, move.Text) {
			list = append(list, move.Text)
		}
	}
	return list
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
