package atommaster_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"attic/dev/learntest"
	"attic/game"
	"attic/games/atommaster"
	"attic/games/atommaster/rules"
	"attic/games/atommaster/rules/rulestest"
)

// TestLessons finds the right moves of each step by following beams itself, through the atoms if these are shown and otherwise through all
// layouts, and compares the moves with those that the lesson accepts. There is only one right move unless the text asks for any.
func TestLessons(t *testing.T) {
	learntest.Lessons(t, atommaster.Game{}, 18, func(a learntest.Asked) {
		d := dealOf(t, a)
		if a.Goal == "game" {
			wrong := slices.DeleteFunc(slices.Clone(a.Moves), func(m string) bool { return slices.Contains(a.Right, m) })
			if !slices.Equal(wrong, []string{"learn"}) {
				t.Errorf("%s: %v are called wrong in a deal", a.Where, wrong)
			}
			return
		}
		if moves, plays := strings.CutPrefix(a.Goal, "play "); plays {
			if !slices.Equal(a.Right, []string{moves}) || !strings.Contains(a.Text, moves[strings.LastIndexByte(moves, ' ')+1:]) {
				t.Errorf("%s: %q asks for %s, and %v are right", a.Where, a.Text, moves, a.Right)
			}
			return
		}
		words := append(strings.Fields(a.Goal), "")
		if said := asksFor(words[0], words[1]); !regexp.MustCompile(said).MatchString(a.Text) {
			t.Errorf("%s: %q does not say %s", a.Where, a.Text, said)
		}
		if len(d.shown) == 0 {
			d.fits = d.fit(d.shots)
		}
		var right []string
		for _, m := range a.Moves {
			if why := d.told(m, a.Why[m]); why != "" {
				t.Errorf("%s, %s: %q, but %s", a.Where, m, a.Why[m], why)
			}
			if why := d.draws(m, a.Why[m], a.Shown[m], slices.Contains(a.Right, m)); why != "" {
				t.Errorf("%s, %s: the drawing %s", a.Where, m, why)
			}
			if d.asked(m, words[0], words[1]) {
				right = append(right, m)
			}
		}
		if !slices.Equal(right, a.Right) {
			t.Errorf("%s: the right moves are %v, not %v", a.Where, right, a.Right)
		}
		if len(right) != 1 && !strings.Contains(a.Text, " any ") && !strings.Contains(a.Text, " either ") {
			t.Errorf("%s: %q, but the right moves are %v", a.Where, a.Text, right)
		}
		if strings.Contains(a.Text, "both") {
			d.needsAll(t, a.Where, right)
		}
	})
}

// deal holds the part of a deal that a lesson shows.
type deal struct {
	side, atoms int
	shown       map[[2]int]bool // the atoms, by column and row; only in learning mode
	shots       map[int]string  // the answers of ports
	set         []string
	fits        [][]rules.Square // the layouts that give these answers, if the atoms are hidden
}

func dealOf(t *testing.T, a learntest.Asked) deal {
	t.Helper()
	text, err := a.State.View(max(a.State.ToMove(), 0)).MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	var sent struct {
		Field, Layout, Marks string
		Atoms                int
		Shots                []string
	}
	if err := json.Unmarshal(text, &sent); err != nil {
		t.Fatal(err)
	}
	d := deal{atoms: sent.Atoms, shown: map[[2]int]bool{}, shots: map[int]string{}}
	d.side, _ = strconv.Atoi(sent.Field[:1])
	for _, name := range strings.FieldsFunc(sent.Layout, func(r rune) bool { return r == ',' }) {
		d.shown[[2]int{int(name[0] - 'a'), int(name[1] - '1')}] = true
	}
	for _, shot := range sent.Shots {
		port, answer, _ := strings.Cut(shot, ":")
		n, _ := strconv.Atoi(port)
		d.shots[n] = answer
	}
	d.set = strings.FieldsFunc(sent.Marks, func(r rune) bool { return r == ',' })
	return d
}

