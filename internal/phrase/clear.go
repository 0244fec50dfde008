package phrase

import (
	"errors"
	"fmt"
	"unicode"
	"unicode/utf8"
)

// mostMarks is the largest number of combining marks on one letter. Living scripts need up to three.
const mostMarks = 4

// Clear returns an error that says what is wrong with a line that one person writes and others read, such as a name: invisible or
// unprintable characters, more than four combining marks on a letter, or a line break. It returns nil if the whole line is visible.
func Clear(text string) error {
	if !utf8.ValidString(text) {
		return errors.New("must be valid UTF-8")
	}
	marks, last := 0, rune(0)
	for _, r := range text {
		switch {
		case r == '\uFE0F' && unicode.Is(unicode.So, last): // shows a symbol in colour
		case unicode.IsControl(r):
			return fmt.Errorf("must be plain text on one line, without the control character %U", r)
		case unseen(r):
			return fmt.Errorf("must be plain text on one line, without the invisible character %U", r)
		case unicode.In(r, unicode.Mn, unicode.Me):
			if marks++; marks > mostMarks {
				return fmt.Errorf("must have at most %d accents or other marks on a letter", mostMarks)
			}
		default:
			marks = 0
		}
		last = r
	}
	return nil
}

// unseen reports whether a character is invisible even though it may not be a blank.
func unseen(r rune) bool {
	return !unicode.IsPrint(r) || r == '\u2800' || // the blank of Braille
		unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
