package desk

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"attic/command"
	"attic/game"
	"attic/internal/prose"
	"attic/reviewer"
	"attic/table"
)

// Review is the page that looks back on a round: the chances of both sides, and the moves at which they turned. The review goes on in the
// background while the page is open. A round with hidden information has a text instead, which a page of text shows.
type Review struct {
	*reviewer.Reviewer
	At int // the point shown

	person  *table.Person
	result  string // how the round ended: for the person here if it is the latest one, for a spectator if it is an earlier one
	message *Message
	pages   *Stack
	show    func(step int)      // shows a position on the board
	try     func(point int)     // shows the board for trying a labelled move again
	keyed   func(string) string // replaces the commands in a sentence by keys
}

// open opens the page at a step of the match, or begins to analyse a round with hidden information; a second call stops that and shows what
// is done.
func (r *Review) open(step int) error {
	now, info := r.person.Now(), r.person.Game().Info()
	if r.Running && len(r.Points) == 0 {
		r.Stop()
		return r.news()
	}
	if err := r.Start(); err != nil {
		return err
	}
	if len(r.Points) == 0 {
		r.message.Fresh, r.message.Said = false, "Reviewing; v stops that and shows what is done."
		return nil
	}
	if r.Running {
		if r.result = command.Verdict(r.Outcome, info, game.Nobody); now.Over {
			r.result = command.Result(now, info)
		}
	}
	r.message.Said = ""
	r.goTo(step)
	r.pages.open(r)
	return r.news()
}

// news takes in new results.
func (r *Review) news() error {
	ended := r.Take()
	if r.Over {
		r.Outcome.Text, r.Outcome.Why = r.result, ""
	}
	switch {
	case !ended:
	case r.Err != nil && len(r.Points) > 0:
		return fmt.Errorf("the review failed: %w", r.Err)
	case r.Err != nil:
		return r.Err
	case len(r.Points) > 0:
	case r.Stopped:
		r.message.Said = "The review was stopped before anything was judged; v starts it again."
	default:
		r.message.Said = ""
		r.pages.Read(r.person.Game().Info().Title+": review", prose.Parse(r.Analysis.Text))
	}
	return nil
}

// leave goes back to the game.
func (r *Review) leave() {
	r.Stop()
	r.pages.close(r)
	r.message.Said = ""
}

// goTo shows the point of a step of the match, or the nearest point.
func (r *Review) goTo(step int) {
	r.At = 0
	for i, point := range r.Points {
		if point.Step <= step {
			r.At = i
		}
	}
}

// step shows a point that is later by a number of points, or earlier if by < 0.
func (r *Review) step(by int) { r.At = max(0, min(r.At+by, len(r.Points)-1)) }

// turn goes to the next labelled move of the person after the point shown, or to the previous one if by < 0; the first follows the last.
func (r *Review) turn(by int) {
	list := r.Mine()
	if len(list) == 0 {
		r.message.Said = r.Faultless()
		return
	}
	passed := 0 // the moves before the one to go to
	for _, t := range list {
		if t.Point < r.At || t.Point == r.At && by > 0 {
			passed++
		}
	}
	r.At = list[(passed+min(by, 0)+len(list))%len(list)].Point
}

func (r *Review) wheel(by int, _ Display) bool {
	r.step(by)
	return true
}

// key handles a key, or a click on a point of the graph.
func (r *Review) key(key string, _ Display) reply {
	r.message.Said = ""
	switch key {
	case "left", "[", "up":
		r.step(-1)
	case "right", "]", "down":
		r.step(1)
	case "pgup":
		r.step(-10)
	case "pgdown":
		r.step(10)
	case "home":
		r.At = 0
	case "end":
		r.At = len(r.Points) - 1
	case "n":
		r.turn(1)
	case "N":
		r.turn(-1)
	case "r", "R":
		r.try(r.At)
	case "1", "2", "3":
		if n := int(key[0] - '0'); n <= len(r.Turns) {
			r.At = r.Turns[n-1].Point
		}
	case "enter", "space":
		r.leave()
		r.show(r.Points[r.At].Step)
	case "esc", "v", "V":
		if r.Running && key == "esc" {
			r.Stop()
			break
		}
		r.leave()
	case "q", "?", "f1", "M":
		return reply{}
	default:
		if step, ok := strings.CutPrefix(key, stepKey); ok {
			r.goTo(stepOf(step))
			break
		}
		r.message.Said = KeyName(key) + " has no function in the review; press Esc to return to the game."
	}
	return reply{took: true}
}

// StepSpot returns the spot that shows a point of the review.
func (r *Review) StepSpot(point int) string { return StepSpot + strconv.Itoa(r.Points[point].Step) }

// View returns the spectator's view at the point shown, and what to draw on it: the move that the computer would play.
func (r *Review) View() (game.View, game.Preview) {
	point := r.Points[r.At]
	return r.State(r.At).View(max(point.Seat, 0)), point.Advice.Move
}

// Lines returns sentences about the point shown, the most important first.
func (r *Review) Lines() []string {
	lines := r.Sentences(r.At)
	if r.At == len(r.Points)-1 && r.Done() {
		lines = slices.Concat([]string{r.Summary()}, r.Marks(), lines[1:])
	}
	if r.message.Said != "" {
		lines = append([]string{r.keyed(r.message.Said)}, lines...)
	}
	return lines
}

// Keys returns the buttons of the page, the most important first.
func (r *Review) Keys() []Button {
	leave, none := Button{Key: "esc", Label: "back"}, len(r.Mine()) == 0
	if r.Running {
		leave.Label = "stop"
	}
	return []Button{
		leave,
		{Key: "left", Label: "step back", Off: r.At == 0},
		{Key: "right", Label: "forward", Off: r.At == len(r.Points)-1},
		{Key: "n", Label: "next mistake", Off: none},
		{Key: "r", Label: "retry", Off: none},
		{Key: "enter", Label: "play on"},
	}
}
