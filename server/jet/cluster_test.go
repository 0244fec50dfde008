package jet

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// nodes are NATS servers of their own, at ports of this machine.
type nodes struct {
	servers []*server.Server
	options []*server.Options
	dir     string
}

// startNodes starts a cluster, or a single server.
func startNodes(n int) (*nodes, error) {
	dir, err := os.MkdirTemp("", "jet")
	if err != nil {
		return nil, err
	}
	c := &nodes{dir: dir}
	var routes []*url.URL
	var ports []int
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close()
		port := l.Addr().(*net.TCPAddr).Port
		ports = append(ports, port)
		routes = append(routes, &url.URL{Scheme: "nats-route", Host: fmt.Sprint("127.0.0.1:", port)})
		if err := l.Close(); err != nil {
			return nil, err
		}
	}
	for i := range n {
		o := &server.Options{
			ServerName: fmt.Sprint("node", i), Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: filepath.Join(dir, fmt.Sprint(i)),
			SyncAlways: true, NoSigs: true, NoLog: true,
		}
		if n > 1 {
			o.Cluster = server.ClusterOpts{Name: "hall", Host: "127.0.0.1", Port: ports[i]}
			o.Routes = routes
		}
		s, err := server.NewServer(o)
		if err != nil {
			return nil, err
		}
		s.Start()
		if !s.ReadyForConnections(10 * time.Second) {
			return nil, fmt.Errorf("server %d does not start", i)
		}
		c.servers, c.options = append(c.servers, s), append(c.options, o)
	}
	return c, nil
}

// urls returns the addresses of the servers.
func (c *nodes) urls() string {
	var list []string
	for _, s := range c.servers {
		list = append(list, s.ClientURL())
	}
	return strings.Join(list, ",")
}

func (c *nodes) stop() {
	for _, s := range c.servers {
		s.Shutdown()
	}
	for _, s := range c.servers {
		s.WaitForShutdown()
	}
	_ = os.RemoveAll(c.dir)
}

// The servers that all tests share. A cluster needs seconds to elect a leader.
var (
	oneNode    = sync.OnceValues(func() (*nodes, error) { return shared(1) })
	threeNodes = sync.OnceValues(func() (*nodes, error) { return shared(3) })
	all        []*nodes
)

func shared(n int) (*nodes, error) {
	c, err := startNodes(n)
	if err == nil {
		all = append(all, c)
	}
	return c, err
}

func TestMain(m *testing.M) {
	code := m.Run()
	for _, c := range all {
		c.stop()
	}
	os.Exit(code)
}

// dial opens a place on servers.
func dial(t testing.TB, start func() (*nodes, error)) *Place {
	t.Helper()
	c, err := start()
	if err != nil {
		t.Fatal(err)
	}
	p, err := Dial(Config{URLs: c.urls(), Replicas: len(c.servers), Find: find})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}
