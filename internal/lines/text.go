package lines

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// The errors of a [Decoder], besides those of its input.
var (
	ErrArchive = errors.New("this is a ZIP archive; unpack it first")
	ErrEndless = errors.New("this is not text: a line has no end within 64 MB") // for instance a device
)

const endless = 64 << 20 // the length of a line, in characters, for which a Decoder returns ErrEndless

// A Decoder reads text as other programs write it, as UTF-8 with line feeds. The text may be UTF-8 or UTF-16, with or without a byte order mark, or
// Windows-1252, and may be compressed by gzip. Lines may end with a carriage return, a line feed, or both. Zero bytes and Ctrl-Z at the end are dropped,
// as old systems add them there. A Decoder reads no more of an interactive input than it returns.
type Decoder struct {
	in    *bufio.Reader
	begun bool
	count int    // of characters read
	wide  int    // UTF-16: the index of the low byte of a unit, plus 1; otherwise 0
	cr    bool   // the last character was a carriage return
	fresh bool   // the last character was a line feed, or there was none
	tail  []byte // zero bytes and Ctrl-Z, and the ends of lines of nothing else, which count only if other characters follow
	out   []byte // decoded
	rest  []byte // the part of out that has not been read
	err   error
	latin bool

	foreign bool // see Foreign
	long    int  // the number of characters of the line so far
}

// Text returns a Decoder of r.
func Text(r io.Reader) *Decoder { return &Decoder{in: bufio.NewReader(r), fresh: true} }

// All reads a whole text as a Decoder decodes it, of at most the given number of bytes.
func All(r io.Reader, most int) (string, error) {
	text, err := io.ReadAll(io.LimitReader(Text(r), int64(most)+1))
	if err == nil && len(text) > most {
		err = fmt.Errorf("this text is too long; at most %d MB are read", most>>20)
	}
	return string(text), err
}

// Latin reports whether some bytes so far were not UTF-8. They were read as Windows-1252.
func (d *Decoder) Latin() bool { return d.latin }

// Latin returns what a person should know about a text with this name if [Decoder.Latin], without a period.
func Latin(name string) string { return name + " is not UTF-8; it was read as Windows-1252" }

// Foreign reports whether lines in UTF-8 cannot be added behind the bytes that were read so far: they were UTF-16 or compressed, or had lines that end with
// a carriage return, or end with zero bytes or Ctrl-Z.
func (d *Decoder) Foreign() bool { return d.foreign || d.wide > 0 || d.cr || len(d.tail) > 0 }

// Read implements [io.Reader].
func (d *Decoder) Read(p []byte) (int, error) {
	if !d.begun {
		d.begun = true
		d.err = d.begin(true)
	}
	if len(d.rest) == 0 {
		d.out = d.out[:0]
		for d.err == nil && (len(d.out) == 0 || len(d.out) < d.in.Size() && d.in.Buffered() >= utf8.UTFMax) { // a character that is there as a whole
			var c rune
			if c, d.err = d.next(); d.err == nil {
				d.put(c)
				if d.long++; d.cr || c == '\n' {
					d.long = 0
				} else if d.long > endless {
					d.err = ErrEndless
				}
			}
		}
		if d.rest = d.out; len(d.rest) == 0 {
			err := d.err
			if errors.Is(err, io.EOF) {
				d.err = nil // more may follow the end of a terminal's input
			}
			return 0, err
		}
	}
	n := copy(p, d.rest)
	d.rest = d.rest[n:]
	return n, nil
}

// begin looks at the first bytes: at a second one only if the first may begin a mark. packed is false inside a compressed file.
func (d *Decoder) begin(packed bool) error {
	starts := func(mark string) bool {
		for n := 1; n <= len(mark); n++ {
			if is, _ := d.in.Peek(n); !bytes.Equal(is, []byte(mark[:n])) {
				return false
			}
		}
		return true
	}
	skip := 0
	switch {
	case starts("\ufeff"):
		skip = len("\ufeff")
	case starts("\xff\xfe"):
		d.wide, skip = 1, 2
	case starts("\xfe\xff"):
		d.wide, skip = 2, 2
	case packed && starts("\x1f\x8b"):
		zip, err := gzip.NewReader(d.in)
		if err != nil {
			return err
		}
		d.in, d.foreign = bufio.NewReader(zip), true
		return d.begin(false)
	case starts("PK\x03\x04"):
		return ErrArchive
	}
	_, err := d.in.Discard(skip)
	return err
}

