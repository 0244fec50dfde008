//go:build long && unix && !nox

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"attic/dev/check/xtest"
	"attic/dev/wait"
)

// Prints the figures in docs/performance.md about the full screen. Run by "make screenbench".
func TestSpeedOfTheScreen(t *testing.T) {
	attic := built(t)
	for _, game := range []string{"", "atom4", "ataxx", "atommaster"} {
		name := strings.TrimSpace("attic " + game)
		t.Run(name, func(t *testing.T) {
			start := func() *terminal {
				x := newHome(t).full(80, 24, colours256, strings.Fields(attic+" "+game)...)
				x.sees("q quit") // the last text that is drawn
				return x
			}
			var starts, work, keys []time.Duration
			for range 20 {
				began := time.Now()
				x := start()
				starts = append(starts, time.Since(began))
				x.quits()
				work = append(work, x.cmd.ProcessState.UserTime()+x.cmd.ProcessState.SystemTime())
			}
			x := start()
			first := len(x.screen)
			for i := range 200 {
				before := x.vt.String()
				began := time.Now()
				x.write([]string{down, up}[i%2])
				x.until("a key changes the screen", func() bool { return x.vt.String() != before })
				keys = append(keys, time.Since(began))
			}
			const settles, while = time.Second, 5 * time.Second
			<-time.After(settles)
			before := x.used()
			<-time.After(while)
			idle := x.used() - before
			t.Logf("%s: first frame %.1f ms and %d bytes, with leaving %.1f ms of processor time; key to screen %.1f ms and %d bytes; idle %.1f %% of a core, resident %s", name,
				median(starts).Seconds()*1e3, first, median(work).Seconds()*1e3, median(keys).Seconds()*1e3, (len(x.screen)-first)/len(keys),
				100*idle.Seconds()/while.Seconds(), resident(t, x.cmd.Process.Pid))
			x.quits()
		})
	}
}

// built returns the program as built by make, or the one named by ATTIC, such as an older one for comparison.
func built(t *testing.T) string {
	t.Helper()
	if attic := os.Getenv("ATTIC"); attic != "" {
		return attic
	}
	dir := t.TempDir()
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-tags", "nethttpomithttp2", "-ldflags", "-s -w", "-o", dir, ".")
	build.Env = append(build.Environ(), "CGO_ENABLED=0")
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return filepath.Join(dir, "attic")
}

// Prints the figures in docs/performance.md about the window. Run by "make windowbench".
func TestSpeedOfTheWindow(t *testing.T) {
	attic := built(t)
	for _, args := range []string{"window", "atom4 -mx", "ataxx -mx", "atommaster -mx"} {
		t.Run(args, func(t *testing.T) {
			x := xtest.Start(t, "1200x800x24")
			start := func() *desktop {
				return newHome(t).starts(x.Display, append([]string{attic}, strings.Fields(args)...)...)
			}
			var starts []time.Duration
			eye, err := xgb.NewConnDisplay(x.Display) // a connection that waits for the window without using processor time
			if err != nil {
				t.Fatal(err)
			}
			defer eye.Close()
			root := xproto.Setup(eye).DefaultScreen(eye).Root
			if err := xproto.ChangeWindowAttributesChecked(eye, root, xproto.CwEventMask, []uint32{xproto.EventMaskSubstructureNotify}).Check(); err != nil {
				t.Fatal(err)
			}
			for range 20 {
				began := time.Now()
				d := start()
				for d.window == 0 {
					event, err := eye.WaitForEvent()
					if err != nil {
						t.Fatal(err)
					}
					if mapped, ok := event.(xproto.MapNotifyEvent); ok {
						d.window = mapped.Window
					}
				}
				for painted := false; !painted; {
					reply, err := xproto.GetImage(eye, xproto.ImageFormatZPixmap, xproto.Drawable(d.window), 5, 5, 1, 1, 0xffffffff).Reply()
					if err != nil {
						t.Fatal(err)
					}
					painted = reply.Data[0] != 0
				}
				starts = append(starts, time.Since(began))
				_ = d.cmd.Process.Kill()
				_ = d.cmd.Wait()
				x.Until("the window is gone", func() (any, bool) { windows := x.Windows(); return windows, len(windows) == 0 })
			}
			d := start()
			d.x, d.window = x, x.Window("")
			x.Until("the first page is painted", func() (any, bool) {
				return "nothing but black", slices.ContainsFunc(pixels(t, x, d.window), func(b byte) bool { return b != 0 })
			})
			var keys []time.Duration
			for i := range 200 {
				before := pixels(t, x, d.window)
				for now := pixels(t, x, d.window); !bytes.Equal(before, now); now = pixels(t, x, d.window) {
					before = now
				}
				ctx, done := wait.Context()
				began := time.Now()
				x.Key([]string{"right", "left"}[i%2])
				for bytes.Equal(pixels(t, x, d.window), before) {
					if ctx.Err() != nil {
						t.Fatalf("key %d changes nothing: %v", i, context.Cause(ctx))
					}
				}
				keys = append(keys, time.Since(began))
				done()
			}
			const while = 5 * time.Second
			before := processTime(t, d.cmd.Process.Pid)
			<-time.After(while)
			idle := processTime(t, d.cmd.Process.Pid) - before
			t.Logf("%s: first frame %.0f ms, key to frame %.1f ms, idle %.1f %% of a core, resident %s", args,
				median(starts).Seconds()*1e3, median(keys).Seconds()*1e3, 100*idle.Seconds()/while.Seconds(), resident(t, d.cmd.Process.Pid))
			x.Key("q")
			d.ends(0, "")
		})
	}
}

