package learn

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"attic/game"
	"attic/internal/glicko"
	"attic/internal/phrase"
)

// Record is one person's progress in learning a game. The zero Record is that of a beginner.
type Record struct {
	Lessons []int             `json:"lessons,omitempty"` // the numbers of the lessons done, in ascending order
	Reached map[int]int       `json:"reached,omitempty"` // for lessons begun: the step reached, from 1, by the number of the lesson
	Puzzles map[string]Result `json:"puzzles,omitempty"` // by ID
	Days    map[string]Result `json:"days,omitempty"`    // results of the puzzles of the day, by date
	Rating  float64           `json:"rating,omitempty"`  // 0 before the first puzzle; see Strength
	Rated   int               `json:"rated,omitempty"`   // the number of puzzles that Rating is based on

	Deviation  float64 `json:"deviation,omitempty"`  // the deviation of Rating; 0 in records of earlier versions
	Volatility float64 `json:"volatility,omitempty"` // the volatility of Rating; 0 in records of earlier versions

	Studied  string            `json:"studied,omitempty"` // the last date on which a step of a lesson was answered
	Begun    string            `json:"begun,omitempty"`   // the date on which the first lesson was done; "" in records of earlier versions
	Tried    string            `json:"tried,omitempty"`   // the last date on which the person did a puzzle other than the puzzle of the day and those that come back
	Own      []Mistake         `json:"own,omitempty"`     // the person's own mistakes, the oldest first
	Returns  map[string]Return `json:"returns,omitempty"` // the puzzles and mistakes that come back, by ID
	Repeated Repeated          `json:"repeated,omitzero"` // the number that came back on the last day of practice
	Runs     []Score           `json:"runs,omitempty"`    // the best timed runs, the best first
}

// At returns the record after the person has reached a step of lesson n. The parameter at is the number of the step, from 1.
func (r Record) At(n, at int) Record {
	r.Reached = maps.Clone(r.Reached)
	if r.Reached == nil {
		r.Reached = map[int]int{}
	}
	r.Reached[n] = at
	return r
}

// Result is the first result of a puzzle.
type Result struct {
	Clean   bool `json:"clean"`            // solved at the first try and without an answer shown
	Tries   int  `json:"tries,omitempty"`  // wrong answers
	Helped  bool `json:"helped,omitempty"` // the answer was shown
	Seconds int  `json:"seconds"`

	Edition string `json:"edition,omitempty"` // of a puzzle of the day: the edition of the puzzles; "" in records of earlier versions
}

// The rating of a beginner, the rating of a puzzle of level 0, and the difference in rating per level.
const (
	firstRating = 1000
	levelZero   = 480
	perLevel    = 400
)

// The deviation of a beginner's rating, the smallest deviation for a rating from an earlier version, and the deviation of a puzzle's rating. The
// volatility is the one recommended in the paper.
const (
	firstDeviation  = 350
	leastDeviation  = 90
	puzzleDeviation = 80
	firstVolatility = 0.06
)

// RatingOf returns the rating of a puzzle, which follows from its level.
func RatingOf(p Puzzle) float64 { return levelZero + perLevel*float64(p.Level) }

// Level returns the rating of a person.
func (r Record) Level() float64 { return r.Strength().Points }

// Strength is the rating of a person.
type Strength struct{ glicko.Rating }

// Strength returns the rating of a person with its deviation. If an earlier version made the rating, without a deviation, the deviation follows from the
// number of puzzles rated.
func (r Record) Strength() Strength {
	s := Strength{glicko.Rating{Points: r.Rating, Deviation: r.Deviation, Volatility: r.Volatility}}
	if r.Rated == 0 {
		s.Points = firstRating
	}
	if s.Deviation == 0 {
		s.Deviation = max(leastDeviation, firstDeviation/math.Sqrt(1+float64(r.Rated)/3))
	}
	if s.Volatility == 0 {
		s.Volatility = firstVolatility
	}
	return s
}

// knownDeviation is the largest deviation with which a rating is shown. The first puzzles move a rating by hundreds.
const knownDeviation = 125

// Known reports whether the rating is certain enough to be shown, as it is after 8 to 16 puzzles.
func (s Strength) Known() bool { return s.Deviation <= knownDeviation }

// Said returns the rating in words, with half the width of its 95 % interval: "1234, give or take 220"; or it says that the rating is not known yet.
func (s Strength) Said() string {
	if !s.Known() {
		return "known after 8 to 16 puzzles"
	}
	return fmt.Sprintf("%.0f, give or take %.0f", s.Points, 2*s.Deviation)
}

// Beyond reports whether a course is a puzzle of the day far above the person's rating. If such a puzzle is not solved at the first try, the rating stays,
// and the puzzle does not come back.
func (r Record) Beyond(c *Course) bool {
	return c.Day != "" && RatingOf(c.Puzzle) > r.Level()+perLevel
}

