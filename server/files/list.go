package files

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"attic/match"
	"attic/match/store"
)

// list is a keep.List in a file with a JSON line for each value and each change. Of several lines with the same key, the last counts; a line with the field
// gone removes the value. Each line ends with a hash of its own, as match.Chain.Seal writes it; whoever edits a line by hand must remove the hash.
type list struct {
	name  string // the name of the list, such as tables
	field string // the field of a value that holds its key
	path  string

	mu       sync.Mutex
	first    []pair // the values when the list was opened, until Follow
	file     *os.File
	size     int64 // the size of the lines that are on the disk
	lines    int
	most     int  // number of lines beyond which the file is rewritten
	few      int  // the number of lines for which a rewrite is not worth while
	torn     bool // part of a line may follow the lines on the disk
	last     uint64
	versions map[string]uint64 // the versions of the present values
	note     string            // what was done to the file when it was opened, or ""

	queueing sync.Mutex
	queue    []*line // lines that wait: whoever holds mu writes all of them together
}

// line is a line to be added to a list, and the outcome.
type line struct {
	key   string
	after uint64 // the version of the value that the line replaces
	text  []byte
	gone  bool // it removes the value

	done    bool
	version uint64
	err     error
}

// pair is a value with its key. A value whose hash is wrong ends with that hash, so that it cannot be read as JSON.
type pair struct {
	key   string
	value []byte
}

// cutSuffix is added to the name of a list to get the name of the file that keeps last lines without an end.
const cutSuffix = ".cut"

// spareLines is the number of lines per table beyond which the list of tables is rewritten when it is opened.
const spareLines = 4

// openList opens the list called name in the file at path, which need not exist. field is the field of the values that holds their keys. A last line
// without a line feed, which a kill may have left, is moved to another file, unless it is complete. The file is rewritten if it has more lines for
// each value than the parameter spare.
func openList(path, name, field string, spare int) (*list, error) {
	l := &list{name: name, field: field, path: path, few: fewLines, versions: map[string]uint64{}}
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the list of %s cannot be read: %w", name, store.Plain(err))
	}
	was := len(text)
	text, rest := l.ended(text)
	if l.first, l.lines, err = l.read(text); err != nil {
		return nil, err
	}
	l.most = spareLines*len(l.first) + fewLines
	if len(rest) > 0 {
		if err := l.setAside(rest); err != nil {
			return nil, fmt.Errorf("the list of %s cannot be written: %w", name, store.Plain(err))
		}
	}
	for _, p := range l.first {
		l.last++
		l.versions[p.key] = l.last
	}
	if l.size = int64(len(text)); l.lines > spare*len(l.first) {
		err = l.rewrite(l.first)
	} else if l.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600); err == nil {
		if err = l.file.Truncate(l.size); err == nil && len(text) > was {
			_, err = l.file.WriteAt([]byte("\n"), l.size-1) // an editor has omitted the last line feed
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the list of %s cannot be written: %w", name, store.Plain(err))
	}
	return l, nil
}

// longLines is the number of lines for which a list with long lines is not rewritten.
const longLines = 100

// rewritesAfter makes the file be rewritten after fewer lines, because they are long.
func (l *list) rewritesAfter(few int) { l.few, l.most = few, l.most-l.few+few }

// ended splits text into its lines and the rest after them. A last line without a line feed counts as a line if it is complete.
func (l *list) ended(text []byte) (lines, rest []byte) {
	end := bytes.LastIndexByte(text, '\n') + 1
	if value, sound := unsealed(text[end:]); sound {
		if _, _, err := l.parse(value); err == nil {
			return append(slices.Clip(text), '\n'), nil
		}
	}
	return text[:end], text[end:]
}

