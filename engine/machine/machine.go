// Package machine runs the commands of games for other programs: counting move sequences, and answering lines of input.
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

// ErrAnswers is returned by Run when some lines of the input were answered with an error.
var ErrAnswers = errors.New("some lines were answered with an error")

// Run lets f answer each line of in on out. For a line that cannot be answered, it writes "error: line N, why" to errs and an empty line in
// place of the missing answer, or after an incomplete one, and continues with the next line; at the end Run then returns ErrAnswers. It
// returns the first error of in or out.
func Run(f game.Filter, in io.Reader, out, errs io.Writer) error {
	r := lines.NewReader(in)
	w := bufio.NewWriter(out)
	bad := false
	for {
		line, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = f.Answer(w, strings.TrimSpace(lines.Alike(line)))
		} else if !errors.Is(err, lines.ErrLong) && !errors.Is(err, lines.ErrBinary) {
			return err
		}
		if err != nil {
			bad = true
			fmt.Fprintf(errs, "error: line %d, %s\n", r.Number(), err)
		}
		if f.Blocks || err != nil {
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

// Perft prints a line "depth leaves wins seconds" for each depth from 1 to depth; wins is "-" in games that do not count wins. every is
// passed to p.Count. With divide, Perft also prints a line "move leaves" for each first move, before the line of the last depth. now
// returns the time, like time.Now. It returns an object for each depth, which docs/json.md describes, and the first error of out.
func Perft(out io.Writer, p game.Perft, depth int, every, divide bool, now func() time.Time) (list []map[string]any, err error) {
	for d := 1; d <= depth; d++ {
		one := map[string]any{"depth": d, "wins": nil}
		start := now()
		var leaves, wins int64
		if divide && d == depth {
			one["moves"], leaves, wins = divided(out, p, d, every)
		} else {
			leaves, wins = p.Count(d, every)
		}
		won := "-"
		if wins >= 0 {
			won, one["wins"] = fmt.Sprint(wins), wins
		}
		spent := now().Sub(start).Seconds()
		if _, err := fmt.Fprintf(out, "%d %d %s %.3f\n", d, leaves, won, spent); err != nil {
			return nil, err
		}
		one["leaves"], one["seconds"] = leaves, spent
		list = append(list, one)
	}
	return list, nil
}

func divided(out io.Writer, p game.Perft, depth int, every bool) (moves map[string]int64, leaves, wins int64) {
	moves = map[string]int64{}
	if _, counted := p.Count(0, every); counted < 0 {
		wins = -1
	}
	for _, b := range p.Divide() {
		n, won := b.Count(depth-1, every)
		fmt.Fprintf(out, "%s %d\n", b.Move, n)
		moves[b.Move] = n
		leaves += n
		if wins >= 0 {
			wins += won
		}
	}
	return moves, leaves, wins
}
