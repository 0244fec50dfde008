package sound

import (
	"context"
	"math"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"attic/dev/gametest"
	"attic/game"

	"github.com/jfreymuth/pulse/proto"
)

// with runs f with a player connected to s, on a simulated clock that stops while a goroutine is
// running. No goroutine may be left at the end.
func with(t *testing.T, s *server, f func(t *testing.T, p *Player)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := open("attic", s.dial)
		f(t, p)
		p.Close()
		later(time.Second)
		if s.connected() {
			t.Error("the connection outlives the player")
		}
	})
}

// later lets the time d pass.
func later(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

// samples returns the wave of a sound as the server gets it.
func samples(s game.Sound) []int16 {
	var m mixer
	return m.wave(s)
}

// trimmed returns samples without the silence at the end.
func trimmed(samples []int16) []int16 {
	for len(samples) > 0 && samples[len(samples)-1] == 0 {
		samples = samples[:len(samples)-1]
	}
	return samples
}

func TestEachSoundArrivesAsItsWave(t *testing.T) {
	for _, s := range gametest.Sounds() {
		srv := &server{}
		with(t, srv, func(t *testing.T, p *Player) {
			p.Play(0, s)
			later(time.Second)
			if got, want := trimmed(srv.state().samples), trimmed(samples(s)); !slices.Equal(got, want) {
				t.Errorf("%s: the %d samples received are not the %d of the sound", s, len(got), len(want))
			}
		})
	}
}

func TestSoundsFollowEachOther(t *testing.T) {
	srv := &server{}
	with(t, srv, func(t *testing.T, p *Player) {
		p.Play(500*time.Millisecond, game.Place, "thunder", game.Refused, game.Place)
		later(3 * time.Second)
		got := srv.state().samples
		for i, s := range []game.Sound{game.Place, game.Refused, game.Place} {
			from, want := i*Rate/2, trimmed(samples(s))
			if len(got) < from+len(want) || !slices.Equal(got[from:from+len(want)], want) {
				t.Errorf("%s does not start after %d times 500 ms", s, i)
			}
		}
	})
}

func TestSoundsThatOverlapAreMixed(t *testing.T) {
	srv := &server{}
	with(t, srv, func(t *testing.T, p *Player) {
		p.Play(50*time.Millisecond, game.Place, game.Change)
		later(time.Second)
		got, first, second := srv.state().samples, samples(game.Place), samples(game.Change)
		for i, v := range second[:Rate/50] {
			if sum := first[Rate/20+i] + v; math.Abs(float64(got[Rate/20+i]-sum)) > 1 {
				t.Fatalf("sample %d is %d, want %d", Rate/20+i, got[Rate/20+i], sum)
			}
		}
	})
}

func TestManySoundsAtOnceStayInBounds(t *testing.T) {
	var m mixer
	m.play(0, slices.Repeat([]game.Sound{game.Win}, mostSounds))
	out := make([]int16, Rate/2)
	m.read(out)
	if low, high := slices.Min(out), slices.Max(out); low > -30000 || high < 30000 {
		t.Errorf("samples from %d to %d, want 32 sounds at once to fill the range", low, high)
	}
	for i, v := range samples(game.Win)[:len(out)] {
		if int(v)*int(out[i]) < 0 {
			t.Fatalf("sample %d is %d, and %d for one sound alone: it overflowed", i, out[i], v)
		}
	}
}

func TestChangesInARowRise(t *testing.T) {
	rises := func(sounds ...game.Sound) []int {
		srv := &server{}
		var counts []int
		with(t, srv, func(_ *testing.T, p *Player) {
			p.Play(400*time.Millisecond, sounds...)
			later(time.Duration(len(sounds)+1) * 400 * time.Millisecond)
			got := srv.state().samples
			for i := range sounds {
				n, part := 0, got[i*Rate*2/5:][:Rate*6/100]
				for j := 1; j < len(part); j++ {
					if part[j-1] < 0 && part[j] >= 0 {
						n++
					}
				}
				counts = append(counts, n)
			}
		})
		return counts
	}
	row := rises(slices.Repeat([]game.Sound{game.Change}, 10)...)
	for i := 1; i < 8; i++ {
		if row[i] <= row[i-1] {
			t.Errorf("change %d is not higher than the one before: %d", i+1, row)
		}
	}
	if row[8] != row[7] || row[9] != row[7] {
		t.Errorf("the eighth change is not the highest: %d", row)
	}
	if again := rises(game.Change, game.Change, game.Place, game.Change); again[3] != again[0] || again[1] <= again[0] {
		t.Errorf("after another sound, changes do not restart at the lowest pitch: %d", again)
	}
}

func TestANewPlayCutsIn(t *testing.T) {
	srv := &server{}
	with(t, srv, func(t *testing.T, p *Player) {
		p.Play(time.Second, game.Win, game.Win)
		later(300 * time.Millisecond)
		before := len(srv.state().samples)
		p.Play(0, game.Place)
		later(3 * time.Second)
		got, want := srv.state().samples, trimmed(samples(game.Place))
		if lag := time.Duration(before)*time.Second/Rate - 300*time.Millisecond; lag > 85*time.Millisecond {
			t.Errorf("the new sound is heard %v after the call, because samples were sent ahead", lag)
		}
		// Once the old sound has faded out, only the new sound remains.
		if tail := got[before+fading+1:]; len(tail) < len(want)-fading-1 || !slices.Equal(trimmed(tail), want[fading+1:]) {
			t.Error("after the fade, the new sound is not alone")
		}
		for i := 1; i < len(got); i++ {
			if jump := math.Abs(float64(got[i]) - float64(got[i-1])); jump > 0.1*math.MaxInt16 {
				t.Errorf("a click: sample %d jumps by %.0f", i, jump)
			}
		}
	})
}

func TestALongRowEnds(t *testing.T) {
	srv := &server{}
	with(t, srv, func(t *testing.T, p *Player) {
		p.Play(24*time.Hour, slices.Repeat([]game.Sound{game.Place}, 1000)...)
		later(time.Hour)
		if got := len(srv.state().samples); got > (mostSounds+1)*Rate {
			t.Errorf("the sounds take %d seconds", got/Rate)
		}
	})
}

func TestTheStreamRestsWhenNothingPlays(t *testing.T) {
	srv := &server{}
	with(t, srv, func(t *testing.T, p *Player) {
		for range 3 {
			p.Play(0, game.Change)
			later(100 * time.Millisecond)
			if srv.state().corked {
				t.Error("the stream does not run while a sound plays")
			}
			later(pause + time.Second)
			before := srv.state()
			if !before.corked {
				t.Error("the stream still runs when everything has been played")
			}
			later(time.Hour)
			if after := srv.state(); after.frames != before.frames {
				t.Errorf("%d messages while nothing plays", after.frames-before.frames)
			}
		}
		if got := srv.state(); got.calls != 1 {
			t.Errorf("%d connections, want 1", got.calls)
		}
	})
}

func TestNoServerIsAskedForOnceAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := &nobody{}
		p := open("attic", srv.dial)
		defer p.Close()
		for range 10 {
			for range 50 {
				p.Play(0, game.Place)
				later(time.Second)
			}
			later(11 * time.Second)
		}
		if srv.calls != 10 {
			t.Errorf("%d calls in ten minutes, want 10", srv.calls)
		}
	})
}