// setAside appends a last line without a line feed to a separate file.
func (l *list) setAside(rest []byte) error {
	file, err := os.OpenFile(l.path+cutSuffix, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	l.note = fmt.Sprintf("the last line of the list of %s was truncated and is ignored; it is kept in %s", l.name, filepath.Base(l.path)+cutSuffix)
	_, err = file.Write(append(slices.Clip(rest), '\n'))
	return errors.Join(err, file.Sync())
}

// sealed returns a line for a value. A value whose hash is wrong stays as it is.
func sealed(value []byte) []byte {
	if _, sound := unsealed(value); !sound {
		return append(slices.Clip(value), '\n')
	}
	return []byte(new(match.Chain).Seal(string(value)) + "\n")
}

// unsealed returns the value in a line, and whether its hash fits. A line that ends like JSON has no hash: an earlier version wrote it, or it was edited by
// hand.
func unsealed(line []byte) (value []byte, sound bool) {
	line = bytes.TrimRight(line, " \t\r\n")
	if value, ok := new(match.Chain).Unseal(string(line)); ok {
		return []byte(value), true
	}
	return line, bytes.HasSuffix(line, []byte("}"))
}

// read returns the values that result from the lines of text, in the order in which they were first written, and the number of lines.
func (l *list) read(text []byte) (all []pair, lines int, err error) {
	index := map[string]int{}
	for line := range bytes.Lines(text) {
		lines++
		value, sound := unsealed(line)
		key, gone, err := l.parse(value)
		if err != nil {
			return nil, 0, fmt.Errorf("the list of %s is damaged at line %d; remove that line to continue without it", l.name, lines)
		}
		p := pair{key, value}
		if gone && sound {
			p.value = nil
		}
		if at, ok := index[key]; ok {
			all[at] = p
		} else {
			index[key] = len(all)
			all = append(all, p)
		}
	}
	return slices.DeleteFunc(all, func(p pair) bool { return p.value == nil }), lines, nil
}

// parse returns the key of a value, and whether it removes the earlier value. Text after the value, such as a wrong hash, is ignored.
func (l *list) parse(value []byte) (key string, gone bool, err error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(value[:bytes.LastIndexByte(value, '}')+1], &fields); err != nil {
		return "", false, err
	}
	err = json.Unmarshal(fields[l.field], &key)
	if err == nil && key == "" {
		err = errors.New("it has no key")
	}
	return key, string(fields["gone"]) == "true", err
}

// Follow implements keep.List.
func (l *list) Follow(changed func(key string, version uint64, value []byte)) error {
	l.mu.Lock()
	first, versions := l.first, l.versions
	l.first = nil
	l.mu.Unlock()
	for _, p := range first {
		changed(p.key, versions[p.key], p.value)
	}
	return nil
}

// Get implements keep.List. It reads the whole file; the hall rarely calls it, only for values that another process has changed.
func (l *list) Get(key string) ([]byte, uint64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	all, err := l.there()
	for _, p := range all {
		if p.key == key {
			return p.value, l.versions[key], nil
		}
	}
	return nil, 0, err
}

// there returns the values that are on the disk.
func (l *list) there() ([]pair, error) {
	text, err := os.ReadFile(l.path)
	if err != nil {
		return nil, store.Plain(err)
	}
	all, _, err := l.read(text[:min(l.size, int64(len(text)))])
	return all, err
}

// Put implements keep.List. After an error the line is not in the file, unless the disk kept it and the process ends before the next call.
func (l *list) Put(key string, after uint64, value []byte) (uint64, error) {
	if k, gone, err := l.parse(value); err != nil || k != key || gone || bytes.ContainsRune(value, '\n') {
		return 0, fmt.Errorf("this value is not allowed in the list of %s", l.name)
	}
	return l.add(&line{key: key, after: after, text: value})
}

// Remove implements keep.List. The removed value stays in the file until the next Scrub.
func (l *list) Remove(key string, after uint64) error {
	text, err := json.Marshal(map[string]any{l.field: key, "gone": true})
	if err == nil {
		_, err = l.add(&line{key: key, after: after, text: text, gone: true})
	}
	return err
}

// Lags implements keep.List: only this process writes.
func (l *list) Lags() error { return nil }

// add adds a line, together with other lines that wait for the disk, and returns its version.
func (l *list) add(x *line) (uint64, error) {
	l.queueing.Lock()
	l.queue = append(l.queue, x)
	l.queueing.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	if !x.done {
		l.queueing.Lock()
		all := l.queue
		l.queue = nil
		l.queueing.Unlock()
		l.write(all)
	}
	return x.version, x.err
}

func (l *list) write(all []*line) {
	versions, last := map[string]uint64{}, l.last
	var text []byte
	for _, x := range all {
		x.done = true
		is, changed := versions[x.key]
		if !changed {
			is = l.versions[x.key]
		}
		if is != x.after {
			x.err = match.ErrMoved
			continue
		}
		last++
		if x.version = last; x.gone {
			versions[x.key] = 0
		} else {
			versions[x.key] = last
		}
		text = append(text, sealed(x.text)...)
	}
	err := l.append(text)
	for _, x := range all {
		switch {
		case x.err != nil:
		case err != nil:
			x.version, x.err = 0, err
		default:
			l.lines++
		}
	}
	if err != nil {
		return
	}
	l.last = last
	for key, version := range versions {
		if l.versions[key] = version; version == 0 {
			delete(l.versions, key)
		}
	}
	if l.lines > l.most {
		if there, err := l.there(); err == nil {
			_ = l.rewrite(there) // if this fails, the file keeps its old lines
		}
		l.most = l.lines + (spareLines-1)*len(l.versions) + l.few
	}
}

func (l *list) append(text []byte) error {
	switch {
	case len(text) == 0:
		return nil
	case l.file == nil:
		return fmt.Errorf("the list of %s is not open", l.name)
	case l.torn:
		if err := l.file.Truncate(l.size); err != nil {
			return store.Plain(err)
		}
	}
	_, err := l.file.WriteAt(text, l.size)
	if err == nil {
		err = l.file.Sync()
	}
	if l.torn = err != nil; l.torn {
		return store.Plain(err)
	}
	l.size += int64(len(text))
	return nil
}

// Scrub implements keep.List: it rewrites the file.
func (l *list) Scrub() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	all, err := l.there()
	if err != nil {
		return err
	}
	return l.rewrite(all)
}

// rewrite replaces the file by a new one with only these values.
func (l *list) rewrite(all []pair) error {
	var text bytes.Buffer
	for _, p := range all {
		text.Write(sealed(p.value))
	}
	if err := l.close(); err != nil { // some systems cannot replace an open file
		return err
	}
	err := store.Replace(l.path, 0o600, func(w io.Writer) error {
		_, err := w.Write(text.Bytes())
		return err
	})
	if err == nil {
		l.size, l.lines, l.torn = int64(text.Len()), len(all), false
	}
	file, e := os.OpenFile(l.path, os.O_RDWR|os.O_CREATE, 0o600)
	if e == nil {
		l.file = file
	}
	return errors.Join(err, e)
}

// close closes the list. A nil list needs no closing.
func (l *list) close() error {
	if l == nil || l.file == nil {
		return nil
	}
	file := l.file
	l.file = nil
	return file.Close()
}
