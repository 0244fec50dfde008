package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"

	"attic/internal/phrase"
)

// Other programs, such as one that synchronises folders or restores a backup, remove and replace files while a game is played. A journal
// knows all it has written, so it can be written again whenever its file is no longer the one it knows.

// strangerSuffix is added to the name of a game's file for a file that took its place.
const strangerSuffix = ".replaced"

// Keep makes sure that the whole journal is on the disk at this moment, under its name and with its lock. If something else has removed or
// changed the file, Keep writes it again, completely or not at all. A file in its place that is not an earlier state of the journal is
// kept under another name. If another program has got hold of the lock and plays the game, this journal goes on under a new number. News
// tells what was done. Keep costs little when nothing has happened.
func (j *Journal) Keep() error {
	if j.path == "" || j.intact() && held(j.lock) {
		return nil
	}
	if err := makeDir(j.store.games); err != nil {
		return err
	}
	switch lock, err := j.relock(); {
	case errors.Is(err, errHeld):
		return j.move()
	case lock != j.lock:
		_ = j.lock.Unlock()
		j.lock = lock
	}
	if j.intact() {
		return nil
	}
	return j.mend()
}

// News returns what has happened to the file since News was last called, as sentences, or "".
func (j *Journal) News() string {
	news := j.news
	j.news = ""
	return news
}

func (j *Journal) tell(format string, args ...any) {
	j.news = strings.TrimSpace(j.news + " " + fmt.Sprintf(format, args...))
}

// intact reports whether the file is the one that held the journal, unchanged.
func (j *Journal) intact() bool {
	info, err := os.Stat(j.path)
	return err == nil && j.seen != nil && os.SameFile(info, j.seen) && stampOf(info) == stampOf(j.seen)
}

// relock returns the lock of the game, taken again if its file was removed or replaced, or errHeld. If there can be no lock, the old one
// must do: no other program can lock the game either.
func (j *Journal) relock() (*flock.Flock, error) {
	if held(j.lock) {
		return j.lock, nil
	}
	switch lock, err := lockGameSoon(j.path); {
	case err == nil:
		return lock, nil
	case errors.Is(err, errHeld):
		return nil, err
	}
	return j.lock, nil
}

// move goes on with the game under a new number, because another program plays the one with its own.
func (j *Journal) move() error {
	old, lock := j.path, j.lock
	_ = j.shut()
	if j.beat != nil { // its file is the other program's now
		_ = j.beat.Close()
		j.beat = nil
	}
	if err := j.place(j.text); err != nil {
		return err
	}
	_ = lock.Unlock()
	j.dated = false // so that the next line tells that this is the newest game
	number := func(path string) int {
		n, _, _ := parseName(filepath.Base(path))
		return n
	}
	j.tell("Another program is playing game %d too; here it continues as game %d.", number(old), number(j.path))
	return nil
}

// mend rewrites the journal's file if it is missing or holds anything but the journal.
func (j *Journal) mend() error {
	_, missing := os.Lstat(j.path)
	info, _ := os.Stat(j.path)
	text, err := readText(j.path)
	if err == nil && info != nil && j.seen != nil && os.SameFile(info, j.seen) && bytes.Equal(text, j.text) { // only its time has changed
		j.seen = info
		return nil
	}
	_ = j.shut() // some systems cannot rename or replace an open file
	aside := ""
	if missing == nil && (err != nil || !j.earlier(text)) {
		aside = freeName(j.path + strangerSuffix)
		if err := os.Rename(j.path, aside); err != nil {
			return fmt.Errorf("something else has taken the place of its file: %w", plain(err))
		}
	}
	if err := Replace(j.path, 0o600, writes(j.text)); err != nil {
		return err
	}
	j.seen, _ = os.Stat(j.path)
	switch {
	case aside != "":
		j.tell("The file of this game was replaced; it has been written again. The replacement is kept beside it as %s.", phrase.Name(filepath.Base(aside)))
	case missing != nil:
		j.tell("The file of this game was removed; it has been written again.")
	case len(text) < len(j.text):
		j.tell("The end of the file of this game was removed; it has been written again.")
	}
	return nil
}

// earlier reports whether text is the journal, an earlier state of it, or one whose last line was being written.
func (j *Journal) earlier(text []byte) bool {
	rest, longer := bytes.CutPrefix(text, j.text)
	return bytes.HasPrefix(j.text, text) || longer && !bytes.ContainsRune(rest, '\n')
}
