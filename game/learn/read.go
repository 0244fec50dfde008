// Package learn leads a person through lessons and puzzles: it reads their texts, checks the person's moves, and keeps a record of the person's
// progress. The games provide the texts and judge moves (game.Course).
//
// read.go describes the form of the texts. course.go leads through a lesson or puzzle, map.go lists lessons by parts and ideas, today.go and own.go
// choose what to practise, run.go has timed runs, and record.go keeps the progress and the rating.
package learn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"attic/game"
	"attic/internal/phrase"
)

// Position is a setup and the moves that lead from it to a position.
type Position struct {
	Setup game.Setup
	Moves []string
}

// State returns the state of the position, or an error that names the move that is not legal.
func (p Position) State(g game.Game) (game.State, error) {
	s, err := g.New(p.Setup)
	if err != nil {
		return nil, err
	}
	for _, text := range p.Moves {
		if s, _, err = s.Play(text); err != nil {
			return nil, fmt.Errorf("%s: %w", phrase.Clip(text), err)
		}
	}
	return s, nil
}

// String writes a position as ParsePlace reads it.
func (p Position) String() string {
	moves := strings.Join(p.Moves, ";")
	if setup := p.Setup.String(); setup != "" {
		return setup + "|" + moves
	}
	return moves
}

// ParsePosition reads moves with semicolons between them. If the setup is not the default one, it comes first, followed by "|": "size=5
// atoms=3|learn; hide a1,c1,c3; fire 3".
func ParsePosition(text string) (Position, error) {
	var p Position
	if setup, moves, ok := strings.Cut(text, "|"); ok {
		var err error
		if p.Setup, err = game.ParseSetup(setup); err != nil {
			return p, err
		}
		text = moves
	}
	for move := range strings.SplitSeq(text, ";") {
		if move = strings.TrimSpace(move); move != "" {
			p.Moves = append(p.Moves, move)
		}
	}
	return p, nil
}

// Lesson teaches one thing in several steps.
type Lesson struct {
	Part    string   // the part of the course to which it belongs: "Strategy"; "" if the course has no parts
	Title   string   // "Holes"
	Teaches []string // the ideas that it teaches, by their names in game.Themer.Themes
	Steps   []Step
}

// Step is a text to read or a move to find.
type Step struct {
	New   bool // the step begins at Place; otherwise it begins where the preceding step ended
	Place Position
	Text  string
	Goal  string   // the goal given to game.Course.Try, or "play" and the right moves; "" if no move is asked for
	Hint  string   // what to look for, before the answer is shown; "" if there is no such hint
	Well  string   // the sentence after a right move, in place of the game's own
	Then  []string // the moves that follow a right one
}

// Lessons reads lessons. The first word of a line is its kind; blank lines and those that begin with # are skipped:
//
//	part TITLE        the lessons that follow belong to this part of the course
//	lesson TITLE      begins a lesson
//	teaches NAME, ... the ideas that the lesson teaches, by their names in hints and reviews (game.Themer)
//	at PLACE          the steps that follow begin here; see ParsePlace
//	back              the steps that follow begin where the last question was asked, before its answer
//	say TEXT          a step to read
//	ask GOAL: TEXT    a step that asks for a move; "ask play c4-d5, c4-d4: TEXT" accepts the moves it names
//	hint TEXT         what to look for, as the first step of a hint
//	well TEXT         the sentence after the move that was asked for
//	then MOVE; MOVE   the moves that follow it
//
// A line that begins with a blank continues the text of the line before. Lessons are numbered in their order, and a person's record holds the
// numbers, so new lessons must come last. For the line "back", the position of the last question must be certain: every other question between that
// question and the last line "at" or "back" before it must be "ask play" with one move.
func Lessons(text string) ([]Lesson, error) {
	var list []Lesson
	var next Step // the position of a step comes before its text
	part := ""
	for n, line := range strings.Split(joined(text), "\n") {
		word, rest := phrase.Cut(line)
		fail := func(format string, args ...any) error {
			return fmt.Errorf("line %d: %s", n+1, fmt.Sprintf(format, args...))
		}
		if line == "" || line[0] == '#' {
			continue
		}
		switch word {
		case "part":
			part = rest
			continue
		case "lesson":
			list = append(list, Lesson{Part: part, Title: rest})
			next = Step{}
			continue
		}
		if len(list) == 0 {
			return nil, fail("a lesson must begin with its title: lesson TITLE")
		}
		l := &list[len(list)-1]
		last := len(l.Steps) - 1
		asked := last >= 0 && l.Steps[last].Goal != ""
		switch {
		case word == "at":
			place, err := ParsePosition(rest)
			if err != nil {
				return nil, fail("%v", err)
			}
			next = Step{New: true, Place: place}
			continue
		case word == "back":
			place, ok := l.asked()
			if !ok {
				return nil, fail("back needs a question whose position is known: every question before it must be \"ask play\" with one move; use at instead")
			}
			next = Step{New: true, Place: place}
			continue
		case word == "teaches" && last < 0:
			for name := range strings.SplitSeq(rest, ",") {
				l.Teaches = append(l.Teaches, strings.TrimSpace(name))
			}
			continue
		case last < 0 && !next.New:
			return nil, fail("a lesson must begin with a position: at PLACE")
		case word == "say":
			next.Text = rest
		case word == "ask":
			var ok bool
			if next.Goal, next.Text, ok = strings.Cut(rest, ": "); !ok {
				return nil, fail("ask takes a goal, a colon and a sentence")
			}
		case word == "hint" && asked:
			l.Steps[last].Hint = rest
			continue
		case word == "well" && asked:
			l.Steps[last].Well = rest
			continue
		case word == "then" && asked:
			place, err := ParsePosition(rest)
			if err != nil {
				return nil, fail("%v", err)
			}
			l.Steps[last].Then = place.Moves
			continue
		default:
			return nil, fail("a line begins with part, lesson, teaches, at, back, say, ask, hint, well or then, not %q", phrase.Clip(word))
		}
		l.Steps = append(l.Steps, next)
		next = Step{}
	}
	return list, nil
}

