package command

import (
	"errors"
	"fmt"
	"io"
	"os"

	"attic/internal/lines"
	"attic/internal/phrase"
	"attic/match/store"
)

// Loads are files of commands that are being loaded, the innermost last.
type Loads []*file

// file is a file of commands.
type file struct {
	name   string
	handle *os.File
	in     *lines.Reader
}

// deepest is the largest number of files that may load each other.
const deepest = 20

// open begins to load a file.
func (l *Loads) open(path string) error {
	if path == "" {
		return errors.New("load needs a file name: load FILE")
	}
	handle, err := store.OpenText(path)
	if err != nil {
		return fmt.Errorf("%s: %w", phrase.Name(path), err)
	}
	info, err := handle.Stat()
	if err == nil && len(*l) == deepest {
		err = fmt.Errorf("more than %d files load each other", deepest)
	}
	for _, f := range *l {
		if open, e := f.handle.Stat(); err == nil && e == nil && os.SameFile(open, info) {
			err = errors.New("it is being loaded already; a file cannot load itself")
		}
	}
	if err != nil {
		_ = handle.Close() // nothing was read
		return fmt.Errorf("%s: %w", phrase.Name(path), err)
	}
	*l = append(*l, &file{name: path, handle: handle, in: lines.NewReader(handle)})
	return nil
}

// Next calls do with the next line and returns what to say about it, such as an error with its place. It must not be called without files.
func (l *Loads) Next(do func(line string) error) string {
	f := (*l)[len(*l)-1]
	line, err := f.in.Next()
	where := fmt.Sprintf("%s:%d: ", phrase.Name(f.name), f.in.Number())
	switch {
	case err == nil:
		err = do(line)
	case errors.Is(err, lines.ErrLong) || errors.Is(err, lines.ErrBinary) && f.in.Number() > 1:
	default: // the end, or not a text file
		_ = f.handle.Close() // only read
		*l = (*l)[:len(*l)-1]
		if errors.Is(err, io.EOF) {
			return ""
		}
	}
	if err == nil {
		return ""
	}
	return where + Sentence(err)
}

func (l *Loads) close() {
	for _, f := range *l {
		_ = f.handle.Close() // it was only read
	}
}
