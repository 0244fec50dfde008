package sshd

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"golang.org/x/crypto/ssh"

	"attic/dev/wait"
	"attic/games"
	"attic/server"
	"attic/server/files"
	"attic/table/wire"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// place is a hall with a server for visitors.
type place struct {
	*Server
	t    testing.TB
	hall *server.Hall
	dir  string
}

// opened opens a hall on this machine to visitors over SSH; change changes its settings.
func opened(t testing.TB, change func(*Config)) place {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "hall"), change)
}

func open(t testing.TB, dir string, change func(*Config)) place {
	t.Helper()
	at, err := files.Open(dir, games.Find)
	must(t, err)
	hall, err := server.Open(server.Config{Storage: at, Games: games.All(), Loose: true})
	must(t, err)
	t.Cleanup(func() { must(t, hall.Close()) })
	p := place{t: t, hall: hall, dir: filepath.Join(dir, "ssh")}
	p.Server = p.serve(change)
	return p
}

func (p place) serve(change func(*Config)) *Server {
	p.t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(p.t, err)
	c := Config{
		Listener: listener, Dir: p.dir, Hall: p.hall, Games: games.All(), Find: games.Find, Most: 64, Log: slog.New(slog.DiscardHandler),
		Links: func(net.Addr) wire.Address { return wire.Address{Host: "games.example", Port: 443, TLS: true} },
	}
	if change != nil {
		change(&c)
	}
	s, err := Serve(c)
	must(p.t, err)
	p.t.Cleanup(func() { _ = s.Close() }) // it may be closed already
	return s
}

func newKey(t testing.TB) ssh.Signer {
	t.Helper()
	_, key, err := ed25519.GenerateKey(nil)
	must(t, err)
	signer, err := ssh.NewSignerFromSigner(key)
	must(t, err)
	return signer
}

// dial connects a visitor, who has a key unless it is nil.
func (s *Server) dial(key ssh.Signer) (*ssh.Client, error) {
	c := &ssh.ClientConfig{
		User: "ann", HostKeyCallback: ssh.FixedHostKey(s.key), Timeout: time.Minute,
		Auth: []ssh.AuthMethod{ssh.KeyboardInteractive(func(_, _ string, questions []string, _ []bool) ([]string, error) {
			return nil, fmt.Errorf("asked %q", questions)
		})},
	}
	if key != nil {
		c.Auth = []ssh.AuthMethod{ssh.PublicKeys(key)}
	}
	return ssh.Dial("tcp", s.Listener.Addr().String(), c)
}

type visitor struct {
	t      testing.TB
	client *ssh.Client
	*ssh.Session
	keys io.Writer

	mu      sync.Mutex
	vt      *vt.Emulator // nil: a terminal that shows nothing
	said    bytes.Buffer
	changed chan struct{} // holds one value after something was shown
}

// come shows a visitor the menu, or the table to which a link leads.
func (s *Server) come(t testing.TB, key ssh.Signer, link string) *visitor {
	t.Helper()
	v, err := s.tries(t, key, link)
	must(t, err)
	return v
}

const usualW, usualH = 80, 24

func (s *Server) tries(t testing.TB, key ssh.Signer, link string) (*visitor, error) {
	client, err := s.dial(key)
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { _ = client.Close() }) // it may be closed already
	session, err := client.NewSession()
	if err != nil {
		return nil, err
	}
	v := &visitor{t: t, client: client, Session: session, vt: vt.NewEmulator(usualW, usualH), changed: make(chan struct{}, 1)}
	v.keys, err = session.StdinPipe()
	must(t, err)
	session.Stdout = v
	must(t, session.RequestPty("xterm-256color", usualH, usualW, ssh.TerminalModes{}))
	go func() { _, _ = io.Copy(v.keys, v.vt) }() // the answers of the terminal count as keys
	t.Cleanup(func() { _ = v.vt.InputPipe().(io.Closer).Close() })
	if link == "" {
		return v, session.Shell()
	}
	return v, session.Start(link)
}

