//go:build long && unix && !nobrowser

package web_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/creack/pty"

	"attic/game"
	"attic/games"
	"attic/internal/wait"
	"attic/match"
	"attic/store"
)

// program builds attic with the page of the tree and returns its path.
var program = sync.OnceValues(func() (string, error) {
	made, err := files()
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "attic-program")
	if err != nil {
		return "", err
	}
	here, err := filepath.Abs("built")
	if err != nil {
		return "", err
	}
	replaced := map[string]string{}
	for _, name := range []string{"core.wasm.gz", "wasm_exec.js"} {
		replaced[filepath.Join(here, name)] = filepath.Join(dir, name)
		if err := os.WriteFile(filepath.Join(dir, name), made[name], 0o644); err != nil {
			return "", err
		}
	}
	overlay, _ := json.Marshal(map[string]any{"Replace": replaced})
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o644); err != nil {
		return "", err
	}
	path := filepath.Join(dir, "attic")
	if said, err := exec.Command("go", "build", "-tags", "nethttpomithttp2", "-ldflags", "-s -w", "-overlay", filepath.Join(dir, "overlay.json"), "-o", path, "attic/cmd/attic").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, said)
	}
	return path, nil
})

// id is the ID of the hosted games.
const id = "blue-heron-27"

// host is attic in a terminal, hosting a game.
type host struct {
	t    *testing.T
	game string
	home string
	kept store.Store
	port string
	cmd  *exec.Cmd
	in   *os.File
	mu   sync.Mutex
	out  strings.Builder
}

// hosts starts a program that hosts a game, and waits until it does.
func hosts(t *testing.T, name, port string) *host {
	t.Helper()
	home := t.TempDir()
	h := &host{t: t, game: name, home: home, kept: store.Open(filepath.Join(home, "attic"), games.Find), port: port}
	h.start("host", name, id, "--port", port, "--watch", "--seed", "7")
	return h
}

// start starts the program and waits until it hosts.
func (h *host) start(args ...string) {
	h.t.Helper()
	path, err := program()
	if err != nil {
		h.t.Fatal(err)
	}
	h.cmd = exec.Command(path, append(args, "--lines")...)
	h.cmd.Dir = h.home
	h.cmd.Env = []string{"HOME=" + h.home, "XDG_STATE_HOME=" + h.home, "TERM=dumb", "PATH=" + os.Getenv("PATH")}
	h.in, err = pty.Start(h.cmd)
	if err != nil {
		h.t.Fatal(err)
	}
	cmd, in := h.cmd, h.in
	h.mu.Lock()
	h.out.Reset()
	h.mu.Unlock()
	go func() { _, _ = io.Copy(h, in) }()
	h.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = in.Close()
	})
	wait.Until(h.t, "the host", func() (any, bool) { return h.said(), strings.Contains(h.said(), "> ") })
}

// Write takes what the program prints.
func (h *host) Write(data []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.out.Write(data)
}

func (h *host) said() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.out.String()
}

// types types a line.
func (h *host) types(line string) {
	h.t.Helper()
	if _, err := io.WriteString(h.in, line+"\r"); err != nil {
		h.t.Fatal(err)
	}
}

// again kills the program and starts it again.
func (h *host) again() {
	h.t.Helper()
	h.kill()
	h.resume()
}

func (h *host) kill() {
	h.t.Helper()
	if err := h.cmd.Process.Kill(); err != nil {
		h.t.Fatal(err)
	}
	_ = h.cmd.Wait()
}

func (h *host) resume() {
	h.t.Helper()
	h.start("host", "--resume", "--watch")
}

// match returns the game as it is on the disk, which is never behind what anybody is told.
func (h *host) match() match.Match {
	h.t.Helper()
	if k, err := h.kept.Find(1); err == nil {
		return k.Match
	} else if !errors.Is(err, store.ErrNoGame) {
		h.t.Fatal(err)
	}
	g, _ := games.Find(h.game)
	m, err := match.New(g, game.Setup{}) // nothing has been played yet
	if err != nil {
		h.t.Fatal(err)
	}
	return m
}

