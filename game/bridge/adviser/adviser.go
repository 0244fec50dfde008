// Package adviser gives a game that has a search and positions for engines some features without code of its own: hints, answers to why, lessons,
// puzzles, game records and premoves.
package adviser

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/game/bridge"
	"attic/game/search"
	"attic/internal/phrase"
)

// Adviser gives hints and answers to why in a game with a search and no sentences of its own. Its methods are those of [game.Comparer]; with them the game
// has reviews, retries and the coach as well. Its sentences report only what the search found.
type Adviser[P bridge.Played[P, M], M search.Move] struct {
	Read   func(game.View) (P, error) // as in bridge.Bot
	Parse  func(p P, text string) (M, error)
	Line   func(p P, moves ...M) []string // as in bridge.Bot
	Engine func() bridge.Searcher[P, M]
	Scale  float64                        // the scale of search.Chance
	Ended  func(P) (score int, over bool) // the score of a position that is over, for the side to move
	Side   func(P) string                 // names the side to move: "black"
}

// followed is the number of expected moves that a sentence names.
const followed = 5

// contrast is a position, its best move, and another move.
type contrast[P bridge.Played[P, M], M search.Move] struct {
	Adviser[P, M]
	bridge.Verdict[M]
	view game.View
	p    P
	pro  string // the sentence about the best move
}

// Advise implements [game.Advisor].
func (a Adviser[P, M]) Advise(ctx context.Context, v game.View, nodes int64) (game.Advice, error) {
	p, err := a.Read(v)
	if err != nil {
		return game.Advice{}, err
	}
	_, advice, err := a.advise(ctx, v, p, a.Engine(), nodes)
	return advice, err
}

func (a Adviser[P, M]) advise(ctx context.Context, v game.View, p P, e bridge.Searcher[P, M], nodes int64) (M, game.Advice, error) {
	moves := p.Moves(nil)
	if len(moves) == 0 {
		return 0, game.Advice{}, errors.New("the game is over")
	}
	r := e.Search(ctx, p, search.Limits{Nodes: nodes}, nil)
	if len(r.Line) == 0 {
		r.Line = []M{r.Best}
	}
	advice := game.Advice{Chance: search.Chance(r.Score, a.Scale), Win: r.Wins(), Line: a.Line(p, r.Line...)}
	advice.Text = advice.Line[0]
	advice.Move, advice.Follow = drawn(v, advice.Text), drawn(v, advice.Text)
	advice.Move.Sentence = bridge.Reason(advice.Text, found(r, len(moves))) + "."
	advice.Follow.Sentence = phrase.Within(bridge.RoomFor, advice.Move.Sentence, bridge.Expected(advice.Line, followed))
	return r.Best, advice, nil
}

// found returns what a search found about its best move. moves is the number of legal moves.
func found[M search.Move](r search.Result[M], moves int) string {
	switch wins := r.Wins(); {
	case moves == 1:
		return "the only legal move"
	case wins == 1:
		return bridge.Would + "win at once"
	case wins > 0:
		return fmt.Sprintf(bridge.Would+"win by force within %s", phrase.Count((wins+1)/2, "move"))
	case wins < 0:
		return fmt.Sprintf("every move loses; this move may delay the loss for %s", phrase.Count((1-wins)/2, "move"))
	case r.Depth < 2:
		return "best move found at a glance"
	}
	return fmt.Sprintf("best move found, looking %s ahead", phrase.Count(r.Depth, "ply"))
}

// drawn returns the preview of a move. If the preview would draw nothing, it draws the text of the move.
func drawn(v game.View, text string) game.Preview {
	p := v.Preview(text)
	if view := v.Scene().View; len(p.Shapes) == 0 {
		p.Shapes = []scene.Shape{scene.Word(view.X+view.W/2, view.Y+view.H/2, 0.5, text, scene.Centre, scene.Accent)}
	}
	return p
}

