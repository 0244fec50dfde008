package atom4

import (
	"testing"

	"attic/game/gametest"
)

func TestContract(t *testing.T) {
	gametest.Run(t, Game{})
}
