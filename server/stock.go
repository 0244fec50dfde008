package server

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"time"

	"attic/server/keep"
)

// A place in which only the process of the hall can read is read by others at the operator's address. What is there is answered as JSON lines.

// Pair is a value of a list.
type Pair struct {
	Key     string `json:"key"`
	Version uint64 `json:"version"`
	Value   []byte `json:"value"` // missing if it is not there
}

// stock adds the requests to which keep.Stock is answered, below /stock/: place, ran, tables, tables/ID, people, people/HASH, reports, played and games/TABLE.
func (h *Hall) stock(mux *http.ServeMux) {
	lines := func(path string, each func(r *http.Request, tell func(any) error) error) {
		mux.HandleFunc("GET /stock/"+path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			to := json.NewEncoder(w)
			err := each(r, func(line any) error {
				_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(time.Minute))
				return to.Encode(line)
			})
			if err != nil {
				panic(http.ErrAbortHandler) // so that nobody takes it for all
			}
		})
	}
	list := func(path string, of func() keep.List, keys func() []string) {
		value := func(key string, tell func(any) error, missing bool) error {
			text, version, err := of().Get(key)
			if err != nil || text == nil && !missing {
				return err
			}
			return tell(Pair{key, version, text})
		}
		lines(path, func(_ *http.Request, tell func(any) error) error {
			h.mu.Lock()
			all := keys()
			h.mu.Unlock()
			for _, key := range all {
				if err := value(key, tell, false); err != nil {
					return err
				}
			}
			return nil
		})
		lines(path+"/{key}", func(r *http.Request, tell func(any) error) error { return value(r.PathValue("key"), tell, true) })
	}
	list("tables", h.place.Tables, func() []string { return slices.Collect(maps.Keys(h.all)) })
	list("people", h.place.People, func() []string { return slices.Collect(maps.Keys(h.people)) })
	lines("place", func(_ *http.Request, tell func(any) error) error { return tell(h.name) })
	lines("ran", func(_ *http.Request, tell func(any) error) error { return tell(time.Now()) })
	lines("reports", func(_ *http.Request, tell func(any) error) error {
		text, err := h.place.Reports()
		return errors.Join(err, tell(text))
	})
	lines("played", func(_ *http.Request, tell func(any) error) error {
		p, ok := h.place.Place.(interface {
			Played(each func(string) error) error
		})
		if !ok {
			return nil
		}
		return p.Played(func(table string) error { return tell(table) })
	})
	lines("games/{table}", func(r *http.Request, tell func(any) error) error {
		return h.place.Games(r.PathValue("table")).Texts(func(t keep.Text) error { return tell(t) })
	})
}
