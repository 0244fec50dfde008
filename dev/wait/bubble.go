package wait

import (
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Goroutines returns the stacks of the goroutines in the synctest bubble of the calling test. Outside a bubble, it fails the
// test. Goroutines of other tests are left out, because they may end at any time.
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