// Write implements io.Writer: it shows text.
func (v *visitor) Write(text []byte) (int, error) {
	v.mu.Lock()
	v.said.Write(text)
	if v.vt != nil {
		_, _ = v.vt.Write(text) // never fails
	}
	v.mu.Unlock()
	select {
	case v.changed <- struct{}{}:
	default:
	}
	return len(text), nil
}

func (v *visitor) screen() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.vt.String()
}

// all returns the text sent to the terminal so far.
func (v *visitor) all() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.said.String()
}

// shows waits until the screen contains a text.
func (v *visitor) shows(text string) {
	v.t.Helper()
	ctx, stop := wait.Context()
	defer stop()
	for !strings.Contains(v.screen(), text) {
		select {
		case <-v.changed:
		case <-ctx.Done():
			v.t.Fatalf("waited in vain for %q:\n%s", text, v.screen())
		}
	}
}

func (v *visitor) press(keys string) {
	v.t.Helper()
	_, err := io.WriteString(v.keys, keys)
	must(v.t, err)
}

func (v *visitor) types(line string) { v.press(":" + line + "\r") }

// cut ends the connection, like a pulled cable.
func (v *visitor) cut() { _ = v.client.Close() }

// ends waits until the session has ended, and returns the status.
func (v *visitor) ends() int {
	v.t.Helper()
	err := v.Wait()
	_ = v.client.Close() // it may be closed already
	status, ok := errors.AsType[*ssh.ExitError](err)
	if err != nil && !ok {
		v.t.Fatalf("the session ended with %v, and after\n%s", err, v.all())
	}
	if ok {
		return status.ExitStatus()
	}
	return 0
}

const ctrlC = "\x03"

// The menu appears without a question; Ctrl-C leaves it and restores the terminal.
func TestTheMenu(t *testing.T) {
	p := opened(t, nil)
	v := p.come(t, nil, "")
	v.shows("Three abstract board games")
	v.press("\x1a") // Ctrl-Z suspends nothing
	v.press("2")
	v.shows("Play a friend")
	v.mu.Lock()
	v.vt.Resize(110, 30)
	v.mu.Unlock()
	must(t, v.WindowChange(30, 110))
	v.shows("╭─ Ataxx ─")
	if n := p.Inside(); n != 1 {
		t.Errorf("%d visitors", n)
	}
	v.press(ctrlC)
	if status := v.ends(); status != 0 || v.vt.IsAltScreen() {
		t.Errorf("status %d, the screen is still shown: %t", status, v.vt.IsAltScreen())
	}
	wait.Until(t, "the visitor to leave", func() (any, bool) { n := p.Inside(); return n, n == 0 })
	if left, err := os.ReadDir(p.folder.memory); err != nil || len(left) != 0 {
		t.Errorf("%v is left of somebody without a key, %v", left, err)
	}
}

// Two visitors play each other at the hall: one has a key, the other a link. Both connections are cut, one in the middle of a move, and both visitors come back.
func TestTwoVisitors(t *testing.T) {
	p := opened(t, nil)
	key := newKey(t)
	made, err := p.hall.Make(server.Wish{Game: "ataxx", With: server.Friend}, "192.0.2.1")
	must(t, err)
	ann := p.come(t, key, made.ID)
	ann.shows("You are red")
	bo := p.come(t, nil, "https://games.example/#"+made.Friend)
	bo.shows("You are blue")
	ann.shows("Your move: red")
	ann.types("a7-b6")
	bo.shows("a7-b6")
	bo.types("g7-f6")
	ann.shows("g7-f6")

	ann.press(":b6-c") // the move is not complete
	ann.shows("b6-c")
	ann.cut()
	bo.cut()
	ann = p.come(t, key, "") // without the link
	ann.shows("g7-f6")
	ann.shows("Your move: red")
	bo = p.come(t, nil, "#"+made.Friend)
	bo.shows("g7-f6")
	ann.types("b6-c5")
	ann.cut() // while the move is on its way, so it may or may not have been played
	ann = p.come(t, key, "")
	ann.shows("g7-f6")
	ann.types("b6-c5")
	bo.shows("b6-c5")
	ann.shows("Waiting for the other player to move")
	if shown := ann.screen(); strings.Count(shown, "▸b6-c5") != 1 {
		t.Errorf("the move is not there once:\n%s", shown)
	}
	bo.types("f6-e5")
	ann.shows("f6-e5")

	again := p.come(t, key, "") // while the last visit is still there
	again.shows("f6-e5")
	if status := ann.ends(); status != 1 || !strings.Contains(ann.all(), "This session has ended, because you opened another one") {
		t.Errorf("the session before ended with %d", status)
	}
	stranger := p.come(t, newKey(t), made.Friend)
	stranger.shows("Both sides of this game are taken")
	watches := p.come(t, nil, made.Table+wire.Watching)
	watches.shows("f6-e5")
}

