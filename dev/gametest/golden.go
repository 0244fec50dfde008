package gametest

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
)

// Golden plays steps from a setup and compares everything that viewers see with testdata/NAME.golden: the grid, the layers, the status and the
// description shown to each seat and to a spectator. It does so at the start, at the end and wherever a step asks for it. A step is one of
//
//	"a7-b6"             a move, in any spelling, which must be legal
//	"? a7-b6"           the preview of a move for the seat to move, legal or not
//	"!"                 everything that viewers see now
//	"svg NAME"          the scene of the seat to move and its aside, compared with testdata/NAME.svg
//	"svg NAME ? a7-b6"  the same with the preview of a move
//	"svg NAME + LAYER"  the same with a layer
//
// Seats that see the same share one picture. A package that uses Golden defines a flag named update. If it is set, the file is written instead. After
// that, look at the pictures, because nothing else checks that they are right.
func Golden(t testing.TB, g game.Game, name string, setup game.Setup, steps ...string) {
	t.Helper()
	text, pictures, err := transcript(g, setup, steps)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, name+".golden", text)
	for _, p := range pictures {
		compare(t, p.name+".svg", []byte(p.svg))
	}
}

// compare compares a file in testdata with a text, or writes the file.
func compare(t testing.TB, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; go test -update writes it", err)
	}
	line, a, b, differ := firstDifference(want, got)
	switch {
	case differ && filepath.Ext(name) == ".svg":
		t.Errorf("%s:%d: want\n%s\ngot\n%s", file, line, a, b)
	case differ:
		t.Errorf("%s:%d: want\n%s\ngot\n%s\nin\n%s", file, line, a, b, got)
	}
}

// drawing is a picture that Golden compares with the file called name.
type drawing struct{ name, svg string }

// firstDifference returns the number of the first line, from 1, in which two texts differ, and both lines.
func firstDifference(a, b []byte) (line int, lineOfA, lineOfB string, differ bool) {
	la, lb := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	for i := range max(len(la), len(lb)) {
		x, y := "(the end)", "(the end)"
		if i < len(la) {
			x = la[i]
		}
		if i < len(lb) {
			y = lb[i]
		}
		if x != y || i >= len(la) || i >= len(lb) {
			return i + 1, x, y, true
		}
	}
	return 0, "", "", false
}

// transcript returns the text and pictures that Golden compares.
func transcript(g game.Game, setup game.Setup, steps []string) ([]byte, []drawing, error) {
	s, err := g.New(setup)
	if err != nil {
		return nil, nil, fmt.Errorf("New(%q): %w", setup, err)
	}
	var b bytes.Buffer
	var pictures []drawing
	fmt.Fprintln(&b, game.ID(g.Info().Name, setup))
	shown := false
	show := func() {
		if !shown {
			writeSights(&b, g, s)
		}
		shown = true
	}
	show()
	for _, step := range steps {
		what, isPreview := strings.CutPrefix(step, "? ")
		drawn, isDrawing := strings.CutPrefix(step, "svg ")
		switch {
		case step == "!":
			show()
		case isPreview:
			writePreview(&b, g, s, what)
		case isDrawing:
			picture, err := draw(mover(s), drawn)
			if err != nil {
				return nil, nil, err
			}
			pictures = append(pictures, picture)
			fmt.Fprintf(&b, "\n%s.svg\n", picture.name)
		default:
			next, m, err := s.Play(step)
			if err != nil {
				return nil, nil, fmt.Errorf("%q is refused: %w", step, err)
			}
			s, shown = next, false
			fmt.Fprintf(&b, "\n> %s%s\n", m.Text, flags(m))
		}
	}
	show()
	return b.Bytes(), pictures, nil
}

// draw draws the picture of a step, which is given without its "svg".
func draw(v game.View, step string) (drawing, error) {
	const (
		wide, gap = 640, 16 // the width of a board and the gap around it, in points
		beside    = 240
	)
	board := v.Scene()
	if board.View.W <= 0 {
		return drawing{}, fmt.Errorf("%q: the scene is %+v", step, board.View)
	}
	name, move, hasMove := strings.Cut(step, " ? ")
	name, layer, hasLayer := strings.Cut(name, " + ")
	if hasMove {
		board.Add(v.Preview(move).Shapes...)
	}
	if hasLayer {
		i := slices.IndexFunc(board.Layers, func(l scene.Layer) bool { return l.Name == layer })
		if i < 0 {
			return drawing{}, fmt.Errorf("%q: there is no layer %q", step, layer)
		}
		board.Add(board.Layers[i].Shapes...)
	}
	scale := wide / board.View.W
	high := board.View.H * scale
	all := scene.Scene{View: scene.Rectangle{W: gap + wide + gap, H: gap + high + gap}}
	all.Draw(board, gap-board.View.X*scale, gap-board.View.Y*scale, scale, "")
	if a := v.Aside(beside, high); a.View.W > 0 {
		all.View.W += beside + gap
		all.Draw(a, gap+wide+gap, gap, 1, "")
	}
	return drawing{name, all.SVG(all.View.W, colours)}, nil
}

