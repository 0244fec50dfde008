package store_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"attic/game"
	"attic/match"
	"attic/match/store"
)

// A game in which the level changes to one that older programs do not know gets a newer format. The index has the codes of levels, and its readers get numbers.
func TestLevelsInTheLibrary(t *testing.T) {
	dir := t.TempDir()
	noon := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	for _, code := range []int{13, 1225} {
		j, err := store.Open(dir, find).Library.Begin("ataxx", noon)
		must(t, err)
		must(t, add(j, match.JournalHead, "game ataxx", "seed 1", "side 1", "seat 1 person level 3", "seat 2 program level 3", "round start=yes"))
		must(t, add(j, fmt.Sprint("seat 2 program level ", code)))
		must(t, add(j, "move a7-b7", "resign 1"))
		must(t, j.Archive())
	}
	for i, want := range []string{"2", "4"} {
		text, err := os.ReadFile(filepath.Join(dir, "games", fmt.Sprintf("00000%d-ataxx.game", i+1)))
		must(t, err)
		if !strings.HasPrefix(string(text), "attic journal "+want+" #") || strings.Count(string(text), "attic journal") != 1 {
			t.Errorf("the journal is\n%s", text)
		}
	}
	shown := func() string {
		list, err := store.Open(dir, find).Library.Games("ataxx")
		must(t, err)
		var b strings.Builder
		for _, g := range list {
			fmt.Fprintln(&b, g.Number, g.Opponent, g.Damage, g.Rounds[0].Level, g.Rounds[0].Result)
		}
		return b.String()
	}
	const want = "2 against the computer (level 13) 0 13 -1\n1 against the computer (level 16) 0 16 -1\n"
	log := filepath.Join(dir, "games.log")
	must(t, os.Remove(log))
	for _, how := range []string{"by the files", "by the index"} {
		if got := shown(); got != want {
			t.Errorf("%s:\n%s", how, got)
		}
	}
	text, err := os.ReadFile(log)
	must(t, err)
	for _, part := range []string{"the computer (level 13)", "\t-1,13,,", "the computer (level 1225)", "\t-1,c1225,,"} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%q is missing in the index:\n%s", part, text)
		}
	}
	var newer []string // a level of a newer program in the index: the game is read
	for line := range strings.Lines(strings.ReplaceAll(string(text), ",c1225,", ",c1299,")) {
		newer = append(newer, line[:len(line)-1-match.SealBytes])
	}
	must(t, os.WriteFile(log, []byte(match.Sealed(newer...)), 0o600))
	if got := shown(); got != want {
		t.Errorf("with an unknown code in the index:\n%s", got)
	}
}

// A game that an older program could not read is read again.
func TestAGameThatANewerProgramCanRead(t *testing.T) {
	dir := t.TempDir()
	keep(t, dir, time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC), "move guess 10")
	log := filepath.Join(dir, "games.log")
	text, err := os.ReadFile(log)
	must(t, err)
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	last := strings.Split(lines[len(lines)-1][:len(lines[len(lines)-1])-match.SealBytes], "\t")
	for _, c := range []struct {
		reads string // up to which format
		again bool
	}{{"3", true}, {"4", false}} {
		last[11] = "line 1: this was saved by a newer attic: its format is 4, this attic reads up to " + c.reads
		must(t, os.WriteFile(log, []byte(match.Sealed(strings.Join(last, "\t"))), 0o600))
		list, err := store.Open(dir, find).Library.Games("")
		must(t, err)
		if len(list) != 1 || (list[0].Result == "unfinished") != c.again {
			t.Errorf("after a program that reads up to format %s: %+v", c.reads, list)
		}
	}
}

