//go:build unix

package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"attic/dev/wait"
)

// wiring is a network between two machines that a test can cut.
type wiring struct {
	listener net.Listener
	target   string

	mu    sync.Mutex
	torn  bool
	conns []net.Conn
}

// wired returns a network that leads to a port on this machine.
func wired(t *testing.T, port string) *wiring {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wiring{listener: listener, target: "127.0.0.1:" + port}
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			w.join(near)
		}
	}()
	t.Cleanup(func() {
		_ = listener.Close()
		w.tear(true)
	})
	return w
}

// join connects a client with the host, unless the network is cut.
func (w *wiring) join(near net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.torn {
		_ = near.Close()
		return
	}
	far, err := net.Dial("tcp", w.target)
	if err != nil {
		_ = near.Close()
		return
	}
	w.conns = append(w.conns, near, far)
	for _, pair := range [][2]net.Conn{{near, far}, {far, near}} {
		go func() {
			_, _ = io.Copy(pair[0], pair[1])
			_ = pair[0].Close()
		}()
	}
}

// nextPort is the last port that quietPort tried.
var nextPort atomic.Int32

// quietPort returns a free port for a host that will use it again. It is below the range of ports for outgoing connections, so none of them
// can take it in the meantime.
func quietPort(t *testing.T) string {
	t.Helper()
	nextPort.CompareAndSwap(0, 20000+rand.Int32N(6000))
	for range 6000 {
		port := fmt.Sprint(nextPort.Add(1))
		if l, err := net.Listen("tcp", ":"+port); err == nil {
			_ = l.Close()
			return port
		}
	}
	t.Fatal("there is no free port")
	return ""
}

// tear cuts the network, or repairs it.
func (w *wiring) tear(torn bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.torn = torn
	for _, c := range w.conns {
		_ = c.Close()
	}
	w.conns = nil
}

// couple is a host and a guest in a game of Ataxx.
type couple struct {
	host, guest side
	net         *wiring
	minute      time.Duration // the time before a claim; 0: a real minute
}

// coupled starts the programs of both sides and plays moves. The host moves first.
func coupled(t *testing.T, minute time.Duration, moves ...string) *couple {
	t.Helper()
	kind := "TERM=dumb"
	if minute > 0 {
		kind += " " + patienceVariable + "=" + minute.String()
	}
	c := &couple{host: side{home: newHome(t), name: "ataxx", kind: kind}, guest: side{home: newHome(t), name: "ataxx", kind: kind}, minute: minute}
	c.host.at("host", "ataxx", "held27", "--port", quietPort(t))
	port := invited.FindSubmatch(c.host.screen)
	if port == nil {
		t.Fatalf("the host is not told how to invite:\n%s", plain(c.host.screen))
	}
	c.net = wired(t, string(port[1]))
	c.joins()
	c.host.expect("has joined as")
	c.host.say("start")
	c.guest.sees("start")
	for n, move := range moves {
		mover, other := &c.host, &c.guest
		if n%2 == 1 {
			mover, other = other, mover
		}
		mover.say(move)
		mover.sees(move)
		other.sees(move)
	}
	return c
}

func (c *couple) joins() { c.guest.at("join", "held27@"+c.net.listener.Addr().String()) }

func (c *couple) resumes() {
	c.host.at("host", "--resume")
	c.host.opens()
}

// claims waits until a side may claim the game, and makes the claim.
func (c *couple) claims(s *side) {
	s.home.t.Helper()
	s.expect("is away.")
	if c.minute == 0 {
		<-time.After(time.Minute) // a real minute is longer than a test waits for a line
	}
	s.expect("has been away for a minute")
	s.write("claim\r")
	if s == &c.guest {
		s.expect("Your claim is not confirmed")
	} else {
		s.expect("Type quit to leave.") // the other side is gone, so nobody could agree to a rematch
	}
}

// hears waits until a text has been printed, even if that was earlier.
func (s *side) hears(text string) {
	s.home.t.Helper()
	if !strings.Contains(plain(s.screen), text) {
		s.expect(text)
	}
}

// ends quits both programs and checks that each library holds one game, with this result.
func (c *couple) ends(result string) {
	t := c.host.home.t
	t.Helper()
	for _, s := range []*side{&c.guest, &c.host} {
		s.write("quit\r")
		if status := s.end(); status != 0 {
			t.Errorf("the status is %d:\n%s", status, plain(s.screen))
		}
		if list := s.games(); strings.Count(list, "\n") != 1 || !strings.Contains(list, result) {
			t.Errorf("kept is %q, want %q", list, result)
		}
		for _, left := range []string{"seats/*", "games/*.beat"} {
			if list, _ := filepath.Glob(filepath.Join(s.state, "attic", left)); len(list) > 0 {
				t.Errorf("after the game these files are left: %q", list)
			}
		}
	}
}

