//go:build unix && !nox

package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/jezek/xgb/xproto"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/check/xtest"
	"attic/dev/wait"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/store"
	"attic/table"
	"attic/ui/compose"
)

// desktop is the program with a window on an X server.
type desktop struct {
	t      *testing.T
	x      *xtest.Server
	home   home
	cmd    *exec.Cmd
	stderr *bytes.Buffer
	window xproto.Window
}

// opens starts the program and waits for its window, whose title begins with title.
func (h home) opens(x *xtest.Server, title string, args ...string) *desktop {
	h.t.Helper()
	d := h.starts(x.Display, args...)
	d.x = x
	d.window = x.Window(title)
	return d
}

// starts starts the program on a display. Its standard input is a device, as for a program started by a click.
func (h home) starts(display string, args ...string) *desktop {
	h.t.Helper()
	path, err := exec.LookPath(args[0])
	if err != nil {
		h.t.Fatal(err)
	}
	d := &desktop{t: h.t, home: h, cmd: exec.Command(path, args[1:]...), stderr: &bytes.Buffer{}}
	d.cmd.Dir = h.dir
	d.cmd.Env = []string{
		"HOME=" + h.dir, "XDG_STATE_HOME=" + h.state, "PATH=" + os.Getenv("PATH"), "DISPLAY=" + display,
		"PULSE_SERVER=/nowhere", "GORACE=atexit_sleep_ms=0",
	}
	d.cmd.Stderr = d.stderr
	if err := d.cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() {
		if d.cmd.ProcessState == nil {
			_ = d.cmd.Process.Kill() // fails if the program has ended
			_ = d.cmd.Wait()
		}
	})
	return d
}

// ends waits for the end of the program and compares its exit status and its standard error.
func (d *desktop) ends(status int, said string) {
	d.t.Helper()
	ctx, done := wait.Context()
	defer done()
	defer context.AfterFunc(ctx, func() { _ = d.cmd.Process.Kill() })()
	_ = d.cmd.Wait() // the exit status is checked below
	if ctx.Err() != nil {
		d.t.Fatalf("the program did not end: %v; it said %q", context.Cause(ctx), d.stderr)
	}
	if got := d.cmd.ProcessState.ExitCode(); got != status {
		d.t.Errorf("exit status %d, want %d; it said %q", got, status, d.stderr)
	}
	if got := d.stderr.String(); said == "" && got != "" || !strings.Contains(got, said) || strings.Count(got, "\n") > 1 {
		d.t.Errorf("standard error is %q, want one line with %q", got, said)
	}
}

// onDisk returns the number of steps of the current game on disk; 0 if there is no game.
func (h home) onDisk() int {
	for _, file := range h.games() {
		text, _ := os.ReadFile(file) // the file may disappear in between
		if r, err := match.ReadRecord(bytes.NewReader(text), games.Find); err == nil && !r.Abandoned {
			return r.Match.Ply()
		}
	}
	return 0
}

// until waits until at least this number of steps of the current game is on disk; the computer may have added moves of its own.
func (d *desktop) until(steps int) {
	d.t.Helper()
	d.x.Until(fmt.Sprint(steps, " steps on disk"), func() (any, bool) {
		have := d.home.onDisk()
		return have, have >= steps
	})
}

// types types a colon and a line.
func (d *desktop) types(line string) {
	d.x.Type(":" + line)
	d.x.Key("enter")
}

const pageW, pageH = 1200, 800

// click clicks on a spot of the page that the window first shows for m, and reports whether the page has that spot.
func (d *desktop) click(m match.Match, spot string) bool {
	d.t.Helper()
	page, err := compose.First(desk.Config{
		Games: games.All(), Store: store.Open("", games.Find), May: command.Everything, Table: table.New(table.Config{Match: m}),
	}, pageW, pageH)
	if err != nil {
		d.t.Fatal(err)
	}
	s, ok := page.Spot(spot)
	if !ok {
		return false
	}
	x, y := s.Middle()
	d.x.Click(d.window, int(x), int(y))
	return true
}

// Every game is played to its end on a real display, with the mouse and with keys. The recorded moves are those that were played.
func TestGamesInAWindow(t *testing.T) {
	for _, id := range []string{"atom4", "ataxx blocks=2356x", "atommaster#17"} {
		for _, mouse := range []bool{true, false} {
			t.Run(fmt.Sprint(strings.Fields(id)[0], " mouse ", mouse), func(t *testing.T) {
				t.Parallel()
				x := xtest.Start(t, "1200x800x24")
				name, setup, err := game.ParseID(id)
				if err != nil {
					t.Fatal(err)
				}
				g, _ := games.Find(name)
				m, err := match.New(g, setup)
				if err != nil {
					t.Fatal(err)
				}
				d := newHome(t).opens(x, g.Info().Title, "attic", name, "-mx", "--no-animation", "--seed", "1", "--id", id)
				if name == "ataxx" { // two people play
					d.types("opponent human")
					for i := range m.Players {
						m.Players[i].Program = false
					}
				}
				d.plays(m, mouse)
			})
		}
	}
}

