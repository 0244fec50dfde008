package wire

import (
	"errors"

	"attic/match"
	"attic/table"
)

// Server is what only a host needs; a page in a browser cannot be one.
type Server struct{}

var errPage = errors.New("a page in a browser cannot host a game: host it with attic host, which shows a link for the other player")

// Host returns an error: nobody can connect to a page.
func (n Network) Host(*table.Table, string) error { return errPage }

// Try returns the same error.
func (n Network) Try(match.Hosted) error { return errPage }