// asked returns the position in which the last question of a lesson is asked. It returns false if there is no question, or if an earlier answer may vary.
func (l *Lesson) asked() (Position, bool) {
	at := len(l.Steps) - 1
	for at >= 0 && l.Steps[at].Goal == "" {
		at--
	}
	from := at
	for from > 0 && !l.Steps[from].New {
		from--
	}
	if at < 0 {
		return Position{}, false
	}
	place := l.Steps[from].Place
	for _, step := range l.Steps[from:at] {
		if step.Goal == "" {
			continue
		}
		move, only := strings.CutPrefix(step.Goal, "play ")
		if !only || strings.Contains(move, ",") {
			return Position{}, false
		}
		place.Moves = slices.Concat(place.Moves, []string{move}, step.Then)
	}
	return place, true
}

// joined appends to each line the lines that continue it. It replaces those by empty lines, so that line numbers stay the same.
func joined(text string) string {
	lines := strings.Split(text, "\n")
	for i := len(lines) - 1; i > 0; i-- {
		if strings.HasPrefix(lines[i], " ") && strings.TrimSpace(lines[i]) != "" {
			lines[i-1] += " " + strings.TrimSpace(lines[i])
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}

// Puzzle is a position in which the person has to find a move, or that there is none.
type Puzzle struct {
	ID    string // the name of its theme and a number that never changes: "win2-17"
	Theme string
	Level int // from 1, the level of which reference players solve the largest share; see package mining
	Place Position
	Key   string // the only right move, or None
}

// None is the answer to a puzzle that has no right move.
const None = "none"

// Puzzles reads puzzles, one a line: ID, level, position and key with tabs between them.
func Puzzles(text string) ([]Puzzle, error) {
	var list []Puzzle
	known := map[string]bool{}
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		if n++; line == "" {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 4 {
			return nil, fmt.Errorf("line %d: a puzzle has an ID, a level, a place and a key with tabs between them", n)
		}
		p := Puzzle{ID: fields[0], Key: fields[3]}
		var numbered bool
		p.Theme, _, numbered = strings.Cut(p.ID, "-")
		level, err := strconv.Atoi(fields[1])
		if p.Level = level; err == nil {
			p.Place, err = ParsePosition(fields[2])
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("line %d: %w", n, err)
		case !numbered || p.Key == "" || known[p.ID]:
			return nil, fmt.Errorf("line %d: %q needs a number of its own after its theme, and a key", n, phrase.Clip(p.ID))
		}
		known[p.ID] = true
		list = append(list, p)
	}
	return list, nil
}

// holds reports whether a text in the form for Puzzles has a puzzle with this ID.
func holds(text, id string) bool {
	return strings.HasPrefix(text, id+"\t") || strings.Contains(text, "\n"+id+"\t")
}
