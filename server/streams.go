package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"attic/table/wire"
)

const (
	mostWait   = 1000             // browsers that wait for changes
	quietTime  = 15 * time.Second // after which a browser that waits for changes is sent an empty line, so that it knows that the hall is there
	leastPause = time.Second      // between two changes that a browser is sent
)

// waiter is a browser that waits for changes.
type waiter struct {
	network string
	ended   context.Context // done when it has left, or somebody else gets its place
	end     func()
}

// crowd are those who wait, by their networks.
type crowd map[string]map[*waiter]bool

// wait returns a place for a browser at an address. If all are taken, the network with the most places loses one to it, unless the browser's own
// network has as many; then wait returns nil.
func (h *Hall) wait(r *http.Request) *waiter {
	h.mu.Lock()
	defer h.mu.Unlock()
	w := &waiter{network: wire.NetworkOf(r.RemoteAddr)}
	if h.waiting >= mostWait {
		h.counts.crowded.Add(1)
		most := w.network
		for network, list := range h.waiters {
			if len(list) > len(h.waiters[most]) {
				most = network
			}
		}
		if len(h.waiters[most]) <= len(h.waiters[w.network])+1 {
			return nil
		}
		for last := range h.waiters[most] {
			h.forgo(last)
			break
		}
	}
	if h.waiters[w.network] == nil {
		h.waiters[w.network] = map[*waiter]bool{}
	}
	w.ended, w.end = context.WithCancel(r.Context())
	h.waiters[w.network][w] = true
	h.waiting++
	return w
}

// forgo gives the place of a browser back, if it has one. The caller holds mu.
func (h *Hall) forgo(w *waiter) {
	list := h.waiters[w.network]
	if !list[w] {
		return
	}
	w.end()
	h.waiting--
	if delete(list, w); len(list) == 0 {
		delete(h.waiters, w.network)
	}
}

// stream sends server-sent events with what the lobby shows, now and when it has changed: the text that tell returns for a browser that was last sent the
// picture was, or nil, and is to see the picture now.
func (h *Hall) stream(to http.ResponseWriter, r *http.Request, tell func(now, was *picture) []byte) {
	w := h.wait(r)
	if w == nil {
		fail(to, errCrowded)
		return
	}
	defer func() {
		h.mu.Lock()
		h.forgo(w)
		h.mu.Unlock()
	}()
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
		now, seen := h.picture(leastPause / 2)
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
		case <-h.ending:
			return
		}
		select {
		case <-h.changed(seen):
			due = false
		case <-quiet.C:
			due = true
		case <-w.ended.Done():
			return
		case <-h.ending:
			return
		}
	}
}

var errCrowded = refuse("busy", "too many people are in the lobby: try again later")

// outcome is the answer to a request, and why it is a refusal.
type outcome struct {
	http.ResponseWriter
	err error
}

// Unwrap returns the answer for http.ResponseController.
func (o *outcome) Unwrap() http.ResponseWriter { return o.ResponseWriter }

// ended tells the operator once when the hall fails to carry out requests of a kind, and once when they work again.
func (h *Hall) ended(r *http.Request, o *outcome) {
	why, refused := errors.AsType[*Refusal](o.err)
	fails := o.err != nil && (!refused || why.Code == "busy")
	if refused && !fails || why == errClosing || why == errDamaged || why == errCrowded {
		return
	}
	h.mu.Lock()
	was := h.failing[r.Pattern]
	if h.failing[r.Pattern] = fails; !fails {
		delete(h.failing, r.Pattern)
	}
	h.mu.Unlock()
	switch {
	case fails && !was:
		h.log.Warn(fmt.Sprintf("requests are refused: %s: %v", r.Pattern, o.err), "event", "failed")
	case was && !fails:
		h.log.Info("requests work again: "+r.Pattern, "event", "failed")
	}
}
