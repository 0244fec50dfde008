package scene_test

import (
	"testing"

	"attic/draw/scene"
)

func TestLattice(t *testing.T) {
	for _, c := range []struct {
		up   bool
		want string
	}{{false, "a1b23"}, {true, "a3b21"}} {
		s := scene.Lattice{Columns: 2, Rows: 3, Up: c.up}.Scene()
		got := ""
		for _, sh := range s.Shapes {
			got += sh.Text
		}
		if got != c.want {
			t.Errorf("up %t: the coordinates are %q, want %q", c.up, got, c.want)
		}
		for x := range 2 {
			for y := range 3 {
				spot := scene.Place(float64(x), float64(y), "b2", "empty")
				if !spot.Area.Within(s.View) || spot.Label != "b2, empty" {
					t.Errorf("%+v is not on the board %+v", spot, s.View)
				}
				if tile := scene.Tile(float64(x), float64(y)); !spot.Area.Contains(tile.X, tile.Y) || tile.W >= 1 {
					t.Errorf("%+v is not within its spot", tile)
				}
			}
		}
	}
}
