package desktest

import (
	"context"
	"strings"
	"testing"

	"attic/desk"
	"attic/game"
	"attic/games/ataxx"
	"attic/match"
	"attic/store"
	"attic/table"
)

// school is Ataxx with two lessons and two puzzles for tests.
type school struct{ ataxx.Game }

const schoolStart = "fen 7/2oo3/3o3/1x5/7/7/7 x 0 1;start"

func (school) Lessons() string {
	return "lesson Grow\nat " + schoolStart + "\nsay A piece grows.\nask play b4-c5: Take three pieces.\nwell Well done.\nthen -\nask play b4-a4: Go left.\n" +
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
	m.Players[1].Program = false // so that nothing happens by itself
	b := &bare{}
	b.desk = desk.New(desk.Config{
		Games: []game.Game{school{}}, NoMotion: true, Display: b, Table: table.New(table.Config{Match: m}),
		Store: store.Open(t.TempDir(), func(string) (game.Game, bool) { return school{}, true }),
	})
	t.Cleanup(func() { must(t, b.desk.Close()) })
	return b
}

func TestCourses(t *testing.T) {
	const first, again = "Take three pieces.", "h: hint."
	for _, c := range []struct {
		what, script  string
		goal          string
		first, second string
	}{
		{"a step to read", ":lesson", "Lesson 1: Grow (1 of 3)", "A piece grows.", "Enter: go on."},
		{"Enter goes on", ":lesson\nenter", "Lesson 1: Grow (2 of 3)", first, again},
		{"so does n", ":lesson\nn", "Lesson 1: Grow (2 of 3)", first, again},
		{"and the button", ":lesson\nclick key:n", "Lesson 1: Grow (2 of 3)", first, again},
		{"n waits for the answer", ":lesson\nn n", "Lesson 1: Grow (2 of 3)", "First find the move; press Hint (h) for help.", first + " " + again},
		{"a wrong answer", ":lesson\nn\n:b4-b5", "Lesson 1: Grow (2 of 3)", "b4-b5 is not it.", first + " " + again},
		{"by touching it", ":lesson\nn\nclick b4\nclick b5", "Lesson 1: Grow (2 of 3)", "b4-b5 is not it.", first + " " + again},
		{"no legal move", ":lesson\nn\n:b4-d6", "Lesson 1: Grow (2 of 3)", "d6 is occupied", first + " " + again},
		{"Escape shows the question again", ":lesson\nn\n:b4-b5\nesc", "Lesson 1: Grow (2 of 3)", first, again},
		{"undo takes nothing back", ":lesson\nn u", "Lesson 1: Grow (2 of 3)", "A wrong answer changes nothing here", first + " " + again},
		{"a hint of a lesson", ":lesson\nn h", "Lesson 1: Grow (2 of 3)", "The answer: b4-c5 would", first + " " + again},
		{"the right answer", ":lesson\nn\nclick b4\nclick c5", "Lesson 1: Grow (2 of 3)", "Well done. Blue passed.", "Enter: go on."},
		{"what follows goes on from there", ":lesson\nn\n:b4-c5\nn", "Lesson 1: Grow (3 of 3)", "Go left.", again},
		{"the end of a lesson", ":lesson\nn\n:b4-c5\nn\n:b4-a4", "Lesson 1: Grow (3 of 3)", "Red extended b4-a4", "n: next lesson. Esc: end."},
		{"the next lesson", ":lesson\nn\n:b4-c5\nn\n:b4-a4\nn", "Lesson 2: Jump", "Jump right.", again},
		{"a lesson that was done is not offered again", ":lesson\nn\n:b4-c5\nn\n:b4-a4\n:lesson", "Lesson 2: Jump", "Jump right.", again},
		{"a lesson by its number", ":lesson 2", "Lesson 2: Jump", "Jump right.", again},
		{"no such lesson", ":lesson 3", "", "Ataxx has lessons 1 to 2, not 3.", ""},
		{"no number", ":lesson x", "", `Lesson takes a number from 1 to 2, not "x".`, ""},
		{"back, and no answer there", ":lesson 2\n[\nclick a7", "Lesson 2: Jump", "", again},
		{"a puzzle", ":puzzle most-1", "Puzzle most-1: Most", "Red to move. Take the most.", "h: hint. 0: there is none."},
		{"a hint of a puzzle", ":puzzle most-1\nh", "Puzzle most-1: Most", "Look closely.", "Red to move. Take the most."},
		{"twice", ":puzzle most-1\nh h", "Puzzle most-1: Most", "The answer: b4-c5 would", "Red to move. Take the most."},
		{"wrong", ":puzzle most-1\n:b4-b5", "Puzzle most-1: Most", "b4-b5 is not it. Too little.", "Red to move. Take the most."},
		{"there is one", ":puzzle most-1\n0", "Puzzle most-1: Most", "There is one.", "Red to move. Take the most."},
		{"right", ":puzzle most-1\n:b4-c5", "Puzzle most-1: Most", "That takes three. Red extended", "Your rating: 1024. n: another puzzle. Esc: end."},
		{"there is none", ":puzzle most-2\n0", "Puzzle most-2: Most", "Right: there is none.", "Your rating: 10"},
		{"another puzzle", ":puzzle most-1\n:b4-c5\nn", "Puzzle most-2: Most", "", ""},
		{"none in a lesson", ":lesson 2\n:none", "Lesson 2: Jump", "This step asks for a move.", "Jump right. " + again},
		{"a puzzle passed over", ":puzzle most-1\nn", "Puzzle most-2: Most", "Blue to move. Take the most.", "0: there is none."},
		{"a pasted answer", ":puzzle most-1\npaste b4-b5\\nc6-c5", "Puzzle most-1: Most", "b4-b5 is not it.", "Take the most."},
		{"another machine", ":puzzle most-1\nN", "Puzzle most-1: Most", "First end the lesson or puzzle", "Take the most."},
		{"no such puzzle", ":puzzle least", "", `No puzzle of Ataxx is called "least"`, ""},
		{"a general command", ":lesson 2\n:resign", "Lesson 2: Jump", `Unknown command or move "resign"`, "Jump right."},
		{"leaving asks", ":lesson 2\nesc", "Lesson 2: Jump", "End this lesson or puzzle?", "Enter: end it. Esc: keep playing."},
		{"and goes back to the game", "click a7\nclick a6\n:lesson 2\nesc enter", "", "Red extended a7-a6", "Blue to move"},
		{"by a command too", "click a7\nclick a6\n:lesson 2\n:leave", "", "Red extended a7-a6", "Blue to move"},
		{"the game goes on", "click a7\nclick a6\n:lesson 2\n:leave\n:u", "", "", ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			b := sitAtSchool(t)
			Do(t, b, c.script, nil)
			p := b.desk.Play
			said, second := p.Sentences(func(string) bool { return true })
			if !strings.HasPrefix(said, c.first) || !strings.Contains(second, c.second) {
				t.Errorf("the sentences are\n%q\n%q; want\n%q\n%q", said, second, c.first, c.second)
			}
			if course := p.Course(); (course != nil) != (c.goal != "") || course != nil && p.Goal() != c.goal {
				t.Errorf("the heading is %q, want %q", p.Goal(), c.goal)
			}
		})
	}
}
