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

func analysed(t *testing.T, s game.State) string {
	t.Helper()
	a, err := atommaster.Game{}.Analyse(context.Background(), s.View(solver))
	if err != nil || !a.Done {
		t.Fatal(a, err)
	}
	return a.Text
}

// whole reads a whole number; it returns 0 for "".
func whole(text string) int {
	n, _ := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
	return n
}

// rowsOf returns the rows of the tables in a Markdown text, with their first cells as keys.
func rowsOf(text string) map[string][]string {
	rows := map[string][]string{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "| ") {
			cells := strings.Split(strings.Trim(line, "|"), "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			rows[cells[0]] = cells[1:]
		}
	}
	return rows
}

// inTenths reads a number with at most one decimal.
func inTenths(t *testing.T, text string) int {
	t.Helper()
	x, err := strconv.ParseFloat(strings.TrimPrefix(text, "+"), 64)
	if text == "-" {
		return 0
	}
	if err != nil {
		t.Fatalf("%q is not a number", text)
	}
	if x < 0 {
		return -int(-10*x + 0.5)
	}
	return int(10*x + 0.5)
}

// The numbers printed in a review add up, and every sentence agrees with a trial of all boards.
func TestReviewsAreTrue(t *testing.T) {
	said := map[string]int{}
	for _, c := range []struct{ side, atoms, games int }{{5, 3, 8}, {6, 3, 2}, {5, 4, 2}} {
		var boards [][]rules.Square
		var answers [][]rules.Answer
		for board := range rulestest.Boards(c.side, c.atoms) {
			boards, answers = append(boards, board), append(answers, rulestest.Answers(c.side, board))
		}
		named := func(board []rules.Square) string {
			var names []string
			for _, s := range board {
				names = append(names, s.String())
			}
			return strings.Join(names, ", ")
		}
		times := map[string]int{}
		for i := range boards {
			times[fmt.Sprint(answers[i])]++
		}
		var alike []int
		for i := range boards {
			if times[fmt.Sprint(answers[i])] > 1 {
				alike = append(alike, i)
			}
		}
		rng := rand.New(rand.NewPCG(3, uint64(c.side)))
		for range c.games {
			hidden := rng.IntN(len(boards))
			if c.atoms > 3 { // the hidden board has a look-alike
				hidden = alike[rng.IntN(len(alike))]
			}
			s, err := atommaster.Game{}.New(game.Setup{Options: fmt.Sprintf("size=%d atoms=%d", c.side, c.atoms)})
			if err != nil {
				t.Fatal(err)
			}
			play := func(text string) {
				if s, _, err = s.Play(text); err != nil {
					t.Fatal(err)
				}
			}
			play("hide " + strings.ReplaceAll(named(boards[hidden]), " ", ""))
			var fired []rules.Port
			price := 0
			for range 4 + 3*(c.atoms-3) + rng.IntN(5) {
				port := rules.Port(1 + rng.IntN(4*c.side))
				if next, _, err := s.Play(fmt.Sprintf("fire %d", port)); err == nil {
					s, fired = next, append(fired, port)
					price += 2
					if a := answers[hidden][port-1]; a == rules.Absorbed || a == rules.Reflected {
						price--
					}
				}
			}
			var fits []int
			for i := range boards {
				if !slices.ContainsFunc(fired, func(p rules.Port) bool { return answers[i][p-1] != answers[hidden][p-1] }) {
					fits = append(fits, i)
				}
			}
			set, gives := fits[rng.IntN(len(fits))], rng.IntN(5) == 0
			if rng.IntN(3) == 0 {
				set = rng.IntN(len(boards))
			}
			missed := c.atoms
			for i, square := range boards[set] {
				if gives && i > 1 {
					break
				}
				play("set " + square.String())
				if slices.Contains(boards[hidden], square) {
					missed--
				}
			}
			if gives {
				play("resign")
			} else {
				play("evaluate")
			}
			score := price + 5*missed
			alike := !gives && slices.Equal(answers[set], answers[hidden])
			if alike {
				score = price
			}

			text := analysed(t, s)
			where := fmt.Sprintf("%s hidden, beams at %v, %s set:\n%s", named(boards[hidden]), fired, named(boards[set]), text)
			rows := rowsOf(text)
			par, luck, skill := inTenths(t, rows["Par"][0]), inTenths(t, rows["Luck"][0]), inTenths(t, rows["Skill"][0])
			if got := inTenths(t, rows["Score"][0]); got != 10*score || par+luck+skill != got || skill < 0 {
				t.Errorf("the score is %d, and the parts do not add up: %s", score, where)
			}
			if with := strings.Contains(rows["Score"][1], "no beam can tell"); with != (alike && missed > 0) {
				t.Errorf("look-alikes: %v, %s", alike, where)
			}
			for i := range len(fired) + 1 {
				cells := rows[strconv.Itoa(i+1)]
				lost := inTenths(t, cells[3])
				luck, skill = luck-inTenths(t, cells[4]), skill-lost
				want := "set"
				if i < len(fired) {
					want = fmt.Sprintf("fire %d", fired[i])
					if a := answers[hidden][fired[i]-1]; cells[1] != a.String() {
						t.Errorf("the answer of beam %d is %v: %s", i+1, a, where)
					}
				}
				if !strings.HasPrefix(cells[0], want) || (lost > 0) != (cells[5] != "") || cells[5] == cells[0] {
					t.Errorf("row %d: %s", i+1, where)
				}
			}
			if luck != 0 || skill != 0 {
				t.Errorf("the rows add up to something else: %s", where)
			}

			// The arrangements that fitted.
			var others, same []string
			for _, i := range fits {
				switch {
				case i == hidden:
				case slices.Equal(answers[i], answers[hidden]):
					same = append(same, named(boards[i]))
				default:
					others = append(others, named(boards[i]))
				}
			}
			for _, name := range others {
				if len(others) <= 3 && !strings.Contains(text, name) {
					t.Errorf("%s fitted too: %s", name, where)
				}
			}
			if m := regexp.MustCompile(`(?m)^([\d,]+|One) other arrangements? fitted`).FindStringSubmatch(text); m != nil {
				said["others"]++
				if n := strings.ReplaceAll(strings.Replace(m[1], "One", "1", 1), ",", ""); n != strconv.Itoa(len(others)) {
					t.Errorf("%d others fitted: %s", len(others), where)
				}
			} else if len(others) > 0 {
				t.Errorf("%d others fitted, which it does not say: %s", len(others), where)
			}
			if only := strings.Contains(text, "Only the hidden arrangement fitted"); only != (len(fits) == 1) {
				t.Errorf("%d fitted: %s", len(fits), where)
			} else if only {
				said["only"]++
			}
			for _, name := range same {
				said["same"]++
				if len(same) <= 3 && !strings.Contains(text, name) {
					t.Errorf("no beam tells it from %s: %s", name, where)
				}
			}

			// The beam that would have decided.
			if m := regexp.MustCompile(`A beam at (\d+), for ([12]) points?, would have settled which one is right\.`).FindStringSubmatch(text); m != nil {
				said["told"]++
				port, _ := strconv.Atoi(m[1])
				price := "2"
				if a := answers[hidden][port-1]; a == rules.Absorbed || a == rules.Reflected {
					price = "1"
				}
				if m[2] != price || slices.Contains(fired, rules.Port(port)) {
					t.Errorf("the beam at %d costs %s: %s", port, price, where)
				}
				for _, i := range fits {
					if answers[i][port-1] == answers[hidden][port-1] && !slices.Equal(answers[i], answers[hidden]) {
						t.Errorf("the beam at %d does not tell it from %s: %s", port, named(boards[i]), where)
					}
				}
			}
			if m := regexp.MustCompile(`A beam at (\d+), for [12] points?, would have left ([\d,]+) of ([\d,]+)\.`).FindStringSubmatch(text); m != nil {
				said["left"]++
				port, _ := strconv.Atoi(m[1])
				left := 0
				for _, i := range fits {
					if answers[i][port-1] == answers[hidden][port-1] {
						left++
					}
				}
				if m[2] != strconv.Itoa(left) || m[3] != strconv.Itoa(len(fits)) {
					t.Errorf("the beam at %d leaves %d of %d: %s", port, left, len(fits), where)
				}
			}

			// The sentences about the costliest beams, and the counts of each kind of mistake.
			fitted := func(decision int) (list []int) {
				for i := range boards {
					if !slices.ContainsFunc(fired[:decision-1], func(p rules.Port) bool { return answers[i][p-1] != answers[hidden][p-1] }) {
						list = append(list, i)
					}
				}
				return list
			}
			left := func(list []int, port string) string {
				p, sizes, squares := whole(port), map[rules.Answer]float64{}, 0.0
				for _, i := range list {
					sizes[answers[i][p-1]]++
				}
				for _, n := range sizes {
					squares += n * n
				}
				return strings.TrimSuffix(fmt.Sprintf("%.1f", squares/float64(len(list))), ".0")
			}
			for _, m := range regexp.MustCompile(`Decision (\d+): the beam at port (\d+) told nothing: (only one arrangement was possible|all ([\d,]+) possible arrangements give this answer)\.`).
				FindAllStringSubmatch(text, -1) {
				said["nothing"]++
				list := fitted(whole(m[1]))
				if n := max(1, whole(m[4])); n != len(list) || left(list, m[2]) != fmt.Sprint(n) || fired[whole(m[1])-1] != rules.Port(whole(m[2])) {
					t.Errorf("%q is not true of %d: %s", m[0], len(list), where)
				}
			}
			for _, m := range regexp.MustCompile(`Decision (\d+): the beam at port (\d+) left ([\d,.]+) of ([\d,]+) arrangements on average; a beam at port (\d+) would have left only ([\d,.]+)\.`).FindAllStringSubmatch(text, -1) {
				said["less"]++
				list := fitted(whole(m[1]))
				near := func(told, exact string) bool {
					x, _ := strconv.ParseFloat(strings.ReplaceAll(told, ",", ""), 64)
					y, _ := strconv.ParseFloat(exact, 64)
					return told == exact || x >= 10 && math.Abs(x-y) <= 0.56
				}
				if fmt.Sprint(len(list)) != strings.ReplaceAll(m[4], ",", "") || !near(m[3], left(list, m[2])) || !near(m[6], left(list, m[5])) || fired[whole(m[1])-1] != rules.Port(whole(m[2])) {
					t.Errorf("%q: of %d they leave %s and %s: %s", m[0], len(list), left(list, m[2]), left(list, m[5]), where)
				}
			}
			mistakes, lost := 0, 0
			for _, m := range regexp.MustCompile(`[a-z ]+ \((\d+) times?, (\d+\.\d) points\)`).FindAllStringSubmatch(text, -1) {
				mistakes, lost = mistakes+whole(m[1]), lost+inTenths(t, m[2])
			}
			if n := len(regexp.MustCompile(`(?m)^\| \d+ \| [^|]+ \| [^|]+ \| \d+ \| \d+\.\d \|`).FindAllString(text, -1)); n != mistakes || lost != inTenths(t, rowsOf(text)["Skill"][0]) {
				t.Errorf("%d mistakes of %d are counted, %d tenths: %s", mistakes, n, lost, where)
			}

			// The beams that contradict the atoms set.
			var wrong []string
			slices.Sort(fired)
			for _, p := range fired {
				if answers[set][p-1] != answers[hidden][p-1] {
					wrong = append(wrong, fmt.Sprint(p))
				}
			}
			m := regexp.MustCompile(`The atoms set do not fit the beams? at (.+)\.`).FindStringSubmatch(text)
			switch {
			case gives && m != nil, !gives && (m != nil) != (len(wrong) > 0):
				t.Errorf("%v contradict it: %s", wrong, where)
			case m != nil:
				said["wrong"]++
				if got := strings.Split(strings.ReplaceAll(m[1], " and ", ", "), ", "); !slices.Equal(got, wrong) {
					t.Errorf("%v contradict it: %s", wrong, where)
				}
			}
		}
	}
	t.Log(said)
	for _, what := range []string{"nothing", "less", "others", "only", "told", "left", "wrong", "same"} {
		if said[what] == 0 {
			t.Errorf("nothing was said about %q: %v", what, said)
		}
	}
}

