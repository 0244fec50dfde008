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

// Plan returns what the person has to practise in this game now.
func (s *Study) Plan() (learn.Today, error) {
	return learn.Plan(s.person.Game(), s.Learnt(), s.Clock())
}

// Today goes through what is to be practised today: the puzzles that come back, the puzzle of the day, a step of a lesson; for somebody who has done no
// lesson, the first lesson, then a puzzle at their level. If nothing is left, it says so and leaves the table as it is.
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

// Practises reports whether the person goes through what is to be practised today.
func (s *Study) Practises() bool { return s.today }

// practised adds to the verdict that nothing is left to practise today, once.
func (s *Study) practised() {
	if plan, err := s.Plan(); s.today && err == nil && plan.Done() {
		s.today = false
		s.verdict = strings.TrimSpace(s.verdict + " " + plan.Says())
	}
}

// errRefuted is returned for a mistake that is no puzzle any more.
var errRefuted = errors.New("a larger search finds that this move of yours lost less than 20 %; it is no puzzle any more")

// sure judges a mistake that small searches have found by searches as large as those of a review. If it was no blunder, it is forgotten, and the error is
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
	var loses [2]float64 // against a certain win
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

// loss judges a move by a search: it returns what it loses against a chance to win.
func (s *Study) loss(ctx context.Context, state game.State, chance float64, text string) (float64, error) {
	advisor, ok := s.person.Game().(game.Advisor)
	if !ok {
		return 0, errors.New("this game judges no moves")
	}
	return review.Loss(review.In(ctx, s.person.Search), advisor, state, chance, text)
}

// own begins a mistake of the person's own as a puzzle.
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

// better judges a move in place of a mistake: it counts if it loses less than 5 % against the better move of the review.
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
		return game.Tried{Good: true, Why: "It is as good as the move that was expected."}, nil
	}
	return game.Tried{Good: true, Why: "It loses only " + lost + ", so it counts as right."}, nil
}

// Keep makes puzzles of the blunders in a review that a seat played in m. It returns a sentence about those that are new, or "".
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

// KeepDeal makes puzzles of the person's mistakes in an analysis of a round with hidden information. It returns a sentence about those that are new, or "".
func (s *Study) KeepDeal(a game.Analysis, seat int) (string, error) {
	if seat < 0 || s.course != nil || !a.Done {
		return "", nil
	}
	return s.comeBack("mistake", learn.Asked(a.Decisions))
}

// comeBack adds mistakes to what comes back, and says so.
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
