package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// owedSuffix is added to the name of a seat's file to get the name of the file with what the host has not answered.
const owedSuffix = ".claim"

// mostSeats is the largest number of keys that are kept; beyond that, the oldest are removed.
const mostSeats = 64

// Seat is the file with the key that reclaims a guest's seat at one address, even after the guest's program was killed. It is locked until
// Close, so that two programs cannot take the seat from each other.
type Seat struct {
	address string
	path    string
	lock    *fileLock
	moved   string // the file of another seat whose key Key has returned, or ""
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
	switch {
	case errors.Is(err, errHeld):
		return nil, errors.New("another attic has the one at this address")
	case err != nil:
		return nil, err
	}
	return &Seat{address, path, lock, ""}, nil
}

// Key returns the key that was last kept, or "". If there is none, the host may have moved to another port: then Key returns the key of a
// seat with the same ID at another port of the same host, unless a program is playing there.
func (s *Seat) Key() string {
	if address, key := seatIn(s.path); address == s.address && key != "" {
		return key
	}
	s.moved = ""
	for _, path := range seatFiles(filepath.Dir(s.path)) {
		if path == s.path {
			continue
		}
		address, key := seatIn(path)
		if key == "" || portless(address) != portless(s.address) {
			continue
		}
		if unlocked(path) == nil {
			s.moved = path
			return key
		}
	}
	return ""
}

// Seated returns the addresses of the seats whose keys are kept, those kept last first.
func (s Store) Seated() (list []string) {
	if s.dir == "" {
		return nil
	}
	for _, path := range seatFiles(filepath.Join(s.dir, "seats")) {
		if address, key := seatIn(path); key != "" {
			list = append(list, address)
		}
	}
	return list
}

// seatFiles returns the files of the seats in a folder, those kept last first.
func seatFiles(dir string) (list []string) {
	changed := map[string]time.Time{}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && len(e.Name()) == seatName {
			path := filepath.Join(dir, e.Name())
			list, changed[path] = append(list, path), info.ModTime()
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return changed[b].Compare(changed[a]) })
	return list
}

// seatName is the number of characters of the name of a seat's file.
const seatName = 32

// seatIn returns the address and the key in a seat's file.
func seatIn(path string) (address, key string) {
	text, err := readText(path)
	if err != nil {
		return "", ""
	}
	address, key, _ = strings.Cut(string(text), "\n")
	return address, strings.TrimSpace(key)
}

// portless returns an address ID@HOST[:PORT] [tls] without its port.
func portless(address string) string {
	place, tls, _ := strings.Cut(address, " ")
	if colon := strings.LastIndexByte(place, ':'); colon > strings.LastIndexByte(place, ']') {
		place = place[:colon]
	}
	return place + " " + tls
}

// Owed returns what was last kept with the key, or "".
func (s *Seat) Owed() string {
	if s.Key() == "" {
		return ""
	}
	path := s.path
	if s.moved != "" {
		path = s.moved
	}
	text, err := readText(path + owedSuffix)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// Keep saves a key, and in owed the lines with what the host has not answered yet. They replace those saved before; "" removes
// them, and there is no owed without a key. Each has a file of its own, because earlier versions take everything after the address for
// the key. If the files already hold this, Keep changes nothing, so it can be called again in case another program has removed them. A
// foreign file in their place is kept under another name.
func (s *Seat) Keep(key, owed string) error {
	if s.moved != "" { // the game is now played here, or it is over
		_ = removed(s.moved + owedSuffix)
		_ = removed(s.moved)
		s.moved = ""
	}
	if s.relock(); key == s.Key() && owed == s.Owed() {
		return nil
	}
	if key == "" {
		if s.Key() == "" { // the file is missing or holds something else
			return nil
		}
		return errors.Join(removed(s.path+owedSuffix), removed(s.path))
	}
	address, own := seatIn(s.path)
	if info, err := os.Lstat(s.path); err == nil && (address != s.address || own == "") && (info.Size() > 0 || !info.Mode().IsRegular()) {
		if err := os.Rename(s.path, freeName(s.path+strangerSuffix)); err != nil {
			return Plain(err)
		}
	}
	s.prune()
	var err error
	if owed == "" {
		err = removed(s.path + owedSuffix)
	} else {
		err = Replace(s.path+owedSuffix, 0o600, writes([]byte(owed+"\n")))
	}
	if address == s.address && own == key {
		return err
	}
	return errors.Join(err, Replace(s.path, 0o600, writes([]byte(s.address+"\n"+key+"\n"))))
}

// relock takes the lock again if its file was removed or replaced, and no other program has it.
func (s *Seat) relock() {
	if held(s.lock) {
		return
	}
	_ = makeDir(filepath.Dir(s.path)) // if this fails, writing the key fails too and reports it
	if lock, err := lockGame(s.path); err == nil {
		_ = s.lock.Unlock()
		s.lock = lock
	}
}

// removed removes a file, if there is one.
func removed(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return Plain(err)
	}
	return nil
}

// prune removes the oldest keys, except those of seats that a program has locked.
func (s *Seat) prune() {
	list := seatFiles(filepath.Dir(s.path))
	for _, path := range list[min(len(list), mostSeats-1):] {
		if path == s.path {
			continue
		}
		if lock, err := lockGame(path); err == nil {
			_ = os.Remove(path)
			_ = os.Remove(path + owedSuffix)
			removeLock(lock)
		}
	}
}

// Close gives up the lock of the seat; the key stays.
func (s *Seat) Close() error {
	if _, key := seatIn(s.path); key == "" {
		removeLock(s.lock)
		return nil
	}
	return s.lock.Unlock()
}