// plays plays a random game to its end, saves it and compares the saved game.
func (d *desktop) plays(m match.Match, mouse bool) {
	d.t.Helper()
	rng := rand.New(rand.NewPCG(7, 7))
	track := ""
	for range 400 {
		if m.ToMove() == game.Nobody {
			break
		}
		tracks := m.State().View(m.ToMove()).Tracks()
		if !slices.ContainsFunc(tracks, func(t game.Track) bool { return t.Name == track }) {
			track = tracks[0].Name
		}
		move := chosen(m, rng)
		if mouse && track != move.Track && len(move.Spots) > 0 {
			at := slices.IndexFunc(tracks, func(t game.Track) bool { return t.Name == move.Track })
			key, _, _ := strings.Cut(tracks[at].Key, " ")
			if key == "" {
				for n := slices.IndexFunc(tracks, func(t game.Track) bool { return t.Name == track }); n%len(tracks) != at; n++ {
					d.x.Key("tab")
				}
			} else {
				d.x.Key(key)
			}
			track = move.Track
		}
		switch key, _, _ := strings.Cut(move.Key, " "); {
		case mouse && len(move.Spots) > 0 && key == "":
			for _, spot := range move.Spots {
				if !d.click(m, spot) {
					d.t.Fatalf("the page has no %s", spot)
				}
			}
		case mouse && len(move.Spots) == 0 && key != "" && track == tracks[0].Name: // otherwise other buttons are shown
			if !d.click(m, desk.ButtonSpot+key) { // otherwise the button is in the drawer
				d.types(move.Text)
			}
		default:
			d.types(move.Text)
		}
		next, _, err := m.Play(move.Text)
		if err != nil {
			d.t.Fatal(err)
		}
		m = next
		d.until(m.Ply())
	}
	if m.ToMove() != game.Nobody {
		d.t.Fatal("the game does not end")
	}
	d.types("save played.attic")
	file := filepath.Join(d.home.dir, "played.attic")
	var saved match.Match
	d.x.Until("the game is saved", func() (any, bool) {
		text, err := os.ReadFile(file)
		if err == nil {
			saved, err = match.Read(bytes.NewReader(text), games.Find)
		}
		return err, err == nil
	})
	if got, want := fmt.Sprint(saved.History()), fmt.Sprint(m.History()); got != want {
		d.t.Errorf("played was\n%s\nwant\n%s", got, want)
	}
	d.x.Key("q")
	d.ends(0, "")
}

// chosen returns a random move that brings the game closer to its end.
func chosen(m match.Match, rng *rand.Rand) game.Move {
	moves := game.MovesOf(m.State())
	if at := slices.IndexFunc(moves, func(m game.Move) bool { return m.Text == "start" || m.Text == "evaluate" }); at >= 0 {
		return moves[at]
	}
	if set := slices.DeleteFunc(slices.Clone(moves), func(m game.Move) bool { return !strings.HasPrefix(m.Text, "set ") }); len(set) > 0 && rng.IntN(2) == 0 {
		moves = set
	}
	moves = slices.DeleteFunc(slices.Clone(moves), func(m game.Move) bool {
		return len(m.Spots) == 0 && m.Text != "-" || m.Key != "" && m.Text != "-" // notes, and changes of the set-up
	})
	return moves[rng.IntN(len(moves))]
}

// A display of any depth shows the same picture, in the colours that it has.
func TestDisplaysOfAnyDepth(t *testing.T) {
	for _, c := range []struct {
		depth  int
		differ float64 // how far a colour channel may be off on average, from 0 to 255
	}{{8, 16}, {15, 6}, {16, 6}, {24, 1}, {30, 1}} {
		t.Run(fmt.Sprint(c.depth), func(t *testing.T) {
			t.Parallel()
			x := xtest.Start(t, fmt.Sprintf("800x600x%d", c.depth))
			d := newHome(t).opens(x, "Ataxx", "attic", "ataxx", "-mx", "--no-animation")
			x.Move(d.window, 400, 590)
			want := golden(t, "window-ataxx.png", nil)
			d.looks("window-ataxx.png", want, c.differ)
		})
	}
}

