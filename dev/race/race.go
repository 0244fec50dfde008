// Package race lets a test declare its behaviour under the race detector, which makes tests four to eight times slower. The steps plain and race of
// the Makefile divide the tests. The step race runs the packages with goroutines. The step plain runs all other packages, and those tests of
// packages with goroutines that call [Plain] or [Less]; dev/check/loops finds these tests.
package race

import "testing"

// Plain skips a test under the race detector, because it takes too long there. The test has a single goroutine, or starts only goroutines that
// other tests start too. The step plain runs it. Call Plain first.
func Plain(t testing.TB) {
	t.Helper()
	if on {
		t.Skip("too long under the race detector: make plain runs it")
	}
}

// Less returns the number of repetitions for a random test: n, or raced under the race detector. The test runs in both steps.
func Less(n, raced int) int {
	if on {
		return raced
	}
	return n
}

// Also marks a test that the step race runs, although it leaves out the other tests of the package.
func Also(testing.TB) {}
