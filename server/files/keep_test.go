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
	offered "attic/games"
	"attic/server/keep"
)

// A folder keeps the rules of a place.
func TestAFolderIsAPlace(t *testing.T) {
	keeptest.Conform(t, keeptest.Kind{Fake: true, New: func(t *testing.T, _ func() time.Time) keeptest.Hall {
		dir := t.TempDir()
		open := map[*Place]bool{}
		t.Cleanup(func() {
			for p := range open {
				_ = p.Close()
			}
		})
		return keeptest.Hall{
			Open: func() keep.Place {
				p, err := Open(dir, offered.Find)
				if err != nil {
					t.Fatal(err)
				}
				open[p] = true
				return p
			},
			Kill: func(k keep.Place) {
				p := k.(*Place)
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

// walk calls each with every file below dir.
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

// A game that cannot begin has no ledger: one that holds a nil pointer is not equal to nil, and would be used.
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
