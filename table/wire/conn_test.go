package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestPipe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := Pipe("localhost")
		message := []byte("ping")
		for _, end := range [][2]Conn{{here, there}, {there, here}} {
			if err := end[0].Write(t.Context(), message); err != nil {
				t.Fatal(err)
			}
			message[0] = 'P' // the connection must have copied the message
			got, err := end[1].Read(t.Context())
			if err != nil || string(got) != "ping" {
				t.Fatalf("%q, %v", got, err)
			}
			message[0] = 'p'
		}
		if here.Remote() != "localhost" {
			t.Error(here.Remote())
		}

		// A reader is waiting.
		go func() {
			<-time.After(time.Hour)
			there.Write(t.Context(), []byte("late"))
		}()
		if got, err := here.Read(t.Context()); err != nil || string(got) != "late" {
			t.Errorf("%q, %v", got, err)
		}
	})
}

func TestTheEndOfAPipe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := Pipe("localhost")
		here.Write(t.Context(), []byte("last"))
		here.Close("good\nnight")
		here.Close("again")
		if got, err := there.Read(t.Context()); err != nil || string(got) != "last" {
			t.Errorf("the message written before the end is %q, %v", got, err)
		}
		for _, c := range []Conn{here, there} {
			var end *ClosedError
			if _, err := c.Read(t.Context()); !errors.As(err, &end) || end.Reason != "good\uFFFDnight" {
				t.Errorf("reading after the end: %v", err)
			}
			if err := c.Write(t.Context(), []byte("x")); !errors.As(err, &end) {
				t.Errorf("writing after the end: %v", err)
			}
		}
	})
}

func TestAPipeIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := Pipe("localhost")
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		sent := 0
		for here.Write(ctx, []byte("x")) == nil {
			sent++
		}
		if sent != pipeQueue || !errors.Is(ctx.Err(), context.DeadlineExceeded) {
			t.Errorf("%d messages wait", sent)
		}
		for range sent {
			if _, err := there.Read(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := there.Read(t.Context()); err == nil {
			t.Error("the connection is still open after a write that timed out")
		}

		here, there = Pipe("localhost")
		if err := here.Write(t.Context(), bytes.Repeat([]byte("x"), MostBytes+1)); !errors.Is(err, ErrLarge) {
			t.Errorf("a large message: %v", err)
		}
		if _, err := there.Read(t.Context()); err == nil {
			t.Error("the connection is still open after a message that is too large")
		}
	})
}

func TestAContextEndsAPipe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stopped, stop := context.WithCancel(t.Context())
		stop()
		for name, do := range map[string]func(Conn) error{
			"reading, stopped before": func(c Conn) error { _, err := c.Read(stopped); return err },
			"writing, stopped before": func(c Conn) error { return c.Write(stopped, []byte("x")) },
			"reading, with a time limit": func(c Conn) error {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				_, err := c.Read(ctx)
				return err
			},
		} {
			here, there := Pipe("localhost")
			if err := do(here); !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: %v", name, err)
			}
			if _, err := there.Read(t.Context()); err == nil {
				t.Errorf("%s: the other side is still open", name)
			}
		}
	})
}

func TestPipesCanBeEndedByAnyone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := Pipe("localhost")
		results := make(chan error)
		for _, c := range []Conn{here, there} {
			go func() {
				_, err := c.Read(t.Context())
				results <- err
			}()
		}
		synctest.Wait()
		there.Close("enough")
		for range 2 {
			if err := <-results; err == nil || !strings.Contains(err.Error(), "enough") {
				t.Error(err)
			}
		}
	})
}

func ExamplePipe() {
	host, guest := Pipe("localhost")
	ctx := context.Background()
	question, _ := encodeFlat(flat{T: "ping", At: 12})
	guest.Write(ctx, question)
	raw, _ := host.Read(ctx)
	m, err := flatten(raw)
	fmt.Println(m.T, m.At, err)
	// Output: ping 12 <nil>
}
