//go:build torture && linux

package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"attic/dev/halltest"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/server"
	"attic/table/wire"
)

// way is a way to a hall through a proxy.
type way struct {
	t      *testing.T
	server string // nginx or caddy
	scheme string
	name   string // the name of the hall
	port   string
	host   string // the Host that the proxy sends: "kept", "without a port" or "its own"
	from   net.IP // the address of the people who use this way
}

func (w *way) String() string {
	return fmt.Sprintf("%s, %s, Host %s", w.server, w.origin(), w.host)
}

func (w *way) origin() string { return w.scheme + "://" + w.name + ":" + w.port }

// client returns a browser at an address. It reaches the proxy under every name.
func (w *way) client(from net.IP) *http.Client {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: from}}
	return &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, "tcp", "127.0.0.1:"+w.port)
		},
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
	}}
}

// asks sends a request from a page at an origin and returns the answer.
func (w *way) asks(method, path, origin, body string) (status int, text string, err error) {
	r, err := http.NewRequest(method, w.origin()+path, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Origin", origin)
	client := w.client(w.from)
	defer client.CloseIdleConnections()
	reply, err := client.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer reply.Body.Close()
	all, err := io.ReadAll(reply.Body)
	return reply.StatusCode, string(all), err
}

// dials connects a page at an origin with the hall, for somebody at an address.
func (w *way) dials(origin string, from net.IP) (wire.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, strings.Replace(w.origin(), "http", "ws", 1)+"/", &websocket.DialOptions{
		HTTPClient: w.client(from), HTTPHeader: http.Header{"Origin": {origin}}, Subprotocols: []string{"attic"},
	})
	if err != nil {
		return nil, err
	}
	ws.SetReadLimit(1 << 20)
	return pageConn{ws}, nil
}

type pageConn struct{ ws *websocket.Conn }

func (c pageConn) Read(ctx context.Context) ([]byte, error) {
	_, text, err := c.ws.Read(ctx)
	return text, err
}

func (c pageConn) Write(ctx context.Context, text []byte) error {
	return c.ws.Write(ctx, websocket.MessageText, text)
}

func (c pageConn) Close(string) error { return c.ws.CloseNow() }
func (c pageConn) Remote() string     { return "" }

func (w *way) sit(id, key string, watch bool, from net.IP) (*halltest.Player, error) {
	conn, err := w.dials(w.origin(), from)
	if err != nil {
		return nil, err
	}
	return halltest.Join(context.Background(), conn, wire.Join{ID: id, Key: key, Watch: watch})
}

// listens returns the lines of the lobby's event stream until its connection ends.
func (w *way) listens(ctx context.Context) (<-chan string, error) {
	r, err := http.NewRequestWithContext(ctx, "GET", w.origin()+"/hall/changes", nil)
	if err != nil {
		return nil, err
	}
	reply, err := w.client(w.from).Do(r)
	if err == nil && reply.StatusCode != http.StatusOK {
		err = fmt.Errorf("the lobby answers %s", reply.Status)
	}
	if err != nil {
		return nil, err
	}
	lines := make(chan string, 1000)
	go func() {
		defer close(lines)
		defer reply.Body.Close()
		for all := bufio.NewReader(reply.Body); ; {
			line, err := all.ReadString('\n')
			if err != nil {
				return
			}
			lines <- line
		}
	}()
	return lines, nil
}

// hears waits for a line of the event stream that contains a text.
func hears(lines <-chan string, text string) error {
	for late := time.After(10 * time.Second); ; {
		select {
		case line, ok := <-lines:
			if !ok {
				return fmt.Errorf("the event stream ended before %q", text)
			}
			if strings.Contains(line, text) {
				return nil
			}
		case <-late:
			return fmt.Errorf("no %q in the event stream within 10 s", text)
		}
	}
}

