package paint

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"testing"

	"golang.org/x/image/font/sfnt"

	"attic/draw/scene"
)

// Update makes the tests rewrite the golden files.
var Update = flag.Bool("update", false, "rewrite the golden files and the table of advances")

// advance returns the distance to the next glyph, in the font's units.
func (f *face) advance(glyph sfnt.GlyphIndex) int {
	advance, err := f.font.GlyphAdvance(&f.buf, glyph, f.size(), 0)
	if err != nil {
		panic(err)
	}
	return int(advance)
}

// The table holds every letter of the fonts up to the end of the miscellaneous symbols, with its advances in the
// fonts.
func TestTheTableOfAdvancesIsThatOfTheFonts(t *testing.T) {
	const last = 0x26ff
	regular, bold := newFace(false), newFace(true)
	var table bytes.Buffer
	table.WriteString("// Code generated from the Go fonts by go test ./draw/paint -run Advances -update; DO NOT EDIT.\n\npackage scene\n\n")
	table.WriteString("// advances are those of the letters that the Go fonts have.\nvar advances = [...]advance{")
	var order [][2]int
	letters := map[[2]int]string{}
	for r := ' '; r <= last; r++ {
		i, k := regular.index(r), bold.index(r)
		if (i == 0) != (k == 0) {
			t.Errorf("%q is in one of the fonts only", r)
		}
		if i != 0 {
			key := [2]int{regular.advance(i), bold.advance(k)}
			if letters[key] == "" {
				order = append(order, key)
			}
			letters[key] += string(r)
		}
	}
	for n, key := range order {
		fmt.Fprintf(&table, "%s{%q, %d, %d},", []string{"\n\t", " ", " ", " ", " ", " "}[n%6], letters[key], key[0], key[1])
	}
	table.WriteString("\n}\n")
	const file = "../scene/advances.go"
	if *Update {
		if err := os.WriteFile(file, table.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	found, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(found, table.Bytes()) {
		t.Errorf("%s differs from the fonts: write it with -update", file)
	}
	for _, r := range "aW0 é…→" {
		for b, f := range map[bool]*face{false: regular, true: bold} {
			want := float64(f.advance(f.index(r))) / float64(f.units())
			if got := scene.Advance(r, b); got != want {
				t.Errorf("the advance of %q, bold %v, is %v, want %v", r, b, got, want)
			}
		}
	}
}
