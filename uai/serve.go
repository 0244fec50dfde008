// Package uai lets a game be played by programs: it speaks the universal Ataxx interface, UAI, on lines of
// input and output, over whatever game.Engines a game offers. docs/protocol.md describes the words.
package uai

import (
	"context"
	"errors"
	"io"
	"runtime"
	"strings"
	"sync"

	"attic/game"
	"attic/internal/lines"
	"attic/internal/phrase"
)

// ErrLines is returned when some lines were answered by an error.
var ErrLines = errors.New("some lines were answered by an error")

// Serve reads lines from in and answers on out, each time with one Write, until quit, the end of the input, or ctx is
// done; then it returns nil, nil or the error of ctx. A search under way is ended and answers; counting ends only
// when it is done or ctx is. Nothing of it is left when Serve returns, except for a Read of in that nothing ends. A bad line is
// answered by one that says why, and changes nothing. The name is that of the program. Serve returns the first error
// of in and of out.
func Serve(ctx context.Context, in io.Reader, out io.Writer, g game.Engines, name string) error {
	s, end, err := newSession(ctx, out, g, name)
	if err != nil {
		return err
	}
	defer end()
	input := make(chan line)
	go read(s.ctx, in, input)
	for {
		select {
		case <-s.ctx.Done():
			return s.halt()
		case text := <-s.answer():
			s.finish(text)
		case l, ok := <-input:
			if s.counting() && !isWord(l.text, "stop") && !isWord(l.text, "isready") {
				s.wait()
			}
			switch {
			case !ok || isWord(l.text, quit) || errors.Is(l.err, io.EOF):
				return s.halt()
			case l.bad():
				s.refuse(l.err)
			case l.err != nil:
				return errors.Join(l.err, s.halt())
			default:
				s.obey(l.text)
			}
		}
	}
}

// Carry carries out lines one after the other as Serve does, but lets each come to its end: only ctx ends
// "go infinite" and "go ponder". It returns ErrLines if one was answered by an error.
func Carry(ctx context.Context, list []string, out io.Writer, g game.Engines, name string) error {
	s, end, err := newSession(ctx, out, g, name)
	if err != nil {
		return err
	}
	defer end()
	for _, text := range list {
		if isWord(text, quit) {
			break
		}
		s.obey(text)
		s.wait()
		if s.ctx.Err() != nil {
			break
		}
	}
	if err := s.halt(); err != nil {
		return err
	}
	if s.refused {
		return ErrLines
	}
	return nil
}

// Lines puts words together to lines: a line begins with each that is one of the protocol.
func Lines(list []string) []string {
	var found []string
	for _, word := range strings.Fields(strings.Join(list, " ")) {
		if len(found) == 0 || known(word) {
			found = append(found, word)
		} else {
			found[len(found)-1] += " " + word
		}
	}
	return found
}

// isWord reports whether a line begins with a word.
func isWord(text, word string) bool {
	first, _ := phrase.Cut(text)
	return strings.EqualFold(first, word)
}

// line is a line of the input or what is wrong with it.
type line struct {
	text string
	err  error
}

// bad reports whether the lines after it can be read all the same.
func (l line) bad() bool { return errors.Is(l.err, lines.ErrLong) || errors.Is(l.err, lines.ErrBinary) }

// read hands on the lines of an input up to quit, the end or an error, or until ctx is done.
func read(ctx context.Context, in io.Reader, to chan<- line) {
	defer close(to)
	r := lines.NewReader(in)
	for {
		text, err := r.Next()
		l := line{text, err}
		select {
		case to <- l:
			// Who takes the line runs on this thread. Without giving way to it here, the next read would block
			// the thread, and while all others search it is milliseconds until the runtime finds out.
			runtime.Gosched()
		case <-ctx.Done():
			return
		}
		if err != nil && !l.bad() || isWord(text, quit) {
			return
		}
	}
}

// output writes for several goroutines. The first error ends it all.
type output struct {
	to   io.Writer
	fail context.CancelFunc
	mu   sync.Mutex
	err  error
}

// say writes lines, the last one without its line feed; "" is nothing to say.
func (o *output) say(text string) {
	if text == "" {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return
	}
	if _, o.err = io.WriteString(o.to, text+"\n"); o.err != nil {
		o.fail()
	}
}

// broken returns the error that ended the output.
func (o *output) broken() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}
