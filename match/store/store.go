// Package store keeps this user's files. A Store combines the Library of games, the Profile with settings and learning progress, and the keys of
// Seats.
//
// journal.go keeps a game even if the program is killed, with the locks of lock.go; astray.go rewrites its file if another program has removed or
// replaced it. library.go numbers, reads and deletes games, list.go lists them, index.go makes that fast, and tally.go holds the facts for
// statistics. settings.go is the profile, with learning progress and unsaved changes; it and seats.go use the small files of object.go. The index
// is a log, log.go. docs/save-format.md describes the files.
package store

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"attic/game"
	"attic/internal/lines"
	"attic/internal/phrase"
	"attic/match"
	"attic/match/pgn"
)

const (
	mostLinks = 10     // the number of links that Replace follows one after another
	newSuffix = ".new" // added to the name of a file to get the name of its replacement
)

const largest = match.MostBytes // the largest size of a file that OpenText opens

// StateDir returns the folder for kept games and settings: $XDG_STATE_HOME/attic, or its counterpart on this operating system. getenv looks
// up an environment variable, like os.Getenv.
func StateDir(getenv func(string) string) (string, error) {
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "attic"), nil
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		dir, err := os.UserConfigDir()
		return filepath.Join(dir, "attic"), err
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "state", "attic"), err
}

// Store is the folder of games and settings. Several programs may use it at the same time. Its own methods read and write files that the person
// names.
type Store struct {
	Library Library
	Profile Profile
	Seats   Seats
	files   files
	find    func(string) (game.Game, bool)
}

// Open returns the store in the folder dir, which need not exist; if dir is "", nothing can be kept. find returns a game by its name.
func Open(dir string, find func(string) (game.Game, bool)) Store {
	f := files{dir, &told{said: map[string]bool{}}}
	p := Profile{f, &Debts{}, find}
	return Store{Library{folder{dir, filepath.Join(dir, "games"), find, f.told}, p}, p, Seats{f}, f, find}
}

// Bots returns the store of the recovery phrases of this user's bots at halls, in a folder of its own. In place of a seat's address, it has the identity
// of a hall and the name of a bot; in place of the key, it has the phrase.
func (s Store) Bots() Seats {
	f := s.files
	if f.dir != "" {
		f.dir = filepath.Join(f.dir, "bots")
	}
	return Seats{f}
}

// Homeless returns s, a store without a folder, for a person who expects to save something: Owed then reports that nothing is saved, and why.
func (s Store) Homeless(why error) Store {
	s.Profile.Debts = &Debts{homeless: why}
	s.Library.profile = s.Profile
	return s
}

// News returns the sentences about damage found in the files of the store since the last call of News, each once.
func (s Store) News() (list []string) {
	if t := s.files.told; t != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		list, t.list = t.list, nil
	}
	return list
}

// Game returns the game called name, and whether there is one.
func (s Store) Game(name string) (game.Game, bool) { return s.find(name) }

// Size returns the total size in bytes of the store's files.
func (s Store) Size() (n int64) {
	_ = filepath.WalkDir(s.files.dir, func(_ string, e fs.DirEntry, err error) error { // files that cannot be read do not count
		if err == nil && !e.IsDir() {
			if info, err := e.Info(); err == nil {
				n += info.Size()
			}
		}
		return nil
	})
	return n
}

// Load reads a saved game, or the only game in a file of game records, from path. If there are several games, the error is a *pgn.SeveralError. An error
// does not repeat the path.
func (s Store) Load(path string) (match.Match, error) {
	m, _, err := s.Choose(path, 0)
	return m, err
}

// Choose reads a game from path as Read does. The error does not repeat the path.
func (s Store) Choose(path string, number int) (m match.Match, said string, err error) {
	opens := OpenText
	if IsRecord(path) {
		opens = OpenFile
	}
	file, err := opens(path)
	if err != nil {
		return m, "", err
	}
	defer file.Close()
	return s.Read(file, path, number)
}

// ErrOne is returned if a number is given for a game in a saved game.
var ErrOne = errors.New("it is a saved game; only a file of game records has numbered games")

// Read reads a saved game, or a game record: the one with this number, from 1, or the only one if number is 0. If there are several, the error is a
// *pgn.SeveralError. The text may be in any form that [lines.Decoder] reads. name is the name of its file, or "". said tells about the game and the text, or
// is "".
func (s Store) Read(r io.Reader, name string, number int) (m match.Match, said string, err error) {
	text := lines.Text(r)
	in := bufio.NewReaderSize(text, headOf)
	head, _ := in.Peek(headOf) // fewer bytes are fine, and an error comes again
	switch {
	case pgn.Looks(name, head):
		var g pgn.Game
		if g, err = pgn.Choose(in, s.find, number); err == nil {
			if m, err = g.Match(s.find); err == nil {
				said = g.Said(m)
			}
		}
	case number > 0:
		err = ErrOne
	default:
		within := &io.LimitedReader{R: in, N: largest + 1}
		if m, err = match.Read(within, s.find); within.N == 0 {
			err = fmt.Errorf("it is too large: at most %d MB are read", largest>>20)
		}
	}
	if err == nil && text.Latin() {
		said = strings.TrimSpace(said + " " + lines.Latin(phrase.Name(name)) + ".")
	}
	return m, said, err
}

