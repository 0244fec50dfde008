package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"attic/game"
	"attic/match/store"
)

// Insights shows where a person loses points in one game. It sums up the judgements of their finished rounds, except rounds with hints and
// abandoned deals.
type Insights struct {
	Info   game.Info
	Points bool // losses are points; otherwise they are parts of the chance to win, from 0 to 1

	Rounds   int        // the number of judged rounds
	Todo     []Unjudged // the other rounds that count, the newest first
	Older    []Unjudged // the rounds judged by an earlier version, which did not make puzzles of the worst mistakes
	Waits    string     // a sentence about the mistakes that will become puzzles on later days, or ""; InsightsOf does not set it
	Nodes    int64      // the smallest size of the searches that judged a round, in nodes
	Accuracy Mean       // unless Points is set
	Lost     Mean       // the loss caused by the mistakes of a round
	Luck     Mean       // only if Points is set
	Faults   int

	Stages   []Line // in the order of play
	Mistakes []Line // by name, the costliest first
	Against  []Line // by level or, if Points is set, by kind of deal
	Weeks    []Line // the newest first
	Trend    Trend
}

// Unjudged is a round that counts and is still to be judged, or to be judged again.
type Unjudged struct {
	Number int // the number of the game in the library
	ID     string
}

// Line sums up a group of the rounds or of their mistakes.
type Line struct {
	Name     string
	About    string // the beginning of a stage, in words; may be ""
	Rounds   int    // the number of rounds with a mistake in this line; in Against and Weeks, all rounds of the line
	Accuracy Mean   // only in Against and Weeks
	Lost     float64
	Faults   []Located // the mistakes of the line, the costliest first
}

// Each returns the average loss per round caused by the mistakes of the line, over the given number of rounds.
func (l Line) Each(rounds int) float64 { return l.Lost / float64(max(rounds, 1)) }

// Located is a mistake and its game in the library.
type Located struct {
	store.Fault
	Game  store.Game
	Level int // the computer's level
}

// Trend compares the later half of the rounds with the earlier half.
type Trend struct {
	Earlier, Later Mean // the means of the accuracy or, if losses are points, of the loss caused by the mistakes of a round
	Clear          bool // the difference is more than three times its standard error
}

// leastTrend is the smallest number of rounds in each half for a Trend.
const leastTrend = 5

// dealStages are the stages of a round with hidden information, by Decision.Open.
var dealStages = []game.Stage{
	{Name: "opening"},
	{Name: "middle", From: "at most two thirds of the information is still missing"},
	{Name: "end", From: "at most one third of the information is still missing"},
}

// stageOf returns the stage of a decision with the given Open; if Open is unknown, the first stage.
func stageOf(open float64) int {
	switch {
	case open < 0 || open > 2.0/3:
		return 0
	case open > 1.0/3:
		return 1
	}
	return 2
}

