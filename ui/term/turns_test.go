package term

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"attic/desk"
	"attic/dev/desktest"
	"attic/dev/race"
	"attic/dev/wait"
	"attic/games"
	"attic/match/store"
)

// sitSlow returns a driver of a screen of Atom-4 against a slow computer in seat 2; see [desktest.SlowSeat].
func sitSlow(t *testing.T) driver {
	t.Helper()
	return driver{t, opened(desk.Config{
		Games: games.All(), Store: store.Open(t.TempDir(), games.Find), Table: desktest.SlowSeat(t), NoMotion: true,
	})}.begin(80, 24)
}

// until shows events of the table as they come, until the function so returns true.
func (d driver) until(so func() bool) {
	d.t.Helper()
	ctx, done := wait.Context()
	defer done()
	for p := d.play(); !so(); d.send(newsMsg{p}) {
		select {
		case <-p.Person.Ready():
		case <-ctx.Done():
			d.t.Fatalf("the condition did not come true: %v:\n%s", context.Cause(ctx), d.screen())
		}
	}
}

// thought waits until the screen shows the line that the computer expects.
func (d driver) thought() {
	d.until(func() bool { return strings.Contains(d.screen().String(), " ahead:") })
}

// answered waits until the computer has moved.
func (d driver) answered() { d.until(func() bool { return !d.play().Waiting() }) }

// While the computer thinks, the screen shows the line that it expects, and every key still works.
func TestWhileTheProgramThinks(t *testing.T) {
	for _, c := range []struct{ what, script, played, want string }{
		{"what it expects", "", "i10", "Player 2 to play yellow, 3 moves ahead: h10 h11 g11. Space: make it move."},
		{"the cursor moves", "right", "i10", "[ g ]"},
		{"Enter prepares a move", "right enter", "i10", "Premove: "},
		{"so does a click", "click i9", "i10", "It is not your turn yet"},
		{"a typed move says so too", ":h10", "i10", "It is the computer's turn: wait for player 2 to move."},
		{"a key that means nothing", "}", "i10", "} has no function here"},
		{"help", "?", "i10", "Atom-4: help"},
		{"a word", ":score", "i10", "Player 2"},
		{"looking back", "[", "i10", "The beginning"},
		{"looking back and on", "[ ]", "i10", "Space: make it move."},
		{"taking back", "u", "", "Your move: red."},
		{"taking back and another move", "u\n:i8", "i8", "Space: make it move."},
		{"the other side", ":opponent human", "i10", "Player 2 to play yellow."},
		{"resigning", ":resign", "i10, resign", "You resigned."},
		{"a new game", ":clear", "", "Your move: red."},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := sitSlow(t)
			d.do(":i10")
			d.thought()
			d.do(c.script)
			if got := d.played(); got != c.played {
				t.Errorf("moves played: %q, want %q", got, c.played)
			}
			d.want(c.want)
		})
	}
	for what, script := range map[string]string{
		"Space": "space", "the full stop": ".", "a word": ":now", "a click on the key": "click key:space",
	} {
		t.Run(what+" makes it move now", func(t *testing.T) {
			d := sitSlow(t)
			d.do(":i10")
			d.thought()
			d.do(script)
			d.answered()
			if got := d.played(); got != "i10, h10" {
				t.Errorf("moves played: %q", got)
			}
			d.want("Yellow on h10 changed nothing.", "Your move: green.")
		})
	}
	t.Run("q leaves at once", func(t *testing.T) {
		d := sitSlow(t)
		d.do(":i10")
		if next := d.s.Update(uv.KeyPressEvent(keyNamed("q"))); !quits(next) || !d.s.desk.Quitting {
			t.Error("q does not quit")
		}
	})
}

