// Command pack makes an archive of a folder. The archive depends only on the folder's contents: its files are sorted by name, have no owner, and
// have the time in SOURCE_DATE_EPOCH.
//
//	pack OUT.tar.gz FOLDER
//	pack OUT.zip FOLDER
package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Getenv("SOURCE_DATE_EPOCH")); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

// entry is a file in an archive: a regular file or a link.
type entry struct {
	name string // including the name of the folder
	path string
	link string // the target of a link, or ""
	mode fs.FileMode
	size int64
}

func run(args []string, epoch string) (err error) {
	if len(args) != 2 {
		return errors.New("usage: pack OUT FOLDER")
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return fmt.Errorf("SOURCE_DATE_EPOCH is %q; it must be a number of seconds", epoch)
	}
	list, err := entries(args[1])
	if err != nil {
		return err
	}
	out, err := os.Create(args[0])
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	if strings.HasSuffix(args[0], ".zip") {
		return writeZip(out, list, time.Unix(seconds, 0).UTC())
	}
	return writeTar(out, list, time.Unix(seconds, 0).UTC())
}

// entries lists the files of a folder by name.
func entries(root string) ([]entry, error) {
	var list []entry
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rest, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		e := entry{name: path.Join(filepath.Base(root), filepath.ToSlash(rest)), path: file, mode: 0o644, size: info.Size()}
		if info.Mode()&0o111 != 0 {
			e.mode = 0o755
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			e.link, err = os.Readlink(file)
		}
		list = append(list, e)
		return err
	})
	return list, err
}

func writeTar(out io.Writer, list []entry, at time.Time) error {
	zipped, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	w := tar.NewWriter(zipped)
	for _, e := range list {
		h := tar.Header{Typeflag: tar.TypeReg, Name: e.name, Size: e.size, Mode: int64(e.mode), ModTime: at, Format: tar.FormatPAX}
		if e.link != "" {
			h.Typeflag, h.Linkname, h.Size, h.Mode = tar.TypeSymlink, e.link, 0, 0o777
		}
		if err := w.WriteHeader(&h); err != nil {
			return err
		}
		if e.link == "" {
			if err := copyFile(w, e.path); err != nil {
				return err
			}
		}
	}
	return errors.Join(w.Close(), zipped.Close())
}

// writeZip writes a zip archive, without links, because Windows programs do not use them.
func writeZip(out io.Writer, list []entry, at time.Time) error {
	w := zip.NewWriter(out)
	for _, e := range list {
		if e.link != "" {
			continue
		}
		h := zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: at}
		h.SetMode(e.mode)
		to, err := w.CreateHeader(&h)
		if err != nil {
			return err
		}
		if err := copyFile(to, e.path); err != nil {
			return err
		}
	}
	return w.Close()
}

func copyFile(to io.Writer, name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(to, file)
	return err
}
