package scene

import "testing"

func TestPart(t *testing.T) {
	s := Lattice{Columns: 4, Rows: 4, Up: true}.Scene()
	for y := range 4 {
		for x := range 4 {
			s.Add(Tile(float64(x), float64(y)))
			s.Spots = append(s.Spots, Place(float64(x), float64(y), string(rune('a'+x))+string(rune('4'-y)), "empty"))
		}
	}
	s.Add(Stroke(0, 0, 3, 3, 0.1, Line), Stroke(0, 3, 3, 3, 0.1, Line))
	part := s.Part("b3", "c2") // the four squares in the middle
	if r := (Rectangle{X: 0.5, Y: 0.5, W: 2, H: 2}); part.View.X > r.X || part.View.W != s.View.W-2 || part.View.H != s.View.H-2 {
		t.Errorf("the view is %v of %v", part.View, s.View)
	}
	tiles, lines, letters := 0, 0, ""
	for _, sh := range part.Shapes {
		switch sh.Kind {
		case Rect:
			tiles++
		case Segment:
			lines++
			if sh.X != 0.5 || sh.Y != 0.5 || sh.W != 2 || sh.H != 2 {
				t.Errorf("the line is cut to %+v", sh)
			}
		case Letters:
			letters += sh.Text
			if !part.View.Contains(sh.X, sh.Y) || sh.X > 0.5 && sh.Y < 2.5 {
				t.Errorf("%s is at %.2f, %.2f, want it outside the part", sh.Text, sh.X, sh.Y)
			}
		}
	}
	if tiles != 4 || lines != 1 || len(letters) != 4 || len(part.Spots) > 0 {
		t.Errorf("%d squares, %d lines, the coordinates %q and %d spots", tiles, lines, letters, len(part.Spots))
	}
	if all := s.Part(); len(all.Shapes) != len(s.Shapes) || all.View != s.View {
		t.Error("without spots, Part does not return the whole scene")
	}
}

// In a part at the edge of the board, only the rows and columns of the part have their coordinates, each at its own place.
func TestWithinAtTheEdge(t *testing.T) {
	var s Scene
	for i := range 9 {
		at := float64(i)
		row, column := Word(-0.6, at, 0.3, string(rune('1'+i)), Centre, Muted), Word(at, 8.7, 0.3, string(rune('a'+i)), Centre, Muted)
		row.Edge, column.Edge = true, true
		s.Add(row, column)
		for j := range 9 {
			s.Spots = append(s.Spots, Place(float64(j), at, "", ""))
		}
	}
	for _, c := range []struct {
		part Rectangle
		want string
	}{
		{Rectangle{-1, 2.5, 5, 4}, "abc4d567"},
		{Rectangle{2.5, 4.5, 4, 5}, "de6f7g89"},
		{Rectangle{2.5, 2.5, 4, 4}, "4d5e6f7g"},
	} {
		got, places := "", map[[2]float64]bool{}
		for _, sh := range s.Within(c.part).Shapes {
			if sh.Kind == Letters {
				got += sh.Text
				places[[2]float64{sh.X, sh.Y}] = true
			}
		}
		if got != c.want || len(places) != len(got) {
			t.Errorf("%v has the coordinates %q at %d places, want %q", c.part, got, len(places), c.want)
		}
	}
}
