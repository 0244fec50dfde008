//go:build unix

package store_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"attic/dev/race"
	"attic/match"
	"attic/match/store"
)

// No step of a player costs more in a large library: each makes as many allocations as in a small one. With GAMES, the test prints the cost in a library
// of that size.
func TestALargeLibraryCostsNoMore(t *testing.T) {
	race.Plain(t)
	steps := map[string]func(s store.Store){
		"the menu":         func(s store.Store) { s.Library.Menu([]string{"toy", "ataxx"}) },
		"the latest games": func(s store.Store) { _, _, _ = s.Library.Recent("", 20) },
		"a game to continue": func(s store.Store) {
			if _, ok := s.Library.Kept("toy"); !ok {
				t.Error("no game is kept")
			}
		},
		"a game, closed and deleted": func(s store.Store) {
			j := begin(t, s, noon)
			must(t, add(j, start, "move guess 10"))
			must(t, j.Archive())
			list, _, err := s.Library.Recent("", 1)
			must(t, err)
			must(t, s.Library.Delete(list[0].Number))
		},
	}
	cost := map[string][2]float64{}
	sizes := []int{200, 2000}
	if text := os.Getenv("GAMES"); text != "" {
		n, err := strconv.Atoi(text)
		must(t, err)
		sizes[1] = n
	}
	for i, size := range sizes {
		dir := t.TempDir()
		must(t, os.MkdirAll(filepath.Join(dir, "games"), 0o700))
		for n := 1; n <= size; n++ {
			text := sealed(match.JournalHead, match.PlayedLine(uint64(n), noon), "game toy\nround #2\nmove start\nmove guess 10")
			must(t, os.WriteFile(filepath.Join(dir, "games", fmt.Sprintf("%06d-toy.game", n)), []byte(text), 0o600))
		}
		s := store.Open(dir, find)
		_, total, err := s.Library.Recent("", 1)
		must(t, err)
		if total != size {
			t.Fatalf("%d games of %d are there", total, size)
		}
		for what, step := range steps {
			began := processor(t)
			for range 10 {
				step(s)
			}
			t.Logf("%d games, %s: %.2f ms", size, what, float64((processor(t)-began).Microseconds())/10e3)
			c := cost[what]
			c[i] = testing.AllocsPerRun(3, func() { step(s) })
			cost[what] = c
		}
	}
	for what, c := range cost {
		if c[1] > 2*c[0]+50 {
			t.Errorf("%s: %v allocations among %d games, %v among %d", what, c[0], sizes[0], c[1], sizes[1])
		}
	}
}

// processor returns the processor time that this process has used.
func processor(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	must(t, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
