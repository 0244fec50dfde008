package gametest

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"attic/game"
	"attic/grid"
)

// Golden plays steps from a setup and compares what everybody sees on the way with testdata/NAME.golden:
// what each seat and a spectator are shown as grid, layers, status and description, at the start, at the
// end and wherever a step asks for it. A step is one of
//
//	"a7-b6"     a move, in any spelling, which must be legal
//	"? a7-b6"   the preview of a move for the seat to move, legal or not
//	"!"         what everybody sees now
//
// Seats that are shown the same share one picture. If the test program has a flag named update and it is
// set, the file is written instead: a package that uses Golden defines that flag, and whoever writes
// a file anew looks at the pictures, for nothing else says that they are right.
func Golden(t testing.TB, g game.Game, name string, setup game.Setup, steps ...string) {
	t.Helper()
	got, err := transcript(g, setup, steps)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", name+".golden")
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
	if line, a, b, differ := firstDifference(want, got); differ {
		t.Errorf("%s:%d: wanted\n%s\nand saw\n%s\nin\n%s", file, line, a, b, got)
	}
}

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

// transcript writes what Golden compares.
func transcript(g game.Game, setup game.Setup, steps []string) ([]byte, error) {
	s, err := g.New(setup)
	if err != nil {
		return nil, fmt.Errorf("New(%q): %w", setup, err)
	}
	var b bytes.Buffer
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
		switch {
		case step == "!":
			show()
		case isPreview:
			writePreview(&b, g, s, what)
		default:
			next, m, err := s.Play(step)
			if err != nil {
				return nil, fmt.Errorf("%q is refused: %w", step, err)
			}
			s, shown = next, false
			fmt.Fprintf(&b, "\n> %s%s\n", m.Text, flags(m))
		}
	}
	show()
	return b.Bytes(), nil
}

// flags says what is special about a recorded move.
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

// writeSights writes what everybody sees of a state.
func writeSights(b *bytes.Buffer, g game.Game, s game.State) {
	fmt.Fprintf(b, "\n== to move: %s\n", viewer(g, s.ToMove()))
	if s.ToMove() == game.Nobody {
		o := s.Outcome()
		fmt.Fprintf(b, "== %s %s Winner: %s\n", o.Text, o.Why, viewer(g, o.Winner))
	}
	var sights []string
	seers := map[string][]string{}
	for seat := game.Nobody; seat < len(g.Info().Seats); seat++ {
		text := sightInFull(s.View(seat))
		if seers[text] == nil {
			sights = append(sights, text)
		}
		who := "a spectator"
		if seat != game.Nobody {
			who = viewer(g, seat)
		}
		seers[text] = append(seers[text], who)
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

// sightInFull is all that a view shows, part by part.
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
		{"turn", status.Turn},
		{"scores", strings.Join(status.Scores, " | ")},
		{"last", status.Last},
		{"effect", status.Effect},
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

// writeGrid draws a grid between lines as wide as it is.
func writeGrid(b *strings.Builder, g grid.Grid) {
	rule := strings.Repeat("=", g.W)
	fmt.Fprintf(b, "%s\n%s%s\n", rule, g, rule)
}

// writePreview writes what the seat to move, before play the first one, is told about a move.
func writePreview(b *bytes.Buffer, g game.Game, s game.State, text string) {
	v := s.View(max(s.ToMove(), 0))
	p := v.Preview(text)
	fmt.Fprintf(b, "\n? %s\n%s\n", text, p.Sentence)
	if len(p.Marks) > 0 {
		var picture strings.Builder
		writeGrid(&picture, v.Grid(0, 0).Mark(p.Marks...))
		b.WriteString(picture.String())
	}
}
