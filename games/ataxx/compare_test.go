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
	"attic/internal/phrase"
)

// trial is a hint or an answer whose sentences are checked.
type trial struct {
	*testing.T
	fen    string
	p      plain
	best   step
	lost   int      // plies to a proved loss, or 0
	chance float64  // the chance to win with the best move, from 0 to 1
	part   []string // the parts of the sentence that the pattern matched
}

var counting = []string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight"}

// n returns the number in part i, in digits or as a word; an empty part is 0.
func (c *trial) n(i int) int {
	if at := slices.Index(counting, c.part[i]); at >= 0 {
		return at
	}
	n, err := strconv.Atoi(c.part[i])
	if err != nil && c.part[i] != "" {
		c.Fatalf("%s: %q is not a number", c.fen, c.part[i])
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

// reply plays a reply by its name, and reports whether it is legal.
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

const pieceCount = `(level|\d+ pieces? (?:ahead|behind))`

// reasons are the sentences in favour of a move. Each can be checked for any move, even for the compared move.
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
	{"opening", `: an extension adds a piece; a jump does not`, false, func(c *trial, s step) bool { return s.far() == 1 && c.p.count(' ') > 30 }},
	{"stays", `would leave (\w+) (?:at least |at most )?` + pieceCount + `(?: at least)?, whatever (\w+) plays`, false, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		return next.worst(func(q plain) int { return q.ahead(c.p.turn) }) >= lead(c.part[2]) && c.part[1] == c.side(c.p) && c.part[3] == c.side(next)
	}},
	{"answers", `: whatever (\w+) plays, the next move could leave (\w+) (?:at least |at most )?` + pieceCount + `(?: at least)?`, false, func(c *trial, s step) bool {
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
	{"opens", `would put (\d+) squares? within reach of (\w+)`, false, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		return next.room(c.p.turn) >= c.n(1) && c.part[2] == c.side(c.p)
	}},
	{"shuts", `would leave (\w+) only (\d+) squares? within reach`, false, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		return next.room(next.turn) <= c.n(2) && c.part[1] == c.side(next)
	}},
	{"wipes out", `would wipe (\w+) out, taking the last of its pieces, and so win`, true, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		return next.count(next.turn) == 0 && c.p.count(next.turn) > 0 && c.part[1] == c.side(next)
	}},
	{"won ending", `would shut (\w+) in: it could not move again, and filling the board would win, (\d+) to (\d+)`, true, func(c *trial, s step) bool {
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
	{"is lost", `would end the game and lose it, (\d+) to (\d+), whatever (\w+) does`, true, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		return next.moves() == nil && next.count(c.p.turn) == c.n(1) && next.count(next.turn) == c.n(2)
	}},
	{"wins", `would win by force within (\d+) moves?`, true, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		return c.proved(next, 2*c.n(1)-1, -1)
	}},
	{"loses", `: every move loses; after this move (\w+) may still need (\d+) moves?`, true, func(c *trial, s step) bool {
		return c.proved(c.p, 2*c.n(2)+1, -1)
	}},
	{"alone", `: the only legal move`, true, func(c *trial, s step) bool { return c.targets() == 1 }},
	{"passes", `: (\w+) cannot move and has to pass(?:; (\w+) can then fill the board and win, (\d+) to (\d+))?`, true, func(c *trial, s step) bool {
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
	{"every move wins", `: every move wins because (\w+) (has no pieces left|cannot move again); on a full board the score would be (\d+) to (\d+)`, true, func(c *trial, s step) bool {
		other := against(c.p.turn)
		return c.allWin() && fills(c.p, c.n(3), c.n(4)) && (c.part[2] == "cannot move again") == (c.p.count(other) > 0) && c.part[1] != c.side(c.p)
	}},
	{"stays shut", `would leave (\w+) without a move for good; filling the board would win, (\d+) to (\d+)`, true, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		return next.filled(c.p.turn) && fills(c.p, c.n(2), c.n(3)) && c.part[1] == c.side(next)
	}},
	{"plans", `: if (\S+) follows, (\S+) takes (\w+)`, false, func(c *trial, s step) bool {
		next, _ := c.p.play(s)
		reply, then := stepOf(c.part[1]), stepOf(c.part[2])
		if !slices.Contains(next.moves(), reply) {
			return false
		}
		after, _ := next.play(reply)
		return slices.Contains(after.moves(), then) && after.takes(then) == c.n(3)
	}},
	{"is a draw", `: leads to a draw, and no move wins`, true, func(c *trial, s step) bool { return true }},
}

