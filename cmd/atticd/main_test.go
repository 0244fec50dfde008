package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"attic/dev/halltest"
	"attic/server"
	"attic/table/wire"
)

// asProgram is an environment variable that makes this test program atticd.
const asProgram = "ATTICD_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

// running is an atticd that a test started.
type running struct {
	t       *testing.T
	dir     string
	port    string
	ssh     string // the address for terminals, and the fingerprint of the host key, with the option --ssh
	print   string
	admin   string // the port of the operator's address, with the option --admin localhost:0
	options []string
	cmd     *exec.Cmd
	said    *strings.Builder // on standard error
	told    chan struct{}    // closed when said is complete
	down    atomic.Int64     // the least time for which it did not run between a kill and the next start
}

// start starts atticd on any free port, or after a kill on its earlier port.
func start(t *testing.T, dir string, options ...string) *running {
	t.Helper()
	r := &running{t: t, dir: dir, port: "0", options: options}
	if err := r.begin(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.end(syscall.SIGKILL) })
	return r
}

var portOf = regexp.MustCompile(`https?://[^/]*:(\d+)/`)

func (r *running) begin() error {
	r.cmd = exec.Command(os.Args[0], append([]string{"--listen", "127.0.0.1:" + r.port, "--admin", "off", "--per-address", "0"}, r.options...)...)
	if r.dir != "" {
		r.cmd.Args = append(r.cmd.Args, "--data", r.dir)
	}
	r.cmd.Env = append(os.Environ(), asProgram+"=1")
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	notes, err := r.cmd.StderrPipe()
	if err != nil {
		return err
	}
	if err := r.cmd.Start(); err != nil {
		return err
	}
	r.said, r.told = &strings.Builder{}, make(chan struct{})
	go func(said *strings.Builder, told chan struct{}) {
		_, _ = io.Copy(said, notes)
		close(told)
	}(r.said, r.told)
	said := bufio.NewReader(out)
	line, _ := said.ReadString('\n')
	port := portOf.FindStringSubmatch(line)
	if port == nil {
		_ = r.cmd.Process.Kill()
		<-r.told
		return fmt.Errorf("atticd said %q and %q", line, r.said)
	}
	if r.port == "0" { // but not after a kill, while others use the hall
		r.port = port[1]
	}
	if slices.Contains(r.options, "localhost:0") {
		line, _ = said.ReadString('\n')
		if port = portOf.FindStringSubmatch(line); port == nil {
			return fmt.Errorf("atticd said %q of the operator's address", line)
		}
		r.admin = port[1]
	}
	if slices.Contains(r.options, "--ssh") {
		line, _ = said.ReadString('\n')
		words := regexp.MustCompile(`ssh -p (\d+) (\S+) – the host key is (\S+)`).FindStringSubmatch(line)
		if words == nil {
			return fmt.Errorf("atticd said %q of terminals", line)
		}
		r.ssh, r.print = words[2]+":"+words[1], words[3]
	}
	return nil
}

// run runs atticd and returns its output and, if it failed, its exit status.
func run(t *testing.T, args ...string) (out, wrong string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	text, err := cmd.Output()
	if err != nil {
		wrong = err.Error()
	}
	return string(text), wrong
}

// end sends a signal and returns the result of atticd.
func (r *running) end(s os.Signal) error {
	_ = r.cmd.Process.Signal(s)
	<-r.told
	return r.cmd.Wait()
}

func (r *running) token() string {
	text, err := os.ReadFile(filepath.Join(r.dir, "admin-token"))
	if err != nil {
		r.t.Fatal(err)
	}
	return strings.TrimSpace(string(text))
}

// address returns the address of the hall, without a final slash.
func (r *running) address() string { return "http://127.0.0.1:" + r.port }

func (r *running) sit(id, key string, watch bool) (*halltest.Player, error) {
	hall, err := halltest.At(r.address())
	if err != nil {
		return nil, err
	}
	return halltest.Sit(context.Background(), hall, id, key, watch)
}

// sits joins a table of the hall with a secret, for a seat whose key is not known yet.
func (r *running) sits(join wire.Join) (*halltest.Player, error) {
	hall, err := halltest.At(r.address())
	if err != nil {
		return nil, err
	}
	dialing, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	conn, err := wire.Dial(dialing, hall, nil)
	if err != nil {
		return nil, err
	}
	return halltest.Join(context.Background(), conn, join)
}

func (r *running) make(w server.Wish) (seat server.Seat, err error) {
	return seat, halltest.Ask(context.Background(), "POST", r.address()+server.Prefix+"tables", w, &seat)
}

