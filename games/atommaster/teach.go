package atommaster

import (
	"context"
	"io"

	"attic/game"
	"attic/games/atommaster/advice"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/idea"
	"attic/games/atommaster/review"
)

// Advise implements [game.Advisor].
func (Game) Advise(ctx context.Context, gv game.View, _ int64) (game.Advice, error) {
	return advice.Advise(ctx, seenBy(gv))
}

// Explain implements [game.Explainer].
func (Game) Explain(ctx context.Context, gv game.View, about string) (game.Advice, error) {
	return advice.Explain(ctx, seenBy(gv), about)
}

// Spot implements [game.Explainer].
func (Game) Spot(gv game.View, about string) error {
	_, _, err := advice.Spot(seenBy(gv).Work, about)
	return err
}

// Themes implements [game.Themer].
func (Game) Themes() []string { return idea.Names() }

// Theme implements [game.Themer]. Beams and the evaluation have ideas.
func (Game) Theme(gv game.View, better, played string) (name, says string) {
	v := seenBy(gv)
	if v.Phase != deal.Solving {
		return "", ""
	}
	return advice.Theme(context.Background(), v.Knowledge(), better, played), ""
}

// Caution implements [game.Cautious].
func (Game) Caution(ctx context.Context, gv game.View, move string) (string, error) {
	return advice.Caution(ctx, seenBy(gv), move)
}

// Analyse implements [game.Analyst].
func (Game) Analyse(ctx context.Context, gv game.View) (game.Analysis, error) {
	return review.Analyse(ctx, seenBy(gv))
}

// Deduce returns the conclusions from the answers of beams, as lines of text and as the members of an object for JSON.
func (Game) Deduce(ctx context.Context, size string, atoms int, answers string) (text string, known map[string]any, err error) {
	return advice.Deduce(ctx, size, atoms, answers)
}

// Converse plays the solver for another program, line by line (docs/protocol.md).
func (Game) Converse(ctx context.Context, r io.Reader, w io.Writer) error {
	return advice.Converse(ctx, r, w)
}

// seenBy returns the deal.View of a view, or an empty one if the view belongs to another game.
func seenBy(gv game.View) deal.View {
	v, _ := gv.(view)
	return v.View
}
