package stats

import (
	"fmt"
	"math"
	"strings"

	"attic/internal/phrase"
	"attic/match/store"
)

// Counted is a text about the games that count.
const Counted = "What counts: games that you finished against the computer without changing its level. A resigned game counts as lost, and each round as a game."

// Text returns the statistics for people, without a heading, in the Markdown that package prose reads. If no game counts, it
// contains begin, a sentence that tells how to start a game.
func (s Stats) Text(begin string) string {
	var b strings.Builder
	switch {
	case s.Total.Played == 0:
		fmt.Fprintf(&b, "No finished game of %s against the computer yet. %s\n", s.Info.Title, begin)
	case s.Scorer && s.Total.Played == s.Helped:
		fmt.Fprintf(&b, "No finished round of %s without hints yet.\n", s.Info.Title)
	case s.Scorer:
		s.scored(&b)
	default:
		s.levels(&b)
	}
	apart := "streaks"
	if s.Rating.Games > 0 {
		apart = "streaks and rating"
	}
	if s.Took > 0 {
		fmt.Fprintf(&b, "\nYou took moves back in %s; they do not count for %s.\n", s.count(s.Took), apart)
	}
	if s.Helped > 0 && !s.Scorer {
		fmt.Fprintf(&b, "\nYou used hints in %s; they do not count for %s.\n", s.count(s.Helped), apart)
	}
	if left := s.left(); left != "" {
		fmt.Fprintf(&b, "\nNot counted: %s.\n", left)
	}
	switch {
	case s.Unreadable == 1:
		b.WriteString("\nOne damaged game was skipped.\n")
	case s.Unreadable > 1:
		fmt.Fprintf(&b, "\n%d damaged games were skipped.\n", s.Unreadable)
	}
	return b.String()
}

// count writes a number of rounds: "3 games".
func (s Stats) count(n int) string {
	unit := "game"
	if s.Rounds {
		unit = "round"
	}
	return phrase.Count(n, unit)
}

func (s Stats) levels(b *strings.Builder) {
	t := s.Total
	fmt.Fprintf(b, "%s against the computer: %d won, %d lost, %d drawn. Longest winning streak: %d; current: %d.\n",
		s.count(t.Played), t.Won, t.Lost, t.Drawn, s.Longest, s.Current)
	if r := s.Rating; r.Games > 0 {
		fmt.Fprintf(b, "\nYour rating: %.0f, give or take %.0f, from the last %s.\n", r.Value, r.Error, s.count(r.Games))
	}
	b.WriteString("\n| Level | Rating | Played | Won | Lost | Drawn |\n|---|---|---|---|---|---|\n")
	for _, l := range s.Levels {
		strength := "-"
		if l.Measured {
			strength = fmt.Sprintf("%.0f", l.Strength)
		}
		name := fmt.Sprint(l.Level)
		if l.Name != "" {
			name += ", " + l.Name
		}
		fmt.Fprintf(b, "| %s | %s | %d | %d | %d | %d |\n", name, strength, l.Played, l.Won, l.Lost, l.Drawn)
	}
}

func (s Stats) scored(b *strings.Builder) {
	gave, flawless := 0, 0
	for _, k := range s.Kinds {
		gave, flawless = gave+k.GaveUp, flawless+k.Flawless
	}
	fmt.Fprintf(b, "%s: %d evaluated without a mistake, %d with mistakes, %d given up. Longest streak without a mistake: %d; current: %d.\n",
		s.count(s.Total.Played-s.Helped), flawless, s.Total.Played-s.Helped-gave-flawless, gave, s.Longest, s.Current)
	if s.ToPar.N > 0 {
		fmt.Fprintf(b, "\nAgainst par: %s points a round over %s. Par is the mean score of the computer; fewer points are better.\n",
			signed(s.ToPar.Value()), s.count(s.ToPar.N))
	}
	b.WriteString("\n| Field | Evaluated | Mean | Best | Par | To par | Flawless | Given up |\n|---|---|---|---|---|---|---|---|\n")
	for _, k := range s.Kinds {
		mean, best, par, against := "-", "-", "-", "-"
		if k.Points.N > 0 {
			mean, best = fmt.Sprintf("%.2f", k.Points.Value()), fmt.Sprint(k.Best)
		}
		if k.Par > 0 {
			par = fmt.Sprintf("%.2f", k.Par)
		}
		if k.Par > 0 && k.Points.N > 0 {
			against = signed(k.Points.Value() - k.Par)
		}
		fmt.Fprintf(b, "| %s | %d | %s | %s | %s | %s | %d | %d |\n", k.Name, k.Points.N, mean, best, par, against, k.Flawless, k.GaveUp)
	}
}

// signed writes a number with its sign and two decimals.
func signed(x float64) string {
	if x = math.Round(100*x) / 100; x == 0 {
		return "0.00"
	}
	return fmt.Sprintf("%+.2f", x)
}

func (s Stats) left() string {
	people := "between people"
	if s.Scorer {
		people += " or hidden by a person"
	}
	var list []string
	if s.Scorer && s.Helped > 0 {
		list = append(list, fmt.Sprint(s.Helped, " with hints or shades"))
	}
	for _, why := range []struct {
		left store.Left
		text string
	}{
		{store.Unfinished, "unfinished"},
		{store.People, people},
		{store.Watched, "watched"},
		{store.Engine, "against an engine or with a time per move"},
		{store.Changed, "with a change of level or sides"},
		{store.Filed, "from saved games"},
	} {
		if n := s.Left[why.left]; n > 0 {
			list = append(list, fmt.Sprintf("%d %s", n, why.text))
		}
	}
	return phrase.List(list)
}

// Any reports whether there are statistics to show.
func (s Stats) Any() bool { return s.Total.Played+len(s.Left)+s.Unreadable > 0 }
