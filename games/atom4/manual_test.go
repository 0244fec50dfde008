package atom4_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"attic/dev/gametest"
	"attic/draw/scene"
	"attic/game"
	"attic/games/atom4"
	"attic/match"
)

// play returns the state after moves separated by ";", which must be legal.
func play(t *testing.T, options, moves string) game.State {
	t.Helper()
	return gametest.Play(t, atom4.Game{}, game.Setup{Options: options}, moves)
}

// told returns a state's text about a subject.
func told(s game.State, what string) string {
	text, _ := gametest.Told(atom4.Game{}, s, game.Nobody, what)
	return text
}

func TestWhatIsSaid(t *testing.T) {
	for _, c := range []struct{ clause, options, played, what, want string }{
		{"GAME RULES the first player plays red first", "", "", "turn", "Player 1 to play red."},
		{"GAME RULES the second player a yellow", "", "i10", "turn", "Player 2 to play yellow."},
		{"GAME RULES then green", "", "i10;h10", "turn", "Player 1 to play green."},
		{"GAME RULES cyan", "", "i10;h10;h11", "turn", "Player 2 to play cyan."},
		{"GAME RULES blue", "", "i10;h10;h11;g11", "turn", "Player 1 to play blue."},
		{"GAME RULES purple", "", "i10;h10;h11;g11;g9", "turn", "Player 2 to play purple."},
		{"GAME RULES and red again", "", "i10;h10;h11;g11;g9;i8", "turn", "Player 1 to play red."},
		{"GAME RULES the colours to come are told", "", "i10", "describe", "The colours follow in this order: yellow now, then green, cyan, blue, purple, red."},
		{"GAME RULES who plays and needs what is told", "", "", "describe", "Player 1 plays red, green and blue and needs four whites in a line. Player 2 plays yellow, cyan and purple and needs four blacks."},
		{"GAME RULES the first to make a line of four wins", "", shortest, "to move", "nobody"},
		{"GAME RULES nobody has won a move before", "", strings.TrimSuffix(shortest, ";h8"), "to move", "player 1"},
		{"GAME RULES white is the first player's goal", "", shortest, "result", "Player 1 wins."},
		{"GAME RULES black is the second player's goal", "round=2", shortest, "result", "Player 2 wins."},
		{"GAME RULES the winner's seat, whites", "", shortest, "winner", "player 1"},
		{"GAME RULES the winner's seat, blacks", "round=2", shortest, "winner", "player 2"},
		{"GAME RULES the row is told, whites", "", shortest, "why", "Whites in a line: g11, h10, h9, i8."},
		{"GAME RULES the row is told, blacks", "round=2", shortest, "why", "Blacks in a line: g11, h10, h9, i8."},
		{"GAME RULES the move that makes the line says so", "", shortest, "last", "Green on h8 turned g9 white, h9 white and i8 white and completed the line g11, h10, h9, i8."},
		{"GAME RULES no move is left then", "", shortest, "moves", ""},
		{"GAME RULES the round is over then", "", shortest, "turn", "The round is over."},
		{"Notation: the corners of the board", "", "", "describe", "Green: h9.\nPurple: i9."},
		{"Placing: exactly two vertices are legal at the start", "", "", "moves", "i10 i8"},
		{"Placing: beside two adjacent pieces", "", "i10", "moves", "h10 j10 i8"},
		{"Rounds: the round and its pieces are told", "round=5", "i10", "scores", "Round 5, 3 pieces"},
		{"Rounds: there is no limit", "round=1000000", "", "scores", "Round 1000000, 2 pieces"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			got := told(play(t, c.options, c.played), c.what)
			if c.what == "describe" && strings.Contains(got, c.want) {
				return
			}
			if got != c.want {
				t.Errorf("%s is %q, want %q", c.what, got, c.want)
			}
		})
	}
}

