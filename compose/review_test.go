package compose

import (
	"testing"

	"attic/desk/desktest"
	"attic/table"
)

// reviewable opens tables with games that can be reviewed, by names that replace game IDs in pages.
var reviewable = map[string]func(testing.TB) *table.Table{
	"ataxx, played": func(t testing.TB) *table.Table {
		return desktest.Reviewed(t, "ataxx", desktest.AtaxxMoves, desktest.AtaxxChances...)
	},
	"atom4, played": func(t testing.TB) *table.Table {
		return desktest.Reviewed(t, "atom4", desktest.Atom4Moves, desktest.Atom4Chances...)
	},
}
