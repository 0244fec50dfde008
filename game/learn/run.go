package learn

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"time"

	"attic/game"
	"attic/internal/phrase"
)

// The duration of a timed run, and the number of misses that end it early.
const (
	RunTime   = 3 * time.Minute
	RunMisses = 3
)

// RunTheme names a timed run where the theme of a puzzle is expected.
const RunTheme = "run"

// runStep is the number of puzzles of a run that have the same level.
const runStep = 4

// mostRuns is the number of runs that a record keeps.
const mostRuns = 5

// Run is a timed run through the puzzles of a game. The level of the puzzles rises. A Run is a value: Answered returns the next Run.
type Run struct {
	Begun  time.Time
	Paused time.Duration // the total time for which the clock has been stopped since the beginning
	Marks  []bool        // for each puzzle answered, whether it was solved
	Missed []string      // the IDs of the puzzles missed
	seen   []string      // the IDs of the puzzles answered
}

// Score is the result of a run.
type Score struct {
	Solved  int    `json:"solved"`
	Missed  int    `json:"missed"`
	Seconds int    `json:"seconds"`
	Day     string `json:"day"`
}

// Answered returns the run after a puzzle was solved or missed.
func (r Run) Answered(id string, solved bool) Run {
	r.Marks, r.seen = append(slices.Clone(r.Marks), solved), append(slices.Clone(r.seen), id)
	if !solved {
		r.Missed = append(slices.Clone(r.Missed), id)
	}
	return r
}

// Solved returns the number of puzzles solved.
func (r Run) Solved() int { return len(r.Marks) - len(r.Missed) }

// Left returns the time that is left, at least 0.
func (r Run) Left(now time.Time) time.Duration { return max(0, RunTime+r.Paused-now.Sub(r.Begun)) }

// Over reports whether the run has ended.
func (r Run) Over(now time.Time) bool { return r.Left(now) == 0 || len(r.Missed) >= RunMisses }

// Next returns the next puzzle of list, or false if all have been answered. The order of the puzzles of a level follows from the time at which the
// run began.
func (r Run) Next(list []Puzzle) (next Puzzle, found bool) {
	level, best := 1+len(r.Marks)/runStep, uint32(0)
	for _, p := range list {
		if slices.Contains(r.seen, p.ID) {
			continue
		}
		h := fnv.New32a()
		fmt.Fprint(h, r.Begun.UnixNano(), p.ID)
		lot, away := h.Sum32(), cmp.Compare(far(p, level), far(next, level))
		if !found || away < 0 || away == 0 && lot < best {
			next, best, found = p, lot, true
		}
	}
	return next, found
}

func far(p Puzzle, level int) int { return max(p.Level-level, level-p.Level) }

// Score returns the result of a run that ends now.
func (r Run) Score(now time.Time) Score {
	return Score{r.Solved(), len(r.Missed), int((RunTime - r.Left(now)).Seconds()), Day(now)}
}

// better orders scores, the best first: by puzzles solved, then by fewer misses, then by less time.
func better(a, b Score) int {
	return cmp.Or(cmp.Compare(b.Solved, a.Solved), cmp.Compare(a.Missed, b.Missed), cmp.Compare(a.Seconds, b.Seconds))
}

// Ran returns the record after a run with this score. It keeps only the best runs.
func (r Record) Ran(s Score) Record {
	r.Runs = append(slices.Clone(r.Runs), s)
	slices.SortStableFunc(r.Runs, better)
	r.Runs = r.Runs[:min(len(r.Runs), mostRuns)]
	return r
}

// Missed returns the record after a puzzle was missed in a run. The puzzle comes back on the next day, like any puzzle that was not solved at the
// first try. The rating does not change.
func (r Record) Missed(id string, now time.Time) Record {
	r.Returns = maps.Clone(r.Returns)
	return r.comes(id, Return{Due: later(now, apart[0])})
}

// String writes a score: "12 solved, 2 missed in 3:00".
func (s Score) String() string {
	return fmt.Sprintf("%d solved, %d missed in %s", s.Solved, s.Missed, clock(time.Duration(s.Seconds)*time.Second))
}

func clock(d time.Duration) string {
	s := int((d + time.Second - 1) / time.Second)
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// Title returns the state of a run: "Run: 2:05 left, 4 solved, 1 missed".
func (r Run) Title(now time.Time) string {
	return fmt.Sprintf("Run: %s left, %d solved, %d missed", clock(r.Left(now)), r.Solved(), len(r.Missed))
}

// Ended returns the result of a run, how it compares with the best earlier run, and the puzzles missed.
func (r Run) Ended(s Score, before []Score) string {
	why := "Time is up"
	if len(r.Missed) >= RunMisses {
		why = phrase.Capital(phrase.Number(RunMisses)) + " misses"
	}
	text := fmt.Sprintf("%s: %s.", why, s)
	switch {
	case len(before) == 0:
		text += " It is your first run."
	case better(s, before[0]) < 0:
		text += fmt.Sprintf(" It is your best run; your previous best was %s on %s.", before[0], before[0].Day)
	default:
		text += fmt.Sprintf(" Your best run: %s on %s.", before[0], before[0].Day)
	}
	if n := len(r.Missed); n > 0 {
		text += fmt.Sprintf(" Missed: %s. To try %s again, %s.", phrase.List(r.Missed), r.Missed[0], game.Type("puzzle "+r.Missed[0]))
	}
	return text
}

// Share returns two lines about the result of a run. They give no puzzle away.
//
//	attic, Ataxx timed run of 2026-11-22 (edition 3f2a): 12 solved, 2 missed in 3:00
//	ooooo oxooo oxoo
func (r Run) Share(g game.Game, s Score) string {
	list, _ := PuzzlesOf(g) // package gametest checks that the puzzles can be read
	var marks strings.Builder
	for i, solved := range r.Marks {
		if i > 0 && i%5 == 0 {
			marks.WriteByte(' ')
		}
		marks.WriteByte(map[bool]byte{true: 'o', false: 'x'}[solved])
	}
	return strings.TrimSpace(fmt.Sprintf("attic, %s timed run of %s (edition %s): %s\n%s", g.Info().Title, s.Day, Edition(list), s, marks.String()))
}

// NewEnd returns a course that only shows how a run has ended: it asks nothing.
func NewEnd(g game.Game, text string) *Course {
	return &Course{Game: g, title: "Timed run", steps: []Step{{Text: text}}, solved: true}
}
