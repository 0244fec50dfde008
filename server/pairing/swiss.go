package pairing

import (
	"cmp"
	"slices"
)

// The levels of a cost. The first three are the hard rules, in the order of [Rule] from the one given up last.
const (
	repeats  = iota // times that the two have met before
	byes            // times that the player has had a bye or a win by forfeit before
	balance         // by how much the difference of the seats would exceed 2
	streak          // players who would have the same seat three times in a row
	byeScore        // the score group of the player with the bye, counted from the lowest
	floats          // the squares of the distances of the two score groups
	unmet           // players who do not get the seat that they should
	strong          // those of them who have had one seat more than the other
	again           // players who float in the same direction as in one of the two rounds before
	halves          // the squares of the distances to the opponents by rank within the score group
	levels
)

// Swiss pairs the round after rounds in the spirit of the FIDE Dutch system (FIDE Handbook C.04.3). These are its aims, each before the next:
//
//   - nobody meets an opponent twice, forfeited games included (FIDE does not count those);
//   - nobody gets a bye after a bye or a win by forfeit; byes with less than one point do not count;
//   - nobody has one seat three times more than the other;
//   - nobody has the same seat three times in a row;
//   - the bye goes to the lowest score group;
//   - opponents are of the same score group, or of near ones: the sum of the squares of the distances is the least;
//   - as many as possible get the seat that they had less often or not in the last game;
//   - players who floated to a higher or a lower group in one of the last two rounds do not float the same way again;
//   - in a score group, ordered by rating, the top half meets the bottom half; the lowest float down, and meet the highest below.
//
// Unlike FIDE's, this is one problem for the whole round, a weighted matching, and its solution is exact: if any pairing keeps the first three rules, which
// are [Rule], the pairing does. If none does, they are broken as seldom as possible, and Swiss returns the breaches.
//
// A game that is not over counts as a draw here. In games decided by forfeit nobody had a seat. The board order is by points, then by rank. An error says that
// nobody is left to pair or that a round has wrong numbers.
func Swiss(players []Player, rounds []Round) (Round, []Breach, error) {
	if err := check(players, rounds); err != nil {
		return nil, nil, err
	}
	list := records(players, rounds)
	if len(list) == 0 {
		return nil, nil, errNobody
	}
	costs := costsOf(list)
	var round Round
	var breaches []Breach
	add := func(g Game, c cost) {
		for rule := Repeat; rule <= Balance; rule++ {
			if c[rule] > 0 {
				breaches = append(breaches, Breach{rule, len(round)})
			}
		}
		round = append(round, g)
	}
	mates := cheapest(costs)
	for i, p := range list { // in the order of points and rank, and so are the boards
		j := mates[i]
		if j < i || j == len(list) {
			continue
		}
		g := Game{First: p.number, Second: list[j].number}
		if _, second := p.meet(list[j]); second {
			g.First, g.Second = g.Second, g.First
		}
		add(g, costs[i][j])
	}
	if last := len(list); last < len(costs) {
		add(bye(list[mates[last]].number), costs[mates[last]][last])
	}
	return round, breaches, nil
}

// costsOf returns the costs of all pairs; the last node of an odd number of players is the bye.
func costsOf(list []*record) [][]cost {
	n := len(list) + len(list)%2
	costs := make([][]cost, n)
	for i := range costs {
		costs[i] = make([]cost, n)
	}
	for i, p := range list {
		for j := range i {
			costs[j][i], _ = list[j].meet(p)
			costs[i][j] = costs[j][i]
		}
		if n > len(list) {
			costs[i][n-1] = p.rest()
			costs[n-1][i] = costs[i][n-1]
		}
	}
	return costs
}

// A record is what a player has done so far.
type record struct {
	number  int
	seed    int // the rank by rating among all present, from 0
	points  float64
	group   int         // the score group, from 0 for the lowest
	place   int         // in the group, from 0 for the highest
	size    int         // of the group
	met     map[int]int // by opponent, the number of games
	byes    int         // byes and wins by forfeit
	seats   []int       // of the games over the board
	surplus int         // first seats minus second seats
	floated map[int]int // by round, 1 for up, -1 for down
	round   int         // the round to be paired
}

