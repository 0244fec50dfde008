package lines

import (
	"errors"
	"io"

	bounded "attic/internal/lines"
)

// pipe reads lines from a pipe or a file.
type pipe struct{ in *bounded.Reader }

// NewPipe returns the Input of a pipe or a file.
func NewPipe(r io.Reader) Input { return pipe{bounded.NewReader(r)} }

func (p pipe) ReadLine() (string, error) { return p.in.Next() }

func (p pipe) ReadSecret(string) (string, error) {
	return "", errors.New("this is not a terminal")
}

// unreadable reports whether an error of Input.ReadLine is about a single line, after which the rest can be read.
func unreadable(err error) bool {
	return errors.Is(err, bounded.ErrLong) || errors.Is(err, bounded.ErrBinary)
}
