package stats

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"attic/internal/phrase"
)

// mostMistakes is the maximum number of mistakes in the table of Text.
const mostMistakes = 8

// Text returns the insights for people, in the Markdown that package prose reads, followed by an empty line; "" if in is nil or no round can be
// judged. The text judge tells how to judge the rounds that have not been judged.
func (in *Insights) Text(judge string) string {
	switch {
	case in == nil || in.Rounds+len(in.Todo) == 0:
		return ""
	case in.Rounds == 0:
		return fmt.Sprintf("Insights: attic has not judged any of your games yet, so it cannot show where you lose points. %s\n\n", judge)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Insights from %s\n", in.Basis())
	if len(in.Open()) > 0 {
		fmt.Fprintf(&b, "%s\n", judge)
	}
	fmt.Fprintf(&b, "\n%s\n", in.Summary())
	in.table(&b, "Stage", in.Stages, false)
	in.table(&b, "Mistake", in.Mistakes[:min(len(in.Mistakes), mostMistakes)], false)
	against := "Level"
	if in.Points {
		against = "Field"
	}
	in.table(&b, against, in.Against, true)
	in.table(&b, "Week of", in.Weeks, true)
	for _, said := range []string{in.Trending(), in.Waits} {
		if said != "" {
			fmt.Fprintf(&b, "\n%s\n", said)
		}
	}
	return b.String() + "\n"
}

// Open returns the rounds to judge: first Todo, then Older.
func (in Insights) Open() []Unjudged { return slices.Concat(in.Todo, in.Older) }

func (in Insights) table(b *strings.Builder, what string, list []Line, whole bool) {
	if len(list) == 0 {
		return
	}
	column, accuracy := "In games", ""
	if whole {
		column = "Games"
		if !in.Points {
			accuracy = " Accuracy |"
		}
	}
	fmt.Fprintf(b, "\n| %s | Mistakes | %s |%s Lost per game |\n|---|---|---|---|%s\n", what, column, accuracy, strings.Repeat("---|", min(1, len(accuracy))))
	for _, l := range list {
		score := ""
		if accuracy != "" {
			score = " - |"
			if l.Accuracy.N > 0 {
				score = fmt.Sprintf(" %.0f%% |", 100*l.Accuracy.Value())
			}
		}
		fmt.Fprintf(b, "| %s | %d | %d |%s %s |\n", l.Name, len(l.Faults), l.Rounds, score, in.Loss(l.Each(in.over(l, whole))))
	}
}

// over returns the number of rounds for the average loss of a line: the line's rounds if it is a group of rounds (whole), otherwise all.
func (in Insights) over(l Line, whole bool) int {
	if whole {
		return l.Rounds
	}
	return in.Rounds
}

// Loss writes the loss by mistakes: "31%" of a win, or "2.4" points.
func (in Insights) Loss(x float64) string {
	if in.Points {
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f%%", 100*x)
}

// unit returns the unit to print after Loss: " points" or " of a win".
func (in Insights) unit() string {
	if in.Points {
		return " points"
	}
	return " of a win"
}

// Basis describes the games on which the insights are based: "42 games, judged by searches of 2000 nodes or more; 9 more have not been judged."
func (in Insights) Basis() string {
	text := phrase.Count(in.Rounds, "game")
	if in.Nodes > 0 {
		text += fmt.Sprintf(", judged by searches of %d nodes or more", in.Nodes)
	}
	switch n := len(in.Todo); {
	case n == 1:
		text += "; one more has not been judged"
	case n > 1:
		text += fmt.Sprintf("; %d more have not been judged", n)
	}
	text += "."
	if n := len(in.Older); n > 0 {
		text += fmt.Sprintf(" An earlier version of attic judged %s of these games and made no puzzles from your mistakes.", phrase.Number(n))
	}
	return text
}

// Summary returns sentences with the loss, the costliest stage and the costliest mistake.
func (in Insights) Summary() string {
	if in.Faults == 0 {
		return strings.TrimSpace(in.Fortune() + " None of your moves was a mistake.")
	}
	text := fmt.Sprintf("Accuracy %.0f%%. Your mistakes cost you %s of a win per game", 100*in.Accuracy.Value(), in.Loss(in.Lost.Value()))
	if in.Points {
		text = fmt.Sprintf("%s Your mistakes cost you %s points per game", in.Fortune(), in.Loss(in.Lost.Value()))
	}
	if l, ok := Worst(in.Stages); ok {
		stage := "the " + l.Name
		text += fmt.Sprintf(", most of it in %s: %s", stage, in.Loss(l.Each(in.Rounds)))
		if l.About != "" {
			text += fmt.Sprintf(" (%s begins when %s)", stage, l.About)
		}
	}
	if l, ok := in.worstNamed(); ok {
		text += fmt.Sprintf(". The costliest kind of mistake was %s: %s, %s", l.Name, phrase.Count(len(l.Faults), "time"), in.Loss(l.Each(in.Rounds)))
	}
	return text + "."
}

// Fortune returns a sentence about luck in a game with hidden information: "Bad luck cost 1.3 points per game." It returns "" in other games or
// without rounds.
func (in Insights) Fortune() string {
	points := in.Loss(math.Abs(in.Luck.Value()))
	switch luck := in.Luck.Value(); {
	case !in.Points || in.Rounds == 0:
		return ""
	case points == "0.0":
		return "Good and bad luck evened out."
	case luck > 0:
		return fmt.Sprintf("Bad luck cost %s points per game.", points)
	default:
		return fmt.Sprintf("Good luck saved %s points per game.", points)
	}
}

func (in Insights) worstNamed() (Line, bool) {
	for _, l := range in.Mistakes {
		if l.Name != unnamed {
			return l, true
		}
	}
	return Line{}, false
}

// Trending returns a sentence that compares the later half of the rounds with the earlier half, or "" if there are too few.
func (in Insights) Trending() string {
	t := in.Trend
	if t.Later.N == 0 {
		return ""
	}
	what, write, better := "accuracy", func(x float64) string { return fmt.Sprintf("%.0f%%", 100*x) }, t.Later.Value() > t.Earlier.Value()
	if in.Points {
		what, write, better = "loss by mistakes", func(x float64) string { return fmt.Sprintf("%.1f points per game", x) }, t.Later.Value() < t.Earlier.Value()
	}
	halves := fmt.Sprintf("%s in the earlier half of these games, %s in the later half", write(t.Earlier.Value()), write(t.Later.Value()))
	switch {
	case !t.Clear:
		return fmt.Sprintf("Trend: your %s has not clearly changed: %s.", what, halves)
	case better:
		return fmt.Sprintf("Trend: you play better. Your %s: %s.", what, halves)
	}
	return fmt.Sprintf("Trend: you play worse. Your %s: %s.", what, halves)
}

// Topic is a line for a list, with its mistakes.
type Topic struct {
	Title, About string
	Faults       []Located
}

// Entries lists the lines in the order of the tables of Text. The first entry is for all mistakes; stages without mistakes are omitted.
func (in Insights) Entries() (list []Topic) {
	all := Line{Name: "all mistakes", Rounds: in.Rounds, Accuracy: in.Accuracy}
	for _, l := range in.Mistakes {
		all.Faults, all.Lost = append(all.Faults, l.Faults...), all.Lost+l.Lost
	}
	all.sort()
	add := func(l Line, whole bool, about string) {
		e := Topic{
			Title:  fmt.Sprintf("%s: %s%s per game", phrase.Capital(l.Name), in.Loss(l.Each(in.over(l, whole))), in.unit()),
			About:  fmt.Sprintf("%s in %s", phrase.Count(len(l.Faults), "mistake"), phrase.Count(l.Rounds, "game")),
			Faults: l.Faults,
		}
		if len(l.Faults) == 0 {
			e.About = "no mistakes"
		}
		if whole && !in.Points && l.Accuracy.N > 0 {
			e.About += fmt.Sprintf(", accuracy %.0f%%", 100*l.Accuracy.Value())
		}
		if about != "" {
			e.About += ", " + about
		}
		list = append(list, e)
	}
	add(all, true, "")
	for _, l := range in.Stages {
		if len(l.Faults) == 0 { // perhaps no round has reached this stage
			continue
		}
		about := ""
		if l.About != "" {
			about = "when " + l.About
		}
		add(l, false, about)
	}
	for _, l := range in.Mistakes {
		add(l, false, "")
	}
	for _, l := range in.Against {
		add(l, true, "")
	}
	for _, l := range in.Weeks {
		l.Name = "week of " + l.Name
		add(l, true, "")
	}
	return list
}

type insightsJSON struct {
	Judged   int        `json:"judged"`
	Unjudged int        `json:"unjudged"`
	Nodes    int64      `json:"nodes"`
	Accuracy *float64   `json:"accuracy"`
	Lost     *float64   `json:"lost"`
	Luck     *float64   `json:"luck"`
	Mistakes int        `json:"mistakes"`
	Stages   []lineJSON `json:"by_stage"`
	Named    []lineJSON `json:"by_mistake"`
	Against  []lineJSON `json:"by_opponent"`
	Weeks    []lineJSON `json:"by_week"`
	Trend    *trendJSON `json:"trend"`
}

type lineJSON struct {
	Name     string   `json:"name"`
	Mistakes int      `json:"mistakes"`
	Judged   int      `json:"judged"`
	Accuracy *float64 `json:"accuracy"`
	Lost     float64  `json:"lost"`
	Games    []int    `json:"in_games"`
}

type trendJSON struct {
	Earlier float64 `json:"earlier"`
	Later   float64 `json:"later"`
	Clear   bool    `json:"clear"`
}

func (in *Insights) forPrograms() *insightsJSON {
	if in == nil {
		return nil
	}
	some := in.Rounds > 0
	out := &insightsJSON{
		Judged: in.Rounds, Unjudged: len(in.Todo), Nodes: in.Nodes, Mistakes: in.Faults, Lost: known(in.Lost.Value(), some),
		Accuracy: known(in.Accuracy.Value(), in.Accuracy.N > 0 && !in.Points), Luck: known(in.Luck.Value(), some && in.Points),
		Stages: in.linesJSON(in.Stages, false), Named: in.linesJSON(in.Mistakes, false), Against: in.linesJSON(in.Against, true), Weeks: in.linesJSON(in.Weeks, true),
	}
	if t := in.Trend; t.Later.N > 0 {
		out.Trend = &trendJSON{rounded(t.Earlier.Value()), rounded(t.Later.Value()), t.Clear}
	}
	return out
}

func (in Insights) linesJSON(list []Line, whole bool) []lineJSON {
	out := []lineJSON{}
	for _, l := range list {
		one := lineJSON{
			Name: l.Name, Mistakes: len(l.Faults), Judged: l.Rounds, Accuracy: known(l.Accuracy.Value(), l.Accuracy.N > 0 && !in.Points),
			Lost: rounded(l.Each(in.over(l, whole))), Games: []int{},
		}
		seen := map[int]bool{}
		for _, f := range l.Faults {
			if n := f.Game.Number; !seen[n] {
				seen[n] = true
				one.Games = append(one.Games, n)
			}
		}
		out = append(out, one)
	}
	return out
}
