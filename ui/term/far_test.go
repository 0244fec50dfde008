package term

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/desktest"
	"attic/dev/race"
	"attic/games"
	"attic/internal/rescue"
	"attic/match/store"
)

// far is a screen at the other end of a connection. The test sends the bytes of a terminal; between two inputs, the loop waits.
type far struct {
	driver
	keys    io.Writer
	handled chan struct{} // holds one value when the page has handled an input
	goes    chan struct{} // lets the loop continue
}

// waiting is the page of a screen, which waits after each input.
type waiting struct {
	*screen
	f far
}

func (p waiting) Update(e uv.Event) []task {
	more := p.screen.Update(e)
	switch e.(type) {
	case uv.KeyPressEvent, uv.PasteEvent, uv.MouseMotionEvent, uv.MouseReleaseEvent, uv.WindowSizeEvent:
		p.f.handled <- struct{}{}
		<-p.f.goes
	}
	return more
}

// sitFar returns the hands of a person at the other end of a connection, with the game id on a screen of 80 by 24.
func sitFar(t testing.TB, id string) desktest.Hands {
	t.Helper()
	sizes := make(chan Size, 1)
	sizes <- Size{W: 80, H: 24}
	in, keys := io.Pipe()
	s := newScreen(Config{
		Desk: desk.Config{Games: games.All(), Store: store.Open(t.TempDir(), games.Find), Table: desktest.Seat(t, id, ""), NoMotion: true, May: command.Everything},
		Far:  &Far{Sizes: sizes, Turn: func(time.Duration) {}},
	})
	f := far{driver{t, s}, keys, make(chan struct{}), make(chan struct{})}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() {
		ended <- run(ctx, waiting{s, f}, in, io.Discard, []string{"TERM=xterm-256color", "TTY_FORCE=1"}, s.Far)
	}()
	<-f.handled // the size
	t.Cleanup(func() {
		stop()
		close(f.goes)
		must(t, <-ended)
		must(t, keys.Close())
		close(s.done)
		must(t, s.desk.Close())
	})
	return f
}

// sends sends text, the bytes of a terminal for the given number of inputs, and waits until they are handled.
func (f far) sends(text string, inputs int) {
	f.t.Helper()
	f.goes <- struct{}{}
	_, err := io.WriteString(f.keys, text)
	must(f.t, err)
	for n := range inputs {
		if n > 0 {
			f.goes <- struct{}{}
		}
		<-f.handled
	}
}

// sequences maps keys without a character to the bytes that terminals send.
var sequences = map[string]string{
	"enter": "\r", "space": " ", "tab": "\t", "esc": "\x1b[27u", "backspace": "\x7f", "delete": "\x1b[3~", "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
	"home": "\x1b[H", "end": "\x1b[F", "pgup": "\x1b[5~", "pgdown": "\x1b[6~", "f1": "\x1bOP", "f5": "\x1b[15~", "shift+up": "\x1b[1;2A", "shift+down": "\x1b[1;2B", "shift+tab": "\x1b[Z",
}

func (f far) Press(keys string) {
	for key := range strings.FieldsSeq(keys) {
		text, named := sequences[key]
		if letter, control := strings.CutPrefix(key, "ctrl+"); control {
			text = string(letter[0] & 0x1f)
		} else if !named {
			text = key
		}
		f.sends(text, 1)
	}
}

func (f far) Type(line string) {
	f.Press(":")
	for _, r := range line {
		f.sends(string(r), 1)
	}
	f.Press("enter")
}

func (f far) Paste(text string) { f.sends("\x1b[200~"+text+"\x1b[201~", 1) }

func (f far) Point(spot string) bool { return f.mouse(spot, "\x1b[<35;%d;%dM", 1) }

func (f far) Click(spot string) bool {
	return f.mouse(spot, "\x1b[<35;%d;%[2]dM\x1b[<0;%[1]d;%[2]dM\x1b[<0;%[1]d;%[2]dm", 2)
}

func (f far) Choose(line string) bool { return f.Click(desk.LineSpot + line) }

// mouse sends an action of the mouse at the first cell of a spot; it reports whether the spot is on the screen.
func (f far) mouse(spot, does string, inputs int) bool {
	g := f.screen()
	cells := g.Cells(spot)
	if len(cells) > 0 {
		f.sends(fmt.Sprintf(does, cells[0]%g.W+1, cells[0]/g.W+1), inputs)
	}
	return len(cells) > 0
}

// TestEveryMoveOverAConnection is like TestEveryMoveCanBeMadeInEveryWay, but on a screen at the other end of a connection.
func TestEveryMoveOverAConnection(t *testing.T) {
	race.Plain(t)
	desktest.EveryWay(t, 1, 16, 5, sitFar)
}

// A terminal may claim that its cells have any size, but a picture is never larger than a screen.
func TestPicturesAreBounded(t *testing.T) {
	race.Plain(t)
	for _, c := range []struct {
		w, h     int
		far      bool
		pictures bool
	}{
		{10, 20, false, true},
		{10, 20, true, true},
		{60, 120, false, true},
		{60, 120, true, false},
		{1000, 1000, false, false},
		{1 << 40, 1 << 40, false, false},
		{1 << 31, 1, true, false},
	} {
		d := sit(t, "ataxx", 200, 60)
		if c.far {
			d.s.Far = &Far{}
		}
		for _, e := range []uv.Event{uv.CellSizeEvent{Width: c.w, Height: c.h}, uv.PrimaryDeviceAttributesEvent{64}, uv.KittyGraphicsEvent{Payload: []byte("OK")}} {
			d.send(e)
		}
		if v := d.s.View(); (v.picture != nil) != c.pictures {
			t.Errorf("cells of %d by %d pixels, far %t: a picture %t", c.w, c.h, c.far, v.picture != nil)
		}
	}
}

// cracked is a page that starts a task that panics.
type cracked struct {
	*screen
	begun bool
}

func (c *cracked) Update(uv.Event) []task {
	if c.begun {
		return nil
	}
	c.begun = true
	return []task{func() uv.Event { panic("the task is cracked") }}
}

// If panics are caught, a panic in the background ends the screen with an error for the person.
func TestAPanicInTheBackground(t *testing.T) {
	told := make(chan any, 10)
	rescue.With(func(broken any, _ []byte) { told <- broken })
	defer rescue.With(nil)
	sizes := make(chan Size, 1)
	sizes <- Size{W: 80, H: 24}
	in, keys := io.Pipe()
	s := newScreen(Config{
		Desk: desk.Config{Games: games.All(), Store: store.Open(t.TempDir(), games.Find), NoMotion: true}, Far: &Far{Sizes: sizes, Turn: func(time.Duration) {}},
	})
	err := run(t.Context(), &cracked{screen: s}, in, io.Discard, []string{"TERM=xterm-256color", "TTY_FORCE=1"}, s.Far)
	if broken := <-told; !errors.Is(err, rescue.ErrBroken) || broken != "the task is cracked" {
		t.Errorf("it ended with %v after %v", err, broken)
	}
	must(t, keys.Close())
	must(t, s.desk.Close())
}
