package ataxx_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"attic/dev/gametest"
	"attic/draw/scene"
	"attic/game"
	"attic/games/ataxx"
)

// play returns the state after moves separated by ";", which must be legal.
func play(t *testing.T, id, moves string) game.State {
	t.Helper()
	_, setup, err := game.ParseID(id)
	if err != nil {
		t.Fatal(err)
	}
	return gametest.Play(t, ataxx.Game{}, setup, moves)
}

// told returns a state's text about a subject, or the output of a command.
func told(t *testing.T, s game.State, what string) string {
	if text, ok := gametest.Told(ataxx.Game{}, s, game.Nobody, what); ok {
		return text
	}
	return shown(t, s.View(game.Nobody), what)
}

func shown(t *testing.T, v game.View, name string) string {
	t.Helper()
	words := ataxx.Game{}.Words()
	i := slices.IndexFunc(words, func(w game.Word) bool { return w.Name == name && w.Show != nil })
	if i < 0 {
		t.Fatalf("there is no word %q that shows something", name)
	}
	return words[i].Show(v)
}

// Red cannot move, but blue can.
const redShutIn = "fen x------/-------/-------/7/7/7/o6 x"

func TestWhatIsSaid(t *testing.T) {
	for _, c := range []struct{ clause, id, played, what, want string }{
		{"III.A.1 the score counts the pieces", "ataxx", "start", "scores", "Red 2, Blue 2"},
		{"III.A.1 pieces placed count", "ataxx", "start;a7-b6", "scores", "Red 3, Blue 2"},
		{"III.A.1 pieces taken count after every move", "ataxx", "fen xo5/7/7/7/7/7/7 x;start;a6", "scores", "Red 3, Blue 0"},
		{"III.A.1 in the set-up too", "ataxx", "a7-b6", "scores", "Red 3, Blue 2"},
		{"III.A.2 over when neither can move", "ataxx", "fen xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxx1 o;start;-;g1", "to move", "nobody"},
		{"III.A.2 it goes on while one can move", "ataxx", redShutIn + ";start;-", "to move", "blue"},
		{"III.A.2 and while one has no pieces", "ataxx", "fen 7/7/7/3o3/7/7/7 x;start;-;d5;-", "to move", "blue"},
		{"III.A.2 44 jumps are not enough", "ataxx", "fen x6/7/7/7/7/7/o6 x 43;start;a7-c7", "to move", "blue"},
		{"III.A.2 45 jumps end it", "ataxx", "fen x6/7/7/7/7/7/o6 x 44;start;a7-c7", "to move", "nobody"},
		{"III.A.2 45 jumps: why", "ataxx", "fen xo5/7/7/7/7/7/7 x 44;start;a7-c7", "why", "45 jumps in a row without an extension: red 2, blue 0."},
		{"III.A.2 45 jumps: more pieces win", "ataxx", "fen xo5/7/7/7/7/7/7 x 44;start;a7-c7", "result", "Red wins."},
		{"III.A.2 an extension resets the count", "ataxx", "fen x6/7/7/7/7/7/o6 x 44;start;b7;a1-c1", "to move", "red"},
		{"III.A.2 a pass does not count", "ataxx", redShutIn + " 44;start;-", "to move", "blue"},
		{"III.A.2 nor does a pass reset it", "ataxx", redShutIn + " 44;start;-;a1-a3", "to move", "nobody"},
		{"III.A.2 jumps of the set-up do not count", "ataxx", "a7-c7;a1-c1;c7-e7;start", "describe", "Jumps in a row: 0; at 45 the game ends."},
		{"III.A.2 nobody is warned of 29 jumps", "ataxx", "fen x6/7/7/7/7/7/o6 x 29;start", "turn", "Red to move."},
		{"III.A.2 from 30 jumps on there is a warning", "ataxx", "fen x6/7/7/7/7/7/o6 x 29;start;a7-c7", "turn", "Blue to move. 30 jumps in a row; at 45 the game ends."},
		{"III.A.2 up to the last", "ataxx", "fen x6/7/7/7/7/7/o6 x 43;start;a7-c7", "turn", "Blue to move. 44 jumps in a row; at 45 the game ends."},
		{"III.A.2 no more after an extension", "ataxx", "fen x6/7/7/7/7/7/o6 x 40;start;b7", "turn", "Blue to move."},
		{"III.A.2 no more when it is over", "ataxx", "fen x6/7/7/7/7/7/o6 x 44;start;a7-c7", "turn", "The game is over."},
		{"III.A.2 also where one must pass", "ataxx", redShutIn + " 30;start", "turn", "30 jumps in a row; at 45 the game ends."},
		{"III.C red goes first", "ataxx", "start", "to move", "red"},
		{"III.C then they alternate", "ataxx", "start;a7-b6", "to move", "blue"},
		{"III.C.1 extending is said", "ataxx", "start;a7-b6", "last", "Red extended a7-b6 and took nothing."},
		{"III.C.1 jumping is said", "ataxx", "start;a7-b6;a1-c1", "last", "Blue jumped a1-c1 and took nothing."},
		{"III.C.2 whoever cannot move is told so", "ataxx", redShutIn + ";start", "turn", "Red cannot move and has to pass: type -."},
		{"III.C.2 only a pass is legal then", "ataxx", redShutIn + ";start", "moves", "-"},
		{"III.C.2 a pass is announced", "ataxx", redShutIn + ";start;-", "last", "Red passed."},
		{"III.D what an extension takes", "ataxx", "fen oo5/oo5/3oo2/2oxo2/2ooo2/2o1o2/2xxo2 x;start;d4-c5", "last", "Red extended d4-c5 and took b6, d5 and c4."},
		{"III.D the diagram after extending", "ataxx", "fen oo5/oo5/3oo2/2oxo2/2ooo2/2o1o2/2xxo2 x;start;d4-c5", "fen", "oo5/ox5/2xxo2/2xxo2/2ooo2/2o1o2/2xxo2 o 0 1"},
		{"III.D what a jump takes", "ataxx", "fen oo5/oo5/3oo2/2oxo2/2ooo2/2o1o2/2xxo2 x;start;d4-d2", "last", "Red jumped d4-d2 and took c3, d3, e3, c2, e2 and e1."},
		{"III.D the diagram after jumping", "ataxx", "fen oo5/oo5/3oo2/2oxo2/2ooo2/2o1o2/2xxo2 x;start;d4-d2", "fen", "oo5/oo5/3oo2/2o1o2/2xxx2/2xxx2/2xxx2 o 1 1"},
		{"IV.A.1.d dump", "ataxx blocks=h", "", "dump", "===\n  r - - - - - b\n  - - - - - - -\n  - - X - X - -\n  - - - - - - -\n  - - X - X - -\n  - - - - - - -\n  b - - - - - r\n===\n"},
		{"IV.A.1.d dump while playing", "ataxx", "start;a7-a6;g7-e7", "dump", "===\n  r - - - b - -\n  r - - - - - -\n  - - - - - - -\n  - - - - - - -\n  - - - - - - -\n  - - - - - - -\n  b - - - - - r\n===\n"},
		{"IV.A.1.d dump when it is over", "ataxx", "fen xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo x;start", "dump", "===\n  r r r r r r r\n  r r r r r r r\n  r r r r r r r\n  r r r r r r r\n  b b b b b b b\n  b b b b b b b\n  b b b b b b b\n===\n"},
		{"IV.A.2 a game begins with its set-up", "ataxx", "", "to move", "anyone"},
		{"IV.A.2 set-up moves alternate, red", "ataxx", "a7-b6", "last", "Red extended a7-b6 and took nothing."},
		{"IV.A.2 set-up moves alternate, blue", "ataxx", "a7-b6;g7-g6", "last", "Blue extended g7-g6 and took nothing."},
		{"IV.A.2 it stays the set-up", "ataxx", "a7-b6;g7-g6;g1-f2", "to move", "anyone"},
		{"IV.A.2.a start: red goes first", "ataxx", "", "turn", "Set-up: type start to begin; red goes first."},
		{"IV.A.2.a start: blue, if the last piece was red", "ataxx", "a7-b6;start", "to move", "blue"},
		{"IV.A.2.a start: blue is told before", "ataxx", "a7-b6", "turn", "Set-up: type start to begin; blue goes first."},
		{"IV.A.2.a start: red, if the last piece was blue", "ataxx", "a7-b6;g7-f6;start", "to move", "red"},
		{"IV.A.2.a start: blocks after it decide nothing", "ataxx", "a7-b6;blocks 3;start", "to move", "blue"},
		{"IV.A.2.a start: nor does a pass", "ataxx", "fen x------/-------/-------/7/7/7/o6 o;a2;-;start", "to move", "red"},
		{"IV.A.2.a start: nor a pass at first", "ataxx", redShutIn + ";-;start", "to move", "red"},
		{"IV.A.2.a start: a FEN's side", "ataxx", "fen x5o/7/7/7/7/7/o5x o;start", "to move", "blue"},
		{"IV.A.2.a start: a FEN's side, whatever was moved before", "ataxx", "a7-b6;fen x5o/7/7/7/7/7/o5x x;start", "to move", "red"},
		{"IV.A.2.a start: moves after a FEN decide", "ataxx", "fen x5o/7/7/7/7/7/o5x o;g7-f6;start", "to move", "red"},
		{"IV.A.2.a over at once: blocks leave nobody a move", "ataxx", "blocks deagfbch;start", "result", "Draw."},
		{"IV.A.2.a over at once: 2 to 2", "ataxx blocks=deagfbch", "start", "why", "Neither side can move: red 2, blue 2."},
		{"IV.A.2.a over at once: the winner is declared", "ataxx", "fen xx5/7/7/7/7/7/7 x 45;start", "result", "Red wins."},
		{"IV.A.2.c blocks: the guide's figure 3", "ataxx", "blocks 3gh", "fen", "x5o/1-3-1/2-1-2/2-1-2/2-1-2/1-3-1/o5x x 0 1"},
		{"IV.A.2.c blocks: in the game ID", "ataxx blocks=3gh", "", "fen", "x5o/1-3-1/2-1-2/2-1-2/2-1-2/1-3-1/o5x x 0 1"},
		{"IV.A.2.c blocks: letters add to what is there", "ataxx", "blocks 3;blocks gh", "fen", "x5o/1-3-1/2-1-2/2-1-2/2-1-2/1-3-1/o5x x 0 1"},
		{"IV.A.2.c blocks: x is the middle", "ataxx", "blocks x", "describe", "Blocks: d4."},
		{"IV.A.2.c blocks: 0 clears first", "ataxx blocks=abc", "blocks 0x", "describe", "Blocks: d4."},
		{"IV.A.2.c blocks: 0 alone clears", "ataxx blocks=abc", "blocks 0", "describe", "Blocks: none."},
		{"IV.A.2.c blocks: also after set-up moves", "ataxx", "a7-a6;blocks x", "describe", "Blocks: d4."},
		{"Results: red", "ataxx", "fen xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo x;start", "result", "Red wins."},
		{"Results: red's seat", "ataxx", "fen xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo x;start", "winner", "red"},
		{"Results: blue", "ataxx", "fen xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo/ooooooo o;start", "result", "Blue wins."},
		{"Results: blue's seat", "ataxx", "fen xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo/ooooooo x;start", "winner", "blue"},
		{"Results: draw", "ataxx", "fen xxxxxxx/xxxxxxx/xxxxxxx/xxx-ooo/ooooooo/ooooooo/ooooooo x;start", "result", "Draw."},
		{"Results: a draw's seat", "ataxx", "fen xxxxxxx/xxxxxxx/xxxxxxx/xxx-ooo/ooooooo/ooooooo/ooooooo x;start", "winner", "nobody"},
		{"FEN: as it is set", "ataxx", "fen x5o/7/2-1-2/7/2-1-2/7/o5x o 3 7", "fen", "x5o/7/2-1-2/7/2-1-2/7/o5x o 3 7"},
		{"FEN: counters are optional", "ataxx", "FEN X5O/7/7/7/7/7/O5X O", "fen", "x5o/7/7/7/7/7/o5x o 0 1"},
		{"FEN: full moves go up after blue", "ataxx", "start;a7-b6;g7-f6", "fen", "x5o/1x3o1/7/7/7/7/o5x x 0 2"},
		{"Look: blind players are told every piece", "ataxx blocks=x", "start;a7-b6", "describe", "Red: a7, b6 and g1.\nBlue: g7 and a1.\nBlocks: d4.\nEmpty squares: 43."},
	} {
		t.Run(c.clause, func(t *testing.T) {
			got := told(t, play(t, c.id, c.played), c.what)
			if c.what == "describe" || strings.HasPrefix(c.want, "30 jumps") {
				if !strings.Contains(got, c.want) {
					t.Errorf("%s is\n%s\nwithout\n%s", c.what, got, c.want)
				}
			} else if got != c.want {
				t.Errorf("%s is %q, want %q", c.what, got, c.want)
			}
		})
	}
}

