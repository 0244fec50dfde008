package gametest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"attic/game"
)

const (
	advised      = 2    // the number of states of a playout in which the test asks for advice
	shortAdvice  = 2000 // nodes of such advice
	longAdvice   = 1 << 50
	longSentence = 150 // the maximum length of a reason in characters, so that it fits into two lines of 80 columns
)

// running calls f with some states of every playout in which a seat is to move, and with that seat's view.
func (t *trial) running(n int, f func(s game.State, v game.View) error) error {
	for _, p := range t.plays {
		for range n {
			i := t.rng.IntN(len(p.states))
			s := p.states[i]
			if s.ToMove() < 0 {
				continue
			}
			if err := f(s, s.View(s.ToMove())); err != nil {
				return fmt.Errorf("%s after %s: %w", t.id(p), texts(p.moves[:i]), err)
			}
		}
	}
	return nil
}

func adviceCanBeFollowed(t *trial) error {
	advisor, ok := t.game.(game.Advisor)
	if !ok {
		return nil
	}
	return t.running(advised, func(s game.State, v game.View) error {
		advice, err := advisor.Advise(context.Background(), v, shortAdvice)
		if err == nil {
			err = t.sound(s, v, advice)
		}
		if err != nil {
			return fmt.Errorf("the advice %w", err)
		}
		far, err := t.far(v)
		if err != nil {
			return err
		}
		if comparer, ok := advisor.(game.Comparer); ok {
			if err := t.compares(comparer, s, v, far, advice.Text); err != nil {
				return err
			}
		}
		for _, equal := range []game.View{v, far} {
			if again, err := advisor.Advise(context.Background(), equal, shortAdvice); err != nil || !reflect.DeepEqual(again, advice) {
				return fmt.Errorf("the advice is %+v and then %+v (%w)", advice, again, err)
			}
		}
		return nil
	})
}

// compares returns an error if a game that compares moves breaks a promise in the state s. v is the view of the seat to move,
// far is this view as another machine gets it, and best is the move that the game advises.
func (t *trial) compares(g game.Comparer, s game.State, v, far game.View, best string) error {
	moves := v.Moves()
	any := moves[t.rng.IntN(len(moves))].Text
	for what, ask := range map[string]func(v game.View) (game.Advice, error){
		"a comparison":             func(v game.View) (game.Advice, error) { return g.Compare(context.Background(), v, "", shortAdvice) },
		"a comparison with " + any: func(v game.View) (game.Advice, error) { return g.Compare(context.Background(), v, any, shortAdvice) },
		"the answer to why " + any: func(v game.View) (game.Advice, error) { return g.Why(context.Background(), v, any, shortAdvice) },
	} {
		a, err := ask(v)
		if err != nil {
			return fmt.Errorf("%s fails with %w", what, err)
		}
		for i, p := range []game.Preview{a.Move, a.Follow, a.Area, a.Idea} {
			if p.Sentence == "" && len(p.Shapes) == 0 && (i > 1 || a.Area.Sentence == "" && a.Idea.Sentence == "") {
				continue // there may be no step before the move
			}
			if err := presentable(p, v); err != nil {
				return fmt.Errorf("%s %w", what, err)
			}
		}
		if themer, ok := g.(game.Themer); a.Theme != "" && (!ok || !slices.Contains(themer.Themes(), a.Theme)) {
			return fmt.Errorf("%s has the idea %q, which the game does not list", what, a.Theme)
		}
		if !try(s, a.Text) || len(a.Line) == 0 || a.Line[0] != a.Text {
			return fmt.Errorf("%s is for %q, expecting %q", what, a.Text, a.Line)
		}
		if a.Text != best {
			return fmt.Errorf("%s recommends %q, and a hint %q", what, a.Text, best)
		}
		if again, err := ask(far); err != nil || !reflect.DeepEqual(again, a) {
			return fmt.Errorf("%s is %+v and then %+v (%w)", what, a, again, err)
		}
	}
	if themer, ok := g.(game.Themer); ok {
		name, says := themer.Theme(v, best, any)
		if name != "" && !slices.Contains(themer.Themes(), name) {
			return fmt.Errorf("the idea of %s against %s is %q, which is none of %q", best, any, name, themer.Themes())
		}
		if says != "" && (name == "" || !begins(says, best) && !strings.HasPrefix(says, any) || !strings.HasSuffix(says, ".")) {
			return fmt.Errorf("the idea of %s against %s is %q, told as %q", best, any, name, says)
		}
	}
	if _, err := g.Why(context.Background(), v, "no move", shortAdvice); err == nil {
		return errors.New("why answers for a text that is not a move")
	}
	return nil
}

