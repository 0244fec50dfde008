package term

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"attic/desk"
	"attic/dev/desktest"
	"attic/dev/race"
	"attic/draw/grid"
	"attic/draw/palette"
	"attic/draw/prose"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// lobby is a driver of a screen that shows the menu, with a record of what was opened.
type lobby struct {
	driver
	store  store.Store
	opened []string // the name, opponent and options of each game opened
	broken error    // the error of opening any game, or nil
}

func enterLobby(t *testing.T, dir string) *lobby {
	t.Helper()
	l := &lobby{store: store.Open(dir, games.Find)}
	l.driver = driver{t, opened(desk.Config{
		Games: desktest.Menu(t), Store: l.store, NoMotion: true, Paused: true,
		Open: func(g game.Game, wish store.GameSettings) (*table.Table, error) {
			if l.broken != nil {
				return nil, l.broken
			}
			name := g.Info().Name
			l.opened = append(l.opened, name+" "+wish.Opponent+" "+wish.Options)
			setup, err := game.ParseSetup(wish.Options)
			must(t, err)
			m, err := match.New(g, setup)
			must(t, err)
			return table.New(table.Config{Match: m, Begin: func() (match.Ledger, error) { return l.store.Library.Begin(name, time.Now()) }}), nil
		},
	})}.begin(80, 24)
	return l
}

// A game starts when Enter is pressed twice, with a number and Enter, or with two clicks. It gets the opponent and options chosen in the menu.
func TestStartingFromTheMenu(t *testing.T) {
	for _, c := range []struct{ what, script, opened string }{
		{"Enter, Enter", "enter enter", "atom4 program "},
		{"down to the second", "down enter enter", "ataxx program start=yes"},
		{"down to the third and Space", "down down space space", "atommaster program "},
		{"a number and Enter", "2 enter", "ataxx program start=yes"},
		{"right and Enter", "down right enter", "ataxx program start=yes"},
		{"Tab to the next", "tab tab enter enter", "atommaster program "},
		{"down and up", "down down up up enter enter", "atom4 program "},
		{"clicks", "click entry 1\nclick item 0", "ataxx program start=yes"},
		{"two people", "down enter down enter", "ataxx person start=yes"},
		{"two people by clicks", "click entry 0\nclick item 1", "atom4 person "},
		{"another number from the items", "3 2 enter", "ataxx program start=yes"},
		{"a number that no game has", "3 8 4 6 9 0 enter", "atommaster program "},
		{"the set-up", "2\nto Set up the board\nenter", "ataxx program "},
		{"the other side", "3\nto Your side\nright\nto Play\nenter", "atommaster program "},
		{"programs on both sides", "3\nto Your side\nright right\nto Play\nenter", "atommaster both "},
		{"all sides there and back", "3\nto Your side\nright right right\nto Play\nenter", "atommaster program "},
		{"an option", "3\nto Atoms\nright\nto Play\nenter", "atommaster program atoms=5"},
		{"an option backwards", "3\nto Atoms\nleft\nto Play\nenter", "atommaster program atoms=3"},
		{"an option there and back", "3\nto Atoms\nright left\nto Play\nenter", "atommaster program "},
		{"two options", "3\nto Atoms\nright\nto Field\nright\nto Play\nenter", "atommaster program atoms=5 size=9"},
		{"blocks", "2\nto Blocks\nright\nto Play\nenter", "ataxx program blocks=x start=yes"},
	} {
		t.Run(c.what, func(t *testing.T) {
			l := enterLobby(t, t.TempDir())
			l.do(c.script)
			if len(l.opened) != 1 || l.opened[0] != c.opened {
				t.Errorf("opened %q, want %q:\n%s", l.opened, c.opened, l.screen())
			}
		})
	}
}

// The menu remembers the game and the items chosen, after a game and in the next session.
func TestTheMenuRemembers(t *testing.T) {
	race.Plain(t)
	dir := t.TempDir()
	l := enterLobby(t, dir)
	l.do("2\nto Your side\nright\nto Level\nright\nto Blocks\nright\nto Play\nenter")
	l.do("M")
	l.want("▸ 2  Ataxx", "◂ Blue ▸", "level 1", "◂ 1, novice ▸", "◂ Centre ▸")
	again := enterLobby(t, dir)
	again.want("▸ 2  Ataxx", "◂ Blue ▸", "level 1", "◂ 1, novice ▸", "◂ Centre ▸")
}

