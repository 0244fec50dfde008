//go:build torture && linux

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"attic/dev/halltest"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/server"
	"attic/table/wire"
)

// Before a move is answered, it is in a synced file, or in a cluster in those of two nodes, according to strace.
func TestTortureSync(t *testing.T) {
	for _, of := range []struct {
		keep  string
		nodes int
		syncs int // the least number of syncs before an answer
	}{{"files", 0, 1}, {"cluster", 3, 2}} {
		t.Run(of.keep, func(t *testing.T) {
			var r *running
			var traced []string
			if of.nodes > 0 {
				c := startCluster(t, "always", folders(t, of.nodes)...)
				r = c.hall(0)
				for _, n := range c.nodes {
					traced = append(traced, "-p", fmt.Sprint(n.cmd.Process.Pid))
				}
			} else {
				r = start(t, t.TempDir())
			}
			file := filepath.Join(t.TempDir(), "trace")
			cmd := exec.Command("strace", append(traced, "-f", "-yy", "-s", "100000", "-e", "trace=write,pwrite64,fsync,fdatasync", "-o", file, "-p", fmt.Sprint(r.cmd.Process.Pid))...)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = cmd.Process.Kill() }()
			halltest.Wait(context.Background(), 2*time.Second) // strace starts tracing during this time
			answered := serve(t, r, 30)
			halltest.Wait(context.Background(), time.Second)
			_ = cmd.Process.Signal(syscall.SIGINT)
			_ = cmd.Wait()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			traceOf(t, string(text), answered, of.syncs)
		})
	}
}

// serve plays some moves at a new table and returns the IDs of the acts.
func serve(t *testing.T, r *running, moves int) (ids []string) {
	t.Helper()
	seat, err := r.make(server.Wish{Game: "ataxx", With: server.Friend, Side: 0, Level: -1})
	if err != nil {
		t.Fatal(err)
	}
	var there [2]*halltest.Player
	for i, id := range []string{seat.ID, seat.Friend} {
		if there[i], err = r.sit(id, "", false); err != nil {
			t.Fatal(err)
		}
		defer there[i].Leave()
	}
	g, _ := games.Find("ataxx")
	m, err := match.New(g, game.Setup{}.With(g.Info().Started))
	for i := 0; i < moves && err == nil; i++ {
		p, id, move := there[m.ToMove()], wire.NewAct(), halltest.Next(m, uint64(i))
		if err := p.Play(context.Background(), id, move); err != nil {
			t.Fatal(err)
		}
		code, ok := p.Answered()
		if !ok || code != "" || !there[1-m.ToMove()].Reaches(p.N) {
			t.Fatal(code, ok)
		}
		ids = append(ids, id)
		m, _, err = m.Play(move)
	}
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

var (
	tracedCall = regexp.MustCompile(`^(\d+) +(write|pwrite64|fsync|fdatasync)\(\d+<(.*?)>(, ".*|\).*| <.*)`)
	resumed    = regexp.MustCompile(`^(\d+) +<\.\.\. \w+ resumed>`)
)

// traceOf checks the output of strace: before the answer to each act, its ID was written to some files and they were synced.
func traceOf(t *testing.T, trace string, acts []string, syncs int) {
	t.Helper()
	type call struct{ what, path, text string }
	open := map[string]call{}               // by the process
	written := map[string]map[string]bool{} // by the act and the file; true: synced
	for _, id := range acts {
		written[id] = map[string]bool{}
	}
	answers := 0
	done := func(c call) {
		for id, files := range written {
			_, there := files[c.path]
			switch {
			case strings.HasSuffix(c.what, "sync"):
				if there {
					files[c.path] = true
				}
			case strings.Contains(c.text, id) && !strings.HasPrefix(c.path, "TCP:"):
				files[c.path] = false
			}
		}
	}
	for line := range strings.Lines(trace) {
		if m := resumed.FindStringSubmatch(line); m != nil {
			if c, ok := open[m[1]]; ok && strings.Contains(line, ") ") {
				done(c)
			}
			delete(open, m[1])
			continue
		}
		m := tracedCall.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		c := call{m[2], m[3], m[4]}
		if strings.HasPrefix(c.path, "TCP:") && strings.Contains(c.text, `\"t\":\"answer\"`) { // an answer counts from its beginning
			for id, files := range written {
				if !strings.Contains(c.text, id) {
					continue
				}
				n := 0
				for _, synced := range files {
					if synced {
						n++
					}
				}
				if answers++; n < syncs {
					t.Errorf("act %s was answered after %d syncs: %v", id, n, files)
				} else if answers == len(acts) {
					t.Logf("the last of %d answers was sent after these files were written and synced: %v", answers, files)
				}
			}
		}
		if strings.HasSuffix(strings.TrimSpace(line), "<unfinished ...>") {
			open[m[1]] = c
		} else {
			done(c)
		}
	}
	if answers != len(acts) {
		t.Errorf("%d answers were seen, want %d", answers, len(acts))
	}
}
