package atom4_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"attic/dev/gametest"
	"attic/game"
	"attic/game/search"
	"attic/games/atom4"
	"attic/games/atom4/bot"
	"attic/games/atom4/rules"
)

// warned checks the warning in a position: there is one if and only if the player to move has a move that lets the other player win
// at the next turn.
func (c *compared) warned(v game.View, seen map[string]int) {
	c.Helper()
	said, is := atom4.Game{}.Threat(v)
	all := c.p.wins(later(c.p.turn, 1))
	wins := maps.Clone(all)
	maps.DeleteFunc(wins, func(s point, _ [][]point) bool {
		return !slices.ContainsFunc(c.p.moves(), func(reply point) bool {
			next, over := c.p.after(reply)
			return reply != s && !over && next.wins(next.turn)[s] != nil
		})
	})
	c.Move, c.part = said, regexp.MustCompile(`^Player ([12]) threatens (\w+) on (.+): (a line of four|\w+ \w+ on (\w+)-(\w+))\.$`).FindStringSubmatch(said.Sentence)
	c.want(is == (len(wins) > 0) && is == (c.part != nil), fmt.Sprintf("whether %v win", wins))
	if !is || c.part == nil {
		return
	}
	seen["warnings"]++
	if len(wins) == len(all) {
		c.threat(wins)
		return
	}
	c.want(c.part[1] == c.other() && c.part[2] == plainColours[later(c.p.turn, 1)] && allOf(c.part[3], wins), "the winner and the vertices")
}

// ended returns boards with at most six empty vertices, with pieces of all colours, or with nearly all pieces of one colour.
func ended(t *testing.T, n int) (list []rules.Position) {
	t.Helper()
	r := rand.New(rand.NewPCG(17, 5))
	for len(list) < n {
		mostly, share := rules.Color(r.IntN(8)), r.IntN(5)
		var board [16][16]byte
		for y := range 16 {
			for x := range 16 {
				c := mostly
				if r.IntN(4) >= share {
					c = rules.Color(r.IntN(8))
				}
				board[y][x] = "KrgybpcW"[c]
			}
		}
		for range 1 + r.IntN(6) {
			board[r.IntN(16)][r.IntN(16)] = '1'
		}
		var rows []string
		for _, row := range board {
			text := string(row[:])
			for k := 6; k > 1; k-- {
				text = strings.ReplaceAll(text, strings.Repeat("1", k), fmt.Sprint(k))
			}
			rows = append(rows, text)
		}
		pos, err := rules.ParseBoard(strings.Join(rows, "/"), []rules.Color{1, 2, 3, 4, 5, 6}[r.IntN(6)])
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, pos)
	}
	return list
}

// compareMany checks the warnings, hints and answers in n positions: half of them from the recorded rounds with some moves
// replaced, and half with boards that are nearly full. It returns the counts.
func compareMany(t *testing.T, n int, nodes int64) gametest.Seen {
	t.Helper()
	seen := gametest.Seen{}
	r := rand.New(rand.NewPCG(17, 4))
	check := func(pos rules.Position, v game.View) {
		seen.Position(t)
		c := &compared{claim: claim{T: t, p: plainOf(t, v), pos: pos}}
		c.warned(v, seen)
		for _, name := range judge(t, pos, v, nodes) {
			seen["advice: "+name]++
		}
		moves := pos.Moves(nil)
		checkHint(t, pos, v, moves[r.IntN(len(moves))], nodes, seen)
	}
	for _, pos := range ended(t, n/2) {
		check(pos, viewOf(t, pos.Board(), pos.Turn().String()))
	}
	rounds, _ := recorded(t)
	for seen["positions"] < n {
		round := rounds[r.IntN(len(rounds))]
		s, pos := play(t, fmt.Sprintf("round=%d", round), ""), rules.Start(round)
		for !pos.Over() {
			moves := pos.Moves(nil)
			if r.IntN(9) == 0 && seen["positions"] < n {
				check(pos, s.View(s.ToMove()))
			}
			m := moves[r.IntN(len(moves))]
			if r.IntN(4) > 0 {
				m = bot.NewEngine(0, 1).Search(t.Context(), pos, search.Limits{Depth: 2}, nil).Best
			}
			var err error
			if s, _, err = s.Play(m.String()); err != nil {
				t.Fatal(err)
			}
			pos = pos.Play(m)
		}
	}
	seen.Done(t)
	return seen
}

// Hints, warnings and the answers to why are true, and hints and answers recommend the same move.
func TestHintsCompareTruly(t *testing.T) {
	compareMany(t, 100, 4000).Needs(t, "dead", "as good as any", "as good", "warnings")
}
