package stats_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"attic/game"
	"attic/games"
	"attic/games/ataxx"
	"attic/games/atom4"
	"attic/games/atommaster"
	"attic/match"
	"attic/match/store"
	"attic/teach/stats"
)

// sitting writes a game into a library line by line, as a table does, and counts the results itself.
type sitting struct {
	t     *testing.T
	m     match.Match
	lines []string
	rng   *rand.Rand
}

func sit(t *testing.T, rng *rand.Rand, name, options string, side, level int) *sitting {
	t.Helper()
	g, _ := games.Find(name)
	m, err := match.New(g, game.Setup{Options: options, Seed: rng.Uint64N(1 << 40)}.With(g.Info().Started))
	must(t, err)
	m.Side = side
	for seat := range m.Players {
		m.Players[seat] = match.Player{Program: seat != side, Level: level}
	}
	return &sitting{t, m, append([]string{match.JournalHead}, m.Lines()...), rng}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// play plays the move text, or a random move if text is "".
func (s *sitting) play(text string) {
	s.t.Helper()
	if text == "" {
		moves := game.MovesOf(s.m.State())
		text = moves[s.rng.IntN(len(moves))].Text
	}
	next, _, err := s.m.Play(text)
	must(s.t, err)
	s.m = next
	s.lines = append(s.lines, s.m.LastLine())
}

func (s *sitting) random(n int) {
	for ; n > 0 && s.m.ToMove() != game.Nobody; n-- {
		s.play("")
	}
}

// solve fires at random ports, sets atoms on random squares and evaluates.
func (s *sitting) solve() {
	for shots := 1 + s.rng.IntN(9); shots > 0; shots-- {
		moves := slices.DeleteFunc(game.MovesOf(s.m.State()), func(m game.Move) bool { return !strings.HasPrefix(m.Text, "fire") })
		s.play(moves[s.rng.IntN(len(moves))].Text)
	}
	for s.m.ToMove() != game.Nobody {
		moves := game.MovesOf(s.m.State())
		if slices.ContainsFunc(moves, func(m game.Move) bool { return m.Text == "evaluate" }) {
			s.play("evaluate")
			return
		}
		s.play(fmt.Sprintf("set %c%d", 'a'+rune(s.rng.IntN(5)), 1+s.rng.IntN(5)))
	}
}

func (s *sitting) resign(seat int) {
	m, err := s.m.Resign(seat)
	must(s.t, err)
	s.m, s.lines = m, append(s.lines, m.LastLine())
}

func (s *sitting) undo(n int) {
	for range n {
		m, err := s.m.Undo()
		must(s.t, err)
		s.m, s.lines = m, append(s.lines, "undo")
	}
}

func (s *sitting) next() {
	m, err := s.m.Next(s.rng.Uint64)
	must(s.t, err)
	s.m, s.lines = m, append(s.lines, m.LastLine())
}

func (s *sitting) seat(seat int, p match.Player) {
	s.m.Players = slices.Clone(s.m.Players)
	s.m.Players[seat] = p
	s.lines = append(s.lines, s.m.SeatLine(seat))
}

func (s *sitting) keep(dir string, more ...string) {
	s.t.Helper()
	s.keepAt(dir, time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC), more...)
}

func (s *sitting) keepAt(dir string, at time.Time, more ...string) {
	s.t.Helper()
	j, err := store.Open(dir, games.Find).Library.Begin(s.m.Game().Info().Name, at)
	must(s.t, err)
	_, err = j.Append(0, append(s.lines, more...)...)
	must(s.t, err)
	must(s.t, j.Archive())
}

// counted is a round that counts, with the facts known from playing it.
type counted struct {
	game, kind   string
	level        int
	result       float64 // 1, 0.5 or 0
	took, gaveUp bool
	helped       bool
	points       float64
}

// note returns the round that has just ended, as read from the sentences at the end.
func (s *sitting) note(level int) counted {
	s.t.Helper()
	o := s.m.Outcome()
	c := counted{game: s.m.Game().Info().Name, level: level, result: 0.5}
	switch o.Winner {
	case s.m.Side:
		c.result = 1
	case game.Nobody:
	default:
		c.result = 0
	}
	if found := regexp.MustCompile(`^Score: (\d+), (\d+) of (\d+) atoms found`).FindStringSubmatch(o.Text); found != nil {
		points, _ := strconv.Atoi(found[1])
		right, _ := strconv.Atoi(found[2])
		all, _ := strconv.Atoi(found[3])
		if c.result == 1 { // the guess is as good as the solution: missed atoms cost nothing
			points -= 5 * (all - right)
		}
		c.points, c.gaveUp = float64(points), strings.Contains(strings.Join(s.lines[max(0, len(s.lines)-1):], ""), "resign")
	}
	return c
}

