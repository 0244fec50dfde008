package train

import (
	"math"
	"unsafe"

	"attic/games/ataxx/bot"
)

// row holds the weights of a pattern in a window.
type row [bot.Lanes]float32

// rates are the parameters of a step of Adam: for the mean of the gradients, the share that is kept and the share of the new gradient;
// the same for the mean of their squares; the learning rate; and a small number that prevents a division by zero.
type rates struct{ keep, add, keepSquare, addSquare, rate, least float32 }

// at returns a row by its number. rows is the first of consecutive rows.
func at(rows *row, number uint16) *row {
	return (*row)(unsafe.Add(unsafe.Pointer(rows), uintptr(number)*unsafe.Sizeof(*rows)))
}

func plainAddUp(rows *row, which *[bot.Windows]uint16, bias, sum *row) {
	*sum = *bias
	for _, number := range which {
		for lane, x := range at(rows, number) {
			sum[lane] += x
		}
	}
}

func plainAddTo(rows *row, which *[bot.Windows]uint16, what *row) {
	for _, number := range which {
		to := at(rows, number)
		for lane, x := range what {
			to[lane] += x
		}
	}
}

func plainGather(to, from []float32) {
	for i, x := range from {
		to[i] += x
	}
	clear(from)
}

func plainStep(w, gradient, mean, square []float32, k *rates) {
	for i, g := range gradient {
		// The conversions round each product and sum separately, like the kernels.
		mean[i] = float32(k.keep*mean[i]) + float32(k.add*g)
		square[i] = float32(k.keepSquare*square[i]) + float32(k.addSquare*float32(g*g))
		w[i] -= k.rate * mean[i] / (float32(math.Sqrt(float64(square[i]))) + k.least)
	}
	clear(gradient)
}
