package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// folder creates a folder with a program, a file and a link, with at as the time of the files.
func folder(t *testing.T, at time.Time) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "attic-1")
	must(t, os.MkdirAll(filepath.Join(root, "bin"), 0o700))
	must(t, os.WriteFile(filepath.Join(root, "bin", "attic"), []byte("program"), 0o700))
	must(t, os.WriteFile(filepath.Join(root, "README"), []byte("text"), 0o600))
	must(t, os.Symlink("attic", filepath.Join(root, "bin", "ataxx")))
	for _, name := range []string{"README", "bin/attic"} {
		must(t, os.Chtimes(filepath.Join(root, name), at, at))
	}
	return root
}

// Equal files make equal archives, whenever they were written.
func TestArchivesAreEqual(t *testing.T) {
	for _, ending := range []string{"tar.gz", "zip"} {
		var made [2][]byte
		for i := range made {
			out := filepath.Join(t.TempDir(), "out."+ending)
			must(t, run([]string{out, folder(t, time.Unix(int64(1e9*(i+1)), 0))}, "1700000000"))
			data, err := os.ReadFile(out)
			must(t, err)
			made[i] = data
		}
		if !bytes.Equal(made[0], made[1]) {
			t.Errorf("two %s of one folder differ", ending)
		}
	}
	if err := run([]string{filepath.Join(t.TempDir(), "x.zip"), folder(t, time.Now())}, ""); err == nil {
		t.Error("an archive was made without a time")
	}
}

func TestArchivesHoldTheFiles(t *testing.T) {
	dir, root := t.TempDir(), folder(t, time.Now())
	must(t, run([]string{filepath.Join(dir, "a.tar.gz"), root}, "1700000000"))
	must(t, run([]string{filepath.Join(dir, "a.zip"), root}, "1700000000"))
	file, err := os.Open(filepath.Join(dir, "a.tar.gz"))
	must(t, err)
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	must(t, err)
	var got []string
	for r := tar.NewReader(unzipped); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		must(t, err)
		data, err := io.ReadAll(r)
		must(t, err)
		got = append(got, fmt.Sprintf("%s %o %s%s %d", h.Name, h.Mode, h.Linkname, data, h.ModTime.Unix()))
	}
	want := "attic-1/README 644 text 1700000000|attic-1/bin/ataxx 777 attic 1700000000|attic-1/bin/attic 755 program 1700000000"
	if strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", got, want)
	}
	z, err := zip.OpenReader(filepath.Join(dir, "a.zip"))
	must(t, err)
	defer z.Close()
	got = nil
	for _, f := range z.File {
		got = append(got, fmt.Sprintf("%s %o", f.Name, f.Mode()))
	}
	if want := "attic-1/README 644|attic-1/bin/attic 755"; strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", got, want)
	}
}
