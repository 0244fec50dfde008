package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"attic/game"
	"attic/internal/phrase"
	"attic/learn"
	"attic/match"
	"attic/table"
)

const (
	lessonWord   = "lesson"
	puzzleWord   = "puzzle"
	questionWord = "question"
	goOnWord     = "next"
	noneWord     = learn.None
	leaveWord    = "leave"
)

// learnWords returns the commands of a game with lessons and puzzles.
func learnWords() []word {
	return []word{
		{Word: game.Word{Name: lessonWord, Args: "[N]", Help: "start lesson N, or the first one you have not done; during a lesson: start it over"}, run: (*Session).lesson, may: Remember, stays: true},
		{Word: game.Word{Name: puzzleWord, Args: "[WHICH]", Help: "start a puzzle: daily, a theme, an ID, or one for your rating"}, run: (*Session).puzzle, may: Remember, stays: true},
	}
}

// courseWords returns the commands in a lesson or puzzle.
func courseWords() []word {
	return []word{
		{Word: game.Word{Name: questionWord, Help: "print the text of this step again"}, run: func(s *Session, _ string) error { s.ask(); return nil }, stays: true},
		{Word: game.Word{Name: goOnWord, Help: "continue the lesson, or go to the next lesson or puzzle"}, run: (*Session).goOn, stays: true},
		{Word: game.Word{Name: hintWord, Help: "ask for a hint: what to look for; again: where; once more: the answer"}, run: (*Session).helpOut, stays: true},
		{Word: game.Word{Name: noneWord, Help: "answer that there is no such move"}, run: func(s *Session, _ string) error { return s.answer(learn.None) }, stays: true},
		{Word: game.Word{Name: leaveWord, Help: "end the lesson or puzzle and go back to the game"}, run: (*Session).leave, stays: true},
	}
}

// inCourse lists the general commands that also exist in lessons and puzzles.
var inCourse = []string{"help", "moves", "describe", "preview", "dump", boardWord, atWord, "last", "who", "history", menuWord, "quit", lessonWord, puzzleWord}

// study is the part of a session for lessons and puzzles.
type study struct {
	course  *learn.Course // nil outside lessons and puzzles
	begun   time.Time
	which   string          // the theme of the puzzles that follow, or "" for any
	verdict string          // the comment on the last answer at this step
	rated   string          // the sentence about the rating after a puzzle
	shared  string          // the line for sharing the result of a daily puzzle
	passed  map[string]bool // the IDs of skipped puzzles
	untold  bool            // the text of the step has not been printed yet
	earlier *match.Match    // the previous game on the table, if this person may see all of it
	wasKept bool            // that game is in the library
	record  learn.Record    // used on a pipe, which stores nothing
}

// Course returns the current lesson or puzzle, or nil.
func (s *study) Course() *learn.Course { return s.course }

// Verdict returns the comment on the last answer at this step, or "".
func (s *study) Verdict() string { return s.verdict }

// Rated returns the sentence about the rating after a puzzle, and after a daily puzzle the line for sharing the result.
func (s *study) Rated() (rating, shared string) { return s.rated, s.shared }

// forCourse returns the commands of list that exist in a lesson or puzzle: those in inCourse, and the game's own moves except those of its
// set-up.
func forCourse(list []word) []word {
	kept := slices.DeleteFunc(slices.Clone(list), func(w word) bool {
		own := w.run == nil && w.Show == nil && w.Says == "" && w.Same == "" && w.When != game.Before && w.Bar != game.Before
		return !own && !slices.Contains(inCourse, w.Name)
	})
	return append(courseWords(), kept...)
}

// learnt returns what the person has learnt in this game.
func (s *Session) learnt() learn.Record {
	if !s.Terminal {
		return s.record
	}
	return s.Store.Learnt(s.Person.Game().Info().Name)
}

// courseBasics are the commands that help names first in a lesson or puzzle.
var courseBasics = []string{questionWord, hintWord, noneWord, goOnWord, leaveWord, "moves", "describe", "preview", "dump", "help", "quit"}

