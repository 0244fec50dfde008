// Package manual makes the manual pages of the program and of its games. So that no fact is written twice, it takes the text of a page
// from other parts of the program: the rules of a game come from its README.md, the pictures from its lessons, the keys from
// package desk, the commands from package command, the levels from its bots, and the options from the commands of cobra.
//
// A [Page] is shown on a terminal, printed as text, or written as roff, the source format of man(1), for installing.
package manual

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"attic/desk"
	"attic/desk/command"
	"attic/draw/palette"
	"attic/draw/prose"
	"attic/game"
	"attic/internal/phrase"
)

// Section is the manual section of all pages: games.
const Section = 6

// Edition is the version of the program for which pages are written.
type Edition struct {
	Version string // the version of the program
	Date    string // the date of that version, as 2006-01-02
}

// Page is a manual page.
type Page struct {
	Name string // the name of the program that the page describes
	Text []prose.Block
}

//go:embed attic.md
var programText string

//go:embed common.md
var commonText string

// Sections of a game's README that the page has in another place, or that this package writes itself.
const (
	howToMove = "How to move"
	levels    = "Levels"
	strategy  = "Strategy"
	history   = "History"
)

var endings = []string{"Files", "Environment", "Exit status"}

// OfGame returns the page of the game g. cmd plays it; terminal and window are the additional keys of terminals and windows.
func OfGame(g game.Game, cmd *cobra.Command, terminal, window []desk.Button) Page {
	info := g.Info()
	text := readme(g)
	p := Page{Name: info.Name}
	options := Options(cmd)
	p.begin(info.Name+" - "+lower(info.Brief), synopsis(options), info.Name, "attic "+info.Name)
	text, intro := opening(text)
	p.add(heading("Description"))
	p.add(intro...)
	p.add(part(commonText, "Ways to play")...)
	p.add(prose.Block{Text: Opens(info)})
	p.add(heading("Options"), options)
	how, text := prose.Section(text, howToMove)
	p.add(how...)
	_, text = prose.Section(text, desk.CommandsSection)
	_, text = prose.Section(text, levels)
	tips, text := prose.Section(text, strategy)
	past, text := prose.Section(text, history)
	p.add(text...)
	p.pictures(g) // the text before explains the letters in the pictures
	p.add(desk.Keys(g)...)
	p.add(heading("Keys of the terminal"), desk.KeyTable(terminal), heading("Keys of the window"), desk.KeyTable(window))
	p.common("Mouse")
	p.add(CommandsOf(g)...)
	p.add(LevelsOf(g)...)
	p.add(tips...)
	p.common(endings...)
	p.add(heading("Examples"), prose.Block{Kind: prose.Verbatim, Lines: examples(g)})
	p.also("attic")
	p.add(past...)
	p.common("Authors", "Copyright")
	return p
}

// Opens returns a sentence about where a game is shown by default.
func Opens(info game.Info) string {
	switch {
	case info.Window:
		return fmt.Sprintf("On a display, `%s` and `attic %[1]s` open a window; elsewhere they fill the terminal.", info.Name)
	case info.Lines:
		return fmt.Sprintf("`%s` alone is played line by line; with a file or an option, and as `attic %[1]s`, it fills the terminal; with `-mx` it opens a window.", info.Name)
	}
	return fmt.Sprintf("On a display, `%s` opens a window; elsewhere, and as `attic %[1]s`, it fills the terminal.", info.Name)
}

func synopsis(options prose.Block) []string {
	var list []string
	for _, row := range options.Rows {
		names := strings.Fields(strings.ReplaceAll(strings.Trim(row[0], "`"), ",", ""))
		if len(names) > 1 && strings.HasPrefix(names[1], "-") { // the short name is enough
			names = slices.Delete(names, 1, 2)
		}
		list = append(list, "["+strings.Join(names, " ")+"]")
	}
	return append(list, "[FILE]")
}

