package server

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"attic/game"
	"attic/internal/glicko"
	"attic/match"
	"attic/table"
)

const (
	mostRanked    = 100 // players on a ladder
	leastMoves    = 10  // moves of each player in a rated game
	mostDaily     = 3   // rated games between the same two people on one day, in UTC
	mostPlayed    = 30  // rated games of a person that are kept for each kind of game; older ones do not count for the ladder
	mostDeviation = 110 // only players with a smaller deviation are on the ladder
	daySeconds    = 24 * 60 * 60
	rivalLetters  = 12
)

// ratedGame is a rated game of a person. It is written together with the rating that it changed, so that repeated attempts count it once.
type ratedGame struct {
	ID        string  `json:"id"` // the table's ID, a slash, and the time when the game ended (see due.At)
	Game      string  `json:"game"`
	Rival     string  `json:"rival"` // the result of rivalOf for the other player
	Points    float64 `json:"points"`
	Deviation float64 `json:"deviation"` // the deviation of the other player before the game
	Score     float64 `json:"score"`
	Day       int64   `json:"day"` // since 1970

	Was *glicko.Rating `json:"was,omitempty"` // the person's rating before the game; only in the newest game
}

// due is a finished game that is to be rated. It is kept until the ratings of both players include the game.
type due struct {
	Score float64 `json:"score"` // the score of the table's maker
	At    int64   `json:"at"`    // in milliseconds since 1970
}

// rivalOf returns the letters that stand for a person in the games of others. Nobody can derive the phrase or its hash from these letters.
func rivalOf(hash string) string { return match.KeyHash("rival " + hash)[:rivalLetters] }

// Rate sets whether games of the person with a phrase are rated. A game is rated if it hides nothing and both players have names and want ratings. If
// rates is false, the person's ratings are deleted.
func (h *Hall) Rate(phrase string, rates bool, from string) error {
	p, err := h.wants(phrase, from, "changes")
	if err != nil {
		return err
	}
	if p.Bot && rates {
		return refuse("bad", "games against a bot are never rated")
	}
	_, err = h.people.edit(p.Hash, false, func(p *person) error {
		if p.Rates = rates; !rates {
			p.Ratings, p.Played = nil, nil
		}
		return nil
	})
	return err
}

// fewest returns the smallest number of moves that a player has made in the present round.
func fewest(sight table.Sight) int {
	moves := make([]int, len(sight.Now.Players))
	for _, e := range sight.History() {
		if e.Round == sight.Now.Round && e.Number > 0 && !e.Ended && e.Seat >= 0 && e.Seat < len(moves) {
			moves[e.Seat]++
		}
	}
	return slices.Min(moves)
}

// counts reports whether the game that is over at the table is rated: nothing is hidden, both players have a name and want ratings, each has made at
// least ten moves, and the game has a result. The caller holds the lock of the tables.
func (s *seated) counts(sight table.Sight) bool {
	g, ok := s.hall.offers.find(s.entry.Game)
	if !ok || !g.Info().Open || s.entry.Hints || fewest(sight) < leastMoves {
		return false
	}
	last := sight.History()[sight.Ply]
	if last.Ended && last.Text == string(match.NoResult) {
		return false
	}
	one, two := s.hall.people.rivals(s.entry)
	return one.Rates && two.Rates && one.Name != "" && two.Name != "" && !one.Banned && !two.Banned && one.Hash != two.Hash
}

// rivals returns the people at a table, its maker first.
func (ps *people) rivals(e entry) (one, two person) {
	return ps.at(e.ID, e.Side), ps.at(e.ID, (e.Side+1)%len(e.Seats))
}

// owes notes in the entry of the table that its finished game is to be rated.
func (e *entry) owes(now table.Now) {
	score := 0.5
	if now.Outcome.Winner != game.Nobody {
		score = 0
		if now.Outcome.Winner == now.Side { // the table's maker has the first place, which now belongs to this seat
			score = 1
		}
	}
	e.Rated, e.Due = true, &due{score, time.Now().UnixMilli()}
}

// rate updates the ratings of the players of a table after its game, and records that this has been done. Each game is a separate rating period. If
// rate is killed halfway, it can safely run again.
func (h *Hall) rate(s *seated) error {
	_, e := s.now()
	one, two := h.people.rivals(e)
	d, name := e.Due, e.Game
	if d == nil {
		return nil
	}
	done := func(e *entry) error {
		e.Due = nil
		return nil
	}
	if one.Hash == "" || two.Hash == "" { // a deleted person has no rating
		return h.tables.edit(s, done)
	}
	score, id := d.Score, fmt.Sprintf("%s/%d", s.id, d.At)
	if one.Hash > two.Hash { // of any two people, the games of the same person are always counted
		one, two, score = two, one, 1-score
	}
	first := ratedGame{ID: id, Game: name, Rival: rivalOf(two.Hash), Score: score, Day: d.At / 1000 / daySeconds}
	second := first
	second.Rival, second.Score = rivalOf(one.Hash), 1-score
	other := rated(two, name)
	p, err := h.people.plays(one.Hash, first, func(*person) glicko.Rating { return other })
	if i := p.find(id); err == nil && i >= 0 { // otherwise the game does not count
		_, err = h.people.plays(two.Hash, second, func(*person) glicko.Rating {
			if was := p.Played[i].Was; was != nil {
				return *was
			}
			return rated(p, name)
		})
	}
	if err != nil && !errors.Is(err, errNoPhrase) {
		return err
	}
	return h.tables.edit(s, done)
}

