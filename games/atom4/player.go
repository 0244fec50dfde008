package atom4

import (
	"fmt"
	"io"
	"strings"

	"attic/game"
	"attic/game/bridge"
	"attic/games/atom4/bot"
	"attic/games/atom4/rules"
)

// Levels returns the levels and the default. The manual (-d) has no highest level; the one returned is out of reach.
func (Game) Levels() (lowest, highest, usual int) { return bot.LowestLevel, 1 << 30, bot.UsualLevel }

// LevelName returns the name of a level.
func (Game) LevelName(level int) string { return bot.LevelName(level) }

// LevelCodes returns the codes of the levels up to full strength.
func (Game) LevelCodes() []int { return bot.LevelCodes() }

// NewBot returns a computer player of a level; equal seeds make equal players.
func (Game) NewBot(level int, seed uint64) game.Bot {
	return bridge.Bot[rules.Position, rules.Square]{Level: level, Seed: seed, Read: known, Think: choose, Line: func(_ rules.Position, moves ...rules.Square) []string { return texts(moves) }}
}

func known(gv game.View) (rules.Position, error) {
	if v, ok := gv.(view); ok {
		return v.pos, nil
	}
	return rules.Position{}, errNotAtom4
}

// Filters returns the machine command "positions".
func (Game) Filters() []game.Filter {
	return []game.Filter{{
		Name: "positions", Args: "[round=N:] i10 j9 ...", Blocks: true,
		Help:   "print each position of games given as moves, and their results",
		Answer: positions,
	}}
}

func positions(w io.Writer, line string) error {
	setup := game.Setup{}
	moves := line
	if before, after, found := strings.Cut(line, ":"); found {
		setup.Options, moves = strings.TrimSpace(before), after
	}
	start, err := Game{}.New(setup)
	if err != nil {
		return err
	}
	pos, err := bridge.Positions(w, start.(state).pos, strings.Fields(moves), written,
		func(p rules.Position, text string) (rules.Square, error) { return view{pos: p}.read(text) })
	if err != nil {
		return err
	}
	result := map[rules.Result]string{rules.Running: "running", rules.Win1: "1", rules.Win2: "2", rules.Draw: "draw"}
	fmt.Fprintln(w, "result", result[pos.Result()])
	return nil
}

// PerftPosition describes how positions are written.
func (Game) PerftPosition() string {
	return "BOARD LETTER: a board text and the letter of the colour to play"
}

// Perft returns a counter of positions from a board text and a letter.
func (Game) Perft(position string) (game.Perft, error) {
	return bridge.PerftOf(position, rules.Start(1), readBoard, perft, rules.Square.String)
}

func perft(p rules.Position, depth int, every bool) (leaves, wins int64) {
	l, w := rules.Perft(p, depth, every)
	return int64(l), int64(w)
}

// written returns the board text of p and the letter of the colour to play.
func written(p rules.Position) string { return fmt.Sprintf("%s %c", p.Board(), p.Turn().Letter()) }

// readBoard reads a board text and the letter of the colour to play.
func readBoard(text string) (rules.Position, error) {
	board, letter, _ := strings.Cut(strings.TrimSpace(text), " ")
	turn, err := rules.ParseColor(strings.TrimSpace(letter))
	if err != nil || !turn.OnWheel() {
		if _, err := rules.ParseBoard(board, rules.Red); err != nil && board != "" {
			return rules.Position{}, err
		}
		return rules.Position{}, fmt.Errorf("%q is not a colour; after the board write the colour to play: r, y, g, c, b or p", letter)
	}
	return rules.ParseBoard(board, turn)
}