// OfProgram returns the page of the program whose command is root, with all of its commands except the games, which have pages of their own.
func OfProgram(games []game.Game, root *cobra.Command) Page {
	p := Page{Name: "attic"}
	p.begin("attic - "+lower(root.Short), nil, "attic [OPTION]...", "attic COMMAND [ARGUMENT]... [OPTION]...")
	text := prose.Parse(programText)
	p.add(heading("Description"))
	text, intro := opening(text)
	p.add(intro...)
	p.add(heading("Options"), Options(root), heading("Commands"))
	p.add(prose.Block{Text: "`attic help COMMAND` prints the same text for one command. The commands that play a game have pages of their own."})
	for _, c := range root.Commands() {
		if played := slices.ContainsFunc(games, func(g game.Game) bool { return g.Info().Name == c.Name() }); !played && !c.Hidden {
			p.command(c)
		}
	}
	past, text := prose.Section(text, history)
	p.add(text...)
	p.add(heading("Keys of every game"), desk.GeneralKeys())
	p.common("Mouse")
	p.common(endings...)
	p.common("Examples")
	var names []string
	for _, g := range games {
		names = append(names, g.Info().Name)
	}
	slices.Sort(names)
	p.also(names...)
	p.add(past...)
	p.common("Authors", "Copyright")
	return p
}

func (p *Page) add(blocks ...prose.Block) { p.Text = append(p.Text, blocks...) }

// synopsisColumns is the maximum width of a synopsis, which manual pages indent.
const synopsisColumns = 70

func (p *Page) begin(name string, arguments []string, calls ...string) {
	p.add(heading("Name"), prose.Block{Text: name}, heading("Synopsis"))
	var lines []string
	for _, call := range calls {
		line := call
		for _, argument := range arguments {
			if len(line)+1+len(argument) > synopsisColumns {
				lines = append(lines, line)
				line = strings.Repeat(" ", len(call))
			}
			line += " " + argument
		}
		lines = append(lines, line)
	}
	p.add(prose.Block{Kind: prose.Verbatim, Lines: lines})
}

func (p *Page) common(titles ...string) {
	for _, title := range titles {
		p.add(section(commonText, title)...)
	}
}

func (p *Page) also(names ...string) {
	var list []string
	for _, name := range names {
		list = append(list, fmt.Sprintf("**%s**(%d)", name, Section))
	}
	p.add(heading("See also"), prose.Block{Text: strings.Join(list, ", ")})
}

// pictures adds the game's lessons in pictures: each has two pictures, and the game's sentences about the moves between them.
func (p *Page) pictures(g game.Game) {
	lessons := game.Lessons(g)
	if len(lessons) == 0 {
		return
	}
	p.add(heading("In pictures"))
	for _, shown := range lessons {
		picture := strings.Map(palette.ASCII, strings.TrimRight(shown.Grid(pictureColumns, true).String(), "\n"))
		var lines []string
		for line := range strings.SplitSeq(picture, "\n") {
			lines = append(lines, strings.TrimRight(line, " "))
		}
		p.add(prose.Block{Kind: prose.Heading, Level: 3, Text: shown.Title}, prose.Block{Text: shown.Text},
			prose.Block{Kind: prose.Verbatim, Lines: lines}, prose.Block{Text: strings.Join(shown.Said, " ")})
	}
}

// pictureColumns is the maximum width of the pictures of a lesson.
const pictureColumns = 68

func (p *Page) command(c *cobra.Command) {
	p.add(prose.Block{Kind: prose.Heading, Level: 3, Text: "attic " + strings.TrimSuffix(c.Use, " [options]")}, prose.Block{Text: c.Short + "."})
	p.add(prose.Parse(markdown(c.Long))...)
	if c.Example != "" {
		lines := strings.Split(c.Example, "\n")
		for i := range lines {
			lines[i] = strings.TrimSpace(lines[i])
		}
		p.add(prose.Block{Kind: prose.Verbatim, Lines: lines})
	}
	p.add(Options(c))
}

// markdown returns the text of a command for package prose, with verbatim lines indented by four blanks and separated by empty lines.
func markdown(text string) string {
	var b strings.Builder
	was := false
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		indented := strings.HasPrefix(line, "  ")
		if indented != was && b.Len() > 0 {
			b.WriteString("\n")
		}
		if was = indented; indented {
			line = "    " + strings.TrimPrefix(line, "  ")
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// Options returns a table of a command's options.
func Options(cmd *cobra.Command) prose.Block {
	cmd.InitDefaultHelpFlag()
	t := prose.Block{Kind: prose.Table}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, help := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		if f.NoOptDefVal == "" && value != "" {
			name += " " + value
		}
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" && !strings.Contains(help, "default") {
			help += " (default " + f.DefValue + ")"
		}
		if len(help) > 1 && help[1] != ':' { // a text such as "t: ..." explains a letter and stays as it is
			help = phrase.Capital(help)
		}
		t.Rows = append(t.Rows, []string{"`" + name + "`", help + "."})
	})
	return t
}

