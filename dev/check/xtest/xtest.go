// Package xtest runs X servers without a screen for tests. It presses keys and buttons, reads the contents of windows,
// and acts as the window manager.
package xtest

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"io"
	"math/bits"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
	fake "github.com/jezek/xgb/xtest"

	"attic/dev/wait"
)

// Server is an X server and a client of it. Its methods fail the test on any error, so only the goroutine of the test may call them.
type Server struct {
	Display string     // the name of its first screen
	Conn    *xgb.Conn  // for requests without a method here; its events belong to the Server
	t       testing.TB // the test that it belongs to
	cmd     *exec.Cmd
	setup   *xproto.SetupInfo
	events  chan xgb.Event // closed with the connection
}

// Start starts Xvfb with a screen such as "1200x800x24" and the arguments args. The server ends with the test.
func Start(t testing.TB, screen string, args ...string) *Server {
	t.Helper()
	path, err := exec.LookPath("Xvfb")
	if err != nil {
		t.Fatal("this test needs an X server: apt-get install xvfb")
	}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	said := new(bytes.Buffer)
	// With -terminate, Xvfb ends even if the test is killed, because its last client is then gone.
	// Without OpenGL, which attic does not use, Xvfb starts in half the time.
	cmd := exec.Command(path, append([]string{"-displayfd", "3", "-terminate", "-nolisten", "tcp", "-extension", "GLX", "-screen", "0", screen}, args...)...)
	cmd.ExtraFiles, cmd.Stdout, cmd.Stderr = []*os.File{write}, said, said
	err = cmd.Start()
	write.Close()
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{t: t, cmd: cmd}
	t.Cleanup(s.Kill)
	ctx, done := wait.Context()
	defer done()
	defer context.AfterFunc(ctx, func() { _ = read.Close() })()
	number, err := io.ReadAll(read)
	if len(bytes.TrimSpace(number)) == 0 {
		s.Kill()
		t.Fatalf("Xvfb did not start: %v %v\n%s", err, context.Cause(ctx), said)
	}
	s.Display = ":" + string(bytes.TrimSpace(number))
	xgb.Logger.SetOutput(io.Discard)
	if s.Conn, err = xgb.NewConnDisplay(s.Display); err != nil {
		t.Fatal(err)
	}
	if err := fake.Init(s.Conn); err != nil {
		t.Fatal(err)
	}
	s.setup = xproto.Setup(s.Conn)
	s.events = make(chan xgb.Event, 1000)
	go s.listen()
	for _, root := range s.setup.Roots {
		xproto.ChangeWindowAttributes(s.Conn, root.Root, xproto.CwEventMask, []uint32{xproto.EventMaskSubstructureNotify})
	}
	s.Conn.Sync()
	return s
}

// listen reads all events, so that the connection never stalls, and keeps the newest.
func (s *Server) listen() {
	defer close(s.events)
	for {
		event, err := s.Conn.WaitForEvent()
		if event == nil && err == nil {
			return
		}
		if event == nil {
			continue
		}
		for sent := false; !sent; {
			select {
			case s.events <- event:
				sent = true
			default:
				<-s.events
			}
		}
	}
}

// Kill ends the server, to test the loss of the display.
func (s *Server) Kill() {
	if s.cmd.ProcessState != nil {
		return
	}
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	ctx, done := wait.Context()
	defer done()
	defer context.AfterFunc(ctx, func() { _ = s.cmd.Process.Kill() })()
	_ = s.cmd.Wait()
}

// In returns the same server for a subtest.
func (s *Server) In(t testing.TB) *Server {
	part := *s
	part.t = t
	return &part
}

// Until calls look until it returns ok; see [wait.Until].
func (s *Server) Until(what string, look func() (seen any, ok bool)) {
	s.t.Helper()
	wait.Until(s.t, what, look)
}

// wait waits for the first event that the function wanted accepts. what describes the event in failures.
func (s *Server) wait(what string, wanted func(xgb.Event) bool) {
	s.t.Helper()
	ctx, done := wait.Context()
	defer done()
	var last xgb.Event
	for {
		select {
		case event, ok := <-s.events:
			if !ok {
				s.t.Fatalf("%s: the server has gone", what)
			}
			if last = event; wanted(event) {
				return
			}
		case <-ctx.Done():
			s.t.Fatalf("%s: %v; the last event was %v", what, context.Cause(ctx), last)
		}
	}
}

