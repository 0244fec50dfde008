package atommaster_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"attic/dev/gametest"
	"attic/game"
	"attic/games/atommaster"
	"attic/games/atommaster/rules"
	"attic/match"
)

// onlyTables is Atommaster with nothing but the solver's table.
type onlyTables struct {
	game.Game
	game.Words
	game.Explainer
	game.Speaker
}

func (g onlyTables) Info() game.Info {
	i := g.Game.Info()
	i.Lessons, i.Course, i.Kinds, i.Shuffled = nil, game.Course{}, nil, nil
	i.Sample = []string{"answer 3 A", "answer 7 R", "answer 2 14"}
	return i
}

func (g onlyTables) New(game.Setup) (game.State, error) {
	return g.Game.New(game.Setup{Options: "size=5 atoms=3 table=yes"})
}

func TestContractOfTheTable(t *testing.T) {
	g := atommaster.Game{}
	gametest.Run(t, onlyTables{g, g, g, g}, "5 17", "6=A", "7 R", "5 none")
}

// fitting returns the boards that give the answers; the keys of answers are ports.
func (b *boards) fitting(answers map[int]rules.Answer) (list []int) {
	for i := range b.list {
		fits := true
		for p, a := range answers {
			fits = fits && b.answers[i][p-1] == a
		}
		if fits {
			list = append(list, i)
		}
	}
	return list
}

var (
	amount  = regexp.MustCompile(`^([\d,]+) arrangements fit\.`)
	clashes = regexp.MustCompile(`ports? ([\d, and]+?) (?:can|contradict)`)
	digits  = regexp.MustCompile(`\d+`)
)

// What the table says agrees with a count of all boards. Random answers are mostly those of a board; if no board gives them, the sentence names a smallest set of
// answers that contradict each other: without any one of them, some board fits.
func TestTheTableIsTrue(t *testing.T) {
	seen := map[string]int{}
	for _, c := range []struct{ side, atoms int }{{5, 3}, {5, 4}, {6, 3}} {
		all := allBoards(c.side, c.atoms)
		rng := rand.New(rand.NewPCG(4, uint64(c.side+c.atoms)))
		for range 60 {
			s := play(t, fmt.Sprintf("size=%d atoms=%d table=yes", c.side, c.atoms), "")
			truth, answers := all.answers[rng.IntN(len(all.list))], map[int]rules.Answer{}
			for range 1 + rng.IntN(7) {
				port := 1 + rng.IntN(4*c.side)
				a := truth[port-1]
				if rng.IntN(6) == 0 {
					a = []rules.Answer{rules.Absorbed, rules.Reflected, rules.Answer(1 + rng.IntN(4*c.side))}[rng.IntN(3)]
				}
				next, _, err := s.Play(fmt.Sprintf("%d %v", port, a))
				if err != nil {
					continue
				}
				for p, old := range answers { // a new answer replaces that of its port
					if p == port || int(old) == port {
						delete(answers, p)
					}
				}
				if int(a) == port {
					a = rules.Reflected
				}
				s, answers[port] = next, a
			}
			v := s.View(solver)
			fit, turn := all.fitting(answers), v.Status().Turn
			switch {
			case len(answers) == 0:
				continue
			case len(fit) == 0:
				m := clashes.FindStringSubmatch(turn)
				if m == nil {
					t.Fatalf("no board gives %v: %q", answers, turn)
				}
				named := map[int]rules.Answer{}
				for _, n := range digits.FindAllString(m[1], -1) {
					p, _ := strconv.Atoi(n)
					named[p] = answers[p]
				}
				if len(all.fitting(named)) > 0 {
					t.Errorf("%v do not contradict each other: %q", named, turn)
				}
				for p, a := range named {
					delete(named, p)
					if len(all.fitting(named)) == 0 {
						t.Errorf("%v contradict each other without port %d: %q", named, p, turn)
					}
					named[p] = a
				}
				seen[fmt.Sprintf("%d contradict", len(named))]++
				advice, err := atommaster.Game{}.Advise(context.Background(), v, 0)
				if err != nil || !strings.HasSuffix(advice.Text, " none") {
					t.Errorf("the hint is %q, %v", advice.Text, err)
				}
			case len(fit) == 1:
				if want := "Only one arrangement fits: "; !strings.HasPrefix(turn, want) {
					t.Errorf("one board gives %v: %q", answers, turn)
				}
				seen["one"]++
			default:
				if m := amount.FindStringSubmatch(turn); m == nil || m[1] != thousands(len(fit)) {
					t.Errorf("%d boards give %v: %q", len(fit), answers, turn)
				}
				seen["several"]++
			}
			for x := range c.side * c.side * min(len(fit), 1) {
				square, with := rules.SquareAt(x%c.side, x/c.side), 0
				for _, i := range fit {
					if slices.Contains(all.list[i], square) {
						with++
					}
				}
				want := fmt.Sprintf("%d%% chance of an atom", max(1, min((200*with+len(fit))/(2*len(fit)), 99)))
				switch with {
				case 0:
					want = "certainly empty"
				case len(fit):
					want = "certainly an atom"
				}
				if text, err := (atommaster.Game{}).At(v, square.String()); err != nil || !strings.Contains(text, square.String()+": "+want+".") {
					t.Errorf("%v has an atom in %d of %d boards: %q, %v", square, with, len(fit), text, err)
				}
			}
		}
	}
	for _, kind := range []string{"several", "one", "1 contradict", "2 contradict", "3 contradict"} {
		if seen[kind] == 0 {
			t.Errorf("no case of %q among %v", kind, seen)
		}
	}
}

