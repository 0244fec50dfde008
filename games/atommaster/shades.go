package atommaster

import (
	"attic/game"
	"attic/games/atommaster/deal"
	"attic/internal/phrase"
)

// shadesWord is the command that shows on each square how likely an atom is there, judged by the answers alone.
const shadesWord = "shades"

// shading returns the move that shows shades, or hides them. Showing them cannot be undone, and is not allowed in games with
// a player on another machine.
func shading(p deal.Public) game.Move {
	m := game.Move{Text: shadesWord + " on", Label: "Shades", Key: "p", Final: !p.Helped, Alone: true, On: p.Shades}
	if p.Shades {
		m.Text = shadesWord + " off"
	}
	return m
}

// shade shows or hides shades; without on or off it switches.
func (st state) shade(rest string) (state, game.Move, error) {
	m := shading(st.Public)
	switch {
	case st.Phase == deal.Finished:
		return st, game.Move{}, game.Illegal("this deal is over; %s to deal again", game.Type("new"))
	case st.Phase != deal.Solving:
		return st, game.Move{}, game.Illegal("fire a beam first; shades are for the search")
	case rest != "" && rest != "on" && rest != "off":
		return st, game.Move{}, game.Unreadable("%s takes on or off, not %q", game.Command(shadesWord), phrase.Clip(rest))
	case rest != "" && shadesWord+" "+rest != m.Text:
		return st, game.Move{}, game.Illegal("shades are %s already", rest)
	}
	st.Shades, st.Helped = !st.Shades, true
	st.Last = "The shades are off; this deal counts as played with help."
	if st.Shades {
		st.Last = "Shades show how likely atoms are, in percent; this deal counts as played with help."
	}
	return st, m, nil
}

// help returns what the score says about help.
func help(p deal.Public) string {
	if p.Helped {
		return ", with help"
	}
	return ""
}