// There are reviews of a deal with a look-alike and of a deal given up immediately, but not of a deal that is in progress or
// shows its atoms.
func TestWhenThereAreReviews(t *testing.T) {
	text := analysed(t, play(t, "atoms=3", "hide a8,a6,h6;fire 1;fire 2;set h8;set h6;set a6;evaluate"))
	if !strings.Contains(text, "not counting the 5 points for misplaced atoms that no beam could have shown to be misplaced") || !strings.Contains(text, "| 3 | 0 of 3 |") && !strings.Contains(text, "2 of 3") {
		t.Errorf("about look-alikes it says\n%s", text)
	}
	if text := analysed(t, play(t, "size=5 atoms=3", "hide a1,b2,c3;start;resign")); rowsOf(text)["Score"][0] != "15" || rowsOf(text)["1"][0] != "set none" {
		t.Errorf("about a deal given up at once it says\n%s", text)
	}
	for _, moves := range []string{"balls", "fire 2", "fire 2;learn", "learn"} {
		if text, err := (atommaster.Game{}).Analyse(context.Background(), play(t, "", moves).View(solver)); err == nil {
			t.Errorf("after %q it says\n%s", moves, text.Text)
		}
	}
	s := play(t, "size=5 atoms=3", "hide a1,b2,c3;fire 2;fire 11;resign")
	watched, err := atommaster.Game{}.Analyse(context.Background(), s.View(game.Nobody))
	if own := analysed(t, s); err != nil || strings.ReplaceAll(watched.Text, "the solver's", "your") != own || watched.Text == own {
		t.Errorf("a spectator is told\n%s", watched.Text)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := (atommaster.Game{}).Analyse(ctx, play(t, "atoms=6", "fire 2;resign").View(solver)); err == nil {
		t.Error("a review is made after the end of its context")
	}
}

// patient is a context that is done after a given number of calls of Err.
type patient struct {
	context.Context
	left *int
}

func (p patient) Err() error {
	if *p.left--; *p.left < 0 {
		return context.Canceled
	}
	return nil
}

// A stopped review shows which decisions are judged, and its numbers still add up.
func TestReviewsThatAreStopped(t *testing.T) {
	s := play(t, "size=6 atoms=3", "hide a1,b2,c3;start;fire 2;fire 11;fire 5;set a1;set b2;set c3;evaluate")
	partly := 0
	for patience := range 400 {
		left := patience
		a, err := atommaster.Game{}.Analyse(patient{context.Background(), &left}, s.View(solver))
		if err != nil {
			continue
		}
		if a.Done {
			if a.Text != analysed(t, s) {
				t.Errorf("at last it says\n%s", a.Text)
			}
			break
		}
		partly++
		rows := rowsOf(a.Text)
		sum := inTenths(t, rows["Par"][0]) + inTenths(t, rows["Luck"][0]) + inTenths(t, rows["Skill"][0]) + inTenths(t, rows["Not judged"][0])
		judged, luck := 0, 0
		for i := range 4 {
			if row := rows[strconv.Itoa(i+1)]; row[5] == "not judged" != (row[3] == "?") {
				t.Errorf("decision %d: %v", i+1, row)
			} else if row[3] != "?" {
				judged++
			}
			if row := rows[strconv.Itoa(i+1)]; row[4] != "?" {
				luck += inTenths(t, row[4])
			}
		}
		if row := rows[strconv.Itoa(judged)]; row[4] != "?" || luck != inTenths(t, rows["Luck"][0]) || strings.Contains(a.Text, "as luck") {
			t.Errorf("with %d judged, the luck of the last is %s, and in all %d:\n%s", judged, row[4], luck, a.Text)
		}
		for i, d := range a.Decisions {
			if (i >= judged) != strings.Contains(d.Says, "was not judged.") || i >= judged && d.Lost != 0 {
				t.Errorf("with %d judged, decision %d says %q", judged, i+1, d.Says)
			}
		}
		numbers := []string{"", "1 decision; the other three are not", "2 decisions; the other two are not", "3 decisions; the other one is not"}
		if !strings.Contains(a.Text, "stopped after "+numbers[judged]) || sum != inTenths(t, rows["Score"][0]) {
			t.Errorf("it says\n%s", a.Text)
		}
	}
	if partly < 3 {
		t.Errorf("it was stopped halfway only %d times", partly)
	}
}

// The graph of a review has the moves of the history and the losses of the text, and its unknown share never grows.
func TestDecisionsOfAReview(t *testing.T) {
	s, err := atommaster.Game{}.New(game.Setup{Options: "size=5 atoms=3"})
	if err != nil {
		t.Fatal(err)
	}
	moves := []string{"fire 2", "fire 9", "fire 14", "set c4", "set a5", "set e1", "evaluate"}
	for _, text := range append([]string{"hide a1,c4,e5"}, moves...) {
		if s, _, err = s.Play(text); err != nil {
			t.Fatal(err)
		}
	}
	a, err := atommaster.Game{}.Analyse(context.Background(), s.View(solver))
	if err != nil {
		t.Fatal(err)
	}
	lost, open := 0.0, 1.0
	var texts []string
	for _, d := range a.Decisions {
		if d.Open > open || d.Open < 0 || !strings.Contains(d.Says, "possible.") {
			t.Errorf("after %v were open: %+v", open, d)
		}
		texts, lost, open = append(texts, d.Text), lost+d.Lost, d.Open
	}
	if want := []string{"fire 2", "fire 9", "fire 14", "evaluate"}; !slices.Equal(texts, want) || a.Decisions[0].Open != 1 {
		t.Errorf("the decisions are %q, want %q; the first: %v", texts, want, a.Decisions[0])
	}
	if skill := rowsOf(a.Text)["Skill"][0]; inTenths(t, skill) != int(10*lost+0.5) {
		t.Errorf("the decisions lost %v, and the text says %s", lost, skill)
	}
}
