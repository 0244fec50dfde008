package command

import (
	"fmt"
	"strings"

	"attic/game"
	"attic/internal/phrase"
	"attic/internal/prose"
)

// widestHelp is how many columns of a terminal help uses at most.
const widestHelp = 100

// columns returns the width of help in columns.
func (s *Session) columns() int {
	if s.Columns == nil {
		return 80
	}
	return max(20, min(s.Columns(), widestHelp))
}

// help lists the words, explains one, or prints the rules. On a terminal the minute's lesson comes first, and text is
// broken into lines that fit.
func (s *Session) help(arg string) error {
	switch arg = strings.ToLower(arg); {
	case s.Front != nil && (arg == "" || arg == "rules"):
		s.Front.Help()
		return nil
	case arg == "":
		if s.Terminal {
			s.lessons()
		}
		s.print("A move is played by typing it. These are the words:")
		for _, w := range s.words {
			s.helpWord(w.Word)
		}
		return nil
	case arg == "rules":
		rules := strings.TrimSpace(s.Person.Game().Info().Rules)
		if s.Terminal {
			s.print(s.set(prose.Parse(rules)))
		} else {
			s.print(rules)
		}
		return nil
	}
	w, ok := find(s.words, arg)
	if !ok {
		return fmt.Errorf("there is no word %q; %s for the commands", phrase.Clip(arg), game.Type("help"))
	}
	s.helpWord(w.Word)
	return nil
}

// helpWord explains a word in a line, on a terminal in as many as it needs.
func (s *Session) helpWord(w game.Word) {
	line := helpLine(w)
	if s.Terminal {
		line = strings.Join(prose.Wrap(line, s.columns()), "\n")
	}
	s.print(line)
}

// lessons prints the minute's lesson.
func (s *Session) lessons() {
	for _, shown := range game.Lessons(s.Person.Game()) {
		text := s.set([]prose.Block{{Kind: prose.Paragraph, Text: shown.Title + ". " + shown.Text}})
		said := s.set([]prose.Block{{Kind: prose.Paragraph, Text: strings.Join(shown.Said, " ")}})
		s.print(text + "\n\n" + strings.TrimRight(s.Paint(shown.Grid(s.columns())), "\n") + "\n\n" + said + "\n")
	}
}

// set returns text that was broken into lines for the terminal.
func (s *Session) set(blocks []prose.Block) string { return set(blocks, s.columns()) }

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
