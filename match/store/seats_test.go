package store_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"attic/match"
	"attic/match/store"
)

// A key and a claim are kept under their address, readable only by this user; only one program at a time holds the seat.
func TestSeats(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	seat, err := s.Seats.Take("held27@localhost:7117")
	must(t, err)
	if key := seat.Key(); key != "" {
		t.Errorf("a new seat has the key %q", key)
	}
	must(t, seat.Keep("00ff", ""))
	must(t, seat.Keep("00fe", "claim 7 8 9"))
	if _, err := s.Seats.Take("held27@localhost:7117"); err == nil {
		t.Error("two programs have the same seat")
	}
	other, err := s.Seats.Take("held28@localhost:7117")
	must(t, err)
	if key := other.Key(); key != "" {
		t.Errorf("another seat has the key %q", key)
	}
	must(t, other.Close())
	must(t, seat.Close())
	files, err := filepath.Glob(filepath.Join(dir, "seats", "*"))
	must(t, err)
	files = slices.DeleteFunc(files, func(path string) bool { return strings.HasSuffix(path, ".lock") })
	if len(files) != 2 {
		t.Fatalf("the files are %q", files)
	}
	for _, path := range files {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the file's mode is %v, %v", info.Mode(), err)
		}
	}
	seat, err = s.Seats.Take("held27@localhost:7117")
	must(t, err)
	if key := seat.Key(); key != "00fe" {
		t.Errorf("the kept key is %q", key)
	}
	if claim := seat.Owed(); claim != "claim 7 8 9" {
		t.Errorf("the kept claim is %q", claim)
	}
	must(t, seat.Keep("00fe", ""))
	if key, claim := seat.Key(), seat.Owed(); key != "00fe" || claim != "" {
		t.Errorf("after the claim was removed there are %q and %q", key, claim)
	}
	must(t, seat.Keep("00fe", "claim 7 8 9"))
	must(t, seat.Keep("", ""))
	must(t, seat.Keep("", ""))
	must(t, seat.Close())
	if left, _ := filepath.Glob(filepath.Join(dir, "seats", "*")); len(left) != 0 {
		t.Errorf("after the key was removed the files are %q", left)
	}
	if _, err := store.Open("", find).Seats.Take("held27@localhost"); err == nil {
		t.Error("a store without a folder returns a seat")
	}
}

// The secret of a request to join outlives the program until the person leaves the seat. So does the identity of the hall that gave the seat. Files without a
// key make room for files with one.
func TestTheSecretOfAJoin(t *testing.T) {
	s := store.Open(t.TempDir(), find)
	const address = "held27@localhost:7117"
	open := func() *store.Seat {
		t.Helper()
		seat, err := s.Seats.Take(address)
		must(t, err)
		return seat
	}
	secret := func(seat *store.Seat, fresh, want string) {
		t.Helper()
		if got, err := seat.Secret(fresh); err != nil || got != want {
			t.Errorf("the secret is %q, %v, not %q", got, err, want)
		}
	}
	seat := open()
	secret(seat, "aa", "aa")
	must(t, seat.Close()) // killed
	seat = open()
	secret(seat, "bb", "aa")
	if seat.Key() != "" || len(s.Seats.Kept()) != 0 {
		t.Errorf("before the answer there is the key %q", seat.Key())
	}
	must(t, seat.Keep("aa", "claim 7 8 9"))
	must(t, seat.Mark("thishall"))
	must(t, seat.Close())
	seat = open()
	if seat.Key() != "aa" || seat.Owed() != "claim 7 8 9" || seat.Hall() != "thishall" {
		t.Errorf("kept are %q, %q and %q", seat.Key(), seat.Owed(), seat.Hall())
	}
	must(t, seat.Keep("", "")) // left
	secret(seat, "cc", "cc")
	must(t, seat.Close())
	for n := range 300 {
		other, err := s.Seats.Take(fmt.Sprint("seat ", n))
		must(t, err)
		if n < 200 {
			must(t, other.Keep("ff", ""))
		}
		_, err = other.Secret("ee")
		must(t, err)
		must(t, other.Close())
	}
	if n, news := len(s.Seats.Kept()), s.News(); n != 200 || len(news) != 0 {
		t.Errorf("%d of 200 keys are kept; told %q", n, news)
	}
	must(t, s.Seats.Forget("seat 0"))
	if n := len(s.Seats.Kept()); n != 199 {
		t.Errorf("after one was removed, %d keys are kept", n)
	}
}

// The seat of a host that has moved to another port has the same key as before, unless a program plays at the old port. The key is removed
// with the game.
func TestTheSeatOfAHostThatHasMoved(t *testing.T) {
	for _, c := range []struct {
		from, to string
		moves    bool
	}{
		{"held27@localhost", "held27@localhost:7200", true},
		{"held27@localhost:7200", "held27@localhost", true},
		{"held27@[::1]:7200 tls", "held27@[::1] tls", true},
		{"held27@[::1]", "held27@[::1]:7200", true},
		{"held27@localhost", "held28@localhost:7200", false},
		{"held27@localhost", "held27@elsewhere:7200", false},
		{"held27@localhost tls", "held27@localhost:7200", false},
	} {
		s := store.Open(t.TempDir(), find)
		old, err := s.Seats.Take(c.from)
		must(t, err)
		must(t, old.Keep("00ff", "claim 7 8 9"))
		seat, err := s.Seats.Take(c.to)
		must(t, err)
		if key := seat.Key(); key != "" {
			t.Errorf("%s: the seat of another program was taken", c.to)
		}
		must(t, old.Close())
		want, claim := "", ""
		if c.moves {
			want, claim = "00ff", "claim 7 8 9"
		}
		if seat.Key() != want || seat.Owed() != claim {
			t.Errorf("%s: %q, %q, want %q", c.to, seat.Key(), seat.Owed(), want)
		}
		must(t, seat.Keep("", "")) // the game is over
		must(t, seat.Close())
		old, err = s.Seats.Take(c.from)
		must(t, err)
		if (old.Key() == "") != c.moves {
			t.Errorf("%s: afterwards the old seat has the key %q", c.from, old.Key())
		}
		must(t, old.Close())
	}
}

