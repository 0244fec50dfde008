package x11

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// Config describes the window to open.
type Config struct {
	Display    string // the name of the display; "": the value of DISPLAY
	Title      string
	Class      string        // the name by which window managers identify the program
	Icon       []image.Image // the icon in several sizes, at most 128 by 128 pixels
	W, H       int           // size in points; limited to the size of the screen
	MinW, MinH int           // minimum size in points
	Scale      float64       // pixels per point; 0: the setting of the desktop, or 1 if there is none
	Colours    []uint32      // 0xRRGGBB: the colours to show exactly on a screen with few colours, the most important first
	Slow       func()        // called on another goroutine if the server takes longer than 3 s to open the window; may be nil
}

// Window is a window on a display. Its methods are not safe for concurrent use. Only [Window.Canvas] waits for the
// server, at most one second.
type Window struct {
	*link
	clipboard
	drops  drops
	keys   keys
	images images
	conn   net.Conn
	config Config
	screen int

	surface  *surface
	surfaces []*surface    // all surfaces that may have shared memory
	hand     xproto.Cursor // belongs to the outbox; 0: not made yet
	before   []uint32      // belongs to the outbox: former position and size of a window that fills the screen without a window manager
	urgent   bool
	pointing bool // the mouse is shown as a hand
	closed   bool

	events  chan Event
	quit    chan struct{}
	running sync.WaitGroup

	// These fields belong to the goroutine that reads from the server.
	settings xproto.Window // the window with the settings of the desktop; 0: not watched
	entered  bool          // the mouse has been in the window

	mu            sync.Mutex
	width, height int
	scale         float64
	exposed       bool              // the window has been visible
	missing       []image.Rectangle // areas missing on the screen
	sent          chan struct{}     // closed when the server has read the last image; nil: it has read everything
}

// link holds the parts that the other types of a window share: its number, and its queues of requests and events.
type link struct {
	x     *xgb.Conn
	setup *xproto.SetupInfo
	root  xproto.Window
	id    xproto.Window
	atoms map[string]xproto.Atom
	out   *queue[func()] // requests, which a separate goroutine sends in order, so that callers never wait for the server
	in    *queue[Event]
}

// Open opens a window. An error is one line that gives the reason. Open waits for the server until ctx is done; then the error is ctx.Err().
func Open(ctx context.Context, config Config) (*Window, error) {
	if !hasX {
		return nil, errors.New("this system does not support X11 windows")
	}
	if config.Slow != nil {
		defer time.AfterFunc(slow, config.Slow).Stop()
	}
	config.Display = cmp.Or(config.Display, os.Getenv("DISPLAY"))
	w, err := try(ctx, config)
	for n := 1; n < tries && errors.Is(err, errClosed); n++ {
		w, err = try(ctx, config)
	}
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return w, err
}

func try(ctx context.Context, config Config) (*Window, error) {
	x, conn, stay, d, err := connect(ctx, config.Display)
	if err != nil {
		return nil, err
	}
	w, err := open(x, conn, d.screen, config)
	if !stay() && err == nil { // ctx was done at the last moment
		w.Close()
		return nil, ctx.Err()
	}
	if err != nil {
		_ = conn.Close()
		if errors.Is(err, io.EOF) {
			err = errClosed
		}
		return nil, fmt.Errorf("display %s: %w", config.Display, err)
	}
	return w, nil
}

