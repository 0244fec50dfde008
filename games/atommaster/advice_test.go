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
	"time"

	"attic/game"
	"attic/games/atommaster"
	"attic/games/atommaster/rules"
	"attic/games/atommaster/rules/rulestest"
)

// boards holds all layouts of a number of atoms on a field, with their answers from package rulestest.
type boards struct {
	side, atoms int
	list        [][]rules.Square
	answers     [][]rules.Answer
}

func allBoards(side, atoms int) *boards {
	b := &boards{side: side, atoms: atoms}
	for board := range rulestest.Boards(side, atoms) {
		b.list, b.answers = append(b.list, board), append(b.answers, rulestest.Answers(side, board))
	}
	return b
}

// fit returns the indexes of the boards that give the same answers at the ports as the board with the index in the parameter as.
func (b *boards) fit(as int, ports []int) (list []int) {
	for i, answers := range b.answers {
		if !slices.ContainsFunc(ports, func(p int) bool { return answers[p-1] != b.answers[as][p-1] }) {
			list = append(list, i)
		}
	}
	return list
}

// position is a deal after random beams, in which most atoms set and notes are right.
type position struct {
	all         *boards
	hidden      int
	moves       []string
	fired       []int
	atoms, free []rules.Square // squares with an atom set, and squares noted as free
	surely      []rules.Square // squares noted as surely atoms
}

func (b *boards) position(rng *rand.Rand) position {
	p := position{all: b, hidden: rng.IntN(len(b.list))}
	var names []string
	for _, s := range b.list[p.hidden] {
		names = append(names, s.String())
	}
	p.moves = []string{"hide " + strings.Join(names, ",")}
	shows := map[int]bool{}
	for range 1 + rng.IntN(9) {
		port := 1 + rng.IntN(4*b.side)
		answer := b.answers[p.hidden][port-1]
		if shows[port] || shows[int(answer)] {
			continue
		}
		shows[port], shows[int(answer.Port())] = true, true
		p.moves, p.fired = append(p.moves, fmt.Sprintf("fire %d", port)), append(p.fired, port)
	}
	anywhere := func() rules.Square { return rules.SquareAt(rng.IntN(b.side), rng.IntN(b.side)) }
	for range rng.IntN(b.atoms + 1) {
		s := b.list[p.hidden][rng.IntN(b.atoms)]
		if rng.IntN(4) == 0 {
			s = anywhere()
		}
		if !slices.Contains(p.atoms, s) {
			p.moves, p.atoms = append(p.moves, "set "+s.String()), append(p.atoms, s)
		}
	}
	for range rng.IntN(12) {
		s := anywhere()
		switch noted := slices.Contains(p.free, s) || slices.Contains(p.surely, s); {
		case noted:
		case slices.Contains(b.list[p.hidden], s):
			p.moves, p.surely = append(p.moves, "sure "+s.String()), append(p.surely, s)
		default:
			p.moves, p.free = append(p.moves, "free "+s.String()), append(p.free, s)
		}
	}
	return p
}

var (
	numbers    = regexp.MustCompile(`\d+`)
	squareOf   = regexp.MustCompile(`\b[a-l]\d+`)
	areaOf     = regexp.MustCompile(`^Look at the beams? at ports? ([\d, and]+?)( together)?\.$`)
	claimOf    = regexp.MustCompile(`^([a-l]\d+) (has an atom|is empty)`)
	moreOf     = regexp.MustCompile(`The same beams? proves? this for (one|\d+) more squares?\.$`)
	contraryOf = regexp.MustCompile(`(?:in the way|for example,) (?:it|the beam at (\d+)) would (leave at port (\d+)|be absorbed at ([a-l]\d+)|be reflected)\.$`)
	fireOf     = regexp.MustCompile(`^A beam at port (\d+) would cost (1 point|2 points|1 or 2 points) and leave (?:([\d.,]+) of ([\d,]+) arrangements on average, at most ([\d,]+)|about ([\d.]+)% of the possible arrangements on average, at most about ([\d.]+)%(, estimated from a sample)?)\.$`)
	partsOf    = regexp.MustCompile(`^A beam at port (\d+) would be absorbed in ([\d,]+) of ([\d,]+) arrangements that fit, reflected in ([\d,]+), and leave elsewhere in ([\d,]+)\. It has (\d+) possible answers\.$`)
	sharesOf   = regexp.MustCompile(`^A beam at port (\d+) would be absorbed in about ([\d.]+)% of the arrangements that fit, reflected in ([\d.]+)%, and leave elsewhere in ([\d.]+)%\. It has (\d+) possible answers\.$`)
	guessOf    = regexp.MustCompile(`^Set ([a-l\d, ]+): (?:([\d,]+) arrangements fit, and setting these atoms loses ([\d.]+) points on average|only one arrangement fits, and setting it loses no points)\.$`)
)

