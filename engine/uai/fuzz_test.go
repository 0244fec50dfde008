package uai

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"attic/internal/lines"
)

// Whatever the input, each valid go gets one answer, each bad line gets one error, and Serve returns.
func FuzzServeNeverPanics(f *testing.F) {
	f.Add("uai\nisready\nposition startpos moves 1 2\ngo depth 3\nstop\nquit")
	f.Add("go infinite\ngo infinite\nposition fen 3\nbench\nsetoption name Hash value 7")
	f.Add("go movetime 100000\nsetoption name\nsetoption name value\nsetoption name Hash value\nposition moves\ngo\x00\n\xff\n")
	f.Add("position fen 0\ngo btime 1\nprint\neval\nuainewgame\nstop")
	f.Add("\rgo\x00\rgo depth 1")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(strings.ToLower(text), "perft") || strings.Contains(strings.ToLower(text), "split") {
			return // these take unbounded time
		}
		if strings.HasPrefix(text, "PK\x03\x04") || strings.HasPrefix(text, "\x1f\x8b") {
			return // these are errors of the input
		}
		var out bytes.Buffer
		if err := Serve(t.Context(), strings.NewReader(text), &out, heaps{&thinker{}}, ""); err != nil {
			t.Fatal(err)
		}
		going, refused := 0, strings.Count(out.String(), "info string error: ")
		for in := lines.NewReader(strings.NewReader(text)); ; {
			text, err := in.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if isWord(text, "go") {
				going++
			}
		}
		if answers := strings.Count(out.String(), "bestmove "); answers > going || answers+refused < going && !strings.Contains(strings.ToLower(text), quit) {
			t.Errorf("%d answers and %d errors for %d go commands:\n%s", answers, refused, going, &out)
		}
	})
}

// Whatever lines are damaged in a session, each line isready that is left gets readyok, the lines after the damage are obeyed, and the session ends.
func FuzzDamagedSessions(f *testing.F) {
	for seed := range uint64(100) {
		f.Add(seed, uint16(seed*7), []byte{byte(seed)})
	}
	f.Add(uint64(1), uint16(3), []byte("\x00\n\xff\xfe"))
	f.Add(uint64(1), uint16(1), bytes.Repeat([]byte("x"), 70_000))
	f.Fuzz(func(t *testing.T, seed uint64, at uint16, over []byte) {
		d := rand.New(rand.NewPCG(seed, 1))
		var lines []string
		for range 3 + d.IntN(9) {
			list := []string{
				"uai", "uainewgame", "position startpos moves 1 2", "position fen 7", "go depth 3", "go nodes 5", "go infinite", "go movetime 100000", "go ponder", "ponderhit",
				"stop", "setoption name Hash value 7", "setoption name MultiPV value 2", "print", "eval", "bench", "go btime 1000 wtime 1000",
			}
			lines = append(lines, list[d.IntN(len(list))], "isready")
		}
		text := strings.Join(lines, []string{"\n", "\r\n", "\r"}[d.IntN(3)])
		from := int(at) % len(text)
		text = text[:from] + string(over) + text[min(len(text), from+int(at>>8)%40):]
		for _, word := range []string{"perft", "split", quit, "\x00", "\xff\xfe", "\xfe\xff", "\x1f\x8b", "PK\x03\x04"} { // an endless count, an end, or no text of bytes
			if strings.Contains(strings.ToLower(text), word) {
				return
			}
		}
		const last = "\nisready\nposition fen 3\nprint\nquit\nuai\n"
		ready := 0
		for line := range strings.FieldsFuncSeq(text+last, func(c rune) bool { return c == '\n' || c == '\r' }) {
			if strings.EqualFold(strings.Trim(strings.TrimPrefix(line, "\ufeff"), " \t"), "isready") {
				ready++
			}
		}
		var out bytes.Buffer
		if err := Serve(t.Context(), strings.NewReader(text+last), &out, heaps{&thinker{}}, ""); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(out.String(), "readyok\n"); n < ready {
			t.Errorf("%d answers to %d isready in\n%q:\n%s", n, ready, text, &out)
		}
		if tail := out.String()[strings.LastIndex(out.String(), "readyok"):]; !strings.Contains(tail, heap{n: 3}.Print()) {
			t.Errorf("the last position is not printed after\n%q:\n%s", text, tail)
		}
	})
}
