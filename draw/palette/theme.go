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

// Style is the appearance of a role.
type Style struct {
	Ink    Colour
	Ground Colour // behind the ink; 0 is the theme's background
	Bold   bool
}

// Filled reports whether a style has its own ground, which is visible even on blanks.
func (s Style) Filled() bool { return s.Ground != 0 }

// inks maps the colours of scenes to real colours. The indices are the colours on the board numbered 0, see [scene.Colour.OnBoard].
type inks [scene.Colours / scene.Boards]Colour

// Theme is a set of matching colours. Themes can be compared.
type Theme struct {
	Name       string
	Background Colour
	Board                  // under the pieces
	Taste      scene.Taste // how pictures of boards are turned, and what their pieces look like

	inks           inks // the colours that neither a board nor a role has
	boards         [scene.Boards]Board
	styles         [grid.Roles]Style
	sixteen, eight codes // for terminals with 16 and with 8 colours, whose shades the terminal chooses
}

// Board holds the colours of a board.
type Board struct {
	Name string
	on   inks
}

// codes are the parameters of each role's escape code on a terminal with few colours; "" is the terminal's own colour. The parameters of
// grid.Plain set plain text on the theme's background.
type codes [grid.Roles]string

// On returns the theme with the board called name, or with its first board if there is no such board.
func (t Theme) On(name string) Theme {
	t.Board = t.boards[0]
	for _, b := range t.boards {
		if b.Name == name {
			t.Board = b
		}
	}
	return t
}

// Colour returns the RGB colour for a colour of a scene, and 0 for scene.None.
func (t Theme) Colour(c scene.Colour) Colour {
	ground, on := scene.Ground(c)
	board := t.Board
	if n := c.Board(); n > 0 {
		board = t.boards[n%len(t.boards)]
	}
	role, isRole := roles[ground]
	style := t.styles[role]
	switch {
	case isRole && ground >= scene.Red && !on:
		return style.Ground
	case isRole && (ground >= scene.Red || !on):
		return style.Ink
	case ground == scene.None:
		return 0
	case ground >= scene.Frame && ground <= scene.Halo:
		return board.on[int(c)%len(board.on)]
	case !on && ground == scene.Background:
		return t.Background
	case !on:
		return t.inks[ground]
	case ground == scene.Last && t.inks[scene.Edge] == 0 || slices.Contains([]scene.Colour{scene.Accent, scene.Good, scene.Bad, scene.Text}, ground):
		return t.Background
	}
	return t.styles[grid.Plain].Ink
}

// RGB returns the red, green and blue components of a colour of a scene.
func (t Theme) RGB(c scene.Colour) (r, g, b uint8) { return t.Colour(c).RGB() }

// roles maps colours of scenes to the roles of cells that look alike.
var roles = map[scene.Colour]grid.Role{
	scene.Text: grid.Plain, scene.Muted: grid.Muted, scene.Accent: grid.Accent, scene.Legal: grid.Legal,
	scene.Good: grid.Good, scene.Bad: grid.Bad, scene.Beam: grid.Beam,
	scene.Red: grid.Red, scene.Yellow: grid.Yellow, scene.Green: grid.Green, scene.Cyan: grid.Cyan,
	scene.Blue: grid.Blue, scene.Purple: grid.Purple, scene.Black: grid.Black, scene.White: grid.White,
	scene.Query: grid.Query, scene.Waiting: grid.Waiting,
}

// Style returns the appearance of a role.
func (t Theme) Style(r grid.Role) Style {
	switch {
	case r >= grid.BlackRim && r.Solid():
		return Style{Ink: t.inks[scene.Rim], Ground: t.styles[r-grid.BlackRim+grid.Black].Ground}
	case r >= grid.BlackEdge && r.Solid():
		return Style{Ink: t.inks[scene.Rim]}
	case r.Solid():
		return Style{Ink: t.styles[r-grid.RedEdge+grid.Red].Ground}
	}
	return t.styles[r]
}

