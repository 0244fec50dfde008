package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"attic/game"
	"attic/internal/phrase"
)

// Course is a person's progress through a lesson or a puzzle. A puzzle is a lesson of one step. It is not safe for concurrent use.
type Course struct {
	Game   game.Game
	Number int    // the number of the lesson, from 1; 0 for a puzzle
	Puzzle Puzzle // zero for a lesson
	Day    string // the day of a daily puzzle: "2026-11-22"; otherwise ""

	title  string
	steps  []Step
	at     int
	state  game.State
	goal   string   // the goal of the next move, which changes with the other side's replies; "" if no move is asked for
	first  bool     // nothing has been answered yet at this step
	hints  int      // the number of steps of the hint given for this goal, up to hintSteps
	solved bool     // the step is answered
	again  bool     // the step begins as if it set up its position, although the position is that of an earlier step
	own    *Mistake // the mistake that is the puzzle, or nil
	better Judge    // judges the answers, unless the mistake has a goal

	tries  int  // wrong answers
	helped bool // the right answer was shown
}

var errNoAnswer = errors.New("this step needs no answer")

// NewLesson starts lesson n, from 1, of a game.
func NewLesson(g game.Game, n int) (*Course, error) {
	list, err := Of(g)
	switch {
	case err != nil:
		return nil, err
	case n < 1 || n > len(list):
		return nil, fmt.Errorf("%s has lessons 1 to %d, not %d", g.Info().Title, len(list), n)
	}
	c := &Course{Game: g, Number: n, title: list[n-1].Title, steps: list[n-1].Steps}
	return c, c.begin()
}

// NewPuzzle starts a puzzle of a game.
func NewPuzzle(g game.Game, p Puzzle) (*Course, error) {
	if g.Info().Course.Try == nil {
		return nil, noLessons(g)
	}
	theme, err := asked(g, p.Theme)
	if err != nil {
		return nil, err
	}
	c := &Course{Game: g, Puzzle: p, title: theme.Title}
	c.steps = []Step{{New: true, Place: p.Place, Goal: theme.Name}}
	err = c.begin()
	c.steps[0].Text = c.task(theme)
	return c, err
}

// task returns the task of a theme in the position of the step.
func (c *Course) task(theme game.Theme) string {
	if c.state == nil || c.state.ToMove() < 0 || !strings.Contains(theme.Task, "{other}") {
		return theme.Task
	}
	return strings.ReplaceAll(theme.Task, "{other}", c.Game.Info().Side(1-c.state.ToMove()))
}

// Judge judges a legal move of the side to move in the position of a mistake, in a bounded time.
type Judge func(ctx context.Context, s game.State, m Mistake, move string) (game.Tried, error)

// NewMistake starts a puzzle whose position is that of a mistake. Any move that judge finds good is right. If the mistake has a Goal, the game judges
// the answers in the same way as those of its puzzles.
func NewMistake(g game.Game, m Mistake, judge Judge) (*Course, error) {
	place, err := ParsePosition(m.Place)
	if err != nil {
		return nil, err
	}
	c := &Course{Game: g, Puzzle: Puzzle{ID: m.ID, Place: place, Key: m.Better}, title: "one of your moves", own: &m}
	if m.Goal != "" {
		theme, err := asked(g, m.Goal)
		if err != nil {
			return nil, err
		}
		c.steps = []Step{{New: true, Place: place, Goal: m.Goal, Text: strings.TrimSpace(m.Says + " " + theme.Task)}}
		return c, c.begin()
	}
	c.better = judge
	step := Step{New: true, Place: place, Goal: m.ID}
	step.Text = fmt.Sprintf("Here you played %s, which lost %.0f%% of your chance of winning. Find a better move.", m.Played, 100*m.Lost)
	if m.Theme != "" {
		step.Hint = "The idea is: " + m.Theme + "."
	}
	c.steps = []Step{step}
	return c, c.begin()
}

// asked returns a theme that must be one of the game's puzzles.
func asked(g game.Game, name string) (game.Theme, error) {
	theme, ok := ThemeOf(g, name)
	if !ok {
		return theme, fmt.Errorf("%s has no puzzles called %q", g.Info().Title, phrase.Clip(name))
	}
	return theme, nil
}

func noLessons(g game.Game) error {
	return fmt.Errorf("%s has neither lessons nor puzzles", g.Info().Title)
}

// Of returns the lessons of a game.
func Of(g game.Game) ([]Lesson, error) {
	course := g.Info().Course
	if course.Try == nil {
		return nil, noLessons(g)
	}
	return lessonsRead.of(course.Lessons, Lessons)
}

// ThemeOf returns a theme of a game's puzzles by its name.
func ThemeOf(g game.Game, name string) (game.Theme, bool) {
	for _, t := range g.Info().Course.Themes {
		if t.Name == name {
			return t, true
		}
	}
	return game.Theme{}, false
}

