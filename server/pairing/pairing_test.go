package pairing

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// An evening is a tournament at random.
type evening struct {
	random  *rand.Rand
	players []Player
	rounds  []Round
}

func newEvening(seed uint64, players int) *evening {
	e := &evening{random: rand.New(rand.NewPCG(seed, 70))}
	for range players {
		e.players = append(e.players, Player{Rating: float64(1000 + 50*e.random.IntN(20))})
	}
	return e
}

// play decides the games of a round: the stronger wins more often, some games are drawn, some forfeited by one or both, and, if wanted, one is adjourned.
func (e *evening) play(round Round, adjourn bool) {
	for i := range round {
		g := &round[i]
		if g.Over || adjourn && i == len(round)/2 {
			continue
		}
		g.Over, g.Played = true, true
		gap := e.players[g.First].Rating - e.players[g.Second].Rating
		switch x := e.random.Float64()*1200 + gap; {
		case e.random.IntN(25) == 0:
			g.Played, g.Points = false, [][2]float64{{1, 0}, {0, 1}, {0, 0}}[e.random.IntN(3)]
		case x > 700:
			g.Points = [2]float64{1, 0}
		case x < 500:
			g.Points = [2]float64{0, 1}
		default:
			g.Points = [2]float64{0.5, 0.5}
		}
	}
	e.rounds = append(e.rounds, round)
}

// change lets players leave, come back, miss rounds and join late.
func (e *evening) change() {
	for i := range e.players {
		if e.random.IntN(30) == 0 {
			e.players[i].Gone = !e.players[i].Gone
		}
	}
	if e.random.IntN(2) == 0 {
		e.players = append(e.players, Player{Rating: float64(1000 + e.random.IntN(1000))})
	}
}

// kept checks the rules of a round that is not yet played, and that the breaches are as reported.
func (e *evening) kept(t *testing.T, round Round, breaches []Breach) {
	t.Helper()
	met, byes, surplus, seen := map[[2]int]bool{}, map[int]bool{}, map[int]int{}, map[int]bool{}
	for _, past := range e.rounds {
		for _, g := range past {
			met[[2]int{g.First, g.Second}], met[[2]int{g.Second, g.First}] = true, true
			for seat, p := range [2]int{g.First, g.Second} {
				if !g.Played && g.Over && g.Points[seat] == 1 {
					byes[p] = true
				}
			}
			if g.Second != Bye && (g.Played || !g.Over) {
				surplus[g.First]++
				surplus[g.Second]--
			}
		}
	}
	var found []Breach
	for i, g := range round {
		for _, p := range [2]int{g.First, g.Second} {
			if p != Bye && (seen[p] || e.players[p].Gone) {
				t.Errorf("round %d: player %d is absent or paired twice", len(e.rounds)+1, p)
			}
			seen[p] = true
		}
		if g.Second == Bye {
			if byes[g.First] {
				found = append(found, Breach{NewBye, i})
			}
			if i != len(round)-1 || g.Points != [2]float64{1, 0} || !g.Over || g.Played {
				t.Errorf("round %d: a wrong bye on board %d: %v", len(e.rounds)+1, i+1, g)
			}
			continue
		}
		if met[[2]int{g.First, g.Second}] {
			found = append(found, Breach{Repeat, i})
		}
		if surplus[g.First]+1 > 2 || surplus[g.Second]-1 < -2 {
			found = append(found, Breach{Balance, i})
		}
	}
	for p, player := range e.players {
		if !player.Gone && !seen[p] {
			t.Errorf("round %d: player %d is not paired", len(e.rounds)+1, p)
		}
	}
	if !reflect.DeepEqual(found, breaches) {
		t.Errorf("round %d: breaches %v, reported %v", len(e.rounds)+1, found, breaches)
	}
}

// Large tournaments keep all rules in every round, whatever the players do, and the same input gives the same pairing.
func TestSwissKeepsItsRules(t *testing.T) {
	for _, players := range []int{60, 61, 200} {
		rounds := map[int]int{60: 15, 61: 15, 200: 9}[players]
		e := newEvening(uint64(players), players)
		same := 0
		for r := range rounds {
			round, breaches, err := Swiss(e.players, e.rounds)
			if err != nil {
				t.Fatal(err)
			}
			e.kept(t, round, breaches)
			if len(breaches) > 0 {
				t.Errorf("%d players, round %d: %v", players, r+1, breaches)
			}
			if r < 2 {
				if again, _, _ := Swiss(e.players, e.rounds); !reflect.DeepEqual(again, round) {
					t.Errorf("%d players: two pairings of round %d", players, r+1)
				}
			}
			list := records(e.players, e.rounds)
			groups := map[int]int{}
			for _, p := range list {
				groups[p.number] = p.group
			}
			for _, g := range round {
				if g.Second != Bye && groups[g.First] == groups[g.Second] {
					same++
				}
			}
			e.play(round, true)
			e.change()
		}
		t.Logf("%d players, %d rounds: %d games within a score group", players, rounds, same)
	}
}

