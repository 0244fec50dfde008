package lines_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"attic/desk/command"
	"attic/game"
	"attic/game/example/toy"
	"attic/games"
	"attic/match"
	"attic/match/store"
	"attic/table"
	"attic/ui/lines"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func find(name string) (game.Game, bool) {
	if name == "toy" {
		return toy.Game{}, true
	}
	return games.Find(name)
}

func everyGame() []game.Game { return append(games.All(), toy.Game{}) }

// open returns a table of the game id. programs names the player of each seat: program is the computer, person a person.
func open(t testing.TB, id, programs string) *table.Table {
	t.Helper()
	name, setup, err := game.ParseID(id)
	must(t, err)
	g, ok := find(name)
	if !ok {
		t.Fatalf("no game %q", name)
	}
	return seat(t, g, setup, programs)
}

func seat(t testing.TB, g game.Game, setup game.Setup, programs string) *table.Table {
	t.Helper()
	m, err := match.New(g, setup)
	must(t, err)
	for seat, who := range strings.Fields(programs) {
		m.Players[seat].Program = who == "program"
	}
	return table.New(table.Config{Match: m, Chance: func() uint64 { return 77 }})
}

// terminal is a person who types lines, and secrets when asked for them.
type terminal struct {
	lines, secrets []string
	asked          []string
}

func (p *terminal) ReadLine() (string, error) { return take(&p.lines) }

func (p *terminal) ReadSecret(question string) (string, error) {
	p.asked = append(p.asked, question)
	return take(&p.secrets)
}

func take(list *[]string) (string, error) {
	if len(*list) == 0 {
		return "", io.EOF
	}
	first := (*list)[0]
	*list = (*list)[1:]
	return first, nil
}

// talk runs a session that reads the input in to its end, and returns the output.
func talk(t testing.TB, tb *table.Table, in lines.Input, onTerminal bool) string {
	t.Helper()
	var out strings.Builder
	s := lines.New(command.Config{Person: tb.Here(), Owner: tb, May: command.Everything, Store: store.Open(t.TempDir(), find), Terminal: onTerminal}, in, &out)
	must(t, s.Run(t.Context()))
	must(t, tb.Close())
	return out.String()
}

// piped runs a session on a pipe and returns the output. The lines of the script are separated by semicolons.
func piped(t testing.TB, tb *table.Table, script string) string {
	t.Helper()
	return talk(t, tb, lines.NewPipe(strings.NewReader(strings.ReplaceAll(script, ";", "\n"))), false)
}

// typed is like piped, but on a terminal.
func typed(t testing.TB, tb *table.Table, script string) string {
	t.Helper()
	return talk(t, tb, &terminal{lines: strings.Split(script, ";")}, true)
}

