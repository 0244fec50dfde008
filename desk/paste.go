package desk

import (
	"fmt"
	"strings"

	"attic/internal/phrase"
	"attic/table"
)

// pasting holds pasted moves that are still to be played.
type pasting struct {
	moves   []string
	trying  string // the line sent last, until it is answered
	reviews bool   // the round is reviewed once they are played
}

// lineEnds replaces the line endings of pasted text with line feeds.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// add adds the lines of a text: each is a move, or several as history prints them.
func (p *pasting) add(text string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			p.moves = append(p.moves, line)
		}
	}
}

// play sends the first of the moves. sent returns how many answers are still to come; if there are any, answered must be called with it.
func (p *pasting) play(send func(table.Act) error, sent func() int) error {
	line := p.moves[0]
	p.moves = p.moves[1:]
	if number, ok := strings.CutPrefix(line, "Round "); ok && number != "" && strings.Trim(number, "0123456789") == "" { // a heading that history prints
		return nil
	}
	err := send(table.Play(unnumbered(line)))
	p.trying = line
	if sent() > 0 {
		return nil
	}
	return p.answered(err)
}

// answered takes the answer to the line that was sent last, if there is one. It splits a line that was refused into several moves, or returns
// an error.
func (p *pasting) answered(err error) error {
	line := p.trying
	if p.trying = ""; err == nil || line == "" {
		return err
	}
	parts := strings.Split(line, ",")
	if len(parts) == 1 {
		parts = strings.Fields(line)
	}
	var moves []string
	for _, part := range parts {
		if part = unnumbered(part); part != "" {
			moves = append(moves, part)
		}
	}
	if len(moves) > 1 || len(moves) == 1 && moves[0] != unnumbered(line) {
		p.moves = append(moves, p.moves...)
		return nil
	}
	left := len(p.moves)
	p.moves = nil
	switch {
	case left == 1:
		return fmt.Errorf("%q: %w; the command after it was skipped", phrase.Clip(line), err)
	case left > 1:
		return fmt.Errorf("%q: %w; the %d commands after it were skipped", phrase.Clip(line), err, left)
	}
	return fmt.Errorf("%q: %w", phrase.Clip(line), err)
}

// unnumbered returns a move without the number that history writes before it: "12. a7-b6", "12.".
func unnumbered(text string) string {
	text = strings.TrimSpace(text)
	if digits := strings.TrimLeft(text, "0123456789"); digits != text && strings.HasPrefix(digits, ".") {
		return strings.TrimSpace(digits[1:])
	}
	return text
}
