package lines_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"attic/desk/command"
	"attic/draw/grid"
	"attic/game"
	"attic/match"
	"attic/match/store"
	"attic/table"
	"attic/ui/lines"
)

func TestATerminalIsToldWhereItIs(t *testing.T) {
	got := typed(t, open(t, "toy#2", "person program"), "start;guess 9;undo;guess 2;quit")
	board := " 1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20"
	want := []string{
		"Toy. Guess a number from 1 to 20. Type help for the commands, quit to leave.", board, "Type start.",
		"The guessing begins.", board, "Guess the number.",
		"Lower than 9.", " 1  2  3  4  5  6  7  8  .  .", "Guess the number.",
		"The last move revealed or hid something and cannot be taken back.",
		"It is 2.", "Guesser wins.", "It took at most four guesses.", "Type next for the next round",
	}
	at := 0
	for _, text := range want {
		i := strings.Index(got[at:], text)
		if i < 0 {
			t.Fatalf("%q is missing after %q in\n%s", text, got[:at], got)
		}
		at += i + len(text)
	}
}

func TestSecretsAreAskedForOnATerminal(t *testing.T) {
	for _, c := range []struct {
		clause, typed, answer string
		asked                 int
		hidden                bool
	}{
		{"the squares are asked for", "hide", "a1,b2,c3,d4", 1, true},
		{"and never shown as they are typed", "hide a1,b2,c3,d4", "", 0, false},
		{"no answer", "hide", "", 1, false},
		{"a wrong answer", "hide", "a1,b2,c3,z4", 1, false},
		{"too few", "hide", "a1,b2", 1, false},
	} {
		t.Run(c.clause, func(t *testing.T) {
			in := &terminal{lines: []string{c.typed, "history", "dump", "describe"}}
			if c.answer != "" {
				in.secrets = []string{c.answer}
			}
			got := talk(t, open(t, "atommaster#1", "person program"), in, true)
			if len(in.asked) != c.asked || c.asked > 0 && !strings.Contains(in.asked[0], "not shown") {
				t.Errorf("the questions asked are %q", in.asked)
			}
			if c.answer != "" && strings.Contains(got, c.answer) || strings.Contains(got, "a1,b2,c3") || strings.Contains(got, "z4") {
				t.Errorf("the secret is shown:\n%s", got)
			}
			if strings.Contains(got, "hidden by hand") != c.hidden {
				t.Errorf("the output is\n%s", got)
			}
		})
	}
}

func TestLayersAreWords(t *testing.T) {
	const play = "fire 12;set a1;set b1;set c1;set d1;"
	if got := piped(t, open(t, "atommaster#1", "person program"), play+"xray"); !strings.Contains(got, "can be shown after the evaluation") {
		t.Errorf("before the evaluation xray prints %q", got)
	}
	got := typed(t, open(t, "atommaster#1", "person program"), play+"evaluate;help;xray;xray")
	boards := strings.Split(got, "Type next for the next round")
	if len(boards) != 2 {
		t.Fatalf("the output is\n%s", got)
	}
	if !strings.Contains(boards[1], "  xray                  after the evaluation, show or hide the beam paths\n") {
		t.Errorf("help does not list the layer:\n%s", boards[1])
	}
	on, off := strings.Contains(boards[1], "─"), strings.Contains(boards[0], "─")
	if !on && !strings.Contains(boards[1], "│") || off {
		t.Errorf("beam paths before xray: %v, after it: %v in\n%s", off, on, got)
	}
	once := typed(t, open(t, "atommaster#1", "person program"), play+"evaluate;xray")
	without := typed(t, open(t, "atommaster#1", "person program"), play+"evaluate")
	twice := typed(t, open(t, "atommaster#1", "person program"), play+"evaluate;xray;xray")
	if added := strings.TrimPrefix(twice, once); added == "" || added == twice || !strings.Contains(without, added) {
		t.Errorf("the second xray prints\n%s", added)
	}
}

func TestBoardsArePainted(t *testing.T) {
	var out strings.Builder
	s := lines.New(command.Config{
		Person: open(t, "toy", "person program").Here(), May: command.Everything, Terminal: true, Paint: func(g grid.Grid) string { return fmt.Sprintf("<%dx%d>\n", g.W, g.H) },
	}, &terminal{lines: []string{"dump"}}, &out)
	must(t, s.Run(t.Context()))
	if n := strings.Count(out.String(), "<60x1>\n"); n != 2 {
		t.Errorf("%d boards are painted in\n%s", n, &out)
	}
}

func TestPreviewMarksTheBoardOnATerminal(t *testing.T) {
	got := typed(t, open(t, "ataxx", "person person"), "start;preview b6;quit")
	_, shown, _ := strings.Cut(got, "Red to move.\n")
	if !strings.Contains(shown, "a7-b6 would extend and take nothing; then red would have 3, blue 2.") || strings.Count(shown, "r") < 3 {
		t.Errorf("preview prints\n%s", shown)
	}
}

// keeping returns a table of the game id whose games are kept in s.
func keeping(t *testing.T, s store.Store, id string) *table.Table {
	t.Helper()
	name, setup, err := game.ParseID(id)
	must(t, err)
	m, err := match.New(mustFind(t, name), setup)
	must(t, err)
	return table.New(table.Config{
		Match: m, Chance: func() uint64 { return 77 },
		Begin: func() (match.Ledger, error) {
			return s.Library.Begin(name, time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC))
		},
	})
}

func TestAGameIsOfferedAgain(t *testing.T) {
	s := store.Open(t.TempDir(), find)
	say := func(script string) string {
		var out strings.Builder
		tb := keeping(t, s, "toy#2")
		session := lines.New(command.Config{Person: tb.Here(), Owner: tb, May: command.Everything, Store: s, Terminal: true}, &terminal{lines: strings.Split(script, ";")}, &out)
		must(t, session.Run(t.Context()))
		must(t, tb.Close())
		return out.String()
	}
	if got := say("resume"); strings.Contains(got, "is kept, ") || !strings.Contains(got, "No game is kept; to open a file, type resume FILE.") {
		t.Errorf("the first session prints\n%s", got)
	}
	if got := say("start;guess 9"); !strings.Contains(got, "The game is kept; type resume to continue it next time.") {
		t.Errorf("the second session prints\n%s", got)
	}
	got := say("resume;history;guess 2")
	for _, want := range []string{"is kept, step 1; type resume to continue it.", "Set-up: start\n1. guess 9", "Guesser wins."} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if got := say("resume;history"); !strings.Contains(got, "Set-up: start\n1. guess 9, 2. guess 2") {
		t.Errorf("the fourth session prints\n%s", got)
	}
}

func TestAFileIsResumedOnATerminal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a b.save")
	got := typed(t, open(t, "ataxx", "person person"), "start;b6;save "+path)
	if !strings.Contains(got, "Saved as "+path+".\n") {
		t.Errorf("save prints\n%s", got)
	}
	got = typed(t, open(t, "ataxx", "person person"), "resume "+path+";history")
	if !strings.Contains(got, "Set-up: start\n1. a7-b6") || !strings.Contains(got, "Blue to move.") {
		t.Errorf("resume prints\n%s", got)
	}
}
