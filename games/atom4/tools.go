package atom4

import (
	"fmt"
	"io"
	"strings"

	"attic/game"
	"attic/games/atom4/rules"
)

// Tools offers the positions of games.
func (Game) Tools() []game.Tool {
	return []game.Tool{{
		Name: "positions", Args: "[round=N:] i10 j9 ...", Blocks: true,
		Help:   "print each position of games given as moves, and their results",
		Answer: positions,
	}}
}

func positions(w io.Writer, line string) error {
	setup := game.Setup{}
	moves := line
	if before, after, found := strings.Cut(line, ":"); found {
		setup.Options, moves = strings.TrimSpace(before), after
	}
	round, err := roundOf(setup)
	if err != nil {
		return err
	}
	pos := rules.Start(round)
	fmt.Fprintf(w, "%s %c\n", pos.Board(), pos.Turn().Letter())
	for i, text := range strings.Fields(moves) {
		s, err := view{pos: pos}.read(text)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		pos = pos.Play(s)
		fmt.Fprintf(w, "%s %c\n", pos.Board(), pos.Turn().Letter())
	}
	result := map[rules.Result]string{rules.Running: "running", rules.Win1: "1", rules.Win2: "2", rules.Draw: "draw"}
	fmt.Fprintln(w, "result", result[pos.Result()])
	return nil
}

// PerftPosition says how positions are written.
func (Game) PerftPosition() string {
	return "BOARD LETTER: a board text and the letter of the colour to play"
}

// Perft prepares counting.
func (Game) Perft(position string) (game.Perft, error) {
	if position == "" {
		return perft{rules.Start(1)}, nil
	}
	pos, err := readBoard(position)
	return perft{pos}, err
}

// readBoard reads a board text and the letter of the colour to play.
func readBoard(text string) (rules.Position, error) {
	board, letter, _ := strings.Cut(strings.TrimSpace(text), " ")
	turn, err := rules.ParseColor(strings.TrimSpace(letter))
	if err != nil || !turn.OnWheel() {
		return rules.Position{}, fmt.Errorf("after the board stands %q; it must be the colour to play: r, y, g, c, b or p", letter)
	}
	return rules.ParseBoard(board, turn)
}

type perft struct{ pos rules.Position }

func (p perft) Count(depth int, every bool) (leaves, wins int64) {
	l, w := rules.Perft(p.pos, depth, every)
	return int64(l), int64(w)
}

func (p perft) Divide() []game.Branch {
	var list []game.Branch
	for _, s := range p.pos.Moves(nil) {
		list = append(list, game.Branch{Move: s.String(), Perft: perft{p.pos.Play(s)}})
	}
	return list
}