// Terminals come over SSH, find the printed host key, and are dismissed in order when atticd ends.
func TestOverSSH(t *testing.T) {
	r := start(t, t.TempDir(), "--ssh", "127.0.0.1:0", "--admin", "localhost:0")
	client, err := ssh.Dial("tcp", r.ssh, &ssh.ClientConfig{
		HostKeyCallback: func(_ string, _ net.Addr, key ssh.PublicKey) error {
			if got := ssh.FingerprintSHA256(key); got != r.print {
				return fmt.Errorf("the host key is %s, not %s", got, r.print)
			}
			return nil
		},
		Auth: []ssh.AuthMethod{ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil })},
	})
	if err != nil {
		t.Fatal(err)
	}
	session, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	if err := session.RequestPty("xterm-256color", 24, 80, nil); err != nil {
		t.Fatal(err)
	}
	out, err := session.StdoutPipe()
	if err == nil {
		_, err = session.StdinPipe() // which stays open
	}
	if err == nil {
		err = session.Shell()
	}
	if err != nil {
		t.Fatal(err)
	}
	shown := bufio.NewReader(out)
	for said := ""; !strings.Contains(said, "Atommaster"); {
		b, err := shown.ReadByte()
		if err != nil {
			t.Fatalf("%v after %q", err, said)
		}
		said += string(b)
	}
	var figures strings.Builder
	answer, err := http.Get("http://127.0.0.1:" + r.admin + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(&figures, answer.Body)
	_ = answer.Body.Close()
	if !strings.Contains(figures.String(), "\nattic_ssh_visitors 1\n") {
		t.Errorf("the figures are %s", &figures)
	}
	ended := make(chan error)
	go func() { ended <- r.end(syscall.SIGTERM) }()
	text, _ := io.ReadAll(shown)
	if !strings.Contains(string(text), "The hall is closing; it will be back.") {
		t.Errorf("the visitor is told %q", text)
	}
	if err := <-ended; err != nil {
		t.Errorf("after SIGTERM: %v, %s", err, r.said)
	}
}

// A game begins with links, is watched, and continues with the players' keys after a kill and after an orderly
// end.
func TestAGameGoesOn(t *testing.T) {
	r := start(t, t.TempDir())
	seat, err := r.make(server.Wish{Game: "ataxx", With: server.Friend, Side: 0, Level: -1})
	if err != nil {
		t.Fatal(err)
	}
	keys := [2]string{}
	var there [2]*halltest.Player
	join := func(want ...string) {
		t.Helper()
		for i, id := range []string{seat.ID, seat.Friend} {
			if there[i], err = r.sit(id, keys[i], false); err != nil {
				t.Fatal(err)
			}
			keys[i] = there[i].Key
			if got := strings.Join(there[i].Moves, " "); got != strings.Join(want, " ") || there[i].Seat != i {
				t.Fatalf("player %d has seat %d and is sent the moves %q, want %q", i, there[i].Seat, got, want)
			}
		}
	}
	move := func(who int, text string) {
		t.Helper()
		if err := there[who].Play(context.Background(), wire.NewAct(), text); err != nil {
			t.Fatal(err)
		}
		if code, ok := there[who].Answered(); !ok || code != "" {
			t.Fatalf("%s: %q, %v", text, code, ok)
		}
		if !there[1-who].Reaches(there[who].N) {
			t.Fatalf("the other player was not told of %s", text)
		}
	}
	join()
	move(0, "a7-b6")
	spectator, err := r.sit(seat.Table, "", true)
	if err != nil || spectator.Key != "" || len(spectator.Moves) != 1 {
		t.Fatal(spectator, err)
	}
	if _, err := r.sit(seat.Friend, "", false); err == nil || !strings.Contains(err.Error(), "taken") {
		t.Errorf("somebody else opened the link to a taken seat: %v", err)
	}
	if _, err := r.sit("nothing", "", false); err == nil {
		t.Error("a wrong ID led to a table")
	}
	move(1, "g7-f6")
	_ = r.end(syscall.SIGKILL)
	if err := r.begin(); err != nil {
		t.Fatal(err)
	}
	join("a7-b6", "g7-f6")
	move(0, "b6-c5")
	if err := r.end(syscall.SIGTERM); err != nil {
		t.Errorf("after SIGTERM: %v, %s", err, r.said)
	}
	for i, p := range there {
		for m := range p.Heard { // until the connection ends
			if _, bye := m.(wire.Bye); bye {
				t.Errorf("player %d was told that the game is over: %v", i, m)
			}
		}
	}
	if err := r.begin(); err != nil {
		t.Fatal(err)
	}
	join("a7-b6", "g7-f6", "b6-c5")
	move(1, "f6-e5")
}

// The hall serves the load of dev/load: it refuses nothing and loses no connection.
func TestALoad(t *testing.T) {
	r := start(t, t.TempDir(), "--admin", "localhost:0")
	l := halltest.Load{Hall: r.address(), Admin: "http://localhost:" + r.admin, Token: r.token(), Game: "atom4", Probe: t.TempDir(), Pause: 10 * time.Millisecond, For: 300 * time.Millisecond, Tables: 4, Spectators: 2, Sockets: 5}
	var said strings.Builder
	if err := l.Run(t.Context(), &said); err != nil {
		t.Fatal(err)
	}
	if text := said.String(); !strings.HasPrefix(text, "4 tables, 15 sockets\nheap: ") || !strings.Contains(text, "; refused 0, connections lost 0\n") {
		t.Error(text)
	}
	l.Game = "atommaster"
	if err := l.Run(t.Context(), &said); err == nil || err.Error() != `-game takes a game without hidden information, not "atommaster"` {
		t.Error(err)
	}
}
