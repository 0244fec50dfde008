package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/review"
	"attic/table"
)

// coachWord switches the coach, which asks after a move that loses much.
const coachWord = "coach"

// coach switches the coach, or says whether it is on.
func (s *Session) coach(arg string) error {
	switch how := strings.ToLower(arg); how {
	case "":
		s.Settings.Coach = !s.Settings.Coach
	case "on", "off":
		s.Settings.Coach = how == "on"
	default:
		return fmt.Errorf("coach takes on or off, not %q", phrase.Clip(arg))
	}
	if err := s.keepSettings(); err != nil {
		return err
	}
	if s.Settings.Coach {
		s.print("The coach is on: after a move that loses 20% or more you can take it back before the computer answers.")
	} else {
		s.print("The coach is off.")
	}
	return nil
}

// watched is a move that the coach looks at, while the table holds the computer back.
type watched struct {
	stop  context.CancelFunc
	found chan string // what is wrong with the move, or ""
	asked bool        // the person is asked whether to take it back
}

// Coaches reports whether the coach looks at the moves of a game: its setting is on, the game has advice and hides nothing, and nobody
// plays from another machine.
func Coaches(on bool, g game.Game, now table.Now) bool {
	_, advises := g.(game.Advisor)
	return on && advises && g.Info().Open && now.Other == table.Near && now.ToMove >= 0 && !now.Thinking
}

// played plays a move, at which the coach looks if it is on and the session draws nothing.
func (s *Session) played(line string) error {
	if s.course != nil {
		return s.answer(line)
	}
	if s.Front != nil || s.Owner == nil || !Coaches(s.Settings.Coach, s.Person.Game(), s.Person.Now()) {
		return s.act(table.Play(line))
	}
	s.Owner.Hold(true)
	if err := s.act(table.Play(line)); err != nil {
		s.Owner.Hold(false)
		return err
	}
	m, _ := s.Person.Sight().Match()
	s.watched = watch(m, s.Person.Wake)
	return nil
}

// watch begins to look at the last move of m. wake is called when that is done, from another goroutine.
func watch(m match.Match, wake func()) *watched {
	ctx, stop := context.WithCancel(context.Background())
	w := &watched{stop: stop, found: make(chan string, 1)}
	go func() {
		text, err := review.Warning(ctx, m)
		if err != nil { // what cannot be judged is not warned of
			text = ""
		}
		w.found <- text
		wake()
	}()
	return w
}

// looked asks whether to take the move back when the coach has found something, or lets the computer answer.
func (s *Session) looked() {
	if s.watched == nil || s.watched.asked {
		return
	}
	select {
	case text := <-s.watched.found:
		if text == "" {
			s.unwatch()
			return
		}
		s.watched.asked = true
		s.print(text + " Take it back? Type yes or no.")
	default:
	}
}

// answered takes a line for the question of the coach, and reports whether it was nothing but an answer. Any other line means no.
func (s *Session) answered(line string) bool {
	if s.watched == nil || !s.watched.asked {
		s.unwatch()
		return false
	}
	word := strings.ToLower(strings.TrimSpace(line))
	back := slices.Contains([]string{"yes", "y", "undo", "u"}, word)
	if back {
		s.complain(s.act(table.Undo()))
	}
	s.unwatch()
	return back || slices.Contains([]string{"no", "n", ""}, word)
}

// unwatch stops looking at a move and lets the computer answer it.
func (s *Session) unwatch() {
	if s.watched != nil {
		s.watched.stop()
		s.watched = nil
		s.Owner.Hold(false)
	}
}
