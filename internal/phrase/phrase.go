// Package phrase joins and trims words for sentences that people read.
package phrase

import (
	"strings"
	"unicode/utf8"
)

// longest is how many bytes of somebody's input are quoted in a sentence.
const longest = 40

// Clip shortens what is quoted in a sentence.
func Clip(s string) string {
	if len(s) > longest {
		return strings.ToValidUTF8(s[:longest], "") + "..."
	}
	return s
}

// List joins words as a sentence does: "a, b and c".
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
