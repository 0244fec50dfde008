package study

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"attic/game"
	"attic/game/learn"
	"attic/internal/phrase"
	"attic/match"
	"attic/teach/review"
	"attic/teach/stats"
)

// Plan returns the person's tasks for today in this game.
func (s *Study) Plan() (learn.Today, error) {
	return learn.Plan(s.person.Game(), s.Learnt(), s.Clock())
}

// Today begins the next task of today. The tasks are the puzzles due for repetition, the puzzle of the day and a step of a lesson. For a person who
// has done no lesson, the tasks are the first lesson, then a puzzle at their level. If no task is left, Verdict says so, and a lesson or puzzle on the
// table ends.
func (s *Study) Today() error {
	s.today, s.race = true, nil
	plan, err := s.Plan()
	if err != nil {
		return err
	}
	for _, id := range plan.Due {
		if !s.passed[id] {
			err := s.puzzle(id)
			if errors.Is(err, errRefuted) {
				return s.Today()
			}
			return err
		}
	}
	switch p, _, err := learn.Find(s.person.Game(), learn.Record{}, "daily", nil, s.Clock()); {
	case err != nil:
		return err
	case plan.First && !plan.Learnt:
		return s.lesson(plan.Lesson)
	case plan.First && !plan.Tried:
		return s.puzzle("")
	case !plan.First && plan.Daily && !plan.Solved && !s.passed[p.ID]:
		return s.puzzle("daily")
	case plan.Lesson > 0 && !plan.Learnt:
		return s.lesson(plan.Lesson)
	}
	s.today = false
	said := plan.Says()
	if s.course != nil {
		err = s.Leave()
	}
	s.verdict = said
	s.shows++
	return err
}

// Practises reports whether the person is going through the tasks of Today.
func (s *Study) Practises() bool { return s.today }

// practised adds a sentence to the verdict once, when no task is left for today.
func (s *Study) practised() {
	if plan, err := s.Plan(); s.today && err == nil && plan.Done() {
		s.today = false
		s.verdict = strings.TrimSpace(s.verdict + " " + plan.Says())
	}
}

// errRefuted is returned for a mistake that is no longer a puzzle.
var errRefuted = errors.New("a closer look shows that this move of yours lost less than 20%, so it is no longer a puzzle")

// sure judges a mistake found by small searches again, with searches as large as in a review. If it is no blunder, sure removes it and returns
// errRefuted.
func (s *Study) sure(m learn.Mistake) (learn.Mistake, error) {
	place, err := learn.ParsePosition(m.Place)
	if err != nil {
		return m, err
	}
	state, err := place.State(s.person.Game())
	if err != nil {
		return m, err
	}
	var loses [2]float64 // compared with a certain win
	for i, text := range []string{m.Better, m.Played} {
		if loses[i], err = s.loss(context.Background(), state, 1, text); err != nil { // takes a bounded time
			return m, err
		}
	}
	m.Chance, m.Lost = 1-loses[0], loses[1]-loses[0]
	refuted := review.GradeOf(m.Lost) != review.Blunder
	_, err = s.remember(func(r learn.Record) learn.Record {
		if refuted {
			return r.Without(m.ID)
		}
		return r.With(m)
	})
	if refuted && err == nil {
		err = errRefuted
	}
	return m, err
}

// loss judges a move by a search. It returns the loss compared with the parameter chance, a chance to win.
func (s *Study) loss(ctx context.Context, state game.State, chance float64, text string) (float64, error) {
	advisor, ok := s.person.Game().(game.Advisor)
	if !ok {
		return 0, errors.New("the computer cannot judge moves of this game")
	}
	return review.Loss(review.In(ctx, s.person.Search), advisor, state, chance, text)
}

// own begins the puzzle of one of the person's own mistakes.
func (s *Study) own(m learn.Mistake) error {
	if m.Goal == "" && m.Chance == 0 {
		var err error
		if m, err = s.sure(m); err != nil {
			return err
		}
	}
	c, err := learn.NewMistake(s.person.Game(), m, s.better)
	if err != nil {
		return err
	}
	s.which = learn.OwnTheme
	return s.begin(c)
}

// better judges a move in place of a mistake. The move is right if it loses less than 5 % compared with the review's better move.
func (s *Study) better(ctx context.Context, state game.State, m learn.Mistake, text string) (game.Tried, error) {
	switch text {
	case m.Better:
		return game.Tried{Good: true, Why: "That is better."}, nil
	case m.Played:
		return game.Tried{Why: "It is the move that you played."}, nil
	}
	loss, err := s.loss(ctx, state, m.Chance, text)
	if err != nil {
		return game.Tried{}, err
	}
	lost := fmt.Sprintf("%.0f%%", 100*loss)
	if review.GradeOf(loss) != review.Fine {
		return game.Tried{Why: "It loses " + lost + "."}, nil
	}
	if loss < 0.005 {
		return game.Tried{Good: true, Why: "It is as good as the expected move."}, nil
	}
	return game.Tried{Good: true, Why: "It loses only " + lost + ", so it counts as right."}, nil
}

// Keep makes puzzles of a seat's blunders in r, a review of m. It returns a sentence about the new puzzles, or "".
func (s *Study) Keep(r review.Review, m match.Match, seat int) (string, error) {
	if seat < 0 || s.course != nil || !r.Done() {
		return "", nil
	}
	list, err := stats.Mistakes(m, r, seat)
	if err != nil {
		return "", err
	}
	return s.comeBack("blunder", list)
}

// KeepDeal makes puzzles of the person's mistakes in an analysis of a round with hidden information. It returns a sentence about the new puzzles, or "".
func (s *Study) KeepDeal(a game.Analysis, seat int) (string, error) {
	if seat < 0 || s.course != nil || !a.Done {
		return "", nil
	}
	return s.comeBack("mistake", learn.Asked(a.Decisions))
}

// comeBack adds mistakes to the puzzles that are repeated, and returns a sentence about the new ones.
func (s *Study) comeBack(what string, list []learn.Mistake) (string, error) {
	if len(list) == 0 {
		return "", nil
	}
	before := len(s.Learnt().Returns)
	now, err := s.remember(func(r learn.Record) learn.Record { return r.Add(s.Clock(), list...) })
	n := len(now.Returns) - before
	if n <= 0 || err != nil {
		return "", err
	}
	return fmt.Sprintf("%s of yours will come back as %s, the first time tomorrow.", phrase.Capital(phrase.Number(n))+" "+phrase.Plural(n, what), map[bool]string{true: "a puzzle", false: "puzzles"}[n == 1]), nil
}
