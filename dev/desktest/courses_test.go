package desktest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/race"
	"attic/game"
	"attic/games/ataxx"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// school is Ataxx with two lessons and two puzzles for tests.
type school struct{ ataxx.Game }

const schoolStart = "fen 7/2oo3/3o3/1x5/7/7/7 x 0 1;start"

func (g school) Info() game.Info {
	info := g.Game.Info()
	info.Course = game.Course{Lessons: g.Lessons(), Puzzles: g.Puzzles(), Themes: g.Themes(), Try: g.Try}
	return info
}

func (school) Lessons() string {
	return "lesson Grow\nat " + schoolStart + "\nsay A piece grows.\nask play b4-c5: Take three pieces.\nhint Look around c5.\nwell Well done.\nthen -\nask play b4-a4: Go left.\n" +
		"lesson Jump\nat " + schoolStart + "\nask play b4-d4: Jump right.\n"
}

func (school) Puzzles() string {
	return "most-1\t3\t" + schoolStart + "\tb4-c5\nmost-2\t4\t" + schoolStart + ";b4-c4\tnone\n"
}

func (school) Themes() []game.Theme {
	return []game.Theme{{Name: "most", Title: "Most", Task: "Take the most.", Hint: "Look closely."}}
}

func (school) Try(_ context.Context, s game.State, _, move string) (game.Tried, error) {
	_, m, err := s.Play(move)
	return game.Tried{Good: m.Text == "b4-c5", Why: map[bool]string{true: "That takes three.", false: "Too little."}[m.Text == "b4-c5"]}, err
}

// sitAtSchool returns a desk at a started game of school.
func sitAtSchool(t *testing.T) *bare {
	t.Helper()
	m, err := match.New(school{}, game.Setup{Options: "start=yes"})
	must(t, err)
	m.Players[1].Program = false // keep the computer from moving
	b := &bare{}
	b.desk = desk.New(desk.Config{
		Games: []game.Game{school{}}, May: command.Everything, NoMotion: true, Display: b, Table: table.New(table.Config{Match: m}),
		Store: store.Open(t.TempDir(), func(string) (game.Game, bool) { return school{}, true }),
	})
	t.Cleanup(func() { must(t, b.desk.Close()) })
	return b
}

