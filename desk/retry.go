package desk

import (
	"context"
	"fmt"
	"strings"

	"attic/command"
	"attic/internal/phrase"
	"attic/review"
)

// retrying is the part of a page on which moves that lost something are tried again: the board is set before one of them, and what
// is played there is judged and changes nothing.
type retrying struct {
	retry *review.Retry // nil while nothing is tried again
	fault review.Turn   // the move that is tried again
	said  string        // about the last attempt, in the second line
	good  bool          // a better move was found
	trial *later[review.Attempt]
}

// Retrying reports whether the person tries a move of the review again: the next move is judged instead of played.
func (p *Play) Retrying() bool { return p.retry != nil }

// mine returns the labelled moves of the person, or of both sides where no single person plays against the computer.
func (p *Play) mine() []review.Turn { return p.Review.FaultsOf(p.self()) }

// faultless says why there is no labelled move to go to.
func (p *Play) faultless() string {
	whose := "No move"
	if p.self() >= 0 {
		whose = "No move of yours"
	}
	if !p.Review.Done() {
		return whose + " has a label yet."
	}
	return whose + " was an inaccuracy or worse."
}

// tryAgain sets the board before the move that the review shows, if it is a labelled one of the person, or before the next one.
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
		p.retry = review.NewRetry(r.Review, p.self())
	}
	p.tryAt(to)
}

// tryAt sets the board before a labelled move.
func (p *Play) tryAt(t review.Turn) {
	p.stopTrial()
	y := p.retry
	p.retry = nil // or looking elsewhere would end it
	p.Review.On, p.Review.At = false, t.Point
	p.look(p.Review.Points[t.Point].Step)
	p.retry, p.fault, p.said, p.good = y, t, "", false
	p.Fresh, p.Said = false, y.Task(t)
}

// stopTrial stops judging a move.
func (p *Play) stopTrial() {
	if p.trial != nil {
		p.trial.end()
		p.trial = nil
	}
}

// endRetry gives up trying moves again, for the position that is looked at, and stops the review that went on meanwhile.
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
	p.Chosen, p.Review.On, p.Said = nil, true, score
	p.unhint()
}

// attempt judges a move in the place of the one that is tried again.
func (p *Play) attempt(text string) {
	p.stopTrial()
	p.letGo()
	m, r, t := p.Review.match, p.Review.Review, p.fault
	if _, _, err := m.At(r.Points[t.Point].Step).State().Play(text); err != nil {
		p.complain(err)
		return
	}
	p.advice, p.said, p.Fresh = nil, "", false
	p.Said = fmt.Sprintf("Looking at %s.", phrase.Clip(text))
	p.trial = work(p.Person.Wake, func(ctx context.Context) (review.Attempt, error) { return r.Try(ctx, m, t, text, 0) })
	if p.desk.Paused { // nothing happens by itself then
		p.trial.wait()
	}
}

// attempted says what became of an attempt when it has been judged.
func (p *Play) attempted() {
	if p.trial == nil || !p.trial.ready() {
		return
	}
	a, err := p.trial.value, p.trial.err
	p.trial = nil
	if err != nil {
		p.complain(fmt.Errorf("the move could not be judged: %w", err))
		return
	}
	lines := p.retry.Take(a)
	p.Fresh, p.Said, p.said, p.good = false, lines[0], strings.Join(lines[1:], " "), a.Good()
}

// trialLine is the line below the first one: what more there is to say of the attempt, how many have been found, and what one
// can do.
func (p *Play) trialLine(fits func(string) bool) string {
	keys := "h: show it. n: next. Esc: review."
	lines := []string{fmt.Sprintf("Find better than %s. %s", p.Review.Points[p.fault.Point].Text, keys)}
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

// retryKey does what a key means while a move is tried again, and reports whether it means something else then.
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
		if p.advice != nil {
			p.advised(p.advice.Next())
			break
		}
		p.said = ""
		p.retry.Show(p.fault)
		p.advice = &command.Advice{Advice: p.Review.Points[p.fault.Point].Advice}
		p.advised(p.advice.Shown())
	case "u", "ctrl+r":
		p.Fresh, p.Said = false, "A try changes nothing, so there is nothing to take back. Esc: review."
	default:
		return false
	}
	return true
}

// nextTrial goes on with the next labelled move, or the one before, and after the last one back to the review.
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

// retypes reports whether a typed line is to be judged in place of a move that is tried again: it is no command.
func (p *Play) retypes(line string) bool {
	if p.retry == nil {
		return false
	}
	name, _ := phrase.Cut(strings.TrimSpace(line))
	name = strings.ToLower(name)
	_, layer := p.Now.View.Grid(0, 0).Layer(name)
	return !layer && !p.session.Knows(name)
}

// trialAnswers are the buttons beside the sentences while a move is tried again.
func (p *Play) trialAnswers() []Button {
	return []Button{{Key: OfferKey + "n", Label: "next mistake"}, {Key: "esc", Label: "review"}}
}

// renewRetry takes what the review has found out since into the moves that are tried again.
func (p *Play) renewRetry() {
	if y := p.retry; y != nil {
		y.Renew(p.Review.Review, p.self())
		if fault, ok := p.Review.FaultAt(p.fault.Point); ok {
			p.fault = fault
		}
	}
}
