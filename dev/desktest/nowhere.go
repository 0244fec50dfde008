package desktest

import (
	"errors"

	"attic/game"
	"attic/table"
)

// Nowhere is a network that reaches nobody.
type Nowhere struct{}

var errNowhere = errors.New("nobody can be reached")

// Host fails.
func (Nowhere) Host(*table.Table, string) error { return errNowhere }

// Listens returns the default port.
func (Nowhere) Listens() int { return 7117 }

// On returns the same network.
func (n Nowhere) On(int, table.ClockRule) table.Network { return n }

// Join fails.
func (Nowhere) Join(*table.Table, string) error { return errNowhere }

// Meet fails.
func (Nowhere) Meet(string, string, func(game.Game) (*table.Table, error)) (table.Guest, error) {
	return nil, errNowhere
}