// records returns the records of the present players by points, then rating, then number.
func records(players []Player, rounds []Round) []*record {
	all := make([]*record, len(players))
	for i := range players {
		all[i] = &record{number: i, met: map[int]int{}, floated: map[int]int{}, round: len(rounds)}
	}
	for r, round := range rounds {
		earned := make([]float64, len(players))
		for _, g := range round {
			a := all[g.First]
			if g.Second == Bye {
				earned[g.First] = g.Points[0]
				if g.Points[0] >= 1 {
					a.byes++
					a.floated[r] = -1
				}
				continue
			}
			b := all[g.Second]
			a.met[b.number]++
			b.met[a.number]++
			if !g.Over {
				g.Points, g.Played = [2]float64{0.5, 0.5}, true
			}
			earned[a.number], earned[b.number] = g.Points[0], g.Points[1]
			for seat, p := range [2]*record{a, b} {
				if g.Played {
					p.seats = append(p.seats, seat)
					p.surplus += 1 - 2*seat
					p.floated[r] = cmp.Compare([2]*record{b, a}[seat].points, p.points)
				} else if g.Points[seat] >= 1 {
					p.byes++
					p.floated[r] = -1
				}
			}
		}
		for i, p := range all {
			p.points += earned[i]
		}
	}
	all = slices.DeleteFunc(all, func(p *record) bool { return players[p.number].Gone })
	slices.SortStableFunc(all, func(a, b *record) int { return cmp.Compare(players[b.number].Rating, players[a.number].Rating) })
	for i, p := range all {
		p.seed = i
	}
	slices.SortStableFunc(all, func(a, b *record) int { return cmp.Compare(b.points, a.points) })
	for high, group := len(all), 0; high > 0; group++ {
		low := high - 1
		for low > 0 && all[low-1].points == all[high-1].points {
			low--
		}
		for i := low; i < high; i++ {
			all[i].group, all[i].place, all[i].size = group, i-low, high-low
		}
		high = low
	}
	return all
}

// wish returns the seat that a player should get, and how much: 0 not at all (before the first game), 1 for the seat not had last, 2 for the one had less often.
func (p *record) wish() (seat, strength int) {
	switch {
	case p.surplus > 0:
		return 1, 2
	case p.surplus < 0:
		return 0, 2
	case len(p.seats) > 0:
		return 1 - p.seats[len(p.seats)-1], 1
	}
	return 0, 0
}

// sit adds the cost of giving a player a seat.
func (p *record) sit(c *cost, seat int) {
	c[balance] += int64(max(0, abs(p.surplus+1-2*seat)-2))
	if n := len(p.seats); n >= 2 && p.seats[n-1] == seat && p.seats[n-2] == seat {
		c[streak]++
	}
	if wish, strength := p.wish(); strength > 0 && wish != seat {
		c[unmet]++
		c[strong] += int64(strength - 1)
	}
}

// meet returns the cost of a game between p and q, who has the same or a lower rank by points and rating, and whether p gets the second seat.
func (p *record) meet(q *record) (cost, bool) {
	var c cost
	c[repeats] = int64(p.met[q.number])
	if p.group == q.group {
		off := 2*(q.place-p.place) - p.size // twice the distance to the ideal opponent
		c[halves] = int64(off * off)
	} else {
		up, down := p.size-1-p.place, q.place
		c[floats] = square(p.group - q.group)
		c[again] = p.repeated(-1) + q.repeated(1)
		c[halves] = 4 * (square(up) + square(down))
	}
	first, second := c, c
	p.sit(&first, 0)
	q.sit(&first, 1)
	p.sit(&second, 1)
	q.sit(&second, 0)
	switch first.compare(&second) {
	case -1:
		return first, false
	case 1:
		return second, true
	}
	return first, p.second(q)
}

// second reports whether p should get the second seat against q, who has the same or a lower rank, when the costs do not tell: whoever had the other
// seat when the two last had different seats changes it; otherwise the higher one gets the wish, or before the first game every other player by rating
// has the first seat.
func (p *record) second(q *record) bool {
	for i, j := len(p.seats)-1, len(q.seats)-1; i >= 0 && j >= 0; i, j = i-1, j-1 {
		if p.seats[i] != q.seats[j] {
			return p.seats[i] == 0
		}
	}
	if seat, strength := p.wish(); strength > 0 {
		return seat == 1
	}
	if seat, strength := q.wish(); strength > 0 {
		return seat == 0
	}
	return p.seed%2 == 1
}

// rest returns the cost of giving p the bye.
func (p *record) rest() cost {
	return cost{byes: int64(p.byes), byeScore: int64(p.group), again: p.repeated(-1), halves: 4 * square(p.size-1-p.place)}
}

// repeated returns the cost of a float in the direction of one in the last two rounds.
func (p *record) repeated(way int) int64 {
	var sum int64
	if p.floated[p.round-1] == way {
		sum += 2
	}
	if p.floated[p.round-2] == way {
		sum++
	}
	return sum
}

func square(x int) int64 { return int64(x) * int64(x) }

func abs(x int) int { return max(x, -x) }
