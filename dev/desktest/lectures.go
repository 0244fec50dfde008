package desktest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"attic/desk"
	"attic/draw/scene"
	"attic/game"
	"attic/game/learn"
	"attic/games"
	"attic/teach/study"
)

// restless are keys that a person may press at any step of a lesson or puzzle.
const restless = "up down left right up down left right pgup pgdown home end 1 9 h h u ctrl+r tab [ ] v n enter x N"

// Lectures works through all lessons and a puzzle of each theme of every game. Between steps it presses random keys, moves the mouse,
// plays wrong moves and asks for hints; the page must always show the question. sit returns hands at a game; n is the number of the
// lesson or puzzle. resize, if not nil, gives the page the nth of several sizes.
func Lectures(t *testing.T, sit func(t testing.TB, id string, n int) Hands, resize func(h Hands, n int)) {
	t.Helper()
	n := 0
	for _, g := range games.All() {
		if g.Info().Course.Try == nil {
			continue
		}
		for _, line := range coursesOf(t, g) {
			n++
			t.Run(g.Info().Name+"/"+line, func(t *testing.T) {
				w := walk{t: t, h: sit(t, g.Info().Name, n), rng: rand.New(rand.NewPCG(31, uint64(n))), resize: resize, line: line}
				w.h.Type(line)
				w.through()
			})
		}
	}
}

// coursesOf returns the commands that start the lessons and a puzzle of each theme.
func coursesOf(t testing.TB, g game.Game) (lines []string) {
	t.Helper()
	lessons, err := learn.Of(g)
	must(t, err)
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
	return lines
}

// walk goes through one lesson or puzzle at a front-end.
type walk struct {
	t      *testing.T
	h      Hands
	rng    *rand.Rand
	log    []string
	resize func(h Hands, n int)
	line   string
	left   bool // the test has left and resumed the lesson
	shown  bool // the board has shown the refutation of a wrong answer
}

func (w *walk) through() {
	w.t.Helper()
	c := w.course()
	for !c.Over() && !c.Free() {
		w.check()
		for range 1 + w.rng.IntN(3) {
			w.fidget()
		}
		c = w.course()
		switch {
		case c.Over() || c.Free():
		case !c.Asks():
			w.h.Press("n")
			w.check()
			w.leaveOnce()
		default:
			w.answer(c)
		}
		c = w.course()
	}
	w.check()
	lessons, _ := learn.Of(c.Game)
	ahead := fmt.Sprintf("lesson %d", c.Number+1)
	if c.Number == len(lessons) {
		ahead = "puzzles"
	}
	if said := strings.ToLower(words(w.h.Shown())); c.Over() && c.Number > 0 && !strings.Contains(said, ahead) {
		w.t.Errorf("the end does not name the next lesson:\n%s", w.h.Shown())
	}
	w.h.Press("n") // the next lesson or puzzle, or a refusal
	w.check()
}

// course returns the lesson or puzzle on the page. The test fails if there is none.
func (w *walk) course() *learn.Course {
	w.t.Helper()
	c := w.h.Desk().Play.Study.Course()
	if c == nil {
		w.t.Fatalf("the lesson or puzzle is gone: %v\n%s", w.log, w.h.Shown())
	}
	return c
}

// fidget does something that is not an answer, or plays a wrong move.
func (w *walk) fidget() {
	w.t.Helper()
	p := w.h.Desk().Play
	switch w.rng.IntN(8) {
	case 0:
		if moves := p.Cursor.Moves; len(moves) > 0 {
			w.h.Type(moves[w.rng.IntN(len(moves))].Text)
		}
	case 1:
		w.h.Type("question")
	case 2, 3:
		if spots := p.Cursor.Tracks[w.rng.IntN(len(p.Cursor.Tracks))].Spots; len(spots) > 0 {
			w.h.Point(spots[w.rng.IntN(len(spots))])
		}
	case 4:
		if w.resize != nil {
			w.resize(w.h, w.rng.IntN(100))
		}
	default:
		key := MonkeyKey(w.rng, restless)
		w.log = append(w.log, key)
		w.h.Press(key)
	}
	w.check()
	if w.rng.IntN(8) == 0 { // open help and leave it again
		w.h.Press("? esc")
		w.check()
	}
}