// At first, the menu shows the items that start or teach a game. More shows the rest below, moves nothing above, and the rest stays visible, in the next
// session too, until it is hidden again.
func TestMore(t *testing.T) {
	race.Plain(t)
	dir := t.TempDir()
	l := enterLobby(t, dir)
	labels := func() string {
		var list []string
		for _, it := range l.s.desk.Menu.Items() {
			list = append(list, it.Label)
		}
		return strings.Join(list, ", ")
	}
	const few, many = "Play, Learn, Today, Two people here, More", "Play, Learn, Today, Two people here, More, Lessons, Puzzles, Your side, Level, Blocks, Set up the board, Board editor, Help and rules"
	for _, at := range []string{"40 16", "80 24", "120 40"} {
		l.do("size " + at + "\n2\nto More")
		before, _, _ := strings.Cut(l.screen().String(), "More")
		for _, want := range []string{many, few} {
			if l.do("enter"); labels() != want {
				t.Errorf("%s: the items are %s, want %s", at, labels(), want)
			}
			if now := l.screen().String(); !strings.HasPrefix(now, before) {
				t.Errorf("%s: More moves what is above it, from\n%s\nto\n%s", at, before, now)
			}
		}
	}
	l.do("enter")
	if l = enterLobby(t, dir); !l.s.desk.Settings.More {
		t.Error("the next session has forgotten that more is shown")
	}
}

// On a screen of 80 columns, each game has its own sentence in its line; on the smallest screen, the sentence is below.
func TestEachGameHasItsSentence(t *testing.T) {
	race.Plain(t)
	l := enterLobby(t, t.TempDir())
	for i, g := range l.s.desk.Games {
		line := strings.Split(l.screen().String(), "\n")[2+i]
		if !strings.Contains(line, g.Info().Title) || !strings.Contains(line, g.Info().Brief) {
			t.Errorf("the line of %s is %q", g.Info().Title, line)
		}
	}
	l.do("size 40 16")
	for _, g := range l.s.desk.Games {
		if text := strings.Join(strings.Fields(l.screen().String()), " "); !strings.Contains(text, g.Info().Brief+".") {
			t.Errorf("%s says nothing of itself:\n%s", g.Info().Title, l.screen())
		}
		l.do("down")
	}
}

// The first game is at the lowest level; later games are at the level used last.
func TestTheLevelUsedLast(t *testing.T) {
	dir := t.TempDir()
	l := enterLobby(t, dir)
	l.do("2")
	l.want("against the computer, level 0")
	l.do("enter\n:level 6\nM")
	l.want("against the computer, level 6")
	enterLobby(t, dir).want("against the computer, level 6")
}

// The settings in the menu include when to warn and the computer's speed, and both are kept.
func TestSettingsOfPlay(t *testing.T) {
	dir := t.TempDir()
	l := enterLobby(t, dir)
	l.do("down down down right up")
	l.do("down down down down down down")
	l.want("Threat warning ◂ at low levels ▸", "▸ Speed          ◂ normal ▸")
	for _, c := range []struct{ keys, warn, speed string }{
		{"right", "at low levels", "0.3 seconds a move"},
		{"right right", "at low levels", "fast"},
		{"left left left", "at low levels", "1.2 seconds a move"},
		{"left left left left", "at low levels", "8 seconds a move"},
		{"up right", "always", "8 seconds a move"},
		{"right", "never", "8 seconds a move"},
		{"right", "at low levels", "8 seconds a move"},
		{"left", "never", "8 seconds a move"},
	} {
		l.do(c.keys)
		l.want("Threat warning ◂ "+c.warn+" ▸", "Speed          ◂ "+c.speed+" ▸")
	}
	if kept := enterLobby(t, dir).s.desk.Settings; kept.Warn != "off" || kept.Speed != "8" {
		t.Errorf("the settings kept are %+v", kept)
	}
}

