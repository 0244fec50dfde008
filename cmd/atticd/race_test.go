//go:build torture && linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"attic/dev/halltest"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/server/jet"
	"attic/server/keep"
)

// racers is the number of games to which two processes write at the same time.
const racers = 8

// Two processes write to the same games as fast as they can, each line after the last one they know. Acknowledged lines are in the game once and
// refused lines are not, even if the leader is killed while they write.
func TestTortureRace(t *testing.T) {
	c := startCluster(t, "always", folders(t, 3)...)
	lasts := time.Duration(amount(t, "RACE", 3600)) * time.Second
	place := clusterPlace(t, c.urls(2))
	var all sync.WaitGroup
	var told [2][]string
	for i := range told {
		all.Go(func() {
			cmd := exec.Command(os.Args[0], "-test.run", "^TestRacer$", "-test.timeout", "0")
			cmd.Env = append(os.Environ(), "RACER="+strconv.Itoa(i), "NATS="+c.urls(i), "RACE="+strconv.Itoa(int(lasts.Seconds())))
			out, err := cmd.Output()
			if err != nil {
				t.Errorf("racer %d: %v", i, err)
			}
			for line := range strings.Lines(string(out)) {
				told[i] = append(told[i], strings.TrimSpace(line))
			}
		})
	}
	kills := 0
	for began := time.Now(); time.Since(began) < lasts-20*time.Second; kills++ {
		halltest.Wait(context.Background(), 10*time.Second+some(20*time.Second))
		n := c.nodes[c.leader()]
		n.kill()
		halltest.Wait(context.Background(), some(2*time.Second))
		n.begin()
	}
	all.Wait()
	count := map[string]int{} // by the line
	kept := 0
	for i := range racers {
		for k, more := 0, true; more; k++ {
			more = false
			if err := place.Games(raced(i, k)).Texts(func(text keep.Text) error {
				more, kept = true, kept+1
				record, err := match.ReadRecord(bytes.NewReader(text.Journal), games.Find)
				if err != nil || record.Bytes != int64(len(text.Journal)) {
					t.Errorf("game %s is damaged: %v", raced(i, k), err)
				}
				for line := range strings.Lines(string(text.Journal)) {
					if line, ok := strings.CutPrefix(line, "# race "); ok {
						count[line[:strings.Index(line, " #")]]++
					}
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	written, refused, unknown, lost, doubled, falsely := 0, 0, 0, 0, 0, 0
	for _, line := range slices.Concat(told[0], told[1]) {
		what, line, _ := strings.Cut(line, " # race ")
		switch n := count[line]; {
		case what == "written":
			if written++; n == 0 {
				lost++
			} else if n > 1 {
				doubled++
			}
		case what == "refused":
			if refused++; n > 0 {
				falsely++
			}
		case what == "unknown":
			unknown++
		}
	}
	if lost+doubled+falsely > 0 || written == 0 {
		t.Fail()
	}
	t.Logf("%d kills of the leader, %d games, %d lines written, %d refused, %d not known at first; lost %d, doubled %d, false answers %d", kills, kept, written, refused, unknown, lost, doubled, falsely)
}

// raced returns the table of a game to which both write. Each writer goes from game to game.
func raced(writer, game int) string { return fmt.Sprintf("race-%d-%d", writer, game) }

// clusterPlace opens a cluster as a place.
func clusterPlace(t *testing.T, urls string) *jet.Storage {
	t.Helper()
	place, err := jet.Dial(jet.Config{Find: games.Find, URLs: urls})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = place.Close() })
	return place
}

// TestRacer is one of the processes of TestTortureRace. It prints the answers.
func TestRacer(t *testing.T) {
	name := os.Getenv("RACER")
	if name == "" {
		return
	}
	place := clusterPlace(t, os.Getenv("NATS"))
	out := bufio.NewWriter(os.Stdout)
	var mu sync.Mutex
	tell := func(what, line string) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintln(out, what, line)
	}
	over := time.Now().Add(time.Duration(amount(t, "RACE", 1)) * time.Second)
	var all sync.WaitGroup
	for i := range racers {
		all.Go(func() {
			for k := 0; time.Now().Before(over); k++ {
				l, err := begun(place.Games(raced(i, k)))
				for ; err != nil; l, err = begun(place.Games(raced(i, k))) {
					pause()
				}
				_, last, err := l.Read(0)
				for n := 0; n < 500 && time.Now().Before(over) || err != nil; n++ {
					if err != nil {
						_, last, err = l.Read(last)
						pause()
						continue
					}
					line := fmt.Sprintf("# race %d %d %s %d", i, k, name, n)
					at, wrong := l.Append(last, line)
					unknown := errors.Is(wrong, match.ErrUnknown)
					if unknown {
						tell("unknown", line)
					}
					for ; unknown && wrong != nil && !errors.Is(wrong, match.ErrMoved); at, wrong = l.Append(last, line) {
						pause()
					}
					if wrong == nil {
						tell("written", line)
						last = at
						pause()
						continue
					}
					var more []string
					if errors.Is(wrong, match.ErrMoved) {
						for more, at, err = l.Read(last); err != nil; more, at, err = l.Read(last) {
							pause()
						}
						last = at
					}
					if unknown && slices.Contains(more, line) {
						tell("written", line)
					} else {
						tell("refused", line)
					}
				}
			}
		})
	}
	all.Wait()
	_ = out.Flush()
}

// begun returns the ledger of the game at a table. It begins the game unless the other process has.
func begun(at keep.Games) (match.Ledger, error) {
	if l, _, err := at.Resume(); err == nil {
		return l, nil
	}
	g, _ := games.Find("ataxx")
	m, err := match.New(g, game.Setup{}.With(g.Info().Started))
	if err != nil {
		return nil, err
	}
	l, err := at.Begin("ataxx")
	if err != nil {
		return nil, err
	}
	_, err = l.Append(0, append([]string{match.JournalHead}, m.Lines()...)...)
	return l, err
}
