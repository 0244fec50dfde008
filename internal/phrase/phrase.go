// Package phrase joins and trims words for sentences that people read.
package phrase

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	longest   = 40  // the greatest number of bytes of a user's input that a sentence quotes
	mostMarks = 4   // the greatest number of combining marks on a letter; living scripts need up to three
	bleak     = 0.1 // if the best move's chance of winning is below this, no move is called good
)

// Clip returns s for a quotation in a sentence: cut to at most 40 bytes, with "..." for the rest.
func Clip(s string) string {
	if len(s) > longest {
		return strings.ToValidUTF8(s[:longest], "") + "..."
	}
	return s
}

// Name returns the name of a file for a sentence: unchanged if it is safe to print, otherwise quoted and escaped. A
// name of more than 160 bytes is cut.
func Name(path string) string {
	if len(path) > 4*longest {
		path = strings.ToValidUTF8(path[:4*longest], "") + "..."
	}
	if strings.ContainsFunc(path, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(path)
	}
	return path
}

// Printable replaces every character of s that is not printable, such as a control character, with U+FFFD.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// Cut splits a line into its first word and the rest, both without blanks around them.
func Cut(line string) (word, rest string) {
	line = strings.TrimSpace(line)
	end := strings.IndexFunc(line, unicode.IsSpace)
	if end < 0 {
		return line, ""
	}
	return line[:end], strings.TrimSpace(line[end:])
}

// List joins words as in a sentence: "a, b and c".
func List(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Capital returns s with its first letter in upper case.
func Capital(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return strings.ToUpper(s[:size]) + s[size:]
}

// Start returns the longest prefix that all texts in list share.
func Start(list []string) string {
	if len(list) == 0 {
		return ""
	}
	start := list[0]
	for _, s := range list[1:] {
		for !strings.HasPrefix(s, start) {
			_, size := utf8.DecodeLastRuneInString(start)
			start = start[:len(start)-size]
		}
	}
	return start
}

// Clear checks a line that one person writes and others read, such as a name. It returns an error for invisible or unprintable
// characters, more than four combining marks on a letter, or a line break, and nil if the whole line is visible.
func Clear(text string) error {
	if !utf8.ValidString(text) {
		return errors.New("must be valid UTF-8")
	}
	marks, last := 0, rune(0)
	for _, r := range text {
		switch {
		case r == '\uFE0F' && unicode.Is(unicode.So, last): // makes a symbol coloured
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

// unseen reports whether a character is invisible, whether or not it is a blank.
func unseen(r rune) bool {
	return !unicode.IsPrint(r) || r == '\u2800' || // the blank of Braille
		unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// Number returns n as a word if it is from 0 ("none") to 8, otherwise in digits.
func Number(n int) string {
	words := [...]string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight"}
	if n >= 0 && n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// Chance returns a chance of winning: "a 62% chance of winning", "an 80% chance of winning". The percentage is from 0 to 100.
func Chance(percent int) string {
	if percent == 8 || percent == 11 || percent == 18 || percent/10 == 8 {
		return fmt.Sprintf("an %d%% chance of winning", percent)
	}
	return fmt.Sprintf("a %d%% chance of winning", percent)
}

// Count returns a number in digits with the noun thing in the singular or plural: "1 puzzle", "2 puzzles", "0 plies", "3 other
// vertices".
func Count(n int, thing string) string { return fmt.Sprintf("%d %s", n, Plural(n, thing)) }

// Plural returns the form of a noun that goes with the number n: thing itself if n is 1, otherwise its plural.
func Plural(n int, thing string) string {
	if n == 1 {
		return thing
	}
	stem, ok := strings.CutSuffix(thing, "y")
	switch {
	case strings.HasSuffix(thing, "vertex"):
		return strings.TrimSuffix(thing, "ex") + "ices"
	case ok && !strings.ContainsAny(stem[len(stem)-1:], "aeiou"):
		return stem + "ies"
	case strings.HasSuffix(thing, "s"), strings.HasSuffix(thing, "x"), strings.HasSuffix(thing, "ch"):
		return thing + "es"
	}
	return thing + "s"
}

// AsGood returns a phrase for a move that is about as good as the best move: "a good move too". chance is the best move's chance of
// winning, from 0 to 1.
func AsGood(chance float64) string {
	if chance < bleak {
		return "no worse"
	}
	return "a good move too"
}

// Alike returns a sentence about moves that are about as good as the best move, whose chance of winning is chance, from 0 to 1. The
// sentence names the first three moves and counts the rest. It is "" if there are no moves.
func Alike(chance float64, moves []string) string {
	const named = 3
	how := "Also good"
	if chance < bleak {
		how = "No worse"
	}
	switch n := len(moves); {
	case n == 0:
		return ""
	case n > named:
		return fmt.Sprintf("%s: %s and %s more.", how, strings.Join(moves[:named], ", "), Number(n-named))
	}
	return fmt.Sprintf("%s: %s.", how, List(moves))
}

// Within joins sentences with blanks into a text of at most the given number of characters. The first sentence is always included,
// even if it is longer; every other sentence only if it still fits. Empty sentences are omitted.
func Within(characters int, sentences ...string) string {
	text := sentences[0]
	for _, s := range sentences[1:] {
		if s != "" && utf8.RuneCountInString(text)+1+utf8.RuneCountInString(s) <= characters {
			text += " " + s
		}
	}
	return text
}