// ThemeNames lists the names of the themes of a game's puzzles, the easiest first.
func ThemeNames(g game.Game) (names []string) {
	for _, t := range g.Info().Course.Themes {
		names = append(names, t.Name)
	}
	return names
}

func (c *Course) begin() error {
	step := c.steps[c.at]
	if step.New {
		s, err := step.Place.State(c.Game)
		if err != nil {
			return err
		}
		c.state = s
	}
	c.goal, c.first, c.hints, c.solved, c.again = step.Goal, true, 0, step.Goal == "", false
	return nil
}

// Step returns the number of the current step, from 1, and the number of steps.
func (c *Course) Step() (at, of int) { return c.at + 1, len(c.steps) }

// State returns the position of the step, after the right answers so far.
func (c *Course) State() game.State { return c.state }

// Place returns the position where the step begins, and true. It returns false if the step continues from the preceding one.
func (c *Course) Place() (Position, bool) {
	return c.steps[c.fresh(c.at)].Place, c.steps[c.at].New || c.again
}

// Title names the lesson or the puzzle: "Lesson 3: Jump".
func (c *Course) Title() string {
	switch {
	case c.Number > 0:
		return fmt.Sprintf("Lesson %d: %s", c.Number, c.title)
	case c.Day != "":
		return fmt.Sprintf("Puzzle of %s: %s", c.Day, c.title)
	case c.Puzzle.ID == "":
		return c.title
	}
	return fmt.Sprintf("Puzzle %s: %s", c.Puzzle.ID, c.title)
}

// Text returns the text of the step. In a puzzle that waits for an answer, the text says whose turn it is.
func (c *Course) Text() string {
	text := c.steps[c.at].Text
	switch {
	case c.Number > 0 || c.solved:
		return text
	case !c.first:
		text = "Right so far; find the next move."
		if theme, ok := ThemeOf(c.Game, c.goal); ok {
			text = "Right so far. " + c.task(theme)
		}
	}
	if !c.Game.Info().Open { // only the person moves, so the turn is not shown
		return text
	}
	turn := c.state.View(max(c.state.ToMove(), 0)).Status().Turn
	if game.Typed(turn) != turn { // turn names a command, which cannot be an answer
		turn = "Your move: " + c.Game.Info().Side(c.state.ToMove()) + "."
	}
	return strings.TrimSpace(turn + " " + text)
}

// Retold returns the first sentence of the step if it repeats the move made just before the step, because a front-end has already reported that move;
// otherwise "". A sentence with a colon does not count, because it contains a conclusion, which is not reported elsewhere.
func (c *Course) Retold() string {
	if _, fresh := c.Place(); fresh || c.at == 0 || len(c.steps[c.at-1].Then) == 0 {
		return ""
	}
	said, _, _ := strings.Cut(strings.TrimSuffix(c.Text(), "."), ". ")
	if strings.Contains(said, ":") || !slices.ContainsFunc(c.Game.Info().Seats, func(s game.Seat) bool { return strings.HasPrefix(said, s.Name+" ") }) {
		return ""
	}
	return said + "."
}

// Longest returns the longest text of any step, so that a page can keep enough room for all of them.
func (c *Course) Longest() string {
	longest := c.Text()
	for _, s := range c.steps {
		if utf8.RuneCountInString(s.Text) > utf8.RuneCountInString(longest) {
			longest = s.Text
		}
	}
	return longest
}

// Resume moves a lesson that has just begun to a step that begins with a position of the lesson, before any answer. It picks the last such step up to
// the one in the parameter at, counted from 1, and reports whether that is beyond the first step.
func (c *Course) Resume(at int) (bool, error) {
	err := c.reach(min(at, len(c.steps)) - 1)
	return c.at > 0, err
}

// Return goes back to the last step before this one that begins with a position of the lesson, before any answer. It reports whether there is such a
// step; in a puzzle there is none.
func (c *Course) Return() (bool, error) {
	if !c.Returns() {
		return false, nil
	}
	return true, c.reach(c.at - 1)
}

// reach begins a step that starts with a position of the lesson, before any answer: the last one whose index is at most the parameter last.
func (c *Course) reach(last int) error {
	c.at = c.fresh(last)
	err := c.begin()
	for err == nil && c.at < last && c.goal == "" {
		c.at++
		err = c.begin()
	}
	c.again = true
	return err
}

// Returns reports whether there is a step for Return.
func (c *Course) Returns() bool { return c.Number > 0 && c.at > 0 }

// fresh returns the index of the last step up to index i that sets up its own position.
func (c *Course) fresh(i int) int {
	for i > 0 && !c.steps[i].New {
		i--
	}
	return max(i, 0)
}

// Asks reports whether the step waits for an answer.
func (c *Course) Asks() bool { return !c.solved }

// Free reports whether the step asks for a whole game, in which every move is right.
func (c *Course) Free() bool { return c.goal == game.WholeGame }

// Unanswered reports whether nothing has been answered at the step yet.
func (c *Course) Unanswered() bool { return c.first }

