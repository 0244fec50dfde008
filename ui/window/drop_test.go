package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"attic/desk"
	"attic/draw/scene"
	"attic/ui/window/x11"
)

func TestLinksToFiles(t *testing.T) {
	for link, want := range map[string]string{
		"file:///home/ann/a%20game%23.pgn":      "/home/ann/a game#.pgn",
		"FILE:///home/ann/gr%C3%B6%C3%9Fer.pgn": "/home/ann/größer.pgn",
		"file:/home/ann/x":                      "/home/ann/x",
		"file://localhost/x":                    "/x",
		"file://Box/x":                          "/x",
		"file://attic.example/x":                `the file is on another computer, attic.example; copy it to this one first`,
		"file:///a%2":                           `"file:///a%2" is not a link to a file, such as file:///home/ann/game.pgn`,
		"file:":                                 `"file:" is not a link to a file, such as file:///home/ann/game.pgn`,
		"file:x":                                `"file:x" is not a link to a file, such as file:///home/ann/game.pgn`,
		"file://box":                            `"file://box" is not a link to a file, such as file:///home/ann/game.pgn`,
		"https://attic.example/#atom4":          "",
		"/home/ann/x":                           "",
		"atom4":                                 "",
	} {
		got, err := fileOf(link, "box")
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s is %q, want %q", link, got, want)
		}
	}
}

func TestDroppedOnTheWindow(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		must(t, os.WriteFile(path, []byte(text), 0o600))
		return "file://" + strings.ReplaceAll(path, " ", "%20")
	}
	game, other := file("a game.txt", "atom4\ni10\nh10\n"), file("other.txt", "ataxx\nstart\n")
	for _, c := range []struct {
		what   string
		drop   x11.Drop
		played string // "": the menu is still shown
		says   string
	}{
		{"a file", x11.Drop{List: true, Text: game + "\r\n"}, "i10, h10", ""},
		{"a file with a comment", x11.Drop{List: true, Text: "# from a file manager\r\n\r\n " + game + "\n"}, "i10, h10", ""},
		{"two files", x11.Drop{List: true, Text: game + "\r\n" + other + "\r\n"}, "i10, h10", "You dropped 2 at once; attic opens only the first."},
		{"text", x11.Drop{Text: "atom4\ni10\nh10\n"}, "i10, h10", ""},
		{"a link", x11.Drop{List: true, Text: "https://attic.example/#game/atom4\r\n"}, "", ""},
		{"a file that is gone", x11.Drop{List: true, Text: game + ".old\r\n"}, "", "A game.txt.old: "},
		{"a file of another computer", x11.Drop{List: true, Text: "file://attic.example/x\r\n"}, "", "The file is on another computer, attic.example; copy it to this one first."},
		{"no link", x11.Drop{List: true, Text: "file:\x1b[2J\r\n"}, "", "is not a link to a file"},
		{"an empty list", x11.Drop{List: true, Text: "# nothing\r\n"}, "", "The other program did not send what you dropped; copy it there and press Ctrl+V here."},
		{"nothing", x11.Drop{}, "", "The other program did not send what you dropped; copy it there and press Ctrl+V here."},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := begin(t, desk.Config{Store: emptyStore(t), NoMotion: true}, tiny).send(c.drop) // on the menu
			if d.w.pages.Desk.Play == nil {
				if c.played != "" {
					t.Error("no game starts")
				}
			} else if got := d.played(); got != c.played {
				t.Errorf("played %q, want %q", got, c.played)
			}
			d.want(c.says)
		})
	}
	t.Run("in a game", func(t *testing.T) {
		d := sit(t, "atom4", tiny).do(":i10").send(x11.Drop{List: true, Text: "file://attic.example/x\r\n"})
		d.want("The file is on another computer, attic.example; copy it to this one first.")
		d.send(x11.Drop{List: true, Text: "https://attic.example/\r\n"})
		if d.played() != "i10" {
			t.Errorf("played %q", d.played())
		}
		d.send(x11.Drop{List: true, Text: other}).want("Leave this game for the one that was pasted?")
		d.send(x11.Drop{}).want("The other program did not send what you dropped")
		if d.press("enter"); d.play().Info.Name != "atom4" {
			t.Error("the question is still open")
		}
	})
	t.Run("in a form", func(t *testing.T) {
		d := begin(t, desk.Config{Store: emptyStore(t)}, tiny).press("o").send(x11.Drop{})
		if !d.w.pages.Desk.Form.On {
			t.Fatal("no form is open")
		}
		d.want("The other program did not send what you dropped")
	})
}

// While something is dragged over the window, the page has a frame.
func TestAFrameShowsThatTheWindowTakesADrop(t *testing.T) {
	d := sit(t, "atom4", usual)
	accent := uint32(d.w.theme.Colour(scene.Accent))
	framed := func(want bool, when string) {
		t.Helper()
		c := d.x.canvas
		for _, at := range []int{1, c.Stride*(c.H-2) + c.W/2, c.Stride*(c.H/2) + 1, c.Stride*(c.H/2) + c.W - 2} {
			if got := c.Pix[at]&0xffffff == accent&0xffffff; got != want {
				t.Errorf("%s: a frame at pixel %d: %v, want %v", when, at, got, want)
			}
		}
	}
	framed(false, "before")
	for name, end := range map[string]x11.Event{
		"it left or was dropped": x11.Over{}, "the other program failed": x11.Motion{X: 5, Y: 5},
	} {
		d.send(x11.Over{In: true})
		framed(true, "over the window")
		d.send(end)
		framed(false, name)
		d.wantPainted(name)
	}
}
