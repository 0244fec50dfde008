// Package machine runs the machine commands that games offer: counting move sequences, and answering lines.
package machine

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"attic/game"
	"attic/internal/lines"
)

// ErrAnswers is returned when some lines of the input were answered by an error.
var ErrAnswers = errors.New("some lines were answered by an error")

// Run lets f answer each line of in on out. A line that cannot be answered gets "error: line N, why" in
// place of the answer or of what is missing of it, the next line goes on, and ErrAnswers is returned at
// the end.
func Run(f game.Filter, in io.Reader, out io.Writer) error {
	r := lines.NewReader(in)
	w := bufio.NewWriter(out)
	bad := false
	for {
		line, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = f.Answer(w, strings.TrimSpace(line))
		} else if !errors.Is(err, lines.ErrLong) && !errors.Is(err, lines.ErrBinary) {
			return err
		}
		if err != nil {
			bad = true
			fmt.Fprintf(w, "error: line %d, %s\n", r.Number(), err)
		}
		if f.Blocks {
			fmt.Fprintln(w)
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	if bad {
		return ErrAnswers
	}
	return nil
}

// Perft prints for each depth from 1 "depth leaves wins seconds"; wins is "-" in games that count none.
// With divide it prints "move leaves" for each first move before the last depth. now is time.Now.
// It returns the first error of out.
func Perft(out io.Writer, p game.Perft, depth int, every, divide bool, now func() time.Time) error {
	for d := 1; d <= depth; d++ {
		start := now()
		var leaves, wins int64
		if divide && d == depth {
			leaves, wins = divided(out, p, d, every)
		} else {
			leaves, wins = p.Count(d, every)
		}
		won := "-"
		if wins >= 0 {
			won = fmt.Sprint(wins)
		}
		if _, err := fmt.Fprintf(out, "%d %d %s %.3f\n", d, leaves, won, now().Sub(start).Seconds()); err != nil {
			return err
		}
	}
	return nil
}

func divided(out io.Writer, p game.Perft, depth int, every bool) (leaves, wins int64) {
	if _, counted := p.Count(0, every); counted < 0 {
		wins = -1
	}
	for _, b := range p.Divide() {
		n, won := b.Count(depth-1, every)
		fmt.Fprintf(out, "%s %d\n", b.Move, n)
		leaves += n
		if wins >= 0 {
			wins += won
		}
	}
	return leaves, wins
}
