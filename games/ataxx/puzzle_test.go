package ataxx_test

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"attic/dev/learntest"
	"attic/game"
	"attic/game/learn"
	"attic/games/ataxx"
	"attic/games/ataxx/idea"
)

// ending solves positions of plain by proof-number search to the end of the game, and keeps its results. Once it has tried the moves of more
// positions than the number most, its answers are not valid.
type ending struct {
	known       map[asked]open
	tried, most int
}

func newEnding(most int) *ending { return &ending{map[asked]open{}, 0, most} }

func (e *ending) tired() bool { return e.tried > e.most }

// open holds the least number of positions that must be decided to answer a question with yes, and with no.
type open struct{ yes, no float64 }

var (
	certain = open{0, math.Inf(1)}
	refuted = open{math.Inf(1), 0}
)

type asked struct {
	clocked
	margin int
}

// clocked is a position with the jumps since the last extension.
type clocked struct {
	plain
	jumps int
}

// over reports whether the game has ended: nobody can move, or after 45 jumps in a row.
func (p clocked) over() bool { return p.jumps >= 45 || p.moves() == nil }

func (p clocked) then(s step) clocked {
	next, _ := p.play(s)
	switch {
	case s == passing:
		return clocked{next, p.jumps}
	case s.far() == 2:
		return clocked{next, p.jumps + 1}
	}
	return clocked{next, 0}
}

// tries lists the moves, largest gain first, with only one extension to each square.
func (p clocked) tries() []step {
	var list []step
	extended := map[[2]int]bool{}
	for _, s := range p.moves() {
		if s != passing && s.far() == 1 {
			if extended[[2]int{s.tx, s.ty}] {
				continue
			}
			extended[[2]int{s.tx, s.ty}] = true
		}
		list = append(list, s)
	}
	gain := map[step]int{}
	for _, s := range list {
		if s != passing {
			gain[s] = 2*p.takes(s) - s.far()
		}
	}
	slices.SortStableFunc(list, func(a, b step) int { return cmp.Compare(gain[b], gain[a]) })
	return list
}

// gets reports whether the side to move can end margin pieces ahead; a margin of 99 means wiping out the other side.
func (e *ending) gets(p clocked, margin int) bool {
	o := e.at(p, margin)
	if o.yes > 0 && o.no > 0 {
		o = e.extend(p, margin, open{math.Inf(1), math.Inf(1)})
	}
	return o == certain
}

// at returns the known answer to a question, without trying any moves.
func (e *ending) at(p clocked, margin int) open {
	if o, ok := e.known[asked{p, margin}]; ok {
		return o
	}
	can := p.count(against(p.turn)) == 0
	switch {
	case p.count(p.turn) == 0:
		can = margin <= -99
	case can:
	case p.over():
		can = p.ahead(p.turn) >= margin
	default:
		return open{1, 1}
	}
	if can {
		return certain
	}
	return refuted
}

// extend tries moves until the answer is known or its open numbers reach the bound. The position must not be over.
func (e *ending) extend(p clocked, margin int, bound open) open {
	e.tried++
	var next []clocked
	var opens []open
	for i, s := range p.tries() {
		q := p.then(s)
		o := e.at(q, 1-margin)
		if o == (open{1, 1}) {
			o.no += float64(i / 4) // the moves that gain most come first
		}
		next, opens = append(next, q), append(opens, o)
	}
	for {
		best, now, second := 0, open{}, math.Inf(1)
		for i, o := range opens {
			now.no += o.yes
			if i > 0 && o.no < opens[best].no {
				best, second = i, opens[best].no
			} else if i > 0 {
				second = min(second, o.no)
			}
		}
		if now.yes = opens[best].no; now.yes == 0 {
			now = certain
		}
		if e.known[asked{p, margin}] = now; now == certain || now == refuted || now.yes >= bound.yes || now.no >= bound.no || e.tired() {
			return now
		}
		opens[best] = e.extend(next[best], 1-margin, open{bound.no - now.no + opens[best].yes, min(bound.yes, second*1.25+1)})
	}
}

