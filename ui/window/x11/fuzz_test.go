//go:build !nox

package x11_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"net"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"

	"attic/ui/window/x11"
)

// script is the data of a server: the bytes of an input, piece by piece.
type script struct{ rest []byte }

func (s *script) byte() byte {
	if len(s.rest) == 0 {
		return 0
	}
	b := s.rest[0]
	s.rest = s.rest[1:]
	return b
}

// patch replaces bytes of a message: the script has the number of bytes, and then the place and the new value of each.
func (s *script) patch(text []byte) []byte {
	for range s.byte() {
		if at := int(s.byte()) | int(s.byte())<<8; at < len(text) {
			text[at] = s.byte()
		}
	}
	return text
}

// setup is the answer of a server with a screen of 640 by 480 pixels in 24 bits.
func setup() []byte {
	info := xproto.SetupInfo{
		Status: 1, ProtocolMajorVersion: 11, ResourceIdBase: 0x200000, ResourceIdMask: 0x1fffff, MaximumRequestLength: 0xffff,
		RootsLen: 1, PixmapFormatsLen: 1, MinKeycode: 8, MaxKeycode: 255,
		PixmapFormats: []xproto.Format{{Depth: 24, BitsPerPixel: 32, ScanlinePad: 32}},
		Roots: []xproto.ScreenInfo{{
			Root: 1, DefaultColormap: 2, WidthInPixels: 640, HeightInPixels: 480, RootVisual: 3, RootDepth: 24, AllowedDepthsLen: 1,
			AllowedDepths: []xproto.DepthInfo{{Depth: 24, VisualsLen: 1, Visuals: []xproto.VisualInfo{
				{VisualId: 3, Class: xproto.VisualClassTrueColor, BitsPerRgbValue: 8, ColormapEntries: 256, RedMask: 0xff0000, GreenMask: 0xff00, BlueMask: 0xff},
			}}},
		}},
	}
	all := info.Bytes()
	binary.LittleEndian.PutUint16(all[6:], uint16((len(all)-8)/4))
	return all
}

// askers are the requests that a server answers.
var askers = []byte{14, 16, 20, 23, 43, 73, 84, 91, 98, 101, 119}

// answer returns an ordinary answer to a request.
func answer(request []byte, number uint16) []byte {
	a := make([]byte, 32)
	a[0] = 1
	binary.LittleEndian.PutUint16(a[2:], number)
	body := 0
	switch request[0] {
	case 16: // an atom
		binary.LittleEndian.PutUint32(a[8:], uint32(number)+100)
	case 20: // a property of eight bytes
		a[1], body = 8, 8
		binary.LittleEndian.PutUint32(a[16:], 8)
	case 73, 91:
		body = 64
	case 98: // an extension
		a[8], a[9], a[10] = 1, 130, 80
	case 101:
		a[1], body = 2, 2*4*248
	case 130: // the map of the keyboard
		body = 8
	case 119:
		a[1], body = 2, 16
	}
	binary.LittleEndian.PutUint32(a[4:], uint32(body/4))
	return append(a, make([]byte, body)...)
}

// rest is the time without a request after which the server continues: the client may be waiting for more of an answer.
const rest = 50 * time.Millisecond

// serve acts as a server for one client. The script patches each answer, or whole pieces of the script replace it; at the end, serve sends the rest of the
// script.
func serve(conn net.Conn, s *script) {
	defer conn.Close()
	hello := make([]byte, 12)
	if _, err := io.ReadFull(conn, hello); err != nil {
		return
	}
	_, _ = io.CopyN(io.Discard, conn, int64(binary.LittleEndian.Uint16(hello[6:])+3)&^3+int64(binary.LittleEndian.Uint16(hello[8:])+3)&^3)
	if _, err := conn.Write(s.patch(setup())); err != nil {
		return
	}
	head := make([]byte, 4)
	mapped, later := false, 4 // the number of answers after the window is shown: about the keyboard, and a property
	for number := uint16(1); !mapped || later > 0; number++ {
		_ = conn.SetReadDeadline(time.Now().Add(rest)) // if it fails, the next read does
		if _, err := io.ReadFull(conn, head); err != nil {
			break
		}
		request := append(bytes.Clone(head), make([]byte, max(0, 4*int(binary.LittleEndian.Uint16(head[2:]))-4))...)
		if _, err := io.ReadFull(conn, request[4:]); err != nil {
			break
		}
		mapped = mapped || request[0] == 8
		if bytes.IndexByte(askers, request[0]) >= 0 || request[0] == 130 && (request[1] == 0 || request[1] == 8) {
			if mapped {
				later--
			}
			if _, err := conn.Write(s.patch(answer(request, number))); err != nil {
				return
			}
		}
	}
	_ = conn.SetReadDeadline(time.Time{}) // no limit, as before
	go func() { _, _ = io.Copy(io.Discard, conn) }()
	_, _ = conn.Write(s.rest)
}

