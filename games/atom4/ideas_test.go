package atom4_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"attic/game/search"
	"attic/games/atom4/bot"
	"attic/games/atom4/idea"
	"attic/games/atom4/rules"
)

var through = func() map[point][][]point {
	list := map[point][][]point{}
	for _, line := range fours {
		for _, a := range line {
			list[a] = append(list[a], line)
		}
	}
	return list
}()

// makes returns the most pieces that a colour can turn to its goal with one move, and the most goal pieces on a line that contains one of
// them.
func (p plain) makes(colour int) (pieces, line int) {
	p.turn = colour
	for _, s := range p.moves() {
		n, k := p.makesOn(s)
		pieces, line = max(pieces, n), max(line, k)
	}
	return pieces, line
}

func (p plain) makesOn(s point) (pieces, line int) {
	next, changed, _ := p.play(s)
	for _, a := range changed {
		if next.on(a) != goal(p.turn) {
			continue
		}
		pieces++
		for _, four := range through[a] {
			line = max(line, next.count(four, goal(p.turn)))
		}
	}
	return pieces, line
}

// second lists the lines of four that a colour and then the colour two turns later complete, if nobody plays between them.
func (p plain) second(colour int) map[string]bool {
	list := map[string]bool{}
	p.turn = colour
	for _, x := range p.moves() {
		q, rows := p.silent(x)
		if len(rows) > 0 {
			continue
		}
		for _, rows := range q.wins(later(colour, 2)) {
			for _, row := range rows {
				for k := range len(row) - 3 {
					list[fmt.Sprint(row[k:k+4])] = true
				}
			}
		}
	}
	return list
}

func (p plain) silent(s point) (plain, [][]point) {
	next, _, rows := p.play(s)
	return next, rows
}

// ideas finds the ideas of a move as package idea defines them, and returns their strengths by name and form. If the list only is not
// empty, other forms may be missing.
func (p plain) ideas(s point, only ...string) map[string]int {
	found := map[string]int{}
	asked := func(forms ...string) bool {
		return len(only) == 0 || slices.ContainsFunc(forms, func(form string) bool { return slices.Contains(only, form) })
	}
	next, changed, rows := p.play(s)
	own, theirs := goal(p.turn), 7-goal(p.turn)
	reply, mine := later(p.turn, 1), later(p.turn, 2)
	replies := next.moves()
	if len(rows) > 0 || len(replies) == 0 || len(next.wins(reply)) > 0 {
		return found
	}
	aims := next.wins(mine)
	if len(aims) > 1 && !slices.ContainsFunc(replies, func(r point) bool {
		q, _ := next.silent(r)
		for a := range q.wins(mine) {
			if aims[a] != nil {
				return false
			}
		}
		return true
	}) {
		found[idea.DoubleThreat] = 0
	}
	if len(aims) > 0 && len(p.wins(reply)) > 0 {
		found[idea.CounterThreat] = 0
	}
	if asked(idea.ToCome + "/row") {
		before := p.second(mine)
		for line := range next.second(mine) {
			if !before[line] {
				found[idea.ToCome+"/row"] = 0
			}
		}
	}
	pieces, line := next.makes(mine)
	pieces0, line0 := p.makes(mine)
	if line >= 3 && line > line0 {
		found[idea.ToCome+"/line"] = line
	}
	if pieces > pieces0 {
		found[idea.ToCome] = pieces
	}
	if asked(idea.BrokenPlan) && len(p.second(reply)) > 0 && len(next.second(reply)) == 0 {
		found[idea.BrokenPlan] = 0
	}
	pieces, _ = next.makes(reply)
	if pieces0, _ = p.makes(reply); pieces < pieces0 {
		found[idea.SpoiledColour] = pieces
	}
	fewest, shortest := 9, 9
	if !asked(idea.TwoWays, idea.TwoWays+"/line") {
		fewest, shortest = 0, 0
		replies = nil
	}
	for _, r := range replies {
		q, rows := next.silent(r)
		if len(rows) > 0 || len(q.moves()) == 0 {
			fewest, shortest = 0, 0
			break
		}
		n, k := q.makes(mine)
		fewest, shortest = min(fewest, n), min(shortest, k)
	}
	if shortest >= 3 {
		found[idea.TwoWays+"/line"] = 3
	}
	if fewest >= 2 {
		found[idea.TwoWays] = fewest
	}
	for _, a := range changed {
		dark, beside := p.on(a) == theirs, false
		var directions []int
		for d := range 6 {
			beside = beside || s.step(d) == a
			if dark && slices.ContainsFunc(through[a], func(four []point) bool { return four[0].step(d) == four[1] && p.count(four, theirs) > 1 }) {
				directions = append(directions, d)
			}
		}
		if !beside && (dark || next.on(a) == own) {
			found[idea.FarPropagator] = 0
		}
		if n := len(directions); n > 1 {
			found[idea.Crossing] = max(found[idea.Crossing], n)
		}
		for _, four := range through[a] {
			if k := p.count(four, theirs); dark && k >= 3 {
				found[idea.BrokenLine] = max(found[idea.BrokenLine], k)
			}
			n := next.count(four, own)
			if asked(idea.SafePieces) && next.on(a) == own && !next.breaks(four, own) {
				found[idea.SafePieces] = max(found[idea.SafePieces], n)
			}
		}
	}
	return found
}