// compared compares the best move with the parameter other. If other is "" or the best move, it compares with the move that takes the most pieces.
// The result c is nil if there is no other move.
func (a Adviser[P, M]) compared(ctx context.Context, v game.View, other string, nodes int64) (c *contrast[P, M], told bridge.Comparison, err error) {
	p, err := a.Read(v)
	if err != nil {
		return nil, told, err
	}
	var rival M
	if other != "" {
		if rival, err = a.Parse(p, other); err != nil {
			return nil, told, err
		}
	}
	e, moves := a.Engine(), p.Moves(nil)
	best, advice, err := a.advise(ctx, v, p, e, nodes)
	if err != nil || len(moves) == 1 {
		return nil, bridge.Comparison{Advice: advice}, err
	}
	stays := other == "" || rival == best
	if stays {
		most := -1
		for _, m := range moves {
			if n := v.Preview(a.Line(p, m)[0]).Takes; m != best && n > most {
				rival, most = m, n
			}
		}
	}
	c = &contrast[P, M]{a, bridge.Verdict[M]{Best: best, Other: rival, Win: advice.Win, Chance: advice.Chance}, v, p, advice.Move.Sentence}
	c.Search(moves, a.Scale, nodes/2, func(m M, depth int, nodes int64) (int, int64, bool) {
		next := p.Play(m)
		if score, over := a.Ended(next); over {
			return -score, 1, true
		}
		return bridge.Scored(ctx, e, next, depth, nodes)
	})
	told = bridge.Comparison{
		Advice: advice, Same: stays, Against: c.against(), Pro: c.pro, Expected: bridge.Expected(advice.Line, followed),
		Skips: stays && (c.Equal() || c.After > 0), // nobody has thought of the other move, so it is mentioned only if something is wrong with it
		Alike: c.Alike(func(m M) string { return a.Line(p, m)[0] }),
		Area:  c.area(), Other: drawn(v, a.Line(p, rival)[0]),
	}
	told.Answer = c.Answer(told.Against, c.pro, advice.Text)
	return c, told, ctx.Err()
}

// Compare implements [game.Comparer].
func (a Adviser[P, M]) Compare(ctx context.Context, v game.View, other string, nodes int64) (game.Advice, error) {
	_, c, err := a.compared(ctx, v, other, nodes)
	return c.Compare(), err
}

// Why implements [game.Comparer].
func (a Adviser[P, M]) Why(ctx context.Context, v game.View, move string, nodes int64) (game.Advice, error) {
	_, c, err := a.compared(ctx, v, move, nodes)
	return c.Why(), err
}

func (c *contrast[P, M]) against() string {
	other := c.p.Play(c.Other)
	return c.Against(c.Line(c.p, c.Other)[0], "", func() string { return c.Lack(c.Side(c.p), c.Side(other), nil) })
}

// area names the part of the board that holds the best move, and marks the legal moves there.
func (c *contrast[P, M]) area() game.Preview {
	picture := c.view.Scene()
	part := func(at, from, length float64) int { return min(max(int(3*(at-from)/length), 0), 2) }
	places, best := map[string][2]int{}, [2]int{1, 1}
	for _, s := range picture.Spots {
		x, y := s.Middle()
		places[s.Name] = [2]int{part(x, picture.View.X, picture.View.W), part(y, picture.View.Y, picture.View.H)}
	}
	text := c.Line(c.p, c.Best)[0]
	moves, seen := c.view.Moves(), map[string]bool{}
	moves = slices.DeleteFunc(moves, func(m game.Move) bool { // if there are several ways to make a move, keep only the first
		again := seen[m.Text]
		seen[m.Text] = true
		return again
	})
	for _, m := range moves {
		if m.Text == text && len(m.Spots) > 0 {
			best = places[m.Spots[len(m.Spots)-1]]
		}
	}
	p := game.Preview{Sentence: fmt.Sprintf("Look at the %s of the board.", bridge.Part(best[0], best[1])), Legend: "? is where to look."}
	for _, m := range moves {
		if len(m.Spots) == 0 {
			continue
		}
		spot := m.Spots[len(m.Spots)-1]
		i := slices.IndexFunc(picture.Spots, func(s scene.Spot) bool { return s.Name == spot })
		if i < 0 || places[spot] != best {
			continue
		}
		x, y := picture.Spots[i].Middle()
		p.Marks = append(p.Marks, grid.Mark{Spot: spot, Rune: '?', Role: grid.Accent})
		p.Shapes = append(p.Shapes, scene.Ring(x, y, 0.4*picture.Spots[i].Area.W, 0.05, scene.Accent))
	}
	return p
}
