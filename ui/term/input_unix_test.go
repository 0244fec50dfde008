//go:build unix

package term

import (
	"os"
	"testing"
	"time"
)

// Input reads keys ahead only after they have been unread for a while: a full screen waits for keys without
// reading.
func TestKeysAreLeftToThoseWhoWait(t *testing.T) {
	r, w, err := os.Pipe()
	must(t, err)
	defer w.Close() // r stays open: guard ends when it finds the end of the pipe
	interrupted := make(chan struct{})
	in := NewInput(r, func() { close(interrupted) })
	_, err = w.WriteString("\x03\x03")
	must(t, err)
	begun := time.Now()
	go in.guard(0)
	<-interrupted
	if took := time.Since(begun); took < 2*deaf {
		t.Errorf("keys were taken after %v; they wait at least %v, and Ctrl-C as long again", took, deaf)
	}
	_, err = in.Read(make([]byte, 8)) // ends guard
	must(t, err)
}
