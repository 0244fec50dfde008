package atom4_test

import (
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strings"
	"testing"

	"attic/game"
	"attic/games/atom4"
	"attic/games/atom4/idea"
	"attic/games/atom4/rules"
)

func lines() (list [][]point) {
	for y := range 16 {
		for x := range 16 {
			for d := 1; d <= 3; d++ {
				line := []point{{x, y}}
				for len(line) < 4 {
					line = append(line, line[len(line)-1].step(d))
				}
				if end := line[3]; end.x >= 0 && end.x < 16 && end.y >= 0 && end.y < 16 {
					list = append(list, line)
				}
			}
		}
	}
	return list
}

var fours = lines()

// made lists the pieces that a move turns to the goal colour.
func (p plain) made(s point) (list []point) {
	next, changed, _ := p.play(s)
	for _, a := range changed {
		if next.on(a) == goal(p.turn) {
			list = append(list, a)
		}
	}
	return list
}

// breaks reports whether a move changes a piece of a colour on a line.
func (p plain) breaks(line []point, colour int) bool {
	n := p.count(line, colour)
	return slices.ContainsFunc(p.moves(), func(s point) bool {
		next, _, _ := p.play(s)
		return next.count(line, colour) < n
	})
}

// after returns the position after a move, and whether the round is then over.
func (p plain) after(s point) (next plain, over bool) {
	next, _, rows := p.play(s)
	return next, len(rows) > 0 || len(next.moves()) == 0
}

// menacing counts the moves after which the mover's next colour would complete a line.
func (p plain) menacing() (n int) {
	for _, s := range p.moves() {
		if next, over := p.after(s); !over && len(next.wins(later(p.turn, 2))) > 0 {
			n++
		}
	}
	return n
}

// allOf checks that a choice names all winning vertices, or only winning vertices if it says that there are others elsewhere.
func allOf(named string, wins map[point][][]point) bool {
	at, more := choice(named)
	return !slices.ContainsFunc(at, func(a point) bool { return wins[a] == nil }) && more == (len(at) < len(wins))
}

// compared is a hint or an answer whose sentences are checked.
type compared struct {
	claim
	best point
}

func (c *compared) word(i int) int {
	if n := slices.Index(numbers, c.part[i]); n >= 0 {
		return n
	}
	return c.number(i)
}

// merit is the pattern of a sentence in favour of a move. The sentence can be checked for any move.
type merit struct {
	name, says string
	holds      func(c *compared, s point, next plain) bool
}

// merits are the sentences in favour of a move compared with another one.
var merits = append([]merit{
	{"leaves no win", `would leave player ([12]) no winning move`, func(c *compared, s point, next plain) bool {
		return len(next.wins(next.turn)) == 0 && c.part[1] == c.other()
	}},
	{"aims", `would threaten a line, by (\w+) on (.+)`, func(c *compared, s point, next plain) bool {
		return c.part[1] == plainColours[later(c.p.turn, 2)] && allOf(c.part[2], next.wins(later(c.p.turn, 2)))
	}},
	{"dangers", `would let (\w+) complete a line only on (.+) in two turns if nothing else changed`, func(c *compared, s point, next plain) bool {
		return c.part[1] == plainColours[later(c.p.turn, 3)] && allOf(c.part[2], next.wins(later(c.p.turn, 3)))
	}},
	{"no dangers", `would leave no line that (\w+) could complete in two turns if nothing else changed`, func(c *compared, s point, next plain) bool {
		return c.part[1] == plainColours[later(c.p.turn, 3)] && len(next.wins(later(c.p.turn, 3))) == 0
	}},
	{"few menaces", `(no reply|only one reply|only (\w+) replies) could then threaten a line`, func(c *compared, s point, next plain) bool {
		most := map[string]int{"no reply": 0, "only one reply": 1}[c.part[1]]
		if c.part[2] != "" {
			most = c.word(2)
		}
		return next.menacing() <= most
	}},
	{"plan", `if (\w+) on (\w+) follows, (\w+) on (\w+) (would .+)`, func(c *compared, s point, next plain) bool {
		r, own, says := pointOf(c.part[2]), pointOf(c.part[4]), c.part[5]
		after, over := next.after(r)
		if over || !slices.Contains(next.moves(), r) || !slices.Contains(after.moves(), own) || c.part[1] != plainColours[next.turn] || c.part[3] != plainColours[after.turn] {
			return false
		}
		n, line := after.makesOn(own)
		idle := c.p
		idle.turn = next.turn
		if idle, over = idle.after(r); !over && slices.Contains(idle.moves(), own) {
			if k, l := idle.makesOn(own); k >= n && l >= line {
				return false // the move does not prepare it
			}
		}
		_, holds := (&claim{T: c.T, Advice: c.Advice, p: after, pos: c.pos}).among(doings, says, own)
		return holds && (n > 1 && !strings.Contains(says, "make") || line > 2)
	}},
}, doings...)

