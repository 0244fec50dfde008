package scene

// Part returns the part of a scene around the named spots, for display only: it has no spots and no layers. Lines are cut
// off at the edge of the part; any other shape is kept if its middle lies inside. Text around the board, such as
// coordinates, moves to the edge of the part. If spots is empty or the scene has none of them, Part returns the whole scene.
func (s Scene) Part(spots ...string) Scene {
	var whole, r Rectangle
	for _, spot := range s.Spots {
		whole = whole.Union(spot.Area)
		for _, name := range spots {
			if name == spot.Name {
				r = r.Union(spot.Area)
			}
		}
	}
	if r.W == 0 {
		return Scene{View: s.View, Shapes: s.Shapes}
	}
	part := s.cut(Rectangle{
		X: r.X + s.View.X - whole.X, Y: r.Y + s.View.Y - whole.Y, W: r.W + s.View.W - whole.W, H: r.H + s.View.H - whole.H,
	}, r)
	part.Spots, part.Layers = nil, nil
	return part
}

// between returns a Rect with its upper left and its lower right corner moved.
func (sh Shape) between(move func(x, y float64) (float64, float64)) Shape {
	x, y := move(sh.X-sh.W/2, sh.Y-sh.H/2)
	toX, toY := move(sh.X+sh.W/2, sh.Y+sh.H/2)
	sh.X, sh.Y, sh.W, sh.H = (x+toX)/2, (y+toY)/2, toX-x, toY-y
	return sh
}

// within clips a Segment to r and reports whether any of it lies in r.
func (sh Shape) within(r Rectangle) (Shape, bool) {
	from, to := 0.0, 1.0 // fractions of the way along the line
	for _, edge := range [...]struct{ along, room float64 }{
		{-sh.W, sh.X - r.X}, {sh.W, r.X + r.W - sh.X}, {-sh.H, sh.Y - r.Y}, {sh.H, r.Y + r.H - sh.Y},
	} {
		switch at := edge.room / edge.along; {
		case edge.along == 0 && edge.room < 0:
			return sh, false
		case edge.along < 0:
			from = max(from, at)
		case edge.along > 0:
			to = min(to, at)
		}
	}
	if from >= to {
		return sh, false
	}
	sh.X, sh.Y, sh.W, sh.H = sh.X+from*sh.W, sh.Y+from*sh.H, (to-from)*sh.W, (to-from)*sh.H
	return sh, true
}
