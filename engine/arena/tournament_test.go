package arena

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"attic/dev/race"
	"attic/game"
	"attic/internal/phrase"
)

func tournament(t *testing.T, players []string, s Settings) ([]Game, *Tournament) {
	t.Helper()
	var entrants []Entrant
	for _, p := range players {
		entrants = append(entrants, entrant(t, p))
	}
	var list []Game
	table, err := Run(t.Context(), heap{}, entrants, s, func(g Game, _ *Tournament) error {
		list = append(list, g)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list, table
}

// Everyone meets everyone else, or in a gauntlet the first entrant meets all others; all pairs play an opening before the next one starts.
func TestWhoMeetsWhom(t *testing.T) {
	for _, c := range []struct {
		gauntlet bool
		want     string
	}{
		{false, "1-2 2-1 1-3 3-1 2-3 3-2"},
		{true, "1-2 2-1 1-3 3-1"},
	} {
		s := Settings{Games: 4, Gauntlet: c.gauntlet, Seed: 3, Concurrency: 2}
		list, table := tournament(t, []string{"level:1", "level:2", "level:3"}, s)
		round := len(list) / 2
		for half := range 2 {
			var who []string
			for _, g := range list[half*round : (half+1)*round] {
				who = append(who, strings.TrimPrefix(g.Names[0], "level:")+"-"+strings.TrimPrefix(g.Names[1], "level:"))
				if g.Start != list[half*round].Start {
					t.Errorf("game %d of a round begins from %s, not %s", g.Number, g.Start, list[half*round].Start)
				}
			}
			if got := strings.Join(who, " "); got != c.want {
				t.Errorf("gauntlet %v: they meet %s, want %s", c.gauntlet, got, c.want)
			}
		}
		if list[0].Start == list[round].Start {
			t.Error("both openings are the same")
		}
		if table.Games() != len(list) {
			t.Errorf("%d games of %d", table.Games(), len(list))
		}
	}
}

// The table agrees with a count made from the games.
func TestTable(t *testing.T) {
	race.Plain(t)
	players := []string{"level:1", "level:2", "level:3", "level:1"}
	list, table := tournament(t, players, Settings{Games: 10, Seed: 5})
	names := []string{"level:1 (1)", "level:2", "level:3", "level:1 (2)"}
	if !slices.Equal(table.Names, names) {
		t.Fatalf("the names are %q", table.Names)
	}
	pointsOf := func(name, other string) (sum float64, games int) {
		for _, g := range list {
			if seat := slices.Index(g.Names[:], name); seat >= 0 && (other == "" || g.Names[1-seat] == other) {
				games++
				switch g.Winner {
				case seat:
					sum++
				case game.Nobody:
					sum += 0.5
				}
			}
		}
		return sum, games
	}
	rows := strings.Split(strings.TrimRight(table.Table(), "\n"), "\n")
	if len(rows) != 5 || strings.Join(strings.Fields(rows[0]), " ") != "rank name games points won drawn lost Elo 1 2 3 4" {
		t.Fatalf("the table is\n%s", table.Table())
	}
	var order []string
	for _, n := range table.Ranking() {
		order = append(order, names[n])
	}
	before := 99.0
	for rank, name := range order {
		sum, games := pointsOf(name, "")
		if sum > before {
			t.Errorf("%s with %v points is listed after a player with %v", name, sum, before)
		}
		before = sum
		want := fmt.Sprintf(`^ *%d  %s +%d +%s +\d+ +\d+ +\d+ +[+-]\d+ ± \d+`, rank+1, regexp.QuoteMeta(name), games, regexp.QuoteMeta(points(sum)))
		for _, other := range order {
			if other != name {
				each, _ := pointsOf(name, other)
				want += " +" + regexp.QuoteMeta(points(each))
			}
		}
		if !regexp.MustCompile(want + "$").MatchString(rows[rank+1]) {
			t.Errorf("row %d is %q, want %s", rank+1, rows[rank+1], want)
		}
	}
	for i := range table.Names {
		table.Names[i] += strings.Repeat(" long", 20)
	}
	if first, _, _ := strings.Cut(table.Table(), "\n"); !strings.HasSuffix(first, "Elo") {
		t.Errorf("without room for the columns the table begins with\n%s", first)
	}
}

// The limits of an entrant bind only that entrant; an opponent with a clock gets both clocks.
func TestLimitsOfAnEntrant(t *testing.T) {
	var first, second []string
	s := spy{see: func(turn Turn) time.Duration {
		first = append(first, goLine(turn))
		return 100 * time.Millisecond
	}}
	o := spy{see: func(turn Turn) time.Duration {
		second = append(second, goLine(turn))
		return 50 * time.Millisecond
	}}
	clock := game.Limits{Clock: time.Second, Increment: 20 * time.Millisecond}
	for _, c := range []struct {
		other         game.Limits
		first, second string
	}{
		{game.Limits{Nodes: 7}, "go btime 1000 binc 20, go btime 920 binc 20", "go nodes 7"},
		{game.Limits{Clock: 2 * time.Second}, "go btime 1000 wtime 2000 binc 20, go btime 920 wtime 1950 binc 20", "go btime 920 wtime 2000 binc 20"},
	} {
		first, second = nil, nil
		if _, err := Play(t.Context(), heap{}, [2]Player{s, o}, "fen 4 0", Terms{Limits: [2]game.Limits{clock, c.other}}, 1); err != nil {
			t.Fatal(err)
		}
		if a, b := strings.Join(first, ", "), strings.Join(second, ", "); a != c.first || b != c.second {
			t.Errorf("the engines are told %s and %s, want %s and %s", a, b, c.first, c.second)
		}
	}
	depths := map[string]int{}
	sits := func(name string, own *game.Limits) Entrant {
		return Entrant{Name: name, Limits: own, Open: func(context.Context) (Player, error) {
			return closing{spy{see: func(turn Turn) time.Duration {
				depths[name] = turn.Limits.Depth
				return 0
			}}}, nil
		}}
	}
	entrants := []Entrant{sits("a", &game.Limits{Depth: 9}), sits("b", nil)}
	_, err := Run(t.Context(), heap{}, entrants, Settings{Games: 2, Limits: game.Limits{Depth: 2}}, func(Game, *Tournament) error { return nil })
	if err != nil || depths["a"] != 9 || depths["b"] != 2 {
		t.Errorf("the engines search %v plies, %v", depths, err)
	}
}

type closing struct{ spy }

func (closing) Close() error { return nil }

// However a match was interrupted, it is resumed as if nothing had happened. The games of another match are refused.
func TestResume(t *testing.T) {
	players := []string{"level:1", "level:2", "level:3"}
	s := Settings{Games: 6, Seed: 4}
	whole, table := tournament(t, players, s)
	for _, n := range []int{1, 6, 17, 18} {
		s.Played = whole[:n]
		rest, again := tournament(t, players, s)
		if record(t, rest) != record(t, whole[n:]) || again.Table() != table.Table() {
			t.Errorf("after %d games the match is resumed with %d games to\n%swant\n%s", n, len(rest), again.Table(), table.Table())
		}
	}
	for _, c := range []struct {
		change func(list []Game) []Game
		want   string
	}{
		{func(l []Game) []Game { return l[1:] }, "game 1 is numbered 2; a match is resumed from the games it wrote itself, in order"},
		{func(l []Game) []Game { l[2].Names[1] = "other"; return l }, "game 3 was played by level:1 and other; in this match it is between level:1 and level:3"},
		{func(l []Game) []Game { l[2].Start = "fen 5 0"; return l }, "game 3 began from a different opening than in this match; the seed and the openings must be the same"},
		{func(l []Game) []Game { l[3].Moves = []string{"7"}; return l }, `game 4: move 1 of player 1, 7: "7" is no move`},
		{func(l []Game) []Game { l = append(l, l[0]); l[18].Number = 19; return l }, "there are more games than the 18 of this match"},
	} {
		s.Played = c.change(slices.Clone(whole))
		var entrants []Entrant
		for _, p := range players {
			entrants = append(entrants, entrant(t, p))
		}
		_, err := Run(t.Context(), heap{}, entrants, s, func(Game, *Tournament) error { t.Error("a game is played"); return nil })
		if err == nil || err.Error() != "the match cannot be resumed: "+c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// When Finish is closed, the running games are played to their end and reported.
func TestFinish(t *testing.T) {
	finish := make(chan struct{})
	n, begun := 0, 0
	var out bytes.Buffer
	log := NewLog(writer(func(p []byte) (int, error) {
		if bytes.Contains(p, []byte(" begins: ")) {
			begun++
		}
		return out.Write(p)
	}))
	table, err := Run(t.Context(), heap{}, []Entrant{entrant(t, "level:1"), entrant(t, "level:2")}, Settings{Games: 100_000, Concurrency: 3, Finish: finish, Log: log}, func(g Game, _ *Tournament) error {
		if n++; n == 5 {
			close(finish)
		}
		return nil
	})
	if !errors.Is(err, ErrFinished) || n < 5 || n != begun || table.Games() != n || n == 100_000 {
		t.Errorf("%v after %d games of %d begun, of which %d are counted:\n%s", err, n, begun, table.Games(), &out)
	}
}

// A log contains the lines to and from engines, their standard error, and the games.
func TestLog(t *testing.T) {
	var out bytes.Buffer
	log := NewLog(&out)
	log.now = func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 6e6, time.UTC) }
	open, err := Opener(heap{}, command(t, crashing), Config{Patience: time.Minute, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	s := Settings{Games: 2, Openings: []string{startWord}, Limits: game.Limits{Depth: 1}, Log: log}
	if _, err := Run(t.Context(), heap{}, []Entrant{{Open: open}, entrant(t, "level:2")}, s, func(Game, *Tournament) error { return nil }); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{
		`(?m)\A2026-01-02 03:04:05\.006  \S+\[1\] >  uai$`, `(?m)^\S+ \S+  \S+\[1\] <  id name Fake crashing$`, `(?m)^\S+ \S+  \S+\[2\] >  go depth 1$`,
		`(?m)^\S+ \S+  \S+\[1\] !  panic: no more stones$`, `(?m)^\S+ \S+  match  game 1 begins: Fake crashing - level:2, from startpos$`,
		`(?m)^\S+ \S+  match  game 2  level:2 - Fake crashing  1-0  Fake crashing has ended: panic: no more stones\.$`,
	} {
		if !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("the log has no line %s:\n%s", want, text)
		}
	}
	if log.Err() != nil {
		t.Error(log.Err())
	}
	full := errors.New("full")
	broken := NewLog(writer(func([]byte) (int, error) { return 0, full }))
	broken.say("match", "one")
	broken.say("match", "two")
	if !errors.Is(broken.Err(), full) {
		t.Errorf("the error of a log that cannot be written: %v", broken.Err())
	}
}

type writer func([]byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }

// An engine is started in its directory, but its path is looked up from the current one; attic's own players take no directory.
func TestDirectories(t *testing.T) {
	dir := t.TempDir()
	open, err := Opener(heap{}, command(t, where), Config{Patience: time.Minute, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	p, err := open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if real, err := filepath.EvalSymlinks(dir); err != nil || p.Name() != phrase.Clip(real) && p.Name() != phrase.Clip(dir) {
		t.Errorf("the engine is started in %s, want %s", p.Name(), dir)
	}
	for _, name := range []string{"level:1", "think"} {
		if _, err := Opener(heap{}, name, Config{Dir: dir, Hash: 1, Threads: 1}); err == nil || err.Error() != name+" starts no program, so it takes no folder" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
