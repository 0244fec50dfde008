package server

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"attic/table/wire"
)

const (
	mostWait   = 1000             // browsers that wait for changes
	quietTime  = 15 * time.Second // the time without a change after which a waiting browser gets an empty line as a sign of life
	leastPause = time.Second      // between two changes sent to a browser
)

type waiter struct {
	network string
	ended   context.Context // done when the browser has left, or another one gets its place
	end     func()
}

// audience holds the browsers that wait for changes, by network.
type audience struct {
	mu        sync.Mutex
	waiting   int
	waiters   map[string]map[*waiter]bool
	displaced atomic.Uint64 // the number of browsers that lost a place or were refused one
}

// wait returns a place for a browser at an address. If all places are taken, the network with the most places loses one. If the browser's own network
// has as many places as that one, wait returns nil.
func (a *audience) wait(r *http.Request) *waiter {
	a.mu.Lock()
	defer a.mu.Unlock()
	w := &waiter{network: wire.NetworkOf(r.RemoteAddr)}
	if a.waiting >= mostWait {
		a.displaced.Add(1)
		most := w.network
		for network, list := range a.waiters {
			if len(list) > len(a.waiters[most]) {
				most = network
			}
		}
		if len(a.waiters[most]) <= len(a.waiters[w.network])+1 {
			return nil
		}
		for last := range a.waiters[most] {
			a.remove(last)
			break
		}
	}
	if a.waiters[w.network] == nil {
		a.waiters[w.network] = map[*waiter]bool{}
	}
	w.ended, w.end = context.WithCancel(r.Context())
	a.waiters[w.network][w] = true
	a.waiting++
	return w
}

// leave frees the place of a browser, if the browser has one.
func (a *audience) leave(w *waiter) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.remove(w)
}

// remove is like leave, for callers that hold mu.
func (a *audience) remove(w *waiter) {
	list := a.waiters[w.network]
	if !list[w] {
		return
	}
	w.end()
	a.waiting--
	if delete(list, w); len(list) == 0 {
		delete(a.waiters, w.network)
	}
}

func (a *audience) size() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.waiting
}

var errCrowded = refuse("busy", "too many people are in the lobby: try again later")

// stream sends what the lobby shows as server-sent events, now and after each change. The function tell returns the text of an event that changes a
// browser's picture was into the picture now. The picture was is the last one that the browser got, or nil.
func (l *lobby) stream(to http.ResponseWriter, r *http.Request, tell func(now, was *picture) []byte) {
	w := l.audience.wait(r)
	if w == nil {
		fail(to, errCrowded)
		return
	}
	defer l.audience.leave(w)
	control := http.NewResponseController(to)
	_ = control.SetReadDeadline(time.Time{}) // a browser may wait for as long as it likes
	head := to.Header()
	head.Set("Content-Type", "text/event-stream")
	head.Set("Cache-Control", "no-store")
	head.Set("X-Accel-Buffering", "no") // otherwise a proxy would hold back changes
	quiet, pause := time.NewTicker(quietTime), time.NewTicker(leastPause)
	defer quiet.Stop()
	defer pause.Stop()
	var sent *picture
	for due := true; ; { // an empty line is due
		now, seen := l.picture(leastPause / 2)
		text := ""
		if due {
			text = ":\n\n"
		}
		if now != sent {
			text, sent = fmt.Sprintf("data: %s\n\n", tell(now, sent)), now
		}
		if text != "" {
			_ = control.SetWriteDeadline(time.Now().Add(quietTime))
			if _, err := io.WriteString(to, text); err != nil || control.Flush() != nil {
				return
			}
		}
		select {
		case <-pause.C:
		case <-w.ended.Done():
			return
		case <-l.tables.ending:
			return
		}
		select {
		case <-l.tables.news.since(seen):
			due = false
		case <-quiet.C:
			due = true
		case <-w.ended.Done():
			return
		case <-l.tables.ending:
			return
		}
	}
}
