package advice

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"attic/games/atommaster/bot"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
	"attic/internal/lines"
	"attic/internal/phrase"
)

// fewListed is the maximum number of layouts that Deduce lists.
const fewListed = 12

// Deduce returns the conclusions from the answers of beams such as "7=A 12=R 20=31", on a field such as "8" or "8x8": the
// number of layouts that fit, the squares that are certain, and the best move, as lines of text and as the members of an object,
// which docs/json.md describes. The error describes a fault of the arguments, or is ctx.Err().
func Deduce(ctx context.Context, size string, atoms int, answers string) (text string, known map[string]any, err error) {
	k, err := Question(size, atoms)
	if err != nil {
		return "", nil, err
	}
	for word := range strings.FieldsSeq(strings.NewReplacer(",", " ", ";", " ").Replace(answers)) {
		port, answer, ok := strings.Cut(word, "=")
		if !ok {
			return "", nil, fmt.Errorf("%q is not an answer; write answers like this: 7=A 12=R 20=31", phrase.Clip(word))
		}
		if k, err = answered(k, port, answer); err != nil {
			return "", nil, err
		}
	}
	d, survey, err := bot.Consider(ctx, k, 0)
	if err != nil {
		return "", nil, refused(k, err)
	}
	if len(survey.Set) == 0 {
		return "", nil, errors.New("it would take too long to find an arrangement that gives these answers")
	}
	sure, empty, whole, err := infer.Certain(ctx, k)
	if err != nil {
		return "", nil, refused(k, err)
	}
	names := func(l rules.Layout) []string {
		return strings.FieldsFunc(deal.Squares(l), func(r rune) bool { return r == ',' })
	}
	known = map[string]any{"arrangements": survey.Total, "exact": survey.Counted, "atoms": names(sure), "empty": names(empty), "whole": whole, "fire": nil, "set": nil, "expect": math.Round(d.Expect*1e4) / 1e4}
	var b strings.Builder
	how := ""
	switch {
	case !survey.Counted:
		how = ", estimated from a sample"
	case !survey.Listed:
		how = ", all counted"
	}
	fmt.Fprintf(&b, "arrangements that fit: %s%s\n", deal.Split{Survey: survey}.Count(), how)
	fmt.Fprintf(&b, "atoms for certain: %s\nempty for certain: %s\n", deal.None(deal.Squares(sure)), deal.None(deal.Squares(empty)))
	if !whole {
		fmt.Fprintln(&b, "more squares may be certain")
	}
	listed := [][]string{}
	if survey.Listed && len(survey.Set) <= fewListed {
		for _, i := range survey.Set {
			listed = append(listed, names(survey.Boards.Layout(i)))
			fmt.Fprintf(&b, "arrangement: %s\n", deal.None(deal.Squares(survey.Boards.Layout(i))))
		}
	}
	known["listed"] = listed
	if d.Port != rules.NoPort {
		known["fire"] = d.Port
		fmt.Fprintf(&b, "best: fire %d; expect to lose about %.1f more points\n", d.Port, d.Expect)
	} else {
		known["set"] = names(d.Layout)
		fmt.Fprintf(&b, "best: set %s, %.2f points lost on average\n", deal.None(deal.Squares(d.Layout)), d.Expect)
	}
	return b.String(), known, nil
}

// Question reads the size of a field and checks the number of atoms.
func Question(size string, atoms int) (infer.Knowledge, error) {
	if !strings.Contains(strings.ToLower(size), "x") {
		size += "x" + size
	}
	f, err := rules.ParseField(size)
	switch {
	case err != nil:
		return infer.Knowledge{}, err
	case atoms < 1 || atoms > f.Size():
		return infer.Knowledge{}, fmt.Errorf("there can be 1 to %d atoms on a field of %v, not %d", f.Size(), f, atoms)
	}
	return infer.Knowledge{Field: f, Atoms: atoms}, nil
}

// answered returns k with one more shot: the port of a beam, and its answer: A, R or the port where the beam left.
func answered(k infer.Knowledge, port, answer string) (infer.Knowledge, error) {
	shot, err := deal.ParseShot(k.Field, port, answer)
	if err != nil {
		return k, err
	}
	next := k
	next.Shots = append(slices.Clip(k.Shots), shot)
	if err := next.Check(); err != nil {
		_, why, _ := strings.Cut(err.Error(), ": ")
		return k, errors.New(why)
	}
	return next, nil
}

// refused returns the error to print for err: if beams contradict each other, it names a smallest set of such beams.
func refused(k infer.Knowledge, err error) error {
	if !errors.Is(err, infer.ErrContradiction) {
		return err
	}
	noBoard := fmt.Sprintf("no board with %s can give these answers", phrase.Count(k.Atoms, "atom"))
	if shots := k.Conflict(k.Field.Empty()); len(shots) > 0 {
		return fmt.Errorf("%s: %s %s", noBoard, phrase.Plural(len(shots), "port"), deal.Ports(shots))
	}
	return errors.New(noBoard)
}

