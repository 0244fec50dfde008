package store_test

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"attic/match"
	"attic/match/store"
)

// Each game is listed with the number of its file, the game played last first, even if the clock runs backwards.
func TestGamesAreListedInTheOrderOfPlay(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	for i := range 4 {
		keep(t, dir, noon.Add(-time.Duration(i)*time.Hour), "move guess 10") // the clock runs backwards
	}
	if got := numbers(t, s, ""); !slices.Equal(got, []int{4, 3, 2, 1}) {
		t.Errorf("Games lists %v", got)
	}
	k, err := s.Library.Find(2)
	must(t, err)
	j, _, err := s.Library.Resume(k, noon.Add(-99*time.Hour))
	must(t, err)
	must(t, add(j, "move guess 5"))
	must(t, j.Archive())
	if got := numbers(t, s, "toy"); !slices.Equal(got, []int{2, 4, 3, 1}) {
		t.Errorf("after game 2 was continued, Games lists %v", got)
	}
	if k, ok := s.Library.Kept("toy"); !ok || k.Number != 2 || !k.Left.Equal(noon.Add(-99*time.Hour)) {
		t.Errorf("Kept returns %+v", k)
	}
	if got := numbers(t, s, "atom4"); got != nil {
		t.Errorf("of Atom-4, Games lists %v", got)
	}
}

// No game is ever removed to make room, however many there are.
func TestNoGameIsRemoved(t *testing.T) {
	dir := t.TempDir()
	for i := range 60 {
		keep(t, dir, noon, fmt.Sprintf("move guess %d", 1+i%2))
	}
	s := store.Open(dir, find)
	if got := numbers(t, s, "toy"); len(got) != 60 || got[0] != 60 || got[59] != 1 {
		t.Errorf("Games lists %v", got)
	}
	if got := len(list(t, dir)); got != 60 {
		t.Errorf("there are %d files", got)
	}
}

// Each line: the lines of a journal after its first three, and the game as Games lists it.
func TestWhatIsListed(t *testing.T) {
	for _, c := range []struct {
		clause, lines, opponent, result string
		ply                             int
	}{
		{"an unfinished game", "move guess 10", "against the computer (level 1)", "unfinished", 2},
		{"a round won, and the match continues", "move guess 2", "against the computer (level 1)", "unfinished, rounds won 1 to 0", 2},
		{"abandoned", "move guess 10\nabandoned", "against the computer (level 1)", "abandoned", 2},
		{"a round won and then abandoned", "move guess 2\nabandoned", "against the computer (level 1)", "Guesser wins", 2},
		{"two rounds, abandoned", "move guess 2\nround deal=2#2\nmove start\nabandoned", "against the computer (level 1)", "abandoned, rounds won 1 to 0", 4},
		{"claimed", "move guess 10\n# claimed 00ff\nabandoned", "against the computer (level 1)", "claimed, not confirmed", 2},
		{"two rounds, claimed", "move guess 2\nround deal=2#2\nmove start\n# claimed 00ff\nabandoned", "against the computer (level 1)", "claimed, not confirmed, rounds won 1 to 0", 4},
		{"claimed, and played on here", "move guess 10\n# claimed 00ff\nabandoned\nmove guess 9", "against the computer (level 1)", "unfinished", 3},
		{"claimed after the end", "move guess 2\n# claimed 00ff\nabandoned", "against the computer (level 1)", "Guesser wins", 2},
		{"names", "seat 1 person level 1 name Anna\nseat 2 person level 1 name Bob", "Anna against Bob", "unfinished", 1},
		{"a name", "seat 2 person level 1 name Bob", "against Bob", "unfinished", 1},
		{"two people", "seat 2 person level 1", "between people", "unfinished", 1},
		{"the computer alone", "seat 1 program level 1", "the computer (level 1) against the computer (level 1)", "unfinished", 1},
		{"all taken back", "undo", "against the computer (level 1)", "unfinished", 0},
		{"damaged", "move guess 99", "against the computer (level 1)", "damaged at line 6", 1},
	} {
		t.Run(c.clause, func(t *testing.T) {
			dir := t.TempDir()
			path := keep(t, dir, noon, c.lines)
			games, err := store.Open(dir, find).Library.Games("")
			must(t, err)
			if len(games) != 1 {
				t.Fatalf("Games lists %+v", games)
			}
			g := games[0]
			if g.Number != 1 || g.Path != path || g.Name != "toy" || !g.Played.Equal(noon) || g.Opponent != c.opponent || g.Result != c.result || g.Ply != c.ply {
				t.Errorf("Games lists %+v", g)
			}
		})
	}
}

