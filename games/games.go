// Package games is the list of all games. A new game needs only its folder and one line here.
package games

import (
	"attic/game"
	"attic/games/ataxx"
	"attic/games/atom4"
	"attic/games/atommaster"
)

// All returns the games in the order of the menu.
func All() []game.Game {
	return []game.Game{
		atom4.Game{},
		ataxx.Game{},
		atommaster.Game{},
	}
}

// Find returns the game with this name.
func Find(name string) (game.Game, bool) {
	for _, g := range All() {
		if g.Info().Name == name {
			return g, true
		}
	}
	return nil, false
}