var doings = []merit{
	{"makes", `would make (\w+) (\w+)s on (\w+)-(\w+)`, func(c *compared, s point, next plain) bool {
		line := lineBetween(c.T, c.part[3], c.part[4])
		through := slices.ContainsFunc(line, func(a point) bool { return slices.Contains(c.p.made(s), a) })
		_, most := c.p.makesOn(s)
		return through && len(line) == 4 && next.count(line, goal(c.p.turn)) == c.word(1) && most == c.word(1)
	}},
	{"turns near", `would turn (.+), one mix away from (white|black)`, func(c *compared, s point, next plain) bool {
		_, changed, _ := c.p.play(s)
		var told []point
		for _, group := range regexp.MustCompile(`((?:[a-p]\d+(?:, | and | ))+)(\w+)(?: and |$)`).FindAllStringSubmatch(c.part[1], -1) {
			for _, a := range listed(strings.TrimSpace(group[1])) {
				if plainColours[next.on(a)] != group[2] || bits.OnesCount(uint(next.on(a)^goal(c.p.turn))) != 1 {
					return false
				}
				told = append(told, a)
			}
		}
		return len(c.p.made(s)) == 0 && within(told, changed) && within(changed, told) && c.part[2] == plainColours[goal(c.p.turn)]
	}},
	{"takes", `would turn the (black|white)s? on (.+) (\w+)`, func(c *compared, s point, next plain) bool {
		_, changed, _ := c.p.play(s)
		var taken []point
		for _, a := range changed {
			if c.p.on(a) == 7-goal(c.p.turn) {
				taken = append(taken, a)
			}
		}
		told := listed(c.part[2])
		return len(c.p.made(s)) == 0 && within(told, taken) && within(taken, told) && c.part[1] == plainColours[7-goal(c.p.turn)] &&
			!slices.ContainsFunc(told, func(a point) bool { return plainColours[next.on(a)] != c.part[3] })
	}},
	{"turns", `would turn ([a-p0-9, ]+) (white|black)`, func(c *compared, s point, next plain) bool {
		made, told := c.p.made(s), listed(c.part[1])
		return within(told, made) && within(made, told) && c.part[2] == plainColours[goal(c.p.turn)]
	}},
	{"nothing", `would change nothing`, func(c *compared, s point, next plain) bool {
		_, changed, _ := c.p.play(s)
		return len(changed) == 0
	}},
}