// Looking at an earlier position loses nothing. A different move there drops the later moves, after a question; the same move
// keeps them.
func TestPlayingOnFromAnEarlierPosition(t *testing.T) {
	const played = ":i10;h10;h11;g11\n"
	for _, c := range []struct {
		what, script, played string
		redo                 int
	}{
		{"looking", "[ [ [", "i10, h10, h11, g11", 0},
		{"the same move", "[ [\nclick h11", "i10, h10, h11", 1},
		{"the same move from further back", "[ [ [ [\nclick i10", "i10", 3},
		{"the same move, and all the rest brought back", "[ [ [\nclick h10\nctrl+r ctrl+r", "i10, h10, h11, g11", 0},
		{"another move", "[ [\nclick i8\nenter", "i10, h10, i8", 0},
		{"another move, after a no", "[ [\nclick i8\nesc", "i10, h10, h11, g11", 0},
		{"another move, and nothing brought back", "[ [\nclick i8\nclick key:enter\nctrl+r", "i10, h10, i8", 0},
		{"a refused move", "[ [\nclick e5", "i10, h10, h11, g11", 0},
		{"a word goes back to the game first", "[ [\n:score", "i10, h10, h11, g11", 0},
		{"a typed move", "[ [\n:i8\nenter", "i10, h10, i8", 0},
		{"the same move, typed", "[ [\n:h11", "i10, h10, h11", 1},
		{"undo takes back the last move of the game", "[ [ u", "i10, h10, h11", 1},
		{"on into what was taken back", "u u ]\nclick g11", "i10, h10, h11, g11", 0},
		{"into what was taken back, another move", "u u u ]\nclick i8", "i10, h10, i8", 0},
		{"pasted moves are played in the game", "[ [\npaste g9", "i10, h10, h11, g11, g9", 0},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := sit(t, "atom4", 80, 24)
			d.do(played + c.script)
			if got := d.played(); got != c.played {
				t.Errorf("moves played: %q, want %q:\n%s", got, c.played, d.screen())
			}
			if got := d.play().Person.Now().Redo; got != c.redo {
				t.Errorf("%d moves can be redone, want %d", got, c.redo)
			}
		})
	}
	t.Run("where the computer was to move, a piece cannot be placed", func(t *testing.T) {
		d := sitSlow(t)
		d.do(":i10")
		d.thought()
		d.press("space")
		d.answered()
		d.do("[\nclick h10")
		d.want("It was the computer's move here; ] steps forward.")
		if got := d.played(); got != "i10, h10" {
			t.Errorf("moves played: %q", got)
		}
	})
	t.Run("where something was hidden, you cannot play on", func(t *testing.T) {
		d := sit(t, "atommaster#17", 80, 24)
		d.do(":fire 2;fire 12\n[\nclick port5")
		d.want("You cannot play on from here")
		if got := d.played(); got != "fire 2, fire 12" {
			t.Errorf("moves played: %q", got)
		}
	})
}

// Pasted moves, one or several in a line, are played up to the first illegal move.
func TestPaste(t *testing.T) {
	for _, c := range []struct{ what, id, script, played, want string }{
		{"one move", "atom4", `paste i10`, "i10", "Red on i10"},
		{"a move a line", "atom4", `paste i10\nh10\n\n  h11  \n`, "i10, h10, h11", "Green on h11"},
		{"with the line ends that terminals paste", "atom4", `paste i10\rh10\r\nh11\r`, "i10, h10, h11", "Green on h11"},
		{"with the heading of history", "atom4", `paste Round 1\r1. i10 2. h10`, "i10, h10", ""},
		{"in one line", "atom4", `paste i10 h10 h11`, "i10, h10, h11", ""},
		{"in one line with numbers", "atom4", `paste 1. i10 h10 2. h11 g11`, "i10, h10, h11, g11", ""},
		{"as history prints them", "atom4", `paste 1. i10, 2. h10, 3. h11`, "i10, h10, h11", ""},
		{"numbers without a blank", "ataxx", `paste 1.start 2.a7-b6\n3.g7-f6`, "start, a7-b6, g7-f6", ""},
		{"moves of two words", "atommaster#17", `paste fire 2\nset a1`, "fire 2, set a1", ""},
		{"moves of two words in a line", "atommaster#17", `paste 1. fire 2, 2. set a1, 3. set b1`, "fire 2, set a1, set b1", ""},
		{"an illegal one in the middle", "atom4", `paste i10\na1\nh10\nh11`, "i10", "commands after it were skipped."},
		{"an illegal one in the middle of a line", "atom4", `paste 1. i10 a1 2. h10`, "i10", `"a1": a1 does not touch two`},
		{"nothing", "atom4", `paste \n \n`, "", "Red on i10"},
		{"into a line", "atom4", ":\npaste i10\\nh10\n", "", "\n :i10\n"},
		{"and Enter plays it", "atom4", ":\npaste i10\\nh10\nenter", "i10", ""},
		{"of the first line only", "atom4", ":\npaste i10\\rh10\nenter", "i10", ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := sitAgainst(t, c.id, "", 80, 24)
			d.do(c.script)
			if got := d.played(); got != c.played {
				t.Errorf("moves played: %q, want %q", got, c.played)
			}
			d.want(c.want)
		})
	}
	t.Run("it waits for the program", func(t *testing.T) {
		d := sitSlow(t)
		d.do(`paste i10\nh11\n`)
		d.thought()
		if got := d.played(); got != "i10" {
			t.Errorf("moves played: %q", got)
		}
		d.press("space")
		d.until(func() bool { return d.played() == "i10, h10, h11" })
	})
}