// formOf names an idea with its form, as ideas does.
func formOf(i idea.Idea) string {
	switch {
	case len(i.Then) > 0 && i.Name == idea.ToCome:
		return i.Name + "/row"
	case i.Name != idea.ToCome && i.Name != idea.TwoWays, i.Rows == nil:
		return i.Name
	}
	return i.Name + "/line"
}

func pointAt(s rules.Square) point { return point{s.X(), s.Y()} }

func squareOf(a point) rules.Square { return rules.SquareAt(a.x, a.y) }

func pointsAt(list []rules.Square) (at []point) {
	for _, s := range list {
		at = append(at, pointAt(s))
	}
	return at
}

// details checks the fields of an idea besides its name and strength.
func (p plain) details(s point, i idea.Idea) bool {
	next, changed, _ := p.play(s)
	own, theirs := goal(p.turn), 7-goal(p.turn)
	reply, mine := later(p.turn, 1), later(p.turn, 2)
	at, pieces := pointsAt(i.At), pointsAt(i.Pieces)
	var lines [][]point
	for _, row := range i.Rows {
		lines = append(lines, pointsAt(row.Squares(nil)))
	}
	makes := func(q plain, colour int, a point, made []point, line []point) bool {
		q.turn = colour
		after, _, _ := q.play(a)
		return slices.Contains(q.moves(), a) && len(q.made(a)) >= len(made) && within(made, q.made(a)) &&
			(line == nil || after.count(line, goal(colour)) == i.Count && slices.ContainsFunc(line, func(b point) bool { return slices.Contains(q.made(a), b) }))
	}
	plan := func(q plain, colour int) bool {
		q.turn = colour
		after, _ := q.silent(at[0])
		for _, row := range after.wins(later(colour, 2))[pointAt(i.Then[0])] {
			if within(lines[0], row) {
				return slices.Contains(q.moves(), at[0]) && int(i.Colour) == colour
			}
		}
		return false
	}
	switch formOf(i) {
	case idea.DoubleThreat, idea.CounterThreat:
		wins := next.wins(mine)
		for _, a := range at {
			if wins[a] == nil {
				return false
			}
		}
		if i.Name == idea.CounterThreat {
			wins = p.wins(reply)
		}
		return int(i.Colour) == mine && len(at) == len(next.wins(mine)) && p.completes(lines[0], wins)
	case idea.ToCome + "/row":
		return plan(next, mine)
	case idea.ToCome + "/line":
		return makes(next, mine, at[0], nil, lines[0]) && int(i.Colour) == mine
	case idea.ToCome:
		return makes(next, mine, at[0], pieces, nil) && len(pieces) == i.Count && int(i.Colour) == mine
	case idea.BrokenPlan:
		return plan(p, reply)
	case idea.SpoiledColour:
		return makes(p, reply, at[0], pieces, nil) && len(pieces) > i.Count && int(i.Colour) == reply
	case idea.SafePieces:
		return next.count(pieces, own) == i.Count && next.count(lines[0], own) == i.Count && within(pieces, lines[0]) && !next.breaks(lines[0], own)
	case idea.FarPropagator:
		way := append([]point{s}, append(at, pieces...)...)
		return len(at) > 0 && p.count(at, own) == len(at) && slices.Contains(changed, pieces[0]) && int(i.Colour) == next.on(pieces[0]) &&
			slices.ContainsFunc([]int{0, 1, 2, 3, 4, 5}, func(d int) bool {
				for k := range way[1:] {
					if way[k].step(d) != way[k+1] {
						return false
					}
				}
				return true
			})
	case idea.BrokenLine:
		return p.on(pieces[0]) == theirs && slices.Contains(changed, pieces[0]) && int(i.Colour) == next.on(pieces[0]) &&
			slices.Contains(lines[0], pieces[0]) && p.count(lines[0], theirs) == i.Count
	case idea.Crossing:
		for _, line := range lines {
			if p.count(line, theirs) < 2 || !slices.Contains(line, pieces[0]) {
				return false
			}
		}
		return p.on(pieces[0]) == theirs && slices.Contains(changed, pieces[0]) && int(i.Colour) == next.on(pieces[0]) && len(lines) == i.Count
	}
	return int(i.Colour) == mine // two ways
}

