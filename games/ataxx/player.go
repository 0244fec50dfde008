package ataxx

import (
	"errors"
	"fmt"
	"io"
	"strings"

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

// LevelCodes returns the codes of the levels.
func (Game) LevelCodes() []int { return bot.LevelCodes() }

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

func line(pos rules.Position, moves ...rules.Move) []string {
	var list []string
	for _, m := range moves {
		list = append(list, pos.GuideText(m))
		pos = pos.Play(m)
	}
	return list
}

// Filters returns the machine command "positions".
func (Game) Filters() []game.Filter {
	return []game.Filter{{
		Name: "positions", Args: "a7-b6 f6 a1c1 ... (guide or UAI notation)", Blocks: true,
		Help:   "print each position of games given as moves, and their results",
		Answer: positions,
	}}
}

func positions(w io.Writer, line string) error {
	pos, err := bridge.Positions(w, rules.Start(rules.Guide), strings.Fields(line), rules.Position.FEN,
		func(p rules.Position, text string) (rules.Move, error) {
			m, err := rules.ParseMove(text)
			if err != nil {
				return m, err
			}
			return p.Check(m)
		})
	if err != nil {
		return err
	}
	result := pos.Result().String()
	fmt.Fprintln(w, "result", strings.TrimSuffix(result, " wins"))
	return nil
}

// PerftPosition describes how positions are written.
func (Game) PerftPosition() string { return "FEN: ranks, x or o to move, and optionally the counters" }

// Perft returns a counter of positions from a FEN, under the community's rules.
func (Game) Perft(position string) (game.Perft, error) {
	read := func(fen string) (rules.Position, error) { return rules.ParseFEN(fen, rules.Community) }
	return bridge.PerftOf(position, rules.Start(rules.Community), read, func(p rules.Position, depth int, every bool) (leaves, wins int64) {
		return int64(rules.Perft(p, depth, every)), -1
	}, rules.Move.UAI)
}
