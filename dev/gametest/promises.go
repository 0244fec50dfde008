package gametest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"attic/game"
	"attic/match"
)

func infoIsComplete(t *trial) error {
	i := t.info
	switch {
	case i.Name == "" || strings.ContainsFunc(i.Name, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }):
		return fmt.Errorf("the name %q is not of lower-case letters and digits", i.Name)
	case i.Title == "" || i.Brief == "" || i.Rules == "":
		return errors.New("title, brief or rules are missing")
	case len(i.Seats) == 0:
		return errors.New("there are no seats")
	case i.Picture.W < 1 || i.Picture.H < 1 || i.Picture.W > 24 || i.Picture.H > 7:
		return fmt.Errorf("the picture is %d by %d; there must be one of at most 24 by 7", i.Picture.W, i.Picture.H)
	case i.Flanked && len(i.Seats) != 2:
		return fmt.Errorf("one seat is shown left and one right of the board, but there are %d seats", len(i.Seats))
	}
	return unprintable(i.Picture)
}

func runningStatesHaveAMove(t *trial) error {
	return t.each(func(s game.State) error {
		seat, n := s.ToMove(), len(game.MovesOf(s))
		switch {
		case seat < game.Anyone || seat >= len(t.info.Seats):
			return fmt.Errorf("seat %d is to move, which does not exist", seat)
		case seat == game.Nobody && n > 0:
			return fmt.Errorf("it is over, but %d moves are listed", n)
		case seat == game.Nobody && s.Outcome().Text == "":
			return errors.New("it is over without a result")
		case seat != game.Nobody && n == 0:
			return errors.New("somebody is to move, but no move is listed")
		}
		return nil
	})
}

func listedMovesArePlayable(t *trial) error {
	return t.each(func(s game.State) error {
		seen := map[string]bool{}
		times := map[string]int{}
		for _, m := range game.MovesOf(s) {
			times[m.Text]++
		}
		for _, m := range game.MovesOf(s) {
			key := fmt.Sprint(m.Text, m.Spots, m.Track)
			if seen[key] {
				return fmt.Errorf("%q is listed twice", m.Text)
			}
			seen[key] = true
			if m.Text == "" || strings.TrimSpace(m.Text) != m.Text || strings.ContainsFunc(m.Text, unicode.IsControl) {
				return fmt.Errorf("%q is not one line without blanks at its ends", m.Text)
			}
			next, played, err := s.Play(m.Text)
			if err != nil {
				return fmt.Errorf("%q is listed and refused: %w", m.Text, err)
			}
			if m.Begins && (s.ToMove() != game.Anyone || next.ToMove() == game.Anyone) {
				return fmt.Errorf("%q does not begin play", m.Text)
			}
			if times[m.Text] > 1 { // touching any of several spots plays the same move
				m.Spots, m.Label, m.Key = played.Spots, played.Label, played.Key
			}
			if !equalMoves(m, played) {
				return fmt.Errorf("%+v is listed and recorded as %+v", m, played)
			}
		}
		return nil
	})
}

// rubbish holds texts that are not a move in any game.
var rubbish = []string{"", " ", "zz99", "a0", "-1", "99999999999999999999", "\x00", "ä€😀", "a7-", "--", strings.Repeat("x", 5000), "fire", "guess"}

