package store_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"attic/dev/race"
	"attic/game/learn"
	"attic/match"
	"attic/match/store"
)

// seatOf is the address of a seat in everything.
const seatOf = "held27@localhost:7117"

// everything makes a folder with a file of each kind and returns the files as they are on the disk.
func everything(t *testing.T) fstest.MapFS {
	t.Helper()
	dir := t.TempDir()
	s := store.Open(dir, find)
	keep(t, dir, noon, "move guess 10", "resign 1")
	keep(t, dir, noon, "move guess 10", "move guess 9", "move guess 8")
	keep(t, dir, noon, "move guess 10", "# hint 2")
	mine := s.Profile.Settings()
	must(t, s.Profile.Set(&mine, func(s *store.Settings) {
		s.Coach, s.Name, s.Joined, s.Theme = true, "Anna", []string{seatOf}, "dark"
		s.Choose("ataxx", store.GameSettings{Level: level(7), Side: 1, Options: "blocks=3gh"})
	}))
	_, err := s.Profile.Learn("ataxx", func(r learn.Record) learn.Record { return lesson(1)(r).At(2, 3) })
	must(t, err)
	for n := range 3 {
		must(t, s.Profile.Judge(fmt.Sprint("id", n), store.Judged{Nodes: 1000, Moves: 5, Accuracy: 0.5, Faults: []store.Fault{{Ply: 2, Move: "a7-b6", Lost: 0.25}}}))
	}
	seat, err := s.Seats.Take(seatOf)
	must(t, err)
	must(t, seat.Keep("00ff", "claim 7 8 9"))
	must(t, seat.Close())
	k, err := s.Library.Find(2)
	must(t, err)
	must(t, s.Save(filepath.Join(dir, "saved.attic"), k.Match.Save))
	s.Profile.PageKey()
	files := fstest.MapFS{}
	must(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasSuffix(path, ".lock") {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		info, _ := e.Info()
		files[name] = &fstest.MapFile{Data: text, ModTime: info.ModTime()}
		return err
	}))
	return files
}

// shown returns everything that a store reads from its folder, and whether it reports any damage.
func shown(t *testing.T, dir string) (all string, noticed bool) {
	t.Helper()
	s := store.Open(dir, find)
	list, err := s.Library.Games("")
	must(t, err)
	for _, g := range list {
		noticed = noticed || g.Damage > 0 || g.Lost != ""
		all += fmt.Sprintln(g.Number, g.Name, g.Opponent, g.Ply, g.Played.Unix(), g.Result, g.Rounds)
		k, err := s.Library.Find(g.Number)
		noticed = noticed || err != nil || k.Damage != nil || k.Lost != ""
		if err == nil && k.Damage == nil {
			all += fmt.Sprintln(strings.Join(append(k.Match.Lines(), match.Notes(k.Match)...), "; "))
		}
	}
	judged, err := s.Profile.Judged()
	must(t, err)
	seat, err := s.Seats.Take(seatOf)
	must(t, err)
	all += fmt.Sprintf("%+v\n%+v\n%+v\n%q %q %q\n%s\n", s.Profile.Settings().Game("ataxx").Options, s.Profile.Learnt("ataxx"), judged, seat.Key(), seat.Owed(), s.Seats.Kept(), s.Profile.PageKey())
	settings := s.Profile.Settings()
	settings.Games = nil
	all += fmt.Sprintf("%+v %d\n", settings, *s.Profile.Settings().Game("ataxx").Level)
	must(t, seat.Close())
	if m, err := s.Load(filepath.Join(dir, "saved.attic")); err != nil {
		noticed = true
	} else {
		all += fmt.Sprintln(strings.Join(m.Lines(), "; "))
	}
	if k, ok := s.Library.Kept("toy"); ok {
		all += fmt.Sprintln(k.Number)
	}
	return all, noticed || len(s.News()) > 0
}