// Denies reports whether None, which says that there is no such move, is a possible answer.
func (c *Course) Denies() bool { return c.Number == 0 && c.better == nil && c.first && !c.solved }

// Own returns the mistake that is the puzzle, and true. For any other puzzle and for lessons it returns false.
func (c *Course) Own() (Mistake, bool) {
	if c.own == nil {
		return Mistake{}, false
	}
	return *c.own, true
}

// Last reports whether no step follows.
func (c *Course) Last() bool { return c.at+1 == len(c.steps) }

// Over reports whether the last step is done.
func (c *Course) Over() bool { return c.solved && c.Last() }

// Clean reports whether everything was found at the first try, without a hint that names the answer.
func (c *Course) Clean() bool { return c.tries == 0 && !c.helped }

// Tries returns the number of wrong answers.
func (c *Course) Tries() int { return c.tries }

// Helped reports whether an answer was shown.
func (c *Course) Helped() bool { return c.helped }

// Next goes to the next step. It fails if the current step is not answered yet or is the last.
func (c *Course) Next() error {
	if c.Asks() || c.Last() {
		return errors.New("there is no next step")
	}
	c.at++
	return c.begin()
}

// Answer is the reply to a move.
type Answer struct {
	Good  bool
	Said  string       // sentences about the move
	Shown game.Preview // the refutation of a wrong answer, as in game.Tried
	Moves []string     // after a right answer: the move and those that follow it, to be played on the board
}

// Try answers with a move, or with None. The error of a move that is not legal wraps game.ErrIllegal.
func (c *Course) Try(ctx context.Context, text string) (Answer, error) {
	if c.solved {
		return Answer{}, errNoAnswer
	}
	if text == None {
		return c.denied()
	}
	after, move, err := c.state.Play(text)
	if err != nil {
		return Answer{}, err
	}
	tried, err := c.judge(ctx, move)
	if err != nil {
		return Answer{}, err
	}
	switch {
	case tried.Good:
	case tried.Aside:
		return Answer{Said: tried.Why}, nil
	default:
		c.tries++
		if strings.Contains(move.Text, " ") && tried.Why != "" { // a sentence must not begin with a command
			return Answer{Said: "No. " + tried.Why, Shown: tried.Shown}, nil
		}
		return Answer{Said: strings.TrimSpace(move.Text + " is not the answer. " + tried.Why), Shown: tried.Shown}, nil
	}
	a := Answer{Good: true, Said: tried.Why, Moves: []string{move.Text}}
	step := c.steps[c.at]
	more := step.Then
	switch {
	case tried.Reply != "":
		more = []string{tried.Reply}
	case tried.Goal != "":
		more = nil
	default:
		a.Said = cmp.Or(step.Well, a.Said)
	}
	for _, text := range more {
		next, move, err := after.Play(text)
		if err != nil {
			return Answer{}, err
		}
		after, a.Moves = next, append(a.Moves, move.Text)
	}
	c.state, c.goal, c.first, c.hints, c.solved = after, tried.Goal, false, 0, tried.Goal == ""
	return a, nil
}

func (c *Course) judge(ctx context.Context, move game.Move) (game.Tried, error) {
	if moves, ok := strings.CutPrefix(c.goal, "play "); ok {
		good := slices.ContainsFunc(strings.Split(moves, ","), func(text string) bool {
			_, m, err := c.state.Play(strings.TrimSpace(text))
			return err == nil && m.Text == move.Text
		})
		return game.Tried{Good: good}, nil
	}
	if c.better != nil {
		return c.better(ctx, c.state, *c.own, move.Text)
	}
	tried, err := c.Game.Info().Course.Try(ctx, c.state, c.goal, move.Text)
	if c.Number == 0 && c.first {
		switch {
		case c.Puzzle.Key == None:
			tried.Good = false
		case errors.Is(err, context.DeadlineExceeded): // the search ran out of time: the puzzle's key decides
			tried, err = game.Tried{Good: c.Puzzle.Key == move.Text}, nil
		}
	}
	return tried, err
}

func (c *Course) denied() (Answer, error) {
	switch {
	case !c.Denies():
		return Answer{}, errors.New("this step asks for a move")
	case c.Puzzle.Key == None:
		c.solved, c.first = true, false
		return Answer{Good: true, Said: "Right: there is no such move."}, nil
	}
	c.tries++
	return Answer{Said: "Wrong: there is such a move."}, nil
}

// Solution returns a right answer for the current goal: a move, or None.
func (c *Course) Solution(ctx context.Context) (string, error) {
	if c.Number == 0 && c.first {
		return c.Puzzle.Key, nil
	}
	for _, m := range game.MovesOf(c.state) {
		_, move, err := c.state.Play(m.Text)
		if err != nil {
			continue
		}
		tried, err := c.judge(ctx, move)
		if err != nil {
			return "", err
		}
		if tried.Good {
			return move.Text, nil
		}
	}
	return "", errors.New("no answer was found")
}