// traded returns the lead in pieces of the side not to move after the answer and its own best next move.
func (p plain) traded() int {
	side := against(p.turn)
	answers := p.moves()
	if answers == nil {
		return p.ahead(side)
	}
	worst := 99
	for _, s := range answers {
		next, _ := p.play(s)
		best := next.ahead(side)
		if moves := next.moves(); len(moves) > 0 && moves[0] != passing {
			gain := -99
			for _, m := range moves {
				gain = max(gain, 2*next.takes(m)+2-m.far())
			}
			best += gain
		}
		worst = min(worst, best)
	}
	return worst
}

// same reports whether two steps are the same move, as extensions to the same square are.
func same(a, b step) bool {
	return a == b || a != passing && b != passing && a.far() == 1 && b.far() == 1 && a.tx == b.tx && a.ty == b.ty
}

func shipped(t *testing.T) []learn.Puzzle {
	t.Helper()
	return learntest.Shipped(t, ataxx.Game{})
}

func placed(t *testing.T, p learn.Puzzle) clocked {
	t.Helper()
	fen, ok := strings.CutPrefix(p.Place.Moves[0], "fen ")
	if !ok || len(p.Place.Moves) != 2 || p.Place.Moves[1] != "start" {
		t.Fatalf("%s: the place is %s", p.ID, p.Place)
	}
	jumps, err := strconv.Atoi(strings.Fields(fen)[2])
	if err != nil {
		t.Fatal(err)
	}
	return clocked{plainOf(fen), jumps}
}

// themeIdeas are the ideas that the only right move of a puzzle has.
var themeIdeas = map[string]idea.Kind{"capture": idea.Safe, "hole": idea.Use, "fill": idea.Fill, "sacrifice": idea.Sacrifice}

// counts returns a theme's count for a move, the least count of a right move, and its least lead over all other moves.
func (p plain) counts(theme string, s step) (n, least, gap int) {
	next, _ := p.play(s)
	switch theme {
	case "exchange":
		return next.traded(), -1000, 2
	case "cut":
		return len(cutOff(p, next)), 4, 1
	case "consolidate":
		return -next.most(), -1000, 1
	case "last":
		for sq := range next.within(p.turn) {
			if !next.within(next.turn)[sq] {
				n++
			}
		}
		return n, 1, 1
	}
	if ok, _, _ := p.has(themeIdeas[theme], s); ok {
		n = 1
	}
	return n, 1, 1
}

// checkPuzzle proves with plain that the key of a puzzle is the only right move.
func checkPuzzle(t *testing.T, p learn.Puzzle) {
	t.Helper()
	at, right := placed(t, p), []step(nil)
	e := newEnding(15_000)
	switch p.Theme {
	case "ending":
		for _, s := range at.tries() {
			if !e.gets(at.then(s), 0) {
				right = append(right, s)
			}
		}
	default:
		best, second, least, gap := -1000, -1000, 0, 0
		for _, s := range at.tries() {
			var value int
			value, least, gap = at.counts(p.Theme, s)
			if value > best {
				best, second, right = value, best, []step{s}
			} else {
				second = max(second, value)
			}
		}
		if best < least || best < second+gap {
			if right = nil; best >= least && p.Theme != "exchange" {
				t.Errorf("%s: %s: several moves are right", p.ID, p.Place)
			}
		}
	}
	if e.tired() {
		t.Errorf("%s: %s: it takes too much work", p.ID, p.Place)
	}
	if p.Key == learn.None && len(right) > 0 || p.Key != learn.None && (len(right) != 1 || !same(right[0], stepOf(p.Key))) {
		t.Errorf("%s: %s: the key is %s, but the right moves are %v", p.ID, p.Place, p.Key, right)
	}
}

func TestKeysOfPuzzles(t *testing.T) {
	checked := 0
	for i, p := range shipped(t) {
		if i%25 == 0 {
			checkPuzzle(t, p)
			checked++
		}
	}
	if checked == 0 {
		t.Error("nothing was checked")
	}
}

// A wrong key is noticed.
func TestWrongKeysAreFound(t *testing.T) {
	for _, p := range shipped(t) {
		if p.Key != learn.None && p.Theme == "exchange" {
			at := placed(t, p)
			best := at.tries()
			wrong := slices.IndexFunc(best, func(s step) bool { return !same(s, stepOf(p.Key)) })
			if at.then(stepOf(p.Key)).traded() < at.then(best[wrong]).traded()+2 {
				t.Errorf("%s: %v is as good as the key", p.ID, best[wrong])
			}
			return
		}
	}
}