// allWin reports whether every move wins by filling the board.
func (c *trial) allWin() bool {
	if c.p.count(against(c.p.turn)) == 0 { // the other side can never move again
		return true
	}
	return !slices.ContainsFunc(c.p.moves(), func(s step) bool {
		next, _ := c.p.play(s)
		return !next.filled(c.p.turn)
	})
}

// targets returns the number of moves, counting extensions to the same square as one.
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

// coups matches the ways in which a move wins immediately.
const coups = `(end the game and win it|wipe (\w+) out, taking the last of its pieces|reach a won ending, in which (\w+) could not move again)`

// coup checks a sentence about a move that wins immediately for the side to move in p; part k describes the win.
func (c *trial) coup(p plain, s step, k int) bool {
	next, taken := p.play(s)
	loser := next.turn
	switch {
	case c.part[k+1] != "":
		return c.part[k+1] == c.side(next) && len(taken) > 0 && p.count(loser) == len(taken) && next.filled(p.turn)
	case c.part[k+2] != "":
		return c.part[k+2] == c.side(next) && next.count(loser) > 0 && next.moves() != nil && next.filled(p.turn) && !p.filled(p.turn)
	}
	return next.moves() == nil && next.ahead(p.turn) > 0
}

// lacks are the sentences against the other move.
var lacks = []struct {
	says  string
	holds func(c *trial, other step) bool
}{
	{`(\S+) could then take (\w+)`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		_, n, ok := c.reply(next, c.part[1])
		return ok && n == c.n(2)
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
	{`only (\d+) squares? would then be within reach of (\w+)`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return next.room(c.p.turn) == c.n(1) && c.part[2] == c.side(c.p)
	}},
	{`(\d+) squares? would then be within reach of (\w+)`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return next.room(next.turn) == c.n(1) && c.part[2] == c.side(next)
	}},
	{`it would end the game in a draw with (\d+) each`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return next.moves() == nil && next.count('x') == c.n(1) && next.count('o') == c.n(1)
	}},
	{`it would end the game and lose it, (\d+) to (\d+)`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return next.moves() == nil && next.count(c.p.turn) == c.n(1) && next.count(next.turn) == c.n(2)
	}},
	{`(\w+) could not move again, and (\w+) could fill the board and win, (\d+) to (\d+)`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return c.part[1] == c.side(c.p) && c.part[2] == c.side(next) && next.filled(next.turn) && fills(next, c.n(3), c.n(4))
	}},
	{`(\S+) could then ` + coups, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return slices.Contains(next.moves(), stepOf(c.part[1])) && c.coup(next, stepOf(c.part[1]), 2)
	}},
	{`(\S+) could then win by force within (\d+) moves?`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		if c.part[1] == c.side(next) {
			return c.proved(next, 2*c.n(2), 1)
		}
		after, _, ok := c.reply(next, c.part[1])
		return ok && c.proved(after, 2*c.n(2)-1, -1)
	}},
	{`it would (leave a hole at|make a hole at|leave the hole at) (\w\d)( open)?, and (\S+) could take (\w+)`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		_, n, ok := c.reply(next, c.part[4])
		r := stepOf(c.part[4])
		left := r.tx == other.fx && r.ty == other.fy
		open := !left && c.p.touching(r.tx, r.ty, c.p.turn) >= 4 && c.p.within(next.turn)[[2]int{r.tx, r.ty}]
		want := map[string]bool{"leave a hole at": left, "leave the hole at": open, "make a hole at": !left && !open}
		return ok && n == c.n(5) && n >= 4 && strings.HasSuffix(c.part[4], c.part[2]) && want[c.part[1]]
	}},
	{`after (\S+) and (\S+) (\w+) would be ` + pieceCount, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		after, _, ok := c.reply(next, c.part[1])
		if !ok || c.part[3] != c.side(c.p) {
			return false
		}
		after, _, ok = c.reply(after, c.part[2])
		return ok && after.ahead(c.p.turn) == lead(c.part[4])
	}},
	{`it would not win at once`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return next.moves() != nil || next.ahead(c.p.turn) <= 0
	}},
	{`no forced win was found after it`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return next.moves() != nil || next.ahead(c.p.turn) <= 0
	}},
	{`it would leave (\w+) an? (\d+)% chance of winning, and the best move (\d+)%`, func(c *trial, other step) bool { return c.n(2) <= c.n(3) && c.part[1] == c.side(c.p) }},
}

