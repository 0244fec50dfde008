package adviser

import (
	"fmt"
	"strings"

	"attic/game"
)

// fenWord begins the text of a position, see game.Position.Text.
const fenWord = "fen "

// RecordOf is the method of [game.Recorded] for a game with positions for engines.
func RecordOf(e game.Engines, setup game.Setup, texts []string) (game.Record, error) {
	start, moves, err := e.PositionOf(setup, texts)
	if err != nil {
		return game.Record{}, err
	}
	p, err := e.ReadPosition(start)
	if err != nil {
		return game.Record{}, err
	}
	record := game.Record{FEN: strings.TrimPrefix(p.Text(), fenWord), First: max(p.ToMove(), 0), Moves: moves}
	for _, text := range moves {
		if p, err = p.Play(text); err != nil {
			return game.Record{}, err
		}
	}
	record.Final = strings.TrimPrefix(p.Text(), fenWord)
	return record, nil
}

// SetupAt is the method of [game.Recorded] for a game with positions for engines: its round begins at the start, or at a position that its New takes as the
// option fen, with _ in place of blanks.
func SetupAt(g interface {
	game.Game
	game.Engines
}, fen string,
) (setup game.Setup, err error) {
	p, err := g.ReadPosition(fenWord + fen)
	if err != nil {
		return setup, err
	}
	if usual, _, err := g.PositionOf(setup, nil); err == nil {
		if start, err := g.ReadPosition(usual); err == nil && start.Text() == p.Text() {
			return setup, nil
		}
	}
	setup.Options = "fen=" + strings.ReplaceAll(strings.TrimPrefix(p.Text(), fenWord), " ", "_")
	if _, err := g.New(setup); err != nil {
		return game.Setup{}, fmt.Errorf("%s cannot begin at this position: %w", g.Info().Title, err)
	}
	return setup, nil
}
