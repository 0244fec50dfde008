package bot

import (
	"fmt"
	"strings"

	"attic/games/atom4/rules"
	"attic/internal/phrase"
)

// Explain returns the static evaluation of a position as lines of text: what counts for each player in the colours of the
// next three turns, the values, and the player who is ahead.
func Explain(p rules.Position) string {
	if p.Over() {
		return "The round is over: " + p.Result().String() + ".\n"
	}
	var b strings.Builder
	var mover, other side
	survey(&p, &mover, &other)
	n := at(p)
	c := p.Turn()
	v := &usual()[p.Count()]
	explainSide(&b, &mover, c, 0, v)
	explainSide(&b, &other, c.Next(), 1, v)
	player, opponent := p.Player(), p.Player().Other()
	switch {
	case n.win >= 0:
		fmt.Fprintf(&b, "%s wins at once: %s on %s.\n", phrase.Capital(player.String()), c, places(mover.wins[0]))
	case n.lost:
		fmt.Fprintf(&b, "%s wins next turn, whatever %s does.\n", phrase.Capital(opponent.String()), player)
	case n.score >= 0:
		fmt.Fprintf(&b, "Total: %d for %s, who is to move: %s.\n", n.score, player, lead(n.score))
	default:
		fmt.Fprintf(&b, "Total: %d for %s, who is not to move: %s.\n", -n.score, opponent, lead(-n.score))
	}
	return b.String()
}

// explainSide explains what counts for a player who plays the colour c in plies plies, 0 or 1, and then two more colours.
func explainSide(b *strings.Builder, s *side, c rules.Color, plies int, v *Knot) {
	colors := [3]rules.Color{c, c.Next().Next(), c.Prev().Prev()}
	fmt.Fprintf(b, "%s, who needs four %ss in a line, plays %s %s, %s %s and %s %s:\n", phrase.Capital(c.Owner().String()), c.Owner().Goal(),
		colors[0], when(plies), colors[1], when(plies+2), colors[2], when(plies+4))
	rest := v.of(&s.tally, plies)
	line := func(value int32, format string, args ...any) {
		fmt.Fprintf(b, "%6d  "+format+"\n", append([]any{value}, args...)...)
		rest -= value
	}
	worth := func(thing int) int32 { return s.tally[thing] * int32(v.Value[plies][thing]) / Unit }
	for i, lack := range lacks {
		switch n := s.tally[nearLines+i]; n {
		case 0:
		case 1:
			line(worth(nearLines+i), "1 line that lacks %s", lack.text(colors))
		default:
			line(worth(nearLines+i), "%d lines that lack %s", n, lack.text(colors))
		}
	}
	for i, c := range colors {
		if s.tally[winsAt+i] > 0 && plies+i > 0 { // an immediate win is mentioned at the end
			line(worth(winsAt+i)+worth(aimsAt+i), "%s %s would win on %s, by changing %s", c, when(plies+2*i), places(s.wins[i]), places(s.aims[i]))
		}
	}
	if rest != 0 {
		what := "lines that are far from complete"
		if plies == 0 {
			what += ", and the move"
		}
		line(rest, "%s", what)
	}
	fmt.Fprintf(b, "%6d  in all\n", v.of(&s.tally, plies))
}

// text describes a lack; colors are the player's next three.
func (l lack) text(colors [3]rules.Color) string {
	var list []string
	for i, times := range l[:3] {
		if times > 0 {
			list = append(list, colors[i].String()+[...]string{1: "", 2: " twice", 3: " three times", mostNear: " four times"}[times])
		}
	}
	if l[3] > 0 {
		list = append(list, [...]string{1: "a piece", mostNear / 2: "two pieces"}[l[3]])
	}
	return phrase.List(list)
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
