package learn

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"attic/game"
	"attic/internal/phrase"
)

// Return is the schedule of a puzzle that was not solved at the first try.
type Return struct {
	Step int    `json:"step,omitempty"` // how many times it has since been solved at the first try
	Due  string `json:"due"`            // the date from which on it is due
}

// apart holds the days until a puzzle comes back: after a miss, and after each later time that it is solved at the first try. After the last of these
// times it does not come back.
var apart = [...]int{1, 3, 7, 21}

// Repeated counts the puzzles that came back and were answered on one day.
type Repeated struct {
	Day    string `json:"day"`
	Number int    `json:"number"`
	New    int    `json:"new,omitempty"` // how many of these were mistakes that had waited and came for the first time
}

// comes sets the time at which a puzzle comes back. r.Returns must not be shared with another Record.
func (r Record) comes(id string, back Return) Record {
	if r.Returns == nil {
		r.Returns = map[string]Return{}
	}
	r.Returns[id] = back
	return r
}

// later returns the date a number of days after the time now.
func later(now time.Time, days int) string { return Day(now.UTC().AddDate(0, 0, days)) }

// Practised returns the record after a course that is over, with the date on which its puzzle comes back.
func (r Record) Practised(c *Course, now time.Time) Record {
	switch {
	case c.Number > 0 && r.Begun == "" && len(r.Lessons) == 1:
		r.Begun = Day(now)
		fallthrough
	case c.Number > 0:
		return r
	}
	r.Returns = maps.Clone(r.Returns)
	id := c.Puzzle.ID
	back, comes := r.Returns[id]
	if !comes && c.Day == "" && c.own == nil {
		r.Tried = Day(now)
	}
	if comes && r.due(id, now) {
		r.Repeated = r.repeated(now)
		r.Repeated.Number++
	}
	if i := slices.IndexFunc(r.Own, func(m Mistake) bool { return m.ID == id && m.Waits != "" }); i >= 0 {
		r.Own = slices.Clone(r.Own)
		r.Own[i].Waits = ""
		r.Repeated = r.repeated(now)
		r.Repeated.Number, r.Repeated.New = r.Repeated.Number+1, r.Repeated.New+1
		back, comes = Return{Due: Day(now)}, true
		r = r.comes(id, back)
	}
	switch {
	case !c.Clean() && !comes && r.Beyond(c):
	case !c.Clean():
		return r.comes(id, Return{Due: later(now, apart[0])})
	case !comes || !r.due(id, now):
	case back.Step+1 == len(apart):
		delete(r.Returns, id)
	default:
		return r.comes(id, Return{Step: back.Step + 1, Due: later(now, apart[back.Step+1])})
	}
	return r
}

// due reports whether the time for a puzzle to come back has come. Even if the clock was once ahead, no puzzle waits longer than the longest time in
// apart.
func (r Record) due(id string, now time.Time) bool {
	back, comes := r.Returns[id]
	return comes && (back.Due <= Day(now) || back.Due > later(now, apart[len(apart)-1]))
}

// Today is what a person practises in a game on one day: about five minutes of work.
type Today struct {
	Day      string
	Due      []string // the IDs of the puzzles that come back, the longest due first, and then of the New ones; at most mostDue
	More     int      // how many more puzzles come back
	New      int      // how many of Due are mistakes that have waited, at most mostNew a day; they come only where others leave room
	Waiting  int      // how many more mistakes wait
	Solved   bool     // the puzzle of the day has a result
	Daily    bool     // there is a puzzle of the day
	Lesson   int      // the lesson to continue, from 1; 0 if all are done
	Step     int      // the step of the lesson, from 1
	Learnt   bool     // a step of a lesson was answered
	First    bool     // no lesson was done before today: the lesson comes before a puzzle at the person's level, and the puzzle of the day is not a task
	Tried    bool     // a puzzle other than the puzzle of the day was done
	Missed   []string
	Streak   int
	Tomorrow int // how many puzzles come back tomorrow, not counting today's

	game  game.Game
	title string // the title of the lesson
}

// mostDue is the number of puzzles that come back on one day.
const mostDue = 3

