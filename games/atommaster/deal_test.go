package atommaster_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"attic/game"
	"attic/games/atommaster"
	"attic/games/atommaster/rules"
	"attic/match"
)

// recovered returns the value with which f panicked, or nil.
func recovered(f func()) (r any) {
	defer func() { r = recover() }()
	f()
	return nil
}

// Every result is drawn in full at its port, with both kinds of marbles, on every field: the number of a ball,
// the letter of a marble, A or R, and the number of a port that is still free.
func TestEveryResultIsDrawn(t *testing.T) {
	for size := 5; size <= 12; size++ {
		for _, kind := range []string{"plain", "balls"} {
			for _, order := range []string{"counterclockwise", "clockwise"} {
				t.Run(fmt.Sprintf("%d/%s/%s", size, kind, order), func(t *testing.T) {
					s := play(t, fmt.Sprintf("size=%d atoms=3", size), "hide a1,b1,a2")
					if kind == "balls" {
						s = play(t, fmt.Sprintf("size=%d atoms=3", size), "balls;hide a1,b1,a2")
					}
					want := map[int]string{}
					ball := 0
					for i := range 4 * size {
						port := i + 1
						if order == "clockwise" {
							port = 4*size - i
						}
						next, _, err := s.Play(fmt.Sprint(port))
						if err != nil {
							continue // the port is the exit of an earlier beam
						}
						s = next
						last := s.View(solver).Status().Last
						var exit int
						switch {
						case strings.Contains(last, ": A, "):
							want[port] = "A"
						case strings.Contains(last, ": R, "):
							want[port] = "R"
						default:
							if _, err := fmt.Sscanf(last, "Port %d: the beam left at port %d,", new(int), &exit); err != nil {
								t.Fatalf("%q: %v", last, err)
							}
							ball++
							want[port] = fmt.Sprintf("(%d)", ball)
							if size > 8 && ball > 9 {
								want[port] = fmt.Sprintf("#%d", ball) // there are only three columns
							}
							if kind == "plain" {
								want[port] = "" // any letter is right if both ports show the same letter
							}
							want[exit] = want[port]
						}
						var wrong []string
						if r := recovered(func() { wrong = badPorts(t, s, size, want) }); r != nil {
							t.Fatalf("after %d passes, the last from port %d to port %d, drawing panics: %v", ball, port, exit, r)
						}
						if len(wrong) > 0 {
							t.Fatalf("after %d passes, the last from port %d to port %d:\n%s\n%s", ball, port, exit, strings.Join(wrong, "\n"), s.View(solver).Grid(0, 0))
						}
					}
				})
			}
		}
	}
}

// badPorts returns a line for each port that does not show the expected result.
func badPorts(t *testing.T, s game.State, size int, want map[int]string) (wrong []string) {
	t.Helper()
	letters := map[string]int{}
	board := s.View(solver).Grid(0, 0)
	for port := 1; port <= 4*size; port++ {
		text, fired := want[port]
		got := strings.TrimSpace(at(board, fmt.Sprintf("port%d", port)))
		switch {
		case !fired && got != fmt.Sprint(port):
			wrong = append(wrong, fmt.Sprintf("port %d is free and shows %q", port, got))
		case fired && text == "" && (len(got) != 1 || strings.Contains("AR", got)):
			wrong = append(wrong, fmt.Sprintf("port %d shows %q, which is no marble", port, got))
		case fired && text == "":
			letters[got]++
		case fired && got != text:
			wrong = append(wrong, fmt.Sprintf("port %d shows %q, want %q", port, got, text))
		}
	}
	for letter, n := range letters {
		if n != 2 {
			wrong = append(wrong, fmt.Sprintf("the marble %s lies at %d ports", letter, n))
		}
	}
	return wrong
}

// lookAlikes returns the pairs of boards with three atoms that no beam can distinguish.
func lookAlikes(t *testing.T) (pairs [][2]string) {
	t.Helper()
	file, err := os.Open("rules/testdata/ambiguous_3.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var group [2][]int // squares, counted from the top left
		if err := json.Unmarshal(lines.Bytes(), &group); err != nil {
			t.Fatal(err)
		}
		var pair [2]string
		for i, board := range group {
			var names []string
			for _, n := range board {
				names = append(names, fmt.Sprintf("%c%d", 'a'+n%8, 8-n/8))
			}
			pair[i] = strings.Join(names, ",")
		}
		pairs = append(pairs, pair)
	}
	if len(pairs) != 20 {
		t.Fatalf("%d pairs, want 20", len(pairs))
	}
	return pairs
}

