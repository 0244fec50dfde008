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
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"golang.org/x/crypto/ssh"

	"attic/game"
	"attic/match"
	"attic/newgame"
	"attic/store"
)

const (
	mostKeys = 1000    // visitors for whom something is kept
	mostKept = 4 << 20 // bytes of what is kept for one of them, beyond which no new game is kept
)

// folder is where the server keeps the host key, and what visitors with a public key keep. What others have is in memory where the system has files there,
// and is removed when they leave.
type folder struct {
	dir    string
	memory string
	lock   *flock.Flock
	find   func(name string) (game.Game, bool)
}

// openFolder opens the folder, and makes it if it is missing. The error is one line for people.
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

// guests begins the name of the folder for visitors without a key.
const guests = "atticd-guests-"

func (f *folder) visitors() string { return filepath.Join(f.dir, "visitors") }

// noted returns the file with the name of the folder for visitors without a key, so that what a kill has left is removed.
func (f *folder) noted() string { return filepath.Join(f.dir, "guests") }

// sweep removes what a killed process has left of visitors without a key.
func (f *folder) sweep() {
	text, err := os.ReadFile(f.noted())
	if err == nil && strings.HasPrefix(filepath.Base(string(text)), guests) {
		_ = os.RemoveAll(string(text)) // what cannot be removed belongs to nobody
	}
}

func (f *folder) close() error {
	err := error(nil)
	if f.memory != "" {
		err = os.RemoveAll(f.memory)
	}
	return errors.Join(err, f.lock.Unlock())
}

// hostKey returns the key by which visitors recognise this machine. It is made once.
func (f *folder) hostKey() (ssh.Signer, error) {
	path := filepath.Join(f.dir, "host_key")
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
		return nil, fmt.Errorf("%s holds no key that can be used; remove it, and a new one is made", path)
	}
	return signer, nil
}

// nameOf returns the name under which something is kept for whoever has a public key: its fingerprint, as characters that files may have.
func nameOf(key ssh.PublicKey) string {
	if of, ok := key.(*ssh.Certificate); ok { // of which nobody has checked more than that
		key = of.Key
	}
	sum := sha256.Sum256(key.Marshal())
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// known reports whether something is kept for a key.
func (f *folder) known(key string) bool {
	info, err := os.Stat(filepath.Join(f.visitors(), key))
	return key != "" && err == nil && info.IsDir()
}

// room reports whether something can be kept for a key that is new.
func (f *folder) room() bool {
	list, err := os.ReadDir(f.visitors())
	return err == nil && len(list) < mostKeys
}

// store returns where a visitor keeps games, settings and progress, and what to call when they leave.
func (f *folder) store(key string) (kept store.Store, forget func(), err error) {
	if key != "" {
		return store.Open(filepath.Join(f.visitors(), key), f.find), func() {}, nil
	}
	dir, err := os.MkdirTemp(f.memory, "")
	return store.Open(dir, f.find), func() { _ = os.RemoveAll(dir) }, err
}

var errFull = errors.New("too much is kept for you here already; delete games that you do not need")

// tables returns what makes the tables of a visitor.
func (f *folder) tables(kept store.Store) newgame.Tables {
	return newgame.Tables{Store: kept, Journal: func(g game.Game) (match.Ledger, error) {
		if kept.Size() > mostKept {
			return nil, errFull
		}
		j, err := kept.Begin(g.Info().Name, time.Now())
		if err != nil {
			return nil, err
		}
		return j, nil
	}}
}