// put writes files into an empty folder.
func put(t *testing.T, dir string, files fstest.MapFS) {
	t.Helper()
	must(t, os.RemoveAll(dir))
	for name, f := range files {
		path := filepath.Join(dir, name)
		must(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must(t, os.WriteFile(path, f.Data, 0o600))
		must(t, os.Chtimes(path, f.ModTime, f.ModTime))
	}
}

// If one bit flips anywhere, or the end of a file is lost or zeroed, nothing changes, or the person is informed.
func TestDamageIsToldOrHarmless(t *testing.T) {
	race.Plain(t)
	files := everything(t)
	dir := filepath.Join(t.TempDir(), "attic")
	put(t, dir, files)
	want, noticed := shown(t, dir)
	if noticed {
		t.Fatalf("without damage something is noticed:\n%s", want)
	}
	var names []string
	total := 0
	for name, f := range files {
		names = append(names, name)
		total += len(f.Data)
	}
	slices.Sort(names)
	rng := rand.New(rand.NewPCG(61, 1))
	count := map[bool]int{}
	try := func(what, name string, damage func([]byte) []byte) {
		t.Helper()
		damaged := fstest.MapFS{}
		for name, f := range files {
			damaged[name] = f
		}
		was := files[name]
		now := damage(slices.Clone(was.Data))
		damaged[name] = &fstest.MapFile{Data: now, ModTime: was.ModTime.Add(time.Second)}
		put(t, dir, damaged)
		got, noticed := shown(t, dir)
		if got != want && !noticed {
			t.Errorf("%s of %s:\n%q\nin silence\n%s\nwant\n%s", what, name, now, got, want)
		}
		count[noticed]++
	}
	flips := 120
	if text := os.Getenv("FLIPS"); text != "" {
		n, err := strconv.Atoi(text)
		must(t, err)
		flips = n
	}
	for range flips {
		at := rng.IntN(total)
		i := slices.IndexFunc(names, func(name string) bool {
			if at < len(files[name].Data) {
				return true
			}
			at -= len(files[name].Data)
			return false
		})
		bit := byte(1) << rng.IntN(8)
		try(fmt.Sprintf("bit %d of byte %d", bit, at), names[i], func(text []byte) []byte {
			text[at] ^= bit
			return text
		})
	}
	for _, name := range names {
		for _, n := range []int{1, 20, 150, 1 << 20} {
			n = min(n, len(files[name].Data))
			try(fmt.Sprintf("%d zeros at the end", n), name, func(text []byte) []byte {
				clear(text[len(text)-n:])
				return text
			})
			try(fmt.Sprintf("the loss of %d bytes at the end", n), name, func(text []byte) []byte { return text[:len(text)-n] })
		}
	}
	t.Logf("%d told, %d harmless", count[true], count[false])
}

// A game whose end was zeroed counts as truncated, although its length is the same and it looks like the file of a
// killed program.
func TestAZeroedEnd(t *testing.T) {
	dir := t.TempDir()
	path := keep(t, dir, noon, "move guess 10", "move guess 9", "resign 1")
	text, err := os.ReadFile(path)
	must(t, err)
	clear(text[len(text)-50:])
	must(t, os.WriteFile(path, text, 0o600))
	s := store.Open(dir, find)
	if got := ending(t, s); !strings.HasSuffix(got, "moves are missing at the end") {
		t.Errorf("the game is %q", got)
	}
	k, err := s.Library.Find(1)
	must(t, err)
	if k.Shorter() == "" {
		t.Error("Find does not report the loss")
	}
	list, _, err := s.Library.Recent("", 10)
	must(t, err)
	if list[0].Lost == "" {
		t.Error("Recent does not report the loss")
	}
	if k, ok := s.Library.Kept("toy"); !ok || k.Shorter() == "" {
		t.Errorf("it cannot be continued: %+v", k)
	}
}

// Whatever happens to the list of games, the person is informed, because a truncated game can no longer be noticed.
func TestALostListOfGames(t *testing.T) {
	for what, lose := range map[string]func(path string) error{
		"removed": os.Remove,
		"cut":     func(path string) error { return os.Truncate(path, 20) },
		"zeroed":  func(path string) error { return os.WriteFile(path, make([]byte, 300), 0o600) },
	} {
		dir := t.TempDir()
		keep(t, dir, noon, "move guess 10")
		must(t, lose(filepath.Join(dir, "games.log")))
		s := store.Open(dir, find)
		if list, err := s.Library.Games(""); err != nil || len(list) != 1 {
			t.Errorf("%s: %+v, %v", what, list, err)
		}
		if news := s.News(); len(news) != 1 || !strings.HasPrefix(news[0], "The list of games was damaged") {
			t.Errorf("%s: told %q", what, news)
		}
		store.Open(dir, find).Library.Menu([]string{"toy"})
		if news := store.Open(dir, find).News(); len(news) > 0 {
			t.Errorf("%s: told again: %q", what, news)
		}
	}
}
