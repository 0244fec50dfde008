package desktest

import (
	"bytes"
	"fmt"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"attic/desk"
	"attic/dev/wait"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// Seating returns hands at tb. Games are kept in s, and open puts new ones on a table.
type Seating func(t testing.TB, s store.Store, tb *table.Table, open func(game.Game, store.GameSettings) (*table.Table, error)) Hands

// Forms checks the forms beside the board: save, open, load, seed and export. It changes the working directory to a new
// folder, so no other test may run at the same time.
func Forms(t *testing.T, sit Seating) {
	for _, c := range []struct {
		what string
		try  func(*testing.T, *filler)
	}{
		{"save", trySave},
		{"open", tryOpen},
		{"open a damaged game", tryDamaged},
		{"seed", trySeed},
		{"load", tryLoad},
		{"export", tryExport},
		{"records", tryRecords},
		{"keys", tryFormKeys},
		{"sentences about saving", tryKeeping},
		{"games that are not saved", tryUnsaved},
		{"damaged files", tryDamagedFiles},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Chdir(t.TempDir())
			dir := t.TempDir()
			f := &filler{t: t, dir: dir, store: store.Open(dir, games.Find)}
			f.Hands = sit(t, f.store, f.kept("ataxx"), func(g game.Game, _ store.GameSettings) (*table.Table, error) {
				return f.kept(g.Info().Name), nil
			})
			c.try(t, f)
		})
	}
}

// filler is a person who fills in forms.
type filler struct {
	Hands
	t     *testing.T
	dir   string
	store store.Store
	full  error // if not nil, no game can be written
}

// kept returns a table for a new game that is saved in the store.
func (f *filler) kept(name string) *table.Table {
	return Table(f.t, find(f.t, name), game.Setup{}, "", func() (match.Ledger, error) {
		journal, err := f.store.Library.Begin(name, time.Now())
		if err != nil {
			return nil, err
		}
		return disk{journal, f}, nil
	})
}

// disk is a journal on a disk that may be full.
type disk struct {
	*store.Journal
	f *filler
}

// Append implements match.Ledger.
func (d disk) Append(after uint64, lines ...string) (uint64, error) {
	if d.f.full != nil {
		return 0, d.f.full
	}
	return d.Journal.Append(after, lines...)
}

// text types text key by key.
func (f *filler) text(text string) {
	for _, r := range text {
		if r == ' ' {
			f.Press("space")
			continue
		}
		f.Press(string(r))
	}
}

// want checks that all words of texts are shown, regardless of line breaks.
func (f *filler) want(texts ...string) {
	f.t.Helper()
	shown := f.Shown()
	for _, text := range texts {
		for word := range strings.FieldsSeq(text) {
			if !strings.Contains(shown, word) {
				f.t.Errorf("%q of %q is not shown:\n%s", word, text, shown)
			}
		}
	}
}

// on checks whether a form is open.
func (f *filler) on(want bool) {
	f.t.Helper()
	if f.Desk().Form.On != want {
		f.t.Errorf("a form is open: %v; its message is %q:\n%s", !want, f.Desk().Form.Said, f.Shown())
	}
}

// click clicks a spot, which must be shown.
func (f *filler) click(spot string) {
	f.t.Helper()
	if !f.Click(spot) {
		f.t.Fatalf("%s is not shown:\n%s", spot, f.Shown())
	}
}

// row uses keys to move the cursor to a game in the list, and returns the spot of its line.
func (f *filler) row(title string) string {
	f.t.Helper()
	list := f.Desk().Form.Fields[0]
	i := slices.IndexFunc(list.Rows, func(r desk.Row) bool { return r.Title == title })
	if i < 0 {
		f.t.Fatalf("%s is not in the list: %v", title, list.Rows)
	}
	for list.At != i {
		f.Press(map[bool]string{true: "down", false: "up"}[list.At < i])
	}
	return fmt.Sprint(desk.PickSpot, "0 ", i)
}

// ok and cancel are the buttons of forms.
const (
	ok     = desk.ButtonSpot + "enter"
	cancel = desk.ButtonSpot + "esc"
)

