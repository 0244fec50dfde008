package lines

import (
	"errors"
	"fmt"
	"io"
	"sync"

	bounded "attic/internal/lines"
	"attic/internal/phrase"
)

// Pipe is the Input of a script: a pipe or a file. It counts failures.
type Pipe struct {
	in    *bounded.Reader
	mu    sync.Mutex
	line  int   // the number of the line that was read last
	first error // the first failure, with its line, or nil
	more  int   // the number of failures after it
}

// NewPipe returns the Input of a pipe or a file.
func NewPipe(r io.Reader) *Pipe { return &Pipe{in: bounded.NewReader(r)} }

// ReadLine implements [Input].
func (p *Pipe) ReadLine() (string, error) {
	line, err := p.in.Next()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.line = p.in.Number()
	return line, err
}

// ReadSecret implements [Input]: it returns an error.
func (p *Pipe) ReadSecret(string) (string, error) {
	return "", errors.New("this is not a terminal")
}

// Fails records, if in is a Pipe, a failure after the line that was read last; a person at a terminal has seen it. The reason, why, is an error
// or a sentence.
func Fails(in Input, why any) {
	p, ok := in.(*Pipe)
	if !ok {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.first != nil:
		p.more++
	case p.line == 0: // before any line was read
		p.first = fmt.Errorf("%v", why)
	default:
		p.first = fmt.Errorf("line %d: %v", p.line, why)
	}
}

// Err returns nil, or an error with the first failure and the number of others. Call it at the end.
func (p *Pipe) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.more == 0 {
		return p.first
	}
	return fmt.Errorf("%w (and %s more)", p.first, phrase.Count(p.more, "failure"))
}

// unreadable reports whether an error of Input.ReadLine is about a single line, after which the rest can be read.
func unreadable(err error) bool {
	return errors.Is(err, bounded.ErrLong) || errors.Is(err, bounded.ErrBinary)
}
