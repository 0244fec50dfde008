package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/dev/wait"
)

type event struct {
	N             uint64
	Free, Playing []shown
	Put           struct{ Free, Playing []shown }
	Gone          struct{ Free, Playing []string }
}

// follows asks a lobby for changes. It returns a function that waits for the next one and returns it with its text.
func follows(t *testing.T, lobby *httptest.Server) (next func() (event, string)) {
	t.Helper()
	ctx, stop := wait.Context()
	t.Cleanup(stop)
	r, err := http.NewRequestWithContext(ctx, "GET", lobby.URL+Prefix+"live", nil)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reply.Body.Close() })
	lines := bufio.NewScanner(reply.Body)
	lines.Buffer(nil, 1<<20)
	return func() (c event, text string) {
		t.Helper()
		for lines.Scan() {
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				if err := json.Unmarshal([]byte(text), &c); err != nil {
					t.Fatal(err)
				}
				return c, text
			}
		}
		t.Fatal("nothing came:", lines.Err())
		return c, ""
	}
}

// A browser that waits gets all tables once, and after that only changes: a new table, a changed one (here with another name), and one that is gone.
func TestOnlyChangesAreSent(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	_, joined := post(t, lobby, "people/join", `{"name":"Ada"}`)
	phrase := joined["phrase"].(string)
	_, first := post(t, lobby, "tables", `{"game":"ataxx","with":"anybody","phrase":"`+phrase+`"}`)
	_, _ = post(t, lobby, "tables", `{"game":"atom4","with":"anybody"}`)
	next := follows(t, lobby)
	if c, text := next(); len(c.Free) != 2 || c.Playing == nil || text != string(h.lobby.listing()) {
		t.Fatal(text)
	}
	if status, answer := post(t, lobby, "people/rename", `{"name":"Eva","phrase":"`+phrase+`"}`); status != 200 {
		t.Fatal(answer)
	}
	if c, text := next(); len(c.Put.Free) != 1 || !slices.Contains(c.Put.Free[0].Names, "Eva") || c.Free != nil || strings.Contains(text, "gone") || strings.Contains(text, "playing") {
		t.Errorf("after another name: %s", text)
	}
	_, third := post(t, lobby, "tables", `{"game":"ataxx","with":"anybody"}`)
	if c, text := next(); len(c.Put.Free) != 1 || c.Put.Free[0].ID != third["table"] {
		t.Errorf("after a new table: %s", text)
	}
	if status, answer := post(t, lobby, "withdraw", `{"id":"`+first["id"].(string)+`"}`); status != 200 {
		t.Fatal(answer)
	}
	if c, text := next(); !slices.Equal(c.Gone.Free, []string{first["table"].(string)}) || strings.Contains(text, "put") {
		t.Errorf("after a table has gone: %s", text)
	}
}

// A change that the lobby does not show is sent to nobody, not even to browsers that get whole lists.
func TestWhatDoesNotShowIsNotSent(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	_, joined := post(t, lobby, "people/join", `{"name":"Ada"}`)
	before, _ := h.lobby.picture(0)
	if status, answer := post(t, lobby, "people/rename", `{"name":"Eva","phrase":"`+joined["phrase"].(string)+`"}`); status != 200 {
		t.Fatal(answer)
	}
	if after, _ := h.lobby.picture(0); after != before {
		t.Errorf("it shows %s, then %s", before.text, after.text)
	}
}

// The changes between any two pictures lead from one to the other.
func TestChangesLeadOn(t *testing.T) {
	h := crowded(150)
	var pictures []*picture
	for i := range 20 {
		h.tables.mu.Lock()
		for _, s := range []*seated{h.tables.all[fmt.Sprintf("%016d", 149-i)], h.tables.all[fmt.Sprintf("%016d", 299-2*i)]} {
			s.watchers += i % 3
			s.here, s.attended = i%2 == 0, i%4 < 2
			h.tables.arrange(s)
		}
		h.news.change()
		h.tables.mu.Unlock()
		p, _ := h.lobby.picture(0)
		pictures = append(pictures, p)
	}
	for i, was := range pictures {
		for _, now := range pictures[i+1:] {
			if now == was {
				continue
			}
			var c event
			if err := json.Unmarshal(now.since(was), &c); err != nil {
				t.Fatal(err)
			}
			for kind, of := range [2]struct {
				put  []shown
				gone []string
			}{{c.Put.Free, c.Gone.Free}, {c.Put.Playing, c.Gone.Playing}} {
				is := map[string]string{}
				for _, x := range was.shows[kind] {
					is[x.id] = string(x.text)
				}
				for _, x := range of.put {
					is[x.ID] = string(encoded(x))
				}
				for _, id := range of.gone {
					delete(is, id)
				}
				for _, x := range now.shows[kind] {
					if is[x.id] != string(x.text) {
						t.Fatalf("%s is %s, want %s", x.id, is[x.id], x.text)
					}
				}
				if len(is) != len(now.shows[kind]) {
					t.Fatalf("%d tables, want %d", len(is), len(now.shows[kind]))
				}
			}
		}
	}
}

