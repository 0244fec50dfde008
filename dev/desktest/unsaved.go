package desktest

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"attic/desk"
	"attic/table"
)

// notSaved is part of the sentence that every page shows while a game is not saved.
const notSaved = "ot saved: "

// tryUnsaved fills the disk. Every page must then say that the game is not saved, and everything that would lose the game must ask first. As
// soon as there is room again, the whole game must be written.
func tryUnsaved(t *testing.T, f *filler) {
	other := f.kept("atom4")
	must(t, other.Here().Do(table.Play("i10")).Err())
	must(t, other.Close())
	f.Type("start")
	f.Type("a7-b6")
	f.full = errors.New("no space left on device")
	marked := func(after string, want bool) {
		t.Helper()
		if got := strings.Contains(f.Shown(), notSaved); got != want || strings.HasPrefix(desk.Title(f.Desk(), "attic"), "Not saved: ") != want {
			t.Errorf("after %s the page says that the game is not saved: %v, and its title is %q:\n%s", after, got, desk.Title(f.Desk(), "attic"), f.Shown())
		}
	}
	marked("two moves", false)
	f.Type("g7-f6")
	marked("a move that was not written", true)
	for _, keys := range []string{"u", "ctrl+r", "h", "[", "]", "?", "esc", "r", "esc", "v", "esc", "w", "esc", ",", "esc", "s"} {
		f.Press(keys)
		marked(keys, true)
	}
	for _, key := range []string{"q", "M"} {
		f.Press(key)
		f.want("Press " + key + " again to leave.")
		f.Press("esc")
		marked(key+" and Esc", true)
	}
	f.Press("o")
	f.want("This game is not saved")
	f.row("Atom-4")
	f.Press("enter")
	f.on(false)
	f.want("Press Enter again to leave.")
	f.Press("esc")
	f.Paste("atom4")
	f.want("Press Enter again to leave.")
	f.Press("esc")
	desk.Quit(f.Desk()) // like closing the window
	f.want("again to leave.")
	f.Press("esc")
	if d := f.Desk(); d.Quitting || d.Play == nil || d.Play.Info.Name != "ataxx" || Played(d.Play) != "start, a7-b6, g7-f6" {
		t.Fatalf("after no the game is left: %s", f.Shown())
	}
	f.Press("n enter")
	f.Type("a7-b7")
	marked("a new game", true)
	f.full = nil
	for range 10 {
		if f.Desk().Ticks() {
			f.Desk().Tick()
			f.Desk().News()
		}
	}
	marked("a while with room on the disk", false)
	f.want("Saving works again, and the whole game is saved.")
	for number, plies := range map[int]int{2: 3, 3: 2} {
		if k, err := f.store.Library.Find(number); err != nil || k.Damage != nil || k.Match.Ply() != plies {
			t.Errorf("game %d: %+v, %v", number, k, err)
		}
	}
	f.full = errors.New("no space left on device")
	f.Type("a1-b1")
	f.Press("o")
	f.row("Atom-4")
	f.Press("enter enter")
	marked("another game was opened", false)
	if Played(f.Desk().Play) != "i10" {
		t.Errorf("%q was opened", Played(f.Desk().Play))
	}
	f.Press("q")
	if !f.Desk().Quitting {
		t.Errorf("q asks though everything is saved:\n%s", f.Shown())
	}
}

// tryDamagedFiles damages files while a person plays. The news about each file must be shown once, and not while a page covers the sentence.
func tryDamagedFiles(t *testing.T, f *filler) {
	damage := func(name string) {
		t.Helper()
		must(t, os.WriteFile(filepath.Join(f.dir, name), []byte(`{"coach": tru`), 0o600))
	}
	f.Type("coach on")
	damage("settings.json")
	f.Type("warn on")
	f.want("settings.json was damaged. It is kept as settings.json.damaged. The last good copy is used.")
	if s := f.store.Profile.Settings(); !s.Coach || s.Warn != "on" {
		t.Errorf("the settings are %+v", s)
	}
	f.Type("start")
	f.Type("a7-b6")
	if strings.Contains(f.Shown(), "damaged") {
		t.Errorf("it is said again:\n%s", f.Shown())
	}
	damage("learnt.json")
	f.Type("lesson list")
	f.Press("esc")
	f.want("learnt.json was damaged. It is kept as learnt.json.damaged. There is no good copy, so it starts empty.")
}
