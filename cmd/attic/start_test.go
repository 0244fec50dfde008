//go:build unix

package main

import (
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"attic/dev/wait"
	"attic/games"
	"attic/ui/web"
)

// allocatedVariable is an environment variable that names a file. On SIGUSR1 this test binary, acting as the program, writes into it how many
// bytes it has allocated so far. It then has the page of the build, if there is one.
const allocatedVariable = "ATTIC_TEST_ALLOCATED"

func init() { tells = tellsAllocated }

func tellsAllocated() {
	file := os.Getenv(allocatedVariable)
	if file == "" {
		return
	}
	hostedPage = web.Handler
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGUSR1)
	go func() {
		for range asked {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			_ = os.WriteFile(file+".new", []byte(strconv.FormatUint(m.TotalAlloc, 10)), 0o600)
			_ = os.Rename(file+".new", file)
		}
	}()
}

// Up to its first screen the program allocates little: it does not make the page for browsers, which takes ten megabytes, and the menu does not
// read the puzzles of its game, which takes 1.7. Needed now are 1.7 for the menu and 2.2 for a game, and up to 60 % more on a busy machine, where
// more of the first pictures' steps are drawn.
func TestAStartDoesLittle(t *testing.T) {
	t.Parallel()
	menu := uint64(2_400_000)
	for _, cmd := range rootCommand().Commands() {
		if _, ok := games.Find(cmd.Name()); ok {
			menu += 200_000 // for its part of the menu
		}
	}
	for args, most := range map[string]uint64{"attic": menu, "attic ataxx": 5_000_000, "attic atom4": 5_000_000, "attic atommaster": 5_000_000} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			file := filepath.Join(h.dir, "allocated")
			x := h.full(80, 24, colours256+" "+allocatedVariable+"="+file, strings.Fields(args)...)
			x.sees("q quit") // the last text that is drawn
			x.signal(syscall.SIGUSR1)
			var n uint64
			wait.Until(t, "the program reports its allocations", func() (any, bool) {
				text, err := os.ReadFile(file)
				if err == nil {
					n, err = strconv.ParseUint(string(text), 10, 64)
				}
				return err, err == nil
			})
			if n > most {
				t.Errorf("%d bytes were allocated before the first screen, want at most %d", n, most)
			}
			x.quits()
		})
	}
}
