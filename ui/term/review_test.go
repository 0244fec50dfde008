package term

import (
	"testing"

	"attic/desk"
	"attic/dev/desktest"
	"attic/dev/race"
	"attic/games"
	"attic/match/store"
)

// reviewed returns a driver of a screen at the table that [desktest.Reviewed] returns.
func reviewed(t testing.TB, id string, moves []string, chances ...float64) driver {
	t.Helper()
	return driver{t, opened(desk.Config{
		Games: games.All(), Store: store.Open(t.TempDir(), games.Find), NoMotion: true, Paused: true,
		Table: desktest.Reviewed(t, id, moves, chances...),
	})}.begin(80, 24)
}

// TestGoldenReview compares reviews, retried moves and the coach with golden files, which were proofread.
func TestGoldenReview(t *testing.T) {
	race.Plain(t)
	for _, c := range []struct {
		name, id, script string
		moves            []string
		chances          []float64
	}{
		{
			"review-ataxx", "ataxx", `
			v
			# the last position
			n
			# the first turn
			n
			# the second
			left
			# a move that was the best
			home
			# the beginning
			end
			size 100 30
			# 100x30
			size 160 50
			N
			# 160x50, the last turn
			: h
			# a key that means nothing
			enter
			# played on from there`,
			desktest.AtaxxMoves, desktest.AtaxxChances,
		},
		{
			"retry-ataxx", "ataxx", `
			v r
			# before the first mistake
			:g1-f1
			# the move that was played
			h
			# the better move, shown
			n
			# the next one
			:g5-e7
			# found
			size 60 20
			# 60x20
			size 80 24
			n n
			# after the last one`,
			desktest.AtaxxMoves, desktest.AtaxxChances,
		},
		{
			"coach-ataxx", "ataxx", `
			u u
			:coach on
			# switched on
			:a4-a2
			# the coach asks
			size 60 20
			# 60x20
			size 80 24
			enter
			# taken back
			,
			# the drawer`,
			desktest.AtaxxMoves, desktest.AtaxxChances,
		},
		{
			"review-atom4", "atom4", `
			v
			# the last position
			1
			# the first turn
			3
			# the third
			[
			# before it
			size 120 40
			# 120x40
			size 160 50
			# 160x50
			esc
			# back in the game`,
			desktest.Atom4Moves, desktest.Atom4Chances,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := album{driver: reviewed(t, c.id, c.moves, c.chances...)}
			a.do(c.script)
			a.compare(c.name)
		})
	}
}