// A person who fills the lobby from a few addresses does not keep others out: each newcomer takes one of that person's places, and the operator sees this.
func TestPlacesAmongThoseWhoWait(t *testing.T) {
	h, _ := opened(t, t.TempDir())
	from := func(network, n int) *http.Request {
		r := httptest.NewRequest("GET", Prefix+"live", nil)
		r.RemoteAddr = fmt.Sprintf("192.0.2.%d:%d", network, n)
		return r
	}
	var many []*waiter
	for i := range mostWait {
		w := h.lobby.audience.wait(from(i%4, i))
		if w == nil {
			t.Fatalf("place %d was refused", i)
		}
		many = append(many, w)
	}
	if w := h.lobby.audience.wait(from(1, 0)); w != nil {
		t.Error("an address with a full share has another place")
	}
	for i := range 10 {
		w := h.lobby.audience.wait(from(9, i))
		if w == nil || w.ended.Err() != nil {
			t.Fatalf("somebody else was refused")
		}
	}
	lost := 0
	for _, w := range many {
		if w.ended.Err() != nil {
			lost++
		}
	}
	if lost != 10 || h.lobby.audience.waiting != mostWait {
		t.Errorf("%d lost their places, and %d wait", lost, h.lobby.audience.waiting)
	}
	if _, text := ask(h, "GET", "/metrics"); parsed(t, text)["attic_lobby_refused_total"] != 11 || parsed(t, text)["attic_lobby_waiting"] != mostWait {
		t.Error(text)
	}
	for _, w := range many {
		h.lobby.audience.leave(w)
		h.lobby.audience.leave(w) // a second time does nothing
	}
	if h.lobby.audience.waiting != 10 || len(h.lobby.audience.waiters) != 1 {
		t.Errorf("%d wait, from %d networks", h.lobby.audience.waiting, len(h.lobby.audience.waiters))
	}
}

// counting counts the bytes written to those who wait.
type counting struct {
	head http.Header
	to   *bytes.Buffer
}

func (c counting) Header() http.Header              { return c.head }
func (c counting) WriteHeader(int)                  {}
func (c counting) Write(text []byte) (int, error)   { return c.to.Write(text) }
func (c counting) Flush()                           {}
func (c counting) SetReadDeadline(time.Time) error  { return nil }
func (c counting) SetWriteDeadline(time.Time) error { return nil }

// TestBytesOfTheLobby measures the bytes per second that a lobby with 100 tables sends to 100 waiting browsers, as whole lists and as changes, if one
// maker of a table changes their name each second.
func TestBytesOfTheLobby(t *testing.T) {
	sums := map[string]int{}
	for _, path := range []string{"changes", "live"} {
		synctest.Test(t, func(t *testing.T) {
			h := crowded(100)
			h.ending = make(chan struct{})
			for s := range h.tables.open { // the lobby shows only tables with a free seat
				h.tables.forget(s)
			}
			ctx, stop := context.WithCancel(t.Context())
			var sent [100]bytes.Buffer
			done := make(chan bool)
			for i := range sent {
				go func() {
					h.Handler().ServeHTTP(counting{http.Header{}, &sent[i]}, httptest.NewRequestWithContext(ctx, "GET", Prefix+path, nil))
					done <- true
				}()
			}
			synctest.Wait()
			first := sent[0].Len()
			const seconds = 30
			for i := range seconds {
				h.people.mu.Lock()
				h.people.put(person{Hash: fmt.Sprint(i), Name: "Ada", Seats: []taken{{fmt.Sprintf("%016d", i), 0}}})
				h.people.mu.Unlock()
				<-time.After(time.Second)
				synctest.Wait()
			}
			sum := 0
			for i := range sent {
				sum += sent[i].Len() - first
			}
			sums[path] = sum / seconds
			stop()
			for range sent {
				<-done
			}
		})
	}
	t.Logf("whole lists: %d bytes a second, changes: %d", sums["changes"], sums["live"])
	if sums["live"] == 0 || sums["live"]*20 > sums["changes"] {
		t.Errorf("changes are %d bytes a second, lists %d", sums["live"], sums["changes"])
	}
}