var faults = []struct {
	says  string
	holds func(c *compared, s point, next plain) bool
}{
	{`(\w+) on (.+) would then win`, func(c *compared, s point, next plain) bool {
		return c.part[1] == plainColours[next.turn] && allOf(c.part[2], next.wins(next.turn))
	}},
	{`it would threaten no line`, func(c *compared, s point, next plain) bool { return len(next.wins(later(c.p.turn, 2))) == 0 }},
	{`it would threaten a line only by (\w+) on (.+)`, func(c *compared, s point, next plain) bool {
		return c.part[1] == plainColours[later(c.p.turn, 2)] && allOf(c.part[2], next.wins(later(c.p.turn, 2)))
	}},
	{`(\w+) on (.+) could complete a line in two turns if nothing else changed`, func(c *compared, s point, next plain) bool {
		return c.part[1] == plainColours[later(c.p.turn, 3)] && allOf(c.part[2], next.wins(later(c.p.turn, 3)))
	}},
	{`(\w+) on (\w+) could threaten (.+?)(?:, and (\w+) other repl(?:y also threatens|ies also threaten) a line)?`, func(c *compared, s point, next plain) bool {
		after, _ := next.after(pointOf(c.part[2]))
		others := 0
		if c.part[4] != "" {
			others = c.word(4)
		}
		return allOf(c.part[3], after.wins(later(c.p.turn, 3))) && next.menacing() == others+1
	}},
	{`then (\w+) on (\w+) would win by force within (\d+) moves?`, func(c *compared, s point, next plain) bool {
		r, n := pointOf(c.part[2]), 2*c.number(3)-2
		after, _, rows := next.play(r)
		return c.part[1] == plainColours[next.turn] && slices.Contains(next.moves(), r) &&
			(n == 0 && len(rows) > 0 || n > 0 && n <= 2 && after.lost(n) || n > 2 && c.solved(c.after(s.String()).Play(squareOf(r)), n, -1))
	}},
	{`then (\w+) on (\w+) would (.+)`, func(c *compared, s point, next plain) bool {
		r := pointOf(c.part[2])
		name, holds := next.ideaTold(c.T, r, "would "+c.part[3])
		return c.part[1] == plainColours[next.turn] && slices.Contains(next.moves(), r) && name != "" && holds
	}},
	{`player ([12]) could then win by force within (\d+) moves?`, func(c *compared, s point, next plain) bool {
		if n := 2*c.number(2) - 1; n <= 3 {
			return next.forced(n)
		}
		return c.solved(c.after(s.String()), 2*c.number(2)-1, 1)
	}},
	{`it would not win at once`, func(c *compared, s point, next plain) bool {
		_, _, rows := c.p.play(s)
		return len(rows) == 0 && c.Win == 1
	}},
	{`no forced win was found after it`, func(c *compared, s point, next plain) bool { return c.Win > 0 && !next.lost(2) }},
	{`it would leave player ([12]) an? (\d+)% chance of winning, and the best move (\d+)%`, func(c *compared, s point, next plain) bool {
		return c.number(2) <= c.number(3) && c.part[1] != c.other()
	}},
}

// favours checks the sentence in favour of the best move: a comparison, or a reason as in advice without a comparison. It reports
// whether the sentence is a proof and, if not, whether it holds for the other move too.
func (c *compared) favours(said string, other point) (name string, proof, shared bool) {
	c.Helper()
	text := strings.TrimPrefix(strings.TrimPrefix(said, c.best.String()), " ")
	for _, e := range endings {
		if c.part = regexp.MustCompile(e.says + "$").FindStringSubmatch(text); c.part != nil {
			text, proof = strings.TrimSuffix(text, c.part[0]), true
			e.check(&c.claim)
		}
	}
	c.next, c.changed, _ = c.p.play(c.best)
	if forced, clause, ok := strings.Cut(text, "; it would "); ok { // a forced win with an idea
		_, holds := c.p.ideaTold(c.T, c.best, "would "+clause)
		c.want(holds, "the idea of "+said)
		text = forced
	}
	text = strings.TrimSuffix(text, " ("+idea.DoubleThreat+")")
	if name, holds := c.p.ideaTold(c.T, c.best, text); name != "" {
		c.want(holds && name == c.Theme, "the idea of "+said)
		_, shared = c.p.ideaTold(c.T, other, text)
		return name, proof, shared && !proof
	}
	for _, m := range merits {
		if c.part = regexp.MustCompile("^(?:: )?" + m.says + "$").FindStringSubmatch(text); c.part != nil {
			c.want(m.holds(c, c.best, c.next), m.name+" for "+said)
			next, _, _ := c.p.play(other)
			return m.name, proof, !proof && m.holds(c, other, next)
		}
	}
	for _, say := range templates {
		if c.part = regexp.MustCompile("^(?:: )?" + say.says + "$").FindStringSubmatch(text); c.part != nil && say.name != "searched" {
			say.check(&c.claim)
			proof = proof || strings.HasPrefix(say.name, "wins") || strings.HasPrefix(say.name, "loses") || say.name == "alone" || say.name == "dead" || say.name == "drawn"
			return say.name, proof, !proof && c.holdsFor(say.name, other)
		}
	}
	c.Fatalf("%s: %q matches no known sentence", c.pos, said)
	return "", false, false
}

