// Package study leads a person at a table through lessons and puzzles: it puts positions on the table, judges the answers, and records the progress.
// It shows nothing itself; front-ends show what it returns.
package study

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"attic/game"
	"attic/game/learn"
	"attic/internal/phrase"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// Study holds the lesson, puzzle or timed run of a person at a table, if any. It is not safe for concurrent use.
type Study struct {
	person *table.Person
	table  *table.Table
	store  store.Store
	keeps  bool             // progress is kept in the store
	Clock  func() time.Time // returns the time

	course  *learn.Course // nil outside lessons and puzzles
	begun   time.Time
	today   bool            // the person goes through today's practice; see Today
	race    *race           // nil: no timed run
	which   string          // the theme of the next puzzles, or "" for any
	verdict string          // see Verdict
	good    bool            // the last answer was right
	shown   game.Preview    // see Refuted
	rated   string          // the sentence about the rating after a puzzle
	shared  string          // the line for sharing the result of a daily puzzle
	passed  map[string]bool // the IDs of skipped puzzles
	untold  bool            // Told has not returned the text of this step yet
	shows   int
	earlier *match.Match // the previous game on the table, if this person may see all of it
	wasKept bool         // the earlier game is in the library
	record  learn.Record // the progress if keeps is not set
}

// New returns the study of p, whose table is t. If keeps is set, progress is kept in s; otherwise it lasts only as long as the Study.
func New(p *table.Person, t *table.Table, s store.Store, keeps bool) *Study {
	return &Study{person: p, table: t, store: s, keeps: keeps, Clock: time.Now}
}

// Course returns the current lesson or puzzle, or nil.
func (s *Study) Course() *learn.Course { return s.course }

// Verdict returns the remark on the last answer at this step, and whether the answer was right. At the beginning and after the end of a lesson, the
// remark is about the lesson. It may be "".
func (s *Study) Verdict() (said string, good bool) { return s.verdict, s.good }

// Refuted returns a drawing that refutes the last answer, to be shown with Verdict. Its sentence is Verdict's remark, or "" without a drawing.
func (s *Study) Refuted() game.Preview { return s.shown }

// Shows returns the number of answers and steps so far, so that a caller notices a new one.
func (s *Study) Shows() int { return s.shows }

// Rated returns the sentence about the rating after a puzzle, and after a daily puzzle the line for sharing the result.
func (s *Study) Rated() (rating, shared string) { return s.rated, s.shared }

// Learnt returns the person's progress in this game.
func (s *Study) Learnt() learn.Record {
	if !s.keeps {
		return s.record
	}
	return s.store.Profile.Learnt(s.person.Game().Info().Name)
}

// Lesson begins lesson n, from 1, or continues it if it was left.
func (s *Study) Lesson(n int) error {
	s.today, s.race = false, nil
	return s.lesson(n)
}

func (s *Study) lesson(n int) error {
	c, err := learn.NewLesson(s.person.Game(), n)
	if err != nil {
		return err
	}
	resumed := false
	if s.course == nil || s.course.Number != n {
		if resumed, err = c.Resume(s.Learnt().Reached[n]); err != nil {
			return err
		}
	}
	if err := s.begin(c); err != nil || !resumed {
		return err
	}
	at, _ := c.Step()
	s.verdict = fmt.Sprintf("You left this lesson earlier; it continues at step %d. %s to start it over.", at, phrase.Capital(game.Type(fmt.Sprint("lesson ", n))))
	return nil
}

// Puzzle begins a puzzle. which is "daily", a theme, learn.OwnTheme for one of the person's own mistakes, the ID of a puzzle, or "" for any theme.
// For learn.RunTheme it begins a timed run.
func (s *Study) Puzzle(which string) error {
	if which == learn.RunTheme {
		return s.Run()
	}
	s.today, s.race = false, nil
	return s.puzzle(which)
}

