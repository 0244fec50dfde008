package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	"attic/desk/command"
	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/teach/review"
	"attic/ui/lines"
	"attic/ui/term"
)

const leastNodes, mostNodes = 100, 1_000_000_000

type reviewing struct {
	nodes       int64
	me          string
	retry, json bool
	game        int // the number of a game in a file of records, from 1, or 0
}

func reviewCommand() *cobra.Command {
	var how reviewing
	cmd := &cobra.Command{
		Use: "review FILE", Short: "Review a saved game: its course, its mistakes and its turning points", GroupID: "machine", ValidArgsFunction: savedGames,
		Long: `Judges every position of the last round of a saved game (- is standard input) and prints who was ahead and by how much,
the three costliest moves, with better moves and the reasons, and the course of the round. For each side it prints the accuracy and the
number of inaccuracies, mistakes and blunders: moves that lost at least 5, 10 and 20 % of the chance of winning. A move gets such a label
only if two searches confirm the loss, with 200,000 and 800,000 nodes; if very many moves need a closer look, the last ones get smaller
searches. An only move (!) is the best move where every other move loses at least 10 %. It is brilliant (!!) if a search of 2,000 nodes
rates it an inaccuracy or worse. A review takes at most about a minute, and the worst moves come first. If you stop it with Ctrl+C, it
prints its results so far. The same game always gets the same review.

For Atommaster it prints the parts of the score: par, luck, and the loss of each decision. --retry and --nodes do not apply to it.

With --retry, attic then shows the position before each labelled move of the side that --me names, and you type a better move.
A move that loses less than 5 % counts as found. Without --me, it shows the moves of the only person in the game, or else of both sides. With --json
the review is printed as JSON for programs; docs/save-format.md describes it.

FILE may also be a game record (PGN), even from another program; if it holds several games, --game N chooses one.`,
		Example: "  attic review game.attic\n  attic review games.pgn --game 3\n  attic review game.attic --me red --retry\n  attic review --json --nodes 50000 - < game.attic",
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) != 1 || strings.TrimSpace(args[0]) == "":
				return usage("review takes one saved game: attic review game.attic")
			case how.retry && how.json:
				return usage("--retry is for people and --json for programs; use one of them")
			case how.retry && args[0] == "-":
				return usage("--retry reads your moves from standard input, so the game has to be a file")
			case how.me != "" && !how.retry:
				return usage("--me names the side whose moves --retry goes through; use both")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			return conversation(func(ctx context.Context) error { return how.file(ctx, args[0]) })
		},
	}
	shell.Count(cmd.Flags(), "nodes", "n", fmt.Sprintf("label moves by searches of `n` and 4n nodes, after a first pass with n/10 nodes per position; default %d", review.Nodes),
		&how.nodes, leastNodes, mostNodes, fmt.Sprintf("a number of nodes per position, from %d to %d", leastNodes, mostNodes))
	registerNumber(cmd.Flags(), &how.game)
	cmd.Flags().StringVar(&how.me, "me", "", "with --retry: the `side` whose moves you try again, by name or number")
	cmd.Flags().BoolVar(&how.retry, "retry", false, "try the labelled moves again, on a terminal or from a pipe")
	cmd.Flags().BoolVar(&how.json, "json", false, "print the review as JSON")
	return cmd
}

func (how reviewing) file(ctx context.Context, file string) error {
	m, err := readMatch(file, how.game)
	if err != nil {
		return err
	}
	if !m.Game().Info().Open {
		return how.analysis(ctx, m)
	}
	seat, err := sideOf(m, how.me)
	if err != nil {
		return err
	}
	line, began := term.Line{Out: os.Stderr}, time.Now()
	r, err := review.Run(ctx, m, how.nodes, func(r review.Review) {
		line.Show(fmt.Sprint(r.Bar(40), " ", r.Progress(), " ", r.Remaining(time.Since(began))))
	})
	line.Show("")
	if r.Judged == 0 || err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	text := []byte(r.Text())
	if how.json {
		var bad error
		if text, bad = r.JSON(); bad != nil {
			return bad
		}
		if text = append(text, '\n'); len(match.AnalysisLines(m)) > 0 {
			fmt.Fprintln(os.Stderr, "The JSON leaves out variations and comments; attic export --pgn writes them.")
		}
	}
	if _, e := shell.Out.Write(text); e != nil {
		return e
	}
	if !how.retry || err != nil {
		return err
	}
	c, err := openConsole()
	if err != nil {
		return err
	}
	err = retrial{c, m, how.nodes, review.NewRetry(r, seat)}.run(ctx)
	return errors.Join(err, c.close())
}

// widest is the largest width of the review of a game with hidden information, in columns.
const widest = 80

func (how reviewing) analysis(ctx context.Context, m match.Match) error {
	analyst, ok := m.Game().(game.Analyst)
	switch {
	case !ok:
		return fmt.Errorf("attic has no reviews of %s", m.Game().Info().Title)
	case how.retry || how.nodes != 0:
		return usage("the review of %s takes neither --retry nor --nodes", m.Game().Info().Title)
	case m.ToMove() != game.Nobody:
		return fmt.Errorf("%s can be reviewed only when the round is over", m.Game().Info().Title)
	}
	found, err := analyst.Analyse(ctx, m.State().View(m.Side))
	if err != nil {
		return err
	}
	text := command.Lines(found.Text, widest)
	if how.json {
		whole := struct {
			Game   string `json:"game"`
			Done   bool   `json:"done"`
			Review any    `json:"review"`
		}{m.Game().Info().Name, found.Done, found.Data}
		object, err := json.MarshalIndent(whole, "", "  ")
		if err != nil {
			return err
		}
		text = string(object)
	}
	_, err = fmt.Fprintln(shell.Out, text)
	return err
}

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

// run shows the position before each labelled move in turn and reads moves until a better move is found, shown or skipped. At the end it
// prints the number of better moves found.
func (c retrial) run(ctx context.Context) error {
	if len(c.retry.Faults) == 0 {
		c.print("There is no move to try again: no move was an inaccuracy or worse.")
		return nil
	}
	c.print("Type a better move. Commands: show (show it), next (skip it), quit.")
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

// try reads moves to replace one labelled move. It returns io.EOF if the person leaves.
func (c retrial) try(ctx context.Context, t review.Turn) error {
	for {
		line, err := unless(ctx, c.in.ReadLine)
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

func (c retrial) print(lines ...string) {
	fmt.Fprintln(c.out, game.Typed(strings.Join(lines, "\n")))
}
