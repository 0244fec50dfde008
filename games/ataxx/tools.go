package ataxx

import (
	"fmt"
	"io"
	"strings"

	"attic/game"
	"attic/games/ataxx/rules"
)

// Tools offers the positions of games.
func (Game) Tools() []game.Tool {
	return []game.Tool{{
		Name: "positions", Args: "a7-b6 f6 a1c1 ... (guide's or UAI notation)", Blocks: true,
		Help:   "print each position of games given as moves, and their results",
		Answer: positions,
	}}
}

func positions(w io.Writer, line string) error {
	pos := rules.Start(rules.Guide)
	fmt.Fprintln(w, pos.FEN())
	for i, text := range strings.Fields(line) {
		m, err := rules.ParseMove(text)
		if err == nil {
			m, err = pos.Check(m)
		}
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		pos = pos.Play(m)
		fmt.Fprintln(w, pos.FEN())
	}
	result := pos.Result().String()
	fmt.Fprintln(w, "result", strings.TrimSuffix(result, " wins"))
	return nil
}

// PerftPosition says how positions are written.
func (Game) PerftPosition() string { return "FEN: ranks, x or o to move, and the counters if you like" }

// Perft prepares counting, which goes by the community's rules.
func (Game) Perft(position string) (game.Perft, error) {
	if position == "" {
		return perft{rules.Start(rules.Community)}, nil
	}
	pos, err := rules.ParseFEN(position, rules.Community)
	return perft{pos}, err
}

type perft struct{ pos rules.Position }

func (p perft) Count(depth int, every bool) (leaves, wins int64) {
	return int64(rules.Perft(p.pos, depth, every)), -1
}

func (p perft) Divide() []game.Branch {
	var list []game.Branch
	for _, m := range p.pos.Moves(nil) {
		list = append(list, game.Branch{Move: m.UAI(), Perft: perft{p.pos.Play(m)}})
	}
	return list
}
