package store_test

import (
	"bufio"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"attic/dev/race"
	"attic/game/learn"
	"attic/match/store"
)

// writer is an environment variable. When a test starts this program again, it names the folder in which to write until the program is killed.
const writer = "ATTIC_TEST_WRITER"

// writeForEver changes each of the small files and the analysis of a game again and again, and prints the number of each change once it is saved.
func writeForEver(dir, name string) {
	s := store.Open(dir, find)
	mine := s.Profile.Settings()
	j, err := s.Library.Begin("toy", noon)
	if err == nil {
		err = add(j, start)
	}
	if err != nil {
		panic(err)
	}
	for n := 0; ; n++ {
		label := fmt.Sprintf("%s-%d", name, n)
		errs := []error{
			s.Profile.Set(&mine, func(s *store.Settings) { s.Invite(label, "link"); s.Invited = s.Invited[:min(len(s.Invited), 3)] }),
			s.Profile.Judge(label, store.Judged{Moves: 1}),
			add(j, "tree 1 comment 1 "+label), // the first one replaces the file by one of format 3
		}
		_, err := s.Profile.Learn("ataxx", func(r learn.Record) learn.Record {
			r.Puzzles = map[string]learn.Result{label: {}}
			return r
		})
		if seat, e := s.Seats.Take("seat " + name); e == nil {
			errs = append(errs, seat.Keep(label, "owed "+label), seat.Close())
		}
		fmt.Println(n, append(errs, err))
	}
}

// Programs that are killed while they write leave complete files, with all changes that they reported as saved. KILLS is the number of kills.
func TestWritersThatAreKilled(t *testing.T) {
	race.Plain(t)
	kills := 8
	if text := os.Getenv("KILLS"); text != "" {
		n, err := strconv.Atoi(text)
		must(t, err)
		kills = n
	}
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(61, 2))
	saved := 0
	for k := range kills {
		name := fmt.Sprint("w", k)
		cmd := exec.Command(os.Args[0], name)
		cmd.Env = append(os.Environ(), writer+"="+dir)
		out, err := cmd.StdoutPipe()
		must(t, err)
		must(t, cmd.Start())
		last := -1
		until := rng.IntN(10)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			number, errs, _ := strings.Cut(lines.Text(), " ")
			if strings.Trim(errs, "[<nil> ]") != "" {
				t.Error(errs)
			}
			last, err = strconv.Atoi(number)
			must(t, err)
			if saved++; last >= until {
				_ = cmd.Process.Kill() // in the middle of the next change; more lines may still be waiting
			}
		}
		_ = cmd.Wait()
		s := store.Open(dir, find)
		label := fmt.Sprintf("%s-%d", name, last)
		later := func(kept string) bool { // the change after the last one reported as saved may have been saved
			n, err := strconv.Atoi(strings.TrimPrefix(kept, name+"-"))
			return err == nil && n >= last
		}
		judged, err := s.Profile.Judged()
		must(t, err)
		if _, ok := judged[label]; !ok {
			t.Errorf("the judgement %s is lost", label)
		}
		if list := s.Profile.Settings().Invited; !slices.ContainsFunc(list, func(i [2]string) bool { return i[0] == label }) {
			t.Errorf("the invitation %s is lost: %q", label, list)
		}
		if list := slices.Collect(maps.Keys(s.Profile.Learnt("ataxx").Puzzles)); len(list) != 1 || !later(list[0]) {
			t.Errorf("the puzzle %s is lost: %q", label, list)
		}
		k, ok := s.Library.Kept("toy")
		if text, _ := strings.CutPrefix(edits(k.Match), "tree 1 comment 1 "); !ok || k.Damage != nil || !later(text) {
			t.Errorf("the game has %q, %v", text, k.Damage)
		}
		seat, err := s.Seats.Take("seat " + name)
		must(t, err)
		if key := seat.Key(); !later(key) || seat.Owed() != "owed "+key {
			t.Errorf("the key is %q, and %q is owed", key, seat.Owed())
		}
		must(t, seat.Close())
		if news := s.News(); len(news) > 0 {
			t.Errorf("told: %q", news)
		}
	}
	t.Logf("%d kills, %d changes of each file saved", kills, saved)
}