// A game against the computer continues after a cut and after the hall was closed; progress and settings are kept under the key.
func TestWhatIsKeptUnderAKey(t *testing.T) {
	p := opened(t, nil)
	key := newKey(t)
	v := p.come(t, key, "")
	v.shows("Three abstract")
	v.press("2\r")
	v.shows("Your move: red")
	v.types("a7-b6")
	v.shows("a7-b6")
	v.cut()
	v = p.come(t, key, "")
	v.shows("a7-b6")
	v.press(":name \x1b[200~Ann\a\u009b\x1b[201~\r")
	v.shows("Red is Ann.")
	v.press(ctrlC)
	v.ends()
	for _, of := range []string{"games", "settings.json"} {
		if _, err := os.Stat(filepath.Join(p.dir, "visitors", nameOf(key.PublicKey()), of)); err != nil {
			t.Error(err)
		}
	}
	v = p.come(t, key, "")
	v.shows("Continue")
	began := time.Now()
	must(t, p.Close())
	if took := time.Since(began); took > 2*hurryTime {
		t.Errorf("closing took %v", took)
	}
	if status := v.ends(); status != 1 || !strings.Contains(v.all(), "The hall is closing; it will be back.") {
		t.Errorf("status %d", status)
	}
	other := p.serve(nil)
	if other.Fingerprint() != p.Fingerprint() {
		t.Error("the host key is another one")
	}
	v = other.come(t, key, "")
	v.press("2")
	v.shows("Continue")
}

// The host key is made once and can be read only by its owner; a key that others can read is refused.
func TestHostKey(t *testing.T) {
	f, err := openFolder(t.TempDir(), games.Find)
	must(t, err)
	defer func() { must(t, f.close()) }()
	first, err := f.hostKey()
	must(t, err)
	path := filepath.Join(f.dir, "host_key")
	info, err := os.Stat(path)
	must(t, err)
	if mode := info.Mode().Perm(); mode != 0o600 || first.PublicKey().Type() != ssh.KeyAlgoED25519 {
		t.Errorf("the mode is %v, the key %s", mode, first.PublicKey().Type())
	}
	second, err := f.hostKey()
	must(t, err)
	if !bytes.Equal(first.PublicKey().Marshal(), second.PublicKey().Marshal()) {
		t.Error("there is another host key")
	}
	must(t, os.Chmod(path, 0o644))
	if _, err := f.hostKey(); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("others can read it: %v", err)
	}
	if _, err := openFolder(f.dir, games.Find); err == nil || !strings.Contains(err.Error(), "another atticd") {
		t.Errorf("two servers use one folder: %v", err)
	}
}

// The remains of visitors without a key, left by a kill, are removed at the next start.
func TestWhatAKillLeaves(t *testing.T) {
	dir := t.TempDir()
	f, err := openFolder(dir, games.Find)
	must(t, err)
	_, _, err = f.store("")
	must(t, err)
	must(t, f.lock.Unlock())
	g, err := openFolder(dir, games.Find)
	must(t, err)
	if _, err := os.Stat(f.memory); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is left: %v", f.memory, err)
	}
	must(t, g.close())
}