// Plan returns what a person has to practise in a game now. Dates are in UTC, so that they are the same wherever a person travels. The menu calls
// Plan before it is first drawn, so Plan does not read the puzzles, of which there are hundreds.
func Plan(g game.Game, r Record, now time.Time) (Today, error) {
	puzzles := g.Info().Course.Puzzles
	t := Today{Day: Day(now), Streak: r.Streak(now), Learnt: r.Studied == Day(now), Tried: r.Tried == Day(now), Daily: puzzles != "", game: g}
	lessons, err := Of(g)
	if err != nil {
		return t, err
	}
	known := func(id string) bool {
		_, own := r.Mistake(id)
		return own || holds(puzzles, id)
	}
	for _, id := range slices.Sorted(maps.Keys(r.Returns)) {
		switch {
		case !known(id):
		case r.due(id, now):
			t.Due = append(t.Due, id)
		case r.due(id, now.AddDate(0, 0, 1)):
			t.Tomorrow++
		}
	}
	slices.SortStableFunc(t.Due, func(a, b string) int { return cmp.Compare(r.Returns[a].Due, r.Returns[b].Due) })
	done := r.repeated(now)
	if n := done.Number; len(t.Due) > max(0, mostDue-n) {
		t.More = len(t.Due) - max(0, mostDue-n)
		t.Due = t.Due[:len(t.Due)-t.More]
		t.Tomorrow += t.More
	}
	waiting := r.waiting()
	t.New = max(0, min(len(waiting), mostDue-done.Number-len(t.Due), mostNew-done.New))
	t.Waiting = len(waiting) - t.New
	for _, m := range waiting[:t.New] {
		t.Due = append(t.Due, m.ID)
	}
	t.Solved = t.Daily && has(r.Days, t.Day)
	if len(r.Lessons) < len(lessons) {
		t.Lesson = r.NextLesson(len(lessons))
		t.Step, t.title = max(1, r.Reached[t.Lesson]), lessons[t.Lesson-1].Title
		t.First = t.Daily && (len(r.Lessons) == 0 || r.Begun == t.Day)
	}
	for ago := pastDays - 1; ago > 0 && t.Daily; ago-- {
		if day := later(now, -ago); !has(r.Days, day) && r.first() < day {
			t.Missed = append(t.Missed, day)
		}
	}
	return t, nil
}

// first returns the first date with a result of the puzzle of the day, or a date after all others.
func (r Record) first() string {
	first := "9"
	for day := range r.Days {
		first = min(first, day)
	}
	return first
}

// pastDays is the number of days, including its own, on which the puzzle of a day can be solved.
const pastDays = 7

func has(m map[string]Result, key string) bool {
	_, ok := m[key]
	return ok
}

// repeated returns the number of puzzles that came back and were answered on the day of the time now.
func (r Record) repeated(now time.Time) Repeated {
	if r.Repeated.Day != Day(now) {
		return Repeated{Day: Day(now)}
	}
	return r.Repeated
}

// Done reports whether nothing is left to practise.
func (t Today) Done() bool {
	return len(t.Due) == 0 && t.puzzled() && (t.Learnt || t.Lesson == 0)
}

// puzzled reports whether all puzzles except those of Due are done.
func (t Today) puzzled() bool {
	if t.First {
		return t.Tried
	}
	return t.Solved || !t.Daily
}

// Left returns the remaining practice in words: "2 puzzles that come back, the puzzle of the day, a step of lesson 3"; "" if nothing is.
func (t Today) Left() string {
	lesson := "a step of lesson "
	if t.First {
		lesson = "lesson "
	}
	return t.left(coming, func(n int) string { return phrase.Count(n, "new mistake") + " of your own" }, "the puzzle of the day", "a puzzle at your level", lesson)
}

// Brief returns the remaining practice in few words: "2 due, daily puzzle, lesson 3"; or "done", with the streak.
func (t Today) Brief() string {
	left := t.left(func(n int) string { return fmt.Sprint(n, " due") }, func(n int) string { return fmt.Sprint(n, " new") }, "daily puzzle", "a puzzle", "lesson ")
	if left == "" && t.Streak > 1 {
		return "done; " + strings.TrimSuffix(t.Row(), ".")
	}
	return cmp.Or(left, "done")
}

