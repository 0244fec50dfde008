package desktest

import (
	"strconv"
	"strings"
	"testing"

	"attic/game"
	"attic/table"
)

// Do does what a script says, in lines:
//
//	right enter      names of keys
//	:blocks 3gh;t    lines to type, with Enter after each
//	point d4         the mouse goes to a spot
//	click d4         and clicks on it
//	paste i10\nh10   what was copied elsewhere comes, as two lines
//	thinks 4 h10     a program tells how far it looks ahead and what it expects
//
// and lines that begin with a word of own, with the function that does what the rest of the line says.
func Do(t testing.TB, h Hands, script string, own map[string]func(rest string)) {
	t.Helper()
	for line := range strings.Lines(script) {
		line = strings.TrimSpace(line)
		word, rest, _ := strings.Cut(line, " ")
		do, ours := own[word]
		switch {
		case ours:
			do(rest)
		case len(word) > 1 && word[0] == ':':
			for typed := range strings.SplitSeq(line[1:], ";") {
				h.Type(typed)
			}
		case word == "point":
			if !h.Point(rest) {
				t.Fatalf("%s is not shown:\n%s", rest, h.Shown())
			}
		case word == "click":
			if !h.Click(rest) {
				t.Fatalf("%s is not shown:\n%s", rest, h.Shown())
			}
		case word == "paste":
			h.Paste(strings.NewReplacer(`\n`, "\n", `\r`, "\r").Replace(rest))
		case word == "thinks":
			fields := strings.Fields(rest)
			depth, err := strconv.Atoi(fields[0])
			must(t, err)
			h.Take(table.Event{What: table.Thinking, Report: game.Report{Depth: depth, Line: fields[1:]}})
		default:
			for key := range strings.FieldsSeq(line) {
				h.Press(key)
			}
		}
	}
}
