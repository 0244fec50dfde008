package lines_test

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"

	"attic/desk/command"
	"attic/dev/race"
	"attic/game"
	"attic/games"
	"attic/match/store"
	"attic/table"
	"attic/ui/lines"
)

// listener is a person who hears the output of a session and types lines. answer takes the output since the previous line and returns the
// next line, or "" to leave.
type listener struct {
	mu     sync.Mutex // guards heard, because a session prints while it waits for a line
	heard  strings.Builder
	answer func(heard string) string
}

func (l *listener) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.heard.Write(text)
}

func (l *listener) ReadLine() (string, error) {
	l.mu.Lock()
	heard := l.heard.String()
	l.heard.Reset()
	l.mu.Unlock()
	line := l.answer(heard)
	if line == "" {
		return "", io.EOF
	}
	return strings.TrimSuffix(line, enter), nil
}

func (l *listener) ReadSecret(string) (string, error) { return "", io.EOF }

const enter = "\r"

// listen runs a session for a person who listens; answer is as in listener.
func listen(t *testing.T, tb *table.Table, answer func(heard string) string) {
	t.Helper()
	listenTo(t, tb, func(_ *lines.Session, heard string) string { return answer(heard) })
}

// listenTo is like listen, but answer also receives the session.
func listenTo(t *testing.T, tb *table.Table, answer func(s *lines.Session, heard string) string) {
	t.Helper()
	attend(t, tb, true, answer)
}

// attend is like listenTo, but at a terminal, for a person who listens or one who sees boards.
func attend(t *testing.T, tb *table.Table, listens bool, answer func(s *lines.Session, heard string) string) {
	t.Helper()
	var s *lines.Session
	l := &listener{answer: func(heard string) string { return answer(s, heard) }}
	s = lines.New(command.Config{Person: tb.Here(), Owner: tb, May: command.Everything, Store: store.Open(t.TempDir(), find), Terminal: true, Listens: listens}, l, l)
	must(t, s.Run(t.Context()))
	must(t, tb.Close())
}

// says types lines and returns the output before the first line, which is the welcome, and the output after each line.
func says(t *testing.T, tb *table.Table, lines ...string) (heard []string) {
	t.Helper()
	listen(t, tb, func(text string) string {
		heard = append(heard, text)
		if len(heard) > len(lines) {
			return ""
		}
		return lines[len(heard)-1]
	})
	return heard
}

// drawing matches what only boards have: seven single characters with blanks between them, or a character of a drawing.
var drawing = regexp.MustCompile(`(?m)(\S +){6}\S$|[│┌└·●○]`)

// A whole game of each kind can be played by listening: the command moves lists the moves, each move is answered, and no board is printed.
func TestWholeGamesAreHeard(t *testing.T) {
	race.Plain(t)
	t.Parallel()
	for _, c := range []struct {
		game  string
		moves func(heard string) string // returns the move to type, given the output of the command moves
	}{
		{"atom4", heardMove},
		{"ataxx start=yes", heardMove},
		{"atommaster#5", func() func(string) string {
			fired := 0
			return func(heard string) string {
				if fired++; fired <= 6 {
					return fmt.Sprint("fire ", 5*fired)
				}
				if fired <= 10 {
					return fmt.Sprintf("set b%d", fired-6)
				}
				return "evaluate"
			}
		}()},
	} {
		t.Run(strings.Fields(c.game)[0], func(t *testing.T) {
			t.Parallel()
			tb := open(t, c.game, "person person")
			if strings.HasPrefix(c.game, "atommaster") {
				tb = open(t, c.game, "person")
			}
			asked, plies, over := false, 0, false
			listen(t, tb, func(heard string) string {
				if asked {
					asked = false
					plies++
					return c.moves(heard)
				}
				if drawing.MatchString(heard) {
					t.Fatalf("a board is printed:\n%s", heard)
				}
				if plies > 0 && heard == "" {
					t.Fatal("a move got no answer")
				}
				if over = strings.Contains(heard, "quit to leave") && plies > 0; over || plies > 400 {
					return ""
				}
				asked = true
				return "moves"
			})
			if !over {
				t.Errorf("after %d moves the game is not over", plies)
			}
		})
	}
}

