package bridge

import (
	"cmp"

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

	Skips  bool   // nothing is said about the other move before the best one is shown
	Same   bool   // the move that was asked about is the best one
	Answer string // to why the other move is not the best one
}

// Compare returns the advice for a person who thinks of the other move.
func (c Comparison) Compare() game.Advice {
	a := c.Advice
	if c.Against == "" {
		return a
	}
	a.Area = c.Area
	if c.Skips {
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
		a.Move.Sentence = phrase.Within(RoomFor, c.Pro, NothingBetter, c.Alike)
	default:
		a.Move = a.Move.With(c.Second)
		a.Move.Sentence, a.Move.Legend = c.Answer, cmp.Or(c.Second.Legend, a.Move.Legend)
	}
	return a
}