// Each case is a game between people, a script, and its whole output.
func TestScripts(t *testing.T) {
	for _, c := range []struct{ clause, id, script, want string }{
		{"no output if all is well", "atom4", "i8;h8;undo;redo", ""},
		{"empty lines and comments print nothing", "atom4", ";  ;# i8; # h8;i8", ""},
		{"commands and moves in any case, with blanks around them", "atom4", " I8 ; HISTORY ", "Round 1\n1. i8\n"},
		{"setting and noting answer", "atommaster#4", "fire 3;set a1;sure b2;sure b2", "Port 3: A, absorbed, 1 point.\nAtom 1 of 4 was set on a1.\nNoted on b2: certainly an atom.\nThe note on b2 was removed.\n"},
		{"a pass where there is none", "atom4", "-", "Nobody can pass in this game.\n"},
		{"and by its name", "atommaster", "pass", "Nobody can pass in this game.\n"},
		{"a pass has its name", "ataxx", "fen xoo4/ooo4/ooo4/7/7/7/7 x;start;moves;-;c5-d4;history", "pass\nSet-up: fen xoo4/ooo4/ooo4/7/7/7/7 x 0 1, start\n1. pass c5-d4\n"},
		{"tabs between a command and its argument", "atom4", "id\tround=2;id", "atom4 round=2\n"},
		{"nothing after q", "atom4", "q;id", ""},
		{"nothing after exit", "atom4", "EXIT;id", ""},
		{"nothing after quit", "atom4", "quit;id", ""},
		{"an illegal move is answered with the reason", "toy#2", "start;guess 9;guess 10", "Lower than 9.\nThe number is among 1 to 8.\n"},
		{"neither a command nor a move", "toy", "gues 9", "Unknown command or move \"gues 9\": write a move like \"guess 7\", with a number from 1 to 20; type help for the commands.\n"},
		{"a command without an argument", "atom4", "undo 2", "Undo takes no argument; leave out \"2\".\n"},
		{"undo of nothing", "atom4", "undo", "There is nothing to take back.\n"},
		{"redo of nothing", "atom4", "redo", "There is nothing to redo.\n"},
		{"undo of a move that revealed something", "toy#2", "start;guess 9;undo", "Lower than 9.\nThe last move revealed or hid something and cannot be taken back.\n"},
		{"the moves", "atom4", "moves", "i10 i8\n"},
		{"moves of two words are separated by commas", "toy#2", "start;guess 18;guess 4;moves", "Lower than 18.\nLower than 4.\nguess 1, guess 2, guess 3\n"},
		{"no moves when it is over", "atom4", "resign;moves", "Player 2 wins.\nThe game is over: there are no moves.\n"},
		{"a history of rounds", "toy#2", "start;guess 2;next;start;history", "It is 2.\nGuesser wins.\nRound 1\nSet-up: start\n1. guess 2\nRound 2\nSet-up: start\n"},
		{"a history without moves", "ataxx", "history", "Nothing has been played.\n"},
		{"the history shows who resigned", "ataxx", "start;resign;history", "Blue wins.\nSet-up: start\n1. Red: resign\n"},
		{"the score of a round", "ataxx", "score", "Red 2, Blue 2\n"},
		{"the scores of rounds", "atom4", "resign;next;score", "Player 2 wins.\nRound 2, 2 pieces\nRound 1: Player 2 wins.\nRounds won: Player 1 0, Player 2 1\n"},
		{"next during a round", "atom4", "i8;next", "The round is not over.\n"},
		{"clear starts over", "atom4", "resign;next;i8;clear;history;score", "Player 2 wins.\nRound 1\nNothing has been played.\nRound 1, 2 pieces\nRounds won: Player 1 0, Player 2 0\n"},
		{"the game ID", "ataxx blocks=3gh#9", "id", "ataxx blocks=3gh#9\n"},
		{"another game by its ID", "atom4", "i8;id atom4 round=4;id", "atom4 round=4\n"},
		{"without the game's name", "atom4", "id round=4#3;id;id #5;id", "atom4 round=4#3\natom4#5\n"},
		{"an ID of another game", "atom4", "id ataxx;id", "\"ataxx\" is not a game ID of Atom-4; one looks like \"atom4#17\".\natom4\n"},
		{"an ID with a wrong option", "atom4", "id round=0;id", "Round is \"0\"; it must be a number from 1 to 1073741824.\natom4\n"},
		{"the opponent", "atom4", "opponent", "Player 2 is played by a person.\n"},
		{"an invalid opponent", "atom4", "opponent cat", "An opponent must be human, ai, think:5s or engine:COMMAND, not \"cat\".\n"},
		{"one's side", "ataxx", "side;side blue;side;color RED;side", "You play red.\nYou play blue.\nYou play red.\n"},
		{"an invalid side", "ataxx", "side green", "\"green\" is not a side of Ataxx; use red or blue.\n"},
		{"a side by its number or the last word of its name", "atom4", "side 2;side;side player 1;side", "You play player 2.\nYou play player 1.\n"},
		{"the level", "ataxx", "level 7;level", "The level is 7, regular; levels go from 0 to 22 (default 3).\n"},
		{"a level too high", "ataxx", "level 23", "There is no level 23; levels go from 0 to 22 (default 3).\n"},
		{"an invalid level", "toy", "level x", "\"x\" is not a level; there is only level 1.\n"},
		{"an invalid seed", "atom4", "seed;seed x;seed 99999999999999999999", "Seed needs a whole number: seed N.\nA seed is a whole number of at most 64 bits, not \"x\".\nA seed is a whole number of at most 64 bits, not \"99999999999999999999\".\n"},
		{"seeds with and without a sign", "atom4", "seed -9223372036854775808;seed 18446744073709551615;seed +3", ""},
		{"set-up commands work only during set-up", "ataxx", "blocks 3;start;blocks 0;color red", "Blocks works only during set-up; type clear to go back to it.\nColor works only during set-up; type clear to go back to it.\n"},
		{"a command that only prints a text", "atommaster", "xray", "The beam paths can be shown after the evaluation.\n"},
		{"a hint that first says where to look", "atommaster", "hide b6,c3,f4,c8;fire 8;hint;hint;hint;hint", "4 atoms were hidden by hand.\nPort 8: the beam left at port 17, 2 points.\n" +
			"Look at the beam at port 8.\na1 is empty. The beam at 8 would have met an atom there. The same beam proves this for 15 more squares.\n" +
			"Suppose an atom on a1: wherever the other 3 atoms are, the beam at 8 cannot come out as it did; with that atom alone in the way it would be absorbed at a1.\n" +
			"Lesson 3, Straight through, teaches this idea (clear path). Type lesson clear path to open it.\nLook at the beam at port 8.\n"},
		{"something follows from the answers", "atommaster", "hide b6,c3,f4,c8;fire 8;certain", "4 atoms were hidden by hand.\nPort 8: the beam left at port 17, 2 points.\nYes: more can be deduced from the answers than is set or noted.\n"},
		{"and no", "atommaster", "hide b6,c3,f4,c8;fire 30;certain", "4 atoms were hidden by hand.\nPort 30: A, absorbed, 1 point.\nNo: nothing more can be deduced from the answers without another beam.\n"},
		{"how many layouts are left", "atommaster", "hide b6,c3,f4,c8;fire 2;left", "4 atoms were hidden by hand.\nPort 2: the beam left at port 32, 2 points.\n30,856 arrangements fit the answers.\n"},
		{"before play nothing can follow", "atommaster", "certain", "Certain works only during play.\n"},
		{"a hint", "toy#2", "start;hint", "guess 10: halves what is left, 1 to 20.\n"},
		{"the second hint says what follows, the third the move again", "toy#2", "start;hint;hint;hint", "guess 10: halves what is left, 1 to 20.\nThen the middle of what is left.\nguess 10: halves what is left, 1 to 20.\n"},
		{"a hint belongs to one position", "toy#2", "start;hint;hint;guess 5;hint", "guess 10: halves what is left, 1 to 20.\nThen the middle of what is left.\nLower than 5.\nguess 2: halves what is left, 1 to 4.\n"},
		{"a hint survives a change of the seats", "toy#2", "start;hint;name guesser Anna;hint", "guess 10: halves what is left, 1 to 20.\nThen the middle of what is left.\n"},
		{"no hint before play", "toy#2", "hint", "Hints are available once the game starts; type start.\n"},
		{"no hint when it is over", "toy#2", "start;guess 2;hint", "It is 2.\nGuesser wins.\nThe game is over, so there are no hints.\n"},
		{"a hint takes no argument", "toy#2", "hint 3", "Hint takes no argument; leave out \"3\".\n"},
		{"a script is warned if it asks for it", "toy#2", "warn on;start;guess 20;guess 19;guess 18;guess 1", "Lower than 20.\nLower than 19.\nLower than 18.\nHider wins if the next guess is wrong.\nHigher than 1.\n"},
		{"and not otherwise", "toy#2", "start;guess 20;guess 19;guess 18", "Lower than 20.\nLower than 19.\nLower than 18.\n"},
		{"the setting of warn", "toy", "warn;warn off;warn;warn on;warn;warn auto;warn;warn maybe", "You will be warned when the computer threatens to win at level 4 or lower.\nYou will not be warned when the opponent threatens to win.\nYou will be warned when the opponent threatens to win.\nYou will be warned when the computer threatens to win at level 4 or lower.\nWarn takes on, off or auto, not \"maybe\".\n"},
		{"the speed", "toy", "speed;speed slow;speed;speed 1.5;speed;speed normal;speed", "The computer's speed is normal.\nThe computer's speed is slow.\nThe computer's speed is 1.5 seconds a move.\nThe computer's speed is normal.\n"},
		{"an invalid speed", "toy", "speed 61;speed -1;speed hare", "A speed must be slow, normal, fast or 0 to 60 seconds a move, not \"61\".\nA speed must be slow, normal, fast or 0 to 60 seconds a move, not \"-1\".\nA speed must be slow, normal, fast or 0 to 60 seconds a move, not \"hare\".\n"},
		{"no engine at this table", "atom4", "opponent engine:tiktaxx", "Engines cannot play at this table.\n"},
		{"a preview needs a move", "atom4", "preview", "Preview needs a move: preview MOVE; type moves to list them.\n"},
		{"a preview plays nothing", "ataxx", "start;preview b6;history", "a7-b6 would extend and take nothing; then red would have 3, blue 2.\nSet-up: start\n"},
		{"a secret in a script is accepted", "atommaster#1", "hide a1,b2,c3,d4;history", "4 atoms were hidden by hand.\nRound 1\nSet-up: hide\n"},
		{"save and resume need a name in a script", "atom4", "save;resume", "Save needs a file name: save FILE.\nA game from a pipe is not kept; name a file: resume FILE.\n"},
		{"binary", "atom4", "i8;\x00;history", "This is not text.\nRound 1\n1. i8\n"},
		{"a line too long", "atom4", "i8;" + strings.Repeat("x", 1<<20) + ";history", "The line is longer than 65536 bytes.\nRound 1\n1. i8\n"},
		{"a last line without a line feed", "atom4", "i8;history", "Round 1\n1. i8\n"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			if got := piped(t, open(t, c.id, "person person"), c.script); got != c.want {
				t.Errorf("%s\nprints\n%s\nwant\n%s", c.script, got, c.want)
			}
		})
	}
}