// clauses are the sentences about moves with ideas: the form of the idea, as formOf names it, a pattern, and a further condition on the
// move s in p.
var clauses = []struct {
	form, says string
	holds      func(t *testing.T, part []string, p plain, s point) bool
}{
	{idea.DoubleThreat, `threaten (?:a line|lines) by (\w+) on (.+), and no (?:reply could stop both|single reply could stop them all)`, func(t *testing.T, part []string, p plain, s point) bool {
		next, _ := p.silent(s)
		return isColour(part[1], p, 2) && allOf(part[2], next.wins(next.later(1)))
	}},
	{idea.CounterThreat, `stop the line on (\w+)-(\w+) and threaten one by (\w+) on (.+)`, func(t *testing.T, part []string, p plain, s point) bool {
		next, _ := p.silent(s)
		return p.completes(lineBetween(t, part[1], part[2]), p.wins(p.later(1))) && isColour(part[3], p, 2) && allOf(part[4], next.wins(p.later(2)))
	}},
	{idea.ToCome + "/row", `prepare a line on (\w+)-(\w+): (\w+) on (\w+) and then (\w+) on (\w+) would complete it`, func(t *testing.T, part []string, p plain, s point) bool {
		next, _ := p.silent(s)
		line := lineBetween(t, part[1], part[2])
		return next.plan(t, part, p.later(2)) && !p.second(p.later(2))[fmt.Sprint(line)]
	}},
	{idea.ToCome + "/line", `let (\w+) on (\w+) make (\w+) (\w+)s on (\w+)-(\w+) next turn`, func(t *testing.T, part []string, p plain, s point) bool {
		next, _ := p.silent(s)
		next.turn = p.later(2)
		after, _ := next.silent(pointOf(part[2]))
		return isColour(part[1], p, 2) && slices.Contains(next.moves(), pointOf(part[2])) && part[4] == plainColours[goal(p.turn)] &&
			numbers[after.count(lineBetween(t, part[5], part[6]), goal(p.turn))] == part[3]
	}},
	{idea.ToCome, `let (\w+) on (\w+) turn (.+) (white|black) next turn`, func(t *testing.T, part []string, p plain, s point) bool {
		next, _ := p.silent(s)
		next.turn = p.later(2)
		made := next.made(pointOf(part[2]))
		return isColour(part[1], p, 2) && slices.Contains(next.moves(), pointOf(part[2])) && part[4] == plainColours[goal(p.turn)] &&
			within(made, listed(part[3])) && within(listed(part[3]), made)
	}},
	{idea.BrokenPlan, `spoil the line on (\w+)-(\w+), which (\w+) on (\w+) and then (\w+) on (\w+) would complete`, func(t *testing.T, part []string, p plain, s point) bool {
		return p.plan(t, part, p.later(1))
	}},
	{idea.SafePieces, `make (\w+) (\w+)s on (\w+)-(\w+), and no reply could change them`, func(t *testing.T, part []string, p plain, s point) bool {
		next, _ := p.silent(s)
		line, own := lineBetween(t, part[3], part[4]), goal(p.turn)
		return numbers[next.count(line, own)] == part[1] && plainColours[own] == part[2] && !next.breaks(line, own) && slices.ContainsFunc(line, func(a point) bool {
			return slices.Contains(p.made(s), a)
		})
	}},
	{idea.SafePieces, `turn (\w+) (\w+), and no reply could change it`, func(t *testing.T, part []string, p plain, s point) bool {
		next, _ := p.silent(s)
		a := pointOf(part[1])
		return slices.Contains(p.made(s), a) && plainColours[goal(p.turn)] == part[2] && !next.breaks([]point{a}, goal(p.turn))
	}},
	{idea.FarPropagator, `turn (\w+) (\w+) through the (white|black)s? on (.+)`, func(t *testing.T, part []string, p plain, s point) bool {
		next, changed, _ := p.play(s)
		a, own := pointOf(part[1]), goal(p.turn)
		if !slices.Contains(changed, a) { // only changed pieces are certainly in line with s
			return false
		}
		between := lineBetween(t, part[1], s.String())
		between = between[1 : len(between)-1]
		return plainColours[next.on(a)] == part[2] && part[3] == plainColours[own] &&
			within(between, listed(part[4])) && within(listed(part[4]), between) && p.count(between, own) == len(between)
	}},
	{idea.Crossing, `turn (\w+) (\w+), where lines of (white|black)s cross: (.+)`, func(t *testing.T, part []string, p plain, s point) bool {
		next, changed, _ := p.play(s)
		a, target := pointOf(part[1]), 7-goal(p.turn)
		for _, line := range strings.Split(strings.ReplaceAll(part[4], " and ", ", "), ", ") {
			first, last, _ := strings.Cut(line, "-")
			if on := lineBetween(t, first, last); !slices.Contains(on, a) || p.count(on, target) < 2 || len(on) != 4 {
				return false
			}
		}
		return p.on(a) == target && slices.Contains(changed, a) && plainColours[next.on(a)] == part[2] && plainColours[target] == part[3]
	}},
	{idea.BrokenLine, `turn (\w+) (\w+), one of (\w+) (white|black)s on (\w+)-(\w+)`, func(t *testing.T, part []string, p plain, s point) bool {
		next, changed, _ := p.play(s)
		a, target, line := pointOf(part[1]), 7-goal(p.turn), lineBetween(t, part[5], part[6])
		return p.on(a) == target && slices.Contains(changed, a) && plainColours[next.on(a)] == part[2] && slices.Contains(line, a) &&
			plainColours[target] == part[4] && numbers[p.count(line, target)] == part[3]
	}},
	{idea.TwoWays + "/line", `let (\w+) make three (\w+)s in a line next turn, whatever player ([12]) plays`, func(t *testing.T, part []string, p plain, s point) bool {
		return isColour(part[1], p, 2) && part[2] == plainColours[goal(p.turn)] && part[3] == p.otherPlayer()
	}},
	{idea.TwoWays, `let (\w+) turn (\w+) pieces (\w+) next turn, whatever player ([12]) plays`, func(t *testing.T, part []string, p plain, s point) bool {
		return isColour(part[1], p, 2) && numbers[p.ideas(s, idea.TwoWays)[idea.TwoWays]] == part[2] && part[3] == plainColours[goal(p.turn)] && part[4] == p.otherPlayer()
	}},
	{idea.SpoiledColour, `leave (\w+) (no piece|only (\w+) pieces?) to turn (\w+); otherwise \w+ on (\w+) could turn (.+)`, func(t *testing.T, part []string, p plain, s point) bool {
		n := 0
		if part[3] != "" {
			n = slices.Index(numbers, part[3])
		}
		q := p
		q.turn = p.later(1)
		made := q.made(pointOf(part[5]))
		return isColour(part[1], p, 1) && p.ideas(s, idea.SpoiledColour)[idea.SpoiledColour] == n && part[4] == plainColours[7-goal(p.turn)] && slices.Contains(q.moves(), pointOf(part[5])) &&
			within(made, listed(part[6])) && within(listed(part[6]), made)
	}},
}

