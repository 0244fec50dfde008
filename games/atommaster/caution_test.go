package atommaster_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"attic/game"
	"attic/games/atommaster"
	"attic/games/atommaster/rules"
	"attic/games/atommaster/rules/rulestest"
)

// Warnings before an evaluation agree with a trial of all boards.
func TestCautionsAreTrue(t *testing.T) {
	const decides = `(\d+) arrangements fit; a beam at port (\d+) would (settle it|leave ([\d.]+) of them on average) \((1 point|2 points|1 or 2 points); guessing loses ([\d.]+) on average\)\.`
	said := map[string]int{}
	for _, c := range []struct{ side, atoms, games int }{{5, 3, 400}, {6, 3, 150}, {5, 4, 60}} {
		var boards [][]rules.Square
		var answers [][]rules.Answer
		for board := range rulestest.Boards(c.side, c.atoms) {
			boards, answers = append(boards, board), append(answers, rulestest.Answers(c.side, board))
		}
		missed := func(fits []int, set int) float64 {
			sum := 0
			for _, i := range fits {
				if slices.Equal(answers[i], answers[set]) {
					continue
				}
				for _, s := range boards[i] {
					if !slices.Contains(boards[set], s) {
						sum += 5
					}
				}
			}
			return float64(sum) / float64(len(fits))
		}
		rng := rand.New(rand.NewPCG(4, uint64(c.side)))
		for range c.games {
			hidden := rng.IntN(len(boards))
			s, err := atommaster.Game{}.New(game.Setup{Options: fmt.Sprintf("size=%d atoms=%d", c.side, c.atoms)})
			if err != nil {
				t.Fatal(err)
			}
			play := func(text string) {
				if s, _, err = s.Play(text); err != nil {
					t.Fatal(err)
				}
			}
			var names []string
			for _, square := range boards[hidden] {
				names = append(names, square.String())
			}
			play("hide " + strings.Join(names, ","))
			var fired []rules.Port
			free := map[rules.Port]bool{}
			for p := range rules.Port(4 * c.side) {
				free[p+1] = true
			}
			for range 6 + rng.IntN(8) {
				port := rules.Port(1 + rng.IntN(4*c.side))
				if !free[port] {
					continue
				}
				play(fmt.Sprintf("fire %d", port))
				fired = append(fired, port)
				free[port] = false
				if a := answers[hidden][port-1]; a != rules.Absorbed && a != rules.Reflected {
					free[rules.Port(a)] = false
				}
			}
			var fits []int
			for i := range boards {
				if !slices.ContainsFunc(fired, func(p rules.Port) bool { return answers[i][p-1] != answers[hidden][p-1] }) {
					fits = append(fits, i)
				}
			}
			set := fits[rng.IntN(len(fits))]
			if rng.IntN(6) == 0 {
				set = rng.IntN(len(boards))
			}
			for i, square := range boards[set] {
				if i+1 == len(boards[set]) {
					if text, err := (atommaster.Game{}).Caution(context.Background(), s.View(solver), "evaluate"); text != "" || err != nil {
						t.Errorf("before all atoms are set it says %q, %v", text, err)
					}
				}
				play("set " + square.String())
			}
			text, err := atommaster.Game{}.Caution(context.Background(), s.View(solver), "evaluate")
			if err != nil {
				t.Fatal(err)
			}
			where := fmt.Sprintf("%v hidden, beams at %v, %v set: %q", names, fired, boards[set], text)
			var wrong []string
			slices.Sort(fired)
			for _, p := range fired {
				if answers[set][p-1] != answers[hidden][p-1] {
					wrong = append(wrong, fmt.Sprint(p))
				}
			}
			loses := missed(fits, set)
			same := func(x float64, text string) bool {
				y, err := strconv.ParseFloat(text, 64)
				return err == nil && (math.Abs(x-y) <= 0.0501 || x >= 10 && math.Abs(x-y) <= 0.5)
			}
			switch m := regexp.MustCompile(`^` + decides + `$`).FindStringSubmatch(text); {
			case len(wrong) > 0:
				said["misfit"]++
				got := strings.NewReplacer("The atoms set do not fit the beam at ", "", "The atoms set do not fit the beams at ", "", " and ", ", ", ".", "").Replace(text)
				if got != strings.Join(wrong, ", ") {
					t.Errorf("%v contradict what is set: %s", wrong, where)
				}
			case text == "" && len(fits) == 1, text == "" && loses == 0:
				said["nothing, as it is known"]++
			case text == "":
				said["nothing, as no beam pays"]++
				for p := range rules.Port(4 * c.side) { // a beam that decides would be worth its price if the price were below the loss
					parts, price := map[rules.Answer][]int{}, 0
					for _, i := range fits {
						a := answers[i][p]
						parts[a] = append(parts[a], i)
						if price++; a != rules.Absorbed && a != rules.Reflected {
							price++
						}
					}
					cost := float64(price) / float64(len(fits))
					for _, part := range parts {
						least := math.Inf(1)
						for _, set := range part {
							least = min(least, missed(part, set))
						}
						cost += least * float64(len(part)) / float64(len(fits))
					}
					if free[p+1] && cost < loses-0.01 {
						t.Errorf("a beam at %d would cost %.2f in all, and guessing loses %.2f: %s", p+1, cost, loses, where)
					}
				}
			case m != nil:
				said[strings.Fields(m[3])[0]]++
				port, _ := strconv.Atoi(m[2])
				parts, alike := map[rules.Answer]int{}, true
				one := map[rules.Answer]int{}
				prices := map[bool]bool{}
				for _, i := range fits {
					a := answers[i][port-1]
					prices[a == rules.Absorbed || a == rules.Reflected] = true
					if parts[a]++; parts[a] == 1 {
						one[a] = i
					}
					alike = alike && slices.Equal(answers[i], answers[one[a]])
				}
				left := 0.0
				for _, n := range parts {
					left += float64(n) * float64(n) / float64(len(fits))
				}
				price := map[string]string{"truefalse": "1 point", "falsetrue": "2 points", "truetrue": "1 or 2 points"}[fmt.Sprint(prices[true])+fmt.Sprint(prices[false])]
				switch {
				case m[1] != strconv.Itoa(len(fits)) || !free[rules.Port(port)] || m[5] != price || !same(loses, m[6]):
					t.Errorf("%d fit, the price is %s, guessing loses %.2f: %s", len(fits), price, loses, where)
				case (m[3] == "settle it") != alike, m[3] != "settle it" && !same(left, m[4]):
					t.Errorf("the beam decides: %v; it leaves %.2f: %s", alike, left, where)
				case loses < 1:
					t.Errorf("guessing loses %.2f, less than any beam: %s", loses, where)
				}
			default:
				m := regexp.MustCompile(`^(\d+) arrangements fit; setting (.+) loses ([\d.]+) on average, and the atoms set lose ([\d.]+)\.$`).FindStringSubmatch(text)
				if m == nil {
					t.Fatalf("not understood: %s", where)
				}
				said["other atoms"]++
				least := math.Inf(1)
				for i := range boards {
					least = min(least, missed(fits, i))
				}
				if m[1] != strconv.Itoa(len(fits)) || !same(loses, m[4]) || !same(least, m[3]) && len(fits) <= 20 {
					t.Errorf("these lose %.2f, the best %.2f: %s", loses, least, where)
				}
			}
		}
	}
	t.Log(said)
	for _, what := range []string{"misfit", "nothing, as it is known", "settle", "leave"} {
		if said[what] == 0 {
			t.Errorf("never: %s", what)
		}
	}
}

// Only the solver is warned, and only before the evaluation.
func TestWhoIsWarned(t *testing.T) {
	s := play(t, "size=5 atoms=3", "hide a1,b1,a2;fire 1;resign")
	if text, err := (atommaster.Game{}).Caution(context.Background(), s.View(solver), "evaluate"); text != "" || err != nil {
		t.Errorf("after the end: %q, %v", text, err)
	}
	for _, seat := range []int{hider, game.Nobody} {
		s := play(t, "size=5 atoms=3", "hide a1,b1,a2;fire 1;set a1;set c1;set c3")
		if text, err := (atommaster.Game{}).Caution(context.Background(), s.View(seat), "evaluate"); seat == hider && text != "" || err != nil {
			t.Errorf("seat %d: %q, %v", seat, text, err)
		}
		if text, _ := (atommaster.Game{}).Caution(context.Background(), s.View(solver), "fire 2"); text != "" {
			t.Errorf("before a beam: %q", text)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := (atommaster.Game{}).Caution(ctx, play(t, "atoms=6", "hide a1,b1,a2,c3,d4,e5;fire 30;set a1;set b1;set a2;set c3;set d4;set e5").View(solver), "evaluate"); err == nil {
		t.Error("it says something after the end of its context")
	}
}
