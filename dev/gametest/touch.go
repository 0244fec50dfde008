package gametest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
)

// The promises about touching: boards of any size, tracks, and sentences about spots.

// rooms holds sizes of areas for a board, from an area that is too small for any board to that of a large screen.
var rooms = []struct{ w, h int }{{1, 1}, {40, 10}, {52, 17}, {68, 20}, {100, 30}, {130, 44}, {240, 80}}

// The maximum number of columns and rows of the smallest drawing of a board.
const smallestW, smallestH = 60, 17

// mover returns the view of the seat to move or, before play, of the first seat.
func mover(s game.State) game.View { return s.View(max(s.ToMove(), 0)) }

// spotsOf returns the names of all spots of a grid in reading order.
func spotsOf(g grid.Grid) []string {
	var list []string
	seen := map[string]bool{"": true}
	for y := range g.H {
		for x := range g.W {
			if spot := g.At(x, y).Spot; !seen[spot] {
				seen[spot] = true
				list = append(list, spot)
			}
		}
	}
	return list
}

// unprintable returns an error if a grid has a cell that terminals cannot print.
func unprintable(g grid.Grid) error {
	for y := range g.H {
		for x := range g.W {
			if r := g.At(x, y).Rune; !unicode.IsPrint(r) {
				return fmt.Errorf("the cell %d,%d holds %q", x, y, r)
			}
		}
	}
	return nil
}

func boardsGrowWithTheRoom(t *trial) error {
	return t.some(func(s game.State) error {
		for _, seen := range t.views(s) {
			smallest := seen.view.Grid(1, 1)
			if smallest.W > smallestW || smallest.H > smallestH {
				return fmt.Errorf("the smallest grid is %d by %d, want at most %d by %d", smallest.W, smallest.H, smallestW, smallestH)
			}
			spots := spotsOf(seen.view.Grid(0, 0))
			slices.Sort(spots)
			before := smallest
			for _, room := range rooms {
				g := seen.view.Grid(room.w, room.h)
				size := fmt.Sprintf("for %d by %d the grid is %d by %d", room.w, room.h, g.W, g.H)
				if least := g.W == smallest.W && g.H == smallest.H; !least && (g.W > room.w || g.H > room.h) {
					return fmt.Errorf("%s; it must fit, or be the smallest, %d by %d", size, smallest.W, smallest.H)
				}
				if g.W*g.H < before.W*before.H {
					return fmt.Errorf("%s; for a smaller area it is %d by %d", size, before.W, before.H)
				}
				before = g
				now := spotsOf(g)
				if slices.Sort(now); !slices.Equal(now, spots) {
					return fmt.Errorf("%s and has the spots %q; the grid for lines of text has %q", size, now, spots)
				}
				if err := unprintable(g); err != nil {
					return fmt.Errorf("%s: %w", size, err)
				}
				if len(g.Layers) != len(smallest.Layers) {
					return fmt.Errorf("%s and has %d layers; the smallest has %d", size, len(g.Layers), len(smallest.Layers))
				}
				for _, l := range g.Layers {
					if l.Grid.W != g.W || l.Grid.H != g.H {
						return fmt.Errorf("%s, but its layer %q is %d by %d", size, l.Name, l.Grid.W, l.Grid.H)
					}
				}
			}
		}
		return nil
	})
}

func panelsFit(t *trial) error {
	return t.some(func(s game.State) error {
		for _, seen := range t.views(s) {
			v := seen.view
			spots := spotsOf(v.Grid(0, 0))
			for _, room := range []struct{ w, h int }{{12, 0}, {12, 1}, {12, 5}, {12, 16}, {24, 10}, {40, 20}, {100, 60}} {
				p := v.Panel(room.w, room.h)
				where := fmt.Sprintf("the panel for %d by %d", room.w, room.h)
				if p.W > room.w || p.H > room.h {
					return fmt.Errorf("%s is %d by %d", where, p.W, p.H)
				}
				if err := unprintable(p); err != nil {
					return fmt.Errorf("%s: %w", where, err)
				}
				for _, spot := range spotsOf(p) {
					if !slices.Contains(spots, spot) {
						return fmt.Errorf("%s has the spot %q, which is not on the board", where, spot)
					}
				}
			}
		}
		return nil
	})
}

func tracksHoldTheMovesSpots(t *trial) error {
	return t.each(func(s game.State) error {
		for _, seen := range t.views(s) {
			if err := soundTracks(seen.view); err != nil {
				return fmt.Errorf("of the tracks of seat %d, %w", seen.seat, err)
			}
		}
		byTouch := map[string]string{}
		tracks := mover(s).Tracks()
		for _, m := range game.MovesOf(s) {
			if len(m.Spots) == 0 {
				continue
			}
			i := slices.IndexFunc(tracks, func(t game.Track) bool { return t.Name == m.Track })
			if i < 0 {
				return fmt.Errorf("%q belongs to the track %q, which does not exist", m.Text, m.Track)
			}
			for _, spot := range m.Spots {
				if !slices.Contains(tracks[i].Spots, spot) {
					return fmt.Errorf("%q touches %q, which the track %q does not hold", m.Text, spot, m.Track)
				}
			}
			touch := fmt.Sprintf("%q %q", m.Track, m.Spots)
			if other, ok := byTouch[touch]; ok && m.Key == "" {
				return fmt.Errorf("%q and %q are made by the same touch, and neither has a key", other, m.Text)
			}
			if m.Key == "" {
				byTouch[touch] = m.Text
			}
		}
		for _, track := range tracks {
			if err := t.picks(s, track); err != nil {
				return err
			}
		}
		return nil
	})
}