// Done returns the record after a course that is over. Only the first result of a puzzle counts for the rating, which changes as after a game against
// the puzzle. The person has won this game by solving the puzzle at the first try without help, and otherwise lost it. A loss against a puzzle that
// was Beyond does not count.
func (r Record) Done(c *Course, spent time.Duration) Record {
	if c.Number > 0 {
		if !slices.Contains(r.Lessons, c.Number) {
			r.Lessons = append(slices.Clone(r.Lessons), c.Number)
			slices.Sort(r.Lessons)
		}
		r.Reached = maps.Clone(r.Reached)
		delete(r.Reached, c.Number)
		return r
	}
	if c.own != nil { // a mistake has no level
		return r
	}
	result := Result{Clean: c.Clean(), Tries: c.Tries(), Helped: c.Helped(), Seconds: int(spent.Seconds())}
	if c.Day != "" {
		list, _ := PuzzlesOf(c.Game) // c has been made from it
		daily := result
		daily.Edition = Edition(list)
		r.Days = with(r.Days, c.Day, daily)
	}
	if has(r.Puzzles, c.Puzzle.ID) {
		return r
	}
	r.Puzzles = with(r.Puzzles, c.Puzzle.ID, result)
	contest := glicko.Result{Other: glicko.Rating{Points: RatingOf(c.Puzzle), Deviation: puzzleDeviation}}
	switch {
	case result.Clean:
		contest.Score = 1
	case r.Beyond(c):
		return r
	}
	s := r.Strength().After(contest)
	r.Rating, r.Deviation, r.Volatility, r.Rated = s.Points, s.Deviation, s.Volatility, r.Rated+1
	return r
}

// with returns a copy of m with r added for key, unless key has a result already.
func with(m map[string]Result, key string, r Result) map[string]Result {
	next := map[string]Result{key: r}
	maps.Copy(next, m)
	return next
}

// NextLesson returns the number of the first of n lessons that is not done, or 1 if all are.
func (r Record) NextLesson(n int) int {
	for i := range n {
		if !slices.Contains(r.Lessons, i+1) {
			return i + 1
		}
	}
	return 1
}

// Pick returns the puzzle of a theme, or of any theme if theme is "", whose rating is nearest to the person's. If several are equally near, it picks
// one of the theme with the fewest puzzles tried. It prefers a puzzle that was neither tried nor passed over, then one that was not passed over. It
// returns false if the theme has no puzzles.
func (r Record) Pick(list []Puzzle, theme string, passed map[string]bool) (Puzzle, bool) {
	seen := map[string]int{} // the number of puzzles tried, by theme
	for id := range r.Puzzles {
		name, _, _ := strings.Cut(id, "-")
		seen[name]++
	}
	nearest := func(open func(Puzzle) bool) (best Puzzle, found bool) {
		for _, p := range list {
			if theme != "" && p.Theme != theme || !open(p) {
				continue
			}
			by, least := math.Abs(RatingOf(p)-r.Level()), math.Abs(RatingOf(best)-r.Level())
			if !found || by < least || by == least && seen[p.Theme] < seen[best.Theme] {
				best, found = p, true
			}
		}
		return best, found
	}
	for _, open := range []func(Puzzle) bool{
		func(p Puzzle) bool { return !has(r.Puzzles, p.ID) && !passed[p.ID] },
		func(p Puzzle) bool { return !passed[p.ID] },
	} {
		if p, ok := nearest(open); ok {
			return p, true
		}
	}
	return nearest(func(Puzzle) bool { return true })
}

// Day returns the date of the puzzle of the day, which is the date in UTC.
func Day(now time.Time) string { return now.UTC().Format(time.DateOnly) }

// PuzzlesOf returns the puzzles of a game. Callers must not change them, because their text is read only once in a program.
func PuzzlesOf(g game.Game) ([]Puzzle, error) {
	course := g.Info().Course
	if course.Try == nil {
		return nil, noLessons(g)
	}
	return puzzlesRead.of(course.Puzzles, Puzzles)
}

// once keeps the contents of texts, so that each is read only once: pages ask for lessons and puzzles whenever they are drawn.
type once[T any] struct{ read sync.Map }

func (o *once[T]) of(text string, read func(string) (T, error)) (T, error) {
	if v, ok := o.read.Load(text); ok {
		return v.(T), nil
	}
	v, err := read(text)
	if err == nil {
		o.read.Store(text, v)
	}
	return v, err
}

var (
	puzzlesRead once[[]Puzzle]
	lessonsRead once[[]Lesson]
)

// Find returns the puzzle that the parameter what names: an ID, "daily", the date of a daily puzzle, a theme, or "" for any theme. Pick chooses the
// puzzle of a theme, and passed holds the IDs of puzzles passed over. The result day is the date of a daily puzzle of the last seven days, for which
// the result counts; otherwise "".
func Find(g game.Game, r Record, what string, passed map[string]bool, now time.Time) (p Puzzle, day string, err error) {
	list, err := PuzzlesOf(g)
	if err != nil {
		return p, "", err
	}
	what = strings.ToLower(strings.TrimSpace(what))
	if what == "daily" {
		what = Day(now)
	}
	if when, err := time.Parse(time.DateOnly, what); err == nil {
		if p, day, ok := Daily(list, when); ok {
			if day > Day(now) || day <= later(now, -pastDays) {
				day = ""
			}
			return p, day, nil
		}
	} else if i := slices.IndexFunc(list, func(p Puzzle) bool { return p.ID == what }); i >= 0 {
		return list[i], "", nil
	} else if p, ok := r.Pick(list, what, passed); ok {
		return p, "", nil
	}
	themes := ThemeNames(g)
	return p, "", fmt.Errorf("no puzzle of %s is called %q; use daily, a theme (%s) or an ID such as %s-1", g.Info().Title, phrase.Clip(what), phrase.List(themes), themes[0])
}