func (d deal) fit(shots map[int]string) [][]rules.Square {
	var list [][]rules.Square
	for board := range rulestest.Boards(d.side, d.atoms) {
		answers, fits := rulestest.Answers(d.side, board), true
		for port, answer := range shots {
			fits = fits && answers[port-1].String() == answer
		}
		if fits {
			list = append(list, board)
		}
	}
	return list
}

// holding returns the squares on which at least one layout has an atom, and the squares on which all layouts have one.
func holding(boards [][]rules.Square) (some, all []string) {
	count := map[string]int{}
	for _, board := range boards {
		for _, s := range board {
			count[s.String()]++
		}
	}
	for _, s := range slices.Sorted(maps.Keys(count)) {
		some = append(some, s)
		if count[s] == len(boards) {
			all = append(all, s)
		}
	}
	return some, all
}

// needsAll checks that no single answer proves the conclusion that all answers prove together.
func (d deal) needsAll(t *testing.T, where string, right []string) {
	t.Helper()
	for port, answer := range d.shots {
		if _, all := holding(d.fit(map[int]string{port: answer})); len(all) > 0 {
			t.Errorf("%s: port %d alone proves %v of %v", where, port, all, right)
		}
	}
}

func (d deal) asked(move, goal, value string) bool {
	word, rest, _ := strings.Cut(move, " ")
	switch goal {
	case "proved":
		_, all := holding(d.fits)
		return word == "set" && slices.Contains(all, rest) && !slices.Contains(d.set, rest)
	case "empty":
		some, _ := holding(d.fits)
		return word == "free" && !slices.Contains(some, rest)
	case "done":
		_, all := holding(d.fits)
		return word == "evaluate" && len(all) == d.atoms && slices.Equal(slices.Sorted(slices.Values(all)), slices.Sorted(slices.Values(d.set)))
	}
	port, _ := strconv.Atoi(rest)
	if word != "fire" {
		return false
	}
	switch goal {
	case "first", "price":
		name, _ := d.search().moveIdea(port)
		return name == map[string]string{"first": "first beam", "price": "when to stop"}[goal]
	}
	if goal == "decide" {
		seen := map[rules.Answer]bool{}
		for _, board := range d.fits {
			seen[rulestest.Answers(d.side, board)[port-1]] = true
		}
		return len(seen) == len(d.fits)
	}
	f := d.fly(port)
	switch goal {
	case "hit":
		return f.end == "hit "+value
	case "exit":
		return f.end == "out" && rulestest.Answer(d.side, d.shown, port).String() == value
	case "turns":
		return f.end == "out" && strconv.Itoa(f.turns) == value
	}
	return f.end == goal
}

// search returns the solver's knowledge, for ideas_test.go.
func (d deal) search() search {
	s := search{side: d.side, atoms: d.atoms, shots: d.shots}
	s.fits = s.fit(d.atoms, slices.Collect(maps.Keys(d.shots)))
	return s
}