// image returns a position as text, turned and mirrored in one of eight ways: m for pieces of the side to move, y for those of the other side.
func (p plain) image(n int) string {
	var text [49]byte
	for x := range 7 {
		for y := range 7 {
			c := p.at[x][y]
			switch c {
			case p.turn:
				c = 'm'
			case against(p.turn):
				c = 'y'
			}
			tx, ty := x, y
			if n&1 != 0 {
				tx = 6 - tx
			}
			if n&2 != 0 {
				ty = 6 - ty
			}
			if n&4 != 0 {
				tx, ty = ty, tx
			}
			text[7*ty+tx] = c
		}
	}
	return string(text[:])
}

func TestPuzzlesAreDifferent(t *testing.T) {
	seen := map[string]string{}
	for _, p := range shipped(t) {
		at := placed(t, p)
		for n := range 8 {
			if other := seen[at.image(n)]; other != "" {
				t.Errorf("%s is %s turned or mirrored", p.ID, other)
			}
		}
		seen[at.image(0)] = p.ID
	}
}

func TestPuzzlesAreInOrder(t *testing.T) { learntest.InOrder(t, ataxx.Game{}) }

// A third to two thirds of the puzzles of each theme have blocks.
func TestPuzzlesHaveBlocks(t *testing.T) {
	all, blocks := map[string]int{}, map[string]int{}
	for _, p := range shipped(t) {
		all[p.Theme]++
		if strings.Contains(p.Place.Moves[0], "-") {
			blocks[p.Theme]++
		}
	}
	for theme, n := range all {
		if blocks[theme]*3 < n || blocks[theme]*3 > 2*n {
			t.Errorf("%s: of %d puzzles %d have blocks", theme, n, blocks[theme])
		}
	}
}

var (
	endSaid  = regexp.MustCompile(`(?i)(red|blue) wins(?: with best play)?, (\d+) to (\d+)|draw(?: with best play)?, (\d+) each|(red|blue) takes every`)
	leadSaid = regexp.MustCompile(`you are (\w+)(?: pieces? (ahead|behind))?[;.]`)
)

// The sentences about moves are true, and the answer to a wrong move is legal.
func TestMovesOfPuzzlesAreJudged(t *testing.T) {
	var g ataxx.Game
	said, answers := map[string]int{}, map[string]int{}
	seen := map[string]int{}
	for _, p := range shipped(t) {
		at := placed(t, p)
		if seen[p.Theme]++; seen[p.Theme] > 3 && (p.Theme == "exchange" || seen[p.Theme]%32 != 0) {
			continue
		}
		s, err := p.Place.State(g)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.Info().Course.Try(t.Context(), s, p.Theme, "a9"); !errors.Is(err, game.ErrIllegal) {
			t.Errorf("%s: a9: %v", p.ID, err)
		}
		e := newEnding(1_000)
		for n, m := range at.tries() {
			late := p.Theme == "ending"
			if (late && n%4 != 1 || p.Theme == "exchange" && n%8 != 0) && !same(m, stepOf(p.Key)) {
				continue
			}
			tried, err := g.Info().Course.Try(t.Context(), s, p.Theme, m.String())
			if err != nil {
				t.Fatalf("%s: %v: %v", p.ID, m, err)
			}
			if tried.Good != same(m, stepOf(p.Key)) || tried.Goal != "" || tried.Good && tried.Answer != "" {
				t.Errorf("%s: %v: %+v", p.ID, m, tried)
			}
			next := at.then(m)
			if tried.Answer != "" {
				answers[p.Theme]++
				if !slices.Contains(next.moves(), stepOf(tried.Answer)) {
					t.Errorf("%s: after %v the answer %s is not legal", p.ID, m, tried.Answer)
				}
			}
			switch {
			case late:
				if tried.Answer != "" && e.gets(next.then(stepOf(tried.Answer)), 1) && !e.tired() {
					t.Errorf("%s: after %v the answer %s does not keep %c from winning", p.ID, m, tried.Answer, at.turn)
				}
				got := endText(tried.Why)
				is := e.is(next, got)
				if got == "" || e.tired() { // the sentence names no end, or checking takes too long
					e = newEnding(1_000)
					continue
				}
				if !is {
					t.Errorf("%s: %v: %q is not true", p.ID, m, tried.Why)
				}
			case p.Theme == "exchange":
				if found := leadSaid.FindStringSubmatch(tried.Why); found == nil || leadText(found[1], found[2]) != strconv.Itoa(next.traded()) {
					t.Errorf("%s: %v: %q, but it is %d", p.ID, m, tried.Why, next.traded())
				}
			default:
				if !at.proves(p.Theme, m, tried.Why, tried.Answer) {
					t.Errorf("%s: %v: %q is not true, or the answer is not %q", p.ID, m, tried.Why, tried.Answer)
				}
			}
			said[p.Theme]++
		}
	}
	for _, theme := range g.Info().Course.Themes {
		if said[theme.Name] < 3 || answers[theme.Name] == 0 && theme.Name != "cut" && theme.Name != "sacrifice" && theme.Name != "last" {
			t.Errorf("%s: %d sentences and %d answers were checked", theme.Name, said[theme.Name], answers[theme.Name])
		}
	}
}

