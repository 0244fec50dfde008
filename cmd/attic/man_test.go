package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"attic/cmd/internal/manual"
	"attic/desk"
	"attic/desk/command"
	"attic/draw/prose"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/table"
	"attic/ui/lines"
)

// pageNames are the names of all manual pages.
func pageNames() []string {
	names := []string{"attic"}
	for _, g := range games.All() {
		names = append(names, g.Info().Name)
	}
	return names
}

// shownPage returns a page as text with lines of any length, so that no line is broken.
func shownPage(t *testing.T, name string) string {
	t.Helper()
	page, ok := pageOf(name)
	if !ok {
		t.Fatalf("there is no page %q", name)
	}
	return page.Lines(10_000)
}

// terms returns the first column of the table in a section of a page.
func terms(name, title string) []string {
	page, _ := pageOf(name)
	part, _ := prose.Section(page.Text, title)
	var list []string
	for _, b := range part {
		for i, row := range b.Rows {
			if i > 0 || !b.Headed {
				list = append(list, prose.Text(row[0]))
			}
		}
	}
	return list
}

var optionLine = regexp.MustCompile(`(?m)^ +(?:(-\w), )?(--[\w-]+)(?: (\S+))?  +`)

// A page lists the same options as -h.
func TestPagesHaveTheOptions(t *testing.T) {
	for _, name := range pageNames() {
		cmd := rootCommand()
		if g, ok := games.Find(name); ok {
			cmd = gameCommand(g, true)
		}
		var want []string
		for _, m := range optionLine.FindAllStringSubmatch(usageOf(t, cmd), -1) {
			text := m[2]
			if m[1] != "" {
				text = m[1] + ", " + text
			}
			want = append(want, strings.TrimSpace(text+" "+m[3]))
		}
		if got := terms(name, "Options"); !slices.Equal(got, want) || len(want) < 5 {
			t.Errorf("%s: the options are %q, want %q", name, got, want)
		}
	}
}

