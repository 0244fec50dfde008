package later_test

import (
	"context"
	"testing"

	"attic/internal/later"
)

// Without a wake function, Ready waits for the computation; otherwise it does not wait.
func TestReady(t *testing.T) {
	for _, woken := range []bool{true, false} {
		begun, on := make(chan struct{}), make(chan struct{})
		var wake func()
		if woken {
			wake = func() {}
		}
		r := later.Go(wake, func(context.Context) (int, error) {
			close(begun)
			<-on
			return 7, nil
		})
		<-begun
		if woken && r.Ready() {
			t.Error("it is ready before it is done")
		}
		close(on)
		if !woken && !r.Ready() {
			t.Error("it does not wait")
		}
		if n, err := r.Get(); n != 7 || err != nil || !r.Ready() {
			t.Errorf("it returned %d, %v", n, err)
		}
	}
	if (*later.Result[int])(nil).Ready() {
		t.Error("nothing is ready")
	}
}
