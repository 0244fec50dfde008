package table

import (
	"errors"
	"fmt"

	"attic/game"
	"attic/match"
)

// Why a table refuses.
var (
	ErrTurn   = errors.New("it is the program's turn")
	ErrRights = errors.New("you may not do that here")
	ErrStale  = errors.New("something has happened meanwhile: look again")
	ErrBusy   = errors.New("that cannot be kept on disk now, so it was not done: try again")
	ErrClosed = errors.New("this table is closed")
	ErrFixed  = errors.New("seats cannot be changed once something was hidden or shown")
	ErrNone   = errors.New("there is nothing of yours to take back")
	ErrSeat   = errors.New("nobody can sit there")
	ErrHint   = errors.New("there is no hint")
	ErrVerb   = errors.New("that cannot be asked for")
)

// refuse returns an error of a kind that says just why.
func refuse(kind error, format string, args ...any) error {
	return refusal{fmt.Sprintf(format, args...), kind}
}

type refusal struct {
	why  string
	kind error
}

func (r refusal) Error() string { return r.why }
func (r refusal) Unwrap() error { return r.kind }

// Code is the kind of a refusal: a word of a closed list, for programs. The sentence for people is the error itself.
type Code string

// codes are the refusals of a table, its match and its game, the more special ones first.
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
	{"closed", ErrClosed},
	{"fixed", ErrFixed},
	{"nothing", ErrNone},
	{"nothing", match.ErrNothing},
	{"nothing", match.ErrNoRedo},
	{"final", match.ErrFinal},
	{"round", match.ErrRound},
	{"seat", ErrSeat},
	{"hint", ErrHint},
	{"verb", ErrVerb},
}

// CodeOf returns the kind of a refusal; "wrong" is what a setup, a name or a level is that cannot be.
func CodeOf(err error) Code {
	for _, c := range codes {
		if errors.Is(err, c.err) {
			return c.code
		}
	}
	return "wrong"
}