// Prints the processor time and memory of starts, in lines for dev/check/held, of the program as built by make and of the program BEFORE, built
// from the commit AGAINST. They start in turn. Run by "make startbench".
func TestSpeedOfStarts(t *testing.T) {
	programs := []string{built(t)}
	if before := os.Getenv("BEFORE"); before != "" {
		programs = append(programs, before)
	}
	display := xtest.Start(t, "1200x800x24")
	const starts, keys = 15, 200
	for _, c := range []struct{ name, args string }{{"menu", ""}, {"Ataxx", "ataxx"}, {"Atom-4", "atom4"}, {"Atommaster", "atommaster"}, {"window", "window"}} {
		t.Run(c.name, func(t *testing.T) {
			all := make([]struct{ first, calm, peak, after []float64 }, len(programs))
			for range starts {
				for i, program := range programs {
					s, of := startOf(t, display.In(t), program, c.args), &all[i]
					of.first = append(of.first, s.processor())
					of.peak = append(of.peak, s.memory("VmHWM"))
					<-time.After(calm)
					of.calm = append(of.calm, s.processor())
					s.ends()
				}
			}
			for i, program := range programs {
				for range 3 { // memory hardly varies
					s := startOf(t, display.In(t), program, c.args)
					for k := range keys {
						s.key(k)
					}
					all[i].after = append(all[i].after, s.memory("VmRSS"))
					s.ends()
				}
			}
			told := func(program string, i int) {
				of := &all[i]
				t.Logf("%s, %s: processor time to the first screen %.1f ms, a moment later %.1f ms; memory at the first screen %.1f MB, after %d keys %.1f MB",
					c.name, program, mid(of.first), mid(of.calm), mid(of.peak), keys, mid(of.after))
			}
			told("now", 0)
			t.Logf("memory at the first screen, %s: %.1f MB", c.name, mid(all[0].peak))
			t.Logf("memory after %d keys, %s: %.1f MB", keys, c.name, mid(all[0].after))
			if len(all) > 1 {
				commit := os.Getenv("AGAINST")
				told(commit, 1)
				t.Logf("processor time to the first screen against %s, %s: %.2f", commit, c.name, ratio(all[0].first, all[1].first))
				t.Logf("processor time until a moment later against %s, %s: %.2f", commit, c.name, ratio(all[0].calm, all[1].calm))
			}
		})
	}
}

// calm is the time after its first screen in which a program finishes its own work.
const calm = 400 * time.Millisecond

// started is a program that shows its first screen.
type started struct {
	t    *testing.T
	pid  int
	key  func(i int) // presses key number i and waits until the screen changes
	ends func()
}

// startOf starts the program in a terminal or, with the argument window, on a display, and waits for its first screen.
func startOf(t *testing.T, display *xtest.Server, program, args string) started {
	t.Helper()
	if args != "window" {
		x := newHome(t).full(80, 24, colours256, strings.Fields(program+" "+args)...)
		x.sees("q quit") // the last text that is drawn
		return started{t: t, pid: x.cmd.Process.Pid, ends: x.kill, key: func(i int) {
			before := x.vt.String()
			x.write([]string{down, up}[i%2])
			x.until("a key changes the screen", func() bool { return x.vt.String() != before })
		}}
	}
	d := newHome(t).starts(display.Display, program, args)
	d.window = display.Window("")
	picture := func() []byte { return pixels(t, display, d.window) }
	display.Until("the first page is painted", func() (any, bool) {
		return "nothing but black", slices.ContainsFunc(picture(), func(b byte) bool { return b != 0 })
	})
	end := func() {
		_ = d.cmd.Process.Kill()
		_ = d.cmd.Wait()
		display.Until("the window is gone", func() (any, bool) { windows := display.Windows(); return windows, len(windows) == 0 })
	}
	return started{t: t, pid: d.cmd.Process.Pid, ends: end, key: func(i int) {
		before, pressed := picture(), time.Now()
		display.Key([]string{"right", "left"}[i%2])
		display.Until("a key changes the window", func() (any, bool) { // two keys within one frame change nothing
			return "as before", !bytes.Equal(picture(), before) || time.Since(pressed) > calm
		})
	}}
}

