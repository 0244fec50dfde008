package table

import (
	"errors"

	"attic/game"
	"attic/match"
)

// Reasons why a table refuses an Act.
var (
	ErrTurn   = errors.New("it is the computer's turn")
	ErrRights = errors.New("you do not have the right to do that")
	ErrStale  = errors.New("the game has moved on since; look again")
	ErrBusy   = errors.New("the game cannot be written to disk now, so nothing was done; try again")
	ErrUnsure = errors.New("the disk does not respond, so attic does not know yet whether that was saved. If it was, you will see it here")
	ErrClosed = errors.New("this table is closed")
	ErrLeft   = errors.New("the other side left")
	ErrFixed  = errors.New("seats cannot be changed after something was hidden or revealed")
	ErrNone   = errors.New("you have no move to take back")
	ErrSeat   = errors.New("no player can take that seat")
	ErrHint   = errors.New("no hint is available")
	ErrVerb   = errors.New("unknown request")
)

// Code classifies a refusal for programs. The set of codes is closed: those below and "wrong".
type Code string

// codes maps errors to codes; the more specific errors come first.
var codes = []struct {
	code Code
	err  error
}{
	{"over", match.ErrOver},
	{"notation", game.ErrNotation},
	{"illegal", game.ErrIllegal},
	{"turn", ErrTurn},
	{"rights", ErrRights},
	{"stale", ErrStale},
	{"busy", ErrBusy},
	{"unsure", ErrUnsure},
	{"closed", ErrClosed},
	{"fixed", ErrFixed},
	{"nothing", ErrNone},
	{"nothing", match.ErrNothing},
	{"nothing", match.ErrNoRedo},
	{"final", match.ErrFinal},
	{"round", match.ErrRound},
	{"seat", ErrSeat},
	{"hint", ErrHint},
	{"shared", ErrShared},
	{"begun", ErrBegun},
	{"offer", ErrOffer},
	{"claim", ErrClaim},
	{"verb", ErrVerb},
}

// refusal returns the reason for not doing what could not be written to the journal because of err.
func refusal(err error) error {
	if errors.Is(err, errHangs) {
		return ErrUnsure
	}
	return ErrBusy
}

// CodeOf returns the code of an error from Do. Anything not listed above, such as an invalid setup, name or level, is "wrong".
func CodeOf(err error) Code {
	for _, c := range codes {
		if errors.Is(err, c.err) {
			return c.code
		}
	}
	return "wrong"
}

// Refusal returns an error with this text, for which CodeOf returns code. It is for answers from another machine.
func Refusal(code Code, text string) error {
	for _, c := range codes {
		if c.code == code {
			return game.Because(c.err, "%s", text)
		}
	}
	return errors.New(text)
}

// certainly returns ErrUnsure for an act that is refused by what the table knows, if others may have written to its journal since: the act may have been
// done elsewhere.
func (t *Table) certainly(refused error) error {
	if refused != nil && t.current != nil && !t.current() {
		return ErrUnsure
	}
	return refused
}

// LeftError is ErrLeft with the reason that the other side gives.
type LeftError struct{ Why string }

// Error returns the reason.
func (e *LeftError) Error() string { return e.Why }

// Is reports whether err is ErrLeft.
func (*LeftError) Is(err error) bool { return err == ErrLeft }
