package bridge

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"attic/game"
	"attic/game/search"
	"attic/internal/phrase"
)

// The limits of a comparison.
const (
	asGood   = 0.01 // a move is as good as another if it lowers the chance to win by less than this
	closeBy  = 0.03 // the same limit for moves that no measure separates
	narrowed = 150  // a move that is worse by this much at some depth, in units of the score, is not searched any deeper
)

// RoomFor is the maximum length of a hint's sentence in characters. Such a sentence fits into two lines of 80 columns.
const RoomFor = 150

// NothingBetter is the answer if why is asked about the best move.
const NothingBetter = "It is the best move found."

// Would is the start of the reasons that say what a move would do.
const Would = "would "

// Reason returns a sentence, without a full stop, that consists of a move and a reason: "c4 would take three", "c4: the only legal move".
func Reason(move, reason string) string {
	if strings.HasPrefix(reason, Would) {
		return move + " " + reason
	}
	return move + ": " + reason
}

// Part names a part of a board by its column and its row from the top, 0 to 2 each: "upper left", "left side", "middle".
func Part(column, row int) string {
	name := []string{"upper ", "", "lower "}[row] + []string{"left", "middle", "right"}[column]
	if row == 1 && column != 1 {
		name += " side"
	}
	return name
}

// Measure compares two moves of a position by a quantity that can be counted on the board. E is a move with its consequences.
type Measure[E any] struct {
	Better func(a, b E) bool // whether a is better
	Speaks func(a E) string  // in favour of a: "would take three, and blue could take at most one in return"
	Lacks  func(b E) string  // against b: "f7-g7 could then take five"
}

// First returns the first measure according to which a is better than b, or nil.
func First[E any](measures []Measure[E], a, b E) *Measure[E] {
	for i := range measures {
		if measures[i].Better(a, b) {
			return &measures[i]
		}
	}
	return nil
}

// Verdict holds what a search found about the best move of a position and another move.
type Verdict[M search.Move] struct {
	Best, Other M
	Win         int     // plies to a proved win with the best move; negative: to a proved loss; 0: unknown
	Chance      float64 // the chance to win with the best move
	Told        bool    // a measure separates the two moves
	Refuted     bool    // the opponent would win immediately after the other move

	Ranked bool    // the search has compared the two, with these results:
	Loss   float64 // how much lower the chance to win is after the other move; negative: higher
	Behind int     // how much lower the score is, in points
	After  int     // plies to a proved win after the other move; negative: to a proved loss; 0: unknown
	scores map[M]int
	alike  []M // moves that are as good as the best one: first the other move, if it is one of them, then the rest in the order of Search
}

// Search compares the two moves, then all moves with the best one. In each comparison, the function score searches every move to the same depth; see
// search.Rank. scale is the scale of search.Chance.
func (v *Verdict[M]) Search(moves []M, scale float64, nodes int64, score func(m M, depth int, nodes int64) (points int, took int64, whole bool)) {
	two := search.Rank([]M{v.Best, v.Other}, v.Best, 2*search.Win, nodes, score)
	v.Ranked, v.Loss = len(two) > 0, search.Chance(two[v.Best], scale)-search.Chance(two[v.Other], scale)
	v.Behind = two[v.Best] - two[v.Other]
	v.After = search.Result[M]{Score: two[v.Other]}.Wins()
	all := search.Rank(moves, v.Best, narrowed, nodes, score)
	v.scores = all
	for _, m := range moves {
		points, ok := all[m]
		_, decided := search.Decided(points)
		if m == v.Other && v.Equal() {
			v.alike = append([]M{m}, v.alike...)
		} else if ok && m != v.Best && m != v.Other && search.Chance(all[v.Best], scale)-search.Chance(points, scale) < asGood &&
			(v.Win > 0 && decided && points > 0 || v.Win == 0 && !decided) { // both win by force, or neither is decided
			v.alike = append(v.alike, m)
		}
	}
}

// Worse reports whether a search of all moves found a move worse than the best one by more than margin points, at most 150.
func (v *Verdict[M]) Worse(m M, margin int) bool {
	best, known := v.scores[v.Best]
	points, kept := v.scores[m]
	return known && (!kept || points < best-margin)
}

// Scored searches the position after a move for Verdict.Search: it returns the score of the move for the side that played it, the nodes
// used, and whether the search was completed.
func Scored[P any, M search.Move](ctx context.Context, e Searcher[P, M], after P, depth int, nodes int64) (points int, took int64, whole bool) {
	r := e.Search(ctx, after, search.Limits{Depth: depth, Nodes: nodes}, nil)
	_, decided := search.Decided(r.Score)
	return -r.Score, r.Nodes, ctx.Err() == nil && (decided || r.Depth >= depth)
}

