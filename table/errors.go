package table

import (
	"errors"
	"slices"
	"time"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
)

// Reasons why a table refuses an Act.
var (
	ErrTurn   = coded("turn", "it is the computer's turn")
	ErrRights = coded("rights", "you do not have the right to do that")
	ErrStale  = coded("stale", "the position has changed since you last saw it; look again")
	ErrBusy   = coded("busy", "the game cannot be written to disk at the moment, so nothing was done; try again")
	ErrUnsure = coded("unsure", "the disk does not respond, so attic does not know yet whether your last request was saved. If it was, its result will appear here")
	ErrClosed = coded("closed", "this table is closed")
	ErrFixed  = coded("fixed", "seats cannot be changed once something has been hidden or revealed")
	ErrNone   = coded("nothing", "you have no move to take back")
	ErrSeat   = coded("seat", "no player can take that seat")
	ErrHint   = coded("hint", "no hint is available")
	ErrShared = coded("shared", "you are already playing this game with another machine")
	ErrBegun  = coded("begun", "the game has begun; "+game.Type("clear")+" to start over")
	ErrOffer  = coded("offer", "there is no offer to answer")
	ErrClaim  = coded("claim", "the other side has not been away for long enough")
	ErrVerb   = coded("verb", "unknown request")
)

// ErrLeft is the reason why a game with another machine has ended.
var ErrLeft = errors.New("the other side left")

// Code classifies a refusal for programs. The set is closed: the codes in the variable codes, and "wrong".
type Code string

// codes maps errors to codes.
var codes = []struct {
	code Code
	err  error
}{
	{"over", match.ErrOver}, // listed before ErrIllegal, which this error also matches
	{"notation", game.ErrNotation},
	{"illegal", game.ErrIllegal},
	{"nothing", match.ErrNothing},
	{"nothing", match.ErrNoRedo},
	{"final", match.ErrFinal},
	{"round", match.ErrRound},
}

func coded(code Code, text string) error {
	err := errors.New(text)
	codes = append(codes, struct {
		code Code
		err  error
	}{code, err})
	return err
}

// refusal returns the error for an act that is refused because it could not be written to the journal: err is the reason.
func refusal(err error) error {
	if errors.Is(err, errHangs) {
		return ErrUnsure
	}
	return ErrBusy
}

// CodeOf returns the code of an error from Do. Any error that is not in codes, such as an invalid setup, name or level, is "wrong".
func CodeOf(err error) Code {
	for _, c := range codes {
		if errors.Is(err, c.err) {
			return c.code
		}
	}
	return "wrong"
}

// Refusal turns a refusal by another machine into an error with the given text, for which CodeOf returns the given code.
func Refusal(code Code, text string) error {
	for _, c := range slices.Backward(codes) {
		if c.code == code {
			return game.Because(c.err, "%s", text)
		}
	}
	return errors.New(text)
}

// LeftError is ErrLeft with the other side's reason.
type LeftError struct{ Why string }

// Error returns the reason.
func (e *LeftError) Error() string { return e.Why }

// Is reports whether err is ErrLeft.
func (*LeftError) Is(err error) bool { return err == ErrLeft }

// The limit on how often a seat may send a chat line or an offer, or a guest may change their name: rateMost times within rateTime. More messages
// would only disturb the other player and fill the journal.
const (
	rateMost = 5
	rateTime = 10 * time.Second
)

// errSoon refuses an act that comes too soon after others; the person can repeat it a little later.
var errSoon = game.Because(ErrOffer, "too fast")

// rates holds the times of the latest rate-limited actions in a game between two machines. A nil map is empty and ready to use.
type rates map[doing][rateMost]time.Time

// doing is a rate-limited kind of action by one seat.
type doing struct {
	what string
	seat int
}

// allow records the action d at the time now, or returns an error that says when the seat may repeat it.
func (r *rates) allow(d doing, now time.Time) error {
	if *r == nil {
		*r = rates{}
	}
	last := (*r)[d]
	if wait := last[0].Add(rateTime).Sub(now); !last[0].IsZero() && wait > 0 {
		in := phrase.Count(int((wait+time.Second-1)/time.Second), "second")
		if wait <= time.Second {
			in = "a second"
		}
		return game.Because(errSoon, "too fast: you can %s again in %s", d.what, in)
	}
	copy(last[:], last[1:])
	last[rateMost-1] = now
	(*r)[d] = last
	return nil
}

// Rate limits how often something happens: at most Burst times in a row, and then Steady times a second. Set both before the first use. A Burst of 0
// means no limit. A Rate is not safe for concurrent use.
type Rate struct {
	Burst, Steady float64

	used float64
	last time.Time
}

// Allow reports whether an action at the time now is within the rate. An action beyond the rate does not count.
func (r *Rate) Allow(now time.Time) bool {
	if r.Burst == 0 {
		return true
	}
	if passed := now.Sub(r.last); passed > 0 {
		if !r.last.IsZero() {
			r.used = max(0, r.used-r.Steady*passed.Seconds())
		}
		r.last = now
	}
	if r.used+1 > r.Burst {
		return false
	}
	r.used++
	return true
}

// actRate limits the acts of a guest that do not make it the host's turn: marking squares, resigning and starting the next round. A person who marks
// squares as fast as possible makes about 8 marks a second. At this rate, the 100,000 lines of a journal are full after five and a half hours.
var actRate = Rate{Burst: 200, Steady: 5}

// Wait counts n actions at the time now, even beyond the rate, and returns how long to wait until they are within the rate.
func (r *Rate) Wait(n float64, now time.Time) time.Duration {
	if r.Burst == 0 {
		return 0
	}
	r.used = max(r.used-now.Sub(r.last).Seconds()*r.Steady, 0) + n
	r.last = now
	return time.Duration(max(r.used-r.Burst, 0) / r.Steady * float64(time.Second))
}