// A typed move is recorded as the guide writes it, or refused with a reason.
func TestWhatIsPlayed(t *testing.T) {
	const over = "fen xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo x;start"
	for _, c := range []struct{ clause, played, typed, want string }{ // want begins with "! " for a refusal
		{"III.C.2 no pass while a move is legal", "start", "-", "! red can move, so it must not pass; one of its moves is a7-b7"},
		{"III.C.2 nor in the set-up", "", "-", "! red can move, so it must not pass; one of its moves is a7-b7"},
		{"III.C.2 nothing but a pass without one", redShutIn + ";start", "a7-b6", "! red cannot move and has to pass (-)"},
		{"III.B.3 no piece on a block", "blocks 3gh;start", "a7-b6", "! b6 is blocked; a move goes to an empty square"},
		{"III.C.1.b two squares, no more", "start", "a7-d7", "! d7 is 3 squares from a7; a piece extends by one square or jumps by two"},
		{"III.C.1 one's own pieces", "start", "g7-f6", "! the piece on g7 is blue, and it is red's turn"},
		{"III.C.1 from a piece", "start", "d4-d5", "! no red piece stands on d4"},
		{"III.C.1 to an empty square", "start;a7-b6;g7-f6", "a7-b6", "! b6 is occupied by a red piece; a move goes to an empty square"},
		{"IV.A.2 blue's piece is not red's in the set-up", "", "g7-f6", "! the piece on g7 is blue, and it is red's turn"},
		{"IV.A.2.a start", "", "START", "start"},
		{"IV.A.2.a start takes no argument", "", "start now", "! start takes no argument"},
		{"IV.A.2.c blocks in capitals", "", "BLOCKS 3GH", "blocks 3gh"},
		{"IV.A.2.c blocks with blanks", "", "\t blocks  3 g h ", "blocks 3gh"},
		{"IV.A.2.c blocks twice", "", "blocks 33ghg", "blocks 3gh"},
		{"IV.A.2.c no blocks", "", "blocks 0", "blocks 0"},
		{"IV.A.2.c no pattern", "", "blocks", "! the pattern is missing; write letters of de4agf5bch6123x, or 0 for no blocks"},
		{"IV.A.2.c no letter of the figure", "", "blocks 3z", "! 'z' is not a block letter; use de4agf5bch6123x, or 0 for no blocks"},
		{"IV.A.2.c not on a piece", "a7-b6", "blocks 3g", "! 'g' would put a block on b6, where a red piece stands"},
		{"IV.A.2 fen", "", "fen x5o/7/7/7/7/7/o5x o", "fen x5o/7/7/7/7/7/o5x o 0 1"},
		{"FEN: nine squares in a rank", "", "fen x5o/9/7/7/7/7/o5x o", "! rank 6 has 9 squares; a rank has 7"},
		{"FEN: the side", "", "fen x5o/7/7/7/7/7/o5x b", `! the side to move is "b"; it must be x (red) or o (blue)`},
		{"FEN: b is nobody's piece", "", "fen x5b/7/7/7/7/7/o5x x", "! rank 7 has 'b'; write ranks with x, o, - and 1 to 7"},
		{"IV.A.3 no start in the game", "start", "start", "! start works only during set-up; type clear to go back to it"},
		{"IV.A.3 no blocks in the game", "start", "blocks 3gh", "! blocks works only during set-up; type clear to go back to it"},
		{"IV.A.3 no fen in the game", "start", "fen x5o/7/7/7/7/7/o5x o", "! fen works only during set-up; type clear to go back to it"},
		{"IV.A.4 no move after the game", over, "a7-b6", "! the game is over: neither side can move"},
		{"IV.A.4 no pass after the game", over, "-", "! the game is over: neither side can move"},
		{"IV.A.4 no start after the game", over, "start", "! start works only during set-up; type clear to go back to it"},
		{"IV.A.4 no blocks after the game", over, "blocks 0", "! blocks works only during set-up; type clear to go back to it"},
		{"IV.A.5 an extension", "start", "a7-b6", "a7-b6"},
		{"IV.A.5 a jump", "start;a7-b6", "a1-c1", "a1-c1"},
		{"IV.A.5 a pass", redShutIn + ";start", "-", "-"},
		{"IV.A.5 capitals and blanks", "start", "  A7-B6 ", "a7-b6"},
		{"IV.A.5 the engines' extension", "start", "b6", "a7-b6"},
		{"IV.A.5 the engines' jump", "start", "A7C7", "a7-c7"},
		{"IV.A.5 the engines' pass", redShutIn + ";start", "0000", "-"},
		{"IV.A.5 the word pass", redShutIn + ";start", "Pass", "-"},
		{"IV.A.5 the source that was named", "a7-a6;g7-g6;start", "a6-b6", "a6-b6"},
		{"IV.A.5 the first of several sources", "a7-a6;g7-g6;start", "b6", "a7-b6"},
		{"IV.A.5 the engines' extension names no source", "start", "a7b6", "! \"a7b6\" is an extension, which is written without its source as b6, or with a hyphen as a7-b6"},
		{"IV.A.5 columns come first", "start", "7a-6b", "! \"7a-6b\" is not a move; write a move as a7-b6, or - to pass"},
		{"IV.A.5 to another square", "start", "a7-a7", "! a move goes to another square, not from a7 to a7"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			_, m, err := play(t, "ataxx", c.played).Play(c.typed)
			got := m.Text
			if err != nil {
				got = "! " + game.Typed(err.Error())
				if !errors.Is(err, game.ErrIllegal) {
					t.Errorf("the refusal does not wrap ErrIllegal: %v", err)
				}
			}
			if got != c.want {
				t.Errorf("%q after %q is %q, want %q", c.typed, c.played, got, c.want)
			}
		})
	}
}

