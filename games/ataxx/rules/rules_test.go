package rules

import (
	"fmt"
	"strings"
	"testing"
)

// play makes moves in any notation, each of which must be legal.
func play(t *testing.T, p Position, moves string) Position {
	t.Helper()
	for _, text := range strings.Fields(moves) {
		m, err := ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Check(m); err != nil {
			t.Fatalf("%s in %s: %v", text, p, err)
		}
		p = p.Play(m)
	}
	return p
}

func TestMovesTurnPiecesAndCount(t *testing.T) {
	for _, c := range []struct {
		clause, before, moves, after string
		rules                        RuleSet
	}{
		{"III.C.1.a extend: the piece stays", "x6/7/7/7/7/7/o6 x 0 1", "a7-b6", "x6/1x5/7/7/7/7/o6 o 0 1", Guide},
		{"III.C.1.b jump: the piece leaves", "x6/7/7/7/7/7/6o x 0 1", "a7-c5", "7/7/2x4/7/7/7/6o o 1 1", Guide},
		{"III.C.1.b jump over pieces and blocks", "x-o4/-o5/7/7/7/7/6o x 0 1", "a7-c6", "1-x4/-xx4/7/7/7/7/6o o 1 1", Guide},
		{"III.D extending turns pieces", "oo5/oo5/3oo2/2oxo2/2ooo2/2o1o2/2xxo2 x 0 1", "d4-c5", "oo5/ox5/2xxo2/2xxo2/2ooo2/2o1o2/2xxo2 o 0 1", Guide},
		{"III.D jumping turns pieces", "oo5/oo5/3oo2/2oxo2/2ooo2/2o1o2/2xxo2 x 0 1", "d4-d2", "oo5/oo5/3oo2/2o1o2/2xxx2/2xxx2/2xxx2 o 1 1", Guide},
		{"III.D the same for blue", "xx5/xx5/3xx2/2xox2/2xxx2/2x1x2/2oox2 o 7 3", "d4-d2", "xx5/xx5/3xx2/2x1x2/2ooo2/2ooo2/2ooo2 x 8 4", Guide},
		{"III.D only pieces that touch turn", "x6/7/o1o4/7/o6/7/7 x 0 1", "b6", "x6/1x5/x1x4/7/o6/7/7 o 0 1", Guide},
		{"III.D not those in the next rank's other end", "6x/o6/o5o/7/7/7/7 x 0 1", "g6", "6x/o5x/o5x/7/7/7/7 o 0 1", Guide},
		{"III.B.3 blocks stay", "x6/2-4/1-o4/7/7/7/6o x 0 1", "b6", "x6/1x-4/1-x4/7/7/7/6o o 0 1", Guide},
		{"III.C red first, then in turn", "x5o/7/7/7/7/7/o5x x", "a7-b6 g7-f6 b6-b4", "x5o/5o1/7/1x5/7/7/o5x o 1 2", Guide},
		{"III.C.2 pass", "x--4/---4/---4/7/7/7/o6 x 3 1", "-", "x--4/---4/---4/7/7/7/o6 o 3 1", Guide},
		{"III.C.2 pass of blue", "o--4/---4/---4/7/7/7/x6 o 3 8", "-", "o--4/---4/---4/7/7/7/x6 x 3 9", Guide},
		{"III.A.2 an extension resets the clock", "x5o/7/7/7/7/7/o5x x 44 30", "a7-b6", "x5o/1x5/7/7/7/7/o5x o 0 30", Guide},
		{"community: a jump counts", "x5o/7/7/7/7/7/o5x x 98 30", "a7c7", "2x3o/7/7/7/7/7/o5x o 99 30", Community},
		{"community: a single resets", "x5o/7/7/7/7/7/o5x x 99 30", "b6", "x5o/1x5/7/7/7/7/o5x o 0 30", Community},
		{"community: a pass counts", "x--4/---4/---4/7/7/7/o6 x 3 1", "0000", "x--4/---4/---4/7/7/7/o6 o 4 1", Community},
		{"community: a pass does not reset", "x--4/---4/---4/7/7/7/o6 x 98 1", "0000", "x--4/---4/---4/7/7/7/o6 o 99 1", Community},
	} {
		t.Run(c.clause, func(t *testing.T) {
			if got := play(t, position(t, c.before, c.rules), c.moves).FEN(); got != c.after {
				t.Errorf("%s after %s: %s, want %s", c.before, c.moves, got, c.after)
			}
		})
	}
}

