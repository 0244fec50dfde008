package wait

import (
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Goroutines returns the stacks of the goroutines that belong to a test that runs in a synctest bubble. What other tests left
// behind may end at any time and so must not be counted.
func Goroutines(t testing.TB) []string {
	t.Helper()
	all := make([]byte, 1<<20)
	all = all[:runtime.Stack(all, true)]
	stacks := strings.Split(string(all), "\n\n") // the first is this goroutine
	mine := regexp.MustCompile(`synctest bubble \d+\]`).FindString(stacks[0])
	if mine == "" {
		t.Fatalf("not in a bubble:\n%s", stacks[0])
	}
	return slices.DeleteFunc(stacks, func(s string) bool {
		head, _, _ := strings.Cut(s, "\n")
		return !strings.Contains(head, mine)
	})
}
