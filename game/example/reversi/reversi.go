// Package reversi is the game Reversi under the contract of package game. The rules are in its package rules.
package reversi

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strings"

	"attic/draw/scene"
	"attic/game"
	"attic/game/bridge"
	"attic/game/example/reversi/bot"
	"attic/game/example/reversi/rules"
	"attic/internal/phrase"
)

// Game is Reversi.
type Game struct{}

//go:embed README.md
var readme string

//go:embed puzzles.txt
var puzzles string

// Info describes Reversi.
func (Game) Info() game.Info {
	lessons := []game.Lesson{{
		Title: "Turn discs",
		Text:  "Place a disc so that discs of your opponent stand in a line between it and another disc of yours: they turn.",
		Moves: []string{"f5"},
		Part:  []string{"c3", "g6"},
	}}
	return game.Info{
		Name:    "reversi",
		Title:   "Reversi",
		Brief:   "Bracket discs to turn them: whoever has more wins",
		Seats:   []game.Seat{{Name: "Black", Colour: scene.Black}, {Name: "White", Program: true, Colour: scene.White}},
		Open:    true,
		Rules:   readme,
		Lessons: lessons, Course: advise.Course(Game{}, lessons, puzzles),

		Picture: picture(rules.Start(false)),
		Sample:  strings.Fields("f5 d6 c3 d3 c4 f4 c5 b3 c2"),
		Flanked: true,
	}
}

// New returns the first state. The option start=parallel chooses the other opening. The option fen=FEN sets any position; in it, _ replaces blanks,
// as in records.
func (Game) New(s game.Setup) (game.State, error) {
	options, err := game.SplitOptions(s.Options, "start", "fen")
	if err != nil {
		return nil, err
	}
	p := rules.Start(false)
	for _, o := range options {
		switch {
		case o.Name == "fen":
			if p, err = rules.ParseFEN(strings.ReplaceAll(o.Value, "_", " ")); err != nil {
				return nil, err
			}
		case !strings.EqualFold(o.Value, "parallel") && !strings.EqualFold(o.Value, "crossed"):
			return nil, fmt.Errorf("start is crossed or parallel, not %q", phrase.Clip(o.Value))
		default:
			p = rules.Start(strings.EqualFold(o.Value, "parallel"))
		}
	}
	return state{view{pos: p}}, nil
}

// Choices offers both openings in the menu.
func (Game) Choices() []game.Choice {
	return []game.Choice{{Name: "start", Label: "Opening", Items: []game.Item{
		{Label: "Crossed", Picture: picture(rules.Start(false))},
		{Text: "parallel", Label: "Parallel", Picture: picture(rules.Start(true))},
	}}}
}

// Words are the commands of Reversi at the prompt and on the screen.
func (Game) Words() []game.Word {
	return []game.Word{
		{Name: "pass", Help: "pass when you have no legal move", When: game.During, Label: "Pass", Bar: game.During},
		{Name: "fen", Help: "print the position in one line", Show: func(v game.View) string { return v.(view).pos.FEN() }},
	}
}

// Levels returns the levels of package bot.
func (Game) Levels() (lowest, highest, usual int) {
	return bot.LowestLevel, bot.HighestLevel, bot.DefaultLevel
}

// LevelName returns the name of a level.
func (Game) LevelName(level int) string { return bot.LevelName(level) }

// NewBot returns the computer at a level.
func (Game) NewBot(level int, seed uint64) game.Bot {
	return bridge.Bot[rules.Position, rules.Square]{Level: level, Seed: seed, Read: read, Think: bot.Choose, Line: line}
}

func read(v game.View) (rules.Position, error) {
	if v, ok := v.(view); ok {
		return v.pos, nil
	}
	return rules.Position{}, errors.New("not a view of Reversi")
}

func line(_ rules.Position, moves ...rules.Square) []string {
	return bridge.Texts(moves, rules.Square.String)
}

// Filters returns the machine command "positions".
func (Game) Filters() []game.Filter {
	return []game.Filter{{
		Name: "positions", Args: "f5 d6 c3 ...", Blocks: true,
		Help: "print each position of games given as moves, and their results",
		Answer: func(w io.Writer, line string) error {
			p, err := bridge.Positions(w, rules.Start(false), strings.Fields(line), rules.Position.FEN, legal)
			if err != nil {
				return err
			}
			result := map[bool]string{true: p.Winner().String(), false: "running"}[p.Over()]
			fmt.Fprintln(w, "result", strings.Replace(result, "empty", "draw", 1))
			return nil
		},
	}}
}

// PerftPosition describes how positions are written.
func (Game) PerftPosition() string { return "FEN: rows from the top, then x or o to move" }

// Perft returns a counter from a position.
func (Game) Perft(position string) (game.Perft, error) {
	leaves := func(p rules.Position, depth int, every bool) (leaves, wins int64) {
		return rules.Perft(p, depth, every), -1
	}
	return bridge.PerftOf(position, rules.Start(false), rules.ParseFEN, leaves, rules.Square.String)
}
