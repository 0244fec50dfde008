package arena

import (
	"math"
	"strings"
	"testing"
)

// met adds games to a table in which the first player scores points, each worth one game or half of one.
func met(c *Crosstable, first, second string, won, drawn, lost int) {
	for winner, n := range map[int]int{0: won, -1: drawn, 1: lost} {
		for range n {
			c.Add(Game{Names: [2]string{first, second}, Winner: winner})
		}
	}
}

// Differences agree with the scores when each pair of neighbours has met alone, and are found for players that have not met.
func TestRatings(t *testing.T) {
	var c Crosstable
	met(&c, "b", "a", 299, 1, 100) // 299.5 of 400, and 300 of 401 with the draw that is added
	met(&c, "c", "b", 299, 1, 100)
	list := c.Ratings()
	if len(list) != 3 || list[0].Name != "c" || list[1].Name != "b" || list[2].Name != "a" || list[1].Games != 800 || list[0].Score != 299.5/400 {
		t.Fatalf("%+v", list)
	}
	step, sum := EloOf(300.0/401), 0.0
	for i, want := range []float64{step, 0, -step} {
		if math.Abs(list[i].Elo-want) > 0.001 {
			t.Errorf("%s has %v, want %v", list[i].Name, list[i].Elo, want)
		}
		sum += list[i].Elo
	}
	// The variance of b - a is 1/(n p q), that of the mean of two such differences follows.
	p := 300.0 / 401
	one := math.Pow(400/math.Ln10, 2) / (401 * p * (1 - p))
	if want := deviations * math.Sqrt(one*(4+1)/9); math.Abs(list[0].Error-want) > 0.001 {
		t.Errorf("the error of c is %v, want %v", list[0].Error, want)
	}
	if got := c.List(); !strings.HasPrefix(got, "rank  name  games   score") || strings.Count(got, "\n") != 4 {
		t.Errorf("the list is %q", got)
	}
}

// A player that lost everything gets a finite rating; results that contradict each other are weighed; groups that have not met have no list.
func TestRatingsOfOddResults(t *testing.T) {
	var c Crosstable
	met(&c, "a", "b", 100, 0, 0)
	if c.Ratings() != nil {
		t.Error("two players have a list")
	}
	met(&c, "b", "c", 0, 0, 1000)
	met(&c, "c", "a", 5, 0, 5)
	list := c.Ratings()
	if list[2].Name != "b" || list[2].Elo < -2000 || math.IsNaN(list[2].Error) || math.Abs(list[0].Elo+list[1].Elo+list[2].Elo) > 0.001 {
		t.Errorf("%+v", list)
	}
	met(&c, "d", "e", 5, 5, 0)
	if list := c.Ratings(); list != nil {
		t.Errorf("two groups: %+v", list)
	}
}