// Commands of the table, the files or the network are not moves, in any state of the game.
func TestOtherCommandsAreNoMoves(t *testing.T) {
	for _, played := range []string{"", "start", "fen xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo x;start"} {
		s := play(t, "ataxx", played)
		for _, text := range strings.Split("clear,quit,help,dump,load game.txt,color red,color blue,auto,seed 42,host me,join me@there,undo,resign,fire 12,i10", ",") {
			if _, m, err := s.Play(text); !errors.Is(err, game.ErrNotation) {
				t.Errorf("after %q: %q is %q, %v", played, text, m.Text, err)
			}
		}
	}
}

// Guide IV.A.1 to IV.A.2: the commands, the phases in which they work, and their effects.
func TestWordsOfTheGuide(t *testing.T) {
	for _, c := range []struct {
		clause, name, same string
		when               game.Phase // the zero value means always, as game.Always does
	}{
		{"IV.A.1.a", "clear", "clear", 0},
		{"IV.A.1.d", "dump", "", 0},
		{"IV.A.2.a", "start", "", game.Before},
		{"IV.A.2.b", "color", "side", game.Before},
		{"IV.A.2.c", "blocks", "", game.Before},
		{"IV.A.2.d", "auto", "auto", game.Before},
		{"IV.A.2.e", "seed", "seed", game.Before},
		{"IV.A.2.f", "host", "host", game.Before},
		{"IV.A.2.g", "join", "join", game.Before},
	} {
		words := ataxx.Game{}.Words()
		i := slices.IndexFunc(words, func(w game.Word) bool { return w.Name == c.name })
		if i < 0 {
			t.Errorf("%s: there is no word %s", c.clause, c.name)
			continue
		}
		w := words[i]
		if w.Same != c.same || w.When != c.when || w.Help == "" {
			t.Errorf("%s: %s does what %q does, in phases %b, want %q, %b", c.clause, c.name, w.Same, w.When, c.same, c.when)
		}
	}
}

func TestInfo(t *testing.T) {
	info := ataxx.Game{}.Info()
	want := []game.Seat{{Name: "Red", Colour: scene.Red}, {Name: "Blue", Program: true, Colour: scene.Blue}}
	if !slices.Equal(info.Seats, want) || !info.Open || !info.Flanked {
		t.Errorf("seats %v, want %v: red is a person and left, the Opponent the program and right; open: %t", info.Seats, want, info.Open)
	}
	if low, high, usual := (ataxx.Game{}).Levels(); low != 0 || high != 22 || usual != 3 {
		t.Errorf("levels %d to %d, usually %d", low, high, usual)
	}
}
