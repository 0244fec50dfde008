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
)

const (
	mostSeats = 256 // the largest number of keys that are kept; beyond that, the keys used longest ago are dropped
	seatName  = 32  // the number of characters of the name of a seat's file, without seatSuffix
)

// Seats are the keys of the seats that this user has at tables on other machines.
type Seats struct{ files }

// seatSuffix is the end of the name of a seat's file. The file is an object with the seat's address, its key, the lines that the host has not answered
// yet, the secret of the request to join that was sent before there was a key, and the identity of the hall that gave the seat. Earlier versions had a
// file without a suffix, with the address and the key in two lines, and a file with the lines that were owed.
const seatSuffix, earlierOwed = ".json", ".claim"

// Seat is the file with the key that reclaims a guest's seat at an address, even after the guest's program has been killed. It is locked until Close,
// so that two programs cannot take the seat from each other.
type Seat struct {
	seats   Seats
	address string
	path    string // the path of the seat's file, without seatSuffix
	lock    *fileLock
	moved   string // the path of another seat whose key Key has returned, or ""
}

// ErrSeated is returned by Take if another program plays at the address.
var ErrSeated = errors.New("another attic is using the seat at this address")

// Take returns the seat at an address. It fails if another program plays there.
func (s Seats) Take(address string) (*Seat, error) {
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
	path := filepath.Join(dir, hex.EncodeToString(sum[:seatName/2]))
	lock, err := lockGame(path)
	switch {
	case errors.Is(err, errHeld):
		return nil, ErrSeated
	case err != nil:
		return nil, err
	}
	_, _ = s.mended(path + seatSuffix) // only this program uses the file; Keep finds any fault
	now := time.Now()
	_ = os.Chtimes(path+seatSuffix, now, now) // shows that the file is in use
	return &Seat{s, address, path, lock, ""}, nil
}

// Key returns the key that was last kept, or "". If there is none, the host may have moved to another port. Then Key returns the key of a seat with
// the same ID at another port of the same host, unless a program is playing there.
func (s *Seat) Key() string {
	if address, key, _ := s.seats.seatIn(s.path); address == s.address && key != "" {
		return key
	}
	s.moved = ""
	for _, path := range seatFiles(filepath.Dir(s.path)) {
		if path == s.path {
			continue
		}
		address, key, _ := s.seats.seatIn(path)
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

// Sitting is a seat whose key is kept: its address, and the identity of the hall that has given it, or "".
type Sitting struct{ Address, Hall string }

// Forget forgets the seat at an address because the person asked for it. It fails if a program plays there.
func (s Seats) Forget(address string) error {
	seat, err := s.Take(address)
	if err != nil {
		return err
	}
	return errors.Join(removeSeat(seat.path), seat.Close())
}

// Kept returns the seats whose keys are kept, the most recent ones first.
func (s Seats) Kept() (list []Sitting) {
	if s.dir == "" {
		return nil
	}
	for _, path := range seatFiles(filepath.Join(s.dir, "seats")) {
		if address, key, _ := s.seatIn(path); key != "" {
			list = append(list, Sitting{address, (&Seat{seats: s, path: path}).member("hall")})
		}
	}
	return list
}

// seatFiles returns the paths of the seats in a folder, without seatSuffix, the last kept or used first.
func seatFiles(dir string) (list []string) {
	changed := map[string]time.Time{}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), seatSuffix)
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && len(name) == seatName {
			path := filepath.Join(dir, name)
			if _, ok := changed[path]; !ok {
				list = append(list, path)
			}
			if info.ModTime().After(changed[path]) {
				changed[path] = info.ModTime()
			}
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return changed[b].Compare(changed[a]) })
	return list
}

// seatIn returns the address, the key and the owed lines in a seat's file, or in its last good copy.
func (s Seats) seatIn(path string) (address, key, owed string) {
	o, err := s.readObject(path + seatSuffix)
	if errors.Is(err, errDamaged) {
		o, err = s.readObject(path + seatSuffix + copySuffix)
	}
	if err == nil && len(o) > 0 {
		address, _ = o["address"].(string)
		key, _ = o["key"].(string)
		owed, _ = o["owed"].(string)
		return address, key, owed
	}
	text, err := readText(path)
	if err != nil {
		return "", "", ""
	}
	address, key, _ = strings.Cut(string(text), "\n")
	claim, _ := readText(path + earlierOwed) // most seats have none
	return address, strings.TrimSpace(key), strings.TrimSpace(string(claim))
}

// portless returns an address ID@HOST[:PORT] [tls] without its port.
func portless(address string) string {
	place, tls, _ := strings.Cut(address, " ")
	if colon := strings.LastIndexByte(place, ':'); colon > strings.LastIndexByte(place, ']') {
		place = place[:colon]
	}
	return place + " " + tls
}