func TestEnd(t *testing.T) {
	const (
		red  = "7/7/7/7/7/7/xxo4"
		draw = "x5o/7/7/7/7/7/o5x"
	)
	for _, c := range []struct {
		clause, fen string
		guide       Result
		guideEnd    End
		community   Result
		end         End
	}{
		{"start", draw + " x 0 1", Running, NotOver, Running, NotOver},
		{"III.A.2 a full board", "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo x 0 40", RedWins, NoMoves, RedWins, NoMoves},
		{"III.A.2 blocks leave some moves", "x-3-o/--3--/7/7/7/--3--/o-3-x x", Running, NotOver, Running, NotOver},
		{"III.A.2 blocks leave nobody a move", "x--1--o/---1---/---1---/7/---1---/---1---/o--1--x x", Draw, NoMoves, Draw, NoMoves},
		{"III.A.2 play goes on while one side can move", "x--4/---4/---4/7/7/7/o6 x", Running, NotOver, Running, NotOver},
		{"III.A.2 44 jumps", red + " x 44 30", Running, NotOver, Running, NotOver},
		{"III.A.2 45 jumps", red + " x 45 30", RedWins, Stopped, Running, NotOver},
		{"III.A.2 45 jumps, blue to move", red + " o 45 30", RedWins, Stopped, Running, NotOver},
		{"III.A.2 45 jumps, equal", draw + " x 45 30", Draw, Stopped, Running, NotOver},
		{"community: 99 plies", red + " x 99 60", RedWins, Stopped, Running, NotOver},
		{"community: 100 plies", red + " x 100 60", RedWins, Stopped, Draw, Stopped},
		{"community: 100 plies, unless it is over anyway", "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo x 100 40", RedWins, NoMoves, RedWins, NoMoves},
		{"a side without pieces", "x6/7/7/7/7/7/7 o 0 1", Running, NotOver, RedWins, NoPieces},
		{"a side without pieces, its opponent to move", "x6/7/7/7/7/7/7 x 0 1", Running, NotOver, RedWins, NoPieces},
		{"a side without pieces at the stop clock", "7/7/3o3/7/7/7/7 x 100 60", BlueWins, Stopped, BlueWins, NoPieces},
		{"a side without pieces on a full board", strings.Repeat("ooooooo/", 6) + "ooooooo x 0 60", BlueWins, NoMoves, BlueWins, NoPieces},
		{"no pieces at all", "7/7/7/7/7/7/7 x 0 1", Draw, NoMoves, Draw, NoPieces},
	} {
		for _, rules := range []RuleSet{Guide, Community} {
			t.Run(fmt.Sprint(c.clause, ", rules ", rules), func(t *testing.T) {
				p := position(t, c.fen, rules)
				result, end := c.guide, c.guideEnd
				if rules == Community {
					result, end = c.community, c.end
				}
				if p.Result() != result || p.End() != end || p.Over() != (end != NotOver) {
					t.Errorf("%s: %v, %v, over %t; want %v, %v", c.fen, p.Result(), p.End(), p.Over(), result, end)
				}
				if none := len(p.Moves(nil)) == 0; none != p.Over() {
					t.Errorf("%s: over %t, without moves %t", c.fen, p.Over(), none)
				}
			})
		}
	}
}

// The 45th jump ends the game, not the 44th. A pass between jumps neither counts nor resets the stop clock.
func TestStopRuleOfTheGuide(t *testing.T) {
	p := position(t, "x--1o2/---4/---4/7/7/7/o6 x 0 1", Guide)
	for jump := 1; jump <= 45; jump++ {
		if p.Over() {
			t.Fatalf("over before jump %d: %s", jump, p)
		}
		p = play(t, p, "-")
		p = play(t, p, [...]string{"a1-a3", "a3-a1"}[(jump-1)%2])
		if p.Clock() != jump {
			t.Fatalf("the clock is %d after %d jumps", p.Clock(), jump)
		}
	}
	if p.End() != Stopped || p.Result() != BlueWins {
		t.Errorf("%s: %v, %v", p, p.End(), p.Result())
	}
	if moves := p.Moves(nil); len(moves) != 0 {
		t.Errorf("moves after the end: %v", moves)
	}
}