// judged holds patterns of sentences about moves, for themes that count something on the board. S is a move, N a number and C a colour.
var judged = map[string]*regexp.Regexp{}

// proves reports whether a sentence about a move of a puzzle belongs to the theme and is true, and the answer, if any, has the effect described.
func (p plain) proves(theme string, s step, why, answer string) bool {
	next, taken := p.play(s)
	over, most, cut := next.moves() == nil, next.most(), len(cutOff(p, next))
	answered := 0
	if answer != "" {
		answered = next.takes(stepOf(answer))
	}
	other := map[byte]string{'x': "red", 'o': "blue"}[next.turn]
	mine, least, _ := p.counts(theme, s)
	best := -1000
	for _, m := range p.moves() {
		if !same(m, s) {
			n, _, _ := p.counts(theme, m)
			best = max(best, n)
		}
	}
	says := func(pattern string, truths ...any) bool {
		re, ok := judged[other+pattern]
		if !ok {
			re = regexp.MustCompile("^" + strings.NewReplacer("S", `[a-g]\d-[a-g]\d`, "N", `(\w+)`, "C", other).Replace(pattern) + `(?:; but it is not the only such move)?\.$`)
			judged[other+pattern] = re
		}
		found := re.FindStringSubmatch(why)
		if found == nil || len(found) != len(truths)+1 {
			return false
		}
		for i, truth := range truths {
			if got, _ := strconv.Atoi(leadText(found[i+1], "")); found[i+1] != "none" && got != truth || found[i+1] == "none" && truth != 0 {
				return false
			}
		}
		return strings.HasSuffix(why, "only such move.") == (mine >= least && best >= least && theme != "cut" && theme != "last" && theme != "consolidate")
	}
	if says("S ends the game") {
		return over
	}
	n := len(taken)
	switch theme {
	case "capture":
		back := 0
		for _, m := range next.moves() {
			_, again := next.play(m)
			k := 0
			for _, sq := range again {
				if slices.Contains(taken, sq) {
					k++
				}
			}
			if back = max(back, k); m == stepOf(answer) && answer != "" {
				answered = k
			}
		}
		return says("S takes nothing") && n == 0 || says("S takes N, and no answer takes it back", n) && n == 1 && back == 0 ||
			says("S takes N, and no answer takes any back", n) && n > 1 && back == 0 || says("S takes N, but C could take N back with S", n, back) && answered == back
	case "hole":
		return says("S takes N", n) && n < 4 || says("S takes N, but S could then take N", n, most) && most >= n && answered == most ||
			says("S takes N, and no answer takes anything", n) && most == 0 && n >= 4 || says("S takes N, and no answer takes more than N", n, most) && most < n && n >= 4
	case "fill":
		around := p.touching(s.tx, s.ty, p.turn)
		can := p.within(next.turn)[[2]int{s.tx, s.ty}]
		return says(`\w\d is beside N of your pieces`, around) && around < 4 || says(strings.ToUpper(other[:1])+other[1:]+` cannot reach \w\d now`) && !can ||
			says(`S fills the hole at \w\d, from which C could take N`, around) && mine == 1 || says("S leaves C without a move") && len(next.reaches(next.turn)) == 0 ||
			says(`S fills the hole at \w\d, but S could then take N`, most) && most >= around && answered == most
	case "cut":
		from := "S cuts C off from N empty squares?"
		return says(from+"; another move cuts it off from N", cut, best) && best > cut || says(from+"; another move does as much", cut) && best == cut ||
			says(from+", more than any other move", cut) && cut >= 4 && best < cut || says(from, cut) && cut < 4 && best < cut
	case "last":
		only := "After S only you can reach N empty squares?"
		if mine == 0 {
			only = "After S there is no empty square that only you can reach"
			return best > 0 && says(only+"; another move leaves you N", best) || best == 0 && says(only+"; another move does as much")
		}
		return says(only+"; another move leaves you N", mine, best) && best > mine || says(only+"; another move does as much", mine) && best == mine ||
			says(only+", and no other move leaves you as many", mine) && best < mine
	case "sacrifice":
		from := "S cuts C off from N empty squares?"
		return says(from, cut) && cut < 4 || says(from+", and gives up N for N", cut, most, n) && mine == 1 ||
			says(from+", but it is not a sacrifice: no answer takes more than it does", cut) && cut >= 4 && most <= n
	case "consolidate":
		lost := "After S S could take N"
		return (says("After S C could take nothing; another move is just as safe") || says("After S C could take nothing; after any other move it could") && best < 0) && most == 0 ||
			says(lost+"; after another move no answer takes anything", most) && best == 0 && answered == most ||
			says(lost+"; after another move no answer takes more than N", most, -best) && -best < most && answered == most ||
			says(lost+"; another move is just as safe", most) && -best == most ||
			says(lost+"; after any other move C could take more", most) && -best > most
	}
	return false
}

