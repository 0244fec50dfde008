package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"attic/game/learn"
	"attic/internal/lines"
	"attic/internal/phrase"
)

// An object is a small file of the store that is not a journal: a JSON object with a checksum. Its last good copy is kept beside it. Two
// programs may change an object at the same time: each change is applied to the current content of the file.

// object is the content of such a file, without its checksum.
type object = map[string]any

// files are the small files in the folder of a store.
type files struct {
	dir string // "": nothing can be kept
	*told
}

const (
	sumMember  = "sum"   // the checksum, missing in files that were written by hand or by earlier versions
	copySuffix = ".copy" // is added to the name of the file to get the name of its last good copy
)

var (
	errDamaged = errors.New("it is damaged")
	errSum     = fmt.Errorf("%w: its checksum is wrong", errDamaged)
	errWriting = errors.New("another program is writing to the same folder")
)

// object returns the content of the file called name, which is empty if no such file exists. A damaged file is set aside. An error means that
// it cannot be read.
func (f files) object(name string) (object, error) {
	if f.dir == "" {
		return object{}, nil
	}
	path := filepath.Join(f.dir, name)
	o, err := f.readObject(path)
	if _, missing := os.Lstat(path + copySuffix); err == nil && len(o) > 0 && missing != nil { // written by an earlier version, or by hand
		if unlock, err := f.lockObjects(); err == nil {
			_ = replace(path+copySuffix, 0o600, writes(encoded(o)), way{alone: true}) // a change makes a copy too
			unlock()
		}
	}
	if errors.Is(err, errDamaged) {
		var unlock func()
		if unlock, err = f.lockObjects(); err == nil {
			defer unlock()
		}
		o, err = f.mended(path) // without the lock, the file cannot be set aside, but its copy can be read
	}
	if err != nil {
		f.tell("%s cannot be read: %v.", name, err)
	}
	return o, err
}

// change changes the content of the file called name, completely or not at all, even if other programs change it at the same time. It does
// nothing if the store has no folder.
func (f files) change(name string, change func(object)) error {
	if f.dir == "" {
		return nil
	}
	path := filepath.Join(f.dir, name)
	if err := makeDir(filepath.Dir(path)); err != nil {
		return err
	}
	unlock, err := f.lockObjects()
	if err != nil {
		return err
	}
	defer unlock()
	o, err := f.mended(path)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	before := encoded(o)
	change(o)
	if bytes.Equal(encoded(o), before) {
		return nil
	}
	return writeObject(path, o)
}

// mended returns the content of the file at path, after replacing a damaged one, which is set aside, with the last good copy. The caller must
// hold the lock.
func (f files) mended(path string) (object, error) {
	o, wrong := f.readObject(path)
	if !errors.Is(wrong, errDamaged) {
		return o, wrong
	}
	name := f.named(path)
	o, lost := f.readObject(path + copySuffix)
	if lost != nil {
		o = object{}
	}
	aside := ""
	text, err := readText(path)
	if err == nil {
		aside, err = setAside(path, text, encoded(o))
	}
	how := "The last good copy is used."
	if lost != nil || len(o) == 0 {
		how = "There is no good copy, so it starts empty."
	}
	if err != nil {
		f.tell("%s is damaged and cannot be set aside: %v. %s", name, err, how)
		return o, err
	}
	was := "was damaged"
	if errors.Is(wrong, errSum) {
		was = "was damaged, or changed by hand without a new " + sumMember
	}
	f.tell("%s %s. It is kept as %s. %s", name, was, phrase.Name(f.named(aside)), how)
	return o, nil
}

// named returns the name of a file of the store, in the form that people read.
func (f files) named(path string) string {
	return filepath.ToSlash(strings.TrimPrefix(path, f.dir+string(filepath.Separator)))
}

// lockObjects locks the objects for a change, until unlock is called.
func (f files) lockObjects() (unlock func(), err error) {
	lock, err := lockWithin(filepath.Join(f.dir, lockSuffix), patience, errWriting)
	if err != nil {
		return nil, err
	}
	return func() { _ = lock.Unlock() }, nil
}

