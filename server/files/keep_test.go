package files

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"attic/dev/keeptest"
	"attic/game"
	offered "attic/games"
	"attic/match"
	"attic/server/keep"
)

// A folder obeys the rules of a storage.
func TestAFolderIsAPlace(t *testing.T) {
	keeptest.Conform(t, keeptest.Backend{Fake: true, New: func(t *testing.T, _ func() time.Time) keeptest.Fixture {
		dir := t.TempDir()
		open := map[*Storage]bool{}
		t.Cleanup(func() {
			for p := range open {
				_ = p.Close()
			}
		})
		return keeptest.Fixture{
			Open: func() keep.Storage {
				p, err := Open(dir, offered.Find)
				if err != nil {
					t.Fatal(err)
				}
				open[p] = true
				return p
			},
			Kill: func(k keep.Storage) {
				p := k.(*Storage)
				copied := t.TempDir()
				if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
					t.Fatal(err)
				}
				delete(open, p)
				_ = p.Close()
				dir = copied
			},
			Damage: func(table string, number int) {
				name := fmt.Sprint(number)
				walk(t, filepath.Join(dir, "games", table[:2], table), func(path string, text []byte) {
					if strings.Contains(filepath.Base(path), name) && len(text) > 0 {
						text[len(text)/2] ^= 1
						if err := os.WriteFile(path, text, 0o600); err != nil {
							t.Error(err)
						}
						name = "?"
					}
				})
				if name != "?" {
					t.Errorf("there is no %s", name)
				}
			},
			Holds: func(text string) (found bool) {
				walk(t, dir, func(_ string, all []byte) { found = found || bytes.Contains(all, []byte(text)) })
				return found
			},
		}
	}})
}

func walk(t *testing.T, dir string, each func(path string, text []byte)) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		each(path, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A game that cannot begin has no ledger. (An interface that holds a nil pointer is not equal to nil, and would be used.)
func TestAGameThatCannotBegin(t *testing.T) {
	p, err := Open(t.TempDir(), offered.Find)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	path := filepath.Join(p.dir, "games", "ta")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil { // in place of the folder of the table
		t.Fatal(err)
	}
	if l, err := p.Games("table").Begin("ataxx"); l != nil || err == nil {
		t.Errorf("the ledger is %#v, with the error %v", l, err)
	}
}

// A table that is put away leaves no lock; while its game is being written, the lock stays.
func TestLocksOfTables(t *testing.T) {
	p, err := Open(t.TempDir(), offered.Find)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	games := p.Games("table7")
	journal, err := games.Begin("ataxx")
	if err != nil {
		t.Fatal(err)
	}
	g, _ := offered.Find("ataxx")
	m, err := match.New(g, game.Setup{}.With(g.Info().Started))
	if err != nil {
		t.Fatal(err)
	}
	lines := m.Lines()
	move, _, err := m.Play("a7-b6")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := journal.Append(0, append([]string{match.JournalHead}, append(lines, move.Lines()[len(lines):]...)...)...); err != nil {
		t.Fatal(err)
	}
	locks := func() int {
		list, err := filepath.Glob(filepath.Join(p.folder("table7"), "games", "*.lock"))
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	if rest := p.Times().Rest(keep.Running{Table: "table7", Seat: game.Nobody}); rest != nil || locks() != 1 {
		t.Errorf("%d locks of a game that is being written: %v", locks(), rest)
	}
	if err := journal.Archive(); err != nil {
		t.Fatal(err)
	}
	if rest := p.Times().Rest(keep.Running{Table: "table7", Seat: game.Nobody}); rest != nil || locks() != 0 {
		t.Errorf("%d locks of a table that is put away: %v", locks(), rest)
	}
	again, _, err := games.Resume()
	if err != nil || locks() == 0 {
		t.Fatalf("%d locks of a table that is opened again: %v", locks(), err)
	}
	if err := again.Archive(); err != nil {
		t.Error(err)
	}
}