// A hundred plies, half of them passes, end a game of the community's rules.
func TestStopRuleOfTheCommunity(t *testing.T) {
	p := position(t, "x--1o2/---4/---4/7/7/7/o6 x 0 1", Community)
	for ply := 1; ply <= 100; ply++ {
		if p.Over() {
			t.Fatalf("over before ply %d: %s", ply, p)
		}
		p = play(t, p, [...]string{"0000", "a1a3", "0000", "a3a1"}[(ply-1)%4])
		if p.Clock() != ply {
			t.Fatalf("the clock is %d after %d plies", p.Clock(), ply)
		}
	}
	if p.End() != Stopped || p.Result() != Draw {
		t.Errorf("%s: %v, %v", p, p.End(), p.Result())
	}
}

// Under the guide a side that has lost its last piece passes until the other side has filled the board.
func TestSideWithoutPiecesPassesOn(t *testing.T) {
	p := play(t, position(t, "7/7/7/3xo2/7/7/7 x", Guide), "d4-e5")
	if p.Count(Blue) != 0 || p.Over() {
		t.Fatalf("%s: blue %d, over %t", p, p.Count(Blue), p.Over())
	}
	if c := p.WithRules(Community); c.End() != NoPieces || c.Result() != RedWins {
		t.Errorf("community: %v, %v", c.End(), c.Result())
	}
	for !p.Over() {
		moves := p.Moves(nil)
		if p.Turn() == Blue && (len(moves) != 1 || moves[0] != Pass) {
			t.Fatalf("%s: moves %v, want a pass", p, moves)
		}
		p = p.Play(moves[0])
	}
	if p.End() != NoMoves || p.Result() != RedWins || p.Count(Red) != 49 {
		t.Errorf("%s: %v, %v", p, p.End(), p.Result())
	}
}

func TestCheck(t *testing.T) {
	const board = "x1x3o/1-5/2o4/7/7/7/o5x x 0 1"
	const stuck = "x--4/---4/---4/7/7/7/o6 x 0 1"
	for _, c := range []struct{ clause, fen, move, want string }{
		{"extend", board, "a7-b7", ""},
		{"extend without a source", board, "b7", ""},
		{"jump", board, "a7-a5", ""},
		{"pass", stuck, "-", ""},
		{"III.C.2 no voluntary pass", board, "-", "red can move, so it must not pass; one of its moves is a7-b7"},
		{"III.C.2 must pass", stuck, "a7-b6", "red cannot move and has to pass (-)"},
		{"no piece", board, "a6-b7", "no red piece stands on a6"},
		{"block as a source", board, "b6-b7", "b6 is blocked; no red piece stands there"},
		{"opposing piece", board, "g7-f6", "the piece on g7 is blue, and it is red's turn"},
		{"III.B.2 occupied by the opponent", board, "a7-c5", "c5 is occupied by a blue piece; a move goes to an empty square"},
		{"III.B.2 occupied by a piece of the mover", board, "a7-c7", "c7 is occupied by a red piece; a move goes to an empty square"},
		{"III.B.3 blocked", board, "a7-b6", "b6 is blocked; a move goes to an empty square"},
		{"III.B.3 blocked, without a source", board, "b6", "b6 is blocked; a move goes to an empty square"},
		{"III.C.1.a not next to a piece", board, "d4", "no red piece stands next to d4"},
		{"III.C.1.b too far", board, "a7-a4", "a4 is 3 squares from a7; a piece extends by one square or jumps by two"},
		{"III.C.1.b too far, next to another piece", board, "c7-f1", "f1 is 6 squares from c7; a piece extends by one square or jumps by two"},
		{"III.A.2 over", "7/7/7/7/7/7/xxo4 x 45 30", "a1-a2", "the game is over: too many moves in a row without an extension"},
		{"III.A.2 over, pass", "x--1--o/---1---/---1---/7/---1---/---1---/o--1--x x", "-", "the game is over: neither side can move"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			m, err := ParseMove(c.move)
			if err != nil {
				t.Fatal(err)
			}
			p := position(t, c.fen, Guide)
			legal, err := p.Check(m)
			switch {
			case c.want == "" && (err != nil || legal != m.Canonical()):
				t.Errorf("%s: %v, %v; want it to be legal", c.move, legal, err)
			case c.want != "":
				isRefusal(t, err, ErrIllegal, c.want)
			}
		})
	}
	for _, m := range []Move{Step(0, 9), Step(9, 0), Step(8, 9), Extend(63), Step(200, 201), Step(9, 255)} {
		if _, err := Start(Guide).Check(m); err == nil {
			t.Errorf("%d to %d: no error", m.From(), m.To())
		}
	}
	p := position(t, "x6/7/7/7/7/7/7 o 0 1", Community)
	_, err := p.Check(Pass)
	isRefusal(t, err, ErrIllegal, "the game is over: a side has no pieces left")
}

