package bridge

import (
	"fmt"
	"io"

	"attic/game"
	"attic/game/search"
)

// Positions writes start and the position after each of the moves to w, as text writes them, and returns the last position.
// The error says which move is wrong and why: "move 7: why". It implements the machine command "positions" of a game.
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

// Replay plays the moves of a round and returns its first and its last state and the moves in their recorded form, for PositionOf and
// RecordOf in a game whose own notation is that of engines.
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
