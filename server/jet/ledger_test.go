package jet

import (
	"crypto/rand"
	"strings"
	"testing"

	"attic/game"
	"attic/game/gametest"
	"attic/match"
	"attic/match/ledgertest"
)

func find(name string) (game.Game, bool) {
	return gametest.Toy{}, name == "toy"
}

// conform checks the rules of a ledger. Each test has a table of its own.
func conform(t *testing.T, p *Place) {
	ledgertest.Conform(t, func(t *testing.T) ledgertest.Place {
		games := p.Games(strings.ToLower(rand.Text()))
		return ledgertest.Place{
			New: func() match.Ledger {
				l, err := games.Begin("toy")
				if err != nil {
					t.Fatal(err)
				}
				return l
			},
			Again: func() (match.Ledger, error) {
				l, _, err := games.Resume()
				return l, err
			},
		}
	})
}

func TestEmbeddedConforms(t *testing.T) { conform(t, embedded(t)) }
func TestOneNodeConforms(t *testing.T)  { conform(t, dial(t, oneNode)) }
func TestClusterConforms(t *testing.T)  { conform(t, dial(t, threeNodes)) }