// begins reports whether a sentence begins with a move, such as "c4: ..." or "c4 would ...". For a move that consists of a word
// and a place, the sentence need only contain the place.
func begins(sentence, move string) bool {
	_, place, worded := strings.Cut(move, " ")
	return strings.HasPrefix(sentence, move+": ") || strings.HasPrefix(sentence, move+" would ") || worded && strings.Contains(" "+sentence, " "+place+" ")
}

// sound returns an error if advice breaks a promise. v is the view of the seat to move in s.
func (t *trial) sound(s game.State, v game.View, a game.Advice) error {
	switch {
	case !try(s, a.Text):
		return fmt.Errorf("%q is not legal", a.Text)
	case a.Chance < 0 || a.Chance > 1 || a.Chance != a.Chance:
		return fmt.Errorf("gives a chance of %v; it is from 0 to 1", a.Chance)
	case len(a.Line) == 0 || a.Line[0] != a.Text:
		return fmt.Errorf("expects %q, which does not begin with the recommended %q", a.Line, a.Text)
	case !begins(a.Move.Sentence, a.Text):
		return fmt.Errorf("says %q, which begins neither with the move %q nor with its place", a.Move.Sentence, a.Text)
	case utf8.RuneCountInString(a.Move.Sentence) > longSentence:
		return fmt.Errorf("says %q, longer than %d characters", a.Move.Sentence, longSentence)
	}
	if t.info.Open { // with hidden information, nobody knows what comes next
		for _, text := range a.Line {
			next, _, err := s.Play(text)
			if err != nil {
				return fmt.Errorf("expects %q, of which %q is not legal: %w", a.Line, text, err)
			}
			s = next
		}
	}
	steps := []game.Preview{a.Move, a.Follow}
	if a.Area.Sentence != "" {
		steps = append(steps, a.Area)
	}
	for _, p := range steps {
		if err := presentable(p, v); err != nil {
			return err
		}
	}
	return nil
}

// presentable returns an error if a preview cannot be shown on v.
func presentable(p game.Preview, v game.View) error {
	picture := v.Scene()
	switch err := errors.Join(shows(p, v.Grid(0, 0)), drawable(p, picture.View, keys(picture))); {
	case err != nil:
		return err
	case strings.Contains(p.Sentence, "\n"):
		return fmt.Errorf("says %q, which is not one line", p.Sentence)
	case len(p.Shapes) == 0:
		return errors.New("draws nothing")
	}
	return nil
}

// adviceEnds asks for advice that takes longer than any test, so the test ends only if advice can be cancelled.
func adviceEnds(t *trial) error {
	advisor, ok := t.game.(game.Advisor)
	if !ok {
		return nil
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	return t.running(1, func(s game.State, v game.View) error {
		switch advice, err := advisor.Advise(ctx, v, longAdvice); {
		case err != nil && !errors.Is(err, ctx.Err()):
			return fmt.Errorf("cancelled advice fails with %w", err)
		case err == nil && !try(s, advice.Text):
			return fmt.Errorf("cancelled advice is %q, which is not legal", advice.Text)
		}
		return nil
	})
}

func threatsCanBeShown(t *trial) error {
	warner, ok := t.game.(game.Warner)
	if !ok {
		return nil
	}
	return t.some(func(s game.State) error {
		if s.ToMove() < 0 {
			return nil
		}
		v := s.View(s.ToMove())
		p, threatened := warner.Threat(v)
		if again, too := warner.Threat(v); too != threatened || !samePreview(p, again) {
			return fmt.Errorf("the threat is %+v and then %+v", p, again)
		}
		if threatened {
			if err := presentable(p, v); err != nil {
				return fmt.Errorf("the threat %w", err)
			}
		}
		return nil
	})
}