func trySave(t *testing.T, f *filler) {
	f.Type("start")
	f.Press("w")
	f.on(true)
	f.want("Save the game", "ataxx.attic")
	f.Press("enter")
	f.on(false)
	f.want("Saved as")
	saved := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(name)
		must(t, err)
		if _, err := match.Read(bytes.NewReader(text), games.Find); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		return string(text)
	}
	saved("ataxx.attic")
	f.Press("w")
	f.want("ataxx-2.attic")
	f.text("mine 7")
	f.click(ok)
	f.on(false)
	saved("mine 7")
	f.Type("a7-b6")
	f.Press("w")
	f.text("mine 7")
	f.Press("enter")
	if f.on(false); !strings.Contains(saved("mine 7"), "a7-b6") {
		t.Error("the saved game was not replaced")
	}
	must(t, os.WriteFile("letters", []byte("mine\n"), 0o600))
	f.Press("w")
	f.Paste("letters")
	f.Press("enter")
	f.on(true)
	f.want("will not be replaced")
	if text, _ := os.ReadFile("letters"); string(text) != "mine\n" {
		t.Errorf("a file that is not a saved game was replaced by %s", text)
	}
	f.Press("backspace")
	f.Press("x enter")
	f.on(false)
	saved("letterx")
	f.Press("w backspace enter")
	f.on(true)
	f.want("Type a file name first.")
	f.click(cancel)
	f.on(false)
	if Played(f.Desk().Play) != "start, a7-b6" {
		t.Errorf("%q was played", Played(f.Desk().Play))
	}
}

// tryKeeping removes the file of the running game. Whenever a page says that the game is kept, this must be true on the disk.
func tryKeeping(t *testing.T, f *filler) {
	f.Type("start")
	f.Type("a7-b6")
	list, err := f.store.Library.Games("ataxx")
	must(t, err)
	path := list[0].Path
	there := func() {
		t.Helper()
		if k, err := f.store.Library.Find(1); err != nil || k.Damage != nil || k.Match.Ply() != 2 {
			t.Errorf("game 1 is %+v, %v", k, err)
		}
	}
	must(t, os.Remove(path))
	f.Press("n")
	f.want("Start a new game? The file of this game was removed; it has been written again.")
	there()
	f.Press("esc")
	must(t, os.Remove(path))
	f.Press("o")
	f.want("The game you leave is kept.")
	there()
	f.Press("esc")
	f.Press("n")
	f.want("Start a new game? This one is kept.")
	f.Press("esc")
	folder := filepath.Dir(path)
	must(t, os.Rename(folder, folder+"-moved"))
	must(t, os.WriteFile(folder, nil, 0o600))
	f.Press("n")
	f.want("This game is not saved: ")
	f.Press("esc")
	must(t, os.Remove(folder))
	f.Press("n")
	f.want("it has been written again.")
	there()
}

