package desk

import (
	"fmt"
	"strings"

	"attic/internal/phrase"
	"attic/teach/advice"
	"attic/teach/review"
	"attic/teach/reviewer"
)

// retry is a board for trying labelled moves of a review again. It shows the position before such a move; moves played there are judged, but do not
// change the match.
type retry struct {
	page    *Review
	message *Message
	work    *reviewer.Reviewer
	advice  *advice.Advice
	said    string // the comment on the last attempt, for the second line
	good    bool   // a better move was found
}

func (y *retry) on() bool { return y.work.Retry != nil }

// The method point returns the point of the review at which a move is tried again.
func (y *retry) point() review.Point { return y.work.Found.Points[y.work.Retry.At.Point] }

// begin shows the position before a labelled move of the person: the first such move at the parameter point or later, or else the first of all.
func (y *retry) begin(point int) {
	if !y.work.Again(point) {
		y.message.Said = y.work.Faultless()
		return
	}
	y.begun()
}

// begun shows the position before the move that is now being tried again.
func (y *retry) begun() {
	y.work.Forget()
	y.page.pages.close(y.page)
	y.page.At = y.work.Retry.At.Point
	y.page.show(y.point().Step)
	y.said, y.good = "", false
	y.task()
}

func (y *retry) task() { y.message.Fresh, y.message.Said = false, y.work.Retry.Task(y.work.Retry.At) }

// looks must be called when the board shows another step of the match. It ends the retry, and a review that was running at the same time.
func (y *retry) looks(step int) {
	if y.on() && step != y.point().Step {
		y.end()
	}
}

// end ends the retry, and a review that was running at the same time.
func (y *retry) end() {
	if y.on() {
		y.work.Leave()
		y.work.Stop()
	}
}

func (y *retry) back() {
	score := y.work.Retry.Score()
	y.work.Leave()
	y.page.show(y.page.person.Now().Ply)
	y.message.Fresh, y.message.Said = false, score
	y.page.pages.open(y.page)
	y.advice.Cancel()
}

// attempt begins to judge a move as an attempt at the move being tried again.
func (y *retry) attempt(text string) error {
	if err := y.work.Judge(text); err != nil {
		return err
	}
	y.advice.Cancel()
	y.said, y.message.Fresh, y.message.Said = "", false, fmt.Sprintf("Judging %s.", phrase.Clip(text))
	return nil
}

func (y *retry) news() error {
	a, ready, err := y.work.Tried()
	switch {
	case err != nil:
		return fmt.Errorf("the move could not be judged: %w", err)
	case ready:
		lines := y.work.Retry.Take(a)
		y.message.Fresh, y.message.Said, y.said, y.good = false, lines[0], strings.Join(lines[1:], " "), a.Good()
	}
	return nil
}

// line returns the second line: more about the attempt, how many better moves were found, and the keys.
func (y *retry) line(fits func(string) bool) string {
	keys, about := "h: show it. n: next. Esc: review.", ""
	lines := []string{withKeys(fmt.Sprintf("Improve on %s.", y.point().Text), keys)}
	if y.good {
		keys, about = "n: next. Esc: review.", y.work.Retry.Score()
		lines = nil
	}
	least := withKeys(about, keys)
	if y.said != "" {
		lines = []string{withKeys(strings.TrimSpace(y.said+" "+about), keys), y.said}
	}
	for _, line := range lines {
		if fits(line) {
			return line
		}
	}
	return least
}

// key handles a key that has a special function while a move is being tried again, and reports whether it has one. chosen says whether spots on the
// board are chosen.
func (y *retry) key(key string, chosen bool) bool {
	switch key {
	case "n":
		y.next(1)
	case "N":
		y.next(-1)
	case "v", "V":
		y.back()
	case "esc":
		switch {
		case y.work.Judging():
			y.work.Forget()
			y.task()
		case chosen:
			return false
		default:
			y.back()
		}
	case "h", "H":
		y.work.Forget()
		if _, on := y.advice.Shown(); on {
			y.advice.Next()
		} else {
			y.said = ""
			y.work.Retry.Show(y.work.Retry.At)
			y.advice.Show(y.point().Advice)
		}
		if shown, ok := y.advice.Shown(); ok {
			y.message.Fresh, y.message.Said = false, shown.Sentence
		}
	case "u", "ctrl+r":
		y.message.Fresh, y.message.Said = false, "A try changes nothing, so there is nothing to take back."+onKeys(" Esc: review.")
	default:
		return false
	}
	return true
}

// next goes to the next labelled move, or to the previous one if the parameter by is negative. After the last one, it goes back to the review.
func (y *retry) next(by int) {
	if y.work.Retry.Next(by) {
		y.begun()
		return
	}
	y.back()
}

func (y *retry) answers() []Button {
	return []Button{{Key: OfferKey + "n", Label: "next mistake"}, {Key: "esc", Label: "review"}}
}
