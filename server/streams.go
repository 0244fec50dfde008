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
	quietTime  = 15 * time.Second // after this long without a change, a waiting browser gets an empty line as a sign of life
	leastPause = time.Second      // between two changes sent to a browser
)

// waiter is a browser that waits for changes.
type waiter struct {
	network string
	ended   context.Context // done when it has left, or somebody else gets its place
	end     func()
}

// audience holds the browsers that wait for changes, by network.
type audience struct {
	mu        sync.Mutex
	waiting   int
	waiters   map[string]map[*waiter]bool
	displaced atomic.Uint64 // browsers that lost or were refused a place
}

// wait returns a place for a browser at an address. If all are taken, the network with the most places loses one, unless the browser's own network has as
// many: then wait returns nil.
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

// leave gives the place of a browser back, if it has one.
func (a *audience) leave(w *waiter) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.remove(w)
}

// remove is leave for a caller who holds mu.
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

// stream sends what the lobby shows as server-sent events, now and after each change. tell returns the text of an event that leads a browser from the
// picture was, the last one sent to it or nil, to the picture now.
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
	head.Set("X-Accel-Buffering", "no") // or a proxy would hold changes back
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
