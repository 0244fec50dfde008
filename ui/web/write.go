package web

import (
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"attic/internal/phrase"
	"attic/match/store"
)

// Static returns the files of a page for a server that sends only files, at any path: each HTML file states the policy itself.
func Static(page map[string]File) map[string]File {
	files := maps.Clone(page)
	const before = "<meta charset=\"utf-8\">\n"
	for name, f := range files {
		if path.Ext(name) == ".html" {
			files[name] = f.Replaced(before, Of([]byte(before+`<meta http-equiv="Content-Security-Policy" content="`+policy+"\">\n")))
		}
	}
	return Listed(files)
}

// Written is the file that lists what Write wrote, as the program sha256sum does. While Write replaces files, it has lines for both contents of each.
const Written = "attic-page.sha256"

var line = regexp.MustCompile(`^[0-9a-f]{64}  [^/\\]+$`)

// lines lists files that Write wrote: lines of the file of that name.
type lines map[string]bool

func lineOf(hash, name string) string { return hash + "  " + name }

// Write writes files into a folder, which it makes if necessary. It replaces the files that it wrote before, and removes those that the page no longer has.
// It changes no other file, follows no link in the folder, and changes nothing before all new files are on the disk.
func Write(folder string, files map[string]File) error {
	if info, err := os.Lstat(folder); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return fmt.Errorf("%s is a link; name the folder that it leads to", phrase.Name(folder))
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("%s cannot be made: %w", phrase.Name(folder), store.Plain(err))
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return fmt.Errorf("%s cannot be opened: %w", phrase.Name(folder), store.Plain(err))
	}
	defer root.Close()
	t := target{root: root}
	if t.old, err = t.earlier(); err == nil {
		err = t.replace(files)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", phrase.Name(folder), err)
	}
	return nil
}

// target is a folder into which a page is written.
type target struct {
	root *os.Root
	old  lines // what was written into it before
}

// earlier reads what was written into the folder before.
func (t target) earlier() (lines, error) {
	old := lines{}
	if info, err := t.root.Lstat(Written); err != nil || !info.Mode().IsRegular() {
		return old, t.free(Written, "")
	}
	text, err := t.root.ReadFile(Written)
	if err != nil {
		return nil, store.Plain(err)
	}
	for text := range strings.Lines(string(text)) {
		text = strings.TrimSuffix(text, "\n")
		if !line.MatchString(text) {
			return nil, foreign(Written)
		}
		old[text] = true
	}
	return old, nil
}

func foreign(name string) error {
	return fmt.Errorf("%s was not written by attic page, or was changed since, and stays as it is; move it away or name another folder", name)
}

// free returns an error unless a file of this name may be written: there is none, it has the given content already, or it was written before.
func (t target) free(name, hash string) error {
	info, err := t.root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return store.Plain(err)
	case !info.Mode().IsRegular():
		return foreign(name)
	}
	file, err := t.root.Open(name)
	if err != nil {
		return store.Plain(err)
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return store.Plain(err)
	}
	if has := fmt.Sprintf("%x", h.Sum(nil)); has != hash && !t.old[lineOf(has, name)] {
		return foreign(name)
	}
	return nil
}

// replace writes the files: first all of them under other names, then each to its place. Then it removes what is old.
func (t target) replace(files map[string]File) error {
	now := lines{}
	names := slices.Sorted(maps.Keys(files))
	for _, name := range names {
		if err := t.free(name, files[name].hash()); err != nil {
			return err
		}
		now[lineOf(files[name].hash(), name)] = true
	}
	both := maps.Clone(t.old)
	maps.Copy(both, now)
	drafts := map[string]string{} // the other names
	defer func() {
		for _, draft := range drafts {
			_ = t.root.Remove(draft) // those that have not reached their places
		}
	}()
	for _, name := range names {
		drafts[name] = ".attic-page-" + rand.Text()
		if err := t.write(drafts[name], files[name]); err != nil {
			return fmt.Errorf("%s cannot be written, so nothing was changed: %w", name, store.Plain(err))
		}
	}
	err := t.list(both)
	for _, name := range names {
		if err == nil {
			err = t.root.Rename(drafts[name], name)
		}
	}
	for line := range t.old {
		if hash, name, _ := strings.Cut(line, "  "); err == nil && files[name].content == nil && t.free(name, hash) == nil {
			if err = t.root.Remove(name); errors.Is(err, fs.ErrNotExist) {
				err = nil
			}
		}
	}
	if err == nil {
		err = t.list(now)
	}
	if err != nil {
		return fmt.Errorf("the page is incomplete: %w; write it again", store.Plain(err))
	}
	return nil
}

// list replaces the list of the files written.
func (t target) list(l lines) error {
	draft := ".attic-page-" + rand.Text()
	err := t.write(draft, Of([]byte(strings.Join(slices.Sorted(maps.Keys(l)), "\n")+"\n")))
	if err == nil {
		err = t.root.Rename(draft, Written)
	}
	if err != nil {
		_ = t.root.Remove(draft)
	}
	return err
}

// write writes a new file.
func (t target) write(name string, f File) error {
	file, err := t.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, f.Open())
	return errors.Join(err, file.Sync(), file.Close())
}