// message returns a message of 32 bytes that begins with start.
func message(start ...byte) []byte { return append(start, make([]byte, 32-len(start))...) }

// FuzzWhatAServerSends sends a window the bytes of a server, from the first byte on. No bytes may end the program or make it wait for ever.
func FuzzWhatAServerSends(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{1, 0, 0, 0})                                                     // refused
	f.Add([]byte{2, 0, 0, 0, 1, 0, 255})                                          // refused with a long reason
	f.Add([]byte{1, 6, 0, 0})                                                     // a setup of eight bytes
	f.Add([]byte{1, 24, 0, 255})                                                  // a long vendor name
	f.Add([]byte{1, 28, 0, 200})                                                  // many screens
	f.Add([]byte{1, 42, 0, 0})                                                    // rows without an end
	f.Add([]byte{2, 26, 0, 1, 27, 0, 0})                                          // short requests
	f.Add([]byte{0, 1, 7, 0, 0x3f, 1, 4, 0, 255})                                 // a long answer
	f.Add([]byte{0, 1, 0, 0, 0, 1, 2, 0, 9})                                      // an error, and an answer that arrives too early
	f.Add(append(make([]byte, len(x11.AtomNames)+5), 1, 17, 0, 255, 1, 1, 0, 32)) // a property with a wrong length
	for _, e := range [][]byte{
		message(12, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255), message(22, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255),
		message(22), message(33, 32), message(33, 7), message(35, 0, 0, 0, 255, 255, 255, 255), message(35, 0, 0, 0, 1), message(1, 0, 0, 0, 255, 255, 255, 63), message(1, 0, 255, 255),
		message(0, 255, 1), message(2, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255), message(34, 1), message(80, 0), message(80, 1), message(127), message(128), message(30), message(31), message(28), message(17),
	} {
		f.Add(append(make([]byte, answers), e...))
	}
	for _, e := range seeds() {
		f.Add(append(make([]byte, answers), e...))
	}
	f.Fuzz(func(t *testing.T, sent []byte) { receive(t, sent) })
}

// answers is the number of answers of a server until the window is open.
var answers = len(x11.AtomNames) + 11

// The messages after the answers reach the window.
func TestWhatAServerSendsIsRead(t *testing.T) {
	want := []x11.Event{x11.Over{In: true}, x11.Over{In: false}, x11.Drop{}}
	got := receive(t, append(make([]byte, answers), slices.MaxFunc(seeds(), func(a, b []byte) int { return len(a) - len(b) })...))
	if got = slices.DeleteFunc(got, func(e x11.Event) bool { return !slices.Contains(want, e) }); !slices.Equal(got, want) {
		t.Errorf("the window reports %v, want %v", got, want)
	}
}

// receive opens a window at a server that sends these bytes, and returns the events of the window.
func receive(t *testing.T, sent []byte) (events []x11.Event) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x") + ":0"
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			serve(conn, &script{sent})
		}
	}()
	w, err := x11.Open(context.Background(), x11.Config{Display: path, Title: "tried", W: 300, H: 200, Colours: []uint32{0xff0000}})
	if err != nil {
		return nil
	}
	defer w.Close()
	w.AskPaste(false)
	w.SetUrgent(true)
	w.ToggleFull()
	w.SetCursor(true)
	w.Copy("text")
	w.Show(whole(w.Canvas()))
	for e := range w.Events() { // the last event is the loss of the connection
		events = append(events, e)
		switch e.(type) {
		case x11.Expose:
			w.Show(nil)
		case x11.Resize:
			w.Canvas()
		}
	}
	return events
}