// Rules "Fairness": if a solver sets a board that no beam can distinguish from the solution, a sentence says so and the deal
// counts as solved, but the score still counts the squares.
func TestLookAlikesAreSolutions(t *testing.T) {
	for _, pair := range lookAlikes(t) {
		for i, hidden := range pair {
			set := pair[1-i]
			moves := "hide " + hidden + ";start;fire 1;set " + strings.ReplaceAll(set, ",", ";set ") + ";evaluate"
			s := play(t, "atoms=3", moves)
			right := 0
			for square := range strings.SplitSeq(hidden, ",") {
				if strings.Contains(set, square) {
					right++
				}
			}
			if right == 3 {
				t.Fatalf("%v are the same", pair)
			}
			want := fmt.Sprintf("%d of 3 atoms are right. The atoms set are as good as the solution: no beam can tell the two apart.", right)
			if got := told(t, s, "last"); got != want {
				t.Errorf("hidden %s, set %s: %q, want %q", hidden, set, got, want)
			}
			layout, err := rules.ParseLayout("8x8 " + hidden)
			if err != nil {
				t.Fatal(err)
			}
			score := rules.Fire(layout, 1).Points() + 5*(3-right)
			if got, want := told(t, s, "bar"), fmt.Sprintf("Atoms: 3 Trials: 1 Correct: %d Incorrect: %d Score: %d", right, 3-right, score); got != want {
				t.Errorf("hidden %s, set %s: %q, want %q", hidden, set, got, want)
			}
			if got := told(t, s, "winner"); got != "solver" {
				t.Errorf("hidden %s, set %s: the winner is the %s", hidden, set, got)
			}
		}
	}
	s := play(t, "atoms=3", "hide a8,a6,h6;fire 1;set h8;set h6;set a5;evaluate")
	if got, want := told(t, s, "last")+" "+told(t, s, "winner"), "1 of 3 atoms are right. hider"; got != want {
		t.Errorf("a board that beams can tell apart: %q, want %q", got, want)
	}
}