func TestNothingIsConnectedBeforeTheFirstSound(t *testing.T) {
	for _, c := range []struct {
		name string
		play func(p *Player)
	}{
		{"nothing", func(*Player) {}},
		{"no sounds", func(p *Player) { p.Play(time.Second) }},
		{"unknown sounds", func(p *Player) { p.Play(time.Second, "thunder", "") }},
		{"closed before", func(p *Player) { p.Close(); p.Play(0, game.Place); p.Close() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			srv := &server{}
			with(t, srv, func(t *testing.T, p *Player) {
				c.play(p)
				later(time.Minute)
				if got := srv.state().calls; got != 0 {
					t.Errorf("%d connections", got)
				}
			})
		})
	}
}

// Whatever the server does, Play returns immediately and Close takes at most 200 ms.
func TestServersThatFail(t *testing.T) {
	number := func(raw ...uint32) (text []byte) {
		for _, n := range raw {
			text = append(text, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
		}
		return text
	}
	frame := func(channel uint32, body []byte) []byte {
		return append(number(uint32(len(body)), channel, 0, 0, 0), body...)
	}
	for _, c := range []struct {
		name  string
		srv   *server
		say   []byte // the bytes that the server sends after 0.1 s
		hang  bool   // whether it then hangs up
		stays bool   // whether the client stays connected
	}{
		{"answers nothing", &server{mute: proto.OpAuth}, nil, false, false},
		{"does not answer the name", &server{mute: proto.OpSetClientName}, nil, false, false},
		{"does not answer the request for a stream", &server{mute: proto.OpCreatePlaybackStream}, nil, false, false},
		{"does not start the stream", &server{mute: proto.OpCorkPlaybackStream}, nil, false, false},
		{"refuses the user", &server{deny: proto.OpAuth}, nil, false, false},
		{"refuses the name", &server{deny: proto.OpSetClientName}, nil, false, false},
		{"refuses a stream", &server{deny: proto.OpCreatePlaybackStream}, nil, false, false},
		{"refuses to start", &server{deny: proto.OpCorkPlaybackStream}, nil, false, false},
		{"plays nothing", &server{stuck: true}, nil, false, false},
		{"hangs up", &server{}, nil, true, false},
		{"hangs up within a message", &server{}, frame(control, numbered(nil, proto.OpRequest, control, 3, 100))[:27], true, false},
		{"takes the stream away", &server{}, frame(control, numbered(nil, proto.OpPlaybackStreamKilled, control, 3)), false, false},
		{"sends a message of a gigabyte", &server{}, number(1<<30, control, 0, 0, 0), false, false},
		{"speaks another language", &server{}, []byte("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"), false, false},
		{"sends an unknown command", &server{}, frame(control, numbered(nil, 999, control, 3)), false, true},
		{"sends a message of the wrong form", &server{}, frame(control, append(numbered(nil, proto.OpRequest, control), "tthree\x00"...)), false, true},
		{"sends an empty message", &server{}, frame(control, nil), false, true},
		{"sends samples", &server{}, frame(3, make([]byte, 1000)), false, true},
		{"answers a request that was never made", &server{}, frame(control, numbered(nil, proto.OpReply, 77, 1, 2, 3)), false, true},
		{"reports other events", &server{}, frame(control, numbered(nil, proto.OpUnderflow, control, 3)), false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			printed := captured(t, func() {
				with(t, c.srv, func(t *testing.T, p *Player) {
					began := time.Now()
					p.Play(time.Second, game.Win, game.Win)
					if took := time.Since(began); took != 0 {
						t.Errorf("Play takes %v", took)
					}
					later(100 * time.Millisecond)
					c.srv.say(c.say)
					if c.hang {
						c.srv.hangUp()
					}
					later(10 * time.Second)
					if got := c.srv.connected(); got != c.stays {
						t.Errorf("connected: %t, want %t", got, c.stays)
					}
					p.Play(0, game.Place)
					later(10 * time.Second)
					if got := c.srv.state().calls; got != 1 {
						t.Errorf("%d connections within a minute, want one", got)
					}
					later(again)
					c.srv.mu.Lock()
					c.srv.mute, c.srv.deny, c.srv.stuck, c.srv.samples = 0, 0, false, nil
					c.srv.mu.Unlock()
					p.Play(0, game.Place)
					later(time.Second)
					if got := trimmed(c.srv.state().samples); !slices.Equal(got, trimmed(samples(game.Place))) {
						t.Errorf("a minute later the player plays %d samples, not the sound", len(got))
					}
				})
			})
			if printed != "" {
				t.Errorf("the player prints %q", printed)
			}
		})
	}
}