func (s *Study) puzzle(which string) error {
	g, r := s.person.Game(), s.Learnt()
	if m, ok := r.Mistake(which); ok {
		return s.own(m)
	}
	if which == learn.OwnTheme {
		for {
			m, err := s.Learnt().PickOwn(s.passed)
			if err != nil {
				return err
			}
			if err = s.own(m); !errors.Is(err, errRefuted) {
				return err
			}
		}
	}
	p, day, err := learn.Find(g, r, which, s.passed, s.Clock())
	if err != nil {
		return err
	}
	c, err := learn.NewPuzzle(g, p)
	if err != nil {
		return err
	}
	c.Day, s.which = day, ""
	if which == p.Theme {
		s.which = p.Theme
	}
	return s.begin(c)
}

func (s *Study) begin(c *learn.Course) error {
	now := s.person.Now()
	if now.Shared() {
		return errors.New("lessons and puzzles do not work in a game between two machines")
	}
	if s.course == nil {
		s.earlier, s.wasKept = nil, now.Kept
		if m, ok := s.person.Sight().FullMatch(); ok {
			s.earlier = &m
		}
	}
	s.course, s.begun, s.rated, s.shared = c, s.Clock(), "", ""
	return s.place()
}

// place puts the position of a step on the table, if the step begins with a new position.
func (s *Study) place() error {
	s.untold, s.verdict, s.good, s.shown = true, "", false, game.Preview{}
	s.shows++
	place, fresh := s.course.Place()
	if !fresh {
		return nil
	}
	m, err := match.New(s.course.Game, place.Setup)
	if err != nil {
		return err
	}
	for i := range m.Players {
		m.Players[i].Program = false
	}
	for _, text := range place.Moves {
		if m, _, err = m.Play(text); err != nil {
			return err
		}
	}
	m.Side = max(m.ToMove(), 0)
	s.table.Study(m)
	return nil
}

// ErrUnasked is the error of Answer at a step without a question.
var ErrUnasked = errors.New("this step needs no answer; " + game.Type("next") + " to go on")

// Answer judges a move, or learn.None, as the answer to the question of the step; Verdict then returns the remark on the answer. After a right
// answer, it calls send to play that move and the moves that follow it.
func (s *Study) Answer(text string, send func(table.Act) error) error {
	switch {
	case !s.course.Asks():
		return ErrUnasked
	case s.Misses() || s.Races() && s.race.run.Over(s.Clock()): // the answer comes too late
		return s.goOn()
	}
	a, err := s.course.Try(context.Background(), text) // takes a limited time
	if err != nil {
		return err
	}
	s.verdict, s.good, s.untold, s.shown = a.Said, a.Good, s.untold || a.Good, game.Preview{}
	if len(a.Shown.Marks)+len(a.Shown.Paths) > 0 {
		s.shown = a.Shown
		s.shown.Sentence = a.Said
	}
	s.shows++
	for _, move := range a.Moves {
		if err := send(table.Play(move)); err != nil {
			return err
		}
	}
	if s.course.Number > 0 && a.Good {
		if _, err := s.remember(func(r learn.Record) learn.Record { r.Studied = learn.Day(s.Clock()); return r }); err != nil {
			return err
		}
	}
	switch {
	case s.course.Over():
		err = s.finished()
	case s.Races() && s.course.Tries() > 0:
		err = s.answered(false)
	}
	s.practised()
	return err
}

// finished records the end of a lesson or puzzle.
func (s *Study) finished() error {
	c := s.course
	if s.Races() {
		return s.answered(true)
	}
	r, err := s.remember(func(r learn.Record) learn.Record { return r.Done(c, s.Clock().Sub(s.begun)).Practised(c, s.Clock()) })
	if _, own := c.Own(); c.Number == 0 && !own {
		s.rated = "Your rating: " + r.Strength().Said() + "."
		if !c.Clean() && r.Beyond(c) {
			s.rated = "This puzzle is far above your rating, so your rating stays the same."
		}
	}
	if c.Day != "" {
		s.shared = r.Share(c.Game, c.Day)
	}
	return err
}