func tryOpen(t *testing.T, f *filler) {
	other := f.kept("atom4")
	there := other.Here()
	for _, move := range []string{"i10", "h10", "h11"} {
		must(t, there.Do(table.Play(move)).Err())
	}
	must(t, other.Close())
	f.Type("start")
	f.Type("a7-b6")
	f.Press("w")
	f.text("saved.attic")
	f.Press("enter")
	f.Type("g7-f6")
	must(t, os.WriteFile("foreign.attic", []byte("mine\n"), 0o600))
	f.Press("o")
	f.want("Open a game")
	for _, c := range [][]string{{"Ataxx", "move 1 blue, being played"}, {"Atom-4", "move 2 player 1, unfinished"}, {"saved.attic", "move 1 red, unfinished"}, {"foreign.attic", "not a saved game"}} {
		f.row(c[0])
		f.want(c...)
	}
	f.click(f.row("foreign.attic"))
	f.on(true)
	f.click(f.row("Atom-4"))
	f.on(false)
	if f.Desk().Play.Info.Name != "atom4" || Played(f.Desk().Play) != "i10, h10, h11" {
		t.Errorf("%s was opened, with %s", f.Desk().Play.Info.Name, Played(f.Desk().Play))
	}
	left, found := f.store.Library.Kept("ataxx")
	if !found || left.Match.Ply() != 3 {
		t.Errorf("the game that was left is kept: %v, with %d plies", found, left.Match.Ply())
	}
	f.Press("o")
	f.click(f.row("saved.attic"))
	f.on(false)
	if f.Desk().Play.Info.Name != "ataxx" || Played(f.Desk().Play) != "start, a7-b6" {
		t.Errorf("%s was opened, with %s", f.Desk().Play.Info.Name, Played(f.Desk().Play))
	}
	f.Press("o") // the list starts on the game just left
	f.Press("enter")
	f.on(false)
	if Played(f.Desk().Play) != "start, a7-b6, g7-f6" {
		t.Errorf("the latest game has %s", Played(f.Desk().Play))
	}
	f.Press("o")
	f.text("saved.attic")
	f.Press("enter")
	f.on(false)
	if Played(f.Desk().Play) != "start, a7-b6" {
		t.Errorf("the game opened by name has %s", Played(f.Desk().Play))
	}
	f.Press("o")
	f.text("missing")
	f.Press("enter")
	f.on(true)
	f.want("missing: there is no such file or folder.")
}

func tryDamaged(t *testing.T, f *filler) {
	for _, name := range []string{"ataxx", "atom4"} {
		other := f.kept(name)
		there := other.Here()
		for _, move := range map[string][]string{"ataxx": {"start", "a7-b6"}, "atom4": {"i10", "h10"}}[name] {
			must(t, there.Do(table.Play(move)).Err())
		}
		must(t, other.Close())
		list, err := f.store.Library.Games(name)
		must(t, err)
		text, err := os.ReadFile(list[0].Path)
		must(t, err)
		must(t, os.WriteFile(list[0].Path, bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("a7-b6"), []byte("a7-b5")), []byte("h10"), []byte("h99")), 0o600))
		f.Press("o")
		spot := f.row(find(t, name).Info().Title)
		f.want("damaged at line")
		f.click(spot)
		f.on(true)
		f.want("open it again")
		f.click(spot)
		f.on(false)
		if got, want := Played(f.Desk().Play), map[string]string{"ataxx": "start", "atom4": "i10"}[name]; got != want || f.Desk().Play.Info.Name != name {
			t.Errorf("%s was opened, with %q, want %q", f.Desk().Play.Info.Name, got, want)
		}
		copies, _ := filepath.Glob(list[0].Path + ".damaged*")
		if len(copies) != 1 {
			t.Errorf("the damaged file is kept as %v", copies)
		}
	}
}

func trySeed(t *testing.T, f *filler) {
	for _, c := range []struct {
		typed, says string
		on          bool
	}{
		{"-9223372036854775808", "The seed is -9223372036854775808.", false},
		{"+7", "The seed is +7.", false},
		{"9223372036854775807", "The seed is 9223372036854775807.", false},
		{"99999999999999999999", "at most 64 bits", true},
		{"x", "Digits only", true},
		{"3-", "Digits only", true},
		{"1 2", "The seed is 12.", false},
		{"", "Type a number first.", true},
		{"-", "A seed is a whole number", true},
	} {
		f.Press("i")
		f.text(c.typed)
		if !strings.HasPrefix(c.says, "Digits") {
			f.Press("enter")
		}
		f.on(c.on)
		f.want(c.says)
		if c.on {
			f.Press("esc")
		}
	}
	f.Press("i")
	f.Paste("no number")
	f.want("Digits only")
	f.Paste(" -12\n")
	f.click(ok)
	f.want("The seed is -12.")
}

func tryLoad(t *testing.T, f *filler) {
	must(t, os.WriteFile("lines", []byte("blocks 3gh\nstart\na7-a5\n"), 0o600))
	f.Press("f")
	f.text("nothing")
	f.Press("enter")
	f.on(true)
	f.want("nothing: there is no such file or folder.")
	f.Press("ctrl+u")
	f.text("lines")
	f.Press("enter")
	f.on(false)
	if Played(f.Desk().Play) != "blocks 3gh, start, a7-a5" {
		t.Errorf("%q was played", Played(f.Desk().Play))
	}
}

