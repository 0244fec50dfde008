package study

import (
	"errors"
	"time"

	"attic/game/learn"
)

// pause is the time for which a missed puzzle of a run is shown, with the refutation of the answer. This time does not count.
const pause = 4 * time.Second

// race is a timed run at the table.
type race struct {
	run    learn.Run
	missed time.Time // the time when the puzzle on the table was missed; zero while the puzzle waits for an answer
	over   bool
}

var errNoHints = errors.New("there are no hints in a timed run")

// Run begins a timed run.
func (s *Study) Run() error {
	s.today, s.race = false, &race{run: learn.Run{Begun: s.Clock()}}
	return s.goOn()
}

// Tick ends a timed run when its time is over, and leaves a missed puzzle that has been shown for long enough. It reports whether it did
// either.
func (s *Study) Tick() (bool, error) {
	switch {
	case !s.Races():
		return false, nil
	case s.Misses():
		if s.Clock().Sub(s.race.missed) < pause {
			return false, nil
		}
	case !s.race.run.Over(s.Clock()):
		return false, nil
	}
	return true, s.goOn()
}

// answered records whether the puzzle of a timed run was solved. If so, it goes to the next puzzle; if not, it shows the miss.
func (s *Study) answered(solved bool) error {
	id := s.course.Puzzle.ID
	s.race.run = s.race.run.Answered(id, solved)
	if solved {
		err := s.goOn()
		if s.Races() {
			s.verdict, s.good = "Right.", true
		}
		return err
	}
	s.race.missed = s.Clock()
	_, err := s.remember(func(r learn.Record) learn.Record { return r.Missed(id, s.Clock()) })
	return err
}

// goOn goes to the next puzzle of a timed run, or ends it.
func (s *Study) goOn() error {
	g, race := s.person.Game(), s.race
	list, err := learn.PuzzlesOf(g)
	if err != nil {
		return err
	}
	if s.Misses() {
		race.run.Paused += s.Clock().Sub(race.missed)
	}
	race.missed = time.Time{}
	p, found := race.run.Next(list)
	if !found || race.run.Over(s.Clock()) {
		return s.ended()
	}
	c, err := learn.NewPuzzle(g, p)
	if err != nil {
		return err
	}
	return s.begin(c)
}

// ended ends a timed run, stores the result and shows it.
func (s *Study) ended() error {
	run, score := s.race.run, s.race.run.Score(s.Clock())
	before := s.Learnt().Runs
	_, err := s.remember(func(r learn.Record) learn.Record { return r.Ran(score) })
	s.race.over = true
	if wrong := s.begin(learn.NewEnd(s.person.Game(), run.Ended(score, before))); err == nil {
		err = wrong
	}
	s.shared = run.Share(s.person.Game(), score)
	return err
}
