package atommaster_test

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"attic/game"
	"attic/games/atommaster"
	"attic/games/atommaster/rules"
	"attic/games/atommaster/rules/rulestest"
)

// This file finds the ideas again from the definitions in docs/teaching.md. It tries every layout, and follows beams with its own code.

// flown is the path of a beam: its end, the atoms there, the number of its turns, the atoms that turned it, and all its steps.
type flown struct {
	end   string // "hit", "edge", "back" or "out"
	atoms []string
	turns int
	away  []string
	did   string
}

func follow(side int, atom map[[2]int]bool, port int) (f flown) {
	n, line := side, (port-1)%side
	from := [4][4]int{{-1, n - 1 - line, 1, 0}, {line, -1, 0, 1}, {n, line, -1, 0}, {n - 1 - line, n, 0, -1}}[(port-1)/n]
	x, y, dx, dy := from[0], from[1], from[2], from[3]
	name := func(x, y int) string { return fmt.Sprintf("%c%d", 'a'+x, y+1) }
	for first := true; ; {
		ahead, left, right := [2]int{x + dx, y + dy}, [2]int{x + dx - dy, y + dy + dx}, [2]int{x + dx + dy, y + dy - dx}
		f.did += fmt.Sprint(x, y, dx, dy, ";")
		both := func(end string) flown {
			f.end = end
			for _, at := range [][2]int{left, right} {
				if atom[at] {
					f.atoms = append(f.atoms, name(at[0], at[1]))
				}
			}
			f.did += end
			return f
		}
		switch {
		case atom[ahead]:
			f.end, f.atoms = "hit", []string{name(ahead[0], ahead[1])}
			f.did += f.end
			return f
		case first && (atom[left] || atom[right]):
			return both("edge")
		case atom[left] && atom[right]:
			return both("back")
		case atom[left]:
			dx, dy = dy, -dx
			f.turns++
			f.away = append(f.away, name(left[0], left[1]))
		case atom[right]:
			dx, dy = -dy, dx
			f.turns++
			f.away = append(f.away, name(right[0], right[1]))
		default:
			x, y, first = x+dx, y+dy, false
			if x < 0 || y < 0 || x >= n || y >= n {
				f.end = "out"
				return f
			}
		}
	}
}

// tables holds all layouts for a side and a number of atoms, with their answers.
var tables sync.Map

type boardTable struct {
	boards  [][]rules.Square
	answers [][]rules.Answer
}

func tableOf(side, atoms int) boardTable {
	key := [2]int{side, atoms}
	if t, ok := tables.Load(key); ok {
		return t.(boardTable)
	}
	var t boardTable
	for board := range rulestest.Boards(side, atoms) {
		t.boards = append(t.boards, board)
		t.answers = append(t.answers, rulestest.Answers(side, board))
	}
	tables.Store(key, t)
	return t
}

// search is the solver's knowledge in a position of a deal.
type search struct {
	side, atoms int
	shots       map[int]string
	fits        []int // the arrangements that fit, in tableOf(side, atoms)
}

func (s search) fit(atoms int, ports []int) (fits []int) {
	for i, answers := range tableOf(s.side, atoms).answers {
		if !slices.ContainsFunc(ports, func(p int) bool { return answers[p-1].String() != s.shots[p] }) {
			fits = append(fits, i)
		}
	}
	return fits
}

func (s search) board(i int) map[[2]int]bool {
	at := map[[2]int]bool{}
	for _, sq := range tableOf(s.side, s.atoms).boards[i] {
		at[[2]int{sq.Column(), sq.Row()}] = true
	}
	return at
}

func place(square string) [2]int { return [2]int{int(square[0] - 'a'), int(square[1] - '1')} }

// every reports whether the function so returns true for every arrangement that fits.
func (s search) every(so func(at map[[2]int]bool) bool) bool {
	return !slices.ContainsFunc(s.fits, func(i int) bool { return !so(s.board(i)) })
}

