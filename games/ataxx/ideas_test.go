package ataxx_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"attic/dev/gametest"
	"attic/game"
	"attic/games/ataxx"
	"attic/games/ataxx/idea"
	"attic/games/ataxx/rules"
)

func (p plain) touching(x, y int, side byte) (n int) {
	for i := range 7 {
		for j := range 7 {
			if far := max(max(i-x, x-i), max(j-y, y-j)); far == 1 && p.at[i][j] == side {
				n++
			}
		}
	}
	return n
}

func (p plain) within(side byte) map[[2]int]bool {
	all := map[[2]int]bool{}
	for _, s := range p.reaches(side) {
		all[[2]int{s.tx, s.ty}] = true
	}
	return all
}

func (p plain) empty() int { return p.count(' ') }

// definition is the definition of a kind of idea, worked out on the plain board. It returns the squares and the number of the idea as well.
type definition func(p plain, s step, next plain, taken [][2]int) (ok bool, where map[[2]int]bool, n int)

// anyReply reports whether a condition holds for any reply and the squares that it takes.
func (p plain) anyReply(cond func(s step, taken [][2]int) bool) bool {
	return slices.ContainsFunc(p.moves(), func(s step) bool {
		_, taken := p.play(s)
		return cond(s, taken)
	})
}

// cutOff returns the empty squares in reach of the other side before a move, but not after it.
func cutOff(p, next plain) map[[2]int]bool {
	was, is := p.within(next.turn), next.within(next.turn)
	all := map[[2]int]bool{}
	for sq := range was {
		if next.at[sq[0]][sq[1]] == ' ' && !is[sq] {
			all[sq] = true
		}
	}
	return all
}

// leadAtWorst returns the lead of a side after the worst reply for it.
func leadAtWorst(p plain, side byte) int { return p.worst(func(q plain) int { return q.ahead(side) }) }

// definitions holds the definition of each kind, from the text of package idea.
var definitions = map[idea.Kind]definition{
	idea.Shut: func(_ plain, _ step, next plain, _ [][2]int) (bool, map[[2]int]bool, int) {
		return slices.Equal(next.moves(), []step{passing}), nil, 0
	},
	idea.Sacrifice: func(p plain, _ step, next plain, taken [][2]int) (bool, map[[2]int]bool, int) {
		where := cutOff(p, next)
		more := next.anyReply(func(_ step, again [][2]int) bool { return len(again) > len(taken) })
		return more && len(where) >= 4, where, 0
	},
	idea.Fill: func(p plain, s step, next plain, _ [][2]int) (bool, map[[2]int]bool, int) {
		n := p.touching(s.tx, s.ty, p.turn)
		as := next.anyReply(func(_ step, again [][2]int) bool { return len(again) >= n })
		return n >= 4 && p.within(next.turn)[[2]int{s.tx, s.ty}] && !as, nil, n
	},
	idea.Cut: func(p plain, _ step, next plain, _ [][2]int) (bool, map[[2]int]bool, int) {
		where := cutOff(p, next)
		return len(where) >= 4, where, 0
	},
	idea.Use: func(p plain, s step, next plain, taken [][2]int) (bool, map[[2]int]bool, int) {
		as := next.anyReply(func(_ step, again [][2]int) bool { return len(again) >= len(taken) })
		return p.touching(s.tx, s.ty, next.turn) >= 4 && !as, nil, 0
	},
	idea.Safe: func(_ plain, _ step, next plain, taken [][2]int) (bool, map[[2]int]bool, int) {
		back := next.anyReply(func(_ step, again [][2]int) bool {
			return slices.ContainsFunc(again, func(sq [2]int) bool { return slices.Contains(taken, sq) })
		})
		return len(taken) > 0 && !back, nil, 0
	},
	idea.Edge: func(_ plain, s step, next plain, taken [][2]int) (bool, map[[2]int]bool, int) {
		edge := s.tx == 0 || s.tx == 6 || s.ty == 0 || s.ty == 6
		gone := next.anyReply(func(_ step, again [][2]int) bool { return slices.Contains(again, [2]int{s.tx, s.ty}) })
		return edge && (s.far() == 1 || len(taken) > 0) && !gone, nil, 0
	},
	idea.Jump: func(p plain, s step, next plain, taken [][2]int) (bool, map[[2]int]bool, int) {
		most := 0
		for _, other := range p.moves() {
			if other.far() == 1 {
				most = max(most, p.takes(other))
			}
		}
		hole := s.far() == 2 && next.within(next.turn)[[2]int{s.fx, s.fy}] && next.touching(s.fx, s.fy, p.turn) >= 4
		return s.far() == 2 && len(taken) >= most+2 && !hole, nil, most
	},
	idea.Consolidate: func(_ plain, s step, next plain, taken [][2]int) (bool, map[[2]int]bool, int) {
		return s.far() == 1 && len(taken) <= 1 && next.most() <= 2, nil, 0
	},
	idea.Save: func(p plain, s step, next plain, _ [][2]int) (bool, map[[2]int]bool, int) {
		where := map[[2]int]bool{}
		before, after := p.within(next.turn), next.within(next.turn)
		own := next.within(p.turn)
		for sq := range p.within(p.turn) {
			if sq != [2]int{s.tx, s.ty} && !before[sq] && own[sq] && !after[sq] {
				where[sq] = true
			}
		}
		return p.empty() <= 16 && s.far() == 1 && before[[2]int{s.tx, s.ty}] && len(where) > 0, where, 0
	},
	idea.Even: func(p plain, _ step, next plain, _ [][2]int) (bool, map[[2]int]bool, int) {
		n := next.empty()
		return p.empty() <= 8 && n > 0 && n%2 == 0, nil, n
	},
	idea.Answer: func(p plain, _ step, next plain, _ [][2]int) (bool, map[[2]int]bool, int) {
		lead := leadAtWorst(next, p.turn)
		better := slices.ContainsFunc(p.moves(), func(other step) bool {
			q, _ := p.play(other)
			return leadAtWorst(q, p.turn) > lead
		})
		return !better, nil, lead
	},
}

