// Package jettest starts NATS servers in the process of a test, for server/jet and its users.
package jettest

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Cluster is one or more NATS servers with JetStream on this machine. Each of them syncs every write, like the servers of a hall.
type Cluster struct {
	Dir     string // holds a folder for the files of each server
	servers []*server.Server
	options []*server.Options
}

// startTime is the maximum time that a server takes to start.
const startTime = time.Minute

// Start starts n servers. After an error, none runs.
func Start(n int) (*Cluster, error) {
	ports, err := free(n)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "jettest")
	if err != nil {
		return nil, err
	}
	c := &Cluster{Dir: dir}
	var routes []*url.URL
	for _, port := range ports {
		routes = append(routes, &url.URL{Scheme: "nats-route", Host: fmt.Sprint("127.0.0.1:", port)})
	}
	for i := range n {
		o := &server.Options{
			ServerName: fmt.Sprint("node", i), Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: filepath.Join(dir, fmt.Sprint(i)),
			SyncAlways: true, NoSigs: true, NoLog: true,
		}
		if n > 1 {
			o.Cluster = server.ClusterOpts{Name: "hall", Host: "127.0.0.1", Port: ports[i]}
			o.Routes = routes
		}
		c.options, c.servers = append(c.options, o), append(c.servers, nil)
		if err := c.Begin(i); err != nil {
			c.Stop()
			return nil, err
		}
	}
	return c, nil
}

// free returns n unused ports.
func free(n int) (ports []int, err error) {
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close() // only after the loop, so that the ports differ
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports, nil
}

// Node starts one server, which ends with the test, and returns its address.
func Node(t testing.TB) string {
	t.Helper()
	c, err := Start(1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Stop)
	return c.URLs()
}

// URLs returns the addresses of the servers, separated by commas.
func (c *Cluster) URLs() string {
	var list []string
	for _, s := range c.servers {
		list = append(list, s.ClientURL())
	}
	return strings.Join(list, ",")
}

// Size returns the number of servers.
func (c *Cluster) Size() int { return len(c.servers) }

// Begin starts a server that is not running.
func (c *Cluster) Begin(i int) error {
	s, err := server.NewServer(c.options[i])
	if err != nil {
		return err
	}
	c.servers[i] = s
	s.Start()
	if !s.ReadyForConnections(startTime) {
		return fmt.Errorf("server %d does not start", i)
	}
	return nil
}

// Current reports whether a server is up to date with the others.
func (c *Cluster) Current(i int) bool { return c.servers[i].JetStreamIsCurrent() }

// Kill ends the server with the given name, and returns its number.
func (c *Cluster) Kill(name string) int {
	for i, s := range c.servers {
		if s.Name() == name {
			s.Shutdown()
			s.WaitForShutdown()
			return i
		}
	}
	return -1
}

// Stop ends all servers and removes their files.
func (c *Cluster) Stop() {
	for _, s := range c.servers {
		if s != nil {
			s.Shutdown()
		}
	}
	for _, s := range c.servers {
		if s != nil {
			s.WaitForShutdown()
		}
	}
	_ = os.RemoveAll(c.Dir)
}
