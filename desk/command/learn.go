package command

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"attic/game"
	"attic/game/learn"
	"attic/internal/phrase"
	"attic/match/store"
	"attic/teach/reviewer"
	"attic/teach/study"
)

// learnWords returns the commands of a game with lessons and puzzles.
func learnWords() []word {
	return []word{
		{game.Word{Name: "lesson", Args: "[WHICH]", Help: "start lesson N, the one about an idea, or the first one you have not done; lesson list: list them all; during a lesson: start it over"}, Lesson, Remember},
		{game.Word{Name: "puzzle", Args: "[WHICH]", Help: "start a puzzle: daily, a date, a theme, own for your own mistakes, an ID, or one for your rating; puzzle run: a timed run"}, Puzzle, Remember},
		{game.Word{Name: "today", Args: "[list]", Help: "practise what is due today: puzzles that come back, the puzzle of the day, a step of a lesson; today list: list these, and the last weeks"}, Today, Remember},
		{game.Word{Name: "practice", Args: "[on|off]", Help: "turn daily practice on or off: what today proposes, and puzzles that come back; without on or off: show which"}, Practice, Remember},
	}
}

// courseWords returns the commands in a lesson or puzzle.
func courseWords() []word {
	return []word{
		{game.Word{Name: "question", Help: "print the text of this step again"}, Task, 0},
		{game.Word{Name: "next", Help: "continue the lesson, or go to the next lesson or puzzle"}, Next, 0},
		{game.Word{Name: "back", Help: "go back to the previous position of the lesson"}, Return, 0},
		{game.Word{Name: "hint", Help: "show what to look for; type it again for where, and once more for the answer"}, Hint, 0},
		{game.Word{Name: learn.None, Help: "answer that there is no such move"}, "", 0},
		{game.Word{Name: "leave", Help: "end the lesson or puzzle and go back to the game"}, Leave, 0},
	}
}

// inCourse lists the general commands that also exist in lessons and puzzles.
var inCourse = []string{"help", "moves", "describe", "preview", "dump", "board", "at", "last", "who", "history", "menu", "quit", "lesson", "puzzle", "today", "practice"}

// forCourse returns the commands of list that exist in a lesson or puzzle: those in inCourse, and the game's own moves except those of its
// set-up.
func forCourse(list []word) []word {
	kept := slices.DeleteFunc(slices.Clone(list), func(w word) bool {
		own := w.verb == "" && w.Show == nil && w.Says == "" && w.When != game.Before && w.Bar != game.Before
		return !own && !slices.Contains(inCourse, w.Name)
	})
	return append(courseWords(), kept...)
}

// courseBasics are the commands that help names first in a lesson or puzzle.
var courseBasics = []string{"question", "hint", "none", "next", "back", "leave", "moves", "describe", "preview", "dump", "help", "quit"}

// lesson begins the lesson with a given number or about a given idea, or the next lesson if arg is "".
func lesson(s *study.Study, g game.Game, arg string) error {
	list, err := learn.Of(g)
	if err != nil {
		return err
	}
	n := s.Learnt().NextLesson(len(list))
	if arg != "" {
		if n, err = strconv.Atoi(arg); err != nil {
			n, _ = learn.Teaching(g, arg)
		}
		if n == 0 && err != nil {
			return fmt.Errorf("lesson takes a number from 1 to %d, the name of an idea, or list, not %q", len(list), phrase.Clip(arg))
		}
	}
	return s.Lesson(n)
}

// Lessons is the argument of the command lesson that lists the lessons.
const Lessons = "list"

// Taught returns a sentence on the lesson that teaches an idea of a hint or a review, or "". idea is the name of the idea.
func Taught(g game.Game, idea string) string {
	n, title := learn.Teaching(g, idea)
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("Lesson %d, %s, teaches this idea (%s).", n, title, idea)
}

// Keep makes puzzles of the person's blunders that a review has found, or of their mistakes in a deal, unless daily practice is off. It returns a
// sentence on the puzzles made.
func (q *Requests) Keep(r *reviewer.Reviewer) (string, error) {
	if q.Settings.Unasked || !q.May.Has(Remember) {
		return "", nil
	}
	self := q.Person.Now().Self()
	if len(r.Analysis.Decisions) > 0 {
		return q.Study.KeepDeal(r.Analysis, self)
	}
	return q.Study.Keep(r.Found, r.Match(), self)
}

// ErrUnasked is returned by commands that need daily practice while it is off.
var ErrUnasked = errors.New("daily practice is off in the settings")

// practice shows or sets whether there is daily practice.
func (w wishes) practice(arg string) (Answer, error) {
	switch how := strings.ToLower(arg); how {
	case "":
	case "on", "off":
		if err := w.set(func(s *store.Settings) { s.Unasked = how == "off" }); err != nil {
			return Answer{}, err
		}
	default:
		return Answer{}, fmt.Errorf("practice takes on or off, not %q", phrase.Clip(arg))
	}
	return shown(map[bool]string{
		false: "Daily practice is on: " + game.Type("today") + " to practise what is due.",
		true:  "Daily practice is off: nothing is proposed, and no puzzle comes back.",
	}[w.Unasked], arg == ""), nil
}

// today starts today's practice, or lists it.
func (q *Requests) today(arg string) (Answer, error) {
	switch {
	case q.Settings.Unasked:
		return Answer{}, errors.New("daily practice is off; " + game.Type("practice on") + " to switch it on")
	case arg == Lessons:
		plan, err := q.Study.Plan()
		if err != nil {
			return Answer{}, err
		}
		return Answer{Drawing: plan.Text(q.Study.Learnt())}, nil
	case arg != "":
		return Answer{}, fmt.Errorf("today takes list or nothing, not %q", phrase.Clip(arg))
	}
	return Answer{}, q.Study.Today()
}
