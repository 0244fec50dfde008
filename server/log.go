package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"attic/store"
)

// entry is what the hall keeps of a table beside its games. It holds neither names nor addresses, and of each link only the hash of its ID.
type entry struct {
	ID      string  `json:"id"` // of the table: whoever has it may watch
	Game    string  `json:"game"`
	Options string  `json:"options,omitempty"` // of the setup
	Clock   string  `json:"clock,omitempty"`   // as table.ParseClock reads it
	Level   int     `json:"level"`             // of the computer, if it has a seat
	Seats   []place `json:"seats"`             // in the order of the game's seats, as the people sat down in the first game
	Side    int     `json:"side"`              // the seat of who made the table
	Listed  bool    `json:"listed,omitempty"`  // shown in the lobby
	Made    int64   `json:"made"`              // in seconds since 1970
	Over    string  `json:"over,omitempty"`    // the result of its last game as a sentence; "" while that goes on
	Rated   bool    `json:"rated,omitempty"`   // its last game has changed the ratings of the players
	Gone    bool    `json:"gone,omitempty"`    // the table is closed for good
}

// place is a seat of a table.
type place struct {
	Hash     string `json:"hash,omitempty"` // match.KeyHash of the ID of the person's link
	Computer bool   `json:"computer,omitempty"`
	Free     bool   `json:"free,omitempty"`    // for whoever takes it in the lobby; nobody has the link yet
	Deleted  bool   `json:"deleted,omitempty"` // the person has deleted everything
}

func (e entry) key() string { return e.ID }
func (e entry) gone() bool  { return e.Gone }

// line is what a list has in each line.
type line interface {
	key() string // of what it describes
	gone() bool  // what it describes is no more
}

// list is a file with a line for each thing and each change of one: of several lines with the same key the last one counts.
type list[L line] struct {
	name  string // of what it holds
	path  string
	file  *os.File
	size  int64 // of the lines that are on the disk
	lines int
	torn  bool // behind them may be a part of a line
}

// spareLines is how many lines the list of tables may have for each table before it is rewritten when the hall opens.
const spareLines = 4

// openList opens the list of what name says at path, which need not exist, and returns the last line of each thing that is there, in the
// order in which they were made. A last line without an end, which a kill may have left, is removed. The list is rewritten if it has more than
// spare lines for each thing.
func openList[L line](path, name string, spare int) (*list[L], []L, error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("the list of %s cannot be read: %w", name, store.Plain(err))
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	t := &list[L]{name: name, path: path, size: int64(len(text))}
	var all []L
	index := map[string]int{}
	for line := range bytes.Lines(text) {
		t.lines++
		var l L
		if err := json.Unmarshal(line, &l); err != nil || l.key() == "" {
			return nil, nil, fmt.Errorf("the list of %s is damaged at line %d; remove that line to go on without it", name, t.lines)
		}
		if at, ok := index[l.key()]; ok {
			all[at] = l
		} else {
			index[l.key()] = len(all)
			all = append(all, l)
		}
	}
	there := slices.DeleteFunc(all, L.gone)
	if t.lines > spare*len(there) {
		err = t.rewrite(there)
	} else if t.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600); err == nil {
		err = t.file.Truncate(t.size)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("the list of %s cannot be written: %w", name, store.Plain(err))
	}
	return t, there, nil
}

// rewrite replaces the file by one with these lines, so that nothing is left of earlier ones.
func (t *list[L]) rewrite(all []L) error {
	var text bytes.Buffer
	for _, l := range all {
		text.Write(encoded(l))
	}
	if err := t.close(); err != nil { // some systems cannot replace an open file
		return err
	}
	err := store.Replace(t.path, 0o600, func(w io.Writer) error {
		_, err := w.Write(text.Bytes())
		return err
	})
	if err == nil {
		t.size, t.lines, t.torn = int64(text.Len()), len(all), false
	}
	file, e := os.OpenFile(t.path, os.O_RDWR|os.O_CREATE, 0o600)
	if e == nil {
		t.file = file
	}
	return errors.Join(err, e)
}

func encoded(l any) []byte {
	text, err := json.Marshal(l)
	if err != nil {
		panic(err) // no field of a line can fail
	}
	return append(text, '\n')
}

// keep adds a line. After an error it is not in the file, unless the disk kept it and the hall ends before the next call.
func (t *list[L]) keep(l L) error {
	if t.file == nil {
		return fmt.Errorf("the list of %s is not open", t.name)
	}
	if t.torn {
		if err := t.file.Truncate(t.size); err != nil {
			return store.Plain(err)
		}
	}
	line := encoded(l)
	_, err := t.file.WriteAt(line, t.size)
	if err == nil {
		err = t.file.Sync()
	}
	if t.torn = err != nil; t.torn {
		return store.Plain(err)
	}
	t.size += int64(len(line))
	t.lines++
	return nil
}

// close closes the list. A nil list needs no closing.
func (t *list[L]) close() error {
	if t == nil || t.file == nil {
		return nil
	}
	file := t.file
	t.file = nil
	return file.Close()
}
