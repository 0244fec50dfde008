//go:build long && unix && !nobrowser

package web_test

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/creack/pty"

	"attic/dev/slim"
	"attic/dev/wait"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/store"
	"attic/table/wire"
)

// programs is a folder that is removed after the tests.
var programs string

func TestMain(m *testing.M) {
	var err error
	if programs, err = os.MkdirTemp("", "attic-program"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(programs)
	os.Exit(code)
}

// program builds attic with the current page, and returns the path of the program.
var program = sync.OnceValues(func() (string, error) {
	made, err := files()
	if err != nil {
		return "", err
	}
	here, err := filepath.Abs("built")
	if err != nil {
		return "", err
	}
	replaced, core := map[string]string{}, made["core.wasm"].Bytes()
	for name, content := range map[string][]byte{
		"core.wasm.br": slim.Pack(core, fast), "core.wasm.sum": fmt.Appendf(nil, "%x", sha256.Sum256(core)), "wasm_exec.js": made["wasm_exec.js"].Bytes(),
	} {
		replaced[filepath.Join(here, name)] = filepath.Join(programs, name)
		if err := os.WriteFile(filepath.Join(programs, name), content, 0o644); err != nil {
			return "", err
		}
	}
	text, _ := json.Marshal(map[string]any{"Replace": replaced})
	overlay, path := filepath.Join(programs, "overlay.json"), filepath.Join(programs, "attic")
	if err := os.WriteFile(overlay, text, 0o644); err != nil {
		return "", err
	}
	if said, err := exec.Command("go", "build", "-tags", "nethttpomithttp2", "-ldflags", "-s -w", "-overlay", overlay, "-o", path, "../../cmd/attic").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, said)
	}
	return path, nil
})

const id = "blue-heron-27"

// running is attic as a program on a terminal, with its own folder, which outlives the program.
type running struct {
	t    *testing.T
	home string
	cmd  *exec.Cmd
	in   *os.File

	mu  sync.Mutex
	out strings.Builder
}

// start starts the program and waits until it has printed a text.
func (r *running) start(until string, args ...string) {
	r.t.Helper()
	path, err := program()
	if err != nil {
		r.t.Fatal(err)
	}
	if r.home == "" {
		r.home = r.t.TempDir()
	}
	r.cmd = exec.Command(path, args...)
	r.cmd.Dir = r.home
	r.cmd.Env = []string{"HOME=" + r.home, "XDG_STATE_HOME=" + r.home, "TERM=dumb", "PATH=" + os.Getenv("PATH")}
	r.mu.Lock()
	r.out.Reset()
	r.mu.Unlock()
	if r.in, err = pty.Start(r.cmd); err != nil {
		r.t.Fatal(err)
	}
	cmd, in := r.cmd, r.in
	go func() { _, _ = io.Copy(r, in) }()
	r.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = in.Close()
	})
	wait.Until(r.t, "the program", func() (any, bool) { return r.said(), strings.Contains(r.said(), until) })
}

// Write receives the output of the program.
func (r *running) Write(data []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.out.Write(data)
}

func (r *running) said() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.out.String()
}

func (r *running) kill() {
	r.t.Helper()
	if err := r.cmd.Process.Kill(); err != nil {
		r.t.Fatal(err)
	}
	_ = r.cmd.Wait()
}

// host is a host of a game. Killing it kills the program.
type host interface {
	line(text string) // types a line
	said() string
	match() match.Match // the match on the disk, which is never behind the players' information
	kill()
	resume()
}

type terminal struct {
	running
	game string
}

// hosts starts a program that hosts a game at a port.
func hosts(t *testing.T, name, port string) *terminal {
	t.Helper()
	h := &terminal{running{t: t}, name}
	h.start("> ", "host", name, id, "--port", port, "--watch", "--seed", "7", "--lines")
	return h
}

func (h *terminal) resume() {
	h.t.Helper()
	h.start("> ", "host", "--resume", "--watch", "--lines")
}

func (h *terminal) line(text string) {
	h.t.Helper()
	if _, err := io.WriteString(h.in, text+"\r"); err != nil {
		h.t.Fatal(err)
	}
}

func (h *terminal) match() match.Match {
	h.t.Helper()
	return keptIn(h.t, filepath.Join(h.home, "attic"), h.game)
}

