package store

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// claimSuffix is added to the name of a seat's file to get the name of the file with its claim.
const claimSuffix = ".claim"

// mostSeats is the largest number of keys that are kept; the oldest are removed.
const mostSeats = 64

// Seat is the file with the key that reclaims a guest's seat at one address, even after the guest's program was killed. It is
// locked until Close, so that two programs do not take the seat from each other.
type Seat struct {
	address string
	path    string
	lock    *flock.Flock
}

// Seat returns the seat at an address. It fails if another program plays there.
func (s Store) Seat(address string) (*Seat, error) {
	if s.dir == "" {
		return nil, errNoHome
	}
	if strings.ContainsAny(address, "\r\n") {
		return nil, errors.New("an address must be one line")
	}
	dir := filepath.Join(s.dir, "seats")
	if err := makeDir(dir); err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(address))
	path := filepath.Join(dir, hex.EncodeToString(sum[:16]))
	lock, err := lockGame(path)
	if err != nil {
		return nil, err
	}
	return &Seat{address, path, lock}, nil
}

// Key returns the key that was last kept, or "".
func (s *Seat) Key() string {
	text, err := readText(s.path)
	if err != nil {
		return ""
	}
	address, key, _ := strings.Cut(string(text), "\n")
	if address != s.address {
		return ""
	}
	return strings.TrimSpace(key)
}

// Claim returns the claim that was last kept with the key, or "".
func (s *Seat) Claim() string {
	text, err := readText(s.path + claimSuffix)
	if err != nil || s.Key() == "" {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// Keep saves a key in place of the one before, and a claim that the host has not confirmed, one line; "" removes them. A claim needs a
// key. It has a file of its own, because earlier versions take all that follows the address for the key.
func (s *Seat) Keep(key, claim string) error {
	if key == "" {
		return errors.Join(removed(s.path+claimSuffix), removed(s.path))
	}
	s.prune()
	var err error
	if claim == "" {
		err = removed(s.path + claimSuffix)
	} else {
		err = Replace(s.path+claimSuffix, 0o600, writes([]byte(claim+"\n")))
	}
	return errors.Join(err, Replace(s.path, 0o600, writes([]byte(s.address+"\n"+key+"\n"))))
}

// removed removes a file, if there is one.
func removed(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return plain(err)
	}
	return nil
}

// prune removes the oldest keys, except those of seats that a program has locked.
func (s *Seat) prune() {
	type kept struct {
		path    string
		changed time.Time
	}
	var list []kept
	entries, err := os.ReadDir(filepath.Dir(s.path))
	if err != nil {
		return
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && len(e.Name()) == 32 {
			list = append(list, kept{filepath.Join(filepath.Dir(s.path), e.Name()), info.ModTime()})
		}
	}
	slices.SortFunc(list, func(a, b kept) int { return cmp.Or(a.changed.Compare(b.changed), strings.Compare(a.path, b.path)) })
	for _, k := range list[:max(0, len(list)+1-mostSeats)] {
		if k.path == s.path {
			continue
		}
		if lock, err := lockGame(k.path); err == nil {
			_ = os.Remove(k.path)
			_ = os.Remove(k.path + claimSuffix)
			removeLock(lock)
		}
	}
}

// Close gives up the lock of the seat; the key stays.
func (s *Seat) Close() error {
	if s.Key() == "" {
		removeLock(s.lock)
		return nil
	}
	return s.lock.Unlock()
}