func TestProgramsInScripts(t *testing.T) {
	for _, c := range []struct{ clause, id, programs, script, want string }{
		{"the computer's moves are reported", "toy#2", "program program", "start;history", "Lower than 10.\nLower than 5.\nIt is 2.\nGuesser wins.\nRound 1\nSet-up: start\n1. guess 10, 2. guess 5, 3. guess 2\n"},
		{"what it expects is reported on request", "toy#2", "program program", "thoughts;start", "Lower than 10.\nIt looked 1 move ahead and expects guess 10.\nLower than 5.\nIt looked 1 move ahead and expects guess 5.\nIt is 2.\nGuesser wins.\nIt looked 1 move ahead and expects guess 2.\n"},
		{"auto plays the person's side", "toy#2", "person program", "auto;start", "Lower than 10.\nLower than 5.\nIt is 2.\nGuesser wins.\n"},
		{"a script cannot pause the computer", "toy#2", "program program", "pause", "Pause works only interactively; a script waits for the computer.\n"},
		{"until clear", "toy#2", "person program", "auto;clear;start;guess 20", "Lower than 20.\n"},
		{"seats are fixed once something is hidden", "toy", "person program", "hide 3;opponent human;side 2", "A number is hidden.\nSeats cannot be changed once something has been hidden or revealed.\nSeats cannot be changed once something has been hidden or revealed.\n"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			if got := piped(t, open(t, c.id, c.programs), c.script); got != c.want {
				t.Errorf("%s\nprints\n%s\nwant\n%s", c.script, got, c.want)
			}
		})
	}
}

