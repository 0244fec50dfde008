package atom4_test

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"attic/dev/learntest"
	"attic/game"
	"attic/game/learn"
	"attic/games/atom4"
)

// quick is a faster version of plain that proves wins by trying all moves. It takes moves back instead of copying boards, and first
// tries the latest answer that was a refutation.
type quick struct {
	at     [256]int8 // by 16 times the row from the top plus the column
	turn   int
	refute [10]int // the latest refutation, by the number of the attacker's moves left
}

// around are the neighbours of each vertex, clockwise from upper left; -1 beyond the edge.
var around = func() (table [256][6]int) {
	for n := range table {
		for d := range table[n] {
			a := point{n % 16, n / 16}.step(d)
			if table[n][d] = 16*a.y + a.x; a.x < 0 || a.x > 15 || a.y < 0 || a.y > 15 {
				table[n][d] = -1
			}
		}
	}
	return table
}()

func quickOf(p plain) *quick {
	q := &quick{turn: p.turn}
	for n := range q.at {
		q.at[n] = int8(p.at[n/16][n%16])
	}
	return q
}

func (q *quick) taken(n int) bool { return n >= 0 && q.at[n] != nothing }

func (q *quick) moves(list []int) []int {
	for n := range q.at {
		if q.at[n] != nothing {
			continue
		}
		near := &around[n]
		last := q.taken(near[5])
		for d := range 6 {
			here := q.taken(near[d])
			if last && here {
				list = append(list, n)
				break
			}
			last = here
		}
	}
	return list
}

// change is a changed vertex and its former contents.
type change struct {
	n   int
	was int8
}

// put places a piece and returns the changes.
func (q *quick) put(n int, list []change) []change {
	goal, adds := int8(goal(q.turn)), additive(q.turn)
	for d := range 6 {
		at := around[n][d]
		for at >= 0 && q.at[at] == goal {
			at = around[at][d]
		}
		if !q.taken(at) {
			continue
		}
		mixed := q.at[at] & int8(q.turn)
		if adds {
			mixed = q.at[at] | int8(q.turn)
		}
		if mixed != q.at[at] {
			list = append(list, change{at, q.at[at]})
		}
	}
	for _, c := range list {
		if adds {
			q.at[c.n] |= int8(q.turn)
		} else {
			q.at[c.n] &= int8(q.turn)
		}
	}
	q.at[n] = int8(q.turn)
	q.turn = later(q.turn, 1)
	return list
}

func (q *quick) takeBack(n int, list []change) {
	for _, c := range list {
		q.at[c.n] = c.was
	}
	q.at[n] = nothing
	q.turn = later(q.turn, 5)
}

// row reports whether a piece is in a row of four of a colour.
func (q *quick) row(n int, colour int8) bool {
	if q.at[n] != colour {
		return false
	}
	for d := range 3 {
		length := 1
		for at := around[n][d]; at >= 0 && q.at[at] == colour; at = around[at][d] {
			length++
		}
		for at := around[n][d+3]; at >= 0 && q.at[at] == colour; at = around[at][d+3] {
			length++
		}
		if length >= 4 {
			return true
		}
	}
	return false
}

func (q *quick) wins(n int) bool {
	var room [6]change
	colour := int8(goal(q.turn))
	list := q.put(n, room[:0])
	won := slices.ContainsFunc(list, func(c change) bool { return q.row(c.n, colour) })
	q.takeBack(n, list)
	return won
}

// can reports whether the player to move can win within k of their own moves.
func (q *quick) can(k int) bool {
	var room [256]int
	moves := q.moves(room[:0])
	if slices.ContainsFunc(moves, q.wins) {
		return true
	}
	return k > 1 && slices.ContainsFunc(moves, func(n int) bool { return q.after(n, k) })
}

// after reports whether a move wins immediately, or leads to a win with fewer than k further moves of the same player.
func (q *quick) after(n, k int) bool {
	if q.wins(n) {
		return true
	}
	var room [6]change
	list := q.put(n, room[:0])
	lost := k > 1 && q.lost(k-1)
	q.takeBack(n, list)
	return lost
}

