package rules

import (
	"errors"
	"fmt"
	"strings"
)

// Errors of this package wrap one of these. The text of an error is only the reason.
var (
	ErrNotation = errors.New("not readable as a move")    // ParseMove, ParseSquare
	ErrIllegal  = errors.New("not a legal move")          // Position.Check
	ErrFEN      = errors.New("not a FEN of a position")   // ParseFEN
	ErrBlocks   = errors.New("blocks that cannot be set") // Position.SetBlocks
)

type refusal struct {
	kind error
	why  string
}

func (r refusal) Error() string { return r.why }
func (r refusal) Unwrap() error { return r.kind }

func because(kind error, format string, args ...any) error {
	return refusal{kind, fmt.Sprintf(format, args...)}
}

// clip shortens a text quoted in an error.
func clip(s string) string {
	if len(s) > 40 {
		return strings.ToValidUTF8(s[:40], "") + "..."
	}
	return s
}
