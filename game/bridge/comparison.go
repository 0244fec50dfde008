package bridge

import (
	"cmp"
	"slices"
	"strings"

	"attic/game"
	"attic/internal/phrase"
)

// Comparison is what Compare and Why of a [game.Comparer] tell: the advice, and how its move compares with another one.
type Comparison struct {
	Advice game.Advice

	// Against says what is wrong with the other move, or that it is as good; "" if there is nothing to compare. Pro says what is good
	// about the best one. Alike names moves that are as good, Expected those that follow.
	Against, Pro, Alike, Expected string

	Area   game.Preview // where to look for the best move
	Other  game.Preview // the other move
	Second game.Preview // the other move beside the best one; its Legend, unless empty, is that of both

	Skips bool         // nothing is said about the other move before the best one is shown
	About game.Preview // what Pro is about, drawn where that is said; its Legend, unless empty, goes with it

	Same   bool   // the move that was asked about is the best one
	Answer string // to why the other move is not the best one
}

// Compare returns the advice for a person who thinks of the other move.
func (c Comparison) Compare() game.Advice {
	a := c.Advice
	if c.Against == "" {
		return a
	}
	a.Area, a.Follow = c.Area, c.about(a.Follow)
	if c.Skips {
		a.Move = c.about(a.Move)
		a.Move.Sentence = phrase.Within(RoomFor, c.Pro, c.Alike)
		return a
	}
	a.Idea = c.Other
	a.Idea.Sentence, a.Move.Sentence = c.Against, c.Pro
	a.Follow.Sentence = phrase.Within(RoomFor, c.Pro, c.Alike, c.Expected)
	return a
}

// Why returns the answer to why the move that was asked about is as good as the best one, or not.
func (c Comparison) Why() game.Advice {
	a := c.Advice
	switch {
	case c.Against == "":
	case c.Same:
		a.Move = c.about(a.Move)
		a.Move.Sentence = phrase.Within(RoomFor, c.Pro, NothingBetter, c.Alike)
	default:
		if a.Move = a.Move.With(c.Second); strings.Contains(c.Answer, c.Pro) {
			a.Move = c.about(a.Move)
		}
		a.Move.Sentence, a.Move.Legend = c.Answer, cmp.Or(c.Second.Legend, a.Move.Legend)
	}
	return a
}

// about draws what Pro is about below a preview.
func (c Comparison) about(p game.Preview) game.Preview {
	below := game.Preview{Marks: slices.Clone(c.About.Marks), Paths: slices.Clone(c.About.Paths), Shapes: slices.Clone(c.About.Shapes)}.With(p)
	below.Sentence, below.Legend, below.Takes = p.Sentence, cmp.Or(c.About.Legend, p.Legend), p.Takes
	return below
}
