package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"attic/game"
	"attic/internal/phrase"
	"attic/learn"
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
		{Word: game.Word{Name: lessonWord, Args: "[N]", Help: "start lesson N, or the first one you have not done; during a lesson: start it over"}, run: (*Session).lesson, may: Remember},
		{Word: game.Word{Name: puzzleWord, Args: "[WHICH]", Help: "start a puzzle: daily, a theme, an ID, or one for your rating"}, run: func(s *Session, which string) error { return s.studied(s.Study.Puzzle(which)) }, may: Remember},
	}
}

// courseWords returns the commands in a lesson or puzzle.
func courseWords() []word {
	return []word{
		{Word: game.Word{Name: questionWord, Help: "print the text of this step again"}, run: func(s *Session, _ string) error { s.print(s.Study.Asked()); return nil }},
		{Word: game.Word{Name: goOnWord, Help: "continue the lesson, or go to the next lesson or puzzle"}, run: func(s *Session, _ string) error { return s.studied(s.Study.Next()) }},
		{Word: game.Word{Name: hintWord, Help: "ask for a hint: what to look for; again: where; once more: the answer"}, run: (*Session).helpOut},
		{Word: game.Word{Name: noneWord, Help: "answer that there is no such move"}, run: func(s *Session, _ string) error { return s.answer(learn.None) }},
		{Word: game.Word{Name: leaveWord, Help: "end the lesson or puzzle and go back to the game"}, run: func(s *Session, _ string) error { return s.studied(s.Study.Leave()) }},
	}
}

// inCourse lists the general commands that also exist in lessons and puzzles.
var inCourse = []string{"help", "moves", "describe", "preview", "dump", boardWord, atWord, "last", "who", "history", menuWord, "quit", lessonWord, puzzleWord}

// forCourse returns the commands of list that exist in a lesson or puzzle: those in inCourse, and the game's own moves except those of its
// set-up.
func forCourse(list []word) []word {
	kept := slices.DeleteFunc(slices.Clone(list), func(w word) bool {
		own := w.run == nil && w.Show == nil && w.Says == "" && w.Same == "" && w.When != game.Before && w.Bar != game.Before
		return !own && !slices.Contains(inCourse, w.Name)
	})
	return append(courseWords(), kept...)
}

// courseBasics are the commands that help names first in a lesson or puzzle.
var courseBasics = []string{questionWord, hintWord, noneWord, goOnWord, leaveWord, "moves", "describe", "preview", "dump", "help", "quit"}

// lesson begins a lesson, or continues one that was left.
func (s *Session) lesson(arg string) error {
	list, err := learn.Of(s.Person.Game())
	if err != nil {
		return err
	}
	n := s.Study.Learnt().NextLesson(len(list))
	if arg != "" {
		if n, err = strconv.Atoi(arg); err != nil {
			return fmt.Errorf("lesson takes a number from 1 to %d, not %q", len(list), phrase.Clip(arg))
		}
	}
	return s.studied(s.Study.Lesson(n))
}

// studied prints what there is to say at the beginning of a lesson or puzzle, or after its end.
func (s *Session) studied(err error) error {
	if said, _ := s.Study.Verdict(); err == nil {
		s.print(said)
	}
	return err
}

// answer tries a move, or learn.None, as the answer to the question of the step.
func (s *Session) answer(text string) error {
	before := s.Study.Shows()
	reports, err := s.Study.Answer(text, s.act)
	if s.Study.Shows() == before { // it was not understood
		return err
	}
	said, good := s.Study.Verdict()
	s.print(said)
	if !good {
		s.print(s.Study.Question())
	}
	if !s.Terminal { // on a terminal, the events show it
		s.print(strings.Join(reports, "\n"))
	}
	rated, shared := s.Study.Rated()
	s.print(strings.TrimSpace(rated + "\n" + shared))
	return err
}

// helpOut prints a hint.
func (s *Session) helpOut(string) error {
	found, err := s.Study.Hint()
	if err != nil {
		return err
	}
	s.Advice.Show(found)
	if len(found.Move.Marks) > 0 {
		s.boardWith(found.Move)
	}
	s.print(found.Move.Sentence)
	return nil
}