// open creates the window. It sends requests together where possible, because every wait for an answer costs
// a round trip to the server.
func open(x *xgb.Conn, conn net.Conn, number int, config Config) (*Window, error) {
	l := &link{x: x, out: newQueue[func()](), in: newQueue[Event]()}
	w := &Window{
		link: l, clipboard: clipboard{link: l, owns: map[xproto.Atom]xproto.Timestamp{}}, drops: drops{link: l}, keys: keys{link: l}, images: images{link: l},
		conn: conn, config: config, screen: number, events: make(chan Event), quit: make(chan struct{}),
	}
	const leastRequest = 4096 // in units of four bytes, as the protocol demands
	if w.setup = setup(x); w.setup == nil || w.setup.MaximumRequestLength < leastRequest || w.setup.MinKeycode > w.setup.MaxKeycode {
		return nil, errOdd
	}
	if number >= len(w.setup.Roots) {
		return nil, fmt.Errorf("screen %d does not exist (number of screens: %d)", number, len(w.setup.Roots))
	}
	screen := w.setup.Roots[number]
	w.root = screen.Root
	named := atoms(x, atomNames)
	extension := xproto.QueryExtension(x, uint16(len("MIT-SHM")), "MIT-SHM")
	keyboard := xproto.QueryExtension(x, uint16(len("XKEYBOARD")), "XKEYBOARD")
	resources := askResources(x, w.root)
	visual, colours, err := w.choose(screen)
	if err != nil {
		return nil, err
	}
	if w.atoms, err = named(); err != nil {
		return nil, err
	}
	if conn.RemoteAddr().Network() == "unix" {
		reply, err := extension.Reply()
		if err != nil {
			return nil, err
		}
		w.images.shm.present = reply.Present
		x.ExtLock.Lock()
		x.Extensions["MIT-SHM"] = reply.MajorOpcode // replaces shm.Init, which would register events for all connections of the program
		x.ExtLock.Unlock()
	}
	w.scale = config.Scale
	if w.scale <= 0 {
		w.scale, w.settings = desktopScale(x, resources, number)
	}
	w.width, w.height = shownSize(min(w.pixels(config.W), int(screen.WidthInPixels)), min(w.pixels(config.H), int(screen.HeightInPixels)))
	if err := w.create(screen, visual, colours); err != nil {
		return nil, err
	}
	w.keys.load(keyboard)
	w.running.Go(func() {
		for request, ok := w.out.take(); ok; request, ok = w.out.take() {
			request()
		}
	})
	w.running.Go(w.deliver)
	w.running.Go(w.read)
	w.send(w.decorate)
	return w, nil
}

// setup returns the server's description of itself, or nil if the description is truncated.
func setup(x *xgb.Conn) (s *xproto.SetupInfo) {
	defer func() { _ = recover() }() // the library reads past the end
	return xproto.Setup(x)
}

func (w *Window) pixels(points int) int { return int(math.Round(float64(points) * w.scale)) }

// choose chooses the visual of the window and its colormap; 0 means that the window needs its own colormap.
func (w *Window) choose(screen xproto.ScreenInfo) (visual xproto.VisualInfo, colours xproto.Colormap, err error) {
	colours = screen.DefaultColormap
	depth := screen.RootDepth
	var root, fallback xproto.VisualInfo
	for _, d := range screen.AllowedDepths {
		for _, v := range d.Visuals {
			switch {
			case v.VisualId == screen.RootVisual:
				root = v
			case d.Depth == screen.RootDepth && v.Class == xproto.VisualClassTrueColor:
				fallback = v
			}
		}
	}
	visual = root
	if root.Class == xproto.VisualClassDirectColor && fallback.VisualId != 0 { // the fallback's colours need not be set
		visual, colours = fallback, 0
	}
	f, ok := newFormat(w.setup, depth, visual)
	if !ok {
		return visual, 0, fmt.Errorf("a screen with %d bits per pixel has too few colours: at least 8 bits are needed", depth)
	}
	if !direct(visual) {
		if f.few, err = allot(w.x, colours, visual, w.config.Colours); err != nil {
			return visual, 0, err
		}
	}
	w.images.format = f
	return visual, colours, nil
}