func tryExport(t *testing.T, f *filler) {
	f.Type("start")
	f.Type("a7-b6")
	made := func(name string) []byte {
		t.Helper()
		wait.Until(t, name, func() (any, bool) {
			select {
			case <-f.Desk().Ready():
				f.Desk().News()
			default:
			}
			return f.Desk().Play.Message.Said, strings.HasPrefix(f.Desk().Play.Message.Said, "The picture is") && strings.HasSuffix(f.Desk().Play.Message.Said, name+".")
		})
		f.on(false)
		text, err := os.ReadFile(name)
		must(t, err)
		return text
	}
	f.Press("W")
	f.want("Export the game", "SVG", "PNG", "GIF", "ataxx.svg")
	f.Press("enter")
	if text := made("ataxx.svg"); !bytes.HasPrefix(text, []byte("<svg")) {
		t.Errorf("ataxx.svg begins with %.20q", text)
	}
	f.Press("W right")
	f.want("ataxx.png")
	f.click(ok)
	if _, err := png.Decode(bytes.NewReader(made("ataxx.png"))); err != nil {
		t.Error(err)
	}
	f.Press("W")
	f.click(desk.PickSpot + "0 2")
	f.Press("tab")
	f.text("film.gif")
	f.Press("enter")
	if film, err := gif.DecodeAll(bytes.NewReader(made("film.gif"))); err != nil || len(film.Image) < 2 {
		t.Errorf("film.gif is not an animation: %v", err)
	}
	f.Press("W")
	f.click(desk.PickSpot + "0 3")
	f.want("Web: an SVG that plays the game", "ataxx-2.svg")
	f.Press("enter")
	if text := made("ataxx-2.svg"); !bytes.Contains(text, []byte("@keyframes")) {
		t.Error("ataxx-2.svg does not play the game")
	}
	f.Press("W")
	f.Press("tab")
	f.text("film.gif")
	f.Press("enter")
	f.on(true)
	f.want("film.gif exists already; choose another name.")
	f.Press("ctrl+u")
	f.text("no/film.gif")
	f.Press("enter")
	f.on(true)
	f.want("There is no folder no.")
}

func tryFormKeys(t *testing.T, f *filler) {
	f.Type("start")
	f.Press("W")
	form := &f.Desk().Form
	for i := range 4 {
		if form.Focus != i {
			t.Errorf("after pressing Tab %d times the focus is at %d", i, form.Focus)
		}
		f.Press("tab")
	}
	if form.Focus != 0 {
		t.Errorf("Tab from the last control goes to %d", form.Focus)
	}
	f.Press("shift+tab") // Cancel
	f.Press("enter")
	f.on(false)
	f.Press("w down right left up left")
	f.on(true)
	f.Press("esc")
	f.on(false)
	f.Press("w")
	f.click("a7") // the mouse still plays moves
	f.click("b6")
	if f.on(true); Played(f.Desk().Play) != "start, a7-b6" {
		t.Errorf("%q was played", Played(f.Desk().Play))
	}
	if f.Click(desk.ButtonSpot + "?") { // not every front-end shows this button
		f.on(false)
		f.Press("esc")
		f.Press("w")
	}
	f.Press("q") // types a letter of the name
	f.Press("esc M")
	if f.on(false); f.Desk().Menu == nil {
		t.Fatal("M does not lead to the menu")
	}
	f.click(desk.ButtonSpot + "o")
	if f.on(true); len(f.Desk().Form.Fields[0].Rows) != 1 {
		t.Errorf("the menu offers %v", f.Desk().Form.Fields[0].Rows)
	}
	f.Press("esc")
	f.on(false)
	f.Press("o enter")
	if f.on(false); f.Desk().Play == nil || Played(f.Desk().Play) != "start, a7-b6" {
		t.Error("the menu does not open the game that was left")
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) > 0 {
		t.Errorf("%v was written", entries)
	}
}