// otherAddress is the environment variable with the address at which browsers find hosts.
const otherAddress = "ATTIC_TEST_ADDRESS"

// relay is a network between a browser and a host, which a test can cut.
type relay struct {
	net.Listener
	port string // of the host

	mu    sync.Mutex
	conns []*line
}

// line is a connection. It is silent in a direction in which it loses everything.
type line struct {
	ends   [2]net.Conn
	silent [2]bool // from the browser, from the host
}

func relays(t *testing.T) *relay {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &relay{}
	_, r.port, _ = net.SplitHostPort(free.Addr().String())
	if r.Listener, err = net.Listen("tcp", cmp.Or(os.Getenv(otherAddress), "127.0.0.1")+":0"); err != nil {
		t.Fatal(err)
	}
	_ = free.Close()
	t.Cleanup(func() {
		_ = r.Close()
		r.cut()
	})
	go func() {
		for {
			near, err := r.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", "127.0.0.1:"+r.port)
			if err != nil {
				_ = near.Close()
				continue
			}
			l := &line{ends: [2]net.Conn{near, far}}
			r.mu.Lock()
			r.conns = append(r.conns, l)
			r.mu.Unlock()
			go r.pass(l, 0)
			go r.pass(l, 1)
		}
	}()
	return r
}

// pass passes on what comes from one end.
func (r *relay) pass(l *line, from int) {
	data := make([]byte, 32<<10)
	for {
		n, err := l.ends[from].Read(data)
		r.mu.Lock()
		silent := l.silent[from]
		r.mu.Unlock()
		if err != nil {
			break
		}
		if !silent {
			_, _ = l.ends[1-from].Write(data[:n])
		}
	}
	_ = l.ends[0].Close()
	_ = l.ends[1].Close()
}

// cut ends all connections.
func (r *relay) cut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.conns {
		_ = l.ends[0].Close()
		_ = l.ends[1].Close()
	}
	r.conns = nil
}

// silence makes all present connections silent: from the browser (0), or from the host (1).
func (r *relay) silence(from int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.conns {
		l.silent[from] = true
	}
}

// link is the address for browsers.
func (r *relay) link() string { return fmt.Sprintf("http://%s/#%s", r.Addr(), id) }

// shows waits until the page shows a position: each place of its board, in words.
func (p *tab) shows(state game.State, seat int) {
	p.t.Helper()
	want := map[string]string{}
	for _, spot := range state.View(seat).Scene().Spots {
		want[spot.Name] = spot.Label
	}
	text, _ := json.Marshal(want)
	wait.Until(p.t, "the position", func() (any, bool) {
		var found struct {
			Right int
			Wrong []string
		}
		p.evaluate(fmt.Sprintf(`((want) => {
			const board = [...document.querySelectorAll('#spots button')].filter((button) => button.dataset.spot in want);
			const wrong = board.filter((button) => !button.ariaLabel.startsWith(want[button.dataset.spot]));
			return {right: board.length - wrong.length, wrong: wrong.map((button) => button.ariaLabel)};
		})(%s)`, text), &found)
		return found, found.Right > 8 && len(found.Wrong) == 0
	})
}

// A browser and a terminal play whole games, with ten cuts of the connection, a page that is loaded again while its move is not answered, and a host that
// is killed. No move is lost or played twice.
func TestABrowserAndATerminal(t *testing.T) {
	b := open(t)
	for name, guest := range map[string]int{"ataxx": 1, "atom4": 1, "atommaster": 0} {
		t.Run(name, func(t *testing.T) { testCuts(t, b, name, guest) })
	}
}

// What happens at a move of the guest, of the host, or of either.
var cuts = []struct {
	what        string
	guest, host bool
}{
	{"cut before", true, true},
	{"cut after", true, false},
	{"cut after", false, true},
	{"loaded again", true, true},
	{"move lost, loaded again", true, false},
	{"killed after", false, true},
	{"answer lost, loaded again", true, false},
	{"killed before", true, true},
	{"killed after", true, false},
	{"move lost", true, false},
	{"move while the host is away", true, false},
	{"answer lost", true, true},
}