func number(t testing.TB, text string) float64 {
	x, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func near(t testing.TB, text string, x float64) bool {
	return math.Abs(number(t, text)-x) <= 0.5001 || false
}

// check compares every sentence of advice with the result of trying all boards. It returns the number of beams in the proof, or 0.
func (p position) check(t testing.TB, a game.Advice) int {
	t.Helper()
	fail := func(why string) {
		t.Helper()
		t.Errorf("size=%d atoms=%d %s\n%s\n%s\n%s\n%s", p.all.side, p.all.atoms, strings.Join(p.moves, ";"), a.Area.Sentence, a.Move.Sentence, a.Follow.Sentence, why)
	}
	left := p.all.fit(p.hidden, p.fired)
	has := func(i int, s rules.Square) bool { return slices.Contains(p.all.list[i], s) }
	named := func(name string) rules.Square {
		s, err := rules.Field{W: 12, H: 12}.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if m := areaOf.FindStringSubmatch(a.Area.Sentence); m != nil {
		var ports []int
		for _, n := range numbers.FindAllString(m[1], -1) {
			port, _ := strconv.Atoi(n)
			if ports = append(ports, port); !slices.Contains(p.fired, port) {
				fail("a beam that was not fired")
			}
		}
		if (len(ports) > 1) != (m[2] != "") {
			fail("there is only one beam")
		}
		claim, contrary := claimOf.FindStringSubmatch(a.Move.Sentence), contraryOf.FindStringSubmatch(a.Follow.Sentence)
		if claim == nil || contrary == nil {
			fail("not a proof")
			return 0
		}
		square, atom := named(claim[1]), claim[2] == "has an atom"
		verbs := []string{"free", "set"} // the move set removes a wrong atom
		if atom {
			verbs = []string{"set", "sure"}
		}
		if verb, rest, _ := strings.Cut(a.Text, " "); rest != claim[1] || !slices.Contains(verbs, verb) {
			fail("the move is a different one")
		}
		also, known := 0, func(s rules.Square) bool {
			if atom {
				return slices.Contains(p.atoms, s) || slices.Contains(p.surely, s)
			}
			return !slices.Contains(p.atoms, s) && slices.Contains(p.free, s)
		}
		agree := p.all.fit(p.hidden, ports)
		for i := range p.all.side * p.all.side {
			s := rules.SquareAt(i%p.all.side, i/p.all.side)
			if s != square && !known(s) && !slices.ContainsFunc(agree, func(i int) bool { return has(i, s) != atom }) {
				also++
			}
		}
		p.checkNote(fail, a, agree)
		mistaken := strings.Contains(a.Move.Sentence, "remove")
		for i := range p.all.side * p.all.side {
			s := rules.SquareAt(i%p.all.side, i/p.all.side)
			sure := !slices.ContainsFunc(left, func(i int) bool { return !has(i, s) })
			if !atom && !mistaken && sure && !slices.Contains(p.atoms, s) && !slices.Contains(p.surely, s) {
				fail(fmt.Sprintf("that %v has an atom would tell more", s))
			}
		}
		said := 0
		if m := moreOf.FindStringSubmatch(a.Move.Sentence); m != nil && m[1] == "one" {
			said = 1
		} else if m != nil {
			said, _ = strconv.Atoi(m[1])
		}
		if said != also && !strings.Contains(a.Move.Sentence, "remove") {
			fail(fmt.Sprintf("it is true of %d more squares", also))
		}
		wrong := ports[0]
		if contrary[1] != "" {
			wrong, _ = strconv.Atoi(contrary[1])
		} else if len(ports) > 1 {
			wrong = p.checkChain(fail, a.Follow.Sentence, ports, func(i int) bool { return has(i, square) != atom })
		}
		if suppose := "Suppose an atom on " + claim[1] + ":"; atom == strings.HasPrefix(a.Follow.Sentence, suppose) {
			fail("it assumes what it proves")
		}
		for _, i := range p.all.fit(p.hidden, ports) {
			if has(i, square) != atom {
				fail(fmt.Sprintf("%v gives the answers of these beams", p.all.list[i]))
				return 0
			}
		}
		others := slices.DeleteFunc(slices.Clone(ports), func(port int) bool { return port == wrong })
		if len(others) != len(ports)-1 || !slices.ContainsFunc(p.all.fit(p.hidden, others), func(i int) bool {
			switch answer := p.all.answers[i][wrong-1]; {
			case has(i, square) == atom:
				return false
			case contrary[3] != "":
				return fmt.Sprint(answer) == contrary[3]
			case contrary[4] != "":
				return answer == rules.Absorbed && has(i, named(contrary[4]))
			default:
				return answer == rules.Reflected
			}
		}) {
			fail("no layout shows the contrary in this way")
		}
		if known(square) {
			fail("this is known already")
		}
		return len(ports)
	}
	// Everything certain is set or noted already.
	for i := range p.all.side * p.all.side {
		s := rules.SquareAt(i%p.all.side, i/p.all.side)
		n := 0
		for _, i := range left {
			if has(i, s) {
				n++
			}
		}
		switch {
		case n == 0 && (slices.Contains(p.atoms, s) || !slices.Contains(p.free, s)):
			fail(fmt.Sprintf("%v is empty", s))
		case n == len(left) && !slices.Contains(p.atoms, s) && !slices.Contains(p.surely, s):
			fail(fmt.Sprintf("%v has an atom", s))
		}
	}
	if m := fireOf.FindStringSubmatch(a.Move.Sentence); m != nil {
		port, _ := strconv.Atoi(m[1])
		sizes := map[rules.Answer]int{}
		for _, i := range left {
			sizes[p.all.answers[i][port-1]]++
		}
		squares, largest, passed := 0.0, 0, len(left)-sizes[rules.Absorbed]-sizes[rules.Reflected]
		for _, n := range sizes {
			squares, largest = squares+float64(n*n), max(largest, n)
		}
		price := "1 or 2 points"
		switch passed {
		case 0:
			price = "1 point"
		case len(left):
			price = "2 points"
		}
		n, kinds := float64(len(left)), len(slices.DeleteFunc(values(sizes), func(n int) bool { return n == 0 }))
		off := func(text string, part float64) bool { // by more than the error of rounding or of a sample
			return math.Abs(number(t, text)-100*part/n) > map[bool]float64{true: 0.51, false: 3}[m[8] == ""]
		}
		switch f := append(partsOf.FindStringSubmatch(a.Follow.Sentence), sharesOf.FindStringSubmatch(a.Follow.Sentence)...); {
		case f == nil || f[1] != m[1] || m[2] != price:
			fail("the sentences do not agree")
		case m[3] == "" && (len(f) != 6 || m[8] == "" && (n <= 1000 || number(t, f[5]) != float64(kinds)) || off(m[6], squares/n) || off(m[7], float64(largest)) ||
			off(f[2], float64(sizes[rules.Absorbed])) || off(f[3], float64(sizes[rules.Reflected])) || off(f[4], float64(passed))),
			m[3] != "" && (len(f) != 7 || !near(t, m[3], squares/n) || number(t, m[4]) != n || number(t, m[5]) != float64(largest) || number(t, f[3]) != n ||
				number(t, f[2]) != float64(sizes[rules.Absorbed]) || number(t, f[4]) != float64(sizes[rules.Reflected]) || number(t, f[5]) != float64(passed) || number(t, f[6]) != float64(kinds)):
			fail(fmt.Sprintf("%s, %.2f of %d, %d: %v", price, squares/n, len(left), largest, sizes))
		}
		return 0
	}
	m := guessOf.FindStringSubmatch(a.Follow.Sentence)
	if m == nil {
		fail("this sentence has no check")
		return 0
	}
	var set []rules.Square
	for name := range strings.SplitSeq(m[1], ", ") {
		set = append(set, named(name))
	}
	at := slices.IndexFunc(p.all.list, func(board []rules.Square) bool {
		return len(set) == p.all.atoms && !slices.ContainsFunc(set, func(s rules.Square) bool { return !slices.Contains(board, s) })
	})
	if at < 0 {
		fail("these squares are no layout")
		return 0
	}
	missed := 0
	for _, i := range left {
		for _, s := range set {
			if !has(i, s) && !slices.Equal(p.all.answers[i], p.all.answers[at]) { // an answer that no beam can distinguish from the hidden layout counts as found
				missed++
			}
		}
	}
	switch loss := 5 * float64(missed) / float64(len(left)); {
	case m[2] == "" && (len(left) != 1 || loss > 0), m[2] != "" && (number(t, m[2]) != float64(len(left)) || math.Abs(number(t, m[3])-loss) > 0.0501):
		fail(fmt.Sprintf("%d arrangements fit, and it loses %.2f", len(left), loss))
	}
	return 0
}

// checkChain follows a chain through all boards for which the function supposed returns true, and returns the port of the chain's
// last beam.
func (p position) checkChain(fail func(string), sentence string, ports []int, supposed func(i int) bool) (last int) {
	_, chain, _ := strings.Cut(sentence, ": ")
	chain, _, _ = strings.Cut(chain, "; ")
	steps := strings.Split(chain, "then the beam at ")[1:]
	var left []int // the boards that meet the needs of the steps so far
	for i := range p.all.list {
		if supposed(i) {
			left = append(left, i)
		}
	}
	for n, step := range steps {
		at, says, _ := strings.Cut(step, " ")
		port, _ := strconv.Atoi(at)
		i := slices.Index(ports, port)
		if i < 0 {
			fail(fmt.Sprintf("the beam at %d is not in the proof, or twice in the chain", port))
			return 0
		}
		last, ports = port, slices.Delete(slices.Clone(ports), i, i+1)
		answers := func(i int) bool { return p.all.answers[i][port-1] == p.all.answers[p.hidden][port-1] }
		needs, ok := strings.CutPrefix(says, "needs ")
		if ok == (n == len(steps)-1) || !ok && says != "cannot come out as it did" || slices.ContainsFunc(left, answers) != ok {
			fail(fmt.Sprintf("step %d does not end the chain, or too early", n+1))
		}
		without, with, found := strings.Cut(needs, " empty")
		if !found {
			without, with = "", needs
		}
		for atom, list := range map[bool]string{true: with, false: without} {
			for _, name := range squareOf.FindAllString(list, -1) {
				lacks := func(i int) bool {
					return slices.ContainsFunc(p.all.list[i], func(s rules.Square) bool { return s.String() == name }) != atom
				}
				if slices.ContainsFunc(left, func(i int) bool { return answers(i) && lacks(i) }) {
					fail(fmt.Sprintf("the beam at %d does not need what is said of %s", port, name))
				}
				left = slices.DeleteFunc(left, lacks)
			}
		}
	}
	if len(ports) > 0 {
		fail(fmt.Sprintf("the beams at %v are in the proof, but not in the chain", ports))
	}
	return last
}

// checkNote checks that all notes offered by a hint are true of all layouts that agree with its beams.
func (p position) checkNote(fail func(string), a game.Advice, agree []int) {
	words := strings.Fields(a.Note)
	if len(words) < 2 || words[0] != "free" && words[0] != "sure" {
		fail(fmt.Sprintf("it cannot be noted: %q", a.Note))
		return
	}
	for _, name := range words[1:] {
		for _, i := range agree {
			if slices.ContainsFunc(p.all.list[i], func(s rules.Square) bool { return s.String() == name }) != (words[0] == "sure") {
				fail(fmt.Sprintf("%q is noted, but %v gives these answers too", a.Note, p.all.list[i]))
				return
			}
		}
	}
}

var openOf = regexp.MustCompile(`^([a-l]\d+) has an atom in (?:([\d,]+) of ([\d,]+)|about (\d[\d.]*)% of the) arrangements that fit the answers: it is not certain\.$`)

// The answer to why about a square agrees with a count of all boards, and its examples are among them.
func TestWhyIsTrue(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	all, seen := allBoards(5, 3), map[string]int{}
	for range 200 {
		p := all.position(rng)
		v := play(t, "size=5 atoms=3", strings.Join(p.moves, ";")).View(solver)
		s := rules.SquareAt(rng.IntN(5), rng.IntN(5))
		a, err := atommaster.Game{}.Explain(context.Background(), v, s.String())
		if len(p.fired) == 0 {
			continue
		}
		if err != nil {
			t.Fatal(p.moves, err)
		}
		fail := func(why string) {
			t.Helper()
			t.Errorf("%s\n%s\n%s\n%s", strings.Join(p.moves, ";"), a.Move.Sentence, a.Follow.Sentence, why)
		}
		left, with := p.all.fit(p.hidden, p.fired), 0
		for _, i := range left {
			if slices.Contains(all.list[i], s) {
				with++
			}
		}
		claim, open := claimOf.FindStringSubmatch(a.Move.Sentence), openOf.FindStringSubmatch(a.Move.Sentence)
		switch {
		case open != nil:
			seen["open"]++
			if open[4] == "" && (number(t, open[2]) != float64(with) || number(t, open[3]) != float64(len(left))) ||
				open[4] != "" && (len(left) <= 1000 || !near(t, open[4], 100*float64(with)/float64(len(left)))) || with == 0 || with == len(left) {
				fail(fmt.Sprintf("it is %d of %d", with, len(left)))
			}
			_, rest, _ := strings.Cut(a.Follow.Sentence, "as in ")
			one, other, _ := strings.Cut(rest, ", and no atom there, as in ")
			for i, example := range []string{one, strings.TrimSuffix(other, ".")} {
				fits := slices.ContainsFunc(left, func(i int) bool {
					var names []string
					for _, s := range all.list[i] {
						names = append(names, s.String())
					}
					slices.Sort(names)
					given := strings.Split(example, ", ")
					slices.Sort(given)
					return slices.Equal(names, given)
				})
				if !fits || strings.Contains(example, s.String()) != (i == 0) {
					fail("a wrong example: " + example)
				}
			}
		case claim == nil:
			fail("this sentence has no check")
		default:
			seen[claim[2]]++
			if claim[1] != s.String() || (claim[2] == "has an atom") != (with == len(left)) || (claim[2] == "is empty") != (with == 0) {
				fail(fmt.Sprintf("it is %d of %d", with, len(left)))
			}
			var ports []int
			_, beams, _ := strings.Cut(a.Move.Sentence, "Look at")
			for _, n := range numbers.FindAllString(beams, -1) {
				port, _ := strconv.Atoi(n)
				ports = append(ports, port)
			}
			p.checkNote(fail, a, p.all.fit(p.hidden, ports))
		}
	}
	if len(seen) < 3 {
		t.Errorf("only %v", seen)
	}
}

func values(m map[rules.Answer]int) (list []int) {
	for _, n := range m {
		list = append(list, n)
	}
	return list
}

// checkHints checks the advice in n positions made by next, and logs the numbers of beams of the proofs and the time for the
// hints.
func checkHints(t *testing.T, all *boards, n int, next func(*boards, *rand.Rand) position) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(all.side), uint64(all.atoms)))
	var times []time.Duration
	beams, chains := map[int]int{}, 0
	for range n {
		p := next(all, rng)
		v := play(t, fmt.Sprintf("size=%d atoms=%d", all.side, all.atoms), strings.Join(p.moves, ";")).View(solver)
		began := time.Now()
		a, err := atommaster.Game{}.Advise(context.Background(), v, game.HintNodes)
		times = append(times, time.Since(began))
		if err != nil {
			t.Fatalf("%v: %v", p.moves, err)
		}
		beams[p.check(t, a)]++
		if strings.Contains(a.Follow.Sentence, "then the beam") {
			chains++
		}
	}
	slices.Sort(times)
	t.Logf("%d atoms on %d squares a side: proofs by their number of beams: %v; %d of those with several are chains; 99 %% of the hints within %v",
		all.atoms, all.side, beams, chains, times[len(times)*99/100])
	if few := beams[1] + beams[2]; few*10 < (n-beams[0])*7 || few == 0 {
		t.Errorf("%v: fewer than 70 %% of the proofs have one or two beams", beams)
	}
	if chains == 0 {
		t.Error("no proof is a chain")
	}
}