// Finished and abandoned games are listed but not offered for continuing.
func TestArchivedGamesAreNotOffered(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	keep(t, dir, noon, "move guess 10")
	keep(t, dir, noon, "move guess 10", match.AbandonedLine)
	if k, ok := s.Library.Kept("toy"); !ok || k.Number != 1 {
		t.Errorf("Kept returns %+v, %v", k, ok)
	}
	k, err := s.Library.Find(2)
	must(t, err)
	j, m, err := s.Library.Resume(k, noon)
	if err != nil || moves(m) != 2 {
		t.Fatalf("the abandoned game is resumed with %d moves, %v", moves(m), err)
	}
	must(t, add(j, "move guess 5"))
	must(t, j.Archive())
	if k, ok := s.Library.Kept("toy"); !ok || k.Number != 2 || moves(k.Match) != 3 {
		t.Errorf("after the game was continued, Kept returns %+v, %v", k, ok)
	}
}

// A number never changes and is never given to another game.
func TestNumbersStay(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	for range 3 {
		keep(t, dir, noon, "move guess 10")
	}
	must(t, s.Library.Delete(2))
	must(t, s.Library.Delete(3))
	if err := s.Library.Delete(3); err != store.ErrNoGame { //nolint:errorlint // must be this exact error
		t.Errorf("the second Delete returns %v", err)
	}
	keep(t, dir, noon, "move guess 10")
	if got := numbers(t, s, ""); !slices.Equal(got, []int{4, 1}) {
		t.Errorf("Games lists %v", got)
	}
	must(t, os.Remove(filepath.Join(dir, "games.log"))) // without the index, still no game is lost
	must(t, os.Remove(filepath.Join(dir, "games.sum")))
	keep(t, dir, noon, "move guess 10")
	if got := numbers(t, s, ""); !slices.Equal(got, []int{5, 4, 1}) {
		t.Errorf("without the index, Games lists %v", got)
	}
}

func TestDeleteLeavesWhatIsPlayed(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	j := begin(t, s, noon)
	must(t, add(j, start))
	if err := s.Library.Delete(1); err == nil || !strings.Contains(err.Error(), "it is being played") {
		t.Errorf("Delete returns %v", err)
	}
	must(t, add(j, "move guess 10"))
	must(t, j.Archive())
	path := filepath.Join(dir, "games", "000001-toy.game")
	must(t, os.WriteFile(path+".damaged", nil, 0o600))
	must(t, os.WriteFile(path+".beat", nil, 0o600))
	must(t, s.Library.Delete(1))
	if left, err := filepath.Glob(path + "*"); err != nil || left != nil {
		t.Errorf("the remaining files are %q, %v", left, err)
	}
}

// Unclaim deletes the game with a claim and no other.
func TestUnclaim(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	keep(t, dir, noon, "move guess 10", match.ClaimLine("00fe"), match.AbandonedLine)
	keep(t, dir, noon, "move guess 10", match.ClaimLine("00ff"), match.AbandonedLine)
	keep(t, dir, noon, "move guess 10", match.ClaimLine("00ff"), match.AbandonedLine, "move guess 9")
	if k, ok := s.Library.Kept("toy"); !ok || k.Number != 3 {
		t.Errorf("the game to continue is %+v", k)
	}
	list, err := s.Library.Games("")
	must(t, err)
	for _, g := range list {
		if len(g.Rounds) != 1 || g.Rounds[0].Left != store.Unfinished {
			t.Errorf("game %d counts as %+v", g.Number, g.Rounds)
		}
	}
	for range 2 {
		must(t, s.Library.Unclaim("00ff"))
		if got := numbers(t, s, ""); !slices.Equal(got, []int{3, 1}) {
			t.Errorf("Games lists %v", got)
		}
	}
}