// soundTracks checks tracks without using moves.
func soundTracks(v game.View) error {
	spots := spotsOf(v.Grid(0, 0))
	names := map[string]bool{}
	for _, track := range v.Tracks() {
		switch {
		case names[track.Name]:
			return fmt.Errorf("two tracks are named %q", track.Name)
		case track.Label == "":
			return fmt.Errorf("%q has no label", track.Name)
		case len(track.Spots) == 0:
			return fmt.Errorf("%q has no spots", track.Name)
		case track.Pick > 0 && (track.Word == "" || track.Mark == 0):
			return fmt.Errorf("%q has spots to pick and no word or no mark for them", track.Name)
		case len(track.Stamp) > 0 && track.Pick == 0:
			return fmt.Errorf("%q has a stamp for picked spots and nothing to pick", track.Name)
		case track.Park != "" && !slices.Contains(spots, track.Park):
			return fmt.Errorf("%q parks on %q, which is not on the grid", track.Name, track.Park)
		}
		if err := soundShapes(track.Stamp, scene.Rectangle{X: -0.5, Y: -0.5, W: 1, H: 1}, nil); err != nil {
			return fmt.Errorf("%q has a stamp that %w", track.Name, err)
		}
		for _, sh := range track.Stamp {
			if sh.Key != "" || sh.Step != 0 {
				return fmt.Errorf("%q has a stamp with the key %q in step %d; it is drawn on many spots at a time", track.Name, sh.Key, sh.Step)
			}
		}
		names[track.Name] = true
		seen := map[string]bool{}
		for _, spot := range track.Spots {
			if seen[spot] || !slices.Contains(spots, spot) {
				return fmt.Errorf("%q holds %q twice, or it is not on the grid", track.Name, spot)
			}
			seen[spot] = true
		}
		for _, spot := range track.Picked {
			if !seen[spot] {
				return fmt.Errorf("%q has picked %q, which it does not hold", track.Name, spot)
			}
		}
	}
	return nil
}

// picks checks a track where spots are picked: random spots must make a move, or must be refused with a reason.
func (t *trial) picks(s game.State, track game.Track) error {
	if track.Pick == 0 {
		return nil
	}
	if track.Pick > len(track.Spots) {
		return fmt.Errorf("%d of the %d spots of the track %q cannot be picked", track.Pick, len(track.Spots), track.Name)
	}
	var picked []string
	for _, i := range t.rng.Perm(len(track.Spots))[:track.Pick] {
		picked = append(picked, track.Spots[i])
	}
	text := track.Word + " " + strings.Join(picked, ",")
	_, _, err := s.Play(text)
	if err != nil && (errors.Is(err, game.ErrNotation) || !errors.Is(err, game.ErrIllegal) || !shortLine(err)) {
		return fmt.Errorf("%q was picked, but is not refused as an illegal move: %w", text, err)
	}
	return nil
}

// looksSayWhatPreviewsSay compares looks with previews. A look may show more, such as other spots that can be
// touched, and may name the spot that was touched if the move has several spots.
func looksSayWhatPreviewsSay(t *trial) error {
	return t.each(func(s game.State) error {
		v, moves := mover(s), game.MovesOf(s)
		times := map[string]int{}
		for _, m := range moves {
			times[m.Text]++
		}
		for n, i := range t.rng.Perm(len(moves)) {
			m := moves[i]
			if n == 20 {
				break
			}
			if m.Key != "" || len(m.Spots) == 0 {
				continue
			}
			look, preview := v.Look(m.Track, m.Spots...), v.Preview(m.Text)
			if look.Sentence != preview.Sentence && times[m.Text] == 1 {
				return fmt.Errorf("the look at %q on %q says %q, the preview of %q says %q", m.Spots, m.Track, look.Sentence, m.Text, preview.Sentence)
			}
			for _, mark := range preview.Marks {
				if !slices.Contains(look.Marks, mark) {
					return fmt.Errorf("the look at %q on %q lacks the mark %+v that the preview of %q has", m.Spots, m.Track, mark, m.Text)
				}
			}
			for _, path := range preview.Paths {
				if !slices.ContainsFunc(look.Paths, func(p grid.Path) bool { return fmt.Sprint(p) == fmt.Sprint(path) }) {
					return fmt.Errorf("the look at %q on %q lacks the path %+v that the preview of %q has", m.Spots, m.Track, path, m.Text)
				}
			}
			for _, shape := range preview.Shapes {
				if !slices.Contains(look.Shapes, shape) {
					return fmt.Errorf("the look at %q on %q lacks the shape %+v that the preview of %q has", m.Spots, m.Track, shape, m.Text)
				}
			}
		}
		return nil
	})
}

