package desktest

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"attic/desk"
	"attic/game"
	"attic/table"
)

// goToLine presses keys until the cursor of the menu is on the line with this label. If necessary, it unfolds parts of the menu.
func goToLine(t testing.TB, h Hands, label string) {
	t.Helper()
	m := h.Desk().Menu
	if m == nil {
		t.Fatalf("there is no menu:\n%s", h.Shown())
	}
	if m.Item < 0 {
		h.Press(map[bool]string{true: "down", false: "right"}[h.Desk().Across])
	}
	items := m.Items()
	at := slices.IndexFunc(items, func(it desk.MenuItem) bool { return it.Label == label })
	for _, it := range items {
		if at >= 0 || !it.Folds || it.Open {
			continue
		}
		goToLine(t, h, it.Label)
		h.Press("enter")
		items = m.Items()
		if at = slices.IndexFunc(items, func(it desk.MenuItem) bool { return it.Label == label }); at < 0 {
			h.Press("enter")
		}
	}
	if at < 0 {
		t.Fatalf("the menu has no line %q:\n%s", label, h.Shown())
	}
	for range items {
		switch {
		case m.Item < at:
			h.Press("down")
		case m.Item > at:
			h.Press("up")
		}
	}
	if m.Item != at {
		t.Fatalf("the cursor of the menu does not reach %q:\n%s", label, h.Shown())
	}
}

// Unfold shows all lines of a menu.
func Unfold(m *desk.Menu) {
	for _, it := range m.Items() {
		if it.Folds && !it.Open {
			it.Do()
		}
	}
}

// Do runs a script, line by line:
//
//	right enter      press keys, by their names
//	:blocks 3gh;t    type lines, each after a colon and followed by Enter
//	point d4         move the mouse to a spot
//	click d4         move the mouse to a spot and click
//	to Level         move the cursor of the menu to a line
//	paste i10\nh10   paste text copied elsewhere, here two lines
//	sample           type the moves of the game's example
//	thinks 4 h10     the computer reports its depth and the moves it expects
//
// For a line that begins with a key of the map own, Do calls the function under that key with the rest of the line.
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
		case word == "to":
			goToLine(t, h, rest)
		case word == "sample":
			for _, text := range h.Desk().Play.Info.Sample {
				h.Type(text)
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
