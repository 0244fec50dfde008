// Package files keeps a hall in a folder of files, which an operator can read and repair with a text editor. Only one process uses it at a time.
package files

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"attic/game"
	"attic/match"
	"attic/match/store"
	"attic/server/keep"
)

const (
	folderMode  = 0o700
	mostReports = 1 << 20 // bytes in the file of reports; once it is larger, reports are refused until the operator removes the file
)

// Storage is the folder of a hall as a keep.Storage.
type Storage struct {
	dir    string
	find   func(name string) (game.Game, bool)
	lock   *flock.Flock
	tables *list
	people *list
	cups   *list // the tournaments
	times  *times

	reporting sync.Mutex
}

// Open opens the folder dir, which need not exist. find returns the game called name. The error is one line for people.
func Open(dir string, find func(name string) (game.Game, bool)) (*Storage, error) {
	p := &Storage{dir: dir, find: find}
	if err := p.hold(); err != nil {
		return nil, err
	}
	err := p.openLists()
	if err == nil {
		err = p.openTimes()
	}
	if err != nil {
		return nil, errors.Join(err, p.tables.close(), p.people.close(), p.cups.close(), p.lock.Unlock())
	}
	return p, nil
}

func (p *Storage) openTimes() error {
	index, whole, err := openIndex(filepath.Join(p.dir, "times"), time.Now())
	if err != nil {
		return fmt.Errorf("the times of the tables cannot be saved: %w", err)
	}
	p.times = &times{place: p, index: index, whole: whole, was: map[string]running{}}
	return nil
}

func (p *Storage) hold() error {
	if err := os.MkdirAll(p.dir, folderMode); err != nil {
		return fmt.Errorf("the folder of the hall cannot be made: %w", store.Plain(err))
	}
	p.lock = flock.New(filepath.Join(p.dir, "lock"))
	switch ok, err := p.lock.TryLock(); {
	case err != nil:
		return fmt.Errorf("the folder of the hall cannot be used: %w", store.Plain(err))
	case !ok:
		return errors.New("another atticd is using this folder")
	}
	return nil
}

func (p *Storage) openLists() (err error) {
	if p.tables, err = openList(filepath.Join(p.dir, "tables"), "tables", "id", spareLines); err == nil {
		p.people, err = openList(filepath.Join(p.dir, "people"), "people", "hash", 1) // after a kill, the file may still contain a name that was deleted
	}
	if err == nil {
		if p.cups, err = openList(filepath.Join(p.dir, "tournaments"), "tournaments", "id", spareLines); err == nil {
			p.cups.rewritesAfter(longLines)
		}
	}
	return err
}

// Close implements keep.Storage.
func (p *Storage) Close() error {
	return errors.Join(p.times.index.Close(time.Now()), p.tables.close(), p.people.close(), p.cups.close(), p.lock.Unlock())
}

// Tables implements keep.Storage.
func (p *Storage) Tables() keep.List { return p.tables }

// People implements keep.Storage.
func (p *Storage) People() keep.List { return p.people }

// Tournaments implements keep.Storage.
func (p *Storage) Tournaments() keep.List { return p.cups }

// Times implements keep.Storage.
func (p *Storage) Times() keep.Times { return p.times }

// Others implements keep.Storage. It returns nil: no other process uses the folder.
func (p *Storage) Others() keep.Others { return nil }

// leastRoom is the number of free bytes on the disk that Ready requires. If fewer are free, moves may still be written, but not for long.
const leastRoom = 64 << 10

// Ready implements keep.Storage: it writes a file and removes it.
func (p *Storage) Ready(context.Context) error {
	path := filepath.Join(p.dir, ".ready")
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err == nil {
		_, err = file.Write(make([]byte, leastRoom))
		err = cmp.Or(err, file.Sync())
		_, _ = file.Close(), os.Remove(path)
	}
	if err != nil {
		return fmt.Errorf("the folder of the hall cannot be written: %w", store.Plain(err))
	}
	return nil
}

