package command

import (
	"strings"

	"attic/table"
)

// Carry carries out one line for a front-end that shows the table itself. It returns what is to be said
// beside the events that watchers are told.
func (s *Session) Carry(line string) (string, error) {
	return s.carry(func() error { return s.do(line) })
}

// carry calls do with the table as it is now and returns what was printed.
func (s *Session) carry(do func() error) (string, error) {
	s.watch.Take() // the front-end has its own watch
	s.now = s.Table.Now(table.Here)
	err := do()
	text := strings.TrimSuffix(s.printed.String(), "\n")
	s.printed.Reset()
	return text, err
}

// Done reports whether a line said to quit.
func (s *Session) Done() bool { return s.done }

// Asked returns the question that the last line needs answered without showing the answer, or "".
func (s *Session) Asked() string {
	if s.secret == nil {
		return ""
	}
	return s.secret.Ask
}

// Answer answers what was Asked.
func (s *Session) Answer(text string) error {
	w := s.secret
	s.secret = nil
	return s.Table.Play(w.Name + " " + text)
}

// GiveUp leaves what was Asked unanswered.
func (s *Session) GiveUp() { s.secret = nil }

// Loading reports whether lines of a file are still to be carried out. They go by LoadLine, one at a time
// while no program thinks.
func (s *Session) Loading() bool { return len(s.files) > 0 }

// LoadLine carries out the next line of the file that is being loaded and returns what is to be said.
func (s *Session) LoadLine() string {
	text, _ := s.carry(func() error { s.loadLine(); return nil })
	return text
}

// Layer reports whether a layer of the board is to be shown.
func (s *Session) Layer(name string) bool { return s.layers[name] }

// Forget hides all layers, for another round or game.
func (s *Session) Forget() { clear(s.layers) }

// Close ends the session.
func (s *Session) Close() {
	s.unload()
	s.watch.Close()
}

// Has reports whether there is such a word at this table.
func (s *Session) Has(word string) bool {
	_, ok := find(s.words, word)
	return ok
}

// Words lists the words of this table, for help.
func (s *Session) Words() []string {
	var list []string
	for _, w := range s.words {
		list = append(list, helpLine(w.Word))
	}
	return list
}