// ideaOf returns the name of a proof's idea, and the possible sentences about it.
func (s search) ideaOf(square string, atom bool, ports []int) (name string, sentences []string) {
	has := func(atoms []string) bool { return slices.Contains(atoms, square) }
	kinds := []string{"flanking pair", "absorbed beam", "deflection"}
	if !atom {
		kinds = []string{"clear path"}
	}
	if atom {
		for _, p := range ports {
			if s.every(func(at map[[2]int]bool) bool { f := follow(s.side, at, p); return f.end == "edge" && has(f.atoms) }) {
				sentences = append(sentences, fmt.Sprintf("It reflected the beam at %d at its port.", p))
			}
		}
		if len(sentences) > 0 {
			return "edge reflection", sentences
		}
	}
	for _, kind := range kinds {
		for _, p := range ports {
			others := map[string]bool{}
			holds := s.every(func(at map[[2]int]bool) bool {
				f := follow(s.side, at, p)
				switch kind {
				case "flanking pair":
					for _, other := range f.atoms {
						if other != square {
							others[other] = true
						}
					}
					return f.end == "back" && has(f.atoms)
				case "absorbed beam":
					return f.end == "hit" && has(f.atoms)
				case "deflection":
					return has(f.away)
				}
				with := maps.Clone(at)
				with[place(square)] = true
				return follow(s.side, with, p).did != f.did
			})
			switch {
			case !holds:
			case kind == "flanking pair" && len(others) == 1:
				for other := range others {
					sentences = append(sentences, fmt.Sprintf("It turned the beam at %d back, together with the atom on %s.", p, other))
				}
			case kind == "flanking pair":
				sentences = append(sentences, fmt.Sprintf("It turned the beam at %d back, together with another atom.", p))
			case kind == "absorbed beam":
				sentences = append(sentences, fmt.Sprintf("It absorbed the beam at %d.", p))
			case kind == "deflection":
				sentences = append(sentences, fmt.Sprintf("It deflected the beam at %d.", p))
			default:
				sentences = append(sentences, fmt.Sprintf("The beam at %d would have met an atom there.", p))
			}
		}
		if len(sentences) > 0 {
			return kind, sentences
		}
	}
	on := func(atoms int, so bool) bool { // whether a layout with this number of atoms, with or without an atom on the square, gives the answers of the proof
		return slices.ContainsFunc(s.fit(atoms, ports), func(i int) bool {
			return slices.ContainsFunc(tableOf(s.side, atoms).boards[i], func(sq rules.Square) bool { return sq.String() == square }) == so
		})
	}
	if atom && on(s.atoms-1, false) {
		return "counting", []string{fmt.Sprintf("With only %d atoms, this square could be empty, but there are %d.", s.atoms-1, s.atoms)}
	}
	if !atom && on(s.atoms+1, true) {
		for n := range s.atoms {
			if len(s.fit(n, ports)) > 0 {
				return "", nil
			}
		}
		beams := "The beams need"
		if len(ports) == 1 {
			beams = "The beam needs"
		}
		return "counting", []string{fmt.Sprintf("%s all %d atoms elsewhere.", beams, s.atoms)}
	}
	return "", nil
}

// lost returns the points that setting the best atoms loses if one of the layouts in the list some is hidden.
func (s search) lost(some []int) float64 {
	count, t := map[rules.Square]float64{}, tableOf(s.side, s.atoms)
	alike := true
	for _, i := range some {
		for _, sq := range t.boards[i] {
			count[sq]++
		}
		alike = alike && slices.Equal(t.answers[i], t.answers[some[0]])
	}
	if alike {
		return 0
	}
	missed := float64(s.atoms)
	for _, n := range slices.Sorted(maps.Values(count))[max(0, len(count)-s.atoms):] {
		missed -= n / float64(len(some))
	}
	return 5 * missed
}

// beam returns the average share of arrangements that a beam leaves, its average price, and the average loss after its answer.
func (s search) beam(port int) (left, price, after float64) {
	parts := map[rules.Answer][]int{}
	for _, i := range s.fits {
		a := tableOf(s.side, s.atoms).answers[i][port-1]
		parts[a] = append(parts[a], i)
	}
	for a, part := range parts {
		share := float64(len(part)) / float64(len(s.fits))
		left += share * share
		after += share * s.lost(part)
		price += share
		if a != rules.Absorbed && a != rules.Reflected {
			price += share
		}
	}
	return left, price, after
}

// moveIdea returns the idea of a beam or, with port 0, of the evaluation. border is true if rounding may decide.
func (s search) moveIdea(port int) (name string, border bool) {
	now := s.lost(s.fits)
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-6 }
	if port == 0 {
		if now <= 1 || near(now, 1) {
			name = "when to stop"
		}
		return name, near(now, 1)
	}
	left, price, after := s.beam(port)
	if len(s.shots) == 0 {
		if corner, _, _ := s.beam(1); left < corner-1e-9 {
			name = "first beam"
		}
		return name, false
	}
	if now > 1 && now <= 5 && price+after <= now-0.1 {
		name = "when to stop"
	}
	return name, near(now, 1) || near(now, 5) || near(price+after, now-0.1)
}

