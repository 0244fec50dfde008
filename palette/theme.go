package palette

import (
	"attic/grid"
	"attic/scene"
)

// Style is the appearance of a role.
type Style struct {
	Ink    Colour
	Ground Colour // behind the ink; 0 is the theme's background
	Bold   bool
}

// Filled reports whether a style has a ground of its own, which is visible even on blanks.
func (s Style) Filled() bool { return s.Ground != 0 }

// Theme is a set of colours that go together.
type Theme struct {
	Name       string
	Background Colour
	Panel      Colour // of areas that stand out from the background
	Line       Colour // of borders

	Square Colour // of the squares of a board
	Block  Colour // of blocked squares
	Rim    Colour // of the edges of black shapes on a dark background

	styles         [grid.Roles]Style
	sixteen, eight codes
}

// codes are the parameters of escape codes for a terminal with few colours.
type codes struct {
	base  string             // plain text on the theme's background
	roles [grid.Roles]string // each role; "" is the terminal's own colour
}

// Colour returns the RGB colour of a colour of a scene; that of scene.None is 0.
func (t Theme) Colour(c scene.Colour) Colour {
	ground, on := scene.Ground(c)
	role, isRole := roles[ground]
	switch {
	case ground == scene.None:
		return 0
	case on && ground >= scene.Red && isRole:
		return t.styles[role].Ink
	case on && (ground == scene.Accent || ground == scene.Last || ground == scene.Good || ground == scene.Bad || ground == scene.Text):
		return t.Background
	case on:
		return t.styles[grid.Plain].Ink
	case ground >= scene.Red && isRole:
		return t.styles[role].Ground
	case isRole:
		return t.styles[role].Ink
	}
	return map[scene.Colour]Colour{
		scene.Background: t.Background, scene.Panel: t.Panel, scene.Line: t.Line,
		scene.Square: t.Square, scene.Block: t.Block, scene.Rim: t.Rim,
	}[ground]
}

// RGB returns the red, green and blue parts of a colour of a scene.
func (t Theme) RGB(c scene.Colour) (r, g, b uint8) { return t.Colour(c).RGB() }

// roles maps colours of scenes to the roles of cells that look alike.
var roles = map[scene.Colour]grid.Role{
	scene.Text: grid.Plain, scene.Muted: grid.Muted, scene.Accent: grid.Accent, scene.Legal: grid.Legal,
	scene.Last: grid.Last, scene.Good: grid.Good, scene.Bad: grid.Bad, scene.Beam: grid.Beam,
	scene.Red: grid.Red, scene.Yellow: grid.Yellow, scene.Green: grid.Green, scene.Cyan: grid.Cyan,
	scene.Blue: grid.Blue, scene.Purple: grid.Purple, scene.Black: grid.Black, scene.White: grid.White,
	scene.Query: grid.Query, scene.Waiting: grid.Waiting,
}

// Style returns the appearance of a role.
func (t Theme) Style(r grid.Role) Style { return t.styles[r] }

// Themes returns the names of all themes, the default first.
func Themes() []string {
	var names []string
	for _, t := range themes {
		names = append(names, t.Name)
	}
	return names
}

// Find returns the theme called name and whether there is one.
func Find(name string) (Theme, bool) {
	for _, t := range themes {
		if t.Name == name {
			return t, true
		}
	}
	return Theme{}, false
}

var themes = []Theme{dark, light, contrast}

var dark = Theme{
	Name: "dark", Background: 0x12141c, Panel: 0x1a1d28, Line: 0x3a4056,
	Square: 0x303648, Block: 0x0a0b0f, Rim: 0xc9cede,
	styles: with(pieces, [...]Style{
		grid.Plain:   {Ink: 0xe8eaf2},
		grid.Muted:   {Ink: 0x9aa1b5},
		grid.Legal:   {Ink: 0x6ccf8e},
		grid.Last:    {Ink: 0xf2c14e, Bold: true},
		grid.Good:    {Ink: 0x6ccf8e, Bold: true},
		grid.Bad:     {Ink: 0xf4838a, Bold: true},
		grid.Beam:    {Ink: 0x4fc6d8},
		grid.Accent:  {Ink: 0x7aa2f7, Bold: true},
		grid.Title:   {Ink: 0xe8eaf2, Bold: true},
		grid.Key:     {Ink: 0xe8eaf2, Ground: 0x2b3040, Bold: true},
		grid.Button:  {Ink: 0x9aa1b5},
		grid.Cursor:  {Ink: 0x12141c, Ground: 0x7aa2f7, Bold: true},
		grid.Line:    {Ink: 0x565d75},
		grid.Query:   {Ink: 0xffffff, Ground: 0x2f5fd0, Bold: true},
		grid.Waiting: {Ink: 0x000000, Ground: 0xf58a07, Bold: true},
	}),
	sixteen: codes{base: "97;40", roles: brightOnDark},
	eight:   codes{base: "37;40", roles: eightOnDark},
}

