package arena

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"attic/draw/prose"
	"attic/game"
	"attic/internal/phrase"
)

// Tally counts the results of the first entrant.
type Tally struct {
	Won, Drawn, Lost int
	Pairs            [5]int // finished pairs, by the first entrant's points: 0, ½, 1, 1½, 2
}

// count counts a game in which the first entrant has the seat, and returns its points.
func (t *Tally) count(winner, seat int) float64 {
	switch winner {
	case game.Nobody:
		t.Drawn++
		return 0.5
	case seat:
		t.Won++
		return 1
	}
	t.Lost++
	return 0
}

// Games returns the number of games played.
func (t Tally) Games() int { return t.Won + t.Drawn + t.Lost }

// Points returns the points of the first entrant; a draw counts ½.
func (t Tally) Points() float64 { return float64(t.Won) + float64(t.Drawn)/2 }

// Score returns the points per game, from 0 to 1; ½ before the first game.
func (t Tally) Score() float64 {
	if t.Games() == 0 {
		return 0.5
	}
	return t.Points() / float64(t.Games())
}

// Elo is the difference in strength, on Elo's scale, by which the first entrant is stronger: the best estimate, with the bounds of a 95 %
// confidence interval. Each of the three may be infinite.
type Elo struct{ Best, Low, High float64 }

// EloOf returns the difference in Elo at which a score, from 0 to 1, is expected (A. Elo, The Rating of Chessplayers, in the logistic
// form).
func EloOf(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return 400 * math.Log10(score/(1-score))
}

// ScoreOf returns the score, from 0 to 1, that is expected at a difference in Elo.
func ScoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// deviations is the number of standard deviations on either side of the mean that hold 95 % of a normal distribution.
const deviations = 1.959964

// Elo estimates the difference from the pairs. The two games of a pair depend on each other through their opening, so counting single
// games would give bounds that are too wide. ok is false until a pair is finished.
func (t Tally) Elo() (e Elo, ok bool) {
	n, mean, variance := t.pairs()
	if n == 0 {
		return Elo{}, false
	}
	if slices.Contains(t.Pairs[:], int(n)) { // without variance: find the smallest chance at which n equal pairs in a row are likely enough
		least := math.Pow(0.025, 1/n)
		return Elo{EloOf(mean), EloOf(least * mean), EloOf(1 - least*(1-mean))}, true
	}
	spread := deviations * math.Sqrt(variance/n)
	return Elo{EloOf(mean), EloOf(mean - spread), EloOf(mean + spread)}, true
}

// pairs returns the number of pairs, the mean of their scores, from 0 to 1, and the variance of the scores.
func (t Tally) pairs() (n, mean, variance float64) {
	for i, k := range t.Pairs {
		n += float64(k)
		mean += float64(k) * float64(i) / 4
	}
	mean /= max(n, 1)
	for i, k := range t.Pairs {
		d := float64(i)/4 - mean
		variance += float64(k) / max(n, 1) * d * d
	}
	return n, mean, variance
}

// String returns "+35 ± 20", "at least +35" or "at most +35" if only one bound is finite, or "unknown".
func (e Elo) String() string {
	switch low, high := math.IsInf(e.Low, 0), math.IsInf(e.High, 0); {
	case !low && !high:
		return fmt.Sprintf("%+.0f ± %.0f", e.Best, (e.High-e.Low)/2)
	case !low:
		return fmt.Sprintf("at least %+.0f", e.Low)
	case !high:
		return fmt.Sprintf("at most %+.0f", e.High)
	}
	return "unknown"
}

// Superiority returns the likelihood, from 0 to 1, that the first entrant is stronger: the share of a normal distribution that lies
// above an even score. Draws do not affect it (R. Coulom's LOS).
func (t Tally) Superiority() float64 {
	if t.Won+t.Lost == 0 {
		return 0.5
	}
	return 0.5 * (1 + math.Erf(float64(t.Won-t.Lost)/math.Sqrt(2*float64(t.Won+t.Lost))))
}

