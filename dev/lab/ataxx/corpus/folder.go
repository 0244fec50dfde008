package corpus

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"slices"

	"attic/dev/lab/selfplay"
)

// Corpus is the content of the files of a folder when it was opened. Games added to the files later are not read.
type Corpus struct {
	Files  []File
	pieces []piece   // the pieces of all files
	Held   [][]Entry // the games held back for validation, one in Holding
}

// Holding: one game in Holding is held back. A checksum of its entries selects it, so the selection is stable.
const Holding = 100

// File is a file of a corpus.
type File struct {
	Name      string
	Header    selfplay.Header
	Games     int
	Positions int   // the number of positions in all games
	open      int   // positions on boards without blocks that are not held back
	Torn      int64 // bytes of an incomplete game at the end of the file

	size int64 // the size of the header and the whole games
}

// piece is a sequence of games in a file, with their heads, of about pieceSize bytes.
type piece struct {
	file int
	at   int64
	size int
}

const pieceSize = 1 << 16

// Open reads and checks all files of a corpus. An error names a file that is not a corpus or is damaged (selfplay.BrokenError).
func Open(folder string) (*Corpus, error) {
	names, err := selfplay.Names(folder)
	if err != nil {
		return nil, err
	}
	c := new(Corpus)
	for _, name := range names {
		f := File{Name: name}
		var open piece
		flush := func() {
			if open.size > 0 {
				c.pieces = append(c.pieces, open)
			}
		}
		f.Header, f.size, f.Torn, err = Format.Scan(name, func(at int64, entries []byte) {
			f.Games++
			f.Positions += len(entries) / Size
			if open.size == 0 || open.size >= pieceSize {
				flush()
				open = piece{file: len(c.Files), at: at - selfplay.HeadSize}
			}
			open.size += selfplay.HeadSize + len(entries)
			switch {
			case held(entries):
				c.Held = append(c.Held, decode(entries))
			case !blocked(entries):
				f.open += len(entries) / Size
			}
		})
		if err != nil {
			return nil, err
		}
		flush()
		c.Files = append(c.Files, f)
	}
	return c, nil
}

// held reports whether a game is held back.
func held(entries []byte) bool {
	return crc32.ChecksumIEEE(entries)%Holding == 0
}

// blocked reports whether a game was played on a board with blocks.
func blocked(entries []byte) bool {
	return len(entries) > 0 && Decode(entries).Blocks != 0
}

// sum returns the sum of a number over all files.
func (c *Corpus) sum(of func(File) int) (n int) {
	for _, f := range c.Files {
		n += of(f)
	}
	return n
}

// Games returns the number of games.
func (c *Corpus) Games() int { return c.sum(func(f File) int { return f.Games }) }

// Positions returns the number of positions, including those held back.
func (c *Corpus) Positions() int { return c.sum(func(f File) int { return f.Positions }) }

// HeldBack returns the number of positions held back.
func (c *Corpus) HeldBack() int { return len(slices.Concat(c.Held...)) }

// Open returns the number of positions on boards without blocks that are not held back.
func (c *Corpus) Open() int { return c.sum(func(f File) int { return f.open }) }

// Sum returns the first 16 hexadecimal digits of the SHA-256 of the header and the whole games.
func (f File) Sum() (string, error) {
	file, err := os.Open(f.Name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, io.LimitReader(file, f.size)); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

// Reader reads a corpus once, piece by piece in random order, except games held back.
type Reader struct {
	Retell func(game []Entry) // if not nil, called with each game; it may change the entries before Next returns them
	corpus *Corpus
	open   bool  // only boards without blocks
	order  []int // the order of the pieces
	file   *os.File
	number int // index of the file
	buf    []byte
}

// Read returns a reader of all games or, if open is set, of games on boards without blocks. shuffle works like rand.Shuffle.
func (c *Corpus) Read(open bool, shuffle func(n int, swap func(i, j int))) *Reader {
	r := &Reader{corpus: c, open: open, number: -1}
	for i := range c.pieces {
		r.order = append(r.order, i)
	}
	shuffle(len(r.order), func(i, j int) { r.order[i], r.order[j] = r.order[j], r.order[i] })
	return r
}

// Next appends the entries of the next piece as bytes, Size for each entry. At the end the error is io.EOF.
func (r *Reader) Next(entries []byte) ([]byte, error) {
	if len(r.order) == 0 {
		return entries, io.EOF
	}
	p := r.corpus.pieces[r.order[0]]
	r.order = r.order[1:]
	name := r.corpus.Files[p.file].Name
	if r.number != p.file {
		if err := r.Close(); err != nil {
			return entries, err
		}
		file, err := os.Open(name)
		if err != nil {
			return entries, err
		}
		r.file, r.number = file, p.file
	}
	r.buf = slices.Grow(r.buf[:0], p.size)[:p.size]
	if _, err := r.file.ReadAt(r.buf, p.at); err != nil {
		return entries, fmt.Errorf("%s: %w", name, err)
	}
	for data := r.buf; len(data) > 0; {
		n := selfplay.HeadSize + Size*(int(data[0])|int(data[1])<<8)
		if n > len(data) {
			return entries, fmt.Errorf("%s has changed while it was read", name)
		}
		if game := data[selfplay.HeadSize:n]; !held(game) && !(r.open && blocked(game)) {
			entries = r.append(entries, game)
		}
		data = data[n:]
	}
	return entries, nil
}

// append appends the entries of a game.
func (r *Reader) append(entries, game []byte) []byte {
	if r.Retell == nil {
		return append(entries, game...)
	}
	retold := decode(game)
	r.Retell(retold)
	for _, e := range retold {
		entries = e.append(entries)
	}
	return entries
}

func decode(game []byte) (entries []Entry) {
	for ; len(game) > 0; game = game[Size:] {
		entries = append(entries, Decode(game))
	}
	return entries
}

// Close closes the file that is open.
func (r *Reader) Close() error {
	if r.file == nil {
		return nil
	}
	err := r.file.Close()
	r.file, r.number = nil, -1
	return err
}
