// Package term is the terminal front-end: how lines are typed and shown on a terminal.
package term

import (
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"unicode/utf8"

	xterm "golang.org/x/term"

	"attic/internal/lines"
)

// Editor reads lines that a person types on a terminal, with editing, history and completion, and writes
// between them without disturbing what is being typed.
type Editor struct {
	in     *os.File
	out    *os.File
	prompt string
	plain  *lines.Reader   // on a terminal without cursor movement
	asking bool            // there: the prompt stands at the end of the screen
	mu     sync.Mutex      // guards asking and what is written with it
	screen *xterm.Terminal // otherwise
	saved  *xterm.State    // how the terminal was
}

// IsTerminal reports whether a file is a terminal.
func IsTerminal(f *os.File) bool { return xterm.IsTerminal(int(f.Fd())) }

// NewEditor takes over a terminal until Close. A dumb one cannot move its cursor: there lines are read
// as the system gives them.
func NewEditor(in, out *os.File, dumb bool) (*Editor, error) {
	saved, err := xterm.GetState(int(in.Fd()))
	if err != nil {
		return nil, err
	}
	e := &Editor{in: in, out: out, saved: saved}
	if dumb {
		e.plain = lines.NewReader(in)
		return e, nil
	}
	if _, err := xterm.MakeRaw(int(in.Fd())); err != nil {
		return nil, err
	}
	e.screen = xterm.NewTerminal(struct {
		io.Reader
		io.Writer
	}{in, out}, "")
	e.screen.SetBracketedPasteMode(true)
	if width, height, err := xterm.GetSize(int(out.Fd())); err == nil && width > 0 {
		_ = e.screen.SetSize(width, height) // it only fails when writing does
	}
	return e, nil
}

// SetPrompt sets what stands before the line that is typed.
func (e *Editor) SetPrompt(prompt string) {
	e.prompt = prompt
	if e.screen != nil {
		e.screen.SetPrompt(prompt)
	}
}

// Complete makes Tab complete what is typed from the texts that candidates returns for it.
func (e *Editor) Complete(candidates func(line string) []string) {
	if e.screen == nil {
		return
	}
	e.screen.AutoCompleteCallback = func(line string, pos int, key rune) (string, int, bool) {
		if key != '\t' {
			return "", 0, false
		}
		done := common(candidates(line[:pos]))
		if len(done) < pos {
			return line, pos, true
		}
		return done + line[pos:], len(done), true
	}
}

// common returns the longest text with which all of list begin.
func common(list []string) string {
	if len(list) == 0 {
		return ""
	}
	start := list[0]
	for _, s := range list[1:] {
		for !strings.HasPrefix(s, start) {
			_, size := utf8.DecodeLastRuneInString(start)
			start = start[:len(start)-size]
		}
	}
	return start
}

// ReadLine reads one line.
func (e *Editor) ReadLine() (string, error) {
	if e.plain != nil {
		if err := e.ask(true); err != nil {
			return "", err
		}
		line, err := e.plain.Next()
		return line, errors.Join(err, e.ask(false))
	}
	line, err := e.screen.ReadLine()
	if errors.Is(err, xterm.ErrPasteIndicator) {
		err = nil
	}
	return line, err
}

// ask shows the prompt of a terminal without cursor movement, or notes that it has been answered.
func (e *Editor) ask(asking bool) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.asking = asking
	if !asking {
		return nil
	}
	_, err := io.WriteString(e.out, e.prompt)
	return err
}

// ReadSecret asks for a line and reads it without showing it.
func (e *Editor) ReadSecret(question string) (string, error) {
	if e.screen != nil {
		return e.screen.ReadPassword(question)
	}
	if _, err := io.WriteString(e.out, question); err != nil {
		return "", err
	}
	line, err := xterm.ReadPassword(int(e.in.Fd()))
	_, _ = io.WriteString(e.out, "\n") // the one that was not shown
	return string(line), err
}

// Write shows text above the line that is being typed. Where the cursor cannot move it goes below the
// prompt, which is then shown again.
func (e *Editor) Write(text []byte) (int, error) {
	if e.screen != nil {
		return e.screen.Write(text)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.asking {
		return e.out.Write(text)
	}
	_, err := io.WriteString(e.out, "\n"+string(text)+e.prompt)
	return len(text), err
}

// Close gives the terminal back.
func (e *Editor) Close() error {
	if e.screen != nil {
		e.screen.SetBracketedPasteMode(false)
	}
	return xterm.Restore(int(e.in.Fd()), e.saved)
}
