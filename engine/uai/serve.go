// Package uai lets other programs play a game, such as match runners and analysis boards. It answers the lines of UAI, the universal Ataxx
// interface, which is the UCI of chess engines with another name, for any game that implements [game.Engines].
//
// [Serve] is the loop of an engine that a match runner or a board has started: it answers lines until the input ends. It keeps reading during a
// search, so "stop" ends the search. [Carry] carries out a list of lines one after another, as the example does. A line that is wrong is answered
// with one line that says why, and changes nothing.
//
// docs/protocol.md describes the lines, and how the positions and moves of each game are written. Package arena is the other side: it plays matches
// between programs that speak UAI.
package uai

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"

	"attic/game"
	"attic/internal/lines"
	"attic/internal/phrase"
)

// Serve reads lines from in and writes each answer to out with a single Write. It returns nil after quit or at the end of the input, the
// error of ctx when ctx is done, and otherwise the first error of in or out. Before that it ends a search under way, which still answers,
// and lets a count or bench finish unless ctx is done. No goroutine is left when Serve returns, except for one in a Read of in that does
// not return. A bad line is answered with one line that says why, and changes nothing. name is the program's name in the line "id name".
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
			if s.counting() && !slices.ContainsFunc([]string{"uai", "stop", "isready"}, func(word string) bool { return isWord(l.text, word) }) {
				s.wait()
			}
			switch {
			case !ok || isWord(l.text, quit) || errors.Is(l.err, io.EOF):
				return s.halt()
			case l.bad():
				if l.position {
					s.wrong = l.err
				}
				s.refuse(l.err)
			case l.err != nil:
				return errors.Join(l.err, s.halt())
			default:
				s.obey(l.text)
			}
		}
	}
}

// Carry carries out lines one after another as Serve does, but finishes each before the next: only ctx ends "go infinite" and "go ponder".
// It returns the first error with which a line was answered.
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
	return s.refused
}

// Lines splits the words of list into lines: each command of the protocol starts a line.
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

// isWord reports whether a line begins with word, in upper or lower case.
func isWord(text, word string) bool {
	first, _ := phrase.Cut(text)
	return strings.EqualFold(first, word)
}

// line is a line of the input, or the error in its place.
type line struct {
	text     string
	err      error
	position bool // whether a line with an error may have been a position: it began like one, or was too long for anything else
}

// bad reports whether only this line cannot be read: the lines after it can.
func (l line) bad() bool { return errors.Is(l.err, lines.ErrLong) || errors.Is(l.err, lines.ErrBinary) }

// read sends the lines of in to a channel up to quit, the end of in or an error, or until ctx is done. It closes the channel.
func read(ctx context.Context, in io.Reader, to chan<- line) {
	defer close(to)
	r := lines.NewReader(in)
	for {
		text, err := r.Next()
		l := line{text, err, errors.Is(err, lines.ErrLong) || errors.Is(err, lines.ErrBinary) && isWord(string(r.Raw()), "position")}
		select {
		case to <- l:
			// The goroutine that receives the line is queued on this thread. Without Gosched, the next read would block the thread; while
			// all other threads are searching, the runtime takes milliseconds to notice that.
			runtime.Gosched()
		case <-ctx.Done():
			return
		}
		if err != nil && !l.bad() || isWord(text, quit) {
			return
		}
	}
}

// output writes for several goroutines. The first write error ends the conversation through fail.
type output struct {
	to   io.Writer
	fail context.CancelFunc
	mu   sync.Mutex
	err  error
}

// say writes text, one or more lines, and a line feed. It does nothing if text is "".
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
