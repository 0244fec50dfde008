package learn_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"attic/game"
	"attic/game/learn"
)

// found returns mistakes with these losses from a game of a day, as judging finds them.
func found(day time.Time, lost ...float64) (list []learn.Mistake) {
	for _, l := range lost {
		list = append(list, learn.Mistake{Place: fmt.Sprint(start, ";", learn.Day(day), l), Played: "b4-d4", Better: "b4-c5", Lost: l, Waits: learn.Day(day)})
	}
	return list
}

// ids returns the IDs of a record's mistakes with these losses.
func ids(r learn.Record, lost ...float64) (list []string) {
	for _, l := range lost {
		i := slices.IndexFunc(r.Own, func(m learn.Mistake) bool { return m.Lost == l })
		list = append(list, r.Own[i].ID)
	}
	return list
}

// Mistakes that judging finds wait. At most two a day are new, where puzzles that come back leave room: those of the latest games first, and within a
// game the costliest. Once answered, they come back like others.
func TestMistakesWait(t *testing.T) {
	r := learn.Record{Lessons: []int{2}}
	r = r.Wait(monday, found(monday.AddDate(0, 0, -9), 0.9, 0.8)...)
	r = r.Wait(monday, found(monday.AddDate(0, 0, -2), 0.2, 0.7, 0.3)...)
	r = r.Wait(monday, found(monday.AddDate(0, 0, -9), 0.9)...) // judged again
	if len(r.Own) != 5 || len(r.Returns) != 0 {
		t.Fatalf("%d mistakes, %d come back", len(r.Own), len(r.Returns))
	}
	if got := r.Waits(); got != "5 mistakes of yours wait as puzzles; practice adds at most two new ones a day." {
		t.Errorf("it says %q", got)
	}
	p := plan(t, r, monday)
	if !slices.Equal(p.Due, ids(r, 0.7, 0.3)) || p.New != 2 || p.Waiting != 3 {
		t.Fatalf("%+v", p)
	}
	if got := p.Says(); got != "Today: 2 new mistakes of your own, the puzzle of the day, a step of lesson 1." {
		t.Errorf("it says %q", got)
	}
	if got := p.Brief(); !strings.HasPrefix(got, "2 new, ") {
		t.Errorf("in brief: %q", got)
	}
	if text := p.Text(r); !strings.Contains(text, "A new mistake of your own") || !strings.Contains(text, "3 more mistakes of your own wait; at most two come each day.") {
		t.Errorf("the list is\n%s", text)
	}
	if m, err := r.PickOwn(nil); err != nil || m.Lost != 0.7 {
		t.Errorf("the first of them loses %v, %v", m.Lost, err)
	}
	r = finishOwn(t, r, 0.7, monday, true)
	r = finishOwn(t, r, 0.3, monday, false)
	p = plan(t, r, monday)
	if len(p.Due) != 0 || p.New != 0 || p.Waiting != 3 || p.Tomorrow != 1 {
		t.Errorf("after both: %+v", p)
	}
	r2 := r
	r2.Studied = learn.Day(monday)
	r2 = daily(t, r2, monday, true)
	if got := plan(t, r2, monday).Says(); got != "Done for today. Tomorrow, Tuesday 24 November: 1 puzzle that comes back, 2 new mistakes of your own, the next puzzle of the day." {
		t.Errorf("it says %q", got)
	}
	due := r.Returns
	if a, b := due[ids(r, 0.7)[0]], due[ids(r, 0.3)[0]]; a.Due != "2026-11-26" || a.Step != 1 || b.Due != "2026-11-24" || b.Step != 0 {
		t.Errorf("they come back: %+v, %+v", a, b)
	}
	tuesday := monday.AddDate(0, 0, 1)
	if p = plan(t, r, tuesday); !slices.Equal(p.Due, ids(r, 0.3, 0.2, 0.9)) || p.New != 2 || p.Waiting != 1 {
		t.Errorf("the next day: %+v", p)
	}
	r = r.Add(tuesday.AddDate(0, 0, -1), found(monday, 0.41, 0.42)...) // a review
	if p = plan(t, r, tuesday); len(p.Due) != 3 || p.New != 0 || p.Waiting != 3 {
		t.Errorf("where others leave no room: %+v", p)
	}
}

