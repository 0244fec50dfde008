package machine_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"attic/engine/machine"
	"attic/game"
)

// double answers a word with the word twice; for a word that contains x, it fails after writing the word once.
func double(w io.Writer, line string) error {
	fmt.Fprintln(w, line)
	if strings.Contains(line, "x") {
		return errors.New("move 2: an x")
	}
	fmt.Fprintln(w, line)
	return nil
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		clause, in string
		blocks     bool
		want, errs string
		err        error
	}{
		{"nothing", "", false, "", "", nil},
		{"a line", "a\n", false, "a\na\n", "", nil},
		{"the last line without a line feed", "a\nb", false, "a\na\nb\nb\n", "", nil},
		{"blanks around a line are dropped", "  a b \r\n", false, "a b\na b\n", "", nil},
		{"an empty line is answered too", "\n", false, "\n\n", "", nil},
		{"blocks are ended by an empty line", "a\nb\n", true, "a\na\n\nb\nb\n\n", "", nil},
		{"an error replaces the rest of its answer, and the next line is read", "a\nx\nb\n", false, "a\na\nx\n\nb\nb\n", "error: line 2, move 2: an x\n", machine.ErrAnswers},
		{"an error in blocks", "x\na\n", true, "x\n\na\na\n\n", "error: line 1, move 2: an x\n", machine.ErrAnswers},
		{"binary", "a\x00\nb\n", false, "\nb\nb\n", "error: line 1, this is not text\n", machine.ErrAnswers},
		{"a line too long", strings.Repeat("a", 1<<20) + "\nb\n", false, "\nb\nb\n", "error: line 1, the line is longer than 65536 bytes\n", machine.ErrAnswers},
	} {
		t.Run(c.clause, func(t *testing.T) {
			var out, errs bytes.Buffer
			err := machine.Run(game.Filter{Blocks: c.blocks, Answer: double}, strings.NewReader(c.in), &out, &errs)
			if !errors.Is(err, c.err) {
				t.Errorf("error %v, want %v", err, c.err)
			}
			if out.String() != c.want || errs.String() != c.errs {
				t.Errorf("%q and the errors %q, want %q and %q", &out, &errs, c.want, c.errs)
			}
		})
	}
}

func TestEachAnswerComesBeforeTheNextLineIsRead(t *testing.T) {
	in, typed := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- machine.Run(game.Filter{Answer: double}, in, out, io.Discard) }()
	answer := make([]byte, len("a\na\n"))
	for range 3 {
		if _, err := io.WriteString(typed, "a\n"); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(answers, answer); err != nil || string(answer) != "a\na\n" {
			t.Fatalf("%q, %v", answer, err)
		}
	}
	typed.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

type full struct{}

var errFull = errors.New("the disk is full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestFilterEndsWhenItCannotGoOn(t *testing.T) {
	if err := machine.Run(game.Filter{Answer: double}, strings.NewReader("a\nb\n"), full{}, io.Discard); !errors.Is(err, errFull) {
		t.Errorf("output: %v", err)
	}
	broken := errors.New("broken")
	if err := machine.Run(game.Filter{Answer: double}, iotest.ErrReader(broken), io.Discard, io.Discard); !errors.Is(err, broken) {
		t.Errorf("input: %v", err)
	}
}

// tree is a perft with three moves at each node, one of which wins; node -1 does not count wins.
type tree int

func (p tree) Count(depth int, every bool) (leaves, wins int64) {
	leaves = 1
	for range depth {
		leaves *= 3
	}
	switch {
	case p < 0:
		return leaves, -1
	case depth == 0:
		return leaves, 1
	case every:
		return leaves, leaves / 3 * 10
	}
	return leaves, leaves / 3
}

func (p tree) Divide() []game.Branch {
	return []game.Branch{{Move: "a", Perft: p}, {Move: "b", Perft: p}, {Move: "c", Perft: p}}
}

func TestPerft(t *testing.T) {
	for _, c := range []struct {
		clause        string
		from          tree
		depth         int
		every, divide bool
		want          string
	}{
		{"depth 0 has no line", 0, 0, false, false, ""},
		{"a line for each depth", 0, 2, false, false, "1 3 1 0.250\n2 9 3 0.250\n"},
		{"a game that does not count wins", -1, 2, false, false, "1 3 - 0.250\n2 9 - 0.250\n"},
		{"every is passed on", 0, 1, true, false, "1 3 10 0.250\n"},
		{"divide lists the first moves of the last depth", 0, 3, false, true, "1 3 1 0.250\n2 9 3 0.250\na 9\nb 9\nc 9\n3 27 9 0.250\n"},
		{"divide at depth 1", 0, 1, false, true, "a 1\nb 1\nc 1\n1 3 3 0.250\n"},
		{"divide without wins", -1, 2, false, true, "1 3 - 0.250\na 3\nb 3\nc 3\n2 9 - 0.250\n"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			clock := time.Unix(0, 0)
			now := func() time.Time {
				clock = clock.Add(250 * time.Millisecond)
				return clock
			}
			var out strings.Builder
			machine.Perft(&out, c.from, c.depth, c.every, c.divide, now)
			if out.String() != c.want {
				t.Errorf("%q, want %q", out.String(), c.want)
			}
		})
	}
}
