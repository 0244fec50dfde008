package server

import (
	"fmt"
	"log/slog"
	"sync"
	"time"

	"attic/table"
)

// seldomRate limits the log lines that strangers can cause.
var seldomRate = table.Rate{Burst: 20, Steady: 1. / 60}

// Seldom returns a function that logs, with the field event, lines that strangers can cause as often as they like: each text at most once an hour, at most 20 at
// once and then one a minute, so that nobody fills the disk. A line says how many were left out before it. Several goroutines may call the function.
func Seldom(log *slog.Logger, event string) func(text string) {
	rate, told, out := seldomRate, map[string]time.Time{}, 0
	var mu sync.Mutex
	return func(text string) {
		mu.Lock()
		defer mu.Unlock()
		now := time.Now()
		if at, ok := told[text]; ok && now.Sub(at) < time.Hour || !rate.Allow(now) {
			out++
			return
		}
		if len(told) >= mostOwn {
			clear(told)
		}
		told[text] = now
		if out > 0 {
			text = fmt.Sprintf("%s (%d earlier lines of this kind were left out)", text, out)
		}
		out = 0
		log.Warn(text, "event", event)
	}
}
