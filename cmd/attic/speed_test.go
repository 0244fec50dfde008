//go:build long && unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// What docs/performance.md says of the full screen, with the program as make builds it: run by make screenbench.
func TestSpeedOfTheScreen(t *testing.T) {
	dir := t.TempDir()
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", dir, ".")
	build.Env = append(build.Environ(), "CGO_ENABLED=0")
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	attic := filepath.Join(dir, "attic")
	for _, game := range []string{"", "atom4", "ataxx", "atommaster"} {
		name := strings.TrimSpace("attic " + game)
		t.Run(name, func(t *testing.T) {
			var starts []time.Duration
			for range 20 {
				began := time.Now()
				x := newHome(t).full(80, 24, colours256, strings.Fields(attic+" "+game)...)
				x.sees("q quit") // the last that is drawn
				starts = append(starts, time.Since(began))
				x.quits()
			}
			x := newHome(t).full(80, 24, colours256, strings.Fields(attic+" "+game)...)
			x.sees("q quit")
			var keys []time.Duration
			for i := range 200 {
				before := x.vt.String()
				began := time.Now()
				x.write([]string{down, up}[i%2])
				x.until("a key changes the screen", func() bool { return x.vt.String() != before })
				keys = append(keys, time.Since(began))
			}
			const while = 5 * time.Second
			before := x.used()
			<-time.After(while)
			idle := x.used() - before
			x.quits()
			t.Logf("%s: first frame %.0f ms, key to screen %.1f ms, idle %.1f %% of a core", name,
				median(starts).Seconds()*1e3, median(keys).Seconds()*1e3, 100*idle.Seconds()/while.Seconds())
		})
	}
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

// used returns the processor time of the program so far. Linux counts it in hundredths of a second.
func (x *terminal) used() time.Duration {
	x.t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", x.cmd.Process.Pid))
	if err != nil {
		x.t.Fatal(err)
	}
	_, after, _ := bytes.Cut(stat, []byte(") ")) // the name before may have blanks
	var sum time.Duration
	for _, field := range strings.Fields(string(after))[11:13] { // in the program and in the kernel
		n, err := strconv.Atoi(field)
		if err != nil {
			x.t.Fatal(err)
		}
		sum += time.Duration(n) * 10 * time.Millisecond
	}
	return sum
}