// The same over plain http on another address than that of this machine, where a browser allows a page less: in a network of the test's own.
func TestAnotherAddress(t *testing.T) {
	cmd := exec.Command("unshare", "--net", "--map-root-user", "sh", "-c", `ip link set lo up && ip address add 10.77.0.1/24 dev lo && exec "$@"`, "sh",
		os.Args[0], "-test.run", "^TestABrowserAndATerminal$/ataxx", "-test.v")
	cmd.Env = append(os.Environ(), otherAddress+"=10.77.0.1")
	said, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(said), "--- PASS: TestABrowserAndATerminal/ataxx") {
		t.Errorf("%v: %s", err, said)
	}
}

func testCuts(t *testing.T, b *browser, name string, guest int) {
	net := relays(t)
	h := hosts(t, name, net.port)
	p := b.tab(t, net.link(), 390, 844)
	defer func() {
		if t.Failed() {
			p.keeps("failed " + name)
		}
	}()
	p.says("You have joined")
	p.torn = true
	p.until("a page that is secure only on this machine", fmt.Sprintf(`isSecureContext === %v`, os.Getenv(otherAddress) == ""))
	wait.Until(t, "the guest", func() (any, bool) { return h.said(), strings.Contains(h.said(), "has joined") })
	if name != "atom4" {
		h.types("start")
	}
	wait.Until(t, "the start", func() (any, bool) { return h.said(), h.match().ToMove() >= 0 })
	m, left := h.match(), slices.Clone(cuts)
	bots := m.Game().(game.Bots)
	lowest, highest, _ := bots.Levels()
	ready := func() {
		t.Helper()
		p.shows(m.State(), guest)
		if m.ToMove() == guest {
			p.until("the guest's turn", `/Your move|have to pass/.test(document.getElementById('said').textContent)`)
		}
	}
	for m.ToMove() != game.Nobody {
		mine := m.ToMove() == guest
		ready()
		level := min(highest, 5)
		if mine && len(left) <= 2 {
			level = lowest // so that the game ends
		}
		move, err := bots.NewBot(level, uint64(m.Ply())).Choose(context.Background(), m.State().View(m.ToMove()), func(game.Report) {})
		if err != nil {
			t.Fatal(err)
		}
		what := ""
		if i := slices.IndexFunc(left, func(c struct {
			what        string
			guest, host bool
		},
		) bool {
			return mine && c.guest || !mine && c.host
		}); i >= 0 {
			what = left[i].what
			left = slices.Delete(left, i, i+1)
		}
		play := func() {
			if mine {
				p.line(move)
			} else {
				h.types(move)
			}
		}
		switch what {
		case "cut before":
			net.cut()
			play()
		case "cut after":
			play()
			net.cut()
		case "loaded again":
			p.reload()
			ready()
			play()
		case "killed before":
			h.again()
			play()
		case "killed after":
			play()
			if !mine {
				wait.Until(t, "the host's move", func() (any, bool) { return h.said(), h.match().Ply() > m.Ply() })
			}
			h.again()
		case "move while the host is away":
			h.kill()
			play()
			p.says("attic sends it")
			h.resume()
		case "answer lost", "answer lost, loaded again":
			net.silence(1)
			play()
		case "move lost", "move lost, loaded again":
			net.silence(0)
			play()
		default:
			play()
		}
		if strings.HasSuffix(what, "lost, loaded again") {
			wait.Until(t, "a move that was sent", func() (any, bool) {
				said := p.said()
				return said, strings.Contains(said, "Sent") || strings.Contains(said, "sends it") || h.match().Ply() > m.Ply()
			})
			p.reload()
		}
		if m, _, err = m.Play(move); err != nil {
			t.Fatal(err)
		}
		wait.Until(t, "the move at the host", func() (any, bool) { return p.said() + " / " + h.said(), h.match().Ply() >= m.Ply() })
		if got, want := fmt.Sprint(h.match().History()), fmt.Sprint(m.History()); got != want {
			t.Fatalf("after %q at %s the host has %s, not %s", what, move, got, want)
		}
	}
	ready()
	if len(left) > 2 {
		t.Errorf("not tried: %v", left)
	}
}
