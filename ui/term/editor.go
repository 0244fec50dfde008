package term

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"sync"
	"unicode/utf8"

	xterm "golang.org/x/term"

	"attic/internal/lines"
	"attic/internal/phrase"
)

// Editor reads lines that a person types on a terminal, with editing, history and completion, and writes
// output above the line being typed without disturbing it.
type Editor struct {
	in     *Input
	out    *os.File
	prompt string
	plain  *lines.Reader   // on a dumb terminal
	asking bool            // on a dumb terminal: the prompt is the last line written
	mu     sync.Mutex      // guards asking, writes that depend on it, and the replacement of screen
	screen *xterm.Terminal // on any other terminal
	keys   keys            // the keys that screen reads
	saved  *xterm.State    // the state of the terminal before the editor took over
	back   func()          // lets a console show escape codes again as they are; nil on a dumb terminal
}

// ErrGivenUp is returned when the person leaves a question unanswered with Ctrl-C or Ctrl-D.
var ErrGivenUp = errors.New("given up")

const (
	ctrlC = 3
	ctrlD = 4
	ctrlU = 21 // deletes the line
)

// keys reads typed keys. While a secret is asked for, Ctrl-C and Ctrl-D, which otherwise end the program,
// clear the line and end it.
type keys struct {
	in      io.Reader
	secret  bool
	givenUp bool
	ended   bool // the input has ended
	shapes
	part, ready []byte // the start of an incomplete character, and the bytes to return next
}

func (k *keys) Read(p []byte) (int, error) {
	if len(k.ready) == 0 {
		n, err := k.in.Read(p)
		k.ended = k.ended || err != nil
		if k.secret || err != nil || n == 0 {
			return k.asked(p, n, err)
		}
		text := append(k.part, p[:n]...)
		whole := len(text)
		for i := max(0, whole-utf8.UTFMax+1); i < len(text); i++ {
			if utf8.RuneStart(text[i]) && !utf8.FullRune(text[i:]) {
				whole = i
				break
			}
		}
		for _, begun := range []string{"\x1b", "\x1b["} {
			if k.any() && bytes.HasSuffix(text, []byte(begun)) { // perhaps the start of a key in shapedKeys
				whole = len(text) - len(begun)
			}
		}
		k.part, k.ready = bytes.Clone(text[whole:]), k.typed(text[:whole])
	}
	n := copy(p, k.ready)
	k.ready = k.ready[n:]
	return n, nil
}

// asked leaves the n bytes read in p. If they contain Ctrl-C or Ctrl-D while a secret is typed, it
// replaces them with keys that clear and end the line. It returns the number of bytes in p.
func (k *keys) asked(p []byte, n int, err error) (int, error) {
	if i := bytes.IndexAny(p[:n], string([]byte{ctrlC, ctrlD})); k.secret && i >= 0 && len(p) >= 2 {
		k.givenUp = true
		return copy(p, []byte{ctrlU, '\r'}), err
	}
	return n, err
}

// fit sets the width of the line editor to the terminal's present width.
func (e *Editor) fit() {
	e.mu.Lock()
	screen := e.screen
	e.mu.Unlock()
	if width, height, err := xterm.GetSize(int(e.out.Fd())); err == nil && width > 0 {
		_ = screen.SetSize(width, height) // fails only if writing fails
	}
}

// Columns returns the width of the terminal in columns, or 80 if it is unknown.
func (e *Editor) Columns() int {
	if width, _, err := xterm.GetSize(int(e.out.Fd())); err == nil && width > 0 {
		return width
	}
	return 80
}

// IsTerminal reports whether a file is a terminal.
func IsTerminal(f *os.File) bool { return xterm.IsTerminal(int(f.Fd())) }

// NewEditor takes over a terminal until Close. A dumb terminal cannot move its cursor; its lines are read
// without editing.
func NewEditor(in *Input, out *os.File, dumb bool) (*Editor, error) {
	saved, err := xterm.GetState(int(in.Fd()))
	if err != nil {
		return nil, err
	}
	e := &Editor{in: in, out: out, saved: saved}
	if dumb {
		e.plain = lines.NewReader(in)
		return e, nil
	}
	if e.back, err = takeOutput(out.Fd()); err != nil {
		return nil, err
	}
	if _, err := xterm.MakeRaw(int(in.Fd())); err != nil {
		e.back()
		return nil, err
	}
	e.keys.in = in
	e.screen = e.newScreen()
	e.screen.SetBracketedPasteMode(true)
	e.fit()
	return e, nil
}