// Settings changed in the menu take effect immediately and are kept.
func TestSettings(t *testing.T) {
	dir := t.TempDir()
	l := enterLobby(t, dir)
	l.s.desk.NoMotion = false
	l.do("down down down right")
	l.want("Colours        ◂ match terminal ▸", "Motion         ◂ on ▸", "Sound          ◂ on ▸", "Bell           ◂ off ▸", "ASCII only     ◂ off ▸")
	l.do("right down right down right down right down right")
	l.want("Colours        ◂ "+palette.Themes()[0]+" ▸", "Motion         ◂ off ▸", "Sound          ◂ off ▸", "Bell           ◂ on ▸", "ASCII only     ◂ on ▸")
	if !l.s.desk.NoMotion || !l.s.painter.ASCII || !l.s.painter.Own {
		t.Errorf("the settings have no effect: %+v %+v", l.s.Config, l.s.painter)
	}
	again := enterLobby(t, dir)
	if !again.s.painter.ASCII || again.s.Style.Theme != palette.Themes()[0] || !again.s.desk.Settings.Silent {
		t.Errorf("the settings are not kept: %+v", again.s.desk.Settings)
	}
	l.do("right up right up right up right up left")
	l.want("Colours        ◂ match terminal ▸", "Motion         ◂ on ▸", "Sound          ◂ on ▸", "Bell           ◂ off ▸", "ASCII only     ◂ off ▸")
	if l.s.painter.Own {
		t.Error("the terminal's background is not restored")
	}
}

// One sentence explains the setting with the cursor, and help explains all settings of a page; both fit into the smallest screen.
func TestSettingsAreExplained(t *testing.T) {
	l := enterLobby(t, t.TempDir())
	for _, c := range []struct {
		size  [2]int
		page  string
		count int
	}{
		{[2]int{80, 24}, "", 14},
		{[2]int{40, 16}, "", 14},
		{[2]int{40, 16}, "Board and pieces", 2},
		{[2]int{40, 16}, "Colours of pieces", 9},
		{[2]int{40, 16}, "Sounds", 9},
	} {
		size := c.size
		l.begin(size[0], size[1])
		l.do("esc tab tab tab tab down down down right")
		if c.page != "" {
			l.do("to " + c.page + "\nenter")
		}
		items := l.s.desk.Menu.Items()
		if len(items) != c.count {
			t.Errorf("%q has %d settings", c.page, len(items))
		}
		says := ""
		for _, it := range items {
			if it.Says == "" || strings.Contains(says, it.Says) {
				t.Errorf("%s is explained by %q", it.Label, it.Says)
			}
			l.want(prose.Wrap(it.Says, 36)[0], it.Label)
			if l.s.desk.Cut != "" {
				t.Errorf("at %v %q is cut off", size, it.Says)
			}
			l.do("down")
			says += it.Says + "\n"
		}
		l.do("?")
		page := fmt.Sprint(l.s.desk.Pages.Top().(*desk.Pager).Text)
		for _, it := range items {
			if !strings.Contains(page, it.Label) || !strings.Contains(page, it.Says) {
				t.Errorf("help does not explain %s:\n%s", it.Label, page)
			}
		}
		l.do("esc esc")
	}
}