// lost reports whether the player to move loses within k moves of the other player, whatever that player plays.
func (q *quick) lost(k int) bool {
	var room [256]int
	moves := q.moves(room[:0])
	if len(moves) == 0 || slices.ContainsFunc(moves, q.wins) {
		return false
	}
	if i := slices.Index(moves, q.refute[k]); i >= 0 {
		moves[0], moves[i] = moves[i], moves[0]
	}
	for _, n := range moves {
		if q.leaves(n, k) {
			continue
		}
		q.refute[k] = n
		return false
	}
	return true
}

// leaves reports whether the other player can win within k of their own moves after a move that does not win itself.
func (q *quick) leaves(n, k int) bool {
	var room [6]change
	list := q.put(n, room[:0])
	can := q.can(k)
	q.takeBack(n, list)
	return can
}

func shipped(t *testing.T) []learn.Puzzle {
	t.Helper()
	return learntest.Shipped(t, atom4.Game{})
}

// placed plays the moves of a puzzle with plain and returns the position.
func placed(t *testing.T, p learn.Puzzle) plain {
	t.Helper()
	var round int
	if _, err := fmt.Sscanf(p.Place.Setup.Options, "round=%d", &round); err != nil {
		t.Fatalf("%s: the place is %s", p.ID, p.Place)
	}
	at := plain{turn: later(1, round-1)}
	for y := range at.at {
		for x := range at.at[y] {
			at.at[y][x] = nothing
		}
	}
	at.at[7][7], at.at[7][8] = later(at.turn, 2), later(at.turn, 5)
	for _, name := range p.Place.Moves {
		s := pointOf(name)
		if !slices.Contains(at.moves(), s) {
			t.Fatalf("%s: %s is not legal", p.ID, name)
		}
		next, _, rows := at.play(s)
		if len(rows) > 0 {
			t.Fatalf("%s: %s ends the round", p.ID, name)
		}
		at = next
	}
	return at
}

func numberOf(name string) int {
	a := pointOf(name)
	return 16*a.y + a.x
}

func nameOf(n int) string { return point{n % 16, n / 16}.String() }

// inMoves returns the number of moves in which a theme demands a win, or 0 for the theme "defence".
func inMoves(theme string) int { return strings.Index("12345", strings.TrimPrefix(theme, "win")) + 1 }

const defended = 3

func (q *quick) right(theme string, n int) bool {
	if moves := inMoves(theme); moves > 0 {
		return q.after(n, moves)
	}
	return q.wins(n) || !q.leaves(n, defended)
}

// checkPuzzle proves with plain that the key of a puzzle is the only right move.
func checkPuzzle(t *testing.T, p learn.Puzzle) {
	t.Helper()
	if slices.Contains(near, p.Theme) {
		at := placed(t, p)
		right := []string{}
		for _, s := range at.moves() {
			if at.meets(p.Theme, s) {
				right = append(right, s.String())
			}
		}
		if p.Key == learn.None && len(right) > 0 || p.Key != learn.None && !slices.Equal(right, []string{p.Key}) {
			t.Errorf("%s: %s: the key is %s, but the right moves are %v", p.ID, p.Place, p.Key, right)
		}
		if len(at.wins(at.turn)) > 0 || p.Theme == "counter" && len(at.wins(later(at.turn, 1))) == 0 {
			t.Errorf("%s: %s: there is a win at once, or no threat", p.ID, p.Place)
		}
		return
	}
	q := quickOf(placed(t, p))
	var right []string
	for _, n := range q.moves(nil) {
		if q.right(p.Theme, n) {
			right = append(right, nameOf(n))
		}
	}
	if p.Key == learn.None && len(right) > 0 || p.Key != learn.None && !slices.Equal(right, []string{p.Key}) {
		t.Errorf("%s: %s: the key is %s, but the right moves are %v", p.ID, p.Place, p.Key, right)
	}
	if moves := inMoves(p.Theme); moves > 1 && q.can(moves-1) {
		t.Errorf("%s: %s: fewer moves are enough", p.ID, p.Place)
	}
	if p.Theme == "defence" {
		q.turn = later(q.turn, 1)
		if !q.can(1) {
			t.Errorf("%s: %s: there is no threat", p.ID, p.Place)
		}
	}
}