// left lists the remaining practice. The functions back and fresh write how many puzzles come back and how many mistakes are new.
func (t Today) left(back, fresh func(n int) string, daily, level, lesson string) string {
	var list []string
	if n := len(t.Due) - t.New; n > 0 {
		list = append(list, back(n))
	}
	if t.New > 0 {
		list = append(list, fresh(t.New))
	}
	if t.First && !t.Learnt {
		list = append(list, fmt.Sprint(lesson, t.Lesson))
	}
	switch {
	case t.puzzled():
	case t.First:
		list = append(list, level)
	default:
		list = append(list, daily)
	}
	if t.Lesson > 0 && !t.Learnt && !t.First {
		list = append(list, fmt.Sprint(lesson, t.Lesson))
	}
	return strings.Join(list, ", ")
}

func coming(n int) string {
	if n == 1 {
		return "1 puzzle that comes back"
	}
	return phrase.Count(n, "puzzle") + " that come back"
}

// Says returns sentences about the remaining practice or, if there is none, about when there will be more.
func (t Today) Says() string {
	if left := t.Left(); left != "" {
		return strings.TrimSpace("Today: " + left + ". " + t.further())
	}
	next := "the next puzzle of the day"
	if !t.Daily {
		next = "a step of a lesson"
	}
	if fresh := min(t.Waiting, mostNew, mostDue-min(t.Tomorrow, mostDue)); fresh > 0 {
		next = phrase.Count(fresh, "new mistake") + " of your own, " + next
	}
	if t.Tomorrow > 0 {
		next = coming(min(t.Tomorrow, mostDue)) + ", " + next
	}
	day, _ := time.Parse(time.DateOnly, t.Day)
	said := fmt.Sprintf("Done for today. Tomorrow, %s: %s.", dated(later(day, 1)), next)
	if t.Streak > 1 {
		said += " " + t.Row()
	}
	return said
}

// Row returns the streak: "12 days in a row."
func (t Today) Row() string { return fmt.Sprintf("%s in a row.", phrase.Count(t.Streak, "day")) }

// Streak returns the number of days, up to now without a gap, on which the person has solved the puzzle of the day. The person may miss one day in
// seven, which is not counted. Today counts once its puzzle is solved.
func (r Record) Streak(now time.Time) (days int) {
	missed := pastDays // days since a day was missed
	for ago := 0; ; ago++ {
		switch day := later(now, -ago); {
		case has(r.Days, day):
			days++
			missed++
		case ago == 0:
		case missed < pastDays:
			return days
		default:
			missed = 1
		}
	}
}

// Marks of the days of a calendar.
const (
	MarkClean  = '*' // solved at the first try
	MarkSolved = '+' // solved
	MarkMissed = '.'
	MarkToday  = '_' // today, not solved yet
	MarkAhead  = ' '
)