var archived = []game.Game{atom4.Game{}, ataxx.Game{}, atommaster.Game{}}

// archive makes a library of the three games. It has rounds that count and, for each reason, rounds that do not. archive
// returns the rounds that count, the oldest first, and the numbers of the others by game and reason.
func archive(t *testing.T, dir string, games int) (list []counted, left map[string]map[store.Left]int) {
	rng := rand.New(rand.NewPCG(17, 42))
	left = map[string]map[store.Left]int{"atom4": {}, "ataxx": {}, "atommaster": {}}
	for i := range games {
		switch name := []string{"atom4", "ataxx", "atommaster"}[i%3]; name {
		case "atommaster":
			kind := []string{"atoms=3", "", "size=6", "size=10 atoms=6"}[rng.IntN(4)]
			label := map[string]string{"atoms=3": "size=8 atoms=3", "": "size=8 atoms=4", "size=6": "size=6 atoms=4", "size=10 atoms=6": "size=10 atoms=6"}[kind]
			s := sit(t, rng, name, kind, 0, 2)
			switch rng.IntN(6) {
			case 0: // a person hides the atoms
				squares := []string{"a1", "b2", "c3", "d4", "e5", "a5"}[:map[string]int{"atoms=3": 3, "": 4, "size=6": 4, "size=10 atoms=6": 6}[kind]]
				s.play("hide " + strings.Join(squares, ","))
				s.solve()
				left[name][store.People]++
			case 1: // the computer solves
				s.seat(0, match.Player{Program: true, Level: 2})
				s.solve()
				left[name][store.Watched]++
			case 3: // with shades
				s.play("fire 3")
				s.play("shades on")
				s.solve()
				c := s.note(0)
				c.helped = true
				list = append(list, c)
			case 2: // given up, and another deal
				s.play("fire 3")
				s.play("resign")
				c := s.note(0)
				c.kind = label
				list = append(list, c)
				s.next()
				s.solve()
				c = s.note(0)
				c.kind = label
				list = append(list, c)
				s.next() // a round without a move
			default:
				s.solve()
				c := s.note(0)
				c.kind = label
				list = append(list, c)
				if rng.IntN(3) == 0 {
					s.next()
					s.play("fire 1")
					s.play("set a1")
					left[name][store.Unfinished]++
				}
			}
			s.keep(dir)
		default:
			level := 1 + rng.IntN(9)
			s := sit(t, rng, name, "", rng.IntN(2), level)
			plan := rng.IntN(12)
			switch plan {
			case 0: // two people
				s.seat(1-s.m.Side, match.Player{Level: level})
				s.random(3)
				s.resign(0)
				left[name][store.People]++
			case 1: // the level changes
				s.random(3)
				s.seat(1-s.m.Side, match.Player{Program: true, Level: level + 1})
				s.random(3)
				s.resign(s.m.Side)
				left[name][store.Changed]++
			case 2: // left before the end
				s.random(5)
				left[name][store.Unfinished]++
				s.keep(dir, match.AbandonedLine)
				continue
			case 3: // an engine
				s.random(4)
				s.lines = append(s.lines, "# engine 2")
				s.resign(s.m.Side)
				left[name][store.Engine]++
			case 4: // from a saved game
				s.random(4)
				s.lines = append(s.lines, "# file 3")
				s.resign(s.m.Side)
				left[name][store.Filed]++
			case 5: // taken back, and another move played
				s.random(2)
				first := s.m.LastLine()
				s.undo(1)
				for _, m := range game.MovesOf(s.m.State()) {
					if "move "+m.Text != first {
						s.play(m.Text)
						break
					}
				}
				s.random(1000)
				c := s.note(level)
				c.took = true
				list = append(list, c)
			case 6: // taken back and brought back
				s.random(4)
				s.undo(2)
				s.m, _ = s.m.Redo()
				s.lines = append(s.lines, "redo")
				s.m, _ = s.m.Redo()
				s.lines = append(s.lines, "redo")
				s.resign(s.m.Side)
				list = append(list, s.note(level))
			case 8: // with a hint
				s.random(4)
				s.lines = append(s.lines, "# hint 3")
				s.resign(1 - s.m.Side)
				c := s.note(level)
				c.helped = true
				list = append(list, c)
			case 7: // the resignation is taken back, so the round has not ended
				s.random(3)
				s.resign(s.m.Side)
				s.undo(1)
				left[name][store.Unfinished]++
			default:
				s.random(1000)
				list = append(list, s.note(level))
				if name == "atom4" { // rounds at other levels
					for round := range 2 {
						s.next()
						s.seat(1-s.m.Side, match.Player{Program: true, Level: level + 1 + round})
						s.random(1000)
						list = append(list, s.note(level+1+round))
					}
				}
			}
			s.keep(dir)
		}
	}
	return list, left
}