// has decides from the definition whether a move has an idea.
func (p plain) has(k idea.Kind, s step) (ok bool, where map[[2]int]bool, n int) {
	next, taken := p.play(s)
	if s == passing || next.moves() == nil || k != idea.Shut && len(next.reaches(next.turn)) == 0 {
		return false, nil, 0
	}
	return definitions[k](p, s, next, taken)
}

// phrases are the sentences about each kind of idea, after "would" and "could then".
var phrases = map[idea.Kind]string{
	idea.Shut:        `(?:take (\w+) and )?leave (\w+) without a move`,
	idea.Sacrifice:   `sacrifice pieces: (\w+) could take (\w+), but would be cut off from (\w+) empty squares`,
	idea.Fill:        `fill the hole at (\w\d), from which (\w+) could take (\w+)`,
	idea.Cut:         `(?:take (\w+) and )?cut (\w+) off from (\w+) empty squares`,
	idea.Use:         `go into the hole at (\w\d) and take (\w+); (\w+) could take (?:nothing|at most (\w+)) in return`,
	idea.Safe:        `take (\w+),(?: which| and none of them) could (?:not )?be taken back at once`,
	idea.Edge:        `(?:take (\w+) and )?put a piece (on the edge|in the corner) that (\w+) could not take at once`,
	idea.Jump:        `take (\w+) with a jump, where no extension takes (?:any|more than (\w+))`,
	idea.Consolidate: `add a piece and leave (\w+) (?:nothing|at most (\w+)) to take`,
	idea.Save:        `fill a square that (\w+) could reach, and save (.*), which only (\w+) can reach now`,
	idea.Even:        `leave (\w+) empty squares, an even number: if both sides only extend, (\w+) fills the last one`,
	idea.Answer:      `leave (\w+) (?:at least |at most )?` + pieceCount + ` after (\w+)'s best answer, and no other move does better`,
}

// tells returns the kind of idea in a text, and sets the parts.
func (c *trial) tells(text string) (k idea.Kind, ok bool) {
	for k, says := range phrases {
		if c.match(text, says) {
			return k, true
		}
	}
	return 0, false
}

// told reports whether the text that tells matched is true of a move: the move has the idea, and all names and numbers are right.
func (c *trial) told(k idea.Kind, p plain, s step) bool {
	next, taken := p.play(s)
	own, other, to := c.side(p), c.side(next), fmt.Sprintf("%c%d", 'a'+s.tx, s.ty+1)
	takes := func(i int) bool { return c.n(i) == len(taken) }
	ok, where, n := p.has(k, s)
	if !ok {
		return false
	}
	switch k {
	case idea.Shut:
		return takes(1) && c.part[2] == other
	case idea.Sacrifice:
		return c.part[1] == other && c.n(2) == next.most() && c.n(3) == len(where)
	case idea.Fill:
		return c.part[1] == to && c.part[2] == other && c.n(3) == n
	case idea.Cut:
		return takes(1) && c.part[2] == other && c.n(3) == len(where)
	case idea.Use:
		return c.part[1] == to && takes(2) && c.part[3] == other && c.n(4) == next.most()
	case idea.Safe:
		return takes(1)
	case idea.Edge:
		corner := (s.tx == 0 || s.tx == 6) && (s.ty == 0 || s.ty == 6)
		return takes(1) && corner == (c.part[2] == "in the corner") && c.part[3] == other
	case idea.Jump:
		return takes(1) && c.n(2) == n
	case idea.Consolidate:
		return c.part[1] == other && c.n(2) == next.most() && next.count(p.turn) == p.count(p.turn)+1+len(taken)
	case idea.Save:
		named := strings.Split(strings.ReplaceAll(c.part[2], " and ", ", "), ", ")
		for _, name := range named {
			if len(name) == 2 && !where[[2]int{int(name[0] - 'a'), int(name[1] - '1')}] {
				return false
			}
		}
		many, _, more := strings.Cut(c.part[2], " squares")
		return c.part[1] == other && c.part[3] == own && (len(named) == len(where) || more && slices.Index(counting, many) == len(where))
	case idea.Even:
		return c.n(1) == n && c.part[2] == own
	default:
		return c.part[1] == own && lead(c.part[2]) == n && c.part[3] == other
	}
}

