package grid_test

import (
	"testing"

	"attic/draw/grid"
)

// field is a grid of nine spots, a1 to c3, with a1 at the bottom left, and ports left and right of the
// middle row. Each spot has three cells; an empty cell separates neighbours.
func field() grid.Grid {
	g := grid.New(19, 5)
	for row := range 3 {
		for column := range 3 {
			g.Put(4+4*column, 4-2*row, "   ", grid.Muted, string(rune('a'+column))+string(rune('1'+row)))
		}
	}
	g.Put(0, 2, " 1 ", grid.Muted, "port1")
	g.Put(16, 2, " 2 ", grid.Muted, "port2")
	return g
}

func TestTrace(t *testing.T) {
	for _, c := range []struct {
		name  string
		paths []grid.Path
		want  string
	}{
		{"nothing", nil, "\n\n 1               2\n\n\n"},
		{"straight through", []grid.Path{{Spots: []string{"port1", "a2", "b2", "c2", "port2"}}}, "\n\n 1 ───────────── 2\n\n\n"},
		{"across spots that are not named", []grid.Path{{Spots: []string{"port1", "port2"}}}, "\n\n 1 ───────────── 2\n\n\n"},
		{
			"around a corner, up to the edge of its last spot",
			[]grid.Path{{Spots: []string{"port1", "a2", "b2", "b3", "c3"}}},
			"         ┌──\n         │\n 1 ──────┘       2\n\n\n",
		},
		{
			"the other corners",
			[]grid.Path{{Spots: []string{"port2", "c2", "c1", "b1", "b2", "a2", "a1"}}},
			"\n\n 1   ┌───┐   ┌── 2\n     │   │   │\n         └───┘\n",
		},
		{
			"there and back",
			[]grid.Path{{Spots: []string{"port1", "a2", "b2", "a2", "port1"}}},
			"\n\n 1 ───────       2\n\n\n",
		},
		{
			"dashed",
			[]grid.Path{{Spots: []string{"port1", "a2", "a3", "b3", "b2", "a2"}, Dashed: true}},
			"     ╭╌╌╌╮\n     ╎   ╎\n 1 ╌   ╌╌╯       2\n\n\n",
		},
		{
			"joined where solid ones meet",
			[]grid.Path{{Spots: []string{"port1", "port2"}}, {Spots: []string{"b3", "b1"}}, {Spots: []string{"a3", "a2", "c2"}}},
			"\n     │   │\n 1 ──┴───┼────── 2\n         │\n\n",
		},
		{
			"the solid one is visible where a dashed one crosses it",
			[]grid.Path{{Spots: []string{"port1", "port2"}}, {Spots: []string{"b3", "b1"}, Dashed: true}},
			"\n         ╎\n 1 ───────────── 2\n         ╎\n\n",
		},
		{"a spot that is not there", []grid.Path{{Spots: []string{"port1", "z9", "port2"}}}, "\n\n 1               2\n\n\n"},
		{"a hop that is not straight", []grid.Path{{Spots: []string{"port1", "a3"}}}, "\n\n 1               2\n\n\n"},
		{"a single spot, and none", []grid.Path{{Spots: []string{"port1"}}, {}}, "\n\n 1               2\n\n\n"},
	} {
		g := field()
		if got := g.Trace(c.paths...).String(); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
		if got := g.String(); got != field().String() {
			t.Errorf("%s: tracing changed the grid itself:\n%s", c.name, got)
		}
	}
}

func TestTraceGivesRolesAndKeepsSpots(t *testing.T) {
	g := field().Trace(grid.Path{Spots: []string{"port1", "port2"}, Role: grid.Beam})
	for x := range g.W {
		c, was := g.At(x, 2), field().At(x, 2)
		if c.Spot != was.Spot || c.Step != 0 {
			t.Errorf("column %d: %+v was %+v", x, c, was)
		}
		if inside := x >= 3 && x < 16; inside != (c.Role == grid.Beam) {
			t.Errorf("column %d has role %d", x, c.Role)
		}
	}
}

// A path with a step grows from spot to spot.
func TestTraceGrowsInSteps(t *testing.T) {
	g := field().Trace(grid.Path{Spots: []string{"port1", "a2", "b2", "b3", "c3"}, Step: 4})
	for _, c := range []struct{ x, y, step int }{
		{3, 2, 4}, {5, 2, 4}, {6, 2, 5}, {9, 2, 5}, {9, 1, 6}, {9, 0, 6}, {10, 0, 7}, {11, 0, 7}, {12, 0, 0}, {1, 2, 0},
	} {
		if got := int(g.At(c.x, c.y).Step); got != c.step {
			t.Errorf("cell %d,%d changes in step %d, want %d", c.x, c.y, got, c.step)
		}
	}
	late := field().Trace(grid.Path{Spots: []string{"port1", "a2", "b2"}, Step: 255})
	if got := late.At(7, 2).Step; got != 255 {
		t.Errorf("after the last step there is step %d", got)
	}
}

func TestMiddle(t *testing.T) {
	g := grid.New(8, 3)
	g.Put(0, 0, "ab", grid.Plain, "even")
	for y := range 3 {
		g.Put(3, y, "xyz", grid.Plain, "square")
	}
	for _, c := range []struct {
		spot string
		x, y int
		ok   bool
	}{{"even", 0, 0, true}, {"square", 4, 1, true}, {"nowhere", 0, 0, false}, {"", 0, 0, false}} {
		if x, y, ok := g.Middle(c.spot); ok != c.ok || ok && (x != c.x || y != c.y) {
			t.Errorf("%q is at %d,%d, %t, want %d,%d, %t", c.spot, x, y, ok, c.x, c.y, c.ok)
		}
	}
}

func TestMiddlesAreThoseOfAllSpots(t *testing.T) {
	g := field()
	at := g.Middles()
	if len(at) != 11 {
		t.Errorf("%d spots, want 11: %v", len(at), at)
	}
	for spot, p := range at {
		if x, y, ok := g.Middle(spot); !ok || x != p.X || y != p.Y {
			t.Errorf("%q is at %d,%d, and at %d,%d, %t", spot, p.X, p.Y, x, y, ok)
		}
	}
}
