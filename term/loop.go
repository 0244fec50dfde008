package term

import (
	"context"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	xterm "golang.org/x/term"

	"attic/grid"
)

// loop runs a page on a terminal. It waits for keys, answers, signals and commands, and draws after each, but only what has changed; while
// nothing happens it costs nothing.
type loop struct {
	page   shown
	in     io.Reader
	out    io.Writer
	env    uv.Environ
	msgs   chan uv.Event
	errs   chan error    // from reading
	ended  chan struct{} // closed in the end, for those who send messages
	output *output

	releases bool // the terminal reports when a key is released

	reader interface { // of in
		Cancel() bool
		io.ReadCloser
	}
	rested  chan struct{} // closed when nothing reads any more
	restore []func()      // what leaves the terminal's settings as they were
}

// shown is what the loop shows. Init and Update return what is to be done next.
type shown interface {
	Init() []task
	Update(msg uv.Event) []task
	View() view
}

// view is a page as it is shown.
type view struct {
	text  string // "" while the program is about to leave
	title string // of the terminal's window
	mouse uv.MouseMode
	keys  bool        // every key is reported, also Ctrl alone
	caret *grid.Point // where the person types, or nil

	picture *picture // over cells that show nothing else, or nil
}

// task does something that takes time, and returns a message, or nil.
type task func() uv.Event

// The messages that pages send to the loop.
type (
	quitMsg    struct{}
	suspendMsg struct{}
	redrawMsg  struct{}
	writeMsg   string // written to the terminal apart from what is shown
)

// askBackground asks the terminal for the colour of its background.
const askBackground = writeMsg(ansi.RequestBackgroundColor)

// send returns the task that sends a message.
func send(msg uv.Event) []task { return []task{func() uv.Event { return msg }} }

// tick returns the task that sends a message after a time.
func tick(after time.Duration, msg uv.Event) task {
	return func() uv.Event {
		<-time.After(after)
		return msg
	}
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
func run(ctx context.Context, page shown, in io.Reader, out io.Writer, env []string) error {
	l := &loop{
		page: page, in: in, out: out, env: env,
		msgs: make(chan uv.Event, mostMessages), errs: make(chan error, 1), ended: make(chan struct{}),
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
	l.start(l.page.Init()...)
	quit, err := l.update(colorprofile.Detect(l.out, l.env))
	if !quit && err == nil {
		quit, err = l.update(resizedMsg{})
	}
	l.start(tick(patience, answeredMsg{}))
	thrift := sync.OnceFunc(func() { debug.SetGCPercent(thriftyGC) })
	for answered := false; !quit && err == nil; {
		var msg uv.Event
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
			thrift()
		}
	}
	return err
}

// thriftyGC is by how many percent memory grows between two collections of garbage, once the first picture is shown: a page keeps only half a
// megabyte. Before that, a collection would take as long as a third of the start.
const thriftyGC = 50

// update lets the page take a message, unless it is for the loop alone, and reports whether it ends the loop.
func (l *loop) update(msg uv.Event) (quit bool, err error) {
	switch m := msg.(type) {
	case nil, answeredMsg:
		return false, nil
	case quitMsg:
		return true, nil
	case writeMsg:
		return false, l.write(string(m))
	case suspendMsg:
		return false, l.suspend()
	case redrawMsg:
		l.output.whole = true
		return false, nil
	case uv.KeyboardEnhancementsEvent:
		l.releases = m.Flags != 0
	case uv.PrimaryDeviceAttributesEvent:
		l.output.graphics.answered()
	case uv.ModeReportEvent:
		return false, l.write(l.output.told(m))
	case resizedMsg, uv.WindowSizeEvent:
		w, h, err := l.size()
		if err != nil {
			return false, err
		}
		l.output.sized(w, h)
		msg = uv.WindowSizeEvent{Width: w, Height: h}
		if f, ok := l.out.(descriptor); ok {
			if wide, high := pixels(f.Fd()); wide > 0 && high > 0 {
				defer func() { l.start(l.page.Update(uv.PixelSizeEvent{Width: wide, Height: high})...) }()
			}
		}
	}
	l.start(l.page.Update(msg)...)
	if key, ok := msg.(uv.KeyPressEvent); ok && keyName(key.Key()) == "ctrl+c" {
		if in, ok := l.in.(*Input); ok {
			in.handled(1)
		}
	}
	return false, nil
}

// start carries out tasks, each on a goroutine, and sends what they return.
func (l *loop) start(cmds ...task) {
	for _, cmd := range cmds {
		go func() {
			msg := cmd()
			select {
			case l.msgs <- msg:
			case <-l.ended:
			}
		}()
	}
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
		l.await()
		l.output.leave()
		if l.releases { // the end of the key that ends the program may still be on its way
			_ = l.write(ansi.RequestPrimaryDeviceAttributes) // if it fails the terminal is gone
			l.output.graphics.waits = true
			l.await()
		}
		if l.reader.Cancel() {
			select {
			case <-l.rested:
			case <-time.After(readerRests): // too many keys wait
			}
		}
		_ = l.reader.Close() // it has been read to its end
		l.reader = nil
	}
	for _, back := range l.restore {
		back()
	}
	l.restore = nil
}

// await waits for the answer to the last question, which would otherwise be typed into the shell.
func (l *loop) await() {
	late := time.After(readerRests)
	for l.output.graphics.waits {
		select {
		case msg := <-l.msgs:
			if _, ok := msg.(uv.PrimaryDeviceAttributesEvent); ok {
				l.output.graphics.answered()
			}
		case <-late:
			l.output.graphics.answered()
		}
	}
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
