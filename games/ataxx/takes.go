package ataxx

import (
	"attic/game"
	"attic/games/ataxx/rules"
)

// Takes returns how many pieces a move takes.
func (Game) Takes(gv game.View, text string) int {
	v, ok := gv.(view)
	if !ok || v.setting || v.pos.Over() {
		return 0
	}
	for _, m := range v.pos.Moves(nil) {
		if m != rules.Pass && v.pos.GuideText(m) == text {
			return v.pos.Turned(m.To()).Count()
		}
	}
	return 0
}
