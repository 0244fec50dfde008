package jet

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
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
	p.lock = flock.New(filepath.Join(c.Dir, "lock"))
	switch ok, err := p.lock.TryLock(); {
	case err != nil:
		return nil, err
	case !ok:
		return nil, ErrInUse
	}
	err := whole(c.Dir)
	if err == nil {
		p.marks, err = openMarks(filepath.Join(c.Dir, "written"))
	}
	if err != nil {
		return nil, errors.Join(err, p.lock.Unlock())
	}
	s, err := server.NewServer(&server.Options{
		ServerName: "atticd",
		DontListen: true,
		JetStream:  true,
		StoreDir:   c.Dir,
		SyncAlways: true,
		MaxPayload: 8 << 20,
		NoSigs:     true,
	})
	if err != nil {
		return nil, errors.Join(err, p.marks.close(), p.lock.Unlock())
	}
	p.server = s
	s.SetLoggerV2(&logger{p.c.Log}, false, false, false)
	s.Start()
	var nc *nats.Conn
	if !s.ReadyForConnections(startTime) || !s.JetStreamEnabled() {
		err = errors.New("JetStream cannot start in the folder " + c.Dir)
	} else {
		nc, err = nats.Connect("", append(p.options(), nats.InProcessServer(s))...)
	}
	if err == nil {
		return p, p.open(nc)
	}
	s.Shutdown()
	return nil, errors.Join(err, p.marks.close(), p.lock.Unlock())
}

// leastRoom is how much of the disk is left free. A server that cannot write to its files stops writing until it is started again; one that is not asked
// to goes on as soon as there is room.
const leastRoom = 32 << 20

// roomTime is how often the room is measured.
const roomTime = time.Second

// full returns the error for a disk without room, or nil.
func (p *Place) full() error {
	if p.server == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := time.Now(); now.Sub(p.measured) > roomTime {
		left, err := room(p.c.Dir)
		p.measured, p.tight = now, err == nil && left < leastRoom
	}
	if p.tight {
		return fmt.Errorf("the disk is full: fewer than %d MB are free in %s", leastRoom>>20, p.c.Dir)
	}
	return nil
}

// logger passes on what the server reports as a problem.
type logger struct{ log *slog.Logger }

func (l *logger) Noticef(string, ...any) {}
func (l *logger) Debugf(string, ...any)  {}
func (l *logger) Tracef(string, ...any)  {}

func (l *logger) Warnf(format string, args ...any) {
	l.log.Warn("NATS: " + fmt.Sprintf(format, args...))
}

func (l *logger) Errorf(format string, args ...any) {
	l.log.Error("NATS: " + fmt.Sprintf(format, args...))
}

func (l *logger) Fatalf(format string, args ...any) {
	l.log.Error("NATS: " + fmt.Sprintf(format, args...))
}
