// Package ataxx is the game Ataxx under the contract of package game. It plays by the users' guide; the rules are in
// games/ataxx/rules.
package ataxx

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"sync"

	"attic/draw/scene"
	"attic/game"
	"attic/game/bridge"
	"attic/games/ataxx/rules"
	"attic/internal/phrase"
)

// Game is Ataxx.
type Game struct{}

//go:embed README.md
var readme string

//go:embed lessons.txt
var lessonsText string

//go:embed puzzles.txt
var puzzlesText string

//go:embed themes.txt
var themesText string

// Info describes Ataxx.
func (Game) Info() game.Info { return info() }

// info is made once, because all parts of a program ask for it again and again.
var info = sync.OnceValue(func() game.Info {
	return game.Info{
		Name:  "ataxx",
		Title: "Ataxx",
		Brief: "Extend, jump, take: whoever has more pieces wins",
		Seats: []game.Seat{{Name: "Red", Colour: scene.Red}, {Name: "Blue", Program: true, Colour: scene.Blue}},
		Open:  true,
		Lines: true,
		Rules: readme, Edition: 1, Started: started,
		Lessons: lessons,
		Course:  game.Course{Lessons: lessonsText, Puzzles: puzzlesText, Themes: game.Themes(themesText), Try: bridge.Judge(Game{}, judgeOf, state.refuted)},
		Basics:  strings.Fields("start color blocks auto moves preview hint dump undo level load save new clear help quit"),                                    // the guide's commands, and commands for beginners
		Ladder:  []float64{73.7, 76.3, 71.6, 72.4, 72.0, 77.0, 72.2, 74.7, 73.4, 69.6, 67.2, 72.8, 69.9, 70.6, 72.8, 70.4, 76.8, 68.8, 72.0, 67.5, 66.1, 68.5}, // docs/performance.md, "Opponents"

		Picture: menuPicture(),
		Sample:  sample,
		Flanked: true,
		Counted: true,
	}
})

// started is the option that skips the set-up.
const started = "start=yes"

// New begins the set-up. The option blocks=PATTERN sets blocks, fen=FEN sets a position, with _ in place of blanks, start=yes
// skips the set-up, and edit=yes opens the board editor. Other options are errors.
func (Game) New(s game.Setup) (game.State, error) {
	options, err := game.SplitOptions(s.Options, "blocks", "fen", "start", "edit")
	if err != nil {
		return nil, err
	}
	v := view{pos: rules.Start(rules.Guide), setting: true}
	placed := "" // the option that places pieces or blocks
	for _, o := range options {
		if o.Name == "edit" {
			if v.editing = true; o.Value != "yes" {
				return nil, fmt.Errorf("edit must be yes, not %q", phrase.Clip(o.Value))
			}
			continue
		}
		if o.Name == "start" {
			v.setting = !strings.EqualFold(o.Value, "yes")
			if v.setting && !strings.EqualFold(o.Value, "no") {
				return nil, fmt.Errorf("start must be yes or no, not %q", phrase.Clip(o.Value))
			}
			continue
		}
		if placed != "" {
			return nil, errors.New("blocks and fen cannot be combined; a FEN marks blocks with -")
		}
		placed = o.Name
		if v.pos, err = v.option(o); err != nil {
			return nil, err
		}
		v.first = v.pos.Turn()
	}
	v.setting = v.setting || v.editing
	return state{v}, nil
}

func (v view) option(o game.Option) (rules.Position, error) {
	if o.Name == "fen" {
		return rules.ParseFEN(strings.ReplaceAll(o.Value, "_", " "), rules.Guide)
	}
	if len(ordered(o.Value)) < len(o.Value) {
		return v.pos, fmt.Errorf("blocks is %q; each letter may appear only once", phrase.Clip(o.Value))
	}
	return v.pos.SetBlocks(o.Value)
}

// Words returns the commands of the guide, section IV, and others that people expect.
func (Game) Words() []game.Word {
	return []game.Word{
		{Name: "start", Help: "start the game with the board as it stands", When: game.Before, Key: "t", Label: "Start", Bar: game.Before, Host: true},
		{Name: "blocks", Args: "PATTERN", Help: "set blocks by letter, such as blocks 3gh; 0 clears them", When: game.Before, Key: "b", Label: "Blocks", Bar: game.Before, Line: "blocks ", Host: true},
		{Name: "boards", Help: "list ready-made boards of blocks", When: game.Before, Key: "p", Label: "Boards", Bar: game.Before, Show: listBoards, Items: blockLines(), Host: true},
		{Name: "color", Args: "C", Help: "play red or blue; the opponent plays the other", When: game.Before, Same: "side", Key: "k", Label: "P1 = SIDE", Bar: game.Before, Line: "color other", Host: true},
		{Name: "auto", Help: "let the computer play your side; clear ends that", When: game.Before, Same: "auto", Key: "a", Label: "Auto", Bar: game.Before},
		{Name: "seed", Args: "N", Help: "set the computer's random seed: the same number gives the same choices", When: game.Before, Same: "seed", Key: "i", Label: "AI seed", Bar: game.Before, Line: "seed "},
		{Name: "load", Args: "FILE", Help: "run the commands in a file", Same: "load", Key: "f", Label: "Load", Bar: game.Before, Drawer: game.During | game.After, Line: "load "},
		{Name: "host", Args: "[ID]", Help: "let a player on another machine join this game", When: game.Before, Same: "host", Key: "g", Label: "Host", Bar: game.Before},
		{Name: "join", Args: "ID@HOSTNAME", Help: "join a game on another machine; add :PORT for its port, tls to encrypt", When: game.Before, Same: "join", Key: "j", Label: "Join", Bar: game.Before, Line: "join "},
		{Name: "pass", Help: "pass, only when you cannot move; - works too", When: game.Before | game.During, Label: "Pass", Bar: game.Before | game.During},
		{Name: "clear", Help: "abandon the game and go back to the set-up", Same: "clear", Key: "c", Label: "Reset", Bar: game.Before, Drawer: game.During | game.After},
		{Name: "dump", Help: "print the board", Key: "d", Label: "Dump", Drawer: game.Always, Show: func(v game.View) string { return v.(view).pos.Dump() }},
		{Name: "fen", Args: "[FEN]", Help: "print the position, or set it during set-up", Show: func(v game.View) string { return v.(view).pos.FEN() }},
	}
}

// lessons is the one-minute lesson: an extension and a jump.
var lessons = []game.Lesson{
	{
		Title:  "Extend",
		Text:   "Move to an empty square next to your piece: the piece stays, and a new one appears. Every opposing piece next to the new one becomes yours.",
		Before: []string{"fen 7/2oo3/3o3/1x5/7/7/7 x 0 1", "start"},
		Moves:  []string{"b4-c5"},
		Part:   []string{"b4", "d6"},
	},
	{
		Title:  "Jump",
		Text:   "Or move exactly two squares away, over anything: the piece leaves its square, and takes what it lands next to.",
		Before: []string{"fen 7/2o4/2oo3/1x5/7/7/7 x 0 1", "start"},
		Moves:  []string{"b4-d6"},
		Part:   []string{"b4", "d6"},
	},
}
