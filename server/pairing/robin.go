package pairing

import "errors"

// Rounds returns the number of rounds in which n players all meet once. n is at least 2; with an odd n, everybody has one bye.
func Rounds(n int) int { return n + n%2 - 1 }

// RoundRobin pairs the round after rounds by Berger's tables (FIDE Handbook C.05, annex 1), in the order of the players' numbers. The players of
// the first round are those of the tournament: those who have left by then do not count, and a player who joins later is an error. The games of
// a player who leaves later are forfeits. After [Rounds] rounds everybody meets again with the seats swapped.
func RoundRobin(players []Player, rounds []Round) (Round, error) {
	if err := check(players, rounds); err != nil {
		return nil, err
	}
	in := make([]bool, len(players))
	for i, p := range players {
		in[i] = len(rounds) == 0 && !p.Gone
	}
	if len(rounds) > 0 {
		for _, g := range rounds[0] {
			in[g.First] = true
			if g.Second != Bye {
				in[g.Second] = true
			}
		}
	}
	var table []int
	for i, ok := range in {
		if ok {
			table = append(table, i)
		} else if len(rounds) > 0 && !players[i].Gone {
			return nil, errors.New("a round robin takes no players after its first round")
		}
	}
	if len(table) == 0 {
		return nil, errNobody
	}
	if len(table)%2 == 1 {
		table = append(table, Bye)
	}
	last := len(table) - 1 // of the n players, the table turns all but the last
	turn, swap := len(rounds)%last, len(rounds)/last%2 == 1
	// In round r, counted from 1, players i and j meet if i+j-1 and r are equal modulo n-1. The last player meets the one who would meet himself.
	pivot := turn * (last + 1) / 2 % last
	round := Round{bergerGame(table, pivot, last, swap)}
	for k := 1; k <= last/2; k++ {
		round = append(round, bergerGame(table, (pivot+k)%last, (pivot-k+last)%last, swap))
	}
	if round[0].Second == Bye {
		round = append(round[1:], round[0])
	}
	for i, g := range round {
		if g.Second != Bye && (players[g.First].Gone || players[g.Second].Gone) {
			round[i].Over = true
			for seat, other := range [2]int{g.Second, g.First} {
				if players[other].Gone && !players[g.First+g.Second-other].Gone {
					round[i].Points[seat] = 1
				}
			}
		} else if g.Second == Bye && players[g.First].Gone {
			round[i].Points[0] = 0
		}
	}
	return round, nil
}

// bergerGame returns the game of places i and j of a table, which are counted from 0. The last place may have the bye.
func bergerGame(table []int, i, j int, swap bool) Game {
	i, j = min(i, j), max(i, j)
	if table[j] == Bye {
		return bye(table[i])
	}
	first := (i+j)%2 == 1 // the lower number has the first seat if the sum of the two is odd
	if j == len(table)-1 {
		first = i < len(table)/2
	}
	if first == swap {
		i, j = j, i
	}
	return Game{First: table[i], Second: table[j]}
}

func bye(player int) Game {
	return Game{First: player, Second: Bye, Points: [2]float64{1, 0}, Over: true}
}