// watchful is an input that fails the test if it is read while the computer is to move.
type watchful struct {
	lines.Input
	t     *testing.T
	table *table.Table
	reads int
}

func (w *watchful) ReadLine() (string, error) {
	w.reads++
	if w.table.Here().Now().Thinking {
		w.t.Error("the input is read while the computer is to move")
	}
	return w.Input.ReadLine()
}

func TestScriptsAreReadOnlyWhenAPersonIsToAct(t *testing.T) {
	for _, id := range []string{"toy#2", "atom4", "ataxx"} {
		tb := open(t, id, "person program")
		script := "level 1\nstart\nmoves\n" + strings.Repeat("undo\nredo\n", 3) + "auto\nclear\nstart\nid\nresign\nnext\n"
		in := &watchful{Input: lines.NewPipe(strings.NewReader(script)), t: t, table: tb}
		talk(t, tb, in, false)
		if want := strings.Count(script, "\n") + 1; in.reads != want {
			t.Errorf("%s: %d lines were read, want %d", id, in.reads, want)
		}
	}
}

func TestOtherErrorsOfTheInputEndTheSession(t *testing.T) {
	broken := errors.New("broken")
	tb := open(t, "atom4", "person person")
	s := lines.New(command.Config{Person: tb.Here(), Owner: tb, May: command.Everything}, failing{broken}, io.Discard)
	if err := s.Run(t.Context()); !errors.Is(err, broken) {
		t.Errorf("the session ended with %v", err)
	}
}