// of returns the parameters of a role. The ink of a solid is the ground of its piece; the ink of a rim is grey.
func (c codes) of(r grid.Role) string {
	grey := "37"
	if strings.HasPrefix(c[grid.Plain], "30;10") { // on a light background, with bright colours
		grey = "90"
	} else if strings.HasPrefix(c[grid.Plain], "30") {
		grey = "30"
	}
	switch {
	case r == grid.Plain:
		return ""
	case r >= grid.BlackRim && r.Solid():
		_, ground, _ := strings.Cut(c[r-grid.BlackRim+grid.Black], ";")
		return grey + ";" + ground
	case r >= grid.BlackEdge && r.Solid():
		return grey
	case r.Solid():
		_, ground, _ := strings.Cut(c[r-grid.RedEdge+grid.Red], ";")
		if bright, ok := strings.CutPrefix(ground, "10"); ok {
			return "9" + bright
		}
		return "3" + ground[1:]
	}
	return c[r]
}

// Themes returns the names of all themes, the default first.
func Themes() []string {
	var names []string
	for _, t := range themes() {
		names = append(names, t.Name)
	}
	return names
}

// Boards returns the names of the boards that every theme has, the default first.
func Boards() []string {
	var names []string
	for _, b := range themes()[0].boards {
		names = append(names, b.Name)
	}
	return names
}

// Grained reports whether the board with the given number is made of wood.
func Grained(board int) bool { return themes()[0].boards[board].on[scene.Grain] != 0 }

// Find returns the theme called name and whether there is one.
func Find(name string) (Theme, bool) {
	for _, t := range themes() {
		if t.Name == name {
			return t, true
		}
	}
	return Theme{}, false
}

// uncoloured holds the parameters of roles on a terminal without colours: bold, underlined or reversed.
var uncoloured = [grid.Roles]string{
	grid.Title:   "1",
	grid.Key:     "1",
	grid.Cursor:  "7",
	grid.Query:   "7",
	grid.Waiting: "4",
}

// Colour is red, green and blue in one number, 0xRRGGBB.
type Colour uint32

// RGB returns the red, green and blue components of a colour.
func (c Colour) RGB() (r, g, b uint8) { return uint8(c >> 16), uint8(c >> 8), uint8(c) }

// String returns a colour in CSS notation, such as "#e5484d".
func (c Colour) String() string { return fmt.Sprintf("#%06x", uint32(c)) }

// The 256 colours of terminals: from 16 on, a cube with 6 levels of each component, then 24 greys. Users can change the first 16, so those
// colours are unknown.
const (
	cubeFirst = 16
	greyFirst = 232
	indexes   = 256
	greyDark  = 8  // each component of the darkest grey
	greyStep  = 10 // the difference between two greys
)

var cubeLevels = [6]uint8{0, 95, 135, 175, 215, 255}

// Indexed returns the terminal colour, from 16 to 255, that is nearest to c: its number and its value.
func (c Colour) Indexed() (index uint8, nearest Colour) {
	best := -1
	for i := cubeFirst; i < indexes; i++ {
		there := indexed(i)
		if d := c.distance(there); best < 0 || d < best {
			best, index, nearest = d, uint8(i), there
		}
	}
	return index, nearest
}

// indexed returns the terminal colour with number i, from 16 to 255.
func indexed(i int) Colour {
	if i >= greyFirst {
		return Colour(greyDark+greyStep*(i-greyFirst)) * 0x010101
	}
	i -= cubeFirst
	r, g, b := cubeLevels[i/36], cubeLevels[i/6%6], cubeLevels[i%6]
	return Colour(r)<<16 | Colour(g)<<8 | Colour(b)
}

// distance returns the square of the distance between two colours in RGB space.
func (c Colour) distance(d Colour) int {
	r, g, b := c.RGB()
	r2, g2, b2 := d.RGB()
	dr, dg, db := int(r)-int(r2), int(g)-int(g2), int(b)-int(b2)
	return dr*dr + dg*dg + db*db
}

// text describes the themes; its first lines explain the format.
//
//go:embed themes.txt
var text string

// themes returns the themes, which are read on the first call.
var themes = sync.OnceValue(func() []Theme {
	list, err := read(text)
	if err != nil {
		panic(err) // the file is a part of the program
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

// partNames and boardNames are the names of the other colours: the colours of pages, and those of a board. A board may lack grain and halo.
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

// take carries out a line of the description, and reports whether it is valid.
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

// takeBoard adds a board; words are its name and pairs of a part and a colour.
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

// take sets the parameters of roles; words are pairs of a role and its parameters.
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

// read sets a colour from six hexadecimal digits, and reports whether digits are valid.
func (c *Colour) read(digits string) bool {
	n, err := strconv.ParseUint(digits, 16, 24)
	*c = Colour(n)
	return err == nil && len(digits) == 6
}