// Games of an older version of attic are numbered once, in the order of their times, and are continued in the
// present format.
func TestGamesOfFormat1(t *testing.T) {
	dir := t.TempDir()
	second, first := old(t, dir, noon, "# mine", "move guess 10", "move gue"), old(t, dir, noon.Add(-time.Hour), "move guess 5")
	text, err := os.ReadFile(second)
	must(t, err)
	must(t, os.WriteFile(second, text[:len(text)-1], 0o600)) // its last line is truncated
	must(t, os.Chtimes(second, noon, noon))
	s := store.Open(dir, find)
	k, ok := s.Library.Kept("toy")
	if !ok || k.Number != 2 || moves(k.Match) != 2 || !k.Left.Equal(noon) {
		t.Fatalf("Kept returns %+v", k)
	}
	for _, path := range []string{first, second} {
		if _, err := os.Lstat(path); err == nil {
			t.Errorf("%s is still there", path)
		}
	}
	if got := list(t, dir); !slices.Equal(got, []string{"000001-toy.game", "000002-toy.game"}) {
		t.Fatalf("the files are %q", got)
	}
	j, _, err := s.Library.Resume(k, noon)
	must(t, err)
	if now, err := os.ReadFile(k.Path); err != nil || string(now) != string(text[:len(text)-1]) {
		t.Errorf("after Resume the file is %q, %v", now, err)
	}
	must(t, add(j, "move guess 5"))
	must(t, add(j, "move guess 4"))
	must(t, j.Archive())
	want := sealed(match.JournalHead, match.PlayedLine(1, noon), "game toy\nround #2\nmove start\n# mine\nmove guess 10\nmove guess 5\nmove guess 4")
	if now, err := os.ReadFile(k.Path); err != nil || string(now) != want {
		t.Errorf("the continued journal is\n%swant\n%s%v", now, want, err)
	}
	keep(t, dir, noon)
	if got := numbers(t, s, ""); !slices.Equal(got, []int{3, 2, 1}) {
		t.Errorf("Games lists %v", got)
	}
}

// A game that an older version of attic is playing keeps its file name until that program ends.
func TestGamesThatAnOlderProgramPlays(t *testing.T) {
	dir := t.TempDir()
	path := old(t, dir, noon, "move guess 10")
	unlock := hold1(t, path)
	s := store.Open(dir, find)
	if got := numbers(t, s, ""); !slices.Equal(got, []int{1}) {
		t.Errorf("Games lists %v", got)
	}
	if got := list(t, dir); !slices.Equal(got, []string{filepath.Base(path)}) {
		t.Errorf("the files are %q", got)
	}
	unlock()
	if k, ok := s.Library.Kept("toy"); !ok || k.Number != 1 || filepath.Base(k.Path) != "000001-toy.game" {
		t.Errorf("then Kept returns %+v", k)
	}
}

// The list does not depend on the index: if the index is missing or wrong, the games are read.
func TestTheIndexIsACache(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	for i := range 40 {
		keep(t, dir, noon, fmt.Sprintf("move guess %d", 10+i%9), strings.Repeat("seed 2\n", i)+"seed 1")
	}
	keep(t, dir, noon, "move guess 99")
	show := func() string {
		games, err := s.Library.Games("")
		must(t, err)
		text := ""
		for _, g := range games {
			g.Played = g.Played.UTC()
			text += fmt.Sprintf("%+v\n", g)
		}
		return text
	}
	path := filepath.Join(dir, "games.log")
	want := show()
	whole, err := os.ReadFile(path)
	must(t, err)
	if strings.Contains(string(whole), "guess") {
		t.Errorf("the index holds moves:\n%s", whole)
	}
	if got := show(); got != want {
		t.Errorf("with the index, Games lists\n%swant\n%s", got, want)
	}
	for what, text := range map[string]string{
		"none": "", "half of it": string(whole[:len(whole)/2]), "another version": strings.ReplaceAll(string(whole), "\t", " "),
		"a changed result": strings.Replace(string(whole), "unfinished", "Guesser wins", 1), "rubbish": "\x00\n\xff\n",
	} {
		must(t, os.WriteFile(path, []byte(text), 0o600))
		if got := show(); got != want {
			t.Errorf("with %s as the index, Games lists\n%swant\n%s", what, got, want)
		}
	}
	// A file that has changed is read again.
	k, err := s.Library.Find(7)
	must(t, err)
	j, _, err := s.Library.Resume(k, noon)
	must(t, err)
	must(t, add(j, "move guess 2"))
	must(t, j.Archive())
	games, err := s.Library.Games("")
	if err != nil || games[0].Number != 7 || games[0].Result != "unfinished, rounds won 1 to 0" {
		t.Errorf("after game 7 was continued the first is %+v, %v", games[0], err)
	}
}

