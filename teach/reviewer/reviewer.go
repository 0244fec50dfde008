// Package reviewer reviews the latest round at a person's table in the background, and lets the person try labelled moves again. If the
// round has hidden information, the game analyses it. The package shows nothing itself; front-ends show what it returns.
package reviewer

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync/atomic"
	"time"

	"attic/game"
	"attic/internal/later"
	"attic/match"
	"attic/table"
	"attic/teach/review"
)

// Reviewer holds one review at a time. It is not safe for concurrent use.
type Reviewer struct {
	Found    review.Review // the results so far
	Analysis game.Analysis // the result for a round with hidden information
	Running  bool
	Stopped  bool          // Stop ended the review early
	Err      error         // the error that ended the review early, or nil
	Retry    *review.Retry // nil unless labelled moves are being tried again

	// If Keep is not nil, it is called with every complete review of a round that is over, and the match that ends with this round.
	Keep func(match.Match, review.Review)

	Took time.Duration // the time until the latest result

	person *table.Person
	match  match.Match                   // the match reviewed
	work   *later.Result[result]         // nil: no review is running
	sofar  atomic.Pointer[sofar]         // the results of the work so far
	ended  bool                          // the review has ended, but Take has not reported this yet
	trial  *later.Result[review.Attempt] // nil: no move is being judged
}

type sofar struct {
	review review.Review
	took   time.Duration
}

type result struct {
	review   review.Review
	analysis game.Analysis
}

// New returns a reviewer for p, who is woken whenever Take or Tried has a new result.
func New(p *table.Person) *Reviewer { return &Reviewer{person: p} }

// Start reviews the latest round in which moves were played, unless its results are already complete. A round with hidden information is
// analysed when it is over. Take receives the results.
func (r *Reviewer) Start() error {
	m, open := r.person.Sight().Match()
	if !open {
		return r.analyse()
	}
	if r.Found.Done() && len(r.Found.Points) > 0 && m.Setup() == r.match.Setup() && reflect.DeepEqual(m.History(), r.match.History()) {
		r.ended = true
		return nil
	}
	first, err := review.Begin(m)
	if err != nil {
		return err
	}
	if r.match = m; !first.Over { // the review shows the best moves of a round in progress
		if err := r.person.Assist(table.ReviewHelp); err != nil {
			return err
		}
		r.person.Advised()
	}
	began := time.Now()
	r.begin(first, func(ctx context.Context) (found result, err error) {
		found.review, err = review.Run(ctx, m, 0, func(now review.Review) {
			r.sofar.Store(&sofar{now, time.Since(began)})
			r.person.Wake()
		})
		return found, err
	})
	return nil
}

func (r *Reviewer) analyse() error {
	g, now := r.person.Game(), r.person.Sight().Revealed().Now
	analyst, ok := g.(game.Analyst)
	switch {
	case !ok:
		return fmt.Errorf("there is no review of %s: reviews are only for games in which both sides see everything", g.Info().Title)
	case !now.Over:
		return errors.New("a round can be reviewed only when it is over")
	}
	r.begin(review.Review{}, func(ctx context.Context) (found result, err error) {
		err = r.person.Search(ctx, func() (err error) {
			found.analysis, err = analyst.Analyse(ctx, now.View)
			return err
		})
		return found, err
	})
	return nil
}

func (r *Reviewer) begin(first review.Review, do func(context.Context) (result, error)) {
	r.Stop()
	r.sofar.Store(&sofar{review: first})
	r.Found, r.Analysis, r.Running, r.ended = first, game.Analysis{}, true, false
	r.work = later.Go(r.person.Waker(), func(ctx context.Context) (result, error) { return do(review.In(ctx, r.person.Search)) })
}

// Take stores the results so far in r. It reports, once, whether the review has ended.
func (r *Reviewer) Take() (ended bool) {
	switch {
	case r.work.Ready():
		found, err := r.work.Get()
		r.Found, r.Analysis, r.work, r.Running, r.ended = found.review, found.analysis, nil, false, true
		if r.Stopped = errors.Is(err, context.Canceled); r.Stopped {
			err = nil
		}
		r.Err = err
		if err == nil && !r.Stopped && r.Found.Over && r.Found.Done() && r.Keep != nil {
			r.Keep(r.match, r.Found)
		}
	case r.work != nil:
		now := r.sofar.Load()
		r.Found, r.Took = now.review, now.took
	}
	if r.Retry != nil {
		r.Retry.Renew(r.Found, r.person.Now().Self())
	}
	ended, r.ended = r.ended, false
	return ended
}

// Stop stops a review that is running. Take then receives the results so far.
func (r *Reviewer) Stop() { r.work.End() }

// State returns the state at a point of a review.
func (r *Reviewer) State(point int) game.State { return r.match.At(r.Found.Points[point].Step).State() }

// Match returns the match that is reviewed.
func (r *Reviewer) Match() match.Match { return r.match }

// Mine returns the labelled moves of the person or, unless the opponent is the computer or on another machine, of both sides.
func (r *Reviewer) Mine() []review.Turn { return r.Found.FaultsOf(r.person.Now().Self()) }

// Faultless returns a sentence that explains why there is no labelled move.
func (r *Reviewer) Faultless() string {
	whose := "No move"
	if r.person.Now().Self() >= 0 {
		whose = "None of your moves"
	}
	if !r.Found.Done() {
		return whose + " has been marked yet."
	}
	return whose + " was an inaccuracy or worse."
}

// Again lets the person try one of their labelled moves again: the first at or after a point or, if there is none, the first of all. It
// reports whether there is any. Better moves found earlier stay found until Leave is called.
func (r *Reviewer) Again(point int) bool {
	if r.Retry == nil {
		r.Retry = review.NewRetry(r.Found, r.person.Now().Self())
	}
	if !r.Retry.From(point) {
		r.Retry = nil
	}
	return r.Retry != nil
}

// Judge starts to judge a move that replaces the labelled move being tried again. Tried returns the result.
func (r *Reviewer) Judge(text string) error {
	r.Forget()
	now, m, t := r.Found, r.match, r.Retry.At
	if _, _, err := r.State(t.Point).Play(text); err != nil {
		return err
	}
	r.trial = later.Go(r.person.Waker(), func(ctx context.Context) (review.Attempt, error) {
		return now.Try(review.In(ctx, r.person.Search), m, t, text, 0)
	})
	return nil
}

// Judging reports whether a move is being judged.
func (r *Reviewer) Judging() bool { return r.trial != nil }

// Tried returns the result of Judge once, when it is ready.
func (r *Reviewer) Tried() (a review.Attempt, ready bool, err error) {
	if !r.trial.Ready() {
		return review.Attempt{}, false, nil
	}
	a, err = r.trial.Get()
	r.trial = nil
	return a, true, err
}

// Forget stops judging a move.
func (r *Reviewer) Forget() {
	r.trial.End()
	r.trial = nil
}

// Leave ends the new attempts at labelled moves.
func (r *Reviewer) Leave() {
	r.Forget()
	r.Retry = nil
}
