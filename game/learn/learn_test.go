package learn_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"attic/game"
	"attic/game/learn"
	"attic/games/ataxx"
	"attic/internal/glicko"
)

// toy is Ataxx with lessons and puzzles made for these tests.
type toy struct{ ataxx.Game }

const start = "fen 7/2oo3/3o3/1x5/7/7/7 x 0 1;start"

func (g toy) Info() game.Info {
	info := g.Game.Info()
	info.Course = game.Course{Lessons: g.Lessons(), Puzzles: g.Puzzles(), Themes: g.Themes(), Try: g.Try}
	return info
}

func (toy) Lessons() string {
	return `# A comment.

part First

lesson Extend
teaches growing, waiting
at ` + start + `
say A piece grows
 into an empty square.
ask play b4-a3, b4-c5: Extend to the right.
hint Touch c5.
well Well done.
then pass
ask most: Extend again.
at ` + start + `
say That was all.

lesson Jump
at ` + start + `
ask most: Jump.
`
}

func (toy) Puzzles() string {
	return "two-1\t2\t" + start + "\tb4-c5\n" +
		"two-2\t5\t" + start + "\tnone\n" +
		"one-1\t9\t" + start + "\tb4-d4\n"
}

func (toy) Themes() []game.Theme {
	return []game.Theme{
		{Name: "one", Title: "One", Task: "Find the one.", Hint: "Look closely."},
		{Name: "two", Title: "Two", Task: "Find both.", Hint: "Look twice."},
	}
}

// Try accepts b4-c5, after which "two" asks for any move.
func (toy) Try(ctx context.Context, s game.State, goal, move string) (game.Tried, error) {
	_, m, err := s.Play(move)
	switch {
	case ctx.Err() != nil:
		return game.Tried{}, ctx.Err()
	case err != nil:
		return game.Tried{}, err
	case m.Text == "b4-a2":
		return game.Tried{Aside: true, Why: "That is only a note."}, nil
	case goal == "any", goal == "most":
		return game.Tried{Good: true, Why: "That will do."}, nil
	case goal == "two":
		return game.Tried{Good: m.Text == "b4-c5", Why: "Too little.", Reply: "pass", Goal: "any"}, nil
	case goal == "one":
		return game.Tried{Good: m.Text == "b4-d4", Why: "Too little."}, nil
	}
	return game.Tried{}, fmt.Errorf("there is no goal %q", goal)
}

