package web

import (
	"crypto/rand"
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
	"sync"

	"attic/internal/phrase"
	"attic/match/store"
)

// Static returns the files of a page for a server that sends only files, at any path, and packs nothing: the worker unpacks the core, and each HTML file
// states the policy itself.
func Static(page map[string]File) map[string]File {
	files := maps.Clone(page)
	delete(files, "core.wasm")
	files["core.wasm.gz"] = fileOf(page["core.wasm"].forms["gzip"])
	files["worker.js"] = files["worker.js"].Replaced("'core.wasm'", Of([]byte("'core.wasm.gz'")))
	const before = "<meta charset=\"utf-8\">\n"
	for name, f := range files {
		if path.Ext(name) == ".html" {
			files[name] = f.Replaced(before, Of([]byte(before+`<meta http-equiv="Content-Security-Policy" content="`+policy()+"\">\n")))
		}
	}
	return Listed(files)
}

// Written is the file that lists what Write wrote, as the program sha256sum does. While Write replaces files, it has a line for both contents of each.
const Written = "attic-page.sha256"

var entry = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-9a-f]{64})  ([^/\\]+)$`) })

func entryOf(hash, name string) string { return hash + "  " + name }

// Write writes files into a folder, which it makes if necessary. It replaces the files that it wrote before, and removes those that the page no longer has.
// It changes no other file, follows no link in the folder, and changes nothing before all new files are on the disk.
func Write(folder string, files map[string]File) error {
	if info, err := os.Lstat(folder); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return fmt.Errorf("%s is a link; name the folder that it leads to", phrase.Name(folder))
	}
	err := os.MkdirAll(folder, 0o777)
	if err == nil {
		var root *os.Root
		if root, err = os.OpenRoot(folder); err == nil {
			defer root.Close()
			err = writeAll(root, files)
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", phrase.Name(folder), store.Plain(err))
	}
	return nil
}

// writeAll writes the files under other names, then moves each to its place, and then removes what is old.
func writeAll(root *os.Root, files map[string]File) error {
	now, old, err := map[string]bool{}, map[string]bool{}, error(nil)
	if _, err = hashOf(root, Written); err != nil {
		return err
	}
	list, _ := root.ReadFile(Written) // there may be none
	for line := range strings.Lines(string(list)) {
		line = strings.TrimSuffix(line, "\n")
		if old[line] = true; !entry().MatchString(line) {
			return foreign(Written)
		}
	}
	names := slices.Sorted(maps.Keys(files))
	for _, name := range names {
		hash := files[name].hash()
		switch has, err := hashOf(root, name); {
		case err != nil:
			return err
		case has != "" && has != hash && !old[entryOf(has, name)]:
			return foreign(name)
		}
		now[entryOf(hash, name)] = true
	}
	drafts := map[string]string{} // the other names
	defer func() {
		for _, draft := range drafts {
			_ = root.Remove(draft) // those that have not reached their places
		}
	}()
	draft := func(name string, f File) error {
		drafts[name] = ".attic-page-" + rand.Text()
		file, err := root.OpenFile(drafts[name], os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return err
		}
		_, err = io.Copy(file, f.Open())
		return errors.Join(err, file.Sync(), file.Close())
	}
	enter := func(all ...map[string]bool) {
		var lines []string
		for _, some := range all {
			lines = slices.AppendSeq(lines, maps.Keys(some))
		}
		slices.Sort(lines)
		if err == nil {
			err = draft(Written, Of([]byte(strings.Join(slices.Compact(lines), "\n")+"\n")))
		}
		if err == nil {
			err = root.Rename(drafts[Written], Written)
		}
	}
	for _, name := range names {
		if err := draft(name, files[name]); err != nil {
			return fmt.Errorf("%s cannot be written, so nothing was changed: %w", name, store.Plain(err))
		}
	}
	enter(old, now)
	for _, name := range names {
		if err == nil {
			err = root.Rename(drafts[name], name)
		}
	}
	for line := range old {
		parts := entry().FindStringSubmatch(line)
		if has, wrong := hashOf(root, parts[2]); err == nil && wrong == nil && has == parts[1] && files[parts[2]].content == nil {
			err = root.Remove(parts[2])
		}
	}
	if enter(now); err != nil {
		return fmt.Errorf("the page is incomplete, so write it again: %w", store.Plain(err))
	}
	return nil
}

// hashOf returns the hash of a file, or "" if there is none. Anything but a file is foreign.
func hashOf(root *os.Root, name string) (string, error) {
	info, err := root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", foreign(name)
	}
	data, err := root.ReadFile(name)
	return Of(data).hash(), err
}

func foreign(name string) error {
	return fmt.Errorf("%s was not written by attic page, or was changed since, and stays as it is; move it away or name another folder", name)
}