// told returns the fault of a sentence about a move, or "".
func (d deal) told(move, why string) string {
	some, all := holding(d.fits)
	word, rest, _ := strings.Cut(move, " ")
	port, _ := strconv.Atoi(rest)
	times := map[string]int{"": 0, "once": 1, "two times": 2, "three times": 3, "four times": 4}
	answers := map[rules.Answer]int{}
	if word == "fire" {
		for _, board := range d.fits {
			answers[rulestest.Answers(d.side, board)[port-1]]++
		}
	}
	certain := len(d.fits) == 1 && slices.Equal(slices.Sorted(slices.Values(all)), slices.Sorted(slices.Values(d.set)))
	for _, c := range []struct {
		form string
		true func(w []string) bool
	}{
		{`^That beam is absorbed by the atom on (\w+)(?:, turned (.*))?\.$`, func(w []string) bool {
			f := d.fly(port)
			return f.end == "hit "+w[1] && f.turns == times[w[2]]
		}},
		{`^That beam is reflected at its port, before it enters\.$`, func([]string) bool { return d.fly(port).end == "edge" }},
		{`^That beam turns back between the atoms on (\w+) and (\w+)\.$`, func(w []string) bool {
			at := func(name string) bool { return d.shown[[2]int{int(name[0] - 'a'), int(name[1] - '1')}] }
			return d.fly(port).end == "back" && at(w[1]) && at(w[2]) && w[1] != w[2]
		}},
		{`^That beam leaves at port (\d+)(?: without a turn|, turned (.*))\.$`, func(w []string) bool {
			f := d.fly(port)
			return f.end == "out" && f.turns == times[w[2]] && rulestest.Answer(d.side, d.shown, port).String() == w[1]
		}},
		{`^Every arrangement that fits the answers has an atom on (\w+)\.$`, func(w []string) bool { return w[1] == rest && slices.Contains(all, rest) }},
		{`^No arrangement that fits the answers has an atom on (\w+)\.$`, func(w []string) bool { return w[1] == rest && !slices.Contains(some, rest) }},
		{`^There may be an atom on (\w+): an arrangement with atoms on (.*) fits the answers\.$`, func(w []string) bool {
			return w[1] == rest && d.possible(w[2]) && slices.Contains(named(w[2]), rest)
		}},
		{`^There may be an atom on (\w+), but the answers do not prove it: an arrangement with atoms on (.*) fits too\.$`, func(w []string) bool {
			return w[1] == rest && slices.Contains(some, rest) && d.possible(w[2]) && !slices.Contains(named(w[2]), rest)
		}},
		{`^Port (\d+) gives the same answer in all arrangements that fit:`, func(w []string) bool { return w[1] == rest && len(answers) == 1 }},
		{`^After a beam at port (\d+), more than one arrangement of the atoms may still fit\.$`, func(w []string) bool {
			return w[1] == rest && len(answers) < len(d.fits)
		}},
		{`^Port (\d+) gives a different answer in each arrangement,`, func(w []string) bool { return w[1] == rest && len(answers) == len(d.fits) }},
		{`^(?:All atoms are|Every atom was) certain`, func([]string) bool { return certain }},
		{`^The atoms that are set are not certain yet\.$`, func([]string) bool { return !certain }},
		{`^A beam at port (\d+) leaves about ([\d.]+)% of the arrangements on average, (?:and a beam at a corner port about|(no fewer than a beam at a corner port))`, func(w []string) bool {
			left, _, _ := d.search().beam(port)
			corner, _, _ := d.search().beam(1)
			return w[1] == rest && written(w[2], 100*left) && (w[3] == "") == (left < corner-1e-9)
		}},
		{`^A beam at port (\d+) costs ([\d.]+) points on average, and saves ([\d.]+)\.$`, func(w []string) bool {
			_, price, after := d.search().beam(port)
			return w[1] == rest && written(w[2], price) && written(w[3], d.search().lost(d.search().fits)-after)
		}},
		{`^These atoms lose 2\.5 points on average, and another beam costs at least 1\.$`, func([]string) bool {
			return word == "evaluate" && len(d.fits) == 2 && d.search().lost(d.search().fits) == 2.5
		}},
		{`^Fire a beam, or evaluate\.$`, func([]string) bool { return word != "fire" && word != "evaluate" }},
		{`^This step asks for a beam\.`, func([]string) bool { return word != "fire" }},
		{`^Set an atom here,`, func([]string) bool { return word != "set" || slices.Contains(d.set, rest) }},
		{`^Find a square that is certainly empty`, func([]string) bool { return word != "free" }},
	} {
		if w := regexp.MustCompile(c.form).FindStringSubmatch(why); w != nil {
			if !c.true(w) {
				return "it is not so"
			}
			return ""
		}
	}
	return "nothing checks that"
}

func named(list string) []string {
	return slices.Sorted(slices.Values(strings.Split(strings.ReplaceAll(list, " and ", ", "), ", ")))
}