// Visitors get a screen, and nothing else: no other program, no forwarding, agent or sftp, no environment.
func TestWhatIsRefused(t *testing.T) {
	p := opened(t, nil)
	client, err := p.dial(newKey(t))
	must(t, err)
	defer client.Close()
	for _, kind := range []string{"tcpip-forward", "cancel-tcpip-forward", "streamlocal-forward@openssh.com", "hostkeys-prove-00@openssh.com"} {
		if ok, _, err := client.SendRequest(kind, true, ssh.Marshal(struct {
			Host string
			Port uint32
		}{"127.0.0.1", 0})); ok || err != nil {
			t.Errorf("%s: %t, %v", kind, ok, err)
		}
	}
	to := ssh.Marshal(struct {
		Host string
		Port uint32
		From string
		At   uint32
	}{"127.0.0.1", 22, "127.0.0.1", 5})
	for _, kind := range []string{"direct-tcpip", "forwarded-tcpip", "direct-streamlocal@openssh.com", "x11", "auth-agent@openssh.com", "tun@openssh.com"} {
		if _, _, err := client.OpenChannel(kind, to); err == nil {
			t.Errorf("%s is open", kind)
		}
	}
	session, err := client.NewSession()
	must(t, err)
	if _, err := client.NewSession(); err == nil {
		t.Error("there is a second session")
	}
	for kind, payload := range map[string]any{
		"env": struct{ Name, Value string }{"LC_ALL", "C"},
		"auth-agent-req@openssh.com": struct {
			Rest []byte `ssh:"rest"`
		}{},
		"x11-req":       struct{ Single bool }{true},
		"subsystem":     struct{ Name string }{"sftp"},
		"signal":        struct{ Name string }{"KILL"},
		"break":         struct{ Length uint32 }{500},
		"pty-req":       struct{ Wrong uint32 }{1},
		"window-change": struct{ Wrong byte }{1},
	} {
		if ok, err := session.SendRequest(kind, true, ssh.Marshal(payload)); ok || err != nil {
			t.Errorf("%s: %t, %v", kind, ok, err)
		}
	}
	for _, c := range []struct {
		command, want string
		terminal      bool
	}{
		{"ls -l", "No commands are run here", true},
		{"/bin/sh", "No commands are run here", true},
		{"sh -c 'touch x'; $(id)", "No commands are run here", true},
		{"ls -l", "A terminal is needed", false},
		{"", "A terminal is needed", false},
	} {
		client, err := p.dial(nil)
		must(t, err)
		session, err := client.NewSession()
		must(t, err)
		if c.terminal {
			must(t, session.RequestPty("xterm", 24, 80, nil))
		}
		said, err := session.Output(c.command)
		if status, ok := errors.AsType[*ssh.ExitError](err); !ok || status.ExitStatus() != 1 || !strings.HasPrefix(string(said), c.want) {
			t.Errorf("%q: %q, %v", c.command, said, err)
		}
		_ = client.Close()
	}
	for _, kind := range []string{"dumb", "", "../../../etc/passwd", "xterm\x1b[2J", strings.Repeat("x", 300)} {
		client, err := p.dial(nil)
		must(t, err)
		session, err := client.NewSession()
		must(t, err)
		must(t, session.RequestPty(kind, 24, 80, nil))
		if said, err := session.Output(""); err == nil || !strings.HasPrefix(string(said), "This kind of terminal cannot show attic's full screen") {
			t.Errorf("%q: %q, %v", kind, said, err)
		}
		_ = client.Close()
	}
}

