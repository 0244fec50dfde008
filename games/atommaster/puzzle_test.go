package atommaster_test

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"attic/dev/learntest"
	"attic/game"
	"attic/game/learn"
	"attic/games/atommaster"
	"attic/games/atommaster/rules"
	"attic/games/atommaster/rules/rulestest"
)

// box is a field with atoms by column and row, from 1, with a rim of empty squares around it.
type box struct {
	side int
	atom [14][14]bool
}

// shoot returns the port where a beam leaves: 0 if it is absorbed, and its own port if it is reflected.
func (b *box) shoot(port int) int {
	n, line := b.side, (port-1)%b.side+1
	x, y, dx, dy := 0, n+1-line, 1, 0 // from the left, counted from the top
	switch (port - 1) / n {
	case 1: // from below, counted from the left
		x, y, dx, dy = line, 0, 0, 1
	case 2: // from the right, counted from below
		x, y, dx, dy = n+1, line, -1, 0
	case 3: // from above, counted from the right
		x, y, dx, dy = n+1-line, n+1, 0, -1
	}
	for first := true; ; first = false {
		ahead := b.atom[x+dx][y+dy]
		left, right := b.atom[x+dx-dy][y+dy+dx], b.atom[x+dx+dy][y+dy-dx]
		switch {
		case ahead:
			return 0
		case first && (left || right), left && right:
			return port
		case left:
			dx, dy = dy, -dx
			continue
		case right:
			dx, dy = -dy, dx
			continue
		}
		x, y = x+dx, y+dy
		switch {
		case x == 0:
			return n + 1 - y
		case y == 0:
			return n + x
		case x == n+1:
			return 2*n + y
		case y == n+1:
			return 4*n + 1 - x
		}
	}
}

// asked holds the position of a puzzle: the field, the number of atoms, the fired ports and their answers.
type asked struct {
	side, atoms    int
	ports, answers []int
	hidden, set    []string
}

func read(t *testing.T, p learn.Puzzle) (k asked) {
	t.Helper()
	if _, err := fmt.Sscanf(p.Place.Setup.Options, "size=%d atoms=%d", &k.side, &k.atoms); err != nil {
		t.Fatalf("%s: %s", p.ID, p.Place)
	}
	hidden, ok := strings.CutPrefix(p.Place.Moves[0], "hide ")
	if !ok {
		t.Fatalf("%s: %s", p.ID, p.Place)
	}
	b := box{side: k.side}
	k.hidden = strings.Split(hidden, ",")
	for _, name := range k.hidden {
		x, y := square(name)
		b.atom[x][y] = true
	}
	for _, move := range p.Place.Moves[1:] {
		if name, ok := strings.CutPrefix(move, "set "); ok {
			if k.set = append(k.set, name); !slices.Contains(k.hidden, name) {
				t.Errorf("%s: there is no atom on %s", p.ID, name)
			}
			continue
		}
		port, err := strconv.Atoi(strings.TrimPrefix(move, "fire "))
		if err != nil {
			t.Fatalf("%s: %s", p.ID, move)
		}
		k.ports, k.answers = append(k.ports, port), append(k.answers, b.shoot(port))
	}
	return k
}

func square(name string) (x, y int) {
	y, _ = strconv.Atoi(name[1:])
	return int(name[0]-'a') + 1, y
}

func (k asked) shows(port int) bool {
	return slices.Contains(k.ports, port) || slices.Contains(k.answers, port)
}

func (k asked) fits(b *box) bool {
	for _, name := range k.set {
		if x, y := square(name); !b.atom[x][y] {
			return false
		}
	}
	for i, port := range k.ports {
		if b.shoot(port) != k.answers[i] {
			return false
		}
	}
	return true
}

// all returns the arrangements that fit. It tries every layout.
func (k asked) all() (list []box) {
	b := box{side: k.side}
	var place func(from, left int)
	place = func(from, left int) {
		if left == 0 {
			if k.fits(&b) {
				list = append(list, b)
			}
			return
		}
		for i := from; i < k.side*k.side; i++ {
			x, y := i%k.side+1, i/k.side+1
			b.atom[x][y] = true
			place(i+1, left-1)
			b.atom[x][y] = false
		}
	}
	place(0, k.atoms)
	return list
}

func shipped(t *testing.T) []learn.Puzzle {
	t.Helper()
	return learntest.Shipped(t, atommaster.Game{})
}

