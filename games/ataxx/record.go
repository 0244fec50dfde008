package ataxx

import (
	"strings"

	"attic/game"
	"attic/game/bridge"
	"attic/games/ataxx/rules"
)

// RecordOf returns the position where play began and the moves from there, under the guide's rules.
func (g Game) RecordOf(setup game.Setup, texts []string) (game.Record, error) {
	begun, moves, last, err := g.replay(setup, texts)
	if err != nil {
		return game.Record{}, err
	}
	return game.Record{FEN: begun.FEN(), First: seat(begun.Turn()), Moves: bridge.Texts(moves, rules.Move.UAI), Final: last.started().FEN()}, nil
}

// replay plays the moves of a round in texts. It returns the position where play began, or during set-up would begin, the moves from
// there, and the last state.
func (g Game) replay(setup game.Setup, texts []string) (begun rules.Position, moves []rules.Move, last state, err error) {
	first, err := g.New(setup)
	if err != nil {
		return begun, nil, last, err
	}
	last = first.(state)
	begun = last.started()
	for _, text := range texts {
		after, _, err := last.Play(text)
		if err != nil {
			return begun, nil, last, err
		}
		next := after.(state)
		if last.setting {
			begun = next.started()
		} else {
			moves = append(moves, next.last.Canonical())
		}
		last = next
	}
	return begun, moves, last, nil
}

// started returns the position, or during set-up the position with which the game would start.
func (v view) started() rules.Position {
	if v.setting {
		return v.pos.WithTurn(v.first)
	}
	return v.pos
}

// SetupAt returns the setup of a position: without options for the default start, and with the option blocks if only blocks differ from it.
func (g Game) SetupAt(fen string) (game.Setup, error) {
	p, err := g.ReadPosition("fen " + fen)
	if err != nil {
		return game.Setup{}, err
	}
	pos := p.(position).pos.WithRules(rules.Guide)
	pattern, exact := pos.BlockPattern()
	usual := rules.Start(rules.Guide)
	if pattern != "" && exact {
		if usual, err = usual.SetBlocks(pattern); err != nil { // a game cannot start with these blocks
			usual = rules.Start(rules.Guide)
		}
	}
	switch {
	case pos != usual:
		fen := strings.TrimSuffix(pos.FEN(), " 0 1") // a FEN without counters means the same
		return game.Setup{Options: fenOption + strings.ReplaceAll(fen, " ", "_")}, nil
	case pattern != "":
		return game.Setup{Options: blocksOption + ordered(pattern)}, nil
	}
	return game.Setup{}, nil
}

// Placed returns a setup that starts with the board and the first side to which the set-up moves in texts lead.
func (g Game) Placed(setup game.Setup, texts []string) (game.Setup, error) {
	begun, err := g.RecordOf(setup, nil)
	if err != nil {
		return setup, err
	}
	placed, err := g.RecordOf(setup, texts)
	if err != nil || placed.FEN == begun.FEN && !game.Edits(setup) {
		return setup, err
	}
	next, err := g.SetupAt(placed.FEN)
	next.Seed = setup.Seed
	return next, err
}

const (
	blocksOption = blocks + "="
	fenOption    = "fen="
)
