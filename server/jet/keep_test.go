package jet

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"attic/dev/jettest"
	"attic/dev/keeptest"
	offered "attic/games"
	"attic/server/keep"
)

// kept returns the storage that the processes of one test share, on servers below dir.
func kept(t *testing.T, dir string, open func() (*Storage, error)) keeptest.Fixture {
	all := map[*Storage]bool{}
	t.Cleanup(func() {
		for p := range all {
			_ = p.Close()
		}
	})
	opened := func() *Storage {
		p, err := open()
		if err != nil {
			t.Fatal(err)
		}
		p.times.stamp = func(b beat, _ time.Time) time.Time { return time.UnixMilli(b.Now) } // the stamps use the time of the test
		return p
	}
	return keeptest.Fixture{
		Open: func() keep.Storage {
			p := opened()
			all[p] = true
			return &closing{p, all}
		},
		Kill: func(k keep.Storage) {
			p := k.(*closing).Storage
			delete(all, p)
			p.shut()
		},
		Damage: func(table string, number int) {
			p := opened()
			defer p.Close()
			err := p.Games(table).Texts(func(text keep.Text) error {
				if text.Number != number {
					return nil
				}
				text.Journal[len(text.Journal)/2] ^= 1
				subject := gamePrefix + table + "." + strconv.Itoa(number)
				if err := p.purge(p.ctx, gamesStream, subject); err != nil {
					return err
				}
				_, err := p.games.write(0, messages(subject, text.Name, text.Journal)...)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		},
		Holds: func(text string) bool { return onDisk(t, dir, text) },
		Silent: func(d time.Duration, of ...keep.Storage) {
			for _, p := range of {
				for range d / linkBeat {
					p.(*closing).others.beat()
				}
			}
		},
	}
}

// closing is a storage that need not be closed again when the test ends.
type closing struct {
	*Storage
	open map[*Storage]bool
}

func (c *closing) Close() error {
	delete(c.open, c.Storage)
	return c.Storage.Close()
}

// onDisk reports whether a text occurs in a file below dir.
func onDisk(t *testing.T, dir, text string) (found bool) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		all, err := os.ReadFile(path)
		if os.IsNotExist(err) { // a server replaces its files
			return nil
		}
		found = found || bytes.Contains(all, []byte(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestAServerIsAPlaceForSeveralProcesses(t *testing.T) {
	keeptest.Conform(t, several(1))
}

// several returns the kind of storage that has its own servers.
func several(servers int) keeptest.Backend {
	return keeptest.Backend{Several: true, AtOnce: servers == 1, New: func(t *testing.T, now func() time.Time) keeptest.Fixture {
		c, err := jettest.Start(servers)
		must(t, err)
		t.Cleanup(c.Stop)
		return kept(t, c.Dir, func() (*Storage, error) {
			return Dial(Config{URLs: c.URLs(), Replicas: servers, Find: offered.Find, Now: now})
		})
	}}
}
