package sound

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"sync"
	"time"

	"github.com/jfreymuth/pulse/proto"
)

// server is a fake sound server. It plays at the speed of the clock.
type server struct {
	mute  int           // it answers no command from this one on; 0: it answers all commands
	deny  int           // it refuses this command; 0: it refuses none
	slow  time.Duration // delay of the answer to the first command
	stuck bool          // after its first request, it requests no more samples

	mu      sync.Mutex
	calls   int // number of attempts to connect
	conn    net.Conn
	gone    chan struct{} // closed when the other end of conn is closed
	corked  bool
	frames  int // number of messages received
	samples []int16
	late    time.Duration // time from the call to the first sample
	called  time.Time
}

func (s *server) dial(context.Context) (net.Conn, error) {
	near, far := net.Pipe()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	s.conn, s.gone, s.corked, s.called = far, make(chan struct{}), true, time.Now()
	go s.serve(far, s.gone)
	return near, nil
}

func (s *server) serve(conn net.Conn, gone chan struct{}) {
	defer close(gone)
	defer conn.Close()
	const room = 2 * latency * sample
	playing := make(chan int, 1<<10)
	defer close(playing)
	go s.play(conn, playing)
	for first := true; ; first = false {
		head := make([]byte, header)
		if _, err := io.ReadFull(conn, head); err != nil {
			return
		}
		body := make([]byte, binary.BigEndian.Uint32(head))
		if _, err := io.ReadFull(conn, body); err != nil {
			return
		}
		s.mu.Lock()
		s.frames++
		s.mu.Unlock()
		if binary.BigEndian.Uint32(head[4:]) != control {
			s.take(body)
			playing <- len(body)
			continue
		}
		if first && s.slow > 0 {
			<-time.After(s.slow)
		}
		op, tag := int(binary.BigEndian.Uint32(body[1:])), binary.BigEndian.Uint32(body[6:])
		var reply []byte
		switch op {
		case proto.OpAuth:
			reply = numbered(nil, 35)
		case proto.OpSetClientName:
			reply = numbered(nil, 7)
		case proto.OpCreatePlaybackStream:
			reply = numbered(nil, 3, 9, room, 4*room, room, sample, sample)
			reply = append(reply, 'a', proto.FormatInt16LE, 1)
			reply = binary.BigEndian.AppendUint32(reply, Rate)
			reply = append(reply, 'm', 1, proto.ChannelMono)
			reply = append(numbered(reply, 0), "tnull\x000U\x00\x00\x00\x00\x00\x00\x00\x00fB\x01PN"...)
		case proto.OpCorkPlaybackStream:
			s.mu.Lock()
			s.corked = body[len(body)-1] == '1'
			s.mu.Unlock()
		}
		switch op {
		case s.mute:
			for {
				if _, err := conn.Read(head); err != nil {
					return
				}
			}
		case s.deny:
			s.send(conn, numbered(nil, proto.OpError, tag, uint32(proto.ErrAccessDenied)))
		default:
			s.send(conn, append(numbered(nil, proto.OpReply, tag), reply...))
		}
	}
}

func (s *server) take(raw []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.samples == nil {
		s.late = time.Since(s.called)
	}
	for i := 0; i < len(raw); i += sample {
		s.samples = append(s.samples, int16(binary.LittleEndian.Uint16(raw[i:])))
	}
}

// play requests as many samples as it has received, after the time that they take to play.
func (s *server) play(conn net.Conn, playing <-chan int) {
	for n := range playing {
		<-time.After(time.Duration(n/sample) * time.Second / Rate)
		if !s.stuck {
			s.send(conn, numbered(nil, proto.OpRequest, control, 3, uint32(n)))
		}
	}
}

func (s *server) send(conn net.Conn, body []byte) {
	message := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	message = binary.BigEndian.AppendUint32(message, control)
	s.sendRaw(conn, append(append(message, make([]byte, header-8)...), body...))
}

// sendRaw sends bytes; it ignores errors, because the client may be gone.
func (s *server) sendRaw(conn net.Conn, raw []byte) { _, _ = conn.Write(raw) }

// numbered appends numbers in the encoding of the protocol.
func numbered(text []byte, numbers ...uint32) []byte {
	for _, n := range numbers {
		text = binary.BigEndian.AppendUint32(append(text, 'L'), n)
	}
	return text
}

// state is the part of a server that tests check.
type state struct {
	calls, frames int
	samples       []int16
	corked        bool
	late          time.Duration
}

func (s *server) state() state {
	s.mu.Lock()
	defer s.mu.Unlock()
	return state{s.calls, s.frames, s.samples, s.corked, s.late}
}

func (s *server) connected() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gone == nil {
		return false
	}
	select {
	case <-s.gone:
		return false
	default:
		return true
	}
}

// say sends bytes to the client: a message or a part of one.
func (s *server) say(raw []byte) {
	s.mu.Lock()
	conn := s.conn
	s.mu.Unlock()
	s.sendRaw(conn, raw)
}

func (s *server) hangUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conn.Close()
}

// nobody is a server that cannot be reached; it counts the attempts.
type nobody struct{ calls int }

func (n *nobody) dial(context.Context) (net.Conn, error) {
	n.calls++
	return nil, errors.New("connection refused")
}
