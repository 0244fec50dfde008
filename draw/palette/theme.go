package palette

import (
	"strings"

	"attic/draw/grid"
	"attic/draw/scene"
)

// Style is the appearance of a role.
type Style struct {
	Ink    Colour
	Ground Colour // behind the ink; 0 is the theme's background
	Bold   bool
}

// Filled reports whether a style has a ground of its own, which is visible even on blanks.
func (s Style) Filled() bool { return s.Ground != 0 }

// Theme is a set of colours that go together. Themes can be compared.
type Theme struct {
	Name       string
	Background Colour
	Panel      Colour // of areas that stand out from the background
	Raised     Colour // of what is pointed at or chosen
	Line       Colour // of borders
	Rim        Colour // the edges of pieces go towards it
	Shadow     Colour
	Gold       Colour // of the last move
	Edge       Colour // on both sides of golden lines; 0: they need none

	Board // under the pieces

	boards         [scene.Boards]Board
	styles         [grid.Roles]Style
	sixteen, eight codes
}

// Board is the colours of a board.
type Board struct {
	Name   string
	Frame  Colour
	Label  Colour // of letters on the frame
	Square Colour
	Quiet  Colour // of coordinates on squares and of legal moves on a plate
	Plate  Colour // of a board without squares
	Grid   Colour // of the lines of a lattice
	Block  Colour // of blocked squares
	Cross  Colour // of the crosses on them
	Grain  Colour // of the lines in its wood; 0: it has none
	Halo   Colour // on both sides of lines in the colour of accents; 0: they need none
}

// codes are the parameters of escape codes for a terminal with few colours.
type codes struct {
	base  string             // plain text on the theme's background
	roles [grid.Roles]string // each role; "" is the terminal's own colour
}

// On returns the theme with the board called name, or with its first board if it has none of that name.
func (t Theme) On(name string) Theme {
	t.Board = t.boards[0]
	for _, b := range t.boards {
		if b.Name == name {
			t.Board = b
		}
	}
	return t
}

// Colour returns the RGB colour of a colour of a scene; that of scene.None is 0.
func (t Theme) Colour(c scene.Colour) Colour {
	ground, on := scene.Ground(c)
	board := t.Board
	if n := c.Board(); n > 0 {
		board = t.boards[n%len(t.boards)]
	}
	role, isRole := roles[ground]
	switch {
	case ground == scene.None:
		return 0
	case on && ground >= scene.Red && isRole:
		return t.styles[role].Ink
	case on && ground == scene.Frame:
		return board.Label
	case on && (ground == scene.Square || ground == scene.Plate):
		return board.Quiet
	case on && ground == scene.Block:
		return board.Cross
	case on && ground == scene.Last && t.Edge != 0:
		return t.styles[grid.Plain].Ink
	case on && (ground == scene.Accent || ground == scene.Last || ground == scene.Good || ground == scene.Bad || ground == scene.Text):
		return t.Background
	case on:
		return t.styles[grid.Plain].Ink
	case ground >= scene.Red && isRole:
		return t.styles[role].Ground
	case isRole:
		return t.styles[role].Ink
	}
	switch ground {
	case scene.Background:
		return t.Background
	case scene.Panel:
		return t.Panel
	case scene.Raised:
		return t.Raised
	case scene.Line:
		return t.Line
	case scene.Frame:
		return board.Frame
	case scene.Square:
		return board.Square
	case scene.Plate:
		return board.Plate
	case scene.Grid:
		return board.Grid
	case scene.Block:
		return board.Block
	case scene.Grain:
		return board.Grain
	case scene.Halo:
		return board.Halo
	case scene.Last:
		return t.Gold
	case scene.Rim:
		return t.Rim
	case scene.Shadow:
		return t.Shadow
	case scene.Edge:
		return t.Edge
	}
	return 0
}

// RGB returns the red, green and blue parts of a colour of a scene.
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
		return Style{Ink: t.Rim, Ground: t.styles[r-grid.BlackRim+grid.Black].Ground}
	case r >= grid.BlackEdge && r.Solid():
		return Style{Ink: t.Rim}
	case r.Solid():
		return Style{Ink: t.styles[r-grid.RedEdge+grid.Red].Ground}
	}
	return t.styles[r]
}