func (w *Window) create(screen xproto.ScreenInfo, visual xproto.VisualInfo, colours xproto.Colormap) error {
	x := w.x
	var err error
	if w.id, err = xproto.NewWindowId(x); err != nil {
		return err
	}
	if w.images.gc, err = xproto.NewGcontextId(x); err != nil {
		return err
	}
	if colours == 0 {
		if colours, err = xproto.NewColormapId(x); err != nil {
			return err
		}
		xproto.CreateColormap(x, xproto.ColormapAllocNone, colours, w.root, visual.VisualId)
	}
	const events = xproto.EventMaskKeyPress | xproto.EventMaskKeyRelease | xproto.EventMaskButtonPress | xproto.EventMaskButtonRelease |
		xproto.EventMaskEnterWindow | xproto.EventMaskLeaveWindow | xproto.EventMaskPointerMotion | xproto.EventMaskExposure |
		xproto.EventMaskStructureNotify | xproto.EventMaskFocusChange | xproto.EventMaskPropertyChange
	// Without a background, and with the old picture kept in place, a change of size does not flicker.
	xproto.CreateWindow(x, screen.RootDepth, w.id, w.root, 0, 0, uint16(w.width), uint16(w.height), 0, xproto.WindowClassInputOutput,
		visual.VisualId, xproto.CwBackPixmap|xproto.CwBorderPixel|xproto.CwBitGravity|xproto.CwEventMask|xproto.CwColormap,
		[]uint32{xproto.BackPixmapNone, 0, xproto.GravityNorthWest, events, uint32(colours)})
	xproto.CreateGC(x, w.images.gc, xproto.Drawable(w.id), xproto.GcGraphicsExposures, []uint32{0})
	w.title(w.config.Title)
	w.set(xproto.AtomWmClass, xproto.AtomString, []byte(strings.ToLower(w.config.Class)+"\x00"+w.config.Class+"\x00"))
	w.setWords(w.atoms["WM_PROTOCOLS"], xproto.AtomAtom, uint32(w.atoms["WM_DELETE_WINDOW"]), uint32(w.atoms["_NET_WM_PING"]))
	w.setWords(w.atoms["_NET_WM_PID"], xproto.AtomCardinal, uint32(os.Getpid()))
	w.setWords(w.atoms["XdndAware"], xproto.AtomAtom, newestDrag)
	if host, err := os.Hostname(); err == nil {
		w.set(xproto.AtomWmClientMachine, xproto.AtomString, []byte(host))
	}
	w.sizes()
	w.hints(false)
	xproto.MapWindow(x, w.id)
	xproto.ChangeWindowAttributes(x, w.root, xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange})
	return nil
}

func (l *link) set(name, kind xproto.Atom, value []byte) {
	xproto.ChangeProperty(l.x, xproto.PropModeReplace, l.id, name, kind, 8, uint32(len(value)), value)
}

func (l *link) setWords(name, kind xproto.Atom, values ...uint32) {
	xproto.ChangeProperty(l.x, xproto.PropModeReplace, l.id, name, kind, 32, uint32(len(values)), words(values...))
}

func words(values ...uint32) []byte {
	data := make([]byte, 4*len(values))
	for i, v := range values {
		xgb.Put32(data[4*i:], v)
	}
	return data
}

func (w *Window) title(text string) {
	w.set(xproto.AtomWmName, xproto.AtomString, latin1(text))
	w.set(w.atoms["_NET_WM_NAME"], w.atoms["UTF8_STRING"], []byte(text))
}

// sizes tells the window manager the minimum size of the window (ICCCM 4.1.2.3).
func (w *Window) sizes() {
	const minimum = 1 << 4
	hints := make([]uint32, 18)
	hints[0], hints[5], hints[6] = minimum, uint32(w.pixels(w.config.MinW)), uint32(w.pixels(w.config.MinH))
	w.setWords(xproto.AtomWmNormalHints, xproto.AtomWmSizeHints, hints...)
}

// hints tells the window manager that the window takes keyboard input and whether it asks for attention (ICCCM 4.1.2.4).
func (w *Window) hints(urgent bool) {
	const input, state, urgency, normal = 1 << 0, 1 << 1, 1 << 8, 1
	hints := make([]uint32, 9)
	hints[0], hints[1], hints[2] = input|state, 1, normal
	if urgent {
		hints[0] |= urgency
	}
	w.setWords(xproto.AtomWmHints, xproto.AtomWmHints, hints...)
}

