package store_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"attic/game"
	"attic/match/store"
)

func level(n int) *int { return &n }

// usual are the default settings.
var usual = store.Settings{Games: map[string]store.GameSettings{}}

func TestSettingsAreRemembered(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "not", "there", "yet")
	s := store.Open(dir, find)
	if got := s.Profile.Settings(); !reflect.DeepEqual(got, usual) {
		t.Errorf("the first settings are %+v", got)
	}
	for _, chosen := range []store.Settings{
		{
			Theme: "light", NoMotion: true, ASCII: true, Silent: true,
			Games: map[string]store.GameSettings{
				"ataxx": {Opponent: "person", Level: level(7), Side: 1, Options: "blocks=3gh"},
				"atom4": {Opponent: "program", Level: level(0), Side: 0},
				"toy":   {Side: game.Nobody},
			},
		},
		{
			Warn: "on", Speed: "1.5", Bell: true,
			Games: map[string]store.GameSettings{"ataxx": {Opponent: "both", Side: game.Nobody}},
		},
		usual,
	} {
		mine := s.Profile.Settings()
		must(t, s.Profile.Set(&mine, func(s *store.Settings) { *s = chosen }))
		if got := store.Open(dir, find).Profile.Settings(); !reflect.DeepEqual(got, chosen) {
			t.Errorf("saved\n%+v\nread\n%+v", chosen, got)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 3 || entries[1].Name() != "settings.json" || entries[2].Name() != "settings.json.copy" { // the third is .lock
		t.Fatalf("the folder holds %v, %v", entries, err)
	}
	info, err := entries[1].Info()
	must(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("other users can read the file: %v", info.Mode())
	}
}

func TestAGameThatWasNotChosenForIsAsUsual(t *testing.T) {
	if got := usual.Game("ataxx"); !reflect.DeepEqual(got, store.GameSettings{Side: game.Nobody}) {
		t.Errorf("%+v", got)
	}
}

// Each line: the text of the settings file, and the settings that result.
func TestSettingsFiles(t *testing.T) {
	ataxx := func(g store.GameSettings) store.Settings {
		return store.Settings{Games: map[string]store.GameSettings{"ataxx": g}}
	}
	none := store.GameSettings{Side: game.Nobody}
	for _, c := range []struct {
		clause, text string
		want         store.Settings
	}{
		{"nothing", "", usual},
		{"no JSON", "theme dark", usual},
		{"cut off", `{"ascii": true, "games": {`, usual},
		{"something behind it", `{"ascii": true} x`, usual},
		{"another type", `{"ascii": true, "theme": 5}`, usual},
		{"another type below", `{"ascii": true, "games": {"ataxx": {"level": "high"}}}`, usual},
		{"zero bytes, as a power cut leaves them", "\x00\x00\x00\x00", usual},
		{"null", "null", usual},
		{"a list", "[]", usual},
		{"too deep", strings.Repeat("[", 1<<20), usual},
		{"no games", `{"silent": true}`, store.Settings{Silent: true, Games: usual.Games}},
		{"unknown parts", `{"silent": true, "volume": 11}`, store.Settings{Silent: true, Games: usual.Games}},
		{"a game without choices", `{"games": {"ataxx": {}}}`, ataxx(none)},
		{"a game that is null", `{"games": {"ataxx": null}}`, ataxx(none)},
		{"seat 0", `{"games": {"ataxx": {"side": 0}}}`, ataxx(store.GameSettings{})},
		{"a seat too high", `{"games": {"ataxx": {"side": 2}}}`, ataxx(none)},
		{"a seat too low", `{"games": {"ataxx": {"side": -3}}}`, ataxx(none)},
		{"a level too high", `{"games": {"ataxx": {"level": 16}}}`, ataxx(none)},
		{"a level too low", `{"games": {"ataxx": {"level": -1}}}`, ataxx(none)},
		{"an invalid opponent", `{"games": {"ataxx": {"opponent": "cat"}}}`, ataxx(none)},
		{"options that the game does not have", `{"games": {"ataxx": {"options": "atoms=4"}}}`, ataxx(none)},
		{
			"a game of a newer version stays", `{"games": {"chess": {"level": 99, "side": 3}}}`,
			store.Settings{Games: map[string]store.GameSettings{"chess": {Level: level(99), Side: 3}}},
		},
	} {
		t.Run(c.clause, func(t *testing.T) {
			s := withSettings(t, c.text)
			if got := s.Profile.Settings(); !reflect.DeepEqual(got, c.want) {
				t.Errorf("%+v, want %+v", got, c.want)
			}
			must(t, s.Profile.Set(&store.Settings{}, func(s *store.Settings) { *s = store.Settings{ASCII: true} }))
			if !s.Profile.Settings().ASCII {
				t.Error("settings saved after this file are not read")
			}
		})
	}
}

// withSettings returns a store with the given text in its settings file.
func withSettings(t *testing.T, text string) store.Store {
	t.Helper()
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "settings.json"), []byte(text), 0o600))
	return store.Open(dir, find)
}

