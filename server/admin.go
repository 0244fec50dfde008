package server

import (
	"cmp"
	"context"
	"crypto/subtle"
	"encoding/json"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"attic/game"
)

// status is the answer to GET /status.
type status struct {
	Tables     int    `json:"tables"`
	Open       int    `json:"open"`    // tables in memory
	Waiting    int    `json:"waiting"` // browsers that wait for changes of the lists
	Heap       uint64 `json:"heap"`    // in bytes
	Goroutines int    `json:"goroutines"`
}

// Admin serves the operator's requests. Whoever has the token can close tables, so serve them only on an address of this machine. The first three
// requests return only numbers. All others need the header "Authorization: Bearer TOKEN"; if token is "", they are refused.
//
//	GET  /livez                whether the process responds
//	GET  /readyz               whether the hall can accept moves now; if not, the reason, with the status 503
//	GET  /metrics              metrics in the format of Prometheus
//	GET  /status               numbers of tables, and memory use; with ?collect=1 measured after a garbage collection
//	GET  /tables               all tables, the newest first
//	GET  /reports              people's reports, one per line, the oldest first
//	POST /tables/ID/close      closes a table for good; the form value why is the reason shown to its people
//	POST /tables/ID/open       reopens a table that was closed because its games were damaged, if they are sound now
//	POST /tournaments/ID/remove removes a tournament; its tables stay
//	POST /owner                makes a link for an owner of the hall, for the person in the form value name; the answer has the link
//	POST /tables/ID/seats/N/ban takes seat N, counted from 0, from its player, and blocks their name and phrase; why as above
func (h *Hall) Admin(token string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { sentence(w, http.StatusOK, "alive") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		why := h.operator.trouble()
		if h.tables.closing() {
			why = errClosing.Why
		}
		if why == "" {
			within, cancel := context.WithTimeout(r.Context(), lookEvery)
			defer cancel()
			if err := h.place.Ready(within); err != nil {
				why = err.Error()
			}
		}
		if why != "" {
			sentence(w, http.StatusServiceUnavailable, why)
			return
		}
		sentence(w, http.StatusOK, "ready")
	})
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_ = h.metrics(w)
	})
	mux.HandleFunc("GET /status", func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("collect") != "" {
			runtime.GC()
		}
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		h.tables.mu.Lock()
		s := status{h.tables.there(), len(h.tables.open), h.lobby.audience.size(), memory.HeapAlloc, runtime.NumGoroutine()}
		h.tables.mu.Unlock()
		respond(w, s, nil)
	})
	mux.HandleFunc("GET /tables", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		lines := json.NewEncoder(w)
		for _, t := range managedTables(h) {
			if lines.Encode(t) != nil {
				return
			}
		}
	})
	mux.HandleFunc("GET /reports", func(w http.ResponseWriter, _ *http.Request) {
		text, err := h.place.Reports()
		if err != nil {
			fail(w, err)
			return
		}
		answer(w, text)
	})
	mux.HandleFunc("POST /tables/{table}/open", func(w http.ResponseWriter, r *http.Request) {
		s, err := h.at(r.PathValue("table"))
		if err == nil {
			err = s.mend()
		}
		respond(w, done{}, err)
	})
	for path, act := range map[string]string{"/tables/{table}/close": "close", "/tables/{table}/seats/{seat}/ban": "ban", "/tournaments/{id}/remove": "remove", "/owner": "link"} {
		mux.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) {
			seat, err := strconv.Atoi(r.PathValue("seat"))
			if err != nil {
				seat = game.Nobody
			}
			reply, err := acts["manage/"+act].do(h, instruction{
				Table: r.PathValue("table"), Seat: seat, ID: r.PathValue("id"), Why: r.FormValue("why"), Owner: true, Name: cmp.Or(r.FormValue("name"), "the operator"),
			})
			respond(w, reply, err)
		})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := (&url.URL{Host: r.Host}).Hostname()
		if _, err := netip.ParseAddr(name); r.Header.Get("Origin") != "" || name != "localhost" && err != nil { // the request comes from a page in the operator's browser
			fail(w, refuse("origin", "requests from web pages are refused here"))
			return
		}
		bearer, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		open := slices.Contains([]string{"/livez", "/readyz", "/metrics"}, r.URL.Path)
		if !open && (token == "" || subtle.ConstantTimeCompare([]byte(bearer), []byte(token)) != 1) {
			w.Header().Set("WWW-Authenticate", "Bearer")
			fail(w, refuse("token", `this needs the operator's token, which is in the file admin-token in the hall's folder: curl -H "Authorization: Bearer $(cat FILE)"`))
			return
		}
		mux.ServeHTTP(w, r)
	})
}

func sentence(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, strings.Join(strings.Fields(text), " ")+"\n")
}
