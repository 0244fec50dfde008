//go:build race

package race

const on = true
