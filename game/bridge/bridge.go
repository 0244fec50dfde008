// Package bridge connects the small values of a game, its positions and moves, to package game, where moves are text. A game with rules in
// its own package and a player over package search needs no code of its own for these:
//
//   - [Bot] is the computer at a level,
//   - [Engine] is the computer at full strength, for the engines' protocol,
//   - [Perft] counts sequences of moves,
//   - [Verdict] compares two moves by a search, in sentences to which a game adds its own [Measure]s, and [Comparison] turns them into
//     hints and answers to why,
//   - [Judge] judges moves by the goals of lessons and puzzles: [Asks] holds what a goal can ask, and [Words] the words of a goal still to be read,
//   - [Texts] writes moves.
//
// P is the type of the game's positions and M that of its moves.
package bridge

import (
	"context"
	"fmt"
	"io"

	"attic/game"
	"attic/game/search"
)

// Texts returns the texts of moves.
func Texts[M any](moves []M, text func(M) string) []string {
	var list []string
	for _, m := range moves {
		list = append(list, text(m))
	}
	return list
}

// Bot is a [game.Bot]: the computer at a level.
type Bot[P any, M search.Move] struct {
	Level int
	Seed  uint64
	// Read returns the position that a view shows; the error says why there is none, for example because the game is over.
	Read func(game.View) (P, error)
	// Think searches for a move in the same way as Choose of a package bot. The move is the Best of its result.
	Think func(ctx context.Context, p P, level int, seed uint64, progress func(search.Result[M])) (search.Result[M], error)
	// Line writes consecutive moves from a position as State.Play reads them.
	Line func(p P, moves ...M) []string
}

// Choose implements [game.Bot].
func (b Bot[P, M]) Choose(ctx context.Context, v game.View, progress func(game.Report)) (string, error) {
	p, err := b.Read(v)
	if err != nil {
		return "", err
	}
	r, err := b.Think(ctx, p, b.Level, b.Seed, func(r search.Result[M]) {
		progress(game.Report{Depth: r.Depth, Line: b.Line(p, r.Line...)})
	})
	if err != nil {
		return "", err
	}
	return b.Line(p, r.Best)[0], nil
}

// Searcher is the full-strength player of a package bot.
type Searcher[P any, M search.Move] interface {
	Resize(hash, threads int)
	Forget()
	Search(ctx context.Context, p P, limits search.Limits, progress func(search.Result[M])) search.Result[M]
}

// Engine is a [game.Engine] over a Searcher.
type Engine[P any, M search.Move] struct {
	Searcher[P, M]
	Read func(game.Position) P // reads one of the game's own positions
	Text func(M) string        // writes a move for the engines' protocol
}

// Search implements [game.Engine].
func (e Engine[P, M]) Search(ctx context.Context, p game.Position, l game.Limits, progress func(game.Report)) game.Report {
	var tell func(search.Result[M])
	if progress != nil {
		tell = func(r search.Result[M]) { progress(e.report(r)) }
	}
	return e.report(e.Searcher.Search(ctx, e.Read(p), l, tell))
}

func (e Engine[P, M]) report(r search.Result[M]) game.Report {
	return game.Report{
		Number: r.Number, Line: Texts(r.Line, e.Text), Scored: true, Score: r.Score, Win: r.Wins(), Depth: r.Depth, Deepest: r.Deepest,
		Nodes: r.Nodes, HashFull: r.HashFull, Elapsed: r.Elapsed,
	}
}

// ScoreText writes a score as "cp N", or as "win N" or "loss N" with N in plies.
func ScoreText(r game.Report) string {
	switch {
	case r.Win > 0:
		return fmt.Sprintf("win %d", r.Win)
	case r.Win < 0:
		return fmt.Sprintf("loss %d", -r.Win)
	}
	return fmt.Sprintf("cp %d", r.Score)
}

// Played is a position of a package rules.
type Played[P any, M search.Move] interface {
	Moves(buf []M) []M // appends the legal moves
	Play(m M) P
}

// Perft is a [game.Perft] of a position.
type Perft[P Played[P, M], M search.Move] struct {
	Position P
	Leaves   func(p P, depth int, every bool) (leaves, wins int64) // counts in the same way as game.Perft.Count
	Text     func(M) string
}

// PerftOf returns a Perft of the position that the function read makes of text, or of the position start if text is "".
func PerftOf[P Played[P, M], M search.Move](
	text string, start P, read func(string) (P, error), leaves func(p P, depth int, every bool) (leaves, wins int64), name func(M) string,
) (game.Perft, error) {
	if text != "" {
		var err error
		if start, err = read(text); err != nil {
			return nil, err
		}
	}
	return Perft[P, M]{start, leaves, name}, nil
}

// Count implements [game.Perft].
func (p Perft[P, M]) Count(depth int, every bool) (leaves, wins int64) {
	return p.Leaves(p.Position, depth, every)
}

// Divide implements [game.Perft].
func (p Perft[P, M]) Divide() []game.Branch {
	var list []game.Branch
	for _, m := range p.Position.Moves(nil) {
		list = append(list, game.Branch{Move: p.Text(m), Perft: Perft[P, M]{p.Position.Play(m), p.Leaves, p.Text}})
	}
	return list
}

// Positions writes start and the position after each of the moves to w, in the form that the function text returns. It returns the last position. The
// error says which move is wrong and why: "move 7: why". Positions implements the machine command "positions" of a game.
func Positions[P Played[P, M], M search.Move](w io.Writer, start P, moves []string, text func(P) string, read func(P, string) (M, error)) (P, error) {
	p := start
	fmt.Fprintln(w, text(p))
	for i, word := range moves {
		m, err := read(p, word)
		if err != nil {
			return p, fmt.Errorf("move %d: %w", i+1, err)
		}
		p = p.Play(m)
		fmt.Fprintln(w, text(p))
	}
	return p, nil
}

// Replay plays the moves of a round and returns its first state, its last state, and the moves in their recorded form. It is for PositionOf and
// RecordOf in a game whose notation is the same as that of engines.
func Replay(g game.Game, setup game.Setup, texts []string) (first, last game.State, moves []string, err error) {
	if first, err = g.New(setup); err != nil {
		return nil, nil, nil, err
	}
	last = first
	for _, text := range texts {
		next, m, err := last.Play(text)
		if err != nil {
			return nil, nil, nil, err
		}
		last, moves = next, append(moves, m.Text)
	}
	return first, last, moves, nil
}
