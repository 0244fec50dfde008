package adviser

import (
	"context"
	"fmt"
	"strings"

	"attic/game"
	"attic/game/bridge"
	"attic/game/learn"
	"attic/game/search"
	"attic/internal/phrase"
)

// The kinds of puzzles, and the searches that judge them.
const (
	wins       = "win"
	best       = "best"
	judgeNodes = 30_000
	slight     = 0.1 // a move that lowers the chance to win by at most this much is also right: only a clearly worse move is wrong
)

var themes = []game.Theme{
	{Name: wins, Title: "Forced win", Task: "Find the only move that wins by force.", Hint: "Look for moves that leave few answers, and think each of them through."},
	{Name: best, Title: "Best move", Task: "One move is clearly better than all others. Find it.", Hint: "Find the best answer of the other side to each move that you consider."},
}

// Course returns lessons and puzzles for a game that has no lessons, themes and judges of its own. list is the game's one-minute lesson. Each part of
// list becomes a lesson that asks for the part's first move, and the last lesson is a whole game. puzzles is the content of a file that attic-train
// puzzles writes, or "".
func (a Adviser[P, M]) Course(g interface {
	game.Game
	game.Bots
}, list []game.Lesson, puzzles string,
) game.Course {
	c := game.Course{Lessons: lessons(list), Puzzles: puzzles, Themes: themes}
	c.Try = bridge.Judge(g, func(name string) bridge.Goal[game.State] {
		return map[string]bridge.Goal[game.State]{wins: a.wins, best: a.best}[name]
	}, nil)
	return c
}

// lessons writes lessons of the one-minute lesson as package learn reads them.
func lessons(list []game.Lesson) string {
	var b strings.Builder
	for _, l := range list {
		move := l.Moves[0]
		fmt.Fprintf(&b, "lesson %s\nat %v\nask play %s: %s Try it: %[3]s.\nhint The step names a move: play it.\n", l.Title, learn.Position{Setup: l.Setup, Moves: l.Before}, move, strings.NewReplacer("`", "", "*", "").Replace(l.Text))
		if len(l.Moves) > 1 {
			fmt.Fprintf(&b, "then %s\n", strings.Join(l.Moves[1:], "; "))
		}
	}
	return b.String() + "lesson A whole game\nat \nask " + game.WholeGame + ": Play a whole game. The computer answers at its lowest level.\n"
}

func (a Adviser[P, M]) wins(ctx context.Context, t bridge.Attempt[game.State]) (game.Tried, error) {
	p, err := a.Read(t.After.View(max(t.After.ToMove(), 0)))
	if err != nil {
		return game.Tried{}, err
	}
	if score, over := a.Ended(p); over {
		return game.Tried{Good: score < 0, Why: fmt.Sprintf("%s ends the game.", t.Move.Text)}, nil
	}
	r := a.Engine().Search(ctx, p, search.Limits{Nodes: judgeNodes}, nil)
	switch n := r.Wins(); {
	case ctx.Err() != nil:
		return game.Tried{}, ctx.Err()
	case n < 0:
		return game.Tried{Good: true, Why: fmt.Sprintf("You then win within %s, whatever %s answers.", phrase.Count((1-n)/2, "more move"), a.Side(p))}, nil
	case n > 0:
		return game.Tried{Answer: a.Line(p, r.Best)[0], Why: fmt.Sprintf("Then %s wins by force within %s.", a.Side(p), phrase.Count((n+1)/2, "move"))}, nil
	}
	return game.Tried{Why: "No forced win is found after it."}, nil
}

// best judges whether no other move is clearly better.
func (a Adviser[P, M]) best(ctx context.Context, t bridge.Attempt[game.State]) (game.Tried, error) {
	c, told, err := a.compared(ctx, t.Before.View(max(t.Before.ToMove(), 0)), t.Move.Text, judgeNodes)
	if c == nil || told.Same || c.Ranked && c.Loss <= slight {
		return game.Tried{Good: err == nil}, err
	}
	return game.Tried{Why: told.Against}, err
}

// fenWord begins the text of a position, see game.Position.Text.
const fenWord = "fen "

// RecordOf is the method of [game.Recorded] for a game with positions for engines.
func RecordOf(e game.Engines, setup game.Setup, texts []string) (game.Record, error) {
	start, moves, err := e.PositionOf(setup, texts)
	if err != nil {
		return game.Record{}, err
	}
	p, err := e.ReadPosition(start)
	if err != nil {
		return game.Record{}, err
	}
	record := game.Record{FEN: strings.TrimPrefix(p.Text(), fenWord), First: max(p.ToMove(), 0), Moves: moves}
	for _, text := range moves {
		if p, err = p.Play(text); err != nil {
			return game.Record{}, err
		}
	}
	record.Final = strings.TrimPrefix(p.Text(), fenWord)
	return record, nil
}

// SetupAt implements the method of [game.Recorded] for a game whose positions engines can read. The setup is empty if the position in FEN is the default
// start. Otherwise its option fen holds the position, with _ in place of blanks.
func SetupAt(g interface {
	game.Game
	game.Engines
}, fen string,
) (setup game.Setup, err error) {
	p, err := g.ReadPosition(fenWord + fen)
	if err != nil {
		return setup, err
	}
	if usual, _, err := g.PositionOf(setup, nil); err == nil {
		if start, err := g.ReadPosition(usual); err == nil && start.Text() == p.Text() {
			return setup, nil
		}
	}
	setup.Options = "fen=" + strings.ReplaceAll(strings.TrimPrefix(p.Text(), fenWord), " ", "_")
	if _, err := g.New(setup); err != nil {
		return game.Setup{}, fmt.Errorf("%s cannot begin at this position: %w", g.Info().Title, err)
	}
	return setup, nil
}