// The statistics agree with a second count, which records the results while the test plays the games.
func TestStatisticsAgreeWithASecondCount(t *testing.T) {
	dir := t.TempDir()
	list, left := archive(t, dir, 150)
	lib := store.Open(dir, games.Find)
	for _, damage := range []bool{false, true} {
		if damage { // damage a game that does not count, so that nothing else changes
			s := sit(t, rand.New(rand.NewPCG(1, 1)), "ataxx", "", 0, 1)
			s.random(3)
			s.lines = append(s.lines, "move nonsense")
			s.keep(dir)
		}
		kept, err := lib.Library.Games("")
		must(t, err)
		for _, g := range archived {
			compare(t, g, stats.Of(g, kept), list, left[g.Info().Name], map[bool]int{true: 1}[damage && g.Info().Name == "ataxx"])
		}
	}
}

func compare(t *testing.T, g game.Game, got stats.Stats, list []counted, left map[store.Left]int, damaged int) {
	t.Helper()
	name := g.Info().Name
	var total, longest, current, took, helped int
	results, levels := map[float64]int{}, map[int]map[float64]int{}
	type sum struct{ n, best, gave, flawless, points float64 }
	kinds := map[string]sum{}
	for _, c := range list {
		if c.game != name {
			continue
		}
		total++
		results[c.result]++
		switch {
		case c.took:
			took++
		case c.helped:
			helped++
		case c.result == 1:
			current++
			longest = max(longest, current)
		default:
			current = 0
		}
		if levels[c.level] == nil {
			levels[c.level] = map[float64]int{}
		}
		levels[c.level][c.result]++
		if c.helped {
			continue
		}
		k := kinds[c.kind]
		switch {
		case c.gaveUp:
			k.gave++
		case k.n == 0 || c.points < k.best:
			k.best = c.points
		}
		if !c.gaveUp {
			k.n, k.points, k.flawless = k.n+1, k.points+c.points, k.flawless+c.result
		}
		kinds[c.kind] = k
	}
	if total < 20 {
		t.Fatalf("%s: only %d rounds were made", name, total)
	}
	if want := (stats.Results{Played: total, Won: results[1], Lost: results[0], Drawn: results[0.5]}); got.Total != want {
		t.Errorf("%s: the results are %+v, want %+v", name, got.Total, want)
	}
	if got.Longest != longest || got.Current != current || got.Took != took || got.Helped != helped {
		t.Errorf("%s: streaks are %d and %d, %d taken back, %d with hints; want %d, %d, %d, %d",
			name, got.Longest, got.Current, got.Took, got.Helped, longest, current, took, helped)
	}
	if helped == 0 {
		t.Errorf("%s: no round with hints was made", name)
	}
	for why, n := range left {
		if got.Left[why] != n {
			t.Errorf("%s: %d are not counted as %s, want %d", name, got.Left[why], why, n)
		}
	}
	if len(got.Left) != len(left) || got.Unreadable != damaged {
		t.Errorf("%s: not counted are %v, want %v; damaged %d, want %d", name, got.Left, left, got.Unreadable, damaged)
	}
	if got.Scorer {
		if len(got.Kinds) != len(kinds) || len(got.Levels) != 0 {
			t.Errorf("%s: there are %d kinds, want %d", name, len(got.Kinds), len(kinds))
		}
		for _, k := range got.Kinds {
			want := kinds[k.Kind]
			if float64(k.Points.N) != want.n || float64(k.Best) != want.best || float64(k.GaveUp) != want.gave || float64(k.Flawless) != want.flawless ||
				math.Abs(k.Points.Value()*want.n-want.points) > 1e-9 {
				t.Errorf("%s: for %s there is %+v, want %+v", name, k.Kind, k, want)
			}
		}
		return
	}
	if len(got.Levels) != len(levels) {
		t.Errorf("%s: there are %d levels, want %d", name, len(got.Levels), len(levels))
	}
	for _, l := range got.Levels {
		if want := levels[l.Level]; l.Won != want[1] || l.Lost != want[0] || l.Drawn != want[0.5] {
			t.Errorf("%s: at level %d there is %+v, want %v", name, l.Level, l.Results, want)
		}
	}
}