// Report implements keep.Storage.
func (p *Storage) Report(line string) error {
	p.reporting.Lock()
	defer p.reporting.Unlock()
	file, err := os.OpenFile(p.reports(), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return store.Plain(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || info.Size() > mostReports {
		return keep.ErrFull
	}
	if _, err = file.WriteString(line + "\n"); err != nil {
		return errors.Join(store.Plain(err), file.Truncate(info.Size())) // otherwise the next line would be joined to this one
	}
	return file.Sync()
}

// Reports implements keep.Storage.
func (p *Storage) Reports() ([]byte, error) {
	text, err := os.ReadFile(p.reports())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, store.Plain(err)
	}
	return text, nil
}

// News returns sentences for the operator about what was done to the files when they were opened.
func (p *Storage) News() []string { return notes(p.tables, p.people, p.cups) }

func notes(lists ...*list) (all []string) {
	for _, l := range lists {
		if l.note != "" {
			all = append(all, l.note)
		}
	}
	return all
}

// Identity implements keep.Storage.
func (p *Storage) Identity(fresh string) (string, error) {
	text, err := os.ReadFile(filepath.Join(p.dir, identityName))
	id := strings.TrimSpace(string(text))
	switch {
	case errors.Is(err, fs.ErrNotExist) && fresh != "":
		return fresh, p.Identify(fresh)
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err == nil:
		if err = keep.CheckIdentity(id); err == nil {
			return id, nil
		}
	}
	return "", fmt.Errorf("the file %s cannot be used: %w", identityName, store.Plain(err))
}

// Identify implements keep.Stock.
func (p *Storage) Identify(id string) error {
	err := store.Replace(filepath.Join(p.dir, identityName), 0o600, func(w io.Writer) error {
		_, err := io.WriteString(w, id+"\n")
		return err
	})
	if err != nil {
		return fmt.Errorf("the identity of the hall cannot be written: %w", store.Plain(err))
	}
	return nil
}

// identityName is the name of the file with the identity of the hall.
const identityName = "hall"

// reports returns the path of the file of reports.
func (p *Storage) reports() string { return filepath.Join(p.dir, "reports") }

// folder returns the path of a table's folder.
func (p *Storage) folder(table string) string {
	return filepath.Join(p.dir, "games", table[:min(2, len(table))], table) // at most 1,024 folders, each with as many tables as the disk can hold
}

// unlock removes the lock files of all games at a table that is put away. A person's own folder keeps such files for other programs; nobody else uses
// the folder of a hall.
func (p *Storage) unlock(table string) {
	files, _ := filepath.Glob(filepath.Join(p.folder(table), "games", "*.lock"))
	for _, file := range files {
		lock := flock.New(file)
		if ok, err := lock.TryLock(); err == nil && ok { // otherwise a write still hangs
			_ = os.Remove(file)
			_ = lock.Unlock()
		}
	}
}

// Games implements keep.Storage.
func (p *Storage) Games(table string) keep.Games {
	dir := p.folder(table)
	return &games{dir, dir + firstSuffix, store.Open(dir, p.find)}
}

// games are the games of a table. Each table has its own folder, because a store looks at all its games to number a new one. Until the first move
// there is no folder, only the file named by the field first. If both exist after a kill, the folder counts.
type games struct {
	dir, first string
	store      store.Store
}

// firstSuffix is added to the name of a table's folder. The result is the name of the file that holds the first game until its first move.
const firstSuffix = ".new"

// Begin implements keep.Games.
func (g *games) Begin(name string) (match.Ledger, error) {
	j, _, err := g.store.Library.ResumeAt(g.first, time.Now())
	switch _, played := os.Stat(g.dir); {
	case err == nil:
		err = errors.Join(j.Enter(), j.Archive())
	case !errors.Is(err, fs.ErrNotExist):
	case errors.Is(played, fs.ErrNotExist):
		return g.store.Library.BeginAt(g.first, name, time.Now()), nil
	default:
		err = nil
	}
	if err == nil {
		j, err = g.store.Library.Begin(name, time.Now())
	}
	if err != nil {
		return nil, err // not j: in the interface, a nil j would not be equal to nil
	}
	return j, nil
}

// Resume implements keep.Games.
func (g *games) Resume() (match.Ledger, match.Match, error) {
	list, err := g.store.Library.Games("")
	var j *store.Journal
	var kept store.Kept
	if err == nil && len(list) == 0 {
		if j, kept.Match, err = g.store.Library.ResumeAt(g.first, time.Now()); errors.Is(err, fs.ErrNotExist) {
			err = errors.New("it has no game")
		}
	} else if err == nil {
		_ = os.Remove(g.first) // it may be left over from a kill
		if kept, err = g.store.Library.Find(list[0].Number); err == nil {
			j, kept.Match, err = g.store.Library.Resume(kept, time.Now())
		}
	}
	switch {
	case err != nil:
		return nil, match.Match{}, err
	case kept.Lost != "":
		return &shorter{j, fmt.Sprintf("the file of game %d is shorter than it was: %s", kept.Number, kept.Lost)}, kept.Match, nil
	}
	return j, kept.Match, nil
}

// shorter is the journal of a game whose file is truncated.
type shorter struct {
	*store.Journal
	why string
}

// The first call of News returns why, together with what has happened to the file since.
func (s *shorter) News() string {
	text := strings.TrimSpace(s.why + " " + s.Journal.News())
	s.why = ""
	return text
}

// Texts implements keep.Games.
func (g *games) Texts(each func(keep.Text) error) error {
	n := 0
	of := func(number int, name string, text []byte) error {
		n++
		return each(keep.Text{Number: number, Name: name, Journal: text})
	}
	if err := g.store.Library.Journals(of); err != nil || n > 0 {
		return err
	}
	text, err := os.ReadFile(g.first)
	switch {
	case errors.Is(err, fs.ErrNotExist): // perhaps the first move was made just now
		return g.store.Library.Journals(of)
	case err != nil:
		return store.Plain(err)
	}
	name := ""
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "game" {
			name = f[1]
		}
	}
	return of(1, name, text)
}

