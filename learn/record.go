package learn

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"attic/game"
	"attic/internal/phrase"
)

// Record is what one person has learnt in a game. The zero Record is that of a beginner.
type Record struct {
	Lessons []int             `json:"lessons,omitempty"` // the numbers of those done, in ascending order
	Reached map[int]int       `json:"reached,omitempty"` // of lessons begun: the step reached, from 1, by the number of the lesson
	Puzzles map[string]Result `json:"puzzles,omitempty"` // by ID
	Days    map[string]Result `json:"days,omitempty"`    // of the puzzles of the day, by date
	Rating  float64           `json:"rating,omitempty"`  // in Elo; 0 before the first puzzle
	Rated   int               `json:"rated,omitempty"`   // the number of puzzles that Rating is based on

	Studied  string            `json:"studied,omitempty"` // the last date on which a step of a lesson was answered
	Own      []Mistake         `json:"own,omitempty"`     // the person's own mistakes, the oldest first
	Returns  map[string]Return `json:"returns,omitempty"` // the puzzles and mistakes that come back, by ID
	Repeated Repeated          `json:"repeated,omitzero"` // how many came back on the last day of practice
}

// At returns the record after the person has reached step at, from 1, of lesson n.
func (r Record) At(n, at int) Record {
	r.Reached = maps.Clone(r.Reached)
	if r.Reached == nil {
		r.Reached = map[int]int{}
	}
	r.Reached[n] = at
	return r
}

// Result is how a puzzle went the first time.
type Result struct {
	Clean   bool `json:"clean"`            // solved at the first try and without an answer shown
	Tries   int  `json:"tries,omitempty"`  // wrong answers
	Helped  bool `json:"helped,omitempty"` // the answer was shown
	Seconds int  `json:"seconds"`
}

// Ratings in Elo: that of a beginner, that of a puzzle of level 0, the difference that a level makes, and the most that a
// puzzle changes a person's rating, at first (quick) and from the 20th puzzle on (slow).
const (
	firstRating = 1000
	levelZero   = 700
	perLevel    = 100
	quick, slow = 48, 24
	settled     = 20
)

// RatingOf returns the rating of a puzzle: that of the weakest level of the computer that solves it.
func RatingOf(p Puzzle) float64 { return levelZero + perLevel*float64(p.Level) }

// Level returns the rating of a person.
func (r Record) Level() float64 {
	if r.Rated == 0 {
		return firstRating
	}
	return r.Rating
}

// Done returns the record after a course that is over. Only the first result of a puzzle counts: the rating changes by Elo's
// formula, with 1 for a puzzle solved at the first try without help and 0 for any other.
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
	if c.own != nil { // it has no level
		return r
	}
	result := Result{Clean: c.Clean(), Tries: c.Tries(), Helped: c.Helped(), Seconds: int(spent.Seconds())}
	if c.Day != "" {
		r.Days = with(r.Days, c.Day, result)
	}
	if _, before := r.Puzzles[c.Puzzle.ID]; before {
		return r
	}
	r.Puzzles = with(r.Puzzles, c.Puzzle.ID, result)
	mine, score, weight := r.Level(), 0.0, float64(quick)
	if result.Clean {
		score = 1
	}
	if r.Rated >= settled {
		weight = slow
	}
	expected := 1 / (1 + math.Pow(10, (RatingOf(c.Puzzle)-mine)/400))
	r.Rating, r.Rated = mine+weight*(score-expected), r.Rated+1
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

// Pick returns the puzzle of a theme, or of any theme for "", whose rating is nearest to the person's. It prefers a puzzle that was
// neither tried nor passed over. It returns false if the theme has no puzzles.
func (r Record) Pick(list []Puzzle, theme string, passed map[string]bool) (Puzzle, bool) {
	best, found := Puzzle{}, false
	for _, fresh := range []bool{true, false} {
		for _, p := range list {
			_, tried := r.Puzzles[p.ID]
			if theme != "" && p.Theme != theme || fresh && (tried || passed[p.ID]) {
				continue
			}
			if !found || math.Abs(RatingOf(p)-r.Level()) < math.Abs(RatingOf(best)-r.Level()) {
				best, found = p, true
			}
		}
		if found {
			break
		}
	}
	return best, found
}

// Day returns the date of the puzzle of the day: that in UTC.
func Day(now time.Time) string { return now.UTC().Format(time.DateOnly) }

// PuzzlesOf returns the puzzles of a game.
func PuzzlesOf(g game.Game) ([]Puzzle, error) {
	course := g.Info().Course
	if course.Try == nil {
		return nil, noLessons(g)
	}
	return Puzzles(course.Puzzles)
}

// Find returns the puzzle named by what: an ID, "daily", the date of a daily one, a theme, or "" for any theme; of a theme, Pick chooses one, and
// passed holds the IDs of puzzles passed over. day is the date of a daily puzzle of the last seven days, whose result counts for it, otherwise "".
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
