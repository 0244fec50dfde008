package ataxx

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"attic/game"
	"attic/game/bridge"
	"attic/game/search"
	"attic/games/ataxx/bot"
	"attic/games/ataxx/idea"
	"attic/games/ataxx/rules"
	"attic/internal/phrase"
)

// played returns positions from random games that are not over, on the open board and with blocks.
func played(t *testing.T, games int) []rules.Position {
	t.Helper()
	r := rand.New(rand.NewPCG(4, 9))
	var all []rules.Position
	for n := range games {
		p := rules.Start(rules.Guide)
		if n%2 == 1 {
			var err error
			if p, err = p.SetBlocks("3gh"); err != nil {
				t.Fatal(err)
			}
		}
		for !p.Over() {
			all = append(all, p)
			moves := p.Moves(nil)
			p = p.Play(moves[r.IntN(len(moves))])
		}
	}
	return all
}

func colours(p rules.Position) map[rules.Cell]map[rules.Square]bool {
	found := map[rules.Cell]map[rules.Square]bool{rules.RedPiece: {}, rules.BluePiece: {}}
	for _, sq := range everySquare {
		if c := p.At(sq); c == rules.RedPiece || c == rules.BluePiece {
			found[c][sq] = true
		}
	}
	return found
}

// flips returns the squares whose pieces change sides with the move m.
func flips(p rules.Position, m rules.Move) map[rules.Square]bool {
	turned := map[rules.Square]bool{}
	next := p.Play(m)
	for _, sq := range everySquare {
		if was, is := p.At(sq), next.At(sq); was == rules.RedPiece && is == rules.BluePiece || was == rules.BluePiece && is == rules.RedPiece {
			turned[sq] = true
		}
	}
	return turned
}

var everySquare = squares(rules.Board)

