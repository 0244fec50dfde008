package atommaster

import (
	"context"
	"io"

	"attic/game"
	"attic/games/atommaster/idea"
)

// Advise implements [game.Advisor].
func (Game) Advise(ctx context.Context, gv game.View, _ int64) (game.Advice, error) {
	return seenBy(gv).advise(ctx)
}

// Explain implements [game.Explainer].
func (Game) Explain(ctx context.Context, gv game.View, about string) (game.Advice, error) {
	return seenBy(gv).explain(ctx, about)
}

// Spot implements [game.Explainer].
func (Game) Spot(gv game.View, about string) error {
	_, _, err := seenBy(gv).spot(about)
	return err
}

// Themes implements [game.Themer].
func (Game) Themes() []string { return idea.Names() }

// Theme implements [game.Themer]. Beams and the evaluation have ideas.
func (Game) Theme(gv game.View, better, played string) (name, says string) {
	v := seenBy(gv)
	if v.Phase != Solving {
		return "", ""
	}
	return theme(context.Background(), v.knowledge(), better, played), ""
}

// Caution implements [game.Cautious].
func (Game) Caution(ctx context.Context, gv game.View, move string) (string, error) {
	return seenBy(gv).caution(ctx, move)
}

// Analyse implements [game.Analyst].
func (Game) Analyse(ctx context.Context, gv game.View) (game.Analysis, error) {
	return seenBy(gv).analyse(ctx)
}

// Deduce returns what follows from answers of beams, as lines of text.
func (Game) Deduce(ctx context.Context, size string, atoms int, answers string) (string, error) {
	return deduce(ctx, size, atoms, answers)
}

// Converse plays the solver for another program, line by line (docs/protocol.md).
func (Game) Converse(ctx context.Context, r io.Reader, w io.Writer) error { return converse(ctx, r, w) }

// seenBy returns what a view knows; of a view of another game, nothing.
func seenBy(gv game.View) seen {
	v, _ := gv.(view)
	return v.seen
}