// next returns the next character.
func (d *Decoder) next() (rune, error) {
	if d.wide > 0 {
		c, err := d.unit()
		if err == nil && utf16.IsSurrogate(c) {
			low, e := d.unit()
			c, err = utf16.DecodeRune(c, low), e
		}
		return c, err
	}
	c, size, err := d.in.ReadRune()
	d.count++
	switch {
	case err == nil && c == utf8.RuneError && size == 1:
		_ = d.in.UnreadRune() // cannot fail after ReadRune
		b, err := d.in.ReadByte()
		d.latin = true
		return windows(b), err
	case err == nil && c == 0 && d.count <= 2: // UTF-16 without a mark has another zero byte two bytes later
		if next, _ := d.in.Peek(2); len(next) == 2 && next[0] != 0 && next[1] == 0 {
			d.wide = 1
			if d.count == 1 {
				d.wide = 2
				b, err := d.in.ReadByte()
				return rune(b), err
			}
			return d.next()
		}
	}
	return c, err
}

// unit returns the next unit of UTF-16.
func (d *Decoder) unit() (rune, error) {
	var pair [2]byte
	if _, err := io.ReadFull(d.in, pair[:]); err != nil {
		return 0, cut(err)
	}
	return rune(pair[d.wide-1]) | rune(pair[2-d.wide])<<8, nil
}

// cut returns io.EOF for a text that ends inside a character.
func cut(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return io.EOF
	}
	return err
}

// put adds a character to the text.
func (d *Decoder) put(c rune) {
	const ctrlZ = 0x1a
	after := d.cr
	if d.cr = c == '\r'; d.cr {
		c = '\n'
	} else if c == '\n' && after {
		return
	}
	d.foreign = d.foreign || after
	if c == 0 || c == ctrlZ || c == '\n' && d.fresh && len(d.tail) > 0 {
		if d.tail = append(d.tail, byte(c)); len(d.tail) <= Most {
			return
		}
		d.out, d.tail = append(d.out, d.tail...), d.tail[:0]
		return
	}
	d.out, d.tail, d.fresh = utf8.AppendRune(append(d.out, d.tail...), c), d.tail[:0], c == '\n'
}

// windows returns the character of a byte in Windows-1252.
func windows(b byte) rune {
	const special = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"
	if b < 0x80 || b >= 0xa0 {
		return rune(b)
	}
	return []rune(special)[b-0x80]
}

// alike replaces characters that look like those of a command or a move, or like none, as word processors, phones and web pages put them there.
var alike = strings.NewReplacer(
	"\u00ad", "", "\u200b", "", "\u200c", "", "\u200d", "", "\u200e", "", "\u200f", "", "\u2060", "", "\ufeff", "",
	"\u00a0", " ", "\u2000", " ", "\u2001", " ", "\u2002", " ", "\u2003", " ", "\u2004", " ", "\u2005", " ", "\u2006", " ", "\u2007", " ", "\u2008", " ",
	"\u2009", " ", "\u200a", " ", "\u202f", " ", "\u205f", " ", "\u3000", " ",
	"\u2010", "-", "\u2011", "-", "\u2012", "-", "–", "-", "—", "-", "―", "-", "−", "-", "\ufe58", "-", "\ufe63", "-",
	"…", "...", "“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "‘", "'", "’", "'", "‚", "'", "½", "1/2", "⁄", "/",
)

// Alike returns a text with look-alikes replaced: blanks of all kinds by the blank, invisible characters by nothing, dashes and minus signs by "-",
// full-width letters and digits by those of ASCII, and "…", curly quotes and "½" by "...", quotes and "1/2". Names should stay as they are.
func Alike(text string) string {
	if isASCII(text) {
		return text
	}
	return alike.Replace(strings.Map(func(r rune) rune {
		if '！' <= r && r <= '～' {
			return r - '！' + '!'
		}
		return r
	}, text))
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
