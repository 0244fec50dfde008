package command

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"attic/draw/grid"
	"attic/draw/prose"
	"attic/game"
	"attic/internal/phrase"
	"attic/table"
)

// widestHelp is the largest number of columns that help uses on a terminal.
const widestHelp = 100

// usualWidth is the width of lists of moves in columns where the terminal's width is unknown.
const usualWidth = 78

func (c Config) columns() int { return max(20, min(cmp.Or(c.Columns, 80), widestHelp)) }

// Width returns how wide a list of moves is, in columns.
func (c Config) Width() int {
	if c.Columns == 0 || !c.Terminal {
		return usualWidth
	}
	return c.columns()
}

// usualBasics are the main commands of a game that does not name any.
var usualBasics = []string{"moves", "describe", "preview", "dump", "undo", "redo", "history", "save", "resume", "clear", "help", "quit"}

// The arguments of help that are not commands.
const (
	allHelp   = "all"
	rulesHelp = "rules"
)

// help lists the main commands or all commands, explains one command, or prints the rules. On a terminal, text is broken into lines that fit.
func (q *Requests) help(arg string) (Answer, error) {
	now := q.Person.Sight()
	known := slices.DeleteFunc(slices.Clone(q.Words()), func(w word) bool { return !Usable(w.Word, now.Now) })
	wrapped := func(line string) string {
		if q.Terminal {
			return strings.Join(prose.Wrap(line, q.columns()), "\n")
		}
		return line
	}
	list := func(words []word) (lines []string) {
		for _, w := range words {
			lines = append(lines, wrapped(helpLine(helped(w.Word, now.Now))))
		}
		return lines
	}
	switch arg = strings.ToLower(arg); {
	case arg == "" && q.Listens:
		return Answer{
			Text: how(now) + " Type help all for all commands, help COMMAND for one of them, help rules for the rules. The main commands:",
			List: spoken(q.basics(known), now.Now),
		}, nil
	case arg == "":
		lines := append([]string{wrapped(how(now) + " The main commands:")}, list(q.basics(known))...)
		return Answer{Text: lined(append(lines, wrapped("help all lists all commands, help COMMAND explains one, help rules prints the rules."))...)}, nil
	case arg == allHelp && q.Listens:
		return Answer{Text: how(now) + " All commands:", List: spoken(known, now.Now)}, nil
	case arg == allHelp:
		return Answer{Text: lined(append([]string{wrapped(how(now) + " All commands:")}, list(known)...)...)}, nil
	case arg == rulesHelp:
		rules := strings.TrimSpace(q.Person.Game().Info().Rules)
		if q.Terminal {
			rules = lined(append(lessons(q.Person.Game(), q.columns(), q.Paint), q.Lines(rules))...)
		}
		return Answer{Text: rules}, nil
	}
	w, ok := find(q.Words(), arg)
	if !ok {
		return Answer{}, fmt.Errorf("there is no command %q; %s to list them", phrase.Clip(arg), game.Type("help all"))
	}
	return Answer{Text: list([]word{w})[0]}, nil
}

// basics returns the main commands among those in known.
func (q *Requests) basics(known []word) []word {
	names := usualBasics
	if own := q.Person.Game().Info().Basics; own != nil {
		names = own
	}
	if q.Study.Course() != nil {
		names = courseBasics
	} else if q.Person.Now().Shared() {
		names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(forTwo, name) || name == "quit" })
		names = append(append(names, forTwo...), "quit")
	}
	if q.Person.Now().Edits {
		return q.edits
	}
	if q.Person.Now().Studies {
		names = append(strings.Fields("lines go comment mark promote main cut"), names...)
	}
	var list []word
	for _, name := range names {
		if w, ok := find(known, name); ok {
			list = append(list, w)
		}
	}
	return list
}

// how returns the sentence of help about typing moves, with a legal move as its example.
func how(now table.Sight) string {
	if now.Watches() {
		return "You are watching."
	}
	for _, m := range now.Moves() {
		if len(m.Spots) > 0 && !m.Secret {
			return "Type a move to play it, such as " + m.Text + "."
		}
	}
	return "Type a move to play it."
}

// helped returns a command with the help that applies to it now.
func helped(w game.Word, now table.Now) game.Word {
	switch text, ok := sharedHelp[w.Name]; {
	case !ok || !now.Shared():
	case now.Watches() && w.Name == "clear":
		w.Help = "stop watching"
	default:
		w.Help = text
	}
	return w
}

// spoken returns commands with their help as a list for a person who listens.
func spoken(words []word, now table.Now) Listing {
	var list []string
	for _, w := range words {
		list = append(list, join(w.Name, w.Args)+": "+helped(w.Word, now).Help+".")
	}
	return Listing{"commands", list, "\n"}
}

func lessons(g game.Game, columns int, paint func(grid.Grid) string) (texts []string) {
	for _, shown := range game.Lessons(g) {
		text := set([]prose.Block{{Kind: prose.Paragraph, Text: shown.Title + ". " + shown.Text}}, columns)
		said := set([]prose.Block{{Kind: prose.Paragraph, Text: strings.Join(shown.Said, " ")}}, columns)
		texts = append(texts, text+"\n\n"+strings.TrimRight(paint(shown.Grid(columns, true)), "\n")+"\n\n"+said+"\n")
	}
	return texts
}

// Lines breaks a text in Markdown into lines that fit the terminal.
func (c Config) Lines(text string) string { return Lines(text, c.columns()) }

// Lines breaks a text in Markdown into lines with at most the given number of columns.
func Lines(text string, columns int) string { return set(prose.Parse(text), columns) }

// set breaks blocks of text into lines with at most the given number of columns.
func set(blocks []prose.Block, columns int) string {
	var lines []string
	for _, line := range prose.Columns(columns).Set(blocks) {
		lines = append(lines, strings.TrimRight(line.Text(), " "))
	}
	return strings.Join(lines, "\n")
}