// remember changes the record of the person's progress in this game, and returns it.
func (s *Study) remember(change func(learn.Record) learn.Record) (learn.Record, error) {
	if !s.keeps {
		s.record = change(s.record)
		return s.record, nil
	}
	r, name := change(s.Learnt()), s.person.Game().Info().Name
	err := s.store.Profile.Owe("your progress is", func() error {
		_, err := s.store.Profile.Learn(name, change)
		return err
	})
	if err != nil {
		err = fmt.Errorf("your progress is not saved: %w", err)
	}
	return r, err
}

// Next goes to the next step or, after the last step, to the next lesson or puzzle. If there is no next one, it calls Leave.
func (s *Study) Next() error {
	c := s.course
	switch {
	case s.Raced():
		return s.Run()
	case s.Misses():
		return s.goOn()
	case s.Races():
		return errors.New("you cannot skip a puzzle in a timed run; answer, or " + game.Type("leave") + " to end it")
	case c.Asks() && c.Number == 0:
		if s.passed == nil {
			s.passed = map[string]bool{}
		}
		s.passed[c.Puzzle.ID] = true
		if s.today {
			return s.Today()
		}
		return s.puzzle(s.which)
	case c.Asks():
		return errors.New("first answer the question; " + game.Type("hint") + " for help")
	case !c.Last():
		if err := c.Next(); err != nil {
			return err
		}
		if err := s.place(); err != nil {
			return err
		}
		if c.Over() { // the last step asks nothing
			return s.finished()
		}
		at, _ := c.Step()
		_, err := s.remember(func(r learn.Record) learn.Record { return r.At(c.Number, at) })
		return err
	case s.today:
		return s.Today()
	case c.Number == 0:
		return s.puzzle(s.which)
	}
	switch list, err := learn.Of(c.Game); {
	case err != nil:
		return err
	case c.Number < len(list):
		return s.Lesson(c.Number + 1)
	case puzzled(c.Game):
		return s.Puzzle("")
	}
	return s.Leave()
}

// Return goes back to an earlier step of a lesson, and reports whether there is one.
func (s *Study) Return() (bool, error) {
	returned, err := s.course.Return()
	if err != nil || !returned {
		return false, err
	}
	return true, s.place()
}

func puzzled(g game.Game) bool {
	puzzles, err := learn.PuzzlesOf(g)
	return err == nil && len(puzzles) > 0
}

// Hint returns help with the question of the step; each call returns more.
func (s *Study) Hint() (game.Advice, error) {
	if s.Races() {
		return game.Advice{}, errNoHints
	}
	p, err := s.course.Hint(context.Background()) // takes a limited time
	return game.Advice{Move: p, Follow: p}, err
}

// Leave goes back to the game that was on the table before the lesson or puzzle.
func (s *Study) Leave() error {
	s.course, s.race, s.verdict, s.good, s.shown = nil, nil, "", false, game.Preview{}
	s.shows++
	g := s.person.Game()
	if s.wasKept && s.keeps {
		if kept, ok := s.store.Library.Latest(g.Info().Name); ok {
			if journal, m, err := s.store.Library.Resume(kept, s.Clock()); err == nil {
				s.verdict = kept.Shorter()
				s.table.Load(m, journal)
				return nil
			}
		}
	}
	m := s.earlier
	if m == nil {
		fresh, err := match.New(g, game.Setup{}.With(g.Info().Started))
		if err != nil {
			return err
		}
		m = &fresh
	}
	s.table.Load(*m, nil)
	return nil
}

// Races reports whether a timed run is in progress. Then the caller must call Tick each second.
func (s *Study) Races() bool { return s.race != nil && !s.race.over }

// Raced reports whether the result of a timed run is shown.
func (s *Study) Raced() bool { return s.race != nil && s.race.over }

// Misses reports whether a missed puzzle of a timed run is shown. Next leaves it, and so does Tick after a few seconds.
func (s *Study) Misses() bool { return s.Races() && !s.race.missed.IsZero() }

