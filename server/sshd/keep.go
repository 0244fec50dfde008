package sshd

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"golang.org/x/crypto/ssh"

	"attic/game"
	"attic/match"
	"attic/match/store"
	"attic/table/newgame"
)

const (
	mostKeys   = 1000                 // visitors with a folder
	unusedTime = 180 * 24 * time.Hour // the time without a visit after which a visitor's folder may be removed to make room for a new one
	mostKept   = 4 << 20              // bytes in the folder of a visitor; beyond that, no new game is kept
)

// The names of the entries in the folder.
const visitorsName, hostKeyName = "visitors", "host_key"

// folder holds the host key, and the data of visitors with a public key. The data of other visitors are removed when they leave. They are in memory
// if the system offers a folder there.
type folder struct {
	dir    string
	memory string
	lock   *flock.Flock
	find   func(name string) (game.Game, bool)
}

// openFolder opens the folder, or makes it if it is missing. The error is one line for people.
func openFolder(dir string, find func(name string) (game.Game, bool)) (f *folder, err error) {
	f = &folder{dir: dir, find: find, lock: flock.New(filepath.Join(dir, "lock"))}
	if err := os.MkdirAll(f.visitors(), 0o700); err != nil {
		return nil, fmt.Errorf("the folder for visitors over SSH cannot be made: %w", store.Plain(err))
	}
	switch ok, err := f.lock.TryLock(); {
	case err != nil:
		return nil, fmt.Errorf("the folder for visitors over SSH cannot be used: %w", store.Plain(err))
	case !ok:
		return nil, errors.New("another atticd is using the folder for visitors over SSH")
	}
	f.sweep()
	for _, at := range []string{"/dev/shm", os.TempDir()} {
		if f.memory, err = os.MkdirTemp(at, guests); err == nil {
			break
		}
	}
	if err == nil {
		err = store.Replace(f.noted(), 0o600, func(w io.Writer) error { _, err := io.WriteString(w, f.memory); return err })
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("nothing can be kept for visitors over SSH: %w", store.Plain(err)), f.close())
	}
	return f, nil
}

// guests is the beginning of the name of the folder for visitors without a key.
const guests = "atticd-guests-"

func (f *folder) visitors() string { return filepath.Join(f.dir, visitorsName) }

// noted returns the path of a file that holds the name of the folder for visitors without a key. With this file, the folder can be removed after a kill.
func (f *folder) noted() string { return filepath.Join(f.dir, "guests") }

// sweep removes the data of visitors without a key that a killed process has left.
func (f *folder) sweep() {
	text, err := os.ReadFile(f.noted())
	if err == nil && strings.HasPrefix(filepath.Base(string(text)), guests) {
		_ = os.RemoveAll(string(text)) // if this fails, the rest belongs to nobody
	}
}

func (f *folder) close() error {
	err := error(nil)
	if f.memory != "" {
		err = os.RemoveAll(f.memory)
	}
	return errors.Join(err, f.lock.Unlock())
}

// hostKey returns the key by which visitors recognise this machine, and makes it if there is none yet.
func (f *folder) hostKey() (ssh.Signer, error) {
	path := filepath.Join(f.dir, hostKeyName)
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		_, key, err := ed25519.GenerateKey(nil)
		if err != nil {
			return nil, err
		}
		block, err := ssh.MarshalPrivateKey(key, "attic")
		if err == nil {
			err = store.Replace(path, 0o600, func(w io.Writer) error { return pem.Encode(w, block) })
		}
		if err != nil {
			return nil, fmt.Errorf("the host key cannot be kept: %w", err)
		}
	case err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
		return nil, fmt.Errorf("others can read the host key: chmod 600 %s", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("the host key cannot be read: %w", store.Plain(err))
	}
	signer, err := ssh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("%s contains no usable key; remove it to get a new one", path)
	}
	return signer, nil
}

