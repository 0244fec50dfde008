package main

import (
	"attic/engine/arena"
	"attic/game"
	"attic/table"
)

func opponents(g game.Game) func(spec string) (table.Opponent, error) {
	return func(spec string) (table.Opponent, error) {
		seat, err := arena.Sit(g, spec, seatConfig())
		if err != nil {
			return nil, err
		}
		return seat, nil
	}
}
