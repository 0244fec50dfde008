package atom4

import (
	"fmt"
	"strings"

	"attic/game"
	"attic/game/bridge"
	"attic/games/atom4/rules"
)

// wheel is the number of rounds after which the starting colours repeat.
const wheel = 6

// RecordOf returns the board at the start of the round, with the letter of the colour to play, and the moves.
func (g Game) RecordOf(setup game.Setup, texts []string) (game.Record, error) {
	first, last, moves, err := bridge.Replay(g, setup, texts)
	if err != nil {
		return game.Record{}, err
	}
	begun := first.(state).pos
	if first.(state).editing {
		text := written(last.(state).pos)
		return game.Record{FEN: text, First: int(last.(state).pos.Player()), Final: text}, nil
	}
	return game.Record{FEN: written(begun), First: int(begun.Player()), Moves: moves, Final: written(last.(state).pos)}, nil
}

// SetupAt returns the setup of a board with the letter of the colour to play: the round that begins with it, or otherwise the option fen with this
// board.
func (Game) SetupAt(fen string) (game.Setup, error) {
	pos, err := readBoard(fen)
	if err != nil {
		return game.Setup{}, err
	}
	for round := range wheel {
		switch {
		case pos != rules.Start(round+1):
		case round == 0:
			return game.Setup{}, nil
		default:
			return game.Setup{Options: fmt.Sprintf("round=%d", round+1)}, nil
		}
	}
	return game.Setup{Options: "fen=" + strings.ReplaceAll(written(pos), " ", "_")}, nil
}
