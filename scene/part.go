package scene

// Part returns the part of a scene around some of its spots, to be looked at: without spots and layers. Lines are cut
// off at its edge, of other shapes those are there whose middle is. What is written around the board, such as
// coordinates, moves to the edge of the part. Without spots, or if the scene has none of them, it is all of it.
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
	part := Scene{View: Rectangle{
		X: r.X + s.View.X - whole.X, Y: r.Y + s.View.Y - whole.Y, W: r.W + s.View.W - whole.W, H: r.H + s.View.H - whole.H,
	}}
	for _, sh := range s.Shapes {
		if sh.Kind == Letters && !whole.Contains(sh.X, sh.Y) {
			x, inX := moved(sh.X, whole.X, whole.W, r.X, r.W)
			y, inY := moved(sh.Y, whole.Y, whole.H, r.Y, r.H)
			if sh.X, sh.Y = x, y; inX && inY {
				part.Add(sh)
			}
			continue
		}
		if sh.Kind == Segment {
			if cut, ok := sh.within(r); ok {
				part.Add(cut)
			}
		} else if r.Contains(sh.X, sh.Y) {
			part.Add(sh)
		}
	}
	return part
}

// moved returns where a coordinate lies beside a part of a length: as far before its beginning or behind its end as it
// was before, or where it was, and whether that is in the part or beside it.
func moved(at, from, length, part, partLength float64) (float64, bool) {
	switch {
	case at < from:
		return part - (from - at), true
	case at >= from+length:
		return part + partLength + at - from - length, true
	}
	return at, at >= part && at < part+partLength
}

// within returns the part of a Segment that lies in r, and whether there is one.
func (sh Shape) within(r Rectangle) (Shape, bool) {
	from, to := 0.0, 1.0 // of the way along the line
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
