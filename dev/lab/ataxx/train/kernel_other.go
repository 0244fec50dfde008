//go:build !amd64

package train

import "attic/games/ataxx/bot"

func addUp(rows *row, which *[bot.Windows]uint16, bias, sum *row) { plainAddUp(rows, which, bias, sum) }
func addTo(rows *row, which *[bot.Windows]uint16, what *row)      { plainAddTo(rows, which, what) }
func gather(to, from []float32)                                   { plainGather(to, from) }
func step(w, gradient, mean, square []float32, k *rates)          { plainStep(w, gradient, mean, square, k) }
