package atommaster_test

import (
	"slices"
	"strings"
	"testing"

	"attic/draw/grid"
	"attic/draw/scene"
)

// After an evaluation a layer shows beams that would have come out otherwise with the atoms set, the shortest first.
func TestTellingBeams(t *testing.T) {
	const set = known + ";fire 6;fire 2;"
	for _, c := range []struct{ what, moves, says string }{
		{"before the evaluation", set + "set b6;set c3;set e4;set a1", ""},
		{"all found", set + "set b6;set c3;set f4;set c8;evaluate", ""},
		{"given up with too few atoms", set + "set b6;resign", ""},
		{"one wrong, beside where it is", set + "set b6;set c3;set f4;set c7;evaluate", "Beams at 29, 31 and 1 would each have told"},
		{"two wrong", set + "set b6;set c3;set e4;set a1;evaluate", "Beams at 29, 31 and 30 would each have told"},
	} {
		v := play(t, "", c.moves).View(solver)
		if text := v.Describe(); !strings.Contains(text, c.says) || c.says == "" && strings.Contains(text, "have told") {
			t.Errorf("%s: %s", c.what, text)
		}
		inGrid := slices.ContainsFunc(v.Grid(0, 0).Layers, func(l grid.Layer) bool { return l.Name == "telling" && l.Key == "t" })
		inScene := slices.ContainsFunc(v.Scene().Layers, func(l scene.Layer) bool { return l.Name == "telling" && len(l.Shapes) > 0 })
		if inGrid != (c.says != "") || inScene != inGrid {
			t.Errorf("%s: the layer is in the grid: %v, in the scene: %v", c.what, inGrid, inScene)
		}
	}
}
