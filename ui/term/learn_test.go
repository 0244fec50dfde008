package term

import (
	"testing"

	"attic/dev/desktest"
	"attic/dev/race"

	uv "github.com/charmbracelet/ultraviolet"
)

// lectureSizes are the sizes in which lessons and puzzles are tested.
var lectureSizes = [][2]int{{80, 24}, {leastW, leastH}, {60, 20}, {120, 40}, {100, 24}, {50, 40}}

// TestLectures works through all lessons and a puzzle of each kind, on screens of all sizes, with random input in between.
func TestLectures(t *testing.T) {
	race.Plain(t)
	at := func(id string, n int) (w, h int) {
		w, h = lectureSizes[n%len(lectureSizes)][0], lectureSizes[n%len(lectureSizes)][1]
		if id == "atom4" { // its board needs more room
			w, h = max(w, 64), max(h, 20)
		}
		return w, h
	}
	desktest.Lectures(t, func(t testing.TB, id string, n int) desktest.Hands {
		w, h := at(id, n)
		return sit(t, id, w, h)
	}, func(h desktest.Hands, n int) {
		cols, rows := at(h.Desk().Play.Info.Name, n)
		h.(driver).send(uv.WindowSizeEvent{Width: cols, Height: rows})
	})
}

// TestGoldenCourses compares screens of lessons and puzzles with golden files: steps to read, questions, right and wrong answers,
// hints, and leaving.
func TestGoldenCourses(t *testing.T) {
	race.Plain(t)
	for _, c := range []struct{ name, id, script string }{
		{"lessons-ataxx", "ataxx", `
			:lesson 3
			# a step to read
			n
			# a question
			:c3-c4
			# a wrong answer
			h
			# the answer, shown
			esc
			# the question again
			click c3
			click d4
			# the right answer
			size 40 16
			# 40x16
			n
			# the next step in 40x16
			space
			# all that it says
			esc
			size 120 40
			# 120x40
			esc
			# leaving asks`},
		{"lessons-atommaster", "atommaster#17", `
			:lesson 8
			n n
			# a question
			tab h
			# the answer, shown
			:set b2
			# a wrong answer
			:fire 3
			# no answer`},
		{"refuted-ataxx", "ataxx", `
			:lesson 4;next;b2-a4;next
			# before the step that goes back
			n
			# back
			:a3-a4;next;next;b2-a4
			# the answer to a wrong move
			right
			# which goes away
			size 40 16
			:b2-a4
			# the answer in 40x16`},
		{"lessons-list", "ataxx", `
			:lesson 4;next;b2-a4;next;next;leave
			f4
			# the list of lessons
			down down down
			# another one
			size 40 16
			# 40x16
			down down down down down down
			# further down`},
		{"refuted-atom4", "atom4", `
			:lesson 7;next;next
			:h12
			# the answer to a wrong move`},
		{"refuted-atommaster", "atommaster#17", `
			:lesson 10;next;next;free d3
			# an arrangement with an atom there
			:lesson 11;next;next;fire 3
			# arrangements that a beam does not tell apart
			:lesson 2;next;fire 3
			# the path of another beam`},
		{"puzzles-atom4", "atom4", `
			:puzzle win2-1
			# a puzzle
			h
			# what to look for
			0
			# there is one
			size 120 40
			h h
			# the answer, shown, in 120x40`},
		{"puzzles-atommaster", "atommaster#17", `
			:puzzle beam-1
			# a puzzle
			:set a1
			# no answer
			n
			# another one`},
		{"run-ataxx", "ataxx", `
			:puzzle run
			# a timed run
			h
			# no hints
			:none
			# a miss
			n
			# the next puzzle
			size 40 16
			# 40x16
			esc
			# ending it
			esc
			size 80 24
			0 n 0 n
			# the end
			size 120 40
			# 120x40
			size 40 16
			# in 40x16`},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := album{driver: sit(t, c.id, 80, 24)}
			a.do(c.script)
			a.compare(c.name)
		})
	}
}

// In a puzzle, 0 can be typed as well as pressed. leave ends a puzzle; elsewhere it goes to the menu.
func TestTypedAnswers(t *testing.T) {
	d := sit(t, "atom4", 80, 24).typeLine("puzzle win2-1").typeLine("0")
	d.want("Wrong: there is such a move.")
	if d.typeLine("leave"); d.s.desk.Play == nil || d.play().Study.Course() != nil {
		t.Fatal("leave does not end the puzzle")
	}
	if d.typeLine("leave"); d.s.desk.Menu == nil {
		t.Errorf("leave does not go to the menu:\n%s", d.Shown())
	}
}