// readObject returns the content of the file at path, which is empty if there is no file. If it holds anything else, the error wraps
// errDamaged.
func (f files) readObject(path string) (object, error) {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return object{}, nil
	}
	text, err := readText(path)
	if errors.Is(err, errMissing) { // a link to a file that does not exist yet
		return object{}, nil
	}
	if err != nil {
		return object{}, err
	}
	in := json.NewDecoder(lines.Text(bytes.NewReader(text))) // it may have been edited by hand
	in.UseNumber()
	var o object
	if err := in.Decode(&o); err != nil {
		return object{}, fmt.Errorf("%w (%w)", errDamaged, err)
	}
	if _, err := in.Token(); o == nil || !errors.Is(err, io.EOF) {
		return object{}, errDamaged
	}
	if sum, ok := o[sumMember]; ok {
		delete(o, sumMember)
		if sum != sumOf(o) {
			return object{}, errSum
		}
	}
	switch name := strings.TrimSuffix(f.named(path), copySuffix); {
	case name == settingsFile:
		err = decode(o, &Settings{})
	case name == learntFile:
		err = decode(o, &map[string]learn.Record{})
	case name == earlierJudged, strings.HasPrefix(name, judgedDir):
		err = decode(o, &map[string]Judged{})
	}
	if err != nil {
		return object{}, fmt.Errorf("%w: %w", errDamaged, err)
	}
	return o, nil
}

// writeObject writes the file at path and its copy. It keeps the mode of an existing file.
func writeObject(path string, o object) error {
	mode := fs.FileMode(0o600)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	text := encoded(o)
	if err := replace(path, mode, writes(text), way{alone: true}); err != nil {
		return err
	}
	_ = replace(path+copySuffix, 0o600, writes(text), way{alone: true}) // an error here does not matter: the file itself is written
	return nil
}

// encoded returns the text of a file that holds o.
func encoded(o object) []byte {
	o = maps.Clone(o)
	o[sumMember] = sumOf(o)
	text, _ := json.MarshalIndent(o, "", "  ") // cannot fail: it consists of JSON values
	return append(text, '\n')
}

// sumOf returns the checksum of o: 64 bits of the SHA-256 of its shortest JSON, with the members in alphabetical order.
func sumOf(o object) string {
	text, _ := json.Marshal(o)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// generic returns a value in the form of decoded JSON.
func generic(value any) (o any) {
	text, _ := json.Marshal(value) // cannot fail for settings and records
	in := json.NewDecoder(bytes.NewReader(text))
	in.UseNumber()
	_ = in.Decode(&o)
	return o
}

// decode sets value from decoded JSON.
func decode(o, value any) error {
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, value)
}

// merged returns kept with the changes from was to now. Members that are in neither was nor now stay.
func merged(was, now, kept any) any {
	if reflect.DeepEqual(was, now) {
		return kept
	}
	switch now := now.(type) {
	case object:
		before, _ := was.(object)
		all, _ := kept.(object)
		all = maps.Clone(all)
		if all == nil {
			all = object{}
		}
		for name, value := range now {
			all[name] = merged(before[name], value, all[name])
		}
		for name := range before {
			if _, ok := now[name]; !ok {
				delete(all, name)
			}
		}
		return all
	case []any:
		before, _ := was.([]any)
		others, _ := kept.([]any)
		if !listing(now) || !listing(before) || !listing(others) {
			return now
		}
		all := slices.Clone(now) // the values that other programs have added follow
		for _, value := range others {
			if !within(before, value) && !within(now, value) {
				all = append(all, value)
			}
		}
		return all
	}
	return now
}

// listing reports whether list is a list to which programs add, such as the addresses of games that were joined, and not one value.
func listing(list []any) bool {
	return !slices.ContainsFunc(list, func(value any) bool {
		switch value.(type) {
		case string, []any:
			return false
		}
		return true
	})
}

func within(list []any, value any) bool {
	return slices.ContainsFunc(list, func(v any) bool { return reflect.DeepEqual(v, value) })
}

// told holds the sentences about events in the files of a store, until News returns them. A nil told keeps none.
type told struct {
	mu   sync.Mutex
	list []string
	said map[string]bool
}

// tell keeps a sentence, unless it is kept already.
func (t *told) tell(format string, args ...any) {
	if t == nil {
		return
	}
	text := fmt.Sprintf(format, args...)
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.said[text] {
		t.said[text] = true
		t.list = append(t.list, text)
	}
}
