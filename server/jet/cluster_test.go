package jet

import (
	"os"
	"sync"
	"testing"

	"attic/dev/jettest"
)

// The servers that tests share. A cluster needs seconds to elect a leader.
var (
	oneNode    = sync.OnceValues(func() (*jettest.Cluster, error) { return shared(1) })
	threeNodes = sync.OnceValues(func() (*jettest.Cluster, error) { return shared(3) })
	all        []*jettest.Cluster
)

func shared(n int) (*jettest.Cluster, error) {
	c, err := jettest.Start(n)
	if err == nil {
		all = append(all, c)
	}
	return c, err
}

func TestMain(m *testing.M) {
	code := m.Run()
	for _, c := range all {
		c.Stop()
	}
	os.Exit(code)
}

// node starts a server that only one test uses.
func node(t testing.TB) *jettest.Cluster {
	t.Helper()
	c, err := jettest.Start(1)
	must(t, err)
	t.Cleanup(c.Stop)
	return c
}

// open opens a storage on servers; it is closed when the test ends.
func open(t testing.TB, c *jettest.Cluster) *Storage {
	t.Helper()
	p, err := Dial(Config{URLs: c.URLs(), Replicas: c.Size(), Find: find})
	must(t, err)
	t.Cleanup(func() { _ = p.Close() })
	return p
}

func dial(t testing.TB, start func() (*jettest.Cluster, error)) *Storage {
	t.Helper()
	c, err := start()
	must(t, err)
	return open(t, c)
}
