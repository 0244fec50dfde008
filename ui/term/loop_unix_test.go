//go:build unix

package term

import (
	"context"
	"fmt"
	"io"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
	"golang.org/x/sys/unix"
	xterm "golang.org/x/term"

	"attic/draw/grid"
)

// keyCounter is a page that counts keys. It ends with q, and panics at p.
type keyCounter struct{ keys int }

func (k *keyCounter) Init() []task { return send(askBackground) }

func (k *keyCounter) Update(msg uv.Event) []task {
	if key, ok := msg.(uv.KeyPressEvent); ok {
		switch key.Text {
		case "q":
			return send(quitMsg{})
		case "p":
			panic("p was pressed")
		}
		k.keys++
	}
	return nil
}

func (k *keyCounter) View() view {
	return view{text: fmt.Sprintf("%d keys", k.keys), title: "keys", mouse: uv.MouseModeMotion, keys: true, caret: &grid.Point{X: 1, Y: 1}}
}

// pseudo is a pseudo-terminal with a loop in it.
type pseudo struct {
	t      *testing.T
	master *os.File
	slave  *os.File
	before *xterm.State
	vt     *vt.Emulator
	modes  map[ansi.Mode]bool // the modes that were switched
	stop   context.CancelFunc // ends the loop as a signal does
	ended  chan any           // the value of run's panic, or run's error
	after  *xterm.State       // the state of the terminal after the end
	left   int                // 1 if there is unread input after the end
	said   string             // the output to the terminal
	late   string             // input sent at the first question after kitty's protocol for keys is switched off
}

func newPseudo(t *testing.T) *pseudo {
	t.Helper()
	master, slave, err := pty.Open()
	must(t, err)
	t.Cleanup(func() { _ = master.Close() }) // may fail: it may be closed already
	must(t, pty.Setsize(slave, &pty.Winsize{Rows: 24, Cols: 80}))
	p := &pseudo{t: t, master: master, slave: slave, vt: vt.NewEmulator(80, 24), modes: map[ansi.Mode]bool{}, ended: make(chan any, 1)}
	p.before, err = xterm.GetState(int(slave.Fd()))
	must(t, err)
	_, _ = p.vt.WriteString("\x1b[?2026l") // so that the terminal reports that it has this mode
	p.vt.SetCallbacks(vt.Callbacks{
		EnableMode:  func(m ansi.Mode) { p.modes[m] = true },
		DisableMode: func(m ansi.Mode) { p.modes[m] = false },
	})
	go func() { _, _ = io.Copy(master, p.vt) }()
	t.Cleanup(func() { _ = p.vt.InputPipe().(io.Closer).Close() }) // there is no reader any more
	ctx, stop := context.WithCancel(context.Background())
	p.stop = stop
	go func() {
		var err error
		defer func() {
			p.after, _ = xterm.GetState(int(slave.Fd()))              // nil after an error, which differs from before
			if _, err := xterm.MakeRaw(int(slave.Fd())); err == nil { // so that bytes without a line end count
				p.left, _ = unix.Poll([]unix.PollFd{{Fd: int32(slave.Fd()), Events: unix.POLLIN}}, 0) // 0 after an error
			}
			why := recover()
			if why == nil && err != nil {
				why = err
			}
			p.ended <- why
			_ = slave.Close() // this ends reading
		}()
		err = run(ctx, &keyCounter{}, slave, slave, []string{"TERM=xterm-256color"}, nil)
	}()
	return p
}

func (p *pseudo) write(keys string) {
	p.t.Helper()
	_, err := p.master.WriteString(keys)
	must(p.t, err)
}

// read reads until the text is shown, or to the end if it is empty.
func (p *pseudo) read(until string) {
	p.t.Helper()
	block := make([]byte, 4096)
	for until == "" || !strings.Contains(p.vt.String(), until) {
		n, err := p.master.Read(block)
		p.said += string(block[:n])
		if _, after, _ := strings.Cut(p.said, ansi.PopKittyKeyboard(1)); strings.Contains(after, ansi.RequestPrimaryDeviceAttributes) {
			p.write(p.late)
			p.late = ""
		}
		_, _ = p.vt.Write(block[:n]) // never fails
		if err != nil {
			if until != "" {
				p.t.Fatalf("%q is not shown: %v\n%s", until, err, p.vt)
			}
			return
		}
	}
}

