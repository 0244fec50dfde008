package store_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"attic/game/learn"
	"attic/match/store"
)

// Two programs do not undo each other's settings: each saves only its own change.
func TestTwoProgramsAndTheSettings(t *testing.T) {
	dir := t.TempDir()
	one, two := store.Open(dir, find), store.Open(dir, find)
	first, second := one.Profile.Settings(), two.Profile.Settings()
	must(t, two.Profile.Set(&second, func(s *store.Settings) { s.Hall = "https://hall" }))
	must(t, two.Profile.Set(&second, func(s *store.Settings) { s.Invite("seat 2", "link 2") }))
	must(t, two.Profile.Set(&second, func(s *store.Settings) { s.Choose("ataxx", store.GameSettings{Options: "blocks=3gh", Side: 1}) }))
	must(t, one.Profile.Set(&first, func(s *store.Settings) { s.Coach = true }))
	must(t, one.Profile.Set(&first, func(s *store.Settings) { s.Invite("seat 1", "link 1") }))
	must(t, one.Profile.Set(&first, func(s *store.Settings) { s.Choose("ataxx", store.GameSettings{Level: level(5), Side: -1}) }))
	must(t, two.Profile.Set(&second, func(s *store.Settings) { s.Hall = "" }))
	got := store.Open(dir, find).Profile.Settings()
	want := store.Settings{
		Coach: true, Invited: [][2]string{{"seat 1", "link 1"}, {"seat 2", "link 2"}},
		Games: map[string]store.GameSettings{"ataxx": {Level: level(5), Options: "blocks=3gh", Side: -1}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the settings are\n%+v\nwant\n%+v", got, want)
	}
}

// If programs write at the same moment, no change is lost.
func TestManyProgramsAtOnce(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	const programs, each = 4, 10
	for n := range programs {
		all.Go(func() {
			s := store.Open(dir, find)
			mine := s.Profile.Settings()
			for i := range each {
				if err := s.Profile.Set(&mine, func(s *store.Settings) { s.Invite(fmt.Sprintf("seat %d %d", n, i), "link") }); err != nil {
					t.Error(err)
				}
				if _, err := s.Profile.Learn("ataxx", func(r learn.Record) learn.Record { return r.At(1+n*each+i, 1) }); err != nil {
					t.Error(err)
				}
				if err := s.Profile.Judge(fmt.Sprint(n, "-", i), store.Judged{Moves: 1}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	s := store.Open(dir, find)
	judged, err := s.Profile.Judged()
	must(t, err)
	if got := len(s.Profile.Settings().Invited); got != programs*each {
		t.Errorf("%d invitations of %d are kept", got, programs*each)
	}
	if got := len(s.Profile.Learnt("ataxx").Reached); got != programs*each {
		t.Errorf("%d lessons of %d are kept", got, programs*each)
	}
	if got := len(judged); got != programs*each {
		t.Errorf("%d judgements of %d are kept", got, programs*each)
	}
}

// Members that a later version has written stay, at every level, and members that this version removes are gone.
func TestWhatALaterVersionWroteStays(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "settings.json"), `{"silent": true, "volume": 11, "games": {"ataxx": {"side": 1, "tempo": "slow"}, "chess": {"elo": 1}}}`)
	write(t, filepath.Join(dir, "learnt.json"), `{"ataxx": {"lessons": [1], "stars": {"1": 3}}, "chess": {"x": []}}`)
	s := store.Open(dir, find)
	mine := s.Profile.Settings()
	must(t, s.Profile.Set(&mine, func(s *store.Settings) {
		s.Silent = false
		s.Choose("ataxx", store.GameSettings{Side: 0})
	}))
	if _, err := s.Profile.Learn("ataxx", lesson(2)); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"settings.json": `{"volume": 11, "games": {"ataxx": {"side": 0, "tempo": "slow"}, "chess": {"elo": 1}}}`,
		"learnt.json":   `{"ataxx": {"lessons": [1, 2], "stars": {"1": 3}}, "chess": {"x": []}}`,
	} {
		var got, wanted map[string]any
		text, err := os.ReadFile(filepath.Join(dir, name))
		must(t, err)
		must(t, json.Unmarshal(text, &got))
		must(t, json.Unmarshal([]byte(want), &wanted))
		if delete(got, "sum"); !reflect.DeepEqual(got, wanted) {
			t.Errorf("%s holds %v, want %v", name, got, wanted)
		}
	}
}

// A link, for instance into a folder of configuration files that somebody keeps elsewhere, stays a link, even one to a file that does not exist yet.
func TestLinksAreFollowed(t *testing.T) {
	for _, there := range []bool{true, false} {
		dir, elsewhere := t.TempDir(), t.TempDir()
		real, link := filepath.Join(elsewhere, "attic.json"), filepath.Join(dir, "settings.json")
		if there {
			must(t, os.WriteFile(real, []byte(`{"silent": true}`), 0o644)) //nolint:gosec // as somebody has it
		}
		must(t, os.Symlink(real, link))
		s := store.Open(dir, find)
		mine := s.Profile.Settings()
		if mine.Silent != there {
			t.Errorf("the file exists: %t; read: %+v", there, mine)
		}
		must(t, s.Profile.Set(&mine, func(s *store.Settings) { s.Coach = true }))
		if to, err := os.Readlink(link); err != nil || to != real {
			t.Errorf("the link leads to %q, %v", to, err)
		}
		if text, err := os.ReadFile(real); err != nil || !strings.Contains(string(text), "coach") {
			t.Errorf("the file holds %q, %v", text, err)
		}
		if info, err := os.Stat(real); there && (err != nil || info.Mode().Perm() != 0o644) {
			t.Errorf("the mode of the file is now %v, %v", info.Mode(), err)
		}
	}
}

// A change that could not be saved is saved with the next one.
func TestWhatCouldNotBeSavedIsSavedLater(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	mine := s.Profile.Settings()
	path := filepath.Join(dir, "settings.json")
	must(t, os.Mkdir(path, 0o700))
	for range 2 {
		if err := s.Profile.Set(&mine, func(s *store.Settings) { s.Coach = true }); err == nil {
			t.Error("a folder was written")
		}
	}
	must(t, os.Remove(path))
	must(t, s.Profile.Set(&mine, func(s *store.Settings) { s.Silent = true }))
	if got := store.Open(dir, find).Profile.Settings(); !got.Coach || !got.Silent {
		t.Errorf("saved: %+v", got)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	must(t, os.WriteFile(path, []byte(text), 0o600))
}
