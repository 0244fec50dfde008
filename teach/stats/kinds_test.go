package stats

import (
	"testing"

	"attic/game"
	"attic/match/store"
)

// A kind that the game does not know, because a later version recorded it, has no name and no par.
func TestKindsOfLaterVersions(t *testing.T) {
	s, kinds := Stats{Info: game.Info{Kinds: []game.Category{{Key: "size=8", Name: "8 x 8", Par: 3}}}}, map[string]*Category{}
	for _, key := range []string{"size=8", "size=99"} {
		s.score(kinds, store.Round{Scored: true, Tally: game.Tally{Kind: key, Points: 4}})
	}
	if k := kinds["size=8"]; k.Name != "8 x 8" || k.Par != 3 || k.Best != 4 {
		t.Errorf("%+v", *k)
	}
	if k := kinds["size=99"]; k.Name != "size=99" || k.Par != 0 || k.Best != 4 || s.ToPar.N != 1 {
		t.Errorf("%+v, %d rounds count against par", *k, s.ToPar.N)
	}
}
