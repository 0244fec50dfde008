package atommaster_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"attic/game"
	"attic/games/atommaster"
	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
	"attic/games/atommaster/rules/rulestest"
)

func TestWhatFollowsFromAnswers(t *testing.T) {
	for _, c := range []struct {
		name, size string
		atoms      int
		answers    string
		want       string // a part of the text, or the error
	}{
		{"one layout", "3", 1, "1=R 2=A", "arrangements that fit: 1\natoms for certain: a2\n"},
		{"three layouts", "3x3", 1, "2=A", "arrangements that fit: 3\natoms for certain: none\nempty for certain: a1,b1,c1,a3,b3,c3\narrangement: a2\narrangement: b2\narrangement: c2\nbest: fire "},
		{"a pass", "4", 1, "2=11", "empty for certain: a2,b2,"},
		{"a port twice", "8", 4, "7=A 7=R", "port 7 shows two results"},
		{"an exit twice", "8", 4, "7=12 12=A", "port 12 shows two results"},
		{"a pass that comes back", "8", 4, "7=7", "a beam that leaves at port 7, where it entered, is R"},
		{"a contradiction, with the fewest ports", "8", 1, "2=A 31=R 5=A", "no board with 1 atom can give these answers: ports 2 and 31"},
		{"no atoms", "8", 0, "", "there can be 1 to 64 atoms on a field of 8x8, not 0"},
		{"more atoms than squares", "3", 10, "", "there can be 1 to 9 atoms on a field of 3x3, not 10"},
		{"as many atoms as squares", "2", 4, "1=A", "atoms for certain: a1,b1,a2,b2\n"},
		{"a port off the field", "8", 4, "33=A", "port 33: not on the field, whose ports go from 1 to 32"},
		{"an exit off the field", "8", 4, "3=33", `an answer must be A, R or the port where the beam left, not "33"`},
		{"no answer", "8", 4, "rubbish", `"rubbish" is not an answer; write answers like this: 7=A 12=R 20=31`},
		{"a field too large", "13", 4, "", `size "13x13": a field has 1 to 12 squares a side`},
		{"the largest field", "12", 6, "3=A 7=A 12=R 20=31 30=R", "estimated from a sample\natoms for certain: a2\n"},
	} {
		text, known, err := atommaster.Game{}.Deduce(context.Background(), c.size, c.atoms, c.answers)
		if (err == nil) != (known != nil) {
			t.Errorf("%s: the error %v and the object %v", c.name, err, known)
		}
		if err != nil && text == "" {
			text = err.Error()
		}
		if !strings.Contains(text, c.want) {
			t.Errorf("%s: %q, want %q", c.name, text, c.want)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, _, err := (atommaster.Game{}).Deduce(ctx, "12", 6, ""); err == nil {
		t.Error("it goes on after it was cancelled")
	}
}

func TestConversation(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"the default board", "go\nquit", "info boards 635376 exact expected "},
		{"the first beam on a small board", "board 5x5 3\ngo\nquit", "info boards 2300 exact expected 6.76\nbestmove fire 2\n"},
		{"the end of the input", "board 3x3 1\nanswer 2 A\ngo", "info boards 3 exact expected "},
		{"an impossible answer changes nothing", "board 8x8 4\nboard 3x3 1\nanswer 1 A\nanswer 2 A\nanswer 3 A\ngo", "error: no board with 1 atom can give this answer: port 2\nerror: no board with 1 atom can give this answer: port 3\ninfo boards 3 exact"},
		{"a guess", "board 3x3 1\nanswer 2 A\nanswer 1 R\ngo\n", "info boards 1 exact expected 0.00\nbestmove guess a2\n"},
		{"no bestmove to answer", "board 3x3 1\nanswer A", "error: write an answer like this: "},
		{"a bad board", "board 8x8\nboard 8x8 x\nboard 13x13 4\nboard 8x8 65", "error: write a board like this: board 8x8 4\nerror: \"x\" is not a number of atoms\nerror: size \"13x13\": a field has 1 to 12 squares a side\nerror: there can be 1 to 64 atoms on a field of 8x8, not 65\n"},
		{"nothing is known of a bad board", "board 3x3 1\nanswer 2 A\nboard 8x8 x\ngo\nanswer 1 R\nboard 3x3 1\ngo", "error: \"x\" is not a number of atoms\n" +
			strings.Repeat("error: there is no board, because the last one was refused (\"x\" is not a number of atoms); send another board\n", 2) + "info boards 9 exact"},
		{"a bad time", "go movetime 0\ngo fast", "error: movetime takes a number of milliseconds, at least 1, not \"0\"\nerror: go takes no argument, or a time: go movetime 500\n"},
		{"garbage", "hello\n\x00\ngo", "error: unknown command \"hello\"; use board, answer, go or quit\nerror: "},
	} {
		var out strings.Builder
		if err := (atommaster.Game{}).Converse(context.Background(), strings.NewReader(c.in), &out); err != nil || !strings.HasPrefix(out.String(), c.want) {
			t.Errorf("%s: %q, %v, want %q", c.name, out.String(), err, c.want)
		}
	}
}

