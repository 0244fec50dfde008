package selfplay

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Format describes the files of a game. A file begins with lines of text: first Magic, then "name value" lines, and at the end an empty line.
// Then come games. Each has a head of HeadSize bytes, followed by its entries of Size bytes. The head, with the lowest byte of a number first:
//
//	number of entries     2 bytes
//	0                     2 bytes
//	CRC-32 (Castagnoli) of the entries   4 bytes
//
// Every run writes new files. To merge the corpora of several machines, put their files into one folder. If the writer of a file is killed,
// at most one game is lost.
type Format struct {
	Magic string
	Size  int                     // the size of an entry, in bytes
	Valid func(entry []byte) bool // reports whether a writer can have written an entry
}

// Sum returns a short name that identifies encoded weights: the first 16 hexadecimal digits of their SHA-256.
func Sum(weights []byte) string {
	sum := sha256.Sum256(weights)
	return hex.EncodeToString(sum[:8])
}

// ending is the extension of the files' names.
const ending = ".corpus"

// Names returns the names of the files in a folder, in order. The folder must exist.
func Names(folder string) ([]string, error) {
	if _, err := os.Stat(folder); err != nil {
		return nil, err
	}
	return filepath.Glob(filepath.Join(folder, "*"+ending))
}

// HeadSize is the size of the head of a game in bytes.
const HeadSize = 8

const (
	mostGame = 4096 // entries
	mostText = 4096 // bytes at the beginning of a file
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Writer writes a file. Each game is added completely or not at all.
type Writer struct {
	format Format
	file   *os.File
	end    int64 // the end of the games written
}

// Create creates a file in the folder, and the folder if necessary. The header is lines of "name value".
func (f Format) Create(folder, name, header string) (*Writer, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(folder, name+ending), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	w := &Writer{format: f, file: file}
	if err := w.write([]byte(f.Magic + "\n" + strings.TrimSpace(header) + "\n\n")); err != nil {
		return nil, errors.Join(err, file.Close(), os.Remove(file.Name()))
	}
	return w, nil
}

// Name returns the name of the file.
func (w *Writer) Name() string { return w.file.Name() }

// Add writes games, each given as the bytes of its entries. After an error, such as a full disk, the file holds the earlier games and as many
// of the new games as there was room for.
func (w *Writer) Add(games [][]byte) error {
	var data []byte
	var ends []int // the ends of the games in data
	for _, game := range games {
		for most := mostGame * w.format.Size; len(game) > 0; {
			part := game[:min(len(game), most)]
			data = w.format.appendGame(data, part)
			ends, game = append(ends, len(data)), game[len(part):]
		}
	}
	err := w.write(data)
	if err == nil {
		return nil
	}
	from := 0
	for _, to := range ends {
		if w.write(data[from:to]) != nil {
			break
		}
		from = to
	}
	return err
}

func (f Format) appendGame(data, entries []byte) []byte {
	data = binary.LittleEndian.AppendUint16(data, uint16(len(entries)/f.Size))
	data = append(data, 0, 0)
	data = binary.LittleEndian.AppendUint32(data, crc32.Checksum(entries, castagnoli))
	return append(data, entries...)
}

func (w *Writer) write(data []byte) error {
	if _, err := w.file.WriteAt(data, w.end); err != nil {
		_ = w.file.Truncate(w.end) // if this fails too, readers still find the end of the last whole game
		return err
	}
	w.end += int64(len(data))
	return nil
}

// Close closes the file.
func (w *Writer) Close() error { return w.file.Close() }

// Header is the "name value" lines at the beginning of a file, without Magic.
type Header string

// Value returns the value of a name, or "" if there is none.
func (h Header) Value(name string) string {
	for line := range strings.Lines(string(h)) {
		if before, after, _ := strings.Cut(strings.TrimSpace(line), " "); before == name {
			return after
		}
	}
	return ""
}

// BrokenError reports a damaged file.
type BrokenError struct {
	File  string
	At    int64 // the games before this byte are good
	Games int   // the number of good games
	Why   string
}

// Error returns one line with the file, the offset and the reason.
func (e *BrokenError) Error() string {
	return fmt.Sprintf("%s is broken at byte %d (%s); the first %d games are good", e.File, e.At, e.Why, e.Games)
}

// Scan reads a file and calls visit with the offset and the entries of each game, as bytes. It returns the size of the header and
// the whole games in bytes, and the size of an incomplete game after them.
func (f Format) Scan(name string, visit func(at int64, entries []byte)) (h Header, whole, torn int64, err error) {
	file, err := os.Open(name)
	if err != nil {
		return "", 0, 0, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return "", 0, 0, err
	}
	r := bufio.NewReaderSize(file, 1<<20)
	h, at, err := f.readHeader(r)
	if err != nil {
		return "", 0, 0, fmt.Errorf("%s: %w", name, err)
	}
	size := info.Size()
	var head [HeadSize]byte
	buf := make([]byte, 0, mostGame*f.Size)
	for games := 0; at < size; games++ {
		broken := func(why string) error { return &BrokenError{name, at, games, why} }
		if size-at < HeadSize {
			return h, at, size - at, nil
		}
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return h, at, 0, err
		}
		n := int(binary.LittleEndian.Uint16(head[:]))
		if n == 0 || n > mostGame || head[2] != 0 || head[3] != 0 {
			return h, at, 0, broken("bad game header")
		}
		if size-at-HeadSize < int64(n*f.Size) {
			return h, at, size - at, nil
		}
		buf = buf[:n*f.Size]
		if _, err := io.ReadFull(r, buf); err != nil {
			return h, at, 0, err
		}
		if crc32.Checksum(buf, castagnoli) != binary.LittleEndian.Uint32(head[4:]) {
			return h, at, 0, broken("wrong checksum")
		}
		for i := 0; i < len(buf); i += f.Size {
			if !f.Valid(buf[i : i+f.Size]) {
				return h, at, 0, broken("invalid position")
			}
		}
		visit(at+HeadSize, buf)
		at += HeadSize + int64(len(buf))
	}
	return h, at, 0, nil
}

// readHeader reads the lines at the beginning and returns their size in bytes.
func (f Format) readHeader(r *bufio.Reader) (h Header, size int64, err error) {
	var text bytes.Buffer
	for lines := 0; ; lines++ {
		line, err := r.ReadSlice('\n')
		size += int64(len(line))
		switch {
		case lines == 0 && string(bytes.TrimSpace(line)) != f.Magic:
			return "", 0, fmt.Errorf("not an attic corpus file: the first line is not %q", f.Magic)
		case err != nil || size > mostText:
			return "", 0, errors.New("the header is incomplete")
		case len(bytes.TrimSpace(line)) == 0:
			return Header(text.String()), size, nil
		case lines > 0:
			text.Write(line)
		}
	}
}
