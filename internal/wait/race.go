//go:build race

package wait

// slower is by how much the race detector slows tests down.
const slower = 10
