package palette

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"attic/draw/grid"
	"attic/draw/scene"
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

// roleNames are the names of roles in a description of themes.
var roleNames = [grid.Roles]string{
	grid.Plain: "plain", grid.Muted: "muted", grid.Legal: "legal", grid.Last: "last", grid.Good: "good", grid.Bad: "bad", grid.Beam: "beam",
	grid.Accent: "accent", grid.Title: "title", grid.Key: "key", grid.Button: "button", grid.Cursor: "cursor", grid.Line: "rule",
	grid.Query: "query", grid.Waiting: "waiting", grid.Red: "red", grid.Yellow: "yellow", grid.Green: "green", grid.Cyan: "cyan",
	grid.Blue: "blue", grid.Purple: "purple", grid.Black: "black", grid.White: "white",
}

// partNames and boardNames are the names of the other colours: those of pages, and those of a board, of which grain and halo may be missing.
var (
	partNames = map[string]scene.Colour{
		"panel": scene.Panel, "raised": scene.Raised, "line": scene.Line, "rim": scene.Rim, "shadow": scene.Shadow, "gold": scene.Last, "edge": scene.Edge,
	}
	boardNames = map[string]scene.Colour{
		"frame": scene.Frame, "label": scene.On(scene.Frame), "square": scene.Square, "quiet": scene.On(scene.Square), "plate": scene.Plate,
		"grid": scene.Grid, "block": scene.Block, "cross": scene.On(scene.Block), "grain": scene.Grain, "halo": scene.Halo,
	}
)

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
			list = append(list, Theme{Name: words[1]})
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
	name, rest := words[0], words[1:]
	switch name {
	case "background":
		return len(rest) == 1 && t.Background.read(rest[0])
	case "board":
		return t.takeBoard(rest)
	case "sixteen":
		return t.sixteen.take(rest)
	case "eight":
		return t.eight.take(rest)
	}
	if part, ok := partNames[name]; ok {
		return len(rest) == 1 && t.inks[part].read(rest[0])
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

func (t *Theme) takeBoard(words []string) bool {
	free := slices.IndexFunc(t.boards[:], func(b Board) bool { return b.Name == "" })
	if free < 0 || len(words)%2 == 0 {
		return false
	}
	b := &t.boards[free]
	b.Name = words[0]
	seen := 0
	for i := 1; i < len(words); i += 2 {
		part, known := boardNames[words[i]]
		if !known || !b.on[part].read(words[i+1]) {
			return false
		}
		if part != scene.Grain && part != scene.Halo {
			seen++
		}
	}
	b.on[scene.On(scene.Plate)] = b.on[scene.On(scene.Square)]
	return seen == len(boardNames)-2
}

// take sets the parameters of roles, each after the name of its role.
func (c *codes) take(words []string) bool {
	for i := 0; i < len(words)-1; i += 2 {
		role := slices.Index(roleNames[:], words[i])
		if role < 0 {
			return false
		}
		c[role] = words[i+1]
	}
	return len(words)%2 == 0
}

// read sets a colour from its six hexadecimal digits, and reports whether there are that many.
func (c *Colour) read(digits string) bool {
	n, err := strconv.ParseUint(digits, 16, 24)
	*c = Colour(n)
	return err == nil && len(digits) == 6
}