// aboutProof, aboutBeam and aboutStop find the facts in a sentence.
var (
	aboutProof = regexp.MustCompile(`^(\w+) (has an atom|is empty)\. (.*)$`)
	aboutBeam  = regexp.MustCompile(`Setting the atoms now would lose ([\d.]+) points on average; this beam costs ([\d.]+) on average, and setting them afterwards loses ([\d.]+)\.`)
	aboutFirst = regexp.MustCompile(`At a corner port it would leave about ([\d.]+)%\.`)
	aboutPorts = regexp.MustCompile(`Look at the beams? at ports? ([\d, and]+?)(?: together)?\.`)
	somePorts  = regexp.MustCompile(`\d+`)
)

// written reports whether text is x, rounded to a whole number, or to one decimal if x is below 10.
func written(text string, x float64) bool {
	n, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
	return err == nil && math.Abs(n-x) <= 0.5000001 && (x >= 10 || math.Abs(n-x) <= 0.0500001)
}

// advised checks the idea of advice and the sentence about it, and returns the name of the idea.
func (s search) advised(a game.Advice) (string, error) {
	sentence := a.Move.Sentence
	if m := aboutPorts.FindStringSubmatch(a.Area.Sentence + " " + sentence); m != nil {
		var ports []int
		for _, p := range somePorts.FindAllString(m[1], -1) {
			n, _ := strconv.Atoi(p)
			ports = append(ports, n)
		}
		w := aboutProof.FindStringSubmatch(sentence + " ")
		if w == nil {
			return "", fmt.Errorf("%q is no proof", sentence)
		}
		name, says := s.ideaOf(w[1], w[2] == "has an atom", ports)
		if a.Theme != name {
			return "", fmt.Errorf("%q by %v has the idea %q, want %q", sentence, ports, a.Theme, name)
		}
		if name != "" && !slices.ContainsFunc(says, func(one string) bool { return strings.HasPrefix(w[3], one) }) {
			return "", fmt.Errorf("%q does not tell the idea %q: %q", sentence, name, says)
		}
		return name, nil
	}
	port := 0
	if word, rest, _ := strings.Cut(a.Text, " "); word == "fire" {
		port, _ = strconv.Atoi(rest)
	}
	if _, fired := s.shots[port]; fired {
		return s.meant(port, a)
	}
	name, border := s.moveIdea(port)
	if a.Theme != name && !border {
		return "", fmt.Errorf("%q of %d layouts has the idea %q, want %q", sentence, len(s.fits), a.Theme, name)
	}
	left, price, after := s.beam(max(port, 1))
	_ = left
	switch {
	case a.Theme == "first beam":
		corner, _, _ := s.beam(1)
		if m := aboutFirst.FindStringSubmatch(sentence); m == nil || !written(m[1], 100*corner) {
			return "", fmt.Errorf("%q: a corner leaves %v", sentence, corner)
		}
	case a.Theme != "" && port > 0:
		if m := aboutBeam.FindStringSubmatch(sentence); m == nil || !written(m[1], s.lost(s.fits)) || !written(m[2], price) || !written(m[3], after) {
			return "", fmt.Errorf("%q: %v, %v, %v", sentence, s.lost(s.fits), price, after)
		}
	case a.Theme != "":
		if !strings.Contains(sentence, "Another beam costs at least 1 point.") {
			return "", fmt.Errorf("%q does not say when to stop", sentence)
		}
	}
	return a.Theme, nil
}

// meant checks the sentence about a beam that was fired.
func (s search) meant(port int, a game.Advice) (string, error) {
	counts := map[string]int{}
	for _, i := range s.fits {
		f := follow(s.side, s.board(i), port)
		way := map[string]string{"edge": "was reflected at its port", "back": "between two atoms"}[f.end]
		switch {
		case f.end == "hit" && f.turns == 0:
			way = "was absorbed straight ahead"
		case f.end == "hit":
			way = "after a turn"
		case f.end == "out":
			way = []string{"flew straight through", "turned once", "turned more often"}[min(f.turns, 2)]
		}
		counts[way]++
	}
	all := len(s.fits)
	rest := a.Move.Sentence
	for way, n := range counts {
		text := strings.ReplaceAll(rest, ",", "")
		switch {
		case n == all && all == 1:
			if !strings.Contains(text, way+" in the only arrangement that fits.") {
				return "", fmt.Errorf("%q: %v", rest, counts)
			}
		case n == all:
			if !strings.Contains(text, fmt.Sprintf("%s in all %d arrangements that fit.", way, n)) {
				return "", fmt.Errorf("%q: %v", rest, counts)
			}
		case !regexp.MustCompile(fmt.Sprintf(`\b%s in %d( of %d arrangements that fit)?\b`, way, n, all)).MatchString(text):
			return "", fmt.Errorf("%q: %v", rest, counts)
		}
	}
	name := ""
	switch {
	case s.shots[port] == "A":
		name = "absorbed beam"
	case counts["was reflected at its port"] == all:
		name = "edge reflection"
	case counts["between two atoms"] == all:
		name = "flanking pair"
	}
	if a.Theme != name {
		return "", fmt.Errorf("%q has the idea %q, want %q", rest, a.Theme, name)
	}
	return name, nil
}

