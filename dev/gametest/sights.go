package gametest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"attic/draw/scene"
	"attic/game"
)

// The promises about what viewers can see.

func viewsRoundTrip(t *trial) error {
	back := func(seen sighted) (game.View, error) {
		text, err := seen.view.MarshalText()
		if err != nil {
			return nil, err
		}
		v, err := t.game.ParseView(text)
		if err != nil {
			return nil, fmt.Errorf("the view of seat %d cannot be read back: %w", seen.seat, err)
		}
		again, err := v.MarshalText()
		if err != nil || !bytes.Equal(text, again) {
			return nil, fmt.Errorf("the view of seat %d was written as %s and then as %s (%w)", seen.seat, text, again, err)
		}
		return v, nil
	}
	err := t.each(func(s game.State) error {
		for _, seen := range t.views(s) {
			v, err := back(seen)
			if err == nil && !reflect.DeepEqual(seen.view, v) {
				err = readsAlike(seen, v, game.MovesOf(s))
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return t.some(func(s game.State) error { // check equal views too, but fewer of them
		for _, seen := range t.views(s) {
			v, err := back(seen)
			if err == nil {
				err = readsAlike(seen, v, game.MovesOf(s))
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// readsAlike returns an error if back, a view that was written and read back, shows anything different.
func readsAlike(seen sighted, back game.View, moves []game.Move) error {
	v, seat := seen.view, seen.seat
	if a, b := sight(v), sight(back); a != b {
		return fmt.Errorf("the view of seat %d shows\n%s\nand read back\n%s", seat, a, b)
	}
	if a, b := v.Moves(), back.Moves(); !reflect.DeepEqual(a, b) {
		return fmt.Errorf("the view of seat %d lists the moves\n%+v\nand read back\n%+v", seat, a, b)
	}
	if a, b := beside(v, moves), beside(back, moves); a != b {
		return fmt.Errorf("beside the board seat %d is shown\n%s\nand read back\n%s", seat, a, b)
	}
	if err := unlike(pictures(v), pictures(back)); err != nil {
		return fmt.Errorf("the view of seat %d and the view read back differ: %w", seat, err)
	}
	for _, m := range moves {
		if a, b := v.Preview(m.Text), back.Preview(m.Text); !samePreview(a, b) {
			return fmt.Errorf("seat %d, about %q, is told %+v, and by the view read back %+v", seat, m.Text, a, b)
		}
	}
	return nil
}

func previewsAnswerAnything(t *trial) error {
	return t.each(func(s game.State) error {
		for _, seen := range t.views(s) {
			v, seat := seen.view, seen.seat
			board, picture := v.Grid(0, 0), v.Scene()
			taken := keys(picture)
			for _, text := range rubbish {
				if v.Preview(text).Sentence == "" {
					return fmt.Errorf("seat %d is told nothing about %q", seat, text)
				}
			}
			moves := game.MovesOf(s)
			for n, i := range t.rng.Perm(len(moves)) {
				if n > 20 {
					break
				}
				m := moves[i]
				p := v.Preview(m.Text)
				err := shows(p, board)
				if err == nil {
					err = drawable(p, picture.View, taken)
				}
				if err != nil {
					return fmt.Errorf("the preview of %q for seat %d %w", m.Text, seat, err)
				}
			}
		}
		return nil
	})
}

func gridsFit(t *trial) error {
	return t.each(func(s game.State) error {
		for _, seen := range t.views(s) {
			g, most := seen.view.Grid(0, 0), 21
			if seen.view.Status().Bar != "" {
				most--
			}
			if g.W < 1 || g.H < 1 || g.W > 68 || g.H > most {
				return fmt.Errorf("the grid is %d by %d; with a panel and the lines below, it must fit 80 by 24, so it may be 68 by %d", g.W, g.H, most)
			}
			for _, l := range g.Layers {
				if l.Grid.W != g.W || l.Grid.H != g.H || l.Name == "" || l.Label == "" {
					return fmt.Errorf("the layer %q is unnamed or has another size than the grid", l.Name)
				}
			}
			if err := unprintable(g); err != nil {
				return err
			}
		}
		return nil
	})
}

func spotsAreOnTheGrid(t *trial) error {
	return t.each(func(s game.State) error {
		spots := spotsOf(mover(s).Grid(0, 0))
		for _, m := range game.MovesOf(s) {
			for _, spot := range m.Spots {
				if !slices.Contains(spots, spot) {
					return fmt.Errorf("%q touches %q, which is not on the grid", m.Text, spot)
				}
			}
			if len(m.Spots) == 0 && m.Label == "" {
				return fmt.Errorf("%q touches nothing and has no label for a button", m.Text)
			}
		}
		return nil
	})
}

// lookAlikesAreAlike plays the same moves from setups with different seeds. While the views of a seat
// are equal, everything else must also be equal for that seat.
func lookAlikesAreAlike(t *trial) error {
	for _, p := range t.plays {
		twin := p.setup
		twin.Seed = t.rng.Uint64()
		for _, seat := range t.seats() {
			s, err := t.game.New(twin)
			if err != nil {
				return err
			}
			for i, a := range p.states {
				va, vb := a.View(seat), s.View(seat)
				if !reflect.DeepEqual(va, vb) && sight(va) != sight(vb) {
					break
				}
				if err := t.alike(a, s, va, vb, seat); err != nil {
					return fmt.Errorf("after %s, of two states that look alike to seat %d, %w", texts(p.moves[:i]), seat, err)
				}
				if i == len(p.moves) {
					break
				}
				if s, _, err = s.Play(p.moves[i].Text); err != nil {
					break // the move is illegal there; the list of moves shows this to the seat to move
				}
			}
		}
	}
	return nil
}

func (t *trial) alike(a, b game.State, va, vb game.View, seat int) error {
	moves := game.MovesOf(a)
	own := a.ToMove() == seat || a.ToMove() == game.Anyone
	if a.ToMove() != b.ToMove() || own && !reflect.DeepEqual(moves, game.MovesOf(b)) {
		return errors.New("other moves are legal")
	}
	if !reflect.DeepEqual(va, vb) {
		if err := alikeToSee(va, vb, moves); err != nil {
			return err
		}
	}
	if bots, ok := t.game.(game.Bots); ok && a.ToMove() == seat && t.rng.IntN(8) == 0 {
		low, _, _ := bots.Levels()
		x, _ := bots.NewBot(low, 1).Choose(context.Background(), va, func(game.Report) {})
		y, _ := bots.NewBot(low, 1).Choose(context.Background(), vb, func(game.Report) {})
		if x != y {
			return fmt.Errorf("a bot chooses %q and %q", x, y)
		}
	}
	return nil
}

// alikeToSee returns an error if anything distinguishes two views.
func alikeToSee(a, b game.View, moves []game.Move) error {
	x, _ := a.MarshalText()
	y, _ := b.MarshalText()
	if !bytes.Equal(x, y) {
		return fmt.Errorf("the views are\n%s\nand\n%s", x, y)
	}
	if x, y := a.Moves(), b.Moves(); !reflect.DeepEqual(x, y) {
		return fmt.Errorf("they list the moves\n%+v\nand\n%+v", x, y)
	}
	if x, y := beside(a, moves), beside(b, moves); x != y {
		return fmt.Errorf("beside the board they show\n%s\nand\n%s", x, y)
	}
	if err := unlike(pictures(a), pictures(b)); err != nil {
		return err
	}
	for i, m := range moves {
		if i > 20 {
			break
		}
		if x, y := a.Preview(m.Text), b.Preview(m.Text); !samePreview(x, y) {
			return fmt.Errorf("the previews of %q are %+v and %+v", m.Text, x, y)
		}
	}
	return nil
}

func startsLookAlike(t *trial) error {
	if t.info.Open {
		return nil
	}
	for _, seat := range t.seats() {
		var first string
		var drawn []scene.Scene
		for i, p := range t.plays {
			v := p.states[0].View(seat)
			data, err := v.MarshalText()
			now, picture := string(data)+sight(v)+beside(v, nil), pictures(v)
			if err != nil || i > 0 && now != first {
				return fmt.Errorf("something is hidden in this game, and to seat %d the seed shows at the start:\n%s\n%s", seat, first, now)
			}
			if i > 0 && unlike(drawn, picture) != nil {
				return fmt.Errorf("something is hidden in this game, and to seat %d the seed shows at the start: %w", seat, unlike(drawn, picture))
			}
			first, drawn = now, picture
		}
	}
	return nil
}

func seedsAreNeverShown(t *trial) error {
	for _, p := range t.plays {
		sampled := p.sample(looked)
		for i, s := range p.states {
			var text strings.Builder
			if slices.Contains(sampled, i) {
				text.WriteString(t.whole(s))
			}
			for _, m := range game.MovesOf(s) {
				text.WriteString(strings.Join(append(m.Spots[:len(m.Spots):len(m.Spots)], m.Text, m.Track, m.Label, m.Key, ""), "\n"))
			}
			for _, seen := range t.views(s) {
				data, _ := seen.view.MarshalText() // everything shown is made from this text
				text.Write(data)
			}
			for _, form := range []string{"%d", "%x", "%X", "%o", "%b"} {
				if seed := fmt.Sprintf(form, p.setup.Seed); strings.Contains(text.String(), seed) {
					return fmt.Errorf("the seed %s is shown in\n%s", seed, text.String())
				}
			}
		}
	}
	return nil
}

// secretMovesStaySecret compares the states after two secret moves with the same label.
func secretMovesStaySecret(t *trial) error {
	found := 0
	err := t.each(func(s game.State) error {
		if s.ToMove() == game.Nobody {
			return nil
		}
		var after []game.State
		var moves []game.Move
		for _, text := range t.more {
			if next, m, err := s.Play(text); err == nil && m.Secret {
				after, moves = append(after, next), append(moves, m)
			}
		}
		for i := 1; i < len(after); i++ {
			found++
			if moves[i].Label == "" || moves[i].Label != moves[0].Label {
				return fmt.Errorf("%q and %q have different labels, %q and %q", moves[0].Text, moves[i].Text, moves[0].Label, moves[i].Label)
			}
			differ := 0
			for _, seat := range t.seats() {
				va, vb := after[0].View(seat), after[i].View(seat)
				a, _ := va.MarshalText()
				b, _ := vb.MarshalText()
				switch same := bytes.Equal(a, b) && sight(va) == sight(vb) && unlike(pictures(va), pictures(vb)) == nil; {
				case same || seat == s.ToMove():
				case seat == game.Nobody || s.ToMove() != game.Anyone || differ > 0:
					return fmt.Errorf("seat %d sees whether %q or %q was played", seat, moves[0].Text, moves[i].Text)
				default:
					differ++ // the seat that knows the secret
				}
			}
			if a, b := fmt.Sprint(game.MovesOf(after[0])), fmt.Sprint(game.MovesOf(after[i])); s.ToMove() == game.Anyone && a != b {
				return fmt.Errorf("the moves after %q and %q differ", moves[0].Text, moves[i].Text)
			}
		}
		return nil
	})
	if err != nil || found == 0 {
		return err
	}
	for _, p := range t.plays {
		m, err := t.match(p)
		if err != nil {
			return err
		}
		var save strings.Builder
		if err := m.Save(&save); err != nil {
			return err
		}
		for _, move := range p.moves {
			_, what, _ := strings.Cut(move.Text, " ")
			if move.Secret && len(what) > 2 && strings.Contains(save.String()+fmt.Sprint(m.History()), what) {
				return fmt.Errorf("the secret move %q is readable in the save or the history", move.Text)
			}
		}
	}
	return nil
}
