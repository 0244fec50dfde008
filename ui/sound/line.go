//go:build !js

package sound

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jfreymuth/pulse/proto"

	"attic/game"
)

const (
	latency  = Rate * 40 / 1000 // the number of samples that the server buffers: 40 ms
	patience = time.Second      // the limit for each answer of the server
	sample   = 2                // bytes of a sample
	mostText = 64               // maximum bytes of the program's name: the library fails on commands longer than 1024 bytes
	mostIn   = 64 << 10         // maximum bytes of a message from the server

	control = uint32(0xffffffff) // the channel of messages that are not samples
	header  = 4 + 4 + 8 + 4      // bytes before each message: length, channel, offset, flags
	number  = 1 + 4              // bytes of a number in a message
	command = 2 * number         // bytes at the start of each message: its kind and the number of its request
)

// A line is a connection to a server with one stream of samples. The stream is paused (corked) until the first call of feed.
//
// It uses the library's messages but not its streams. Those wait without a time limit for a server that has stopped answering, and a server that
// disconnects at the wrong moment would crash the program.
type line struct {
	conn    net.Conn
	client  *proto.Client
	stream  uint32
	resting bool
	room    atomic.Int64  // the bytes that the server has requested but not yet received
	more    chan struct{} // receives a value when room has grown
	lost    chan struct{} // closed when the connection is closed
	forget  func() bool   // detaches the line from its context
}