// Missing implements keep.Shortened.
func (g *games) Missing(t keep.Text) string { return g.store.Library.Missing(t.Number, t.Name) }

// Put implements keep.Games.
func (g *games) Put(t keep.Text) error {
	list, err := g.store.Library.Games("")
	_, first := os.Lstat(g.first)
	switch {
	case err != nil:
		return err
	case first == nil && t.Number == 1:
		return errors.New("game 1 already exists")
	case first == nil:
		var j *store.Journal
		if j, _, err = g.store.Library.ResumeAt(g.first, time.Now()); err == nil {
			err = errors.Join(j.Enter(), j.Archive())
		}
	case t.Number == 1 && len(list) == 0:
		if kept, err := g.store.Library.ImportAt(g.first, t.Journal); kept || err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	return g.store.Library.Import(t.Number, t.Name, t.Journal)
}

// Remove implements keep.Games.
func (g *games) Remove() error {
	if err := os.Remove(g.first); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return store.Plain(err)
	}
	return os.RemoveAll(g.dir)
}

// times is a keep.Times: an index that only this process uses.
type times struct {
	place *Storage
	index *index
	whole bool

	mu  sync.Mutex
	was map[string]running // the entries of open tables before they were opened
}

// Whole implements keep.Times.
func (t *times) Whole() bool { return t.whole }

// Claim implements keep.Times.
func (t *times) Claim(table string, clocked bool, now time.Time) (ran time.Time, owner string, err error) {
	ran = t.index.Ran(table, now)
	if clocked {
		t.mu.Lock()
		defer t.mu.Unlock()
		r := running{ID: table, Open: true, claimed: now}
		if was, there := t.index.At(table); there {
			t.was[table], r.down = was, was.down // in case of another kill, before the game records how long the clock ran
		}
		_ = t.index.Restore(r) // the next heartbeat reports an error to the operator
	}
	return ran, "", nil
}

// Unclaim implements keep.Times.
func (t *times) Unclaim(table string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	was, there := t.was[table]
	if !there {
		was = running{ID: table, Seat: game.Nobody}
	}
	_ = t.index.Restore(was) // as in Claim
	delete(t.was, table)
}

// Rest implements keep.Times.
func (t *times) Rest(r keep.Running) error {
	t.mu.Lock()
	delete(t.was, r.Table)
	t.mu.Unlock()
	t.place.unlock(r.Table)
	return t.index.Set(running{ID: r.Table, Seat: r.Seat, Due: r.Due, Days: r.Days})
}

// Due implements keep.Times.
func (t *times) Due(now time.Time, ahead time.Duration) []string { return t.index.Due(now, ahead) }

// Beat implements keep.Times.
func (t *times) Beat(now time.Time) ([]string, error) { return nil, t.index.Beat(now) }
