package gametest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"attic/draw/grid"
	"attic/game"
	"attic/match"
)

// The promises of the small interfaces that a game may implement. They bind only a game that implements the interface.

// botsEnd checks that the highest level stops when it is cancelled, and checks the reports of thinking bots.
func botsEnd(t *trial) error {
	bots, ok := t.game.(game.Bots)
	if !ok {
		return nil
	}
	low, high, _ := bots.Levels()
	ctx, stop := context.WithCancel(context.Background())
	stop()
	return t.running(1, func(s game.State, v game.View) error {
		text, err := bots.NewBot(high, 7).Choose(ctx, v, func(game.Report) {})
		switch {
		case err != nil && !errors.Is(err, ctx.Err()):
			return fmt.Errorf("a cancelled bot fails with %w", err)
		case err == nil && !try(s, text):
			return fmt.Errorf("a cancelled bot chooses %q, which is not legal", text)
		}
		var wrong error
		text, err = bots.NewBot(low, 7).Choose(context.Background(), v, func(report game.Report) {
			if err := t.thinks(s, report); err != nil {
				wrong = err
			}
		})
		if err != nil || wrong != nil {
			return errors.Join(err, wrong)
		}
		far, err := t.far(v)
		if err != nil {
			return err
		}
		if again, err := bots.NewBot(low, 7).Choose(context.Background(), far, func(game.Report) {}); again != text {
			return fmt.Errorf("a bot chooses %q, and %q by the same view read back (%w)", text, again, err)
		}
		return nil
	})
}

// thinks returns an error if a report cannot come from a bot in the seat to move.
func (t *trial) thinks(s game.State, report game.Report) error {
	if report.Depth < 0 {
		return fmt.Errorf("a bot looks %d plies ahead", report.Depth)
	}
	for i, text := range report.Line {
		if i > 0 && !t.info.Open { // nobody knows what comes next
			break
		}
		next, _, err := s.Play(text)
		if err != nil {
			return fmt.Errorf("a bot expects %q, of which %q is not legal: %w", report.Line, text, err)
		}
		s = next
	}
	return nil
}

// far returns a view as another machine receives it: written and read again.
func (t *trial) far(v game.View) (game.View, error) {
	data, err := v.MarshalText()
	if err != nil {
		return nil, err
	}
	return t.game.ParseView(data)
}