// A whole game is played line by line, with answers from package rulestest.
func TestAGameByLines(t *testing.T) {
	hidden := rules.Deal(rules.Field{W: 5, H: 5}, 3, 1, 1)
	var atoms []rules.Square
	for s := range hidden.Atoms() {
		atoms = append(atoms, s)
	}
	answers := rulestest.Answers(5, atoms)
	said := "board 5x5 3\n"
	for range 21 {
		var out strings.Builder
		if err := (atommaster.Game{}).Converse(context.Background(), strings.NewReader(said+"go\n"), &out); err != nil {
			t.Fatal(err)
		}
		_, best, _ := strings.Cut(out.String(), "bestmove ")
		if set, ok := strings.CutPrefix(strings.TrimSpace(best), "guess "); ok {
			guess, err := rules.ParseLayout("5x5 " + set)
			if err != nil || !rules.SameAnswers(guess, hidden) {
				t.Errorf("it guesses %q, the atoms are %v: %v", set, hidden, err)
			}
			return
		}
		port := number(t, strings.TrimSpace(strings.TrimPrefix(best, "fire ")))
		said += "answer " + strings.TrimSpace(strings.TrimPrefix(best, "fire ")) + " " + answers[int(port)-1].String() + "\n"
	}
	t.Errorf("it does not end:\n%s", said)
}

func TestAConversationEndsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if err := (atommaster.Game{}).Converse(ctx, silent{}, &strings.Builder{}); err == nil {
		t.Error("it waits for more")
	}
}

// silent is an input that never delivers a line.
type silent struct{}

func (silent) Read([]byte) (int, error) { select {} }

// A generated deal is valid, has the requested difficulty and no look-alike, and depends only on the arguments.
func TestGeneratedDeals(t *testing.T) {
	for _, c := range []struct {
		difficulty, atoms int
		size              string
		options           string
	}{
		{1, 4, "8", ""},
		{2, 4, "8x8", ""},
		{3, 4, "8", ""},
		{4, 4, "8", ""},
		{5, 4, "8", ""},
		{2, 3, "5", "atoms=3 size=5"},
		{3, 5, "6x6", "atoms=5 size=6 unique=yes"},
		{4, 6, "5", "atoms=6 size=5 unique=yes"},
		{2, 3, "12", "atoms=3 size=12"},
	} {
		seen := map[game.Setup]bool{}
		for seed := range uint64(3) {
			setup, err := atommaster.Game{}.Generate(context.Background(), c.difficulty, c.size, c.atoms, seed)
			again, _ := atommaster.Game{}.Generate(context.Background(), c.difficulty, c.size, c.atoms, seed)
			if err != nil || setup != again || setup.Options != c.options || setup.Seed == 0 {
				t.Fatalf("%+v: %v, %v, %v", c, setup, again, err)
			}
			seen[setup] = true
			s, err := atommaster.Game{}.New(setup)
			if err != nil {
				t.Fatal(err)
			}
			if got, _, sure := infer.Difficulty(hidden(t, s), 5, 100_000); got != c.difficulty || !sure {
				t.Errorf("%+v: %v has difficulty %d", c, setup, got)
			}
		}
		if len(seen) < 2 {
			t.Errorf("%+v: the seed changes nothing: %v", c, seen)
		}
	}
}

func TestWhatCannotBeGenerated(t *testing.T) {
	for _, c := range []struct {
		difficulty, atoms int
		size, want        string
	}{
		{0, 4, "8", "from 1 to 5, not 0"},
		{6, 4, "8", "from 1 to 5, not 6"},
		{-1, 4, "8", "not -1"},
		{2, 0, "8", "3 to 6 atoms, not 0"},
		{2, 99, "8", "3 to 6 atoms, not 99"},
		{2, 4, "5x6", "square"},
		{2, 4, "4", "from 5x5 to 12x12, not 4x4"},
		{2, 4, "13", "1 to 12 squares a side"},
		{2, 4, "", "write it like 8x8"},
		{2, 4, "x", "write it like 8x8"},
		{2, 4, "eight", "write it like 8x8"},
	} {
		_, err := atommaster.Game{}.Generate(context.Background(), c.difficulty, c.size, c.atoms, 1)
		if !errors.Is(err, game.ErrIllegal) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if _, err := (atommaster.Game{}).Generate(context.Background(), 5, "5", 3, 1); err == nil || errors.Is(err, game.ErrIllegal) || !strings.Contains(err.Error(), "no deal of difficulty 5") {
		t.Errorf("for a difficulty without deals: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := (atommaster.Game{}).Generate(ctx, 2, "8", 4, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of its context: %v", err)
	}
}
