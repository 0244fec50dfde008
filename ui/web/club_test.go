//go:build long && linux && !nobrowser

package web_test

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"attic/dev/halltest"
	"attic/server"
)

// rounds is the number of rounds of an evening. In the round of the no-show a player does not come.
const rounds, noShow = 5, 2

// process is a program that the test starts, and starts again.
type process struct {
	args  []string
	said  string // a file with everything that it says
	ended chan struct{}
	cmd   *exec.Cmd
}

func (p *process) begin(t *testing.T) {
	t.Helper()
	out, err := os.OpenFile(p.said, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	cmd, ended := exec.Command(p.args[0], p.args[1:]...), make(chan struct{})
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	p.cmd, p.ended = cmd, ended
}

func (p *process) end(s os.Signal) {
	_ = p.cmd.Process.Signal(s)
	<-p.ended
}

// meeting is a club's evening at a hall, seen from outside: programs, an organiser and guests.
type meeting struct {
	t         *testing.T
	seed      uint64
	ctx       context.Context
	dir       string
	hall      *process
	proxy     *process
	nodes     []*process // NATS servers; none: the hall is in files
	monitors  []string   // their addresses
	straight  string     // the hall's own address
	address   string     // the hall through the proxy, up to the host and port
	id        string
	organiser string
	guests    []*guest
	kept      keptSecrets
	moves     atomic.Int64 // acknowledged ones
	held      atomic.Int64 // moves whose answer was lost, although the hall had them
	all       sync.WaitGroup
}

// keptSecrets are texts that must be in no log.
type keptSecrets struct {
	mu   sync.Mutex
	list []string
}

func (k *keptSecrets) add(text string) {
	if text == "" { // the key of a spectator
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.list = append(k.list, text)
}

// cup is what everybody sees of a tournament.
type cup struct {
	State   string
	Player  int
	Players []struct {
		Number int
		Name   string
		Joined int
	}
	Pairings []struct {
		Round  int
		Broken []string
		Boards []cupBoard
		Byes   []struct {
			Player int
			Points float64
		}
	}
	Standings []cupPlace
}

type cupBoard struct {
	Board   int
	Players [2]int
	Table   string
	Result  string
	How     string
	Notes   []struct{ Was, Result, Note string }
}

type cupPlace struct {
	Place, Player int
	Points        float64
	Ties          [5]float64
}

// set starts the programs.
func (m *meeting) set() {
	t := m.t
	ports := freePorts(t, 11)
	at := func(i int) string { return "127.0.0.1:" + ports[i] }
	path := func(name string) string { return filepath.Join(m.dir, name) }
	m.straight, m.address = "http://"+at(0), "http://"+at(1)
	args := []string{os.Getenv("ATTICD"), "--listen", at(0), "--admin", "off", "--per-address", "100", "--url", m.address, "--trust-proxy", "127.0.0.1"}
	if os.Getenv("CLUBFILES") != "" {
		args = append(args, "--data", path("hall"))
	} else {
		program := path("nats-server")
		if out, err := exec.Command("go", "build", "-trimpath", "-o", program, "github.com/nats-io/nats-server/v2").CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		var urls []string
		for i := range 3 {
			name := fmt.Sprint("node", i)
			conf := fmt.Sprintf("server_name: %s\nlisten: %q\nhttp: %q\nmax_payload: 8MB\njetstream { store_dir: %q, sync_interval: always }\ncluster { name: club, listen: %q, routes: [%q, %q, %q] }\n",
				name, at(2+i), at(8+i), path(name), at(5+i), "nats://"+at(5), "nats://"+at(6), "nats://"+at(7))
			if err := os.WriteFile(path(name+".conf"), []byte(conf), 0o600); err != nil {
				t.Fatal(err)
			}
			n := &process{args: []string{program, "-c", path(name + ".conf")}, said: path(name + ".said")}
			n.begin(t)
			t.Cleanup(func() { n.end(syscall.SIGKILL) })
			m.nodes, m.monitors, urls = append(m.nodes, n), append(m.monitors, "http://"+at(8+i)), append(urls, "nats://"+at(2+i))
		}
		for _, monitor := range m.monitors {
			m.until("a NATS server", func() bool { return halltest.Ask(m.ctx, "GET", monitor+"/healthz", nil, nil) == nil })
		}
		args = append(args, "--nats", strings.Join(urls, ","))
	}
	m.hall = &process{args: args, said: path("hall.said")}
	m.hall.begin(t)
	m.opens()
	t.Cleanup(func() { m.hall.end(syscall.SIGKILL) })
	conf := fmt.Sprintf("worker_processes 1; daemon off; pid %[1]s/pid; user root;\nevents { worker_connections 1024; }\n"+
		"http { access_log %[1]s/access.said; client_body_temp_path %[1]s/b; proxy_temp_path %[1]s/p; fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;\n"+
		"server { listen %[2]s; location / { proxy_pass %[3]s; proxy_http_version 1.1; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_set_header Upgrade $http_upgrade;\n"+
		"proxy_set_header Connection \"upgrade\"; proxy_buffering off; proxy_read_timeout 1h; } } }\n", m.dir, at(1), m.straight)
	if err := os.WriteFile(path("nginx.conf"), []byte(conf), 0o600); err != nil {
		t.Fatal(err)
	}
	m.proxy = &process{args: []string{"nginx", "-p", m.dir, "-e", path("nginx.said"), "-c", path("nginx.conf")}, said: path("proxy.said")}
	m.proxy.begin(t)
	t.Cleanup(func() { m.proxy.end(syscall.SIGTERM) })
	m.until("the proxy", func() bool { return halltest.Ask(m.ctx, "GET", m.address+server.Prefix+"about", nil, nil) == nil })
}

// freePorts returns n ports that no client gets while a program is started again.
func freePorts(t *testing.T, n int) (list []string) {
	t.Helper()
	for len(list) < n {
		port := strconv.Itoa(10000 + rand.IntN(20000))
		l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:"+port)
		if err == nil {
			list = append(list, port)
			defer l.Close()
		}
	}
	return list
}

// until waits until look returns true. An evening takes minutes, and after a kill a table waits ten seconds for its earlier process.
func (m *meeting) until(what string, look func() bool) {
	m.t.Helper()
	for late := time.Now().Add(4 * time.Minute); !look(); halltest.Wait(m.ctx, 200*time.Millisecond) {
		if m.t.Failed() {
			m.t.FailNow()
		}
		if time.Now().After(late) {
			m.t.Fatalf("%s: not within four minutes", what)
		}
	}
}

// opens waits until the hall answers, and starts it again if it ends because the NATS servers do not answer in time.
func (m *meeting) opens() {
	m.t.Helper()
	tries := 0
	m.until("the hall", func() bool {
		select {
		case <-m.hall.ended:
			if tries++; tries > 6 {
				said, _ := os.ReadFile(m.hall.said)
				m.t.Fatalf("atticd says %s", said[max(0, len(said)-1000):])
			}
			m.hall.begin(m.t)
		default:
		}
		return halltest.Ask(m.ctx, "GET", m.straight+server.Prefix+"about", nil, nil) == nil
	})
}

// killHall kills the hall and starts it again.
func (m *meeting) killHall() {
	m.t.Helper()
	m.t.Logf("%s the hall is killed after %d moves", time.Now().Format(time.TimeOnly), m.moves.Load())
	m.hall.end(syscall.SIGKILL)
	m.hall.begin(m.t)
	m.opens()
}

// leader returns the NATS server that leads the stream of the games, or -1.
func (m *meeting) leader() int {
	for i, monitor := range m.monitors {
		var is struct {
			Accounts []struct {
				Streams []struct {
					Name    string
					Cluster struct{ Leader string }
				} `json:"stream_detail"`
			} `json:"account_details"`
		}
		if halltest.Ask(m.ctx, "GET", monitor+"/jsz?streams=true", nil, &is) != nil {
			continue
		}
		for _, a := range is.Accounts {
			for _, s := range a.Streams {
				if s.Name == "ATTIC_GAMES" && s.Cluster.Leader == fmt.Sprint("node", i) {
					return i
				}
			}
		}
	}
	return -1
}

// asks sends a request until the hall answers, as a page does.
func (m *meeting) asks(path string, body map[string]any, to any) error {
	for {
		ctx, stop := context.WithTimeout(m.ctx, 10*time.Second)
		method := "POST"
		if body == nil {
			method = "GET"
		}
		err := halltest.Ask(ctx, method, m.address+server.Prefix+path, body, to)
		stop()
		if why, ok := errors.AsType[*server.Refusal](err); err == nil || m.ctx.Err() != nil || ok && why.Code != "" && why.Code != "busy" && why.Code != "rate" {
			return err
		}
		halltest.Wait(m.ctx, 100*time.Millisecond+time.Duration(rand.Int64N(int64(time.Second))))
	}
}

// looks returns the tournament as everybody sees it now.
func (m *meeting) looks() (c cup) {
	if err := m.asks("tournaments/"+m.id, nil, &c); err != nil && m.ctx.Err() == nil {
		m.t.Error(err)
	}
	return c
}

// organises sends a request of the organiser, which must succeed.
func (m *meeting) organises(what string, body map[string]any) (c cup) {
	m.t.Helper()
	body["organiser"] = m.organiser
	if err := m.asks("tournaments/"+m.id+"/"+what, body, &c); err != nil {
		m.t.Fatalf("%s %v: %v", what, body, err)
	}
	return c
}

// plan is how the game at a board shall end, decided by the seed.
type plan struct {
	plies int    // it ends after this number of moves
	how   string // resign, draw or full
	seat  int    // who resigns
}

func (m *meeting) plan(round int, b cupBoard) plan {
	h := fnv.New64a()
	fmt.Fprint(h, m.seed, " ", round, " ", b.Board)
	rng := rand.New(rand.NewPCG(h.Sum64(), 1))
	p := plan{plies: 2 + rng.IntN(9), how: []string{"full", "draw", "draw", "resign"}[min(rng.IntN(12), 3)], seat: rng.IntN(2)}
	for seat, n := range b.Players {
		if m.player(n).plays == round { // pages do not offer draws here
			p.how, p.seat = "resign", 1-seat
		}
	}
	return p
}

// player returns the guest with a number.
func (m *meeting) player(number int) *guest {
	for _, g := range m.guests {
		if int(g.number.Load()) == number {
			return g
		}
	}
	return nil
}