// heardMove returns a move that occurs in the text heard, an extension if there is one.
func heardMove(heard string) string {
	moves := regexp.MustCompile(`(?m)\b([a-p])(\d+)(-([a-p])(\d+))?\b|^pass$`).FindAllStringSubmatch(heard, -1)
	for _, m := range moves {
		near := func(a, b string) bool { return a != "" && b != "" && max(a[0], b[0])-min(a[0], b[0]) <= 1 }
		if near(m[1], m[4]) && near(m[2], m[5]) {
			return m[0]
		}
	}
	if len(moves) == 0 {
		return "the text names no move: " + heard
	}
	return moves[len(moves)-1][0]
}

// Each ply is answered by one sentence, whichever side moved.
func TestAMoveIsOneSentence(t *testing.T) {
	t.Parallel()
	heard := says(t, open(t, "ataxx start=yes", "person person"), "a7-a6", "g7-g6", "undo")
	for i, want := range []string{"", "Red extended a7-a6 and took nothing.\n", "Blue extended g7-g6 and took nothing.\n", "Taken back: Blue's g7-g6.\nBlue to move.\n"} {
		if i > 0 && heard[i] != want {
			t.Errorf("line %d is answered by %q, want %q", i, heard[i], want)
		}
	}
}

// After a move that does not change the board, such as start, the session says whose turn it is.
func TestTheStartIsHeard(t *testing.T) {
	t.Parallel()
	if heard := says(t, open(t, "ataxx", "person person"), "start"); heard[1] != "Red to move.\n" {
		t.Errorf("start is answered by %q", heard[1])
	}
}

// After a command of the set-up, the session says what it changed and prints no board. In a game that has just begun, such a command goes
// back to the set-up.
func TestTheSetUpIsHeard(t *testing.T) {
	t.Parallel()
	const blocks, start = "Blocks: b6, f6, c5, e5, c4, e4, c3, e3, b2 and f2.\nEmpty squares: 35. Jumps in a row: 0; at 45 the game ends.\n", "Set-up: type start to begin; red goes first.\n"
	for _, id := range []string{"ataxx", "ataxx start=yes"} {
		if heard := says(t, open(t, id, "person person"), "blocks 3gh"); heard[1] != blocks+start {
			t.Errorf("%s: blocks 3gh is answered by %q", id, heard[1])
		}
	}
}

// If one person plays here, they are told that they won or lost; two people are told which side did.
func TestTheEndIsHeard(t *testing.T) {
	t.Parallel()
	const won, lost = "fen xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxooo/ooooooo/x1ooooo x", "fen ooooooo/ooooooo/ooooooo/ooooooo/oooooxx/xxxxxxx/xxxxx1x x"
	for _, c := range []struct{ programs, lines, want string }{
		{"person program", won + ";start;a1-b1", "You won. Neither side can move: red "},
		{"person program", lost + ";start;g1-f1", "You lost. Neither side can move: red "},
		{"person program", "start;resign", "You resigned."},
		{"person person", won + ";start;a1-b1", "Red wins.\nNeither side can move: red "},
		{"person person", "start;resign", "Blue wins.\nRed has resigned."},
	} {
		heard := says(t, open(t, "ataxx", c.programs), append(strings.Split(c.lines, ";"), "who")...)
		end, who := heard[len(heard)-2], heard[len(heard)-1]
		if !strings.Contains(end, c.want) || !strings.Contains(who, strings.ReplaceAll(c.want, "\n", " ")) {
			t.Errorf("%s: after %q the output is\n%s\nand who prints\n%s", c.programs, c.lines, end, who)
		}
	}
}

