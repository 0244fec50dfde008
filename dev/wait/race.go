//go:build race

package wait

// slower is the factor by which the race detector slows tests down.
const slower = 10