// Owed returns the unanswered lines that were last saved with the key, or "".
func (s *Seat) Owed() string {
	if s.Key() == "" {
		return ""
	}
	_, _, owed := s.seats.seatIn(cmp.Or(s.moved, s.path))
	return owed
}

// Secret returns the secret for joining a new seat. If there is none, it saves and returns fresh; after an error, fresh is not saved.
func (s *Seat) Secret(fresh string) (string, error) {
	if kept := s.member("secret"); kept != "" {
		return kept, nil
	}
	return fresh, s.save(func(o object) { o["secret"] = fresh })
}

// Hall returns the identity of the hall that has given the seat, or "" if it is unknown.
func (s *Seat) Hall() string {
	if s.Key() == "" {
		return ""
	}
	return s.member("hall")
}

// Mark saves the identity of the hall that gave the seat.
func (s *Seat) Mark(hall string) error { return s.save(func(o object) { o["hall"] = hall }) }

// member returns a member of the seat's file, or "".
func (s *Seat) member(name string) string {
	o, _ := s.seats.mended(cmp.Or(s.moved, s.path) + seatSuffix)
	text, _ := o[name].(string)
	return text
}

// save changes the seat's file; members that the function change does not touch stay.
func (s *Seat) save(change func(object)) error {
	s.relock()
	o, err := s.seats.mended(s.path + seatSuffix)
	if err != nil {
		return Plain(err)
	}
	if len(o) == 0 {
		s.prune()
	}
	o["address"] = s.address
	change(o)
	return writeObject(s.path+seatSuffix, o)
}

// Keep saves a key, and in owed the lines that the host has not answered yet. They replace the previous ones; "" removes them. Without a key, owed is not
// saved. If the file already holds both, Keep changes nothing, so it can be called again in case another program has removed the file. A foreign file in
// its place is kept under another name.
func (s *Seat) Keep(key, owed string) error {
	if s.moved != "" { // the game is now played at this address, or it is over
		_ = removeSeat(s.moved)
		s.moved = ""
	}
	s.relock()
	address, had, owing := s.seats.seatIn(s.path)
	o, err := s.seats.mended(s.path + seatSuffix)
	switch {
	case err == nil && address == s.address && key == had && owed == owing && (key == "" || len(o) > 0):
		return nil
	case key == "":
		if address != s.address || had == "" { // the file is missing or holds something else
			return nil
		}
		return removeSeat(s.path)
	case err != nil: // there is something other than a file
		if err := os.Rename(s.path+seatSuffix, freeName(s.path+seatSuffix+strangerSuffix)); err != nil {
			return Plain(err)
		}
	}
	s.prune()
	o["address"], o["key"], o["owed"] = s.address, key, owed
	if err := writeObject(s.path+seatSuffix, o); err != nil {
		return err
	}
	_ = removed(s.path)
	_ = removed(s.path + earlierOwed)
	return nil
}

// removeSeat removes the files of a seat, except the lock.
func removeSeat(path string) error {
	var errs []error
	for _, suffix := range []string{seatSuffix + newSuffix, seatSuffix + copySuffix + newSuffix, seatSuffix + copySuffix, seatSuffix, earlierOwed, ""} {
		errs = append(errs, removed(path+suffix))
	}
	return errors.Join(errs...)
}

// relock takes the lock again if its file was removed or replaced, and no other program holds the lock.
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

func removed(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return Plain(err)
	}
	return nil
}

// prune removes the keys used longest ago if there are too many, except the keys of seats that a program has locked, and reports the removed ones. It
// first removes the files of requests to join that never received a key.
func (s *Seat) prune() {
	list := seatFiles(filepath.Dir(s.path))
	if len(list) < mostSeats {
		return
	}
	slices.SortStableFunc(list, func(a, b string) int { return s.seats.keyless(a) - s.seats.keyless(b) })
	for _, path := range list[mostSeats-1:] {
		if path == s.path {
			continue
		}
		if lock, err := lockGame(path); err == nil {
			address, key, _ := s.seats.seatIn(path)
			if removeSeat(path) == nil && key != "" {
				s.seats.tell("The key of your seat at %s was dropped: attic keeps at most %d, and you had not used this one for the longest time.", address, mostSeats)
			}
			removeLock(lock)
		}
	}
}

// keyless returns 1 for a seat's file without a key, and 0 for a file with a key.
func (s Seats) keyless(path string) int {
	if _, key, _ := s.seatIn(path); key == "" {
		return 1
	}
	return 0
}

// Close releases the seat's lock. The stored key or secret is kept.
func (s *Seat) Close() error {
	if s.seats.keyless(s.path) == 1 && s.member("secret") == "" {
		removeLock(s.lock)
		return nil
	}
	return s.lock.Unlock()
}
