package jet

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// ErrInUse is the error of Embedded if another process has the folder open.
var ErrInUse = errors.New("another atticd is using this folder")

// Embedded opens a place on a NATS server inside this process that has its files in c.Dir and listens at no port.
func Embedded(c Config) (*Place, error) {
	p := newPlace(c)
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return nil, err
	}
	in := &inner{p: p, lock: flock.New(filepath.Join(c.Dir, "lock"))}
	switch ok, err := in.lock.TryLock(); {
	case err != nil:
		return nil, err
	case !ok:
		return nil, ErrInUse
	}
	var err error
	if p.marks, err = openMarks(filepath.Join(c.Dir, "written")); err != nil {
		return nil, errors.Join(err, in.lock.Unlock())
	}
	p.inner = in
	var nc *nats.Conn
	if err = in.start(); err == nil {
		nc, err = nats.Connect("", append(p.options(), nats.InProcessServer(in))...)
	}
	if err != nil {
		in.stop()
		return nil, errors.Join(err, p.marks.close(), in.lock.Unlock())
	}
	if err := p.open(nc); err != nil {
		return nil, err
	}
	return p, nil
}

// inner is the server inside this process.
type inner struct {
	p    *Place
	lock *flock.Flock // of the folder

	mu       sync.Mutex
	server   *server.Server // nil: it does not run
	ended    bool
	measured time.Time // when tight was found out
	tight    bool      // the disk has no room
	mending  sync.Mutex
}

// start starts the server, unless its files are damaged.
func (in *inner) start() error {
	if err := in.p.marks.whole(in.p.c.Dir); err != nil {
		return err
	}
	s, err := server.NewServer(&server.Options{
		ServerName: "atticd",
		DontListen: true,
		JetStream:  true,
		StoreDir:   in.p.c.Dir,
		SyncAlways: true,
		MaxPayload: 8 << 20,
		NoSigs:     true,

		JetStreamMaxStore: 1 << 60, // full watches the disk
	})
	if err != nil {
		return err
	}
	s.SetLoggerV2(in, false, false, false)
	s.Start()
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.ended || !s.ReadyForConnections(startTime) || !s.JetStreamEnabled() {
		s.Shutdown()
		s.WaitForShutdown()
		return fmt.Errorf("NATS cannot start in the folder %s", in.p.c.Dir)
	}
	in.server = s
	return nil
}

// halt stops the server.
func (in *inner) halt() {
	in.mu.Lock()
	s := in.server
	in.server = nil
	in.mu.Unlock()
	if s != nil {
		s.Shutdown()
		s.WaitForShutdown()
	}
}

// stop stops the server for good.
func (in *inner) stop() {
	in.mu.Lock()
	in.ended = true
	in.mu.Unlock()
	in.halt()
}

// InProcessConn connects with the server that runs.
func (in *inner) InProcessConn() (net.Conn, error) {
	in.mu.Lock()
	s := in.server
	in.mu.Unlock()
	if s == nil {
		return nil, errAway
	}
	return s.InProcessConn()
}

// leastRoom is how much of the disk is left free, so that the server never meets a full one.
const leastRoom = 32 << 20

// roomTime is how often the room is measured.
const roomTime = time.Second

// full returns the error for a disk without room, or nil.
func (in *inner) full() error {
	in.mu.Lock()
	defer in.mu.Unlock()
	if now := time.Now(); now.Sub(in.measured) > roomTime {
		left, err := room(in.p.c.Dir)
		in.measured, in.tight = now, err == nil && left < leastRoom
	}
	if in.tight {
		return fmt.Errorf("the disk is full: fewer than %d MB are free in %s", leastRoom>>20, in.p.c.Dir)
	}
	return nil
}

// sick returns what the server says that is wrong with it, or nil.
func (in *inner) sick() error {
	in.mu.Lock()
	s := in.server
	in.mu.Unlock()
	if s == nil {
		return errAway
	}
	var answer healthAnswer
	s.HandleHealthz(&answer, &http.Request{Method: http.MethodGet, URL: &url.URL{Path: server.HealthzPath}})
	var health server.HealthStatus
	if err := json.Unmarshal(answer.text, &health); err != nil {
		return err
	}
	if health.Error != "" {
		return errors.New(health.Error)
	}
	return nil
}

// healthAnswer is an http.ResponseWriter that keeps the text.
type healthAnswer struct {
	header http.Header
	text   []byte
}

func (a *healthAnswer) WriteHeader(int) {}

func (a *healthAnswer) Header() http.Header {
	if a.header == nil {
		a.header = http.Header{}
	}
	return a.header
}

func (a *healthAnswer) Write(text []byte) (int, error) {
	a.text = append(a.text, text...)
	return len(text), nil
}

// mend starts the server again if the disk gave an error to it, as soon as there is room: until then it would write nothing more.
func (in *inner) mend() {
	if !in.mending.TryLock() {
		return
	}
	defer in.mending.Unlock()
	for in.p.ctx.Err() == nil {
		err := in.sick()
		if err == nil || !errors.Is(err, errAway) && !strings.Contains(err.Error(), "write error") {
			return
		}
		in.mu.Lock()
		in.measured = time.Time{} // the error can be newer
		in.mu.Unlock()
		if in.full() == nil {
			in.p.c.Log.Warn("the NATS server in this process is started again after an error of the disk", "event", "nats", "error", err)
			in.halt()
			if err = in.start(); err == nil {
				continue
			}
			in.p.c.Log.Error(err.Error())
		}
		select {
		case <-in.p.ctx.Done():
		case <-time.After(roomTime):
		}
	}
}

// As a logger, inner passes on what the server reports as a problem.

func (in *inner) Noticef(string, ...any) {}
func (in *inner) Debugf(string, ...any)  {}
func (in *inner) Tracef(string, ...any)  {}

func (in *inner) Warnf(format string, args ...any)  { in.log(slog.LevelWarn, format, args...) }
func (in *inner) Fatalf(format string, args ...any) { in.log(slog.LevelError, format, args...) }

func (in *inner) Errorf(format string, args ...any) {
	in.log(slog.LevelError, format, args...)
	go in.mend()
}

func (in *inner) log(level slog.Level, format string, args ...any) {
	in.p.c.Log.Log(in.p.ctx, level, "NATS: "+fmt.Sprintf(format, args...))
}