// The pictures in testdata were checked by eye.
func TestWindowsLookAsTheyDid(t *testing.T) {
	x := xtest.Start(t, "800x600x24")
	for _, c := range []struct {
		name, title, args, keys string
		steps                   int // the number of steps that the keys make
	}{
		{"atom4", "Atom-4", "atom4 -mx", "enter enter enter", 1},
		{"ataxx", "Ataxx", "ataxx -mx", "", 0},
		{"atommaster", "Atommaster", "atommaster -mx --id atommaster#3", "enter right enter right enter", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := x.In(t)
			args := append([]string{"attic"}, strings.Fields(c.args)...)
			d := newHome(t).opens(x, c.title, append(args, "--no-animation")...)
			x.Move(d.window, 400, 590)
			x.Key(strings.Fields(c.keys)...)
			d.until(c.steps)
			file := "window-" + c.name + ".png"
			if *update {
				before := image.NewRGBA(image.Rectangle{})
				x.Until("the window is at rest", func() (any, bool) {
					now := x.Screenshot(d.window)
					defer func() { before = now }()
					return "a different picture than before", bytes.Equal(before.Pix, now.Pix)
				})
			}
			want := golden(t, file, func() image.Image { return x.Screenshot(d.window) })
			d.looks(file, want, 0.5)
			x.Key("q")
			d.ends(0, "")
		})
	}
}

// looks waits until the window looks like want, the picture in file. Its colour channels may be off by most on average.
func (d *desktop) looks(file string, want image.Image, most float64) {
	d.t.Helper()
	d.x.Until("the window looks as in "+file, func() (any, bool) {
		off := differ(d.x.Screenshot(d.window), want)
		return fmt.Sprintf("colours off by %.2f", off), off <= most
	})
}

