package pairing

import (
	"cmp"
	"slices"
)

// TieBreaks are the names of the tie-breaks in the order in which they count (FIDE Handbook C.07):
//
//   - direct encounter: the points from the games among those with equal points, if each has played each other;
//   - Buchholz cut 1: Buchholz without the lowest of the opponents' points;
//   - Buchholz: the sum of the opponents' points;
//   - Sonneborn-Berger: the sum of the opponents' points, each times the points won from this opponent;
//   - wins: the number of games won over the board.
//
// For Buchholz and Sonneborn-Berger, a round without a game over the board counts as one against an opponent with the player's own points (the
// dummy opponent of C.07, article 16). Opponents' points count as they are.
var TieBreaks = [...]string{"direct encounter", "Buchholz cut 1", "Buchholz", "Sonneborn-Berger", "wins"}

// A Place is a line of the standings.
type Place struct {
	Player int                     // the player's number
	Rank   int                     // from 1; players who are equal in everything share a rank
	Points float64                 // of games that are over
	Breaks [len(TieBreaks)]float64 // in the order of [TieBreaks]
}

// Standings returns the players from the first to the last, those who have left included. Players who share a rank are ordered by number. Games
// that are not over count for nothing yet. rounds are as [Swiss] takes them, and wrong numbers panic.
func Standings(players []Player, rounds []Round) []Place {
	places := make([]Place, len(players))
	met := make([]map[int]float64, len(players)) // by player and opponent over the board, the points
	for i := range places {
		places[i].Player, met[i] = i, map[int]float64{}
	}
	for _, round := range rounds {
		for _, g := range round {
			for seat, p := range [2]int{g.First, g.Second} {
				if p != Bye && g.Over {
					places[p].Points += g.Points[seat]
				}
			}
		}
	}
	for _, round := range rounds {
		for _, g := range round {
			if g.Over && g.Played {
				met[g.First][g.Second] += g.Points[0]
				met[g.Second][g.First] += g.Points[1]
			}
		}
	}
	for i := range places {
		places[i].breaks(rounds, places)
	}
	slices.SortStableFunc(places, func(a, b Place) int { return cmp.Compare(b.Points, a.Points) })
	for low := 0; low < len(places); {
		high := low + 1
		for high < len(places) && places[high].Points == places[low].Points {
			high++
		}
		direct(places[low:high], met)
		low = high
	}
	order := func(a, b Place) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), slices.Compare(b.Breaks[:], a.Breaks[:]))
	}
	slices.SortStableFunc(places, order)
	for i := range places {
		places[i].Rank = i + 1
		if i > 0 && order(places[i-1], places[i]) == 0 {
			places[i].Rank = places[i-1].Rank
		}
	}
	return places
}

// breaks sets the tie-breaks other than direct encounter. The points of all places must be set, and places be in the order of the numbers.
func (p *Place) breaks(rounds []Round, places []Place) {
	var against []float64
	for _, round := range rounds {
		other, points := p.Points, 0.0 // in a round without a game
		if i := slices.IndexFunc(round, func(g Game) bool { return g.First == p.Player || g.Second == p.Player }); i >= 0 {
			g := round[i]
			if !g.Over {
				continue
			}
			seat, opponent := 0, g.Second
			if g.Second == p.Player {
				seat, opponent = 1, g.First
			}
			points = g.Points[seat]
			if g.Played {
				other = places[opponent].Points
				if points > g.Points[1-seat] {
					p.Breaks[4]++
				}
			}
		}
		against = append(against, other)
		p.Breaks[2] += other
		p.Breaks[3] += other * points
	}
	if len(against) > 0 {
		p.Breaks[1] = p.Breaks[2] - slices.Min(against)
	}
}

// direct sets the first tie-break of players with equal points.
func direct(tied []Place, met []map[int]float64) {
	for i := range tied {
		for j := range tied {
			if points, ok := met[tied[i].Player][tied[j].Player]; ok {
				tied[i].Breaks[0] += points
			} else if i != j {
				for k := range tied {
					tied[k].Breaks[0] = 0
				}
				return
			}
		}
	}
}
