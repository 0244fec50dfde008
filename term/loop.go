package term

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	xterm "golang.org/x/term"
)

// loop runs a page on a terminal. It waits for keys, answers, signals and commands, and draws after each, but only what has changed; while
// nothing happens it costs nothing.
type loop struct {
	page   tea.Model
	in     io.Reader
	out    io.Writer
	env    uv.Environ
	msgs   chan tea.Msg
	errs   chan error    // from reading
	ended  chan struct{} // closed in the end, for those who send messages
	output *output

	reader interface { // of in
		Cancel() bool
		io.ReadCloser
	}
	rested  chan struct{} // closed when nothing reads any more
	restore []func()      // what leaves the terminal's settings as they were
}

// How many messages can wait; how long the first picture waits for the terminal's answers; how long the end waits for the reader.
const (
	mostMessages = 64
	patience     = 8 * time.Millisecond
	readerRests  = 500 * time.Millisecond
)

// resizedMsg says that the terminal may have another size, answeredMsg that the first picture need not wait for answers any more.
type (
	resizedMsg  struct{}
	answeredMsg struct{}
)

// run shows a page on a terminal until it quits or ctx is done. The terminal is given back in any case, even if the page panics.
func run(ctx context.Context, page tea.Model, in io.Reader, out io.Writer, env []string) error {
	l := &loop{
		page: page, in: in, out: out, env: env,
		msgs: make(chan tea.Msg, mostMessages), errs: make(chan error, 1), ended: make(chan struct{}),
		output: &output{to: out},
	}
	defer close(l.ended)
	defer l.giveBack()
	if err := l.take(); err != nil {
		return err
	}
	resized := make(chan os.Signal, 1)
	notifyResized(resized)
	defer signal.Stop(resized)
	return l.runs(ctx, resized)
}

// runs is the loop itself.
func (l *loop) runs(ctx context.Context, resized <-chan os.Signal) error {
	l.write(queries(l.env))
	l.start(l.page.Init())
	quit, err := l.update(tea.ColorProfileMsg{Profile: colorprofile.Detect(l.out, l.env)})
	if !quit && err == nil {
		quit, err = l.update(resizedMsg{})
	}
	l.start(tea.Tick(patience, func(time.Time) tea.Msg { return answeredMsg{} }))
	for answered := false; !quit && err == nil; {
		var msg tea.Msg
		select {
		case <-ctx.Done():
			return nil
		case err := <-l.errs:
			return err
		case <-resized:
			msg = resizedMsg{}
		case msg = <-l.msgs:
		}
		waiting := len(l.msgs)
		for {
			switch msg.(type) {
			case uv.BackgroundColorEvent, answeredMsg:
				answered = true
			}
			quit, err = l.update(msg)
			if quit || err != nil || waiting == 0 {
				break
			}
			msg = <-l.msgs
			waiting--
		}
		if answered && !quit && err == nil {
			err = l.output.draw(l.page.View())
		}
	}
	return err
}

// update lets the page take a message, unless it is for the loop alone, and reports whether it ends the loop.
func (l *loop) update(msg tea.Msg) (quit bool, err error) {
	switch m := msg.(type) {
	case nil, answeredMsg:
		return false, nil
	case tea.QuitMsg:
		return true, nil
	case tea.BatchMsg:
		for _, cmd := range m {
			l.start(cmd)
		}
		return false, nil
	case tea.RawMsg:
		return false, l.write(fmt.Sprint(m.Msg))
	case tea.SuspendMsg:
		return false, l.suspend()
	case uv.ModeReportEvent:
		return false, l.write(l.output.told(m))
	case resizedMsg, uv.WindowSizeEvent:
		w, h, err := l.size()
		if err != nil {
			return false, err
		}
		l.output.sized(w, h)
		msg = tea.WindowSizeMsg{Width: w, Height: h}
	}
	switch msg {
	case tea.ClearScreen():
		l.output.whole = true
		return false, nil
	case tea.RequestBackgroundColor():
		return false, l.write(ansi.RequestBackgroundColor)
	}
	msg = message(msg)
	_, cmd := l.page.Update(msg)
	if key, ok := msg.(tea.KeyPressMsg); ok && keyName(key.Key()) == "ctrl+c" {
		if in, ok := l.in.(*Input); ok {
			in.handled(1)
		}
	}
	l.start(cmd)
	return false, nil
}

