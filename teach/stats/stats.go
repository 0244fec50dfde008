// Package stats sums up the games of the library: results by level, streaks, a rating, and scores compared with par. Package
// store decides which rounds count when it reads a game.
package stats

import (
	"cmp"
	"slices"

	"attic/game"
	"attic/match/store"
)

// Stats holds the statistics of the finished rounds of one game.
type Stats struct {
	Info   game.Info
	Rounds bool // the game is played in rounds
	Scorer bool // the game has Info.Kinds

	Total   Results
	Longest int // the longest streak: rounds won in a row
	Current int // the current streak
	Took    int // rounds in which moves were taken back; they count in Total, but not in streaks or the rating
	Helped  int // rounds without take-backs in which the player had help; they count in Total, but not in streaks, the rating or Kinds
	Levels  []Level
	Rating  Rating     // valid if Rating.Games > 0
	Weeks   []Week     // the oldest first
	Kinds   []Category // only if Scorer is set
	ToPar   Mean       // the mean of points minus par, over the rounds of kinds with a par

	Insights *Insights // set by the caller, which has the judgements; nil: insights are off

	Left       map[store.Left]int // the numbers of rounds that do not count, by reason
	Unreadable int                // the number of damaged games
}

// Results counts rounds.
type Results struct {
	Played int `json:"played"`
	Won    int `json:"won"`
	Lost   int `json:"lost"`
	Drawn  int `json:"drawn"`
}

// Week holds the results of a week's rounds.
type Week struct {
	Results
	Name string // the date of the week's Monday: "2026-11-23"
}

// Mean is the mean of N numbers.
type Mean struct {
	N   int
	sum float64
}

// Value returns the mean, or 0 if there are no numbers.
func (m Mean) Value() float64 {
	if m.N == 0 {
		return 0
	}
	return m.sum / float64(m.N)
}

func (m *Mean) add(x float64) { m.N, m.sum = m.N+1, m.sum+x }

// Level holds the results of the rounds against the computer at one level.
type Level struct {
	Results
	Level    int
	Name     string
	Strength float64 // the rating of the level; valid if Measured is set
	Measured bool
}

// Category holds the results of the rounds of one kind; see game.Category.
type Category struct {
	Kind     string
	Name     string
	Points   Mean    // the mean over the rounds that were not given up
	Best     int     // the fewest points; valid if Points.N > 0
	Par      float64 // 0: unknown
	Flawless int
	GaveUp   int
}

// Of sums up the games of g in list, which comes from store.Library.Games, the newest first.
func Of(g game.Game, list []store.Game) Stats {
	info := g.Info()
	s := Stats{Info: info, Left: map[store.Left]int{}}
	_, s.Rounds = g.(game.Rounds)
	s.Scorer = info.Kinds != nil
	strength := strengths(g)
	levels, kinds := map[int]*Level{}, map[string]*Category{}
	var counted []rated
	for _, kept := range slices.Backward(list) {
		switch {
		case kept.Name != info.Name:
			continue
		case kept.Unreadable():
			s.Unreadable++
			continue
		}
		for _, r := range kept.Rounds {
			if r.Left != store.Counts {
				s.Left[r.Left]++
				continue
			}
			s.Total.add(r.Result)
			if name := weekOf(kept.Played); len(s.Weeks) == 0 || s.Weeks[len(s.Weeks)-1].Name != name {
				s.Weeks = append(s.Weeks, Week{Name: name})
			}
			s.Weeks[len(s.Weeks)-1].add(r.Result)
			s.streak(r)
			if r.Scored {
				if !r.Helped {
					s.score(kinds, r)
				}
				continue
			}
			l := levels[r.Level]
			if l == nil {
				l = &Level{Level: r.Level}
				l.Strength, l.Measured = strength[r.Level]
				if bots, ok := g.(game.Bots); ok {
					l.Name = bots.LevelName(r.Level)
				}
				levels[r.Level] = l
			}
			l.add(r.Result)
			if l.Measured && !r.Took && !r.Helped {
				counted = append(counted, rated{l.Strength, float64(1+r.Result) / 2})
			}
		}
	}
	for _, l := range levels {
		s.Levels = append(s.Levels, *l)
	}
	slices.SortStableFunc(s.Levels, func(a, b Level) int { return a.Level - b.Level })
	for _, k := range kinds {
		s.Kinds = append(s.Kinds, *k)
	}
	slices.SortStableFunc(s.Kinds, func(a, b Category) int {
		return cmp.Or(cmp.Compare(len(a.Kind), len(b.Kind)), cmp.Compare(a.Kind, b.Kind))
	})
	s.Rating = rate(counted)
	return s
}

func (r *Results) add(result int) {
	r.Played++
	switch result {
	case 1:
		r.Won++
	case -1:
		r.Lost++
	default:
		r.Drawn++
	}
}

// streak updates the streaks. A round with help or a take-back neither continues nor ends a streak.
func (s *Stats) streak(r store.Round) {
	switch {
	case r.Took:
		s.Took++
	case r.Helped:
		s.Helped++
	case r.Result == 1:
		s.Current++
		s.Longest = max(s.Longest, s.Current)
	default:
		s.Current = 0
	}
}

func (s *Stats) score(kinds map[string]*Category, r store.Round) {
	k := kinds[r.Tally.Kind]
	if k == nil {
		k = &Category{Kind: r.Tally.Kind, Name: r.Tally.Kind} // this name is for kinds recorded by a later version; otherwise:
		for _, known := range s.Info.Kinds {
			if known.Key == k.Kind {
				k.Name, k.Par = known.Name, known.Par
			}
		}
		kinds[k.Kind] = k
	}
	if r.Tally.GaveUp {
		k.GaveUp++
		return
	}
	if k.Points.N == 0 || r.Tally.Points < k.Best {
		k.Best = r.Tally.Points
	}
	k.Points.add(float64(r.Tally.Points))
	if r.Tally.Flawless {
		k.Flawless++
	}
	if k.Par > 0 {
		s.ToPar.add(float64(r.Tally.Points) - k.Par)
	}
}
