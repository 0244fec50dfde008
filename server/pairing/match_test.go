package pairing

import (
	"math/rand/v2"
	"testing"
)

// total returns the sum of the costs of a complete matching.
func total(costs [][]cost, mates []int) cost {
	var sum cost
	for i, j := range mates {
		if i < j {
			sum = sum.plus(costs[i][j], 1)
		}
	}
	return sum
}

// brute returns the least sum of costs by trying every complete matching of the nodes whose mate is none.
func brute(costs [][]cost, mates []int) cost {
	i := 0
	for i < len(mates) && mates[i] != none {
		i++
	}
	if i == len(mates) {
		return total(costs, mates)
	}
	var least *cost
	for j := i + 1; j < len(mates); j++ {
		if mates[j] != none {
			continue
		}
		mates[i], mates[j] = j, i
		if sum := brute(costs, mates); least == nil || sum.compare(least) < 0 {
			least = &sum
		}
		mates[i], mates[j] = none, none
	}
	return *least
}

func TestCheapestAgainstAllMatchings(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for try := range 3000 {
		n := 2 + 2*random.IntN(5)
		costs := make([][]cost, n)
		for i := range costs {
			costs[i] = make([]cost, n)
			for j := range i {
				for level := range costs[i][j] {
					costs[i][j][level] = random.Int64N(1 + int64(try%7))
				}
				costs[j][i] = costs[i][j]
			}
		}
		mates := cheapest(costs)
		for i, j := range mates {
			if j < 0 || j == i || mates[j] != i {
				t.Fatalf("try %d: no matching: %v", try, mates)
			}
		}
		if got, want := total(costs, mates), brute(costs, fill(n, none)); got != want {
			t.Fatalf("try %d: costs %v, the best matching %v", try, got, want)
		}
	}
}
