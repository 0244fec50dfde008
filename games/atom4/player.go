package atom4

import (
	"errors"

	"attic/game"
	"attic/game/bridge"
	"attic/games/atom4/bot"
	"attic/games/atom4/rules"
)

// Levels returns the levels and the default. The manual (-d) has no highest level; the one returned is out of reach.
func (Game) Levels() (lowest, highest, usual int) { return bot.LowestLevel, 1 << 30, bot.UsualLevel }

// LevelName returns the name of a level.
func (Game) LevelName(level int) string { return bot.LevelName(level) }

// NewBot returns a computer player of a level; equal seeds make equal players.
func (Game) NewBot(level int, seed uint64) game.Bot {
	return bridge.Bot[rules.Position, rules.Square]{Level: level, Seed: seed, Read: known, Think: choose, Line: line}
}

func known(gv game.View) (rules.Position, error) {
	if v, ok := gv.(view); ok {
		return v.pos, nil
	}
	return rules.Position{}, errors.New("not a view of Atom-4")
}

func line(_ rules.Position, moves ...rules.Square) []string { return texts(moves) }