func (w *Window) decorate() {
	var data []uint32
	for _, icon := range w.config.Icon {
		const most = 128
		b := icon.Bounds()
		if b.Empty() || b.Dx() > most || b.Dy() > most {
			continue
		}
		if 4*(len(data)+2+b.Dx()*b.Dy())+64 > 4*int(w.setup.MaximumRequestLength) {
			break
		}
		data = append(data, uint32(b.Dx()), uint32(b.Dy()))
		for y := b.Min.Y; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				c := color.NRGBAModel.Convert(icon.At(x, y)).(color.NRGBA)
				data = append(data, uint32(c.A)<<24|uint32(c.R)<<16|uint32(c.G)<<8|uint32(c.B))
			}
		}
	}
	if len(data) > 0 {
		w.setWords(w.atoms["_NET_WM_ICON"], xproto.AtomCardinal, data...)
	}
}

// Events returns the channel of the window's events. It is closed after [Failed] and after [Window.Close].
func (w *Window) Events() <-chan Event { return w.events }

// Scale returns the number of pixels per point.
func (w *Window) Scale() float64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.scale
}

// SetTitle sets the title of the window.
func (w *Window) SetTitle(text string) { w.send(func() { w.title(text) }) }

// SetUrgent sets whether the window asks for the user's attention.
func (w *Window) SetUrgent(urgent bool) {
	if w.urgent == urgent {
		return
	}
	w.urgent = urgent
	w.send(func() {
		w.hints(urgent)
		if urgent {
			w.askState(stateAdd, "_NET_WM_STATE_DEMANDS_ATTENTION")
		} else {
			w.askState(stateRemove, "_NET_WM_STATE_DEMANDS_ATTENTION")
		}
	})
}

// The changes to a state that askState can request.
const stateRemove, stateAdd, stateToggle = 0, 1, 2

func (w *Window) askState(action uint32, state string) {
	const application = 1
	w.message(w.root, xproto.EventMaskSubstructureNotify|xproto.EventMaskSubstructureRedirect, w.id, "_NET_WM_STATE",
		[5]uint32{action, uint32(w.atoms[state]), 0, application})
}

// message sends a message of the given type about a window.
func (l *link) message(to xproto.Window, mask uint32, about xproto.Window, kind string, data [5]uint32) {
	l.tell(to, mask, xproto.ClientMessageEvent{Format: 32, Window: about, Type: l.atoms[kind], Data: xproto.ClientMessageDataUnionData32New(data[:])})
}

func (l *link) tell(to xproto.Window, mask uint32, event xgb.Event) {
	xproto.SendEvent(l.x, false, to, mask, string(event.Bytes()))
}

// SetCursor sets the mouse pointer to a hand, for spots that can be clicked, or to the desktop's own pointer.
func (w *Window) SetCursor(hand bool) {
	if w.pointing == hand {
		return
	}
	w.pointing = hand
	w.send(func() {
		var cursor xproto.Cursor // 0: the desktop's own pointer
		if hand {
			cursor = w.handCursor()
		}
		xproto.ChangeWindowAttributes(w.x, w.id, xproto.CwCursor, []uint32{uint32(cursor)})
	})
}

// handCursor returns the hand from the server's cursor font. Only the outbox may call it.
func (w *Window) handCursor() xproto.Cursor {
	if w.hand != 0 {
		return w.hand
	}
	font, err := xproto.NewFontId(w.x)
	if err != nil {
		return 0
	}
	hand, err := xproto.NewCursorId(w.x)
	if err != nil {
		return 0
	}
	const name, glyph = "cursor", 60
	xproto.OpenFont(w.x, font, uint16(len(name)), name)
	xproto.CreateGlyphCursor(w.x, hand, font, font, glyph, glyph+1, 0, 0, 0, 0xffff, 0xffff, 0xffff)
	xproto.CloseFont(w.x, font)
	w.hand = hand
	return hand
}

