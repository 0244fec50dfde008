package compose

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/desktest"
	"attic/game"
	"attic/games"
	"attic/match/store"
	"attic/table"
)

// keysOfAll are the keys of all pages.
const keysOfAll = "a b c e f g h i j k l m n o p s t u v w y z B C H K L M N P R T U V W X Y Z 0 1 2 3 4 5 6 7 8 9 + - < > [ ] ( ) . , ? \\ " +
	"ctrl+r ctrl+s ctrl+o f1 f2 f3 f5 up down left right home end pgup pgdown tab shift+tab backspace delete enter space"

// TestAGuestHasNoMachine tries every key, button, menu item and command as a person who may only compute. None of them writes a file, lists
// a folder, reaches another machine, or shows kept or saved data. For a person who may do everything, the same search finds all of these.
func TestAGuestHasNoMachine(t *testing.T) {
	here := t.TempDir()
	t.Chdir(here)
	t.Setenv("HOME", here)
	const secret = "treasure"
	must(t, os.WriteFile(secret+".attic", []byte("attic\n"), 0o600))
	must(t, os.WriteFile(secret+".txt", []byte("describe\n"), 0o600))
	must(t, os.WriteFile(secret+".pgn", []byte("[Event \"treasure\"]\n\n*\n"), 0o600))
	kept := desktest.Library(t)
	settings := kept.Profile.Settings()
	settings.Name = "" // a person who typed a name sees it
	must(t, kept.Profile.Set(&store.Settings{}, func(s *store.Settings) { *s = settings }))
	settings = kept.Profile.Settings()
	list, err := kept.Library.Games("")
	must(t, err)
	before := filesBelow(t, here)
	lines := []string{
		"save " + secret + "-2.attic", "load " + secret + ".attic", "load " + secret + ".txt", "load " + secret + ".pgn 1", "resume " + secret + ".attic", "resume",
		"resume 1", "games", "games delete 1", "stats", "host", "host blue-heron-27", "join blue-heron-27@127.0.0.1:1", "opponent engine:/bin/true", "warn on", "coach on", "speed fast",
		"lesson 1", "puzzle daily", "level auto", "help all", "learn", "open " + secret + ".attic", "dump", "hint", "history",
	}
	for _, may := range []command.May{command.Compute, command.Everything} {
		seen, found, grants := map[string]bool{}, false, may == command.Everything
		visit := func(d driver, did string) {
			text := d.words() + desktest.Words(d.p.page.scene)
			shown := strings.Contains(text, secret) && !strings.Contains(did, secret)
			if f := d.p.Desk.Form; f.On {
				for _, field := range f.Fields {
					shown = shown || field.Kind == desk.List && len(field.Rows) > 0 || strings.Contains(field.Label, "ile")
				}
				shown = shown || f.Label == "host"
			}
			if m := d.p.Desk.Menu; m != nil {
				for _, item := range m.Items() {
					shown = shown || slices.Contains([]string{"Continue", "Host", "Join", "Statistics", "Lessons", "Puzzles"}, item.Label)
				}
			}
			if now := filesBelow(t, here); !grants && !slices.Equal(now, before) {
				t.Fatalf("%s changes the files to %q", did, now)
			}
			if shown && !grants {
				t.Fatalf("%s shows what is on this machine:\n%s", did, text)
			}
			found = found || shown
		}
		open := func(g game.Game, wish store.GameSettings) (*table.Table, error) {
			return desktest.Seat(t, g.Info().Name, ""), nil
		}
		starts := []func() driver{func() driver {
			return begin(t, desk.Config{Store: kept, May: may, Open: open, NoMotion: true, Paused: true, Net: desktest.Nowhere{}}, usual)
		}}
		for _, g := range games.All() {
			starts = append(starts, func() driver {
				return begin(t, desk.Config{Store: kept, May: may, Table: desktest.Seat(t, g.Info().Name, "2"), Open: open, NoMotion: true, Paused: true, Net: desktest.Nowhere{}}, usual)
			})
		}
		for i, start := range starts {
			if found {
				break
			}
			for key := range strings.FieldsSeq(keysOfAll) {
				d := start()
				d.press(key)
				visit(d, key)
				for _, s := range slices.Clone(d.p.page.scene.Spots) { // buttons that appeared after the key
					if name := s.Name; strings.HasPrefix(name, desk.ButtonSpot) && !seen[name] {
						seen[name] = true
						if _, _, ok := d.middle(name); ok && d.click(name) {
							visit(d, key+", then "+name)
						}
					}
				}
			}
			if i == 0 {
				continue
			}
			for _, line := range lines {
				if grants && strings.HasPrefix(line, "games delete") {
					continue
				}
				d := start()
				d.typeLine(line)
				visit(d, line)
			}
		}
		if grants && !found {
			t.Error("the search finds nothing where everything may be done")
		}
		if now, err := kept.Library.Games(""); err != nil || !grants && !reflect.DeepEqual(now, list) {
			t.Errorf("the library has changed: %v, %v", now, err)
		}
		if now := kept.Profile.Settings(); !grants && !reflect.DeepEqual(now, settings) {
			t.Errorf("the settings have changed to %+v", now)
		}
	}
}

// filesBelow lists the files of a folder with their sizes.
func filesBelow(t *testing.T, dir string) (list []string) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			info, err := e.Info()
			if err != nil {
				return err
			}
			list = append(list, path+" "+info.ModTime().String())
		}
		return err
	}))
	return list
}