// ideas checks hints and answers to why in n positions. It returns the number of times that each idea was named, and the numbers of all
// hints and of hints with an idea.
func ideas(t *testing.T, n int, seed uint64) (seen map[string]int, hints, named int) {
	t.Helper()
	seen = map[string]int{}
	r := rand.New(rand.NewPCG(seed, 3))
	g := atommaster.Game{}
	for range n {
		s := search{side: 5, atoms: 3 + r.IntN(2), shots: map[int]string{}}
		if r.IntN(4) == 0 {
			s = search{side: 6, atoms: 3, shots: map[int]string{}}
		}
		now, err := g.New(game.Setup{Options: fmt.Sprintf("size=%d atoms=%d", s.side, s.atoms), Seed: r.Uint64()})
		if err != nil {
			t.Fatal(err)
		}
		answers := rulestest.Answers(s.side, layoutOf(hidden(t, now)))
		now = playFrom(t, now, "start")
		free := func() (list []int) {
			for p := 1; p <= 4*s.side; p++ {
				open := true
				for q, a := range s.shots {
					open = open && p != q && a != strconv.Itoa(p)
				}
				if open {
					list = append(list, p)
				}
			}
			return list
		}
		for range r.IntN(9) {
			if ports := free(); len(ports) > 0 {
				p := ports[r.IntN(len(ports))]
				s.shots[p] = answers[p-1].String()
				now = playFrom(t, now, fmt.Sprintf("fire %d", p))
			}
		}
		s.fits = s.fit(s.atoms, slices.Collect(maps.Keys(s.shots)))
		v := now.View(solver)
		told := func(what string, a game.Advice, err error) string {
			if err != nil {
				t.Fatal(err)
			}
			name, err := s.advised(a)
			if err != nil {
				t.Errorf("%d squares a side, %d atoms, %v: %s: %v", s.side, s.atoms, s.shots, what, err)
			}
			seen[name]++
			return name
		}
		a, err := g.Advise(context.Background(), v, 0)
		hints++
		if told("hint", a, err) != "" {
			named++
		}
		about := []string{fmt.Sprintf("%c%d", 'a'+r.IntN(s.side), 1+r.IntN(s.side)), fmt.Sprint(1 + r.IntN(4*s.side))}
		for p := range s.shots {
			about = append(about, fmt.Sprint(p))
		}
		slices.Sort(about[2:])
		for _, what := range about {
			port, _ := strconv.Atoi(what)
			_, fired := s.shots[port]
			a, err := g.Explain(context.Background(), v, what)
			switch {
			case err != nil:
				t.Fatal(err)
			case strings.Contains(a.Move.Sentence, "not certain") || strings.Contains(a.Move.Sentence, "already shows a result"):
			case port > 0 && !fired && !slices.Contains(free(), port):
			default:
				told("why "+what, a, nil)
			}
		}
		if ports := free(); len(ports) > 1 {
			better, played := ports[r.IntN(len(ports))], ports[r.IntN(len(ports))]
			name, _ := g.Theme(v, fmt.Sprintf("fire %d", better), fmt.Sprintf("fire %d", played))
			a, unsure := s.moveIdea(better)
			b, alsoUnsure := s.moveIdea(played)
			if a == b {
				a = ""
			}
			if name != a && !unsure && !alsoUnsure {
				t.Errorf("%v: %d against %d has the idea %q, want %q", s.shots, better, played, name, a)
			}
		}
	}
	return seen, hints, named
}

func layoutOf(l rules.Layout) (list []rules.Square) {
	for s := range l.Atoms() {
		list = append(list, s)
	}
	return list
}

func TestIdeas(t *testing.T) {
	seen, hints, named := ideas(t, 150, 1)
	for _, name := range (atommaster.Game{}).Themes() {
		if seen[name] == 0 {
			t.Errorf("no advice tells the idea %q", name)
		}
	}
	t.Logf("%v; %d of %d hints tell one", seen, named, hints)
}
