package palette

import (
	"attic/draw/grid"
	"attic/draw/scene"
)

// Shades lists the names of the shades of pieces, the default first.
var Shades = [...]string{"normal", "light", "deep"}

// Pieces lists the names of the colours of pieces.
func Pieces() []string { return roleNames[grid.Red : grid.White+1] }

// coats are the colours of pieces, from red to white, in the shades other than normal and in the set that has colours of its own. Those of the set are
// apart for everybody: people who lack one of the three kinds of cones see no two of them alike.
var coats = map[string][]Colour{
	Shades[1]:      {0xf58b84, 0xf7e58a, 0x86d699, 0x7edbe6, 0x7d9cf5, 0xc495ef, 0x33363f, 0xffffff},
	Shades[2]:      {0xb3202b, 0xd3ab12, 0x15702f, 0x0b8c9d, 0x2340a8, 0x6f31ab, 0x000000, 0xdcdfe6},
	scene.Distinct: {0xd55e00, 0xf6d137, 0x009b62, 0x34d5ff, 0x0050c2, 0xb160a4, 0x0a0b0f, 0xf7f8fc},
}

// Wear returns the theme with the colours of a set of pieces or, unless the set has colours of its own, with the shades chosen for the colours named in
// shades. Names that are not known change nothing.
func (t Theme) Wear(set string, shades map[string]string) Theme {
	for i, name := range Pieces() {
		coat := coats[shades[name]]
		if set == scene.Distinct {
			coat = coats[set]
		}
		if coat == nil {
			continue
		}
		style := &t.styles[grid.Red+grid.Role(i)]
		style.Ground, style.Ink = coat[i], 0xffffff
		r, g, b := coat[i].RGB()
		if light := 0.2126*square(r) + 0.7152*square(g) + 0.0722*square(b); light > 0.18 {
			style.Ink = 0
		}
	}
	return t
}

// square returns about the light of a component, from 0 to 1.
func square(part uint8) float64 { return float64(part) / 255 * float64(part) / 255 }