func thousands(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}

// A hint names the beam that leaves the fewest arrangements on average.
func TestTheNextBeam(t *testing.T) {
	all := allBoards(5, 3)
	s := play(t, "size=5 atoms=3 table=yes", "answer 3 A;answer 9 R")
	a, err := atommaster.Game{}.Advise(context.Background(), s.View(solver), 0)
	if err != nil {
		t.Fatal(err)
	}
	given := map[int]rules.Answer{3: rules.Absorbed, 9: rules.Reflected}
	fit, best, left := all.fitting(given), 0, 0
	for port := 1; port <= 20; port++ {
		if _, used := given[port]; used {
			continue
		}
		parts, squares := map[rules.Answer]int{}, 0
		for _, i := range fit {
			parts[all.answers[i][port-1]]++
		}
		for _, n := range parts {
			squares += n * n
		}
		if best == 0 || squares < left {
			best, left = port, squares
		}
	}
	if want := fmt.Sprintf("A beam at port %d would cost ", best); !strings.HasPrefix(a.Move.Sentence, want) || !strings.Contains(a.Area.Sentence, "Best of 18 ports, looking one beam ahead") {
		t.Errorf("port %d leaves %d of %d on average: %q, %q", best, left/len(fit), len(fit), a.Move.Sentence, a.Area.Sentence)
	}
}

// The answers of any deal can be entered: those of a view, with nothing that is hidden.
func TestAnswersOfADealOnTheTable(t *testing.T) {
	g := atommaster.Game{}
	s := play(t, "size=6 atoms=5", "hide a1,b2,c3,d4,e5;fire 3;fire 8;fire 20;set a1;sure b2")
	setup, moves := g.Table(s.View(spectator))
	if setup.Options != "atoms=5 size=6 table=yes" || len(moves) != 3 {
		t.Fatalf("%q, %q", setup.Options, moves)
	}
	m, err := match.New(g, setup)
	for _, text := range moves {
		if err == nil {
			m, _, err = m.Play(text)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	again, same := g.Table(m.State().View(hider))
	if again != setup || !slices.Equal(same, moves) {
		t.Errorf("%q, %q", again.Options, same)
	}
	if text, _ := m.State().View(solver).MarshalText(); strings.Contains(string(text), "layout") {
		t.Errorf("a layout is known: %s", text)
	}
}

// What is typed on the table, and what is refused.
func TestTheTableIsTyped(t *testing.T) {
	s := play(t, "table=yes", "answer 5 R;answer 12 20;set a1")
	for text, want := range map[string]string{
		"7 hit": "answer 7 A", "7=r": "answer 7 R", "7 7": "answer 7 R", "7 1": "answer 7 1", "5 Absorbed": "answer 5 A", "20 none": "answer 20 none",
		"answer 12 21": "answer 12 21", "5 12": "port 12 shows an answer already; type answer 12 none to remove it", "20 12": "port 20 shows this answer already",
		"7 none": "port 7 has no answer", "7 99": "answer must be", "7": "nobody knows the atoms here", "evaluate": "does not work on the solver's table", "learn": "does not work",
		"atoms 6": "atoms 6", "atoms 4": "that is set already", "size 6": "the size is fixed", "maybe b2": "maybe b2",
	} {
		_, m, err := s.Play(text)
		got := m.Text
		if err != nil {
			got = game.Typed(err.Error())
		}
		if !strings.Contains(got, want) {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	if _, _, err := play(t, "", "").Play("answer 5 R"); err == nil || !strings.Contains(game.Typed(err.Error()), "type table to enter answers of your own") {
		t.Errorf("an answer in a deal: %v", err)
	}
}