// Loading a file carries out its lines; the screen shows the effects and the errors.
func TestLoadingAFile(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct{ what, text, played, want string }{
		{"moves and words", "blocks 3gh\nstart\na7-b7\n", "blocks 3gh, start, a7-b7", "Red extended a7-b7 and took nothing."},
		{"a remark and an empty line", "# a remark\n\nstart\n", "start", "Red to move."},
		{"a word that prints", "start\ndump\n", "start", "==="},
		{"a bad line at the end", "start\na7-a1\n", "start", "moves:2: "},
		{"a bad line, and the rest is carried out", "start\na7-a1\na7-b7\n", "start, a7-b7", "moves:2: "},
		{"two bad lines", "xyzzy\nstart\na7-a1\na7-b7\n", "start, a7-b7", "moves:1: "},
		{"itself", "load moves\nstart\n", "start", "a file cannot load itself"},
		{"nothing", "", "", "Red begins"},
	} {
		t.Run(c.what, func(t *testing.T) {
			must(t, os.WriteFile("moves", []byte(c.text), 0o600))
			d := sit(t, "ataxx", 80, 24)
			d.do("f m o v e s enter")
			if got := d.played(); got != c.played {
				t.Errorf("moves played: %q, want %q", got, c.played)
			}
			d.want(c.want)
		})
	}
}

// Picked squares stay picked only until the position changes.
func TestPicksEndWithThePosition(t *testing.T) {
	for _, key := range []string{"l", "shift+up", "{", "n"} {
		d := sit(t, "atommaster#3", 80, 24).press("tab enter right enter")
		d.want("Hide atoms: 2 of 4.")
		d.press(key).press("tab")
		p := d.play()
		last := p.Cursor.Tracks[len(p.Cursor.Tracks)-1]
		if want := len(last.Picked); len(p.Cursor.Picked) != want && p.Cursor.Track == last.Name {
			t.Errorf("after %s, %d squares are picked, want %d", key, len(p.Cursor.Picked), want)
		}
		d.lacks("are placed", "2 of")
	}
}

// An unknown theme, such as one stored by another version, is ignored.
func TestAnUnknownThemeIsPassedOver(t *testing.T) {
	d := sit(t, "atom4", 80, 24)
	d.s.Style.Theme = "sepia"
	d.s.setTheme(true)
	if d.s.painter.Theme.Name != "dark" || d.s.painter.Own {
		t.Errorf("the theme is %q, with its own background: %v", d.s.painter.Theme.Name, d.s.painter.Own)
	}
}

// A chosen piece stays chosen only until the position changes.
func TestAChoiceEndsWithThePosition(t *testing.T) {
	for _, script := range []string{"c enter", "u", ":fen x5o/7/7/3x3/7/7/o5x x"} {
		d := sit(t, "ataxx", 80, 24)
		d.do("t enter")
		if len(d.play().Cursor.Chosen) != 1 {
			t.Fatal("no piece is chosen")
		}
		if script[0] == ':' { // fen works only during set-up
			d.do("c enter\nenter")
		}
		if d.do(script); len(d.play().Cursor.Chosen) != 0 {
			t.Errorf("after %s, %v is still chosen", script, d.play().Cursor.Chosen)
		}
	}
}

// While an earlier position is shown, hints and moves belong to that position, and it stays on the screen.
func TestAnswersAreForThePositionShown(t *testing.T) {
	race.Plain(t)
	for id, c := range map[string]struct{ first, rest, why string }{
		"atom4": {":i10", ":h10;h11", ":why h10"}, "ataxx": {":start;a7-b6", ":g7-f6;b6-c5", ":why g7-f6"}, "atommaster#17": {":fire 4", ":fire 9;set b4", "h"},
	} {
		t.Run(id, func(t *testing.T) {
			answers := func(script string, back bool) (list []string) {
				d := sitAgainst(t, id, "", 120, 40)
				d.do(script)
				for _, ask := range []string{"h", "h", c.why, ":moves", "esc", ":describe", "esc"} {
					d.do(ask)
					said := d.play().Message.Said
					if page, ok := d.s.desk.Pages.Top().(*desk.Pager); ok {
						said = fmt.Sprint(page.Text)
					}
					if list = append(list, said); d.play().Back != back {
						t.Errorf("%s: after %s an earlier position is shown: %t", script, ask, !back)
					}
				}
				return list
			}
			want, got := answers(c.first, false), answers(c.first+"\n"+c.rest+"\n[ [", true)
			if !slices.Equal(got, want) {
				t.Errorf("looking back:\n%q\nwithout what followed:\n%q", got, want)
			}
		})
	}
}