func TestQuickIsPlain(t *testing.T) {
	for i, p := range shipped(t) {
		if i%60 != 0 {
			continue
		}
		at := placed(t, p)
		q := quickOf(at)
		if q.can(1) != at.forced(1) || q.can(2) != at.forced(3) {
			t.Errorf("%s: quick and plain disagree", p.ID)
		}
		for _, n := range q.moves(nil) {
			next, _, rows := at.play(point{n % 16, n / 16})
			if q.wins(n) != (len(rows) > 0) {
				t.Errorf("%s: %s: quick and plain disagree", p.ID, nameOf(n))
			}
			q.put(n, nil)
			if q.at != quickOf(next).at || q.turn != next.turn {
				t.Errorf("%s: %s leads to another position", p.ID, nameOf(n))
			}
			q = quickOf(at)
		}
	}
}

func TestKeysOfPuzzles(t *testing.T) {
	checked := map[string]int{}
	for _, p := range shipped(t) {
		if checked[p.Theme]++; checked[p.Theme]%30 == 1 && p.Theme != "win4" && p.Theme != "win5" || checked[p.Theme]%80 == 1 {
			checkPuzzle(t, p)
		}
	}
	for _, theme := range (atom4.Game{}).Info().Course.Themes {
		if checked[theme.Name] == 0 {
			t.Errorf("there is no puzzle %s", theme.Name)
		}
	}
}

// image returns the pieces of a position, turned and mirrored in one of twelve ways, shifted to the upper left, and with the
// colours rotated on the wheel until red is to play.
func (p plain) image(n int) string {
	turns := 0
	for p.turn != 1 {
		p.turn = later(p.turn, 1)
		turns++
	}
	type piece struct{ row, column, colour int }
	var list []piece
	for y := range 16 {
		for x := range 16 {
			c := p.at[y][x]
			if c == nothing {
				continue
			}
			if c == 0 || c == 7 {
				c = (c + turns%2*7) % 14
			} else {
				c = later(c, turns)
			}
			a := [3]int{x - y/2, y, -(x - y/2) - y} // three coordinates that add up to 0
			for range n % 6 {
				a = [3]int{-a[1], -a[2], -a[0]}
			}
			if n >= 6 {
				a[0], a[1] = a[1], a[0]
			}
			list = append(list, piece{a[1], a[0], c})
		}
	}
	top, left := list[0].row, list[0].column
	for _, a := range list {
		top, left = min(top, a.row), min(left, a.column)
	}
	var texts []string
	for _, a := range list {
		texts = append(texts, fmt.Sprint(a.row-top, " ", a.column-left, " ", a.colour))
	}
	slices.Sort(texts)
	return strings.Join(texts, ",")
}

func TestPuzzlesAreDifferent(t *testing.T) {
	seen, games := map[string]string{}, map[string]string{}
	for _, p := range shipped(t) {
		at := placed(t, p)
		for n := range 12 {
			if other := seen[at.image(n)]; other != "" {
				t.Errorf("%s is %s turned, mirrored or with other colours", p.ID, other)
			}
		}
		seen[at.image(0)] = p.ID
		games[p.Place.String()] = p.ID
	}
	for place, id := range games {
		before := place[:strings.LastIndex(place, ";")]
		if other := games[before]; other != "" {
			t.Errorf("%s is one ply after %s", id, other)
		}
	}
}

func TestPuzzlesAreInOrder(t *testing.T) { learntest.InOrder(t, atom4.Game{}) }

