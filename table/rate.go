package table

import (
	"time"

	"attic/game"
	"attic/internal/phrase"
)

// The limit on how often a seat may send a chat line or an offer, or a guest change its name: rateMost times within rateTime. More would
// only disturb the other player and fill the journal.
const (
	rateMost = 5
	rateTime = 10 * time.Second
)

// rates are the times at which a seat last did something whose rate is limited, by kind of action and seat. They are used between two
// machines. The nil map holds none.
type rates map[doing]*[rateMost]time.Time

// doing is a limited kind of action by one seat.
type doing struct {
	what string
	seat int
}

// allow records that a seat does something now, or returns an error that says when it may do so again.
func (r *rates) allow(d doing, now time.Time) error {
	last := (*r)[d]
	if last == nil {
		if *r == nil {
			*r = rates{}
		}
		last = &[rateMost]time.Time{}
		(*r)[d] = last
	}
	if wait := last[0].Add(rateTime).Sub(now); !last[0].IsZero() && wait > 0 {
		in := phrase.Count(int((wait+time.Second-1)/time.Second), "second")
		if wait <= time.Second {
			in = "a second"
		}
		return game.Because(ErrOffer, "too fast: you can %s again in %s", d.what, in)
	}
	copy(last[:], last[1:])
	last[rateMost-1] = now
	return nil
}