// largest returns the most pieces that one move of the side to move turns, counting all pieces or only those on some squares.
func largest(p rules.Position, of map[rules.Square]bool, to func(rules.Square) bool) int {
	most := 0
	for _, m := range p.Moves(nil) {
		if to != nil && !to(m.To()) {
			continue
		}
		n := 0
		for sq := range flips(p, m) {
			if of == nil || of[sq] {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// wins reports whether the side to move wins within plies, by trying all moves.
func wins(p rules.Position, plies int) bool {
	if p.Over() {
		winner, won := p.Result().Winner()
		return won && winner == p.Turn()
	}
	if plies == 0 {
		return false
	}
	for _, m := range p.Moves(nil) {
		if loses(p.Play(m), plies-1) {
			return true
		}
	}
	return false
}

// loses reports whether the side to move loses within plies whatever it plays.
func loses(p rules.Position, plies int) bool {
	if p.Over() {
		winner, won := p.Result().Winner()
		return won && winner != p.Turn()
	}
	if plies == 0 {
		return false
	}
	for _, m := range p.Moves(nil) {
		if !wins(p.Play(m), plies-1) {
			return false
		}
	}
	return true
}

func (a advised) reason() string {
	says, _ := a.because()
	return says
}

// names returns the name of the idea in the reason, or "".
func (a advised) names() string {
	_, theme := a.because()
	return theme
}

// claims checks each kind of reason a second time, in the order of reasons, from the position alone.
var claims = []struct {
	name string
	says string // a pattern of part of the sentence
	true func(a advised) bool
}{
	{"forced", "", func(a advised) bool { return len(a.pos.Moves(nil)) == 1 }},
	{"ends", "end the game", func(a advised) bool { return len(a.next.Moves(nil)) == 0 }},
	{"settled", "every move wins|without a move for good", func(a advised) bool {
		other := a.pos.WithTurn(a.next.Turn())
		reason := a.reason()
		if other.CanMove() || strings.Contains(reason, "no pieces") != (len(colours(a.pos)[rules.RedPiece+rules.Cell(a.next.Turn())]) == 0) {
			return false
		}
		moves := []rules.Move{a.move}
		if strings.Contains(reason, "every move") {
			moves = a.pos.Moves(nil)
		}
		for _, m := range moves { // filling must win after each move
			p := a.pos.Play(m)
			for n := 0; ; n++ {
				if moves := p.Moves(nil); len(moves) == 0 || n%2 == 0 && moves[0] != rules.Pass {
					break
				}
				p = p.Play(filling(p).Canonical())
			}
			if winner, won := p.Result().Winner(); !won || winner != a.pos.Turn() {
				return false
			}
		}
		return true
	}},
	{"finishes", "taking the last of its pieces|could not move again", func(a advised) bool {
		if other := rules.RedPiece + rules.Cell(a.next.Turn()); (len(colours(a.next)[other]) < min(1, len(colours(a.pos)[other]))) != strings.Contains(a.reason(), "wipe") {
			return false
		}
		p := a.next
		for n := 0; len(p.Moves(nil)) > 0; n++ { // the other side can only pass
			moves := p.Moves(nil)
			if n%2 == 0 && moves[0] != rules.Pass {
				return false
			}
			p = p.Play(filling(p).Canonical())
		}
		winner, won := p.Result().Winner()
		return won && winner == a.pos.Turn() && (strings.Contains(a.reason(), "wipe") ||
			strings.Contains(a.reason(), fmt.Sprintf("win, %d to %d", p.Count(winner), p.Count(winner.Other()))))
	}},
	{"wins", "win by force within", func(a advised) bool {
		plies, _ := search.Decided(a.thought.Score)
		return plies > 3 || loses(a.next, plies-1)
	}},
	{"loses", "every move loses", func(a advised) bool {
		plies, _ := search.Decided(a.thought.Score)
		after := strings.Contains(a.reason(), fmt.Sprintf("may still need %s", phrase.Count(plies/2, "move")))
		return after && (plies > 2 || loses(a.pos, plies))
	}},
	{"named", "", func(a advised) bool { // ideas_test.go checks the ideas, and compare_test.go their sentences
		return a.idea != nil && idea.Has(a.pos, a.move, a.idea.Kind) && a.names() == a.idea.Kind.String()
	}},
	{"keeps", "which could not be taken back at once|none of them could be taken back at once", func(a advised) bool {
		taken := flips(a.pos, a.move)
		return len(taken) > 0 && largest(a.next, taken, nil) == 0
	}},
	{"gains", "in return", func(a advised) bool {
		n, most := len(flips(a.pos, a.move)), largest(a.next, nil, nil)
		return n > most && a.reason() == fmt.Sprintf("would take %s, and %v could take at most %s in return", phrase.Number(n), a.next.Turn(), phrase.Number(most))
	}},
	{"shields", "where it could take", func(a advised) bool {
		before, after := largest(a.pos.WithTurn(a.next.Turn()), nil, nil), largest(a.next, nil, nil)
		return before > after && a.reason() == fmt.Sprintf("would leave %v at most %s to take, where it could take %s now", a.next.Turn(), phrase.Number(after), phrase.Number(before))
	}},
	{"hides", "add a piece that", func(a advised) bool {
		grown := a.next.Count(a.pos.Turn()) == a.pos.Count(a.pos.Turn())+1
		worse := slices.ContainsFunc(a.pos.Moves(nil), func(m rules.Move) bool { // another extension that is not as good
			return m.IsExtension() && (len(flips(a.pos, m)) > 0 || largest(a.pos.Play(m), map[rules.Square]bool{m.To(): true}, nil) > 0)
		})
		return grown && worse && largest(a.next, map[rules.Square]bool{a.move.To(): true}, nil) == 0
	}},
	{"opens", "an extension adds a piece; a jump does not", func(a advised) bool {
		return a.move.IsExtension() && a.pos.Empty() > 30 && len(flips(a.pos, a.move)) == 0
	}},
	{"plans", " follows, ", func(a advised) bool {
		line := a.thought.Line
		n := len(flips(a.next.Play(line[1]), line[2]))
		return n >= 2 && strings.HasSuffix(a.reason(), " takes "+phrase.Number(n))
	}},
	{"takes", "could take back", func(a advised) bool {
		taken := flips(a.pos, a.move)
		back := largest(a.next, taken, nil)
		return strings.HasPrefix(a.reason(), fmt.Sprintf("would take %s; %v could take back %s at most", phrase.Number(len(taken)), a.next.Turn(), phrase.Number(back)))
	}},
	{"seems", "", func(a advised) bool {
		decided := a.thought.Depth == search.MaxDepth && a.thought.Score == 0 && strings.Contains(a.reason(), "leads to a draw")
		return a.thought.Depth < 2 || decided || strings.HasSuffix(a.reason(), fmt.Sprintf("looking %s ahead", phrase.Count((a.thought.Depth+1)/2, "move")))
	}},
}

// Every reason given is true, and each kind of reason is given at least once.
func TestReasonsAreTrue(t *testing.T) {
	if len(claims) != len(reasons) {
		t.Fatalf("%d kinds of reasons are checked, there are %d", len(claims), len(reasons))
	}
	given := map[string]int{}
	engine := bot.NewEngine(1, 1)
	for n, p := range played(t, 8) {
		if n%3 != 0 && p.Empty() > 8 && p.CanMove() {
			continue
		}
		engine.Forget()
		thought := engine.Search(t.Context(), p, search.Limits{Nodes: 500}, nil)
		moves := []rules.Move{thought.Best}
		if _, decided := search.Decided(thought.Score); !decided { // the reasons for other moves must be true as well
			moves = p.Moves(moves)
		}
		for i, m := range moves {
			if i > 0 && i%5 != n%5 {
				continue
			}
			a := advised{effect: effectOf(p, m), thought: thought}
			if a.thought.Line = []rules.Move{m}; m == thought.Best {
				a.thought.Line = thought.Line
			}
			if i%2 == 0 {
				a.idea = a.telling(p.Moves(nil), rules.Pass)
			}
			for kind, reason := range reasons {
				text, _, ok := reason(a)
				if !ok {
					continue
				}
				claim := claims[kind]
				given[claim.name]++
				said := false
				for part := range strings.SplitSeq(claim.says, "|") {
					said = said || strings.Contains(text, part)
				}
				if a.reason() != text || !said || !claim.true(a) {
					t.Fatalf("%v, %v: %q is not true of it (%s)", p.FEN(), m, text, claim.name)
				}
				break
			}
		}
	}
	for _, claim := range claims {
		if given[claim.name] == 0 {
			t.Errorf("the reason %q is never given: %v", claim.name, given)
		}
	}
}

func advise(t *testing.T, fen string) (game.Advice, view) {
	t.Helper()
	pos, err := rules.ParseFEN(fen, rules.Guide)
	if err != nil {
		t.Fatal(err)
	}
	v := view{pos: pos}
	a, err := Game{}.Advise(context.Background(), v, 20_000)
	if err != nil {
		t.Fatal(err)
	}
	return a, v
}

func TestAdvice(t *testing.T) {
	tests := []struct{ name, fen, sentence string }{
		{"a pass", "x--4/---4/---4/7/7/7/6o x 0 1", "-: red cannot move and has to pass; blue can then fill the board and win, 40 to 1."},
		{"the last square", "xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 o 0 1", "f2-g1 would end the game and win it, 25 to 24."},
		{"a wall", "xo1-3/oo-4/---4/7/7/7/7 x 0 1", "a7-c7"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a, _ := advise(t, test.fen)
			if !strings.HasPrefix(a.Move.Sentence, test.sentence) {
				t.Errorf("says %q, want %q", a.Move.Sentence, test.sentence)
			}
		})
	}
}

func TestChance(t *testing.T) {
	even, _ := advise(t, "x5o/7/7/7/7/7/o5x x 0 1")
	ahead, _ := advise(t, "xx5/xx5/xx5/7/7/7/5oo x 0 1")
	behind, _ := advise(t, "xx5/xx5/xx5/7/7/7/5oo o 0 1")
	if even.Chance < 0.3 || even.Chance > 0.7 || ahead.Chance < 0.55 || behind.Chance > 0.47 {
		t.Errorf("chances: even %.2f, ahead %.2f, behind %.2f", even.Chance, ahead.Chance, behind.Chance)
	}
	won, _ := advise(t, "xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 o 0 1")
	if won.Chance != 1 || won.Win != 1 {
		t.Errorf("a win in one: chance %v, in %d plies", won.Chance, won.Win)
	}
}

func TestThreat(t *testing.T) {
	tests := []struct{ name, fen, sentence string }{
		{"nothing near the start", "x5o/7/7/7/7/7/o5x x 0 1", ""},
		{"the last piece", "7/7/7/3x3/7/3o3/7 x 0 1", "Blue threatens to wipe red out, taking the last of its pieces: "},
		{"the last square", "ooooooo/ooooooo/ooooooo/oooxxxx/xxxxxxx/xxxxxxx/xxoxxx1 x 0 1", ""},
		{"the end, on the square that red has to take", "ooooooo/ooooooo/ooooooo/ooooxxx/xxxxxxx/xxxxxxo/xxxxxx1 x 0 1", ""},
		{"the last piece beside four", "3xxxx/o6/7/7/7/7/x6 o 0 1", "Red threatens to wipe blue out, taking the last of its pieces: "},
		{"wiped out already", "xxx4/x6/7/7/7/7/x6 o 0 1", ""},
		{"the other side is wiped out", "xxx4/x6/7/7/7/7/x6 x 0 1", ""},
		{"shut in already", "oo--1x1/oo--111/----111/7/7/7/7 o 0 1", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			pos, err := rules.ParseFEN(test.fen, rules.Guide)
			if err != nil {
				t.Fatal(err)
			}
			p, ok := Game{}.Threat(view{pos: pos})
			if ok != (test.sentence != "") || !strings.HasPrefix(p.Sentence, test.sentence) {
				t.Errorf("says %q, %v; want %q", p.Sentence, ok, test.sentence)
			}
		})
	}
}

// The search does not prove a loss that takes longer than the stop clock: here blue could delay it for 178 plies by jumping.
func TestLongLossesAreNotCounted(t *testing.T) {
	v, err := Game{}.ParseView([]byte(`{"fen":"o1o-ox-/1oo-o-x/oooooxx/--x--ox/-oo--ox/oxxxxxx/xxxxxxx o 0 1","self":1}`))
	if err != nil {
		t.Fatal(err)
	}
	a, err := Game{}.Compare(t.Context(), v, "", game.HintNodes)
	if err != nil || a.Win != 0 || a.Chance > 0.1 || strings.Contains(a.Move.Sentence, "win by force") {
		t.Errorf("%d plies, a chance of %.2f, %q, %v", a.Win, a.Chance, a.Move.Sentence, err)
	}
}

type found struct {
	bridge.Searcher[rules.Position, rules.Move]
	score int
}

func (f found) Search(_ context.Context, _ rules.Position, _ search.Limits, progress func(search.Result[rules.Move])) search.Result[rules.Move] {
	progress(search.Result[rules.Move]{Score: f.score})
	return search.Result[rules.Move]{Score: f.score}
}

// The engine claims a win or loss only if the stop clock cannot delay it.
func TestEnginesClaimWhatIsProved(t *testing.T) {
	for _, c := range []struct {
		score int
		text  string
	}{
		{search.Win - 29, "mate 15"},
		{search.Win - 30, "cp 31759"},
		{search.Win - 92, "cp 31759"},
		{29 - search.Win, "mate -15"},
		{30 - search.Win, "cp -31759"},
		{250, "cp 250"},
	} {
		e := engine{nil, bridge.Engine[rules.Position, rules.Move]{
			Searcher: found{score: c.score}, Text: rules.Move.UAI, Read: func(p game.Position) rules.Position { return p.(position).pos },
		}}
		told := ""
		r := e.Search(t.Context(), positionOf(rules.Start(rules.Community)), game.Limits{}, func(r game.Report) { told = Game{}.ScoreText(r) })
		if got := (Game{}).ScoreText(r); got != c.text || told != c.text {
			t.Errorf("a score of %d: %q at the end, %q before, want %q", c.score, got, told, c.text)
		}
	}
	e := Game{}.NewEngine()
	if r := e.Search(t.Context(), positionOf(rules.Start(rules.Community)), game.Limits{Depth: 1}, nil); r.Depth != 1 {
		t.Errorf("without progress: %+v", r)
	}
}