// colours returns colours for the pictures in files. They do not depend on a theme.
func colours(c scene.Colour) (r, g, b uint8) {
	ground, on := scene.Ground(c)
	rgb := [...]uint32{
		scene.None: 0, scene.Background: 0x12141c, scene.Panel: 0x1a1d28, scene.Line: 0x2b3040, scene.Square: 0x20232f,
		scene.Block: 0x0a0b0f, scene.Text: 0xe8eaf2, scene.Muted: 0x9aa1b5, scene.Accent: 0x7aa2f7, scene.Legal: 0x6ccf8e,
		scene.Last: 0xf2c14e, scene.Good: 0x6ccf8e, scene.Bad: 0xf07178, scene.Beam: 0x4fc6d8, scene.Red: 0xe5484d,
		scene.Yellow: 0xf2d33c, scene.Green: 0x3fae5a, scene.Cyan: 0x1fb6c9, scene.Blue: 0x3f66e0, scene.Purple: 0x9a5bd6,
		scene.Black: 0x0a0b0f, scene.White: 0xf7f8fc, scene.Rim: 0xc9cede,
		scene.Raised: 0x303648, scene.Frame: 0x181c27, scene.Plate: 0x1f2431, scene.Grid: 0x515a75, scene.Shadow: 0, scene.Edge: 0,
	}[ground]
	r, g, b = uint8(rgb>>16), uint8(rgb>>8), uint8(rgb)
	switch bright := 3*int(r) + 6*int(g) + int(b); {
	case on && bright > 1100:
		return 0, 0, 0
	case on:
		return 255, 255, 255
	}
	return r, g, b
}

// flags names the special properties of a recorded move.
func flags(m game.Move) string {
	text := ""
	if m.Final {
		text += ", final"
	}
	if m.Secret {
		text += fmt.Sprintf(", secret: others read %q", m.Label)
	}
	return text
}

// writeSights writes everything that viewers see of a state.
func writeSights(b *bytes.Buffer, g game.Game, s game.State) {
	fmt.Fprintf(b, "\n== to move: %s\n", viewer(g, s.ToMove()))
	if s.ToMove() == game.Nobody {
		o := s.Outcome()
		fmt.Fprintf(b, "== %s %s Winner: %s\n", o.Text, o.Why, viewer(g, o.Winner))
	}
	var turns, sights []string
	told, seers := map[string][]string{}, map[string][]string{}
	for seat := game.Nobody; seat < len(g.Info().Seats); seat++ {
		v := s.View(seat)
		turn, text := game.Typed(v.Status().Turn), sightInFull(v)
		if told[turn] == nil {
			turns = append(turns, turn)
		}
		if seers[text] == nil {
			sights = append(sights, text)
		}
		who := "a spectator"
		if seat != game.Nobody {
			who = viewer(g, seat)
		}
		told[turn], seers[text] = append(told[turn], who), append(seers[text], who)
	}
	for _, turn := range turns { // in most games this sentence differs for the seat to move, so it is listed separately
		fmt.Fprintf(b, "-- told to %s\n%s\n", strings.Join(told[turn], ", "), turn)
	}
	for _, text := range sights {
		fmt.Fprintf(b, "-- shown to %s\n%s", strings.Join(seers[text], ", "), text)
	}
}

// viewer returns the name of a seat.
func viewer(g game.Game, seat int) string {
	switch seat {
	case game.Nobody:
		return "nobody"
	case game.Anyone:
		return "anyone"
	}
	return g.Info().Seats[seat].Name
}

// sightInFull returns everything that a view shows, part by part, except the sentence about the turn.
func sightInFull(v game.View) string {
	var b strings.Builder
	g := v.Grid(0, 0)
	writeGrid(&b, g)
	for _, l := range g.Layers {
		fmt.Fprintf(&b, "layer %s: %s, key %s\n", l.Name, l.Label, l.Key)
		writeGrid(&b, g.With(l))
	}
	status := v.Status()
	for _, line := range []struct{ name, text string }{
		{"scores", strings.Join(status.Scores, " | ")},
		{"last", status.Last},
		{"script", status.Script},
		{"bar", status.Bar},
	} {
		if line.text != "" {
			fmt.Fprintf(&b, "%-8s%s\n", line.name, line.text)
		}
	}
	for line := range strings.SplitSeq(v.Describe(), "\n") {
		fmt.Fprintf(&b, ": %s\n", line)
	}
	return b.String()
}

// writeGrid draws a grid between two lines of its width.
func writeGrid(b *strings.Builder, g grid.Grid) {
	rule := strings.Repeat("=", g.W)
	fmt.Fprintf(b, "%s\n%s%s\n", rule, g, rule)
}

// writePreview writes the preview of a move for the seat to move or, before play, for the first seat.
func writePreview(b *bytes.Buffer, g game.Game, s game.State, text string) {
	v := s.View(max(s.ToMove(), 0))
	p := v.Preview(text)
	fmt.Fprintf(b, "\n? %s\n%s\n", text, game.Typed(p.Sentence))
	if len(p.Marks) > 0 {
		var picture strings.Builder
		writeGrid(&picture, v.Grid(0, 0).Mark(p.Marks...))
		b.WriteString(picture.String())
	}
}