// plays lets two people play through the proxy. In the middle it calls the function again, which restarts the hall. It returns the number of
// acknowledged moves.
func (w *way) plays(again func()) (moves int, err error) {
	status, text, err := w.asks("GET", "/lobby.html", w.origin(), "")
	if err != nil || status != http.StatusOK || !strings.Contains(text, "<title>attic: the lobby") {
		return 0, fmt.Errorf("the lobby: %d %.200s %w", status, text, err)
	}
	neighbour := w.scheme + "://games.example"
	if status, text, err := w.asks("POST", "/hall/tables", neighbour, `{"game":"ataxx","with":"friend"}`); status != http.StatusForbidden {
		return 0, fmt.Errorf("a neighbour's page made a table: %d %s %w", status, text, err)
	}
	if conn, err := w.dials(neighbour, w.from); err == nil {
		_ = conn.Close("")
		return 0, fmt.Errorf("a neighbour's page played")
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	lines, err := w.listens(ctx)
	if err != nil {
		return 0, err
	}
	if err := hears(lines, "data: "); err != nil {
		return 0, err
	}
	var seat server.Seat
	if seat, err = w.make(); err != nil {
		return 0, err
	}
	g, _ := games.Find("ataxx")
	m, err := match.New(g, game.Setup{}.With(g.Info().Started))
	if err != nil {
		return 0, err
	}
	var keys [2]string
	var sure []string
	for half := range 2 {
		var there [2]*halltest.Player
		for i, id := range []string{seat.ID, seat.Friend} {
			for tries := 0; there[i] == nil; tries++ {
				if there[i], err = w.sit(id, keys[i], false, w.from); err != nil && (half == 0 || tries > 200) {
					return moves, fmt.Errorf("player %d cannot join: %w", i+1, err)
				}
				if err != nil {
					halltest.Wait(ctx, 50*time.Millisecond) // the proxy answers for the hall
				}
			}
			if keys[i] = there[i].Key; !slices.Equal(there[i].Moves, sure) {
				return moves, fmt.Errorf("player %d finds %q, want %q", i+1, there[i].Moves, sure)
			}
		}
		for range 6 {
			move := halltest.Next(m, uint64(len(sure))*2654435761)
			p := there[m.ToMove()]
			if err := p.Play(ctx, wire.NewAct(), move); err != nil {
				return moves, err
			}
			if code, ok := p.Answered(); !ok || code != "" {
				return moves, fmt.Errorf("the answer to %s is %q, %t", move, code, ok)
			}
			if m, _, err = m.Play(move); err != nil {
				return moves, err
			}
			sure = append(sure, move)
			for _, p := range there {
				if !p.Reaches(there[1-m.ToMove()].N) {
					return moves, fmt.Errorf("a player was not told of %s", move)
				}
			}
			moves++
		}
		if half == 0 {
			if err := hears(lines, seat.Table); err != nil { // the lobby now lists the game for spectators
				return moves, err
			}
			again()
			if there[0].Reaches(1 << 40) {
				return moves, fmt.Errorf("a connection outlives its hall")
			}
			for tries := 0; ; tries++ {
				if lines, err = w.listens(ctx); err == nil {
					break
				}
				if tries > 200 {
					return moves, err
				}
				halltest.Wait(ctx, 50*time.Millisecond)
			}
			if err := hears(lines, "data: "); err != nil {
				return moves, err
			}
		}
		for _, p := range there {
			p.Leave()
		}
	}
	return moves, w.counts(seat.Table)
}

func (w *way) make() (seat server.Seat, err error) {
	status, text, err := w.asks("POST", "/hall/tables", w.origin(), `{"game":"ataxx","with":"friend","side":0}`)
	if err == nil {
		err = json.Unmarshal([]byte(text), &seat)
	}
	if err != nil || status != http.StatusOK {
		return seat, fmt.Errorf("the answer to a new table is %d %s: %w", status, text, err)
	}
	return seat, nil
}

// perAddress is the number of people who may watch from one address.
const perAddress = 3

// counts checks that spectators count for their own address, not for the proxy's.
func (w *way) counts(table string) error {
	for n := range perAddress + 1 {
		p, err := w.sit(table, "", true, w.from)
		if (err == nil) != (n < perAddress) {
			return fmt.Errorf("spectator %d from one address: %v", n+1, err)
		}
		if err == nil {
			defer p.Leave()
		}
	}
	other := slices.Clone(w.from)
	other[len(other)-2]++
	p, err := w.sit(table, "", true, other)
	if err != nil {
		return fmt.Errorf("a spectator from another address: %w", err)
	}
	p.Leave()
	return nil
}

// People play at one hall behind two proxies, in all ways, while the hall is started again. Under a path of another site, the pages say why they do not work.
func TestProxies(t *testing.T) {
	dir := t.TempDir()
	certificate, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	certified(t, certificate, key, 1)
	list := ports(32)
	hall, below, list := list[0], list[1], list[2:]
	var ways []*way
	var urls []string
	for _, proxy := range []string{"nginx", "caddy"} {
		if _, err := exec.LookPath(proxy); err != nil {
			t.Logf("left out: %s is not installed", proxy)
			continue
		}
		hosts := []string{"kept", "its own"}
		if proxy == "nginx" {
			hosts = append(hosts, "without a port")
		}
		for _, scheme := range []string{"http", "https"} {
			for _, name := range []string{"play.example", "attic.games.example"} {
				for _, host := range hosts {
					w := &way{t: t, server: proxy, scheme: scheme, name: name, host: host, from: net.IPv4(127, 0, 1, byte(1+len(ways))).To4()}
					w.port, list = list[0], list[1:]
					ways, urls = append(ways, w), append(urls, w.origin())
				}
			}
		}
	}
	configs := map[string]*strings.Builder{"nginx": {}, "caddy": {}}
	fmt.Fprintf(configs["nginx"], "worker_processes 1; daemon off; pid %[1]s/pid; error_log %[1]s/nginx.log; user root;\nevents { worker_connections 1024; }\n"+
		"http { access_log off; client_body_temp_path %[1]s/b; proxy_temp_path %[1]s/p; fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;\n"+
		"proxy_http_version 1.1; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection \"upgrade\"; proxy_buffering off;\n"+
		"server { listen 127.0.0.1:%[2]s; location /games/ { proxy_pass http://127.0.0.1:%[3]s/; } location / { return 200 neighbour; } }\n", dir, below, hall)
	fmt.Fprintf(configs["caddy"], "{\n\tadmin off\n\tauto_https off\n}\n")
	for _, w := range ways {
		switch ssl := ""; w.server {
		case "nginx":
			if w.scheme == "https" {
				ssl = fmt.Sprintf(" ssl; ssl_certificate %s; ssl_certificate_key %s", certificate, key)
			}
			host := map[string]string{"kept": "$http_host", "its own": "$proxy_host", "without a port": "$host"}[w.host]
			fmt.Fprintf(configs["nginx"], "server { listen 127.0.0.1:%s%s; server_name %s; location / { proxy_pass http://127.0.0.1:%s; proxy_set_header Host %s; "+
				"proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection \"upgrade\"; } }\n", w.port, ssl, w.name, hall, host)
			fmt.Fprintf(configs["nginx"], "server { listen 127.0.0.1:%s%s; server_name games.example; location / { return 200 neighbour; } }\n", w.port, ssl)
		case "caddy":
			if w.scheme == "https" {
				ssl = fmt.Sprintf("\ttls %s %s\n", certificate, key)
			}
			host := map[string]string{"kept": "", "its own": " {\n\t\theader_up Host {upstream_hostport}\n\t}"}[w.host]
			fmt.Fprintf(configs["caddy"], "%s {\n\tbind 127.0.0.1\n%s\treverse_proxy 127.0.0.1:%s%s\n}\n", w.origin(), ssl, hall, host)
			fmt.Fprintf(configs["caddy"], "%s://games.example:%s {\n\tbind 127.0.0.1\n%s\trespond neighbour\n}\n", w.scheme, w.port, ssl)
		}
	}
	configs["nginx"].WriteString("}\n")
	for proxy, config := range configs {
		if _, err := exec.LookPath(proxy); err != nil {
			continue
		}
		file := filepath.Join(dir, proxy+".conf")
		if err := os.WriteFile(file, []byte(config.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("nginx", "-p", dir, "-c", file)
		if proxy == "caddy" {
			cmd = exec.Command("caddy", "run", "--config", file, "--adapter", "caddyfile")
		}
		cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
		said, err := os.Create(filepath.Join(dir, proxy+".said"))
		if err != nil {
			t.Fatal(err)
		}
		cmd.Stdout, cmd.Stderr = said, said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = cmd.Process.Signal(syscall.SIGTERM)
			_ = cmd.Wait()
			if text, _ := os.ReadFile(said.Name()); t.Failed() {
				t.Logf("%s said %s", proxy, text[max(0, len(text)-4000):])
			}
		})
	}
	r := &running{t: t, dir: filepath.Join(dir, "hall"), port: hall, options: []string{
		"--url", strings.Join(urls, ","), "--trust-proxy", "127.0.0.0/8", "--per-address", fmt.Sprint(perAddress),
	}}
	if err := r.begin(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.end(syscall.SIGKILL) })
	for _, w := range ways {
		if !waits(func() bool {
			status, _, err := w.asks("GET", "/hall/about", w.origin(), "")
			return err == nil && status == http.StatusOK
		}) {
			t.Fatalf("%v: no hall answers", w)
		}
	}
	var halves, all sync.WaitGroup
	halves.Add(len(ways))
	restarted := make(chan struct{})
	for _, w := range ways {
		half := sync.OnceFunc(halves.Done)
		all.Go(func() {
			defer half()
			moves, err := w.plays(func() { half(); <-restarted })
			if err != nil {
				t.Errorf("%v: %v", w, err)
			}
			t.Logf("%v: %d moves", w, moves)
		})
	}
	halves.Wait()
	if err := r.end(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	if err := r.begin(); err != nil {
		t.Fatal(err)
	}
	close(restarted)
	all.Wait()
	if text, wrong := run(t, "--data", dir, "--url", "http://games.example:"+below+"/games/"); wrong != "exit status 2" {
		t.Errorf("an address with a path: %q, %s", text, wrong)
	}
	chromium, err := exec.LookPath("chromium-headless-shell")
	if err != nil || len(ways) == 0 || ways[0].server != "nginx" {
		t.Log("left out: the pages under a path, for lack of nginx or chromium-headless-shell")
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	page, err := exec.CommandContext(ctx, chromium, "--no-sandbox", "--dump-dom", "http://127.0.0.1:"+below+"/games/").Output()
	if err != nil || !strings.Contains(string(page), "<h1>attic does not work here</h1>") {
		t.Errorf("the page under a path is %s: %v", page, err)
	}
}

// ports returns n free ports that no client gets while the hall is started again.
func ports(n int) (list []string) {
	for len(list) < n {
		port := fmt.Sprint(10000 + rand.IntN(20000))
		l, err := net.Listen("tcp", "127.0.0.1:"+port)
		if err == nil && !slices.Contains(list, port) {
			list = append(list, port)
		}
		if err == nil {
			_ = l.Close()
		}
	}
	return list
}

// waits reports whether ok becomes true within a few seconds.
func waits(ok func() bool) bool {
	for range 200 {
		if ok() {
			return true
		}
		halltest.Wait(context.Background(), 50*time.Millisecond)
	}
	return false
}
