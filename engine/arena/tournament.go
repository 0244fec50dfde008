package arena

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"attic/draw/prose"
)

// Tournament holds the results of a match between any number of entrants.
type Tournament struct {
	Names    []string   // of the entrants
	Meetings []Standing // of each pair of entrants that meets
	meetings [][2]int   // the indices of the two entrants of each meeting
	played   int
}

func (r *run) tournament() *Tournament {
	t := &Tournament{meetings: r.meetings}
	for _, e := range r.entrants {
		t.Names = append(t.Names, e.Name)
	}
	for _, m := range r.meetings {
		t.Meetings = append(t.Meetings, Standing{Names: [2]string{t.Names[m[0]], t.Names[m[1]]}})
	}
	return t
}

func (t *Tournament) add(g Game) {
	t.played = g.Number
	t.Meetings[(g.Number-1)/2%len(t.Meetings)].add(g, seatOf(g.Number))
}

// Games returns the number of games played.
func (t *Tournament) Games() int { return t.played }

// turned returns the tally from the other entrant's point of view.
func (t Tally) turned() Tally {
	t.Won, t.Lost = t.Lost, t.Won
	slices.Reverse(t.Pairs[:])
	return t
}

func (t Tally) plus(other Tally) Tally {
	t.Won += other.Won
	t.Drawn += other.Drawn
	t.Lost += other.Lost
	for i, n := range other.Pairs {
		t.Pairs[i] += n
	}
	return t
}

// against returns the results of an entrant against another one; ok is false if they do not meet.
func (t *Tournament) against(entrant, other int) (Tally, bool) {
	for i, m := range t.meetings {
		switch m {
		case [2]int{entrant, other}:
			return t.Meetings[i].Tally, true
		case [2]int{other, entrant}:
			return t.Meetings[i].Tally.turned(), true
		}
	}
	return Tally{}, false
}

// Total returns all results of an entrant.
func (t *Tournament) Total(entrant int) (sum Tally) {
	for other := range t.Names {
		if tally, ok := t.against(entrant, other); ok {
			sum = sum.plus(tally)
		}
	}
	return sum
}

// Ranking returns the entrants by their share of points, the best first; entrants with equal shares stay in the order of the match.
func (t *Tournament) Ranking() []int {
	var list []int
	for i := range t.Names {
		list = append(list, i)
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(t.Total(b).Score(), t.Total(a).Score()) })
	return list
}

// widestTable is the greatest width, in characters, of a table with columns for the results against each other.
const widestTable = 100

// Table returns the results as a table with a line for each entrant: its rank, its name, its games, points, wins, draws and losses, and its
// difference in Elo to all its opponents taken together. If there is room, columns with the points against each other follow, by rank.
func (t *Tournament) Table() string {
	ranking := t.Ranking()
	rows := [][]string{{"rank", "name", "games", "points", "won", "drawn", "lost", "Elo"}}
	for rank, n := range ranking {
		sum := t.Total(n)
		elo := "-"
		if e, ok := sum.Elo(); ok {
			elo = e.String()
		}
		rows = append(rows, []string{
			fmt.Sprint(rank + 1), t.Names[n], fmt.Sprint(sum.Games()), points(sum.Points()),
			fmt.Sprint(sum.Won), fmt.Sprint(sum.Drawn), fmt.Sprint(sum.Lost), elo,
		})
	}
	few := len(rows[0])
	for i, other := range ranking {
		rows[0] = append(rows[0], fmt.Sprint(i+1))
		for j, n := range ranking {
			cell := ""
			if tally, ok := t.against(n, other); ok {
				cell = points(tally.Points())
			}
			rows[j+1] = append(rows[j+1], cell)
		}
	}
	text := columns(rows)
	if prose.Width(text[:strings.IndexByte(text, '\n')]) > widestTable {
		for i := range rows {
			rows[i] = rows[i][:few]
		}
		return columns(rows)
	}
	return text
}

// columns lays out rows of cells as aligned columns: names to the left, everything else to the right.
func columns(rows [][]string) string {
	var b strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			width := 0
			for _, other := range rows {
				width = max(width, prose.Width(other[i]))
			}
			pad := strings.Repeat(" ", width-prose.Width(cell))
			if i > 0 {
				line.WriteString("  ")
			}
			if rows[0][i] == "name" {
				cell, pad = pad, cell
			}
			line.WriteString(pad + cell)
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// Summary returns the results of a match between more than two entrants: the table, then the faults.
func (t *Tournament) Summary() string {
	text := t.Table()
	for i, name := range t.Names {
		for fault := Ended; fault <= Illegal; fault++ {
			n := 0
			for j, m := range t.meetings {
				for k := range 2 {
					if m[k] == i {
						n += t.Meetings[j].Faults[k][fault]
					}
				}
			}
			if n > 0 {
				text += fmt.Sprintf("%-8s%s: %s, %d of %d games\n", "faults", name, fault, n, t.Total(i).Games())
			}
		}
	}
	return text
}