// GAME RULES beginnings: the colours and the player with which each round begins; they repeat after six rounds.
func TestBeginnings(t *testing.T) {
	for round, want := range map[int][3]string{ // the player and the colour to play, the pieces on h9 and on i9
		1: {"Player 1 to play red.", "Green: h9.", "Purple: i9."},
		2: {"Player 2 to play yellow.", "Cyan: h9.", "Red: i9."},
		3: {"Player 1 to play green.", "Blue: h9.", "Yellow: i9."},
		4: {"Player 2 to play cyan.", "Purple: h9.", "Green: i9."},
		5: {"Player 1 to play blue.", "Red: h9.", "Cyan: i9."},
		6: {"Player 2 to play purple.", "Yellow: h9.", "Blue: i9."},
	} {
		for _, r := range []int{round, round + 6, round + 600} {
			s := play(t, fmt.Sprintf("round=%d", r), "")
			text := told(s, "describe")
			if told(s, "turn") != want[0] || !strings.Contains(text, want[1]) || !strings.Contains(text, want[2]) || !strings.Contains(text, fmt.Sprintf("Round %d.", r)) {
				t.Errorf("round %d begins with %q and %s, want %q", r, told(s, "turn"), text, want)
			}
			if seat := s.ToMove(); seat != (r-1)%2 {
				t.Errorf("round %d: seat %d is to move; player 1 begins odd rounds, player 2 even ones", r, seat)
			}
		}
	}
}

// board returns a view with pieces on it ("j10 blue"), just after a move.
func board(t *testing.T, pieces, turn, move string) game.View {
	t.Helper()
	letters := map[string]string{"black": "K", "red": "r", "green": "g", "blue": "b", "yellow": "y", "cyan": "c", "purple": "p", "white": "W"}
	on := map[string]string{}
	for piece := range strings.SplitSeq(pieces, ", ") {
		square, color, _ := strings.Cut(piece, " ")
		on[square] = letters[color]
	}
	var rows []string
	for row := 16; row >= 1; row-- {
		text, empty := "", 0
		for column := 'a'; column <= 'p'; column++ {
			empty++
			if letter := on[fmt.Sprintf("%c%d", column, row)]; letter != "" {
				text += strings.TrimPrefix(strconv.Itoa(empty-1), "0") + letter
				empty = 0
			}
		}
		rows = append(rows, text+strings.TrimPrefix(strconv.Itoa(empty), "0"))
	}
	v, err := atom4.Game{}.ParseView(fmt.Appendf(nil, `{"round":1,"board":%q,"turn":%q,"move":%q}`, strings.Join(rows, "/"), turn, move))
	if err != nil {
		t.Fatalf("%s: %v", pieces, err)
	}
	return v
}

// Manual, GAME RULES 1 to 6: the sentence about a move names the changed pieces and their new colours.
func TestSentences(t *testing.T) {
	for _, c := range []struct{ clause, pieces, turn, move, want string }{
		{"two at once", "k10 green, j10 blue", "red", "j11", "Red on j11 turned k10 yellow and j10 purple."},
		{"1 adjacent colours stay", "h9 yellow, i9 purple", "red", "i10", "Red on i10 changed nothing."},
		{"2 the colour in between: green", "h9 green, i9 red", "red", "i10", "Red on i10 turned h9 yellow."},
		{"2 the colour in between: blue", "h9 blue, i9 red", "red", "i10", "Red on i10 turned h9 purple."},
		{"3 opposite, additive", "h9 cyan, i9 red", "red", "i10", "Red on i10 turned h9 white."},
		{"3 opposite, subtractive", "h9 red, i9 cyan", "cyan", "i10", "Cyan on i10 turned h9 black."},
		{"4 the other's goal, additive", "h9 black, i9 blue", "blue", "i10", "Blue on i10 turned h9 blue."},
		{"4 the other's goal, subtractive", "h9 white, i9 yellow", "yellow", "i10", "Yellow on i10 turned h9 yellow."},
		{"5 whites pass it on", "h9 white, i9 red, h8 green", "red", "i10", "Red on i10 turned h8 yellow."},
		{"5 through several", "h9 white, h8 white, g7 cyan, i9 red", "red", "i10", "Red on i10 turned g7 white."},
		{"5 but not over an empty vertex", "h9 white, g7 cyan, i9 red", "red", "i10", "Red on i10 changed nothing."},
		{"5 nor beyond the edge", "a1 red, b1 white, a2 white", "red", "b2", "Red on b2 changed nothing."},
		{"6 blacks pass it on", "h9 black, i9 cyan, h8 white", "cyan", "i10", "Cyan on i10 turned h8 cyan."},
		{"changes are listed clockwise from upper left", "h11 green, i11 green, j10 green, i9 green, h9 green, h10 green", "blue", "i10", "Blue on i10 turned h11 cyan, i11 cyan, j10 cyan, i9 cyan, h9 cyan and h10 cyan."},
		{"a row of five is listed whole", "h9 cyan, e9 white, f9 white, g9 white, i9 white", "red", "h10", "Red on h10 turned h9 white and completed the line e9, f9, g9, h9, i9."},
		{"two rows at once", "h9 cyan, e9 white, f9 white, g9 white, h8 white, g7 white, g6 white", "red", "h10", "Red on h10 turned h9 white and completed the line g6, g7, h8, h9 and the line e9, f9, g9, h9."},
	} {
		t.Run(c.clause, func(t *testing.T) {
			v := board(t, c.pieces, c.turn, c.move)
			if got := v.Status().Last; got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			if before, err := (atom4.Game{}).ParseView([]byte(strings.Replace(text(t, v), fmt.Sprintf(`,"move":%q`, c.move), "", 1))); err != nil || past.Replace(before.Preview(c.move).Sentence) != c.want {
				t.Errorf("the preview is %+v, %v", before, err)
			}
		})
	}
}