// OpenText opens a regular file of at most 8 MB, for reading text. The error does not repeat the path.
func OpenText(path string) (*os.File, error) { return open(path, largest) }

// OpenFile opens a file of any size for reading: a regular one, or a pipe that a shell has opened, such as /dev/fd/63. Opening another pipe could hang. The
// error does not repeat the path.
func OpenFile(path string) (*os.File, error) { return open(path, math.MaxInt64) }

func open(path string, most int64) (*os.File, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, Plain(err)
	case info.IsDir():
		return nil, errors.New("it is a folder; a file is needed")
	case most == math.MaxInt64 && info.Mode()&os.ModeNamedPipe != 0 && strings.HasPrefix(path, "/dev/"):
	case !info.Mode().IsRegular():
		return nil, errNoFile
	case info.Size() > most:
		return nil, fmt.Errorf("it is too large: %d MB; at most %d MB are read", info.Size()>>20, most>>20)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, Plain(err)
	}
	return file, nil
}

// ReadText returns the text of a file that OpenText opens, in UTF-8; see [lines.Decoder]. The error does not repeat the path.
func ReadText(path string) (string, error) {
	file, err := OpenText(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := lines.All(file, largest)
	return text, Plain(err)
}

// AtHome replaces ~ at the start of a path with the person's home folder.
func AtHome(path string) string {
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return path
}

// Save writes a saved game or a game record to path, completely or not at all. It overwrites an existing file only if that is a saved game,
// or a record that holds just one match in the form attic writes and, if it has comments or variations, the same match.
func (s Store) Save(path string, write func(io.Writer) error) error {
	if _, err := os.Lstat(path); err == nil && !saved(path) {
		var text bytes.Buffer
		if err := write(&text); err != nil {
			return err
		}
		if !s.recorded(path, text.Bytes()) {
			return errors.New("another file has this name and will not be replaced; choose another name")
		}
	}
	return Replace(path, 0o666, write)
}

// Replace writes the file at path, completely or not at all, even if other programs write it at the same time. If path is a link, it replaces the
// file to which the link points.
func Replace(path string, mode fs.FileMode, write func(io.Writer) error) error {
	return replace(path, mode, write, way{})
}

// way is the way in which replace writes a file.
type way struct {
	alone bool // no other program writes it at the same time: the temporary file has a fixed name, so kills leave at most one
	quick bool // the file can be made again, so it need not be on the disk immediately
}

// replace is like Replace, but writes in the way how.
func replace(path string, mode fs.FileMode, write func(io.Writer) error, how way) error {
	for range mostLinks {
		to, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	temporary, flags := path+newSuffix, os.O_WRONLY|os.O_CREATE|os.O_TRUNC
	if !how.alone {
		temporary, flags = filepath.Join(filepath.Dir(path), fmt.Sprintf(".attic-save-%016x", rand.Uint64())), os.O_WRONLY|os.O_CREATE|os.O_EXCL
	}
	file, err := os.OpenFile(temporary, flags, mode)
	if err != nil {
		return Plain(err)
	}
	err = write(file)
	if err == nil && !how.quick {
		err = file.Sync()
	}
	if e := file.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(file.Name())
		return Plain(err)
	}
	if !how.quick {
		syncDir(filepath.Dir(path))
	}
	return nil
}

// makeDir creates a folder and any missing parents, and makes sure that their names are on the disk.
func makeDir(dir string) error {
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return nil
	}
	above := filepath.Dir(dir)
	if above != dir {
		if err := makeDir(above); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return Plain(err)
	}
	if info, err := os.Stat(dir); err != nil {
		return Plain(err)
	} else if !info.IsDir() {
		return fmt.Errorf("%s is not a folder", phrase.Name(dir))
	}
	syncDir(above)
	return nil
}

// syncDir makes sure that the names in a folder are on the disk, if the system supports this.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// saved reports whether the file at path looks like a saved game.
func saved(path string) bool {
	return strings.HasPrefix(head(path), match.SaveHead)
}

// head returns the first bytes of the text in a regular file, or "" if it cannot be read.
func head(path string) string {
	file, err := OpenFile(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	text, _ := io.ReadAll(io.LimitReader(lines.Text(file), headOf)) // after an error, the beginning is enough
	return string(text)
}

// recorded reports whether the file at path is a record that may be replaced by now.
func (s Store) recorded(path string, now []byte) bool {
	if !strings.EqualFold(filepath.Ext(path), pgn.Suffix) {
		return false
	}
	text, err := readText(path)
	return err == nil && pgn.Replaceable(text, now, s.find)
}

var (
	errNoFile  = errors.New("it is not a file")
	errMissing = errors.New("there is no such file or folder")
	errBrowser = errors.New("this browser stores nothing")
)

// Plain returns err without the system call and the path, because the caller adds the path.
func Plain(err error) error {
	var pathError *fs.PathError
	var linkError *os.LinkError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errMissing
	case runtime.GOOS == "js" && errors.Is(err, syscall.EROFS):
		return errBrowser
	case errors.As(err, &pathError):
		return pathError.Err
	case errors.As(err, &linkError):
		return linkError.Err
	}
	return err
}