// A kept game can be continued from the menu and from another game; M and q keep the game.
func TestKeptGames(t *testing.T) {
	dir := t.TempDir()
	t.Run("in the menu and in the game", func(t *testing.T) {
		l := enterLobby(t, dir)
		l.lacks("Continue", "kept", "continue")
		l.do("c")
		l.want("There is no game to continue here; press Enter to start one.")
		l.do("click entry 1")
		l.lacks("No game is kept here")
		l.do("click entry 0")
		l.do("enter enter\n:opponent human\n:i10;h10\nM")
		l.want("Continue       move 1 player 2", "blacks      kept", "c continue")
		for _, script := range []string{"enter enter", "c", "down up c", "click item 0", "click key:c"} {
			l.do(script)
			if got := l.played(); got != "i10, h10" {
				t.Errorf("%s continues with %q", script, got)
			}
			l.do("M")
		}
		l.do("enter down enter")
		l.want("is kept: press o, then Enter, to continue it.")
		l.do("o enter")
		if got := l.played(); got != "i10, h10" {
			t.Errorf("o continues with %q", got)
		}
		l.do(":h11\nq")
	})
	enterLobby(t, dir).want("Continue       move 2 player 1", "blacks      kept")

	list, _ := filepath.Glob(filepath.Join(dir, "games", "*.game"))
	lost := 0
	for _, path := range list {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if at := bytes.LastIndex(text, []byte("move h11")); at >= 0 {
			lost++
			if err := os.WriteFile(path, text[:at], 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if lost != 1 {
		t.Fatalf("of the files %q %d have the last move", list, lost)
	}
	l := enterLobby(t, dir)
	l.want("Continue       move 1 player 2, 1 move is missing")
	l.do("enter down enter")
	l.want("is kept, but 1 move is missing at the end: press", "then Enter, to continue it.")
}

// q and Ctrl-C quit immediately everywhere, except that q is a letter while a line is typed.
func TestQuitting(t *testing.T) {
	for _, c := range []struct {
		what, script, key string
		stays             bool
	}{
		{"in a game", "", "q", false},
		{"with caps lock", "", "Q", false},
		{"with a piece chosen", "enter", "q", false},
		{"in the help", "?", "q", false},
		{"in a list", "p", "q", false},
		{"in a terminal that is too small", "size 40 10", "q", false},
		{"while looking back", ":start\n[", "q", false},
		{"while the program thinks", ":start;a7-b7", "q", false},
		{"but in a line it is a letter", ":", "q", true},
		{"Ctrl-C in a game", "", "ctrl+c", false},
		{"Ctrl-C in a line", ":", "ctrl+c", false},
		{"Ctrl-C in a terminal that is too small", "size 40 10", "ctrl+c", false},
		{"another key in a terminal that is too small", "size 40 10", "u", true},
		{"the word", ": q", "enter", false},
		{"the whole word", ": q u i t", "enter", false},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := sitAgainst(t, "ataxx", "2", 80, 24)
			d.do(c.script)
			next := d.s.Update(uv.KeyPressEvent(keyNamed(c.key)))
			if d.s.desk.Quitting == c.stays {
				t.Errorf("after the key, quitting is %v", d.s.desk.Quitting)
			}
			if !c.stays && !quits(next) {
				t.Error("the program does not end")
			}
			if !c.stays && d.s.View().text != "" {
				t.Error("the screen is still drawn")
			}
		})
	}
	for _, script := range []string{"", "?", "enter", "down down down enter"} {
		l := enterLobby(t, t.TempDir())
		l.do(script)
		if next := l.s.Update(uv.KeyPressEvent(keyNamed("q"))); !quits(next) {
			t.Errorf("after %q, q does not quit", script)
		}
	}
}

// quits reports whether the first task in next ends the program.
func quits(next []task) bool { return len(next) > 0 && next[0]() == (quitMsg{}) }

// Ctrl-Z suspends the program and Ctrl-L redraws. If a terminal is too small, it shows the size needed, the cursor survives
// resizing, and the theme matches the terminal's background.
func TestTheTerminal(t *testing.T) {
	d := sitAgainst(t, "atom4", "", 80, 24)
	if next := d.s.Update(uv.KeyPressEvent(keyNamed("ctrl+z"))); len(next) == 0 || next[0]() != (suspendMsg{}) {
		t.Error("Ctrl-Z does not suspend the program")
	}
	if next := d.s.Update(uv.KeyPressEvent(keyNamed("ctrl+l"))); len(next) == 0 || next[0]() != (redrawMsg{}) {
		t.Error("Ctrl-L does not redraw")
	}
	d.do("right\nsize 39 20\nright right")
	if text := bare(d.s.View().text); !strings.HasPrefix(text, "Atom-4 needs 40 columns and 16 rows;\nthis terminal is 39x20.\n") {
		t.Errorf("in 39 columns the screen shows\n%s", text)
	}
	d.do("size 64 19\nsize 1 1\nsize 200 70\nsize 80 24")
	if _, at := d.play().Cursor.Pointed(); at != "j10" {
		t.Errorf("after resizing, the cursor is on %s", at)
	}
	for dark, theme := range map[bool]string{true: "dark", false: "light"} {
		if d.s.setTheme(dark); d.s.painter.Theme.Name != theme {
			t.Errorf("with a dark background: %v, the theme is %q", dark, d.s.painter.Theme.Name)
		}
	}
}

// The menu shows the reason if a game cannot be opened or the settings cannot be saved.
func TestWhatGoesWrongInTheMenu(t *testing.T) {
	l := enterLobby(t, t.TempDir())
	l.broken = errors.New("level is \"x\"; it has to be a number")
	l.do("enter enter")
	l.want(`Level is "x"; it has to be a number.`)
	dir := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(dir, nil, 0o600))
	l = enterLobby(t, dir)
	l.do("enter\nto Your side\nright")
	l.want("Not saved: ")
}