func TestCloseWaitsForNoServer(t *testing.T) {
	for _, c := range []struct {
		name string
		srv  *server
	}{
		{"that answers nothing", &server{mute: proto.OpAuth}},
		{"that does not start", &server{mute: proto.OpCorkPlaybackStream}},
		{"that plays nothing", &server{stuck: true}},
		{"that plays", &server{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			with(t, c.srv, func(t *testing.T, p *Player) {
				p.Play(0, game.Win)
				later(50 * time.Millisecond)
				began := time.Now()
				p.Close()
				if took := time.Since(began); took != 0 {
					t.Errorf("Close takes %v", took)
				}
				p.Play(0, game.Win)
			})
		})
	}
	t.Run("that cannot be reached", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			release := make(chan struct{})
			p := open("attic", func(context.Context) (net.Conn, error) {
				<-release
				return nil, context.Canceled
			})
			p.Play(0, game.Win)
			later(time.Hour)
			began := time.Now()
			p.Close()
			if took := time.Since(began); took > leave {
				t.Errorf("Close takes %v, want at most %v", took, leave)
			}
			close(release)
		})
	})
}

func TestASoundThatIsLateIsLeftOut(t *testing.T) {
	srv := &server{slow: 800 * time.Millisecond}
	with(t, srv, func(t *testing.T, p *Player) {
		p.Play(0, game.Place)
		later(3 * time.Second)
		if got := srv.state(); len(got.samples) > 0 {
			t.Errorf("a tick is heard %v after the move", got.late)
		}
		p.Play(0, game.Change)
		later(time.Second)
		if got := trimmed(srv.state().samples); !slices.Equal(got, trimmed(samples(game.Change))) {
			t.Errorf("the next sound is not the first one heard: %d samples", len(got))
		}
	})
}