func TestCourses(t *testing.T) {
	const grow, first, again = "Lesson 1: Grow (2 of 3)", "Take three pieces.", "h: hint."
	const most, task = "Puzzle most-1: Most", "Your move: red. Take the most."
	for _, c := range []struct {
		what, script string
		goal, asked  string
		said, keys   string
	}{
		{"a step to read", ":lesson", "Lesson 1: Grow (1 of 3)", "A piece grows.", "", "Enter: go on."},
		{"Enter continues", ":lesson\nenter", grow, first, "", again},
		{"n continues", ":lesson\nn", grow, first, "", again},
		{"the button continues", ":lesson\nclick key:n", grow, first, "", again},
		{"n waits for the answer", ":lesson\nn n", grow, first, "First answer the question; press Hint (h) for help.", again},
		{"a sentence about the square under the cursor", ":lesson\nn\nright", grow, first, "c4 is empty; first choose a red piece.", again},
		{"a sentence about the square under the pointer", ":lesson\nn\npoint d6", grow, first, "d6 holds a blue piece; first choose a red piece.", again},
		{"a wrong answer", ":lesson\nn\n:b4-b5", grow, first, "b4-b5 is not the answer.", again},
		{"a wrong answer by touch", ":lesson\nn\nclick b4\nclick b5", grow, first, "b4-b5 is not the answer.", again},
		{"no legal move", ":lesson\nn\n:b4-d6", grow, first, "d6 is occupied", again},
		{"Esc removes the message", ":lesson\nn\n:b4-b5\nesc", grow, first, "", again},
		{"Esc drops the choice", ":lesson\nn\nclick b4\nesc", grow, first, "", again},
		{"undo takes nothing back", ":lesson\nn u", grow, first, "A wrong answer changes nothing here", again},
		{"the first hint", ":lesson\nn h", grow, first, "Look around c5.", again},
		{"the second hint", ":lesson\nn h h", grow, first, "One of these is right: b4-b5, b4-c5 or b4-a4.", again},
		{"the third hint", ":lesson\nn h h h", grow, first, "The answer: b4-c5 would", again},
		{"the answer stays the last step", ":lesson\nn h h h\nright\nh", grow, first, "The answer: b4-c5 would", again},
		{"the right answer", ":lesson\nn\nclick b4\nclick c5", grow, first, "Well done. Blue passed.", "Enter: go on."},
		{"the praise stays while the cursor moves", ":lesson\nn\nclick b4\nclick c5\nleft up", grow, first, "Well done. Blue passed.", "Enter: go on."},
		{"the next step continues from there", ":lesson\nn\n:b4-c5\nn", "Lesson 1: Grow (3 of 3)", "Go left.", "", again},
		{"a hint ends with its step", ":lesson\nn h h h\n:b4-c5\nn", "Lesson 1: Grow (3 of 3)", "Go left.", "", again},
		{"the end of a lesson", ":lesson\nn\n:b4-c5\nn\n:b4-a4", "Lesson 1: Grow (3 of 3)", "Go left.", "Red extended b4-a4", "That was lesson 1. The next one is lesson 2, Jump. n: go on. Esc: end."},
		{"the next lesson", ":lesson\nn\n:b4-c5\nn\n:b4-a4\nn", "Lesson 2: Jump", "Jump right.", "", again},
		{"the end of the last lesson", ":lesson 2\n:b4-d4", "Lesson 2: Jump", "Jump right.", "Red jumped b4-d4", "That was the last lesson. Puzzles come next. n: go on."},
		{"puzzles after the last lesson", ":lesson 2\n:b4-d4\nn", "Puzzle most-1: Most", task, "", "Press 0 if there is no such move."},
		{"a lesson that was done is not offered again", ":lesson\nn\n:b4-c5\nn\n:b4-a4\n:lesson", "Lesson 2: Jump", "Jump right.", "", again},
		{"a lesson by its number", ":lesson 2", "Lesson 2: Jump", "Jump right.", "", again},
		{"no such lesson", ":lesson 3", "", "", "Ataxx has lessons 1 to 2, not 3.", ""},
		{"a lesson that is not a number", ":lesson x", "", "", `Lesson takes a number from 1 to 2, the name of an idea, or list, not "x".`, ""},
		{"the position begins the lesson", ":lesson 2\n[ [\nclick a7", "Lesson 2: Jump", "Jump right.", "a7 is empty", again},
		{"back, and no answer there", ":lesson\nn\n:b4-c5\n[\n:b4-b5", grow, first, "This step needs no answer", "Enter: go on."},
		{"back, and by touch", ":lesson\nn\n:b4-c5\nn [ [\nclick b4\nclick b5", "Lesson 1: Grow (3 of 3)", "Go left.", "This is an earlier position", "Esc: back to the question."},
		{"Esc returns to the question", ":lesson\nn\n:b4-c5\nn [ esc", "Lesson 1: Grow (3 of 3)", "Go left.", "", again},
		{"back to the step before", ":lesson\nn [", "Lesson 1: Grow (1 of 3)", "A piece grows.", "", "Enter: go on."},
		{"forward to the next step", ":lesson\n]", grow, first, "", again},
		{"back past an answer and moves", ":lesson\nn\n:b4-c5\nn [ [ [", grow, first, "", "h: hint."},
		{"back past all steps", ":lesson\nn\n:b4-c5\nn [ [ [ [", "Lesson 1: Grow (1 of 3)", "A piece grows.", "", "Enter: go on."},
		{"a question is answered before the next step", ":lesson\nn ]", grow, first, "This is the latest position.", again},
		{"no step before the first", ":lesson\n[", "Lesson 1: Grow (1 of 3)", "A piece grows.", "This is the beginning.", "Enter: go on."},
		{"a puzzle", ":puzzle most-1", most, task, "", "h: hint. Press 0 if there is no such move."},
		{"a hint of a puzzle", ":puzzle most-1\nh", most, task, "Look closely.", "h: hint."},
		{"the second hint of a puzzle", ":puzzle most-1\nh h", most, task, "One of these is right: b4-b5, b4-c5 or b4-a4.", "h: hint."},
		{"the third hint of a puzzle", ":puzzle most-1\nh h h", most, task, "The answer: b4-c5 would", "h: hint."},
		{"wrong", ":puzzle most-1\n:b4-b5", most, task, "b4-b5 is not the answer. Too little.", "h: hint."},
		{"there is one", ":puzzle most-1\n0", most, task, "Wrong: there is such a move.", "h: hint."},
		{"right", ":puzzle most-1\n:b4-c5", most, "Take the most.", "That takes three. Red extended", "Your rating: known after 8 to 16 puzzles. n: another puzzle. Esc: end."},
		{"a right 0", ":puzzle most-2\n0", "Puzzle most-2: Most", "Take the most.", "Right: there is no such move.", "Your rating: known after 8 to 16 puzzles."},
		{"another puzzle", ":puzzle most-1\n:b4-c5\nn", "Puzzle most-2: Most", "Your move: blue. Take the most.", "", ""},
		{"0 in a lesson", ":lesson 2\n:none", "Lesson 2: Jump", "Jump right.", "This step asks for a move.", again},
		{"a puzzle passed over", ":puzzle most-1\nn", "Puzzle most-2: Most", "Your move: blue. Take the most.", "", "Press 0 if there is no such move."},
		{"a pasted answer", ":puzzle most-1\npaste b4-b5\\nc6-c5", most, task, "b4-b5 is not the answer.", "h: hint."},
		{"another machine", ":puzzle most-1\nN", most, task, "First end the lesson or puzzle", "h: hint."},
		{"a review", ":puzzle most-1\nv", most, task, "First end the lesson or puzzle", "h: hint."},
		{"no such puzzle", ":puzzle least", "", "", `No puzzle of Ataxx is called "least"`, ""},
		{"a general command", ":lesson 2\n:resign", "Lesson 2: Jump", "Jump right.", `Unknown command or move "resign"`, again},
		{"the question, typed", ":lesson 2\n:question", "Lesson 2: Jump", "Jump right.", "The piece on b4 can extend", again},
		{"leaving an untouched puzzle does not ask", ":puzzle most-1\nesc", "", "", "The piece on a7 can extend", "Red to move."},
		{"leaving a puzzle asks", ":puzzle most-1\n:b4-b5\nesc esc", most, task, "End this puzzle? You have not solved it yet.", "Enter: end it. Esc: keep playing."},
		{"leaving a solved puzzle does not ask", ":puzzle most-1\n:b4-c5\nesc", "", "", "The piece on a7 can extend", "Red to move."},
		{"leaving a lesson asks", ":lesson\nn\nesc", grow, first, "End this lesson? It continues near this step when you start it again.", "Enter: end it. Esc: keep playing."},
		{"leaving an untouched lesson goes back to the game", "click a7\nclick a6\n:lesson 2\nesc", "", "", "Red extended a7-a6", "Blue to move"},
		{"leaving a lesson by a command", "click a7\nclick a6\n:lesson 2\n:leave", "", "", "Red extended a7-a6", "Blue to move"},
		{"the game continues", "click a7\nclick a6\n:lesson 2\n:leave\n:u", "", "", "", ""},
		{"a lesson continues at the step that was left", ":lesson\nn\n:b4-c5\nn\n:leave\n:lesson", grow, first, "You left this lesson earlier; it continues at step 2.", "h: hint."},
	} {
		t.Run(c.what, func(t *testing.T) {
			b := sitAtSchool(t)
			Do(t, b, c.script, nil)
			p := b.desk.Play
			if asked := p.Study.Question(); asked != c.asked {
				t.Errorf("%q is asked, want %q", asked, c.asked)
			}
			said, keys := p.Sentences(func(string) bool { return true })
			if !strings.HasPrefix(said, c.said) || c.said == "" && c.goal != "" && said != "" && c.keys != "" || !strings.Contains(keys, c.keys) {
				t.Errorf("the sentences are\n%q\n%q; want\n%q\n%q", said, keys, c.said, c.keys)
			}
			if course := p.Study.Course(); (course != nil) != (c.goal != "") || course != nil && p.Goal() != c.goal {
				t.Errorf("the heading is %q, want %q", p.Goal(), c.goal)
			}
		})
	}
}

