// Package sshd serves attic's full screen over SSH at a hall. Visitors see the menu, or the table whose link they name. The only part of this machine
// that they can use is a store for their own games, settings and progress. It is kept under their public key, or, without a key, until they leave.
package sshd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"

	"attic/game"
	"attic/internal/rescue"
	"attic/server"
	"attic/table"
	"attic/table/wire"
)

// Config holds the settings of a Server.
type Config struct {
	Listener net.Listener
	Dir      string // the folder with the host key and the data of visitors with a key; it is made if it is missing
	Hall     *server.Hall
	Games    []game.Game
	Find     func(name string) (game.Game, bool)

	// Links returns where a browser opens the links of the hall, for a visitor who has reached this machine at an address.
	Links func(local net.Addr) wire.Address

	Most       int // visitors at the same time; the same number of further visitors is let in if their keys are known
	PerAddress int // visitors from one address, not counting those whose key is known; 0: no limit on their number or on their rate
	Log        *slog.Logger
}

const (
	arrivalTime = 20 * time.Second // how long everything may take until a visitor is let in or refused
	idleTime    = 20 * time.Minute // how long a visit may last after the last key
	readTime    = 10 * time.Second // the time within which a visitor must read the text sent to them
	aliveTime   = 30 * time.Second // between two checks whether a visitor is there, and the limit for each answer
	goodbyeTime = time.Second      // how long the other side may take to end the connection
	hurryTime   = 3 * time.Second  // how long all visitors together may take to leave when the server closes
	mostTyped   = 16 << 20         // bytes of keys in one visit; more can come from an endless paste
	mostComing  = 32               // connections whose visitors have not been let in yet; from one address, a quarter of this
)

// The limits on connections from one address; on new keys from one address; and, on one connection, on requests, on bytes of keys, and on seconds of
// computing the screen.
var (
	arrivalRate = table.Rate{Burst: 30, Steady: 0.5}
	keyRate     = table.Rate{Burst: 20, Steady: 1. / 60}
	requestRate = table.Rate{Burst: 200, Steady: 20}
	inputRate   = table.Rate{Burst: 32 << 10, Steady: 4 << 10}
	drawRate    = table.Rate{Burst: 4, Steady: 0.25}
)

// Server serves visitors until Close.
type Server struct {
	Config
	folder  *folder
	key     ssh.PublicKey // the key of the host
	config  *ssh.ServerConfig
	closing context.Context
	end     context.CancelCauseFunc
	running sync.WaitGroup

	arrivals, keys wire.Guard
	came, refused  atomic.Uint64

	mu     sync.Mutex
	coming map[string]int  // connections whose visitors have not been let in yet, by network
	inside map[*visit]bool // the visitors who were let in
	raw    map[net.Conn]bool
	links  map[string]*link
	cut    map[string]string // where visitors were when their connection was cut, by their keys
}

// Serve opens the folder and serves visitors, until Close is called. The error is one line for people.
func Serve(c Config) (s *Server, err error) {
	s = &Server{Config: c, coming: map[string]int{}, inside: map[*visit]bool{}, raw: map[net.Conn]bool{}, links: map[string]*link{}, cut: map[string]string{}}
	if c.PerAddress > 0 {
		s.arrivals.JoinRate, s.keys.JoinRate = arrivalRate, keyRate
	}
	if s.folder, err = openFolder(c.Dir, c.Find); err != nil {
		return nil, err
	}
	signer, err := s.folder.hostKey()
	if err != nil {
		return nil, errors.Join(err, s.folder.close())
	}
	s.key = signer.PublicKey()
	s.config = &ssh.ServerConfig{
		ServerVersion: "SSH-2.0-attic",
		// A visitor with a key is recognised by it; others need not prove anything. A key counts only after the visitor has proved that it is theirs.
		PublicKeyCallback: func(_ ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
			return &ssh.Permissions{Extensions: map[string]string{keyed: nameOf(key)}}, nil
		},
		KeyboardInteractiveCallback: func(ssh.ConnMetadata, ssh.KeyboardInteractiveChallenge) (*ssh.Permissions, error) {
			return &ssh.Permissions{}, nil
		},
	}
	s.config.AddHostKey(signer)
	s.closing, s.end = context.WithCancelCause(context.Background())
	c.Hall.Figure("attic_ssh_visitors", "gauge", "Visitors over SSH.", func() float64 { return float64(s.Inside()) })
	c.Hall.Figure("attic_ssh_visits_total", "counter", "Visitors over SSH who were let in.", func() float64 { return float64(s.came.Load()) })
	c.Hall.Figure("attic_ssh_refusals_total", "counter", "Connections over SSH that were refused because there were too many, in total or from one address.", func() float64 { return float64(s.refused.Load()) })
	s.running.Go(s.accept)
	return s, nil
}

// keyed is the name under which the public key of a visitor is stored.
const keyed = "key"

// Fingerprint returns the fingerprint of the host key, as ssh shows it.
func (s *Server) Fingerprint() string { return ssh.FingerprintSHA256(s.key) }

// Inside returns the number of visitors who are there.
func (s *Server) Inside() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.inside)
}

// accept serves each connection on a goroutine of its own.
func (s *Server) accept() {
	failed := func(string) {}
	if s.Log != nil {
		failed = server.Seldom(s.Log, "connections")
	}
	for pause := 5 * time.Millisecond; ; {
		conn, err := s.Listener.Accept()
		switch {
		case s.closing.Err() != nil:
			if err == nil {
				_ = conn.Close()
			}
			return
		case err != nil: // for example because too many files are open
			failed("nobody can connect over SSH at the moment: " + err.Error())
			select {
			case <-time.After(pause):
			case <-s.closing.Done():
			}
			pause = min(2*pause, time.Second)
		default:
			pause = 5 * time.Millisecond
			s.running.Go(func() { _ = rescue.Run(func() { s.serve(conn) }) })
		}
	}
}