func (k asked) right(theme string, list []box) (moves []string) {
	if theme == "atom" || theme == "decided" {
		for i := range k.side * k.side {
			x, y := i%k.side+1, i/k.side+1
			if !slices.ContainsFunc(list, func(b box) bool { return !b.atom[x][y] }) && !slices.Contains(k.set, fmt.Sprintf("%c%d", 'a'+x-1, y)) {
				moves = append(moves, fmt.Sprintf("set %c%d", 'a'+x-1, y))
			}
		}
		return moves
	}
	least := len(list)
	for port := 1; port <= 4*k.side; port++ {
		if k.shows(port) {
			continue
		}
		kinds, most := k.groups(port, list)
		if theme == "tells" && most < least {
			least, moves = most, nil
		}
		if theme == "beam" && kinds == len(list) || theme == "known" && kinds == 1 || theme == "tells" && most == least {
			moves = append(moves, fmt.Sprintf("fire %d", port))
		}
	}
	return moves
}

// groups returns the number of different answers of the layouts in list at a port, and the number of layouts with
// the most frequent answer.
func (k asked) groups(port int, list []box) (kinds, most int) {
	answers := map[int]int{}
	for _, b := range list {
		answers[b.shoot(port)]++
	}
	for _, n := range answers {
		most = max(most, n)
	}
	return len(answers), most
}

// checkPuzzle proves, by trying all layouts, that the key of a puzzle is the only right move.
func checkPuzzle(t *testing.T, p learn.Puzzle) {
	t.Helper()
	k := read(t, p)
	list := k.all()
	right := k.right(p.Theme, list)
	if p.Key == learn.None && len(right) > 0 || p.Key != learn.None && !slices.Equal(right, []string{p.Key}) {
		t.Errorf("%s: %s: the key is %s, but the right moves are %v", p.ID, p.Place, p.Key, right)
	}
	if len(list) < 2 && p.Theme != "decided" || p.Theme == "decided" && len(k.set) != k.atoms-1 {
		t.Errorf("%s: %s: %d arrangements fit", p.ID, p.Place, len(list))
	}
}

// small reports whether all layouts of a puzzle can be tried quickly.
func (k asked) small() bool { return k.side < 7 || k.side == 7 && k.atoms == 3 }

func TestKeysOfPuzzles(t *testing.T) {
	checked, large := map[string]int{}, 0
	for i, p := range shipped(t) {
		if i%6 != 0 {
			continue
		}
		if k := read(t, p); !k.small() {
			if large++; large%20 != 1 {
				continue
			}
		}
		checkPuzzle(t, p)
		checked[p.Theme]++
	}
	for _, theme := range (atommaster.Game{}).Info().Course.Themes {
		if checked[theme.Name] < 5 {
			t.Errorf("%s: %d keys were checked", theme.Name, checked[theme.Name])
		}
	}
}

// The beams of this test agree with package rulestest.
func TestShootIsPlain(t *testing.T) {
	for i, p := range shipped(t) {
		if i%30 != 0 {
			continue
		}
		k, b := read(t, p), box{}
		b.side = k.side
		at := map[[2]int]bool{}
		for _, name := range k.hidden {
			x, y := square(name)
			b.atom[x][y], at[[2]int{x - 1, y - 1}] = true, true
		}
		for port := 1; port <= 4*k.side; port++ {
			want := rulestest.Answer(k.side, at, port)
			got := rules.Answer(b.shoot(port))
			switch int(got) {
			case 0:
				got = rules.Absorbed
			case port:
				got = rules.Reflected
			}
			if got != want {
				t.Errorf("%s: port %d: %v and %v", p.ID, port, got, want)
			}
		}
	}
}

