package wire

import (
	"errors"

	"attic/table"
)

// Server is what only a host needs; a page in a browser cannot be one.
type Server struct{}

// Host returns an error: nobody can connect to a page.
func (n Network) Host(*table.Table, string) error {
	return errors.New("a page in a browser cannot host a game: attic host does, and shows a link for the other player")
}
