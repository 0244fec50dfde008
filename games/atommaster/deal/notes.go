package deal

import (
	"attic/games/atommaster/rules"
)

// Notes holds what the solver noted on squares. Notes do not affect the score, everybody sees them, and they end
// with the deal.
type Notes [len(NoteKinds)]rules.Layout

// NoteKinds lists the kinds of notes; a square can carry one at a time. Their signs are neither letters nor
// numbers, because those mark ports.
var NoteKinds = [...]struct {
	Word  string // the first word of the move: "sure e5"
	Key   string
	Label string
	Says  string
	Sign  rune // shown on the square
}{
	{"sure", "a", "Sure", "surely an atom", '+'},
	{"maybe", "m", "Maybe", "perhaps an atom", '~'},
	{"free", "f", "Free", "no atom", '-'},
}

// Blank returns the notes of a field without any.
func Blank(f rules.Field) (n Notes) {
	for kind := range n {
		n[kind] = f.Empty()
	}
	return n
}

// At returns the kind of the note on a square, -1 if there is none.
func (n Notes) At(s rules.Square) int {
	for kind, l := range n {
		if l.Has(s) {
			return kind
		}
	}
	return -1
}

// Count returns the number of notes.
func (n Notes) Count() int {
	sum := 0
	for _, l := range n {
		sum += l.Count()
	}
	return sum
}

// NoteKind returns the kind of note that the command word writes, or -1.
func NoteKind(word string) int {
	for kind, k := range NoteKinds {
		if k.Word == word {
			return kind
		}
	}
	return -1
}

// Note returns the move that writes a note on squares.
func Note(kind int, list ...rules.Square) string {
	text := NoteKinds[kind].Word
	for _, s := range list {
		text += " " + s.String()
	}
	return text
}
