package learn

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"time"

	"attic/game"
	"attic/internal/phrase"
)

// Mistake is a puzzle made of a costly move in the person's own games. The task is to find a better move or, if there is a Goal, to answer the
// question of a theme.
type Mistake struct {
	ID     string  `json:"id"`
	Place  string  `json:"place"`            // the position, as ParsePlace reads it
	Played string  `json:"played"`           // the move, as Play writes it
	Better string  `json:"better"`           // a better move; if Goal is set, the only right answer, which may be None
	Chance float64 `json:"chance,omitempty"` // the chance of winning, for the side to move, with the better move; 0: it was not computed by searches as large as those of a review
	Lost   float64 `json:"lost"`             // how much of Chance was lost; if Goal is set, in points instead
	Theme  string  `json:"theme,omitempty"`  // the name of the idea that was missed
	Goal   string  `json:"goal,omitempty"`   // the theme of puzzles whose question is asked; "": to find a better move
	Says   string  `json:"says,omitempty"`   // if Goal is set: the sentence before the question
	Day    string  `json:"day"`              // the date on which it was added
	Waits  string  `json:"waits,omitempty"`  // if the mistake does not come from a review: the date of its game, until the person answers it for the first time
}

const ownPrefix = "own-"

// The limits on the mistakes in a record, where the oldest are dropped; on those that wait, where those of the oldest games are dropped; and on those
// that stop waiting on one day.
const (
	mostMistakes = 200
	mostWaiting  = 60
	mostNew      = 2
)

// Add returns the record with the mistakes of a review added, except those that it already has and that do not wait. The added mistakes are due on
// the next day.
func (r Record) Add(now time.Time, list ...Mistake) Record {
	r.Own = slices.Clone(r.Own)
	r.Returns = maps.Clone(r.Returns)
	for _, m := range list {
		m.ID, m.Day, m.Waits = m.named(), Day(now), ""
		i := slices.IndexFunc(r.Own, func(o Mistake) bool { return o.ID == m.ID })
		switch {
		case i < 0:
		case r.Own[i].Waits == "":
			continue
		default:
			r.Own = slices.Delete(r.Own, i, i+1)
		}
		r.Own = append(r.Own, m)
		r = r.comes(m.ID, Return{Due: later(now, apart[0])})
	}
	for len(r.Own) > mostMistakes {
		delete(r.Returns, r.Own[0].ID)
		r.Own = r.Own[1:]
	}
	return r
}

// Wait returns the record with those mistakes added that it does not have yet. They wait until there is room for them: see Plan. Each mistake has the
// date of its game in Waits.
func (r Record) Wait(now time.Time, list ...Mistake) Record {
	r.Own = slices.Clone(r.Own)
	for _, m := range list {
		m.ID, m.Day = m.named(), Day(now)
		if _, known := r.Mistake(m.ID); !known {
			r.Own = append(r.Own, m)
		}
	}
	waiting := r.waiting()
	others := len(r.Own) - len(waiting)
	for _, m := range waiting[min(len(waiting), mostWaiting, max(0, mostMistakes-others)):] {
		r.Own = slices.DeleteFunc(r.Own, func(o Mistake) bool { return o.ID == m.ID })
	}
	return r
}

// named returns the ID of a mistake: equal moves in equal positions have equal IDs.
func (m Mistake) named() string {
	h := fnv.New32a()
	h.Write([]byte(m.Place + "\n" + m.Played))
	return fmt.Sprintf("%s%08x", ownPrefix, h.Sum32())
}

// waiting returns the mistakes that wait, in the order in which the person gets them: those of the latest games first, and of those of one day the
// costliest first.
func (r Record) waiting() (list []Mistake) {
	for _, m := range r.Own {
		if m.Waits != "" {
			list = append(list, m)
		}
	}
	slices.SortStableFunc(list, func(a, b Mistake) int { return cmp.Or(cmp.Compare(b.Waits, a.Waits), cmp.Compare(b.Lost, a.Lost)) })
	return list
}

// Waits returns a sentence that says how many of the person's own mistakes wait, and how many of them come per day; "" if none wait.
func (r Record) Waits() string {
	n := len(r.waiting())
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s of yours %s; practice adds at most %s new ones a day.", phrase.Count(n, "mistake"), map[bool]string{true: "waits as a puzzle", false: "wait as puzzles"}[n == 1], phrase.Number(mostNew))
}

// With returns the record with m in place of its mistake with the same ID.
func (r Record) With(m Mistake) Record {
	r.Own = slices.Clone(r.Own)
	for i, o := range r.Own {
		if o.ID == m.ID {
			r.Own[i] = m
		}
	}
	return r
}

// Without returns the record without a mistake.
func (r Record) Without(id string) Record {
	r.Own = slices.DeleteFunc(slices.Clone(r.Own), func(m Mistake) bool { return m.ID == id })
	r.Returns = maps.Clone(r.Returns)
	delete(r.Returns, id)
	return r
}

// Mistake returns the mistake with an ID.
func (r Record) Mistake(id string) (Mistake, bool) {
	if i := slices.IndexFunc(r.Own, func(m Mistake) bool { return m.ID == id }); i >= 0 {
		return r.Own[i], true
	}
	return Mistake{}, false
}

// OwnTheme names the person's own mistakes where the theme of a puzzle is expected.
const OwnTheme = "own"

// PickOwn returns a mistake that was not passed over: the first one that is due, or else the one that comes back first. If no mistake comes back, it
// returns the first one that waits, or else the oldest.
func (r Record) PickOwn(passed map[string]bool) (Mistake, error) {
	best, found := Mistake{}, false
	for _, m := range slices.Concat(r.waiting(), r.Own) {
		back, comes := r.Returns[m.ID]
		if passed[m.ID] {
			continue
		}
		if !found || comes && back.Due < cmp.Or(r.Returns[best.ID].Due, "9") {
			best, found = m, true
		}
	}
	if !found {
		return best, errors.New("you have no other mistake to practise; reviewing your games, or judging them for Insights, turns your worst mistakes into puzzles")
	}
	return best, nil
}

// LeastPoints is the least loss, in points, for which a mistake in a round with hidden information becomes a puzzle.
const LeastPoints = 0.5

// Asked returns puzzles made of the mistakes of a round with hidden information: of those with a question that has exactly one right answer.
func Asked(list []game.Decision) (own []Mistake) {
	for _, d := range list {
		if d.Lost >= LeastPoints && d.Asks.Theme != "" {
			own = append(own, Mistake{Place: d.Asks.Place, Played: d.Text, Better: d.Asks.Key, Lost: d.Lost, Theme: d.Name, Goal: d.Asks.Theme, Says: d.Asks.Says})
		}
	}
	return own
}