// The sentences about a move.
var (
	saysWon      = regexp.MustCompile(`^You complete `)
	saysForced   = regexp.MustCompile(`^After \w+ you win within (\w+) more moves?, whatever player [12] answers\.$`)
	saysRefuted  = regexp.MustCompile(`^After \w+ player [12] answers (\w+), and (?:you can no longer win in (\w+) moves|you cannot win with the next move)\.$`)
	saysAtOnce   = regexp.MustCompile(`^After \w+ player [12] wins at once with (\w+)\.$`)
	saysStarting = regexp.MustCompile(`^After \w+ player [12] wins within (\w+) moves, starting with (\w+)\.$`)
	saysSafe     = regexp.MustCompile(`^After \w+ player [12] has no forced win within three moves\.$`)
	saysNoRow    = regexp.MustCompile(`^\w+ does not complete a line of (?:white|black)s\.$`)
)

// truly reports whether a sentence about a move of the puzzle's player is true, and returns the kind of sentence.
func (q *quick) truly(n int, why string) (kind string, is bool) {
	if saysWon.MatchString(why) {
		return "won", q.wins(n)
	}
	if saysNoRow.MatchString(why) {
		return "no row", !q.wins(n)
	}
	list := q.put(n, nil)
	defer q.takeBack(n, list)
	amount := func(text string) int { return slices.Index([]string{"", "one", "two", "three", "four"}, text) }
	if found := saysForced.FindStringSubmatch(why); found != nil {
		return "forced", q.lost(amount(found[1]))
	}
	if found := saysRefuted.FindStringSubmatch(why); found != nil {
		return "refuted", slices.Contains(q.moves(nil), numberOf(found[1])) && !q.leaves(numberOf(found[1]), max(amount(found[2]), 1))
	}
	if found := saysAtOnce.FindStringSubmatch(why); found != nil {
		return "at once", q.wins(numberOf(found[1]))
	}
	if found := saysStarting.FindStringSubmatch(why); found != nil {
		return "starting", q.after(numberOf(found[2]), amount(found[1])) && !q.can(amount(found[1])-1)
	}
	return "safe", saysSafe.MatchString(why) && !q.can(defended)
}

// The sentences about right and wrong moves are true, and a right move leads to the win.
func TestMovesOfPuzzlesAreJudged(t *testing.T) {
	var g atom4.Game
	said := map[string]int{}
	counts := map[string]int{}
	for _, p := range shipped(t) {
		if slices.Contains(near, p.Theme) {
			if counts[p.Theme]++; counts[p.Theme]%4 == 1 {
				checkNear(t, p, said)
			}
			continue
		}
		if counts[p.Theme]++; counts[p.Theme]%50 != 1 {
			continue
		}
		s, err := p.Place.State(g)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.Info().Course.Try(t.Context(), s, p.Theme, "a16"); !errors.Is(err, game.ErrIllegal) {
			t.Errorf("%s: a16: %v", p.ID, err)
		}
		if _, err := g.Info().Course.Try(t.Context(), s, "win6", s.View(0).Moves()[0].Text); err == nil {
			t.Error("win6 is known")
		}
		q := quickOf(placed(t, p))
		for i, n := range q.moves(nil) {
			if nameOf(n) != p.Key && i%8 != 0 {
				continue
			}
			tried, err := g.Info().Course.Try(t.Context(), s, p.Theme, nameOf(n))
			if err != nil {
				t.Fatalf("%s: %s: %v", p.ID, nameOf(n), err)
			}
			kind, is := q.truly(n, tried.Why)
			if wrong := kind == "refuted" || kind == "at once" || kind == "starting"; wrong != (tried.Answer != "") || wrong && !strings.Contains(tried.Why, tried.Answer) {
				t.Errorf("%s: %s: %q has the answer %q", p.ID, nameOf(n), tried.Why, tried.Answer)
			}
			if said[kind]++; tried.Good != (nameOf(n) == p.Key) || !is {
				t.Errorf("%s: %s: %+v, a sentence of the kind %q that is true: %v", p.ID, nameOf(n), tried, kind, is)
			}
		}
		if p.Key != learn.None && p.Theme != "defence" {
			said["played out"]++
			playOut(t, p, s, quickOf(placed(t, p)))
		}
	}
	for _, kind := range append([]string{"forced", "refuted", "at once", "safe", "played out"}, near...) {
		if said[kind] == 0 {
			t.Errorf("nothing was %s: %v", kind, slices.Collect(maps.Keys(said)))
		}
	}
}

