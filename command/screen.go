package command

import (
	"slices"
	"strings"

	"attic/game"
	"attic/table"
)

// Front is a front-end that draws the table itself, such as the full screen. It takes the Person's events; a Session with a
// Front calls these methods for commands that have a page of their own.
type Front interface {
	Menu()                 // leave the game for the menu
	Help()                 // the page of help
	Review()               // the page that looks back on the round
	Read(title, md string) // a page with a text in Markdown
	Hint() error           // a hint, or what follows on the one that is shown
	Why(move string) error // why a move is as good as the best one or not; "" is the one that is pointed at
	Show(p game.Preview)   // a hint of a lesson or puzzle
	Live()                 // goes back to the position that is played, if another one is shown
}

// Carry runs one line for a Front and returns the text to show besides the events.
func (s *Session) Carry(line string) (string, error) {
	return s.carry(func() error { return s.do(line) })
}

// carry calls do with the table as it is now and returns what was printed.
func (s *Session) carry(do func() error) (string, error) {
	s.now = s.Person.Now()
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
	return s.act(table.Play(w.Name + " " + text))
}

// Act sends a request to the table. If the table answers later, Refused returns a refusal.
func (s *Session) Act(a table.Act) error { return s.act(a) }

func (s *Session) act(a table.Act) error {
	s.before(a)
	answer := s.Person.Do(a)
	select {
	case <-answer.Done():
		return answer.Err()
	default:
		s.sent = append(s.sent, answer)
		return nil
	}
}

// Sent reports whether a request has not been answered yet.
func (s *Session) Sent() bool { return len(s.sent) > 0 }

// Refused returns the refusal of an earlier request, if one arrived since the last call.
func (s *Session) Refused() (err error) {
	s.sent = slices.DeleteFunc(s.sent, func(a *table.Answer) bool {
		select {
		case <-a.Done():
			if a.Err() != nil {
				err = a.Err()
			}
			return true
		default:
			return false
		}
	})
	return err
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

// Close ends the session. It does not leave the table.
func (s *Session) Close() {
	s.settle()
	s.unload()
}

// Has reports whether there is such a word at this table.
func (s *Session) Has(word string) bool {
	_, ok := find(s.words, word)
	return ok
}

// Knows reports whether a line that begins with name, in lower case, is a command and no move.
func (s *Session) Knows(name string) bool {
	_, short := alias[name]
	return short || s.Has(name)
}

// Words lists the words of this table, for help.
func (s *Session) Words() []game.Word {
	var list []game.Word
	for _, w := range s.words {
		list = append(list, w.Word)
	}
	return list
}

// Offers reports whether there is such a word at a table of a game whose person may use everything.
func Offers(g game.Game, word string) bool {
	_, ok := find((&Session{Config: Config{May: Everything}}).vocabulary(g), word)
	return ok
}