func text(t *testing.T, v game.View) string {
	t.Helper()
	data, err := v.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A typed move is recorded as the name of the vertex, or refused with a reason.
func TestWhatIsPlayed(t *testing.T) {
	const howTo = "! a move is a vertex such as i10: a column from a to p and a row from 1 to 16"
	for _, c := range []struct{ clause, played, typed, want string }{ // want begins with "! " for a refusal
		{"a square", "", "i10", "i10"},
		{"in capitals", "", "I10", "i10"},
		{"with blanks around it", "", " \ti10 ", "i10"},
		{"occupied", "", "h9", "! a green piece stands on h9; choose an empty vertex"},
		{"touching nothing", "", "a16", "! a16 does not touch two adjacent pieces; choose a vertex that does"},
		{"touching one piece only", "", "g9", "! g9 does not touch two adjacent pieces; choose a vertex that does"},
		{"no passing", "", "-", howTo},
		{"no passing in words", "", "pass", howTo},
		{"beyond the columns", "", "q9", howTo},
		{"beyond the rows", "", "i17", howTo},
		{"row 0", "", "i0", howTo},
		{"two squares", "", "i10 i8", howTo},
		{"another game's move", "", "a7-b6", howTo},
		{"the colour is no choice", "", "red i10", howTo},
		{"after the round", shortest, "j10", "! the round is over: player 1 has won"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			_, m, err := play(t, "", c.played).Play(c.typed)
			got := m.Text
			if err != nil {
				got = "! " + err.Error()
				if !errors.Is(err, game.ErrIllegal) || errors.Is(err, game.ErrNotation) != (c.want == howTo) {
					t.Errorf("the refusal %q wraps the wrong sentinel", err)
				}
			}
			if got != c.want {
				t.Errorf("%q is %q, want %q", c.typed, got, c.want)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	for options, want := range map[string]string{
		"":                          "",
		"round=1":                   "",
		"ROUND=7":                   "",
		"round=0":                   "must be a number from 1",
		"round=-1":                  "must be a number from 1",
		"round=x":                   "must be a number from 1",
		"round=9999999999999999999": "must be a number from 1",
		"round":                     "write it as round=VALUE",
		"round=1 round=2":           "given twice",
		"blocks=3gh":                "the options are round",
	} {
		_, err := atom4.Game{}.New(game.Setup{Options: options})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", options, err, want)
		}
	}
}

// Rules "Rounds", in a match: each line continues the previous one.
func TestRoundsOfAMatch(t *testing.T) {
	round, full := fullBoard(t)
	if round != 3 {
		t.Fatalf("the recorded draw is of round %d", round)
	}
	m, err := match.New(atom4.Game{}, game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	playAll := func(moves ...string) func() error {
		return func() (err error) {
			for _, text := range moves {
				if m, _, err = m.Play(text); err != nil {
					return err
				}
			}
			return nil
		}
	}
	change := func(f func(match.Match) (match.Match, error)) func() error {
		return func() error {
			next, err := f(m)
			m = next
			return err
		}
	}
	next := change(func(m match.Match) (match.Match, error) { return m.Next(nil) })
	undo, redo := change(match.Match.Undo), change(match.Match.Redo)
	resign := func(seat int) func() error {
		return change(func(m match.Match) (match.Match, error) { return m.Resign(seat) })
	}
	for _, c := range []struct {
		clause string
		do     func() error
		err    error
		want   string // the round, the score, the player to move, the sentence
	}{
		{"next is refused in a round", next, match.ErrRound, "1 [0 0] 0 Player 1 to play red."},
		{"a win scores 1 for the winner", playAll(strings.Split(shortest, ";")...), nil, "1 [1 0] -1 Player 1 wins."},
		{"no move after it", playAll("j10"), game.ErrIllegal, "1 [1 0] -1 Player 1 wins."},
		{"next begins round 2, player 2 begins", next, nil, "2 [1 0] 1 Player 2 to play yellow."},
		{"undo takes next back, score and all", undo, nil, "1 [1 0] -1 Player 1 wins."},
		{"and then the winning move with its score", undo, nil, "1 [0 0] 0 Player 1 to play green."},
		{"redo brings the win", redo, nil, "1 [1 0] -1 Player 1 wins."},
		{"and round 2", redo, nil, "2 [1 0] 1 Player 2 to play yellow."},
		{"black wins for player 2", playAll(strings.Split(shortest, ";")...), nil, "2 [1 1] -1 Player 2 wins."},
		{"player 1 begins round 3, whoever won", next, nil, "3 [1 1] 0 Player 1 to play green."},
		{"next is refused while vertices are empty", playAll(full[:253]...), nil, "3 [1 1] 1 Player 2 to play cyan."},
		{"still refused", next, match.ErrRound, "3 [1 1] 1 Player 2 to play cyan."},
		{"a full board is a draw and scores nothing", playAll(full[253]), nil, "3 [1 1] -1 Draw."},
		{"next works after a draw too", next, nil, "4 [1 1] 1 Player 2 to play cyan."},
		{"a resignation scores 1 for the other", resign(1), nil, "4 [2 1] -1 Player 1 wins."},
		{"no move after a resignation", playAll("i10"), game.ErrIllegal, "4 [2 1] -1 Player 1 wins."},
		{"nobody resigns twice", resign(0), match.ErrOver, "4 [2 1] -1 Player 1 wins."},
		{"next works after a resignation", next, nil, "5 [2 1] 0 Player 1 to play blue."},
		{"one may resign when the other is to move", resign(1), nil, "5 [3 1] -1 Player 1 wins."},
		{"undo takes a resignation back", undo, nil, "5 [2 1] 0 Player 1 to play blue."},
		{"player 1 resigns", resign(0), nil, "5 [2 2] -1 Player 2 wins."},
		{"round 6", next, nil, "6 [2 2] 1 Player 2 to play purple."},
		{"is won by player 2 too", playAll(strings.Split(shortest, ";")...), nil, "6 [2 3] -1 Player 2 wins."},
		{"round 7 begins as the first", next, nil, "7 [2 3] 0 Player 1 to play red."},
	} {
		t.Run(c.clause, func(t *testing.T) {
			if err := c.do(); !errors.Is(err, c.err) || c.err == nil && err != nil {
				t.Errorf("error %v, want %v", err, c.err)
			}
			said := told(m.State(), "turn")
			if m.ToMove() == game.Nobody {
				said = m.Outcome().Text
			}
			if got := fmt.Sprintf("%d %v %d %s", m.Round(), m.Score(), m.ToMove(), said); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	if got := m.Outcome().Why; m.ToMove() != game.Nobody && got != "" {
		t.Errorf("a round that is on has ended because %q", got)
	}
}

func TestInfo(t *testing.T) {
	info := atom4.Game{}.Info()
	if got, want := fmt.Sprint(info.Seats), fmt.Sprintf("[{Player 1 false false 0 %d} {Player 2 false false 0 %d}]", scene.White, scene.Black); got != want || !info.Open {
		t.Errorf("seats %s, want %s: by default two persons play; open: %t", got, want, info.Open)
	}
	if low, high, usual := (atom4.Game{}).Levels(); low != 0 || high < 1000 || usual != 2 {
		t.Errorf("levels %d to %d, usually %d; OPTIONS -d: from 0 or larger, 2 by default", low, high, usual)
	}
}