func looksAnswerAnything(t *trial) error {
	return t.some(func(s game.State) error {
		for _, seen := range t.views(s) {
			v, seat := seen.view, seen.seat
			small, large, picture := v.Grid(0, 0), v.Grid(130, 44), v.Scene()
			spots, taken := spotsOf(small), keys(picture)
			names := []string{"", "zz99"}
			for _, track := range v.Tracks() {
				names = append(names, track.Name)
			}
			touches := [][]string{nil, {""}, {"zz99"}, rubbish}
			for range 12 {
				var list []string
				for range 1 + t.rng.IntN(3) {
					list = append(list, spots[t.rng.IntN(len(spots))])
				}
				touches = append(touches, list)
			}
			for _, touched := range touches {
				track := names[t.rng.IntN(len(names))]
				look := v.Look(track, touched...)
				err := shows(look, small)
				if err == nil {
					err = shows(look, large)
				}
				if err == nil {
					err = drawable(look, picture.View, taken)
				}
				if err != nil {
					return fmt.Errorf("the look of seat %d at %q on %q %w", seat, touched, track, err)
				}
			}
		}
		return nil
	})
}

// shows returns an error if a preview has no sentence, or has marks or paths that cannot be drawn on a grid.
func shows(p game.Preview, g grid.Grid) error {
	if p.Sentence == "" {
		return errors.New("says nothing")
	}
	for _, mark := range p.Marks {
		if _, _, ok := g.Middle(mark.Spot); !ok || !unicode.IsPrint(mark.Rune) {
			return fmt.Errorf("marks %q with %q; the spot must be on the grid and the mark printable", mark.Spot, mark.Rune)
		}
	}
	for _, path := range p.Paths {
		for i, spot := range path.Spots {
			x, y, ok := g.Middle(spot)
			if !ok {
				return fmt.Errorf("has a path over %q, which is not on the grid", spot)
			}
			if i == 0 {
				continue
			}
			if px, py, _ := g.Middle(path.Spots[i-1]); x != px && y != py {
				return fmt.Errorf("has a path from %q to %q, which are neither in one row nor in one column", path.Spots[i-1], spot)
			}
		}
	}
	return nil
}

// nothingIsToldByColourAlone compares all boards and previews: if their characters are equal, their roles must be equal too.
func nothingIsToldByColourAlone(t *trial) error {
	seen := map[string]string{}
	differs := func(g grid.Grid) error {
		var runes, roles strings.Builder
		for y := range g.H {
			for x := range g.W {
				runes.WriteRune(g.At(x, y).Rune)
				roles.WriteByte(byte(g.At(x, y).Role))
			}
			runes.WriteByte('\n')
			roles.WriteByte('\n')
		}
		before, ok := seen[runes.String()]
		if !ok {
			seen[runes.String()] = roles.String()
			return nil
		}
		for i := range before {
			if before[i] != roles.String()[i] {
				return fmt.Errorf("only the colour of cell %d,%d tells two boards apart:\n%s", i%(g.W+1), i/(g.W+1), g)
			}
		}
		return nil
	}
	return t.some(func(s game.State) error {
		moves := game.MovesOf(s)
		for _, seen := range t.views(s) {
			v, seat := seen.view, seen.seat
			var previews []game.Preview
			for _, m := range moves[:min(len(moves), 6)] {
				if p := v.Preview(m.Text); len(p.Marks)+len(p.Paths) > 0 {
					previews = append(previews, p)
				}
			}
			for _, room := range append(rooms[:5:5], struct{ w, h int }{}) {
				g := v.Grid(room.w, room.h)
				pictures := []grid.Grid{g}
				for _, l := range g.Layers {
					pictures = append(pictures, g.With(l))
				}
				for _, p := range previews {
					pictures = append(pictures, g.Trace(p.Paths...).Mark(p.Marks...))
				}
				for _, p := range pictures {
					if err := differs(p); err != nil {
						return fmt.Errorf("to seat %d, %w", seat, err)
					}
				}
			}
		}
		return nil
	})
}

// beside returns everything that a view shows besides its board: panels, tracks, and looks at some spots of each track and at some moves.
func beside(v game.View, moves []game.Move) string {
	text := fmt.Sprintf("%s%s%+v", v.Panel(12, 16), v.Panel(40, 30), v.Tracks())
	look := func(track string, spots ...string) {
		p := v.Look(track, spots...)
		text += fmt.Sprintf("\n%s %q: %s, and shapes with the digest %x", track, spots, inWords(p), digestOf(p.Shapes))
	}
	for _, track := range v.Tracks() {
		look(track.Name)
		for i := 0; i < len(track.Spots); i += 1 + len(track.Spots)/6 {
			look(track.Name, track.Spots[i])
		}
	}
	for i, m := range moves {
		if i < 6 && len(m.Spots) > 0 {
			look(m.Track, m.Spots...)
		}
	}
	return text
}