// A key that another program has removed is written again, and any file in its place is kept under another name.
func TestSeatsThatSomethingElseRemoves(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	const address = "held27@localhost:7117"
	seat, err := s.Seats.Take(address)
	must(t, err)
	must(t, seat.Keep("00ff", "claim 7 8 9"))
	files, err := filepath.Glob(filepath.Join(dir, "seats", "*.json"))
	must(t, err)
	path := files[0]
	replaced := map[string]func() error{
		"the key":        func() error { return os.Remove(path) },
		"the copy":       func() error { return os.Remove(path + ".copy") },
		"the lock":       func() error { return os.Remove(strings.TrimSuffix(path, ".json") + ".lock") },
		"the folder":     func() error { return os.RemoveAll(filepath.Dir(path)) },
		"other text":     func() error { return os.WriteFile(path, []byte("something else\n"), 0o600) },
		"another folder": func() error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o700)) },
	}
	for what, replace := range replaced {
		must(t, replace())
		must(t, seat.Keep("00ff", "claim 7 8 9"))
		if key, claim := seat.Key(), seat.Owed(); key != "00ff" || claim != "claim 7 8 9" {
			t.Errorf("%s: the key is %q, the claim %q", what, key, claim)
		}
		if _, err := s.Seats.Take(address); err == nil {
			t.Errorf("%s: two programs have the same seat", what)
		}
		if strings.HasPrefix(what, "other text") {
			if text, err := os.ReadFile(path + ".damaged"); err != nil || string(text) != "something else\n" {
				t.Errorf("%s: kept as %q, %v", what, text, err)
			}
			must(t, os.Remove(path+".damaged"))
		}
	}
	must(t, seat.Close())
}

// When there are too many keys, the keys used longest ago are dropped, and the person learns which. Keys that earlier versions have kept count too.
func TestManySeats(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	first, err := s.Seats.Take("first")
	must(t, err)
	must(t, first.Keep("00", "")) // this program is still playing
	for n := range 260 {
		address := fmt.Sprint("seat ", n)
		sum := sha256.Sum256([]byte(address))
		path := filepath.Join(dir, "seats", hex.EncodeToString(sum[:16]))
		must(t, os.WriteFile(path, []byte(address+"\nff\n"), 0o600))
		must(t, os.Chtimes(path, noon, noon.Add(time.Duration(n)*time.Second)))
	}
	used, err := s.Seats.Take("seat 0") // an old seat that is used again
	must(t, err)
	must(t, used.Keep("fe", ""))
	must(t, used.Close())
	seats := s.Seats.Kept()
	news := s.News()
	if len(seats) != 256 || len(news) != 5 || !strings.Contains(news[0], "seat at seat 5 was dropped") || !slices.Contains(seats, store.Sitting{Address: "seat 0"}) || !slices.Contains(seats, store.Sitting{Address: "first"}) {
		t.Errorf("%d keys are kept; told %q", len(seats), news)
	}
	must(t, first.Close())
}

// Resume returns the records of a journal about play with another machine, and Hosted finds the game that was hosted last.
func TestHostedGames(t *testing.T) {
	s := store.Open(t.TempDir(), find)
	if _, ok := s.Library.Hosted(); ok {
		t.Error("Hosted finds a game in an empty store")
	}
	hosted := match.Hosted{ID: "held27", Port: 7117, Guest: match.KeyHash("00ff")}
	put := func(n int, lines ...string) {
		t.Helper()
		j := begin(t, s, noon.Add(time.Duration(n)*time.Hour))
		must(t, add(j, append([]string{start}, lines...)...))
		must(t, j.Archive())
	}
	put(1, hosted.Lines()[0], match.ActLine("q7", "move guess 5"))
	put(2, match.Hosted{ID: "held28"}.Lines()[0], "abandoned")
	put(3, match.Hosted{ID: "held29"}.Lines()[0], match.Hosted{}.Lines()[0])
	put(4)
	k, ok := s.Library.Hosted()
	if !ok || k.Number != 1 || k.Hosted != hosted {
		t.Fatalf("Hosted returns %+v", k)
	}
	j, _, err := s.Library.Resume(k, noon)
	must(t, err)
	if past := j.Past(); past.Hosted != hosted || !slices.Equal(past.Acts, []string{"q7"}) {
		t.Errorf("the resumed past is %+v", past)
	}
	if _, ok := s.Library.Hosted(); ok {
		t.Error("Hosted returns a game that is being played")
	}
	must(t, j.Archive())
}