// The list of lessons has a heading for each part, with the number of lessons done; the cursor skips headings. The list opens at the next
// lesson, and starts the lesson chosen by a key or the mouse.
func TestListOfLessons(t *testing.T) {
	for _, c := range []struct{ what, script, chosen, goal string }{
		{"the next lesson", "f4", "1 Extend (next)", ""},
		{"by a command", ":lesson list", "1 Extend (next)", ""},
		{"headings cannot be chosen", "f4 up up", "1 Extend (next)", ""},
		{"Down", "f4 down down", "3 Take pieces", ""},
		{"Enter begins it", "f4 down enter", "", "Lesson 2: Jump (1 of 6)"},
		{"a click", "f4\nclick key:line lesson 3", "", "Lesson 3: Take pieces (1 of 7)"},
		{"in a lesson", ":lesson 4;next\nf4", "4 Holes, step 2 of 6", "Lesson 4: Holes (2 of 6)"},
		{"Escape", "f4 esc", "", ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			b := sitBare(t, "ataxx", "")
			Do(t, b, c.script, nil)
			ch := On[*desk.Chooser](b.desk)
			if (ch != nil) != (c.chosen != "") {
				t.Fatalf("the list is open: %v", ch != nil)
			}
			if ch != nil {
				if item := ch.Word.Items[ch.At]; !strings.Contains(item.Label, c.chosen) || item.Text == "" {
					t.Errorf("%q is chosen", item.Label)
				}
				shown, _ := ch.Fit(1, 6)
				heads := 0
				for _, item := range shown {
					if item.Head != strings.Contains(item.Label, "[") || item.Head && item.Chosen {
						t.Errorf("%+v", item)
					}
					if item.Head {
						heads++
					}
				}
				if heads == 0 && ch.At < 3 {
					t.Error("no part has a heading")
				}
			}
			if goal := b.desk.Play.Goal(); c.goal != "" && goal != c.goal {
				t.Errorf("%q begins, want %q", goal, c.goal)
			}
		})
	}
}