// However a loop ends, by itself, by a signal or by a panic, it restores the terminal.
func TestTheTerminalIsGivenBack(t *testing.T) {
	for name, c := range map[string]struct {
		end  func(*pseudo)
		want any
	}{
		"q":      {func(p *pseudo) { p.write("q") }, nil},
		"signal": {func(p *pseudo) { p.stop() }, nil},
		"panic":  {func(p *pseudo) { p.write("p") }, "p was pressed"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPseudo(t)
			p.write("abc")
			p.read("3 keys")
			if raw, err := xterm.GetState(int(p.slave.Fd())); err != nil || reflect.DeepEqual(raw, p.before) {
				t.Errorf("the terminal has its own settings while the page is shown; %v", err)
			}
			for _, mode := range []ansi.Mode{ansi.ModeAltScreenSaveCursor, ansi.ModeBracketedPaste, ansi.ModeMouseAnyEvent, ansi.ModeMouseExtSgr, ansi.ModeTextCursorEnable} {
				if !p.modes[mode] {
					t.Errorf("mode %d is off while the page is shown", mode.Mode())
				}
			}
			c.end(p)
			p.read("")
			if got := <-p.ended; got != c.want {
				t.Errorf("run ended with %v, want %v", got, c.want)
			}
			if !reflect.DeepEqual(p.after, p.before) {
				t.Error("the settings of the terminal are not as they were")
			}
			const wrap, cursor = 7, 25 // on by default
			for mode, on := range p.modes {
				if on != (mode.Mode() == wrap || mode.Mode() == cursor) {
					t.Errorf("terminal mode %d is left %t", mode.Mode(), on)
				}
			}
			if got := titleAfter(p.said); got != "shell" {
				t.Errorf("the title is left %q", got)
			}
			if p.vt.IsAltScreen() || strings.Contains(p.vt.String(), "keys") {
				t.Errorf("the page is still shown:\n%s", p.vt)
			}
		})
	}
}

// titleAfter returns the title of a window, which is first "shell", after this output to its
// terminal.
func titleAfter(said string) string {
	title, kept := "shell", []string{}
	for _, code := range regexp.MustCompile("\x1b\\]2;[^\a]*\a|\x1b\\[2[23];2t").FindAllString(said, -1) {
		switch n := len(kept); {
		case code == "\x1b[22;2t":
			kept = append(kept, title)
		case code != "\x1b[23;2t":
			title = code[len("\x1b]2;") : len(code)-1]
		case n > 0:
			title, kept = kept[n-1], kept[:n-1]
		}
	}
	return title
}

// The release of the key that ends the program does not reach the shell.
func TestAReleasedKeyIsRead(t *testing.T) {
	p := newPseudo(t)
	p.late = "\x1b[113;1:3u"
	p.write("\x1b[?31ua") // the answer of a terminal that knows the protocol, and a key
	p.read("1 keys")
	p.write("q")
	p.read("")
	if got := <-p.ended; got != nil || p.late != "" || p.left > 0 {
		t.Errorf("run ended with %v, left to come %q, left to read %d", got, p.late, p.left)
	}
}

// On a slow terminal, all keys count and the last page is shown.
func TestASlowTerminal(t *testing.T) {
	p := newPseudo(t)
	for range 20 {
		p.write(strings.Repeat("x", 100))
	}
	p.read("2000 keys")
	p.write("q")
	p.read("")
	if got := <-p.ended; got != nil {
		t.Error(got)
	}
}

// A terminal that claims a huge size gets a page that fits into the memory.
func TestSizesHaveALimit(t *testing.T) {
	l := &loop{env: []string{"COLUMNS=2000000000", "LINES=65535"}}
	if s, err := l.sized(); err != nil || s.W > 1<<12 || s.H > 1<<12 {
		t.Errorf("the page is %dx%d; %v", s.W, s.H, err)
	}
}