func (p plain) later(turns int) int { return later(p.turn, turns) }

// otherPlayer is the number of the player who is not to move.
func (p plain) otherPlayer() string { return map[bool]string{true: "2", false: "1"}[additive(p.turn)] }

func isColour(name string, p plain, turns int) bool { return name == plainColours[p.later(turns)] }

// completes reports whether a row is among those in the parameter wins.
func (p plain) completes(row []point, wins map[point][][]point) bool {
	for _, rows := range wins {
		if slices.ContainsFunc(rows, func(r []point) bool { return slices.Equal(r, row) }) {
			return true
		}
	}
	return false
}

// plan reports whether the parameter part names a line, and moves of a colour and of the colour two turns later that really complete a row
// with this line.
func (p plain) plan(t *testing.T, part []string, colour int) bool {
	p.turn = colour
	x, y := pointOf(part[4]), pointOf(part[6])
	q, rows := p.silent(x)
	return part[3] == plainColours[colour] && part[5] == plainColours[later(colour, 2)] && slices.Contains(p.moves(), x) && len(rows) == 0 &&
		slices.ContainsFunc(q.wins(later(colour, 2))[y], func(row []point) bool { return within(lineBetween(t, part[1], part[2]), row) })
}

// ideaTold returns the name of the idea in a sentence about a move on s, "would ... (name)", or "". holds is true if the sentence is true.
func (p plain) ideaTold(t *testing.T, s point, said string) (name string, holds bool) {
	name, form, part, check := readIdea(said)
	if name == "" {
		return "", false
	}
	_, has := p.ideas(s, form)[form]
	return name, has && check(t, part, p, s)
}

