//go:build torture && linux

package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"attic/dev/halltest"
)

// cluster is several NATS servers on this machine, each a process with its own folder. Proxies connect them with each other and with the halls.
type cluster struct {
	t     *testing.T
	net   *network
	nodes []*node
}

type node struct {
	t       *testing.T
	program string
	config  string // a file
	dir     string
	monitor string // an address
	port    string // an address
	name    string
	cmd     *exec.Cmd
}

// natsServer builds the NATS server of the version that go.mod names.
func natsServer(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "nats-server")
	if out, err := exec.Command("go", "build", "-trimpath", "-o", program, "github.com/nats-io/nats-server/v2").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}

// startCluster starts a node for each folder; several nodes form a cluster. sync is the setting sync_interval.
func startCluster(t *testing.T, sync string, dirs ...string) *cluster {
	t.Helper()
	program := natsServer(t)
	c := &cluster{t: t, net: &network{t: t, cut: map[[2]int]bool{}, conns: map[net.Conn][2]int{}, changed: make(chan struct{})}}
	var routes []string
	for i, dir := range dirs {
		c.nodes = append(c.nodes, &node{t: t, program: program, dir: dir, name: fmt.Sprint("node", i), port: free(t), monitor: free(t), config: filepath.Join(t.TempDir(), "nats.conf")})
		routes = append(routes, free(t))
	}
	for i, n := range c.nodes {
		text := fmt.Sprintf("server_name: %s\nlisten: %q\nhttp: %q\nmax_payload: 8MB\njetstream { store_dir: %q, sync_interval: %s, max_file_store: 10GB }\n", n.name, n.port, n.monitor, n.dir, sync)
		if len(dirs) > 1 {
			var others []string
			for k := range dirs {
				if k != i {
					others = append(others, fmt.Sprintf("%q", "nats://"+c.net.proxy(i, k, routes[k])))
				}
			}
			text += fmt.Sprintf("cluster { name: torture, listen: %q, advertise: \"127.0.0.1:1\", no_advertise: true, routes: [%s] }\n", routes[i], strings.Join(others, ", "))
		}
		if err := os.WriteFile(n.config, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		n.begin()
		t.Cleanup(n.kill)
	}
	c.ready()
	return c
}

// ready waits until all nodes answer and are up to date.
func (c *cluster) ready() {
	c.t.Helper()
	for _, n := range c.nodes {
		for until := time.Now().Add(time.Minute); halltest.Ask(context.Background(), "GET", "http://"+n.monitor+"/healthz", nil, nil) != nil; {
			if halltest.Wait(context.Background(), 20*time.Millisecond); time.Now().After(until) {
				c.t.Fatal("a NATS server does not start")
			}
		}
	}
}

func folders(t *testing.T, n int) (list []string) {
	for range n {
		list = append(list, t.TempDir())
	}
	return list
}

func free(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func (n *node) begin() {
	n.cmd = exec.Command(n.program, "-c", n.config, "-l", filepath.Join(filepath.Dir(n.config), "log"))
	if err := n.cmd.Start(); err != nil {
		n.t.Fatal(err)
	}
}

func (n *node) kill() { n.signal(syscall.SIGKILL) }

func (n *node) signal(s os.Signal) {
	_ = n.cmd.Process.Signal(s)
	_ = n.cmd.Wait()
}

// urls returns the value of --nats for a hall, numbered from 0: the given nodes, or all if none are given.
func (c *cluster) urls(hall int, nodes ...int) string {
	if len(nodes) == 0 {
		for i := range c.nodes {
			nodes = append(nodes, i)
		}
	}
	var list []string
	for _, i := range nodes {
		list = append(list, "nats://"+c.net.proxy(len(c.nodes)+hall, i, c.nodes[i].port))
	}
	return strings.Join(list, ",")
}

// hall starts an atticd on the cluster.
func (c *cluster) hall(number int, nodes ...int) *running {
	c.t.Helper()
	r := &running{t: c.t, port: "0", options: []string{"--nats", c.urls(number, nodes...), "--replicas", fmt.Sprint(len(c.nodes))}}
	r.insist(c.t)
	c.t.Cleanup(func() { r.end(syscall.SIGKILL) })
	return r
}

// leader returns the node that leads the stream of the games, once there is one.
func (c *cluster) leader() int {
	for until := time.Now().Add(time.Minute); time.Now().Before(until); halltest.Wait(context.Background(), 50*time.Millisecond) {
		for i, n := range c.nodes {
			var is struct {
				Accounts []struct {
					Streams []struct {
						Name    string
						Cluster struct{ Leader string }
					} `json:"stream_detail"`
				} `json:"account_details"`
			}
			ctx, stop := context.WithTimeout(context.Background(), time.Second)
			err := halltest.Ask(ctx, "GET", "http://"+n.monitor+"/jsz?streams=true", nil, &is)
			stop()
			if err != nil {
				continue
			}
			for _, a := range is.Accounts {
				for _, s := range a.Streams {
					if s.Name == "ATTIC_GAMES" && s.Cluster.Leader == c.nodes[i].name {
						return i
					}
				}
			}
		}
	}
	c.t.Fatal("no node leads the stream of the games")
	return 0
}

// network connects the nodes and the halls, which have numbers. It can be cut, also in one direction only, and slowed down.
type network struct {
	t       *testing.T
	mu      sync.Mutex
	cut     map[[2]int]bool // from, to
	delay   time.Duration
	changed chan struct{} // closed when cut changes
	conns   map[net.Conn][2]int
}

// proxy returns the address through which the process from reaches the process to, which listens at target.
func (n *network) proxy(from, to int, target string) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				n.pass(from, to)
				far, err := net.Dial("tcp", target)
				if err != nil {
					_ = near.Close()
					return
				}
				n.mu.Lock()
				n.conns[near], n.conns[far] = [2]int{from, to}, [2]int{from, to}
				n.mu.Unlock()
				go n.pump(near, far, from, to)
				n.pump(far, near, to, from)
			}()
		}
	}()
	return l.Addr().String()
}

// pump passes bytes and the end of a connection from one end to the other, unless the network is cut.
func (n *network) pump(from, to net.Conn, a, b int) {
	buffer := make([]byte, 64<<10)
	for {
		size, err := from.Read(buffer)
		n.pass(a, b)
		if err == nil {
			_, err = to.Write(buffer[:size])
		}
		if err != nil {
			break
		}
	}
	n.pass(a, b)
	_ = to.Close()
	n.pass(b, a)
	_ = from.Close()
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.conns, from)
}

// pass waits until the way from one to another is open.
func (n *network) pass(from, to int) {
	for {
		n.mu.Lock()
		cut, delay, changed := n.cut[[2]int{from, to}], n.delay, n.changed
		n.mu.Unlock()
		if !cut {
			if delay > 0 {
				halltest.Wait(context.Background(), delay)
			}
			return
		}
		<-changed
	}
}

// block cuts these ways, each from one to another.
func (n *network) block(ways ...[2]int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, way := range ways {
		n.cut[way] = true
	}
}

func (n *network) slow(d time.Duration) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.delay = d
}

// heal ends all cuts. Connections that were cut continue with the bytes on their way, or are lost.
func (n *network) heal(lost bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for conn, way := range n.conns {
		if lost && (n.cut[way] || n.cut[[2]int{way[1], way[0]}]) {
			_ = conn.Close()
		}
	}
	clear(n.cut)
	n.delay = 0
	close(n.changed)
	n.changed = make(chan struct{})
}