// In small tournaments the costs are those of the best of all pairings, also where rules must be broken; the round has just these costs.
func TestSwissAgainstAllPairings(t *testing.T) {
	broken := 0
	for seed := range uint64(150) {
		e := newEvening(seed, 3+int(seed%8))
		for range 6 {
			round, breaches, err := Swiss(e.players, e.rounds)
			if err != nil {
				break // everybody has left
			}
			e.kept(t, round, breaches)
			broken += len(breaches)
			list := records(e.players, e.rounds)
			at := map[int]int{Bye: len(list)}
			for i, p := range list {
				at[p.number] = i
			}
			costs := costsOf(list)
			mates := make([]int, len(costs))
			for _, g := range round {
				mates[at[g.First]], mates[at[g.Second]] = at[g.Second], at[g.First]
			}
			if len(costs) <= 10 {
				if got, want := total(costs, mates), brute(costs, fill(len(costs), none)); got != want {
					t.Fatalf("seed %d, round %d: costs %v, the best pairing %v", seed, len(e.rounds)+1, got, want)
				}
			}
			e.play(round, false)
			if len(e.players) < 10 {
				e.change()
			}
		}
	}
	if broken == 0 {
		t.Error("no tournament had to break a rule")
	}
}

// games writes a round as "1-4 3-2 5", with numbers from 1.
func games(round Round) string {
	var all []string
	for _, g := range round {
		if g.Second == Bye {
			all = append(all, fmt.Sprint(g.First+1))
		} else {
			all = append(all, fmt.Sprintf("%d-%d", g.First+1, g.Second+1))
		}
	}
	return strings.Join(all, " ")
}

// past reads rounds such as "1-4=10 3-2=01 5=1 | ...": for each game 10, 01, hh (a draw), +- or -+ or -- (forfeits), or ? (not over).
func past(text string) []Round {
	var rounds []Round
	for _, line := range strings.Split(text, "|") {
		var round Round
		for _, field := range strings.Fields(line) {
			pair, result, _ := strings.Cut(field, "=")
			var g Game
			if n, _ := fmt.Sscanf(pair, "%d-%d", &g.First, &g.Second); n == 1 {
				g.Second = 0
			}
			g.First, g.Second = g.First-1, g.Second-1
			g.Over = result != "?"
			g.Played = strings.ContainsAny(result, "10h") && g.Second != Bye
			for seat, c := range result {
				g.Points[seat] = map[rune]float64{'1': 1, '+': 1, 'h': 0.5}[c]
			}
			round = append(round, g)
		}
		rounds = append(rounds, round)
	}
	return rounds
}

// seeded returns players whose ratings fall with their numbers, without those in gone.
func seeded(n int, gone string) []Player {
	players := make([]Player, n)
	for i := range players {
		players[i] = Player{Rating: float64(2000 - i), Gone: strings.Contains(" "+gone+" ", fmt.Sprintf(" %d ", i+1))}
	}
	return players
}

// Against a program that implements the FIDE Dutch system: both keep the same rules and give the bye to the same score group; by the measures of this package
// no pairing of the other program is better.
func TestAgainstDutch(t *testing.T) {
	text, err := os.ReadFile("testdata/dutch.txt")
	if err != nil {
		t.Fatal(err)
	}
	same, all := 0, 0
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "; ")
		n, _ := strconv.Atoi(fields[0])
		players, rounds := seeded(n, fields[1]), past(fields[2])
		ours, _, err := Swiss(players, rounds)
		if err != nil {
			t.Fatal(err)
		}
		list := records(players, rounds)
		at := map[int]int{Bye: len(list)}
		for i, p := range list {
			at[p.number] = i
		}
		costs := costsOf(list)
		var sums [2]cost
		met := map[[2]int]bool{}
		for k, round := range []Round{ours, past(fields[3])[0]} {
			for _, g := range round {
				pair := [2]int{at[g.First], at[g.Second]}
				pair = [2]int{min(pair[0], pair[1]), max(pair[0], pair[1])}
				sums[k] = sums[k].plus(costs[pair[0]][pair[1]], 1)
				if k == 0 {
					met[pair] = true
				} else if all++; met[pair] {
					same++
				}
			}
		}
		for level := repeats; level <= byeScore; level++ {
			if sums[0][level] != sums[1][level] {
				t.Errorf("line %d: costs %v, %v by the other program", i+1, sums[0], sums[1])
			}
		}
		if sums[0].compare(&sums[1]) > 0 {
			t.Errorf("line %d: costs %v, the other program is better: %v", i+1, sums[0], sums[1])
		}
	}
	t.Logf("%d of %d games are the same", same, all)
	if same < all*3/4 {
		t.Errorf("only %d of %d games are the same", same, all)
	}
}