// keptIn returns the game kept in a folder. If none is kept, nothing has been played.
func keptIn(t *testing.T, folder, name string) match.Match {
	t.Helper()
	k, err := store.Open(folder, games.Find).Library.Find(1)
	switch {
	case err == nil:
		return k.Match
	case !errors.Is(err, store.ErrNoGame):
		t.Fatal(err)
	}
	g, _ := games.Find(name)
	m, err := match.New(g, game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// hostingPage hosts a game in a page, through "attic page".
type hostingPage struct {
	*tab
	attic running
	port  string // the port of the page
	game  string
}

// hostsInPage starts "attic page" and hosts a game at a port from the menu of its page.
func hostsInPage(t *testing.T, b *browser, name, port string) *hostingPage {
	t.Helper()
	h := &hostingPage{attic: running{t: t}, port: freePort(t), game: name}
	h.resume()
	h.tab = b.tab(t, regexp.MustCompile(`http://\S+`).FindString(h.attic.said()), 1200, 800)
	h.torn = true
	g, _ := games.Find(name)
	h.presses(`^Play a friend .* \(` + g.Info().Title + `\)$`)
	h.presses(`^Host .* \(` + g.Info().Title + `\)$`)
	h.until("the form", `document.querySelectorAll('#spots input').length === 3`)
	h.types(id)
	h.key("Tab")
	h.key("Tab")
	h.types(port)
	h.key("Tab")
	for range 4 {
		h.key("ArrowRight") // to the longest clock
	}
	h.key("Enter")
	h.says(":" + port + "/#" + id)
	return h
}

func (h *hostingPage) kill() { h.attic.kill() }

func (h *hostingPage) resume() {
	h.attic.t.Helper()
	h.attic.start("attic is at", "page", "--no-browser", "--port", h.port)
}

func (h *hostingPage) match() match.Match {
	h.t.Helper()
	var files map[string]string
	h.value(`new Promise((done) => { indexedDB.open('attic').onsuccess = ({target}) => {
		const files = target.result.transaction('files').objectStore('files');
		const found = {};
		files.openCursor().onsuccess = ({target: {result}}) => {
			if (!result) return done(found);
			if (result.key.startsWith('/attic/games/')) found[result.key] = new TextDecoder().decode(result.value.data);
			result.continue();
		};
	}; })`, &files)
	folder := h.t.TempDir()
	for path, text := range files {
		path = filepath.Join(folder, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			h.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			h.t.Fatal(err)
		}
	}
	return keptIn(h.t, filepath.Join(folder, "attic"), h.game)
}

// otherAddress is the environment variable with the address at which browsers find hosts.
const otherAddress = "ATTIC_TEST_ADDRESS"

// relay is a network between a browser and a host; a test can cut it.
type relay struct {
	net.Listener
	port string // the port of the host
	also *relay // the relay of the spectators, which is cut too

	mu    sync.Mutex
	conns []*line
}

// line is a connection. In a direction that is silent, it loses everything.
type line struct {
	ends   [2]net.Conn
	plays  bool    // the connection carries a game
	silent [2]bool // from the browser, from the host
}

func relays(t *testing.T, port string) *relay {
	t.Helper()
	listener, err := net.Listen("tcp", cmp.Or(os.Getenv(otherAddress), "127.0.0.1")+":0")
	if err != nil {
		t.Fatal(err)
	}
	r := &relay{Listener: listener, port: port}
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

// pass passes on the data from one end.
func (r *relay) pass(l *line, from int) {
	data := make([]byte, 32<<10)
	for {
		n, err := l.ends[from].Read(data)
		r.mu.Lock()
		l.plays = l.plays || from == 0 && bytes.Contains(bytes.ToLower(data[:n]), []byte("\r\nupgrade: websocket"))
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

// open waits until the host listens. A browser that loads the page earlier shows its own error.
func (r *relay) open(t *testing.T) {
	t.Helper()
	wait.Until(t, "the host", func() (any, bool) {
		conn, err := net.Dial("tcp", "127.0.0.1:"+r.port)
		if err == nil {
			_ = conn.Close()
		}
		return err, err == nil
	})
}

func (r *relay) cut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.conns {
		_ = l.ends[0].Close()
		_ = l.ends[1].Close()
	}
	r.conns = nil
	if r.also != nil {
		r.also.cut()
	}
}

// silence makes the present connections of games silent: from the browser (0), or from the host (1). Connections that carry files do not change, because a
// browser that loads a page over a silent connection may wait for a very long time.
func (r *relay) silence(from int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.conns {
		l.silent[from] = l.plays
	}
}

// link is the address for browsers.
func (r *relay) link() string { return fmt.Sprintf("http://%s/#%s", r.Addr(), id) }

// A browser and a terminal play whole games, which a second browser watches. The connection is cut ten times, pages are reloaded before the answer to a move,
// and the host is killed. No move is lost or played twice.
func TestABrowserAndATerminal(t *testing.T) {
	testCuts(t, cuts, func(t *testing.T, _ *browser, name, port string) host { return hosts(t, name, port) })
}

// Two browsers play whole games against each other, with the same cuts. One of them hosts, and the killed program is the "attic page" that carries
// its connections.
func TestTwoBrowsers(t *testing.T) {
	testCuts(t, slices.Concat(hostCuts, cuts), func(t *testing.T, b *browser, name, port string) host { return hostsInPage(t, b, name, port) })
}

// cut is an event at a move of the guest, of the host, or of either.
type cut struct {
	what        string
	guest, host bool
}

var cuts = []cut{
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

// hostCuts are the cuts of a page that hosts.
var hostCuts = []cut{
	{"host loaded again before", true, true},
	{"host loaded again after", true, false},
	{"host loaded again after", false, true},
}

// Games with the same cuts over plain http, at an address outside this machine, where browsers allow a page less. The test makes its own network.
func TestAnotherAddress(t *testing.T) {
	cmd := exec.Command("unshare", "--net", "--map-root-user", "sh", "-c", `ip link set lo up && ip address add 10.77.0.1/24 dev lo && exec "$@"`, "sh",
		os.Args[0], "-test.run", "^TestABrowserAndATerminal$/ataxx", "-test.v")
	cmd.Env = append(os.Environ(), otherAddress+"=10.77.0.1")
	said, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(said), "--- PASS: TestABrowserAndATerminal/ataxx") {
		t.Errorf("%v: %s", err, said)
	}
}

// testCuts plays a game of each kind with cuts.
func testCuts(t *testing.T, cuts []cut, begin func(t *testing.T, b *browser, name, port string) host) {
	b := open(t)
	for name, guest := range map[string]int{"ataxx": 1, "atom4": 1, "atommaster": 0} {
		t.Run(name, func(t *testing.T) {
			network := relays(t, freePort(t))
			network.also = relays(t, network.port) // spectators notice silence after 50 s
			h := begin(t, b, name, network.port)
			testGameWithCuts(t, slices.Clone(cuts), b, network, h, guest)
		})
	}
}

func testGameWithCuts(t *testing.T, left []cut, b *browser, network *relay, h host, guest int) {
	p := b.tab(t, network.link(), 390, 844)
	p.torn = true
	p.says("You have joined")
	p.until("a page that is secure only on this machine", fmt.Sprintf(`isSecureContext === %v`, os.Getenv(otherAddress) == ""))
	wait.Until(t, "the guest", func() (any, bool) { return h.said(), strings.Contains(h.said(), "has joined") })
	tabs := map[*tab]int{p: guest} // the tabs, and the place whose view each shows
	page, hosting := h.(*hostingPage)
	if hosting {
		tabs[page.tab] = 1 - guest
	} else {
		watching := b.tab(t, network.also.link()+wire.Watching, 390, 844)
		watching.torn = true
		watching.says("You have joined the game as a spectator")
		tabs[watching] = game.Nobody
	}
	defer func() {
		if t.Failed() {
			for p, seat := range tabs {
				p.keeps(fmt.Sprintf("failed %s %d", strings.ReplaceAll(t.Name(), "/", " "), seat))
			}
		}
	}()
	if m := h.match(); m.ToMove() < 0 {
		h.line("start")
	}
	wait.Until(t, "the start", func() (any, bool) { return h.said(), h.match().ToMove() >= 0 })
	m := h.match()
	open := m.Game().Info().Open
	if !open { // the person who has hidden atoms is not to move
		left = slices.DeleteFunc(left, func(c cut) bool { return !c.guest })
	}
	bots := m.Game().(game.Bots)
	lowest, highest, _ := bots.Levels()
	ready := func() {
		t.Helper()
		for p, seat := range tabs {
			p.shows(m.State(), seat)
			if hosting && m.ToMove() != game.Nobody { // the game has a clock
				p.until("the clock", `/ \d\d:\d\d/.test(document.getElementById('said').textContent)`)
			}
		}
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
		if !open && len(left) > 2 { // a better level would find the atoms before all cuts have happened
			move = m.State().View(guest).Moves()[0].Text
		}
		what := ""
		if i := slices.IndexFunc(left, func(c cut) bool { return mine && c.guest || !mine && c.host }); i >= 0 {
			what = left[i].what
			left = slices.Delete(left, i, i+1)
		}
		play := func() {
			t.Helper()
			if mine {
				p.line(move)
				return
			}
			h.line(move)
			if strings.HasSuffix(what, "after") { // information that only the host has is lost with the host
				wait.Until(t, "the host's move", func() (any, bool) { return h.said(), h.match().Ply() > m.Ply() })
			}
		}
		switch what {
		case "cut before":
			network.cut()
			play()
		case "cut after":
			play()
			network.cut()
		case "loaded again":
			network.open(t)
			for p := range tabs {
				if !hosting || p != page.tab {
					p.reload()
				}
			}
			ready()
			play()
		case "host loaded again before":
			page.reload()
			play()
		case "host loaded again after":
			play()
			page.reload()
		case "killed before":
			h.kill()
			h.resume()
			play()
		case "killed after":
			play()
			h.kill()
			h.resume()
		case "move while the host is away":
			h.kill()
			play()
			p.says("attic will send your request")
			h.resume()
		case "answer lost", "answer lost, loaded again":
			network.silence(1)
			play()
		case "move lost", "move lost, loaded again":
			network.silence(0)
			play()
		default:
			play()
		}
		if strings.HasSuffix(what, "lost, loaded again") {
			wait.Until(t, "a move that was sent", func() (any, bool) {
				said := p.said()
				return said, strings.Contains(said, "Sent") || strings.Contains(said, "sends it") || h.match().Ply() > m.Ply()
			})
			network.open(t)
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
