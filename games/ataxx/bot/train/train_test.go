package main

import (
	"bytes"
	"slices"
	"testing"

	"attic/games/ataxx/bot"
)

// Neither the cores nor the run matter to what is played and fitted.
func TestWeightsRepeat(t *testing.T) {
	material := bot.Material()
	one, two := play(material, 3, 0, 24, 20, 1), play(material, 3, 0, 24, 20, 3)
	if !slices.Equal(one, two) {
		t.Fatal("the games of three workers are not those of one")
	}
	if other := play(material, 4, 0, 24, 20, 1); slices.Equal(one, other) {
		t.Error("another seed plays the same games")
	}
	first, second := fit(one, 3, 2), fit(two, 3, 2)
	if !bytes.Equal(first.Encode(), second.Encode()) {
		t.Error("equal samples give different weights")
	}
}

// What is fitted is nearer to what is known than counting nothing at all.
func TestFitLearns(t *testing.T) {
	samples := play(bot.Material(), 3, 0, 24, 20, 1)
	featureOf, features := bot.Features()
	var all []int
	for i := range samples {
		all = append(all, i)
	}
	nothing := make(model, features+2)
	w := fit(samples, 3, 10)
	fitted := make(model, features+2)
	for i := range w.Parts {
		fitted[i] = units(w.Parts[i])
	}
	fitted[features] = units(w.Bias)
	for lane, n := range w.Out {
		fitted[features+1][lane] = float32(n) / perOut
	}
	before, after := nothing.loss(samples, all, featureOf), fitted.loss(samples, all, featureOf)
	if after > before/2 {
		t.Errorf("a loss of %.4f, hardly less than %.4f", after, before)
	}
}

// units returns lanes as the model has them.
func units(lanes [bot.Lanes]int16) (r row) {
	for lane, n := range lanes {
		r[lane] = float32(n) / perHidden
	}
	r[0] = float32(lanes[0]) / perLinear
	return r
}