// holdsFor reports whether the sentence of a template about the best move may be true of the other move.
func (c *compared) holdsFor(name string, other point) bool {
	next, _, _ := c.p.play(other)
	switch name {
	case "stops":
		return len(next.wins(next.turn)) == 0
	case "forestalls":
		return len(next.wins(later(c.p.turn, 3))) == 0
	case "threatens", "opens":
		return len(next.wins(later(c.p.turn, 2))) > 0
	}
	return true
}

// tells reports whether at most a quarter of the other moves have the idea of a sentence at least as strongly.
func (c *claim) tells(said string) bool {
	name, form, _, _ := readIdea(said)
	strength, most := c.p.ideas(pointOf(c.Text), form)[form], (len(c.p.moves())-1)/4
	for _, s := range c.p.moves() {
		if n, ok := c.p.ideas(s, form)[form]; s != pointOf(c.Text) && ok && (n >= strength && name != idea.SpoiledColour || n <= strength && name == idea.SpoiledColour) {
			most--
		}
	}
	return most >= 0
}

// among checks a sentence about the move on s that has one of the forms, and returns the name of the form, or "".
func (c *claim) among(forms []merit, said string, s point) (name string, holds bool) {
	d := &compared{claim: *c, best: s}
	next, _, _ := d.p.play(s)
	for _, m := range forms {
		if d.part = regexp.MustCompile("^(?:: )?" + m.says + "$").FindStringSubmatch(said); d.part != nil {
			holds = m.holds(d, s, next)
			c.want(holds, m.name+": "+said)
			return m.name, holds
		}
	}
	return "", false
}

var forms = []struct {
	name, says string
	holds      func(c *compared, s point, next plain) bool // part 2 describes the other move, part 3 is the rest of the sentence
}{
	{"at once too", `(\w+) would win at once too`, func(c *compared, s point, next plain) bool {
		_, _, rows := c.p.play(s)
		return len(rows) > 0
	}},
	{"as good as any", `(\w+) is as good as any other move: nobody can complete a line any more, and the round ends in a draw`, func(c *compared, s point, next plain) bool {
		return c.p.never()
	}},
	{"also wins", `(\w+), which (would .+?), would win by force(?: too,)? within (\d+) moves?`, func(c *compared, s point, next plain) bool {
		n := 2*c.number(3) - 2
		return n <= 4 && next.lost(n) || n > 4 && c.solved(c.after(s.String()), n, -1)
	}},
	{"also loses", `(\w+), which (would .+?), loses as well`, func(c *compared, s point, next plain) bool {
		n := -c.Win - 1
		return n > 0 && (n <= 3 && next.forced(n) || n > 3 && c.solved(c.after(s.String()), n, 1))
	}},
	{"as good", `(\w+) is a good move too(?:: it (would .+))?`, func(c *compared, s point, next plain) bool {
		return c.Win == 0 && !next.forced(3) && c.Chance >= 0.1
	}},
	{"no worse", `(\w+) is no worse(?:: it (would .+))?`, func(c *compared, s point, next plain) bool {
		return c.Win == 0 && !next.forced(3) && c.Chance < 0.1
	}},
	{"not", `(?:Not )?(\w+)(?: (would .+?), but|:) (.*)`, func(c *compared, s point, next plain) bool {
		said := c.part[3]
		for _, f := range faults {
			if c.part = regexp.MustCompile("^" + f.says + "$").FindStringSubmatch(said); c.part != nil {
				return f.holds(c, s, next)
			}
		}
		c.Fatalf("%s: %q matches no known sentence", c.pos, said)
		return false
	}},
}

