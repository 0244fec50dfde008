package learn

import (
	"fmt"
	"slices"
	"strings"

	"attic/game"
	"attic/internal/phrase"
)

// Teaching returns the number and the title of the lesson that teaches an idea, given by its name in game.Themer. If several lessons do, it returns
// the last one, which is the most advanced. The number is 0 if there is no such lesson.
func Teaching(g game.Game, idea string) (n int, title string) {
	list, _ := Of(g) // a game without lessons teaches nothing
	for i, l := range list {
		if idea != "" && slices.ContainsFunc(l.Teaches, func(name string) bool { return strings.EqualFold(name, idea) }) {
			n, title = i+1, l.Title
		}
	}
	return n, title
}

// Item is a lesson in the map of a course.
type Item struct {
	Number int    `json:"number"`
	Title  string `json:"title"`
	At     int    `json:"at"` // the step at which the person left the lesson, from 2; otherwise 0
	Steps  int    `json:"steps"`
	Done   bool   `json:"done"`
	Next   bool   `json:"next"` // it is the first lesson that is not done
}

// String returns the name of a lesson, and the step at which the person left it: "4 Holes, step 3 of 6".
func (e Item) String() string {
	text := fmt.Sprintf("%d %s", e.Number, e.Title)
	if e.At > 0 {
		text += fmt.Sprintf(", step %d of %d", e.At, e.Steps)
	}
	return text
}

// Chapter is a part of a course in its map.
type Chapter struct {
	Title   string `json:"title"` // "" if the course has no parts
	Done    int    `json:"done"`  // the number of lessons done
	Lessons []Item `json:"lessons"`
}

// Map returns the parts of a course with their lessons, and a person's progress in them.
func Map(list []Lesson, r Record) (chapters []Chapter) {
	next := r.NextLesson(len(list))
	for i, l := range list {
		if i == 0 || l.Part != list[i-1].Part {
			chapters = append(chapters, Chapter{Title: l.Part})
		}
		e := Item{Number: i + 1, Title: l.Title, Steps: len(l.Steps), Done: slices.Contains(r.Lessons, i+1)}
		if at := r.Reached[i+1]; at > 1 {
			e.At = at
		}
		e.Next = i+1 == next && !e.Done
		c := &chapters[len(chapters)-1]
		if c.Lessons = append(c.Lessons, e); e.Done {
			c.Done++
		}
	}
	return chapters
}

// Chart writes the map of a course as lines of text: a + before the lessons that are done, a > before the next one.
func Chart(chapters []Chapter) string {
	var b strings.Builder
	for _, c := range chapters {
		if c.Title != "" {
			fmt.Fprintf(&b, "%s: %d of %s done\n", c.Title, c.Done, phrase.Count(len(c.Lessons), "lesson"))
		}
		for _, e := range c.Lessons {
			sign := " "
			switch {
			case e.Done:
				sign = "+"
			case e.Next:
				sign = ">"
			}
			fmt.Fprintf(&b, "%s %s%s\n", sign, strings.Repeat(" ", 2-min(len(fmt.Sprint(e.Number)), 2)), e)
		}
	}
	return b.String()
}