func TestTheNameMayBeAnything(t *testing.T) {
	for _, name := range []string{"", "attic", strings.Repeat("atticus ", 1000), strings.Repeat("ä", 100), "\xff\xfe"} {
		srv := &server{}
		synctest.Test(t, func(t *testing.T) {
			p := open(name, srv.dial)
			p.Play(0, game.Place)
			later(time.Second)
			if len(srv.state().samples) == 0 {
				t.Errorf("%.20q plays nothing", name)
			}
			p.Close()
		})
	}
}

func TestAnyNumberMayPlayAtOnce(t *testing.T) {
	srv := &server{}
	with(t, srv, func(t *testing.T, p *Player) {
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				for range 20 {
					p.Play(time.Millisecond, gametest.Sounds()...)
				}
			})
		}
		all.Wait()
		later(5 * time.Second)
		before := len(srv.state().samples)
		p.Play(0, game.Place)
		later(time.Second)
		if got := srv.state(); !slices.Equal(trimmed(got.samples[before:]), trimmed(samples(game.Place))) || got.calls != 1 {
			t.Errorf("after them a tick is %d samples, over %d connections", len(got.samples)-before, got.calls)
		}
	})
}

// Sockets without a server, as they occur on real machines.
func TestSocketsWithoutServer(t *testing.T) {
	folder, err := os.MkdirTemp("", "sound") // shorter than t.TempDir: the length of a socket's path is limited
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	quiet := filepath.Join(folder, "quiet")
	listener, err := net.Listen("unix", quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	dead := filepath.Join(folder, "dead")
	if l, err := net.ListenUnix("unix", &net.UnixAddr{Name: dead, Net: "unix"}); err != nil {
		t.Fatal(err)
	} else {
		l.SetUnlinkOnClose(false)
		l.Close()
	}
	for _, c := range []struct{ name, server string }{
		{"none", "unix:" + filepath.Join(folder, "none")},
		{"an empty name", ""},
		{"one of another machine", "{elsewhere}unix:" + quiet},
		{"refusing", dead},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("PULSE_SERVER", c.server)
			p := Open("attic")
			p.Play(0, game.Place)
			p.Close()
			if conn, err := dial(t.Context()); err == nil {
				conn.Close()
				t.Error("connected, want an error")
			}
		})
	}
	t.Run("never answering", func(t *testing.T) {
		t.Setenv("PULSE_SERVER", quiet)
		p := Open("attic")
		p.Play(0, game.Place)
		conn, err := listener.Accept()
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		p.Play(0, game.Win)
		p.Close()
		for buffer := make([]byte, 1024); err == nil; {
			_, err = conn.Read(buffer)
		}
		if err.Error() != "EOF" {
			t.Errorf("the connection ends with %v, want io.EOF", err)
		}
	})
}

