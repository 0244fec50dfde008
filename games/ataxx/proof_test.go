package ataxx_test

import (
	"slices"

	"attic/game/search"
	"attic/games/ataxx/bot"
	"attic/games/ataxx/rules"
)

// proved reports whether the side to move wins within the given number of plies, or loses if sign is -1. First an engine with an empty
// table searches, which is faster but may find only a longer win; then every move is tried.
func (c *trial) proved(p plain, plies, sign int) bool {
	if plies <= 2 && len(p.moves()) < 60 {
		return sign > 0 && p.wins(plies) || sign < 0 && p.loses(plies)
	}
	winner := p.turn
	if sign < 0 {
		winner = against(p.turn)
	}
	if p.overcomes(winner, plies, 3) {
		return true
	}
	pos, err := rules.ParseFEN(p.fen(), rules.Guide)
	if err != nil {
		c.Fatal(err)
	}
	found := bot.NewEngine(0, 1).Search(c.Context(), pos, search.Limits{Nodes: 2_000_000}, nil)
	if n, decided := search.Decided(found.Score); decided && n <= plies {
		return found.Score*sign > 0
	}
	side := rules.Red
	if winner == 'o' {
		side = rules.Blue
	}
	for _, width := range []int{1, 3, 400} {
		if (forcing{winner: side, width: width, known: map[standing]bounds{}}).ends(pos, plies) {
			return true
		}
	}
	return false
}

// forcing looks for a forced win of a side by trying every move of the other side, and only some of its own moves: the number width of
// those that take the most pieces, extensions first.
type forcing struct {
	winner rules.Side
	width  int
	known  map[standing]bounds
}

// standing identifies a position.
type standing struct {
	red, blue rules.Bitboard
	turn      rules.Side
	clock     int
}

// bounds holds the smallest number of plies within which the side is known to win, or 0, and the largest number within which it is known
// not to win.
type bounds struct{ wins, fails int16 }

// ends reports whether the side wins within the given number of plies.
func (f forcing) ends(p rules.Position, plies int) bool {
	if p.Over() {
		winner, won := p.Result().Winner()
		return won && winner == f.winner
	}
	k := standing{p.Pieces(rules.Red), p.Pieces(rules.Blue), p.Turn(), p.Clock()}
	known := f.known[k]
	switch {
	case known.wins > 0 && int(known.wins) <= plies:
		return true
	case plies <= int(known.fails), len(f.known) > 20_000_000: // give up: too many positions
		return false
	}
	wins := func(m rules.Move) bool { return f.ends(p.Play(m), plies-1) }
	moves := p.Moves(nil)
	ends := false
	if p.Turn() == f.winner {
		worth := func(m rules.Move) int {
			if m == rules.Pass {
				return 0
			}
			n := 2 * p.Turned(m.To()).Count()
			if m.IsExtension() {
				n += 100
			}
			return n
		}
		slices.SortStableFunc(moves, func(a, b rules.Move) int { return worth(b) - worth(a) })
		ends = slices.ContainsFunc(moves[:min(len(moves), f.width)], wins)
	} else {
		ends = !slices.ContainsFunc(moves, func(m rules.Move) bool { return !wins(m) })
	}
	known = f.known[k]
	if ends {
		known.wins = int16(plies)
	} else {
		known.fails = int16(plies)
	}
	f.known[k] = known
	return ends
}