// Questions about a position are answered in sentences.
func TestPositionsAreAskedAbout(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ id, lines, line, want string }{
		{"ataxx start=yes", "", "at a7", "a7 is red. Beside it: empty b7, a6 and b6.\n"},
		{"ataxx start=yes", "a7-b6", "at b7", "b7 is empty. Beside it: red a7 and b6; empty c7, a6 and c6.\n"},
		{"ataxx start=yes", "", "last", "Nothing has been played.\n"},
		{"ataxx start=yes", "a7-b6", "last", "Red extended a7-b6 and took nothing.\n"},
		{"ataxx start=yes", "", "moves g1", "8 moves:\ng1-e3, g1-f3, g1-g3, g1-e2, g1-f2, g1-g2, g1-e1, g1-f1\n"},
		{"ataxx start=yes", "", "moves d4", "There is no move at d4; type moves for all.\n"},
		{"ataxx start=yes", "", "who", "Red: a person.\nBlue: a person.\nRed to move.\nRed 2, Blue 2.\n"},
		{"ataxx start=yes", "", "threats", "Red to move: no move wins at once.\nThe other side is not threatening to win.\n"},
		{"ataxx", "blocks 3gh", "at b6", "b6 is blocked."},
		{"ataxx", "", "threats", "The game has not started; type start.\n"},
		{"atom4", "", "at h9", "h9 is green."},
		{"atom4", "", "at q3", "does not begin with a column"},
		{"atommaster#5", "fire 3", "threats", "Atommaster has no threats: the round ends when you evaluate."},
		{"atommaster#5", "", "at d4", "d4: nothing is set. Its row has the ports 5 and 20, its column 29 and 12.\n"},
		{"atommaster#5", "fire 3", "at 3", "Port 3 is on the left and opens on a6."},
		{"atommaster#5", "", "at port 32", "Port 32 is at the top and opens on a8. No beam has been fired there.\n"},
		{"atommaster#5", "", "at z9", `"z9" is neither a square nor a port; squares are a1 to h8, ports 1 to 32.`},
	} {
		lines := append(strings.FieldsFunc(c.lines, func(r rune) bool { return r == ';' }), c.line)
		programs := "person person"
		if strings.HasPrefix(c.id, "atommaster") {
			programs = "person"
		}
		heard := says(t, open(t, c.id, programs), lines...)
		if got := heard[len(heard)-1]; !strings.Contains(got, c.want) {
			t.Errorf("%s: after %q, %s prints\n%s\nwant\n%s", c.id, c.lines, c.line, got, c.want)
		}
	}
}

// Every list begins with the number of its entries and comes ten at a time; each page says which entries it has, and has the same form as
// the others. Any other line ends the list.
func TestListsAreHeardInPages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ id, lines, line, want string }{
		{"ataxx start=yes", "", "moves", "Moves 1 to 10 of 16:|a7-b7, a7-c7, a7-a6, a7-b6, a7-c6, a7-a5, a7-b5, a7-c5, g1-e3, g1-f3|Press Enter for the next six.|Moves 11 to 16 of 16:|g1-g3, g1-e2, g1-f2, g1-g2, g1-e1, g1-f1"},
		{"ataxx", "", "moves", "Moves 1 to 10 of 16:|a7-b7, a7-c7, a7-a6, a7-b6, a7-c6, a7-a5, a7-b5, a7-c5, g1-e3, g1-f3|Press Enter for the next six.|Moves 11 to 16 of 16:|g1-g3, g1-e2, g1-f2, g1-g2, g1-e1, g1-f1"},
		{"ataxx start=yes", "moves;last", enter, ""},
		{"ataxx", "fen 1oo4/7/7/7/7/7/oo5 x;start", "moves", "1 move:|pass"},
		{"atommaster#5", "", "moves", "Moves 1 to 10 of 32:|fire 1, fire 2, fire 3, fire 4, fire 5, fire 6, fire 7, fire 8, fire 9,|fire 10|Press Enter for the next 10.|"},
		{"atommaster#5", "", "moves 3", "1 move:|fire 3"},
		{"atom4", "", "moves", "2 moves:|i10, i8"},
		{"atom4", "i10;h10;resign;next;i10", "history", "4 moves:|Round 1: 1 player 1: i10, 1 player 2: h10, 2 player 1: resign,|Round 2: 1 player 2: i10"},
		{"atommaster#5", "atoms 5;atoms 6;balls;balls;atoms 5;fire 3", "history", "Round 1. Set-up: atoms 5.|1 move:|1. fire 3"},
		{"atommaster#5", "atoms 5;fire 3;set a1", "history", "Round 1. Set-up: atoms 5.|2 moves:|1. fire 3, 2. set a1"},
		{"ataxx", "blocks 3gh;a7-b7;start", "history", "Set-up: blocks 3gh, a7-b7, start. No moves."},
		{"ataxx", "blocks 3gh;a7-b7;start;a1-b1", "history", "Set-up: blocks 3gh, a7-b7, start.|1 move:|1 blue: a1-b1"},
		{"atom4", "i10;resign;next", "history", "Round 2 has no moves.|2 moves:|Round 1: 1 player 1: i10, 1 player 2: resign"},
		{"ataxx", "", "boards", "10 boards:|blocks 0: No blocks|blocks 0x: Centre|"},
		{"ataxx start=yes", "boards", "history", "Nothing has been played."},
		{"ataxx", "", "level list", "Levels 1 to 10 of 23:| 0  raw novice|"},
		{"atommaster#5", "", "help", "Commands 1 to 10 of 15:|fire PORT: fire a beam at a port, such as fire 12.|"},
	} {
		lines := strings.FieldsFunc(c.lines+";"+c.line+";"+enter, func(r rune) bool { return r == ';' })
		programs := "person person"
		if strings.HasPrefix(c.id, "atommaster") {
			programs = "person"
		}
		heard := says(t, open(t, c.id, programs), lines...)
		said := strings.ReplaceAll(strings.TrimSpace(strings.Join(heard[len(lines)-1:], "")), "\n", "|")
		if c.want == "" && said != "" || !strings.Contains(said, c.want) {
			t.Errorf("%s: after %q, %s prints\n%s\nwant\n%s", c.id, c.lines, c.line, said, c.want)
		}
	}
}