// labelled returns the name in brackets that follows the sentence of an idea, or "".
func labelled(name string) string {
	if name == idea.FarPropagator || name == idea.SpoiledColour {
		return ""
	}
	return " (" + name + ")"
}

// readIdea finds the idea in a sentence, its form, the parts of the sentence and the check.
func readIdea(said string) (name, form string, part []string, check func(t *testing.T, part []string, p plain, s point) bool) {
	for _, c := range clauses {
		name := strings.TrimSuffix(strings.TrimSuffix(c.form, "/row"), "/line")
		if part := regexp.MustCompile("^would " + c.says + regexp.QuoteMeta(labelled(name)) + "$").FindStringSubmatch(said); part != nil {
			return name, c.form, part, c.holds
		}
	}
	return "", "", nil, nil
}

// stages are the stages of a round: its first moves, the moves in the middle, and its last moves.
var stages = []string{"early", "middle", "end"}

// atStages returns n positions of each stage, from rounds in which a quarter of the moves are random: after 2 to 10 moves, within the last
// 8 moves, and between these.
func atStages(t *testing.T, n int, seed uint64) (by [3][]rules.Position) {
	t.Helper()
	r := rand.New(rand.NewPCG(39, seed))
	for len(by[0]) < n || len(by[1]) < n || len(by[2]) < n {
		p := rules.Start(1 + r.IntN(6))
		var round []rules.Position
		for !p.Over() {
			round = append(round, p)
			moves := p.Moves(nil)
			m := moves[r.IntN(len(moves))]
			if r.IntN(4) > 0 {
				m = bot.NewEngine(0, 1).Search(t.Context(), p, search.Limits{Depth: 2}, nil).Best
			}
			p = p.Play(m)
		}
		for ply, p := range round[2:] {
			stage := 1
			if ply += 2; ply <= 10 {
				stage = 0
			} else if ply >= len(round)-8 {
				stage = 2
			}
			if len(by[stage]) < n && r.IntN(9) == 0 {
				by[stage] = append(by[stage], p)
			}
		}
	}
	return by
}

