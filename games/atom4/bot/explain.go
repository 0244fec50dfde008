package bot

import (
	"fmt"
	"strings"

	"attic/games/atom4/rules"
)

// Explain returns the static evaluation of a position as lines of text: what counts for each
// player, by the colours of the next three turns, with its value, and who is ahead.
func Explain(p rules.Position) string {
	if p.Over() {
		return "The round is over: " + p.Result().String() + ".\n"
	}
	var b strings.Builder
	var mover, other side
	survey(&p, &mover, &other)
	n := at(p)
	c := p.Turn()
	explainSide(&b, &mover, c, 0, &weights[0])
	explainSide(&b, &other, c.Next(), 1, &weights[1])
	player, opponent := p.Player(), p.Player().Other()
	switch {
	case n.win >= 0:
		fmt.Fprintf(&b, "%s wins at once: %s on %s.\n", upper(player), c, places(mover.wins[0]))
	case n.lost:
		fmt.Fprintf(&b, "%s wins next turn, whatever %s does.\n", upper(opponent), player)
	case n.score >= 0:
		fmt.Fprintf(&b, "Total: %d for %s, who is to move: %s.\n", n.score, player, lead(n.score))
	default:
		fmt.Fprintf(&b, "Total: %d for %s, who is not to move: %s.\n", -n.score, opponent, lead(-n.score))
	}
	return b.String()
}

// explainSide explains what counts for a player who plays the colour c in the given number of plies, and then their
// next two colours.
func explainSide(b *strings.Builder, s *side, c rules.Color, plies int, weights *tally) {
	colors := [3]rules.Color{c, c.Next().Next(), c.Prev().Prev()}
	fmt.Fprintf(b, "%s, who needs four %ss in line, plays %s %s, %s %s and %s %s:\n", upper(c.Owner()), c.Owner().Goal(),
		colors[0], when(plies), colors[1], when(plies+2), colors[2], when(plies+4))
	line := func(thing int, one, more string, args ...any) {
		n := s.tally[thing]
		switch n {
		case 0:
			return
		case 1:
			fmt.Fprintf(b, "%6d  1 line "+one+"\n", append([]any{weights[thing]}, args...)...)
		default:
			fmt.Fprintf(b, "%6d  %d lines "+more+"\n", append([]any{n * weights[thing], n}, args...)...)
		}
	}
	for i, c := range colors {
		line(oneFirst+i, "that %s would complete", "that %s would complete", c)
	}
	for i, two := range [3][2]int{{1, 2}, {0, 2}, {0, 1}} { // without the first, the second, the third
		line(noFirst+i, "that needs %s and %s", "that need %s and %s", colors[two[0]], colors[two[1]])
	}
	line(three, "that needs three changes by two colours", "that need three changes by two colours")
	line(gapTwo, "of three and an empty vertex", "of three and an empty vertex")
	line(gapThree, "of two, an empty vertex and a piece that one change would complete",
		"of two, an empty vertex and a piece that one change would complete")
	for i, c := range colors {
		if s.tally[winsFirst+i] > 0 && plies+i > 0 { // a win now is mentioned at the end
			fmt.Fprintf(b, "%6d  %s %s would win on %s, by changing %s\n",
				s.tally[winsFirst+i]*weights[winsFirst+i]+s.tally[aimsFirst+i]*weights[aimsFirst+i],
				c, when(plies+2*i), places(s.wins[i]), places(s.aims[i]))
		}
	}
	fmt.Fprintf(b, "%6d  in all\n", s.tally.dot(weights))
}

// when describes a turn in the given number of plies.
func when(plies int) string {
	switch plies {
	case 0:
		return "now"
	case 1:
		return "next turn"
	}
	return fmt.Sprintf("in %d plies", plies)
}

// lead describes the size of a score.
func lead(score int32) string {
	switch {
	case score < 25:
		return "even"
	case score < 100:
		return "a little ahead"
	case score < 250:
		return "ahead"
	}
	return "far ahead"
}

// upper returns the name of a player at the beginning of a sentence.
func upper(p rules.Player) string {
	name := p.String()
	return strings.ToUpper(name[:1]) + name[1:]
}

// places names the vertices of a set.
func places(set rules.Set) string {
	var list []string
	for _, s := range set.Squares() {
		list = append(list, s.String())
	}
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " or " + list[n-1]
	}
	return strings.Join(list, "")
}