func TestHintsAreTrue(t *testing.T) {
	five, six := allBoards(5, 3), allBoards(6, 4)
	checkHints(t, five, 120, (*boards).position)
	checkHints(t, six, 60, (*boards).position)
	checkHints(t, five, 60, (*boards).carelessPosition)
	checkHints(t, six, 20, (*boards).carelessPosition)
}

// Only the solver gets advice, and only during the search.
func TestAdviceIsForTheSearch(t *testing.T) {
	for _, c := range []struct {
		moves string
		seat  int
	}{{"", solver}, {"learn", solver}, {known + ";fire 1", hider}, {"fire 1;resign", solver}} {
		if a, err := (atommaster.Game{}).Advise(context.Background(), play(t, "", c.moves).View(c.seat), game.HintNodes); err == nil {
			t.Errorf("after %q seat %d is told %q", c.moves, c.seat, a.Text)
		}
	}
}

// Boards that have given the same answers so far get the same hints.
func TestHintsTellNothing(t *testing.T) {
	for _, moves := range []string{";start", ";fire 3", ";fire 6;fire 3;set b6"} {
		var told []string
		for _, board := range []string{"hide b6,c3,f4,c8", "hide b6,c3,f4,h1"} {
			a, err := atommaster.Game{}.Advise(context.Background(), play(t, "", board+moves).View(solver), game.HintNodes)
			if err != nil {
				t.Fatal(err)
			}
			told = append(told, fmt.Sprintf("%+v", a))
		}
		if told[0] != told[1] {
			t.Errorf("after %q: %s\nand %s", moves, told[0], told[1])
		}
	}
}

