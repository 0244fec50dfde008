//go:build torture && linux

package main

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"attic/dev/halltest"
)

// tables is the number of tables in play.
const tables = 12

// amount returns the number in an environment variable, or usual if there is none.
func amount(t *testing.T, name string, usual int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func (r *running) again(t *testing.T) {
	t.Helper()
	_ = r.end(syscall.SIGKILL)
	r.insist(t)
}

// insist tries to start a hall several times, as systemd does: NATS servers that are choosing a leader may not answer in time.
func (r *running) insist(t *testing.T) {
	t.Helper()
	var err error
	for range 6 {
		if err = r.begin(); err == nil {
			return
		}
	}
	t.Fatal(err)
}

// some returns a random time below d.
func some(d time.Duration) time.Duration { return time.Duration(rand.Int64N(int64(d))) }

// Two halls on a cluster are killed repeatedly, in turn and sometimes both. Sometimes one is only paused for so long that the other takes its tables.
func TestTortureKillsOfTwo(t *testing.T) {
	c := startCluster(t, "always", folders(t, 3)...)
	halls := []*running{c.hall(0), c.hall(1)}
	p := gather(t, tables, false, halls...)
	for kill := range amount(t, "KILLS", 200) {
		p.until(1 + rand.Int64N(5*tables))
		halltest.Wait(p.ctx, some(5*time.Millisecond))
		switch victim := halls[rand.IntN(2)]; {
		case kill%20 == 5:
			_ = victim.cmd.Process.Signal(syscall.SIGSTOP)
			halltest.Wait(p.ctx, 12*time.Second)
			_ = victim.cmd.Process.Signal(syscall.SIGCONT)
		case kill%20 == 10:
			_ = halls[0].end(syscall.SIGKILL)
			halls[1].again(t)
			halls[0].insist(t)
		default:
			victim.again(t)
		}
	}
	p.end()
}

// The node that leads the stream of the games is killed repeatedly.
func TestTortureLeaders(t *testing.T) {
	c := startCluster(t, "always", folders(t, 3)...)
	p := gather(t, tables, false, c.hall(0), c.hall(1))
	for range amount(t, "LEADERS", 30) {
		p.until(1 + rand.Int64N(10*tables))
		n := c.nodes[c.leader()]
		n.kill()
		halltest.Wait(p.ctx, some(2*time.Second))
		n.begin()
	}
	p.end()
}

// The network between the nodes is cut in many ways. One hall knows only the first node, so it is sometimes on the side of the minority.
func TestTortureCuts(t *testing.T) {
	c := startCluster(t, "always", folders(t, 3)...)
	halls := []*running{c.hall(0, 0), c.hall(1)}
	p := gather(t, tables, false, halls...)
	for cut := range amount(t, "CUTS", 30) {
		p.until(1 + rand.Int64N(5*tables))
		one := c.leader()
		if rand.IntN(3) == 0 {
			one = 0
		}
		a, b := (one+1)%3, (one+2)%3
		switch cut % 7 {
		case 0, 1: // the node is alone
			c.net.block([2]int{one, a}, [2]int{a, one}, [2]int{one, b}, [2]int{b, one})
		case 2: // nobody hears it
			c.net.block([2]int{one, a}, [2]int{one, b})
		case 3: // it hears nobody
			c.net.block([2]int{a, one}, [2]int{b, one})
		case 4: // one pair
			c.net.block([2]int{one, a}, [2]int{a, one})
		case 5: // nobody hears anybody
			for i := range 3 {
				c.net.block([2]int{i, (i + 1) % 3}, [2]int{(i + 1) % 3, i})
			}
		case 6: // the halls do not hear the node
			c.net.block([2]int{one, 3}, [2]int{one, 4})
		}
		if rand.IntN(4) == 0 {
			c.net.slow(some(50 * time.Millisecond))
		}
		halltest.Wait(p.ctx, time.Second+some(9*time.Second))
		c.net.heal(rand.IntN(2) == 0)
	}
	p.end()
}

// The disk of a hall in files, and of each node, is full for a while.
func TestTortureFullDisk(t *testing.T) {
	t.Run("files", func(t *testing.T) {
		d := newDisk(t, 256)
		r := start(t, d.folder())
		fillings(t, gather(t, tables, false, r), r, func() []*disk { return []*disk{d} }, func() {})
	})
	t.Run("cluster", func(t *testing.T) {
		disks := []*disk{newDisk(t, 256), newDisk(t, 256), newDisk(t, 256)}
		c := startCluster(t, "always", disks[0].folder(), disks[1].folder(), disks[2].folder())
		halls := []*running{c.hall(0), c.hall(1)}
		fillings(t, gather(t, tables, false, halls...), halls[0], func() []*disk {
			if rand.IntN(2) == 0 {
				return disks
			}
			return disks[c.leader():][:1]
		}, func() {
			for i, n := range c.nodes { // after a full disk, a node does nothing until it is started again
				if halltest.Ask(context.Background(), "GET", "http://"+n.monitor+"/healthz", nil, nil) != nil {
					n.signal(syscall.SIGTERM)
					n.begin()
					t.Logf("node %d had to be started again", i)
				}
			}
		})
	})
}

func fillings(t *testing.T, p *people, r *running, which func() []*disk, after func()) {
	for range amount(t, "FULL", 5) {
		p.until(1 + rand.Int64N(10*tables))
		list := which()
		for _, d := range list {
			d.fill()
		}
		halltest.Wait(p.ctx, time.Second+some(4*time.Second))
		if _, _, err := recorded(r, p.duels[0].seat.Table); err != nil && len(list) == 1 {
			t.Logf("a table cannot be read: %v", err)
		}
		for _, d := range list {
			d.empty()
		}
		after()
	}
	p.end()
}

// Disks hang repeatedly: every write waits for up to eight seconds.
func TestTortureSlowDisk(t *testing.T) {
	t.Run("files", func(t *testing.T) {
		d := newDisk(t, 256)
		hangs(t, gather(t, tables, false, start(t, d.folder())), d)
	})
	t.Run("cluster", func(t *testing.T) {
		disks := []*disk{newDisk(t, 256), newDisk(t, 256), newDisk(t, 256)}
		c := startCluster(t, "always", disks[0].folder(), disks[1].folder(), disks[2].folder())
		hangs(t, gather(t, tables, false, c.hall(0), c.hall(1)), disks...)
	})
}

func hangs(t *testing.T, p *people, disks ...*disk) {
	for range amount(t, "HANGS", 15) {
		p.until(1 + rand.Int64N(10*tables))
		d := disks[rand.IntN(len(disks))]
		d.freeze()
		halltest.Wait(context.Background(), some(time.Duration(8*rand.Float64()*rand.Float64()*float64(time.Second))+time.Millisecond))
		d.thaw()
	}
	p.end()
}

// stops stops a process and returns when all its threads have stopped: one that waits for the disk stops only when the disk answers.
func stops(t *testing.T, p *os.Process) {
	t.Helper()
	if err := p.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	for {
		states, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", p.Pid))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(states, func(path string) bool {
			text, _ := os.ReadFile(path) // a thread may have ended
			_, state, _ := strings.Cut(string(text), ") ")
			return state != "" && !strings.ContainsRune("TDZX", rune(state[0]))
		}) {
			return
		}
		halltest.Wait(context.Background(), 100*time.Microsecond)
	}
}

