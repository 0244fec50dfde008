// Package lines reads lines of bounded length, so that no input can fill the memory. It refuses control characters, so that none of them
// reaches a terminal when a part of a line is printed.
package lines

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Most is the maximum length of a line in bytes, without its end.
const Most = 64 << 10

// The errors for a single line. The rest of the input can still be read.
var (
	ErrLong   = errors.New("the line is longer than 65536 bytes")
	ErrBinary = errors.New("this is not text") // not UTF-8, or with control characters other than tabs
)

// Reader reads lines from an input.
type Reader struct {
	in     *bufio.Reader
	number int
	cut    bool
	raw    []byte
	read   int64
}

// NewReader returns a Reader of r, a text as other programs write it; see [Decoder]. Raw and Offset then concern the decoded text.
func NewReader(r io.Reader) *Reader { return Exact(Text(r)) }

// Exact returns a Reader of r, a text that this program has written.
func Exact(r io.Reader) *Reader {
	return &Reader{in: bufio.NewReader(r)}
}

// Next returns the next line without its end (a line feed, with or without a carriage return before it). It returns io.EOF when there are
// no more lines, ErrLong or ErrBinary for a line that it skips, and otherwise the error of the input.
func (r *Reader) Next() (string, error) {
	var text []byte
	long := false
	for {
		part, err := r.in.ReadSlice('\n')
		r.read += int64(len(part))
		if len(text)+len(part) > Most+2 {
			long = true
		} else {
			text = append(text, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && (!errors.Is(err, io.EOF) || len(text) == 0 && !long) {
			return "", err
		}
		r.number++
		r.cut, r.raw = err != nil, nil
		if long {
			return "", ErrLong
		}
		r.raw = text
		line := strings.TrimSuffix(strings.TrimSuffix(string(text), "\n"), "\r")
		if len(line) > Most {
			return "", ErrLong
		}
		if !Plain(line) {
			return "", ErrBinary
		}
		return line, nil
	}
}

// Plain reports whether Next accepts a line with this text without ErrBinary.
func Plain(line string) bool {
	return utf8.ValidString(line) && !strings.ContainsFunc(line, control)
}

// control reports whether r is a control character other than a tab, which a terminal could act on.
func control(r rune) bool { return r != '\t' && unicode.IsControl(r) }

// Number returns the number of the line that Next returned last, from 1.
func (r *Reader) Number() int { return r.number }

// Cut reports whether the line that Next returned last had no line feed at its end.
func (r *Reader) Cut() bool { return r.cut }

// Raw returns the last line that Next read, unchanged and with its end, even after ErrBinary. It returns nil after ErrLong.
func (r *Reader) Raw() []byte { return r.raw }

// Offset returns the number of bytes up to the end of the line that Next returned last, with its line feed.
func (r *Reader) Offset() int64 { return r.read }