// The command certain reports whether a hint would prove something.
func TestCertain(t *testing.T) {
	words := (atommaster.Game{}).Words()
	certain := words[slices.IndexFunc(words, func(w game.Word) bool { return w.Name == "certain" })].Show
	rng := rand.New(rand.NewPCG(5, 5))
	all, seen := allBoards(5, 3), map[bool]int{}
	for range 80 {
		p := all.position(rng)
		v := play(t, "size=5 atoms=3", strings.Join(p.moves, ";")).View(solver)
		a, err := atommaster.Game{}.Advise(context.Background(), v, game.HintNodes)
		if err != nil {
			t.Fatal(err)
		}
		proves := strings.HasPrefix(a.Area.Sentence, "Look at")
		seen[proves]++
		if said := certain(v); strings.HasPrefix(said, "Yes: ") != proves || strings.HasPrefix(said, "No: ") == proves {
			t.Errorf("%v: %q, and the hint is %q, %q", p.moves, said, a.Area.Sentence, a.Move.Sentence)
		}
	}
	if seen[true] == 0 || seen[false] == 0 {
		t.Errorf("something is certain: %v", seen)
	}
	var rest []string // a note on every square without an atom
	for i := range 25 {
		if square := fmt.Sprintf("%c%d", 'a'+i%5, 1+i/5); square != "a1" && square != "e5" && square != "c3" {
			rest = append(rest, "free "+square)
		}
	}
	for _, c := range []struct{ moves, want string }{
		{"hide a1,c3,e5;start", "No: nothing can be deduced before a beam is fired."},
		{"hide a1,c3,e5;fire 1;set a1;set c3;set e5;" + strings.Join(rest, ";"), "No: every square is set or noted already."},
		{"hide a1,c3,e5;fire 1", "No: nothing more can be deduced from the answers without another beam."},
	} {
		if said := certain(play(t, "size=5 atoms=3", c.moves).View(solver)); said != c.want {
			t.Errorf("after %s: %q, want %q", c.moves, said, c.want)
		}
	}
}