// message returns an event of the terminal as the message that pages take.
func message(event uv.Event) tea.Msg {
	switch e := event.(type) {
	case uv.KeyPressEvent:
		return tea.KeyPressMsg(e)
	case uv.KeyReleaseEvent:
		return tea.KeyReleaseMsg(e)
	case uv.MouseClickEvent:
		return tea.MouseClickMsg(e)
	case uv.MouseReleaseEvent:
		return tea.MouseReleaseMsg(e)
	case uv.MouseWheelEvent:
		return tea.MouseWheelMsg(e)
	case uv.MouseMotionEvent:
		return tea.MouseMotionMsg(e)
	case uv.PasteEvent:
		return tea.PasteMsg(e)
	case uv.BackgroundColorEvent:
		return tea.BackgroundColorMsg(e)
	}
	return event
}

// start carries out a command on a goroutine and sends what it returns.
func (l *loop) start(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		msg := cmd()
		select {
		case l.msgs <- msg:
		case <-l.ended:
		}
	}()
}

// write writes to the terminal apart from what is shown.
func (l *loop) write(text string) error {
	if text == "" {
		return nil
	}
	_, err := io.WriteString(l.out, text)
	return err
}

// size returns the columns and rows of the terminal.
func (l *loop) size() (w, h int, err error) {
	if f, ok := l.out.(descriptor); ok {
		w, h, err = xterm.GetSize(int(f.Fd()))
	}
	if w <= 0 || h <= 0 { // a line whose other end has no size
		w, h = 80, 24
		if n, err := strconv.Atoi(l.env.Getenv("COLUMNS")); err == nil && n > 0 {
			w = n
		}
		if n, err := strconv.Atoi(l.env.Getenv("LINES")); err == nil && n > 0 {
			h = n
		}
	}
	return w, h, err
}

// descriptor is a file or a terminal.
type descriptor interface{ Fd() uintptr }

// take lets the terminal send each key as it is pressed, and begins to read.
func (l *loop) take() error {
	if f, ok := l.in.(descriptor); ok && xterm.IsTerminal(int(f.Fd())) {
		state, err := xterm.MakeRaw(int(f.Fd()))
		if err != nil {
			return err
		}
		l.restore = append(l.restore, func() { _ = xterm.Restore(int(f.Fd()), state) }) // if it fails the terminal is gone
	}
	if f, ok := l.out.(descriptor); ok {
		back, err := takeOutput(f.Fd())
		if err != nil {
			return err
		}
		l.restore = append(l.restore, back)
	}
	reader, err := uv.NewCancelReader(l.in)
	if err != nil {
		return err
	}
	l.reader, l.rested = reader, make(chan struct{})
	go func(rested chan struct{}) {
		defer close(rested)
		events := uv.NewTerminalReader(reader, l.env.Getenv("TERM"))
		if err := events.StreamEvents(context.Background(), l.msgs); err != nil {
			l.errs <- err
		}
	}(l.rested)
	return nil
}

// giveBack leaves the terminal as take and draw found it.
func (l *loop) giveBack() {
	if l.reader != nil {
		if l.reader.Cancel() {
			select {
			case <-l.rested:
			case <-time.After(readerRests): // too many keys wait
			}
		}
		_ = l.reader.Close() // it has been read to its end
		l.reader = nil
	}
	l.output.leave()
	for _, back := range l.restore {
		back()
	}
	l.restore = nil
}

// suspend gives the terminal back, stops the program as a shell does with Ctrl-Z, and takes the terminal again when the program goes on.
func (l *loop) suspend() error {
	if !canStop {
		return nil
	}
	l.giveBack()
	stopHere()
	if err := l.take(); err != nil {
		return err
	}
	_, err := l.update(resizedMsg{})
	return err
}
