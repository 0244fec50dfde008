//go:build !race

package wait

// slower is 1 without the race detector.
const slower = 1