// playOut plays a win to its end with the goals that Try returns: the key, the reply, and then always the first move that meets the
// next goal.
func playOut(t *testing.T, p learn.Puzzle, s game.State, q *quick) {
	t.Helper()
	goal, move := p.Theme, p.Key
	for range 5 {
		tried, err := atom4.Game{}.Info().Course.Try(t.Context(), s, goal, move)
		if err != nil || !tried.Good {
			t.Fatalf("%s: %s: %s: %+v, %v", p.ID, goal, move, tried, err)
		}
		if kind, is := q.truly(numberOf(move), tried.Why); !is {
			t.Errorf("%s: %s: %+v, a sentence of the kind %q", p.ID, move, tried, kind)
		}
		if tried.Goal == "" {
			if !q.wins(numberOf(move)) {
				t.Errorf("%s: %s does not win", p.ID, move)
			}
			return
		}
		for _, text := range []string{move, tried.Reply} {
			if s, _, err = s.Play(text); err != nil {
				t.Fatalf("%s: %v", p.ID, err)
			}
			q.put(numberOf(text), nil)
		}
		left := inMoves(tried.Goal)
		if !q.can(left) || left > 1 && q.can(left-1) || left >= inMoves(goal) {
			t.Errorf("%s: after %s and %s %s is asked", p.ID, move, tried.Reply, tried.Goal)
		}
		goal = tried.Goal
		moves := q.moves(nil)
		i := slices.IndexFunc(moves, func(n int) bool { return q.right(goal, n) })
		if i < 0 {
			t.Fatalf("%s: nothing does %s", p.ID, goal)
		}
		move = nameOf(moves[i])
	}
	t.Errorf("%s is not over", p.ID)
}

func TestWinsOfPuzzlesAreRight(t *testing.T) { learntest.WinsAreRight(t, atom4.Game{}, nil) }

var saysLater = regexp.MustCompile(`^After \w+ you win too, but too slowly: it takes up to (two|three|four) more moves\.$`)

// winsLater checks, with a search of limited depth, the sentence that a move wins later than required.
func winsLater(at plain, move, why string) bool {
	found := saysLater.FindStringSubmatch(why)
	if found == nil {
		return false
	}
	q := quickOf(at)
	q.put(numberOf(move), nil)
	n := slices.Index([]string{"", "one", "two", "three", "four"}, found[1])
	return n > 1 && !q.lost(n-1) && (n > 2 || q.lost(n))
}

// A move that wins, but later than required or in another way, is neither right nor wrong, and the sentence about it is true.
func TestLaterWinsAreNotWrong(t *testing.T) {
	for id, moves := range map[string][]string{"win2-62": {"h5", "e7"}, "win3-16": {"i6"}, "double-7": {"g13"}} {
		list := shipped(t)
		p := list[slices.IndexFunc(list, func(p learn.Puzzle) bool { return p.ID == id })]
		s, err := p.Place.State(atom4.Game{})
		if err != nil {
			t.Fatal(err)
		}
		c, err := learn.NewPuzzle(atom4.Game{}, p)
		if err != nil {
			t.Fatal(err)
		}
		for _, move := range moves {
			tried, err := atom4.Game{}.Info().Course.Try(t.Context(), s, p.Theme, move)
			if err != nil || tried.Good || !tried.Aside || !winsLater(placed(t, p), move, tried.Why) {
				t.Fatalf("%s: %s: %+v, %v", id, move, tried, err)
			}
			if a, err := c.Try(t.Context(), move); err != nil || a.Good || a.Said != tried.Why || c.Tries() > 0 {
				t.Errorf("%s: %s counts as a wrong answer: %+v, %v", id, move, a, err)
			}
		}
	}
}
