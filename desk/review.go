package desk

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"attic/command"
	"attic/game"
	"attic/match"
	"attic/review"
)

// Review is the page that looks back on a round: the chances of both sides, and the moves at which they turned.
// The review goes on in the background while the page is open.
type Review struct {
	review.Review      // the results so far
	At            int  // the point shown
	Running       bool // the review is not finished yet
	Stopped       bool // the person stopped it before it was finished

	match  match.Match
	result string // how the round ended, addressing the person here; "" unless it is the latest round and is over
	work   *review.Work
	keys   func(key string) bool // handles a key, and reports whether it was one
}

func (r *Review) key(key string, _ Display) reply { return reply{took: r.keys(key)} }

func (r *Review) wheel(by int, _ Display) bool {
	r.At = max(0, min(r.At+by, len(r.Points)-1))
	return true
}

// review opens the page at the position shown.
func (p *Play) review() {
	m, open := p.Person.Sight().Match()
	if !open {
		p.analyse()
		return
	}
	step := m.Ply()
	if p.Back {
		step = p.Ply
	}
	r := &p.Review
	if !r.Done() || len(r.Points) == 0 || m.Setup() != r.match.Setup() || !reflect.DeepEqual(m.History(), r.match.History()) {
		work, err := review.Start(m, 0, p.Person.Wake)
		if err != nil {
			p.complain(err)
			return
		}
		if p.desk.Paused { // nothing else would wake a paused desk
			work.Wait()
		}
		*r = Review{match: m, work: work, Running: true, keys: p.reviewKey}
		if now := p.Person.Now(); now.Over {
			r.result = command.Result(now, p.Info)
		}
		p.reviewed()
	}
	p.Said, p.Chosen = "", nil
	r.goTo(step)
	p.desk.Pages.open(r)
}

// reviewed takes in new results of the review.
func (p *Play) reviewed() {
	r := &p.Review
	if r.work == nil {
		return
	}
	var err error
	r.Review, err = r.work.Now()
	p.renewRetry()
	if r.Over {
		text := r.result
		if text == "" { // an earlier round, in which the sides may have been different
			text = command.Verdict(r.Outcome, p.Info, game.Nobody)
		}
		r.Outcome.Text, r.Outcome.Why = text, ""
	}
	switch {
	case errors.Is(err, context.Canceled):
		r.Running, r.Stopped = false, true
	case err != nil:
		r.Running = false
		p.Said = "The review failed: " + command.Sentence(err)
	case r.Done():
		r.Running = false
	}
}

// stopReview stops the review and takes in its results.
func (p *Play) stopReview() {
	if r := &p.Review; r.work != nil {
		r.work.Stop()
		p.reviewed()
		r.work = nil
	}
}

// leaveReview goes back to the game.
func (p *Play) leaveReview() {
	p.stopReview()
	p.desk.Pages.close(&p.Review)
	p.Said = ""
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

// turn goes to the next move of list after the point shown, or to the previous one if by < 0; the first follows the last.
func (r *Review) turn(list []review.Turn, by int) {
	if len(list) == 0 {
		return
	}
	to := 0
	if by < 0 {
		to = len(list) - 1
	}
	for i, t := range list {
		if by > 0 && t.Point > r.At {
			to = i
			break
		}
		if by < 0 && t.Point < r.At {
			to = i
		}
	}
	r.At = list[to].Point
}

// reviewKey handles a key on the page, and reports whether it did something.
func (p *Play) reviewKey(key string) bool {
	r := &p.Review
	p.Said = ""
	last := len(r.Points) - 1
	switch key {
	case "left", "[", "up":
		r.At = max(r.At-1, 0)
	case "right", "]", "down":
		r.At = min(r.At+1, last)
	case "pgup":
		r.At = max(r.At-10, 0)
	case "pgdown":
		r.At = min(r.At+10, last)
	case "home":
		r.At = 0
	case "end":
		r.At = last
	case "n", "N":
		list := p.mine()
		r.turn(list, map[string]int{"n": 1, "N": -1}[key])
		if len(list) == 0 {
			p.Said = p.faultless()
		}
	case "r", "R":
		p.tryAgain()
	case "1", "2", "3":
		if n := int(key[0] - '0'); n <= len(r.Turns) {
			r.At = r.Turns[n-1].Point
		}
	case "enter", "space":
		step := r.Points[r.At].Step
		p.leaveReview()
		p.look(step)
	case "esc", "v", "V":
		if r.Running && key == "esc" {
			p.stopReview()
			break
		}
		p.leaveReview()
	case "q", "?", "f1", "M":
		return false
	default:
		if step, ok := strings.CutPrefix(key, stepKey); ok {
			r.goTo(stepOf(step))
			break
		}
		p.Said = KeyName(key) + " has no function in the review; press Esc to return to the game."
	}
	return true
}

// StepSpot returns the spot that shows a point of the review.
func (r *Review) StepSpot(point int) string { return StepSpot + strconv.Itoa(r.Points[point].Step) }

// View returns the spectator's view at the point shown, and what to draw on it: the move that the computer would
// play.
func (r *Review) View() (game.View, game.Preview) {
	point := r.Points[r.At]
	v := r.match.At(point.Step).State().View(max(point.Seat, 0))
	return v, point.Advice.Move
}

// ReviewLines returns sentences about the point shown, the most important first.
func (p *Play) ReviewLines() []string {
	r := &p.Review
	lines := r.Sentences(r.At)
	if r.At == len(r.Points)-1 && r.Done() {
		lines = slices.Concat([]string{r.Summary()}, r.Marks(), lines[1:])
	}
	if p.Said != "" {
		lines = append([]string{p.keyed(p.Said)}, lines...)
	}
	return lines
}

// ReviewKeys returns the buttons of the page, the most important first.
func (p *Play) ReviewKeys() []Button {
	r := &p.Review
	leave := Button{Key: "esc", Label: "back"}
	if r.Running {
		leave.Label = "stop"
	}
	return []Button{
		leave,
		{Key: "left", Label: "step back", Off: r.At == 0},
		{Key: "right", Label: "forward", Off: r.At == len(r.Points)-1},
		{Key: "n", Label: "next mistake", Off: len(p.mine()) == 0},
		{Key: "r", Label: "retry", Off: len(p.mine()) == 0},
		{Key: "enter", Label: "play on"},
	}
}
