package desktest

import (
	"testing"

	"attic/table"
)

func TestSituations(t *testing.T) {
	Situations(t, func(t testing.TB, tb *table.Table) Hands { return sitBareAt(t, tb, "") })
}

func TestSituationsInLines(t *testing.T) { SituationsInLines(t) }