// find returns the index of a game in Played, or -1.
func (p person) find(id string) int {
	return slices.IndexFunc(p.Played, func(g ratedGame) bool { return g.ID == id })
}

// owed rates the games that a killed process has left unrated.
func (h *Hall) owed() {
	for _, s := range h.tables.where(func(s *seated) bool { return s.entry.Due != nil }) {
		if err := h.rate(s); err != nil {
			h.operator.failed(s.id, fmt.Sprintf("table %s: its game cannot be rated: %v", s.id, err))
		}
	}
}

// newcomer is the rating of a person who has not played a rated game.
var newcomer = glicko.Rating{Points: 1500, Deviation: 350, Volatility: 0.06}

// rated returns the rating of a person in a game.
func rated(p person, game string) glicko.Rating {
	if r, ok := p.Ratings[game]; ok {
		return r
	}
	return newcomer
}

type ranked struct {
	Name string `json:"name"`
	glicko.Rating
}

type ladders struct {
	mu     sync.Mutex          // taken before the lock of the people
	ranks  map[string][]ranked // ladders calculated since the last change of people
	ranked int                 // people.ranked when they were calculated
}

// of returns the players on the ladder of a game, the strongest first. It first rates everybody with a name, starting from a newcomer's rating, by
// their games against one another. It then removes players with a deviation of 110 or more and rates the rest again, until nobody has to be removed.
// So people who play only newcomers are not listed.
func (l *ladders) of(name string, people *people) []ranked {
	type player struct {
		ranked
		games []ratedGame
	}
	all := map[string]*player{} // by the result of rivalOf
	l.mu.Lock()
	defer l.mu.Unlock()
	people.mu.Lock()
	if l.ranks == nil || l.ranked != people.ranked {
		l.ranks, l.ranked = map[string][]ranked{}, people.ranked
	}
	if list, ok := l.ranks[name]; ok {
		people.mu.Unlock()
		return list
	}
	for hash, p := range people.all {
		if _, plays := p.Ratings[name]; plays && p.Name != "" && !p.Banned {
			all[rivalOf(hash)] = &player{ranked{Name: people.nameOf(p)}, p.Played}
		}
	}
	people.mu.Unlock()
	for gone := []string{""}; len(gone) > 0; {
		gone = gone[:0]
		for rival, p := range all {
			p.Rating = newcomer
			for _, g := range p.games {
				if g.Game == name && all[g.Rival] != nil {
					p.Rating = p.After(glicko.Result{Other: glicko.Rating{Points: g.Points, Deviation: g.Deviation}, Score: g.Score})
				}
			}
			if p.Deviation >= mostDeviation {
				gone = append(gone, rival)
			}
		}
		for _, rival := range gone {
			delete(all, rival)
		}
	}
	list := []ranked{}
	for _, p := range all {
		list = append(list, p.ranked)
	}
	slices.SortFunc(list, func(a, b ranked) int { return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(a.Name, b.Name)) })
	list = list[:min(len(list), mostRanked)]
	l.ranks[name] = list
	return list
}

// plays adds g to the games of the person whose phrase has that hash, and changes their rating. It does nothing if g was added before, if the two have played
// too many rated games on that day, or if the person no longer wants ratings. other returns the rating of the other player.
func (ps *people) plays(hash string, g ratedGame, other func(*person) glicko.Rating) (person, error) {
	return ps.edit(hash, false, func(p *person) error {
		same, daily, kept := 0, 0, make([]ratedGame, 0, len(p.Played)+1)
		for _, was := range slices.Backward(p.Played) {
			if was.Rival == g.Rival && was.Day == g.Day {
				daily++
			}
			if was.Game == g.Game {
				same++
				was.Was = nil
			}
			if was.Game != g.Game || same < mostPlayed {
				kept = append(kept, was)
			}
		}
		if !p.Rates || p.find(g.ID) >= 0 || daily >= mostDaily {
			return errAsItIs
		}
		own, of := rated(*p, g.Game), other(p)
		g.Points, g.Deviation, g.Was = of.Points, of.Deviation, &own
		slices.Reverse(kept)
		p.Played = append(kept, g)
		p.Ratings = maps.Clone(p.Ratings)
		if p.Ratings == nil {
			p.Ratings = map[string]glicko.Rating{}
		}
		p.Ratings[g.Game] = own.After(glicko.Result{Other: of, Score: g.Score})
		return nil
	})
}
