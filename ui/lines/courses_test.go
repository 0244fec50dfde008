package lines_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"attic/dev/race"
	"attic/game"
	"attic/game/learn"
	"attic/games"
	"attic/table"
	"attic/ui/lines"
)

// Every lesson and a puzzle of each theme works in line mode, with boards and in plain mode: the question is printed at each step, again
// after each wrong answer, and whenever a person types question. A person who listens hears a description of each position, and no board is
// printed.
func TestCoursesByLines(t *testing.T) {
	race.Plain(t)
	t.Parallel()
	for _, g := range games.All() {
		if g.Info().Course.Try == nil {
			continue
		}
		lessons, err := learn.Of(g)
		must(t, err)
		var lines []string
		for n := range lessons {
			lines = append(lines, fmt.Sprint("lesson ", n+1))
		}
		puzzles, err := learn.PuzzlesOf(g)
		must(t, err)
		taken := map[string]bool{}
		for _, p := range puzzles {
			if !taken[p.Theme] {
				taken[p.Theme] = true
				lines = append(lines, "puzzle "+p.ID)
			}
		}
		for i, line := range lines {
			for _, listens := range [][]bool{{true}, {false}, {true, false}}[i%3] {
				t.Run(fmt.Sprintf("%s/%s/%v", g.Info().Name, line, listens), func(t *testing.T) {
					r := &reader{t: t, begin: line, listens: listens, rng: rand.New(rand.NewPCG(5, uint64(i)))}
					attend(t, seat(t, g, game.Setup{Seed: 5}, "person person"), listens, r.next)
					if !r.over {
						t.Errorf("the lesson or puzzle is not over:\n%s", r.all.String())
					}
					if lesson := strings.HasPrefix(line, "lesson"); lesson != r.back && (!lesson || strings.Count(r.all.String(), "Lesson ") == 0) {
						t.Errorf("back was tried: %v", r.back)
					}
				})
			}
		}
	}
}

// reader is a person who goes through a lesson or puzzle in line mode, with questions and wrong moves between its steps.
type reader struct {
	t       *testing.T
	begin   string
	listens bool
	rng     *rand.Rand
	all     strings.Builder

	begun, left, over bool
	returned          int  // the step from which the person went back
	back              bool // the result of going back was checked
	fresh             bool // the last line led to a new position
	tries             int
	want              string // a text that the next output must contain
	idle              int    // lines typed at this step
}

// next returns the next line, given what was printed since the last one.
func (r *reader) next(s *lines.Session, heard string) string {
	r.all.WriteString(heard)
	if !r.begun {
		r.begun, r.fresh = true, true
		return r.begin
	}
	c := s.Study.Course()
	switch {
	case c == nil && r.left:
		r.fresh = true
		return r.begin
	case c == nil:
		r.t.Errorf("the lesson or puzzle has disappeared:\n%s", r.all.String())
		return ""
	case r.listens && drawing.MatchString(heard):
		r.t.Errorf("a board is printed:\n%s", heard)
		return ""
	case r.listens && r.fresh && !strings.Contains(heard, s.Person.Now().View.Describe()):
		r.t.Errorf("the position is not described in\n%s", heard)
		return ""
	case r.want != "" && !strings.Contains(heard, r.want):
		r.t.Errorf("%q is missing in\n%s", r.want, heard)
		return ""
	case c.Tries() > r.tries && !strings.Contains(heard, c.Text()):
		r.t.Errorf("after a wrong answer, %q is not printed again:\n%s", c.Text(), heard)
		return ""
	}
	r.tries, r.want, r.fresh = c.Tries(), "", false
	if c.Over() || c.Free() {
		r.over = true
		return ""
	}
	at, _ := c.Step()
	switch {
	case r.returned > 0 && !r.back: // it went back to a step with a position of its own, whose text is printed
		r.back = true
		if _, fresh := c.Place(); !fresh || at >= r.returned || !strings.Contains(heard, c.Text()) {
			r.t.Errorf("back leads from step %d to step %d, and prints\n%s", r.returned, at, heard)
		}
	case r.returned == 0 && c.Returns() && c.Unanswered():
		r.returned, r.fresh = at, true
		return "back"
	}
	r.idle++
	if line := r.aside(s); r.idle < 4 && line != "" {
		if line == "question" {
			r.want = c.Text()
		}
		return line
	}
	r.idle = 0
	if !c.Asks() {
		return enter
	}
	if _, fresh := c.Place(); fresh && at > 1 && c.Unanswered() && !r.left {
		r.left = true
		return "leave"
	}
	move, err := c.Solution(r.t.Context())
	must(r.t, err)
	return move
}