// golden returns a picture in testdata; with -update it rewrites the picture first.
func golden(t *testing.T, name string, make func() image.Image) image.Image {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update && make != nil {
		var text bytes.Buffer
		encoder := png.Encoder{CompressionLevel: png.BestCompression}
		if err := encoder.Encode(&text, make()); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	picture, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// differ returns the mean difference between the colour channels of two pictures, from 0 to 255; it is 255 if their sizes differ.
func differ(a *image.RGBA, b image.Image) float64 {
	if a.Bounds().Size() != b.Bounds().Size() {
		return 255
	}
	sum, size := 0.0, a.Bounds().Size()
	for y := range size.Y {
		for x := range size.X {
			r, g, bl, _ := a.At(a.Rect.Min.X+x, a.Rect.Min.Y+y).RGBA()
			r2, g2, b2, _ := b.At(b.Bounds().Min.X+x, b.Bounds().Min.Y+y).RGBA()
			for _, pair := range [][2]uint32{{r, r2}, {g, g2}, {bl, b2}} {
				sum += max(float64(pair[0]), float64(pair[1]))/257 - min(float64(pair[0]), float64(pair[1]))/257
			}
		}
	}
	return sum / float64(3*size.X*size.Y)
}

// The game is kept however its window is closed.
func TestLeavingAWindow(t *testing.T) {
	for _, c := range []struct {
		what   string
		leave  func(d *desktop)
		status int
		said   string
	}{
		{"q", func(d *desktop) { d.x.Key("q") }, 0, ""},
		{"the window manager", func(d *desktop) { d.x.CloseWindow(d.window) }, 0, ""},
		{"the display dies", func(d *desktop) { d.x.Kill() }, 1, "the game is kept"},
		{"a signal", func(d *desktop) { _ = d.cmd.Process.Signal(syscall.SIGTERM) }, 130, ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			x := xtest.Start(t, "1200x800x24")
			d := newHome(t).opens(x, "Atom-4", "attic", "atom4", "-mx")
			x.Ping(d.window)
			x.Key("enter")
			d.until(1)
			c.leave(d)
			d.ends(c.status, c.said)
			if kept, ok := store.Open(filepath.Join(d.home.state, "attic"), games.Find).Library.Kept("atom4"); !ok || len(kept.Match.History()) != 2 {
				t.Errorf("the game is not kept: %v", ok)
			}
		})
	}
}

// The title of a window says that the game is not saved. Closing the window asks once, and a display that dies leaves the game on standard error.
func TestAWindowWithAGameThatIsNotSaved(t *testing.T) {
	for _, dies := range []bool{false, true} {
		x := xtest.Start(t, "1200x800x24")
		d := unwritable(t).opens(x, "Atom-4", "attic", "atom4", "-mx")
		d.types("i10")
		x.Until("the title says it", func() (any, bool) {
			title := x.Title(d.window)
			return title, title == "Not saved: Atom-4 – attic"
		})
		d.types("h10")
		x.CloseWindow(d.window)
		x.Ping(d.window)
		if dies {
			x.Kill()
		} else {
			x.CloseWindow(d.window)
		}
		ctx, done := wait.Context()
		defer context.AfterFunc(ctx, func() { _ = d.cmd.Process.Kill() })()
		_ = d.cmd.Wait() // the exit status shows the result
		done()
		if status := d.cmd.ProcessState.ExitCode(); dies != (status == 1) || !dies && (status != 0 || d.stderr.Len() > 0) {
			t.Errorf("the display dies: %v, the exit status is %d, and standard error\n%s", dies, status, d.stderr)
		}
		if dies {
			replays(t, d.stderr.String(), "i10", "h10")
		}
	}
}

// While moves are animated, the window is resized and more moves are made.
func TestResizingWhileItMoves(t *testing.T) {
	x := xtest.Start(t, "1600x1200x24")
	d := newHome(t).opens(x, "Ataxx", "attic", "ataxx", "--display", "--seed", "3") // the guide, II: starts with the set-up
	x.Move(d.window, 1, 1)                                                          // keys go to the window under the mouse, however small it is
	for _, size := range [][2]int{{400, 700}, {1600, 1200}, {320, 400}, {1000, 500}, {1200, 800}} {
		x.Key("t", "enter", "right", "enter")
		d.until(2)
		x.Resize(d.window, size[0], size[1])
		x.Until("the window has its new size", func() (any, bool) {
			w, h := x.Size(d.window)
			return [2]int{w, h}, [2]int{w, h} == size
		})
		x.Ping(d.window)
		x.Key("c", "enter")
		x.Until("the game is abandoned", func() (any, bool) {
			have := d.home.onDisk()
			return have, have == 0
		})
	}
	x.Key("q")
	d.ends(0, "")
}

// Two windows on one display are two games.
func TestTwoWindows(t *testing.T) {
	x := xtest.Start(t, "1200x800x24")
	h := newHome(t)
	one := h.opens(x, "Atom-4", "attic", "atom4", "-mx")
	two := h.opens(x, "Ataxx", "attic", "window", "ataxx")
	x.Ping(one.window)
	x.Ping(two.window)
	x.CloseWindow(one.window)
	one.ends(0, "")
	x.Ping(two.window)
	x.CloseWindow(two.window)
	two.ends(0, "")
}

// Started by a click, with neither a terminal nor lines on standard input, the program opens a window with the menu.
func TestStartedByAClick(t *testing.T) {
	x := xtest.Start(t, "1200x800x24")
	d := newHome(t).opens(x, "attic", "attic")
	x.Key("q")
	d.ends(0, "")
}

// DESCRIPTION the display and OPTIONS -mx of atom4(6): if no display answers, the program prints one line if a window was demanded, and otherwise plays as text.
func TestWithoutADisplay(t *testing.T) {
	const dead = "localhost:4999"
	for _, args := range []string{"attic atom4 -mx", "attic ataxx --display", "attic window", "attic window atommaster", "atom4 -mx"} {
		for display, said := range map[string]string{dead: dead, "": "DISPLAY"} {
			newHome(t).starts(display, strings.Fields(args)...).ends(1, said)
		}
	}
	for _, c := range []struct {
		args, said string
	}{
		{"atom4", dead},
		{"atommaster", dead},
		{"attic atommaster", dead},
		{"atom4 -mt", ""},
		{"atommaster --plain", ""},
		{"attic atom4", ""},
		{"ataxx", ""},
	} {
		newHome(t).starts(dead, strings.Fields(c.args)...).ends(0, c.said) // the game as text ends with its input
	}
}

// The program says that it waits for a display that does not answer. A signal ends it.
func TestASilentDisplay(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	silent := filepath.Join(t.TempDir(), "x") + ":0"
	hang, err := net.Listen("unix", silent)
	if err != nil {
		t.Fatal(err)
	}
	defer hang.Close()
	said := filepath.Join(h.dir, "said")
	out, err := os.Create(said)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	path, err := exec.LookPath("attic")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "window", "ataxx")
	cmd.Env = []string{"HOME=" + h.dir, "XDG_STATE_HOME=" + h.state, "DISPLAY=" + silent}
	cmd.Stderr = out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	wait.Until(t, "the program says that it waits", func() (any, bool) {
		text, err := os.ReadFile(said)
		return err, strings.Contains(string(text), silent+" has not answered")
	})
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // the status is examined
	if got := cmd.ProcessState.ExitCode(); got != 130 {
		t.Errorf("exit status %d, want 130", got)
	}
}
