package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"attic/desk/command"
	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/teach/review"
	"attic/ui/lines"
)

// sideOf returns the seat that --me gives by name or number; without --me, the seat of the only person in the game, or game.Nobody.
func sideOf(m match.Match, name string) (int, error) {
	seats := m.Game().Info().Seats
	if name == "" {
		var people []int
		for seat, p := range m.Players {
			if !p.Program {
				people = append(people, seat)
			}
		}
		if len(people) == 1 {
			return people[0], nil
		}
		return game.Nobody, nil
	}
	var names []string
	for i, s := range seats {
		if strings.EqualFold(s.Name, name) || name == fmt.Sprint(i+1) {
			return i, nil
		}
		names = append(names, strings.ToLower(s.Name))
	}
	return game.Nobody, usage("--me takes a side of %s: %s, not %q", m.Game().Info().Title, strings.Join(names, " or "), phrase.Clip(name))
}

// retrial lets a person at a console try again the moves that a review has labelled as mistakes.
type retrial struct {
	*console
	match match.Match
	nodes int64
	retry *review.Retry
}

// run goes back to the position before each labelled move in turn and reads better moves, until one is found, shown or skipped; then it
// prints how many were found.
func (c retrial) run(ctx context.Context) error {
	if len(c.retry.Faults) == 0 {
		c.print("No move to try again: none was an inaccuracy or worse.")
		return nil
	}
	c.print("Type a better move; show: show it; next: the next one; quit: leave.")
	for _, t := range c.retry.Faults {
		step := c.retry.Review.Points[t.Point].Step
		state := c.match.At(step).State()
		board := state.View(state.ToMove()).Grid(0, 0)
		text := board.String()
		if c.paint != nil {
			text = c.paint(board)
		}
		c.print("", strings.TrimSuffix(text, "\n"), state.View(state.ToMove()).Status().Turn, c.retry.Task(t))
		switch err := c.try(ctx, t); {
		case errors.Is(err, io.EOF):
			c.print(c.retry.Score())
			return nil
		case err != nil:
			return err
		}
	}
	c.print("", c.retry.Score())
	return nil
}

// try reads moves for one labelled move. It returns io.EOF if the person leaves.
func (c retrial) try(ctx context.Context, t review.Turn) error {
	for {
		line, err := c.read(ctx)
		if err != nil {
			return err
		}
		switch word := strings.ToLower(strings.TrimSpace(line)); {
		case word == "" || word[0] == '#':
			continue
		case slices.Contains([]string{"quit", "exit", "q"}, word):
			return io.EOF
		case word == "next":
			return nil
		case word == "show" || word == "hint":
			c.print(c.retry.Show(t))
			return nil
		}
		a, err := c.retry.Review.Try(ctx, c.match, t, strings.TrimSpace(line), c.nodes)
		switch {
		case errors.Is(err, game.ErrIllegal):
			c.print(command.Sentence(err))
			lines.Fails(c.in, err)
			continue
		case err != nil:
			return err
		}
		c.print(c.retry.Take(a)...)
		if a.Good() {
			return nil
		}
	}
}

// read reads a line; if ctx is done, it returns the error of ctx.
func (c retrial) read(ctx context.Context) (string, error) {
	type read struct {
		line string
		err  error
	}
	got := make(chan read, 1)
	go func() {
		line, err := c.in.ReadLine()
		got <- read{line, err}
	}()
	select {
	case r := <-got:
		return r.line, r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (c retrial) print(lines ...string) {
	fmt.Fprintln(c.out, game.Typed(strings.Join(lines, "\n")))
}