// of returns the parameters of a role. The ink of a solid is the ground of its piece, or grey for rims.
func (c codes) of(r grid.Role) string {
	grey := "37"
	if strings.HasPrefix(c.base, "30;10") { // on a light background, with bright colours
		grey = "90"
	} else if strings.HasPrefix(c.base, "30") {
		grey = "30"
	}
	switch {
	case r >= grid.BlackRim && r.Solid():
		_, ground, _ := strings.Cut(c.roles[r-grid.BlackRim+grid.Black], ";")
		return grey + ";" + ground
	case r >= grid.BlackEdge && r.Solid():
		return grey
	case r.Solid():
		_, ground, _ := strings.Cut(c.roles[r-grid.RedEdge+grid.Red], ";")
		if bright, ok := strings.CutPrefix(ground, "10"); ok {
			return "9" + bright
		}
		return "3" + ground[1:]
	}
	return c.roles[r]
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

// Grained reports whether a board of the themes, by its number, is of wood.
func Grained(board int) bool { return themes()[0].boards[board].Grain != 0 }

// Find returns the theme called name and whether there is one.
func Find(name string) (Theme, bool) {
	for _, t := range themes() {
		if t.Name == name {
			return t, true
		}
	}
	return Theme{}, false
}

// with combines what belongs to pieces with what belongs to all other roles.
func with[T any](pieces [grid.Roles]T, others [grid.Red]T) [grid.Roles]T {
	copy(pieces[:], others[:])
	return pieces
}

// The codes of pieces are the same in all themes. Letters on pieces are not bold: many terminals turn bold
// black into grey, which is unreadable on green. Blue on black is too dark to read on terminals where bold is not bright, and so are grey
// letters on purple.

var sixteenPieces = [grid.Roles]string{
	grid.Red:    "97;41",
	grid.Yellow: "30;103",
	grid.Green:  "30;42",
	grid.Cyan:   "30;106",
	grid.Blue:   "97;44",
	grid.Purple: "97;45",
	grid.Black:  "97;40",
	grid.White:  "30;107",
}

var eightPieces = [grid.Roles]string{
	grid.Red:    "37;41",
	grid.Yellow: "30;43",
	grid.Green:  "30;42",
	grid.Cyan:   "30;46",
	grid.Blue:   "37;44",
	grid.Purple: "30;45",
	grid.Black:  "37;40",
	grid.White:  "30;47",
}

var brightOnDark = with(sixteenPieces, [...]string{
	grid.Muted:   "90",
	grid.Line:    "90",
	grid.Legal:   "32",
	grid.Last:    "1;33",
	grid.Good:    "1;32",
	grid.Bad:     "1;31",
	grid.Beam:    "36",
	grid.Accent:  "1;94",
	grid.Title:   "1",
	grid.Key:     "1;36",
	grid.Cursor:  "7",
	grid.Query:   "1;97;44",
	grid.Waiting: "30;43",
})

// The green, yellow and cyan of terminals are too pale to read on white.
var sixteenOnLight = with(sixteenPieces, [...]string{
	grid.Muted:   "90",
	grid.Line:    "90",
	grid.Legal:   "34",
	grid.Last:    "35",
	grid.Good:    "34",
	grid.Bad:     "31",
	grid.Beam:    "35",
	grid.Accent:  "1;34",
	grid.Title:   "1",
	grid.Key:     "1;34",
	grid.Cursor:  "1;97;44",
	grid.Query:   "97;104",
	grid.Waiting: "30;43",
})

var eightOnDark = with(eightPieces, [...]string{
	grid.Legal:   "32",
	grid.Last:    "1;33",
	grid.Good:    "1;32",
	grid.Bad:     "1;31",
	grid.Beam:    "36",
	grid.Accent:  "1;36",
	grid.Title:   "1",
	grid.Key:     "1;36",
	grid.Cursor:  "7",
	grid.Query:   "1;37;44",
	grid.Waiting: "30;43",
})

var eightOnLight = with(eightPieces, [...]string{
	grid.Legal:   "34",
	grid.Last:    "31",
	grid.Good:    "34",
	grid.Bad:     "31",
	grid.Beam:    "34",
	grid.Accent:  "34",
	grid.Title:   "1",
	grid.Key:     "34",
	grid.Cursor:  "7",
	grid.Query:   "1;37;44",
	grid.Waiting: "30;43",
})

// uncoloured holds the parameters of roles on a terminal without colours: bold, underlined or reversed.
var uncoloured = [grid.Roles]string{
	grid.Title:   "1",
	grid.Key:     "1",
	grid.Cursor:  "7",
	grid.Query:   "7",
	grid.Waiting: "4",
}