// match reports whether a text has the form of a pattern, and sets the parts.
func (c *trial) match(text, says string) bool {
	c.part = regexp.MustCompile("^" + says + "$").FindStringSubmatch(text)
	return c.part != nil
}

// favours checks the sentence in favour of the best move. It returns the kind of reason, whether the reason is a proof, and whether it
// holds for the other move too.
func (c *trial) favours(said string, other step) (name string, proof, shared bool) {
	c.Helper()
	text, ok := strings.CutPrefix(said, c.best.String())
	if does, would := strings.CutPrefix(text, " would "); would {
		if k, is := c.tells(does); is {
			if !ok || !c.told(k, c.p, c.best) {
				c.Fatalf("%s: %q is not true (%v)", c.fen, said, k)
			}
			shared, _, _ = c.p.has(k, other)
			return k.String(), false, shared
		}
	}
	for _, r := range reasons {
		if c.match(strings.TrimPrefix(text, " "), r.says) {
			if !ok || !r.holds(c, c.best) {
				c.Fatalf("%s: %q is not true (%s)", c.fen, said, r.name)
			}
			return r.name, r.proof, !r.proof && r.holds(c, other)
		}
	}
	c.Fatalf("%s: %q matches no known sentence", c.fen, said)
	return "", false, false
}

// forms are whole sentences about the other move, with names for counting.
var forms = []struct {
	name, says string
	holds      func(c *trial, other step) bool
}{
	{"not", `(\S+) would (take (\w+)|extend|jump), but (.*)`, func(c *trial, other step) bool {
		said := c.part[4]
		if c.match(said, `(\S+) could then (.*)`) {
			name, does := c.part[1], c.part[2]
			next, _ := c.p.play(other)
			if k, is := c.tells(does); is {
				_, _, ok := c.reply(next, name)
				return ok && c.told(k, next, stepOf(name))
			}
		}
		for _, l := range lacks {
			if c.match(said, l.says) {
				return l.holds(c, other)
			}
		}
		c.Fatalf("%s: %q matches no known sentence", c.fen, said)
		return false
	}},
	{"also wins", `(\S+), which would (take (\w+)|extend|jump), would win by force(?: too,)? within (\d+) moves?`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return c.proved(next, 2*c.n(4)-1, -1)
	}},
	{"also loses", `(\S+), which would (take (\w+)|extend|jump), loses as well`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return c.proved(next, c.lost-1, 1)
	}},
	{"as good", `(\S+) is a good move too(?:: it would (take \w+))?`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return c.chance >= 0.1 && next.moves() != nil && !next.wins(1)
	}},
	{"no worse", `(\S+) is no worse(?:: it would (take \w+))?`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return c.chance < 0.1 && c.lost == 0 && next.moves() != nil && !next.wins(1)
	}},
	{"every move", `(\S+) wins, as every move does: (\w+) (has no pieces left|cannot move again)`, func(c *trial, other step) bool {
		return c.allWin() && c.part[2] != c.side(c.p) && (c.part[3] == "cannot move again") == (c.p.count(against(c.p.turn)) > 0)
	}},
	{"wins at once too", `(\S+) wins too: it would ` + coups, func(c *trial, other step) bool { return c.coup(c.p, other, 2) }},
	{"wins too", `(\S+) wins too: (\w+) could not move again`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return next.filled(c.p.turn) && c.part[2] == c.side(next)
	}},
	{"lets move", `Not (\S+): (\w+) could move again`, func(c *trial, other step) bool {
		next, _ := c.p.play(other)
		return !next.filled(c.p.turn) && c.part[2] == c.side(next)
	}},
}