func (e *Editor) newScreen() *xterm.Terminal {
	screen := xterm.NewTerminal(struct {
		io.Reader
		io.Writer
	}{&e.keys, shapedOutput{e.out, &e.keys.shapes}}, e.prompt)
	screen.AutoCompleteCallback = e.keys.pressed
	return screen
}

// again replaces the line editor's screen after Ctrl-C or Ctrl-D, because the old screen would return
// io.EOF for ever.
func (e *Editor) again() {
	next := e.newScreen()
	next.AutoCompleteCallback, next.History = e.screen.AutoCompleteCallback, e.screen.History
	_, _ = io.WriteString(e.out, "\r\x1b[K") // remove the prompt that was not answered
	e.mu.Lock()
	e.screen = next
	e.mu.Unlock()
	e.fit()
}

// SetPrompt sets the prompt.
func (e *Editor) SetPrompt(prompt string) {
	e.prompt = prompt
	if e.screen != nil {
		e.screen.SetPrompt(prompt)
	}
}

// Complete makes Tab complete the line; the function candidates returns the possible completions of a
// line.
func (e *Editor) Complete(candidates func(line string) []string) {
	if e.screen == nil {
		return
	}
	e.screen.AutoCompleteCallback = func(line string, pos int, key rune) (string, int, bool) {
		if key != '\t' {
			return e.keys.pressed(line, pos, key)
		}
		typed := e.keys.text(line[:pos], asRead)
		done := phrase.Start(candidates(typed))
		if len(done) < len(typed) {
			return line, pos, true
		}
		done = e.keys.shaped(done)
		return done + line[pos:], len(done), true
	}
}

// ReadLine reads one line. It returns io.EOF for Ctrl-C and Ctrl-D, and can be called again afterwards.
func (e *Editor) ReadLine() (string, error) {
	if e.plain != nil {
		if err := e.ask(true); err != nil {
			return "", err
		}
		line, err := e.plain.Next()
		return line, errors.Join(err, e.ask(false))
	}
	e.fit()
	e.in.handled(math.MaxInt)
	line, err := e.screen.ReadLine()
	line = e.keys.text(line, asRead)
	if errors.Is(err, io.EOF) && !e.keys.ended {
		e.again()
	}
	if errors.Is(err, xterm.ErrPasteIndicator) {
		err = nil
	}
	return line, err
}

// ask shows the prompt on a dumb terminal, or records that it has been answered.
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
	if e.screen == nil {
		return e.readHidden(question)
	}
	e.keys.secret, e.keys.givenUp = true, false
	line, err := e.screen.ReadPassword(question)
	e.keys.secret = false
	if err == nil && e.keys.givenUp {
		err = ErrGivenUp
	}
	return line, err
}

// readHidden does the work of ReadSecret on a dumb terminal. Echo is turned off before the question is
// shown.
func (e *Editor) readHidden(question string) (string, error) {
	before, err := xterm.MakeRaw(int(e.in.Fd()))
	if err != nil {
		return "", err
	}
	defer func() { _ = xterm.Restore(int(e.in.Fd()), before) }() // fails only if the terminal is gone
	if _, err := io.WriteString(e.out, question); err != nil {
		return "", err
	}
	defer func() { _, _ = io.WriteString(e.out, "\r\n") }() // the line end that was not echoed
	var line []byte
	for key := make([]byte, 1); ; {
		if _, err := e.in.Read(key); err != nil {
			return "", err
		}
		switch key[0] {
		case '\r', '\n':
			return string(line), nil
		case ctrlC, ctrlD:
			return "", ErrGivenUp
		case ctrlU:
			line = nil
		case '\b', 127:
			line = line[:max(0, len(line)-1)]
		default:
			line = append(line, key[0])
		}
	}
}

// Write shows text above the line being typed. A dumb terminal shows the text below the prompt, and then
// the prompt again.
func (e *Editor) Write(text []byte) (int, error) {
	e.mu.Lock()
	if screen := e.screen; screen != nil {
		e.mu.Unlock()
		e.fit()
		return screen.Write(text)
	}
	defer e.mu.Unlock()
	if !e.asking {
		return e.out.Write(text)
	}
	_, err := io.WriteString(e.out, "\n"+string(text)+e.prompt)
	return len(text), err
}

// Close restores the terminal.
func (e *Editor) Close() error {
	if e.screen != nil {
		e.screen.SetBracketedPasteMode(false)
		_, _ = io.WriteString(e.out, "\r\x1b[K") // remove the open prompt
		e.back()
	}
	return xterm.Restore(int(e.in.Fd()), e.saved)
}