// Whatever happens to programs and connections, a game between two machines has a single result: the one in the host's record.
func TestNoGameHasTwoResults(t *testing.T) { oneResult(t, 3*time.Second) }

func oneResult(t *testing.T, minute time.Duration) {
	begin := []string{"b6", "f6"} // the host is to move
	for _, c := range []struct {
		clause string
		moves  []string
		story  func(c *couple)
		result string
	}{
		{"the host is killed, and the guest waits for it", begin, func(c *couple) {
			c.host.kill()
			c.claims(&c.guest)
			want(c.host.home.t, "the guest's library", c.guest.games(), "claimed, not confirmed")
			c.resumes()
			c.guest.expect("The host has confirmed your claim.")
			c.host.hears("claimed the game, because attic was not running here.")
		}, "Blue wins"},
		{"the host is killed, and the guest quits after the claim", begin, func(c *couple) {
			c.host.kill()
			c.claims(&c.guest)
			c.guest.write("quit\r")
			c.guest.end()
			want(c.host.home.t, "the guest's library", c.guest.games(), "claimed, not confirmed")
			c.resumes()
			c.host.say("b5") // after a while, at the host's own pace
			c.joins()
			c.guest.expect("The host has confirmed your claim.")
		}, "Blue wins"},
		{"the host is killed, and so is the guest after the claim", begin, func(c *couple) {
			c.host.kill()
			c.claims(&c.guest)
			c.guest.kill()
			c.resumes()
			c.joins()
			c.guest.expect("The host has confirmed your claim.")
		}, "Blue wins"},
		{"both claim", begin, func(c *couple) {
			c.host.kill()
			c.claims(&c.guest)
			c.guest.kill()
			c.resumes()
			c.host.say("b5")
			if c.minute == 0 {
				<-time.After(time.Minute)
			}
			c.host.expect("has been away for a minute")
			c.host.say("claim")
			c.host.expect("stays open for ten minutes")
			c.joins()
			c.guest.expect("The host refused your claim: the game was over before your claim arrived.")
		}, "Red wins"},
		{"the connection is cut, and the guest claims", begin, func(c *couple) {
			c.net.tear(true)
			c.claims(&c.guest)
			c.net.tear(false)
			c.guest.expect("The host refused your claim: attic was running")
			c.host.expect("Blue claimed the game while the connection was lost.")
			c.host.say("b5")
			c.guest.sees("b5")
			c.guest.say("resign")
			c.host.sees("resign")
			c.guest.sees("resign")
		}, "Red wins"},
		{"the connection is cut, and the host moves and claims", begin, func(c *couple) {
			c.net.tear(true)
			c.claims(&c.guest)
			c.host.expect("is away.")
			c.host.say("b5")
			if c.minute == 0 {
				<-time.After(time.Minute)
			}
			c.host.expect("has been away for a minute")
			c.host.say("claim draw")
			c.net.tear(false)
			c.guest.expect("the game was over before your claim arrived")
		}, "Draw"},
		{"the connection is cut, and the host claims", begin[:1], func(c *couple) {
			c.net.tear(true)
			c.claims(&c.host)
			c.guest.expect("is away.")
			c.net.tear(false)
			c.guest.expect("You lost. You were away.")
		}, "Red wins"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			t.Parallel()
			pair := coupled(t, minute, c.moves...)
			c.story(pair)
			pair.ends(c.result)
		})
	}
}

// timeLeft matches the output of the command clock.
var timeLeft = regexp.MustCompile(`Red (\d+):([\d.]+)`)

// A host that is killed repeatedly regains no time on its clock.
func TestAKillGivesNoTimeBack(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	host, guest := side{home: h, name: "ataxx"}, side{home: newHome(t), name: "ataxx"}
	host.at("host", "ataxx", "held27", "--port", quietPort(t), "--clock", "10")
	guest.at("join", "held27@127.0.0.1:"+string(invited.FindSubmatch(host.screen)[1]))
	host.expect("has joined as")
	host.say("start")
	host.say("b6")
	guest.sees("b6")
	guest.say("f6")
	host.sees("f6")
	left := func() time.Duration {
		t.Helper()
		host.write("clock\r")
		host.expect("Time left:")
		found := timeLeft.FindStringSubmatch(host.expect(", Blue"))
		if found == nil {
			t.Fatalf("no time is shown:\n%s", plain(host.screen))
		}
		each, err := time.ParseDuration(found[1] + "m" + found[2] + "s")
		if err != nil {
			t.Fatal(err)
		}
		return each
	}
	for range 2 {
		var before time.Duration
		from := left()
		wait.Until(t, "the host's time passes", func() (any, bool) {
			before = left()
			return before, from-before >= 4*time.Second
		})
		host.kill()
		host.at("host", "--resume")
		host.opens()
		if after := left(); after > before+2*time.Second {
			t.Errorf("before the kill the host had %v, then %v", before, after)
		}
	}
}