// Close tells all visitors that the hall is closing, and returns when they are gone, after three seconds at most unless a disk hangs.
func (s *Server) Close() error {
	s.end(errClosing)
	err := s.Listener.Close()
	hurry := time.AfterFunc(hurryTime, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		for conn := range s.raw {
			_ = conn.Close()
		}
	})
	defer hurry.Stop()
	s.running.Wait()
	return errors.Join(err, s.folder.close())
}

// The reasons why the server ends a visit, each in one sentence for the visitor.
var (
	errClosing = errors.New("the hall is closing; it will be back")
	errIdle    = fmt.Errorf("no key was pressed for %d minutes", int(idleTime.Minutes()))
	errBack    = errors.New("this session has ended, because you opened another one")
	errPlace   = errors.New("the hall cannot store anything for you at the moment; its operator has been told")
	errGone    = errors.New("the connection is lost")
	errMuch    = errors.New("you have typed more than is allowed in a single visit; connect again")
)

// noRoom is the message for a visitor with a public key if nothing can be kept for that key.
const noRoom = "Nothing from this visit was kept: the hall has no room for another key at the moment."

// knock counts a new connection from a network. It refuses the connection if too many are coming.
func (s *Server) knock(conn net.Conn, network string) bool {
	ok := s.arrivals.Join(network, time.Now())
	s.mu.Lock()
	defer s.mu.Unlock()
	all := 0
	for _, n := range s.coming {
		all += n
	}
	if !ok || all >= mostComing || s.PerAddress > 0 && s.coming[network] >= mostComing/4 {
		s.refused.Add(1)
		return false
	}
	s.coming[network]++
	s.raw[conn] = true
	return true
}

func (s *Server) knocked(network string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.coming[network]--; s.coming[network] == 0 {
		delete(s.coming, network)
	}
}

// enter lets a visitor in, or returns the reason for a refusal. An earlier visit with the same key ends first.
func (s *Server) enter(v *visit) error {
	s.mu.Lock()
	var before *visit
	strangers, all := 0, 0
	for other := range s.inside {
		switch {
		case v.key != "" && other.key == v.key:
			before = other
			continue
		case other.network == v.network && !other.known:
			strangers++
		}
		all++
	}
	most, why := s.Most, error(nil)
	if v.known {
		most, strangers = 2*most, 0
	}
	switch {
	case all >= most:
		why = errors.New("too many people are here at the moment; try again later")
	case s.PerAddress > 0 && strangers >= s.PerAddress:
		why = errors.New("too many people are here from your address at the moment; try again later")
	}
	if why == nil {
		s.inside[v] = true
		s.came.Add(1)
	} else {
		s.refused.Add(1)
	}
	s.mu.Unlock()
	if why == nil && before != nil {
		s.replace(before)
	}
	return why
}

// replace ends a visit because the visitor has come back, and waits until it has ended.
func (s *Server) replace(before *visit) {
	before.stop(errBack)
	late := time.AfterFunc(goodbyeTime, func() { _ = before.raw.Close() }) // the earlier connection may have been cut
	defer late.Stop()
	<-before.gone
}

func (s *Server) leave(v *visit) {
	s.mu.Lock()
	delete(s.inside, v)
	s.mu.Unlock()
	close(v.gone)
}

// patient is a connection that ends if nothing can be written for readTime.
type patient struct{ net.Conn }

// Write implements io.Writer.
func (p patient) Write(text []byte) (int, error) {
	_ = p.SetWriteDeadline(time.Now().Add(readTime)) // if this fails, the connection is lost, and writing fails too
	return p.Conn.Write(text)
}

func (s *Server) serve(raw net.Conn) {
	defer raw.Close()
	v := &visit{server: s, remote: raw.RemoteAddr().String(), raw: raw, gone: make(chan struct{}), requests: requestRate, input: inputRate, draws: drawRate}
	v.network = wire.NetworkOf(v.remote)
	if !s.knock(raw, v.network) {
		return
	}
	knocked := sync.OnceFunc(func() { s.knocked(v.network) })
	defer func() {
		knocked()
		s.mu.Lock()
		delete(s.raw, raw)
		s.mu.Unlock()
	}()
	_ = raw.SetReadDeadline(time.Now().Add(arrivalTime)) // until the screen is shown
	conn, channels, requests, err := ssh.NewServerConn(patient{raw}, s.config)
	if err != nil {
		return
	}
	defer conn.Close()
	v.conn, v.local = conn, raw.LocalAddr()
	v.doing, v.stop = context.WithCancelCause(s.closing)
	defer v.stop(errGone)
	switch key := conn.Permissions.Extensions[keyed]; {
	case key == "":
	case s.folder.known(key), s.keys.Join(v.network, time.Now()) && s.folder.room(time.Now()):
		v.key, v.known = key, s.folder.known(key)
	default:
		v.told = append(v.told, noRoom)
	}
	why := s.enter(v)
	if why == nil {
		defer s.leave(v)
		knocked()
		v.does(v.lives)
	}
	v.does(func() { v.refuse(requests) })
	opens := requestRate
	for asked := range channels {
		if !opens.Allow(time.Now()) {
			break
		}
		if asked.ChannelType() != "session" || v.session {
			_ = asked.Reject(ssh.Prohibited, "attic shows one screen, and nothing else")
			continue
		}
		channel, requests, err := asked.Accept()
		if err != nil {
			break
		}
		v.session = true
		v.does(func() { v.attend(channel, requests, why) })
	}
	v.stop(errGone)
	_ = conn.Close() // the connection may be closed already
	v.running.Wait()
}
