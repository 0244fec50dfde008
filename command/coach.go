package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"attic/game"
	"attic/internal/phrase"
	"attic/review"
	"attic/table"
)

// coachWord is the command that turns the coach on or off. The coach asks after a move that loses much.
const coachWord = "coach"

// coach turns the coach on or off and prints its new state.
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
	_, before := s.Person.Game().(game.Cautious)
	switch {
	case !s.Settings.Coach:
		s.print("The coach is off.")
	case before:
		s.print("The coach is on: it asks before you evaluate too early.")
	default:
		s.print("The coach is on: after a move that loses 20% or more you can take it back before the computer answers.")
	}
	return nil
}

// watched is a move that the coach judges: either one that was played, while the table holds the computer back, or one that will be played
// if the person confirms it.
type watched struct {
	stop  context.CancelFunc
	found chan string // what is wrong with the move, or ""
	asked bool        // the person has been asked whether to take the move back, or to play it
	move  game.Move   // to be played; if its Text is "", the move has been played
}

// Coaches reports whether the coach judges the moves of a game: it is on, the game gives hints and hides nothing, and nobody plays from
// another machine.
func Coaches(on bool, g game.Game, now table.Now) bool {
	_, advises := g.(game.Advisor)
	return on && advises && g.Info().Open && now.Other == table.Near && now.ToMove >= 0 && !now.Thinking
}

// Caution returns the game and the legal move that text stands for, if the coach should judge the move before it is played: the coach is
// on, the game is game.Cautious, and nobody plays from another machine.
func Caution(on bool, g game.Game, now table.Now, moves []game.Move, text string) (game.Cautious, game.Move, bool) {
	cautious, ok := g.(game.Cautious)
	if !ok || !on || now.Other != table.Near || now.ToMove < 0 || now.Seat != now.ToMove || now.Thinking {
		return nil, game.Move{}, false
	}
	i := slices.IndexFunc(moves, func(m game.Move) bool { return m.Text == strings.ToLower(strings.TrimSpace(text)) })
	if i < 0 {
		return nil, game.Move{}, false
	}
	return cautious, moves[i], true
}

// Anyway returns the question whether to play a move in spite of a caution.
func Anyway(caution string, m game.Move) string { return caution + " " + m.Label + " anyway?" }

// careful plays a move that is one of the game's commands; the coach may warn first.
func (s *Session) careful(line string) error {
	cautious, move, ok := Caution(s.Settings.Coach, s.Person.Game(), s.Person.Now(), s.Person.Sight().Moves(), line)
	if s.Front != nil || !ok {
		return s.act(table.Play(line))
	}
	view := s.Person.Now().View
	s.watched = watch(func(ctx context.Context) (string, error) { return cautious.Caution(ctx, view, move.Text) }, s.Person.Wake)
	s.watched.move = move
	return nil
}

// played plays a move; if the coach is on and the session has no Front, it judges the move.
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
	s.watched = watch(func(ctx context.Context) (string, error) { return review.Warning(ctx, m) }, s.Person.Wake)
	return nil
}

// watch starts judging a move in another goroutine, which calls wake when it is done.
func watch(look func(context.Context) (string, error), wake func()) *watched {
	ctx, stop := context.WithCancel(context.Background())
	w := &watched{stop: stop, found: make(chan string, 1)}
	go func() {
		text, err := look(ctx)
		if err != nil { // no judgement, so no warning
			text = ""
		}
		w.found <- text
		wake()
	}()
	return w
}

// looked acts on the coach's judgement: it asks whether to take the move back, or to play it, or lets the game continue.
func (s *Session) looked() {
	if s.watched == nil || s.watched.asked {
		return
	}
	select {
	case text := <-s.watched.found:
		move := s.watched.move
		if text == "" {
			s.unwatch()
			if move.Text != "" {
				s.complain(s.act(table.Play(move.Text)))
			}
			return
		}
		s.watched.asked = true
		question := text + " Take it back?"
		if move.Text != "" {
			question = Anyway(text, move)
		}
		s.print(question + " Type yes or no.")
	default:
	}
}

// answered takes a line as the answer to a question and reports whether it was only an answer. Any other line means no.
func (s *Session) answered(line string) bool {
	if do := s.asking; do != nil {
		s.asking = nil
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "yes", "y":
			do()
			return true
		case "no", "n", "":
			return true
		}
		return false
	}
	if s.watched == nil || !s.watched.asked {
		s.unwatch()
		return false
	}
	word, move := strings.ToLower(strings.TrimSpace(line)), s.watched.move
	yes := slices.Contains([]string{"yes", "y"}, word)
	switch {
	case move.Text != "" && yes:
		s.unwatch()
		s.complain(s.act(table.Play(move.Text)))
		return true
	case move.Text == "" && (yes || slices.Contains([]string{"undo", "u"}, word)):
		yes = true
		s.complain(s.act(table.Undo()))
	}
	s.unwatch()
	return yes || slices.Contains([]string{"no", "n", ""}, word)
}

// unwatch stops judging a move and lets the computer answer it.
func (s *Session) unwatch() {
	if s.watched != nil {
		s.watched.stop()
		if s.watched.move.Text == "" {
			s.Owner.Hold(false)
		}
		s.watched = nil
	}
}
