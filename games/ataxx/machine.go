package ataxx

import (
	"fmt"
	"io"
	"strings"

	"attic/game"
	"attic/game/bridge"
	"attic/games/ataxx/rules"
)

// Filters returns the machine command "positions".
func (Game) Filters() []game.Filter {
	return []game.Filter{{
		Name: "positions", Args: "a7-b6 f6 a1c1 ... (guide or UAI notation)", Blocks: true,
		Help:   "print each position of games given as moves, and their results",
		Answer: positions,
	}}
}

func positions(w io.Writer, line string) error {
	pos, err := bridge.Positions(w, rules.Start(rules.Guide), strings.Fields(line), rules.Position.FEN,
		func(p rules.Position, text string) (rules.Move, error) {
			m, err := rules.ParseMove(text)
			if err != nil {
				return m, err
			}
			return p.Check(m)
		})
	if err != nil {
		return err
	}
	result := pos.Result().String()
	fmt.Fprintln(w, "result", strings.TrimSuffix(result, " wins"))
	return nil
}

// PerftPosition describes how positions are written.
func (Game) PerftPosition() string { return "FEN: ranks, x or o to move, and optionally the counters" }

// Perft returns a counter of positions from a FEN, under the community's rules.
func (Game) Perft(position string) (game.Perft, error) {
	read := func(fen string) (rules.Position, error) { return rules.ParseFEN(fen, rules.Community) }
	return bridge.PerftOf(position, rules.Start(rules.Community), read, leaves, rules.Move.UAI)
}

func leaves(p rules.Position, depth int, every bool) (leaves, wins int64) {
	return int64(rules.Perft(p, depth, every)), -1
}