func otherMovesAreRefused(t *trial) error {
	var foreign []string
	for _, p := range t.plays {
		for _, m := range p.moves {
			foreign = append(foreign, m.Text)
		}
	}
	refused := 0
	err := t.each(func(s game.State) error {
		listed := map[string]bool{}
		for _, m := range game.MovesOf(s) {
			listed[m.Text] = true
		}
		tries := rubbish
		for range 8 {
			if len(foreign) > 0 {
				tries = append(tries[:len(tries):len(tries)], foreign[t.rng.IntN(len(foreign))])
			}
		}
		for i, text := range tries {
			next, m, err := s.Play(text)
			switch {
			case err == nil && s.ToMove() == game.Nobody:
				return fmt.Errorf("it is over and %q was played", text)
			case err == nil && i < len(rubbish):
				return fmt.Errorf("%q was played as %q", text, m.Text)
			case err == nil && !listed[m.Text] && !anyListed(t.more, m.Text, s) && s.ToMove() != game.Anyone:
				return fmt.Errorf("%q is not listed and was played", text)
			case err == nil:
				if next == nil {
					return fmt.Errorf("%q was played and there is no next state", text)
				}
				continue
			case !errors.Is(err, game.ErrIllegal):
				return fmt.Errorf("the refusal of %q does not wrap ErrIllegal: %w", text, err)
			case strings.TrimSpace(err.Error()) == "" || strings.Contains(err.Error(), "\n") || err.Error() == game.ErrIllegal.Error() || len(err.Error()) > 300:
				return fmt.Errorf("the refusal of %q is not one short line that says why: %q", text, err)
			case listed[text]:
				return fmt.Errorf("%q is listed and refused", text)
			}
			refused++
		}
		return nil
	})
	if err == nil && refused == 0 {
		err = errors.New("nothing was ever refused")
	}
	return err
}

// anyListed reports whether text is the recorded form of one of the moves in more.
func anyListed(more []string, text string, s game.State) bool {
	for _, x := range more {
		if _, m, err := s.Play(x); err == nil && m.Text == text {
			return true
		}
	}
	return false
}

func otherSpellingsRecordTheSame(t *trial) error {
	for _, p := range t.plays {
		for _, i := range p.sample(looked) {
			if i == len(p.moves) {
				break
			}
			m := p.moves[i]
			for _, spelling := range []string{strings.ToUpper(m.Text), strings.ToLower(m.Text), "  " + m.Text + "\t", strings.ReplaceAll(m.Text, " ", "   ")} {
				next, again, err := p.states[i].Play(spelling)
				if err != nil {
					return fmt.Errorf("%q is refused where %q is legal: %w", spelling, m.Text, err)
				}
				if !equalMoves(m, again) {
					return fmt.Errorf("%q is recorded as %+v, %q as %+v", spelling, again, m.Text, m)
				}
				if !t.same(next, p.states[i+1]) {
					return fmt.Errorf("%q and %q lead to different states", spelling, m.Text)
				}
			}
		}
	}
	return nil
}

func replaysAreEqual(t *trial) error {
	for _, p := range t.plays {
		s, err := t.game.New(p.setup)
		if err != nil {
			return err
		}
		for i, m := range p.moves {
			if s, _, err = s.Play(m.Text); err != nil {
				return err
			}
			if i%4 != 0 && i+1 != len(p.moves) {
				continue
			}
			if !t.same(s, p.states[i+1]) {
				return fmt.Errorf("%s: the same moves %s gave\n%s\nand then\n%s", t.id(p), texts(p.moves[:i+1]), t.whole(p.states[i+1]), t.whole(s))
			}
		}
	}
	return nil
}

func oldStatesNeverChange(t *trial) error {
	var before []string
	_ = t.each(func(s game.State) error { before = append(before, t.whole(s)); return nil })
	_ = t.each(func(s game.State) error {
		for _, m := range game.MovesOf(s) {
			_, _, _ = s.Play(m.Text) // playing must not change s
		}
		return nil
	})
	i := 0
	return t.each(func(s game.State) error {
		i++
		if now := t.whole(s); now != before[i-1] {
			return fmt.Errorf("a state has changed from\n%s\nto\n%s", before[i-1], now)
		}
		return nil
	})
}

func idsRoundTrip(t *trial) error {
	for _, p := range t.plays {
		id := game.ID(t.info.Name, p.setup)
		name, setup, err := game.ParseID(id)
		if err != nil || name != t.info.Name || setup != p.setup {
			return fmt.Errorf("the game ID %q is read as %q, %+v (%w)", id, name, setup, err)
		}
	}
	return nil
}

func (t *trial) match(p play) (match.Match, error) {
	m, err := match.New(t.game, p.setup)
	for _, move := range p.moves {
		if err == nil {
			m, _, err = m.Play(move.Text)
		}
	}
	return m, err
}