// opposes checks a sentence that compares the other move with the best one, and returns the other move and the name of the form.
func (c *trial) opposes(said string) (step, string) {
	c.Helper()
	for _, f := range forms {
		if !c.match(strings.TrimSuffix(said, "."), f.says) {
			continue
		}
		other := stepOf(c.part[1])
		does := true
		if strings.Contains(f.says, "extend") {
			taken := c.p.takes(other)
			does = taken > 0 && taken == c.n(3) || taken == 0 && c.part[2] == []string{"", "extend", "jump"}[other.far()]
		}
		if !does || !slices.Contains(c.p.moves(), other) {
			c.Fatalf("%s: %q: the move is another one", c.fen, said)
		}
		if !f.holds(c, other) {
			c.Fatalf("%s: %v: %q is not true", c.fen, other, said)
		}
		return other, f.name
	}
	c.Fatalf("%s: %q matches no known sentence", c.fen, said)
	return step{}, ""
}

// rest checks the sentences that may follow: other moves that are as good, and the expected moves.
func (c *trial) rest(text string) {
	c.Helper()
	for sentence := range strings.SplitSeq(text, ". ") {
		sentence = strings.TrimSuffix(sentence, ".")
		switch {
		case sentence == "", sentence == "It is the best move found":
		case strings.HasPrefix(sentence, "It would "):
			if k, is := c.tells(strings.TrimPrefix(sentence, "It would ")); !is || !c.told(k, c.p, c.best) {
				c.Fatalf("%s: %q is not true", c.fen, sentence)
			}
		case c.match(sentence, `(Also good|No worse): (.*?)(?: and (\w+) more)?`):
			if c.lost > 0 || (c.part[1] == "No worse") != (c.chance < 0.1) {
				c.Fatalf("%s: %q, with a chance of %.2f", c.fen, text, c.chance)
			}
			for name := range strings.SplitSeq(strings.ReplaceAll(c.part[2], " and ", ", "), ", ") {
				if s := stepOf(name); s == c.best || !slices.Contains(c.p.moves(), s) {
					c.Fatalf("%s: %q: %s is not another move", c.fen, text, name)
				} else if next, _ := c.p.play(s); next.moves() != nil && next.wins(1) {
					c.Fatalf("%s: %q: %s loses at once", c.fen, text, name)
				}
			}
		case c.match(sentence, `Expected: (.*)`):
			p, _ := c.p.play(c.best)
			for name := range strings.SplitSeq(c.part[1], ", ") {
				_, name, _ = strings.Cut(strings.Replace(name, "passes", "-", 1), " ")
				if !slices.Contains(p.moves(), stepOf(name)) {
					c.Fatalf("%s: %q: %s is not legal", c.fen, text, name)
				}
				p, _ = p.play(stepOf(name))
			}
		default:
			c.Fatalf("%s: %q matches no known sentence", c.fen, sentence)
		}
	}
}

