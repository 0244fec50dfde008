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

	"attic/draw/grid"
	"attic/internal/rescue"
)

// loop runs a page on a terminal. It waits for keys, answers, signals and messages, and after each it draws the changes. While it waits, it uses no
// CPU time.
type loop struct {
	page   shown
	in     io.Reader
	out    io.Writer
	env    uv.Environ
	far    *Far // see Config
	size   Size // the size of a terminal that is far
	msgs   chan uv.Event
	errs   chan error    // errors from reading
	ended  chan struct{} // closed at the end, so that tasks need not wait to send messages
	output *output

	releases bool // the terminal reports when a key is released

	reader interface { // reads in
		Cancel() bool
		io.ReadCloser
	}
	rested  chan struct{} // closed when reading has ended
	restore []func()      // functions that restore the terminal's settings
}

// shown is the page of a loop. Init and Update return the tasks to start.
type shown interface {
	Init() []task
	Update(msg uv.Event) []task
	View() view
}

// view is a page as it is shown.
type view struct {
	text  string // "" if the program is about to end
	title string // the title of the terminal's window
	mouse uv.MouseMode
	keys  bool        // the terminal should report every key, even Ctrl alone
	caret *grid.Point // where the person types, or nil
	asks  string      // a question to the terminal; it is written before a whole page, which hides it on terminals that print it

	picture *picture // a picture over cells that show nothing else, or nil
}

// task is work that takes time; it returns a message, or nil.
type task func() uv.Event

// The messages that pages send to the loop.
type (
	quitMsg    struct{}
	suspendMsg struct{}
	redrawMsg  struct{}
	writeMsg   string // written to the terminal independently of the page
)

// askBackground asks the terminal for the colour of its background.
const askBackground = writeMsg(ansi.RequestBackgroundColor)

func send(msg uv.Event) []task { return []task{func() uv.Event { return msg }} }

func tick(after time.Duration, msg uv.Event) task {
	return func() uv.Event {
		<-time.After(after)
		return msg
	}
}

// The greatest number of waiting messages; how long the first page waits for answers of a terminal of this machine, and of a far terminal; and how
// long the end waits for the reader.
const (
	mostMessages = 64
	patience     = 8 * time.Millisecond
	farPatience  = 100 * time.Millisecond
	readerRests  = 500 * time.Millisecond
)

// Far is a terminal at the other end of a connection, which In and Out use. Its screen is one of many in the process, so it changes no state of the
// process and cannot suspend the process. The caller of Run ends In when Run has returned.
type Far struct {
	Sizes <-chan Size              // sends the size at the start and after each change
	Turn  func(took time.Duration) // called after each turn of the loop; took is the duration of the turn, not counting output. It may block
}

// Size is the size of a terminal.
type Size struct {
	W, H       int // in cells
	Wide, High int // in pixels; 0: unknown
}

// resizedMsg means that the size of the terminal may have changed; answeredMsg means that the first page need no longer wait for answers.
type (
	resizedMsg  struct{}
	answeredMsg struct{}
)

// run shows a page on a terminal until the page quits or ctx is done. It always restores the terminal, even if the page panics. far is as in Config.
func run(ctx context.Context, page shown, in io.Reader, out io.Writer, env []string, far *Far) error {
	l := &loop{
		page: page, in: in, out: out, env: env, far: far,
		msgs: make(chan uv.Event, mostMessages), errs: make(chan error, 1), ended: make(chan struct{}),
		output: &output{to: out},
	}
	defer close(l.ended)
	defer l.giveBack()
	if err := l.take(); err != nil {
		return err
	}
	if far != nil {
		l.size = <-far.Sizes
		return l.runs(ctx, nil, far.Sizes)
	}
	resized := make(chan os.Signal, 1)
	notifyResized(resized)
	defer signal.Stop(resized)
	return l.runs(ctx, resized, nil)
}

// runs is the loop itself. resized reports that a terminal of this machine has been resized; sizes sends the sizes of a terminal that is far.
func (l *loop) runs(ctx context.Context, resized <-chan os.Signal, sizes <-chan Size) error {
	l.write(queries(l.env))
	l.start(l.page.Init()...)
	quit, err := l.update(colorprofile.Detect(l.out, l.env))
	if !quit && err == nil {
		quit, err = l.update(resizedMsg{})
	}
	waits, thrift := patience, sync.OnceFunc(func() { debug.SetGCPercent(thriftyGC) })
	if l.far != nil {
		waits, thrift = farPatience, func() {}
	}
	l.start(tick(waits, answeredMsg{}))
	for answered := false; !quit && err == nil; {
		var msg uv.Event
		select {
		case <-ctx.Done():
			return nil
		case err := <-l.errs:
			return err
		case <-resized:
			msg = resizedMsg{}
		case l.size = <-sizes:
			msg = resizedMsg{}
		case msg = <-l.msgs:
		}
		waiting, began := len(l.msgs), time.Now()
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
		var v view
		if answered && !quit && err == nil {
			v = l.page.View()
		}
		took := time.Since(began)
		if answered && !quit && err == nil {
			err = l.output.draw(v)
			thrift()
		}
		if l.far != nil {
			l.far.Turn(took)
		}
	}
	return err
}