func savesRoundTrip(t *trial) error {
	for _, p := range t.plays {
		m, err := t.match(p)
		if err != nil {
			return err
		}
		var save strings.Builder
		if err := m.Save(&save); err != nil {
			return err
		}
		back, err := match.Read(strings.NewReader(save.String()), func(string) (game.Game, bool) { return t.game, true })
		if err != nil {
			return fmt.Errorf("a save cannot be read back: %w\n%s", err, save.String())
		}
		if fmt.Sprint(back.Lines()) != fmt.Sprint(m.Lines()) || !t.same(back.State(), m.State()) {
			return fmt.Errorf("a save reads back as another match:\n%s", save.String())
		}
	}
	return nil
}

func undoReturns(t *trial) error {
	for _, p := range t.plays {
		m, err := t.match(p)
		if err != nil {
			return err
		}
		for i := len(p.moves) - 1; i >= 0; i-- {
			back, err := m.Undo()
			if p.moves[i].Final {
				if !errors.Is(err, match.ErrFinal) {
					return fmt.Errorf("%q is final and was taken back", p.moves[i].Text)
				}
				break
			}
			if err != nil {
				return fmt.Errorf("%q cannot be taken back: %w", p.moves[i].Text, err)
			}
			if !t.same(back.State(), p.states[i]) {
				return fmt.Errorf("taking back %q does not lead to the state before it", p.moves[i].Text)
			}
			again, err := back.Redo()
			if err != nil || !t.same(again.State(), p.states[i+1]) {
				return fmt.Errorf("redoing %q does not lead to the state after it (%w)", p.moves[i].Text, err)
			}
			m = back
		}
	}
	return nil
}

func botsAreLegalAndRepeat(t *trial) error {
	bots, ok := t.game.(game.Bots)
	if !ok {
		return nil
	}
	low, high, usual := bots.Levels()
	if low > usual || usual > high {
		return fmt.Errorf("the usual level %d is not among %d to %d", usual, low, high)
	}
	for _, p := range t.plays {
		for range 4 {
			s := p.states[t.rng.IntN(len(p.states))]
			seat := s.ToMove()
			if seat < 0 {
				continue
			}
			text, err := bots.NewBot(low, 7).Choose(context.Background(), s.View(seat), func(game.Report) {})
			if err != nil || !try(s, text) {
				return fmt.Errorf("the bot of seat %d chooses %q (%w), which is not legal", seat, text, err)
			}
			if again, _ := bots.NewBot(low, 7).Choose(context.Background(), s.View(seat), func(game.Report) {}); again != text {
				return fmt.Errorf("the bot of seat %d chooses %q and then %q", seat, text, again)
			}
		}
	}
	return nil
}

func levelsHaveNames(t *trial) error {
	bots, ok := t.game.(game.Bots)
	if !ok {
		return nil
	}
	low, high, _ := bots.Levels()
	named := map[string]int{}
	for level := low; low < high && level <= game.HighestListed(bots); level++ {
		name := bots.LevelName(level)
		if other, taken := named[name]; taken {
			return fmt.Errorf("levels %d and %d are both called %q", other, level, name)
		}
		named[name] = level
		if n := utf8.RuneCountInString(name); n < 1 || n > 16 || strings.TrimSpace(name) != name || strings.ContainsFunc(name, unicode.IsControl) {
			return fmt.Errorf("level %d is called %q; its name must have 1 to 16 characters, without blanks at its ends", level, name)
		}
	}
	return nil
}

func roundsGoOn(t *trial) error {
	rounds, ok := t.game.(game.Rounds)
	if !ok {
		return nil
	}
	for _, p := range t.plays {
		last := p.states[len(p.states)-1]
		setup := p.setup
		for range 8 {
			next := rounds.Next(setup, last)
			if next == setup {
				return fmt.Errorf("the round after %+v is the same again", setup)
			}
			s, err := t.game.New(next)
			if err != nil {
				return fmt.Errorf("the round after %+v cannot begin: %w", setup, err)
			}
			if s.ToMove() == game.Nobody {
				return fmt.Errorf("the round after %+v is over at its start", setup)
			}
			setup, last = next, s
		}
	}
	return nil
}
