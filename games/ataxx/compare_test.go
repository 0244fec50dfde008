package ataxx_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"attic/game"
	"attic/games/ataxx"
	"attic/games/ataxx/bot"
	"attic/games/ataxx/rules"
	"attic/search"
)

// trial is a hint or an answer whose sentences are checked.
type trial struct {
	*testing.T
	fen  string
	p    plain
	best step
	part []string // of the sentence, as the template finds them
}

var counting = []string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight"}

// n reads a number that was found: in digits or as a word; nothing is 0.
func (c *trial) n(i int) int {
	if at := slices.Index(counting, c.part[i]); at >= 0 {
		return at
	}
	n, err := strconv.Atoi(c.part[i])
	if err != nil && c.part[i] != "" {
		c.Fatalf("%s: %q is no number", c.fen, c.part[i])
	}
	return n
}

// lead reads "3 pieces ahead", "1 piece behind" or "level".
func lead(text string) int {
	fields := strings.Fields(text)
	n, _ := strconv.Atoi(fields[0])
	if fields[len(fields)-1] == "behind" {
		return -n
	}
	return n
}

func (c *trial) side(p plain) string { return map[byte]string{'x': "red", 'o': "blue"}[p.turn] }

// reply finds a legal reply by its name.
func (c *trial) reply(p plain, name string) (plain, int, bool) {
	s := stepOf(name)
	if name == c.side(p)+" passes" {
		s = passing
	}
	if !slices.Contains(p.moves(), s) {
		return p, 0, false
	}
	next, taken := p.play(s)
	return next, len(taken), true
}

// proved reports whether the side to move wins within the given number of plies, or loses if sign is -1. It tries every move, unless
// an engine with an empty table proves it first: that is quicker, but the way it finds may be too long.
func (c *trial) proved(p plain, plies, sign int) bool {
	if plies <= 2 && len(p.moves()) < 60 {
		return sign > 0 && p.wins(plies) || sign < 0 && p.loses(plies)
	}
	pos, err := rules.ParseFEN(p.fen(), rules.Guide)
	if err != nil {
		c.Fatal(err)
	}
	found := bot.NewEngine(0, 1).Search(c.Context(), pos, search.Limits{Nodes: 2_000_000}, nil)
	if n, decided := search.Decided(found.Score); decided && n <= plies {
		return found.Score*sign > 0
	}
	return forced{}.ends(pos, plies, sign)
}

// forced is a table of answers of ends.
type forced map[standing]bool

// standing is a position and a number of plies, which is negative for a question about a loss.
type standing struct {
	own, theirs  rules.Bitboard
	clock, plies int
}

// ends reports whether the side to move wins within the given number of plies, or loses if sign is -1, by trying every move.
func (f forced) ends(p rules.Position, plies, sign int) bool {
	if p.Over() {
		winner, won := p.Result().Winner()
		return won && (winner == p.Turn()) == (sign > 0)
	}
	if plies == 0 || len(f) > 20_000_000 { // too much to try
		return false
	}
	k := standing{p.Own(), p.Theirs(), p.Clock(), sign * plies}
	if known, ok := f[k]; ok {
		return known
	}
	f[k] = slices.ContainsFunc(p.Moves(nil), func(m rules.Move) bool { return f.ends(p.Play(m), plies-1, -sign) == (sign > 0) }) == (sign > 0)
	return f[k]
}

const pieceCount = `(level|\d+ pieces? (?:ahead|behind))`