// answer gives the right answer by touching or typing.
func (w *walk) answer(c *learn.Course) {
	w.t.Helper()
	p := w.h.Desk().Play
	if !study.Untouched(p.Study) || p.Back || len(p.Cursor.Chosen) > 0 || p.Message.Said != "" { // otherwise Esc would end the lesson
		w.h.Press("esc") // return to the current position and drop the choice
	}
	if asking(p) {
		w.h.Press("esc")
	}
	w.check()
	w.refuted(c)
	answer, err := c.Solution(w.t.Context())
	must(w.t, err)
	tries := c.Tries()
	touched := false
	for _, m := range p.Cursor.Moves {
		if m.Text == answer && m.Track == p.Cursor.Track && len(m.Spots) > 0 && w.rng.IntN(2) == 0 {
			touched = true
			for _, spot := range m.Spots {
				touched = touched && w.h.Click(spot)
				w.check()
			}
			break
		}
	}
	if !touched {
		w.h.Type(answer)
	}
	if c.Tries() != tries {
		w.t.Fatalf("%s is not accepted:\n%s", answer, w.h.Shown())
	}
	w.check()
}

// refuted gives, once in a lesson, a wrong answer whose refutation the board shows. The drawing must disappear with the next key.
func (w *walk) refuted(c *learn.Course) {
	w.t.Helper()
	if w.shown || c.Number == 0 || !c.Unanswered() {
		return
	}
	lessons, err := learn.Of(c.Game)
	must(w.t, err)
	at, _ := c.Step()
	p, goal := w.h.Desk().Play, lessons[c.Number-1].Steps[at-1].Goal
	for _, m := range p.Cursor.Moves {
		wrong, err := c.Game.Info().Course.Try(w.t.Context(), c.State(), goal, m.Text)
		if err != nil || len(wrong.Shown.Marks) == 0 { // for example if the lesson itself names the right moves
			continue
		}
		w.shown = true
		w.h.Type(m.Text)
		if got := p.Advised(); len(got.Marks) == 0 || got.Marks[0] != wrong.Shown.Marks[0] || len(got.Shapes) == 0 {
			w.t.Errorf("the board does not show what refutes %s: %+v", m.Text, got)
		}
		w.h.Press("right")
		if got := p.Advised(); len(got.Marks) > 0 {
			w.t.Errorf("the board still shows what refutes %s: %+v", m.Text, got)
		}
		return
	}
}

// leaveOnce leaves a lesson in the middle and comes back.
func (w *walk) leaveOnce() {
	w.t.Helper()
	c := w.course()
	at, _ := c.Step()
	if _, fresh := c.Place(); w.left || at == 1 || c.Over() || !fresh {
		return
	}
	w.left = true
	w.log = append(w.log, "leave")
	w.h.Press("esc")
	if !asking(w.h.Desk().Play) {
		w.h.Press("esc")
	}
	if !strings.Contains(words(w.h.Shown()), "End this lesson?") {
		w.t.Fatalf("Esc does not ask before the lesson ends:\n%s", w.h.Shown())
	}
	w.h.Press("enter")
	if w.h.Desk().Play.Study.Course() != nil {
		w.t.Fatalf("the lesson does not end:\n%s", w.h.Shown())
	}
	w.h.Type(w.line)
	if again, _ := w.course().Step(); again != at {
		w.t.Errorf("left at step %d, the lesson continues at %d", at, again)
	}
	w.check()
}

// check checks that the page shows the whole question, or its beginning and a key to read the rest. Hints must not draw anything that looks
// like a piece.
func (w *walk) check() {
	w.t.Helper()
	p := w.h.Desk().Play
	if On[*desk.Pager](w.h.Desk()) != nil { // a long text covers the page
		w.h.Press("esc")
	}
	CheckSentences(w.t, w.h.Desk())
	asked, shown := words(p.Study.Question()), words(w.h.Shown())
	if !strings.Contains(shown, asked) {
		begins := strings.Join(strings.Fields(asked)[:3], " ")
		if !strings.Contains(shown, begins) || !strings.Contains(shown, desk.ReadAll) {
			w.t.Fatalf("%s: the page does not show %q:\n%s", p.Goal(), asked, w.h.Shown())
		}
		w.h.Press(desk.ReadKey)
		if On[*desk.Pager](w.h.Desk()) == nil || !strings.Contains(words(w.h.Shown()), asked) {
			w.t.Fatalf("%s: no key shows all of %q:\n%s", p.Goal(), asked, w.h.Shown())
		}
		w.h.Press("esc")
	}
	advised := p.Advised()
	if said := p.Study.Refuted().Sentence; said != "" && said == advised.Sentence {
		return // a refutation draws the moves themselves
	}
	for _, m := range advised.Marks {
		if m.Place {
			w.t.Errorf("a hint draws on %s as if a piece stood there", m.Spot)
		}
	}
	for _, sh := range advised.Shapes {
		if sh.Fill != scene.None {
			w.t.Errorf("a hint draws a filled shape at %v, %v", sh.X, sh.Y)
		}
	}
}

// words returns a text in one line.
func words(text string) string { return strings.Join(strings.Fields(text), " ") }