var light = Theme{
	Name: "light", Background: 0xf4f5f9, Panel: 0xe8eaf2, Line: 0xb8bece,
	Square: 0xc4c9d8, Block: 0x8d94a8, Rim: 0x5b6275,
	styles: with(pieces, [...]Style{
		grid.Plain:   {Ink: 0x1b1e28},
		grid.Muted:   {Ink: 0x4a5164},
		grid.Legal:   {Ink: 0x10602f},
		grid.Last:    {Ink: 0x6e4100, Bold: true},
		grid.Good:    {Ink: 0x10602f, Bold: true},
		grid.Bad:     {Ink: 0xa0201a, Bold: true},
		grid.Beam:    {Ink: 0x0b6a7a},
		grid.Accent:  {Ink: 0x2048a8, Bold: true},
		grid.Title:   {Ink: 0x1b1e28, Bold: true},
		grid.Key:     {Ink: 0x1b1e28, Ground: 0xd5d9e6, Bold: true},
		grid.Button:  {Ink: 0x4a5164},
		grid.Cursor:  {Ink: 0xffffff, Ground: 0x2048a8, Bold: true},
		grid.Line:    {Ink: 0xa9afc0},
		grid.Query:   {Ink: 0xffffff, Ground: 0x2f5fd0, Bold: true},
		grid.Waiting: {Ink: 0x000000, Ground: 0xd96c00, Bold: true},
	}),
	sixteen: codes{base: "30;107", roles: sixteenOnLight},
	eight:   codes{base: "30;47", roles: eightOnLight},
}

var contrast = Theme{
	Name: "contrast", Background: 0x000000, Panel: 0x000000, Line: 0x808080,
	Square: 0x333333, Block: 0x000000, Rim: 0xffffff,
	styles: with(strongPieces, [...]Style{
		grid.Plain:   {Ink: 0xffffff},
		grid.Muted:   {Ink: 0xc6c6c6},
		grid.Legal:   {Ink: 0x5fff87, Bold: true},
		grid.Last:    {Ink: 0xffd700, Bold: true},
		grid.Good:    {Ink: 0x5fff87, Bold: true},
		grid.Bad:     {Ink: 0xff8787, Bold: true},
		grid.Beam:    {Ink: 0x5fffff, Bold: true},
		grid.Accent:  {Ink: 0x87d7ff, Bold: true},
		grid.Title:   {Ink: 0xffffff, Bold: true},
		grid.Key:     {Ink: 0x000000, Ground: 0xffffff, Bold: true},
		grid.Button:  {Ink: 0xffffff},
		grid.Cursor:  {Ink: 0x000000, Ground: 0xffd700, Bold: true},
		grid.Line:    {Ink: 0x9e9e9e},
		grid.Query:   {Ink: 0xffffff, Ground: 0x0000d7, Bold: true},
		grid.Waiting: {Ink: 0x000000, Ground: 0xff9f1a, Bold: true},
	}),
	sixteen: codes{base: "97;40", roles: brightOnDark},
	eight:   codes{base: "37;40", roles: eightOnDark},
}

// with combines what belongs to pieces with what belongs to all other roles.
func with[T any](pieces [grid.Roles]T, others [grid.Red]T) [grid.Roles]T {
	copy(pieces[:], others[:])
	return pieces
}

// Letters on pieces are black or white, whichever is easier to read.
var pieces = [grid.Roles]Style{
	grid.Red:    {Ink: 0x000000, Ground: 0xe5484d, Bold: true},
	grid.Yellow: {Ink: 0x000000, Ground: 0xf2d33c, Bold: true},
	grid.Green:  {Ink: 0x000000, Ground: 0x3fae5a, Bold: true},
	grid.Cyan:   {Ink: 0x000000, Ground: 0x1fb6c9, Bold: true},
	grid.Blue:   {Ink: 0xffffff, Ground: 0x3f66e0, Bold: true},
	grid.Purple: {Ink: 0x000000, Ground: 0x9a5bd6, Bold: true},
	grid.Black:  {Ink: 0xffffff, Ground: 0x0a0b0f, Bold: true},
	grid.White:  {Ink: 0x000000, Ground: 0xf7f8fc, Bold: true},
}

var strongPieces = [grid.Roles]Style{
	grid.Red:    {Ink: 0x000000, Ground: 0xff8787, Bold: true},
	grid.Yellow: {Ink: 0x000000, Ground: 0xffff5f, Bold: true},
	grid.Green:  {Ink: 0x000000, Ground: 0x5fff5f, Bold: true},
	grid.Cyan:   {Ink: 0x000000, Ground: 0x5fffff, Bold: true},
	grid.Blue:   {Ink: 0x000000, Ground: 0x87afff, Bold: true},
	grid.Purple: {Ink: 0x000000, Ground: 0xd787ff, Bold: true},
	grid.Black:  {Ink: 0xffffff, Ground: 0x080808, Bold: true},
	grid.White:  {Ink: 0x000000, Ground: 0xffffff, Bold: true},
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
