package files

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"attic/dev/ledgertest"
	"attic/game"
	"attic/game/example/toy"
	"attic/match"
	"attic/server/keep"
)

func findToy(name string) (game.Game, bool) { return toy.Game{}, name == "toy" }

// head holds the lines of a game without a move, and hosting holds one more line.
var head = []string{match.JournalHead, "game toy", "seed 0", "round #2"}

const hosting = "hosted abc 0"

// openPlace opens the folder of a hall, which is closed when the test ends.
func openPlace(t *testing.T, dir string) *Storage {
	t.Helper()
	p, err := Open(dir, findToy)
	must(t, err)
	t.Cleanup(func() { _ = p.Close() })
	return p
}

// A game of a hall obeys the rules of a ledger.
func TestAGameIsALedger(t *testing.T) {
	ledgertest.Conform(t, func(t *testing.T) ledgertest.Storage {
		games := openPlace(t, t.TempDir()).Games("table")
		return ledgertest.Storage{
			New: func() match.Ledger {
				l, err := games.Begin("toy")
				must(t, err)
				return l
			},
			Again: func() (match.Ledger, error) {
				l, _, err := games.Resume()
				return l, err
			},
		}
	})
}

// paths returns the files and folders below a folder.
func paths(t *testing.T, dir string) (list []string) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if path != dir {
			list = append(list, strings.TrimPrefix(path, dir+"/"))
		}
		return err
	}))
	return list
}

// Before its first move a table is one file; after it, the game is in the store. Wherever a kill interrupts this change, the game can continue.
func TestATableIsOneFileUntilItsFirstMove(t *testing.T) {
	dir := t.TempDir()
	p := openPlace(t, dir)
	l, err := p.Games("table").Begin("toy")
	must(t, err)
	n, err := l.Append(0, head...)
	must(t, err)
	n, err = l.Append(n, hosting)
	must(t, err)
	must(t, l.Archive())
	one := []string{"ta", "ta/table.new"}
	if got := paths(t, filepath.Join(dir, "games")); !slices.Equal(got, one) {
		t.Fatalf("before the first move there are %q", got)
	}
	first, err := os.ReadFile(filepath.Join(dir, "games", "ta", "table.new"))
	must(t, err)
	l, m, err := p.Games("table").Resume()
	must(t, err)
	if past := l.(interface{ Past() match.Past }).Past(); past.Hosted.ID != "abc" || m.Ply() != 0 {
		t.Errorf("%+v, %d plies", past, m.Ply())
	}
	var texts []keep.Text
	each := func(x keep.Text) error {
		texts = append(texts, x)
		return nil
	}
	must(t, p.Games("table").Texts(each))
	if len(texts) != 1 || texts[0].Number != 1 || texts[0].Name != "toy" || !bytes.Equal(texts[0].Journal, first) {
		t.Errorf("%+v", texts)
	}
	n, err = l.Append(n, "act 7 move start", "clock 1 2")
	must(t, err)
	if got := paths(t, filepath.Join(dir, "games")); slices.Contains(got, "ta/table.new") || !slices.Contains(got, "ta/table/games/000001-toy.game") {
		t.Errorf("after the first move there are %q", got)
	}
	if lines, last, err := l.Read(0); err != nil || last != n || !match.Holds(lines, slices.Concat(head, []string{hosting, "act 7 move start", "clock 1 2"})) {
		t.Errorf("%q, %d, %v", lines, last, err)
	}
	must(t, l.Archive())
	must(t, os.WriteFile(filepath.Join(dir, "games", "ta", "table.new"), first, 0o600)) // the file that a kill would leave
	l, m, err = p.Games("table").Resume()
	must(t, err)
	if m.Ply() == 0 || slices.Contains(paths(t, filepath.Join(dir, "games")), "ta/table.new") {
		t.Errorf("the game continues after %d plies, with the files %q", m.Ply(), paths(t, dir))
	}
	must(t, l.Archive())
	must(t, p.Games("table").Remove())
	if got := paths(t, filepath.Join(dir, "games")); !slices.Equal(got, []string{"ta"}) {
		t.Errorf("a removed table leaves %q", got)
	}
}

// A game without a move is copied as one file, comes before another game, and is not resumed if it is damaged.
func TestAnUnplayedGameIsCopied(t *testing.T) {
	p := openPlace(t, t.TempDir())
	text := []byte(match.Sealed(slices.Insert(slices.Clone(head), 1, match.PlayedLine(1, time.Now()))...))
	games := p.Games("table")
	must(t, games.Put(keep.Text{Number: 1, Name: "toy", Journal: text}))
	if got := paths(t, filepath.Join(p.dir, "games")); !slices.Equal(got, []string{"ta", "ta/table.new"}) {
		t.Errorf("%q", got)
	}
	if err := games.Put(keep.Text{Number: 1, Name: "toy", Journal: text}); err == nil {
		t.Error("a game was replaced")
	}
	must(t, games.Put(keep.Text{Number: 2, Name: "toy", Journal: text}))
	n := 0
	must(t, games.Texts(func(x keep.Text) error {
		if n++; x.Number != n || !bytes.Equal(x.Journal, text) {
			t.Errorf("game %d: %+v", n, x)
		}
		return nil
	}))
	if n != 2 {
		t.Errorf("%d games", n)
	}
	must(t, p.Games("other").Put(keep.Text{Number: 1, Name: "toy", Journal: bytes.Replace(text, []byte("seed 0"), []byte("seed 1"), 1)}))
	must(t, os.WriteFile(filepath.Join(p.dir, "games", "ot", "other.new"), text[:len(text)-3], 0o600))
	if l, _, err := p.Games("other").Resume(); l != nil || err == nil {
		t.Errorf("a damaged game continues: %v, %v", l, err)
	}
}

// The operator and the people at a table are told if the file of its game is truncated.
func TestAFileThatHasLostItsEnd(t *testing.T) {
	p := openPlace(t, t.TempDir())
	l, err := p.Games("table").Begin("toy")
	must(t, err)
	n, err := l.Append(0, append(slices.Clone(head), "move start")...)
	must(t, err)
	_, err = l.Append(n, "move guess 1")
	must(t, err)
	must(t, l.Archive())
	path := filepath.Join(p.dir, "games", "ta", "table", "games", "000001-toy.game")
	text, err := os.ReadFile(path)
	must(t, err)
	must(t, os.WriteFile(path, text[:bytes.LastIndexByte(text[:len(text)-1], '\n')+1], 0o600))
	l, _, err = p.Games("table").Resume()
	must(t, err)
	teller, ok := l.(interface{ News() string })
	if !ok || !strings.Contains(teller.News(), "shorter than it was") {
		t.Errorf("the loss is not reported: %T", l)
	}
	if _, err := l.Append(99, "x"); !errors.Is(err, match.ErrMoved) {
		t.Error(err)
	}
}