// A theme named on the command line stays while other settings change.
func TestOtherSettingsLeaveTheTheme(t *testing.T) {
	l := enterLobby(t, t.TempDir())
	l.s.Style.Theme = "light"
	l.s.setTheme(true)
	l.do("down down down right down right down right down right down right")
	if got := l.s.painter.Theme.Name; got != "light" || !l.s.painter.ASCII {
		t.Errorf("the theme is %s, ASCII %v", got, l.s.painter.ASCII)
	}
}

// The menu offers the undamaged part of a damaged game. Continuing the game the first time reports the damage and changes nothing; resuming it by number
// after that continues it.
func TestContinuingADamagedGame(t *testing.T) {
	dir := t.TempDir()
	kept := store.Open(dir, games.Find)
	keep(t, kept, "atom4", time.Now(), "i10", "h10")
	k, _ := kept.Library.Kept("atom4")
	text, err := os.ReadFile(k.Path)
	must(t, err)
	damaged := strings.Replace(string(text), "move h10", "move h11", 1)
	must(t, os.WriteFile(k.Path, []byte(damaged), 0o600))

	l := enterLobby(t, dir)
	l.do("enter")
	l.want("Continue       move 1 player 1")
	l.do("enter")
	l.want("Game 1 is damaged")
	if now, err := os.ReadFile(k.Path); err != nil || string(now) != damaged {
		t.Errorf("the file is now\n%s%v", now, err)
	}
	if shown := strings.Join(strings.Fields(l.screen().String()), " "); !strings.Contains(shown, "resume 1 continues from line 9.") {
		t.Errorf("the screen shows %s", shown)
	}
	l.do("esc")
	l.do(":resume 1")
	l.want("The damaged file", "1▸i10")
	if now, err := os.ReadFile(k.Path + ".damaged"); err != nil || string(now) != damaged {
		t.Errorf("the copy of the damaged file is\n%s%v", now, err)
	}
}

// In characters, boards lose their coordinates too, pieces get other colours, and boards are not turned.
func TestLooksInCharacters(t *testing.T) {
	l := enterLobby(t, t.TempDir())
	l.do("tab tab tab\nto Board and pieces\nenter")
	l.want("Back", "Coordinates  ")
	red := l.s.painter.Theme.Style(grid.Red).Ground
	l.do("to Coordinates\nright\nesc\nto Colours of pieces\nenter\nto Red\nright")
	if got := l.s.painter.Theme.Style(grid.Red).Ground; got == red {
		t.Errorf("red is still %v", got)
	}
	for _, id := range []string{"ataxx", "atom4", "atommaster"} {
		d := sit(t, id, 80, 24)
		seen := d.screen().String()
		d.s.desk.Settings.Bare = true
		d.do("size 81 24\nZ")
		d.want("Only boards drawn as pictures can be turned.")
		bare := d.screen().String()
		for _, name := range []string{"e     f", "e       f", "e   f"} {
			if before := strings.Contains(seen, name); before && strings.Contains(bare, name) {
				t.Errorf("%s: coordinates are left:\n%s", id, bare)
			}
		}
	}
}
