package store

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

	"attic/internal/phrase"
	"attic/match"
)

const (
	strangerSuffix = ".replaced" // appended to the name of a game's file; the new name is for a foreign file found in its place
	beatSuffix     = ".beat"     // added to the name of a journal to get the name of the file with its heartbeat
	mostBeat       = 4096        // the largest number of bytes of a heartbeat that are read
)

// Other programs, such as sync and backup tools, may remove or replace files during a game. A journal remembers everything it has written,
// so that it can rewrite its file whenever it finds another file in its place.

// Keep makes sure that the whole journal is now on the disk, under its name and with its lock. If something else has removed or changed the
// file, Keep writes it again, completely or not at all. If the file in its place is not an earlier state of the journal, that file is kept
// under another name. If another program has taken the lock and is playing the game, this journal continues under a new number. News reports
// the changes. Keep is cheap while the file is untouched.
func (j *Journal) Keep() error {
	if j.path == "" || j.alone != "" || j.intact() && held(j.lock) {
		return nil
	}
	if err := makeDir(j.folder.games); err != nil {
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

// News returns sentences about changes to the file since the last call of News, or "" if there were none.
func (j *Journal) News() string {
	news := j.news
	j.news = ""
	return news
}

func (j *Journal) tell(format string, args ...any) {
	j.news = strings.TrimSpace(j.news + " " + fmt.Sprintf(format, args...))
}

// intact reports whether the file is unchanged since the journal last wrote it.
func (j *Journal) intact() bool {
	info, err := os.Stat(j.path)
	return err == nil && j.seen != nil && os.SameFile(info, j.seen) && stampOf(info) == stampOf(j.seen)
}

// relock returns the lock of the game. It takes a new one if the file of the lock was removed or replaced, and returns errHeld if another
// program was faster. If no lock can be taken at all, it returns the old one: no other program can lock the game either.
func (j *Journal) relock() (*fileLock, error) {
	if held(j.lock) {
		return j.lock, nil
	}
	switch lock, err := lockGameFor(j.path, glance); {
	case err == nil:
		return lock, nil
	case errors.Is(err, errHeld):
		return nil, err
	}
	return j.lock, nil
}

// move continues the game under a new number, because another program is playing it under the present one.
func (j *Journal) move() error {
	old, lock := j.path, j.lock
	_ = j.shut()
	if j.beat != nil { // the file of the heartbeat now belongs to the other program
		_ = j.beat.Close()
		j.beat = nil
	}
	if err := j.place(j.text); err != nil {
		return err
	}
	_ = lock.Unlock()
	j.dated = false // so that the next line records that this is the newest game
	number := func(path string) int {
		n, _, _ := parseName(filepath.Base(path))
		return n
	}
	j.tell("Another program is playing game %d too; here it continues as game %d.", number(old), number(j.path))
	return nil
}

// mend rewrites the journal's file if it is missing or has any other content.
func (j *Journal) mend() error {
	_, missing := os.Lstat(j.path)
	info, _ := os.Stat(j.path)
	text, err := readText(j.path)
	if err == nil && info != nil && j.seen != nil && os.SameFile(info, j.seen) && bytes.Equal(text, j.text) { // only its time stamp has changed
		j.seen = info
		return nil
	}
	_ = j.shut() // some systems cannot rename or replace an open file
	aside := ""
	if missing == nil && (err != nil || !j.earlier(text)) {
		aside = freeName(j.path + strangerSuffix)
		if err := os.Rename(j.path, aside); err != nil {
			return fmt.Errorf("something else has taken the place of its file: %w", Plain(err))
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

// earlier reports whether text is the journal, an earlier state of it, or the journal with an incomplete line at its end.
func (j *Journal) earlier(text []byte) bool {
	rest, longer := bytes.CutPrefix(text, j.text)
	return bytes.HasPrefix(j.text, text) || longer && !bytes.ContainsRune(rest, '\n')
}

// setAside copies text, the content of the damaged file at path, and then writes good in its place. It returns the path of the copy.
func setAside(path string, text, good []byte) (aside string, err error) {
	aside = freeName(path + damagedSuffix)
	if err = Replace(aside, 0o600, writes(text)); err == nil {
		err = Replace(path, 0o600, writes(good))
	}
	return aside, err
}

// freeName returns name, with a number appended if a file of that name exists.
func freeName(name string) string {
	free := name
	for n := 2; ; n++ {
		if _, err := os.Lstat(free); errors.Is(err, fs.ErrNotExist) {
			return free
		}
		free = fmt.Sprintf("%s-%d", name, n)
	}
}

// Beat replaces the heartbeat of the journal by text, one line, for example the time at which the program last ran. The heartbeat survives
// the end of the program, even a kill, but is not synced and may be lost if the machine crashes. If text is "", Beat removes the heartbeat,
// as Archive and Discard do. Before the first Append, Beat does nothing. Beat also calls Keep, so that the file of a hosted game is checked
// while nobody moves; News reports any fault.
func (j *Journal) Beat(text string) error {
	if j.path == "" {
		return nil
	}
	kept := j.Keep()
	path := j.path + beatSuffix
	mine := j.beat != nil && under(path, j.beat)
	if j.beat != nil && (text == "" || !mine) {
		_ = j.beat.Close()
		j.beat = nil
	}
	if text == "" {
		if !mine && lastBeat(j.path) == "" { // there is no heartbeat, or another file has its name
			return kept
		}
		return errors.Join(kept, j.folder.beside(func() error { return removed(path) }))
	}
	if j.beat == nil {
		if err := clearBeat(j.path); err != nil {
			return err
		}
		if err := j.folder.beside(func() (err error) {
			j.beat, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
			return Plain(err)
		}); err != nil {
			j.beat = nil
			return err
		}
	}
	_, err := j.beat.WriteAt([]byte(match.Sealed(text)), 0) // the rest of a longer line stays after the line feed
	return errors.Join(kept, err)
}

// clearBeat renames a file that has the name of the heartbeat of the game at path but is not a heartbeat.
func clearBeat(path string) error {
	info, err := os.Lstat(path + beatSuffix)
	if err != nil || info.Mode().IsRegular() && (info.Size() == 0 || lastBeat(path) != "") {
		return nil
	}
	return Plain(os.Rename(path+beatSuffix, freeName(path+beatSuffix+strangerSuffix)))
}

// LastBeat returns the heartbeat that the previous program left when it was killed, or "" if none can be read.
func (j *Journal) LastBeat() string { return j.woken }

// Killed returns the time at which the host of the game was killed, which is the time of the last heartbeat. It is zero if there is none.
func (k Kept) Killed() time.Time {
	info, err := os.Stat(k.Path + beatSuffix)
	if err != nil || lastBeat(k.Path) == "" {
		return time.Time{}
	}
	return info.ModTime()
}

func lastBeat(path string) string {
	file, err := OpenFile(path + beatSuffix)
	if err != nil {
		return ""
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, mostBeat))
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(text), "\n")
	var chain match.Chain
	line, ok := chain.Unseal(line)
	if !ok {
		return ""
	}
	return line
}

// quiet removes the heartbeat if this program wrote it.
func (j *Journal) quiet() {
	if j.beat != nil {
		_ = j.Beat("")
	}
}