// Close closes the window and releases its resources; its canvas must not be used any more. Close may be called
// more than once, and after [Failed].
func (w *Window) Close() {
	if w.closed {
		return
	}
	w.closed = true
	close(w.quit)
	w.out.close()
	w.in.close()
	_ = w.conn.Close() // this ends every wait for the server, and the server releases the window's resources
	w.running.Wait()
	for _, s := range w.surfaces {
		s.free()
	}
}

// ToggleFull makes the window fill the screen, or restores its former size and position. It asks the window manager if that
// supports it (EWMH, _NET_WM_STATE); otherwise the window sets its own size and position.
func (w *Window) ToggleFull() {
	w.send(func() {
		if w.before == nil && w.managed() {
			w.askState(stateToggle, "_NET_WM_STATE_FULLSCREEN")
			return
		}
		place := w.before
		w.before = nil
		if place == nil {
			geometry, err := xproto.GetGeometry(w.x, xproto.Drawable(w.id)).Reply()
			if err != nil {
				return // the connection is lost
			}
			w.before = []uint32{uint32(uint16(geometry.X)), uint32(uint16(geometry.Y)), uint32(geometry.Width), uint32(geometry.Height)}
			screen := w.setup.Roots[w.screen]
			place = []uint32{0, 0, uint32(screen.WidthInPixels), uint32(screen.HeightInPixels)}
		}
		xproto.ConfigureWindow(w.x, w.id, xproto.ConfigWindowX|xproto.ConfigWindowY|xproto.ConfigWindowWidth|xproto.ConfigWindowHeight, place)
	})
}

// managed reports whether there is a window manager that can make windows fill the screen.
func (w *Window) managed() bool {
	return slices.Contains(w.list(w.root, "_NET_SUPPORTED"), w.atoms["_NET_WM_STATE_FULLSCREEN"])
}

// list returns the atoms in a property of a window, at most 4096, or nil if there are none.
func (l *link) list(of xproto.Window, property string) (list []xproto.Atom) {
	const most = 1 << 12 // in units of four bytes
	reply, err := xproto.GetProperty(l.x, false, of, l.atoms[property], xproto.AtomAtom, 0, most).Reply()
	if err != nil || reply.Format != 32 {
		return nil
	}
	for data := reply.Value; len(data) >= 4; data = data[4:] {
		list = append(list, xproto.Atom(xgb.Get32(data)))
	}
	return list
}

// atomNames are the names whose numbers the window asks the server for, in addition to the atoms predefined by the protocol.
var atomNames = []string{
	"WM_PROTOCOLS", "WM_DELETE_WINDOW", "_NET_WM_PING", "_NET_WM_NAME", "_NET_WM_ICON_NAME", "_NET_WM_PID", "_NET_WM_ICON",
	"_NET_WM_STATE", "_NET_WM_STATE_DEMANDS_ATTENTION", "_NET_WM_STATE_FULLSCREEN", "_NET_SUPPORTED",
	"CLIPBOARD", "TARGETS", "TIMESTAMP", "UTF8_STRING", "TEXT", "INCR", "PASTED", "text/plain;charset=utf-8",
	"_XSETTINGS_SETTINGS",
	"XdndAware", "XdndEnter", "XdndPosition", "XdndStatus", "XdndLeave", "XdndDrop", "XdndFinished", "XdndSelection", "XdndTypeList",
	"XdndActionCopy", "text/uri-list", "text/plain", "STRING",
}

// atoms asks for the numbers of all names together; the function that it returns waits for the answers.
func atoms(x *xgb.Conn, names []string) func() (map[string]xproto.Atom, error) {
	cookies := make([]xproto.InternAtomCookie, len(names))
	for i, name := range names {
		cookies[i] = xproto.InternAtom(x, false, uint16(len(name)), name)
	}
	return func() (map[string]xproto.Atom, error) {
		numbers := make(map[string]xproto.Atom, len(names))
		for i, cookie := range cookies {
			reply, err := cookie.Reply()
			if err != nil {
				return nil, err
			}
			numbers[names[i]] = reply.Atom
		}
		return numbers, nil
	}
}
