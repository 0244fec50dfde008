package server

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// However many lines strangers cause, the log grows slowly. It reports each text once an hour, and how many lines were omitted.
func TestSeldom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		say := Seldom(slog.New(slog.NewTextHandler(&log, nil)), "connections")
		lines := func() []string {
			defer log.Reset()
			return strings.Split(strings.TrimSpace(log.String()), "\n")
		}
		for range 1000 {
			say("EOF")
		}
		if list := lines(); len(list) != 1 || !strings.Contains(list[0], "EOF") || !strings.Contains(list[0], "event=connections") {
			t.Errorf("a thousand times the same: %q", list)
		}
		<-time.After(time.Hour)
		say("EOF")
		if list := lines(); len(list) != 1 || !strings.Contains(list[0], "(999 earlier lines of this kind were left out)") {
			t.Errorf("an hour later: %q", list)
		}
		for n := range 10_000 {
			say(fmt.Sprint("a kind of its own, ", n))
			<-time.After(time.Second)
		}
		if list := lines(); len(list) < 100 || len(list) > 20+10_000/60+1 {
			t.Errorf("%d lines in 10,000 s", len(list))
		}
	})
}
