package stats_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/store"
	"attic/teach/stats"
)

// played returns a library of games with these results, the oldest first, such as "3+" for a win against level 3. The suffix
// t means that a move was taken back in that game; h means that there was a hint.
func played(t *testing.T, name string, results ...string) []store.Game {
	t.Helper()
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, text := range results {
		level, _ := strconv.ParseInt(text[:1], 36, 0)
		s := sit(t, rng, name, "", 0, int(level))
		moves := game.MovesOf(s.m.State())
		s.play(moves[0].Text)
		if strings.HasSuffix(text, "t") {
			s.undo(1)
			s.play(moves[1].Text)
		}
		if strings.HasSuffix(text, "h") {
			s.lines = append(s.lines, "# hint 1")
		}
		switch text[1] {
		case '+':
			s.resign(1)
		case '-':
			s.resign(0)
		default:
			m, err := s.m.Stop(match.Drawn, 0)
			must(t, err)
			s.lines = append(s.lines, m.LastLine())
		}
		s.keep(dir)
	}
	list, err := store.Open(dir, games.Find).Library.Games(name)
	must(t, err)
	return list
}

// The scores of the levels agree with docs/performance.md, and par agrees with docs/science.md.
func TestMeasuredNumbersAreThoseOfTheDocs(t *testing.T) {
	performance, err := os.ReadFile("../../docs/performance.md")
	must(t, err)
	for _, g := range games.All() {
		ladder := g.Info().Ladder
		if ladder == nil {
			continue
		}
		low, _, _ := g.(game.Bots).Levels()
		table := regexp.MustCompile(`(?m)^\| ` + g.Info().Title + ` level \| name .*\n(?:\|.*\n)+`).FindString(string(performance))
		for i, percent := range ladder {
			row := regexp.MustCompile(fmt.Sprintf(`(?m)^\| %d \|.*\| %.1f %% .*$`, low+1+i, percent))
			if !row.MatchString(table) {
				t.Errorf("%s: docs/performance.md does not say that level %d scored %.1f %%", g.Info().Title, low+1+i, percent)
			}
		}
	}
	science, err := os.ReadFile("../../docs/science.md")
	must(t, err)
	g, _ := games.Find("atommaster")
	pars := map[string]float64{}
	for _, k := range g.Info().Kinds {
		pars[k.Key] = k.Par
	}
	for atoms := 3; atoms <= 6; atoms++ {
		par, ok := pars[fmt.Sprintf("size=8 atoms=%d", atoms)]
		row := regexp.MustCompile(fmt.Sprintf(`(?m)^\| %d \|[^|]*\| (\d+\.\d+)`, atoms)).FindStringSubmatch(string(science))
		if !ok || row == nil {
			t.Fatalf("%d atoms: there is no par, or none in docs/science.md", atoms)
		}
		if mean, _ := strconv.ParseFloat(row[1], 64); math.Abs(mean-par) > 0.005 {
			t.Errorf("%d atoms: par is %v, docs/science.md says %s", atoms, par, row[1])
		}
	}
	if par, ok := pars["size=9 atoms=4"]; !ok || par != 0 {
		t.Errorf("on 9 by 9 squares par is %v, which nobody measured", par)
	}
}

// With the computed rating, the expected points equal the actual points.
func TestRating(t *testing.T) {
	level := map[string]map[int]float64{}
	for _, name := range []string{"ataxx", "atom4"} {
		g, _ := games.Find(name)
		level[name] = map[int]float64{0: 1000}
		for i, p := range g.Info().Ladder[:3] {
			level[name][1+i] = level[name][i] + 400*math.Log10(p/(100-p))
		}
	}
	many := func(n int, result string) []string {
		var list []string
		for range n {
			list = append(list, result)
		}
		return list
	}
	for _, c := range []struct {
		clause, game string
		results      []string
		used         []string // the results on which the rating is based; nil: no rating
	}{
		{"four games", "ataxx", many(4, "2+"), nil},
		{"five draws", "ataxx", many(5, "2="), many(5, "2=")},
		{"all won", "ataxx", many(7, "3+"), many(7, "3+")},
		{"all lost", "atom4", many(9, "0-"), many(9, "0-")},
		{"a mixture", "atom4", []string{"0+", "1+", "1-", "2=", "3-", "3+"}, []string{"0+", "1+", "1-", "2=", "3-", "3+"}},
		{"taken back", "ataxx", append(many(5, "2+t"), many(5, "2=")...), many(5, "2=")},
		{"with hints", "ataxx", append(many(5, "2+h"), many(5, "2=")...), many(5, "2=")},
		{"only the last thirty", "ataxx", append(many(10, "1-"), many(30, "2=")...), many(30, "2=")},
		{"a level without a rating", "atom4", append(many(5, "2="), many(5, "z+")...), many(5, "2=")},
	} {
		t.Run(c.clause, func(t *testing.T) {
			g, _ := games.Find(c.game)
			r := stats.Of(g, played(t, c.game, c.results...)).Rating
			if r.Games != len(c.used) {
				t.Fatalf("the rating is based on %d games, want %d", r.Games, len(c.used))
			}
			made, expected, spread, mean := 0.0, 0.0, 0.0, 0.0
			for _, text := range c.used {
				opponent := level[c.game][int(text[0]-'0')]
				e := 1 / (1 + math.Pow(10, (opponent-r.Value)/400))
				made += map[byte]float64{'+': 1, '=': 0.5}[text[1]]
				expected, spread, mean = expected+e, spread+e*(1-e), mean+opponent/float64(len(c.used))
			}
			if len(c.used) == 0 {
				return
			}
			e := 1 / (1 + math.Pow(10, (mean-r.Value)/400))
			made, expected, spread = made+1, expected+2*e, spread+2*e*(1-e)
			if math.Abs(made-expected) > 1e-6 {
				t.Errorf("at %v the expected points are %v, but the points made are %v", r.Value, expected, made)
			}
			if want := 1.96 * 400 / math.Ln10 / math.Sqrt(spread); math.Abs(r.Error-want) > 1e-6 {
				t.Errorf("the error is %v, want %v", r.Error, want)
			}
		})
	}
}