func (s *Server) check(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// Windows returns the visible windows, from the bottom of the stack up.
func (s *Server) Windows() []xproto.Window {
	s.t.Helper()
	var shown []xproto.Window
	for _, root := range s.setup.Roots {
		tree, err := xproto.QueryTree(s.Conn, root.Root).Reply()
		s.check(err)
		for _, window := range tree.Children {
			attributes, err := xproto.GetWindowAttributes(s.Conn, window).Reply()
			if err == nil && attributes.MapState == xproto.MapStateViewable && attributes.Class == xproto.WindowClassInputOutput {
				shown = append(shown, window)
			}
		}
	}
	return shown
}

// Window waits for a window whose title contains a text.
func (s *Server) Window(title string) xproto.Window {
	s.t.Helper()
	var found xproto.Window
	s.Until("a window with the title "+title, func() (any, bool) {
		var titles []string
		for _, window := range s.Windows() {
			titles = append(titles, s.Title(window))
			if strings.Contains(s.Title(window), title) {
				found = window
			}
		}
		return titles, found != 0
	})
	return found
}

// Title returns the title of a window.
func (s *Server) Title(window xproto.Window) string {
	return string(s.Property(window, "_NET_WM_NAME"))
}

// Property returns the bytes of a property, or nil if the window does not have it.
func (s *Server) Property(window xproto.Window, name string) []byte {
	s.t.Helper()
	reply, err := xproto.GetProperty(s.Conn, false, window, s.Atom(name), xproto.GetPropertyTypeAny, 0, 1<<20).Reply()
	if err != nil {
		return nil // the window is gone
	}
	return reply.Value
}

// Atom returns the atom called name.
func (s *Server) Atom(name string) xproto.Atom {
	s.t.Helper()
	reply, err := xproto.InternAtom(s.Conn, false, uint16(len(name)), name).Reply()
	s.check(err)
	return reply.Atom
}

// Size returns the size of a window in pixels.
func (s *Server) Size(window xproto.Window) (w, h int) {
	s.t.Helper()
	geometry, err := xproto.GetGeometry(s.Conn, xproto.Drawable(window)).Reply()
	s.check(err)
	return int(geometry.Width), int(geometry.Height)
}

// Resize gives a window a new size in pixels, as its user would.
func (s *Server) Resize(window xproto.Window, w, h int) {
	s.t.Helper()
	s.check(xproto.ConfigureWindowChecked(s.Conn, window, xproto.ConfigWindowWidth|xproto.ConfigWindowHeight, []uint32{uint32(w), uint32(h)}).Check())
}

// CloseWindow asks a window to close itself, as a window manager does (WM_DELETE_WINDOW).
func (s *Server) CloseWindow(window xproto.Window) {
	s.t.Helper()
	s.tell(window, "WM_DELETE_WINDOW")
}

// Ping asks a window whether it is alive, as a window manager does (_NET_WM_PING), and waits for the answer.
func (s *Server) Ping(window xproto.Window) {
	s.t.Helper()
	for len(s.events) > 0 {
		<-s.events
	}
	ping := s.Atom("_NET_WM_PING")
	s.tell(window, "_NET_WM_PING")
	s.wait("an answer to a ping", func(event xgb.Event) bool {
		e, ok := event.(xproto.ClientMessageEvent)
		return ok && e.Format == 32 && xproto.Atom(e.Data.Data32[0]) == ping && xproto.Window(e.Data.Data32[2]) == window
	})
}

func (s *Server) tell(window xproto.Window, protocol string) {
	s.t.Helper()
	event := xproto.ClientMessageEvent{Format: 32, Window: window, Type: s.Atom("WM_PROTOCOLS"), Data: xproto.ClientMessageDataUnionData32New(
		[]uint32{uint32(s.Atom(protocol)), 0, uint32(window), 0, 0})}
	s.check(xproto.SendEventChecked(s.Conn, false, window, xproto.EventMaskNoEvent, string(event.Bytes())).Check())
}

// Screenshot returns the picture of a window. The depth of the screen must be at least 8 bits.
func (s *Server) Screenshot(window xproto.Window) *image.RGBA {
	s.t.Helper()
	w, h := s.Size(window)
	attributes, err := xproto.GetWindowAttributes(s.Conn, window).Reply()
	s.check(err)
	reply, err := xproto.GetImage(s.Conn, xproto.ImageFormatZPixmap, xproto.Drawable(window), 0, 0, uint16(w), uint16(h), ^uint32(0)).Reply()
	s.check(err)
	var each, pad int
	for _, format := range s.setup.PixmapFormats {
		if format.Depth == reply.Depth {
			each, pad = int(format.BitsPerPixel), int(format.ScanlinePad)
		}
	}
	rgb := s.colours(attributes.Visual, attributes.Colormap)
	stride := (w*each + pad - 1) / pad * pad / 8
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			at := y*stride + x*each/8
			var pixel uint32
			for i := range each / 8 {
				pixel |= uint32(reply.Data[at+i]) << (8 * i)
			}
			r, g, b := rgb(pixel)
			copy(img.Pix[img.PixOffset(x, y):], []byte{r, g, b, 255})
		}
	}
	return img
}

// colours returns the function that turns the pixel values of a visual into colours.
func (s *Server) colours(visual xproto.Visualid, colormap xproto.Colormap) func(pixel uint32) (r, g, b byte) {
	s.t.Helper()
	for _, root := range s.setup.Roots {
		for _, depth := range root.AllowedDepths {
			for _, v := range depth.Visuals {
				if v.VisualId != visual {
					continue
				}
				if v.Class == xproto.VisualClassTrueColor {
					part := func(pixel, mask uint32) byte {
						return byte(uint64(pixel&mask>>bits.TrailingZeros32(mask)) * 255 / (1<<bits.OnesCount32(mask) - 1))
					}
					return func(p uint32) (r, g, b byte) { return part(p, v.RedMask), part(p, v.GreenMask), part(p, v.BlueMask) }
				}
				pixels := make([]uint32, v.ColormapEntries)
				for i := range pixels {
					pixels[i] = uint32(i)
				}
				reply, err := xproto.QueryColors(s.Conn, colormap, pixels).Reply()
				s.check(err)
				return func(p uint32) (r, g, b byte) {
					c := reply.Colors[p]
					return byte(c.Red >> 8), byte(c.Green >> 8), byte(c.Blue >> 8)
				}
			}
		}
	}
	s.t.Fatal(fmt.Errorf("no screen has the visual %d", visual))
	return nil
}