func TestAGameWithoutProgramsHasNoneToChoose(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, func(name string) (game.Game, bool) {
		g, ok := find(name)
		return struct{ game.Game }{g}, ok
	})
	must(t, s.Profile.Set(&store.Settings{}, func(s *store.Settings) {
		*s = store.Settings{Games: map[string]store.GameSettings{"toy": {Opponent: "program", Level: level(1)}}}
	}))
	if got := s.Profile.Settings().Game("toy"); !reflect.DeepEqual(got, store.GameSettings{}) {
		t.Errorf("%+v", got)
	}
}

func TestWithoutAFolderNoSettingsAreRemembered(t *testing.T) {
	t.Chdir(t.TempDir())
	s := store.Open("", find)
	must(t, s.Profile.Set(&store.Settings{}, func(s *store.Settings) { *s = store.Settings{ASCII: true} }))
	if got := s.Profile.Settings(); !reflect.DeepEqual(got, usual) {
		t.Errorf("%+v", got)
	}
	if entries, _ := os.ReadDir("."); len(entries) != 0 {
		t.Errorf("files were written: %v", entries)
	}
}

func TestSettingsThatCannotBeKept(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	must(t, os.WriteFile(file, nil, 0o600))
	must(t, os.MkdirAll(filepath.Join(dir, "taken", "settings.json"), 0o700))
	for _, at := range []string{file, filepath.Join(dir, "taken")} {
		s := store.Open(at, find)
		if err := s.Profile.Set(&store.Settings{}, func(s *store.Settings) { s.ASCII = true }); err == nil {
			t.Errorf("%s: no error", at)
		}
		if got := s.Profile.Settings(); !reflect.DeepEqual(got, usual) {
			t.Errorf("%s: %+v", at, got)
		}
	}
	if entries, _ := os.ReadDir(filepath.Join(dir, "taken")); len(entries) != 2 { // the other is .lock
		t.Errorf("files are left: %v", entries)
	}
}

// Whatever the file holds, the settings read from it are valid for every game, and saving them keeps them.
func FuzzSettingsNeverPanic(f *testing.F) {
	f.Add(`{"theme":"dark","games":{"ataxx":{"opponent":"program","level":3,"side":1,"options":"blocks=3gh"}}}`)
	f.Add(`{"games":{"atom4":{"side":-1},"atommaster":{"options":"atoms=5 size=9"},"chess":null}}`)
	f.Fuzz(func(t *testing.T, text string) {
		s := withSettings(t, text)
		read := s.Profile.Settings()
		for name := range read.Games {
			g, ok := find(name)
			if !ok {
				continue
			}
			chosen := read.Game(name)
			if _, err := g.New(game.Setup{Options: chosen.Options}); err != nil || chosen.Side >= len(g.Info().Seats) {
				t.Errorf("%s: %+v, %v", name, chosen, err)
			}
		}
		must(t, s.Profile.Set(&store.Settings{}, func(s *store.Settings) { *s = read }))
		want, err := json.Marshal(read)
		must(t, err)
		if got, _ := json.Marshal(s.Profile.Settings()); string(got) != string(want) {
			t.Errorf("read %s, then %s", want, got)
		}
	})
}

// The looks that a person has chosen are kept, and an attic that does not know a choice keeps it.
func TestLooksAreKept(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "settings.json"), `{"shades": {"red": "deep", "pink": "pale"}, "gloss": 3, "games": {"ataxx": {"side": 1, "turn": 2, "tilt": 7}}}`)
	s := store.Open(dir, find)
	mine := s.Profile.Settings()
	if mine.Shades["red"] != "deep" || mine.Game("ataxx").Turn != 2 {
		t.Errorf("read: %+v", mine)
	}
	must(t, s.Profile.Set(&mine, func(s *store.Settings) {
		chosen := s.Game("ataxx")
		chosen.Turn = 3
		s.Choose("ataxx", chosen)
		s.Bare, s.Pieces, s.Muted, s.Shades = true, "flat", map[string]bool{"chat": true}, map[string]string{"red": "light", "pink": "pale"}
	}))
	text, err := os.ReadFile(filepath.Join(dir, "settings.json"))
	must(t, err)
	for _, want := range []string{`"gloss": 3`, `"tilt": 7`, `"turn": 3`, `"pink": "pale"`, `"red": "light"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s is missing in %s", want, text)
		}
	}
	if got := store.Open(dir, find).Profile.Settings(); !got.Bare || got.Pieces != "flat" || !got.Muted["chat"] || got.Game("ataxx").Turn != 3 || got.Game("ataxx").Side != 1 {
		t.Errorf("kept: %+v", got)
	}
}
