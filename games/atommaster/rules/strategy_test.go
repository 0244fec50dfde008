package rules_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"attic/games/atommaster/rules"
)

// firstBeam holds numbers about the first beam at a port, counted over all layouts of the default game.
type firstBeam struct {
	layouts, absorbed, reflected, passed, missed float64
	left                                         float64 // the mean number of layouts left
	leftPassed                                   float64 // the mean number of layouts left after a pass
	beside                                       float64 // the number of reflected beams with an atom on the edge next to the port
	clear                                        float64 // the number of misses with no atom in the line of the port and the lines next to it
}

// first counts all layouts of four atoms on 8 by 8 squares by the answer at a port on the left side.
func first(t *testing.T, line int) firstBeam {
	f, err := rules.NewField(8, 8)
	if err != nil {
		t.Fatal(err)
	}
	port := f.PortAt(0, line)
	door := f.Door(port)
	var b firstBeam
	counts := map[rules.Answer]float64{}
	var squares []rules.Square
	for s := range f.Squares() {
		squares = append(squares, s)
	}
	var four [4]rules.Square
	var place func(n, from int, l rules.Layout)
	place = func(n, from int, l rules.Layout) {
		if n < len(four) {
			for i := from; i < len(squares); i++ {
				four[n] = squares[i]
				place(n+1, i+1, l.With(squares[i]))
			}
			return
		}
		a := rules.Fire(l, port)
		counts[a]++
		b.layouts++
		beside, clear := false, true
		for _, s := range four {
			off := s.Row() - door.Row()
			beside = beside || s.Column() == door.Column() && (off == 1 || off == -1)
			clear = clear && (off < -1 || off > 1)
		}
		switch {
		case a == rules.Reflected && beside:
			b.beside++
		case a.Port() == opposite(f, port) && clear:
			b.clear++
		}
	}
	place(0, 0, f.Empty())
	for a, n := range counts {
		b.left += n * n / b.layouts
		switch a {
		case rules.Absorbed:
			b.absorbed = n
		case rules.Reflected:
			b.reflected = n
		default:
			b.passed += n
			b.leftPassed += n * n
			if a.Port() == opposite(f, port) {
				b.missed = n
			}
		}
	}
	b.leftPassed /= b.passed
	return b
}

// opposite returns the port at which a beam that meets nothing leaves.
func opposite(f rules.Field, p rules.Port) rules.Port {
	_, line := f.Place(p)
	return f.PortAt(2, line)
}

// The manual's advice on strategy is true when counted over all 635,376 layouts. Because of symmetry, the ports of one side from a
// corner to the middle are enough.
func TestStrategy(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	readme := strings.Join(strings.Fields(string(text)), " ")
	var beams [4]firstBeam
	for line := range beams {
		beams[line] = first(t, line)
		b := beams[line]
		t.Logf("line %d: absorbed %.1f, reflected %.1f, passed %.1f, missed %.1f; left %.1f, after a beam that came out %.1f, %.0f; beside %.1f; clear %.1f", line,
			100*b.absorbed/b.layouts, 100*b.reflected/b.layouts, 100*b.passed/b.layouts, 100*b.missed/b.layouts,
			100*b.left/b.layouts, 100*b.leftPassed/b.layouts, b.leftPassed, 100*b.beside/b.reflected, 100*b.clear/b.missed)
	}
	percent := func(part, whole float64) string { return fmt.Sprintf("%.0f %%", 100*part/whole) }
	corner := beams[0]
	for _, b := range beams[1:] {
		for _, want := range []string{
			"leaves " + percent(corner.left, corner.layouts) + " of the 635,376 arrangements on average, one at any other port " + percent(b.left, b.layouts),
			"beam leaves " + percent(b.leftPassed, b.layouts) + " of all arrangements on average",
			"in " + percent(b.beside, b.reflected) + " of the arrangements that reflect it",
			"in " + percent(b.clear, b.missed) + " of the arrangements",
		} {
			if !strings.Contains(readme, want) {
				t.Errorf("the manual lacks %q", want)
			}
		}
		if b.absorbed/b.layouts < 0.36 || b.absorbed/b.layouts > 0.37 || !strings.Contains(readme, "an absorbed one more than 36 %") {
			t.Errorf("after an absorbed beam %s are left", percent(b.absorbed, b.layouts))
		}
		if corner.beside != corner.reflected || b.layouts != 635376 {
			t.Error("a reflection at the corner may have another cause, or layouts are missing")
		}
	}
}
