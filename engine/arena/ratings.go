package arena

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Rating is a place in a rating list.
type Rating struct {
	Name       string
	Games      int
	Score      float64 // from 0 to 1
	Elo, Error float64 // the strength relative to the mean of the list, and half the width of its 95 % confidence interval
}

// Ratings returns the ratings that explain the results of all players together best, the strongest player first: the likeliest ones in the model of
// R. A. Bradley and M. E. Terry (Rank Analysis of Incomplete Block Designs, 1952), in which a draw counts as half a win. So that they are finite,
// any two players that met count as having drawn once more. It returns nil for fewer than three players, and for groups that have not met each other.
func (c *Crosstable) Ratings() (list []Rating) {
	n := len(c.names)
	if n < 3 {
		return nil
	}
	type meeting struct {
		i, j          int
		games, points float64 // points of i
	}
	var meetings []meeting
	for i, name := range c.names {
		list = append(list, Rating{Name: name})
		for j, other := range c.names {
			if t := c.results[[2]string{name, other}]; t != nil && i != j {
				list[i].Games += t.Games()
				list[i].Score += t.Points()
				if i < j {
					meetings = append(meetings, meeting{i, j, float64(t.Games()) + 1, t.Points() + 0.5})
				}
			}
		}
		list[i].Score /= float64(max(list[i].Games, 1))
	}
	strength := make([]float64, n) // natural logarithms
	var variance [][]float64
	for range 100 { // steps of Newton's method, at most e-fold each
		excess, information := make([]float64, n), make([][]float64, n)
		for i := range information {
			information[i] = slices.Repeat([]float64{1 / float64(n)}, n) // fixes the mean
		}
		for _, m := range meetings {
			p := 1 / (1 + math.Exp(strength[m.j]-strength[m.i]))
			won, w := m.points-m.games*p, m.games*p*(1-p)
			excess[m.i], excess[m.j] = excess[m.i]+won, excess[m.j]-won
			for _, at := range [][2]int{{m.i, m.j}, {m.j, m.i}} {
				information[at[0]][at[0]] += w
				information[at[0]][at[1]] -= w
			}
		}
		if variance = inverse(information); variance == nil {
			return nil
		}
		step, widest := make([]float64, n), 1.0
		for i, row := range variance {
			for j, x := range row {
				step[i] += x * excess[j]
			}
			widest = max(widest, math.Abs(step[i]))
		}
		for i := range step {
			strength[i] += step[i] / widest
		}
	}
	for i := range list {
		list[i].Elo = strength[i] * 400 / math.Ln10
		list[i].Error = deviations * math.Sqrt(variance[i][i]-1/float64(n)) * 400 / math.Ln10
	}
	slices.SortStableFunc(list, func(a, b Rating) int { return cmp.Compare(b.Elo, a.Elo) })
	return list
}

// inverse returns the inverse of a symmetric matrix without negative eigenvalues, which it overwrites, by the method of Gauss and Jordan, or nil if it has none.
func inverse(a [][]float64) [][]float64 {
	n := len(a)
	to := make([][]float64, n)
	for i := range to {
		to[i] = make([]float64, n)
		to[i][i] = 1
	}
	for k := range n {
		pivot := a[k][k]
		if pivot < 1e-9 {
			return nil
		}
		for j := range n {
			a[k][j], to[k][j] = a[k][j]/pivot, to[k][j]/pivot
		}
		for i := range n {
			if factor := a[i][k]; i != k {
				for j := range n {
					a[i][j], to[i][j] = a[i][j]-factor*a[k][j], to[i][j]-factor*to[k][j]
				}
			}
		}
	}
	return to
}

// List returns the ratings as a table, or "" if there are none.
func (c *Crosstable) List() string {
	rows := [][]string{{"rank", "name", "games", "score", "Elo"}}
	for i, r := range c.Ratings() {
		rows = append(rows, []string{fmt.Sprint(i + 1), r.Name, fmt.Sprint(r.Games), fmt.Sprintf("%.1f %%", 100*r.Score), fmt.Sprintf("%+.0f ± %.0f", r.Elo, r.Error)})
	}
	if len(rows) == 1 {
		return ""
	}
	return columns(rows)
}