type failing struct{ err error }

func (f failing) ReadLine() (string, error)         { return "", f.err }
func (f failing) ReadSecret(string) (string, error) { return "", f.err }

// silent is a person who types nothing until release is closed; then the input ends.
type silent struct{ release chan struct{} }

func (s silent) ReadLine() (string, error) {
	<-s.release
	return "", io.EOF
}
func (s silent) ReadSecret(string) (string, error) { return "", io.EOF }

func TestTheEndOfTheContextEndsTheSession(t *testing.T) {
	in := silent{make(chan struct{})}
	defer close(in.release)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, programs := range []string{"person person", "program program"} {
		tb := open(t, "atom4", programs)
		s := lines.New(command.Config{Person: tb.Here(), Owner: tb, May: command.Everything}, in, io.Discard)
		if err := s.Run(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: the session ended with %v", programs, err)
		}
	}
}

func TestSaveAndResume(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, os.Mkdir("folder", 0o700))
	must(t, os.WriteFile("diary", []byte("mine\n"), 0o600))
	must(t, os.WriteFile("cut", []byte("attic save 1\ngame atom4\nround\nmove i8\n"), 0o600))
	must(t, os.WriteFile("rubbish", []byte("attic save 1\ngame atom4\nround\nmove a7-b6\nend 4\n"), 0o600))
	got := piped(t, open(t, "toy#2", "person person"), "start;guess 9;save toy.save")
	if got != "Lower than 9.\n" {
		t.Errorf("the output is %q", got)
	}
	script := "i8;save my game.save;h8;resume my game.save;history;save diary;save folder;save none/a;" +
		"resume none;resume folder;resume diary;resume cut;resume rubbish;resume toy.save;history"
	want := strings.Join([]string{
		"Round 1", "1. i8",
		"diary: not saved: another file has this name and will not be replaced; choose another name.",
		"folder: not saved: another file has this name and will not be replaced; choose another name.",
		"none/a: not saved: there is no such file or folder.",
		"none: there is no such file or folder.",
		"folder: it is a folder; a file is needed.",
		"diary: this is not a saved game: a saved game begins with the line \"attic save 1\".",
		"cut: line 4: the file is truncated: its end line is missing.",
		"rubbish: line 4: ",
		"toy.save: this is a game of Toy; attic toy resumes it.",
		"Round 1", "1. i8",
	}, "\n")
	got = piped(t, open(t, "atom4", "person person"), script)
	for i, line := range strings.Split(want, "\n") {
		lines := strings.Split(got, "\n")
		if i >= len(lines) || !strings.HasPrefix(lines[i], line) {
			t.Fatalf("the output is\n%s\nwant\n%s", got, want)
		}
	}
	if held, err := os.ReadFile("diary"); err != nil || string(held) != "mine\n" {
		t.Errorf("the file diary contains %q, %v", held, err)
	}
}