// listed names squares as idea.Found holds them.
func listed(where map[[2]int]bool) (b rules.Bitboard) {
	for sq := range where {
		b |= 1 << rules.SquareAt(sq[0], sq[1]+1)
	}
	return b
}

// ideas compares the ideas found for moves of n positions, half of them endings, with the ideas according to the definitions. Of every n
// moves, where n is the parameter each, it checks one.
func ideas(t *testing.T, n, each int) gametest.Seen {
	t.Helper()
	seen := gametest.Seen{}
	for i, p := range append(positions(n-n/2), endings(n/2)...) {
		pos, err := rules.ParseFEN(p.fen(), rules.Guide)
		if err != nil {
			t.Fatal(err)
		}
		seen.Position(t)
		for j, s := range p.moves() {
			if (i+j)%each != 0 {
				continue
			}
			m := rules.Pass
			if s != passing {
				m = rules.Step(rules.SquareAt(s.fx, s.fy+1), rules.SquareAt(s.tx, s.ty+1))
			}
			found := map[idea.Kind]idea.Found{}
			for _, f := range idea.Of(pos, m) {
				found[f.Kind] = f
			}
			for k := range definitions {
				f, is := found[k]
				ok, where, count := p.has(k, s)
				if is != ok || is && (f.Squares != listed(where) || f.Count != count) || is != idea.Has(pos, m, k) {
					t.Fatalf("%s, %v: %v (%d) is %v, %+v; by its definition it is %v, %v, %d", p.fen(), s, k, k, is, f, ok, where, count)
				}
				if is {
					seen[fmt.Sprint(k, " ", int(k))]++
				}
			}
			next, _ := p.play(s)
			if r, ok := idea.Leaves(pos, m); ok != (s != passing && next.moves() != nil && next.most() >= 4) || ok && pos.Play(m.Canonical()).Turned(r.To()).Count() != next.most() {
				t.Fatalf("%s, %v: the reply %v, %v", p.fen(), s, r, ok)
			}
		}
	}
	seen.Done(t)
	return seen
}

// Every idea found satisfies its definition, and none is missing.
func TestIdeas(t *testing.T) {
	ideas(t, 300, 7).Needs(t, "shut in 0", "sacrifice 1", "hole 2", "cut 3", "hole 4", "safe capture 5", "edge 6", "jump 7", "consolidate 8",
		"last squares 9", "last squares 10", "one answer ahead 11")
	if len(definitions) != 12 {
		t.Errorf("%d definitions", len(definitions))
	}
}

// missed checks the idea of the best move that a played move lacks, or the hole that the played move leaves, as reviews report them.
func (c *trial) missed(v game.View, played step, seen map[string]int) {
	c.Helper()
	name, says := ataxx.Game{}.Theme(v, c.best.String(), played.String())
	if name == "" {
		return
	}
	seen["ideas missed"]++
	text := strings.TrimSuffix(says, ".")
	if flaw, ok := strings.CutPrefix(text, played.String()); ok {
		for _, l := range lacks {
			if c.match("it"+flaw, l.says) && name == idea.Fill.String() && l.holds(c, played) {
				return
			}
		}
	} else if does, ok := strings.CutPrefix(text, c.best.String()+" would "); ok {
		if k, is := c.tells(does); is && k.String() == name && c.told(k, c.p, c.best) {
			if shared, _, _ := c.p.has(k, played); !shared {
				return
			}
		}
	}
	c.Errorf("%s: the idea %q that %v lacks against %v is told as %q", c.fen, name, played, c.best, says)
}

// The theme of a mistake is the hole that it left, or the idea of the better move.
func TestTheme(t *testing.T) {
	for _, c := range []struct{ fen, better, played, want string }{
		{"7/1o2o2/5o1/7/xx2x2/3o3/x1x1x2 x 0 1", "a1-b2", "e3-f4", "hole"},
		{"5xo/1-1oo-1/2oo3/3x3/7/1-3-x/oo3xx x 0 1", "d4-c4", "g1-g3", "cut"},
		{"oooooxx/o-oox-x/xoxxxo1/xoxxxoo/xxxxxoo/x-xxx-o/1xxxxxo x 0 1", "g6-g5", "b1-a1", "shut in"},
		{"x5o/7/7/7/7/7/o5x x 0 1", "a7-b6", "a7-b6", ""},
		{"x5o/7/7/7/7/7/o5x x 0 1", "a7-b6", "nonsense", ""},
	} {
		v, err := ataxx.Game{}.ParseView(fmt.Appendf(nil, `{"fen":%q,"self":1}`, c.fen))
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := (ataxx.Game{}).Theme(v, c.better, c.played); got != c.want {
			t.Errorf("%s: %s against %s misses %q, want %q", c.fen, c.better, c.played, got, c.want)
		}
	}
}
