// Package race lets a test say what it does under the race detector, which makes it four to eight times slower. The steps plain and race of the
// Makefile divide the tests by it: race runs the packages with goroutines, plain runs all others, and of the former the tests that call [Plain]
// or [Less], which dev/check/loops finds.
package race

import "testing"

// Plain skips a test under the race detector: it takes too long there, and has a single goroutine or only such as other tests start too. The
// step plain runs it. Call it first.
func Plain(t testing.TB) {
	t.Helper()
	if on {
		t.Skip("too long under the race detector: make plain runs it")
	}
}

// Less returns how often a random test does something: n, but raced under the race detector. The test runs in both steps.
func Less(n, raced int) int {
	if on {
		return raced
	}
	return n
}

// Also marks a test that the step race runs although it leaves out the rest of the package.
func Also(testing.TB) {}