func TestLoad(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) { must(t, os.WriteFile(name, []byte(text), 0o600)) }
	write("moves", "# a beginning\ni8\n\nh8\n")
	write("outer", "load moves\nhistory\n")
	write("wrong", "i8\n\nz99\nh8\n")
	write("itself", "i8\nload itself\nh8\n")
	write("ping", "load pong\n")
	write("pong", "load ./ping\n")
	write("leaves", "i8\nquit\nh8\n")
	write("binary", "i8\n\x00\nh8\n")
	write("long", "i8\n"+strings.Repeat("x", 1<<20)+"\nh8\n")
	write("open", "i8\nhistory")
	for i := range 30 {
		write("deep"+string(rune('a'+i)), "load deep"+string(rune('a'+i+1))+"\n")
	}
	must(t, os.Mkdir("folder", 0o700))
	big, err := os.Create("big")
	must(t, err)
	must(t, errors.Join(big.Truncate(100<<20), big.Close()))
	must(t, os.Symlink("itself", filepath.Join(".", "alias")))
	for _, c := range []struct {
		script, says string // text that the output must contain before the history
		history      string
	}{
		{"load moves", "", "1. i8 h8"},
		{"load outer", "1. i8 h8\n", "1. i8 h8"},
		{"load", "Load needs a file name: load FILE.\n", ""},
		{"load nothing", "there is no such file or folder.\n", ""},
		{"load folder", "it is a folder; a file is needed.\n", ""},
		{"load big", "it is too large: 100 MB; at most 8 MB are read.\n", ""},
		{"load wrong", "wrong:3: ", "1. i8 h8"},
		{"load itself", "itself:2: itself: it is being loaded already; a file cannot load itself.\n", "1. i8 h8"},
		{"load alias", "alias:2: itself: it is being loaded already", "1. i8 h8"},
		{"load ping", "pong:1: ./ping: it is being loaded already", ""},
		{"load deepa", "deept:1: deepu: more than 20 files load each other.\n", ""},
		{"load binary", "binary:2: This is not text.\n", "1. i8 h8"},
		{"load long", "long:2: The line is longer than 65536 bytes.\n", "1. i8 h8"},
		{"load open", "1. i8\n", "1. i8"},
	} {
		got := piped(t, open(t, "atom4", "person person"), c.script+";history")
		if c.history == "" {
			c.history = "Nothing has been played."
		}
		says, ok := strings.CutSuffix(got, "Round 1\n"+c.history+"\n")
		if !ok || !strings.Contains(says, c.says) || c.says == "" && says != "" || strings.Count(says, "\n") > 2 {
			t.Errorf("%s prints\n%s", c.script, got)
		}
	}
	if got := piped(t, open(t, "atom4", "person person"), "load leaves;history"); got != "" {
		t.Errorf("after quit in a file the output is %q", got)
	}
}

func TestFilesWaitForThePrograms(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, os.WriteFile("game", []byte("auto\nstart\nhistory\n"), 0o600))
	got := piped(t, open(t, "toy#2", "person program"), "load game")
	if want := "Set-up: start\n1. guess 10, 2. guess 5, 3. guess 2\n"; !strings.HasSuffix(got, want) {
		t.Errorf("the output is %q", got)
	}
}

func TestNamesOfFilesAreQuoted(t *testing.T) {
	for _, word := range []string{"load", "save none/", "resume"} {
		for _, name := range []string{"\x1b[2Jx", strings.Repeat("x", 40_000)} {
			got := piped(t, open(t, "atom4", "person person"), word+" "+name)
			if strings.Contains(got, "\x1b") || len(got) > 300 || got == "" {
				t.Errorf("%s %.20q prints %.200q", word, name, got)
			}
		}
	}
}
