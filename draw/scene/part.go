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
	part := Scene{View: Rectangle{
		X: r.X + s.View.X - whole.X, Y: r.Y + s.View.Y - whole.Y, W: r.W + s.View.W - whole.W, H: r.H + s.View.H - whole.H,
	}}
	for _, sh := range s.Shapes {
		if sh.Kind == Rect && sh.Edge {
			part.Add(sh.between(func(x, y float64) (float64, float64) {
				x, _ = moved(x, whole.X, whole.W, r.X, r.W)
				y, _ = moved(y, whole.Y, whole.H, r.Y, r.H)
				return min(max(x, part.View.X), part.View.X+part.View.W), min(max(y, part.View.Y), part.View.Y+part.View.H)
			}))
			continue
		}
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

// moved maps a coordinate from the whole (from, length) to the part (part, partLength). Before the start or after the end
// of the whole, it keeps its distance from that edge; otherwise it stays. It reports whether the result lies in the part or
// outside the whole.
func moved(at, from, length, part, partLength float64) (float64, bool) {
	switch {
	case at < from:
		return part - (from - at), true
	case at >= from+length:
		return part + partLength + at - from - length, true
	}
	return at, at >= part && at < part+partLength
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
