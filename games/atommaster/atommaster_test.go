package atommaster

import (
	"testing"

	"attic/dev/gametest"
)

func TestContract(t *testing.T) {
	gametest.Run(t, Game{}, "hide a1,b2,c3,d4", "hide h8,g7,f6,e5", "hide a1,a2,a3", "hide c1,c2,c3")
}