// is reports whether best play ends with the result in text, such as "red +3".
func (e *ending) is(p clocked, text string) bool {
	var winner string
	margin := 99
	if n, _ := fmt.Sscanf(text, "%s %d", &winner, &margin); n == 0 {
		return false
	}
	if (winner == "red") != (p.turn == 'x') {
		margin = -margin
	}
	return e.gets(p, margin) && (margin == 99 || !e.gets(p, margin+1))
}

// endText returns a short form of the end of the game that a sentence names.
func endText(why string) string {
	found := endSaid.FindStringSubmatch(why)
	switch {
	case found == nil:
		return ""
	case found[4] != "":
		return "red +0"
	case found[5] != "":
		return strings.ToLower(found[5]) + " takes all"
	}
	more, _ := strconv.Atoi(found[2])
	less, _ := strconv.Atoi(found[3])
	if strings.ToLower(found[1]) == "blue" {
		more, less = less, more
	}
	return fmt.Sprintf("red %+d", more-less)
}

// leadText reads "three" and "behind" as -3.
func leadText(number, word string) string {
	n := slices.Index([]string{"level", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}, number)
	if n < 0 {
		n, _ = strconv.Atoi(number)
	}
	if word == "behind" {
		n = -n
	}
	return strconv.Itoa(n)
}

// wonBy reports whether a move in a puzzle takes every piece of the other side, or ends the game ahead.
func wonBy(t *testing.T, p learn.Puzzle, move string) bool {
	at := placed(t, p)
	next := at.then(stepOf(move))
	return next.count(next.turn) == 0 || next.over() && next.ahead(at.turn) > 0
}

func TestWinsOfPuzzlesAreRight(t *testing.T) {
	learntest.WinsAreRight(t, ataxx.Game{}, func(p learn.Puzzle, move string) bool { return wonBy(t, p, move) })
}

// A move that takes every piece is right whatever the puzzle asks for.
func TestTakingEverythingIsRight(t *testing.T) {
	place, err := learn.ParsePosition("fen 1ooo1oo/1oo4/o1o4/1o1o1oo/5xx/1o4x/o4xx o 0 16;start")
	if err != nil {
		t.Fatal(err)
	}
	s, err := place.State(ataxx.Game{})
	if err != nil {
		t.Fatal(err)
	}
	for _, theme := range learn.ThemeNames(ataxx.Game{}) {
		for _, move := range []string{"d4-f2", "f4-f2"} {
			tried, err := ataxx.Game{}.Info().Course.Try(t.Context(), s, theme, move)
			if theme == "ending" && err != nil { // checking takes too much work
				continue
			}
			if err != nil || !tried.Good || theme == "hole" && tried.Why != move+" wins at once: blue takes every red piece." {
				t.Errorf("%s: %s: %+v, %v", theme, move, tried, err)
			}
		}
	}
}
