package game

import (
	"fmt"
	"strings"
)

// Recorded is offered by a game whose rounds other programs can read in game records (PGN): a position in FEN and moves in
// the engines' notation.
type Recorded interface {
	// RecordOf returns the record of a round that began with setup and in which the moves texts were played. During set-up the
	// record has no moves. The error is that of a move that is not legal.
	RecordOf(setup Setup, texts []string) (Record, error)
	// SetupAt returns the setup of a round that begins at a position, with its set-up if the game has one. The error says what
	// is wrong with the FEN.
	SetupAt(fen string) (Setup, error)
}

// fenWord begins the text of a position, see Position.Text.
const fenWord = "fen "

// RecordsOf returns the records of a game: its own or, if it hides nothing and has Engines, those that follow from the positions of these. Of such a game, a
// round begins at the start, or at a position that its New takes as the option fen, with _ in place of blanks.
func RecordsOf(g Game) (r Recorded, ok bool) {
	if r, ok := g.(Recorded); ok {
		return r, true
	}
	e, ok := g.(engines)
	return recorded{e}, ok && g.Info().Open
}

type engines interface {
	Game
	Engines
}

// recorded makes records of the positions for engines.
type recorded struct{ engines }

func (r recorded) RecordOf(setup Setup, texts []string) (Record, error) {
	return RecordOf(r.engines, setup, texts)
}

// RecordOf implements Recorded.RecordOf by the positions for engines.
func RecordOf(e Engines, setup Setup, texts []string) (Record, error) {
	start, moves, err := e.PositionOf(setup, texts)
	if err != nil {
		return Record{}, err
	}
	p, err := e.ReadPosition(start)
	if err != nil {
		return Record{}, err
	}
	record := Record{FEN: strings.TrimPrefix(p.Text(), fenWord), First: max(p.ToMove(), 0), Moves: moves}
	for _, text := range moves {
		if p, err = p.Play(text); err != nil {
			return Record{}, err
		}
	}
	record.Final = strings.TrimPrefix(p.Text(), fenWord)
	return record, nil
}

func (r recorded) SetupAt(fen string) (setup Setup, err error) {
	p, err := r.ReadPosition(fenWord + fen)
	if err != nil {
		return setup, err
	}
	if usual, _, err := r.PositionOf(setup, nil); err == nil {
		if start, err := r.ReadPosition(usual); err == nil && start.Text() == p.Text() {
			return setup, nil
		}
	}
	setup.Options = "fen=" + strings.ReplaceAll(strings.TrimPrefix(p.Text(), fenWord), " ", "_")
	if _, err := r.New(setup); err != nil {
		return Setup{}, fmt.Errorf("%s cannot begin at this position: %w", r.Info().Title, err)
	}
	return setup, nil
}

// Record is a round as other programs read it.
type Record struct {
	FEN   string   // the position where play began, or during set-up the current one
	First int      // the seat that moves first from there
	Moves []string // the moves from there, in the engines' notation
	Final string   // the last position, as FEN
}

// Placer is offered by a game whose set-up changes how a round begins.
type Placer interface {
	// Placed returns a setup that begins where the set-up moves in texts lead from setup; moves of play are ignored. It returns
	// setup itself if they change nothing. The error says why no setup begins there.
	Placed(setup Setup, texts []string) (Setup, error)
}