func TestPuzzlesAreDifferent(t *testing.T) {
	seen := map[string]string{}
	for _, p := range shipped(t) {
		k := read(t, p)
		var images []string
		for n := range 8 {
			var texts []string
			for i, port := range k.ports {
				turn := func(port int) int { // at a corner, the ports of one side end and the ports of the next side begin
					if n >= 4 {
						port = 4*k.side + 1 - port
					}
					return (port-1+n%4*k.side)%(4*k.side) + 1
				}
				in, out := turn(port), 0
				if k.answers[i] > 0 {
					out = turn(k.answers[i])
				}
				if out > 0 && out < in {
					in, out = out, in
				}
				texts = append(texts, fmt.Sprint(in, "=", out))
			}
			slices.Sort(texts)
			for _, name := range k.set {
				x, y := square(name)
				x, y = x-1, y-1
				if n >= 4 { // the ports in reverse order: mirrored at the diagonal from the upper left to the lower right
					x, y = k.side-1-y, k.side-1-x
				}
				for range n % 4 { // a quarter turn counterclockwise, the direction in which ports are numbered
					x, y = k.side-1-y, x
				}
				texts = append(texts, fmt.Sprint(x, y))
			}
			slices.Sort(texts)
			images = append(images, fmt.Sprint(p.Theme, k.side, k.atoms, texts))
		}
		for _, image := range images {
			if other := seen[image]; other != "" && other != p.ID {
				t.Errorf("%s is %s turned or mirrored", p.ID, other)
			}
		}
		seen[images[0]] = p.ID
	}
	places := map[string]string{}
	for _, p := range shipped(t) {
		places[p.Place.String()] = p.ID
	}
	for place, id := range places {
		if other := places[place[:strings.LastIndex(place, ";")]]; other != "" {
			t.Errorf("%s is one beam after %s", id, other)
		}
	}
}

func TestPuzzlesAreInOrder(t *testing.T) { learntest.InOrder(t, atommaster.Game{}, "decided") }

// The sentences about a move.
var (
	saysAll     = regexp.MustCompile(`^(?:All (\d+) arrangements that fit have|The only arrangement that fits the answers and the atoms set has) (?:an atom|one) on (\w+)\.$`)
	saysNo      = regexp.MustCompile(`^No arrangement that fits(?: the answers and the atoms set)? has an atom on (\w+); an arrangement with atoms on (.*) fits, for example\.$`)
	saysMaybe   = regexp.MustCompile(`^(\w+) may be empty: an arrangement with atoms on (.*) fits too\.$`)
	saysEach    = regexp.MustCompile(`^Each of the (\d+) arrangements that fit gives a different answer at port (\d+)\.$`)
	saysSame    = regexp.MustCompile(`^All (\d+) arrangements that fit give the answer (\w+) at port (\d+)\.$`)
	saysEither  = regexp.MustCompile(`^Port (\d+) may give (\w+) or (\w+): atoms on (.*), or on (.*)\.$`)
	saysWorst   = regexp.MustCompile(`^At worst, a beam at port (\d+) leaves (\d+) of (\d+) arrangements; (?:every other beam may leave (more)|another beam leaves at most (\d+)|another beam does as (well))\.$`)
	saysSeveral = regexp.MustCompile(`^If port (\d+) gives (\w+), at least two arrangements still fit: atoms on (.*), or on (.*)\.$`)
)

func (k asked) named(text string) *box {
	b := &box{side: k.side}
	for _, name := range strings.FieldsFunc(strings.ReplaceAll(text, " and ", ","), func(r rune) bool { return r == ',' || r == ' ' }) {
		x, y := square(name)
		b.atom[x][y] = true
	}
	return b
}

// truly reports whether a sentence about a move is true, and returns the kind of sentence.
func (k asked) truly(why string, list []box) (kind string, is bool) {
	some := func(name string, atom bool) bool {
		x, y := square(name)
		return slices.ContainsFunc(list, func(b box) bool { return b.atom[x][y] == atom })
	}
	possible := func(b *box) bool { return slices.Contains(list, *b) }
	if found := saysAll.FindStringSubmatch(why); found != nil {
		return "all", !some(found[2], false) && (strconv.Itoa(len(list)) == found[1] || found[1] == "" && len(list) == 1)
	}
	if found := saysNo.FindStringSubmatch(why); found != nil {
		return "no", !some(found[1], true) && possible(k.named(found[2]))
	}
	if found := saysMaybe.FindStringSubmatch(why); found != nil {
		b := k.named(found[2])
		x, y := square(found[1])
		return "maybe", possible(b) && !b.atom[x][y] && some(found[1], true)
	}
	if found := saysEach.FindStringSubmatch(why); found != nil {
		return "each", slices.Contains(k.right("beam", list), "fire "+found[2]) && strconv.Itoa(len(list)) == found[1]
	}
	answer := func(text string, port int) int {
		n, _ := strconv.Atoi(text)
		return map[string]int{"A": 0, "R": port}[text] + n
	}
	if found := saysSame.FindStringSubmatch(why); found != nil {
		port, _ := strconv.Atoi(found[3])
		kinds, _ := k.groups(port, list)
		return "same", kinds == 1 && strconv.Itoa(len(list)) == found[1] && list[0].shoot(port) == answer(found[2], port)
	}
	if found := saysEither.FindStringSubmatch(why); found != nil {
		port, _ := strconv.Atoi(found[1])
		a, b := k.named(found[4]), k.named(found[5])
		return "either", possible(a) && possible(b) && a.shoot(port) == answer(found[2], port) && b.shoot(port) == answer(found[3], port) && found[2] != found[3]
	}
	if found := saysWorst.FindStringSubmatch(why); found != nil {
		port, _ := strconv.Atoi(found[1])
		_, most := k.groups(port, list)
		best := len(list)
		for other := 1; other <= 4*k.side; other++ {
			if _, n := k.groups(other, list); other != port && !k.shows(other) {
				best = min(best, n)
			}
		}
		is := strconv.Itoa(most) == found[2] && strconv.Itoa(len(list)) == found[3]
		return "worst", is && (found[4] != "" && best > most || found[5] == strconv.Itoa(best) && best < most || found[6] != "" && best == most)
	}
	if found := saysSeveral.FindStringSubmatch(why); found != nil {
		port, _ := strconv.Atoi(found[1])
		a, b := k.named(found[3]), k.named(found[4])
		answer := map[string]int{"A": 0, "R": port}
		if n, err := strconv.Atoi(found[2]); err == nil {
			answer[found[2]] = n
		}
		return "several", possible(a) && possible(b) && *a != *b && a.shoot(port) == answer[found[2]] && b.shoot(port) == answer[found[2]]
	}
	return "unknown", false
}

