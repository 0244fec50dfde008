package scene_test

import (
	"testing"

	"attic/draw/scene"
)

// A board of two by two vertices has five lines, one in each row and three between the rows, and four
// coordinates.
func TestHex(t *testing.T) {
	h := scene.Hex{Columns: 2, Rows: 2}
	lines, words := 0, ""
	for _, sh := range h.Lines() {
		switch sh.Kind {
		case scene.Segment:
			lines++
		case scene.Letters:
			words += sh.Text
			if !sh.Edge {
				t.Errorf("%q does not move to the edge of a part", sh.Text)
			}
		}
	}
	if lines != 5 || words != "21ab" {
		t.Errorf("there are %d lines and the coordinates %s", lines, words)
	}
	if x, y := h.At(1, 1); x != 1.5 || y != scene.HexDown {
		t.Errorf("the last vertex is at %v, %v", x, y)
	}
}
