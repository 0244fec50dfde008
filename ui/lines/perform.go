package lines

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"attic/desk/command"
	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/table"
	"attic/teach/advice"
)

// perform carries out a request and prints its result, except for what events will report.
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
		return s.judged(course, err)
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

// judged prints the remark of a lesson or puzzle on the answer to its question. before is the result of Study.Shows before the answer, and
// refused is the error if a move was refused. The events of the moves are printed afterwards, except for that of a right answer if the remark
// describes it.
func (s *Session) judged(before int, refused error) error {
	study := s.requests.Study
	if study.Shows() == before { // the answer was not understood
		return refused
	}
	said, good := study.Verdict()
	if c := study.Course(); good && c != nil {
		s.described = said != ""
		if !c.Asks() && !strings.HasPrefix(said, "Right") {
			said = strings.TrimSpace("Right. " + said)
		}
	}
	s.print(said)
	switch {
	case study.Misses(): // line mode does not wait with the solution in view
		return errors.Join(refused, study.Next())
	case study.Raced():
		return refused
	case !good:
		s.print(study.Question())
	}
	rated, shared := study.Rated()
	s.print(strings.TrimSpace(rated + "\n" + shared))
	return refused
}

// act sends a request to the table, or prints that it cannot be sent yet.
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

// next returns the next entries in lines of at most width columns, or "" if there are none. The lines begin with the numbers of the entries
// and, if there are more, end with the way to get them.
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

// taken returns the text what, followed by the steps of g that longer has and shorter lacks: "Taken back: Red's a7-a6 and Blue's g7-f6."
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
	return who + game.Said(e.Text)
}

// advised prints the current step of a hint, and on a terminal the board.
func (s *Session) advised() {
	p, ok := s.requests.Advice.Shown()
	course := s.requests.Study.Course() != nil
	if !ok {
		return
	}
	if !course || len(p.Marks) > 0 {
		s.board(p)
	}
	if s.print(p.Sentence); !course {
		s.teaches(s.requests.Advice.Theme())
	}
}

// teaches prints the lesson about an idea, if there is one and lessons can be started here.
func (s *Session) teaches(idea string) {
	if said := command.Taught(s.Person.Game(), idea); said != "" && s.requests.Has(command.Lesson) {
		s.print(said + " " + phrase.Capital(game.Type("lesson "+idea)) + " to open it.")
	}
}

// threat returns the threat that the person is to be warned about. A script is warned only if it asked for warnings.
func (s *Session) threat() (game.Preview, bool) {
	if s.requests.Study.Course() != nil || !s.Terminal && s.Settings.Warn != "on" {
		return game.Preview{}, false
	}
	return advice.Threat(s.Person.Game(), s.now, s.Settings.Warn)
}

// looked handles the coach's judgement: it asks whether to take the move back, or to play it, or lets the game continue.
func (s *Session) looked() {
	v, ok := s.requests.Coach.Verdict()
	switch {
	case !ok || v.Warning == "" && v.Move.Text == "":
	case v.Warning == "":
		s.complain(s.act(v.Act))
	default:
		question, _ := v.Question()
		s.confirm(command.Question{Full: question}, func() { s.complain(s.act(v.Act)) })
	}
}

// answered handles a line as the answer to a question, and reports whether it was only an answer. Any other line means no.
func (s *Session) answered(line string) bool {
	do, word := s.asking, strings.ToLower(strings.TrimSpace(line))
	yes := do != nil && (slices.Contains([]string{"yes", "y"}, word) || s.requests.Coach.Asks() && slices.Contains([]string{"undo", "u"}, word))
	s.asking = nil
	if yes {
		do()
	}
	s.requests.Coach.Stop()
	return yes || do != nil && slices.Contains([]string{"no", "n", ""}, word)
}

// review starts reviewing the round. On a pipe, the next line is read only when the review is done; on a terminal, the next line stops it.
func (s *Session) review() error {
	err := s.reviewer.Start()
	if s.reviewer.Running {
		s.say("Reviewing; press Enter to stop.")
	}
	return err
}

// missed prints the lessons on the ideas that the person missed or, with two people here, that both sides missed. It also prints the number of
// blunders that come back as puzzles.
func (s *Session) missed() {
	said, err := s.requests.Keep(s.reviewer)
	s.print(said)
	s.complain(err)
	var told []string
	for _, t := range s.reviewer.Mine() {
		if !slices.Contains(told, t.Theme) {
			told = append(told, t.Theme)
			s.teaches(t.Theme)
		}
	}
}