// processor returns the processor time of a program so far in milliseconds.
func (s started) processor() float64 {
	s.t.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", s.pid))
	if err != nil || len(threads) == 0 {
		s.t.Fatalf("cannot read a program's threads: %v %v", threads, err)
	}
	var sum float64
	for _, thread := range threads { // all of them end with the program
		text, err := os.ReadFile(thread)
		check(s.t, err)
		used, err := strconv.ParseFloat(strings.Fields(string(text))[0], 64)
		check(s.t, err)
		sum += used / 1e6
	}
	return sum
}

// memory returns a line of /proc/PID/status in millions of bytes: VmRSS for the memory that a program occupies, VmHWM for the maximum so far.
func (s started) memory(line string) float64 {
	s.t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.pid))
	check(s.t, err)
	_, text, _ := strings.Cut(string(status), line+":")
	kilo, err := strconv.ParseFloat(strings.Fields(text)[0], 64)
	check(s.t, err)
	return kilo * 1024 / 1e6
}

func mid(list []float64) float64 { return slices.Sorted(slices.Values(list))[len(list)/2] }

// ratio returns the median of the ratios of two lists, number by number. Anything that slows down both of a pair does not change it.
func ratio(list, to []float64) float64 {
	var all []float64
	for i, n := range list {
		all = append(all, n/to[i])
	}
	return mid(all)
}

// pixels returns the pixels of a window in the areas of a game's first cursor and of its sentences, or nil while the window is not shown.
func pixels(t *testing.T, x *xtest.Server, window xproto.Window) []byte {
	t.Helper()
	var all []byte
	for _, area := range [][4]int{{20, 60, 700, 20}, {20, 300, 700, 40}, {20, 640, 400, 130}} {
		image, err := xproto.GetImage(x.Conn, xproto.ImageFormatZPixmap, xproto.Drawable(window), int16(area[0]), int16(area[1]), uint16(area[2]), uint16(area[3]), 0xffffffff).Reply()
		if err != nil {
			return nil
		}
		all = append(all, image.Data...)
	}
	return all
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

// resident returns the memory that a process occupies, as Linux writes it.
func resident(t *testing.T, pid int) string {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rss, _ := strings.Cut(string(status), "VmRSS:")
	rss, _, _ = strings.Cut(strings.TrimSpace(rss), "\n")
	return rss
}

// used returns the processor time of the program so far.
func (x *terminal) used() time.Duration {
	x.t.Helper()
	return processTime(x.t, x.cmd.Process.Pid)
}

// processTime returns the processor time of a process so far. Linux counts it in hundredths of a second.
func processTime(t *testing.T, pid int) time.Duration {
	t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := bytes.Cut(stat, []byte(") ")) // the name before it may have blanks
	var sum time.Duration
	for _, field := range strings.Fields(string(after))[11:13] { // in the program and in the kernel
		n, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		sum += time.Duration(n) * 10 * time.Millisecond
	}
	return sum
}

// Prints the figures in docs/performance.md about records: the processor time for 1,000 games and the memory for a record of 200 million bytes from
// a pipe, each move checked. Run by "make recordbench".
func TestSpeedOfRecords(t *testing.T) {
	attic, home := built(t), t.TempDir()
	run := func(args ...string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), attic, append([]string{"match", "ataxx"}, args...)...)
		cmd.Env = append(cmd.Environ(), "HOME="+home, "XDG_STATE_HOME="+home, "GOMEMLIMIT=")
		return cmd
	}
	file := filepath.Join(home, "games.pgn")
	if said, err := run("--engine", "level:1", "--engine", "level:2", "--games", "100", "--seed", "1", "--pgn", file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	games, err := os.ReadFile(file)
	check(t, err)
	for _, c := range []struct {
		name  string
		times int
	}{{"1,000 games", 10}, {"a record of 200 MB", 200e6/len(games) + 1}} {
		var said bytes.Buffer
		cmd := run("--replay", "-")
		cmd.Stdout, cmd.Stderr = &said, &said
		in, err := cmd.StdinPipe()
		check(t, err)
		check(t, cmd.Start())
		for range c.times {
			if _, err := in.Write(games); err != nil {
				t.Fatalf("%v\n%s", err, &said)
			}
		}
		memory := started{t: t, pid: cmd.Process.Pid}.memory("VmHWM")
		check(t, in.Close())
		if err := cmd.Wait(); err != nil || !strings.Contains(said.String(), fmt.Sprint(100*c.times, " games")) {
			t.Fatalf("%v\n%s", err, &said)
		}
		t.Logf("processor time for %s: %.2f s", c.name, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds())
		t.Logf("memory for %s: %.1f MB", c.name, memory)
	}
}