// reasons are what is said for a move. Each holds or not for any move, so that it can be asked of the other one too.
var reasons = []struct {
	name, says string
	proof      bool
	holds      func(c *trial, s step) bool
}{
	{"exchange", `would (take (\w+)|extend|jump), and (\w+) could take (?:nothing|at most (\w+)) in return`, false, func(c *trial, s step) bool {
		next, taken := c.p.play(s)
		does := c.part[2] != "" && len(taken) >= c.n(2) || c.part[1] == "extend" && s.far() == 1 || c.part[1] == "jump" && s.far() == 2
		return does && next.most() <= c.n(4) && c.part[3] == c.side(next)
	}},
	{"stays", `would leave (\w+) (?:at least |at most )?` + pieceCount + `(?: at least)?, whatever (\w+) plays`, false, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		return next.worst(func(q plain) int { return q.ahead(c.p.turn) }) >= lead(c.part[2]) && c.part[1] == c.side(c.p) && c.part[3] == c.side(next)
	}},
	{"answers", `: whatever (\w+) plays, (\w+) could be (?:at least |at most )?` + pieceCount + `(?: at least)? after its next move`, false, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		return next.worst(func(q plain) int {
			if q.moves() == nil {
				return q.ahead(c.p.turn)
			}
			return q.best()
		}) >= lead(c.part[3]) && c.part[2] == c.side(c.p)
	}},
	{"covers", `would leave only (\w+) of (\w+)'s pieces open to capture`, false, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		return next.open() <= c.n(1) && c.part[2] == c.side(c.p)
	}},
	{"threatens", `would threaten to take (\w+) next`, false, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		return next.menaces(c.p.turn) >= c.n(1)
	}},
	{"opens", `would put (\d+) squares? in reach of (\w+)`, false, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		return next.room(c.p.turn) >= c.n(1) && c.part[2] == c.side(c.p)
	}},
	{"shuts", `would leave (\w+) only (\d+) squares? in reach`, false, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		return next.room(next.turn) <= c.n(2) && c.part[1] == c.side(next)
	}},
	{"wipes out", `would wipe (\w+) out, taking the last of its pieces, and so win`, true, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		return next.count(next.turn) == 0 && c.p.count(next.turn) > 0 && c.part[1] == c.side(next)
	}},
	{"won ending", `would reach a won ending: (\w+) could not move again, and filling the board would win, (\d+) to (\d+)`, true, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		return fills(next, c.n(2), c.n(3))
	}},
	{"ends", `would end the game and win it, (\d+) to (\d+)`, true, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		return next.moves() == nil && next.count(c.p.turn) == c.n(1) && next.count(next.turn) == c.n(2) && c.n(1) > c.n(2)
	}},
	{"draws", `would end the game in a draw with (\d+) each`, true, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		return next.moves() == nil && next.count('x') == c.n(1) && next.count('o') == c.n(1)
	}},
	{"is lost", `would end the game, lost (\d+) to (\d+) whatever (\w+) does`, true, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		return next.moves() == nil && next.count(c.p.turn) == c.n(1) && next.count(next.turn) == c.n(2)
	}},
	{"wins", `would win by force within (\d+) (?:ply|plies)`, true, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		return c.proved(next, c.n(1)-1, -1)
	}},
	{"loses", `: every move loses; after this one (\w+) may still need (\d+) (?:ply|plies)`, true, func(c *trial, s step) bool {
		return c.proved(c.p, c.n(2)+1, -1)
	}},
	{"alone", `: the only legal move`, true, func(c *trial, s step) bool { return c.targets() == 1 }},
	{"passes", `: (\w+) cannot move and has to pass(?:, a lost ending: (\w+) can fill the board and win, (\d+) to (\d+))?`, true, func(c *trial, s step) bool {
		next, _ := c.p.play(passing)
		return len(c.p.reaches(c.p.turn)) == 0 && (c.part[2] == "" || fills(c.p, c.n(3), c.n(4))) && c.part[1] != c.side(next)
	}},
	{"keeps", `would take (\w+), (?:which|and none of them) could (?:not )?be taken back at once`, false, func(c *trial, s step) bool {
		next, taken := c.p.play(s)
		back := false
		for _, r := range next.moves() {
			_, again := next.play(r)
			for _, sq := range again {
				back = back || slices.Contains(taken, sq)
			}
		}
		return len(taken) >= c.n(1) && !back
	}},
	{"fills", `would fill the hole at (\w+), from which (\w+) could take (\w+)`, false, func(c *trial, s step) bool {
		passed := c.p
		passed.turn = against(c.p.turn)
		most := 0
		for _, r := range passed.moves() {
			if fmt.Sprintf("%c%d", 'a'+r.tx, r.ty+1) == c.part[1] {
				most = max(most, passed.takes(r))
			}
		}
		return fmt.Sprintf("%c%d", 'a'+s.tx, s.ty+1) == c.part[1] && most == c.n(3)
	}},
	{"hides", `would add a piece that (\w+) could not take at once`, false, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		for _, r := range next.moves() {
			_, again := next.play(r)
			if slices.Contains(again, [2]int{s.tx, s.ty}) {
				return false
			}
		}
		return s.far() == 1
	}},
	{"shields", `would leave (\w+) at most (\w+) to take, where it could take (\w+) now`, false, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		passed := c.p
		passed.turn = next.turn
		return next.most() <= c.n(2) && passed.most() == c.n(3)
	}},
	{"leaves no move", `would leave (\w+) without a move`, false, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		return len(next.reaches(next.turn)) == 0
	}},
	{"is a draw", `: leads to a draw, and no move wins`, true, func(c *trial, s step) bool { return true }},
}

