package bot

import (
	"testing"
)

func TestWeightsAreEncodedAndDecoded(t *testing.T) {
	w := Usual()
	again, err := DecodeWeights(w.Encode())
	if err != nil || *again != *w {
		t.Error("the decoded weights differ", err)
	}
	for _, bad := range [][]byte{nil, weights[1:], weights[:len(weights)-1], append(weights[:len(weights):len(weights)], 0)} {
		if _, err := DecodeWeights(bad); err == nil {
			t.Errorf("%d bytes are accepted", len(bad))
		}
	}
}

// At a knot, the values are the knot's values; between two knots, they lie between the values of both.
func TestValuesBetweenKnots(t *testing.T) {
	w := Usual()
	v := newValues(w)
	for pieces := range v {
		a, b := &w[pieces/KnotEvery], &w[min(pieces/KnotEvery+1, Knots-1)]
		for side := range 2 {
			for thing := range Things {
				x, y, got := a.Value[side][thing], b.Value[side][thing], v[pieces].Value[side][thing]
				if got < min(x, y) || got > max(x, y) || pieces%KnotEvery == 0 && got != x {
					t.Fatalf("%d pieces, thing %d of side %d: %d between %d and %d", pieces, thing, side, got, x, y)
				}
			}
		}
	}
}

// However large the weights are, a static score does not count as a proved result.
func TestValuesAreBounded(t *testing.T) {
	w := new(Weights)
	for i := range w {
		for side := range 2 {
			for thing := range Things {
				w[i].Value[side][thing] = 32767 * int16(1-2*side)
			}
		}
	}
	v := newValues(w)
	highest := int32(0)
	for _, p := range running(t) {
		n := seen(p, impartial, v)
		highest = max(highest, n.score)
	}
	if highest != MostValue {
		t.Errorf("the highest score is %d", highest)
	}
}
