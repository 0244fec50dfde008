package ataxx

import (
	"strings"

	"attic/game"
	"attic/games/ataxx/rules"
)

// RecordOf returns the position where play began and the moves from there, by the users' guide.
func (g Game) RecordOf(setup game.Setup, texts []string) (game.Record, error) {
	first, err := g.New(setup)
	if err != nil {
		return game.Record{}, err
	}
	now := first.(state)
	begun := now.started()
	var r game.Record
	for _, text := range texts {
		after, _, err := now.Play(text)
		if err != nil {
			return game.Record{}, err
		}
		next := after.(state)
		switch {
		case now.setting:
			begun = next.started()
		default:
			r.Moves = append(r.Moves, next.last.Canonical().UAI())
		}
		now = next
	}
	r.FEN, r.First, r.Final = begun.FEN(), seat(begun.Turn()), now.started().FEN()
	return r, nil
}

// started returns the position, or during set-up the one with which start would begin.
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

// Placed returns a setup with the board and the first side to which the set-up has led.
func (g Game) Placed(setup game.Setup, texts []string) (game.Setup, error) {
	begun, err := g.RecordOf(setup, nil)
	if err != nil {
		return setup, err
	}
	placed, err := g.RecordOf(setup, texts)
	if err != nil || placed.FEN == begun.FEN {
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
