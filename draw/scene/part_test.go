package scene

import (
	"math"
	"testing"
)

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
			if tiles++; sh.Edge {
				tiles--
				if sh.W != part.View.W || sh.H != part.View.H || sh.X-sh.W/2 != part.View.X {
					t.Errorf("the frame is %+v, the view %v", sh, part.View)
				}
			}
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
	if tiles != 4 || lines != 1 || len(letters) != 4 || len(part.Spots) != 4 {
		t.Errorf("%d squares, %d lines, the coordinates %q and %d spots", tiles, lines, letters, len(part.Spots))
	}
	if all := s.Part(); len(all.Shapes) != len(s.Shapes) || all.View != s.View {
		t.Error("without spots, Part does not return the whole scene")
	}
}

// The frame of a part of the board is as wide as that of the whole board and has the coordinates of the part's rows and columns.
// Lines end at the frame.
func TestWithin(t *testing.T) {
	s := Scene{View: Rectangle{-1, -0.8, 9.8, 10}}
	s.Add(Base(s.View, 0.2), Base(Rectangle{-0.5, -0.5, 9, 9}, 0.1), Stroke(0, 4, 8, 4, 0.1, Grid), Stroke(0, 0, 0, 0, 0.1, Grid))
	for i := range 9 {
		at := float64(i)
		row, column := Word(-0.75, at, 0.3, string(rune('1'+i)), Centre, Muted), Word(at, 8.9, 0.3, string(rune('a'+i)), Centre, Muted)
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
		{Rectangle{-1, 2.2, 5, 5}, "abc4d567"},
		{Rectangle{2.1, 4.2, 5, 5}, "de6f7g89"},
		{Rectangle{2.1, 2.2, 5, 5}, "4d5e6f7g"},
	} {
		got, frames := "", []Rectangle{}
		for _, sh := range s.Within(c.part).Shapes {
			switch sh.Kind {
			case Letters:
				got += sh.Text
				if left, below := sh.X-c.part.X, c.part.Y+c.part.H-sh.Y; math.Abs(left-0.25) > 1e-9 && math.Abs(below-0.3) > 1e-9 {
					t.Errorf("%v: %q is %.2f from the left and %.2f from below", c.part, sh.Text, left, below)
				}
			case Rect:
				frames = append(frames, Rectangle{sh.X - sh.W/2, sh.Y - sh.H/2, sh.W, sh.H})
			case Segment:
				if board := frames[1]; sh.W > board.W || sh.X < board.X || sh.W == 0 {
					t.Errorf("%v: the line %v is not cut to the board %v", c.part, sh, board)
				}
			}
		}
		if got != c.want {
			t.Errorf("%v has the coordinates %q, want %q", c.part, got, c.want)
		}
		inner := Rectangle{c.part.X + 0.5, c.part.Y + 0.3, c.part.W - 0.8, c.part.H - 1}
		if len(frames) != 2 || !frames[0].Within(c.part) || !c.part.Within(frames[0]) || !frames[1].Within(inner) || !inner.Within(frames[1]) {
			t.Errorf("%v has the frames %v", c.part, frames)
		}
	}
}