func lesson(t *testing.T, n int) *learn.Course {
	t.Helper()
	c, err := learn.NewLesson(toy{}, n)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func puzzle(t *testing.T, id string) *learn.Course {
	t.Helper()
	p, day, err := learn.Find(toy{}, learn.Record{}, id, nil, time.Now())
	if err != nil || p.ID != id || day != "" {
		t.Fatal(p, day, err)
	}
	c, err := learn.NewPuzzle(toy{}, p)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func try(t *testing.T, c *learn.Course, text string) learn.Answer {
	t.Helper()
	a, err := c.Try(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestLesson(t *testing.T) {
	c := lesson(t, 1)
	if c.Title() != "Lesson 1: Extend" || c.Text() != "A piece grows into an empty square." || c.Asks() {
		t.Fatal(c.Title(), c.Text(), c.Asks())
	}
	if _, err := c.Try(t.Context(), "b4-c5"); err == nil {
		t.Error("a step without a question accepts an answer")
	}
	if err := c.Next(); err != nil || !c.Asks() || c.Denies() || c.Next() == nil {
		t.Fatal(err, c.Asks(), c.Denies())
	}
	if _, err := c.Try(t.Context(), "a1-a2"); !errors.Is(err, game.ErrIllegal) {
		t.Error("an illegal move:", err)
	}
	if a := try(t, c, "b4-b5"); a.Good || a.Said != "b4-b5 is not the answer." || len(a.Moves) != 0 || c.Clean() {
		t.Error(a, c.Clean())
	}
	if a := try(t, c, "c5"); !a.Good || a.Said != "Well done." || !slices.Equal(a.Moves, []string{"b4-c5", "-"}) {
		t.Error("the moves that follow:", a)
	}
	if c.Over() || c.Next() != nil {
		t.Fatal("it ends too early")
	}
	if _, fresh := c.Place(); fresh || c.State().ToMove() != 0 {
		t.Error("the last step does not continue from the one before")
	}
	if try(t, c, "b4-a4"); c.Over() || c.Next() != nil || !c.Over() || c.Next() == nil {
		t.Error("the lesson does not end")
	}
}

func TestPuzzle(t *testing.T) {
	c := puzzle(t, "two-1")
	if c.Title() != "Puzzle two-1: Two" || c.Text() != "Your move: red. Find both." || !c.Denies() {
		t.Fatal(c.Title(), c.Text(), c.Denies())
	}
	if a := try(t, c, "b4-d4"); a.Good || a.Said != "b4-d4 is not the answer. Too little." {
		t.Error(a)
	}
	if a := try(t, c, "b4-a2"); a.Good || a.Said != "That is only a note." || c.Tries() != 1 {
		t.Error("a move that is set aside counts:", a, c.Tries())
	}
	if a := try(t, c, learn.None); a.Good || c.Tries() != 2 {
		t.Error(a, c.Tries())
	}
	if a := try(t, c, "b4-c5"); !a.Good || !slices.Equal(a.Moves, []string{"b4-c5", "-"}) || c.Over() || c.Denies() {
		t.Error(a, c.Over(), c.Denies())
	}
	if !strings.Contains(c.Text(), "Your move: red") || !strings.Contains(c.Text(), "next move") {
		t.Error(c.Text())
	}
	if _, err := c.Try(t.Context(), learn.None); err == nil {
		t.Error("None was accepted in the middle of a puzzle")
	}
	if try(t, c, "b4-a4"); !c.Over() || c.Clean() {
		t.Error(c.Over(), c.Clean())
	}
}

// When a search runs out of time, the puzzle's key decides.
func TestAnswersWithoutTime(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), 0)
	defer stop()
	for move, good := range map[string]bool{"b4-c5": true, "c5": true, "b4-c4": false} {
		if a, err := puzzle(t, "two-1").Try(ctx, move); err != nil || a.Good != good {
			t.Errorf("%s: %+v, %v", move, a, err)
		}
	}
	c := lesson(t, 2)
	if a, err := c.Try(ctx, "b4-c5"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a lesson, which has no key, answers %+v, %v", a, err)
	}
}

func TestNone(t *testing.T) {
	c := puzzle(t, "two-2")
	if a := try(t, c, "b4-c5"); a.Good {
		t.Error("a puzzle without a right move accepts a move")
	}
	if a := try(t, c, learn.None); !a.Good || !c.Over() {
		t.Error(a, c.Over())
	}
}

func TestHints(t *testing.T) {
	for id, want := range map[string][]string{
		"two-1": {"Look twice.", "One of these is right: b4-b5, b4-c5 or b4-a4.", "The answer: b4-c5 ", "The answer: b4-c5 "},
		"two-2": {"Look twice.", "Look everywhere: perhaps there is no such move.", "The answer: there is no such move.", "The answer: there is no such move."},
	} {
		c := puzzle(t, id)
		for i, want := range want {
			p, err := c.Hint(t.Context())
			if err != nil || !strings.HasPrefix(p.Sentence, want) || c.Helped() != (i > 1) {
				t.Errorf("%s, hint %d: %q, %v, helped %v", id, i+1, p.Sentence, err, c.Helped())
			}
			for _, m := range p.Marks {
				if m.Place || m.Rune != '*' {
					t.Errorf("%s, hint %d marks %s as if a piece stood there: %q", id, i+1, m.Spot, m.Rune)
				}
			}
		}
	}
	c := lesson(t, 2) // all moves are right, so the hint has none to choose from
	if p, err := c.Hint(t.Context()); err != nil || !strings.HasPrefix(p.Sentence, "The answer: ") {
		t.Error(p.Sentence, err)
	}
	c = lesson(t, 1)
	if err := c.Next(); err != nil {
		t.Fatal(err)
	}
	if p, err := c.Hint(t.Context()); err != nil || p.Sentence != "Touch c5." {
		t.Error(p.Sentence, err)
	}
}

// A lesson that was left continues at the last step reached that begins with a position of the lesson.
func TestResume(t *testing.T) {
	for reached, want := range map[int]int{0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 9: 4} {
		c := lesson(t, 1)
		resumed, err := c.Resume(reached)
		if at, _ := c.Step(); err != nil || at != want || resumed != (want > 1) || c.Text() == "" {
			t.Errorf("left at step %d, it continues at %d (%v, %v), want %d", reached, at, resumed, err, want)
		}
	}
	r := learn.Record{}.At(2, 3).At(1, 2)
	if r.Reached[2] != 3 || r.Reached[1] != 2 {
		t.Error(r)
	}
	if done := r.Done(lesson(t, 2), time.Minute); done.Reached[2] != 0 || done.Reached[1] != 2 || r.Reached[2] != 3 {
		t.Error(done, r)
	}
}

// A lesson goes back to the last earlier step that begins with a position of the lesson; a puzzle does not go back.
func TestReturn(t *testing.T) {
	for from, want := range map[int]int{1: 1, 2: 1, 3: 2, 4: 2} {
		c := lesson(t, 1)
		for at := 1; at < from; at, _ = c.Step() {
			if c.Asks() {
				answer, err := c.Solution(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				try(t, c, answer)
			}
			if err := c.Next(); err != nil {
				t.Fatal(err)
			}
		}
		returned, err := c.Return()
		place, fresh := c.Place()
		begun, wrong := place.State(c.Game)
		if wrong != nil || returned && !fresh || from > 1 && fmt.Sprint(game.MovesOf(c.State())) != fmt.Sprint(game.MovesOf(begun)) {
			t.Errorf("from step %d back to another position than that of the lesson (%v)", from, wrong)
		}
		if at, _ := c.Step(); err != nil || at != want || returned != (from > 1) {
			t.Errorf("from step %d back to %d (%v, %v), want %d", from, at, returned, err, want)
		}
	}
	if returned, err := puzzle(t, "two-1").Return(); returned || err != nil {
		t.Error("a puzzle goes back:", err)
	}
}

func TestWrongTexts(t *testing.T) {
	for _, text := range []string{
		"say before a lesson", "lesson A\nsay before a position", "lesson A\nat " + start + "\nask without a colon",
		"lesson A\nat " + start + "\nwell after nothing", "lesson A\nat " + start + "\nshow what is this", "lesson A\nat #x|b4",
		"lesson A\nback\nsay after nothing", "lesson A\nat " + start + "\nask most: Take.\nask most: Take.\nback\nsay after an answer of any kind",
		"lesson A\nat " + start + "\nsay first\nteaches too late", "lesson A\nat " + start + "\nask play b4-a3, b4-c5: Extend.\nask most: Take.\nback",
	} {
		if list, err := learn.Lessons(text); err == nil || !strings.Contains(err.Error(), "line ") {
			t.Errorf("%q: %v, %v", text, list, err)
		}
	}
	for _, text := range []string{"a-1\t1\tb4", "a-1\tx\tb4\tb4", "a\t1\tb4\tb4", "a-1\t1\tb4\t", "a-1\t1\tb4\tb4\na-1\t1\tb4\tb4"} {
		if list, err := learn.Puzzles(text); err == nil || !strings.Contains(err.Error(), "line ") {
			t.Errorf("%q: %v, %v", text, list, err)
		}
	}
	if _, err := learn.NewLesson(toy{}, 3); err == nil || !strings.Contains(err.Error(), "1 to 2") {
		t.Error(err)
	}
	if _, _, err := learn.Find(toy{}, learn.Record{}, "three", nil, time.Now()); err == nil || !strings.Contains(err.Error(), "one and two") {
		t.Error(err)
	}
}

// A step after "back" begins where the last question was asked: after the earlier steps and their answers, if each has only one.
func TestBack(t *testing.T) {
	list, err := learn.Lessons("part First\nlesson A\nteaches growing, waiting\nat size=5|start\nsay One.\nask most: Two.\nthen c3; d4\nsay Three.\nback\nask play a1: Four.\n" +
		"then b2\nsay Five.\nask most: Six.\nthen e5\nback\nsay Seven.\npart Then\nlesson B\nat |\nsay One.")
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	if a, b := list[0], list[1]; a.Part != "First" || b.Part != "Then" || !slices.Equal(a.Teaches, []string{"growing", "waiting"}) || b.Teaches != nil {
		t.Error(a, b)
	}
	for n, want := range map[int]string{0: "size=5|start", 3: "size=5|start", 6: "size=5|start;a1;b2"} {
		if step := list[0].Steps[n]; !step.New || step.Place.String() != want {
			t.Errorf("step %d begins at %v (%v), want %s", n+1, step.Place, step.New, want)
		}
	}
}

// The map has the lessons by parts: which are done, which comes next, and where one was left.
func TestMap(t *testing.T) {
	list, err := learn.Lessons("part First\nlesson A\nat |\nsay One.\nlesson B\nat |\nsay One.\nsay Two.\nsay Three.\npart Then\nlesson C\nat |\nsay One.")
	if err != nil {
		t.Fatal(err)
	}
	for want, r := range map[string]learn.Record{
		"First: 0 of 2 lessons done\n>  1 A\n   2 B\nThen: 0 of 1 lesson done\n   3 C\n":              {},
		"First: 1 of 2 lessons done\n+  1 A\n>  2 B, step 3 of 3\nThen: 0 of 1 lesson done\n   3 C\n": {Lessons: []int{1}, Reached: map[int]int{2: 3}},
		"First: 2 of 2 lessons done\n+  1 A\n+  2 B\nThen: 1 of 1 lesson done\n+  3 C\n":              {Lessons: []int{3, 1, 2}},
	} {
		if got := learn.Chart(learn.Map(list, r)); got != want {
			t.Errorf("%+v:\n%s\nwant\n%s", r, got, want)
		}
	}
}

// Of several lessons that teach an idea, the last one counts.
func TestTeaching(t *testing.T) {
	for idea, want := range map[string]int{"growing": 1, "Growing": 1, "waiting": 1, "": 0, "grow": 0} {
		if n, title := learn.Teaching(toy{}, idea); n != want || (title == "Extend") != (want == 1) {
			t.Errorf("%q is taught by %d, %q, want %d", idea, n, title, want)
		}
	}
}

func TestPlacesReadBack(t *testing.T) {
	for _, text := range []string{"fen 7 x;start", "size=5 atoms=3|learn;hide a1,b2", "#17|fire 3", ""} {
		p, err := learn.ParsePosition(text)
		if err != nil || p.String() != text {
			t.Errorf("%q becomes %q, %v", text, p, err)
		}
	}
	list, err := learn.PuzzlesOf(toy{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, p := range list {
		fmt.Fprintf(&b, "%s\t%d\t%v\t%s\n", p.ID, p.Level, p.Place, p.Key)
	}
	if b.String() != (toy{}).Puzzles() {
		t.Errorf("puzzles become\n%s", &b)
	}
}

func TestRecord(t *testing.T) {
	var r learn.Record
	if r.NextLesson(2) != 1 {
		t.Error("a beginner does not start with lesson 1")
	}
	done := lesson(t, 2)
	r = r.Done(done, time.Minute).Done(done, time.Minute)
	if !slices.Equal(r.Lessons, []int{2}) || r.NextLesson(2) != 1 || r.Rated != 0 {
		t.Error(r)
	}
	solved := puzzle(t, "two-2")
	try(t, solved, learn.None)
	better := r.Done(solved, 90*time.Second)
	failed := puzzle(t, "one-1")
	try(t, failed, "b4-c5")
	worse := better.Done(failed, time.Second)
	if better.Level() <= r.Level() || worse.Level() >= better.Level() || worse.Rated != 2 {
		t.Error(r.Level(), better.Level(), worse.Level())
	}
	if again := worse.Done(solved, time.Second); again.Level() != worse.Level() || again.Rated != 2 {
		t.Error("the same puzzle counts twice")
	}
	if easy, next := learn.RatingOf(learn.Puzzle{Level: 1}), learn.RatingOf(learn.Puzzle{Level: 2}); easy >= r.Level() || next <= r.Level() {
		t.Error("the rating of a beginner is not between those of the lowest levels:", easy, next)
	}
	if s := better.Strength(); s.Deviation >= r.Strength().Deviation {
		t.Errorf("after a puzzle the rating is %s, %+v", s.Said(), s)
	}
}

// In a record of an earlier version, which has no deviation, a rating based on more puzzles is more certain.
func TestOldRecords(t *testing.T) {
	before := 1000.0
	for _, rated := range []int{0, 1, 5, 20, 300} {
		s := learn.Record{Rating: 1234, Rated: rated}.Strength()
		if rated > 0 && s.Points != 1234 || s.Deviation >= before || s.Deviation < 80 || s.Deviation > 350 || s.Volatility != 0.06 {
			t.Errorf("%d puzzles: %+v", rated, s)
		}
		before = s.Deviation
	}
}

// A rating is shown after 8 to 16 puzzles of about its own level, however they go; the first ones move it too much.
func TestWhenARatingIsKnown(t *testing.T) {
	for _, score := range []func(n int) float64{
		func(int) float64 { return 1 }, func(int) float64 { return 0 }, func(n int) float64 { return float64(n % 2) }, func(n int) float64 { return float64(min(1, n%3)) },
	} {
		s, n := learn.Record{}.Strength(), 0
		for ; !s.Known(); n++ {
			if said := s.Said(); said != "known after 8 to 16 puzzles" {
				t.Error(said)
			}
			level := max(1, min(4, math.Round((s.Points-480)/400)))
			s.Rating = s.After(glicko.Result{Other: glicko.Rating{Points: 480 + 400*level, Deviation: 80}, Score: score(n)})
		}
		if n < 8 || n > 16 || s.Said() != fmt.Sprintf("%.0f, give or take %.0f", s.Points, 2*s.Deviation) {
			t.Errorf("known after %d puzzles: %s", n, s.Said())
		}
	}
}

func TestPick(t *testing.T) {
	list, _ := learn.PuzzlesOf(toy{})
	var r learn.Record
	for _, want := range []string{"two-1", "two-2", "one-1", "two-1"} { // the nearest to a beginner's rating first, and after all of them the first again
		p, ok := r.Pick(list, "", nil)
		if !ok || p.ID != want {
			t.Fatalf("%s instead of %s", p.ID, want)
		}
		c := puzzle(t, p.ID)
		level := r.Level()
		r = r.Done(c, 0)
		r.Rating = level // so that the choice depends only on the puzzles tried
	}
	if p, ok := (learn.Record{}).Pick(list, "", map[string]bool{"two-1": true}); !ok || p.ID != "two-2" {
		t.Error("a puzzle passed over is picked again:", p, ok)
	}
	if p, ok := r.Pick(list, "one", nil); !ok || p.ID != "one-1" {
		t.Error(p, ok)
	}
	if _, ok := r.Pick(list, "three", nil); ok {
		t.Error("a theme that does not exist has a puzzle")
	}
}