// opposes checks a sentence that compares the other move with the best one, and returns the other move and the name of the form.
func (c *compared) opposes(said string) (point, string) {
	c.Helper()
	for _, f := range forms {
		m := regexp.MustCompile("^" + f.says + "\\.$").FindStringSubmatch(said)
		if m == nil {
			continue
		}
		s, does := pointOf(m[1]), len(m) == 2 || m[2] == ""
		next, _, _ := c.p.play(s)
		for _, merit := range merits {
			if does {
				break
			}
			if c.part = regexp.MustCompile("^" + merit.says + "$").FindStringSubmatch(m[2]); c.part != nil {
				does = merit.holds(c, s, next)
				break
			}
		}
		c.want(does && slices.Contains(c.p.moves(), s), "what the other move does: "+said)
		c.part = m
		c.want(f.holds(c, s, next), f.name+": "+said)
		return s, f.name
	}
	c.Fatalf("%s: %q matches no known sentence", c.pos, said)
	return point{}, ""
}

func (c *compared) rest(text string) {
	c.Helper()
	for sentence := range strings.SplitSeq(text, ". ") {
		sentence = strings.TrimSuffix(sentence, ".")
		if m := regexp.MustCompile(`^(Also good|No worse): (.*?)(?: and (\w+) more)?$`).FindStringSubmatch(sentence); m != nil {
			c.want(c.Win >= 0 && (m[1] == "No worse") == (c.Chance < 0.1), text)
			for _, s := range listed(m[2]) {
				next, _, _ := c.p.play(s)
				c.want(s != c.best && slices.Contains(c.p.moves(), s) && !next.forced(1), text)
			}
			continue
		}
		if m := regexp.MustCompile(`^Expected: (.*)$`).FindStringSubmatch(sentence); m != nil {
			p, _, _ := c.p.play(c.best)
			for told := range strings.SplitSeq(m[1], ", ") {
				colour, name, _ := strings.Cut(told, " on ")
				c.want(colour == plainColours[p.turn] && slices.Contains(p.moves(), pointOf(name)), text)
				p, _, _ = p.play(pointOf(name))
			}
			continue
		}
		c.want(sentence == "" || sentence == "It is the best move found", "known: "+sentence)
	}
}

// checkHint checks and counts all sentences of a hint and of the answer about the move in why.
func checkHint(t *testing.T, pos rules.Position, v game.View, why rules.Square, nodes int64, seen map[string]int) {
	t.Helper()
	g := atom4.Game{}
	a, err := g.Compare(t.Context(), v, "", nodes)
	if err != nil {
		t.Fatal(err)
	}
	seen["hints"]++
	c := &compared{claim: claim{T: t, Advice: a, p: plainOf(t, v), pos: pos}, best: pointOf(a.Text)}
	other, form := c.best, ""
	reason, alike, _ := strings.Cut(a.Move.Sentence, ". ")
	c.rest(alike)
	if a.Idea.Sentence != "" {
		other, form = c.opposes(a.Idea.Sentence)
		seen[form]++
		c.want(a.Idea.Legend != "", "its signs are explained")
		said, more, _ := strings.Cut(a.Follow.Sentence, ". ")
		c.want(strings.TrimSuffix(said, ".")+"." == a.Move.Sentence, "what follows begins with the reason")
		c.rest(more)
	}
	name, proof, shared := c.favours(strings.TrimSuffix(reason, "."), other)
	seen[name]++
	if !proof && form == "not" {
		seen["no proofs"]++
		if shared {
			seen["shared"]++
		}
	}
	if a.Area.Sentence != "" {
		c.want(!strings.Contains(a.Move.Sentence, "looking") && !strings.Contains(a.Move.Sentence, "glance"), "it names only a depth")
		c.where()
	}
	c.missed(v, pointOf(why.String()), seen)
	if name != "alone" {
		c.explains(v, pointOf(why.String()), other, nodes, seen)
	}
}