// NElo returns the normalised difference in Elo and the half-width of its 95 % confidence interval. The difference is
// (score - 1/2) / (σ √2) in units of 800 / ln 10, where σ is the standard deviation of a pair's score, from 0 to 1 (M. Van den Bergh,
// Normalized Elo). It measures how many pairs are needed to show the difference, whatever the openings and the share of draws. ok is
// false as long as all pairs have the same score.
func (t Tally) NElo() (best, within float64, ok bool) {
	n, mean, variance := t.pairs()
	if variance == 0 {
		return 0, 0, false
	}
	unit := 800 / math.Ln10
	return (mean - 0.5) / math.Sqrt(2*variance) * unit, deviations / math.Sqrt(2*n) * unit, true
}

// Test is a sequential probability ratio test between two differences in Elo, Elo0 < Elo1. It stops a match as soon as the results are
// much more likely under one of them than under the other. It settles for Elo1 in at most the share Alpha of the matches in which Elo0
// is true, and for Elo0 in at most the share Beta of those in which Elo1 is true (A. Wald, Sequential Analysis).
type Test struct {
	Elo0, Elo1  float64
	Alpha, Beta float64 // 0: 0.05
}

// Bounds returns the natural logarithms of the two likelihood ratios at which the test ends.
func (s Test) Bounds() (low, high float64) {
	const usual = 0.05
	alpha, beta := cmp.Or(s.Alpha, usual), cmp.Or(s.Beta, usual)
	return math.Log(beta / (1 - alpha)), math.Log((1 - beta) / alpha)
}

// unseen is the count used for a result that has not occurred yet, so that logarithms exist.
const unseen = 1e-3

// Ratio returns the natural logarithm of the ratio of the pairs' likelihoods under Elo1 and under Elo0. For each of the two differences,
// the probabilities of the five results are those that make the pairs most likely, among all with the mean score that the difference
// implies: this is the generalised test (M. Van den Bergh, A Practical Introduction to the GSPRT).
func (s Test) Ratio(t Tally) float64 {
	var counts [5]float64
	total := 0.0
	for i, k := range t.Pairs {
		counts[i] = max(float64(k), unseen)
		total += float64(k)
	}
	if total == 0 {
		return 0
	}
	mean0, mean1 := ScoreOf(s.Elo0), ScoreOf(s.Elo1)
	tilt0, tilt1 := tilt(counts, mean0), tilt(counts, mean1)
	ratio := 0.0
	for i, k := range counts {
		a := float64(i) / 4
		ratio += k * math.Log((1+tilt0*(a-mean0))/(1+tilt1*(a-mean1)))
	}
	return ratio
}

// tilt returns the x for which probabilities in proportion to counts[i]/(1+x(i/4-mean)) have the mean, 0 < mean < 1. By Lagrange's
// multiplier these are the most likely probabilities with that mean.
func tilt(counts [5]float64, mean float64) float64 {
	low, high := -1/(1-mean), 1/mean // between these bounds all probabilities are positive
	for range 200 {
		x := (low + high) / 2
		slope := 0.0 // falls as x grows
		for i, k := range counts {
			d := float64(i)/4 - mean
			slope += k * d / (1 + x*d)
		}
		if slope > 0 {
			low = x
		} else {
			high = x
		}
	}
	return (low + high) / 2
}

// Verdict returns 1 if the test has settled for Elo1, -1 for Elo0, and 0 if it has not settled yet.
func (s Test) Verdict(t Tally) int {
	low, high := s.Bounds()
	switch ratio := s.Ratio(t); {
	case ratio >= high:
		return 1
	case ratio <= low:
		return -1
	}
	return 0
}

// Line describes a game in one line: its number, the players in the first and the second seat, the result and the reason.
func (g Game) Line() string {
	return fmt.Sprintf("%4d  %s - %s  %s  %s", g.Number, g.Names[0], g.Names[1], g.Result(), g.Why)
}

// Line describes the standing in one line. test may be nil.
func (s Standing) Line(test *Test) string {
	line := fmt.Sprintf("      %s %s - %s %s  (+%d =%d -%d)", s.Names[0], points(s.Points()),
		points(float64(s.Games())-s.Points()), s.Names[1], s.Won, s.Drawn, s.Lost)
	if elo, ok := s.Elo(); ok {
		line += fmt.Sprintf("  Elo %s  LOS %.0f %%", elo, 100*s.Superiority())
	}
	if test != nil {
		line += fmt.Sprintf("  LLR %.2f", test.Ratio(s.Tally))
	}
	return line
}

