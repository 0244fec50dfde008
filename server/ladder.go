package server

import (
	"cmp"
	"maps"
	"slices"

	"attic/game"
	"attic/internal/glicko"
	"attic/match"
	"attic/table"
)

// mostRanked is how many players a ladder shows.
const mostRanked = 100

// Rate says whether the games of the person with a phrase are rated: those of two people who both want it, where nothing is hidden. Without it,
// the ratings that the person had are forgotten.
func (h *Hall) Rate(phrase string, rates bool, from string) error {
	_, err := h.alter(phrase, from, func(p *person) error {
		if p.Rates = rates; !rates {
			p.Ratings = nil
		}
		return nil
	})
	return err
}

// counts reports whether the game that is over at the table is rated: nothing is hidden, both players want it, and it has a result. The caller holds
// the mutex of the hall.
func (s *seated) counts(sight table.Sight) bool {
	g, ok := s.hall.find(s.entry.Game)
	if !ok || !g.Info().Open {
		return false
	}
	last := sight.History()[sight.Ply]
	if last.Ended && last.Text == string(match.NoResult) {
		return false
	}
	for seat := range s.entry.Seats {
		if !s.hall.people[s.hall.names[taken{s.id, seat}]].Rates {
			return false
		}
	}
	return true
}

// rate changes the ratings of the players of a table after its game, each game as a period of its own. The caller does not hold mu.
func (h *Hall) rate(s *seated, now table.Now) error {
	score := 0.5
	if now.Outcome.Winner != game.Nobody {
		score = 0
		if now.Outcome.Winner == now.Side { // who made the table has the first place, which is that of the side
			score = 1
		}
	}
	h.mu.Lock()
	first := h.people[h.names[taken{s.id, s.entry.Side}]]
	second := h.people[h.names[taken{s.id, (s.entry.Side + 1) % len(s.entry.Seats)}]]
	name := s.entry.Game
	h.mu.Unlock()
	if first.Hash == second.Hash {
		return nil
	}
	one, two := rated(first, name), rated(second, name)
	_, err := h.editPerson(first.Hash, false, func(p *person) error {
		p.Ratings = with(p.Ratings, name, one.After(glicko.Result{Other: two, Score: score}))
		return nil
	})
	if err == nil {
		_, err = h.editPerson(second.Hash, false, func(p *person) error {
			p.Ratings = with(p.Ratings, name, two.After(glicko.Result{Other: one, Score: 1 - score}))
			return nil
		})
	}
	return err
}

// newcomer is the rating of who has not played a rated game.
var newcomer = glicko.Rating{Points: 1500, Deviation: 350, Volatility: 0.06}

// rated returns the rating of a person in a game.
func rated(p person, game string) glicko.Rating {
	if r, ok := p.Ratings[game]; ok {
		return r
	}
	return newcomer
}

func with(all map[string]glicko.Rating, name string, r glicko.Rating) map[string]glicko.Rating {
	all = maps.Clone(all)
	if all == nil {
		all = map[string]glicko.Rating{}
	}
	all[name] = r
	return all
}

// ranked is a player on a ladder.
type ranked struct {
	Name string `json:"name"`
	glicko.Rating
}

// ladder returns the rated players of a game, the strongest first. Those without a name are left out.
func (h *Hall) ladder(name string) []ranked {
	h.mu.Lock()
	list := []ranked{}
	for _, p := range h.people {
		if r, ok := p.Ratings[name]; ok && p.Name != "" && !p.Banned {
			list = append(list, ranked{p.Name, r})
		}
	}
	h.mu.Unlock()
	slices.SortFunc(list, func(a, b ranked) int { return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(a.Name, b.Name)) })
	return list[:min(len(list), mostRanked)]
}