func (d deal) possible(list string) bool {
	return slices.ContainsFunc(d.fits, func(board []rules.Square) bool {
		var names []string
		for _, s := range board {
			names = append(names, s.String())
		}
		return slices.Equal(slices.Sorted(slices.Values(names)), named(list))
	})
}

// draws returns the fault of the drawing for a wrong answer, or "". The drawing shows an arrangement that the sentence names, without the atoms
// that are set. For a beam that leaves several arrangements, it shows two of them. For a beam through visible atoms, it shows the beam's path.
func (d deal) draws(move, why string, shown game.Preview, right bool) string {
	on := map[rune][]string{}
	for _, m := range shown.Marks {
		on[m.Rune] = append(on[m.Rune], m.Spot)
	}
	word, rest, _ := strings.Cut(move, " ")
	list := regexp.MustCompile(`an arrangement with atoms on (.*) fits`).FindStringSubmatch(why)
	_, alike, _ := strings.Cut(why, "rrangement")
	switch {
	case right || list == nil && word != "fire":
		if len(shown.Marks) > 0 {
			return "is not expected"
		}
	case list != nil:
		if !slices.Equal(slices.Sorted(slices.Values(append(slices.Clone(d.set), on['o']...))), named(list[1])) {
			return fmt.Sprintf("has atoms on %v and not on %s", on['o'], list[1])
		}
	case len(d.shown) > 0:
		if len(shown.Paths) != 1 || shown.Paths[0].Spots[0] != "port"+rest {
			return fmt.Sprintf("has the beams %v", shown.Paths)
		}
	case alike != "" && !strings.Contains(why, " on average"):
		for _, only := range []rune{'1', '2'} {
			if board := slices.Concat(d.set, on['o'], on[only]); len(on[only]) == 0 || !d.possible(strings.Join(board, ", ")) {
				return fmt.Sprintf("has the atoms %v of one arrangement", board)
			}
		}
	case len(shown.Marks) > 0:
		return "is not expected"
	}
	return ""
}

// flight is the result of a beam: "hit" and a square, "edge" or "back" if it is reflected, or "out".
type flight struct {
	end   string
	turns int
}

func (d deal) fly(port int) flight {
	n, line := d.side, (port-1)%d.side
	from := [4][4]int{{-1, n - 1 - line, 1, 0}, {line, -1, 0, 1}, {n, line, -1, 0}, {n - 1 - line, n, 0, -1}}[(port-1)/n]
	x, y, dx, dy := from[0], from[1], from[2], from[3]
	atom := func(x, y int) bool { return d.shown[[2]int{x, y}] }
	f := flight{end: "out"}
	for first := true; ; {
		left, right := atom(x+dx-dy, y+dy+dx), atom(x+dx+dy, y+dy-dx)
		switch {
		case atom(x+dx, y+dy):
			f.end = fmt.Sprintf("hit %c%d", 'a'+x+dx, y+dy+1)
			return f
		case first && (left || right):
			f.end = "edge"
			return f
		case left && right:
			f.end = "back"
			return f
		case left:
			dx, dy = dy, -dx
			f.turns++
		case right:
			dx, dy = -dy, dx
			f.turns++
		default:
			x, y, first = x+dx, y+dy, false
			if x < 0 || y < 0 || x >= n || y >= n {
				return f
			}
		}
	}
}

// asksFor returns a pattern for the words with which a text must ask for a goal.
func asksFor(goal, value string) string {
	turns := map[string]string{"0": "straight", "2": "turns twice", "3": "three turns", "4": "four turns"}
	switch goal {
	case "hit":
		return "hits .*" + value
	case "exit":
		return `port ` + value + `\b`
	case "turns":
		return turns[value]
	}
	return map[string]string{
		"back": "turns back", "edge": "reflected at its port", "proved": "(?i)certainly holds|prove|last atom", "empty": "certainly empty",
		"decide": "tells .*apart", "first": "fewer arrangements .*corner", "price": "saves more points than it costs", "done": "(?i)evaluate",
	}[goal]
}
