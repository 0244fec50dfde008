package table

import (
	"context"
	"errors"
	"fmt"

	"attic/game"
)

// Hint begins to work out what the person whose turn it is should play, unless that is being done already. The
// answer comes as an event for this watcher alone, Hinted. None comes if something changes before, or after Unhint.
func (w *Watch) Hint() error {
	t := w.table
	t.mu.Lock()
	defer t.mu.Unlock()
	advisor, ok := t.game.(game.Advisor)
	seat := t.m.ToMove()
	switch {
	case !ok:
		return fmt.Errorf("there are no hints in %s yet", t.game.Info().Title)
	case seat == game.Nobody:
		return errors.New("the game is over, so there is nothing to advise")
	case seat == game.Anyone:
		return errors.New("hints come when play has begun")
	case thinking(t.m):
		return fmt.Errorf("%w; hints are for yours", ErrTurn)
	case !t.game.Info().Open && w.from() != seat:
		return errors.New("a hint is for the eyes of the side to move only")
	case w.hinting():
		return nil
	}
	ctx, stop := context.WithCancel(t.turn)
	w.asked, w.unasked = ctx, stop
	view := t.m.State().View(seat)
	w.working.Go(func() {
		advice, err := advisor.Advise(ctx, view, game.HintNodes)
		w.hinted(ctx, seat, advice, err)
	})
	return nil
}

// Hinting reports whether a hint is being worked out.
func (w *Watch) Hinting() bool {
	w.table.mu.Lock()
	defer w.table.mu.Unlock()
	return w.hinting()
}

func (w *Watch) hinting() bool { return w.asked != nil && w.asked.Err() == nil }

// Unhint stops working out a hint, if one is being worked out.
func (w *Watch) Unhint() {
	w.table.mu.Lock()
	defer w.table.mu.Unlock()
	w.unhint()
}

func (w *Watch) unhint() {
	if w.asked != nil {
		w.unasked()
		w.asked = nil
	}
}

// hinted tells the watcher what was found out, unless it is not asked for any more.
func (w *Watch) hinted(asked context.Context, seat int, advice game.Advice, err error) {
	w.table.mu.Lock()
	defer w.table.mu.Unlock()
	if asked.Err() == nil {
		w.unhint()
		w.queued(Event{What: Hinted, By: seat, Advice: advice, Err: err, Now: w.table.now(w.table.m, w.seat)})
	}
}
