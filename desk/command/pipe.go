package command

import (
	"errors"
	"io"

	"attic/internal/lines"
)

// pipe reads lines from a pipe or a file.
type pipe struct{ in *lines.Reader }

// NewPipe returns the Input of a pipe or a file.
func NewPipe(r io.Reader) Input { return pipe{lines.NewReader(r)} }

func (p pipe) ReadLine() (string, error) { return p.in.Next() }

func (p pipe) ReadSecret(string) (string, error) {
	return "", errors.New("this is not a terminal")
}