// Calendar returns the marks of the last weeks. Each row is a week from Monday to Sunday; this week is the last row.
func (r Record) Calendar(now time.Time, weeks int) (rows [][7]rune) {
	monday := now.UTC().AddDate(0, 0, -weekday(now)-7*(weeks-1))
	for w := range weeks {
		var row [7]rune
		for d := range row {
			day := later(monday, 7*w+d)
			switch result, ok := r.Days[day]; {
			case ok && result.Clean:
				row[d] = MarkClean
			case ok:
				row[d] = MarkSolved
			case day == Day(now):
				row[d] = MarkToday
			case day > Day(now), day < r.first():
				row[d] = MarkAhead
			default:
				row[d] = MarkMissed
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// weekday returns the day of the week in UTC, from 0 for Monday.
func weekday(now time.Time) int { return (int(now.UTC().Weekday()) + 6) % 7 }

// firstMonday is the Monday from which the weeks of daily puzzles are counted.
var firstMonday = time.Date(2025, 12, 29, 0, 0, 0, 0, time.UTC)

// Daily returns the puzzle of the day (UTC) and its date. The puzzles of a week rise in level: each day of the week has a seventh of the list. The
// order within a seventh follows from the puzzles, not from the list, and no puzzle comes twice before all have come.
func Daily(list []Puzzle, now time.Time) (p Puzzle, day string, ok bool) {
	if len(list) == 0 {
		return Puzzle{}, "", false
	}
	edition := Edition(list)
	type drawn struct {
		Puzzle
		lot uint32 // its random rank among the puzzles of one level or day
	}
	sorted := make([]drawn, len(list))
	for i, p := range list {
		h := fnv.New32a()
		io.WriteString(h, edition+p.ID)
		sorted[i] = drawn{p, h.Sum32()}
	}
	byLot := func(a, b drawn) int { return cmp.Or(cmp.Compare(a.lot, b.lot), cmp.Compare(a.ID, b.ID)) }
	slices.SortFunc(sorted, func(a, b drawn) int { return cmp.Or(cmp.Compare(a.Level, b.Level), byLot(a, b)) })
	n, d := len(sorted), weekday(now)
	part := sorted[n*d/7 : max(n*d/7+1, n*(d+1)/7)]
	slices.SortFunc(part, byLot)
	week := int(now.UTC().Sub(firstMonday) / (7 * 24 * time.Hour))
	return part[(week%len(part)+len(part))%len(part)].Puzzle, Day(now), true
}

// Edition names a list of puzzles by four characters that follow from all of them. Programs with the same list have the same puzzle of the day.
func Edition(list []Puzzle) string {
	h := fnv.New32a()
	for _, p := range list {
		io.WriteString(h, p.ID+" "+p.Place.String()+" "+p.Key+"\n")
	}
	return fmt.Sprintf("%04x", h.Sum32()>>16)
}

// Task is a part of today's practice, or a puzzle of the day that does not belong to it.
type Task struct {
	Label string `json:"label"`   // "Puzzle of the day: Holes"
	Do    string `json:"command"` // the command that begins it
	Done  bool   `json:"done"`
	Aside string `json:"aside"` // if it is not part of today's practice: the heading above such tasks
}

func (t Today) theme() game.Theme {
	list, _ := PuzzlesOf(t.game) // package gametest checks that they can be read
	at, _ := time.Parse(time.DateOnly, t.Day)
	p, _, _ := Daily(list, at)
	theme, _ := ThemeOf(t.game, p.Theme)
	return theme
}

// Tasks lists today's practice, and then other puzzles of the day: today's, if it is not part of the practice, and those of the last days that were missed.
func (t Today) Tasks() (list []Task) {
	for i, id := range t.Due {
		label := "Puzzle " + id + " comes back"
		switch {
		case i >= len(t.Due)-t.New:
			label = "A new mistake of your own"
		case strings.HasPrefix(id, ownPrefix):
			label = "A move of your own comes back"
		}
		list = append(list, Task{Label: label, Do: "puzzle " + id})
	}
	lesson := Task{Label: fmt.Sprintf("Lesson %d: %s", t.Lesson, t.title), Do: fmt.Sprint("lesson ", t.Lesson), Done: t.Learnt}
	if t.Step > 1 {
		lesson.Label += fmt.Sprintf(", from step %d", t.Step)
	}
	daily := Task{Do: "puzzle daily", Done: t.Solved}
	if t.First {
		list, daily.Aside = append(list, lesson, Task{Label: "A puzzle at your level", Do: "puzzle", Done: t.Tried}), "If you like"
	}
	if t.Daily {
		daily.Label = "Puzzle of the day: " + t.theme().Title
		list = append(list, daily)
	}
	if t.Lesson > 0 && !t.First {
		list = append(list, lesson)
	}
	for _, day := range t.Missed {
		list = append(list, Task{Label: "Puzzle of " + dated(day), Do: "puzzle " + day, Aside: "Missed, still to be solved"})
	}
	return list
}

// Waits returns a sentence about the next days: how many more puzzles are due, and how many more of the person's own mistakes wait; "" if there are none.
func (t Today) Waits() string {
	own := ""
	if t.Waiting > 0 {
		own = fmt.Sprintf("%s of your own %s; at most %s come each day.", phrase.Count(t.Waiting, "more mistake"), map[bool]string{true: "waits", false: "wait"}[t.Waiting == 1], phrase.Number(mostNew))
	}
	return strings.TrimSpace(t.further() + " " + own)
}

// further returns a text that says how many more puzzles are due than come today; "" if there are none.
func (t Today) further() string {
	if t.More == 0 {
		return ""
	}
	return fmt.Sprintf("%s more %s due; you will get %s on the following days.", phrase.Capital(phrase.Number(t.More)), map[bool]string{true: "is", false: "are"}[t.More == 1], map[bool]string{true: "it", false: "them"}[t.More == 1])
}

// dated writes a date with the day of the week: "Friday 27 November".
func dated(day string) string {
	at, _ := time.Parse(time.DateOnly, day)
	return at.Format("Monday 2 January")
}

// Title names the day, with the streak: "Friday 27 November, 12 days in a row".
func (t Today) Title() string {
	if t.Streak < 2 {
		return dated(t.Day)
	}
	return dated(t.Day) + ", " + strings.TrimSuffix(t.Row(), ".")
}

// shownWeeks is the number of weeks that a calendar shows.
const shownWeeks = 5

// Calendar returns the marks of the last weeks up to the day of t, as [Record.Calendar] does. It returns none before the first result.
func (t Today) Calendar(r Record) [][7]rune {
	if len(r.Days) == 0 {
		return nil
	}
	at, _ := time.Parse(time.DateOnly, t.Day)
	return r.Calendar(at, shownWeeks)
}

// Weeks returns the rows of the calendar up to the day of t: "Mo Tu ..." first, then a row for each week; none before the first result.
func (t Today) Weeks(r Record) []string {
	weeks := t.Calendar(r)
	if weeks == nil {
		return nil
	}
	rows := []string{"Mo Tu We Th Fr Sa Su"}
	for _, week := range weeks {
		var row strings.Builder
		for _, mark := range week {
			row.WriteString(" " + string(mark) + " ")
		}
		rows = append(rows, strings.TrimRight(row.String(), " "))
	}
	return append(rows, fmt.Sprintf("%c first try, %c solved, %c missed", MarkClean, MarkSolved, MarkMissed))
}

// Text lists today's practice as lines of text, with the command that begins each task.
func (t Today) Text(r Record) string {
	var b strings.Builder
	fmt.Fprintln(&b, t.Title())
	aside := ""
	for _, task := range t.Tasks() {
		sign := " "
		if task.Done {
			sign = "+"
		}
		if task.Aside != aside {
			aside = task.Aside
			fmt.Fprintln(&b, aside+":")
		}
		fmt.Fprintf(&b, "%s %-40s %s\n", sign, task.Label, task.Do)
	}
	if said := t.Waits(); said != "" {
		fmt.Fprintf(&b, "  %s\n", said)
	}
	return strings.TrimSpace(b.String() + strings.Join(t.Weeks(r), "\n"))
}

// Share returns two lines about the result of a daily puzzle, which do not give the solution away. They show the result, a picture of the tries, and
// the edition of the puzzles, since another edition has another puzzle on the same day.
//
//	attic, Ataxx puzzle of 2026-11-22 (edition 3f2a): try 3, 48 s
//	x x o | this week: * . + *
func (r Record) Share(g game.Game, day string) string {
	result, info := r.Days[day], g.Info()
	how, tries := "first try", strings.Repeat("x ", min(result.Tries, 9))+"o"
	switch {
	case result.Helped:
		how, tries = "answer shown", strings.Repeat("x ", min(result.Tries, 9))+"?"
	case result.Tries > 0:
		how = fmt.Sprintf("try %d", result.Tries+1)
	}
	spent := fmt.Sprintf("%d s", result.Seconds)
	if result.Seconds >= 60 {
		spent = fmt.Sprintf("%d:%02d min", result.Seconds/60, result.Seconds%60)
	}
	edition := "an earlier edition" // its puzzle of that day was another one
	if result.Edition != "" {
		edition = "edition " + result.Edition
	}
	at, _ := time.Parse(time.DateOnly, day)
	var week []string
	for _, mark := range r.Calendar(at, 1)[0][:weekday(at)+1] {
		week = append(week, string(mark))
	}
	return fmt.Sprintf("attic, %s puzzle of %s (%s): %s, %s\n%s | this week: %s", info.Title, day, edition, how, spent, tries, strings.TrimLeft(strings.Join(week, " "), " "))
}