// nameOf returns the name of the folder for a public key: the key's fingerprint, in characters that file names may have.
func nameOf(key ssh.PublicKey) string {
	if of, ok := key.(*ssh.Certificate); ok { // of a certificate, only the key was verified
		key = of.Key
	}
	sum := sha256.Sum256(key.Marshal())
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// fingerprint returns the fingerprint of the visitor's public key as ssh shows it, or "".
func (v *visit) fingerprint() string {
	conn, _ := v.conn.(*ssh.ServerConn)
	if conn == nil || conn.Permissions.Extensions[keyed] == "" {
		return ""
	}
	return "SHA256:" + strings.NewReplacer("-", "+", "_", "/").Replace(conn.Permissions.Extensions[keyed])
}

// known reports whether there is a folder for a key.
func (f *folder) known(key string) bool {
	info, err := os.Stat(filepath.Join(f.visitors(), key))
	return key != "" && err == nil && info.IsDir()
}

// room reports whether a folder can be made for a new key. If there are too many keys, it makes room by removing the folder that was used longest ago, unless
// that was within unusedTime.
func (f *folder) room(now time.Time) bool {
	list, err := os.ReadDir(f.visitors())
	if err != nil || len(list) < mostKeys {
		return err == nil
	}
	oldest, unused := "", now.Add(-unusedTime)
	for _, entry := range list {
		if info, err := entry.Info(); err == nil && info.ModTime().Before(unused) {
			oldest, unused = entry.Name(), info.ModTime()
		}
	}
	return oldest != "" && os.RemoveAll(filepath.Join(f.visitors(), oldest)) == nil
}

// store returns the store for a visitor's games, settings and progress, and the function to call when they leave.
func (f *folder) store(key string) (kept store.Store, forget func(), err error) {
	if key != "" {
		dir, now := filepath.Join(f.visitors(), key), time.Now()
		_ = os.Chtimes(dir, now, now) // the method room needs these times; if there is no folder yet, it is made below
		return store.Open(dir, f.find), func() {}, nil
	}
	dir, err := os.MkdirTemp(f.memory, "")
	return store.Open(dir, f.find), func() { _ = os.RemoveAll(dir) }, err
}

var errFull = errors.New("your games here take too much space; delete some that you do not need")

// tables returns the maker of a visitor's own tables.
func (f *folder) tables(kept store.Store) newgame.Tables {
	return newgame.Tables{Store: kept, Journal: func(g game.Game) (match.Ledger, error) {
		if kept.Size() > mostKept {
			return nil, errFull
		}
		j, err := kept.Library.Begin(g.Info().Name, time.Now())
		if err != nil {
			return nil, err
		}
		return j, nil
	}}
}

// Copy copies the folder of a server, with the host key and the data of visitors, from the folder from to the folder to, and reads the copy again.
// The new folder gets its name only when it is complete; an existing one must have the same contents. A server may use the old folder at the same
// time. Copy returns the number of visitors.
func Copy(from, to string) (visitors int, err error) {
	part := to + ".part"
	if err := errors.Join(os.RemoveAll(part), os.MkdirAll(part, 0o700)); err != nil {
		return 0, store.Plain(err)
	}
	sums, err := walk(from, func(name string, info fs.FileInfo, text []byte) error {
		path := filepath.Join(part, name)
		if info.IsDir() {
			return os.MkdirAll(path, 0o700)
		}
		err := store.Replace(path, 0o600, func(w io.Writer) error { _, err := w.Write(text); return err })
		return errors.Join(err, os.Chtimes(path, time.Time{}, info.ModTime()))
	})
	if err != nil {
		return 0, fmt.Errorf("the data of visitors over SSH cannot be copied: %w", err)
	}
	_ = os.Remove(to) // an empty folder
	if _, err = os.Stat(to); err == nil {
		err = os.RemoveAll(part)
	} else {
		err = os.Rename(part, to)
	}
	if err != nil {
		return 0, store.Plain(err)
	}
	arrived, err := walk(to, func(string, fs.FileInfo, []byte) error { return nil })
	if err == nil && !maps.Equal(sums, arrived) {
		err = fmt.Errorf("the contents of %s differ from what was to be copied there", to)
	}
	for name := range sums {
		if filepath.Dir(name) == visitorsName {
			visitors++
		}
	}
	return visitors, err
}

// walk calls each for every folder and file that belongs to a copy of dir. It returns the hashes of the files' contents, by file name.
func walk(dir string, each func(name string, info fs.FileInfo, text []byte) error) (map[string][sha256.Size]byte, error) {
	sums := map[string][sha256.Size]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(dir, path)
		switch top, _, _ := strings.Cut(name, string(filepath.Separator)); {
		case errors.Is(err, fs.ErrNotExist) && path != dir: // removed since the folder was listed
			return nil
		case err != nil || name == ".":
			return err
		case top != visitorsName && name != hostKeyName, strings.HasPrefix(d.Name(), "."), strings.HasSuffix(name, ".lock"):
			return nil
		case !d.IsDir() && !d.Type().IsRegular():
			return nil
		}
		info, err := d.Info()
		var text []byte
		if err == nil && !d.IsDir() {
			text, err = os.ReadFile(path)
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		}
		sums[name] = sha256.Sum256(text)
		return each(name, info, text)
	})
	return sums, store.Plain(err)
}