// checkHint checks all sentences of a hint and of the answer about the move in the parameter why. It counts the kinds of reasons. The
// entry "shared" counts the reasons that prove nothing and hold for the other move too.
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
	defer c.missed(v, why, seen)
	c.best, c.lost, c.chance = stepOf(a.Text), max(0, -a.Win), a.Chance
	sentence := func(text string) (first, more string) {
		first, more, _ = strings.Cut(text, ". ")
		return strings.TrimSuffix(first, "."), more
	}
	if a.Idea.Sentence == "" {
		said, more := sentence(a.Move.Sentence)
		c.rest(more)
		name, _, _ := c.favours(said, c.best)
		seen[name]++
		if a.Area.Sentence != "" {
			seen["skipped"]++
			where(t, c, a)
		}
		if name != "alone" && name != "passes" {
			c.explains(why, a.Text, nodes, seen)
		}
		return
	}
	if !strings.Contains(a.Idea.Sentence, " would ") && !strings.HasPrefix(a.Idea.Sentence, "Not ") {
		t.Errorf("%s: %q has no reason", c.fen, a.Idea.Sentence)
	}
	other, form := c.opposes(a.Idea.Sentence)
	seen[form]++
	said, more := sentence(a.Follow.Sentence)
	c.rest(more)
	name, proof, shared := c.favours(said, other)
	seen[name]++
	if answer := regexp.MustCompile(`[:,] (?:after |it would .* and )?[a-g]\d-[a-g]\d `); !proof && form == "not" && !answer.MatchString(a.Idea.Sentence) {
		seen["no proofs"]++
		if shared {
			seen["shared"]++
		}
	}
	if !strings.Contains(said, " ") || strings.Contains(said, "looking") || strings.Contains(said, "glance") {
		t.Errorf("%s: %q names only a depth", c.fen, said)
	}
	where(t, c, a)
	c.explains(why, a.Text, nodes, seen)
}

// explains checks that the answer about a move is true and recommends the same move as the hint.
func (c *trial) explains(why step, best string, nodes int64, seen map[string]int) {
	c.Helper()
	v, err := ataxx.Game{}.ParseView(fmt.Appendf(nil, `{"fen":%q,"self":1}`, c.p.fen()))
	if err != nil {
		c.Fatal(err)
	}
	answer, err := ataxx.Game{}.Why(context.Background(), v, why.String(), nodes)
	if err != nil {
		c.Fatal(err)
	}
	if answer.Text != best {
		c.Errorf("%s: why %v is for %s, and a hint for %s", c.fen, why, answer.Text, best)
	}
	first, more, _ := strings.Cut(answer.Move.Sentence, ". ")
	if first = strings.TrimSuffix(first, "."); why.canonical() == c.best.canonical() {
		c.favours(first, why)
		c.rest(more)
		return
	}
	asked, form := c.opposes(first)
	seen[form]++
	if asked != why {
		c.Errorf("%s: asked about %v, it answers %q", c.fen, why, answer.Move.Sentence)
	}
	switch more = strings.TrimSuffix(more, "."); {
	case form == "lets move":
		if !c.match(more, `(\S+) would win by filling the board, (\d+) to (\d+)`) || stepOf(c.part[1]) != c.best || !fills(c.p, c.n(2), c.n(3)) {
			c.Errorf("%s: %q is not true", c.fen, more)
		}
	case more != "" && more != "The computer prefers "+c.best.String():
		reason, idea, _ := strings.Cut(more, ". ")
		c.favours(reason, why)
		c.rest(idea)
	}
	seen["answers"]++
}

// where checks that the best move goes to the part of the board that the hint names.
func where(t *testing.T, c *trial, a game.Advice) {
	t.Helper()
	standing, words, looks := strings.Cut(a.Area.Sentence, "Look at the ")
	words = strings.TrimSuffix(words, " of the board.")
	percent, first := min(max(int(100*a.Chance+0.5), 1), 99), ""
	switch {
	case a.Win > 0:
		first = "There is a forced win. "
	case a.Win < 0:
		first = "Every move loses by force. "
	case percent <= 5:
		first = fmt.Sprintf("%s has only a %d%% chance of winning. ", phrase.Capital(c.side(c.p)), percent)
	case percent >= 95:
		first = fmt.Sprintf("%s has a %d%% chance of winning. ", phrase.Capital(c.side(c.p)), percent)
	}
	if !looks { // the first answer is the best move
		if c.p.count(c.p.turn) >= 4 || a.Area.Sentence != "" || a.Idea.Sentence != "" || first != "" {
			t.Errorf("%s: the first answers are %q and %q, with %d pieces", c.fen, a.Area.Sentence, a.Idea.Sentence, c.p.count(c.p.turn))
		}
		return
	}
	if standing != first {
		t.Errorf("%s: %q, with a chance of %d%%", c.fen, a.Area.Sentence, percent)
	}
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