// Alike returns a sentence about the moves that are about as good as the best one. The function text names a move.
func (v *Verdict[M]) Alike(text func(M) string) string {
	return phrase.Alike(v.Chance, Texts(v.alike, text))
}

// Expected returns a sentence about the expected moves after the first one. The parameter most limits the number of moves, including the first.
func Expected(line []string, most int) string {
	if len(line) < 2 {
		return ""
	}
	return "Expected: " + strings.Join(line[1:min(len(line), most)], ", ") + "."
}

// Equal reports whether the other move is as good as the best one.
func (v *Verdict[M]) Equal() bool {
	return v.Ranked && (v.Loss < asGood || !v.Told && v.Loss < closeBy) && v.After == 0 && v.Win == 0 && !v.Refuted
}

// Against returns a sentence that says what is wrong with the other move, or that it is as good as the best one. The parameter move names the other
// move; does is its effect, such as "take three", or "". The function lack returns what is wrong with it, if the best move is better.
func (v *Verdict[M]) Against(move, does string, lack func() string) string {
	after, which, but, equal := v.After, move, "Not "+move+":", fmt.Sprintf("%s is %s.", move, phrase.AsGood(v.Chance))
	if does != "" {
		which, but, equal = fmt.Sprintf("%s, which would %s,", move, does), fmt.Sprintf("%s would %s, but", move, does), fmt.Sprintf("%s is %s: it would %s.", move, phrase.AsGood(v.Chance), does)
	}
	if v.Refuted {
		after = -1
	}
	switch {
	case after > 0 && v.Win > 0:
		return fmt.Sprintf("%s would win by force too, within %s.", which, phrase.Count(after/2+1, "move"))
	case after > 0:
		return fmt.Sprintf("%s would win by force within %s.", which, phrase.Count(after/2+1, "move"))
	case v.Win < 0 && (after == 0 || after-1 <= v.Win):
		return fmt.Sprintf("%s loses as well.", which)
	case v.Equal():
		return equal
	}
	return fmt.Sprintf("%s %s.", but, lack())
}

// Lack returns why the other move is worse: from the search or, failing that, from the measure that separates the moves. The function lacks returns
// the sentence for that measure; mover and opponent name the sides.
func (v *Verdict[M]) Lack(mover, opponent string, lacks func() string) string {
	switch {
	case v.After < 0:
		return fmt.Sprintf("%s could then win by force within %s", opponent, phrase.Count((1-v.After)/2, "move"))
	case v.Win == 1:
		return "it would not win at once"
	case v.Win > 0:
		return "no forced win was found after it"
	case v.Told:
		return lacks()
	case !v.Ranked:
		return "the computer prefers another move"
	}
	return fmt.Sprintf("it would leave %s %s, and the best move %.0f%%", mover, phrase.Chance(int(math.RoundToEven(100*max(0, v.Chance-v.Loss)))), 100*v.Chance)
}

// Answer joins two texts: the parameter against says what is wrong with the other move, and pro says what is good about the best one. The parameter
// best is the name of the best move, which the result always contains.
func (v *Verdict[M]) Answer(against, pro, best string) string {
	if said := phrase.Within(RoomFor, against, pro); said != against || v.Equal() {
		return said
	}
	return phrase.Within(2*RoomFor, against, fmt.Sprintf("The computer prefers %s.", best))
}

// Comparison holds what Compare and Why of a [game.Comparer] return: the advice, and how its move compares with another one.
type Comparison struct {
	Advice game.Advice

	// Against says what is wrong with the other move, or that it is as good; "" if there is nothing to compare. Pro says what is good about the best
	// move. Alike names moves that are as good, and Expected the moves that follow.
	Against, Pro, Alike, Expected string

	Area   game.Preview // where to look for the best move
	Other  game.Preview // the other move
	Second game.Preview // the other move beside the best one; its Legend, unless empty, explains both

	Skips bool         // the other move is not mentioned before the best one is shown
	About game.Preview // the subject of Pro, drawn where Pro is shown, with its Legend unless that is empty

	Same   bool   // the move that was asked about is the best one
	Answer string // the answer to the question why the other move is not the best one
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

// Why returns the answer to the question why the other move is, or is not, as good as the best one.
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

func (c Comparison) about(p game.Preview) game.Preview {
	below := game.Preview{Marks: slices.Clone(c.About.Marks), Paths: slices.Clone(c.About.Paths), Shapes: slices.Clone(c.About.Shapes)}.With(p)
	below.Sentence, below.Legend, below.Takes = p.Sentence, cmp.Or(c.About.Legend, p.Legend), p.Takes
	return below
}
