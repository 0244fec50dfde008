package arena

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"attic/internal/phrase"
)

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

// String returns a line for each pair of players that has met.
func (c *Crosstable) String() string {
	var b strings.Builder
	for i, name := range c.names {
		for _, other := range c.names[i:] {
			if t := c.results[[2]string{name, other}]; t != nil {
				fmt.Fprintf(&b, "%s - %s  %s, %d won, %d drawn, %d lost, %.1f %%\n", name, other, phrase.Count(t.Games(), "game"), t.Won, t.Drawn, t.Lost, 100*t.Score())
			}
		}
	}
	return b.String()
}
