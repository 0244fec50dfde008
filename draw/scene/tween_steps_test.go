package scene_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"attic/draw/scene"
)

// Changes are shown in their step of a motion.

func TestTurningOverBeginsWithTheOldSide(t *testing.T) {
	old := keyed("d4", 0, scene.Disc(0, 0, 0.5, scene.Red))
	sign := keyed("d4 sign", 0, scene.Box(0, 0, 1, 1, 0, scene.White))
	turned := keyed("d4 sign", 1, scene.Shape{Kind: scene.Path, W: 1, H: 1, D: "M0 0L1 1", Fill: scene.White})
	turned.Turn = true
	flipped := keyed("d4", 1, scene.Disc(0, 0, 0.5, scene.Blue))
	flipped.Turn = true
	dot := keyed("d4 dot", 1, scene.Disc(0, 0, 0.1, scene.White))
	dot.Turn = true
	m := scene.Between(lone(old, sign), lone(flipped, turned, dot))
	for _, c := range []struct {
		at   time.Duration
		fill scene.Colour
		sign bool
	}{{10 * ms, scene.Red, true}, {40 * ms, scene.Red, true}, {50 * ms, scene.Blue, false}, {150 * ms, scene.Blue, false}} {
		s := m.At(c.at)
		piece, _ := find(s, "d4")
		sign, _ := find(s, "d4 sign")
		_, hasDot := find(s, "d4 dot")
		if piece.Fill != c.fill || piece.W >= 1 || piece.H != 1 || (sign.Kind == scene.Rect) != c.sign || sign.W != piece.W || hasDot == c.sign {
			t.Errorf("after %v there is %+v with the sign %+v, and a dot: %t", c.at, piece, sign, hasDot)
		}
	}
}

// An object that starts from another object is drawn exactly once before its step begins.
func TestWhatComesFromAThingBeginsInItsStep(t *testing.T) {
	disc := func(key, from string, step int, x float64) scene.Shape {
		sh := keyed(key, step, scene.Disc(x, 0, 0.5, scene.Red))
		sh.From = from
		return sh
	}
	before := lone(disc("a", "", 0, 0))
	first := disc("first", "", 1, 9)
	for _, c := range []struct {
		name               string
		after              scene.Scene
		waiting, beginning []string // the keys and positions of all shapes but the first
	}{
		{"from one that stays", lone(first, disc("a", "", 0, 0), disc("b", "a", 2, 4)), []string{"a 0"}, []string{"a 0", "b 3"}},
		{"from one that is gone", lone(first, disc("b", "a", 2, 4)), []string{"a 0"}, []string{"b 3"}},
		{"two from one that is gone", lone(first, disc("b", "a", 2, 4), disc("c", "a", 2, 8)), []string{"a 0"}, []string{"b 3", "c 6"}},
	} {
		m := scene.Between(before, c.after)
		for _, when := range []struct {
			at   time.Duration
			want []string
		}{{80 * ms, c.waiting}, {225 * ms, c.beginning}} {
			var got []string
			for _, sh := range m.At(when.at).Shapes {
				if sh.Key != "first" {
					got = append(got, fmt.Sprintf("%s %v", sh.Key, sh.X))
				}
			}
			if !slices.Equal(got, when.want) {
				t.Errorf("%s: after %v there is %q, want %q", c.name, when.at, got, when.want)
			}
		}
	}
}

func TestStepsFollowEachOther(t *testing.T) {
	disc := func(x float64, c scene.Colour) scene.Shape { return scene.Disc(x, 0, 0.5, c) }
	before := lone(keyed("a", 0, disc(0, scene.Red)), keyed("b", 0, disc(1, scene.Red)), keyed("b last", 0, scene.Ring(1, 0, 1, 0.1, scene.Last)), disc(7, scene.Last))
	after := lone(keyed("a", 1, disc(0, scene.Blue)), keyed("b", 2, disc(1, scene.Blue)), keyed("c", 3, disc(2, scene.Blue)))
	m := scene.Between(before, after)
	for _, c := range []struct {
		name string
		at   time.Duration
		a, b float64 // the shares of blue in a and b, from 0 to 1
		c    bool    // whether c is in the picture
		gone float64 // the transparency of the mark without a key, from 0 to 1
		ring float64 // the transparency of the ring around b
	}{
		{"in the first step", 60 * ms, 0.75, 0, false, 0.75, 0.75},
		{"in both", 120 * ms, 1, 0.4375, false, 1, 1},
		{"in the second step", 150 * ms, 1, 0.75, false, 1, 1},
		{"in the third step", 240 * ms, 1, 1, true, 1, 1},
	} {
		s := m.At(c.at)
		blue := func(key string) float64 {
			switch sh, _ := find(s, key); {
			case sh.Fill == scene.Blue:
				return 1
			case sh.To == scene.Blue:
				return sh.Mix
			}
			return 0
		}
		fade := func(is func(scene.Shape) bool) float64 {
			for _, sh := range s.Shapes {
				if is(sh) {
					return sh.Fade
				}
			}
			return 1
		}
		_, there := find(s, "c")
		mark := fade(func(sh scene.Shape) bool { return sh.Key == "" })
		ring := fade(func(sh scene.Shape) bool { return sh.Key == "b last" })
		if blue("a") != c.a || blue("b") != c.b || there != c.c || mark != c.gone || ring != c.ring {
			t.Errorf("%s: a is blue by %v, b by %v, c is there: %t, the mark has faded by %v, the ring by %v", c.name, blue("a"), blue("b"), there, mark, ring)
		}
	}
}

// A beam travels without pauses and without overtaking itself, whatever its number of steps.
func TestBeamsTravelEvenly(t *testing.T) {
	for _, squares := range []int{1, 2, 4, 5, 9, 40} {
		var after scene.Scene
		for i := range squares {
			part := keyed(fmt.Sprint(i), i+1, scene.Stroke(float64(i), 0, float64(i+1), 0, 0.1, scene.Beam))
			part.Grow = true
			after.Add(part)
		}
		m := scene.Between(scene.Scene{}, after)
		ahead := func(at time.Duration) float64 { // the position of the beam's front
			tip := 0.0
			for i, sh := range m.At(at).Shapes {
				if sh.X != float64(i) || i > 0 && tip < sh.X-1e-9 {
					t.Fatalf("%d squares: after %v there is a gap before %v", squares, at, sh.X)
				}
				tip = sh.X + sh.W
			}
			return tip
		}
		speed := ahead(10*ms) / 10
		for at := 0 * ms; at < m.Duration()-120*ms; at += 7 * ms {
			if got, want := ahead(at), min(speed*float64(at/ms), float64(squares)); math.Abs(got-want) > 1e-3*float64(squares) {
				t.Errorf("%d squares: after %v the beam is %v squares long, want %v", squares, at, got, want)
			}
		}
	}
}
