package palette

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"attic/draw/grid"
)

// text describes the themes; its first lines say how.
//
//go:embed themes.txt
var text string

// themes returns the themes, which are read when the first one is needed.
var themes = sync.OnceValue(func() []Theme {
	list, err := read(text)
	if err != nil {
		panic(err) // the file belongs to the program
	}
	return list
})

// few holds the codes of a theme for terminals with 16 and with 8 colours, which the terminal chooses itself.
var few = map[string][2]codes{
	"dark":     {{"97;40", brightOnDark}, {"37;40", eightOnDark}},
	"light":    {{"30;107", sixteenOnLight}, {"30;47", eightOnLight}},
	"contrast": {{"97;40", brightOnDark}, {"37;40", eightOnDark}},
}

// roleNames are the names of roles in a description of themes.
var roleNames = [grid.Roles]string{
	grid.Plain: "plain", grid.Muted: "muted", grid.Legal: "legal", grid.Last: "last", grid.Good: "good", grid.Bad: "bad", grid.Beam: "beam",
	grid.Accent: "accent", grid.Title: "title", grid.Key: "key", grid.Button: "button", grid.Cursor: "cursor", grid.Line: "rule",
	grid.Query: "query", grid.Waiting: "waiting", grid.Red: "red", grid.Yellow: "yellow", grid.Green: "green", grid.Cyan: "cyan",
	grid.Blue: "blue", grid.Purple: "purple", grid.Black: "black", grid.White: "white",
}

// read reads a description of themes.
func read(text string) ([]Theme, error) {
	var list []Theme
	n := 0
	for line := range strings.Lines(text) {
		n++
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		if words[0] == "theme" && len(words) == 2 {
			list = append(list, Theme{Name: words[1], sixteen: few[words[1]][0], eight: few[words[1]][1]})
			continue
		}
		if len(list) == 0 || !list[len(list)-1].take(words) {
			return nil, fmt.Errorf("themes, line %d: %q is not understood", n, strings.TrimSpace(line))
		}
	}
	for i, t := range list {
		list[i] = t.On("")
	}
	return list, nil
}

// take sets what a line says, and reports whether it says something.
func (t *Theme) take(words []string) bool {
	parts := map[string]*Colour{
		"background": &t.Background, "panel": &t.Panel, "raised": &t.Raised, "line": &t.Line, "rim": &t.Rim, "shadow": &t.Shadow,
		"gold": &t.Gold, "edge": &t.Edge,
	}
	name, rest := words[0], words[1:]
	if part := parts[name]; part != nil {
		return len(rest) == 1 && part.read(rest[0])
	}
	if name == "board" {
		return t.takeBoard(rest)
	}
	role := slices.Index(roleNames[:], name)
	if role < 0 || len(rest) == 0 {
		return false
	}
	style := &t.styles[role]
	if !style.Ink.read(rest[0]) {
		return false
	}
	if rest = rest[1:]; len(rest) > 1 && rest[0] == "on" {
		if !style.Ground.read(rest[1]) {
			return false
		}
		rest = rest[2:]
	}
	style.Bold = slices.Equal(rest, []string{"bold"})
	return style.Bold || len(rest) == 0
}

// takeBoard adds a board, given by its name and its parts, each followed by a colour.
func (t *Theme) takeBoard(words []string) bool {
	free := slices.IndexFunc(t.boards[:], func(b Board) bool { return b.Name == "" })
	if free < 0 || len(words)%2 == 0 {
		return false
	}
	b := &t.boards[free]
	b.Name = words[0]
	parts := map[string]*Colour{
		"frame": &b.Frame, "label": &b.Label, "square": &b.Square, "quiet": &b.Quiet, "plate": &b.Plate, "grid": &b.Grid,
		"block": &b.Block, "cross": &b.Cross, "grain": &b.Grain, "halo": &b.Halo,
	}
	for i := 1; i < len(words); i += 2 {
		part := parts[words[i]]
		if part == nil || !part.read(words[i+1]) {
			return false
		}
		delete(parts, words[i])
	}
	delete(parts, "grain")
	delete(parts, "halo")
	return len(parts) == 0
}

// read sets a colour from its six hexadecimal digits, and reports whether there are that many.
func (c *Colour) read(digits string) bool {
	n, err := strconv.ParseUint(digits, 16, 24)
	*c = Colour(n)
	return err == nil && len(digits) == 6
}
