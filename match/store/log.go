package store

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"slices"
	"strings"

	"attic/internal/lines"
	"attic/match"
)

// A log is a file to which lines are only added, each with its hash. A line with a wrong hash is skipped; its hash still shows whether the
// next line is right. Logs can be rebuilt from the games, so they are not synced.

// entries are lines of a log.
type entries struct {
	lines []string
	size  int64       // the size of the log up to the end of the last complete line
	chain match.Chain // the chain after that line
	bad   int         // the number of skipped lines
	read  int64       // the size of the log, including an incomplete line
}

// readLog returns the lines of the log at path. A missing log is empty.
func readLog(path string) (e entries, err error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return e, nil
	}
	if err != nil {
		return e, Plain(err)
	}
	e.take(text)
	e.read = int64(len(text))
	return e, nil
}

// take adds the complete lines of text.
func (e *entries) take(text []byte) {
	for len(text) > 0 {
		end := bytes.IndexByte(text, '\n')
		if end < 0 {
			return
		}
		sealed := string(text[:end])
		if line, ok := e.chain.Unseal(sealed); ok {
			e.lines = append(e.lines, line)
		} else {
			e.bad++
			e.chain = match.Chain(sealed[max(0, len(sealed)-match.ChainBytes):])
		}
		text = text[end+1:]
		e.size += int64(end) + 1
	}
}

// add adds lines to the log at path, after the lines of e. It removes any text after those.
func (e *entries) add(path string, list ...string) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return Plain(err)
	}
	chain := e.chain
	var b strings.Builder
	for _, line := range list {
		b.WriteString(chain.Seal(line))
		b.WriteByte('\n')
	}
	info, err := file.Stat()
	if err == nil && info.Size() > e.size {
		err = file.Truncate(e.size)
	}
	if err == nil {
		_, err = file.WriteAt([]byte(b.String()), e.size)
	}
	if e := file.Close(); err == nil {
		err = e
	}
	if err == nil {
		e.size, e.chain, e.lines = e.size+int64(b.Len()), chain, append(e.lines, list...)
	}
	return Plain(err)
}

// writeLog replaces the log at path by a log with the lines in list.
func writeLog(path string, list []string) (e entries, err error) {
	text := match.Sealed(list...)
	err = replace(path, 0o600, writes([]byte(text)), way{alone: true, quick: true})
	e.take([]byte(text))
	return e, err
}

// chunk is the number of bytes of a log that are read in one step from its end.
const chunk = 1 << 18

// lastLines returns the lines of a log of size bytes that begin with start and have a right hash, from the last to the first.
func lastLines(log io.ReaderAt, size int64, start string) iter.Seq[string] {
	return func(yield func(string) bool) {
		key := []byte("\n" + start)
		text := make([]byte, 0, min(size, chunk)+int64(len(key)))
		for end := size; end > 0; {
			from := max(0, end-chunk)
			text = text[:min(end+int64(len(key))-1, size)-from] // a line may begin before end
			if _, err := log.ReadAt(text, from); err != nil {
				return
			}
			var found []int64 // where the lines begin
			if from == 0 && bytes.HasPrefix(text, key[1:]) {
				found = append(found, 0)
			}
			for at := 0; ; {
				next := bytes.Index(text[at:], key) // much faster than LastIndex
				if next < 0 {
					break
				}
				at += next + 1
				found = append(found, from+int64(at))
			}
			for _, at := range slices.Backward(found) {
				if line, ok := lineAt(log, size, at); ok && !yield(line) {
					return
				}
			}
			end = from
		}
	}
}

// lineAt returns the line of a log of size bytes that begins at the byte at, and whether its hash is right.
func lineAt(log io.ReaderAt, size, at int64) (string, bool) {
	before := min(at, match.ChainBytes+1)
	text := make([]byte, min(size-at, lines.Most)+before)
	if _, err := log.ReadAt(text, at-before); err != nil {
		return "", false
	}
	chain := match.Chain(bytes.TrimSuffix(text[:before], []byte("\n")))
	line, _, _ := bytes.Cut(text[before:], []byte("\n"))
	return chain.Unseal(string(line))
}