// Only journals are games. A damaged file is listed by its number and never hides the others.
func TestDamagedGamesAreListed(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	keep(t, dir, noon, "move guess 10")
	folder := filepath.Join(dir, "games")
	for i, text := range []string{"", "rubbish\n", "\x00\xff", match.Sealed("attic journal 9"), "attic save 1\ngame toy\nround\nend 3\n", start + "\n"} {
		must(t, os.WriteFile(filepath.Join(folder, fmt.Sprintf("%06d-toy.game", i+2)), []byte(text), 0o600))
	}
	must(t, os.Mkdir(filepath.Join(folder, "000008-toy.game"), 0o700))
	must(t, os.Symlink(filepath.Join(folder, "nowhere"), filepath.Join(folder, "000009-toy.game")))
	must(t, os.Symlink("000011-toy.game", filepath.Join(folder, "000010-toy.game")))
	must(t, os.Symlink("000010-toy.game", filepath.Join(folder, "000011-toy.game")))
	must(t, os.WriteFile(filepath.Join(folder, "000012-toy.game"), nil, 0o600))
	must(t, os.Truncate(filepath.Join(folder, "000012-toy.game"), 1<<40))
	for i, what := range slices.Sorted(maps.Keys(inTheWay)) { // neither a FIFO nor a device may block the program
		must(t, inTheWay[what](filepath.Join(folder, fmt.Sprintf("%06d-toy.game", i+13))))
	}
	games, err := s.Library.Games("toy")
	must(t, err)
	var got []string
	for _, g := range games {
		got = append(got, fmt.Sprintf("%d %s", g.Number, g.Result))
		if g.Played.Year() < 1980 {
			t.Errorf("game %d is listed with the date %v", g.Number, g.Played)
		}
		if k, err := s.Library.Find(g.Number); g.Number > 7 && (err != nil || k.Damage == nil || k.Damage.Line != 0 || k.Damage.Playable) {
			t.Errorf("game %d is found as %+v, %v", g.Number, k.Damage, err)
		}
	}
	want := []string{"1 unfinished"}
	for i, what := range slices.Sorted(maps.Keys(inTheWay)) {
		why := map[string]string{"a folder": "it is a folder; a file is needed"}[what]
		want = slices.Insert(want, 1, fmt.Sprintf("%d cannot be read: %s", i+13, cmp.Or(why, "it is not a file")))
	}
	want = append(want, []string{
		"12 cannot be read: it is too large: 1048576 MB; at most 8 MB are read",
		"11 cannot be read: too many levels of symbolic links", "10 cannot be read: too many levels of symbolic links",
		"9 cannot be read: it is a link to a file that does not exist", "8 cannot be read: it is a folder; a file is needed",
		"7 damaged at line 1", "6 damaged at line 1",
		"5 line 1: this was saved by a newer attic: its format is 9, this attic reads up to 4",
		"4 damaged at line 1", "3 damaged at line 1", "2 damaged at line 1",
	}...)
	if !slices.Equal(got, want) {
		t.Errorf("Games lists\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if k, ok := s.Library.Kept("toy"); !ok || k.Number != 1 {
		t.Errorf("Kept returns %+v, %v", k, ok)
	}
}