// stopReview ends the review, if one is running, and prints what it has found so far.
func (s *Session) stopReview() {
	s.reviewer.Stop()
	s.reviewed()
}

func (s *Session) reviewed() {
	switch r := s.reviewer; {
	case !r.Take():
	case r.Analysis.Text != "":
		s.print(s.Lines(r.Analysis.Text))
		s.missed()
	case r.Found.Judged > 0 && s.Listens:
		s.print(strings.TrimSuffix(r.Found.Said(), "\n"))
		s.missed()
	case r.Found.Judged > 0:
		s.draw(game.Typed(strings.TrimSuffix(r.Found.Text(), "\n")))
		s.missed()
	case r.Stopped:
		s.print("The review was stopped before anything was judged.")
	case len(r.Found.Points) == 0:
		s.complain(r.Err)
	default:
		s.complain(fmt.Errorf("there is no review: %w", r.Err))
	}
}

// quit ends the session. During a game with another machine it asks first, unless sure is set.
func (s *Session) quit(sure bool) {
	kept, news := s.Person.Keep()
	now := s.Person.Now()
	q := command.Quits(now, s.Person.Game().Info(), s.May)
	unsaved := s.unsaved()
	if unsaved != "" {
		q.Full = command.Sentence(errors.New(unsaved)) + " Leave it?"
	}
	switch {
	case q.Full == "" || !s.Terminal:
	case !sure:
		s.confirm(q, func() {
			s.Agreed = unsaved != ""
			s.quit(true)
		})
		return
	case s.Agreed:
		s.done = true
		return
	}
	if s.done = true; !s.Terminal && s.First.Verb != command.Host {
		return
	}
	s.say(news)
	switch {
	case now.Situation.Rests && (kept || news == ""): // a guest's game is kept on the host's machine
		s.print(command.Resuming(now) + " continues the game.")
	case now.Kept && kept:
		s.say("The game is kept; " + game.Type("resume") + " to continue it next time.")
	}
}

// unsaved returns the sentence about data that could not be saved for a person, or "".
func (s *Session) unsaved() string {
	if why := s.Person.Now().Situation.Unsaved; why != "" || !s.Terminal {
		return why
	}
	if err := s.Store.Profile.Owed(true); err != nil {
		return err.Error()
	}
	return ""
}

// confirm asks a yes-or-no question; the next line answers it.
func (s *Session) confirm(q command.Question, do func()) {
	s.asking = do
	s.print(q.Full + " Type yes or no.")
}

// mostAbsence is the longest time that a script waits for the other side to come back.
const mostAbsence = time.Minute

// sharedNews reports an event that concerns two people at two machines. A script declines every offer, and ends when the other side leaves a
// running game.
func (s *Session) sharedNews(e table.Event, before table.Now) {
	text := e.News(before).Line(table.Typed)
	if s.Terminal {
		s.print(text)
		if drawing, err := s.requests.QRCode(e.Now); e.What == table.Presence && err == nil && !s.Listens {
			s.draw(drawing)
		}
		if e.What == table.Presence && e.Situation.Here() && !s.now.Over {
			s.turn()
		}
		return
	}
	mine := e.By == e.Now.Seat
	switch e.What {
	case table.Presence:
		if s.First.Verb == command.Host { // the log of "attic host" gets the same news as a person
			s.print(text)
		}
		if e.Err != nil { // the minute still runs
			break
		}
		s.absence = nil
		if e.Situation.Away() {
			s.absence = time.After(mostAbsence)
		}
	case table.Parted:
		s.absence = nil
		switch {
		case e.Err != nil:
			s.print(text)
			Fails(s.in, text)
			s.done = !before.Over && !before.Situation.Awaits()
		case !mine && (s.late || !before.Over):
			s.print(text)
			s.done = !before.Over
		}
	case table.Offered:
		if !mine {
			s.complain(s.act(table.Decline()))
		}
	case table.Revealed, table.Claimed:
		s.print(text)
	case table.Aided:
		if !mine {
			s.print(text)
		}
	case table.Declined:
		if !mine && e.By >= 0 {
			s.print(text)
		}
	case table.Said: // messages of people are not for scripts
		if e.By == game.Anyone {
			s.print(text)
		}
	}
}
