package lines

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"attic/desk/command"
	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/table"
)

// perform carries out a request and prints what it led to, except for what events will report.
func (s *Session) perform(r command.Request) error {
	_, err := s.requests.Check(r)
	s.now = s.Person.Sight().Revealed().Now
	if err != nil {
		return err
	}
	return s.carry(r)
}

// carry carries out a request that may be carried out now, and prints the answer.
func (s *Session) carry(r command.Request) error {
	at, course := s.now.Situation, s.requests.Study.Shows()
	a, err := s.requests.Do(r)
	if a.Sent {
		s.say(at.Sent().Line(table.Typed))
	}
	if s.say(a.Note); s.requests.Coach.Holding() {
		s.say(command.Held)
	}
	switch a.Opens {
	case command.BoardPage:
		s.board(game.Preview{})
	case command.AdvicePage:
		s.advised()
	case command.AnswerPage:
		return s.judged(a.Text, course, err)
	case command.ReviewPage:
		return s.review()
	case command.TextPage:
		s.print(s.Lines(a.Text))
		return err
	case command.SecretPage:
		s.secret = &secret{a.Secret, a.Title}
	case command.QuitPage:
		s.quit(false)
	}
	if a.Asks.Full != "" {
		r.Sure = true
		s.confirm(a.Asks, func() { s.complain(s.carry(r)) })
	}
	if len(a.Marks.Marks)+len(a.Marks.Paths) > 0 {
		s.board(a.Marks)
	}
	s.draw(a.Drawing)
	s.print(a.Text)
	s.list(a.List)
	if said, _ := s.requests.Study.Verdict(); err == nil && s.requests.Study.Shows() != course {
		s.print(said)
	}
	return err
}

// judged prints what a lesson or puzzle says about the answer to its question; reports are what the moves did, before is how often it had said
// something before, and refused says why a move was refused, or is nil.
func (s *Session) judged(reports string, before int, refused error) error {
	study := s.requests.Study
	if study.Shows() == before { // it was not understood
		return refused
	}
	said, good := study.Verdict()
	s.print(said)
	switch {
	case study.Misses(): // a prompt keeps nothing on show
		return errors.Join(refused, study.Next())
	case study.Raced():
		return refused
	case !good:
		s.print(study.Question())
	}
	if !s.Terminal { // on a terminal, the events show it
		s.print(reports)
	}
	rated, shared := study.Rated()
	s.print(strings.TrimSpace(rated + "\n" + shared))
	return refused
}

// act sends a request to the table, and says when it cannot be sent yet.
func (s *Session) act(a table.Act) error {
	before, at := s.requests.Sent(), s.Person.Now().Situation
	err := s.requests.Act(a)
	if s.requests.Sent() > before {
		s.say(at.Sent().Line(table.Typed))
	}
	return err
}

// pageOf is the number of list entries printed at a time for a person who listens.
const pageOf = 10

// pages holds the entries of a list that have not been printed yet.
type pages struct {
	command.Listing
	from int // the number of the next entry
}

// list prints a list; for a person who listens it begins with the number of entries and comes ten at a time.
func (s *Session) list(l command.Listing) {
	if !s.Listens {
		s.print(l.Lines(s.Width()))
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
	text := s.rest.next(s.Width())
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
	text := head + "\n" + command.Listing{Entries: p.Entries[p.from:to], Between: p.Between}.Lines(width)
	if p.from = to; to == n {
		*p = pages{}
		return text
	}
	return text + fmt.Sprintf("\nPress Enter for the next %s.", map[bool]string{true: phrase.Number(min(pageOf, n-to)), false: "one"}[n-to > 1])
}

// difference returns the lines of a description that the description of an earlier position lacks.
func difference(earlier, description string) string {
	old := strings.Split(earlier, "\n")
	return strings.Join(slices.DeleteFunc(strings.Split(description, "\n"), func(line string) bool { return slices.Contains(old, line) }), "\n")
}

// taken returns what, followed by the steps of g in longer that shorter lacks: "Taken back: Red's a7-a6 and Blue's g7-f6."
func taken(what string, g game.Game, longer, shorter []match.Entry) string {
	n := 0
	for n < min(len(longer), len(shorter)) && longer[n] == shorter[n] {
		n++
	}
	var list []string
	for _, e := range longer[n:] {
		list = append(list, step(g, e))
	}
	switch {
	case len(list) == 0:
		return what + "."
	case len(list) > pageOf:
		return fmt.Sprintf("%s: %s, from %s to %s.", what, phrase.Count(len(list), "move"), list[0], list[len(list)-1])
	}
	return what + ": " + phrase.List(list) + "."
}

// step names an entry in a history of g: "Red's a7-a6".
func step(g game.Game, e match.Entry) string {
	who := ""
	if e.Seat >= 0 && g.Info().Open { // otherwise only one side moves
		who = g.Info().Seats[e.Seat].Name + "'s "
	}
	switch {
	case e.Text == "":
		return fmt.Sprintf("the start of round %d", e.Round)
	case e.Ended && e.Seat >= 0 && e.Text == "resign":
		return g.Info().Seats[e.Seat].Name + "'s resignation"
	case e.Ended:
		return "the end of the game"
	case e.Seat == game.Anyone && g.Info().Open:
		return e.Text + " in the set-up"
	}
	return who + e.Text
}