// The last step of a hint leads to the lesson that teaches its idea. After the lesson, the game continues.
func TestLessonOfAHint(t *testing.T) {
	race.Plain(t)
	b := sitBare(t, "ataxx", "")
	Do(t, b, ":fen 1x5/1-2oo-/1xo2x1/1ooo1oo/2ooxxx/1-o1x-x/o6 o;start", nil)
	p := b.desk.Play
	before := viewText(t, p.Now.View)
	for range 6 {
		b.Press("h")
		for p.Person.Hinting() {
			<-p.Person.Ready()
		}
		b.desk.News()
		if answers := p.Controls().Answers; len(answers) > 0 && answers[0].Key == desk.OfferKey+"f4" {
			b.Press("f4")
			if c := p.Study.Course(); c == nil || !strings.Contains(strings.ToLower(answers[0].Label), strings.ToLower(fmt.Sprintf("lesson %d", c.Number))) {
				t.Fatalf("%q leads to %q", answers[0].Label, p.Goal())
			}
			Do(t, b, ":leave", nil)
			if after := viewText(t, p.Now.View); after != before || p.Study.Course() != nil {
				t.Errorf("after the lesson the board is\n%s\nnot\n%s", after, before)
			}
			return
		}
	}
	t.Errorf("no step of the hint names a lesson:\n%s", b.Shown())
}

// The help of a lesson lists the lesson's keys first, and no key that has no effect there.
func TestHelpInLessons(t *testing.T) {
	for _, c := range []struct {
		script string
		course bool
	}{{"?", false}, {":lesson\n?", true}} {
		b := sitAtSchool(t)
		Do(t, b, c.script, nil)
		rows := map[string]string{}
		for _, block := range On[*desk.Pager](b.desk).Text {
			for _, row := range block.Rows {
				rows[row[0]] = row[1]
			}
		}
		if hint, list, undo := rows["`h` `H`"], rows["`r`"], rows["`u`"]; strings.Contains(hint, "what to look for") != c.course || strings.Contains(list, "question") != c.course || (undo == "") != c.course {
			t.Errorf("lesson %v: help says\n%q\n%q\n%q", c.course, hint, list, undo)
		}
	}
}