// A person hears whose move, and which one, was taken back or brought back. The same holds for steps of the set-up and for the start of a
// round.
func TestWhatWasTakenBackIsHeard(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ id, lines, want string }{
		{"ataxx start=yes", "a7-b6;undo", "Taken back: Red's a7-b6."},
		{"ataxx start=yes", "a7-b6;undo;redo", "Brought back: Red's a7-b6."},
		{"ataxx", "blocks 3gh;undo", "Taken back: blocks 3gh in the set-up."},
		{"ataxx", "a7-b7;start;undo", "Taken back: start in the set-up."},
		{"ataxx start=yes", "resign;undo", "Taken back: Red's resignation."},
		{"ataxx start=yes", "a7-b6;new;undo", "The previous game is back."},
		{"ataxx start=yes", "a7-b6;clear;undo", "The previous game is back."},
		{"atom4", "i10;undo", "Taken back: Player 1's i10."},
		{"atom4", "i10;resign;next;undo", "Taken back: the start of round 2."},
		{"atom4", "i10;resign;next;undo;redo", "Brought back: the start of round 2."},
		{"atommaster#5", "fire 3;set a1;undo", "Taken back: set a1."},
		{"atommaster#5", "atoms 5;undo", "Taken back: atoms 5."},
	} {
		lines := strings.Split(c.lines, ";")
		programs := "person person"
		if strings.HasPrefix(c.id, "atommaster") {
			programs = "person"
		}
		heard := says(t, open(t, c.id, programs), lines...)
		if got := heard[len(heard)-1]; !strings.HasPrefix(got, c.want+"\n") {
			t.Errorf("%s: %q prints\n%s\nwant\n%s", c.id, c.lines, got, c.want)
		}
	}
	heard := strings.Join(says(t, open(t, "ataxx start=yes", "person program"), "a7-b6", "undo", enter), "")
	if want := regexp.MustCompile(`Taken back: Red's a7-b6( and Blue's \S+)?\.\n`); !want.MatchString(heard) {
		t.Errorf("against the computer undo prints\n%s", heard)
	}
}

// The output of describe begins with the last move; only the command board prints a board.
func TestTheBoardIsThereForTheAsking(t *testing.T) {
	t.Parallel()
	heard := says(t, open(t, "ataxx start=yes", "person person"), "a7-b6", "describe", "board", "preview g7-f6") // two people, so that no computer moves in between
	heard = append(heard, says(t, open(t, "ataxx start=yes", ""), "hint")[1])
	if !strings.HasPrefix(heard[2], "Red extended a7-b6 and took nothing.\n") {
		t.Errorf("describe begins with\n%s", heard[2])
	}
	if !drawing.MatchString(heard[3]) {
		t.Errorf("board prints\n%s", heard[3])
	}
	for _, i := range []int{4, 5} {
		if drawing.MatchString(heard[i]) {
			t.Errorf("a board is printed without the command board:\n%s", heard[i])
		}
	}
}

// Every spot of every game can be described, and each description ends with a full stop.
func TestEverySpotIsAskedAbout(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		s, err := g.New(game.Setup{})
		must(t, err)
		speaker, ok := g.(game.Speaker)
		if !ok {
			continue
		}
		v := s.View(0)
		for _, track := range v.Tracks() {
			for _, spot := range track.Spots {
				if text, err := speaker.At(v, spot); spot != track.Park && (err != nil || !strings.HasSuffix(text, ".")) {
					t.Errorf("%s: the description of %s is %q, %v", g.Info().Title, spot, text, err)
				}
			}
		}
	}
}
