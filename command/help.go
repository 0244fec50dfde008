package command

import (
	"fmt"
	"slices"
	"strings"

	"attic/game"
	"attic/internal/phrase"
	"attic/internal/prose"
	"attic/table"
)

// widestHelp is the largest number of columns that help uses on a terminal.
const widestHelp = 100

// columns returns the width of help in columns; of is Config.Columns.
func columns(of func() int) int {
	if of == nil {
		return 80
	}
	return max(20, min(of(), widestHelp))
}

// widest returns how wide a list of moves is, in columns.
func (s *Session) widest() int {
	if s.Columns == nil || !s.Terminal {
		return 78
	}
	return columns(s.Columns)
}

// usualBasics are the main commands of a game that names none.
var usualBasics = []string{"moves", "describe", "preview", "dump", "undo", "redo", "history", "save", "resume", "clear", "help", "quit"}

// The arguments of help that are not commands.
const (
	allHelp   = "all"
	rulesHelp = "rules"
)

// help lists the main commands or all of them, explains one, or prints the rules. On a terminal, text is broken into lines that fit.
func (s *Session) help(arg string) error {
	switch arg = strings.ToLower(arg); {
	case s.Screen && (arg == "" || arg == rulesHelp || arg == allHelp):
		s.page.Kind = HelpPage
		return nil
	case arg == "":
		if s.Listens {
			s.print(how(s.Person.Sight()) + " Type help all for all commands, help COMMAND for one of them, help rules for the rules. The main commands:")
			s.helpList(s.basics())
			return nil
		}
		s.print(s.wrapped(how(s.Person.Sight()) + " The main commands:"))
		for _, w := range s.basics() {
			s.helpWord(w.Word)
		}
		s.print(s.wrapped("help all lists all commands, help COMMAND explains one, help rules prints the rules."))
		return nil
	case arg == allHelp:
		words := usable(s.known(), s.now)
		if s.Listens {
			s.print(how(s.Person.Sight()) + " All commands:")
			s.helpList(words)
			return nil
		}
		s.print(s.wrapped(how(s.Person.Sight()) + " All commands:"))
		for _, w := range words {
			s.helpWord(w.Word)
		}
		return nil
	case arg == rulesHelp:
		rules := strings.TrimSpace(s.Person.Game().Info().Rules)
		if s.Terminal {
			s.lessons()
			s.print(Lines(rules, columns(s.Columns)))
		} else {
			s.print(rules)
		}
		return nil
	}
	w, ok := find(s.known(), arg)
	if !ok {
		return fmt.Errorf("there is no command %q; %s to list them", phrase.Clip(arg), game.Type("help all"))
	}
	s.helpWord(w.Word)
	return nil
}

// basics returns the main commands that exist at this table.
func (s *Session) basics() []word {
	names := usualBasics
	if own := s.Person.Game().Info().Basics; own != nil {
		names = own
	}
	if s.Study.Course() != nil {
		names = courseBasics
	} else if s.now.Other != table.Near {
		names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(forTwo, name) || name == "quit" })
		names = append(append(names, forTwo...), "quit")
	}
	var list []word
	for _, name := range names {
		if w, ok := find(usable(s.known(), s.now), name); ok {
			list = append(list, w)
		}
	}
	return list
}

// how returns the sentence of help about typing moves, with a legal move as its example.
func how(now table.Sight) string {
	if Watches(now.Now) {
		return "You are watching."
	}
	for _, m := range now.Moves() {
		if len(m.Spots) > 0 && !m.Secret {
			return "Type a move to play it, such as " + m.Text + "."
		}
	}
	return "Type a move to play it."
}

// wrapped returns a line, broken into several on a terminal if it is too long.
func (s *Session) wrapped(line string) string {
	if s.Terminal {
		return strings.Join(prose.Wrap(line, columns(s.Columns)), "\n")
	}
	return line
}

// helpWord explains a command.
func (s *Session) helpWord(w game.Word) { s.print(s.wrapped(helpLine(apartly(w, s.now)))) }

// apartly returns a command with the help that applies to it now.
func apartly(w game.Word, now table.Now) game.Word {
	switch text, ok := helpApart[w.Name]; {
	case !ok || now.Other == table.Near:
	case Watches(now) && w.Name == "clear":
		w.Help = "stop watching"
	default:
		w.Help = text
	}
	return w
}

// helpList explains commands to a person who listens.
func (s *Session) helpList(words []word) {
	var list []string
	for _, w := range words {
		list = append(list, join(w.Name, w.Args)+": "+apartly(w.Word, s.now).Help+".")
	}
	s.list("commands", list, "\n")
}

// lessons prints the one-minute lesson.
func (s *Session) lessons() {
	for _, shown := range game.Lessons(s.Person.Game()) {
		text := set([]prose.Block{{Kind: prose.Paragraph, Text: shown.Title + ". " + shown.Text}}, columns(s.Columns))
		said := set([]prose.Block{{Kind: prose.Paragraph, Text: strings.Join(shown.Said, " ")}}, columns(s.Columns))
		s.print(text + "\n\n" + strings.TrimRight(s.Paint(shown.Grid(columns(s.Columns))), "\n") + "\n\n" + said + "\n")
	}
}

// Lines breaks a text in Markdown into lines of at most columns columns.
func Lines(text string, columns int) string { return set(prose.Parse(text), columns) }

// set breaks blocks of text into lines of at most columns columns.
func set(blocks []prose.Block, columns int) string {
	var lines []string
	for _, line := range prose.Columns(columns).Set(blocks) {
		lines = append(lines, strings.TrimRight(line.Text(), " "))
	}
	return strings.Join(lines, "\n")
}