// matchesGoOn plays matches to their next round, and saves them.
func matchesGoOn(t *trial) error {
	rounds, ok := t.game.(game.Rounds)
	if !ok {
		return nil
	}
	for _, p := range t.plays {
		m, err := match.New(t.game, p.setup)
		if err != nil {
			return err
		}
		for i := range p.states {
			if over := m.ToMove() == game.Nobody; over || i == len(p.states)/2 && rounds.Abandon() {
				if err := t.goesOn(m); err != nil {
					return fmt.Errorf("%s after %s: %w", t.id(p), texts(p.moves[:i]), err)
				}
			}
			if i < len(p.moves) {
				if m, _, err = m.Play(p.moves[i].Text); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// goesOn returns an error if m has no next round, or if the match with that round cannot be saved and read back.
func (t *trial) goesOn(m match.Match) error {
	chance := func() uint64 { return 17 }
	next, err := m.Next(chance)
	if err != nil {
		return fmt.Errorf("the next round: %w", err)
	}
	if again, err := m.Next(chance); err != nil || again.Setup() != next.Setup() {
		return fmt.Errorf("the round after %v is %v and then %v (%w)", m.Setup(), next.Setup(), again.Setup(), err)
	}
	var save strings.Builder
	if err := next.Save(&save); err != nil {
		return err
	}
	again, err := match.Read(strings.NewReader(save.String()), func(string) (game.Game, bool) { return t.game, true })
	if err != nil {
		return fmt.Errorf("a match of two rounds cannot be read back: %w", err)
	}
	if again.Setup() != next.Setup() || !t.same(again.State(), next.State()) {
		return fmt.Errorf("the round after %v is %v, and read back %v", m.Setup(), next.Setup(), again.Setup())
	}
	return nil
}

func choicesCanBeMade(t *trial) error {
	offers, ok := t.game.(game.Choices)
	if !ok {
		return nil
	}
	first, err := t.game.New(game.Setup{Seed: 5})
	if err != nil {
		return err
	}
	names := map[string]bool{}
	list := offers.Choices()
	for _, c := range list {
		if c.Name == "" || c.Label == "" || len(c.Items) < 2 || names[c.Name] {
			return fmt.Errorf("the choice %q with the label %q and %d items: it needs a name of its own, a label, and at least two items", c.Name, c.Label, len(c.Items))
		}
		names[c.Name] = true
		values, labels := map[string]bool{}, map[string]bool{}
		for i, item := range c.Items {
			if values[item.Text] || labels[item.Label] || item.Label == "" {
				return fmt.Errorf("two items of the choice %q have the value %q or the label %q, or there is no label", c.Name, item.Text, item.Label)
			}
			values[item.Text], labels[item.Label] = true, true
			if err := small(item.Picture); err != nil {
				return fmt.Errorf("the item %q of the choice %q %w", item.Label, c.Name, err)
			}
			s, err := t.game.New(game.Setup{Options: option(c, i), Seed: 5})
			if err != nil {
				return fmt.Errorf("the item %q of the choice %q: %w", item.Label, c.Name, err)
			}
			if i == 0 && !t.same(s, first) {
				return fmt.Errorf("the first item of the choice %q, %q, is not the game without it", c.Name, item.Label)
			}
		}
	}
	for range 8 { // random combinations
		var options []string
		for _, c := range list {
			options = append(options, option(c, t.rng.IntN(len(c.Items))))
		}
		setup := game.Setup{Options: strings.Join(strings.Fields(strings.Join(options, " ")), " "), Seed: t.rng.Uint64()}
		if _, err := t.playout(setup); err != nil {
			return fmt.Errorf("the choices together: %w", err)
		}
	}
	return nil
}

func option(c game.Choice, i int) string {
	if c.Items[i].Text == "" {
		return ""
	}
	return c.Name + "=" + c.Items[i].Text
}

// small returns an error if a picture for a menu is too large. It may be empty.
func small(g grid.Grid) error {
	if g.W > 24 || g.H > 7 {
		return fmt.Errorf("has a picture of %d by %d, want at most 24 by 7", g.W, g.H)
	}
	return unprintable(g)
}

// worded returns an error if the name or the help of a word or a filter is not suitable for the lists that show it.
func worded(name, help string) error {
	plain := func(r rune) bool { return r < 'a' || r > 'z' }
	switch {
	case name == "" || strings.ContainsFunc(name, plain):
		return fmt.Errorf("%q is not a word of lower-case letters", name)
	case help == "" || strings.TrimSpace(help) != help || strings.HasSuffix(help, ".") || strings.ContainsFunc(help, unicode.IsControl):
		return fmt.Errorf("the help of %q is %q; it must be one line without a full stop", name, help)
	}
	return nil
}

func wordsCanBeUsed(t *trial) error {
	offers, ok := t.game.(game.Words)
	if !ok {
		return nil
	}
	list := offers.Words()
	for i, w := range list {
		if err := soundWord(w, list[:i]); err != nil {
			return err
		}
		if err := t.works(w); err != nil {
			return err
		}
	}
	return t.hideWords(list)
}

// soundWord checks a word without playing. before holds the words listed before it.
func soundWord(w game.Word, before []game.Word) error {
	kinds := 0
	for _, is := range []bool{w.Same != "", w.Show != nil, w.Says != ""} {
		if is {
			kinds++
		}
	}
	switch err := worded(w.Name, w.Help); {
	case err != nil:
		return err
	case kinds > 1:
		return fmt.Errorf("%q does several things", w.Name)
	case w.Secret && w.Ask == "" || w.Ask != "" && w.Args == "":
		return fmt.Errorf("%q has the question %q and the arguments %q, and is secret: %t", w.Name, w.Ask, w.Args, w.Secret)
	case w.Key != strings.Join(strings.Fields(w.Key), " "):
		return fmt.Errorf("the keys of %q are %q; they must have a blank between them", w.Name, w.Key)
	case len(w.Items) > 0 && w.Key == "":
		return fmt.Errorf("%q has lines to choose from but no key", w.Name)
	case w.When > game.Always:
		return fmt.Errorf("%q can be used in a phase that does not exist: %d", w.Name, w.When)
	}
	for _, other := range before {
		if other.Name == w.Name {
			return fmt.Errorf("two words are called %q", w.Name)
		}
		for _, key := range strings.Fields(w.Key) {
			if slices.Contains(strings.Fields(other.Key), key) && phases(w)&phases(other) != 0 {
				return fmt.Errorf("%q and %q have the key %q at the same time", other.Name, w.Name, key)
			}
		}
	}
	for _, item := range w.Items {
		if item.Text == "" || item.Label == "" {
			return fmt.Errorf("%q has a line to choose without text or label: %+v", w.Name, item)
		}
		if err := small(item.Picture); err != nil {
			return fmt.Errorf("the line %q of %q %w", item.Text, w.Name, err)
		}
	}
	return nil
}

func phases(w game.Word) game.Phase {
	if w.When == 0 {
		return game.Always
	}
	return w.When
}

// works tries a word in the states of the playouts: it must be able to show its text to everybody, and to play moves.
func (t *trial) works(w game.Word) error {
	var lines []string
	if w.Same == "" && w.Show == nil && w.Says == "" && w.Args == "" {
		lines = append(lines, w.Name)
	}
	for _, item := range w.Items {
		lines = append(lines, item.Text)
	}
	read, met := map[string]bool{}, false
	err := t.each(func(s game.State) error {
		if game.PhaseOf(s.ToMove())&phases(w) == 0 {
			return nil
		}
		met = true
		for _, line := range lines {
			_, _, err := s.Play(line)
			read[line] = read[line] || !errors.Is(err, game.ErrNotation)
		}
		if w.Show == nil {
			return nil
		}
		for _, seen := range t.views(s) {
			far, err := t.far(seen.view)
			if err != nil {
				return err
			}
			switch text := w.Show(seen.view); {
			case strings.TrimSpace(text) == "":
				return fmt.Errorf("%q shows seat %d nothing", w.Name, seen.seat)
			case w.Show(far) != text || w.Show(seen.view) != text:
				return fmt.Errorf("%q shows seat %d a different text the second time, or for the view read back:\n%s", w.Name, seen.seat, text)
			}
		}
		return nil
	})
	if err != nil || !met {
		return err
	}
	for _, line := range lines {
		if !read[line] {
			return fmt.Errorf("%q plays %q, which is never a move", w.Name, line)
		}
	}
	return nil
}

// hideWords checks that every secret move begins with a word that is marked as secret.
func (t *trial) hideWords(list []game.Word) error {
	return t.each(func(s game.State) error {
		for _, text := range t.more {
			_, m, err := s.Play(text)
			if err != nil || !m.Secret {
				continue
			}
			name, _, _ := strings.Cut(m.Text, " ")
			if !slices.ContainsFunc(list, func(w game.Word) bool { return w.Name == name && w.Secret }) {
				return fmt.Errorf("%q is secret, and there is no secret word %q", text, name)
			}
		}
		return nil
	})
}

// keysTellMovesApart checks that moves with the same spots have different keys.
func keysTellMovesApart(t *trial) error {
	return t.each(func(s game.State) error {
		taken := map[string]string{}
		for _, m := range game.MovesOf(s) {
			keys := strings.Fields(m.Key)
			if m.Key != strings.Join(keys, " ") {
				return fmt.Errorf("the keys of %q are %q; they must have a blank between them", m.Text, m.Key)
			}
			for _, key := range keys {
				touch := fmt.Sprintf("%q %q %s", m.Track, m.Spots, key)
				if len(m.Spots) == 0 {
					touch = key // a button works on every track
				}
				if other, ok := taken[touch]; ok && other != m.Text {
					return fmt.Errorf("%q and %q have the key %q", other, m.Text, key)
				}
				taken[touch] = m.Text
			}
		}
		return nil
	})
}

func filtersAnswer(t *trial) error {
	offers, ok := t.game.(game.Filters)
	if !ok {
		return nil
	}
	names := map[string]bool{}
	for _, filter := range offers.Filters() {
		if err := worded(filter.Name, filter.Help); err != nil {
			return err
		}
		if names[filter.Name] || filter.Args == "" || filter.Answer == nil {
			return fmt.Errorf("the filter %q is listed twice, does not say what it reads, or has no Answer", filter.Name)
		}
		names[filter.Name] = true
		lines := append([]string{filter.Args, strings.Join(t.info.Sample, " ")}, rubbish...)
		for n := range t.info.Sample {
			lines = append(lines, strings.Join(t.info.Sample[:n], " "))
		}
		answered, refused := 0, 0
		for _, line := range lines {
			text, err := answer(filter, line)
			if again, err2 := answer(filter, line); again != text || !reflect.DeepEqual(err, err2) {
				return fmt.Errorf("%s answers %q by\n%s(%w), and then by\n%s(%w)", filter.Name, line, text, err, again, err2)
			}
			switch {
			case err != nil && !shortLine(err):
				return fmt.Errorf("%s does not refuse %q in one short line: %w", filter.Name, line, err)
			case err != nil:
				refused++
				continue
			case !strings.HasSuffix(text, "\n") || strings.HasPrefix(text, "\n") || strings.Contains(text, "\n\n"):
				return fmt.Errorf("%s answers %q by %q; it must be whole lines, none of them empty", filter.Name, line, text)
			case !filter.Blocks && strings.Count(text, "\n") > 1:
				return fmt.Errorf("%s answers %q with several lines, but Blocks is not set", filter.Name, line)
			}
			answered++
		}
		if answered == 0 || refused == 0 {
			return fmt.Errorf("%s answers %d lines and refuses %d; it must answer its Args or the sample, and refuse rubbish", filter.Name, answered, refused)
		}
	}
	return nil
}

func answer(filter game.Filter, line string) (string, error) {
	var b strings.Builder
	err := filter.Answer(&b, line)
	return b.String(), err
}

func perftsAddUp(t *trial) error {
	offers, ok := t.game.(game.Perfter)
	if !ok {
		return nil
	}
	if strings.TrimSpace(offers.PerftPosition()) == "" {
		return errors.New("PerftPosition does not say how a position is written")
	}
	for _, text := range []string{"zz99", "\x00", strings.Repeat("x", 5000)} {
		if _, err := offers.Perft(text); err == nil || !shortLine(err) {
			return fmt.Errorf("the position %.20q is not refused in one short line: %w", text, err)
		}
	}
	start, err := offers.Perft("")
	if err != nil {
		return fmt.Errorf("the start: %w", err)
	}
	return addsUp(start, 3)
}

// addsUp counts sequences of up to depth moves in every way that perft can, and compares the results.
func addsUp(p game.Perft, depth int) error {
	if leaves, _ := p.Count(0, false); leaves != 1 {
		return fmt.Errorf("there are %d sequences of no move", leaves)
	}
	for d := 1; d <= depth; d++ {
		branches := p.Divide()
		sum, won := int64(0), int64(0)
		seen := map[string]bool{}
		for _, b := range branches {
			if b.Move == "" || seen[b.Move] {
				return fmt.Errorf("the first move %q is empty or listed twice", b.Move)
			}
			seen[b.Move] = true
			leaves, wins := b.Count(d-1, false)
			sum, won = sum+leaves, won+wins
		}
		leaves, wins := p.Count(d, false)
		made, winsMade := p.Count(d, true)
		switch {
		case made != leaves || winsMade != wins:
			return fmt.Errorf("for %d moves it counts %d sequences and %d wins, but %d and %d with every move made", d, leaves, wins, made, winsMade)
		case sum != leaves:
			return fmt.Errorf("for %d moves it counts %d sequences, but the branches add up to %d", d, leaves, sum)
		case wins != -1 && (wins < 0 || wins > leaves || d > 1 && won != wins):
			return fmt.Errorf("for %d moves it counts %d wins in %d sequences, but the branches add up to %d wins", d, wins, leaves, won)
		}
	}
	return nil
}