// fills reports whether one side is stuck in p while the other one extends, taking most, or else jumps, until it has won so.
func fills(p plain, most, least int) bool {
	stuck := p.turn
	if len(p.reaches(stuck)) > 0 {
		stuck = against(stuck)
	}
	for p.moves() != nil {
		best := passing
		for _, s := range p.reaches(against(stuck)) {
			if worth := func(s step) int { return p.takes(s) - 100*s.far() }; best == passing || worth(s) > worth(best) {
				best = s
			}
		}
		if len(p.reaches(stuck)) > 0 {
			return false
		}
		if p.turn == stuck {
			best = passing
		}
		p, _ = p.play(best)
	}
	return p.count(against(stuck)) >= p.count(stuck) && most > least && most+least == p.count('x')+p.count('o')
}

// targets is how many moves there are, an extension being one wherever it comes from.
func (c *trial) targets() int {
	all := map[string]bool{}
	for _, s := range c.p.moves() {
		if s.far() == 1 {
			s.fx, s.fy = s.tx, s.ty
		}
		all[s.String()] = true
	}
	return len(all)
}

// lacks are what is said against the other move.
var lacks = []struct {
	says  string
	holds func(c *trial, other step) bool
}{
	{`(\S+) could then take (\w+)`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		best, _ := c.p.play(c.best)
		_, n, ok := c.reply(next, c.part[1])
		return ok && n == c.n(2) && n > best.most()
	}},
	{`another move would take more`, func(c *trial, other step) bool { return c.p.takes(c.best) > c.p.takes(other) }},
	{`after (\S+|\w+ passes) (\w+) would be ` + pieceCount, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		after, _, ok := c.reply(next, c.part[1])
		return ok && after.ahead(c.p.turn) == lead(c.part[3]) && c.part[2] == c.side(c.p)
	}},
	{`after (\S+|\w+ passes) the next move would leave (\w+) ` + pieceCount + ` at best`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		after, _, ok := c.reply(next, c.part[1])
		if after.moves() == nil {
			return ok && after.ahead(c.p.turn) == lead(c.part[3])
		}
		return ok && after.best() == lead(c.part[3]) && c.part[2] == c.side(c.p)
	}},
	{`(\w+) of (\w+)'s pieces would then be open to capture`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return next.open() == c.n(1) && c.part[2] == c.side(c.p)
	}},
	{`it would threaten (?:nothing|to take only (\w+) next)`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return next.menaces(c.p.turn) == c.n(1)
	}},
	{`only (\d+) squares? would then be in reach of (\w+)`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return next.room(c.p.turn) == c.n(1) && c.part[2] == c.side(c.p)
	}},
	{`(\d+) squares? would then be in reach of (\w+)`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return next.room(next.turn) == c.n(1) && c.part[2] == c.side(next)
	}},
	{`it would end the game in a draw with (\d+) each`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return next.moves() == nil && next.count('x') == c.n(1) && next.count('o') == c.n(1)
	}},
	{`it would end the game, lost (\d+) to (\d+)`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return next.moves() == nil && next.count(c.p.turn) == c.n(1) && next.count(next.turn) == c.n(2)
	}},
	{`(\w+) could then win by force within (\d+) (?:ply|plies)`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return c.part[1] == c.side(next) && c.proved(next, c.n(2), 1)
	}},
	{`it would not win at once`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return next.moves() != nil || next.ahead(c.p.turn) <= 0
	}},
	{`no forced win is found after it`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return next.moves() != nil || next.ahead(c.p.turn) <= 0
	}},
	{`the search gives it a chance of (\d+)%, and the best move (\d+)%`, func(c *trial, other step) bool { return c.n(1) <= c.n(2) }},
}

