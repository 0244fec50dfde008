//go:build !nox

package x11_test

import (
	"image"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"attic/dev/check/xtest"
	"attic/ui/window/x11"
)

// valve is a connection to a server that can be blocked.
type valve struct {
	display string
	shut    sync.Mutex // locked while nothing gets through to the server
}

func newValve(t *testing.T, s *xtest.Server) *valve {
	t.Helper()
	v := &valve{display: filepath.Join(t.TempDir(), "slow") + ":0"}
	listener, err := net.Listen("unix", v.display)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("unix", "/tmp/.X11-unix/X"+strings.TrimPrefix(s.Display, ":"))
			if err != nil {
				client.Close()
				continue
			}
			pass := func(to, from net.Conn, shut *sync.Mutex) {
				defer to.Close()
				buf := make([]byte, 1<<12)
				for {
					n, err := from.Read(buf)
					if err != nil {
						return
					}
					shut.Lock()
					_, err = to.Write(buf[:n])
					shut.Unlock()
					if err != nil {
						return
					}
				}
			}
			go pass(server, client, &v.shut)
			go pass(client, server, new(sync.Mutex))
		}
	}()
	return v
}

func TestNobodyWaitsForASlowServer(t *testing.T) {
	for _, args := range [][]string{nil, {"-extension", "MIT-SHM"}} {
		s := xtest.Start(t, "800x600x24", args...)
		v := newValve(t, s)
		w := open(t, x11.Config{Display: v.display, W: 700, H: 500, Scale: 1})
		c := w.Canvas()
		next[x11.Expose](t, w)
		w.Show(whole(c))
		id := s.Window("tried")
		s.Until("black", shown(s, id, c, image.Rect(0, 0, c.W, c.H), 0))

		v.shut.Lock()
		for i := range 20 {
			c = w.Canvas()
			for at := range c.Pix {
				c.Pix[at] = uint32(i * 0x010101)
			}
			w.Show(whole(c))
			w.SetTitle("slow")
			w.SetUrgent(true)
			w.Copy("slow")
			w.AskPaste(false)
			w.SetCursor(true)
			if len(args) == 0 && i == 2 {
				break // with shared memory, each call of Canvas waits for a second
			}
		}
		c = w.Canvas()
		pattern(c)
		w.Show(whole(c))
		v.shut.Unlock()
		s.Until("the last picture", shownAtLast(s, w, id, c))
	}
}

func TestAWindowThatHangsCanBeClosed(t *testing.T) {
	s := xtest.Start(t, "800x600x24", "-extension", "MIT-SHM")
	v := newValve(t, s)
	w := open(t, x11.Config{Display: v.display, W: 700, H: 500, Scale: 1})
	w.Canvas()
	next[x11.Expose](t, w)
	v.shut.Lock()
	defer v.shut.Unlock()
	w.Show(whole(w.Canvas()))
	w.Close()
}

func TestPicturesArriveFarAway(t *testing.T) {
	s := xtest.Start(t, "800x600x24", "-listen", "tcp")
	w := open(t, x11.Config{Display: "localhost" + s.Display})
	c := w.Canvas()
	pattern(c)
	next[x11.Expose](t, w)
	w.Show(whole(c))
	id := s.Window("tried")
	s.Until("the pattern", shown(s, id, c, image.Rect(0, 0, c.W, c.H), 0))
	if made, _ := segments(t); made != 0 {
		t.Errorf("%d segments of shared memory", made)
	}
}
