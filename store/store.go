// Package store keeps this user's files: games that are being played, saved games, and settings.
package store

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"attic/game"
	"attic/match"
)

const (
	largest  = 8 << 20 // bytes; no record comes near it
	mostKept = 30      // kept games of one game; older ones are removed
	suffix   = ".game"
)

// StateDir returns the folder for kept games and settings: $XDG_STATE_HOME/attic, or what stands for it on the
// system. getenv is os.Getenv.
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

// Store is the folder of kept games and settings. Several programs may use it at once: each game that is
// being played is locked by its program.
type Store struct {
	dir   string // "": nothing can be kept
	games string // the folder of kept games in it
	find  func(string) (game.Game, bool)
}

// Open returns the store in dir, which need not exist; in "" nothing can be kept. find finds a game by
// its name.
func Open(dir string, find func(string) (game.Game, bool)) Store {
	return Store{dir: dir, games: filepath.Join(dir, "games"), find: find}
}

// Journal is the file of one game that is being played. It is locked until Close or Discard.
type Journal struct {
	file *os.File
	lock *flock.Flock
}

// Begin makes a new journal for a game and locks it. now names the file.
func (s Store) Begin(name string, now time.Time) (*Journal, error) {
	if s.dir == "" {
		return nil, errors.New("there is no home folder")
	}
	if err := os.MkdirAll(s.games, 0o700); err != nil {
		return nil, err
	}
	s.prune(name)
	for n := 0; ; n++ {
		path := filepath.Join(s.games, fmt.Sprintf("%s-%s-%02d%s", name, now.UTC().Format("20060102-150405"), n, suffix))
		lock := flock.New(path + ".lock")
		if ok, err := lock.TryLock(); err != nil {
			return nil, err
		} else if !ok {
			continue
		}
		file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			syncDir(s.games)
			return &Journal{file, lock}, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			remove(lock)
			return nil, err
		}
		_ = lock.Unlock() // somebody's kept game, which stays
	}
}

// Append writes lines to the journal. When it returns nil they are on the disk.
func (j *Journal) Append(lines ...string) error {
	if _, err := io.WriteString(j.file, strings.Join(lines, "\n")+"\n"); err != nil {
		return err
	}
	return j.file.Sync()
}

// Close keeps the game for later.
func (j *Journal) Close() error {
	err := j.file.Close()
	_ = j.lock.Unlock()
	return err
}

// Discard removes the game.
func (j *Journal) Discard() error {
	err := j.file.Close()
	if e := os.Remove(j.file.Name()); err == nil {
		err = e
	}
	remove(j.lock)
	return err
}

// remove gives the lock of a game up that is gone. The locks of games that stay keep their files: were
// they removed, two programs could hold what they take for the same lock.
func remove(lock *flock.Flock) {
	_ = os.Remove(lock.Path())
	_ = lock.Unlock()
}

// Kept is a game that was left and can be gone on with.
type Kept struct {
	Path  string
	Match match.Match
	Left  time.Time
}

// Kept returns the newest kept game of this name that no program is playing and that is not finished,
// and whether there is one. Files that cannot be read are passed over and stay.
func (s Store) Kept(name string) (Kept, bool) {
	for _, path := range s.paths(name) {
		lock := flock.New(path + ".lock")
		if ok, err := lock.TryLock(); err != nil || !ok {
			continue
		}
		m, err := s.Load(path)
		info, infoErr := os.Stat(path)
		_ = lock.Unlock()
		if err == nil && infoErr == nil && m.Unfinished() {
			return Kept{Path: path, Match: m, Left: info.ModTime()}, true
		}
	}
	return Kept{}, false
}