// match finds the template of a text.
func (c *trial) match(text, says string) bool {
	c.part = regexp.MustCompile("^" + says + "$").FindStringSubmatch(text)
	return c.part != nil
}

// favours checks what is said for the best move, and reports what kind of reason it is, and whether it holds for the other move.
func (c *trial) favours(said string, other step) (name string, proof, shared bool) {
	c.Helper()
	text, ok := strings.CutPrefix(said, c.best.String())
	for _, r := range reasons {
		if c.match(strings.TrimPrefix(text, " "), r.says) {
			if !ok || !r.holds(c, c.best) {
				c.Fatalf("%s: %q is not true (%s)", c.fen, said, r.name)
			}
			return r.name, r.proof, !r.proof && r.holds(c, other)
		}
	}
	c.Fatalf("%s: %q is like no sentence that is known", c.fen, said)
	return "", false, false
}

// opposes checks what is said against the other move, and returns that.
func (c *trial) opposes(said string) step {
	c.Helper()
	if !c.match(said, `(?:Not )?(\S+), which would (take (\w+)|extend|jump)(?:: (.*)|, would win by force too, within (\d+) plies|, is about as good as (?:the best move|[a-p0-9-]+) by the search)\.`) {
		c.Fatalf("%s: %q is like no sentence that is known", c.fen, said)
	}
	other := stepOf(c.part[1])
	taken := c.p.takes(other)
	does := taken > 0 && taken == c.n(3) || taken == 0 && c.part[2] == []string{"", "extend", "jump"}[other.far()]
	if !does || !slices.Contains(c.p.moves(), other) || strings.HasPrefix(said, "Not ") != (c.part[4] != "") {
		c.Fatalf("%s: %q: the move is another one", c.fen, said)
	}
	if c.part[5] != "" {
		if next, _ := c.p.play(other); !c.proved(next, c.n(5)-1, -1) {
			c.Fatalf("%s: %q: it does not win", c.fen, said)
		}
		return other
	}
	if said := c.part[4]; said != "" {
		for _, l := range lacks {
			if c.match(said, l.says) {
				if !l.holds(c, other) {
					c.Fatalf("%s: %v: %q is not true", c.fen, other, said)
				}
				return other
			}
		}
		c.Fatalf("%s: %q is like no sentence that is known", c.fen, said)
	}
	return other
}

// rest checks the sentences that may follow: other moves that are as good, and what is expected.
func (c *trial) rest(text string) {
	c.Helper()
	for sentence := range strings.SplitSeq(text, ". ") {
		sentence = strings.TrimSuffix(sentence, ".")
		switch {
		case sentence == "", sentence == "The search finds nothing better":
		case c.match(sentence, `About as good by the search: (.*?)(?: and (\w+) more)?`):
			for name := range strings.SplitSeq(strings.ReplaceAll(c.part[1], " and ", ", "), ", ") {
				if s := stepOf(name); s == c.best || !slices.Contains(c.p.moves(), s) {
					c.Fatalf("%s: %q: %s is no other move", c.fen, text, name)
				}
			}
		case c.match(sentence, `Expected: (.*)`):
			p, _ := c.p.play(c.best)
			for name := range strings.SplitSeq(c.part[1], ", ") {
				if !slices.Contains(p.moves(), stepOf(name)) {
					c.Fatalf("%s: %q: %s is not legal", c.fen, text, name)
				}
				p, _ = p.play(stepOf(name))
			}
		default:
			c.Fatalf("%s: %q is like no sentence that is known", c.fen, sentence)
		}
	}
}

