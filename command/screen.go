package command

import (
	"errors"
	"slices"
	"strings"

	"attic/game"
	"attic/table"
)

// Output is what a line has led to, in addition to the events of the table.
type Output struct {
	Text string // to be shown
	Page Page   // to be opened
}

// Page is a page of a screen that a command opens.
type Page struct {
	Kind        PageKind
	Title, Text string // of a TextPage; Text is Markdown
}

// PageKind is the kind of a Page.
type PageKind uint8

// The kinds of pages. NoPage stays on the page of the game.
const (
	NoPage     PageKind = iota
	MenuPage            // leave the game for the menu
	QuitPage            // ask whether to leave a running game with another machine, and end the program
	HelpPage            // help for this game
	ReviewPage          // the review of the round
	TextPage            // a text to read
)

// Carry carries out a request for a Screen.
func (s *Session) Carry(r Request) (Output, error) {
	return s.carry(func() error { return s.perform(r) })
}

// carry calls do after updating the table's state, and returns what it led to.
func (s *Session) carry(do func() error) (Output, error) {
	s.now, s.page = s.Person.Now(), Page{}
	err := do()
	out := Output{strings.TrimSuffix(s.printed.String(), "\n"), s.page}
	s.printed.Reset()
	return out, err
}

// Done reports whether the person has quit.
func (s *Session) Done() bool { return s.done }

// Asked returns the question whose answer must not be shown, if the last line led to one; otherwise "".
func (s *Session) Asked() string {
	if s.secret == nil {
		return ""
	}
	return s.secret.Ask
}

// Answer answers the question of Asked.
func (s *Session) Answer(text string) error {
	w := s.secret
	s.secret = nil
	return s.act(table.Play(w.Name + " " + text))
}

// Act sends a request to the table. If the table answers later, Refused returns any refusal.
func (s *Session) Act(a table.Act) error {
	s.before(a)
	answer := s.Person.Do(a)
	select {
	case <-answer.Done():
		return answer.Err()
	default:
		s.sent = append(s.sent, request{answer, a.Verb})
		return nil
	}
}

// act is Act for a command: it also says when a request cannot be sent yet.
func (s *Session) act(a table.Act) error {
	before, now, info := len(s.sent), s.Person.Now(), s.Person.Game().Info()
	if move := table.Play("").Verb; now.Other == table.Away && a.Verb == move && slices.ContainsFunc(s.sent, func(r request) bool { return r.what == move }) {
		return errors.New("your last move still waits until " + Inside(Other(now, info)) + " is back") // and after it this one would be refused
	}
	err := s.Act(a)
	if text := Unsent(now, info); text != "" && len(s.sent) > before && !s.Screen { // a screen says so as long as it is true
		s.say(strings.TrimSuffix(text, ".") + ", unless you quit first.")
	}
	return err
}

// request is an act that was sent to the table, until it is answered.
type request struct {
	answer *table.Answer
	what   table.Verb
}

// Sent reports whether a request is still unanswered.
func (s *Session) Sent() bool { return len(s.sent) > 0 }

// Refused returns the refusal of an earlier request, if one arrived since the last call.
func (s *Session) Refused() (err error) {
	s.sent = slices.DeleteFunc(s.sent, func(r request) bool {
		select {
		case <-r.answer.Done():
			if r.answer.Err() != nil {
				err = r.answer.Err()
			}
			return true
		default:
			return false
		}
	})
	return err
}

// GiveUp leaves the question of Asked unanswered.
func (s *Session) GiveUp() { s.secret = nil }

// Loading reports whether lines of a loaded file remain. LoadLine carries them out one at a time, while the computer is not thinking.
func (s *Session) Loading() bool { return len(s.files) > 0 }

// LoadLine carries out the next line of the file being loaded.
func (s *Session) LoadLine() Output {
	out, _ := s.carry(func() error { s.loadLine(); return nil })
	return out
}

// Layer reports whether the layer called name is shown on the board.
func (s *Session) Layer(name string) bool { return s.layers[name] }

// Forget hides all layers, before another round or game.
func (s *Session) Forget() { clear(s.layers) }

// Close ends the session. It does not leave the table.
func (s *Session) Close() {
	s.settle()
	for _, f := range s.files {
		_ = f.handle.Close() // it was only read
	}
}

// known returns the commands that exist now, which are others in a lesson or puzzle.
func (s *Session) known() Vocabulary {
	if s.Study.Course() != nil {
		return s.taught
	}
	return s.words
}

// Read returns the request of a typed line.
func (s *Session) Read(line string) (Request, error) { return s.known().Read(line, s.Person.Now()) }

// Has reports whether a command exists at this table and is Usable.
func (s *Session) Has(name string) bool { return s.known().Has(Verb(name), s.Person.Now()) }

// Words returns the commands of this table, for help.
func (s *Session) Words() []game.Word { return s.known().Words(s.Person.Now()) }

// Complete returns the possible completions of a line.
func (s *Session) Complete(line string) []string { return s.known().Complete(line, s.Person.Sight()) }

// Offers reports whether a command exists at a person's own table of g.
func Offers(g game.Game, word string, may May) bool {
	_, ok := find(VocabularyOf(g, may), word)
	return ok
}

// WordsOf lists the commands of a game for a person who may use everything in line mode, for manuals.
func WordsOf(g game.Game) (list []game.Word) {
	for _, w := range VocabularyOf(g, Everything) {
		list = append(list, w.Word)
	}
	return list
}

// VocabularyOf returns the commands of a person at their own table of g.
func VocabularyOf(g game.Game, may May) Vocabulary {
	return (&Session{Config: Config{May: may, Owner: new(table.Table)}}).vocabulary(g)
}