// Converse plays the solver for another program, which sends the answers line by line (docs/protocol.md). It ends at "quit", at
// the end of its input, or when ctx ends.
func Converse(ctx context.Context, r io.Reader, w io.Writer) error {
	t := talk{}
	t.k, _ = Question("8", 4)
	type input struct {
		line string
		err  error
	}
	next := make(chan input)
	go func() {
		for in := lines.NewReader(r); ; {
			line, err := in.Next()
			select {
			case next <- input{line, err}:
			case <-ctx.Done():
				return
			}
			if err != nil && !errors.Is(err, lines.ErrLong) && !errors.Is(err, lines.ErrBinary) {
				return
			}
		}
	}()
	for {
		var in input
		select {
		case in = <-next:
		case <-ctx.Done():
			return ctx.Err()
		}
		word, rest := phrase.Cut(strings.TrimSpace(lines.Alike(in.line)))
		said, err := "", in.err
		switch {
		case errors.Is(err, io.EOF) || err == nil && word == "quit":
			return nil
		case err == nil:
			said, err = t.carry(ctx, word, strings.Fields(rest))
		case !errors.Is(err, lines.ErrLong) && !errors.Is(err, lines.ErrBinary):
			return err
		}
		if err != nil {
			said = fmt.Sprintf("error: %v\n", err)
		}
		if _, err := io.WriteString(w, said); err != nil {
			return err
		}
	}
}

type talk struct {
	k     infer.Knowledge
	last  rules.Port // the port of the last bestmove; rules.NoPort if that move was no beam, or its answer has come
	wrong error      // why the last board was refused, or nil
}

func (t *talk) carry(ctx context.Context, word string, rest []string) (string, error) {
	switch word {
	case "":
		return "", nil
	case "board":
		k, err := board(rest)
		*t = talk{k: k, wrong: err}
		return "", err
	case "answer", "go":
		if t.wrong != nil { // the command would use the previous board
			return "", fmt.Errorf("there is no board, because the last one was refused (%w); send another board", t.wrong)
		}
		if word == "answer" {
			return "", t.answer(ctx, rest)
		}
		return t.goes(ctx, rest)
	}
	return "", fmt.Errorf("unknown command %q; use board, answer, go or quit", phrase.Clip(word))
}

func board(rest []string) (infer.Knowledge, error) {
	if len(rest) != 2 {
		return infer.Knowledge{}, errors.New("write a board like this: board 8x8 4")
	}
	atoms, err := strconv.Atoi(rest[1])
	if err != nil {
		return infer.Knowledge{}, fmt.Errorf("%q is not a number of atoms", phrase.Clip(rest[1]))
	}
	return Question(rest[0], atoms)
}

// answer adds the answer of the port in the parameter rest or, if rest has no port, the answer to the last bestmove.
func (t *talk) answer(ctx context.Context, rest []string) error {
	if len(rest) == 1 && t.last != rules.NoPort {
		rest = []string{fmt.Sprint(t.last), rest[0]}
	}
	if len(rest) != 2 {
		return errors.New("write an answer like this: answer 12 A, answer 12 R or answer 12 28; after bestmove fire the port may be left out")
	}
	k, err := answered(t.k, rest[0], rest[1])
	if err != nil {
		return err
	}
	if _, _, _, err := infer.Certain(ctx, k); errors.Is(err, infer.ErrContradiction) {
		if len(k.Conflict(k.Field.Empty())) > 0 {
			return fmt.Errorf("no board with %s can give this answer: port %s", phrase.Count(k.Atoms, "atom"), rest[0])
		}
		return refused(k, err)
	}
	t.k, t.last = k, rules.NoPort
	return nil
}

func (t *talk) goes(ctx context.Context, rest []string) (string, error) {
	if len(rest) == 2 && rest[0] == "movetime" {
		ms, err := strconv.Atoi(rest[1])
		if err != nil || ms < 1 {
			return "", fmt.Errorf("movetime takes a number of milliseconds, at least 1, not %q", phrase.Clip(rest[1]))
		}
		timed, stop := context.WithTimeout(ctx, time.Duration(ms)*time.Millisecond)
		defer stop()
		ctx = timed
	} else if len(rest) > 0 {
		return "", errors.New("go takes no argument, or a time: go movetime 500")
	}
	d, survey, err := bot.Consider(ctx, t.k, 0)
	switch {
	case err != nil && ctx.Err() != nil && len(t.k.Free()) > 0: // out of time: any beam is better than none
		t.last = t.k.Free()[0]
		return fmt.Sprintf("bestmove fire %d\n", t.last), nil
	case err != nil:
		return "", refused(t.k, err)
	}
	how := "sampled"
	if survey.Counted {
		how = "exact"
	}
	info := fmt.Sprintf("info boards %.0f %s expected %.2f\n", survey.Total, how, d.Expect)
	if t.last = d.Port; d.Port != rules.NoPort {
		return info + fmt.Sprintf("bestmove fire %d\n", d.Port), nil
	}
	return info + fmt.Sprintf("bestmove guess %s\n", deal.Squares(d.Layout)), nil
}
