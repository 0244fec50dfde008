package atom4

import (
	"testing"

	"attic/dev/gametest"
)

func TestContract(t *testing.T) {
	gametest.Run(t, Game{})
}