// usageOf returns the output of -h.
func usageOf(t *testing.T, cmd *cobra.Command) string {
	t.Helper()
	var out bytes.Buffer
	cmd.InitDefaultHelpFlag()
	cmd.SetOut(&out)
	if err := cmd.Help(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The page of attic lists every command, with its options.
func TestThePageHasTheCommands(t *testing.T) {
	page, _ := pageOf("attic")
	parts := map[string]string{} // sections by the name of the command
	name := ""
	for _, b := range page.Text {
		if b.Kind == prose.Heading {
			name = ""
			if fields := strings.Fields(b.Text); fields[0] == "attic" && b.Level > 2 {
				name = fields[1]
				parts[name] = " "
			}
		}
		for _, row := range b.Rows {
			parts[name] += row[0] + "\n"
		}
	}
	for _, cmd := range rootCommand().Commands() {
		if _, ok := games.Find(cmd.Name()); ok || cmd.Hidden {
			continue
		}
		part := parts[cmd.Name()]
		if part == "" {
			t.Errorf("the page has no command %s", cmd.Name())
		}
		for _, m := range optionLine.FindAllStringSubmatch(usageOf(t, cmd), -1) {
			if !strings.Contains(part, m[2]) {
				t.Errorf("%s lacks the option %s", cmd.Name(), m[2])
			}
		}
	}
}

// A game's page lists the same commands as help in the game, and the keys of the desk.
func TestPagesHaveCommandsAndKeys(t *testing.T) {
	for _, g := range games.All() {
		name := g.Info().Name
		m, err := match.New(g, usual().Setup)
		if err != nil {
			t.Fatal(err)
		}
		owner := table.New(table.Config{Match: m})
		var out strings.Builder
		s := lines.New(command.Config{Person: owner.Here(), Owner: owner, May: command.Everything, Store: openStore()}, lines.NewPipe(strings.NewReader("help all\n")), &out)
		if err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		var want []string
		for line := range strings.Lines(out.String()) {
			if entry, ok := strings.CutPrefix(line, "  "); ok {
				want = append(want, strings.Fields(entry)[0])
			}
		}
		var got []string
		for _, term := range terms(name, "Commands") {
			got = append(got, strings.Fields(term)[0])
		}
		if !slices.Equal(got, want) || len(want) < 20 {
			t.Errorf("%s: the commands are %q, want %q", name, got, want)
		}
		keys := terms(name, "Keys of every game")
		_, advises := g.(game.Advisor)
		for _, key := range inEveryGame {
			if !slices.Contains(keys, key) && (advises || key != "h H") {
				t.Errorf("%s: the key %s is missing", name, key)
			}
		}
		own := strings.Join(terms(name, "Keys of this game"), " ")
		for _, w := range command.WordsOf(g) {
			if w.Key != "" && !strings.Contains(own, desk.KeyName(strings.Fields(w.Key)[0])) {
				t.Errorf("%s: the key %s of %s is missing", name, w.Key, w.Name)
			}
		}
	}
}

// inEveryGame are the keys that every game has.
var inEveryGame = []string{"u", "^R", "[", "]", "r", ",", "h H", "K", "C", ": /", "w", "o", "W", "N", "Y", "P", "M", "? F1", "q"}

// The pages name every environment variable that the program reads. attic-train has no page.
func TestPagesHaveTheEnvironment(t *testing.T) {
	read := regexp.MustCompile(`(?:Getenv|LookupEnv|getenv)\("(\w+)"\)`)
	text := shownPage(t, "attic")
	found := 0
	err := fs.WalkDir(os.DirFS("../.."), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (path == "bin" || path == "vendor" || path == "dev" || path == "cmd/attic-train" || strings.HasPrefix(path, ".git") || strings.HasPrefix(path, "internal") || strings.HasSuffix(path, "test")) {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		source, err := os.ReadFile("../../" + path)
		for _, m := range read.FindAllStringSubmatch(string(source), -1) {
			found++
			if name := m[1]; !strings.Contains(text, name) {
				t.Errorf("%s reads %s, which no page names", path, name)
			}
		}
		return err
	})
	if err != nil || found < 10 {
		t.Errorf("found %d variables: %v", found, err)
	}
}

// Pages are well-formed: man, and mandoc if it is installed, read them without a warning.
func TestPagesAreWellFormed(t *testing.T) {
	macros := []string{".TH", ".SH", ".SS", ".PP", ".TP", ".IP", ".RS", ".RE", ".EX", ".EE"}
	for _, name := range pageNames() {
		page, _ := pageOf(name)
		for line := range strings.Lines(page.Lines(80)) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 80 && strings.HasPrefix(line, " ") {
				t.Errorf("%s: %q has %d columns", name, line, n)
			}
		}
		roff := page.Roff(edition())
		if !strings.HasPrefix(roff, ".TH "+strings.ToUpper(name)+" 6 20") {
			t.Errorf("%s begins %.60q", name, roff)
		}
		open := map[string]int{}
		for line := range strings.Lines(roff) {
			if macro := strings.Fields(line + " x")[0]; strings.HasPrefix(line, ".") {
				open[macro]++
				if !slices.Contains(macros, macro) {
					t.Errorf("%s: unknown macro %q", name, line)
				}
			}
			if strings.ContainsFunc(line, func(r rune) bool { return r > '~' }) || strings.TrimSpace(line) == "" && open[".EX"] == open[".EE"] {
				t.Errorf("%s: %q is not valid in roff", name, line)
			}
		}
		if open[".EX"] != open[".EE"] || open[".RS"] != open[".RE"] {
			t.Errorf("%s: a macro is not closed: %v", name, open)
		}
		g, isGame := games.Find(name)
		for _, title := range strings.Fields("NAME SYNOPSIS DESCRIPTION OPTIONS COMMANDS FILES ENVIRONMENT EXAMPLES HISTORY COPYRIGHT") {
			if title == "HISTORY" && isGame && !strings.Contains(g.Info().Rules, "\n## History\n") {
				continue
			}
			if !strings.Contains(roff, ".SH \""+title) {
				t.Errorf("%s: no section %s", name, title)
			}
		}
		if mandoc, err := exec.LookPath("mandoc"); err == nil {
			lint := exec.Command(mandoc, "-Tlint")
			lint.Stdin = strings.NewReader(roff)
			if said, _ := lint.CombinedOutput(); len(said) > 0 {
				t.Errorf("%s: %s", name, said)
			}
		}
	}
}

// A game's README has the program's commands and levels. With -update, the README is rewritten.
func TestReadmesOfGames(t *testing.T) {
	for _, g := range games.All() {
		folder := "../../games/" + g.Info().Name
		if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
			continue // an example that is in the list
		}
		path := folder + "/README.md"
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		for _, made := range [][]prose.Block{manual.CommandsOf(g), manual.LevelsOf(g)} {
			text = withSection(t, text, made)
		}
		if text == string(data) {
			continue
		}
		if !*update {
			t.Errorf("%s does not match the program; make readmes writes it", path)
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// docs/playing.md has the program's tables of keys and options. With -update, they are rewritten.
func TestReadmes(t *testing.T) {
	const path = "../../docs/playing.md"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for name, table := range map[string]prose.Block{
		"keys": desk.GeneralKeys(), "options": manual.Options(rootCommand()),
	} {
		table.Headed = true
		table.Rows = append([][]string{{strings.TrimSuffix(name, "s"), "what it does"}}, table.Rows...)
		begin := "<!-- " + name + " -->\n"
		before, after, ok := strings.Cut(text, begin)
		_, after, closed := strings.Cut(after, "<!-- end -->")
		if !ok || !closed {
			t.Fatalf("%s has no section for %s", path, name)
		}
		text = before + begin + "\n" + markdownOf([]prose.Block{table}) + "<!-- end -->" + after
	}
	switch {
	case text == string(data):
	case !*update:
		t.Errorf("%s does not match the program; make readmes writes it", path)
	default:
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// withSection returns a text in Markdown with one section replaced.
func withSection(t *testing.T, text string, section []prose.Block) string {
	t.Helper()
	title := "\n## " + section[0].Text + "\n"
	before, after, ok := strings.Cut(text, title)
	if !ok {
		before = strings.TrimRight(text, "\n") + "\n"
	}
	end := strings.Index(after, "\n## ")
	if end < 0 {
		end = len(after)
	}
	return before + title + "\n" + strings.TrimRight(markdownOf(section[1:]), "\n") + "\n" + after[end:]
}

func markdownOf(blocks []prose.Block) string {
	var b strings.Builder
	row := func(cells []string) {
		b.WriteString("|")
		for _, cell := range cells {
			b.WriteString(" " + strings.ReplaceAll(cell, "|", `\|`) + " |")
		}
		b.WriteString("\n")
	}
	for _, block := range blocks {
		switch block.Kind {
		case prose.Paragraph:
			b.WriteString(strings.Join(prose.Wrap(block.Text, 80), "\n") + "\n\n")
		case prose.Table:
			for i, cells := range block.Rows {
				row(cells)
				if i == 0 && block.Headed {
					b.WriteString(strings.Repeat("|---", len(cells)) + "|\n")
				}
			}
			b.WriteString("\n")
		case prose.Heading, prose.Item, prose.Verbatim, prose.Figure:
			panic(fmt.Sprintf("%v is in no generated section", block.Kind))
		}
	}
	return b.String()
}
