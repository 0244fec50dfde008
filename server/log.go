package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

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
	Gone    bool    `json:"gone,omitempty"`    // the table is closed for good
}

// place is a seat of a table.
type place struct {
	Hash     string `json:"hash,omitempty"` // match.KeyHash of the ID of the person's link
	Computer bool   `json:"computer,omitempty"`
	Free     bool   `json:"free,omitempty"` // for whoever takes it in the lobby; nobody has the link yet
}

// tables is the file that keeps the entries: one in each line, and of several for the same table the last one counts.
type tables struct {
	path  string
	file  *os.File
	size  int64 // of the lines that are on the disk
	lines int
	torn  bool // behind them may be a part of a line
}

// spareLines is how many lines the file of tables may have for each table before it is rewritten when the hall opens.
const spareLines = 4

// openTables opens the file of tables at path, which need not exist, and returns the entries of those that are not closed for good, in the
// order in which they were made. A last line without an end, which a kill may have left, is removed.
func openTables(path string) (*tables, []entry, error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("the list of tables cannot be read: %w", store.Plain(err))
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	t := &tables{path: path, size: int64(len(text))}
	var list []entry
	index := map[string]int{}
	for line := range bytes.Lines(text) {
		t.lines++
		var e entry
		if err := json.Unmarshal(line, &e); err != nil || e.ID == "" {
			return nil, nil, fmt.Errorf("the list of tables is damaged at line %d; remove that line to go on without its table", t.lines)
		}
		if at, ok := index[e.ID]; ok {
			list[at] = e
		} else {
			index[e.ID] = len(list)
			list = append(list, e)
		}
	}
	there := list[:0]
	for _, e := range list {
		if !e.Gone {
			there = append(there, e)
		}
	}
	if t.lines > spareLines*len(there) {
		if err := t.rewrite(there); err != nil {
			return nil, nil, fmt.Errorf("the list of tables cannot be written: %w", err)
		}
	}
	if t.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600); err == nil {
		err = t.file.Truncate(t.size)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("the list of tables cannot be written: %w", store.Plain(err))
	}
	return t, there, nil
}

// rewrite replaces the file by one with a line for each entry.
func (t *tables) rewrite(list []entry) error {
	var text bytes.Buffer
	for _, e := range list {
		text.Write(e.line())
	}
	err := store.Replace(t.path, 0o600, func(w io.Writer) error {
		_, err := w.Write(text.Bytes())
		return err
	})
	if err == nil {
		t.size, t.lines = int64(text.Len()), len(list)
	}
	return err
}

func (e entry) line() []byte {
	text, err := json.Marshal(e)
	if err != nil {
		panic(err) // no field of an entry can fail
	}
	return append(text, '\n')
}

// keep writes an entry. After an error it is not in the file, unless the disk kept it and the hall ends before the next call.
func (t *tables) keep(e entry) error {
	if t.torn {
		if err := t.file.Truncate(t.size); err != nil {
			return store.Plain(err)
		}
	}
	line := e.line()
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

func (t *tables) close() error { return t.file.Close() }
