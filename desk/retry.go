package desk

import (
	"context"
	"fmt"
	"strings"

	"attic/command"
	"attic/internal/later"
	"attic/internal/phrase"
	"attic/review"
)

// retrying is the part of a page for trying labelled moves of a review again: the board shows the position before one of them,
// and moves played there are judged and change nothing.
type retrying struct {
	retry *review.Retry // nil unless moves are being tried again
	fault review.Turn   // the move being tried again
	said  string        // the comment on the last attempt, for the second line
	good  bool          // a better move was found
	trial *later.Result[review.Attempt]
}

// mine returns the labelled moves of the person, or of both sides unless one person plays against the computer.
func (p *Play) mine() []review.Turn { return p.Review.FaultsOf(command.Self(p.Now)) }

// faultless says why there is no labelled move to go to.
func (p *Play) faultless() string {
	whose := "No move"
	if command.Self(p.Now) >= 0 {
		whose = "None of your moves"
	}
	if !p.Review.Done() {
		return whose + " has been marked yet."
	}
	return whose + " was an inaccuracy or worse."
}

// tryAgain shows the position before the move at the point shown if that is a labelled move of the person, or else before the next labelled move.
func (p *Play) tryAgain() {
	r := &p.Review
	list := p.mine()
	if len(list) == 0 {
		p.Said = p.faultless()
		return
	}
	to := list[0]
	for _, t := range list {
		if t.Point >= r.At {
			to = t
			break
		}
	}
	if p.retry == nil {
		p.retry = review.NewRetry(r.Review, command.Self(p.Now))
	}
	p.tryAt(to)
}

// tryAt shows the position before a labelled move.
func (p *Play) tryAt(t review.Turn) {
	p.stopTrial()
	y := p.retry
	p.retry = nil // otherwise showing another position would end the retry
	p.desk.Pages.close(&p.Review)
	p.Review.At = t.Point
	p.look(p.Review.Points[t.Point].Step)
	p.retry, p.fault, p.said, p.good = y, t, "", false
	p.Fresh, p.Said = false, y.Task(t)
}

// stopTrial stops judging a move.
func (p *Play) stopTrial() {
	if p.trial != nil {
		p.trial.End()
		p.trial = nil
	}
}

// endRetry stops trying moves again and stops the review that was running meanwhile.
func (p *Play) endRetry() {
	if p.retry != nil {
		p.stopTrial()
		p.retry = nil
		p.stopReview()
	}
}

// backToReview goes back to the page of the review.
func (p *Play) backToReview() {
	p.stopTrial()
	score := p.retry.Score()
	p.retry = nil
	p.live()
	p.Chosen, p.Said = nil, score
	p.desk.Pages.open(&p.Review)
	p.advice.Cancel()
}

// attempt judges a move in place of the one being tried again.
func (p *Play) attempt(text string) {
	p.stopTrial()
	p.letGo()
	m, r, t := p.Review.match, p.Review.Review, p.fault
	if _, _, err := m.At(r.Points[t.Point].Step).State().Play(text); err != nil {
		p.complain(err)
		return
	}
	p.advice.Cancel()
	p.said, p.Fresh = "", false
	p.Said = fmt.Sprintf("Judging %s.", phrase.Clip(text))
	p.trial = later.Go(p.Person.Wake, func(ctx context.Context) (review.Attempt, error) { return r.Try(ctx, m, t, text, 0) })
	if p.desk.Paused { // nothing else would wake a paused desk
		_, _ = p.trial.Get()
	}
}

// attempted shows the judgement of an attempt.
func (p *Play) attempted() {
	if !p.trial.Ready() {
		return
	}
	a, err := p.trial.Get()
	p.trial = nil
	if err != nil {
		p.complain(fmt.Errorf("the move could not be judged: %w", err))
		return
	}
	lines := p.retry.Take(a)
	p.Fresh, p.Said, p.said, p.good = false, lines[0], strings.Join(lines[1:], " "), a.Good()
}

// trialLine returns the second line: more about the attempt, how many better moves were found, and the
// keys.
func (p *Play) trialLine(fits func(string) bool) string {
	keys := "h: show it. n: next. Esc: review."
	lines := []string{fmt.Sprintf("Improve on %s. %s", p.Review.Points[p.fault.Point].Text, keys)}
	if p.good {
		keys = p.retry.Score() + " n: next. Esc: review."
		lines = []string{keys}
	}
	if p.said != "" {
		lines = []string{p.said + " " + keys, p.said}
	}
	for _, line := range append(lines, keys) {
		if fits(line) {
			return line
		}
	}
	return keys
}

// retryKey handles a key that does something special while a move is being tried again, and reports whether it did.
func (p *Play) retryKey(key string) bool {
	switch key {
	case "n", "N":
		p.nextTrial(map[string]int{"n": 1, "N": -1}[key])
	case "v", "V":
		p.backToReview()
	case "esc":
		switch {
		case p.trial != nil:
			p.stopTrial()
			p.Said, p.Fresh = p.retry.Task(p.fault), false
		case len(p.Chosen) > 0:
			return false
		default:
			p.backToReview()
		}
	case "h", "H":
		p.stopTrial()
		if _, on := p.advice.Shown(); on {
			p.advice.Next()
		} else {
			p.said = ""
			p.retry.Show(p.fault)
			p.advice.Show(p.Review.Points[p.fault.Point].Advice)
		}
		p.advised()
	case "u", "ctrl+r":
		p.Fresh, p.Said = false, "A try changes nothing, so there is nothing to take back. Esc: review."
	default:
		return false
	}
	return true
}

// nextTrial goes to the next labelled move, or to the previous one if by < 0, and after the last one back to the review.
func (p *Play) nextTrial(by int) {
	list := p.mine()
	at := 0
	for i, t := range list {
		if t.Point <= p.fault.Point {
			at = i
		}
	}
	if at+by < 0 || at+by >= len(list) {
		p.backToReview()
		return
	}
	p.tryAt(list[at+by])
}

// retypes reports whether a typed line is a move to judge in place of the one being tried again, not a command.
func (p *Play) retypes(line string) bool {
	if p.retry == nil {
		return false
	}
	name, _ := phrase.Cut(strings.TrimSpace(line))
	name = strings.ToLower(name)
	_, layer := p.Now.View.Grid(0, 0).Layer(name)
	return !layer && !p.session.Knows(name)
}

// trialAnswers returns the buttons beside the sentences while a move is being tried again.
func (p *Play) trialAnswers() []Button {
	return []Button{{Key: OfferKey + "n", Label: "next mistake"}, {Key: "esc", Label: "review"}}
}

// renewRetry adds new findings of the review to the moves to try again.
func (p *Play) renewRetry() {
	if y := p.retry; y != nil {
		y.Renew(p.Review.Review, command.Self(p.Now))
		if fault, ok := p.Review.FaultAt(p.fault.Point); ok {
			p.fault = fault
		}
	}
}