func TestAddresses(t *testing.T) {
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		env  map[string]string
		want string
	}{
		{"the user's socket, then the system's", map[string]string{"XDG_RUNTIME_DIR": "/run/user/7"}, "unix /run/user/7/pulse/native, unix /run/pulse/native"},
		{"a folder of its own first", map[string]string{"XDG_RUNTIME_DIR": "/run/user/7", "PULSE_RUNTIME_PATH": "/p"}, "unix /p/native, unix /run/user/7/pulse/native, unix /run/pulse/native"},
		{"a path", map[string]string{"PULSE_SERVER": "/tmp/s"}, "unix /tmp/s"},
		{"a socket", map[string]string{"PULSE_SERVER": "unix:/tmp/s"}, "unix /tmp/s"},
		{"a host", map[string]string{"PULSE_SERVER": "gurki"}, "tcp gurki:4713"},
		{"a host and port", map[string]string{"PULSE_SERVER": "gurki:99"}, "tcp gurki:99"},
		{"tcp", map[string]string{"PULSE_SERVER": "tcp:gurki"}, "tcp gurki:4713"},
		{"tcp and port", map[string]string{"PULSE_SERVER": "tcp:gurki:99"}, "tcp gurki:99"},
		{"tcp4", map[string]string{"PULSE_SERVER": "tcp4:10.0.0.1"}, "tcp4 10.0.0.1:4713"},
		{"tcp6", map[string]string{"PULSE_SERVER": "tcp6:[::1]"}, "tcp6 [::1]:4713"},
		{"tcp6 and port", map[string]string{"PULSE_SERVER": "tcp6:[::1]:99"}, "tcp6 [::1]:99"},
		{"several", map[string]string{"PULSE_SERVER": "/a  tcp:b"}, "unix /a, tcp b:4713"},
		{"this machine's and another's", map[string]string{"PULSE_SERVER": "{" + host + "}/a {elsewhere}/b"}, "unix /a"},
		{"a name without its end", map[string]string{"PULSE_SERVER": "{" + host}, ""},
		{"none", map[string]string{"PULSE_SERVER": ""}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, name := range []string{"PULSE_SERVER", "PULSE_RUNTIME_PATH", "XDG_RUNTIME_DIR"} {
				t.Setenv(name, "") // makes the test restore the variable
				os.Unsetenv(name)
				if value, ok := c.env[name]; ok {
					t.Setenv(name, value)
				}
			}
			var got []string
			for _, a := range addresses() {
				got = append(got, a.network+" "+a.address)
			}
			if strings.Join(got, ", ") != c.want {
				t.Errorf("%q, want %q", strings.Join(got, ", "), c.want)
			}
		})
	}
}

func TestCookie(t *testing.T) {
	folder := t.TempDir()
	write := func(name string, size int, b byte) string {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, slices.Repeat([]byte{b}, size), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	t.Setenv("HOME", folder)
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("PULSE_COOKIE", "")
	check := func(clause string, want byte) {
		t.Helper()
		if got := cookie(); len(got) != 256 || got[0] != want {
			t.Errorf("%s: %d bytes of %d, want 256 of %d", clause, len(got), got[0], want)
		}
	}
	check("without a file, the cookie is zero", 0)
	write(".pulse-cookie", 256, 1)
	check("the old place", 1)
	write(".config/pulse/cookie", 256, 2)
	check("the default place comes before the old one", 2)
	write(".config/pulse/cookie", 100, 3)
	check("half a cookie is ignored", 1)
	t.Setenv("PULSE_COOKIE", write("mine", 256, 4))
	check("the file named by PULSE_COOKIE", 4)
}

// captured returns what f prints to the standard output and to the standard error.
func captured(t *testing.T, f func()) string {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "printed"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	stdout, stderr := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = file, file
	defer func() { os.Stdout, os.Stderr = stdout, stderr }()
	f()
	printed, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(printed)
}
