//go:build !race

package race

const on = false