// findIdeas compares the ideas that package idea finds in all moves of n positions of each stage with the ideas of a second detector.
func findIdeas(t *testing.T, n int) map[string]int {
	t.Helper()
	seen := map[string]int{}
	var tactics []rules.Position
	for _, c := range rare[:3] {
		for colour := range plainColours[1:7] {
			pos, err := rules.ParseBoard(c.board, rules.Color(colour+1))
			if err != nil {
				t.Fatal(err)
			}
			tactics = append(tactics, pos)
		}
	}
	countered, err := rules.ParseBoard("9b1g4/4pyWKWcgWg3/4WWgpcpWbcW2/3bcKWgpKcKp3/4cKgpbKyKr3/3bKWWgrcyrp3/3pbrWrgypgb3/3KWWcbWWgc4/4Wprcbppcb3/4KyKgbpyc4/5y3pKy4/16/16/16/16/16", rules.Red)
	if err != nil {
		t.Fatal(err)
	}
	tactics = append(tactics, countered)
	by := atStages(t, n, 1)
	for _, list := range append(by[:], tactics) {
		for _, pos := range list {
			p := plainOf(t, viewOf(t, pos.Board(), pos.Turn().String()))
			moves := pos.Moves(nil)
			all := map[rules.Square][]idea.Idea{}
			for _, m := range moves {
				all[m] = idea.Of(pos, m)
				found := map[string]int{}
				for _, i := range all[m] {
					found[formOf(i)] = i.Count
					if !p.details(pointAt(m), i) {
						t.Errorf("%s: %v is said of %v", pos, i, m)
					}
				}
				if want := p.ideas(pointAt(m)); !maps.Equal(found, want) {
					t.Fatalf("%s: %v has the ideas %v, want %v", pos, m, found, want)
				}
				for name := range found {
					seen[name]++
				}
			}
			// Holds agrees with Of.
			a, b := moves[0], moves[len(moves)-1]
			for _, i := range all[a] {
				at := slices.IndexFunc(all[b], func(j idea.Idea) bool { return formOf(j) == formOf(i) })
				want := at >= 0 && (all[b][at].Count >= i.Count && i.Name != idea.SpoiledColour || all[b][at].Count <= i.Count && i.Name == idea.SpoiledColour)
				if i.Holds(pos, b) != want {
					t.Errorf("%s: that %v holds for %v is %v", pos, i, b, !want)
				}
			}
		}
	}
	t.Log(seen)
	return seen
}

// The package finds all ideas and nothing else.
func TestIdeasAreFound(t *testing.T) {
	seen := findIdeas(t, 8)
	for _, name := range idea.Names() {
		if seen[name]+seen[name+"/line"]+seen[name+"/row"] == 0 {
			t.Errorf("no move has the idea %q", name)
		}
	}
}
