package server

import (
	"cmp"
	"slices"
	"time"

	"attic/internal/glicko"
)

// mostFinished is the number of finished tables on the page of a person.
const mostFinished = 50

// profile is what everybody may know about a person with a name.
type profile struct {
	Name    string                   `json:"name"`
	Ratings map[string]glicko.Rating `json:"ratings,omitempty"` // by game
	Playing []shown                  `json:"playing"`           // the games that can be watched now, the newest first
	Games   []past                   `json:"games"`             // tables whose last game is over, the last finished first
}

// past is a table whose last game is over.
type past struct {
	shown
	Done int64 `json:"done,omitempty"` // when the game was over, in seconds since 1970; 0: unknown
}

// profileOf returns the profile of the person with a name. It leaves out tables that the lobby does not show.
func profileOf(h *Hall, name, from string) (profile, error) {
	if !h.guards.reads.Join(from, time.Now()) {
		return profile{}, refuse("rate", "your address has requested too many people: try again in a minute")
	}
	p, err := h.people.named(name)
	if err != nil {
		return profile{}, err
	}
	to := profile{Name: h.people.shown(p), Ratings: p.Ratings, Playing: []shown{}, Games: []past{}}
	h.tables.mu.Lock()
	for _, t := range slices.Backward(p.Seats) {
		s := h.tables.all[t.Table]
		if s == nil || !s.entry.Listed || s.entry.Damaged != "" {
			continue
		}
		if _, there := slices.BinarySearchFunc(h.tables.playing, s, older); there {
			to.Playing = append(to.Playing, s.shown())
		} else if s.entry.Over != "" {
			to.Games = append(to.Games, past{s.shown(), s.entry.Done})
		}
	}
	h.tables.mu.Unlock()
	slices.SortStableFunc(to.Games, func(a, b past) int { return cmp.Compare(b.Done, a.Done) })
	to.Games = to.Games[:min(len(to.Games), mostFinished)]
	return to, nil
}