// lesson begins a lesson, or continues one that was left.
func (s *Session) lesson(arg string) error {
	g := s.Person.Game()
	list, err := learn.Of(g)
	if err != nil {
		return err
	}
	n := s.learnt().NextLesson(len(list))
	if arg != "" {
		if n, err = strconv.Atoi(arg); err != nil {
			return fmt.Errorf("lesson takes a number from 1 to %d, not %q", len(list), phrase.Clip(arg))
		}
	}
	c, err := learn.NewLesson(g, n)
	if err != nil {
		return err
	}
	resumed := false
	if s.course == nil || s.course.Number != n {
		if resumed, err = c.Resume(s.learnt().Reached[n]); err != nil {
			return err
		}
	}
	if err := s.begin(c); err != nil || !resumed {
		return err
	}
	at, _ := c.Step()
	s.print(fmt.Sprintf("You left this lesson earlier; it continues at step %d. %s to start it over.", at, phrase.Capital(game.Type(fmt.Sprint(lessonWord, " ", n)))))
	return nil
}

// puzzle begins a puzzle.
func (s *Session) puzzle(arg string) error {
	g := s.Person.Game()
	p, day, err := learn.Find(g, s.learnt(), arg, s.passed, time.Now())
	if err != nil {
		return err
	}
	c, err := learn.NewPuzzle(g, p)
	if err != nil {
		return err
	}
	c.Day, s.which = day, ""
	if arg == p.Theme {
		s.which = p.Theme
	}
	return s.begin(c)
}

// begin puts a lesson or puzzle on the table.
func (s *Session) begin(c *learn.Course) error {
	now := s.Person.Now()
	if now.Other != table.Near {
		return errors.New("lessons and puzzles do not work in a game between two machines")
	}
	if s.course == nil {
		s.earlier, s.wasKept = nil, now.Kept
		if m, ok := s.Person.Sight().FullMatch(); ok {
			s.earlier = &m
		}
	}
	s.stopReview()
	s.course, s.begun, s.rated, s.shared = c, time.Now(), "", ""
	s.words = forCourse(s.vocabulary(s.Person.Game()))
	return s.place()
}

// place puts the position of a step on the table, if the step has one.
func (s *Session) place() error {
	s.untold, s.verdict = true, ""
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
	s.Owner.Study(m)
	return nil
}

// answer tries a move, or None, as the answer to the question of the step.
func (s *Session) answer(text string) error {
	if !s.course.Asks() {
		return errors.New("this step needs no answer; " + game.Type(goOnWord) + " to go on")
	}
	a, err := s.course.Try(context.Background(), text) // takes a bounded time
	if err != nil {
		return err
	}
	if s.verdict = a.Said; !s.Screen || !a.Good {
		s.print(a.Said)
	}
	if !s.Screen && !a.Good { // a screen still shows the question
		s.print(s.course.Text())
	}
	for i, move := range a.Moves {
		if err := s.act(table.Play(move)); err != nil {
			return err
		}
		if i > 0 && !s.Terminal { // on a terminal, the events show it
			s.print(s.Person.Now().View.Status().Last)
		}
	}
	s.untold = s.untold || a.Good
	if s.course.Over() {
		return s.finished()
	}
	return nil
}

// finished records the end of a lesson or puzzle.
func (s *Session) finished() error {
	c := s.course
	r, err := s.remember(func(r learn.Record) learn.Record { return r.Done(c, time.Since(s.begun)) })
	s.shared = ""
	if c.Number == 0 {
		s.rated = fmt.Sprintf("Your rating: %.0f.", r.Level())
	}
	if c.Day != "" {
		s.shared = learn.Share(c.Game, c.Day, r.Days[c.Day])
	}
	if !s.Screen {
		s.print(strings.TrimSpace(s.rated + "\n" + s.shared))
	}
	return err
}

// remember updates the record of what the person has learnt in this game, and returns it.
func (s *Session) remember(change func(learn.Record) learn.Record) (learn.Record, error) {
	if !s.Terminal {
		s.record = change(s.record)
		return s.record, nil
	}
	return s.Store.Learn(s.Person.Game().Info().Name, change)
}

