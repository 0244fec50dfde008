// Package phrase joins and trims words for sentences that people read.
package phrase

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longest is the largest number of bytes of a user's input that a sentence quotes.
const longest = 40

// Clip returns s cut to at most 40 bytes, with "..." for the rest, to be quoted in a sentence.
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

// Start returns the longest common prefix of the texts in list.
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
