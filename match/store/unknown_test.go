package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"attic/game"
	"attic/game/example/toy"
	"attic/match"
)

// Lines that a failed Append has written are removed, if necessary by rewriting the file. If that fails too, the outcome is unknown, and the
// next Append makes sure that the lines are there at most once.
func TestAnAppendThatFailsAfterWriting(t *testing.T) {
	for _, gone := range []bool{false, true} {
		dir := t.TempDir()
		s := Open(dir, func(string) (game.Game, bool) { return toy.Game{}, true })
		j, err := s.Library.Begin("toy", time.Now())
		must(t, err)
		n, err := j.Append(0, match.JournalHead, "game toy", "round #2", "move start")
		must(t, err)
		n, err = j.Append(n, "# 1")
		must(t, err)
		before := string(j.text)
		text, _, err := j.seal([]string{"# 2"}, j.text)
		must(t, err)
		_, err = j.file.WriteAt(text, int64(len(j.text)))
		must(t, err)
		must(t, j.file.Close())
		j.file, err = os.Open(j.path) // opened only for reading, so it cannot be truncated
		must(t, err)
		away := filepath.Join(dir, "away")
		if gone {
			must(t, os.Rename(s.Library.folder.games, away))
		}
		disk := errors.New("input/output error")
		err = j.takeBack(int64(len(j.text)), disk)
		if !errors.Is(err, disk) || errors.Is(err, match.ErrUnknown) != gone {
			t.Errorf("the error is %v; the folder is gone: %v", err, gone)
		}
		if gone {
			must(t, os.Rename(away, s.Library.folder.games))
		}
		now, err := os.ReadFile(j.path)
		must(t, err)
		if want := map[bool]string{false: before, true: before + string(text)}[gone]; string(now) != want {
			t.Errorf("the file holds\n%s\nwant\n%s", now, want)
		}
		_, err = j.Append(n, "# 2")
		must(t, err)
		must(t, j.Archive())
		now, err = os.ReadFile(j.path)
		must(t, err)
		if want := before + string(text); string(now) != want || j.News() != "" {
			t.Errorf("after another attempt the file holds\n%s\nwant\n%s", now, want)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
