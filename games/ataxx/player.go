package ataxx

import (
	"errors"

	"attic/game"
	"attic/game/bridge"
	"attic/games/ataxx/bot"
	"attic/games/ataxx/rules"
)

// Levels returns the levels of package bot and the default.
func (Game) Levels() (lowest, highest, usual int) {
	return bot.LowestLevel, bot.HighestLevel, bot.UsualLevel
}

// LevelName returns the name of a level.
func (Game) LevelName(level int) string { return bot.LevelName(level) }

// NewBot returns a computer player of a level; equal seeds make equal players.
func (Game) NewBot(level int, seed uint64) game.Bot {
	return bridge.Bot[rules.Position, rules.Move]{Level: level, Seed: seed, Read: running, Think: bot.Choose, Line: line}
}

func running(gv game.View) (rules.Position, error) {
	v, ok := gv.(view)
	if !ok || v.setting {
		return v.pos, errors.New("the game has not started")
	}
	return v.pos, nil
}

// line writes moves from a position in the guide's notation.
func line(pos rules.Position, moves ...rules.Move) []string {
	var list []string
	for _, m := range moves {
		list = append(list, pos.GuideText(m))
		pos = pos.Play(m)
	}
	return list
}