// checkHint asks for a hint, and why of some move, and checks all that is said. It counts the kinds of reasons, and "shared" for one
// that is no proof and holds for the other move as well.
func checkHint(t *testing.T, p plain, why step, nodes int64, seen map[string]int) {
	t.Helper()
	g := ataxx.Game{}
	v, err := g.ParseView(fmt.Appendf(nil, `{"fen":%q,"self":1}`, p.fen()))
	if err != nil {
		t.Fatal(err)
	}
	c := &trial{T: t, fen: p.fen(), p: p}
	a, err := g.Compare(context.Background(), v, "", nodes)
	if err != nil {
		t.Fatal(err)
	}
	seen["hints"]++
	c.best = stepOf(a.Text)
	sentence := func(text string) (first, more string) {
		first, more, _ = strings.Cut(text, ". ")
		return strings.TrimSuffix(first, "."), more
	}
	if a.Idea.Sentence == "" {
		name, _, _ := c.favours(strings.TrimSuffix(a.Move.Sentence, "."), c.best)
		seen[name]++
		return
	}
	other := c.opposes(a.Idea.Sentence)
	said, more := sentence(a.Follow.Sentence)
	c.rest(more)
	name, proof, shared := c.favours(said, other)
	seen[name]++
	if !proof {
		seen["no proofs"]++
		if shared {
			seen["shared"]++
		}
	}
	if !strings.Contains(said, " ") || strings.Contains(said, "looking") || strings.Contains(said, "glance") {
		t.Errorf("%s: %q says a depth only", c.fen, said)
	}
	where(t, c, a)

	answer, err := g.Why(context.Background(), v, why.String(), nodes)
	if err != nil {
		t.Fatal(err)
	}
	c.best = stepOf(answer.Text)
	first, more, _ := strings.Cut(answer.Move.Sentence, ". ")
	if !strings.HasPrefix(first, c.best.String()+" would ") && !strings.HasPrefix(first, c.best.String()+": ") || strings.Contains(first, ", which would ") {
		if asked := c.opposes(strings.TrimSuffix(first, ".") + "."); asked != why {
			t.Errorf("%s: asked about %v, it answers %q", c.fen, why, answer.Move.Sentence)
		}
		if more != "" && more != "The search prefers "+c.best.String()+"." {
			c.favours(strings.TrimSuffix(more, "."), why)
		}
		seen["answers"]++
		return
	}
	c.favours(strings.TrimSuffix(first, "."), why)
	c.rest(more)
}

// where checks that the move goes where the area says.
func where(t *testing.T, c *trial, a game.Advice) {
	t.Helper()
	words := strings.TrimSuffix(strings.TrimPrefix(a.Area.Sentence, "Look at the "), " of the board.")
	want := ""
	switch {
	case c.best.ty >= 5:
		want = "upper "
	case c.best.ty <= 1:
		want = "lower "
	}
	want += []string{"left", "left", "middle", "middle", "middle", "right", "right"}[c.best.tx]
	if words != want && words != want+" side" {
		t.Errorf("%s: %q, but the move is %v", c.fen, a.Area.Sentence, c.best)
	}
}

// compared checks the hints and answers in n positions and returns what was counted.
func compared(t *testing.T, n int, nodes int64) map[string]int {
	t.Helper()
	seen := map[string]int{}
	for i, p := range positions(n) {
		moves := p.moves()
		checkHint(t, p, moves[i*31%len(moves)], nodes, seen)
	}
	t.Log(seen)
	if seen["shared"]*5 > seen["no proofs"] {
		t.Errorf("%d of %d reasons that are no proofs hold for the other move too", seen["shared"], seen["no proofs"])
	}
	return seen
}

// Whatever a hint says of its move and of the other one is true, and so is what why answers.
func TestHintsCompareTruly(t *testing.T) {
	seen := compared(t, 100, 4000)
	for _, name := range []string{"exchange", "stays", "covers", "opens", "won ending"} {
		if seen[name] == 0 {
			t.Errorf("no hint says %q: %v", name, seen)
		}
	}
}
