package gametest

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"attic/game"
)

// widestLesson is the maximum width of a picture in a lesson in columns, so that it fits a narrow terminal.
const widestLesson = 36

// lessonsAreTrue plays the lessons: each move must be legal, and the pictures must show all changes.
func lessonsAreTrue(t *trial) error {
	for _, l := range t.info.Lessons {
		for _, text := range []string{l.Title, l.Text} {
			if text == "" || strings.TrimSpace(text) != text || strings.ContainsFunc(text, unicode.IsControl) {
				return fmt.Errorf("the lesson %q says %q; both must be one line", l.Title, text)
			}
		}
		if len(l.Moves) == 0 {
			return fmt.Errorf("the lesson %q has no moves", l.Title)
		}
		shown, err := l.Show(t.game)
		if err != nil {
			return err
		}
		if err := partIsThere(shown); err != nil {
			return fmt.Errorf("the lesson %q: %w", l.Title, err)
		}
	}
	return nil
}

func partIsThere(shown game.Shown) error {
	first, then := shown.First.Grid(0, 0), shown.Then.Grid(0, 0)
	sc := shown.Then.Scene()
	for _, spot := range shown.Part {
		if _, ok := sc.Spot(spot); !ok || len(then.Cells(spot)) == 0 {
			return fmt.Errorf("its part names the spot %q, which the board does not have", spot)
		}
	}
	before, after := first.Part(shown.Part...), then.Part(shown.Part...)
	switch {
	case after.W > widestLesson:
		return fmt.Errorf("its pictures are %d columns wide; they must have at most %d", after.W, widestLesson)
	case before.String() == after.String():
		return errors.New("its pictures do not differ")
	}
	seen := map[string]bool{}
	for y := range after.H {
		for x := range after.W {
			seen[after.At(x, y).Spot] = true
		}
	}
	for y := range then.H {
		for x := range then.W {
			if c := then.At(x, y); c.Spot != "" && c.Step > 0 && !seen[c.Spot] && c.Rune != first.At(x, y).Rune && !faint(c.Rune) && !faint(first.At(x, y).Rune) {
				return fmt.Errorf("its pictures do not show %q, which changes", c.Spot)
			}
		}
	}
	return nil
}

// faint reports whether a cell is empty, or shows only that a move there is legal.
func faint(r rune) bool { return r == ' ' || r == '.' || r == '·' || r == '+' }