// Resume locks a kept game and returns it as it is now, with its journal to go on with.
func (s Store) Resume(k Kept) (*Journal, match.Match, error) {
	lock := flock.New(k.Path + ".lock")
	if ok, err := lock.TryLock(); err != nil || !ok {
		return nil, match.Match{}, errors.New("another program is playing the kept game")
	}
	m, err := s.Load(k.Path)
	if err != nil {
		_ = lock.Unlock()
		return nil, match.Match{}, err
	}
	file, err := os.OpenFile(k.Path, os.O_RDWR, 0)
	if err == nil {
		if err = dropCutLine(file); err != nil {
			_ = file.Close()
		}
	}
	if err != nil {
		_ = lock.Unlock()
		return nil, match.Match{}, err
	}
	return &Journal{file, lock}, m, nil
}

// dropCutLine removes what follows the last line feed and leaves the file's offset at its end: a line
// that was being written when the program died, and so was never shown.
func dropCutLine(file *os.File) error {
	text, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	end := int64(strings.LastIndexByte(string(text), '\n') + 1)
	if err := file.Truncate(end); err != nil {
		return err
	}
	_, err = file.Seek(end, io.SeekStart)
	return err
}

// paths lists the kept games of this name, newest first.
func (s Store) paths(name string) []string {
	if s.dir == "" {
		return nil
	}
	list, _ := filepath.Glob(filepath.Join(s.games, name+"-*"+suffix)) // the pattern is well-formed
	left := map[string]time.Time{}
	for _, path := range list {
		if info, err := os.Stat(path); err == nil {
			left[path] = info.ModTime()
		}
	}
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(left[b].Compare(left[a]), strings.Compare(b, a))
	})
	return list
}

// prune removes the oldest kept games of this name beyond mostKept that nobody is playing.
func (s Store) prune(name string) {
	for i, path := range s.paths(name) {
		if i < mostKept {
			continue
		}
		lock := flock.New(path + ".lock")
		if ok, err := lock.TryLock(); err == nil && ok {
			_ = os.Remove(path)
			remove(lock)
		}
	}
}

// Load reads a saved or kept game.
func (s Store) Load(path string) (match.Match, error) {
	file, err := OpenText(path)
	if err != nil {
		return match.Match{}, err
	}
	defer file.Close()
	return match.Read(file, s.find)
}

// OpenText opens a file that should hold a modest amount of text. The error does not repeat the path.
func OpenText(path string) (*os.File, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, plain(err)
	case info.IsDir():
		return nil, errors.New("it is a folder; a file is needed")
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a file")
	case info.Size() > largest:
		return nil, fmt.Errorf("it is too large: %d MB; at most %d MB are read", info.Size()>>20, largest>>20)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, plain(err)
	}
	return file, nil
}

// Save writes a saved game to path, whole or not at all. A file that is not a saved game is not replaced.
func Save(path string, write func(io.Writer) error) error {
	if _, err := os.Lstat(path); err == nil && !saved(path) {
		return errors.New("there is something else by this name, which is not replaced; choose another name")
	}
	return Replace(path, 0o666, write)
}

// Replace writes the file at path, whole or not at all, also when others do so at the same time.
func Replace(path string, mode fs.FileMode, write func(io.Writer) error) error {
	temporary := filepath.Join(filepath.Dir(path), fmt.Sprintf(".attic-save-%016x", rand.Uint64()))
	file, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return plain(err)
	}
	err = write(file)
	if err == nil {
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
		return plain(err)
	}
	syncDir(filepath.Dir(path))
	return nil
}

// syncDir brings the names in a folder to the disk where the system can do that.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// saved reports whether the file at path looks like a saved game.
func saved(path string) bool {
	file, err := OpenText(path)
	if err != nil {
		return false
	}
	defer file.Close()
	head := make([]byte, len(match.SaveHead))
	_, err = io.ReadFull(file, head)
	return err == nil && string(head) == match.SaveHead
}

// plain returns what is wrong without the system call and the path, which the caller names.
func plain(err error) error {
	var pathError *fs.PathError
	var linkError *os.LinkError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("there is no such file or folder")
	case errors.As(err, &pathError):
		return pathError.Err
	case errors.As(err, &linkError):
		return linkError.Err
	}
	return err
}