// clues are the texts with which the first step of a hint names the ideas.
var clues = map[string]string{
	"": "", idea.DoubleThreat: "threaten two lines at once", idea.CounterThreat: "stop a line and threaten one of your own",
	idea.ToCome: "leave pieces that your next colours can turn", idea.BrokenPlan: "keep your opponent's next two colours from completing a line",
	idea.SafePieces: "make a piece that cannot be changed at once", idea.FarPropagator: "change a distant piece through your own",
	idea.Crossing: "change a piece where your opponent's lines cross", idea.BrokenLine: "break your opponent's line",
	idea.TwoWays: "leave yourself two ways to build a line", idea.SpoiledColour: "leave your opponent's next colour less to turn",
}

// missed checks the idea of the best move that a played move lacks, as reviews report it.
func (c *compared) missed(v game.View, played point, seen map[string]int) {
	c.Helper()
	name, says := atom4.Game{}.Theme(v, c.best.String(), played.String())
	if name == "" {
		c.want(says == "", says)
		return
	}
	seen["ideas missed"]++
	said, ok := strings.CutPrefix(strings.TrimSuffix(says, "."), c.best.String()+" ")
	told, holds := c.p.ideaTold(c.T, c.best, said+labelled(name))
	_, shared := c.p.ideaTold(c.T, played, said+labelled(name))
	c.want(ok && told == name && holds && !shared, "the idea missed: "+says)
}

// explains checks that the answer about a move is true and recommends the same move as the hint.
func (c *compared) explains(v game.View, why, other point, nodes int64, seen map[string]int) {
	c.Helper()
	a, err := atom4.Game{}.Why(c.Context(), v, why.String(), nodes)
	if err != nil {
		c.Fatal(err)
	}
	c.want(a.Text == c.Text, fmt.Sprintf("a hint is for %s, and why %v for %s", c.Text, why, a.Text))
	c.Advice = a
	first, more, _ := strings.Cut(a.Move.Sentence, ". ")
	first = strings.TrimSuffix(first, ".")
	if c.best == why {
		c.favours(first, c.best)
		c.rest(more)
		return
	}
	seen["answers"]++
	c.Idea.Sentence = first + "."
	asked, form := c.opposes(first + ".")
	seen[form]++
	if asked != why {
		c.Errorf("asked about %v, it answers %q", why, a.Move.Sentence)
	}
	if more = strings.TrimSuffix(more, "."); more != "" && more != "The computer prefers "+c.best.String() {
		c.favours(more, other)
	}
}

// where checks that the move is in the area that the hint names: a third of the legal vertices.
func (c *compared) where() {
	left, right, top, bottom := 15, 0, 15, 0
	for _, s := range c.p.moves() {
		left, right, top, bottom = min(left, s.x), max(right, s.x), min(top, s.y), max(bottom, s.y)
	}
	pieces := 0
	for _, row := range c.p.at {
		pieces += len(row) - len(slices.DeleteFunc(row[:], func(colour int) bool { return colour != nothing }))
	}
	if pieces < 6 && c.Area.Sentence == "" { // the first answer is the best move
		c.want(c.Win == 0 && c.Theme == "" && c.Idea.Sentence == "", "the first answer: "+c.Idea.Sentence)
		return
	}
	third := func(n, from, to int) int { return 3 * (n - from) / (to - from + 1) }
	words := []string{"upper ", "", "lower "}[third(c.best.y, top, bottom)] + []string{"left", "middle", "right"}[third(c.best.x, left, right)]
	m := regexp.MustCompile(`^(There is a forced win\. |Every move loses by force\. )?Look at the (.+?)(?: side)? of the pieces\.(?: Idea: (.+)\.)?$`).
		FindStringSubmatch(c.Area.Sentence)
	c.want(m != nil && m[2] == words && m[3] == clues[c.Theme], "where it is: "+c.Area.Sentence)
	forced := map[bool]string{true: "There is a forced win. "}[c.Win > 0] + map[bool]string{true: "Every move loses by force. "}[c.Win < 0]
	c.want(m != nil && m[1] == forced, "who wins: "+c.Area.Sentence)
}
