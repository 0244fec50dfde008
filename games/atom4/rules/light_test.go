package rules

import "testing"

func TestLightIsThatOfThePieces(t *testing.T) {
	for _, p := range middleGames(t) {
		red, green, blue, occupied := p.Light()
		for s := range Squares {
			s := Square(s)
			c := p.At(s)
			if occupied.Has(s) != (c != Empty) {
				t.Fatalf("%s: %s occupied %v; a piece there: %s", p, s, occupied.Has(s), c)
			}
			for light, set := range map[Color]Set{Red: red, Green: green, Blue: blue} {
				if want := c != Empty && c&light != 0; set.Has(s) != want {
					t.Fatalf("%s: %s has %s light: %v; want %v", p, s, light, set.Has(s), want)
				}
			}
		}
	}
}
