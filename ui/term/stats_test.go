package term

import (
	"testing"

	"attic/desk"
	"attic/dev/desktest"
	"attic/dev/race"
	"attic/game"
	"attic/match/store"
	"attic/table"
)

// TestGoldenInsights compares the pages of insights with a golden file.
func TestGoldenInsights(t *testing.T) {
	c := desktest.Visit{ID: desktest.Faulty}.Begin(t)
	c.Open = func(g game.Game, _ store.GameSettings) (*table.Table, error) {
		return desktest.Seat(t, g.Info().Name, "2"), nil
	}
	a := album{driver: driver{t, opened(c)}.begin(80, 24)}
	a.do(`
		2
		to Insights
		enter
		# the lines
		down down enter
		# the mistakes behind one
		size 40 16
		# 40x16
		enter
		# a mistake, in 40x16
		size 80 24
		# a mistake`)
	a.compare("insights")
}

// TestGoldenStatistics compares the statistics with a golden file: their line in the menu, which is missing for a game without
// statistics, their page, and the command stats.
func TestGoldenStatistics(t *testing.T) {
	race.Plain(t)
	a := album{driver: driver{t, opened(desk.Config{
		Games: desktest.Menu(t), Store: desktest.Library(t), Paused: true, NoMotion: true, Net: desktest.Nowhere{},
		Open: func(g game.Game, wish store.GameSettings) (*table.Table, error) {
			return desktest.Seat(t, g.Info().Name, "2"), nil
		},
	})}.begin(80, 24)}
	a.do(`
		# Atom-4 has none
		2
		# Ataxx
		to Statistics
		enter
		# Ataxx, its page
		size 40 16
		# Ataxx, 40x16
		esc
		size 80 24
		esc 3
		# Atommaster
		to Statistics
		size 64 20
		# Atommaster, 64x20
		size 80 24
		enter
		# Atommaster, its page
		size 120 40
		# Atommaster, 120x40
		esc
		size 80 24
		esc 2 enter
		:stats
		# typed
		esc
		:stats atommaster
		# typed, of another game
		esc
		:stats chess
		# typed, of no game`)
	a.compare("stats")
}
