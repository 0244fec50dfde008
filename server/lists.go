package server

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// shown is a table as the lobby shows it.
type shown struct {
	ID       string   `json:"id"`
	Game     string   `json:"game"`
	Options  string   `json:"options,omitempty"`
	Clock    string   `json:"clock,omitempty"`
	Hints    bool     `json:"hints,omitempty"` // the players may have hints and other help
	Seats    []string `json:"seats"`           // person, computer, or free
	Names    []string `json:"names,omitempty"` // by seat; missing if nobody has one
	Level    int      `json:"level"`
	Made     int64    `json:"made"`
	Begun    bool     `json:"begun,omitempty"` // a seat has acted
	Watchers int      `json:"watchers,omitempty"`
	Over     string   `json:"over,omitempty"`
}

// lists are what the lobby shows.
type lists struct {
	N       uint64  `json:"n"`
	Free    []shown `json:"free"`    // tables at which a seat is free, the oldest first
	Playing []shown `json:"playing"` // games that can be watched, the newest first
}

// shelf is a set of tables, the oldest first, so that the lists of the lobby need not look at all tables.
type shelf []*seated

// set puts a table on the shelf, or takes it off.
func (f *shelf) set(s *seated, on bool) {
	i, there := slices.BinarySearchFunc(*f, s, older)
	switch {
	case on && !there:
		*f = slices.Insert(*f, i, s)
	case !on && there:
		*f = slices.Delete(*f, i, i+1)
	}
}

// older compares tables by when they were made. The caller holds the mutex of the hall.
func older(a, b *seated) int {
	return cmp.Or(cmp.Compare(a.entry.Made, b.entry.Made), cmp.Compare(a.id, b.id))
}

// shelve puts a table on the shelves where it belongs now. The caller holds mu, or nobody else knows h yet.
func (h *Hall) shelve(s *seated) {
	e := s.entry
	listed, free := e.Listed && e.Damaged == "" && h.all[s.id] == s, e.free() >= 0
	h.free.set(s, listed && free && s.attended)
	h.patient.set(s, listed && free && (e.Clock == "" || strings.HasSuffix(e.Clock, "d")))
	h.playing.set(s, listed && !free && s.attended && e.Over == "")
}

// change tells everybody who waits that the lists have changed. The caller holds mu.
func (h *Hall) change() {
	h.n++
	h.text = nil
	close(h.news)
	h.news = make(chan struct{})
}

// changed returns a channel that is closed when the lists are no longer those with the number n.
func (h *Hall) changed(n uint64) <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.n != n {
		now := make(chan struct{})
		close(now)
		return now
	}
	return h.news
}

// listing returns the number of the lists and their text.
func (h *Hall) listing() (uint64, []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.text != nil {
		return h.n, h.text
	}
	l := lists{N: h.n, Free: []shown{}, Playing: []shown{}}
	young, _ := slices.BinarySearchFunc(h.patient, time.Now().Add(-openFor).Unix(), func(s *seated, made int64) int { return cmp.Compare(s.entry.Made, made) })
	recent := h.patient[young:]
	free := slices.Concat(h.free[:min(len(h.free), mostShown)], recent[:min(len(recent), mostShown)])
	slices.SortFunc(free, older)
	for _, s := range slices.Compact(free) {
		l.Free = append(l.Free, s.shown())
	}
	for _, s := range slices.Backward(h.playing[max(0, len(h.playing)-mostShown):]) {
		l.Playing = append(l.Playing, s.shown())
	}
	l.Free = l.Free[:min(len(l.Free), mostShown)]
	h.text, _ = json.Marshal(l) // numbers and texts
	return h.n, h.text
}

// shown returns the table as the lobby shows it. The caller holds the mutex of the hall.
func (s *seated) shown() shown {
	e := s.entry
	to := shown{
		ID: e.ID, Game: e.Game, Options: e.Options, Clock: e.Clock, Hints: e.Hints, Level: e.Level, Made: e.Made, Over: e.Over, Begun: s.begun, Watchers: s.watchers,
	}
	for _, place := range e.Seats {
		who := "person"
		switch {
		case place.Computer:
			who = "computer"
		case place.Free:
			who = "free"
		}
		to.Seats = append(to.Seats, who)
	}
	names := make([]string, len(e.Seats))
	for seat := range names {
		if names[seat] = s.hall.nameAt(s.id, seat); names[seat] != "" {
			to.Names = names
		}
	}
	return to
}
