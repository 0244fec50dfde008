package learn

import (
	"context"
	"slices"
	"strings"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/internal/phrase"
)

// The steps of a hint. After the last step, the hint stays there.
const (
	ideaStep = iota + 1
	whereStep
	answerStep
)

// Hint returns more help each time: what to look for, then where, then the answer. After the answer, Helped returns true. Steps with nothing to say
// in this position are skipped. The drawings mark spots and never look like pieces.
func (c *Course) Hint(ctx context.Context) (game.Preview, error) {
	if c.solved {
		return game.Preview{}, errNoAnswer
	}
	if c.Free() {
		return game.Preview{Sentence: "Here every move is right: play as you like, and see how it ends."}, nil
	}
	if idea := c.idea(); c.hints < ideaStep && idea != "" {
		c.hints = ideaStep
		return game.Preview{Sentence: idea}, nil
	}
	answer, err := c.Solution(ctx)
	if err != nil {
		return game.Preview{}, err
	}
	if c.hints < whereStep {
		c.hints = whereStep
		if p := c.where(ctx, answer); p.Sentence != "" {
			return p, nil
		}
	}
	c.hints, c.helped = answerStep, true
	if answer == None {
		return game.Preview{Sentence: "The answer: there is no such move."}, nil
	}
	v := c.view()
	p := v.Preview(answer)
	said := p.Sentence
	if !strings.Contains(said, answer) {
		said = strings.TrimSpace(answer + ". " + said)
	}
	var spots []string
	if m, ok := c.legal(answer); ok {
		spots = m.Spots
	}
	return ringed(v, "The answer: "+said, spots...), nil
}

func (c *Course) view() game.View { return c.state.View(max(c.state.ToMove(), 0)) }

// idea returns what to look for, or "".
func (c *Course) idea() string {
	if c.Number > 0 || c.better != nil {
		return c.steps[c.at].Hint
	}
	theme, _ := ThemeOf(c.Game, c.goal)
	return theme.Hint
}

// legal returns the legal move with this canonical text.
func (c *Course) legal(text string) (game.Move, bool) {
	for _, m := range game.MovesOf(c.state) {
		if _, played, err := c.state.Play(m.Text); err == nil && played.Text == text {
			return m, true
		}
	}
	return game.Move{}, false
}

// choices is the number of moves from which a person can choose after the second step of a hint.
const choices = 3

// where returns the second step of the hint for an answer: the spot on which the move begins, or else some moves, of which only the answer is right.
// The step has no sentence if the answer is the only move of its kind.
func (c *Course) where(ctx context.Context, answer string) game.Preview {
	if answer == None {
		return game.Preview{Sentence: "Look everywhere: perhaps there is no such move."}
	}
	right, ok := c.legal(answer)
	if !ok || len(right.Spots) == 0 {
		return game.Preview{}
	}
	word, _ := phrase.Cut(right.Text)
	var kin []game.Move // moves made in the same way as the answer
	at, begins := 0, false
	for _, m := range game.MovesOf(c.state) {
		if other, _ := phrase.Cut(m.Text); m.Track != right.Track || len(m.Spots) != len(right.Spots) || strings.Contains(right.Text, " ") && other != word {
			continue
		}
		begins = begins || m.Spots[0] != right.Spots[0]
		if m.Text == right.Text {
			at = len(kin)
		}
		kin = append(kin, m)
	}
	if begins && len(right.Spots) > 1 {
		return ringed(c.view(), "The move begins on "+right.Spots[0]+".", right.Spots[0])
	}
	if c.better != nil { // another one of the moves might also be good
		return game.Preview{}
	}
	// Moves near the answer in the list are also near it on the board.
	near := []int{at}
	for by := 1; by < len(kin) && len(near) < choices; by++ {
		for _, i := range []int{at - by, at + by} {
			if i >= 0 && i < len(kin) && len(near) < choices && !slices.ContainsFunc(near, func(n int) bool { return kin[n].Text == kin[i].Text }) && c.wrong(ctx, kin[i]) {
				near = append(near, i)
			}
		}
	}
	if len(near) < 2 {
		return game.Preview{}
	}
	slices.Sort(near)
	var texts, spots []string
	for _, i := range near {
		texts, spots = append(texts, kin[i].Text), append(spots, kin[i].Spots[len(kin[i].Spots)-1])
	}
	last := len(texts) - 1
	return ringed(c.view(), "One of these is right: "+strings.Join(texts[:last], ", ")+" or "+texts[last]+".", spots...)
}

// wrong reports whether a legal move is certainly not an answer.
func (c *Course) wrong(ctx context.Context, m game.Move) bool {
	_, played, err := c.state.Play(m.Text)
	if err != nil || c.Number == 0 && c.first {
		return err == nil && played.Text != c.Puzzle.Key
	}
	tried, err := c.judge(ctx, played)
	return err == nil && !tried.Good && !tried.Aside
}

// ringed returns a sentence with rings around spots. Rings are not pieces, so they may stay while the cursor moves.
func ringed(v game.View, sentence string, spots ...string) game.Preview {
	p := game.Preview{Sentence: sentence}
	sc := v.Scene()
	for _, name := range spots {
		p.Marks = append(p.Marks, grid.Mark{Spot: name, Rune: '*', Role: grid.Accent})
		if spot, ok := sc.Spot(name); ok {
			x, y := spot.Middle()
			p.Shapes = append(p.Shapes, scene.Ring(x, y, min(spot.Area.W, spot.Area.H)*0.46, 0.06, scene.Accent))
		}
	}
	return p
}