// The power fails repeatedly: of a hall in files, and of one node or all of them.
func TestTorturePower(t *testing.T) {
	t.Run("files", func(t *testing.T) {
		d := newDisk(t, 256)
		r := start(t, d.folder())
		p := gather(t, tables, false, r)
		for range amount(t, "POWER", 50) {
			p.until(1 + rand.Int64N(10*tables))
			halltest.Wait(p.ctx, some(5*time.Millisecond))
			// Without power nothing may be answered, but a running process's fsync sometimes succeeds on an ext4 that is shut down.
			stops(t, r.cmd.Process)
			d.powerOff()
			_ = r.end(syscall.SIGKILL)
			d.powerOn()
			if err := r.begin(); err != nil {
				t.Fatal(err)
			}
		}
		p.end()
	})
	t.Run("cluster", func(t *testing.T) {
		sync := os.Getenv("SYNC") // a value other than always loses moves, which shows that this test would notice
		if sync == "" {
			sync = "always"
		}
		disks := []*disk{newDisk(t, 256), newDisk(t, 256), newDisk(t, 256)}
		c := startCluster(t, sync, disks[0].folder(), disks[1].folder(), disks[2].folder())
		p := gather(t, tables, false, c.hall(0), c.hall(1))
		for cut := range amount(t, "POWER", 50) {
			p.until(1 + rand.Int64N(10*tables))
			halltest.Wait(p.ctx, some(5*time.Millisecond))
			list := []int{rand.IntN(3)}
			if cut%3 == 2 {
				list = []int{0, 1, 2}
			}
			for _, i := range list {
				stops(t, c.nodes[i].cmd.Process)
			}
			for _, i := range list {
				disks[i].powerOff()
			}
			for _, i := range list {
				c.nodes[i].kill()
				disks[i].powerOn()
				c.nodes[i].begin()
			}
		}
		p.end()
	})
}