func finishOwn(t *testing.T, r learn.Record, lost float64, now time.Time, clean bool) learn.Record {
	t.Helper()
	id := ids(r, lost)[0]
	i := slices.IndexFunc(r.Own, func(m learn.Mistake) bool { return m.ID == id })
	r.Own = slices.Clone(r.Own)
	was := r.Own[i].Place
	r.Own[i].Place = start // the place that found sets is not a position
	r = finish(t, r, own(t, r, id), now, clean)
	r.Own[i].Place = was
	return r
}

// If a review finds a mistake that waits already, it comes back tomorrow; judging does not change a mistake that a review has found. Only the latest of
// many mistakes wait, and they never push out mistakes that come back.
func TestMistakesWaitOnce(t *testing.T) {
	both := found(monday, 0.5, 0.6)
	r := learn.Record{}.Wait(monday, both...).Add(monday, both[0])
	if p := plan(t, r, monday.AddDate(0, 0, 1)); len(r.Own) != 2 || !slices.Equal(p.Due, ids(r, 0.5, 0.6)) || p.New != 1 {
		t.Errorf("after the review: %+v", p)
	}
	r = learn.Record{}.Add(monday, both[0]).Wait(monday, both...)
	if p := plan(t, r, monday.AddDate(0, 0, 1)); len(r.Own) != 2 || !slices.Equal(p.Due, ids(r, 0.5, 0.6)) || p.New != 1 {
		t.Errorf("after judging: %+v", p)
	}
	for i := range 300 { // the newest first, as the library is judged
		r = r.Wait(monday, found(monday.AddDate(0, 0, -i), 0.301, 0.302, 0.303)...)
	}
	if p := plan(t, r, monday); p.New+p.Waiting != 60 || len(r.Own) != 61 {
		t.Errorf("of 900 mistakes %d wait, %d are kept", p.New+p.Waiting, len(r.Own))
	}
	for _, m := range r.Own {
		if m.Waits != "" && m.Waits < learn.Day(monday.AddDate(0, 0, -20)) {
			t.Errorf("a game of %s waits", m.Waits)
		}
	}
	for i := range 190 {
		r = r.Add(monday, found(monday.AddDate(0, 1, i), 0.2)...)
	}
	r = r.Wait(monday, found(monday.AddDate(0, -1, 0), 0.8)...)
	if p := plan(t, r, monday); len(r.Own) != 200 || p.New+p.Waiting > 10 || len(r.Returns)+p.New+p.Waiting != 200 {
		t.Errorf("%d mistakes, %d come back, %d wait", len(r.Own), len(r.Returns), p.New+p.Waiting)
	}
}

// A mistake with a goal asks the question of the puzzles of that theme, and the game judges the answers.
func TestAMistakeWithAGoal(t *testing.T) {
	p, _, err := learn.Find(toy{}, learn.Record{}, "one-1", nil, monday)
	if err != nil {
		t.Fatal(err)
	}
	if got := learn.Asked([]game.Decision{{Text: "b4-d4", Lost: 0.4, Asks: game.Ask{Place: p.Place.String(), Theme: "one", Key: p.Key}}, {Text: "b4-d4", Lost: 3}}); len(got) != 0 {
		t.Errorf("a small mistake, and one without a question: %v", got)
	}
	list := learn.Asked([]game.Decision{{Text: "b4-d4", Lost: 1.5, Name: "too far", Asks: game.Ask{Place: p.Place.String(), Theme: "one", Key: p.Key, Says: "Your decision here lost 1.5 points."}}})
	r := learn.Record{}.Wait(monday, list...)
	c, err := learn.NewMistake(toy{}, r.Own[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	theme, _ := learn.ThemeOf(toy{}, "one")
	if !strings.HasSuffix(c.Text(), "Your decision here lost 1.5 points. "+theme.Task) || !c.Denies() {
		t.Errorf("it asks %q, %v", c.Text(), c.Denies())
	}
	if h, err := c.Hint(t.Context()); err != nil || h.Sentence != theme.Hint {
		t.Errorf("the hint is %q, %v", h.Sentence, err)
	}
	if a := try(t, c, learn.None); a.Good {
		t.Error("there is no such move")
	}
	for !c.Over() {
		answer, err := c.Solution(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		try(t, c, answer)
	}
	if r = r.Done(c, time.Second); len(r.Puzzles) != 0 || r.Rated != 0 {
		t.Error("it changes the rating")
	}
	if _, err := learn.NewMistake(toy{}, learn.Mistake{Place: start, Goal: "gone"}, nil); err == nil {
		t.Error("a theme that does not exist is asked")
	}
}