// goOn goes to the next step, or after the last step to the next lesson or puzzle.
func (s *Session) goOn(string) error {
	c := s.course
	switch {
	case c.Asks() && c.Number == 0:
		if s.passed == nil {
			s.passed = map[string]bool{}
		}
		s.passed[c.Puzzle.ID] = true
		return s.puzzle(s.which)
	case c.Asks():
		return errors.New("first find the move; " + game.Type(hintWord) + " for help")
	case !c.Last():
		if err := c.Next(); err != nil {
			return err
		}
		if err := s.place(); err != nil {
			return err
		}
		if c.Over() { // the last step was only to be read
			return s.finished()
		}
		at, _ := c.Step()
		_, err := s.remember(func(r learn.Record) learn.Record { return r.At(c.Number, at) })
		return err
	case c.Number == 0:
		return s.puzzle(s.which)
	}
	list, err := learn.Of(c.Game)
	if err != nil {
		return err
	}
	if c.Number < len(list) {
		return s.lesson(strconv.Itoa(c.Number + 1))
	}
	if puzzles, err := learn.PuzzlesOf(c.Game); err == nil && len(puzzles) > 0 {
		return s.puzzle("")
	}
	return s.leave("")
}

// helpOut shows a hint.
func (s *Session) helpOut(string) error {
	p, err := s.course.Hint(context.Background())
	if err != nil {
		return err
	}
	s.Advice.Show(game.Advice{Move: p, Follow: p})
	if s.Screen {
		return nil
	}
	if len(p.Marks) > 0 {
		s.boardWith(p)
	}
	s.print(p.Sentence)
	return nil
}

// leave goes back to the game that was on the table before the lesson or puzzle.
func (s *Session) leave(string) error {
	s.course = nil
	s.words = s.vocabulary(s.Person.Game())
	if s.wasKept {
		if err := s.resumeLatest(); err == nil {
			return nil
		}
	}
	m := s.earlier
	if m == nil {
		fresh, err := match.New(s.Person.Game(), game.Setup{}.With(s.Person.Game().Info().Started))
		if err != nil {
			return err
		}
		m = &fresh
	}
	s.Owner.Load(*m, nil)
	return nil
}

// lectured prints the text of the current step.
func (s *Session) lectured() {
	c := s.course
	if c == nil || !s.untold || s.Screen {
		return
	}
	s.untold = false
	if c.Asks() || c.Unanswered() {
		s.ask()
	} else {
		s.print(s.onward())
	}
}

// ask prints the title and the text of the current step, and how to continue if the step asks no question.
func (s *Session) ask() {
	c := s.course
	title := c.Title()
	if at, of := c.Step(); of > 1 {
		title += fmt.Sprintf(" (%d of %d)", at, of)
	}
	s.print(title + ".\n" + c.Text())
	if !c.Asks() {
		s.print(s.onward())
	}
}

// Ahead returns what comes after a finished lesson: as a sentence, and as the label of a button. Both are "" for a puzzle.
func (s *study) Ahead() (said, label string) {
	c := s.course
	list, err := learn.Of(c.Game)
	switch {
	case err != nil || c.Number == 0:
		return "", ""
	case c.Number < len(list):
		return fmt.Sprintf("That was lesson %d. The next one is lesson %d, %s.", c.Number, c.Number+1, list[c.Number].Title), fmt.Sprintf("lesson %d", c.Number+1)
	}
	if puzzles, err := learn.PuzzlesOf(c.Game); err == nil && len(puzzles) > 0 {
		return "That was the last lesson. Puzzles come next.", "puzzles"
	}
	return "That was the last lesson.", "end"
}

// onward returns the sentence that tells how to continue.
func (s *study) onward() string {
	c := s.course
	switch {
	case !c.Last():
		return "Type " + game.Command(goOnWord) + " to go on."
	case c.Number == 0:
		return "Type " + game.Command(goOnWord) + " for another puzzle, " + game.Command(leaveWord) + " to end."
	}
	said, _ := s.Ahead()
	return said + " Type " + game.Command(goOnWord) + " to go on, " + game.Command(leaveWord) + " to end."
}