// Sentences about moves are true, and do not depend on the hidden atoms.
func TestMovesOfPuzzlesAreJudged(t *testing.T) {
	var g atommaster.Game
	said := map[string]int{}
	for i, p := range shipped(t) {
		k := read(t, p)
		if i%12 != 0 || !k.small() {
			continue
		}
		list := k.all()
		s, err := p.Place.State(g)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.Info().Course.Try(t.Context(), s, p.Theme, "set z9"); !errors.Is(err, game.ErrIllegal) {
			t.Errorf("%s: set z9: %v", p.ID, err)
		}
		other := p
		other.Place.Moves = slices.Clone(p.Place.Moves)
		other.Place.Moves[0] = "hide " + hiding(list, k) // an arrangement that contains the atoms set
		alike, err := other.Place.State(g)
		if err != nil {
			t.Fatal(err)
		}
		for n, m := range s.View(0).Moves() {
			word, _, _ := strings.Cut(m.Text, " ")
			if word != "set" && word != "fire" || n%3 != 0 && m.Text != p.Key {
				continue
			}
			tried, err := g.Info().Course.Try(t.Context(), s, p.Theme, m.Text)
			if err != nil {
				t.Fatalf("%s: %s: %v", p.ID, m.Text, err)
			}
			if again, err := g.Info().Course.Try(t.Context(), alike, p.Theme, m.Text); err != nil || !reflect.DeepEqual(again, tried) {
				t.Errorf("%s: %s: %+v, and with other atoms hidden %+v, %v", p.ID, m.Text, tried, again, err)
			}
			if tried.Good != (m.Text == p.Key) || tried.Goal != "" {
				t.Errorf("%s: %s: %+v", p.ID, m.Text, tried)
			}
			if (word == "set") != (p.Theme == "atom" || p.Theme == "decided") || strings.HasPrefix(tried.Why, "That would remove the atom on ") && slices.Contains(k.set, strings.TrimPrefix(m.Text, "set ")) {
				continue
			}
			kind, is := k.truly(tried.Why, list)
			if said[kind]++; !is {
				t.Errorf("%s: %s: %q is not true", p.ID, m.Text, tried.Why)
			}
		}
	}
	for _, kind := range []string{"all", "no", "maybe", "each", "several", "same", "either", "worst"} {
		if said[kind] == 0 {
			t.Errorf("no sentence of the kind %q was checked", kind)
		}
	}
}

// hiding lists the atoms of an arrangement that fits but is not the hidden one.
func hiding(list []box, k asked) string {
	for _, b := range list {
		var names []string
		for y := 1; y <= k.side; y++ {
			for x := 1; x <= k.side; x++ {
				if b.atom[x][y] {
					names = append(names, fmt.Sprintf("%c%d", 'a'+x-1, y))
				}
			}
		}
		if !slices.Equal(names, k.hidden) {
			return strings.Join(names, ",")
		}
	}
	return strings.Join(k.hidden, ",")
}
