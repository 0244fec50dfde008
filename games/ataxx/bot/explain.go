package bot

import (
	"fmt"
	"strings"

	"attic/games/ataxx/rules"
)

// Explain returns the static evaluation of a position as lines of text: first the parts that add up to the score for the
// side to move, in hundredths of a piece, then counts of features of the board.
func Explain(p rules.Position) string {
	if p.Over() {
		return fmt.Sprintf("the game is over: %v\n", p.Result())
	}
	var b strings.Builder
	own, theirs := p.Own(), p.Theirs()
	fmt.Fprintf(&b, "for %v, who is to move, in hundredths of a piece:\n", p.Turn())
	part := func(score int, what string) { fmt.Fprintf(&b, "%+6d  %s\n", score, what) }
	score := usual().of(p).score(p)
	switch {
	case own == 0:
		part(score, "no piece is left; only the other side can move")
	case theirs == 0:
		part(score, "the other side has no piece left and cannot move")
	default:
		material := 100 * (own.Count() - theirs.Count())
		part(material, fmt.Sprintf("pieces: %d against %d", own.Count(), theirs.Count()))
		part(usual().of(p).learned(p)-material, "their placement, as the network sees it")
		if p.Blocks() != 0 {
			a, o := Owned(p)
			part(OwnedScore*(a.Count()-o.Count()), fmt.Sprintf("empty squares that the other side can never reach: %d against %d", a.Count(), o.Count()))
		}
		part(score, "in all")
	}
	exposed, free := p.Free().Near(), p.Free()
	holes := func(side rules.Bitboard) (n int) {
		for f := free; f != 0; f &= f - 1 {
			if (f.First().Near() & side).Count() >= 5 {
				n++
			}
		}
		return n
	}
	count := func(what string, of func(rules.Bitboard) int) {
		fmt.Fprintf(&b, "%s: %v %d, %v %d\n", what, p.Turn(), of(own), p.Turn().Other(), of(theirs))
	}
	count("pieces that no single move can take", func(side rules.Bitboard) int {
		other := (own | theirs) &^ side
		return (side &^ (other.Reach() & free).Near()).Count()
	})
	count("pieces with no empty square beside them", func(side rules.Bitboard) int { return (side &^ exposed).Count() })
	count("squares to extend to", func(side rules.Bitboard) int { return (side.Near() & free).Count() })
	count("squares within reach", func(side rules.Bitboard) int { return (side.Reach() & free).Count() })
	count("holes, empty squares beside five pieces or more", holes)
	return b.String()
}
