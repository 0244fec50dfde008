package jet

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"attic/server/keep"
)

// journal returns the journal of the game at a table.
func journal(p *Place, table string) (text []byte, err error) {
	err = p.Games(table).Texts(func(t keep.Text) error {
		text = t.Journal
		return nil
	})
	return text, err
}

// A bit in the messages is flipped after a kill, and after an orderly end. Each game is then what it was, or it is refused. The server alone would drop
// the ends of some games.
func TestFlippedBits(t *testing.T) {
	dir, killed := t.TempDir(), t.TempDir()
	p, err := Embedded(Config{Dir: dir, Find: find})
	must(t, err)
	var tables []string
	for i := range 5 {
		tables = append(tables, fmt.Sprint("t", i))
		l, n := begin(t, p, tables[i])
		for k := range 4 {
			n, err = l.Append(n, fmt.Sprint("# ", k))
			must(t, err)
		}
	}
	var want [][]byte
	for _, table := range tables {
		text, err := journal(p, table)
		must(t, err)
		want = append(want, text)
	}
	must(t, os.CopyFS(killed, os.DirFS(dir)))
	must(t, p.Close())
	for _, from := range []string{killed, dir} {
		block := filepath.Join("jetstream", "$G", "streams", gamesStream, "msgs", "1.blk")
		good, err := os.ReadFile(filepath.Join(from, block))
		must(t, err)
		right, refused := 0, 0
		for at := 0; at < len(good); at += 211 {
			broken := t.TempDir()
			must(t, os.CopyFS(broken, os.DirFS(from)))
			bad := bytes.Clone(good)
			bad[at] ^= 1 << (at % 8)
			must(t, os.WriteFile(filepath.Join(broken, block), bad, 0o600))
			p, err := Embedded(Config{Dir: broken, Find: find})
			if err != nil {
				refused++
				continue
			}
			for i, table := range tables {
				if _, _, err := p.Games(table).Resume(); err != nil {
					refused++
				} else if got, err := journal(p, table); err != nil || !bytes.Equal(got, want[i]) {
					t.Errorf("byte %d of %d: table %s holds %q, want %q, %v", at, len(good), table, got, want[i], err)
				} else {
					right++
				}
			}
			must(t, p.Close())
		}
		if right+refused == 0 {
			t.Error("nothing was tried")
		}
		t.Logf("%d right, %d refused", right, refused)
	}
}