// points formats points, which are multiples of ½.
func points(x float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0") }

// Summary returns the results of a match between two entrants, in several lines. test may be nil.
func (s Standing) Summary(test *Test) string {
	var b strings.Builder
	row := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-8s%s\n", name, fmt.Sprintf(format, args...))
	}
	row("score", "%s %s, %s %s: %d won, %d drawn, %d lost, %.1f %%", s.Names[0], points(s.Points()), s.Names[1],
		points(float64(s.Games())-s.Points()), s.Won, s.Drawn, s.Lost, 100*s.Score())
	if elo, ok := s.Elo(); ok {
		row("Elo", "%s (95 %%), LOS %.1f %%", elo, 100*s.Superiority())
		p := s.Pairs
		row("pairs", "0: %d, ½: %d, 1: %d, 1½: %d, 2: %d", p[0], p[1], p[2], p[3], p[4])
	}
	if best, within, ok := s.NElo(); ok {
		row("nElo", "%+.0f ± %.0f (95 %%)", best, within)
	}
	if test != nil {
		verdict := "not settled"
		switch test.Verdict(s.Tally) {
		case 1:
			verdict = fmt.Sprintf("settled for %+g", test.Elo1)
		case -1:
			verdict = fmt.Sprintf("settled for %+g", test.Elo0)
		}
		low, high := test.Bounds()
		row("SPRT", "Elo %+g or %+g: LLR %.2f (%.2f to %.2f), %s", test.Elo0, test.Elo1, test.Ratio(s.Tally), low, high, verdict)
	}
	for i, name := range s.Names {
		row("time", "%s %s for %s, %s a move", name, short(s.Used[i]), phrase.Count(s.Asked[i], "move"), short(s.Used[i]/time.Duration(max(s.Asked[i], 1))))
	}
	for i, name := range s.Names {
		for fault := Ended; fault <= Illegal; fault++ {
			if n := s.Faults[i][fault]; n > 0 {
				row("faults", "%s: %s, %d of %d games", name, fault, n, s.Games())
			}
		}
	}
	return b.String()
}

// short formats a duration with about three digits.
func short(d time.Duration) string {
	switch {
	case d >= 100*time.Second:
		return d.Round(time.Second).String()
	case d >= time.Second:
		return d.Round(10 * time.Millisecond).String()
	case d >= time.Millisecond:
		return d.Round(10 * time.Microsecond).String()
	}
	return d.Round(time.Microsecond).String()
}

// Crosstable counts the results of games by the names of their players.
type Crosstable struct {
	names   []string // in the order of their first game
	results map[[2]string]*Tally
}

// Add counts a game, unless it has no result.
func (c *Crosstable) Add(g Game) {
	if g.Open {
		return
	}
	if c.results == nil {
		c.results = map[[2]string]*Tally{}
	}
	for seat, name := range g.Names {
		key := [2]string{name, g.Names[1-seat]}
		if c.results[key] == nil {
			c.results[key] = new(Tally)
			if !slices.Contains(c.names, name) {
				c.names = append(c.names, name)
			}
		}
		c.results[key].count(g.Winner, seat)
	}
}

// Meetings returns the results of each pair of players that has met. Pairs of games are not counted.
func (c *Crosstable) Meetings() (list []Standing) {
	for i, name := range c.names {
		for _, other := range c.names[i:] {
			if t := c.results[[2]string{name, other}]; t != nil {
				list = append(list, Standing{Names: [2]string{name, other}, Tally: *t})
			}
		}
	}
	return list
}

// String returns a line for each pair of players that has met.
func (c *Crosstable) String() string {
	var b strings.Builder
	for _, t := range c.Meetings() {
		fmt.Fprintf(&b, "%s - %s  %s, %d won, %d drawn, %d lost, %.1f %%\n", t.Names[0], t.Names[1], phrase.Count(t.Games(), "game"), t.Won, t.Drawn, t.Lost, 100*t.Score())
	}
	return b.String()
}

// Tournament holds the results of a match between any number of entrants.
type Tournament struct {
	Names    []string   // the entrants' names
	Meetings []Standing // one for each pair of entrants that meets
	meetings [][2]int   // the indices of the two entrants of each meeting
	played   int
}

// tournament returns the results of the match before its first game.
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