// There are limits on the visitors from one address and on all visitors; visitors whose key is known are let in beyond these limits.
func TestHowManyComeIn(t *testing.T) {
	p := opened(t, func(c *Config) { c.Most, c.PerAddress = 3, 2 })
	known, fresh := newKey(t), newKey(t)
	v := p.come(t, known, "")
	v.press("2\r")
	v.types("a7-b6")
	v.shows("a7-b6")
	v.press(ctrlC)
	v.ends()
	wait.Until(t, "the visitor to leave", func() (any, bool) { n := p.Inside(); return n, n == 0 })
	refused := func(key ssh.Signer, want string) {
		t.Helper()
		v, err := p.tries(t, key, "")
		if err != nil {
			t.Fatal(err)
		}
		if status := v.ends(); status != 1 || !strings.Contains(v.all(), want) {
			t.Errorf("status %d, %q", status, v.all())
		}
	}
	p.come(t, nil, "").shows("Three abstract")
	p.come(t, nil, "").shows("Three abstract")
	refused(nil, "from your address")
	refused(fresh, "from your address")
	p.come(t, known, "").shows("Continue")
	p.mu.Lock()
	p.PerAddress = 0
	p.mu.Unlock()
	refused(nil, "Too many people are here at the moment")
	if p.refused.Load() != 3 || p.came.Load() != 4 {
		t.Errorf("%d refused, %d let in", p.refused.Load(), p.came.Load())
	}
}

// Connections that come too often or are too slow are closed without a message.
func TestWhoComesIsBounded(t *testing.T) {
	p := opened(t, func(c *Config) { c.PerAddress = 4 })
	heard := make(chan bool)
	for range mostComing/4 + 1 {
		conn, err := net.Dial("tcp", p.Listener.Addr().String())
		must(t, err)
		defer conn.Close()
		go func() {
			n, _ := conn.Read(make([]byte, 1)) // n is 0 if the other side has closed the connection
			heard <- n == 1
		}()
	}
	n := 0
	for range mostComing/4 + 1 {
		if <-heard {
			n++
		}
	}
	if n != mostComing/4 {
		t.Errorf("%d connections from one address are served at the same time", n)
	}
}

// A visitor who does nothing, or who does not read, is sent away.
func TestWhoIsSentAway(t *testing.T) {
	p := opened(t, nil)
	v := p.come(t, nil, "")
	v.shows("Three abstract")
	ended := make(chan int)
	go func() { ended <- v.ends() }()
	status := -1
	wait.Until(t, "the end", func() (any, bool) { // repeatedly, because the terminal's answers count as keys
		p.mu.Lock()
		for there := range p.inside {
			there.idle.Reset(0)
		}
		p.mu.Unlock()
		select {
		case status = <-ended:
			return status, true
		default:
			return status, false
		}
	})
	if status != 1 || !strings.Contains(v.all(), "No key was pressed for 20 minutes.") {
		t.Errorf("status %d, %q", status, v.all())
	}

	closed := make(chan struct{})
	o := out{deaf{closed}, &visit{raw: closing{ended: closed}}, 0}
	if _, err := o.Write([]byte("text")); !errors.Is(err, io.EOF) {
		t.Errorf("what nobody reads: %v", err)
	}
}

// deaf is a channel whose other side does not read.
type deaf struct{ ended chan struct{} }

func (d deaf) Write([]byte) (int, error) { <-d.ended; return 0, io.EOF }

type closing struct {
	net.Conn
	ended chan struct{}
}

func (c closing) Close() error { close(c.ended); return nil }

// Nobody can send an endless stream of keys, for example as a paste that never ends.
func TestWhatIsTypedIsBounded(t *testing.T) {
	ctx, stop := context.WithCancelCause(t.Context())
	v := &visit{doing: ctx, stop: stop, idle: time.NewTimer(time.Hour), typed: mostTyped}
	if n, err := (in{strings.NewReader("x"), v}).Read(make([]byte, 10)); n != 0 || err == nil || context.Cause(ctx) != errMuch {
		t.Errorf("%d bytes, %v, %v", n, err, context.Cause(ctx))
	}
}

// A visitor whose screens need a lot of computing has to wait.
func TestTurnsAreBudgeted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	v := &visit{draws: drawRate, doing: ctx}
	v.turn(4 * time.Second)
	if d := v.draws.Wait(0.25, time.Now()); d < time.Second/2 || d > time.Second {
		t.Errorf("after the budget is used it waits %v", d)
	}
	stop()
	v.turn(time.Hour) // returns immediately, since the visit has ended
}