// The file of settings has codes of levels, and for a level that was inserted also the level below, which older programs read.
func TestLevelsInSettings(t *testing.T) {
	for _, c := range []struct {
		clause, file string
		level        int    // or -1 for none
		saved        string // the choices after a change of another setting
	}{
		{"a level as before", `{"level":5,"side":0}`, 5, `{"level":5,"side":0}`},
		{"a level with another number now", `{"level":13,"side":0}`, 16, `{"level":13,"side":0}`},
		{"an inserted level", `{"code":1225,"level":12,"side":0}`, 13, `{"code":1225,"level":12,"side":0}`},
		{"changed by an older program since", `{"code":1225,"level":7,"side":0}`, 7, `{"code":1225,"level":7,"side":0}`},
		{"a level of a newer program", `{"code":1299,"level":12,"side":0}`, 12, `{"code":1299,"level":12,"side":0}`},
		{"too high", `{"level":16,"side":0}`, -1, `{"level":16,"side":0}`},
		{"half a level, kept by an older program", `{"auto":true,"half":true,"level":13,"side":0,"trend":2}`, 16, `{"auto":true,"half":true,"level":13,"side":0,"trend":2}`},
	} {
		dir := t.TempDir()
		must(t, os.WriteFile(filepath.Join(dir, "settings.json"), []byte(`{"games":{"ataxx":`+c.file+`}}`), 0o600))
		s := store.Open(dir, find)
		mine := s.Profile.Settings()
		got := mine.Game("ataxx")
		if got.Code != 0 || (got.Level == nil) != (c.level < 0) || got.Level != nil && *got.Level != c.level {
			t.Errorf("%s: %+v", c.clause, got)
		}
		must(t, s.Profile.Set(&mine, func(s *store.Settings) { s.ASCII = true }))
		if saved := choices(t, dir); saved != c.saved {
			t.Errorf("%s: after another change the file has %s", c.clause, saved)
		}
		for level, want := range map[int]string{22: `"level":15`, 5: `"level":5`, 17: `"code":1333,"level":13`} {
			must(t, s.Profile.Set(&mine, func(s *store.Settings) {
				s.Games["ataxx"] = store.GameSettings{Level: &level, Side: game.Nobody}
			}))
			if saved := strings.NewReplacer(`"code":1299,`, "", `"code":1225,`, "").Replace(choices(t, dir)); saved != "{"+want+`,"side":-1}` { // a code without effect may stay
				t.Errorf("%s: after a change to level %d the file has %s", c.clause, level, saved)
			}
			if again := s.Profile.Settings().Game("ataxx").Level; again == nil || *again != level {
				t.Errorf("%s: level %d is read as %v", c.clause, level, again)
			}
		}
	}
}

// choices returns the choices for Ataxx in the settings of a folder.
func choices(t *testing.T, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "settings.json"))
	must(t, err)
	var whole struct {
		Games struct{ Ataxx map[string]any }
	}
	must(t, json.Unmarshal(text, &whole))
	text, err = json.Marshal(whole.Games.Ataxx)
	must(t, err)
	return string(text)
}

func TestStepsOfAFollowingLevel(t *testing.T) {
	for _, c := range []struct {
		clause  string
		from    store.GameSettings
		results string // + won, - lost
		want    string // the levels after the games
	}{
		{"growing", store.GameSettings{}, "++++++", "1 3 6 10 14 18"},
		{"up to the highest", store.GameSettings{Level: level(15)}, "+++++", "16 18 21 22 22"},
		{"down", store.GameSettings{Level: level(15)}, "------", "14 12 9 5 1 0"},
		{"halved by each other result", store.GameSettings{}, "++++-+-+-", "1 3 6 10 8 9 8½ 9 8½"},
		{"not growing again", store.GameSettings{}, "+-++++", "1 ½ 1 1½ 2 2½"},
		{"an older program's, all won", store.GameSettings{Level: level(5), Trend: 1}, "++-", "6 8 7"},
		{"an older program's, both", store.GameSettings{Level: level(5), Half: true, Trend: 2}, "+-", "6 5½"},
	} {
		g := c.from
		if g.Level == nil {
			g.Level = level(0)
		}
		var list []string
		for _, r := range c.results {
			g = g.Followed(map[rune]int{'+': 1, '-': -1}[r], 0, 22)
			text := fmt.Sprint(*g.Level)
			if g.Half {
				text = strings.TrimPrefix(text, "0") + "½"
			}
			list = append(list, text)
		}
		if got := strings.Join(list, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.clause, got, c.want)
		}
	}
}

// A person of any strength, who scores 72 % against the level below and as much less against the level above, finds the level of that strength in 20 games.
func TestAFollowingLevelSettles(t *testing.T) {
	const runs, settled, games, high = 200, 20, 60, 22
	rng := rand.New(rand.NewPCG(68, 3))
	for strength := range high + 1 {
		near, sum := 0, 0.0
		for range runs {
			g := store.GameSettings{Level: level(0)}
			for i := range games {
				at := float64(*g.Level)
				if i == settled && math.Abs(at-float64(strength)) <= 2 {
					near++
				}
				if i >= settled {
					sum += at
				}
				by := -1
				if rng.Float64() < 1/(1+math.Pow(0.28/0.72, float64(strength)-at)) {
					by = 1
				}
				g = g.Followed(by, 0, high)
			}
		}
		if mean := sum / (runs * (games - settled)); math.Abs(mean-float64(strength)) > 1 || near < runs*9/10 {
			t.Errorf("strength %d: the mean level is %.2f; after %d games it is near in %d of %d runs", strength, mean, settled, near, runs)
		}
	}
}
