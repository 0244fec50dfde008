package main

import (
	"context"
	"errors"
	"io"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"attic/table"
)

// absent is a guest whose host does not answer.
type absent struct {
	table.Guest
	why              error
	changed, arrived chan struct{}
}

func (a *absent) Waits() (<-chan struct{}, error) { return a.changed, a.why }
func (a *absent) Arrived() <-chan struct{}        { return a.arrived }
func (a *absent) Done() <-chan struct{}           { return nil }

// While a guest in line mode waits for a slow host, attic prints each reason once, and none before a typical host would have
// answered.
func TestWaitingForAHost(t *testing.T) {
	read, write, err := os.Pipe()
	must(t, err)
	before := os.Stderr
	os.Stderr = write
	defer func() { os.Stderr = before }()
	synctest.Test(t, func(t *testing.T) {
		guest := &absent{changed: make(chan struct{}), arrived: make(chan struct{})}
		c := usual()
		c.look.plain = true
		ended := make(chan bool)
		go func() {
			arrived, err := c.arrives(context.Background(), guest)
			ended <- arrived && err == nil
		}()
		next := func(pause time.Duration, why error) {
			<-time.After(pause)
			last := guest.changed
			guest.why, guest.changed = why, make(chan struct{})
			close(last)
			synctest.Wait()
		}
		next(time.Second, errors.New("early"))
		next(time.Minute, errors.New("no answer"))
		next(time.Minute, errors.New("no answer"))
		close(guest.arrived)
		next(time.Minute, nil)
		if !<-ended {
			t.Error("it does not arrive")
		}
	})
	must(t, write.Close())
	said, err := io.ReadAll(read)
	must(t, err)
	if want := "attic: early; attic keeps trying; press Ctrl+C to stop\nattic: no answer; attic keeps trying; press Ctrl+C to stop\n"; string(said) != want {
		t.Errorf("it says %q, want %q", said, want)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