// The index gives the same statistics as the games themselves.
func TestTheIndexHoldsWhatCounts(t *testing.T) {
	dir := t.TempDir()
	archive(t, dir, 60)
	lib := store.Open(dir, games.Find)
	index := filepath.Join(dir, "games.log")
	must(t, os.RemoveAll(index))
	read := func() string {
		t.Helper()
		kept, err := lib.Library.Games("")
		must(t, err)
		var all []stats.Stats
		for _, g := range archived {
			all = append(all, stats.Of(g, kept))
		}
		text, err := stats.JSON(all)
		must(t, err)
		return string(text)
	}
	want := read()
	text, err := os.ReadFile(index)
	must(t, err)
	if got := read(); got != want {
		t.Errorf("by the index:\n%s\nwant:\n%s", got, want)
	}
	if !strings.Contains(string(text), "size=10 atoms=6,") {
		t.Errorf("the index holds no rounds:\n%s", text)
	}
	for _, shown := range lib.Library.Menu([]string{"atom4", "ataxx", "atommaster"}) {
		if !shown.Stats {
			t.Error("by the index a game has no statistics")
		}
	}
	for _, rubbish := range []string{",x,,", "won", ",2", ";;"} { // games whose entries cannot be read are read again
		var odd []string
		for line := range strings.Lines(string(text)) {
			parts := strings.Split(line[:len(line)-1-match.SealBytes], "\t")
			parts[12] = rubbish
			odd = append(odd, strings.Join(parts, "\t"))
		}
		must(t, os.WriteFile(index, []byte(match.Sealed(odd...)), 0o600))
		if got := read(); got != want {
			t.Errorf("by an index with %q for rounds:\n%s\nwant:\n%s", rubbish, got, want)
		}
	}
}

// The JSON has the fields that docs/save-format.md names, with the values of the statistics.
func TestJSONCanBeReadBack(t *testing.T) {
	dir := t.TempDir()
	archive(t, dir, 45)
	kept, err := store.Open(dir, games.Find).Library.Games("")
	must(t, err)
	var all []stats.Stats
	for _, g := range archived {
		all = append(all, stats.Of(g, kept))
	}
	text, err := stats.JSON(all)
	must(t, err)
	var whole struct {
		Format int
		Games  []map[string]any
	}
	must(t, json.Unmarshal(text, &whole))
	if whole.Format != 1 || len(whole.Games) != len(all) {
		t.Fatalf("format %d, %d games", whole.Format, len(whole.Games))
	}
	doc, err := os.ReadFile("../../docs/save-format.md")
	must(t, err)
	var named func(value any)
	named = func(value any) {
		switch v := value.(type) {
		case map[string]any:
			for name, inner := range v {
				if !strings.Contains(string(doc), "`"+name+"`") {
					t.Errorf("docs/save-format.md does not name %q", name)
				}
				named(inner)
			}
		case []any:
			for _, inner := range v {
				named(inner)
			}
		}
	}
	for i, got := range whole.Games {
		named(got)
		s := all[i]
		number := func(name string) int { n, _ := got[name].(float64); return int(n) }
		if got["game"] != s.Info.Name || number("played") != s.Total.Played || number("won") != s.Total.Won || number("lost") != s.Total.Lost ||
			number("drawn") != s.Total.Drawn || number("longest_streak") != s.Longest || number("current_streak") != s.Current || number("taken_back") != s.Took ||
			number("with_hints") != s.Helped {
			t.Errorf("%v, want %+v", got, s)
		}
		if levels, _ := got["levels"].([]any); len(levels) != len(s.Levels) {
			t.Errorf("%s: %d levels, want %d", s.Info.Name, len(levels), len(s.Levels))
		}
		if kinds, _ := got["kinds"].([]any); len(kinds) != len(s.Kinds) {
			t.Errorf("%s: %d kinds, want %d", s.Info.Name, len(kinds), len(s.Kinds))
		}
		if rating, ok := got["rating"].(map[string]any); ok != (s.Rating.Games > 0) || ok && math.Abs(rating["value"].(float64)-s.Rating.Value) > 1e-3 {
			t.Errorf("%s: the rating is %v, want %v", s.Info.Name, got["rating"], s.Rating)
		}
	}
}