// Bits are flipped in the games of a closed hall in files, or in the store of a stopped node. Afterwards a hall shows either the right moves or none.
func TestTortureBits(t *testing.T) {
	for round := range amount(t, "FLIPS", 20) {
		t.Run("files", func(t *testing.T) {
			dir := t.TempDir()
			r := start(t, dir)
			p := gather(t, tables, false, r)
			p.until(30 * tables)
			p.halt()
			_ = r.end([]os.Signal{syscall.SIGKILL, syscall.SIGTERM}[round%2])
			flip(t, dir)
			if err := r.begin(); err != nil {
				t.Fatal(err)
			}
			t.Logf("%d tables are refused", p.compare(r))
			p.tell()
		})
		t.Run("cluster", func(t *testing.T) {
			dirs := folders(t, 3)
			c := startCluster(t, "always", dirs...)
			r := c.hall(0)
			p := gather(t, tables, false, r)
			p.until(30 * tables)
			p.halt()
			_ = r.end(syscall.SIGKILL)
			bad := rand.IntN(3)
			for _, n := range c.nodes {
				n.signal([]os.Signal{syscall.SIGKILL, syscall.SIGTERM}[round%2])
			}
			flip(t, dirs[bad])
			for _, n := range c.nodes {
				n.begin()
			}
			c.ready()
			r.insist(t)
			refused := p.compare(r)
			if leader := c.leader(); leader != bad {
				c.nodes[leader].kill()
				c.leader()
				refused += p.compare(r)
			}
			t.Logf("%d tables are refused", refused)
			p.tell()
		})
	}
}

// flip flips a bit in a game or in a node's file of messages inside a folder.
func flip(t *testing.T, dir string) {
	t.Helper()
	var files []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && (strings.HasSuffix(path, ".blk") && strings.Contains(path, "ATTIC_GAMES") || strings.HasSuffix(path, ".game")) {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	file := files[rand.IntN(len(files))]
	data, err := os.ReadFile(file)
	if err != nil || len(data) == 0 {
		t.Fatal(file, err)
	}
	at := rand.IntN(len(data))
	data[at] ^= 1 << rand.IntN(8)
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Logf("byte %d of %d of %s", at, len(data), strings.TrimPrefix(file, dir))
}

// The results of dev/load for a hall in files and then for one on a cluster, on this machine.
func TestTortureLoad(t *testing.T) {
	for kind, begin := range map[string]func(t *testing.T) *running{
		"files":   func(t *testing.T) *running { return start(t, t.TempDir()) },
		"cluster": func(t *testing.T) *running { return startCluster(t, "always", folders(t, 3)...).hall(0) },
	} {
		t.Run(kind, func(t *testing.T) {
			l := halltest.Load{Hall: begin(t).address(), Game: "ataxx", Probe: t.TempDir(), Tables: amount(t, "TABLES", 500), Pause: 500 * time.Millisecond, For: 20 * time.Second}
			if err := l.Run(t.Context(), t.Output()); err != nil {
				t.Fatal(err)
			}
		})
	}
}
