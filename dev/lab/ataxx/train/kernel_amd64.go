package train

import (
	"golang.org/x/sys/cpu"

	"attic/games/ataxx/bot"
)

// haveFast reports whether the processor has the instructions that the kernels need. Tests set it to false.
var haveFast = cpu.X86.HasAVX2

// addUp sets sum to the bias and all the rows.
func addUp(rows *row, which *[bot.Windows]uint16, bias, sum *row) {
	if haveFast {
		fastAddUp(rows, which, bias, sum)
	} else {
		plainAddUp(rows, which, bias, sum)
	}
}

// addTo adds the row what to each of the rows.
func addTo(rows *row, which *[bot.Windows]uint16, what *row) {
	if haveFast {
		fastAddTo(rows, which, what)
	} else {
		plainAddTo(rows, which, what)
	}
}

// gather adds each element of the slice from to the same element of the slice to, and clears the slice
// from.
func gather(to, from []float32) {
	if n := len(to) &^ 7; haveFast && n > 0 {
		fastGather(&to[0], &from[0], n)
		to, from = to[n:], from[n:]
	}
	plainGather(to, from)
}

// step makes a step of the optimiser and clears the gradient.
func step(w, gradient, mean, square []float32, k *rates) {
	if n := len(w) &^ 7; haveFast && n > 0 {
		fastStep(&w[0], &gradient[0], &mean[0], &square[0], n, k)
		w, gradient, mean, square = w[n:], gradient[n:], mean[n:], square[n:]
	}
	plainStep(w, gradient, mean, square, k)
}

//go:noescape
func fastAddUp(rows *row, which *[bot.Windows]uint16, bias, sum *row)

//go:noescape
func fastAddTo(rows *row, which *[bot.Windows]uint16, what *row)

//go:noescape
func fastGather(to, from *float32, n int)

//go:noescape
func fastStep(w, gradient, mean, square *float32, n int, k *rates)