// connect sets up a line over conn. When ctx is done, even during the set-up, conn is closed. If connect fails, it closes conn.
func connect(ctx context.Context, conn net.Conn, name string) (*line, error) {
	l := &line{
		conn:    conn,
		client:  &proto.Client{},
		resting: true,
		more:    make(chan struct{}, 1),
		lost:    make(chan struct{}),
	}
	l.forget = context.AfterFunc(ctx, func() { conn.Close() })
	l.client.Callback = l.told
	l.client.SetTimeout(patience)
	l.client.Open(&messages{conn: conn, in: bufio.NewReader(conn)})
	if err := l.setUp(name); err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

func (l *line) setUp(name string) error {
	var auth proto.AuthReply
	if err := l.client.Request(&proto.Auth{Version: l.client.Version(), Cookie: cookie()}, &auth); err != nil {
		return fmt.Errorf("sound server: authenticating: %w", err)
	}
	l.client.SetVersion(auth.Version)
	name = strings.ToValidUTF8(name[:min(len(name), mostText)], "")
	who := proto.PropList{"application.name": proto.PropListString(name), "application.icon_name": proto.PropListString("applications-games")}
	if err := l.client.Request(&proto.SetClientName{Props: who}, &proto.SetClientNameReply{}); err != nil {
		return fmt.Errorf("sound server: setting the program name: %w", err)
	}
	// Playback starts as soon as there is a sample. With 0, the stream would keep running when samples are missing, and drop later samples.
	const start = sample
	var made proto.CreatePlaybackStreamReply
	if err := l.client.Request(&proto.CreatePlaybackStream{
		SampleSpec:            proto.SampleSpec{Format: proto.FormatInt16LE, Channels: 1, Rate: Rate},
		ChannelMap:            proto.ChannelMap{proto.ChannelMono},
		ChannelVolumes:        proto.ChannelVolumes{proto.VolumeNorm},
		SinkIndex:             proto.Undefined,
		Corked:                true,
		BufferMaxLength:       proto.Undefined,
		BufferTargetLength:    latency * sample,
		BufferPrebufferLength: start,
		BufferMinimumRequest:  proto.Undefined,
		AdjustLatency:         true,
		Properties:            proto.PropList{"media.name": proto.PropListString("effects"), "media.role": proto.PropListString("game")},
	}, &made); err != nil {
		return fmt.Errorf("sound server: opening a stream: %w", err)
	}
	l.stream = made.StreamIndex
	l.room.Add(int64(made.Missing))
	return nil
}

// close closes the connection and waits until the library has stopped reading from it.
func (l *line) close() {
	l.forget()
	l.conn.Close()
	<-l.lost
}

// told handles the messages of the server. It is called by the library.
func (l *line) told(message any) {
	switch message := message.(type) {
	case *proto.Request:
		l.room.Add(int64(message.Length))
		select {
		case l.more <- struct{}{}:
		default:
		}
	case *proto.PlaybackStreamKilled:
		l.conn.Close()
	case *proto.ConnectionClosed:
		close(l.lost)
	}
}

func (l *line) rest(resting bool) error {
	if l.resting == resting {
		return nil
	}
	l.resting = resting
	return l.client.Request(&proto.CorkPlaybackStream{StreamIndex: l.stream, Corked: resting}, nil)
}

// feed sends the samples for which the server has room, resumes the stream, and reports whether it sent anything.
func (l *line) feed(m *mixer) (bool, error) {
	var samples [latency]int16
	var raw [latency * sample]byte
	sent := false
	for !m.silent() {
		n := int(min(l.room.Load()/sample, latency))
		if n <= 0 {
			break
		}
		m.read(samples[:n])
		for i, v := range samples[:n] {
			binary.LittleEndian.PutUint16(raw[sample*i:], uint16(v))
		}
		if err := l.client.Send(l.stream, raw[:sample*n]); err != nil {
			return sent, err
		}
		l.room.Add(int64(-sample * n))
		sent = true
	}
	if !sent {
		return false, nil
	}
	return true, l.rest(false)
}

// messages filters the connection for the library: it passes on only whole messages of kinds that the library can
// handle, and turns every error into io.EOF. Anything else would make the library write to the standard output
// or stop without notice.
type messages struct {
	conn net.Conn
	in   *bufio.Reader
	rest []byte // the unread part of the last message
}

func (m *messages) Read(p []byte) (int, error) {
	for len(m.rest) == 0 {
		message, err := m.next()
		if err != nil {
			m.conn.Close()
			return 0, io.EOF
		}
		m.rest = known(message)
	}
	n := copy(p, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}

func (m *messages) next() ([]byte, error) {
	message := make([]byte, header)
	if _, err := io.ReadFull(m.in, message); err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint32(message)
	if n > mostIn {
		return nil, fmt.Errorf("sound server: message of %d bytes, want at most %d", n, mostIn)
	}
	message = append(message, make([]byte, n)...)
	_, err := io.ReadFull(m.in, message[header:])
	return message, err
}

// known returns a message in a form that the library can handle, or nil. The library ends the program if the form of an answer is not exactly as it
// expects. It therefore gets only the numbers that are used; the rest is replaced by the answer of a server of version leastVersion or later.
func known(message []byte) []byte {
	body := message[header:]
	if binary.BigEndian.Uint32(message[4:]) != control || !numbers(body, 2) {
		return nil
	}
	rest, of := body[command:], binary.BigEndian.Uint32(body[number+1:])
	ok := false
	switch binary.BigEndian.Uint32(body[1:]) {
	case proto.OpReply:
		switch ok = true; {
		case of <= askedName:
			if ok = numbers(rest, 1); ok {
				body = body[:command+number]
				ok = of == askedName || binary.BigEndian.Uint32(rest[1:])&0xffff >= leastVersion
			}
		case of == askedStream:
			if ok = numbers(rest, 3); ok {
				body = append(body[:command+3*number:command+3*number], streamTail...)
			}
		}
	case proto.OpError, proto.OpPlaybackStreamKilled:
		ok = len(rest) == number && numbers(rest, 1)
	case proto.OpRequest:
		ok = len(rest) == 2*number && numbers(rest, 2)
	}
	if !ok {
		return nil
	}
	message = append(message[:header:header], body...)
	binary.BigEndian.PutUint32(message, uint32(len(body)))
	return message
}

// The numbers, as the library counts them, of requests whose answers have contents. Request 0 asks for the version of the server.
const askedName, askedStream = 1, 2

// leastVersion is the protocol version of PulseAudio 1.0.
const leastVersion = 21

// streamTail is the end of the answer to a request for a stream: four numbers, a format, a channel, the number and the name of the device, the flag for a
// suspended device (not set), the latency, and the encoding.
const streamTail = "L\x00\x00\x00\x00L\x00\x00\x00\x00L\x00\x00\x00\x00L\x00\x00\x00\x00a\x03\x01\x00\x00\x00\x01m\x01\x00L\x00\x00\x00\x00N0" +
	"U\x00\x00\x00\x00\x00\x00\x00\x00fB\x01PN"

// numbers reports whether text, the body of a message, starts with n numbers.
func numbers(text []byte, n int) bool {
	for i := range n {
		if len(text) < (i+1)*number || text[i*number] != 'L' {
			return false
		}
	}
	return true
}

// Write sends p. If it fails or takes longer than patience, it closes the connection.
func (m *messages) Write(p []byte) (int, error) {
	err := m.conn.SetWriteDeadline(time.Now().Add(patience))
	n := 0
	if err == nil {
		n, err = m.conn.Write(p)
	}
	if err != nil {
		m.conn.Close()
	}
	return n, err
}

func dial(ctx context.Context) (net.Conn, error) {
	dialer := net.Dialer{Timeout: patience}
	err := errors.New("PULSE_SERVER does not name a sound server that attic can use")
	for _, a := range addresses() {
		var conn net.Conn
		if conn, err = dialer.DialContext(ctx, a.network, a.address); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

type address struct{ network, address string }

// addresses lists the addresses to try, in order: the addresses in PULSE_SERVER if it is set, otherwise the sockets of the user's own server and of the
// system's server.
//
// https://www.freedesktop.org/wiki/Software/PulseAudio/Documentation/User/ServerStrings/
func addresses() []address {
	var found []address
	if servers, ok := os.LookupEnv("PULSE_SERVER"); ok {
		host, _ := os.Hostname()
		for _, server := range strings.Fields(servers) {
			if rest, ok := strings.CutPrefix(server, "{"); ok {
				machine, rest, _ := strings.Cut(rest, "}")
				if machine != host {
					continue
				}
				server = rest
			}
			if a, ok := parseAddress(server); ok {
				found = append(found, a)
			}
		}
		return found
	}
	if folder := os.Getenv("PULSE_RUNTIME_PATH"); folder != "" {
		found = append(found, address{"unix", filepath.Join(folder, "native")})
	}
	if folder := os.Getenv("XDG_RUNTIME_DIR"); folder != "" {
		found = append(found, address{"unix", filepath.Join(folder, "pulse", "native")})
	}
	return append(found, address{"unix", "/run/pulse/native"})
}

func parseAddress(server string) (address, bool) {
	kind, rest, cut := strings.Cut(server, ":")
	switch {
	case server == "":
		return address{}, false
	case server[0] == '/':
		return address{"unix", server}, true
	case cut && kind == "unix":
		return address{"unix", rest}, true
	case cut && (kind == "tcp" || kind == "tcp4" || kind == "tcp6"):
		return address{kind, withPort(rest)}, true
	}
	return address{"tcp", withPort(server)}, true
}

// withPort adds the default port, 4713, to a host without a port.
func withPort(host string) string {
	if _, _, err := net.SplitHostPort(host); err == nil {
		return host
	}
	return net.JoinHostPort(strings.Trim(host, "[]"), "4713")
}

// cookie returns the secret that authenticates the user to the server. If there is none, it returns zeros, which are
// enough for servers that identify the user in another way.
func cookie() []byte {
	const size = 256
	config, _ := os.UserConfigDir()
	home, _ := os.UserHomeDir()
	for _, file := range []string{
		cmp.Or(os.Getenv("PULSE_COOKIE"), filepath.Join(config, "pulse", "cookie")),
		filepath.Join(home, ".pulse-cookie"),
	} {
		if secret, err := os.ReadFile(file); err == nil && len(secret) == size {
			return secret
		}
	}
	return make([]byte, size)
}

const (
	again = time.Minute            // minimum time between attempts to connect
	stale = 500 * time.Millisecond // age at which a sound that waited for the connection is dropped
	pause = 3 * time.Second        // time without samples until the stream is paused: longer than the latency of any device
	leave = 200 * time.Millisecond // limit for the time that Close waits
)

// A Player plays sounds. Its methods are safe for concurrent use. Only Close waits for a server, at most 200 ms.
type Player struct {
	name string
	dial func(context.Context) (net.Conn, error)

	mu     sync.Mutex
	calls  chan call          // the latest call, if run has not received it yet
	cancel context.CancelFunc // stops run; nil: not started
	done   chan struct{}      // closed when run has returned
	closed bool
}

type call struct {
	at     time.Time
	each   time.Duration
	sounds []game.Sound
}

// Open returns a player; the desktop's mixer shows it under name. The player connects to a server, in the background, when the first sound is played. It
// tries at most once a minute and is silent as long as there is no server. The environment variable PULSE_SERVER gives the address of the server, as it
// does for other programs.
func Open(name string) *Player { return open(name, dial) }

func open(name string, dial func(context.Context) (net.Conn, error)) *Player {
	return &Player{name: name, dial: dial, calls: make(chan call, 1), done: make(chan struct{})}
}

// Play plays sounds one after another. The parameter each, limited to 0 to 1 s, is the time between their starts. Each [game.Change] in a row is
// higher than the one before. Earlier sounds that are still playing are cut off. Unknown sounds, and sounds after the 32nd, are omitted. Play returns
// immediately.
func (p *Player) Play(each time.Duration, sounds ...game.Sound) {
	c := call{at: time.Now(), each: each}
	for _, s := range sounds {
		if _, ok := recipes[s]; ok && len(c.sounds) < mostSounds {
			c.sounds = append(c.sounds, s)
		}
	}
	if len(c.sounds) == 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	if p.cancel == nil {
		var ctx context.Context
		ctx, p.cancel = context.WithCancel(context.Background())
		go p.run(ctx)
	}
	select {
	case <-p.calls:
	default:
	}
	p.calls <- c
}

// Close stops all sounds and closes the connection. The player is silent from then on. Close takes at most 200 ms and may be
// called more than once.
func (p *Player) Close() {
	p.mu.Lock()
	cancel := p.cancel
	p.closed = true
	p.mu.Unlock()
	if cancel == nil {
		return
	}
	cancel()
	timeout := time.NewTimer(leave)
	defer timeout.Stop()
	select {
	case <-p.done:
	case <-timeout.C:
	}
}

func (p *Player) run(ctx context.Context) {
	defer close(p.done)
	var (
		m     mixer
		l     *line // nil: not connected
		more  <-chan struct{}
		lost  <-chan struct{}
		tried time.Time
	)
	rest := time.NewTimer(pause)
	rest.Stop()
	hangUp := func() {
		if l != nil {
			l.close()
		}
		m.voices = nil
		l, more, lost = nil, nil, nil
		rest.Stop()
	}
	defer hangUp()
	for {
		var err error
		select {
		case <-ctx.Done():
			return
		case <-lost:
			hangUp()
			continue
		case <-rest.C:
			// A server that has requested nothing for this long has stopped playing.
			if !m.silent() {
				hangUp()
				continue
			}
			err = l.rest(true)
		case c := <-p.calls:
			if l == nil {
				if !tried.IsZero() && time.Since(tried) < again {
					continue
				}
				tried = time.Now()
				if l, err = p.connect(ctx); err != nil {
					l = nil
					continue
				}
				more, lost = l.more, l.lost
				if time.Since(c.at) > stale {
					continue
				}
			}
			m.play(c.each, c.sounds)
			rest.Reset(pause)
		case <-more:
		}
		if err == nil {
			var sent bool
			if sent, err = l.feed(&m); sent {
				rest.Reset(pause)
			}
		}
		if err != nil {
			hangUp()
		}
	}
}

func (p *Player) connect(ctx context.Context) (*line, error) {
	conn, err := p.dial(ctx)
	if err != nil {
		return nil, err
	}
	return connect(ctx, conn, p.name)
}