// Picture returns the first position of a task of [learn.Today], or nil.
func Picture(s *Study, do string) game.View {
	g, r := s.person.Game(), s.Learnt()
	verb, what := phrase.Cut(do)
	var c *learn.Course
	var err error
	if n, number := strconv.Atoi(what); verb == "lesson" && number == nil {
		c, err = learn.NewLesson(g, n)
	} else if m, own := r.Mistake(what); own {
		c, err = learn.NewMistake(g, m, s.better)
	} else {
		var p learn.Puzzle
		if p, _, err = learn.Find(g, r, what, nil, s.Clock()); err == nil {
			c, err = learn.NewPuzzle(g, p)
		}
	}
	if err != nil {
		return nil
	}
	return c.State().View(max(c.State().ToMove(), 0))
}

// Untouched reports whether the person has tried nothing and asked for nothing in a lesson, a puzzle or a timed run, so that leaving loses nothing.
func Untouched(s *Study) bool {
	c := s.course
	at, _ := c.Step()
	return at == 1 && c.Clean() && c.Unanswered() && !(s.Races() && len(s.race.run.Marks) > 0)
}

// Title returns the heading of a lesson or puzzle: "Lesson 3: Jump (2 of 6)". Outside lessons and puzzles, Title, Question and Longest return "".
func (s *Study) Title() string {
	switch {
	case s.course == nil:
		return ""
	case s.Misses():
		return s.race.run.Title(s.race.missed)
	case s.Races():
		return s.race.run.Title(s.Clock())
	}
	if at, of := s.course.Step(); of > 1 {
		return fmt.Sprintf("%s (%d of %d)", s.course.Title(), at, of)
	}
	return s.course.Title()
}

// Question returns the text of the step. A page shows it in its own block, apart from remarks.
func (s *Study) Question() string {
	if s.course == nil {
		return ""
	}
	return s.course.Text()
}

// Longest returns the longest text that Question returns in this lesson or puzzle. A page reserves room for it.
func (s *Study) Longest() string {
	if s.course == nil {
		return ""
	}
	return s.course.Longest()
}

// Told returns the text of this step for a prompt, or "" if it has returned this text before. It omits the last move's report, which the person has
// seen.
func (s *Study) Told() string {
	c := s.course
	if c == nil || !s.untold {
		return ""
	}
	s.untold = false
	if !c.Asks() && !c.Unanswered() && !s.Raced() {
		return s.onward()
	}
	if said := c.Retold(); said != "" {
		return strings.NewReplacer(said+" ", "", said+"\n", "").Replace(s.Asked())
	}
	return s.Asked()
}

// Asked returns the title and the text of the step for a prompt. If the step asks no question, it adds a sentence that tells how to continue.
func (s *Study) Asked() string {
	text := strings.Replace(s.Title()+".\n", "?.", "?", 1) + s.Question()
	if s.Raced() {
		text += "\n" + s.shared
	}
	if !s.course.Asks() {
		text += "\n" + s.onward()
	}
	return text
}

// Ahead returns a sentence about the next activity after a finished lesson, and a label for its button. Both are "" for a puzzle.
func (s *Study) Ahead() (said, label string) {
	c := s.course
	switch list, err := learn.Of(c.Game); {
	case err != nil || c.Number == 0:
		return "", ""
	case c.Number < len(list):
		return fmt.Sprintf("That was lesson %d. The next one is lesson %d, %s.", c.Number, c.Number+1, list[c.Number].Title), fmt.Sprintf("lesson %d", c.Number+1)
	case puzzled(c.Game):
		return "That was the last lesson. Puzzles come next.", "puzzles"
	}
	return "That was the last lesson.", "end"
}

// onward returns a sentence that tells how to continue, for a prompt.
func (s *Study) onward() string {
	next, leave := game.Command("next"), game.Command("leave")
	switch c := s.course; {
	case s.Raced():
		return "Type " + next + " for another run, " + leave + " to end."
	case !c.Last():
		return "Type " + next + " to go on."
	case s.today:
		return "Type " + next + " to go on with today's practice, " + leave + " to end."
	case c.Number == 0:
		return "Type " + next + " for another puzzle, " + leave + " to end."
	}
	said, _ := s.Ahead()
	return strings.TrimSpace(said + " Type " + next + " to go on, " + leave + " to end.")
}