// aside returns a line that does not advance the lesson or puzzle.
func (r *reader) aside(s *lines.Session) string {
	lines := []string{"question", "question", "describe", "hint", "undo", "last", "history", "what", "moves"}
	if moves := s.Person.Sight().Moves(); len(moves) > 0 {
		lines = append(lines, moves[r.rng.IntN(len(moves))].Text)
	}
	return lines[r.rng.IntN(len(lines))]
}

// A right answer is called right, even in a lesson about an idea. Its effect is reported once, and so is each reply to it.
func TestARightAnswerIsCalledRight(t *testing.T) {
	for _, c := range []struct{ id, script, right, reply string }{
		{"ataxx", "lesson 4;next;b2-a4", "Right. You took one piece. But your jump left b2 empty, and blue was near enough to use that hole.\n", "Blue jumped d1-b2 and took a3, a2, a1 and b1.\n"},
		{"ataxx", "lesson 1;next;next;d3-c3", "Right. The piece stayed on d3, and a new one appeared. Every extension gives you one more piece.\n", "Blue extended b6-c6 and took nothing.\n"},
		{"atommaster", "lesson 1;next;next;fire 3", "Right. The beam did not come back. Its port shows A, for absorbed. That costs 1 point.\n", "Type next to go on.\n"},
	} {
		for what, say := range map[string]func(testing.TB, *table.Table, string) string{"pipe": piped, "terminal": typed} {
			_, got, ok := strings.Cut(say(t, open(t, c.id, ""), c.script), c.right)
			if !ok || strings.Count(got, c.reply) != 1 || strings.Contains(got, "Red jumped") || strings.Contains(got, "Red extended") || strings.Contains(got, "Port 3") {
				t.Errorf("%s of %s, %s: after %q it prints\n%s", what, c.id, c.script, c.right, got)
			}
		}
	}
}

// A lesson does not repeat the report of the other side's move, and no lesson mentions anything that only a page shows.
func TestLessonsTellNothingTwice(t *testing.T) {
	for _, c := range []struct{ id, script, told string }{
		{"atom4", "lesson 9;next;h10;next", "(3 of 7).\nYou could have used k11 yourself.\n"},
		{"atom4", "lesson 10;next;j6;next", "Lesson 10: Safe pieces (3 of 7).\nType next to go on.\n"},
		{"ataxx", "lesson 4;next;next;next;b2-a4;next", ").\nNow try again.\n"},
	} {
		if got := typed(t, open(t, c.id, ""), c.script); !strings.Contains(got, c.told) {
			t.Errorf("%s, %s: %q is missing in\n%s", c.id, c.script, c.told, got)
		}
	}
	for _, g := range games.All() {
		if g.Info().Course.Try == nil {
			continue
		}
		lessons, err := learn.Of(g)
		must(t, err)
		for _, l := range lessons {
			for _, step := range l.Steps {
				if text := step.Text + " " + step.Hint + " " + step.Well; strings.Contains(text, " dot") {
					t.Errorf("%s, %s: plain boards have no dots: %q", g.Info().Name, l.Title, text)
				}
			}
		}
	}
}

// In a lesson, the commands of a game are refused with a true sentence, whether the step asks something or not, and no prompt of the game contradicts the
// lesson.
func TestLessonsRefuseTheGamesCommands(t *testing.T) {
	for _, id := range []string{"ataxx", "atom4", "atommaster"} {
		heard := says(t, open(t, id, ""), "lesson 1", "level 6", "stats", "coach", "next", "next", "level 6")
		for i, want := range map[int]string{2: "Level", 3: "Stats", 4: "Coach", 7: "Level"} {
			if want += " does not work in a lesson or puzzle; type leave to end it.\n"; !strings.HasSuffix(heard[i], want) {
				t.Errorf("%s: %q instead of %q", id, heard[i], want)
			}
		}
		if begun := heard[1]; strings.Contains(begun, "new deal") || strings.Contains(begun, "to move.") || strings.Contains(begun, "to play red.") {
			t.Errorf("%s: the game's prompt is printed in the lesson:\n%s", id, begun)
		}
	}
}