// Of all moves that can be written, only the listed moves are legal.
func TestCheckAllowsNothingElse(t *testing.T) {
	for _, fen := range []string{
		"x5o/7/7/7/7/7/o5x x", "oo5/oo5/3oo2/2oxo2/2ooo2/2o1o2/2xxo2 x", "x--4/---4/---4/7/7/7/o6 x", "x-1-1-o/-1-1-1-/1-1-1-1/-1-1-1-/1-1-1-1/-1-1-1-/o-1-1-x o",
	} {
		p := position(t, fen, Guide)
		listed := map[Move]bool{}
		for _, m := range append(p.Moves(nil), p.SourcedMoves(nil)...) {
			listed[m] = true
		}
		for m := range Move(1 << 14) {
			legal, err := p.Check(m)
			if (err == nil) != listed[m] {
				t.Errorf("%s: %d to %d (%s): %v", fen, m.From(), m.To(), m, err)
			}
			if err == nil && legal != m.Canonical() {
				t.Errorf("%s: %s is checked as %s", fen, m, legal)
			}
		}
	}
}

func TestWithTurnAndCounters(t *testing.T) {
	p := position(t, "x6/7/7/7/7/7/oo5 x 7 9", Guide)
	q := p.WithTurn(Blue)
	if got := q.FEN(); got != "x6/7/7/7/7/7/oo5 o 7 9" || q.WithTurn(Red) != p || p.WithTurn(Red) != p {
		t.Errorf("with blue to move: %s", got)
	}
	if q.Count(Red) != 1 || q.Count(Blue) != 2 || q.Own() != q.Pieces(Blue) || q.Theirs() != q.Pieces(Red) {
		t.Error("the pieces have changed sides")
	}
	if got := q.ResetCounters().FEN(); got != "x6/7/7/7/7/7/oo5 o 0 1" {
		t.Errorf("reset: %s", got)
	}
	if c := q.WithRules(Community); c.Rules() != Community || c.WithRules(Guide) != q || c.Turn() != Blue {
		t.Errorf("under the community's rules: %+v", c)
	}
	if winner, won := BlueWins.Winner(); winner != Blue || !won {
		t.Error("blue wins, but", winner, won)
	}
	if winner, won := RedWins.Winner(); winner != Red || !won {
		t.Error("red wins, but", winner, won)
	}
	for _, r := range []Result{Running, Draw} {
		if _, won := r.Winner(); won {
			t.Error(r, "has a winner")
		}
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Running.String(), "running"},
		{RedWins.String(), "red wins"},
		{BlueWins.String(), "blue wins"},
		{Draw.String(), "draw"},
		{Red.String(), "red"},
		{Red.Other().String(), "blue"},
		{NotOver.String(), "not over"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	p := Start(Guide)
	if p.Sources(SquareAt(0, 7)) != 0 || p.Sources(SquareAt(1, 6)) != SquareAt(0, 7).bit() || p.Free().Count() != 45 {
		t.Error("sources of the start position")
	}
	if p.At(SquareAt(0, 7)) != RedPiece || p.At(SquareAt(0, 1)) != BluePiece || p.At(SquareAt(3, 4)) != Empty || p.At(NoSquare) != Block {
		t.Error("cells of the start position")
	}
}