// hidden returns the layout that a deal hides. It starts the search, because the hider then sees the layout.
func hidden(t *testing.T, s game.State) rules.Layout {
	t.Helper()
	s, _, err := s.Play("start")
	if err != nil {
		t.Fatal(err)
	}
	text := told(t, s, "hider: describe")
	_, list, ok := strings.Cut(text, "The atoms are at ")
	list, _, _ = strings.Cut(list, ".\n")
	var side int
	if _, err := fmt.Sscanf(text, "A field of %d", &side); err != nil || !ok {
		t.Fatalf("%q: %v", text, err)
	}
	l, err := rules.ParseLayout(fmt.Sprintf("%dx%d %s", side, side, strings.ReplaceAll(list, ", ", ",")))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// The option unique deals only boards with one solution, even after the deal is changed, and in the next deal.
func TestUniqueDealsHaveNoTwin(t *testing.T) {
	twins := 0
	for seed := range uint64(12) {
		setup := game.Setup{Options: "unique=yes atoms=6", Seed: seed}
		s, err := atommaster.Game{}.New(setup)
		if err != nil {
			t.Fatal(err)
		}
		next := atommaster.Game{}.Next(setup, s)
		if next.Options != "atoms=6 unique=yes deal=2" {
			t.Fatalf("the next deal has the options %q", next.Options)
		}
		after, err := atommaster.Game{}.New(next)
		if err != nil {
			t.Fatal(err)
		}
		states := map[string]game.State{"dealt": s, "the next deal": after}
		for _, moves := range []string{"learn;learn", "atoms 5;atoms 6", "size 7"} {
			changed := s
			for text := range strings.SplitSeq(moves, ";") {
				if changed, _, err = changed.Play(text); err != nil {
					t.Fatal(err)
				}
			}
			states[moves] = changed
		}
		for how, s := range states {
			if twin, found, sure := rules.Twin(hidden(t, s)); found || !sure {
				t.Errorf("seed %d, %s: %v looks like %v", seed, how, hidden(t, s), twin)
			}
		}
		usual, err := atommaster.Game{}.New(game.Setup{Options: "atoms=6", Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if _, found, _ := rules.Twin(hidden(t, usual)); found {
			twins++
		}
	}
	if twins == 0 {
		t.Error("no usual deal has a twin either, so this shows nothing")
	}
}

// A new game records which boards are dealt: with 5 and 6 atoms only those with one solution, unless the options say otherwise.
func TestNewGamesOfManyAtomsHaveOneSolution(t *testing.T) {
	for _, c := range []struct{ options, recorded, next, more string }{
		{"", "unique=auto colours=8", "unique=auto deal=2 colours=8", "atoms=5 unique=yes deal=2 colours=8"},
		{"atoms=3 size=6", "atoms=3 size=6 unique=auto colours=8", "atoms=3 size=6 unique=auto deal=2 colours=8", "size=6 unique=auto deal=2 colours=8"},
		{"atoms=5", "atoms=5 unique=yes colours=8", "atoms=5 unique=yes deal=2 colours=8", "atoms=6 unique=yes deal=2 colours=8"},
		{"size=9 ATOMS=6", "size=9 ATOMS=6 unique=yes colours=8", "atoms=6 size=9 unique=yes deal=2 colours=8", ""},
		{"atoms=5 UNIQUE=no", "atoms=5 UNIQUE=no colours=8", "atoms=5 deal=2 colours=8", "atoms=6 deal=2 colours=8"},
		{"unique=yes", "unique=yes colours=8", "unique=yes deal=2 colours=8", "atoms=5 unique=yes deal=2 colours=8"},
		{"atoms=6 colours=3 unique=yes", "atoms=6 unique=yes colours=8", "atoms=6 unique=yes deal=2 colours=8", ""},
	} {
		setup := atommaster.Game{}.Info().Shuffled(game.Setup{Options: c.options, Seed: 5}, 7)
		if setup.Options != c.recorded || setup.Seed != 5 {
			t.Errorf("%q: a new game records %q, want %q", c.options, setup.Options, c.recorded)
		}
		s, err := atommaster.Game{}.New(setup)
		if err != nil {
			t.Fatal(err)
		}
		if next := (atommaster.Game{}).Next(setup, s); next.Options != c.next {
			t.Errorf("%q: the next deal has %q, want %q", c.options, next.Options, c.next)
		}
		if c.more == "" {
			continue
		}
		if s, _, err = s.Play("more"); err != nil {
			t.Fatal(err)
		}
		if next := (atommaster.Game{}).Next(setup, s); next.Options != c.more {
			t.Errorf("%q, one atom more: the next deal has %q, want %q", c.options, next.Options, c.more)
		}
	}
	twins := 0
	for seed := range uint64(40) {
		s, err := atommaster.Game{}.New(atommaster.Game{}.Info().Shuffled(game.Setup{Options: "atoms=5", Seed: seed}, 1))
		if err != nil {
			t.Fatal(err)
		}
		for _, moves := range [][]string{nil, {"atoms 6"}, {"learn", "learn"}} {
			for _, text := range moves {
				if s, _, err = s.Play(text); err != nil {
					t.Fatal(err)
				}
			}
			if twin, found, sure := rules.Twin(hidden(t, s)); found || !sure {
				t.Errorf("seed %d, %q: %v looks like %v", seed, moves, hidden(t, s), twin)
			}
		}
		before, err := atommaster.Game{}.New(game.Setup{Options: "atoms=6", Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if want := rules.Deal(rules.Field{W: 8, H: 8}, 6, seed, 1<<20); hidden(t, before) != want {
			t.Errorf("seed %d: an ID without the option deals %v, want %v", seed, hidden(t, before), want)
		}
		if _, found, _ := rules.Twin(hidden(t, before)); found {
			twins++
		}
	}
	if twins == 0 {
		t.Error("no deal without the option has a twin either, so this shows nothing")
	}
}

func TestOptions(t *testing.T) {
	for options, want := range map[string]string{
		"":                                "",
		"atoms=3 size=5 unique=no":        "",
		"ATOMS=6 SIZE=12 UNIQUE=NO":       "",
		"deal=2147483647":                 "",
		"atoms=2":                         "from 3 to 6",
		"atoms=7":                         "from 3 to 6",
		"atoms=x":                         "from 3 to 6",
		"size=4":                          "from 5 to 12",
		"size=13":                         "from 5 to 12",
		"size=8x8":                        "from 5 to 12",
		"deal=0":                          "from 1 to",
		"deal=99999999999":                "from 1 to",
		"unique=maybe":                    "yes, no or auto",
		"unique=auto":                     "",
		"unique":                          "has no value",
		"atoms=4 atoms=4":                 "given twice",
		"blocks=3gh":                      "the options are atoms, size, unique, difficulty, deal",
		"atoms=" + strings.Repeat("9", 9): "from 3 to 6",
	} {
		_, err := atommaster.Game{}.New(game.Setup{Options: options})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", options, err, want)
		}
	}
}

// Manual, "Start a new game": the command new deals other atoms, with the same number of atoms, the same size of the field, and
// plain marbles.
func TestNewDeals(t *testing.T) {
	m, err := match.New(atommaster.Game{}, game.Setup{Options: "atoms=5 size=9", Seed: 17})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ clause, moves, what, want string }{
		{"in the middle of a deal", "balls;fire 1;fire 2;set a1", "bar", "Atoms: 5 Trials: 0 Correct: 0 Incorrect: 0 Points: 0"},
		{"the size stays", "", "legal fire", "36"},
		{"plain marbles, and the mode is not shown", "balls", "label", ""},
		{"the number changed by hand stays", "atoms 3", "turn", "Find 3 atoms: fire a beam at a port."},
		{"the size changed by hand stays", "size 6", "legal fire", "24"},
		{"out of learning mode", "learn", "top", ""},
		{"out of learning mode after a beam", "fire 1;learn;fire 2", "bar", "Atoms: 3 Trials: 0 Correct: 0 Incorrect: 0 Points: 0"},
		{"after hiding by hand the program hides", "hide a1,b2,c3", "describe", "with 3 atoms, hidden.\n"},
		{"after giving up", "fire 1;resign", "to move", "anyone"},
		{"after the evaluation", "fire 1;set a1;set b1;set c1;evaluate", "to move", "anyone"},
	} {
		if c.moves != "" {
			for text := range strings.SplitSeq(c.moves, ";") {
				if m, _, err = m.Play(text); err != nil {
					t.Fatalf("%s: %q: %v", c.clause, text, err)
				}
			}
		}
		round, id := m.Round(), game.ID("atommaster", m.Setup())
		if m, err = m.Next(func() uint64 { return 18 }); err != nil {
			t.Fatalf("%s: %v", c.clause, err)
		}
		if got := told(t, m.State(), c.what); got != c.want && (c.what != "describe" || !strings.Contains(got, c.want)) {
			t.Errorf("%s: %s is %q, want %q", c.clause, c.what, got, c.want)
		}
		if m.Round() != round+1 || game.ID("atommaster", m.Setup()) == id {
			t.Errorf("%s: round %d, %s follows round %d, %s", c.clause, m.Round(), game.ID("atommaster", m.Setup()), round, id)
		}
	}
}

// Learning mode never shows the atoms of a later search, and no two deals are the same.
func TestEachDealIsAnother(t *testing.T) {
	seen := map[rules.Layout]string{}
	for _, moves := range []string{"", "learn;learn", "learn;learn;learn;learn"} {
		for _, options := range []string{"", "deal=2", "deal=3"} {
			s := play(t, options, moves)
			l := hidden(t, s)
			if before, ok := seen[l]; ok {
				t.Errorf("%q, %q hides what %s hid", options, moves, before)
			}
			seen[l] = fmt.Sprintf("%q, %q", options, moves)
		}
	}
	for _, moves := range []string{"learn", "learn;learn;learn"} {
		shown := told(t, play(t, "", moves), "describe")
		for l, how := range seen {
			_, list, _ := strings.Cut(l.String(), " ")
			if strings.Contains(shown, "The atoms are at "+strings.ReplaceAll(list, ",", ", ")+".") {
				t.Errorf("%q shows what is hidden by %s", moves, how)
			}
		}
	}
}

func TestInfo(t *testing.T) {
	info := atommaster.Game{}.Info()
	if got, want := fmt.Sprint(info.Seats), "[{Solver false false 0 0} {Hider true true 0 0}]"; got != want || info.Open {
		t.Errorf("seats %s, want %s; open: %t", got, want, info.Open)
	}
	names := ""
	for _, w := range (atommaster.Game{}).Words() {
		if w.Secret != (w.Name == "hide") || (w.Ask != "") != (w.Name == "hide") {
			t.Errorf("%s: secret %t, asks %q", w.Name, w.Secret, w.Ask)
		}
		if w.Name == "new" && w.Same != "next" {
			t.Errorf("new does what %q does", w.Same)
		}
		names += w.Name + " "
	}
	for _, name := range strings.Fields("fire set evaluate new atoms size balls learn hide") {
		if !strings.Contains(names, name+" ") {
			t.Errorf("there is no word %s", name)
		}
	}
}