// InsightsOf sums up the judgements of the games of g in list. list is from store.Library.Games, the newest first, and judged from
// store.Profile.Judged.
func InsightsOf(g game.Game, list []store.Game, judged map[string]store.Judged) Insights {
	in := Insights{Info: g.Info()}
	_, in.Points = g.(game.Analyst)
	stages := dealStages
	if stager, ok := g.(game.Stager); ok {
		stages = stager.Stages()
	}
	for _, s := range stages {
		in.Stages = append(in.Stages, Line{Name: s.Name, About: s.From})
	}
	mistakes, against, weeks := lines{}, lines{}, lines{}
	var each []float64 // each round's number for the trend, the newest first
	for _, kept := range list {
		if kept.Name != in.Info.Name || kept.Unreadable() {
			continue
		}
		for _, r := range slices.Backward(kept.Rounds) {
			if r.Left != store.Counts || r.Helped || r.Tally.GaveUp {
				continue
			}
			j, ok := judged[r.ID]
			if !ok {
				in.Todo = append(in.Todo, Unjudged{kept.Number, r.ID})
				continue
			}
			if !j.Asked && j.Nodes <= JudgeNodes && slices.ContainsFunc(j.Faults, in.asks) {
				in.Older = append(in.Older, Unjudged{kept.Number, r.ID})
			}
			if in.Rounds++; in.Nodes == 0 || j.Nodes < in.Nodes {
				in.Nodes = j.Nodes
			}
			lost := 0.0
			touched := map[*Line]bool{}
			level, week := against.of(in.opponent(g, r)), weeks.of(weekOf(kept.Played))
			for _, whole := range []*Line{level, week} {
				whole.Rounds++
				if j.Moves > 0 {
					whole.Accuracy.add(j.Accuracy)
				}
			}
			for _, f := range j.Faults {
				lost += f.Lost
				p := Located{f, kept, r.Level}
				parts := []*Line{mistakes.of(f.Name), &in.Stages[min(max(f.Stage, 0), len(in.Stages)-1)]}
				for _, part := range parts {
					if !touched[part] {
						part.Rounds, touched[part] = part.Rounds+1, true
					}
				}
				for _, l := range append(parts, level, week) {
					l.Faults, l.Lost = append(l.Faults, p), l.Lost+f.Lost
				}
			}
			in.Faults += len(j.Faults)
			in.Lost.add(lost)
			in.Luck.add(j.Luck)
			if j.Moves == 0 {
				continue
			}
			in.Accuracy.add(j.Accuracy)
			figure := j.Accuracy
			if in.Points {
				figure = lost
			}
			each = append(each, figure)
		}
	}
	in.Mistakes = mistakes.list(func(a, b Line) int { return cmp.Or(cmp.Compare(b.Lost, a.Lost), cmp.Compare(a.Name, b.Name)) })
	in.Against = against.list(func(a, b Line) int { return cmp.Or(cmp.Compare(len(a.Name), len(b.Name)), cmp.Compare(a.Name, b.Name)) })
	in.Weeks = weeks.list(func(a, b Line) int { return cmp.Compare(b.Name, a.Name) })
	for i := range in.Stages {
		in.Stages[i].sort()
	}
	in.Trend = trendOf(each)
	return in
}

type lines map[string]*Line

func (l lines) of(name string) *Line {
	if l[name] == nil {
		l[name] = &Line{Name: name}
	}
	return l[name]
}

func (l lines) list(compare func(a, b Line) int) (list []Line) {
	for _, line := range l {
		line.sort()
		list = append(list, *line)
	}
	slices.SortFunc(list, compare)
	return list
}

func (l *Line) sort() {
	slices.SortStableFunc(l.Faults, func(a, b Located) int { return cmp.Compare(b.Lost, a.Lost) })
}

func (in Insights) opponent(g game.Game, r store.Round) string {
	if in.Points {
		for _, k := range in.Info.Kinds {
			if k.Key == r.Tally.Kind {
				return k.Name
			}
		}
		return r.Tally.Kind
	}
	name := fmt.Sprint("level ", r.Level)
	if bots, ok := g.(game.Bots); ok && bots.LevelName(r.Level) != "" {
		name += ", " + bots.LevelName(r.Level)
	}
	return name
}

// weekOf returns the date of Monday in the week of at, in local time.
func weekOf(at time.Time) string {
	at = at.Local()
	return at.AddDate(0, 0, -(int(at.Weekday())+6)%7).Format(time.DateOnly)
}

// trendOf compares the halves of a list of numbers, the newest first.
func trendOf(list []float64) (t Trend) {
	half := len(list) / 2
	if half < leastTrend {
		return Trend{}
	}
	of := func(part []float64) (m Mean, spread float64) {
		for _, x := range part {
			m.add(x)
		}
		for _, x := range part {
			spread += (x - m.Value()) * (x - m.Value())
		}
		return m, spread / float64(len(part)-1) / float64(len(part))
	}
	later, a := of(list[:half])
	earlier, b := of(list[half:])
	return Trend{earlier, later, math.Abs(later.Value()-earlier.Value()) > 3*math.Sqrt(a+b)}
}

// Worst returns the costliest line, or false if nothing was lost.
func Worst(list []Line) (worst Line, ok bool) {
	for _, l := range list {
		if l.Lost > worst.Lost {
			worst, ok = l, true
		}
	}
	return worst, ok
}