// The clauses of Swiss, with players whose ratings fall with their numbers.
func TestSwissClauses(t *testing.T) {
	for _, c := range []struct {
		name    string
		players int
		gone    string // numbers
		past    string
		want    string
		broken  string
	}{
		{"top half against bottom half, seats in turn", 8, "", "", "1-5 6-2 3-7 8-4", ""},
		{"the lowest gets the bye", 7, "", "", "1-4 5-2 3-6 7", ""},
		{"who is absent is not paired", 8, "2 8", "", "1-5 6-3 4-7", ""},
		{"one player", 1, "", "", "1", ""},
		{"winners meet, seats change", 4, "", "1-3=10 4-2=01", "2-1 3-4", ""},
		{"a bye at most once", 3, "", "1-2=10 3=1", "3-1 2", ""},
		{"a win by forfeit is as good as a bye", 3, "", "2-3=+- 1=1", "1-2 3", ""},
		{"half a point for a round missed is none", 5, "", "1-2=hh 3-4=hh 5=h", "4-1 2-3 5", ""},
		{"a forfeited game is not repeated", 4, "", "1-2=+- 3-4=10", "1-3 4-2", ""},
		{"a game that is not over is a draw", 4, "", "1-3=? 2-4=10", "3-2 4-1", ""},
		{"two who have met three times meet again", 2, "", "1-2=10|2-1=10", "1-2", "board 1: the players have met before"},
	} {
		t.Run(c.name, func(t *testing.T) {
			players := seeded(c.players, c.gone)
			var rounds []Round
			if c.past != "" {
				rounds = past(c.past)
			}
			round, breaches, err := Swiss(players, rounds)
			if err != nil || games(round) != c.want {
				t.Errorf("%s, %v, want %s", games(round), err, c.want)
			}
			var broken []string
			for _, b := range breaches {
				broken = append(broken, b.String())
			}
			if strings.Join(broken, ", ") != c.broken {
				t.Errorf("broke %q, want %q", broken, c.broken)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	two := make([]Player, 2)
	for _, c := range []struct {
		players []Player
		past    string
		want    string
	}{
		{nil, "", "no players are left to pair"},
		{[]Player{{Gone: true}}, "", "no players are left to pair"},
		{two, "1-3=10", "round 1: no player has the number 2; there are 2"},
		{two, "1-2=10|1=1 1=1", "round 2: player 0 is in two games"},
	} {
		var rounds []Round
		if c.past != "" {
			rounds = past(c.past)
		}
		if _, _, err := Swiss(c.players, rounds); err == nil || err.Error() != c.want {
			t.Errorf("Swiss: %v, want %s", err, c.want)
		}
		if _, err := RoundRobin(c.players, rounds); err == nil || err.Error() != c.want {
			t.Errorf("RoundRobin: %v, want %s", err, c.want)
		}
	}
	if _, err := RoundRobin(make([]Player, 3), past("1-2=10")); err == nil || !strings.Contains(err.Error(), "after its first round") {
		t.Errorf("a late-comer to a round robin: %v", err)
	}
}

// The tables are those of FIDE Handbook C.05, annex 1.
func TestBerger(t *testing.T) {
	for n, want := range map[int]string{
		2: "1-2",
		3: "2-3 1|1-2 3|3-1 2",
		4: "1-4 2-3|4-3 1-2|2-4 3-1",
		6: "1-6 2-5 3-4|6-4 5-3 1-2|2-6 3-1 4-5|6-5 1-4 2-3|3-6 4-2 5-1",
		8: "1-8 2-7 3-6 4-5|8-5 6-4 7-3 1-2|2-8 3-1 4-7 5-6|8-6 7-5 1-4 2-3|3-8 4-2 5-1 6-7|8-7 1-6 2-5 3-4|4-8 5-3 6-2 7-1",
	} {
		var rounds []Round
		var all []string
		for range Rounds(n) {
			round, err := RoundRobin(make([]Player, n), rounds)
			if err != nil {
				t.Fatal(err)
			}
			rounds, all = append(rounds, round), append(all, games(round))
		}
		if got := strings.Join(all, "|"); got != want {
			t.Errorf("%d players: %s, want %s", n, got, want)
		}
	}
	for n := 2; n <= 21; n++ { // everybody meets everybody once, then once more with the other seat
		met, byes := map[[2]int]int{}, map[int]int{}
		var rounds []Round
		for range 2 * Rounds(n) {
			round, err := RoundRobin(make([]Player, n), rounds)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range round {
				if g.Second == Bye {
					byes[g.First]++
				} else {
					met[[2]int{g.First, g.Second}]++
				}
			}
			rounds = append(rounds, round)
		}
		for i := range n {
			for j := range n {
				if i != j && met[[2]int{i, j}] != 1 || byes[i] != 2*(n%2) {
					t.Fatalf("%d players: %d meets %d as the first %d times; %d byes", n, i, j, met[[2]int{i, j}], byes[i])
				}
			}
		}
	}
}

// A player who has left a round robin forfeits; who left before it is not in it.
func TestRoundRobinWithoutSome(t *testing.T) {
	players := make([]Player, 5)
	players[1].Gone = true
	first, err := RoundRobin(players, nil)
	if err != nil || games(first) != "1-5 3-4" {
		t.Fatalf("%s, %v", games(first), err)
	}
	players[2].Gone, players[3].Gone = true, true
	second, err := RoundRobin(players, []Round{first})
	want := Round{{First: 4, Second: 3, Points: [2]float64{1, 0}, Over: true}, {First: 0, Second: 2, Points: [2]float64{1, 0}, Over: true}}
	if err != nil || !reflect.DeepEqual(second, want) {
		t.Errorf("%v, %v, want %v", second, err, want)
	}
	third, _ := RoundRobin(players, []Round{first, second})
	if want := (Game{First: 3, Second: 0, Points: [2]float64{0, 1}, Over: true}); !reflect.DeepEqual(third[1], want) && !reflect.DeepEqual(third[0], want) {
		t.Errorf("%v, without %v", third, want)
	}
}

func TestStandings(t *testing.T) {
	for _, c := range []struct {
		name    string
		players int
		past    string
		want    string // by place: rank, number, points, tie-breaks
	}{
		{"before the first round", 2, "", "1. 1: 0 [0 0 0 0 0], 1. 2: 0 [0 0 0 0 0]"},
		{"Buchholz, Sonneborn-Berger and wins", 4, "1-3=10 2-4=10|1-2=hh 3-4=10", "1. 1: 1.5 [0.5 1.5 2.5 1.75 1], 2. 2: 1.5 [0.5 1.5 1.5 0.75 1], 3. 3: 1 [0 1.5 1.5 0 1], 4. 4: 0 [0 1.5 2.5 0 0]"},
		{"direct encounter", 4, "1-2=10 3-4=10|3-1=10 4-2=01|1-4=10 2-3=10", "1. 1: 2 [1 4 4 2 2], 1. 2: 2 [1 4 4 2 2], 1. 3: 2 [1 4 4 2 2], 4. 4: 0 [0 4 6 0 0]"},
		{"no direct encounter if two have not met", 3, "1-2=10 3=1", "1. 3: 1 [0 0 1 1 0], 2. 1: 1 [0 0 0 0 1], 3. 2: 0 [0 0 1 0 0]"},
		{"a forfeit is neither a win nor an opponent", 2, "1-2=+-", "1. 1: 1 [0 0 1 1 0], 2. 2: 0 [0 0 0 0 0]"},
		{"a late-comer", 3, "1-2=10|3-1=hh 2=1", "1. 1: 1.5 [0 1 1.5 1.25 1], 2. 2: 1 [0 1.5 2.5 1 0], 3. 3: 0.5 [0 1.5 2 0.75 0]"},
		{"a game that is not over", 4, "1-2=10 3-4=?", "1. 1: 1 [0 0 0 0 1], 2. 2: 0 [0 0 1 0 0], 3. 3: 0 [0 0 0 0 0], 3. 4: 0 [0 0 0 0 0]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var rounds []Round
			if c.past != "" {
				rounds = past(c.past)
			}
			var lines []string
			for _, p := range Standings(make([]Player, c.players), rounds) {
				lines = append(lines, fmt.Sprintf("%d. %d: %v %v", p.Rank, p.Player+1, p.Points, p.Breaks))
			}
			if got := strings.Join(lines, ", "); got != c.want {
				t.Errorf("\n%s, want\n%s", got, c.want)
			}
		})
	}
}

func BenchmarkSwiss(b *testing.B) {
	for _, players := range []int{60, 200} {
		e := newEvening(1, players)
		for range 6 {
			round, _, err := Swiss(e.players, e.rounds)
			if err != nil {
				b.Fatal(err)
			}
			e.play(round, false)
		}
		b.Run(fmt.Sprint(players), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := Swiss(e.players, e.rounds); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