// CommandsOf returns the section with all commands that a user can type in a game.
func CommandsOf(g game.Game) []prose.Block {
	t := prose.Block{Kind: prose.Table, Headed: true, Rows: [][]string{{"command", "what it does"}}}
	for _, w := range command.WordsOf(g) {
		t.Rows = append(t.Rows, []string{"`" + strings.TrimSpace(w.Name+" "+w.Args) + "`", phrase.Capital(w.Help) + "."})
	}
	intro := "In line mode (`--lines`, `--plain`), in a pipe and after `:` on a screen you can type a move, or one of these commands. " +
		"`help` lists the main commands."
	return []prose.Block{heading(desk.CommandsSection), {Text: intro}, t}
}

// mostLevels is the maximum number of levels listed, since a game may have no highest level.
const mostLevels = 11

// LevelsOf returns the section with the levels of a game and the README's text on them, or nil for a game without levels.
func LevelsOf(g game.Game) []prose.Block {
	bots, ok := g.(game.Bots)
	if !ok {
		return nil
	}
	low, high, usual := bots.Levels()
	var names []string
	for level := low; level <= high && level < low+mostLevels; level++ {
		name := fmt.Sprintf("%d %s", level, bots.LevelName(level))
		if level == usual {
			name += " (default)"
		}
		names = append(names, strings.TrimSpace(name))
	}
	list := []prose.Block{heading(levels), {Text: strings.Join(names, ", ") + "."}}
	own, _ := prose.Section(readme(g), levels)
	for _, b := range own {
		if b.Kind != prose.Heading && !strings.HasPrefix(b.Text, names[0]) {
			list = append(list, b)
		}
	}
	return list
}

func examples(g game.Game) []string {
	name := g.Info().Name
	list := []string{name, "attic " + name + " --lines"}
	if bots, ok := g.(game.Bots); ok {
		low, high, _ := bots.Levels()
		list = append(list, fmt.Sprintf("%s -a %d -d %d", name, len(g.Info().Seats), min(high, low+2)))
	}
	return append(list, "attic "+name+" --lesson 1", "attic "+name+" --puzzle daily", "attic host "+name, "attic games "+name, "attic export "+name+" --png -o "+name+".png")
}

func readme(g game.Game) []prose.Block { return prose.Parse(g.Info().Rules) }

// opening splits a text into the blocks before the first section, without the title, and the rest.
func opening(text []prose.Block) (rest, intro []prose.Block) {
	for i, b := range text {
		if b.Kind == prose.Heading && b.Level > 1 {
			return text[i:], intro
		}
		if b.Kind != prose.Heading {
			intro = append(intro, b)
		}
	}
	return nil, intro
}

// section returns a section of a text, with its heading.
func section(text, title string) []prose.Block {
	found, _ := prose.Section(prose.Parse(text), title)
	return found
}

// part returns a section of a text without its heading.
func part(text, title string) []prose.Block { return section(text, title)[1:] }

func heading(title string) prose.Block {
	return prose.Block{Kind: prose.Heading, Level: 2, Text: title}
}

// lower returns a sentence as written after a dash: without a capital letter, unless the first word is a name.
func lower(text string) string {
	first, rest, _ := strings.Cut(text, " ")
	if first == strings.ToUpper(first) || strings.ContainsAny(first, "0123456789-") {
		return text
	}
	return strings.ToLower(first) + " " + rest
}

// Roff returns the page as roff, the source format of man(1), for installing.
func (p Page) Roff(e Edition) string {
	return fmt.Sprintf(".TH %s %d %s \"attic %s\" \"Games Manual\"\n", strings.ToUpper(p.Name), Section, e.Date, e.Version) + prose.Roff(p.Text)
}

// Title returns the title of the page: "ataxx(6)".
func (p Page) Title() string { return fmt.Sprintf("%s(%d)", p.Name, Section) }

// Lines returns the page as text of at most columns columns.
func (p Page) Lines(columns int) string {
	var b strings.Builder
	for _, line := range prose.Columns(columns).Set(p.Text) {
		b.WriteString(strings.TrimRight(line.Text(), " ") + "\n")
	}
	return b.String()
}
