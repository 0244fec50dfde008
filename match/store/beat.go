package store

import (
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"attic/match"
)

// beatSuffix is added to the name of a journal to get the name of the file with its heartbeat.
const beatSuffix = ".beat"

// mostBeat is the largest number of bytes of a heartbeat that are read.
const mostBeat = 4096

// Beat replaces the heartbeat of the journal by text, one line, for example the time at which the program last ran; it matters less than
// the lines of the journal. It survives the end of the program, even a kill, but it is not synced and may be lost if the machine crashes.
// With "" Beat removes it, as Archive and Discard do. Before the first Append, Beat does nothing. Beat also does what Keep does, so that a
// hosted game is looked after while nobody moves; News reports what it found.
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
		if !mine && lastBeat(j.path) == "" { // there is none, or something else has its name
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
	return errors.Join(kept, writeBeat(j.beat, text))
}

// writeBeat replaces the heartbeat in a file.
func writeBeat(file *os.File, text string) error {
	var chain match.Chain
	_, err := file.WriteAt([]byte(chain.Seal(text)+"\n"), 0) // the rest of a longer line stays after the line feed
	return err
}

// clearBeat renames anything that has the name of the heartbeat of the game at path but is not a heartbeat.
func clearBeat(path string) error {
	info, err := os.Lstat(path + beatSuffix)
	if err != nil || info.Mode().IsRegular() && (info.Size() == 0 || lastBeat(path) != "") {
		return nil
	}
	return Plain(os.Rename(path+beatSuffix, freeName(path+beatSuffix+strangerSuffix)))
}

// LastBeat returns the heartbeat that the previous program left when it was killed, or "" if there is none that can be read.
func (j *Journal) LastBeat() string { return j.woken }

// Killed returns when the host of the game was killed: the time of the last heartbeat. It is zero if there is none.
func (k Kept) Killed() time.Time {
	info, err := os.Stat(k.Path + beatSuffix)
	if err != nil || lastBeat(k.Path) == "" {
		return time.Time{}
	}
	return info.ModTime()
}

// lastBeat reads the heartbeat of the game at path.
func lastBeat(path string) string {
	file, _, err := open(path + beatSuffix)
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