// thriftyGC is the growth of memory, in percent, between two garbage collections once the first page is shown: a page keeps only half a megabyte.
// Before that, one collection would take a third as long as the whole start.
const thriftyGC = 50

// update passes a message to the page, unless the message is for the loop itself, and reports whether the loop should end.
func (l *loop) update(msg uv.Event) (quit bool, err error) {
	switch m := msg.(type) {
	case nil, answeredMsg:
		return false, nil
	case uv.BackgroundColorEvent:
		if m.Color == nil { // the answer contains no colour
			return false, nil
		}
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
		size, err := l.sized()
		if err != nil {
			return false, err
		}
		l.output.sized(size.W, size.H)
		msg = uv.WindowSizeEvent{Width: size.W, Height: size.H}
		if size.Wide > 0 && size.High > 0 {
			defer func() { l.start(l.page.Update(uv.PixelSizeEvent{Width: size.Wide, Height: size.High})...) }()
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

func (l *loop) start(cmds ...task) {
	for _, cmd := range cmds {
		go func() {
			var msg uv.Event
			if err := rescue.Run(func() { msg = cmd() }); err != nil {
				select {
				case l.errs <- err:
				default: // an earlier error ends the loop
				}
				return
			}
			select {
			case l.msgs <- msg:
			case <-l.ended:
			}
		}()
	}
}

// write writes to the terminal independently of the page.
func (l *loop) write(text string) error {
	if text == "" {
		return nil
	}
	_, err := io.WriteString(l.out, text)
	return err
}

func (l *loop) sized() (s Size, err error) {
	if l.far != nil {
		s = l.size
	} else if f, ok := l.out.(descriptor); ok {
		s.W, s.H, err = xterm.GetSize(int(f.Fd()))
		s.Wide, s.High = pixels(f.Fd())
	}
	if s.W <= 0 || s.H <= 0 { // a serial line has no size
		s.W, s.H = 80, 24
		for name, size := range map[string]*int{"COLUMNS": &s.W, "LINES": &s.H} {
			if n, err := strconv.Atoi(l.env.Getenv(name)); err == nil && n > 0 {
				*size = n
			}
		}
	}
	s.W, s.H = min(s.W, mostColumns), min(s.H, mostRows)
	return s, err
}

// The greatest number of columns and rows of a page: more than any screen has, but few enough for the memory.
const mostColumns, mostRows = 2048, 1024

type descriptor interface{ Fd() uintptr }

// take sets the terminal to send each key as it is pressed, and starts reading.
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
		if err := rescue.Try(func() error { return events.StreamEvents(context.Background(), l.msgs) }); err != nil {
			l.errs <- err
		}
	}(l.rested)
	return nil
}

// giveBack restores the terminal to its state before take and draw.
func (l *loop) giveBack() {
	if l.reader != nil {
		l.await()
		l.output.leave()
		if l.releases { // the release of the key that ended the program may still be on its way
			_ = l.write(ansi.RequestPrimaryDeviceAttributes) // if it fails the terminal is gone
			l.output.graphics.waits = true
			l.await()
		}
		if l.reader.Cancel() {
			select {
			case <-l.rested:
			case <-time.After(readerRests): // too many keys are waiting
			}
		} else {
			go l.drain(l.rested)
		}
		_ = l.reader.Close() // no error to expect: reading has ended
		l.reader = nil
	}
	for _, back := range l.restore {
		back()
	}
	l.restore = nil
}

// drain discards messages until reading has ended.
func (l *loop) drain(rested <-chan struct{}) {
	for {
		select {
		case <-l.msgs:
		case <-rested:
			return
		}
	}
}

// await waits for the answer to the last question to the terminal; otherwise the answer would appear as input to the shell.
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

// suspend restores the terminal, stops the program as Ctrl-Z does in a shell, and takes the terminal over again when the program continues.
func (l *loop) suspend() error {
	if !canStop || l.far != nil {
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
