package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"attic/game"
	"attic/match/store"
	"attic/server/keep"
)

// Mark is the name of the file with the note that says why no hall may be opened in a folder.
const Mark = "closed"

// Marked returns the note that says why no hall may be opened in a folder, or "".
func Marked(dir string) (why string, err error) {
	text, err := os.ReadFile(filepath.Join(dir, Mark))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", store.Plain(err)
	}
	return strings.TrimSpace(string(text)), nil
}

// Stock is the folder of a hall as a keep.Stock.
type Stock struct {
	Storage
	lists []*reading // the lists, if a hall may be using the folder; nil: nobody else uses it
}

// OpenStock opens the folder dir. If alone is set, the folder can also be written and need not exist, and no hall may use it at the same time. find
// returns the game called name. The error is one line for people.
func OpenStock(dir string, find func(name string) (game.Game, bool), alone bool) (s *Stock, err error) {
	s = &Stock{Storage: Storage{dir: dir, find: find}}
	if !alone {
		if _, err := os.Stat(dir); err != nil {
			return nil, fmt.Errorf("the folder of the hall cannot be read: %w", store.Plain(err))
		}
		s.lists = []*reading{{list: list{name: "tables", field: "id", path: filepath.Join(dir, "tables")}}, {list: list{name: "people", field: "hash", path: filepath.Join(dir, "people")}}, {list: list{name: "tournaments", field: "id", path: filepath.Join(dir, "tournaments")}}}
		return s, nil
	}
	if err := s.hold(); err != nil {
		return nil, err
	}
	if err := s.openLists(); err != nil {
		return nil, errors.Join(err, s.lock.Unlock())
	}
	return s, nil
}

// Tables implements keep.Stock.
func (s *Stock) Tables() keep.List {
	if s.lists != nil {
		return s.lists[0]
	}
	return s.tables
}

// People implements keep.Stock.
func (s *Stock) People() keep.List {
	if s.lists != nil {
		return s.lists[1]
	}
	return s.people
}

// Tournaments implements keep.Stock.
func (s *Stock) Tournaments() keep.List {
	if s.lists != nil {
		return s.lists[2]
	}
	return s.cups
}

// News implements keep.Stock.
func (s *Stock) News() []string {
	if s.lists == nil {
		return s.Storage.News()
	}
	return notes(&s.lists[0].list, &s.lists[1].list, &s.lists[2].list)
}

// Played implements keep.Stock.
func (s *Stock) Played(each func(table string) error) error {
	above, err := filepath.Glob(filepath.Join(s.dir, "games", "*"))
	if err != nil {
		return err
	}
	for _, folder := range above {
		tables, err := os.ReadDir(folder)
		if err != nil {
			return store.Plain(err)
		}
		for _, t := range tables {
			if strings.HasPrefix(t.Name(), ".") { // it is left over from a kill
				continue
			}
			if err := each(strings.TrimSuffix(t.Name(), firstSuffix)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Ran implements keep.Stock.
func (s *Stock) Ran() (time.Time, error) { return lastRan(filepath.Join(s.dir, "times")) }

// Copied implements keep.Stock.
func (s *Stock) Copied(ran time.Time) error {
	return startIndex(filepath.Join(s.dir, "times"), ran)
}

// Mark implements keep.Stock.
func (s *Stock) Mark(why string) error {
	path := filepath.Join(s.dir, Mark)
	if why != "" {
		return store.Replace(path, 0o600, func(w io.Writer) error {
			_, err := io.WriteString(w, why+"\n")
			return err
		})
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return store.Plain(err)
	}
	return nil
}

// Marked implements keep.Stock.
func (s *Stock) Marked() (string, error) { return Marked(s.dir) }

// Close implements keep.Stock.
func (s *Stock) Close() error {
	if s.lists != nil {
		return nil
	}
	return errors.Join(s.tables.close(), s.people.close(), s.cups.close(), s.lock.Unlock())
}

// reading is a list that is only read, while a hall may write it.
type reading struct{ list }

// all returns the values that are there now.
func (r *reading) all() ([]pair, error) {
	text, err := os.ReadFile(r.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the list of %s cannot be read: %w", r.name, store.Plain(err))
	}
	lines, rest := r.ended(text)
	if r.note = ""; len(rest) > 0 {
		if again, err := os.ReadFile(r.path); err == nil && bytes.Equal(again, text) { // otherwise the file was just being written
			r.note = fmt.Sprintf("the last line of the list of %s is incomplete: a change was lost, or is being written", r.name)
		}
	}
	all, _, err := r.read(lines)
	return all, err
}

// Follow calls changed for every value that is there. It reports no later changes.
func (r *reading) Follow(changed func(key string, version uint64, value []byte)) error {
	all, err := r.all()
	for i, p := range all {
		changed(p.key, uint64(i+1), p.value)
	}
	return err
}

func (r *reading) Get(key string) ([]byte, uint64, error) {
	all, err := r.all()
	for i, p := range all {
		if p.key == key {
			return p.value, uint64(i + 1), nil
		}
	}
	return nil, 0, err
}

var errReading = errors.New("this folder was opened only for reading")

func (*reading) Put(string, uint64, []byte) (uint64, error) { return 0, errReading }
func (*reading) Remove(string, uint64) error                { return errReading }
func (*reading) Scrub() error                               { return errReading }

// Rename renames a folder, and returns once the new name is on the disk.
func Rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return store.Plain(err)
	}
	if above, err := os.Open(filepath.Dir(to)); err == nil {
		_ = above.Sync() // not all systems can
		_ = above.Close()
	}
	return nil
}
